"""What every game shares: it knows no particular game, no screen and no disk layout."""

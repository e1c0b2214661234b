"""What the game says to people, in English and Spanish."""

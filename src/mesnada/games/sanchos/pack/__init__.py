"""Reading and checking content packs: the map, the deck and the drawing."""

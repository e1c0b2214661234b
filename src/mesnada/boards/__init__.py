"""Region maps and hex grids: topology, search and drawing."""

"""The picture of a position, as SVG."""

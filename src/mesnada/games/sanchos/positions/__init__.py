"""Positions: states as readable TOML, and pieces put on a board."""

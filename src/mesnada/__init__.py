"""Mesnada: board games of medieval Iberia, played by their full rules.

The package itself imports nothing, so that ``import mesnada`` costs nothing; take what you need from
``mesnada.kernel``, ``mesnada.games``, ``mesnada.table`` and their neighbours.
"""

__version__ = "0.1.0"

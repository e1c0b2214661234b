"""The components of the game as data: the map with its two sides, and the 27 Action cards.

These are the records alone. A folder beside this module, ``pack``, reads and checks the files that they come from.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

SANCHOS: Final = ("castilla", "najera", "aragon")
"""The Sanchos by their numbers, 0 to 2. This is the clockwise order, too, if nobody asks for another."""


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the board and the one Garrison space in it."""

    id: str
    number: int
    """From 1, without gaps. It settles ties of Auto-Sanchos and plays no part with 2 or 3 players."""
    name: str
    fort: str
    """``home``, ``castle`` or ``tower``."""
    home_of: str | None
    closed_at: tuple[int, ...]
    """Numbers of players (1 = solo) at which the region is marked "No Entry!"."""
    adjacent: tuple[int, ...]
    """Numbers of the adjacent regions, in ascending order, closed ones included."""
    lon: float
    lat: float


@dataclass(frozen=True, slots=True)
class Board:
    """The board, both sides."""

    regions: tuple[Region, ...]
    """In the order of their numbers: number n is at n - 1."""
    values: Mapping[str, Mapping[str, int]]
    """Victory points by side (``board``, ``solo``) and fort."""
    arrow_top: str
    """What the upper decision arrow picks: ``highest`` or ``lowest``."""
    arrow_bottom: str
    covered_at_start: str
    """The arrow under the Tiebreak token at the start: ``top`` or ``bottom``. The other one decides the first tie."""
    provenance: str
    version: int


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a card action says."""

    do: str
    """recruit, deploy, move, fortify, attack, besiege, reserve-this-card or discard-reserved."""
    points: int
    """Its points; in an option of a menu, how often it may be used; 1 for reserve-this-card."""
    to: str = ""
    """deploy: ``home`` or ``king``; move: ``weakest``, ``empty`` or "" (as with CPs)."""
    select: str = ""
    """attack, besiege: ``most-favourable``, or "" if the performer picks the region."""
    not_in: str = ""
    """attack: the Sancho in whose home region it may not be made, or ""."""
    empty_only: bool = False
    """fortify: into empty Garrison spaces alone."""
    recruit_remaining: bool = False
    """deploy: points that cannot deploy recruit."""
    whom: str = ""
    """discard-reserved: ``each-opponent``."""


@dataclass(frozen=True, slots=True)
class CardAction:
    """What a card lets one Sancho do."""

    sancho: str
    mode: str
    """``first-possible``: the first item that can be done; ``all``: each in turn; ``menu``: options to spend on."""
    points: int
    """menu: the points to spend; else 0."""
    items: tuple[Item, ...]
    """The orders, or the options of a menu."""
    solo: tuple[Item, ...]
    """menu: the text beside the crown, which an Auto-Sancho carries out in order; else empty."""


@dataclass(frozen=True, slots=True)
class Card:
    """An Action card. Its actions stand from top to bottom."""

    id: str
    cp: int
    actions: tuple[CardAction, CardAction, CardAction]
    provenance: str


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that a game is played with."""

    board: Board
    cards: tuple[Card, ...]
    shapes: Mapping[str, object]
    """shapes.json as it stands."""
    digest: str
    """Of map.toml and cards.toml. The drawing may change without making a record of a game invalid."""

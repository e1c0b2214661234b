"""The form of a test vector: its steps with their keys, and the small notations in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import SanchosState
from mesnada.games.sanchos.positions.placing import PLACES, find_region, find_sancho, read_pieces
from mesnada.games.sanchos.tables import Tables
from mesnada.kernel.errors import PositionError

PRIMARY: Final = ("move", "attack", "besiege", "deploy", "recruit", "fortify", "reserve-this-card", "discard-reserved")
"""Verbs that spend points: they open the turn of the Sancho who does them."""
AUTO: Final = tuple(f"auto-{verb}" for verb in PRIMARY)
"""The same by an Auto-Sancho, which makes all choices by itself."""

_ALWAYS: Final = frozenset(("do", "by", "illegal", "card_rule", "reason", "rule", "note", "why", "comment", "number"))
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "move": ("region", "from", "to", "pieces", "points", "place", "select"),
    "attack": ("region", "points", "not_in", "select"),
    "besiege": ("region", "points", "pieces", "select"),
    "deploy": ("points", "to", "place", "pieces", "region"),
    "recruit": ("points",),
    "fortify": ("region", "pieces", "points", "empty_only"),
    "reserve-this-card": ("points",),
    "discard-reserved": ("points", "whom"),
    "auto-move": ("points", "to", "region", "from", "pieces"),
    "auto-attack": ("points", "not_in", "select", "region"),
    "auto-besiege": ("points", "select", "region", "pieces"),
    "auto-deploy": ("points", "to", "recruit_remaining", "pieces"),
    "auto-recruit": ("points",),
    "auto-fortify": ("points", "empty_only", "region", "pieces"),
    "auto-reserve-this-card": ("points",),
    "auto-discard-reserved": ("points", "whom"),
    "roll": SANCHOS,
    "release": ("pieces", "region"),
    "pass": (),
    "reserved-card": ("cp", "card", "column", "dice", "results", "die", "with", "to", "direction"),
    "el-cid": ("die", "with", "column", "to", "direction", "dice"),
    "hit": ("with", "removes", "takes"),
    "take": ("piece", "of", "what", "takes"),
    "intercept": ("yes", "region"),
    "continue": ("yes", "region"),
    "give-up": ("region",),
    "inspire": ("rolls", "field", "garrison", "siege", "besiegers"),
    "enter": ("region", "to"),
    "stay": (),
    "place-el-cid": ("region", "to"),
    "claim": ("region", "to"),
    "choose": ("what", "options", "choice"),
    "discard": ("cp", "card"),
    "phase1": ("choice", "cp", "card", "slot"),
    "play": ("cp", "card", "slot"),
    "reserve": ("cp", "card"),
    "take-turn": ("slot",),
    "wait": (),
    "reveal": ("cp", "card"),
    "draw": ("cp", "card"),
    "next-turn": ("cp",),
    "end-turn": (),
    "siege-losses": ("times",),
    "end-round": (),
}
_SAME: Final[Mapping[str, str]] = {
    "falls": "take", "end": "end-turn", "stop": "end-turn", "decline": "end-turn", "go-on": "continue",
    "phase4": "siege-losses", "phase-4": "siege-losses", "sieges": "siege-losses", "losses": "siege-losses",
    "phase3": "draw", "phase-3": "draw", "phase-1": "phase1",
    "end-of-round": "end-round", "next-round": "end-round", "keep-card": "reserve-this-card",
    "reserve-card": "reserve-this-card", "el-cid-card": "el-cid", "play-el-cid": "el-cid", "use": "reserved-card",
    "claim-el-cid": "claim", "el-cid-enters": "enter", "auto-reserve": "auto-reserve-this-card",
    "auto-discard": "auto-discard-reserved",
}
"""Other names of verbs."""


class CaseError(Exception):
    """A case says something that cannot be understood."""


@dataclass(frozen=True)
class StepText:
    """One step of ``when``: number in the list, verb, and the other keys."""

    number: int
    do: str
    data: Mapping[str, Any]

    @property
    def illegal(self) -> bool:
        return self.data.get("illegal") is True

    @property
    def card_rule(self) -> bool:
        return self.data.get("card_rule") is True

    def __str__(self) -> str:
        words = ", ".join(f"{key} = {value}" for key, value in self.data.items()
                          if key not in ("do", "reason", "note", "illegal"))
        return f"step {self.number} ({self.do}: {words})" if words else f"step {self.number} ({self.do})"

    def has(self, *keys: str) -> bool:
        return any(key in self.data for key in keys)

    def text(self, *keys: str, default: str | None = None) -> str:
        """The first of these keys that is there, as a word. Raises CaseError."""
        for key in keys:
            if key in self.data:
                value = self.data[key]
                if not isinstance(value, str):
                    raise CaseError(f"{self}: {key} is no text")
                return value
        if default is None:
            raise CaseError(f"{self}: {keys[0]} is missing")
        return default

    def number_of(self, *keys: str, default: int | None = None) -> int:
        """The same for a number."""
        for key in keys:
            if key in self.data:
                value = self.data[key]
                if type(value) is not int or value < 0:
                    raise CaseError(f"{self}: {key} is no number")
                return value
        if default is None:
            raise CaseError(f"{self}: {keys[0]} is missing")
        return default

    def words(self, key: str) -> list[str]:
        """A list of words; empty if the key is missing."""
        value = self.data.get(key, [])
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(x, str | int) for x in value):
            raise CaseError(f"{self}: {key} is no list of words")
        return [str(x) for x in value]

    def numbers(self, key: str) -> list[int]:
        """A list of numbers; empty if the key is missing."""
        value = self.data.get(key, [])
        if isinstance(value, int):
            value = [value]
        if not isinstance(value, list) or not all(type(x) is int for x in value):
            raise CaseError(f"{self}: {key} is no list of numbers")
        return list(value)

    def sancho(self, default: int | None = None) -> int:
        """Who acts."""
        if "by" not in self.data and default is not None:
            return default
        return find_sancho(self.data.get("by"), f"step {self.number}, by")

    def region(self, t: Tables, *keys: str, default: int | None = None) -> int:
        """A region by the first of these keys that is there; a closed one is for the engine to refuse."""
        for key in keys:
            if key in self.data:
                name = self.data[key]
                if isinstance(name, str) and name in t.index:
                    return t.index[name]
                raise CaseError(f"{self}: {name!r} is no region of this board")
        if default is None:
            raise CaseError(f"{self}: {keys[0]} is missing")
        return default

    def pieces(self, key: str = "pieces", default: str | None = None) -> tuple[int, int]:
        """(K, T)."""
        return read_pieces(self.text(key, default=default), f"step {self.number}, {key}")

    @property
    def size(self) -> int:
        """How many pieces ``pieces`` names; 1 if it is not there."""
        return sum(self.pieces(default="1T"))


def read_steps(when: Mapping[str, Any]) -> list[StepText]:
    """The steps of a case. Raises CaseError for an unknown verb or key."""
    steps = when.get("steps", [])
    if not isinstance(steps, list) or not all(isinstance(step, Mapping) for step in steps):
        raise CaseError("when.steps is no list of tables")
    return [_read_step(number, step) for number, step in enumerate(steps, 1)]


def _read_step(number: int, data: Mapping[str, Any]) -> StepText:
    named = data.get("do")
    word = re.sub(r"[\s_]+", "-", str(named).strip().lower())
    if word == "phase" and type(data.get("number")) is int:
        word = f"phase-{data['number']}"
    do = _SAME.get(word, word)
    if do not in _KEYS:
        raise CaseError(f"step {number}: {named!r} is no verb of these cases")
    unknown = [key for key in data if key not in _ALWAYS and key not in _KEYS[do]]
    if unknown:
        raise CaseError(f"step {number} ({do}): {unknown[0]!r} is no key of this verb")
    return StepText(number, do, data)


# -- notations -----------------------------------------------------------------------------------------------------


def die_of(text: str, column: int | None = None, sancho: int | None = None) -> int:
    """``aragon T2``, ``castilla K``, ``T6``, ``castilla king 7`` as a die on the chart. Raises CaseError.

    ``column`` and ``sancho`` stand in where the text does not name them.
    """
    words = text.lower().replace("king", "k").replace("troop", "t").split()
    if words and words[0] in SANCHOS:
        sancho = SANCHOS.index(words.pop(0))
    match = re.fullmatch(r"([kt])(?:g)?\s*(\d+)?", "".join(words))
    if match is None or sancho is None:
        raise CaseError(f"{text!r} is no die such as castilla K7")
    column = int(match[2]) if match[2] else column
    if column is None:
        raise CaseError(f"{text!r} names no column")
    return column << 3 | sancho << 1 | (match[1] == "k")


def die_text(die: int) -> str:
    """``castilla K7``."""
    return f"{SANCHOS[die >> 1 & 3]} {'K' if die & 1 else 'T'}{die >> 3}"


def pieces_on_board(t: Tables, lines: Any) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Piece lines as numbers of (K, T) by Sancho, place and region, whatever their order. Raises CaseError."""
    if not isinstance(lines, list):
        raise CaseError("pieces is no list")
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for line in lines:
        words = line.split() if isinstance(line, str) else []
        try:
            if len(words) != 4 or words[1] not in PLACES:
                raise PositionError("", "is not of the form SANCHO PLACE REGION PIECES")
            find_sancho(words[0], "")
            find_region(t, words[2], "")
            king, troops = read_pieces(words[3], "")
        except PositionError as error:
            raise CaseError(f"pieces: {line!r}: {error.why}") from None
        key = (words[0], words[1], words[2])
        before = found.get(key, (0, 0))
        found[key] = (before[0] + king, before[1] + troops)
    return {key: value for key, value in found.items() if any(value)}


def columns_of(dice: list[int]) -> dict[int, list[str]]:
    """The chart as columns from the board outwards: ``castilla K`` and so on."""
    found: dict[int, list[str]] = {}
    for die in dice:
        found.setdefault(die >> 3, []).append(die_text(die).rstrip("0123456789"))
    return found


def cp_list(g: SanchosState, cards: list[int]) -> list[int]:
    """CP values of cards, in ascending order."""
    return sorted(g.t.cp[c] for c in cards)

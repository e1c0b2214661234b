"""The text of a position: its keys and their types, and the writing of TOML."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from mesnada.kernel.errors import PositionError

Cards = list[int | str]
"""Cards as ids, as CP values (any card of the deck with this value), or ``?`` for a card that may not be seen."""

_MOST: Final = 255
"""The greatest number that a state can hold."""


class BattleText(msgspec.Struct, forbid_unknown_fields=True):
    """The battle in progress."""

    attacker: str
    region: str
    extra_dice: int = 0
    interception: bool = False
    sally: bool = False
    to_roll: dict[str, str] = {}
    must_join: str = ""
    el_cid: list[str] = []
    successes: int = 0


class ElCidText(msgspec.Struct, forbid_unknown_fields=True):
    """Where the card of El Cid is, and with the variant his piece."""

    holder: str = "supply"
    piece: str = ""


class OverText(msgspec.Struct, forbid_unknown_fields=True):
    """How the game has ended."""

    ending: str
    winners: list[str]


class PositionText(msgspec.Struct, forbid_unknown_fields=True):
    """All keys of a position. Only ``pieces`` is always needed; a missing agenda is made from what else is given."""

    pieces: list[str]
    game: str = ""
    mode: str = "3p"
    content: str = ""
    board: dict[str, Any] = {}
    options: dict[str, str] = {}
    seats: list[str] = []
    player: str = ""
    round: int = 1
    commander: str | None = None
    phase: int = 0
    turn: str = ""
    cp: int | None = None
    left: int | None = None
    used: int = 0
    attacked: bool = False
    besieged: bool = False
    turn_taken: bool = False
    menu_used: list[int] = []
    arrow_visible: str = ""
    score: dict[str, int] = {}
    reserve_troops: dict[str, int] = {}
    supply_troops: dict[str, int] = {}
    hand: dict[str, Cards] = {}
    reserved_cards: dict[str, Cards] = {}
    reserved_order: list[str] = []
    card: str = ""
    keeper: str = ""
    discard: Cards = []
    set_aside: list[str] = []
    deck: int | Cards | None = None
    deck_size: int | None = None
    card_order: list[str] = []
    el_cid: ElCidText | str | None = None
    rolled: dict[str, int] = {}
    declared: str = ""
    battle: BattleText | None = None
    dice: list[str] = []
    action: list[dict[str, Any]] = []
    agenda: list[str] | None = None
    over: OverText | None = None


def parse(text: str) -> PositionText:
    """The keys of a position in TOML. Raises PositionError with the line or the key."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise PositionError("", "is nested too deeply") from None
    except ValueError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        reason, line = found.groups() if found else (str(error), None)
        raise PositionError(f"line {line}" if line else "", f"is no TOML: {reason}") from None
    return typed(data)


def typed(data: Mapping[str, Any]) -> PositionText:
    """Keys and types checked. Raises PositionError that names the key."""
    try:
        found = msgspec.convert(data, PositionText)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `")
        key = path.rstrip("`").removeprefix("$").removeprefix(".")
        unknown = re.search(r"unknown field `(.*)`", reason)
        if unknown:
            raise PositionError(".".join(filter(None, (key, unknown[1]))), "is no key of a position") from None
        raise PositionError(key, reason[:1].lower() + reason[1:]) from None
    for where, number in _numbers(data, ""):
        if not 0 <= number <= _MOST:
            raise PositionError(where, f"{number} is out of range")
    return found


def _numbers(data: Any, where: str) -> list[tuple[str, int]]:
    """All whole numbers of some data with their places."""
    if type(data) is int:
        return [(where, data)]
    if isinstance(data, Mapping):
        return [x for key, value in data.items() for x in _numbers(value, f"{where}.{key}" if where else str(key))]
    if isinstance(data, list):
        return [x for i, value in enumerate(data) for x in _numbers(value, f"{where}[{i}]")]
    return []


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {toml(v)}" for k, v in value.items()) + " }" if value else "{}"
    return "[" + ", ".join(toml(v) for v in value) + "]"


def line(key: str, value: Any) -> str:
    """``key = value``; a long list goes over several lines, of sentences one a line."""
    short = f"{key} = {toml(value)}"
    if len(short) <= 110 or not isinstance(value, Sequence) or isinstance(value, str):
        return short
    words = [f"{toml(v)}," for v in value]
    if any(" " in word for word in words):
        rows = words
    else:
        rows = textwrap.wrap(" ".join(words), 108, break_long_words=False, break_on_hyphens=False)
    return f"{key} = [\n" + "".join(f"  {row}\n" for row in rows) + "]"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)

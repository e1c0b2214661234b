"""Steps and card actions in words: how the agenda of a position is written and read.

A step is written as its name and then the values of its fields: Sanchos and regions by their ids, other words as they
are, numbers behind the name of their field: ``CommandTurn castilla``, ``ChooseBesiegers aragon r5 points 2``,
``MoveTo najera garrison n-home``.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import SanchosState
from mesnada.games.sanchos.pack.cards import read_action
from mesnada.games.sanchos.pieces import MOVE_BESIEGER, MOVE_FIELD, MOVE_GARRISON, MOVE_KING
from mesnada.games.sanchos.positions.placing import find_region, find_sancho
from mesnada.games.sanchos.steps import STEPS
from mesnada.games.sanchos.tables import ALL, FIRST_POSSIBLE, MENU, Order, Tables
from mesnada.kernel.errors import ContentError, PositionError
from mesnada.kernel.step import Step

NONE: Final = "none"
KINDS: Final = {MOVE_FIELD: "troop", MOVE_GARRISON: "garrison", MOVE_BESIEGER: "besieger", MOVE_KING: "king"}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "kind": tuple(KINDS[kind] for kind in sorted(KINDS)),
    "king": ("troop", "king"),
    "slot": ("first", "between", "last"),
    "empty_only": ("any-space", "empty-space"),
}
"""Fields whose values have words of their own."""
_MODES: Final = {FIRST_POSSIBLE: "first-possible", ALL: "all", MENU: "menu"}


# -- names of card actions and of their items ----------------------------------------------------------------------


def action_names(t: Tables) -> list[str]:
    """Every card action by name, ``castilla-1a.najera``; those that are on no card are ``action-1`` and so on."""
    names = [f"{card.id}.{action.sancho}" for card in t.cards for action in card.actions]
    return names + [f"action-{n}" for n in range(1, len(t.card_actions) - len(names) + 1)]


def order_names(t: Tables) -> dict[int, str]:
    """Every item of a card action by name: ``castilla-1a.najera.2``, ``castilla-1a.castilla.solo-2`` (crown text)."""
    found: dict[int, str] = {}
    for name, orders in zip(action_names(t), t.card_actions, strict=True):
        for prefix, row in (("", orders.items), ("solo-", orders.solo)):
            for place, order in enumerate(row, 1):
                found[order] = f"{name}.{prefix}{place}"
    return found


# -- card actions that are on no card ------------------------------------------------------------------------------


def action_tables(t: Tables) -> list[dict[str, Any]]:
    """The card actions that are on no card, in the form of the card file."""
    found: list[dict[str, Any]] = []
    for orders in t.card_actions[3 * t.card_count :]:
        table: dict[str, Any] = {"sancho": SANCHOS[orders.sancho], "mode": _MODES[orders.mode]}
        menu = orders.mode == MENU
        if menu:
            table["points"] = orders.points
        table["options" if menu else "do"] = [_item(t, t.orders[i], "max" if menu else "points") for i in orders.items]
        if menu:
            table["solo"] = [_item(t, t.orders[i], "points") for i in orders.solo]
        found.append(table)
    return found


def _item(t: Tables, o: Order, points: str) -> dict[str, Any]:
    item: dict[str, Any] = {"do": o.do}
    if points == "max" or o.do != "reserve-this-card":
        item[points] = o.points
    if o.to:
        item["to"] = o.to
    if o.favourable:
        item["select"] = "most-favourable"
    if o.not_in >= 0:
        item["not_in"] = SANCHOS[t.home.index(o.not_in)]
    if o.do == "discard-reserved":
        item["whom"] = "each-opponent"
    for flag in ("empty_only", "recruit_remaining"):
        if getattr(o, flag):
            item[flag] = True
    return item


def add_actions(t: Tables, tables: Iterable[object]) -> None:
    """Takes card actions in the form of the card file into tables. Raises PositionError."""
    for number, table in enumerate(tables):
        try:
            t.add_orders(read_action(table))
        except ContentError as error:
            raise PositionError(".".join(filter(None, (f"action[{number}]", error.key))), error.reason) from None


# -- steps ---------------------------------------------------------------------------------------------------------


class StepWords:
    """Writes and reads the steps of one game."""

    def __init__(self, t: Tables) -> None:
        self.t = t
        self._actions = action_names(t)
        self._orders = order_names(t)
        self._action_numbers = {name: i for i, name in enumerate(self._actions)}
        self._order_numbers = {name: i for i, name in self._orders.items()}

    def write(self, step: Step[SanchosState]) -> str:
        """A step as one line."""
        words = [type(step).__name__]
        for field, value in zip(_fields(type(step)), step.values(), strict=True):
            words += self._write(field, value)
        return " ".join(words)

    def _write(self, field: str, value: int) -> list[str]:
        t = self.t
        if field in ("s", "o", "x"):
            return [SANCHOS[value]]
        if field in ("r", "to"):
            return [t.ids[value]]
        if field == "commander":
            return [SANCHOS[value - 1] if value else NONE]
        if field == "player":
            return [SANCHOS[t.players[value]]]
        if field in _WORDS:
            return [_WORDS[field][value]]
        if field == "action":
            return [self._actions[value]]
        if field == "order":
            return [self._orders[value]]
        if field == "refused":
            return [field, ",".join(t.ids[r] for r in range(t.count) if value >> r & 1) or NONE]
        return [field, str(value)]

    def read(self, text: str, where: str) -> Step[SanchosState]:
        """The step of a line. Raises PositionError."""
        words = text.split()
        if not words or words[0] not in STEPS:
            near = difflib.get_close_matches(words[0] if words else "", STEPS, n=1)
            raise PositionError(where, f"{text!r} begins with no step" + (f"; did you mean {near[0]}?" if near else ""))
        maker, rest = STEPS[words[0]], words[1:]
        values = [self._read(field, rest, f"{where} {words[0]}") for field in _fields(maker)]
        if rest:
            raise PositionError(where, f"{words[0]} has nothing to do with {' '.join(rest)!r}")
        return maker(*values)

    def _read(self, field: str, words: list[str], where: str) -> int:
        t = self.t
        if field in ("s", "o", "x"):
            return find_sancho(_next(words, "a Sancho", where), where)
        if field in ("r", "to"):
            return find_region(t, _next(words, "a region", where), where)
        if field == "commander":
            name = _next(words, "a Sancho or none", where)
            return 0 if name == NONE else find_sancho(name, where) + 1
        if field == "player":
            s = find_sancho(_next(words, "a Sancho", where), where)
            if s not in t.players:
                raise PositionError(where, f"{SANCHOS[s]} has no player")
            return t.players.index(s)
        if field in _WORDS:
            return _among(_next(words, field, where), dict(zip(_WORDS[field], range(9), strict=False)), where)
        if field == "action":
            return _among(_next(words, "a card action", where), self._action_numbers, where)
        if field == "order":
            return _among(_next(words, "an item of a card action", where), self._order_numbers, where)
        if _next(words, field, where) != field:
            raise PositionError(where, f"{field} is missing")
        word = _next(words, f"the value of {field}", where)
        if field == "refused":
            names = [] if word == NONE else word.split(",")
            return sum({1 << find_region(t, name, where) for name in names})
        if not word.isdecimal() or not word.isascii() or int(word) > 255:
            raise PositionError(where, f"{field} is {word!r}, which is no number up to 255")
        return int(word)


def _fields(maker: Callable[..., object]) -> list[str]:
    return [field.name for field in fields(maker)]  # type: ignore[arg-type]


def _next(words: list[str], wanted: str, where: str) -> str:
    if not words:
        raise PositionError(where, f"{wanted} is missing")
    return words.pop(0)


def _among(word: str, known: Mapping[str, int], where: str) -> int:
    if word not in known:
        near = difflib.get_close_matches(word, known, n=1) or sorted(known)[:9]
        raise PositionError(where, f"{word!r} is not known here; there is {', '.join(near)}")
    return known[word]

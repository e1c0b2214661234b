"""The card action that a vector speaks of without giving it: made up from its steps.

A vector that says ``turn = SANCHO`` and gives neither a card nor an action shows one by what is done and refused. Verbs
that the position refuses before something is done were earlier parts of the action ("if not possible"), verbs that
only the card refuses are later ones, and ``options_offered`` belongs to a menu. Where several actions fit they are
tried one after the other.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from mesnada.games.sanchos.components import SANCHOS, CardAction, Item
from mesnada.games.sanchos.tables import Tables
from mesnada.games.sanchos.vectors.case import PRIMARY, CaseError, StepText
from mesnada.kernel.vectors import Vector

_ONCE: Final = ("attack", "besiege", "reserve-this-card")
_DIRECTED: Final = ("strongest", "weakest", "strongest_candidates", "weakest_candidates")
"""Keys of ``then`` that speak of a Move from the strongest Army."""
_MENU_WORD: Final = re.compile(r"\W*(move|attack|fortify|besiege|deploy|recruit|reserve)", re.IGNORECASE)


@dataclass(frozen=True)
class MadeUp:
    """An action that may be meant, and regions that its Attack excludes."""

    action: CardAction
    not_in: tuple[str, ...] = ()


def exclude_regions(t: Tables, action: int, regions: Sequence[str]) -> None:
    """Takes regions out of the Attacks of an action that is in the tables already. Raises CaseError."""
    if not regions:
        return
    if len(regions) > 1:
        raise CaseError(f"a card excludes one region, not {', '.join(regions)}")
    name = regions[0]
    r = t.home[SANCHOS.index(name)] if name in SANCHOS else t.index.get(name, -1)
    if r < 0:
        raise CaseError(f"{name!r} is no region of this board")
    orders = t.card_actions[action]
    for i in (*orders.items, *orders.solo):
        if t.orders[i].do == "attack":
            t.orders[i] = replace(t.orders[i], not_in=r)


def turns_of(steps: Sequence[StepText], first: int) -> dict[int, list[list[StepText]]]:
    """The steps that spend points, by Sancho and turn; ``first`` is who acts where a step does not say."""
    found: dict[int, list[list[StepText]]] = {}
    actor, fresh = first, True
    for step in steps:
        if step.do == "next-turn":
            fresh = True
        if step.do not in PRIMARY and step.do != "choose":
            continue
        s = step.sancho(actor)
        if fresh or s != actor:
            found.setdefault(s, []).append([])
        actor, fresh = s, False
        found[s][-1].append(step)
    return found


def made_up_actions(vector: Vector, s: int, turns: list[list[StepText]]) -> Iterator[MadeUp]:
    """The actions of a Sancho that a vector may speak of, the likeliest first."""
    parts = _Parts(vector, turns)
    offered = _texts(vector, "options_offered") + _texts(vector, "options_not_offered")
    said = parts.not_in or _excluded(offered)
    exclusions = [said] if said else [(), *parts.refused_attacks()]
    menus = [parts.menu(offered)] if offered else []
    modes: list[tuple[str, list[str]]] = []
    if not menus:
        if len(parts.done) > 1:
            modes += [("all", parts.done), ("menu", parts.done)]
        else:
            modes.append(("first-possible", parts.order))
    for verbs in menus:
        modes.append(("menu", verbs))
    for not_in, (mode, verbs), to, select, empty in itertools.product(
            exclusions, modes, parts.destinations(), parts.selections(), parts.spaces(offered)):
        items = tuple(parts.item(verb, to, select, empty, mode) for verb in verbs)
        if not items:
            continue
        points = parts.points_in_all() if mode == "menu" else 0
        solo = tuple(replace(item, points=max(item.points, 1)) for item in items) if mode == "menu" else ()
        yield MadeUp(CardAction(SANCHOS[s], mode, points, items, solo), not_in)


def _texts(vector: Vector, key: str) -> list[str]:
    found = vector.when.get(key, vector.then.get(key, []))
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise CaseError(f"{key} is no list of texts")
    return list(found)


def _excluded(offered: Sequence[str]) -> tuple[str, ...]:
    """The region of "attack in a-home (… excluded)"."""
    for text in offered:
        match = re.match(r"\W*attack (?:not )?in ([\w-]+).*(?:exclu|not in)", text, re.IGNORECASE)
        if match:
            return (match[1],)
    return ()


class _Parts:
    """What the steps of a Sancho say about its action."""

    def __init__(self, vector: Vector, turns: list[list[StepText]]) -> None:
        self.vector = vector
        self.turns = turns
        self.text = " ".join(str(part) for part in (vector.id, vector.given.get("note"), vector.source)).lower()
        steps = [step for turn in turns for step in turn]
        self.steps = [step for step in steps if step.do in PRIMARY]
        self.choices = [str(step.data.get("what", "")).lower() for step in steps if step.do == "choose"]
        self.not_in = tuple(dict.fromkeys(name for step in self.steps for name in step.words("not_in")))
        legal = [step.do for step in self.steps if not step.illegal]
        self.recruits = "recruit" in legal and any(step.do == "deploy" for step in self.steps)
        self.done = [verb for verb in dict.fromkeys(legal) if not (self.recruits and verb == "recruit")]
        if self.recruits and "deploy" not in self.done:
            self.done.insert(0, "deploy")
        if not self.done:
            self.done = self._chosen_verbs()
        directed = any(key in vector.then for key in _DIRECTED)
        if not self.done and not self.steps and directed:
            self.done = ["move"]
        self.order = list(dict.fromkeys([*self._earlier(), *self.done, *self._later()]))

    def _chosen_verbs(self) -> list[str]:
        """Where only a choice is listed, the verb that it belongs to."""
        if any("army" in what or "region" in what for what in self.choices):
            return ["move"]
        found = [verb for verb in ("besiege", "attack") if any(verb in what for what in self.choices)]
        if any("favourable" in what for what in self.choices) and not found:
            found = ["attack"]
        if any("discard" in what or "card" in what for what in self.choices):
            found = ["discard-reserved"]
        return found

    def _earlier(self) -> list[str]:
        """Verbs that the position refuses before anything is done in their turn."""
        found: list[str] = []
        for turn in self.turns:
            for step in turn:
                if not step.illegal:
                    break
                if not step.card_rule and step.do in PRIMARY and step.do not in self.done:
                    found.append(step.do)
        return found

    def _later(self) -> list[str]:
        return [step.do for step in self.steps if step.illegal and step.do not in self.done]

    # -- numbers ---------------------------------------------------------------------------------------------------

    def points(self, verb: str) -> int:
        """The points of a verb: those of its steps in the turn that uses most, and those that are said to be lost."""
        legal = any(step.do == verb and not step.illegal for step in self.steps)
        most, spare = 0, 0
        for turn in self.turns:
            mine = [step for step in turn if step.do == verb and step.illegal != legal]
            points = [self._points_of(step) for step in mine]
            total = sum(points) if legal else max(points, default=0)
            if total > most:
                most = total
                spare = total - sum(step.size for step in mine) if verb in ("move", "fortify") else 0
        lost = self.vector.then.get("points_lost", 0)
        if legal and type(lost) is int:
            most += max(lost - max(spare, 0), 0)
        if self.recruits and verb == "deploy":
            most = max(most, *(sum(self._points_of(step) for step in turn if not step.illegal) for turn in self.turns))
        given = self.vector.given.get("points")
        if type(given) is int:
            return given
        return max(most, 1)

    @staticmethod
    def _points_of(step: StepText) -> int:
        if step.do == "besiege":
            return step.number_of("points", default=(step.size + 1) // 2)
        return step.number_of("points", default=step.size if step.do in ("move", "fortify", "deploy") else 1)

    def points_in_all(self) -> int:
        """The points of a menu."""
        given = self.vector.given.get("points")
        if type(given) is int:
            return given
        most = max((sum(self._points_of(step) for step in turn if step.do in PRIMARY and not step.illegal)
                    for turn in self.turns), default=0)
        lost = self.vector.then.get("points_lost", 0)
        return max(most + (lost if type(lost) is int else 0), 1)

    def refused_attacks(self) -> list[tuple[str, ...]]:
        """Regions in which only the card forbids an Attack: it may exclude them."""
        found = [str(step.data.get("region")) for step in self.steps
                 if step.do == "attack" and step.illegal and step.card_rule]
        return [(region,) for region in dict.fromkeys(found)]

    # -- what is left open -----------------------------------------------------------------------------------------

    def destinations(self) -> list[str]:
        """Values of ``to`` of a Move that may be meant."""
        if not any(verb == "move" for verb in self.order) or len(self.done) > 1:
            return [""]
        directed = (any(step.do == "move" and step.has("points") for step in self.steps) or bool(self.choices)
                    or any(key in self.vector.then for key in _DIRECTED))
        selected = {str(step.data.get("select")) for step in self.steps if step.has("select")}
        if "empty" in " ".join(self.choices) or "empty" in selected:
            return ["empty", "weakest", ""]
        return ["weakest", "empty", ""] if directed else ["", "weakest", "empty"]

    def selections(self) -> list[str]:
        """Values of ``select`` of an Attack or a Besiege that may be meant."""
        if not any(verb in ("attack", "besiege") for verb in self.order):
            return [""]
        selected = [str(step.data["select"]) for step in self.steps if step.has("select")]
        if selected:
            return [selected[0] if selected[0] == "most-favourable" else ""]
        said = "favourable" in self.text or any("favourable" in what for what in self.choices)
        return ["most-favourable", ""] if said else ["", "most-favourable"]

    def spaces(self, offered: Sequence[str]) -> list[bool]:
        """Values of ``empty_only`` of a Fortify that may be meant."""
        if any(re.match(r"\W*fortify.*empty", text, re.IGNORECASE) for text in offered):
            return [True]
        return [any(step.data.get("empty_only") is True for step in self.steps)]

    def menu(self, offered: Sequence[str]) -> list[str]:
        """The verbs of a menu."""
        names = [match[1].lower() for text in offered if (match := _MENU_WORD.match(text))]
        verbs = ["reserve-this-card" if name == "reserve" else name for name in names]
        return list(dict.fromkeys([*verbs, *self.done]))

    def item(self, verb: str, to: str, select: str, empty: bool, mode: str) -> Item:
        """One item of the action."""
        points = 1 if verb in _ONCE and mode == "menu" else self.points(verb)
        if verb == "deploy":
            kings = [step for step in self.steps if step.do == "deploy" and step.data.get("to") in ("king", "K")]
            return Item(verb, points, to="king" if kings else "home", recruit_remaining=self.recruits)
        if verb == "move":
            return Item(verb, points, to=to if mode != "menu" else "")
        if verb in ("attack", "besiege"):
            return Item(verb, points, select=select)
        if verb == "discard-reserved":
            return Item(verb, points, whom="each-opponent")
        return Item(verb, points, empty_only=empty and verb == "fortify")


def given_actions(given: dict[str, Any]) -> list[dict[str, Any]]:
    """``given.action`` as a list; it may be one table, and it is that of ``turn`` if it names no Sancho."""
    found = given.get("action", [])
    tables = [found] if isinstance(found, dict) else found
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise CaseError("given.action is no table")
    whose = given.get("turn")
    return [table if "sancho" in table or whose is None else {"sancho": whose, **table} for table in tables]

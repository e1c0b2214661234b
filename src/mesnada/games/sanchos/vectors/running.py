"""Test vectors of the game: cases of given, when and then, played through the real engine.

``given`` is a position (:mod:`positions.position`), with ``board`` the name of a board of the file. ``turn`` is the
Sancho who acts by a card; the card may be given (``card``), or its action (``action``, in the form of the card file),
or it is made up from the steps (:mod:`vectors.orders`). ``when`` has the steps (:mod:`vectors.steps`), ``then`` what is
compared (:mod:`vectors.checks`). Whatever a case says that cannot be understood makes it fail.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mesnada.games.sanchos.components import SANCHOS, Content
from mesnada.games.sanchos.model import LEFT, TURN_OF, USED, SanchosState
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.games.sanchos.positions.keys import typed
from mesnada.games.sanchos.positions.own_board import with_board
from mesnada.games.sanchos.positions.placing import find_sancho
from mesnada.games.sanchos.positions.reading import Reader
from mesnada.games.sanchos.setup import initial_state
from mesnada.games.sanchos.tables import Tables
from mesnada.games.sanchos.vectors.case import PRIMARY, CaseError, StepText, read_steps
from mesnada.games.sanchos.vectors.checks import ROUND_KEYS, Outcome, check
from mesnada.games.sanchos.vectors.driver import Driver, Refused, Turns
from mesnada.games.sanchos.vectors.offers import check_offers
from mesnada.games.sanchos.vectors.orders import (
    MadeUp,
    exclude_regions,
    given_actions,
    made_up_actions,
    turns_of,
)
from mesnada.games.sanchos.vectors.round import give_hands
from mesnada.games.sanchos.vectors.steps import forbidden_with_cp, perform
from mesnada.kernel.errors import MesnadaError
from mesnada.kernel.game import Setup
from mesnada.kernel.vectors import Mismatch, Vector

if TYPE_CHECKING:
    from mesnada.games.sanchos.game import Sanchos

TRIES: Final = 64
"""Made-up actions that are tried at most."""
_OFFERS: Final = ("options_offered", "options_not_offered")
_FRAMED: Final = frozenset(("phase1", "play", "reserve", "take-turn", "wait", "reveal"))
"""Verbs that need the whole round on the agenda."""


class VectorRunner:
    """Plays the cases of one file."""

    def __init__(self, game: Sanchos, shared: Mapping[str, Any]) -> None:
        self.game = game
        self.boards: Mapping[str, Any] = shared.get("board", {})
        self._contents: dict[str, Content] = {}
        self._tables: dict[Setup, Tables] = {}

    def __call__(self, vector: Vector) -> list[Mismatch]:
        """What did not come out; empty if the case passed. In every mode that it is for, if ``given`` names none."""
        try:
            modes = [vector.given["mode"]] if "mode" in vector.given else list(vector.modes) or ["3p"]
            cases = [replace(vector, given={**vector.given, "mode": mode}) for mode in modes]
            return [wrong for case in cases for wrong in self._run(case)]
        except CaseError as error:
            return [Mismatch("a case that can be understood", str(error))]
        except MesnadaError as error:
            return [Mismatch("a position that can be set up", str(error))]

    def _run(self, vector: Vector) -> list[Mismatch]:
        unknown = [key for key in vector.when if key not in ("steps", "note", *_OFFERS)]
        if unknown:
            raise CaseError(f"when.{unknown[0]} is no key of these cases")
        first: list[Mismatch] | None = None
        for case in itertools.islice(self._cases(vector), TRIES):
            wrong = case.play()
            if not wrong:
                return []
            first = first or wrong
        return first or [Mismatch("an action that fits the steps", "none was found")]

    # -- all ways to understand a case -----------------------------------------------------------------------------

    def _cases(self, vector: Vector) -> Iterator[Case]:
        """The case, with every action that may be meant where it gives none."""
        steps = read_steps(vector.when)
        for from_garrison in (False, True) if _leaves_place_open(steps) else (False,):
            sets = itertools.product(*([(s, made) for made in found] for s, found in self._open_actions(vector, steps)))
            for actions in sets:
                yield Case(self, vector, steps, dict(actions), from_garrison)

    def _open_actions(self, vector: Vector, steps: list[StepText]) -> Iterator[tuple[int, list[MadeUp]]]:
        """The Sanchos whose action is neither given nor on a card, with the actions that may be meant."""
        given = vector.given
        commander = given.get("commander") or ""
        turn = given.get("turn") or commander
        if not turn or given.get("agenda") is not None or (_is_framed(given, steps) and "turn" not in given):
            return
        actor = find_sancho(turn, "turn")
        fixed = {table.get("sancho") for table in given_actions(dict(given))}
        turns = turns_of(steps, actor)
        if given.get("turn") and not turns.get(actor):
            turns[actor] = [[]]
        player = given.get("player", dict(given.get("options", {})).get("player", "najera"))
        nonplayer_by_commander = given["mode"] == "2p" and turn == "najera" and commander
        for s, row in turns.items():
            if nonplayer_by_commander and SANCHOS[s] == commander and "cp" not in given:
                continue
            own = row
            if nonplayer_by_commander and s == actor and "cp" not in given:
                own = row + turns.get(SANCHOS.index(commander), [])
            name = SANCHOS[s]
            automa = given["mode"] == "solo" and name != player
            if name == commander or name in fixed or automa or given.get("card"):
                continue
            found = list(made_up_actions(vector, s, own))
            if found:
                yield s, found

    # -- positions -------------------------------------------------------------------------------------------------

    def reader(self, vector: Vector, extra: Mapping[str, Any]) -> Reader:
        """A reader of ``given`` without what only vectors say."""
        given = {key: value for key, value in vector.given.items() if key not in ("note", "points", "action")}
        given |= extra
        given.setdefault("pieces", [])
        board = given.pop("board", None)
        content = self._content(board)
        if order := given.get("card_order"):
            content = _with_order(content, order)
        options = dict(given.get("options", {}))
        if "level" in given:
            options.setdefault("level", given.pop("level"))
        if given.get("el_cid") in ("card", "inspires", "off"):
            options.setdefault("el-cid", given.pop("el_cid"))
        if given.get("el_cid") is not None and _needs_piece(vector):
            options.setdefault("el-cid", "inspires")
        given["options"] = options
        return Reader(self.game, typed(given), content, whole_round=False, kept=self._tables)

    def _content(self, board: object) -> Content:
        content = load_content()
        if board is None:
            return content
        if isinstance(board, str):
            if board not in self.boards:
                raise CaseError(f"there is no board {board!r} in this file")
            if board not in self._contents:
                self._contents[board] = self._content(self.boards[board])
            return self._contents[board]
        if not isinstance(board, dict):
            raise CaseError("given.board is neither the name of a board nor a table")
        return with_board(content, board)


class Case:
    """One way to understand a vector, played once."""

    def __init__(self, runner: VectorRunner, vector: Vector, steps: list[StepText], actions: dict[int, MadeUp],
                 from_garrison: bool) -> None:
        self.vector = vector
        self.steps = steps
        self.made_up = actions
        given = vector.given
        self.framed = _is_framed(given, steps)
        g = self._set_up(runner)
        self.t = g.t
        commander = given.get("commander") or ""
        self.turn = find_sancho(given.get("turn") or commander or SANCHOS[max(g.b[TURN_OF], 1) - 1], "turn")
        cp = given.get("cp", given.get("left"))
        turns = Turns(cp=cp if type(cp) is int else 3, first=self.turn, from_garrison=from_garrison)
        self.action: Any = None
        for s, made in actions.items():
            turns.actions[s] = self.t.add_orders(made.action)
            exclude_regions(self.t, turns.actions[s], made.not_in)
        for table in given_actions(dict(given)):
            s = find_sancho(table.get("sancho"), "action.sancho")
            number = next(i for i in range(3 * self.t.card_count, len(self.t.card_actions))
                          if self.t.card_actions[i].sancho == s and i not in turns.actions.values())
            turns.actions.setdefault(s, number)
        if given.get("card") and not self.framed:
            for number in self.t.actions_of[self.t.card_index[given["card"]]]:
                s = self.t.card_actions[number].sancho
                if SANCHOS[s] != commander:
                    turns.actions.setdefault(s, number)
        self.driver = Driver(g, turns, self.framed)
        self.start = g.copy()

    def _set_up(self, runner: VectorRunner) -> SanchosState:
        vector, given = self.vector, self.vector.given
        tables = given_actions(dict(given))
        extra: dict[str, Any] = {"action": tables} if tables else {}
        framed = self.framed
        if "pieces" not in given:
            others = set(given) - {"mode", "options", "seats", "player", "board", "el_cid", "level", "note", "game"}
            if others:
                raise CaseError(f"given.pieces is missing, and given has {', '.join(sorted(others))}")
            self.framed = True
            g = initial_state(runner.reader(vector, extra).t)
            g.events = []
            return g
        if not framed:
            extra |= {"turn": "", "cp": None, "phase": 4, "agenda": None}
        elif given.get("agenda") is None and "phase" not in given:
            extra |= {"phase": 1}
        reader = runner.reader(vector, {key: value for key, value in extra.items() if value is not None})
        reader.whole_round = framed
        g = reader.state(check=framed and given.get("agenda") is not None)
        if not framed:
            g.agenda.clear()
        elif given.get("agenda") is None:
            give_hands(g, given.get("hand", {}))
        g.settle()
        g.events = []
        return g

    # -- playing ---------------------------------------------------------------------------------------------------

    def play(self) -> list[Mismatch]:
        """Plays the steps and compares the result; what did not come out."""
        d = self.driver
        wrong = check_offers(d, self.turn, self.vector, "before")
        if not self.steps and self.turn in d.turns.actions and not self.framed:
            d.open_turn(self.turn)
        for step in self.steps:
            if step.illegal:
                wrong += self._refused(step)
                continue
            try:
                perform(d, step)
            except Refused as refusal:
                return [*wrong, Mismatch(f"{step} is done", str(refusal))]
        if d.actor < 0 and d.idle and self.turn == d.commander and {"cp_left", "decision_by"} & set(self.vector.then):
            d.open_turn(self.turn)
        d.flush()
        wrong += check_offers(d, self.turn, self.vector, "after")
        self._finish()
        outcome = Outcome(self.start, d, self.turn, self._destination(), d.turns.cp)
        for key, expected in self.vector.then.items():
            if key not in _OFFERS:
                wrong += check(outcome, key, expected)
        return wrong

    def _refused(self, step: StepText) -> list[Mismatch]:
        """An illegal step has to be refused and to change nothing.

        Where the engine only says that something else is due, and the step is not marked as forbidden by the card
        alone, the position itself has to forbid it, even to a Sancho who could spend CPs.
        """
        d = self.driver
        before = (d.g.hash(), len(d.events))
        other = d.fork()
        other.patient = False
        try:
            perform(other, step)
        except Refused as refusal:
            if (d.g.hash(), len(d.events)) != before:
                return [Mismatch(f"{step} changes nothing", "the state has changed")]
            rule = step.data.get("rule")
            if rule is not None and refusal.rule and rule != refusal.rule:
                return [Mismatch(f"{step} is refused by {rule}", f"refused by {refusal.rule}")]
            trivial = refusal.code in ("", "not-now", "turn-over", "no-such-action")
            if trivial and step.do in PRIMARY and not step.card_rule and not forbidden_with_cp(d, step):
                return [Mismatch(f"{step} is refused", f"the position allows it ({refusal})")]
            return []
        return [Mismatch(f"{step} is refused", "it can be done")]

    def _finish(self) -> None:
        d = self.driver
        d.points_lost = self._points_lost()
        d.end_phase_2()
        if self.framed and ROUND_KEYS & set(self.vector.then) and not d.g.over:
            start = self.start.b[0]
            d.play_on(lambda: d.g.b[0] > start)

    def _points_lost(self) -> int | None:
        """Points of the last action, or CPs, that were not used."""
        d = self.driver
        number = d.turns.actions.get(d.actor)
        if number is None:
            return d.g.b[LEFT] if d.cp_left is None else d.cp_left
        orders = self.t.card_actions[number]
        if orders.points:
            return orders.points - d.g.b[USED]
        done = [step.do for step in self.steps if step.do in PRIMARY and not step.illegal]
        items = [self.t.orders[i] for i in orders.items]
        item = next((o for o in items if done and o.do == done[-1]), items[0])
        return item.points - d.g.b[USED]

    def _destination(self) -> str:
        made = self.made_up.get(self.turn)
        return next((item.to for item in made.action.items if item.do == "move"), "") if made else ""


# -- reading given -------------------------------------------------------------------------------------------------


def _is_framed(given: Mapping[str, Any], steps: list[StepText]) -> bool:
    """Whether the case is about the round, so that the engine opens and closes the turns."""
    if "agenda" in given or "pieces" not in given:
        return True
    if any(step.do in _FRAMED for step in steps):
        return True
    return "hand" in given and not steps and "cp" not in given and "turn" not in given


def _needs_piece(vector: Vector) -> bool:
    """Whether the case uses the piece of El Cid."""
    steps = vector.when.get("steps", [])
    verbs = {step.get("do") for step in steps if isinstance(step, dict)} if isinstance(steps, list) else set()
    then = vector.then.get("el_cid")
    return bool(verbs & {"inspire", "place-el-cid", "enter", "el-cid-enters", "stay"}) or (
        isinstance(then, dict) and "piece" in then)


def _leaves_place_open(steps: list[StepText]) -> bool:
    """Whether a step leaves open if a piece comes from, or goes to, a Garrison."""
    return any(step.do == "move" and not step.has("place") and not step.illegal for step in steps) or any(
        step.do == "deploy" and step.data.get("to") in (None, "home", "home-region") and not step.has("place")
        for step in steps)


def _with_order(content: Content, order: object) -> Content:
    """The content with a card of every CP value that has its actions in this order."""
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(SANCHOS):
        raise CaseError(f"given.card_order {order!r} does not name the three Sanchos")
    cards = list(content.cards)
    for cp in {card.cp for card in cards}:
        fitting = [i for i, card in enumerate(cards) if card.cp == cp and card.actions[2].sancho == order[2]]
        if fitting and not any([a.sancho for a in cards[i].actions] == order for i in fitting):
            top, middle, bottom = cards[fitting[0]].actions
            cards[fitting[0]] = replace(cards[fitting[0]], actions=(middle, top, bottom))
    changed = tuple(cards)
    if changed == content.cards:
        return content
    return replace(content, cards=changed, digest=f"{content.digest}-{re.sub('[^a-z]', '', ''.join(order))}")

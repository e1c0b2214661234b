"""The driver of a test vector: opens turns, applies decisions to the real engine, and takes those nobody lists.

A step of a vector may be several decisions, and one that the engine takes by itself is recognised by its event. What
a vector does not list is answered here: who may play a Reserved card passes, a Garrison stays in, nobody intercepts, a
siege goes on, El Cid stays where he is; and a decision with one answer gets it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from mesnada.games.sanchos.commands import begin_turn, command_turn
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import COMMANDER, LEFT, PLAYED, TURN_OF, SanchosState
from mesnada.games.sanchos.orders import card_turn
from mesnada.games.sanchos.round import DISCARD_PLAYED
from mesnada.games.sanchos.vectors.case import CaseError
from mesnada.kernel.action import Action
from mesnada.kernel.events import Event
from mesnada.kernel.state import IllegalAction
from mesnada.kernel.step import CHANCE, Step

HARMLESS: Final = ("pass", "decline", "stop", "end", "wait")
"""Answers with which a turn that is not listed further comes to its end."""
_CARDS: Final = frozenset(("Deal", "DrawCard", "Reveal", "SetAside", "GiveReserved", "DiscardFaceDown"))
LIMIT: Final = 10_000


class Refused(Exception):
    """The engine does not allow a step. ``code`` and ``rule`` are those of its refusal; "" where nobody asks for it."""

    def __init__(self, why: str, code: str = "", rule: str = "") -> None:
        super().__init__(why)
        self.code = code
        self.rule = rule


@dataclass
class Turns:
    """What the turns of a case are made of: the action of each Sancho, and the CPs of the commander."""

    actions: dict[int, int] = field(default_factory=dict)
    """Index into ``Tables.card_actions``."""
    cp: int = 3
    slot: str = "after"
    first: int = -1
    """Whose turn the case is about, if it says so."""
    from_garrison: bool = False
    """Whether pieces are taken from, and deployed to, a Garrison before a FA where a step leaves that open."""


class Driver:
    """A state with everything that is needed to go on with a vector."""

    def __init__(self, g: SanchosState, turns: Turns, framed: bool) -> None:
        self.g = g
        self.t = g.t
        self.turns = turns
        self.framed = framed
        """Whether the whole round is on the agenda, so that the engine itself opens and closes turns."""
        if g.events is None:
            g.events = []
        self.patient = True
        """Whether others are taken to pass if somebody acts before whom they are asked."""
        self.actor = -1
        """Whose turn is open, or was the last one."""
        self.used_events: set[int] = set()
        """Events that a step of the vector has been found in."""
        self.deciders: list[str] = []
        """Who decided each step, and first of all each choice."""
        self.chosen: list[str] = []
        self.cp_left: int | None = None
        """CPs with which the commander ended the turn."""
        self.points_lost: int | None = None

    def fork(self) -> Driver:
        """An independent copy."""
        g = self.g.copy()
        g.events = list(self.events)
        other = Driver(g, self.turns, self.framed)
        other.actor = self.actor
        other.used_events = set(self.used_events)
        other.deciders = list(self.deciders)
        other.chosen = list(self.chosen)
        other.cp_left, other.points_lost = self.cp_left, self.points_lost
        return other

    @property
    def events(self) -> list[Event]:
        assert self.g.events is not None
        return self.g.events

    @property
    def commander(self) -> int:
        return self.g.b[COMMANDER] - 1

    # -- decisions -------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Step[Any] | None:
        """The step that asks, None if nobody is asked."""
        return self.g.agenda[-1] if self.g.agenda else None

    def asks(self, *names: str, sancho: int | None = None) -> bool:
        """Whether a step of one of these kinds asks, and for this Sancho."""
        top = self.top
        return type(top).__name__ in names and (sancho is None or getattr(top, "s", sancho) == sancho)

    def act(self, action: Action | str, listed: bool = True) -> None:
        """Applies an action, which a step lists or which is a default.

        Raises Refused if the engine does not allow it; the state has then to be unchanged.
        """
        g = self.g
        if isinstance(action, str):
            found = g.actions.get(action)
            if found is None:
                raise Refused(f"there is no action {action!r}", "no-such-action")
            action = found
        refusal = g.why_not(action)
        if refusal is not None:
            before = g.hash()
            try:
                g.apply(action)
            except IllegalAction:
                pass
            else:
                raise CaseError(f"the engine refuses {action.name!r} ({refusal.code}) and applies it all the same")
            if g.hash() != before:
                raise CaseError(f"the refused action {action.name!r} has changed the state")
            raise Refused(f"{action.name!r} is refused: {refusal.code} ({refusal.rule})", refusal.code, refusal.rule)
        if action.verb == "end":
            self.cp_left = g.b[LEFT]
        if listed and g.seat != CHANCE:
            self.deciders.append(self.decider())
        g.apply(action)

    def decider(self) -> str:
        """Whose decision is due: a Sancho, ``chance`` or ``nobody``."""
        seat = self.g.seat
        return SANCHOS[self.t.seats[seat]] if seat >= 0 else "chance" if seat == CHANCE else "nobody"

    def default(self) -> Action | None:
        """The answer to a decision that the vector does not list; None if the vector has to."""
        top, t, g = self.top, self.t, self.g
        name = type(top).__name__
        if top is None or name in ("CommandTurn", "RollDie", "RerollDie", "InspireRoll", "RollForCommand"):
            return None
        legal = g.legal()
        simple: dict[str, Action] = {
            "ReservedCards": t.pass_, "Intercept": t.intercept[0], "GoOnWithSiege": t.siege[1],
            "ElCidBeforeBattle": t.el_cid_stays, "PlaceElCid": t.leave_el_cid,
        }
        if name in simple:
            return simple[name]
        if name in ("ReleaseGarrison", "FallingTroop") or name in _CARDS:
            return legal[0]
        if name == "TurnNow":
            slots = {"before": 0, "first": 0, "between": 1}
            return t.take_turn if slots.get(self.turns.slot) == getattr(top, "slot", -1) else t.wait
        return legal[0] if len(legal) == 1 else None

    def advance(self, wanted: Callable[[], bool]) -> bool:
        """Takes decisions that are not listed until the wanted one is due; says whether it is."""
        for _ in range(LIMIT):
            if wanted():
                return True
            action = self.default()
            if action is None or self._is_round_level():
                return False
            self.act(action, listed=False)
        return False

    def _is_round_level(self) -> bool:
        """Whether the round itself would go on, which only a step may ask for."""
        return self.asks("DrawCard", "Reveal", "PlayOrReserve")

    def seek(self, *names: str, sancho: int | None = None) -> bool:
        """Goes on to a decision of one of these kinds; if not patient, nobody else's is passed over for it.

        A Sancho may be named for what he decides for non-player Nájera, unless he is asked for himself.
        """
        if not self.patient and self.asks(*names) and not (self.asks(*names, sancho=sancho) or self._for_other(sancho)):
            return False
        other = self.fork()
        if self.t.two and sancho is not None and not other.advance(lambda: other.asks(*names, sancho=sancho)):
            return self.advance(lambda: self.asks(*names) and self._for_other(sancho))
        return self.advance(lambda: self.asks(*names, sancho=sancho))

    def _for_other(self, sancho: int | None) -> bool:
        """Whether a Sancho is asked on behalf of another one."""
        return sancho is not None and self.t.two and self.decider() == SANCHOS[sancho]

    def flush(self) -> None:
        """After the last step: what is not listed is answered as long as it can be."""
        self.advance(lambda: self.asks("TurnNow"))

    # -- turns -----------------------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Whether no turn is in progress."""
        return not self.g.agenda

    def open_turn(self, s: int) -> None:
        """Begins the turn of a Sancho: the commander's with its CPs, another's with its card action."""
        g = self.g
        self.close_turn()
        if s == self.commander and s not in self.turns.actions:
            begin_turn(g, s)
            g.b[LEFT] = self.turns.cp
            g.agenda.append(command_turn(s))
        elif s in self.turns.actions:
            g.agenda.append(card_turn(s, self.turns.actions[s]))
        else:
            raise Refused(f"{SANCHOS[s]} has no action in this case")
        self.actor = s
        self.cp_left = None
        g.settle()

    def close_turn(self) -> None:
        """Brings a turn in progress to its end with the answers that do least."""
        for _ in range(LIMIT):
            if self.idle:
                return
            if self.framed and self.asks("TurnNow", "DrawCard", "PlayOrReserve", "Reveal"):
                return
            action = self.default() or self._harmless()
            if action is None:
                raise CaseError(f"the turn of {SANCHOS[self.actor]} cannot be over at {type(self.top).__name__}")
            self.act(action, listed=False)

    def _harmless(self) -> Action | None:
        return next((action for action in self.g.legal() if action.verb in HARMLESS), None)

    def turn_for(self, s: int) -> None:
        """Makes sure that the turn of a Sancho is open. Raises Refused if it was and is over."""
        if self.framed:
            self._framed_turn(s)
            return
        if self.idle and self.actor == s:
            raise Refused(f"the turn of {SANCHOS[s]} is over", "turn-over")
        if self.actor != s:
            self.open_turn(s)

    def _framed_turn(self, s: int) -> None:
        for _ in range(LIMIT):
            if self.g.b[TURN_OF] == s + 1 and not self.asks("TurnNow"):
                return
            action = self.default()
            if self.asks("TurnNow") and s == self.commander:
                action = self.t.take_turn
            if action is None or self._is_round_level():
                raise Refused(f"it is not the turn of {SANCHOS[s]}")
            self.act(action, listed=False)

    def end_phase_2(self) -> None:
        """The card on the table, if there is one, goes where it has to go after all turns."""
        if self.idle and not self.framed and self.g.b[PLAYED]:
            self.g.agenda.append(DISCARD_PLAYED)
            self.g.settle()

    def play_on(self, done: Callable[[], bool]) -> None:
        """Plays on with harmless answers and the first face of every die until something is reached."""
        for _ in range(LIMIT):
            if done() or self.g.over:
                return
            legal = self.g.legal()
            self.act(self.default() or self._harmless() or legal[0], listed=False)

    # -- events ----------------------------------------------------------------------------------------------------

    def happened(self, kinds: Iterable[str], **params: object) -> bool:
        """Whether there is such an event that no step has claimed yet."""
        claimed = set(self.used_events)
        found = self.find_event(kinds, **params) is not None
        self.used_events = claimed
        return found

    def find_event(self, kinds: Iterable[str], **params: object) -> Event | None:
        """The first event of these kinds and parameters that no step has claimed yet; it is then claimed."""
        names = tuple(kinds)
        for number, event in enumerate(self.events):
            if number in self.used_events or event.kind not in names:
                continue
            if all(event.params.get(key) == value for key, value in params.items()):
                self.used_events.add(number)
                return event
        return None

    def claim_events(self, since: int) -> list[Event]:
        """All events from a number on, which now belong to a step."""
        self.used_events.update(range(since, len(self.events)))
        return self.events[since:]

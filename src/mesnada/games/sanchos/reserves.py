"""Card effects on Reserved cards: reserving the played card, and forced discards.

Rulebook: "Reserve this card at end of round" in the Action Terminology, and the Hints on Play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    FACE_DOWN,
    FACE_UP,
    KEEPER,
    LEFT,
    RESERVED,
    USED,
    SanchosState,
    not_now,
)
from mesnada.games.sanchos.reserved_cards import discard_reserved
from mesnada.games.sanchos.tables import Order
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Chance, Choice, interned

ALREADY_KEPT: Final = Refusal("card-already-kept", "sanchos.term.reserve-this-card")
NOT_RESERVED: Final = Refusal("card-not-reserved", "sanchos.term.discard-reserved-effect")


def why_not_keep(g: SanchosState, s: int) -> Refusal | None:
    """If two actions reserve the same card, the upper one gets it (sanchos.term.reserve-this-card)."""
    return ALREADY_KEPT if g.b[KEEPER] else None


def keep_card(g: SanchosState, s: int) -> None:
    """The played card will go to this Sancho's Reserve (sanchos.term.reserve-this-card-nonplayer)."""
    g.b[KEEPER] = s + 1
    g.b[LEFT] -= 1
    g.b[USED] += 1
    if g.events is not None:
        g.emit("will-reserve", "sanchos.term.reserve-this-card", sancho=SANCHOS[s])


def begin_discards(g: SanchosState, s: int, o: Order) -> None:
    """Each opponent discards Reserved cards (sanchos.term.discard-reserved-effect)."""
    b = g.b
    for x in reversed(g.t.clockwise[s][1:]):
        if b[RESERVED + x]:
            b[USED] = 1
            g.agenda.append(discards(s, x, min(o.points, b[RESERVED + x])))
    b[LEFT] = 0


@dataclass(frozen=True, slots=True)
class Discards(Auto[SanchosState]):
    """An opponent discards so many Reserved cards; an Auto-Sancho its lowest, the first reserved among equals."""

    rule: ClassVar[str] = "sanchos.term.discard-reserved-effect"
    s: int
    x: int
    left: int

    def run(self, g: SanchosState) -> None:
        if not self.left:
            return
        g.agenda.append(discards(self.s, self.x, self.left - 1))
        cards = g.reserved(self.x)
        if g.t.auto[self.x] and not g.t.acting_picks_discard:
            discard_card(g, self.x, min(cards, key=lambda c: g.t.cp[c]))
        elif g.t.auto[self.s] and g.t.acting_picks_discard:
            discard_card(g, self.x, max(cards, key=lambda c: g.t.cp[c]))
        else:
            g.agenda.append(choose_discard(self.s if g.t.acting_picks_discard else self.x, self.x))


discards = interned(Discards)


def discard_card(g: SanchosState, x: int, c: int) -> None:
    discard_reserved(g, x, c)
    if g.events is not None:
        g.emit("discards-reserved", "sanchos.term.discard-reserved-effect", sancho=SANCHOS[x], card=g.t.cards[c].id)


@dataclass(frozen=True, slots=True)
class ChooseDiscard(Choice[SanchosState]):
    """Which Reserved card is discarded. Who picks a card of another player names a face-up one, or any face-down one
    without knowing which; a commander who acts for Nájera knows the own cards
    (sanchos.term.discard-reserved-effect)."""

    rule: ClassVar[str] = "sanchos.term.discard-reserved-effect"
    s: int
    x: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        if self.s == self.x or g.controller(self.s) == g.t.seat_of[self.x]:
            return [g.t.discard[c] for c in g.reserved(self.x)]
        up = g.cards_at(FACE_UP + self.x)
        found = [g.t.discard[c] for c in up]
        if g.b[RESERVED + self.x] > len(up):
            found.append(g.t.discard_face_down)
        return found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        return NOT_RESERVED if action.verb == "discard" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        if action is g.t.discard_face_down:
            g.agenda.append(discard_face_down(self.x))
        else:
            discard_card(g, self.x, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-discard", {"sancho": SANCHOS[self.x]}


choose_discard = interned(ChooseDiscard)


@dataclass(frozen=True, slots=True)
class DiscardFaceDown(Chance[SanchosState]):
    """One of the face-down Reserved cards, picked blindly (sanchos.term.discard-reserved-effect)."""

    rule: ClassVar[str] = "sanchos.term.discard-reserved-effect"
    x: int

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.discard[c] for c in g.cards_at(FACE_DOWN + self.x)]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        return NOT_RESERVED if action.verb == "discard" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        discard_card(g, self.x, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-discard", {"sancho": SANCHOS[self.x]}


discard_face_down = interned(DiscardFaceDown)

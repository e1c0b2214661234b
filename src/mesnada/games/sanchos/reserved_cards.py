"""The battle, step 3: Reserved cards and the dice that they reroll.

Rulebook: "Attack", step 3. What Auto-Sanchos do is in :mod:`solo_battle`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.dice import has_die, why_not_face
from mesnada.games.sanchos.elcid import can_use_el_cid_card, holds_el_cid, play_el_cid
from mesnada.games.sanchos.model import CARD, DISCARDED, RESERVED, SanchosState, not_now
from mesnada.games.sanchos.resolution import RESOLVE
from mesnada.games.sanchos.solo_battle import auto_cards, boosted, die_to_boost
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Chance, Choice, interned

PICKED: Final = 1 << 12
"""Added to a die that was picked up to be rerolled."""
NO_CARD: Final = Refusal("card-not-reserved", "sanchos.cards.optional-and-one-at-a-time")
EL_CID_ELSEWHERE: Final = Refusal("card-not-reserved", "sanchos.inspire.card-needs-presence")
NO_DIE_THERE: Final = Refusal("no-own-die-in-column", "sanchos.cards.column-with-own-die")
NOT_IN_COLUMN: Final = Refusal("no-such-die-in-column", "sanchos.cards.any-dice-of-column")


# -- step 3: Reserved cards ---------------------------------------------------------------------------------------


def ask_for_cards(g: SanchosState, s: int, passes: int) -> None:
    """Goes clockwise until somebody can play or all three have passed in a row.

    sanchos.cards.pass-and-return, sanchos.cards.three-passes-end: who cannot play passes by itself.
    """
    b, t = g.b, g.t
    while passes < 3:
        card_at_hand = b[RESERVED + s] or can_use_el_cid_card(g, s)
        if card_at_hand and has_die(g, s):
            if not t.auto[s]:
                g.agenda.append(reserved_cards(s, passes))
                return
            cards = auto_cards(g, s)
            if cards:
                _auto_boost(g, s, cards)
                passes = -1
        s = t.next[s]
        passes += 1
    g.agenda.append(RESOLVE)


def discard_reserved(g: SanchosState, s: int, c: int) -> None:
    """A Reserved card goes to the discard pile (sanchos.cards.discarded-after-use)."""
    g.b[CARD + c] = DISCARDED
    g.b[RESERVED + s] -= 1


def _auto_boost(g: SanchosState, s: int, cards: list[int]) -> None:
    """sanchos.cards.auto-boost."""
    index = die_to_boost(g.dice, s)
    die = g.dice[index]
    points = sum(g.t.cp[c] for c in cards)
    g.dice[:] = boosted(g.dice, index, points)
    for c in cards:
        discard_reserved(g, s, c)
    if g.events is not None:
        g.emit("auto-boosts", "sanchos.cards.auto-boost", sancho=SANCHOS[s], cards=[g.t.cards[c].id for c in cards],
               values=[g.t.cp[c] for c in cards], die="king" if die & 1 else "troop", column=die >> 3,
               to=g.dice[-1] >> 3)


@dataclass(frozen=True, slots=True)
class ReservedCards(Choice[SanchosState]):
    """Step 3: a Sancho plays one Reserved card or passes (sanchos.cards.optional-and-one-at-a-time); for non-player
    Nájera the commander decides (sanchos.cards.najera2p)."""

    rule: ClassVar[str] = "sanchos.cards.optional-and-one-at-a-time"
    s: int
    passes: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        t = g.t
        found = [t.pass_, *(t.use[c] for c in g.reserved(self.s))]
        if can_use_el_cid_card(g, self.s):
            found.append(t.use_el_cid)
        return found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb not in ("pass", "use"):
            return not_now(self.rule)
        if action in self.legal(g):
            return None
        return EL_CID_ELSEWHERE if action is g.t.use_el_cid and holds_el_cid(g, self.s) else NO_CARD

    def apply(self, g: SanchosState, action: Action) -> None:
        t, s = g.t, self.s
        if action is t.pass_:
            if g.events is not None:
                g.emit("passes", "sanchos.cards.pass-and-return", sancho=SANCHOS[s])
            ask_for_cards(g, t.next[s], self.passes + 1)
            return
        g.agenda.append(next_card(t.next[s]))
        if action is t.use_el_cid:
            play_el_cid(g, s)
            return
        discard_reserved(g, s, action.x)
        if g.events is not None:
            g.emit("plays-reserved", "sanchos.cards.discarded-after-use", sancho=SANCHOS[s], card=t.cards[action.x].id,
                   cp=t.cp[action.x])
        columns = {die >> 3 for die in g.dice if die >> 1 & 3 == s}
        if len(columns) == 1:
            _choose_dice(g, s, columns.pop(), t.cp[action.x])
        else:
            g.agenda.append(choose_column(s, t.cp[action.x]))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "reserved-cards", {"sancho": SANCHOS[self.s]}


reserved_cards = interned(ReservedCards)


@dataclass(frozen=True, slots=True)
class NextCard(Auto[SanchosState]):
    """After a card the next Sancho clockwise is asked (sanchos.cards.optional-and-one-at-a-time)."""

    rule: ClassVar[str] = "sanchos.cards.optional-and-one-at-a-time"
    s: int

    def run(self, g: SanchosState) -> None:
        ask_for_cards(g, self.s, 0)


next_card = interned(NextCard)


@dataclass(frozen=True, slots=True)
class ChooseColumn(Choice[SanchosState]):
    """The column whose dice are rerolled (sanchos.cards.column-with-own-die)."""

    rule: ClassVar[str] = "sanchos.cards.column-with-own-die"
    s: int
    cp: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        columns = sorted({die >> 3 for die in g.dice if die >> 1 & 3 == self.s}, reverse=True)
        return [g.t.column[n] for n in columns]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "column":
            return not_now(self.rule)
        return None if action in self.legal(g) else NO_DIE_THERE

    def apply(self, g: SanchosState, action: Action) -> None:
        _choose_dice(g, self.s, action.x, self.cp)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-column", {"sancho": SANCHOS[self.s], "cp": self.cp}


choose_column = interned(ChooseColumn)


def _choose_dice(g: SanchosState, s: int, column: int, cp: int) -> None:
    """As many dice as possible are picked up; which ones is asked only where some stay
    (sanchos.cards.reroll-count-forced)."""
    inside = [i for i, die in enumerate(g.dice) if die >> 3 == column]
    if len(inside) <= cp:
        for i in inside:
            g.dice[i] += PICKED
        g.agenda.append(REROLL)
    else:
        g.agenda.append(choose_dice(s, column, cp))


@dataclass(frozen=True, slots=True)
class ChooseDice(Choice[SanchosState]):
    """One of the dice of the column is picked up; anyone's (sanchos.cards.any-dice-of-column)."""

    rule: ClassVar[str] = "sanchos.cards.any-dice-of-column"
    s: int
    column: int
    left: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.reroll[die] for die in dict.fromkeys(g.dice) if die >> 3 == self.column]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "reroll":
            return not_now(self.rule)
        return None if action in self.legal(g) else NOT_IN_COLUMN

    def apply(self, g: SanchosState, action: Action) -> None:
        g.dice[g.dice.index(action.x)] += PICKED
        g.agenda.append(choose_dice(self.s, self.column, self.left - 1) if self.left > 1 else REROLL)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-dice", {"sancho": SANCHOS[self.s], "left": self.left, "column": self.column}


choose_dice = interned(ChooseDice)


@dataclass(frozen=True, slots=True)
class RerollDie(Chance[SanchosState]):
    """The picked die that lay nearest to the board is rolled again and goes to the end of its new column.

    sanchos.cards.reroll-keeps-die-type, sanchos.cards.rerolled-dice-at-end.
    """

    rule: ClassVar[str] = "sanchos.cards.reroll-keeps-die-type"

    def legal(self, g: SanchosState) -> list[Action]:
        die = next(die for die in g.dice if die >= PICKED)
        return g.t.roll_king if die & 1 else g.t.roll_troop

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return why_not_face(self, g, action)

    def apply(self, g: SanchosState, action: Action) -> None:
        index = next(i for i, die in enumerate(g.dice) if die >= PICKED)
        die = g.dice.pop(index)
        g.dice.append(action.x << 3 | die & 7)
        if g.events is not None:
            g.emit("rerolls", self.rule, sancho=SANCHOS[die >> 1 & 3], die="king" if die & 1 else "troop",
                   column=(die - PICKED) >> 3, face=action.x)
        if any(die >= PICKED for die in g.dice):
            g.agenda.append(self)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        die = next(die for die in g.dice if die >= PICKED)
        return ("roll-king" if die & 1 else "roll-troop"), {"sancho": SANCHOS[die >> 1 & 3]}


REROLL: Final = RerollDie()

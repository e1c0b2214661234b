"""The round: its four phases, the three windows for the commander's turn, and who commands next.

Rulebook: "Game Sequence" and "Description of a Round in Detail".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.commands import begin_command_turn
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import claim_el_cid
from mesnada.games.sanchos.model import (
    CARD,
    CARD_ORDER,
    COMMANDER,
    DECK,
    DISCARDED,
    FACE_DOWN,
    FACE_UP,
    HAND,
    IN_DECK,
    IN_HAND,
    KEEPER,
    MINOR,
    NEXT_ORDER,
    ON_TABLE,
    PLAYED,
    RESERVED,
    ROUND,
    TURN_OF,
    TURN_TAKEN,
    SanchosState,
    leaders,
    not_now,
)
from mesnada.games.sanchos.orders import card_turn
from mesnada.games.sanchos.siege import SIEGE_LOSSES
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Chance, Choice, interned

NOT_IN_HAND: Final = Refusal("card-not-in-hand", "sanchos.phase1.reserved-card-is-not-playable-here")
HAS_RESERVED: Final = Refusal("has-reserved-card", "sanchos.phase1.reserve-needs-none-reserved")
NOT_IN_DECK: Final = Refusal("card-not-in-deck", "sanchos.phase3.commander-draws-one")


@dataclass(frozen=True, slots=True)
class StartRound(Auto[SanchosState]):
    """A round begins: with a commander, or in solo games every second time without one.

    sanchos.round.four-phases, sanchos.solo.alternate-rounds, sanchos.setup.solo-first-commander; without a card to
    reveal the solo game ends (sanchos.win.solo-deck-end).
    """

    rule: ClassVar[str] = "sanchos.round.four-phases"
    commander: int
    """Sancho + 1, or 0 for a round without commander."""

    def run(self, g: SanchosState) -> None:
        b = g.b
        b[ROUND] += 1
        b[COMMANDER] = self.commander
        b[TURN_TAKEN] = b[TURN_OF] = 0
        if g.events is not None:
            commander = SANCHOS[self.commander - 1] if self.commander else ""
            g.emit("round", self.rule, round=b[ROUND], commander=commander)
        g.agenda.append(END_OF_ROUND)
        g.agenda.append(SIEGE_LOSSES)
        if self.commander:
            g.agenda.append(draw_phase(self.commander - 1))
            g.agenda.append(play_or_reserve(self.commander - 1))
        elif b[DECK]:
            g.agenda.append(REVEAL)
        else:
            g.finish(MINOR, leaders(g))


start_round = interned(StartRound)


# -- phase 1 --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayOrReserve(Choice[SanchosState]):
    """Phase 1: the commander plays a card from the hand or reserves one (sanchos.phase1.play-or-reserve)."""

    rule: ClassVar[str] = "sanchos.phase1.play-or-reserve"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.t.seat_of[self.s]

    def legal(self, g: SanchosState) -> list[Action]:
        t = g.t
        hand = g.cards_at(IN_HAND + self.s)
        found = [t.play[c] for c in hand]
        if not g.b[RESERVED + self.s]:
            found += [t.reserve[c] for c in hand]
        return found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        """sanchos.phase1.reserve-needs-none-reserved, sanchos.phase1.reserved-card-is-not-playable-here."""
        if action.verb not in ("play", "reserve"):
            return not_now(self.rule)
        if g.b[CARD + action.x] != IN_HAND + self.s:
            return NOT_IN_HAND
        return HAS_RESERVED if action.verb == "reserve" and g.b[RESERVED + self.s] else None

    def apply(self, g: SanchosState, action: Action) -> None:
        b, t, s, c = g.b, g.t, self.s, action.x
        b[HAND + s] -= 1
        if action is t.reserve[c]:
            put_in_reserve(g, s, c, FACE_DOWN)
            if g.events is not None:
                g.emit("reserves", "sanchos.round.reserve-skips-turns", sancho=SANCHOS[s], audience=t.seat_of[s],
                       secret={"card": t.cards[c].id})
            return
        b[CARD + c] = ON_TABLE
        b[PLAYED] = c + 1
        if g.events is not None:
            g.emit("plays", self.rule, sancho=SANCHOS[s], card=t.cards[c].id, cp=t.cp[c])
        begin_turns(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "play-or-reserve", {"sancho": SANCHOS[self.s]}


play_or_reserve = interned(PlayOrReserve)


def put_in_reserve(g: SanchosState, s: int, c: int, place: int) -> None:
    """A card becomes a Reserved card of a Sancho, face up or face down."""
    b = g.b
    b[NEXT_ORDER] += 1
    b[CARD + c] = place + s
    b[CARD_ORDER + c] = b[NEXT_ORDER]
    b[RESERVED + s] += 1


@dataclass(frozen=True, slots=True)
class Reveal(Chance[SanchosState]):
    """Phase 1 without commander: the top card of the deck is revealed (sanchos.solo.phase1.reveal)."""

    rule: ClassVar[str] = "sanchos.solo.phase1.reveal"

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.draw[c] for c in g.cards_at(IN_DECK)]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return why_not_draw(g, action, self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        b, t, c = g.b, g.t, action.x
        b[DECK] -= 1
        b[CARD + c] = ON_TABLE
        b[PLAYED] = c + 1
        if g.events is not None:
            g.emit("reveals", self.rule, card=t.cards[c].id, cp=t.cp[c])
        begin_turns(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "reveal", {}


REVEAL: Final = Reveal()


# -- phase 2 --------------------------------------------------------------------------------------------------------


def begin_turns(g: SanchosState) -> None:
    """Lays phase 2 out: the others in card order, and the commander's windows before, between and after them.

    sanchos.najera2p.acts-every-played-card, sanchos.solo.phase1.all-use-actions.
    """
    b, t = g.b, g.t
    commander = b[COMMANDER] - 1
    acting = [(t.card_actions[a].sancho, a) for a in t.actions_of[b[PLAYED] - 1]]
    steps: list[Auto[SanchosState] | Choice[SanchosState]] = []
    for slot, (s, action) in enumerate(pair for pair in acting if pair[0] != commander):
        if commander >= 0:
            steps.append(commander_window(commander, slot))
        steps.append(card_turn(s, action))
    if commander >= 0:
        steps.append(commander_window(commander, 2))
    steps.append(DISCARD_PLAYED)
    g.agenda.extend(reversed(steps))


@dataclass(frozen=True, slots=True)
class CommanderWindow(Auto[SanchosState]):
    """A moment at which the commander may take the turn; at the last one it is taken without asking.

    sanchos.turn.commander-picks-slot.
    """

    rule: ClassVar[str] = "sanchos.turn.commander-picks-slot"
    s: int
    slot: int

    def run(self, g: SanchosState) -> None:
        if g.b[TURN_TAKEN]:
            return
        if self.slot == 2:
            take_turn(g, self.s)
        else:
            g.agenda.append(turn_now(self.s, self.slot))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]] | None:
        return None


commander_window = interned(CommanderWindow)


def take_turn(g: SanchosState, s: int) -> None:
    g.b[TURN_TAKEN] = 1
    g.agenda.append(begin_command_turn(s))


@dataclass(frozen=True, slots=True)
class TurnNow(Choice[SanchosState]):
    """The commander takes the turn now or waits (sanchos.turn.commander-picks-slot)."""

    rule: ClassVar[str] = "sanchos.turn.commander-picks-slot"
    s: int
    slot: int

    def seat(self, g: SanchosState) -> int:
        return g.t.seat_of[self.s]

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.take_turn, g.t.wait]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return None if action is g.t.take_turn or action is g.t.wait else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        if action is g.t.take_turn:
            take_turn(g, self.s)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return ("turn-first" if self.slot == 0 else "turn-between"), {"sancho": SANCHOS[self.s]}


turn_now = interned(TurnNow)


@dataclass(frozen=True, slots=True)
class DiscardPlayed(Auto[SanchosState]):
    """The played card leaves the table: to the discard pile, or into the Reserve of who keeps it.

    sanchos.turn.discard-card, sanchos.term.reserve-this-card, sanchos.solo.phase1.reserved-only-by-action.
    """

    rule: ClassVar[str] = "sanchos.turn.discard-card"

    def run(self, g: SanchosState) -> None:
        b, t = g.b, g.t
        c, keeper = b[PLAYED] - 1, b[KEEPER] - 1
        b[PLAYED] = b[KEEPER] = b[TURN_OF] = 0
        if keeper < 0:
            b[CARD + c] = DISCARDED
            return
        face_down = t.reserved_face_down and not t.nonplayer[keeper]
        put_in_reserve(g, keeper, c, FACE_DOWN if face_down else FACE_UP)
        if g.events is not None:
            g.emit("keeps-card", "sanchos.term.reserve-this-card", sancho=SANCHOS[keeper], card=t.cards[c].id)


DISCARD_PLAYED: Final = DiscardPlayed()


# -- phase 3 --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawPhase(Auto[SanchosState]):
    """Phase 3, skipped when the deck is empty; in solo games the game ends then.

    sanchos.phase3.skip-when-empty, sanchos.win.solo-deck-end, sanchos.phase3.solo-no-draw-without-commander.
    """

    rule: ClassVar[str] = "sanchos.phase3.skip-when-empty"
    s: int

    def run(self, g: SanchosState) -> None:
        if g.b[DECK]:
            g.agenda.append(draw_card(self.s))
        elif g.t.solo:
            g.finish(MINOR, leaders(g))


draw_phase = interned(DrawPhase)


def why_not_draw(g: SanchosState, action: Action, rule: str) -> Refusal | None:
    if action.verb != "draw":
        return not_now(rule)
    return None if g.b[CARD + action.x] == IN_DECK else NOT_IN_DECK


def take_card(g: SanchosState, s: int, c: int, rule: str) -> None:
    """A card comes from the deck into a hand; only its owner sees which."""
    b, t = g.b, g.t
    b[DECK] -= 1
    b[HAND + s] += 1
    b[CARD + c] = IN_HAND + s
    if g.events is not None:
        g.emit("draws", rule, sancho=SANCHOS[s], audience=t.seat_of[s], secret={"card": t.cards[c].id})


@dataclass(frozen=True, slots=True)
class DrawCard(Chance[SanchosState]):
    """Phase 3: the commander draws one card (sanchos.phase3.commander-draws-one)."""

    rule: ClassVar[str] = "sanchos.phase3.commander-draws-one"
    s: int

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.draw[c] for c in g.cards_at(IN_DECK)]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return why_not_draw(g, action, self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        take_card(g, self.s, action.x, self.rule)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "draw-card", {"sancho": SANCHOS[self.s]}


draw_card = interned(DrawCard)


# -- after phase 4 --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndOfRound(Auto[SanchosState]):
    """The round is over: El Cid is claimed, and the next commander determined or the game ended.

    sanchos.elcid.claim, sanchos.round.next-commander, sanchos.win.minor-when-hands-empty.
    """

    rule: ClassVar[str] = "sanchos.round.next-commander"

    def run(self, g: SanchosState) -> None:
        g.agenda.append(NEXT_ROUND)
        if g.t.el_cid and (g.t.solo or any(g.b[HAND + s] for s in g.t.players)):
            claim_el_cid(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "round", {"round": g.b[ROUND]}


END_OF_ROUND: Final = EndOfRound()


@dataclass(frozen=True, slots=True)
class NextRound(Auto[SanchosState]):
    """Who commands next, or the minor victory; a major one has been looked for at the end of phase 4.

    sanchos.round.next-commander, sanchos.round.commander-without-cards, sanchos.win.minor-when-hands-empty,
    sanchos.win.major-before-minor.
    """

    rule: ClassVar[str] = "sanchos.round.next-commander"

    def run(self, g: SanchosState) -> None:
        commander = next_commander(g)
        if commander is None:
            g.finish(MINOR, leaders(g))
        else:
            g.agenda.append(start_round(commander))


NEXT_ROUND: Final = NextRound()


def next_commander(g: SanchosState) -> int | None:
    """Sancho + 1 of the next commander, 0 for a round without one, None when all hands are empty.

    sanchos.round.next-commander, sanchos.najera2p.never-commander, sanchos.round.after-deck-is-empty,
    sanchos.solo.alternate-rounds.
    """
    b, t = g.b, g.t
    if t.solo:
        return 0 if b[COMMANDER] or not b[HAND + t.player] else t.player + 1
    for x in (*t.clockwise[b[COMMANDER] - 1][1:], b[COMMANDER] - 1):
        if not t.nonplayer[x] and b[HAND + x]:
            return x + 1
    return None

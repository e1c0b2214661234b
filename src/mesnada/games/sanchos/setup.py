"""Set-up: the pieces, the solo scenarios and levels, the cards, and the first commander.

Rulebook: "Set-up", "Solo Scenarios" and the difficulty levels of the "Solo Campaign Challenge".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import IN_SUPPLY
from mesnada.games.sanchos.model import (
    ARMY,
    ARROW,
    CARD,
    CID_HOLDER,
    DECK,
    FACE_UP,
    FIELD_T,
    HAND,
    IN_DECK,
    KING_REGION,
    REGIONS,
    RESERVE,
    ROLLED,
    SET_ASIDE,
    SIZE,
    SUPPLY,
    SanchosState,
    not_now,
)
from mesnada.games.sanchos.round import put_in_reserve, start_round, take_card, why_not_draw
from mesnada.games.sanchos.tables import TROOPS, Tables
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Chance, interned

HAND_SIZE: Final = 3
SCENARIOS: Final = {
    "aragon": (("castilla", 1, 2), ("najera", 8, 2)),
    "castilla": (("aragon", 8, 1), ("aragon", 12, 1), ("najera", 9, 1)),
    "najera": (("aragon", 8, 1), ("castilla", 8, 1)),
}
"""By the player's Sancho: additional FAs as (Sancho, number of the region, T).
sanchos.scenario.aragon, sanchos.scenario.castilla, sanchos.scenario.najera."""
LEVELS: Final = ("normal", "hard", "very-hard", "epic")

NOT_A_CANDIDATE: Final = Refusal("card-not-a-candidate", "sanchos.level.epic-cards")


def initial_state(t: Tables) -> SanchosState:
    """The game before its first decision: all pieces placed, the cards still to be dealt.

    sanchos.setup.home-pieces, sanchos.setup.reserve-two, sanchos.setup.supply-eight,
    sanchos.setup.start-score-three, sanchos.setup.solo-start-scores, sanchos.elcid.optional.
    """
    g = SanchosState(t, bytearray(SIZE), [], [])
    b = g.b
    for s in range(3):
        b[SUPPLY + s] = TROOPS
        b[KING_REGION + s] = t.home[s]
        b[ARMY + s * REGIONS + t.home[s]] = 1
        _from_supply(g, s, t.home[s], 3)
        b[SUPPLY + s] -= 1
        b[ARMY + s * REGIONS + t.home[s]] += 1
        g.troop_into_garrison(s, t.home[s])
        _to_reserve(g, s, 2)
    if t.el_cid:
        b[CID_HOLDER] = IN_SUPPLY
    for c in range(t.card_count):
        b[CARD + c] = IN_DECK
    b[DECK] = t.card_count
    if t.solo:
        b[ARROW] = t.first_arrow
        _solo_pieces(g)
    g.agenda.append(BEGIN_GAME)
    _deal_steps(g)
    g.settle()
    return g


def _from_supply(g: SanchosState, s: int, r: int, troops: int) -> None:
    """T from the Supply to a FA, as many as there are."""
    b = g.b
    troops = min(troops, b[SUPPLY + s])
    b[SUPPLY + s] -= troops
    b[FIELD_T + s * REGIONS + r] += troops
    b[ARMY + s * REGIONS + r] += troops


def _to_reserve(g: SanchosState, s: int, troops: int) -> None:
    troops = min(troops, g.b[SUPPLY + s])
    g.b[SUPPLY + s] -= troops
    g.b[RESERVE + s] += troops


def _solo_pieces(g: SanchosState) -> None:
    """sanchos.level.normal, sanchos.level.hard, sanchos.level.very-hard."""
    t = g.t
    index = {number: r for r, number in enumerate(t.numbers)}
    outlying = [(SANCHOS.index(name), index[number], troops) for name, number, troops in SCENARIOS[SANCHOS[t.player]]
                if number in index]
    level = LEVELS.index(t.level)
    for s, r, troops in outlying:
        _from_supply(g, s, r, troops)
    for s in range(3):
        if t.auto[s] and level >= LEVELS.index("hard"):
            _to_reserve(g, s, 2)
    if level >= LEVELS.index("very-hard"):
        for s in range(3):
            if t.auto[s]:
                _from_supply(g, s, t.home[s], 1)
        for s, r, _ in outlying:
            _from_supply(g, s, r, 1)


def _deal_steps(g: SanchosState) -> None:
    """sanchos.setup.deal-three, sanchos.level.epic-deal, sanchos.setup.first-commander-two-players."""
    t = g.t
    steps: list[Auto[SanchosState] | Chance[SanchosState]] = []
    if t.level == "epic":
        steps += [set_aside(cp) for cp in (1, 2, 3)]
        steps += [give_reserved(s) for s in range(3) if t.auto[s]]
    steps += [deal(s) for s in t.players for _ in range(HAND_SIZE)]
    if t.two:
        steps += [roll_for_command(0), roll_for_command(1)]
    g.agenda.extend(reversed(steps))


@dataclass(frozen=True, slots=True)
class Deal(Chance[SanchosState]):
    """A card is dealt to a player (sanchos.setup.deal-three)."""

    rule: ClassVar[str] = "sanchos.setup.deal-three"
    s: int

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.draw[c] for c in g.cards_at(IN_DECK)]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return why_not_draw(g, action, self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        take_card(g, self.s, action.x, self.rule)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "deal", {"sancho": SANCHOS[self.s], "left": HAND_SIZE - g.b[HAND + self.s]}


deal = interned(Deal)


@dataclass(frozen=True, slots=True)
class RollForCommand(Chance[SanchosState]):
    """In a 2-player game both roll a Troop die; the higher roll commands first, equal rolls are repeated
    (sanchos.setup.first-commander-two-players)."""

    rule: ClassVar[str] = "sanchos.setup.first-commander-two-players"
    player: int

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.roll_troop

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "roll":
            return not_now(self.rule)
        return None if action in g.t.roll_troop else Refusal("no-such-face", "sanchos.components.dice-faces")

    def apply(self, g: SanchosState, action: Action) -> None:
        b = g.b
        b[ROLLED + self.player] = action.x
        if g.events is not None:
            g.emit("rolls-for-command", self.rule, sancho=SANCHOS[g.t.players[self.player]], face=action.x)
        if self.player == 1 and b[ROLLED] == b[ROLLED + 1]:
            b[ROLLED] = b[ROLLED + 1] = 0
            g.agenda.append(roll_for_command(1))
            g.agenda.append(roll_for_command(0))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "roll-for-command", {"sancho": SANCHOS[g.t.players[self.player]]}


roll_for_command = interned(RollForCommand)


@dataclass(frozen=True, slots=True)
class SetAside(Chance[SanchosState]):
    """Epic: of the three cards of a CP value with the player's action at the bottom one is set aside
    (sanchos.level.epic-cards)."""

    rule: ClassVar[str] = "sanchos.level.epic-cards"
    cp: int

    def legal(self, g: SanchosState) -> list[Action]:
        t = g.t
        return [t.set_aside[c] for c in range(t.card_count) if t.bottom[c] == t.player and t.cp[c] == self.cp]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        return NOT_A_CANDIDATE if action.verb == "set-aside" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        g.b[CARD + action.x] = SET_ASIDE
        g.b[DECK] -= 1

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "set-aside", {"cp": self.cp}


set_aside = interned(SetAside)


@dataclass(frozen=True, slots=True)
class GiveReserved(Chance[SanchosState]):
    """Epic: one of the cards set aside goes face up to an Auto-Sancho as a Reserved card
    (sanchos.level.epic-cards)."""

    rule: ClassVar[str] = "sanchos.level.epic-cards"
    s: int

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.draw[c] for c in g.cards_at(SET_ASIDE)]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        return NOT_A_CANDIDATE if action.verb == "draw" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        put_in_reserve(g, self.s, action.x, FACE_UP)
        if g.events is not None:
            g.emit("starts-with-card", self.rule, sancho=SANCHOS[self.s], card=g.t.cards[action.x].id,
                   cp=g.t.cp[action.x])

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "give-reserved", {"sancho": SANCHOS[self.s]}


give_reserved = interned(GiveReserved)


@dataclass(frozen=True, slots=True)
class BeginGame(Auto[SanchosState]):
    """Set-up is complete; the first round begins.

    sanchos.setup.first-commander-three-players, sanchos.setup.first-commander-two-players,
    sanchos.setup.solo-first-commander.
    """

    rule: ClassVar[str] = "sanchos.setup.first-commander-three-players"

    def run(self, g: SanchosState) -> None:
        b, t = g.b, g.t
        if t.two:
            first = t.players[0 if b[ROLLED] > b[ROLLED + 1] else 1]
        else:
            first = t.player if t.solo else SANCHOS.index("najera")
        b[ROLLED] = b[ROLLED + 1] = 0
        g.agenda.append(start_round(first + 1))


BEGIN_GAME: Final = BeginGame()

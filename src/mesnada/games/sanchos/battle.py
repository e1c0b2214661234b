"""Attack: where it may be made, who takes part, dice, Reserved cards, and the resolution column by column.

Rulebook: "Attack" with its steps 1 to 4. Interceptions (:mod:`siege`) are battles too and use the same steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import (
    after_battle_el_cid,
    can_use_el_cid_card,
    holds_el_cid,
    offer_el_cid,
    play_el_cid,
)
from mesnada.games.sanchos.model import (
    ARMY,
    ATTACKED,
    ATTACKER,
    BATTLE,
    BESIEGER,
    CARD,
    CLOSED,
    DECLARED_K,
    DECLARED_T,
    DICE_K,
    DICE_T,
    DISCARDED,
    EXTRA,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    INTERCEPTION,
    KING_PLACE,
    KING_REGION,
    LEFT,
    MUST_FIGHT,
    OWNER,
    REGIONS,
    RESERVED,
    SALLY,
    SIEGE_T,
    SIEGER,
    USED,
    SanchosState,
    not_now,
    victory,
)
from mesnada.games.sanchos.pieces import (
    end_siege,
    home_castle_open,
    lose_troop,
    place_king_home,
    recheck_siege,
)
from mesnada.games.sanchos.solo_battle import auto_cards, auto_release, auto_target, boosted, die_to_boost
from mesnada.games.sanchos.tables import TROOP_DICE
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Chance, Choice, interned

PICKED: Final = 1 << 12
"""Added to a die that was picked up to be rerolled."""

NOBODY_THERE: Final = Refusal("no-own-pieces", "sanchos.attack.needs-own-pieces")
NO_ENEMY: Final = Refusal("no-enemy-field-army", "sanchos.attack.needs-enemy-field-army")
AUTO_UNABLE: Final = Refusal("auto-keeps-garrison", "sanchos.attack.auto-able")
TOO_MANY_POINTS: Final = Refusal("no-points-left", "sanchos.turn.cp-total")
NO_GARRISON: Final = Refusal("no-such-garrison", "sanchos.battle.release-garrison")
MUST_COMMIT: Final = Refusal("must-commit", "sanchos.attack.commits-at-least-one-piece")
MUST_SALLY: Final = Refusal("must-sally-whole", "sanchos.siege.sally-part")
MUST_JOIN: Final = Refusal("must-join", "sanchos.inspire.enter-battle")
NO_CARD: Final = Refusal("card-not-reserved", "sanchos.cards.optional-and-one-at-a-time")
EL_CID_ELSEWHERE: Final = Refusal("card-not-reserved", "sanchos.inspire.card-needs-presence")
NO_DIE_THERE: Final = Refusal("no-own-die-in-column", "sanchos.cards.column-with-own-die")
NOT_IN_COLUMN: Final = Refusal("no-such-die-in-column", "sanchos.cards.any-dice-of-column")
NO_SUCH_DIE: Final = Refusal("no-such-die", "sanchos.resolve.single-die-hits")
OWN_DIE: Final = Refusal("own-die", "sanchos.resolve.single-die-hits")



# -- selecting the region ----------------------------------------------------------------------------------------


def why_not_attack(g: SanchosState, s: int, r: int) -> Refusal | None:
    """sanchos.attack.needs-own-pieces, sanchos.attack.needs-enemy-field-army, sanchos.attack.auto-able."""
    b, t = g.b, g.t
    if t.closed[r]:
        return CLOSED
    if not b[ARMY + s * REGIONS + r]:
        return NOBODY_THERE
    for o in t.opponents[s]:
        if b[ARMY + o * REGIONS + r] and g.field_army(o, r):
            if t.auto[s] and g.garrison(r) < 2 and not g.field_army(s, r):
                return AUTO_UNABLE
            return None
    return NO_ENEMY


def attack_actions(g: SanchosState, s: int, found: list[Action], not_in: int = -1) -> None:
    """Adds the regions where a Sancho may attack; ``not_in`` is excluded (sanchos.term.not-in-region)."""
    b, t = g.b, g.t
    army = ARMY + s * REGIONS
    one, other = t.opponents[s]
    theirs, others = ARMY + one * REGIONS, ARMY + other * REGIONS
    for r in t.open:
        if b[army + r] and (b[theirs + r] or b[others + r]) and r != not_in and why_not_attack(g, s, r) is None:
            found.append(t.attack[r])


def attack_needs_last_piece(g: SanchosState, s: int, r: int) -> bool:
    """Whether an Attack would need the last piece of a GS: no FA there, and a Garrison of one piece or one that has to
    sally whole (sanchos.attack.not-forced-to-empty-garrison)."""
    if g.t.auto[s] or g.field_army(s, r):
        return False
    return g.b[SIEGER + r] != 0 or g.garrison(r) == 1


@dataclass(frozen=True, slots=True)
class AttackPoints(Choice[SanchosState]):
    """How many of the points left go into the Attack (sanchos.attack.points)."""

    rule: ClassVar[str] = "sanchos.attack.points"
    s: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.points[: g.b[LEFT]]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "points":
            return not_now(self.rule)
        return None if action.x <= g.b[LEFT] else TOO_MANY_POINTS

    def apply(self, g: SanchosState, action: Action) -> None:
        _spend_on_attack(g, self.s, self.r, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "attack-points", {"region": g.t.ids[self.r]}


attack_points = interned(AttackPoints)


def choose_attack_points(g: SanchosState, s: int, r: int) -> None:
    """Asks for the points of an Attack where there is a choice."""
    if g.b[LEFT] == 1:
        _spend_on_attack(g, s, r, 1)
    else:
        g.agenda.append(attack_points(s, r))


def _spend_on_attack(g: SanchosState, s: int, r: int, points: int) -> None:
    b = g.b
    b[LEFT] -= points
    b[USED] += points
    start_attack(g, s, r, points)


def start_attack(g: SanchosState, s: int, r: int, points: int) -> None:
    """The region is declared; a siege there ends unless the besieger is the one who attacks.

    sanchos.siege.broken-by-attack, sanchos.siege.not-broken-by-besieger-attack, sanchos.battle.all-field-armies.
    """
    b = g.b
    b[ATTACKED] = 1
    b[SALLY] = int(b[SIEGER + r] != 0 and b[OWNER + r] == s + 1)
    _open_battle(g, s, r, points, interception=False)
    if g.events is not None:
        g.emit("attacks", "sanchos.attack.points", sancho=SANCHOS[s], region=g.t.ids[r], points=points)
    if b[SIEGER + r] and b[SIEGER + r] != s + 1:
        end_siege(g, r, "sanchos.siege.broken-by-attack")
    g.agenda.append(END_OF_BATTLE)
    g.agenda.append(releases(s, 0))
    offer_el_cid(g, s, r)


def start_interception(g: SanchosState, s: int, r: int) -> None:
    """The owner of the Garrison attacks the declared besiegers with its whole FA.

    sanchos.intercept.participants, sanchos.intercept.whole-field-army, sanchos.intercept.no-extra-dice,
    sanchos.intercept.attacker.
    """
    _open_battle(g, s, r, 0, interception=True)
    if g.events is not None:
        g.emit("intercepts", "sanchos.intercept.optional-once", sancho=SANCHOS[s], region=g.t.ids[r])
    g.agenda.append(END_OF_BATTLE)
    g.agenda.append(TAKE_DICE)
    if g.t.inspire_interception:
        offer_el_cid(g, s, r)


def _open_battle(g: SanchosState, s: int, r: int, points: int, interception: bool) -> None:
    b = g.b
    b[ATTACKER] = s + 1
    b[BATTLE] = r
    b[EXTRA] = points
    b[INTERCEPTION] = interception
    b[MUST_FIGHT] = 0


# -- release -----------------------------------------------------------------------------------------------------


def can_release(g: SanchosState, s: int) -> bool:
    """Whether a Sancho's Garrison in the Battle region is free to step out
    (sanchos.battle.release-without-field-army, sanchos.battle.no-release-from-continuing-siege)."""
    b, r = g.b, g.b[BATTLE]
    return b[OWNER + r] == s + 1 and (not b[SIEGER + r] or g.t.besieged_join)


def why_not_release(g: SanchosState, s: int, king: int, troops: int) -> Refusal | None:
    """sanchos.battle.release-garrison, sanchos.attack.commits-at-least-one-piece, sanchos.siege.sally-part,
    sanchos.siege.garrison-may-join."""
    b, r = g.b, g.b[BATTLE]
    king_there = b[KING_REGION + s] == r and b[KING_PLACE + s] == GARRISON_PLACE
    if troops > b[GARRISON_T + r] or (king and not king_there):
        return NO_GARRISON
    if b[ATTACKER] == s + 1 and not g.field_army(s, r):
        if b[SALLY] and (troops < b[GARRISON_T + r] or (king_there and not king)):
            return MUST_SALLY
        if not king and not troops:
            return MUST_COMMIT
    if not king and not troops and b[MUST_FIGHT] == s + 1 and not g.field_army(s, r):
        return MUST_JOIN
    return None


def release(g: SanchosState, s: int, king: int, troops: int) -> None:
    """Garrison pieces step out into the FA; they stay there afterwards
    (sanchos.battle.released-pieces-stay-out, sanchos.siege.sally-with-all)."""
    if not king and not troops:
        return
    b, r = g.b, g.b[BATTLE]
    b[GARRISON_T + r] -= troops
    b[FIELD_T + s * REGIONS + r] += troops
    if king:
        b[KING_PLACE + s] = FIELD_PLACE
    if g.events is not None:
        g.emit("releases", "sanchos.battle.release-garrison", sancho=SANCHOS[s], region=g.t.ids[r], king=bool(king),
               troops=troops)
    if not g.garrison(r):
        g.vacate(r)
        if b[SIEGER + r]:
            end_siege(g, r, "sanchos.battle.no-release-from-continuing-siege")


@dataclass(frozen=True, slots=True)
class Releases(Auto[SanchosState]):
    """Release is offered in turn order from the attacker (sanchos.battle.release-order)."""

    rule: ClassVar[str] = "sanchos.battle.release-order"
    s: int
    asked: int

    def run(self, g: SanchosState) -> None:
        for asked in range(self.asked, 3):
            x = g.t.clockwise[self.s][asked]
            if not can_release(g, x):
                continue
            if g.t.auto[x]:
                release(g, x, *auto_release(g, x, g.b[BATTLE]))
                continue
            g.agenda.append(releases(self.s, asked + 1))
            g.agenda.append(release_garrison(x))
            return
        g.agenda.append(TAKE_DICE)


releases = interned(Releases)


@dataclass(frozen=True, slots=True)
class ReleaseGarrison(Choice[SanchosState]):
    """How much of its Garrison a Sancho lets join the battle (sanchos.battle.release-garrison)."""

    rule: ClassVar[str] = "sanchos.battle.release-garrison"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        troops = g.b[GARRISON_T + g.b[BATTLE]]
        return [
            action
            for row in g.t.release
            for action in row[: troops + 1]
            if why_not_release(g, self.s, action.x, action.y) is None
        ]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "release":
            return not_now(self.rule)
        return why_not_release(g, self.s, action.x, action.y)

    def apply(self, g: SanchosState, action: Action) -> None:
        release(g, self.s, action.x, action.y)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "release", {"sancho": SANCHOS[self.s]}


release_garrison = interned(ReleaseGarrison)


# -- steps 1 and 2: dice ------------------------------------------------------------------------------------------


def troops_in_battle(g: SanchosState, s: int) -> int:
    """T of a Sancho that take part (sanchos.resolve.only-participants-fall, sanchos.intercept.participants)."""
    b, r = g.b, g.b[BATTLE]
    if b[INTERCEPTION]:
        if b[BESIEGER] == s + 1:
            return b[DECLARED_T]
        return b[FIELD_T + s * REGIONS + r] if b[ATTACKER] == s + 1 else 0
    return b[FIELD_T + s * REGIONS + r] + (b[SIEGE_T + r] if b[SIEGER + r] == s + 1 else 0)


def king_in_battle(g: SanchosState, s: int) -> bool:
    """Whether a Sancho's K takes part."""
    b, r = g.b, g.b[BATTLE]
    if b[KING_REGION + s] != r or b[KING_PLACE + s] == GARRISON_PLACE:
        return False
    if b[INTERCEPTION]:
        return b[DECLARED_K] == 1 if b[BESIEGER] == s + 1 else b[ATTACKER] == s + 1
    return True


@dataclass(frozen=True, slots=True)
class TakeDice(Auto[SanchosState]):
    """Step 1. sanchos.battle.dice-per-piece, sanchos.battle.attacker-extra-dice, sanchos.battle.dice-cap,
    sanchos.battle.pieces-beyond-cap."""

    rule: ClassVar[str] = "sanchos.battle.dice-per-piece"

    def run(self, g: SanchosState) -> None:
        b = g.b
        g.dice.clear()
        for s in range(3):
            b[DICE_K + s] = king_in_battle(g, s)
            troops = troops_in_battle(g, s)
            if b[ATTACKER] == s + 1:
                troops += b[EXTRA]
            b[DICE_T + s] = min(troops, TROOP_DICE)
        _next_die(g)


TAKE_DICE: Final = TakeDice()


@dataclass(frozen=True, slots=True)
class RollDie(Chance[SanchosState]):
    """Step 2: one die falls and goes to its column, Sancho by Sancho from the attacker, the King's Guard first.

    sanchos.battle.roll-all, sanchos.battle.layout-order, sanchos.components.dice-faces.
    """

    rule: ClassVar[str] = "sanchos.battle.roll-all"
    s: int
    king: int

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.roll_king if self.king else g.t.roll_troop

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return why_not_face(self, g, action)

    def apply(self, g: SanchosState, action: Action) -> None:
        b = g.b
        g.dice.append(action.x << 3 | self.s << 1 | self.king)
        if g.events is not None:
            g.emit("rolls-king" if self.king else "rolls", self.rule, sancho=SANCHOS[self.s], face=action.x)
        if self.king:
            b[DICE_K + self.s] = 0
        else:
            b[DICE_T + self.s] -= 1
            if b[DICE_T + self.s]:
                g.agenda.append(self)
                return
        _next_die(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return ("roll-king" if self.king else "roll-troop"), {"sancho": SANCHOS[self.s]}


roll_die = interned(RollDie)


def why_not_face(step: Chance[SanchosState], g: SanchosState, action: Action) -> Refusal | None:
    """Why a die cannot show what an action says (sanchos.components.dice-faces)."""
    if action.verb != "roll":
        return not_now(step.rule)
    return None if action in step.legal(g) else Refusal("no-such-face", "sanchos.components.dice-faces")


def _next_die(g: SanchosState) -> None:
    b = g.b
    for s in g.t.clockwise[b[ATTACKER] - 1]:
        if b[DICE_K + s]:
            g.agenda.append(roll_die(s, 1))
            return
        if b[DICE_T + s]:
            g.agenda.append(roll_die(s, 0))
            return
    if g.events is not None:
        g.emit("dice-laid-out", "sanchos.battle.layout-order", dice=list(g.dice))
    ask_for_cards(g, b[ATTACKER] - 1, 0)


# -- step 3: Reserved cards ---------------------------------------------------------------------------------------


def has_die(g: SanchosState, s: int) -> bool:
    """Whether a Sancho has a die on the chart."""
    return any(die >> 1 & 3 == s for die in g.dice)


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


# -- step 4: resolution -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResolveColumns(Auto[SanchosState]):
    """Step 4: the columns from the highest down to 0, each as it stands when its turn comes.

    sanchos.resolve.high-to-low, sanchos.resolve.several-dice-cancel, sanchos.resolve.early-end.
    """

    rule: ClassVar[str] = "sanchos.resolve.high-to-low"

    def run(self, g: SanchosState) -> None:
        dice = g.dice
        while dice:
            top = max(dice)
            column = top >> 3
            if sum(die >> 3 == column for die in dice) > 1:
                if g.events is not None:
                    g.emit("dice-cancel", "sanchos.resolve.several-dice-cancel", column=column,
                           number=sum(die >> 3 == column for die in dice))
                dice[:] = [die for die in dice if die >> 3 != column]
                continue
            s = top >> 1 & 3
            if all(die >> 1 & 3 == s for die in dice):
                if g.events is not None:
                    g.emit("no-dice-to-hit", "sanchos.resolve.early-end", sancho=SANCHOS[s], column=column)
                dice.clear()
                return
            g.agenda.append(self)
            if not g.t.auto[s]:
                g.agenda.append(hit_die(s))
                return
            rest = [die for die in dice if die != top]
            strike(g, s, auto_target(g, s, rest))
            return


RESOLVE: Final = ResolveColumns()


@dataclass(frozen=True, slots=True)
class Hit(Choice[SanchosState]):
    """The owner of a die that is alone in its column removes one opponent's die (sanchos.resolve.single-die-hits)."""

    rule: ClassVar[str] = "sanchos.resolve.single-die-hits"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        hit, s = g.t.hit, self.s
        return [hit[die] for die in dict.fromkeys(g.dice) if die >> 1 & 3 != s]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "hit":
            return not_now(self.rule)
        if action.x not in g.dice:
            return NO_SUCH_DIE
        return OWN_DIE if action.x >> 1 & 3 == self.s else None

    def apply(self, g: SanchosState, action: Action) -> None:
        strike(g, self.s, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "hit", {"sancho": SANCHOS[self.s], "column": max(g.dice) >> 3 if g.dice else 0}


hit_die = interned(Hit)


def strike(g: SanchosState, s: int, target: int) -> None:
    """The single die and its target leave the chart, and a matching piece the Battle region."""
    top = max(g.dice)
    g.dice.remove(top)
    g.dice.remove(target)
    o = target >> 1 & 3
    if g.events is not None:
        g.emit("hits", "sanchos.resolve.single-die-hits", sancho=SANCHOS[s], die="king" if top & 1 else "troop",
               column=top >> 3, other=SANCHOS[o], target="king" if target & 1 else "troop", target_column=target >> 3)
    if target & 1:
        _king_falls(g, o)
    else:
        _troop_falls(g, s, o)


def _king_falls(g: SanchosState, o: int) -> None:
    """sanchos.resolve.king-goes-home, sanchos.resolve.king-falls-at-home, sanchos.siege.sally-king-may-refill,
    sanchos.intercept.king-returns-into-target."""
    b = g.b
    if not king_in_battle(g, o):
        return
    if b[INTERCEPTION] and b[BESIEGER] == o + 1:
        b[DECLARED_K] = 0
    place_king_home(g, o, home_castle_open(g, o))


def _troop_falls(g: SanchosState, s: int, o: int) -> None:
    """sanchos.resolve.no-piece-left, sanchos.resolve.remover-picks-piece."""
    b, r = g.b, g.b[BATTLE]
    if not troops_in_battle(g, o):
        return
    if b[INTERCEPTION]:
        if b[BESIEGER] == o + 1:
            b[DECLARED_T] -= 1
        _remove_troop(g, o, besieger=False)
        return
    loose = b[FIELD_T + o * REGIONS + r]
    besieging = b[SIEGE_T + r] if b[SIEGER + r] == o + 1 else 0
    if not (loose and besieging):
        _remove_troop(g, o, besieger=besieging > 0)
        return
    picker = o if g.t.owner_picks_fallen else s
    if g.t.auto[picker]:
        _remove_troop(g, o, besieger=picker == s)
    else:
        g.agenda.append(falling_troop(picker, o))


def _remove_troop(g: SanchosState, o: int, besieger: bool) -> None:
    lose_troop(g, o, g.b[BATTLE], besieger)
    if g.events is not None:
        g.emit("troop-falls", "sanchos.resolve.troop-to-supply", sancho=SANCHOS[o], region=g.t.ids[g.b[BATTLE]],
               besieger=besieger)


@dataclass(frozen=True, slots=True)
class FallingTroop(Choice[SanchosState]):
    """Which T falls where besieging and other T of a Sancho are in the battle (sanchos.resolve.remover-picks-piece)."""

    rule: ClassVar[str] = "sanchos.resolve.remover-picks-piece"
    s: int
    o: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.take

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return None if action.verb == "take" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        _remove_troop(g, self.o, besieger=action.x == 1)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "falling-troop", {"sancho": SANCHOS[self.o]}


falling_troop = interned(FallingTroop)


@dataclass(frozen=True, slots=True)
class EndOfBattle(Auto[SanchosState]):
    """The battle is over: survivors stay (sanchos.resolve.survivors-stay), a siege there is judged
    (sanchos.siege.ended-by-losses), El Cid returns if he was used, and after an Attack victory is looked for
    (sanchos.resolve.victory-check-after-battle)."""

    rule: ClassVar[str] = "sanchos.resolve.survivors-stay"

    def run(self, g: SanchosState) -> None:
        b = g.b
        r, interception = b[BATTLE], b[INTERCEPTION]
        recheck_siege(g, r, "sanchos.siege.ended-by-losses")
        after_battle_el_cid(g)
        b[ATTACKER] = b[BATTLE] = b[EXTRA] = b[INTERCEPTION] = b[SALLY] = b[MUST_FIGHT] = 0
        if g.events is not None:
            g.emit("battle-ends", self.rule, region=g.t.ids[r])
        if not interception:
            victory(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "battle", {"region": g.t.ids[g.b[BATTLE]], "sancho": SANCHOS[g.b[ATTACKER] - 1]}


END_OF_BATTLE: Final = EndOfBattle()

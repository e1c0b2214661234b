"""The state of a game of 3 Sanchos: its fields and the small questions about them.

All counts are bytes of ``b`` at the places named here. ``T`` are Troop pieces, ``K`` the King piece. Places that hold a
Sancho hold it as number + 1, with 0 for nobody. Regions have :data:`REGIONS` bytes whatever the map.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.tables import VICTORY, Tables
from mesnada.kernel.action import Action, ActionSpace
from mesnada.kernel.game import Outcome, Setup
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.state import GameState

REGIONS: Final = 32
"""Room for regions in every per-region row."""

# -- places in b: the round -----------------------------------------------------------------------------------
ROUND: Final = 0
COMMANDER: Final = 1
TURN_TAKEN: Final = 2
ARROW: Final = 3
"""The visible decision arrow: 0 none (not solo), 1 lowest, 2 highest number."""
PLAYED: Final = 4
"""The card on the table, + 1."""
KEEPER: Final = 5
"""The Sancho that gets the played card into its Reserve instead of the discard pile."""
RESULT: Final = 6
"""0 the game runs, 1 major victory, 2 minor victory."""
WINNERS: Final = 7
"""Bit set of Sanchos."""
LEFT: Final = 8
"""CPs or points left in the turn or order in progress."""
USED: Final = 9
"""Points used of the order in progress."""
ATTACKED: Final = 10
BESIEGED: Final = 11
"""Whether the turn in progress has had its Attack and its Besiege."""
TURN_OF: Final = 12
"""Whose turn it is within phase 2."""
MENU_USED: Final = 16
"""Eight bytes: how often each option of a menu was carried out."""

# -- places in b: battle and siege in progress ----------------------------------------------------------------
ATTACKER: Final = 24
BATTLE: Final = 25
"""The Battle region; by itself it allows and forbids nothing (sanchos.components.markers-no-effect)."""
EXTRA: Final = 26
"""The attacker's additional Troop dice."""
INTERCEPTION: Final = 27
SALLY: Final = 28
"""Whether the attacker's Garrison was under siege when the Attack was declared."""
DECLARED_T: Final = 29
DECLARED_K: Final = 30
"""Declared besiegers that have not started their siege; they still stand in the FA."""
BESIEGER: Final = 31
DICE_K: Final = 32
DICE_T: Final = 35
"""Dice of each Sancho still to be rolled."""
MUST_FIGHT: Final = 38
"""The holder of El Cid, who has to release a piece because he brought El Cid in."""
CID_USED: Final = 39
"""Bit set: 1 inspired, 2 card played in this battle (only with the variant)."""
SUCCESSES: Final = 40

# -- places in b: El Cid --------------------------------------------------------------------------------------
CID_HOLDER: Final = 41
"""0 not in the game, 1 Supply, 2 + Sancho."""
CID_REGION: Final = 42
"""Region + 1; 0 not on the board."""

# -- places in b: each Sancho -----------------------------------------------------------------------------------
RESERVE: Final = 44
SUPPLY: Final = 47
SCORE: Final = 50
KING_REGION: Final = 53
KING_PLACE: Final = 56
SPACES: Final = 59
"""Number of occupied Garrison spaces."""
HAND: Final = 62
RESERVED: Final = 65
"""Numbers of cards."""
DECK: Final = 68
NEXT_ORDER: Final = 69
"""Counts cards as they are reserved."""
ROLLED: Final = 70
"""Two bytes: the rolls for first commander in a 2-player game."""

FIELD_PLACE: Final = 0
GARRISON_PLACE: Final = 1
SIEGE_PLACE: Final = 2
"""Values of KING_PLACE."""

# -- places in b: regions ---------------------------------------------------------------------------------------
FIELD_T: Final = 96
"""T in the open: 96 + 32 * Sancho + region."""
ARMY: Final = FIELD_T + 3 * REGIONS
"""All pieces of a Sancho in a region, K included."""
GARRISON_T: Final = ARMY + 3 * REGIONS
OWNER: Final = GARRISON_T + REGIONS
"""Whose Garrison."""
SIEGE_T: Final = OWNER + REGIONS
SIEGER: Final = SIEGE_T + REGIONS
"""Whose besiegers."""

# -- places in b: cards -----------------------------------------------------------------------------------------
CARD: Final = SIEGER + REGIONS
"""Where each card is."""
CARD_ORDER: Final = CARD + REGIONS
"""When a Reserved card was reserved."""
SIZE: Final = CARD_ORDER + REGIONS

# values of CARD
UNSEEN: Final = 0
"""In a masked state: somewhere the seat cannot look."""
IN_DECK: Final = 1
DISCARDED: Final = 2
ON_TABLE: Final = 3
REMOVED: Final = 4
SET_ASIDE: Final = 5
IN_HAND: Final = 8
FACE_DOWN: Final = 16
FACE_UP: Final = 24
"""8, 16, 24 + Sancho. Face up: everybody knows which card it is."""

RUNNING: Final = 0
MAJOR: Final = 1
MINOR: Final = 2

GAME_OVER: Final = Refusal("game-over", "sanchos.win.major")
CLOSED: Final = Refusal("no-entry", "sanchos.board.no-entry")


@cache
def not_now(rule: str) -> Refusal:
    """The refusal of an action that the present decision does not ask for."""
    return Refusal("not-now", rule)


class SanchosState(GameState[Tables]):
    """One game at one decision; see the module for the places in ``b``.

    ``dice`` holds the Battle chart: one integer a die, column * 8 + Sancho * 2 + (1 for a King's Guard die), in the
    order in which they were laid out; within a column the first one lies next to the board. The scores have no part in
    it (sanchos.board.track-and-chart-independent). Dice that were picked up
    to be rerolled carry :data:`mesnada.games.sanchos.battle.PICKED` until they have fallen.
    """

    __slots__ = ()

    @property
    def setup(self) -> Setup:
        return self.t.setup

    @property
    def actions(self) -> ActionSpace:
        return self.t.space

    @property
    def round(self) -> int:
        return self.b[ROUND]

    def choices(self) -> list[Action]:
        """The legal actions as people see them: El Cid in the Supply can be left there, which comes last
        (sanchos.inspire.enter-battle)."""
        legal = self.legal()
        if legal and legal[0] is self.t.leave_el_cid and not self.b[CID_REGION]:
            return [*legal[1:], legal[0]]
        return legal

    # -- small questions ---------------------------------------------------------------------------------------

    def field_army(self, s: int, r: int) -> int:
        """Pieces of a Sancho in a region outside its Garrison space, besiegers included
        (sanchos.army.field-army-includes-besiegers)."""
        b = self.b
        total = b[FIELD_T + s * REGIONS + r]
        if b[SIEGER + r] == s + 1:
            total += b[SIEGE_T + r]
        if b[KING_REGION + s] == r and b[KING_PLACE + s] != GARRISON_PLACE:
            total += 1
        return total

    def garrison(self, r: int) -> int:
        """Pieces in the Garrison space of a region (sanchos.army.garrison)."""
        b = self.b
        owner = b[OWNER + r]
        if not owner:
            return 0
        king = b[KING_REGION + owner - 1] == r and b[KING_PLACE + owner - 1] == GARRISON_PLACE
        return b[GARRISON_T + r] + king

    def besiegers(self, r: int) -> int:
        """Pieces stacked as besiegers on the Garrison of a region."""
        b = self.b
        sieger = b[SIEGER + r]
        if not sieger:
            return 0
        king = b[KING_REGION + sieger - 1] == r and b[KING_PLACE + sieger - 1] == SIEGE_PLACE
        return b[SIEGE_T + r] + king

    def king_besieged(self, s: int) -> bool:
        """Whether a K is inside a Garrison space under siege."""
        b = self.b
        return b[KING_PLACE + s] == GARRISON_PLACE and b[SIEGER + b[KING_REGION + s]] != 0

    def controller(self, s: int) -> int:
        """The seat that decides for a Sancho: its own player, or the commander for non-player Nájera
        (sanchos.najera2p.controlled-by-commander)."""
        t = self.t
        if t.nonplayer[s]:
            return t.seat_of[self.b[COMMANDER] - 1]
        return t.seat_of[s]

    def cards_at(self, place: int) -> list[int]:
        """The cards at one value of CARD, in the order of the file."""
        row = self.b[CARD : CARD + self.t.card_count]
        found: list[int] = []
        c = row.find(place)
        while c >= 0:
            found.append(c)
            c = row.find(place, c + 1)
        return found

    def reserved(self, s: int) -> list[int]:
        """The Reserved cards of a Sancho in the order in which they were reserved."""
        b = self.b
        if not b[RESERVED + s]:
            return []
        found = [c for c in range(self.t.card_count) if b[CARD + c] in (FACE_DOWN + s, FACE_UP + s)]
        return sorted(found, key=lambda c: b[CARD_ORDER + c])

    def side_scores(self) -> dict[str, int]:
        """Score of each marker: the three Sanchos, or ``player`` and ``auto`` (sanchos.setup.solo-shared-marker)."""
        b, t = self.b, self.t
        if t.solo:
            own = b[SCORE + t.player]
            return {"player": own, "auto": b[SCORE] + b[SCORE + 1] + b[SCORE + 2] - own}
        return {name: b[SCORE + s] for s, name in enumerate(SANCHOS)}

    def score_of(self, s: int) -> int:
        """Score of the marker that counts for a Sancho."""
        scores = self.side_scores()
        return scores["player" if s == self.t.player else "auto"] if self.t.solo else scores[SANCHOS[s]]

    # -- pieces change place -------------------------------------------------------------------------------------

    def occupy(self, r: int, s: int) -> None:
        """A Garrison space gets an owner and its value counts; nothing else ever does
        (sanchos.score.sum-of-garrisons, sanchos.score.field-army-scores-nothing)."""
        b = self.b
        b[OWNER + r] = s + 1
        b[SCORE + s] += self.t.value[r]
        b[SPACES + s] += 1
        if self.events is not None:
            self._emit_score("gains-points", "sanchos.score.sum-of-garrisons", s, r)

    def vacate(self, r: int) -> None:
        """The last piece has left a Garrison space (sanchos.score.lost-on-abandon)."""
        b = self.b
        s = b[OWNER + r] - 1
        b[OWNER + r] = 0
        b[SCORE + s] -= self.t.value[r]
        b[SPACES + s] -= 1
        if self.events is not None:
            self._emit_score("loses-points", "sanchos.score.lost-on-abandon", s, r)

    def _emit_score(self, kind: str, rule: str, s: int, r: int) -> None:
        self.emit(kind, rule, sancho=SANCHOS[s], region=self.t.ids[r], points=self.t.value[r], score=self.score_of(s))

    def king_into_garrison(self, s: int, r: int) -> None:
        """K enters a Garrison space that is empty or his own."""
        b = self.b
        if not b[OWNER + r]:
            self.occupy(r, s)
        b[KING_REGION + s] = r
        b[KING_PLACE + s] = GARRISON_PLACE

    def troop_into_garrison(self, s: int, r: int) -> None:
        """One T, not counted elsewhere, enters a Garrison space that is empty or its own."""
        b = self.b
        if not b[OWNER + r]:
            self.occupy(r, s)
        b[GARRISON_T + r] += 1

    # -- the end -------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        b, t = self.b, self.t
        if b[RESULT] == RUNNING:
            return None
        won = [s for s in range(3) if b[WINNERS] >> s & 1]
        share = 1.0 if t.solo else 1.0 / len(won)
        returns = tuple(share if s in won else 0.0 for s in t.seats)
        winners = ("player" if won == [t.player] else "auto",) if t.solo else tuple(SANCHOS[s] for s in won)
        return Outcome("major" if b[RESULT] == MAJOR else "minor", winners, self.side_scores(), returns)

    def finish(self, result: int, winners: int) -> None:
        """The game ends at once; nothing that was still to come takes place."""
        self.b[RESULT] = result
        self.b[WINNERS] = winners
        self.agenda.clear()
        if self.events is not None:
            outcome = self.outcome()
            assert outcome is not None
            rule = "sanchos.win.major" if result == MAJOR else (
                "sanchos.win.solo-deck-end" if self.t.solo else "sanchos.win.minor-when-hands-empty")
            self.emit(f"{outcome.ending}-victory", rule, winners=list(outcome.winners))

    def _over(self) -> Refusal:
        return GAME_OVER

    # -- what a seat knows ---------------------------------------------------------------------------------------

    def masked(self, seat: int | None) -> SanchosState:
        """A copy in which the cards that a seat cannot see are UNSEEN (sanchos.phase1.hidden-information)."""
        other = self.copy()
        b, t = other.b, self.t
        own = t.seats[seat] if seat is not None else -1
        for c in range(t.card_count):
            place = b[CARD + c]
            if place in (IN_DECK, SET_ASIDE) or (IN_HAND <= place < FACE_UP and (place & 7) != own):
                b[CARD + c] = UNSEEN
                b[CARD_ORDER + c] = 0
        if seat is None or self.seat != seat:
            other._legal = None
        return other

    def redealt(self, rng: random.Random) -> SanchosState:
        """A copy of a masked state with every unseen card put somewhere it may be."""
        other = self.copy()
        other._legal = None
        b, t = other.b, self.t
        unseen = [c for c in range(t.card_count) if b[CARD + c] == UNSEEN]
        rng.shuffle(unseen)
        if t.level == "epic":
            self._redeal_set_aside(other, unseen)
        for s in range(3):
            for place, number in ((IN_HAND + s, b[HAND + s]), (FACE_DOWN + s, b[RESERVED + s])):
                visible = {place, FACE_UP + s} if place >= FACE_DOWN else {place}
                missing = number - sum(1 for c in range(t.card_count) if b[CARD + c] in visible)
                for _ in range(missing):
                    c = unseen.pop()
                    b[CARD + c] = place
                    b[CARD_ORDER + c] = self._free_order(b, s)
        for c in unseen:
            b[CARD + c] = IN_DECK
        return other

    def _redeal_set_aside(self, other: SanchosState, unseen: list[int]) -> None:
        """The card that left the game at Epic level is one of those that the two visible ones leave open."""
        b, t = other.b, self.t
        if any(b[CARD + c] == SET_ASIDE for c in range(t.card_count)) or not unseen:
            return
        if len(unseen) <= b[DECK] + self._hidden_cards(b):
            return
        seen = self._epic_values(b)
        for c in unseen:
            if t.bottom[c] == t.player and t.cp[c] not in seen:
                unseen.remove(c)
                b[CARD + c] = SET_ASIDE
                return

    def _hidden_cards(self, b: bytearray) -> int:
        hidden = 0
        for s in range(3):
            known_hand = sum(1 for c in range(self.t.card_count) if b[CARD + c] == IN_HAND + s)
            known_reserve = sum(1 for c in range(self.t.card_count) if b[CARD + c] in (FACE_DOWN + s, FACE_UP + s))
            hidden += b[HAND + s] - known_hand + b[RESERVED + s] - known_reserve
        return hidden

    def _epic_values(self, b: bytearray) -> set[int]:
        """CPs of the player's bottom cards that are known to be in the game for the Auto-Sanchos from set-up on."""
        t = self.t
        return {t.cp[c] for c in range(t.card_count) if b[CARD_ORDER + c] in (1, 2) and t.bottom[c] == t.player}

    @staticmethod
    def _free_order(b: bytearray, s: int) -> int:
        """An order number for a face-down card of a player; it decides nothing for players."""
        return 0

    # -- as text -------------------------------------------------------------------------------------------------

    def position(self) -> str:
        """The state as readable TOML that :meth:`mesnada.kernel.game.Game.read_position` takes."""
        from mesnada.games.sanchos.positions.position import write_position

        return write_position(self)

    # -- refusals ------------------------------------------------------------------------------------------------

    def fill(self, refusal: Refusal, action: Action) -> Refusal:
        """Adds what sentences may name: the Sancho whose turn it is, the action and its region."""
        b, t = self.b, self.t
        params: dict[str, Any] = {"action": action.name, "left": b[LEFT], "round": b[ROUND]}
        if b[TURN_OF]:
            params["sancho"] = SANCHOS[b[TURN_OF] - 1]
        region = next((word for word in reversed(action.words) if word in t.index), None)
        if region is not None:
            params["region"] = region
        return refusal.about(**params, **refusal.params)


def victory(g: SanchosState) -> bool:
    """Ends the game with a major victory if a side has 10 VP; says whether it did.

    sanchos.win.major, sanchos.win.checked-after-each-point, sanchos.win.several-at-ten.
    """
    b = g.b
    c, n, a = b[SCORE], b[SCORE + 1], b[SCORE + 2]
    if c < VICTORY and n < VICTORY and a < VICTORY and not g.t.solo:
        return False
    if g.t.solo:
        player = b[SCORE + g.t.player]
        auto = c + n + a - player
        if player < VICTORY and auto < VICTORY:
            return False
    g.finish(MAJOR, leaders(g))
    return True


def leaders(g: SanchosState) -> int:
    """Bit set of the Sanchos with most VP after the tie-breaks.

    sanchos.win.tie-garrisons, sanchos.win.tie-troops, sanchos.win.tie-shared; non-player Nájera is one of them
    (sanchos.win.najera2p-can-win); solo: sanchos.win.solo-deck-end.
    """
    b, t = g.b, g.t
    if t.solo:
        scores = g.side_scores()
        autos = 7 & ~(1 << t.player)
        return 1 << t.player if scores["player"] > scores["auto"] else autos
    standing = [(b[SCORE + s], b[SPACES + s], troops_on_board(g, s)) for s in range(3)]
    best = max(standing)
    return sum(1 << s for s in range(3) if standing[s] == best)


def troops_on_board(g: SanchosState, s: int) -> int:
    """T of a Sancho on the board: FAs, Garrisons and besiegers; not K, Reserve or Supply."""
    row = ARMY + s * REGIONS
    return sum(g.b[row : row + REGIONS]) - 1

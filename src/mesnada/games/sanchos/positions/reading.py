"""From the keys of a position to a state: what is not given is made up, and what cannot be is refused."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mesnada.games.sanchos import invariants
from mesnada.games.sanchos.commands import begin_turn, command_turn
from mesnada.games.sanchos.components import SANCHOS, Content
from mesnada.games.sanchos.elcid import CARD_PLAYED, HOLDER, IN_SUPPLY, INSPIRED
from mesnada.games.sanchos.model import (
    ARROW,
    ATTACKED,
    ATTACKER,
    BATTLE,
    BESIEGED,
    BESIEGER,
    CARD,
    CARD_ORDER,
    CID_HOLDER,
    CID_REGION,
    CID_USED,
    COMMANDER,
    DECK,
    DECLARED_K,
    DECLARED_T,
    DICE_K,
    DICE_T,
    DISCARDED,
    EXTRA,
    FACE_DOWN,
    FACE_UP,
    HAND,
    IN_DECK,
    IN_HAND,
    INTERCEPTION,
    KEEPER,
    LEFT,
    MAJOR,
    MENU_USED,
    MINOR,
    MUST_FIGHT,
    NEXT_ORDER,
    ON_TABLE,
    PLAYED,
    RESERVED,
    RESULT,
    ROLLED,
    ROUND,
    SALLY,
    SET_ASIDE,
    SUCCESSES,
    SUPPLY,
    TURN_OF,
    TURN_TAKEN,
    UNSEEN,
    USED,
    WINNERS,
    SanchosState,
)
from mesnada.games.sanchos.orders import card_turn
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.games.sanchos.positions.keys import BattleText, Cards, ElCidText, PositionText
from mesnada.games.sanchos.positions.own_board import with_board
from mesnada.games.sanchos.positions.placing import find_region, find_sancho, place, read_pieces
from mesnada.games.sanchos.positions.position import ARROWS, UNSEEN_CARD
from mesnada.games.sanchos.positions.steps import StepWords, add_actions
from mesnada.games.sanchos.reserved_cards import PICKED
from mesnada.games.sanchos.round import (
    DISCARD_PLAYED,
    END_OF_ROUND,
    REVEAL,
    draw_phase,
    play_or_reserve,
)
from mesnada.games.sanchos.siege import SIEGE_LOSSES
from mesnada.games.sanchos.tables import MAX_COLUMN, TROOP_DICE, Tables
from mesnada.kernel.errors import MesnadaError, OptionError, PositionError
from mesnada.kernel.game import Setup
from mesnada.kernel.step import Step

if TYPE_CHECKING:
    from mesnada.games.sanchos.game import Sanchos

TRIAL: Final = 5000
"""Decisions of the trial game that every position that is read has to stand."""
CP: Final = 3
"""CPs of a commander's turn of which nothing is said."""
_IN_BATTLE: Final = frozenset((
    "Releases", "ReleaseGarrison", "TakeDice", "RollDie", "ReservedCards", "NextCard", "ChooseColumn", "ChooseDice",
    "RerollDie", "ResolveColumns", "Hit", "FallingTroop", "EndOfBattle", "ShiftDie", "ElCidBeforeBattle",
    "InspireRoll", "BringAlong",
))
_COMMANDERS: Final = frozenset((
    "PlayOrReserve", "CommanderWindow", "TurnNow", "BeginCommandTurn", "CommandTurn", "TurnGoesOn", "DrawPhase",
    "DrawCard",
))


def same_seating(seats: Sequence[str], where: str = "seats") -> str:
    """The value of the option seating for the Sanchos clockwise; a player left out sits where there is room.

    Raises PositionError.
    """
    numbers = [find_sancho(name, where) for name in seats]
    if len(set(numbers)) < len(numbers) or len(numbers) < 2:
        raise PositionError(where, f"{', '.join(seats)} are not the Sanchos clockwise")
    if len(numbers) == 2 or (numbers[1] - numbers[0]) % 3 == 1:
        return "castilla-najera-aragon"
    return "castilla-aragon-najera"


def own_tables(t: Tables, kept: dict[Setup, Tables]) -> Tables:
    """The same tables apart from those of other games, with the actions of the cards alone.

    ``kept`` are such tables that were made before; whoever used them last is done with them.
    """
    own = kept.get(t.setup)
    if own is None:
        own = kept[t.setup] = Tables(t.setup, t.content)
    del own.card_actions[3 * own.card_count :]
    del own.orders[1 + max(i for orders in own.card_actions for i in (*orders.items, *orders.solo)) :]
    return own


class Reader:
    """Makes one state. Every method takes one part of the keys over and raises PositionError."""

    def __init__(self, game: Sanchos, given: PositionText, content: Path | Content | None,
                 whole_round: bool = True, kept: dict[Setup, Tables] | None = None) -> None:
        self.game = game
        self.given = given
        self.whole_round = whole_round
        """Whether a position without an agenda goes on with phases 3 and 4, or ends with the turn."""
        if given.game not in ("", game.id, game.title):
            raise PositionError("game", f"is {given.game!r}, not {game.id}")
        self.kept = kept
        """Tables to which card actions may be added, if they are wanted."""
        self.t = self._tables(content)
        self.words = StepWords(self.t)
        self.g: SanchosState

    def state(self, check: bool = True) -> SanchosState:
        """The state, tried out unless ``check`` is False."""
        given = self.given
        for key in ("reserve_troops", "supply_troops", "hand", "reserved_cards"):
            for name in getattr(given, key):
                find_sancho(name, f"{key}.{name}")
        self.g = place(self.t, given.pieces, given.reserve_troops)
        self._compare_counts()
        self._read_round()
        self._read_cards()
        self._read_el_cid()
        self._read_battle()
        self._read_agenda()
        if check:
            self._try_out()
        return self.g

    # -- tables ----------------------------------------------------------------------------------------------------

    def _tables(self, folder: Path | Content | None) -> Tables:
        given = self.given
        content = folder if isinstance(folder, Content) else load_content(folder)
        if given.content not in ("", content.digest):
            raise PositionError("content", f"needs the content pack {given.content}; here is {content.digest}")
        if given.board:
            content = with_board(content, given.board)
        options = dict(given.options)
        if given.seats:
            self._set_option(options, "seating", same_seating(given.seats), "seats")
        if given.player:
            find_sancho(given.player, "player")
            self._set_option(options, "player", given.player, "player")
        if given.el_cid is not None and "el-cid" not in options:
            piece = isinstance(given.el_cid, ElCidText) and given.el_cid.piece
            options["el-cid"] = "inspires" if piece else "card"
        try:
            t = self.game.tables(given.mode, options, content)
        except OptionError as error:
            where = "mode" if error.option == "mode" else f"options.{error.option}"
            raise PositionError(where, error.why) from None
        if given.action or self.kept is not None:
            t = own_tables(t, {} if self.kept is None else self.kept)
            add_actions(t, given.action)
        return t

    @staticmethod
    def _set_option(options: dict[str, str], name: str, value: str, where: str) -> None:
        if options.setdefault(name, value) != value:
            raise PositionError(where, f"says {value}, but options.{name} says {options[name]}")

    # -- counts ----------------------------------------------------------------------------------------------------

    def _compare_counts(self) -> None:
        """Score and Supply are counted; what the text says of them has to agree."""
        g, given = self.g, self.given
        scores = g.side_scores()
        for side, score in given.score.items():
            if side not in scores:
                raise PositionError(f"score.{side}", f"is no side; there are {', '.join(scores)}")
            if score != scores[side]:
                raise PositionError(f"score.{side}", f"is {score}, but the Garrisons make {scores[side]}")
        for name, troops in given.supply_troops.items():
            counted = g.b[SUPPLY + SANCHOS.index(name)]
            if troops != counted:
                raise PositionError(f"supply_troops.{name}", f"is {troops}, but {counted} Troops are left over")

    # -- the round -------------------------------------------------------------------------------------------------

    def _read_round(self) -> None:
        g, given = self.g, self.given
        b, t = g.b, self.t
        b[ROUND] = given.round
        b[COMMANDER] = self._commander()
        for place_, flag in ((ATTACKED, given.attacked), (BESIEGED, given.besieged), (TURN_TAKEN, given.turn_taken)):
            b[place_] = flag
        if given.turn:
            b[TURN_OF] = find_sancho(given.turn, "turn") + 1
        b[LEFT], b[USED] = given.left or 0, given.used
        if max(given.left or 0, given.cp or 0) > 9:
            raise PositionError("left" if given.left else "cp", "there are never more than 9 points")
        if len(given.menu_used) > 8:
            raise PositionError("menu_used", "a menu has 8 options at most")
        b[MENU_USED : MENU_USED + len(given.menu_used)] = bytes(given.menu_used)
        if given.arrow_visible:
            if not t.solo:
                raise PositionError("arrow_visible", f"there are no arrows in mode {t.setup.mode}")
            if given.arrow_visible not in ARROWS:
                raise PositionError("arrow_visible", f"is {given.arrow_visible!r}, not lowest or highest")
            b[ARROW] = ARROWS.index(given.arrow_visible)
        for name, face in given.rolled.items():
            s = find_sancho(name, f"rolled.{name}")
            if not t.two or s not in t.players:
                raise PositionError(f"rolled.{name}", "does not roll for the command")
            b[ROLLED + t.players.index(s)] = face

    def _commander(self) -> int:
        name, t = self.given.commander, self.t
        if name is None:
            return (t.player if t.solo else t.players[0] if t.two else SANCHOS.index("najera")) + 1
        if not name:
            if not t.solo and self.given.round and self.given.over is None:
                raise PositionError("commander", "is missing; only in mode solo there are rounds without one")
            return 0
        s = find_sancho(name, "commander")
        if s not in t.players:
            raise PositionError("commander", f"{name} has no player and never commands")
        return s + 1

    # -- cards -----------------------------------------------------------------------------------------------------

    def _read_cards(self) -> None:
        """Cards by their ids first, then those of which only the CP value is said."""
        given, b, t = self.given, self.g.b, self.t
        self.taken: dict[int, str] = {}
        self.later: list[tuple[int | str, int, str]] = []
        hidden = 0
        for name, cards in given.hand.items():
            hidden += self._put(cards, HAND + SANCHOS.index(name), IN_HAND + SANCHOS.index(name), f"hand.{name}")
        for name, cards in given.reserved_cards.items():
            s = SANCHOS.index(name)
            usual = FACE_UP if t.nonplayer[s] else FACE_DOWN
            hidden += self._put(cards, RESERVED + s, usual + s, f"reserved_cards.{name}")
        if given.card:
            self._put([given.card], 0, ON_TABLE, "card")
            b[PLAYED] = t.card_index[given.card] + 1
        if given.keeper:
            if not given.card:
                raise PositionError("keeper", "there is no card on the table to keep")
            b[KEEPER] = find_sancho(given.keeper, "keeper") + 1
        self._put(given.discard, 0, DISCARDED, "discard")
        self._put(list(given.set_aside), 0, SET_ASIDE, "set_aside")
        if isinstance(given.deck, list):
            self._put(given.deck, 0, IN_DECK, "deck")
        for cp, where, key in self.later:
            self._put_any(cp, where, key)
        self._lay_out_deck(hidden)
        self._number_reserved()

    def _put(self, cards: Cards, counter: int, where: int, key: str) -> int:
        """Cards to a place; gives the number of unseen ones. ``counter``: the place that counts them, or 0."""
        hidden = 0
        if counter:
            self.g.b[counter] += len(cards)
        for number, card in enumerate(cards):
            at = f"{key}[{number}]" if key != "card" else key
            if card == UNSEEN_CARD:
                if self.given.deck_size is None or not counter:
                    raise PositionError(at, "a card can be unseen only in a position with deck_size")
                hidden += 1
            elif isinstance(card, int):
                self.later.append((card, where, at))
            else:
                self._put_one(card, where, at)
        return hidden

    def _put_one(self, card: str, where: int, at: str) -> None:
        id, _, face = card.partition(" ")
        if face and where < FACE_DOWN:
            raise PositionError(at, f"{card!r} is no card")
        if face not in ("", "face up", "face down"):
            raise PositionError(at, f"{face!r} is neither face up nor face down")
        c = self.t.card_index.get(id)
        if c is None:
            raise PositionError(at, f"{id!r} is no card of this deck")
        if c in self.taken:
            raise PositionError(at, f"card {id} is in {self.taken[c]} already")
        if face:
            where = (FACE_UP if face == "face up" else FACE_DOWN) + (where & 7)
        self.taken[c] = at
        self.g.b[CARD + c] = where

    def _put_any(self, cp: int | str, where: int, at: str) -> None:
        """Any card that is nowhere else and has so many CP; with ``card_order`` one with its actions in this order."""
        t, order = self.t, self.given.card_order
        free = [c for c in range(t.card_count) if c not in self.taken and t.cp[c] == cp]
        fitting = [c for c in free if [a.sancho for a in t.cards[c].actions] == order] if order else free
        if order and not fitting and where >= IN_HAND and where < FACE_DOWN:
            raise PositionError("card_order", f"no free card of {cp} CP has the order {', '.join(order)}")
        if not free:
            raise PositionError(at, f"no card of {cp} CP is left for it")
        c = (fitting or free)[0]
        self.taken[c] = at
        self.g.b[CARD + c] = where

    def _lay_out_deck(self, hidden: int) -> None:
        given, b, t = self.given, self.g.b, self.t
        free = [c for c in range(t.card_count) if c not in self.taken]
        if given.deck_size is not None:
            if given.deck is not None:
                raise PositionError("deck_size", "deck is given too")
            if not hidden + given.deck_size <= len(free) <= hidden + given.deck_size + 3:
                raise PositionError("deck_size", f"is {given.deck_size}, but {len(free)} cards are not to be seen, "
                                                 f"{hidden} of them in hands and Reserves")
            for c in free:
                b[CARD + c] = UNSEEN
            b[DECK] = given.deck_size
            return
        number = len(free) if given.deck is None else given.deck if isinstance(given.deck, int) else 0
        if number > len(free):
            raise PositionError("deck", f"is {number}, but only {len(free)} cards are nowhere else")
        for i, c in enumerate(free):
            b[CARD + c] = IN_DECK if i < number else DISCARDED
        b[DECK] = self.g.b[CARD : CARD + t.card_count].count(IN_DECK)

    def _number_reserved(self) -> None:
        """When the Reserved cards were reserved: as ``reserved_order`` says, else in the order of the text."""
        b, t, given = self.g.b, self.t, self.given
        if not given.reserved_order:
            for c, at in self.taken.items():
                if at.startswith("reserved_cards"):
                    b[NEXT_ORDER] += 1
                    b[CARD_ORDER + c] = b[NEXT_ORDER]
            return
        b[NEXT_ORDER] = len(given.reserved_order)
        for number, id in enumerate(given.reserved_order):
            where = f"reserved_order[{number}]"
            if id == UNSEEN_CARD:
                continue
            if id not in t.card_index:
                raise PositionError(where, f"{id!r} is no card of this deck")
            if b[CARD_ORDER + t.card_index[id]]:
                raise PositionError(where, f"card {id} is named twice")
            b[CARD_ORDER + t.card_index[id]] = number + 1

    # -- El Cid and battle -----------------------------------------------------------------------------------------

    def _read_el_cid(self) -> None:
        given, b, t = self.given.el_cid, self.g.b, self.t
        if not t.el_cid:
            if given is not None:
                raise PositionError("el_cid", "El Cid is not in this game (options.el-cid is off)")
            return
        found = ElCidText() if given is None else ElCidText(given) if isinstance(given, str) else given
        b[CID_HOLDER] = IN_SUPPLY
        if found.holder != "supply":
            s = find_sancho(found.holder, "el_cid.holder")
            if s not in t.players:
                raise PositionError("el_cid.holder", f"{found.holder} has no player and never holds El Cid")
            b[CID_HOLDER] = HOLDER + s
        if found.piece not in ("", "supply"):
            if not t.inspires:
                raise PositionError("el_cid.piece", "only the variant has a piece (options.el-cid is not inspires)")
            if found.holder == "supply":
                raise PositionError("el_cid.piece", "the piece is in the Supply while nobody holds the card")
            b[CID_REGION] = find_region(t, found.piece, "el_cid.piece") + 1

    def _read_battle(self) -> None:
        given, b = self.given, self.g.b
        if given.battle is not None:
            self._open_battle(given.battle)
        elif given.dice:
            raise PositionError("dice", "there are dice, but no battle")
        self.g.dice.extend(self._read_die(text, f"dice[{number}]") for number, text in enumerate(given.dice))
        if given.declared:
            name, _, pieces = given.declared.partition(" ")
            b[BESIEGER] = find_sancho(name, "declared") + 1
            b[DECLARED_K], b[DECLARED_T] = read_pieces(pieces.strip(), "declared")

    def _open_battle(self, battle: BattleText) -> None:
        b = self.g.b
        b[ATTACKER] = find_sancho(battle.attacker, "battle.attacker") + 1
        b[BATTLE] = find_region(self.t, battle.region, "battle.region")
        b[EXTRA], b[SUCCESSES] = battle.extra_dice, battle.successes
        b[INTERCEPTION], b[SALLY] = battle.interception, battle.sally
        if battle.must_join:
            b[MUST_FIGHT] = find_sancho(battle.must_join, "battle.must_join") + 1
        for word in battle.el_cid:
            if word not in ("inspired", "card"):
                raise PositionError("battle.el_cid", f"{word!r} is neither inspired nor card")
            b[CID_USED] |= INSPIRED if word == "inspired" else CARD_PLAYED
        for name, text in battle.to_roll.items():
            where = f"battle.to_roll.{name}"
            s = find_sancho(name, where)
            king, troops = read_dice(text, where)
            b[DICE_K + s], b[DICE_T + s] = king, troops

    def _read_die(self, text: str, where: str) -> int:
        words = text.split()
        picked = words[3:] == ["picked", "up"]
        if len(words) != 3 + 2 * picked or words[1] not in ("king", "troop") or not words[2].isdecimal():
            raise PositionError(where, f"{text!r} is no die such as castilla king 7")
        s, king, column = find_sancho(words[0], where), words[1] == "king", int(words[2])
        if column > MAX_COLUMN:
            raise PositionError(where, f"there is no column {column}")
        return (PICKED if picked else 0) + (column << 3 | s << 1 | king)

    # -- agenda ----------------------------------------------------------------------------------------------------

    def _read_agenda(self) -> None:
        g, given, b = self.g, self.given, self.g.b
        if given.over is not None:
            if given.agenda:
                raise PositionError("over", "the game is over and has an agenda")
            if given.over.ending not in ("major", "minor"):
                raise PositionError("over.ending", f"is {given.over.ending!r}, not major or minor")
            b[RESULT] = MAJOR if given.over.ending == "major" else MINOR
            b[WINNERS] = sum({1 << find_sancho(name, "over.winners") for name in given.over.winners})
            return
        if given.agenda is not None:
            if given.cp is not None or given.phase:
                raise PositionError("cp" if given.cp is not None else "phase", "an agenda is given too; use left")
            if not given.agenda:
                raise PositionError("agenda", "is empty, but the game is not over")
            steps = [self.words.read(text, f"agenda[{number}]") for number, text in enumerate(given.agenda)]
            self._check_agenda(steps)
            if any(type(step).__name__ == "CommandTurn" for step in steps):
                self._check_left()
            g.agenda.extend(steps)
        else:
            g.agenda.extend(self._made_up_agenda())

    def _check_agenda(self, steps: Iterable[Step[SanchosState]]) -> None:
        names = {type(step).__name__ for step in steps}
        if names & _IN_BATTLE and self.given.battle is None:
            raise PositionError("battle", f"is missing; the agenda has {', '.join(sorted(names & _IN_BATTLE))}")
        if self.given.battle is not None and "EndOfBattle" not in names:
            raise PositionError("battle", "is on, but the agenda has no EndOfBattle")
        for step in steps:
            if type(step).__name__ in _COMMANDERS and step.values()[0] + 1 != self.g.b[COMMANDER]:
                raise PositionError("agenda", f"{self.words.write(step)} is not for the commander")

    def _check_left(self) -> None:
        """A commander has no more CP than its card (sanchos.turn.cp-total)."""
        left, played = self.given.left or 0, self.g.b[PLAYED]
        if played and left > self.t.cp[played - 1]:
            raise PositionError("left", f"is {left}; the card on the table has {self.t.cp[played - 1]} CP")

    def _made_up_agenda(self) -> list[Step[SanchosState]]:
        g, given, b, t = self.g, self.given, self.g.b, self.t
        commander = b[COMMANDER] - 1
        turn = b[TURN_OF] - 1
        steps: list[Step[SanchosState]] = []
        if self.whole_round:
            steps += [END_OF_ROUND, SIEGE_LOSSES]
            if commander >= 0:
                steps.append(draw_phase(commander))
        if given.phase not in (0, 1, 2, 3, 4):
            raise PositionError("phase", f"is {given.phase}; a round has four")
        if turn >= 0 and turn != commander:
            return [*steps, *([DISCARD_PLAYED] if b[PLAYED] else []), card_turn(turn, self._card_action(turn))]
        if given.phase in (3, 4):
            return steps if given.phase == 3 else steps[:2]
        first = given.phase == 1 or (not given.phase and given.cp is None and not given.card and not given.left
                                     and turn < 0 and (commander < 0 or b[HAND + commander] > 0))
        if commander < 0:
            return [*steps, REVEAL]
        if first:
            return [*steps, play_or_reserve(commander)]
        attacked, besieged, used = b[ATTACKED], b[BESIEGED], b[USED]
        begin_turn(g, commander)
        b[ATTACKED], b[BESIEGED], b[USED] = attacked, besieged, used
        b[TURN_TAKEN] = 1
        self._check_left()
        b[LEFT] = given.cp or given.left or (t.cp[b[PLAYED] - 1] if b[PLAYED] else CP)
        return [*steps, *([DISCARD_PLAYED] if b[PLAYED] else []), command_turn(commander)]

    def _card_action(self, s: int) -> int:
        t = self.t
        own = [i for i in range(3 * t.card_count, len(t.card_actions)) if t.card_actions[i].sancho == s]
        if own:
            return own[0]
        played = self.g.b[PLAYED]
        if not played:
            raise PositionError("turn", f"{SANCHOS[s]} acts by a card; give a card, an action or an agenda")
        return next(i for i in t.actions_of[played - 1] if t.card_actions[i].sancho == s)

    # -- does it hold? ---------------------------------------------------------------------------------------------

    def _try_out(self) -> None:
        """Recounts everything and plays a copy on to the end: what breaks there is refused here."""
        g = self.g
        masked = UNSEEN in g.b[CARD : CARD + self.t.card_count]
        self._check_top()
        try:
            if not masked:
                g.settle()
            self._check_seat()
            if g.agenda and not masked and not g.legal():
                raise PositionError("agenda", f"{self.words.write(g.agenda[-1])} leaves nothing to decide")
            invariants.check(g)
            if masked:
                return
            trial, rng = g.copy(), random.Random(0)
            for _ in range(TRIAL):
                if trial.over:
                    return
                trial.apply(rng.choice(trial.legal()))
        except invariants.InvariantError as error:
            raise PositionError("", str(error)) from None
        except MesnadaError:
            raise
        except Exception:
            top = self.words.write(g.agenda[-1]) if g.agenda else "the end"
            raise PositionError("agenda", f"{top} does not fit the rest of the position") from None

    def _check_top(self) -> None:
        """The dice that wait and the step that asks for them."""
        g, b = self.g, self.g.b
        top = g.agenda[-1] if g.agenda else None
        name = type(top).__name__
        if top is not None and name == "RollDie":
            s, king = top.values()
            if not b[(DICE_K if king else DICE_T) + s]:
                raise PositionError("battle.to_roll", f"{SANCHOS[s]} has no such die to roll")
        elif any(b[DICE_K : DICE_K + 6]) and name != "TakeDice":
            raise PositionError("battle.to_roll", "there are dice to roll, but no RollDie on the agenda")
        if (name == "RerollDie") != any(die >= PICKED for die in g.dice) and name != "ChooseDice":
            raise PositionError("dice", "dice are picked up exactly while a RerollDie is on the agenda")

    def _check_seat(self) -> None:
        g, t = self.g, self.t
        if g.agenda and not g.agenda[-1].chance:
            seat = g.seat
            if not 0 <= seat < len(t.seats) or t.auto[t.seats[seat]]:
                raise PositionError("agenda", f"{self.words.write(g.agenda[-1])} asks nobody who decides")


def read_dice(text: str, where: str) -> tuple[int, int]:
    """``KG+4``, ``KG``, ``4`` or ``none`` as (King's Guard dice, Troop dice). Raises PositionError."""
    king = text == "KG" or text.startswith("KG+")
    rest = text.removeprefix("KG").removeprefix("+") if king else text
    if rest in ("", "none", "0") and (king or rest):
        return int(king), 0
    if not rest.isdecimal() or int(rest) > TROOP_DICE:
        raise PositionError(where, f"{text!r} is no number of dice such as KG+4")
    return int(king), int(rest)



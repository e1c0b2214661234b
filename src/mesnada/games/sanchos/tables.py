"""Tables: all that does not change during a game, compiled once from content, mode and options.

The three Sanchos are the integers 0, 1, 2 in the order of :data:`SANCHOS`; regions are the integers 0, 1, … in the
order of their numbers on the board; cards are integers in the order of their file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mesnada.games.sanchos.components import SANCHOS, Board, Card, CardAction, Content, Item
from mesnada.kernel.action import Action, ActionSpace
from mesnada.kernel.game import Setup

TITLE: Final = "War of the 3 Sanchos 1065-67"
TROOPS: Final = 14
"""T of one Sancho (sanchos.components.pieces)."""
KINGS_GUARD: Final = (0, 1, 3, 5, 7, 9)
"""Faces of a King's Guard die (sanchos.components.dice-faces)."""
TROOP_DIE: Final = (1, 2, 3, 4, 5, 6)
TROOP_DICE: Final = 5
"""Troop dice of one Sancho (sanchos.components.dice-per-sancho)."""
VICTORY: Final = 10
MAX_COLUMN: Final = 80
"""No die can be boosted past this: 9, one step by El Cid, and the 54 CP of the whole deck."""
FACES_K: Final = len(KINGS_GUARD)

FIRST_POSSIBLE: Final = 0
ALL: Final = 1
MENU: Final = 2
_MODES: Final = {"first-possible": FIRST_POSSIBLE, "all": ALL, "menu": MENU}


@dataclass(frozen=True, slots=True)
class Order:
    """One item of a card action with integers instead of words."""

    do: str
    points: int
    to: str
    favourable: bool
    not_in: int
    """The region that is excluded, or -1."""
    empty_only: bool
    recruit_remaining: bool


@dataclass(frozen=True, slots=True)
class Orders:
    """A card action with integers instead of words; ``items`` and ``solo`` are indices into ``Tables.orders``."""

    sancho: int
    mode: int
    points: int
    items: tuple[int, ...]
    solo: tuple[int, ...]


class Tables:
    """Everything fixed: board, cards, seats, options, and the actions with their integers."""

    def __init__(self, setup: Setup, content: Content) -> None:
        options = dict(setup.options)
        self.setup = setup
        self.content = content
        self.options: Mapping[str, str] = options
        self.solo = setup.mode == "solo"
        self.two = setup.mode == "2p"
        self._seat_everybody(options)
        self._lay_out_board(content.board)
        self._read_options(options)
        self._read_cards(content.cards)
        self._make_actions()

    # -- seats -----------------------------------------------------------------------------------------------

    def _seat_everybody(self, options: Mapping[str, str]) -> None:
        """sanchos.setup.seating, sanchos.setup.choice-three-players, sanchos.solo.two-auto-sanchos; each Sancho has the
        two others as opponents, in solo games too (sanchos.term.opponents)."""
        clockwise = [SANCHOS.index(name) for name in options["seating"].split("-")]
        self.next = [clockwise[(clockwise.index(s) + 1) % 3] for s in range(3)]
        self.clockwise = [(s, self.next[s], self.next[self.next[s]]) for s in range(3)]
        if self.solo:
            self.player: int = SANCHOS.index(options["player"])
            self.players: tuple[int, ...] = (self.player,)
            others = self.clockwise[self.player][1:]
            self.seats: tuple[int, ...] = (self.player, *others)
        else:
            self.player = -1
            self.players = tuple(SANCHOS.index(name) for name in options["sanchos"].split("-"))
            self.seats = self.players
        self.seat_of = [self.seats.index(s) if s in self.seats else -1 for s in range(3)]
        self.nonplayer = [s not in self.players for s in range(3)]
        self.auto = [self.solo and s != self.player for s in range(3)]
        self.opponents = [tuple(o for o in range(3) if o != s) for s in range(3)]

    # -- board -----------------------------------------------------------------------------------------------

    def _lay_out_board(self, board: Board) -> None:
        """sanchos.board.no-entry, sanchos.board.side-by-player-count."""
        count = 1 if self.solo else 2 if self.two else 3
        self.board = board
        regions = board.regions
        index = {region.number: i for i, region in enumerate(regions)}
        self.count = len(regions)
        self.closed = [count in region.closed_at for region in regions]
        self.open = tuple(i for i in range(self.count) if not self.closed[i])
        self.ids = tuple(region.id for region in regions)
        self.index = {region.id: i for i, region in enumerate(regions)}
        self.numbers = tuple(region.number for region in regions)
        self.adjacent = tuple(
            () if self.closed[i] else tuple(sorted(index[n] for n in region.adjacent if not self.closed[index[n]]))
            for i, region in enumerate(regions)
        )
        self.near = tuple(sum(1 << n for n in here) for here in self.adjacent)
        """Of each region the adjacent ones as a bit set."""
        self.second = tuple(self._two_steps_away(r) for r in range(self.count))
        """Of each region those that are two steps away, as a bit set."""
        values = board.values["solo" if self.solo else "board"]
        self.value = tuple(values[region.fort] for region in regions)
        homes = {region.home_of: i for i, region in enumerate(regions) if region.home_of}
        self.home = tuple(homes[name] for name in SANCHOS)
        covered_top = board.covered_at_start == "top"
        first_visible = board.arrow_bottom if covered_top else board.arrow_top
        self.first_arrow = 1 if first_visible == "lowest" else 2

    def _two_steps_away(self, r: int) -> int:
        reached = 0
        for n in self.adjacent[r]:
            reached |= self.near[n]
        return reached & ~(self.near[r] | 1 << r)

    # -- options ---------------------------------------------------------------------------------------------

    def _read_options(self, options: Mapping[str, str]) -> None:
        el_cid = options.get("el-cid", "off")
        self.el_cid = el_cid != "off"
        self.inspires = el_cid == "inspires"
        self.level = options.get("level", "normal")
        self.unspent_all = options["unspent-cps"] == "all"
        self.unspent_none = options["unspent-cps"] == "none"
        self.last_piece_forced = options["last-piece-attack"] == "forced"
        self.besieged_join = options["besieged-join"] == "yes"
        self.owner_picks_fallen = options["who-falls"] == "owner"
        self.next_strongest = options["strongest-cannot-move"] == "next-strongest"
        self.leave_out_besieged = options["most-favourable-besieged"] == "left-out"
        self.acting_picks_discard = options["discard-choice"] == "acting-sancho"
        self.reserved_face_down = options["seen-reserved"] == "face-down"
        self.auto_list_first = options.get("auto-fortify-king") == "list-first"
        self.auto_nullify_any = options.get("auto-nullify") == "any-column-with-one-own-die"
        self.inspire_interception = options.get("inspire-in-interception", "yes") == "yes"

    # -- cards -----------------------------------------------------------------------------------------------

    def _read_cards(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.card_count = len(cards)
        self.card_index = {card.id: c for c, card in enumerate(cards)}
        self.cp = [card.cp for card in cards]
        self.bottom = [SANCHOS.index(card.actions[2].sancho) for card in cards]
        self.orders: list[Order] = []
        self.card_actions: list[Orders] = []
        self.actions_of: list[tuple[int, int, int]] = []
        """Of each card its three actions from top to bottom, as indices into ``card_actions``."""
        for card in cards:
            top, middle, bottom = (self.add_orders(action) for action in card.actions)
            self.actions_of.append((top, middle, bottom))

    def add_orders(self, action: CardAction) -> int:
        """Takes one card action into the tables; gives its index in ``card_actions``."""
        self.card_actions.append(
            Orders(
                SANCHOS.index(action.sancho),
                _MODES[action.mode],
                action.points,
                tuple(self._add_order(item) for item in action.items),
                tuple(self._add_order(item) for item in action.solo),
            )
        )
        return len(self.card_actions) - 1

    def _add_order(self, item: Item) -> int:
        not_in = self.home[SANCHOS.index(item.not_in)] if item.not_in else -1
        order = Order(item.do, item.points, item.to, item.select == "most-favourable", not_in, item.empty_only,
                      item.recruit_remaining)
        self.orders.append(order)
        return len(self.orders) - 1

    # -- actions ---------------------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        self.space = ActionSpace()
        add, ids, cards = self.space.add, self.ids, [card.id for card in self.cards]

        def by_region(*words: str) -> list[Action]:
            return [add(*words, id, x=r) for r, id in enumerate(ids)]

        def by_card(verb: str) -> list[Action]:
            return [add(verb, id, x=c) for c, id in enumerate(cards)]

        def by_die(*words: str) -> dict[int, Action]:
            """By die code: column * 8 + Sancho * 2 + (1 for the King's Guard)."""
            found: dict[int, Action] = {}
            for column in range(MAX_COLUMN + 1):
                for s, name in enumerate(SANCHOS):
                    for king, kind in enumerate(("troop", "king")):
                        code = column << 3 | s << 1 | king
                        found[code] = add(*words, name, kind, str(column), x=code)
            return found

        def by_pieces(verb: str) -> list[list[Action]]:
            """[without K, with K][number of T]."""
            return [
                [add(verb, _pieces(king, troops), x=king, y=troops) for troops in range(TROOPS + 1)] for king in (0, 1)
            ]

        self.play = by_card("play")
        self.reserve = by_card("reserve")
        self.take_turn = add("take-turn")
        self.wait = add("wait")
        self.recruit = add("recruit")
        self.deploy_king = add("deploy", "king")
        self.deploy_home = add("deploy", "home")
        self.deploy_castle = add("deploy", "castle")
        self.move_king = add("move", "king", x=-1)
        self.move_troop = by_region("move", "troop")
        self.move_garrison = by_region("move", "garrison")
        self.move_besieger = by_region("move", "besieger")
        self.to = by_region("to")
        self.fortify_troop = by_region("fortify", "troop")
        self.fortify_king = by_region("fortify", "king")
        self.attack = by_region("attack")
        self.besiege = by_region("besiege")
        self.points = [add("points", str(n), x=n) for n in range(1, 10)]
        self.end = add("end")
        self.release = by_pieces("release")
        self.besiegers = by_pieces("besiegers")
        self.intercept = [add("intercept", "no", x=0), add("intercept", "yes", x=1)]
        self.siege = [add("siege", "give-up", x=0), add("siege", "continue", x=1)]
        self.pass_ = add("pass")
        self.use = by_card("use")
        self.column = [add("column", str(n), x=n) for n in range(MAX_COLUMN + 1)]
        self.reroll = by_die("reroll")
        self.use_el_cid = add("use", "el-cid", x=-1)
        self.shift_down = by_die("shift", "down")
        self.shift_up = by_die("shift", "up")
        self.hit = by_die("hit")
        self.take = [add("take", "troop", x=0), add("take", "besieger", x=1)]
        self.army = by_region("army")
        self.target = by_region("target")
        self.decline = add("decline")
        self.stop = add("stop")
        self.keep_card = add("reserve-this-card")
        self.discard = by_card("discard")
        self.discard_face_down = add("discard", "face-down", x=-1)
        self.place_el_cid = by_region("el-cid", "place")
        self.leave_el_cid = add("el-cid", "leave")
        self.el_cid_stays = add("el-cid", "stay")
        self.el_cid_enters = add("el-cid", "enter")
        self.el_cid_inspires = add("el-cid", "inspire")
        self.bring_king = add("bring", "king", x=1)
        self.bring_troop = add("bring", "troop")
        self.bring_garrison = add("bring", "garrison")
        self.bring_besieger = add("bring", "besieger")
        self.roll_king = [add("roll", "king", str(face), x=face) for face in KINGS_GUARD]
        self.roll_troop = [add("roll", "troop", str(face), x=face) for face in TROOP_DIE]
        self.draw = by_card("draw")
        self.set_aside = by_card("set-aside")


def _pieces(king: int, troops: int) -> str:
    """``none``, ``k``, ``3t`` or ``k+3t``: pieces as one word of an action."""
    if king:
        return f"k+{troops}t" if troops else "k"
    return f"{troops}t" if troops else "none"

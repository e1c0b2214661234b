"""Positions for tests: pieces on the little test board, a turn in progress, and decisions played by name.

The board is made up: r1 tower, c-home, r3 castle, r4 tower, r5 castle, n-home, r7 tower, r8 castle, r9 tower,
r10 castle, a-home, r12 tower; numbers 1 to 12 in this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.commands import begin_command_turn, begin_turn, command_turn
from mesnada.games.sanchos.components import SANCHOS, CardAction, Content, Item
from mesnada.games.sanchos.invariants import check_counts
from mesnada.games.sanchos.model import (
    ARROW,
    CARD,
    COMMANDER,
    DECK,
    FACE_DOWN,
    FACE_UP,
    HAND,
    IN_DECK,
    IN_HAND,
    LEFT,
    PLAYED,
    ROUND,
    SanchosState,
)
from mesnada.games.sanchos.orders import card_turn
from mesnada.games.sanchos.pack.board import made_up_board
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.games.sanchos.positions.placing import place
from mesnada.games.sanchos.round import DISCARD_PLAYED, END_OF_ROUND, draw_phase, put_in_reserve
from mesnada.games.sanchos.siege import SIEGE_LOSSES

REGIONS = [
    {"id": "r1", "number": 1, "space": "tower"},
    {"id": "c-home", "number": 2, "space": "home", "home": "castilla"},
    {"id": "r3", "number": 3, "space": "castle"},
    {"id": "r4", "number": 4, "space": "tower"},
    {"id": "r5", "number": 5, "space": "castle"},
    {"id": "n-home", "number": 6, "space": "home", "home": "najera"},
    {"id": "r7", "number": 7, "space": "tower"},
    {"id": "r8", "number": 8, "space": "castle"},
    {"id": "r9", "number": 9, "space": "tower"},
    {"id": "r10", "number": 10, "space": "castle"},
    {"id": "a-home", "number": 11, "space": "home", "home": "aragon"},
    {"id": "r12", "number": 12, "space": "tower"},
]
ADJACENT = [
    ["c-home", "r1"], ["c-home", "r3"], ["c-home", "r4"], ["r1", "r3"], ["r3", "r4"], ["r3", "r5"], ["r4", "r5"],
    ["r4", "n-home"], ["r5", "n-home"], ["r5", "r7"], ["n-home", "r7"], ["n-home", "r8"], ["r7", "r9"], ["r8", "r9"],
    ["r8", "a-home"], ["r9", "r10"], ["r9", "a-home"], ["r10", "a-home"], ["r10", "r12"], ["r12", "a-home"],
]
START = [
    "castilla garrison c-home 1T", "castilla field c-home K+3T",
    "najera garrison n-home 1T", "najera field n-home K+3T",
    "aragon garrison a-home 1T", "aragon field a-home K+3T",
]


def test_content(closed_at: Mapping[str, list[int]] | None = None) -> Content:
    """The shipped cards on the test board; ``closed_at`` closes regions at player counts."""
    regions = [{**r, "closed_at": (closed_at or {}).get(str(r["id"]), [])} for r in REGIONS]
    board = made_up_board(regions, ADJACENT)
    return replace(load_content(), board=board, digest=f"testmap{sorted((closed_at or {}).items())}")


test_content.__test__ = False  # type: ignore[attr-defined]


def scene(pieces: Iterable[str] = START, mode: str = "3p", *, commander: str = "castilla",
          options: Mapping[str, str] | None = None, reserve_troops: Mapping[str, int] | None = None,
          hands: Mapping[str, Iterable[str]] | None = None, face_down: Mapping[str, Iterable[str]] | None = None,
          face_up: Mapping[str, Iterable[str]] | None = None, deck: Iterable[str] | None = None,
          arrow: str | None = None, round: int = 1, closed_at: Mapping[str, list[int]] | None = None) -> SanchosState:
    """A position with an empty agenda and listening for events.

    Cards are ids; a deck that is given is all that is in it (the others count as discarded). ``commander=""``: none.
    """
    t = GAME.tables(mode, options, test_content(closed_at))
    g = place(t, pieces, reserve_troops)
    b = g.b
    b[ROUND] = round
    b[COMMANDER] = SANCHOS.index(commander) + 1 if commander else 0
    for name, cards in (hands or {}).items():
        for card in cards:
            b[CARD + t.card_index[card]] = IN_HAND + SANCHOS.index(name)
            b[HAND + SANCHOS.index(name)] += 1
    for where, given in ((FACE_DOWN, face_down), (FACE_UP, face_up)):
        for name, cards in (given or {}).items():
            for card in cards:
                put_in_reserve(g, SANCHOS.index(name), t.card_index[card], where)
    if deck is not None:
        keep = {t.card_index[card] for card in deck}
        for c in range(t.card_count):
            if b[CARD + c] == IN_DECK and c not in keep:
                b[CARD + c] = 2
    b[DECK] = sum(b[CARD + c] == IN_DECK for c in range(t.card_count))
    if arrow:
        b[ARROW] = {"lowest": 1, "highest": 2}[arrow]
    g.events = []
    return g


def cp_turn(g: SanchosState, cp: int, *, sancho: str | None = None, whole_round: bool = False) -> SanchosState:
    """The commander's turn with ``cp`` CPs left stands open. With ``whole_round`` phases 3 and 4 follow."""
    s = SANCHOS.index(sancho) if sancho else g.b[COMMANDER] - 1
    if whole_round:
        g.agenda += [END_OF_ROUND, SIEGE_LOSSES, draw_phase(s)]
    begin_turn(g, s)
    g.b[LEFT] = cp
    g.agenda.append(command_turn(s))
    g.settle()
    return g


def play_card(g: SanchosState, card: str) -> SanchosState:
    """The card lies on the table (as if from nowhere) and the commander's turn begins with its CPs."""
    c = g.t.card_index[card]
    if g.b[CARD + c] == IN_DECK:
        g.b[DECK] -= 1
    g.b[CARD + c] = 3
    g.b[PLAYED] = c + 1
    g.agenda += [DISCARD_PLAYED, begin_command_turn(g.b[COMMANDER] - 1)]
    g.settle()
    return g


def item(do: str, points: int = 1, **how: Any) -> Item:
    """One item of a card action, as in cards.toml."""
    return Item(do, points, **how)


def card_action(g: SanchosState, sancho: str, *items: Item, mode: str = "first-possible", points: int = 0,
                card: str | None = None) -> SanchosState:
    """A Sancho's turn by a made-up card action begins. ``mode`` first-possible | all | menu (then ``points``).

    For an Auto-Sancho the items of a menu are its crown list. ``card``: the card on the table.
    """
    action = CardAction(sancho, mode, points, items, items if mode == "menu" else ())
    number = g.t.add_orders(action)
    if card is not None:
        c = g.t.card_index[card]
        if g.b[CARD + c] == IN_DECK:
            g.b[DECK] -= 1
        g.b[CARD + c] = 3
        g.b[PLAYED] = c + 1
        g.agenda.append(DISCARD_PLAYED)
    g.agenda.append(card_turn(SANCHOS.index(sancho), number))
    g.settle()
    check_counts(g)
    return g


def do(g: SanchosState, *actions: str | int) -> SanchosState:
    """Applies actions by name, each followed by a recount; an integer is the face of the die that chance is asked for.
    """
    for action in actions:
        if isinstance(action, int):
            action = next(a.name for a in g.legal() if a.x == action)
        g.apply(g.actions.parse(action))
        check_counts(g)
    return g


def names(g: SanchosState) -> list[str]:
    """Names of the legal actions."""
    return [action.name for action in g.legal()]


def why_not(g: SanchosState, action: str) -> str | None:
    """Code of the refusal of an action, None if it is legal."""
    refusal = g.why_not(g.actions.parse(action))
    return None if refusal is None else refusal.code


def decider(g: SanchosState) -> str:
    """Sancho of the seat to act, "chance", or "over"."""
    seat = g.seat
    return {-1: "chance", -2: "over"}.get(seat) or SANCHOS[g.t.seats[seat]]


def pieces(g: SanchosState) -> set[str]:
    """All pieces on the board as piece lines."""
    from mesnada.games.sanchos.positions.position import piece_lines

    return set(piece_lines(g))


def happened(g: SanchosState, kind: str) -> list[dict[str, Any]]:
    """Parameters (secrets included) of all events of a kind so far."""
    return [{**event.params, **event.secret} for event in g.events or [] if event.kind == kind]

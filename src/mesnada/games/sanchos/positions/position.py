"""Positions: the readable TOML form of any state, and of made-up ones.

What :func:`write_position` writes, :func:`read_position` reads as an equal state. A position that a person writes may
be much shorter: mode, pieces, commander and what matters besides. Then the Supplies are counted out, the cards that
are not named form the deck, and the commander's turn begins with ``cp`` CPs (without ``cp`` with those of the card on
the table, or 3), or with ``turn`` another Sancho's turn by its action on the card, or with ``phase = 1`` the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesnada.games.sanchos.components import SANCHOS, Content
from mesnada.games.sanchos.elcid import CARD_PLAYED, HOLDER, INSPIRED
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
    FACE_UP,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    HAND,
    IN_HAND,
    INTERCEPTION,
    KEEPER,
    KING_PLACE,
    KING_REGION,
    LEFT,
    MAJOR,
    MENU_USED,
    MUST_FIGHT,
    NEXT_ORDER,
    OWNER,
    PLAYED,
    REGIONS,
    RESERVE,
    RESERVED,
    RESULT,
    ROLLED,
    ROUND,
    SALLY,
    SET_ASIDE,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SUCCESSES,
    SUPPLY,
    TURN_OF,
    TURN_TAKEN,
    UNSEEN,
    USED,
    WINNERS,
    SanchosState,
)
from mesnada.games.sanchos.positions.keys import PositionText, line, parse
from mesnada.games.sanchos.positions.own_board import base_digest, board_table, shipped
from mesnada.games.sanchos.positions.placing import write_pieces
from mesnada.games.sanchos.positions.steps import NONE, StepWords, action_tables
from mesnada.games.sanchos.reserved_cards import PICKED

if TYPE_CHECKING:
    from mesnada.games.sanchos.game import Sanchos

UNSEEN_CARD = "?"
ARROWS = ("", "lowest", "highest")


def piece_lines(g: SanchosState) -> list[str]:
    """All pieces on the board, a line for each Sancho, place and region."""
    b, t = g.b, g.t
    lines: list[str] = []
    for s, name in enumerate(SANCHOS):
        for r in t.open:
            king = b[KING_PLACE + s] if b[KING_REGION + s] == r else -1
            groups = (
                ("garrison", GARRISON_PLACE, b[GARRISON_T + r] if b[OWNER + r] == s + 1 else 0),
                ("field", FIELD_PLACE, b[FIELD_T + s * REGIONS + r]),
                ("siege", SIEGE_PLACE, b[SIEGE_T + r] if b[SIEGER + r] == s + 1 else 0),
            )
            for word, place, troops in groups:
                if troops or king == place:
                    lines.append(f"{name} {word} {t.ids[r]} {write_pieces(king == place, troops)}")
    return lines


def die_word(die: int) -> str:
    """A die on the chart: ``castilla king 7``; one that is to be rolled again ``najera troop 5 picked up``."""
    picked = die >= PICKED
    die -= PICKED if picked else 0
    kind = "king" if die & 1 else "troop"
    return f"{SANCHOS[die >> 1 & 3]} {kind} {die >> 3}" + (" picked up" if picked else "")


def write_position(g: SanchosState) -> str:
    """The position as TOML. A masked state is written with ``?`` for what its seat may not know."""
    return "\n".join([*_main_lines(g), *_table_lines(g)]) + "\n"


def _main_lines(g: SanchosState) -> Iterator[str]:
    b, t = g.b, g.t
    yield line("game", t.setup.game)
    yield line("mode", t.setup.mode)
    digest = base_digest(t.setup.content)
    if not shipped(digest):
        yield line("content", digest)
    yield line("seats", [SANCHOS[s] for s in t.clockwise[SANCHOS.index(t.options["seating"].partition("-")[0])]])
    if t.solo:
        yield line("player", SANCHOS[t.player])
    yield ""
    yield line("round", b[ROUND])
    yield line("commander", SANCHOS[b[COMMANDER] - 1] if b[COMMANDER] else "")
    yield line("score", g.side_scores())
    if t.solo:
        yield line("arrow_visible", ARROWS[b[ARROW]])
    yield line("pieces", piece_lines(g))
    yield line("reserve_troops", {name: b[RESERVE + s] for s, name in enumerate(SANCHOS)})
    yield line("supply_troops", {name: b[SUPPLY + s] for s, name in enumerate(SANCHOS)})
    yield from _card_lines(g)
    yield from _turn_lines(g)
    if b[CID_HOLDER]:
        el_cid = {"holder": SANCHOS[b[CID_HOLDER] - HOLDER] if b[CID_HOLDER] >= HOLDER else "supply"}
        if b[CID_REGION]:
            el_cid["piece"] = t.ids[b[CID_REGION] - 1]
        yield line("el_cid", el_cid)
    if any(b[ROLLED : ROLLED + 2]):
        yield line("rolled", {SANCHOS[s]: b[ROLLED + i] for i, s in enumerate(t.players) if b[ROLLED + i]})
    if g.agenda:
        words = StepWords(t)
        yield ""
        yield line("agenda", [words.write(step) for step in g.agenda])


def _card_lines(g: SanchosState) -> Iterator[str]:
    b, t = g.b, g.t
    ids = [card.id for card in t.cards]
    hands: dict[str, list[str]] = {}
    reserved: dict[str, list[str]] = {}
    for s, name in enumerate(SANCHOS):
        hand = [ids[c] for c in g.cards_at(IN_HAND + s)]
        if b[HAND + s]:
            hands[name] = hand + [UNSEEN_CARD] * (b[HAND + s] - len(hand))
        if b[RESERVED + s]:
            known = g.reserved(s)
            reserved[name] = [ids[c] + (" face up" if b[CARD + c] == FACE_UP + s else " face down") for c in known]
            reserved[name] += [UNSEEN_CARD] * (b[RESERVED + s] - len(known))
    if hands:
        yield line("hand", hands)
    if reserved:
        yield line("reserved_cards", reserved)
    if b[NEXT_ORDER]:
        order = {b[CARD_ORDER + c]: ids[c] for c in range(t.card_count) if b[CARD_ORDER + c]}
        yield line("reserved_order", [order.get(n, UNSEEN_CARD) for n in range(1, b[NEXT_ORDER] + 1)])
    if b[PLAYED]:
        yield line("card", ids[b[PLAYED] - 1])
    if b[KEEPER]:
        yield line("keeper", SANCHOS[b[KEEPER] - 1])
    for key, place in (("discard", DISCARDED), ("set_aside", SET_ASIDE)):
        if cards := g.cards_at(place):
            yield line(key, [ids[c] for c in cards])
    if UNSEEN in b[CARD : CARD + t.card_count]:
        yield line("deck_size", b[DECK])


def _turn_lines(g: SanchosState) -> Iterator[str]:
    b = g.b
    if b[TURN_OF]:
        yield line("turn", SANCHOS[b[TURN_OF] - 1])
    for key, place in (("left", LEFT), ("used", USED)):
        if b[place]:
            yield line(key, b[place])
    for key, place in (("attacked", ATTACKED), ("besieged", BESIEGED), ("turn_taken", TURN_TAKEN)):
        if b[place]:
            yield line(key, True)
    used = list(b[MENU_USED : MENU_USED + 8])
    while used and not used[-1]:
        used.pop()
    if used:
        yield line("menu_used", used)
    if b[BESIEGER]:
        yield line("declared", f"{SANCHOS[b[BESIEGER] - 1]} {write_pieces(b[DECLARED_K] == 1, b[DECLARED_T])}")
    if g.dice:
        yield line("dice", [die_word(die) for die in g.dice])


def _table_lines(g: SanchosState) -> Iterator[str]:
    b, t = g.b, g.t
    if b[ATTACKER]:
        yield from _table("battle", _battle(g))
    if b[RESULT]:
        winners = [name for s, name in enumerate(SANCHOS) if b[WINNERS] >> s & 1]
        yield from _table("over", {"ending": "major" if b[RESULT] == MAJOR else "minor", "winners": winners})
    named = ("player", "seating") if t.inspires else ("player", "seating", "el-cid")
    defaults = _defaults(t.setup.mode)
    options = {name: value for name, value in t.options.items() if value != defaults[name] and name not in named}
    if options:
        yield from _table("options", options)
    for table in action_tables(t):
        yield from ("", "[[action]]", *(line(key, value) for key, value in table.items()))
    board = board_table(t.content)
    if board is not None:
        yield from _table("board", board)


def _battle(g: SanchosState) -> dict[str, Any]:
    b, t = g.b, g.t
    table: dict[str, Any] = {"attacker": SANCHOS[b[ATTACKER] - 1], "region": t.ids[b[BATTLE]]}
    if b[EXTRA]:
        table["extra_dice"] = b[EXTRA]
    for key, place in (("interception", INTERCEPTION), ("sally", SALLY)):
        if b[place]:
            table[key] = True
    to_roll = {name: dice_word(b[DICE_K + s] == 1, b[DICE_T + s]) for s, name in enumerate(SANCHOS)
               if b[DICE_K + s] or b[DICE_T + s]}
    if to_roll:
        table["to_roll"] = to_roll
    if b[MUST_FIGHT]:
        table["must_join"] = SANCHOS[b[MUST_FIGHT] - 1]
    if b[CID_USED]:
        table["el_cid"] = [word for bit, word in ((INSPIRED, "inspired"), (CARD_PLAYED, "card")) if b[CID_USED] & bit]
    if b[SUCCESSES]:
        table["successes"] = b[SUCCESSES]
    return table


def dice_word(king: bool, troops: int) -> str:
    """Dice as words: ``KG+4`` is the King's Guard die and 4 Troop dice; ``KG``, ``3``, ``none``."""
    return "+".join((["KG"] if king else []) + ([str(troops)] if troops else [])) or NONE


def _table(name: str, table: dict[str, Any]) -> Iterator[str]:
    yield from ("", f"[{name}]", *(line(key, value) for key, value in table.items()))


def _defaults(mode: str) -> dict[str, str]:
    from mesnada.games.sanchos.game import GAME

    return {info.name: info.default for info in GAME.options(mode)}


def read_position(game: Sanchos, text: str, content: Path | Content | None = None) -> SanchosState:
    """The state that a position in TOML describes; ``content`` is the folder of the content pack that it needs.

    Raises PositionError that names the key or line and the defect, ContentError for a faulty content folder.
    """
    return build_position(game, parse(text), content)


def build_position(game: Sanchos, given: PositionText, content: Path | Content | None = None) -> SanchosState:
    """The state that the keys of a position describe. Raises PositionError."""
    from mesnada.games.sanchos.positions.reading import Reader

    return Reader(game, given, content).state()

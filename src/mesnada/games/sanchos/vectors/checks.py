"""What a test vector asserts: every key of ``then``, compared with the state and the events of the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import HOLDER
from mesnada.games.sanchos.model import (
    ARROW,
    CARD,
    CID_HOLDER,
    CID_REGION,
    COMMANDER,
    DECK,
    DISCARDED,
    FACE_UP,
    HAND,
    IN_HAND,
    LEFT,
    RESERVE,
    RESERVED,
    ROUND,
    SCORE,
    SUPPLY,
    SanchosState,
)
from mesnada.games.sanchos.positions.placing import write_pieces
from mesnada.games.sanchos.positions.position import ARROWS, dice_word, piece_lines
from mesnada.games.sanchos.positions.reading import read_dice
from mesnada.games.sanchos.terms import destinations, most_favourable, strength, strongest
from mesnada.games.sanchos.vectors.case import CaseError, columns_of, cp_list, pieces_on_board
from mesnada.games.sanchos.vectors.driver import Driver
from mesnada.games.sanchos.vectors.log import battles, hits, lines, missing_lines
from mesnada.kernel.errors import PositionError
from mesnada.kernel.events import Event
from mesnada.kernel.vectors import Mismatch

ROUND_KEYS: Final = frozenset(("turn_order", "not_performed", "discard_top_cp", "hand_after_phase3", "next_commander",
                               "reserved_count", "discard_grows_by"))
"""Keys that speak of a whole round; a case with one of them that begins in phase 1 is played to its end."""


@dataclass
class Outcome:
    """A case that was played: the state before the first step, the driver after the last one, whose turn it was."""

    start: SanchosState
    driver: Driver
    sancho: int
    to: str
    """Where the Move of the action goes: weakest, empty or ""."""
    points: int
    """The points of that Sancho's action, or its CPs."""

    @property
    def g(self) -> SanchosState:
        return self.driver.g

    @property
    def events(self) -> list[Event]:
        return self.driver.events


Check = Callable[[Outcome, Any], Iterable[Mismatch]]


def check(outcome: Outcome, key: str, expected: Any) -> list[Mismatch]:
    """Compares one key; an unknown key is a mismatch, too."""
    test = CHECKS.get(key)
    if test is None:
        return [Mismatch(f"then.{key} = {expected}", f"{key} is no key that can be asserted")]
    try:
        return list(test(outcome, expected))
    except (CaseError, PositionError) as error:
        return [Mismatch(f"then.{key} = {expected}", f"cannot be understood: {error}")]


def _same(key: str, expected: object, got: object) -> list[Mismatch]:
    return [] if expected == got else [Mismatch(f"{key} {expected}", f"{key} {got}")]


def _each(key: str, expected: Any, value: Callable[[str], object], names: Sequence[str] = SANCHOS) -> list[Mismatch]:
    """A table by Sancho (or side): only what it names is compared."""
    if not isinstance(expected, dict):
        raise CaseError(f"{key} is no table")
    unknown = [name for name in expected if name not in names]
    if unknown:
        raise CaseError(f"{unknown[0]!r} is none of {', '.join(names)}")
    return [m for name, wanted in expected.items() for m in _same(f"{key} of {name}", wanted, value(name))]


def _count(key: str, place: int) -> Check:
    def compare(o: Outcome, expected: Any) -> list[Mismatch]:
        return _each(key, expected, lambda name: o.g.b[place + SANCHOS.index(name)])

    return compare


# -- board ---------------------------------------------------------------------------------------------------------


def _pieces(o: Outcome, expected: Any) -> list[Mismatch]:
    wanted = pieces_on_board(o.g.t, expected)
    found = pieces_on_board(o.g.t, piece_lines(o.g))
    return [
        Mismatch(f"{' '.join(key)} {write_pieces(*_both(wanted, key))}",
                 f"{' '.join(key)} {write_pieces(*_both(found, key))}")
        for key in sorted({*wanted, *found}) if wanted.get(key) != found.get(key)
    ]


def _both(pieces: dict[tuple[str, str, str], tuple[int, int]], key: tuple[str, str, str]) -> tuple[bool, int]:
    king, troops = pieces.get(key, (0, 0))
    return king > 0, troops


def _score(o: Outcome, expected: Any) -> list[Mismatch]:
    sides = o.g.side_scores()

    def value(name: str) -> int:
        return sides[name] if name in sides else o.g.b[SCORE + SANCHOS.index(name)]

    return _each("score", expected, value, (*SANCHOS, *sides))


def _el_cid(o: Outcome, expected: Any) -> list[Mismatch]:
    b, t = o.g.b, o.g.t
    wanted = {"holder": expected} if isinstance(expected, str) else expected
    if not isinstance(wanted, dict) or set(wanted) - {"holder", "piece"}:
        raise CaseError("el_cid has holder and piece")
    holder = SANCHOS[b[CID_HOLDER] - HOLDER] if b[CID_HOLDER] >= HOLDER else "supply"
    found = {"holder": holder, "piece": t.ids[b[CID_REGION] - 1] if b[CID_REGION] else "supply"}
    return [m for key in wanted for m in _same(f"el_cid.{key}", wanted[key] or "supply", found[key])]


def _arrow(o: Outcome, expected: Any) -> list[Mismatch]:
    return _same("arrow_visible", expected, ARROWS[o.g.b[ARROW]])


# -- cards ---------------------------------------------------------------------------------------------------------


def _cards(key: str, expected: Any, cards: Callable[[int], list[int]], o: Outcome) -> list[Mismatch]:
    """Cards by Sancho: a number of cards, or a list of CP values or ids in any order."""
    def value(name: str) -> object:
        wanted = expected[name]
        found = cards(SANCHOS.index(name))
        if isinstance(wanted, int):
            return len(found)
        if not isinstance(wanted, list):
            raise CaseError(f"{key}.{name} is no list of cards")
        if all(isinstance(card, int) for card in wanted):
            values = cp_list(o.g, found)
            return wanted if sorted(wanted) == values else values
        ids = sorted(o.g.t.cards[c].id for c in found)
        return wanted if sorted(map(str, wanted)) == ids else ids

    return _each(key, expected, value)


def _reserved_cards(o: Outcome, expected: Any) -> list[Mismatch]:
    return _cards("reserved_cards", expected, o.g.reserved, o)


def _face_up(o: Outcome, expected: Any) -> list[Mismatch]:
    return _cards("face_up", expected, lambda s: o.g.cards_at(FACE_UP + s), o)


def _hand(o: Outcome, expected: Any) -> list[Mismatch]:
    return _cards("hand", expected, lambda s: o.g.cards_at(IN_HAND + s), o)


def _new_discards(o: Outcome) -> list[int]:
    before = o.start.cards_at(DISCARDED)
    return [c for c in o.g.cards_at(DISCARDED) if c not in before]


def _discard_grows_by(o: Outcome, expected: Any) -> list[Mismatch]:
    return _same("discard_grows_by", expected, len(_new_discards(o)))


def _discard_top(o: Outcome, expected: Any) -> list[Mismatch]:
    kinds = ("plays", "reveals", "plays-reserved", "discards-reserved")
    played = [event.params["card"] for event in o.events if event.kind in kinds]
    ids = [card for card in played if o.g.b[CARD + o.g.t.card_index[card]] == DISCARDED]
    new = _new_discards(o)
    top = o.g.t.card_index[ids[-1]] if ids else new[0] if len(new) == 1 else None
    return _same("discard_top_cp", expected, "unknown" if top is None else o.g.t.cp[top])


def _deck(o: Outcome, expected: Any) -> list[Mismatch]:
    return _same("deck", expected, o.g.b[DECK])


def _phase1_choices(o: Outcome, expected: Any) -> list[Mismatch]:
    t = o.start.t
    found = sorted(f"{a.verb} {t.cp[a.x]}" for a in o.start.legal() if a.verb in ("play", "reserve"))
    wanted = sorted(map(str, expected)) if isinstance(expected, list) else expected
    return _same("phase1_choices", wanted, found)


# -- battle --------------------------------------------------------------------------------------------------------


def _hits(o: Outcome, expected: Any) -> list[Mismatch]:
    return _same("hits", expected, hits(o.events))


def _dice(o: Outcome, expected: Any) -> list[Mismatch]:
    fought = battles(o.events)
    if not fought:
        raise CaseError("there was no battle")
    taken = fought[-1].taken

    def value(name: str) -> object:
        king, troops = taken[name]
        same = read_dice(str(expected[name]), f"dice.{name}") == (king, troops)
        return expected[name] if same else dice_word(king > 0, troops)

    return _each("dice", expected, value)


def _chart(o: Outcome, expected: Any) -> list[Mismatch]:
    fought = battles(o.events)
    if not fought:
        raise CaseError("there was no battle")
    if not isinstance(expected, dict):
        raise CaseError("chart is no table")
    found = {str(column): dice for column, dice in columns_of(fought[-1].chart).items()}
    return [
        Mismatch(f"column {column} {expected.get(column, [])}", f"column {column} {found.get(column, [])}")
        for column in sorted({*expected, *found}) if expected.get(column, []) != found.get(column, [])
    ]


def _log(o: Outcome, expected: Any) -> list[Mismatch]:
    wanted = [expected] if isinstance(expected, str) else expected
    if not isinstance(wanted, list):
        raise CaseError("log is no list")
    found = lines(o.events)
    missing = missing_lines([str(line) for line in wanted], found)
    return [Mismatch(f"log {missing}", f"log {found}")] if missing else []


# -- decisions -----------------------------------------------------------------------------------------------------


def _decision_by(o: Outcome, expected: Any) -> list[Mismatch]:
    deciders = o.driver.chosen or o.driver.deciders or [o.driver.decider()]
    return _same("decision_by", expected, deciders[-1])


def _origin(o: Outcome) -> list[int]:
    """The strongest Armies of the acting Sancho, those first that can carry its Move out."""
    found = strongest(o.start, o.sancho, o.to or "weakest", 255)[0]
    if found and o.to:
        return found
    values = {r: strength(o.start, o.sancho, r) for r in o.start.t.open}
    best = max(values.values())
    return [r for r, value in values.items() if value == best and value]


def _target(o: Outcome) -> list[int]:
    moves = [e for e in o.events if e.kind in ("moves", "moves-king")]
    if moves:
        return [o.g.t.index[moves[0].params["to"]]]
    origins = _origin(o)
    return destinations(o.start, o.sancho, origins[0], o.to or "weakest") if len(origins) == 1 else []


def _moved_from(o: Outcome) -> list[int]:
    moves = [e for e in o.events if e.kind in ("moves", "moves-king")]
    return [o.g.t.index[moves[0].params["region"]]] if moves else _origin(o)


def _favourable(o: Outcome) -> list[int]:
    g, s = o.start, o.sancho
    return most_favourable(g, s, [r for r in g.t.open if strength(g, s, r)])


def _regions(key: str, find: Callable[[Outcome], list[int]]) -> Check:
    def compare(o: Outcome, expected: Any) -> list[Mismatch]:
        names = sorted(o.g.t.ids[r] for r in find(o))
        wanted = sorted(map(str, expected)) if isinstance(expected, list) else [expected]
        return _same(key, ", ".join(wanted), ", ".join(names) or "none")

    return compare


def _cp_left(o: Outcome, expected: Any) -> list[Mismatch]:
    left = o.driver.cp_left
    return _same("cp_left", expected, o.g.b[LEFT] if left is None else left)


def _points_lost(o: Outcome, expected: Any) -> list[Mismatch]:
    return _same("points_lost", expected, o.driver.points_lost)


# -- the round -----------------------------------------------------------------------------------------------------


def _turn_order(o: Outcome, expected: Any) -> list[Mismatch]:
    """``castilla: up to 3 CPs``, ``aragon: its action``, ``najera: its action, text above the line``."""
    if not isinstance(expected, list):
        raise CaseError("turn_order is no list")
    found = [e for e in o.events if e.kind in ("card-turn", "command-turn")]
    got = [_turn_line(o, e) for e in found]
    if len(found) != len(expected):
        return [Mismatch(f"turn_order {expected}", f"turn_order {got}")]
    return [Mismatch(f"turn {text!r}", f"turn {line!r}") for text, event, line in zip(expected, found, got, strict=True)
            if not _is_turn(o, str(text), event)]


def _turn_line(o: Outcome, event: Event) -> str:
    if event.kind == "command-turn":
        return f"{event.params['sancho']}: up to {event.params['cp']} CPs"
    part = "crown text" if o.g.t.auto[SANCHOS.index(event.params["sancho"])] else "text above the line"
    return f"{event.params['sancho']}: its action, {part}"


def _is_turn(o: Outcome, text: str, event: Event) -> bool:
    name, _, what = text.lower().partition(":")
    if name.strip() != event.params["sancho"]:
        return False
    cp = re.search(r"(\d+)\s*cp", what)
    if event.kind == "command-turn":
        return "action" not in what and (cp is None or int(cp[1]) == event.params["cp"])
    auto = o.g.t.auto[SANCHOS.index(event.params["sancho"])]
    crown = "crown" in what or "below" in what
    return cp is None and (auto or not crown) and not (auto and "above" in what)


def _not_performed(o: Outcome, expected: Any) -> list[Mismatch]:
    """``castilla's printed action``, ``the crown text of najera's action``."""
    wrong: list[Mismatch] = []
    for text in expected if isinstance(expected, list) else [expected]:
        name = next((name for name in SANCHOS if name in str(text).lower()), None)
        if name is None or "action" not in str(text).lower():
            raise CaseError(f"{text!r} names no action of a Sancho")
        acted = any(e.kind == "card-turn" and e.params["sancho"] == name for e in o.events)
        auto = o.g.t.auto[SANCHOS.index(name)]
        done = acted and (auto if "crown" in str(text) else not auto if "above" in str(text) else True)
        if done:
            wrong.append(Mismatch(f"not performed: {text}", f"{name} has acted by the card"))
    return wrong


def _next_commander(o: Outcome, expected: Any) -> list[Mismatch]:
    g = o.g
    over = g.over and g.outcome() is not None
    got = "" if over or not g.b[COMMANDER] else SANCHOS[g.b[COMMANDER] - 1]
    wanted = "" if expected in ("none", "nobody") else expected
    return _same("next_commander", wanted, got)


def _winner(o: Outcome, expected: Any) -> list[Mismatch]:
    outcome = o.g.outcome()
    wanted = sorted(expected) if isinstance(expected, list) else [] if expected in ("none", "") else [expected]
    return _same("winners", wanted, sorted(outcome.winners) if outcome else [])


def _ending(o: Outcome, expected: Any) -> list[Mismatch]:
    """``major``, ``minor``, ``none``, ``castilla major victory``, or whether the game is over."""
    outcome = o.g.outcome()
    if isinstance(expected, bool):
        return _same("game_over", expected, outcome is not None)
    words = set(re.findall(r"[a-z]+", str(expected).lower())) - {"victory", "wins", "win", "for", "and"}
    sides = {*SANCHOS, "player", "auto"}
    if not words or words - sides - {"major", "minor", "none"}:
        raise CaseError("an ending is major, minor or none, and names who wins")
    got = {outcome.ending, *outcome.winners} if outcome else {"none"}
    if not words & sides:
        got -= sides
    if not words - sides:
        got &= sides
    return _same("ending", " ".join(sorted(words)), " ".join(sorted(got)))


CHECKS: Final[dict[str, Check]] = {
    "pieces": _pieces,
    "score": _score,
    "reserve_troops": _count("reserve_troops", RESERVE),
    "supply_troops": _count("supply_troops", SUPPLY),
    "el_cid": _el_cid,
    "arrow_visible": _arrow,
    "reserved_cards": _reserved_cards,
    "face_up": _face_up,
    "reserved_count": _count("reserved_count", RESERVED),
    "hand": _hand,
    "hand_count": _count("hand_count", HAND),
    "hand_after_phase3": _count("hand_after_phase3", HAND),
    "deck": _deck,
    "deck_size": _deck,
    "discard_grows_by": _discard_grows_by,
    "discard_top_cp": _discard_top,
    "phase1_choices": _phase1_choices,
    "hits": _hits,
    "dice": _dice,
    "chart": _chart,
    "log": _log,
    "decision_by": _decision_by,
    "strongest": _regions("strongest", _moved_from),
    "strongest_candidates": _regions("strongest_candidates", _origin),
    "weakest": _regions("weakest", _target),
    "weakest_candidates": _regions("weakest_candidates", _target),
    "most_favourable": _regions("most_favourable", _favourable),
    "most_favourable_candidates": _regions("most_favourable_candidates", _favourable),
    "cp_left": _cp_left,
    "points_lost": _points_lost,
    "turn_order": _turn_order,
    "not_performed": _not_performed,
    "next_commander": _next_commander,
    "commander": _next_commander,
    "round": lambda o, expected: _same("round", expected, o.g.b[ROUND]),
    "winner": _winner,
    "winners": _winner,
    "ending": _ending,
    "victory": _ending,
    "result": _ending,
    "game_over": _ending,
}
"""Every key of ``then`` and how it is compared. ``options_offered`` and its opposite are looked at in the beginning."""

"""A seeded game as readable lines: what every decision offered, what was chosen, and the hash before it.

A line of a decision is ``number hash who offered > chosen``. What was offered is a set of names; of more than twelve
only the number and a digest of the names is given, and of chance the number and kind of its outcomes.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import COMMANDER, DECK, RESERVE, ROUND, SUPPLY, SanchosState
from mesnada.games.sanchos.positions.position import piece_lines

MOST_NAMES = 12

GAMES: dict[str, tuple[str, dict[str, str], int]] = {
    "3p": ("3p", {}, 109),
    "2p": ("2p", {}, 192),
    "solo-najera": ("solo", {"player": "najera"}, 232),
    "solo-aragon": ("solo", {"player": "aragon"}, 571),
    "solo-castilla": ("solo", {"player": "castilla"}, 732),
    "solo-hard": ("solo", {"player": "najera", "level": "hard"}, 622),
    "solo-very-hard": ("solo", {"player": "aragon", "level": "very-hard"}, 572),
    "solo-epic": ("solo", {"player": "castilla", "level": "epic"}, 92),
    "3p-el-cid": ("3p", {"el-cid": "card"}, 501),
    "2p-el-cid": ("2p", {"el-cid": "card"}, 643),
    "solo-castilla-el-cid": ("solo", {"player": "castilla", "el-cid": "card"}, 651),
    "3p-inspires": ("3p", {"el-cid": "inspires"}, 33),
    "2p-inspires": ("2p", {"el-cid": "inspires"}, 64),
    "solo-najera-inspires": ("solo", {"player": "najera", "el-cid": "inspires"}, 175),
}
"""Mode, options and seed of each golden game; a solo game without a level is at Normal. The seeds were picked for games
in which much happens."""


def lines_of(mode: str, options: Mapping[str, str], seed: int) -> Iterator[str]:
    """The whole game, every decision (chance included) answered by a seeded choice among the legal actions."""
    rng = random.Random(seed)
    g = GAME.new(mode, options)
    yield f"sanchos {mode} {' '.join(f'{k}={v}' for k, v in sorted(options.items()))} seed={seed}".replace("  ", " ")
    number = seen = 0
    while not g.over:
        if g.b[ROUND] != seen:
            seen = g.b[ROUND]
            yield from _round_lines(g)
        chosen = rng.choice(g.legal())
        yield f"{number:4} {g.hash()} {_who(g)} {_offered(g)} > {chosen.name}"
        g.apply(chosen)
        number += 1
    yield from _round_lines(g)
    outcome = g.outcome()
    assert outcome is not None
    yield f"{number:4} {g.hash()} over: {outcome.ending} {' '.join(outcome.winners)} {dict(outcome.scores)}"


def _who(g: SanchosState) -> str:
    return SANCHOS[g.t.seats[g.seat]] if g.seat >= 0 else "chance"


def _offered(g: SanchosState) -> str:
    legal = g.legal()
    if g.step.chance:
        kind = " ".join(legal[0].words[:-1])
        return f"{len(legal)} x {legal[0].verb}{' ' + kind if kind else ''}"
    names = sorted(action.name for action in legal)
    if len(names) <= MOST_NAMES:
        return "[" + ", ".join(names) + "]"
    return f"{len(names)} actions {hashlib.blake2b(repr(names).encode(), digest_size=4).hexdigest()}"


def _round_lines(g: SanchosState) -> Iterator[str]:
    b = g.b
    commander = SANCHOS[b[COMMANDER] - 1] if b[COMMANDER] else "nobody"
    scores = ", ".join(f"{side} {points}" for side, points in g.side_scores().items())
    yield f"-- round {b[ROUND]}, commander {commander}, deck {b[DECK]}, {scores}"
    for s, name in enumerate(SANCHOS):
        pieces = "; ".join(line.removeprefix(f"{name} ") for line in piece_lines(g) if line.startswith(name))
        cards = ", ".join(g.t.cards[c].id for c in g.reserved(s))
        yield f"   {name}: {pieces}; Reserve {b[RESERVE + s]}, Supply {b[SUPPLY + s]}" + (f"; {cards}" if cards else "")

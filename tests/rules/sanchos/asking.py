"""Questions that the rule tests put to a state: refusals with their rules, scores, Supplies, events, whole rounds."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS, Content
from mesnada.games.sanchos.model import COMMANDER, HAND, LEFT, RESERVE, ROUND, SUPPLY, SanchosState
from mesnada.games.sanchos.positions.placing import read_pieces
from mesnada.games.sanchos.round import start_round
from mesnada.kernel.game import random_option_sets
from tests.games.sanchos.scenes import pieces, test_content

Policy = Callable[[SanchosState], str]


def refused(g: SanchosState, action: str) -> tuple[str, str] | None:
    """Code and rule of the refusal of an action, None if it is legal; both must agree with the legal set."""
    named = g.actions.parse(action)
    refusal = g.why_not(named)
    assert (refusal is None) == (named in g.legal()), action
    return None if refusal is None else (refusal.code, refusal.rule)


def score(g: SanchosState, marker: str) -> int:
    """VP of a Sancho, or in solo games of "player" or "auto"."""
    return g.side_scores()[marker]


def scores(g: SanchosState) -> tuple[int, ...]:
    """VP of Castilla, Nájera, Aragón (2 and 3 players)."""
    return tuple(score(g, name) for name in SANCHOS)


def supply(g: SanchosState, sancho: str) -> int:
    return g.b[SUPPLY + SANCHOS.index(sancho)]


def reserve(g: SanchosState, sancho: str) -> int:
    return g.b[RESERVE + SANCHOS.index(sancho)]


def hand_size(g: SanchosState, sancho: str) -> int:
    return g.b[HAND + SANCHOS.index(sancho)]


def left(g: SanchosState) -> int:
    """CPs or points left."""
    return g.b[LEFT]


def commander(g: SanchosState) -> str | None:
    return SANCHOS[g.b[COMMANDER] - 1] if g.b[COMMANDER] else None


def kinds(g: SanchosState, *wanted: str) -> list[str]:
    """The kinds of all events so far, or of those that are wanted, in order."""
    return [event.kind for event in g.events or [] if not wanted or event.kind in wanted]


def happened_by(g: SanchosState, kind: str) -> list[str]:
    """The Sanchos of all events of a kind, in order."""
    return [event.params["sancho"] for event in g.events or [] if event.kind == kind]


def rules_of(g: SanchosState, kind: str) -> set[str]:
    """The rules that the events of a kind cite."""
    return {event.rule for event in g.events or [] if event.kind == kind}


def new_round(g: SanchosState) -> SanchosState:
    """The next round begins with the commander of the scene (none if the scene has none)."""
    g.b[ROUND] -= 1
    g.agenda.append(start_round(g.b[COMMANDER]))
    g.settle()
    return g


def moves_to(g: SanchosState) -> set[str]:
    """The regions that a piece on the move may go to."""
    assert all(action.verb == "to" for action in g.legal())
    return {action.words[0] for action in g.legal()}


def starting(g: SanchosState, *verbs: str) -> set[str]:
    """The legal actions with one of these verbs."""
    return {action.name for action in g.legal() if action.verb in verbs}


def fresh(mode: str, **options: str) -> SanchosState:
    """A game of the shipped content before its first decision, listening for events."""
    g = GAME.new(mode, {name.replace("_", "-"): value for name, value in options.items()})
    g.events = []
    return g


def play(g: SanchosState, policy: Policy, until: Callable[[SanchosState], bool]) -> SanchosState:
    """Applies the actions that a policy names until something holds or the game is over."""
    for _ in range(20_000):
        if g.over or until(g):
            return g
        g.apply(g.actions.parse(policy(g)))
    raise AssertionError("this does not end")


def at_random(seed: int) -> Policy:
    rng = random.Random(seed)
    return lambda g: rng.choice(g.legal()).name


def preferring(*verbs: str, seed: int = 1) -> Policy:
    """Takes the first of these verbs that is legal, otherwise anything; chance is random."""
    rng = random.Random(seed)

    def policy(g: SanchosState) -> str:
        legal = g.legal()
        if not g.step.chance:
            for verb in verbs:
                found = [action for action in legal if action.verb == verb or action.name == verb]
                if found:
                    return found[0].name
        return rng.choice(legal).name

    return policy


def random_games(mode: str, number: int) -> list[SanchosState]:
    """Whole games before their first decision, under random options of a mode."""
    rng = random.Random(f"{mode} {number}")
    return [GAME.new(mode, random_option_sets(GAME, mode, rng)) for _ in range(number)]


def standing(g: SanchosState) -> list[tuple[str, str, str, int, int]]:
    """All pieces on the board as (Sancho, place, region, K, T)."""
    found = []
    for line in pieces(g):
        sancho, place, region, text = line.split()
        found.append((sancho, place, region, *read_pieces(text, "test")))
    return found


def with_board(closed_at: dict[str, list[int]] | None = None, **changes: object) -> Content:
    """The test board with changed fields of Board."""
    content = test_content(closed_at)
    board = replace(content.board, **changes)  # type: ignore[arg-type]
    return replace(content, board=board, digest=f"{content.digest} {sorted(changes.items())!r}")


def words_of(text: str) -> list[str]:
    """The words of a sentence, in lower case."""
    return re.findall(r"[^\W_]+", text.lower())

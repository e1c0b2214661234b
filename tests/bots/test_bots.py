"""What bots do: the same for the same view, nothing that they cannot know, and sensible things."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from mesnada.bots import BOTS, Bot, make_bot
from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.game import Sanchos
from mesnada.games.sanchos.model import CARD, IN_DECK
from mesnada.kernel.game import playout
from mesnada.kernel.state import GameState
from mesnada.kernel.step import CHANCE

KINDS = sorted(BOTS)


def positions(mode: str, seed: int, options: dict[str, str] | None = None) -> Iterator[GameState[Any]]:
    """The states of a random game in which a seat has a choice."""
    state, rng = GAME.new(mode, options), random.Random(seed)
    while not state.over:
        legal = state.legal()
        if state.seat != CHANCE and len(legal) > 1:
            yield state.copy()
        state.apply(rng.choice(legal))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", GAME.modes)
def test_bots_answer_every_decision_and_leave_the_view_alone(kind, mode):
    options = {"el-cid": "inspires"}
    bot = make_bot("greedy:samples=1" if kind == "greedy" else kind, GAME, 1)
    for number, state in enumerate(positions(mode, 4, options)):
        if number % 5 == 0:
            view = state.view(state.seat)
            assert IN_DECK not in view.state.b[CARD : CARD + view.state.t.card_count]
            before = view.state.hash()
            assert bot.choose(view) in state.legal()
            assert view.state.hash() == before


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_depends_on_seed_and_view_alone(kind):
    first, second, other = make_bot(kind, GAME, 3), make_bot(kind, GAME, 3), make_bot(kind, GAME, 4)
    states = list(positions("3p", 9))[::6]
    answers = [first.choose(state.view(state.seat)) for state in states]
    assert [second.choose(state.view(state.seat)) for state in reversed(states)] == answers[::-1]
    if kind == "random":
        assert [other.choose(state.view(state.seat)) for state in states] != answers


def swapped(state: GameState[Any], seat: int) -> GameState[Any]:
    """A state in which a card of another's hand and one of the deck have changed places, which a seat cannot see."""
    other = state.copy()
    b, t = other.b, other.t
    deck = next(c for c in range(t.card_count) if b[CARD + c] == IN_DECK)
    hand = next(c for c in range(t.card_count) if 8 <= b[CARD + c] < 16 and b[CARD + c] - 8 != t.seats[seat])
    b[CARD + deck], b[CARD + hand] = b[CARD + hand], b[CARD + deck]
    return other


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_seat_cannot_see_changes_no_answer(kind):
    bot = make_bot(kind, GAME, 5)
    tried = 0
    for state in list(positions("3p", 2))[:60:4]:
        view, same = state.view(state.seat), swapped(state, state.seat).view(state.seat)
        assert view == same
        assert bot.choose(view) is bot.choose(same)
        tried += 1
    assert tried == 15


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_whose_turn_it_is_not_says_so(kind):
    state = next(positions("3p", 1))
    view = state.view((state.seat + 1) % 3)
    bot = make_bot(kind, GAME, 1)
    with pytest.raises(ValueError, match="another seat decides"):
        bot.choose(view)
    with pytest.raises(ValueError, match="another seat decides"):
        bot.explain(view, GAME.wording("en"))


# -- strength --------------------------------------------------------------------------------------------------


def winner(mode: str, seats: list[Bot | None], seed: int) -> tuple[float, ...]:
    """Plays a game; None: random play. What each seat won."""
    state, rng = GAME.new(mode), random.Random(seed)
    while not state.over:
        legal = state.legal()
        bot = seats[state.seat] if state.seat != CHANCE else None
        state.apply(rng.choice(legal) if bot is None or len(legal) == 1 else bot.choose(state.view(state.seat)))
    outcome = state.outcome()
    assert outcome is not None
    return outcome.returns


@pytest.mark.parametrize(("kind", "games"), [("greedy", 24), ("quick", 48)])
def test_bots_that_judge_beat_random_play(kind, games):
    """Of one such bot against two random ones, at least nine in ten games are won."""
    won = 0.0
    for game in range(games):
        seats: list[Bot | None] = [None, None, None]
        seats[game % 3] = make_bot(kind, GAME, game)
        won += winner("3p", seats, game)[game % 3]
    assert won / games > 0.9


def test_greedy_beats_quick():
    won = 0.0
    for game in range(24):
        seats: list[Bot | None] = [make_bot("quick", GAME, game) for _ in range(3)]
        seats[game % 3] = make_bot("greedy", GAME, game)
        won += winner("3p", seats, game)[game % 3]
    assert won / 24 > 0.5


# -- explanations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_can_say_why(kind, lang):
    bot, wording = make_bot(kind, GAME, 2), GAME.wording(lang)
    for state in list(positions("2p", 6))[:40:3]:
        view = state.view(state.seat)
        lines = bot.explain(view, wording)
        assert lines[0].startswith(wording.action(view.state, bot.choose(view)))
        assert f" {len(state.legal())} " in lines[0]
        assert all(line and "\n" not in line and "{" not in line for line in lines)


@pytest.mark.parametrize("kind", KINDS)
def test_a_forced_answer_is_called_so_unless_at_random(kind):
    state, rng = GAME.new("3p"), random.Random(1)
    while state.seat == CHANCE or len(state.legal()) > 1:
        state.apply(rng.choice(state.legal()))
    lines = make_bot(kind, GAME, 1).explain(state.view(state.seat), GAME.wording("en"))
    assert len(lines) == 1
    assert ("nothing else is possible" in lines[0]) == (kind != "random")


def test_reasons_are_named_with_their_worth():
    state = next(state for state in positions("3p", 3) if type(state.step).__name__ == "CommandTurn")
    lines = make_bot("greedy", GAME, 1).explain(state.view(state.seat), GAME.wording("en"))
    assert lines[1].startswith("The next best would be ")
    assert any(line.startswith(("What speaks for it: ", "What speaks against it: ")) for line in lines[2:])


# -- the hook of a game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", GAME.modes)
def test_what_a_position_is_worth_is_the_sum_of_its_features(mode):
    heuristics = GAME.heuristics
    sides = [seat.id for seat in GAME.seats(mode)]
    words = GAME.catalogue("en")
    for state in positions(mode, 8):
        for side in sides:
            features = GAME.evaluate(state, side)
            assert heuristics.value(state, side) == pytest.approx(sum(f.worth for f in features), abs=1e-9)
    assert len({feature.code for feature in features}) == len(features)
    for feature in features:
        assert words.text(f"feature.{feature.code}")


@pytest.mark.parametrize("mode", GAME.modes)
def test_a_victory_is_worth_more_than_any_position(mode):
    heuristics = GAME.heuristics
    sides = [seat.id for seat in GAME.seats(mode)]
    most = max(abs(heuristics.value(state, side)) for state in positions(mode, 1) for side in sides)
    state = GAME.new(mode)
    playout(state, random.Random(1))
    outcome = state.outcome()
    assert outcome is not None
    for side, won in zip(sides, outcome.returns, strict=True):
        assert heuristics.value(state, side) == (30 * won if won else -30)
    assert most < 30


def test_a_game_that_knows_nothing_about_positions_evaluates_nothing():
    class Unknown(Sanchos):
        heuristics = None  # type: ignore[assignment]

    assert Unknown().evaluate(GAME.new("3p"), "castilla") == []

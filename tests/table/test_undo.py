"""The honest window: undo never crosses chance, a reveal, or another seat's decision."""

import random

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.model import CARD, UNSEEN
from mesnada.kernel.errors import UsageError
from mesnada.kernel.game import random_option_sets
from mesnada.kernel.record import FORCED
from mesnada.kernel.step import CHANCE
from tests.table.tables import new_table, play_on


def seen_cards(state, seat):
    """The cards whose place a seat sees."""
    view = state.view(seat).state
    return {c for c in range(view.t.card_count) if view.b[CARD + c] != UNSEEN}


def known_cards(state, seat):
    """The cards whose place a seat sees, or could tell because it is the same in every deal of the hidden cards."""
    view, rng = state.view(seat), random.Random(0)
    deals = [view.redealt(rng) for _ in range(40)]
    return {c for c in range(state.t.card_count) if len({deal.b[CARD + c] for deal in deals}) == 1}


def check_window(table, seat, seen):
    """Whatever the table says about undo is honest, and undoing gives the very state before the decision."""
    refused = table.why_not_undo(seat)
    if refused is not None:
        seen.add(refused.code)
        check_refusal(table, seat, refused)
        with pytest.raises(UsageError, match=refused.code):
            table.undo(seat)
        return
    seen.add("done")
    now = table.state
    before = list(table.entries)
    gone = table.undo(seat)
    assert before == [*table.entries, *gone]
    assert (gone[0].seat, gone[0].by) == (seat, "")
    assert all(entry.by == FORCED and entry.seat != CHANCE for entry in gone[1:])
    assert seen_cards(now, seat) <= seen_cards(table.state, seat) or \
        known_cards(now, seat) <= known_cards(table.state, seat)
    assert table.state == gone[0].before
    for entry in gone:
        table.act(entry.action)
    assert table.state == now
    assert [entry.by for entry in table.entries] == [entry.by for entry in before]


def check_refusal(table, seat, refused):
    """The reason that is given is true."""
    last = list(reversed(table.entries))
    behind = [entry for entry in last if entry.by != FORCED or entry.seat == CHANCE]
    if refused.code == "over":
        assert table.state.over
    elif refused.code == "nothing":
        assert not behind
    elif refused.code == "chance":
        assert behind[0].seat == CHANCE
    elif refused.code == "other-seat":
        assert behind[0].seat == refused.seat not in (CHANCE, seat)
    else:
        assert refused.code == "reveal"
        until = last.index(behind[0]) + 1
        assert not seen_cards(table.state, seat) <= seen_cards(last[until - 1].before, seat)


@pytest.mark.parametrize("mode", GAME.modes)
def test_undo_never_crosses_chance_a_reveal_or_another_seat(mode):
    seen: set[str] = set()
    for seed in range(3):
        rng = random.Random(seed)
        options = random_option_sets(GAME, mode, rng)
        table = new_table(mode, ("human", "human", "human"), seed=seed, options=options)
        while not table.state.over:
            play_on(table, rng, decisions=1)
            for seat in table.humans:
                check_window(table, seat, seen)
        check_window(table, 0, seen)
    assert seen >= {"done", "chance", "over"}
    if mode != "solo":
        assert "other-seat" in seen


def test_before_the_first_decision_there_is_nothing():
    table = new_table(seats=("human", "human", "human"))
    assert table.why_not_undo(0).code == "nothing"


def test_a_forced_play_by_another_seat_reveals_its_card():
    """The only card of a hand is played without a choice; who sees it for the first time has learned something."""
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        table = new_table("3p", ("human", "human", "human"), seed=seed)
        while not table.state.over:
            play_on(table, rng, decisions=1)
            last = table.entries[-1]
            if last.by == FORCED and last.action.verb == "play":
                for seat in {0, 1, 2} - {last.seat}:
                    refused = table.why_not_undo(seat)
                    assert refused is not None
                    seen.add(refused.code)
        if "reveal" in seen:
            return
    pytest.fail(f"never met: {seen}")


def test_several_decisions_are_taken_back_one_by_one():
    table = new_table(seats=("human", "human", "human"), seed=2)
    while table.step():
        pass
    start = table.state
    first, second = table.state.legal()[0], table.state.actions.parse("take-turn")
    table.act(first)
    middle = table.state
    table.act(second)
    assert [entry.action for entry in table.undo(1)] == [second]
    assert table.state == middle
    assert [entry.action for entry in table.undo(1)] == [first]
    assert table.state == start
    assert table.why_not_undo(1).code == "chance"

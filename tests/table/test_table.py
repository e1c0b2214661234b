"""The table: who sits where, who is asked, what goes on by itself, and the record that is the save."""

import random

import pytest

from mesnada.games.sanchos import GAME
from mesnada.kernel import record as records
from mesnada.kernel.errors import OptionError, RecordError, UsageError
from mesnada.kernel.record import FORCED, HAND, read_record, verify
from mesnada.kernel.state import IllegalAction
from mesnada.kernel.step import CHANCE, OVER
from mesnada.table import Table, seat_kinds
from tests.table.tables import new_table, play_on


def seats(mode):
    return GAME.seats(mode)


# -- seats -----------------------------------------------------------------------------------------------------------


def test_by_default_the_first_seat_is_a_person_and_the_others_are_bots():
    assert seat_kinds(seats("3p")) == ("human", "greedy", "greedy")
    assert seat_kinds(seats("2p")) == ("human", "greedy")


@pytest.mark.rule("sanchos.solo.two-auto-sanchos")
def test_the_automa_seats_are_auto_whether_said_or_not():
    assert seat_kinds(seats("solo")) == ("human", "auto", "auto")
    assert seat_kinds(seats("solo"), ["random"]) == ("random", "auto", "auto")
    assert seat_kinds(seats("solo"), ["human", "auto", "auto"]) == ("human", "auto", "auto")


@pytest.mark.parametrize(("mode", "specs", "reason"), [
    ("solo", ["human", "human", "auto"], "aragon is played by the game itself: it can only be auto, not 'human'"),
    ("solo", ["human", "greedy", "greedy"], "it can only be auto, not 'greedy'"),
    ("3p", ["human", "auto", "auto"], "najera is no seat of the game's own"),
    ("3p", ["human"], "1 given, but the seats are castilla, najera, aragon"),
    ("2p", ["human"] * 3, "3 given"),
    ("solo", ["human", "auto"], "2 given"),
])
def test_seats_that_cannot_be(mode, specs, reason):
    with pytest.raises(UsageError, match=reason):
        seat_kinds(seats(mode), specs)


def test_an_unknown_bot_or_dice_source_leaves_no_record(tmp_path):
    path = tmp_path / "game.jsonl"
    with pytest.raises(UsageError, match="there is no bot 'genius'"):
        new_table(seats=("genius", "human", "human"), record=path)
    with pytest.raises(UsageError, match="dice: cannot be 'loaded'"):
        new_table(dice="loaded", record=path)
    with pytest.raises(OptionError):
        new_table(options={"no": "such"}, record=path)
    assert not path.exists()


# -- going on --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", GAME.modes)
def test_bots_and_seeded_dice_need_nobody(mode):
    table = play_on(new_table(mode))
    assert table.asked() == OVER
    assert table.step() is None


def test_the_same_seed_gives_the_same_game():
    games = [[entry.action.name for entry in play_on(new_table(seed=seed)).entries] for seed in (7, 7, 8)]
    assert games[0] == games[1] != games[2]


def test_the_dice_do_not_depend_on_how_many_decisions_came_between():
    dice = [entry.action for entry in play_on(new_table(seed=3, seats=("random", "random", "random"))).entries
            if entry.seat == CHANCE]
    other = play_on(new_table(seed=3, seats=("human", "human", "human")), random.Random(99))
    drawn = [entry.action for entry in other.entries if entry.seat == CHANCE]
    assert [a.name for a in dice[:9]] == [a.name for a in drawn[:9]]


def test_a_person_is_asked_and_answered():
    table = new_table(seats=("human", "human", "human"))
    while table.step():
        pass
    assert table.asked() == table.state.seat == 1  # Nájera begins as the commander
    action = table.state.legal()[0]
    entry = table.act(action)
    assert (entry.seat, entry.action, entry.by) == (1, action, "")
    assert entry.before.seat == 1


def test_an_illegal_answer_changes_nothing(tmp_path):
    table = new_table(seats=("human", "human", "human"), record=tmp_path / "game.jsonl")
    while table.step():
        pass
    before, written = table.state.hash(), (tmp_path / "game.jsonl").read_bytes()
    with pytest.raises(IllegalAction):
        table.act(table.state.actions.parse("end"))
    assert table.state.hash() == before
    assert (tmp_path / "game.jsonl").read_bytes() == written


def test_forced_choices_are_taken_and_logged_unless_one_wants_to_confirm():
    table = play_on(new_table(seats=("human", "human", "human"), seed=5), random.Random(5))
    forced = [entry for entry in table.entries if entry.by == FORCED]
    assert forced
    assert all(entry.before.legal() == [entry.action] and entry.seat >= 0 for entry in forced)
    asked = [entry for entry in table.entries if entry.by == "" and entry.seat >= 0]
    assert all(len(entry.before.legal()) > 1 for entry in asked)

    first = forced[0].number
    table = new_table(seats=("human", "human", "human"), seed=5, confirm=True)
    rng = random.Random(5)
    while len(table.entries) < first - 1:
        if table.step() is None:
            legal = table.state.legal()
            table.act(rng.choice(legal) if len(legal) > 1 else legal[0])
    assert table.step() is None
    assert table.asked() == table.state.seat
    assert table.act(table.state.legal()[0]).by == FORCED


def test_dice_by_hand_are_asked_for_and_marked(tmp_path):
    table = new_table(seats=("random", "random", "random"), dice="manual", record=tmp_path / "game.jsonl")
    assert table.step() is None
    assert table.asked() == CHANCE
    assert table.act(table.state.legal()[3]).by == HAND
    play_on(table)
    record = verify(tmp_path / "game.jsonl")
    assert all((move.by == HAND) == (move.seat == CHANCE) for move in record.moves)


def test_bots_see_their_own_view_alone():
    views = []

    class Spy:
        def choose(self, view):
            views.append(view)
            return view.legal()[0]

    table = new_table(bots=lambda spec, game, seed: Spy())
    play_on(table, decisions=40)
    assert views
    for view in views:
        assert view.state.b != table.first_state.b
        hidden = view.redealt(random.Random(1)).view(view.seat)
        assert hidden.state == view.state


# -- the record is the save --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", GAME.modes)
def test_a_table_can_be_resumed_at_every_decision(tmp_path, mode):
    rng = random.Random(2)
    path = tmp_path / "game.jsonl"
    table = new_table(mode, ("human", "random", "random"), record=path, seed=11)
    for _ in range(60):
        if table.step() is None:
            if table.asked() == OVER:
                break
            table.act(rng.choice(table.state.legal()))
        table.close()
        if table.state.over:
            break
        resumed = Table.resume(path)
        assert resumed.state == table.state
        assert [e.action for e in resumed.entries] == [e.action for e in table.entries]
        assert [e.events for e in resumed.entries] == [e.events for e in table.entries]
        assert (resumed.kinds, resumed.seed, resumed.dice) == (table.kinds, table.seed, table.dice)
        table = resumed


def test_a_resumed_game_goes_on_as_it_would_have_gone_on(tmp_path):
    straight = play_on(new_table(record=tmp_path / "straight.jsonl", seed=4))
    table = play_on(new_table(record=tmp_path / "broken.jsonl", seed=4), decisions=50)
    table.close()
    resumed = play_on(Table.resume(tmp_path / "broken.jsonl"))
    assert [e.action for e in resumed.entries] == [e.action for e in straight.entries]
    straight.close()
    resumed.close()
    assert (tmp_path / "straight.jsonl").read_bytes() == (tmp_path / "broken.jsonl").read_bytes()


def test_the_end_is_written_once_and_a_finished_game_is_not_resumed(tmp_path):
    path = tmp_path / "game.jsonl"
    play_on(new_table("solo", record=path)).close()
    assert verify(path).end is not None
    with pytest.raises(RecordError, match="it can be replayed, not resumed"):
        Table.resume(path)


def test_a_game_that_ended_without_its_last_line_gets_it_on_resuming(tmp_path):
    path = tmp_path / "game.jsonl"
    play_on(new_table("solo", record=path)).close()
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
    assert verify(path).end is None
    Table.resume(path).close()
    assert path.read_bytes() == whole


def test_resuming_drops_a_cut_line_with_a_notice(tmp_path):
    path = tmp_path / "game.jsonl"
    play_on(new_table(record=path), decisions=20).close()
    path.write_bytes(path.read_bytes()[:-9])
    table = Table.resume(path)
    assert table.dropped
    assert len(table.entries) == 19
    play_on(table).close()
    assert verify(path).end is not None


def test_by_hand_goes_on_by_hand_unless_told_otherwise(tmp_path):
    path = tmp_path / "game.jsonl"
    table = new_table(record=path, dice="manual")
    table.act(table.state.legal()[0])
    table.close()
    assert Table.resume(path).dice == "manual"


def test_the_dice_may_change_on_resuming(tmp_path):
    path = tmp_path / "game.jsonl"
    new_table(record=path, dice="manual").close()
    table = Table.resume(path, dice="auto")
    assert table.step() is not None


def test_when_the_disk_is_full_the_game_stands_still(tmp_path, monkeypatch):
    table = play_on(new_table(record=tmp_path / "game.jsonl"), decisions=15)
    before, number = table.state, len(table.entries)

    def full(self, move):
        raise RecordError("game.jsonl", "cannot be written: No space left on device")

    monkeypatch.setattr(records.RecordWriter, "append", full)
    with pytest.raises(RecordError, match="No space left"):
        play_on(table)
    assert table.state is before
    assert len(table.entries) == number
    monkeypatch.undo()
    play_on(table)
    assert verify(tmp_path / "game.jsonl").end is not None


def test_a_record_of_seats_that_cannot_be_is_refused(tmp_path):
    path = tmp_path / "game.jsonl"
    play_on(new_table("solo", record=path), decisions=9).close()
    path.write_bytes(path.read_bytes().replace(b'"kind":"auto"', b'"kind":"human"', 1))
    with pytest.raises(RecordError, match=r"line 1: seat .* cannot be played by .human."):
        Table.resume(path)


def test_undone_decisions_leave_the_record(tmp_path):
    path = tmp_path / "game.jsonl"
    table = new_table(seats=("human", "human", "human"), record=path)
    while table.step():
        pass
    table.act(table.state.legal()[0])
    table.act(table.state.actions.parse("take-turn"))
    before = len(read_record(path).moves)
    table.undo(1)
    assert len(read_record(path).moves) == before - 1
    table.close()
    assert Table.resume(path).state == table.state

"""Records: written line by line, read back, verified; whatever is wrong with a file is told in one line."""

import errno
import json
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mesnada.games.sanchos import GAME
from mesnada.kernel import record as records
from mesnada.kernel.errors import RecordError
from mesnada.kernel.record import (
    Move,
    RecordWriter,
    SeatKind,
    head_of,
    read_record,
    replay,
    verify,
)
from mesnada.kernel.step import CHANCE

SEATS = {"3p": ("castilla", "najera", "aragon"), "2p": ("castilla", "aragon"), "solo": ("najera", "aragon", "castilla")}


def write_game(path, mode="solo", seed=1, decisions=10**6, **head):
    """A game of random decisions as a record; gives the states after each decision."""
    rng = random.Random(seed)
    state = GAME.new(mode)
    seats = tuple(SeatKind(seat.id, "auto" if seat.automa else "random") for seat in GAME.seats(mode))
    writer = RecordWriter.create(path, head_of(state, seats, seed, rules=GAME.rules_version, **head))
    states: list[Any] = []
    while not state.over and len(states) < decisions:
        action, seat = rng.choice(state.legal()), state.seat
        state = state.copy()
        state.apply(action)
        writer.append(Move(seat, action.name, state.hash()))
        states.append(state)
    outcome = state.outcome()
    if outcome is not None:
        writer.end(outcome)
    writer.close()
    return states


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "game.jsonl"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The bytes of a finished record."""
    path = tmp_path_factory.mktemp("record") / "game.jsonl"
    write_game(path)
    return path.read_bytes()


@pytest.fixture
def whole(file, finished):
    """A finished record."""
    file.write_bytes(finished)
    return file


@pytest.mark.parametrize("mode", SEATS)
def test_a_written_game_is_read_back_and_holds(file, mode):
    states = write_game(file, mode)
    record = verify(file)
    assert [played.after.hash() for played in replay(record)] == [state.hash() for state in states]
    assert record.end is not None
    assert record.end.scores == states[-1].outcome().scores
    assert record.head.mode == mode
    assert any(move.seat == CHANCE for move in record.moves)


def test_an_unfinished_game_is_no_fault(file):
    states = write_game(file, decisions=10)
    record = verify(file)
    assert record.end is None
    assert len(record.moves) == len(states) == 10


def test_a_record_without_decisions_holds(file):
    write_game(file, decisions=0)
    assert verify(file).moves == ()


def test_replay_tells_what_happened(whole):
    played = list(replay(read_record(whole), events=True))
    assert [event.kind for event in played[0].after.events or ()] == ["draws"]
    assert played[0].number == 1


# -- files that are no good ------------------------------------------------------------------------------------------


def refused(path, reason, resume=False):
    """Reading and verifying raises one error, whose text has the reason; gives its text."""
    with pytest.raises(RecordError, match=reason) as caught:
        verify(path) if not resume else read_record(path, resume=True)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_missing_empty_and_foreign_files(tmp_path, file):
    refused(tmp_path / "nothing", "there is no such file")
    refused(tmp_path, "is a folder")
    file.write_bytes(b"")
    refused(file, "is empty")
    file.write_text("Dear diary\n")
    refused(file, "line 1: is no line of a record")
    file.write_text("\n\n")
    refused(file, "line 1: is empty")
    file.write_text('{"name": "castilla"}\n')
    refused(file, "line 1: is no record of Mesnada")
    file.write_text("[1, 2]\n")
    refused(file, "line 1: is no line of a record")
    file.write_text('{"mesnada": tru')
    refused(file, "is no record of Mesnada, or cut off in its first line", resume=True)
    file.write_bytes(b"\xff\xfe\x00\n")
    refused(file, "line 1")
    file.write_bytes(b"[" * 200_000 + b"\n")
    refused(file, "line 1")


def test_a_newer_format_is_refused(whole):
    head, *rest = lines_of(whole)
    write_lines(whole, [{**head, "mesnada": 999}, *rest])
    refused(whole, "has format 999; this version of Mesnada reads formats up to 1")


def test_who_decided_has_to_be_possible(whole):
    head, *rest = lines_of(whole)
    chance = next(number for number, line in enumerate(rest) if line.get("seat") == -1)
    own = next(number for number, line in enumerate(rest) if line.get("seat", -1) >= 0 and "by" not in line)
    for number, by, reason in ((chance, "magic", "cannot be"), (chance, "forced", "left a choice or was no seat's"),
                               (own, "forced", "left a choice"), (own, "hand", "is no roll or draw")):
        changed = [{**line, "by": by} if n == number else line for n, line in enumerate(rest)]
        write_lines(whole, [head, *changed])
        refused(whole, f"line {number + 2}.*{reason}")
    write_lines(whole, [{**head, "seats": [{**seat, "kind": "auto"} for seat in head["seats"]]}, *rest])
    refused(whole, "line 1: seat .* cannot be played by 'auto'")


def test_an_older_format_is_migrated_step_by_step(whole, monkeypatch):
    head, *rest = lines_of(whole)
    old_head = {("bank" if name == "content" else name): value for name, value in head.items()}
    write_lines(whole, [old_head, *rest])

    def from_one(lines):
        return [{("content" if n == "bank" else n): v for n, v in lines[0].items()}, *lines[1:]]

    monkeypatch.setattr(records, "FORMAT", 2)
    refused(whole, "has format 1, which is no longer read")
    monkeypatch.setitem(records.MIGRATIONS, 1, from_one)
    assert verify(whole).head.content == head["content"]


@pytest.mark.parametrize(("key", "value", "reason"), [
    ("game", "chess", "there is no game 'chess'"),
    ("rules", "0", "was played by rules version 0 of sanchos"),
    ("mode", "4p", "sanchos has no mode '4p'"),
    ("content", "0" * 16, "was played with content 0000000000000000"),
    ("hash", "0" * 16, "the set-up gives hash"),
    ("hash", "xyz", "line 1, hash"),
    ("seats", [{"id": "castilla", "kind": "random"}], "the seats of this game are najera, aragon, castilla"),
    ("seats", "all", "line 1, seats"),
    ("seed", "abc", "line 1, seed"),
    ("options", {"player": "portugal"}, "option player: cannot be 'portugal'"),
    ("options", {"weather": "rain"}, "option weather: is no option"),
    ("start", {"b": "00"}, "line 1, start"),
    ("start", {"b": "zz", "dice": [], "agenda": []}, "line 1, start"),
    ("start", [1], "line 1, start"),
    ("extra", 1, "unknown field `extra`"),
])
def test_a_head_that_cannot_be(whole, key, value, reason):
    head, *rest = lines_of(whole)
    write_lines(whole, [{**head, key: value}, *rest])
    refused(whole, reason)


@pytest.mark.parametrize("key", ["engine", "game", "rules", "mode", "options", "content", "seats", "hash"])
def test_a_head_that_lacks_something(whole, key):
    head, *rest = lines_of(whole)
    del head[key]
    write_lines(whole, [head, *rest])
    refused(whole, f"missing required field `{key}`")


def test_options_added_later_get_their_default(whole):
    head, *rest = lines_of(whole)
    del head["options"]["seen-reserved"]
    write_lines(whole, [head, *rest])
    assert verify(whole).end is not None


@pytest.mark.parametrize(("change", "reason"), [
    ({"action": "draw nothing"}, r"line 6: action 5, 'draw nothing', is no action of sanchos"),
    ({"action": "end"}, r"line 6: action 5, 'end', differs: 'end' is not legal here"),
    ({"hash": "0123456789abcdef"}, r"line 6: action 5, .* differs: it leads to hash"),
    ({"hash": "0123456789ABCDEF"}, r"line 6, hash"),
    ({"seat": 2}, r"line 6: action 5, .* is by seat 2, but seat 0 has to decide"),
    ({"seat": -2}, r"line 6, seat"),
    ({"seat": None}, r"line 6, seat"),
    ({"who": "me"}, r"line 6: object contains unknown field `who`"),
])
def test_the_first_action_that_differs_is_named(whole, change, reason):
    lines = lines_of(whole)
    lines[5].update(change)
    lines[9]["hash"] = "f" * 16
    write_lines(whole, lines)
    refused(whole, reason)


def test_lines_out_of_order_left_out_or_twice(whole):
    lines = lines_of(whole)
    write_lines(whole, [*lines[:4], *lines[5:]])
    refused(whole, "line 5")
    write_lines(whole, [*lines[:5], lines[4], *lines[5:]])
    refused(whole, "line 6")
    write_lines(whole, [lines[0], lines[2], lines[1], *lines[3:]])
    refused(whole, "line 2")
    write_lines(whole, [lines[0], lines[0], *lines[1:]])
    refused(whole, "line 2")


def test_an_end_that_is_not_the_end(whole):
    lines = lines_of(whole)
    write_lines(whole, [*lines, lines[-2]])
    refused(whole, "is the end of the game, but more lines follow")
    write_lines(whole, [*lines[:-1], lines[-2]])
    refused(whole, "comes after the end of the game")
    write_lines(whole, [*lines[:9], lines[-1]])
    refused(whole, "line 10: says that the game ended, but it goes on")
    lines[-1]["end"]["scores"]["player"] = 99
    write_lines(whole, lines)
    refused(whole, "says that the game ended otherwise: it was a major victory of auto")


def test_an_empty_line_is_an_edit(whole):
    whole.write_text(whole.read_text().replace("\n", "\n\n", 1))
    refused(whole, "line 2")


def test_a_line_cut_in_the_middle(whole):
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:7]) + lines[7][:11])
    refused(whole, "line 8: is cut off in the middle")
    record = read_record(whole, resume=True)
    assert (len(record.moves), record.cut) == (6, 11)


def test_a_last_line_without_line_feed_is_whole(whole):
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:7])[:-1])
    record = verify(whole)
    assert (len(record.moves), record.open_ended) == (6, True)


def test_the_start_of_a_position_is_part_of_the_record(file):
    state = GAME.new("solo")
    for name in ("draw najera-1a", "draw najera-1b", "draw najera-1c"):
        state.apply(state.actions.parse(name))
    seats = tuple(SeatKind(seat.id, "auto" if seat.automa else "human") for seat in GAME.seats("solo"))
    RecordWriter.create(file, head_of(state, seats, rules=GAME.rules_version, from_position=True)).close()
    assert records.first_state(verify(file)) == state
    head = lines_of(file)[0]
    head["start"]["b"] = "ff" * (len(head["start"]["b"]) // 2)
    write_lines(file, [head])
    refused(file, "line 1")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_changed_gives_a_record_error_and_nothing_else(tmp_path, finished, data):
    content = bytearray(finished)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        kind = data.draw(st.sampled_from(["set", "cut", "double"]))
        if kind == "set":
            content[at] = data.draw(st.sampled_from(list(b'0a9"{}[],:\n\\- \xff\x00')))
        elif kind == "cut":
            del content[at : at + data.draw(st.integers(1, 400))]
        else:
            content[at:at] = content[at : at + data.draw(st.integers(1, 400))]
        if not content:
            break
    path = tmp_path / "changed.jsonl"
    path.write_bytes(content)
    try:
        record = verify(path)
    except RecordError as error:
        assert "\n" not in str(error)
    else:
        # Only what no rule depends on may change without being noticed.
        assert [move.hash for move in record.moves] == [
            line["hash"] for line in map(json.loads, finished.splitlines()[1 : len(record.moves) + 1])]


# -- writing ---------------------------------------------------------------------------------------------------------


def test_a_record_is_never_overwritten(whole):
    before = whole.read_bytes()
    with pytest.raises(RecordError, match="is there already; it is not overwritten"):
        write_game(whole)
    assert whole.read_bytes() == before


def test_two_programs_cannot_write_one_record(file):
    pytest.importorskip("fcntl")
    write_game(file, decisions=5)
    record = read_record(file)
    writer = RecordWriter.reopen(record)
    with pytest.raises(RecordError, match="is being played by another program"):
        RecordWriter.reopen(record)
    writer.close()
    RecordWriter.reopen(record).close()


def test_a_record_that_changed_after_it_was_read_is_not_resumed(file):
    write_game(file, decisions=5)
    record = read_record(file)
    file.write_bytes(file.read_bytes() + b"{}\n")
    with pytest.raises(RecordError, match="was changed while it was read"):
        RecordWriter.reopen(record)


def test_reopening_drops_a_cut_line_and_completes_an_open_one(file):
    states = write_game(file, decisions=5)
    whole = file.read_bytes()
    for broken, kept in ((whole[:-20], 4), (whole[:-1], 5)):
        file.write_bytes(broken)
        writer = RecordWriter.reopen(read_record(file, resume=True))
        assert len(verify(file).moves) == kept
        writer.close()
        assert file.read_bytes().endswith(b"\n")
    assert verify(file).moves[-1].hash == states[-1].hash()


def test_taking_back_shortens_the_file(file):
    write_game(file, decisions=8)
    writer = RecordWriter.reopen(read_record(file))
    writer.take_back(3)
    assert len(verify(file).moves) == 5
    move = Move(0, "nonsense", "0" * 16)
    writer.append(move)
    assert read_record(file).moves[-1] == move
    writer.close()


def test_a_full_disk_leaves_the_record_as_it_was(file, monkeypatch):
    write_game(file, decisions=5)
    before = file.read_bytes()
    writer = RecordWriter.reopen(read_record(file))
    real = os.write

    def full(descriptor, data):
        if len(data) > 10:
            return real(descriptor, data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(RecordError, match="No space left on device"):
        writer.append(Move(0, "a long enough action name", "0" * 16))
    monkeypatch.undo()
    assert file.read_bytes() == before
    writer.append(Move(0, "another", "0" * 16))
    assert read_record(file).moves[-1].action == "another"
    writer.close()


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        write_game(tmp_path / "file" / "game.jsonl")


def test_every_line_is_on_the_disk_when_append_returns(file, monkeypatch):
    synced = []
    real = os.fsync

    def sync(descriptor):
        real(descriptor)
        synced.append(Path(f"/proc/self/fd/{descriptor}").resolve() if Path("/proc/self/fd").exists() else descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    write_game(file, decisions=6)
    assert len(synced) >= 8


def test_lines_are_plain_json_in_a_fixed_form(file):
    write_game(file, decisions=3)
    head, move, *_ = lines_of(file)
    assert head["mesnada"] == 1
    assert set(move) == {"seat", "action", "hash"}
    assert move["seat"] == -1
    assert msgspec.json.decode(file.read_bytes().splitlines()[1], type=Move).by == ""

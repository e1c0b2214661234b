"""The command line as a whole, and what its commands write."""

import json
import random
import re
import shlex
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from mesnada import __version__
from mesnada.cli import COMMANDS, language
from mesnada.games.sanchos import GAME
from mesnada.kernel.catalogue import Catalogue
from mesnada.kernel.content import resource
from mesnada.kernel.coverage import Coverage
from mesnada.kernel.record import first_state, read_record, verify
from mesnada.terminal.grammar import Misread, Refused, explained
from tests.cli.command import program, refused, run

NUMBERS = [str(number) for number in random.Random(1).choices(range(1, 7), k=6000)]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The record of a finished game between bots."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    assert run("play", "sanchos", "--seats", "random,random,random", "--seed", 3, "--record", path).code == 0
    return path


@pytest.fixture
def unfinished(tmp_path):
    """The record of a solo game after four decisions."""
    path = tmp_path / "solo.jsonl"
    assert run("play", "sanchos", "--mode", "solo", "--seed", 5, "--record", path, lines=["1", "quit"]).code == 0
    return path


def files(folder):
    return sorted(path for path in Path(folder).rglob("*") if path.is_file())


# -- the command itself ------------------------------------------------------------------------------------------------


def test_help_names_every_command_in_both_languages():
    for lang in ("en", "es"):
        ran = run("--lang", lang, "--help")
        words = Catalogue(lang, resource("mesnada", "text"))
        assert ran.code == 0
        for name in COMMANDS:
            assert f"\n    {name} " in ran.out
            assert words.text(f"{name}.about").split()[0] in ran.out
    assert run().out == run("--help").out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(name):
    ran = run(name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: mesnada {name}")
    assert ran.err == ""


def test_help_is_quick():
    """Measured as time of the processor, so that other programs do not count."""
    resource_usage = pytest.importorskip("resource")
    took = []
    for _ in range(4):
        before = resource_usage.getrusage(resource_usage.RUSAGE_CHILDREN)
        program("--help")
        after = resource_usage.getrusage(resource_usage.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(took) < 0.3


def test_help_imports_no_game():
    code = ("import sys; from mesnada.cli import main; main(['--help']); "
            "print([m for m in sys.modules if m.startswith(('mesnada.games.', 'prompt_toolkit', 'tqdm'))])")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


def test_version():
    assert run("--version").out == f"mesnada {__version__}\n"


@pytest.mark.parametrize(("argv", "environment", "expected"), [
    ([], {}, "en"),
    ([], {"LANG": "es_ES.UTF-8"}, "es"),
    ([], {"LANG": "de_DE.UTF-8"}, "en"),
    ([], {"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "en"),
    ([], {"MESNADA_LANG": "es", "LANG": "en_GB"}, "es"),
    (["play", "--lang", "es"], {"LANG": "en"}, "es"),
    (["play", "--lang=es"], {}, "es"),
])
def test_the_language(monkeypatch, argv, environment, expected):
    for name in ("MESNADA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language(argv) == expected


@pytest.mark.parametrize("args", [
    ["frobnicate"],
    ["--frobnicate"],
    ["games", "--frobnicate"],
    ["games", "too", "many"],
    ["play", "--mode"],
    ["play", "--seed", "abc", "sanchos"],
    ["play", "--seed", "-1", "sanchos"],
    ["play", "--seed", str(2**63), "sanchos"],
    ["play", "--dice", "loaded", "sanchos"],
    ["verify"],
    ["replay"],
    ["rules"],
    ["content", "sanchos", "burn"],
    ["games", "--lang", "xx"],
    ["rules", "sanchos", "--coverage", "--search", "x"],
])
def test_bad_arguments_are_told_in_one_line(args, data_folder):
    refused(*args)
    assert not data_folder.exists()


def test_a_reader_who_has_enough_is_no_error():
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-m", "mesnada.cli", "rules", "sanchos"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as reader:
            assert reader.stdout is not None
            assert reader.stderr is not None
            reader.stdout.read(10)
            reader.stdout.close()
            assert reader.stderr.read() == b""
        assert reader.returncode == 0


def test_both_languages_have_the_same_texts():
    from mesnada.kernel.catalogue import compare

    assert compare(GAME.catalogue("en"), GAME.catalogue("es")) == []


# -- games -------------------------------------------------------------------------------------------------------------


def test_games_as_json():
    ran = run("games", "--json")
    (sanchos,) = json.loads(ran.out)["games"]
    assert ran.err == ""
    assert sanchos["id"] == "sanchos"
    modes = {mode["id"]: mode for mode in sanchos["modes"]}
    assert list(modes) == list(GAME.modes)
    assert [seat["automa"] for seat in modes["solo"]["seats"]] == [False, True, True]
    options = {option["name"]: option for option in modes["3p"]["options"]}
    assert options["unspent-cps"]["source"] == "sanchos.turn.must-use-points"
    assert options["unspent-cps"]["default"] in options["unspent-cps"]["values"]


def test_games_in_words():
    out = run("games").out
    assert "mode 3p, 3 players (default): seats castilla (Sancho II of Castilla), najera (Sancho IV of Nájera), " in out
    assert "el-cid (El Cid): [off] | card | inspires; variant, sanchos.elcid.optional" in out
    assert "aragon (Sancho I of Aragón; the game’s own)" in out


def test_games_in_spanish():
    out = run("--lang", "es", "games").out
    assert "sanchos: La Guerra de los 3 Sanchos, 1065-67" in out
    assert "modo 3p, 3 jugadores (por defecto): asientos castilla (Sancho II de Castilla), " in out
    assert "level (Nivel): [normal] | hard | very-hard | epic; variante, sanchos.level.any-solo-game" in out


# -- play --------------------------------------------------------------------------------------------------------------


def test_play_records_in_the_data_folder_and_says_where(data_folder):
    ran = run("play", "sanchos", "--mode", "solo", lines=["quit"])
    assert ran.code == 0
    (record,) = files(data_folder)
    assert record.parent == data_folder / "records"
    assert record.name.startswith("sanchos-solo-")
    assert f"The game is recorded in {record}" in ran.out
    assert f"Go on with: mesnada play sanchos --resume {record}" in ran.out


def test_two_games_in_one_second_have_two_records(data_folder):
    for _ in range(3):
        run("play", "sanchos", "--mode", "solo", lines=["quit"])
    assert len(files(data_folder)) == 3


@pytest.mark.parametrize("mode", GAME.modes)
def test_by_default_a_person_plays_against_bots(mode, tmp_path):
    path = tmp_path / "game.jsonl"
    ran = run("play", "sanchos", "--mode", mode, "--seats",
              {"3p": "human,random,random", "2p": "human,random", "solo": "human,auto,auto"}[mode], "--seed", 1,
              "--record", path, lines=NUMBERS)
    assert ran.code == 0
    assert verify(path).end is not None
    default = tmp_path / "default.jsonl"
    run("play", "sanchos", "--mode", mode, "--record", default, lines=["quit"])
    kinds = [seat.kind for seat in read_record(default).head.seats]
    assert kinds == {"3p": ["human", "greedy", "greedy"], "2p": ["human", "greedy"],
                     "solo": ["human", "auto", "auto"]}[mode]


def test_play_with_options_seed_and_language(tmp_path):
    games = []
    for number in range(2):
        path = tmp_path / f"{number}.jsonl"
        ran = run("play", "sanchos", "--mode", "solo", "--option", "player=castilla", "--option", "level=epic",
                  "--seed", 9, "--lang", "es", "--record", path, lines=NUMBERS)
        assert "Los Auto-Sanchos" in ran.out
        games.append(path.read_bytes())
    assert games[0] == games[1]
    assert dict(read_record(path).head.options)["level"] == "epic"
    assert read_record(path).head.seed == 9


def test_play_with_a_bots_parameters(tmp_path):
    path = tmp_path / "game.jsonl"
    ran = run("play", "sanchos", "--seats", "human,greedy:samples=1,depth=0,random", "--record", path, lines=["quit"])
    assert ran.code == 0
    assert [seat.kind for seat in read_record(path).head.seats] == ["human", "greedy:samples=1,depth=0", "random"]


def test_play_explained():
    ran = run("play", "sanchos", "--seats", "random,human,random", "--explain", "--seed", 1, lines=["1", "1", "1", "1"])
    assert "[sanchos.round.four-phases]" in ran.out


@pytest.mark.parametrize(("called", "found", "program"), [
    ("{bin}/mesnada", "{bin}", "mesnada"),
    ("{bin}/mesnada", "/no/such/folder", "{bin}/mesnada"),
    ("/somewhere/mesnada/cli.py", "{bin}", f"{sys.executable} -m mesnada.cli"),
])
def test_the_hint_to_go_on_is_a_command_that_works(called, found, program, tmp_path, monkeypatch):
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "mesnada").write_text("#!/bin/sh\n")
    (folder / "mesnada").chmod(0o755)
    monkeypatch.setattr(sys, "argv", [called.format(bin=folder)])
    monkeypatch.setenv("PATH", found.format(bin=folder))
    record = tmp_path / "game.jsonl"
    ran = run("play", "sanchos", "--record", record)
    assert f"Go on with: {program.format(bin=folder)} play sanchos --resume {record}\n" in ran.out


def test_under_make_the_hint_is_for_make(tmp_path, monkeypatch):
    monkeypatch.setenv("MESNADA_MAKE", "1")
    record = tmp_path / "the game.jsonl"
    ran = run("play", "sanchos", "--record", record)
    hint = ran.out.partition("Go on with: ")[2].strip()
    assert shlex.split(hint) == ["make", "play", f"ARGS=--resume '{record}'"]


def test_resume(unfinished):
    ran = run("play", "--resume", unfinished, lines=["1", "quit"])
    assert ran.code == 0
    assert "The game goes on after 4 decisions." in ran.out
    assert len(read_record(unfinished).moves) == 5
    assert run("play", "sanchos", "--resume", unfinished, lines=NUMBERS).code == 0
    assert verify(unfinished).end is not None


def test_resume_of_a_cut_record_says_so(unfinished):
    unfinished.write_bytes(unfinished.read_bytes()[:-7])
    ran = run("play", "--resume", unfinished, lines=["quit"])
    assert "The last line of the record was cut off; it has been dropped." in ran.out
    assert len(verify(unfinished).moves) == 3


def test_play_with_real_dice(tmp_path):
    path = tmp_path / "game.jsonl"
    ran = run("play", "sanchos", "--mode", "solo", "--dice", "manual", "--record", path, lines=["1 2 3", "1", "quit"])
    assert "Deal a card to Nájera. (3 times)" in ran.out
    assert [move.by for move in read_record(path).moves] == ["hand"] * 3 + [""]


def test_play_from_a_position(tmp_path, unfinished):
    position = tmp_path / "position.toml"
    state = list_states(unfinished)[-1]
    position.write_text(GAME.write_position(state))
    record = tmp_path / "new.jsonl"
    ran = run("play", "sanchos", "--position", position, "--record", record, lines=["1", "quit"])
    assert ran.code == 0
    assert read_record(record).head.start is not None
    assert verify(record).moves[0].seat == 0
    assert first_state(read_record(record)) == state
    assert run("play", "--resume", record, lines=["1", "quit"]).code == 0
    assert len(verify(record).moves) >= 2


def test_what_a_position_leaves_unknown_is_dealt(tmp_path, unfinished):
    """A position as a spectator sees it can be played to its end, and the seed says what is dealt."""
    position = tmp_path / "position.toml"
    position.write_text(run("replay", unfinished, "--position").out)
    assert '"?"' in position.read_text()
    records = [tmp_path / f"{number}.jsonl" for number in range(2)]
    for record in records:
        ran = run("play", "sanchos", "--position", position, "--seed", 2, "--record", record, lines=NUMBERS)
        assert ran.code == 0
        assert verify(record).end is not None
    assert records[0].read_bytes() == records[1].read_bytes()


def list_states(path):
    from mesnada.kernel.record import replay

    return [played.after for played in replay(read_record(path))]


def test_play_with_content_of_ones_own(tmp_path):
    own = tmp_path / "own"
    assert run("content", "sanchos", "export", own).code == 0
    cards = own / "cards.toml"
    cards.write_text(cards.read_text() + "\n# mine\n")
    record = tmp_path / "game.jsonl"
    ran = run("play", "sanchos", "--mode", "solo", "--content", own, "--record", record, lines=["1", "quit"])
    assert f"--resume {record} --content {own}" in ran.out
    assert "was played with content" in refused("play", "--resume", record)
    assert "was played with content" in refused("verify", record)
    assert run("verify", record, "--content", own).code == 0
    assert run("replay", record, "--content", own).code == 0
    assert run("play", "--resume", record, "--content", own, lines=["quit"]).code == 0


BAD_POSITION = """
game = "sanchos"
mode = "3p"
pieces = ["castilla field castilla K+15T", "najera field najera K+3T", "aragon field aragon K+3T"]
"""


@pytest.mark.parametrize(("args", "reason"), [
    (["chess"], "game: there is no game 'chess'; there are sanchos"),
    ([], "which game?"),
    (["sanchos", "--mode", "5p"], "option mode: sanchos has no mode '5p'"),
    (["sanchos", "--option", "weather=rain"], "option weather: is no option of sanchos"),
    (["sanchos", "--option", "el-cid=maybe"], "option el-cid: cannot be 'maybe'"),
    (["sanchos", "--option", "level=hard"], "option level: has a meaning only in mode solo"),
    (["sanchos", "--option", "el-cid"], "--option: 'el-cid' is not of the form NAME=VALUE"),
    (["sanchos", "--option", "el-cid=off", "--option", "el-cid=card"], "--option: el-cid is given twice"),
    (["sanchos", "--mode", "solo", "--option", "player=aragon", "--option", "el-cid=card"], "does not serve Aragón"),
    (["sanchos", "--mode", "solo", "--option", "level=impossible"], "option level: cannot be 'impossible'"),
    (["sanchos", "--seats", "human"], "seats: 1 given, but the seats are castilla, najera, aragon"),
    (["sanchos", "--seats", "human,genius,random"], "there is no bot 'genius'"),
    (["sanchos", "--seats", "human,greedy:samples=x,random"], "samples has to be a whole number"),
    (["sanchos", "--mode", "solo", "--seats", "human,human,auto"], "aragon is played by the game itself"),
    (["sanchos", "--seats", ""], "seats: 1 given"),
    (["sanchos", "--content", "no/such/folder"], "no/such/folder: there is no such folder"),
    (["sanchos", "--position", "no-such-file"], "no-such-file: there is no such file"),
    (["sanchos", "--resume", "no-such-file"], "record, no-such-file: there is no such file"),
    (["--resume", "x", "--mode", "3p"], "--resume: --mode stands in the record itself"),
    (["--resume", "x", "--seed", "3"], "--resume: --seed stands in the record itself"),
    (["--resume", "x", "--seats", "human"], "--resume: --seats stands in the record itself"),
])
def test_play_refuses_what_cannot_be_and_writes_nothing(args, reason, data_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert reason in refused("play", *args)
    assert files(tmp_path) == []


def test_play_does_not_overwrite_a_record(finished):
    before = finished.read_bytes()
    assert "is there already; it is not overwritten" in refused("play", "sanchos", "--record", finished)
    assert finished.read_bytes() == before


def test_a_position_with_a_piece_too_many(tmp_path):
    position = tmp_path / "position.toml"
    position.write_text(BAD_POSITION)
    refusal = f"mesnada: position, {position}, "
    assert refusal in refused("play", "sanchos", "--position", position, "--record", tmp_path / "r.jsonl")
    assert refusal in refused("why", "sanchos", "recruit", "--position", position)
    assert files(tmp_path) == [position]
    assert "mode and options stand in the position itself" in refused(
        "play", "sanchos", "--position", position, "--mode", "3p")
    position.write_bytes(b"\xff\xfe")
    assert "is not UTF-8 text" in refused("play", "sanchos", "--position", position)


def test_a_finished_or_faulty_record_is_not_resumed(finished, tmp_path):
    assert "it can be replayed, not resumed" in refused("play", "--resume", finished)
    edited = tmp_path / "edited.jsonl"
    lines = finished.read_text().splitlines(keepends=True)
    edited.write_text("".join(lines[:20] + lines[21:-1]))
    before = edited.read_bytes()
    assert "edited.jsonl, line 21" in refused("play", "--resume", edited)
    assert edited.read_bytes() == before


def test_an_illegal_answer_is_told_in_one_line_and_nothing_happens(tmp_path):
    path = tmp_path / "game.jsonl"
    ran = run("play", "sanchos", "--mode", "solo", "--record", path, lines=["attack pamplona", "quit"])
    assert ran.code == 0
    assert "attack pamplona: This is not the decision now." in ran.out
    assert len(read_record(path).moves) == 3


# -- replay ------------------------------------------------------------------------------------------------------------


def test_replay_in_words(finished):
    number = len(read_record(finished).moves)
    ran = run("replay", finished)
    assert ran.code == 0
    assert f"War of the 3 Sanchos 1065-67, 3 players: decision {number} of {number}" in ran.out
    spanish = run("--lang", "es", "replay", finished).out
    assert f"La Guerra de los 3 Sanchos, 1065-67, 3 jugadores: decisión {number} de {number}" in spanish
    assert "Round 1: Nájera is the commander." in ran.out
    assert "victory" in ran.out.splitlines()[-1]
    assert ran.err == ""


def test_replay_at_a_moment(finished):
    first = run("replay", finished, "--at", 0)
    assert "decision 0 of" in first.out
    assert "Round 1" not in first.out
    tenth = run("replay", finished, "--at", 10)
    assert re.search(r"^  10  ", tenth.out, re.MULTILINE)
    assert not re.search(r"^  11  ", tenth.out, re.MULTILINE)


def test_replay_as_a_seat_hides_what_it_could_not_see(finished):
    drawn = re.compile(r"draws ((?:castilla|najera|aragon)-\d[abc])")
    everything = set(drawn.findall(run("replay", finished, "--at", 9).out))
    assert len(everything) == 9
    castilla = set(drawn.findall(run("replay", finished, "--at", 9, "--as", "castilla").out))
    assert len(castilla) == 3
    assert castilla < everything
    assert not drawn.findall(run("replay", finished, "--at", 9, "--as", "spectator").out)


def test_an_unfinished_game_is_shown_as_a_spectator_sees_it(unfinished):
    out = run("replay", unfinished).out
    assert "draws a card" in out
    assert "The game is unfinished." in out
    assert "draws castilla-1c" in run("replay", unfinished, "--as", "najera").out


def test_replay_as_a_picture(finished, tmp_path):
    out = tmp_path / "board.svg"
    ran = run("replay", finished, "--at", 30, "--svg", out)
    assert (ran.code, ran.out) == (0, "")
    assert ET.parse(out).getroot().tag.endswith("svg")
    assert ET.fromstring(run("replay", finished, "--at", 30, "--svg", "-").out).tag.endswith("svg")


def test_a_picture_replaces_nothing_but_a_picture(finished, tmp_path):
    out = tmp_path / "board.svg"
    assert run("replay", finished, "--at", 30, "--svg", out).code == 0
    assert run("replay", finished, "--at", 31, "--svg", out).code == 0
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    for path in (notes, finished):
        before = path.read_bytes()
        assert "is there already and no picture; it is not overwritten" in refused("replay", finished, "--svg", path)
        assert path.read_bytes() == before


def test_replay_as_a_position(finished):
    text = run("replay", finished, "--at", 40, "--position").out
    assert tomllib.loads(text)["game"] == "sanchos"
    assert GAME.read_position(text) == list_states(finished)[39]


@pytest.mark.parametrize(("args", "reason"), [
    (["--at", "99999"], "--at: is a number from 0 to"),
    (["--at", "-1"], "--at: is a number from 0 to"),
    (["--as", "portugal"], "seat: there is no seat 'portugal'"),
    (["--svg", "no/such/folder/x.svg"], "no/such/folder/x.svg: cannot be written"),
    (["--svg", "-", "--position"], "not allowed with argument"),
    (["--at", "x"], "invalid int value"),
])
def test_replay_refuses_what_cannot_be(finished, args, reason):
    assert reason in refused("replay", finished, *args)


# -- verify ------------------------------------------------------------------------------------------------------------


def test_verify_several(finished, unfinished):
    ran = run("verify", finished, unfinished)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0].endswith(", ended")
    assert ran.out.splitlines()[1].endswith(", unfinished")


def test_verify_names_the_first_action_that_differs(finished, tmp_path):
    lines = finished.read_text().splitlines(keepends=True)
    lines[30] = re.sub('"hash":"[0-9a-f]{16}"', '"hash":"0123456789abcdef"', lines[30])
    edited = tmp_path / "edited.jsonl"
    edited.write_text("".join(lines))
    assert "edited.jsonl, line 31: action 30, " in refused("verify", edited)
    ran = run("verify", edited, finished)
    assert ran.code == 2
    assert "holds" in ran.out
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(finished.read_bytes()[:-5])
    assert "is cut off in the middle" in refused("verify", cut)
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_text("hello\n")
    assert "foreign.jsonl, line 1" in refused("verify", foreign)
    assert "there is no such file" in refused("verify", tmp_path / "nothing")


# -- rules -------------------------------------------------------------------------------------------------------------


def test_a_rule_by_id():
    out = run("rules", "sanchos", "sanchos.move.besieged-never").out
    assert out.startswith("sanchos.move.besieged-never  (")
    data = json.loads(run("rules", "sanchos", "sanchos.turn.must-use-points", "--json").out)
    assert data["option"]["name"] == "unspent-cps"


def test_rules_searched_and_listed():
    assert "sanchos.score.tower-one" in run("rules", "sanchos", "--search", "tower worth").out
    found = json.loads(run("rules", "sanchos", "--search", "tower worth", "--json").out)
    assert "sanchos.score.tower-one" in [atom["id"] for atom in found]
    assert len(json.loads(run("rules", "sanchos", "--json").out)) == len(GAME.rulebook)
    assert run("rules", "sanchos", "--search", "xyzzy").out == "No rule has “xyzzy”.\n"
    assert json.loads(run("rules", "sanchos", "--search", "xyzzy", "--json").out) == []


def test_coverage_as_json():
    data = json.loads(run("rules", "sanchos", "--coverage", "--json").out)
    assert set(data) == {"total", "cited_by_code", "cited_by_tests", "untested", "uncoded"}
    assert data["total"] == len(GAME.rulebook)
    assert data["cited_by_code"] + len(data["uncoded"]) == data["total"]
    assert f"{data['total']} rules: {data['cited_by_code']} cited by code" in run("rules", "sanchos", "--coverage").out


@pytest.mark.parametrize("measured", [True, False])
def test_coverage_by_tests_is_told_if_it_was_measured(measured, monkeypatch):
    table = Coverage(3, {"a.b.c": ("a.py:1",)}, {}, ("a.b.d", "a.b.e"), ("a.b.c", "a.b.d", "a.b.e"), (), measured)
    monkeypatch.setattr("mesnada.cli_rules.coverage", lambda game: table)
    out = run("rules", "sanchos", "--coverage").out
    data = json.loads(run("rules", "sanchos", "--coverage", "--json").out)
    assert "Not cited by code:\n  a.b.d\n  a.b.e\n" in out
    assert ("not measured; run make coverage" in out) is not measured
    assert ("Not proved by a test:\n  a.b.c\n" in out) is measured
    assert (data["cited_by_tests"], data["untested"]) == ((0, list(table.untested)) if measured else (None, None))


@pytest.mark.parametrize(("args", "reason"), [
    (["chess"], "there is no game 'chess'"),
    (["sanchos", "sanchos.move.besieged-nevr"], "did you mean sanchos.move.besieged-never"),
    (["sanchos", "xyzzy"], "there is no rule 'xyzzy'"),
])
def test_rules_refuses_what_there_is_not(args, reason):
    assert reason in refused("rules", *args)


# -- content -----------------------------------------------------------------------------------------------------------


def test_the_shipped_content_is_good():
    ran = run("content", "sanchos", "check")
    assert ran.code == 0
    assert "The content can be played with" in ran.out


def test_content_is_exported_once(tmp_path):
    folder = tmp_path / "own"
    ran = run("content", "sanchos", "export", folder)
    assert ran.code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["cards.toml", "map.toml", "shapes.json"]
    assert run("content", "sanchos", "check", folder).code == 0
    assert "it is not overwritten" in refused("content", "sanchos", "export", folder)
    assert "into which folder?" in refused("content", "sanchos", "export")
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused("content", "sanchos", "export", tmp_path / "file")


def test_a_pack_with_a_card_missing(tmp_path):
    folder = tmp_path / "own"
    run("content", "sanchos", "export", folder)
    cards = folder / "cards.toml"
    first, _, *rest = cards.read_text().split("[[card]]\n")
    cards.write_text("[[card]]\n".join([first, *rest]))
    (folder / "shapes.json").unlink()
    ran = run("content", "sanchos", "check", folder)
    assert ran.code == 2
    assert ran.err.startswith("mesnada: cards.toml")
    assert ran.err.count("\n") == 1
    assert ran.err.removeprefix("mesnada: ") not in ran.out
    record = tmp_path / "game.jsonl"
    assert "mesnada: cards.toml" in refused("play", "sanchos", "--content", folder, "--record", record)
    assert not record.exists()
    assert "there is no such folder" in refused("content", "sanchos", "check", tmp_path / "nothing")


def test_every_error_of_a_pack_is_told_once(tmp_path):
    folder = tmp_path / "own"
    run("content", "sanchos", "export", folder)
    shipped = (folder / "map.toml").read_text("utf-8")
    bad = shipped.replace('name = "Merindades"', 'name = "Merin\\u001bdades"').replace('name = "Castilla"', 'name = ""')
    (folder / "map.toml").write_text(bad, "utf-8")
    ran = run("content", "sanchos", "check", folder)
    assert ran.code == 2
    lines = [line for line in (ran.out + ran.err).splitlines() if "region[" in line]
    assert len([line for line in lines if "region[castilla].name" in line]) == 1
    unprintable = "region[merindades].name: has characters that cannot be printed"
    assert len([line for line in lines if unprintable in line]) == 1
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.rule("sanchos.turn.cp-total")
@pytest.mark.parametrize("agenda", [(), ("CommandTurn castilla",)])
def test_no_more_is_left_of_a_card_than_it_is_worth(tmp_path, agenda):
    position = tmp_path / "position.toml"
    card = next(card for card in GAME.tables().cards if card.cp == 1)
    text = (f'mode = "3p"\ncommander = "castilla"\nturn = "castilla"\ncard = "{card.id}"\nleft = LEFT\npieces = '
            '["castilla field castilla K+1T", "najera field najera K+1T", "aragon field aragon K+1T"]\n')
    if agenda:
        text += f"agenda = {json.dumps(agenda)}\n"
    for left in (1, 2):
        position.write_text(text.replace("LEFT", str(left)))
        if left == 1:
            assert run("why", "sanchos", "recruit", "--position", position).code == 0
        else:
            error = refused("why", "sanchos", "recruit", "--position", position)
            assert "left: is 2; the card on the table has 1 CP" in error


def test_why_follows_decisions_that_come_after_one_another(tmp_path):
    state = GAME.new("3p")
    rng = random.Random(1)

    def fitting():
        names = [action.name for action in state.legal()]
        if "recruit" not in names or "attack pamplona" in names:
            return False
        steps: list[object] = []
        for line in ("recruit; recruit", "move king to pamplona"):
            try:
                steps.append(len(explained(state, line)))
            except Refused as refused:
                steps.append(refused.action.verb)
            except Misread:
                steps.append("")
        return steps == [2, "to"]

    while not fitting():
        assert not state.over
        state.apply(rng.choice(state.legal()))
    path = tmp_path / "position.txt"
    path.write_text(GAME.write_position(state), "utf-8")
    ran = run("why", "sanchos", "--position", path, "recruit;", "attack", "pamplona")
    assert ran.out.startswith("attack pamplona: not legal\n")
    ran = run("why", "sanchos", "--position", path, "move king to pamplona", "--json")
    answer = json.loads(ran.out)
    assert (answer["action"], answer["legal"]) == ("to pamplona", False)
    ran = run("why", "sanchos", "--position", path, "recruit; recruit")
    assert ran.out.startswith("recruit, recruit: legal\n")


@pytest.mark.skipif(sys.platform == "win32", reason="the shell's redirections")
@pytest.mark.parametrize(("command", "streams", "code", "errors"), [
    ("games", ">&-", 2, "mesnada: standard output: is closed\n"),
    ("games", ">/dev/full", 2, "mesnada: No space left on device\n"),
    ("play sanchos", "</dev/null >/dev/full", 2, "mesnada: No space left on device\n"),
    ("play sanchos", ">/dev/null <&-", 0, ""),
    ("play sanchos --mode no", "2>&-", 2, ""),
])
def test_odd_streams_are_told_in_one_line(command, streams, code, errors, data_folder):
    if "full" in streams and not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    done = subprocess.run(["sh", "-c", f"{shlex.quote(sys.executable)} -m mesnada.cli {command} {streams}"],
                          capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", errors)

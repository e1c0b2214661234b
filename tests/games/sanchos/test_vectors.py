"""Test vectors: the shipped examples and further ones pass, and whatever is wrong in a case makes it fail."""

import copy
import json
import tomllib
from pathlib import Path

import pytest

from mesnada.cli import main
from mesnada.games.sanchos import GAME
from mesnada.kernel.content import resource
from mesnada.kernel.errors import ContentError, UsageError
from mesnada.kernel.game import Game
from mesnada.kernel.vectors import Vector, read_vectors, run_vectors

ROOT = Path(__file__).parents[2]
OWN = ROOT / "vectors" / "sanchos.toml"
EXAMPLES = tomllib.loads(resource("mesnada.games.sanchos", "examples.toml").read_text("utf-8"))
MORE = tomllib.loads(OWN.read_text("utf-8"))
RUN = {"example": GAME.vector_runner(EXAMPLES), "vector": GAME.vector_runner(MORE)}


def cases(data: dict, kind: str) -> list:
    """The cases as parameters; each one proves the atoms that it names."""
    return [pytest.param(kind, case, id=case["id"], marks=pytest.mark.rule(*case["rules"])) for case in data[kind]]


def play(kind: str, case: dict) -> list:
    return RUN[kind](Vector(case["id"], case["given"], case["when"], case.get("then", {}),
                            tuple(case.get("modes", ()))))


ALL = cases(EXAMPLES, "example") + cases(MORE, "vector")


@pytest.mark.parametrize(("kind", "case"), ALL)
def test_cases_pass(kind: str, case: dict) -> None:
    assert play(kind, case) == []


def test_cases_cover_all_readings() -> None:
    """Every reading of the rulebook has a case under its other value."""
    used = {option: value for case in MORE["vector"] for option, value in case["given"].get("options", {}).items()}
    for name, (option, _) in GAME.rulebook.options().items():
        assert used.get(name) in option.other, name


def named(id: str) -> tuple[str, dict]:
    """A copy of a case."""
    for kind, data in (("example", EXAMPLES), ("vector", MORE)):
        for case in data[kind]:
            if case["id"] == id:
                return kind, copy.deepcopy(case)
    raise AssertionError(id)


# -- wrong cases fail ------------------------------------------------------------------------------------------------

OTHER = {"lowest": "highest", "highest": "lowest"}


def spoiled(case: dict) -> list[tuple[str, dict]]:
    """Copies of a case with one expectation changed so that it cannot hold."""
    found: list[tuple[str, dict]] = []

    def put(key: str, value: object) -> None:
        other = copy.deepcopy(case)
        other["then"][key] = value
        found.append((key, other))

    for key, value in case["then"].items():
        if isinstance(value, bool):
            put(key, not value)
        elif isinstance(value, int) and key != "points_lost":
            put(key, value + 1)
        elif key in ("pieces", "hits", "log", "phase1_choices", "turn_order"):
            put(key, [*value, {"pieces": "najera field r12 2T", "log": "aragon moves 9T r1 to r3"}.get(key, "nothing")])
        elif key in ("score", "reserve_troops", "supply_troops", "reserved_count", "hand_after_phase3"):
            put(key, {name: number + 1 for name, number in value.items()})
        elif key == "chart":
            put(key, {**value, "4": [*value.get("4", []), "castilla T"]})
        elif key == "dice":
            put(key, {name: "5" if dice != "5" else "4" for name, dice in value.items()})
        elif key == "reserved_cards":
            put(key, {name: [*cards, 3] if all(isinstance(c, int) for c in cards) else ["x"]
                      for name, cards in value.items()})
        elif isinstance(value, str):
            put(key, OTHER.get(value, "aragon" if value != "aragon" else "najera"))
    put("colour", "red")
    return found


@pytest.mark.parametrize(("kind", "case"), ALL)
def test_changed_expectations_fail(kind: str, case: dict) -> None:
    for key, other in spoiled(case):
        assert play(kind, other), key


@pytest.mark.parametrize(("kind", "case"), [p for p in ALL if any(
    step.get("illegal") and not step.get("card_rule") and step["do"] != "auto-fortify"
    for step in p.values[1]["when"]["steps"])])
def test_illegal_steps_are_refused(kind: str, case: dict) -> None:
    """A step that is refused as illegal cannot be done, either."""
    for step in case["when"]["steps"]:
        if step.get("illegal") and not step.get("card_rule"):
            other = copy.deepcopy(case)
            other["when"]["steps"] = [dict(s) for s in case["when"]["steps"]]
            other["when"]["steps"][case["when"]["steps"].index(step)].pop("illegal")
            assert play(kind, other), step


@pytest.mark.parametrize("change", [
    {"steps": [{"do": "dance", "by": "castilla"}]},
    {"steps": [{"do": "recruit", "by": "castilla", "colour": "red"}]},
    {"steps": [{"do": "recruit", "by": "leon"}]},
    {"steps": [{"do": "fortify", "by": "castilla"}]},
    {"steps": [{"do": "fortify", "by": "castilla", "region": "oz"}]},
    {"steps": [{"do": "fortify", "by": "castilla", "region": "r5", "pieces": "many"}]},
    {"steps": [{"do": "attack", "by": "castilla", "region": "r4", "points": "one"}]},
    {"steps": [{"do": "roll", "castilla": {"troops": [4]}}]},
    {"steps": [{"do": "hit", "by": "castilla", "with": "T4", "removes": "a die"}]},
    {"steps": ["attack"]},
    {"steps": [], "music": "loud"},
    {"steps": [], "options_offered": ["sing: any song"]},
])
def test_what_cannot_be_understood_fails(change: dict) -> None:
    kind, case = named("sanchos.ex.turn.move-attack-move")
    case["when"] = change
    case["then"] = {}
    wrong = play(kind, case)
    assert len(wrong) == 1 and wrong[0].got


@pytest.mark.parametrize("change", [
    {"colour": "red"}, {"board": "nowhere"}, {"commander": "leon"}, {"score": {"castilla": 9}},
    {"pieces": ["castilla"]},
    {"mode": "5p"}, {"options": {"unspent-cps": "maybe"}}, {"reserve_troops": {"castilla": 15}},
    {"card_order": ["castilla"]}, {"el_cid": {"holder": "leon"}},
])
def test_positions_that_cannot_be_fail(change: dict) -> None:
    kind, case = named("sanchos.ex.turn.move-attack-move")
    case["given"] |= change
    wrong = play(kind, case)
    assert len(wrong) == 1 and wrong[0].got


def test_dice_have_to_be_those_that_are_rolled() -> None:
    for troops in ([4], [4, 2, 1], []):
        kind, case = named("sanchos.ex.turn.move-attack-move")
        case["when"]["steps"][2]["castilla"] = {"troops": troops}
        assert "dice" in play(kind, case)[0].got


def test_a_refusal_may_name_its_rule() -> None:
    kind, case = named("case.move.besieged-pieces-stay")
    assert play(kind, case) == []
    case["when"]["steps"][0]["rule"] = "sanchos.move.no-blocking"
    assert "sanchos.move.besieged-never" in play(kind, case)[0].got


def test_cases_leave_shared_tables_alone() -> None:
    tables = GAME.tables("3p")
    before = (len(tables.card_actions), list(tables.orders))
    for kind, case in (named("sanchos.ex.action.attack-or-move"), named("case.setup.first-decision")):
        assert play(kind, case) == []
    assert (len(tables.card_actions), list(tables.orders)) == before


# -- files ------------------------------------------------------------------------------------------------------------

HEAD = 'game = "sanchos"\n'
CASE = '[[vector]]\nid = "a"\n[vector.given]\nmode = "3p"\n[vector.when]\nsteps = []\n[vector.then]\ndeck = {deck}\n'


def test_a_report_counts(tmp_path: Path) -> None:
    file = tmp_path / "cases.toml"
    skip = CASE.replace('id = "a"', 'id = "c"\nskip = "not now"').format(deck=1)
    file.write_text(HEAD + CASE.format(deck=18) + CASE.replace('"a"', '"b"').format(deck=17) + skip)
    report = run_vectors(GAME, [file])
    assert report.data() == {
        "total": 3, "passed": 1,
        "failed": [{"id": "b", "expected": "deck 17", "got": "deck 18"}],
        "skipped": [{"id": "c", "reason": "not now"}],
    }


@pytest.mark.parametrize(("text", "where", "why"), [
    ("game = ]", "line 1", "TOML"),
    (CASE.format(deck=1), "game", "None"),
    (HEAD, "", "no case"),
    (HEAD + "vector = 3", "vector", "list"),
    (HEAD + "[[vector]]\n", "vector[0].id", "missing"),
    (HEAD + '[[vector]]\nid = "a"\n', "a.given", "missing"),
    (HEAD + '[[vector]]\nid = "a"\ngiven = 3\n', "a.given", "table"),
    (HEAD + '[[vector]]\nid = "a"\nmodes = "3p"\n', "a.modes", "list"),
    (HEAD + '[[vector]]\nid = "a"\n[vector.given]\n[vector.when]\n', "a.then", "asserts nothing"),
    (HEAD + '[[vector]]\nid = "a"\n[vector.thn]\n', "a.thn", "key"),
    (HEAD + CASE.format(deck=1) + CASE.format(deck=2), "a", "two cases"),
])
def test_faulty_files_are_refused(tmp_path: Path, text: str, where: str, why: str) -> None:
    file = tmp_path / "cases.toml"
    file.write_text(text)
    with pytest.raises(ContentError) as caught:
        read_vectors(file, GAME)
    assert caught.value.file == str(file) and caught.value.key == where and why in caught.value.reason


def test_a_game_without_vectors_says_so() -> None:
    with pytest.raises(UsageError, match="sanchos"):
        Game.vector_runner(GAME, {})


# -- commands ---------------------------------------------------------------------------------------------------------


def test_the_command_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", "sanchos", str(OWN), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == ["total", "passed", "failed", "skipped"]
    assert report == {"total": len(MORE["vector"]), "passed": len(MORE["vector"]), "failed": [], "skipped": []}
    bad = tmp_path / "bad.toml"
    bad.write_text(HEAD + CASE.format(deck=3))
    assert main(["vectors", "sanchos", str(OWN), str(bad), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["failed"] == [{"id": "a", "expected": "deck 3", "got": "deck 18"}]
    for lang, word in (("en", "failed"), ("es", "falla")):
        assert main(["vectors", "sanchos", str(bad), "--lang", lang]) == 1
        out = capsys.readouterr().out
        assert f"a: {word}" in out and "deck 18" in out


def test_the_command_refuses_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.toml"
    assert main(["vectors", "sanchos", str(OWN), str(missing), "--json"]) == 2
    caught = capsys.readouterr()
    assert caught.out == "" and caught.err == f"mesnada: {missing}: there is no such file\n"
    assert main(["vectors", "chess", str(OWN)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "position.toml"
    file.write_text('commander = "castilla"\ncp = 1\npieces = ["castilla garrison castilla 1T", '
                    '"castilla field bureba K", "najera garrison najera K+1T", "aragon garrison aragon K+1T"]\n')
    return file


def test_why(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "sanchos", "--position", str(position), "attack", "bureba", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["action"], answer["legal"], answer["code"]) == ("attack bureba", False, "no-enemy-field-army")
    assert answer["rule"] == "sanchos.attack.needs-enemy-field-army"
    assert answer["rule_text"] == GAME.rulebook[answer["rule"]].text and answer["text"]
    assert main(["why", "sanchos", "fortify king bureba", "--position", str(position), "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("fortify king bureba: legal")
    for lang in ("en", "es"):
        assert main(["why", "sanchos", "attack bureba", "--position", str(position), "--lang", lang]) == 0
        assert "sanchos.attack.needs-enemy-field-army" in capsys.readouterr().out


def test_why_refuses_bad_input(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "sanchos", "--position", str(position), "dance"]) == 2
    assert "dance" in capsys.readouterr().err
    position.write_text("pieces = 3")
    assert main(["why", "sanchos", "--position", str(position), "recruit"]) == 2
    assert capsys.readouterr().err.startswith(f"mesnada: position, {position}, pieces: ")

"""``mesnada sim`` as people call it."""

import csv
import json
import signal
import subprocess
import sys
import time

import pytest

from mesnada.games.sanchos import GAME
from tests.cli.command import refused, run

KEYS = ["game", "mode", "seats", "seed", "games", "win_rates", "intervals", "shared_wins", "endings", "rounds",
        "decisions", "decisions_per_second"]


def test_the_json_document_keeps_its_contract():
    ran = run("sim", "sanchos", "--seats", "quick,random,quick", "--games", 6, "--seed", 4, "--json")
    assert ran.code == 0
    report = json.loads(ran.out)
    assert [key for key in KEYS if key not in report] == []
    assert report["game"] == "sanchos"
    assert report["mode"] == "3p"
    assert report["seats"] == ["quick", "random", "quick"]
    assert (report["seed"], report["games"]) == (4, 6)
    assert sum(report["win_rates"]) == pytest.approx(1)
    for rate, (low, high) in zip(report["win_rates"], report["intervals"], strict=True):
        assert 0 <= low <= rate <= high <= 1
    assert sum(report["endings"].values()) == 6
    for key in ("rounds", "decisions"):
        assert list(report[key]) == ["median", "p95", "max"]
        assert report[key]["median"] <= report[key]["p95"] <= report[key]["max"]


def test_processes_and_rows_change_no_figure(tmp_path):
    def report(*more):
        found = json.loads(run("sim", "sanchos", "--mode", "solo", "--seats", "quick", "--option", "level=hard",
                               "--games", 5, "--json", *more).out)
        assert found.pop("decisions_per_second") > 0
        return found

    alone = report()
    assert alone["options"]["level"] == "hard"
    assert report("--jobs", 2, "--out", tmp_path / "a.csv") == alone
    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(5))
    assert sum(float(row["return_najera"]) for row in rows) / 5 == pytest.approx(alone["win_rates"][0])


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(("mode", "seats"), [("3p", "quick,quick,random"), ("2p", "quick,quick"), ("solo", "quick")])
def test_the_figures_in_words(mode, seats, lang):
    ran = run("sim", "sanchos", "--mode", mode, "--seats", seats, "--games", 3, "--lang", lang)
    assert ran.code == 0
    words, wording = GAME.catalogue(lang), GAME.wording(lang)
    lines = ran.out.splitlines()
    assert GAME.title in lines[0] or words.text("game.title") in lines[0]
    for seat in GAME.seats(mode):
        assert any(line.startswith(wording.side(seat.id)) and "%" in line for line in lines[1:])
    assert "{" not in ran.out


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--seats", "quick"), "has the seats castilla, najera, aragon; 1 given"),
        (("--seats", "quick,quick,nobody"), "there is no bot 'nobody'"),
        (("--seats", "quick,quick,greedy:samples=0"), "samples has to be a whole number"),
        (("--seats", "quick,quick,quick", "--games", "0"), "1 or more, not 0"),
        (("--seats", "quick,quick,quick", "--games", "many"), "invalid int value: 'many'"),
        (("--seats", "quick,quick,quick", "--jobs", "0"), "from 1 to 256, not 0"),
        (("--seats", "quick,quick,quick", "--mode", "5p"), "no mode '5p'"),
        (("--seats", "quick,quick,quick", "--option", "seating"), "not of the form"),
        (("--seats", "quick,quick,quick", "--option", "colour=red"), "colour"),
        (("--seats", "quick,quick,quick", "--content", "/no/such/folder"), "/no/such/folder"),
        (("--seats", "quick,quick,quick", "--out", "games.txt"), "has to end in"),
        (("--seats", "quick,quick,quick", "--out", "/no/such/folder/games.csv"), "cannot be written"),
        ((), "--seats"),
    ],
)
def test_bad_input_is_told_in_one_line(args, why):
    assert why in refused("sim", "sanchos", *args)


def test_specs_with_several_parameters_in_a_list_of_seats():
    ran = run("sim", "sanchos", "--seats", "greedy:samples=1,depth=1,quick,random", "--games", 1, "--json")
    assert json.loads(ran.out)["seats"] == ["greedy:samples=1,depth=1", "quick", "random"]


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_prints_what_is_finished(tmp_path, jobs):
    rows = tmp_path / "games.jsonl"
    args = [sys.executable, "-m", "mesnada.cli", "sim", "sanchos", "--seats", "quick,quick,quick", "--games", "1000000",
            "--jobs", str(jobs), "--json", "--out", str(rows)]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as sim:
        until = time.monotonic() + 60
        while not any(file.stat().st_size for file in tmp_path.iterdir()) and time.monotonic() < until:
            time.sleep(0.1)
        sim.send_signal(signal.SIGINT)
        out, err = sim.communicate(timeout=60)
    assert sim.returncode == 130
    assert "Traceback" not in err
    report = json.loads(out)
    assert report["planned"] == 1_000_000
    assert 0 < report["games"] < 1_000_000
    finished = [json.loads(line) for line in rows.read_text().splitlines()]
    assert [row["game"] for row in finished] == list(range(report["games"]))

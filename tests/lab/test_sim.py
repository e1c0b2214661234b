"""Runs of many games: seats, seeds, processes and figures."""

import contextlib
import math
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mesnada.games.sanchos import GAME
from mesnada.kernel.errors import OptionError, UsageError
from mesnada.lab.sim import Distribution, Tally, plan, play, play_all, wilson


def run(jobs=1, **how):
    tally = Tally(planned := plan(GAME, **how))
    games = []
    for played in play_all(planned, jobs):
        tally.add(played)
        games.append(played)
    return tally.report(), games


# -- seats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "options", "seats", "ids"),
    [
        ("3p", {}, ["random", "quick", "greedy"], ["castilla", "najera", "aragon"]),
        ("3p", {"sanchos": "aragon-castilla-najera"}, ["random"] * 3, ["aragon", "castilla", "najera"]),
        ("2p", {}, ["random", "greedy:samples=2,depth=1"], ["castilla", "aragon"]),
        ("solo", {"player": "castilla"}, ["random", "auto", "auto"], ["castilla", "najera", "aragon"]),
    ],
)
def test_a_plan_names_the_seats_of_its_mode(mode, options, seats, ids):
    planned = plan(GAME, seats, 3, 1, mode, options)
    assert list(planned.seat_ids) == ids
    assert list(planned.seats) == seats


def test_the_seats_of_the_automa_may_be_left_out():
    assert plan(GAME, ["quick"], 1, 1, "solo").seats == ("quick", "auto", "auto")


@pytest.mark.parametrize(
    ("seats", "mode", "why"),
    [
        (["random"], "3p", "has the seats castilla, najera, aragon; 1 given"),
        (["random"] * 4, "3p", "4 given"),
        ([], "2p", "has the seats castilla, aragon; 0 given"),
        (["random"] * 2, "solo", "2 given"),
        (["random", "random", "auto"], "solo", "is played by the automa"),
        (["auto", "auto", "auto"], "solo", "najera is no seat of the automa"),
        (["random", "auto"], "2p", "aragon is no seat of the automa"),
        (["random", "nobody"], "2p", "there is no bot 'nobody'"),
    ],
)
def test_wrong_seats_are_an_error_before_anything_is_played(seats, mode, why):
    with pytest.raises(UsageError) as caught:
        plan(GAME, seats, 1, 1, mode)
    assert why in str(caught.value)


def test_other_wrong_input():
    with pytest.raises(UsageError, match="1 or more, not 0"):
        plan(GAME, ["random"] * 3, 0, 1)
    with pytest.raises(OptionError, match="no mode '4p'"):
        plan(GAME, ["random"] * 3, 1, 1, "4p")
    with pytest.raises(OptionError, match="level"):
        plan(GAME, ["random"] * 3, 1, 1, "3p", {"level": "hard"})
    with pytest.raises(UsageError, match="from 1 to 256, not 0"):
        play_all(plan(GAME, ["random"] * 3, 1, 1), jobs=0)


# -- games ----------------------------------------------------------------------------------------------------------


def test_a_game_depends_on_seed_and_number_alone():
    planned = plan(GAME, ["random", "quick", "random"], 9, 5)
    game = play(planned, 7)
    assert play(planned, 7) == game
    assert play(plan(GAME, ["random", "quick", "random"], 100, 5), 7) == game
    assert play(planned, 8) != game
    assert play(plan(GAME, ["random", "quick", "random"], 9, 6), 7) != game
    assert game.index == 7
    assert sum(game.returns) == pytest.approx(1)
    assert game.choices < game.decisions
    assert 1 <= game.rounds <= GAME.bound("3p")


@pytest.mark.parametrize("mode", GAME.modes)
def test_the_number_of_processes_changes_nothing(mode):
    seats = ["quick"] if mode == "solo" else ["quick", "random", "quick"][: 3 if mode == "3p" else 2]
    alone, games = run(seats=seats, games=7, seed=3, mode=mode)
    together, same = run(jobs=2, seats=seats, games=7, seed=3, mode=mode)
    assert same == games
    del alone["decisions_per_second"], together["decisions_per_second"]
    assert together == alone
    assert [game.index for game in games] == list(range(7))


def test_games_that_are_no_longer_wanted_are_not_played():
    games = play_all(plan(GAME, ["quick"] * 3, 10**6, 1), jobs=2)
    assert next(games).index == 0
    games.close()
    assert next(games, None) is None


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_no_process_is_left_behind(number, code):
    args = [sys.executable, "-m", "mesnada.cli", "sim", "sanchos", "--seats", "quick,quick,quick", "--games", "1000000",
            "--jobs", "2"]
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as sim:
        waited_for(lambda: len(members(sim.pid)) >= 3)
        time.sleep(0.5)
        sim.send_signal(number)
        assert sim.wait(60) == code
    waited_for(lambda: not members(sim.pid))


def members(group):
    """The processes of a process group, without those that have ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, of = stat.read_text().rpartition(")")[2].split()[:3]
            if int(of) == group and state not in "ZX":
                found.append(int(stat.parent.name))
    return found


def waited_for(condition):
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


# -- figures --------------------------------------------------------------------------------------------------------


def test_the_report_adds_its_games_up():
    report, games = run(seats=["quick", "quick"], games=12, seed=2, mode="2p")
    assert report["game"] == "sanchos"
    assert report["mode"] == "2p"
    assert report["seats"] == ["quick", "quick"]
    assert report["seat_ids"] == ["castilla", "aragon"]
    assert (report["seed"], report["games"], report["planned"]) == (2, 12, 12)
    assert report["win_rates"] == pytest.approx([sum(g.returns[seat] for g in games) / 12 for seat in (0, 1)])
    assert report["intervals"] == [pytest.approx(wilson(12 * rate, 12), abs=1e-6) for rate in report["win_rates"]]
    assert report["endings"] == {e: n for e in ("major", "minor") if (n := sum(g.ending == e for g in games))}
    assert report["shared_wins"] == sum(len(g.winners) > 1 for g in games)
    assert set(report["sides"]) == {"castilla", "najera", "aragon"}
    assert sum(report["sides"].values()) == pytest.approx(12)
    assert report["rounds"]["max"] == max(g.rounds for g in games)
    ordered = sorted(g.decisions for g in games)
    assert report["decisions"] == {"median": ordered[5], "p95": ordered[11], "max": ordered[11]}
    assert report["decisions_per_second"] > 0
    assert report["options"]["seating"] == "castilla-najera-aragon"


def test_a_shared_win_counts_in_part():
    planned = plan(GAME, ["random"] * 3, 2, 1)
    tally = Tally(planned)
    game = play(planned, 0)
    shared = type(game)(0, 1, "minor", ("castilla", "aragon"), (0.5, 0.0, 0.5), game.scores, 20, 100, 80)
    tally.add(shared)
    report = tally.report()
    assert report["win_rates"] == [0.5, 0.0, 0.5]
    assert report["shared_wins"] == 1
    assert report["sides"] == {"castilla": 0.5, "najera": 0.0, "aragon": 0.5}


def test_the_automa_wins_as_one_side():
    report, _ = run(seats=["random"], games=3, seed=1, mode="solo")
    assert report["sides"] == {"player": 0.0, "auto": 3.0}
    assert report["win_rates"] == [0.0, 1.0, 1.0]
    assert report["shared_wins"] == 0


def test_no_finished_game_makes_no_figures_up():
    report = Tally(plan(GAME, ["random"] * 3, 5, 1)).report()
    assert report["games"] == 0
    assert report["planned"] == 5
    assert report["intervals"] == [[0.0, 1.0]] * 3
    assert report["rounds"] == {"median": None, "p95": None, "max": None}
    assert report["decisions_per_second"] == 0


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.277533), (10, 10, 0.722467, 1.0), (5, 10, 0.236593, 0.763407), (340, 1000, 0.311302, 0.369923)],
)
def test_wilson_intervals(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-5)


def test_quantiles_are_numbers_that_came_up():
    numbers = Distribution()
    assert numbers.quantile(0.5) is None
    for number in (5, 1, 9, 1):
        numbers.add(number)
    assert numbers.total == 16
    assert [numbers.quantile(share) for share in (0.0, 0.5, 0.75, 0.95, 1.0)] == [1, 1, 5, 9, 9]
    assert math.isclose(numbers.total, 16)

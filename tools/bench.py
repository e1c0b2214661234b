"""Measures speed: decisions a second, copies, single decisions on fresh copies, and a peer engine in the same run.

All measures are taken in turns, round after round, so that a busy moment of the machine hits all of them; the medians
are reported. Times are processor times of this process on one core.

    python tools/bench.py [--rounds N] [--seconds S] [--json] [--check]

``--check`` exits with 1 when a figure misses its target.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mesnada.kernel.game import find_game
from mesnada.kernel.state import GameState

TARGETS = {
    "3p all decisions/s": 60_000.0,
    "3p decisions/s with a choice": 25_000.0,
    "2p all decisions/s": 60_000.0,
    "2p decisions/s with a choice": 25_000.0,
    "solo decisions/s with a choice": 25_000.0,
    "decisions/s on fresh copies": 40_000.0,
    "times the actions/s of Catanatron": 2.0,
}
"""At least this."""
CEILINGS = {"copy, microseconds": 2.0}
"""At most this."""


@dataclass
class Random:
    """A random source of floats that is cheap to draw from."""

    seed: int

    def __post_init__(self) -> None:
        self.draw = random.Random(self.seed).random


def random_play(start: GameState[Any], seconds: float, seed: int) -> tuple[float, float]:
    """Whole random games from a start state; (all decisions, those with two or more actions) a second."""
    draw = Random(seed).draw
    decisions = choices = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < seconds:
        g = start.copy()
        while legal := g.legal():
            options = len(legal)
            decisions += 1
            choices += options > 1
            g.apply(legal[int(draw() * options)])
    return decisions / passed, choices / passed


def middle_states(start: GameState[Any], number: int, seed: int) -> list[GameState[Any]]:
    """States from the middle of random games."""
    draw = Random(seed).draw
    found: list[GameState[Any]] = []
    while len(found) < number:
        g = start.copy()
        while (legal := g.legal()) and len(found) < number:
            g.apply(legal[int(draw() * len(legal))])
            if draw() < 0.02 and not g.over:
                found.append(g.copy())
    return found


def copies(states: list[GameState[Any]], seconds: float) -> float:
    """Microseconds for one copy."""
    made = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < seconds:
        for state in states:
            state.copy()
        made += len(states)
    return passed / made * 1e6


def fresh_decisions(states: list[GameState[Any]], seconds: float, seed: int) -> float:
    """Decisions a second when each is taken on a fresh copy: copy, legal actions, apply."""
    draw = Random(seed).draw
    for state in states:
        state._legal = None
    taken = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < seconds:
        for state in states:
            g = state.copy()
            legal = g.legal()
            g.apply(legal[int(draw() * len(legal))])
        taken += len(states)
    return taken / passed


def catanatron(seconds: float, seed: int) -> float | None:
    """Actions a second of Catanatron's random players, None where it is not installed."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE)]
    played = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < seconds:
        game = Game(players, seed=seed + played)
        game.play()
        played += len(game.state.actions)
    return played / passed


def measures(seconds: float) -> dict[str, Callable[[int], list[tuple[str, float | None]]]]:
    """What is measured in each round, by name of the group."""
    game = find_game("sanchos")
    starts = {mode: game.new(mode) for mode in game.modes}
    states = middle_states(starts["3p"], 400, 1)

    def play(mode: str) -> Callable[[int], list[tuple[str, float | None]]]:
        def one(round: int) -> list[tuple[str, float | None]]:
            every, chosen = random_play(starts[mode], seconds, round)
            return [(f"{mode} all decisions/s", every), (f"{mode} decisions/s with a choice", chosen)]

        return one

    return {
        **{mode: play(mode) for mode in game.modes},
        "copy": lambda round: [("copy, microseconds", copies(states, seconds / 2))],
        "fresh": lambda round: [("decisions/s on fresh copies", fresh_decisions(states, seconds / 2, round))],
        "peer": lambda round: [("Catanatron actions/s", catanatron(seconds, round))],
    }


def run(rounds: int, seconds: float) -> dict[str, float]:
    """Medians over the rounds."""
    todo = measures(seconds)
    seen: dict[str, list[float]] = {}
    for round in range(rounds):
        for one in todo.values():
            for name, value in one(round):
                if value is not None:
                    seen.setdefault(name, []).append(value)
    found = {name: statistics.median(values) for name, values in seen.items()}
    if "Catanatron actions/s" in found:
        found["times the actions/s of Catanatron"] = found["3p all decisions/s"] / found["Catanatron actions/s"]
    return found


def misses(figures: dict[str, float]) -> list[str]:
    """Figures that miss their target."""
    low = [f"{name}: {figures[name]:,.0f} < {target:,.0f}" for name, target in TARGETS.items()
           if name in figures and figures[name] < target]
    high = [f"{name}: {figures[name]:.2f} > {target:.2f}" for name, target in CEILINGS.items()
            if figures[name] > target]
    return low + high


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of each measure in each round")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a target is missed")
    args = parser.parse_args(arguments)
    figures = run(args.rounds, args.seconds)
    missed = misses(figures)
    if args.json:
        print(json.dumps({"figures": figures, "missed": missed}))
    else:
        try:
            peer = f", Catanatron {version('catanatron')}"
        except PackageNotFoundError:
            peer = ", Catanatron is not installed"
        print(f"Python {platform.python_version()} on {platform.machine()}, medians of {args.rounds} rounds{peer}")
        for name, value in figures.items():
            target = TARGETS.get(name) or CEILINGS.get(name)
            shown = f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
            print(f"  {name:<36} {shown:>10}" + (f"   target {target:,g}" if target else ""))
        for line in missed:
            print(f"missed: {line}", file=sys.stderr)
    return 1 if args.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Plays many games between equal bots, prints who wins how often and how games end, and judges it.

    python tools/balance.py [--games N] [--solo N] [--bot SPEC] [--seed S] [--jobs J] [--content DIR]

Prints tables in Markdown. Exits with 1 when a figure of the 2- or 3-player games is outside its limits; solo games have
none: they are to be neither hopeless nor trivial.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from mesnada.kernel.errors import MesnadaError
from mesnada.kernel.game import find_game
from mesnada.lab.sim import Tally, plan, play_all, wilson

GAME = "sanchos"


@dataclass(frozen=True, slots=True)
class Limit:
    """What share of the games of a mode a side may win, or an ending may have."""

    mode: str
    what: str
    least: float
    most: float


LIMITS = (
    *(Limit("3p", sancho, 0.27, 0.40) for sancho in ("castilla", "najera", "aragon")),
    *(Limit("2p", sancho, 0.42, 0.58) for sancho in ("castilla", "aragon")),
    Limit("2p", "najera", 0.0, 0.15),
    *(Limit(mode, ending, 0.15, 0.85) for mode in ("3p", "2p") for ending in ("major", "minor")),
)


def measure(mode: str, games: int, bot: str = "greedy", seed: int = 1, jobs: int = 1, content: Path | None = None,
            options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The report of a run in which the same bot takes every seat that is not the automa's."""
    game = find_game(GAME)
    mode, complete = game.checked_options(mode, options)
    own = [seat for seat in game.seats(mode, complete) if not seat.automa]
    planned = plan(game, [bot] * len(own), games, seed, mode, complete, content)
    tally = Tally(planned)
    with contextlib.closing(play_all(planned, jobs)) as played:
        for one in tqdm(played, total=games, desc=" ".join((mode, *(options or {}).values())), file=sys.stderr):
            tally.add(one)
    return tally.report()


def shares(report: Mapping[str, Any]) -> dict[str, float]:
    """The share of the games that each side won and that each ending had."""
    games = report["games"]
    endings = {ending: report["endings"].get(ending, 0) for ending in ("major", "minor")}
    return {name: number / games for name, number in {**report["sides"], **endings}.items()}


def misses(reports: Mapping[str, Mapping[str, Any]], slack: float = 0.0) -> list[str]:
    """The figures outside their limits, a sentence each; ``slack`` widens every limit for small samples."""
    found: list[str] = []
    for limit in LIMITS:
        if limit.mode not in reports:
            continue
        share = shares(reports[limit.mode])[limit.what]
        if not limit.least - slack <= share <= limit.most + slack:
            wanted = f"from {limit.least:.0%} to {limit.most:.0%}"
            found.append(f"{limit.mode}: {limit.what} has {share:.1%} of the games instead of {wanted}")
    return found


def table(reports: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The 2- and 3-player games as a table in Markdown."""
    lines = ["| mode | what | share of the games | 95 % interval | limits |", "|---|---|---|---|---|"]
    for limit in LIMITS:
        if limit.mode in reports:
            games = reports[limit.mode]["games"]
            share = shares(reports[limit.mode])[limit.what]
            low, high = wilson(share * games, games)
            lines.append(f"| {limit.mode} | {limit.what} | {share:.1%} | {low:.1%} to {high:.1%} "
                         f"| {limit.least:.0%} to {limit.most:.0%} |")
    return lines


def lengths(reports: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """How long games take, as a table in Markdown."""
    lines = ["| mode | games | rounds: median, 95 %, most | decisions: median, 95 %, most |", "|---|---|---|---|"]
    for mode, report in reports.items():
        rounds, decisions = (", ".join(str(value) for value in report[key].values()) for key in ("rounds", "decisions"))
        lines.append(f"| {mode} | {report['games']} | {rounds} | {decisions} |")
    return lines


def solo_table(reports: Mapping[tuple[str, str], Mapping[str, Any]]) -> list[str]:
    """Solo games as a table in Markdown: how often the player wins, by level and Sancho."""
    levels = list(dict.fromkeys(level for level, _ in reports))
    players = list(dict.fromkeys(player for _, player in reports))
    lines = [f"| level | {' | '.join(players)} |", "|---|" + "---|" * len(players)]
    for level in levels:
        row = [f"{shares(reports[level, player])['player']:.0%}" for player in players]
        lines.append(f"| {level} | {' | '.join(row)} |")
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the balance of the shipped or of another content.")
    parser.add_argument("--games", type=int, default=1000, help="games of each of the modes 3p and 2p (1000)")
    parser.add_argument("--solo", type=int, default=100, help="solo games of each level and Sancho; 0: none (100)")
    parser.add_argument("--bot", default="greedy", help="spec of the bot for all seats (greedy)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--content", type=Path)
    args = parser.parse_args(argv)
    try:
        reports = {mode: measure(mode, args.games, args.bot, args.seed, args.jobs, args.content)
                   for mode in ("3p", "2p")}
        options = {info.name: info.values for info in find_game(GAME).options("solo")}
        solo = {
            (level, player): measure("solo", args.solo, args.bot, args.seed, args.jobs, args.content,
                                     {"level": level, "player": player})
            for level in options["level"] for player in options["player"]
        } if args.solo else {}
    except MesnadaError as error:
        print(f"balance: {error}", file=sys.stderr)
        return 2
    print("\n".join([*table(reports), "", *lengths(reports)]))
    if solo:
        print("\n".join(["", "Solo games won by the player:", "", *solo_table(solo)]))
    missed = misses(reports)
    for sentence in missed:
        print(f"balance: {sentence}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

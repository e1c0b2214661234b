"""Plays random games over all modes and options, with all invariants checked after every action.

    python tools/fuzz.py [--games N] [--seed S] [--jobs J] [--game sanchos]

Prints what was played and how it ended. Exits with 1 at the first error, with the seed that repeats it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from tqdm import tqdm

from mesnada.kernel.game import find_game, random_option_sets

GAMES_PER_CHUNK = 25
"""Games under one set of options; making the tables of a set costs as much as a few games."""


@dataclass
class Tally:
    """What a number of games came to."""

    games: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    longest: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    options: set[tuple[str, str]] = field(default_factory=set)
    error: str = ""

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.endings += other.endings
        self.options |= other.options
        for mine, theirs in ((self.longest, other.longest), (self.rounds, other.rounds)):
            for mode, value in theirs.items():
                mine[mode] = max(mine[mode], value)
        self.error = self.error or other.error


def play_chunk(task: tuple[str, int, int]) -> Tally:
    """Some games with one random set of options; the seed says which."""
    game_id, seed, number = task
    game = find_game(game_id)
    rng = random.Random(seed)
    tally = Tally()
    try:
        mode = game.modes[seed % len(game.modes)]
        options = random_option_sets(game, mode, rng)
        tally.options.update(options.items())
        for _ in range(number):
            g = game.new(mode, options)
            rounds = decisions = 0
            while legal := g.legal():
                g.apply(legal[int(rng.random() * len(legal))])
                game.check_state(g)
                decisions += 1
                rounds = g.b[0]
            outcome = g.outcome()
            assert outcome is not None, "over without an outcome"
            assert rounds <= game.bound(mode), f"{rounds} rounds"
            tally.games[mode] += 1
            tally.decisions[mode] += decisions
            tally.longest[mode] = max(tally.longest[mode], decisions)
            tally.rounds[mode] = max(tally.rounds[mode], rounds)
            tally.endings[f"{mode} {outcome.ending} {'+'.join(outcome.winners)}"] += 1
    except Exception:
        tally.error = f"seed {seed}, mode {mode}, options {options}\n{traceback.format_exc()}"
    return tally


def fuzz(games: int, seed: int, jobs: int, game: str = "sanchos", quiet: bool = False) -> Tally:
    """Plays so many games; stops at the first error."""
    chunks = -(-games // GAMES_PER_CHUNK)
    tasks = [(game, seed * 1_000_003 + i, min(GAMES_PER_CHUNK, games - i * GAMES_PER_CHUNK)) for i in range(chunks)]
    total = Tally()
    with multiprocessing.Pool(jobs) as pool, tqdm(total=games, disable=quiet, unit="game") as bar:
        for tally in pool.imap_unordered(play_chunk, tasks):
            total.add(tally)
            bar.update(sum(tally.games.values()))
            if total.error:
                pool.terminate()
                break
    return total


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--game", default="sanchos")
    args = parser.parse_args(arguments)
    begin = time.time()
    total = fuzz(args.games, args.seed, args.jobs, args.game)
    if total.error:
        print(total.error, file=sys.stderr)
        return 1
    bounds = find_game(args.game)
    print(f"{sum(total.games.values()):,} games, {sum(total.decisions.values()):,} decisions, "
          f"{len(total.options)} option values, {time.time() - begin:.0f} s, no error")
    for mode in bounds.modes:
        print(f"  {mode:<5} {total.games[mode]:>7,} games  at most {total.rounds[mode]} rounds (bound "
              f"{bounds.bound(mode)}) and {total.longest[mode]:,} decisions")
    for ending, number in sorted(total.endings.items()):
        print(f"  {ending:<40} {number:>7,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

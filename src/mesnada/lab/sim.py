"""Many games between bots: who wins how often, how games end, and how long they take.

Every game has its own seed, made from the seed of the run and the game's number, so that a run gives the same games
whatever the number of processes. Results are added up as they come; nothing grows with the number of games.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import math
import multiprocessing
import os
import random
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mesnada.bots import make_bot
from mesnada.kernel.errors import MesnadaError, UsageError
from mesnada.kernel.game import find_game
from mesnada.kernel.step import CHANCE

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from mesnada.kernel.game import Game
    from mesnada.kernel.state import GameState

AUTO: Final = "auto"
"""What stands for a seat that the game's own automa takes."""
CONFIDENCE: Final = 1.959963984540054
"""Standard deviations of a 95 % interval."""
MOST_JOBS: Final = 256
CHUNK: Final = 5
"""Games that a process plays before it reports; few, because an interrupt waits for them."""
AHEAD: Final = 3
"""Chunks a process that are handed out at a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A run: which game, in which mode and with which options, and who sits where. Make it with :func:`plan`."""

    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    content: str | None
    seat_ids: tuple[str, ...]
    seats: tuple[str, ...]
    """A bot's spec for each seat, AUTO for those of the automa."""
    seed: int
    games: int


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game. ``decisions`` were taken by seats, ``choices`` are those of them that left a choice."""

    index: int
    seed: int
    ending: str
    winners: tuple[str, ...]
    returns: tuple[float, ...]
    scores: tuple[tuple[str, int], ...]
    rounds: int
    decisions: int
    choices: int


def plan(game: Game, seats: Sequence[str], games: int, seed: int, mode: str | None = None,
         options: Mapping[str, str] | None = None, content: Path | None = None) -> Plan:
    """A run that can be carried out.

    ``seats`` names a bot for each seat of the mode, or only for those that are not the automa's. Raises UsageError for
    a wrong number of seats, an unknown bot or no games, OptionError and ContentError as :meth:`Game.new`.
    """
    mode, complete = game.checked_options(mode, options)
    if games < 1:
        raise UsageError("games", f"there have to be 1 or more, not {games}")
    game.new(mode, complete, content)
    infos = game.seats(mode, complete)
    own = [info for info in infos if not info.automa]
    given = [spec.strip() for spec in seats]
    if len(given) == len(own) != len(infos):
        rest = iter(given)
        given = [AUTO if info.automa else next(rest) for info in infos]
    if len(given) != len(infos):
        ids = ", ".join(f"{info.id} (automa)" if info.automa else info.id for info in infos)
        raise UsageError("seats", f"{game.id} in mode {mode} has the seats {ids}; {len(given)} given")
    for info, spec in zip(infos, given, strict=True):
        if info.automa and spec != AUTO:
            raise UsageError("seats", f"{info.id} is played by the automa ({AUTO}), not by {spec!r}")
        if not info.automa:
            if spec == AUTO:
                raise UsageError("seats", f"{info.id} is no seat of the automa; it needs a bot")
            make_bot(spec, game, 0)
    return Plan(game.id, mode, tuple(complete.items()), None if content is None else str(content),
                tuple(info.id for info in infos), tuple(given), seed, games)


def derived_seed(*parts: object) -> int:
    """A number of 64 bits that depends on all parts and on nothing else."""
    text = "\0".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


@functools.lru_cache(maxsize=4)
def _start(game: str, mode: str, options: tuple[tuple[str, str], ...], content: str | None) -> GameState[Any]:
    """The first state of all games of a run, made once in each process."""
    return find_game(game).new(mode, dict(options), None if content is None else Path(content))


def play(plan: Plan, index: int) -> Played:
    """Plays the game with a number from start to end."""
    seed = derived_seed(plan.seed, index)
    game = find_game(plan.game)
    state = _start(plan.game, plan.mode, plan.options, plan.content).copy()
    bots = [None if spec == AUTO else make_bot(spec, game, derived_seed(seed, seat))
            for seat, spec in enumerate(plan.seats)]
    draw = random.Random(seed).random
    decisions = choices = 0
    while not state.over:
        legal = state.legal()
        seat = state.seat
        if seat == CHANCE:
            state.apply(legal[int(draw() * len(legal))])
            continue
        decisions += 1
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        choices += 1
        bot = bots[seat]
        assert bot is not None, f"the automa's seat {seat} was asked"
        state.apply(bot.choose(state.view(seat)))
    outcome = state.outcome()
    assert outcome is not None
    return Played(index, seed, outcome.ending, outcome.winners, outcome.returns, tuple(outcome.scores.items()),
                  state.round, decisions, choices)


# -- many games ---------------------------------------------------------------------------------------------------


def play_all(plan: Plan, jobs: int = 1) -> Generator[Played, None, None]:
    """Plays the games of a run and gives them in their order, with so many processes.

    Closing the iterator ends the processes. Raises UsageError for an impossible number of jobs.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise UsageError("jobs", f"there have to be from 1 to {MOST_JOBS}, not {jobs}")
    if jobs == 1:
        return (play(plan, index) for index in range(plan.games))
    return _play_in_parallel(plan, jobs)


def _play_in_parallel(plan: Plan, jobs: int) -> Generator[Played, None, None]:
    size = max(1, min(CHUNK, plan.games // jobs))
    starts = iter(range(0, plan.games, size))
    waiting: deque[Future[list[Played]]] = deque()
    pool = ProcessPoolExecutor(min(jobs, plan.games), multiprocessing.get_context("spawn"),
                               initializer=_end_with_parent)

    def hand_out(most: int) -> None:
        while len(waiting) < most and (start := next(starts, None)) is not None:
            waiting.append(pool.submit(_play_some, plan, start, min(start + size, plan.games)))

    try:
        with _interrupts_for_this_process_only():
            hand_out(jobs)
        while True:
            hand_out(jobs * AHEAD)
            if not waiting:
                return
            try:
                yield from waiting.popleft().result()
            except BrokenProcessPool:
                raise MesnadaError("simulation", "", "one of its processes was ended from outside") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _interrupts_for_this_process_only() -> Iterator[None]:
    """Processes that are started meanwhile ignore interrupts: one from the keyboard reaches them all, and only the
    first process is to act on it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_with_parent() -> None:
    """Lets this process end as soon as the one that started it is gone, however that ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent,), daemon=True).start()


def _wait_and_end(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _play_some(plan: Plan, start: int, stop: int) -> list[Played]:
    return [play(plan, index) for index in range(start, stop)]


# -- statistics ---------------------------------------------------------------------------------------------------


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate after so many wins (shared ones count in part); (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    z2 = CONFIDENCE * CONFIDENCE
    rate = wins / games
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = CONFIDENCE / (1 + z2 / games) * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


class Distribution:
    """How often each whole number came up; as large as there are different numbers."""

    __slots__ = ("_count",)

    def __init__(self) -> None:
        self._count: Counter[int] = Counter()

    def add(self, number: int) -> None:
        self._count[number] += 1

    @property
    def total(self) -> int:
        """The sum of all numbers."""
        return sum(number * times for number, times in self._count.items())

    def quantile(self, share: float) -> int | None:
        """The least number that at least this share of all numbers does not exceed; None if there are none."""
        needed = share * self._count.total()
        seen = 0
        for number in sorted(self._count):
            seen += self._count[number]
            if seen >= needed:
                return number
        return None

    def summary(self) -> dict[str, int | None]:
        """``median``, ``p95`` and ``max``."""
        return {"median": self.quantile(0.5), "p95": self.quantile(0.95), "max": self.quantile(1.0)}


class Tally:
    """The results of a run, added up game by game."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = 0
        self.wins = [0.0] * len(plan.seats)
        self.shared_wins = 0
        self.endings: Counter[str] = Counter()
        self.sides: dict[str, float] = {}
        self.rounds = Distribution()
        self.decisions = Distribution()
        self.choices = Distribution()
        self._began = time.perf_counter()
        self._ended = self._began

    def add(self, played: Played) -> None:
        """Counts one more game."""
        self.games += 1
        for seat, won in enumerate(played.returns):
            self.wins[seat] += won
        self.shared_wins += len(played.winners) > 1
        self.endings[played.ending] += 1
        for side, _ in played.scores:
            self.sides.setdefault(side, 0.0)
        for side in played.winners:
            self.sides[side] += 1 / len(played.winners)
        self.rounds.add(played.rounds)
        self.decisions.add(played.decisions)
        self.choices.add(played.choices)
        self._ended = time.perf_counter()

    @property
    def decisions_per_second(self) -> float:
        """Decisions of seats in a second of the whole run, all processes together."""
        return self.decisions.total / (self._ended - self._began) if self.games else 0.0

    def report(self) -> dict[str, Any]:
        """All figures as JSON data. ``games`` counts the finished ones, ``planned`` those that were asked for."""
        plan = self.plan
        return {
            "game": plan.game,
            "mode": plan.mode,
            "options": dict(plan.options),
            "seat_ids": list(plan.seat_ids),
            "seats": list(plan.seats),
            "seed": plan.seed,
            "games": self.games,
            "planned": plan.games,
            "win_rates": [_rounded(wins / self.games if self.games else 0.0) for wins in self.wins],
            "intervals": [[_rounded(end) for end in wilson(wins, self.games)] for wins in self.wins],
            "shared_wins": self.shared_wins,
            "sides": {side: _rounded(wins) for side, wins in self.sides.items()},
            "endings": dict(sorted(self.endings.items())),
            "rounds": self.rounds.summary(),
            "decisions": self.decisions.summary(),
            "choices": self.choices.summary(),
            "decisions_per_second": round(self.decisions_per_second, 1),
        }


def _rounded(number: float) -> float:
    return round(number, 6)

"""``mesnada vectors``: test vectors of a game, played through its engine."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mesnada.cli_args import Subparsers, helps, print_json
from mesnada.kernel.game import find_game
from mesnada.kernel.vectors import Report, run_vectors

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue

ALL_PASSED = 0
SOME_FAILED = 1


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``vectors``."""
    about = helps(words, "vectors.about")
    parser = subparsers.add_parser("vectors", help=about, description=about)
    parser.add_argument("game", metavar="GAME", help=helps(words, "cli.game"))
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=helps(words, "vectors.file"))
    parser.add_argument("--json", action="store_true", help=helps(words, "cli.json"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Plays all cases and prints the report; 0 if all passed, 1 if some failed.

    Raises ContentError for a file that cannot be read, UsageError for a game that has no test vectors.
    """
    report = run_vectors(find_game(args.game), args.files)
    if args.json:
        print_json(report.data())
    else:
        _print(report, args.words)
    return SOME_FAILED if report.failed else ALL_PASSED


def _print(report: Report, words: Catalogue) -> None:
    for failure in report.failed:
        print(words.text("vectors.failed", id=failure.id))
        print("  " + words.text("vectors.expected", expected=failure.expected))
        print("  " + words.text("vectors.got", got=failure.got))
    for skipped in report.skipped:
        print(words.text("vectors.skipped", id=skipped.id, reason=skipped.reason))
    print(words.text("vectors.total", total=report.total, passed=report.passed, failed=len(report.failed),
                     skipped=len(report.skipped)))

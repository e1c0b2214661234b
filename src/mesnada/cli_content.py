"""``mesnada content``: check content files, or write those of the package for their owner to change."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mesnada.cli_args import Subparsers, helps
from mesnada.kernel.errors import UsageError
from mesnada.kernel.game import find_game

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``content``."""
    about = helps(words, "content.about")
    parser = subparsers.add_parser("content", help=about, description=about)
    parser.add_argument("game", metavar="GAME", help=helps(words, "cli.game"))
    parser.add_argument("do", choices=("check", "export"), metavar="check|export", help=helps(words, "content.do"))
    parser.add_argument("folder", type=Path, metavar="DIR", nargs="?", help=helps(words, "content.folder"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Checks or exports. Faults go to stdout, but for the first error, which is raised."""
    game = find_game(args.game)
    text = args.words.text
    if args.do == "export":
        if args.folder is None:
            raise UsageError("content export", "into which folder?")
        for path in game.export_content(args.folder):
            print(text("content.written", path=path))
        return 0
    faults = game.check_content(args.folder)
    first = next((error for grade, error in faults if grade == "error"), None)
    for grade, error in faults:
        if error is not first:
            print(text(f"content.{grade}", error=error))
    if first is not None:
        raise first
    print(text("content.good", n=len(faults)))
    return 0

"""``mesnada verify``: whether records hold."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mesnada.cli_args import Subparsers, helps
from mesnada.kernel.errors import RecordError
from mesnada.kernel.record import verify

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue

DIFFERS = 2


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``verify``."""
    about = helps(words, "verify.about")
    parser = subparsers.add_parser("verify", help=about, description=about)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=helps(words, "verify.file"))
    parser.add_argument("--content", type=Path, metavar="DIR", help=helps(words, "verify.content"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Checks all files; a line on stdout for each that holds, one on stderr for each that does not."""
    code = 0
    for path in args.files:
        try:
            record = verify(path, args.content)
        except RecordError as error:
            print(f"mesnada: {error}", file=sys.stderr)
            code = DIFFERS
        else:
            key = "verify.unfinished" if record.end is None else "verify.finished"
            print(args.words.text(key, path=path, n=len(record.moves)))
    return code

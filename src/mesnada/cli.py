"""The command ``mesnada``: one small module for each of its commands, imported when it is asked for."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NoReturn

from mesnada import __version__
from mesnada.kernel.errors import MesnadaError, UsageError

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue

COMMANDS: Final = ("play", "games", "replay", "verify", "rules", "content", "campaign", "why", "vectors", "sim")
"""Each is the module ``mesnada.cli_NAME``; its help is the text ``NAME.about``."""

GOOD: Final = 0
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class Parser(argparse.ArgumentParser):
    """A parser that takes whole option names alone and reports mistakes as the rest of the program does."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(self.prog.removeprefix("mesnada").strip(), message)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code.

    0: all went well; 2: something that came from outside is wrong, and one line on stderr says what; 130: interrupted.
    """
    argv = sys.argv[1:] if argv is None else list(argv)
    if not _streams():
        print("mesnada: standard output: is closed", file=sys.stderr)
        return BAD_INPUT
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except MesnadaError as error:
        print(f"mesnada: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read the output has enough; what is still buffered must not fail again at exit.
        _let_go_of_output()
        return GOOD
    except OSError as error:
        _let_go_of_output()
        place = f"{error.filename}: " if error.filename else ""
        print(f"mesnada: {place}{error.strerror or error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _streams() -> bool:
    """Puts the null device where input or errors were closed, lest errors go to the output; says whether output is
    open."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    is_open = sys.stdout is not None
    if not is_open:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return is_open


def _let_go_of_output() -> None:
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str]) -> int:
    parser = build_parser(argv)
    try:
        args = parser.parse_args(argv)
    except SystemExit as leaving:  # after --help and --version
        return leaving.code if isinstance(leaving.code, int) else GOOD
    if args.command is None:
        parser.print_help()
        return GOOD
    code: int = args.run(args)
    return code


def build_parser(argv: Sequence[str]) -> Parser:
    """The parser for a command line: only the command that it names is imported."""
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.content import resource

    words = Catalogue(language(argv), resource("mesnada", "text"))
    parser = Parser(prog="mesnada", description=words.text("cli.about"), epilog=words.text("cli.more"))
    parser.add_argument("--version", action="version", version=f"mesnada {__version__}", help=words.text("cli.version"))
    add_language(parser, words)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title=words.text("cli.commands"))
    asked = next((word for word in argv if word in COMMANDS), None)
    for name in COMMANDS:
        if name == asked:
            command = importlib.import_module(f"mesnada.cli_{name}").add_parser(subparsers, words)
            add_language(command, words)
        else:
            subparsers.add_parser(name, help=words.text(f"{name}.about"))
    return parser


def add_language(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """Adds ``--lang``; :func:`language` has read it already."""
    if "--lang" not in parser._option_string_actions:
        parser.add_argument("--lang", metavar="en|es", default=argparse.SUPPRESS, help=words.text("cli.language"))


def language(argv: Sequence[str]) -> str:
    """The language that a command line asks for, else that of the user's system, else English."""
    given = ""
    for word, following in zip(argv, [*argv, ""][1:], strict=True):
        if word == "--lang" and following:
            given = following
        elif word.startswith("--lang="):
            given = word.removeprefix("--lang=")
    if given:
        return given
    for name in ("MESNADA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "es" if os.environ[name].lower().startswith("es") else "en"
    return "en"


if __name__ == "__main__":
    sys.exit(main())

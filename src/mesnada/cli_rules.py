"""``mesnada rules``: the rules of a game as numbered statements, and what carries them out and proves them."""

from __future__ import annotations

import argparse
import difflib
import textwrap
from typing import TYPE_CHECKING, Any

import msgspec

from mesnada.cli_args import Subparsers, helps, print_json
from mesnada.kernel.coverage import Coverage, coverage
from mesnada.kernel.errors import UsageError
from mesnada.kernel.game import find_game
from mesnada.terminal.rules_text import atom_lines, atom_paragraphs

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.rules import Atom, Rulebook

WIDTH = 100


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``rules``."""
    parser = subparsers.add_parser("rules", help=helps(words, "rules.about"), description=helps(words, "rules.about"))
    parser.add_argument("game", metavar="GAME", help=helps(words, "cli.game"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("id", metavar="ID", nargs="?", help=helps(words, "rules.id"))
    what.add_argument("--search", metavar="TEXT", help=helps(words, "rules.search"))
    what.add_argument("--coverage", action="store_true", help=helps(words, "rules.coverage-help"))
    parser.add_argument("--json", action="store_true", help=helps(words, "cli.json"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Prints one rule, the rules that were searched for, the coverage, or all rules."""
    rulebook = find_game(args.game).rulebook
    if args.coverage:
        _print_coverage(coverage(args.game), args)
        return 0
    if args.id is not None:
        atom = _find(rulebook, args.id)
        if args.json:
            print_json(_data(atom))
        else:
            for paragraph in atom_paragraphs(atom, args.words):
                print(textwrap.fill(paragraph, WIDTH, subsequent_indent="  "))
        return 0
    atoms = list(rulebook) if args.search is None else rulebook.search(args.search)
    if args.json:
        print_json([_data(atom) for atom in atoms])
    elif not atoms:
        print(args.words.text("rules.nothing", text=args.search))
    else:
        print(args.words.text("rules.found", n=len(atoms)))
        for line in atom_lines(atoms):
            print(textwrap.fill(line, WIDTH, subsequent_indent="  "))
    return 0


def _find(rulebook: Rulebook, id: str) -> Atom:
    if id in rulebook:
        return rulebook[id]
    near = difflib.get_close_matches(id, [atom.id for atom in rulebook], n=3)
    hint = f"; did you mean {' / '.join(near)}?" if near else f"; search with: mesnada rules {rulebook.prefix} --search"
    raise UsageError("rules", f"there is no rule {id!r}{hint}")


def _data(atom: Atom) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(atom)
    return data


def _print_coverage(table: Coverage, args: argparse.Namespace) -> None:
    coded, tested = len(table.cited_by_code), len(table.cited_by_tests)
    if args.json:
        print_json({"total": table.total, "cited_by_code": coded, "cited_by_tests": tested if table.measured else None,
                    "untested": list(table.untested) if table.measured else None, "uncoded": list(table.uncoded)})
        return
    text = args.words.text
    print(text("rules.coverage.summary" if table.measured else "rules.coverage.unmeasured", total=table.total,
               coded=coded, tested=tested))
    for key, ids in (("uncoded", table.uncoded), ("untested", table.untested if table.measured else ())):
        if ids:
            print(text(f"rules.coverage.{key}"), *ids, sep="\n  ")

"""``mesnada why``: whether an action is legal in a position, and if not, which rule forbids it."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesnada.cli_args import Subparsers, helps, naming, print_json, read_text
from mesnada.kernel.game import find_game
from mesnada.terminal.grammar import Refused, explained

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.game import Game
    from mesnada.kernel.state import GameState

WIDTH = 100


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``why``."""
    about = helps(words, "why.about")
    parser = subparsers.add_parser("why", help=about, description=about)
    parser.add_argument("game", metavar="GAME", help=helps(words, "cli.game"))
    parser.add_argument("action", nargs="+", metavar="ACTION", help=helps(words, "why.action"))
    parser.add_argument("--position", type=Path, required=True, metavar="FILE", help=helps(words, "why.position"))
    parser.add_argument("--content", type=Path, metavar="DIR", help=helps(words, "cli.content"))
    parser.add_argument("--json", action="store_true", help=helps(words, "cli.json"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Prints whether the action is legal, or the refusal with its rule.

    Raises PositionError for a faulty position and ActionError for a text that names no action.
    """
    game = find_game(args.game)
    with naming(args.position):
        state = game.read_position(read_text(args.position), args.content)
    answer = why(game, state, " ".join(args.action), args.words.lang)
    if args.json:
        print_json(answer)
        return 0
    words: Catalogue = args.words
    key = "why.legal" if answer["legal"] else "why.refused"
    print(words.text(key, action=answer["action"]))
    for line in (answer["text"], words.text("why.rule", id=answer["rule"], text=answer["rule_text"])):
        if line:
            print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="  "))
    return 0


def why(game: Game, state: GameState[Any], text: str, lang: str) -> dict[str, Any]:
    """The answer as plain data: ``action``, ``legal``, ``code`` and ``text`` of the refusal ("" if legal), ``rule`` and
    ``rule_text`` of the atom that forbids the action, or that asks for it. Of several actions that follow one another
    the first is named that is not legal, or all if they are.

    Raises ActionError for a text that names no action.
    """
    refusal = None
    try:
        name = ", ".join(action.name for action in explained(state, text))
    except Refused as refused:
        state, name, refusal = refused.state, refused.action.name, refused.refusal
    rule = state.step.rule if refusal is None else refusal.rule
    return {
        "action": name,
        "legal": refusal is None,
        "code": "" if refusal is None else refusal.code,
        "text": "" if refusal is None else game.wording(lang).refusal(state, refusal),
        "rule": rule,
        "rule_text": game.rulebook[rule].text,
    }

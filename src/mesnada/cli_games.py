"""``mesnada games``: what can be played."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mesnada.cli_args import Subparsers, helps, print_json
from mesnada.kernel.game import games

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.game import Game


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``games``."""
    parser = subparsers.add_parser("games", help=helps(words, "games.about"), description=helps(words, "games.about"))
    parser.add_argument("--json", action="store_true", help=helps(words, "cli.json"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Prints the games with their modes, seats and options."""
    if args.json:
        print_json({"games": [describe(game) for game in games().values()]})
        return 0
    for game in games().values():
        print("\n".join(in_words(game, args.words.lang)))
    return 0


def in_words(game: Game, lang: str) -> Iterator[str]:
    """A game with its modes, seats and options, each by the id that is typed and by the name that is read."""
    text, wording, facts = game.catalogue(lang).text, game.wording(lang), describe(game)
    yield text("games.line", id=facts["id"], title=text("game.title"), rules=facts["rules_version"])
    for mode in facts["modes"]:
        seats = ", ".join(text("games.automa" if seat["automa"] else "games.seat", seat=seat["id"],
                               name=wording.side_in_full(seat["id"])) for seat in mode["seats"])
        default = text("games.default") if mode["default"] else ""
        yield "  " + text("games.mode", mode=mode["id"], name=text(f"mode.{mode['id']}"), default=default, seats=seats)
        for option in mode["options"]:
            values = " | ".join(f"[{value}]" if value == option["default"] else value for value in option["values"])
            source = "" if option["source"] == option["kind"] else text("games.source", source=option["source"])
            yield "    " + text("games.option", name=option["name"], about=text(f"option.{option['name']}"),
                                values=values, kind=text(f"games.kind.{option['kind']}"), source=source)


def describe(game: Game) -> dict[str, Any]:
    """All that is known of a game before it is played, as JSON data."""
    modes = []
    for mode in game.modes:
        options = [
            {"name": info.name, "values": list(info.values), "default": info.default, "kind": info.kind,
             "source": info.source}
            for info in game.options(mode)
        ]
        seats = [{"id": seat.id, "automa": seat.automa} for seat in game.seats(mode)]
        modes.append({"id": mode, "default": mode == game.default_mode, "seats": seats, "options": options})
    return {"id": game.id, "title": game.title, "rules_version": game.rules_version, "modes": modes}

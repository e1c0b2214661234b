"""Builds the generated pages under docs/: rules reference and options of each game, and the pictures of the README.

    python tools/docs.py [--check]

``--check`` changes nothing and exits with 1 when a page is not what it would be.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

from mesnada.kernel.coverage import coverage
from mesnada.kernel.game import Game, games
from mesnada.kernel.state import GameState

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURE_SEED = 1065


def rules_page(game: Game) -> str:
    """All atoms of a game by chapter, with rulings, options, and where they stand in the code."""
    book = game.rulebook
    cited = coverage(game.id).cited_by_code
    lines = [f"# {game.title}: the rules, one by one", "",
             f"{len(book)} rule atoms in our own words. Each can be asked for with `mesnada rules {game.id} ID`, is",
             "cited by every refusal that comes from it, and is proved by at least one test.", ""]
    for chapter, atoms in book.sections().items():
        lines += [f"## {chapter}", ""]
        for atom in atoms:
            lines += [f"### `{atom.id}`", "", f"*{atom.section} · {', '.join(atom.modes)}*", "", atom.text, ""]
            lines += [f"For instance: {atom.check}", ""]
            if atom.ruling:
                lines += [f"**Ruling.** {atom.ruling}" + (f" *Why: {atom.why}*" if atom.why else ""), ""]
            if atom.option:
                others = ", ".join(f"`{value}`" for value in atom.option.other)
                lines += [f"**Option** `{atom.option.name}`: `{atom.option.default}` (default), {others}", ""]
            places = sorted({place.rsplit(":", 1)[0] for place in cited.get(atom.id, ())})
            if places:
                lines += [f"In the code: {', '.join(f'`{place}`' for place in places)}", ""]
    return "\n".join(lines).rstrip() + "\n"


def options_page(game: Game) -> str:
    """A table of the options of each mode, with the catalogue's explanations."""
    words = game.catalogue("en")
    lines = [f"# {game.title}: modes and options", ""]
    for mode in game.modes:
        seats = ", ".join(f"{seat.id}{' (automa)' if seat.automa else ''}" for seat in game.seats(mode))
        lines += [f"## `{mode}`", "", f"Seats: {seats}. At most {game.bound(mode)} rounds.", "",
                  "| option | values (the default first) | source | meaning |", "|---|---|---|---|"]
        for info in game.options(mode):
            values = [info.default, *(value for value in info.values if value != info.default)]
            key = f"option.{info.name}"
            meaning = words.text(key) if key in words else ""
            source = f"`{info.source}`" if info.source != "set-up" else "set-up"
            lines.append(f"| `{info.name}` | {', '.join(f'`{v}`' for v in values)} | {source} | {meaning} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def picture_state(game: Game) -> GameState[Any]:
    """A position in the middle of a seeded game: the fight with most dice in which somebody has a choice."""
    best: GameState[Any] | None = None
    rng = random.Random(PICTURE_SEED)
    for _ in range(12):
        g = game.new()
        while legal := g.legal():
            g.apply(legal[int(rng.random() * len(legal))])
            if g.seat >= 0 and len(legal) > 1 and (best is None or len(g.dice) > len(best.dice)):
                best = g.copy()
    assert best is not None
    return best


def pages() -> dict[Path, str]:
    """Everything that is generated, by file."""
    found: dict[Path, str] = {}
    for game in games().values():
        found[DOCS / "rules" / f"{game.id}.md"] = rules_page(game)
        found[DOCS / "options" / f"{game.id}.md"] = options_page(game)
        state = picture_state(game)
        for theme in ("light", "dark"):
            picture = game.picture(state, seat=state.seat, theme=theme, resolve=True)
            found[DOCS / f"{game.id}-{theme}.svg"] = picture.rstrip() + "\n"
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(arguments)
    stale = {p: text for p, text in pages().items() if not p.exists() or p.read_text("utf-8") != text}
    for path, text in stale.items():
        if not args.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        print(f"{'stale' if args.check else 'written'}: docs/{path.relative_to(DOCS)}")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())

"""Short lines for what happened in a test vector, and what the dice of its battles were."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.positions.placing import write_pieces
from mesnada.kernel.events import Event

_SMALL: Final = frozenset(("to", "in", "from", "with", "at", "the", "on", "a", "of", "into", "and", "its"))
"""Words that do not count when a line is compared."""
_SAME: Final = {"broken": "end", "breaks": "end", "lifted": "end", "over": "end", "ended": "end", "begins": "start",
                "started": "start", "failed": "fail", "goe": "go", "piece": ""}
"""Other words for the same."""


@dataclass
class Battle:
    """The dice of one battle: those taken in step 1, and the chart before step 4 in the order of the dice."""

    taken: dict[str, list[int]] = field(default_factory=lambda: {name: [0, 0] for name in SANCHOS})
    chart: list[int] = field(default_factory=list)


def battles(events: Iterable[Event]) -> list[Battle]:
    """All battles so far."""
    found: list[Battle] = []
    for event in events:
        p = event.params
        if event.kind in ("attacks", "intercepts"):
            found.append(Battle())
        elif not found:
            continue
        elif event.kind in ("rolls", "rolls-king"):
            found[-1].taken[p["sancho"]][event.kind == "rolls"] += 1
        elif event.kind == "dice-laid-out":
            found[-1].chart = list(p["dice"])
        elif event.kind == "rerolls":
            _shift(found[-1].chart, p, p["face"], last=False)
        elif event.kind == "shifts-die":
            _shift(found[-1].chart, p, p["to"], last=False)
        elif event.kind == "auto-boosts":
            _shift(found[-1].chart, p, p["to"], last=True)
    return found


def _shift(chart: list[int], params: Any, to: int, last: bool) -> None:
    """A die leaves its column and goes to the outer end of another; of equal dice the first or the last one."""
    suffix = SANCHOS.index(params["sancho"]) << 1 | (params["die"] == "king")
    die = params["column"] << 3 | suffix
    index = len(chart) - 1 - chart[::-1].index(die) if last else chart.index(die)
    del chart[index]
    chart.append(to << 3 | suffix)


def hits(events: Iterable[Event]) -> list[str]:
    """``castilla K7 > najera T2`` for every hit."""
    return [
        f"{p['sancho']} {_letter(p['die'])}{p['column']} > {p['other']} {_letter(p['target'])}{p['target_column']}"
        for p in (event.params for event in events if event.kind == "hits")
    ]


def _letter(die: str) -> str:
    return "K" if die == "king" else "T"


# -- lines ---------------------------------------------------------------------------------------------------------

_MERGED: Final = {"moves": 0, "moves-king": 1, "fortifies": 0, "fortifies-king": 1, "deploys": 0, "deploys-castle": 0,
                  "recruits": 0, "siege-loss": 0}
"""Events of single pieces, which make one line together; 1: the piece is a K."""


def lines(events: Sequence[Event]) -> list[str]:
    """What happened as lines; what was done piece by piece is one line."""
    found: list[str] = []
    i = 0
    while i < len(events):
        event = events[i]
        if event.kind not in _MERGED:
            line = _line(event)
            if line:
                found.append(line)
            i += 1
            continue
        king, troops, end = 0, 0, i
        while end < len(events) and _same_deed(event, events[end]):
            king += _MERGED[events[end].kind]
            troops += 1 - _MERGED[events[end].kind]
            end += 1
        found.append(_piece_line(event, write_pieces(king > 0, troops)))
        i = end
    return found


def _same_deed(a: Event, b: Event) -> bool:
    return a.kind.removesuffix("-king") == b.kind.removesuffix("-king") and a.params == b.params


def _piece_line(event: Event, pieces: str) -> str:
    p, kind = event.params, event.kind.removesuffix("-king")
    if kind == "moves":
        return f"{p['sancho']} moves {pieces} {p['region']} to {p['to']}"
    if kind == "fortifies":
        return f"{p['sancho']} fortifies {pieces} in {p['region']}"
    if kind == "recruits":
        return f"{p['sancho']} recruits {pieces}"
    if kind == "siege-loss":
        return f"{p['sancho']} siege loses {pieces} {p['side']} {p['region']}"
    return f"{p['sancho']} deploys {pieces} to {p['region']}" + (" castle garrison" if kind == "deploys-castle" else "")


def _line(event: Event) -> str:
    p, kind = event.params, event.kind
    who = p.get("sancho", "")
    if kind == "attacks":
        return f"{who} attacks {p['region']} with {p['points']} points"
    if kind == "declares-siege":
        return f"{who} besieges {p['region']} with {write_pieces(p['king'], p['troops'])}"
    if kind in ("siege-starts", "siege-fails", "siege-ends"):
        return f"siege {kind.removeprefix('siege-')} {who} {p['region']}"
    if kind == "gives-up-siege":
        return f"siege fails {who} {p['region']} given up"
    if kind == "auto-boosts":
        values = " ".join(str(value) for value in p["values"])
        return f"{who} cards [{values}] {_letter(p['die'])}{p['column']} to {p['to']}"
    if kind == "releases":
        return f"{who} releases {write_pieces(p['king'], p['troops'])} in {p['region']}"
    if kind == "tiebreak":
        return f"tie {' '.join(p['regions'])} {p['arrow']} {p['region']}"
    if kind == "siege-loss-king":
        return f"{who} siege loses K {p['side']} {p['region']}"
    if kind in ("king-home-castle", "king-home-region"):
        return f"{who} king goes home {p['region']} {kind.removeprefix('king-home-')}"
    words = [kind.replace("-", " "), *(str(p[key]) for key in ("region", "card", "cp", "round") if key in p)]
    return " ".join([who, *words] if who else words)


def _words(line: str) -> list[str]:
    words = re.findall(r"[\w+-]+", line.lower())
    plain = [_SAME.get(word, word.removesuffix("s") if len(word) > 3 else word) for word in words if word not in _SMALL]
    return [word for word in plain if word]


def missing_lines(expected: Sequence[str], found: Sequence[str]) -> list[str]:
    """The expected lines that did not happen, in their order. A line that happened may say more than expected."""
    rest = [_words(line) for line in found]
    missing: list[str] = []
    for line in expected:
        wanted = _words(line)
        place = next((i for i, words in enumerate(rest) if _within(wanted, words)), None)
        if place is None:
            missing.append(line)
        else:
            del rest[: place + 1]
    return missing


def _within(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the wanted words are among the others, in this order."""
    rest = iter(words)
    return all(word in rest for word in wanted)

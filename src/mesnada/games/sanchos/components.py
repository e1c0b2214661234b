"""The components of the game as data: the map with its two sides, and the 27 Action cards.

Content comes from three files, which an owner of the printed game may replace one by one:

- ``map.toml``: the regions, what their Garrison spaces are worth, and the decision arrows of the solo side;
- ``cards.toml``: the deck;
- ``shapes.json``: how the map is drawn. It has no part in play and is not in the digest of the content.

What is wrong with a file is a fault of one of two grades. An *error* is against the rulebook or leaves the engine
without something that it needs; such a pack is refused. A *warning* says that the pack differs from what the Hints on
Play or the shipped reconstruction lead to expect; it is playable, but look again whether it was entered correctly.

Keys of faults name the place in a file: ``region[alava].adjacent``, ``card[castilla-1a].action[najera].do[2].points``.
A region or card without a usable id, and every entry of a list, goes by its position, counted from 1.
"""

import json
import math
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

from mesnada.kernel.content import Source, digest, overlay, parse_toml, read_bytes, resource
from mesnada.kernel.errors import ContentError

SANCHOS: Final = ("castilla", "najera", "aragon")
"""The Sanchos by their numbers, 0 to 2. This is the clockwise order, too, if nobody asks for another."""

FILES: Final = ("map.toml", "cards.toml", "shapes.json")
PLAYED_FILES: Final = ("map.toml", "cards.toml")
"""The files that matter to a record of a game; the drawing does not."""
ERROR: Final = "error"
WARNING: Final = "warning"

FORTS: Final = ("home", "castle", "tower")
MODES: Final = ("first-possible", "all", "menu")
PLAYER_COUNTS: Final = (1, 2, 3)
PROVENANCES: Final = ("rulebook", "public", "inferred", "reconstruction", "owner")
"""Where data come from; "owner" is for what somebody copied from a printed game of their own."""
SCENARIO_REGIONS: Final = (1, 8, 9, 12)
MOST_REGIONS: Final = 32
CARDS_IN_DECK: Final = 27
VALUES: Final[Mapping[str, Mapping[str, int]]] = {
    "board": {"home": 3, "castle": 2, "tower": 1},
    "solo": {"home": 2, "castle": 2, "tower": 1},
}
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LINE_WIDTH_OF_A_MAP: Final = 4


# --- the records ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the board and the one Garrison space in it."""

    id: str
    number: int
    """From 1, without gaps. It settles ties of Auto-Sanchos and plays no part with 2 or 3 players."""
    name: str
    fort: str
    """``home``, ``castle`` or ``tower``."""
    home_of: str | None
    closed_at: tuple[int, ...]
    """Numbers of players (1 = solo) at which the region is marked "No Entry!"."""
    adjacent: tuple[int, ...]
    """Numbers of the adjacent regions, in ascending order, closed ones included."""
    lon: float
    lat: float


@dataclass(frozen=True, slots=True)
class Board:
    """The board, both sides."""

    regions: tuple[Region, ...]
    """In the order of their numbers: number n is at n - 1."""
    values: Mapping[str, Mapping[str, int]]
    """Victory points by side (``board``, ``solo``) and fort."""
    arrow_top: str
    """What the upper decision arrow picks: ``highest`` or ``lowest``."""
    arrow_bottom: str
    covered_at_start: str
    """The arrow under the Tiebreak token at the start: ``top`` or ``bottom``. The other one decides the first tie."""
    provenance: str
    version: int


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a card action says."""

    do: str
    """recruit, deploy, move, fortify, attack, besiege, reserve-this-card or discard-reserved."""
    points: int
    """Its points; in an option of a menu, how often it may be used; 1 for reserve-this-card."""
    to: str = ""
    """deploy: ``home`` or ``king``; move: ``weakest``, ``empty`` or "" (as with CPs)."""
    select: str = ""
    """attack, besiege: ``most-favourable``, or "" if the performer picks the region."""
    not_in: str = ""
    """attack: the Sancho in whose home region it may not be made, or ""."""
    empty_only: bool = False
    """fortify: into empty Garrison spaces alone."""
    recruit_remaining: bool = False
    """deploy: points that cannot deploy recruit."""
    whom: str = ""
    """discard-reserved: ``each-opponent``."""


@dataclass(frozen=True, slots=True)
class CardAction:
    """What a card lets one Sancho do."""

    sancho: str
    mode: str
    """``first-possible``: the first item that can be done; ``all``: each in turn; ``menu``: options to spend on."""
    points: int
    """menu: the points to spend; else 0."""
    items: tuple[Item, ...]
    """The orders, or the options of a menu."""
    solo: tuple[Item, ...]
    """menu: the text beside the crown, which an Auto-Sancho carries out in order; else empty."""


@dataclass(frozen=True, slots=True)
class Card:
    """An Action card. Its actions stand from top to bottom."""

    id: str
    cp: int
    actions: tuple[CardAction, CardAction, CardAction]
    provenance: str


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that a game is played with."""

    board: Board
    cards: tuple[Card, ...]
    shapes: Mapping[str, object]
    """shapes.json as it stands."""
    digest: str
    """Of map.toml and cards.toml. The drawing may change without making a record of a game invalid."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a file of content."""

    error: ContentError
    grade: str
    """``error`` or ``warning``."""


# --- reading values ---------------------------------------------------------------------------------------------------


class _Report:
    """Collects the faults of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def error(self, key: str, reason: str) -> None:
        self.faults.append(Fault(ContentError(self.file, key, reason), ERROR))

    def warn(self, key: str, reason: str) -> None:
        self.faults.append(Fault(ContentError(self.file, key, reason), WARNING))

    def errors(self) -> int:
        return sum(fault.grade == ERROR for fault in self.faults)

    def raise_first(self) -> None:
        for fault in self.faults:
            if fault.grade == ERROR:
                raise fault.error


class _Table:
    """Reads values out of one table of a file and reports those that are missing, of another kind, or unknown.

    None as the table stands for one that is missing and was reported as such.
    """

    def __init__(self, report: _Report, key: str, data: object) -> None:
        self.report = report
        self.key = key
        self.data: Mapping[str, object] = {}
        self.asked: set[str] = set()
        self.present = isinstance(data, dict)
        self.sound = True
        """No value was missing or of a wrong kind. Unknown keys do no harm to what was read."""
        if isinstance(data, dict):
            self.data = data
        elif data is not None:
            self.fault("", f"must be a table, not {_shown(data)}")
        else:
            self.sound = False

    def at(self, key: str) -> str:
        return f"{self.key}.{key}" if self.key and key else self.key or key

    def fault(self, key: str, reason: str) -> None:
        self.report.error(self.at(key), reason)
        self.sound = False

    def get(self, key: str, wanted: bool = True) -> object:
        """The value of a key, or None, which no file can hold."""
        self.asked.add(key)
        value = self.data.get(key)
        if value is None and wanted and self.present:
            self.fault(key, "is missing")
        return value

    def text(self, key: str) -> str:
        value = self.get(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip() or value != value.strip():
            self.fault(key, f"must be a text that is not empty and has no space around it, not {_shown(value)}")
            return ""
        return value

    def id(self, key: str) -> str:
        value = self.text(key)
        if value and not _ID.fullmatch(value):
            self.fault(key, f"{value!r} is no id: lower-case letters and digits, words joined by single hyphens")
        return value

    def word(self, key: str, words: Sequence[str], default: str | None = None) -> str:
        """One of the words; with a default the key may be left out."""
        value = self.get(key, wanted=default is None)
        if value is None:
            return default or ""
        if not isinstance(value, str) or value not in words:
            self.fault(key, f"must be one of {', '.join(words)}, not {_shown(value)}")
            return default or ""
        return value

    def number(self, key: str, low: int = 1, high: int | None = None) -> int:
        value = self.get(key)
        if value is None:
            return 0
        if type(value) is not int or value < low or (high is not None and value > high):
            span = f"from {low} to {high}" if high is not None else f"of {low} or more"
            self.fault(key, f"must be a whole number {span}, not {_shown(value)}")
            return 0
        return value

    def numbers(self, key: str, wanted: bool = True) -> tuple[int, ...]:
        """A list of whole numbers without repetition, in ascending order."""
        value = self.get(key, wanted)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(type(entry) is int for entry in value):
            self.fault(key, f"must be a list of whole numbers, not {_shown(value)}")
            return ()
        if len(set(value)) < len(value):
            self.fault(key, f"has a number twice: {_shown(value)}")
        return tuple(sorted(set(value)))

    def degrees(self, key: str, most: int) -> float:
        value = self.get(key)
        if value is None:
            return 0.0
        if type(value) not in (int, float) or not isinstance(value, (int, float)) or not -most <= value <= most:
            self.fault(key, f"must be a number of degrees from -{most} to {most}, not {_shown(value)}")
            return 0.0
        return float(value)

    def tables(self, key: str) -> list[object]:
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not value:
            self.fault(key, f"must be a list with something in it, not {_shown(value)}")
            return []
        return value

    def finish(self) -> bool:
        """Reports the keys that nobody asked for; says whether the values that were asked for are sound."""
        for key in self.data:
            if key not in self.asked:
                self.report.error(self.at(key), "is not a known key here")
        return self.sound


def _shown(value: object) -> str:
    """A value as part of a reason, not too long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _listed(entries: Iterable[object]) -> str:
    return ", ".join(str(entry) for entry in entries)


def _repeated(entries: Iterable[str]) -> list[str]:
    return [entry for entry, times in Counter(entries).items() if times > 1]


# --- the map ----------------------------------------------------------------------------------------------------------


def parse_board(data: Mapping[str, object], file: str) -> Board:
    """The board that a map file describes. Raises ContentError for its first error; warnings do not count."""
    report = _Report(file)
    board = _read_board(data, report)
    report.raise_first()
    assert board is not None
    return board


def _read_board(data: Mapping[str, object], report: _Report) -> Board | None:
    """Reads and checks a map; None if so much is wrong that its regions cannot be compared."""
    top = _Table(report, "", data)
    provenance = top.word("provenance", PROVENANCES)
    version = top.number("version")
    values = _read_values(top)
    arrows = _Table(report, "arrows", top.get("arrows"))
    arrow_top = arrows.word("top", ("highest", "lowest"))
    arrow_bottom = arrows.word("bottom", ("highest", "lowest"))
    covered = arrows.word("covered_at_start", ("top", "bottom"))
    if arrows.finish():
        _check_arrows(arrow_top, arrow_bottom, covered, report)
    entries = top.tables("region")
    regions = [region for at, entry in enumerate(entries, 1) if (region := _read_region(entry, at, report)) is not None]
    top.finish()
    if len(regions) < len(entries) or not regions:
        return None
    _check_regions(regions, report, scenarios=True)
    board = Board(
        tuple(sorted(regions, key=lambda region: region.number)),
        values,
        arrow_top,
        arrow_bottom,
        covered,
        provenance,
        version,
    )
    if not report.errors():
        _expect_of_board(board, report)
    return board


def _read_region(data: object, position: int, report: _Report) -> Region | None:
    """One region.

    Every region has exactly one Garrison space, of a home castle, a neutral castle or a tower, because `fort` holds one
    word and must be there (sanchos.board.one-space-per-region).
    """
    table = _Table(report, f"region[{_name_in_key(data, position)}]", data)
    region = Region(
        id=table.id("id"),
        number=table.number("number"),
        name=table.text("name"),
        fort=table.word("fort", FORTS),
        home_of=table.word("home_of", SANCHOS, default="") or None,
        closed_at=table.numbers("closed_at", wanted=False),
        adjacent=table.numbers("adjacent"),
        lon=table.degrees("lon", 180),
        lat=table.degrees("lat", 90),
    )
    if table.sound and (region.home_of is not None) != (region.fort == "home"):
        table.fault("home_of", "a home has it, and nothing but a home")
    for players in region.closed_at:
        if players not in PLAYER_COUNTS:
            table.fault("closed_at", f"{players} is no number of players: 1 (solo), 2 or 3")
    return region if table.finish() else None


def _name_in_key(data: object, position: int) -> str:
    own = data.get("id") if isinstance(data, dict) else None
    return own if isinstance(own, str) and _ID.fullmatch(own) else str(position)


def _read_values(top: _Table) -> Mapping[str, Mapping[str, int]]:
    """What the Garrison spaces are worth.

    Home castles 3, on the solo side 2; neutral castles 2; towers 1 (sanchos.score.home-castle-three,
    sanchos.score.home-castle-two-solo, sanchos.score.neutral-castle-two, sanchos.score.tower-one).
    """
    table = _Table(top.report, "values", top.get("values"))
    table.word("provenance", PROVENANCES, default="rulebook")
    for side, wanted in VALUES.items():
        row = _Table(top.report, f"values.{side}", table.get(side))
        for fort, points in wanted.items():
            found = row.number(fort, low=0)
            if fort in row.data and found != points:
                row.fault(fort, f"must be {points}, as the rulebook states")
        row.finish()
    table.finish()
    return {side: dict(row) for side, row in VALUES.items()}


def _check_arrows(top: str, bottom: str, covered: str, report: _Report) -> None:
    """One decision arrow picks the highest number and one the lowest; the upper one is covered first.

    (sanchos.setup.solo-tiebreak-token)
    """
    if top == bottom:
        report.error("arrows.bottom", "one arrow is for the highest number and the other for the lowest")
    if covered != "top":
        report.error("arrows.covered_at_start", "must be top, as the rulebook states")


def _check_regions(regions: Sequence[Region], report: _Report, scenarios: bool) -> None:
    """Checks of the regions as a whole; made-up boards need no regions for the solo scenarios."""
    before = report.errors()
    _check_numbers_and_names(regions, report)
    if report.errors() > before:
        return
    _check_homes(regions, report)
    _check_adjacency(regions, report)
    if report.errors() == before:
        _check_reachable(regions, report)
    if scenarios:
        _check_scenario_regions(regions, report)


def _check_numbers_and_names(regions: Sequence[Region], report: _Report) -> None:
    """Regions have distinct numbers, ids and names (sanchos.board.side-by-player-count for the numbers)."""
    if len(regions) > MOST_REGIONS:
        report.error("region", f"there are {len(regions)} regions; {MOST_REGIONS} is the most")
    if sorted(region.number for region in regions) != list(range(1, len(regions) + 1)):
        report.error("region", f"the numbers must run from 1 to {len(regions)}, each once, without a gap")
    for twice in _repeated(region.id for region in regions):
        report.error(f"region[{twice}].id", "two regions have this id")
    for twice in _repeated(region.name for region in regions):
        report.error("region", f"two regions have the name {twice!r}")


def _check_homes(regions: Sequence[Region], report: _Report) -> None:
    """There are three home regions, one for each Sancho, and never closed (sanchos.board.one-space-per-region)."""
    count = Counter(region.home_of for region in regions if region.home_of is not None)
    for sancho in SANCHOS:
        if count[sancho] != 1:
            report.error("region", f"{sancho} must have one home and has {count[sancho]}")
    for region in regions:
        if region.home_of is not None and region.closed_at:
            report.error(f"region[{region.id}].closed_at", "a home is never closed")


def _check_adjacency(regions: Sequence[Region], report: _Report) -> None:
    """Adjacency goes both ways and not to oneself (sanchos.board.adjacency-symmetric)."""
    by_number = {region.number: region for region in regions}
    for region in regions:
        key = f"region[{region.id}].adjacent"
        for number in region.adjacent:
            other = by_number.get(number)
            if other is None:
                report.error(key, f"there is no region {number}")
            elif other is region:
                report.error(key, "a region is not adjacent to itself")
            elif region.number not in other.adjacent:
                report.error(key, f"{other.id} ({number}) does not list {region.number} in return")


def _check_reachable(regions: Sequence[Region], report: _Report) -> None:
    """Every open region can be reached through open ones at each number of players (sanchos.board.no-entry)."""
    for players in PLAYER_COUNTS:
        links = _open_links(regions, players)
        start = next(region.number for region in regions if region.home_of is not None)
        reached = _distances(start, links)
        for region in regions:
            if region.number in links and region.number not in reached:
                report.error(f"region[{region.id}].adjacent", f"it cannot be reached {_played_by(players)}")


def _check_scenario_regions(regions: Sequence[Region], report: _Report) -> None:
    """The solo scenarios put Field Armies into regions 1, 8, 9 and 12, outside the homes.

    (sanchos.scenario.aragon, sanchos.scenario.castilla, sanchos.scenario.najera)
    """
    by_number = {region.number: region for region in regions}
    for number in SCENARIO_REGIONS:
        region = by_number.get(number)
        if region is None:
            report.error("region", f"there is no region {number}, which a solo scenario needs")
        elif region.fort == "home":
            report.error(f"region[{region.id}].number", f"region {number} must not be a home: a solo scenario needs it")
        elif 1 in region.closed_at:
            report.error(
                f"region[{region.id}].closed_at", f"region {number} must be open in the solo game: a scenario needs it"
            )


def _open_links(regions: Sequence[Region], players: int) -> dict[int, list[int]]:
    """Open regions and the open ones next to them."""
    used = {region.number for region in regions if players not in region.closed_at}
    return {r.number: [number for number in r.adjacent if number in used] for r in regions if r.number in used}


def _distances(start: int, links: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Steps from a region to each that can be reached."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in links[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def _played_by(players: int) -> str:
    return "in the solo game" if players == 1 else f"with {players} players"


def _expect_of_board(board: Board, report: _Report) -> None:
    """Warnings: what the rulebook and the shipped map lead to expect."""
    regions = board.regions
    if not any(players in region.closed_at for region in regions for players in (2, 3)):
        report.warn("region", "no region is closed with 2 or 3 players, though the rulebook speaks of such regions")
    home = {region.home_of: region.number for region in regions if region.home_of is not None}
    for players in PLAYER_COUNTS:
        links = _open_links(regions, players)
        steps = _distances(home["najera"], links)
        ends = _distances(home["castilla"], links)[home["aragon"]]
        if max(steps[home["castilla"]], steps[home["aragon"]]) >= ends:
            report.warn("region", f"Nájera should lie between the others and does not {_played_by(players)}")
        if min(steps[home["castilla"]], steps[home["aragon"]], ends) < 2:
            report.warn("region", f"two homes are adjacent {_played_by(players)}")
        side = board.values["solo" if players == 1 else "board"]
        total = sum(side[region.fort] for region in regions if region.number in links)
        if total < 20:
            report.warn("region", f"only {total} VP can be scored {_played_by(players)}; a Sancho needs 10")
    _expect_of_drawing(regions, report)


def _expect_of_drawing(regions: Sequence[Region], report: _Report) -> None:
    """Warnings: places apart from each other, straight lines between neighbours that do not cross."""
    at = {region.number: (region.lon, region.lat) for region in regions}
    names = {region.number: region.id for region in regions}
    for a, b in combinations(sorted(at), 2):
        if at[a] == at[b]:
            report.warn(f"region[{names[b]}].lon", f"is drawn at the same point as {names[a]}")
    lines = sorted({(min(r.number, n), max(r.number, n)) for r in regions for n in r.adjacent})
    for (a, b), (c, d) in combinations(lines, 2):
        if len({a, b, c, d}) == 4 and _cross(at[a], at[b], at[c], at[d]):
            report.warn("region", f"the lines {names[a]} - {names[b]} and {names[c]} - {names[d]} cross")


_Point = tuple[float, float]


def _cross(a: _Point, b: _Point, c: _Point, d: _Point) -> bool:
    """The straight lines ab and cd cut or touch each other."""
    apart = any(max(a[i], b[i]) < min(c[i], d[i]) or max(c[i], d[i]) < min(a[i], b[i]) for i in (0, 1))
    return not apart and _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(p: _Point, q: _Point, r: _Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def test_board(regions: Sequence[Mapping[str, object]], adjacent: Sequence[Sequence[str]]) -> Board:
    """A made-up board for tests and puzzles, in a short form.

    regions: tables with `id`, `number`, `space` (tower, castle or home), for a home `home` (its Sancho), and if wanted
    `name` and `closed_at`. adjacent: pairs of ids, each pair once, for both directions. Places are invented. Raises
    ContentError as parse_board does, except that regions for the solo scenarios are not asked for.

    In a test module, call it through this module: a test runner takes an imported function of this name for a test.
    """
    report = _Report("testmap")
    numbers: dict[str, int] = {}
    for entry in regions:
        number = entry.get("number")
        if isinstance(number, int):
            numbers[str(entry.get("id"))] = number
    linked: dict[str, list[int]] = {id: [] for id in numbers}
    for position, pair in enumerate(adjacent, 1):
        key = f"adjacent[{position}]"
        unknown = [id for id in pair if id not in numbers]
        if len(pair) != 2 or pair[0] == pair[1]:
            report.error(key, f"must be a pair of two regions, not {_shown(pair)}")
        elif unknown:
            report.error(key, f"there is no region {_listed(unknown)}")
        elif numbers[pair[1]] in linked[pair[0]]:
            report.error(key, f"{pair[0]} and {pair[1]} are a pair already")
        else:
            linked[pair[0]].append(numbers[pair[1]])
            linked[pair[1]].append(numbers[pair[0]])
    built: list[Region] = []
    for position, entry in enumerate(regions, 1):
        row, column = divmod(position - 1, _LINE_WIDTH_OF_A_MAP)
        short = {"space": "fort", "home": "home_of"}
        full = {short.get(key, key): value for key, value in entry.items()}
        full |= {"adjacent": linked.get(str(entry.get("id")), []), "lon": float(column), "lat": float(-row)}
        full.setdefault("name", str(entry.get("id")))
        region = _read_region(full, position, report)
        if region is not None:
            built.append(region)
    report.raise_first()
    _check_regions(built, report, scenarios=False)
    report.raise_first()
    values = {side: dict(row) for side, row in VALUES.items()}
    return Board(
        tuple(sorted(built, key=lambda region: region.number)), values, "highest", "lowest", "top", "reconstruction", 1
    )


# --- the cards --------------------------------------------------------------------------------------------------------

_TO: Final[Mapping[str, tuple[str, ...]]] = {"deploy": ("home", "king"), "move": ("weakest", "empty")}
_PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "recruit": (),
    "deploy": ("to", "recruit_remaining"),
    "move": ("to",),
    "fortify": ("empty_only",),
    "attack": ("select", "not_in"),
    "besiege": ("select",),
    "reserve-this-card": (),
    "discard-reserved": ("whom",),
}
"""What each action may say besides its points."""
ACTIONS: Final = tuple(_PARAMETERS)
_ONCE_A_TURN: Final = ("attack", "besiege", "reserve-this-card")

EXAMPLE_CARD: Final = Card(
    "castilla-1a",
    1,
    (
        CardAction(
            "najera", "first-possible", 0, (Item("fortify", 1), Item("besiege", 1, select="most-favourable")), ()
        ),
        CardAction("aragon", "first-possible", 0, (Item("deploy", 1, to="king", recruit_remaining=True),), ()),
        CardAction(
            "castilla",
            "menu",
            1,
            (Item("move", 1), Item("attack", 1, not_in="aragon"), Item("fortify", 1, empty_only=True)),
            (Item("move", 1), Item("attack", 1, not_in="aragon"), Item("fortify", 1, empty_only=True)),
        ),
    ),
    "rulebook",
)
"""The one card that the rulebook prints (sanchos.card.example-card)."""


def parse_cards(data: Mapping[str, object], file: str) -> tuple[Card, ...]:
    """The deck that a card file describes. Raises ContentError for its first error; warnings do not count."""
    report = _Report(file)
    cards = _read_cards(data, report)
    report.raise_first()
    return cards


def _read_cards(data: Mapping[str, object], report: _Report) -> tuple[Card, ...]:
    """Reads and checks a deck; cards that are not sound are left out."""
    top = _Table(report, "", data)
    provenance = top.word("provenance", PROVENANCES)
    top.number("version")
    entries = top.tables("card")
    cards = [
        card for at, entry in enumerate(entries, 1) if (card := _read_card(entry, at, provenance, report)) is not None
    ]
    top.finish()
    if len(cards) == len(entries) and cards:
        _check_deck(cards, report)
    for card in cards:
        _check_hints_on_actions(card, report)
    if not report.errors():
        _expect_of_deck(cards, report)
    return tuple(cards)


def _read_card(data: object, position: int, provenance: str, report: _Report) -> Card | None:
    """One card: a value of 1, 2 or 3 CP, an identifier, and an action for each Sancho (sanchos.card.three-actions)."""
    table = _Table(report, f"card[{_name_in_key(data, position)}]", data)
    id = table.id("id")
    cp = table.number("cp", 1, 3)
    source = table.word("provenance", PROVENANCES, default=provenance)
    entries = table.tables("action")
    actions = [_read_action(entry, at, table) for at, entry in enumerate(entries, 1)]
    sanchos = [action.sancho for action in actions if action is not None]
    if entries and len(sanchos) == len(entries) and sorted(sanchos) != sorted(SANCHOS):
        table.fault("action", f"there must be one action for each Sancho, not {_listed(sanchos)}")
    if not table.finish() or len(actions) != 3:
        return None
    upper, middle, bottom = actions
    if upper is None or middle is None or bottom is None:
        return None
    return Card(id, cp, (upper, middle, bottom), source)


def read_action(data: object) -> CardAction:
    """One card action that stands on no card, in the form of the card file. Raises ContentError."""
    report = _Report("action")
    menu = isinstance(data, dict) and data.get("mode") == "menu"
    action = _read_action(data, 3 if menu else 1, _Table(report, "", {}))
    for fault in report.faults:
        key = fault.error.key.partition("].")[2]
        raise ContentError("action", key, fault.error.reason)
    assert action is not None
    return action


def _read_action(data: object, position: int, card: _Table) -> CardAction | None:
    """One action of a card.

    The first two are orders; the third is a menu for players with a second version for Auto-Sanchos
    (sanchos.action.first-two-are-orders, sanchos.action.third-is-a-choice, sanchos.card.third-action-two-versions).
    """
    named = data.get("sancho") if isinstance(data, dict) else None
    table = _Table(card.report, card.at(f"action[{named if named in SANCHOS else position}]"), data)
    sancho = table.word("sancho", SANCHOS)
    mode = table.word("mode", MODES)
    if mode and (mode == "menu") != (position == 3):
        table.fault("mode", "a menu stands at the bottom of a card and nowhere else")
    if mode == "menu":
        points = table.number("points")
        items = _read_items(table, "options", menu_option=True)
        solo = _read_items(table, "solo", menu_option=False)
        for place, item in enumerate(solo, 1):
            if item.do == "discard-reserved":
                table.fault(f"solo[{place}].do", "discard-reserved is not for a menu")
    else:
        points, solo = 0, ()
        items = _read_items(table, "do", menu_option=False) if mode else ()
    if not mode:
        return None
    return CardAction(sancho, mode, points, items, solo) if table.finish() else None


def _read_items(action: _Table, key: str, menu_option: bool) -> tuple[Item, ...]:
    items: list[Item] = []
    for position, entry in enumerate(action.tables(key), 1):
        table = _Table(action.report, f"{action.at(key)}[{position}]", entry)
        item = _read_item(table, menu_option)
        if table.finish():
            items.append(item)
        else:
            action.sound = False
    return tuple(items)


def _read_item(table: _Table, menu_option: bool) -> Item:
    """One thing that an action says, in the words that the engine knows.

    Options of a menu say how often they may be used (`max`), all others how many points they have; reserving the card
    takes no points of its own. An Attack and a Besiege are made once at most
    (sanchos.turn.one-attack, sanchos.turn.one-besiege).
    """
    do = table.word("do", ACTIONS)
    if not do:
        table.asked |= set(table.data)
        return Item("", 0)
    allowed = _PARAMETERS[do]
    points = 1
    if menu_option:
        points = table.number("max")
        if do == "discard-reserved":
            table.fault("do", "discard-reserved is not for a menu")
        if points > 1 and do in _ONCE_A_TURN:
            table.fault("max", f"{do} is done once at most")
    elif do != "reserve-this-card":
        points = table.number("points")
    to = ""
    if "to" in allowed:
        to = table.word("to", _TO[do], default=None if do == "deploy" else "")
    return Item(
        do,
        points,
        to=to,
        select=table.word("select", ("most-favourable",), default="") if "select" in allowed else "",
        not_in=table.word("not_in", SANCHOS, default="") if "not_in" in allowed else "",
        empty_only="empty_only" in allowed and _flag(table, "empty_only"),
        recruit_remaining="recruit_remaining" in allowed and _flag(table, "recruit_remaining"),
        whom=table.word("whom", ("each-opponent",)) if "whom" in allowed else "",
    )


def _flag(table: _Table, key: str) -> bool:
    """A flag is either true or left out."""
    value = table.get(key, wanted=False)
    if value is not None and value is not True:
        table.fault(key, f"must be true or be left out, not {_shown(value)}")
    return value is True


def _check_deck(cards: Sequence[Card], report: _Report) -> None:
    """27 distinct cards; each Sancho is at the bottom of three of 1, of 2 and of 3 CP (sanchos.components.deck)."""
    if len(cards) != CARDS_IN_DECK:
        report.error("card", f"there must be {CARDS_IN_DECK} cards, not {len(cards)}")
    for twice in _repeated(card.id for card in cards):
        report.error(f"card[{twice}].id", "two cards have this id")
    count = Counter((card.actions[2].sancho, card.cp) for card in cards)
    for sancho in SANCHOS:
        for cp in (1, 2, 3):
            if count[sancho, cp] != 3:
                report.error(
                    "card", f"{count[sancho, cp]} cards of {cp} CP have {sancho} at the bottom; there must be 3"
                )


def _check_hints_on_actions(card: Card, report: _Report) -> None:
    """What the Hints on Play rule out: Aragón makes others discard, Castilla besieges where it could fortify.

    (sanchos.term.discard-reserved-effect, sanchos.card.castilla-besiege-only-instead)
    """
    for action in card.actions:
        for name, items in (("options" if action.mode == "menu" else "do", action.items), ("solo", action.solo)):
            for at, item in enumerate(items):
                key = f"card[{card.id}].action[{action.sancho}].{name}[{at + 1}].do"
                if action.sancho == "aragon" and item.do == "discard-reserved":
                    report.error(key, "no action of Aragón makes others discard Reserved cards")
                instead = action.mode == "first-possible" and at > 0 and items[at - 1].do == "fortify"
                if action.sancho == "castilla" and item.do == "besiege" and not instead:
                    report.error(key, "Castilla besieges only as the alternative after a Fortify")


# --- what is expected of a deck ---------------------------------------------------------------------------------------


def _expect_of_deck(cards: Sequence[Card], report: _Report) -> None:
    """Warnings: the example card, the Hints on Play, the terms of the rulebook, and how the shipped deck was made."""
    for card in cards:
        _expect_of_points(card, report)
        _expect_of_menu(card, report)
        reserving = [action for action in card.actions if any(item.do == "reserve-this-card" for item in action.items)]
        if len(reserving) > 1:
            report.warn(f"card[{card.id}].action", "more than one action reserves the card")
    _expect_example_card(cards, report)
    _expect_profiles(cards, report)
    _expect_terms(cards, report)
    unnamed = [card.id for card in cards if not card.id.startswith(f"{card.actions[2].sancho}-{card.cp}")]
    if unnamed:
        report.warn("card", f"ids that do not begin with the bottom Sancho and the CP: {_listed(unnamed)}")


def _expect_of_points(card: Card, report: _Report) -> None:
    """Each alternative, each whole list, each menu and each item of a solo text is worth the card's CP."""
    for action in card.actions:
        if action.mode == "all":
            sums = [sum(item.points for item in action.items)]
        elif action.mode == "menu":
            sums = [action.points, *(item.points for item in action.solo if item.do != "reserve-this-card")]
        else:
            sums = [item.points for item in action.items]
        if set(sums) != {card.cp}:
            report.warn(f"card[{card.id}].action[{action.sancho}]", f"points {_listed(sums)} on a card of {card.cp} CP")


def _expect_of_menu(card: Card, report: _Report) -> None:
    """The solo text repeats the options, and the options can take the points."""
    menu = card.actions[2]
    key = f"card[{card.id}].action[{menu.sancho}]"
    if [_without_points(item) for item in menu.items] != [_without_points(item) for item in menu.solo]:
        report.warn(f"{key}.solo", "does not list the options in their order")
    for place, item in enumerate(menu.items, 1):
        if item.points > menu.points:
            report.warn(f"{key}.options[{place}].max", f"is higher than the {menu.points} points of the menu")
    if sum(item.points for item in menu.items) < menu.points:
        report.warn(f"{key}.options", "cannot take all points")


def _without_points(item: Item) -> tuple[object, ...]:
    return item.do, item.to, item.select, item.not_in, item.empty_only, item.recruit_remaining, item.whom


def _expect_example_card(cards: Sequence[Card], report: _Report) -> None:
    """The card that the rulebook prints is in the deck, and no other is said to be (sanchos.card.example-card)."""
    if not any((card.cp, card.actions) == (EXAMPLE_CARD.cp, EXAMPLE_CARD.actions) for card in cards):
        report.warn("card", f"the rulebook's example card ({EXAMPLE_CARD.id} of the shipped deck) is missing")
    for card in cards:
        if card.provenance == "rulebook" and card.actions != EXAMPLE_CARD.actions:
            report.warn(f"card[{card.id}].provenance", "the rulebook prints the example card and no other")


def _said(cards: Sequence[Card]) -> list[tuple[str, Item]]:
    """Every order, alternative and option, each once, with its Sancho; solo texts repeat the options."""
    return [(action.sancho, item) for card in cards for action in card.actions for item in action.items]


def _expect_profiles(cards: Sequence[Card], report: _Report) -> None:
    """The Sanchos differ as the Hints on Play say (sanchos.card.profiles)."""
    said = _said(cards)
    count = Counter((sancho, item.do) for sancho, item in said)
    for do, order in (
        ("deploy", ("aragon", "castilla", "najera")),
        ("fortify", ("castilla", "najera", "aragon")),
        ("attack", ("najera", "castilla", "aragon")),
    ):
        first, second, third = (count[sancho, do] for sancho in order)
        if not first > second > third:
            ranks = f"{first}, {second}, {third}"
            report.warn("card", f"{do} should be most frequent for {', then '.join(order)}; the numbers are {ranks}")
    for do, most in (("move", "najera"), ("besiege", "aragon"), ("reserve-this-card", "aragon")):
        rest = max(count[sancho, do] for sancho in SANCHOS if sancho != most)
        if count[most, do] <= rest:
            report.warn("card", f"{do} should be most frequent for {most}: {count[most, do]} against {rest}")
    to = Counter(item.to for sancho, item in said if sancho == "castilla" and item.do == "deploy")
    if to["king"] <= to["home"]:
        numbers = f"{to['king']} against {to['home']}"
        report.warn("card", f"castilla should deploy more often to the King than to its home: {numbers}")
    najera = [action for card in cards for action in card.actions if action.sancho == "najera"]
    firsts = {action.items[0].do for action in najera if action.mode == "first-possible"}
    menus = [{item.do for item in action.items} for action in najera if action.mode == "menu"]
    if not {"fortify", "besiege"} <= firsts or not any({"fortify", "besiege"} <= menu for menu in menus):
        report.warn("card", "najera should be able to fortify first, to besiege first, and to choose between the two")


_TERMS: Final[Mapping[str, Callable[[Item], bool]]] = {
    "Move to opponent's weakest Army": lambda item: item.do == "move" and item.to == "weakest",
    "Move to empty region": lambda item: item.do == "move" and item.to == "empty",
    "Deploy to Home region": lambda item: item.do == "deploy" and item.to == "home",
    "Deploy to King": lambda item: item.do == "deploy" and item.to == "king",
    "Recruit remaining points": lambda item: item.recruit_remaining,
    "Attack most favourable": lambda item: item.do == "attack" and item.select != "",
    "Besiege most favourable": lambda item: item.do == "besiege" and item.select != "",
    "not in REGION": lambda item: item.not_in != "",
    "empty Garrison space": lambda item: item.empty_only,
    "Reserve this card at end of round": lambda item: item.do == "reserve-this-card",
    "discard Reserved cards": lambda item: item.do == "discard-reserved",
}


def _expect_terms(cards: Sequence[Card], report: _Report) -> None:
    """The deck uses every term that the rulebook explains."""
    items = [item for _, item in _said(cards)]
    unused = [term for term, used in _TERMS.items() if not any(used(item) for item in items)]
    ordered = {tuple(i.do for i in a.items) for card in cards for a in card.actions if a.mode == "first-possible"}
    unused += [
        f"{a}, if not possible {b}" for a, b in (("fortify", "besiege"), ("attack", "move")) if (a, b) not in ordered
    ]
    for term in unused:
        report.warn("card", f"no card uses the term {term!r}")


# --- the shapes -------------------------------------------------------------------------------------------------------


def _read_shapes(data: Mapping[str, object], report: _Report, board: Board | None) -> None:
    """Checks what a drawing needs of shapes.json and whether it fits the map.

    A region without a shape, or neighbours without a border, is a warning: the board is then drawn from lon and lat.
    """
    for key, wanted in (("format", "mesnada-shapes"), ("version", 1), ("game", "sanchos")):
        if data.get(key) != wanted:
            report.error(key, f"must be {wanted!r}, not {_shown(data.get(key))}")
    box = data.get("view_box")
    if not isinstance(box, list) or len(box) != 4 or not all(_finite(value) for value in box):
        report.error("view_box", f"must be four numbers, not {_shown(box)}")
    places = data.get("places")
    if not isinstance(places, list):
        report.error("places", f"must be a list, not {_shown(places)}")
        return
    shaped: dict[str, object] = {}
    for position, place in enumerate(places, 1):
        key = f"places[{_name_in_key(place, position)}]"
        if not isinstance(place, dict) or not isinstance(place.get("id"), str):
            report.error(key, "must be an object with an id")
            continue
        if place["id"] in shaped:
            report.error(f"{key}.id", "two places have this id")
        shaped[place["id"]] = place.get("number")
        rings = place.get("rings")
        if not isinstance(rings, list) or not rings:
            report.error(f"{key}.rings", f"must be a list of rings, not {_shown(rings)}")
            continue
        for at, ring in enumerate(rings, 1):
            if not isinstance(ring, list) or len(ring) < 3 or not all(_is_point(point) for point in ring):
                report.error(f"{key}.rings[{at}]", "must be a list of three or more points [x, y]")
    if board is not None and not report.errors():
        _expect_of_shapes(data, shaped, board, report)


def _finite(value: object) -> bool:
    return type(value) is int or (isinstance(value, float) and math.isfinite(value))


def _is_point(point: object) -> bool:
    return isinstance(point, list) and len(point) == 2 and all(_finite(value) for value in point)


def _expect_of_shapes(data: Mapping[str, object], shaped: Mapping[str, object], board: Board, report: _Report) -> None:
    """Warnings: regions without a shape, shapes without a region, borders that are not those of the map."""
    known = {region.id: region.number for region in board.regions}
    for id, number in known.items():
        if id not in shaped:
            report.warn("places", f"there is no shape for the region {id}")
        elif shaped[id] != number:
            report.warn(f"places[{id}].number", f"is {_shown(shaped[id])}, but {number} on the map")
    for id in shaped:
        if id not in known:
            report.warn(f"places[{id}]", "there is no such region on the map")
    borders = data.get("borders")
    drawn = set()
    for border in borders if isinstance(borders, list) else []:
        between = border.get("between") if isinstance(border, dict) else None
        if isinstance(between, list) and all(type(number) is int for number in between):
            drawn.add(tuple(sorted(between)))
    meant = {tuple(sorted((region.number, number))) for region in board.regions for number in region.adjacent}
    if missing := _pairs(meant - drawn):
        report.warn("borders", f"the drawing has no border between the adjacent regions {missing}")
    if needless := _pairs(drawn - meant):
        report.warn("borders", f"the drawing has a border between regions that are not adjacent: {needless}")


def _pairs(pairs: Iterable[tuple[int, ...]]) -> str:
    return ", ".join(" and ".join(map(str, pair)) for pair in sorted(pairs))


# --- whole packs ------------------------------------------------------------------------------------------------------


def load_content(folder: Path | None = None) -> Content:
    """The shipped content, or that of a folder which replaces any of the three files.

    Raises ContentError for the first error; `check` lists them all. Warnings do not hinder play. The shipped content is
    read once.
    """
    return _shipped() if folder is None else _load(folder)


def check(folder: Path | None = None) -> list[Fault]:
    """All faults of the content in a folder (None: the shipped content), errors and warnings, file by file.

    The files of the package stand in for those that the folder does not have. Faults that would only follow from
    another one in the same file are left out, and so are the warnings about a file that has errors.
    """
    return _read(folder)[1]


def export(folder: Path) -> tuple[Path, ...]:
    """Writes the shipped files into a folder, which is made if need be, for an owner to change; returns their paths.

    Raises ContentError, and writes nothing, if one of the files is there already.
    """
    paths = tuple(folder / name for name in FILES)
    for path in paths:
        if path.exists():
            raise ContentError(path.name, "", f"is already in {folder}; it is not overwritten")
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        path.write_bytes(resource("mesnada.games.sanchos", "content", path.name).read_bytes())
    return paths


@cache
def _shipped() -> Content:
    return _load(None)


def _load(folder: Path | None) -> Content:
    content, faults = _read(folder)
    for fault in faults:
        if fault.grade == ERROR:
            raise fault.error
    assert content is not None
    return content


def _read(folder: Path | None) -> tuple[Content | None, list[Fault]]:
    """Reads and checks the three files; there is content if there is no error."""
    sources, faults = _sources(folder)
    reports = {name: _Report(name) for name in FILES}
    data = {name: _parsed(sources[name], report) for name, report in reports.items()}
    board = None if data["map.toml"] is None else _read_board(data["map.toml"], reports["map.toml"])
    cards = () if data["cards.toml"] is None else _read_cards(data["cards.toml"], reports["cards.toml"])
    shapes = data["shapes.json"]
    if shapes is not None:
        _read_shapes(shapes, reports["shapes.json"], None if reports["map.toml"].errors() else board)
    for report in reports.values():
        faults += report.faults
    if board is None or shapes is None or any(fault.grade == ERROR for fault in faults):
        return None, faults
    return Content(board, cards, shapes, digest({name: sources[name] for name in PLAYED_FILES})), faults


def _sources(folder: Path | None) -> tuple[dict[str, Source], list[Fault]]:
    """The files to read, and what is wrong with the folder as a whole.

    A folder that replaces nothing is most likely not the one that was meant, nor is a file that nobody reads.
    """
    shipped = resource("mesnada.games.sanchos", "content")
    try:
        sources = overlay(shipped, folder)
        if folder is None or any((folder / name).is_file() for name in FILES):
            return sources, []
        return sources, [Fault(ContentError(str(folder), "", f"has none of the files {_listed(FILES)}"), ERROR)]
    except ContentError as error:
        sources = overlay(shipped)
        if folder is not None:
            sources |= {name: folder / name for name in FILES if (folder / name).is_file()}
        return sources, [Fault(error, ERROR)]


def _parsed(source: Source, report: _Report) -> Mapping[str, object] | None:
    """What a file holds, or None if it cannot be read at all."""
    try:
        content = read_bytes(source, report.file)
        data = parse_toml(content, report.file) if report.file.endswith(".toml") else _parse_json(content, report.file)
    except ContentError as error:
        report.faults.append(Fault(error, ERROR))
        return None
    return data


def _parse_json(content: bytes, file: str) -> Mapping[str, object]:
    try:
        data: object = json.loads(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise ContentError(file, f"line {error.lineno}", f"is no JSON: {error.msg}") from None
    except UnicodeDecodeError:
        raise ContentError(file, "", "is not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise ContentError(file, "", f"is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise ContentError(file, "", f"must hold an object, not {_shown(data)}")
    return data

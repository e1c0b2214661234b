"""The map of a pack: ``map.toml``, with the regions, what their Garrison spaces are worth, and the decision arrows."""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from mesnada.games.sanchos.components import SANCHOS, Board, Region
from mesnada.games.sanchos.pack.report import PROVENANCES, Report, Table, listed, name_in_key, repeated, shown

FORTS: Final = ("home", "castle", "tower")
PLAYER_COUNTS: Final = (1, 2, 3)
SCENARIO_REGIONS: Final = (1, 8, 9, 12)
MOST_REGIONS: Final = 32
VALUES: Final[Mapping[str, Mapping[str, int]]] = {
    "board": {"home": 3, "castle": 2, "tower": 1},
    "solo": {"home": 2, "castle": 2, "tower": 1},
}
_REGIONS_IN_A_ROW: Final = 4
"""How a made-up board is laid out."""


def read_board(data: Mapping[str, object], report: Report) -> Board | None:
    """Reads and checks a map; None if so much is wrong that its regions cannot be compared."""
    top = Table(report, "", data)
    provenance = top.word("provenance", PROVENANCES)
    version = top.number("version")
    values = _read_values(top)
    arrows = Table(report, "arrows", top.get("arrows"))
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


def _read_region(data: object, position: int, report: Report) -> Region | None:
    """One region.

    Every region has exactly one Garrison space, of a home castle, a neutral castle or a tower, because `fort` holds one
    word and must be there (sanchos.board.one-space-per-region).
    """
    table = Table(report, f"region[{name_in_key(data, position)}]", data)
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


def _read_values(top: Table) -> Mapping[str, Mapping[str, int]]:
    """What the Garrison spaces are worth.

    Home castles 3, on the solo side 2; neutral castles 2; towers 1 (sanchos.score.home-castle-three,
    sanchos.score.home-castle-two-solo, sanchos.score.neutral-castle-two, sanchos.score.tower-one).
    """
    table = Table(top.report, "values", top.get("values"))
    table.word("provenance", PROVENANCES, default="rulebook")
    for side, wanted in VALUES.items():
        row = Table(top.report, f"values.{side}", table.get(side))
        for fort, points in wanted.items():
            found = row.number(fort, low=0)
            if fort in row.data and found != points:
                row.fault(fort, f"must be {points}, as the rulebook states")
        row.finish()
    table.finish()
    return {side: dict(row) for side, row in VALUES.items()}


def _check_arrows(top: str, bottom: str, covered: str, report: Report) -> None:
    """One decision arrow picks the highest number and one the lowest; the upper one is covered first.

    (sanchos.setup.solo-tiebreak-token)
    """
    if top == bottom:
        report.error("arrows.bottom", "one arrow is for the highest number and the other for the lowest")
    if covered != "top":
        report.error("arrows.covered_at_start", "must be top, as the rulebook states")


def _check_regions(regions: Sequence[Region], report: Report, scenarios: bool) -> None:
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


def _check_numbers_and_names(regions: Sequence[Region], report: Report) -> None:
    """Regions have distinct numbers, ids and names (sanchos.board.side-by-player-count for the numbers)."""
    if len(regions) > MOST_REGIONS:
        report.error("region", f"there are {len(regions)} regions; {MOST_REGIONS} is the most")
    if sorted(region.number for region in regions) != list(range(1, len(regions) + 1)):
        report.error("region", f"the numbers must run from 1 to {len(regions)}, each once, without a gap")
    for twice in repeated(region.id for region in regions):
        report.error(f"region[{twice}].id", "two regions have this id")
    for twice in repeated(region.name for region in regions):
        report.error("region", f"two regions have the name {twice!r}")


def _check_homes(regions: Sequence[Region], report: Report) -> None:
    """There are three home regions, one for each Sancho, and never closed (sanchos.board.one-space-per-region)."""
    count = Counter(region.home_of for region in regions if region.home_of is not None)
    for sancho in SANCHOS:
        if count[sancho] != 1:
            report.error("region", f"{sancho} must have one home and has {count[sancho]}")
    for region in regions:
        if region.home_of is not None and region.closed_at:
            report.error(f"region[{region.id}].closed_at", "a home is never closed")


def _check_adjacency(regions: Sequence[Region], report: Report) -> None:
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


def _check_reachable(regions: Sequence[Region], report: Report) -> None:
    """Every open region can be reached through open ones at each number of players (sanchos.board.no-entry)."""
    for players in PLAYER_COUNTS:
        links = _open_links(regions, players)
        start = next(region.number for region in regions if region.home_of is not None)
        reached = _distances(start, links)
        for region in regions:
            if region.number in links and region.number not in reached:
                report.error(f"region[{region.id}].adjacent", f"it cannot be reached {_played_by(players)}")


def _check_scenario_regions(regions: Sequence[Region], report: Report) -> None:
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


LEAST_VP = 18
"""Fewer VP on a whole board would make 10 of them a rare thing."""


def _expect_of_board(board: Board, report: Report) -> None:
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
        if total < LEAST_VP:
            report.warn("region", f"only {total} VP can be scored {_played_by(players)}; a Sancho needs 10")
    _expect_of_drawing(regions, report)


def _expect_of_drawing(regions: Sequence[Region], report: Report) -> None:
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


def made_up_board(regions: Sequence[Mapping[str, object]], adjacent: Sequence[Sequence[str]]) -> Board:
    """A made-up board for tests and puzzles, in a short form.

    regions: tables with `id`, `number`, `space` (tower, castle or home), for a home `home` (its Sancho), and if wanted
    `name` and `closed_at`. adjacent: pairs of ids, each pair once, for both directions. Places are invented. Raises
    ContentError for the first error; regions for the solo scenarios are not asked for.
    """
    report = Report("testmap")
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
            report.error(key, f"must be a pair of two regions, not {shown(pair)}")
        elif unknown:
            report.error(key, f"there is no region {listed(unknown)}")
        elif numbers[pair[1]] in linked[pair[0]]:
            report.error(key, f"{pair[0]} and {pair[1]} are a pair already")
        else:
            linked[pair[0]].append(numbers[pair[1]])
            linked[pair[1]].append(numbers[pair[0]])
    built: list[Region] = []
    for position, entry in enumerate(regions, 1):
        row, column = divmod(position - 1, _REGIONS_IN_A_ROW)
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

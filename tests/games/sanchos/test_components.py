"""The map, the deck and the checks of packs of content."""

import json
import pickle
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mesnada.games.sanchos.components import SANCHOS, Content, Item
from mesnada.games.sanchos.pack.board import made_up_board
from mesnada.games.sanchos.pack.cards import EXAMPLE_CARD
from mesnada.games.sanchos.pack.loading import FILES, check, export, load_content, parse_board, parse_cards
from mesnada.games.sanchos.pack.report import ERROR, WARNING
from mesnada.kernel.errors import ContentError, MesnadaError

Edit = Callable[[str], str]


# --- broken packs --------------------------------------------------------------------------------------------------


def swap(old: str, new: str, times: int = 1) -> Edit:
    """Replaces the first places where the old text stands (times = -1: all of them)."""

    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, times)

    return edit


def within(id: str, old: str, new: str, times: int = 1) -> Edit:
    """Like swap, in the region or card with this id alone."""

    def edit(text: str) -> str:
        kind = "[[region]]\n" if "[[region]]" in text else "[[card]]\n"
        parts = text.split(kind)
        (place,) = (at for at, part in enumerate(parts) if f'id = "{id}"\n' in part)
        parts[place] = swap(old, new, times)(parts[place])
        return kind.join(parts)

    return edit


def without(id: str) -> Edit:
    """Leaves out the region or card with this id."""

    def edit(text: str) -> str:
        kind = "[[region]]\n" if "[[region]]" in text else "[[card]]\n"
        parts = text.split(kind)
        kept = [part for part in parts if f'id = "{id}"\n' not in part]
        assert len(kept) == len(parts) - 1
        return kind.join(kept)

    return edit


def plus(more: str) -> Edit:
    return lambda text: text + more


def all_of(*edits: Edit) -> Edit:
    def edit(text: str) -> str:
        for one in edits:
            text = one(text)
        return text

    return edit


def relink(a: tuple[str, int], b: tuple[str, int], change: Callable[[set[int], int], None]) -> Edit:
    def edit(text: str) -> str:
        data = tomllib.loads(text)
        for (id, _), (_, number) in ((a, b), (b, a)):
            (old,) = (region["adjacent"] for region in data["region"] if region["id"] == id)
            new = set(old)
            change(new, number)
            text = within(id, f"adjacent = {old}", f"adjacent = {sorted(new)}")(text)
        return text

    return edit


def link(a: tuple[str, int], b: tuple[str, int]) -> Edit:
    """Two regions (id, number) become adjacent."""
    return relink(a, b, set.add)


def apart(a: tuple[str, int], b: tuple[str, int]) -> Edit:
    """Two regions (id, number) are no longer adjacent."""
    return relink(a, b, set.remove)


def region(number: int, id: str = "", adjacent: str = "[1]", lon: float = -10) -> str:
    return (
        f'\n[[region]]\nnumber = {number}\nid = "{id or f"r{number}"}"\nname = "R{number}"\nfort = "tower"\n'
        f"adjacent = {adjacent}\nlon = {lon}\nlat = 40\n"
    )


def chain(last: int) -> Edit:
    """Adds regions in a row behind region 1, up to the given number."""

    def edit(text: str) -> str:
        text = within("santillana", "closed_at = [3]\nadjacent = [2, 3]", "adjacent = [2, 3, 15]")(text)
        for number in range(15, last + 1):
            before = 1 if number == 15 else number - 1
            text += region(number, adjacent=str([before] + [number + 1] * (number < last)), lon=-10 - number)
        return text

    return edit


def swap_numbers(a: int, b: int) -> Edit:
    def edit(text: str) -> str:
        def lists(match: re.Match[str]) -> str:
            return re.sub(r"\d+", lambda m: str({a: b, b: a}.get(int(m[0]), int(m[0]))), match[0])

        return re.sub(r"^(number|adjacent) = .*$", lists, text, flags=re.M)

    return edit


def pattern(regex: str, new: str) -> Edit:
    return lambda text: re.sub(regex, new, text)


def in_actions(sancho: str, regex: str, new: str) -> Edit:
    """Replaces a pattern in all actions of one Sancho."""

    def edit(text: str) -> str:
        parts = text.split("[[card.action]]\n")
        return "[[card.action]]\n".join(
            re.sub(regex, new, part) if part.startswith(f'sancho = "{sancho}"') else part for part in parts
        )

    return edit


def recruit_instead(sancho: str, do: str) -> Edit:
    """All actions of one kind of one Sancho become Recruit."""
    with_points = in_actions(sancho, rf'"{do}"(, (points|max) = \d)[^}}]*}}', r'"recruit"\1 }')
    return all_of(with_points, in_actions(sancho, f'"{do}" }}', '"recruit", points = 1 }'))


def faults_of(folder: Path, file: str, edit: Edit) -> list[tuple[str, str, str, str]]:
    """Changes one of the exported files; gives grade, file, key and reason of all faults."""
    export(folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    changed = edit(text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    return [(fault.grade, fault.error.file, fault.error.key, fault.error.reason) for fault in check(folder)]


ONE_SPACE = pytest.mark.rule("sanchos.board.one-space-per-region")
SYMMETRIC = pytest.mark.rule("sanchos.board.adjacency-symmetric")
DECK = pytest.mark.rule("sanchos.components.deck")
THREE = pytest.mark.rule("sanchos.card.three-actions")

MAP_ERRORS = [
    # the file
    ("provenance", "must be one of", swap('"reconstruction"\nversion', '"hearsay"\nversion')),
    ("version", "of 1 or more", swap("version = 3", "version = 0")),
    ("version", "is missing", swap("version = 3\n", "")),
    ("colour", "not a known key", swap("version = 3", 'version = 3\ncolour = "red"')),
    ("line 24", "is no TOML", swap("[arrows]", "[arrows")),
    ("region", "is missing", lambda text: text[: text.index("[[region]]")]),
    ("region[1]", "must be a table", lambda text: "region = [1]\n" + text[: text.index("[[region]]")]),
    # values and arrows
    ("values", "is missing", lambda text: text.replace("[values]", "[worth]").replace("[worth]", "[arrows.worth]")),
    ("values.board", "is missing", swap("board = {", "other = {")),
    ("values.board.home", "must be 3", swap("home = 3", "home = 2")),
    ("values.solo.home", "must be 2", swap("solo = { home = 2", "solo = { home = 3")),
    ("values.board.castle", "must be 2", swap("castle = 2", "castle = 3")),
    ("values.solo.tower", "must be 1", swap("tower = 1 }\n\n", "tower = 0 }\n\n")),
    ("values.board.city", "not a known key", swap("board = {", "board = { city = 4,")),
    ("arrows.top", "must be one of", swap('top = "highest"', 'top = "biggest"')),
    ("arrows.bottom", "one arrow is for the highest", swap('bottom = "lowest"', 'bottom = "highest"')),
    ("arrows.covered_at_start", "must be top", swap('at_start = "top"', 'at_start = "bottom"')),
    ("arrows.left", "not a known key", swap('bottom = "lowest"', 'bottom = "lowest"\nleft = "lowest"')),
    # one region
    pytest.param("region[alava].fort", "is missing", within("alava", 'fort = "castle"\n', ""), marks=ONE_SPACE),
    pytest.param(
        "region[alava].fort", "must be one of", within("alava", '"castle"', '["castle", "tower"]'), marks=ONE_SPACE
    ),
    pytest.param("line 81", "is no TOML", within("alava", "fort =", 'fort = "tower"\nfort ='), marks=ONE_SPACE),
    ("region[alava].fort", "must be one of", within("alava", '"castle"', '"palace"')),
    ("region[alava].forts", "not a known key", within("alava", "fort =", "forts = 2\nfort =")),
    ("region[6].id", "is no id", within("alava", '"alava"', '"Alava 1"')),
    ("region[6].id", "is missing", within("alava", 'id = "alava"\n', "")),
    ("region[alava].name", "must be a text", within("alava", 'name = "Álava"', 'name = ""')),
    ("region[alava].number", "must be a whole number", within("alava", "number = 6", "number = true")),
    ("region[alava].adjacent", "list of whole numbers", within("alava", "[3, 4,", '["merindades", 4,')),
    ("region[alava].lon", "number of degrees", within("alava", "lon = -2.65", "lon = nan")),
    ("region[alava].lat", "number of degrees", within("alava", "lat = 42.82", "lat = 142.82")),
    ("region[alava].lat", "is missing", within("alava", "lat = 42.82", "")),
    ("region[vizcaya].closed_at", "no number of players", within("vizcaya", "[2]", "[4]")),
    ("region[vizcaya].closed_at", "a number twice", within("vizcaya", "[2]", "[2, 2]")),
    ("region[alava].home_of", "nothing but a home", within("alava", "fort =", 'home_of = "najera"\nfort =')),
    ("region[najera].home_of", "nothing but a home", within("najera", 'home_of = "najera"\n', "")),
    ("region[najera].home_of", "must be one of", within("najera", 'home_of = "najera"', 'home_of = "leon"')),
    # all regions
    ("region", "32 is the most", chain(33)),
    ("region", "without a gap", within("vizcaya", "number = 14", "number = 15")),
    ("region", "without a gap", within("vizcaya", "number = 14", "number = 13")),
    ("region[alava].id", "two regions have this id", within("vizcaya", 'id = "vizcaya"', 'id = "alava"')),
    ("region", "two regions have the name 'Álava'", within("vizcaya", '"Vizcaya"', '"Álava"')),
    pytest.param(
        "region",
        "aragon must have one home and has 0",
        within("aragon", 'fort = "home"\nhome_of = "aragon"', 'fort = "castle"'),
        marks=ONE_SPACE,
    ),
    pytest.param(
        "region",
        "najera must have one home and has 2",
        within("bureba", 'fort = "tower"', 'fort = "home"\nhome_of = "najera"'),
        marks=ONE_SPACE,
    ),
    pytest.param(
        "region",
        "castilla must have one home and has 0",
        within("castilla", '_of = "castilla"', '_of = "aragon"'),
        marks=ONE_SPACE,
    ),
    ("region[najera].closed_at", "never closed", within("najera", "adjacent =", "closed_at = [3]\nadjacent =")),
    pytest.param(
        "region[alava].adjacent",
        "najera (7) does not list 6",
        within("najera", "[5, 6, 8, 9]", "[5, 8, 9]"),
        marks=SYMMETRIC,
    ),
    pytest.param(
        "region[alava].adjacent", "not adjacent to itself", within("alava", "[3, 4,", "[3, 4, 6,"), marks=SYMMETRIC
    ),
    ("region[alava].adjacent", "there is no region 15", within("alava", "10, 14]", "10, 14, 15]")),
    ("region[alava].adjacent", "a number twice", within("alava", "10, 14]", "10, 14, 14]")),
    (
        "region[sobrarbe].adjacent",
        "cannot be reached in the solo game",
        all_of(apart(("sobrarbe", 12), ("aragon", 11)), apart(("sobrarbe", 12), ("cinco-villas", 13))),
    ),
    (
        "region[guipuzcoa].adjacent",
        "cannot be reached with 3 players",
        all_of(
            apart(("guipuzcoa", 10), ("alava", 6)),
            apart(("guipuzcoa", 10), ("pamplona", 9)),
            within("vizcaya", "[2]", "[2, 3]"),
        ),
    ),
    # the solo scenarios
    (
        "region[aragon].number",
        "must not be a home",
        swap_numbers(11, 12),
    ),
    ("region[calahorra].closed_at", "must be open", within("calahorra", "adjacent =", "closed_at = [1]\nadjacent =")),
]


@pytest.mark.parametrize("key, reason, edit", MAP_ERRORS)
def test_a_broken_map_is_refused(tmp_path: Path, key: str, reason: str, edit: Edit) -> None:
    faults = faults_of(tmp_path, "map.toml", edit)
    assert any(fault[:3] == (ERROR, "map.toml", key) and reason in fault[3] for fault in faults), faults
    with pytest.raises(ContentError) as refused:
        load_content(tmp_path)
    assert refused.value.file == "map.toml"


def test_a_map_without_the_regions_of_the_scenarios_is_refused(tmp_path: Path) -> None:
    small = "\n".join(
        f'[[region]]\nnumber = {n}\nid = "{s}"\nname = "{s}"\nfort = "home"\nhome_of = "{s}"\n'
        f"adjacent = {[m for m in (1, 2, 3) if m != n]}\nlon = {n}\nlat = {n * n}\n"
        for n, s in enumerate(SANCHOS, 1)
    )
    faults = faults_of(tmp_path, "map.toml", lambda text: text[: text.index("[[region]]")] + small)
    assert [fault[2:] for fault in faults] == [
        ("region[castilla].number", "region 1 must not be a home: a solo scenario needs it"),
        ("region", "there is no region 8, which a solo scenario needs"),
        ("region", "there is no region 9, which a solo scenario needs"),
        ("region", "there is no region 12, which a solo scenario needs"),
    ]


CARD_ERRORS = [
    # the deck
    ("provenance", "is missing", swap('provenance = "reconstruction"\nversion', "version")),
    ("version", "of 1 or more", swap("version = 3", 'version = "2"')),
    ("cards", "not a known key", swap("version = 3", "version = 3\ncards = 27")),
    ("card", "is missing", lambda text: text[: text.index("[[card]]")]),
    ("card", "something in it", lambda text: text[: text.index("[[card]]")] + "card = []"),
    ("card[1]", "must be a table", lambda text: text[: text.index("[[card]]")] + "card = [1]"),
    pytest.param("card", "must be 27 cards, not 26", without("najera-2b"), marks=DECK),
    pytest.param("card", "2 cards of 2 CP have najera at the bottom", without("najera-2b"), marks=DECK),
    pytest.param(
        "card",
        "must be 27 cards, not 28",
        lambda text: text + "\n[[card]]\n" + text.split("[[card]]\n")[1].replace("najera-1a", "najera-1d"),
        marks=DECK,
    ),
    pytest.param(
        "card[aragon-1a].id", "two cards have this id", within("najera-2b", '"najera-2b"', '"aragon-1a"'), marks=DECK
    ),
    pytest.param("card", "4 cards of 3 CP have najera", within("najera-2b", "cp = 2", "cp = 3"), marks=DECK),
    pytest.param(
        "card",
        "2 cards of 1 CP have najera at the bottom",
        all_of(
            within("najera-1a", 'sancho = "najera"', 'sancho = "x"'),
            within("najera-1a", 'sancho = "aragon"', 'sancho = "najera"'),
            within("najera-1a", 'sancho = "x"', 'sancho = "aragon"'),
        ),
        marks=DECK,
    ),
    # one card
    ("card[1].id", "is no id", within("najera-1a", '"najera-1a"', '"Nájera 1a"')),
    ("card[najera-1a].cp", "is missing", within("najera-1a", "cp = 1\n", "")),
    pytest.param("card[najera-1a].cp", "from 1 to 3, not 4", within("najera-1a", "cp = 1", "cp = 4"), marks=THREE),
    ("card[najera-1a].cp", "from 1 to 3, not 0", within("najera-1a", "cp = 1", "cp = 0")),
    ("card[najera-1a].title", "not a known key", within("najera-1a", "cp = 1", 'cp = 1\ntitle = "A"')),
    ("card[najera-1a].provenance", "must be one of", within("najera-1a", "cp = 1", 'cp = 1\nprovenance = "me"')),
    pytest.param(
        "card[castilla-1a].action",
        "one action for each Sancho, not najera, aragon, aragon",
        within("castilla-1a", 'sancho = "castilla"', 'sancho = "aragon"'),
        marks=THREE,
    ),
    pytest.param(
        "card[castilla-1a].action",
        "one action for each Sancho, not najera, najera, aragon",
        all_of(
            within("castilla-1a", 'sancho = "aragon"', 'sancho = "najera"'),
            within("castilla-1a", 'sancho = "castilla"', 'sancho = "aragon"'),
        ),
        marks=THREE,
    ),
    pytest.param(
        "card[castilla-3c].action",
        "one action for each Sancho, not najera, aragon, castilla, najera",
        plus('[[card.action]]\nsancho = "najera"\nmode = "all"\ndo = [{ do = "recruit", points = 3 }]\n'),
        marks=THREE,
    ),
    # one action
    ("card[najera-1a].action[1].sancho", "must be one of", within("najera-1a", '"aragon"', '"leon"')),
    ("card[najera-1a].action[aragon].mode", "must be one of", within("najera-1a", '"first-possible"', '"any"')),
    ("card[najera-1a].action[najera].mode", "at the bottom", within("najera-1a", '"menu"\npoints = 1', '"all"')),
    (
        "card[najera-2c].action[aragon].mode",
        "at the bottom",
        within("najera-2c", 'mode = "all"\ndo =', 'mode = "menu"\npoints = 2\nsolo = []\noptions ='),
    ),
    ("card[najera-1a].action[aragon].do", "is missing", within("najera-1a", "do = [", "done = [")),
    ("card[najera-1a].action[aragon].points", "not a known key", within("najera-1a", "do = [", "points = 1\ndo = [")),
    ("card[najera-1a].action[najera].points", "of 1 or more", within("najera-1a", "points = 1\no", "points = 0\no")),
    ("card[najera-1a].action[najera].solo", "is missing", within("najera-1a", "solo =", "crown =")),
    (
        "card[najera-1b].action[aragon].do",
        "something in it",
        within("najera-1b", '[{ do = "reserve-this-card" }]', "[]"),
    ),
    (
        "card[najera-1b].action[aragon].do[1]",
        "must be a table",
        within("najera-1b", '{ do = "reserve-this-card" }', "1"),
    ),
    # one thing that an action says
    ("card[najera-1a].action[castilla].do[1].do", "must be one of", within("najera-1a", '"fortify"', '"build"')),
    ("card[najera-1a].action[castilla].do[1].do", "is missing", within("najera-1a", 'do = "fortify", ', "")),
    (
        "card[najera-1a].action[castilla].do[1].points",
        "is missing",
        within("najera-1a", '"fortify", points = 1', '"fortify"'),
    ),
    (
        "card[najera-1a].action[castilla].do[2].points",
        "of 1 or more",
        within("najera-1a", '"besiege", points = 1', '"besiege", points = 0'),
    ),
    ("card[najera-1a].action[aragon].do[1].to", "must be one of", within("najera-1a", '"home"', '"weakest"')),
    ("card[najera-1a].action[aragon].do[1].to", "is missing", within("najera-1a", 'to = "home", ', "")),
    (
        "card[najera-1a].action[aragon].do[1].recruit_remaining",
        "must be true or be left out",
        within("najera-1a", "recruit_remaining = true", "recruit_remaining = false"),
    ),
    (
        "card[najera-1a].action[castilla].do[1].to",
        "not a known key",
        within("najera-1a", '"fortify", points = 1', '"fortify", points = 1, to = "king"'),
    ),
    (
        "card[najera-1a].action[castilla].do[2].select",
        "must be one of",
        within("najera-1a", '"most-favourable"', '"strongest"'),
    ),
    (
        "card[najera-1a].action[najera].options[2].not_in",
        "must be one of",
        within("najera-1a", '"castilla" }', '"leon" }'),
    ),
    (
        "card[aragon-1b].action[castilla].do[1].whom",
        "must be one of",
        within("aragon-1b", '"each-opponent"', '"all"'),
    ),
    ("card[aragon-1b].action[castilla].do[1].whom", "is missing", within("aragon-1b", ', whom = "each-opponent"', "")),
    (
        "card[najera-1b].action[aragon].do[1].points",
        "not a known key",
        within("najera-1b", '"reserve-this-card"', '"reserve-this-card", points = 1'),
    ),
    # menus
    ("card[najera-1a].action[najera].options[1].max", "is missing", within("najera-1a", "max = 1", "points = 1")),
    (
        "card[najera-1a].action[najera].options[1].points",
        "not a known key",
        within("najera-1a", "max = 1", "points = 1"),
    ),
    (
        "card[najera-3b].action[najera].options[2].max",
        "once at most",
        within("najera-3b", "max = 1, not", "max = 2, not"),
    ),
    ("card[najera-3b].action[najera].options[3].max", "once at most", within("najera-3b", "max = 1 }]", "max = 2 }]")),
    (
        "card[aragon-1b].action[aragon].options[3].max",
        "once at most",
        within("aragon-1b", '"reserve-this-card", max = 1', '"reserve-this-card", max = 2'),
    ),
    (
        "card[najera-1c].action[najera].options[1].do",
        "not for a menu",
        within("najera-1c", '"move", max = 1', '"discard-reserved", max = 1, whom = "each-opponent"'),
    ),
    (
        "card[najera-1c].action[najera].solo[1].do",
        "not for a menu",
        within("najera-1c", '"move", points = 1', '"discard-reserved", points = 1, whom = "each-opponent"'),
    ),
    # what the Hints rule out
    pytest.param(
        "card[castilla-1c].action[aragon].do[1].do",
        "no action of Aragón makes others discard",
        within("castilla-1c", '"recruit", points = 1', '"discard-reserved", points = 1, whom = "each-opponent"'),
        marks=pytest.mark.rule("sanchos.term.discard-reserved-effect"),
    ),
    pytest.param(
        "card[aragon-3b].action[castilla].do[1].do",
        "only as the alternative after a Fortify",
        within("aragon-3b", '"deploy", points = 3, to = "home", recruit_remaining = true', '"besiege", points = 2'),
        marks=pytest.mark.rule("sanchos.card.castilla-besiege-only-instead"),
    ),
    pytest.param(
        "card[najera-2a].action[castilla].do[2].do",
        "only as the alternative after a Fortify",
        within("najera-2a", '"first-possible"', '"all"'),
        marks=pytest.mark.rule("sanchos.card.castilla-besiege-only-instead"),
    ),
    pytest.param(
        "card[castilla-2a].action[castilla].options[1].do",
        "only as the alternative after a Fortify",
        within("castilla-2a", '{ do = "move", max = 2 }', '{ do = "besiege", max = 1 }'),
        marks=pytest.mark.rule("sanchos.card.castilla-besiege-only-instead"),
    ),
]


@pytest.mark.parametrize("key, reason, edit", CARD_ERRORS)
def test_a_broken_deck_is_refused(tmp_path: Path, key: str, reason: str, edit: Edit) -> None:
    faults = faults_of(tmp_path, "cards.toml", edit)
    assert any(fault[:3] == (ERROR, "cards.toml", key) and reason in fault[3] for fault in faults), faults
    with pytest.raises(ContentError) as refused:
        load_content(tmp_path)
    assert refused.value.file == "cards.toml"


MENU_1C = 'options = [{ do = "move", max = 1 }, { do = "besiege", max = 1 }, { do = "fortify", max = 1 }]'

MAP_WARNINGS = [
    ("region", "no region is closed", pattern(r"closed_at = .+\n", "")),
    ("region", "lie between the others and does not in the solo game", link(("castilla", 2), ("pamplona", 9))),
    ("region", "two homes are adjacent with 3 players", link(("castilla", 2), ("najera", 7))),
    ("region", "only 17 VP can be scored in the solo game", swap('fort = "castle"', 'fort = "tower"', -1)),
    ("region[vizcaya].lon", "same point as alava", within("vizcaya", "-2.85\nlat = 43.25", "-2.65\nlat = 42.82")),
    ("region", "the lines santillana - castilla and merindades - bureba cross", within("merindades", "-3.50", "-4.5")),
]
CARD_WARNINGS = [
    # how the deck was made
    ("card[najera-1a].action[aragon]", "points 2 on a card of 1 CP", within("najera-1a", "points = 1", "points = 2")),
    (
        "card[aragon-2b].action[castilla]",
        "points 3 on",
        within("aragon-2b", '"fortify", points = 1', '"fortify", points = 2'),
    ),
    ("card[najera-3a].action[najera]", "points 2, 3, 3, 3 on", within("najera-3a", "points = 3\no", "points = 2\no")),
    (
        "card[najera-1a].action[najera].solo",
        "does not list the options",
        within("najera-1a", '"move", points', '"recruit", points'),
    ),
    (
        "card[najera-1a].action[najera].options[1].max",
        "higher than the 1 points",
        within("najera-1a", "max = 1", "max = 2"),
    ),
    (
        "card[najera-1c].action[najera].options",
        "cannot take all points",
        all_of(
            within("najera-1c", MENU_1C, 'options = [{ do = "move", max = 1 }]'),
            within("najera-1c", "points = 1\no", "points = 2\no"),
        ),
    ),
    (
        "card[najera-1b].action",
        "more than one action reserves",
        within(
            "najera-1b", 'do = "deploy", points = 1, to = "king", recruit_remaining = true', 'do = "reserve-this-card"'
        ),
    ),
    ("card", "ids that do not begin with the bottom Sancho and the CP: n1", within("najera-1a", '"najera-1a"', '"n1"')),
    # the example card
    ("card", "example card (castilla-1a of the shipped deck) is missing", within("castilla-1a", '"king"', '"home"')),
    ("card[castilla-1a].provenance", "prints the example card and no other", within("castilla-1a", '"king"', '"home"')),
    (
        "card[najera-1a].provenance",
        "prints the example card",
        within("najera-1a", "cp = 1", 'cp = 1\nprovenance = "rulebook"'),
    ),
    # the Hints on Play
    *(
        pytest.param(
            "card", f"{do} should be most frequent for {order}", recruit_instead(sancho, do), id=f"profile-{do}"
        )
        for do, order, sancho in (
            ("deploy", "aragon, then castilla, then najera", "aragon"),
            ("fortify", "castilla, then najera, then aragon", "najera"),
            ("attack", "najera, then castilla, then aragon", "najera"),
            ("move", "najera", "najera"),
            ("besiege", "aragon", "aragon"),
            ("reserve-this-card", "aragon", "aragon"),
        )
    ),
    ("card", "castilla should deploy more often to the King", in_actions("castilla", '"king"', '"home"')),
    ("card", "najera should be able to fortify first", recruit_instead("najera", "besiege")),
    # the terms of the rulebook
    *(
        pytest.param("card", f"no card uses the term {term!r}", edit, id=f"term-{term}")
        for term, edit in {
            "Move to opponent's weakest Army": swap(', to = "weakest"', "", -1),
            "Move to empty region": swap(', to = "empty"', "", -1),
            "Deploy to Home region": swap('to = "home"', 'to = "king"', -1),
            "Deploy to King": swap('to = "king"', 'to = "home"', -1),
            "Recruit remaining points": swap(", recruit_remaining = true", "", -1),
            "Attack most favourable": pattern(r'("attack", points = .), select = "most-favourable"', r"\1"),
            "Besiege most favourable": pattern(r'("besiege", points = .), select = "most-favourable"', r"\1"),
            "not in REGION": pattern(r', not_in = "\w+"', ""),
            "empty Garrison space": swap(", empty_only = true", "", -1),
            "Reserve this card at end of round": all_of(
                *(recruit_instead(sancho, "reserve-this-card") for sancho in ("aragon", "najera"))
            ),
            "discard Reserved cards": pattern(
                r'"discard-reserved", points = 1, whom = "each-opponent"', '"recruit", points = 1'
            ),
            "fortify, if not possible besiege": pattern(
                r'("fortify", points = . }, { do = )"besiege", (points = .), select = "most-favourable"',
                r'\1"recruit", \2',
            ),
            "attack, if not possible move": pattern(
                r'("attack", points = ., select = "[^"]+" }, { do = )"move"', r'\1"recruit"'
            ),
        }.items()
    ),
]


@pytest.mark.parametrize(
    "file, key, reason, edit",
    [
        pytest.param(file, *getattr(case, "values", case), id=getattr(case, "id", None))
        for file, cases in (("map.toml", MAP_WARNINGS), ("cards.toml", CARD_WARNINGS))
        for case in cases
    ],
)
def test_a_strange_pack_is_reported_and_accepted(tmp_path: Path, file: str, key: str, reason: str, edit: Edit) -> None:
    faults = faults_of(tmp_path, file, edit)
    assert any(fault[:3] == (WARNING, file, key) and reason in fault[3] for fault in faults), faults
    assert all(fault[0] == WARNING for fault in faults)
    load_content(tmp_path)


def shaped(change: Callable[[dict], object]) -> Edit:
    """Changes the data of shapes.json."""

    def edit(text: str) -> str:
        data = json.loads(text)
        change(data)
        return json.dumps(data)

    return edit


def put(*path_and_value: object) -> Edit:
    """Sets a value in shapes.json: keys and positions, then the value."""
    *path, last, value = path_and_value

    def change(data: dict) -> None:
        here: Any = data
        for step in path:
            here = here[step]
        here[last] = value

    return shaped(change)


@pytest.mark.parametrize(
    "key, reason, edit",
    [
        ("line 1", "is no JSON", lambda text: "{" + text),
        ("", "must hold an object", lambda text: "[]"),
        ("format", "must be 'mesnada-shapes'", put("format", "other")),
        ("version", "must be 1", put("version", 2)),
        ("game", "must be 'sanchos'", put("game", "kings")),
        ("view_box", "four numbers", put("view_box", [0, 0, 1000])),
        ("view_box", "four numbers", put("view_box", 3, float("nan"))),
        ("view_box", "four numbers", put("view_box", 3, True)),
        ("places", "must be a list", put("places", {})),
        ("places[2]", "an object with an id", put("places", 1, "id", 7)),
        ("places[castilla].id", "two places", put("places", 0, "id", "castilla")),
        ("places[castilla].rings", "a list of rings", put("places", 1, "rings", [])),
        ("places[castilla].rings[1]", "points [x, y]", put("places", 1, "rings", 0, [[0, 0], [1, 1]])),
        ("places[castilla].rings[1]", "points [x, y]", put("places", 1, "rings", 0, 4, [1, 2, 3])),
        ("places[castilla].rings[1]", "points [x, y]", put("places", 1, "rings", 0, 4, [1, "2"])),
    ],
)
def test_broken_shapes_are_refused(tmp_path: Path, key: str, reason: str, edit: Edit) -> None:
    faults = faults_of(tmp_path, "shapes.json", edit)
    assert any(fault[:3] == (ERROR, "shapes.json", key) and reason in fault[3] for fault in faults), faults
    with pytest.raises(ContentError):
        load_content(tmp_path)


@pytest.mark.parametrize(
    "key, reason, edit",
    [
        ("places", "no shape for the region santillana", shaped(lambda data: data["places"].pop(0))),
        ("places[leon]", "no such region", put("places", 0, "id", "leon")),
        ("places[santillana].number", "is 20, but 1 on the map", put("places", 0, "number", 20)),
        ("borders", "no border between the adjacent regions 1 and 2", shaped(lambda data: data["borders"].pop(0))),
        ("borders", "border between regions that are not adjacent: 1 and 14", put("borders", 0, "between", [14, 1])),
    ],
)
def test_shapes_that_do_not_fit_the_map_are_reported(tmp_path: Path, key: str, reason: str, edit: Edit) -> None:
    faults = faults_of(tmp_path, "shapes.json", edit)
    assert any(fault[:3] == (WARNING, "shapes.json", key) and reason in fault[3] for fault in faults), faults
    load_content(tmp_path)


def test_all_faults_are_found(tmp_path: Path) -> None:
    export(tmp_path)
    for file, edits in {
        "map.toml": [
            swap("home = 3", "home = 4"),
            within("alava", "[3, 4,", "[4,"),
            within("oca", "fort =", "x = 1\nfort ="),
        ],
        "cards.toml": [within("najera-1a", "cp = 1", "cp = 7"), within("najera-2c", '"recruit"', '"rest"')],
        "shapes.json": [put("game", "chess")],
    }.items():
        path = tmp_path / file
        path.write_text(all_of(*edits)(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert [(fault.error.file, fault.error.key) for fault in check(tmp_path)] == [
        ("map.toml", "values.board.home"),
        ("map.toml", "region[oca].x"),
        ("map.toml", "region[merindades].adjacent"),
        ("cards.toml", "card[najera-1a].cp"),
        ("cards.toml", "card[najera-2c].action[aragon].do[1].do"),
        ("shapes.json", "game"),
    ]


# --- folders -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_a_folder_may_replace_any_one_file(tmp_path: Path, file: str) -> None:
    export(tmp_path / "all")
    (tmp_path / "own").mkdir()
    (tmp_path / "all" / file).rename(tmp_path / "own" / file)
    assert check(tmp_path / "own") == []
    assert load_content(tmp_path / "own") == load_content()


def test_an_added_region_without_a_shape_is_drawn_from_its_place(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, "map.toml", chain(32))
    assert {(fault[0], fault[1]) for fault in faults} == {(WARNING, "shapes.json")}
    content = load_content(tmp_path)
    assert [region.number for region in content.board.regions] == list(range(1, 33))
    assert content.digest != load_content().digest


def test_the_digest_is_of_what_is_played_with(tmp_path: Path) -> None:
    export(tmp_path)
    shipped = load_content()
    shapes = tmp_path / "shapes.json"
    shapes.write_text(put("view_box", [0, 0, 10, 10])(shapes.read_text(encoding="utf-8")), encoding="utf-8")
    assert load_content(tmp_path).digest == shipped.digest
    cards = tmp_path / "cards.toml"
    cards.write_text(within("najera-1a", '"home"', '"king"')(cards.read_text(encoding="utf-8")), encoding="utf-8")
    assert load_content(tmp_path).digest != shipped.digest


def test_folders_that_are_not_packs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no such folder"):
        load_content(tmp_path / "nowhere")
    with pytest.raises(ContentError, match=r"has none of the files map\.toml, cards\.toml, shapes\.json"):
        load_content(tmp_path)
    export(tmp_path)
    (tmp_path / "card.toml").write_text("")
    with pytest.raises(ContentError, match=r"not a file of this content pack; did you mean cards\.toml"):
        load_content(tmp_path)
    assert [fault.grade for fault in check(tmp_path)] == [ERROR]


def test_files_that_are_not_text_are_refused(tmp_path: Path) -> None:
    export(tmp_path)
    for name in FILES:
        (tmp_path / name).write_bytes(b"\xff\xfe\x00")
    faults = check(tmp_path)
    assert [(fault.error.file, fault.error.reason) for fault in faults] == [
        (name, "is not UTF-8 text") for name in FILES
    ]


def test_export_overwrites_nothing(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b"
    assert [path.name for path in export(target)] == list(FILES)
    (target / "map.toml").unlink()
    with pytest.raises(ContentError, match=r"cards\.toml: is already in"):
        export(target)
    assert not (target / "map.toml").exists()


# --- the shipped content -------------------------------------------------------------------------------------------


@pytest.fixture
def shipped() -> Content:
    return load_content()


def test_the_shipped_content_has_no_fault() -> None:
    assert check() == []


def test_the_shipped_content_is_read_once(shipped: Content) -> None:
    assert load_content() is shipped


def test_content_can_go_to_another_process(shipped: Content) -> None:
    assert pickle.loads(pickle.dumps(shipped)) == shipped


def test_parsers_take_the_tables_of_a_file(tmp_path: Path, shipped: Content) -> None:
    export(tmp_path)
    data = {path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in tmp_path.glob("*.toml")}
    assert parse_board(data["map.toml"], "m") == shipped.board
    assert parse_cards(data["cards.toml"], "c") == shipped.cards
    with pytest.raises(ContentError, match=r"^m, region: is missing"):
        parse_board({**data["map.toml"], "region": None}, "m")
    with pytest.raises(ContentError, match=r"^c, card: there must be 27 cards, not 26"):
        parse_cards({**data["cards.toml"], "card": data["cards.toml"]["card"][:-1]}, "c")
    assert issubclass(ContentError, MesnadaError)


def test_the_shipped_board(shipped: Content) -> None:
    board = shipped.board
    assert [region.number for region in board.regions] == list(range(1, 15))
    assert {region.home_of: region.id for region in board.regions if region.home_of} == {s: s for s in SANCHOS}
    assert {region.id: region.closed_at for region in board.regions if region.closed_at} == {
        "santillana": (3,), "guipuzcoa": (2,), "sobrarbe": (2,), "vizcaya": (2,)
    }
    assert (board.arrow_top, board.arrow_bottom, board.covered_at_start) == ("highest", "lowest", "top")
    assert board.values["board"] == {"home": 3, "castle": 2, "tower": 1}
    assert board.values["solo"] == {"home": 2, "castle": 2, "tower": 1}
    assert (board.provenance, board.version) == ("reconstruction", 3)


@pytest.mark.rule("sanchos.board.adjacency-symmetric")
def test_adjacency_of_the_shipped_board_goes_both_ways(shipped: Content) -> None:
    for a in shipped.board.regions:
        for b in shipped.board.regions:
            assert (a.number in b.adjacent) == (b.number in a.adjacent)
        assert a.number not in a.adjacent


@pytest.mark.rule("sanchos.components.deck")
def test_the_make_up_of_the_shipped_deck(shipped: Content) -> None:
    assert len({card.id for card in shipped.cards}) == len(shipped.cards) == 27
    made_up = Counter((card.actions[2].sancho, card.cp) for card in shipped.cards)
    assert made_up == {(sancho, cp): 3 for sancho in SANCHOS for cp in (1, 2, 3)}
    assert Counter(card.cp for card in shipped.cards) == {1: 9, 2: 9, 3: 9}


def test_the_example_card_is_one_of_three_of_its_kind(shipped: Content) -> None:
    kind = [card for card in shipped.cards if card.cp == 1 and card.actions[2].sancho == "castilla"]
    assert len(kind) == 3
    (card,) = (card for card in kind if card.provenance == "rulebook")
    upper, middle, bottom = card.actions
    assert [action.sancho for action in card.actions] == ["najera", "aragon", "castilla"]
    assert upper.mode == "first-possible"
    assert upper.items == (Item("fortify", 1), Item("besiege", 1, select="most-favourable"))
    assert middle.items == (Item("deploy", 1, to="king", recruit_remaining=True),)
    assert (bottom.mode, bottom.points) == ("menu", 1)
    assert bottom.items == (Item("move", 1), Item("attack", 1, not_in="aragon"), Item("fortify", 1, empty_only=True))
    assert bottom.solo == bottom.items
    assert card == EXAMPLE_CARD


@pytest.mark.rule("sanchos.card.profiles")
def test_the_sanchos_of_the_shipped_deck_differ_as_the_hints_say(shipped: Content) -> None:
    said = [(a.sancho, item) for card in shipped.cards for a in card.actions for item in a.items]
    count = Counter((item.do, sancho) for sancho, item in said)

    def ranked(do: str) -> list[str]:
        """The Sanchos by how often they have the action, most often first; no ties at either end."""
        numbers = sorted(((count[do, sancho], sancho) for sancho in SANCHOS), reverse=True)
        return [sancho for _, sancho in numbers]

    def alone_at(place: int, do: str) -> str:
        sancho = ranked(do)[place]
        assert sum(count[do, other] == count[do, sancho] for other in SANCHOS) == 1
        return sancho

    assert {alone_at(0, do) for do in ("deploy", "besiege", "reserve-this-card")} == {"aragon"}
    assert alone_at(0, "fortify") == "castilla"
    assert {alone_at(0, do) for do in ("attack", "move")} == {"najera"}
    assert {alone_at(-1, do) for do in ("fortify", "attack")} == {"aragon"}
    assert alone_at(-1, "deploy") == "najera"
    to = Counter(item.to for sancho, item in said if (sancho, item.do) == ("castilla", "deploy"))
    assert to["king"] > to["home"]


def test_reserving_the_card_counts_as_a_point(shipped: Content) -> None:
    (card,) = (card for card in shipped.cards if card.id == "castilla-3a")
    assert card.actions[1].mode == "all"
    assert card.actions[1].items == (Item("deploy", 2, to="king"), Item("reserve-this-card", 1))


# --- made-up boards ------------------------------------------------------------------------------------------------

REGIONS: list[dict[str, object]] = [
    {"id": "c-home", "number": 2, "space": "home", "home": "castilla"},
    {"id": "r1", "number": 1, "space": "tower", "closed_at": [2]},
    {"id": "n-home", "number": 3, "space": "home", "home": "najera"},
    {"id": "a-home", "number": 4, "space": "home", "home": "aragon"},
    {"id": "r5", "number": 5, "space": "castle"},
    {"id": "r6", "number": 6, "space": "tower", "name": "Six"},
]
PAIRS = [["r1", "c-home"], ["c-home", "n-home"], ["n-home", "a-home"], ["a-home", "r5"], ["r6", "r5"]]


def test_a_made_up_board() -> None:
    board = made_up_board(REGIONS, PAIRS)
    assert [region.id for region in board.regions] == ["r1", "c-home", "n-home", "a-home", "r5", "r6"]
    assert [region.adjacent for region in board.regions] == [(2,), (1, 3), (2, 4), (3, 5), (4, 6), (5,)]
    assert [region.fort for region in board.regions] == ["tower", "home", "home", "home", "castle", "tower"]
    assert [region.home_of for region in board.regions] == [None, "castilla", "najera", "aragon", None, None]
    assert [region.closed_at for region in board.regions] == [(2,), (), (), (), (), ()]
    assert [region.name for region in board.regions][-2:] == ["r5", "Six"]
    assert len({(region.lon, region.lat) for region in board.regions}) == 6
    assert board.values == load_content().board.values


@pytest.mark.parametrize(
    "key, reason, regions, pairs",
    [
        ("adjacent[6]", "no region r7", REGIONS, [*PAIRS, ["r1", "r7"]]),
        ("adjacent[6]", "a pair of two regions", REGIONS, [*PAIRS, ["r1", "r1"]]),
        ("adjacent[6]", "a pair of two regions", REGIONS, [*PAIRS, ["r1"]]),
        ("adjacent[6]", "a pair already", REGIONS, [*PAIRS, ["c-home", "r1"]]),
        ("region[r6].adjacent", "cannot be reached", REGIONS, PAIRS[:-1]),
        (
            "region",
            "castilla must have one home",
            [{"id": "c-home", "number": 2, "space": "tower"}, *REGIONS[1:]],
            PAIRS,
        ),
        ("region[r5].fort", "must be one of", [*REGIONS[:4], {**REGIONS[4], "space": "inn"}, REGIONS[5]], PAIRS),
        ("region[r5].number", "is missing", [*REGIONS[:4], {"id": "r5", "space": "castle"}, REGIONS[5]], PAIRS[:-2]),
        ("region[r5].gold", "not a known key", [*REGIONS[:4], {**REGIONS[4], "gold": 1}, REGIONS[5]], PAIRS),
    ],
)
def test_made_up_boards_are_checked(
    key: str, reason: str, regions: list[dict[str, object]], pairs: list[list[str]]
) -> None:
    with pytest.raises(ContentError) as refused:
        made_up_board(regions, pairs)
    assert (refused.value.file, refused.value.key) == ("testmap", key)
    assert reason in refused.value.reason

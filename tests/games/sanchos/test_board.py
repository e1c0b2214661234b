"""The picture of a position: well-formed, complete, named for screen readers, the same every time."""

from __future__ import annotations

import re
import string
import tomllib
import xml.etree.ElementTree as ET
from dataclasses import replace
from importlib.resources import files

import pytest

from mesnada.boards.svg import all_symbols, num, path_data
from mesnada.boards.svg_look import plain, sides, tokens
from mesnada.boards.svg_map import atlas_of_links
from mesnada.boards.svg_room import Room, rows_of
from mesnada.games.sanchos.drawing.board import (
    ENGLISH,
    SPANISH,
    DieScene,
    Group,
    RegionScene,
    Scene,
    atlas_for,
    draw,
    ground,
    live,
)

SVG = "{http://www.w3.org/2000/svg}"

# The made-up map of the worked examples.
TEST_REGIONS = (
    ("r1", "tower", None), ("c-home", "home", "castilla"), ("r3", "castle", None), ("r4", "tower", None),
    ("r5", "castle", None), ("n-home", "home", "najera"), ("r7", "tower", None), ("r8", "castle", None),
    ("r9", "tower", None), ("r10", "castle", None), ("a-home", "home", "aragon"), ("r12", "tower", None),
)  # fmt: skip
TEST_LINKS = (
    ("c-home", "r1"), ("c-home", "r3"), ("c-home", "r4"), ("r1", "r3"), ("r3", "r4"), ("r3", "r5"), ("r4", "r5"),
    ("r4", "n-home"), ("r5", "n-home"), ("r5", "r7"), ("n-home", "r7"), ("n-home", "r8"), ("r7", "r9"), ("r8", "r9"),
    ("r8", "a-home"), ("r9", "r10"), ("r9", "a-home"), ("r10", "a-home"), ("r10", "r12"), ("r12", "a-home"),
)  # fmt: skip


def empty_regions(*, solo: bool = False, closed: tuple[str, ...] = ()) -> dict[str, RegionScene]:
    text = (files("mesnada.games.sanchos") / "content" / "map.toml").read_text("utf-8")
    content = tomllib.loads(text)
    values = content["values"]["solo" if solo else "board"]
    return {
        r["id"]: RegionScene(
            r["id"], r["name"], r["fort"], r.get("home_of"), values[r["fort"]], r["number"], r["id"] in closed,
            None, (), None, None,
        )
        for r in content["region"]
    }  # fmt: skip


def crowded() -> Scene:
    regions = empty_regions()
    regions["calahorra"] = replace(
        regions["calahorra"], owner="aragon", garrison=Group("aragon", 1, False), battle=True, el_cid=True,
        fields=(Group("castilla", 3, True), Group("najera", 1, True), Group("aragon", 5, False)),
    )  # fmt: skip
    regions["pamplona"] = replace(
        regions["pamplona"], owner="najera", garrison=Group("najera", 1, False), siege=Group("aragon", 2, False),
        fields=(Group("aragon", 1, False),),
    )  # fmt: skip
    regions["najera"] = replace(regions["najera"], owner="najera", garrison=Group("najera", 2, True))
    dice = (
        DieScene("castilla", True, 7), DieScene("castilla", False, 6), DieScene("najera", True, 0),
        DieScene("aragon", False, 5), DieScene("najera", False, 8), DieScene("aragon", True, 4),
    )  # fmt: skip
    scores = (("castilla", 7), ("najera", 5), ("aragon", 11))
    return Scene(
        "Round 5", tuple(regions.values()), scores, dice, False, None, 14, 2,
        legal_regions=("najera", "oca"), chosen_regions=("alava",),
    )  # fmt: skip


def solo() -> Scene:
    regions = tuple(empty_regions(solo=True).values())
    return Scene("Round 1", regions, (("player:najera", 2), ("auto", 4)), (), True, "lowest", 26, 0)


def test_map() -> Scene:
    value = {"home": 3, "castle": 2, "tower": 1}
    regions = tuple(
        RegionScene(
            i, i, fort, home, value[fort], n + 1, False, home, (), Group(home, 1, False) if home else None, None
        )
        for n, (i, fort, home) in enumerate(TEST_REGIONS)
    )
    return Scene("Example", regions, (("castilla", 3), ("najera", 3), ("aragon", 3)), (), False, None, 20, 3)


test_map.__test__ = False  # type: ignore[attr-defined]

SCENES = {"crowded": crowded, "solo": solo, "cells": test_map}
scenes = pytest.mark.parametrize("name", SCENES)


def ids_of(svg: str) -> list[str]:
    return [e.attrib["id"] for e in ET.fromstring(svg).iter() if "id" in e.attrib]


@scenes
@pytest.mark.parametrize("resolve", [False, True])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_well_formed_with_unique_ids_and_no_loose_ends(name: str, resolve: bool, theme: str) -> None:
    svg = draw(SCENES[name](), theme=theme, resolve=resolve)
    ids = ids_of(svg)
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'href="#([\w-]+)"|url\(#([\w-]+)\)', svg))
    assert {a or b for a, b in wanted} <= set(ids)
    assert len(svg.encode()) < 110_000


@scenes
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_resolved_pictures_need_no_style_sheet(name: str, theme: str) -> None:
    svg = draw(SCENES[name](), theme=theme, resolve=True)
    for word in ("var(", "light-dark(", "<style", "class=", "paint-order"):
        assert word not in svg
    assert tokens()["land"][11:18] in svg or theme == "dark"


@scenes
def test_same_scene_same_picture(name: str) -> None:
    assert draw(SCENES[name]()) == draw(SCENES[name]())


def test_every_piece_is_there_and_named() -> None:
    svg = draw(crowded())
    root = ET.fromstring(svg)
    by_id = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
    assert {f"region-{r.id}" for r in crowded().regions} <= set(by_id)
    names = {
        "field-calahorra-castilla": "field army of Castilla: King and 3 Troops",
        "field-calahorra-najera": "field army of Nájera: King and 1 Troop",
        "field-calahorra-aragon": "field army of Aragón: 5 Troops",
        "field-pamplona-aragon": "field army of Aragón: 1 Troop",
        "garrison-pamplona": "garrison of Nájera: 1 Troop",
        "siege-pamplona": "besieged by Aragón with 2 Troops",
        "garrison-najera": "garrison of Nájera: King and 2 Troops",
        "die-0": "Castilla King’s Guard 7",
        "die-4": "Nájera Troop 8",
        "score-2": "Aragón: 11 VP",
        "battle": "the battle is here",
        "el-cid": "El Cid",
    }
    for key, name in names.items():
        assert by_id[key].attrib["aria-label"] == name
        title = by_id[key].find(f"{SVG}title")
        assert title is not None and title.text == name
    assert by_id["region-alava"].attrib["aria-label"].endswith("; chosen")
    assert "×5" in svg


def test_root_tells_the_whole_position() -> None:
    root = ET.fromstring(draw(crowded(), lang="es"))
    assert root.attrib["role"] == "img" and root.attrib["lang"] == "es"
    desc = root.find(f"{SVG}desc")
    assert desc is not None and desc.text is not None
    for words in ("Castilla: 7 PV", "asediada por Aragón con 2 tropas", "Nájera, Guardia Real 0", "Mazo: 14 cartas"):
        assert words in desc.text


def test_names_are_escaped() -> None:
    regions = list(crowded().regions)
    regions[0] = replace(regions[0], name='<b>&"\x07')
    svg = draw(replace(crowded(), regions=tuple(regions), title="<script>"))
    ET.fromstring(svg)
    assert "<b>" not in svg and "<script" not in svg and "&lt;b&gt;&amp;&quot;" in svg


def test_closed_regions_are_shut() -> None:
    regions = tuple(empty_regions(closed=("guipuzcoa", "vizcaya")).values())
    svg = draw(Scene("", regions, (), (), False, None, 18, 0))
    assert svg.count(">No Entry!</text>") == 2
    assert "¡Sin paso!" in draw(Scene("", regions, (), (), False, None, 18, 0), lang="es")


def test_solo_side_has_numbers_arrows_and_a_shared_shield() -> None:
    svg = draw(solo())
    ids = ids_of(svg)
    assert {"arrow-highest", "arrow-lowest", "tiebreak"} <= set(ids)
    assert "Auto-Sanchos (Aragón, Castilla): 4 VP" in svg and "Player (Nájera): 2 VP" in svg
    numbers = [e.text for e in ET.fromstring(svg).iter(f"{SVG}text") if e.attrib.get("class") == "number"]
    assert sorted(int(n or 0) for n in numbers) == list(range(1, 15))
    assert "tiebreak" not in ids_of(draw(crowded()))


def test_a_page_gets_buttons_and_everything_for_later() -> None:
    svg = draw(solo(), static=False, legal=("oca", "column-6"))
    root = ET.fromstring(svg)
    assert root.attrib["role"] == "group"
    assert {e.attrib["data-act"] for e in root.iter() if e.attrib.get("role") == "button"} == {"oca", "column-6"}
    assert {s for s in all_symbols() if s.startswith("sanchos-")} <= set(ids_of(svg))
    later = live(crowded())
    for node in (later.owners, later.pieces, later.chart):
        for target in re.findall(r'href="#([\w-]+)"', str(node)):
            assert target in ids_of(svg)
    assert later.owners.attrs["id"] == "owners"
    assert ground(solo()) is ground(solo())


def test_prefix_keeps_two_pictures_apart() -> None:
    one, two = set(ids_of(draw(solo(), prefix="a-"))), set(ids_of(draw(solo(), prefix="b-")))
    assert not one & two
    svg = draw(solo(), prefix="a-")
    assert not re.findall(r'href="#(?!a-)|url\(#(?!a-)|labelledby="(?!a-)', svg)


def test_cells_for_a_map_without_shapes() -> None:
    ids = tuple(i for i, _, _ in TEST_REGIONS)
    atlas = atlas_for(ids, TEST_LINKS)
    assert set(atlas.forms) == set(ids) and len(atlas.roads) == len(TEST_LINKS)
    svg = draw(test_map(), atlas=atlas)
    assert {f"region-{i}" for i in ids} <= set(ids_of(svg)) and "deck 20" in svg
    boxes = []
    for form in atlas.forms.values():
        xs, ys = [p[0] for p in form.rings[0]], [p[1] for p in form.rings[0]]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for k, (l1, t1, r1, b1) in enumerate(boxes):
        assert l1 >= 0 and t1 >= 0 and r1 <= atlas.width and b1 <= atlas.height
        assert all(r1 < l2 or r2 < l1 or b1 < t2 or b2 < t1 for l2, t2, r2, b2 in boxes[:k])
    with pytest.raises(ValueError, match="unknown regions: nowhere"):
        atlas_of_links(("a",), (("a", "nowhere"),))
    with pytest.raises(ValueError, match="has no region"):
        draw(crowded(), atlas=atlas)


def test_cells_follow_places_where_given() -> None:
    atlas = atlas_of_links(
        "abcd", (("a", "b"),), {"a": (-5.0, 43.0), "b": (0.0, 43.0), "c": (-5.0, 40.0), "d": (0.0, 40.0)}
    )
    at = {i: (form.rings[0][0][0], form.rings[0][0][1]) for i, form in atlas.forms.items()}
    assert at["a"][0] < at["b"][0] and at["a"][1] < at["c"][1] and at["d"][0] > at["c"][0]


def test_both_languages_have_the_same_words_and_places() -> None:
    assert ENGLISH.keys() == SPANISH.keys()

    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for key in ENGLISH:
        assert fields(ENGLISH[key]) == fields(SPANISH[key]), key


def test_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="theme"):
        draw(solo(), theme="sepia")


def test_numbers_and_paths_are_short() -> None:
    assert [num(x) for x in (0, -0.04, 0.5, -0.5, 12.0, 10.04, 3.14159)] == ["0", "0", ".5", "-.5", "12", "10", "3.1"]
    assert path_data([[(1, 2), (3, 1.5), (3, 1.5), (0.26, 0)]]) == "M1 2l2-.5-2.7-1.5z"


def test_plain_colours() -> None:
    castilla = {**tokens(), **sides("sanchos")["side-castilla"]}
    assert plain("var(--side,#c9ab78)", castilla, "light") == "#9b1f1e"
    assert plain("var(--side,#c9ab78)", castilla, "dark") == "#b8352f"
    assert plain("var(--nothing, rgb(1, 2, 3))", {}, "light") == "rgb(1, 2, 3)"
    with pytest.raises(KeyError):
        plain("var(--nothing)", {}, "light")


def test_room_finds_the_nearest_free_box() -> None:
    room = Room([[(0, 0), (40, 0), (40, 40), (0, 40)]], step=4)
    assert room.nearest(8, 8, 0, 0) == ((4, 4), 32**0.5)
    assert room.nearest(44, 8, 20, 20) is None
    room.take((0, 0, 40, 20))
    found = room.nearest(8, 8, 20, 0)
    assert found is not None and found[0] == (20, 24)
    assert room.free((0, 20, 40, 20)) and not room.free((0, 19, 4, 4))
    spots = rows_of(room, [(18, 8), (18, 8), (18, 8)], 20, 20, gap=2)
    assert spots is not None and len({y for _, y in spots}) == 2
    assert rows_of(room, [(50, 8)], 20, 20) is None

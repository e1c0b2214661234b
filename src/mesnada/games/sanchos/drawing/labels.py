"""Words on and about the picture of a position: labels in English and Spanish, names of pieces, the description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mesnada.games.sanchos.drawing.board import DieScene, Group, RegionScene, Scene

Labels = Mapping[str, str]

ENGLISH: Labels = {
    "game": "War of the 3 Sanchos",
    "sancho.najera": "Nájera",
    "sancho.aragon": "Aragón",
    "sancho.castilla": "Castilla",
    "fort.home": "home castle of {sancho}",
    "fort.castle": "castle",
    "fort.tower": "tower",
    "king": "King",
    "troop": "1 Troop",
    "troops": "{n} Troops",
    "and": "{a} and {b}",
    "none": "no pieces",
    "region": "{name}, {fort}, {value} VP",
    "region.number": "region {number}",
    "garrison": "garrison of {sancho}: {group}",
    "garrison.none": "not garrisoned",
    "siege": "besieged by {sancho} with {group}",
    "field": "field army of {sancho}: {group}",
    "el-cid": "El Cid",
    "battle": "the battle is here",
    "battle.in": "Battle in {name}",
    "chart": "Score and Battle chart",
    "chart.note": "score on the arches, dice below",
    "closed": "No Entry!",
    "closed.region": "{name}: No Entry!",
    "column": "Column {n}",
    "die": "{sancho} Troop {n}",
    "die.king": "{sancho} King’s Guard {n}",
    "score": "{who}: {n} VP",
    "score.player": "Player",
    "score.auto": "Auto-Sanchos",
    "deck": "deck {n}",
    "discard": "discard {n}",
    "cards": "Deck: {deck} cards. Discard pile: {discard}.",
    "arrows": "ties",
    "arrow.highest": "highest",
    "arrow.lowest": "lowest",
    "arrow": "Decision arrows: ties go to the {which} region number; the Tiebreak token covers the other arrow.",
    "legal": "may be chosen",
    "chosen": "chosen",
    "scores": "Score: {list}.",
    "dice": "Dice: {list}.",
    "empty": "Regions without pieces: {list}.",
    "map.Mar de Vizcaya": "Bay of Biscay",
    "map.Francia": "France",
    "map.León": "León",
    "map.Taifa de Zaragoza": "Taifa of Zaragoza",
}

SPANISH: Labels = {
    "game": "La Guerra de los 3 Sanchos",
    "sancho.najera": "Nájera",
    "sancho.aragon": "Aragón",
    "sancho.castilla": "Castilla",
    "fort.home": "castillo natal de {sancho}",
    "fort.castle": "castillo",
    "fort.tower": "torre",
    "king": "Rey",
    "troop": "1 tropa",
    "troops": "{n} tropas",
    "and": "{a} y {b}",
    "none": "sin piezas",
    "region": "{name}, {fort}, {value} PV",
    "region.number": "región {number}",
    "garrison": "guarnición de {sancho}: {group}",
    "garrison.none": "sin guarnición",
    "siege": "asediada por {sancho} con {group}",
    "field": "ejército de campaña de {sancho}: {group}",
    "el-cid": "El Cid",
    "battle": "la batalla es aquí",
    "battle.in": "Batalla en {name}",
    "chart": "Marcador y tabla de batalla",
    "chart.note": "puntos sobre los arcos, dados debajo",
    "closed": "¡Sin paso!",
    "closed.region": "{name}: ¡sin paso!",
    "column": "Columna {n}",
    "die": "{sancho}, tropa {n}",
    "die.king": "{sancho}, Guardia Real {n}",
    "score": "{who}: {n} PV",
    "score.player": "Jugador",
    "score.auto": "Auto-Sanchos",
    "deck": "mazo {n}",
    "discard": "descarte {n}",
    "cards": "Mazo: {deck} cartas. Descarte: {discard}.",
    "arrows": "empates",
    "arrow.highest": "mayor",
    "arrow.lowest": "menor",
    "arrow": "Flechas de decisión: los empates van al {which} número de región; la ficha tapa la otra flecha.",
    "legal": "se puede elegir",
    "chosen": "elegida",
    "scores": "Puntos: {list}.",
    "dice": "Dados: {list}.",
    "empty": "Regiones sin piezas: {list}.",
    "map.Mar de Vizcaya": "Mar de Vizcaya",
    "map.Francia": "Francia",
    "map.León": "León",
    "map.Taifa de Zaragoza": "Taifa de Zaragoza",
}

LABELS: Mapping[str, Labels] = {"en": ENGLISH, "es": SPANISH}
SANCHOS = ("najera", "aragon", "castilla")


def sancho_name(labels: Labels, sancho: str) -> str:
    """The name of a Sancho; the id where the labels know none."""
    return labels.get(f"sancho.{sancho}", sancho)


def group_text(labels: Labels, group: Group) -> str:
    """“King and 3 Troops”."""
    troops = (
        "" if not group.troops else labels["troop"] if group.troops == 1 else labels["troops"].format(n=group.troops)
    )
    if group.king and troops:
        return labels["and"].format(a=labels["king"], b=troops)
    return labels["king"] if group.king else troops or labels["none"]


def army_text(labels: Labels, kind: str, group: Group) -> str:
    """A group with its owner; ``kind`` is garrison, siege or field."""
    return labels[kind].format(sancho=sancho_name(labels, group.sancho), group=group_text(labels, group))


def fort_text(labels: Labels, region: RegionScene) -> str:
    return labels[f"fort.{region.fort}"].format(sancho=sancho_name(labels, region.home_of or ""))


def region_text(labels: Labels, region: RegionScene, *, solo: bool = False) -> str:
    """Everything about a region in one line."""
    if region.closed:
        return labels["closed.region"].format(name=region.name)
    parts = [labels["region"].format(name=region.name, fort=fort_text(labels, region), value=region.value)]
    if solo:
        parts.append(labels["region.number"].format(number=region.number))
    parts.append(army_text(labels, "garrison", region.garrison) if region.garrison else labels["garrison.none"])
    if region.siege:
        parts.append(army_text(labels, "siege", region.siege))
    parts += [army_text(labels, "field", g) for g in region.fields]
    if region.el_cid:
        parts.append(labels["el-cid"])
    if region.battle:
        parts.append(labels["battle"])
    return "; ".join(parts)


def die_text(labels: Labels, die: DieScene) -> str:
    return labels["die.king" if die.king else "die"].format(sancho=sancho_name(labels, die.sancho), n=die.column)


def marker(scores: Sequence[tuple[str, int]], name: str) -> tuple[str, tuple[str, ...]]:
    """What a score marker stands for: its kind (``sancho``, ``player``, ``auto``) and its Sanchos.

    Markers are a Sancho id, or “player” or “auto”, alone or with Sanchos: “player:najera”, “auto:aragon+castilla”.
    The Sanchos of “auto” follow from the player's where they are not given.
    """
    kind, _, rest = name.partition(":")
    if kind not in ("player", "auto"):
        return "sancho", (kind,)
    given = tuple(s for s in rest.split("+") if s)
    if kind == "auto" and len(given) != 2:
        player = next((m.partition(":")[2] for m, _ in scores if m.startswith("player:")), "")
        others = tuple(s for s in SANCHOS if s != player)
        if player and len(others) == 2:
            given = others
    return kind, given


def score_text(labels: Labels, scene: Scene, name: str, points: int) -> str:
    kind, sanchos = marker(scene.scores, name)
    names = ", ".join(sancho_name(labels, s) for s in sanchos)
    who = names if kind == "sancho" else labels[f"score.{kind}"] + (f" ({names})" if names else "")
    return labels["score"].format(who=who, n=points)


def description(labels: Labels, scene: Scene) -> str:
    """The whole picture in one paragraph."""
    parts = [f"{scene.title}.".replace("..", ".")] if scene.title else []
    if scene.scores:
        parts.append(labels["scores"].format(list=", ".join(score_text(labels, scene, m, n) for m, n in scene.scores)))
    bare: list[str] = []
    for r in scene.regions:
        if not r.closed and not (r.garrison or r.siege or r.fields or r.el_cid or r.battle):
            bare.append(r.name)
        else:
            parts.append(region_text(labels, r) + ("" if r.closed else "."))
    if bare:
        parts.append(labels["empty"].format(list=", ".join(bare)))
    if scene.dice:
        parts.append(labels["dice"].format(list=", ".join(die_text(labels, d) for d in scene.dice)))
    if scene.solo and scene.arrow_visible:
        parts.append(arrow_text(labels, scene.arrow_visible))
    parts.append(labels["cards"].format(deck=scene.deck, discard=scene.discard))
    return " ".join(parts)


def arrow_text(labels: Labels, visible: str) -> str:
    return labels["arrow"].format(which=labels[f"arrow.{visible}"])

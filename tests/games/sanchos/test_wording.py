"""What the game says: complete in both languages, true to the position, and nothing that its reader may not know."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

import mesnada.games.sanchos as package
from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS, Card, CardAction, Item
from mesnada.games.sanchos.elcid import place_el_cid
from mesnada.games.sanchos.model import (
    ATTACKED,
    BESIEGED,
    CARD,
    CARD_ORDER,
    CID_HOLDER,
    CID_REGION,
    DECK,
    DICE_T,
    LEFT,
    MENU_USED,
    MUST_FIGHT,
    NEXT_ORDER,
    ON_TABLE,
    PLAYED,
    SALLY,
    SIEGER,
    SUCCESSES,
    TURN_OF,
    TURN_TAKEN,
    USED,
    SanchosState,
)
from mesnada.games.sanchos.orders import card_turn
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.games.sanchos.round import END_OF_ROUND, TurnNow
from mesnada.games.sanchos.siege import SIEGE_LOSSES
from mesnada.games.sanchos.steps import STEPS
from mesnada.games.sanchos.words.card_lists import card_places, cards_named, hand_lines
from mesnada.games.sanchos.words.card_text import card_text
from mesnada.games.sanchos.words.wording import SanchosWording
from mesnada.kernel.catalogue import Catalogue, compare
from mesnada.kernel.content import resource
from mesnada.kernel.game import Outcome, random_option_sets
from mesnada.kernel.refusal import Refusal
from tests.games.sanchos.reading import LANGUAGES, Reader, check, check_sentence
from tests.games.sanchos.scenes import card_action, cp_turn, do, item, play_card, scene

SELVES = ["castilla garrison c-home K", "najera garrison n-home K", "aragon garrison a-home K"]
"""The Kings at home, for scenes in which they play no part."""


def kings(*lines: str) -> list[str]:
    """These pieces, and at home the Kings that they leave out."""
    placed = {line.split()[0] for line in lines if line.split()[3].startswith("K")}
    return [*lines, *(line for line in SELVES if line.split()[0] not in placed)]


def words(lang: str = "en") -> SanchosWording:
    wording = GAME.wording(lang)
    assert isinstance(wording, SanchosWording)
    return wording


def said(g: SanchosState, action: str, lang: str = "en") -> str:
    return words(lang).action(g, g.actions.parse(action))


def log(g: SanchosState, kind: str, lang: str = "en") -> list[str]:
    """The lines of all events of a kind so far."""
    return [words(lang).event(g, event) for event in g.events or [] if event.kind == kind]


def refused(g: SanchosState, action: str, lang: str = "en") -> str:
    refusal = g.why_not(g.actions.parse(action))
    assert refusal is not None
    return words(lang).refusal(g, refusal)


# -- the catalogues ------------------------------------------------------------------------------------------------


def game_texts(lang: str) -> Catalogue:
    return Catalogue(lang, resource(package.__name__, "text"))


def test_both_languages_have_the_same_texts() -> None:
    assert compare(game_texts("en"), game_texts("es")) == []


def test_nothing_was_left_in_english() -> None:
    """Texts that are equal in both languages consist of names and signs."""
    english, spanish = game_texts("en"), game_texts("es")
    for key in sorted(english.keys()):
        here, there = ("".join(text for text, _ in words._texts[key]) for words in (english, spanish))
        rest = re.sub(r"El Cid|Auto-Sanchos?|Castilla|Nájera|Aragón|Normal", "", here)
        assert here != there or not re.search(r"\w", rest), key


def modules() -> list[Any]:
    return [import_module(f"{package.__name__}.{m.name}") for m in pkgutil.iter_modules(package.__path__)]


def calls(name: str) -> Iterator[ast.Call]:
    """All calls of a function or method in the code of the game."""
    for module in modules():
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == name:
                yield node


def constants(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


EMITTED = {kind for call in calls("emit") for kind in constants(call.args[0])} - {"-victory"}
"""Kinds of events that stand in the code as they are; a few more are put together there."""
CODES = {kind for call in calls("Refusal") for kind in constants(call.args[0])}
DECISIONS = {name for name, step in STEPS.items() if not step.auto}  # type: ignore[attr-defined]


# -- everything is said -----------------------------------------------------------------------------------------------


def decisions_by_hand(r: Reader) -> None:
    """The decisions and events that random games meet seldom."""
    battle_of_besiegers(r, "take besieger")
    battle_of_besiegers(r, "take troop")
    interception(r, "siege continue")
    interception(r, "siege give-up")
    siege_that_fails(r)
    attack_points(r)
    silence(r)
    siege_of_a_king(r)
    sally(r)
    rerolls(r)
    king_without_a_castle(r)
    inspired(r)
    discards(r)
    ties(r)
    refused_last_pieces(r)
    autos(r)
    epic(r)
    two_players(r)
    boards_in_words(r)


def battle_of_besiegers(r: Reader, taken: str) -> SanchosState:
    """Aragón, besieging with 2T beside 1T, attacks and loses a Troop."""
    g = scene(kings("aragon siege r3 2T", "aragon field r3 1T", "castilla garrison r3 1T", "najera field r3 1T"),
              commander="aragon")
    return r.follow(cp_turn(g, 1), "attack r3", 1, 1, 2, 2, 6, "hit aragon troop 1", taken)


def interception(r: Reader, answer: str) -> SanchosState:
    """Castilla besieges, Aragón intercepts in vain."""
    g = scene(kings("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T"))
    r.follow(cp_turn(g, 3), "besiege r3", "points 1", "besiegers 2t")
    r.read_other(g, ["intercept yes"])
    return r.follow(g, "intercept yes", 2, 6, 1, "hit aragon troop 2", answer)


def siege_that_fails(r: Reader) -> SanchosState:
    """Castilla besieges and loses a besieger to the interception of Aragón."""
    g = scene(kings("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T"))
    return r.follow(cp_turn(g, 3), "besiege r3", "points 1", "besiegers 2t", "intercept yes", 6, 2, 1,
                    "hit castilla troop 2")


def attack_points(r: Reader) -> None:
    """Points for one Troop die, for two, and for as many as there are."""
    for army in ("K", "K+5T"):
        g = scene(kings(f"castilla field r3 {army}", "najera field r3 1T"))
        r.follow(cp_turn(g, 2), "attack r3", "points 2")


def silence(r: Reader) -> None:
    """What somebody does not do, or cannot."""
    g = scene(kings("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T"))
    r.follow(cp_turn(g, 3), "besiege r3", "points 1", "besiegers 2t", "intercept no", "end")
    r.follow(do(cp_turn(scene(), 2), "recruit"), "end")
    r.follow(card_action(scene(kings()), "castilla", item("attack", 2)))
    g = scene(kings("castilla garrison r3 1T", "castilla field r5 K", "najera field r3 1T"))
    menu = [item("fortify", 1, empty_only=True), item("attack", 1)]
    r.follow(card_action(g, "castilla", *menu, mode="menu", points=2), "fortify king r5", "decline")
    g = scene(kings("castilla field r3 K", "najera field r3 1T"))
    r.follow(do(cp_turn(g, 1), "attack r3", 0, 5, 6), "hit castilla troop 5")
    g = scene(kings("castilla garrison a-home K", "aragon siege a-home 2T", "aragon field r12 K",
                    "castilla garrison r3 1T", "castilla garrison r5 1T", "najera field r4 1T"))
    r.follow(card_action(g, "castilla", item("move", 1, to="weakest")), "decline")
    g = scene(kings("castilla field r9 2T"))
    r.follow(card_action(g, "castilla", item("move", 1, to="empty")))


def siege_of_a_king(r: Reader) -> SanchosState:
    """Phase 4: Nájera's King is alone in a besieged Garrison; his castle is free."""
    g = scene(kings("najera garrison r3 K", "castilla siege r3 2T"))
    return r.follow(cp_turn(g, 1, whole_round=True), "recruit", "draw castilla-1a")


def sally(r: Reader) -> SanchosState:
    """The besieged attack without a Field Army."""
    g = scene(kings("castilla garrison r3 2T", "aragon siege r3 3T"))
    return r.follow(cp_turn(g, 1), "attack r3")


def rerolls(r: Reader) -> SanchosState:
    """Castilla rerolls two of its four dice in a column; the log is read with hidden cards, too."""
    g = scene(kings("castilla field r3 3T", "najera field r3 2T"),
              face_down={"castilla": ["castilla-2a"], "aragon": ["aragon-1a", "aragon-1b"]})
    do(cp_turn(g, 1), "attack r3", 4, 4, 4, 4, 2, 3)
    r.read(g.masked(g.seat))
    return r.follow(g, "use castilla-2a", "reroll castilla troop 4", "reroll castilla troop 4", 5, 1)


def king_without_a_castle(r: Reader) -> SanchosState:
    """Castilla's King falls in r3 while Nájera holds his castle."""
    g = scene(kings("castilla field r3 K", "najera garrison c-home 1T", "najera field r3 2T"), commander="najera")
    return r.follow(cp_turn(g, 1), "attack r3", 6, 5, 5, 0, "hit castilla king 0")


def inspired(r: Reader) -> SanchosState:
    """Castilla attacks in r3 and brings El Cid with pieces from home."""
    g = scene(["castilla field r3 1T", "castilla field c-home 2T", "castilla garrison c-home K+1T",
               "najera field r3 1T", "najera garrison n-home K", "aragon garrison a-home K"],
              options={"el-cid": "inspires"})
    g.b[CID_HOLDER], g.b[CID_REGION] = 2, g.t.index["c-home"] + 1
    r.follow(cp_turn(g, 2), "attack r3", "points 2", "el-cid inspire", 6, 5, 4, 4)
    r.follow(g, "bring king", "bring troop", "bring troop", "stop")
    g = scene(kings("castilla field r3 1T", "najera field r3 1T"), options={"el-cid": "inspires"})
    g.b[CID_HOLDER], g.b[CID_REGION] = 2, g.t.index["c-home"] + 1
    r.follow(cp_turn(g, 1), "attack r3", "el-cid inspire", 3)
    g = scene(kings("castilla field r3 1T"), options={"el-cid": "inspires"})
    g.b[CID_HOLDER] = 2
    g.agenda.append(place_el_cid(0))
    r.follow(g, "el-cid place r3")
    g.agenda.append(place_el_cid(0))
    g.settle()
    return r.follow(g, "el-cid leave")


def discards(r: Reader) -> None:
    options = {"discard-choice": "acting-sancho"}
    g = scene(face_down={"castilla": ["castilla-1a", "castilla-1b"]}, face_up={"castilla": ["castilla-2a"]},
              options=options, commander="aragon")
    card_action(g, "najera", item("discard-reserved", 2, whom="each-opponent"), item("recruit"))
    r.follow(g, "discard face-down", "discard castilla-1b", "discard castilla-2a")
    g = scene(face_down={"castilla": ["castilla-1a", "castilla-1b"]}, commander="aragon")
    r.follow(card_action(g, "najera", item("discard-reserved", whom="each-opponent")), "discard castilla-1b")


def ties(r: Reader) -> None:
    """Equally strong Armies, weak neighbours, and regions to besiege."""
    g = scene(kings("castilla field r1 2T", "castilla field r4 2T", "najera field r3 1T", "aragon field r5 1T"))
    r.follow(card_action(g, "castilla", item("move", 2, to="weakest")), "army r4", "target r5", "move troop r4")
    g = scene(kings("castilla field r1 2T", "castilla field r4 2T", "najera garrison r1 1T", "aragon garrison r4 1T"))
    r.follow(card_action(g, "castilla", item("besiege", 1, select="most-favourable")), "besiege r4")
    g = scene(kings("castilla field r1 2T", "castilla field r4 2T", "najera garrison r1 2T", "aragon garrison r4 1T"))
    r.follow(cp_turn(g, 2), "besiege r4", "points 1")
    g = scene(kings("castilla field r1 3T", "najera garrison r1 2T"))
    r.follow(cp_turn(g, 2), "besiege r1")
    r.follow(card_action(scene(), "castilla", item("deploy", 2, to="home")), "deploy castle")


def refused_last_pieces(r: Reader) -> None:
    """Orders that would cost the last piece of a Garrison space."""
    lonely = kings("castilla garrison r3 K", "najera field r3 1T", "najera field r4 1T")
    for orders in ([item("move", 1)], [item("move", 1, to="weakest")], [item("attack", 1)]):
        r.follow(card_action(scene(lonely), "castilla", *orders), "decline")
    g = card_action(scene(lonely, reserve_troops={"castilla": 0}), "castilla", item("move"), mode="menu", points=1)
    r.follow(g, "decline")
    g = scene(kings("castilla garrison r3 2T", "castilla field c-home K", "najera field r4 1T"))
    r.follow(card_action(g, "castilla", item("move", 2, to="weakest")), "move garrison r3", "stop")


def autos(r: Reader) -> None:
    """Auto-Sanchos: a tie under either arrow, and Reserved cards that move dice up."""
    for arrow in ("lowest", "highest"):
        start = kings("castilla field r1 1T", "castilla field r4 1T")
        g = scene(start, "solo", options={"player": "najera"}, arrow=arrow, commander="")
        r.follow(card_action(g, "castilla", item("fortify")))
    for army, rolls in (("2T", (4, 4)), ("K", (3,))):
        g = scene(kings(f"castilla field r3 {army}", "najera field r3 1T"), "solo", options={"player": "najera"},
                  commander="najera", face_up={"castilla": ["castilla-3a"]})
        r.follow(cp_turn(g, 1), "attack r3", 6, 5, *rolls)


    g = claimed("solo", "najera", "najera field n-home K", "castilla garrison r3 1T", "castilla siege r7 3T",
                "aragon garrison r7 1T", options={"player": "najera", "el-cid": "card"})
    r.read_events(g)


def claimed(mode: str, commander: str, *lines: str, **how: Any) -> SanchosState:
    """The end of a round with these pieces."""
    g = scene(kings(*lines), mode, commander=commander, hands={"najera": ["najera-1a"]}, **how)
    g.agenda += [END_OF_ROUND, SIEGE_LOSSES]
    g.settle()
    return g


def epic(r: Reader) -> None:
    g = GAME.new("solo", {"level": "epic", "player": "castilla", "el-cid": "card"})
    g.events = []
    while g.seat == -1:
        r.read(g)
        g.apply(g.legal()[0])
    r.read(g)
    r.read_events(g)


def two_players(r: Reader) -> None:
    g = GAME.new("2p")
    g.events = []
    for _ in range(6):
        g.apply(g.legal()[0])
    r.follow(g, "roll troop 3", "roll troop 5")


def boards_in_words(r: Reader) -> None:
    for mode in GAME.modes:
        g = GAME.new(mode)
        for w in r.wordings:
            for card_line in (*card_places(w.phrases, g), *hand_lines(w.phrases, g, 0)):
                check(card_line)
            for side in SANCHOS:
                check(w.side_in_full(side))
            lines = w.board(g).splitlines()
            assert len(lines) == len(g.t.open)
            for line in lines:
                check_sentence(line)
            for seat in (None, *range(len(g.t.seats))):
                for line in w.position(g.masked(seat)).splitlines():
                    check(line)


@pytest.fixture(scope="module")
def reader() -> Reader:
    """A reader of many games and of all that seldom happens."""
    r = Reader()
    decisions_by_hand(r)
    for seed in range(18):
        r.play(GAME.modes[seed % 3], seed)
    return r


def test_every_kind_of_event_has_its_line(reader: Reader) -> None:
    assert len(EMITTED) > 40
    assert EMITTED - reader.kinds == set()


def test_every_decision_is_asked_for(reader: Reader) -> None:
    assert DECISIONS - reader.steps == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_its_sentence(lang: str) -> None:
    """With what SanchosState.fill always provides; the region only where it is in the action."""
    g = cp_turn(scene(), 2)
    for code in CODES:
        check_sentence(words(lang).refusal(g, g.fill(Refusal(code, ""), g.t.attack[2])))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_action_has_its_text_even_when_nobody_asks(lang: str) -> None:
    g = scene()
    for action in g.actions:
        check(words(lang).action(g, action))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_and_value_is_explained(lang: str) -> None:
    """A name, a sentence, and a name for each value; the sentence says what the default does."""
    texts = GAME.catalogue(lang)
    for key in option_keys():
        check(texts.text(key))
        if key.endswith(".about"):
            check_sentence(texts.text(key))
    for mode in GAME.modes:
        for option in GAME.options(mode):
            if option.kind == "reading":
                about = texts.text(f"option.{option.name}.about").lower()
                assert ("por defecto" if lang == "es" else "by default") in about, option.name


def option_keys() -> set[str]:
    keys = {f"mode.{mode}{about}" for mode in GAME.modes for about in ("", ".about")}
    for mode in GAME.modes:
        for option in GAME.options(mode):
            keys |= {f"option.{option.name}{part}" for part in ("", ".about", *(f".{v}" for v in option.values))}
    return keys


def static_keys() -> set[str]:
    """Keys that are made from lists outside the wording: options, levels, endings, and what a bot looks at."""
    campaign = GAME.campaign()
    assert campaign.levels == ("normal", "hard", "impossible")
    named = {f"campaign-level.{level}" for level in campaign.levels} | {"ending.major", "ending.minor"}
    return named | option_keys() | {f"feature.{feature.code}" for feature in GAME.evaluate(GAME.new(), "castilla")}


def test_every_text_is_used(reader: Reader) -> None:
    """No text of the catalogues is out of reach, and none is missing."""
    idle, turns = scene(), [cp_turn(scene(), n) for n in (1, 2)]
    for w in reader.wordings:
        for g in turns:
            for code in CODES:
                w.refusal(g, g.fill(Refusal(code, ""), g.t.attack[2]))
        for action in idle.actions:
            w.action(idle, action)
        for chapter in GAME.rulebook.sections():
            w.chapter(chapter)
        for ending in ("major", "minor"):
            for winners in (("castilla",), ("castilla", "aragon"), ("player",), ("auto",)):
                check_sentence(w.outcome(Outcome(ending, winners, {winner: 10 for winner in winners})))
        for card in load_content().cards:
            card_text(card, w)
        card_text(two_discards(), w)
        cards_named(w.phrases, idle.t, "castilla-1a")
    assert game_texts("en").keys() - reader.used() - static_keys() == set()
    assert static_keys() - game_texts("en").keys() == set()


# -- and it is true -------------------------------------------------------------------------------------------------

CONSEQUENCES = [
    (["castilla field r3 1T"], "fortify troop r3",
     "Fortify a Troop in r3 (+2 VP)", "Fortificar una tropa en r3 (+2 PV)"),
    (["castilla field r3 1T", "castilla garrison r3 1T"], "fortify troop r3",
     "Fortify a Troop in r3", "Fortificar una tropa en r3"),
    (["castilla garrison r4 1T"], "move garrison r4",
     "Move a Troop out of the Garrison in r4 (gives up the tower, −1 VP)",
     "Mover una tropa de la guarnición desde r4 (abandona la torre, −1 PV)"),
    (["castilla garrison r4 2T"], "move garrison r4",
     "Move a Troop out of the Garrison in r4", "Mover una tropa de la guarnición desde r4"),
    (["castilla garrison c-home K"], "move king",
     "Move the King from c-home (gives up the Home castle, −3 VP)",
     "Mover al Rey desde c-home (abandona el castillo natal, −3 PV)"),
    (["castilla siege r3 2T", "najera garrison r3 1T"], "move besieger r3",
     "Move a besieging Troop from r3 (the siege ends)", "Mover una tropa asediadora desde r3 (el asedio termina)"),
    (["castilla siege r3 3T", "najera garrison r3 1T"], "move besieger r3",
     "Move a besieging Troop from r3", "Mover una tropa asediadora desde r3"),
    (["castilla siege r3 K+1T", "najera garrison r3 1T"], "move king",
     "Move the King from r3 (the siege ends)", "Mover al Rey desde r3 (el asedio termina)"),
    (["castilla garrison r3 2T", "aragon siege r3 3T"], "attack r3",
     "Attack in r3 (the siege is broken; all of the Garrison must sally; gives up the castle, −2 VP)",
     "Atacar en r3 (el asedio se rompe; tiene que salir toda la guarnición; abandona el castillo, −2 PV)"),
    (["castilla garrison r3 1T", "aragon field r3 3T"], "attack r3",
     "Attack in r3 (gives up the castle, −2 VP)", "Atacar en r3 (abandona el castillo, −2 PV)"),
    (["castilla garrison r3 2T", "aragon field r3 3T"], "attack r3", "Attack in r3", "Atacar en r3"),
    (["castilla field r3 2T", "aragon garrison r3 1T"], "besiege r3",
     "Besiege in r3, Garrison of Aragón: 1 piece", "Asediar en r3, guarnición de Aragón: 1 pieza"),
    (["castilla field c-home K"], "deploy castle",
     "Deploy a Troop into the Home castle in c-home (+3 VP)",
     "Desplegar una tropa en el castillo natal de c-home (+3 PV)"),
    (["castilla garrison r3 K+1T"], "deploy king",
     "Deploy a Troop to the King’s Garrison in r3", "Desplegar una tropa en la guarnición del Rey en r3"),
    (["castilla siege r3 K+1T", "najera garrison r3 1T"], "deploy king",
     "Deploy a Troop to the King’s Field Army in r3", "Desplegar una tropa en el ejército de campaña del Rey en r3"),
]


@pytest.mark.rule("sanchos.fortify.score-at-once", "sanchos.score.lost-on-abandon")
@pytest.mark.parametrize(("lines", "action", "english", "spanish"), CONSEQUENCES)
def test_an_action_tells_its_consequence(lines: list[str], action: str, english: str, spanish: str) -> None:
    g = cp_turn(scene(kings(*lines)), 2)
    assert (said(g, action), said(g, action, "es")) == (english, spanish)
    before = g.side_scores()["castilla"]
    sieges = bool(g.b[SIEGER + g.t.index["r3"]])
    do(g, action)
    while g.step.title(g)[0] in ("move-to", "attack-points", "release"):  # type: ignore[index]
        do(g, g.legal()[0].name)
    change = re.search(r"([+−])(\d) VP", english)
    assert g.side_scores()["castilla"] - before == (int(change[2]) * (1 if change[1] == "+" else -1) if change else 0)
    if sieges:
        assert (not g.b[SIEGER + g.t.index["r3"]]) == ("the siege" in english)


def test_points_of_an_attack_and_of_a_siege() -> None:
    g = do(cp_turn(scene(kings("castilla field r3 4T", "aragon field r3 1T")), 2), "attack r3")
    assert [said(g, "points 1"), said(g, "points 2", "es")] == [
        "1 CP: 5 Troop dice, as many as there are", "2 PM: 5 dados de tropa, todos los que hay"]
    assert words("es").prompt(g).endswith("Cada uno añade un dado de tropa, hasta 5 dados de tropa en total.")
    g = do(cp_turn(scene(kings("castilla field r3 4T", "aragon garrison r3 1T")), 2), "besiege r3")
    assert [said(g, "points 1"), said(g, "points 2", "es")] == [
        "1 CP: up to 2 pieces besiege", "2 PM: asedian hasta 4 piezas"]
    assert words().prompt(g) == "Castilla: how many points do you use to Besiege in r3? Each one allows 2 besiegers."


@pytest.mark.rule("sanchos.components.dice-per-sancho", "sanchos.attack.points")
@pytest.mark.parametrize(("lines", "releases", "english"), [
    (["castilla field r3 K+5T"], [], ["5 Troop dice, as many as there are"] * 2),
    (["castilla field r3 K"], [], ["1 Troop die", "2 Troop dice"]),
    (["castilla field r3 1T", "castilla garrison r3 2T"], ["none", "1t", "2t"],
     ["2 to 4 Troop dice", "3 to 5 Troop dice"]),
    (["castilla garrison r3 1T"], ["1t"], ["2 Troop dice", "3 Troop dice"]),
    (["castilla garrison r3 3T"], ["1t", "2t", "3t"], ["2 to 4 Troop dice", "3 to 5 Troop dice"]),
    (["castilla garrison r3 K+1T"], ["1t", "k", "k+1t"], ["1 to 2 Troop dice", "2 to 3 Troop dice"]),
    (["castilla garrison r3 2T", "aragon siege r3 3T"], ["2t"], ["3 Troop dice", "4 Troop dice"]),
    (["castilla siege r3 2T", "aragon garrison r3 1T"], [], ["3 Troop dice", "4 Troop dice"]),
])
def test_the_dice_of_an_attack_are_counted(lines: list[str], releases: list[str], english: list[str]) -> None:
    """What is said holds whatever the Garrison does."""
    for points in (1, 2):
        g = do(cp_turn(scene(kings(*lines, "najera field r3 1T")), 2), "attack r3")
        assert said(g, f"points {points}") == f"{points} CP: {english[points - 1]}"
        do(g, f"points {points}")
        seen = set()
        for release in releases or [""]:
            later = g.copy()
            if release:
                later.apply(later.actions.parse(f"release {release}"))
            while not later.step.chance:
                later.apply(later.actions.parse("release none"))
            seen.add(later.b[DICE_T] + 0)
        ends = [int(n) for n in re.findall(r"\d", english[points - 1])]
        assert (min(seen), max(seen)) == (ends[0], ends[-1])


def test_el_cid_may_bring_more_dice() -> None:
    g = scene(kings("castilla field r3 1T", "castilla field r5 1T", "najera field r3 1T"),
              options={"el-cid": "inspires"})
    g.b[CID_HOLDER], g.b[CID_REGION] = 2, g.t.index["r5"] + 1
    do(cp_turn(g, 2), "attack r3")
    assert said(g, "points 1") == "1 CP: 2 to 5 Troop dice"


def test_equal_ways_to_deploy_are_marked() -> None:
    g = cp_turn(scene(kings("castilla field c-home K+1T")), 2)
    assert said(g, "deploy king") == "Deploy a Troop to the King’s Field Army in c-home (same place)"
    assert said(g, "deploy home", "es") == (
        "Desplegar una tropa en el ejército de campaña en c-home (mismo lugar)")
    assert "same place" not in said(g, "deploy castle")
    g = cp_turn(scene(kings()), 2)
    assert said(g, "deploy castle") == "Deploy a Troop into the Home castle in c-home (same place)"
    assert "same place" not in said(g, "deploy home")
    g = cp_turn(scene(kings("castilla field r3 K")), 2)
    assert not any("same place" in said(g, f"deploy {where}") for where in ("king", "home", "castle"))
    g = card_action(scene(), "castilla", item("deploy", 1, to="king"), mode="menu", points=1)
    assert "same place" not in said(g, "deploy king")


# -- what is not done leaves its trace, too ---------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.nothing-possible")
def test_an_action_that_cannot_be_carried_out_is_told() -> None:
    g = card_action(scene(kings()), "castilla", item("attack", 2), item("besiege", 1))
    assert log(g, "nothing-possible") == ["Castilla cannot carry out its action."]
    for orders in ([item("attack", 1), item("recruit", 1)], [item("recruit", 1), item("attack", 1)]):
        assert log(card_action(scene(kings()), "castilla", *orders), "nothing-possible") == []
    g = card_action(scene(kings()), "castilla", item("recruit", 1), item("attack", 1), mode="all")
    assert log(g, "nothing-possible") == []
    g = card_action(scene(kings(), commander=""), "castilla", item("besiege", 1), mode="menu", points=2)
    assert log(g, "nothing-possible", "es") == ["Castilla no puede llevar a cabo su acción."]


@pytest.mark.rule("sanchos.move.last-garrison-piece-voluntary", "sanchos.attack.not-forced-to-empty-garrison")
@pytest.mark.parametrize(("orders", "line"), [
    ([item("move", 1)], "Castilla does not move."),
    ([item("move", 1, to="weakest")], "Castilla does not move."),
    ([item("attack", 1)], "Castilla declines the Attack (r3)."),
])
def test_a_declined_order_is_told(orders: list[Item], line: str) -> None:
    g = scene(kings("castilla garrison r3 K", "najera field r3 1T", "najera field r4 1T"))
    do(card_action(g, "castilla", *orders), "decline")
    assert log(g, "declines") == [line]
    assert log(g, "nothing-possible") == []


def test_a_menu_or_a_move_that_is_broken_off_is_told() -> None:
    g = scene(kings("castilla garrison r3 2T", "castilla field c-home K", "najera field r4 1T"))
    do(card_action(g, "castilla", item("move", 2, to="weakest")), "move garrison r3", "stop")
    assert log(g, "declines") == ["Castilla moves no more pieces."]
    lonely = kings("castilla garrison r3 K", "najera field r3 1T")
    g = do(card_action(scene(lonely), "castilla", item("move"), mode="menu", points=1), "decline")
    assert log(g, "declines", "es") == ["Castilla no usa ninguna opción de la carta."]


def test_unused_points_and_a_missing_interception_are_told() -> None:
    g = do(cp_turn(scene(), 3), "recruit", "end")
    assert log(g, "ends-turn") == ["Castilla ends the turn; 2 CP are not used."]
    g = do(cp_turn(scene(), 1), "recruit")
    assert log(g, "ends-turn") == []
    g = scene(kings("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T"))
    do(cp_turn(g, 3), "besiege r3", "points 1", "besiegers 2t", "intercept no")
    assert log(g, "does-not-intercept") == ["Aragón does not intercept in r3."]


@pytest.mark.rule("sanchos.resolve.no-piece-left")
def test_a_hit_without_a_loss_is_told() -> None:
    g = scene(kings("castilla field r3 K", "najera field r3 1T"))
    do(cp_turn(g, 1), "attack r3", 0, 5, 6, "hit castilla troop 5")
    assert log(g, "nothing-falls") == ["No piece of Castilla is left to fall."]
    g = scene(kings("castilla field r3 K", "najera field r3 1T"))
    do(cp_turn(g, 1), "attack r3", 0, 5, 6, "hit castilla king 0")
    assert log(g, "nothing-falls") == []


# -- sieges and scores ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.intercept.siege-fails", "sanchos.intercept.siege-goes-on")
def test_a_siege_that_cannot_be_and_one_that_is_given_up_are_told_apart() -> None:
    g = scene(kings("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T"))
    do(cp_turn(g, 3), "besiege r3", "points 1", "besiegers 2t", "intercept yes", 2, 6, 1)
    given_up = g.copy()
    given_up.events = []
    do(given_up, "hit aragon troop 2", "siege give-up")
    assert log(given_up, "gives-up-siege") == ["Castilla gives up the siege in r3."]
    assert log(given_up, "gives-up-siege", "es") == ["Castilla renuncia al asedio en r3."]
    assert log(given_up, "siege-fails") == log(given_up, "siege-starts") == []
    g = scene(kings("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T"))
    do(cp_turn(g, 3), "besiege r3", "points 1", "besiegers 2t", "intercept yes", 6, 2, 1, "hit castilla troop 2")
    assert log(g, "siege-fails") == ["Castilla’s besiegers in r3 no longer outnumber the Garrison: there is no siege."]
    assert log(g, "gives-up-siege") == []


@pytest.mark.rule("sanchos.phase4.scores-after-all-losses")
def test_phase_4_tells_one_score_for_each_sancho_after_all_occupations() -> None:
    """Castilla takes r3 and loses r5: no score in between is told."""
    g = scene(kings("castilla siege r3 2T", "aragon garrison r3 1T", "castilla garrison r5 1T", "aragon siege r5 2T",
                    "castilla siege r7 2T", "najera garrison r7 1T"))
    g.agenda.append(SIEGE_LOSSES)
    g.settle()
    assert [event.kind for event in g.events or []][-6:] == ["occupies"] * 3 + ["scores-after-sieges"] * 3
    assert log(g, "scores-after-sieges") == [
        "After the sieges Castilla: +3 VP, −2 VP, now 6.", "After the sieges Nájera: −1 VP, now 3.",
        "After the sieges Aragón: +2 VP, −2 VP, now 5."]
    assert g.side_scores() == {"castilla": 6, "najera": 3, "aragon": 5}
    assert log(g, "gains-points") == log(g, "loses-points") == []


@pytest.mark.rule("sanchos.phase4.king-goes-home")
def test_a_king_is_taken_out_of_a_lost_garrison() -> None:
    g = scene(kings("najera garrison r3 K", "castilla siege r3 2T"))
    g.agenda.append(SIEGE_LOSSES)
    g.settle()
    assert log(g, "siege-loss-king") == ["Siege in r3: Nájera’s King is taken out of the besieged Garrison."]
    assert log(g, "siege-loss-king", "es") == ["Asedio en r3: el Rey de Nájera es retirado de la guarnición asediada."]


# -- El Cid -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.elcid.solo", "sanchos.elcid.claim")
def test_a_claim_is_told_as_it_is() -> None:
    """In a solo game one Auto-Sancho may have fewer points than the player."""
    g = claimed("solo", "najera", "castilla garrison c-home K", "aragon field a-home K", "castilla garrison r5 1T",
                options={"player": "najera", "el-cid": "card"})
    assert log(g, "claims-el-cid") == ["Nájera has fewer points than the Auto-Sanchos and takes the El Cid card."]
    assert log(g, "claims-el-cid", "es") == [
        "Nájera tiene menos puntos que los Auto-Sanchos y toma la carta de El Cid."]
    g = claimed("3p", "castilla", "najera field n-home K", options={"el-cid": "card"})
    assert log(g, "claims-el-cid") == ["Nájera has the lowest score and takes the El Cid card."]


@pytest.mark.rule("sanchos.inspire.place-on-claim", "sanchos.inspire.enter-battle")
def test_an_el_cid_who_is_not_on_the_board_is_not_left_where_he_is() -> None:
    g = scene(options={"el-cid": "inspires"})
    g.b[CID_HOLDER] = 2
    g.agenda.append(place_el_cid(0))
    assert said(g, "el-cid leave") == "Leave El Cid in the Supply (he cannot enter a battle)"
    assert words().prompt(g) == (
        "Castilla: place El Cid in any region; as long as he is in the Supply, he cannot enter a battle.")
    do(g, "el-cid place r3")
    assert log(g, "el-cid-goes") == ["Castilla brings El Cid to r3."]
    assert log(g, "el-cid-goes", "es") == ["Castilla lleva a El Cid a r3."]
    g.agenda.append(place_el_cid(0))
    assert said(g, "el-cid leave", "es") == "Dejar a El Cid donde está"
    assert words().prompt(g) == "Castilla: place El Cid in any region, or leave him where he is."


# -- why a choice is asked for ----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.tie-player-chooses", "sanchos.term.move-to-empty-region")
def test_prompts_of_directed_moves_say_why_one_is_asked() -> None:
    g = scene(kings("castilla field r1 2T", "castilla field r4 2T", "najera field r3 1T", "aragon field r5 1T"))
    card_action(g, "castilla", item("move", 2, to="weakest"))
    assert words().prompt(g) == (
        "Castilla: your strongest Armies are equally strong. From which region does one move?")
    do(g, "army r4")
    assert words().prompt(g) == (
        "Castilla: choose where the Army in r4 moves to (equally weak Armies of opponents).")
    g = card_action(scene(kings("castilla field r9 2T")), "castilla", item("move", 1, to="empty"))
    assert words("es").prompt(g) == "Castilla: elige adónde mueve el ejército de r9 (regiones vacías)."
    g = scene(kings("castilla garrison r3 K", "najera field r4 1T"))
    card_action(g, "castilla", item("move", 1, to="weakest"))
    assert words().prompt(g) == (
        "Castilla: your strongest Army could only move the last piece of its Garrison. Does it move?")
    g = scene(kings("castilla garrison a-home K", "aragon siege a-home 2T", "aragon field r12 K",
                    "castilla garrison r3 1T", "castilla garrison r5 1T", "najera field r4 1T"))
    card_action(g, "castilla", item("move", 1, to="weakest"))
    assert [action.name for action in g.legal()] == ["army r3", "army r5", "decline"]
    assert words().prompt(g) == (
        "Castilla: your strongest Armies are equally strong, and each could only move the last piece of its Garrison. "
        "From which region does one move, if any?")


@pytest.mark.rule("sanchos.action.tie-token-solo")
def test_a_tie_is_one_of_regions() -> None:
    """Two of them have the names of Sanchos."""
    g = scene(kings("castilla field r1 1T", "castilla field r4 1T"), "solo", options={"player": "najera"},
              arrow="lowest", commander="")
    card_action(g, "castilla", item("fortify"))
    assert log(g, "tiebreak") == [
        "The regions r1 and r4 tie: the visible arrow picks the lowest number, r1, and is covered."]
    assert log(g, "tiebreak", "es")[0].startswith("Empate entre las regiones r1 y r4: ")


# -- sides and cards --------------------------------------------------------------------------------------------------


def test_a_picture_has_its_title_in_the_language_that_is_asked_for() -> None:
    g = GAME.new()
    for lang in LANGUAGES:
        title = GAME.catalogue(lang).text("game.title")
        assert title in GAME.picture(g, lang=lang)
    assert GAME.catalogue("en").text("game.title") not in GAME.picture(g, lang="es")


def test_sides_are_introduced_with_their_kings() -> None:
    assert [words().side_in_full(name) for name in SANCHOS] == [
        "Sancho II of Castilla", "Sancho IV of Nájera", "Sancho I of Aragón"]
    assert words("es").side_in_full("najera") == "Sancho IV de Nájera"


@pytest.mark.rule("sanchos.card.third-action-two-versions")
def test_the_crown_is_shown_in_solo_games_and_outside_a_game() -> None:
    for mode, shown in (("3p", False), ("2p", False), ("solo", True)):
        g = GAME.new(mode)
        lines = GAME.details(g, g.actions.parse("play castilla-1a"), words())
        assert len(lines) == 3
        assert ("Crown (Auto-Sancho)" in "".join(lines)) == shown
        assert ("Crown (Auto-Sancho)" in "".join(GAME.cards(g, "castilla-1a", words()))) == shown


@pytest.mark.rule("sanchos.term.reserve-this-card")
def test_reserving_the_card_is_named_as_in_the_rulebook() -> None:
    card = next(card for card in load_content().cards if "reserve-this-card" in
                {item.do for action in card.actions for item in action.items})
    assert "Reserve this card at the end of the round" in "".join(card_text(card, words()))
    assert said(scene(), "reserve-this-card") == "Reserve this card at the end of the round"


def test_a_siege_with_an_interception_in_words() -> None:
    g = scene(kings("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T"))
    do(cp_turn(g, 3), "besiege r3", "points 1", "besiegers 2t")
    assert words().agenda(g) == ["Round 1", "Castilla’s turn", "Siege in r3", "Interception?"]
    assert words("es").prompt(g) == (
        "Aragón: ¿atacas con tu ejército de campaña a los asediadores de Castilla en r3?")
    assert said(g, "intercept yes") == "Intercept with 1 Troop"
    do(g, "intercept yes")
    assert words("es").agenda(g) == [
        "Ronda 1", "Turno de Castilla", "Asedio en r3", "Intercepción en r3", "Aragón tira un dado de tropa"]
    do(g, 2, 6, 1)
    assert words().prompt(g) == "Castilla: your die is alone in column 6. Choose an opponent’s die to remove with it."
    assert said(g, "hit aragon troop 2") == "Remove Aragón’s Troop die 2 (a Troop falls)"
    do(g, "hit aragon troop 2")
    assert log(g, "hits", "es") == ["El dado de tropa 6 de Castilla retira el dado de tropa 2 de Aragón."]
    assert words().agenda(g)[-1] == "After the interception"
    do(g, "siege continue")
    assert log(g, "siege-starts") == ["Castilla’s siege in r3 begins."]
    assert words().agenda(g) == ["Round 1", "Castilla’s turn"]


@pytest.mark.parametrize(("die", "english"), [
    ("hit castilla king 0", "Remove Castilla’s King’s Guard die 0 (the King goes home)"),
    ("hit castilla troop 5", "Remove Castilla’s Troop die 5 (no piece is left to fall)"),
])
def test_a_hit_tells_what_falls(die: str, english: str) -> None:
    """Castilla attacks with its King alone; its Troop die stands for no piece."""
    g = scene(kings("castilla field r3 K", "najera field r3 1T"))
    do(cp_turn(g, 1), "attack r3", 0, 5, 6)
    assert said(g, die) == english


def test_the_agenda_names_the_turn_in_progress_and_no_later_one() -> None:
    g = play_card(scene(), "najera-1a")
    assert words().agenda(g) == ["Round 1", "Castilla’s turn"]
    do(g, "move king")
    assert words().agenda(g) == ["Round 1", "Castilla’s turn", "Move from c-home"]
    g = GAME.new()
    assert words().agenda(g) == ["Set-up", "Deal"]
    while g.seat == -1:
        g.apply(g.legal()[0])
    assert words("es").agenda(g) == ["Ronda 1", "Jugar o reservar una carta"]
    do(g, g.legal()[0].name)
    assert words().agenda(g) == ["Round 1", "Before the turns"]


@pytest.mark.rule("sanchos.najera2p.controlled-by-commander")
def test_who_decides_for_non_player_najera_is_named() -> None:
    g = card_action(scene(mode="2p", commander="aragon"), "najera", item("move", 1))
    assert words().prompt(g) == "Nájera (decided by Aragón): choose a piece to move; 1 point is left."
    assert words("es").prompt(g) == "Nájera (decide Aragón): elige una pieza para mover; queda 1 punto."


def test_a_refusal_says_what_is_asked_instead() -> None:
    g = cp_turn(scene(), 2)
    assert refused(g, "play castilla-1a") == "This is not the decision now. Castilla: choose an action. 2 CP are left."
    assert refused(g, "play castilla-1a", "es") == "Ahora no se decide esto. Castilla: elige una acción. Quedan 2 PM."
    assert refused(g, "attack r3") == "You have no pieces in r3."
    assert refused(g, "fortify troop r4", "es") == "No tienes ninguna tropa en un ejército de campaña en r4."


def test_unspent_points_are_counted() -> None:
    g = do(cp_turn(scene(), 3), "recruit")
    assert said(g, "end") == "End the turn (2 CP unused)"
    g = card_action(scene(), "castilla", item("recruit", 2), mode="menu", points=2)
    assert words().prompt(g) == "Castilla: use 2 points on the options of the card, one option at a time."


# -- what a reader may not know ---------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_a_drawn_card_is_named_to_its_owner_alone() -> None:
    g = scene()
    do(cp_turn(g, 1, whole_round=True), "recruit", "draw castilla-1a")
    (draw,) = [event for event in g.events or [] if event.kind == "draws"]
    own = g.t.seat_of[0]
    lines = [words().event(g, draw.seen_by(seat)) for seat in (own, 1 - own if own < 2 else 0, None)]
    assert lines == ["Castilla draws castilla-1a.", "Castilla draws a card.", "Castilla draws a card."]


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_a_masked_position_counts_what_it_does_not_show() -> None:
    g = scene(hands={"castilla": ["castilla-1a", "castilla-1b"], "najera": ["najera-1a"]},
              face_down={"aragon": ["aragon-1a"]}, face_up={"aragon": ["aragon-2a"]})
    cp_turn(g, 1)
    for seat, s in enumerate(g.t.seats):
        text = words().position(g.masked(seat))
        assert ("castilla-1b" in text, "najera-1a" in text, "aragon-1a" in text) == (s == 0, s == 1, s == 2)
        assert "aragon-2a (2 CP)" in text
    text = words("es").position(g.masked(None))
    assert "mano: 2 cartas que no se ven" in text
    assert "cartas reservadas: aragon-2a (2 PM) y 1 carta boca abajo" in text


# -- the position ---------------------------------------------------------------------------------------------------

POSITION = """\
War of the 3 Sanchos 1065-67, 3 players
Round 4 › Castilla’s turn › Attack in r3 › Reserved cards
Victory points: Castilla 0, Nájera 2 and Aragón 3.
Commander: Castilla.
r1 (tower, 1 VP): empty.
c-home (home castle of Castilla, 3 VP): empty.
r3 (castle, 2 VP): Garrison of Nájera: 2 Troops; besieged by Castilla: the King and 2 Troops; \
rest of the Field Army of Castilla: 1 Troop; Field Army of Aragón: 1 Troop; Battle region.
r4 (tower, 1 VP): empty.
r5 (castle, 2 VP): El Cid.
n-home (home castle of Nájera, 3 VP): Field Army of Nájera: the King.
r7 (tower, 1 VP): empty.
r8 (castle, 2 VP): empty.
r9 (tower, 1 VP): empty.
r10 (castle, 2 VP): empty.
a-home (home castle of Aragón, 3 VP): Garrison of Aragón: the King.
No Entry!: r12.
Castilla: Reserve: 2 Troops; Supply: 9 Troops; hand: castilla-1a (1 CP); \
Reserved cards: castilla-3a (3 CP) face down.
Nájera: Reserve: 2 Troops; Supply: 10 Troops; hand: none; Reserved cards: none.
Aragón: Reserve: 2 Troops; Supply: 11 Troops; hand: none; Reserved cards: najera-2a (2 CP).
Deck: 24 cards.
The El Cid card is with Nájera.
El Cid is in r5.
Castilla’s turn: 1 CP left; the Attack is made.
Castilla attacks in r3 with 1 additional die.
Battle chart, by column; in each the dice from the board outwards:
  9: Castilla King’s Guard
  4: Castilla Troop, Castilla Troop, Aragón Troop
  2: Castilla Troop
  1: Castilla Troop"""


@pytest.mark.rule("sanchos.army.field-army-includes-besiegers")
def test_a_position_in_words() -> None:
    g = scene(["castilla siege r3 K+2T", "castilla field r3 1T", "najera garrison r3 2T", "aragon field r3 1T",
               "najera field n-home K", "aragon garrison a-home K"], options={"el-cid": "inspires"}, round=4,
              hands={"castilla": ["castilla-1a"]}, face_down={"castilla": ["castilla-3a"]},
              face_up={"aragon": ["najera-2a"]}, closed_at={"r12": [3]})
    g.b[CID_HOLDER], g.b[CID_REGION] = 3, g.t.index["r5"] + 1
    do(cp_turn(g, 2), "attack r3", "points 1", 9, 4, 4, 2, 1, 4)
    assert words().position(g) == POSITION


def visible(g: SanchosState) -> tuple[object, ...]:
    """All of a state that a complete description has to tell; without the notes of steps in progress."""
    b = bytearray(g.b)
    for place in (USED, SALLY, MUST_FIGHT, SUCCESSES, NEXT_ORDER, *range(MENU_USED, MENU_USED + 8),
                  *range(CARD_ORDER, CARD_ORDER + 32)):
        b[place] = 0
    if not b[TURN_OF] or g.over or isinstance(g.step, TurnNow):
        b[LEFT] = b[ATTACKED] = b[BESIEGED] = b[TURN_OF] = 0
        b[TURN_TAKEN] = 0
    chart = sorted(g.dice, key=lambda die: (die & 4095) >> 3)
    reserved = [g.reserved(s) for s in range(3)]
    return bytes(b), tuple(chart), tuple(map(tuple, reserved))


@pytest.mark.parametrize("mode", GAME.modes)
def test_different_positions_have_different_words(mode: str) -> None:
    """So nothing is left out: what is not said could not tell two positions apart."""
    rng = random.Random(5)
    met: dict[tuple[object, str], tuple[object, ...]] = {}
    for _ in range(3):
        g = GAME.new(mode, random_option_sets(GAME, mode, rng))
        w = words()
        while not g.over:
            key = g.t.setup, w.position(g)
            assert met.setdefault(key, visible(g)) == visible(g), key[1]
            g.apply(rng.choice(g.legal()))
    assert len(met) > 100


# -- the cards ---------------------------------------------------------------------------------------------------------


def two_discards() -> Card:
    """A card of an owner's own deck."""
    example = next(card for card in load_content().cards if card.id == "castilla-2a")
    top, _, bottom = example.actions
    orders = CardAction("aragon", "all", 0, (Item("discard-reserved", 2, whom="each-opponent"),), ())
    return replace(example, actions=(top, orders, bottom))


@pytest.mark.rule("sanchos.card.example-card", "sanchos.card.three-actions", "sanchos.card.third-action-two-versions")
def test_the_example_card_in_words() -> None:
    card = next(card for card in load_content().cards if card.id == "castilla-1a")
    assert card_text(card, words()) == [
        "NÁJERA: Fortify 1. If not possible, Besiege 1 most favourable.",
        "ARAGÓN: Deploy 1 to King, then Recruit with all points left over.",
        "CASTILLA: 1 point for one of: Move / Attack not in ARAGÓN / Fortify, empty Garrison space only. "
        "Crown (Auto-Sancho): Move 1; then Attack 1 not in ARAGÓN; then Fortify 1, empty Garrison space only.",
    ]
    assert card_text(card, words("es")) == [
        "NÁJERA: Fortificar 1. Si no es posible, asediar 1 donde sea más favorable.",
        "ARAGÓN: Desplegar 1 con el Rey y reclutar con todos los puntos que sobren.",
        "CASTILLA: 1 punto para una de estas acciones: mover / atacar fuera de ARAGÓN / "
        "fortificar, solo espacios de guarnición vacíos. Corona (Auto-Sancho): Mover 1; después, atacar 1 fuera de "
        "ARAGÓN; después, fortificar 1, solo espacios de guarnición vacíos.",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_with_different_actions_have_different_words(lang: str) -> None:
    """Nothing that the data of a card action say is left out of its text."""
    met: dict[str, CardAction] = {}
    for card in (*load_content().cards, two_discards()):
        for action, text in zip(card.actions, card_text(card, words(lang)), strict=True):
            check_sentence(text)
            assert met.setdefault(text, action) == action, text
    assert len(met) > 50


@pytest.mark.rule("sanchos.action.third-several-points")
def test_the_open_options_of_a_menu_are_in_the_position() -> None:
    g = scene(commander="najera")
    c = g.t.card_index["castilla-3a"]
    action = g.t.actions_of[c][2]
    g.b[CARD + c], g.b[PLAYED], g.b[DECK] = ON_TABLE, c + 1, g.b[DECK] - 1
    g.agenda.append(card_turn(0, action))
    g.settle()
    do(g, "move king", "to r1", "fortify troop c-home")
    assert words().position(g).splitlines()[-2:] == [
        "Castilla’s turn: 1 point left.",
        "Options still open: Move (once), Attack not in ARAGÓN (once, with any number of the points) "
        "and Fortify (once)."]

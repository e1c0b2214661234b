"""Action Card Layout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.pack.cards import EXAMPLE_CARD
from mesnada.games.sanchos.pack.loading import export, load_content
from mesnada.games.sanchos.words.card_text import card_text
from mesnada.games.sanchos.words.wording import SanchosWording
from mesnada.kernel.errors import ContentError
from tests.games.sanchos.scenes import START, decider, do, happened, names, pieces, scene
from tests.rules.sanchos.asking import at_random, happened_by, left, new_round, play, refused, reserve, starting, supply

CARDS = [card.id for card in load_content().cards]


# -- three actions ---------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.card.three-actions")
@pytest.mark.parametrize("name", CARDS)
def test_each_card_gives_each_sancho_one_turn(name: str) -> None:
    card = next(card for card in load_content().cards if card.id == name)
    assert sorted(action.sancho for action in card.actions) == sorted(SANCHOS)
    for commander in SANCHOS:
        g = new_round(scene(START, commander=commander, hands={commander: [name]}))
        do(g, f"play {name}")
        play(g, at_random(1), until=lambda g: bool(happened(g, "draws")) or g.step.rule.startswith("sanchos.phase3"))
        assert happened(g, "plays") == [{"sancho": commander, "card": name, "cp": card.cp}]
        assert happened_by(g, "card-turn") == [a.sancho for a in card.actions if a.sancho != commander]
        assert happened(g, "command-turn") == [{"sancho": commander, "cp": card.cp}]


@pytest.mark.rule("sanchos.card.three-actions")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('sancho = "castilla"', 'sancho = "najera"', "each Sancho"),
        ("cp = 1", "cp = 4", "cp"),
        ('id = "najera-1b"', 'id = "najera-1a"', "najera-1a"),
    ],
)
def test_no_game_is_made_with_a_faulty_card(tmp_path: Path, old: str, new: str, reason: str) -> None:
    export(tmp_path)
    path = tmp_path / "cards.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError, match=reason):
        GAME.new("3p", content=tmp_path)


# -- two versions of the third ---------------------------------------------------------------------

# Card castilla-2c, upper text: 2 points for Recruit (twice at most), Deploy to Home (once), Move (once); lower text:
# Recruit 2, Deploy 2 to Home, Move 2.
KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]


@pytest.mark.rule("sanchos.card.third-action-two-versions")
@pytest.mark.parametrize(
    ("mode", "options", "card"),
    [
        ("3p", {}, "castilla-2c"),
        ("2p", {}, "castilla-2c"),
        ("solo", {"player": "castilla"}, "castilla-2c"),
        ("2p", {}, "najera-2c"),
    ],
)
def test_players_and_najera_under_a_players_control_use_the_upper_text(
    mode: str, options: dict[str, str], card: str
) -> None:
    sancho = card.partition("-")[0]
    commander = "" if mode == "solo" else "aragon"
    g = scene(START, mode, commander=commander, options=options, hands={"aragon": [card]} if commander else {},
              deck=[card], reserve_troops={"aragon": 0})
    new_round(g)
    do(g, f"play {card}" if commander else f"draw {card}")
    play(g, lambda g: "wait" if "wait" in names(g) else g.legal()[0].name,
         until=lambda g: g.step.rule.startswith("sanchos.action.third"))
    assert decider(g) == ("aragon" if sancho == "najera" else "castilla")
    assert left(g) == 2
    assert happened_by(g, "card-turn")[-1] == sancho
    before = reserve(g, sancho)
    assert before == 2
    do(g, "recruit")
    if sancho == "castilla":
        # A player may recruit twice with both points; the lower text would have deployed and moved as well.
        assert starting(g, "recruit", "deploy") == {"recruit", "deploy home", "deploy castle"}
    else:
        assert starting(g, "recruit", "deploy") == {"recruit", "deploy king"}
    do(g, "recruit")
    assert reserve(g, sancho) == 4
    assert sancho not in happened_by(g, "deploys") + happened_by(g, "moves") + happened_by(g, "attacks")


@pytest.mark.rule("sanchos.card.third-action-two-versions", "sanchos.action.auto-does-all-listed")
def test_auto_sanchos_use_the_lower_text() -> None:
    g = scene([*KINGS, "castilla field r1 3T", "castilla garrison c-home 1T", "aragon field r3 1T"], "solo",
              commander="", options={"player": "najera"}, deck=["castilla-2c"])
    new_round(g)
    do(g, "draw castilla-2c")
    play(g, at_random(1), until=lambda g: g.step.rule.startswith("sanchos.action.third") or "discards" in names(g))
    did = [event.kind for event in g.events or [] if event.params.get("sancho") == "castilla"]
    # All three options with two points each; nobody was asked.
    assert did == ["card-turn", "recruits", "recruits", "deploys-castle", "deploys-castle", "moves", "moves-king"]
    assert (reserve(g, "castilla"), supply(g, "castilla")) == (2, 6)
    assert {"castilla garrison c-home 2T", "castilla field r1 3T", "castilla field r3 K+1T"} <= pieces(g)


# -- the example card ------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.card.example-card")
def test_the_example_card_lies_in_the_deck_as_printed() -> None:
    cards = [card for card in load_content().cards if card == EXAMPLE_CARD]
    assert [card.id for card in cards] == ["castilla-1a"]
    (card,) = cards
    assert card.cp == 1
    assert [action.sancho for action in card.actions] == ["najera", "aragon", "castilla"]
    assert card.provenance == "rulebook"


# The terms of the game that a card's text can consist of, and those that the example card consists of, in order.
TERMS = {
    "en": ("nájera|aragón|castilla|fortify|besiege|deploy|recruit|move|attack|reserve|discards?|\\d+|if not possible|"
           "most favourable|king|home region|all points left over|one of|not in|empty garrison space|crown"),
    "es": ("nájera|aragón|castilla|fortificar|asediar|desplegar|reclutar|mover|atacar|reservar|descarta|\\d+|"
           "si no es posible|más favorable|rey|región natal|todos los puntos que sobren|una de|fuera de|"
           "espacios de guarnición vacíos|corona"),
}
TOLD = {
    "en": ["nájera", "fortify", "1", "if not possible", "besiege", "1", "most favourable",
           "aragón", "deploy", "1", "king", "recruit", "all points left over",
           "castilla", "1", "one of", "move", "attack", "not in", "aragón", "fortify", "empty garrison space",
           "crown", "move", "1", "attack", "1", "not in", "aragón", "fortify", "1", "empty garrison space"],
    "es": ["nájera", "fortificar", "1", "si no es posible", "asediar", "1", "más favorable",
           "aragón", "desplegar", "1", "rey", "reclutar", "todos los puntos que sobren",
           "castilla", "1", "una de", "mover", "atacar", "fuera de", "aragón", "fortificar",
           "espacios de guarnición vacíos",
           "corona", "mover", "1", "atacar", "1", "fuera de", "aragón", "fortificar", "1",
           "espacios de guarnición vacíos"],
}


@pytest.mark.rule("sanchos.card.example-card", "sanchos.card.third-action-two-versions")
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_people_read_of_the_example_card(lang: str) -> None:
    text = card_text(EXAMPLE_CARD, SanchosWording(lang, GAME.catalogue(lang)))
    assert len(text) == 3
    assert re.findall(TERMS[lang], " ".join(text).lower()) == TOLD[lang]


@pytest.mark.rule("sanchos.card.example-card")
def test_playing_the_example_card() -> None:
    start = ["najera field r5 2T", "castilla garrison r5 1T", "castilla field r1 1T", "aragon field a-home 2T",
             "castilla field a-home 1T", "castilla field c-home K", "castilla field r8 1T", "castilla garrison r8 1T",
             "najera garrison n-home K", "aragon garrison r10 K"]
    g = new_round(scene(start, "solo", commander="", options={"player": "castilla"}, deck=["castilla-1a"],
                        reserve_troops={"aragon": 0}))
    do(g, "draw castilla-1a")
    # Nájera can fortify nothing and besieges; Aragón has nothing to deploy and recruits; Castilla has a choice.
    assert happened_by(g, "siege-starts") == ["najera"]
    assert happened_by(g, "recruits") == ["aragon"]
    assert decider(g) == "castilla"
    assert left(g) == 1
    assert starting(g, "fortify") == {"fortify troop r1", "fortify troop a-home", "fortify king c-home"}
    assert refused(g, "fortify troop r8") == ("space-not-empty", "sanchos.fortify.auto-empty-only-priority")
    assert starting(g, "attack") == {"attack r5"}
    assert refused(g, "attack a-home") == ("region-excluded", "sanchos.term.not-in-region")
    assert starting(g, "move") == {"move king", "move troop r1", "move troop a-home", "move troop r8",
                                   "move garrison r8"}
    assert starting(g, "recruit", "deploy", "besiege", "decline") == set()
    do(g, "fortify troop r1")
    assert "castilla garrison r1 1T" in pieces(g)
    assert happened_by(g, "card-turn") == ["najera", "aragon", "castilla"]
    assert decider(g) != "castilla" or g.over


@pytest.mark.rule("sanchos.card.example-card")
def test_the_example_card_for_auto_castilla() -> None:
    start = ["castilla field r4 2T", "castilla garrison r8 1T", "castilla field r8 1T", "castilla field r12 1T",
             "najera field r5 2T", "castilla field c-home K", "najera garrison r5 K", "aragon field r10 K"]
    g = new_round(scene(start, "solo", commander="", options={"player": "aragon"}, deck=["castilla-1a"],
                        reserve_troops={"aragon": 0}))
    do(g, "draw castilla-1a")
    play(g, lambda g: max(g.legal(), key=lambda action: action.x).name,
         until=lambda g: "castilla" in happened_by(g, "fortifies"))
    did = [event.kind for event in g.events or [] if event.params.get("sancho") == "castilla"]
    assert did[:3] == ["card-turn", "moves", "attacks"]
    assert did[-2:] == ["fortifies", "gains-points"]
    assert happened(g, "attacks") == [{"sancho": "castilla", "region": "r5", "points": 1}]

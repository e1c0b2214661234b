"""Rulebook: "El Cid", the optional card."""

from typing import Any

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import CID_HOLDER, CID_REGION, DECK, SanchosState
from mesnada.games.sanchos.round import END_OF_ROUND, PlayOrReserve
from mesnada.kernel.errors import OptionError
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, names
from tests.games.sanchos.scenes import item as order
from tests.rules.sanchos.asking import fresh, new_round, refused, score, scores
from tests.rules.sanchos.battlefield import chart, discard_pile, field_of, laid_out, rules_of

SUPPLY = "Supply"
CARD: dict[str, Any] = {"options": {"el-cid": "card"}}


def holder(g: SanchosState) -> str | None:
    where = g.b[CID_HOLDER]
    return None if not where else SUPPLY if where == 1 else SANCHOS[where - 2]


def held_by(g: SanchosState, sancho: str | None) -> SanchosState:
    """The card lies with a Sancho, or (None) in the Supply."""
    g.b[CID_HOLDER] = 1 if sancho is None else 2 + SANCHOS.index(sancho)
    return g


def end_of_round(g: SanchosState) -> SanchosState:
    g.agenda.append(END_OF_ROUND)
    g.settle()
    return g


# -- in the game or not -------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.elcid.optional")
@pytest.mark.parametrize("mode", ["3p", "2p", "solo"])
def test_the_card_is_in_the_game_only_if_agreed_and_never_in_the_deck(mode: str) -> None:
    off = fresh(mode)
    assert holder(off) is None and off.b[DECK] == 27
    on = fresh(mode, el_cid="card")
    assert holder(on) == SUPPLY and on.b[DECK] == 27 and len(on.t.cards) == 27
    assert dict(off.setup.options)["el-cid"] == "off"


@pytest.mark.rule("sanchos.elcid.optional")
def test_without_the_option_nobody_ever_claims_it() -> None:
    g = end_of_round(field_of("castilla garrison r3 1T", "najera garrison r5 1T", hands={"aragon": ["aragon-1a"]}))
    assert scores(g) == (5, 5, 3) and holder(g) is None and not happened(g, "claims-el-cid")


# -- claiming -----------------------------------------------------------------------------------------------------


HANDS = {"najera": ["najera-1a"], "castilla": ["castilla-1a"], "aragon": ["aragon-1a"]}
LOWEST_CASTILLA = ("najera garrison r5 1T", "aragon garrison r12 1T")
"""Castilla 3, Nájera 5, Aragón 4."""


@pytest.mark.rule("sanchos.elcid.claim")
@pytest.mark.parametrize("before", [None, "najera", "aragon"])
def test_who_alone_has_the_lowest_score_takes_the_card_from_wherever_it_is(before: str | None) -> None:
    g = end_of_round(held_by(field_of(*LOWEST_CASTILLA, hands=HANDS, **CARD), before))
    assert scores(g) == (3, 5, 4) and holder(g) == "castilla"
    assert happened(g, "claims-el-cid") == [{"sancho": "castilla"}]
    assert rules_of(g, "claims-el-cid") == ["sanchos.elcid.claim"]
    assert g.b[CID_REGION] == 0, "the card alone has no piece"


@pytest.mark.rule("sanchos.elcid.claim")
@pytest.mark.parametrize("before", [None, "najera", "castilla"])
def test_of_two_with_the_lowest_score_nobody_takes_it(before: str | None) -> None:
    g = end_of_round(held_by(field_of("aragon garrison r5 1T", hands=HANDS, **CARD), before))
    assert scores(g) == (3, 3, 5) and holder(g) == (before or SUPPLY) and not happened(g, "claims-el-cid")


@pytest.mark.rule("sanchos.elcid.claim")
def test_it_is_claimed_after_the_sieges_of_the_round_also_if_a_card_was_reserved() -> None:
    """Castilla 5, Nájera 4, Aragón 3 before phase 4, in which Aragón takes r5 from Castilla."""
    g = held_by(field_of("castilla garrison r5 1T", "aragon siege r5 2T", "najera garrison r12 1T", deck=["najera-2a"],
                         hands=HANDS, **CARD), None)
    new_round(g)
    do(g, "reserve castilla-1a", "draw najera-2a")
    assert scores(g) == (3, 4, 5) and holder(g) == "castilla"
    kinds = [event.kind for event in g.events or []]
    assert kinds.index("occupies") < kinds.index("claims-el-cid") < kinds.index("round", 1)


@pytest.mark.rule("sanchos.elcid.nonplayer-lowest")
@pytest.mark.parametrize(("lines", "found"), [
    (("castilla garrison r5 1T", "aragon garrison r3 1T", "aragon garrison r12 1T"), (5, 3, 6)),
    (("aragon garrison r3 1T",), (3, 3, 5)),
])
def test_najera_in_a_game_of_two_is_compared_but_never_claims(lines: tuple[str, ...], found: tuple[int, ...]) -> None:
    hands = {"castilla": ["castilla-1a"], "aragon": ["aragon-1a"]}
    for before in (None, "aragon", "castilla"):
        g = end_of_round(held_by(field_of(*lines, mode="2p", hands=hands, **CARD), before))
        assert scores(g) == found and holder(g) == (before or SUPPLY)
    g = end_of_round(held_by(field_of("najera garrison r5 1T", "aragon garrison r3 1T", mode="2p", hands=hands, **CARD),
                             None))
    assert scores(g) == (3, 5, 5) and holder(g) == "castilla", "a player who is lowest does claim"


# -- a Reserved card in battles only ------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.elcid.not-a-reserved-card-outside-battle")
def test_it_does_not_stop_its_holder_from_reserving_a_card() -> None:
    g = new_round(held_by(field_of(hands={"castilla": ["castilla-1a"]}, **CARD), "castilla"))
    assert names(g) == ["play castilla-1a", "reserve castilla-1a"]
    assert refused(g, "use el-cid") == ("not-now", PlayOrReserve.rule)


@pytest.mark.rule("sanchos.elcid.not-a-reserved-card-outside-battle")
def test_it_cannot_be_made_to_be_discarded_but_can_be_played_in_a_battle() -> None:
    g = held_by(field_of("castilla field r9 1T", "aragon field r9 1T", **CARD), "castilla")
    card_action(g, "aragon", order("discard-reserved", 1, whom="each-opponent"), order("attack", 1))
    assert [e["sancho"] for e in happened(g, "attacks")] == ["aragon"], "nobody has a card to discard"
    laid_out(g, "aragon troop 2 5", "castilla troop 5")
    assert decider(g) == "castilla" and names(g) == ["pass", "use el-cid"]


# -- its effect ---------------------------------------------------------------------------------------------------


def battle(king: int, *troops: int, enemies: tuple[int, ...], holder: str = "castilla", **how: Any) -> SanchosState:
    """Castilla with K and T attacks Aragón in r9 with 1 point; the dice lie; then the holder is asked."""
    how.setdefault("options", CARD["options"])
    g = held_by(field_of(f"castilla field r9 K+{len(troops) - 1}T" if len(troops) > 1 else "castilla field r9 K",
                         f"aragon field r9 {len(enemies)}T", **how), holder)
    card_action(g, "castilla", order("attack", 1))
    return laid_out(g, f"castilla king {king}", "castilla troop " + " ".join(map(str, troops)),
                    "aragon troop " + " ".join(map(str, enemies)))


@pytest.mark.rule("sanchos.elcid.effect")
def test_one_own_die_moves_one_column_down_or_up() -> None:
    """Castilla: King's Guard 5, Troop 2 (the additional die); Aragón 5."""
    g = battle(5, 2, enemies=(5,))
    do(g, "use el-cid")
    assert names(g) == ["shift down castilla king 5", "shift down castilla troop 2",
                        "shift up castilla king 5", "shift up castilla troop 2"]
    assert refused(g, "shift up aragon troop 5") == ("no-own-die", "sanchos.elcid.effect")
    assert refused(g, "shift down castilla troop 5") == ("no-own-die", "sanchos.elcid.effect")
    assert refused(g, "pass") == ("not-now", "sanchos.elcid.effect")
    for how, column in (("down", 4), ("up", 6)):
        twin = g.copy()
        do(twin, f"shift {how} castilla king 5")
        assert chart(twin) == {2: ["castilla troop"], 5: ["aragon troop"], column: ["castilla king"]}


@pytest.mark.rule("sanchos.elcid.effect")
def test_the_die_goes_to_the_outer_end_of_its_new_column() -> None:
    g = battle(3, 4, enemies=(4, 4), face_down={"aragon": ["aragon-1a"]})
    do(g, "use el-cid", "shift up castilla king 3")
    assert chart(g) == {4: ["castilla troop", "aragon troop", "aragon troop", "castilla king"]}
    assert happened(g, "shifts-die") == [{"sancho": "castilla", "die": "king", "column": 3, "to": 4}]


@pytest.mark.rule("sanchos.elcid.effect")
def test_from_column_0_there_is_only_up_and_column_10_is_allowed() -> None:
    g = battle(0, 2, enemies=(5,))
    do(g, "use el-cid")
    assert names(g) == ["shift down castilla troop 2", "shift up castilla king 0", "shift up castilla troop 2"]
    assert refused(g, "shift down castilla king 0") == ("below-column-zero", "sanchos.elcid.effect")
    g = battle(9, 2, enemies=(5,))
    do(g, "use el-cid", "shift up castilla king 9")
    assert chart(g)[10] == ["castilla king"]


@pytest.mark.rule("sanchos.elcid.effect")
def test_it_is_played_in_turn_like_a_reserved_card_and_the_game_goes_on_from_the_next() -> None:
    g = battle(5, 2, enemies=(5,), face_down={"castilla": ["castilla-1a"], "aragon": ["aragon-1a"]})
    assert decider(g) == "castilla" and names(g) == ["pass", "use castilla-1a", "use el-cid"]
    do(g, "use el-cid", "shift up castilla king 5")
    assert decider(g) == "aragon" and names(g) == ["pass", "use aragon-1a"], "one card at a time"
    do(g, "pass")
    assert decider(g) == "castilla" and names(g) == ["pass", "use castilla-1a"]
    assert refused(g, "use el-cid") == ("card-not-reserved", "sanchos.cards.optional-and-one-at-a-time")


@pytest.mark.rule("sanchos.elcid.effect")
def test_only_the_holder_may_play_it_and_only_with_a_die_on_the_chart() -> None:
    g = battle(5, 2, enemies=(5,), holder="aragon")
    assert decider(g) == "aragon" and names(g) == ["pass", "use el-cid"]
    g = battle(5, 2, enemies=(4,), holder="najera")
    assert names(g) == ["hit aragon troop 4"], "Nájera has no die in this battle and is not asked"


@pytest.mark.rule("sanchos.elcid.effect")
def test_it_may_be_played_in_an_interception() -> None:
    g = held_by(field_of("castilla field r9 2T", "aragon garrison r9 1T", "aragon field r9 1T", **CARD), "aragon")
    cp_turn(g, 1)
    do(g, "besiege r9", "besiegers 2t", "intercept yes")
    laid_out(g, "aragon troop 4", "castilla troop 4 4")
    assert decider(g) == "aragon" and names(g) == ["pass", "use el-cid"]
    do(g, "use el-cid", "shift up aragon troop 4")
    assert chart(g) == {4: ["castilla troop", "castilla troop"], 5: ["aragon troop"]}


# -- afterwards ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.elcid.returns-to-supply")
def test_after_use_it_lies_in_the_supply_and_not_on_the_discard_pile() -> None:
    g = battle(5, 2, enemies=(5,))
    before = discard_pile(g)
    do(g, "use el-cid", "shift up castilla king 5")
    assert holder(g) == SUPPLY and discard_pile(g) == before


@pytest.mark.rule("sanchos.elcid.returns-to-supply")
def test_it_may_be_claimed_again_at_the_end_of_the_same_round() -> None:
    g = battle(5, 2, enemies=(5,), hands=HANDS, homeless=["najera"])
    assert scores(g) == (0, 0, 3)
    do(g, "use el-cid", "shift up castilla king 5")
    while g.agenda:
        do(g, names(g)[0])
    assert holder(g) == SUPPLY
    end_of_round(g)
    assert holder(g) == SUPPLY, "0, 0, 3: nobody alone"
    g = battle(5, 2, enemies=(5,), hands=HANDS)
    do(g, "use el-cid", "shift up castilla king 5")
    while g.agenda:
        do(g, names(g)[0])
    end_of_round(g)
    assert scores(g) == (0, 3, 3) and holder(g) == "castilla"
    assert happened(g, "claims-el-cid") == [{"sancho": "castilla"}]


@pytest.mark.rule("sanchos.elcid.returns-to-supply")
def test_until_used_or_claimed_by_another_it_stays_with_its_holder() -> None:
    g = battle(5, 2, enemies=(5,), hands=HANDS)
    do(g, "pass")
    while g.agenda:
        do(g, names(g)[0])
    end_of_round(g)
    assert scores(g)[0] == min(scores(g)) and holder(g) == "castilla" and not happened(g, "claims-el-cid")


# -- solo ---------------------------------------------------------------------------------------------------------


def solo(*lines: str, player: str = "castilla") -> SanchosState:
    return field_of(*lines, mode="solo", options={"player": player, "el-cid": "card"},
                    hands={player: ["castilla-1a"]})


@pytest.mark.rule("sanchos.elcid.solo")
def test_the_player_claims_with_a_score_below_that_of_both_autos_together() -> None:
    """Player 4, Autos 5: yes. 5 to 5 and 6 to 5: no. With 4 the player is above each of the Autos."""
    towers = [f"castilla garrison {tower} 1T" for tower in ("r1", "r4", "r9", "r12")]
    for number, claimed in ((2, True), (3, False), (4, False)):
        g = end_of_round(held_by(solo(*towers[:number], "aragon garrison r7 1T"), None))
        assert (score(g, "player"), score(g, "auto")) == (2 + number, 5)
        assert holder(g) == ("castilla" if claimed else SUPPLY)


@pytest.mark.rule("sanchos.elcid.solo")
def test_auto_sanchos_never_claim_him() -> None:
    g = end_of_round(held_by(solo("castilla garrison r3 1T", "castilla garrison r5 1T"), None))
    assert score(g, "auto") < score(g, "player") and holder(g) == SUPPLY


@pytest.mark.rule("sanchos.elcid.solo")
@pytest.mark.parametrize("value", ["card", "inspires"])
def test_he_does_not_serve_aragon(value: str) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.new("solo", {"player": "aragon", "el-cid": value})
    assert caught.value.option == "el-cid" and "sanchos.elcid.solo" in str(caught.value)
    for player in ("castilla", "najera"):
        assert holder(GAME.new("solo", {"player": player, "el-cid": value})) == SUPPLY
    assert holder(GAME.new("solo", {"player": "aragon"})) is None

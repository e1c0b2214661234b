"""Phase 1. Commander Plays or Reserves a Card."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import HOLDER
from mesnada.games.sanchos.model import CARD, CID_HOLDER, DECK, DISCARDED, FACE_DOWN, FACE_UP, IN_HAND, RESERVED, UNSEEN
from tests.games.sanchos.scenes import START, decider, do, happened, names, pieces, scene
from tests.rules.sanchos.asking import (
    at_random,
    commander,
    fresh,
    hand_size,
    happened_by,
    new_round,
    play,
    preferring,
    refused,
    starting,
)

KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]
MODES = ("2p", "3p", "solo")


def solo_options(mode: str, player: str = "castilla") -> dict[str, str]:
    return {"player": player} if mode == "solo" else {}


def where(g: Any, card: str) -> int:
    """The value of CARD of a card."""
    return int(g.b[CARD + g.t.card_index[card]])


# -- play or reserve -------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.phase1.play-or-reserve")
@pytest.mark.parametrize("mode", MODES)
def test_the_commander_plays_or_reserves_one_card(mode: str) -> None:
    hand = ["castilla-1a", "najera-2b", "aragon-3c"]
    g = new_round(scene(START, mode, options=solo_options(mode), hands={"castilla": hand, "aragon": ["najera-1a"]}))
    assert decider(g) == "castilla"
    assert set(names(g)) == {f"{verb} {card}" for verb in ("play", "reserve") for card in hand}
    assert len(names(g)) == 6
    for other in ("pass", "end", "take-turn", "wait", "recruit", "decline"):
        assert refused(g, other) == ("not-now", "sanchos.phase1.play-or-reserve")
    for other in ("play najera-1a", "reserve najera-1a", "play castilla-1b"):
        assert refused(g, other) == ("card-not-in-hand", "sanchos.phase1.reserved-card-is-not-playable-here")


@pytest.mark.rule("sanchos.phase1.play-or-reserve")
def test_a_played_card_lies_open_and_a_reserved_one_face_down() -> None:
    start = scene(START, hands={"castilla": ["castilla-1a", "najera-2b"]})
    g = do(new_round(start.copy()), "play najera-2b")
    assert names(g) == ["take-turn", "wait"]
    assert g.view(2).state.b[CARD + g.t.card_index["najera-2b"]] == where(g, "najera-2b") != UNSEEN
    assert hand_size(g, "castilla") == 1
    g = new_round(start)
    g.events = []
    do(g, "reserve najera-2b")
    assert where(g, "najera-2b") == FACE_DOWN
    assert decider(g) == "chance"
    assert hand_size(g, "castilla") == 1
    (event,) = [e for e in g.events or [] if e.kind == "reserves"]
    assert event.rule == "sanchos.round.reserve-skips-turns"
    assert event.seen_by(0).params == {"sancho": "castilla", "card": "najera-2b"}
    assert event.seen_by(1).params == event.seen_by(None).params == {"sancho": "castilla"}


@pytest.mark.rule("sanchos.phase1.reserve-needs-none-reserved")
@pytest.mark.parametrize("how", ["face_up", "face_down"])
def test_who_has_a_reserved_card_has_to_play(how: str) -> None:
    hand = ["castilla-1a", "najera-2b"]
    had: dict[str, Any] = {how: {"castilla": ["castilla-3a"]}}
    g = new_round(scene(START, hands={"castilla": hand}, **had))
    assert names(g) == ["play najera-2b", "play castilla-1a"]
    for card in hand:
        assert refused(g, f"play {card}") is None
        assert refused(g, f"reserve {card}") == ("has-reserved-card", "sanchos.phase1.reserve-needs-none-reserved")
    # Reserved cards of the others do not matter, nor does El Cid.
    had = {how: {"aragon": ["castilla-3a"], "najera": ["castilla-3b"]}}
    g = scene(START, hands={"castilla": hand}, options={"el-cid": "card"}, **had)
    g.b[CID_HOLDER] = HOLDER
    assert starting(new_round(g), "reserve") == {f"reserve {card}" for card in hand}


@pytest.mark.rule("sanchos.phase1.reserve-needs-none-reserved", "sanchos.term.reserve-this-card")
def test_a_card_reserved_by_an_action_counts() -> None:
    # Najera-1b: Aragón reserves the card.
    g = new_round(scene(START, commander="najera", hands={"najera": ["najera-1b"], "aragon": ["aragon-1a"]}, deck=[]))
    do(g, "play najera-1b")
    play(g, preferring("take-turn", "recruit"), until=lambda g: commander(g) == "aragon")
    assert g.b[RESERVED + 2] == 1
    assert names(g) == ["play aragon-1a"]
    assert refused(g, "reserve aragon-1a") == ("has-reserved-card", "sanchos.phase1.reserve-needs-none-reserved")


@pytest.mark.rule("sanchos.phase1.reserved-card-is-not-playable-here")
def test_reserved_cards_are_not_part_of_the_hand() -> None:
    g = new_round(scene(START, hands={"castilla": ["castilla-1a"]}, face_down={"castilla": ["najera-2b"]}, deck=[]))
    assert names(g) == ["play castilla-1a"]
    for verb in ("play", "reserve"):
        assert refused(g, f"{verb} najera-2b") == (
            "card-not-in-hand", "sanchos.phase1.reserved-card-is-not-playable-here")
    # The last hand card is played; a Reserved card left over does not keep the game going.
    do(g, "play castilla-1a")
    play(g, preferring("take-turn", "recruit"), until=lambda g: False)
    assert g.over
    assert where(g, "najera-2b") == FACE_DOWN


# -- hidden information ----------------------------------------------------------------------------


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_hands_and_reserved_cards_of_others_are_hidden() -> None:
    g = scene(START, "2p", hands={"castilla": ["castilla-1a"], "aragon": ["aragon-1a", "aragon-1b"]},
              face_down={"castilla": ["castilla-1b"], "aragon": ["aragon-1c"]}, face_up={"najera": ["najera-3a"]},
              deck=["najera-1a", "najera-1b"])
    new_round(g)
    view: Any = g.view(0).state
    seen = {card.id: view.b[CARD + c] for c, card in enumerate(view.t.cards)}
    assert {seen[card] for card in ("aragon-1a", "aragon-1b", "aragon-1c", "najera-1a", "najera-1b")} == {UNSEEN}
    assert (seen["castilla-1a"], seen["castilla-1b"], seen["najera-3a"]) == (IN_HAND, FACE_DOWN, FACE_UP + 1)
    assert {seen[card.id] for card in view.t.cards} - {UNSEEN, IN_HAND, FACE_DOWN, FACE_UP + 1} == {DISCARDED}
    assert sum(place == DISCARDED for place in seen.values()) == 27 - 8
    # The numbers are open.
    assert [hand_size(view, s) for s in SANCHOS] == [1, 0, 2]
    assert [view.b[RESERVED + s] for s in range(3)] == [1, 1, 1]
    assert view.b[DECK] == 2
    spectator = g.view(None).state
    assert {spectator.b[CARD + c] for c in range(27)} == {UNSEEN, FACE_UP + 1, DISCARDED}


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_what_a_seat_cannot_see_makes_no_difference_to_its_view() -> None:
    def dealt(aragon: list[str], kept: str, deck: list[str]) -> Any:
        return new_round(scene(START, "2p", hands={"castilla": ["castilla-1a"], "aragon": aragon},
                               face_down={"aragon": [kept]}, deck=deck))

    one = dealt(["aragon-1a", "aragon-1b"], "aragon-1c", ["najera-1a"])
    two = dealt(["najera-1a", "aragon-1c"], "aragon-1a", ["aragon-1b"])
    assert one.view(0) == two.view(0)
    assert one.view(0).legal() == two.view(0).legal() != []
    assert one.view(None) == two.view(None)
    assert one.view(1) != two.view(1)
    assert one != two
    # What has been asked for already does not stay in a view: neither another seat's choices nor the deck.
    assert one.legal() and two.legal()
    assert one.view(1).legal() == two.view(1).legal() == []
    assert not {action.words[0] for action in one.view(1).state.legal()} & {"castilla-1a"}
    for g in (one, two):
        do(g, "play castilla-1a")
        play(g, preferring("take-turn", "recruit"), until=lambda g: g.legal()[0].verb == "draw")
        assert g.legal()
        for seat in (0, 1, None):
            assert g.view(seat).state.legal() == []


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_a_drawn_card_is_seen_by_its_owner_alone() -> None:
    g = play(fresh("3p"), at_random(5), until=lambda g: bool(happened(g, "round")))
    draws = [e for e in g.events or [] if e.kind == "draws"]
    assert len(draws) == 9
    for event in draws:
        owner = SANCHOS.index(event.params["sancho"])
        for seat in (0, 1, 2, None):
            told = "card" in event.seen_by(seat).params
            assert told == (seat is not None and g.t.seats[seat] == owner)


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_redealt_cards_are_dealt_among_the_unseen() -> None:
    g = new_round(scene(START, hands={"castilla": ["castilla-1a"], "aragon": ["aragon-1a"]},
                        face_down={"aragon": ["aragon-1c"]}, face_up={"najera": ["najera-3a"], "aragon": ["aragon-3a"]},
                        deck=["najera-1a", "najera-1b"]))
    unseen = {"aragon-1a", "aragon-1c", "najera-1a", "najera-1b"}
    hands = set()
    for seed in range(30):
        other = g.view(0).redealt(random.Random(seed))
        assert other.view(0) == g.view(0)
        hand = [card.id for card in g.t.cards if where(other, card.id) == IN_HAND + 2]
        kept = [card.id for card in g.t.cards if where(other, card.id) == FACE_DOWN + 2]
        assert (len(hand), len(kept)) == (1, 1)
        assert {*hand, *kept} <= unseen
        hands.add((hand[0], kept[0]))
    assert len(hands) > 4


@pytest.mark.rule("sanchos.phase1.hidden-information", "sanchos.term.reserve-this-card")
@pytest.mark.parametrize(("option", "seen"), [("known", FACE_UP + 2), ("face-down", UNSEEN)])
def test_a_card_that_an_action_reserved(option: str, seen: int) -> None:
    g = new_round(scene(START, commander="najera", hands={"najera": ["najera-1b"]}, options={"seen-reserved": option},
                        deck=["castilla-1a"]))
    do(g, "play najera-1b")
    play(g, preferring("take-turn", "recruit"), until=lambda g: decider(g) == "chance")
    assert g.b[RESERVED + 2] == 1
    assert where(g.view(0).state, "najera-1b") == seen
    assert where(g.view(2).state, "najera-1b") == (FACE_UP + 2 if option == "known" else FACE_DOWN + 2)


@pytest.mark.rule("sanchos.phase1.hidden-information", "sanchos.term.reserve-this-card-nonplayer")
@pytest.mark.parametrize("option", ["known", "face-down"])
def test_reserved_cards_of_a_nonplayer_sancho_always_lie_face_up(option: str) -> None:
    g = new_round(scene(START, "solo", commander="castilla", hands={"castilla": ["najera-1b"]},
                        options={"seen-reserved": option, "player": "castilla"}, deck=["castilla-1a"]))
    do(g, "play najera-1b")
    play(g, preferring("take-turn", "recruit"), until=lambda g: happened(g, "keeps-card") != [])
    assert where(g, "najera-1b") == FACE_UP + 2
    assert where(g.view(0).state, "najera-1b") == FACE_UP + 2


# -- solo ------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.solo.phase1.reveal")
def test_a_solo_round_without_commander_reveals_the_top_card() -> None:
    g = play(fresh("solo", player="aragon"), at_random(2), until=lambda g: bool(happened(g, "round")))
    assert g.b[DECK] == 24
    do(g, next(name for name in names(g) if name.startswith("reserve")))
    do(g, names(g)[0])
    assert (commander(g), g.b[DECK], hand_size(g, "aragon")) == (None, 23, 3)
    assert decider(g) == "chance"
    assert len(g.legal()) == 23
    assert {action.verb for action in g.legal()} == {"draw"}
    revealed = names(g)[0]
    mine = next(card.id for card in g.t.cards if where(g, card.id) == IN_HAND + 2)
    assert refused(g, f"draw {mine}") == ("card-not-in-deck", "sanchos.phase3.commander-draws-one")
    assert refused(g, f"play {mine}") == ("not-now", "sanchos.solo.phase1.reveal")
    do(g, revealed)
    assert (g.b[DECK], hand_size(g, "aragon")) == (22, 3)
    assert [event["card"] for event in happened(g, "reveals")] == [revealed.partition(" ")[2]]
    assert happened(g, "plays") == []
    assert happened(g, "command-turn") == []
    play(g, at_random(2), until=lambda g: len(happened(g, "round")) == 3)
    # The draw of phase 1 is the only one of such a round.
    assert (g.b[DECK], hand_size(g, "aragon"), happened(g, "command-turn")) == (22, 3, [])


@pytest.mark.rule("sanchos.solo.phase1.all-use-actions")
def test_all_three_act_from_top_to_bottom() -> None:
    # Castilla-1c: Nájera Deploy 1 to Home, Aragón Recruit 1, Castilla one of Recruit, Move, Attack.
    for player in SANCHOS:
        g = new_round(scene(START, "solo", commander="", options={"player": player}, deck=["castilla-1c"]))
        do(g, "draw castilla-1c")
        play(g, preferring("deploy castle", "recruit"), until=lambda g: len(happened(g, "round")) > 1)
        assert happened_by(g, "card-turn") == ["najera", "aragon", "castilla"]
        assert "castilla" in happened_by(g, "recruits")
        assert "najera garrison n-home 2T" in pieces(g)


@pytest.mark.rule("sanchos.solo.phase1.all-use-actions", "sanchos.card.third-action-two-versions")
def test_the_player_acts_without_cps_and_by_the_main_text() -> None:
    g = new_round(scene(START, "solo", commander="", options={"player": "castilla"}, deck=["castilla-1c"]))
    do(g, "draw castilla-1c")
    assert decider(g) == "castilla"
    assert starting(g, "recruit", "deploy", "fortify", "end") == {"recruit"}
    assert starting(g, "move") == {"move king", "move troop c-home", "move garrison c-home"}
    assert refused(g, "deploy king") == ("not-on-card", "sanchos.action.third-is-a-choice")
    do(g, "recruit")
    assert decider(g) != "castilla" or commander(g) is not None or g.over


@pytest.mark.rule("sanchos.solo.phase1.reserved-only-by-action")
@pytest.mark.parametrize(("card", "place"), [("najera-1b", FACE_UP + 2), ("castilla-1c", DISCARDED)])
def test_a_revealed_card_is_reserved_by_an_action_only(card: str, place: int) -> None:
    g = new_round(scene(START, "solo", commander="", options={"player": "castilla"}, deck=[card],
                        hands={"castilla": ["castilla-3a"]}))
    assert names(g) == [f"draw {card}"]
    do(g, f"draw {card}")
    offered: set[str] = set()
    while len(happened(g, "round")) < 2 and not g.over:
        offered |= {action.verb for action in g.legal()}
        do(g, preferring("recruit", "deploy king")(g))
    assert not offered & {"reserve", "play"}
    assert where(g, card) == place
    assert happened_by(g, "keeps-card") == (["aragon"] if place != DISCARDED else [])

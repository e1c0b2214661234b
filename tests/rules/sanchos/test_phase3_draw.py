"""Rulebook: "Phase 3. Draw a Card"."""

import pytest

from mesnada.games.sanchos.model import DECK, ROUND
from tests.games.sanchos.scenes import decider, do, happened, names
from tests.rules.sanchos.asking import commander, hand_size, kinds, new_round, refused
from tests.rules.sanchos.battlefield import discard_pile, field_of, rules_of

HANDS = {"castilla": ["castilla-1a", "castilla-1b", "castilla-1c"],
         "najera": ["najera-1a", "najera-1b", "najera-1c"],
         "aragon": ["aragon-1a", "aragon-1b", "aragon-1c"]}


def to_the_draw(g):
    """Any way through phase 2, up to the draw of phase 3 or the end of the round."""
    while not g.over and g.step.rule != "sanchos.phase3.commander-draws-one" and not happened(g, "round")[1:]:
        do(g, names(g)[-1])
    return g


@pytest.mark.rule("sanchos.phase3.commander-draws-one")
@pytest.mark.parametrize("use", ["play castilla-1a", "reserve castilla-1a"])
def test_the_commander_alone_draws_one_after_playing_as_after_reserving(use: str) -> None:
    g = new_round(field_of(hands=HANDS, deck=["najera-2a", "najera-2b"]))
    do(g, use)
    to_the_draw(g)
    assert decider(g) == "chance" and names(g) == ["draw najera-2a", "draw najera-2b"]
    assert refused(g, "draw najera-1a") == ("card-not-in-deck", "sanchos.phase3.commander-draws-one")
    assert hand_size(g, "castilla") == 2
    do(g, "draw najera-2b")
    assert [hand_size(g, s) for s in ("castilla", "najera", "aragon")] == [3, 3, 3] and g.b[DECK] == 1
    assert happened(g, "draws") == [{"sancho": "castilla", "card": "najera-2b"}]
    assert rules_of(g, "draws") == ["sanchos.phase3.commander-draws-one"]
    assert commander(g) == "najera" and g.b[ROUND] == 2


@pytest.mark.rule("sanchos.phase3.commander-draws-one", "sanchos.phase1.hidden-information")
def test_only_the_commander_sees_which_card_it_is() -> None:
    g = new_round(field_of(hands=HANDS, deck=["najera-2a", "najera-2b"]))
    do(g, "reserve castilla-1a", "draw najera-2b")
    for kind, card in (("draws", "najera-2b"), ("reserves", "castilla-1a")):
        event, = (event for event in g.events or [] if event.kind == kind)
        for seat, s in enumerate(g.t.seats):
            assert event.seen_by(seat).params.get("card") == (card if s == 0 else None)
        assert "card" not in event.seen_by(None).params and not event.seen_by(None).secret


@pytest.mark.rule("sanchos.phase3.skip-when-empty")
def test_without_a_deck_nobody_draws_and_the_discard_pile_is_not_used_again() -> None:
    g = new_round(field_of(hands=HANDS, deck=["najera-2a"]))
    do(g, "reserve castilla-1a", "draw najera-2a")
    assert g.b[DECK] == 0 and hand_size(g, "castilla") == 3 and len(discard_pile(g)) == 17
    do(g, "reserve najera-1a")
    assert commander(g) == "aragon" and hand_size(g, "najera") == 2, "no draw in between"
    do(g, "reserve aragon-1a")
    assert commander(g) == "castilla" and hand_size(g, "aragon") == 2
    assert kinds(g, "draws") == ["draws"] and len(discard_pile(g)) == 17


@pytest.mark.rule("sanchos.phase3.solo-no-draw-without-commander")
def test_in_a_solo_round_without_commander_the_revealed_card_is_the_only_one() -> None:
    g = field_of(mode="solo", commander="", options={"player": "castilla"}, round=2,
                 hands={"castilla": HANDS["castilla"]})
    assert g.b[DECK] == 24
    new_round(g)
    do(g, "draw aragon-1b")
    while not g.over and len(happened(g, "round")) == 1:
        do(g, names(g)[-1])
    assert g.b[ROUND] == 3 and commander(g) == "castilla"
    assert g.b[DECK] == 23 and hand_size(g, "castilla") == 3
    assert not happened(g, "draws") and kinds(g, "reveals") == ["reveals"]


@pytest.mark.rule("sanchos.phase3.solo-no-draw-without-commander")
def test_a_solo_deck_of_24_is_empty_after_24_rounds() -> None:
    """The player reserves once and then plays a card in each of its rounds; every round costs one card of the deck.

    The siege-less position is put back after each round, so that nobody wins before.
    """
    g = field_of(mode="solo", options={"player": "castilla"}, hands={"castilla": HANDS["castilla"]})
    start = bytes(g.b[44:62]), bytes(g.b[96:96 + 10 * 32])
    new_round(g)
    decks = []
    seen = 1
    for _ in range(5000):
        if g.over:
            break
        do(g, names(g)[-1])
        if g.outcome() is None and g.b[ROUND] != seen:
            seen = g.b[ROUND]
            decks.append(g.b[DECK])
            g.b[44:62], g.b[96:96 + 10 * 32] = start
    assert decks == list(range(23, -1, -1)), "one card a round, whoever draws it"
    assert g.b[ROUND] == 25 and g.outcome() is not None

"""What holds in every game, under all options: seeded random play with a recount after every decision."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.invariants import InvariantError, check
from mesnada.games.sanchos.model import (
    ARMY,
    ARROW,
    CARD,
    CARD_ORDER,
    CID_HOLDER,
    COMMANDER,
    DECK,
    DECLARED_T,
    FACE_DOWN,
    FACE_UP,
    FIELD_T,
    GARRISON_T,
    HAND,
    IN_DECK,
    IN_HAND,
    KING_REGION,
    NEXT_ORDER,
    OWNER,
    PLAYED,
    REGIONS,
    RESERVE,
    RESERVED,
    RESULT,
    ROUND,
    SCORE,
    SET_ASIDE,
    SIEGE_T,
    SIEGER,
    SPACES,
    SUPPLY,
    SanchosState,
)
from mesnada.kernel.game import Setup, random_option_sets
from mesnada.kernel.state import IllegalAction
from mesnada.kernel.step import CHANCE, OVER
from tests.games.sanchos.scenes import cp_turn, scene

MODES = ("3p", "2p", "solo")
seeds = st.integers(0, 2**32 - 1)
modes = st.sampled_from(MODES)
few = settings(max_examples=25, deadline=None, derandomize=True)
many = settings(max_examples=60, deadline=None, derandomize=True)


def drawn_game(mode: str, rng: random.Random, options: dict[str, str] | None = None) -> SanchosState:
    return GAME.new(mode, options or random_option_sets(GAME, mode, rng))


def walk(g: SanchosState, rng: random.Random, every: int):
    """Plays to the end at random; stops at about one decision in ``every``, and at the end."""
    while not g.over:
        if rng.randrange(every) == 0:
            yield g
        g.apply(rng.choice(g.legal()))
    yield g


def somewhere(mode: str, rng: random.Random, options: dict[str, str] | None = None) -> SanchosState:
    """A position in the middle of a random game."""
    g = drawn_game(mode, rng, options)
    for _ in range(rng.randrange(5, 200)):
        before = g.copy()
        g.apply(rng.choice(g.legal()))
        if g.over:
            return before
    return g


# -- random play ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.components.pieces", "sanchos.score.sum-of-garrisons", "sanchos.army.garrison",
                  "sanchos.besiege.strict-majority", "sanchos.battle.dice-cap", "sanchos.board.no-entry")
@many
@given(modes, seeds)
def test_every_decision_of_every_game_leaves_a_sound_state(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    g = drawn_game(mode, rng)
    g.events = []
    check(g)
    while not g.over:
        legal = g.legal()
        assert legal and len(set(legal)) == len(legal)
        assert g.seat == CHANCE or 0 <= g.seat < len(g.t.seats)
        assert g.seat == CHANCE or not g.t.auto[g.t.seats[g.seat]], "an Auto-Sancho is asked nothing"
        g.apply(rng.choice(legal))
        check(g)
    assert g.seat == OVER and not g.legal() and g.outcome() is not None
    assert 1 <= g.b[ROUND] <= GAME.bound(mode)


def test_the_bounds_are_reached_and_not_just_safe() -> None:
    longest = dict.fromkeys(MODES, 0)
    for mode, options in (
        ("3p", {"unspent-cps": "all"}), ("2p", {"unspent-cps": "all"}), ("solo", {"player": "castilla"}),
    ):
        for seed in range(30):
            rng = random.Random(seed)
            g = drawn_game(mode, rng, options)
            while not g.over:
                quiet = [action for action in g.legal() if action.verb not in ("fortify", "besiege", "attack")]
                end = [action for action in quiet if action.verb == "end"]
                g.apply(rng.choice(end or quiet or g.legal()))
            longest[mode] = max(longest[mode], g.b[ROUND])
    assert longest == {mode: GAME.bound(mode) for mode in MODES}


# -- legality ---------------------------------------------------------------------------------------------------------


@few
@given(modes, seeds)
def test_why_not_is_none_exactly_for_the_legal_actions(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    known = {atom.id for atom in GAME.rulebook}
    for g in walk(drawn_game(mode, rng), rng, every=25):
        legal = set(g.legal())
        for action in g.actions:
            refusal = g.why_not(action)
            assert (refusal is None) == (action in legal), (g.agenda, action, refusal)
            if refusal is not None:
                assert refusal.rule in known and refusal.code and refusal.params["action"] == action.name


@few
@given(modes, seeds)
def test_an_illegal_action_is_refused_and_changes_nothing(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    for g in walk(drawn_game(mode, rng), rng, every=15):
        before, legal = g.hash(), set(g.legal())
        g.events = []
        wrong = [action for action in rng.sample(list(g.actions), 40) if action not in legal]
        for action in wrong:
            with pytest.raises(IllegalAction) as caught:
                g.apply(action)
            assert caught.value.refusal == g.why_not(action)
            assert g.hash() == before and set(g.legal()) == legal and not g.events


@few
@given(modes, seeds)
def test_chance_has_equally_likely_outcomes_and_seats_have_none(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    for g in walk(drawn_game(mode, rng), rng, every=3):
        outcomes = g.chance()
        if g.seat == CHANCE:
            assert [action for action, _ in outcomes] == g.legal()
            assert sum(p for _, p in outcomes) == pytest.approx(1) and len({p for _, p in outcomes}) == 1
        else:
            assert outcomes == []


# -- a state is data --------------------------------------------------------------------------------------------------


@few
@given(modes, seeds)
def test_copies_saves_and_replays_are_the_same_game(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    options = random_option_sets(GAME, mode, rng)
    g, played, hashes = GAME.new(mode, options), [], []
    while not g.over:
        hashes.append(g.hash())
        if rng.randrange(12) == 0:
            loaded = GAME.load(Setup(GAME.id, mode, g.setup.options, g.setup.content), g.save())
            assert loaded == g and loaded.hash() == g.hash() and loaded.legal() == g.legal()
            twin = g.copy()
            assert twin == g and twin.legal() == g.legal()
            other = rng.choice(twin.legal())
            twin.apply(other)
            assert g.hash() == hashes[-1] and twin.hash() != g.hash(), "a copy has a life of its own"
            loaded.apply(other)
            assert loaded == twin
        action = rng.choice(g.legal())
        played.append(action.name)
        g.apply(action)
    again = GAME.new(mode, options)
    for name, before in zip(played, hashes, strict=True):
        assert again.hash() == before
        again.apply(again.actions.parse(name))
    assert again == g and again.outcome() == g.outcome()


# -- hidden things ----------------------------------------------------------------------------------------------------


def seen(g: SanchosState, seat: int | None) -> SanchosState:
    """The state inside a seat's view."""
    state = g.view(seat).state
    assert isinstance(state, SanchosState)
    return state


def hidden_cards(g: SanchosState, seat: int | None) -> list[int]:
    """Cards that a seat cannot see, by the rules and not by the code of the views."""
    own = g.t.seats[seat] if seat is not None else -1
    hidden = []
    for c in range(g.t.card_count):
        place = g.b[CARD + c]
        others = {base + s for base in (IN_HAND, FACE_DOWN) for s in range(3) if s != own}
        if place in (IN_DECK, SET_ASIDE) or place in others:
            hidden.append(c)
    return hidden


def shuffled_for(g: SanchosState, seat: int | None, rng: random.Random) -> SanchosState:
    """The same position with the cards that a seat cannot see in other places."""
    other = g.copy()
    other._legal = None
    cards = hidden_cards(g, seat)
    places = [(g.b[CARD + c], g.b[CARD_ORDER + c]) for c in cards]
    rng.shuffle(places)
    for c, (place, order) in zip(cards, places, strict=True):
        other.b[CARD + c], other.b[CARD_ORDER + c] = place, order
    return other


@pytest.mark.rule("sanchos.phase1.hidden-information")
@many
@given(modes, seeds)
def test_two_states_that_differ_in_hidden_things_only_give_equal_views(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    for g in walk(drawn_game(mode, rng), rng, every=12):
        for seat in (None, *range(len(g.t.seats))):
            other = shuffled_for(g, seat, rng)
            mine, theirs = g.view(seat), other.view(seat)
            assert mine == theirs and mine.state.hash() == theirs.state.hash()
            assert mine.legal() == theirs.legal() and mine.to_act == theirs.to_act
            check(seen(g, seat))
            if mine.to_act:
                assert mine.legal() == g.legal(), "a view keeps what its seat may do"
                for action in rng.sample(list(g.actions), 60):
                    assert mine.why_not(action) == theirs.why_not(action)
            here, there = mine.redealt(random.Random(seed)), theirs.redealt(random.Random(seed))
            assert here.hash() == there.hash()


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_the_leak_test_shuffles_what_matters() -> None:
    """Each seat's hidden cards do change places in it, and a seat sees its own hand and nobody else's."""
    g = somewhere("3p", random.Random(4))
    for seat, s in enumerate(g.t.seats):
        other = shuffled_for(g, seat, random.Random(1))
        assert other.cards_at(IN_HAND + s) == g.cards_at(IN_HAND + s) == seen(g, seat).cards_at(IN_HAND + s)
        for x in g.t.opponents[s]:
            assert g.b[HAND + x] and not seen(g, seat).cards_at(IN_HAND + x)
        assert any(other.cards_at(IN_HAND + x) != g.cards_at(IN_HAND + x) for x in g.t.opponents[s])
        assert other.view(1 - seat if seat < 2 else 0) != g.view(1 - seat if seat < 2 else 0)


@pytest.mark.rule("sanchos.phase1.hidden-information")
@few
@given(modes, seeds)
def test_no_event_tells_a_seat_a_card_that_it_cannot_see(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    g = drawn_game(mode, rng)
    audiences = (None, *range(len(g.t.seats)))
    while not g.over:
        g.events = []
        before = {seat: set(hidden_cards(g, seat)) for seat in audiences}
        g.apply(rng.choice(g.legal()))
        for seat in audiences:
            unseen = {g.t.cards[c].id for c in before[seat].intersection(hidden_cards(g, seat))}
            for event in g.events:
                told = event.seen_by(seat)
                assert unseen.isdisjoint(map(str, told.params.values())) and not told.secret, (seat, told)


@many
@given(modes, seeds)
def test_a_redealt_view_is_a_whole_game_that_looks_the_same(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    g = somewhere(mode, rng)
    for seat in (None, *range(len(g.t.seats))):
        dealt = seen(g, seat).redealt(rng)
        check(dealt)
        assert dealt.view(seat) == g.view(seat)
        assert dealt.b[DECK] == g.b[DECK] == len(dealt.cards_at(IN_DECK))
        for _ in range(30):
            if dealt.over:
                break
            dealt.apply(rng.choice(dealt.legal()))
            check(dealt)


# -- the checker itself -----------------------------------------------------------------------------------------------


DEFECTS = {
    "a Troop too many in the Supply": lambda g: (SUPPLY, g.b[SUPPLY] + 1),
    "a Troop too few in the Reserve": lambda g: (RESERVE, g.b[RESERVE] - 1),
    "an Army counted wrongly": lambda g: (ARMY + g.t.home[0], g.b[ARMY + g.t.home[0]] + 1),
    "a Troop from nowhere": lambda g: (FIELD_T + g.t.index["r12"], 1),
    "a King elsewhere": lambda g: (KING_REGION, g.t.index["r12"]),
    "a score too high": lambda g: (SCORE + 1, g.b[SCORE + 1] + 1),
    "a space too many": lambda g: (SPACES + 2, g.b[SPACES + 2] + 1),
    "an owner without Garrison": lambda g: (OWNER + g.t.index["r12"], 1),
    "a Garrison without owner": lambda g: (GARRISON_T + g.t.index["r12"], 1),
    "a siege without majority": lambda g: (SIEGE_T + g.t.index["r5"], 1),
    "a besieger of its own Garrison": lambda g: (SIEGER + g.t.index["r5"], 2),
    "a piece outside the board": lambda g: (FIELD_T + REGIONS - 1, 1),
    "a hand counted wrongly": lambda g: (HAND, g.b[HAND] + 1),
    "a deck counted wrongly": lambda g: (DECK, g.b[DECK] - 1),
    "Reserved cards counted wrongly": lambda g: (RESERVED + 1, 1),
    "a card nowhere": lambda g: (CARD, 7),
    "a played card in the deck": lambda g: (PLAYED, 1),
    "a decision arrow in a game of three": lambda g: (ARROW, 1),
    "El Cid where he does not play": lambda g: (CID_HOLDER, 1),
    "declared besiegers of nobody": lambda g: (DECLARED_T, 1),
    "a winner before the end": lambda g: (RESULT, 1),
    "no commander": lambda g: (COMMANDER, 0),
    "a card of the future": lambda g: (CARD_ORDER, g.b[NEXT_ORDER] + 1),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_the_check_finds(defect: str) -> None:
    g = scene(["castilla field c-home K+3T", "castilla siege r5 2T", "najera garrison r5 1T", "najera field n-home K",
               "aragon field a-home K"], hands={"castilla": ["najera-1a"]})
    cp_turn(g, 2)
    check(g)
    place, value = DEFECTS[defect](g)
    g.b[place] = value
    with pytest.raises(InvariantError) as caught:
        check(g)
    assert str(caught.value)


def test_the_check_knows_who_may_hold_el_cid_and_hidden_cards() -> None:
    g = scene(mode="2p", options={"el-cid": "card"})
    g.b[CID_HOLDER] = 1
    cp_turn(g, 1)
    check(g)
    najera = SANCHOS.index("najera")
    g.b[CID_HOLDER] = 2 + najera
    with pytest.raises(InvariantError, match="non-player Sancho holds El Cid"):
        check(g)
    g.b[CID_HOLDER] = 1
    g.b[CARD], g.b[RESERVED + najera], g.b[DECK] = FACE_UP + najera, 1, g.b[DECK] - 1
    check(g)
    g.b[CARD] = FACE_DOWN + najera
    with pytest.raises(InvariantError, match="non-player najera has hidden cards"):
        check(g)

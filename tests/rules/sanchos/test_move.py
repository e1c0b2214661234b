"""CP Actions: Move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import happened_by, kinds, left, moves_to, refused, score, starting

KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]
NEXT_TO_R3 = {"c-home", "r1", "r4", "r5"}
NO_PIECE = ("no-such-piece", "sanchos.move.one-piece-one-step")
NOT_ADJACENT = ("not-adjacent", "sanchos.move.one-piece-one-step")
BESIEGED = ("besieged-never-move", "sanchos.move.besieged-never")
KEEPS_LAST = ("keeps-last-piece", "sanchos.move.najera2p-keeps-last-piece")


def of(g: Any, sancho: str) -> set[str]:
    """The piece lines of a Sancho without its name."""
    return {line.partition(" ")[2] for line in pieces(g) if line.startswith(sancho)}


# -- one point, one piece, one step ----------------------------------------------------------------


@pytest.mark.rule("sanchos.move.one-piece-one-step")
@pytest.mark.parametrize("mode", ["2p", "3p", "solo"])
def test_each_cp_moves_one_piece_one_step(mode: str) -> None:
    options = {"player": "castilla"} if mode == "solo" else {}
    g = cp_turn(scene(["castilla field r3 K+1T", *KINGS[1:]], mode, options=options), 2)
    assert starting(g, "move") == {"move king", "move troop r3"}
    for action in ("move garrison r3", "move besieger r3", "move troop r4", "move garrison n-home"):
        assert refused(g, action) == NO_PIECE
    do(g, "move troop r3")
    assert decider(g) == "castilla"
    assert moves_to(g) == NEXT_TO_R3
    for region in ("r3", "n-home", "r7", "r12"):
        assert refused(g, f"to {region}") == NOT_ADJACENT
    assert refused(g, "recruit") == ("not-now", "sanchos.move.one-piece-one-step")
    do(g, "to r5")
    assert left(g) == 1
    assert of(g, "castilla") == {"field r3 K", "field r5 1T"}
    do(g, "move king")
    assert moves_to(g) == NEXT_TO_R3
    do(g, "to r1")
    assert of(g, "castilla") == {"field r1 K", "field r5 1T"}
    assert happened(g, "moves") == [{"sancho": "castilla", "region": "r3", "to": "r5"}]
    assert happened(g, "moves-king") == [{"sancho": "castilla", "region": "r3", "to": "r1"}]
    assert g.over or decider(g) != "castilla"


@pytest.mark.rule("sanchos.move.one-piece-one-step", "sanchos.action.bare-keyword")
def test_an_ordered_move_is_the_same_move() -> None:
    g = card_action(scene(["castilla field r3 2T", *KINGS], commander="aragon"), "castilla", item("move", 2))
    assert (decider(g), names(g)) == ("castilla", ["move king", "move troop r3"])
    do(g, "move troop r3")
    assert moves_to(g) == NEXT_TO_R3
    assert refused(g, "to r7") == NOT_ADJACENT
    do(g, "to r4", "move king", "to r1")
    assert g.over
    assert of(g, "castilla") == {"field r3 1T", "field r4 1T", "field r1 K"}


@pytest.mark.rule("sanchos.move.arrives-in-field-army")
@pytest.mark.parametrize(
    ("there", "after"),
    [(["castilla garrison r5 1T"], {"garrison r5 1T", "field r5 1T"}), ([], {"field r5 1T"}),
     (["castilla siege r5 2T", "aragon garrison r5 1T"], {"siege r5 2T", "field r5 1T"})],
)
def test_a_moved_piece_arrives_in_the_open(there: list[str], after: set[str]) -> None:
    g = cp_turn(scene([*there, "castilla field r3 1T", *KINGS]), 2)
    points = score(g, "castilla")
    do(g, "move troop r3", "to r5")
    assert of(g, "castilla") == {*after, "field c-home K"}
    assert score(g, "castilla") == points


@pytest.mark.rule("sanchos.move.arrives-in-field-army")
def test_a_king_arrives_in_the_open() -> None:
    g = cp_turn(scene(["castilla garrison r3 K+1T", "castilla garrison r5 1T", *KINGS[1:]]), 2)
    do(g, "move king", "to r5")
    assert of(g, "castilla") == {"garrison r3 1T", "garrison r5 1T", "field r5 K"}


@pytest.mark.rule("sanchos.move.arrives-in-field-army")
@pytest.mark.parametrize("mode", ["3p", "solo"])
def test_a_directed_move_arrives_in_the_open(mode: str) -> None:
    start = ["najera field r5 3T", "castilla field r7 1T", "najera garrison r7 1T", "najera garrison n-home K",
             *KINGS[::2]]
    g = scene(start, mode, commander="castilla", options={"player": "castilla"} if mode == "solo" else {})
    card_action(g, "najera", item("move", 1, to="weakest"))
    if mode == "3p":
        do(g, "move troop r5")
    assert g.over
    assert of(g, "najera") == {"field r5 2T", "field r7 1T", "garrison r7 1T", "garrison n-home K"}


@pytest.mark.rule("sanchos.move.out-of-garrison-free")
def test_leaving_a_garrison_costs_nothing_extra() -> None:
    g = cp_turn(scene(["castilla garrison r3 2T", "castilla garrison c-home K+1T", *KINGS[1:]]), 2)
    assert starting(g, "move") == {"move king", "move garrison r3", "move garrison c-home"}
    do(g, "move garrison r3")
    assert moves_to(g) == NEXT_TO_R3
    do(g, "to r5")
    assert left(g) == 1
    do(g, "move king", "to r3")
    assert of(g, "castilla") == {"garrison r3 1T", "field r5 1T", "garrison c-home 1T", "field r3 K"}
    assert score(g, "castilla") == 5


@pytest.mark.rule("sanchos.move.any-origins")
def test_pieces_may_come_from_and_go_to_different_regions() -> None:
    start = ["castilla field r3 1T", "castilla garrison r9 2T", "castilla siege r8 3T", "aragon garrison r8 1T", *KINGS]
    g = cp_turn(scene(start), 3)
    assert starting(g, "move") == {"move king", "move troop r3", "move garrison r9", "move besieger r8"}
    do(g, "move troop r3", "to r4", "move garrison r9", "to r10", "move besieger r8", "to n-home")
    assert of(g, "castilla") == {"field c-home K", "field r4 1T", "garrison r9 1T", "field r10 1T", "siege r8 2T",
                                 "field n-home 1T"}


@pytest.mark.rule("sanchos.move.same-piece-again")
@pytest.mark.parametrize("piece", ["K", "1T"])
def test_the_same_piece_may_move_again(piece: str) -> None:
    start = [f"castilla field r3 {piece}", *KINGS[1:]] + (["castilla garrison c-home K"] if piece == "1T" else [])
    word = "king" if piece == "K" else "troop {}"
    g = cp_turn(scene(start), 3)
    here = "r3"
    for number, to in enumerate(("r5", "r7", "r9"), 1):
        do(g, f"move {word.format(here)}", f"to {to}")
        assert left(g) == 3 - number
        assert f"field {to} {piece}" in of(g, "castilla")
        here = to
    assert not any("r3" in line or "r5" in line or "r7" in line for line in of(g, "castilla"))


@pytest.mark.rule("sanchos.move.same-piece-again", "sanchos.action.bare-keyword")
def test_an_ordered_plain_move_may_move_a_piece_again() -> None:
    g = card_action(scene(["castilla field r3 1T", "castilla garrison c-home K", *KINGS[1:]], commander="aragon"),
                    "castilla", item("move", 2))
    do(g, "move troop r3", "to r5", "move troop r5", "to r7")
    assert g.over
    assert "field r7 1T" in of(g, "castilla")


# -- the last piece of a Garrison ------------------------------------------------------------------


@pytest.mark.rule("sanchos.move.last-garrison-piece-voluntary")
def test_an_army_has_to_leave_one_garrison_piece_only_if_it_likes() -> None:
    start = ["aragon field r9 1T", "aragon garrison r9 2T", "castilla field r7 1T", "aragon garrison a-home K",
             *KINGS[:2]]
    g = scene(start)
    card_action(g, "aragon", item("move", 3, to="weakest"))
    stop = ("piece-must-move", "sanchos.action.as-fully-as-possible")
    assert (decider(g), names(g)) == ("aragon", ["move troop r9", "move garrison r9"])
    assert refused(g, "stop") == stop
    do(g, "move troop r9")
    assert names(g) == ["move garrison r9"]
    assert refused(g, "stop") == stop
    do(g, "move garrison r9")
    assert names(g) == ["move garrison r9", "stop"]
    points = score(g, "aragon")
    stays = do(g.copy(), "stop")
    assert of(stays, "aragon") >= {"garrison r9 1T", "field r7 2T"}
    assert score(stays, "aragon") == points
    do(g, "move garrison r9")
    assert of(g, "aragon") == {"field r7 3T", "garrison a-home K"}
    assert score(g, "aragon") == points - 1
    assert g.over


@pytest.mark.rule("sanchos.move.last-garrison-piece-voluntary")
@pytest.mark.parametrize(("piece", "action"), [("1T", "move garrison r9"), ("K", "move king")])
def test_nobody_is_forced_to_give_up_a_garrison_space(piece: str, action: str) -> None:
    king = [] if piece == "K" else ["aragon garrison r12 K"]
    start = [f"aragon garrison r9 {piece}", *king, *KINGS[:2]]
    moves = {action, "move king"}
    g = card_action(scene(start), "aragon", item("move", 1), item("recruit", 1))
    assert set(names(g)) == {*moves, "decline"}
    declined = do(g.copy(), "decline")
    declined.events = []
    assert of(declined, "aragon") == {line.partition(" ")[2] for line in start if line.startswith("aragon")}
    do(g, action, "to r10")
    assert f"field r10 {piece}" in of(g, "aragon")
    assert happened_by(g, "recruits") == []
    # With a piece that may be moved freely there is no declining, be it the King beside a Garrison of one piece.
    g = card_action(scene(["aragon garrison r9 1T", "aragon field r9 K", *KINGS[:2]]), "aragon", item("move", 1))
    assert set(names(g)) == {"move king", "move garrison r9"}
    g = card_action(scene(["aragon garrison r9 K+1T", *KINGS[:2]]), "aragon", item("move", 1))
    assert set(names(g)) == {"move king", "move garrison r9"}
    g = card_action(scene([*start, "aragon field r10 1T"]), "aragon", item("move", 1))
    assert set(names(g)) == {*moves, "move troop r10"}
    assert refused(g, "decline") == ("piece-must-move", "sanchos.action.as-fully-as-possible")


@pytest.mark.rule("sanchos.move.last-garrison-piece-voluntary", "sanchos.term.strongest-must-be-movable")
def test_a_strongest_army_of_one_garrison_piece_may_refuse() -> None:
    start = ["aragon garrison r9 K", "castilla field r7 1T", "castilla garrison c-home K", "najera garrison n-home K"]
    g = scene(start)
    card_action(g, "aragon", item("move", 2, to="weakest"), item("recruit", 1))
    assert names(g) == ["army r9", "decline"]
    declined = do(g.copy(), "decline")
    assert of(declined, "aragon") == {"garrison r9 K"}
    do(g, "army r9", "move king")
    assert of(g, "aragon") == {"field r7 K"}


@pytest.mark.rule("sanchos.move.najera2p-keeps-last-piece")
@pytest.mark.parametrize("piece", ["1T", "K"])
@pytest.mark.parametrize("order", [item("move", 2), item("move", 2, to="weakest"), item("move", 2, to="empty")])
def test_najera_with_two_players_never_gives_up_a_garrison_space(piece: str, order: Any) -> None:
    king = [] if piece == "K" else ["najera garrison r8 K"]
    start = [f"najera garrison r5 {piece}", *king, "castilla field r4 1T", *KINGS[::2]]
    g = card_action(scene(start, "2p"), "najera", order, item("recruit", 1))
    assert g.over
    assert pieces(g) == set(start)
    assert happened_by(g, "recruits") == ["najera"]
    # The same order to a player is a choice.
    g = card_action(scene(start, "3p"), "najera", order, item("recruit", 1))
    assert "decline" in names(g)


@pytest.mark.rule("sanchos.move.najera2p-keeps-last-piece")
def test_the_commander_is_told_why_najera_stays() -> None:
    start = ["najera garrison r5 2T", "najera garrison r8 1T", "najera garrison n-home K", *KINGS[::2]]
    g = card_action(scene(start, "2p", commander="aragon"), "najera", item("move", 3))
    assert (decider(g), names(g)) == ("aragon", ["move garrison r5"])
    assert refused(g, "move garrison r8") == KEEPS_LAST
    assert refused(g, "move king") == KEEPS_LAST
    do(g, "move garrison r5", "to r4")
    assert names(g) == ["move troop r4"]
    assert refused(g, "move garrison r5") == KEEPS_LAST
    do(g, "move troop r4", "to r3", "move troop r3", "to r1")
    assert of(g, "najera") == {"garrison r5 1T", "garrison r8 1T", "garrison n-home K", "field r1 1T"}


@pytest.mark.rule("sanchos.move.najera2p-keeps-last-piece", "sanchos.battle.release-garrison")
def test_releasing_najeras_last_piece_into_a_battle_stays_free() -> None:
    start = ["najera garrison r5 1T", "castilla field r5 1T", "najera garrison n-home K", *KINGS[::2]]
    g = card_action(scene(start, "2p", commander="aragon"), "castilla", item("attack", 1, not_in="aragon"))
    assert g.over
    start.append("aragon field r5 1T")
    g = card_action(scene(start, "2p", commander="aragon"), "castilla", item("attack", 1, not_in="aragon"))
    assert (decider(g), names(g)) == ("aragon", ["release none", "release 1t"])
    do(g, "release 1t")
    assert "field r5 1T" in of(g, "najera")
    assert score(g, "najera") == 3


# -- besieged and besiegers ------------------------------------------------------------------------


@pytest.mark.rule("sanchos.move.besieged-never")
def test_besieged_pieces_do_not_move() -> None:
    start = ["castilla garrison r5 K+2T", "aragon siege r5 4T", "castilla field r5 1T", *KINGS[1:]]
    g = cp_turn(scene(start), 3)
    assert starting(g, "move") == {"move troop r5"}
    assert refused(g, "move king") == BESIEGED
    assert refused(g, "move garrison r5") == BESIEGED
    g = card_action(scene(start, commander="aragon"), "castilla", item("move", 3))
    assert names(g) == ["move troop r5"]
    assert refused(g, "move garrison r5") == refused(g, "move king") == BESIEGED
    g = card_action(scene(start, "solo", commander="aragon", options={"player": "aragon"}), "castilla",
                    item("move", 3, to="empty"))
    assert g.over
    assert kinds(g, "moves", "moves-king") == ["moves"]
    assert "garrison r5 K+2T" in of(g, "castilla")


@pytest.mark.rule("sanchos.move.besiegers-may", "sanchos.siege.besieger-leaves")
def test_besiegers_move_at_the_price_of_the_siege() -> None:
    start = ["castilla siege r5 4T", "aragon garrison r5 2T", *KINGS]
    g = cp_turn(scene(start), 3)
    do(g, "move besieger r5", "to r7")
    assert of(g, "castilla") == {"siege r5 3T", "field r7 1T", "field c-home K"}
    assert happened(g, "siege-ends") == []
    do(g, "move besieger r5", "to r4")
    # Two against two: the siege is over at once.
    assert of(g, "castilla") == {"field r5 2T", "field r7 1T", "field r4 1T", "field c-home K"}
    assert happened(g, "siege-ends") == [{"sancho": "castilla", "region": "r5"}]
    assert refused(g, "move besieger r5") == NO_PIECE
    assert refused(g, "move troop r5") is None


@pytest.mark.rule("sanchos.move.besiegers-may", "sanchos.siege.besieger-leaves")
def test_a_besieging_king_may_move() -> None:
    for besiegers, ended in (("K+2T", False), ("K+1T", True)):
        g = cp_turn(scene([f"castilla siege r5 {besiegers}", "aragon garrison r5 1T", *KINGS[1:]]), 2)
        do(g, "move king", "to r7")
        assert "field r7 K" in of(g, "castilla")
        assert ("field r5 1T" in of(g, "castilla")) == ended
        assert ("siege r5 2T" in of(g, "castilla")) != ended
    g = cp_turn(scene(["castilla siege r5 K+1T", "aragon garrison r5 1T", *KINGS[1:]]), 2)
    do(g, "move besieger r5", "to r7")
    # The King who is left becomes an ordinary piece of the FA.
    assert of(g, "castilla") == {"field r5 K", "field r7 1T"}
    assert refused(g, "attack r5") == ("no-enemy-field-army", "sanchos.attack.needs-enemy-field-army")
    do(g, "move king", "to r7")
    assert of(g, "castilla") == {"field r7 K+1T"}


@pytest.mark.rule("sanchos.move.no-blocking")
def test_enemy_pieces_do_not_hold_anybody() -> None:
    start = ["castilla field r3 1T", "najera field r5 6T", "najera garrison r5 K", "aragon siege r5 3T",
             "aragon field r7 4T", *KINGS[::2]]
    g = cp_turn(scene(start), 3)
    do(g, "move troop r3", "to r5", "move troop r5")
    assert moves_to(g) == {"r3", "r4", "n-home", "r7"}
    do(g, "to r7", "move troop r7", "to r9")
    assert of(g, "castilla") == {"field r9 1T", "field c-home K"}
    assert {"najera field r5 6T", "najera garrison r5 K", "aragon siege r5 3T", "aragon field r7 4T"} <= pieces(g)


# -- Auto-Sanchos ----------------------------------------------------------------------------------


def auto_move(start: list[str], points: int, *others: Any, to: str = "", arrow: str = "lowest") -> Any:
    """Auto-Nájera carries out a Move; the player is Castilla."""
    g = scene(start, "solo", options={"player": "castilla"}, commander="castilla", arrow=arrow)
    card_action(g, "najera", item("move", points, to=to), *others)
    assert g.over
    return g


def course(g: Any) -> list[str]:
    """Pieces and ways in the order of the moves."""
    return [f"{'K' if e.kind == 'moves-king' else 'T'} {e.params['region']} {e.params['to']}"
            for e in g.events if e.kind in ("moves", "moves-king")]


@pytest.mark.rule("sanchos.move.auto-one-origin-one-target")
@pytest.mark.parametrize("to", ["", "weakest"])
def test_all_pieces_go_from_one_region_to_one_other(to: str) -> None:
    g = auto_move(["najera field r5 2T", "najera garrison r5 1T", "castilla field r4 1T", "najera garrison n-home K",
                   *KINGS[::2]], 3, to=to)
    # The third point is lost: nothing else of r5 may move, and the two moved pieces do not move on.
    assert course(g) == ["T r5 r4", "T r5 r4"]
    assert of(g, "najera") == {"field r4 2T", "garrison r5 1T", "garrison n-home K"}


@pytest.mark.rule("sanchos.move.auto-one-origin-one-target")
def test_the_target_is_not_judged_again_after_the_first_piece() -> None:
    # After the first T has come, r4 holds 1T of Castilla still and r7 the same: no second choice is made.
    g = auto_move(["najera field r5 3T", "castilla field r4 1T", "aragon field r7 1T", "najera garrison n-home K",
                   *KINGS[::2]], 3, arrow="highest")
    assert course(g) == ["T r5 r7"] * 3
    assert len(happened(g, "tiebreak")) == 1


@pytest.mark.rule("sanchos.move.auto-destination")
def test_the_weakest_army_near_the_strongest_is_the_target() -> None:
    start = ["najera field r5 3T", "najera garrison n-home K", *KINGS[::2]]
    assert course(auto_move([*start, "castilla field r4 2T"], 1)) == ["T r5 r4"]
    assert course(auto_move([*start, "castilla field r4 2T", "aragon field r3 1T"], 1)) == ["T r5 r3"]
    # Only own pieces there: an empty region is taken instead.
    own = [*start, "najera field r4 1T", "najera field r3 1T"]
    assert course(auto_move(own, 1)) == ["T r5 r7"]
    g = auto_move([*start, "najera field r4 1T"], 1, arrow="lowest")
    assert course(g) == ["T r5 r3"]
    assert [e["regions"] for e in happened(g, "tiebreak")] == [["r3", "r7"]]
    assert course(auto_move([*start, "najera field r4 1T"], 1, arrow="highest")) == ["T r5 r7"]


@pytest.mark.rule("sanchos.move.auto-destination", "sanchos.term.strongest-army")
def test_the_origin_is_the_strongest_army() -> None:
    start = ["najera field r5 3T", "najera field r9 K+2T", "castilla field r4 1T", "castilla field r8 1T", *KINGS[::2]]
    assert course(auto_move(start, 1)) == ["T r9 r8"]
    start[0] = "najera field r5 4T"
    assert course(auto_move(start, 1)) == ["T r5 r4"]


@pytest.mark.rule("sanchos.move.auto-destination", "sanchos.term.move-to-empty-region")
def test_a_card_may_name_an_empty_region_instead() -> None:
    start = ["najera field r5 3T", "najera garrison n-home K", "castilla field r4 2T", "aragon field r3 1T",
             *KINGS[::2]]
    assert course(auto_move(start, 1, to="empty")) == ["T r5 r7"]


@pytest.mark.rule("sanchos.move.auto-no-destination")
def test_an_army_without_a_destination_stays_and_the_alternative_applies() -> None:
    start = ["najera field r12 5T", "najera field r10 1T", "aragon garrison a-home 1T", "najera siege a-home 2T",
             "najera field r5 2T", "castilla field r4 1T", "aragon field r1 K", *KINGS[:2]]
    g = auto_move(start, 2, item("recruit", 1))
    # The second strongest Army, in r5, could have moved to r4.
    assert course(g) == []
    assert pieces(g) == set(start)
    assert happened_by(g, "recruits") == ["najera"]
    # One unbesieged enemy piece next to it is a destination.
    g = auto_move([*start, "castilla field r10 1T"], 1, item("recruit", 1))
    assert course(g) == ["T r12 r10"]
    assert happened_by(g, "recruits") == []


TARGET = ["castilla field r4 1T", *KINGS[::2]]


@pytest.mark.rule("sanchos.move.auto-king-second")
@pytest.mark.parametrize(
    ("army", "points", "order"),
    [
        (["najera field r5 K+3T"], 1, "T"),
        (["najera field r5 K+3T"], 2, "TK"),
        (["najera field r5 K+3T"], 3, "TKT"),
        (["najera field r5 1T", "najera garrison r5 K+2T"], 2, "TK"),
        (["najera field r5 3T", "najera garrison r5 K+1T"], 3, "TKT"),
        (["najera field r5 K", "najera garrison r5 3T"], 2, "TK"),
        (["najera siege r5 K+2T", "aragon garrison r5 1T"], 2, "TK"),
    ],
)
def test_the_king_is_the_second_piece(army: list[str], points: int, order: str) -> None:
    g = auto_move([*army, *TARGET], points)
    assert course(g) == [f"{piece} r5 r4" for piece in order]


@pytest.mark.rule("sanchos.move.auto-king-second", "sanchos.move.besieged-never")
def test_a_besieged_king_does_not_move() -> None:
    g = auto_move(["najera field r5 3T", "najera garrison r5 K", "aragon siege r5 2T", *TARGET], 3)
    assert course(g) == ["T r5 r4"] * 3
    assert {"garrison r5 K"} <= of(g, "najera")


@pytest.mark.rule("sanchos.move.auto-field-army-first")
def test_the_field_army_moves_before_the_garrison() -> None:
    g = auto_move(["najera field r5 1T", "najera garrison r5 K+2T", *TARGET], 3)
    assert course(g) == ["T r5 r4", "K r5 r4", "T r5 r4"]
    assert of(g, "najera") == {"garrison r5 1T", "field r4 K+2T"}
    g = auto_move(["najera field r5 2T", "najera garrison r5 3T", "najera garrison n-home K", *TARGET], 2)
    assert of(g, "najera") == {"garrison r5 3T", "field r4 2T", "garrison n-home K"}
    g = auto_move(["najera field r5 1T", "najera garrison r5 3T", "najera garrison n-home K", *TARGET], 2)
    assert of(g, "najera") == {"garrison r5 2T", "field r4 2T", "garrison n-home K"}


@pytest.mark.rule("sanchos.move.auto-keeps-last-garrison")
@pytest.mark.parametrize(
    ("army", "points", "order", "left"),
    [
        (["najera field r5 3T", "najera garrison r5 K"], 2, "TT", {"garrison r5 K", "field r5 1T"}),
        (["najera garrison r5 K+1T"], 2, "T", {"garrison r5 K"}),
        (["najera garrison r5 K+2T"], 3, "TK", {"garrison r5 1T"}),
        (["najera garrison r5 K+2T"], 1, "T", {"garrison r5 K+1T"}),
        (["najera field r5 1T", "najera garrison r5 K"], 3, "T", {"garrison r5 K"}),
        (["najera garrison r5 K"], 3, "", {"garrison r5 K"}),
    ],
)
def test_the_last_garrison_piece_stays(army: list[str], points: int, order: str, left: set[str]) -> None:
    g = auto_move([*army, *TARGET], points)
    assert course(g) == [f"{piece} r5 r4" for piece in order]
    assert {line for line in of(g, "najera") if "r5" in line} == left


@pytest.mark.rule("sanchos.move.auto-king-alone")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_king_moves_first_where_no_troop_can(points: int) -> None:
    g = auto_move(["najera field r5 K", "najera garrison r5 1T", *TARGET], points)
    assert course(g) == ["K r5 r4"]
    assert of(g, "najera") == {"garrison r5 1T", "field r4 K"}
    g = auto_move(["najera field r5 K", *TARGET], points)
    assert course(g) == ["K r5 r4"]


@pytest.mark.rule("sanchos.move.auto-besiegers-last")
@pytest.mark.parametrize(
    ("points", "besiegers", "ended"),
    [(1, {"siege r5 3T"}, False), (2, {"field r5 2T"}, True), (3, {"field r5 1T"}, True)],
)
def test_besiegers_move_last(points: int, besiegers: set[str], ended: bool) -> None:
    start = ["najera field r5 1T", "najera siege r5 3T", "aragon garrison r5 2T", "najera garrison n-home K", *TARGET]
    g = auto_move(start, points)
    assert course(g) == ["T r5 r4"] * points
    assert {line for line in of(g, "najera") if "r5" in line} == besiegers
    assert bool(happened(g, "siege-ends")) == ended


@pytest.mark.rule("sanchos.move.auto-besiegers-last")
def test_a_king_beside_a_siege_goes_second_before_a_besieger() -> None:
    start = ["najera field r5 K+1T", "najera siege r5 2T", "aragon garrison r5 1T", *TARGET]
    g = auto_move(start, 2)
    assert course(g) == ["T r5 r4", "K r5 r4"]
    assert "siege r5 2T" in of(g, "najera")

"""CP Actions: Recruit and Deploy, by CPs, by card actions and by Auto-Sanchos."""

from __future__ import annotations

import pytest

from tests.games.sanchos.scenes import START, card_action, cp_turn, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import happened_by, kinds, left, refused, reserve, score, starting, supply

KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]
MODES = ("2p", "3p", "solo")
NO_SUPPLY = ("no-supply", "sanchos.recruit.needs-supply")
NO_RESERVE = ("no-reserve", "sanchos.deploy.one-per-point")
KING_BESIEGED = ("king-besieged", "sanchos.deploy.not-to-besieged-king")
BLOCKED = ("castle-blocked", "sanchos.deploy.home-blocked")


def solo(mode: str) -> dict[str, str]:
    return {"player": "castilla"} if mode == "solo" else {}


# -- Recruit ---------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.recruit.one-per-point")
@pytest.mark.parametrize("mode", MODES)
def test_each_cp_recruits_one_troop(mode: str) -> None:
    g = scene(START, mode, options=solo(mode))
    cp_turn(g, 3)
    board = pieces(g)
    assert (reserve(g, "castilla"), supply(g, "castilla")) == (2, 8)
    do(g, "recruit")
    assert (reserve(g, "castilla"), supply(g, "castilla"), left(g)) == (3, 7, 2)
    do(g, "recruit")
    assert (reserve(g, "castilla"), supply(g, "castilla"), left(g)) == (4, 6, 1)
    assert pieces(g) == board
    assert [(reserve(g, s), supply(g, s)) for s in ("najera", "aragon")] == [(2, 8), (2, 8)]
    assert happened(g, "recruits") == [{"sancho": "castilla"}] * 2


@pytest.mark.rule("sanchos.recruit.one-per-point")
@pytest.mark.parametrize(
    ("mode", "sancho"), [("3p", "aragon"), ("2p", "najera"), ("solo", "castilla"), ("solo", "najera")])
def test_each_point_recruits_one_troop(mode: str, sancho: str) -> None:
    g = scene(START, mode, options=solo(mode), commander="aragon" if mode == "2p" else "castilla")
    card_action(g, sancho, item("recruit", 2))
    assert g.over
    assert (reserve(g, sancho), supply(g, sancho)) == (4, 6)
    assert happened_by(g, "recruits") == [sancho] * 2


@pytest.mark.rule("sanchos.recruit.needs-supply")
def test_recruiting_ends_with_the_supply() -> None:
    g = cp_turn(scene(["castilla field c-home K+11T", *KINGS[1:]]), 3)
    assert (reserve(g, "castilla"), supply(g, "castilla")) == (2, 1)
    assert refused(g, "recruit") is None
    do(g, "recruit")
    assert (reserve(g, "castilla"), supply(g, "castilla")) == (3, 0)
    assert refused(g, "recruit") == NO_SUPPLY
    # Only the own Supply counts.
    assert supply(g, "najera") > 0


@pytest.mark.rule("sanchos.recruit.needs-supply", "sanchos.action.as-fully-as-possible")
@pytest.mark.parametrize(("mode", "sancho"), [("3p", "castilla"), ("solo", "castilla"), ("solo", "najera")])
def test_an_order_recruits_as_many_as_there_are(mode: str, sancho: str) -> None:
    home = f"{sancho[0]}-home"
    others = [line for line in KINGS if not line.startswith(sancho)]
    g = scene([f"{sancho} field {home} K+11T", *others], mode, options=solo(mode))
    card_action(g, sancho, item("recruit", 3))
    assert g.over
    assert (reserve(g, sancho), supply(g, sancho)) == (3, 0)


# -- Deploy ----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.deploy.one-per-point")
def test_each_cp_deploys_one_troop_to_a_place_of_its_own() -> None:
    g = cp_turn(scene(["castilla field r8 K", *KINGS[1:]]), 3)
    assert starting(g, "deploy") == {"deploy king", "deploy home", "deploy castle"}
    do(g, "deploy king")
    assert "castilla field r8 K+1T" in pieces(g)
    assert (reserve(g, "castilla"), supply(g, "castilla"), left(g)) == (1, 12, 2)
    do(g, "deploy home")
    assert {"castilla field r8 K+1T", "castilla field c-home 1T"} <= pieces(g)
    assert (reserve(g, "castilla"), supply(g, "castilla")) == (0, 12)
    assert starting(g, "deploy") == set()
    for action in ("deploy king", "deploy home", "deploy castle"):
        assert refused(g, action) == NO_RESERVE


@pytest.mark.rule("sanchos.deploy.one-per-point", "sanchos.action.same-as-cp-action")
def test_an_order_deploys_one_troop_a_point() -> None:
    g = scene(START, commander="najera", reserve_troops={"castilla": 3})
    card_action(g, "castilla", item("deploy", 2, to="king"))
    assert g.over
    assert "castilla field c-home K+5T" in pieces(g)
    assert reserve(g, "castilla") == 1
    g = scene(START, commander="najera", reserve_troops={"castilla": 3})
    card_action(g, "castilla", item("deploy", 2, to="home"))
    do(g, "deploy castle", "deploy home")
    assert g.over
    assert {"castilla garrison c-home 2T", "castilla field c-home K+4T"} <= pieces(g)
    assert reserve(g, "castilla") == 1


@pytest.mark.rule("sanchos.deploy.to-king-any-distance")
@pytest.mark.parametrize(
    ("before", "after"),
    [("castilla garrison r12 K", "castilla garrison r12 K+1T"), ("castilla field r12 K", "castilla field r12 K+1T")],
)
def test_troops_join_the_king_where_he_is(before: str, after: str) -> None:
    for commander in ("castilla", "najera"):
        g = scene([before, *KINGS[1:]], commander=commander)
        points = score(g, "castilla")
        if commander == "castilla":
            do(cp_turn(g, 1), "deploy king")
        else:
            card_action(g, "castilla", item("deploy", 1, to="king"))
        assert [line for line in pieces(g) if line.startswith("castilla")] == [after]
        assert score(g, "castilla") == points
    g = scene([before, *KINGS[1:]], "solo", commander="aragon", options={"player": "aragon"})
    card_action(g, "castilla", item("deploy", 1, to="king"))
    assert [line for line in pieces(g) if line.startswith("castilla")] == [after]


@pytest.mark.rule("sanchos.deploy.to-king-any-distance")
def test_troops_stay_in_the_open_with_a_king_beside_his_own_garrison() -> None:
    g = cp_turn(scene(["castilla field r12 K", "castilla garrison r12 1T", *KINGS[1:]]), 1)
    do(g, "deploy king")
    assert {"castilla field r12 K+1T", "castilla garrison r12 1T"} <= pieces(g)
    # A siege of the Garrison beside him does not bar the King in the open.
    g = cp_turn(scene(["castilla field r12 K", "castilla garrison r12 1T", "aragon siege r12 2T", *KINGS[1:]]), 1)
    do(g, "deploy king")
    assert {"castilla field r12 K+1T", "castilla garrison r12 1T", "aragon siege r12 2T"} <= pieces(g)


BESIEGED_KING = ["castilla garrison r5 K", "aragon siege r5 2T", *KINGS[1:]]


@pytest.mark.rule("sanchos.deploy.not-to-besieged-king")
def test_nobody_reaches_a_besieged_king() -> None:
    g = cp_turn(scene(BESIEGED_KING), 2)
    assert starting(g, "deploy") == {"deploy home", "deploy castle"}
    assert refused(g, "deploy king") == KING_BESIEGED
    # In his besieged home castle as well.
    g = cp_turn(scene(["castilla garrison c-home K+1T", "aragon siege c-home 3T", *KINGS[1:]]), 2)
    assert starting(g, "deploy") == {"deploy home"}
    assert refused(g, "deploy king") == KING_BESIEGED
    assert refused(g, "deploy castle") == BLOCKED
    do(g, "deploy home")
    assert {"castilla field c-home 1T", "castilla garrison c-home K+1T"} <= pieces(g)


@pytest.mark.rule("sanchos.deploy.not-to-besieged-king", "sanchos.term.if-not-possible")
@pytest.mark.parametrize(("mode", "player"), [("3p", ""), ("solo", "castilla"), ("solo", "najera")])
def test_an_order_to_deploy_to_a_besieged_king_is_not_possible(mode: str, player: str) -> None:
    options = {"player": player} if player else {}
    g = scene(BESIEGED_KING, mode, commander="najera" if mode == "3p" else player, options=options)
    card_action(g, "castilla", item("deploy", 2, to="king"), item("recruit", 1))
    assert kinds(g, "deploys", "deploys-castle") == []
    assert happened_by(g, "recruits") == ["castilla"]
    assert reserve(g, "castilla") == 3


@pytest.mark.rule("sanchos.deploy.to-besieging-king")
@pytest.mark.parametrize("how", ["cp", "card", "auto"])
def test_troops_join_a_besieging_king_beside_the_siege(how: str) -> None:
    start = ["castilla siege r5 K+2T", "aragon garrison r5 2T", *KINGS[1:]]
    if how == "cp":
        g = do(cp_turn(scene(start), 1), "deploy king")
    else:
        g = scene(start, "solo" if how == "auto" else "3p", commander="aragon",
                  options={"player": "aragon"} if how == "auto" else {})
        card_action(g, "castilla", item("deploy", 1, to="king"))
    assert {"castilla siege r5 K+2T", "castilla field r5 1T", "aragon garrison r5 2T"} <= pieces(g)


@pytest.mark.rule("sanchos.deploy.home-choice")
@pytest.mark.parametrize("mode", MODES)
def test_into_an_empty_home_castle_or_beside_it(mode: str) -> None:
    marker = "player" if mode == "solo" else "castilla"
    start = cp_turn(scene(["castilla field r8 K", *KINGS[1:]], mode, options=solo(mode)), 2)
    assert score(start, marker) == 0
    g = do(start.copy(), "deploy castle")
    assert "castilla garrison c-home 1T" in pieces(g)
    assert score(g, marker) == (2 if mode == "solo" else 3)
    do(g, "deploy castle")
    assert "castilla garrison c-home 2T" in pieces(g)
    assert score(g, marker) == (2 if mode == "solo" else 3)
    g = do(start, "deploy home")
    assert "castilla field c-home 1T" in pieces(g)
    assert score(g, marker) == 0


@pytest.mark.rule("sanchos.deploy.home-choice", "sanchos.action.named-sancho-decides")
@pytest.mark.parametrize(("mode", "sancho", "asked"), [("3p", "aragon", "aragon"), ("2p", "najera", "castilla"),
                                                       ("solo", "castilla", "castilla")])
def test_the_owner_chooses_for_each_ordered_troop(mode: str, sancho: str, asked: str) -> None:
    g = scene(START, mode, options=solo(mode))
    card_action(g, sancho, item("deploy", 2, to="home"))
    assert (decider(g), names(g)) == (asked, ["deploy castle", "deploy home"])
    assert refused(g, "deploy king") == ("not-on-card", "sanchos.action.first-two-are-orders")
    assert refused(g, "recruit") == ("not-now", "sanchos.deploy.home-choice")
    do(g, "deploy castle")
    assert (decider(g), names(g), left(g)) == (asked, ["deploy castle", "deploy home"], 1)
    do(g, "deploy home")
    home = f"{sancho[0]}-home"
    assert {f"{sancho} garrison {home} 2T", f"{sancho} field {home} K+4T"} <= pieces(g)


@pytest.mark.rule("sanchos.deploy.home-choice", "sanchos.win.checked-after-each-point")
def test_a_troop_in_the_home_castle_may_win_at_once() -> None:
    held = ["castilla garrison r3 1T", "castilla garrison r5 1T", "castilla garrison r8 1T", "castilla garrison r1 1T"]
    start = [*held, "castilla field r4 K", *KINGS[1:]]
    g = cp_turn(scene(start), 3)
    assert score(g, "castilla") == 7
    do(g, "deploy castle")
    assert g.over
    outcome = g.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.winners) == ("major", ("castilla",))


HOME_TAKEN = [
    ["castilla garrison c-home 1T"], ["castilla garrison c-home 1T", "aragon siege c-home 2T"],
    ["castilla garrison c-home 1T", "najera siege c-home 2T"], ["aragon garrison c-home 1T"],
    ["aragon garrison c-home 1T", "castilla siege c-home 2T"], ["aragon garrison c-home 1T", "najera siege c-home 2T"],
]


@pytest.mark.rule("sanchos.deploy.home-blocked")
@pytest.mark.parametrize("held", HOME_TAKEN)
def test_a_taken_or_besieged_home_castle_is_closed(held: list[str]) -> None:
    start = [*held, "castilla field r8 K", *KINGS[1:]]
    g = cp_turn(scene(start), 2)
    if held == HOME_TAKEN[0]:
        assert refused(g, "deploy castle") is None
        return
    assert starting(g, "deploy") == {"deploy king", "deploy home"}
    assert refused(g, "deploy castle") == BLOCKED
    do(g, "deploy home")
    assert {*held, "castilla field c-home 1T"} <= pieces(g)


@pytest.mark.rule("sanchos.deploy.home-blocked")
@pytest.mark.parametrize("held", HOME_TAKEN[1:])
@pytest.mark.parametrize(("mode", "player"), [("3p", ""), ("solo", "castilla"), ("solo", "najera")])
def test_an_order_puts_all_into_the_field_army_then(held: list[str], mode: str, player: str) -> None:
    options = {"player": player} if player else {}
    start = [*held, "castilla field r8 K", *KINGS[1:]]
    g = scene(start, mode, commander=player or "najera", options=options)
    card_action(g, "castilla", item("deploy", 2, to="home"))
    assert g.over
    assert {*held, "castilla field c-home 2T"} <= pieces(g)


@pytest.mark.rule("sanchos.deploy.auto-prefers-castle")
@pytest.mark.parametrize(
    ("held", "after"),
    [(["najera garrison n-home 1T"], ["najera garrison n-home 3T"]),
     ([], ["najera garrison n-home 2T"]),
     (["najera garrison n-home K"], ["najera garrison n-home K+2T"]),
     (["najera garrison n-home 1T", "aragon siege n-home 2T"],
      ["najera garrison n-home 1T", "aragon siege n-home 2T", "najera field n-home 2T"]),
     (["castilla garrison n-home 1T"], ["castilla garrison n-home 1T", "najera field n-home 2T"])],
)
@pytest.mark.parametrize("to", ["home", ""])
def test_an_auto_sancho_prefers_the_castle(held: list[str], after: list[str], to: str) -> None:
    king = [] if any(line.endswith(" K") for line in held) else ["najera field r9 K"]
    g = scene([*held, *king, *KINGS[::2]], "solo", options={"player": "castilla"}, commander="castilla")
    card_action(g, "najera", item("deploy", 2, to=to))
    assert g.over
    assert {line for line in pieces(g) if line.split()[2] == "n-home"} == set(after)
    assert reserve(g, "najera") == 0


@pytest.mark.rule("sanchos.deploy.auto-prefers-castle", "sanchos.score.home-castle-two-solo")
def test_an_auto_sancho_scores_with_an_empty_home_castle() -> None:
    g = scene(["najera field r9 K", *KINGS[::2]], "solo", options={"player": "castilla"}, commander="castilla")
    card_action(g, "najera", item("deploy", 3, to="home", recruit_remaining=True))
    assert g.side_scores() == {"player": 0, "auto": 2}
    assert "najera garrison n-home 2T" in pieces(g)
    assert happened_by(g, "recruits") == ["najera"]

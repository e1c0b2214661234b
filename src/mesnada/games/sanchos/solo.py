"""Auto-Sanchos: how they carry out the actions on cards, and the Tiebreak token.

Rulebook: the solo boxes of the CP actions and the Auto-Sancho Reference. Their part in a battle is in
:mod:`solo_battle`. Nothing here asks anybody (sanchos.turn.solo-player-executes).
"""

from __future__ import annotations

from collections.abc import Callable

from mesnada.games.sanchos.attack import attack_actions, start_attack
from mesnada.games.sanchos.commands import (
    deploy,
    deploy_to_king,
    fortify,
    fortify_actions,
    recruit_points,
    why_not_deploy_castle,
    why_not_deploy_home,
    why_not_deploy_king,
)
from mesnada.games.sanchos.model import (
    ARROW,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    KING_PLACE,
    KING_REGION,
    LEFT,
    OWNER,
    REGIONS,
    SIEGE_T,
    SIEGER,
    USED,
    SanchosState,
    victory,
)
from mesnada.games.sanchos.pieces import MOVE_BESIEGER, MOVE_FIELD, MOVE_GARRISON, MOVE_KING, move_piece
from mesnada.games.sanchos.reserves import begin_discards, keep_card, why_not_keep
from mesnada.games.sanchos.siege import besiege_actions, declare_siege
from mesnada.games.sanchos.tables import Order
from mesnada.games.sanchos.terms import destinations, favour, strongest
from mesnada.kernel.action import Action

LOWEST = 1
HIGHEST = 2


def tiebreak(g: SanchosState, regions: list[int]) -> int:
    """One of the tied regions: the lowest or highest number as the visible arrow says; the token then covers it.

    sanchos.action.tie-token-solo, sanchos.action.token-moves-only-when-used, sanchos.setup.solo-tiebreak-token.
    """
    if len(regions) == 1:
        return regions[0]
    b = g.b
    lowest = b[ARROW] == LOWEST
    chosen = min(regions) if lowest else max(regions)
    b[ARROW] = HIGHEST if lowest else LOWEST
    if g.events is not None:
        g.emit("tiebreak", "sanchos.action.tie-token-solo", regions=[g.t.ids[r] for r in regions],
               region=g.t.ids[chosen], arrow="lowest" if lowest else "highest")
    return chosen


def best(regions: list[int], *values: Callable[[int], int]) -> list[int]:
    """The regions with the highest first value, of these the ones with the highest second value, and so on."""
    for value in values:
        top = max(value(r) for r in regions)
        regions = [r for r in regions if value(r) == top]
    return regions


def carry_out(g: SanchosState, s: int, o: Order) -> None:
    """One item of a card action, as far as possible (sanchos.solo.auto-never-uses-cp)."""
    if o.do == "recruit":
        recruit_points(g, s)
    elif o.do == "deploy":
        _deploy(g, s, o)
    elif o.do == "move":
        _move(g, s, o)
    elif o.do == "fortify":
        _fortify(g, s, o)
    elif o.do == "attack":
        _attack(g, s, o)
    elif o.do == "besiege":
        _besiege(g, s, o)
    elif o.do == "reserve-this-card":
        if why_not_keep(g, s) is None:
            keep_card(g, s)
    else:
        begin_discards(g, s, o)


def _use_point(g: SanchosState) -> None:
    g.b[LEFT] -= 1
    g.b[USED] += 1


def _deploy(g: SanchosState, s: int, o: Order) -> None:
    """sanchos.deploy.auto-prefers-castle."""
    b = g.b
    if o.to == "king":
        while b[LEFT] and why_not_deploy_king(g, s) is None:
            _use_point(g)
            deploy_to_king(g, s)
    else:
        while b[LEFT] and why_not_deploy_home(g, s) is None:
            _use_point(g)
            deploy(g, s, g.t.home[s], garrison=why_not_deploy_castle(g, s) is None)
            if victory(g):
                return
    if o.recruit_remaining:
        recruit_points(g, s)


# -- Move ---------------------------------------------------------------------------------------------------------


def _move(g: SanchosState, s: int, o: Order) -> None:
    """From the strongest Army to the opponents' weakest, or to an empty region; one origin, one destination.

    sanchos.move.auto-one-origin-one-target, sanchos.move.auto-destination, sanchos.move.auto-no-destination.
    """
    armies, _, _ = strongest(g, s, o.to, 255)
    if not armies:
        return
    r = tiebreak(g, armies)
    to = tiebreak(g, destinations(g, s, r, o.to))
    while g.b[LEFT]:
        kind = next_to_move(g, s, r, second=g.b[USED] == 1 and o.points > 1)
        if kind is None:
            return
        _use_point(g)
        move_piece(g, s, kind, r, to)
    victory(g)


def next_to_move(g: SanchosState, s: int, r: int, second: bool) -> int | None:
    """The kind of piece that an Auto-Sancho moves next out of a region, or None.

    sanchos.move.auto-king-second, sanchos.move.auto-field-army-first, sanchos.move.auto-besiegers-last,
    sanchos.move.auto-keeps-last-garrison, sanchos.move.auto-king-alone.
    """
    b = g.b
    in_garrison = b[KING_PLACE + s] == GARRISON_PLACE
    garrison_free = b[OWNER + r] == s + 1 and not b[SIEGER + r] and g.garrison(r) > 1
    king = b[KING_REGION + s] == r and (not in_garrison or garrison_free)
    if second and king:
        return MOVE_KING
    if b[FIELD_T + s * REGIONS + r]:
        return MOVE_FIELD
    if b[SIEGER + r] == s + 1 and b[SIEGE_T + r]:
        return MOVE_BESIEGER
    if garrison_free and b[GARRISON_T + r]:
        return MOVE_GARRISON
    return MOVE_KING if king else None


# -- Fortify ------------------------------------------------------------------------------------------------------


def _fortify(g: SanchosState, s: int, o: Order) -> None:
    """Each point by itself (sanchos.fortify.auto-points-one-by-one)."""
    while g.b[LEFT]:
        choice = fortify_choice(g, s, o.empty_only)
        if choice is None:
            return
        _use_point(g)
        fortify(g, s, *choice)
        if victory(g):
            return


def fortify_choice(g: SanchosState, s: int, empty_only: bool) -> tuple[int, bool] | None:
    """Where an Auto-Sancho uses a Fortify point, and whether with its K.

    sanchos.fortify.auto-empty-first, sanchos.fortify.auto-priority, sanchos.fortify.auto-empty-only-priority,
    sanchos.fortify.auto-king-last.
    """
    b, t = g.b, g.t
    may: list[Action] = []
    fortify_actions(g, s, may, empty_only)
    if not may:
        return None
    by_troop = [action.x for action in may if action is t.fortify_troop[action.x]]
    usable = sorted({action.x for action in may})
    empty = [r for r in usable if not b[OWNER + r]]
    regions = empty or usable
    if not t.auto_list_first:
        regions = [r for r in regions if r in by_troop] or regions

    def largest(r: int) -> int:
        return g.field_army(s, r)

    if empty:
        regions = best(regions, lambda r: t.value[r], largest)
    else:
        regions = best(regions, lambda r: -g.garrison(r), largest)
    r = tiebreak(g, regions)
    return r, r not in by_troop


# -- Attack and Besiege ---------------------------------------------------------------------------------------------


def _attack(g: SanchosState, s: int, o: Order) -> None:
    """Most favourable, with own King, Tiebreak token (sanchos.attack.auto-region)."""
    may: list[Action] = []
    attack_actions(g, s, may, o.not_in)
    found = [action.x for action in may]
    if not found:
        return
    r = tiebreak(g, best(found, lambda r: favour(g, s, r), lambda r: g.b[KING_REGION + s] == r))
    points = g.b[LEFT]
    g.b[LEFT] = 0
    g.b[USED] += points
    start_attack(g, s, r, points)


def _besiege(g: SanchosState, s: int, o: Order) -> None:
    """sanchos.besiege.auto-region, sanchos.besiege.auto-size, sanchos.besiege.auto-king-last."""
    b, t = g.b, g.t
    may: list[Action] = []
    besiege_actions(g, s, o.points, may)
    found = [action.x for action in may]
    if not found:
        return

    def nobody_in_the_field(r: int) -> int:
        return not any(g.field_army(x, r) for x in t.opponents[s])

    if o.favourable:
        found = best(found, lambda r: favour(g, s, r))
    else:
        found = best(found, lambda r: t.value[r], nobody_in_the_field, lambda r: -g.garrison(r))
    r = tiebreak(g, found)
    needed = g.garrison(r) + 1
    troops = min(needed, b[FIELD_T + s * REGIONS + r])
    b[USED] += b[LEFT]
    b[LEFT] = 0
    declare_siege(g, s, r, needed - troops, troops)

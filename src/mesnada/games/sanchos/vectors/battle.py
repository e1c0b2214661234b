"""The verbs of test vectors that happen in a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.dice import has_die
from mesnada.games.sanchos.elcid import can_use_el_cid_card
from mesnada.games.sanchos.model import BATTLE, CID_REGION, RESERVED
from mesnada.games.sanchos.positions.placing import find_sancho
from mesnada.games.sanchos.reserved_cards import PICKED
from mesnada.games.sanchos.vectors.case import CaseError, StepText, die_of, die_text
from mesnada.games.sanchos.vectors.driver import Driver, Refused

_DICE: Final = ("RollDie", "RerollDie", "InspireRoll", "RollForCommand")


def by_of(d: Driver, step: StepText) -> int:
    """Who acts, if the step does not say so the one who is asked."""
    return step.sancho(getattr(d.top, "s", d.actor))


def _wanted(d: Driver, name: str, s: int, what: str) -> None:
    if not d.seek(name, sancho=s):
        raise Refused(f"{SANCHOS[s]} is not asked {what}")


# -- dice ----------------------------------------------------------------------------------------------------------


def _roll(d: Driver, step: StepText) -> None:
    """Dice fall as listed; there have to be exactly as many as the engine rolls."""
    rolls = {find_sancho(name, "roll"): _faces(step, name) for name in SANCHOS if name in step.data}
    if not rolls:
        raise CaseError(f"{step}: no dice")
    if not d.advance(lambda: d.asks(*_DICE)):
        raise Refused("no dice are rolled now")
    while d.asks(*_DICE):
        s, king = _next_die(d)
        faces = rolls.get(s, {}).get(king)
        if not faces:
            raise Refused(f"{SANCHOS[s]} rolls more {'King’s Guard' if king else 'Troop'} dice")
        d.act(f"roll {'king' if king else 'troop'} {faces.pop(0)}")
        if not any(faces for by_kind in rolls.values() for faces in by_kind.values()):
            break
    left = [SANCHOS[s] for s, by_kind in rolls.items() if any(by_kind.values())]
    if left:
        raise Refused(f"{', '.join(left)} rolls fewer dice than listed")
    if d.asks("RollDie"):
        raise Refused(f"{SANCHOS[_next_die(d)[0]]} rolls more dice than listed")


def _faces(step: StepText, name: str) -> dict[bool, list[int]]:
    """The faces of a Sancho's dice: of the King's Guard (True) and the Troop dice (False)."""
    data: Any = step.data[name]
    if isinstance(data, int):
        data = [data]
    if isinstance(data, list):
        data = {"troops": data}
    if not isinstance(data, dict) or set(data) - {"king", "troops"}:
        raise CaseError(f"{step}: the dice of {name} are king and troops")
    king, troops = data.get("king", []), data.get("troops", [])
    found = {True: [king] if isinstance(king, int) else king, False: [troops] if isinstance(troops, int) else troops}
    if not all(isinstance(row, list) and all(type(face) is int for face in row) for row in found.values()):
        raise CaseError(f"{step}: the dice of {name} are no numbers")
    return {king: list(row) for king, row in found.items()}


def _next_die(d: Driver) -> tuple[int, bool]:
    """Whose die chance rolls now, and whether it is a King's Guard die."""
    top: Any = d.top
    if d.asks("RerollDie"):
        die = next(die for die in d.g.dice if die >= PICKED)
        return die >> 1 & 3, bool(die & 1)
    if d.asks("RollForCommand"):
        return d.t.players[top.player], False
    return top.s, bool(getattr(top, "king", 0))


# -- before the dice -----------------------------------------------------------------------------------------------


def _release(d: Driver, step: StepText) -> None:
    s = by_of(d, step)
    king, troops = step.pieces()
    if not d.seek("ReleaseGarrison", sancho=s):
        if not king and not troops and not step.illegal:
            return
        event = d.find_event(("releases",), sancho=SANCHOS[s], king=bool(king), troops=troops)
        if event is None:
            raise Refused(f"{SANCHOS[s]} is not asked to release that")
        return
    d.act(d.t.release[king][min(troops, len(d.t.release[king]) - 1)])


def _intercept(d: Driver, step: StepText) -> None:
    s = by_of(d, step)
    yes = step.data.get("yes", True) is True
    if d.find_event(("intercepts",), sancho=SANCHOS[s]) is not None:
        if not yes:
            raise Refused(f"{SANCHOS[s]} intercepts in any case")
        return
    if not yes and not step.illegal and not d.seek("Intercept", sancho=s):
        return
    _wanted(d, "Intercept", s, "whether to intercept")
    d.act(d.t.intercept[yes])
    d.find_event(("intercepts",), sancho=SANCHOS[s])


def _go_on(d: Driver, step: StepText) -> None:
    goes_on = step.do == "continue" and step.data.get("yes", True) is True
    s = by_of(d, step)
    if not d.seek("GoOnWithSiege", sancho=s):
        if goes_on and not step.illegal and d.find_event(("siege-starts",), sancho=SANCHOS[s]) is not None:
            return
        raise Refused(f"{SANCHOS[s]} is not asked whether the siege goes on")
    d.act(d.t.siege[goes_on])


def _enter(d: Driver, step: StepText) -> None:
    s = by_of(d, step)
    _wanted(d, "ElCidBeforeBattle", s, "about El Cid")
    if step.has("region", "to") and step.region(d.t, "region", "to") != d.g.b[BATTLE]:
        raise Refused("El Cid can only enter the Battle region now")
    d.act(d.t.el_cid_enters)


def _stay(d: Driver, step: StepText) -> None:
    _wanted(d, "ElCidBeforeBattle", by_of(d, step), "about El Cid")
    d.act(d.t.el_cid_stays)


def _inspire(d: Driver, step: StepText) -> None:
    """El Cid goes to the Battle region after the dice, with the pieces that are listed and no others."""
    t = d.t
    s = by_of(d, step)
    _wanted(d, "ElCidBeforeBattle", s, "about El Cid")
    here = d.g.b[CID_REGION]
    d.act(t.el_cid_inspires)
    rolls = step.numbers("rolls")
    while d.asks("InspireRoll"):
        if not rolls:
            raise Refused("more dice are rolled")
        d.act(f"roll troop {rolls.pop(0)}")
    if rolls:
        raise Refused("fewer dice are rolled")
    if not here:
        raise Refused("El Cid is not on the board")
    siege_key = "siege" if step.has("siege") else "besiegers"
    for key, action in (("field", t.bring_troop), ("garrison", t.bring_garrison), (siege_key, t.bring_besieger)):
        king, troops = step.pieces(key, default="none")
        for piece in [action] * troops + [t.bring_king] * king:
            if not d.asks("BringAlong"):
                raise Refused("no further piece goes along")
            d.act(piece)
    if d.asks("BringAlong"):
        d.act(t.stop)


# -- Reserved cards ------------------------------------------------------------------------------------------------


def _player_of_cards(d: Driver, s: int) -> int:
    """Whose cards a Sancho plays: the commander also has those of non-player Nájera."""
    others = [o for o in range(3) if d.t.two and d.t.nonplayer[o] and d.commander == s]
    return next((o for o in others if not _can_play(d, s) and _can_play(d, o)), s)


def _can_play(d: Driver, s: int) -> bool:
    """Whether a Sancho is asked for a card at all."""
    return (d.g.b[RESERVED + s] > 0 or can_use_el_cid_card(d.g, s)) and (has_die(d.g, s) or not d.g.dice)


def _pass(d: Driver, step: StepText) -> None:
    s = _player_of_cards(d, by_of(d, step))
    if (d.t.auto[s] or not _can_play(d, s)) and not step.illegal:
        return
    _wanted(d, "ReservedCards", s, "for a Reserved card")
    d.act(d.t.pass_)


def _reserved_card(d: Driver, step: StepText) -> None:
    if str(step.data.get("card")) == "el-cid":
        _el_cid(d, step)
        return
    s = _player_of_cards(d, by_of(d, step))
    if d.t.auto[s]:
        _auto_cards(d, step, s)
        return
    if not _can_play(d, s):
        raise Refused(f"{SANCHOS[s]} has no card or no die", "card-not-reserved")
    _wanted(d, "ReservedCards", s, "for a Reserved card")
    cards = d.g.reserved(s)
    if step.has("card"):
        cards = [c for c in cards if d.t.cards[c].id == step.text("card")]
    if step.has("cp"):
        cards = [c for c in cards if d.t.cp[c] == step.number_of("cp")]
    if not cards:
        raise Refused(f"{SANCHOS[s]} has no such Reserved card", "card-not-reserved")
    column = step.number_of("column", default=-1)
    d.act(d.t.use[cards[0]])
    if d.asks("ChooseColumn"):
        d.act(f"column {column if column >= 0 else max(die >> 3 for die in d.g.dice if die >> 1 & 3 == s)}")
    dice = step.words("dice")
    while d.asks("ChooseDice"):
        picked = sum(die >= PICKED for die in d.g.dice)
        if picked >= len(dice):
            raise Refused("more dice have to be rolled again")
        d.act(d.t.reroll[die_of(dice[picked], column=getattr(d.top, "column", column))])
    _check_picked(d, step, column, dice)
    _fall_again(d, step, dice)


def _auto_cards(d: Driver, step: StepText, s: int) -> None:
    """An Auto-Sancho has played its cards already; the step only says which."""
    event = d.find_event(("auto-boosts",), sancho=SANCHOS[s])
    if event is None:
        raise Refused(f"{SANCHOS[s]} plays no card", "nothing-done")
    if step.has("cp") and sum(event.params["values"]) != step.number_of("cp"):
        raise Refused(f"{SANCHOS[s]} plays cards of {event.params['values']} CP")
    if step.has("to") and event.params["to"] != step.number_of("to"):
        raise Refused(f"the die goes to column {event.params['to']}")


def _check_picked(d: Driver, step: StepText, column: int, dice: list[str]) -> None:
    """The dice that the engine rolls again have to be those that are listed."""
    picked = sorted(die - PICKED for die in d.g.dice if die >= PICKED)
    place = picked[0] >> 3 if picked else column
    if column >= 0 and place != column:
        raise Refused(f"the own dice are all in column {place}", "no-own-die-in-column")
    if dice and sorted(die_of(text, column=place) for text in dice) != picked:
        raise Refused("other dice of the column have to be rolled again")


def _fall_again(d: Driver, step: StepText, dice: list[str]) -> None:
    results = step.numbers("results")
    if not results:
        return
    left = [(die_of(text, column=0) & 7, face) for text, face in zip(dice, results, strict=False)]
    if dice and len(left) != max(len(dice), len(results)):
        raise CaseError(f"{step}: there are {len(dice)} dice and {len(results)} results")
    while d.asks("RerollDie"):
        s, king = _next_die(d)
        kind = s << 1 | king
        entry = next((entry for entry in left if entry[0] == kind), None)
        if entry is not None:
            left.remove(entry)
            face = entry[1]
        elif not dice and results:
            face = results.pop(0)
        else:
            raise Refused("more dice are rolled again than listed")
        d.act(f"roll {'king' if king else 'troop'} {face}")


def _el_cid(d: Driver, step: StepText) -> None:
    """The card of El Cid moves an own die by one column."""
    s = by_of(d, step)
    if not _can_play(d, s) or not can_use_el_cid_card(d.g, s):
        raise Refused(f"{SANCHOS[s]} cannot use the card of El Cid now", "card-not-reserved")
    _wanted(d, "ReservedCards", s, "for a card")
    named = step.text("die", "with", default="") or next(iter(step.words("dice")), "")
    column = step.number_of("column", default=-1)
    die = die_of(named, column=column if column >= 0 else None, sancho=s)
    direction = step.text("direction", default="")
    if direction not in ("", "up", "down", "right", "left"):
        raise CaseError(f"{step}: the direction is up or down")
    to = step.number_of("to", default=(die >> 3) + (1 if direction in ("up", "right") else -1))
    d.act(d.t.use_el_cid)
    if abs(to - (die >> 3)) != 1:
        raise Refused("El Cid moves a die by one column")
    d.act((d.t.shift_up if to > die >> 3 else d.t.shift_down)[die])


# -- resolution ----------------------------------------------------------------------------------------------------


def _hit(d: Driver, step: StepText) -> None:
    s = by_of(d, step)
    if d.t.auto[s]:
        _auto_hit(d, step, s)
        return
    _wanted(d, "Hit", s, "for a hit")
    s = getattr(d.top, "s", s)
    top = max(d.g.dice)
    if step.has("with") and die_of(step.text("with"), sancho=s) != top:
        raise Refused(f"column {top >> 3} is resolved now")
    d.act(d.t.hit[die_of(step.text("removes"))])
    if step.has("takes"):
        _take_piece(d, step.text("takes"))


def _auto_hit(d: Driver, step: StepText, s: int) -> None:
    """An Auto-Sancho has made its hit already; the step only says which."""
    removed = die_of(step.text("removes"))
    target = {"other": SANCHOS[removed >> 1 & 3], "target": "king" if removed & 1 else "troop"}
    d.advance(lambda: d.asks("Hit"))
    if d.find_event(("hits",), sancho=SANCHOS[s], target_column=removed >> 3, **target) is None:
        raise Refused(f"{SANCHOS[s]} does not remove {die_text(removed)}", "nothing-done")


def _take(d: Driver, step: StepText) -> None:
    if not d.seek("FallingTroop"):
        raise Refused("nobody is asked which Troop falls")
    if step.has("by") and getattr(d.top, "s", -1) != step.sancho():
        raise Refused(f"{SANCHOS[getattr(d.top, 's', 0)]} picks the Troop that falls")
    _take_piece(d, step.text("piece", "what", "takes"))


def _take_piece(d: Driver, piece: str) -> None:
    if piece not in ("troop", "field", "besieger", "siege"):
        raise CaseError(f"{piece!r} is neither troop nor besieger")
    if not d.asks("FallingTroop"):
        raise Refused("nobody is asked which Troop falls")
    d.act(d.t.take[piece in ("besieger", "siege")])


BATTLE_VERBS: Final[dict[str, Callable[[Driver, StepText], None]]] = {
    "roll": _roll,
    "release": _release,
    "intercept": _intercept,
    "continue": _go_on,
    "give-up": _go_on,
    "enter": _enter,
    "stay": _stay,
    "inspire": _inspire,
    "pass": _pass,
    "reserved-card": _reserved_card,
    "el-cid": _el_cid,
    "hit": _hit,
    "take": _take,
}

"""The verbs of test vectors that belong to the course of the round."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import claim_el_cid
from mesnada.games.sanchos.model import (
    BATTLE,
    CARD,
    DECK,
    HAND,
    IN_DECK,
    IN_HAND,
    RESULT,
    ROUND,
    SanchosState,
)
from mesnada.games.sanchos.round import END_OF_ROUND, draw_phase
from mesnada.games.sanchos.siege import SIEGE_LOSSES
from mesnada.games.sanchos.vectors.case import CaseError, StepText
from mesnada.games.sanchos.vectors.driver import HARMLESS, Driver, Refused


def _card_named(d: Driver, step: StepText, verb: str) -> str:
    """The legal action of a verb with the card that a step names by id or CP."""
    offered = [action for action in d.g.legal() if action.verb == verb and action.words[0] in d.t.card_index]
    for action in offered:
        card = d.t.cards[d.t.card_index[action.words[0]]]
        if step.data.get("card", card.id) == card.id and step.data.get("cp", card.cp) == card.cp:
            return action.name
    raise Refused(f"no such card can be used to {verb}", "not-offered")


# -- phase 1 -------------------------------------------------------------------------------------------------------


def _phase1(d: Driver, step: StepText) -> None:
    choice = step.text("choice") if step.do == "phase1" else step.do
    if choice not in ("play", "reserve"):
        raise CaseError(f"{step}: the choice is play or reserve")
    if not d.seek("PlayOrReserve", sancho=step.sancho(d.commander)):
        raise Refused("the commander does not play or reserve a card now")
    if step.has("slot"):
        d.turns.slot = _slot(step)
    d.act(_card_named(d, step, choice))
    d.actor = -1


def _slot(step: StepText) -> str:
    slot = step.text("slot")
    if slot not in ("before", "first", "between", "after", "last"):
        raise CaseError(f"{step}: {slot!r} is no slot: before, between or after")
    return slot


def _take_turn(d: Driver, step: StepText) -> None:
    d.turns.slot = "after"
    if not d.seek("TurnNow"):
        raise Refused("the commander is not asked for the turn now")
    d.act(d.t.take_turn if step.do == "take-turn" else d.t.wait)


def _reveal(d: Driver, step: StepText) -> None:
    if not d.asks("Reveal"):
        raise Refused("no card is revealed now")
    d.act(_card_named(d, step, "draw"))


# -- turns ---------------------------------------------------------------------------------------------------------


def _next_turn(d: Driver, step: StepText) -> None:
    """The turn in progress is over; the next step opens another one, perhaps of the same Sancho."""
    d.close_turn()
    d.actor = -1
    if step.has("cp"):
        d.turns.cp = step.number_of("cp")


def _end_turn(d: Driver, step: StepText) -> None:
    if d.idle and d.actor < 0:
        d.open_turn(step.sancho(d.turns.first))
    if d.idle and not step.illegal:
        return
    d.advance(lambda: any(action.verb in HARMLESS for action in d.g.legal()))
    if d.idle:
        raise Refused("no turn is in progress")
    found = [action for action in d.g.legal() if action.verb in HARMLESS]
    if found:
        d.act(found[0])
    else:
        d.act({"CommandTurn": "end", "ChoosePiece": "stop", "BringAlong": "stop"}.get(type(d.top).__name__, "decline"))


# -- phases 3 and 4 ------------------------------------------------------------------------------------------------


def _draw(d: Driver, step: StepText) -> None:
    if not d.framed:
        d.close_turn()
        d.end_phase_2()
        d.g.agenda.append(draw_phase(d.commander))
        d.g.settle()
    if not d.seek("DrawCard"):
        if d.g.b[DECK] or step.illegal or step.has("card", "cp"):
            raise Refused("no card is drawn")
        return
    if step.has("by") and getattr(d.top, "s", -1) != step.sancho():
        raise Refused(f"{SANCHOS[getattr(d.top, 's', 0)]} draws the card")
    d.act(_card_named(d, step, "draw"))


def _siege_losses(d: Driver, step: StepText) -> None:
    """Phase 4, once or as often as ``times`` says."""
    d.close_turn()
    d.end_phase_2()
    for _ in range(step.number_of("times", default=1)):
        if d.g.over and d.g.b[RESULT]:
            return
        if d.framed:
            raise CaseError(f"{step}: the round goes on by itself here; use end-round")
        d.g.agenda.append(SIEGE_LOSSES)
        d.g.settle()
    d.actor = -1


def _end_round(d: Driver, step: StepText) -> None:
    """Everything up to the next commander's choice of a card: phases 3 and 4, El Cid."""
    if not d.framed:
        d.close_turn()
        d.end_phase_2()
        g = d.g
        give_hands(g, SANCHOS if any(g.b[HAND + s] for s in d.t.players) else ())
        g.agenda += [END_OF_ROUND, SIEGE_LOSSES]
        if d.commander >= 0:
            g.agenda.append(draw_phase(d.commander))
        g.settle()
    d.framed = True
    start = d.g.b[ROUND]
    d.play_on(lambda: d.g.b[ROUND] > start or d.asks("PlaceElCid"))


def give_hands(g: SanchosState, named: Collection[str]) -> None:
    """Players of whose hand a case says nothing have a card, so that they are not passed over for want of one."""
    b, t = g.b, g.t
    for s in t.players:
        cards = g.cards_at(IN_DECK)
        if cards and not b[HAND + s] and SANCHOS[s] not in named:
            b[CARD + cards[0]] = IN_HAND + s
            b[HAND + s] += 1
            b[DECK] -= 1


# -- El Cid and discards -------------------------------------------------------------------------------------------


def _claim(d: Driver, step: StepText) -> None:
    """The end of the round, as far as El Cid is concerned; with the variant he may be placed at once."""
    s = step.sancho()
    if not d.asks("PlaceElCid"):
        d.close_turn()
        claim_el_cid(d.g)
        d.g.settle()
    if d.find_event(("claims-el-cid",), sancho=SANCHOS[s]) is None:
        raise Refused(f"{SANCHOS[s]} does not claim El Cid")
    if step.has("region", "to"):
        _place(d, step)


def _place(d: Driver, step: StepText) -> None:
    word = step.text("region", "to")
    if d.asks("ElCidBeforeBattle"):
        d.act(d.t.el_cid_enters if word == d.t.ids[d.g.b[BATTLE]] else d.t.el_cid_stays)
        return
    if not d.seek("PlaceElCid", sancho=step.sancho(getattr(d.top, "s", None))):
        raise Refused("El Cid is not placed now")
    d.act(d.t.leave_el_cid if word in ("none", "leave") else d.t.place_el_cid[step.region(d.t, "region", "to")])


def _discard(d: Driver, step: StepText) -> None:
    if not d.seek("ChooseDiscard"):
        raise Refused("no Reserved card is discarded now")
    if step.has("by") and getattr(d.top, "s", -1) != step.sancho():
        raise Refused(f"{SANCHOS[getattr(d.top, 's', 0)]} picks the card that is discarded")
    d.chosen.append(d.decider())
    if any(action is d.t.discard_face_down for action in d.g.legal()) and not step.has("card", "cp"):
        d.act(d.t.discard_face_down)
        d.act(d.g.legal()[0])
    else:
        d.act(_card_named(d, step, "discard"))


ROUND_VERBS: Final[dict[str, Callable[[Driver, StepText], None]]] = {
    "phase1": _phase1,
    "play": _phase1,
    "reserve": _phase1,
    "take-turn": _take_turn,
    "wait": _take_turn,
    "reveal": _reveal,
    "next-turn": _next_turn,
    "end-turn": _end_turn,
    "draw": _draw,
    "siege-losses": _siege_losses,
    "end-round": _end_round,
    "claim": _claim,
    "place-el-cid": _place,
    "discard": _discard,
}

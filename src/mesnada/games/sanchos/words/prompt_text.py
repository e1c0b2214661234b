"""Where the game is, and what is asked: the agenda line and the sentence of every decision."""

from __future__ import annotations

from typing import Any, Final

from mesnada.games.sanchos.attack import ReleaseGarrison
from mesnada.games.sanchos.commands import CommandTurn
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import ElCidBeforeBattle, PlaceElCid
from mesnada.games.sanchos.model import (
    BATTLE,
    BESIEGER,
    CID_REGION,
    INTERCEPTION,
    RESERVED,
    ROUND,
    TURN_OF,
    SanchosState,
)
from mesnada.games.sanchos.moves import ChooseArmy, ChooseTarget
from mesnada.games.sanchos.orders import CardTurn, DeployHomeOrder
from mesnada.games.sanchos.reserved_cards import ChooseColumn
from mesnada.games.sanchos.reserves import ChooseDiscard, DiscardFaceDown
from mesnada.games.sanchos.round import PlayOrReserve, TurnNow
from mesnada.games.sanchos.siege import ChooseBesiegers, Intercept
from mesnada.games.sanchos.terms import strongest
from mesnada.games.sanchos.words.phrases import Phrases
from mesnada.kernel.step import Step

FRAMES: Final = {"round": "round", "command-turn": "turn", "card-turn": "turn", "battle": "battle", "siege": "siege"}
"""Titles of steps inside which others decide, each with its part of the agenda line."""
ORDER: Final = ("set-up", "round", "turn", "siege", "battle", "now")
"""The parts of the agenda line from the outermost to the present decision."""
OUTSIDE_TURNS: Final = frozenset(("play-or-reserve", "reveal", "turn-first", "turn-between", "draw-card",
                                  "place-el-cid"))
"""Decisions of a round that belong to nobody's turn."""


def agenda_line(phrases: Phrases, g: SanchosState) -> list[str]:
    """The parts of the agenda line. Steps that have not begun are left out."""
    if g.over:
        return [phrases.sentence("prompt.over")]
    parts: dict[str, str] = {}
    if g.b[ROUND]:
        parts["round"] = phrases.say("title.round", round=g.b[ROUND])
    else:
        parts["set-up"] = phrases.say("title.set-up")
    for step in g.agenda[:-1]:
        if isinstance(step, CommandTurn) or (step.auto and not isinstance(step, CardTurn)):
            title = step.title(g)
            if title is not None and title[0] in FRAMES:
                _add(phrases, g, parts, *title)
    key, params = _title(g)
    if g.b[TURN_OF] and key not in OUTSIDE_TURNS:
        parts.setdefault("turn", phrases.say("title.turn", sancho=phrases.sancho(g.b[TURN_OF] - 1)))
    _add(phrases, g, parts, key, params)
    return [parts[part] for part in ORDER if part in parts]


def _add(phrases: Phrases, g: SanchosState, parts: dict[str, str], key: str, params: dict[str, Any]) -> None:
    part = FRAMES.get(key, "now")
    text = key if part == "now" else "interception" if part == "battle" and g.b[INTERCEPTION] else part
    parts[part] = phrases.say(f"title.{text}", **_named(phrases, g, params))


def _title(g: SanchosState) -> tuple[str, dict[str, Any]]:
    title = g.step.title(g)
    assert title is not None, f"{type(g.step).__name__} decides and has no title"
    return title


def _named(phrases: Phrases, g: SanchosState, params: dict[str, Any]) -> dict[str, Any]:
    """Parameters of a title with names in place of ids."""
    found = dict(params)
    if "sancho" in found:
        found["sancho"] = phrases.sancho(found["sancho"])
    for place in ("region", "to"):
        if place in found:
            found[place] = phrases.region(g.t, found[place])
    return found


def prompt_line(phrases: Phrases, g: SanchosState) -> str:
    """What is asked now, as a sentence."""
    if g.over:
        return phrases.sentence("prompt.over")
    step = g.step
    key, params = _title(g)
    params = _named(phrases, g, params)
    params["n"] = params.get("left")
    s = getattr(step, "s", None)
    if s is not None:
        params["who"] = phrases.decider(g, s)
    key, more = _special(phrases, g, step, key)
    return phrases.sentence(f"prompt.{key}", **{**params, **more})


def _special(phrases: Phrases, g: SanchosState, step: Step[SanchosState], key: str) -> tuple[str, dict[str, Any]]:
    """What the sentences of some decisions need beyond the title."""
    b = g.b
    if isinstance(step, PlayOrReserve):
        return ("play-only" if b[RESERVED + step.s] else key), {}
    if isinstance(step, TurnNow):
        return key, {"next": phrases.sancho(next_card_turn(g))}
    if isinstance(step, (ReleaseGarrison, ElCidBeforeBattle)):
        return key, {"region": phrases.region(g.t, b[BATTLE])}
    if isinstance(step, PlaceElCid) and not b[CID_REGION]:
        return "place-el-cid-supply", {}
    if isinstance(step, ChooseArmy):
        armies, voluntary, _ = strongest(g, step.s, g.t.orders[step.order].to, step.below)
        return ("choose-army-last" if voluntary else key), {"n": len(armies)}
    if isinstance(step, ChooseTarget):
        return f"choose-target-{g.t.orders[step.order].to}", {}
    if isinstance(step, ChooseColumn):
        return key, {"n": step.cp}
    if isinstance(step, ChooseBesiegers):
        return key, {"n": g.garrison(step.r)}
    if isinstance(step, Intercept):
        return key, {"other": phrases.sancho(b[BESIEGER] - 1)}
    if isinstance(step, DeployHomeOrder):
        return key, {"home": phrases.region(g.t, g.t.home[step.s])}
    if isinstance(step, ChooseDiscard) and step.s != step.x:
        return "choose-discard-other", {}
    if isinstance(step, DiscardFaceDown):
        return "choose-discard-blind", {}
    return key, {}


def next_card_turn(g: SanchosState) -> int | str:
    """The Sancho whose turn by card comes next."""
    for step in reversed(g.agenda):
        if isinstance(step, CardTurn):
            return step.s
    return SANCHOS[g.b[TURN_OF] - 1]

"""The verbs of test vectors that open or fill a turn: what each means in decisions of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mesnada.games.sanchos.commands import command_turn
from mesnada.games.sanchos.components import SANCHOS, CardAction, Item
from mesnada.games.sanchos.model import (
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
    TURN_OF,
)
from mesnada.games.sanchos.orders import card_turn
from mesnada.games.sanchos.vectors.battle import BATTLE_VERBS
from mesnada.games.sanchos.vectors.case import AUTO, PRIMARY, CaseError, StepText
from mesnada.games.sanchos.vectors.driver import Driver, Refused
from mesnada.games.sanchos.vectors.orders import exclude_regions
from mesnada.games.sanchos.vectors.round import ROUND_VERBS

_TURN: Final = ("CommandTurn", "Menu")
"""Decisions at which any verb may be answered."""


_BY_ITSELF: Final = {
    "recruit": ("recruits",),
    "deploy": ("deploys", "deploys-castle"),
    "attack": ("attacks",),
    "reserve-this-card": ("will-reserve",),
    "discard-reserved": ("discards-reserved",),
}
"""Events of orders that the engine carries out without a question, so that the turn may be over already."""


def perform(d: Driver, step: StepText) -> None:
    """Does one step. Raises Refused if the engine does not let it be done, CaseError if it means nothing."""
    if step.do in PRIMARY:
        s = actor_of(d, step)
        if not d.idle or not d.happened(_BY_ITSELF.get(step.do, ()), sancho=SANCHOS[s]):
            d.turn_for(s)
        PRIMARY_VERBS[step.do](d, step, s)
    elif step.do in AUTO:
        auto_step(d, step)
    elif step.do == "choose":
        choose(d, step)
    elif step.do in BATTLE_VERBS:
        BATTLE_VERBS[step.do](d, step)
    else:
        ROUND_VERBS[step.do](d, step)


def actor_of(d: Driver, step: StepText) -> int:
    """Whose pieces a step moves. In a 2-player game the commander may be named for what he does with Nájera."""
    usual = d.actor if d.actor >= 0 else d.g.b[TURN_OF] - 1 if d.g.b[TURN_OF] else d.turns.first
    s = step.sancho(usual)
    if d.t.two and s == d.commander and s != usual and d.t.nonplayer[usual]:
        return usual
    return s


# -- one point each ------------------------------------------------------------------------------------------------


def _recruit(d: Driver, step: StepText, s: int) -> None:
    for _ in range(step.number_of("points", default=1)):
        if d.find_event(("recruits",), sancho=SANCHOS[s]) is None:
            _ask(d, step, s, *_TURN)
            d.act(d.t.recruit)
            d.find_event(("recruits",), sancho=SANCHOS[s])


def _deploy(d: Driver, step: StepText, s: int) -> None:
    number = step.number_of("points", default=step.size)
    for _ in range(number):
        action, kind, region = _deployment(d, step, s)
        if d.find_event((kind,), sancho=SANCHOS[s], region=region) is None:
            _ask(d, step, s, *_TURN, "DeployHomeOrder")
            d.act(action)
            d.find_event((kind,), sancho=SANCHOS[s], region=region)


def _deployment(d: Driver, step: StepText, s: int) -> tuple[str, str, str]:
    """The action of a Deploy, its event, and the region."""
    b, t = d.g.b, d.t
    home = t.ids[t.home[s]]
    to, place = step.text("to", "region", default="home"), step.text("place", default="")
    if to in ("king", "K"):
        inside = b[KING_PLACE + s] == GARRISON_PLACE
        return "deploy king", "deploys-castle" if inside else "deploys", t.ids[b[KING_REGION + s]]
    if to not in ("home", "home-region", "castle", "home-castle", "garrison", "field", home):
        raise CaseError(f"{step}: Deploy goes to the king or home, not to {to!r}")
    castle = to in ("castle", "home-castle", "garrison") or place in ("garrison", "castle")
    if to in ("home", "home-region", home) and not place:
        castle = d.turns.from_garrison
    return ("deploy castle", "deploys-castle", home) if castle else ("deploy home", "deploys", home)


def _move(d: Driver, step: StepText, s: int) -> None:
    t = d.t
    place = step.text("place", default="")
    if "region" not in step.data and step.data.get("from") in ("garrison", "field", "siege"):
        place = step.text("from")
    king, troops = step.pieces(default="1T")
    kinds = ["t"] * troops + ["k"] * king
    start = d.g.b[KING_REGION + s] if kinds == ["k"] else None
    origin = step.region(t, "region", "from", default=start)
    target = step.region(t, "to")
    for kind in kinds:
        _ask(d, step, s, *_TURN, "ChooseMove", "ChooseArmy", "ChooseTarget", "ChoosePiece")
        if d.asks("ChooseArmy"):
            d.act(t.army[origin])
        if d.asks("ChooseTarget"):
            d.act(t.target[target])
        action = t.move_king if kind == "k" else _troop_that_moves(d, s, origin, place)
        if kind == "k" and d.g.b[KING_REGION + s] != origin:
            raise Refused(f"the King of {SANCHOS[s]} is not in {t.ids[origin]}", "no-such-piece")
        if d.asks("ChoosePiece"):
            if getattr(d.top, "to", target) != target or getattr(d.top, "r", origin) != origin:
                raise Refused("another Army moves, or to another region", "not-the-target")
            d.act(action)
        else:
            d.act(action)
            if not d.asks("MoveTo"):
                raise Refused("no destination is asked for")
            d.act(t.to[target])


def _troop_that_moves(d: Driver, s: int, r: int, place: str) -> str:
    """Which T of a region moves where the step does not say: one in the open, else one of the Garrison, else one that
    besieges."""
    b, name = d.g.b, d.t.ids[r]
    there = {
        "field": b[FIELD_T + s * REGIONS + r] > 0,
        "garrison": b[OWNER + r] == s + 1 and b[GARRISON_T + r] > 0,
        "siege": b[SIEGER + r] == s + 1 and b[SIEGE_T + r] > 0,
    }
    order = ["garrison", "siege", "field"] if d.turns.from_garrison else ["field", "garrison", "siege"]
    found = place or next((word for word in order if there[word]), "field")
    words = {"field": "troop", "garrison": "garrison", "siege": "besieger"}
    if found not in words:
        raise CaseError(f"{found!r} is no place of a piece: field, garrison or siege")
    return f"move {words[found]} {name}"


def _fortify(d: Driver, step: StepText, s: int) -> None:
    r = step.region(d.t, "region")
    king, troops = step.pieces(default="1T")
    for action in [d.t.fortify_troop[r]] * troops + [d.t.fortify_king[r]] * king:
        _ask(d, step, s, *_TURN, "ChooseFortify")
        d.act(action)


# -- Attack and Besiege --------------------------------------------------------------------------------------------


def _attack(d: Driver, step: StepText, s: int) -> None:
    t = d.t
    r = step.region(t, "region")
    points = step.number_of("points", default=0)
    event = d.find_event(("attacks",), sancho=SANCHOS[s], region=t.ids[r])
    if event is None:
        _ask(d, step, s, *_TURN, "ChooseAttack")
        d.act(t.attack[r])
        if d.asks("AttackPoints"):
            d.act(f"points {points or 1}")
        event = d.find_event(("attacks",), sancho=SANCHOS[s], region=t.ids[r])
    if event is None:
        raise Refused("the engine begins no battle")
    if points and event.params["points"] != points:
        raise Refused(f"the Attack takes {event.params['points']} points")


def _besiege(d: Driver, step: StepText, s: int) -> None:
    t = d.t
    r = step.region(t, "region")
    points = step.number_of("points", default=0)
    ordered = not d.asks(*_TURN)
    _ask(d, step, s, *_TURN, "ChooseBesiege", "ChooseBesiegers")
    if not d.asks("ChooseBesiegers"):
        d.act(t.besiege[r])
        if d.asks("BesiegePoints"):
            d.act(f"points {points}" if points else d.g.legal()[0])
    if not d.asks("ChooseBesiegers") or getattr(d.top, "r", r) != r:
        raise Refused("besiegers are not asked for there", "not-the-target")
    if points and not ordered and getattr(d.top, "points", points) != points:
        raise Refused(f"the Besiege takes {getattr(d.top, 'points', 0)} points")
    king, troops = step.pieces(default=f"{d.g.garrison(r) + 1}T")
    d.act(t.besiegers[king][min(troops, len(t.besiegers[king]) - 1)])


# -- cards ---------------------------------------------------------------------------------------------------------


def _keep_card(d: Driver, step: StepText, s: int) -> None:
    if d.find_event(("will-reserve",), sancho=SANCHOS[s]) is None:
        _ask(d, step, s, *_TURN)
        d.act(d.t.keep_card)
        d.find_event(("will-reserve",), sancho=SANCHOS[s])


def _discard_reserved(d: Driver, step: StepText, s: int) -> None:
    """The order has begun when its Sancho's turn was opened; who discards is asked now."""
    if not d.asks("ChooseDiscard") and d.find_event(("discards-reserved",)) is None:
        raise Refused("nobody has to discard a Reserved card")


def _ask(d: Driver, step: StepText, s: int, *names: str) -> None:
    """Goes on to a decision at which the step can be answered. Raises Refused if there is none."""
    if not d.seek(*names, sancho=s):
        raise Refused(f"{SANCHOS[s]} is not asked to {step.do} ({_asked(d)})")


def _asked(d: Driver) -> str:
    return f"{type(d.top).__name__} asks" if d.top is not None else "nothing is asked"


PRIMARY_VERBS: Final[dict[str, Callable[[Driver, StepText, int], None]]] = {
    "recruit": _recruit,
    "deploy": _deploy,
    "move": _move,
    "fortify": _fortify,
    "attack": _attack,
    "besiege": _besiege,
    "reserve-this-card": _keep_card,
    "discard-reserved": _discard_reserved,
}


# -- choices among equals ------------------------------------------------------------------------------------------

_CHOICES: Final = ("ChooseArmy", "ChooseTarget", "ChooseAttack", "ChooseBesiege", "ChooseDiscard", "ChooseMove",
                   "ChooseFortify", "ChoosePiece", "DeployHomeOrder", "PlaceElCid")
_NO: Final = ("none", "no", "decline", "stay", "stop", "leave")


def choose(d: Driver, step: StepText) -> None:
    """A choice that a card or a tie leaves: its options have to be exactly those that the engine offers."""
    s = actor_of(d, step)
    if d.idle and not d.framed:
        d.turn_for(s)
    if not d.advance(lambda: d.asks(*_CHOICES)):
        raise Refused(f"there is nothing to choose ({_asked(d)})")
    if step.has("by") and SANCHOS[step.sancho()] not in (d.decider(), SANCHOS[getattr(d.top, "s", s)]):
        raise Refused(f"{d.decider()} chooses, not {SANCHOS[step.sancho()]}")
    legal = {choice_word(d, action.words, action.verb): action for action in d.g.legal()}
    options = step.words("options")
    offered = sorted(word for word in legal if word not in _NO)
    if options and sorted(_option_word(d, option) for option in options if option not in _NO) != offered:
        raise Refused(f"the options are {', '.join(offered)}")
    choice = step.text("choice") if not isinstance(step.data.get("choice"), int) else str(step.data["choice"])
    action = next((legal[word] for word in _NO if word in legal), None) if choice in _NO else None
    action = action or legal.get(_option_word(d, choice))
    if action is None:
        raise Refused(f"{choice!r} is not among {', '.join(legal)}", "not-offered")
    d.chosen.append(d.decider())
    d.act(action)


def choice_word(d: Driver, words: tuple[str, ...], verb: str) -> str:
    """An option as vectors name it: its region, its card by CP, or the verb that declines."""
    if verb == "discard" and words[0] in d.t.card_index:
        return f"{d.t.cp[d.t.card_index[words[0]]]} {words[0]}"
    return words[-1] if words else verb


def _option_word(d: Driver, option: str) -> str:
    """A card that is named by its CP or id is one of those that may be discarded."""
    legal = [choice_word(d, action.words, action.verb) for action in d.g.legal()]
    return next((word for word in legal if option in word.split()), option)


# -- Auto-Sanchos --------------------------------------------------------------------------------------------------

_EVENTS: Final = {
    "auto-move": ("moves", "moves-king"),
    "auto-attack": ("attacks",),
    "auto-besiege": ("declares-siege",),
    "auto-deploy": ("deploys", "deploys-castle"),
    "auto-recruit": ("recruits",),
    "auto-fortify": ("fortifies", "fortifies-king"),
    "auto-reserve-this-card": ("will-reserve",),
    "auto-discard-reserved": ("discards-reserved",),
}


def auto_step(d: Driver, step: StepText) -> None:
    """One item of an Auto-Sancho's action, in which the engine makes all choices.

    Where a card or an action is given, its items come one after the other by themselves.
    """
    s = step.sancho(d.actor if d.actor >= 0 else d.turns.first)
    if not d.t.auto[s]:
        raise Refused(f"{SANCHOS[s]} is no Auto-Sancho")
    kinds = _EVENTS[step.do]
    if d.framed or s in d.turns.actions:
        if not d.framed and d.actor != s:
            d.open_turn(s)
        d.flush()
        events = [event for event in iter(lambda: d.find_event(kinds, sancho=SANCHOS[s]), None)]
    else:
        d.close_turn()
        since = len(d.events)
        exclusions = step.words("not_in")
        number = d.t.add_orders(CardAction(SANCHOS[s], "all", 0, (auto_item(step),), ()))
        exclude_regions(d.t, number, exclusions)
        d.g.agenda.append(card_turn(s, number))
        d.actor = s
        d.g.settle()
        events = [event for event in d.claim_events(since) if event.kind in kinds]
    if step.illegal and not events:
        raise Refused(f"{SANCHOS[s]} does not {step.do.removeprefix('auto-')}", "nothing-done")
    for key in ("region", "to"):
        regions = {event.params.get(key) for event in events}
        if step.do != "auto-deploy" and step.has(key) and step.data[key] not in regions:
            raise Refused(f"{SANCHOS[s]} does so in {', '.join(map(str, regions)) or 'no region'}")


def auto_item(step: StepText) -> Item:
    """The item of a card action that a step of an Auto-Sancho is."""
    do = step.do.removeprefix("auto-")
    data = step.data
    to = step.text("to", default="") if do in ("deploy", "move") else ""
    if do == "deploy":
        to = "king" if to in ("king", "K") else "home"
    elif to not in ("", "empty", "weakest"):
        to = ""
    return Item(do, step.number_of("points", default=1), to=to, select=str(data.get("select", "")),
                empty_only=data.get("empty_only") is True, recruit_remaining=data.get("recruit_remaining") is True,
                whom="each-opponent" if do == "discard-reserved" else "")


# -- what a position forbids, whatever the card says ---------------------------------------------------------------


def forbidden_with_cp(d: Driver, step: StepText) -> bool:
    """Whether the step would be refused to a Sancho who may spend CPs on anything in this position."""
    other = d.fork()
    s = actor_of(other, step)
    g = other.g
    g.b[TURN_OF] = s + 1
    g.b[LEFT] = max(step.number_of("points", default=1), step.size if step.do in ("move", "fortify") else 1)
    g.agenda[:] = [command_turn(s)]
    g.settle()
    try:
        PRIMARY_VERBS[step.do](other, step, s)
    except Refused:
        return True
    return False

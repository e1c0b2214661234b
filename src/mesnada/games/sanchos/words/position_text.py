"""A position in words, for terminals and screen readers; and the map in words."""

from __future__ import annotations

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import HOLDER
from mesnada.games.sanchos.menu import Menu, MenuGoesOn
from mesnada.games.sanchos.model import (
    ARMY,
    ARROW,
    ATTACKED,
    ATTACKER,
    BATTLE,
    BESIEGED,
    BESIEGER,
    CID_HOLDER,
    CID_REGION,
    CID_USED,
    COMMANDER,
    DECLARED_K,
    DECLARED_T,
    DICE_K,
    DICE_T,
    EXTRA,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    INTERCEPTION,
    KING_PLACE,
    KING_REGION,
    LEFT,
    MENU_USED,
    OWNER,
    PLAYED,
    REGIONS,
    RESERVE,
    ROLLED,
    ROUND,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SUPPLY,
    TURN_OF,
    TURN_TAKEN,
    SanchosState,
)
from mesnada.games.sanchos.round import TurnNow
from mesnada.games.sanchos.siege import AfterInterception, BeginSiege
from mesnada.games.sanchos.tables import Tables
from mesnada.games.sanchos.words.card_lists import common_cards, held_cards
from mesnada.games.sanchos.words.card_text import open_options
from mesnada.games.sanchos.words.event_text import winners_line
from mesnada.games.sanchos.words.phrases import Phrases
from mesnada.games.sanchos.words.prompt_text import agenda_line

LOWEST = 1


def position_lines(phrases: Phrases, g: SanchosState) -> list[str]:
    """The whole position, as far as the state shows it: round and scores, the board region by region, what each Sancho
    holds, the cards, and what is in progress."""
    say, b, t = phrases.say, g.b, g.t
    lines = [say("position.game", title=say("game.title"), mode=say(f"mode.{t.setup.mode}"))]
    lines.append(" › ".join(agenda_line(phrases, g)))
    if (outcome := g.outcome()) is not None:
        lines.append(winners_line(phrases, outcome.ending, outcome.winners))
    scores = (say("outcome.score", side=phrases.sancho(side), n=n) for side, n in g.side_scores().items())
    lines.append(say("outcome.scores", scores=phrases.listed(scores)))
    if b[ROUND]:
        lines.append(say("position.commander", sancho=phrases.sancho(b[COMMANDER] - 1)) if b[COMMANDER]
                     else say("position.no-commander"))
    lines += [say("position.rolled", sancho=phrases.sancho(s), n=b[ROLLED + i]) for i, s in enumerate(t.players[:2])
              if b[ROLLED + i]]
    lines += [_region(phrases, g, r) for r in t.open]
    if closed := [phrases.region(t, r) for r in range(t.count) if t.closed[r]]:
        lines.append(say("position.closed", regions=phrases.listed(closed)))
    lines += [_holdings(phrases, g, s) for s in t.clockwise[t.players[0]]]
    lines += common_cards(phrases, g)
    lines += _el_cid(phrases, g)
    if t.solo:
        lines.append(say("position.arrow-lowest" if b[ARROW] == LOWEST else "position.arrow-highest"))
    return lines + _turn(phrases, g) + _fighting(phrases, g)


def board_lines(phrases: Phrases, t: Tables) -> list[str]:
    """The map in words: what may be held in each region, its worth, and its neighbours."""
    return [
        phrases.say("position.ground", place=_ground(phrases, t, r),
                    neighbours=phrases.listed(phrases.region(t, n) for n in t.adjacent[r]))
        for r in t.open
    ]


def place_lines(phrases: Phrases, g: SanchosState, r: int) -> list[str]:
    """A region: its fort and value with all that stands there, and the regions next to it."""
    t = g.t
    if t.closed[r]:
        return [phrases.say("position.closed", regions=phrases.region(t, r))]
    neighbours = phrases.listed(phrases.region(t, n) for n in t.adjacent[r])
    return [_region(phrases, g, r), phrases.say("position.neighbours", neighbours=neighbours)]


def _ground(phrases: Phrases, t: Tables, r: int) -> str:
    """Name, number (solo), fort and value of a region."""
    region = t.board.regions[r]
    owner = phrases.sancho(region.home_of) if region.home_of else ""
    fort = phrases.say(f"fort.{region.fort}", sancho=owner)
    name = phrases.say("position.number", n=region.number, region=region.name) if t.solo else region.name
    return phrases.say("position.place", region=name, fort=fort, vp=phrases.say("points.vp", n=t.value[r]))


def _region(phrases: Phrases, g: SanchosState, r: int) -> str:
    """All that stands in a region."""
    say, b = phrases.say, g.b
    parts: list[str] = []
    if b[OWNER + r]:
        s = b[OWNER + r] - 1
        parts.append(say("position.garrison", sancho=phrases.sancho(s),
                         pieces=phrases.pieces(_king(g, s, r, GARRISON_PLACE), b[GARRISON_T + r])))
    if b[SIEGER + r]:
        s = b[SIEGER + r] - 1
        parts.append(say("position.besiegers", sancho=phrases.sancho(s),
                         pieces=phrases.pieces(_king(g, s, r, SIEGE_PLACE), b[SIEGE_T + r])))
    for s in range(3):
        king, troops = _king(g, s, r, FIELD_PLACE), b[FIELD_T + s * REGIONS + r]
        if b[ARMY + s * REGIONS + r] and (king or troops):
            key = "position.field-besides" if b[SIEGER + r] == s + 1 else "position.field"
            parts.append(say(key, sancho=phrases.sancho(s), pieces=phrases.pieces(king, troops)))
    if b[CID_REGION] == r + 1:
        parts.append(say("position.el-cid-here"))
    if b[ATTACKER] and b[BATTLE] == r:
        parts.append(say("position.battle-here"))
    contents = "; ".join(parts) or say("position.empty")
    return say("position.region", place=_ground(phrases, g.t, r), contents=contents)


def _king(g: SanchosState, s: int, r: int, place: int) -> bool:
    return g.b[KING_REGION + s] == r and g.b[KING_PLACE + s] == place


def _holdings(phrases: Phrases, g: SanchosState, s: int) -> str:
    """Reserve, Supply, hand and Reserved cards of a Sancho; unseen cards are counted."""
    say, b, t = phrases.say, g.b, g.t
    parts: list[str] = []
    if t.nonplayer[s]:
        parts.append(say("position.auto" if t.auto[s] else "position.non-player"))
    parts.append(say("position.reserve", pieces=phrases.pieces(False, b[RESERVE + s])))
    parts.append(say("position.supply", pieces=phrases.pieces(False, b[SUPPLY + s])))
    parts += held_cards(phrases, g, s)
    return say("position.sancho", sancho=phrases.sancho(s), parts="; ".join(parts))


def _el_cid(phrases: Phrases, g: SanchosState) -> list[str]:
    """The El Cid card and, with the variant, El Cid."""
    say, b, t = phrases.say, g.b, g.t
    if not b[CID_HOLDER]:
        return []
    if b[CID_HOLDER] < HOLDER:
        lines = [say("position.cid-supply")]
    else:
        lines = [say("position.cid-holder", sancho=phrases.sancho(b[CID_HOLDER] - HOLDER))]
    if t.inspires:
        lines.append(say("position.cid-region", region=phrases.region(t, b[CID_REGION] - 1)) if b[CID_REGION]
                     else say("position.cid-off-board"))
    if b[CID_USED]:
        lines.append(say("position.cid-used"))
    return lines


def _turn(phrases: Phrases, g: SanchosState) -> list[str]:
    """What is left of the turn in progress."""
    say, b = phrases.say, g.b
    if not b[TURN_OF] or g.over or isinstance(g.step, TurnNow):
        return []
    s = b[TURN_OF] - 1
    parts = [say("position.left", points=phrases.points(g, s, b[LEFT]))]
    if b[ATTACKED]:
        parts.append(say("position.attacked"))
    if b[BESIEGED]:
        parts.append(say("position.besieged"))
    lines = [say("position.turn", sancho=phrases.sancho(s), parts="; ".join(parts))]
    if b[TURN_TAKEN] and b[COMMANDER] != b[TURN_OF]:
        lines.append(say("position.turn-taken"))
    if b[PLAYED] and b[LEFT] and any(isinstance(step, (Menu, MenuGoesOn)) for step in g.agenda):
        action = next(a for a in g.t.cards[b[PLAYED] - 1].actions if a.sancho == SANCHOS[s])
        options = open_options(action, b[MENU_USED : MENU_USED + len(action.items)], phrases)
        if options:
            lines.append(say("position.options", options=phrases.listed(options)))
    return lines


def _fighting(phrases: Phrases, g: SanchosState) -> list[str]:
    """The siege that was declared, the battle, the dice still to be rolled, and the Battle chart."""
    say, b, t = phrases.say, g.b, g.t
    lines: list[str] = []
    if b[BESIEGER]:
        r = next(step.r for step in g.agenda if isinstance(step, (BeginSiege, AfterInterception)))
        lines.append(say("position.declared", sancho=phrases.sancho(b[BESIEGER] - 1), region=phrases.region(t, r),
                         pieces=phrases.pieces(bool(b[DECLARED_K]), b[DECLARED_T])))
    if b[ATTACKER]:
        lines.append(say("position.interception" if b[INTERCEPTION] else "position.battle",
                         sancho=phrases.sancho(b[ATTACKER] - 1), region=phrases.region(t, b[BATTLE]), n=b[EXTRA]))
    for s in range(3):
        if b[DICE_K + s]:
            lines.append(say("position.to-roll-king", sancho=phrases.sancho(s)))
        if b[DICE_T + s]:
            lines.append(say("position.to-roll", sancho=phrases.sancho(s), n=b[DICE_T + s]))
    if g.dice:
        lines.append(say("position.chart"))
        lines += [say("position.chart-column", column=column) for column in phrases.chart(g.dice)]
    return lines

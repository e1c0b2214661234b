"""What an action does, short enough for a button, with its simple consequences in brackets."""

from __future__ import annotations

from mesnada.games.sanchos.attack import AttackPoints
from mesnada.games.sanchos.dice import king_in_battle, troops_in_battle
from mesnada.games.sanchos.elcid import BringAlong, ElCidBeforeBattle, PlaceElCid, holds_el_cid, pieces_with_el_cid
from mesnada.games.sanchos.menu import Menu
from mesnada.games.sanchos.model import (
    ARMY,
    BATTLE,
    CID_REGION,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    KING_PLACE,
    KING_REGION,
    LEFT,
    OWNER,
    REGIONS,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SanchosState,
)
from mesnada.games.sanchos.moves import ChooseArmy, ChooseMove, ChoosePiece
from mesnada.games.sanchos.orders import ChooseAttack
from mesnada.games.sanchos.reserved_cards import ChooseColumn
from mesnada.games.sanchos.resolution import Hit
from mesnada.games.sanchos.round import TurnNow
from mesnada.games.sanchos.siege import BesiegePoints, Intercept
from mesnada.games.sanchos.tables import TROOP_DICE
from mesnada.games.sanchos.words.phrases import Phrases
from mesnada.games.sanchos.words.prompt_text import next_card_turn
from mesnada.kernel.action import Action


def action_line(phrases: Phrases, g: SanchosState, action: Action) -> str:
    """What an action would do now. One that is not asked for gets a text without consequences of this moment."""
    writer = _Writer(phrases, g)
    text = writer.text(action)
    return f"{text} ({'; '.join(writer.effects)})" if writer.effects else text


class _Writer:
    """One action in one state; ``effects`` collects what belongs into the brackets."""

    def __init__(self, phrases: Phrases, g: SanchosState) -> None:
        self.phrases = phrases
        self.say = phrases.say
        self.g = g
        self.step = None if g.over else g.step
        self.s: int = getattr(self.step, "s", -1)
        self.effects: list[str] = []

    def text(self, action: Action) -> str:
        """The text without the brackets."""
        say, t, x = self.say, self.g.t, action.x
        match action.verb, action.words:
            case "use", ("el-cid",):
                return say("action.use-el-cid")
            case "discard", ("face-down",):
                return say("action.discard-face-down")
            case ("play" | "reserve" | "use" | "discard" | "draw" | "set-aside") as verb, _:
                return say(f"action.{verb}", card=self.phrases.card(t.cards[x].id, t.cp[x]))
            case "deploy", (where,):
                return self._deploy(where)
            case "move", (piece, *_):
                return self._move(action, piece)
            case "bring", (piece,):
                return self._bring(piece)
            case "fortify", (piece, _):
                if not self.g.b[OWNER + x] and not t.closed[x]:
                    self._gain(x)
                return say(f"action.fortify-{piece}", region=self._region(x))
            case "attack", _:
                return self._attack(x)
            case "besiege", _:
                return self._besiege(x)
            case "points", _:
                return self._points(x)
            case "release", _:
                return self._release(x, action.y)
            case "besiegers", _:
                return say("action.besiegers", pieces=self.phrases.pieces(x == 1, action.y))
            case "intercept", (answer,):
                return self._intercept(answer)
            case "column", _:
                return self._column(x)
            case ("reroll" | "hit") as verb, _:
                if verb == "hit" and isinstance(self.step, Hit):
                    self._falls(x)
                return say(f"action.{verb}", die=self.phrases.die(x))
            case "shift", (way, *_):
                return say(f"action.shift-{way}", die=self.phrases.die(x), column=(x >> 3) + (1 if way == "up" else -1))
            case "take", (piece,):
                return self._take(piece)
            case ("to" | "target" | "army") as verb, _:
                return self._go(verb, x)
            case "el-cid", (what, *_):
                if what == "leave":
                    return self._plain(action)
                if what == "inspire" and isinstance(self.step, ElCidBeforeBattle):
                    self.effects.append(say("effect.dice", n=pieces_with_el_cid(self.g, self.s)))
                return say(f"action.el-cid-{what}", region=self._region(x))
            case "roll", (die, face):
                return say(f"action.roll-{die}", face=face)
            case _:
                return self._plain(action)

    def _plain(self, action: Action) -> str:
        """Actions whose text depends on nothing but the decision."""
        step = self.step
        match action.verb:
            case "wait" if isinstance(step, TurnNow):
                return self.say("action.wait-for", next=self.phrases.sancho(next_card_turn(self.g)))
            case "end" if self.g.b[LEFT] and self.s >= 0:
                self.effects.append(self.say("effect.unused", points=self._own_points(self.g.b[LEFT])))
            case "decline" if isinstance(step, (ChooseMove, ChooseArmy)):
                return self.say("action.decline-move")
            case "decline" if isinstance(step, ChooseAttack):
                return self.say("action.decline-attack")
            case "decline" if isinstance(step, Menu):
                return self.say("action.decline-menu")
            case "stop" if isinstance(step, ChoosePiece):
                return self.say("action.stop-move")
            case "stop" if isinstance(step, BringAlong):
                return self.say("action.stop-bring")
            case "el-cid" if isinstance(step, PlaceElCid) and not self.g.b[CID_REGION]:
                return self.say("action.el-cid-leave-supply")
            case _:
                pass
        return self.say("action." + "-".join((action.verb, *action.words)))

    # -- parts -------------------------------------------------------------------------------------------------

    def _region(self, r: int) -> str:
        return self.phrases.region(self.g.t, r)

    def _own_points(self, n: int) -> str:
        return self.phrases.points(self.g, self.s, n)

    def _vp(self, r: int) -> str:
        return self.say("points.vp", n=self.g.t.value[r])

    def _gain(self, r: int) -> None:
        self.effects.append(self.say("effect.gain", vp=self._vp(r)))

    def _abandon(self, r: int) -> None:
        fort = self.g.t.board.regions[r].fort
        self.effects.append(self.say(f"effect.abandon.{fort}", vp=self._vp(r)))

    def _leaves_garrison(self, r: int, pieces: int = 1) -> None:
        """Notes that a Garrison space is given up if so many pieces leave it (sanchos.score.lost-on-abandon)."""
        if self.g.b[OWNER + r] == self.s + 1 and self.g.garrison(r) == pieces:
            self._abandon(r)

    def _leaves_siege(self, r: int) -> None:
        """Notes that a siege ends if one piece leaves it (sanchos.siege.besieger-leaves)."""
        if self.g.b[SIEGER + r] and self.g.besiegers(r) - 1 <= self.g.garrison(r):
            self.effects.append(self.say("effect.ends-siege"))

    def _leaves(self, piece: str, r: int) -> None:
        """Notes what it costs if a piece (king, garrison, besieger, troop) leaves a region."""
        place = self.g.b[KING_PLACE + self.s]
        if piece == "garrison" or (piece == "king" and place == GARRISON_PLACE):
            self._leaves_garrison(r)
        elif piece == "besieger" or (piece == "king" and place == SIEGE_PLACE):
            self._leaves_siege(r)

    # -- verbs -------------------------------------------------------------------------------------------------

    def _deploy(self, where: str) -> str:
        b, t, s = self.g.b, self.g.t, self.s
        if s < 0:
            return self.say(f"action.deploy-{where}")
        if where == "king":
            inside = b[KING_PLACE + s] == GARRISON_PLACE
            self._same_place(t.deploy_castle if inside else t.deploy_home)
            key = "action.deploy-king-garrison" if inside else "action.deploy-king-field"
            return self.say(key, region=self._region(b[KING_REGION + s]))
        if where == "castle" and not b[OWNER + t.home[s]]:
            self._gain(t.home[s])
        if (where == "castle") == (b[KING_PLACE + s] == GARRISON_PLACE):
            self._same_place(t.deploy_king)
        return self.say(f"action.deploy-{where}-in", region=self._region(t.home[s]))

    def _same_place(self, other: Action) -> None:
        """Notes that another legal action would do the same, because the King stands in the home region."""
        g = self.g
        if g.b[KING_REGION + self.s] == g.t.home[self.s] and other in g.legal():
            self.effects.append(self.say("effect.same-place"))

    def _move(self, action: Action, piece: str) -> str:
        if piece != "king":
            if self.s >= 0:
                self._leaves(piece, action.x)
            return self.say(f"action.move-{piece}", region=self._region(action.x))
        if self.s < 0:
            return self.say("action.move-king")
        r = self.g.b[KING_REGION + self.s]
        self._leaves(piece, r)
        return self.say("action.move-king-from", region=self._region(r))

    def _bring(self, piece: str) -> str:
        if isinstance(self.step, BringAlong):
            self._leaves(piece, self.step.r)
        return self.say(f"action.bring-{piece}")

    def _attack(self, r: int) -> str:
        """sanchos.siege.broken-by-attack, sanchos.siege.sally-part, sanchos.attack.commits-at-least-one-piece."""
        g, s = self.g, self.s
        if s >= 0 and g.b[ARMY + s * REGIONS + r]:
            besieger = g.b[SIEGER + r]
            if besieger not in (0, s + 1):
                self.effects.append(self.say("effect.breaks-siege"))
            if not g.field_army(s, r):
                if besieger:
                    self.effects.append(self.say("effect.sally"))
                self._leaves_garrison(r, g.garrison(r) if besieger else 1)
        return self.say("action.attack", region=self._region(r))

    def _besiege(self, r: int) -> str:
        owner = self.g.b[OWNER + r]
        if owner in (0, self.s + 1):
            return self.say("action.besiege", region=self._region(r))
        pieces = self.phrases.count("pieces", self.g.garrison(r))
        return self.say("action.besiege-garrison", region=self._region(r), sancho=self.phrases.sancho(owner - 1),
                        pieces=pieces)

    def _points(self, n: int) -> str:
        points = self._own_points(n)
        if isinstance(self.step, AttackPoints):
            least, most = self._troop_dice(self.step.r, n)
            if least < most:
                return self.say("action.points-attack-range", points=points, least=least, most=most)
            if least == TROOP_DICE:
                return self.say("action.points-attack-all", points=points, dice=TROOP_DICE)
            return self.say("action.points-attack", points=points, n=least)
        if isinstance(self.step, BesiegePoints):
            return self.say("action.points-besiege", points=points, pieces=self.phrases.count("pieces", 2 * n))
        return self.say("action.points", points=points)

    def _troop_dice(self, r: int, points: int) -> tuple[int, int]:
        """How many Troop dice an Attack with so many points rolls at least and at most: it depends on the pieces that
        the Garrison, or El Cid, may still bring (sanchos.components.dice-per-sancho, sanchos.siege.sally-part)."""
        g, b, s = self.g, self.g.b, self.s
        field = b[FIELD_T + s * REGIONS + r] + (b[SIEGE_T + r] if b[SIEGER + r] == s + 1 else 0)
        inside = b[GARRISON_T + r] if b[OWNER + r] == s + 1 else 0
        least, most = field, field + inside
        if not g.field_army(s, r):
            least = inside if b[SIEGER + r] or inside == g.garrison(r) == 1 else int(inside == g.garrison(r))
        if g.t.inspires and holds_el_cid(g, s) and b[CID_REGION] not in (0, r + 1) and pieces_with_el_cid(g, s):
            most = TROOP_DICE
        return min(least + points, TROOP_DICE), min(most + points, TROOP_DICE)

    def _release(self, king: int, troops: int) -> str:
        if not king and not troops:
            return self.say("action.release-none")
        if self.s >= 0:
            self._leaves_garrison(self.g.b[BATTLE], king + troops)
        return self.say("action.release", pieces=self.phrases.pieces(king == 1, troops))

    def _intercept(self, answer: str) -> str:
        if answer == "no":
            return self.say("action.intercept-no")
        if not isinstance(self.step, Intercept):
            return self.say("action.intercept-yes")
        b, s, r = self.g.b, self.s, self.step.r
        king = b[KING_REGION + s] == r and b[KING_PLACE + s] != GARRISON_PLACE
        return self.say("action.intercept-with", pieces=self.phrases.pieces(king, b[FIELD_T + s * REGIONS + r]))

    def _column(self, n: int) -> str:
        dice = [die for die in self.g.dice if die >> 3 == n]
        if not dice or not isinstance(self.step, ChooseColumn):
            return self.say("action.column", column=n)
        return self.say("action.column-dice", column=n, dice=self.phrases.in_column(dice))

    def _falls(self, die: int) -> None:
        """Notes which piece falls with a die (sanchos.resolve.no-piece-left)."""
        o = die >> 1 & 3
        if die & 1:
            key = "king-falls" if king_in_battle(self.g, o) else "no-piece"
        else:
            key = "troop-falls" if troops_in_battle(self.g, o) else "no-piece"
        self.effects.append(self.say(f"effect.{key}"))

    def _take(self, piece: str) -> str:
        owner: int = getattr(self.step, "o", -1)
        if owner < 0:
            return self.say(f"action.take-{piece}")
        if piece == "besieger":
            self._leaves_siege(self.g.b[BATTLE])
        return self.say(f"action.take-{piece}-of", sancho=self.phrases.sancho(owner))

    def _go(self, verb: str, r: int) -> str:
        if verb == "army" and isinstance(self.step, ChooseArmy) and not self.g.field_army(self.s, r):
            self._leaves_garrison(r)
        return self.say(f"action.{'from' if verb == 'army' else 'to'}", region=self._region(r))

"""The log: a line for every kind of event, and how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.tables import Tables
from mesnada.games.sanchos.words.card_text import crown_text, player_text
from mesnada.games.sanchos.words.phrases import Phrases
from mesnada.kernel.events import Event
from mesnada.kernel.game import Outcome


def event_line(phrases: Phrases, t: Tables, event: Event) -> str:
    """The log line of an event as its reader may see it: what is still secret in it is not named."""
    if event.kind in ("major-victory", "minor-victory"):
        return winners_line(phrases, event.kind.partition("-")[0], event.params["winners"])
    said = _named(phrases, t, event.params)
    return phrases.sentence(f"event.{_key(phrases, t, event, said)}", **said)


def _named(phrases: Phrases, t: Tables, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an event with names in place of ids."""
    said = dict(params)
    for key in ("sancho", "other", "commander"):
        if said.get(key):
            said[key] = phrases.sancho(said[key])
    for key in ("region", "to"):
        if isinstance(said.get(key), str):
            said[key] = phrases.region(t, said[key])
    if "troops" in said:
        said["pieces"] = phrases.pieces(said["king"], said["troops"])
    if "cp" in said:
        said["cp"] = phrases.say("points.cp", n=said["cp"])
    return said


def _key(phrases: Phrases, t: Tables, event: Event, said: dict[str, Any]) -> str:
    """Which text an event gets; adds what that text needs beyond the names."""
    params = event.params
    match event.kind:
        case "draws" | "reserves" if "card" in params:
            return f"{event.kind}-card"
        case "card-turn" if params["card"]:
            said["text"] = _by_card(phrases, t, params["sancho"], params["card"])
            return "card-turn-text"
        case "round" if not params["commander"]:
            return "round-without-commander"
        case "attacks":
            said["points"] = phrases.say("points.points", n=params["points"])
        case "claims-el-cid" if t.solo:
            return "claims-el-cid-solo"
        case "declines":
            if "regions" in params:
                said["regions"] = phrases.listed(phrases.region(t, r) for r in params["regions"])
            return f"declines-{params['what']}"
        case "ends-turn":
            said["n"] = params["points"]
        case "gains-points" | "loses-points":
            said["vp"] = phrases.say("points.vp", n=params["points"])
            said["fort"] = phrases.fort(t, params["region"])
            if event.kind == "gains-points":
                return _of_marker(event, t)
        case "scores-after-sieges":
            said["change"] = ", ".join(
                phrases.say(f"points.{key}", vp=phrases.say("points.vp", n=params[key]))
                for key in ("gained", "lost") if params[key])
            return _of_marker(event, t)
        case "dice-laid-out":
            said["chart"] = "; ".join(phrases.chart(params["dice"]))
        case "dice-cancel":
            said["n"] = params["number"]
        case "hits":
            said["die"] = phrases.named_die(params["die"], params["sancho"], params["column"])
            said["target"] = phrases.named_die(params["target"], params["other"], params["target_column"])
        case "auto-boosts":
            said["cards"] = phrases.listed(
                phrases.card(card, cp) for card, cp in zip(params["cards"], params["values"], strict=True))
            return f"auto-boosts-{params['die']}"
        case "rerolls" | "shifts-die":
            return f"{event.kind}-{params['die']}"
        case "inspire-rolls":
            return "inspire-succeeds" if params["success"] else "inspire-fails"
        case "siege-loss":
            return f"{event.kind}-{params['side']}"
        case "troop-falls" if params["besieger"]:
            return "troop-falls-besieger"
        case "tiebreak":
            said["regions"] = phrases.listed(phrases.region(t, r) for r in params["regions"])
            return f"tiebreak-{params['arrow']}"
        case _:
            pass
    return event.kind


def _of_marker(event: Event, t: Tables) -> str:
    """The text of a change of score; the Auto-Sanchos have one marker (sanchos.setup.solo-shared-marker), and lose
    points by sieges alone (sanchos.move.auto-keeps-last-garrison, sanchos.battle.auto-release)."""
    return f"{event.kind}-auto" if t.auto[SANCHOS.index(event.params["sancho"])] else event.kind


def _by_card(phrases: Phrases, t: Tables, sancho: str, card: str) -> str:
    """What a card says to a Sancho (sanchos.card.third-action-two-versions)."""
    action = next(a for a in t.cards[t.card_index[card]].actions if a.sancho == sancho)
    if action.solo and t.auto[SANCHOS.index(sancho)]:
        return phrases.say("card.sentence", text=crown_text(action, phrases))
    return player_text(action, phrases)


def outcome_line(phrases: Phrases, outcome: Outcome) -> str:
    """Who won and how, with the final scores."""
    scores = phrases.listed(
        phrases.say("outcome.score", side=phrases.sancho(side), n=n) for side, n in outcome.scores.items())
    line = winners_line(phrases, outcome.ending, outcome.winners)
    return f"{line} {phrases.say('outcome.scores', scores=scores)}"


def winners_line(phrases: Phrases, ending: str, winners: tuple[str, ...] | list[str]) -> str:
    """Who has won and how (sanchos.win.major, sanchos.win.tie-shared)."""
    if winners[0] in ("player", "auto"):
        return phrases.sentence(f"outcome.{ending}-{winners[0]}")
    names = phrases.listed(phrases.sancho(name) for name in winners)
    return phrases.sentence(f"outcome.{ending}", winners=names, n=len(winners))

"""The text of the cards, in the rulebook's terms, made from the data of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mesnada.games.sanchos.components import Card, CardAction, Item
from mesnada.games.sanchos.words.phrases import Phrases, capital

if TYPE_CHECKING:
    from mesnada.games.sanchos.words.wording import SanchosWording

ANY_POINTS: Final = frozenset(("attack", "besiege"))
"""Options of a menu that take as many of its points as one likes."""


def card_text(card: Card, wording: SanchosWording, crown: bool = True) -> list[str]:
    """The three actions of a card, from top to bottom, each with the Sancho that it is for; ``crown``: with what an
    Auto-Sancho does by the bottom action, which is of interest in solo games and outside a game.

    sanchos.card.three-actions, sanchos.card.third-action-two-versions, sanchos.card.example-card.
    """
    return [card_action_text(action, wording.phrases, crown) for action in card.actions]


def card_action_text(action: CardAction, phrases: Phrases, crown: bool = True) -> str:
    """One action of a card; of a bottom action what a player and, if wanted, what an Auto-Sancho does."""
    text = player_text(action, phrases)
    if crown and action.solo:
        text = phrases.say("card.crown", text=text, crown=crown_text(action, phrases))
    return phrases.say("card.action", sancho=phrases.sancho(action.sancho).upper(), text=text)


def player_text(action: CardAction, phrases: Phrases) -> str:
    """What a player does by a card action, in one or more sentences."""
    say = phrases.say
    if action.mode == "menu":
        options = say("card.or").join(_option(item, action.points, phrases) for item in action.items)
        if action.points == 1:
            return say("card.menu-one", options=options)
        return say("card.menu-several", n=action.points, options=options)
    if action.mode == "all":
        return say("card.sentence", text=capital(say("card.then").join(_order(i, phrases) for i in action.items)))
    first, *others = (_order(item, phrases) for item in action.items)
    sentences = [say("card.sentence", text=capital(first)), *(say("card.if-not", text=text) for text in others)]
    return " ".join(sentences)


def crown_text(action: CardAction, phrases: Phrases) -> str:
    """What an Auto-Sancho does by a bottom action, in order (sanchos.action.auto-does-all-listed)."""
    return capital(phrases.say("card.then").join(_order(item, phrases) for item in action.solo))


def open_options(action: CardAction, used: Sequence[int], phrases: Phrases) -> list[str]:
    """The options of a menu that may still be used after having been used so often."""
    left = [replace(item, points=item.points - n) for item, n in zip(action.items, used, strict=True)]
    return [_option(item, action.points, phrases) for item in left if item.points > 0]


def _order(item: Item, phrases: Phrases) -> str:
    """An item with its points: ``Attack 2 most favourable``."""
    text = _item(item, f" {item.points}", phrases)
    return phrases.say("card.recruit-remaining", text=text) if item.recruit_remaining else text


def _option(item: Item, points: int, phrases: Phrases) -> str:
    """An item of a menu with how often it may be used, unless there is only one point."""
    text = _item(item, "", phrases)
    if points == 1:
        return text
    if item.do in ANY_POINTS:
        return phrases.say("card.limit-any-points", text=text)
    return phrases.say("card.limit", text=text, n=item.points)


def _item(item: Item, points: str, phrases: Phrases) -> str:
    key = "-".join(part for part in (item.do, item.to, "empty" if item.empty_only else "") if part)
    parts = [phrases.say(f"card.item.{key}", points=points, n=item.points)]
    if item.select:
        parts.append(phrases.say(f"card.{item.select}"))
    if item.not_in:
        parts.append(phrases.say("card.not-in", region=phrases.sancho(item.not_in).upper()))
    return " ".join(parts)

"""Where the cards are, as far as a state shows them, and their texts."""

from __future__ import annotations

from collections.abc import Iterator

from mesnada.games.sanchos.model import (
    CARD,
    DECK,
    DISCARDED,
    FACE_DOWN,
    FACE_UP,
    HAND,
    IN_HAND,
    KEEPER,
    PLAYED,
    RESERVED,
    SET_ASIDE,
    SanchosState,
)
from mesnada.games.sanchos.tables import Tables
from mesnada.games.sanchos.words.card_text import card_action_text
from mesnada.games.sanchos.words.phrases import Phrases


def card_name(phrases: Phrases, t: Tables, c: int) -> str:
    """A card by its identifier, with its value."""
    return phrases.card(t.cards[c].id, t.cp[c])


def card_in_full(phrases: Phrases, t: Tables, c: int, heading: str = "position.card") -> list[str]:
    """A card with its three actions, a line each; ``heading`` is the text that names it. What Auto-Sanchos do stands
    there in solo games (sanchos.card.third-action-two-versions)."""
    return [
        phrases.say(heading, card=card_name(phrases, t, c)),
        *(phrases.say("position.card-action", text=card_action_text(action, phrases, crown=t.solo))
          for action in t.cards[c].actions),
    ]


def held_cards(phrases: Phrases, g: SanchosState, s: int) -> list[str]:
    """Hand and Reserved cards of a Sancho; unseen cards are counted (sanchos.phase1.hidden-information)."""
    say, b, t = phrases.say, g.b, g.t
    parts: list[str] = []
    if not t.nonplayer[s]:
        hand = [card_name(phrases, t, c) for c in g.cards_at(IN_HAND + s)]
        unseen = b[HAND + s] - len(hand)
        if unseen or not hand:
            hand.append(say("position.unseen", n=unseen) if unseen else say("position.no-cards"))
        parts.append(say("position.hand", cards=phrases.listed(hand)))
    reserved = [card_name(phrases, t, c) for c in g.reserved(s) if b[CARD + c] == FACE_UP + s]
    down = [card_name(phrases, t, c) for c in g.reserved(s) if b[CARD + c] == FACE_DOWN + s]
    unseen = b[RESERVED + s] - len(reserved) - len(down)
    reserved += [say("position.face-down", card=card) for card in down]
    if unseen or not reserved:
        reserved.append(say("position.unseen-face-down", n=unseen) if unseen else say("position.no-cards"))
    return [*parts, say("position.reserved", cards=phrases.listed(reserved))]


def common_cards(phrases: Phrases, g: SanchosState) -> list[str]:
    """Deck, discard pile, cards set aside, and the played card with its three actions."""
    say, b, t = phrases.say, g.b, g.t
    lines = [say("position.deck", cards=phrases.count("cards", b[DECK]))]
    for key, place in (("discards", DISCARDED), ("set-aside", SET_ASIDE)):
        if cards := g.cards_at(place):
            lines.append(say(f"position.{key}", cards=phrases.listed(card_name(phrases, t, c) for c in cards)))
    return lines + played_card(phrases, g)


def played_card(phrases: Phrases, g: SanchosState) -> list[str]:
    """The card on the table with its three actions, and who gets it into the Reserve; nothing if there is none."""
    b = g.b
    if not b[PLAYED]:
        return []
    lines = card_in_full(phrases, g.t, b[PLAYED] - 1, "position.played")
    if b[KEEPER]:
        lines.append(phrases.say("position.keeper", sancho=phrases.sancho(b[KEEPER] - 1)))
    return lines


def hand_lines(phrases: Phrases, g: SanchosState, seat: int) -> list[str]:
    """Hand and Reserved cards of a seat, each card with its text."""
    s = g.t.seats[seat]
    lines: list[str] = []
    for key, cards in (("hand-of", g.cards_at(IN_HAND + s)), ("reserved-of", g.reserved(s))):
        number = phrases.count("cards", len(cards)) if cards else phrases.say("position.no-cards")
        lines.append(phrases.say(f"position.{key}", sancho=phrases.sancho(s), cards=number))
        for c in cards:
            lines += card_in_full(phrases, g.t, c)
    return lines


def card_places(phrases: Phrases, g: SanchosState) -> Iterator[str]:
    """Where the cards are: deck, discard pile and table, then each Sancho."""
    yield from common_cards(phrases, g)
    for s in g.t.clockwise[g.t.players[0]]:
        yield phrases.say("position.sancho", sancho=phrases.sancho(s), parts="; ".join(held_cards(phrases, g, s)))


def cards_named(phrases: Phrases, t: Tables, begun: str) -> list[str]:
    """The cards whose ids begin like that, each with its text."""
    found: list[str] = []
    for c, card in enumerate(t.cards):
        if card.id.startswith(begun):
            found += card_in_full(phrases, t, c)
    return found

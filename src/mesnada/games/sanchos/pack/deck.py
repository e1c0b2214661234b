"""The deck of a pack, ``cards.toml``: what it has to be, and what is expected of one."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mesnada.games.sanchos.components import SANCHOS, Card, Item
from mesnada.games.sanchos.pack.cards import EXAMPLE_CARD, read_card
from mesnada.games.sanchos.pack.report import PROVENANCES, Report, Table, listed, repeated

CARDS_IN_DECK: Final = 27


def read_cards(data: Mapping[str, object], report: Report) -> tuple[Card, ...]:
    """Reads and checks a deck; cards that are not sound are left out."""
    top = Table(report, "", data)
    provenance = top.word("provenance", PROVENANCES)
    top.number("version")
    entries = top.tables("card")
    cards = [
        card for at, entry in enumerate(entries, 1) if (card := read_card(entry, at, provenance, report)) is not None
    ]
    top.finish()
    if len(cards) == len(entries) and cards:
        _check_deck(cards, report)
    for card in cards:
        _check_hints_on_actions(card, report)
    if not report.errors():
        _expect_of_deck(cards, report)
    return tuple(cards)


def _check_deck(cards: Sequence[Card], report: Report) -> None:
    """27 distinct cards; each Sancho is at the bottom of three of 1, of 2 and of 3 CP (sanchos.components.deck)."""
    if len(cards) != CARDS_IN_DECK:
        report.error("card", f"there must be {CARDS_IN_DECK} cards, not {len(cards)}")
    for twice in repeated(card.id for card in cards):
        report.error(f"card[{twice}].id", "two cards have this id")
    count = Counter((card.actions[2].sancho, card.cp) for card in cards)
    for sancho in SANCHOS:
        for cp in (1, 2, 3):
            if count[sancho, cp] != 3:
                report.error(
                    "card", f"{count[sancho, cp]} cards of {cp} CP have {sancho} at the bottom; there must be 3"
                )


def _check_hints_on_actions(card: Card, report: Report) -> None:
    """What the Hints on Play rule out: Aragón makes others discard, Castilla besieges where it could fortify.

    (sanchos.term.discard-reserved-effect, sanchos.card.castilla-besiege-only-instead)
    """
    for action in card.actions:
        for name, items in (("options" if action.mode == "menu" else "do", action.items), ("solo", action.solo)):
            for at, item in enumerate(items):
                key = f"card[{card.id}].action[{action.sancho}].{name}[{at + 1}].do"
                if action.sancho == "aragon" and item.do == "discard-reserved":
                    report.error(key, "no action of Aragón makes others discard Reserved cards")
                instead = action.mode == "first-possible" and at > 0 and items[at - 1].do == "fortify"
                if action.sancho == "castilla" and item.do == "besiege" and not instead:
                    report.error(key, "Castilla besieges only as the alternative after a Fortify")




def _expect_of_deck(cards: Sequence[Card], report: Report) -> None:
    """Warnings: the example card, the Hints on Play, the terms of the rulebook, and how the shipped deck was made."""
    for card in cards:
        _expect_of_points(card, report)
        _expect_of_menu(card, report)
        reserving = [action for action in card.actions if any(item.do == "reserve-this-card" for item in action.items)]
        if len(reserving) > 1:
            report.warn(f"card[{card.id}].action", "more than one action reserves the card")
    _expect_example_card(cards, report)
    _expect_profiles(cards, report)
    _expect_terms(cards, report)
    unnamed = [card.id for card in cards if not card.id.startswith(f"{card.actions[2].sancho}-{card.cp}")]
    if unnamed:
        report.warn("card", f"ids that do not begin with the bottom Sancho and the CP: {listed(unnamed)}")


def _expect_of_points(card: Card, report: Report) -> None:
    """Each alternative, each whole list, each menu and each item of a solo text is worth the card's CP."""
    for action in card.actions:
        if action.mode == "all":
            sums = [sum(item.points for item in action.items)]
        elif action.mode == "menu":
            sums = [action.points, *(item.points for item in action.solo if item.do != "reserve-this-card")]
        else:
            sums = [item.points for item in action.items]
        if set(sums) != {card.cp}:
            report.warn(f"card[{card.id}].action[{action.sancho}]", f"points {listed(sums)} on a card of {card.cp} CP")


def _expect_of_menu(card: Card, report: Report) -> None:
    """The solo text repeats the options, and the options can take the points."""
    menu = card.actions[2]
    key = f"card[{card.id}].action[{menu.sancho}]"
    if [_without_points(item) for item in menu.items] != [_without_points(item) for item in menu.solo]:
        report.warn(f"{key}.solo", "does not list the options in their order")
    for place, item in enumerate(menu.items, 1):
        if item.points > menu.points:
            report.warn(f"{key}.options[{place}].max", f"is higher than the {menu.points} points of the menu")
    if sum(item.points for item in menu.items) < menu.points:
        report.warn(f"{key}.options", "cannot take all points")


def _without_points(item: Item) -> tuple[object, ...]:
    return item.do, item.to, item.select, item.not_in, item.empty_only, item.recruit_remaining, item.whom


def _expect_example_card(cards: Sequence[Card], report: Report) -> None:
    """The card that the rulebook prints is in the deck, and no other is said to be (sanchos.card.example-card)."""
    if not any((card.cp, card.actions) == (EXAMPLE_CARD.cp, EXAMPLE_CARD.actions) for card in cards):
        report.warn("card", f"the rulebook's example card ({EXAMPLE_CARD.id} of the shipped deck) is missing")
    for card in cards:
        if card.provenance == "rulebook" and card.actions != EXAMPLE_CARD.actions:
            report.warn(f"card[{card.id}].provenance", "the rulebook prints the example card and no other")


def _said(cards: Sequence[Card]) -> list[tuple[str, Item]]:
    """Every order, alternative and option, each once, with its Sancho; solo texts repeat the options."""
    return [(action.sancho, item) for card in cards for action in card.actions for item in action.items]


def _expect_profiles(cards: Sequence[Card], report: Report) -> None:
    """The Sanchos differ as the Hints on Play say (sanchos.card.profiles)."""
    said = _said(cards)
    count = Counter((sancho, item.do) for sancho, item in said)
    for do, order in (
        ("deploy", ("aragon", "castilla", "najera")),
        ("fortify", ("castilla", "najera", "aragon")),
        ("attack", ("najera", "castilla", "aragon")),
    ):
        first, second, third = (count[sancho, do] for sancho in order)
        if not first > second > third:
            ranks = f"{first}, {second}, {third}"
            report.warn("card", f"{do} should be most frequent for {', then '.join(order)}; the numbers are {ranks}")
    for do, most in (("move", "najera"), ("besiege", "aragon"), ("reserve-this-card", "aragon")):
        rest = max(count[sancho, do] for sancho in SANCHOS if sancho != most)
        if count[most, do] <= rest:
            report.warn("card", f"{do} should be most frequent for {most}: {count[most, do]} against {rest}")
    to = Counter(item.to for sancho, item in said if sancho == "castilla" and item.do == "deploy")
    if to["king"] <= to["home"]:
        numbers = f"{to['king']} against {to['home']}"
        report.warn("card", f"castilla should deploy more often to the King than to its home: {numbers}")
    najera = [action for card in cards for action in card.actions if action.sancho == "najera"]
    firsts = {action.items[0].do for action in najera if action.mode == "first-possible"}
    menus = [{item.do for item in action.items} for action in najera if action.mode == "menu"]
    if not {"fortify", "besiege"} <= firsts or not any({"fortify", "besiege"} <= menu for menu in menus):
        report.warn("card", "najera should be able to fortify first, to besiege first, and to choose between the two")


_TERMS: Final[Mapping[str, Callable[[Item], bool]]] = {
    "Move to opponent's weakest Army": lambda item: item.do == "move" and item.to == "weakest",
    "Move to empty region": lambda item: item.do == "move" and item.to == "empty",
    "Deploy to Home region": lambda item: item.do == "deploy" and item.to == "home",
    "Deploy to King": lambda item: item.do == "deploy" and item.to == "king",
    "Recruit remaining points": lambda item: item.recruit_remaining,
    "Attack most favourable": lambda item: item.do == "attack" and item.select != "",
    "Besiege most favourable": lambda item: item.do == "besiege" and item.select != "",
    "not in REGION": lambda item: item.not_in != "",
    "empty Garrison space": lambda item: item.empty_only,
    "Reserve this card at end of round": lambda item: item.do == "reserve-this-card",
    "discard Reserved cards": lambda item: item.do == "discard-reserved",
}


def _expect_terms(cards: Sequence[Card], report: Report) -> None:
    """The deck uses every term that the rulebook explains."""
    items = [item for _, item in _said(cards)]
    unused = [term for term, used in _TERMS.items() if not any(used(item) for item in items)]
    ordered = {tuple(i.do for i in a.items) for card in cards for a in card.actions if a.mode == "first-possible"}
    unused += [
        f"{a}, if not possible {b}" for a, b in (("fortify", "besiege"), ("attack", "move")) if (a, b) not in ordered
    ]
    for term in unused:
        report.warn("card", f"no card uses the term {term!r}")

"""The cards of a pack, each for itself: a value in CP, and an action for each Sancho in the words of ``cards.toml``."""

from collections.abc import Mapping
from typing import Final

from mesnada.games.sanchos.components import SANCHOS, Card, CardAction, Item
from mesnada.games.sanchos.pack.report import PROVENANCES, Report, Table, listed, name_in_key, shown
from mesnada.kernel.errors import ContentError

MODES: Final = ("first-possible", "all", "menu")
_TO: Final[Mapping[str, tuple[str, ...]]] = {"deploy": ("home", "king"), "move": ("weakest", "empty")}
_PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "recruit": (),
    "deploy": ("to", "recruit_remaining"),
    "move": ("to",),
    "fortify": ("empty_only",),
    "attack": ("select", "not_in"),
    "besiege": ("select",),
    "reserve-this-card": (),
    "discard-reserved": ("whom",),
}
"""What each action may say besides its points."""
ACTIONS: Final = tuple(_PARAMETERS)
_ONCE_A_TURN: Final = ("attack", "besiege", "reserve-this-card")

EXAMPLE_CARD: Final = Card(
    "castilla-1a",
    1,
    (
        CardAction(
            "najera", "first-possible", 0, (Item("fortify", 1), Item("besiege", 1, select="most-favourable")), ()
        ),
        CardAction("aragon", "first-possible", 0, (Item("deploy", 1, to="king", recruit_remaining=True),), ()),
        CardAction(
            "castilla",
            "menu",
            1,
            (Item("move", 1), Item("attack", 1, not_in="aragon"), Item("fortify", 1, empty_only=True)),
            (Item("move", 1), Item("attack", 1, not_in="aragon"), Item("fortify", 1, empty_only=True)),
        ),
    ),
    "rulebook",
)
"""The one card that the rulebook prints (sanchos.card.example-card)."""


def read_card(data: object, position: int, provenance: str, report: Report) -> Card | None:
    """One card: a value of 1, 2 or 3 CP, an identifier, and an action for each Sancho (sanchos.card.three-actions)."""
    table = Table(report, f"card[{name_in_key(data, position)}]", data)
    id = table.id("id")
    cp = table.number("cp", 1, 3)
    source = table.word("provenance", PROVENANCES, default=provenance)
    entries = table.tables("action")
    actions = [_read_action(entry, at, table) for at, entry in enumerate(entries, 1)]
    sanchos = [action.sancho for action in actions if action is not None]
    if entries and len(sanchos) == len(entries) and sorted(sanchos) != sorted(SANCHOS):
        table.fault("action", f"there must be one action for each Sancho, not {listed(sanchos)}")
    if not table.finish() or len(actions) != 3:
        return None
    upper, middle, bottom = actions
    if upper is None or middle is None or bottom is None:
        return None
    return Card(id, cp, (upper, middle, bottom), source)


def read_action(data: object) -> CardAction:
    """One card action that stands on no card, in the form of the card file. Raises ContentError."""
    report = Report("action")
    menu = isinstance(data, dict) and data.get("mode") == "menu"
    action = _read_action(data, 3 if menu else 1, Table(report, "", {}))
    for fault in report.faults:
        key = fault.error.key.partition("].")[2]
        raise ContentError("action", key, fault.error.reason)
    assert action is not None
    return action


def _read_action(data: object, position: int, card: Table) -> CardAction | None:
    """One action of a card.

    The first two are orders; the third is a menu for players with a second version for Auto-Sanchos
    (sanchos.action.first-two-are-orders, sanchos.action.third-is-a-choice, sanchos.card.third-action-two-versions).
    """
    named = data.get("sancho") if isinstance(data, dict) else None
    table = Table(card.report, card.at(f"action[{named if named in SANCHOS else position}]"), data)
    sancho = table.word("sancho", SANCHOS)
    mode = table.word("mode", MODES)
    if mode and (mode == "menu") != (position == 3):
        table.fault("mode", "a menu stands at the bottom of a card and nowhere else")
    if mode == "menu":
        points = table.number("points")
        items = _read_items(table, "options", menu_option=True)
        solo = _read_items(table, "solo", menu_option=False)
        for place, item in enumerate(solo, 1):
            if item.do == "discard-reserved":
                table.fault(f"solo[{place}].do", "discard-reserved is not for a menu")
    else:
        points, solo = 0, ()
        items = _read_items(table, "do", menu_option=False) if mode else ()
    if not mode:
        return None
    return CardAction(sancho, mode, points, items, solo) if table.finish() else None


def _read_items(action: Table, key: str, menu_option: bool) -> tuple[Item, ...]:
    items: list[Item] = []
    for position, entry in enumerate(action.tables(key), 1):
        table = Table(action.report, f"{action.at(key)}[{position}]", entry)
        item = _read_item(table, menu_option)
        if table.finish():
            items.append(item)
        else:
            action.sound = False
    return tuple(items)


def _read_item(table: Table, menu_option: bool) -> Item:
    """One thing that an action says, in the words that the engine knows.

    Options of a menu say how often they may be used (`max`), all others how many points they have; reserving the card
    takes no points of its own. An Attack and a Besiege are made once at most
    (sanchos.turn.one-attack, sanchos.turn.one-besiege).
    """
    do = table.word("do", ACTIONS)
    if not do:
        table.asked |= set(table.data)
        return Item("", 0)
    allowed = _PARAMETERS[do]
    points = 1
    if menu_option:
        points = table.number("max")
        if do == "discard-reserved":
            table.fault("do", "discard-reserved is not for a menu")
        if points > 1 and do in _ONCE_A_TURN:
            table.fault("max", f"{do} is done once at most")
    elif do != "reserve-this-card":
        points = table.number("points")
    to = ""
    if "to" in allowed:
        to = table.word("to", _TO[do], default=None if do == "deploy" else "")
    return Item(
        do,
        points,
        to=to,
        select=table.word("select", ("most-favourable",), default="") if "select" in allowed else "",
        not_in=table.word("not_in", SANCHOS, default="") if "not_in" in allowed else "",
        empty_only="empty_only" in allowed and _flag(table, "empty_only"),
        recruit_remaining="recruit_remaining" in allowed and _flag(table, "recruit_remaining"),
        whom=table.word("whom", ("each-opponent",)) if "whom" in allowed else "",
    )


def _flag(table: Table, key: str) -> bool:
    """A flag is either true or left out."""
    value = table.get(key, wanted=False)
    if value is not None and value is not True:
        table.fault(key, f"must be true or be left out, not {shown(value)}")
    return value is True

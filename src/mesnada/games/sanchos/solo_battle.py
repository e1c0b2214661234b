"""What an Auto-Sancho does in a battle: release, Reserved cards, targets.

Rulebook: the solo boxes of the Attack and "Attack Steps" of the Auto-Sancho Reference. Nothing here asks anybody;
dice are integers as in :class:`model.SanchosState`.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from mesnada.games.sanchos.model import GARRISON_PLACE, GARRISON_T, KING_PLACE, KING_REGION, SanchosState
from mesnada.games.sanchos.tables import MAX_COLUMN


def auto_release(g: SanchosState, s: int, r: int) -> tuple[int, int]:
    """All of the Garrison but one piece, a T if there is one: (K, T) that step out (sanchos.battle.auto-release)."""
    b = g.b
    king = int(b[KING_REGION + s] == r and b[KING_PLACE + s] == GARRISON_PLACE)
    troops = b[GARRISON_T + r]
    if troops:
        return king, troops - 1
    return 0, 0


def columns(dice: list[int]) -> Counter[int]:
    """Number of dice in each column."""
    return Counter(die >> 3 for die in dice)


def owner(die: int) -> int:
    return die >> 1 & 3


def highest_single(dice: list[int]) -> int | None:
    """The highest die that is alone in its column."""
    count = columns(dice)
    singles = [die for die in dice if count[die >> 3] == 1]
    return max(singles) if singles else None


def die_to_boost(dice: list[int], s: int) -> int:
    """Index of the die that a boost moves: of the highest own dice the King's Guard, otherwise the one farthest from
    the board (sanchos.cards.auto-which-die)."""
    top = max(die >> 3 for die in dice if owner(die) == s)
    highest = [i for i, die in enumerate(dice) if owner(die) == s and die >> 3 == top]
    return next((i for i in highest if dice[i] & 1), highest[-1])


def boosted(dice: list[int], index: int, points: int) -> list[int]:
    """The chart with one die moved up; it goes to the outer end of its new column (sanchos.cards.auto-boost)."""
    die = dice[index]
    moved = min((die >> 3) + points, MAX_COLUMN) << 3 | die & 7
    return [*dice[:index], *dice[index + 1 :], moved]


def auto_cards(g: SanchosState, s: int) -> list[int]:
    """The Reserved cards that an Auto-Sancho plays now, none if it passes.

    sanchos.cards.auto-only-if-not-top, sanchos.cards.auto-top-then-equal, sanchos.cards.auto-fewest.
    """
    dice, t = g.dice, g.t
    cards = g.reserved(s)
    top = highest_single(dice)
    if not cards or (top is not None and owner(top) == s):
        return []
    index = die_to_boost(dice, s)
    die = dice[index]
    count = columns(dice)
    opponents = [d >> 3 for d in dice if owner(d) != s and count[d >> 3] == 1]

    def wins(points: int) -> bool:
        after = boosted(dice, index, points)
        best = highest_single(after)
        return best is not None and best == after[-1]

    def equals(points: int) -> bool:
        return bool(opponents) and (die >> 3) + points == max(opponents)

    for aim in (wins, equals):
        for size in range(1, len(cards) + 1):
            best: tuple[int, tuple[int, ...]] | None = None
            tried: set[int] = set()
            for chosen in _distinct(cards, t.cp, size):
                points = sum(t.cp[c] for c in chosen)
                if points in tried or (best is not None and points >= best[0]):
                    continue
                tried.add(points)
                if aim(points):
                    best = (points, chosen)
            if best is not None:
                return list(best[1])
    return []


def _distinct(cards: list[int], cp: list[int], size: int) -> list[tuple[int, ...]]:
    """Combinations of cards that differ in their CPs; of equal cards those that were reserved first."""
    by_value: dict[tuple[int, ...], tuple[int, ...]] = {}
    ones, twos, threes = ([c for c in cards if cp[c] == value] for value in (1, 2, 3))
    others = [c for c in cards if cp[c] > 3]
    if others:
        return list(combinations(cards, size))
    for one in range(min(size, len(ones)) + 1):
        for two in range(min(size - one, len(twos)) + 1):
            three = size - one - two
            if three <= len(threes):
                by_value[one, two, three] = (*ones[:one], *twos[:two], *threes[:three])
    return list(by_value.values())


def auto_target(g: SanchosState, s: int, dice: list[int]) -> int:
    """The die that an Auto-Sancho removes with its hit; ``dice`` are those on the chart without the hitting one.

    sanchos.resolve.auto-target-first, sanchos.resolve.auto-target-second, sanchos.resolve.auto-target-within-column.
    """
    count = columns(dice)
    own = Counter(die >> 3 for die in dice if owner(die) == s)

    def good(column: int) -> bool:
        if count[column] == 1:
            return True
        if g.t.auto_nullify_any:
            return own[column] == 1
        return count[column] == 2 and own[column] == 1

    theirs = sorted({die >> 3 for die in dice if owner(die) != s})
    first = [column for column in theirs if good(column)]
    if first:
        column = first[-1]
    else:
        three = [column for column in theirs if count[column] >= 3]
        column = three[0] if three else theirs[0]
    inside = [die for die in dice if die >> 3 == column and owner(die) != s]
    players = [die for die in inside if owner(die) == g.t.player]
    return (players or inside)[0]

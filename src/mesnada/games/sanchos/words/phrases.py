"""Phrases: the parts that sentences of the game have in common, such as names, pieces, dice and points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import COMMANDER, SanchosState
from mesnada.games.sanchos.reserved_cards import PICKED
from mesnada.games.sanchos.tables import Tables
from mesnada.kernel.catalogue import Catalogue


class Phrases:
    """Parts of sentences in one language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.lang = catalogue.lang

    def say(self, key: str, /, **params: object) -> str:
        """The text of a key."""
        return self.catalogue.text(key, **params)

    def sentence(self, key: str, /, **params: object) -> str:
        """The text of a key with a capital at its start."""
        return capital(self.catalogue.text(key, **params))

    def listed(self, parts: Iterable[str]) -> str:
        """``a``, ``a and b``, ``a, b and c``."""
        *first, last = parts
        return self.say("list.and", first=", ".join(first), last=last) if first else last

    # -- names -------------------------------------------------------------------------------------------------

    def sancho(self, s: int | str) -> str:
        """Name of a Sancho, by number or id."""
        return self.say(f"side.{SANCHOS[s] if isinstance(s, int) else s}")

    def decider(self, g: SanchosState, s: int) -> str:
        """Name of a Sancho, with the commander who decides for it in a 2-player game
        (sanchos.najera2p.controlled-by-commander)."""
        if g.t.two and g.t.nonplayer[s]:
            return self.say("side.decided-by", sancho=self.sancho(s), commander=self.sancho(g.b[COMMANDER] - 1))
        return self.sancho(s)

    def region(self, t: Tables, r: int | str) -> str:
        """Name of a region, by number or id."""
        return t.board.regions[t.index[r] if isinstance(r, str) else r].name

    def fort(self, t: Tables, id: str) -> str:
        """What may be held in a region, with its article where the language needs it: ``castle``, ``la torre``."""
        return self.say(f"fort.name.{t.board.regions[t.index[id]].fort}")

    def card(self, id: str, cp: int) -> str:
        """A card by its identifier, with its value."""
        return self.say("card.name", card=id, cp=self.say("points.cp", n=cp))

    # -- counts ------------------------------------------------------------------------------------------------

    def pieces(self, king: bool, troops: int) -> str:
        """``the King and 2 Troops``."""
        parts = [self.say("pieces.king")] if king else []
        if troops:
            parts.append(self.say("pieces.troops", n=troops))
        return self.listed(parts) if parts else self.say("pieces.none")

    def count(self, what: str, n: int) -> str:
        """A number of ``pieces``, ``cards`` or ``dice``."""
        return self.say(f"count.{what}", n=n)

    def points(self, g: SanchosState, s: int, n: int) -> str:
        """``2 CP`` for the commander, ``2 points`` for who acts by a card."""
        return self.say("points.cp" if g.b[COMMANDER] == s + 1 else "points.points", n=n)

    # -- dice --------------------------------------------------------------------------------------------------

    def die(self, code: int) -> str:
        """``Castilla's Troop die 4``."""
        s = code >> 1 & 3
        return self.named_die("king" if code & 1 else "troop", SANCHOS[s], code >> 3)

    def named_die(self, kind: str, sancho: str, column: int) -> str:
        """The same from words: ``king`` or ``troop``, and a Sancho."""
        return self.say(f"die.{kind}", sancho=self.sancho(sancho), n=column)

    def in_column(self, dice: Sequence[int]) -> str:
        """The dice of a column, from the board outwards."""
        parts: list[str] = []
        for code in dice:
            kind = "king" if code & 1 else "troop"
            part = self.say(f"die.in-column.{kind}", sancho=self.sancho(code >> 1 & 3))
            parts.append(self.say("die.in-column.picked", die=part) if code >= PICKED else part)
        return ", ".join(parts)

    def chart(self, dice: Sequence[int]) -> list[str]:
        """The columns that hold dice, from the highest down: ``7: Castilla King's Guard``."""
        columns: dict[int, list[int]] = {}
        for code in dice:
            columns.setdefault((code & (PICKED - 1)) >> 3, []).append(code)
        return [self.say("die.column", n=n, dice=self.in_column(columns[n])) for n in sorted(columns, reverse=True)]


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]

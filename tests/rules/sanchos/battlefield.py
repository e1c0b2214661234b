"""Positions and questions for the tests of battles and sieges; the board is that of ``scenes``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import DISCARDED, LEFT, OWNER, RESERVE, SCORE, SIEGER, SUPPLY, SanchosState
from mesnada.games.sanchos.round import start_round
from tests.games.sanchos import scenes
from tests.games.sanchos.scenes import do, happened, pieces, scene

HOME = {"castilla": "c-home", "najera": "n-home", "aragon": "a-home"}


def field_of(*lines: str, homeless: Iterable[str] = (), mode: str = "3p", **how: Any) -> SanchosState:
    """A position with these pieces; a K that no line places garrisons his home castle, or stands beside it in the
    open where ``homeless`` names his Sancho."""
    with_king = {line.split()[0] for line in lines if line.split()[3].startswith("K")}
    kings = [f"{name} {'field' if name in homeless else 'garrison'} {home} K" for name, home in HOME.items()
             if name not in with_king]
    return scene([*lines, *kings], mode, **how)


def names(g: SanchosState) -> list[str]:
    """Names of the legal actions; all others have to be refused, and none of these."""
    assert {action for action in g.actions if g.why_not(action) is None} == set(g.legal())
    return scenes.names(g)


def refused(g: SanchosState, action: str) -> tuple[str, str] | None:
    """Code and rule of the refusal of an action, None if it is legal."""
    refusal = g.why_not(g.actions.parse(action))
    return None if refusal is None else (refusal.code, refusal.rule)


def at(g: SanchosState, region: str) -> set[str]:
    """The pieces in one region, without naming it: ``castilla field K+2T``."""
    return {f"{s} {place} {what}" for s, place, r, what in map(str.split, pieces(g)) if r == region}


def score(g: SanchosState, sancho: str) -> int:
    return g.b[SCORE + SANCHOS.index(sancho)]


def supply(g: SanchosState, sancho: str) -> int:
    return g.b[SUPPLY + SANCHOS.index(sancho)]


def reserve(g: SanchosState, sancho: str) -> int:
    return g.b[RESERVE + SANCHOS.index(sancho)]


def left(g: SanchosState) -> int:
    """Points left in the turn or order in progress."""
    return g.b[LEFT]


def besieged_by(g: SanchosState, region: str) -> str | None:
    """Who besieges the Garrison of a region."""
    who = g.b[SIEGER + g.t.index[region]]
    return SANCHOS[who - 1] if who else None


def garrisoned_by(g: SanchosState, region: str) -> str | None:
    who = g.b[OWNER + g.t.index[region]]
    return SANCHOS[who - 1] if who else None


def reserved(g: SanchosState, sancho: str) -> list[str]:
    """The Reserved cards of a Sancho in the order in which they were reserved."""
    return [g.t.cards[c].id for c in g.reserved(SANCHOS.index(sancho))]


def discard_pile(g: SanchosState) -> set[str]:
    return {g.t.cards[c].id for c in g.cards_at(DISCARDED)}


# -- dice ---------------------------------------------------------------------------------------------------------


def rolled(g: SanchosState) -> list[str]:
    """All dice laid out so far in their order, as ``castilla king`` or ``castilla troop``."""
    return [f"{event.params['sancho']} {'king' if event.kind == 'rolls-king' else 'troop'}"
            for event in g.events or [] if event.kind in ("rolls", "rolls-king")]


def roll_all(g: SanchosState, face: int = 1) -> list[str]:
    """Lets every die that is due show one face (1 is on both kinds); the dice in the order in which they fell."""
    while not g.over and g.step.chance:
        do(g, face)
    return rolled(g)


def chart(g: SanchosState) -> dict[int, list[str]]:
    """The Battle chart: the dice of each column from the board outwards, ``castilla king`` or ``castilla troop``."""
    columns: dict[int, list[str]] = {}
    for die in g.dice:
        columns.setdefault(die >> 3, []).append(f"{SANCHOS[die >> 1 & 3]} {'king' if die & 1 else 'troop'}")
    return columns


def laid_out(g: SanchosState, *dice: str) -> SanchosState:
    """Answers the dice that are due with faces given as ``castilla king 9``, ``aragon troop 4 4 6``, in the order in
    which they are asked for; fails when the engine asks for other dice."""
    for line in dice:
        sancho, kind, *faces = line.split()
        for face in faces:
            due = g.step.title(g)
            assert due == (f"roll-{kind}", {"sancho": sancho}), due
            do(g, f"roll {kind} {face}")
    return g


def hits(g: SanchosState) -> list[str]:
    """All hits so far, as ``castilla 6 > aragon troop 2``."""
    return [f"{e['sancho']} {e['column']} > {e['other']} {e['target']} {e['target_column']}"
            for e in happened(g, "hits")]


def rules_of(g: SanchosState, kind: str) -> list[str]:
    """The atoms that all events of a kind cite."""
    return [event.rule for event in g.events or [] if event.kind == kind]


# -- rounds -------------------------------------------------------------------------------------------------------


def round_of(g: SanchosState, commander: str) -> SanchosState:
    """A new round begins with this commander."""
    g.agenda.append(start_round(SANCHOS.index(commander) + 1))
    g.settle()
    return g

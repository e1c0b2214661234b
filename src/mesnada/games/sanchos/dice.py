"""Who fights in a battle, and what a die can show.

Rulebook: "Attack", steps 1 and 2.
"""

from __future__ import annotations

from mesnada.games.sanchos.model import (
    ATTACKER,
    BATTLE,
    BESIEGER,
    DECLARED_K,
    DECLARED_T,
    FIELD_T,
    GARRISON_PLACE,
    INTERCEPTION,
    KING_PLACE,
    KING_REGION,
    REGIONS,
    SIEGE_T,
    SIEGER,
    SanchosState,
    not_now,
)
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Chance

# -- who fights ------------------------------------------------------------


def troops_in_battle(g: SanchosState, s: int) -> int:
    """T of a Sancho that take part (sanchos.resolve.only-participants-fall, sanchos.intercept.participants)."""
    b, r = g.b, g.b[BATTLE]
    if b[INTERCEPTION]:
        if b[BESIEGER] == s + 1:
            return b[DECLARED_T]
        return b[FIELD_T + s * REGIONS + r] if b[ATTACKER] == s + 1 else 0
    return b[FIELD_T + s * REGIONS + r] + (b[SIEGE_T + r] if b[SIEGER + r] == s + 1 else 0)


def king_in_battle(g: SanchosState, s: int) -> bool:
    """Whether a Sancho's K takes part."""
    b, r = g.b, g.b[BATTLE]
    if b[KING_REGION + s] != r or b[KING_PLACE + s] == GARRISON_PLACE:
        return False
    if b[INTERCEPTION]:
        return b[DECLARED_K] == 1 if b[BESIEGER] == s + 1 else b[ATTACKER] == s + 1
    return True


def why_not_face(step: Chance[SanchosState], g: SanchosState, action: Action) -> Refusal | None:
    """Why a die cannot show what an action says (sanchos.components.dice-faces)."""
    if action.verb != "roll":
        return not_now(step.rule)
    return None if action in step.legal(g) else Refusal("no-such-face", "sanchos.components.dice-faces")


def has_die(g: SanchosState, s: int) -> bool:
    """Whether a Sancho has a die on the chart."""
    return any(die >> 1 & 3 == s for die in g.dice)

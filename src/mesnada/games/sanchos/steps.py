"""All steps of the game by name, for states that are loaded again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mesnada.games.sanchos import (
    attack,
    battle,
    commands,
    elcid,
    menu,
    moves,
    orders,
    reserved_cards,
    reserves,
    resolution,
    round,
    setup,
    siege,
)
from mesnada.kernel.step import Auto, Chance, Choice, Step


def _find() -> dict[str, Callable[..., Step[Any]]]:
    found: dict[str, Callable[..., Step[Any]]] = {}
    chapters = (
        setup, round, commands, orders, moves, menu, reserves, attack, battle, reserved_cards, resolution, siege, elcid,
    )
    for module in chapters:
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, Step) and value not in (Auto, Chance, Choice, Step):
                found[name] = value
    return found


STEPS: Final[Mapping[str, Callable[..., Step[Any]]]] = _find()
"""Step name to maker."""

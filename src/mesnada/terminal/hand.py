"""Dice and draws by hand: the program says what to roll or draw, and reads the results, several on one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mesnada.kernel.step import CHANCE
from mesnada.terminal.grammar import folded

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.state import GameState
    from mesnada.kernel.words import Wording

UNSAID = "left"
"""Parameter of a step's title that only counts."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Equal decisions of chance in a row: what is to be done, and how often."""

    prompt: str
    number: int


class NoResult(Exception):
    """A word is no possible result.

    ``code``: ``unknown`` (it means none), ``impossible`` (``action`` is not possible now), ``too-many`` (nothing more
    is to be rolled or drawn here). ``state`` is the position where it was read.
    """

    def __init__(self, code: str, word: str, state: GameState[Any], action: Action | None = None) -> None:
        super().__init__(f"{word!r}: {code}")
        self.code = code
        self.word = word
        self.state = state
        self.action = action


def due(state: GameState[Any], wording: Wording) -> list[Throw]:
    """What chance has to decide next for the same side, as far as it does not depend on the results."""
    groups: list[tuple[object, str, int]] = []
    state = state.copy()
    about = _about(state)
    while state.seat == CHANCE and _about(state) == about:
        title = state.step.title(state)
        key = title and title[0]
        if groups and groups[-1][0] == key:
            groups[-1] = (key, groups[-1][1], groups[-1][2] + 1)
        else:
            groups.append((key, wording.prompt(state), 1))
        if about is None:
            break
        state.apply(state.legal()[0])
    return [Throw(prompt, number) for _, prompt, number in groups]


def _about(state: GameState[Any]) -> tuple[object, object] | None:
    """The rule in progress and what it is about, such as a side; None where it is about nothing in particular."""
    title = state.step.title(state)
    params = frozenset((name, value) for name, value in title[1].items() if name != UNSAID) if title else None
    return (type(state.step), params) if params else None


def read_results(state: GameState[Any], words: Sequence[str]) -> list[Action]:
    """The outcomes that words stand for, in order: a face, a card's id, or a card's number in the game's list.

    Raises NoResult; nothing is carried out.
    """
    state = state.copy()
    about = _about(state)
    found: list[Action] = []
    for word in words:
        if state.seat != CHANCE or (found and (about is None or _about(state) != about)):
            raise NoResult("too-many", word, state)
        action = _outcome(state, word)
        if action not in state.legal():
            raise NoResult("impossible", word, state, action)
        found.append(action)
        state.apply(action)
    return found


def _outcome(state: GameState[Any], word: str) -> Action:
    """The outcome that a word means, possible or not. Outcomes of one kind are numbered as in the list of actions, so
    that a number means the same card whatever is left in the deck."""
    legal = state.legal()
    word = folded(word)
    first = legal[0]
    kind = [a for a in state.actions if a.verb == first.verb and a.words[:-1] == first.words[:-1] and a.words]
    for action in kind:
        if action.words[-1] == word:
            return action
    numeric = all(action.words[-1].isdigit() for action in kind)
    if word.isdecimal() and not numeric and 1 <= int(word) <= len(kind):
        return kind[int(word) - 1]
    begun = [action for action in kind if action.words[-1].startswith(word) and not numeric]
    if len(begun) == 1:
        return begun[0]
    raise NoResult("unknown", word, state)

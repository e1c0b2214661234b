"""Actions: what a seat, or chance, answers to one decision.

An action is an interned record with a stable integer id inside its :class:`ActionSpace`. Identity is equality: two
actions of one space are the same thing or different things, so that hot loops compare them with ``is``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Final, final

from mesnada.kernel.errors import ActionError


@final
class Action:
    """One possible answer: a verb and its words, for instance ``fortify`` and ``("troop", "bureba")``.

    ``id`` is its index in the space, ``name`` its text form (verb and words joined by blanks), ``x`` and ``y`` are
    small integers with the meaning that the game gives them, so that rules need not parse words.
    """

    __slots__ = ("id", "name", "verb", "words", "x", "y")

    def __init__(self, id: int, verb: str, words: tuple[str, ...], x: int, y: int) -> None:
        self.id: Final = id
        self.verb: Final = verb
        self.words: Final = words
        self.x: Final = x
        self.y: Final = y
        self.name: Final = " ".join((verb, *words))

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("an action belongs to its space: store its name and use ActionSpace.parse")


class ActionSpace:
    """All actions of one game with one content, in a fixed order.

    Ids are stable as long as the content is the same; the names are stable beyond that and are what records store.
    """

    __slots__ = ("_all", "_named")

    def __init__(self) -> None:
        self._all: list[Action] = []
        self._named: dict[str, Action] = {}

    def add(self, verb: str, *words: str, x: int = 0, y: int = 0) -> Action:
        """Makes one more action. Raises ValueError when its name exists."""
        action = Action(len(self._all), verb, words, x, y)
        if action.name in self._named:
            raise ValueError(f"two actions are named {action.name!r}")
        self._all.append(action)
        self._named[action.name] = action
        return action

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)

    def __getitem__(self, id: int) -> Action:
        return self._all[id]

    def get(self, name: str) -> Action | None:
        """The action of exactly this name, if there is one."""
        return self._named.get(name)

    def parse(self, text: str) -> Action:
        """The action that a text names (case and extra blanks do not matter).

        Raises ActionError when there is none, with the nearest names.
        """
        name = " ".join(text.lower().split())
        found = self._named.get(name)
        if found is None:
            near = difflib.get_close_matches(name, self._named, n=3, cutoff=0.6)
            hint = f"; did you mean {' / '.join(near)}?" if near else ""
            raise ActionError(f"no action is named {text.strip()!r}{hint}")
        return found

"""What people type: action names, their short forms, and several decisions on one line.

A phrase is read word by word against the names of the legal actions. A word may be abbreviated (``fort`` for
``fortify``), a word in the middle may be left out (``move burgos`` for ``move troop burgos``), and so may the verb
where all legal actions share it. A phrase may go on with the decisions that follow it (``attack pamplona 2``, ``move
burgos to najera``); ``;`` separates phrases. What could mean several things means none.
"""

from __future__ import annotations

import difflib
import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mesnada.kernel.errors import ActionError

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.refusal import Refusal
    from mesnada.kernel.state import GameState

ABBREVIATED: Final = 1
LEFT_OUT: Final = 2
FORCED_IN_BETWEEN: Final = 3
"""What each liberty costs; of several readings the cheapest one is meant."""
MOST_WORDS: Final = 24
"""Words of a line that are read at all."""
MOST_NAMED: Final = 6
"""Readings that an error names."""


class Misread(ActionError):
    """A phrase that is no answer. ``code`` is the key of its sentence (``terminal.misread.<code>``).

    ``unknown``: ``text`` names nothing, ``near`` may help; ``unfinished``: one of ``names`` has to follow;
    ``several``: it can mean any of ``names``; ``number``: the choices are ``numbers``; ``rest``: after
    ``action`` the words ``text`` mean nothing; ``long``: a line has ``most`` words at most.
    """

    def __init__(self, code: str, why: str, **params: object) -> None:
        super().__init__(why)
        self.code = code
        self.params = params


class Refused(ActionError):
    """A phrase names an action that is not legal where it would be taken. ``state`` is the position there."""

    def __init__(self, state: GameState[Any], action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action.name!r} is not legal here: {refusal.code} ({refusal.rule})")
        self.state = state
        self.action = action
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions that a line holds, in order, and what is left of the line because somebody else comes first."""

    actions: tuple[Action, ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class _Reading:
    cost: int
    actions: tuple[Action, ...]
    state: GameState[Any]


@dataclass(slots=True)
class _Reach:
    """How far a phrase could be read at all: how many words are left there, and the position."""

    left: int
    state: GameState[Any]


def folded(text: str) -> str:
    """A text without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def words_of(text: str) -> list[str]:
    """The words of a phrase as they are compared with those of actions."""
    return folded(text).split()


def labels(legal: Sequence[Action]) -> list[str]:
    """The number of each action in a list: its own where all consist of a verb and a number, else 1, 2, 3 …"""
    own = [action.words[0] if len(action.words) == 1 else "" for action in legal]
    if all(word.isdigit() for word in own) and len({action.verb for action in legal}) == 1:
        return own
    return [str(number) for number in range(1, len(legal) + 1)]


def number_ranges(numbers: Sequence[str]) -> str:
    """Numbers in rising order, those in a row together: ``1–4, 6``."""
    runs: list[list[int]] = []
    for number in sorted(int(number) for number in numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def read_line(state: GameState[Any], text: str) -> Plan:
    """The decisions of the seat to act that a line holds; none of them is carried out.

    Raises ActionError if a phrase names no action, or several, and Refused for an action that is not legal.
    """
    seat = state.seat
    actions: tuple[Action, ...] = ()
    phrases = [phrase for phrase in text.split(";") if phrase.strip()]
    if len(text.split()) > MOST_WORDS:
        raise Misread("long", f"a line can hold {MOST_WORDS} words at most", most=MOST_WORDS)
    for number, phrase in enumerate(phrases):
        if state.seat != seat:
            return Plan(actions, ";".join(phrases[number:]).strip())
        reading = _read_phrase(state, phrase, listed=number == 0)
        actions += reading.actions
        state = reading.state
    return Plan(actions)


def explained(state: GameState[Any], text: str) -> tuple[Action, ...]:
    """The decisions that a line asks about, if they can be taken one after the other; none of them is carried out.

    Raises Refused for the first that is not legal where it would be taken, Misread if the text names none.
    """
    exact = state.actions.get(" ".join(words_of(text)))
    if exact is None:
        return read_line(state, text).actions
    refusal = state.why_not(exact)
    if refusal is not None:
        raise Refused(state, exact, refusal)
    return (exact,)


def _read_phrase(state: GameState[Any], phrase: str, *, listed: bool) -> _Reading:
    words = words_of(phrase)
    legal = state.choices()
    if listed and len(words) == 1 and words[0].isdecimal():
        numbers = labels(legal)
        number = str(int(words[0]))
        if number not in numbers:
            ranges = number_ranges(numbers)
            raise Misread("number", f"there is no choice {words[0]}; there is {ranges}", text=words[0], numbers=ranges)
        action = legal[numbers.index(number)]
        return _Reading(0, (action,), _after(state, action))
    reach = _Reach(len(words), state)
    readings = list(_readings(state, words, state.seat, reach))
    if not readings:
        raise _no_reading(reach, words)
    best = min(reading.cost for reading in readings)
    found = {reading.actions: reading for reading in readings if reading.cost == best}
    if len(found) > 1:
        raise _several(phrase.strip(), [", ".join(action.name for action in actions) for actions in found])
    return next(iter(found.values()))


def _readings(state: GameState[Any], words: list[str], seat: int, reach: _Reach) -> Iterator[_Reading]:
    """All ways to read words as decisions of a seat from a position on."""
    if not words:
        yield _Reading(0, (), state)
        return
    if state.seat != seat:
        return
    legal = state.legal()
    one_verb = all(action.verb == legal[0].verb for action in legal)
    if len(words) < reach.left:
        reach.left, reach.state = len(words), state
    for action in legal:
        for used, cost in matches(action, words, one_verb):
            after = _after(state, action)
            for rest in _readings(after, words[used:], seat, reach):
                yield _Reading(cost + rest.cost, (action, *rest.actions), rest.state)
    if len(legal) == 1:
        for rest in _readings(_after(state, legal[0]), words, seat, reach):
            yield _Reading(FORCED_IN_BETWEEN + rest.cost, (legal[0], *rest.actions), rest.state)


def matches(action: Action, words: Sequence[str], verb_optional: bool = False) -> Iterator[tuple[int, int]]:
    """The ways in which the first words of a phrase can name an action: how many words it takes, and the cost."""
    return _match((action.verb, *action.words), 0, words, 0, 0, verb_optional)


def _match(name: tuple[str, ...], i: int, words: Sequence[str], j: int, cost: int,
           verb_optional: bool) -> Iterator[tuple[int, int]]:
    if i == len(name):
        yield j, cost
        return
    if j < len(words):
        if words[j] == name[i]:
            yield from _match(name, i + 1, words, j + 1, cost, verb_optional)
        elif name[i].startswith(words[j]) and not name[i].isdigit():
            yield from _match(name, i + 1, words, j + 1, cost + ABBREVIATED, verb_optional)
    if i < len(name) - 1 and (i or verb_optional):
        yield from _match(name, i + 1, words, j, cost + LEFT_OUT, verb_optional)


def _after(state: GameState[Any], action: Action) -> GameState[Any]:
    after = state.copy()
    after.apply(action)
    return after


def _no_reading(reach: _Reach, words: list[str]) -> ActionError:
    """Why nothing legal is named, told where the phrase could not be read on."""
    left = words[len(words) - reach.left:]
    state = reach.state
    try:
        action = find_action(state, left)
    except ActionError as error:
        verbs = {action.verb for action in state.legal()}
        if len(verbs) != 1:
            return error
        try:
            # Where only one verb is possible it need not be typed.
            left = [*verbs, *left]
            action = find_action(state, left)
        except ActionError:
            return error
    refusal = state.why_not(action)
    if refusal is None:
        # The action itself would do; what follows it does not belong to any decision of this seat.
        rest = " ".join(left[min(used for used, _ in matches(action, left, verb_optional=True)):])
        return Misread("rest", f"after {action.name!r}, {rest!r} means nothing", action=action.name, text=rest)
    return Refused(state, action, refusal)


def find_action(state: GameState[Any], words: Sequence[str]) -> Action:
    """The action that words name, whether it is legal or not; words after its name are left alone.

    Words may be abbreviated, and in the middle left out. Raises ActionError if none or several are meant.
    """
    name = " ".join(words)
    exact = state.actions.get(name)
    if exact is not None:
        return exact
    best: dict[int, list[Action]] = {}
    for action in state.actions:
        ways = [cost + 10 * (len(words) - used) for used, cost in matches(action, words) if used]
        if ways:
            best.setdefault(min(ways), []).append(action)
    if not best:
        _more_words(state, words)
        near = difflib.get_close_matches(name, [action.name for action in state.actions], n=3, cutoff=0.6)
        hint = f"; did you mean {' / '.join(near)}?" if near else ""
        raise Misread("unknown", f"no action is named {name!r}{hint}", text=name, near=" / ".join(near))
    found = best[min(best)]
    if len(found) > 1:
        legal = [action for action in found if action in state.legal()]
        if len(legal) != 1:
            raise _several(name, [action.name for action in found])
        found = legal
    return found[0]


def _more_words(state: GameState[Any], words: Sequence[str]) -> None:
    """Raises Misread if words are the beginning of names: with the words that may follow, the legal ones if any."""
    for actions in (state.legal(), state.actions):
        following: dict[str, None] = {}
        for action in actions:
            name = (action.verb, *action.words)
            if len(name) > len(words) and all(part.startswith(w) for part, w in zip(name, words, strict=False)):
                following[name[len(words)]] = None
        if following and words:
            text, shown = " ".join(words), list(following)
            names = " / ".join((*shown[:MOST_NAMED], "…") if len(shown) > MOST_NAMED else shown)
            raise Misread("unfinished", f"after {text!r} comes {names}", text=text, names=names)


def _several(text: str, names: list[str]) -> Misread:
    shown = " / ".join((*names[:MOST_NAMED], "…") if len(names) > MOST_NAMED else names)
    return Misread("several", f"{text!r} can mean {shown}", text=text, names=shown)


# -- completion and help ----------------------------------------------------------------------------------------------


def continuations(state: GameState[Any], text: str) -> list[str]:
    """The words with which the last, unfinished word of a line may go on (``""``: a new word begins)."""
    *whole, last = text.split(";")
    seat = state.seat
    for phrase in whole:
        try:
            state = _read_phrase(state, phrase, listed=False).state if phrase.strip() else state
        except ActionError:
            return []
        if state.seat != seat:
            return []
    words = words_of(last)
    begun = words.pop() if words and not last.endswith((" ", "\t")) else ""
    found: dict[str, None] = {}
    _continue(state, words, seat, found)
    return [word for word in found if word.startswith(begun)]


def _continue(state: GameState[Any], words: list[str], seat: int, found: dict[str, None]) -> None:
    if state.seat != seat:
        return
    for action in state.legal():
        name = (action.verb, *action.words)
        if len(words) < len(name):
            if all(part.startswith(word) for part, word in zip(name, words, strict=False)):
                found[name[len(words)]] = None
        elif all(part.startswith(word) for part, word in zip(name, words, strict=False)):
            _continue(_after(state, action), words[len(name):], seat, found)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The forms that the actions of one verb have, word by word."""

    verb: str
    forms: tuple[tuple[tuple[str, ...], ...], ...]


def patterns(actions: Iterable[Action]) -> list[Pattern]:
    """The grammar of some actions: of each verb its forms, each as the words that stand at each place."""
    verbs: dict[str, dict[int, list[tuple[str, ...]]]] = {}
    for action in actions:
        verbs.setdefault(action.verb, {}).setdefault(len(action.words), []).append(action.words)
    return [
        Pattern(verb, tuple(form for names in lengths.values() for form in _forms(names)))
        for verb, lengths in verbs.items()
    ]


def _forms(names: list[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Names of equal length as few forms: one if every word can stand with every other, else one for each word at the
    first place that has several."""
    places = tuple(tuple(dict.fromkeys(words)) for words in zip(*names, strict=True))
    if math.prod(len(place) for place in places) == len(names):
        yield places
        return
    place = next(i for i, words in enumerate(places) if len(words) > 1)
    for word in places[place]:
        yield from _forms([name for name in names if name[place] == word])

"""``options_offered`` and ``options_not_offered``: what the first decision of a turn offers, said in free words.

A text begins with a verb, names regions and perhaps pieces, and may add an explanation in brackets.
"""

from __future__ import annotations

import re
from typing import Any, Final

from mesnada.games.sanchos.model import KING_REGION
from mesnada.games.sanchos.vectors.case import CaseError
from mesnada.games.sanchos.vectors.driver import Driver, Refused
from mesnada.kernel.action import Action
from mesnada.kernel.vectors import Mismatch, Vector

_AGAIN: Final = re.compile(r"\W*(a (second|further|third)|another)", re.IGNORECASE)
"""How a text begins that speaks of what may not come after the steps."""
_VERBS: Final = ("move", "attack", "fortify", "besiege", "deploy", "recruit", "reserve", "play", "end", "discard")


def check_offers(d: Driver, s: int, vector: Vector, when: str) -> list[Mismatch]:
    """Compares the offers; ``when`` is before the first step, or after the last one for what may not come again."""
    wrong: list[Mismatch] = []
    for key, wanted in (("options_offered", True), ("options_not_offered", False)):
        for text in _texts(vector, key):
            second = bool(_AGAIN.match(text))
            if second != (when == "after"):
                continue
            if second:
                wrong += [] if d.idle else [Mismatch(f"not offered: {text}", f"{type(d.top).__name__} asks")]
                continue
            wrong += _compare(d, s, text, wanted, [t for t in _texts(vector, key) if not _AGAIN.match(t)])
    return wrong


def _texts(vector: Vector, key: str) -> list[str]:
    found: Any = vector.when.get(key, vector.then.get(key, []))
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise CaseError(f"{key} is no list of texts")
    return found


def _compare(d: Driver, s: int, text: str, wanted: bool, texts: list[str]) -> list[Mismatch]:
    other = d.fork()
    try:
        if not other.framed:
            other.turn_for(s)
    except Refused as refusal:
        return [Mismatch(f"options of the turn: {text}", str(refusal))]
    legal = other.g.legal() if not other.idle else []
    verb, regions, kinds = _parse(other, text)
    mine = [action for action in legal if action.verb.startswith(verb)]
    if not wanted:
        excepted = {r for t in texts if t != text and _parse(other, t)[0] == verb for r in _parse(other, t)[1]}
        if regions:
            found = [action for action in mine if _region(other, s, action) in regions]
        else:
            found = [action for action in mine if _region(other, s, action) not in excepted]
        return [Mismatch(f"not offered: {text}", f"{found[0].name!r} is offered")] if found else []
    missing = [name for name in regions or {""}
               if not any(not name or _region(other, s, action) == name for action in mine)]
    missing += [kind for kind in kinds if verb == "fortify" and not any(kind in action.words for action in mine)]
    names = ", ".join(action.name for action in legal) or "nothing"
    return [Mismatch(f"offered: {text}", f"offered are {names}")] if missing else []


def _parse(d: Driver, text: str) -> tuple[str, set[str], list[str]]:
    """Verb, regions and kinds of pieces of a text."""
    plain = re.sub(r"\([^)]*\)", "", text)
    words = re.findall(r"[\w-]+", plain.lower())
    verb = next((verb for verb in _VERBS if words and words[0].startswith(verb)), None)
    if verb is None:
        raise CaseError(f"{text!r} begins with no verb")
    regions = {word for word in words if word in d.t.index}
    if verb == "move":
        regions = set(re.findall(r"[\w-]+", plain.partition(" to ")[0].lower())) & set(d.t.index)
    after = plain.partition(" with ")[2]
    kinds = [kind for kind, letter in (("king", r"\bK\b"), ("troop", r"\d*T\b")) if re.search(letter, after)]
    return verb, regions, kinds


def _region(d: Driver, s: int, action: Action) -> str:
    """The region of an action; of a Move where it begins."""
    if action is d.t.move_king:
        return d.t.ids[d.g.b[KING_REGION + s]]
    return action.words[-1] if action.words else ""

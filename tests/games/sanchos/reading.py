"""A reader of everything that the game says, in both languages, who notes the keys of the texts that were used."""

from __future__ import annotations

import random
from collections.abc import Iterable

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.game import PACKAGE
from mesnada.games.sanchos.model import SanchosState
from mesnada.games.sanchos.words.wording import SanchosWording
from mesnada.kernel.catalogue import Catalogue
from mesnada.kernel.content import resource
from mesnada.kernel.game import random_option_sets

LANGUAGES = ("en", "es")


class Noting(Catalogue):
    """The texts of the game that notes which of them are asked for."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang, resource(PACKAGE, "text"))
        self.used: set[str] = set()

    def text(self, key: str, /, **params: object) -> str:
        form = "one" if params.get("n") == 1 else "other"
        self.used.add(key if key in self.keys() else f"{key}.{form}")
        return super().text(key, **params)


class Reader:
    """Reads positions, decisions, events and refusals in all languages and checks each sentence."""

    def __init__(self) -> None:
        self.catalogues = [Noting(lang) for lang in LANGUAGES]
        self.wordings = [SanchosWording(words.lang, words) for words in self.catalogues]
        self.kinds: set[str] = set()
        self.steps: set[str] = set()
        self.codes: set[str] = set()

    def read(self, g: SanchosState, position: bool = True) -> None:
        """Everything about a state with its legal actions."""
        if not g.over:
            self.steps.add(type(g.step).__name__)
        for w in self.wordings:
            for line in (*w.agenda(g), *(w.action(g, action) for action in g.legal())):
                check(line)
            check_sentence(w.prompt(g))
            for line in w.position(g).splitlines() if position else ():
                check(line)
            if position:
                for line in (*w.aim(g).splitlines(), *(line for id in w.places(g) for line in w.about_place(g, id))):
                    check(line)
            if (outcome := g.outcome()) is not None:
                check_sentence(w.outcome(outcome))

    def read_events(self, g: SanchosState) -> None:
        """The log lines of all events so far, as every seat and a spectator sees them."""
        for event in g.events or []:
            self.kinds.add(event.kind)
            for seat in (None, *range(len(g.t.seats))) if event.secret else (None,):
                for w in self.wordings:
                    check_sentence(w.event(g, event.seen_by(seat)))

    def read_other(self, g: SanchosState, names: Iterable[str]) -> None:
        """Actions of any kind and, where they are refused, why."""
        for name in names:
            action = g.actions.parse(name)
            refusal = g.why_not(action)
            if refusal is not None:
                self.codes.add(refusal.code)
            for w in self.wordings:
                check(w.action(g, action))
                if refusal is not None:
                    check_sentence(w.refusal(g, refusal))

    def follow(self, g: SanchosState, *answers: str | int) -> SanchosState:
        """Plays answers as ``scenes.do`` does and reads all on the way."""
        from tests.games.sanchos.scenes import do

        self.read(g)
        for answer in answers:
            do(g, answer)
            self.read(g)
        self.read_events(g)
        return g

    def play(self, mode: str, seed: int) -> None:
        """A random game under random options, with a liking for battles and sieges."""
        rng = random.Random(seed)
        g = GAME.new(mode, random_option_sets(GAME, mode, rng))
        g.events = []
        space = [action.name for action in g.actions]
        while not g.over:
            legal = g.legal()
            fierce = [action for action in legal if action.verb in ("attack", "besiege", "use", "intercept")]
            lively = rng.random() < 0.12
            if lively:
                self.read(g, position=rng.random() < 0.3)
                self.read_other(g, rng.sample(space, 5))
            if lively and rng.random() < 0.1:
                seat = rng.choice([None, *range(len(g.t.seats))])
                for line in (line for w in self.wordings for line in w.position(g.masked(seat)).splitlines()):
                    check(line)
            g.apply(rng.choice(fierce if fierce and rng.random() < 0.8 else legal))
        self.read(g)
        self.read_events(g)

    def used(self) -> set[str]:
        """The keys that were asked for in every language."""
        return set.intersection(*(words.used for words in self.catalogues))


def check(text: str) -> None:
    """A text is there, whole, and of one line."""
    assert text.strip(), "an empty text"
    for defect in ("{", "}", "None", "True", "False", "\n", " ,", " .", "..", "()", "[", "]"):
        assert defect not in text, text
    assert "  " not in text.strip(), text


def check_sentence(text: str) -> None:
    """It also begins with a capital or a number and ends like a sentence."""
    check(text)
    first = text.lstrip("¿¡")[0]
    assert not first.islower(), text
    assert text[-1] in ".?!", text

"""Several people at one screen, and bots beside them: nobody is shown what is hidden from them."""

import io
import random

import pytest

from mesnada.table.secrecy import choices_betray
from mesnada.terminal.console import Console
from mesnada.terminal.session import Session
from tests.table.tables import new_table
from tests.terminal.consoles import Script

PEOPLE = ("human", "human", "human")
EMPTY = "\x1b[2J\x1b[3J\x1b[H"


class Screen(Console):
    """A terminal at which ``answer`` types; ``asked`` holds every prompt, whose it was, and the screen then."""

    def __init__(self, answer, dumb=False):
        self.written = io.StringIO()
        super().__init__(io.StringIO(), self.written)
        self.screen, self.interactive = True, not dumb
        self.answer = answer
        self.asked = []

    def line(self, prompt, whose=None):
        written = self.written.getvalue()
        self.asked.append((prompt, whose, written.rpartition(EMPTY if self.interactive else "\n" * 100)[2]))
        if len(self.asked) > 150:
            raise EOFError
        return "" if "look away" in prompt else self.answer(prompt)


def numbers(seed=3):
    rng = random.Random(seed)
    return lambda prompt: str(rng.randint(1, 3))


def played(table, answer, **how):
    screen = Screen(answer, **how)
    Session(table, screen, "en").run()
    return screen.asked


@pytest.mark.parametrize("dumb", [False, True])
def test_a_curtain_before_whoever_does_not_look_at_the_screen(dumb):
    asked = played(new_table("3p", PEOPLE, seed=3), numbers(), dumb=dumb)
    assert "look away" in asked[0][0]
    in_front = None
    for prompt, whose, screen in asked:
        if "look away" in prompt:
            assert whose is None
            assert screen == "" or in_front is None
            in_front = prompt.split()[0]
        else:
            assert prompt == f"{in_front}> "
            assert whose is not None


def test_a_curtain_after_a_decision_of_another_seat_is_taken_back():
    typed: list[tuple[str, str]] = []

    def answer(prompt):
        if typed and typed[-1][1] == "undo":
            raise EOFError
        typed.append((prompt, "undo" if typed and typed[-1][0] != prompt else "1"))
        return typed[-1][1]

    asked = [prompt for prompt, _, _ in played(new_table("3p", PEOPLE, seed=3), answer)]
    *_, first, curtain, second, again, back = asked
    assert "look away" in curtain
    assert "look away" in again
    assert first == back != second


def test_cards_entered_by_hand_are_gone_and_news_are_what_everybody_may_see():
    rng = random.Random(4)

    def answer(prompt):
        if prompt.startswith("result"):
            state = table.state
            return rng.choice(state.legal()).words[-1]
        return str(rng.randint(1, 3))

    table = new_table("3p", PEOPLE, seed=3, dice="manual")
    asked = played(table, answer)
    results = 0
    for prompt, whose, screen in asked:
        if prompt.startswith("result"):
            assert whose is None
            results += 1
        elif "look away" in prompt:
            assert "result> " not in screen
    assert results > 3


def test_with_one_person_there_is_no_curtain():
    asked = played(new_table("3p", ("human", "quick", "quick"), seed=3), numbers())
    assert not any("look away" in prompt for prompt, _, _ in asked)


def test_reasons_of_bots_do_not_name_cards_in_their_hands(tmp_path):
    table = new_table("3p", ("greedy", "human", "greedy"), record=tmp_path / "game.jsonl", seed=5)
    out = Script(table, *"11111", explain=True).out
    state = table.state
    hidden = {state.t.cards[c].id for s in (0, 2) for c in state.cards_at(8 + s)}
    assert hidden
    assert "Its reasons would show cards that are hidden from you." in out
    assert not any(card in out for card in hidden)
    kept = [entry for entry in table.entries if entry.seat in (0, 2) and choices_betray(entry, 1)]
    assert all("play" in entry.action.name or "reserve" in entry.action.name for entry in kept)
    assert not any(choices_betray(entry, entry.seat) for entry in kept)


def test_at_the_end_the_reasons_are_told():
    table = new_table("3p", ("quick", "quick", "quick"), seed=5)
    session = Script(table, explain=True).session
    first = next(entry for entry in table.entries if entry.seat >= 0 and entry.by == "")
    lines = list(session.log_lines(first, None))
    assert any("possible answers" in line for line in lines)

"""The family of errors: one printable line each, and they survive a trip between processes."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesnada.kernel.errors import (
    ActionError,
    ContentError,
    MesnadaError,
    OptionError,
    PositionError,
    RecordError,
    UsageError,
)

ALL = [
    (ContentError("map.toml", "region[3].name", "is empty"), "map.toml, region[3].name: is empty"),
    (ContentError("map.toml", "", "there is no such file"), "map.toml: there is no such file"),
    (PositionError("agenda", "is no list"), "position, agenda: is no list"),
    (RecordError("line 7", "is not legal"), "record, line 7: is not legal"),
    (OptionError("mode", "cannot be '5p'"), "option mode: cannot be '5p'"),
    (ActionError("no action is named 'x'"), "action: no action is named 'x'"),
    (ActionError("is not legal", "Round 5"), "action, Round 5: is not legal"),
    (UsageError("game", "there is no game 'x'"), "game: there is no game 'x'"),
]


@pytest.mark.parametrize(("error", "line"), ALL)
def test_one_line_says_what_where_and_why(error, line):
    assert isinstance(error, MesnadaError)
    assert str(error) == line


@pytest.mark.parametrize("error", [error for error, _ in ALL], ids=lambda e: type(e).__name__)
def test_errors_can_be_pickled(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (again.what, again.where, again.why) == (error.what, error.where, error.why)


def test_keywords_do_as_well():
    error = ContentError(file="a.toml", key="b", reason="c")
    assert (error.file, error.key, error.reason) == ("a.toml", "b", "c")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@given(st.text(), st.text(), st.text(max_size=2000))
def test_whatever_text_comes_in_the_line_is_printable_and_short(what, where, why):
    line = str(MesnadaError(what, where, why))
    assert line.isprintable()
    assert len(line) < 10_000


def test_a_very_long_reason_is_shortened():
    assert len(str(ActionError("x" * 100_000))) < 600

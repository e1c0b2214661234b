"""Rule atoms: what a rules file has to be, and finding things in it."""

from pathlib import Path

import pytest

from mesnada.kernel.content import resource
from mesnada.kernel.errors import ContentError
from mesnada.kernel.rules import Atom, Option, Rulebook, load_atoms

HEAD = 'game = "Toy"\nprefix = "toy"\n'
GOOD = """
[[rule]]
id = "toy.move.one-step"
section = "Move, step 1; Hints"
modes = ["2p"]
text = "A piece moves one step. Nájera begins."
check = "From a to b: legal."

[[rule]]
id = "toy.attack.march"
section = "Attack"
modes = ["2p", "solo"]
text = "A piece that moves may attack."
check = "From a to c: refused."
ruling = "Once."
why = "The text is silent."
option = { name = "attacks", default = "once", other = ["twice", "any"] }

[[rule]]
id = "toy.move.diagonal"
section = "Move"
modes = ["2p"]
text = "No diagonal steps."
check = "From a to d: refused."
"""


def load(tmp_path: Path, text: str) -> Rulebook:
    file = tmp_path / "rules.toml"
    file.write_text(text, "utf-8")
    return load_atoms(file)


@pytest.fixture
def book(tmp_path):
    return load(tmp_path, HEAD + GOOD)


def test_atoms_in_file_order(book):
    assert (book.title, book.prefix, len(book)) == ("Toy", "toy", 3)
    assert [atom.id for atom in book] == ["toy.move.one-step", "toy.attack.march", "toy.move.diagonal"]
    assert book["toy.attack.march"] == Atom(
        id="toy.attack.march",
        section="Attack",
        modes=("2p", "solo"),
        text="A piece that moves may attack.",
        check="From a to c: refused.",
        ruling="Once.",
        why="The text is silent.",
        option=Option("attacks", "once", ("twice", "any")),
    )
    assert "toy.move.diagonal" in book
    assert "toy.move" not in book
    with pytest.raises(KeyError):
        book["toy.move"]


def test_atoms_cannot_be_changed(book):
    with pytest.raises(AttributeError):
        book["toy.move.diagonal"].text = "x"


def test_chapters_and_options(book):
    assert {chapter: [a.id for a in atoms] for chapter, atoms in book.sections().items()} == {
        "Move": ["toy.move.one-step", "toy.move.diagonal"],
        "Attack": ["toy.attack.march"],
    }
    option, id = book.options()["attacks"]
    assert (option.values, id) == (("once", "twice", "any"), "toy.attack.march")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("toy.move.diagonal", ["toy.move.diagonal"]),
        ("MOVE", ["toy.move.one-step", "toy.move.diagonal", "toy.attack.march"]),  # ids, then prose
        ("attack", ["toy.attack.march"]),
        ("hints", ["toy.move.one-step"]),  # section
        ("najera", ["toy.move.one-step"]),
        ("NÁJERA  begins", ["toy.move.one-step"]),
        ("refused", ["toy.attack.march", "toy.move.diagonal"]),
        ("silent", ["toy.attack.march"]),
        ("twice", ["toy.attack.march"]),
        ("piece diagonal", []),
        ("", []),
        ("  ", []),
        ("nothing like it", []),
    ],
)
def test_search(book, text, ids):
    assert [atom.id for atom in book.search(text)] == ids


def test_sections_rank_before_prose(tmp_path):
    text = GOOD.replace("No diagonal steps.", "Hints are no rules.")
    assert [a.id for a in load(tmp_path, HEAD + text).search("hints")] == ["toy.move.one-step", "toy.move.diagonal"]


FIRST = GOOD.split("\n\n")[0] + "\n"


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ('game = "Toy"\n' + GOOD, "", "missing required field `prefix`"),
        (HEAD, "", "missing required field `rule`"),
        (HEAD + "rule = 5", "rule", "expected `array`"),
        (HEAD + "extra = 5" + GOOD, "", "unknown field `extra`"),
        (HEAD + FIRST.replace("check", "chekc"), "rule[0]", "unknown field `chekc`"),
        (HEAD + GOOD.replace('text = "No diagonal steps."', ""), "rule[2]", "missing required field `text`"),
        (HEAD + GOOD.replace('"No diagonal steps."', "7"), "rule[2].text", "expected `str`, got `int`"),
        (HEAD + GOOD.replace('"No diagonal steps."', '" "'), "rule[2].text", "is empty (toy.move.diagonal)"),
        (HEAD + FIRST.replace('["2p"]', '"2p"'), "rule[0].modes", "expected `array`"),
        (HEAD + FIRST.replace('["2p"]', "[]"), "rule[0].modes", "is empty"),
        (HEAD + FIRST.replace('["2p"]', '["2p", "2p"]'), "rule[0].modes", "twice"),
        (HEAD + GOOD.replace("move.diagonal", "move.one-step"), "rule[2].id", "stands there twice"),
        (HEAD + FIRST.replace("toy.move.one-step", "game.move.one"), "rule[0].id", "has to be toy.section.name"),
        (HEAD + FIRST.replace("toy.move.one-step", "toy.move"), "rule[0].id", "has to be toy.section.name"),
        (HEAD + FIRST.replace("one-step", "One_step"), "rule[0].id", "has to be toy.section.name"),
        (HEAD + FIRST.replace("one-step", "one--step"), "rule[0].id", "has to be toy.section.name"),
        (HEAD + FIRST + 'why = "So."', "rule[0].why", "ruling that is missing"),
        (HEAD + FIRST + 'option = "x"', "rule[0].option", "expected `object"),
        (HEAD + FIRST + 'option = { name = "x", default = "a" }', "rule[0].option", "missing required field `other`"),
        (HEAD + FIRST + 'option = { name = "x", default = "a", other = [] }', "rule[0].option.other", "at least one"),
        (HEAD + FIRST + 'option = { name = "x", default = "a", other = ["a"] }', "rule[0].option.other", "twice"),
        (HEAD + FIRST + "this is no toml", "line 10", "is no TOML"),
        (
            HEAD + GOOD + 'option = { name = "attacks", default = "a", other = ["b"] }',
            "rule[2].option.name",
            "attacks stands there twice",
        ),
    ],
)
def test_a_faulty_file_is_refused_with_file_key_and_reason(tmp_path, text, key, reason):
    with pytest.raises(ContentError) as caught:
        load(tmp_path, text)
    assert caught.value.file == "rules.toml"
    assert caught.value.key == key
    assert reason in caught.value.reason


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ContentError, match="no such file"):
        load_atoms(tmp_path / "rules.toml")


def test_the_rules_of_sanchos_load():
    book = load_atoms(resource("mesnada.games.sanchos", "rules.toml"))
    assert book.prefix == "sanchos"
    assert {mode for atom in book for mode in atom.modes} == {"2p", "3p", "solo"}
    assert all(atom.id.startswith("sanchos.") for atom in book)
    assert "sanchos.score.tower-one" in book

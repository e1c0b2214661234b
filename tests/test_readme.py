"""The README runs, and what it and the pages in docs/ name is there."""

import doctest
import re
from pathlib import Path

import pytest

from mesnada.cli import BAD_INPUT, COMMANDS, GOOD
from mesnada.cli_vectors import SOME_FAILED
from mesnada.kernel.game import find_game
from mesnada.terminal.commands import NAMES

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "docs" / "terminal.md", ROOT / "docs" / "records.md", ROOT / "docs" / "readings.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_run(page):
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert failed == 0
    if page.name in ("README.md", "records.md"):
        assert tried


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)|src(?:set)?=\"([^\"]+)\"", text):
        target = "".join(link)
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_the_readme_names_every_command():
    text = (ROOT / "README.md").read_text("utf-8")
    assert {name for name in COMMANDS if f"`mesnada {name} " not in text and f"`mesnada {name}`" not in text} == set()


def test_the_page_of_the_terminal_names_every_command_and_rule_that_exists():
    text = (ROOT / "docs" / "terminal.md").read_text("utf-8")
    assert {name for name in NAMES if f"`{name}" not in text} == set()


def test_the_page_of_readings_names_every_option():
    text = (ROOT / "docs" / "readings.md").read_text("utf-8")
    game = find_game("sanchos")
    named = {info.name for mode in game.modes for info in game.options(mode)}
    assert {name for name in named if f"`{name}`" not in text} == set()


def test_the_exit_codes_are_those_of_the_program():
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert (GOOD, BAD_INPUT, SOME_FAILED) == (0, 2, 1)
    assert f"`vectors` exits with {SOME_FAILED} if a case failed" in text

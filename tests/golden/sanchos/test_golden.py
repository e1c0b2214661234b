"""Golden games: any change of what is legal, of an outcome or of a state shows here as a readable difference."""

from __future__ import annotations

import difflib
from itertools import islice
from pathlib import Path

import pytest

from tests.golden.sanchos.play import GAMES, lines_of

FOLDER = Path(__file__).parent / "games"
SHOWN = 40


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str, update_golden: bool) -> None:
    file = FOLDER / f"{name}.txt"
    played = list(lines_of(*GAMES[name]))
    if update_golden:
        file.write_text("\n".join(played) + "\n", "utf-8")
        return
    golden = file.read_text("utf-8").splitlines()
    if played != golden:
        changes = difflib.unified_diff(golden, played, f"{name}.txt", "played now", lineterm="", n=2)
        hint = "(pytest tests/golden/sanchos --update-golden writes the games anew)"
        pytest.fail("\n".join([*islice(changes, SHOWN), hint]), pytrace=False)


def test_there_is_a_file_for_each_golden_game_and_no_other() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(GAMES)


def test_the_golden_games_cover_what_is_worth_covering() -> None:
    """Battles, cards, interceptions, sieges, El Cid in both forms, ties by token: each at least once."""
    text = "\n".join(file.read_text("utf-8") for file in FOLDER.glob("*.txt"))
    for chosen in ("> attack ", "> besiege ", "> besiegers ", "> intercept yes", "> intercept no", "> siege continue",
                   "> siege give-up", "> release ", "> use el-cid", "> shift ", "> el-cid inspire", "> el-cid enter",
                   "> el-cid place ", "> bring ", "> column ", "> reroll ", "> hit ", "> army ", "> target ",
                   "> reserve-this-card", "> discard ", "> set-aside ", "> fortify king ", "> decline"):
        assert chosen in text, chosen

"""Every measure of the heuristics has a name in both languages, and no name is left over."""

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.heuristics import HEURISTICS


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("mode", GAME.modes)
def test_features_and_their_names_agree(mode: str, lang: str) -> None:
    words = GAME.catalogue(lang)
    state = GAME.new(mode)
    codes = {feature.code for seat in GAME.seats(mode) for feature in HEURISTICS.features(state, seat.id)}
    named = {key.removeprefix("feature.") for key in words.keys() if key.startswith("feature.")}  # noqa: SIM118
    assert codes == named

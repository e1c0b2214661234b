"""The Solo Campaign Challenge as a record that each finished game turns into the next one."""

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.campaign import SanchosCampaign
from mesnada.kernel.errors import OptionError, RecordError, UsageError
from mesnada.kernel.game import Outcome

WIN = Outcome("major", ("player",), {"player": 10, "auto": 4})
MINOR_WIN = Outcome("minor", ("player",), {"player": 7, "auto": 4})
LOSS = Outcome("major", ("auto",), {"player": 4, "auto": 10})
TIE = Outcome("minor", ("auto",), {"player": 6, "auto": 6})


def campaign(level, *outcomes):
    """The campaign after these games, and the options of all games up to the next one."""
    now = SanchosCampaign.start(level)
    games = [now.next_game()]
    for outcome in outcomes:
        now = now.after(outcome)
        games.append(now.next_game())
    return now, [game.options for game in games if game]


def column(games, option):
    return [game[option] for game in games]


@pytest.mark.rule("sanchos.campaign.order")
def test_the_next_sancho_comes_only_after_a_win():
    now, games = campaign("normal", LOSS, WIN, WIN, WIN)
    assert column(games, "player") == ["najera", "najera", "aragon", "castilla"]
    assert now.state == "won"


@pytest.mark.rule("sanchos.campaign.start-level")
def test_a_win_raises_the_level_and_a_loss_keeps_it():
    _, games = campaign("normal", WIN, LOSS, WIN, WIN)
    assert column(games, "level") == ["normal", "hard", "hard", "very-hard"]


@pytest.mark.rule("sanchos.campaign.start-level")
def test_epic_is_the_highest_level():
    _, games = campaign("hard", WIN, WIN, LOSS)
    assert column(games, "level") == ["hard", "very-hard", "epic", "epic"]
    _, games = campaign("impossible", WIN, WIN)
    assert column(games, "level") == ["very-hard", "epic", "epic"]


@pytest.mark.rule("sanchos.campaign.win-and-loss")
@pytest.mark.parametrize(("outcomes", "state"), [
    ([LOSS, WIN, LOSS, WIN, WIN], "won"),
    ([LOSS, WIN, LOSS, LOSS], "lost"),
    ([LOSS, LOSS], "running"),
    ([LOSS, LOSS, LOSS], "lost"),
    ([MINOR_WIN, MINOR_WIN, MINOR_WIN], "won"),
    ([TIE, TIE, TIE], "lost"),
])
def test_three_wins_or_three_losses_end_it(outcomes, state):
    now, _ = campaign("normal", *outcomes)
    assert now.state == state
    assert (now.next_game() is None) == (state != "running")


@pytest.mark.rule("sanchos.campaign.el-cid-after-loss")
def test_el_cid_helps_in_the_game_after_a_loss_except_aragon():
    _, games = campaign("normal", LOSS, WIN, LOSS, WIN)
    assert [(game["player"], game["el-cid"]) for game in games] == [
        ("najera", "off"), ("najera", "card"), ("aragon", "off"), ("aragon", "off"), ("castilla", "off")]
    _, games = campaign("normal", LOSS, LOSS)
    assert column(games, "el-cid") == ["off", "card", "card"]


@pytest.mark.rule("sanchos.level.impossible")
def test_impossible_ends_with_any_loss_and_needs_a_major_victory_at_last():
    assert campaign("impossible", LOSS)[0].state == "lost"
    assert campaign("impossible", WIN, LOSS)[0].state == "lost"
    assert campaign("impossible", WIN, MINOR_WIN, MINOR_WIN)[0].state == "lost"
    assert campaign("impossible", MINOR_WIN, MINOR_WIN, WIN)[0].state == "won"
    assert campaign("impossible")[0].losses_left == 0
    assert campaign("normal", LOSS)[0].losses_left == 1


@pytest.mark.rule("sanchos.level.impossible", "sanchos.level.any-solo-game")
def test_impossible_is_no_level_of_a_single_game_nor_very_hard_a_start_of_a_campaign():
    with pytest.raises(OptionError, match="level: cannot be 'impossible'"):
        GAME.new("solo", {"level": "impossible"})
    with pytest.raises(OptionError, match="cannot start at 'very-hard'"):
        SanchosCampaign.start("very-hard")


@pytest.mark.rule("sanchos.level.any-solo-game")
def test_a_single_game_is_played_at_any_level_with_or_without_el_cid_but_not_by_aragon():
    for level in ("normal", "hard", "very-hard", "epic"):
        for player in ("castilla", "najera"):
            for cid in ("off", "card", "inspires"):
                assert GAME.new("solo", {"player": player, "level": level, "el-cid": cid}).legal()
        assert GAME.new("solo", {"player": "aragon", "level": level}).legal()
        with pytest.raises(OptionError, match="Aragón"):
            GAME.new("solo", {"player": "aragon", "level": level, "el-cid": "card"})


def test_every_next_game_can_be_created():
    for level in SanchosCampaign.levels:
        for outcomes in ([], [WIN], [WIN, WIN], [LOSS], [LOSS, WIN], [WIN, LOSS], [WIN, LOSS, WIN], [LOSS, LOSS]):
            now = SanchosCampaign.start(level)
            for outcome in outcomes:
                game = now.next_game()
                if game is None:
                    break
                assert GAME.new(game.mode, game.options).legal()
                now = now.after(outcome)


def test_a_campaign_that_is_over_takes_no_more_games():
    now, _ = campaign("impossible", LOSS)
    with pytest.raises(UsageError, match="it is over"):
        now.after(WIN)


def test_saving_and_loading():
    now, _ = campaign("hard", LOSS, WIN, WIN)
    assert SanchosCampaign.load(now.save()) == now


@pytest.mark.parametrize(("saved", "reason"), [
    (None, "object"),
    ({"level": "hard"}, "games"),
    ({"level": "epic", "games": []}, "cannot start at 'epic'"),
    ({"level": "hard", "games": [], "cheat": 1}, "cheat"),
    ({"level": "hard", "games": [{"player": "aragon", "level": "hard", "el-cid": "off", "won": True,
                                  "ending": "major"}]}, "the game was to be player najera, level hard"),
    ({"level": "impossible", "games": [{"player": "najera", "level": "very-hard", "el-cid": "off", "won": False,
                                        "ending": "minor"}] * 2}, "after the end of the campaign"),
    ({"level": "hard", "games": [{"player": "najera", "level": "hard", "el-cid": "off", "won": True,
                                  "ending": "draw"}]}, "ending"),
])
def test_a_saved_campaign_that_cannot_be(saved, reason):
    with pytest.raises(RecordError, match=reason):
        SanchosCampaign.load(saved)

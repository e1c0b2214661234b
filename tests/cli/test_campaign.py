"""``mesnada campaign``: kept between games, whatever happens in between."""

import json
import random

import pytest

from mesnada.kernel.record import read_record
from tests.cli.command import refused, run

NUMBERS = [str(number) for number in random.Random(1).choices(range(1, 7), k=6000)]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "campaign.json"


def campaign(*args, lines=()):
    return run("campaign", "sanchos", *args, lines=lines)


def write(file, level, *games, records=None):
    """A campaign file with these finished games: (player, level, el-cid, won)."""
    played = [{"player": p, "level": lv, "el-cid": c, "won": won, "ending": "major"} for p, lv, c, won in games]
    file.write_text(json.dumps({
        "mesnada-campaign": 1, "game": "sanchos", "campaign": {"level": level, "games": played},
        "records": [f"game-{n}.jsonl" for n in range(len(games))] if records is None else records}))


def test_start_show_play(file, data_folder):
    ran = campaign("start", "--level", "hard", "--file", file)
    assert ran.code == 0
    assert "Next game: Your Sancho: Nájera; Level: Hard; El Cid: Off" in ran.out
    assert f"mesnada campaign sanchos play --file {file}" in ran.out
    assert campaign("show", "--file", file).out.endswith(ran.out.split("\n", 1)[1])

    ran = campaign("play", "--file", file, "--seed", 3, lines=NUMBERS)
    assert ran.code == 0
    assert "1. Your Sancho: Nájera; Level: Hard; El Cid: Off: lost (major victory)" in ran.out
    assert "1 more game may be lost." in ran.out
    assert "Next game: Your Sancho: Nájera; Level: Hard; El Cid: The card" in ran.out
    (record,) = (data_folder / "records").iterdir()
    head = read_record(record).head
    assert (head.mode, head.options["player"], head.options["level"]) == ("solo", "najera", "hard")
    assert read_record(record).end is not None


@pytest.mark.rule("sanchos.campaign.el-cid-after-loss", "sanchos.campaign.win-and-loss")
def test_played_to_its_end(file, data_folder):
    campaign("start", "--file", file)
    for seed in range(3):
        ran = campaign("play", "--file", file, "--seed", seed, lines=NUMBERS)
        assert ran.code == 0
    assert "The campaign is lost." in ran.out
    assert "3. Your Sancho: Nájera; Level: Normal; El Cid: The card: lost" in ran.out
    assert "The campaign is lost." in refused("campaign", "sanchos", "play", "--file", file)
    assert campaign("start", "--file", file, "--level", "impossible").code == 0
    assert "campaign at level “Impossible”" in campaign("show", "--file", file).out


def test_the_default_file_is_in_the_data_folder(data_folder):
    assert "there is none in" in refused("campaign", "sanchos", "show")
    campaign("start")
    assert (data_folder / "campaign-sanchos.json").is_file()
    ran = campaign("show")
    assert "Next game: Your Sancho: Nájera; Level: Normal; El Cid: Off" in ran.out
    assert "Play it with: mesnada campaign sanchos play\n" in ran.out


def test_a_game_under_way_is_gone_on_with(file, data_folder):
    campaign("start", "--file", file)
    first = campaign("play", "--file", file, "--seed", 3, lines=["1", "quit"])
    assert "The game is kept in" in first.out
    (record,) = (data_folder / "records").iterdir()
    assert f"It is under way, recorded in {record}" in campaign("show", "--file", file).out
    assert "--seed: stands in the record" in refused("campaign", "sanchos", "play", "--file", file, "--seed", 4)
    second = campaign("play", "--file", file, lines=NUMBERS)
    assert "The game goes on after 4 decisions." in second.out
    assert "1. Your Sancho: Nájera" in second.out
    assert list((data_folder / "records").iterdir()) == [record]


def test_a_result_that_was_not_entered_is_entered_later(file, data_folder):
    campaign("start", "--file", file)
    campaign("play", "--file", file, "--seed", 3, lines=["1", "quit"])
    (record,) = (data_folder / "records").iterdir()
    run("play", "--resume", record, lines=NUMBERS)
    assert "1. Your Sancho: Nájera; Level: Normal; El Cid: Off: lost" in campaign("show", "--file", file).out
    assert len(json.loads(file.read_text())["campaign"]["games"]) == 1


def test_a_deleted_record_means_that_the_game_is_played_anew(file, data_folder):
    campaign("start", "--file", file)
    campaign("play", "--file", file, lines=["quit"])
    for record in (data_folder / "records").iterdir():
        record.unlink()
    assert "It is under way" not in campaign("show", "--file", file).out
    assert campaign("play", "--file", file, lines=["quit"]).code == 0


def test_somebody_elses_record_is_not_taken(file, tmp_path):
    other = tmp_path / "other.jsonl"
    run("play", "sanchos", "--mode", "solo", "--option", "player=castilla", "--record", other, lines=["quit"])
    write(file, "normal", records=[str(other)])
    error = refused("campaign", "sanchos", "show", "--file", file)
    assert "is not the record of the next game of the campaign" in error


@pytest.mark.rule("sanchos.campaign.order", "sanchos.level.impossible")
def test_the_next_game_has_the_right_player_level_and_el_cid(file):
    write(file, "impossible", ("najera", "very-hard", "off", True), ("aragon", "epic", "off", True))
    assert "Next game: Your Sancho: Castilla; Level: Epic; El Cid: Off" in campaign("show", "--file", file).out
    write(file, "normal", ("najera", "normal", "off", True), ("aragon", "hard", "off", False))
    out = campaign("show", "--file", file).out
    assert "Next game: Your Sancho: Aragón; Level: Hard; El Cid: Off" in out
    assert "1. Your Sancho: Nájera; Level: Normal; El Cid: Off: won" in out


def test_everything_is_named_in_spanish_as_well(file):
    write(file, "hard", ("najera", "hard", "off", False))
    out = run("--lang", "es", "campaign", "sanchos", "show", "--file", file).out
    assert "La Guerra de los 3 Sanchos, 1065-67: campaña de nivel «Difícil»" in out
    assert "1. Tu Sancho: Nájera; Nivel: Difícil; El Cid: Sin él: perdida (victoria mayor)" in out
    assert "Próxima partida: Tu Sancho: Nájera; Nivel: Difícil; El Cid: La carta" in out


def test_one_campaign_is_not_lost_by_starting_another(file):
    campaign("start", "--file", file, "--level", "hard")
    before = file.read_bytes()
    assert "--replace gives it up" in refused("campaign", "sanchos", "start", "--file", file)
    assert file.read_bytes() == before
    assert campaign("start", "--file", file, "--replace").code == 0
    assert "campaign at level “Normal”" in campaign("show", "--file", file).out


@pytest.mark.parametrize(("args", "reason"), [
    (["chess", "show"], "there is no game 'chess'"),
    (["sanchos", "start", "--level", "epic"], "option level: a campaign cannot start at 'epic'"),
    (["sanchos", "win"], "invalid choice: 'win'"),
    (["sanchos", "show", "--level", "hard"], "--level is for campaign start alone"),
    (["sanchos", "play", "--replace"], "--replace is for campaign start alone"),
    (["sanchos", "play"], "there is none in"),
])
def test_bad_arguments(args, reason, data_folder):
    assert reason in refused("campaign", *args)
    assert not data_folder.exists()


@pytest.mark.parametrize(("text", "reason"), [
    ("", "is no campaign"),
    ("[]", "is no campaign"),
    ('{"mesnada-campaign": 1}', "is no campaign"),
    ('{"mesnada-campaign": 2, "game": "sanchos", "campaign": {}, "records": []}', "has format 2"),
    ('{"mesnada-campaign": 1, "game": "kings", "campaign": {}, "records": []}', "is a campaign of kings"),
    ('{"mesnada-campaign": 1, "game": "sanchos", "campaign": {}, "records": []}', "{file}, campaign"),
    ('{"mesnada-campaign": 1, "game": "sanchos", "campaign": {"level": "hard", "games": []}, "records": ["a", "b"]}',
     "does not name one record a game"),
])
def test_a_faulty_file(file, text, reason):
    file.write_text(text)
    for command in ("show", "play", "start"):
        assert reason.format(file=file) in refused("campaign", "sanchos", command, "--file", file)
    assert file.read_text() == text


def test_a_cheat_is_found(file):
    write(file, "normal", ("castilla", "epic", "off", True))
    assert "the game was to be player najera" in refused("campaign", "sanchos", "show", "--file", file)

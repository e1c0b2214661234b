"""Games at the terminal, with typed lines and what is written."""

import json
import random

import pytest

from mesnada.games.sanchos import GAME
from mesnada.kernel.record import read_record, verify
from mesnada.table import Table
from tests.games.sanchos.scenes import START, cp_turn, do, scene
from tests.table.tables import new_table, play_on
from tests.terminal.consoles import Script


def solo(tmp_path, **how):
    return new_table("solo", ("human",), record=tmp_path / "game.jsonl", seed=5, options={"player": "castilla"}, **how)


def at(state, seats=("human", "random", "random")):
    """A table at a position in the middle of things."""
    return Table.new(GAME, state, seats, seed=1)


def turn(cp=6, pieces=None, **how):
    state = cp_turn(scene(pieces or [*START[:3], "najera field c-home K+3T", *START[4:]], **how), cp)
    state.events = None
    return state


# -- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("mode", GAME.modes)
def test_whole_games_by_numbers(tmp_path, mode, lang):
    rng = random.Random(7)
    lines = [str(rng.randint(1, 4)) for _ in range(4000)]
    table = new_table(mode, ("human", "random", "random"), record=tmp_path / "game.jsonl", seed=7)
    script = Script(table, *lines, lang=lang)
    assert script.code == 0
    outcome = table.state.outcome()
    assert outcome is not None
    assert GAME.wording(lang).outcome(outcome) in script.out
    assert verify(tmp_path / "game.jsonl").end is not None


def test_bots_play_alone_and_the_log_is_written(tmp_path):
    script = Script(new_table("3p", record=tmp_path / "game.jsonl", seed=2))
    assert script.code == 0
    assert "Round 1: Nájera is the commander." in script.out
    assert "> " not in script.out


def test_a_question_shows_where_the_game_is_and_what_can_be_done(tmp_path):
    out = Script(solo(tmp_path)).out
    assert "Round 1 › Play or reserve a card" in out
    assert "  1  Play najera-1a (1 CP)  [play najera-1a]" in out
    assert "ARAGÓN: Deploy 1 to Home region" in out
    assert out.count("CASTILLA: Fortify 1. If not possible, Besiege 1 most favourable.") == 1
    assert "[1T] K+3T" in out
    assert "VP: Player 2, Auto-Sanchos 4." in out


@pytest.mark.parametrize(("mode", "lang", "aim"), [
    ("3p", "en", ("10 VP: the game ends at once", "most VP win when all hands", "CP:", "Reserve:", "Supply:")),
    ("2p", "en", ("10 VP win at once", "Nájera can win as well", "CP:", "Reserve:", "Supply:")),
    ("solo", "es", ("10 PV", "empate: ellos", "PM:", "Reserva:", "Suministro:")),
])
def test_a_new_game_says_what_wins_before_it_says_how_to_answer(tmp_path, mode, lang, aim):
    table = new_table(mode, ("human", "random", "random"), record=tmp_path / "game.jsonl", seed=5)
    first = Script(table, "1", lang=lang).out.partition("help" if lang == "en" else "ayuda")[0]
    text = " ".join(first.split())
    assert [part for part in aim if part not in text] == []
    assert len(GAME.wording(lang).aim(table.state).splitlines()) == 3
    resumed = Table.resume(tmp_path / "game.jsonl")
    assert aim[0] not in Script(resumed, lang=lang).out


@pytest.mark.parametrize(("lang", "line", "expected"), [
    ("en", "region R3", ["r3 (castle, 2 VP): Field Army of Castilla: the King and 1 Troop.",
                         "Next to r1, c-home, r4 and r5."]),
    ("en", "region 6", ["n-home (home castle of Nájera, 3 VP): Garrison of Nájera: 1 Troop.",
                        "Next to r4, r5, r7 and r8."]),
    ("es", "región home", ["c-home", "n-home", "a-home"]),
    ("en", "region atlantis", ["No region is called “atlantis”."]),
    ("en", "region", ["region: name a region, or its number"]),
    ("en", "help", ["region: region NAME:"]),
    ("en", "region r12", ["No Entry!: r12."]),
])
def test_what_is_in_a_region_and_next_to_it(lang, line, expected):
    pieces = ["castilla field r3 K+1T", "najera garrison n-home 1T", "najera field r9 K", *START[4:]]
    out = " ".join(Script(at(turn(pieces=pieces, closed_at={"r12": [3]})), line, lang=lang).after(line).split())
    places = [out.find(part) for part in expected]
    assert -1 not in places
    assert places == sorted(places)


def test_only_ones_own_cards_are_shown(tmp_path):
    table = new_table("3p", ("random", "human", "random"), record=tmp_path / "game.jsonl", seed=5)
    out = Script(table, "position", "log 99").out
    state = table.state
    own = {state.t.cards[c].id for c in state.cards_at(8 + 1)}
    others = {state.t.cards[c].id for s in (0, 2) for c in state.cards_at(8 + s)}
    assert all(card in out for card in own)
    assert not any(card in out for card in others)
    assert "Castilla draws a card." in out


def test_names_abbreviations_and_several_decisions_on_a_line(tmp_path):
    table = solo(tmp_path)
    Script(table, "play najera-1a", "take", "deploy king")
    assert [e.action.name for e in table.entries if e.seat == 0][:3] == ["play najera-1a", "take-turn", "deploy king"]
    table = at(turn())
    script = Script(table, "recruit; deploy k; fort t c-home")
    assert [e.action.name for e in table.entries][:3] == ["recruit", "deploy king", "fortify troop c-home"]
    assert "Castilla recruits a Troop." in script.out


def test_nothing_of_a_line_is_done_if_a_part_of_it_is_wrong():
    table = at(turn())
    script = Script(table, "recruit; attack r9; end", "recruit; dance")
    assert table.entries == []
    assert script.out.count("Nothing of this line was carried out.") == 2
    assert "[sanchos.attack.needs-own-pieces]" in script.after("recruit; attack r9; end")


def test_what_stands_behind_a_battle_is_not_carried_out():
    table = at(turn(pieces=["castilla field r3 K+1T", "najera field r3 K", *START[4:]]))
    script = Script(table, "attack r3 1; recruit; recruit")
    assert "Not carried out, because somebody else or chance comes first: recruit; recruit" in script.out
    assert not any(e.action.name == "recruit" for e in table.entries)


@pytest.mark.parametrize(("line", "answer"), [
    ("attack r9", "[sanchos.attack.needs-own-pieces]"),
    ("dance", "No action is named “dance”."),
    ("recriut", "Perhaps you mean: recruit"),
    ("99", "There is no choice 99; the choices are 1–10."),
    ("deploy", "After “deploy” has to come one of: king / home / castle"),
    ("recruit 5", "No action is named “5”."),
    ("move c-home r1", "can mean several things: move troop c-home, to r1 / move garrison c-home, to r1"),
])
def test_answers_that_are_none(line, answer):
    table = at(turn())
    script = Script(table, line)
    assert answer in " ".join(script.after(line).split())
    assert table.entries == []


def test_a_forced_choice_is_told():
    for seed in range(30):
        table = new_table("3p", ("human", "human", "human"), seed=seed)
        rng = random.Random(seed)
        out = Script(table, *(str(rng.randint(1, 3)) for _ in range(3000))).out
        if "No other choice: " in out:
            return
    pytest.fail("no forced choice was met")


# -- commands --------------------------------------------------------------------------------------------------------


def test_why():
    table = at(turn())
    script = Script(table, "why attack r9", "why recruit", "why", "why dance", "why move", "why pass")
    assert "[sanchos.attack.needs-own-pieces]" in script.after("why attack r9")
    assert "recruit is legal now [sanchos.turn.free-mix]" in script.after("why recruit")
    assert "type an action after it" in script.after("why")
    assert "No action is named “dance”." in script.after("why dance")
    assert "After “move” has to come one of" in script.after("why move")
    assert "[sanchos.turn.free-mix]" in " ".join(script.after("why pass").split())
    assert table.entries == []


@pytest.mark.parametrize(("line", "answer"), [
    ("why move king to r9", "to r9: "),
    ("why move king", "move king is legal now"),
    ("why attack c-home 9", "points 9: "),
    ("why recruit; attack r9", "attack r9: "),
    ("why recruit; recruit", "recruit, recruit is legal now [sanchos.turn.free-mix]"),
])
def test_why_follows_decisions_that_come_after_one_another(line, answer):
    table = at(turn())
    out = " ".join(Script(table, line).after(line).split())
    assert answer in out
    assert "[sanchos." in out
    assert table.entries == []


def test_rules():
    script = Script(at(turn()), "rules", "rules sanchos.score.tower-one", "rules tower neutral", "rules xyzzy")
    assert "sanchos.turn.free-mix  (" in script.after("rules")
    assert "A tower is worth 1 VP in every mode." in script.after("rules sanchos.score.tower-one")
    assert "rules" in script.after("rules tower neutral")
    assert "No rule has “xyzzy”." in script.after("rules xyzzy")


def test_undo(tmp_path):
    table = solo(tmp_path)
    script = Script(table, "undo", "1", "undo", "undo", "quit")
    assert "There is nothing of yours to take back." in script.out or "Dice have fallen" in script.after("undo")
    assert "Taken back: play najera-1a" in script.out
    assert not any(e.seat == 0 for e in table.entries)
    assert len(verify(tmp_path / "game.jsonl").moves) == 3


def test_undo_is_refused_with_the_reason_after_dice():
    table = at(turn())
    script = Script(table, "attack c-home 1", "release none", "undo")
    assert "Dice have fallen or a card was drawn since then" in script.after("undo")


def test_at_one_screen_the_last_to_decide_may_take_back():
    table = new_table("3p", ("human", "human", "human"), seed=3)
    rng = random.Random(3)
    while True:
        before = len(table.entries)
        play_on(table, rng, decisions=1)
        last = table.entries[before]
        other = table.asked()
        if last.by == "" and last.seat >= 0 and other in table.humans and other != last.seat:
            break
    assert table.why_not_undo(other) is not None
    script = Script(table, "undo")
    assert f"Taken back: what {script.session.side(last.seat)} decided last." in script.out
    assert f"Taken back: {last.action.name}" not in script.out
    assert table.asked() == last.seat


def test_save_and_resume(tmp_path):
    table = solo(tmp_path)
    copy = tmp_path / "copy.jsonl"
    script = Script(table, "1", "save", f"save {copy}", f"save {copy}", f"save {tmp_path}/no/where")
    assert f"Every decision is saved at once in {tmp_path / 'game.jsonl'}" in script.after("save")
    assert f"Copied to {copy}" in script.out
    assert "is there already; it is not overwritten" in " ".join(script.out.split())
    assert "No such file or directory" in script.out
    assert copy.read_bytes() == (tmp_path / "game.jsonl").read_bytes()
    resumed = Script(Table.resume(copy), "1")
    assert "The game goes on after 4 decisions." in resumed.out


def test_without_a_record_save_says_so():
    assert "This game is not recorded." in Script(at(turn()), "save").out


def test_odds():
    out = Script(at(turn()), "odds").after("odds")
    assert "attack c-home" in out
    assert "Castilla loses" in out
    assert "King falls" in out
    assert "2000" in out
    no_dice = Script(at(turn(pieces=START)), "odds")
    assert "No dice follow from what you can do now." in no_dice.after("odds")


def test_hint_gives_the_reason_of_a_bot():
    out = Script(at(turn()), "hint").after("hint")
    assert "worth" in out
    assert "best of" in out


def test_board_position_and_log(tmp_path):
    script = Script(solo(tmp_path), "1", "board", "position", "log", "log 1", "log 0")
    assert "Asturias de Santillana  tower 1" in script.after("board")
    assert "Victory points: Player 2 and Auto-Sanchos 4." in script.after("position")
    assert "Castilla plays najera-1a (1 CP)." in script.after("log")
    assert script.after("log 1").strip().splitlines()[0] == "Castilla plays najera-1a (1 CP)."
    assert "plays" not in script.after("log 0")


def test_explain_shows_rules_and_reasons(tmp_path):
    table = new_table("3p", ("random", "human", "random"), record=tmp_path / "game.jsonl", seed=5)
    script = Script(table, "1", "1", "1", "1", "1", explain=True)
    assert "[sanchos.phase1.play-or-reserve]" in script.out
    assert "possible answers" in script.out
    quiet = Script(solo(tmp_path / "other"), "1", "explain on", "log 1", "explain off", "log 1")
    assert "[sanchos.phase1.play-or-reserve]" in quiet.out
    assert "Rules and reasons are no longer shown." in quiet.out


def test_confirm_asks_even_without_a_choice():
    table = at(turn())
    script = Script(table, "confirm on", "confirm", "confirm off")
    assert "You are asked even where there is no choice." in script.after("confirm on")
    assert "Where there is no choice, it is taken for you." in script.after("confirm")
    assert table.confirm is False


def test_the_language_can_change_in_the_middle():
    script = Script(at(turn()), "lang es", "deshacer", "porque attack r9", "idioma en", "lang xx", "lang")
    assert "El idioma es el español." in script.out
    assert "No hay nada tuyo que deshacer." in script.after("deshacer")
    assert "[sanchos.attack.needs-own-pieces]" in script.after("porque attack r9")
    assert "The language is English." in script.after("idioma en")
    assert "there is no text in 'xx'" in script.after("lang xx")


def test_help_comes_from_the_grammar():
    script = Script(at(turn()), "help", "help all", "?")
    out = script.after("help")
    assert "  deploy king|home|castle" in out
    assert "  hit" not in out
    assert "undo: take your last decision back" in out
    assert "  hit castilla|najera|aragon troop|king 0|1|…|80" in script.after("help all")
    assert "deploy king|home|castle" in script.after("?")


def test_every_command_is_explained_in_help():
    from mesnada.terminal.commands import NAMES

    out = Script(at(turn()), "help").after("help")
    for name in NAMES:
        assert f"  {name}: " in out


# -- leaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [["quit"], ["q"], []])
def test_leaving_and_the_end_of_input_keep_the_game(tmp_path, last):
    script = Script(solo(tmp_path), "1", *last)
    assert script.code == 0
    assert f"The game is kept in {tmp_path / 'game.jsonl'}" in script.out
    assert "Go on with: mesnada play --resume it" in script.out
    assert len(read_record(tmp_path / "game.jsonl").moves) == 4


def test_ctrl_c_keeps_the_game(tmp_path, monkeypatch):
    table = solo(tmp_path)

    def pressed(self, prompt, whose=None):
        raise KeyboardInterrupt

    monkeypatch.setattr("mesnada.terminal.console.Console.line", pressed)
    script = Script(table)
    assert script.code == 130
    assert "The game is kept in" in script.out


def test_empty_lines_and_noise_do_no_harm(tmp_path):
    table = solo(tmp_path)
    script = Script(table, "", "   ", "\x00\x1b[31m", "ñandú", "💥" * 300, ";;;", "-1", "1e9")
    assert script.code == 0
    assert not any(e.seat == 0 for e in table.entries)


def test_no_colours_outside_a_terminal(tmp_path):
    assert "\x1b" not in Script(solo(tmp_path), "1", "help").out


# -- dice by hand ----------------------------------------------------------------------------------------------------


def by_hand(tmp_path, *lines, mode="3p", seats=("human", "random", "random"), **how):
    table = new_table(mode, seats, record=tmp_path / "game.jsonl", dice="manual", **how)
    return table, Script(table, *lines)


def names(table):
    return [entry.action.name for entry in table.entries]


def test_draws_by_number_or_id_several_on_one_line(tmp_path):
    table, script = by_hand(tmp_path, "1 2 najera-3c", "castilla-1a, 20", "21", "aragon-1a 26 27")
    assert "Deal a card to Castilla. (3 times)" in script.out
    assert "Deal a card to Nájera. (3 times)" in script.out
    cards = [card.id for card in table.state.t.cards]
    assert names(table)[:9] == [f"draw {card}" for card in (
        "najera-1a", "najera-1b", "najera-3c", "castilla-1a", cards[19], cards[20], "aragon-1a", cards[25], cards[26])]


@pytest.mark.parametrize(("line", "answer"), [
    ("1 1", "This card is not in the deck. [sanchos.phase3.commander-draws-one]"),
    ("28", "“28” is no possible result."),
    ("0", "“0” is no possible result."),
    ("king", "“king” is no possible result."),
    ("1 2 3 4", "“4” is one result too many; nothing was entered."),
])
def test_draws_that_cannot_be(tmp_path, line, answer):
    table, script = by_hand(tmp_path, line)
    assert answer in script.after(line)
    assert table.entries == []


def test_dice_are_asked_for_by_side_and_read_on_one_line():
    table = Table.new(GAME, turn(), ("human", "random", "random"), seed=1, dice="manual")
    script = Script(table, "attack c-home 1", "1", "9 6 5 4 4", "10", "7 3 2 1 1", "7 3 2 1")
    out = script.out
    assert "Roll Castilla’s King’s Guard die." in out or "King’s Guard" in out
    assert "“10” is no possible result." in script.after("10")
    assert "“1” is one result too many; nothing was entered." in script.after("7 3 2 1 1")
    rolled = [name for name in names(table) if name.startswith("roll")]
    assert rolled[:9] == ["roll king 9", "roll troop 6", "roll troop 5", "roll troop 4", "roll troop 4",
                          "roll king 7", "roll troop 3", "roll troop 2", "roll troop 1"]


@pytest.mark.rule("sanchos.components.dice-faces")
def test_a_face_that_no_die_has_is_refused():
    table = Table.new(GAME, turn(), ("human", "random", "random"), seed=1, dice="manual")
    script = Script(table, "attack c-home 1", "1", "2", "6")
    assert "“2” is no possible result." in script.after("2")
    assert "“6” is no possible result." in script.after("6")
    assert not any(entry.by == "hand" for entry in table.entries)


def test_commands_work_while_dice_are_awaited(tmp_path):
    table, script = by_hand(tmp_path, "help", "board", "odds", "hint", "undo", "rules", "why draw najera-1a", "quit")
    assert "Enter what the real dice and cards show" in script.after("help")
    assert "No dice follow" in script.after("odds")
    assert "It is nobody’s decision." in script.after("hint")
    assert "nothing of yours" in script.after("undo")
    assert "sanchos.setup.deal-three" in script.after("rules")
    assert "draw najera-1a is legal now" in script.after("why draw najera-1a")
    assert table.entries == []


def test_a_game_with_real_dice_and_the_automa(tmp_path):
    """The program as referee and automa: all chance is entered, by face, id or number."""
    rng = random.Random(3)
    table = new_table("solo", ("human",), record=tmp_path / "game.jsonl", dice="manual")
    while not table.state.over:
        legal = table.state.legal()
        chosen = rng.choice(legal)
        if table.asked() == -1:
            line = chosen.words[-1]
        elif table.asked() is not None:
            line = chosen.name
        else:
            table.step()
            continue
        number = len(table.entries)
        Script(table, line)
        assert table.entries[number].action is chosen
        table.close()
        if not table.state.over:
            table = Table.resume(tmp_path / "game.jsonl")
            assert table.dice == "manual" or table.asked() is not None
            table.dice = "manual"
    record = verify(tmp_path / "game.jsonl")
    assert record.end is not None
    assert all(move.by == "hand" for move in record.moves if move.seat == -1)


def test_the_record_marks_what_was_entered(tmp_path):
    by_hand(tmp_path, "1 2 3")
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert [line.get("by") for line in lines[1:]] == ["hand"] * 3


# -- cards -----------------------------------------------------------------------------------------------------------


def test_the_hand_is_shown_with_its_texts(tmp_path):
    table = solo(tmp_path)
    script = Script(table, "hand", "1", "hand", "mano")
    out = script.after("hand")
    state = table.state
    for c in state.cards_at(8):
        assert state.t.cards[c].id in out
    assert out.startswith("Castilla, hand: 3 cards\n")
    assert "Castilla, Reserved cards: none" in out
    assert out.count("CASTILLA: ") == 3
    assert "Castilla, hand: 2 cards" in script.out
    assert "Castilla, mano: 3 cartas" in Script(solo(tmp_path / "es"), "mano", lang="es").out


def test_a_hand_is_its_owners_alone(tmp_path):
    table = new_table("3p", ("random", "human", "random"), record=tmp_path / "game.jsonl", seed=5)
    out = Script(table, "hand", "cards").out
    state = table.state
    hands = [[state.t.cards[c].id for c in state.cards_at(8 + s)] for s in range(3)]
    assert all(card in out for card in hands[1])
    assert not any(card in out for card in hands[0] + hands[2])


def test_cards_tells_where_they_are_and_what_they_say(tmp_path):
    script = Script(solo(tmp_path), "1", "cards", "cards NAJERA-1", "cards xyz")
    places = script.after("cards")
    assert "Deck: 24 cards." in places
    assert "Card on the table: najera-1a (1 CP)" in places
    assert "Aragón: Reserved cards: none." in places
    texts = script.after("cards NAJERA-1")
    assert [line for line in texts.splitlines() if line.startswith("najera-")] == [
        f"najera-1{letter} (1 CP)" for letter in "abc"]
    assert "There is no card whose id begins with “xyz”." in script.after("cards xyz")


def test_the_card_in_play_stands_over_the_first_question_about_it(tmp_path):
    """It is written once while the same person goes on, and again with the board."""
    script = Script(solo(tmp_path), "1", "1", "board")
    heading = "Card on the table: najera-1a (1 CP)\n"
    assert heading in script.after("1")
    assert script.out.partition("board\n")[0].count(heading) == 1
    assert heading in script.after("board")
    assert script.out.index(heading) < script.out.index("Round 1 › Before the turns")


# -- the table beside the board, names and numbers ---------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "title", "seat"), [
    ("en", "War of the 3 Sanchos 1065-67, Solo", "Seats: Sancho II of Castilla (a person), Sancho IV of Nájera (the"),
    ("es", "La Guerra de los 3 Sanchos, 1065-67, En solitario", "Asientos: Sancho II de Castilla (una persona), "),
])
def test_a_game_is_introduced_in_the_language_that_is_spoken(tmp_path, lang, title, seat):
    out = Script(solo(tmp_path), lang=lang).out
    assert out.startswith(title + "\n")
    assert seat in out


BATTLE = ["castilla field r3 K+1T", "castilla garrison c-home 1T", "najera field r3 K+2T", *START[4:]]


def test_help_shows_only_forms_that_are_possible_now():
    state = do(cp_turn(scene(["castilla field r3 K", "castilla garrison r3 2T", "najera field r3 1T",
                              "najera garrison n-home K", *START[4:]]), 1), "attack r3")
    state.events = None
    assert "  release none|1t|2t\n" in Script(at(state), "help").after("help")
    state = do(cp_turn(scene(BATTLE), 1), "attack r3", 9, 5, 4, 3, 1, 1)
    state.events = None
    script = Script(at(state), "help", "5")
    assert "  hit najera king 3\n  hit najera troop 1\n" in script.after("help")
    assert "There is no choice 5; the choices are 1–2." in script.after("5")


def test_dice_that_cannot_be_are_not_completed():
    script = Script(at(turn()))
    for verb in ("hit", "reroll", "shift up"):
        assert script.session.complete(f"why {verb} ") == ["castilla", "najera", "aragon"]


def test_words_that_mean_nothing_to_a_command_are_refused():
    script = Script(at(turn()), "explain maybe", "confirm maybe", "log x")
    assert "maybe: type on or off" in script.after("explain maybe")
    assert "maybe: type on or off" in script.after("confirm maybe")
    assert "x: is no number of lines" in script.after("log x")
    assert not script.session.explain

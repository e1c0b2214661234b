"""What can be typed besides decisions: why, rules, undo, save, odds, board and so on.

A command has its English name in every language and one in the language that is spoken.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mesnada.kernel.errors import ActionError, MesnadaError, UsageError
from mesnada.kernel.step import CHANCE
from mesnada.terminal.grammar import explained, folded, patterns, words_of
from mesnada.terminal.rules_text import atom_lines, atom_paragraphs

if TYPE_CHECKING:
    from mesnada.terminal.session import Session

NAMES: Final = ("why", "rules", "undo", "save", "odds", "board", "region", "position", "hand", "cards", "log", "hint",
                "explain", "confirm", "lang", "help", "quit")
SHORT: Final = {"?": "help", "q": "quit"}
LOG_LINES: Final = 20
SWITCH: Final = {"on": True, "off": False}
FEW_WORDS: Final = 6
HINTS_FROM: Final = "greedy"
MOST_FOUND: Final = 12


class Leave(Exception):
    """Somebody wants to stop playing."""


class Commands:
    """The commands of one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.names = {**SHORT, **{name: name for name in NAMES}}
        for name in NAMES:
            self.names.setdefault(folded(session.text(f"terminal.command.{name}")), name)

    def run(self, line: str, seat: int | None) -> bool:
        """Carries out a line if it is a command (or empty); says whether it was."""
        words = line.split()
        if not words:
            return True
        name = self.names.get(folded(words[0]))
        if name is None:
            return False
        command: Callable[[list[str], int | None], None] = getattr(self, f"_{name}")
        try:
            command(words[1:], seat)
        except ActionError as error:
            self.session.complain(error)
        except MesnadaError as error:
            self.session.console.wrapped(self.session.console.style("bad", str(error)))
        return True

    def complete(self, text: str) -> list[str]:
        """The words that a line with a command may go on with."""
        words = text.split()
        begun = words.pop() if words and not text.endswith((" ", "\t")) else ""
        if not words:
            return [name for name in self.names if len(name) > 1 and name.startswith(folded(begun))]
        name = self.names.get(folded(words[0]))
        if name == "why":
            typed = words_of(" ".join(words[1:]))
            state = self.session.table.state
            names = [(action.verb, *action.words) for action in state.actions]
            found = {n[len(typed)]: None for n in names if len(n) > len(typed) and list(n[:len(typed)]) == typed}
            return [word for word in found if word.startswith(folded(begun))]
        if name == "rules" and len(words) == 1:
            return [atom.id for atom in self.session.table.game.rulebook if atom.id.startswith(begun)]
        return []

    # -- about the decision --------------------------------------------------------------------------------------

    def _why(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        state = session.table.state
        if not words:
            raise UsageError("why", session.text("terminal.why.nothing"))
        if seat == state.seat:
            state = state.view(seat).state
        actions = explained(state, " ".join(words))
        session.console.wrapped(session.text("terminal.why.legal", action=", ".join(action.name for action in actions),
                                             rule=state.step.rule))

    def _odds(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        view = session.table.state.view(seat)
        rows = session.table.game.odds(view) if view.to_act else None
        if not rows:
            session.console.say(session.text("terminal.odds.none"))
            return
        sides = list(dict.fromkeys(side for row in rows for side in row.losses))
        headings = [session.text("terminal.odds.action"), session.text("terminal.odds.samples")]
        for side in sides:
            name = session.wording.side(side)
            headings += [session.text("terminal.odds.losses", side=name), session.text("terminal.odds.distribution")]
            if any(side in row.leader for row in rows):
                headings.append(session.text("terminal.odds.leader"))
        lines = []
        for row in rows:
            line = [row.action.name, str(row.samples) if row.samples else session.text("terminal.odds.exact")]
            for side in sides:
                taking_part = side in row.losses
                line.append(f"{row.expected(side):.2f}" if taking_part else "")
                line.append(" ".join(f"{n}:{100 * share:.0f}%" for n, share in enumerate(row.losses[side]) if share)
                            if taking_part else "")
                if any(side in other.leader for other in rows):
                    line.append(f"{100 * row.leader[side]:.0f}%" if side in row.leader else "")
            lines.append(line)
        session.console.table(headings, lines)
        session.console.wrapped(session.text("terminal.odds.note"))

    def _hint(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        view = session.table.state.view(seat)
        if not view.to_act:
            session.console.say(session.text("terminal.hint.none"))
            return
        from mesnada.bots import make_bot

        bot = make_bot(HINTS_FROM, session.table.game, session.table.seed)
        action = bot.choose(view)
        session.console.wrapped(session.text("terminal.hint.action", action=session.wording.action(view.state, action),
                                             name=action.name))
        for reason in bot.explain(view, session.wording):
            session.console.wrapped(reason, "  ")

    def _undo(self, words: Sequence[str], seat: int | None) -> None:
        session, table = self.session, self.session.table
        who = seat if seat is not None else next(iter(table.humans), 0)
        refused = table.why_not_undo(who)
        if refused is not None and refused.code == "other-seat" and refused.seat in table.humans:
            # At one screen the seat that decided last may take back before the next one has decided.
            who = refused.seat
            refused = table.why_not_undo(who)
        if refused is not None:
            side = session.side(refused.seat) if refused.seat is not None else ""
            session.console.wrapped(session.text(f"undo.{refused.code}", side=side))
            return
        gone = table.undo(who)
        session.last_asked = None
        session.seen = {viewer: min(shown, len(table.entries)) for viewer, shown in session.seen.items()}
        if seat is None or who == seat:
            session.console.say(session.text("undo.done", action=gone[0].action.name))
        else:
            session.console.say(session.text("undo.done-for", side=session.side(who)))

    # -- looking at the game ---------------------------------------------------------------------------------------

    def _board(self, words: Sequence[str], seat: int | None) -> None:
        self.session.show_sheet(self.session.table.state.view(seat).state)

    def _region(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        state = session.table.state.view(seat).state
        wanted = folded(" ".join(words))
        if not wanted:
            raise UsageError("region", session.text("terminal.region.which"))
        names = {id: [folded(name) for name in known] for id, known in session.wording.places(state).items()}
        found = ([id for id, known in names.items() if wanted in known]
                 or [id for id, known in names.items() if any(_begins(name, wanted) for name in known)])
        self._lines([line for id in found for line in session.wording.about_place(state, id)], "terminal.region.none",
                    text=wanted)

    def _position(self, words: Sequence[str], seat: int | None) -> None:
        state = self.session.table.state.view(seat).state
        for line in self.session.wording.position(state).splitlines():
            self.session.console.wrapped(line)

    def _hand(self, words: Sequence[str], seat: int | None) -> None:
        self._lines([] if seat is None else self.session.table.game.hand(
            self.session.table.state.view(seat).state, seat, self.session.wording), "terminal.hand.none")

    def _cards(self, words: Sequence[str], seat: int | None) -> None:
        begun = folded(" ".join(words))
        self._lines(self.session.table.game.cards(
            self.session.table.state.view(seat).state, begun, self.session.wording), "terminal.cards.none", text=begun)

    def _lines(self, lines: Sequence[str], otherwise: str, **params: object) -> None:
        """Writes lines, or a text if there are none."""
        for line in lines or [self.session.text(otherwise, **params)]:
            self.session.console.wrapped(line)

    def _log(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        lines = [line for entry in session.table.entries for line in session.log_lines(entry, seat)]
        if words and not (words[0].isdecimal() and len(words[0]) < 7):
            raise UsageError(words[0], session.text("terminal.log-number"))
        number = int(words[0]) if words else LOG_LINES
        for line in lines[-number:] if number else []:
            session.console.wrapped(line)

    def _rules(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        rulebook, console = session.table.game.rulebook, session.console
        wanted = " ".join(words) or session.table.state.step.rule
        if wanted in rulebook:
            for paragraph in atom_paragraphs(rulebook[wanted], session.words):
                console.wrapped(paragraph)
            return
        found = rulebook.search(wanted)
        if not found:
            console.say(session.text("rules.nothing", text=wanted))
            return
        console.say(session.text("rules.found", n=len(found)))
        for line in atom_lines(found[:MOST_FOUND]):
            console.wrapped(line)
        if len(found) > MOST_FOUND:
            console.say("…")

    # -- the session -----------------------------------------------------------------------------------------------

    def _save(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        record = session.table.record
        if record is None:
            session.console.say(session.text("terminal.save.no-record"))
            return
        if not words:
            session.console.say(session.text("terminal.save.always", path=record))
            return
        path = Path(" ".join(words)).expanduser()
        if path.exists():
            raise UsageError(str(path), session.text("terminal.save.exists"))
        try:
            shutil.copyfile(record, path)
        except OSError as error:
            raise UsageError(str(path), error.strerror or str(error)) from None
        session.console.say(session.text("terminal.save.done", path=path))

    def _explain(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        session.explain = self._switched(words, session.explain)
        session.console.say(session.text("terminal.explain.on" if session.explain else "terminal.explain.off"))

    def _confirm(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        session.table.confirm = self._switched(words, session.table.confirm)
        session.console.say(session.text("terminal.confirm.on" if session.table.confirm else "terminal.confirm.off"))

    def _switched(self, words: Sequence[str], now: bool) -> bool:
        if not words:
            return not now
        if words[0].lower() not in SWITCH:
            raise UsageError(words[0], self.session.text("terminal.on-or-off"))
        return SWITCH[words[0].lower()]

    def _lang(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        if not words:
            raise UsageError("lang", session.text("terminal.lang.which"))
        session.speak(words[0].lower())
        session.console.say(session.text("terminal.lang.now"))

    def _help(self, words: Sequence[str], seat: int | None) -> None:
        session = self.session
        console = session.console
        state = session.table.state
        console.wrapped(session.text("terminal.help.by-hand" if state.seat == CHANCE else "terminal.help.decide"))
        now = [] if state.seat == CHANCE else state.choices()
        for pattern in patterns(state.actions if words else now):
            for form in pattern.forms:
                console.say("  " + " ".join((pattern.verb, *map(_place, form))))
        if not words and state.seat != CHANCE:
            console.say(session.text("terminal.help.all"))
        for name in NAMES:
            own = session.text(f"terminal.command.{name}")
            console.wrapped(f"{own}: {session.text(f'terminal.command-help.{name}')}", "  ")

    def _quit(self, words: Sequence[str], seat: int | None) -> None:
        raise Leave


def _begins(name: str, wanted: str) -> bool:
    """Whether a name goes on like that from the beginning of one of its words."""
    return f" {wanted}".replace("-", " ") in f" {name}".replace("-", " ")


def _place(words: Sequence[str]) -> str:
    """The words that may stand at one place of an action."""
    if len(words) <= FEW_WORDS:
        return "|".join(words)
    return f"{words[0]}|{words[1]}|…|{words[-1]}"

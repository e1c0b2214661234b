"""In a real terminal: Ctrl-C, Ctrl-D, a window that is closed, completion, colours; and kill -9 in a pipe."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from mesnada.kernel.record import read_record, verify

pty = pytest.importorskip("pty")
PLAY = [sys.executable, "-m", "mesnada.cli", "play", "sanchos", "--mode", "solo", "--seed", "5"]
PATIENCE = 40
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A program in a pseudo terminal of its own."""

    def __init__(self, command, **environment):
        env = {**os.environ, "TERM": "xterm", "MESNADA_LANG": "en", **environment}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, env)
        self.out = ""

    def wait_for(self, text):
        """Reads until a text has been written (terminal codes left out)."""
        until = time.monotonic() + PATIENCE
        while text not in _CODES.sub("", self.out):
            assert time.monotonic() < until, f"{text!r} did not come; got {self.out[-2000:]!r}"
            if select.select([self.fd], [], [], 0.2)[0]:
                self.read()

    def read(self):
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        assert data, f"the program ended: {self.out[-2000:]!r}"
        self.out += data.decode("utf-8", "replace")
        if b"\x1b[6n" in data:  # prompt_toolkit asks where the cursor is
            os.write(self.fd, b"\x1b[1;1R")

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def close(self):
        """As if the window was closed."""
        os.close(self.fd)
        self.fd = -1

    def code(self):
        """The exit code, once the program has ended; what it still wrote is in ``out``."""
        until = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < until, "the program does not end"
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            if self.fd >= 0:
                self.drain()
            time.sleep(0.02)

    def drain(self):
        with contextlib.suppress(OSError):
            if select.select([self.fd], [], [], 0)[0]:
                self.out += os.read(self.fd, 65536).decode("utf-8", "replace")

    def rest(self):
        """All that the program wrote before it ended."""
        while True:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return _CODES.sub("", self.out)
            if not data:
                return _CODES.sub("", self.out)
            self.out += data.decode("utf-8", "replace")


@pytest.fixture
def record(tmp_path):
    return tmp_path / "game.jsonl"


@pytest.fixture
def terminal(record):
    found = Terminal([*PLAY, "--record", str(record)])
    found.wait_for("Nájera>")
    return found


def test_ctrl_c_loses_nothing(terminal, record):
    terminal.type("1\r")
    terminal.wait_for("take your turn now")
    terminal.wait_for("Let Aragón act first")
    terminal.type("\x03")
    assert terminal.code() == 130
    out = terminal.rest()
    assert "The game is kept in" in out
    assert "-m mesnada.cli play sanchos --resume" in out
    assert len(verify(record).moves) == 4


def test_ctrl_d_leaves(terminal, record):
    terminal.type("\x04")
    assert terminal.code() == 0
    assert "The game is kept in" in terminal.rest()
    assert len(verify(record).moves) == 3


def test_a_closed_window_loses_nothing(terminal, record):
    terminal.type("1\r")
    terminal.wait_for("Let Aragón act first")
    terminal.close()
    assert terminal.code() in (0, 130)
    assert len(verify(record).moves) == 4


def test_completion_with_tab(terminal):
    terminal.type("pl\t")
    terminal.type(" cast\t")
    terminal.wait_for("castilla-1")
    terminal.type("\x03")
    assert terminal.code() == 130


def test_colours_are_shown_unless_the_user_wants_none(record, tmp_path):
    first = Terminal([*PLAY, "--record", str(record)])
    first.wait_for("Nájera>")
    first.type("\x04")
    first.code()
    first.rest()
    assert "\x1b[36m" in first.out
    second = Terminal([*PLAY, "--record", str(tmp_path / "other.jsonl")], NO_COLOR="1")
    second.wait_for("Nájera>")
    second.type("\x04")
    second.code()
    second.rest()
    assert "\x1b[36m" not in second.out


def test_kill_9_in_the_middle_of_a_game_loses_nothing(record):
    """The program is killed again and again; each time the game goes on from the last decision that was taken."""
    reached = 0
    for attempt in range(5):
        how = ["--record", str(record), *PLAY[5:]] if attempt == 0 else ["--resume", str(record)]
        program = subprocess.Popen([*PLAY[:5], *how], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert program.stdin is not None
        assert program.stdout is not None
        until = time.monotonic() + PATIENCE
        answered = b""
        while answered.count(b"> ") < 4 and time.monotonic() < until:
            program.stdin.write(b"1\n")
            program.stdin.flush()
            answered += os.read(program.stdout.fileno(), 65536)
        program.send_signal(signal.SIGKILL)
        program.wait()
        program.stdin.close()
        program.stdout.close()
        number = len(read_record(record, resume=True).moves)
        assert number > reached
        reached = number
        if verify(record).end is not None:
            break
    assert reached >= 15

"""Runs the command line, in this process or as a program of its own."""

import io
import os
import subprocess
import sys
from dataclasses import dataclass

from mesnada import cli


@dataclass
class Ran:
    """What a run gave."""

    code: int
    out: str
    err: str


def run(*args, lines=(), monkeypatch=None):
    """Runs ``mesnada ARGS`` in this process with lines on stdin."""
    old = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.StringIO("".join(f"{line}\n" for line in lines))
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        code = cli.main([str(arg) for arg in args])
        return Ran(code, sys.stdout.getvalue(), sys.stderr.getvalue())
    finally:
        sys.stdin, sys.stdout, sys.stderr = old


def program(*args, lines=(), **environment):
    """Runs ``mesnada ARGS`` as a program of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "mesnada.cli", *map(str, args)], input="".join(f"{line}\n" for line in lines),
        capture_output=True, text=True, encoding="utf-8", env={**os.environ, **environment}, timeout=120, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def refused(*args, lines=()):
    """Bad input: exit code 2 and exactly one line on stderr, which is given back."""
    ran = run(*args, lines=lines)
    assert ran.code == 2, ran
    assert ran.err.startswith("mesnada: ")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    assert "Traceback" not in ran.err
    return ran.err

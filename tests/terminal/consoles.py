"""Sessions with scripted input, for tests."""

import io

from mesnada.terminal.console import Console
from mesnada.terminal.session import Session


class Script:
    """Runs a table with lines typed into it; ``out`` is all that was written, ``code`` the exit code."""

    def __init__(self, table, *lines, lang="en", **how):
        stdout = io.StringIO()
        console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), stdout)
        self.session = Session(table, console, lang, resume_command="mesnada play --resume it", **how)
        self.code = self.session.run()
        self.out = stdout.getvalue()

    def after(self, line):
        """What was written between a typed line and the next prompt."""
        return self.out.partition(f"> {line}\n")[2].partition("> ")[0]

"""``pytest tests/golden/sanchos --update-golden`` writes the golden games anew, for instance after a corrected rule."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden games of sanchos anew")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether the files are written instead of compared."""
    return bool(request.config.getoption("--update-golden", default=False))

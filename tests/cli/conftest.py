"""Every test has a data folder of its own and speaks English."""

import sys

import pytest


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    monkeypatch.setenv("MESNADA_DATA", str(folder))
    monkeypatch.setenv("MESNADA_LANG", "en")
    monkeypatch.setattr(sys, "argv", ["mesnada"])
    return folder

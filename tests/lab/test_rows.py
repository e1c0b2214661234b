"""Files of games."""

import builtins
import csv
import json

import pytest

from mesnada.games.sanchos import GAME
from mesnada.kernel.errors import UsageError
from mesnada.lab import rows as rows_module
from mesnada.lab.rows import open_rows, row
from mesnada.lab.sim import plan, play


@pytest.fixture(scope="module")
def rows():
    planned = plan(GAME, ["random", "quick"], 3, 1, "2p")
    return [row(planned, play(planned, index)) for index in range(3)]


def test_a_row_is_flat(rows):
    assert list(rows[0]) == [
        "game", "seed", "mode", "ending", "winners", "return_castilla", "return_aragon", "score_castilla",
        "score_najera", "score_aragon", "rounds", "decisions", "choices",
    ]
    assert rows[2]["game"] == 2
    assert int(rows[0]["seed"], 16) != int(rows[1]["seed"], 16)


def write(path, rows):
    with open_rows(path) as file:
        for entry in rows:
            file.write(entry)


def test_csv(tmp_path, rows):
    write(tmp_path / "games.csv", rows)
    with (tmp_path / "games.csv").open(newline="") as file:
        assert list(csv.DictReader(file)) == [{key: str(value) for key, value in entry.items()} for entry in rows]


def test_json_lines(tmp_path, rows):
    write(tmp_path / "games.JSONL", rows)
    assert [json.loads(line) for line in (tmp_path / "games.JSONL").read_text().splitlines()] == rows


def test_parquet_in_several_groups(tmp_path, rows, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(rows_module, "ROWS_A_GROUP", 2)
    write(tmp_path / "games.parquet", rows)
    file = parquet.ParquetFile(tmp_path / "games.parquet")
    assert file.read().to_pylist() == rows
    assert file.num_row_groups == 2
    file.close()


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_file_without_rows_is_still_a_file(tmp_path, ending):
    if ending == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / f"none.{ending}"
    write(path, [])
    if ending == "parquet":
        assert parquet.read_table(path).num_rows == 0
    else:
        assert path.read_bytes() == b""


def test_parquet_without_its_package_says_what_to_install(tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UsageError, match=r"pip install 'mesnada\[lab\]'"):
        open_rows(tmp_path / "games.parquet")
    assert not (tmp_path / "games.parquet").exists()


@pytest.mark.parametrize("name", ["games", "games.txt", "games.csv.gz", ".csv"])
def test_the_ending_says_the_kind(tmp_path, name):
    with pytest.raises(UsageError, match=r"has to end in \.parquet, \.csv, \.jsonl"):
        open_rows(tmp_path / name)


def test_a_place_that_cannot_be_written_to(tmp_path):
    with pytest.raises(UsageError, match="cannot be written"):
        open_rows(tmp_path / "nowhere" / "games.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(UsageError, match="is a folder, not a file"):
        open_rows(tmp_path / "folder.csv")


def test_a_file_is_not_overwritten_and_there_is_never_half_a_file(tmp_path):
    path = tmp_path / "games.csv"
    with open_rows(path) as file:
        file.write({"game": 0})
        assert not path.exists()
    assert path.read_text() == "game\n0\n"
    with pytest.raises(UsageError, match="is there already; it is not overwritten"):
        open_rows(path)
    with pytest.raises(RuntimeError), open_rows(tmp_path / "broken.csv"):
        raise RuntimeError
    assert [found.name for found in tmp_path.iterdir()] == ["games.csv"]

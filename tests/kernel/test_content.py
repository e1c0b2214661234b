"""Content packs: reading, checking, laying over, naming."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesnada.kernel.content import convert, digest, overlay, parse_toml, read_toml, resource
from mesnada.kernel.errors import ContentError


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "map.toml").write_text('name = "Iberia"\n', "utf-8")
    (folder / "cards.toml").write_text("n = 27\n", "utf-8")
    (folder / "scenarios" / "epic.toml").write_text("n = 24\n", "utf-8")
    (folder / ".hidden").write_text("", "utf-8")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").write_bytes(b"")
    return folder


def test_reads_a_file_from_a_folder_a_package_and_a_mapping(pack):
    assert read_toml(pack, "map.toml") == {"name": "Iberia"}
    assert read_toml(overlay(pack), "scenarios/epic.toml") == {"n": 24}
    assert read_toml(resource("mesnada.games.sanchos"), "rules.toml")["prefix"] == "sanchos"
    assert "cli" in read_toml(resource("mesnada", "text"), "en.toml")


@pytest.mark.parametrize("source", [lambda p: p, overlay])
def test_a_missing_file_is_named(pack, source):
    with pytest.raises(ContentError) as caught:
        read_toml(source(pack), "tables.toml")
    assert (caught.value.file, caught.value.reason) == ("tables.toml", "there is no such file")


def test_a_folder_is_no_file(pack):
    with pytest.raises(ContentError, match="is a folder"):
        read_toml(pack, "scenarios")


@pytest.mark.parametrize(
    ("data", "key", "reason"),
    [
        (b"a = 1\nb = \n", "line 2", "is no TOML"),
        (b'a = 1\nb = "x', "end of file", "is no TOML"),
        (b"a = 1\na = 2\n", "line 2", "is no TOML"),
        (b'a = "x"\nb = "\xff"\n', "line 2", "is not UTF-8 text"),
        (b"a = " + b"[" * 100_000, "", "is nested too deeply"),
        (b"a = " + b"9" * 10_000, "", "is no TOML"),
    ],
    ids=["value", "string", "twice", "bytes", "nesting", "digits"],
)
def test_a_faulty_file_is_reported_with_its_line(data, key, reason):
    with pytest.raises(ContentError) as caught:
        parse_toml(data, "x.toml")
    assert caught.value.file == "x.toml"
    assert caught.value.key == key
    assert caught.value.reason.startswith(reason)


def test_a_byte_order_mark_does_no_harm():
    assert parse_toml(b"\xef\xbb\xbfa = 1", "x.toml") == {"a": 1}


@given(st.binary(max_size=200))
def test_any_bytes_are_tables_or_a_content_error(data):
    try:
        assert isinstance(parse_toml(data, "x.toml"), dict)
    except ContentError as error:
        assert error.file == "x.toml"


@dataclass
class Region:
    name: str
    value: int = 1


@dataclass
class Map:
    region: list[Region]


def test_convert_makes_typed_values():
    assert convert({"name": "Soria", "value": 2}, Region, "map.toml") == Region("Soria", 2)
    assert convert([1, 2], tuple[int, ...], "map.toml") == (1, 2)


@pytest.mark.parametrize(
    ("data", "key", "reason"),
    [
        ({"region": [{"name": "A"}, {"name": 5}]}, "region[1].name", "expected `str`, got `int`"),
        ({"region": [{"value": 5}]}, "region[0]", "object missing required field `name`"),
        ([], "", "expected `object`, got `array`"),
    ],
)
def test_convert_names_file_key_and_reason(data, key, reason):
    with pytest.raises(ContentError) as caught:
        convert(data, Map, "map.toml")
    assert (caught.value.file, caught.value.key, caught.value.reason) == ("map.toml", key, reason)


def test_overlay_without_user_files_is_the_pack(pack):
    assert list(overlay(pack)) == ["cards.toml", "map.toml", "scenarios/epic.toml"]


def test_overlay_replaces_single_files(pack, tmp_path):
    own = tmp_path / "own"
    (own / "scenarios").mkdir(parents=True)
    (own / "scenarios" / "epic.toml").write_text("n = 3\n", "utf-8")
    files = overlay(pack, own)
    assert read_toml(files, "scenarios/epic.toml") == {"n": 3}
    assert read_toml(files, "cards.toml") == {"n": 27}


def test_overlay_reports_unknown_files_and_guesses(pack, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    (own / "crads.toml").write_text("", "utf-8")
    (own / "notes.txt").write_text("", "utf-8")
    with pytest.raises(ContentError) as caught:
        overlay(pack, own)
    assert caught.value.file == "crads.toml"
    assert "notes.txt" in caught.value.reason
    assert "did you mean cards.toml?" in caught.value.reason


def test_overlay_needs_a_folder(pack, tmp_path):
    with pytest.raises(ContentError, match="no such folder"):
        overlay(pack, tmp_path / "nowhere")
    with pytest.raises(ContentError, match="no such folder"):
        overlay(pack, pack / "map.toml")


def test_digest_depends_on_names_and_bytes_alone(pack, tmp_path):
    files = overlay(pack)
    first = digest(files)
    assert len(first) == 16
    assert int(first, 16) >= 0
    assert digest(dict(reversed(files.items()))) == first
    assert digest({"a": files["map.toml"]}) != digest({"b": files["map.toml"]})
    (pack / "map.toml").write_text('name = "Hispania"\n', "utf-8")
    assert digest(overlay(pack)) != first


def test_digest_keeps_names_and_bytes_apart(tmp_path):
    for name, text in (("one", "bc"), ("two", "c")):
        (tmp_path / name).write_text(text, "utf-8")
    assert digest({"a": tmp_path / "one"}) != digest({"ab": tmp_path / "two"})

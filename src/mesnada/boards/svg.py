"""Writing SVG: a small element tree, numbers and paths kept short, and the symbols of ``look/pieces.svg``.

Knows no game. Trees are plain ``Node`` objects; ``str(node)`` writes them with every text and attribute escaped.
Colours are CSS variables of ``look/tokens.css``; ``svg_look`` adds the style sheet or puts plain colours instead.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from math import cos, pi, sin

Value = str | float | int | None
Point = tuple[float, float]
Ring = Sequence[Sequence[float]]

SVG_NAMESPACE = "http://www.w3.org/2000/svg"
_BAD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # characters XML 1.0 does not allow
_REFERENCE = re.compile(r"#([\w-]+)")


def look(name: str) -> str:
    """The text of a file of the look (``tokens.css``, ``map.css``, ``pieces.svg``)."""
    return (files(__package__ or "mesnada.boards") / "look" / name).read_text("utf-8")


# -- the tree -----------------------------------------------------------------------------------------------------


class Node:
    """One element: its tag, its attributes (already text) and its children (elements or text)."""

    __slots__ = ("attrs", "children", "tag")

    def __init__(self, tag: str, attrs: dict[str, str], children: list[Node | str]) -> None:
        self.tag = tag
        self.attrs = attrs
        self.children = children

    def add(self, *children: Node | str | None) -> Node:
        """Appends children, skipping ``None``; gives the node itself."""
        self.children.extend(c for c in children if c is not None)
        return self

    def walk(self) -> Iterator[Node]:
        """The node and all elements below it, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def __str__(self) -> str:
        out: list[str] = []
        _write(self, out)
        return "".join(out)


class Raw(Node):
    """Finished markup, written as it is (a cached layer)."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        super().__init__("", {}, [])
        self.text = text


def el(tag: str, *children: Node | str | None, **attrs: Value) -> Node:
    """An element. ``None`` is left out; ``class_`` means class, ``stroke_width`` stroke-width."""
    named = {
        k.rstrip("_").replace("_", "-"): num(v) if not isinstance(v, str) else v
        for k, v in attrs.items()
        if v is not None
    }
    return Node(tag, named, [c for c in children if c is not None])


def use(
    symbol: str,
    x: float | None = None,
    y: float | None = None,
    size: float | None = None,
    height: float | None = None,
    class_: str | None = None,
) -> Node:
    """A ``<use>`` of a symbol or a path by id, in a square of ``size`` (or ``size`` by ``height``)."""
    tall = size if height is None else height
    return el("use", href=f"#{symbol}", x=x, y=y, width=size, height=tall, class_=class_)


def group(*children: Node | str | None, **attrs: Value) -> Node:
    """A ``<g>``."""
    return el("g", *children, **attrs)


def titled(node: Node, text: str) -> Node:
    """Gives an element a name: a ``<title>`` for pointers and an ``aria-label`` for screen readers."""
    node.attrs["aria-label"] = text
    node.children.insert(0, el("title", text))
    return node


def words(text: str, x: float, y: float, class_: str, size: float | None = None) -> Node:
    """A line of text; ``size`` in units overrules the class."""
    return el("text", text, x=x, y=y, class_=class_, style=None if size is None else f"font-size:{num(size)}px")


def escape(text: str) -> str:
    """Text as it may stand between tags or inside a double-quoted attribute."""
    text = _BAD.sub("\N{REPLACEMENT CHARACTER}", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _write(node: Node, out: list[str]) -> None:
    if isinstance(node, Raw):
        out.append(node.text)
        return
    out.append(f"<{node.tag}")
    out.extend(f' {name}="{escape(value)}"' for name, value in node.attrs.items())
    if not node.children:
        out.append("/>")
        return
    out.append(">")
    for child in node.children:
        if isinstance(child, Node):
            _write(child, out)
        elif node.tag == "style":
            out.append(_BAD.sub("", child).replace("<", "&lt;"))
        else:
            out.append(escape(child))
    out.append(f"</{node.tag}>")


def prefixed(markup: str, prefix: str) -> str:
    """The markup with ``prefix`` before every id and every reference, for several pictures on one page."""
    if not prefix:
        return markup
    markup = re.sub(r'(\bid="|\bhref="#|url\(#)', rf"\g<1>{prefix}", markup)
    return re.sub(
        r'(aria-(?:labelledby|describedby)=")([^"]+)',
        lambda m: m[1] + " ".join(prefix + i for i in m[2].split()),
        markup,
    )


# -- numbers and paths ----------------------------------------------------------------------------------------------


def num(value: float | int) -> str:
    """A number with at most one decimal, as short as it can be written."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _joined(numbers: Iterable[str]) -> str:
    out: list[str] = []
    for i, text in enumerate(numbers):
        out.append(text if i == 0 or text.startswith("-") else f" {text}")
    return "".join(out)


def path_data(lines: Iterable[Ring], *, closed: bool = True) -> str:
    """Path data of rings (or, not closed, of lines): an absolute start each, then relative steps, in tenths."""
    out: list[str] = []
    for line in lines:
        tenths = [(round(p[0] * 10), round(p[1] * 10)) for p in line]
        if not tenths:
            continue
        steps: list[str] = []
        for (ax, ay), (bx, by) in pairwise(tenths):
            if (ax, ay) != (bx, by):
                steps += [num((bx - ax) / 10), num((by - ay) / 10)]
        out.append(f"M{_joined([num(tenths[0][0] / 10), num(tenths[0][1] / 10)])}")
        if steps:
            out.append(f"l{_joined(steps)}")
        if closed:
            out.append("z")
    return "".join(out)


def rounded(x: float, y: float, w: float, h: float, r: float) -> list[list[float]]:
    """A rectangle with round corners as a ring of points, clockwise."""
    ring: list[list[float]] = []
    for cx, cy, turn in (
        (x + w - r, y + r, -0.5),
        (x + w - r, y + h - r, 0.0),
        (x + r, y + h - r, 0.5),
        (x + r, y + r, 1.0),
    ):
        for i in range(7):
            angle = pi * (turn + i / 12)
            ring.append([cx + r * cos(angle), cy + r * sin(angle)])
    return ring


# -- symbols --------------------------------------------------------------------------------------------------------


def _from_xml(element: ET.Element) -> Node:
    node = Node(element.tag.rpartition("}")[2], {k.rpartition("}")[2]: v for k, v in element.attrib.items()}, [])
    if element.text and element.text.strip():
        node.children.append(element.text)
    for child in element:
        node.children.append(_from_xml(child))
        if child.tail and child.tail.strip():
            node.children.append(child.tail)
    return node


@lru_cache(maxsize=1)
def all_symbols() -> Mapping[str, Node]:
    """Every symbol of ``look/pieces.svg`` by id. Shared: do not change the nodes."""
    root = ET.fromstring(look("pieces.svg"))
    return {e.attrib["id"]: _from_xml(e) for e in root.iter(f"{{{SVG_NAMESPACE}}}symbol")}


@lru_cache(maxsize=256)
def _needs(name: str) -> tuple[str, ...]:
    every = all_symbols()
    found = dict.fromkeys([name])
    for node in every[name].walk():
        if node.tag == "use" and (m := _REFERENCE.match(node.attrs.get("href", ""))) and m[1] in every:
            found |= dict.fromkeys(_needs(m[1]))
    return tuple(found)


def symbols_of(nodes: Iterable[Node], also: Callable[[str], bool] | None = None) -> list[Node]:
    """The symbols of ``pieces.svg`` that these trees use, with what those symbols use in turn, in a stable order.

    ``also`` says of a symbol's id whether it is wanted besides.
    """
    every = all_symbols()
    wanted: dict[str, None] = {}
    for name in every:
        if also is not None and also(name):
            wanted |= dict.fromkeys(_needs(name))
    for top in nodes:
        for node in top.walk():
            if node.tag == "use" and (m := _REFERENCE.match(node.attrs.get("href", ""))) and m[1] in every:
                wanted |= dict.fromkeys(_needs(m[1]))
    return [every[name] for name in every if name in wanted]

"""The look in Python: which rules of ``tokens.css`` and ``map.css`` a picture needs, and plain colours in their place.

``stylesheet(trees, game)`` gives the rules that trees use. ``resolved(tree, game, theme)`` gives a copy of a tree that
needs none: presentation attributes only, for renderers that know no CSS variables (PDF, raster).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from .svg import Node, all_symbols, look

Vars = Mapping[str, str]
_CLASS = re.compile(r"\.([\w-]+)")
_VAR = re.compile(r"var\(\s*--([\w-]+)")
THEMES = ("light", "dark")
# Attributes that a renderer without style sheets understands; anything else in a rule is for browsers only.
_ATTRIBUTES = {
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "color",
    "font-family",
    "font-weight",
    "font-size",
    "font-style",
    "letter-spacing",
    "text-anchor",
    "paint-order",
}


def _blocks(css: str) -> list[tuple[str, str]]:
    """Top-level (selector, body) pairs of a style sheet; at-rules keep their inner text."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    out: list[tuple[str, str]] = []
    depth, start, head = 0, 0, ""
    for m in re.finditer(r"[{}]", css):
        if m[0] == "{":
            if depth == 0:
                head, start = css[start : m.start()].strip(), m.end()
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                out.append((" ".join(head.split()), css[start : m.start()]))
                start = m.end()
    return out


def _declarations(body: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in body.split(";"))
    return {name.strip(): " ".join(value.split()) for name, colon, value in pairs if colon}


@lru_cache(maxsize=1)
def tokens() -> Mapping[str, str]:
    """The global variables of ``tokens.css``, without their dashes, as written there (``light-dark(…)``)."""
    body = next(body for head, body in _blocks(look("tokens.css")) if head == ":root, .mesnada")
    return {name[2:]: value for name, value in _declarations(body).items() if name.startswith("--")}


@lru_cache(maxsize=8)
def sides(game: str) -> Mapping[str, Vars]:
    """The variables of each side of a game, by class name (``side-castilla``)."""
    out: dict[str, Vars] = {}
    for head, body in _blocks(look("tokens.css")):
        if m := re.fullmatch(rf"\.game-{re.escape(game)} \.(side-[\w-]+)", head):
            out[m[1]] = {name[2:]: value for name, value in _declarations(body).items()}
    return out


@lru_cache(maxsize=1)
def rules() -> tuple[tuple[str, frozenset[str], Mapping[str, str]], ...]:
    """The rules of ``map.css`` in order: selector, the classes it wants together, declarations."""
    out: list[tuple[str, frozenset[str], Mapping[str, str]]] = []
    for head, body in _blocks(look("map.css")):
        if head.startswith("@"):
            continue
        for selector in head.split(","):
            classes = frozenset(_CLASS.findall(selector.split()[-1]))
            out.append((" ".join(selector.split()), classes, _declarations(body)))
    return tuple(out)


# -- style sheet ----------------------------------------------------------------------------------------------------


def _classes(nodes: Iterable[Node]) -> tuple[set[str], set[str]]:
    """The classes and the variables that occur in the trees."""
    names: set[str] = set()
    variables: set[str] = set()
    for top in nodes:
        for node in top.walk():
            names.update(node.attrs.get("class", "").split())
            for value in node.attrs.values():
                if "var(" in value:
                    variables.update(_VAR.findall(value))
    return names, variables


def stylesheet(
    nodes: Iterable[Node], game: str, *, static: bool = True, narrow: Mapping[str, float] | None = None
) -> str:
    """The rules that these trees need, under ``.mesnada``: variables, sides, map rules.

    ``static``: no movement; otherwise also the rules for what may come later. ``narrow``: text classes with the size
    (units) they take where the picture is narrow.
    """
    names, variables = _classes(nodes)
    used = [(selector, decls) for selector, classes, decls in rules() if classes <= names or not static]
    own = {head: decls for head, decls in sides(game).items() if head in names or not static}
    for _, decls in used:
        for value in decls.values():
            variables.update(_VAR.findall(value))
    every = tokens()
    todo = [v for v in variables if v in every]
    while todo:
        inner = [v for v in _VAR.findall(every[todo.pop()]) if v in every and v not in variables]
        variables.update(inner)
        todo += inner
    out = [
        ":root.mesnada{color-scheme:light dark}.mesnada[data-theme=light]{color-scheme:light}"
        ".mesnada[data-theme=dark]{color-scheme:dark}"
    ]
    out.append(".mesnada{" + ";".join(f"--{v}:{every[v]}" for v in every if v in variables) + "}")
    for head, decls in own.items():
        out.append(f".game-{game} .{head}{{" + ";".join(f"--{k}:{v}" for k, v in decls.items()) + "}")
    out += [f"{selector}{{" + ";".join(f"{k}:{v}" for k, v in decls.items()) + "}" for selector, decls in used]
    if narrow:
        sizes = "".join(f".mesnada .{c}{{font-size:{s:g}px}}" for c, s in narrow.items() if c in names or not static)
        out.append(f"@media (max-width:560px){{{sizes}}}")
    if not static:
        out.append(
            "@media (prefers-reduced-motion:no-preference){.mesnada .stitch:not(.chosen)"
            "{animation:sew 1.6s linear infinite}}@keyframes sew{to{stroke-dashoffset:-30}}"
        )
    return "\n".join(out)


# -- plain colours --------------------------------------------------------------------------------------------------


def _call(text: str, name: str) -> tuple[int, int, list[str]] | None:
    """The first call ``name(a, b)`` in a value: where it begins and ends, and its arguments."""
    start = text.find(f"{name}(")
    if start < 0:
        return None
    depth, parts, at = 0, [], start + len(name) + 1
    begin = at
    while at < len(text):
        c = text[at]
        if c == "(":
            depth += 1
        elif c == ")" and depth:
            depth -= 1
        elif c in ",)" and not depth:
            parts.append(text[begin:at].strip())
            begin = at + 1
            if c == ")":
                return start, at + 1, parts
        at += 1
    raise ValueError(f"unbalanced {name}( in {text!r}")


def plain(value: str, variables: Vars, theme: str) -> str:
    """A value with every ``var()`` and ``light-dark()`` answered. An unknown variable takes its fallback."""
    while (call := _call(value, "var")) is not None:
        start, end, parts = call
        name = parts[0].removeprefix("--")
        fallback = ",".join(parts[1:])
        if name not in variables and not fallback:
            raise KeyError(f"no variable --{name} and no fallback")
        value = value[:start] + variables.get(name, fallback) + value[end:]
    while (call := _call(value, "light-dark")) is not None:
        start, end, parts = call
        value = value[:start] + parts[THEMES.index(theme)] + value[end:]
    return value


class _Resolver:
    def __init__(self, game: str, theme: str) -> None:
        self.theme = theme
        self.base: Vars = tokens()
        self.sides = sides(game)
        self.side_variables = {v for s in self.sides.values() for v in s}
        self.variants: dict[str, Node] = {}
        self.own: dict[str, bool] = {}

    def depends(self, name: str) -> bool:
        """Whether a symbol takes colours from the side around it."""
        if name not in self.own:
            self.own[name] = False
            for node in all_symbols()[name].walk():
                if any(v in self.side_variables for value in node.attrs.values() for v in _VAR.findall(value)):
                    self.own[name] = True
                target = node.attrs.get("href", "#")[1:]
                if node.tag == "use" and target in all_symbols() and self.depends(target):
                    self.own[name] = True
        return self.own[name]

    def symbol(self, name: str, side: str) -> str:
        """The id of the symbol in the colours of a side; draws it when it is first wanted."""
        variant = f"{name}--{side.removeprefix('side-')}" if side and self.depends(name) else name
        if variant not in self.variants:
            self.variants[variant] = Node("symbol", {}, [])  # keeps the order of first use
            made = self.tree(all_symbols()[name], side)[0]
            made.attrs["id"] = variant
            self.variants[variant] = made
        return variant

    def tree(self, node: Node, side: str) -> list[Node]:
        attrs = dict(node.attrs)
        classes = frozenset(attrs.pop("class", "").split())
        for c in classes:
            if c in self.sides:
                side = c
        for _, wanted, decls in rules():
            if wanted <= classes:
                attrs |= {k: v for k, v in decls.items() if k in _ATTRIBUTES}
        for name, value in _declarations(attrs.pop("style", "")).items():
            attrs[name] = value
        variables = {**self.base, **self.sides[side]} if side else self.base
        attrs = {k: plain(v, variables, self.theme) if "(" in v else v for k, v in attrs.items()}
        for k in ("font-size", "stroke-width"):
            if k in attrs:
                attrs[k] = attrs[k].removesuffix("px")
        if attrs.get("letter-spacing", "").endswith("em"):
            attrs["letter-spacing"] = f"{float(attrs['letter-spacing'][:-2]) * float(attrs.get('font-size', 16)):.1f}"
        target = attrs.get("href", "#")[1:]
        if node.tag == "use" and target in all_symbols():
            attrs["href"] = "#" + self.symbol(target, side)
        children: list[Node | str] = []
        for child in node.children:
            if isinstance(child, str):
                children.append(child)
            elif child.tag not in ("style", "symbol"):
                children += self.tree(child, side)
        if attrs.pop("paint-order", None) and "stroke" in attrs:  # a halo: first the thread, then the letters
            inner = {k: v for k, v in attrs.items() if not k.startswith("stroke")}
            attrs["fill"] = attrs["stroke"]
            return [Node(node.tag, attrs, children), Node(node.tag, inner, children)]
        return [Node(node.tag, attrs, children)]


def resolved(root: Node, game: str, theme: str) -> Node:
    """A copy of an ``<svg>`` tree with plain colours and no style sheet; symbols once per side that uses them."""
    if theme not in THEMES:
        theme = "light"
    resolver = _Resolver(game, theme)
    made = resolver.tree(root, "")[0]
    at = next((i for i, c in enumerate(made.children) if isinstance(c, Node) and c.tag == "defs"), None)
    if at is None:
        made.children.insert(0, Node("defs", {}, list(resolver.variants.values())))
    else:
        defs = made.children[at]
        assert isinstance(defs, Node)
        defs.children[:0] = list(resolver.variants.values())
    return made

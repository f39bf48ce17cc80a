"""The classes of results in the type stubs, and the keywords of a sprite, as ``stub_docs.py`` writes them. The native classes name
their values and the types that these have in Rust.
"""

from __future__ import annotations

import ast
import re
from typing import Any

import hitmask

ITEMS = {"bool": "bool_", "PyFixedUnicode": "str_", "f64": "float64", "i32": "int32", "u8": "uint8", "u32": "uint32", "u64": "uint64"}
PARTS = [
    (r"\w+::", ""),
    (r"Late<(\w+).*?>>", lambda late: f"NDArray[np.{ITEMS[late[1]]}]"),
    (r"\b[iu](8|16|32|64|size)\b", "int"),
    (r"\bf64\b", "float"),
    (r"\bString\b", "_Side"),  # no other value is a text
    (r"\(", "tuple["),
    (r"[)>]", "]"),
    (r"<", "["),
    (r"^Vec\b", "list"),
    (r"^Py\[(.*)\]$", r"\1"),
    (r"^Option\[(.*)\]$", r"\1 | None"),
]

# The types of keywords: for one new sprite, for many, and for sprites that change.
SIDES = '_Side | Literal[False] | Sequence[_Side | Literal[False, ""] | None] | NDArray[np.str_] | None'
MANY = ("ArrayLike", "ArrayLike | None")
KEYWORDS = {
    "bool": ("bool", *MANY),
    "int": ("SupportsIndex", *MANY),
    "float": ("_Number", *MANY),
    "tuple[int, int]": ("_Place", *MANY),
    "tuple[float, float]": ("_Number | _Reals", *MANY),
    "tuple[int, int] | None": ("_Point | None", "ArrayLike | None", "ArrayLike | Literal[False] | None"),
    "_Side | None": ("_Side | Literal[False] | None", SIDES, SIDES),
}


def values(owner: Any) -> list[tuple[str, str]]:
    """Returns the names and the types of the values of a class."""

    def python(rust: str) -> str:
        for pattern, new in PARTS:
            rust = re.sub(pattern, new, rust)
        return rust

    return [(name, python(rust)) for name, rust in owner._fields()]


def members(name: str, owner: Any) -> list[str]:
    """Returns the lines of a class of results, without its own methods."""
    # A constructor takes any text for a side, because a type checker does not see which one a variable has.
    given = [(value, kind.replace("_Side", "str").replace("list[", "Sequence[")) for value, kind in values(owner)]
    head = f"    def __new__(cls, {', '.join(f'{value}: {kind}' for value, kind in given)}) -> {name}: ..."
    lines = [head]
    if len(head) > 120:
        lines = ["    def __new__(", "        cls,", *(f"        {value}: {kind}," for value, kind in given), f"    ) -> {name}: ..."]
    for value, kind in values(owner):
        lines += ["    @property", f"    def {value}(self) -> {kind}: ..."]
    lines.append("    def __getnewargs__(self) -> tuple[Any, ...]: ...")
    if hasattr(owner, "__len__"):
        return [*lines, "    def __len__(self) -> int: ..."]
    equal = [f"    def __{test}__(self, other: object, /) -> bool: ..." for test in ("eq", "ne")]
    return [*lines, *equal, "    __hash__: ClassVar[None]  # type: ignore[assignment]"]


def keywords(column: int, skipped: list[str]) -> list[str]:
    """Returns the lines of the keywords of a sprite."""
    return [f"    {name}: {KEYWORDS[kind][column]}" for name, kind in values(hitmask.Sprite) if name not in skipped]


def with_fields(source: str) -> str:
    """Returns the source of a stub with the values of results and the keywords of a sprite, without the docs of attributes."""
    new = {
        "_Options": keywords(0, ["mask", "position"]),
        "_ManyOptions": keywords(1, ["mask", "position"]),
        "_Values": keywords(2, ["position"]),
    }
    made = ("__new__", "__getnewargs__", "__eq__", "__ne__", "__len__")

    def is_made(node: ast.stmt) -> bool:
        if isinstance(node, ast.FunctionDef):
            return node.name in made or bool(node.decorator_list)
        return isinstance(node, ast.AnnAssign)

    lines = source.split("\n")
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.ClassDef):
            continue
        owner = getattr(hitmask, node.name, None)
        text = members(node.name, owner) if hasattr(owner, "_fields") else new.get(node.name)
        if text:
            old = [item for item in node.body if is_made(item)]
            lines[old[0].lineno - 1 : old[-1].end_lineno] = text
    return "\n".join(lines)

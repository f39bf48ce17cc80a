"""The fields of a sprite in the type stubs, as ``stub_docs.py`` writes them. The native module has the list."""

from __future__ import annotations

import ast
from typing import NamedTuple

from hitmask._hitmask import _fields  # type: ignore[attr-defined]


class Kind(NamedTuple):
    """The types of the fields of a kind."""

    value: str  # of one sprite
    item: str  # of an array
    option: str  # of a keyword for one new sprite
    options: str = "ArrayLike"  # of a keyword for many new sprites
    change: str = "ArrayLike | None"  # of a keyword for sprites that change


SIDES = '_Side | Literal[False] | Sequence[_Side | Literal[False, ""] | None] | NDArray[np.str_] | None'
KINDS = {
    "Mask": Kind("int", "np.uint32", "SupportsIndex"),
    "Place": Kind("tuple[int, int]", "np.int32", "_Place"),
    "Flag": Kind("bool", "np.bool_", "bool"),
    "Turn": Kind("int", "np.uint8", "SupportsIndex"),
    "Degrees": Kind("float", "np.float64", "_Number"),
    "Factors": Kind("tuple[float, float]", "np.float64", "_Number | _Reals"),
    "Pixel": Kind(
        "tuple[int, int] | None", "np.int32", "_Point | None", "ArrayLike | None", "ArrayLike | Literal[False] | None"
    ),
    "Layers": Kind("int", "np.uint32", "SupportsIndex"),
    "Side": Kind("_Side | None", "np.str_", "_Side | Literal[False] | None", SIDES, SIDES),
    "Data": Kind("int", "np.uint64", "SupportsIndex"),
}
FIELDS = [(name, kind, KINDS[kind]) for name, kind in _fields()]
NEW = [(name, types) for name, kind, types in FIELDS if kind not in ("Mask", "Place")]  # these two are arguments


def attributes(name: str, values: list[tuple[str, str]]) -> list[str]:
    """Returns the constructor and the properties of a class."""
    # A constructor takes any text for a side, because a type checker does not see which one a variable has.
    arguments = [f"        {field}: {value.replace('_Side', 'str')}," for field, value in values]
    lines = ["    def __new__(", "        cls,", *arguments, f"    ) -> {name}: ..."]
    for field, value in values:
        lines += ["    @property", f"    def {field}(self) -> {value}: ..."]
    return lines


def lists() -> dict[str, list[str]]:
    """Returns the lines of the fields of each class."""
    columns = [("id", "NDArray[np.uint32]"), *((name, f"NDArray[{types.item}]") for name, _, types in FIELDS)]
    return {
        "_Options": [f"    {name}: {types.option}" for name, types in NEW],
        "_ManyOptions": [f"    {name}: {types.options}" for name, types in NEW],
        "_Values": [f"    {name}: {types.change}" for name, kind, types in FIELDS if kind != "Place"],
        "Sprite": attributes("Sprite", [(name, types.value) for name, _, types in FIELDS]),
        "Sprites": attributes("Sprites", columns),
    }


def with_fields(source: str) -> str:
    """Returns the source of a stub with the fields of a sprite, without the docs of attributes."""
    lines, new = source.split("\n"), lists()

    def is_field(node: ast.stmt) -> bool:
        if isinstance(node, ast.FunctionDef):
            return node.name == "__new__" or bool(node.decorator_list)
        return isinstance(node, ast.AnnAssign) and "ClassVar" not in ast.unparse(node.annotation)

    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.ClassDef) and node.name in new:
            fields = [item for item in node.body if is_field(item)]
            lines[fields[0].lineno - 1 : fields[-1].end_lineno] = new[node.name]
    return "\n".join(lines)

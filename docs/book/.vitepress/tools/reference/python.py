"""Prints what the stubs of the Python package say, as JSON: modules, their classes and functions, and what is in the classes."""

import json
import sys
from pathlib import Path

import griffe

# Each module, its stub, and the file with its docstring.
MODULES = [
    ("hitmask", "_hitmask.pyi", "__init__.py"),
    ("hitmask.coco", "coco.pyi", "coco.py"),
    ("hitmask.pygame", "pygame/__init__.pyi", "pygame/__init__.py"),
    ("hitmask.sheets", "sheets.pyi", "sheets.py"),
]


def signatures(function: griffe.Function, owner: griffe.Class | griffe.Module) -> list[griffe.Function]:
    return list(owner.overloads.get(function.name) or function.overloads or [function])


def parameter(one: griffe.Parameter) -> str:
    star = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}.get(one.kind, "")
    has_default = one.default is not None and not star
    text = star + one.name + (f": {one.annotation}" if one.annotation else "")
    return text + ((" = " if one.annotation else "=") + str(one.default) if has_default else "")


def parameters(function: griffe.Function) -> str:
    """The parameters as a call of Python sees them: without the object."""
    found, kinds = [], griffe.ParameterKind
    listed = list(function.parameters)
    if listed and listed[0].name in ("self", "cls"):
        listed = listed[1:]
    for at, one in enumerate(listed):
        before = listed[at - 1].kind if at else None
        if one.kind is kinds.keyword_only and before not in (kinds.keyword_only, kinds.var_positional):
            found.append("*")
        found.append(parameter(one))
    return ", ".join(found)


def decorators(function: griffe.Function) -> list[str]:
    return [str(decorator.value) for decorator in function.decorators]


def member(name: str, found: griffe.Object, owner: griffe.Class | griffe.Module) -> dict | None:
    doc = found.docstring.value if found.docstring else ""
    if found.is_function:
        blocks = [
            {
                "parameters": parameters(one),
                "returns": str(one.returns or ""),
                "doc": one.docstring.value if one.docstring else "",
                "decorators": [name for name in decorators(one) if name in ("classmethod", "staticmethod")],
            }
            for one in signatures(found, owner)
        ]
        return {"kind": "function", "name": name, "blocks": blocks}
    if found.is_attribute:
        labels = found.labels
        return {"kind": "value", "name": name, "type": str(found.annotation or ""), "doc": doc, "writable": "writable" in labels}
    return None


def class_of(name: str, found: griffe.Class) -> dict:
    members = [(key, value) for key, value in found.members.items() if not value.is_alias]
    # A stub has only overloads, no function after them.
    names = {key for key, _ in members}
    members += [(key, listed[0]) for key, listed in found.overloads.items() if key not in names]
    members.sort(key=lambda item: item[1].lineno or 0)
    return {
        "kind": "class",
        "name": name,
        "bases": [str(base) for base in found.bases],
        "doc": found.docstring.value if found.docstring else "",
        "members": [made for key, value in members if (made := member(key, value, found))],
    }


def module(name: str, stub: str, documented: str) -> dict:
    # The stub alone: griffe would merge it with the module, whose names are values without types.
    source, about = (griffe.visit(name, filepath=path, code=path.read_text()) for path in (folder / stub, folder / documented))
    items = []
    for key in (about if name == "hitmask" else source).exports:
        value = source.members.get(str(key)) or source.overloads[str(key)][0]
        made = class_of(str(key), value) if value.is_class else member(str(key), value, source)
        if made:
            items.append(made)
    lines = (folder / stub).read_text().splitlines()
    private = [value for key, value in source.members.items() if key.startswith("_") and not value.is_alias]
    types = [
        {"name": value.name, "type": str(value.value), "text": comment(lines, value)}
        for value in private
        if value.is_attribute and str(value.annotation) == "TypeAlias"
    ]
    keywords = [
        {
            "name": value.name,
            "doc": value.docstring.value if value.docstring else "",
            "members": [{"name": f"{key}: {one.annotation}", "text": ""} for key, one in value.members.items()],
        }
        for value in private
        if value.is_class and any("TypedDict" in str(base) or str(base).startswith("_") for base in value.bases)
    ]
    about_module = about.docstring.value if about.docstring else ""
    return {"name": name, "doc": about_module, "items": items, "types": types, "keywords": keywords}


def comment(lines: list[str], value: griffe.Attribute) -> str:
    above = lines[value.lineno - 2]
    return above[2:] if above.startswith("# ") else ""


folder = Path(sys.argv[1])
print(json.dumps([module(*names) for names in MODULES]))

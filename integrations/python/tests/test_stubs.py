"""The type stubs say what the native module has. ``mypy.stubtest`` compares names and signatures; this compares the rest."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hitmask
from hitmask import Mask, World

STUB = ast.parse((Path(hitmask.__file__).parent / "_hitmask.pyi").read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def fields(name: str) -> list[str]:
    """Returns the fields of a typed dict, or the properties of a class."""
    body = CLASSES[name].body
    if CLASSES[name].keywords:  # total=False
        return [node.target.id for node in body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]
    return [node.name for node in body if isinstance(node, ast.FunctionDef) and node.decorator_list]


def keywords(call) -> list[str]:
    """Returns the keywords that the native module names in its error for an unknown one."""
    with pytest.raises(TypeError, match="the keywords are") as raised:
        call(unknown=1)
    return re.split(", ", str(raised.value).split("the keywords are ")[1])


def test_the_values_of_a_sprite_are_listed_once():
    """The stubs list them too, in the order of the native module."""
    world = World()
    world.spawn(world.add_mask(Mask(1, 1)), (0, 0))
    changes = keywords(lambda **given: world.set(0, **given))
    options = keywords(lambda **given: world.spawn(0, (0, 0), **given))
    at, *values = keywords(lambda **given: hitmask.Who(0, **given))
    assert at == "at"  # an argument of its own in the stubs
    assert fields("Sprite") == changes and fields("Sprites") == ["id", *changes]
    assert fields("_Values") == values == ["mask", *changes[2:]] and fields("_Changes") == ["position"]
    assert fields("_Options") == fields("_ManyOptions") == options == changes[2:]
    assert keywords(lambda **given: world.spawn_many(0, [(0, 0)], **given)) == options
    assert [len(world.get(0).__getnewargs__()), len(world.get().__getnewargs__())] == [len(changes), len(changes) + 1]
    assert [name for name in options if f"``{name}=" not in World.spawn.__doc__] == []  # its documentation is written by hand

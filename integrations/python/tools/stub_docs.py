"""Writes the docstrings of the built package, and the fields of a sprite, into its type stubs, or checks that they are there.

``python tools/stub_docs.py [--check]``. Editors and type checkers read the stubs and not the native module, so the stubs repeat
its docstrings. Other signatures stay as they are.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path
from typing import Any

import hitmask._hitmask
import hitmask.pygame
import hitmask.sheets
from stub_fields import with_fields

FOLDER = Path(__file__).parent.parent / "python" / "hitmask"
STUBS = {"_hitmask.pyi": hitmask._hitmask, "sheets.pyi": hitmask.sheets, "pygame/__init__.pyi": hitmask.pygame}


def docstring(owner: Any, name: str, is_class: bool) -> str | None:
    """Returns the docstring of a class or a function, unless it is one of Python's own."""
    found = getattr(owner, name, None)
    if found is None or (name.startswith("__") and name.endswith("__")):
        return None
    text = inspect.getdoc(found) if is_class or not isinstance(found, property) else found.__doc__
    return inspect.cleandoc(text) if text else None


def quoted(text: str, indent: int) -> list[str]:
    """Returns the lines of a docstring in the source."""
    space = " " * indent
    text = text.replace("\\", "\\\\").replace('"""', r"\"\"\"")
    lines = text.split("\n")
    if len(lines) == 1 and len(text) + indent + 6 <= 120 and not text.endswith('"'):
        return [f'{space}"""{text}"""']
    return [f'{space}"""{lines[0]}', *(space + line if line else "" for line in lines[1:]), f'{space}"""']


def with_docs(source: str, module: Any) -> str:
    """Returns the source of a stub with the docstrings of a module."""
    lines = source.split("\n")
    changes: list[tuple[int, int, list[str]]] = []

    def visit(body: list[ast.stmt], owner: Any) -> None:
        seen = set()
        for node in body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                continue
            is_class = isinstance(node, ast.ClassDef)
            is_again = node.name in seen or any(getattr(d, "attr", "") == "setter" for d in node.decorator_list)
            seen.add(node.name)
            text = None if is_again else docstring(owner, node.name, is_class)
            first, rest = node.body[0], node.body[1:]
            has_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
            own = getattr(owner, node.name, None)
            if is_class and own is None:
                continue  # a type that only the stubs have
            if is_class:
                if has_doc:
                    changes.append((first.lineno, first.end_lineno or 0, quoted(text, 4) if text else []))
                elif text:
                    changes.append((node.body[0].lineno - len(getattr(node.body[0], "decorator_list", [])), -1, [*quoted(text, 4), ""]))
                visit(rest if has_doc else node.body, own)
                continue
            indent = node.col_offset + 4
            end = node.end_lineno or 0
            if has_doc:
                changes.append((first.lineno, end, quoted(text, indent)) if text else (first.lineno, end, [" " * indent + "..."]))
            elif text:
                head = re.sub(r": \.\.\.( *#.*)?$", r":\1", lines[end - 1])
                changes.append((end, end, [head, *quoted(text, indent)]))

    visit(ast.parse(source).body, module)
    for start, end, new in sorted(changes, reverse=True):
        lines[start - 1 : (start - 1 if end == -1 else end)] = new
    return "\n".join(lines)


def main() -> int:
    """Writes or checks the stubs."""
    is_check, differ = "--check" in sys.argv, 0
    for name, module in STUBS.items():
        path = FOLDER / name
        old = path.read_text(encoding="utf-8")
        new = with_docs(with_fields(old) if module is hitmask._hitmask else old, module)
        if old != new and is_check:
            print(f"{path} does not have the docstrings and fields of the package: run tools/stub_docs.py", file=sys.stderr)
            differ += 1
        elif old != new:
            path.write_text(new, encoding="utf-8")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())

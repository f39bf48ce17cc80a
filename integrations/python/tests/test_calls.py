"""The script of calls that the tests of all languages run: the answers are equal, number by number."""

import json
from pathlib import Path
from typing import Any

import hitmask
import numpy as np
import pytest

SCRIPT = Path(__file__).parents[3] / "tests" / "calls" / "script.json"


def plain(value: Any) -> Any:
    """Turns arrays, tuples and results into lists and dicts. Missing values become None."""
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, hitmask.Contact):
        names = ["a", "b", "first", "area", "bounds", "normal", "penetration"]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, hitmask.Sprite):
        names = ["mask", "position", "flip_x", "flip_y", "turn", "angle", "scale", "pivot", "layers", "collides_with"]
        return {name: plain(getattr(value, name)) for name in [*names, "fixed", "exact", "data"]}
    fields = {
        hitmask.RayHit: ["at", "before", "step", "normal"],
        hitmask.SweepHit: ["at", "before", "step", "normal"],
        hitmask.Sweep: ["hit", "started_inside"],
        hitmask.SpriteRayHit: ["id", "at", "before", "step", "normal"],
        hitmask.SpriteSweepHit: ["id", "step", "before", "first", "normal"],
        hitmask.Swept: ["at", "hit", "started_inside"],
        hitmask.Moved: ["at", "hits", "started_inside", "blocked"],
        hitmask.Blocked: ["left", "right", "up", "down"],
        hitmask.Near: ["id", "distance"],
    }.get(type(value))
    return value if fields is None else {name: plain(getattr(value, name)) for name in fields}


def rows(contacts: hitmask.Contacts) -> list[dict[str, Any]]:
    """The contacts of a step, a dict for each."""
    columns = [contacts.pairs, contacts.first, contacts.area, contacts.bounds, contacts.normal, contacts.penetration]
    names = ["first", "area", "bounds", "normal", "penetration"]
    return [
        {"a": plain(pair)[0], "b": plain(pair)[1], **dict(zip(names, map(plain, row), strict=True))}
        for pair, *row in zip(*columns, strict=True)
    ]


def probe(call: dict[str, Any]) -> Any:
    if "point" in call:
        return tuple(call["point"])
    if "rect" in call:
        return tuple(call["rect"])
    if "circle" in call:
        x, y, radius = call["circle"]
        return hitmask.Circle((x, y), radius)
    if "line" in call:
        return hitmask.Line(call["line"][:2], call["line"][2:])
    return hitmask.Polygon(call["polygon"])


class Player:
    """The masks and the world of the script."""

    def __init__(self) -> None:
        self.masks: dict[str, hitmask.Mask] = {}
        self.world = hitmask.World()

    def play(self, call: dict[str, Any]) -> Any:
        name, world = call["call"], self.world
        match name:
            case "mask":
                self.masks[call["as"]] = hitmask.Mask.from_text(call["text"])
                return None
            case "overlaps" | "overlap_first" | "overlap_area" | "overlap_bounds" | "overlap_normal" | "penetration":
                return getattr(self.masks[call["a"]], name)(self.masks[call["b"]], call["at"])
            case "penetration_along":
                a, b = self.masks[call["a"]], self.masks[call["b"]]
                return a.penetration_along(b, call["at"], call["direction"])
            case "sweep":
                return self.masks[call["a"]].sweep(self.masks[call["b"]], call["start"], call["end"])
            case "cast_ray":
                return self.masks[call["mask"]].cast_ray(call["start"], call["end"])
            case "count" | "bounds" | "centroid":
                return getattr(self.masks[call["mask"]], name)()
            case "add_mask":
                return world.add_mask(self.masks[call["mask"]])
            case "spawn":
                return world.spawn(call["mask"], call["position"], **call["options"])
            case "set":
                return world.set(call["id"], **call["changes"])
            case "get" | "overlapping" | "despawn":
                return getattr(world, name)(call["id"])
            case "data":
                with pytest.raises(IndexError):
                    world.data(call["id"])
                return None
            case "move_to":
                return world.move_to(call["id"], call["position"])
            case "move_by":
                return world.move_by(call["id"], call["by"])
            case "step":
                step = world.step()
                return {"pairs": step.pairs, "began": step.began, "ended": step.ended}
            case "began_between":
                return world.step().began_between(call["layers_a"], call["layers_b"])
            case "contacts":
                return rows(world.step().contacts())
            case "contacts_of":
                return rows(world.step().contacts_of(call["id"]))
            case "contact":
                return world.contact(call["a"], call["b"])
            case "positions":
                return world.positions
            case "draw_on_mask" | "erase_from_mask":
                return getattr(world, name)(call["mask"], probe(call))
            case "mask_count":
                return world.mask(call["mask"]).count()
            case "bytes":
                digest = 0x811C9DC5
                for byte in world.to_bytes():
                    digest = (digest ^ byte) * 0x01000193 & 0xFFFFFFFF
                return [len(world.to_bytes()), digest]
            case "move_until":
                steps = {key: call[key] for key in ("step_up", "step_down") if key in call}
                return world.move_until(call["id"], call["to"], call["motion"], **steps)
        layers = {"layers": call["layers"]} if "layers" in call else {}
        match name:
            case "find":
                return world.find(probe(call), **layers)
            case "nearest":
                return world.nearest(call["point"], call["count"], **layers)
            case "cast_ray_world":
                return world.cast_ray(call["start"], call["end"], **layers)
            case "cast_ray_all":
                return world.cast_ray_all(call["start"], call["end"], **layers)
            case "sweep_world":
                return world.sweep(call["id"], call["to"], **layers)
            case "is_free":
                return world.is_free(call["id"], call["position"], **layers)
        raise AssertionError(f"unknown call {name}")


def test_the_script_of_calls_has_the_answers_of_rust() -> None:
    player = Player()
    script = json.loads(SCRIPT.read_text())
    for number, call in enumerate(script):
        answer = plain(player.play({key: value for key, value in call.items() if key != "answer"}))
        assert answer == call["answer"], f"call {number}: {call}"
    assert len(script) >= 60

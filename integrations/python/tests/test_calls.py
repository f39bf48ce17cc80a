"""The script of calls that the tests of all languages run: the answers are equal, number by number."""

import json
from pathlib import Path
from typing import Any

import hitmask
import numpy as np
import pytest

CALLS = Path(__file__).parents[3] / "tests" / "calls"

# A side is a number in the scripts.
SIDES = ["left", "right", "top", "bottom"]


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
    if isinstance(value, hitmask.Affine):
        a, b, _, c, d, _ = value.coefficients
        return [[a, b], [c, d]]
    if isinstance(value, hitmask.Sprite):
        names = ["mask", "position", "fraction", "flip_x", "flip_y", "turn", "angle", "scale", "origin", "transform"]
        names += ["layers", "collides_with", "fixed", "sensor", "continuous", "data"]
        values = {name: plain(getattr(value, name)) for name in names}
        return values | {"one_way": value.one_way and SIDES.index(value.one_way)}
    fields = {
        hitmask.RayHit: ["at", "before", "step", "normal"],
        hitmask.SweepHit: ["at", "before", "step", "normal"],
        hitmask.Sweep: ["hit", "started_inside"],
        hitmask.SpriteRayHit: ["id", "at", "before", "step", "normal"],
        hitmask.SpriteSweepHit: ["id", "step", "before", "first", "normal"],
        hitmask.Swept: ["at", "hit", "started_inside"],
        hitmask.Moved: ["at", "hits", "started_inside", "blocked"],
        hitmask.Blocked: ["left", "right", "up", "down"],
        hitmask.Impact: ["a", "b", "fraction", "places", "before", "contact"],
        hitmask.Neighbor: ["id", "distance"],
        hitmask.Carried: ["riders", "pushed", "crushed"],
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


def with_side(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a sprite with the name of its side. No side is False."""
    side = values.get("one_way", -1)
    return values if side == -1 else values | {"one_way": False if side is None else SIDES[side]}


def changed(call: dict[str, Any]) -> hitmask.Who:
    changes = with_side(call["changes"])
    return hitmask.Who(call["id"], at=changes.pop("position", None), **changes)


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
            case "distance":
                return self.masks[call["a"]].distance(self.masks[call["b"]], call["at"])
            case "nearest_free":
                return self.masks[call["a"]].nearest_free(self.masks[call["b"]], call["at"], call["limit"])
            case "nearest_free_within":
                a, b = self.masks[call["a"]], self.masks[call["b"]]
                return a.nearest_free(b, call["at"], call["limit"], within=call["within"])
            case "remainder":
                remainder = hitmask.Remainder()
                return {"moves": [remainder.take(by) for by in call["moves"]], "rest": remainder.rest}
            case "sweep":
                return self.masks[call["a"]].sweep(self.masks[call["b"]], call["start"], call["end"])
            case "cast_ray":
                return self.masks[call["mask"]].cast_ray(call["start"], call["end"])
            case "count" | "bounds" | "centroid":
                return getattr(self.masks[call["mask"]], name)()
            case "add_mask":
                return world.add_mask(self.masks[call["mask"]])
            case "spawn":
                return world.spawn(call["mask"], call["position"], **with_side(call["options"]))
            case "set":
                return world.set(call["id"], **with_side(call["changes"]))
            case "get" | "overlapping" | "despawn":
                return getattr(world, name)(call["id"])
            case "data":
                with pytest.raises(IndexError):
                    world.data(call["id"])
                return None
            case "move_to":
                return world.move_to(call["id"], call["position"])
            case "jump_to":
                return world.jump_to(call["id"], call["position"])
            case "impact":
                return world.step().impact(call["a"], call["b"])
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
                keywords = {key: call[key] for key in ("step_up", "step_down", "layers") if key in call}
                return world.move_until(call["id"], call["to"], call["motion"], **keywords)
            case "push_out":
                return world.push_out(call["id"], call["limit"])
            case "push_out_along":
                return world.push_out(call["id"], call["limit"], along=call["direction"])
            case "carry":
                return world.carry(call["id"], call["to"], call["riders"])
            case "is_free_as":
                return world.is_free(changed(call))
            case "nearest_free_as":
                return world.nearest_free(changed(call), call["limit"])
        layers = {"layers": call["layers"]} if "layers" in call else {}
        sensors = layers | {"with_sensors": call.get("sensors", False)}
        match name:
            case "find":
                return world.find(probe(call), **layers)
            case "nearest":
                return world.nearest(call["point"], call["count"], **layers)
            case "nearest_others":
                near = world.nearest_others(call["id"], call["count"], **layers)
                ids, distances = world.nearest_others([call["id"]], call["count"], **layers)
                assert [(one.id, one.distance) for one in near] == list(zip(ids[0], distances[0], strict=True))[: len(near)]
                return near
            case "cast_ray_world":
                return world.cast_ray(call["start"], call["end"], **sensors)
            case "cast_ray_all":
                return world.cast_ray_all(call["start"], call["end"], **sensors)
            case "sweep_world":
                return world.sweep(call["id"], call["to"], **sensors)
            case "is_free":
                return world.is_free(hitmask.Who(call["id"], at=call["position"]), **sensors)
            case "touching":
                return world.touching(call["id"], call["by"], **sensors)
            case "nearest_free_world":
                return world.nearest_free(hitmask.Who(call["id"], at=call["position"]), call["limit"], **sensors)
            case "sweep_shape":
                swept = world.sweep((self.masks[call["mask"]], call["position"]), call["to"], **sensors)
                return {"at": swept.at, "hit": swept.hit}
        raise AssertionError(f"unknown call {name}")


@pytest.mark.parametrize("name", ["script", "motion"])
def test_the_script_of_calls_has_the_answers_of_rust(name: str) -> None:
    player = Player()
    script = json.loads((CALLS / f"{name}.json").read_text())
    for number, call in enumerate(script):
        answer = plain(player.play({key: value for key, value in call.items() if key != "answer"}))
        assert answer == call["answer"], f"call {number}: {call}"
    assert len(script) >= 50

"""Random histories of a world, compared with the slow world."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest
from world_model import Actor, Model

from hitmask import Mask, World

NAMES = ["fraction", "flip_x", "flip_y", "turn", "angle", "scale", "origin", "layers", "collides_with", "fixed", "data"]
PAIRS = ["fraction", "scale", "origin"]


def random_actor(rng: np.random.Generator, serial: int, masks: list[int]) -> Actor:
    """Returns a sprite with some of the options."""
    random = {
        "flip_x": True,
        "flip_y": True,
        "turn": int(rng.integers(4)),
        "angle": float(rng.integers(1, 360)),
        "scale": (float(rng.choice([0.5, 1.5, 3.0])), float(rng.choice([0.5, 2.0]))),
        "origin": tuple(float(c) / 4 for c in rng.integers(-12, 48, 2)),
        "fraction": tuple(float(c) / 8 for c in rng.integers(0, 8, 2)),
        "layers": int(rng.integers(8)),
        "collides_with": int(rng.integers(8)),
        "fixed": True,
        "data": int(rng.integers(2**63)) * 2,
    }
    given = {name: random[name] for name in NAMES if rng.random() < 0.25}
    position = tuple(int(c) for c in rng.integers(-25, 25, 2))
    return Actor(serial, int(rng.choice(masks)), position, **given)


class History:
    """A world and its slow copy, and random changes of both."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.serial = 0
        world = World()
        shapes = [self.rng.random((h, w)) < 0.6 for w, h in [(1, 1), (7, 3), (12, 12), (70, 5), (4, 0)]]
        self.model = Model(world, {world.add_mask(Mask.from_array(array)): array for array in shapes})

    def new_actor(self) -> Actor:
        self.serial += 1
        return random_actor(self.rng, self.serial, list(self.model.arrays))

    def some(self, share: float) -> list[int]:
        return [slot for slot in self.model.actors if self.rng.random() < share]

    def spawn(self) -> None:
        actor = self.new_actor()
        slot = self.model.world.spawn(actor.mask, actor.position, **actor.options())
        assert slot not in self.model.actors
        self.model.actors[slot] = actor

    def spawn_many(self) -> None:
        actors = [self.new_actor() for _ in range(int(self.rng.integers(6)))]
        # One value for all, or a value for each.
        for name in ["turn", "layers", "scale"]:
            if actors and self.rng.random() < 0.5:
                for actor in actors:
                    setattr(actor, name, getattr(actors[0], name))
        columns = {name: [getattr(actor, name) for actor in actors] for name in NAMES}
        dtypes = {"data": (np.uint64, -1), "turn": (np.int8, -1)} | {name: (float, (-1, 2)) for name in PAIRS}
        options: dict[str, object] = {}
        for name, values in columns.items():
            if values and all(value == values[0] for value in values):
                options[name] = values[0]
            else:
                dtype, shape = dtypes.get(name, (None, -1))
                values = [(math.nan, math.nan) if value is None else value for value in values]
                options[name] = np.array(values, dtype).reshape(shape) if values else np.zeros(0, dtype or bool)
        if not actors:
            options = {}
        positions = np.array([actor.position for actor in actors], np.int64).reshape(-1, 2)
        slots = self.model.world.spawn_many(np.array([a.mask for a in actors], int), positions, **options)
        assert slots.dtype == np.uint32
        self.model.actors |= dict(zip(slots.tolist(), actors, strict=True))

    def despawn(self) -> None:
        if slots := self.some(0.1):
            self.model.world.despawn_many(slots) if len(slots) > 1 else self.model.world.despawn(slots[0])
            for slot in slots:
                del self.model.actors[slot]

    def move_all(self) -> None:
        world = self.model.world
        positions = self.rng.integers(-25, 25, (world.slot_count, 2), dtype=np.int32)
        world.set_positions(positions)
        for slot, actor in self.model.actors.items():
            actor.position = tuple(positions[slot].tolist())

    def move_some(self) -> None:
        slots = self.some(0.3)
        positions = self.rng.integers(-25, 25, (len(slots), 2))
        self.model.world.set_positions(positions, slots)
        for slot, at in zip(slots, positions.tolist(), strict=True):
            self.model.actors[slot].position = tuple(at)

    def set_some(self) -> None:
        slots, new = self.some(0.3), self.new_actor()
        options = {name: value for name, value in new.options().items() if self.rng.random() < 0.4}
        if "origin" in options:
            options["origin"] = options["origin"] or False
        if self.rng.random() < 0.3:
            options |= {"mask": new.mask, "position": new.position}
        self.model.world.set(np.array(slots, np.uint8), **options)
        for slot in slots:
            for name, value in options.items():
                setattr(self.model.actors[slot], name, value or None if name == "origin" else value)

    def edit_mask(self) -> None:
        world, mask = self.model.world, int(self.rng.choice(list(self.model.arrays)))
        array = self.model.arrays[mask].copy()
        if array.size and self.rng.random() < 0.7:
            x, y = (int(self.rng.integers(side)) for side in array.shape[::-1])
            solid = bool(self.rng.random() < 0.5)
            edit = world.draw_on_mask if solid else world.erase_from_mask
            stencils = [((0, 0, 3, 2), (x, y)), (Mask(3, 2, fill=True), (x, y))]
            edit(mask, *stencils[int(self.rng.integers(2))])
            array[y : y + 2, x : x + 3] = solid
        else:
            array = self.rng.random(tuple(self.rng.integers(0, 14, 2))) < 0.5
            world.replace_mask(mask, Mask.from_array(array))
        self.model.arrays[mask] = array
        assert np.array_equal(world.mask(mask).to_array(), array)

    def copy(self) -> None:
        old = self.model.world
        self.model.world = [copy.copy, copy.deepcopy, lambda w: pickle.loads(pickle.dumps(w))][
            int(self.rng.integers(3))
        ](old)
        old.despawn_many(old.ids)

    def check(self) -> None:
        """Compares the values of all sprites."""
        world, actors = self.model.world, self.model.actors
        slots = sorted(actors)
        values = world.get()
        assert len(world) == len(slots) == len(values)
        assert world.ids.tolist() == values.id.tolist() == slots
        assert all(slot in world for slot in slots) and world.slot_count not in world and -1 not in world
        expected = np.full((world.slot_count, 2), -(2**31), np.int32)
        for row, slot in enumerate(slots):
            actor = actors[slot]
            expected[slot] = actor.position
            for name in ["mask", "flip_x", "flip_y", "turn", "layers", "collides_with", "fixed", "data"]:
                assert getattr(values, name)[row] == getattr(actor, name), name
            assert values.angle[row] == actor.angle
            assert tuple(values.position[row].tolist()) == actor.position
            assert tuple(values.scale[row].tolist()) == actor.scale
            assert tuple(values.fraction[row].tolist()) == actor.fraction
            assert np.array_equal(values.origin[row], actor.origin or (math.nan, math.nan), equal_nan=True)
            assert np.isnan(values.transform[row]).all()
            one = world.get(slot)
            assert (one.position, one.origin, one.scale) == (actor.position, actor.origin, actor.scale)
            assert (one.fraction, one.transform) == (actor.fraction, None)
            assert all(getattr(one, name) == getattr(values, name)[row] for name in NAMES if name not in PAIRS)
            assert world.data(slot) == actor.data
            mask, at = world.shape(slot)
            array, expected_at = self.model.shape(slot)
            assert np.array_equal(mask.to_array(), array) and at == expected_at
        assert np.array_equal(world.positions, expected) and world.positions.dtype == np.int32
        assert world.data(slots).tolist() == [actors[slot].data for slot in slots]


@pytest.mark.parametrize("seed", range(12))
def test_random_histories(seed):
    history = History(seed)
    changes = [history.spawn] * 3 + [history.spawn_many, history.despawn, history.move_all, history.move_some]
    changes += [history.set_some, history.edit_mask, history.copy]
    for _ in range(30):
        for _ in range(int(history.rng.integers(1, 5))):
            changes[int(history.rng.integers(len(changes)))]()
        history.check()
        history.model.check_step()
    assert history.model.world.slot_count < history.serial, "the test needs reused slots"

"""Objects that calls return: pickles, text, equality; subclasses of worlds."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import hitmask
from hitmask import Mask, World


@pytest.fixture
def world():
    world = World()
    world.add_mask(Mask(8, 8, fill=True))
    world.spawn_many(0, [(0, 0), (4, 0), (30, 0)], data=[1, 2, 3])
    return world


def results(world: World) -> list[object]:
    """Returns an object of each class that calls return."""
    step, mask = world.step(), Mask(3, 3, fill=True)
    return [
        step, step.contacts(), step.impact(0, 1), world.contact(0, 1), world.get(0), world.get(), world.nearest((0, 0))[0],
        world.cast_ray((-5, 3), (9, 3)), world.cast_rays([(-5, 3)], [(9, 3)]), world.sweep(2, (0, 0)), world.sweep(2, (0, 0)).hit,
        world.sweep_many([2], [(0, 0)]), world.sweep_many([2], [(0, 0)]).hits, world.copy().move_until(2, (0, 0)),
        world.copy().move_until_many([2], [(0, 0)]), world.copy().move_until(2, (0, 0)).blocked, world.copy().carry(0, (1, 0)),
        hitmask.Remainder((0.25, -0.5)), mask.cast_ray((-5, 1), (9, 1)), mask.sweep(mask, (-9, 0), (9, 0)),
        world.limits,
        mask.sweep(mask, (-9, 0), (9, 0)).hit, mask.connected_components()[0], mask.contours()[0],
    ]  # fmt: skip


def same(a: object, b: object) -> bool:
    """Compares objects by their values."""
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, World):
        return a.to_bytes() == b.to_bytes()
    if type(a).__module__ == "hitmask" and hasattr(a, "__getnewargs__"):
        return type(a) is type(b) and all(map(same, a.__getnewargs__(), b.__getnewargs__()))
    return a == b


def test_results_can_be_pickled_and_copied(world):
    seen = set()
    for result in results(world):
        seen.add(type(result).__name__)
        for again in [pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)]:
            assert same(result, again), result
        assert type(result).__name__ in repr(result)
    kinds = {name for name in hitmask.__all__ if hasattr(getattr(hitmask, name), "__getnewargs__")}
    assert seen == kinds - {"Affine", "Circle", "Line", "Polygon"}


def test_a_pickled_step_has_its_world(world):
    step = pickle.loads(pickle.dumps(world.step()))
    assert step.contacts_of(0).penetration.tolist() == [[-4, 0]] and step.began_between(1, 1).tolist() == [[0, 1]]


def test_one_sprite(world):
    world.set(1, angle=90, scale=(2, 0.5), origin=(3, 4.5), flip_x=True, layers=6, data=2**64 - 1)
    one, many = world.get(1), world.get([1])
    assert (one.mask, one.position, one.flip_x, one.flip_y, one.turn) == (0, (4, 0), True, False, 0)
    assert (one.angle, one.scale, one.origin, one.layers, one.data) == (90, (2, 0.5), (3, 4.5), 6, 2**64 - 1)
    assert many.angle.tolist() == [90] and one == world.get(np.uint32(1)) and one != world.get(0)
    assert world.data(1) == 2**64 - 1 and world.data([1]).tolist() == [2**64 - 1]
    assert world.bounds(0) == (0, 0, 8, 8) and world.bounds([0]).tolist() == [[0, 0, 8, 8]]
    empty = world.spawn(world.add_mask(Mask(3, 3)), (5, 5))
    assert world.bounds(empty) is None and world.bounds([empty]).tolist() == [[-(2**31), -(2**31), 0, 0]]
    for call in (world.get, world.data, world.bounds):
        with pytest.raises(IndexError, match="no sprite 99"):
            call(99)
    options = {name: getattr(one, name) for name in ("flip_x", "angle", "scale", "origin", "layers", "data")}
    assert world.get(world.spawn(one.mask, one.position, **options)) == one


def test_the_point_of_a_mask_at_a_point_of_the_world(world):
    world.set(0, flip_x=True, position=(100, 50))
    assert world.mask_point(0, (101.5, 52.25)) == (6.5, 2.25) and world.mask_point(0, (0, 0)) == (108, -50)
    with pytest.raises(IndexError):
        world.mask_point(9, (0, 0))
    for wrong in [(float("nan"), 0), (0, float("inf"))]:
        with pytest.raises(ValueError, match="point must be finite, got"):
            world.mask_point(0, wrong)


def test_a_scale_for_each_sprite(world):
    """An array of shape (N,) used to be an error, or two factors along x and y if N is 2."""
    world.set([0, 1, 2], scale=np.array([1.0, 2.0, 4.0]))
    assert world.get().scale.tolist() == [[1, 1], [2, 2], [4, 4]]
    world.set([0, 1], scale=np.array([1.0, 2.0]))
    assert world.get([0, 1]).scale.tolist() == [[1, 1], [2, 2]]
    world.set([0, 1], scale=(1.0, 2.0))
    assert world.get([0, 1]).scale.tolist() == [[1, 2], [1, 2]]
    world.set([0, 1], scale=np.array([[1.0, 2.0], [2.0, 1.0]]))
    assert world.get([0, 1]).scale.tolist() == [[1, 2], [2, 1]]
    assert world.get(world.spawn(0, (0, 0), scale=np.array([2.0, 1.0]))).scale == (2, 1)
    with pytest.raises(ValueError, match="scale must be one value or an array of 3 values.*got 2"):
        world.set([0, 1, 2], scale=np.array([1.0, 2.0]))


class Level(World):
    """A world with attributes, and with a constructor of its own."""

    def __init__(self, name: str, *, walls: int = 0) -> None:
        self.name, self.walls = name, [walls]

    def spawn(self, mask, position, **options):
        self.walls.append(position)
        return super().spawn(mask, position, **options)


def test_worlds_have_subclasses():
    level = Level("cave", walls=3)
    level.spawn(level.add_mask(Mask(2, 2, fill=True)), (1, 2))
    copies = [copy.copy(level), copy.deepcopy(level), pickle.loads(pickle.dumps(level))]
    for other in copies:
        assert type(other) is Level and other.name == "cave" and other.walls == [3, (1, 2)]
        assert other.to_bytes() == level.to_bytes() and len(other.step().pairs) == 0
    assert copies[0].walls is level.walls and copies[1].walls is not level.walls
    assert type(level.copy()) is Level and type(Level.from_bytes(level.to_bytes())) is Level
    for wrong in [lambda: World(3), lambda: World(name="cave"), lambda: Level()]:
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize("count", [1, 3, 2000])
def test_an_array_of_a_result_is_one_object_that_belongs_to_the_caller(count):
    world = World()
    world.add_mask(Mask(8, 8, fill=True))
    ids = world.spawn_many(0, [(10 * i, -i) for i in range(count)])
    sprites = world.get(ids)
    assert sprites.position is sprites.position and sprites.position.shape == (count, 2) and sprites.data.shape == (count,)
    sprites.position[0] += (1, 2)
    assert sprites.position[0].tolist() == [1, 2] and pickle.loads(pickle.dumps(sprites)).position[0].tolist() == [1, 2]
    assert world.get(ids).position[0].tolist() == [0, 0]
    assert len(sprites) == count and sprites.origin.flags.writeable
    hits = world.cast_rays([(-5, 3)] * count, [(9, 3)] * count)
    assert hits.id.tolist() == [0] * count and np.allclose(np.hypot(*hits.normal.T), 1)
    again = hitmask.RayHits(*hits.__getnewargs__())
    assert again.at is hits.at and again.before.tolist() == [[-1, 3]] * count
    for ids, distances in [world.nearest_many([(0, 3)] * count), world.nearest_many([(0, 3)] * count, 0)]:
        assert ids.shape == distances.shape and len(ids) == count

"""The options of queries, and what queries ask about."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from hitmask import Mask, Who


def test_queries_leave_a_sprite_out(level):
    level.set(0, position=(10, 84))
    assert level.find((12, 90)).tolist() == [0] and level.find((12, 90), without=0).tolist() == []
    assert level.find_many([(12, 90)], without=np.uint32(0)).tolist() == []
    assert level.nearest((12, 90))[0].id == 0 and level.nearest((12, 90), without=0)[0].id != 0
    assert level.nearest_many([(12, 90)], without=0)[0].tolist() == [[1]]
    assert level.cast_ray((12, 90), (119, 90), without=0) is None and level.cast_ray((12, 90), (130, 90), without=4).id == 0
    assert level.cast_ray_all((12, 90), (130, 90), without=0)[0].id == 4
    assert level.cast_rays([(12, 90)], [(130, 90)], without=0).id.tolist() == [4]
    assert level.sweep(0, (150, 84), without=4).at == (150, 84) and len(level.sweep_many([0], [(150, 84)], without=4).hits) == 0
    assert level.touching(0, (0, 1), without=1).tolist() == [] and level.is_free(Who(0, at=(10, 90)), without=1)
    assert level.nearest_free(Who(0, at=(10, 90)), 3, without=1) == (10, 90)
    crate = level.spawn(3, (12, 90))
    assert level.overlapping(0).tolist() == [crate] and level.overlapping(0, without=crate).tolist() == []
    for nobody in (None, 99, 2**32 - 1):
        assert level.find((11, 85), without=nobody).tolist() == [0]


def test_from_inside(level):
    level.set(0, position=(10, 90))  # in the floor
    assert level.sweep(0, (10, 60)).at == (10, 60)
    assert level.sweep(0, (10, 60), hit_from_inside=True).hit.step == 0
    assert level.sweep_many([0], [(10, 60)], hit_from_inside=True).hits.step.tolist() == [0]
    assert level.touching(0, (0, -1)).tolist() == [] and level.touching(0, (0, -1), hit_from_inside=True).tolist() == [1]
    assert level.touching(0, (0, 0), hit_from_inside=True).tolist() == [1]
    for motion in ("stop", "slide", "walk"):
        moved = level.move_until(0, (40, 60), motion, hit_from_inside=True)
        assert (moved.at, [(hit.id, hit.step) for hit in moved.hits]) == ((10, 90), [(1, 0)])
    assert level.move_until_many([0], [(40, 60)], hit_from_inside=True).at.tolist() == [[10, 90]]
    assert level.move_until(0, (10, 60), layers=2, hit_from_inside=True).at == (10, 60)


def test_a_sprite_as_something_else(level):
    level.set(0, position=(10, 84))
    assert level.is_free(0) and level.is_free(np.uint32(0)) and level.is_free(Who(np.int64(0))) and not level.is_free(Who(0, at=(10, 85)))
    assert not level.is_free(Who(0, mask=1)) and level.is_free(Who(0, mask=3, at=(10.2, 93.6)))
    assert level.nearest_free(Who(0, at=(10, 90)), 20) == (10, 84) and level.nearest_free(Who(0, at=(10, 90)), 5) is None
    assert level.is_free(Who(0, at=(10, 90), layers=0)) and level.is_free(Who(0, at=(10, 90), collides_with=2))
    assert level.is_free(Who(0, angle=[90.0], one_way=False, at=[100, 20], scale=np.array([1.0, 2.0]), flip_x=None))
    assert level.sweep(Who(0, at=(60, 84)), (200, 84)).at == (112, 84)
    assert level.touching(Who(0, at=(112, 60)), (1, 0)).tolist() == [4]
    mask, at = level.shape(Who(0, turn=1, at=(3, 4)))
    assert (mask.size, at) == ((16, 8), (3, 4)) and level.shape(Who(mask=2, at=(5, 5)))[0].size == (40, 4)
    assert level.get(0).position == (10, 84) and level.get(0).mask == 0


def test_a_sprite_in_no_world(level):
    level.set(0, position=(10, 84))
    assert not level.is_free(Who(mask=0, at=(10, 84))) and level.is_free(Who(mask=0, at=(10, 84), collides_with=2))
    assert level.nearest_free(Who(mask=0, at=(10, 84)), 20) == (2, 84)
    assert level.sweep(Who(mask=3, at=(20, 80)), (200, 80)).hit.id == 4
    assert level.sweep(Who(mask=3, at=(20, 80), layers=0), (200, 80)).hit is None  # it is in no layer
    square = Mask(6, 6, fill=True)
    assert not level.is_free((square, (10, 84))) and level.is_free((square, (10, 84)), without=0)
    assert level.nearest_free((square, (10, 84)), 20) == (10, 78) and level.shape((square, (1.5, 2)))[1] == (2, 2)


def test_wrong_subjects(level):
    asks = [level.is_free, level.shape, lambda who: level.nearest_free(who, 9), lambda who: level.sweep(who, (0, 0)),
            lambda who: level.touching(who, (0, 0))]  # fmt: skip
    for ask in asks:
        with pytest.raises(TypeError, match=r"who must be the id of a sprite, a Who or a pair \(mask, \(x, y\)\), got str"):
            ask("hero")
        with pytest.raises(IndexError, match="no mask 77"):
            ask(Who(0, mask=77))
        with pytest.raises(IndexError, match="no sprite 99"):
            ask(Who(99))
        with pytest.raises(ValueError, match="the position of a mask must be finite, got NaN"):
            ask((Mask(1, 1), (0, float("nan"))))
    with pytest.raises(TypeError, match='"angel"; the keywords are at, mask, fraction, flip_x'):
        Who(0, angel=3)
    with pytest.raises(TypeError, match='"position"; the keywords'):
        Who(0, position=(1, 1))
    with pytest.raises(ValueError, match="array of 1 values.*got 2"):
        Who(0, angle=[1.0, 2.0])
    with pytest.raises(ValueError, match=r"scale \(-1, -1\)"):
        level.is_free(Who(0, scale=-1.0))
    with pytest.raises(TypeError, match="mask must be a number that World.add_mask returned, got a Mask"):
        Who(mask=Mask(1, 1), at=(0, 0))
    for missing in [{}, {"at": (0, 0)}, {"mask": 0}]:
        with pytest.raises(TypeError, match="it needs mask=number and at="):
            Who(**missing)


def test_a_subject_is_shown_and_pickled(level):
    who = Who(0, at=(10, 85), angle=30.0)
    assert repr(who) == "Who(id=0, at=(10, 85), angle=30.0)"
    assert repr(pickle.loads(pickle.dumps(who))) == repr(who) and repr(Who(mask=1, at=(0, 0))) == "Who(at=(0, 0), mask=1)"


def test_wrong_options_name_the_options(level):
    for call, name in [
        (lambda: level.find((0, 0), layer=1), "layer"),
        (lambda: level.nearest((0, 0), with_sensors=True), "with_sensors"),  # it finds sensors anyway
        (lambda: level.cast_ray((0, 0), (1, 1), hit_from_inside=True), "hit_from_inside"),
        (lambda: level.move_until(0, (0, 0), without=1), "without"),
        (lambda: level.push_out(0, 9, layers=1), "layers"),
    ]:
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
            call()
    for call, name in [
        (lambda: level.sweep(0, (0, 0), hit_from_inside=1), "hit_from_inside"),
        (lambda: level.is_free(0, with_sensors="no"), "with_sensors"),
        (lambda: level.find((0, 0), without="hero"), "without"),
        (lambda: level.find((0, 0), layers="hero"), "layers"),
    ]:
        with pytest.raises(TypeError, match=f"'(int|str)' object.*\nwhile processing '{name}'"):
            call()
    with pytest.raises(ValueError, match="layers must be from 0 to 4294967295, a bit for each layer, got -1"):
        level.find((0, 0), layers=-1)
    with pytest.raises(ValueError, match='motion must be "stop", "slide" or "walk", got "stop_from_inside"'):
        level.move_until(0, (0, 0), "stop_from_inside")

"""Sensors, one-way sprites, free places, platforms and whole moves, compared with slow searches."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from hitmask import Mask, Remainder, Who, World

MISSING = [-(2**31), -(2**31)]


def nearest(at, limit, is_free):
    """The nearest free place, the topmost and then leftmost of several: tries all."""
    offsets = [(x * x + y * y, y, x) for x in range(-limit, limit + 1) for y in range(-limit, limit + 1)]
    places = ((at[0] + x, at[1] + y) for squared, y, x in sorted(offsets) if squared <= limit * limit)
    return next((place for place in places if is_free(place)), None)


@pytest.fixture(params=range(3))
def crowd(request):
    """A world with thirty sprites close together, some of them sensors or one-way, and random numbers."""
    rng = np.random.default_rng(request.param)
    world = World()
    for side in (5, 9, 13):
        world.add_mask(Mask.from_array(rng.random((side, side)) < 0.6))
    sides = [None, None, None, "left", "right", "top", "bottom"]
    one_way = [sides[i] for i in rng.integers(0, 7, 30)]
    world.spawn_many(rng.integers(0, 3, 30), rng.integers(0, 40, (30, 2)), sensor=rng.random(30) < 0.3, one_way=one_way)
    return world, rng


def test_values_of_sensors_and_one_way_sprites(level):
    assert (level.get(3).sensor, level.get(3).one_way) == (True, None)
    assert (level.get(2).sensor, level.get(2).one_way) == (False, "top")
    many = level.get()
    assert many.sensor.tolist() == [False, False, False, True, False]
    assert many.one_way.tolist() == ["", "", "top", "", ""] and (many.one_way == "top").sum() == 1
    level.set([0, 1], one_way=["left", None])
    level.set([3], one_way=np.array(["bottom"]))
    assert level.get().one_way.tolist() == ["left", "", "top", "bottom", ""]
    level.set(0, one_way=None)  # no change
    assert level.get(0).one_way == "left"
    level.set([0, 3], one_way=False)
    assert level.get().one_way.tolist() == many.one_way.tolist()
    level.set(level.ids, one_way=many.one_way, sensor=many.sensor)  # what `get` returns can be set
    assert level.get().one_way.tolist() == many.one_way.tolist()
    again = pickle.loads(pickle.dumps(many))
    assert again.one_way.tolist() == many.one_way.tolist()
    for world in [level.copy(), World.from_bytes(level.to_bytes()), pickle.loads(pickle.dumps(level))]:
        assert world.get(2) == level.get(2) and world.get(3) == level.get(3)


@pytest.mark.parametrize("wrong", ["up", "Top", "", "topp"])
def test_wrong_names_of_sides(level, wrong):
    for call in [lambda: level.spawn(0, (0, 0), one_way=wrong), lambda: level.set(0, one_way=wrong)]:
        with pytest.raises(ValueError, match='one_way must be "left", "right", "top" or "bottom", got'):
            call()
    if wrong:
        with pytest.raises(ValueError, match="one_way must be"):
            level.set([0, 1], one_way=["top", wrong])
    assert len(level) == 5 and level.get(0).one_way is None


def test_wrong_types_of_sides_and_sensors(level):
    for side in [2, 1.5, [3], True, b"top"]:
        with pytest.raises(TypeError, match="one_way must be"):
            level.set([0], one_way=side)
    for count in (1, 3):
        with pytest.raises(ValueError, match=f"one_way must be one value or an array of 2 values.*got {count}"):
            level.set([0, 1], one_way=["top"] * count)
    with pytest.raises(TypeError, match="sensor must be True or False"):
        level.set(0, sensor="yes")
    assert level.get().one_way.tolist() == ["", "", "top", "", ""]


def test_moves_pass_through_sensors_and_land_on_one_way_sprites(level):
    moved = level.move_until(0, (10, 200), "slide")
    assert moved.at == (10, 84) and moved.blocked.down and not moved.blocked.up
    assert level.touching(0, (0, 1)).tolist() == [1] and level.touching(0, (0, 1)).dtype == np.uint32
    assert level.touching(0, (0, -1)).tolist() == []
    moved = level.move_until(0, (50, 84), "walk", step_up=2)
    assert moved.at == (50, 84) and moved.hits == []  # the coin is not in the way
    assert level.move_until(0, (50, 40), "stop").at == (50, 40)  # up through the plank
    assert level.move_until(0, (50, 84), "stop").at == (50, 54)  # and down onto it
    assert level.move_until(0, (50, 200), "stop", layers=1).at == (50, 84)  # and down through it
    moved = level.move_until(0, (150, 84), "walk")
    assert moved.at == (112, 84) and moved.blocked.right and moved.blocked.down and not moved.blocked.left


def test_queries_with_sensors(level):
    level.set(0, position=(10, 84))
    ray = [(20, 93), (119, 93)]
    assert level.cast_ray(*ray) is None and level.cast_ray(*ray, with_sensors=True).id == 3
    assert level.cast_ray_all(*ray) == [] and len(level.cast_ray_all(*ray, with_sensors=True)) == 1
    starts, ends = [ray[0]], [ray[1]]
    assert len(level.cast_rays(starts, ends)) == 0
    assert level.cast_rays(starts, ends, with_sensors=True).id.tolist() == [3]
    assert level.sweep(0, (60, 84)).hit is None and level.sweep(0, (60, 84), with_sensors=True).hit.id == 3
    assert level.sweep_many([0], [(60, 84)], with_sensors=True).hits.id.tolist() == [3]
    there, shot = Who(0, at=(28, 84)), Mask(3, 3, fill=True)
    assert level.is_free(there) and not level.is_free(there, with_sensors=True)
    assert level.touching(0, (20, 0), with_sensors=True).tolist() == [3] and level.touching(0, (20, 0)).tolist() == []
    assert level.nearest_free(there, 40) == (28, 84) and level.nearest_free(there, 40, with_sensors=True) == (22, 84)
    assert level.sweep((shot, (20, 92)), (119, 92)).hit.id == 4
    assert level.sweep((shot, (20, 92)), (119, 92), with_sensors=True).at == (27, 92)
    assert level.sweep((shot, (20.4, 91.6)), (119, 92), layers=2).at == (119, 92)
    assert level.copy().move_until(0, (60, 84), with_sensors=True).hits[0].id == 3


def test_the_nearest_free_place_is_that_of_a_slow_search(crowd):
    world, rng = crowd
    for id in range(12):
        at = tuple(int(c) for c in rng.integers(0, 40, 2))
        for keywords in [{}, {"with_sensors": True}, {"layers": 1}]:
            expected = nearest(at, 14, lambda place, id=id, keywords=keywords: world.is_free(Who(id, at=place), **keywords))
            assert world.nearest_free(Who(id, at=at), 14, **keywords) == expected


def test_a_place_is_free_if_no_sprite_that_blocks_shares_a_pixel(crowd):
    world, rng = crowd
    values = world.get()
    for id in range(12):
        at = tuple(int(c) for c in rng.integers(0, 40, 2))
        mask, _ = world.shape(id)
        found = [other for other in world.find((mask, at)).tolist() if other != id and not values.one_way[other]]
        assert world.is_free(Who(id, at=at), with_sensors=True) == (not found)
        assert world.is_free(Who(id, at=at)) == all(values.sensor[other] for other in found)


def test_push_out_moves_to_the_nearest_free_place(crowd):
    world, _ = crowd
    many = world.copy()
    moves = []
    for id in world.ids.tolist():
        at = world.get(id).position
        place = world.nearest_free(id, 8)
        by = world.push_out(id, 8)
        assert by == (None if place is None else (place[0] - at[0], place[1] - at[1]))
        assert world.get(id).position == (place or at)
        moves.append(MISSING if by is None else list(by))
    assert [0, 0] in moves and any(by not in ([0, 0], MISSING) for by in moves)
    pushed = many.push_out_many(many.ids, 8)
    assert pushed.dtype == np.int32 and pushed.shape == (30, 2) and pushed.tolist() == moves
    assert np.array_equal(many.positions, world.positions)
    assert many.push_out_many([], 8).shape == (0, 2)


def test_push_out_along_a_direction_or_within_a_rectangle(level):
    level.set(0, position=(2, 95))
    assert level.push_out(0, 5, along=(0, -1)) is None and level.get(0).position == (2, 95)
    assert level.push_out(0, 50, along=(0, -3)) == (0, -11) and level.push_out(0, 50, along=(0, -3)) == (0, 0)
    level.set(0, position=(2, 95))
    assert level.push_out(0, 50, along=(0, 0)) is None
    assert level.copy().push_out_many([0], 50, along=(0, -1)).tolist() == [[0, -11]]
    inside = {"within": (0, 0, 320, 200)}
    assert level.nearest_free(0, 50) == (-8, 95) and level.nearest_free(0, 50, **inside) == (2, 84)
    assert level.copy().push_out(0, 50, **inside) == (0, -11) and level.push_out(0, 50, within=(0, 90, 9, 30)) is None
    assert level.copy().push_out_many([0], 50, **inside).tolist() == [[0, -11]]
    assert level.push_out(0, 50, along=(-1, 0), **inside) is None
    assert level.push_out(0, 50) == (-10, 0) and level.push_out(0, 0) == (0, 0)
    with pytest.raises(ValueError, match="within must be four numbers.*got 2 values"):
        level.push_out(0, 50, within=(0, 0))


def test_no_free_place_is_the_least_number_in_an_array(level):
    level.set(0, position=(100, 102))
    assert level.push_out(0, 3) is None and level.push_out_many([0, 4], 3).tolist() == [MISSING, [0, 0]]


def test_a_platform_carries_its_riders(level):
    level.set(0, position=(50, 54))
    carried = level.carry(2, (45, 60))
    assert (carried.riders, carried.pushed, carried.crushed) == ([0], [], [])
    assert level.get(0).position == (55, 44) and level.get(2).position == (45, 60)
    crate = level.spawn(3, (112, 94))
    carried = level.carry(4, (110, 40), riders=[])
    assert carried.pushed == [crate] and level.get(crate).position == (104, 94)
    assert level.carry(4, (110.4, 39.6), np.array([crate])).riders == [crate]
    with pytest.raises(IndexError, match="no sprite 99"):
        level.carry(4, (110, 30), [99])
    assert level.get(4).position == (110, 40)


def test_a_sprite_that_cannot_clear_a_platform_is_crushed(level):
    level.set(0, position=(10, 84))
    press = level.spawn(2, (0, 60), fixed=True)
    carried = level.carry(press, (0, 85))
    assert carried.crushed == [0] and level.get(press).position == (0, 85) and level.get(0).position == (10, 84)


def test_columns_of_moves(level):
    level.spawn_many(0, [(60, 84), (10, 90)])
    moves = level.move_until_many([5, 6, 0], [(200, 84), (10, 300), (10, 61)], "slide")
    assert moves.blocked.dtype == np.bool_ and moves.blocked.shape == (3, 4)
    assert moves.blocked.tolist() == [[False, True, False, False], [False, False, False, True], [False] * 4]
    assert moves.at.tolist() == [[112, 84], [10, 90], [10, 61]] and moves.started_inside.tolist() == [2**32 - 1, 1, 2**32 - 1]
    assert level.move_until(6, (10, 300)).started_inside == [1]
    moves = level.move_until_many([0], [(10, 200)], layers=2)
    assert moves.at.tolist() == [[10, 200]] and not moves.blocked.any()


def test_wrong_arguments_of_places(level):
    limited = [
        lambda limit: level.nearest_free(0, limit),
        lambda limit: level.push_out(0, limit), lambda limit: level.push_out_many([0], limit),
        lambda limit: level.push_out(0, limit, along=(0, 1)), lambda limit: Mask(2, 2).nearest_free(Mask(2, 2), (0, 0), limit),
        lambda limit: Mask(2, 2).nearest_free(Mask(2, 2), (0, 0), limit, within=(0, 0, 9, 9)),
    ]  # fmt: skip
    for call in limited:
        for limit in [-1, 2**32, 2**70]:
            with pytest.raises(ValueError, match=f"limit must be from 0 to 4294967295, in pixels, got {limit}"):
                call(limit)
        for limit in [1.5, "3", None]:
            with pytest.raises(TypeError, match="limit"):
                call(limit)
    with pytest.raises(ValueError, match="by must be whole pixels, got 0.5: a Remainder"):
        level.touching(0, (0, 0.5))
    with pytest.raises(ValueError, match="by must be whole pixels, got 0.5: a Remainder"):
        level.move_by(0, (0, 0.5))
    with pytest.raises(ValueError, match="along must be whole pixels"):
        level.push_out(0, 3, along=(0, 0.5))
    with pytest.raises(ValueError, match="out of range"):
        level.touching(0, (2**31 - 1, 0))
    for call in [
        lambda: level.is_free(Who(0, at=(2**31, 0))), lambda: level.carry(0, (0, 2**31)),
        lambda: level.sweep((Mask(1, 1), (0, 0)), (float("nan"), 0)), lambda: level.move_until(0, (0, 0), layers=-1),
        lambda: level.touching(0, (0, 1), layers=2**32),
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            call()
    assert level.get(0).position == (10, 60)


def test_stale_ids(level):
    level.despawn(3)
    calls = [
        lambda: level.touching(3, (0, 1)), lambda: level.nearest_free(3, 4), lambda: level.is_free(3),
        lambda: level.push_out(3, 4), lambda: level.push_out(3, 4, along=(0, 1)), lambda: level.push_out_many([0, 3], 4),
        lambda: level.carry(3, (0, 0)), lambda: level.carry(2, (0, 0), [3]), lambda: level.sweep(Who(3), (0, 0)),
        lambda: level.move_until(3, (0, 0), layers=1),
    ]  # fmt: skip
    before = level.positions
    for call in calls:
        with pytest.raises(IndexError, match="no sprite 3"):
            call()
    assert np.array_equal(before, level.positions)


def test_free_places_of_masks():
    rng = np.random.default_rng(5)
    for _ in range(20):
        a, b = (Mask.from_array(rng.random(rng.integers(3, 20, 2)) < 0.7) for _ in range(2))
        at = tuple(int(c) for c in rng.integers(-8, 16, 2))
        assert a.nearest_free(b, at, 12) == nearest(at, 12, lambda place, a=a, b=b: not a.overlaps(b, place))
        left, top, width, height = within = tuple(int(c) for c in rng.integers([-9, -9, 0, 0], [3, 3, 40, 40]))

        def fits(place, a=a, b=b, left=left, top=top, width=width, height=height):
            # The solid pixels, not the picture: empty borders may stick out.
            solid = b.pixels() + place
            inside = ((solid >= (left, top)) & (solid < (left + width, top + height))).all()
            return inside and not a.overlaps(b, place)

        assert a.nearest_free(b, at, 12, within=within) == nearest(at, 12, fits)
    with pytest.raises(ValueError, match="at must be whole pixels"):
        a.nearest_free(b, (0.5, 0), 3)
    with pytest.raises(ValueError, match="at least 0"):
        a.nearest_free(b, (0, 0), 3, within=(0, 0, -1, 4))


def test_layers_with_which_a_sprite_collides_nowhere_are_an_error():
    world = World()
    wall = world.spawn(world.add_mask(Mask(5, 50, True)), (20, 0), layers=2, fixed=True)
    agent = world.spawn(world.add_mask(Mask(4, 4, True)), (0, 10), collides_with=1)
    for ask in [
        lambda: world.move_until(agent, (60, 10), layers=2), lambda: world.move_until_many([agent], [(60, 10)], layers=2),
        lambda: world.sweep(agent, (60, 10), layers=2), lambda: world.touching(agent, (1, 0), layers=2),
        lambda: world.is_free(agent, layers=2), lambda: world.nearest_free(agent, 3, layers=2),
    ]:
        with pytest.raises(ValueError, match="layers 0x2, but the sprite collides with layers 0x1"):
            ask()
    assert world.get(agent).position == (0, 10)
    assert world.move_until(agent, (60, 10), layers=0).at == (60, 10)  # through everything
    world.set(agent, collides_with=3)
    world.move_until(agent, (0, 10), layers=1)
    assert world.move_until(agent, (60, 10), layers=2).hits[0].id == wall


def test_a_carried_sensor_carries_and_pushes_nobody():
    world = World()
    plank, block = world.add_mask(Mask(40, 4, True)), world.add_mask(Mask(8, 8, True))
    cloud = world.spawn(plank, (0, 100), sensor=True)
    hero, other = world.spawn(block, (4, 92)), world.spawn(block, (50, 98))
    carried = world.carry(cloud, (20, 100))
    assert [list(carried.riders), list(carried.pushed), list(carried.crushed)] == [[], [], []]
    assert [world.get(hero).position, world.get(other).position] == [(4, 92), (50, 98)]


def test_a_failed_spawn_many_leaves_later_ids_as_they_were():
    world = World()
    block = world.add_mask(Mask(3, 3, True))
    world.spawn(block, (0, 0))
    twin = world.copy()
    with pytest.raises(IndexError):
        world.spawn_many([block, block, 99], np.zeros((3, 2)))
    assert world.slot_count == twin.slot_count == 1
    assert world.spawn(block, (5, 5)) == twin.spawn(block, (5, 5)) == 1


def test_a_remainder_adds_fractions_up():
    remainder = Remainder()
    moves = [remainder.take((0.4, np.float32(-1.0))) for _ in range(4)]
    assert moves == [(0, -1), (1, -1), (0, -1), (1, -1)] and remainder.rest[1] == 0
    assert remainder.rest[0] == pytest.approx(-0.4) and repr(Remainder((0.25, 0))) == "Remainder((0.25, 0.0))"
    remainder.rest = (0, remainder.rest[1])
    assert remainder == Remainder() and remainder != Remainder((0, 0.5)) and remainder != 3
    again = pickle.loads(pickle.dumps(Remainder((0.25, -0.5))))
    assert again == Remainder((0.25, -0.5)) and again.take((0.25, 0)) == (1, 0)
    for wrong in [(float("nan"), 0), (float("inf"), 0), (2.0**31, 0)]:
        with pytest.raises(ValueError):
            again.take(wrong)
    assert again.rest == (-0.5, -0.5)
    with pytest.raises(ValueError, match="rest must be finite"):
        again.rest = (float("nan"), 0)
    for wrong in [3, "ab", (1, "a")]:
        with pytest.raises(TypeError):
            again.take(wrong)
    with pytest.raises(TypeError, match="unhashable"):
        hash(again)

"""What becomes of fractions: points are floored, places rounded half up, ways and offsets must be whole."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from hitmask import Circle, Line, Mask, Who, World

pygame = pytest.importorskip("pygame")

PAIRS = [tuple, list, np.array, pygame.Vector2, lambda at: np.array(at, np.float32), lambda at: tuple(map(np.float64, at))]


@pytest.fixture
def world():
    world = World()
    world.add_mask(Mask(8, 8, fill=True))
    world.spawn(0, (0, 0))
    return world


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    ("at", "pixel"),
    [((2.5, -2.5), (3, -2)), ((0.5, -0.5), (1, 0)), ((1.49, -1.51), (1, -2)), ((7.0, -7.0), (7, -7)), ((-0.0, 0.4), (0, 0))],
)
def test_places_are_rounded_half_up(world, pair, at, pixel):
    at = pair(at)
    world.move_to(0, at)
    assert world.get(0).position == pixel
    assert world.get(world.spawn(0, at)).position == pixel
    assert world.get(world.spawn_many(0, [at, at])).position.tolist() == [list(pixel)] * 2
    world.set(0, position=(99, 99))
    world.set(0, position=at)
    assert world.get(0).position == pixel
    world.set_positions(np.array([at, at]), [0, 1])
    assert world.get(1).position == pixel
    world.positions = np.zeros((world.slot_count, 2)) + np.array([float(c) for c in at])
    assert world.get().position.tolist() == [list(pixel)] * 4
    world.despawn_many([1, 2, 3])
    world.move_to(0, (50, 50))
    assert world.is_free(Who(0, at=at)) and world.sweep(0, at).at == pixel
    assert world.sweep_many([0], [at]).at.tolist() == [list(pixel)]
    assert world.move_until_many([0], [at]).at.tolist() == [list(pixel)] and world.get(0).position == pixel
    world.move_to(0, (50, 50))
    assert world.move_until(0, at).at == pixel
    assert world.find((Mask(1, 1, fill=True), at)).tolist() == [0]  # the place of a mask


@pytest.mark.parametrize("pair", PAIRS)
def test_points_are_the_pixels_that_they_lie_in(world, pair):
    for at, hits in [((7.99, 7.5), True), ((-0.01, 0), False), ((0.0, 0.99), True), ((8.0, 0), False)]:
        assert world.find(pair(at)).tolist() == [0] * hits and len(world.find_many([pair(at)])) == hits
        assert (world.cast_ray(pair(at), pair(at)) is not None) == hits
        assert len(world.cast_rays([pair(at)], [pair(at)])) == hits == len(world.cast_ray_all(pair(at), pair(at)))
        assert (world.nearest(pair(at))[0].distance == 0) == hits == (world.nearest_many([pair(at)])[1][0, 0] == 0)
        mask = world.mask(0)
        assert mask.contains(pair(at)) == (pair(at) in mask) == hits == (mask.cast_ray(pair(at), pair(at)) is not None)
        assert len(mask.solid_on_line(pair(at), pair(at))) == hits == (mask.component_at(pair(at)) is not None)
    assert Line(pair((1.9, -0.1)), pair((3.5, 2.0))) == Line((1, -1), (3, 2))
    mask[pair((7.9, 0.5))] = False
    assert not mask[7, 0] and mask.count() == 63
    world.set(0, origin=pair((2.75, 3.5)))
    assert world.get(0).origin == (2.75, 3.5)


def test_rectangles_and_circles(world):
    assert world.find((7.9, 7.9, 1, 1)).tolist() == [0] and world.find((8.0, 0, 5, 5)).tolist() == []
    assert world.find(pygame.Rect(7, 7, 3, 3)).tolist() == [0] and world.find(pygame.FRect(7.5, 7.5, 2, 2)).tolist() == [0]
    assert world.find(Circle((9.2, 4.5), 1.75)).tolist() == [0] and world.find(Circle((9.3, 4.5), 1.75)).tolist() == []
    with pytest.raises(ValueError, match="width must be whole pixels, got 1.5"):
        world.find((0, 0, 1.5, 1))


@pytest.mark.parametrize("pair", PAIRS)
def test_ways_and_offsets_are_whole(world, pair):
    mask = world.mask(0)
    world.move_by(0, pair((3.0, -2.0)))
    assert world.get(0).position == (3, -2) and mask.overlaps(mask, pair((7.0, 7.0)))
    before = world.to_bytes()
    with pytest.raises(ValueError, match="by must be whole pixels, got 0.5.*a Remainder turns moves with fractions into whole ones"):
        world.move_by(0, pair((1, 0.5)))
    calls = ["overlaps", "overlap_first", "overlap_area", "overlap_bounds", "overlap_mask", "overlap_normal", "penetration"]
    for name in [*calls, "draw", "erase", "toggle", "intersect"]:
        with pytest.raises(ValueError, match="at must be whole pixels, got 0.5.*round"):
            getattr(mask, name)(mask, pair((0.5, 0)))
    with pytest.raises(ValueError, match="start must be whole pixels"):
        mask.sweep(mask, pair((0.5, 0)), (9, 9))
    assert world.to_bytes() == before


@pytest.mark.parametrize(("value", "reason"), [(np.nan, "finite, got"), (np.inf, "finite, got"), (2.0**31, r"from -2\^30"), (-1e300, r"from -2\^30 to 2\^30")])
def test_errors_name_the_argument(world, value, reason):
    for call, name in [
        (lambda at: world.move_to(0, at), "to"),
        (lambda at: world.spawn(0, at), "position"),
        (lambda at: world.set(0, position=at), "position"),
        (lambda at: world.find(at), "probe"),
        (lambda at: world.cast_ray((0, 0), at), "end"),
        (lambda at: world.cast_ray(at, (0, 0)), "start"),
        (lambda at: world.nearest(at), "point"),
        (lambda at: world.is_free(Who(0, at=at)), "at"),
        (lambda at: world.move_until(0, at), "to"),
        (lambda at: world.spawn_many(0, [(0, 0), at]), r"positions\[1\]"),
        (lambda at: world.set_positions([at], [0]), r"positions\[0\]"),
        (lambda at: world.set_positions([at]), r"positions\[0\]"),
        (lambda at: world.find_many([(0, 0), (1, 1), at]), r"probes\[2\]"),
        (lambda at: world.cast_rays([at], [(0, 0)]), r"starts\[0\]"),
    ]:
        with pytest.raises(ValueError, match=f"^{name} must be {reason}"):
            call((0.0, value))
    with pytest.raises(ValueError, match="^by must be"):
        world.move_by(0, (value, 0))
    with pytest.raises(ValueError, match="^to must be from -2\\^30 to 2\\^30, got 1073741825"):
        world.move_to(0, (2**30 + 1, 0))
    assert world.get(0).position == (0, 0)


def test_positions_of_empty_slots_may_be_nan(world):
    world.spawn(0, (50, 50))
    world.despawn(0)
    world.positions = np.array([[np.nan, np.inf], [60.5, 60.4]])
    assert world.positions.tolist() == [[-(2**31), -(2**31)], [61, 60]]


def test_other_numbers(world):
    world.move_to(0, (Fraction(5, 2), np.int8(3)))
    assert world.get(0).position == (3, 3)
    for wrong in ["ab", b"ab", ("a", 1), (None, 1), 5, None, {1: 2, 3: 4}]:
        with pytest.raises((TypeError, ValueError)):
            world.move_to(0, wrong)


LOOKS = [{"angle": 30}, {"scale": 2}, {"scale": (1.5, 0.75), "angle": -3}, {"origin": (1.5, 2)}, {"transform": ((1, 0.5), (0, 1))}]


@pytest.mark.parametrize("look", LOOKS)
def test_sprites_under_a_map_keep_the_fractions_of_their_positions(look):
    """Every way to give a position: the sprite is drawn there, not at the nearest pixel."""
    world = World()
    mask = world.add_mask(Mask(5, 4, fill=True))
    plain = world.spawn(mask, (10.75, -3.5))
    assert (world.get(plain).position, world.get(plain).fraction) == ((11, -3), (0, 0))
    one = world.spawn(mask, (10.75, -3.5), **look)
    many = world.spawn_many(mask, np.array([(10.75, -3.5)] * 2), **look)
    other = world.spawn(mask, (0, 0), **look)
    moved = [other]
    world.move_to(other, (10.75, -3.5))
    for change in (
        lambda id: world.jump_to(id, (10.75, -3.5)),
        lambda id: world.set(id, position=(10.75, -3.5)),
        lambda id: world.set_positions(np.array([(10.75, -3.5)]), [id]),
    ):
        moved.append(world.spawn(mask, (7.25, 1), **look))
        change(moved[-1])
    for id in [one, *many, *moved]:
        sprite = world.get(int(id))
        assert (sprite.position, sprite.fraction) == ((10, -4), (0.75, 0.5)), look
    positions = np.full((world.slot_count, 2), (2.25, 8))
    world.positions = positions
    assert (world.get(one).position, world.get(one).fraction) == ((2, 8), (0.25, 0))
    assert (world.get(plain).position, world.get(plain).fraction) == ((2, 8), (0, 0))
    world.positions = positions.astype(int) + 1  # whole numbers move it by whole pixels
    world.move_to(other, (5, 6))
    assert (world.get(one).position, world.get(one).fraction) == ((3, 9), (0.25, 0))
    assert (world.get(other).position, world.get(other).fraction) == ((5, 6), (0.25, 0))
    world.move_to(other, (5.0, 6))
    assert (world.get(other).position, world.get(other).fraction) == ((5, 6), (0, 0))
    positions[other] = np.nan, 0
    with pytest.raises(ValueError, match=rf"positions\[{other}\] must be finite, got NaN"):
        world.positions = positions
    assert world.get(one).position == (3, 9)

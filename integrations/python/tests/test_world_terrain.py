"""Sprites that come and go together, and sprites that lose pixels: dug, split, with masks of their own."""

from __future__ import annotations

import numpy as np
import pytest

from hitmask import Circle, Line, Mask, Polygon, World

GROUND, CRATES = 1, 2


def scene() -> tuple[World, int, int, int]:
    """Returns a world with the ground, and two crates that show one mask."""
    world = World()
    ground = world.spawn(world.add_mask(Mask(60, 20, fill=True)), (0, 20), layers=GROUND, fixed=True)
    crate = world.add_mask(Mask(8, 8, fill=True))
    return world, ground, *(world.spawn(crate, (x, 12), layers=CRATES) for x in (10, 40))


def test_despawn_many_skips_ids_that_name_nothing_and_counts() -> None:
    world, ground, left, right = scene()
    assert world.despawn_many([left, left, 77, 2**32 - 1, -1]) == 1
    assert left not in world and right in world
    assert world.despawn_many(np.array([left, ground], np.uint32)) == 1 and world.despawn_many([]) == 0
    for wrong, error, message in [
        ([0.5], TypeError, "ids must be whole numbers"),
        (right, TypeError, "ids must be an array of ids, got int"),
        ([[right]], ValueError, r"ids must have the shape \(N,\), got \[1, 1\]"),
    ]:
        with pytest.raises(error, match=message):
            world.despawn_many(wrong)
    assert world.ids.tolist() == [right]


def test_clear_removes_all_sprites_and_keeps_the_masks() -> None:
    world, ground, left, _ = scene()
    world.move_by(left, (0, 4))
    assert world.step().pairs.tolist() == [[ground, left]]
    own = world.own_mask(left)
    world.clear()
    assert len(world) == 0 and world.ids.tolist() == [] and ground not in world
    step = world.step()
    assert step.ended.tolist() == [[ground, left]] and step.pairs.tolist() == []
    assert world.masks.tolist() == [0, 1] and own == 2
    world.clear()
    assert world.spawn(0, (0, 0)) in world


def test_a_mask_of_its_own_changes_no_other_sprite() -> None:
    world, _, left, right = scene()
    shared = world.get(left).mask
    own = world.own_mask(left)
    assert own != shared and world.own_mask(left) == own and world.get(left).mask == own
    assert world.get(right).mask == shared and world.mask(own) == world.mask(shared)
    world.erase_from_mask(own, (0, 0, 8, 4))
    assert (world.mask(own).count(), world.mask(shared).count()) == (32, 64)
    world.despawn(left)
    world.step()
    assert world.masks.tolist() == [0, 1]
    for gone in (left, 99, -1):
        with pytest.raises(IndexError, match=f"the world has no sprite {gone}"):
            world.own_mask(gone)


SHAPES = [
    ((12, 30), {(12, 30)}),
    ((8, 18, 6, 6), {(x, y) for x in range(8, 14) for y in range(18, 24)}),
    (Circle((14.0, 20.0), 5.0), {(x, y) for x in range(30) for y in range(40) if (x - 13.5) ** 2 + (y - 19.5) ** 2 <= 25}),
    (Line((0, 0), (30, 30)), {(i, i) for i in range(31)}),
    (Polygon([(8, 16), (20, 16), (20, 25), (8, 25)]), {(x, y) for x in range(8, 20) for y in range(16, 25)}),
    ((Mask.from_text("#.#"), (13, 19)), {(13, 19), (15, 19)}),
]


@pytest.mark.parametrize(("shape", "pixels"), SHAPES)
def test_erase_takes_the_pixels_of_a_shape(shape: object, pixels: set[tuple[int, int]]) -> None:
    world, ground, left, right = scene()
    before = {id: solid(world, id) for id in (ground, left, right)}
    lost = world.erase(shape)
    assert lost.dtype == np.uint32 and lost.tolist() == [id for id in before if before[id] & pixels]
    assert len(lost) > 0
    assert {id: solid(world, id) for id in before} == {id: before[id] - pixels for id in before}
    assert world.find(shape).tolist() == [] and world.erase(shape).tolist() == []


def solid(world: World, id: int) -> set[tuple[int, int]]:
    """Returns the solid pixels of a sprite in the world."""
    mask, (left, top) = world.shape(id)
    return {(int(x) + left, int(y) + top) for y, x in np.argwhere(mask.to_array())}


def test_erase_takes_from_sprites_in_layers() -> None:
    world, ground, left, _ = scene()
    hole = (0, 0, 30, 40)
    assert world.erase(hole, layers=CRATES).tolist() == [left]
    assert left in world and world.bounds(left) is None
    assert world.erase(hole, layers=4).tolist() == []
    assert world.erase(hole, layers=None).tolist() == [ground]


def test_erase_digs_in_a_rotated_and_scaled_sprite() -> None:
    world = World()
    plank = world.add_mask(Mask(40, 10, fill=True))
    world.spawn_many(plank, [(0, 0), (0, 60)], angle=30, scale=1.5, origin=(0, 0))
    hole = Circle((25.0, 20.0), 6.0)
    assert world.erase(hole).tolist() == [0] and world.find(hole).tolist() == []
    assert world.mask(world.get(0).mask).count() < 400 and world.mask(plank).count() == 400


def test_erase_names_a_wrong_argument() -> None:
    world, *ids = scene()
    expected = r"shape must be a point \(x, y\), a rectangle .*, a Circle, a Line, a Polygon or a pair \(mask, \(x, y\)\), got "
    for wrong, error, message in [
        ("crater", TypeError, expected + "str"),
        (5, TypeError, expected + "int"),
        ((1, float("nan")), ValueError, "shape"),
        ((0, 0, -1, 5), ValueError, "width must be at least 0, got -1"),
    ]:
        with pytest.raises(error, match=message):
            world.erase(wrong)
    with pytest.raises((TypeError, ValueError), match="layers"):
        world.erase((0, 0), layers=-1)
    with pytest.raises(TypeError):
        world.erase((0, 0), 1)
    assert [len(solid(world, id)) for id in ids] == [1200, 64, 64]


def test_split_makes_sprites_of_the_parts() -> None:
    world = World()
    plank = world.spawn(world.add_mask(Mask(90, 6, fill=True)), (10, 50), layers=4, data=7)
    assert world.split(plank).tolist() == []
    assert world.erase((40, 0, 4, 100)).tolist() == [plank]
    pieces = world.split(plank)
    assert pieces.dtype == np.uint32 and len(pieces) == 1
    piece = int(pieces[0])
    assert world.bounds(plank) == (44, 50, 56, 6) and world.bounds(piece) == (10, 50, 30, 6)
    assert (world.get(piece).layers, world.data(piece)) == (4, 7) and world.get(piece).mask != world.get(plank).mask
    world.erase((0, 0, 200, 200))
    assert world.split(plank).tolist() == []
    with pytest.raises(IndexError, match="the world has no sprite 9"):
        world.split(9)


def test_holes_of_large_masks_are_dug_on_another_thread() -> None:
    world = World()
    ground = world.spawn(world.add_mask(Mask(8192, 2048, fill=True)), (0, 0), fixed=True)
    for x in range(0, 8000, 400):
        assert world.erase(Circle((x, 500.5), 60)).tolist() == [ground]
    world.erase((4000, 0, 2, 3000))
    pieces = world.split(ground)
    assert [world.bounds(id) for id in (ground, *pieces)] == [(4002, 0, 4190, 2048), (0, 0, 4000, 2048)]


def test_the_alpha_of_a_picture_follows_the_mask() -> None:
    mask = Mask.from_text("#.#\n..#")
    picture = np.arange(24, dtype=np.uint8).reshape(2, 3, 4) + 100
    expected = picture.copy()
    expected[..., 3] = np.where(mask.to_array(), expected[..., 3], 0)
    sheet = np.full((5, 9, 4), 9, np.uint8)
    sheet[1:3, 4:7] = picture
    mask.clear_alpha(picture)
    assert np.array_equal(picture, expected)
    mask.clear_alpha(sheet[1:3, 4:7])  # a frame of a sheet, whose rows have gaps
    assert np.array_equal(sheet[1:3, 4:7], expected) and (sheet == 9).sum() == 5 * 9 * 4 - 24
    Mask(0, 3).clear_alpha(np.zeros((3, 0, 4), np.uint8))
    large = np.full((300, 400, 4), 255, np.uint8)
    Mask(400, 300).clear_alpha(large)
    assert not large[..., 3].any() and large[..., :3].all()


def test_a_picture_of_another_form_is_refused() -> None:
    mask = Mask(3, 2)
    fixed = np.full((2, 3, 4), 255, np.uint8)
    fixed.flags.writeable = False
    for wrong, error, message in [
        (np.zeros((3, 2, 4), np.uint8), ValueError, r"pixels must have the shape \[2, 3, 4\] of the mask, got \[3, 2, 4\]"),
        (np.zeros((2, 3, 4), np.float32), TypeError, "pixels must be uint8, got an array of float32"),
        (bytes(24), TypeError, "pixels must be an array of uint8 to change, got bytes"),
        (fixed, ValueError, r"pixels must not be read-only: change a copy, pixels.copy\(\)"),
    ]:
        with pytest.raises(error, match=message):
            mask.clear_alpha(wrong)
    assert fixed.all()

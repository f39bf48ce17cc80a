"""Errors, settings, slots, masks and saved worlds."""

from __future__ import annotations

import copy
import pickle
import weakref

import numpy as np
import pytest

from hitmask import Affine, Circle, Mask, World, WorldLimits

FAR = 2**30
# The position of an empty slot.
EMPTY_SLOT = [-(2**31), -(2**31)]


@pytest.fixture
def world():
    """Returns a world with two sprites that collide, in the slots 0 and 2, and an empty slot 1."""
    world = World()
    mask = world.add_mask(Mask(8, 8, fill=True))
    for x in (0, 50, 4):
        world.spawn(mask, (x, 0), data=x)
    world.step()
    world.despawn(1)
    world.step()
    return world


def unchanged(world: World, before: bytes) -> bool:
    return world.to_bytes() == before


EMPTY = [
    lambda w: w.despawn(1),
    lambda w: w.own_mask(1),
    lambda w: w.split(1),
    lambda w: w.move_to(1, (0, 0)),
    lambda w: w.move_by(-1, (0, 0)),
    lambda w: w.move_to(2**70, (0, 0)),
    lambda w: w.set_positions([[1, 1], [2, 2]], [0, 1]),
    lambda w: w.set_positions([[1, 1]], np.array([-1])),
    lambda w: w.set(1, data=1),
    lambda w: w.set([0, 3], data=1),
    lambda w: w.get([0, 1]),
    lambda w: w.data([1]),
    lambda w: w.bounds([1]),
    lambda w: w.shape(1),
    lambda w: w.contact(0, 1),
    lambda w: w.overlapping(1),
    lambda w: w.contacts([[0, 1]]),
    lambda w: w.sweep(1, (0, 0)),
    lambda w: w.sweep_many([0, 1], [[0, 0], [1, 1]]),
    lambda w: w.move_until(1, (0, 0)),
    lambda w: w.move_until_many([1], [[0, 0]]),
    lambda w: w.is_free(1),
    lambda w: w.spawn(1, (0, 0)),
    lambda w: w.spawn_many([0, 1], [[0, 0], [1, 1]]),
    lambda w: w.set([0, 2], mask=[0, 1]),
    lambda w: w.mask(1),
    lambda w: w.mask(-1),
    lambda w: w.remove_mask(1),
    lambda w: w.replace_mask(1, Mask(1, 1)),
    lambda w: w.draw_on_mask(1, Mask(1, 1)),
    lambda w: w.set_angle_steps(1, 8),
    lambda w: w.draw_transform([0, 1]),
    lambda w: w.set_last_place(1, (0, 0)),
]
WRONG_TYPES = [
    lambda w: w.spawn(0, (1, None)),
    lambda w: w.spawn(0, 3),
    lambda w: w.spawn(0, 3, 4),
    lambda w: w.spawn(Mask(1, 1), (0, 0)),
    lambda w: w.spawn(0, (0, 0), unknown=1),
    lambda w: w.spawn(0, (0, 0), mask=0),
    lambda w: w.spawn(0, (0, 0), layers=1.5),
    lambda w: w.spawn(0, (0, 0), flip_x=1),
    lambda w: w.spawn(0, (0, 0), angle="up"),
    lambda w: w.spawn(0, (0, 0), angle=None),
    lambda w: w.spawn_many(0, [["a", "b"]]),
    lambda w: w.set_positions([[0, 0]], 0),
    lambda w: w.set_positions([[0, 0]], [0.0]),
    lambda w: w.move_to(0.0, (1, 0)),
    lambda w: w.move_to(0, 5),
    lambda w: w.add_mask(np.zeros((3, 3))),
    lambda w: w.find("here"),
    lambda w: w.find(3),
    lambda w: w.find((Mask(1, 1), 3)),
    lambda w: w.cast_rays([[None, 0]], [[1, 1]]),
    lambda w: w.contacts([[0.0, 2.0]]),
    lambda w: w.draw_on_mask(0, "circle"),
    lambda w: w.set_limits(pairs=1.5),
    lambda w: setattr(w, "positions", np.zeros((3, 2), bool)),
]
WRONG_VALUES = [
    lambda w: w.spawn(0, (FAR + 1, 0)),
    lambda w: w.spawn(0, (2**40, 0)),
    lambda w: w.spawn(0, (0, 0), turn=4),
    lambda w: w.spawn(0, (0, 0), angle=float("nan")),
    lambda w: w.spawn(0, (0, 0), scale=0),
    lambda w: w.spawn(0, (0, 0), scale=(1, -1)),
    lambda w: w.spawn(0, (0, 0), scale=1e9),
    lambda w: w.spawn(0, (0, 0), origin=(2**26 + 1, 0)),
    lambda w: w.spawn(0, (0, 0), layers=-1),
    lambda w: w.spawn(0, (0, 0), layers=2**32),
    lambda w: w.spawn(0, (0, 0), data=2**64),
    lambda w: w.spawn(0, (0, 0), angle=[1, 2]),
    lambda w: w.spawn_many(0, [[0, 0], [FAR + 1, 0]]),
    lambda w: w.spawn_many(0, [[0, 0], [1, 1]], layers=[1, 2, 3]),
    lambda w: w.spawn_many([0, 0, 0], [[0, 0], [1, 1]]),
    lambda w: w.spawn_many(0, [0, 0]),
    lambda w: w.set([0, 2], scale=[[1, 1], [1e9, 1]]),
    lambda w: w.set([0, 2], position=[[1, 1], [FAR + 1, 1]]),
    lambda w: w.set([0, 2], angle=[1, 2, 3]),
    lambda w: w.set([[0, 2]], angle=1),
    lambda w: w.set_positions([[0, 0], [1, 1]]),
    lambda w: w.set_positions([[0, 0], [1, 1], [0, FAR + 1]]),
    lambda w: w.set_positions(np.full((3, 2), 2**31)),
    lambda w: w.set_positions(np.full((3, 2), 2**64 - 1, np.uint64)),
    lambda w: w.set_positions([[0, 0]], [0, 2]),
    lambda w: w.set_positions(np.zeros((3, 3), int)),
    lambda w: w.move_by(0, (FAR, FAR + 1)),
    lambda w: w.sweep(0, (FAR + 1, 0)),
    lambda w: w.sweep_many([0, 2], [[0, 0]]),
    lambda w: w.move_until(0, (0, 0), "fly"),
    lambda w: w.move_until(0, (0, 0), "slide", step_up=3),
    lambda w: w.cast_rays([[0, 0]], [[0, 0], [1, 1]]),
    lambda w: w.find((0, 0, -1, 3)),
    lambda w: w.find((0, 0), layers=-1),
    lambda w: w.find((0, 0), layers=2**32),
    lambda w: w.nearest((0, 0), -1),
    lambda w: w.set_angle_steps(0, 0),
    lambda w: w.remove_mask(0),
    lambda w: w.contacts([[0, 1, 2]]),
    lambda w: w.step().began_between(-1, 1),
    lambda w: w.set_limits(pairs=-1),
    lambda w: w.set_limits(parallel_from=2**64),
]


@pytest.mark.parametrize(
    ("error", "call"),
    [(IndexError, call) for call in EMPTY]
    + [(TypeError, call) for call in WRONG_TYPES]
    + [(ValueError, call) for call in WRONG_VALUES],
)
def test_errors_say_how_to_mend_them_and_change_nothing(world, error, call):
    before = world.to_bytes()
    with pytest.raises(error) as raised:
        call(world)
    assert type(raised.value) is error and len(str(raised.value)) > 20
    assert not any(name in str(raised.value) for name in ("World::", "SpriteId", "MaskId", "Err("))
    restored = World.from_bytes(before)
    assert np.array_equal(world.get().id, restored.get().id)
    assert np.array_equal(world.positions[world.ids], restored.positions[restored.ids])
    for name in ["scale", "mask", "angle", "data", "layers"]:
        assert np.array_equal(getattr(world.get(), name), getattr(restored.get(), name))


def test_too_many_pairs(world):
    world.set_limits(pairs=0)
    with pytest.raises(ValueError, match="^more than 0 pairs: .*a higher limit of pairs"):
        world.step()
    with pytest.raises(ValueError, match="^more than 0 pairs: .*a higher limit of pairs"):
        world.collisions()
    world.set_limits(pairs=1)
    assert len(world.step().pairs) == 1


def test_settings():
    world = World()
    assert world.limits == WorldLimits(pairs=2**25, parallel_from=10_000, offset_table_bytes=2**24, variant_bytes=2**26)
    for number, name in enumerate(["pairs", "parallel_from", "offset_table_bytes", "variant_bytes"]):
        before = world.limits
        world.set_limits(**{name: number})
        for other in ["pairs", "parallel_from", "offset_table_bytes", "variant_bytes"]:
            assert getattr(world.limits, other) == (number if other == name else getattr(before, other))
    world.set_limits(pairs=None)
    assert world.limits == WorldLimits(0, 1, 2, 3)
    with pytest.raises(TypeError, match="unexpected keyword argument 'pear'"):
        world.set_limits(pear=3)
    with pytest.raises(ValueError, match=r"expected a whole number from 0 to .*, got -1\n.*'pairs'"):
        world.set_limits(pairs=-1)
    with pytest.raises(AttributeError):
        world.limits = world.limits
    assert world.offset_table_bytes == world.variant_bytes == 0
    assert World() and len(World()) == 0 and "0 sprites" in repr(world)


def test_slots_wait_for_a_step_and_keep_their_data(world):
    world.step()
    world.despawn(2)
    assert 2 not in world and world.data([2]).tolist() == [4]
    step = world.step()
    assert step.ended.tolist() == [[0, 2]] and world.data([2]).tolist() == [4]
    assert world.spawn(0, (99, 99)) == 1  # the slot 1 has been free for long
    assert world.spawn(0, (99, 199)) == 3
    world.step()
    assert world.spawn(0, (0, 0)) == 2  # a reused slot names its new sprite
    assert world.step().began.tolist() == [[0, 2]]
    assert world.slot_count == 4 and world.ids.tolist() == [0, 1, 2, 3]


def test_positions_of_empty_slots_are_ignored(world):
    positions = world.positions.copy()
    assert positions.tolist() == [[0, 0], EMPTY_SLOT, [4, 0]]
    positions[1] = FAR + 5
    positions[2] = (7, 7)
    world.set_positions(positions)
    assert world.positions.tolist() == [[0, 0], EMPTY_SLOT, [7, 7]]
    world.positions = world.positions + np.array([1, 2], np.int64)
    assert world.positions.tolist() == [[1, 2], EMPTY_SLOT, [8, 9]]
    world.positions = world.positions - np.array([1, 2], np.int64)  # the empty slot is out of range
    world.positions = world.positions + 0.25
    assert world.positions.tolist() == [[0, 0], EMPTY_SLOT, [7, 7]]
    for dtype in (np.int8, np.uint16, np.int64, np.uint64, ">i4"):
        world.set_positions(np.arange(6).reshape(3, 2).astype(dtype))
        assert world.positions[2].tolist() == [4, 5]
    world.set_positions(np.asfortranarray([[9, 8], [7, 6], [5, 4]]))
    assert world.positions[2].tolist() == [5, 4]


def test_arrays_are_copies(world):
    step = world.step()
    pairs = step.pairs.tolist()
    world.get().position[:] = 7
    step.pairs[:] = 0
    assert world.positions.tolist() == [[0, 0], EMPTY_SLOT, [4, 0]] and world.step().pairs.tolist() == pairs
    assert step.pairs.flags.writeable


def test_a_write_to_positions_is_lost_without_a_word(world):
    """The array is a copy, so a write to it would do nothing. It is an error instead."""
    with pytest.raises(ValueError, match="read-only"):
        world.positions[0] += 5
    with pytest.raises(ValueError, match="read-only"):
        world.positions += 5
    assert "world.positions = world.positions +" in World.positions.__doc__
    copied = world.positions.copy()
    copied[0] += 5
    world.positions = copied
    assert world.positions[0].tolist() == [5, 5]


def test_masks_are_shared_and_edited(world):
    mask = Mask(8, 8, fill=True)
    number = world.add_mask(mask)
    mask.clear()
    assert world.mask(number).count() == 64
    taken = world.mask(number)
    world.erase_from_mask(number, Circle((4, 4), 3))
    assert taken.count() == 64 and world.mask(number).count() == 64 - 32
    world.draw_on_mask(number, taken, at=(4, 4))
    assert world.mask(number).count() == 64 - 32 + 8
    taken.clear()
    world.replace_mask(number, Mask(2, 3, fill=True))
    assert world.mask(number).size == (2, 3) and world.masks.tolist() == [0, 1]
    assert world.remove_mask(number).size == (2, 3) and world.masks.tolist() == [0]
    world.set_angle_steps(0, 4)
    world.set(0, angle=40)
    assert world.shape(0)[0].size == (8, 8)


def test_worlds_are_copied_and_saved(world):
    world.step()
    copies = [copy.copy(world), copy.deepcopy(world), world.copy(), pickle.loads(pickle.dumps(world))]
    copies.append(World.from_bytes(world.to_bytes()))
    for other in copies:
        assert other is not world and other != world
        assert not len(other.step().began) and other.spawn(0, (0, 0)) == 1
        assert len(other) == 3 and len(world) == 2
    saved = world.to_bytes()
    for bad in [b"", b"nothing", saved[:-1], saved[:50], b"wrld\x09\0\0\0" + saved[8:]]:
        with pytest.raises(ValueError, match="saved world|version|damaged"):
            World.from_bytes(bad)
    with pytest.raises(TypeError):
        World.from_bytes("text")


def test_objects(world):
    step = world.step()
    assert repr(world) == "<World: 2 sprites, 1 masks>" and repr(step) == "<Step: 1 pairs, 0 began, 0 ended>"
    contact = world.contact(2, 0)
    assert (contact.a, contact.b, contact.first, contact.area, contact.bounds) == (2, 0, (4, 0), 32, (4, 0, 4, 8))
    assert contact.normal == contact.normal_of(2) == (1.0, 0.0) and contact.normal_of(0) == (-1.0, 0.0)
    assert contact.penetration == contact.penetration_of(2) == (4, 0) and contact.penetration_of(0) == (-4, 0)
    assert repr(contact).startswith("Contact(a=2, b=0, first=(4, 0), area=32, bounds=(4, 0, 4, 8), normal=(1.0, 0.0), ")
    with pytest.raises(IndexError):
        contact.normal_of(1)
    assert world.overlapping(0).tolist() == [2] and world.overlapping(0, layers=2).tolist() == []
    hit = world.cast_ray((1, 3), (20, 3))
    assert repr(hit) == "SpriteRayHit(id=0, at=(1, 3), before=None, step=0, normal=None)"
    moved = world.move_until(0, (0, -5))
    free = "Blocked(left=False, right=False, up=False, down=False)"
    assert repr(moved) == f"Moved(at=(0, -5), hits=[], started_inside=[2], blocked={free})"
    assert weakref.ref(world)() is world
    world.despawn_many(world.ids)
    assert len(world) == 0 and world and len(world.step().ended) == 1 and not len(world.step().ended)


def test_contacts_of_a_step_whose_sprites_are_gone() -> None:
    world = World()
    mask = world.add_mask(Mask(3, 3, fill=True))
    a, b, c = (world.spawn(mask, (0, 0)) for _ in range(3))
    step = world.step()
    world.despawn(c)
    assert step.contacts().area.tolist() == [9, 0, 0] and np.isnan(step.contacts().normal[1:]).all()
    assert step.contacts_of(a).area.tolist() == [9, 0]
    with pytest.raises(IndexError):
        world.contacts([(a, c)])


def test_bytes_of_bool_arrays_may_have_any_value() -> None:
    world = World()
    mask = world.add_mask(Mask(20, 3, fill=True))
    flips = np.array([2, 4, 8, 0], np.uint8).view(bool)
    sprites = world.spawn_many(mask, [(0, 0)] * 4, flip_x=flips, turn=1)
    values = world.get(sprites)
    assert values.flip_x.tolist() == [True, True, True, False] and values.turn.tolist() == [1] * 4
    assert not values.flip_y.any()


def test_layers_that_only_one_side_names():
    """A hero falls through a ground that does not name his layer."""
    world = World()
    world.add_mask(Mask(8, 8, fill=True))
    hero = world.spawn(0, (0, 0), layers=1)
    ground = world.spawn(0, (0, 8), layers=4, collides_with=2, fixed=True)
    assert world.move_until(hero, (0, 20)).at == (0, 20)
    assert world.one_sided_layers().tolist() == [[hero, ground]] and world.one_sided_layers().dtype == np.uint32
    world.set(ground, collides_with=3)
    assert world.one_sided_layers().shape == (0, 2)


def test_the_transform_to_draw_under_is_the_one_that_collides():
    world = World()
    world.add_mask(Mask(40, 4, fill=True))
    ids = world.spawn_many(0, [(10, 20)] * 3, angle=[50.0, 0.0, 100.0], turn=[0, 3, 0], origin=(20, 2))
    for id, degrees in zip(ids, (50, 270, 100), strict=True):
        expected = Affine.translation((-20, -2)).then(Affine.rotation(degrees)).then(Affine.translation((10, 20)))
        assert world.draw_transform(id).coefficients == pytest.approx(expected.coefficients)
        assert world.shape(id) == Mask(40, 4, fill=True).transformed(world.draw_transform(id))
    maps = world.draw_transform(ids)
    assert maps.dtype == np.float64 and maps.shape == (3, 2, 3)
    assert maps[2].ravel().tolist() == list(world.draw_transform(2).coefficients)
    world.set_angle_steps(0, 8)
    assert world.draw_transform(0).coefficients[:2] == pytest.approx((0.5**0.5, -(0.5**0.5)))
    world.set_angle_steps(0, None)
    assert list(world.draw_transform(0).coefficients) == maps[0].ravel().tolist()


def test_a_transform_is_any_map():
    """Pixel (i, j) is solid if the texel that its center comes from is solid."""
    rng = np.random.default_rng(7)
    array = rng.random((9, 13)) < 0.5
    world = World()
    world.add_mask(Mask.from_array(array))
    maps = rng.uniform(-3, 3, (50, 2, 2))
    fractions = rng.random((50, 2))
    ids = world.spawn_many(0, rng.integers(-50, 50, (50, 2)), transform=maps, fraction=fractions)
    sprites = world.get(ids)
    assert np.array_equal(sprites.transform, maps) and np.array_equal(sprites.fraction, fractions)
    for id, linear, at in zip(ids, maps, sprites.position + fractions, strict=True):
        mask, (left, top) = world.shape(id)
        shown = mask.to_array()
        rows, columns = np.indices(shown.shape)
        centers = np.stack([columns + left + 0.5, rows + top + 0.5]).reshape(2, -1)
        x, y = np.floor(np.linalg.inv(linear) @ (centers - at[:, None])).astype(int)
        inside = (x >= 0) & (x < 13) & (y >= 0) & (y < 9)
        expected = np.zeros(inside.shape, bool)
        expected[inside] = array[y[inside], x[inside]]
        assert np.array_equal(shown.ravel(), expected)


def test_transforms_are_set_and_removed(world):
    shear = Affine.shear((0.5, 0.0))
    one = world.spawn(0, (3, 4), transform=shear, fraction=(0.5, 0.25))
    assert world.get(one).transform == shear and world.get(one).fraction == (0.5, 0.25)
    assert world.draw_transform(one).coefficients == (1, 0.5, 3.5, 0, 1, 4.25)
    world.set([0, one], transform=((0, -2), (1, 0)))
    assert world.get(0).transform.coefficients == (0, -2, 0, 1, 0, 0) and world.get(one).position == (3, 4)
    world.set([0, one], transform=np.array([[[np.nan] * 2] * 2, [[2.0, 0], [0, 2]]]))
    assert world.get(0).transform is None and world.get(one).transform == Affine.scale((2, 2))
    world.set(one, transform=False)
    assert world.get(one).transform is None
    copied = pickle.loads(pickle.dumps(world.get([0, one])))
    assert np.isnan(copied.transform).all() and copied.transform.shape == (2, 2, 2)
    for wrong, error in [
        (dict(transform=Affine.translation((1, 0))), "transform must have no translation, got \\(1, 0\\)"),
        (dict(transform=(1, 2)), "transform must be an Affine, an array of the shape \\(2, 2\\)"),
        (dict(transform=((1, 2), (2, 4))), "cannot transform mask 0"),
        (dict(transform=((1, np.nan), (2, 4))), "cannot transform mask 0"),
        (dict(transform=shear, angle=3), "a sprite with a transform has no `angle`"),
        (dict(transform=shear, origin=(1, 1)), "a sprite with a transform has no `origin`"),
        (dict(fraction=(1, 0)), "fraction \\(1, 0\\) is not valid"),
        (dict(origin=(np.inf, 0)), "origin .* is out of range"),
    ]:
        with pytest.raises(ValueError, match=error):
            world.spawn(0, (0, 0), **wrong)
        with pytest.raises(ValueError, match=error):
            world.set([0], **wrong)



def test_pairs_between_layers(world):
    world.set(0, layers=2)
    step = world.step()
    assert step.began_between(2, 1).tolist() == [] and step.pairs_between(2, 1).tolist() == [[0, 2]]
    assert step.pairs_between(1, 2).tolist() == [[2, 0]] and step.pairs_between(1, 1).shape == (0, 2)

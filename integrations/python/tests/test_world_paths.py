"""Continuous sprites, impacts, and worlds that are saved without masks."""

import pickle

import hitmask
import numpy as np
import pytest


@pytest.fixture
def shot() -> tuple[hitmask.World, int, int]:
    """A world with a bullet and a thin wall, after a step."""
    world = hitmask.World()
    dot, wall = world.add_mask(hitmask.Mask(2, 2, fill=True)), world.add_mask(hitmask.Mask(1, 90, fill=True))
    wall = world.spawn(wall, (50, 0), fixed=True)
    bullet = world.spawn(dot, (10, 40), continuous=True)
    world.step()
    return world, bullet, wall


def test_a_fast_bullet_meets_a_thin_wall(shot: tuple[hitmask.World, int, int]) -> None:
    world, bullet, wall = shot
    world.move_to(bullet, (90, 40))
    step = world.step()
    assert step.began.tolist() == [[wall, bullet]]
    impact = step.impact(bullet, wall)
    assert impact is not None
    assert (impact.a, impact.places, impact.fraction) == (bullet, ((49, 40), (50, 0)), 39 / 80)
    assert impact.contact.normal == (-1.0, 0.0)
    assert pickle.loads(pickle.dumps(impact)) == impact
    contacts = step.contacts()
    assert (contacts.area.tolist(), contacts.first.tolist()) == ([2], [[50, 40]])
    assert step.contacts_of(bullet).normal.tolist() == [[-1.0, 0.0]]
    assert world.contact(bullet, wall) is None and len(world.collisions()) == 0
    assert step.impact(wall, wall) is None
    assert world.step().ended.tolist() == [[wall, bullet]]


def test_a_jump_has_no_path(shot: tuple[hitmask.World, int, int]) -> None:
    world, bullet, _ = shot
    world.jump_to(bullet, (90.0, 40.4))
    assert len(world.step().pairs) == 0
    assert world.get(bullet).position == (90, 40)


def test_impacts_are_asked_for_before_anything_moves(shot: tuple[hitmask.World, int, int]) -> None:
    world, bullet, wall = shot
    world.move_to(bullet, (90, 40))
    step = world.step()
    world.move_by(bullet, (1, 0))
    with pytest.raises(ValueError, match="before a sprite moves or goes"):
        step.impact(bullet, wall)
    assert step.contacts().area.tolist() == [0]  # as they stand now


def test_many_continuous_sprites() -> None:
    world = hitmask.World()
    dot, wall = world.add_mask(hitmask.Mask(2, 2, fill=True)), world.add_mask(hitmask.Mask(1, 900, fill=True))
    world.spawn(wall, (50, 0), fixed=True)
    start = np.stack([np.zeros(100), np.arange(100) * 8], axis=1)
    ids = world.spawn_many(dot, start, continuous=np.arange(100) % 2 == 0)
    assert world.get(ids).continuous.tolist() == [True, False] * 50
    world.step()
    world.set(ids, position=start + (100, 0))
    assert world.step().pairs[:, 1].tolist() == ids[::2].tolist()


def test_a_world_is_saved_without_masks(shot: tuple[hitmask.World, int, int]) -> None:
    world, bullet, wall = shot
    data = world.to_bytes(masks=False)
    assert len(data) < len(world.to_bytes())
    again = hitmask.World.from_bytes(data, masks=[world.mask(0), world.mask(1)])
    again.move_to(bullet, (90, 40))
    assert again.step().began.tolist() == [[wall, bullet]]
    with pytest.raises(ValueError, match="entry 1 of its list `masks`"):
        hitmask.World.from_bytes(data, masks=[world.mask(0)])
    with pytest.raises(ValueError, match="masks were left out"):
        hitmask.World.from_bytes(data)


def test_a_ball_bounces_between_two_walls() -> None:
    world = hitmask.World()
    ball, wall = world.add_mask(hitmask.Mask(4, 4, fill=True)), world.add_mask(hitmask.Mask(60, 60, fill=True))
    left, right = (world.spawn(wall, (x, -30), fixed=True) for x in (-60, 20))
    bullet = world.spawn(ball, (8, 0), continuous=True)
    speed = 50
    for hit in [right, left] * 5:
        world.move_by(bullet, (speed, 0))
        impact = world.step().first_impact(bullet)
        assert impact is not None and (impact.a, impact.b) == (bullet, hit) and impact.before is not None
        assert impact.contact.normal == (-speed / 50, 0)
        before = impact.before_of(bullet)
        assert before == impact.before[0] == (16 if speed > 0 else 0, 0) and impact.other(hit) == bullet
        assert impact.place_of(bullet) == impact.places[0] and impact.place_of(hit) == world.get(hit).position
        for wrong in (impact.other, impact.place_of, impact.before_of, impact.contact.other):
            with pytest.raises(IndexError, match="no sprite 99"):
                wrong(99)
        world.move_to(bullet, before)
        world.set_last_place(bullet, before)
        speed = -speed
    assert world.step().first_impact(bullet) is None
    world.jump_to(bullet, world.get(bullet).position)  # forgets the place
    world.move_by(bullet, (200, 0))
    assert len(world.step().pairs) == 0
    with pytest.raises(ValueError, match="place"):
        world.set_last_place(bullet, (2**31, 0))

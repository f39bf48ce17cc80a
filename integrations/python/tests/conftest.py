"""What several files of tests use."""

import pytest

from hitmask import Mask, World


@pytest.fixture
def level():
    """A hero of 8 x 16 above a floor, a one-way plank, a coin and a wall."""
    world = World()
    hero, floor, plank, coin, wall = (
        world.add_mask(Mask(w, h, fill=True)) for w, h in [(8, 16), (200, 20), (40, 4), (6, 6), (10, 60)]
    )
    world.spawn(hero, (10, 60))  # 0
    world.spawn(floor, (0, 100), fixed=True)  # 1
    world.spawn(plank, (40, 70), fixed=True, one_way="top", layers=2)  # 2
    world.spawn(coin, (30, 90), sensor=True)  # 3
    world.spawn(wall, (120, 40), fixed=True)  # 4
    return world

# region lander
from math import cos, hypot, radians, sin

import pygame
from hitmask import Mask, Remainder, World

world = World()
terrain = Mask.from_surface(pygame.image.load("ground.png"))
lander = Mask.from_surface(pygame.image.load("ship.png"))
ground = world.spawn(world.add_mask(terrain), (0, 180), fixed=True)
pad = world.spawn(world.add_mask(Mask(60, 4, fill=True)), (250, 210), fixed=True)
ship = world.spawn(world.add_mask(lander), (256, 20), angle=270)
velocity, remainder = [0.0, 0.0], Remainder()
angle = 270  # the nose of the picture points right: 270 is up


def frame(thrust, turn):
    """Flies for a frame. Returns None, "landed" or the pixel of the crash."""
    global angle
    angle = (angle + turn) % 360
    world.set(ship, angle=angle)
    velocity[0] += thrust * cos(radians(angle))
    velocity[1] += thrust * sin(radians(angle)) + 0.02  # gravity
    x, y = world.get(ship).position
    dx, dy = remainder.take(velocity)
    moved = world.move_until(ship, (x + dx, y + dy))
    if not moved.hits:
        return None
    hit = moved.hits[0]
    is_soft = abs(angle - 270) < 10 and hypot(*velocity) < 0.8
    return "landed" if hit.id == pad and is_soft else hit.first
# endregion lander


def fly(pilot):
    """Flies until something happens."""
    global angle
    world.set(ship, position=(256, 20), angle=270)
    angle, velocity[:], remainder.rest = 270, (0.0, 0.0), (0.0, 0.0)
    for number in range(2000):
        end = frame(*pilot(number))
        if end is not None:
            return end
    raise AssertionError("the ship never comes down")


if __name__ == "__main__":
    careful = fly(lambda number: (0.06 if velocity[1] > 0.6 else 0.0, 0))
    assert careful == "landed", careful
    falls = fly(lambda number: (0.0, 0))
    assert falls != "landed", falls
    drifts = fly(lambda number: (0.012, 0.5 if number < 60 else 0.0))
    assert drifts != "landed", drifts
    print("landed; crashed at", falls, "and", drifts)

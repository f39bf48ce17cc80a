# region hero
from hitmask import Mask, Remainder, World

world = World()
hero = world.spawn(world.add_mask(Mask(16, 24, fill=True)), (20, 60))
floor = world.spawn(world.add_mask(Mask(400, 40, fill=True)), (0, 100), fixed=True)
step = world.spawn(world.add_mask(Mask(100, 3, fill=True)), (60, 97), fixed=True)
velocity = [1.5, 0.0]  # pixels a frame
remainder = Remainder()  # turns them into whole pixels, and keeps the rest

for frame in range(60):
    stands = velocity[1] >= 0 and len(world.touching(hero, (0, 1))) > 0
    x, y = world.get(hero).position
    if stands:  # walk: up and down slopes and steps of 4 pixels
        dx, _ = remainder.take((velocity[0], 0))
        world.move_until(hero, (x + dx, y), "walk", step_up=4, step_down=4)
        velocity[1] = -4 if frame == 50 else 0  # jump
    else:  # fall
        velocity[1] += 0.3
        dx, dy = remainder.take(velocity)
        moved = world.move_until(hero, (x + dx, y + dy), "slide")
        if moved.blocked.down or moved.blocked.up:
            velocity[1] = 0
print("the hero is at", world.get(hero).position)
# endregion hero

# region platforms
plank = world.add_mask(Mask(60, 4, fill=True))
# Jump through it from below.
lift = world.spawn(plank, (200, 60), fixed=True, one_way="top")
world.jump_to(hero, (220, 36))
# It takes along who stands on it.
carried = world.carry(lift, (200, 20))
print("riders:", len(carried.riders), "hero at", world.get(hero).position)
# endregion platforms

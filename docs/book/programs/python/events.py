# region events
from hitmask import Mask, World

HERO, COIN, ROCK = 1, 2, 4
world = World()
block = world.add_mask(Mask(16, 16, fill=True))
hero = world.spawn(block, (0, 0), layers=HERO)
world.spawn(block, (40, 0), layers=COIN, collides_with=HERO)
world.spawn(block, (40, 8), layers=ROCK, collides_with=HERO)

for frame in range(30):
    world.move_by(hero, (2, 0))
    # Once a frame, after all moves.
    step = world.step()
    # The hero stands first.
    for hero_id, rock in step.began_between(HERO, ROCK):
        print("rock hit at", world.contact(hero_id, rock).first)
    for pair in step.ended:
        print("free again in frame", frame)
    for hero_id, coin in step.began_between(HERO, COIN):
        print("coin taken in frame", frame)
        world.despawn(coin)
# endregion events

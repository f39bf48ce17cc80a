# region rays
from hitmask import Mask, World

world = World()
ring = Mask.from_text("####\n#..#\n#..#\n####").scaled(32, 32)
rings = world.spawn_many(world.add_mask(ring), [(50, 0), (100, 0)])

# Which sprites are under the pointer?
print("in the hole:", len(world.find((66, 16))))
print("on the ring:", len(world.find((52, 16))))

hit = world.cast_ray((0, 16), (200, 16))  # a laser
print("the ray hits", hit.at, "normal", hit.normal)

near = world.nearest((140, 16))[0]
print("nearest ring:", near.distance, "pixels away")
# endregion rays

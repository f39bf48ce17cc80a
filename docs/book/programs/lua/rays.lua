-- #region rays
local hitmask = require "hitmask"

local world = hitmask.world_new()
local ring = hitmask.mask_from_text("####\n#..#\n#..#\n####")
ring = world:add_mask(ring:scaled(32, 32))
world:spawn(ring, 50, 0)
world:spawn(ring, 100, 0)

-- Which sprites are under the pointer?
print("in the hole", #world:find_point(66, 16))
print("on the ring", #world:find_point(52, 16))

local hit = world:cast_ray(0, 16, 200, 16) -- a laser
print("the ray hits", hit.x, hit.y, "normal", hit.normal_x, hit.normal_y)

local near = world:nearest(140, 16, 1)[1]
print("nearest ring", near.distance)
-- #endregion rays

-- #region chunks
local hitmask = require "hitmask"

local WALLS, HERO = 1, 2
local world = hitmask.world_new()
local chunk = world:add_mask(hitmask.mask_filled(512, 512))
local scenery = { fixed = true, layers = WALLS, collides_with = HERO }
for x = 0, 99 do
  for y = 0, 19 do world:spawn(chunk, 512 * x, 512 * y + 1000, scenery) end
end

local body = world:add_mask(hitmask.mask_filled(16, 24))
local hero = world:spawn(body, 25000, 900, { layers = HERO })
print("pairs", #world:step().pairs) -- fixed sprites never pair
-- Only near chunks are tested.
local moved = world:move_until(hero, 25000, 5000)
print("lands at", moved.x, moved.y)
-- #endregion chunks

-- #region way_out
local hitmask = require "hitmask"

local world = hitmask.world_new()
local hero = world:spawn(world:add_mask(hitmask.mask_filled(16, 24)), 40, 80)
local block = world:add_mask(hitmask.mask_filled(200, 40))
local wall = world:spawn(block, 0, 100, { fixed = true })

world:step()
local contact = world:contact(hero, wall)
print("shortest way out", contact.penetration_x, contact.penetration_y)
print("normal", contact.normal_x, contact.normal_y)

-- Frees the hero from everything at once.
local dx, dy = world:push_out(hero, 64)
print("pushed by", dx, dy) -- nil: no free place within 64 pixels
-- #endregion way_out

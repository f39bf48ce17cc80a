-- #region bullets
local hitmask = require "hitmask"

local world = hitmask.world_new()
local wall = world:add_mask(hitmask.mask_filled(2, 100))
world:spawn(wall, 100, 0, { fixed = true })
local dot = world:add_mask(hitmask.mask_filled(3, 3))
local bullet = world:spawn(dot, 0, 50, { continuous = true })
world:step()

world:move_to(bullet, 500, 50) -- far beyond the wall, in one frame
world:step()
-- What it met first, with the bullet as a.
local impact = world:first_impact(bullet)
if impact then
  print("hit at", impact.contact.x, impact.contact.y)
  print("sparks fly along", impact.contact.normal_x, impact.contact.normal_y)
  print("draw the bullet at", impact.before_a_x, impact.before_a_y)
end
-- #endregion bullets

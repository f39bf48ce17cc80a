-- #region hero
local hitmask = require "hitmask"

local world = hitmask.world_new()
local hero = world:spawn(world:add_mask(hitmask.mask_filled(16, 24)), 20, 60)
-- The floor.
world:spawn(world:add_mask(hitmask.mask_filled(400, 40)), 0, 100, { fixed = true })
-- A step.
world:spawn(world:add_mask(hitmask.mask_filled(100, 3)), 60, 97, { fixed = true })
local vx, vy = 1.5, 0 -- pixels a frame
-- Turns them into whole pixels, and keeps the rest.
local remainder = hitmask.remainder_new()

for frame = 0, 59 do
  local x, y = world:position(hero)
  if vy >= 0 and #world:touching(hero, 0, 1) > 0 then
    -- Walk: up and down slopes and steps of 4 pixels.
    local dx = remainder:take(vx, 0)
    local walk = { motion = "walk", step_up = 4, step_down = 4 }
    world:move_until(hero, x + dx, y, walk)
    vy = frame == 50 and -4 or 0 -- jump
  else
    vy = vy + 0.3 -- fall
    local dx, dy = remainder:take(vx, vy)
    local moved = world:move_until(hero, x + dx, y + dy, { motion = "slide" })
    if moved.down or moved.up then vy = 0 end
  end
end
print("the hero is at", world:position(hero))
-- #endregion hero

-- #region platforms
local plank = world:add_mask(hitmask.mask_filled(60, 4))
-- Jump through it from below.
local lift = world:spawn(plank, 200, 60, { fixed = true, one_way = "top" })
world:jump_to(hero, 220, 36)
-- It takes along who stands on it.
local carried = world:carry(lift, 200, 20)
print("riders", #carried.riders, "hero at", world:position(hero))
-- #endregion platforms

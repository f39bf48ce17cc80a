-- #region events
local hitmask = require "hitmask"

local HERO, COIN, ROCK = 1, 2, 4
local world = hitmask.world_new()
local block = world:add_mask(hitmask.mask_filled(16, 16))
local hero = world:spawn(block, 0, 0, { layers = HERO })
world:spawn(block, 40, 0, { layers = COIN, collides_with = HERO })
world:spawn(block, 40, 8, { layers = ROCK, collides_with = HERO })

for frame = 0, 29 do
  world:move_by(hero, 2, 0)
  local step = world:step() -- once a frame, after all moves
  -- Pair.a is the hero.
  for _, pair in ipairs(world:began_between(HERO, ROCK)) do
    local contact = world:contact(pair.a, pair.b)
    print("rock hit at", contact.x, contact.y)
  end
  for _ in ipairs(step.ended) do print("free again in frame", frame) end
  for _, pair in ipairs(world:began_between(HERO, COIN)) do
    print("coin taken in frame", frame)
    world:despawn(pair.b)
  end
end
-- #endregion events

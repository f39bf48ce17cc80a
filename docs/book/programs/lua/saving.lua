-- #region save
local hitmask = require "hitmask"

local world = hitmask.world_new()
local ball = world:add_mask(hitmask.mask_filled(8, 8))
local hero = world:spawn(ball, 0, 0, { data = 42 })
world:spawn(ball, 40, 0)
local saved = world:to_bytes() -- a string, to a file
local loaded = hitmask.world_from_bytes(saved) -- ids are the same
print("hero's number", loaded:get(hero).data)
-- #endregion save

-- #region rollback
local before = world:copy() -- cheap: masks are shared
world:move_by(hero, 36, 0)
print("began", #world:step().began)
world = before -- the move did not happen
print("began", #world:step().began)
-- #endregion rollback

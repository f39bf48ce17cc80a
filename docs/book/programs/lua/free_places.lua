-- #region spawn
local hitmask = require "hitmask"

local world = hitmask.world_new()
local block = world:add_mask(hitmask.mask_filled(20, 20))
for x = 0, 80, 20 do world:spawn(block, x, 0) end
-- A shape that is not in the world yet.
local new = { mask = hitmask.mask_filled(20, 20), x = 40, y = 5 }
local x, y = world:nearest_free(new, 64)
print("free at", x, y)
if x then world:spawn(block, x, y) end
-- #endregion spawn

-- #region pack
local board = hitmask.mask_new(64, 64) -- solid where it is taken
local area = { within = { 0, 0, 64, 64 } }
local piece = hitmask.mask_from_text("###\n#.."):scaled(24, 16)
for number = 1, 6 do
  local left, top = board:nearest_free(piece, 20, 24, 64, area)
  board:draw(piece, left, top)
end
print("taken pixels", board:count())
-- #endregion pack

do
  -- #region five
  local hitmask = require "hitmask"

  local ship = hitmask.mask_from_imagedata(love.image.newImageData("ship.png"))
  local rock = hitmask.mask_from_imagedata(love.image.newImageData("rock.png"))
  local x, y = ship:overlap_first(rock, 38, -6) -- the first shared pixel, or nil
  -- #endregion five
  assert(x and y)
end

-- #region ask
local hitmask = require "hitmask"

local ship = hitmask.mask_from_imagedata(love.image.newImageData("ship.png"))
local rock = hitmask.mask_from_imagedata(love.image.newImageData("rock.png"))
local x, y = 38, -6 -- the rock's top-left pixel, counted from the ship's
if ship:overlaps(rock, x, y) then
  print("first shared pixel", ship:overlap_first(rock, x, y))
  print("shared pixels", ship:overlap_area(rock, x, y))
  print("the ship is free after a move by", ship:penetration(rock, x, y))
end
-- #endregion ask

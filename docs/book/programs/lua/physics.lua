-- #region parts
local hitmask = require "hitmask"

local ship = hitmask.mask_from_imagedata(love.image.newImageData("ship.png"))
-- Polygons with holes, at most 1 pixel off.
for _, contour in ipairs(ship:contours(1)) do
  -- X and y in turn.
  if not contour.is_hole then print("a polygon of", #contour / 2, "corners") end
end
-- #endregion parts

-- #region many
local hitmask = require "hitmask"

local world = hitmask.world_new()
local disc = world:add_mask(hitmask.mask_from_text(".##.\n####\n####\n.##."))
for i = 0, 9999 do world:spawn(disc, 5 * (i % 100), 5 * math.floor(i / 100)) end

local places = world:real_positions() -- an array of x and y, which you keep
for frame = 1, 3 do
  for id = 0, 9998, 2 do
    -- Your own movement, with fractions.
    places[id].x, places[id].y = places[id].x + 0.6, places[id].y + 0.2
  end
  world:set_positions(places) -- once a frame, all in one call
  print("pairs", #world:step().pairs) -- every collision once
end
-- #endregion many

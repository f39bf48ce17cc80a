-- #region dig
local hitmask = require "hitmask"

local data = love.image.newImageData("ground.png")
local mask = hitmask.mask_from_imagedata(data)
local world = hitmask.world_new()
local ground = world:spawn(world:add_mask(mask), 0, 200, { fixed = true })

-- Every sprite under the circle loses these pixels.
local lost = world:erase_circle(300, 260, 30)
local dug = world:mask(world:own_mask(ground)) -- its mask now
-- The picture loses them too: then image:replacePixels(data).
dug:clear_alpha(data)
print("sprites hit", #lost, "pixels lost", mask:count() - dug:count())
-- #endregion dig

-- #region split
world:erase_rect(500, 0, 4, 400) -- a cut through the ground
local parts = world:split(ground) -- the largest part keeps the id
-- Let the others fall.
for _, part in ipairs(parts) do world:set(part, { fixed = false }) end
print("loose parts", #parts)
-- #endregion split

-- #region picture
local hitmask = require "hitmask"

-- Solid where alpha is above 127.
local ship = hitmask.mask_from_imagedata(love.image.newImageData("ship.png"))
local coins = love.image.newImageData("coins.png")
local frame = { frame = { 16, 0, 16, 16 }, alpha_above = 20 }
local coin = hitmask.mask_from_imagedata(coins, frame)
local width, height = ship:size()
print(width, height, ship:count(), coin:count())
-- #endregion picture

-- #region drawn
local arrow = hitmask.mask_from_text("..#.\n####\n..#.")
local large = arrow:scaled(40, 30)
local plate = hitmask.mask_filled(64, 8)
print(large:count(), plate:count())
-- #endregion drawn

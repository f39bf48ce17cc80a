-- The test looks for: prints "landed at"
local hitmask = require "hitmask"
local world = hitmask.world_new()
local things = {}

local function spawn(file, x, y, options)
  local data = love.image.newImageData(file)
  local sprite = world:spawn(world:add_mask(hitmask.mask_from_imagedata(data)), x, y, options)
  things[sprite] = love.graphics.newImage(data)
  return sprite
end

local function key(name) return love.keyboard.isDown(name) and 1 or 0 end

function love.draw()
  for sprite, image in pairs(things) do
    love.graphics.draw(image, world:position(sprite))
  end
end
-- #region walls
local hero
-- Keeps fractions of pixels.
local remainder, fall, stands = hitmask.remainder_new(), 0, true

function love.load()
  spawn("ground.png", 0, 300, { fixed = true }) -- scenery: it seldom moves
  hero = spawn("hero.png", 40, 200)
end

function love.update(dt)
  local run = 150 * dt * (key "right" - key "left")
  local x, y = world:position(hero)
  local stood = stands -- a frame ago
  stands = fall >= 0 and #world:touching(hero, 0, 1) > 0
  if stands and not stood then print("landed at", x, y) end
  if stands and not love.keyboard.isDown "space" then
    -- Over slopes, up to 3 pixels high for each pixel.
    local dx = remainder:take(run, 0)
    local walk = { motion = "walk", step_up = 3, step_down = 3 }
    world:move_until(hero, x + dx, y, walk)
    fall = 0
  else
    fall = stands and -300 or fall + 1000 * dt -- jump, or fall
    local dx, dy = remainder:take(run, fall * dt)
    local moved = world:move_until(hero, x + dx, y + dy, { motion = "slide" })
    if moved.down or moved.up then fall = 0 end
  end
end
-- #endregion walls

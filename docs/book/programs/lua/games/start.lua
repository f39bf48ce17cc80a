-- The test looks for: prints "hit at", prints "free"
-- #region game
local hitmask = require "hitmask"
local world = hitmask.world_new()
local things = {} -- by sprite

local function spawn(file, x, y, options)
  local data = love.image.newImageData(file)
  -- Its solid pixels.
  local mask = world:add_mask(hitmask.mask_from_imagedata(data))
  local sprite = world:spawn(mask, x, y, options)
  things[sprite] = love.graphics.newImage(data)
  return sprite
end

local ship, x, y

function love.load()
  x, y = 40, 200
  ship = spawn("ship.png", x, y)
  spawn("rock.png", 300, 190)
end

local function key(name) return love.keyboard.isDown(name) and 1 or 0 end

function love.update(dt)
  x = x + 150 * dt * (key "right" - key "left")
  y = y + 150 * dt * (key "down" - key "up")
  world:move_to(ship, x, y)
  local step = world:step() -- once a frame, after all moves
  for _, pair in ipairs(step.began) do
    local contact = world:contact(pair.a, pair.b)
    print("hit at", contact.x, contact.y)
  end
  for _ in ipairs(step.ended) do print "free" end
end

function love.draw()
  for sprite, image in pairs(things) do
    love.graphics.draw(image, world:position(sprite))
  end
end
-- #endregion game

-- A ship among turning rocks. Shots tear craters into the pixels of a rock, and the ship may fly through them.
-- Arrow keys fly, space shoots. HITMASK_FRAMES=n plays by itself, saves a picture after n frames, and ends.
local hitmask = require "hitmask"

local WIDTH, HEIGHT = 640, 400
local SHIP, SHOT, ROCK = 1, 2, 4 -- layers
local FRAMES = tonumber(os.getenv "HITMASK_FRAMES")

local world = hitmask.world_new()
local ship, rocks, shots, sparks = nil, {}, {}, {}
local frame, craters, crashes = 0, 0, 0

-- Draws a picture from a drawing: `#` in a color, `+` in white.
local function picture(rows, r, g, b)
  local data = love.image.newImageData(#rows[1], #rows)
  for y, row in ipairs(rows) do
    for x = 1, #row do
      local pixel = row:sub(x, x)
      if pixel == "#" then data:setPixel(x - 1, y - 1, r, g, b, 1) end
      if pixel == "+" then data:setPixel(x - 1, y - 1, 1, 1, 1, 1) end
    end
  end
  return data
end

-- Draws a lump of stone.
local function stone(size, seed)
  local data = love.image.newImageData(size, size)
  local middle = size / 2
  data:mapPixel(function(x, y)
    local dx, dy = x + 0.5 - middle, y + 0.5 - middle
    local edge = middle * (0.72 + 0.26 * love.math.noise(math.cos(math.atan2(dy, dx)) * 1.5 + seed, math.sin(math.atan2(dy, dx)) * 1.5))
    local gray = 0.35 + 0.35 * love.math.noise(x / 9 + seed, y / 9)
    return gray, gray * 0.9, gray * 0.8, dx * dx + dy * dy < edge * edge and 1 or 0
  end)
  return data
end

-- Adds a thing with a picture, and a sprite that stands as the picture is drawn.
local function add(data, values, options)
  values.data, values.image = data, love.graphics.newImage(data)
  values.image:setFilter("nearest", "nearest")
  values.ox, values.oy = data:getWidth() / 2, data:getHeight() / 2
  values.mask = values.mask or world:add_mask(hitmask.mask_from_imagedata(data))
  values.sprite = world:spawn_transformed(values.mask, options, values.x, values.y, values.r, values.s, values.s, values.ox, values.oy)
  return values
end

function love.load()
  love.graphics.setBackgroundColor(0.05, 0.06, 0.1)
  ship = add(picture({ "##......", "+####...", "..#####.", ".+++####", "..#####.", "+####...", "##......" }, 0.3, 0.8, 1),
    { x = 60, y = 200, r = 0, s = 3 }, { layers = SHIP, collides_with = ROCK })
  for i = 1, 6 do
    local size = 60 + 12 * (i % 3)
    rocks[i] = add(stone(size, i * 7), { x = 180 + 80 * (i - 1), y = 70 + (i * 130) % 260, r = i, s = 1, turn = (i % 2 * 2 - 1) * 0.4 },
      { layers = ROCK, collides_with = SHIP + SHOT })
  end
end

local function shoot()
  local data = picture({ "####", "####" }, 1, 0.9, 0.3)
  shots.mask = shots.mask or world:add_mask(hitmask.mask_filled(4, 2))
  shots[#shots + 1] = add(data, { x = ship.x + 16, y = ship.y, r = 0, s = 1, mask = shots.mask },
    { layers = SHOT, collides_with = ROCK, continuous = true })
end

-- Tears a crater into a rock, around a point of the world: in the mask, and in the picture.
local function crater(rock, x, y)
  local cx, cy = world:mask_point(rock.sprite, x, y)
  local radius = 9
  world:fill_circle(rock.mask, cx, cy, radius, false)
  rock.data:mapPixel(function(px, py, r, g, b, a)
    local dx, dy = px + 0.5 - cx, py + 0.5 - cy
    return r, g, b, dx * dx + dy * dy <= radius * radius and 0 or a
  end)
  rock.image:replacePixels(rock.data)
  craters = craters + 1
end

local function is_down(key)
  if not FRAMES then return love.keyboard.isDown(key) end
  return key == "right" and frame > 60 and frame % 3 == 0 -- the player of the test
end

function love.keypressed(key)
  if key == "space" then shoot() end
  if key == "escape" then love.event.quit() end
end

function love.update(dt)
  dt = FRAMES and 1 / 60 or math.min(dt, 1 / 30)
  frame = frame + 1
  if FRAMES and frame % 12 == 0 then shoot() end
  local speed = 150 * dt
  ship.x = ship.x + ((is_down "right" and speed or 0) - (is_down "left" and speed or 0))
  ship.y = ship.y + ((is_down "down" and speed or 0) - (is_down "up" and speed or 0))
  world:set_transform(ship.sprite, ship.x, ship.y, ship.r, ship.s, ship.s, ship.ox, ship.oy)
  for _, rock in ipairs(rocks) do
    rock.r = rock.r + rock.turn * dt
    world:set_transform(rock.sprite, rock.x, rock.y, rock.r, rock.s, rock.s, rock.ox, rock.oy)
  end
  for i = #shots, 1, -1 do
    local shot = shots[i]
    shot.x = shot.x + 500 * dt
    world:set_transform(shot.sprite, shot.x, shot.y, 0, 1, 1, shot.ox, shot.oy)
    if shot.x > WIDTH then
      world:despawn(shot.sprite)
      table.remove(shots, i)
    end
  end

  world:step()
  local hits = {}
  for i, pair in ipairs(world:began_between(SHOT, ROCK)) do hits[i] = world:impact(pair.a, pair.b).contact end
  sparks = {}
  for _, contact in ipairs(world:contacts_of(ship.sprite)) do
    sparks[#sparks + 1] = contact
    crashes = crashes + 1
  end
  local gone = {}
  for _, hit in ipairs(hits) do
    for _, rock in ipairs(rocks) do
      if rock.sprite == hit.b and not gone[hit.a] then
        crater(rock, hit.x, hit.y)
        gone[hit.a] = true
      end
    end
  end
  for i = #shots, 1, -1 do
    if gone[shots[i].sprite] then
      world:despawn(shots[i].sprite)
      table.remove(shots, i)
    end
  end
end

local transform = love.math.newTransform()

-- Draws the picture of a thing on the pixels that its sprite covers.
local function draw(thing)
  local a, b, x, c, d, y = world:draw_transform(thing.sprite)
  love.graphics.draw(thing.image, transform:setMatrix(a, b, 0, x, c, d, 0, y, 0, 0, 1, 0, 0, 0, 0, 1))
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  for _, rock in ipairs(rocks) do draw(rock) end
  for _, shot in ipairs(shots) do draw(shot) end
  draw(ship)
  love.graphics.setColor(1, 0.2, 0.2)
  for _, contact in ipairs(sparks) do
    love.graphics.rectangle("line", unpack(contact.bounds))
    love.graphics.line(contact.x, contact.y, contact.x + contact.normal_x * 30, contact.y + contact.normal_y * 30)
  end
  love.graphics.setColor(1, 1, 1)
  love.graphics.print(("%d craters, %d frames in a rock. Arrow keys, space"):format(craters, crashes), 8, 8)
  if FRAMES and frame == FRAMES then
    love.graphics.captureScreenshot(function(data)
      data:encode("png", "rocks.png")
      print(("rocks: %d frames, %d craters, %d frames in a rock; picture: %s/rocks.png"):format(frame, craters, crashes, love.filesystem.getSaveDirectory()))
      love.event.quit()
    end)
  end
end

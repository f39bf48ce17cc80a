-- Compares, pixel by pixel, what LÖVE draws with what collides. love.graphics.draw draws each picture in a cell of a canvas, and a sprite of a world
-- is set to the same place with the same arguments. Prints the number of pixels that differ, and fails if one of them is not on the edge of a texel.
local ffi = require "ffi"
local hitmask = require "hitmask"

local CANVASES = 60
local CELL, COLUMNS, ROWS = 200, 5, 4
-- OpenGL rounds the corners of a picture to 1/256 of a pixel, and LÖVE computes with floats. So a pixel whose center is this near to the edge of a
-- texel may show the texel on the other side. If it is exactly on the edge, as with a scale of 1.5, rounding errors decide what is drawn: the calls
-- below have no such numbers.
local NEAR = 1 / 256

local world = hitmask.world_new()
local random = love.math.newRandomGenerator(1)
local function between(low, high) return low + (high - low) * random:random() end
local function either(a, b) return random:random(2) == 1 and a or b end
local function round(x) return math.floor(x + 0.5) end

-- Makes a picture of noise, so that most pixels have neighbors that differ.
local function picture(width, height)
  local data = love.image.newImageData(width, height)
  data:mapPixel(function() return 1, 1, 1, random:random() < 0.6 and 1 or 0 end)
  local image = love.graphics.newImage(data)
  image:setFilter("nearest", "nearest")
  return { image = image, mask = world:add_mask(hitmask.mask_from_imagedata(data)), width = width, height = height }
end

-- Returns arguments of love.graphics.draw for a picture in a cell.
local function arguments(from, left, top)
  local kind = random:random(4) -- whole numbers; fractions of the place; of the scale; any angle and shear
  local function size() return kind == 1 and random:random(4) or kind == 2 and 1 or between(0.5, 4) end
  local sx, sy, kx, ky = either(1, -1) * size(), either(1, -1) * size(), 0, 0
  local r = kind < 4 and random:random(0, 3) * math.pi / 2 or between(0, 2 * math.pi)
  local ox, oy = between(-0.2, 1.2) * from.width, between(-0.2, 1.2) * from.height
  if kind < 3 then ox, oy = round(ox), round(oy) end
  if kind == 4 and either(true, false) then kx, ky = between(-0.3, 0.3), between(-0.3, 0.3) end
  if kind == 4 then sx, sy = sx * 0.8, sy * 0.8 end -- a sheared picture fits into its cell
  local transform = love.math.newTransform(0, 0, r, sx, sy, ox, oy, kx, ky)
  local x, y = transform:transformPoint(from.width / 2, from.height / 2) -- the middle goes to that of the cell
  x, y = left + round(CELL / 2 - x), top + round(CELL / 2 - y)
  if kind > 1 then x, y = x + random:random(), y + random:random() end
  return { x, y, r, sx, sy, ox, oy, kx, ky }
end

-- Returns the point of the picture that is drawn at a point, and its distance in pixels from the edge of a texel.
local function texel(x, y, call)
  local at_x, at_y, r, sx, sy, ox, oy, kx, ky = unpack(call)
  local cos, sin = math.cos(r), math.sin(r)
  local a, b, c, d = cos * sx - ky * sin * sy, kx * cos * sx - sin * sy, sin * sx + ky * cos * sy, kx * sin * sx + cos * sy
  local area = a * d - b * c
  local u, v = (d * (x - at_x) - b * (y - at_y)) / area + ox, (a * (y - at_y) - c * (x - at_x)) / area + oy
  local across, along = math.abs(area) / math.sqrt(b * b + d * d), math.abs(area) / math.sqrt(a * a + c * c) -- of a texel
  return u, v, math.min(math.abs(u - round(u)) * across, math.abs(v - round(v)) * along)
end

local sprites, pixels, differ, farthest = 0, 0, 0, 0

-- Compares the pixels of a cell with those of a sprite.
local function compare(drawn, left, top, from, call, sprite)
  local shape, shape_x, shape_y = world:shape(sprite)
  local width, height = shape:size()
  local solid = shape:to_alpha()
  sprites = sprites + 1
  for y = top, top + CELL - 1 do
    for x = left, left + CELL - 1 do
      local is_drawn = drawn[4 * (y * COLUMNS * CELL + x) + 3] > 127
      local column, row = x - shape_x, y - shape_y
      local is_solid = column >= 0 and row >= 0 and column < width and row < height and solid:byte(row * width + column + 1) > 0
      local u, v, distance = texel(x + 0.5, y + 0.5, call)
      if u >= 0 and v >= 0 and u < from.width and v < from.height then pixels = pixels + 1 end
      if is_drawn ~= is_solid then
        if distance > math.max(farthest, NEAR) then -- not each pixel: a wrong rule makes thousands
          local text = "pixel %d, %d of a picture of %d x %d: drawn %s, solid %s, %.5f from an edge: love.graphics.draw(image, %s)"
          print(text:format(x, y, from.width, from.height, is_drawn, is_solid, distance, table.concat(call, ", ")))
        end
        differ, farthest = differ + 1, math.max(farthest, distance)
      end
    end
  end
end

function love.load()
  local pictures = { picture(16, 16), picture(33, 24), picture(5, 4), picture(27, 33), picture(32, 1), picture(9, 30) }
  local canvas = love.graphics.newCanvas(COLUMNS * CELL, ROWS * CELL, { dpiscale = 1 })
  for _ = 1, CANVASES do
    local drawn = {}
    love.graphics.setCanvas(canvas)
    love.graphics.clear(0, 0, 0, 0)
    for cell = 0, COLUMNS * ROWS - 1 do
      local left, top = CELL * (cell % COLUMNS), CELL * math.floor(cell / COLUMNS)
      local from = pictures[random:random(#pictures)]
      local call = arguments(from, left, top)
      love.graphics.draw(from.image, unpack(call))
      local sprite = either(true, false) and world:spawn_transformed(from.mask, nil, unpack(call))
      if not sprite then
        sprite = world:spawn(from.mask, 0, 0)
        world:set_transform(sprite, unpack(call))
      end
      drawn[cell + 1] = { left, top, from, call, sprite }
    end
    love.graphics.setCanvas()
    local data = canvas:newImageData()
    local bytes = ffi.cast("uint8_t *", data:getFFIPointer())
    for _, each in ipairs(drawn) do
      compare(bytes, unpack(each))
      world:despawn(each[5])
    end
  end
  print(("LÖVE draws %d sprites, %d pixels: %d differ (%.4f %%), at most %.5f pixels from the edge of a texel"):format(
    sprites, pixels, differ, 100 * differ / pixels, farthest))
  love.event.quit(farthest > NEAR and 1 or 0)
end

-- An error ends the program, instead of a window with its text.
function love.errorhandler(message)
  print(debug.traceback(message))
  return function() return 1 end
end

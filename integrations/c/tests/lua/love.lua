-- What only LÖVE has: pictures, and the arguments of love.graphics.draw.
local ffi = require "ffi"
local hitmask = require "hitmask"
local check = require "check"
local equal, fails = check.equal, check.fails

-- As LÖVE's ImageData and Quad, over a buffer.
local function imagedata(width, height, format)
  local pixels = ffi.new("uint8_t[?]", width * height * 4)
  local data = { pixels = pixels }
  function data.getFormat() return format or "rgba8" end
  function data.getDimensions() return width, height end
  function data.getSize() return width * height * 4 end
  function data.getFFIPointer() return pixels end
  return data
end

local function pictures()
  local data = imagedata(8, 4)
  for x = 4, 7 do data.pixels[(2 * 8 + x) * 4 + 3] = 200 end -- a row of the right half
  equal(hitmask.mask_from_imagedata(data):count(), 4)
  local right = hitmask.mask_from_imagedata(data, { frame = { 4, 0, 4, 4 } })
  equal(table.concat({ right:bounds() }, " "), "0 2 4 1")
  local quad = { getViewport = function() return 4, 2, 4, 2 end }
  equal(table.concat({ hitmask.mask_from_imagedata(data, { quad = quad }):bounds() }, " "), "0 0 4 1")
  equal(hitmask.mask_from_imagedata(data, { alpha_above = 200 }):count(), 0)
  fails("width of the frame", hitmask.mask_from_imagedata, data, { frame = { 4, 0, 5, 4 } })
  fails("x of the frame must be a whole number from 0 to 8, got -1", hitmask.mask_from_imagedata, data, { frame = { -1, 0, 5, 4 } })
  fails("data must be an ImageData", hitmask.mask_from_imagedata, "ship.png")
  fails("not alpha", hitmask.mask_from_imagedata, data, { alpha = 3 })
  equal(hitmask.mask_from_imagedata(data, { frame = { 8, 4, 0, 0 } }):count(), 0)
  fails('the format of the ImageData must be "rgba8", got "rgba16f"', hitmask.mask_from_imagedata, imagedata(1, 1, "rgba16f"))
end

-- A mask becomes a picture again.
local function back()
  love = { image = { newImageData = imagedata } } -- luacheck: ignore
  local data = hitmask.mask_from_text(".#\n#."):to_imagedata()
  for i, alpha in ipairs { 0, 255, 255, 0 } do equal(data.pixels[4 * i - 1], alpha) end
  love = nil -- luacheck: ignore
  -- What was dug out of the mask becomes transparent in its picture.
  local mask, picture = hitmask.mask_from_text "#.", imagedata(2, 1)
  ffi.fill(picture.pixels, 8, 9)
  mask:clear_alpha(picture)
  for i, byte in ipairs { 9, 9, 9, 9, 9, 9, 9, 0 } do equal(picture.pixels[i - 1], byte) end
  fails("the ImageData must have the size of the mask, 2 x 1, got 1 x 2", mask.clear_alpha, mask, imagedata(1, 2))
  fails("data must be an ImageData", mask.clear_alpha, mask, "rock.png")
  fails("data must be an ImageData", mask.clear_alpha, mask, { 1, 2 })
end

-- The matrix of love.graphics.draw, as LÖVE's Transform:setTransformation makes it.
local function matrix(x, y, r, sx, sy, ox, oy, kx, ky)
  local c, s = math.cos(r), math.sin(r)
  local a, b, d, e = c * sx - ky * s * sy, kx * c * sx - s * sy, s * sx + ky * c * sy, kx * s * sx + c * sy
  return a, b, x - ox * a - oy * b, d, e, y - ox * d - oy * e
end

-- Each pixel of a sprite is drawn by a matrix, and no other: its center shows a solid texel.
local function covers(world, sprite, picture, a, b, x, d, e, y)
  local shape, left, top = world:shape(sprite)
  local width, height = shape:size()
  local columns, rows = picture:size()
  local area, solid = a * e - b * d, 0
  for column = -2, width + 1 do
    for row = -2, height + 1 do
      local dx, dy = left + column + 0.5 - x, top + row + 0.5 - y
      local u, v = (e * dx - b * dy) / area, (a * dy - d * dx) / area
      local inside = u >= 0 and v >= 0 and u < columns and v < rows
      local is_edge = math.abs(u - math.floor(u + 0.5)) < 1e-6 or math.abs(v - math.floor(v + 0.5)) < 1e-6
      if not is_edge then
        equal(shape:contains(column, row), inside and picture:contains(math.floor(u), math.floor(v)))
        solid = solid + 1
      end
    end
  end
  assert(solid > 4)
end

-- A sprite stands as love.graphics.draw draws its picture, and the world tells the matrix.
local function drawn()
  local world = hitmask.world_new()
  local picture = hitmask.mask_from_text "####\n#...\n#..."
  local mask = world:add_mask(picture)
  local sprite = world:spawn_transformed(mask, nil, 50, 50)
  for _, case in ipairs {
    { 50, 50, 0, 1, 1, 0, 0 }, { 50, 50, math.pi / 2, 1, 1, 2, 1 }, { 50, 50, math.pi, 2, 3, 1, 1 }, { 50, 50, 0, -1, 1, 4, 0 },
    { 50, 50, -math.pi / 2, -2, 2, 0, 3 }, { 47, 41, 0, 1, -1, 2, 2 }, { 47.3, 41.7, 0.3, 7, -8, 2.5, 1.25 }, { -7.6, 0.2, 2, 5.01, 5, -20, 30 },
    { 50.25, 50, 0, 4, 4, 2, 1, 0.5, 0 }, { 50, 50.1, 1, 4, -5, 2, 1, 0, -0.75 }, { 50, 50.1, -2, 6, 5, 1, 1, 0.3, 0.2 },
  } do
    local x, y, r, sx, sy, ox, oy, kx, ky = unpack(case)
    world:set_transform(sprite, x, y, r, sx, sy, ox, oy, kx, ky)
    local expected = { matrix(x, y, r, sx, sy, ox, oy, kx or 0, ky or 0) }
    for i, number in ipairs { world:draw_transform(sprite) } do assert(math.abs(number - expected[i]) < 1e-9) end
    covers(world, sprite, picture, unpack(expected))
  end
  fails("x must be a number, got nil", world.set_transform, world, sprite)
end

-- A quarter turn in its own size is upright; all else is a transform. Either may be read and written.
local function drawn_as_read()
  local world = hitmask.world_new()
  local picture = hitmask.mask_filled(40, 4)
  local mask = world:add_mask(picture)
  local sprite = world:spawn_transformed(mask, { angle = 5, origin = { 1, 1 } }, 50, 50, math.pi / 2)
  local values = world:get(sprite)
  check.values({ values.turn, values.angle, values.origin, values.transform, values.position[1] }, 1, 0, false, false, 46)
  world:set_transform(sprite, 50.5, 50, math.pi / 2, 3, 1)
  values = world:get(sprite)
  check.values({ values.turn, values.position[1], values.fraction[1], unpack(values.transform) }, 0, 50, 0.5, 0, -1, 3, 0)
  check.values({ world:draw_transform(sprite) }, 0, -1, 50.5, 3, 0, 50)
  local other = world:spawn(mask, 50, 50, { transform = values.transform, fraction = values.fraction })
  check.values({ world:bounds(other) }, world:bounds(sprite))
  world:set(other, { transform = false, fraction = { 0, 0 }, origin = { 20, 2.5 }, angle = 30, scale = { 2, 1 } })
  values = world:get(other)
  check.values({ values.transform, values.origin[1], values.origin[2], values.angle }, false, 20, 2.5, 30)
  covers(world, other, picture, matrix(50, 50, math.rad(30), 2, 1, 20, 2.5, 0, 0))
  world:set(other, { origin = false, fraction = { 0.25, 0.5 } })
  equal(world:get(other).origin, false)
  covers(world, other, picture, matrix(70.25, 52.5, math.rad(30), 2, 1, 20, 2, 0, 0)) -- about its middle
end

-- The picture of a sprite that moves goes with it, as docs/drawing.md says.
local function drawn_and_moved()
  local world = hitmask.world_new()
  local picture = hitmask.mask_filled(9, 4)
  local sprite = world:spawn_transformed(world:add_mask(picture), nil, 50.3, 50.6, 1, 2, 3, 1, 2)
  local x, y = world:position(sprite)
  world:move_until(sprite, x + 13, y - 7)
  world:carry(sprite, x + 20, y + 5)
  covers(world, sprite, picture, matrix(70.3, 55.6, 1, 2, 3, 1, 2, 0, 0))
  covers(world, sprite, picture, world:draw_transform(sprite))
end

-- A real place is exact for a sprite under a map, and rounded for any other.
local function places()
  local world = hitmask.world_new()
  local mask = world:add_mask(hitmask.mask_filled(5, 4))
  local function at(sprite)
    local values = world:get(sprite)
    return values.position[1], values.position[2], values.fraction[1], values.fraction[2]
  end
  check.values({ at(world:spawn(mask, 10.75, -3.5)) }, 11, -3, 0, 0)
  for _, look in ipairs { { angle = 30 }, { scale = 2 }, { origin = { 1.5, 2 } }, { transform = { 1, 0.5, 0, 1 } } } do
    local sprite = world:spawn(mask, 10.75, -3.5, look)
    check.values({ at(sprite) }, 10, -4, 0.75, 0.5)
    world:move_to(sprite, 7, 8.25)
    check.values({ at(sprite) }, 7, 8, 0, 0.25)
    world:jump_to(sprite, 10.75, -3.5)
    check.values({ at(sprite) }, 10, -4, 0.75, 0.5)
    world:set(sprite, { position = { 3.5, 4 } })
    check.values({ at(sprite) }, 3, 4, 0.5, 0)
  end
end

return { pictures, back, drawn, drawn_as_read, drawn_and_moved, places }

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

-- A sprite stands as love.graphics.draw draws its picture: each pixel is where LÖVE's transform sends its middle.
local function drawn()
  local world = hitmask.world_new()
  local mask = world:add_mask(hitmask.mask_from_text "####\n#...\n#...")
  local sprite = world:spawn_drawn(mask, nil, 50, 50)
  for _, case in ipairs {
    { 50, 50, 0, 1, 1, 0, 0 }, { 50, 50, math.pi / 2, 1, 1, 2, 1 }, { 50, 50, math.pi, 2, 3, 1, 1 }, { 50, 50, 0, -1, 1, 4, 0 },
    { 50, 50, -math.pi / 2, -2, 2, 0, 3 }, { 47, 41, 0, 1, -1, 2, 2 },
  } do
    local x, y, r, sx, sy, ox, oy = unpack(case)
    world:set_drawn(sprite, x, y, r, sx, sy, ox, oy)
    for column = 0, 3 do
      for row = 0, 2 do
        local px, py = (column + 0.5 - ox) * sx, (row + 0.5 - oy) * sy
        local at_x, at_y = x + math.cos(r) * px - math.sin(r) * py, y + math.sin(r) * px + math.cos(r) * py
        equal(#world:find_point(at_x, at_y), (row == 0 or column == 0) and 1 or 0)
      end
    end
  end
  fails("kx and ky must be 0", world.set_drawn, world, sprite, 0, 0, 0, 1, 1, 0, 0, 0.5, 0)
  fails("x must be a number, got nil", world.set_drawn, world, sprite)
end

-- What a sprite says draws its picture as it was placed: a quarter turn is not lost.
local function drawn_as_read()
  local world = hitmask.world_new()
  local mask = world:add_mask(hitmask.mask_filled(40, 4))
  local sprite = world:spawn_drawn(mask, nil, 50, 50, math.pi / 2, 3, 1)
  equal(world:get(sprite).angle, 0)
  equal(world:draw_angle(sprite), math.pi / 2)
  equal(table.concat({ world:draw_scale(sprite) }, " "), "3 1")
  for _, case in ipairs { { 0, -2, 1 }, { math.pi / 2, 2, -1 }, { 1, -2, -3 }, { -3, 2, 3 }, { math.pi, -1, 1 } } do
    local r, sx, sy = unpack(case)
    local one, other = world:spawn_drawn(mask, nil, 50, 50, r, sx, sy, 20, 2), world:spawn(mask, 0, 0)
    world:set_drawn(other, 50, 50, world:draw_angle(one), select(1, world:draw_scale(one)), select(2, world:draw_scale(one)), 20, 2)
    local a, x, y = world:shape(one)
    local b, left, top = world:shape(other)
    equal(x == left and y == top and a:count() == b:count() and a:overlap_area(b, 0, 0) == a:count(), true)
    world:despawn(other)
  end
end

-- The picture of a sprite that moves stays at the same distance from its position, as docs/drawing.md says.
local function drawn_and_moved()
  local world = hitmask.world_new()
  local sprite = world:spawn_drawn(world:add_mask(hitmask.mask_filled(9, 4)), nil, 50.3, 50.6, 1, 2, 3, 1, 2)
  local x, y = world:position(sprite)
  local dx, dy = 50.3 - x, 50.6 - y
  world:move_until(sprite, x + 13, y - 7)
  world:carry(sprite, x + 20, y + 5)
  local before = { world:bounds(sprite) }
  x, y = world:position(sprite)
  local sx, sy = world:draw_scale(sprite)
  world:set_drawn(sprite, x + dx, y + dy, world:draw_angle(sprite), sx, sy, 1, 2)
  equal(table.concat({ world:bounds(sprite) }, " "), table.concat(before, " "))
end

return { pictures, back, drawn, drawn_as_read, drawn_and_moved }

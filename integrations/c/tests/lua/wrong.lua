-- Wrong arguments: each is an error at the caller's line that names the argument, its value, and what was expected.
local ffi = require "ffi"
local hitmask = require "hitmask"
local equal, fails = require("check").equal, require("check").fails

local function errors()
  local mask, world = hitmask.mask_filled(4, 4), hitmask.world_new()
  fails("x must be a whole number", mask.overlaps, mask, mask, 0.5, 0)
  fails("other must be a mask, got nil", mask.overlaps, mask, nil, 0, 0)
  fails("got nan", mask.overlaps, mask, mask, 0 / 0, 0)
  fails("pixels", hitmask.mask_from_rgba, 5, 1, 1)
  fails("pixels must have at least 4 bytes, got 3", hitmask.mask_from_rgba, "abc", 1, 1)
  fails("pixels must have 4 bytes for 1 x 1 pixels, got 5", hitmask.mask_from_rgba, "abcde", 1, 1)
  fails("pixels must have 1 bytes for 1 x 1 pixels, got 2", hitmask.mask_from_alpha, "ab", 1, 1)
  local slot = world:add_mask(mask)
  fails("this world has no mask", world.spawn, world, slot + 7, 0, 0)
  fails("a sprite has no value colour", world.spawn, world, slot, 0, 0, { colour = 1 })
  fails("fixed must be true or false, got 1", world.spawn, world, slot, 0, 0, { fixed = 1 })
  fails("one_way must be", world.spawn, world, slot, 0, 0, { one_way = "up" })
  local sprite = world:spawn(slot, 0, 0)
  fails("NaN", world.move_to, world, sprite, 0 / 0, 0)
  fails("positions", world.set_positions, world, {})
  local reals = world:real_positions()
  reals[0].x = 0 / 0
  fails("must be finite", world.set_positions, world, reals)
  fails("count must be the number of slots", world.set_positions, world, ffi.new("hitmask_point[?]", 5))
  fails("positions must be an array", world.set_positions, world, ffi.new "hitmask_point[1]")
  fails("positions must be an array", world.set_positions, world, ffi.cast("hitmask_point *", ffi.new "hitmask_point[1]"))
  fails("positions must be an array", world.set_positions, world, ffi.new("hitmask_pair[?]", 1))
  fails("motion", world.move_until, world, sprite, 0, 0, { motion = "jump" })
  world:despawn(sprite)
  fails("this world has no sprite 0", world.move_to, world, sprite, 0, 0)
  mask:release()
  fails("the mask was released", mask.count, mask)
  world:release()
  fails("the world was released", world.step, world)
end


local function more_errors()
  local mask, world, NAN = hitmask.mask_filled(4, 4), hitmask.world_new(), 0 / 0
  for _, case in ipairs {
    { "x must be a whole number from -2^31 to 2^31 - 1, got 0.5", mask.draw, mask, mask, 0.5, 0 },
    { "y must be a whole number from -2^31 to 2^31 - 1, got 2147483648", mask.erase, mask, mask, 0, 2 ^ 31 },
    { "y must be a whole number from -2^31 to 2^31 - 1, got inf", mask.erase, mask, mask, 0, math.huge },
    { 'x must be a whole number from -2^31 to 2^31 - 1, got "1"', mask.toggle, mask, mask, "1", 0 },
    { "x must be a number, got table", mask.contains, mask, {}, 0 },
    { "width must be a whole number from 0 to 2147483647, got -1", hitmask.mask_new, -1, 4 },
    { "height must be a whole number from 0 to 2147483647, got nan", hitmask.mask_new, 1, NAN },
    { "mask of 2147483647 x 2147483647 pixels is too large", hitmask.mask_new, 2 ^ 31 - 1, 2 ^ 31 - 1 },
    { "drawing must be a string, got nil", hitmask.mask_from_text },
    { "stride must be at least 8 bytes, the length of a row of 2 pixels, got 7", hitmask.mask_from_pixels, "12345678", 2, 1, { stride = 7 } },
    { 'order must be "rgba", "bgra"', hitmask.mask_from_pixels, "1234", 1, 1, { order = "argb8888" } },
    { "there is no option pitch; there are order, stride", hitmask.mask_from_pixels, "1234", 1, 1, { pitch = 4 } },
    { "at most one of alpha_above, color_key and luma_above", hitmask.mask_from_pixels, "1234", 1, 1, { alpha_above = 0, luma_above = 0 } },
    { "blue of color_key", hitmask.mask_from_pixels, "1234", 1, 1, { color_key = { 1, 2 } } },
    { "stride must be at least 2 bytes", hitmask.mask_from_bit_rows, "1234", 9, 1, { stride = 1 } },
    { "solid must be true or false, got 1", mask.fill, mask, 1 },
    { "radius", mask.fill_circle, mask, 0, 0, NAN },
    { "self must be a mask, got 5", mask.count, 5 },
    { "self must be a mask, got a world", mask.count, world },
    { "self must be a world, got a mask", world.step, mask },
    { "self must be a world, got nil", world.len },
    { "corners must be a list x1, y1, x2, y2, ..., got 3 numbers", mask.fill_polygon, mask, { 1, 2, 3 } },
    { "corners must be a table, got 5", mask.fill_polygon, mask, 5 },
    { 'corners must be a number, got "x"', mask.fill_polygon, mask, { 0, 0, 1, 0, 1, "x" } },
    { "3", mask.fill_polygon, mask, { 0, 0, 1, 0 } },
    { "map must be a number, got nil", mask.transformed, mask, { 1, 0, 0, 0, 1 } },
    { "quarter_turns must be a whole number from 0 to 3, got 4", mask.oriented, mask, false, 4 },
    { "flip_x must be true or false, got 0", mask.oriented, mask, 0 },
    { "width of within must be a whole number", mask.nearest_free, mask, mask, 0, 0, 4, { within = { 0, 0 } } },
    { "within must be a table, got 7", mask.nearest_free, mask, mask, 0, 0, 4, { within = 7 } },
    { "a contour must be a list", hitmask.mask_from_contours, 4, 4, { { 1 } } },
    { "corner must be a whole number", hitmask.mask_from_contours, 4, 4, { { 0.5, 1 } } },
    { "mask must be a mask, got 5; hitmask.mask_from_imagedata makes one", world.add_mask, world, 5 },
    { "bytes", hitmask.world_from_bytes, "no world" },
    { "bytes must be a string, got table", hitmask.mask_from_bytes, {} },
    { "this world has no mask 2147483648", hitmask.world_new().spawn, hitmask.world_new(), 2 ^ 31, 0, 0 },
  } do
    fails(unpack(case, 1, 12))
  end
  local slot = world:add_mask(mask)
  local sprite = world:spawn(slot, 0, 0)
  for _, case in ipairs {
    { "steps must be a whole number from 1 to 65536, got 0", world.set_angle_steps, world, slot, 0 },
    { "steps must be a whole number from 1 to 65536, got 65537", world.set_angle_steps, world, slot, 65537 },
    { "self must be a world", world.draw_transform, nil, sprite },
    { "this world has no sprite 9", world.draw_transform, world, 9 },
    { "x must be a number, got nil", world.move_to, world, sprite },
    { "dx must be a whole number from -2^31 to 2^31 - 1, got 0.5; remainder_new() collects fractions", world.move_by, world, sprite, 0.5, 0 },
    { "dy must be a whole number from -2^31 to 2^31 - 1, got -0.5; remainder_new() collects fractions", world.move_by, world, sprite, 0, -0.5 },
    { "dx must be a whole number from -2^31 to 2^31 - 1, got inf", world.move_by, world, sprite, math.huge, 0 },
    { "dx must be a whole number from -2^31 to 2^31 - 1, got nan", world.move_by, world, sprite, NAN, 0 },
    { "sprite must be a sprite, a number that World:spawn has returned, got nil", world.get, world },
    { "sprite must be a sprite, a number that World:spawn has returned, got table", world.get, world, {} },
    { "the values of a sprite must be a table, got 5", world.set, world, sprite, 5 },
    { "position must be a list { x, y }, got 5", world.set, world, sprite, { position = 5 } },
    { "position must be a list { x, y }, without names", world.set, world, sprite, { position = { x = 3, y = 4 } } },
    { "layers are bits, one number: 1 + 4 for two layers", world.set, world, sprite, { layers = { 1, 2 } } },
    { "layers are bits", world.find_point, world, 0, 0, { layers = { 1, 2 } } },
    { "self must be a world, got 2147483648: call methods with a colon", world.spawn, slot, 1, 2 },
    { "self must be a world, got 0: call methods with a colon", world.move_to, sprite, 1, 2 },
    { "mask must be a mask of this world, a number that World:add_mask has returned, got nil", world.spawn, world, nil, 1, 2 },
    { "a step has the lists pairs, began and ended, not begun", function() return world:step().begun end },
    { "a step has no field x to set", function() world:step().x = 1 end },
    { "a world has no field name to set", function() world.name = "level 1" end },
    { "a mask has no field solid to set", function() mask.solid = true end },
    { "write remainder.rest.x", function() return hitmask.remainder_new().x end },
    { "a remainder has no field x to set", function() hitmask.remainder_new().x = 0 end },
    { "scale must be a number, got nil", world.set, world, sprite, { scale = {} } },
    { "scale must be greater than 0, got 0 and 0; flip_x and flip_y mirror", world.set, world, sprite, { scale = 0 } },
    { "scale must be greater than 0, got 1 and -1", world.set, world, sprite, { scale = { 1, -1 } } },
    { "cannot remove mask 2147483648: ", world.remove_mask, world, slot },
    { "load it with hitmask.world_from_bytes_with_masks", hitmask.world_from_bytes, world:to_bytes_without_masks() },
    { "scale must be a list { x, y }", world.set, world, sprite, { scale = { x = 1, y = 1 } } },
    { "y of origin must be a number, got nil", world.set, world, sprite, { origin = { 0.5 } } },
    { "origin must be a list { x, y }, got 3", world.set, world, sprite, { origin = 3 } },
    { "origin (67108865, 0) is out of range: both coordinates must be from -2^26 to 2^26", world.set, world, sprite, { origin = { 2 ^ 26 + 1, 0 } } },
    { "fraction must be a list { x, y }, got 0.5", world.set, world, sprite, { fraction = 0.5 } },
    { "fraction must be a list { x, y }, got true", world.set, world, sprite, { fraction = true } },
    { "fraction (0, 1) is not valid: both coordinates must be from 0 to less than 1", world.set, world, sprite, { fraction = { 0, 1 } } },
    { "transform must be a list { a, b, c, d }, got 2", world.set, world, sprite, { transform = 2 } },
    { "d of transform must be a number, got nil", world.set, world, sprite, { transform = { 1, 0, 0 } } },
    { "a of transform must be a number, got table", world.set, world, sprite, { transform = { { 1, 0 }, { 0, 1 } } } },
    { "a sprite with a transform has no `scale`", world.set, world, sprite, { transform = { 1, 0, 0, 1 }, scale = 2 } },
    { "for a sprite: affine map must have an inverse", world.set, world, sprite, { transform = { 1, 1, 1, 1 } } },
    { "kx must be a number, got true", world.set_transform, world, sprite, 0, 0, 0, 1, 1, 0, 0, true },
    { "m must have finite numbers", world.set_transform, world, sprite, 0, 0, 0, 1, 1, 0, 0, 1, 1 },
    { "data must be a whole number", world.set_data, world, sprite, -1 },
    { "layers must be a whole number from -2147483648 to 4294967295, got -4294967296", world.find_point, world, 0, 0, { layers = -2 ^ 32 } },
    { "with_sensors must be true or false, got 1", world.cast_ray, world, 0, 0, 1, 1, { with_sensors = 1 } },
    { "rays must be a list with four numbers for each ray, got 3 numbers", world.cast_rays, world, { 1, 2, 3 } },
    { "there is no option speed; there are motion, step_up, step_down, layers, with_sensors, hit_from_inside", world.move_until, world, sprite, 0, 0, { speed = 2 } },
    { "step_up must be a whole number", world.move_until, world, sprite, 0, 0, { step_up = 0.5 } },
    { "riders must be a table, got 5", world.carry, world, sprite, 0, 0, 5 },
    { "riders must be a sprite", world.carry, world, sprite, 0, 0, { "x" } },
    { "limit must be a whole number", world.push_out, world, sprite },
    { "options must be a table of layers, without, got 2", world.find_point, world, 0, 0, 2 },
    { "there is no option with_sensors; there are layers, without", world.find_point, world, 0, 0, { with_sensors = true } },
    { "there is no option hit_from_inside", world.cast_ray, world, 0, 0, 1, 1, { hit_from_inside = true } },
    { "hit_from_inside must be true or false, got 1", world.sweep, world, sprite, 0, 0, { hit_from_inside = 1 } },
    { "without must be a whole number", world.nearest, world, 0, 0, 1, { without = "hero" } },
    { 'motion must be "stop", "slide" or "walk", got "jump"', world.move_until, world, sprite, 0, 0, { motion = "jump" } },
    { "along must be a list { x, y }, got 1", world.push_out, world, sprite, 1, { along = 1 } },
    { "y of along must be a whole number", world.push_out, world, sprite, 1, { along = { 1 } } },
    { "height of within must be a whole number", world.push_out_many, world, { sprite }, 1, { within = { 0, 0, 9 } } },
    { "who must be a sprite, a number that World:spawn has returned, got nil", world.is_free, world },
    { "who must be a sprite, a number that World:spawn has returned, got a mask", world.is_free, world, mask },
    { "who must have a sprite or a mask", world.is_free, world, { x = 1, y = 2 } },
    { "y must be a number, got nil", world.is_free, world, { sprite = sprite, x = 1 } },
    { "this world has no sprite 7", world.sweep, world, { sprite = 7 }, 0, 0 },
    { "a sprite has no value colour", world.is_free, world, { sprite = sprite, colour = 1 } },
    { "a shape that is in no world has mask, x and y, got angle", world.is_free, world, { mask = mask, angle = 1 } },
    { "there is no option speed; there are pairs", world.set_limits, world, { speed = 1 } },
    { "pairs must be a whole number", world.set_limits, world, { pairs = -1 } },
    { "limits must be a table, got 5", world.set_limits, world, 5 },
    { "sprites must be a table", world.push_out_many, world, 5, 1 },
    { "self must be a remainder, got table", hitmask.remainder_new().take, {}, 1, 1 },
    { "2^30", world.move_to, world, sprite, 2 ^ 30 + 1, 0 },
  } do
    fails(unpack(case, 1, 14))
  end
end

-- An error stands at the line of the game, however deep the check is.
local function lines()
  local mask = hitmask.mask_filled(4, 4)
  local line = debug.getinfo(1, "l").currentline
  local _, message = pcall(function() local made = mask:overlaps(mask, 0.5, 0); return made end)
  assert(message:find(("wrong.lua:%d: hitmask: x must be"):format(line + 1), 1, true), message)
  _, message = pcall(function() hitmask.world_new():spawn(3, 0, 0) end)
  assert(message:find(("wrong.lua:%d: hitmask: mask must be a mask of this world"):format(line + 3), 1, true), message)
end

-- Masks, their numbers in a world, and sprites are not taken for each other.
local function kinds()
  local mask, world = hitmask.mask_filled(4, 4), hitmask.world_new()
  local number = world:add_mask(mask)
  local sprite = world:spawn(number, 0, 0)
  for _, case in ipairs {
    { "World:add_mask adds it", world.spawn, world, mask, 0, 0 },
    { "World:add_mask adds it", world.spawn_transformed, world, mask, nil, 0, 0 },
    { "World:add_mask adds it", world.set, world, sprite, { mask = mask } },
    { "World:add_mask adds it", world.fill_circle, world, mask, 0, 0, 1 },
    { "mask must be a mask of this world, a number that World:add_mask has returned, got 0, the number of a sprite", world.spawn, world, sprite, 0, 0 },
    { "got 0, the number of a sprite", world.fill_circle, world, sprite, 0, 0, 1 },
    { "sprite must be a sprite, a number that World:spawn has returned, got 2147483648, the number of a mask", world.despawn, world, number },
    { "b must be a sprite", world.contact, world, sprite, number },
    { "sprite must be a sprite, a number that World:spawn has returned, got a mask", world.despawn, world, mask },
    { "a of a pair must be a sprite", world.contacts, world, { { sprite, sprite } } },
    { "World:mask returns one of a world", world.find_mask, world, number, 0, 0 },
  } do
    fails(unpack(case, 1, 12))
  end
  equal(world:len(), 1)
end

return { errors, more_errors, lines, kinds }

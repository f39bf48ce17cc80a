-- Worlds and their masks. Sprites, steps, queries and motion are in the files of these names.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks = require(HERE .. ".core"), require(HERE .. ".mask")
local C, check, fail = core.C, core.check, core.fail
local int, count, extent, real, flag, whole = core.int, core.count, core.extent, core.real, core.flag, core.whole
local mask_pointer, made, to_mask, long = masks.pointer, masks.made, masks.to_mask, core.long

local World, pointer, new = core.class("world", C.hitmask_world_free)
local hitmask = {} -- the functions that make worlds

local one = ffi.new "hitmask_world *[1]"

local function to_world(status)
  check(status)
  local world = new(one[0])
  check(C.hitmask_world_sprite_count(world.object, core.size))
  core.has_made(tonumber(core.size[0]) * 256)
  return world
end

-- Makes a world without masks and sprites.
function hitmask.world_new() return to_world(C.hitmask_world_new(one)) end

-- Makes a world from what `World:to_bytes` returns, in any language that hitmask supports.
function hitmask.world_from_bytes(bytes) return to_world(C.hitmask_world_from_bytes(core.text(bytes, "bytes"), #bytes, one)) end

-- Saves a world: a string for `world_from_bytes`. A loaded world goes on as the saved one.
function World:to_bytes() return core.bytes_of(C.hitmask_world_to_bytes, pointer(self)) end

-- Saves a world without its masks, for games that load their pictures anyway: a level takes 32 bytes for a sprite that
-- shows its mask as it is, and more for other values.
function World:to_bytes_without_masks() return core.bytes_of(C.hitmask_world_to_bytes_without_masks, pointer(self)) end

-- Makes a world from what `to_bytes_without_masks` returns. `list` are its masks, in the order in which `add_mask` has added them.
function hitmask.world_from_bytes_with_masks(bytes, list)
  core.text(bytes, "bytes")
  local length = #core.list(list, "masks")
  local room = math.max(1, length)
  -- An empty world gives masks the ids that the saved one has given them.
  local ids, pointers, empty = ffi.new("uint64_t[?]", room), ffi.new("const hitmask_mask *[?]", room), hitmask.world_new()
  for i = 1, length do
    pointers[i - 1] = mask_pointer(list[i], "mask")
    check(C.hitmask_world_add_mask(pointer(empty), pointers[i - 1], ids + i - 1))
  end
  return to_world(C.hitmask_world_from_bytes_with_masks(bytes, #bytes, ids, pointers, length, one))
end

-- Copies a world: masks, sprites, and the pairs of the last step.
function World:copy() return to_world(C.hitmask_world_copy(pointer(self), one)) end

local limits, LIMITS = ffi.new "hitmask_limits", core.names("pairs", "parallel_from", "offset_table_bytes", "variant_bytes")

-- Returns the limits of the world, { pairs, parallel_from, offset_table_bytes, variant_bytes }:
--
-- - pairs: the maximum number of pairs in a list, 33,554,432 by default. A step with more pairs is an error.
-- - parallel_from: the number of sprites from which several threads are used: 0 forces them, math.huge forbids them. By default it is false:
--   the world measures.
-- - offset_table_bytes: the memory for tables that make tests of pairs faster, 16 MiB by default. 0 forbids them.
-- - variant_bytes: the memory for scaled and rotated masks, 64 MiB by default. A mask that a sprite shows is never dropped.
function World:limits()
  check(C.hitmask_world_limits(pointer(self), limits))
  local from = limits.has_parallel_from ~= 0 and tonumber(limits.parallel_from)
  return {
    pairs = tonumber(limits.pairs), offset_table_bytes = tonumber(limits.offset_table_bytes), variant_bytes = tonumber(limits.variant_bytes),
    parallel_from = from and from > 2 ^ 53 and math.huge or from,
  }
end

-- Sets limits: world:set_limits { pairs = 1000 }. The others stay.
function World:set_limits(values)
  values = core.options(core.list(values, "limits"), LIMITS)
  check(C.hitmask_world_limits(pointer(self), limits))
  for _, name in ipairs { "pairs", "offset_table_bytes", "variant_bytes" } do
    if values[name] ~= nil then limits[name] = whole(values[name], name, 0, 2 ^ 53) end
  end
  local from = values.parallel_from
  if from ~= nil then
    limits.has_parallel_from = from and 1 or 0
    limits.parallel_from = from == math.huge and ffi.cast("size_t", -1) or from and whole(from, "parallel_from", 0, 2 ^ 53) or 0
  end
  check(C.hitmask_world_set_limits(pointer(self), limits))
end

local used = ffi.new "size_t[2]"

-- Returns the bytes that the world uses for these tables, and for scaled and rotated masks.
function World:bytes()
  check(C.hitmask_world_bytes(pointer(self), used, used + 1))
  return tonumber(used[0]), tonumber(used[1])
end

-- Returns the world of a question, up to date. A question refreshes by itself, because nobody else asks meanwhile: a world belongs to one Lua.
local function asked(world)
  local held = pointer(world)
  check(C.hitmask_world_refresh(held))
  return held
end

-- ---- masks. A mask of a world is a number: its slot, and 2^31, which no sprite has.

local OF_MASK = 2 ^ 31

-- Returns the number of the mask with an id.
local function mask_number(id) return C.hitmask_mask_id_slot(id) + OF_MASK end

-- Returns the id of the mask with a number.
local function mask_id(world, number)
  local held = pointer(world)
  if getmetatable(number) == masks.Mask then
    fail "mask must be a mask of this world, got a mask of its own: World:add_mask adds it, and returns the number to give here"
  end
  if type(number) ~= "number" then fail("mask must be a mask of this world, a number that World:add_mask has returned, got %s", core.shown(number)) end
  if count(number, "mask") < OF_MASK then
    fail("mask must be a mask of this world, a number that World:add_mask has returned, got %.0f, the number of a sprite", number)
  end
  check(C.hitmask_world_mask_id_at(held, number - OF_MASK, long))
  if long[0] == 0 then fail("this world has no mask %.0f: it was removed, or it comes from another world", number) end
  return long[0]
end

-- Adds a mask, and returns its number. The mask is shared, not copied; an edit of yours copies it first.
function World:add_mask(mask)
  check(C.hitmask_world_add_mask(pointer(self), mask_pointer(mask, "mask"), long))
  return mask_number(long[0])
end

-- Makes all sprites with a mask show another.
function World:replace_mask(mask, other)
  check(C.hitmask_world_replace_mask(pointer(self), mask_id(self, mask), mask_pointer(other, "other")))
end

-- Removes a mask that no sprite shows. Its number may be used again.
function World:remove_mask(mask) check(C.hitmask_world_remove_mask(pointer(self), mask_id(self, mask))) end

-- Returns a mask of the world. Edit it, and hand it back with `replace_mask`.
function World:mask(mask) return to_mask(C.hitmask_world_mask(pointer(self), mask_id(self, mask), made)) end

local ids = core.room "uint64_t"

-- Returns the list of all masks.
function World:mask_ids()
  if ids:grew(C.hitmask_world_mask_ids(pointer(self), ids.values, ids.capacity, core.size)) then return self:mask_ids() end
  local numbers = {}
  for i = 0, tonumber(core.size[0]) - 1 do numbers[i + 1] = mask_number(ids.values[i]) end
  return numbers
end

-- Rounds the angles of the sprites that show a mask to the nearest of `steps` equal steps of a circle, from 1 to 65,536: faster and less true, for
-- crowds that rotate. With nil, the default, each angle is as given. With 64, an angle is up to 2.8 degrees off: two pixels and a half at the edge of
-- a sprite of 100 pixels. Places are rounded to half pixels, and of a transform the scale and the shear keep 12 bits.
function World:set_angle_steps(mask, steps)
  check(C.hitmask_world_set_angle_steps(pointer(self), mask_id(self, mask), steps and whole(steps, "steps", 1, 65536) or 0))
end

-- ---- edits of a world's mask, which all its sprites show. Points are those of the mask: `World:mask_point` finds the one that a point of
-- the world shows. They make pixels solid, or free if `solid` is false.

function World:fill_rect(mask, x, y, width, height, solid)
  local id = mask_id(self, mask)
  check(C.hitmask_world_fill_rect(pointer(self), id, int(x, "x"), int(y, "y"), extent(width, "width"), extent(height, "height"),
    flag(solid, "solid", true)))
end

function World:fill_circle(mask, x, y, radius, solid)
  local id = mask_id(self, mask)
  check(C.hitmask_world_fill_circle(pointer(self), id, real(x, "x"), real(y, "y"), real(radius, "radius"), flag(solid, "solid", true)))
end

-- Fills the pixels of a line, both ends included.
function World:fill_line(mask, x1, y1, x2, y2, solid)
  local id = mask_id(self, mask)
  local from_x, from_y = core.pixel(x1, y1)
  local to_x, to_y = core.pixel(x2, y2)
  check(C.hitmask_world_fill_line(pointer(self), id, from_x, from_y, to_x, to_y, flag(solid, "solid", true)))
end

-- Fills the pixels whose middles are in a polygon: `corners` is a list x1, y1, x2, y2, ... of at least three points.
function World:fill_polygon(mask, corners, solid)
  local id = mask_id(self, mask)
  local points, length = core.points(corners, "corners")
  check(C.hitmask_world_fill_polygon(pointer(self), id, points, length, flag(solid, "solid", true)))
end

-- Makes the pixels solid that are solid in a mask `other`, whose top-left pixel is at x, y.
function World:draw_on_mask(mask, other, x, y)
  local id = mask_id(self, mask)
  check(C.hitmask_world_draw_on_mask(pointer(self), id, mask_pointer(other, "other"), int(x, "x"), int(y, "y")))
end

-- Makes the pixels free that are solid in a mask `other`: craters.
function World:erase_from_mask(mask, other, x, y)
  local id = mask_id(self, mask)
  check(C.hitmask_world_erase_from_mask(pointer(self), id, mask_pointer(other, "other"), int(x, "x"), int(y, "y")))
end

return { World = World, pointer = pointer, asked = asked, mask_id = mask_id, mask_number = mask_number, functions = hitmask }

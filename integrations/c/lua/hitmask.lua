-- hitmask for LuaJIT and LÖVE: pixel-perfect collision for 2D sprites.
--
--     local hitmask = require "hitmask"
--     local ship = hitmask.mask_from_imagedata(love.image.newImageData("ship.png"))
--
-- Sprites and masks of a world are numbers (slots), good as keys of tables; a slot is used again from the second step after its sprite
-- was removed. Points come and go as two numbers x, y; y goes down. A wrong argument is an error. Missing results are nil. Masks and worlds
-- are garbage collected.
local ffi = require "ffi"

ffi.cdef(require "hitmask_ffi")

-- A reference to a struct inside an array does not keep the array (LuaJIT). So structs are made alone, or in arrays that stay.

-- The file of the library on this system.
local FILE = ({ OSX = "libhitmask.dylib", Windows = "hitmask.dll" })[ffi.os] or "libhitmask.so"

-- Returns where the library may be, the first place first.
local function places()
  local list = { os.getenv "HITMASK_LIBRARY" }
  local love = rawget(_G, "love")
  if love and love.filesystem then
    local fs = love.filesystem
    list[#list + 1] = fs.getSourceBaseDirectory() .. "/" .. FILE -- beside the .love file, or the program made from it
    local info = fs.getInfo(FILE)
    if info then
      local path = fs.getRealDirectory(FILE) .. "/" .. FILE
      local file = io.open(path, "rb")
      if file then
        file:close()
      else
        -- A system cannot load a library from inside a .love file: the folder for saved games gets a copy, named after its length.
        local copy = info.size .. "-" .. FILE
        local known = fs.getInfo(copy)
        if not known or known.size ~= info.size then assert(fs.write(copy, assert(fs.read(FILE)))) end
        path = fs.getSaveDirectory() .. "/" .. copy
      end
      list[#list + 1] = path
    end
  end
  list[#list + 1] = "./" .. FILE
  list[#list + 1] = "hitmask" -- where the system looks
  return list
end

local function load()
  local why = {}
  for _, place in ipairs(places()) do
    local found, library = pcall(ffi.load, place)
    if found then return library end
    why[#why + 1] = "\n  " .. tostring(library)
  end
  error("hitmask: cannot load the library " .. FILE .. "; put it beside the game, or name its path in HITMASK_LIBRARY:" .. table.concat(why))
end

local C = load()
assert(C.hitmask_abi_version() == C.HITMASK_ABI_VERSION, "hitmask: the library and hitmask.lua are of different versions")

local hitmask = { version = ffi.string(C.hitmask_version()) }

-- ---- conversions

local function check(status)
  if status ~= 0 then error("hitmask: " .. ffi.string(C.hitmask_last_error()), 3) end
end

local function number(value, name)
  if type(value) ~= "number" then error(("hitmask: %s must be a number, got %s"):format(name, tostring(value)), 4) end
  return value
end

local function whole(value, name, least, most)
  if type(value) ~= "number" or value % 1 ~= 0 or value < least or value > most then
    error(("hitmask: %s must be a whole number from %.0f to %.0f, got %s"):format(name, least, most, tostring(value)), 4)
  end
  return value
end

local MOST = 2 ^ 32 - 1
local point, real, rect = ffi.typeof "hitmask_point", ffi.typeof "hitmask_real", ffi.typeof "hitmask_rect"

-- An offset or a displacement: whole numbers.
local function offset(x, y)
  return point(whole(x, "x", -2 ^ 31, 2 ^ 31 - 1), whole(y, "y", -2 ^ 31, 2 ^ 31 - 1))
end

-- The place of a sprite: the nearest pixel.
local function place(x, y)
  local to = point()
  check(C.hitmask_place(real(number(x, "x"), number(y, "y")), to))
  return to
end

-- A point: the pixel that it lies in.
local function pixel(x, y)
  local to = point()
  check(C.hitmask_pixel(real(number(x, "x"), number(y, "y")), to))
  return to
end

local function box(x, y, width, height)
  return rect(whole(x, "x", -2 ^ 31, 2 ^ 31 - 1), whole(y, "y", -2 ^ 31, 2 ^ 31 - 1), whole(width, "width", 0, MOST),
    whole(height, "height", 0, MOST))
end

local function unbox(r)
  if r.width > 0 then return r.left, r.top, r.width, r.height end
end

local yes = ffi.typeof "bool[1]"
local found, one, real_one = yes(), ffi.new "hitmask_point[1]", ffi.new "hitmask_real[1]"

-- x, y of a call that may find nothing.
local function point_if(status)
  check(status)
  if found[0] then return one[0].x, one[0].y end
end

local function real_if(status)
  check(status)
  if found[0] then return real_one[0].x, real_one[0].y end
end

local function ray(hit)
  if hit.hit == 0 then return nil end
  local made = { x = hit.at.x, y = hit.at.y, step = hit.step }
  if hit.started_inside == 0 then
    made.before_x, made.before_y, made.normal_x, made.normal_y = hit.before.x, hit.before.y, hit.normal.x, hit.normal.y
  end
  return made
end

local function sweep_hit(hit)
  if hit.hit == 0 then return nil end
  local made = { x = hit.first.x, y = hit.first.y, step = hit.step, normal_x = hit.normal.x, normal_y = hit.normal.y }
  made.started_inside = hit.started_inside ~= 0
  if hit.started_inside == 0 then made.before_x, made.before_y = hit.before.x, hit.before.y end
  return made
end

-- ---- masks

local Mask = {}
Mask.__index = Mask

local function new_mask(call, ...)
  local to = ffi.new "hitmask_mask *[1]"
  local arguments = { ... }
  arguments[#arguments + 1] = to
  check(call(unpack(arguments)))
  return setmetatable({ object = ffi.gc(to[0], C.hitmask_mask_free) }, Mask)
end

local function pointer(mask, name)
  if getmetatable(mask) ~= Mask then error(("hitmask: %s must be a mask, got %s"):format(name or "mask", type(mask)), 3) end
  if not mask.object then error("hitmask: the mask was released", 3) end
  return mask.object
end

-- Frees the memory of a mask at once. Without it, the garbage collector does.
function Mask:release()
  local object = pointer(self)
  self.object = nil
  C.hitmask_mask_free(ffi.gc(object, nil))
end

function hitmask.mask_new(width, height)
  return new_mask(C.hitmask_mask_new, whole(width, "width", 0, MOST), whole(height, "height", 0, MOST))
end

function hitmask.mask_filled(width, height)
  return new_mask(C.hitmask_mask_filled, whole(width, "width", 0, MOST), whole(height, "height", 0, MOST))
end

-- Makes a mask from a drawing of `#` and `.`.
function hitmask.mask_from_text(text) return new_mask(C.hitmask_mask_from_text, text, #text) end

-- Makes a mask from pixels of four bytes in a string. Pixels with an alpha value above `alpha_above` (127) are solid.
function hitmask.mask_from_rgba(pixels, width, height, alpha_above)
  if type(pixels) ~= "string" then error("hitmask: pixels must be a string, got " .. type(pixels), 2) end
  whole(width, "width", 0, MOST)
  whole(height, "height", 0, MOST)
  return new_mask(C.hitmask_mask_from_rgba, pixels, #pixels, width, height, width * 4, whole(alpha_above or 127, "alpha_above", 0, 255))
end

function hitmask.mask_from_bytes(bytes)
  if type(bytes) ~= "string" then error("hitmask: bytes must be a string, got " .. type(bytes), 2) end
  return new_mask(C.hitmask_mask_from_bytes, bytes, #bytes)
end

-- Makes a mask from an ImageData of LÖVE, without a copy of its pixels. `options.quad` is a Quad, or `options.frame` is {x, y, width, height}: the
-- part of the picture that a sprite shows. `options.alpha_above` is 127.
function hitmask.mask_from_imagedata(data, options)
  options = options or {}
  local format = data:getFormat()
  if format ~= "rgba8" then error('hitmask: the format of the ImageData must be "rgba8", got "' .. format .. '"', 2) end
  local all_width, all_height = data:getDimensions()
  local x, y, width, height = 0, 0, all_width, all_height
  if options.quad then
    x, y, width, height = options.quad:getViewport()
  elseif options.frame then
    x, y, width, height = unpack(options.frame, 1, 4)
  end
  whole(x, "x of the frame", 0, all_width)
  whole(y, "y of the frame", 0, all_height)
  whole(width, "width of the frame", 0, all_width - x)
  whole(height, "height of the frame", 0, all_height - y)
  local stride, start = all_width * 4, (y * all_width + x) * 4
  local pixels = ffi.cast("const uint8_t *", data:getFFIPointer())
  local alpha_above = whole(options.alpha_above or 127, "alpha_above", 0, 255)
  local mask = new_mask(C.hitmask_mask_from_rgba, pixels + start, data:getSize() - start, width, height, stride, alpha_above)
  data:getSize() -- this use keeps the pixels until here
  return mask
end

-- Makes an ImageData of LÖVE from a mask: white where it is solid, and transparent elsewhere.
function Mask:to_imagedata()
  local width, height = self:size()
  local data = love.image.newImageData(width, height)
  local white, clear = ffi.new("uint8_t[4]", 255, 255, 255, 255), ffi.new "uint8_t[4]"
  check(C.hitmask_mask_to_rgba(pointer(self), ffi.cast("uint8_t *", data:getFFIPointer()), data:getSize(), width * 4, white, clear))
  return data
end

local function bytes_of(call, object)
  local count = ffi.new "size_t[1]"
  check(call(object, nil, 0, count))
  local length = tonumber(count[0])
  local bytes = ffi.new("uint8_t[?]", length)
  check(call(object, bytes, length, count))
  return ffi.string(bytes, length)
end

function Mask:to_bytes() return bytes_of(C.hitmask_mask_to_bytes, pointer(self)) end
function Mask:copy() return new_mask(C.hitmask_mask_copy, pointer(self)) end

function Mask:size()
  local sizes = ffi.new "uint32_t[2]"
  check(C.hitmask_mask_size(pointer(self), sizes, sizes + 1))
  return sizes[0], sizes[1]
end

function Mask:contains(x, y)
  check(C.hitmask_mask_contains(pointer(self), pixel(x, y), found))
  return found[0]
end

local long, rects = ffi.new "uint64_t[1]", ffi.new "hitmask_rect[1]"

function Mask:count()
  check(C.hitmask_mask_count(pointer(self), long))
  return tonumber(long[0])
end

-- Returns left, top, width, height, or nothing.
function Mask:bounds()
  check(C.hitmask_mask_bounds(pointer(self), rects))
  return unbox(rects[0])
end

function Mask:centroid() return real_if(C.hitmask_mask_centroid(pointer(self), found, real_one)) end

-- Questions about two masks: x, y is the offset of the top-left pixel of `other` from that of this mask.

function Mask:overlaps(other, x, y)
  check(C.hitmask_mask_overlaps(pointer(self), pointer(other, "other"), offset(x, y), found))
  return found[0]
end

function Mask:overlap_first(other, x, y)
  return point_if(C.hitmask_mask_overlap_first(pointer(self), pointer(other, "other"), offset(x, y), found, one))
end

function Mask:overlap_area(other, x, y)
  check(C.hitmask_mask_overlap_area(pointer(self), pointer(other, "other"), offset(x, y), long))
  return tonumber(long[0])
end

function Mask:overlap_bounds(other, x, y)
  check(C.hitmask_mask_overlap_bounds(pointer(self), pointer(other, "other"), offset(x, y), rects))
  return unbox(rects[0])
end

function Mask:overlap_mask(other, x, y)
  return new_mask(C.hitmask_mask_overlap_mask, pointer(self), pointer(other, "other"), offset(x, y))
end

function Mask:overlap_normal(other, x, y)
  return real_if(C.hitmask_mask_overlap_normal(pointer(self), pointer(other, "other"), offset(x, y), found, real_one))
end

function Mask:penetration(other, x, y)
  return point_if(C.hitmask_mask_penetration(pointer(self), pointer(other, "other"), offset(x, y), found, one))
end

function Mask:penetration_along(other, x, y, dx, dy)
  local mask, to = pointer(self), pointer(other, "other")
  return point_if(C.hitmask_mask_penetration_along(mask, to, offset(x, y), offset(dx, dy), found, one))
end

function Mask:nearest_free(other, x, y, limit)
  whole(limit, "limit", 0, MOST)
  return point_if(C.hitmask_mask_nearest_free(pointer(self), pointer(other, "other"), offset(x, y), limit, found, one))
end

-- `within` is {left, top, width, height}.
function Mask:nearest_free_within(other, x, y, within, limit)
  local mask, to, frame = pointer(self), pointer(other, "other"), box(unpack(within, 1, 4))
  whole(limit, "limit", 0, MOST)
  return point_if(C.hitmask_mask_nearest_free_within(mask, to, offset(x, y), frame, limit, found, one))
end

-- Returns { x, y, step, before_x, before_y, normal_x, normal_y }, or nil.
function Mask:cast_ray(x1, y1, x2, y2)
  local hit = ffi.new "hitmask_ray_hit"
  check(C.hitmask_mask_cast_ray(pointer(self), pixel(x1, y1), pixel(x2, y2), hit))
  return ray(hit)
end

-- Moves `other` from one offset to another. Returns { x, y, step, before_x, before_y, normal_x, normal_y, started_inside }, or nil.
function Mask:sweep(other, x1, y1, x2, y2)
  local hit = ffi.new "hitmask_sweep_hit"
  check(C.hitmask_mask_sweep(pointer(self), pointer(other, "other"), offset(x1, y1), offset(x2, y2), hit))
  return sweep_hit(hit)
end

-- Edits. `solid` is true if it is missing.

local function is_solid(solid) return solid == nil or solid == true end

function Mask:set(x, y, solid) check(C.hitmask_mask_set(pointer(self), pixel(x, y), is_solid(solid))) end
function Mask:fill(solid) check(C.hitmask_mask_fill(pointer(self), is_solid(solid))) end
function Mask:invert() check(C.hitmask_mask_invert(pointer(self))) end

function Mask:fill_rect(x, y, width, height, solid)
  check(C.hitmask_mask_fill_rect(pointer(self), box(x, y, width, height), is_solid(solid)))
end

function Mask:fill_circle(x, y, radius, solid)
  check(C.hitmask_mask_fill_circle(pointer(self), real(number(x, "x"), number(y, "y")), number(radius, "radius"), is_solid(solid)))
end

for _, name in ipairs { "draw", "erase", "toggle", "intersect" } do
  local call = C["hitmask_mask_" .. name]
  Mask[name] = function(self, other, x, y) check(call(pointer(self), pointer(other, "other"), offset(x, y))) end
end

function Mask:oriented(flip_x, quarter_turns)
  return new_mask(C.hitmask_mask_oriented, pointer(self), flip_x == true, whole(quarter_turns, "quarter_turns", 0, 3))
end

function Mask:scaled(width, height)
  return new_mask(C.hitmask_mask_scaled, pointer(self), whole(width, "width", 0, MOST), whole(height, "height", 0, MOST))
end

-- ---- worlds

local World = {}
World.__index = World

local function new_world(call, ...)
  local to = ffi.new "hitmask_world *[1]"
  local arguments = { ... }
  arguments[#arguments + 1] = to
  check(call(unpack(arguments)))
  return setmetatable({ object = ffi.gc(to[0], C.hitmask_world_free) }, World)
end

function hitmask.world_new() return new_world(C.hitmask_world_new) end

function hitmask.world_from_bytes(bytes)
  if type(bytes) ~= "string" then error("hitmask: bytes must be a string, got " .. type(bytes), 2) end
  return new_world(C.hitmask_world_from_bytes, bytes, #bytes)
end

local function handle(world)
  if not world.object then error("hitmask: the world was released", 3) end
  return world.object
end

function World:release()
  local object = handle(self)
  self.object = nil
  C.hitmask_world_free(ffi.gc(object, nil))
end

-- Sets the number of sprites from which the world uses several threads: 0 forces them, math.huge forbids them. By default it measures.
function World:set_parallel_from(sprites)
  check(C.hitmask_world_set_parallel_from(handle(self), math.min(number(sprites, "sprites"), MOST)))
end

function World:to_bytes() return bytes_of(C.hitmask_world_to_bytes, handle(self)) end

-- The id of the sprite in a slot.
local function sprite_id(world, slot, name)
  check(C.hitmask_world_id_at(handle(world), whole(slot, name or "sprite", 0, MOST), long))
  if long[0] == 0 then error(("hitmask: there is no sprite %.0f: it was despawned"):format(slot), 3) end
  return long[0]
end

local function mask_id(world, slot)
  check(C.hitmask_world_mask_id_at(handle(world), whole(slot, "mask", 0, MOST), long))
  if long[0] == 0 then error(("hitmask: there is no mask %.0f in this world"):format(slot), 3) end
  return long[0]
end

function World:add_mask(mask)
  check(C.hitmask_world_add_mask(handle(self), pointer(mask), long))
  return C.hitmask_mask_id_slot(long[0])
end

function World:replace_mask(slot, mask) check(C.hitmask_world_replace_mask(handle(self), mask_id(self, slot), pointer(mask))) end
function World:remove_mask(slot) check(C.hitmask_world_remove_mask(handle(self), mask_id(self, slot))) end
function World:mask(slot) return new_mask(C.hitmask_world_mask, handle(self), mask_id(self, slot)) end

-- Edits of a world's mask, which all its sprites show. `solid` is true if it is missing.

function World:fill_rect(slot, x, y, width, height, solid)
  check(C.hitmask_world_fill_rect(handle(self), mask_id(self, slot), box(x, y, width, height), is_solid(solid)))
end

function World:fill_circle(slot, x, y, radius, solid)
  local center = real(number(x, "x"), number(y, "y"))
  check(C.hitmask_world_fill_circle(handle(self), mask_id(self, slot), center, number(radius, "radius"), is_solid(solid)))
end

function World:erase_mask(slot, other, x, y)
  check(C.hitmask_world_erase_mask(handle(self), mask_id(self, slot), pointer(other, "other"), offset(x, y)))
end

function World:draw_mask(slot, other, x, y)
  check(C.hitmask_world_draw_mask(handle(self), mask_id(self, slot), pointer(other, "other"), offset(x, y)))
end

local SIDES = { [0] = false, "left", "right", "top", "bottom" }
local NUMBERS = { left = 1, right = 2, top = 3, bottom = 4 }
local FLAGS = { flip_x = true, flip_y = true, fixed = true, sensor = true, continuous = true, exact = true }
local REALS = { angle = true, data = true, layers = true, collides_with = true, turn = true }

-- Sets values of a sprite by their names.
local function change(world, sprite, changes)
  for name, value in pairs(changes or {}) do
    if FLAGS[name] then
      if type(value) ~= "boolean" then error(("hitmask: %s must be true or false, got %s"):format(name, tostring(value)), 3) end
      sprite[name] = value and 1 or 0
    elseif name == "angle" then
      sprite.angle = number(value, name)
    elseif name == "turn" then
      sprite.turn = whole(value, name, 0, 3)
    elseif REALS[name] then
      sprite[name] = whole(value, name, 0, name == "data" and 2 ^ 53 or MOST)
    elseif name == "position" then
      sprite.position = place(value[1], value[2])
    elseif name == "scale" then
      local pair = type(value) == "table" and value or { value, value }
      sprite.scale = real(number(pair[1], "scale"), number(pair[2], "scale"))
    elseif name == "pivot" then
      sprite.has_pivot = value and 1 or 0
      if value then sprite.pivot = offset(value[1], value[2]) end
    elseif name == "one_way" then
      if value and not NUMBERS[value] then
        error('hitmask: one_way must be "left", "right", "top", "bottom" or false, got ' .. tostring(value), 3)
      end
      sprite.one_way = value and NUMBERS[value] or 0
    elseif name == "mask" then
      sprite.mask = mask_id(world, value)
    else
      error(("hitmask: a sprite has no %s; it has mask, position, flip_x, flip_y, turn, angle, scale, pivot, layers, collides_with, fixed, "
        .. "sensor, one_way, continuous, exact, data"):format(tostring(name)), 3)
    end
  end
end

local one_sprite = ffi.new "hitmask_sprite[1]"

-- Adds a sprite with its top-left pixel at x, y, and returns its slot. `options` are the values of `get`. `angle` is in degrees.
function World:spawn(mask, x, y, options)
  check(C.hitmask_sprite_init(one_sprite, mask_id(self, mask), place(x, y)))
  change(self, one_sprite[0], options)
  check(C.hitmask_world_spawn(handle(self), one_sprite, 1, long))
  return C.hitmask_id_slot(long[0])
end

local function load_sprite(world, slot)
  local id = sprite_id(world, slot)
  check(C.hitmask_world_get(handle(world), id, one_sprite))
  return id
end

local function store_sprite(world, id)
  long[0] = id
  check(C.hitmask_world_set(handle(world), long, one_sprite, 1))
end

local function set_drawn(world, x, y, r, sx, sy, ox, oy)
  local mask = ffi.new "hitmask_mask *[1]"
  check(C.hitmask_world_mask(handle(world), one_sprite[0].mask, mask))
  local sizes = ffi.new "uint32_t[2]"
  C.hitmask_mask_size(mask[0], sizes, sizes + 1)
  C.hitmask_mask_free(mask[0])
  local at, scale = real(number(x, "x"), number(y, "y")), real(number(sx or 1, "sx"), number(sy or sx or 1, "sy"))
  local origin = real(number(ox or 0, "ox"), number(oy or 0, "oy"))
  local exact = one_sprite[0].exact ~= 0
  check(C.hitmask_sprite_set_drawn(one_sprite, sizes[0], sizes[1], at, math.deg(number(r or 0, "r")), scale, origin, exact))
end

-- Adds a sprite that stands as `love.graphics.draw(image, x, y, r, sx, sy, ox, oy)` draws its picture: r in radians, sx and sy factors (negative
-- ones mirror), ox and oy the point of the picture that comes to x, y. Returns its slot.
function World:spawn_drawn(mask, options, x, y, r, sx, sy, ox, oy)
  check(C.hitmask_sprite_init(one_sprite, mask_id(self, mask), point(0, 0)))
  change(self, one_sprite[0], options)
  set_drawn(self, x, y, r, sx, sy, ox, oy)
  check(C.hitmask_world_spawn(handle(self), one_sprite, 1, long))
  return C.hitmask_id_slot(long[0])
end

-- Places a sprite as `love.graphics.draw(image, x, y, r, sx, sy, ox, oy)` draws its picture.
function World:draw(slot, x, y, r, sx, sy, ox, oy)
  local id = load_sprite(self, slot)
  set_drawn(self, x, y, r, sx, sy, ox, oy)
  store_sprite(self, id)
end

-- Returns all values of a sprite: `layers` and `collides_with` as numbers of 32 bits, `pivot` and `one_way` false if there is none.
function World:get(slot)
  load_sprite(self, slot)
  local sprite = one_sprite[0]
  local made = {
    mask = C.hitmask_mask_id_slot(sprite.mask), position = { sprite.position.x, sprite.position.y }, turn = sprite.turn,
    angle = sprite.angle, scale = { sprite.scale.x, sprite.scale.y }, layers = sprite.layers, collides_with = sprite.collides_with,
    pivot = sprite.has_pivot ~= 0 and { sprite.pivot.x, sprite.pivot.y }, one_way = SIDES[sprite.one_way], data = tonumber(sprite.data),
  }
  for name in pairs(FLAGS) do made[name] = sprite[name] ~= 0 end
  return made
end

-- Sets values of a sprite: world:set(ship, { angle = 45, layers = 2 }).
function World:set(slot, changes)
  local id = load_sprite(self, slot)
  change(self, one_sprite[0], changes)
  store_sprite(self, id)
end

function World:move_to(slot, x, y) check(C.hitmask_world_move_to(handle(self), sprite_id(self, slot), place(x, y))) end
function World:move_by(slot, x, y) check(C.hitmask_world_move_by(handle(self), sprite_id(self, slot), offset(x, y))) end

function World:jump_to(slot, x, y)
  local at = place(x, y)
  long[0] = sprite_id(self, slot)
  one[0] = at
  check(C.hitmask_world_jump_to(handle(self), long, one, 1))
end

function World:despawn(slot)
  long[0] = sprite_id(self, slot)
  check(C.hitmask_world_despawn(handle(self), long, 1))
end

local count = ffi.new "size_t[1]"

-- Returns the number of sprites.
function World:len()
  check(C.hitmask_world_sprite_count(handle(self), count))
  return tonumber(count[0])
end

function World:contains(slot)
  check(C.hitmask_world_id_at(handle(self), whole(slot, "sprite", 0, MOST), long))
  return long[0] ~= 0
end

-- Returns an array of the positions of all sprites, whose items have x and y, and the number of slots. Change it and hand it to
-- `set_positions`: the fastest way to move many. positions[slot] is the sprite in that slot; a slot without a sprite has -2^31, -2^31.
function World:positions()
  check(C.hitmask_world_positions_by_slot(handle(self), nil, 0, count))
  local slots = tonumber(count[0])
  local positions = ffi.new("hitmask_point[?]", slots)
  check(C.hitmask_world_positions_by_slot(handle(self), positions, slots, count))
  return positions, slots
end

-- Moves all sprites to the positions of an array of `hitmask_point`, as `positions` returns it. Positions are whole numbers.
function World:set_positions(positions)
  if type(positions) ~= "cdata" or not tostring(ffi.typeof(positions)):find "^ctype<struct hitmask_point ?%[" then error("hitmask: positions must be an array of World:positions()", 2) end
  check(C.hitmask_world_set_positions_by_slot(handle(self), positions, ffi.sizeof(positions) / 8))
end

-- ---- steps

local function pairs_of(list, length)
  local made = {}
  for i = 0, tonumber(length) - 1 do made[i + 1] = { C.hitmask_id_slot(list[i].a), C.hitmask_id_slot(list[i].b) } end
  return made
end

function World:refresh() check(C.hitmask_world_refresh(handle(self))) end

-- Finds the pairs of sprites that share a pixel. Returns { pairs, began, ended }: lists of pairs { a, b }.
function World:step()
  local step = ffi.new "hitmask_step"
  check(C.hitmask_world_step(handle(self), step))
  local s = step
  local made = {
    pairs = pairs_of(s.pairs, s.pair_count), began = pairs_of(s.began, s.began_count), ended = pairs_of(s.ended, s.ended_count),
  }
  handle(self) -- the lists are the world's, which this use keeps until here
  return made
end

-- Finds the pairs as `step` does, and returns the numbers of pairs, of begun and of ended ones, without lists: for games that ask afterwards.
function World:step_count()
  local step = ffi.new "hitmask_step"
  check(C.hitmask_world_step(handle(self), step))
  return tonumber(step.pair_count), tonumber(step.began_count), tonumber(step.ended_count)
end

-- Calls a function that writes a list, with more room until the list fits. The size of the room is kept.
local rooms = {}
local function list(kind, call)
  local room = rooms[kind] or { size = 32, values = ffi.new(kind .. "[?]", 32) }
  rooms[kind] = room
  while true do
    check(call(room.values, room.size, count))
    local needed = tonumber(count[0])
    if needed <= room.size then return room.values, needed end
    room.size, room.values = needed * 2, ffi.new(kind .. "[?]", needed * 2)
  end
end

local function slots(call)
  local values, length = list("uint64_t", call)
  local made = {}
  for i = 0, length - 1 do made[i + 1] = C.hitmask_id_slot(values[i]) end
  return made
end

-- Returns the pairs that began in the last step between sprites in layers_a and sprites in layers_b, those in layers_a first.
function World:began_between(layers_a, layers_b)
  whole(layers_a, "layers_a", 0, MOST)
  whole(layers_b, "layers_b", 0, MOST)
  return pairs_of(list("hitmask_pair", function(...) return C.hitmask_world_began_between(self.object, layers_a, layers_b, ...) end))
end

local function contact_of(contact, by)
  if contact.area == 0 then return nil end
  return {
    a = C.hitmask_id_slot(contact.pair.a), b = C.hitmask_id_slot(contact.pair.b), area = tonumber(contact.area),
    x = contact.first.x, y = contact.first.y, bounds = { unbox(contact.bounds) }, normal_x = contact.normal.x,
    normal_y = contact.normal.y, penetration_x = by.x, penetration_y = by.y,
  }
end

-- Returns the contacts of a sprite in the last step, with the sprite first: { a, b, area, x, y, bounds, normal_x, normal_y, penetration_x,
-- penetration_y }. The normal is the direction in which `a` leaves, the penetration its smallest move out.
function World:contacts_of(slot)
  local id, made = sprite_id(self, slot), {}
  local values, length = list("hitmask_contact", function(...) return C.hitmask_world_contacts_of(self.object, id, ...) end)
  for i = 0, length - 1 do
    local pair = ffi.new("hitmask_pair[1]", { values[i].pair })
    check(C.hitmask_world_penetrations(self.object, pair, 1, one))
    made[i + 1] = contact_of(values[i], one[0])
  end
  return made
end

-- Returns the contact of two sprites as they are now, or nil. The world must be refreshed.
function World:contact(a, b)
  local contact = ffi.new "hitmask_contact"
  local first = sprite_id(self, a, "a")
  local second = sprite_id(self, b, "b")
  check(C.hitmask_world_contact(handle(self), first, second, contact))
  check(C.hitmask_world_penetration(handle(self), first, second, found, one))
  return contact_of(contact, one[0])
end

local function impact_of(impact)
  if impact.contact.area == 0 then return nil end
  local made = {
    share = impact.share, a_x = impact.places[0].x, a_y = impact.places[0].y, b_x = impact.places[1].x, b_y = impact.places[1].y,
    contact = contact_of(impact.contact, impact.penetration),
  }
  if impact.has_before ~= 0 then
    made.before_a_x, made.before_a_y = impact.before[0].x, impact.before[0].y
    made.before_b_x, made.before_b_y = impact.before[1].x, impact.before[1].y
  end
  return made
end

-- Returns where two sprites of a pair of the last step touched first on their way, or nil: { share, a_x, a_y, b_x, b_y, contact }, and where they
-- were free one step before: before_a_x, before_a_y, before_b_x, before_b_y.
function World:impact(a, b)
  local pair, impact = ffi.new "hitmask_pair[1]", ffi.new "hitmask_impact"
  pair[0].a = sprite_id(self, a, "a")
  pair[0].b = sprite_id(self, b, "b")
  check(C.hitmask_world_impacts(handle(self), pair, 1, impact))
  return impact_of(impact)
end

-- Returns the first touch of a sprite on its way in the last step, with the sprite first, or nil.
function World:first_impact(slot)
  local impact = ffi.new "hitmask_impact"
  check(C.hitmask_world_first_impact(handle(self), sprite_id(self, slot), impact))
  return impact_of(impact)
end

-- ---- queries. The world must be refreshed. `layers` are bits, all if it is nil; sensors are met only `with_sensors`.

local function bits(layers) return layers and whole(layers, "layers", 0, MOST) or MOST end

function World:overlapping(slot, layers)
  local id, on = sprite_id(self, slot), bits(layers)
  return slots(function(...) return C.hitmask_world_overlapping(self.object, id, on, ...) end)
end

function World:find_point(x, y, layers)
  local object, at, on = handle(self), pixel(x, y), bits(layers)
  return slots(function(...) return C.hitmask_world_find_point(object, at, on, ...) end)
end

function World:find_rect(x, y, width, height, layers)
  local object, at, on = handle(self), box(x, y, width, height), bits(layers)
  return slots(function(...) return C.hitmask_world_find_rect(object, at, on, ...) end)
end

function World:find_circle(x, y, radius, layers)
  local object, center, on = handle(self), real(number(x, "x"), number(y, "y")), bits(layers)
  number(radius, "radius")
  return slots(function(...) return C.hitmask_world_find_circle(object, center, radius, on, ...) end)
end

function World:find_line(x1, y1, x2, y2, layers)
  local object, from, to, on = handle(self), pixel(x1, y1), pixel(x2, y2), bits(layers)
  return slots(function(...) return C.hitmask_world_find_line(object, from, to, on, ...) end)
end

-- `corners` is a list x1, y1, x2, y2, ..., as for love.graphics.polygon.
function World:find_polygon(corners, layers)
  local object, on, length = handle(self), bits(layers), math.floor(#corners / 2)
  local list = ffi.new("hitmask_real[?]", length)
  for i = 0, length - 1 do list[i] = real(number(corners[2 * i + 1], "corner"), number(corners[2 * i + 2], "corner")) end
  return slots(function(...) return C.hitmask_world_find_polygon(object, list, length, on, ...) end)
end

function World:find_mask(mask, x, y, layers)
  local object, shape, at, on = handle(self), pointer(mask), place(x, y), bits(layers)
  return slots(function(...) return C.hitmask_world_find_mask(object, shape, at, on, ...) end)
end

-- Returns a list of { sprite, distance }, the nearest first.
function World:nearest(x, y, most, layers)
  whole(most, "most", 0, 2 ^ 20)
  local near, made = ffi.new("hitmask_near[?]", most), {}
  check(C.hitmask_world_nearest(handle(self), pixel(x, y), bits(layers), near, most, count))
  for i = 0, tonumber(count[0]) - 1 do made[i + 1] = { sprite = C.hitmask_id_slot(near[i].id), distance = near[i].distance } end
  return made
end

local function sprite_ray(hit)
  local made = ray(hit)
  if made then made.sprite = C.hitmask_id_slot(hit.id) end
  return made
end

local function sprite_sweep(hit)
  local made = sweep_hit(hit)
  if made then made.sprite = C.hitmask_id_slot(hit.id) end
  return made
end

function World:cast_ray(x1, y1, x2, y2, layers, with_sensors)
  local hit = ffi.new "hitmask_ray_hit"
  check(C.hitmask_world_cast_ray(handle(self), pixel(x1, y1), pixel(x2, y2), bits(layers), with_sensors == true, hit))
  return sprite_ray(hit)
end

function World:cast_ray_all(x1, y1, x2, y2, layers, with_sensors)
  local object, from, to, on, made = handle(self), pixel(x1, y1), pixel(x2, y2), bits(layers), {}
  local hits, length = list("hitmask_ray_hit", function(...)
    return C.hitmask_world_cast_ray_all(object, from, to, on, with_sensors == true, ...)
  end)
  for i = 0, length - 1 do made[i + 1] = sprite_ray(hits[i]) end
  return made
end

local function swept_of(swept)
  local made = { x = swept.at.x, y = swept.at.y, hit = sprite_sweep(swept.hit) }
  if swept.started_inside ~= 0 then made.started_inside = C.hitmask_id_slot(swept.started_inside) end
  return made
end

-- Returns how far a sprite can go in a straight line: { x, y, hit, started_inside }.
function World:sweep(slot, x, y, layers, with_sensors)
  local swept = ffi.new "hitmask_swept"
  check(C.hitmask_world_sweep(handle(self), sprite_id(self, slot), place(x, y), bits(layers), with_sensors == true, swept))
  return swept_of(swept)
end

function World:sweep_shape(mask, x1, y1, x2, y2, layers, with_sensors)
  local swept, from, to = ffi.new "hitmask_swept", place(x1, y1), place(x2, y2)
  check(C.hitmask_world_sweep_shape(handle(self), pointer(mask), from, to, bits(layers), with_sensors == true, swept))
  return swept_of(swept)
end

function World:is_free(slot, x, y, layers, with_sensors)
  check(C.hitmask_world_is_free(handle(self), sprite_id(self, slot), place(x, y), bits(layers), with_sensors == true, found))
  return found[0]
end

-- `changes` are values of a sprite, as for `set`.
function World:is_free_as(slot, changes, layers, with_sensors)
  local id = load_sprite(self, slot)
  change(self, one_sprite[0], changes)
  check(C.hitmask_world_is_free_as(handle(self), id, one_sprite, bits(layers), with_sensors == true, found))
  return found[0]
end

function World:nearest_free(slot, x, y, limit, layers, with_sensors)
  local id, at = sprite_id(self, slot), place(x, y)
  whole(limit, "limit", 0, MOST)
  return point_if(C.hitmask_world_nearest_free(handle(self), id, at, limit, bits(layers), with_sensors == true, found, one))
end

function World:nearest_free_as(slot, changes, limit, layers, with_sensors)
  local id = load_sprite(self, slot)
  change(self, one_sprite[0], changes)
  whole(limit, "limit", 0, MOST)
  return point_if(C.hitmask_world_nearest_free_as(handle(self), id, one_sprite, limit, bits(layers), with_sensors == true, found, one))
end

-- Returns the sprites that would block a move by x, y: 0, 1 for what a sprite stands on.
function World:touching(slot, x, y, layers, with_sensors)
  local object, id, by, on = handle(self), sprite_id(self, slot), offset(x, y), bits(layers)
  return slots(function(...) return C.hitmask_world_touching(object, id, by, on, with_sensors == true, ...) end)
end

-- Returns left, top, width, height of the solid pixels of a sprite, or nothing.
function World:bounds(slot)
  check(C.hitmask_world_bounds(handle(self), sprite_id(self, slot), rects))
  return unbox(rects[0])
end

-- Returns the point of a sprite's mask that a point of the world shows, with fractions, or nothing: where a crater goes.
function World:mask_point(slot, x, y)
  local shown = real(number(x, "x"), number(y, "y"))
  return real_if(C.hitmask_world_mask_point(handle(self), sprite_id(self, slot), shown, found, real_one))
end

-- ---- motion

local MOTIONS = { stop = 0, stop_from_inside = 1, slide = 2, walk = 3 }

local function ids_of(values, length)
  local made = {}
  for i = 0, tonumber(length) - 1 do made[i + 1] = C.hitmask_id_slot(values[i]) end
  return made
end

-- Moves a sprite towards x, y until it is stopped. `options`: motion ("stop", "stop_from_inside", "slide", "walk"), step_up, step_down, layers.
-- Returns { x, y, hits, started_inside, left, right, up, down }; the last four say on which sides something blocks it.
function World:move_until(slot, x, y, options)
  options = options or {}
  local motion = MOTIONS[options.motion or "stop"]
  if not motion then error('hitmask: motion must be "stop", "stop_from_inside", "slide" or "walk", got ' .. tostring(options.motion), 2) end
  local moved, id, to = ffi.new "hitmask_moved", sprite_id(self, slot), place(x, y)
  local up, down = whole(options.step_up or 0, "step_up", 0, MOST), whole(options.step_down or 0, "step_down", 0, MOST)
  check(C.hitmask_world_move_until(handle(self), id, to, motion, up, down, bits(options.layers), moved))
  local m, hits = moved, {}
  for i = 0, tonumber(m.hit_count) - 1 do hits[i + 1] = sprite_sweep(m.hits[i]) end
  local made = {
    x = m.at.x, y = m.at.y, hits = hits, started_inside = ids_of(m.started_inside, m.started_inside_count),
    left = m.blocked_left ~= 0, right = m.blocked_right ~= 0, up = m.blocked_up ~= 0, down = m.blocked_down ~= 0,
  }
  handle(self)
  return made
end

-- Moves a sprite to the nearest free place, at most `limit` pixels away, and returns the move, or nothing.
function World:push_out(slot, limit)
  whole(limit, "limit", 0, MOST)
  return point_if(C.hitmask_world_push_out(handle(self), sprite_id(self, slot), limit, found, one))
end

function World:push_out_along(slot, dx, dy, limit)
  local id, direction = sprite_id(self, slot), offset(dx, dy)
  whole(limit, "limit", 0, MOST)
  return point_if(C.hitmask_world_push_out_along(handle(self), id, direction, limit, found, one))
end

-- Moves a platform with its riders: a list of slots, or nil for those that stand on it. Returns { riders, pushed, crushed }.
function World:carry(slot, x, y, riders)
  local given = riders and ffi.new("uint64_t[?]", math.max(1, #riders))
  for i, rider in ipairs(riders or {}) do given[i - 1] = sprite_id(self, rider, "rider") end
  local carried, to, id = ffi.new "hitmask_carried", place(x, y), sprite_id(self, slot)
  check(C.hitmask_world_carry(handle(self), id, to, given, riders and #riders or 0, carried))
  local c = carried
  local made = {
    riders = ids_of(c.riders, c.rider_count), pushed = ids_of(c.pushed, c.pushed_count), crushed = ids_of(c.crushed, c.crushed_count),
  }
  handle(self)
  return made
end

-- Keeps the fractions of moves: local rest = hitmask.remainder_new(); world:move_by(ship, rest:take(0.3, 1.2)).
local Remainder = {}
Remainder.__index = Remainder

function hitmask.remainder_new() return setmetatable({ rest = ffi.new "hitmask_real[1]" }, Remainder) end

function Remainder:take(x, y)
  check(C.hitmask_remainder_take(self.rest, real(number(x, "x"), number(y, "y")), one))
  return one[0].x, one[0].y
end

return hitmask

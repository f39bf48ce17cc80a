-- What all files of hitmask share: checks of arguments, errors, and room for results.
--
-- Each check returns its value, so that calls read as those of the header, and all of them compile: no closures, no varargs, no strings
-- before something is wrong.
local ffi = require "ffi"
local C = require((...):match "^(.*)%.[^.]*$" .. ".loader")

local core = { C = C }
local type, getmetatable = type, getmetatable

-- ---- errors

local INSIDE = debug.getinfo(1, "S").source:match "^@.*[/\\]" or "@hitmask"

-- Raises an error at the line that has called hitmask.
local function fail(message, ...)
  local level = 2
  while true do
    local caller = debug.getinfo(level, "S")
    if not caller then break end
    if caller.what ~= "C" and caller.source:sub(1, #INSIDE) ~= INSIDE then break end
    level = level + 1
  end
  error("hitmask: " .. message:format(...), level)
end
core.fail = fail

local CLASSES = {} -- the names of the classes of hitmask

-- Returns a value as a message shows it.
local function shown(value)
  local class = CLASSES[getmetatable(value) or false]
  if class then return "a " .. class end
  if type(value) == "string" then return '"' .. value:sub(1, 40):gsub("%z", "\\0") .. '"' end
  if type(value) == "number" then return ("%.14g"):format(value) end
  return type(value) == "boolean" and tostring(value) or type(value)
end
core.shown = shown

-- The number of a mask in a world, as the library says it: the slot.
local function mask_number(what, slot) return ("cannot %s mask %.0f"):format(what, slot + 2 ^ 31) end

-- Raises an error if a call of the library has failed. Its sentence names functions of C, and masks by their slots.
local function check(status)
  if status == 0 then return end
  local sentence = ffi.string(C.hitmask_last_error()):gsub("hitmask_(%a+_from_[%w_]+)", "hitmask.%1")
  sentence = sentence:gsub("^cannot ([%a ]+) mask (%d+)", mask_number)
  fail("%s", (sentence:gsub("hitmask_world_", "World:"):gsub("hitmask_mask_", "Mask:")))
end
core.check = check

-- ---- arguments

local tobit, floor = bit.tobit, math.floor

function core.real(value, name)
  if type(value) ~= "number" then fail("%s must be a number, got %s", name, shown(value)) end
  return value
end

-- A whole number from -2^31 to 2^31 - 1.
function core.int(value, name)
  if type(value) ~= "number" or tobit(value) ~= value then
    fail("%s must be a whole number from -2^31 to 2^31 - 1, got %s", name, shown(value))
  end
  return tobit(value)
end

-- A displacement of a sprite along an axis.
function core.displacement(value, name)
  if type(value) == "number" and value % 1 > 0 then
    fail("%s must be a whole number from -2^31 to 2^31 - 1, got %s; remainder_new() collects fractions", name, shown(value))
  end
  return core.int(value, name)
end

-- A whole number from `least` to `most`.
local function whole(value, name, least, most)
  if type(value) ~= "number" or not (value >= least and value <= most) or floor(value) ~= value then
    fail("%s must be a whole number from %.0f to %.0f, got %s", name, least, most, shown(value))
  end
  return value
end
core.whole = whole

core.MOST = 2 ^ 32 - 1

-- A whole number from 0 to 2^32 - 1.
local function count(value, name) return whole(value, name, 0, 2 ^ 32 - 1) end
core.count = count

-- The width or the height of a mask or of a rectangle.
function core.extent(value, name) return whole(value, name, 0, 2 ^ 31 - 1) end

-- Bits of layers: all if there are none. The results of LuaJIT's bit operations are signed, so layer 2^31 may come as -2^31.
local function layers(value, name)
  if value == nil then return 2 ^ 32 - 1 end
  if type(value) == "table" then fail("%s are bits, one number: 1 + 4 for two layers, got table", name or "layers") end
  return whole(value, name or "layers", -2 ^ 31, 2 ^ 32 - 1) % 2 ^ 32
end
core.layers = layers

-- true or false, or what stands for nil.
function core.flag(value, name, default)
  if value == nil then return default end
  if type(value) ~= "boolean" then fail("%s must be true or false, got %s", name, shown(value)) end
  return value
end

function core.text(value, name)
  if type(value) ~= "string" then fail("%s must be a string, got %s", name, shown(value)) end
  return value
end

function core.list(value, name)
  if type(value) ~= "table" then fail("%s must be a table, got %s", name, shown(value)) end
  return value
end

-- A list of two numbers, such as a position. The call that follows checks the numbers.
function core.pair(value, name)
  if type(value) ~= "table" then fail("%s must be a list { x, y }, got %s", name, shown(value)) end
  if value[1] == nil and value.x ~= nil then fail("%s must be a list { x, y }, without names, got { x = ..., y = ... }", name) end
  return value[1], value[2]
end

-- The names of the options of a call, for `options`.
function core.names(...)
  local names = { said = table.concat({ ... }, ", ") }
  for _, name in ipairs { ... } do names[name] = true end
  return names
end

local NONE = {}

-- A table of options by their names; an empty one if it is nil.
function core.options(value, names)
  if value == nil then return NONE end
  if type(value) ~= "table" then fail("options must be a table of %s, got %s", names.said, shown(value)) end
  for name in pairs(value) do
    if names[name] ~= true then fail("there is no option %s; there are %s", tostring(name), names.said) end
  end
  return value
end

local within = ffi.new "hitmask_rect"

-- A rectangle { left, top, width, height }, or nil.
function core.within(value)
  if value == nil then return nil end
  core.list(value, "within")
  within.left, within.top = core.int(value[1], "left of within"), core.int(value[2], "top of within")
  within.width, within.height = core.extent(value[3], "width of within"), core.extent(value[4], "height of within")
  return within
end

-- Returns an array of the points of a list x1, y1, x2, y2, ... as for love.graphics.polygon, and the number of points.
function core.points(value, name)
  local length = #core.list(value, name)
  if length % 2 ~= 0 then fail("%s must be a list x1, y1, x2, y2, ..., got %d numbers", name, length) end
  local points = ffi.new("hitmask_real[?]", length / 2)
  for i = 0, length / 2 - 1 do
    points[i].x = core.real(value[2 * i + 1], name)
    points[i].y = core.real(value[2 * i + 2], name)
  end
  return points, length / 2
end

local at = ffi.new "hitmask_point"

-- The top-left pixel of a sprite at a real position: the nearest pixel.
function core.place(x, y)
  check(C.hitmask_place(core.real(x, "x"), core.real(y, "y"), at))
  return at.x, at.y
end

-- The pixel that a real point lies in.
function core.pixel(x, y)
  check(C.hitmask_pixel(core.real(x, "x"), core.real(y, "y"), at))
  return at.x, at.y
end

-- ---- objects

-- Makes writes of fields errors that the objects of a class do not have.
function core.refuse_fields(class, name)
  function class.__newindex(_, field) fail("a %s has no field %s to set", name, tostring(field)) end
end

-- Returns the methods of a class, and the checks of its objects. An object holds the pointer that the garbage collector frees. `hint` says
-- where an argument of the class comes from.
function core.class(name, free, hint)
  local class = {}
  class.__index = class
  CLASSES[class] = name
  core.refuse_fields(class, name)

  local function pointer(object, argument)
    if getmetatable(object) ~= class then
      if not argument then fail("self must be a %s, got %s: call methods with a colon, as in %s:release()", name, shown(object), name) end
      fail("%s must be a %s, got %s%s", argument, name, shown(object), hint or "")
    end
    local held = object.object
    if not held then fail("the %s was released", name) end
    return held
  end

  -- Frees the memory of an object at once. Without it, the garbage collector does.
  function class:release()
    local held = pointer(self)
    self.object = nil
    free(ffi.gc(held, nil))
  end

  local function new(held) return setmetatable({ object = ffi.gc(held, free) }, class) end
  return class, pointer, new
end

-- The garbage collector knows the size of a Lua object, but not of the pixels and sprites behind it. So it is called after each 64 MiB of
-- them: 2,000 filled masks of 4096 x 4096 pixels that nobody holds take 78 MB then, and more than 4 GB without.
local unseen = 0

function core.has_made(bytes)
  unseen = unseen + bytes
  if unseen > 2 ^ 26 then
    unseen = 0
    collectgarbage()
  end
end

-- ---- results

-- Where calls write. Each result is read before the next call, so one of each kind is enough.
core.found = ffi.new "bool[1]"
core.point = ffi.new "hitmask_point"
core.vector = ffi.new "hitmask_real"
core.rect = ffi.new "hitmask_rect"
core.long = ffi.new "uint64_t[1]"
core.size = ffi.new "size_t[1]"

-- Each of these takes the status of a call that has written to the room of that kind, and returns what it holds.

function core.to_flag(status)
  check(status)
  return core.found[0]
end

function core.to_count(status)
  check(status)
  return tonumber(core.long[0])
end

-- x, y, or nothing.
function core.to_point(status)
  check(status)
  if core.found[0] then return core.point.x, core.point.y end
end

-- x, y with fractions, or nothing.
function core.to_vector(status)
  check(status)
  if core.found[0] then return core.vector.x, core.vector.y end
end

local function unbox(rect)
  if rect.width > 0 then return rect.left, rect.top, rect.width, rect.height end
end
core.unbox = unbox

-- left, top, width, height, or nothing.
function core.to_rect(status)
  check(status)
  return unbox(core.rect)
end

-- Room for lists of a kind. It keeps its size.
local Room = {}
Room.__index = Room

function core.room(kind)
  local array = ffi.typeof(kind .. "[?]")
  return setmetatable({ array = array, values = array(64), capacity = 64 }, Room)
end

-- Takes the status of a call that has written a list, and returns whether the list was too long. Then the room has grown, and the caller
-- repeats its call.
function Room:grew(status)
  check(status)
  local length = tonumber(core.size[0])
  if length <= self.capacity then return false end
  self:reserve(length)
  return true
end

-- Makes room for a list of a length.
function Room:reserve(length)
  if length > self.capacity then self.values, self.capacity = self.array(length * 2), length * 2 end
end

-- Returns what a call saves: a string.
function core.bytes_of(call, held)
  check(call(held, nil, 0, core.size))
  local length = tonumber(core.size[0])
  local bytes = ffi.new("uint8_t[?]", length)
  check(call(held, bytes, length, core.size))
  return ffi.string(bytes, length)
end

-- A table of what a ray has met, or nil.
function core.ray_hit(hit)
  if hit.hit == 0 then return nil end
  local made = { x = hit.at.x, y = hit.at.y, step = hit.step, started_inside = hit.started_inside ~= 0 }
  if not made.started_inside then
    made.before_x, made.before_y, made.normal_x, made.normal_y = hit.before.x, hit.before.y, hit.normal.x, hit.normal.y
  end
  return made
end

-- A table of what a sweep has met, or nil.
function core.sweep_hit(hit)
  if hit.hit == 0 then return nil end
  local made = {
    x = hit.first.x, y = hit.first.y, step = hit.step, normal_x = hit.normal.x, normal_y = hit.normal.y,
    started_inside = hit.started_inside ~= 0,
  }
  if not made.started_inside then made.before_x, made.before_y = hit.before.x, hit.before.y end
  return made
end

return core

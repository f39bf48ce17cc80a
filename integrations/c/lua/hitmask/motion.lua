-- Motion: sprites that are stopped by others, slide, walk, are pushed out, and carry others. They see the world as it is.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, worlds, sprites = require(HERE .. ".core"), require(HERE .. ".world"), require(HERE .. ".sprites")
local C, check, fail, list = core.C, core.check, core.fail, core.list
local int, count, real, place = core.int, core.count, core.real, core.place
local point, found, to_point = core.point, core.found, core.to_point
local World, pointer, sprite_id = worlds.World, worlds.pointer, sprites.sprite_id

local hitmask = {}

local REACTIONS = { stop = 0, slide = 1, walk = 2 }
local MOVE = core.names("motion", "step_up", "step_down", "layers", "with_sensors", "hit_from_inside")

local function ids_of(values, length)
  local made = {}
  for i = 0, tonumber(length) - 1 do made[i + 1] = C.hitmask_id_slot(values[i]) end
  return made
end

-- Returns an array of the ids of a list of sprites, and its length.
local function sprite_ids(world, slots, name)
  local length = #list(slots, name)
  local ids = ffi.new("uint64_t[?]", math.max(1, length))
  for i = 1, length do ids[i - 1] = sprite_id(world, slots[i], name) end
  return ids, length
end

local motion, moved = ffi.new "hitmask_motion", ffi.new "hitmask_moved"

-- Moves a sprite towards x, y until it is stopped. `options` may be missing:
--
-- - motion: "stop" (before the first touch; the default), "slide" (along what is in the way), or "walk" (over slopes and steps)
-- - step_up, step_down: the heights, in pixels, that "walk" climbs and descends with each pixel of the way; 0 by default
-- - layers: bits; only sprites in one of them are in the way. They narrow what the sprite collides with: if it collides with none of them, the
--   move is an error. With 0, it passes through everything
-- - with_sensors: whether sensors are in the way
-- - hit_from_inside: whether a sprite that starts inside another hits it at step 0, and does not move
--
-- Returns { x, y, hits, started_inside, left, right, up, down }: where the sprite is; a list of what has stopped it, each { sprite, x, y,
-- step, started_inside, before_x, before_y, normal_x, normal_y } with the first shared pixel x, y; a list of the sprites that it overlapped at
-- the start; and on which sides the move was stopped. After a slide, `down` is false on the ground if the move did not go down; after a walk, it
-- tells whether the sprite stands on something. `touching(sprite, 0, 1)` tells at any time.
function World:move_until(sprite, x, y, options)
  options = core.options(options, MOVE)
  local reaction = REACTIONS[options.motion or "stop"]
  if not reaction then fail('motion must be "stop", "slide" or "walk", got %s', core.shown(options.motion)) end
  motion.reaction = reaction
  motion.step_up, motion.step_down = count(options.step_up or 0, "step_up"), count(options.step_down or 0, "step_down")
  motion.has_layers = options.layers ~= nil and 1 or 0
  motion.layers = options.layers ~= nil and core.layers(options.layers) or 0
  motion.with_sensors = core.flag(options.with_sensors, "with_sensors", false) and 1 or 0
  motion.hit_from_inside = core.flag(options.hit_from_inside, "hit_from_inside", false) and 1 or 0
  local id = sprite_id(self, sprite)
  local left, top = place(x, y)
  check(C.hitmask_world_move_until(pointer(self), id, left, top, motion, moved))
  local hits = {}
  for i = 0, tonumber(moved.hit_count) - 1 do hits[i + 1] = sprites.sweep_hit(moved.hits[i]) end
  local made = {
    x = moved.at.x, y = moved.at.y, hits = hits, started_inside = ids_of(moved.started_inside, moved.started_inside_count),
    left = moved.blocked_left ~= 0, right = moved.blocked_right ~= 0, up = moved.blocked_up ~= 0, down = moved.blocked_down ~= 0,
  }
  pointer(self) -- what the call lends is the world's: this use keeps the world until here
  return made
end

local PUSH, direction = core.names("along", "within"), ffi.new "hitmask_point"

-- Returns the direction and the rectangle of a push, or nil.
local function push_of(options)
  options = core.options(options, PUSH)
  local along = options.along
  if along ~= nil then
    local dx, dy = core.pair(along, "along")
    direction.x, direction.y = int(dx, "x of along"), int(dy, "y of along")
  end
  return along ~= nil and direction or nil, core.within(options.within)
end

-- Moves a sprite to the nearest free place, at most `limit` pixels away, and returns its move x, y; or nothing if there is no such place.
-- `options` may be missing:
--
-- - along = { dx, dy }: the only direction; its length does not count
-- - within = { left, top, width, height }: the rectangle in which its solid pixels must lie, such as the map
function World:push_out(sprite, limit, options)
  local id = sprite_id(self, sprite)
  local along, within = push_of(options)
  return to_point(C.hitmask_world_push_out(pointer(self), id, count(limit, "limit"), along, within, found, point))
end

local NOWHERE = -2 ^ 31

-- Moves sprites as `push_out` does, one after the other. Returns a list: the move { x, y } of each, or false if there is no place for it.
function World:push_out_many(slots, limit, options)
  local ids, length = sprite_ids(self, slots, "sprites")
  local moves = ffi.new("hitmask_point[?]", math.max(1, length))
  local along, within = push_of(options)
  check(C.hitmask_world_push_out_many(pointer(self), ids, length, count(limit, "limit"), along, within, moves))
  local made = {}
  for i = 0, length - 1 do made[i + 1] = moves[i].x ~= NOWHERE and { moves[i].x, moves[i].y } end
  return made
end

local carried = ffi.new "hitmask_carried"

-- Moves a platform to x, y with its riders, and pushes others out of its way. `riders` is a list of sprites, or nil for those that touch it
-- from above, and those that stand on these. Returns { riders, pushed, crushed }: lists of sprites. `crushed` are those that found no place.
function World:carry(sprite, x, y, riders)
  local id, given, length = sprite_id(self, sprite), nil, 0
  if riders ~= nil then given, length = sprite_ids(self, riders, "riders") end
  local left, top = place(x, y)
  check(C.hitmask_world_carry(pointer(self), id, left, top, given, length, carried))
  local made = {
    riders = ids_of(carried.riders, carried.rider_count), pushed = ids_of(carried.pushed, carried.pushed_count),
    crushed = ids_of(carried.crushed, carried.crushed_count),
  }
  pointer(self)
  return made
end

-- Keeps the fractions of moves: local rest = hitmask.remainder_new(); world:move_by(ship, rest:take(0.3, 1.2)). What is left is rest.rest.x and
-- rest.rest.y: set one to 0 if a wall stops its axis.
local Remainder = {}

function Remainder:__index(name)
  return rawget(Remainder, name) or fail("a remainder has rest.x, rest.y and take, not %s: write remainder.rest.x", tostring(name))
end
core.refuse_fields(Remainder, "remainder")

function hitmask.remainder_new() return setmetatable({ rest = ffi.new "hitmask_real" }, Remainder) end

-- Returns the whole part x, y of a move and of what was left of the moves before, rounded to the nearest pixel, and keeps the rest.
function Remainder:take(dx, dy)
  if getmetatable(self) ~= Remainder then fail("self must be a remainder, got %s", core.shown(self)) end
  check(C.hitmask_remainder_take(self.rest, real(dx, "dx"), real(dy, "dy"), point))
  return point.x, point.y
end

return { functions = hitmask }

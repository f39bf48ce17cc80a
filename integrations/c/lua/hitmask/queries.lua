-- Queries. They see the world as it is: each refreshes it first if it has changed. Points are the pixels that they lie in; the place of a sprite
-- or a mask is rounded to the nearest pixel. The last argument is a table of options by name, or nil:
--
-- - layers: bits. Only sprites in one of these layers are found, or are in the way. 0 finds none.
--   Of a sprite that collides with none of them, `sweep`, `is_free`, `nearest_free` and `touching` are errors, unless they are 0.
-- - without: a sprite that is left out, such as the one that asks
-- - with_sensors (rays, `sweep`, `is_free`, `nearest_free`, `touching`): whether sensors block too. The other queries find them anyway.
-- - hit_from_inside (`sweep`, `touching`): whether what starts inside a sprite hits it at step 0
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks, worlds, sprites = require(HERE .. ".core"), require(HERE .. ".mask"), require(HERE .. ".world"), require(HERE .. ".sprites")
local C, check, to_flag, to_point = core.C, core.check, core.to_flag, core.to_point
local int, count, extent, real, flag, pixel, place = core.int, core.count, core.extent, core.real, core.flag, core.pixel, core.place
local size, point, found = core.size, core.point, core.found
local mask_pointer, World, asked = masks.pointer, worlds.World, worlds.asked
local sprite_id, to_who, ids = sprites.sprite_id, sprites.to_who, sprites.ids

local FIND, BLOCK = core.names("layers", "without"), core.names("layers", "without", "with_sensors")
local SWEEP = core.names("layers", "without", "with_sensors", "hit_from_inside")
local FREE = core.names("layers", "without", "with_sensors", "within")
local query = ffi.new "hitmask_query"

-- Returns the options of a query, of which `names` are possible.
local function query_of(world, options, names)
  if options == nil then return nil end
  options = core.options(options, names)
  ffi.fill(query, ffi.sizeof(query))
  if options.layers ~= nil then
    query.layers, query.has_layers = core.layers(options.layers), 1
  end
  if options.without ~= nil then
    check(C.hitmask_world_id_at(worlds.pointer(world), count(options.without, "without"), core.long))
    query.without = core.long[0]
  end
  query.with_sensors = flag(options.with_sensors, "with_sensors", false) and 1 or 0
  query.hit_from_inside = flag(options.hit_from_inside, "hit_from_inside", false) and 1 or 0
  return query
end

-- ---- find: each returns a list of sprites, sorted by their ids.

-- The list that a call has written to `ids`.
local function to_sprites()
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do made[i + 1] = C.hitmask_id_slot(ids.values[i]) end
  return made
end

-- Returns the sprites that share a pixel with a sprite, and whose layers agree.
function World:overlapping(sprite, options)
  local id = sprite_id(self, sprite)
  if ids:grew(C.hitmask_world_overlapping(asked(self), id, query_of(self, options, FIND), ids.values, ids.capacity, size)) then
    return self:overlapping(sprite, options)
  end
  return to_sprites()
end

-- Returns the sprites with a solid pixel at a point.
function World:find_point(x, y, options)
  local px, py = pixel(x, y)
  if ids:grew(C.hitmask_world_find_point(asked(self), px, py, query_of(self, options, FIND), ids.values, ids.capacity, size)) then
    return self:find_point(x, y, options)
  end
  return to_sprites()
end

-- Returns the sprites with a solid pixel in a rectangle of whole pixels.
function World:find_rect(x, y, width, height, options)
  if ids:grew(C.hitmask_world_find_rect(asked(self), int(x, "x"), int(y, "y"), extent(width, "width"), extent(height, "height"),
    query_of(self, options, FIND), ids.values, ids.capacity, size)) then return self:find_rect(x, y, width, height, options) end
  return to_sprites()
end

-- Returns the sprites with a solid pixel whose middle is in a circle.
function World:find_circle(x, y, radius, options)
  if ids:grew(C.hitmask_world_find_circle(asked(self), real(x, "x"), real(y, "y"), real(radius, "radius"), query_of(self, options, FIND), ids.values,
    ids.capacity, size)) then return self:find_circle(x, y, radius, options) end
  return to_sprites()
end

-- Returns the sprites with a solid pixel on a line, both ends included.
function World:find_line(x1, y1, x2, y2, options)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  if ids:grew(C.hitmask_world_find_line(asked(self), from_x, from_y, to_x, to_y, query_of(self, options, FIND), ids.values, ids.capacity, size)) then
    return self:find_line(x1, y1, x2, y2, options)
  end
  return to_sprites()
end

-- Returns the sprites with a solid pixel whose middle is in a polygon: `corners` is a list x1, y1, x2, y2, ... as for love.graphics.polygon.
function World:find_polygon(corners, options)
  local points, length = core.points(corners, "corners")
  if ids:grew(C.hitmask_world_find_polygon(asked(self), points, length, query_of(self, options, FIND), ids.values, ids.capacity, size)) then
    return self:find_polygon(corners, options)
  end
  return to_sprites()
end

-- Returns the sprites that share a pixel with a mask whose top-left pixel is at x, y.
function World:find_mask(mask, x, y, options)
  local left, top = place(x, y)
  if ids:grew(C.hitmask_world_find_mask(asked(self), mask_pointer(mask, "mask"), left, top, query_of(self, options, FIND), ids.values, ids.capacity,
    size)) then return self:find_mask(mask, x, y, options) end
  return to_sprites()
end

local near = core.room "hitmask_neighbor"

local function room_for(self, most)
  most = math.min(count(most or 1, "most"), World.len(self))
  near:reserve(most)
  return most
end

local function neighbors()
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do
    made[i + 1] = { sprite = C.hitmask_id_slot(near.values[i].id), distance = near.values[i].distance }
  end
  return made
end

-- Returns a list { sprite, distance } of at most `most` sprites (1 by default), the nearest first. The distance is in pixels.
function World:nearest(x, y, most, options)
  local px, py = pixel(x, y)
  most = room_for(self, most)
  check(C.hitmask_world_nearest(asked(self), px, py, query_of(self, options, FIND), near.values, most, size))
  return neighbors()
end

-- ---- rays. What one meets is { sprite, x, y, step, started_inside, before_x, before_y, normal_x, normal_y }, as in `Mask:cast_ray`.

local function ray_of(hit)
  local made = core.ray_hit(hit)
  if made then made.sprite = C.hitmask_id_slot(hit.id) end
  return made
end

local hit, hits = ffi.new "hitmask_ray_hit", core.room "hitmask_ray_hit"

-- Returns the first solid pixel of a sprite on a line of pixels, or nil.
function World:cast_ray(x1, y1, x2, y2, options)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  check(C.hitmask_world_cast_ray(asked(self), from_x, from_y, to_x, to_y, query_of(self, options, BLOCK), hit))
  return ray_of(hit)
end

-- Returns a list of what a line of pixels meets, one for each sprite, in the order of the line.
function World:cast_ray_all(x1, y1, x2, y2, options)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  if hits:grew(C.hitmask_world_cast_ray_all(asked(self), from_x, from_y, to_x, to_y, query_of(self, options, BLOCK),
    hits.values, hits.capacity, size)) then
    return self:cast_ray_all(x1, y1, x2, y2, options)
  end
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do made[i + 1] = ray_of(hits.values[i]) end
  return made
end

local starts, ends = core.room "hitmask_point", core.room "hitmask_point"

-- Casts many rays, a list { x1, y1, x2, y2, x1, y1, ... } with four numbers for each. Returns a list: what each meets, or false.
function World:cast_rays(rays, options)
  local numbers = #core.list(rays, "rays")
  if numbers % 4 ~= 0 then core.fail("rays must be a list with four numbers for each ray, got %d numbers", numbers) end
  local length = numbers / 4
  starts:reserve(length)
  ends:reserve(length)
  hits:reserve(length)
  for i = 0, length - 1 do
    local from, to = starts.values[i], ends.values[i]
    from.x, from.y = pixel(rays[4 * i + 1], rays[4 * i + 2])
    to.x, to.y = pixel(rays[4 * i + 3], rays[4 * i + 4])
  end
  check(C.hitmask_world_cast_rays(asked(self), starts.values, ends.values, length, query_of(self, options, BLOCK),
    hits.values))
  local made = {}
  for i = 0, length - 1 do made[i + 1] = ray_of(hits.values[i]) or false end
  return made
end

-- ---- ways and places. `who` is a sprite; { sprite, x, y }, the sprite elsewhere; { sprite, mask, angle, ... }, the sprite as something else, which
-- ignores itself; { mask, x, y, ... }, a description that is in no world; or the same with a mask from `hitmask.mask_...`, a shape that is in no
-- world and meets every layer.

local swept = ffi.new "hitmask_swept"

-- Returns how far `who` can go in a straight line to x, y: { x, y, hit, started_inside }, where the way ends; what it has met, as in the hits of
-- `World:move_until`, or nil; and a sprite that was overlapped at the start, or nil. Nothing moves.
function World:sweep(who, x, y, options)
  local asks = to_who(self, who)
  local left, top = place(x, y)
  check(C.hitmask_world_sweep(asked(self), asks, left, top, query_of(self, options, SWEEP), swept))
  local made = { x = swept.at.x, y = swept.at.y, hit = sprites.sweep_hit(swept.hit) }
  if swept.started_inside ~= 0 then made.started_inside = C.hitmask_id_slot(swept.started_inside) end
  return made
end

-- Returns a list { sprite, distance } of at most `most` sprites (1 by default) that are nearest to `who`, the nearest first: by the distance
-- between the nearest solid pixels, which is 0 if the two share one.
function World:nearest_others(who, most, options)
  local asks = to_who(self, who)
  most = room_for(self, most)
  check(C.hitmask_world_nearest_others(asked(self), asks, query_of(self, options, FIND), near.values, most, size))
  return neighbors()
end

-- Returns whether `who` shares no pixel with sprites that block it.
function World:is_free(who, options)
  local asks = to_who(self, who)
  return to_flag(C.hitmask_world_is_free(asked(self), asks, query_of(self, options, BLOCK), found))
end

-- Returns the free place x, y of `who` that is nearest to its own and at most `limit` pixels away, or nothing. With the option within = { left,
-- top, width, height }, its solid pixels lie in this rectangle.
function World:nearest_free(who, limit, options)
  local asks, within = to_who(self, who), core.within(core.options(options, FREE).within)
  return to_point(C.hitmask_world_nearest_free(asked(self), asks, count(limit, "limit"), within, query_of(self, options, FREE), found, point))
end

-- Returns the sprites that would block a move by dx, dy: 0, 1 for what a sprite stands on, 0, 0 for what it overlaps now, without one-way sprites.
function World:touching(sprite, dx, dy, options)
  local id = sprite_id(self, sprite)
  if ids:grew(C.hitmask_world_touching(asked(self), id, int(dx, "dx"), int(dy, "dy"), query_of(self, options, SWEEP), ids.values, ids.capacity,
    size)) then return self:touching(sprite, dx, dy, options) end
  return to_sprites()
end

-- ---- where a sprite is

-- Returns left, top, width, height of the smallest rectangle around the solid pixels of a sprite in the world, or nothing.
function World:bounds(sprite)
  local id = sprite_id(self, sprite)
  return core.to_rect(C.hitmask_world_bounds(asked(self), id, core.rect))
end

-- Returns a mask of a sprite, or of what else `who` is, as it looks: flipped, turned, scaled and rotated; and its place x, y in the world.
function World:shape(who)
  local asks = to_who(self, who)
  return masks.to_placed(C.hitmask_world_shape(asked(self), asks, masks.made, point))
end

-- Returns the point x, y of a sprite's mask that a point of the world shows, with fractions, or nothing: where a crater goes.
function World:mask_point(sprite, x, y)
  local id = sprite_id(self, sprite)
  check(C.hitmask_world_mask_point(asked(self), id, real(x, "x"), real(y, "y"), core.vector))
  return core.vector.x, core.vector.y
end

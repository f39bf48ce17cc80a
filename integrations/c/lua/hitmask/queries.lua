-- Queries. They see the world as it is: each refreshes it first if it has changed. `layers` are bits: only sprites in one of them are found; all
-- if it is nil. Points are the pixels that they lie in; the place of a sprite or a mask is rounded to the nearest pixel.
-- `find_...`, `nearest` and `overlapping` find sensors too; the others meet them only if `with_sensors` is true.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks, worlds, sprites = require(HERE .. ".core"), require(HERE .. ".mask"), require(HERE .. ".world"), require(HERE .. ".sprites")
local C, check, to_flag, to_point = core.C, core.check, core.to_flag, core.to_point
local int, count, extent, real, flag, pixel, place = core.int, core.count, core.extent, core.real, core.flag, core.pixel, core.place
local layers_of, size, point, found = core.layers, core.size, core.point, core.found
local mask_pointer, World, asked = masks.pointer, worlds.World, worlds.asked
local sprite_id, load_changed, ids = sprites.sprite_id, sprites.load_changed, sprites.ids

-- ---- find: each returns a list of sprites, sorted by their ids.

-- The list that a call has written to `ids`.
local function to_sprites()
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do made[i + 1] = C.hitmask_id_slot(ids.values[i]) end
  return made
end

-- Returns the sprites that share a pixel with a sprite, and whose layers agree.
function World:overlapping(sprite, layers)
  local id = sprite_id(self, sprite)
  if ids:grew(C.hitmask_world_overlapping(asked(self), id, layers_of(layers), ids.values, ids.capacity, size)) then
    return self:overlapping(sprite, layers)
  end
  return to_sprites()
end

-- Returns the sprites with a solid pixel at a point.
function World:find_point(x, y, layers)
  local px, py = pixel(x, y)
  if ids:grew(C.hitmask_world_find_point(asked(self), px, py, layers_of(layers), ids.values, ids.capacity, size)) then
    return self:find_point(x, y, layers)
  end
  return to_sprites()
end

-- Returns the sprites with a solid pixel in a rectangle of whole pixels.
function World:find_rect(x, y, width, height, layers)
  if ids:grew(C.hitmask_world_find_rect(asked(self), int(x, "x"), int(y, "y"), extent(width, "width"), extent(height, "height"),
    layers_of(layers), ids.values, ids.capacity, size)) then return self:find_rect(x, y, width, height, layers) end
  return to_sprites()
end

-- Returns the sprites with a solid pixel whose middle is in a circle.
function World:find_circle(x, y, radius, layers)
  if ids:grew(C.hitmask_world_find_circle(asked(self), real(x, "x"), real(y, "y"), real(radius, "radius"), layers_of(layers), ids.values,
    ids.capacity, size)) then return self:find_circle(x, y, radius, layers) end
  return to_sprites()
end

-- Returns the sprites with a solid pixel on a line, both ends included.
function World:find_line(x1, y1, x2, y2, layers)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  if ids:grew(C.hitmask_world_find_line(asked(self), from_x, from_y, to_x, to_y, layers_of(layers), ids.values, ids.capacity, size)) then
    return self:find_line(x1, y1, x2, y2, layers)
  end
  return to_sprites()
end

-- Returns the sprites with a solid pixel whose middle is in a polygon: `corners` is a list x1, y1, x2, y2, ... as for love.graphics.polygon.
function World:find_polygon(corners, layers)
  local points, length = core.points(corners, "corners")
  if ids:grew(C.hitmask_world_find_polygon(asked(self), points, length, layers_of(layers), ids.values, ids.capacity, size)) then
    return self:find_polygon(corners, layers)
  end
  return to_sprites()
end

-- Returns the sprites that share a pixel with a mask whose top-left pixel is at x, y.
function World:find_mask(mask, x, y, layers)
  local left, top = place(x, y)
  if ids:grew(C.hitmask_world_find_mask(asked(self), mask_pointer(mask, "mask"), left, top, layers_of(layers), ids.values, ids.capacity,
    size)) then return self:find_mask(mask, x, y, layers) end
  return to_sprites()
end

local near = core.room "hitmask_near"

-- Returns a list { sprite, distance } of at most `most` sprites (1 by default), the nearest first. The distance is in pixels.
function World:nearest(x, y, most, layers)
  most = math.min(count(most or 1, "most"), World.len(self))
  near:reserve(most)
  local px, py = pixel(x, y)
  check(C.hitmask_world_nearest(asked(self), px, py, layers_of(layers), near.values, most, size))
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do
    made[i + 1] = { sprite = C.hitmask_id_slot(near.values[i].id), distance = near.values[i].distance }
  end
  return made
end

-- ---- rays. What one meets is { sprite, x, y, step, started_inside, before_x, before_y, normal_x, normal_y }, as in `Mask:cast_ray`.

local function ray_of(hit)
  local made = core.ray_hit(hit)
  if made then made.sprite = C.hitmask_id_slot(hit.id) end
  return made
end

local hit, hits = ffi.new "hitmask_ray_hit", core.room "hitmask_ray_hit"

-- Returns the first solid pixel of a sprite on a line of pixels, or nil.
function World:cast_ray(x1, y1, x2, y2, layers, with_sensors)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  check(C.hitmask_world_cast_ray(asked(self), from_x, from_y, to_x, to_y, layers_of(layers), flag(with_sensors, "with_sensors", false), hit))
  return ray_of(hit)
end

-- Returns a list of what a line of pixels meets, one for each sprite, in the order of the line.
function World:cast_ray_all(x1, y1, x2, y2, layers, with_sensors)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  if hits:grew(C.hitmask_world_cast_ray_all(asked(self), from_x, from_y, to_x, to_y, layers_of(layers),
    flag(with_sensors, "with_sensors", false), hits.values, hits.capacity, size)) then
    return self:cast_ray_all(x1, y1, x2, y2, layers, with_sensors)
  end
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do made[i + 1] = ray_of(hits.values[i]) end
  return made
end

local starts, ends = core.room "hitmask_point", core.room "hitmask_point"

-- Casts many rays, a list { x1, y1, x2, y2, x1, y1, ... } with four numbers for each. Returns a list: what each meets, or false.
function World:cast_rays(rays, layers, with_sensors)
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
  check(C.hitmask_world_cast_rays(asked(self), starts.values, ends.values, length, layers_of(layers),
    flag(with_sensors, "with_sensors", false), hits.values))
  local made = {}
  for i = 0, length - 1 do made[i + 1] = ray_of(hits.values[i]) or false end
  return made
end

-- ---- ways and places

local swept = ffi.new "hitmask_swept"

-- { x, y, hit, started_inside }: where a way ends; what it has met, as in the hits of `World:move_until`, or nil; and a sprite that was
-- overlapped at the start, or nil.
local function swept_of(status)
  check(status)
  local made = { x = swept.at.x, y = swept.at.y, hit = sprites.sweep_hit(swept.hit) }
  if swept.started_inside ~= 0 then made.started_inside = C.hitmask_id_slot(swept.started_inside) end
  return made
end

-- Returns how far a sprite can go in a straight line to a place. It does not move.
function World:sweep(sprite, x, y, layers, with_sensors)
  local id = sprite_id(self, sprite)
  local left, top = place(x, y)
  return swept_of(C.hitmask_world_sweep(asked(self), id, left, top, layers_of(layers), flag(with_sensors, "with_sensors", false), swept))
end

-- Returns how far a mask can go from x1, y1 to x2, y2.
function World:sweep_shape(mask, x1, y1, x2, y2, layers, with_sensors)
  local from_x, from_y = place(x1, y1)
  local to_x, to_y = place(x2, y2)
  return swept_of(C.hitmask_world_sweep_shape(asked(self), mask_pointer(mask, "mask"), from_x, from_y, to_x, to_y, layers_of(layers),
    flag(with_sensors, "with_sensors", false), swept))
end

-- Returns whether a sprite would share no pixel with sprites that block it, if it stood at x, y.
function World:is_free(sprite, x, y, layers, with_sensors)
  local id = sprite_id(self, sprite)
  local left, top = place(x, y)
  return to_flag(C.hitmask_world_is_free(asked(self), id, left, top, layers_of(layers), flag(with_sensors, "with_sensors", false), found))
end

-- Returns the same for a sprite with other values, as for `World:set`.
function World:is_free_as(sprite, values, layers, with_sensors)
  local id, changed = load_changed(self, sprite, values)
  return to_flag(C.hitmask_world_is_free_as(asked(self), id, changed, layers_of(layers), flag(with_sensors, "with_sensors", false), found))
end

-- Returns the free place x, y nearest to x, y and at most `limit` pixels away, or nothing.
function World:nearest_free(sprite, x, y, limit, layers, with_sensors)
  local id = sprite_id(self, sprite)
  local left, top = place(x, y)
  return to_point(C.hitmask_world_nearest_free(asked(self), id, left, top, count(limit, "limit"), layers_of(layers),
    flag(with_sensors, "with_sensors", false), found, point))
end

-- Returns the same for a sprite with other values, from its position on.
function World:nearest_free_as(sprite, values, limit, layers, with_sensors)
  local id, changed = load_changed(self, sprite, values)
  return to_point(C.hitmask_world_nearest_free_as(asked(self), id, changed, count(limit, "limit"), layers_of(layers),
    flag(with_sensors, "with_sensors", false), found, point))
end

-- Returns the sprites that would block a move by dx, dy: 0, 1 for what a sprite stands on, 0, 0 for what it overlaps now, without one-way sprites.
function World:touching(sprite, dx, dy, layers, with_sensors)
  local id = sprite_id(self, sprite)
  if ids:grew(C.hitmask_world_touching(asked(self), id, int(dx, "dx"), int(dy, "dy"), layers_of(layers),
    flag(with_sensors, "with_sensors", false), ids.values, ids.capacity, size)) then
    return self:touching(sprite, dx, dy, layers, with_sensors)
  end
  return to_sprites()
end

-- ---- where a sprite is

-- Returns left, top, width, height of the smallest rectangle around the solid pixels of a sprite in the world, or nothing.
function World:bounds(sprite)
  local id = sprite_id(self, sprite)
  return core.to_rect(C.hitmask_world_bounds(asked(self), id, core.rect))
end

-- Returns a mask of a sprite as it looks now: flipped, turned, scaled and rotated; and its place x, y in the world.
function World:shape(sprite)
  local id = sprite_id(self, sprite)
  return masks.to_placed(C.hitmask_world_shape(asked(self), id, masks.made, point))
end

-- Returns the point x, y of a sprite's mask that a point of the world shows, with fractions, or nothing: where a crater goes.
function World:mask_point(sprite, x, y)
  local id = sprite_id(self, sprite)
  check(C.hitmask_world_mask_point(asked(self), id, real(x, "x"), real(y, "y"), core.vector))
  return core.vector.x, core.vector.y
end

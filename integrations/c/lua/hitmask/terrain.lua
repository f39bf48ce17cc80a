-- Sprites that lose pixels: masks of their own, digging, and falling apart.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks, worlds, sprites = require(HERE .. ".core"), require(HERE .. ".mask"), require(HERE .. ".world"), require(HERE .. ".sprites")
local C, check = core.C, core.check
local int, extent, real, pixel, place, layers_of = core.int, core.extent, core.real, core.pixel, core.place, core.layers
local mask_pointer, World, pointer, sprite_id = masks.pointer, worlds.World, worlds.pointer, sprites.sprite_id
local long, lent = core.long, ffi.new "hitmask_ids"

-- Gives a sprite a mask of its own, and returns the number of the mask: edits of it change no other sprite. A sprite that has one keeps it.
-- The mask goes with its last sprite.
function World:own_mask(sprite)
  local id = sprite_id(self, sprite)
  check(C.hitmask_world_own_mask(pointer(self), id, long))
  return worlds.mask_number(long[0])
end

-- The list that a call has lent.
local function to_sprites(world, status)
  check(status)
  local made = {}
  for i = 0, tonumber(lent.count) - 1 do made[i + 1] = C.hitmask_id_slot(lent.ids[i]) end
  pointer(world) -- what the call lends is the world's: this use keeps the world until here
  return made
end

-- ---- erase: digs a shape of the world out of the sprites in some layers (bits; all if it is nil), and returns the list of those that lost
-- pixels. They get masks of their own first, so others that show the same masks lose nothing. It works however a sprite is flipped, turned,
-- scaled or rotated. A sprite without pixels stays in the world.

-- Digs out the pixel of a point.
function World:erase_point(x, y, layers)
  local px, py = pixel(x, y)
  return to_sprites(self, C.hitmask_world_erase_point(pointer(self), px, py, layers_of(layers), lent))
end

-- Digs out a rectangle of whole pixels.
function World:erase_rect(x, y, width, height, layers)
  return to_sprites(self, C.hitmask_world_erase_rect(pointer(self), int(x, "x"), int(y, "y"), extent(width, "width"), extent(height, "height"),
    layers_of(layers), lent))
end

-- Digs out the pixels whose middles are in a circle.
function World:erase_circle(x, y, radius, layers)
  return to_sprites(self, C.hitmask_world_erase_circle(pointer(self), real(x, "x"), real(y, "y"), real(radius, "radius"), layers_of(layers), lent))
end

-- Digs out the pixels of a line, both ends included.
function World:erase_line(x1, y1, x2, y2, layers)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  return to_sprites(self, C.hitmask_world_erase_line(pointer(self), from_x, from_y, to_x, to_y, layers_of(layers), lent))
end

-- Digs out the pixels whose middles are in a polygon: `corners` is a list x1, y1, x2, y2, ... of at least three points.
function World:erase_polygon(corners, layers)
  local points, length = core.points(corners, "corners")
  return to_sprites(self, C.hitmask_world_erase_polygon(pointer(self), points, length, layers_of(layers), lent))
end

-- Digs out the solid pixels of a mask whose top-left pixel is at x, y.
function World:erase_mask(mask, x, y, layers)
  local left, top = place(x, y)
  return to_sprites(self, C.hitmask_world_erase_mask(pointer(self), mask_pointer(mask, "mask"), left, top, layers_of(layers), lent))
end

-- Splits a sprite into its connected parts, and returns the list of the new sprites. The sprite keeps its largest part; each other part becomes
-- a sprite of its own at its place, like the sprite in everything else. Pixels that share a side or a corner are connected.
function World:split(sprite)
  local id = sprite_id(self, sprite)
  return to_sprites(self, C.hitmask_world_split(pointer(self), id, lent))
end

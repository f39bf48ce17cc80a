-- Questions about masks. In those about two, x, y is the offset of the top-left pixel of `other` from that of this mask: whole numbers.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks = require(HERE .. ".core"), require(HERE .. ".mask")
local C, check = core.C, core.check
local int, count, extent, real, pixel = core.int, core.count, core.extent, core.real, core.pixel
local to_flag, to_count, to_point, to_vector, to_rect = core.to_flag, core.to_count, core.to_point, core.to_vector, core.to_rect
local found, point, vector, rect, long = core.found, core.point, core.vector, core.rect, core.long
local Mask, pointer, made, to_mask, to_placed = masks.Mask, masks.pointer, masks.made, masks.to_mask, masks.to_placed

-- ---- one mask

-- Returns whether the pixel is solid in which a point lies. Pixels outside the mask are not.
function Mask:contains(x, y)
  local px, py = pixel(x, y)
  return to_flag(C.hitmask_mask_contains(pointer(self), px, py, found))
end

-- Returns the number of solid pixels.
function Mask:count() return to_count(C.hitmask_mask_count(pointer(self), long)) end

-- Returns left, top, width, height of the smallest rectangle around the solid pixels, or nothing.
function Mask:bounds() return to_rect(C.hitmask_mask_bounds(pointer(self), rect)) end

-- Returns the mean position x, y of the solid pixels, in which the pixel x, y counts as x, y; or nothing.
function Mask:centroid() return to_vector(C.hitmask_mask_centroid(pointer(self), found, vector)) end

local degrees, moments = ffi.new "double[1]", ffi.new "hitmask_moments"

-- Returns the direction of the long axis of the solid pixels, in degrees from -90 to 90: a `/` has a positive angle, and a `\` a negative one.
-- Returns nil if there is none, as in a square.
function Mask:angle()
  check(C.hitmask_mask_angle(pointer(self), found, degrees))
  if found[0] then return degrees[0] end
end

-- Returns sums over the solid pixels: { count, x, y, xx, xy, yy }, of which `xy` is the sum of x * y.
function Mask:moments()
  check(C.hitmask_mask_moments(pointer(self), moments))
  return {
    count = tonumber(moments.count), x = tonumber(moments.x), y = tonumber(moments.y), xx = moments.xx, xy = moments.xy, yy = moments.yy,
  }
end

-- Returns whether a rectangle has a solid pixel.
function Mask:overlaps_rect(x, y, width, height)
  return to_flag(C.hitmask_mask_overlaps_rect(pointer(self), int(x, "x"), int(y, "y"), extent(width, "width"), extent(height, "height"), found))
end

-- Returns whether a circle has a solid pixel: one whose middle is in the circle.
function Mask:overlaps_circle(x, y, radius)
  return to_flag(C.hitmask_mask_overlaps_circle(pointer(self), real(x, "x"), real(y, "y"), real(radius, "radius"), found))
end

-- Returns whether a polygon has a solid pixel: one whose middle is in it. `corners` is a list x1, y1, x2, y2, ... of at least three points.
function Mask:overlaps_polygon(corners)
  local points, length = core.points(corners, "corners")
  return to_flag(C.hitmask_mask_overlaps_polygon(pointer(self), points, length, found))
end

local hit = ffi.new "hitmask_ray_hit"

-- Returns the first solid pixel on a line of pixels, or nil: { x, y, step, started_inside, before_x, before_y, normal_x, normal_y }. `step` is
-- the number of steps from the start, and before_x, before_y the free pixel before. Before and normal are missing if the line starts inside.
function Mask:cast_ray(x1, y1, x2, y2)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  check(C.hitmask_mask_cast_ray(pointer(self), from_x, from_y, to_x, to_y, hit))
  return core.ray_hit(hit)
end

-- ---- two masks

-- Returns whether two masks share a solid pixel.
function Mask:overlaps(other, x, y)
  return to_flag(C.hitmask_mask_overlaps(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), found))
end

-- Returns x, y of the topmost shared pixel, the leftmost of its row, or nothing.
function Mask:overlap_first(other, x, y)
  return to_point(C.hitmask_mask_overlap_first(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), found, point))
end

-- Returns the number of shared pixels.
function Mask:overlap_area(other, x, y)
  return to_count(C.hitmask_mask_overlap_area(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), long))
end

-- Returns left, top, width, height of the smallest rectangle around the shared pixels, or nothing.
function Mask:overlap_bounds(other, x, y)
  return to_rect(C.hitmask_mask_overlap_bounds(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), rect))
end

-- Returns a mask of the shared pixels, as large as this one.
function Mask:overlap_mask(other, x, y)
  return to_mask(C.hitmask_mask_overlap_mask(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), made))
end

-- Returns the direction x, y, of length 1, in which this mask leaves the other, or nothing.
function Mask:overlap_normal(other, x, y)
  return to_vector(C.hitmask_mask_overlap_normal(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), found, vector))
end

-- Returns the smallest move x, y of this mask after which the two share nothing, or nothing if they are free.
function Mask:penetration(other, x, y)
  return to_point(C.hitmask_mask_penetration(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), found, point))
end

-- Returns the smallest such move along a direction dx, dy, whose length does not count, or nothing.
function Mask:penetration_along(other, x, y, dx, dy)
  return to_point(C.hitmask_mask_penetration_along(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), int(dx, "dx"),
    int(dy, "dy"), found, point))
end

local distance = ffi.new "double[1]"

-- Returns the distance in pixels between the nearest solid pixels of the two: 0 if they share one, nil if one of them has none.
function Mask:distance(other, x, y)
  check(C.hitmask_mask_distance(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), found, distance))
  if found[0] then return distance[0] end
end

local FREE = core.names "within"

-- Returns the offset x, y of `other`, nearest to x, y and at most `limit` pixels away, at which the two share nothing, or nothing. With the
-- option within = { left, top, width, height }, the solid pixels of `other` lie in this rectangle: so masks are packed into a picture.
function Mask:nearest_free(other, x, y, limit, options)
  local within = core.within(core.options(options, FREE).within)
  return to_point(C.hitmask_mask_nearest_free(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), count(limit, "limit"), within,
    found, point))
end

-- Returns a mask of the offsets at which the two share a pixel, and the offset x, y of its top-left pixel.
function Mask:colliding_offsets(other)
  return to_placed(C.hitmask_mask_colliding_offsets(pointer(self), pointer(other, "other"), made, point))
end

-- Returns the convolution of two masks, as pygame defines it: its pixel x, y is solid if the two share a pixel at offset x - (width - 1),
-- y - (height - 1), with the size of `other`.
function Mask:convolve(other) return to_mask(C.hitmask_mask_convolve(pointer(self), pointer(other, "other"), made)) end

local sweep_hit = ffi.new "hitmask_sweep_hit"

-- Moves `other` from the offset x1, y1 to x2, y2, and returns its first touch, or nil: { x, y, step, started_inside, before_x, before_y,
-- normal_x, normal_y }. x, y is the first offset at which the two share a pixel, and before_x, before_y the last at which they share none.
function Mask:sweep(other, x1, y1, x2, y2)
  check(C.hitmask_mask_sweep(pointer(self), pointer(other, "other"), int(x1, "x1"), int(y1, "y1"), int(x2, "x2"), int(y2, "y2"), sweep_hit))
  return core.sweep_hit(sweep_hit)
end

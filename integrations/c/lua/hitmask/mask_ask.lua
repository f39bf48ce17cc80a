-- Questions about masks. In those about two, x, y is the offset of the top-left pixel of `other` from that of this mask: whole numbers.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks = require(HERE .. ".core"), require(HERE .. ".mask")
local C, check = core.C, core.check
local int, count, real, flag, pixel = core.int, core.count, core.real, core.flag, core.pixel
local to_flag, to_count, to_point, to_vector, to_rect = core.to_flag, core.to_count, core.to_point, core.to_vector, core.to_rect
local found, point, vector, rect, long, size = core.found, core.point, core.vector, core.rect, core.long, core.size
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

-- Returns whether a rectangle has a solid pixel.
function Mask:overlaps_rect(x, y, width, height)
  return to_flag(C.hitmask_mask_overlaps_rect(pointer(self), int(x, "x"), int(y, "y"), count(width, "width"), count(height, "height"), found))
end

-- Returns whether a circle has a solid pixel: one whose middle is in the circle.
function Mask:overlaps_circle(x, y, radius)
  return to_flag(C.hitmask_mask_overlaps_circle(pointer(self), real(x, "x"), real(y, "y"), real(radius, "radius"), found))
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

-- Returns the offset x, y of `other`, nearest to x, y and at most `limit` pixels away, at which the two share nothing, or nothing.
function Mask:nearest_free(other, x, y, limit)
  return to_point(C.hitmask_mask_nearest_free(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"), count(limit, "limit"), found,
    point))
end

-- Does the same with all of `other` in a rectangle { left, top, width, height }: so masks are packed into a picture.
function Mask:nearest_free_within(other, x, y, within, limit)
  local left, top, width, height = unpack(core.list(within, "within"), 1, 4)
  return to_point(C.hitmask_mask_nearest_free_within(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"),
    int(left, "left of within"), int(top, "top of within"), count(width, "width of within"), count(height, "height of within"),
    count(limit, "limit"), found, point))
end

local sweep_hit = ffi.new "hitmask_sweep_hit"

-- Moves `other` from the offset x1, y1 to x2, y2, and returns its first touch, or nil: { x, y, step, started_inside, before_x, before_y,
-- normal_x, normal_y }. x, y is the first offset at which the two share a pixel, and before_x, before_y the last at which they share none.
function Mask:sweep(other, x1, y1, x2, y2)
  check(C.hitmask_mask_sweep(pointer(self), pointer(other, "other"), int(x1, "x1"), int(y1, "y1"), int(x2, "x2"), int(y2, "y2"), sweep_hit))
  return core.sweep_hit(sweep_hit)
end

-- ---- parts and shapes. Pixels that share a side are connected, and if `diagonal`, pixels that share a corner.

local components = core.room "hitmask_component"

-- Returns a list of the connected parts, in the order of their first pixels: { count, left, top, width, height }.
function Mask:component_bounds(diagonal)
  if components:grew(C.hitmask_mask_component_bounds(pointer(self), flag(diagonal, "diagonal", false), components.values,
    components.capacity, size)) then return self:component_bounds(diagonal) end
  local list = {}
  for i = 0, tonumber(size[0]) - 1 do
    local part = components.values[i]
    local bounds = part.bounds
    list[i + 1] = { count = tonumber(part.count), left = bounds.left, top = bounds.top, width = bounds.width, height = bounds.height }
  end
  return list
end

-- Returns a mask of the part with a pixel, and its offset x, y; or nothing if the pixel is not solid.
function Mask:component_at(x, y, diagonal)
  local px, py = pixel(x, y)
  return to_placed(C.hitmask_mask_component_at(pointer(self), px, py, flag(diagonal, "diagonal", false), made, point))
end

-- Returns a mask of the part with the most pixels, and its offset x, y; or nothing if no pixel is solid.
function Mask:largest_component(diagonal)
  return to_placed(C.hitmask_mask_largest_component(pointer(self), flag(diagonal, "diagonal", false), made, point))
end

local corners, contours = core.room "hitmask_point", core.room "hitmask_contour"
local contour_count = ffi.new "size_t[1]"

-- Returns a list of the contours, polygons around the solid pixels and around holes: { x1, y1, x2, y2, ..., is_hole = false }, as for
-- love.graphics.polygon. Corners are those of pixels: the pixel x, y has the corners x, y and x + 1, y + 1. `tolerance` is how far, in
-- pixels, a simpler contour may be from the exact one: 0 by default.
function Mask:contours(tolerance)
  local status = C.hitmask_mask_contours(pointer(self), real(tolerance or 0, "tolerance"), corners.values, corners.capacity, size,
    contours.values, contours.capacity, contour_count)
  local grew = corners:grew(status)
  size[0] = contour_count[0]
  if contours:grew(status) or grew then return self:contours(tolerance) end
  local list = {}
  for i = 0, tonumber(contour_count[0]) - 1 do
    local contour, polygon = contours.values[i], {}
    local first = tonumber(contour.first)
    for k = 0, tonumber(contour.count) - 1 do
      polygon[2 * k + 1], polygon[2 * k + 2] = corners.values[first + k].x, corners.values[first + k].y
    end
    polygon.is_hole = contour.is_hole ~= 0
    list[i + 1] = polygon
  end
  return list
end

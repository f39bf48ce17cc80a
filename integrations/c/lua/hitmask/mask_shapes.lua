-- The pixels of a mask as lists: runs, connected parts, contours, hulls. Lists of points are { x1, y1, x2, y2, ... }, as for
-- love.graphics.polygon.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks = require(HERE .. ".core"), require(HERE .. ".mask")
local C, check, list = core.C, core.check, core.list
local int, extent, real, flag, pixel = core.int, core.extent, core.real, core.flag, core.pixel
local point, size = core.point, core.size
local Mask, pointer, made, to_mask, to_placed = masks.Mask, masks.pointer, masks.made, masks.to_mask, masks.to_placed

local hitmask = {}

local points = core.room "hitmask_point"

-- The list of points that a call has written.
local function to_points()
  local flat = {}
  for i = 0, tonumber(size[0]) - 1 do flat[2 * i + 1], flat[2 * i + 2] = points.values[i].x, points.values[i].y end
  return flat
end

-- Returns the solid pixels, row by row.
function Mask:pixels()
  if points:grew(C.hitmask_mask_pixels(pointer(self), points.values, points.capacity, size)) then return self:pixels() end
  return to_points()
end

-- Returns the outline, as pygame defines it: the pixels on the edge of one part, clockwise from the topmost, then leftmost pixel back to it.
function Mask:outline()
  if points:grew(C.hitmask_mask_outline(pointer(self), points.values, points.capacity, size)) then return self:outline() end
  return to_points()
end

-- Returns the corners of the convex hull, clockwise on the screen from the topmost, then leftmost one. Corners are those of pixels.
function Mask:convex_hull()
  if points:grew(C.hitmask_mask_convex_hull(pointer(self), points.values, points.capacity, size)) then return self:convex_hull() end
  return to_points()
end

local runs = core.room "hitmask_run"

-- Returns a list of the runs of solid pixels, row by row: { y, left, right }, from the column `left` up to, but without, `right`.
function Mask:runs()
  if runs:grew(C.hitmask_mask_runs(pointer(self), runs.values, runs.capacity, size)) then return self:runs() end
  local all = {}
  for i = 0, tonumber(size[0]) - 1 do
    local run = runs.values[i]
    all[i + 1] = { y = run.y, left = run.left, right = run.right }
  end
  return all
end

-- ---- parts. Pixels that share a side are connected, and if `diagonal` is true, pixels that share a corner.

local parts = core.room "hitmask_component"

-- Returns a list of the connected parts, in the order of their first pixels: { count, left, top, width, height }.
function Mask:component_bounds(diagonal)
  if parts:grew(C.hitmask_mask_component_bounds(pointer(self), flag(diagonal, "diagonal", false), parts.values, parts.capacity, size)) then
    return self:component_bounds(diagonal)
  end
  local all = {}
  for i = 0, tonumber(size[0]) - 1 do
    local bounds = parts.values[i].bounds
    all[i + 1] = {
      count = tonumber(parts.values[i].count), left = bounds.left, top = bounds.top, width = bounds.width, height = bounds.height,
    }
  end
  return all
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

local pieces = core.room "hitmask_mask *"

-- The list { mask, x, y } of the parts that a call has made, with the offset of each.
local function to_parts()
  local all = {}
  for i = 0, tonumber(size[0]) - 1 do all[i + 1] = { x = points.values[i].x, y = points.values[i].y } end
  for i, part in ipairs(all) do
    made[0] = pieces.values[i - 1]
    part.mask = to_mask(0)
  end
  return all
end

-- Returns a list { mask, x, y } of all parts, in the order of their first pixels.
function Mask:connected_components(diagonal)
  points:reserve(pieces.capacity)
  if pieces:grew(C.hitmask_mask_connected_components(pointer(self), flag(diagonal, "diagonal", false), pieces.values, points.values,
    pieces.capacity, size)) then return self:connected_components(diagonal) end
  return to_parts()
end

-- Returns a list { mask, x, y } of the parts that have no pixel in a rectangle: the pieces of terrain that are cut off from the ground.
function Mask:detached_components(x, y, width, height, diagonal)
  points:reserve(pieces.capacity)
  if pieces:grew(C.hitmask_mask_detached_components(pointer(self), int(x, "x"), int(y, "y"), extent(width, "width"), extent(height, "height"),
    flag(diagonal, "diagonal", false), pieces.values, points.values, pieces.capacity, size)) then
    return self:detached_components(x, y, width, height, diagonal)
  end
  return to_parts()
end

-- ---- contours

local contours, contour_count = core.room "hitmask_contour", ffi.new "size_t[1]"
local COVERING = core.names "covering"

-- Returns a list of the contours, polygons around the solid pixels and around holes: { x1, y1, x2, y2, ..., is_hole = false }. Corners are
-- those of pixels: the pixel x, y has the corners x, y and x + 1, y + 1. `tolerance` is how far, in pixels, a simpler contour may be from the
-- exact one: 0 by default. With the option covering = true, no solid pixel is cut, not even in part.
function Mask:contours(tolerance, options)
  local covering = flag(core.options(options, COVERING).covering, "covering", false)
  local status = C.hitmask_mask_contours(pointer(self), real(tolerance or 0, "tolerance"), covering, points.values, points.capacity, size,
    contours.values, contours.capacity, contour_count)
  local points_grew = points:grew(status)
  size[0] = contour_count[0]
  if contours:grew(status) or points_grew then return self:contours(tolerance, options) end
  local all = {}
  for i = 0, tonumber(size[0]) - 1 do
    local contour, flat = contours.values[i], {}
    local first = tonumber(contour.first)
    for k = 0, tonumber(contour.count) - 1 do
      flat[2 * k + 1], flat[2 * k + 2] = points.values[first + k].x, points.values[first + k].y
    end
    flat.is_hole = contour.is_hole ~= 0
    all[i + 1] = flat
  end
  return all
end

-- Makes a mask of a size from a list of contours: solid are the pixels whose middles are in an odd number of them.
function hitmask.mask_from_contours(width, height, polygons)
  local counts, flat = ffi.new("size_t[?]", math.max(1, #list(polygons, "contours"))), {}
  for i, polygon in ipairs(polygons) do
    local length = #list(polygon, "contour")
    if length % 2 ~= 0 then core.fail("a contour must be a list x1, y1, x2, y2, ..., got %d numbers", length) end
    counts[i - 1] = length / 2
    for k = 1, length do flat[#flat + 1] = int(polygon[k], "corner") end
  end
  local corners = ffi.new("hitmask_point[?]", math.max(1, #flat / 2))
  for i = 0, #flat / 2 - 1 do corners[i].x, corners[i].y = flat[2 * i + 1], flat[2 * i + 2] end
  return to_mask(C.hitmask_mask_from_contours(extent(width, "width"), extent(height, "height"), corners, #flat / 2, counts, #polygons, made))
end

return { functions = hitmask }

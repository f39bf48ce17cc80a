-- Masks: the shapes of pictures, a bit for each pixel. The questions about them are in mask_ask.lua.
local ffi = require "ffi"
local core = require((...):match "^(.*)%.[^.]*$" .. ".core")
local C, check, fail, text = core.C, core.check, core.fail, core.text
local int, extent, real, flag, pixel, whole = core.int, core.extent, core.real, core.flag, core.pixel, core.whole

local Mask, pointer, new = core.class("mask", C.hitmask_mask_free,
  "; hitmask.mask_from_imagedata makes one, and World:mask returns one of a world")
local hitmask = {} -- the functions that make masks

-- ---- copy and size

local made, sizes = ffi.new "hitmask_mask *[1]", ffi.new "uint32_t[2]"

-- Takes the status of a call that has written a mask to `made`, and returns the mask, or nil if there is none.
local function to_mask(status)
  check(status)
  if made[0] == nil then return nil end
  local mask = new(made[0])
  check(C.hitmask_mask_size(mask.object, sizes, sizes + 1))
  core.has_made(sizes[0] * sizes[1] / 8)
  return mask
end

-- Returns the mask, and the offset of its top-left pixel.
local function to_placed(status)
  local mask = to_mask(status)
  if mask then return mask, core.point.x, core.point.y end
end

-- Copies a mask. The copy costs nothing until one of the two changes.
function Mask:copy() return to_mask(C.hitmask_mask_copy(pointer(self), made)) end

-- Returns width, height.
function Mask:size()
  check(C.hitmask_mask_size(pointer(self), sizes, sizes + 1))
  return sizes[0], sizes[1]
end

-- ---- make and save

-- Makes a mask of this size in which no pixel is solid.
function hitmask.mask_new(width, height) return to_mask(C.hitmask_mask_new(extent(width, "width"), extent(height, "height"), made)) end

-- Makes a mask of this size in which every pixel is solid.
function hitmask.mask_filled(width, height) return to_mask(C.hitmask_mask_filled(extent(width, "width"), extent(height, "height"), made)) end

-- Makes a mask from a drawing: a line for each row, `#` for a solid pixel, and `.` for a free one.
function hitmask.mask_from_text(drawing) return to_mask(C.hitmask_mask_from_text(text(drawing, "drawing"), #drawing, made)) end

-- Returns the width and the height of a picture, whose pixels of some bytes are a string. More bytes than it has are an error too.
local function picture_size(pixels, width, height, bytes)
  local most = extent(width, "width") * extent(height, "height") * bytes
  if #text(pixels, "pixels") > most then fail("pixels must have %.0f bytes for %.0f x %.0f pixels, got %d", most, width, height, #pixels) end
  return width, height
end

-- Makes a mask from a string with four bytes for each pixel, of which the last is alpha. Pixels with an alpha value above `alpha_above`,
-- from 0 to 255 (127 by default), are solid.
function hitmask.mask_from_rgba(pixels, width, height, alpha_above)
  local above = whole(alpha_above or 127, "alpha_above", 0, 255)
  local columns, rows = picture_size(pixels, width, height, 4)
  return to_mask(C.hitmask_mask_from_rgba(pixels, #pixels, columns, rows, width * 4, above, made))
end

-- Makes a mask from a string with an alpha value for each pixel.
function hitmask.mask_from_alpha(pixels, width, height, alpha_above)
  local above = whole(alpha_above or 127, "alpha_above", 0, 255)
  local columns, rows = picture_size(pixels, width, height, 1)
  return to_mask(C.hitmask_mask_from_alpha(pixels, #pixels, columns, rows, width, above, made))
end

-- Makes a mask from a string with four bytes for each pixel. All are solid except those of the color r, g, b, each from 0 to 255.
function hitmask.mask_from_color_key(pixels, width, height, r, g, b)
  local key = ffi.new("uint8_t[4]", whole(r, "r", 0, 255), whole(g, "g", 0, 255), whole(b, "b", 0, 255))
  local columns, rows = picture_size(pixels, width, height, 4)
  return to_mask(C.hitmask_mask_from_color_key(pixels, #pixels, columns, rows, width * 4, key, made))
end

local ORDERS = { rgba = 0, bgra = 1, argb = 2, abgr = 3, rgb = 4, bgr = 5 }
local SURFACE = core.names("order", "stride", "alpha_above", "color_key", "luma_above")
local layout = ffi.new "hitmask_pixel_layout"

-- Makes a mask from a string of the pixels of a surface as a program has it. Options:
--
-- - order: the order of the bytes in memory, "rgba" (the default), "bgra", "argb", "abgr", "rgb" or "bgr". A number 0xAARRGGBB is "bgra".
-- - stride: the number of bytes from a row to the next. If it is negative, the bottom row is the first.
-- - alpha_above (127 by default), color_key = { r, g, b } or luma_above: at most one of them says which pixels are solid.
function hitmask.mask_from_pixels(pixels, width, height, options)
  options = core.options(options, SURFACE)
  local order, key = options.order or "rgba", options.color_key
  if not ORDERS[order] then fail('order must be "rgba", "bgra", "argb", "abgr", "rgb" or "bgr", got %s', core.shown(options.order)) end
  local rules = (options.alpha_above and 1 or 0) + (key and 1 or 0) + (options.luma_above and 1 or 0)
  if rules > 1 then fail("expected at most one of alpha_above, color_key and luma_above, got several") end
  ffi.fill(layout, ffi.sizeof(layout))
  layout.order = ORDERS[order]
  layout.stride = whole(options.stride or 0, "stride", -2 ^ 31, 2 ^ 31 - 1)
  if key then
    core.list(key, "color_key")
    layout.rule = C.HITMASK_COLOR_KEY
    layout.red, layout.green = whole(key[1], "red of color_key", 0, 255), whole(key[2], "green of color_key", 0, 255)
    layout.blue = whole(key[3], "blue of color_key", 0, 255)
  elseif options.luma_above then
    layout.rule, layout.threshold = C.HITMASK_LUMA_ABOVE, whole(options.luma_above, "luma_above", 0, 255)
  elseif options.alpha_above then
    layout.rule, layout.threshold = C.HITMASK_ALPHA_ABOVE, whole(options.alpha_above, "alpha_above", 0, 255)
  end
  local columns, rows = extent(width, "width"), extent(height, "height")
  return to_mask(C.hitmask_mask_from_pixels(text(pixels, "pixels"), #pixels, columns, rows, layout, made))
end

local BIT_ROWS = core.names("stride", "high_first")

-- Makes a mask from a string of bits in rows that begin at whole bytes, such as a PBM file. Options: `stride`, the number of bytes from a row to
-- the next; `high_first` (true by default), whether the leftmost pixel is the highest bit of a byte.
function hitmask.mask_from_bit_rows(bits, width, height, options)
  options = core.options(options, BIT_ROWS)
  local stride, high_first = whole(options.stride or 0, "stride", -2 ^ 31, 2 ^ 31 - 1), core.flag(options.high_first, "high_first", true)
  local columns, rows = extent(width, "width"), extent(height, "height")
  return to_mask(C.hitmask_mask_from_bit_rows(text(bits, "bits"), #bits, columns, rows, stride, high_first, made))
end

-- Makes a mask from a string of bits, row by row, without gaps between rows: the first pixel is the lowest bit of the first byte.
function hitmask.mask_from_bits(bits, width, height)
  text(bits, "bits")
  return to_mask(C.hitmask_mask_from_bits(bits, #bits, extent(width, "width"), extent(height, "height"), made))
end

-- Makes a mask from what `to_bytes` returns, in any language that hitmask supports.
function hitmask.mask_from_bytes(bytes) return to_mask(C.hitmask_mask_from_bytes(text(bytes, "bytes"), #bytes, made)) end

-- Returns width, height of an ImageData of LÖVE, whose pixels have four bytes.
local function rgba_size(data)
  if type(data) ~= "userdata" and type(data) ~= "table" or not data.getFFIPointer then
    fail("data must be an ImageData, from love.image.newImageData, got %s", core.shown(data))
  end
  local format = data:getFormat()
  if format ~= "rgba8" then fail('the format of the ImageData must be "rgba8", got "%s"', format) end
  return data:getDimensions()
end

-- Makes a mask from an ImageData of LÖVE, without a copy of its pixels. `options.quad` is a Quad, or `options.frame` is { x, y, width,
-- height }: the part of the picture that a sprite shows. Pixels with an alpha value above `options.alpha_above`, from 0 to 255 (127 by
-- default), are solid.
function hitmask.mask_from_imagedata(data, options)
  local all_width, all_height = rgba_size(data)
  options = core.list(options or {}, "options")
  for name in pairs(options) do
    if name ~= "quad" and name ~= "frame" and name ~= "alpha_above" then
      fail("an ImageData is read with the options quad, frame and alpha_above, not %s", tostring(name))
    end
  end
  local x, y, width, height = 0, 0, all_width, all_height
  if options.quad then
    x, y, width, height = options.quad:getViewport()
  elseif options.frame then
    x, y, width, height = unpack(core.list(options.frame, "frame"), 1, 4)
  end
  whole(x, "x of the frame", 0, all_width)
  whole(y, "y of the frame", 0, all_height)
  whole(width, "width of the frame", 0, all_width - x)
  whole(height, "height of the frame", 0, all_height - y)
  local above = whole(options.alpha_above or 127, "alpha_above", 0, 255)
  local stride, start = all_width * 4, (y * all_width + x) * 4
  local pixels = ffi.cast("const uint8_t *", data:getFFIPointer())
  -- A frame of zero width or height may begin behind the last pixel.
  local length = math.max(0, data:getSize() - start)
  local mask = to_mask(C.hitmask_mask_from_rgba(pixels + start, length, width, height, stride, above, made))
  data:getSize() -- this use keeps the pixels until here
  return mask
end

-- Makes an ImageData of LÖVE from a mask: white where the mask is solid, and transparent elsewhere.
function Mask:to_imagedata()
  local held, width, height = pointer(self), self:size()
  local data = love.image.newImageData(width, height)
  local white, clear = ffi.new("uint8_t[4]", 255, 255, 255, 255), ffi.new "uint8_t[4]"
  check(C.hitmask_mask_to_rgba(held, ffi.cast("uint8_t *", data:getFFIPointer()), data:getSize(), width * 4, white, clear))
  return data
end

-- Returns a string with a byte for each pixel: 255 if it is solid, or else 0.
function Mask:to_alpha()
  local held, width, height = pointer(self), self:size()
  local pixels = ffi.new("uint8_t[?]", width * height)
  check(C.hitmask_mask_to_alpha(held, pixels, width * height, width, 255, 0))
  return ffi.string(pixels, width * height)
end

-- Makes the pixels of a picture transparent where the mask is not solid, for example after a game has dug into the mask of a terrain. The
-- picture is an ImageData of LÖVE, which changes: call `replacePixels` of its Image afterwards.
function Mask:clear_alpha(data)
  local held, width, height = pointer(self), self:size()
  local data_width, data_height = rgba_size(data)
  if data_width ~= width or data_height ~= height then
    fail("the ImageData must have the size of the mask, %d x %d, got %d x %d", width, height, data_width, data_height)
  end
  check(C.hitmask_mask_clear_alpha(held, ffi.cast("uint8_t *", data:getFFIPointer()), data:getSize(), width * 4))
end

-- Returns a string of bits, in the order of `mask_from_bits`.
function Mask:to_bits()
  local held, width, height = pointer(self), self:size()
  local length = math.ceil(width * height / 8)
  local bits = ffi.new("uint8_t[?]", length)
  check(C.hitmask_mask_to_bits(held, bits, length))
  return ffi.string(bits, length)
end

-- Saves a mask: a string for `mask_from_bytes`.
function Mask:to_bytes() return core.bytes_of(C.hitmask_mask_to_bytes, pointer(self)) end

-- ---- edits. They make pixels solid, or free if `solid` is false.

function Mask:set(x, y, solid)
  local px, py = pixel(x, y)
  check(C.hitmask_mask_set(pointer(self), px, py, flag(solid, "solid", true)))
end

function Mask:fill(solid) check(C.hitmask_mask_fill(pointer(self), flag(solid, "solid", true))) end

-- Makes solid pixels free, and free ones solid.
function Mask:invert() check(C.hitmask_mask_invert(pointer(self))) end

function Mask:fill_rect(x, y, width, height, solid)
  check(C.hitmask_mask_fill_rect(pointer(self), int(x, "x"), int(y, "y"), extent(width, "width"), extent(height, "height"),
    flag(solid, "solid", true)))
end

-- Fills the pixels whose middles are in a circle. The middle of the pixel x, y is x + 0.5, y + 0.5.
function Mask:fill_circle(x, y, radius, solid)
  check(C.hitmask_mask_fill_circle(pointer(self), real(x, "x"), real(y, "y"), real(radius, "radius"), flag(solid, "solid", true)))
end

-- Fills the pixels of a line, both ends included.
function Mask:fill_line(x1, y1, x2, y2, solid)
  local from_x, from_y = pixel(x1, y1)
  local to_x, to_y = pixel(x2, y2)
  check(C.hitmask_mask_fill_line(pointer(self), from_x, from_y, to_x, to_y, flag(solid, "solid", true)))
end

-- Fills the pixels whose middles are in a polygon: `corners` is a list x1, y1, x2, y2, ... of at least three points.
function Mask:fill_polygon(corners, solid)
  local points, length = core.points(corners, "corners")
  check(C.hitmask_mask_fill_polygon(pointer(self), points, length, flag(solid, "solid", true)))
end

-- Edits with another mask, whose top-left pixel is at x, y of this one.

-- Makes the pixels solid that are solid in `other`.
function Mask:draw(other, x, y) check(C.hitmask_mask_draw(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"))) end

-- Makes the pixels free that are solid in `other`: craters, bites.
function Mask:erase(other, x, y) check(C.hitmask_mask_erase(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"))) end

-- Makes the pixels free that are solid in both, and solid that are solid in `other` alone.
function Mask:toggle(other, x, y) check(C.hitmask_mask_toggle(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"))) end

-- Makes the pixels free that are not solid in `other`.
function Mask:intersect(other, x, y) check(C.hitmask_mask_intersect(pointer(self), pointer(other, "other"), int(x, "x"), int(y, "y"))) end

-- ---- transforms. Each returns another mask; those that move the top-left pixel return its offset x, y too.

-- Mirrors left to right if `flip_x`, then turns clockwise by quarter turns, 0 to 3.
function Mask:oriented(flip_x, quarter_turns)
  local quarters = whole(quarter_turns or 0, "quarter_turns", 0, 3)
  return to_mask(C.hitmask_mask_oriented(pointer(self), flag(flip_x, "flip_x", false), quarters, made))
end

-- Changes the size, in pixels, without smoothing.
function Mask:scaled(width, height)
  return to_mask(C.hitmask_mask_scaled(pointer(self), extent(width, "width"), extent(height, "height"), made))
end

-- Rotates clockwise about the middle, by an angle in degrees, without smoothing.
function Mask:rotated(degrees) return to_placed(C.hitmask_mask_rotated(pointer(self), real(degrees, "degrees"), made, core.point)) end

-- Draws the mask as an affine map does, without smoothing: the map { a, b, c, d, e, f } sends the point x, y to a * x + b * y + c,
-- d * x + e * y + f.
function Mask:transformed(map)
  local m = ffi.new "double[6]"
  for i = 1, 6 do m[i - 1] = real(core.list(map, "map")[i], "map") end
  return to_placed(C.hitmask_mask_transformed(pointer(self), m, made, core.point))
end

-- Returns the smallest mask with all solid pixels.
function Mask:cropped() return to_placed(C.hitmask_mask_cropped(pointer(self), made, core.point)) end

-- Grows, or shrinks, all around by a radius in pixels: the distance between the middles of pixels.
function Mask:grown(radius) return to_placed(C.hitmask_mask_grown(pointer(self), real(radius, "radius"), made, core.point)) end
function Mask:shrunk(radius) return to_placed(C.hitmask_mask_shrunk(pointer(self), real(radius, "radius"), made, core.point)) end

return { Mask = Mask, pointer = pointer, made = made, to_mask = to_mask, to_placed = to_placed, functions = hitmask }

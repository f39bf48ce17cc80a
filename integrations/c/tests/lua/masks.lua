-- What the scripts of calls do not ask of masks.
local hitmask = require "hitmask"
local check = require "check"
local equal, values = check.equal, check.values

local function made()
  local text = hitmask.mask_from_text "#.#\n.#."
  equal(text:to_bits(), "\21")
  equal(hitmask.mask_from_bits("\21", 3, 2):to_bytes(), text:to_bytes())
  equal(hitmask.mask_from_bytes(text:to_bytes()):count(), 3)
  equal(text:to_alpha(), "\255\0\255\0\255\0")
  equal(hitmask.mask_from_alpha(text:to_alpha(), 3, 2):to_bits(), "\21")
  equal(hitmask.mask_from_alpha("\200\100", 2, 1, 200):count(), 0)
  equal(hitmask.mask_from_color_key("\1\2\3\255\1\2\4\255", 2, 1, 1, 2, 3):to_bits(), "\2")
  equal(hitmask.mask_from_rgba("\1\2\3\128\1\2\3\127", 2, 1):to_bits(), "\1")
  -- An opaque blue and a clear red pixel, in rows of 12 bytes.
  local bgra = "\255\0\0\255\0\0\255\0____\0\0\255\255\0\0\255\255"
  equal(hitmask.mask_from_pixels(bgra, 2, 2, { order = "bgra", stride = 12 }):to_bits(), "\13")
  equal(hitmask.mask_from_pixels(bgra, 2, 2, { order = "bgra", stride = -12 }):to_bits(), "\7")
  equal(hitmask.mask_from_pixels(bgra, 2, 2, { order = "bgra", stride = 12, alpha_above = 255 }):to_bits(), "\0")
  equal(hitmask.mask_from_pixels(bgra, 2, 2, { order = "bgra", stride = 12, color_key = { 0, 0, 255 } }):to_bits(), "\14")
  equal(hitmask.mask_from_pixels(bgra, 2, 2, { order = "bgra", stride = 12, luma_above = 53 }):to_bits(), "\14")
  equal(hitmask.mask_from_pixels("\9\9\9", 1, 1, { order = "rgb" }):to_bits(), "\1")
  equal(hitmask.mask_from_pixels("\0\0\0\255", 1, 1):to_bits(), "\1")
  equal(hitmask.mask_from_bit_rows("\128\64_\1\128", 10, 2, { stride = 3 }):to_bits(), hitmask.mask_from_text("#........#\n.......##."):to_bits())
  equal(hitmask.mask_from_bit_rows("\1\2", 2, 2, { high_first = false }):to_bits(), "\9")
  values({ hitmask.mask_new(0, 5):size() }, 0, 5)
  equal(hitmask.mask_new(0, 5):to_bits(), "")
  local copy = text:copy()
  copy:invert()
  values({ copy:count(), text:count() }, 3, 3)
  equal(copy:overlaps(text, 0, 0), false)
end

local function asked()
  local mask = hitmask.mask_from_text "....\n.##.\n...."
  equal(mask:contains(1.9, 1), true)
  equal(mask:contains(-1, 0), false)
  values({ mask:bounds() }, 1, 1, 2, 1)
  values({ hitmask.mask_new(4, 4):bounds() })
  values({ mask:centroid() }, 1.5, 1)
  values({ hitmask.mask_new(4, 4):centroid() })
  equal(hitmask.mask_from_text("..#\n.#.\n#.."):angle(), 45)
  equal(hitmask.mask_filled(2, 2):angle(), nil)
  local moments = mask:moments()
  values({ moments.count, moments.x, moments.y, moments.xx, moments.xy, moments.yy }, 2, 3, 2, 5, 3, 2)
  equal(mask:overlaps_rect(0, 0, 1, 3), false)
  equal(mask:overlaps_rect(0, 0, 2, 2), true)
  equal(mask:overlaps_circle(0, 0, 1), false)
  equal(mask:overlaps_circle(1.5, 1.5, 0.1), true)
  equal(mask:overlaps_polygon { 0, 0, 4, 0, 4, 1, 0, 1 }, false)
  equal(mask:overlaps_polygon { 0, 0, 4, 0, 4, 3, 0, 3 }, true)
  local hit = mask:cast_ray(-1, 1, 9, 1)
  values({ hit.x, hit.y, hit.step, hit.before_x, hit.before_y, hit.normal_x, hit.started_inside }, 1, 1, 2, 0, 1, -1, false)
  equal(mask:cast_ray(1, 1, 9, 1).before_x, nil)
  equal(mask:cast_ray(0, 0, 9, 0), nil)
  equal(mask:overlap_mask(mask, 1, 0):count(), 1)
end

local function edited()
  local mask = hitmask.mask_new(5, 5)
  mask:fill_line(0, 0, 4, 4)
  equal(mask:count(), 5)
  mask:fill_polygon { 0, 0, 5, 0, 5, 5, 0, 5 }
  equal(mask:count(), 25)
  mask:fill_rect(1, 1, 3, 3, false)
  equal(mask:count(), 16)
  mask:set(2.5, 2.5)
  equal(mask:contains(2, 2), true)
  mask:fill(false)
  mask:fill_circle(2.5, 2.5, 1)
  equal(mask:count(), 5)
  local dot = hitmask.mask_filled(1, 1)
  mask:draw(dot, 0, 0)
  mask:erase(dot, 2, 2)
  mask:toggle(dot, 4, 4)
  equal(mask:count(), 6)
  mask:intersect(dot, 4, 4)
  values({ mask:bounds() }, 4, 4, 1, 1)
end

local function transformed()
  local mask = hitmask.mask_from_text "##\n#.\n.."
  values({ mask:oriented(true, 0):overlap_first(hitmask.mask_filled(1, 1), 1, 1) }, 1, 1)
  values({ mask:oriented(nil, 1):size() }, 3, 2)
  values({ mask:scaled(4, 6):count() }, 12)
  local turned, x, y = mask:rotated(90)
  values({ turned:count(), x ~= nil, y ~= nil }, 3, true, true)
  turned, x, y = mask:transformed { 2, 0, 10, 0, 2, 20 }
  values({ turned:count(), x, y }, 12, 10, 20)
  local cropped, left, top = hitmask.mask_from_text("...\n.#."):cropped()
  values({ left, top, cropped:size() }, 1, 1, 1, 1)
  local grown, grown_x, grown_y = cropped:grown(1)
  values({ grown:count(), grown_x, grown_y }, 5, -1, -1)
  equal(grown:shrunk(1):count(), 1)
  local offsets, at_x, at_y = mask:colliding_offsets(hitmask.mask_filled(1, 1))
  for ox = -2, 3 do
    for oy = -2, 3 do equal(offsets:contains(ox - at_x, oy - at_y), mask:overlaps(hitmask.mask_filled(1, 1), ox, oy)) end
  end
  equal(mask:convolve(hitmask.mask_filled(1, 1)):count(), 3)
end

local function shapes()
  local mask = hitmask.mask_from_text "##..\n##..\n..#."
  values(mask:pixels(), 0, 0, 1, 0, 0, 1, 1, 1, 2, 2)
  local runs = mask:runs()
  values({ #runs, runs[3].y, runs[3].left, runs[3].right }, 3, 2, 2, 3)
  local parts = mask:component_bounds()
  values({ #parts, parts[2].count, parts[2].left, parts[2].top, parts[2].width, parts[2].height }, 2, 1, 2, 2, 1, 1)
  equal(#mask:component_bounds(true), 1)
  local part, x, y = mask:component_at(2, 2)
  values({ x, y, part:count() }, 2, 2, 1)
  values({ mask:component_at(3, 0) })
  part, x, y = mask:largest_component()
  values({ x, y, part:count() }, 0, 0, 4)
  values({ hitmask.mask_new(3, 3):largest_component() })
  local all = mask:connected_components()
  values({ #all, all[1].mask:count(), all[2].x, all[2].y }, 2, 4, 2, 2)
  local cut = mask:detached_components(0, 2, 4, 1)
  values({ #cut, cut[1].mask:count(), cut[1].x }, 1, 4, 0)
  values(mask:convex_hull(), 0, 0, 2, 0, 3, 2, 3, 3, 2, 3, 0, 2)
  equal(#hitmask.mask_filled(3, 3):outline(), 18)
  local ring = hitmask.mask_from_text "###\n#.#\n###"
  local contours = ring:contours()
  values({ #contours, #contours[1], contours[1].is_hole, #contours[2], contours[2].is_hole }, 2, 8, false, 8, true)
  equal(hitmask.mask_from_contours(3, 3, contours):to_bits(), ring:to_bits())
  equal(hitmask.mask_from_contours(3, 3, {}):count(), 0)
  -- Lists that are longer than the room of the first call.
  local dots = hitmask.mask_new(99, 99)
  for dx = 0, 98, 2 do
    for dy = 0, 98, 2 do dots:set(dx, dy) end
  end
  values({ #dots:component_bounds(), #dots:connected_components(), #dots:contours(), #dots:pixels(), #dots:runs() }, 2500, 2500, 2500, 5000, 2500)
  equal(#dots:contours(1), 2500)
  -- A slope whose pixels are cut, and one that covers them.
  local slope = hitmask.mask_from_text "#...\n##..\n###.\n####"
  values(slope:contours(0.8)[1], 0, 0, 4, 4, 0, 4)
  values(slope:contours(0.8, { covering = true })[1], 0, 0, 1, 0, 4, 3, 4, 4, 0, 4)
end

return { made, asked, edited, transformed, shapes }

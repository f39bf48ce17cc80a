-- The tests of hitmask.lua: luajit tests/lua/tests.lua FOLDER_OF_CALLS, from integrations/c.
package.path = "lua/?/init.lua;lua/?.lua;tests/lua/?.lua;" .. package.path
local ffi = require "ffi"
local hitmask = require "hitmask"
local json = require "json"

local function equal(one, other)
  if one ~= other then error(("got %s, expected %s"):format(tostring(one), tostring(other)), 2) end
end

local function fails(part, call, ...)
  local fine, message = pcall(call, ...)
  if fine or not tostring(message):find(part, 1, true) then error(("expected an error with %q, got %s"):format(part, tostring(message)), 2) end
end

-- ---- the scripts of calls

local SIDES = { [0] = "left", "right", "top", "bottom" }

local function nullable(value)
  if value == nil then return json.null end
  return value
end

local function given(value)
  if value ~= json.null then return value end
end

local function xy(x, y)
  if x == nil then return json.null end
  return { x, y }
end

local function rect(left, ...)
  if left == nil then return json.null end
  return { left, ... }
end

local function ray(hit)
  if not hit then return json.null end
  return { id = hit.sprite, at = { hit.x, hit.y }, before = xy(hit.before_x, hit.before_y), step = hit.step, normal = xy(hit.normal_x, hit.normal_y) }
end

local function swept(hit)
  if not hit then return json.null end
  return { id = hit.sprite, first = { hit.x, hit.y }, before = xy(hit.before_x, hit.before_y), step = hit.step, normal = { hit.normal_x, hit.normal_y } }
end

local function contact(c)
  if not c then return json.null end
  return {
    a = c.a, b = c.b, area = c.area, first = { c.x, c.y }, bounds = c.bounds, normal = { c.normal_x, c.normal_y },
    penetration = { c.penetration_x, c.penetration_y },
  }
end

local function options(values)
  local made = {}
  for name, value in pairs(values) do
    if name == "one_way" then value = SIDES[value] or false end
    if value == json.null then value = false end
    made[name] = value
  end
  return made
end

local function player()
  local masks, world, calls = {}, hitmask.world_new(), {}
  local function pair(call) return masks[call.a], masks[call.b], unpack(call.at or call.start) end
  function calls.mask(call) masks[call.as] = hitmask.mask_from_text(call.text) end
  function calls.overlaps(call)
    local a, b, x, y = pair(call)
    return a:overlaps(b, x, y)
  end
  for _, name in ipairs { "overlap_first", "overlap_normal", "penetration" } do
    calls[name] = function(call)
      local a, b, x, y = pair(call)
      return xy(a[name](a, b, x, y))
    end
  end
  function calls.overlap_area(call)
    local a, b, x, y = pair(call)
    return a:overlap_area(b, x, y)
  end
  function calls.overlap_bounds(call)
    local a, b, x, y = pair(call)
    return rect(a:overlap_bounds(b, x, y))
  end
  function calls.penetration_along(call)
    local a, b, x, y = pair(call)
    return xy(a:penetration_along(b, x, y, unpack(call.direction)))
  end
  function calls.nearest_free(call)
    local a, b, x, y = pair(call)
    return xy(a:nearest_free(b, x, y, call.limit))
  end
  function calls.nearest_free_within(call)
    local a, b, x, y = pair(call)
    return xy(a:nearest_free_within(b, x, y, call.within, call.limit))
  end
  function calls.remainder(call)
    local remainder, moves = hitmask.remainder_new(), {}
    for i, by in ipairs(call.moves) do moves[i] = { remainder:take(by[1], by[2]) } end
    return { moves = moves, rest = { remainder.rest.x, remainder.rest.y } }
  end
  function calls.sweep(call)
    local a, b, x, y = pair(call)
    local hit = a:sweep(b, x, y, unpack(call["end"]))
    local inside = hit ~= nil and hit.started_inside
    if hit then hit = { at = { hit.x, hit.y }, before = xy(hit.before_x, hit.before_y), step = hit.step, normal = { hit.normal_x, hit.normal_y } } end
    return { hit = nullable(hit), started_inside = inside }
  end
  function calls.cast_ray(call) return ray(masks[call.mask]:cast_ray(call.start[1], call.start[2], unpack(call["end"]))) end
  function calls.count(call) return masks[call.mask]:count() end
  function calls.bounds(call) return rect(masks[call.mask]:bounds()) end
  function calls.centroid(call) return xy(masks[call.mask]:centroid()) end
  function calls.add_mask(call) return world:add_mask(masks[call.mask]) end
  function calls.spawn(call) return world:spawn(call.mask, call.position[1], call.position[2], options(call.options)) end
  function calls.set(call) world:set(call.id, options(call.changes)) end
  function calls.get(call)
    local sprite = world:get(call.id)
    sprite.pivot = sprite.pivot or json.null
    sprite.one_way = ({ left = 0, right = 1, top = 2, bottom = 3 })[sprite.one_way] or json.null
    return sprite
  end
  for _, name in ipairs { "move_to", "jump_to" } do
    calls[name] = function(call) world[name](world, call.id, unpack(call.position)) end
  end
  function calls.move_by(call) world:move_by(call.id, unpack(call.by)) end
  function calls.despawn(call) world:despawn(call.id) end
  function calls.step() return world:step() end
  function calls.began_between(call)
    world:step()
    return world:began_between(call.layers_a, call.layers_b)
  end
  function calls.contacts()
    local made = {}
    for i, found in ipairs(world:step().pairs) do made[i] = contact(world:contact(found[1], found[2])) end
    return made
  end
  function calls.contacts_of(call)
    world:step()
    local made = world:contacts_of(call.id)
    for i, found in ipairs(made) do made[i] = contact(found) end
    return made
  end
  function calls.contact(call)
    world:refresh()
    return contact(world:contact(call.a, call.b))
  end
  function calls.impact(call)
    world:step()
    local impact = world:impact(call.a, call.b)
    if not impact then return json.null end
    return {
      a = call.a, b = call.b, share = impact.share, places = { { impact.a_x, impact.a_y }, { impact.b_x, impact.b_y } },
      before = impact.before_a_x and { { impact.before_a_x, impact.before_a_y }, { impact.before_b_x, impact.before_b_y } } or json.null,
      contact = contact(impact.contact),
    }
  end
  function calls.data(call) return world:contains(call.id) and world:get(call.id).data or json.null end
  function calls.positions()
    local positions, slots = world:positions()
    local made = {}
    for i = 0, slots - 1 do made[i + 1] = { positions[i].x, positions[i].y } end
    return made
  end
  for name, solid in pairs { draw_on_mask = true, erase_from_mask = false } do
    calls[name] = function(call)
      if call.circle then
        world:fill_circle(call.mask, call.circle[1], call.circle[2], call.circle[3], solid)
      else
        world:fill_rect(call.mask, call.rect[1], call.rect[2], call.rect[3], call.rect[4], solid)
      end
    end
  end
  function calls.mask_count(call) return world:mask(call.mask):count() end
  function calls.bytes()
    local bytes, hash = world:to_bytes(), 0x811c9dc5ULL
    for i = 1, #bytes do hash = require("bit").bxor(hash, bytes:byte(i)) * 0x01000193ULL % 0x100000000ULL end
    return { #bytes, tonumber(hash) }
  end
  function calls.overlapping(call)
    world:refresh()
    return world:overlapping(call.id, given(call.layers))
  end
  function calls.find(call)
    world:refresh()
    local layers = given(call.layers)
    if call.point then return world:find_point(call.point[1], call.point[2], layers) end
    if call.rect then return world:find_rect(call.rect[1], call.rect[2], call.rect[3], call.rect[4], layers) end
    if call.circle then return world:find_circle(call.circle[1], call.circle[2], call.circle[3], layers) end
    if call.line then return world:find_line(call.line[1], call.line[2], call.line[3], call.line[4], layers) end
    local corners = {}
    for _, corner in ipairs(call.polygon) do
      corners[#corners + 1] = corner[1]
      corners[#corners + 1] = corner[2]
    end
    return world:find_polygon(corners, layers)
  end
  function calls.nearest(call)
    world:refresh()
    local near = world:nearest(call.point[1], call.point[2], call.count, given(call.layers))
    for i, one in ipairs(near) do near[i] = { id = one.sprite, distance = one.distance } end
    return near
  end
  local function line(call) return call.start[1], call.start[2], call["end"][1], call["end"][2], given(call.layers), call.sensors end
  function calls.cast_ray_world(call)
    world:refresh()
    return ray(world:cast_ray(line(call)))
  end
  function calls.cast_ray_all(call)
    world:refresh()
    local hits = world:cast_ray_all(line(call))
    for i, hit in ipairs(hits) do hits[i] = ray(hit) end
    return hits
  end
  function calls.sweep_world(call)
    world:refresh()
    local found = world:sweep(call.id, call.to[1], call.to[2], given(call.layers), call.sensors)
    return { at = { found.x, found.y }, hit = swept(found.hit), started_inside = nullable(found.started_inside) }
  end
  function calls.sweep_shape(call)
    world:refresh()
    local found = world:sweep_shape(masks[call.mask], call.position[1], call.position[2], call.to[1], call.to[2], given(call.layers), call.sensors)
    return { at = { found.x, found.y }, hit = swept(found.hit) }
  end
  function calls.is_free(call)
    world:refresh()
    return world:is_free(call.id, call.position[1], call.position[2], given(call.layers), call.sensors)
  end
  function calls.is_free_as(call)
    world:refresh()
    return world:is_free_as(call.id, options(call.changes), given(call.layers), call.sensors)
  end
  function calls.nearest_free_world(call)
    world:refresh()
    return xy(world:nearest_free(call.id, call.position[1], call.position[2], call.limit, given(call.layers), call.sensors))
  end
  function calls.nearest_free_as(call)
    world:refresh()
    return xy(world:nearest_free_as(call.id, options(call.changes), call.limit, given(call.layers), call.sensors))
  end
  function calls.touching(call)
    world:refresh()
    return world:touching(call.id, call.by[1], call.by[2], given(call.layers), call.sensors)
  end
  function calls.push_out(call) return xy(world:push_out(call.id, call.limit)) end
  function calls.push_out_along(call) return xy(world:push_out_along(call.id, call.direction[1], call.direction[2], call.limit)) end
  function calls.carry(call) return world:carry(call.id, call.to[1], call.to[2], given(call.riders)) end
  function calls.move_until(call)
    local moved = world:move_until(call.id, call.to[1], call.to[2],
      { motion = call.motion, step_up = given(call.step_up), step_down = given(call.step_down), layers = given(call.layers) })
    for i, hit in ipairs(moved.hits) do moved.hits[i] = swept(hit) end
    return {
      at = { moved.x, moved.y }, hits = moved.hits, started_inside = moved.started_inside,
      blocked = { left = moved.left, right = moved.right, up = moved.up, down = moved.down },
    }
  end
  return calls
end

local function scripts(folder)
  for _, name in ipairs { "script", "motion" } do
    local file = assert(io.open(("%s/%s.json"):format(folder, name)))
    local script, calls = json.read(file:read "*a"), player()
    file:close()
    for number, call in ipairs(script) do
      local answer = nullable(calls[call.call](call))
      local difference = json.difference(answer, call.answer)
      if difference then error(("%s: call %d, %s: %s"):format(name, number - 1, call.call, difference)) end
      collectgarbage "step"
    end
    assert(#script >= 50)
  end
end

-- ---- what only Lua has

-- As LÖVE's ImageData and Quad, over a buffer.
local function imagedata(width, height, format)
  local pixels = ffi.new("uint8_t[?]", width * height * 4)
  local data = { pixels = pixels }
  function data.getFormat() return format or "rgba8" end
  function data.getDimensions() return width, height end
  function data.getSize() return width * height * 4 end
  function data.getFFIPointer() return pixels end
  return data
end

local function pictures()
  local data = imagedata(8, 4)
  for x = 4, 7 do data.pixels[(2 * 8 + x) * 4 + 3] = 200 end -- a row of the right half
  equal(hitmask.mask_from_imagedata(data):count(), 4)
  local right = hitmask.mask_from_imagedata(data, { frame = { 4, 0, 4, 4 } })
  equal(table.concat({ right:bounds() }, " "), "0 2 4 1")
  local quad = { getViewport = function() return 4, 2, 4, 2 end }
  equal(table.concat({ hitmask.mask_from_imagedata(data, { quad = quad }):bounds() }, " "), "0 0 4 1")
  equal(hitmask.mask_from_imagedata(data, { alpha_above = 200 }):count(), 0)
  fails("width of the frame", hitmask.mask_from_imagedata, data, { frame = { 4, 0, 5, 4 } })
  fails("x of the frame must be a whole number from 0 to 8, got -1", hitmask.mask_from_imagedata, data, { frame = { -1, 0, 5, 4 } })
  fails('the format of the ImageData must be "rgba8", got "rgba16f"', hitmask.mask_from_imagedata, imagedata(1, 1, "rgba16f"))
end

-- A sprite stands as love.graphics.draw draws its picture: each pixel is where LÖVE's transform sends its middle.
local function drawn()
  local world = hitmask.world_new()
  local mask = world:add_mask(hitmask.mask_from_text "####\n#...\n#...")
  local sprite = world:spawn_drawn(mask, nil, 50, 50)
  for _, case in ipairs {
    { 50, 50, 0, 1, 1, 0, 0 }, { 50, 50, math.pi / 2, 1, 1, 2, 1 }, { 50, 50, math.pi, 2, 3, 1, 1 }, { 50, 50, 0, -1, 1, 4, 0 },
    { 50, 50, -math.pi / 2, -2, 2, 0, 3 }, { 47, 41, 0, 1, -1, 2, 2 },
  } do
    local x, y, r, sx, sy, ox, oy = unpack(case)
    world:set_drawn(sprite, x, y, r, sx, sy, ox, oy)
    world:refresh()
    for column = 0, 3 do
      for row = 0, 2 do
        local px, py = (column + 0.5 - ox) * sx, (row + 0.5 - oy) * sy
        local at_x, at_y = x + math.cos(r) * px - math.sin(r) * py, y + math.sin(r) * px + math.cos(r) * py
        equal(#world:find_point(at_x, at_y), (row == 0 or column == 0) and 1 or 0)
      end
    end
  end
end

local function errors()
  local mask, world = hitmask.mask_filled(4, 4), hitmask.world_new()
  fails("x must be a whole number", mask.overlaps, mask, mask, 0.5, 0)
  fails("other must be a mask, got nil", mask.overlaps, mask, nil, 0, 0)
  fails("got nan", mask.overlaps, mask, mask, 0 / 0, 0)
  fails("pixels", hitmask.mask_from_rgba, 5, 1, 1)
  fails("pixels must have at least 4 bytes, got 3", hitmask.mask_from_rgba, "abc", 1, 1)
  local slot = world:add_mask(mask)
  fails("this world has no mask 7", world.spawn, world, 7, 0, 0)
  fails("a sprite has no value colour", world.spawn, world, slot, 0, 0, { colour = 1 })
  fails("fixed must be true or false, got 1", world.spawn, world, slot, 0, 0, { fixed = 1 })
  fails("one_way must be", world.spawn, world, slot, 0, 0, { one_way = "up" })
  local sprite = world:spawn(slot, 0, 0)
  fails("hitmask_world_refresh", world.find_point, world, 0, 0)
  fails("NaN", world.move_to, world, sprite, 0 / 0, 0)
  fails("positions", world.set_positions, world, {})
  fails("count must be the number of slots", world.set_positions, world, ffi.new("hitmask_point[?]", 5))
  fails("positions must be an array", world.set_positions, world, ffi.new "hitmask_point[1]")
  fails("positions must be an array", world.set_positions, world, ffi.cast("hitmask_point *", ffi.new "hitmask_point[1]"))
  fails("positions must be an array", world.set_positions, world, ffi.new("hitmask_real[?]", 1))
  fails("motion", world.move_until, world, sprite, 0, 0, { motion = "jump" })
  world:despawn(sprite)
  fails("this world has no sprite 0", world.move_to, world, sprite, 0, 0)
  mask:release()
  fails("the mask was released", mask.count, mask)
  world:release()
  fails("the world was released", world.step, world)
end

-- Masks and worlds that nobody holds are freed, also while results of theirs are read.
local function garbage()
  for _ = 1, 300 do
    local world = hitmask.world_new()
    local slot = world:add_mask(hitmask.mask_filled(64, 64))
    for i = 1, 20 do world:spawn(slot, i, i) end
    equal(#world:step().pairs, 190)
    equal(#hitmask.world_from_bytes(world:to_bytes()):step().pairs, 190)
  end
  collectgarbage()
end

local function many()
  local world = hitmask.world_new()
  local slot = world:add_mask(hitmask.mask_filled(2, 2))
  for i = 0, 99 do world:spawn(slot, i * 10, 0) end
  local positions, slots = world:positions()
  equal(slots, 100)
  for i = 0, slots - 1 do positions[i].x = math.floor(i / 2) * 10 end
  world:set_positions(positions)
  equal(world:step_count(), 50)
  equal(#world:find_rect(0, 0, 1000, 5), 100)
end

local folder = assert(arg[1], "the folder of the calls")
scripts(folder)
pictures()
drawn()
errors()
many()
garbage()
print("the tests in LuaJIT passed")

-- Plays the scripts of calls, which each language plays.
local hitmask = require "hitmask"
local json = require "json"

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

local function in_pairs(list)
  local made = {}
  for i, pair in ipairs(list) do made[i] = { pair.a, pair.b } end
  return made
end

-- The scripts name masks of a world by their slots.
local OF_MASK = 2 ^ 31

local function options(values)
  local made = {}
  for name, value in pairs(values) do
    if name == "one_way" then value = SIDES[value] or false end
    if value == json.null then value = false end
    if name == "mask" then value = value + OF_MASK end
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
    return xy(a:nearest_free(b, x, y, call.limit, { within = call.within }))
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
  function calls.add_mask(call) return world:add_mask(masks[call.mask]) - OF_MASK end
  function calls.spawn(call) return world:spawn(call.mask + OF_MASK, call.position[1], call.position[2], options(call.options)) end
  function calls.set(call) world:set(call.id, options(call.changes)) end
  function calls.get(call)
    local sprite = world:get(call.id)
    sprite.pivot, sprite.mask = sprite.pivot or json.null, sprite.mask - OF_MASK
    sprite.one_way = ({ left = 0, right = 1, top = 2, bottom = 3 })[sprite.one_way] or json.null
    return sprite
  end
  for _, name in ipairs { "move_to", "jump_to" } do
    calls[name] = function(call) world[name](world, call.id, unpack(call.position)) end
  end
  function calls.move_by(call) world:move_by(call.id, unpack(call.by)) end
  function calls.despawn(call) world:despawn(call.id) end
  function calls.step()
    local lists = world:step()
    return { pairs = in_pairs(lists.pairs), began = in_pairs(lists.began), ended = in_pairs(lists.ended) }
  end
  function calls.began_between(call)
    world:step()
    return in_pairs(world:began_between(call.layers_a, call.layers_b))
  end
  function calls.contacts()
    local made = {}
    for i, found in ipairs(world:step().pairs) do made[i] = contact(world:contact(found.a, found.b)) end
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
        world:fill_circle(call.mask + OF_MASK, call.circle[1], call.circle[2], call.circle[3], solid)
      else
        world:fill_rect(call.mask + OF_MASK, call.rect[1], call.rect[2], call.rect[3], call.rect[4], solid)
      end
    end
  end
  function calls.mask_count(call) return world:mask(call.mask + OF_MASK):count() end
  function calls.bytes()
    local bytes, hash = world:to_bytes(), 0x811c9dc5ULL
    for i = 1, #bytes do hash = require("bit").bxor(hash, bytes:byte(i)) * 0x01000193ULL % 0x100000000ULL end
    return { #bytes, tonumber(hash) }
  end
  local function among(call) return { layers = given(call.layers), with_sensors = call.sensors } end
  local function as(call)
    local changed = options(call.changes)
    changed.sprite = call.id
    return changed
  end
  function calls.overlapping(call)
    world:refresh()
    return world:overlapping(call.id, { layers = given(call.layers) })
  end
  function calls.find(call)
    world:refresh()
    local layers = { layers = given(call.layers) }
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
    local near = world:nearest(call.point[1], call.point[2], call.count, { layers = given(call.layers) })
    for i, one in ipairs(near) do near[i] = { id = one.sprite, distance = one.distance } end
    return near
  end
  local function line(call) return call.start[1], call.start[2], call["end"][1], call["end"][2], among(call) end
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
    local found = world:sweep(call.id, call.to[1], call.to[2], among(call))
    return { at = { found.x, found.y }, hit = swept(found.hit), started_inside = nullable(found.started_inside) }
  end
  function calls.sweep_shape(call)
    world:refresh()
    local found = world:sweep({ mask = masks[call.mask], x = call.position[1], y = call.position[2] }, call.to[1], call.to[2], among(call))
    return { at = { found.x, found.y }, hit = swept(found.hit) }
  end
  function calls.is_free(call)
    world:refresh()
    return world:is_free({ sprite = call.id, x = call.position[1], y = call.position[2] }, among(call))
  end
  function calls.is_free_as(call)
    world:refresh()
    return world:is_free(as(call), among(call))
  end
  function calls.nearest_free_world(call)
    world:refresh()
    return xy(world:nearest_free({ sprite = call.id, x = call.position[1], y = call.position[2] }, call.limit, among(call)))
  end
  function calls.nearest_free_as(call)
    world:refresh()
    return xy(world:nearest_free(as(call), call.limit, among(call)))
  end
  function calls.touching(call)
    world:refresh()
    return world:touching(call.id, call.by[1], call.by[2], among(call))
  end
  function calls.push_out(call) return xy(world:push_out(call.id, call.limit)) end
  function calls.push_out_along(call) return xy(world:push_out(call.id, call.limit, { along = call.direction })) end
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

return scripts

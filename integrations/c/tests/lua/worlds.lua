-- What the scripts of calls do not ask of worlds.
local ffi = require "ffi"
local hitmask = require "hitmask"
local check = require "check"
local equal, values, fails = check.equal, check.values, check.fails

-- The sprites of a pair.
local function both(pair) return { pair.a, pair.b } end

local function many()
  local world = hitmask.world_new()
  local slot = world:add_mask(hitmask.mask_filled(2, 2))
  for i = 0, 99 do world:spawn(slot, i * 10, 0) end
  local positions, slots = world:positions()
  equal(slots, 100)
  for i = 0, slots - 1 do positions[i].x = math.floor(i / 2) * 10 end
  world:set(0, { layers = bit.bor(2 ^ 31, 1) })
  assert(world:get(0).layers == 2 ^ 31 + 1)
  world:set(0, { layers = 1 })
  world:set_positions(positions)
  local reals = world:real_positions()
  reals[0].x, reals[0].y = 0.5, -0.5
  world:set_positions(reals)
  local x, y = world:position(0)
  assert(x == 1 and y == 0)
  world:set_positions(positions)
  equal(world:step_count(), 50)
  equal(#world:find_rect(0, 0, 1000, 5), 100)
end

local function world_of(...)
  local world = hitmask.world_new()
  local mask = world:add_mask(hitmask.mask_filled(4, 4))
  local sprites = {}
  for i, x in ipairs { ... } do sprites[i] = world:spawn(mask, x, 0) end
  return world, mask, sprites
end

-- A question after any change works, without a refresh: each call that changes a world, and then each question.
local function refreshed()
  local World = getmetatable(hitmask.world_new())
  local other = hitmask.mask_filled(2, 2)
  local function as(x) return { position = { x, 0 } } end
  local changes = {
    spawn = { "mask", 1, 1 }, spawn_transformed = { "mask", {}, 1, 1 }, despawn = { 2 }, set = { 0, as(1) }, set_transform = { 0, 1, 1, 0.5 }, jump_to = { 0, 1, 1 },
    move_to = { 0, 1, 1 }, move_by = { 0, 1, 1 }, move_until = { 2, 50, 0 }, push_out = { 0, 50 }, push_out_many = { { 0 }, 50 },
    carry = { 2, 50, 0 }, replace_mask = { "mask", other }, erase_from_mask = { "mask", other, 1, 1 },
    draw_on_mask = { "mask", other, 1, 1 }, fill_rect = { "mask", 0, 0, 1, 1, false }, fill_circle = { "mask", 0, 0, 2, false },
    fill_polygon = { "mask", { 0, 0, 3, 0, 0, 3 }, false }, fill_line = { "mask", 0, 0, 3, 3, false }, set_angle_steps = { "mask", 8 }, set_positions = { "positions" },
    despawn_many = { { 2 } }, own_mask = { 0 }, erase_point = { 1, 1 }, erase_rect = { 1, 1, 9, 9 }, erase_circle = { 1, 1, 1 },
    erase_line = { 1, 1, 9, 9 }, erase_polygon = { { 0, 0, 3, 0, 0, 3 } }, erase_mask = { other, 1, 1 }, split = { 0 },
    add_mask = { other }, set_data = { 0, 7 }, set_last_place = { 0, 1, 1 }, set_limits = { { pairs = 100 } },
    refresh = {}, step = {}, step_count = {},
  }
  local questions = {
    collisions = {}, contact = { 0, 1 }, shared_pixels = { 0, 1 }, overlapping = { 0 }, find_point = { 1, 1 }, find_rect = { 1, 1, 9, 9 },
    find_circle = { 1, 1, 9 }, find_line = { 1, 1, 9, 9 }, find_polygon = { { 1, 1, 9, 1, 1, 9 } }, find_mask = { other, 1, 1 }, nearest = { 9, 9, 2 }, nearest_others = { 0, 2 },
    bounds = { 0 }, shape = { 0 }, mask_point = { 0, 1, 1 }, cast_ray = { 9, 9, 1, 1 }, cast_ray_all = { 9, 9, 1, 1 }, cast_rays = { { 9, 9, 1, 1 } },
    sweep = { 0, 9, 9 }, is_free = { { sprite = 0, x = 9, y = 9 } }, nearest_free = { 0, 50 }, touching = { 0, 0, 1 }, draw_transform = { 0 },
  }
  local about_the_step = { pairs_between = { 1, 1 }, began_between = { 1, 1 }, contacts_of = { 0 }, contacts = { { { a = 0, b = 1 } } }, impact = { 0, 1 }, first_impact = { 0 } }
  -- No method is left out: the others ask nothing about pixels.
  local rest = "bytes clear contains copy get ids len limits mask mask_ids one_sided_layers position positions real_positions release remove_mask to_bytes to_bytes_without_masks "
  for name, method in pairs(World) do
    local is_known = changes[name] or questions[name] or about_the_step[name] or rest:find(name .. " ", 1, true)
    assert(type(method) ~= "function" or is_known or name:find "^__", name)
  end
  for change, arguments in pairs(changes) do
    for question, asked in pairs(questions) do
      local world, mask = world_of(0, 2, 40)
      world:step()
      local filled = {}
      for i, value in ipairs(arguments) do filled[i] = value == "mask" and mask or value == "positions" and world:positions() or value end
      world[change](world, unpack(filled))
      world[question](world, unpack(asked))
    end
  end
  -- About a step that is over, the error names the call.
  for question, asked in pairs(about_the_step) do
    local world = world_of(0, 2, 40)
    world:step()
    world[question](world, unpack(asked))
    world:move_by(0, 1, 1)
    fails("ask about a step before the change, or call World:step first", world[question], world, unpack(asked))
  end
end

local function lists()
  local world, mask, sprites = world_of(0, 10, 20)
  values(world:ids(), unpack(sprites))
  values(world:mask_ids(), mask)
  values({ world:position(sprites[2]) }, 10, 0)
  equal(world:len(), 3)
  world:despawn(sprites[2])
  values(world:ids(), sprites[1], sprites[3])
  equal(world:contains(sprites[2]), false)
  for i = 1, 500 do sprites[i] = world:spawn(mask, 0, 0) end
  equal(#world:ids(), 502)
  equal(#world:find_point(1, 1), 501) -- longer than the room of the first call
  equal(#world:collisions(), 501 * 500 / 2)
  local sums = 0
  for _, pair in ipairs(world:step().pairs) do sums = sums + pair.a - pair.b end
  equal(sums < 0, true)
end

local function terrain()
  local world, mask, sprites = world_of(0, 10, 20)
  local own = world:own_mask(sprites[1])
  equal(world:own_mask(sprites[1]), own)
  world:fill_rect(own, 0, 0, 4, 1, false)
  values({ world:mask(own):count(), world:mask(mask):count() }, 12, 16)
  values(world:erase_point(0.5, 1.5), sprites[1])
  values(world:erase_point(0.5, 1.5))
  values(world:erase_rect(0, 3, 99, 1), unpack(sprites))
  values(world:erase_rect(0, 0, 99, 99, 2))
  values(world:erase_circle(10, 0, 1), sprites[2])
  values(world:erase_line(21, 0, 21, 3), sprites[3])
  values(world:erase_polygon { 12, 0, 14, 0, 14, 2 }, sprites[2])
  values(world:erase_mask(hitmask.mask_filled(1, 1), 3, 2), sprites[1])
  local parts = world:split(sprites[3])
  equal(#parts, 1)
  values({ world:bounds(parts[1]) }, 20, 0, 1, 3)
  values({ world:bounds(sprites[3]) }, 22, 0, 2, 3)
  fails("this world has no sprite 99", world.split, world, 99)
  fails("layers", world.erase_point, world, 0, 0, "all")
  fails("radius", world.erase_circle, world, 0, 0, 0 / 0)
  fails("sprites must be a table, got 5", world.despawn_many, world, 5)
  equal(world:despawn_many { sprites[1], sprites[1], 99, sprites[2] }, 2)
  equal(world:contains(sprites[1]), false)
  world:clear()
  equal(world:len(), 0)
end

-- A copy goes its own way, and what a step has found stays as it was.
local function copies()
  local world, _, sprites = world_of(0, 2, 20)
  local first = world:step()
  equal(#first.pairs + #first.began, 2)
  local copy = world:copy()
  copy:move_to(sprites[3], 1, 0)
  equal(#copy:step().began, 2)
  equal(#world:step().began, 0)
  world:move_to(sprites[1], 100, 0)
  values(both(world:step().ended[1]), sprites[1], sprites[2])
  world:release()
  values(both(first.pairs[1]), sprites[1], sprites[2])
  equal(#first.pairs, 1)
  equal(#first.began, 1)
end

local function saved()
  local world, mask, sprites = world_of(0, 2)
  world:set_data(sprites[2], 2 ^ 53)
  equal(hitmask.world_from_bytes(world:to_bytes()):get(sprites[2]).data, 2 ^ 53)
  local bytes = world:to_bytes_without_masks()
  local loaded = hitmask.world_from_bytes_with_masks(bytes, { hitmask.mask_filled(4, 4) })
  equal(loaded:mask(mask):count(), 16)
  equal(#loaded:step().pairs, 1)
  fails("mask", hitmask.world_from_bytes_with_masks, bytes, {})
  fails("masks must be a table", hitmask.world_from_bytes_with_masks, bytes)
  local all = world:to_bytes()
  for i = 1, #all do
    local damaged = all:sub(1, i - 1) .. string.char(bit.bxor(all:byte(i), 1)) .. all:sub(i + 1)
    equal(pcall(hitmask.world_from_bytes, damaged), false)
  end
end

local function edits()
  local world, mask, sprites = world_of(0)
  world:fill_line(mask, 0, 0, 3, 0, false)
  equal(world:mask(mask):count(), 12)
  world:fill_polygon(mask, { 0, 0, 4, 0, 4, 1, 0, 1 })
  equal(world:mask(mask):count(), 16)
  world:erase_from_mask(mask, hitmask.mask_filled(2, 2), 3, 3)
  equal(world:mask(mask):count(), 15)
  world:draw_on_mask(mask, hitmask.mask_filled(2, 2), 3, 3)
  equal(world:mask(mask):count(), 16)
  world:set_transform(sprites[1], 10, 10, 0, 2)
  world:refresh()
  local shape, x, y = world:shape(sprites[1])
  values({ x, y, shape:size() }, 10, 10, 8, 8)
  values({ world:mask_point(sprites[1], 12, 14) }, 1, 2)
  values({ world:bounds(sprites[1]) }, 10, 10, 8, 8)
  world:replace_mask(mask, hitmask.mask_filled(1, 1))
  fails("show", world.remove_mask, world, mask)
  world:despawn(sprites[1])
  world:step()
  world:remove_mask(mask)
  equal(#world:mask_ids(), 0)
  world:set_angle_steps(world:add_mask(hitmask.mask_new(1, 1)), 8)
  world:set_angle_steps(world:mask_ids()[1])
end

local function limits()
  local world = world_of(0, 1, 2)
  local known = world:limits()
  values({ known.pairs, known.parallel_from, known.offset_table_bytes, known.variant_bytes }, 2 ^ 25, false, 2 ^ 24, 2 ^ 26)
  world:set_limits { pairs = 2 }
  fails("more than 2 pairs: spread the sprites", world.step, world)
  world:set_limits { pairs = 3, parallel_from = 0 }
  equal(world:step_count(), 3)
  world:set_limits { parallel_from = math.huge, offset_table_bytes = 0, variant_bytes = 2 ^ 20 }
  known = world:limits()
  values({ known.pairs, known.parallel_from, known.offset_table_bytes, known.variant_bytes }, 3, math.huge, 0, 2 ^ 20)
  world:set_limits { parallel_from = false }
  equal(world:limits().parallel_from, false)
  equal(world:step_count(), 3)
  values({ world:bytes() }, 0, 0)
end

local function rays()
  local world, _, sprites = world_of(0, 10)
  world:refresh()
  local hits = world:cast_rays { -5, 1, 20, 1, 20, 2, -5, 2, -5, 50, 20, 50, 1, 1, 1, 9 }
  values({ hits[1].sprite, hits[1].x, hits[1].y, hits[1].before_x }, sprites[1], 0, 1, -1)
  equal(hits[1].normal_x < -0.9, true)
  equal(hits[2].sprite, sprites[2])
  equal(hits[3], false)
  equal(hits[4].started_inside, true)
  equal(#world:cast_rays {}, 0)
  local all = world:cast_ray_all(-5, 1, 20, 1)
  values({ #all, all[1].sprite, all[2].sprite }, 2, sprites[1], sprites[2])
  local near = world:nearest(7, 1, 100)
  values({ #near, near[1].sprite, near[1].distance }, 2, sprites[2], 3)
  equal(#world:nearest(7, 1), 1)
  equal(#world:nearest(7, 1, 0), 0)
  near = world:nearest_others(sprites[1], 100)
  values({ #near, near[1].sprite }, 1, sprites[2])
  equal(world:nearest_others({ mask = hitmask.mask_filled(1, 1), x = 0, y = 1 })[1].distance, 0)
  values(world:find_mask(hitmask.mask_filled(8, 1), 3, 0), sprites[1], sprites[2])
end

local function contacts()
  local world, _, sprites = world_of(0, 2, 40)
  local found = world:contacts(world:step().pairs)
  values({ #found, found[1].a, found[1].b, found[1].area, found[1].normal_x, found[1].penetration_x }, 1, sprites[1], sprites[2], 8, -1, -2)
  values(world:contacts { { a = sprites[1], b = sprites[3] } }, false)
  equal(#world:contacts {}, 0)
end

local function motion()
  local world, _, sprites = world_of(0, 2, 40)
  values(world:touching(sprites[1], 0, 0), sprites[2]) -- what it overlaps now
  equal(#world:touching(sprites[3], 0, 0), 0)
  local shared, x, y = world:shared_pixels(sprites[1], sprites[2])
  values({ x, y, shared:count() }, 0, 0, 8)
  equal(world:shared_pixels(sprites[1], sprites[3]), nil)
  local pushed = world:push_out_many({ sprites[1], sprites[3] }, 1)
  values({ pushed[1], pushed[2][1], pushed[2][2] }, false, 0, 0)
  pushed = world:push_out_many({ sprites[1] }, 10)
  values(pushed[1], -2, 0)
  equal(#world:push_out_many({}, 10), 0)
  equal(#world:overlapping(sprites[1]), 0)
end

-- A continuous sprite is tested along its path, which begins where it is told.
local function ways()
  local world, mask, sprites = world_of(20)
  local shot = world:spawn(mask, 0, 0, { continuous = true })
  world:step()
  world:move_to(shot, 40, 0)
  world:set_last_place(shot, 0, 0)
  values(both(world:step().began[1]), sprites[1], shot)
  local impact = world:first_impact(shot)
  values({ impact.a_x, impact.before_a_x, impact.contact.b }, 17, 16, sprites[1])
  values({ world:impact(sprites[1], shot).before_b_x }, 16)
  equal(world:step_count(), 0)
  world:move_to(shot, 0, 0)
  world:jump_to(shot, 0, 0)
  equal(world:step_count(), 0)
  world:jump_to(shot, 40, 0)
  equal(world:step_count(), 0)
  world:set_last_place(shot, 0, 0)
  equal(world:step_count(), 1)
end

return { many, refreshed, lists, terrain, copies, saved, edits, limits, rays, contacts, motion, ways }

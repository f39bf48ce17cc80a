-- Steps: the pairs of sprites that share a pixel, what began and ended, and their contacts.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks, worlds, sprites = require(HERE .. ".core"), require(HERE .. ".mask"), require(HERE .. ".world"), require(HERE .. ".sprites")
local C, check, layers, fail = core.C, core.check, core.layers, core.fail
local size, point, found = core.size, core.point, core.found
local World, pointer, asked, sprite_id = worlds.World, worlds.pointer, worlds.asked, sprites.sprite_id

-- Brings a world up to date after changes. Questions do so by themselves; this call chooses when it is paid for.
function World:refresh() check(C.hitmask_world_refresh(pointer(self))) end

local function pairs_of(list, length)
  local made = {}
  for i = 0, tonumber(length) - 1 do made[i + 1] = { a = C.hitmask_id_slot(list[i].a), b = C.hitmask_id_slot(list[i].b) } end
  return made
end

-- A list costs a table for each pair, and games read few of them. So a list is made when it is first read, of what the world lends until its
-- next step.
local Step, COUNT = {}, { pairs = "pair_count", began = "began_count", ended = "ended_count" }

function Step.__index(lists, name)
  if not COUNT[name] then fail("a step has the lists pairs, began and ended, not %s", tostring(name)) end
  local world = lists.world
  pointer(world)
  if world.steps ~= lists.number then fail("read `%s` of a step before the next step; a list that was read stays", name) end
  local made = pairs_of(world.lent[name], world.lent[COUNT[name]])
  rawset(lists, name, made)
  return made
end
core.refuse_fields(Step, "step")

-- Makes a step, and returns what the world lends.
local function make_step(world)
  local held = pointer(world)
  local lent = world.lent or ffi.new "hitmask_step"
  rawset(world, "lent", lent)
  rawset(world, "steps", (world.steps or 0) + 1)
  check(C.hitmask_world_step(held, lent))
  return lent
end

-- Finds the pairs of sprites that share a pixel. Call it once a frame, after all moves. Returns { pairs, began, ended }: lists of pairs
-- with `a` and `b`, sorted. `began` are the pairs that were none in the last step, `ended` those of the last step that are none now. Each list is made
-- when it is first read, which must be before the next step of the world. A list that was read is yours to keep.
function World:step()
  make_step(self)
  return setmetatable({ world = self, number = self.steps }, Step)
end

-- Does what `step` does, and returns the numbers of pairs, of begun and of ended ones.
function World:step_count()
  local lent = make_step(self)
  return tonumber(lent.pair_count), tonumber(lent.began_count), tonumber(lent.ended_count)
end

local found_pairs = core.room "hitmask_pair"

-- Returns the pairs of sprites that share a pixel now, each with `a` and `b`. It is no step: the next one begins where the last was.
function World:collisions()
  if found_pairs:grew(C.hitmask_world_collisions(asked(self), found_pairs.values, found_pairs.capacity, size)) then
    return self:collisions()
  end
  return pairs_of(found_pairs.values, size[0])
end

-- Returns the pairs of the last step between sprites in layers_a and sprites in layers_b. `a` of each is in layers_a. A pair comes once, with
-- the smaller number as `a`, if both orders fit.
function World:pairs_between(layers_a, layers_b)
  if found_pairs:grew(C.hitmask_world_pairs_between(pointer(self), layers(layers_a, "layers_a"), layers(layers_b, "layers_b"), found_pairs.values,
    found_pairs.capacity, size)) then return self:pairs_between(layers_a, layers_b) end
  return pairs_of(found_pairs.values, size[0])
end

-- Returns the pairs that began in the last step between sprites in layers_a and sprites in layers_b. The rest is as in
-- `pairs_between`.
function World:began_between(layers_a, layers_b)
  if found_pairs:grew(C.hitmask_world_began_between(pointer(self), layers(layers_a, "layers_a"), layers(layers_b, "layers_b"), found_pairs.values,
    found_pairs.capacity, size)) then return self:began_between(layers_a, layers_b) end
  return pairs_of(found_pairs.values, size[0])
end

-- Returns examples of sprites that never meet because only one of the two, `a`, collides with a layer of the other. It is for debugging: a hero
-- falls through the ground if the `collides_with` of the ground lacks the layer of the hero.
function World:one_sided_layers()
  if found_pairs:grew(C.hitmask_world_one_sided_layers(pointer(self), found_pairs.values, found_pairs.capacity, size)) then
    return self:one_sided_layers()
  end
  return pairs_of(found_pairs.values, size[0])
end

-- ---- contacts: { a, b, area, x, y, bounds, normal_x, normal_y, penetration_x, penetration_y }. The area is the number of shared pixels;
-- x, y is the topmost one, the leftmost of its row; bounds = { left, top, width, height } is the rectangle around them. The normal is the
-- direction in which `a` leaves, and the penetration its smallest move out.

local function contact_of(contact, move)
  if contact.area == 0 then return nil end
  local bounds = contact.bounds
  return {
    a = C.hitmask_id_slot(contact.pair.a), b = C.hitmask_id_slot(contact.pair.b), area = tonumber(contact.area),
    x = contact.first.x, y = contact.first.y, bounds = { bounds.left, bounds.top, bounds.width, bounds.height },
    normal_x = contact.normal.x, normal_y = contact.normal.y, penetration_x = move.x, penetration_y = move.y,
  }
end

local contacts, pair = core.room "hitmask_contact", ffi.new "hitmask_pair"

-- Returns the contacts of a sprite in the last step, with the sprite first.
function World:contacts_of(sprite)
  local held, id = pointer(self), sprite_id(self, sprite)
  if contacts:grew(C.hitmask_world_contacts_of(held, id, contacts.values, contacts.capacity, size)) then return self:contacts_of(sprite) end
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do
    local contact = contacts.values[i]
    pair.a, pair.b = contact.pair.a, contact.pair.b
    check(C.hitmask_world_penetrations(held, pair, 1, point))
    made[i + 1] = contact_of(contact, point)
  end
  return made
end

local named, moves = core.room "hitmask_pair", core.room "hitmask_point"

-- Returns the contacts of pairs of the last step, a list of tables with `a` and `b`: world:contacts(lists.began). Two sprites that are no pair have false. A pair met
-- only on a continuous path has the contact of its first touch.
function World:contacts(list)
  local length = #core.list(list, "pairs")
  named:reserve(length)
  contacts:reserve(length)
  moves:reserve(length)
  for i = 1, length do
    local sprites_of_it, to = core.list(list[i], "pair"), named.values[i - 1]
    to.a, to.b = sprite_id(self, sprites_of_it.a, "a of a pair"), sprite_id(self, sprites_of_it.b, "b of a pair")
  end
  check(C.hitmask_world_contacts(pointer(self), named.values, length, contacts.values))
  check(C.hitmask_world_penetrations(pointer(self), named.values, length, moves.values))
  local made = {}
  for i = 0, length - 1 do made[i + 1] = contact_of(contacts.values[i], moves.values[i]) or false end
  return made
end

local contact = ffi.new "hitmask_contact"

-- Returns the contact of two sprites as they are now, or nil.
function World:contact(a, b)
  local first, second = sprite_id(self, a, "a"), sprite_id(self, b, "b")
  local held = asked(self)
  check(C.hitmask_world_contact(held, first, second, contact))
  check(C.hitmask_world_penetration(held, first, second, found, point))
  return contact_of(contact, point)
end

-- Returns a mask of the pixels that two sprites share now, and the place x, y of its top-left pixel in the world; or nothing.
function World:shared_pixels(a, b)
  local first, second = sprite_id(self, a, "a"), sprite_id(self, b, "b")
  return masks.to_placed(C.hitmask_world_shared_pixels(asked(self), first, second, masks.made, point))
end

-- ---- impacts: where two sprites of the last step touched first on their paths, if one is continuous: { fraction, a_x, a_y, b_x, b_y, contact },
-- and where they were free one step before: before_a_x, before_a_y, before_b_x, before_b_y. `fraction` is how much of the path was gone, from 0 to 1.

local impact = ffi.new "hitmask_impact"

local function impact_of(status)
  check(status)
  if impact.contact.area == 0 then return nil end
  local places, before = impact.places, impact.before
  local made = {
    fraction = impact.fraction, a_x = places[0].x, a_y = places[0].y, b_x = places[1].x, b_y = places[1].y,
    contact = contact_of(impact.contact, impact.penetration),
  }
  if impact.has_before ~= 0 then
    made.before_a_x, made.before_a_y, made.before_b_x, made.before_b_y = before[0].x, before[0].y, before[1].x, before[1].y
  end
  return made
end

-- Returns the impact of two sprites, or nil if they are no pair of the last step.
function World:impact(a, b)
  pair.a = sprite_id(self, a, "a")
  pair.b = sprite_id(self, b, "b")
  return impact_of(C.hitmask_world_impacts(pointer(self), pair, 1, impact))
end

-- Returns the first impact of a sprite, with the sprite first, or nil.
function World:first_impact(sprite)
  local id = sprite_id(self, sprite)
  return impact_of(C.hitmask_world_first_impact(pointer(self), id, impact))
end

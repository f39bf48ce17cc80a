-- Sprites: they come, change, move and go. A sprite is a number, good as a key of tables: its slot in the world. After its sprite was despawned,
-- a new sprite may get the number once a step has run whose `ended` does not name it: remove it from your tables when you despawn it.
local ffi = require "ffi"
local HERE = (...):match "^(.*)%.[^.]*$"
local core, masks, worlds = require(HERE .. ".core"), require(HERE .. ".mask"), require(HERE .. ".world")
local C, check, fail, shown = core.C, core.check, core.fail, core.shown
local displacement, count, real, whole, place, list = core.displacement, core.count, core.real, core.whole, core.place, core.list
local long, point, size = core.long, core.point, core.size
local World, pointer, asked, mask_id = worlds.World, worlds.pointer, worlds.asked, worlds.mask_id

-- Returns the id of the sprite in a slot.
local function sprite_id(world, slot, name)
  local held = pointer(world)
  if type(slot) ~= "number" then
    fail("%s must be a sprite, a number that World:spawn has returned, got %s", name or "sprite", shown(slot))
  end
  check(C.hitmask_world_id_at(held, count(slot, name or "sprite"), long))
  if long[0] == 0 then
    if slot >= 2 ^ 31 then fail("%s must be a sprite, a number that World:spawn has returned, got %.0f, the number of a mask", name or "sprite", slot) end
    fail("this world has no sprite %.0f: it was despawned, or it never was", slot)
  end
  return long[0]
end

-- ---- the values of a sprite

local SIDES = { [0] = false, "left", "right", "top", "bottom" }
local NUMBERS = { left = 1, right = 2, top = 3, bottom = 4 }

-- How the values of a kind stand in the struct of the library: WRITE checks and sets one, READ returns it.
local WRITE, READ = {}, {}

local function as_it_is(sprite, name) return sprite[name] end
local function pair_of(sprite, name) return { sprite[name].x, sprite[name].y } end

function WRITE.mask(sprite, name, value, world) sprite[name] = mask_id(world, value) end
function READ.mask(sprite, name) return worlds.mask_number(sprite[name]) end

function WRITE.place(sprite, name, value) sprite[name].x, sprite[name].y = place(core.pair(value, name)) end
READ.place = pair_of

function WRITE.flag(sprite, name, value)
  if type(value) ~= "boolean" then fail("%s must be true or false, got %s", name, shown(value)) end
  sprite[name] = value and 1 or 0
end
function READ.flag(sprite, name) return sprite[name] ~= 0 end

function WRITE.turn(sprite, name, value) sprite[name] = whole(value, name, 0, 3) end
READ.turn = as_it_is

function WRITE.degrees(sprite, name, value) sprite[name] = real(value, name) end
READ.degrees = as_it_is

function WRITE.factors(sprite, name, value)
  local x, y = value, value
  if type(value) == "table" then x, y = core.pair(value, name) end
  if not (real(x, name) > 0 and real(y, name) > 0) then
    fail("%s must be greater than 0, got %s and %s; flip_x and flip_y mirror", name, shown(x), shown(y))
  end
  sprite[name].x, sprite[name].y = x, y
end
READ.factors = pair_of

local function reals(sprite, name, value)
  local x, y = core.pair(value, name)
  sprite[name].x, sprite[name].y = real(x, "x of " .. name), real(y, "y of " .. name)
end

WRITE.fraction, READ.fraction = reals, pair_of

function WRITE.point(sprite, name, value)
  sprite["has_" .. name] = value and 1 or 0
  if value then reals(sprite, name, value) end
end
function READ.point(sprite, name) return sprite["has_" .. name] ~= 0 and pair_of(sprite, name) end

function WRITE.map(sprite, name, value)
  sprite["has_" .. name] = value and 1 or 0
  if not value then return end
  if type(value) ~= "table" then fail("%s must be a list { a, b, c, d }, got %s", name, shown(value)) end
  local by = sprite[name]
  by.a, by.b, by.c, by.d = real(value[1], "a of " .. name), real(value[2], "b of " .. name), real(value[3], "c of " .. name), real(value[4], "d of " .. name)
end
function READ.map(sprite, name)
  local by = sprite[name]
  return sprite["has_" .. name] ~= 0 and { by.a, by.b, by.c, by.d }
end

function WRITE.layers(sprite, name, value) sprite[name] = core.layers(value, name) end
READ.layers = as_it_is

function WRITE.side(sprite, name, value)
  if value and not NUMBERS[value] then fail('%s must be "left", "right", "top", "bottom" or false, got %s', name, shown(value)) end
  sprite[name] = value and NUMBERS[value] or 0
end
function READ.side(sprite, name) return SIDES[sprite[name]] end

function WRITE.number(sprite, name, value) sprite[name] = whole(value, name, 0, 2 ^ 32 - 1) end
READ.number = as_it_is

function WRITE.real(sprite, name, value) sprite[name] = real(value, name) end
READ.real = as_it_is

function WRITE.data(sprite, name, value) sprite[name] = whole(value, name, 0, 2 ^ 53) end
function READ.data(sprite, name) return tonumber(sprite[name]) end

-- What sets a value, by its name; and what returns a table of all values. The table is written out as code, because one that grows value by
-- value takes three times as long.
local SET, NAMES, READS = {}, {}, {}
for i, field in ipairs(require(HERE .. ".fields")) do
  local name, kind = field[1], field[2]
  NAMES[i], SET[name], READS[i] = name, WRITE[kind], ("%s = READ.%s(sprite, '%s')"):format(name, kind, name)
end
NAMES = table.concat(NAMES, ", ")
local values_of = loadstring("local READ = ... return function(sprite) return { " .. table.concat(READS, ", ") .. " } end")(READ)

-- Sets values of a sprite by their names, except those in `others`.
local function change(world, sprite, values, others)
  for name, value in pairs(list(values, "the values of a sprite")) do
    local set = SET[name]
    if not set and not (others and others[name]) then
      fail("a sprite has no value %s; it has %s", tostring(name), NAMES)
    end
    if set then set(sprite, name, value, world) end
  end
  -- A real position sets the fraction too, if the sprite is under a map.
  if values.position and not values.fraction then check(C.hitmask_sprite_place_at(sprite, core.pair(values.position, "position"))) end
end

-- The sprite that a call reads or writes.
local one = ffi.new "hitmask_sprite"

local function load_sprite(world, slot)
  local id = sprite_id(world, slot)
  check(C.hitmask_world_get(pointer(world), id, one))
  return id
end

local who, PLACE = ffi.new "hitmask_who", { sprite = true, x = true, y = true }
local shape -- the mask that `who` points to: the garbage collector does not see it there

-- Returns what a query asks about:
--
-- - a sprite: its number
-- - { sprite = hero, x = 3, y = 4 }: the sprite at another place
-- - { sprite = hero, mask = standing, ... }: the sprite as something else, with values of `World:set`. It ignores itself, so a crouching hero is
--   not in his own way.
-- - { mask = standing, x = 3, y = 4, ... }: a description that is in no world, with a mask of this world. Its layers count.
-- - the same with a mask from `hitmask.mask_...`: a shape that is in no world. It meets every layer.
local function to_who(world, value)
  ffi.fill(who, ffi.sizeof(who))
  if type(value) ~= "table" or getmetatable(value) then
    who.id = sprite_id(world, value, "who")
    return who
  end
  if value.x ~= nil or value.y ~= nil then
    who.at.x, who.at.y = place(value.x, value.y)
    who.has_at = 1
  end
  local is_alone = true -- no values but those of the place
  for name in pairs(value) do is_alone = is_alone and PLACE[name] ~= nil end
  if value.sprite ~= nil then
    who.id = sprite_id(world, value.sprite)
    if is_alone then return who end
    check(C.hitmask_world_get(pointer(world), who.id, who.sprite))
  elseif value.mask == nil then
    fail "who must have a sprite or a mask"
  elseif getmetatable(value.mask) == masks.Mask then
    for name in pairs(value) do
      if name ~= "mask" and not PLACE[name] then fail("a shape that is in no world has mask, x and y, got %s", tostring(name)) end
    end
    shape = value.mask
    who.mask = masks.pointer(shape)
    return who
  else
    check(C.hitmask_sprite_init(who.sprite, mask_id(world, value.mask), 0, 0))
  end
  change(world, who.sprite, value, PLACE)
  return who
end

local function store_sprite(world, id)
  long[0] = id
  check(C.hitmask_world_set(pointer(world), long, one, 1))
end

local function add_sprite(world)
  check(C.hitmask_world_spawn(pointer(world), one, 1, long))
  return C.hitmask_id_slot(long[0])
end

-- Returns all values of a sprite, by the names in fields.lua. A position, a fraction, a scale and an origin are lists: world:get(ship).position[1] is
-- x. A `transform` is a list { a, b, c, d }: it sends the point x, y of the picture to a * x + b * y, c * x + d * y from the position. Layers are bits,
-- as one number. `origin`, `transform` and `one_way` ("left", "right", "top" or "bottom") may be false. To draw, use `draw_transform`. Two sprites of
-- which only one names a layer of the other do not meet: `one_sided_layers`.
function World:get(sprite)
  load_sprite(self, sprite)
  return values_of(one)
end

-- Sets values of a sprite: world:set(ship, { angle = 45, layers = 2 }).
function World:set(sprite, values)
  local id = load_sprite(self, sprite)
  change(self, one, values)
  store_sprite(self, id)
end

-- Sets the number that hitmask stores for a sprite, from 0 to 2^53.
function World:set_data(sprite, data)
  local id = sprite_id(self, sprite)
  check(C.hitmask_world_set_data(pointer(self), id, whole(data, "data", 0, 2 ^ 53)))
end

-- ---- come and go

-- Adds a sprite with its top-left pixel at x, y, and returns its number. With an angle, a scale, an origin or a transform, x and y keep their
-- fractions. `values` are those of `get`, and may be missing.
function World:spawn(mask, x, y, values)
  local id = mask_id(self, mask)
  local left, top = place(x, y)
  check(C.hitmask_sprite_init(one, id, left, top))
  if values ~= nil then change(self, one, values) end
  if values == nil or not (values.position or values.fraction) then check(C.hitmask_sprite_place_at(one, x, y)) end
  return add_sprite(self)
end

-- Removes a sprite. Its pairs end in the next step.
function World:despawn(sprite)
  check(C.hitmask_world_despawn(pointer(self), sprite_id(self, sprite)))
end

-- Removes a list of sprites, and returns how many. Numbers that name no sprite are skipped.
function World:despawn_many(sprites)
  local held, length = pointer(self), #list(sprites, "sprites")
  local named = ffi.new("uint64_t[?]", math.max(1, length))
  for i = 1, length do
    check(C.hitmask_world_id_at(held, count(sprites[i], "sprites"), long))
    named[i - 1] = long[0]
  end
  check(C.hitmask_world_despawn_many(held, named, length, size))
  return tonumber(size[0])
end

-- Removes all sprites. The masks stay, except those of `own_mask`.
function World:clear() check(C.hitmask_world_clear(pointer(self))) end

-- Returns the number of sprites.
function World:len()
  check(C.hitmask_world_sprite_count(pointer(self), size))
  return tonumber(size[0])
end

-- Returns whether there is a sprite with a number.
function World:contains(sprite)
  check(C.hitmask_world_id_at(pointer(self), count(sprite, "sprite"), long))
  return long[0] ~= 0
end

local ids = core.room "uint64_t"

-- Returns the list of all sprites.
function World:ids()
  if ids:grew(C.hitmask_world_ids(pointer(self), ids.values, ids.capacity, size)) then return self:ids() end
  local made = {}
  for i = 0, tonumber(size[0]) - 1 do made[i + 1] = C.hitmask_id_slot(ids.values[i]) end
  return made
end

-- ---- as love.graphics.draw

local mask, sizes, m = ffi.new "hitmask_mask *[1]", ffi.new "uint32_t[2]", ffi.new "double[6]"

local function set_transform(world, x, y, r, sx, sy, ox, oy, kx, ky)
  x, y, r, sx, sy = real(x, "x"), real(y, "y"), real(r or 0, "r"), real(sx or 1, "sx"), real(sy or sx or 1, "sy")
  ox, oy, kx, ky = real(ox or 0, "ox"), real(oy or 0, "oy"), real(kx or 0, "kx"), real(ky or 0, "ky")
  check(C.hitmask_world_mask(pointer(world), one.mask, mask))
  C.hitmask_mask_size(mask[0], sizes, sizes + 1)
  C.hitmask_mask_free(mask[0])
  check(C.hitmask_transform_compose(x, y, math.deg(r), sx, sy, ox, oy, kx, ky, m))
  check(C.hitmask_sprite_set_transform(one, sizes[0], sizes[1], m))
end

-- Adds a sprite that covers what `love.graphics.draw(image, x, y, r, sx, sy, ox, oy, kx, ky)` draws: r in radians, sx and sy factors of the
-- size (negative ones mirror), ox and oy the origin, the point of the picture that comes to x, y. Returns its number. `values` may be nil. The
-- sprite gets a `transform`, or `flip_x`, `flip_y` and `turn` if the picture is along the axes in its own size.
function World:spawn_transformed(mask, values, x, y, r, sx, sy, ox, oy, kx, ky)
  check(C.hitmask_sprite_init(one, mask_id(self, mask), 0, 0))
  if values ~= nil then change(self, one, values) end
  set_transform(self, x, y, r, sx, sy, ox, oy, kx, ky)
  return add_sprite(self)
end

-- Places a sprite so that it covers what `love.graphics.draw(image, x, y, r, sx, sy, ox, oy, kx, ky)` draws. It draws nothing.
function World:set_transform(sprite, x, y, r, sx, sy, ox, oy, kx, ky)
  local id = load_sprite(self, sprite)
  set_transform(self, x, y, r, sx, sy, ox, oy, kx, ky)
  store_sprite(self, id)
end

-- Returns the map under which to draw the picture of a sprite so that it covers what collides: six numbers a, b, x, c, d, y. It sends the point
-- px, py of the picture to a * px + b * py + x, c * px + d * py + y. For LÖVE, keep a `love.math.newTransform()`:
--
--     local a, b, x, c, d, y = world:draw_transform(sprite)
--     love.graphics.draw(image, transform:setMatrix(a, b, 0, x, c, d, 0, y, 0, 0, 1, 0, 0, 0, 0, 1))
function World:draw_transform(sprite)
  local id = sprite_id(self, sprite)
  check(C.hitmask_world_draw_transform(asked(self), id, m))
  return m[0], m[1], m[2], m[3], m[4], m[5]
end

-- ---- moves. A sprite with an angle, a scale, an origin or a transform is shown at its place with the fraction; any other stands at the nearest
-- pixel. A move by an offset must be whole: hitmask.remainder_new() keeps fractions.

-- Returns the place x, y of a sprite, whole pixels: where its origin is drawn, or without an origin its top-left corner after flips and turns,
-- before scale and rotation. The rest is the `fraction` of `get`.
function World:position(sprite)
  long[0] = sprite_id(self, sprite)
  check(C.hitmask_world_positions(pointer(self), long, point, 1))
  return point.x, point.y
end

local spot = ffi.new "hitmask_real"

-- Moves a sprite to x, y: where its origin is drawn, or without an origin its top-left corner after flips and turns, before scale and rotation.
function World:move_to(sprite, x, y)
  long[0], spot.x, spot.y = sprite_id(self, sprite), real(x, "x"), real(y, "y")
  check(C.hitmask_world_set_real_positions(pointer(self), long, spot, 1))
end

-- Moves a sprite by whole pixels. `hitmask.remainder_new` makes them from velocities with fractions.
function World:move_by(sprite, dx, dy)
  local id = sprite_id(self, sprite)
  check(C.hitmask_world_move_by(pointer(self), id, displacement(dx, "dx"), displacement(dy, "dy")))
end

-- Moves a sprite without a path: a step tests a continuous sprite only where it stands then.
function World:jump_to(sprite, x, y)
  World.move_to(self, sprite, x, y)
  check(C.hitmask_world_positions(pointer(self), long, point, 1))
  check(C.hitmask_world_jump_to(pointer(self), long, point, 1))
end

-- Sets where the path of a continuous sprite begins in the next step, for example after a bounce. `jump_to` its own place forgets the path.
function World:set_last_place(sprite, x, y)
  local id = sprite_id(self, sprite)
  local left, top = place(x, y)
  check(C.hitmask_world_set_last_place(pointer(self), id, left, top))
end

local Positions, RealPositions = ffi.typeof "hitmask_point[?]", ffi.typeof "hitmask_real[?]"

-- Returns an array of the positions of all sprites, whose items have x and y, and the number of slots. Change it and hand it to
-- `set_positions`: the fastest way to move many. positions[sprite] is that of a sprite; a slot without one has -2^31, -2^31. The array holds
-- whole numbers: LuaJIT cuts the fraction off a number that is put into it. `real_positions` has room for fractions.
function World:positions()
  local held = pointer(self)
  check(C.hitmask_world_positions_by_slot(held, nil, 0, size))
  local slots = tonumber(size[0])
  local positions = Positions(slots)
  check(C.hitmask_world_positions_by_slot(held, positions, slots, size))
  return positions, slots
end

-- Returns an array like that of `positions` whose numbers may get fractions.
function World:real_positions()
  local positions, slots = World.positions(self)
  local reals = RealPositions(slots)
  for slot = 0, slots - 1 do reals[slot].x, reals[slot].y = positions[slot].x, positions[slot].y end
  return reals, slots
end

-- Moves all sprites to the positions of an array of `positions` or `real_positions`. Fractions are rounded to the nearest pixel.
function World:set_positions(positions)
  if ffi.istype(Positions, positions) then
    check(C.hitmask_world_set_positions_by_slot(pointer(self), positions, ffi.sizeof(positions) / 8))
  elseif ffi.istype(RealPositions, positions) then
    check(C.hitmask_world_set_real_positions_by_slot(pointer(self), positions, ffi.sizeof(positions) / 16))
  else
    fail("positions must be an array of World:positions() or World:real_positions(), got %s", shown(positions))
  end
end

-- A table of what a moving sprite has met, or nil.
local function sweep_hit(hit)
  local made = core.sweep_hit(hit)
  if made then made.sprite = C.hitmask_id_slot(hit.id) end
  return made
end

return { sprite_id = sprite_id, to_who = to_who, ids = ids, sweep_hit = sweep_hit }

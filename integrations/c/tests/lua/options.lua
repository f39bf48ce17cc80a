-- The options of queries and moves, and what a query asks about.
local hitmask = require "hitmask"
local check = require "check"
local equal, values = check.equal, check.values

local HERO, WALL, COIN = 1, 2, 4

-- A crouching hero under a beam, a coin to his right, and behind it a wall.
local function made()
  local world = hitmask.world_new()
  local function box(width, height) return world:add_mask(hitmask.mask_filled(width, height)) end
  local s = { world = world, crouching = box(8, 8), standing = box(8, 16) }
  s.hero = world:spawn(s.crouching, 0, 92, { layers = HERO })
  s.beam = world:spawn(box(90, 4), 0, 80, { layers = WALL })
  s.coin = world:spawn(s.crouching, 20, 92, { layers = COIN, sensor = true })
  s.wall = world:spawn(box(4, 40), 40, 70, { layers = WALL })
  return s
end

local function queries()
  local s = made()
  local world = s.world
  values(world:find_rect(0, 0, 99, 99), s.hero, s.beam, s.coin, s.wall)
  values(world:find_rect(0, 0, 99, 99, {}), s.hero, s.beam, s.coin, s.wall)
  values(world:find_rect(0, 0, 99, 99, { layers = WALL + COIN, without = s.coin }), s.beam, s.wall)
  values(world:find_rect(0, 0, 99, 99, { layers = 0 })) -- a set of layers that a game computes may be empty
  values(world:find_rect(0, 0, 99, 99, { without = 99 }), s.hero, s.beam, s.coin, s.wall)
  equal(world:nearest(4, 96, 1, { without = s.hero })[1].sprite, s.beam)
  equal(world:cast_ray(10, 95, 99, 95).sprite, s.wall)
  equal(world:cast_ray(10, 95, 99, 95, { with_sensors = true }).sprite, s.coin)
  equal(world:cast_ray(10, 95, 99, 95, { without = s.wall }), nil)
  equal(world:cast_rays({ 10, 95, 99, 95 }, { with_sensors = true })[1].sprite, s.coin)
  equal(#world:cast_ray_all(10, 95, 99, 95, { with_sensors = true }), 2)
  values(world:touching(s.hero, 20, 0, { with_sensors = true }), s.coin)
  local shot = { mask = hitmask.mask_filled(3, 3), x = 38, y = 90 }
  equal(world:sweep(shot, 10, 90).x, 10)
  local swept = world:sweep(shot, 10, 90, { hit_from_inside = true })
  values({ swept.x, swept.hit.sprite, swept.hit.step, swept.hit.started_inside }, 38, s.wall, 0, true)
end

local function whos()
  local s = made()
  local world, hero = s.world, s.hero
  equal(world:is_free(hero), true)
  equal(world:is_free { sprite = hero, x = 20, y = 92 }, true)
  equal(world:is_free { sprite = hero, x = 20, y = 83 }, false)
  equal(world:is_free { sprite = hero, mask = s.standing, y = 84, x = 0 }, true) -- he ignores himself, and the beam is just above
  equal(world:is_free { sprite = hero, mask = s.standing, position = { 0, 83 } }, false)
  equal(world:is_free { mask = s.standing, x = 0, y = 84 }, false) -- somebody else would overlap him
  equal(world:is_free { mask = s.standing, x = 0, y = 84, collides_with = COIN }, true)
  equal(world:is_free { mask = hitmask.mask_filled(3, 3), x = 2, y = 93 }, false)
  equal(world:is_free(hero), true) -- what was asked before leaves no trace
  values({ world:nearest_free({ sprite = hero, x = 33, y = 92 }, 50) }, 32, 92)
  values({ world:nearest_free({ sprite = hero, x = 33, y = 92 }, 50, { within = { 34, 0, 99, 200 } }) }, 44, 92)
  values({ world:nearest_free({ sprite = hero, x = 38, y = 92 }, 50, { without = s.wall }) }, 38, 92)
  local shape, x, y = world:shape { mask = s.standing, x = 3, y = 4, turn = 1 }
  values({ x, y, shape:size() }, 3, 4, 16, 8)
end

local function moves()
  local s = made()
  local world, hero = s.world, s.hero
  equal(world:move_until(hero, 90, 92, { with_sensors = true }).hits[1].sprite, s.coin)
  world:move_to(hero, 0, 92)
  equal(world:move_until(hero, 90, 92).x, 32)
  equal(world:move_until(hero, 90, 92, { motion = "slide", layers = COIN }).x, 90)
  world:move_to(hero, 33, 92)
  for _, motion in ipairs { "stop", "slide", "walk" } do
    local moved = world:move_until(hero, 0, 92, { motion = motion, hit_from_inside = true })
    values({ moved.x, #moved.hits, moved.hits[1].sprite, moved.hits[1].step }, 33, 1, s.wall, 0)
  end
  world:move_to(hero, 34, 92)
  values({ world:push_out(hero, 50, { within = { 34, 0, 99, 200 } }) }, 10, 0)
  world:move_to(hero, 34, 92)
  values(world:push_out_many({ hero }, 50, { along = { 0, -1 } })[1], 0, -30)
end

local function layers()
  local s = made()
  local world = s.world
  equal(#world:one_sided_layers(), 0)
  world:set(s.wall, { collides_with = COIN })
  local pairs_of_it = world:one_sided_layers()
  values({ #pairs_of_it, pairs_of_it[1].a, pairs_of_it[1].b, pairs_of_it[2].a }, 2, s.hero, s.wall, s.beam)
  world:move_to(s.hero, 20, 92)
  world:step()
  local between = world:pairs_between(COIN, HERO)
  values({ #between, between[1].a, between[1].b }, 1, s.coin, s.hero)
end

-- The angle of a sprite that is drawn is that which collides: the angle as given, or the nearest of some steps.
local function angles()
  local s = made()
  local function is_drawn_at(degrees)
    local a, _, _, c = s.world:draw_transform(s.hero)
    assert(math.abs(math.deg(math.atan2(c, a)) - degrees) < 1e-9)
  end
  s.world:set(s.hero, { angle = 50, turn = 1 })
  is_drawn_at(140)
  s.world:set_angle_steps(s.crouching, 8)
  is_drawn_at(135)
  equal(s.world:get(s.hero).angle, 50)
  s.world:set_angle_steps(s.crouching, nil)
  is_drawn_at(140)
end

return { queries, whos, moves, layers, angles }

// What callers set in structs: the options of queries and moves, what a query asks about, where a push goes, and limits. A struct of zeros is the
// defaults, and so is NULL.
#include "check.h"

#include <math.h>

enum { HERO = 1, WALL = 2, COIN = 4 };

typedef struct scene {
  hitmask_world *world;
  hitmask_mask *dot;
  uint64_t crouching, standing, hero, wall, beam, coin;
} scene;

static uint64_t add(scene *s, uint64_t mask, int32_t x, int32_t y, uint32_t layers, bool is_sensor) {
  hitmask_sprite sprite;
  uint64_t id;
  OK(hitmask_sprite_init(&sprite, mask, x, y));
  sprite.layers = layers, sprite.sensor = is_sensor;
  OK(hitmask_world_spawn(s->world, &sprite, 1, &id));
  return id;
}

static uint64_t box(scene *s, uint32_t width, uint32_t height) {
  uint64_t id;
  hitmask_mask *mask = filled(width, height);
  OK(hitmask_world_add_mask(s->world, mask, &id));
  hitmask_mask_free(mask);
  return id;
}

// A crouching hero under a beam, a coin to his right, and behind it a wall.
static scene made(void) {
  scene s = {0};
  OK(hitmask_world_new(&s.world));
  s.dot = filled(3, 3);
  s.crouching = box(&s, 8, 8), s.standing = box(&s, 8, 16);
  s.hero = add(&s, s.crouching, 0, 92, HERO, false);
  s.beam = add(&s, box(&s, 90, 4), 0, 80, WALL, false);
  s.coin = add(&s, s.crouching, 20, 92, COIN, true);
  s.wall = add(&s, box(&s, 4, 40), 40, 70, WALL, false);
  OK(hitmask_world_refresh(s.world));
  return s;
}

static void done(scene *s) {
  hitmask_mask_free(s->dot);
  hitmask_world_free(s->world);
}

static void queries(void) {
  scene s = made();
  const hitmask_query zeros = {0}, walls = {.layers = WALL, .has_layers = true}, none = {.has_layers = true}, all = {.with_sensors = true};
  const hitmask_query alone = {.without = s.hero}, gone = {.without = 99};
  uint64_t ids[8];
  size_t count;
  OK(hitmask_world_find_rect(s.world, 0, 0, 99, 99, NULL, ids, 8, &count));
  CHECK(count == 4);
  OK(hitmask_world_find_rect(s.world, 0, 0, 99, 99, &zeros, ids, 8, &count));
  CHECK(count == 4);
  OK(hitmask_world_find_rect(s.world, 0, 0, 99, 99, &walls, ids, 8, &count));
  CHECK(count == 2 && ids[0] == s.beam && ids[1] == s.wall);
  OK(hitmask_world_find_rect(s.world, 0, 0, 99, 99, &none, ids, 8, &count));
  CHECK(count == 0); // a set of layers that a game computes may be empty
  OK(hitmask_world_find_rect(s.world, 0, 0, 99, 99, &alone, ids, 8, &count));
  CHECK(count == 3 && ids[0] == s.beam);
  OK(hitmask_world_find_rect(s.world, 0, 0, 99, 99, &gone, ids, 8, &count));
  CHECK(count == 4);
  hitmask_neighbor near;
  OK(hitmask_world_nearest(s.world, 4, 96, &alone, &near, 1, &count));
  CHECK(count == 1 && near.id == s.beam && near.distance == 13);

  hitmask_ray_hit ray;
  OK(hitmask_world_cast_ray(s.world, 10, 95, 99, 95, NULL, &ray));
  CHECK(ray.id == s.wall);
  OK(hitmask_world_cast_ray(s.world, 10, 95, 99, 95, &all, &ray));
  CHECK(ray.id == s.coin);
  OK(hitmask_world_touching(s.world, s.hero, 20, 0, &all, ids, 8, &count));
  CHECK(count == 1 && ids[0] == s.coin);

  // One pixel inside the wall: a sweep leaves it, unless it may hit from inside.
  hitmask_swept swept;
  const hitmask_query inside = {.hit_from_inside = true};
  const hitmask_who shot = {.mask = s.dot, .at = {38, 90}, .has_at = true};
  OK(hitmask_world_sweep(s.world, &shot, 10, 90, NULL, &swept));
  CHECK(swept.at.x == 10 && !swept.hit.hit && swept.started_inside == s.wall);
  OK(hitmask_world_sweep(s.world, &shot, 10, 90, &inside, &swept));
  CHECK(swept.at.x == 38 && swept.hit.id == s.wall && swept.hit.step == 0 && swept.hit.started_inside);

  FAILS(hitmask_world_find_point(s.world, 1, 1, &(hitmask_query){.layers = WALL}, ids, 8, &count), HITMASK_INVALID,
        "layers is 0x2, but has_layers is not set");
  FAILS(hitmask_world_find_point(s.world, 1, 1, &(hitmask_query){.reserved = {1}}, ids, 8, &count), HITMASK_INVALID, "reserved of query");
  FAILS(hitmask_world_find_point(s.world, 1, 1, (const hitmask_query *)(uintptr_t)4, ids, 8, &count), HITMASK_INVALID, "query must be aligned");
  done(&s);
}

static bool is_free(scene *s, hitmask_who who) {
  bool yes;
  OK(hitmask_world_is_free(s->world, &who, NULL, &yes));
  return yes;
}

static void whos(void) {
  scene s = made();
  hitmask_sprite up;
  OK(hitmask_world_get(s.world, s.hero, &up));
  up.mask = s.standing;
  CHECK(is_free(&s, who(s.hero)) && is_free(&s, who_at(s.hero, 20, 92)) && !is_free(&s, who_at(s.hero, 20, 83)));
  up.position.y = 84;
  CHECK(is_free(&s, (hitmask_who){.id = s.hero, .sprite = up})); // the beam is just above
  CHECK(!is_free(&s, (hitmask_who){.sprite = up}));              // somebody else would overlap the hero
  CHECK(!is_free(&s, (hitmask_who){.id = s.hero, .sprite = up, .at = {0, 83}, .has_at = true}));
  up.collides_with = COIN;
  CHECK(is_free(&s, (hitmask_who){.sprite = up})); // a description has layers
  CHECK(!is_free(&s, (hitmask_who){.mask = s.dot, .at = {2, 93}, .has_at = true}));

  bool found;
  hitmask_point place;
  const hitmask_who deep = who_at(s.hero, 38, 92);
  const hitmask_rect map = {34, 0, 99, 200};
  OK(hitmask_world_nearest_free(s.world, &deep, 50, NULL, NULL, &found, &place));
  CHECK(found && place.x == 32 && place.y == 92);
  OK(hitmask_world_nearest_free(s.world, &deep, 50, NULL, &(hitmask_query){.without = s.wall}, &found, &place));
  CHECK(found && place.x == 38);
  const hitmask_who left = who_at(s.hero, 33, 92);
  OK(hitmask_world_nearest_free(s.world, &left, 50, NULL, NULL, &found, &place));
  CHECK(found && place.x == 32);
  OK(hitmask_world_nearest_free(s.world, &left, 50, &map, NULL, &found, &place));
  CHECK(found && place.x == 44);
  FAILS(hitmask_world_nearest_free(s.world, &left, 50, &(hitmask_rect){0, 0, (uint32_t)-5, 9}, NULL, &found, &place), HITMASK_OUT_OF_RANGE, "got -5");

  hitmask_mask *shape;
  hitmask_point corner;
  uint32_t width, height;
  OK(hitmask_world_shape(s.world, &(hitmask_who){.sprite = up}, &shape, &corner));
  OK(hitmask_mask_size(shape, &width, &height));
  CHECK(height == 16 && corner.y == 84);
  hitmask_mask_free(shape);

  bool yes;
  const struct {
    hitmask_who who;
    hitmask_status status;
    const char *part;
  } wrong[] = {
      {{0}, HITMASK_INVALID, "who must have an id, a sprite or a mask"},
      {{.id = 99}, HITMASK_STALE, "99"},
      {{.id = s.hero, .at = {3, 4}}, HITMASK_INVALID, "at is 3, 4, but has_at is not set"},
      {{.id = s.hero, .at = {INT32_MAX, 4}, .has_at = true}, HITMASK_OUT_OF_RANGE, "2147483647"},
      {{.id = s.hero, .mask = s.dot}, HITMASK_INVALID, "a mask is in no world"},
      {{.id = s.hero, .sprite = {.layers = 1}}, HITMASK_INVALID, "sprite of who has no mask"},
      {{.sprite = {.mask = s.hero, .scale = {1, 1}}}, HITMASK_STALE, "is the id of a sprite, expected that of a mask"},
      {{.id = s.hero, .reserved = {1}}, HITMASK_INVALID, "reserved of who"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    FAILS(hitmask_world_is_free(s.world, &wrong[i].who, NULL, &yes), wrong[i].status, wrong[i].part);
  }
  FAILS(hitmask_world_is_free(s.world, NULL, NULL, &yes), HITMASK_NULL, "who");
  done(&s);
}

static void moves(void) {
  scene s = made();
  hitmask_moved moved;
  const hitmask_motion zeros = {0}, slide = {.reaction = HITMASK_SLIDE, .layers = COIN, .has_layers = true};
  OK(hitmask_world_move_until(s.world, s.hero, 90, 92, &zeros, &moved));
  CHECK(moved.at.x == 32 && moved.hits[0].id == s.wall);
  OK(hitmask_world_move_until(s.world, s.hero, 90, 92, &slide, &moved));
  CHECK(moved.at.x == 90); // through the wall
  OK(hitmask_world_move_until(s.world, s.hero, 0, 92, &(hitmask_motion){.with_sensors = true}, &moved));
  CHECK(moved.at.x == 44 && moved.hits[0].id == s.wall);
  OK(hitmask_world_move_to(s.world, s.hero, 0, 92));
  OK(hitmask_world_move_until(s.world, s.hero, 90, 92, &(hitmask_motion){.with_sensors = true}, &moved));
  CHECK(moved.at.x == 12 && moved.hits[0].id == s.coin);
  OK(hitmask_world_move_to(s.world, s.hero, 33, 92));
  for (int32_t reaction = HITMASK_STOP; reaction <= HITMASK_WALK; reaction++) {
    const hitmask_motion inside = {.reaction = reaction, .hit_from_inside = true};
    OK(hitmask_world_move_until(s.world, s.hero, 0, 92, &inside, &moved));
    CHECK(moved.at.x == 33 && moved.hit_count == 1 && moved.hits[0].id == s.wall && moved.hits[0].step == 0);
  }
  OK(hitmask_world_move_until(s.world, s.hero, 0, 92, NULL, &moved));
  CHECK(moved.at.x == 0 && moved.started_inside[0] == s.wall);
  FAILS(hitmask_world_move_until(s.world, s.hero, 0, 0, &(hitmask_motion){.reaction = 3}, &moved), HITMASK_INVALID,
        "reaction must be a hitmask_reaction, from 0 to 2, got 3");
  FAILS(hitmask_world_move_until(s.world, s.hero, 0, 0, &(hitmask_motion){.layers = 7}, &moved), HITMASK_INVALID, "layers is 0x7");
  hitmask_sprite ghost;
  OK(hitmask_world_get(s.world, s.hero, &ghost));
  ghost.collides_with = 1u << 30;
  OK(hitmask_world_set(s.world, &s.hero, &ghost, 1));
  FAILS(hitmask_world_move_until(s.world, s.hero, 0, 0, &(hitmask_motion){.layers = WALL, .has_layers = true}, &moved), HITMASK_INVALID,
        "the sprite collides with layers 0x40000000");
  FAILS(hitmask_world_move_until(s.world, s.hero, 0, 0, &(hitmask_motion){.reserved = {9}}, &moved), HITMASK_INVALID, "reserved of motion");
  done(&s);
}

static void pushes(void) {
  scene s = made();
  bool found;
  hitmask_point by, moves[2];
  const hitmask_point up = {0, -1}, right = {1, 0};
  const hitmask_rect map = {34, 0, 99, 200};
  OK(hitmask_world_move_to(s.world, s.hero, 34, 92));
  OK(hitmask_world_push_out(s.world, s.hero, 9, &right, NULL, &found, &by));
  CHECK(!found);
  OK(hitmask_world_push_out(s.world, s.hero, 50, &up, NULL, &found, &by));
  CHECK(found && by.x == 0 && by.y == -30);
  OK(hitmask_world_move_to(s.world, s.hero, 34, 92));
  OK(hitmask_world_push_out(s.world, s.hero, 50, NULL, &map, &found, &by));
  CHECK(found && by.x == 10 && by.y == 0); // to the left it would leave the map
  OK(hitmask_world_move_to(s.world, s.hero, 0, 100));
  OK(hitmask_world_push_out_many(s.world, &s.hero, 1, 50, &right, &map, moves));
  CHECK(moves[0].x == 44 && moves[0].y == 0); // free, but off the map, and the wall is on the way
  FAILS(hitmask_world_push_out(s.world, s.hero, 9, NULL, &(hitmask_rect){0, 0, 9, (uint32_t)-5}, &found, &by), HITMASK_OUT_OF_RANGE, "got -5");
  done(&s);
}

static void limits(void) {
  scene s = made();
  hitmask_limits limits, now;
  OK(hitmask_world_limits(s.world, &limits));
  CHECK(limits.pairs == 1 << 25 && !limits.has_parallel_from && limits.parallel_from == 0);
  CHECK(limits.offset_table_bytes == 16 << 20 && limits.variant_bytes == 64 << 20);
  limits.pairs = 0, limits.has_parallel_from = true, limits.parallel_from = SIZE_MAX, limits.variant_bytes = 7;
  OK(hitmask_world_set_limits(s.world, &limits));
  OK(hitmask_world_limits(s.world, &now));
  CHECK(now.pairs == 0 && now.has_parallel_from && now.parallel_from == SIZE_MAX && now.variant_bytes == 7);
  hitmask_step step;
  OK(hitmask_world_move_to(s.world, s.hero, 34, 92));
  FAILS(hitmask_world_step(s.world, &step), HITMASK_TOO_MANY, "spread the sprites");
  limits.has_parallel_from = false;
  FAILS(hitmask_world_set_limits(s.world, &limits), HITMASK_INVALID, "has_parallel_from is not set");
  limits.parallel_from = 0, limits.reserved[1] = 1;
  FAILS(hitmask_world_set_limits(s.world, &limits), HITMASK_INVALID, "reserved of limits");
  OK(hitmask_world_set_limits(s.world, NULL));
  OK(hitmask_world_limits(s.world, &now));
  CHECK(now.pairs == 1 << 25 && !now.has_parallel_from);
  OK(hitmask_world_step(s.world, &step));
  CHECK(step.pair_count == 2);
  done(&s);
}

// Both sprites must name a layer of the other.
static void layers(void) {
  scene s = made();
  hitmask_sprite sprite;
  hitmask_pair pairs[4];
  hitmask_step step;
  size_t count;
  OK(hitmask_world_one_sided_layers(s.world, pairs, 4, &count));
  CHECK(count == 0);
  OK(hitmask_world_get(s.world, s.wall, &sprite));
  sprite.collides_with = COIN;
  OK(hitmask_world_set(s.world, &s.wall, &sprite, 1));
  OK(hitmask_world_move_to(s.world, s.hero, 40, 92));
  OK(hitmask_world_step(s.world, &step));
  CHECK(step.pair_count == 0); // the wall meets neither the beam nor the hero
  OK(hitmask_world_one_sided_layers(s.world, pairs, 4, &count));
  CHECK(count == 2 && pairs[0].a == s.hero && pairs[0].b == s.wall && pairs[1].a == s.beam);
  done(&s);
}

// The angle in degrees at which a sprite is drawn.
static double angle_of(hitmask_world *world, uint64_t id) {
  double m[6];
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_draw_transform(world, id, m));
  return atan2(m[3], m[0]) * 180 / acos(-1);
}

// The angle of a sprite that is drawn is that which collides: the angle as given, or the nearest of some steps.
static void angles(void) {
  scene s = made();
  hitmask_sprite sprite;
  OK(hitmask_world_get(s.world, s.hero, &sprite));
  sprite.angle = 30, sprite.turn = 1;
  OK(hitmask_world_set(s.world, &s.hero, &sprite, 1));
  CHECK(fabs(angle_of(s.world, s.hero) - 120) < 1e-9);
  OK(hitmask_world_set_angle_steps(s.world, s.crouching, 64));
  CHECK(fabs(angle_of(s.world, s.hero) - 118.125) < 1e-9);
  OK(hitmask_world_get(s.world, s.hero, &sprite));
  CHECK(sprite.angle == 30); // as it was given
  OK(hitmask_world_set_angle_steps(s.world, s.crouching, 65536));
  CHECK(fabs(angle_of(s.world, s.hero) - 120) < 360.0 / 65536);
  OK(hitmask_world_set_angle_steps(s.world, s.crouching, 0));
  CHECK(fabs(angle_of(s.world, s.hero) - 120) < 1e-9);
  FAILS(hitmask_world_set_angle_steps(s.world, s.crouching, 65537), HITMASK_INVALID, "65537");
  done(&s);
}

void test_options(void) {
  queries();
  whos();
  moves();
  pushes();
  limits();
  layers();
  angles();
}

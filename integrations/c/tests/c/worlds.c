// Worlds: sprites come, change and go; steps, contacts, queries, bytes.
#include "check.h"

#include <math.h>

static uint64_t add(hitmask_world *world, uint64_t mask, int32_t x, int32_t y) {
  hitmask_sprite sprite;
  uint64_t id;
  OK(hitmask_sprite_init(&sprite, mask, x, y));
  OK(hitmask_world_spawn(world, &sprite, 1, &id));
  CHECK(id != 0);
  return id;
}

static uint64_t add_mask(hitmask_world *world, hitmask_mask *mask) {
  uint64_t id;
  OK(hitmask_world_add_mask(world, mask, &id));
  CHECK(id != 0);
  hitmask_mask_free(mask);
  return id;
}

static void sprites(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  uint64_t box = add_mask(world, filled(4, 4));
  uint64_t ids[3] = {add(world, box, 0, 0), add(world, box, 10, 0), add(world, box, 20, 0)}, listed[3], id;
  hitmask_sprite sprite, before;
  OK(hitmask_world_get(world, ids[1], &sprite));
  CHECK(sprite.mask == box && sprite.position.x == 10 && sprite.layers == 1 && sprite.collides_with == UINT32_MAX);
  CHECK(sprite.scale.x == 1 && sprite.scale.y == 1 && !sprite.has_origin && !sprite.fixed && sprite.one_way == HITMASK_NO_SIDE);
  CHECK(sprite.fraction.x == 0 && sprite.fraction.y == 0 && !sprite.has_transform);
  sprite.angle = 45.1, sprite.one_way = HITMASK_TOP, sprite.turn = 3, sprite.fraction = (hitmask_real){0.25, 0.999}, sprite.data = UINT64_MAX;
  sprite.has_origin = 1, sprite.origin = (hitmask_real){1.5, -2.25};
  before = sprite;
  OK(hitmask_world_set(world, &ids[1], &sprite, 1));
  OK(hitmask_world_get(world, ids[1], &sprite));
  CHECK(memcmp(&sprite, &before, sizeof sprite) == 0);

  size_t count;
  OK(hitmask_world_sprite_count(world, &count));
  CHECK(count == 3);
  OK(hitmask_world_ids(world, listed, 3, &count));
  CHECK(count == 3 && memcmp(ids, listed, sizeof ids) == 0);
  CHECK(hitmask_id_slot(ids[2]) == 2 && hitmask_mask_id_slot(box) == 0);
  OK(hitmask_world_id_at(world, 2, &id));
  CHECK(id == ids[2]);
  OK(hitmask_world_id_at(world, SIZE_MAX, &id));
  CHECK(id == 0);
  OK(hitmask_world_mask_id_at(world, 0, &id));
  CHECK(id == box);

  hitmask_point places[3] = {{1, 1}, {2, 2}, {3, 3}}, now[3];
  OK(hitmask_world_set_positions(world, ids, places, 3));
  OK(hitmask_world_positions(world, ids, now, 3));
  CHECK(memcmp(places, now, sizeof now) == 0);
  OK(hitmask_world_set_real_positions(world, ids, (const hitmask_real[]){{0.5, -0.5}, {1.49, -1.51}}, 2));
  OK(hitmask_world_positions(world, ids, now, 3));
  CHECK(now[0].x == 1 && now[0].y == 0 && now[1].x == 1 && now[1].y == -2);
  OK(hitmask_world_move_to(world, ids[0], 7, 7));
  OK(hitmask_world_move_by(world, ids[0], -2, 1));
  OK(hitmask_world_jump_to(world, &ids[1], places, 1));
  OK(hitmask_world_positions_by_slot(world, now, 3, &count));
  CHECK(count == 3 && now[0].x == 5 && now[0].y == 8 && now[1].x == 1);
  OK(hitmask_world_slot_count(world, &count));
  CHECK(count == 3);
  now[0] = at(-9, -9);
  FAILS(hitmask_world_positions(world, (const uint64_t[]){ids[0], 99}, now, 2), HITMASK_STALE, "ids[1]");
  CHECK(now[0].x == -9); // a call that fails writes nothing
  const hitmask_real reals[3] = {{2.5, -0.5}, {2, 2}, {3, 3}}, lost[3] = {{1, 1}, {NAN, 0}, {1, 1}};
  OK(hitmask_world_set_real_positions_by_slot(world, reals, 3));
  OK(hitmask_world_positions(world, ids, now, 1));
  CHECK(now[0].x == 3 && now[0].y == 0);
  FAILS(hitmask_world_set_real_positions_by_slot(world, lost, 3), HITMASK_OUT_OF_RANGE, "positions[1]");
  FAILS(hitmask_world_set_real_positions_by_slot(world, reals, 2), HITMASK_INVALID, "3, got 2");
  OK(hitmask_world_set_positions_by_slot(world, places, 3));
  OK(hitmask_world_set_data(world, ids[0], 5));
  OK(hitmask_world_set_last_place(world, ids[0], 3, 3));
  OK(hitmask_world_get(world, ids[0], &sprite));
  CHECK(sprite.data == 5 && sprite.position.x == 1);

  // Masks: shared, replaced, drawn on.
  hitmask_mask *shared, *hole = filled(2, 2), *big = filled(8, 8);
  uint64_t pixels;
  OK(hitmask_world_erase_from_mask(world, box, hole, 0, 0));
  OK(hitmask_world_mask(world, box, &shared));
  OK(hitmask_mask_count(shared, &pixels));
  CHECK(pixels == 12);
  OK(hitmask_mask_fill(shared, false));
  hitmask_mask_free(shared);
  OK(hitmask_world_draw_on_mask(world, box, hole, 1, 1));
  OK(hitmask_world_fill_rect(world, box, 3, 3, 1, 1, false));
  OK(hitmask_world_fill_circle(world, box, 0.5, 0.5, 0.4, true));
  OK(hitmask_world_mask(world, box, &shared));
  OK(hitmask_mask_count(shared, &pixels));
  CHECK(pixels == 13);
  hitmask_mask_free(shared);
  OK(hitmask_world_replace_mask(world, box, big));
  OK(hitmask_world_set_angle_steps(world, box, 128));
  FAILS(hitmask_world_remove_mask(world, box), HITMASK_IN_USE, "");
  OK(hitmask_world_clear(world));
  OK(hitmask_world_remove_mask(world, box));
  FAILS(hitmask_world_mask(world, box, &shared), HITMASK_STALE, "no mask");
  hitmask_mask_free(big);
  hitmask_mask_free(hole);
  hitmask_world_free(world);
}

// The map that a sprite means by its values, from points of its picture of some size to points of the world. A sprite without a transform flips,
// turns, is scaled and rotated about its origin, or about its middle.
static void map_of(const hitmask_sprite *values, double width, double height, double m[6]) {
  const double x = values->position.x + values->fraction.x, y = values->position.y + values->fraction.y;
  if (values->has_transform) {
    memcpy(m, (double[]){values->transform.a, values->transform.b, x, values->transform.c, values->transform.d, y}, 6 * sizeof *m);
    return;
  }
  const double angle = values->angle * acos(-1) / 180, cosine = cos(angle), sine = sin(angle);
  static const int turns[4][4] = {{1, 0, 0, 1}, {0, -1, 1, 0}, {-1, 0, 0, -1}, {0, 1, -1, 0}};
  const int *turn = turns[values->turn], flip_x = values->flip_x ? -1 : 1, flip_y = values->flip_y ? -1 : 1;
  const double a = values->scale.x * turn[0] * flip_x, b = values->scale.x * turn[1] * flip_y;
  const double c = values->scale.y * turn[2] * flip_x, d = values->scale.y * turn[3] * flip_y;
  m[0] = cosine * a - sine * c, m[1] = cosine * b - sine * d, m[3] = sine * a + cosine * c, m[4] = sine * b + cosine * d;
  const double middle_x = (values->turn % 2 ? height : width) / 2, middle_y = (values->turn % 2 ? width : height) / 2;
  const hitmask_real from = values->has_origin ? values->origin : (hitmask_real){width / 2, height / 2};
  m[2] = x + (values->has_origin ? 0 : middle_x) - m[0] * from.x - m[1] * from.y;
  m[5] = y + (values->has_origin ? 0 : middle_y) - m[3] * from.x - m[4] * from.y;
}

// Checks that a sprite covers what its picture covers, drawn by a map without smoothing: the pixel x, y is solid if the map sends a solid texel
// to its center. A center on an edge between texels proves nothing.
static void covers(hitmask_world *world, uint64_t id, const hitmask_mask *picture, const double m[6]) {
  hitmask_mask *shape;
  hitmask_point corner;
  uint32_t width, height;
  const double area = m[0] * m[4] - m[1] * m[3];
  OK(hitmask_world_shape(world, &(hitmask_who){.id = id}, &shape, &corner));
  OK(hitmask_mask_size(shape, &width, &height));
  int solid = 0, edges = 0;
  for (int32_t y = -3; y < (int32_t)height + 3; y++) {
    for (int32_t x = -3; x < (int32_t)width + 3; x++) {
      const double dx = corner.x + x + 0.5 - m[2], dy = corner.y + y + 0.5 - m[5];
      const double u = (m[4] * dx - m[1] * dy) / area, v = (m[0] * dy - m[3] * dx) / area;
      bool is_solid, is_drawn;
      if (fabs(u - round(u)) < 1e-6 || fabs(v - round(v)) < 1e-6) {
        edges++;
        continue;
      }
      OK(hitmask_mask_contains(shape, x, y, &is_solid));
      OK(hitmask_mask_contains(picture, (int32_t)floor(u), (int32_t)floor(v), &is_drawn));
      CHECK(is_solid == is_drawn);
      solid += is_solid;
    }
  }
  CHECK(solid > edges / 2);
  hitmask_mask_free(shape);
}

// Sprites stand as renderers draw their pictures.
static void drawn_sprites(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  uint64_t plank = add_mask(world, filled(40, 4)), id = add(world, plank, 0, 0);
  hitmask_sprite sprite, same;
  hitmask_rect bounds, again;
  double m[6];
  OK(hitmask_world_get(world, id, &sprite));
  sprite.data = 9, sprite.angle = 30, sprite.has_origin = 1, sprite.origin = (hitmask_real){1, 2};
  OK(hitmask_transform_compose(104.4, 50, 90, 1, 1, 0, 0, 0, 0, m));
  OK(hitmask_sprite_set_transform(&sprite, 40, 4, m));
  CHECK(sprite.turn == 1 && sprite.angle == 0 && !sprite.has_origin && !sprite.has_transform && sprite.data == 9);
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_bounds(world, id, &bounds));
  CHECK(bounds.left == 100 && bounds.top == 50 && bounds.width == 4 && bounds.height == 40);
  // Mirrored and doubled about its right end.
  OK(hitmask_transform_compose(10, 10, 0, -2, 1, 40, 0, 0, 0, m));
  OK(hitmask_sprite_set_transform(&sprite, 40, 4, m));
  CHECK(sprite.turn == 0 && sprite.has_transform && sprite.transform.a == -2 && sprite.transform.d == 1);
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_bounds(world, id, &bounds));
  CHECK(bounds.left == 10 && bounds.top == 10 && bounds.width == 80 && bounds.height == 4);
  same = sprite;
  OK(hitmask_sprite_set_transform(&same, 40, 4, (const double[]){-2, 0, 90, 0, 1, 10}));
  CHECK(memcmp(&same, &sprite, sizeof same) == 0);
  // Sheared: the bottom row is drawn 3.5 * 2 pixels to the right of the top edge.
  OK(hitmask_sprite_set_transform(&sprite, 40, 4, (const double[]){1, 2, -0.25, 0, 1, 10}));
  CHECK(sprite.position.x == -1 && sprite.fraction.x == 0.75 && sprite.transform.b == 2);
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_bounds(world, id, &again));
  CHECK(again.left == 1 && again.top == 10 && again.width == 46 && again.height == 4);
  // After a failure, the sprite is as before.
  same = sprite;
  const char *part = "m must have finite numbers, and must not send the picture to a line or a point, got 1, 2, 2, 4";
  FAILS(hitmask_sprite_set_transform(&sprite, 40, 4, (const double[]){1, 2, 0, 2, 4, 0}), HITMASK_INVALID, part);
  FAILS(hitmask_sprite_set_transform(&sprite, 40, 4, (const double[]){NAN, 0, 0, 0, 1, 0}), HITMASK_INVALID, "got NaN, 0, 0, 1");
  FAILS(hitmask_sprite_set_transform(&sprite, 40, 4, (const double[]){2, 0, INFINITY, 0, 1, 0}), HITMASK_OUT_OF_RANGE, "is not a pixel");
  FAILS(hitmask_sprite_set_transform(&sprite, 40, 4, NULL), HITMASK_NULL, "m");
  FAILS(hitmask_sprite_set_transform(NULL, 40, 4, (const double[]){1, 0, 0, 0, 1, 0}), HITMASK_NULL, "sprite");
  FAILS(hitmask_transform_compose(NAN, 0, 0, 1, 1, 0, 0, 0, 0, m), HITMASK_INVALID, "x and y must be finite, got NaN, 0");
  FAILS(hitmask_transform_compose(0, 0, NAN, 1, 1, 0, 0, 0, 0, m), HITMASK_INVALID, "degrees must be finite, got NaN");
  FAILS(hitmask_transform_compose(0, 0, 0, 1, 0, 0, 0, 0, 0, m), HITMASK_INVALID, "scale_x and scale_y must not be 0, got 1, 0");
  FAILS(hitmask_transform_compose(0, 0, 0, 1, 1, 0, -INFINITY, 0, 0, m), HITMASK_INVALID, "origin_x and origin_y must be finite, got 0, -inf");
  FAILS(hitmask_transform_compose(0, 0, 0, 1, 1, 0, 0, NAN, 0, m), HITMASK_INVALID, "shear_x and shear_y must be finite, got NaN, 0");
  FAILS(hitmask_transform_compose(0, 0, 0, 1, 1, 0, 0, 0, 0, NULL), HITMASK_NULL, "m");
  // The noise of an angle in radians does not decide about halves: the corner is at 1.5, 1.5, whose pixel is 2, 2.
  for (int quarters = 0; quarters < 4; quarters++) {
    OK(hitmask_transform_compose(10, 10, quarters * acos(-1) / 2 * (180 / acos(-1)), 1, 1, 8.5, 8.5, 0, 0, m));
    OK(hitmask_sprite_set_transform(&same, 17, 17, m));
    CHECK(same.turn == quarters && same.position.x == 2 && same.position.y == 2);
  }
  same = sprite;
  CHECK(memcmp(&same, &sprite, sizeof same) == 0);
  hitmask_world_free(world);
}

// A real position is exact for a sprite under a map, and rounded for any other.
static void real_places(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  uint64_t plank = add_mask(world, filled(40, 4)), ids[4];
  hitmask_sprite sprites[4], got;
  for (int i = 0; i < 4; i++) OK(hitmask_sprite_init(&sprites[i], plank, 0, 0));
  sprites[1].angle = 30, sprites[2].scale.x = 2, sprites[3].has_origin = 1;
  for (int i = 0; i < 4; i++) OK(hitmask_sprite_place_at(&sprites[i], 10.75, -3.5));
  OK(hitmask_world_spawn(world, sprites, 4, ids));
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 4; i++) {
      OK(hitmask_world_get(world, ids[i], &got));
      const double x = got.position.x + got.fraction.x, y = got.position.y + got.fraction.y;
      CHECK(i == 0 ? x == 11 && y == -3 && got.fraction.x == 0 : x == 10.75 && y == -3.5);
    }
    const hitmask_real at[4] = {{10.75, -3.5}, {10.75, -3.5}, {10.75, -3.5}, {10.75, -3.5}};
    OK(hitmask_world_set_positions(world, ids, (const hitmask_point[4]){{round, 1}, {2, 3}, {4, 5}, {6, 7}}, 4));
    OK(hitmask_world_get(world, ids[1], &got));
    CHECK(got.position.x == 2 && got.fraction.x == 0.75); // whole pixels keep the fraction
    if (round == 0) OK(hitmask_world_set_real_positions(world, ids, at, 4));
    if (round == 1) OK(hitmask_world_set_real_positions_by_slot(world, at, 4));
  }
  const hitmask_real wrong[2] = {{1, 1}, {NAN, 1}};
  FAILS(hitmask_world_set_real_positions(world, ids, wrong, 2), HITMASK_OUT_OF_RANGE, "positions[1]");
  FAILS(hitmask_sprite_place_at(&sprites[1], 0, INFINITY), HITMASK_OUT_OF_RANGE, "is not a pixel");
  FAILS(hitmask_sprite_place_at(NULL, 0, 0), HITMASK_NULL, "sprite");
  OK(hitmask_world_get(world, ids[0], &got));
  CHECK(got.position.x == 2 && got.position.y == 1);
  hitmask_world_free(world);
}

// Each pixel of a sprite that stands as a renderer draws its picture is drawn by the renderer, and by the map that the world tells.
static void drawn_pixels(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  hitmask_mask *flag = drawn("######\n##....\n#.....\n#.....");
  uint64_t mask, id;
  OK(hitmask_world_add_mask(world, flag, &mask));
  id = add(world, mask, 0, 0);
  for (int i = 0; i < 8 * 12; i++) {
    const double degrees = i % 12 * 30 + (i >= 48) * 2.7, x_factor = i / 12 % 2 ? -4 : 4.25, y_factor = i / 24 % 2 ? -2 : 2;
    hitmask_sprite sprite;
    double told[6];
    OK(hitmask_world_get(world, id, &sprite));
    OK(hitmask_transform_compose(100.3, -50.6, degrees, x_factor, y_factor, 3.25, 2, 0, 0, told));
    OK(hitmask_sprite_set_transform(&sprite, 6, 4, told));
    OK(hitmask_world_set(world, &id, &sprite, 1));
    const double c = cos(degrees * acos(-1) / 180), s = sin(degrees * acos(-1) / 180);
    double map[6] = {c * x_factor, -s * y_factor, 0, s * x_factor, c * y_factor, 0}, meant[6];
    map[2] = 100.3 - 3.25 * map[0] - 2 * map[1], map[5] = -50.6 - 3.25 * map[3] - 2 * map[4];
    OK(hitmask_world_refresh(world));
    OK(hitmask_world_draw_transform(world, id, told));
    map_of(&sprite, 6, 4, meant);
    for (int k = 0; k < 6; k++) CHECK(fabs(told[k] - map[k]) < 1e-9 && fabs(meant[k] - map[k]) < 1e-9);
    covers(world, id, flag, map);
  }
  hitmask_mask_free(flag);
  hitmask_world_free(world);
}

// The values of a sprite draw it too: a fraction, an origin, and any linear map.
static void drawn_by_values(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  hitmask_mask *flag = drawn("######\n##....\n#.....\n#.....\n#.....");
  uint64_t mask, id;
  OK(hitmask_world_add_mask(world, flag, &mask));
  id = add(world, mask, 0, 0);
  for (int i = 0; i < 128; i++) {
    hitmask_sprite sprite, got;
    double map[6], told[6];
    OK(hitmask_sprite_init(&sprite, mask, 20, -30));
    sprite.fraction = (hitmask_real){0.25 * (i % 4), 0.125};
    sprite.has_origin = i / 4 % 2, sprite.flip_x = i / 8 % 2, sprite.turn = (uint8_t)(i / 16 % 4);
    if (sprite.has_origin) sprite.origin = (hitmask_real){1.3, -2.45};
    sprite.angle = 33.3, sprite.scale = (hitmask_real){2.5, 1.01};
    if (i >= 64) {
      OK(hitmask_sprite_init(&sprite, mask, 20, -30));
      sprite.fraction = (hitmask_real){0.25 * (i % 4), 0.125};
      sprite.has_transform = 1, sprite.transform = (hitmask_linear){i / 4 % 4 - 1.5, 2.25, -3.1, i / 16 % 4 - 1.5};
    }
    OK(hitmask_world_set(world, &id, &sprite, 1));
    OK(hitmask_world_get(world, id, &got));
    CHECK(memcmp(&got, &sprite, sizeof got) == 0);
    OK(hitmask_world_refresh(world));
    map_of(&sprite, 6, 5, map);
    OK(hitmask_world_draw_transform(world, id, told));
    for (int k = 0; k < 6; k++) CHECK(fabs(told[k] - map[k]) < 1e-9);
    covers(world, id, flag, told);
    // Moves of whole pixels keep the fraction.
    OK(hitmask_world_move_by(world, id, 3, 1));
    OK(hitmask_world_get(world, id, &got));
    CHECK(got.position.x == 23 && got.fraction.x == sprite.fraction.x && got.fraction.y == 0.125);
  }
  // Without their flags, an origin and a transform do not count, and the world forgets them.
  hitmask_sprite sprite, got;
  double told[6];
  OK(hitmask_sprite_init(&sprite, mask, 7, 8));
  sprite.origin = (hitmask_real){NAN, 1e300}, sprite.transform = (hitmask_linear){0, 0, 0, NAN}, sprite.angle = 90;
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_get(world, id, &got));
  CHECK(got.origin.x == 0 && got.origin.y == 0 && got.transform.d == 0 && got.angle == 90);
  // The corner of an upright sprite is rounded, halves right and down.
  OK(hitmask_sprite_init(&sprite, mask, 7, 8));
  sprite.has_origin = 1, sprite.origin = (hitmask_real){0.25, 1.5}, sprite.fraction = (hitmask_real){0.75, 0};
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_draw_transform(world, id, told));
  CHECK(told[0] == 1 && told[1] == 0 && told[2] == 8 && told[3] == 0 && told[4] == 1 && told[5] == 7);
  covers(world, id, flag, told);
  told[0] = 9;
  FAILS(hitmask_world_draw_transform(world, 99, told), HITMASK_STALE, "99 is not an id");
  FAILS(hitmask_world_draw_transform(world, id, NULL), HITMASK_NULL, "m must not be NULL");
  CHECK(told[0] == 9);
  hitmask_mask_free(flag);
  hitmask_world_free(world);
}

// A save with a changed bit is damaged, and takes 32 bytes for a plain sprite.
static void saves(void) {
  hitmask_world *world, *loaded;
  hitmask_mask *box = filled(4, 4), *read;
  uint64_t mask;
  uint8_t bytes[8192];
  size_t length, few;
  OK(hitmask_world_new(&world));
  OK(hitmask_world_add_mask(world, box, &mask));
  for (int i = 0; i < 50; i++) add(world, mask, i, -i);
  OK(hitmask_world_to_bytes_without_masks(world, bytes, sizeof bytes, &few));
  for (int i = 0; i < 50; i++) add(world, mask, 100 + i, i);
  OK(hitmask_world_to_bytes_without_masks(world, bytes, sizeof bytes, &length));
  CHECK(length - few <= 50 * 32 + 8);
  OK(hitmask_world_to_bytes(world, bytes, sizeof bytes, &length));
  for (size_t bit = 0; bit < 8 * length; bit++) {
    bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    FAILS(hitmask_world_from_bytes(bytes, length, &loaded), HITMASK_DAMAGED, "");
    bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
  OK(hitmask_mask_to_bytes(box, bytes, sizeof bytes, &length));
  for (size_t bit = 0; bit < 8 * length; bit++) {
    bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    FAILS(hitmask_mask_from_bytes(bytes, length, &read), HITMASK_DAMAGED, "");
    bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
  hitmask_mask_free(box);
  hitmask_world_free(world);
}

// A move by nothing touches what the sprite overlaps, but no one-way sprite.
static void stuck(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  uint64_t box = add_mask(world, filled(4, 4)), hero = add(world, box, 0, 0), wall = add(world, box, 2, 2), plank = add(world, box, -2, 0), ids[4];
  hitmask_sprite sprite;
  size_t count;
  OK(hitmask_world_get(world, plank, &sprite));
  sprite.one_way = HITMASK_TOP;
  OK(hitmask_world_set(world, &plank, &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_touching(world, hero, 0, 0, NULL, ids, 4, &count));
  CHECK(count == 1 && ids[0] == wall);
  OK(hitmask_world_move_to(world, wall, 4, 0));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_touching(world, hero, 0, 0, NULL, ids, 4, &count));
  CHECK(count == 0);
  hitmask_world_free(world);
}

static void steps(void) {
  hitmask_world *world, *copy;
  OK(hitmask_world_new(&world));
  uint64_t box = add_mask(world, filled(4, 4));
  uint64_t a = add(world, box, 0, 0), b = add(world, box, 3, 2), c = add(world, box, 40, 0);
  hitmask_step step;
  OK(hitmask_world_step(world, &step));
  CHECK(step.pair_count == 1 && step.began_count == 1 && step.ended_count == 0);
  CHECK(step.pairs[0].a == a && step.pairs[0].b == b && step.began[0].b == b);
  hitmask_contact contact, two[2];
  hitmask_pair pairs[2] = {{b, a}, {a, c}};
  OK(hitmask_world_contacts(world, pairs, 2, two));
  CHECK(two[0].pair.a == b && two[0].area == 2 && two[0].first.x == 3 && two[0].first.y == 2 && two[0].normal.x > 0);
  CHECK(two[0].bounds.width == 1 && two[0].bounds.height == 2 && two[1].pair.b == c && two[1].area == 0);
  OK(hitmask_world_contacts(world, step.pairs, step.pair_count, two));
  CHECK(two[0].pair.a == a && two[0].normal.x < 0);
  hitmask_point moves[2];
  OK(hitmask_world_penetrations(world, pairs, 2, moves));
  CHECK(moves[0].x == 1 && moves[0].y == 0 && moves[1].x == 0 && moves[1].y == 0);
  size_t count;
  OK(hitmask_world_contacts_of(world, b, two, 2, &count));
  CHECK(count == 1 && two[0].pair.a == b && two[0].pair.b == a);
  OK(hitmask_world_contact(world, a, b, &contact));
  CHECK(contact.area == 2);
  OK(hitmask_world_contact(world, a, c, &contact));
  CHECK(contact.area == 0 && contact.pair.b == c);
  bool yes;
  OK(hitmask_world_penetration(world, a, b, &yes, moves));
  CHECK(yes && moves[0].x == -1);
  OK(hitmask_world_began_between(world, 1, 1, pairs, 2, &count));
  CHECK(count == 1 && pairs[0].a == a);
  OK(hitmask_world_pairs_between(world, 1, 1, pairs, 2, &count));
  CHECK(count == 1 && pairs[0].b == b);
  hitmask_impact impact;
  OK(hitmask_world_impacts(world, step.pairs, 1, &impact));
  CHECK(impact.contact.area == 2 && impact.fraction == 0 && impact.places[1].x == 3);
  hitmask_mask *shared;
  hitmask_point corner;
  uint64_t pixels, id;
  OK(hitmask_world_shared_pixels(world, a, b, &shared, &corner));
  OK(hitmask_mask_count(shared, &pixels));
  CHECK(pixels == 2 && corner.x == 0);
  hitmask_mask_free(shared);
  OK(hitmask_world_shared_pixels(world, a, c, &shared, &corner));
  CHECK(shared == NULL);
  OK(hitmask_world_overlapping(world, a, NULL, &id, 1, &count));
  CHECK(count == 1 && id == b);

  OK(hitmask_world_move_to(world, b, 100, 0));
  FAILS(hitmask_world_contacts(world, pairs, 1, two), HITMASK_NOT_REFRESHED, "ask about a step before");
  FAILS(hitmask_world_overlapping(world, a, NULL, &id, 1, &count), HITMASK_NOT_REFRESHED, "hitmask_world_refresh");
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_overlapping(world, a, NULL, &id, 1, &count));
  CHECK(count == 0);

  // A copy and a loaded world go on as the first.
  size_t length;
  OK(hitmask_world_copy(world, &copy));
  OK(hitmask_world_to_bytes(world, NULL, 0, &length));
  uint8_t *bytes = malloc(length);
  OK(hitmask_world_to_bytes(world, bytes, length, &length));
  hitmask_world *loaded, *worlds[3] = {world, copy, NULL};
  OK(hitmask_world_from_bytes(bytes, length, &loaded));
  worlds[2] = loaded;
  for (int i = 0; i < 3; i++) {
    OK(hitmask_world_step(worlds[i], &step));
    CHECK(step.pair_count == 0 && step.ended_count == 1 && step.ended[0].a == a && step.ended[0].b == b);
  }
  for (size_t cut = 0; cut < length; cut += 7) {
    CHECK(hitmask_world_from_bytes(bytes, cut, &loaded) == HITMASK_DAMAGED);
  }
  free(bytes);
  for (int i = 0; i < 3; i++) hitmask_world_free(worlds[i]);
}

static void queries(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  uint64_t box = add_mask(world, filled(4, 4)), ids[4];
  uint64_t a = add(world, box, 0, 0), b = add(world, box, 20, 0), c = add(world, box, 40, 0);
  hitmask_sprite sprite;
  OK(hitmask_world_get(world, c, &sprite));
  sprite.layers = 2, sprite.sensor = 1;
  OK(hitmask_world_set(world, &c, &sprite, 1));
  OK(hitmask_world_refresh(world));
  size_t count;
  OK(hitmask_world_find_point(world, 3, 3, NULL, ids, 4, &count));
  CHECK(count == 1 && ids[0] == a);
  OK(hitmask_world_find_rect(world, -5, 0, 100, 1, NULL, ids, 2, &count));
  CHECK(count == 3 && ids[0] == a && ids[1] == b);
  OK(hitmask_world_find_rect(world, -5, 0, 100, 1, &(hitmask_query){.layers = 2, .has_layers = true}, ids, 4, &count));
  CHECK(count == 1 && ids[0] == c);
  OK(hitmask_world_find_circle(world, 18, 2, 3, NULL, ids, 4, &count));
  CHECK(count == 1 && ids[0] == b);
  OK(hitmask_world_find_line(world, -1, 1, 25, 1, NULL, ids, 4, &count));
  CHECK(count == 2);
  OK(hitmask_world_find_polygon(world, (const hitmask_real[]){{19, -1}, {30, -1}, {19, 9}}, 3, NULL, ids, 4, &count));
  CHECK(count == 1 && ids[0] == b);
  hitmask_mask *probe = filled(2, 2);
  OK(hitmask_world_find_mask(world, probe, -1, -1, NULL, ids, 4, &count));
  CHECK(count == 1 && ids[0] == a);
  hitmask_neighbor near[3];
  OK(hitmask_world_nearest(world, 18, 0, NULL, near, 2, &count));
  CHECK(count == 2 && near[0].id == b && near[0].distance == 2.0 && near[1].id == a);
  const hitmask_query sensors = {.with_sensors = true};
  hitmask_ray_hit ray, rays[3];
  OK(hitmask_world_cast_ray(world, 50, 1, 0, 1, NULL, &ray));
  CHECK(ray.hit && ray.id == b && ray.at.x == 23 && ray.normal.x > 0);
  OK(hitmask_world_cast_ray(world, 50, 1, 0, 1, &sensors, &ray));
  CHECK(ray.id == c);
  OK(hitmask_world_cast_ray_all(world, 50, 1, 0, 1, &sensors, rays, 2, &count));
  CHECK(count == 3 && rays[0].id == c && rays[1].id == b);
  hitmask_point from[2] = {{50, 1}, {0, 9}}, to[2] = {{0, 1}, {9, 9}};
  OK(hitmask_world_cast_rays(world, from, to, 2, NULL, rays));
  CHECK(rays[0].id == b && !rays[1].hit && rays[1].id == 0);
  hitmask_swept swept;
  OK(hitmask_world_sweep(world, &(hitmask_who){.id = a}, 30, 0, NULL, &swept));
  CHECK(swept.at.x == 16 && swept.hit.hit && swept.hit.id == b && swept.started_inside == 0 && swept.hit.normal.x == -1);
  OK(hitmask_world_touching(world, a, 18, 0, NULL, ids, 4, &count));
  CHECK(count == 1 && ids[0] == b);
  hitmask_real inside;
  OK(hitmask_world_mask_point(world, b, 21.5, 2.25, &inside));
  FAILS(hitmask_world_mask_point(world, b, NAN, 0, &inside), HITMASK_OUT_OF_RANGE, "finite");
  FAILS(hitmask_world_mask_point(world, 77, 0, 0, &inside), HITMASK_STALE, "77");
  CHECK(inside.x == 1.5 && inside.y == 2.25);
  hitmask_rect bounds;
  OK(hitmask_world_bounds(world, b, &bounds));
  CHECK(bounds.left == 20 && bounds.width == 4);
  hitmask_mask_free(probe);
  hitmask_world_free(world);
}

void test_motion(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  uint64_t box = add_mask(world, filled(4, 4)), plank = add_mask(world, filled(20, 2));
  uint64_t rider = add(world, box, 0, 0), floor = add(world, plank, 0, 10), wall = add(world, box, 12, 6);
  hitmask_moved moved;
  OK(hitmask_world_move_until(world, rider, 0, 30, NULL, &moved));
  CHECK(moved.at.y == 6 && moved.hit_count == 1 && moved.hits[0].id == floor && moved.blocked_down && !moved.blocked_left);
  CHECK(moved.started_inside_count == 0);
  OK(hitmask_world_move_until(world, rider, 30, 6, &(hitmask_motion){.reaction = HITMASK_SLIDE}, &moved));
  CHECK(moved.at.x == 8 && moved.blocked_right);
  OK(hitmask_world_move_until(world, rider, 12, 6, &(hitmask_motion){HITMASK_WALK, .step_up = 4, .step_down = 4}, &moved));
  CHECK(moved.at.x == 12 && moved.at.y == 2);
  hitmask_carried carried;
  OK(hitmask_world_carry(world, wall, 13, 6, NULL, 0, &carried));
  CHECK(carried.rider_count == 1 && carried.riders[0] == rider && carried.pushed_count == 0 && carried.crushed_count == 0);
  OK(hitmask_world_carry(world, wall, 14, 6, &rider, 0, &carried));
  CHECK(carried.rider_count == 0);
  bool yes;
  hitmask_point by;
  OK(hitmask_world_move_to(world, rider, 14, 5));
  OK(hitmask_world_push_out(world, rider, 9, NULL, NULL, &yes, &by));
  CHECK(yes && by.x == 0 && by.y == -3);
  OK(hitmask_world_move_to(world, rider, 14, 5));
  OK(hitmask_world_push_out(world, rider, 9, &(hitmask_point){1, 0}, NULL, &yes, &by));
  CHECK(yes && by.x == 4 && by.y == 0);
  OK(hitmask_world_push_out(world, rider, 9, &(hitmask_point){0, 0}, NULL, &yes, &by));
  CHECK(yes && by.x == 0 && by.y == 0);
  hitmask_world_free(world);

  hitmask_real rest = {0, 0};
  int32_t way = 0;
  for (int i = 0; i < 10; i++) {
    OK(hitmask_remainder_take(&rest, 0.3, 0, &by));
    way += by.x;
  }
  CHECK(way == 3);
  OK(hitmask_place(-0.5, 1.5, &by));
  CHECK(by.x == 0 && by.y == 2);
  OK(hitmask_pixel(-0.5, 1.5, &by));
  CHECK(by.x == -1 && by.y == 1);

  // A fast sprite meets a thin wall on its path.
  OK(hitmask_world_new(&world));
  box = add_mask(world, filled(2, 40));
  wall = add(world, box, 50, 0);
  uint64_t dot = add_mask(world, filled(2, 2)), bullet = add(world, dot, 0, 20);
  hitmask_sprite sprite;
  OK(hitmask_world_get(world, bullet, &sprite));
  sprite.continuous = 1;
  OK(hitmask_world_set(world, &bullet, &sprite, 1));
  hitmask_step step;
  OK(hitmask_world_step(world, &step));
  OK(hitmask_world_move_to(world, bullet, 98, 20));
  OK(hitmask_world_step(world, &step));
  CHECK(step.began_count == 1);
  hitmask_impact impact;
  OK(hitmask_world_impacts(world, step.began, 1, &impact));
  hitmask_impact first;
  OK(hitmask_world_first_impact(world, bullet, &first));
  CHECK(first.contact.pair.a == bullet && first.contact.pair.b == wall && first.places[0].x == 49);
  CHECK(first.has_before && first.before[0].x == 48 && first.before[1].x == 50);
  CHECK(impact.contact.area > 0 && impact.fraction > 0.49 && impact.fraction < 0.51);
  hitmask_world_free(world);
}

// What exists beside sprites: pairs without a step, shapes, many ways out, budgets, worlds without masks.
static void rest(void) {
  hitmask_world *world, *again;
  OK(hitmask_world_new(&world));
  hitmask_mask *square = filled(4, 4), *shown;
  uint64_t box, ids[2], known[2];
  OK(hitmask_world_add_mask(world, square, &box));
  ids[0] = add(world, box, 0, 0), ids[1] = add(world, box, 3, 0);
  hitmask_pair pairs[2];
  size_t count, variants;
  FAILS(hitmask_world_collisions(world, pairs, 2, &count), HITMASK_NOT_REFRESHED, "refresh");
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_collisions(world, pairs, 2, &count));
  CHECK(count == 1 && pairs[0].a == ids[0] && pairs[0].b == ids[1]);
  OK(hitmask_world_mask_ids(world, known, 2, &count));
  CHECK(count == 1 && known[0] == box);

  hitmask_sprite sprite;
  hitmask_point at;
  uint64_t pixels;
  OK(hitmask_world_get(world, ids[1], &sprite));
  sprite.scale.x = 2;
  OK(hitmask_world_set(world, &ids[1], &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_shape(world, &(hitmask_who){.id = ids[1]}, &shown, &at));
  OK(hitmask_mask_count(shown, &pixels));
  CHECK(pixels == 32 && at.x == 1 && at.y == 0);
  hitmask_mask_free(shown);
  OK(hitmask_world_bytes(world, &count, &variants));
  CHECK(variants == 0); // a mask is rendered for a sprite that keeps its scale and its angle
  for (int i = 0; i < 9; i++) {
    hitmask_step step;
    OK(hitmask_world_step(world, &step));
  }
  OK(hitmask_world_bytes(world, &count, &variants));
  CHECK(variants > 0);

  hitmask_point moves[2];
  OK(hitmask_world_push_out_many(world, ids, 2, 9, NULL, NULL, moves));
  CHECK(moves[0].x == -3 && moves[0].y == 0 && moves[1].x == 0 && moves[1].y == 0);
  OK(hitmask_world_move_to(world, ids[0], 1, 0));
  OK(hitmask_world_push_out_many(world, ids, 1, 1, NULL, NULL, moves));
  CHECK(moves[0].x == INT32_MIN && moves[0].y == INT32_MIN);
  FAILS(hitmask_world_push_out_many(world, (const uint64_t[]){7}, 1, 1, NULL, NULL, moves), HITMASK_STALE, "7 is not an id");

  OK(hitmask_world_fill_line(world, box, 0, 0, 3, 0, false));
  OK(hitmask_world_fill_polygon(world, box, (const hitmask_real[]){{0, 1}, {2, 1}, {2, 4}, {0, 4}}, 4, false));
  OK(hitmask_world_mask(world, box, &shown));
  OK(hitmask_mask_count(shown, &pixels));
  CHECK(pixels == 6);

  uint8_t bytes[1024];
  OK(hitmask_world_to_bytes_without_masks(world, bytes, sizeof bytes, &count));
  CHECK(count < 150);
  FAILS(hitmask_world_from_bytes(bytes, count, &again), HITMASK_DAMAGED, "masks");
  FAILS(hitmask_world_from_bytes_with_masks(bytes, count, NULL, NULL, 0, &again), HITMASK_INVALID, "6442450944 (slot 0)");
  const hitmask_mask *masks[2] = {square, NULL};
  known[1] = known[0];
  FAILS(hitmask_world_from_bytes_with_masks(bytes, count, known, masks, 2, &again), HITMASK_NULL, "masks");
  OK(hitmask_world_from_bytes_with_masks(bytes, count, known, masks, 1, &again));
  OK(hitmask_world_sprite_count(again, &count));
  CHECK(count == 2);
  hitmask_world_free(again);
  hitmask_mask_free(shown);
  hitmask_mask_free(square);
  hitmask_world_free(world);
}

void test_worlds(void) {
  sprites();
  drawn_sprites();
  real_places();
  drawn_pixels();
  drawn_by_values();
  saves();
  stuck();
  steps();
  queries();
  rest();
}

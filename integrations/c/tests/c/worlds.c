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
  CHECK(sprite.scale.x == 1 && sprite.scale.y == 1 && !sprite.has_pivot && !sprite.fixed && sprite.one_way == HITMASK_NO_SIDE);
  sprite.angle = 45, sprite.one_way = HITMASK_TOP, sprite.turn = 3, sprite.has_pivot = 1, sprite.pivot = at(1, 2), sprite.data = UINT64_MAX;
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

// Sprites stand as renderers draw their pictures.
static void drawn_sprites(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  uint64_t plank = add_mask(world, filled(40, 4)), id = add(world, plank, 0, 0);
  hitmask_sprite sprite;
  hitmask_rect bounds;
  OK(hitmask_world_get(world, id, &sprite));
  sprite.data = 9;
  OK(hitmask_sprite_set_drawn(&sprite, 40, 4, 104.4, 50, 90, 1, 1, 0, 0, false));
  CHECK(sprite.turn == 1 && sprite.angle == 0 && sprite.data == 9);
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_bounds(world, id, &bounds));
  CHECK(bounds.left == 100 && bounds.top == 50 && bounds.width == 4 && bounds.height == 40);
  // Mirrored and doubled about its right end.
  OK(hitmask_sprite_set_drawn(&sprite, 40, 4, 10, 10, 0, -2, 1, 40, 0, false));
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_bounds(world, id, &bounds));
  CHECK(bounds.left == 10 && bounds.top == 10 && bounds.width == 80 && bounds.height == 4);
  OK(hitmask_sprite_set_affine(&sprite, 40, 4, (const double[]){-2, 0, 90, 0, 1, 10}, false));
  OK(hitmask_world_set(world, &id, &sprite, 1));
  OK(hitmask_world_refresh(world));
  hitmask_rect again;
  OK(hitmask_world_bounds(world, id, &again));
  CHECK(memcmp(&bounds, &again, sizeof again) == 0);
  FAILS(hitmask_sprite_set_affine(&sprite, 40, 4, (const double[]){1, 0.5, 0, 0, 1, 0}, false), HITMASK_INVALID, "shears");
  FAILS(hitmask_sprite_set_affine(&sprite, 40, 4, (const double[]){0, 0, 0, 0, 0, 0}, false), HITMASK_INVALID, "");
  hitmask_world_free(world);
}

// A game that reads a sprite draws at the angle and with the factors that the calls give, not with `angle` and `scale`: quarter turns are in
// neither. A renderer that mirrors, scales and rotates so draws the pixels of the sprite.
static void drawn_as_read(void) {
  hitmask_world *world;
  OK(hitmask_world_new(&world));
  hitmask_mask *flag = drawn("######\n##....\n#.....\n#....."), *shape, *picture;
  uint64_t mask, id;
  OK(hitmask_world_add_mask(world, flag, &mask));
  id = add(world, mask, 0, 0);
  for (int i = 0; i < 8 * 12; i++) {
    const double given = i % 12 * 30, x_factor = i / 12 % 2 ? -4 : 4, y_factor = i / 24 % 2 ? -2 : 2;
    hitmask_sprite sprite;
    OK(hitmask_world_get(world, id, &sprite));
    OK(hitmask_sprite_set_drawn(&sprite, 6, 4, 100, 50, given, x_factor, y_factor, 3, 2, i / 48 % 2));
    OK(hitmask_world_set(world, &id, &sprite, 1));
    OK(hitmask_world_get(world, id, &sprite));
    double degrees;
    hitmask_real scale;
    OK(hitmask_sprite_draw_angle(&sprite, &degrees));
    OK(hitmask_sprite_draw_scale(&sprite, &scale));
    if (sprite.flip_x) scale.x = -scale.x;
    if (sprite.flip_y) scale.y = -scale.y;
    const double c = cos(degrees * acos(-1) / 180), s = sin(degrees * acos(-1) / 180);
    const double map[6] = {c * scale.x, -s * scale.y, 100 - 3 * c * scale.x + 2 * s * scale.y,
                           s * scale.x, c * scale.y,  50 - 3 * s * scale.x - 2 * c * scale.y};
    hitmask_point at, corner;
    uint64_t count, drawn_count, common;
    OK(hitmask_world_refresh(world));
    OK(hitmask_world_shape(world, &(hitmask_who){.id = id}, &shape, &at));
    OK(hitmask_mask_transformed(flag, map, &picture, &corner));
    OK(hitmask_mask_count(shape, &count));
    OK(hitmask_mask_count(picture, &drawn_count));
    OK(hitmask_mask_overlap_area(shape, picture, corner.x - at.x, corner.y - at.y, &common));
    CHECK(count > 0 && count - common + drawn_count - common <= 2); // a center of a pixel on an edge may fall on either side
    hitmask_mask_free(shape);
    hitmask_mask_free(picture);
  }
  hitmask_sprite wrong;
  double degrees = 7;
  hitmask_real scale;
  OK(hitmask_sprite_init(&wrong, mask, 0, 0));
  FAILS(hitmask_sprite_draw_angle(&wrong, NULL), HITMASK_NULL, "degrees");
  FAILS(hitmask_sprite_draw_angle(NULL, &degrees), HITMASK_NULL, "sprite");
  wrong.turn = 4;
  FAILS(hitmask_sprite_draw_angle(&wrong, &degrees), HITMASK_INVALID, "turn");
  FAILS(hitmask_sprite_draw_scale(&wrong, &scale), HITMASK_INVALID, "turn");
  CHECK(degrees == 7);
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
  CHECK(impact.contact.area == 2 && impact.share == 0 && impact.places[1].x == 3);
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
  hitmask_near near[3];
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

  // A fast sprite meets a thin wall on its way.
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
  CHECK(impact.contact.area > 0 && impact.share > 0.49 && impact.share < 0.51);
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
  drawn_as_read();
  saves();
  stuck();
  steps();
  queries();
  rest();
}

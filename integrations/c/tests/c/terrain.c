// Sprites come and go many at a time, and lose pixels: masks of their own, digging, and falling apart.
#include "check.h"

#include <math.h>

#define ALL UINT32_MAX

// A world with planks of 20 x 4 pixels, which show one mask: one above another, 10 pixels apart, each in a layer of its own.
static hitmask_world *planks(uint64_t *mask, uint64_t *ids, size_t count) {
  hitmask_world *world;
  hitmask_mask *plank = filled(20, 4);
  OK(hitmask_world_new(&world));
  OK(hitmask_world_add_mask(world, plank, mask));
  for (size_t i = 0; i < count; i++) {
    hitmask_sprite sprite;
    OK(hitmask_sprite_init(&sprite, *mask, 0, 10 * (int32_t)i));
    sprite.layers = 1u << i;
    OK(hitmask_world_spawn(world, &sprite, 1, &ids[i]));
  }
  hitmask_mask_free(plank);
  return world;
}

static uint64_t pixels_of(hitmask_world *world, uint64_t id) {
  hitmask_mask *shape;
  hitmask_point at;
  uint64_t count;
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_shape(world, &(hitmask_who){.id = id}, &shape, &at));
  OK(hitmask_mask_count(shape, &count));
  hitmask_mask_free(shape);
  return count;
}

static void come_and_go(void) {
  uint64_t mask, ids[4], none[4];
  size_t removed, count;
  bool yes;
  hitmask_world *world = planks(&mask, ids, 4);
  OK(hitmask_world_contains(world, ids[0], &yes));
  CHECK(yes);
  // Ids that name nothing are skipped: a sprite twice, the id of a mask, and 0.
  OK(hitmask_world_despawn_many(world, (uint64_t[]){ids[0], ids[0], mask, 0, ids[2]}, 5, &removed));
  CHECK(removed == 2);
  OK(hitmask_world_contains(world, ids[0], &yes));
  CHECK(!yes);
  OK(hitmask_world_contains(world, mask, &yes));
  CHECK(!yes);
  OK(hitmask_world_ids(world, none, 4, &count));
  CHECK(count == 2 && none[0] == ids[1] && none[1] == ids[3]);
  OK(hitmask_world_clear(world));
  OK(hitmask_world_sprite_count(world, &count));
  CHECK(count == 0);
  OK(hitmask_world_despawn_many(world, ids, 4, &removed));
  CHECK(removed == 0);
  FAILS(hitmask_world_despawn_many(world, NULL, 1, &removed), HITMASK_NULL, "ids");
  FAILS(hitmask_world_contains(world, ids[0], NULL), HITMASK_NULL, "contains");
  hitmask_world_free(world);
}

static void own_masks(void) {
  uint64_t mask, own, again, ids[2];
  hitmask_world *world = planks(&mask, ids, 2);
  OK(hitmask_world_own_mask(world, ids[0], &own));
  OK(hitmask_world_own_mask(world, ids[0], &again));
  CHECK(own != mask && own == again);
  OK(hitmask_world_fill_rect(world, own, 0, 0, 20, 1, false));
  CHECK(pixels_of(world, ids[0]) == 60 && pixels_of(world, ids[1]) == 80);
  FAILS(hitmask_world_own_mask(world, mask, &own), HITMASK_STALE, "is the id of a mask");
  // It goes with its sprite.
  OK(hitmask_world_despawn(world, ids[0]));
  OK(hitmask_world_refresh(world));
  FAILS(hitmask_world_set_angle_steps(world, own, 8), HITMASK_STALE, "no mask");
  hitmask_world_free(world);
}

static void digging(void) {
  uint64_t mask, ids[6];
  hitmask_ids lost;
  const hitmask_real corners[3] = {{0, 40}, {8, 40}, {0, 48}};
  hitmask_mask *dot = filled(2, 2);
  hitmask_world *world = planks(&mask, ids, 6);
  OK(hitmask_world_erase_point(world, 3, 1, ALL, &lost));
  CHECK(lost.count == 1 && lost.ids[0] == ids[0] && pixels_of(world, ids[0]) == 79);
  OK(hitmask_world_erase_rect(world, 0, 0, 2, 14, 1 << 1, &lost)); // the first plank is in another layer
  CHECK(lost.count == 1 && lost.ids[0] == ids[1] && pixels_of(world, ids[1]) == 72 && pixels_of(world, ids[0]) == 79);
  OK(hitmask_world_erase_circle(world, 10, 22, 1, ALL, &lost));
  CHECK(lost.count == 1 && lost.ids[0] == ids[2] && pixels_of(world, ids[2]) == 76);
  OK(hitmask_world_erase_line(world, 19, 30, 19, 99, ALL, &lost));
  CHECK(lost.count == 3 && lost.ids[0] == ids[3] && lost.ids[2] == ids[5] && pixels_of(world, ids[3]) == 76);
  OK(hitmask_world_erase_polygon(world, corners, 3, ALL, &lost));
  CHECK(lost.count == 1 && pixels_of(world, ids[4]) < 60);
  OK(hitmask_world_erase_mask(world, dot, 0, 50, ALL, &lost));
  CHECK(lost.count == 1 && lost.ids[0] == ids[5] && pixels_of(world, ids[5]) == 72);
  OK(hitmask_world_erase_mask(world, dot, 0, 50, ALL, &lost));
  CHECK(lost.count == 0);
  FAILS(hitmask_world_erase_circle(world, 0, 0, NAN, ALL, &lost), HITMASK_OUT_OF_RANGE, "NaN");
  FAILS(hitmask_world_erase_rect(world, 0, 0, (uint32_t)-3, 1, ALL, &lost), HITMASK_OUT_OF_RANGE, "width must be from 0 to 2^31 - 1, got -3");
  FAILS(hitmask_world_erase_polygon(world, corners, 2, ALL, &lost), HITMASK_INVALID, "");
  FAILS(hitmask_world_erase_point(world, 0, 0, ALL, NULL), HITMASK_NULL, "ids");
  hitmask_mask_free(dot);
  hitmask_world_free(world);
}

static void falling_apart(void) {
  uint64_t mask, id;
  hitmask_ids lost, parts;
  hitmask_rect bounds;
  hitmask_world *world = planks(&mask, &id, 1);
  OK(hitmask_world_split(world, id, &parts));
  CHECK(parts.count == 0);
  OK(hitmask_world_erase_rect(world, 5, 0, 2, 9, ALL, &lost)); // saw it through
  OK(hitmask_world_split(world, id, &parts));
  CHECK(parts.count == 1);
  uint64_t part = parts.ids[0];
  OK(hitmask_world_refresh(world));
  OK(hitmask_world_bounds(world, id, &bounds)); // the larger part
  CHECK(bounds.left == 7 && bounds.width == 13);
  OK(hitmask_world_bounds(world, part, &bounds));
  CHECK(bounds.left == 0 && bounds.width == 5 && bounds.height == 4);
  FAILS(hitmask_world_split(world, 99, &parts), HITMASK_STALE, "99 is not an id");
  hitmask_world_free(world);
}

// What was dug out of a mask becomes transparent in its picture.
static void pictures(void) {
  hitmask_mask *mask = drawn("#.\n##\n");
  uint8_t pixels[24], before[24];
  for (int i = 0; i < 24; i++) pixels[i] = before[i] = (uint8_t)(100 + i);
  FAILS(hitmask_mask_clear_alpha(mask, pixels, 19, 12), HITMASK_INVALID, "pixels must have at least 20 bytes, got 19");
  FAILS(hitmask_mask_clear_alpha(mask, pixels, 24, 7), HITMASK_INVALID, "stride must be at least 8 bytes");
  CHECK(memcmp(pixels, before, sizeof pixels) == 0);
  OK(hitmask_mask_clear_alpha(mask, pixels, sizeof pixels, 12));
  before[7] = 0;
  CHECK(memcmp(pixels, before, sizeof pixels) == 0);
  hitmask_mask_free(mask);
}

void test_terrain(void) {
  come_and_go();
  own_masks();
  digging();
  falling_apart();
  pictures();
}

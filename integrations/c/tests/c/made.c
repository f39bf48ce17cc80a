// What calls make: after a failure, the pointer is NULL, whatever it was before. tests/it/header.rs checks that no function is left out.
#include "check.h"

// Each call fails, because an argument is not valid, and sets `made` to NULL.
#define LEAVES_NULL(function, ...)                                                                                      \
  do {                                                                                                                  \
    made = dirty;                                                                                                       \
    CHECK(function(__VA_ARGS__) != HITMASK_OK);                                                                         \
    CHECK(made == NULL);                                                                                                \
  } while (0)

static void masks(void) {
  hitmask_mask *good = filled(3, 3), *dirty = good, *made;
  hitmask_point at;
  const uint8_t byte = 0;
  LEAVES_NULL(hitmask_mask_new, UINT32_MAX, UINT32_MAX, &made);
  LEAVES_NULL(hitmask_mask_filled, UINT32_MAX, UINT32_MAX, &made);
  LEAVES_NULL(hitmask_mask_from_rgba, NULL, 4, 1, 1, 4, 127, &made);
  LEAVES_NULL(hitmask_mask_from_alpha, NULL, 4, 1, 1, 4, 127, &made);
  LEAVES_NULL(hitmask_mask_from_color_key, NULL, 4, 1, 1, 4, &byte, &made);
  LEAVES_NULL(hitmask_mask_from_pixels, NULL, 4, 1, 1, NULL, &made);
  LEAVES_NULL(hitmask_mask_from_bits, NULL, 1, 1, 1, &made);
  LEAVES_NULL(hitmask_mask_from_bit_rows, NULL, 1, 1, 1, 0, false, &made);
  LEAVES_NULL(hitmask_mask_from_text, NULL, 1, &made);
  LEAVES_NULL(hitmask_mask_from_contours, 1, 1, NULL, 1, NULL, 1, &made);
  LEAVES_NULL(hitmask_mask_from_bytes, NULL, 1, &made);
  LEAVES_NULL(hitmask_mask_copy, NULL, &made);
  LEAVES_NULL(hitmask_mask_overlap_mask, NULL, good, 0, 0, &made);
  LEAVES_NULL(hitmask_mask_oriented, good, false, 4, &made);
  LEAVES_NULL(hitmask_mask_scaled, NULL, 1, 1, &made);
  LEAVES_NULL(hitmask_mask_rotated, good, 1, &made, NULL);
  LEAVES_NULL(hitmask_mask_transformed, good, NULL, &made, &at);
  LEAVES_NULL(hitmask_mask_cropped, good, &made, NULL);
  LEAVES_NULL(hitmask_mask_grown, good, -1, &made, &at);
  LEAVES_NULL(hitmask_mask_shrunk, good, -1, &made, &at);
  LEAVES_NULL(hitmask_mask_colliding_offsets, good, NULL, &made, &at);
  LEAVES_NULL(hitmask_mask_convolve, good, NULL, &made);
  LEAVES_NULL(hitmask_mask_component_at, NULL, 0, 0, false, &made, &at);
  LEAVES_NULL(hitmask_mask_largest_component, good, false, &made, NULL);

  // A list of two, of which the library knows nothing: all of it is NULL.
  hitmask_mask *list[2] = {dirty, dirty};
  size_t count;
  CHECK(hitmask_mask_connected_components(NULL, false, list, &at, 2, &count) == HITMASK_NULL);
  CHECK(list[0] == NULL && list[1] == NULL);
  list[0] = list[1] = dirty;
  CHECK(hitmask_mask_detached_components(good, 0, 0, 1, 1, false, list, NULL, 2, &count) == HITMASK_NULL);
  CHECK(list[0] == NULL && list[1] == NULL);

  // So a program that copies over its own pointer, or that frees after a failure, does no harm.
  OK(hitmask_mask_copy(good, &made));
  hitmask_mask_free(made);
  hitmask_mask_free(good);
}

static void worlds(void) {
  hitmask_world *world, *dirty, *made;
  OK(hitmask_world_new(&world));
  dirty = world;
  const hitmask_mask *none = NULL;
  const uint64_t id = 1;
  LEAVES_NULL(hitmask_world_copy, NULL, &made);
  LEAVES_NULL(hitmask_world_from_bytes, NULL, 1, &made);
  LEAVES_NULL(hitmask_world_from_bytes_with_masks, NULL, 0, &id, &none, 1, &made);
  {
    hitmask_mask *box = filled(3, 3), *dirty = box, *made;
    hitmask_point at;
    LEAVES_NULL(hitmask_world_mask, world, 99, &made);
    LEAVES_NULL(hitmask_world_shape, world, NULL, &made, &at);
    LEAVES_NULL(hitmask_world_shared_pixels, world, 99, 99, &made, NULL);
    hitmask_mask_free(box);
  }
  hitmask_world_free(world);
}

// A negative size becomes a large number on its way to the library. The sentence has the number that the program gave.
static void negative_sizes(void) {
  hitmask_mask *mask = NULL, *good = filled(3, 3);
  const uint8_t pixels[64] = {0};
  const hitmask_point corner = {0, 0};
  const size_t corners = 1;
  const double map[6] = {1, 0, 0, 0, 1, 0};
  const uint32_t minus_five = (uint32_t)-5;
  FAILS(hitmask_mask_new(minus_five, 3, &mask), HITMASK_OUT_OF_RANGE, "width must be from 0 to 2^31 - 1, got -5");
  FAILS(hitmask_mask_new(3, minus_five, &mask), HITMASK_OUT_OF_RANGE, "height must be from 0 to 2^31 - 1, got -5");
  FAILS(hitmask_mask_new(minus_five, 1, &mask), HITMASK_OUT_OF_RANGE, "got -5"); // not a mask of 512 MB
  FAILS(hitmask_mask_filled(minus_five, 3, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_from_rgba(pixels, 64, minus_five, 3, 4, 127, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_from_alpha(pixels, 64, minus_five, 3, 4, 127, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_from_color_key(pixels, 64, minus_five, 3, 4, pixels, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_from_pixels(pixels, 64, minus_five, 3, NULL, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_from_bits(pixels, 64, minus_five, 3, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_from_bit_rows(pixels, 64, minus_five, 3, 4, true, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_from_contours(minus_five, 3, &corner, 1, &corners, 1, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_scaled(good, minus_five, 3, &mask), HITMASK_OUT_OF_RANGE, "got -5");
  FAILS(hitmask_mask_fill_rect(good, 0, 0, minus_five, 3, false), HITMASK_OUT_OF_RANGE, "got -5"); // not all that is to the right
  bool yes;
  FAILS(hitmask_mask_overlaps_rect(good, 0, 0, minus_five, 3, &yes), HITMASK_OUT_OF_RANGE, "got -5");
  hitmask_point at;
  FAILS(hitmask_mask_nearest_free(good, good, 0, 0, 9, &(hitmask_rect){0, 0, minus_five, 3}, &yes, &at), HITMASK_OUT_OF_RANGE, "got -5");
  size_t count;
  FAILS(hitmask_mask_detached_components(good, 0, 0, minus_five, 3, false, NULL, NULL, 0, &count), HITMASK_OUT_OF_RANGE, "got -5");
  hitmask_sprite sprite;
  OK(hitmask_sprite_init(&sprite, 1, 0, 0));
  FAILS(hitmask_sprite_set_transform(&sprite, 3, minus_five, map), HITMASK_OUT_OF_RANGE, "got -5");
  hitmask_world *world;
  uint64_t id;
  OK(hitmask_world_new(&world));
  OK(hitmask_world_add_mask(world, good, &id));
  FAILS(hitmask_world_fill_rect(world, id, 0, 0, minus_five, 3, false), HITMASK_OUT_OF_RANGE, "got -5");
  OK(hitmask_world_refresh(world));
  FAILS(hitmask_world_find_rect(world, 0, 0, minus_five, 3, NULL, NULL, 0, &count), HITMASK_OUT_OF_RANGE, "got -5");
  hitmask_world_free(world);
  uint64_t solid;
  OK(hitmask_mask_count(good, &solid));
  CHECK(solid == 9 && mask == NULL);
  hitmask_mask_free(good);
}

void test_made(void) {
  masks();
  worlds();
  negative_sizes();
}

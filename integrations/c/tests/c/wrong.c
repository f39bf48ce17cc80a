// Wrong arguments: each is a status and a sentence, and changes nothing.
#include "check.h"

#include <float.h>
#include <math.h>

static void masks(void) {
  hitmask_mask *mask = NULL, *good = filled(3, 3);
  const uint8_t pixels[64] = {0};
  bool yes = true;
  FAILS(hitmask_mask_new(1, 1, NULL), HITMASK_NULL, "mask must not be NULL");
  FAILS(hitmask_mask_new(INT32_MAX, INT32_MAX, &mask), HITMASK_TOO_LARGE, "");
  FAILS(hitmask_mask_from_rgba(NULL, 64, 4, 4, 16, 127, &mask), HITMASK_NULL, "pixels");
  FAILS(hitmask_mask_from_rgba(pixels, 63, 4, 4, 16, 127, &mask), HITMASK_INVALID, "at least 64 bytes, got 63");
  FAILS(hitmask_mask_from_rgba(pixels, 64, 4, 4, 15, 127, &mask), HITMASK_INVALID, "stride must be at least 16 bytes");
  FAILS(hitmask_mask_from_rgba(pixels, 64, 4, 4, SIZE_MAX, 127, &mask), HITMASK_INVALID, "");
  FAILS(hitmask_mask_from_rgba(pixels, SIZE_MAX, 4, 4, 16, 127, &mask), HITMASK_INVALID, "pixels cannot have");
  FAILS(hitmask_mask_from_rgba(pixels, 64, INT32_MAX, INT32_MAX, SIZE_MAX, 127, &mask), HITMASK_INVALID, "");
  FAILS(hitmask_mask_from_color_key(pixels, 63, 4, 4, 16, pixels, &mask), HITMASK_INVALID, "at least 64 bytes, got 63");
  FAILS(hitmask_mask_from_color_key(pixels, 64, 4, 4, 16, NULL, &mask), HITMASK_NULL, "key");
  FAILS(hitmask_mask_from_color_key(pixels, 64, INT32_MAX, INT32_MAX, SIZE_MAX, pixels, &mask), HITMASK_INVALID, "");
  FAILS(hitmask_mask_from_bits(pixels, 1, 3, 3, &mask), HITMASK_INVALID, "bits must have 2 bytes, got 1");
  const struct {
    size_t length;
    hitmask_pixel_layout layout;
    const char *sentence;
  } layouts[] = {
      {64, {.stride = 15}, "stride must be at least 16 bytes, the length of a row of 4 pixels, got 15"},
      {64, {.stride = -15, .order = HITMASK_BGRA}, "stride must be at least 16 bytes"},
      {64, {.stride = 11, .order = HITMASK_BGR}, "stride must be at least 12 bytes"},
      {63, {.stride = 16}, "4 x 4 pixels need 64 bytes, got 63"},
      {64, {.stride = INT32_MIN}, "4 x 4 pixels need 6442450960 bytes, got 64"},
      {63, {0}, "4 x 4 pixels need 64 bytes, got 63"},
      {64, {.order = HITMASK_RGB}, "4 x 4 pixels need 48 bytes, got 64"},
      {64, {.order = 6}, "order must be a hitmask_pixel_order, from 0 to 5, got 6"},
      {64, {.order = -1}, "order must be a hitmask_pixel_order, from 0 to 5, got -1"},
      {64, {.rule = 4}, "rule must be a hitmask_solid_rule, from 0 to 3, got 4"},
      {64, {.threshold = 20}, "threshold is 20, but the rule has none: set rule"},
      {64, {.red = 255, .blue = 254}, "the color is 255, 0, 254, but the rule has none"},
  };
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    FAILS(hitmask_mask_from_pixels(pixels, layouts[i].length, 4, 4, &layouts[i].layout, &mask), HITMASK_INVALID, layouts[i].sentence);
  }
  FAILS(hitmask_mask_from_bit_rows(pixels, 64, 33, 4, 4, true, &mask), HITMASK_INVALID, "stride must be at least 5 bytes");
  FAILS(hitmask_mask_from_bit_rows(pixels, 64, 33, 4, -4, true, &mask), HITMASK_INVALID, "stride must be at least 5 bytes");
  FAILS(hitmask_mask_from_bit_rows(pixels, 28, 33, 4, 8, true, &mask), HITMASK_INVALID, "bits must have at least 29 bytes, got 28");
  FAILS(hitmask_mask_from_bit_rows(pixels, 64, 33, 4, INT32_MIN, false, &mask), HITMASK_INVALID, "bits must have at least");
  FAILS(hitmask_mask_from_text((const uint8_t *)"##\n#", 4, &mask), HITMASK_INVALID, "");
  FAILS(hitmask_mask_from_text((const uint8_t *)"\xff", 1, &mask), HITMASK_INVALID, "UTF-8");
  FAILS(hitmask_mask_from_text((const uint8_t *)"\n##", 3, &mask), HITMASK_INVALID, "the first line of the text is empty");
  FAILS(hitmask_mask_from_bytes(pixels, 64, &mask), HITMASK_DAMAGED, "");
  CHECK(mask == NULL);
  FAILS(hitmask_mask_overlaps(good, NULL, 0, 0, &yes), HITMASK_NULL, "other");
  FAILS(hitmask_mask_overlaps(NULL, good, 0, 0, &yes), HITMASK_NULL, "mask");
  FAILS(hitmask_mask_overlaps(good, good, 0, 0, NULL), HITMASK_NULL, "overlaps");
  FAILS(hitmask_mask_count(good, (uint64_t *)(uintptr_t)1), HITMASK_INVALID, "aligned to 8 bytes");
  FAILS(hitmask_mask_fill_circle(good, NAN, 0, 1, true), HITMASK_OUT_OF_RANGE, "");
  FAILS(hitmask_mask_fill_circle(good, 0, 0, -1, true), HITMASK_OUT_OF_RANGE, "");
  FAILS(hitmask_mask_fill_polygon(good, (const hitmask_real[]){{0, 0}, {INFINITY, 0}, {1, 1}}, 3, true), HITMASK_OUT_OF_RANGE, "");
  hitmask_point offset;
  FAILS(hitmask_mask_rotated(good, NAN, &mask, &offset), HITMASK_INVALID, "degrees");
  FAILS(hitmask_mask_rotated(good, 1, &mask, NULL), HITMASK_NULL, "at");
  FAILS(hitmask_mask_grown(good, DBL_MAX, &mask, &offset), HITMASK_OUT_OF_RANGE, "");
  uint8_t small[8];
  FAILS(hitmask_mask_to_alpha(good, small, 8, 3, 1, 0), HITMASK_INVALID, "at least 9 bytes, got 8");
  FAILS(hitmask_mask_to_alpha(good, small, 8, 2, 1, 0), HITMASK_INVALID, "stride");
  FAILS(hitmask_mask_to_bits(good, small, 8), HITMASK_INVALID, "2 bytes, got 8");
  size_t count;
  FAILS(hitmask_mask_contours(good, -1, false, NULL, 0, &count, NULL, 0, &count), HITMASK_INVALID, "");
  FAILS(hitmask_mask_component_bounds(good, false, NULL, 1, &count), HITMASK_NULL, "components");
  hitmask_mask_free(NULL);
  uint64_t solid;
  OK(hitmask_mask_count(good, &solid));
  CHECK(solid == 9);
  // Two results in one place: the last one stays.
  uint32_t size;
  OK(hitmask_mask_size(good, &size, &size));
  CHECK(size == 3);
  hitmask_mask_free(good);
}

static void worlds(void) {
  hitmask_world *world, *other;
  OK(hitmask_world_new(&world));
  OK(hitmask_world_new(&other));
  hitmask_mask *box = filled(4, 4);
  uint64_t mask, id, ids[2] = {7, 7};
  FAILS(hitmask_world_add_mask(world, box, NULL), HITMASK_NULL, "id");
  OK(hitmask_world_mask_id_at(world, 0, &id));
  CHECK(id == 0);
  OK(hitmask_world_add_mask(world, box, &mask));
  hitmask_sprite sprites[2];
  OK(hitmask_sprite_init(&sprites[0], mask, 0, 0));
  sprites[1] = sprites[0];
  size_t count;

  // One bad sprite of two: none is added.
  struct {
    hitmask_sprite sprite;
    hitmask_status status;
    const char *part;
  } bad[14];
  for (int i = 0; i < 14; i++) bad[i].sprite = sprites[0];
  bad[0].sprite.mask = 12345, bad[0].status = HITMASK_STALE, bad[0].part = "sprites[1]: 12345 is not an id";
  bad[1].sprite.position.x = INT32_MAX, bad[1].status = HITMASK_OUT_OF_RANGE, bad[1].part = "sprites[1]";
  bad[2].sprite.angle = NAN, bad[2].status = HITMASK_INVALID, bad[2].part = "angle";
  bad[3].sprite.scale.y = INFINITY, bad[3].status = HITMASK_INVALID, bad[3].part = "scale";
  bad[4].sprite.turn = 4, bad[4].status = HITMASK_INVALID, bad[4].part = "turn must be from 0 to 3, got 4";
  bad[5].sprite.one_way = 5, bad[5].status = HITMASK_INVALID, bad[5].part = "one_way";
  bad[6].sprite.scale.x = 1e9, bad[6].status = HITMASK_TOO_LARGE, bad[6].part = "";
  bad[7].sprite.reserved[sizeof bad[7].sprite.reserved - 1] = 1, bad[7].status = HITMASK_INVALID, bad[7].part = "reserved";
  bad[8].sprite.fraction.y = 1, bad[8].status = HITMASK_OUT_OF_RANGE, bad[8].part = "fraction (0, 1) is not valid: both coordinates must be from 0";
  bad[9].sprite.fraction.x = NAN, bad[9].status = HITMASK_OUT_OF_RANGE, bad[9].part = "fraction (NaN, 0) is not valid";
  bad[10].sprite.has_origin = 1, bad[10].sprite.origin.x = 67108864.5, bad[10].status = HITMASK_OUT_OF_RANGE;
  bad[10].part = "sprites[1]: origin (67108864.5, 0) is out of range";
  for (int i = 11; i < 14; i++) bad[i].sprite.has_transform = 1, bad[i].status = HITMASK_INVALID, bad[i].sprite.transform.a = bad[i].sprite.transform.d = 2;
  bad[11].sprite.angle = 5, bad[11].part = "a sprite with a transform has no `angle`: make it part of the transform";
  bad[12].sprite.has_origin = 1, bad[12].part = "a sprite with a transform has no `origin`";
  bad[13].sprite.transform.d = 0, bad[13].part = "cannot transform mask 0 for a sprite: affine map must have an inverse";
  for (int i = 0; i < 14; i++) {
    sprites[1] = bad[i].sprite;
    FAILS(hitmask_world_spawn(world, sprites, 2, ids), bad[i].status, bad[i].part);
    OK(hitmask_world_sprite_count(world, &count));
    CHECK(count == 0 && ids[0] == 7);
  }
  sprites[1] = bad[7].sprite;
  FAILS(hitmask_world_spawn(world, sprites, SIZE_MAX, ids), HITMASK_INVALID, "sprites cannot have");
  FAILS(hitmask_world_spawn(world, NULL, 1, ids), HITMASK_NULL, "sprites");
  OK(hitmask_world_spawn(world, NULL, 0, NULL));

  OK(hitmask_world_spawn(world, sprites, 1, &id));
  // A list with a bad id or a bad value changes nothing.
  ids[0] = id, ids[1] = 99;
  hitmask_point places[2] = {{5, 5}, {6, 6}}, now;
  FAILS(hitmask_world_set_positions(world, ids, places, 2), HITMASK_STALE, "99 is not an id");
  FAILS(hitmask_world_jump_to(world, ids, places, 2), HITMASK_STALE, "ids[1]");
  FAILS(hitmask_world_despawn(world, ids[1]), HITMASK_STALE, "99 is not an id");
  ids[1] = id, places[1].y = INT32_MIN;
  FAILS(hitmask_world_set_positions(world, ids, places, 2), HITMASK_OUT_OF_RANGE, "");
  FAILS(hitmask_world_jump_to(world, ids, places, 2), HITMASK_OUT_OF_RANGE, "positions[1]");
  hitmask_real reals[2] = {{3, 3}, {NAN, 1}};
  FAILS(hitmask_world_set_real_positions(world, ids, reals, 2), HITMASK_OUT_OF_RANGE, "positions[1]");
  FAILS(hitmask_world_set_positions_by_slot(world, places, 2), HITMASK_INVALID, "count must be the number of slots, ");
  sprites[0].position = at(9, 9);
  FAILS(hitmask_world_set(world, ids, sprites, 2), HITMASK_INVALID, "reserved");
  OK(hitmask_world_positions(world, &id, &now, 1));
  CHECK(now.x == 0 && now.y == 0);

  FAILS(hitmask_world_get(other, id, sprites), HITMASK_STALE, "no sprite with the id");
  FAILS(hitmask_world_move_by(world, id, INT32_MAX, INT32_MAX), HITMASK_OUT_OF_RANGE, "");
  FAILS(hitmask_world_push_out(world, id, 9, NULL, NULL, NULL, NULL), HITMASK_NULL, "found");
  OK(hitmask_world_refresh(world));
  hitmask_swept swept;
  FAILS(hitmask_world_sweep(world, &(hitmask_who){.id = 99}, 1, 1, NULL, &swept), HITMASK_STALE, "99");
  FAILS(hitmask_world_find_circle(world, 0, 0, NAN, NULL, ids, 2, &count), HITMASK_OUT_OF_RANGE, "");
  FAILS(hitmask_world_find_polygon(world, NULL, 0, NULL, ids, 2, &count), HITMASK_INVALID, "");
  FAILS(hitmask_pixel(INFINITY, 0, &now), HITMASK_OUT_OF_RANGE, "");
  FAILS(hitmask_world_set_angle_steps(world, mask, 65537), HITMASK_INVALID, "number of angles must be from 1 to 65536, got 65537");

  // After its sprite was removed, an id names no other.
  OK(hitmask_world_despawn(world, id));
  FAILS(hitmask_world_despawn(world, id), HITMASK_STALE, "no sprite");
  for (int i = 0; i < 3; i++) {
    hitmask_step step;
    uint64_t next;
    OK(hitmask_world_step(world, &step));
    OK(hitmask_sprite_init(sprites, mask, 0, 0));
    OK(hitmask_world_spawn(world, sprites, 1, &next));
    CHECK(next != id);
    FAILS(hitmask_world_move_to(world, id, 1, 1), HITMASK_STALE, "no sprite");
  }
  hitmask_mask_free(box);
  hitmask_world_free(world);
  hitmask_world_free(other);
  hitmask_world_free(NULL);
}

// The sentence stays at one address, so it may be an argument beside the call that writes it.
static void sentences(void) {
  const char *sentence = hitmask_last_error();
  char shown[600];
  FAILS(hitmask_mask_count(NULL, NULL), HITMASK_NULL, "count");
  snprintf(shown, sizeof shown, "%d %s", (int)hitmask_mask_new(1, 1, NULL), hitmask_last_error());
  CHECK(strcmp(shown, "1 mask must not be NULL") == 0);
  CHECK(sentence == hitmask_last_error());
  CHECK(strlen(sentence) < 512);
}

void test_wrong(void) {
  masks();
  worlds();
  sentences();
}

// The test looks for: prints "landed at"
#include <hitmask.h>
#include <stdio.h>
#include <stdlib.h>
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

static void check(hitmask_status status) {
  if (status != HITMASK_OK) fprintf(stderr, "hitmask: %s\n", hitmask_last_error()), exit(1);
}

static uint64_t load(hitmask_world *world, const char *path) {
  int width, height;
  unsigned char *pixels = stbi_load(path, &width, &height, NULL, 4);
  if (!pixels) fprintf(stderr, "cannot read %s\n", path), exit(1);
  hitmask_mask *mask;
  uint64_t id;
  const size_t stride = 4 * (size_t)width;
  check(hitmask_mask_from_rgba(pixels, stride * height, width, height, stride, 127, &mask));
  check(hitmask_world_add_mask(world, mask, &id));
  hitmask_mask_free(mask);
  stbi_image_free(pixels);
  return id;
}

int main(void) {
  // #region walls
  hitmask_world *world;
  hitmask_sprite sprites[2];
  uint64_t ids[2];
  check(hitmask_world_new(&world));
  check(hitmask_sprite_init(&sprites[0], load(world, "ground.png"), 0, 300));
  check(hitmask_sprite_init(&sprites[1], load(world, "hero.png"), 40, 200));
  sprites[0].fixed = 1; // scenery: it seldom moves
  check(hitmask_world_spawn(world, sprites, 2, ids));
  const uint64_t hero = ids[1];
  const hitmask_motion slide = {.reaction = HITMASK_SLIDE};
  // Over slopes.
  const hitmask_motion walk = {.reaction = HITMASK_WALK, .step_up = 3, .step_down = 3};
  hitmask_real rest = {0, 0}; // keeps fractions of pixels
  double fall = 0;
  bool stands = true;
  for (int frame = 0; frame < 240; frame++) {
    const double run = 2.5;
    const bool jumps = frame % 50 < 3;
    hitmask_point at, by;
    hitmask_moved moved;
    uint64_t ground[4];
    size_t count;
    check(hitmask_world_refresh(world)); // after changes, before questions
    check(hitmask_world_positions(world, &hero, &at, 1));
    check(hitmask_world_touching(world, hero, 0, 1, NULL, ground, 4, &count));
    const bool stood = stands; // a frame ago
    stands = fall >= 0 && count > 0;
    if (stands && !stood) printf("landed at %d, %d\n", at.x, at.y);
    fall = !stands ? fall + 0.3 : jumps ? -5 : 0; // fall, jump, or walk
    check(hitmask_remainder_take(&rest, run, fall, &by));
    const hitmask_motion *motion = fall == 0 ? &walk : &slide;
    check(hitmask_world_move_until(world, hero, at.x + by.x, at.y + by.y, motion, &moved));
    if (moved.blocked_down || moved.blocked_up) fall = 0;
  }
  hitmask_world_free(world);
  // #endregion walls
}

// The test looks for: prints "hit in frame", prints "free in frame"
// #region game
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
  check(hitmask_world_add_mask(world, mask, &id)); // shared, not copied
  hitmask_mask_free(mask);
  stbi_image_free(pixels);
  return id;
}

int main(void) {
  hitmask_world *world;
  hitmask_sprite sprites[2];
  uint64_t ids[2]; // ship and rock
  check(hitmask_world_new(&world));
  // Defaults; change what differs.
  check(hitmask_sprite_init(&sprites[0], load(world, "ship.png"), 40, 200));
  check(hitmask_sprite_init(&sprites[1], load(world, "rock.png"), 300, 190));
  check(hitmask_world_spawn(world, sprites, 2, ids));
  for (int frame = 0; frame < 240; frame++) { // your game's loop
    hitmask_step step;
    check(hitmask_world_move_by(world, ids[0], 2, 0));
    // Once a frame, after all moves.
    check(hitmask_world_step(world, &step));
    for (size_t i = 0; i < step.began_count; i++) printf("hit in frame %d\n", frame);
    for (size_t i = 0; i < step.ended_count; i++) printf("free in frame %d\n", frame);
  }
  hitmask_world_free(world);
}
// #endregion game

#include "game.h"
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

int main(void) {
  // #region dig
  int width, height;
  unsigned char *pixels = stbi_load("ground.png", &width, &height, NULL, 4);
  const size_t stride = 4 * (size_t)width, length = stride * height;
  hitmask_mask *mask, *dug;
  check(hitmask_mask_from_pixels(pixels, length, width, height, NULL, &mask));
  hitmask_world *world;
  hitmask_sprite hill;
  uint64_t shape, ground;
  check(hitmask_world_new(&world));
  check(hitmask_world_add_mask(world, mask, &shape));
  check(hitmask_sprite_init(&hill, shape, 0, 200));
  hill.fixed = 1;
  check(hitmask_world_spawn(world, &hill, 1, &ground));

  // Every sprite under the circle loses these pixels.
  hitmask_ids lost;
  check(hitmask_world_erase_circle(world, 300, 260, 30, UINT32_MAX, &lost));
  printf("sprites hit: %d\n", (int)lost.count);
  check(hitmask_world_get(world, ground, &hill));
  check(hitmask_world_mask(world, hill.mask, &dug)); // its mask now
  // The picture loses them too.
  check(hitmask_mask_clear_alpha(dug, pixels, length, stride));
  uint64_t before, after;
  check(hitmask_mask_count(mask, &before));
  check(hitmask_mask_count(dug, &after));
  printf("pixels lost: %d\n", (int)(before - after));
  // #endregion dig

  // #region split
  // A cut through the ground.
  check(hitmask_world_erase_rect(world, 500, 0, 4, 400, UINT32_MAX, &lost));
  // The largest part keeps the id. The list is valid until the next change.
  hitmask_ids list;
  check(hitmask_world_split(world, ground, &list));
  const size_t count = list.count;
  uint64_t *parts = malloc(count * sizeof *parts);
  memcpy(parts, list.ids, count * sizeof *parts);
  for (size_t i = 0; i < count; i++) {
    hitmask_sprite loose;
    check(hitmask_world_get(world, parts[i], &loose));
    loose.fixed = 0; // let it fall
    check(hitmask_world_set(world, &parts[i], &loose, 1));
  }
  printf("loose parts: %d\n", (int)count);
  // #endregion split
  free(parts);
  stbi_image_free(pixels);
  hitmask_mask_free(mask);
  hitmask_mask_free(dug);
  hitmask_world_free(world);
}

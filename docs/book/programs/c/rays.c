#include "game.h"

int main(void) {
  // #region rays
  const char *text = "####\n#..#\n#..#\n####";
  hitmask_mask *small, *large;
  check(hitmask_mask_from_text((const uint8_t *)text, strlen(text), &small));
  check(hitmask_mask_scaled(small, 32, 32, &large));
  hitmask_world *world;
  hitmask_sprite sprites[2];
  uint64_t ring, ids[2];
  check(hitmask_world_new(&world));
  check(hitmask_world_add_mask(world, large, &ring));
  check(hitmask_sprite_init(&sprites[0], ring, 50, 0));
  check(hitmask_sprite_init(&sprites[1], ring, 100, 0));
  check(hitmask_world_spawn(world, sprites, 2, ids));
  check(hitmask_world_refresh(world)); // after changes, before questions

  // Which sprites are under the pointer?
  size_t count;
  check(hitmask_world_find_point(world, 66, 16, NULL, ids, 2, &count));
  printf("in the hole: %d\n", (int)count);
  check(hitmask_world_find_point(world, 52, 16, NULL, ids, 2, &count));
  printf("on the ring: %d\n", (int)count);

  hitmask_ray_hit hit; // a laser
  check(hitmask_world_cast_ray(world, 0, 16, 200, 16, NULL, &hit));
  if (hit.hit) {
    printf("the ray hits %d, %d ", hit.at.x, hit.at.y);
    printf("normal %g, %g\n", hit.normal.x, hit.normal.y);
  }

  hitmask_neighbor near;
  check(hitmask_world_nearest(world, 140, 16, NULL, &near, 1, &count));
  if (count > 0) printf("nearest ring: %g pixels away\n", near.distance);
  // #endregion rays
  hitmask_mask_free(small);
  hitmask_mask_free(large);
  hitmask_world_free(world);
}

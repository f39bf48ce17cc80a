#include "game.h"

int main(void) {
  // #region bullets
  // `filled` adds a solid rectangle here; your game loads a picture.
  hitmask_world *world;
  check(hitmask_world_new(&world));
  hitmask_sprite sprites[2]; // wall, bullet
  uint64_t ids[2];
  check(hitmask_sprite_init(&sprites[0], filled(world, 2, 100), 100, 0));
  check(hitmask_sprite_init(&sprites[1], filled(world, 3, 3), 0, 50));
  sprites[0].fixed = 1;
  sprites[1].continuous = 1;
  check(hitmask_world_spawn(world, sprites, 2, ids));
  const uint64_t bullet = ids[1];
  hitmask_step step;
  check(hitmask_world_step(world, &step));

  // Far beyond the wall, in one frame.
  check(hitmask_world_move_to(world, bullet, 500, 50));
  check(hitmask_world_step(world, &step));
  hitmask_impact impact; // what it met first, with the bullet first
  check(hitmask_world_first_impact(world, bullet, &impact));
  if (impact.contact.area > 0) {
    printf("hit at %d, %d\n", impact.contact.first.x, impact.contact.first.y);
    const struct hitmask_real normal = impact.contact.normal;
    printf("sparks fly along %g, %g\n", normal.x, normal.y);
    const hitmask_point before = impact.before[0];
    printf("draw the bullet at %d, %d\n", before.x, before.y);
  }
  // #endregion bullets
  hitmask_world_free(world);
}

#include "game.h"

int main(void) {
  // #region way_out
  // `filled` adds a solid rectangle here; your game loads a picture.
  hitmask_world *world;
  check(hitmask_world_new(&world));
  hitmask_sprite sprites[2]; // hero, wall
  uint64_t ids[2];
  check(hitmask_sprite_init(&sprites[0], filled(world, 16, 24), 40, 80));
  check(hitmask_sprite_init(&sprites[1], filled(world, 200, 40), 0, 100));
  sprites[1].fixed = 1;
  check(hitmask_world_spawn(world, sprites, 2, ids));

  hitmask_contact contact;
  hitmask_point move;
  bool found;
  check(hitmask_world_refresh(world)); // after changes, before questions
  check(hitmask_world_penetration(world, ids[0], ids[1], &found, &move));
  check(hitmask_world_contact(world, ids[0], ids[1], &contact));
  printf("shortest way out: %d, %d\n", move.x, move.y);
  printf("normal: %g, %g\n", contact.normal.x, contact.normal.y);

  // Frees the hero from everything at once, up to 64 pixels away.
  check(hitmask_world_push_out(world, ids[0], 64, NULL, NULL, &found, &move));
  if (found) printf("pushed by %d, %d\n", move.x, move.y);
  // #endregion way_out
  hitmask_world_free(world);
}

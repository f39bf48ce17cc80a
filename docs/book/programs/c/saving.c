#include "game.h"

int main(void) {
  // #region save
  // `filled` adds a solid rectangle here; your game loads a picture.
  hitmask_world *world, *loaded;
  hitmask_sprite sprites[2]; // hero, wall
  uint64_t ids[2];
  check(hitmask_world_new(&world));
  const uint64_t ball = filled(world, 8, 8);
  check(hitmask_sprite_init(&sprites[0], ball, 0, 0));
  check(hitmask_sprite_init(&sprites[1], ball, 40, 0));
  sprites[0].data = 42;
  check(hitmask_world_spawn(world, sprites, 2, ids));

  size_t length;
  check(hitmask_world_to_bytes(world, NULL, 0, &length)); // how many there are
  uint8_t *saved = malloc(length); // to a file
  check(hitmask_world_to_bytes(world, saved, length, &length));
  check(hitmask_world_from_bytes(saved, length, &loaded)); // ids are the same
  hitmask_sprite hero;
  check(hitmask_world_get(loaded, ids[0], &hero));
  printf("hero's number: %d\n", (int)hero.data);
  // #endregion save
  free(saved);
  hitmask_world_free(loaded);

  // #region rollback
  hitmask_world *before;
  check(hitmask_world_copy(world, &before)); // cheap: masks are shared
  hitmask_step step;
  check(hitmask_world_move_by(world, ids[0], 36, 0));
  check(hitmask_world_step(world, &step));
  printf("began: %d\n", (int)step.began_count);
  hitmask_world_free(world);
  world = before; // the move did not happen
  check(hitmask_world_step(world, &step));
  printf("began: %d\n", (int)step.began_count);
  // #endregion rollback
  hitmask_world_free(world);
}

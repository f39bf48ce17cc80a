#include "game.h"

int main(void) {
  // #region chunks
  // `filled` adds a solid rectangle here; your game loads a picture.
  enum { WALLS = 1, HERO = 2 };
  static hitmask_sprite chunks[2000];
  static uint64_t ids[2000];
  hitmask_world *world;
  check(hitmask_world_new(&world));
  const uint64_t chunk = filled(world, 512, 512);
  for (int i = 0; i < 2000; i++) {
    const int x = 512 * (i % 100), y = 512 * (i / 100) + 1000;
    check(hitmask_sprite_init(&chunks[i], chunk, x, y));
    chunks[i].fixed = 1;
    chunks[i].layers = WALLS;
    chunks[i].collides_with = HERO;
  }
  check(hitmask_world_spawn(world, chunks, 2000, ids));

  hitmask_sprite body;
  uint64_t hero;
  check(hitmask_sprite_init(&body, filled(world, 16, 24), 25000, 900));
  body.layers = HERO;
  check(hitmask_world_spawn(world, &body, 1, &hero));
  hitmask_step step;
  check(hitmask_world_step(world, &step));
  // Fixed sprites never pair.
  printf("pairs: %d\n", (int)step.pair_count);
  // Only near chunks are tested.
  hitmask_moved moved;
  check(hitmask_world_move_until(world, hero, 25000, 5000, NULL, &moved));
  printf("lands at %d, %d\n", moved.at.x, moved.at.y);
  // #endregion chunks
  hitmask_world_free(world);
}

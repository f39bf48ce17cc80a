#include "game.h"

int main(void) {
  // #region events
  // `filled` adds a solid rectangle here; your game loads a picture.
  enum { HERO = 1, COIN = 2, ROCK = 4 };
  hitmask_world *world;
  check(hitmask_world_new(&world));
  const uint64_t block = filled(world, 16, 16);
  hitmask_sprite sprites[3]; // hero, coin, rock
  uint64_t ids[3];
  check(hitmask_sprite_init(&sprites[0], block, 0, 0));
  check(hitmask_sprite_init(&sprites[1], block, 40, 0));
  check(hitmask_sprite_init(&sprites[2], block, 40, 8));
  sprites[0].layers = HERO;
  sprites[1].layers = COIN, sprites[1].collides_with = HERO;
  sprites[2].layers = ROCK, sprites[2].collides_with = HERO;
  check(hitmask_world_spawn(world, sprites, 3, ids));

  for (int frame = 0; frame < 30; frame++) {
    hitmask_step step;
    hitmask_pair pair; // space for one; `count` says how many there are
    size_t count;
    check(hitmask_world_move_by(world, ids[0], 2, 0));
    // Once a frame, after all moves.
    check(hitmask_world_step(world, &step));
    check(hitmask_world_began_between(world, HERO, ROCK, &pair, 1, &count));
    if (count > 0) {
      hitmask_contact contact;
      check(hitmask_world_contact(world, pair.a, pair.b, &contact));
      printf("rock hit at %d, %d\n", contact.first.x, contact.first.y);
    }
    for (size_t i = 0; i < step.ended_count; i++) {
      printf("free again in frame %d\n", frame);
    }
    check(hitmask_world_began_between(world, HERO, COIN, &pair, 1, &count));
    if (count > 0) {
      printf("coin taken in frame %d\n", frame);
      check(hitmask_world_despawn(world, pair.b));
    }
  }
  // #endregion events
  hitmask_world_free(world);
}

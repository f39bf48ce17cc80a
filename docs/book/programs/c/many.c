#include "game.h"

int main(void) {
  // #region many
  enum { COUNT = 10000 };
  static hitmask_real places[COUNT];
  static hitmask_sprite sprites[COUNT];
  static uint64_t ids[COUNT];
  hitmask_world *world;
  check(hitmask_world_new(&world));
  const char *text = ".##.\n####\n####\n.##.";
  hitmask_mask *mask;
  uint64_t disc;
  check(hitmask_mask_from_text((const uint8_t *)text, strlen(text), &mask));
  check(hitmask_world_add_mask(world, mask, &disc));
  hitmask_mask_free(mask);
  for (int i = 0; i < COUNT; i++) {
    const int x = 5 * (i % 100), y = 5 * (i / 100);
    places[i] = (hitmask_real){x, y};
    check(hitmask_sprite_init(&sprites[i], disc, x, y));
  }
  check(hitmask_world_spawn(world, sprites, COUNT, ids));

  for (int frame = 0; frame < 3; frame++) {
    for (int i = 0; i < COUNT; i += 2) {
      places[i].x += 0.6; // your own movement, with fractions
      places[i].y += 0.2;
    }
    hitmask_step step;
    // Once a frame, all in one call.
    check(hitmask_world_set_real_positions(world, ids, places, COUNT));
    check(hitmask_world_step(world, &step));
    // Every collision once.
    printf("pairs: %d\n", (int)step.pair_count);
  }
  // #endregion many
  hitmask_world_free(world);
}

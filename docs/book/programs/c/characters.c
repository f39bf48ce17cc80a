#include "game.h"

int main(void) {
  // #region hero
  // `filled` adds a solid rectangle here; your game loads a picture.
  hitmask_world *world;
  check(hitmask_world_new(&world));
  hitmask_sprite sprites[3]; // hero, floor, step
  uint64_t ids[3];
  check(hitmask_sprite_init(&sprites[0], filled(world, 16, 24), 20, 60));
  check(hitmask_sprite_init(&sprites[1], filled(world, 400, 40), 0, 100));
  check(hitmask_sprite_init(&sprites[2], filled(world, 100, 3), 60, 97));
  sprites[1].fixed = sprites[2].fixed = 1;
  check(hitmask_world_spawn(world, sprites, 3, ids));
  const uint64_t hero = ids[0];
  double vx = 1.5, vy = 0; // pixels a frame
  // Keeps what is less than a pixel for the next frame.
  hitmask_real rest = {0, 0};
  const hitmask_motion slide = {.reaction = HITMASK_SLIDE};
  // Walk: up and down slopes and steps of 4 pixels.
  const hitmask_motion walk = {
      .reaction = HITMASK_WALK, .step_up = 4, .step_down = 4};
  hitmask_point at, by;

  for (int frame = 0; frame < 60; frame++) {
    hitmask_moved moved;
    uint64_t ground;
    size_t count;
    check(hitmask_world_refresh(world)); // after changes, before questions
    check(hitmask_world_positions(world, &hero, &at, 1));
    check(hitmask_world_touching(world, hero, 0, 1, NULL, &ground, 1, &count));
    if (vy >= 0 && count > 0) {
      check(hitmask_remainder_take(&rest, vx, 0, &by));
      at.x += by.x;
      check(hitmask_world_move_until(world, hero, at.x, at.y, &walk, &moved));
      vy = frame == 50 ? -4 : 0; // jump
    } else {
      vy += 0.3; // fall
      check(hitmask_remainder_take(&rest, vx, vy, &by));
      at.x += by.x, at.y += by.y;
      check(hitmask_world_move_until(world, hero, at.x, at.y, &slide, &moved));
      if (moved.blocked_down || moved.blocked_up) vy = 0;
    }
  }
  check(hitmask_world_positions(world, &hero, &at, 1));
  printf("the hero is at %d, %d\n", at.x, at.y);
  // #endregion hero

  // #region platforms
  hitmask_sprite plank;
  uint64_t lift;
  check(hitmask_sprite_init(&plank, filled(world, 60, 4), 200, 60));
  plank.fixed = 1;
  plank.one_way = HITMASK_TOP; // jump through it from below
  check(hitmask_world_spawn(world, &plank, 1, &lift));
  const hitmask_point above = {220, 36};
  check(hitmask_world_jump_to(world, &hero, &above, 1));
  // It takes along who stands on it.
  hitmask_carried carried;
  check(hitmask_world_carry(world, lift, 200, 20, NULL, 0, &carried));
  printf("riders: %d\n", (int)carried.rider_count);
  check(hitmask_world_positions(world, &hero, &at, 1));
  printf("the hero is at %d, %d\n", at.x, at.y);
  // #endregion platforms
  hitmask_world_free(world);
}

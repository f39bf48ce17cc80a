#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region hero
  hitmask::world world;
  auto body = world.add_mask(hitmask::mask::filled(16, 24));
  auto hero = world.spawn(body, {20, 60});
  auto floor = world.add_mask(hitmask::mask::filled(400, 40));
  auto stair = world.add_mask(hitmask::mask::filled(100, 3));
  for (auto scenery : {world.default_sprite(floor, {0, 100}),
                       world.default_sprite(stair, {60, 97})}) {
    scenery.fixed = 1;
    world.spawn(scenery);
  }
  double vx = 1.5, vy = 0; // pixels a frame
  // Turns them into whole pixels, and keeps the rest.
  hitmask::remainder remainder;

  for (int frame = 0; frame < 60; frame++) {
    world.refresh(); // after changes, before questions
    auto at = world.position(hero);
    if (vy >= 0 && !world.touching(hero, {0, 1}).empty()) {
      // Walk: up and down slopes and steps of 4 pixels.
      auto by = remainder.take({vx, 0});
      world.move_until(hero, {at.x + by.x, at.y}, hitmask::motion::walk(4, 4));
      vy = frame == 50 ? -4 : 0; // jump
    } else {
      vy += 0.3; // fall
      auto by = remainder.take({vx, vy});
      hitmask::point to = {at.x + by.x, at.y + by.y};
      auto moved = world.move_until(hero, to, hitmask::motion::slide());
      if (moved.blocked_down || moved.blocked_up) vy = 0;
    }
  }
  auto at = world.position(hero);
  std::printf("the hero is at %d, %d\n", at.x, at.y);
  // #endregion hero

  // #region platforms
  auto shape = world.add_mask(hitmask::mask::filled(60, 4));
  auto plank = world.default_sprite(shape, {200, 60});
  plank.fixed = 1;
  plank.one_way = HITMASK_TOP; // jump through it from below
  auto lift = world.spawn(plank);
  world.jump_to(hero, {220, 36});
  // It takes along who stands on it.
  auto carried = world.carry(lift, {200, 20});
  std::printf("riders: %d\n", int(carried.rider_count));
  at = world.position(hero);
  std::printf("the hero is at %d, %d\n", at.x, at.y);
  // #endregion platforms
}

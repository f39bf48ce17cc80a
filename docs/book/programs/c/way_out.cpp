#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region way_out
  hitmask::world world;
  auto body = world.add_mask(hitmask::mask::filled(16, 24));
  auto hero = world.spawn(body, {40, 80});
  auto block = world.add_mask(hitmask::mask::filled(200, 40));
  auto fixed = world.default_sprite(block, {0, 100});
  fixed.fixed = 1;
  auto wall = world.spawn(fixed);

  world.step();
  if (auto move = world.penetration(hero, wall))
    std::printf("shortest way out: %d, %d\n", move->x, move->y);
  auto normal = world.contact(hero, wall).normal;
  std::printf("normal: %g, %g\n", normal.x, normal.y);

  // Frees the hero from everything at once, up to 64 pixels away.
  if (auto moved = world.push_out(hero, 64))
    std::printf("pushed by %d, %d\n", moved->x, moved->y);
  // #endregion way_out
}

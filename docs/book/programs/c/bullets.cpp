#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region bullets
  hitmask::world world;
  auto block = world.add_mask(hitmask::mask::filled(2, 100));
  auto wall = world.default_sprite(block, {100, 0});
  wall.fixed = 1;
  world.spawn(wall);
  auto dot = world.add_mask(hitmask::mask::filled(3, 3));
  auto fast = world.default_sprite(dot, {0, 50});
  fast.continuous = 1;
  auto bullet = world.spawn(fast);
  world.step();

  world.move_to(bullet, {500, 50}); // far beyond the wall, in one frame
  world.step();
  auto impact = world.first_impact(bullet); // what it met first
  if (impact.contact.area > 0) {
    auto first = impact.contact.first;
    auto normal = impact.contact.normal;
    std::printf("hit at %d, %d\n", first.x, first.y);
    std::printf("sparks fly along %g, %g\n", normal.x, normal.y);
    if (auto before = hitmask::before_of(impact, bullet))
      std::printf("draw the bullet at %d, %d\n", before->x, before->y);
  }
  // #endregion bullets
}

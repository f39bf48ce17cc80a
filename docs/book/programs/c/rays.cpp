#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region rays
  hitmask::world world;
  auto shape = hitmask::mask::from_text("####\n#..#\n#..#\n####");
  auto ring = world.add_mask(shape.scaled(32, 32));
  world.spawn(ring, {50, 0});
  world.spawn(ring, {100, 0});
  world.refresh(); // after changes, before questions

  // Which sprites are under the pointer?
  std::printf("in the hole: %d\n", int(world.find_point({66, 16}).size()));
  std::printf("on the ring: %d\n", int(world.find_point({52, 16}).size()));

  auto hit = world.cast_ray({0, 16}, {200, 16}); // a laser
  if (hit.hit) {
    std::printf("the ray hits %d, %d ", hit.at.x, hit.at.y);
    std::printf("normal %g, %g\n", hit.normal.x, hit.normal.y);
  }

  for (auto near : world.nearest({140, 16}, 1))
    std::printf("nearest ring: %g pixels away\n", near.distance);
  // #endregion rays
}

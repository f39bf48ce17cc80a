#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region spawn
  hitmask::world world;
  auto block = world.add_mask(hitmask::mask::filled(20, 20));
  for (int x = 0; x < 100; x += 20) world.spawn(block, {x, 0});
  world.refresh(); // after changes, before questions
  // A sprite that is not in the world yet.
  auto sprite = world.default_sprite(block, {40, 5});
  if (auto free = world.nearest_free(sprite, 64)) {
    std::printf("free at %d, %d\n", free->x, free->y);
    world.spawn(block, *free);
  }
  // #endregion spawn

  // #region pack
  hitmask::mask board(64, 64); // solid where it is taken
  auto piece = hitmask::mask::from_text("###\n#..").scaled(24, 16);
  hitmask::reach within(64, {0, 0, 64, 64});
  for (int number = 0; number < 6; number++) {
    if (auto at = board.nearest_free(piece, {20, 24}, within))
      board.draw(piece, *at);
  }
  std::printf("taken pixels: %d\n", int(board.count()));
  // #endregion pack
}

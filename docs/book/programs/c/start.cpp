// The test looks for: prints "hit in frame", prints "free in frame"
// #region game
#include <cstdio>
#include <hitmask.hpp>
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

static hitmask::mask load(const char *path) {
  int width, height;
  unsigned char *pixels = stbi_load(path, &width, &height, nullptr, 4);
  if (!pixels) throw std::runtime_error(path);
  size_t stride = size_t(4) * width;
  auto mask = hitmask::mask::from_rgba({pixels, stride * height}, width, height, stride);
  stbi_image_free(pixels);
  return mask;
}

int main() {
  hitmask::world world;
  auto ship = world.spawn(world.add_mask(load("ship.png")), {40, 200});
  world.spawn(world.add_mask(load("rock.png")), {300, 190});
  for (int frame = 0; frame < 240; frame++) { // your game's loop
    world.move_by(ship, {2, 0});
    auto step = world.step(); // once a frame, after all moves
    for ([[maybe_unused]] auto pair : step.began) std::printf("hit in frame %d\n", frame);
    for ([[maybe_unused]] auto pair : step.ended) std::printf("free in frame %d\n", frame);
  }
}
// #endregion game

// The test looks for: prints "landed at"
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
  // #region walls
  hitmask::world world;
  auto ground = world.default_sprite(world.add_mask(load("ground.png")), {0, 300});
  ground.fixed = 1; // scenery: it seldom moves
  world.spawn(ground);
  auto hero = world.spawn(world.add_mask(load("hero.png")), {40, 200});
  hitmask::remainder rest; // keeps fractions of pixels
  double fall = 0;
  bool stands = true;
  for (int frame = 0; frame < 240; frame++) {
    double run = 2.5;
    bool jumps = frame % 50 < 3;
    world.refresh(); // after changes, before questions
    auto at = world.position(hero);
    bool stood = stands; // a frame ago
    stands = fall >= 0 && !world.touching(hero, {0, 1}).empty();
    if (stands && !stood) std::printf("landed at %d, %d\n", at.x, at.y);
    if (stands && !jumps) {
      // Over slopes, up to 3 pixels high for each pixel.
      auto by = rest.take({run, 0});
      world.move_until(hero, {at.x + by.x, at.y}, hitmask::motion::walk(3, 3));
      fall = 0;
    } else {
      fall = stands ? -5 : fall + 0.3; // jump, or fall
      auto by = rest.take({run, fall});
      hitmask::point to = {at.x + by.x, at.y + by.y};
      auto moved = world.move_until(hero, to, hitmask::motion::slide());
      if (moved.blocked_down || moved.blocked_up) fall = 0;
    }
  }
  // #endregion walls
}

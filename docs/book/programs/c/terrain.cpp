#include <cstdio>
#include <hitmask.hpp>
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

int main() {
  // #region dig
  int width, height;
  unsigned char *pixels = stbi_load("ground.png", &width, &height, nullptr, 4);
  size_t stride = size_t(4) * width, length = stride * height;
  auto mask = hitmask::mask::from_pixels({pixels, length}, width, height);
  hitmask::world world;
  auto hill = world.default_sprite(world.add_mask(mask), {0, 200});
  hill.fixed = 1;
  auto ground = world.spawn(hill);

  // Every sprite under the circle loses these pixels.
  auto lost = world.erase_circle({300, 260}, 30);
  auto dug = world.mask_of(world.sprite_of(ground).mask); // its mask now
  // The picture loses them too.
  dug.clear_alpha(pixels, length, stride);
  std::printf("sprites hit: %d\n", int(lost.size()));
  std::printf("pixels lost: %d\n", int(mask.count() - dug.count()));
  // #endregion dig

  // #region split
  // A cut through the ground.
  world.erase_rect({500, 0, 4, 400});
  // The largest part keeps the id.
  auto parts = world.split(ground);
  for (auto part : parts) {
    auto loose = world.sprite_of(part);
    loose.fixed = 0; // let it fall
    world.set(part, loose);
  }
  std::printf("loose parts: %d\n", int(parts.size()));
  // #endregion split
  stbi_image_free(pixels);
}

#include <cstdio>
#include <hitmask.hpp>
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

int main() {
  // #region picture
  // stb_image reads the pictures here; any RGBA pixels will do.
  int width, height;
  unsigned char *pixels = stbi_load("ship.png", &width, &height, nullptr, 4);
  // Solid where alpha is above 127.
  size_t length = size_t(4) * width * height;
  auto ship = hitmask::mask::from_pixels({pixels, length}, width, height);
  stbi_image_free(pixels);

  // A frame of a sheet: 16 x 16 pixels from 16, 0, with the rows of the sheet.
  pixels = stbi_load("coins.png", &width, &height, nullptr, 4);
  size_t first = 4 * 16;
  length = size_t(4) * width * height - first;
  auto layout = hitmask::pixel_layout().stride(4 * width).alpha_above(20);
  hitmask::span<uint8_t> frame(pixels + first, length);
  auto coin = hitmask::mask::from_pixels(frame, 16, 16, layout);
  stbi_image_free(pixels);
  std::printf("%d %d ", int(ship.width()), int(ship.height()));
  std::printf("%d %d\n", int(ship.count()), int(coin.count()));
  // #endregion picture

  // #region drawn
  auto arrow = hitmask::mask::from_text("..#.\n####\n..#.");
  auto large = arrow.scaled(40, 30);
  auto plate = hitmask::mask::filled(64, 8);
  std::printf("%d %d\n", int(large.count()), int(plate.count()));
  // #endregion drawn
}

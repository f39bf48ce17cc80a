// What the programs of the guide in C++ share: a mask from a picture, as in the first page for C++.
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

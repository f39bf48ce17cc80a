// As much of stb_image as the programs of pages use: each picture is solid, with 32 x 32 pixels.
#include <stdlib.h>
#include <string.h>

static unsigned char *stbi_load(const char *path, int *width, int *height, int *channels, int wanted) {
  unsigned char *pixels = (unsigned char *)malloc(32 * 32 * 4);
  if (!strstr(path, ".png") || channels || wanted != 4 || !pixels) abort();
  *width = *height = 32;
  memset(pixels, 255, 32 * 32 * 4);
  return pixels;
}

static void stbi_image_free(void *pixels) { free(pixels); }

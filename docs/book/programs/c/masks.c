#include "game.h"
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

int main(void) {
  // #region picture
  // stb_image reads the pictures here; any RGBA pixels will do.
  int width, height;
  uint64_t count;
  unsigned char *pixels = stbi_load("ship.png", &width, &height, NULL, 4);
  size_t length = 4 * (size_t)width * height;
  hitmask_mask *ship;
  // Solid where alpha is above 127.
  check(hitmask_mask_from_pixels(pixels, length, width, height, NULL, &ship));
  check(hitmask_mask_count(ship, &count));
  printf("%d %d %d\n", width, height, (int)count);
  stbi_image_free(pixels);

  // A frame of a sheet: 16 x 16 pixels from 16, 0, with the rows of the sheet.
  pixels = stbi_load("coins.png", &width, &height, NULL, 4);
  length = 4 * (size_t)width * height;
  const hitmask_pixel_layout layout = {
      .stride = 4 * width, .rule = HITMASK_ALPHA_ABOVE, .threshold = 20};
  const size_t first = 4 * 16;
  hitmask_mask *coin;
  check(hitmask_mask_from_pixels(
      pixels + first, length - first, 16, 16, &layout, &coin));
  check(hitmask_mask_count(coin, &count));
  printf("%d\n", (int)count);
  stbi_image_free(pixels);
  // #endregion picture

  // #region drawn
  const char *text = "..#.\n####\n..#.";
  hitmask_mask *arrow, *large, *plate;
  check(hitmask_mask_from_text((const uint8_t *)text, strlen(text), &arrow));
  check(hitmask_mask_scaled(arrow, 40, 30, &large));
  check(hitmask_mask_filled(64, 8, &plate));
  uint64_t counts[2];
  check(hitmask_mask_count(large, &counts[0]));
  check(hitmask_mask_count(plate, &counts[1]));
  printf("%d %d\n", (int)counts[0], (int)counts[1]);
  // #endregion drawn
  hitmask_mask *masks[] = {ship, coin, arrow, large, plate};
  for (int i = 0; i < 5; i++) hitmask_mask_free(masks[i]);
}

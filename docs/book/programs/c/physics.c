#include "game.h"
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

int main(void) {
  int width, height;
  unsigned char *pixels = stbi_load("ship.png", &width, &height, NULL, 4);
  hitmask_mask *ship;
  check(hitmask_mask_from_pixels(pixels, 4 * (size_t)width * height, width, height, NULL, &ship));
  stbi_image_free(pixels);
  // #region parts
  // `ship` is a mask: see "Make masks".
  size_t point_count, count;
  // Polygons with holes, at most 1 pixel off. First: how many there are.
  check(hitmask_mask_contours(
      ship, 1, false, NULL, 0, &point_count, NULL, 0, &count));
  hitmask_point *points = malloc(point_count * sizeof *points);
  hitmask_contour *contours = malloc(count * sizeof *contours);
  check(hitmask_mask_contours(
      ship, 1, false, points, point_count, &point_count,
      contours, count, &count));
  for (size_t i = 0; i < count; i++) {
    // Its corners begin at points[contours[i].first].
    if (contours[i].is_hole) continue;
    printf("a polygon of %d corners\n", (int)contours[i].count);
  }
  // #endregion parts
  free(points);
  free(contours);
  hitmask_mask_free(ship);
}

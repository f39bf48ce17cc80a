#include "game.h"
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

static hitmask_mask *load(const char *path) {
  int width, height;
  unsigned char *pixels = stbi_load(path, &width, &height, NULL, 4);
  hitmask_mask *mask;
  check(hitmask_mask_from_rgba(pixels, 4 * (size_t)width * height, width, height, 4 * (size_t)width, 127, &mask));
  stbi_image_free(pixels);
  return mask;
}

int main(void) {
  // #region five
  // `load` reads a picture with stb_image: see "Start with C".
  hitmask_mask *ship = load("ship.png"), *rock = load("rock.png");
  hitmask_point hit; // the first shared pixel
  bool is_hit;
  check(hitmask_mask_overlap_first(ship, rock, 38, -6, &is_hit, &hit));
  // #endregion five
  if (!is_hit) return 1;

  // #region ask
  // `ship` and `rock` are masks: see "Make masks".
  // The rock's top-left pixel, counted from the ship's.
  const int32_t x = 38, y = -6;
  bool overlaps, found;
  hitmask_point first, move;
  uint64_t area;
  check(hitmask_mask_overlaps(ship, rock, x, y, &overlaps));
  if (overlaps) {
    check(hitmask_mask_overlap_first(ship, rock, x, y, &found, &first));
    check(hitmask_mask_overlap_area(ship, rock, x, y, &area));
    check(hitmask_mask_penetration(ship, rock, x, y, &found, &move));
    printf("first shared pixel: %d, %d\n", first.x, first.y);
    printf("shared pixels: %d\n", (int)area);
    printf("the ship is free after a move by %d, %d\n", move.x, move.y);
  }
  // #endregion ask
  hitmask_mask_free(ship);
  hitmask_mask_free(rock);
}

#include "picture.hpp"

int main() {
  auto ship = load("ship.png");
  // #region parts
  // `ship` is a mask: see "Make masks".
  // Polygons with holes, at most 1 pixel off.
  for (auto &contour : ship.contours(1)) {
    if (contour.is_hole) continue;
    std::printf("a polygon of %d corners\n", int(contour.points.size()));
  }
  // #endregion parts
}

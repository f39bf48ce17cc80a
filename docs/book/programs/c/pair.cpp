#include "picture.hpp"

int main() {
  auto ship = load("ship.png"), rock = load("rock.png");
  // #region ask
  // `ship` and `rock` are masks: see "Make masks".
  // The rock's top-left pixel, counted from the ship's.
  hitmask::point at = {38, -6};
  if (ship.overlaps(rock, at)) {
    auto first = ship.overlap_first(rock, at);
    auto move = ship.penetration(rock, at);
    std::printf("first shared pixel: %d, %d\n", first->x, first->y);
    std::printf("shared pixels: %d\n", int(ship.overlap_area(rock, at)));
    std::printf("the ship is free after a move by %d, %d\n", move->x, move->y);
  }
  // #endregion ask
}

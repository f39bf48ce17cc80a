#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region many
  hitmask::world world;
  auto mask = hitmask::mask::from_text(".##.\n####\n####\n.##.");
  auto disc = world.add_mask(mask);
  std::vector<hitmask::real> places;
  std::vector<hitmask::sprite_id> ids;
  for (int i = 0; i < 10000; i++) {
    int x = 5 * (i % 100), y = 5 * (i / 100);
    places.push_back({double(x), double(y)});
    ids.push_back(world.spawn(disc, {x, y}));
  }

  for (int frame = 0; frame < 3; frame++) {
    for (size_t i = 0; i < places.size(); i += 2) {
      places[i].x += 0.6; // your own movement, with fractions
      places[i].y += 0.2;
    }
    // Once a frame, all in one call.
    world.set_positions(ids, places);
    // Every collision once.
    std::printf("pairs: %d\n", int(world.step().pairs.size()));
  }
  // #endregion many
}

#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region chunks
  enum { WALLS = 1, HERO = 2 };
  hitmask::world world;
  auto chunk = world.add_mask(hitmask::mask::filled(512, 512));
  std::vector<hitmask::sprite> chunks;
  for (int i = 0; i < 2000; i++) {
    hitmask::point at = {512 * (i % 100), 512 * (i / 100) + 1000};
    auto sprite = world.default_sprite(chunk, at);
    sprite.fixed = 1;
    sprite.layers = WALLS;
    sprite.collides_with = HERO;
    chunks.push_back(sprite);
  }
  world.spawn(chunks);

  auto mask = world.add_mask(hitmask::mask::filled(16, 24));
  auto body = world.default_sprite(mask, {25000, 900});
  body.layers = HERO;
  auto hero = world.spawn(body);
  // Fixed sprites never pair.
  std::printf("pairs: %d\n", int(world.step().pairs.size()));
  // Only near chunks are tested.
  auto moved = world.move_until(hero, {25000, 5000});
  std::printf("lands at %d, %d\n", moved.at.x, moved.at.y);
  // #endregion chunks
}

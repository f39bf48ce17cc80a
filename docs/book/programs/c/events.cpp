#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region events
  enum { HERO = 1, COIN = 2, ROCK = 4 };
  hitmask::world world;
  auto block = world.add_mask(hitmask::mask::filled(16, 16));
  auto sprite = world.default_sprite(block, {0, 0});
  sprite.layers = HERO;
  auto hero = world.spawn(sprite);
  sprite.collides_with = HERO;
  sprite.layers = COIN, sprite.position = {40, 0};
  world.spawn(sprite);
  sprite.layers = ROCK, sprite.position = {40, 8};
  world.spawn(sprite);

  for (int frame = 0; frame < 30; frame++) {
    world.move_by(hero, {2, 0});
    auto step = world.step(); // once a frame, after all moves
    for (auto pair : world.began_between(HERO, ROCK)) { // pair.a is the hero
      auto contact = world.contact(pair.a, pair.b);
      std::printf("rock hit at %d, %d\n", contact.first.x, contact.first.y);
    }
    for (size_t i = 0; i < step.ended.size(); i++)
      std::printf("free again in frame %d\n", frame);
    for (auto pair : world.began_between(HERO, COIN)) {
      std::printf("coin taken in frame %d\n", frame);
      world.despawn(pair.b);
    }
  }
  // #endregion events
}

#include <cstdio>
#include <hitmask.hpp>

int main() {
  // #region save
  hitmask::world world;
  auto ball = world.add_mask(hitmask::mask::filled(8, 8));
  auto sprite = world.default_sprite(ball, {0, 0});
  sprite.data = 42;
  auto hero = world.spawn(sprite);
  world.spawn(ball, {40, 0});
  auto saved = world.to_bytes(); // to a file
  auto loaded = hitmask::world::from_bytes(saved); // ids are the same
  std::printf("hero's number: %d\n", int(loaded.sprite_of(hero).data));
  // #endregion save

  // #region rollback
  auto before = world; // a copy is cheap: masks are shared
  world.move_by(hero, {36, 0});
  std::printf("began: %d\n", int(world.step().began.size()));
  world = before; // the move did not happen
  std::printf("began: %d\n", int(world.step().began.size()));
  // #endregion rollback
}

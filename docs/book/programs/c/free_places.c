#include "game.h"

int main(void) {
  // #region spawn
  // `filled` adds a solid rectangle here; your game loads a picture.
  hitmask_world *world;
  hitmask_sprite sprite;
  uint64_t id;
  check(hitmask_world_new(&world));
  const uint64_t block = filled(world, 20, 20);
  for (int x = 0; x < 100; x += 20) {
    check(hitmask_sprite_init(&sprite, block, x, 0));
    check(hitmask_world_spawn(world, &sprite, 1, &id));
  }
  check(hitmask_world_refresh(world)); // after changes, before questions
  // A sprite that is not in the world yet.
  hitmask_who who = {0};
  check(hitmask_sprite_init(&who.sprite, block, 40, 5));
  bool found;
  hitmask_point at;
  check(hitmask_world_nearest_free(world, &who, 64, NULL, NULL, &found, &at));
  if (found) {
    printf("free at %d, %d\n", at.x, at.y);
    check(hitmask_sprite_init(&sprite, block, at.x, at.y));
    check(hitmask_world_spawn(world, &sprite, 1, &id));
  }
  // #endregion spawn
  hitmask_world_free(world);

  // #region pack
  const char *text = "###\n#..";
  const hitmask_rect area = {0, 0, 64, 64};
  hitmask_mask *board, *corner, *piece;
  check(hitmask_mask_new(64, 64, &board)); // solid where it is taken
  check(hitmask_mask_from_text((const uint8_t *)text, strlen(text), &corner));
  check(hitmask_mask_scaled(corner, 24, 16, &piece));
  for (int number = 0; number < 6; number++) {
    check(hitmask_mask_nearest_free(
        board, piece, 20, 24, 64, &area, &found, &at));
    if (found) check(hitmask_mask_draw(board, piece, at.x, at.y));
  }
  uint64_t taken;
  check(hitmask_mask_count(board, &taken));
  printf("taken pixels: %d\n", (int)taken);
  // #endregion pack
  hitmask_mask_free(board);
  hitmask_mask_free(corner);
  hitmask_mask_free(piece);
}

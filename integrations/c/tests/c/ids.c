// Ids: those of masks and of sprites are told apart, and sentences say what an id is.
#include "check.h"

// An id that is not one of a sprite, in each call that takes one; and one that is not of a mask.
static void kinds(void) {
  hitmask_world *world;
  hitmask_mask *box = filled(4, 4), *copy;
  hitmask_sprite sprite;
  uint64_t mask, id, same;
  OK(hitmask_world_new(&world));
  OK(hitmask_world_add_mask(world, box, &mask));
  OK(hitmask_sprite_init(&sprite, mask, 0, 0));
  CHECK(sprite.mask == mask);
  OK(hitmask_world_spawn(world, &sprite, 1, &id));
  CHECK(id != mask && hitmask_id_slot(id) == 0 && hitmask_mask_id_slot(mask) == 0);
  OK(hitmask_world_mask_id_at(world, 0, &same));
  CHECK(same == mask);
  size_t count;
  OK(hitmask_world_mask_ids(world, &same, 1, &count));
  CHECK(count == 1 && same == mask);

  FAILS(hitmask_world_move_to(world, mask, 1, 1), HITMASK_STALE, "is the id of a mask");
  FAILS(hitmask_world_get(world, mask, &sprite), HITMASK_STALE, "hitmask_world_spawn");
  FAILS(hitmask_world_despawn(world, mask), HITMASK_STALE, "is the id of a mask");
  FAILS(hitmask_world_fill_circle(world, id, 0, 0, 9, false), HITMASK_STALE, "is the id of a sprite");
  FAILS(hitmask_world_mask(world, id, &copy), HITMASK_STALE, "hitmask_world_add_mask");
  FAILS(hitmask_world_replace_mask(world, id, box), HITMASK_STALE, "is the id of a sprite");
  FAILS(hitmask_world_remove_mask(world, id), HITMASK_STALE, "is the id of a sprite");
  OK(hitmask_sprite_init(&sprite, id, 0, 0));
  FAILS(hitmask_world_spawn(world, &sprite, 1, &same), HITMASK_STALE, "is the id of a sprite");

  // A saved world gives the ids back.
  uint8_t bytes[4096];
  size_t length;
  hitmask_world *loaded = NULL;
  const hitmask_mask *masks[1] = {box};
  OK(hitmask_world_to_bytes_without_masks(world, bytes, sizeof bytes, &length));
  FAILS(hitmask_world_from_bytes_with_masks(bytes, length, &id, masks, 1, &loaded), HITMASK_STALE, "is the id of a sprite");
  FAILS(hitmask_world_from_bytes_with_masks(bytes, length, NULL, NULL, 0, &loaded), HITMASK_INVALID, "a mask for the id");
  OK(hitmask_world_from_bytes_with_masks(bytes, length, &mask, masks, 1, &loaded));
  OK(hitmask_world_get(loaded, id, &sprite));
  CHECK(sprite.mask == mask);
  hitmask_world_free(loaded);
  hitmask_world_free(world);
  hitmask_mask_free(box);
}

// Sentences name the slot, because nobody knows 4294967297.
static void words(void) {
  hitmask_world *world;
  hitmask_mask *box = filled(4, 4);
  hitmask_sprite sprites[2];
  uint64_t mask, ids[2];
  OK(hitmask_world_new(&world));
  OK(hitmask_world_add_mask(world, box, &mask));
  OK(hitmask_sprite_init(&sprites[0], mask, 0, 0));
  sprites[1] = sprites[0];
  OK(hitmask_world_spawn(world, sprites, 2, ids));
  FAILS(hitmask_world_remove_mask(world, mask), HITMASK_IN_USE, "cannot remove mask 0: sprites show it (2)");
  size_t removed;
  OK(hitmask_world_despawn_many(world, ids, 2, &removed));
  FAILS(hitmask_world_move_to(world, ids[1], 0, 0), HITMASK_STALE,
        "the world has no sprite with the id 4294967297 (slot 1, generation 1): it was despawned, or the id comes from another world");
  FAILS(hitmask_world_move_to(world, 0, 0, 0), HITMASK_STALE, "this sprite id is empty (0); hitmask_world_spawn gives one");
  FAILS(hitmask_world_move_to(world, (uint32_t)ids[1], 0, 0), HITMASK_STALE, "1 is not an id: ids have 64 bits");
  OK(hitmask_world_remove_mask(world, mask));
  FAILS(hitmask_world_set_angle_steps(world, mask, 8), HITMASK_STALE, "(slot 0, generation 1): it was removed");
  FAILS(hitmask_world_set_angle_steps(world, 0, 8), HITMASK_STALE, "this mask id is empty (0); hitmask_world_add_mask gives one");
  hitmask_world_free(world);
  hitmask_mask_free(box);
}

void test_ids(void) {
  kinds();
  words();
}

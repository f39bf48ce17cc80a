// What the programs of the guide share: `check` ends the program with the sentence of an error, as in the first page for C.
#include <hitmask.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void check(hitmask_status status) {
  if (status != HITMASK_OK) fprintf(stderr, "hitmask: %s\n", hitmask_last_error()), exit(1);
}

// Adds a solid rectangle.
static inline uint64_t filled(hitmask_world *world, uint32_t width, uint32_t height) {
  hitmask_mask *mask;
  uint64_t id;
  check(hitmask_mask_filled(width, height, &mask));
  check(hitmask_world_add_mask(world, mask, &id));
  hitmask_mask_free(mask);
  return id;
}

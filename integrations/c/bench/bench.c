// What examples/bench.rs measures, through the border: `run bench` compares them.
#define _POSIX_C_SOURCE 199309L
#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SPRITES = 10000, SIDE = 2000, OFFSETS = 4096 };

#define OK(call)                                                                                                                            \
  do {                                                                                                                                      \
    if ((call) != HITMASK_OK) {                                                                                                             \
      fprintf(stderr, "%s\n", hitmask_last_error());                                                                                        \
      exit(1);                                                                                                                              \
    }                                                                                                                                       \
  } while (0)

static uint32_t seed = 1;

static int32_t below(uint32_t limit) {
  seed = seed * 1664525 + 1013904223;
  return (int32_t)((seed >> 8) % limit);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static hitmask_mask *disc(uint32_t size) {
  hitmask_mask *mask;
  OK(hitmask_mask_new(size, size, &mask));
  OK(hitmask_mask_fill_circle(mask, size / 2.0, size / 2.0, size / 2.0, true));
  return mask;
}

int main(void) {
  static hitmask_point offsets[OFFSETS], places[SPRITES], moves[SPRITES];
  hitmask_mask *a = disc(32), *b = disc(32), *small = disc(16);
  for (int i = 0; i < OFFSETS; i++) offsets[i].x = below(65) - 32, offsets[i].y = below(65) - 32;
  double best = 1e18;
  uint32_t hits = 0;
  for (int run = 0; run < 60; run++) {
    hits = 0;
    double start = now();
    for (int pass = 0; pass < 20; pass++) {
      for (int i = 0; i < OFFSETS; i++) {
        bool yes;
        hitmask_mask_overlaps(a, b, offsets[i].x, offsets[i].y, &yes);
        hits += yes;
      }
    }
    double took = (now() - start) / (20.0 * OFFSETS);
    if (took < best) best = took;
  }
  printf("overlaps c %.2f ns, answer %u\n", best, hits);

  hitmask_world *world;
  uint64_t mask, ids[1];
  OK(hitmask_world_new(&world));
  OK(hitmask_world_set_parallel_from(world, SIZE_MAX));
  OK(hitmask_world_add_mask(world, small, &mask));
  for (int i = 0; i < SPRITES; i++) places[i].x = below(SIDE), places[i].y = below(SIDE);
  for (int i = 0; i < SPRITES; i++) moves[i].x = below(5) - 2, moves[i].y = below(5) - 2;
  for (int i = 0; i < SPRITES; i++) {
    hitmask_sprite sprite;
    OK(hitmask_sprite_init(&sprite, mask, places[i].x, places[i].y));
    OK(hitmask_world_spawn(world, &sprite, 1, ids));
  }
  best = 1e18;
  size_t pairs = 0;
  for (int run = 0; run < 40; run++) {
    double start = now();
    for (int pass = 0; pass < 10; pass++) {
      hitmask_step step;
      for (int i = 0; i < SPRITES; i++) {
        places[i].x = (places[i].x + moves[i].x + SIDE) % SIDE;
        places[i].y = (places[i].y + moves[i].y + SIDE) % SIDE;
      }
      OK(hitmask_world_set_positions_by_slot(world, places, SPRITES));
      OK(hitmask_world_step(world, &step));
      pairs += step.pair_count + step.began_count;
    }
    double took = (now() - start) / 10;
    if (took < best) best = took;
  }
  printf("step c %.1f us, answer %zu\n", best / 1000, pairs);
  hitmask_world_free(world);
  hitmask_mask_free(a);
  hitmask_mask_free(b);
  hitmask_mask_free(small);
}

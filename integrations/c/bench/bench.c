// What examples/bench.rs measures, through the border, and the same work by other code in C: `run bench` compares them.
//
// Each row is the median of its runs. Answers must be equal. A line is CASE WHO TIME ns, answer ANSWER.
#define _POSIX_C_SOURCE 199309L
#include "peer.h"

#include <hitmask.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef PYGAME
#include <bitmask.h> // of pygame
#endif

enum { SPRITES = 10000, SIDE = 2000, OFFSETS = 4096, PASSES = 20, RUNS = 61, STEPS = 10, STEP_RUNS = 41 };

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

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
  qsort(values, count, sizeof *values, order);
  return values[count / 2];
}

static hitmask_mask *disc(uint32_t size) {
  hitmask_mask *mask;
  OK(hitmask_mask_new(size, size, &mask));
  OK(hitmask_mask_fill_circle(mask, size / 2.0, size / 2.0, size / 2.0, true));
  return mask;
}

static peer_mask peer_of(const hitmask_mask *mask) {
  static peer_mask peer;
  uint32_t width, height;
  OK(hitmask_mask_size(mask, &width, &height));
  peer = (peer_mask){(int32_t)width, (int32_t)height, {0}};
  for (int32_t y = 0; y < peer.height; y++) {
    for (int32_t x = 0; x < peer.width; x++) {
      bool solid;
      OK(hitmask_mask_contains(mask, x, y, &solid));
      peer.rows[y] |= (uint64_t)solid << x;
    }
  }
  return peer;
}

#ifdef PYGAME
static bitmask_t *pygame_of(const hitmask_mask *mask) {
  uint32_t width, height;
  OK(hitmask_mask_size(mask, &width, &height));
  bitmask_t *made = bitmask_create((int)width, (int)height);
  for (int y = 0; y < (int)height; y++) {
    for (int x = 0; x < (int)width; x++) {
      bool solid;
      OK(hitmask_mask_contains(mask, x, y, &solid));
      if (solid) bitmask_setbit(made, x, y);
    }
  }
  return made;
}
#endif

static hitmask_point offsets[OFFSETS], places[SPRITES], moves[SPRITES];

// Times a test of one pair. `test` is an expression of `x` and `y`.
#define OVERLAPS(row, test)                                                                                                                 \
  do {                                                                                                                                      \
    double took[RUNS];                                                                                                                      \
    uint32_t hits = 0;                                                                                                                      \
    for (int run = 0; run < RUNS; run++) {                                                                                                  \
      double start = now();                                                                                                                 \
      hits = 0;                                                                                                                             \
      for (int i = 0; i < PASSES * OFFSETS; i++) {                                                                                          \
        int32_t x = offsets[i % OFFSETS].x, y = offsets[i % OFFSETS].y;                                                                     \
        hits += (test);                                                                                                                     \
      }                                                                                                                                     \
      took[run] = (now() - start) / (PASSES * OFFSETS);                                                                                     \
    }                                                                                                                                       \
    printf("%s %.2f ns, answer %" PRIu32 "\n", row, median(took, RUNS), hits);                                                              \
  } while (0)

static bool overlaps(const hitmask_mask *a, const hitmask_mask *b, int32_t x, int32_t y) {
  bool yes;
  hitmask_mask_overlaps(a, b, x, y, &yes);
  return yes;
}

static void move(void) {
  for (int i = 0; i < SPRITES; i++) {
    places[i].x = (places[i].x + moves[i].x + SIDE) % SIDE;
    places[i].y = (places[i].y + moves[i].y + SIDE) % SIDE;
  }
}

// A large mask shares pixels with itself at most offsets. At these it touches with its edge, or not.
static void large(void) {
  hitmask_mask *a = disc(256);
  for (int i = 0; i < OFFSETS; i++) offsets[i].x = 180 + below(40), offsets[i].y = 180 + below(40);
  OVERLAPS("overlaps-256 c", overlaps(a, a, x, y));
#ifdef PYGAME
  bitmask_t *peer = pygame_of(a);
  OVERLAPS("overlaps-256 pygame", (uint32_t)bitmask_overlap(peer, peer, x, y));
  bitmask_free(peer);
#endif
  hitmask_mask_free(a);
}

int main(void) {
  hitmask_mask *a = disc(32), *b = disc(32), *small = disc(16);
  for (int i = 0; i < OFFSETS; i++) offsets[i].x = below(65) - 32, offsets[i].y = below(65) - 32;
  OVERLAPS("overlaps-32 c", overlaps(a, b, x, y));
  peer_mask one = peer_of(a), other = peer_of(b);
  OVERLAPS("overlaps-32 plain-c", peer_overlaps(&one, &other, x, y));
#ifdef PYGAME
  bitmask_t *first = pygame_of(a), *second = pygame_of(b);
  OVERLAPS("overlaps-32 pygame", (uint32_t)bitmask_overlap(first, second, x, y));
  bitmask_free(first);
  bitmask_free(second);
#endif

  hitmask_world *world;
  uint64_t mask, ids[1];
  OK(hitmask_world_new(&world));
  hitmask_limits limits;
  OK(hitmask_world_limits(world, &limits));
  limits.has_parallel_from = true, limits.parallel_from = SIZE_MAX;
  OK(hitmask_world_set_limits(world, &limits));
  OK(hitmask_world_add_mask(world, small, &mask));
  for (int i = 0; i < SPRITES; i++) places[i].x = below(SIDE), places[i].y = below(SIDE);
  for (int i = 0; i < SPRITES; i++) moves[i].x = below(5) - 2, moves[i].y = below(5) - 2;
  for (int i = 0; i < SPRITES; i++) {
    hitmask_sprite sprite;
    OK(hitmask_sprite_init(&sprite, mask, places[i].x, places[i].y));
    OK(hitmask_world_spawn(world, &sprite, 1, ids));
  }

  static hitmask_point first_places[SPRITES];
  static size_t counts[STEP_RUNS * STEPS][3];
  double took[STEP_RUNS], peer_took[STEP_RUNS], pairs_took[STEP_RUNS];
  size_t answer = 0, peer_answer = 0;
  memcpy(first_places, places, sizeof places);
  for (int run = 0; run < STEP_RUNS; run++) {
    double start = now();
    for (int pass = 0; pass < STEPS; pass++) {
      hitmask_step step;
      move();
      OK(hitmask_world_set_positions_by_slot(world, places, SPRITES));
      OK(hitmask_world_step(world, &step));
      size_t *count = counts[run * STEPS + pass];
      count[0] = step.pair_count, count[1] = step.began_count, count[2] = step.ended_count;
      answer += count[0] + count[1];
    }
    took[run] = now() - start;
  }
  printf("step-10000 c %.0f ns, answer %zu\n", median(took, STEP_RUNS) / STEPS, answer);

  // The peer goes through the same places, and must find as many pairs.
  static int32_t xs[SPRITES], ys[SPRITES];
  peer_list before = {0}, pairs = {0}, began = {0}, ended = {0};
  peer_mask shape = peer_of(small);
  memcpy(places, first_places, sizeof places);
  for (int run = 0; run < STEP_RUNS; run++) {
    peer_took[run] = pairs_took[run] = 0;
    for (int pass = 0; pass < STEPS; pass++) {
      double start = now();
      move();
      for (int i = 0; i < SPRITES; i++) xs[i] = places[i].x, ys[i] = places[i].y;
      peer_pairs(&shape, xs, ys, SPRITES, SIDE, &pairs);
      pairs_took[run] += now() - start;
      peer_compare(&before, &pairs, &began, &ended);
      peer_took[run] += now() - start;
      peer_answer += pairs.count + began.count;
      const size_t *count = counts[run * STEPS + pass];
      if (count[0] != pairs.count || count[1] != began.count || count[2] != ended.count) return 1;
      peer_list old = before;
      before = pairs, pairs = old;
    }
  }
  printf("step-10000 plain-c %.0f ns, answer %zu\n", median(peer_took, STEP_RUNS) / STEPS, peer_answer);
  printf("pairs-10000 plain-c %.0f ns, answer %zu\n", median(pairs_took, STEP_RUNS) / STEPS, peer_answer); // in no order
  free(before.pairs), free(pairs.pairs), free(began.pairs), free(ended.pairs);
  hitmask_world_free(world);
  hitmask_mask_free(a);
  hitmask_mask_free(b);
  hitmask_mask_free(small);
  large(); // last, because the other languages draw the same random numbers up to here
}

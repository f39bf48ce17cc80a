// Threads: const calls on one world from several, a world for each, and a sentence for each.
#include "check.h"

#include <pthread.h>

enum { THREADS = 4 };

typedef struct job {
  const hitmask_world *shared;
  const hitmask_mask *mask;
  uint64_t id, ids[64];
  int number, rounds;
} job;

static void *work(void *argument) {
  job *job = argument;
  hitmask_world *own;
  uint64_t mask, ids[8];
  char expected[32];
  snprintf(expected, sizeof expected, "%d is not an id", 1000 + job->number);
  OK(hitmask_world_new(&own));
  OK(hitmask_world_add_mask(own, job->mask, &mask));
  for (int round = 0; round < job->rounds; round++) {
    size_t count;
    bool yes;
    hitmask_ray_hit hit;
    hitmask_sprite sprite;
    hitmask_step step;
    OK(hitmask_world_find_rect(job->shared, 0, 0, 500, 500, NULL, job->ids, 64, &count));
    CHECK(count == 50);
    OK(hitmask_world_cast_ray(job->shared, -5, 1, 90, 1, NULL, &hit));
    CHECK(hit.id == job->id);
    OK(hitmask_mask_overlaps(job->mask, job->mask, round % 8, 0, &yes));
    CHECK(yes == (round % 8 < 4));
    FAILS(hitmask_world_get(job->shared, 1000 + (uint64_t)job->number, &sprite), HITMASK_STALE, expected);
    OK(hitmask_sprite_init(&sprite, mask, round % 9, job->number));
    OK(hitmask_world_spawn(own, &sprite, 1, &ids[round % 8]));
    OK(hitmask_world_step(own, &step));
    if (round % 8 == 7) OK(hitmask_world_despawn_many(own, ids, 8, &count));
  }
  hitmask_world_free(own);
  return NULL;
}

void test_threads(int rounds) {
  hitmask_world *world;
  hitmask_mask *mask = filled(4, 4);
  hitmask_sprite sprites[50];
  uint64_t id, ids[50];
  OK(hitmask_world_new(&world));
  OK(hitmask_world_add_mask(world, mask, &id));
  for (int i = 0; i < 50; i++) OK(hitmask_sprite_init(&sprites[i], id, i * 5, i));
  OK(hitmask_world_spawn(world, sprites, 50, ids));
  OK(hitmask_world_refresh(world));
  pthread_t threads[THREADS];
  job jobs[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i] = (job){.shared = world, .mask = mask, .id = ids[0], .number = i, .rounds = rounds};
    CHECK(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  hitmask_world_free(world);
  hitmask_mask_free(mask);
}

// A large world works on one thread if the system refuses more.
void test_alone(void) {
  enum { SPRITES = 20000 };
  hitmask_world *world;
  hitmask_mask *square = filled(8, 8);
  hitmask_sprite *sprites = malloc(SPRITES * sizeof *sprites);
  uint64_t mask, *ids = malloc(SPRITES * sizeof *ids);
  hitmask_step step;
  OK(hitmask_world_new(&world));
  hitmask_limits limits;
  OK(hitmask_world_limits(world, &limits));
  limits.has_parallel_from = true; // from 0 sprites on
  OK(hitmask_world_set_limits(world, &limits));
  OK(hitmask_world_add_mask(world, square, &mask));
  for (int i = 0; i < SPRITES; i++) OK(hitmask_sprite_init(&sprites[i], mask, i % 141 * 6, i / 141 * 6));
  OK(hitmask_world_spawn(world, sprites, SPRITES, ids));
  for (int frame = 0; frame < 3; frame++) {
    OK(hitmask_world_move_by(world, ids[0], 1, 0));
    OK(hitmask_world_step(world, &step));
    CHECK(step.pair_count > 3 * SPRITES);
  }
  hitmask_world_free(world);
  hitmask_mask_free(square);
  free(sprites);
  free(ids);
}

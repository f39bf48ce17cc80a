// What calls.c uses: the program that plays the script of calls, which `cargo test` writes. See tests/it/calls.
#ifndef CALLS_H
#define CALLS_H

#include "check.h"

enum { IDS = 64 };

// Where calls write.
static hitmask_world *world;
static hitmask_sprite sprite;
static hitmask_step step;
static hitmask_moved moved;
static hitmask_carried carried;
static hitmask_impact impact;
static hitmask_swept swept;
static hitmask_sweep_hit hit;
static hitmask_real vector, rest;
static hitmask_rect box;
static hitmask_point way, points[IDS];
static hitmask_contact contacts[IDS];
static hitmask_ray_hit rays[IDS];
static hitmask_neighbor near_ones[IDS];
static hitmask_pair pairs[IDS];
static uint64_t one, ids[IDS];
static size_t size;
static bool found;

// Checks a number or a flag. A double holds each that the script has.
static void is(const char *what, double got, double expected) {
  if (got != expected) {
    fprintf(stderr, "%s is %.17g, expected %.17g\n", what, got, expected);
    exit(1);
  }
}

static uint64_t id(size_t slot) {
  OK(hitmask_world_id_at(world, slot, &one));
  return one;
}

static uint64_t mask_id(size_t slot) {
  OK(hitmask_world_mask_id_at(world, slot, &one));
  return one;
}

static uint64_t mask_count(uint64_t mask) {
  hitmask_mask *shared;
  OK(hitmask_world_mask(world, mask, &shared));
  OK(hitmask_mask_count(shared, &mask));
  hitmask_mask_free(shared);
  return mask;
}

static hitmask_point way_of(hitmask_contact contact) {
  OK(hitmask_world_penetration(world, contact.pair.a, contact.pair.b, &found, &way));
  CHECK(found);
  return way;
}

static hitmask_point way_in_step(hitmask_contact contact) {
  OK(hitmask_world_penetrations(world, &contact.pair, 1, &way));
  return way;
}

// The length of a saved world, and a hash of its bytes.
static void bytes(void) {
  OK(hitmask_world_to_bytes(world, NULL, 0, &size));
  uint8_t *saved = malloc(size);
  OK(hitmask_world_to_bytes(world, saved, size, &size));
  uint32_t hash = 0x811c9dc5;
  for (size_t i = 0; i < size; i++) hash = (hash ^ saved[i]) * 0x01000193;
  free(saved);
  one = hash;
}

#endif

// What the tests in C share.
#ifndef CHECK_H
#define CHECK_H

#include "hitmask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the tests if something is not so.
#define CHECK(fact)                                                                                                     \
  do {                                                                                                                  \
    if (!(fact)) {                                                                                                      \
      fprintf(stderr, "%s:%d: not so: %s (%s)\n", __FILE__, __LINE__, #fact, hitmask_last_error());                     \
      exit(1);                                                                                                          \
    }                                                                                                                   \
  } while (0)

#define OK(call) CHECK((call) == HITMASK_OK)

// Checks that a call fails, and that the sentence says why.
#define FAILS(call, status, part)                                                                                       \
  do {                                                                                                                  \
    CHECK((call) == (status));                                                                                          \
    CHECK(strstr(hitmask_last_error(), part) != NULL);                                                                  \
  } while (0)

static inline hitmask_point at(int32_t x, int32_t y) {
  hitmask_point point = {x, y};
  return point;
}

// What a query asks about: a sprite, or a sprite elsewhere.
static inline hitmask_who who(uint64_t id) { return (hitmask_who){.id = id}; }
static inline hitmask_who who_at(uint64_t id, int32_t x, int32_t y) { return (hitmask_who){.id = id, .at = {x, y}, .has_at = true}; }

static inline hitmask_mask *drawn(const char *text) {
  hitmask_mask *mask = NULL;
  OK(hitmask_mask_from_text((const uint8_t *)text, strlen(text), &mask));
  return mask;
}

static inline hitmask_mask *filled(uint32_t width, uint32_t height) {
  hitmask_mask *mask = NULL;
  OK(hitmask_mask_filled(width, height, &mask));
  return mask;
}

void test_layout(void);
void test_masks(void);
void test_worlds(void);
void test_motion(void);
void test_options(void);
void test_wrong(void);
void test_made(void);
void test_ids(void);
void test_terrain(void);
void test_refresh(void);
void test_threads(int rounds);
void test_alone(void);
void test_calls(void);
void test_random(uint64_t seed, long calls);
void fuzz_calls(const uint8_t *bytes, size_t length);

#endif

// A bitmask and a uniform grid, as a careful programmer writes them in C for a game: what hitmask is compared with.
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A mask of at most 64 pixels in width and height: a word for each row, the leftmost pixel in the lowest bit.
typedef struct peer_mask {
  int32_t width, height;
  uint64_t rows[64];
} peer_mask;

bool peer_overlaps(const peer_mask *a, const peer_mask *b, int32_t x, int32_t y);

// Lists of pairs: each has the smaller number in its upper half.
typedef struct peer_list {
  uint64_t *pairs;
  size_t count, capacity;
} peer_list;

// Finds the pairs of sprites that share a pixel, in no order. All sprites show one mask. `x` and `y` are from 0 to `side` - 1.
void peer_pairs(const peer_mask *mask, const int32_t *x, const int32_t *y, uint32_t count, int32_t side, peer_list *now);

// Sorts the pairs, and lists those that are new and those that are gone since `before`.
void peer_compare(const peer_list *before, peer_list *now, peer_list *began, peer_list *ended);

#endif

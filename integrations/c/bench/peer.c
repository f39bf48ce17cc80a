#include "peer.h"

#include <stdlib.h>
#include <string.h>

bool peer_overlaps(const peer_mask *a, const peer_mask *b, int32_t x, int32_t y) {
  if (x <= -b->width || y <= -b->height || x >= a->width || y >= a->height) return false;
  int32_t top = y > 0 ? y : 0, bottom = y + b->height < a->height ? y + b->height : a->height;
  if (x >= 0) {
    for (int32_t row = top; row < bottom; row++) {
      if (a->rows[row] >> x & b->rows[row - y]) return true;
    }
  } else {
    for (int32_t row = top; row < bottom; row++) {
      if (a->rows[row] & b->rows[row - y] >> -x) return true;
    }
  }
  return false;
}

static void push(peer_list *list, uint64_t pair) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity * 2 + 1024;
    list->pairs = realloc(list->pairs, list->capacity * sizeof *list->pairs);
  }
  list->pairs[list->count++] = pair;
}

typedef struct entry {
  int32_t x, y;
  uint32_t sprite, cell;
} entry;

// A sprite is in the cell of its top-left pixel, so sprites that touch are in one cell or in neighbors. A counting sort orders the sprites by
// cell, and half of the neighbors are enough to see each pair once: the rest of the cell with its right neighbor, and the three cells below.
void peer_pairs(const peer_mask *mask, const int32_t *x, const int32_t *y, uint32_t count, int32_t side, peer_list *now) {
  static uint32_t *starts, *met;
  static entry *given, *sorted;
  static size_t cells_now, sprites_now;
  int32_t size = mask->width > mask->height ? mask->width : mask->height, columns = side / size + 3;
  size_t cells = (size_t)columns * (size_t)columns; // empty cells all around
  if (cells + 3 > cells_now) starts = realloc(starts, (cells_now = cells + 3) * sizeof *starts);
  if (count > sprites_now) {
    sprites_now = count;
    given = realloc(given, count * sizeof *given), sorted = realloc(sorted, count * sizeof *sorted);
    met = realloc(met, count * sizeof *met);
  }
  memset(starts, 0, (cells + 3) * sizeof *starts);
  for (uint32_t i = 0; i < count; i++) {
    given[i] = (entry){x[i], y[i], i, (uint32_t)((y[i] / size + 1) * columns + x[i] / size + 1)};
    starts[given[i].cell + 2]++;
  }
  for (size_t i = 1; i < cells + 3; i++) starts[i] += starts[i - 1];
  for (uint32_t i = 0; i < count; i++) sorted[starts[given[i].cell + 1]++] = given[i];
  // Cell c is now the entries from starts[c] up to starts[c + 1].
  now->count = 0;
  for (uint32_t place = 0; place < count; place++) {
    entry a = sorted[place];
    uint32_t below = a.cell + (uint32_t)columns, meets = 0;
    uint32_t runs[2][2] = {{place + 1, starts[a.cell + 2]}, {starts[below - 1], starts[below + 2]}};
    for (int run = 0; run < 2; run++) {
      for (uint32_t other = runs[run][0]; other < runs[run][1]; other++) {
        met[meets] = other; // without a branch, which no processor could predict
        meets += (uint32_t)((abs(sorted[other].x - a.x) < mask->width) & (abs(sorted[other].y - a.y) < mask->height));
      }
    }
    for (uint32_t i = 0; i < meets; i++) {
      entry b = sorted[met[i]];
      if (!peer_overlaps(mask, mask, b.x - a.x, b.y - a.y)) continue;
      uint64_t first = a.sprite < b.sprite ? a.sprite : b.sprite, second = a.sprite < b.sprite ? b.sprite : a.sprite;
      push(now, first << 32 | second);
    }
  }
}

// A radix sort by both halves. Numbers of sprites are below 2^16.
static void sort(peer_list *list) {
  static uint64_t *other;
  static size_t capacity;
  if (list->capacity > capacity) other = realloc(other, (capacity = list->capacity) * sizeof *other);
  for (int shift = 0; shift <= 40; shift += shift == 8 ? 24 : 8) {
    uint32_t starts[257] = {0};
    for (size_t i = 0; i < list->count; i++) starts[(list->pairs[i] >> shift & 255) + 1]++;
    for (int i = 1; i < 257; i++) starts[i] += starts[i - 1];
    for (size_t i = 0; i < list->count; i++) other[starts[list->pairs[i] >> shift & 255]++] = list->pairs[i];
    memcpy(list->pairs, other, list->count * sizeof *other);
  }
}

void peer_compare(const peer_list *before, peer_list *now, peer_list *began, peer_list *ended) {
  sort(now);
  began->count = ended->count = 0;
  size_t a = 0, b = 0;
  while (a < before->count || b < now->count) {
    if (b == now->count || (a < before->count && before->pairs[a] < now->pairs[b])) {
      push(ended, before->pairs[a++]);
    } else if (a == before->count || now->pairs[b] < before->pairs[a]) {
      push(began, now->pairs[b++]);
    } else {
      a++, b++;
    }
  }
}

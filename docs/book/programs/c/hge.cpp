// The article on HGE, in its language: hot maps, an air color, a part of a texture, pitch. The items are those of
// docs/book/moving/classic-articles.md. The program compares hitmask with the article's method: 20,000 random tests, or its argument.
// The test looks for: prints "random tests as in the article"
#undef NDEBUG
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <hitmask.hpp>

const uint32_t AIR = 0xffff00ff; // ARGB: magenta

// #region whole
// What a lock of a texture gives: ARGB numbers, `pitch` of them in a row.
struct texture {
  int width, height, pitch;
  std::vector<uint32_t> argb;
};

// A sprite of the article: a part of a texture, and a hot map, or 0.
struct quad {
  const texture *picture, *hot;
  int left, top, width, height;
};

// Its mask, made once. Every pixel that is not of the air color is solid.
static hitmask::mask mask_of(const quad &sprite) {
  const texture &from = sprite.hot ? *sprite.hot : *sprite.picture;
  auto bytes = reinterpret_cast<const uint8_t *>(from.argb.data());
  size_t stride = 4 * size_t(from.pitch); // bytes in a row of this texture
  size_t start = size_t(sprite.top) * stride + 4 * size_t(sprite.left);
  const uint8_t air[] = {AIR & 255, AIR >> 8 & 255, AIR >> 16 & 255}; // blue, green, red
  hitmask::span<uint8_t> part{bytes + start, 4 * from.argb.size() - start};
  return hitmask::mask::from_color_key(part, sprite.width, sprite.height, stride, air);
}

// Do two sprites collide at these real positions?
static bool hit(const hitmask::mask &a, hitmask::real at,
                const hitmask::mask &b, hitmask::real other) {
  hitmask::point mine = hitmask::place(at), theirs = hitmask::place(other);
  return a.overlaps(b, {theirs.x - mine.x, theirs.y - mine.y});
}
// #endregion whole

// The article's method: truncated positions, the overlap of the boxes, a copy of it from each texture, then pixel by pixel.
static bool article(const quad &a, float ax, float ay, const quad &b, float bx, float by) {
  const int x1 = std::max(int(ax), int(bx)), x2 = std::min(int(ax) + a.width, int(bx) + b.width);
  const int y1 = std::max(int(ay), int(by)), y2 = std::min(int(ay) + a.height, int(by) + b.height);
  if (x1 >= x2 || y1 >= y2) return false;
  auto copy = [&](const quad &sprite, int left, int top) {
    const texture &from = sprite.hot ? *sprite.hot : *sprite.picture;
    std::vector<uint32_t> pixels;
    for (int y = y1; y < y2; y++)
      for (int x = x1; x < x2; x++) pixels.push_back(from.argb[size_t((sprite.top + y - top) * from.pitch + sprite.left + x - left)]);
    return pixels;
  };
  const auto one = copy(a, int(ax), int(ay)), other = copy(b, int(bx), int(by));
  for (size_t i = 0; i < one.size(); i++)
    if (one[i] != AIR && other[i] != AIR) return true;
  return false;
}

static uint32_t state = 1;
static int below(int end) {
  state = state * 1664525 + 1013904223;
  return int((state >> 8) % uint32_t(end));
}

static texture random_texture(int width, int pitch) {
  texture made{width, 40, pitch, {}};
  const int solid = 2 + below(7);
  for (int i = 0; i < pitch * 40; i++) made.argb.push_back(i % pitch < width && below(10) < solid ? 0xff000000 + uint32_t(i) : AIR);
  return made;
}

int main(int count, char **arguments) {
  // #region item-01
  assert(int(10.6f) == 10 && int(-0.6f) == 0); // HGE truncates
  assert(hitmask::place({10.6, 0}).x == 11);   // hitmask takes the nearest pixel
  assert(hitmask::place({-0.6, 0}).x == -1);
  // #endregion item-01

  const texture sheets[] = {random_texture(60, 64), random_texture(33, 33)};
  const texture hots[] = {random_texture(60, 61), random_texture(33, 40)};
  std::vector<quad> quads;
  std::vector<hitmask::mask> masks;
  for (int i = 0; i < 40; i++) {
    quads.push_back({&sheets[i % 2], i % 3 ? nullptr : &hots[i % 2], below(9), below(15), 1 + below(24), 1 + below(24)});
    masks.push_back(mask_of(quads.back()));
  }
  const int tests = count > 1 ? std::atoi(arguments[1]) : 20000;
  int hits = 0;
  for (int i = 0; i < tests; i++) {
    const int a = below(40), b = below(40), x = below(49) - 24, y = below(49) - 24;
    const bool found = article(quads[a], 30, 30, quads[b], float(30 + x), float(30 + y));
    assert(hit(masks[a], {30, 30}, masks[b], {30.0 + x, 30.0 + y}) == found);
    hits += found;
  }
  std::printf("%d random tests as in the article, %d hits\n", tests, hits);

  // #region item-02
  // Two masks of one sprite: what is seen, and what the hot map says.
  quad torch{&sheets[0], nullptr, 0, 0, 20, 20}, hot = torch;
  hot.hot = &hots[0];
  assert(mask_of(torch).to_bits() != mask_of(hot).to_bits());
  // #endregion item-02

  // #region item-03
  // Every pixel that is not of the air color is solid, whatever its alpha.
  const uint32_t pixels[] = {AIR, 0x00123456, 0xffff00fe};
  const auto bytes = reinterpret_cast<const uint8_t *>(pixels);
  const uint8_t air[] = {0xff, 0x00, 0xff}; // blue, green, red: ARGB numbers in memory
  const auto three = hitmask::mask::from_color_key({bytes, 12}, 3, 1, 12, air);
  assert(!three.contains({0, 0}) && three.contains({1, 0}) && three.contains({2, 0}));
  // #endregion item-03

  // #region item-04
  // The part of the texture from 5, 7: pixel 0, 0 of the mask is pixel 5, 7 of the texture.
  const auto part = mask_of({&sheets[0], nullptr, 5, 7, 20, 20});
  const auto all = mask_of({&sheets[0], nullptr, 0, 0, 60, 40});
  assert(part.contains({3, 4}) == all.contains({5 + 3, 7 + 4}));
  assert(part.count() == all.overlap_area(hitmask::mask::filled(20, 20), {5, 7}));
  // #endregion item-04

  // #region item-05
  // Both sprites show one texture: one mask, and nothing to lock.
  assert(part.overlaps(part, {0, 0}));
  // #endregion item-05

  // #region item-06
  // The stride of a mask is the pitch of its own texture, in bytes. That of the other texture reads other pixels.
  const auto *raw = reinterpret_cast<const uint8_t *>(hots[1].argb.data());
  const size_t right = 4 * size_t(hots[1].pitch), wrong = 4 * size_t(sheets[1].pitch);
  const auto read = hitmask::mask::from_color_key({raw, right * 20}, 33, 20, right, air);
  const auto misread = hitmask::mask::from_color_key({raw, right * 20}, 33, 20, wrong, air);
  assert(read.to_bits() == mask_of({&hots[1], nullptr, 0, 0, 33, 20}).to_bits() && misread.to_bits() != read.to_bits());
  // #endregion item-06

  // #region item-08
  // Boxes apart, at any offset: no test of rectangles is needed before.
  assert(!part.overlaps(part, {20, 0}) && !part.overlaps(part, {INT32_MAX, INT32_MIN}));
  // #endregion item-08

  // #region item-09
  // Smoke is seen and harmless, heat is harmful and not seen: two masks, and the game asks the one that it means.
  auto seen = hitmask::mask(8, 8), burns = hitmask::mask(8, 8);
  seen.fill_rect({0, 0, 8, 4});
  burns.fill_rect({0, 4, 8, 4});
  const auto moth = hitmask::mask::filled(2, 2);
  assert(seen.overlaps(moth, {3, 1}) && !burns.overlaps(moth, {3, 1}));
  assert(burns.overlaps(moth, {3, 5}) && !seen.overlaps(moth, {3, 5}));
  // #endregion item-09
}

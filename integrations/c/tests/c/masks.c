// Masks: each function, with an answer that can be counted by hand.
#include "check.h"

#include <math.h>

#define LAYOUT(type, size) _Static_assert(sizeof(type) == (size), #type)
LAYOUT(hitmask_point, 8);
LAYOUT(hitmask_real, 16);
LAYOUT(hitmask_rect, 16);
LAYOUT(hitmask_pair, 16);
LAYOUT(hitmask_neighbor, 16);
LAYOUT(hitmask_component, 24);
LAYOUT(hitmask_linear, 32);
LAYOUT(hitmask_sprite, 136);
LAYOUT(hitmask_contact, 64);
LAYOUT(hitmask_impact, 120);
LAYOUT(hitmask_ray_hit, 48);
LAYOUT(hitmask_sweep_hit, 48);
LAYOUT(hitmask_swept, 64);

void test_layout(void) {
  CHECK(offsetof(hitmask_sprite, origin) == 56 && offsetof(hitmask_sprite, transform) == 72 && offsetof(hitmask_sprite, position) == 104);
  CHECK(offsetof(hitmask_sprite, layers) == 112 && offsetof(hitmask_sprite, has_origin) == 120 && offsetof(hitmask_sprite, reserved) == 129);
  CHECK(offsetof(hitmask_contact, first) == 24 && offsetof(hitmask_contact, normal) == 48);
  CHECK(offsetof(hitmask_sweep_hit, step) == 40 && offsetof(hitmask_sweep_hit, started_inside) == 45);
}

// Whether a mask looks like a drawing.
static int looks(const hitmask_mask *mask, const char *text) {
  hitmask_mask *other = drawn(text);
  uint32_t size[2], others[2];
  OK(hitmask_mask_size(mask, &size[0], &size[1]));
  OK(hitmask_mask_size(other, &others[0], &others[1]));
  int same = memcmp(size, others, sizeof size) == 0;
  for (uint32_t y = 0; same && y < size[1]; y++) {
    for (uint32_t x = 0; same && x < size[0]; x++) {
      bool one, two;
      OK(hitmask_mask_contains(mask, (int32_t)x, (int32_t)y, &one));
      OK(hitmask_mask_contains(other, (int32_t)x, (int32_t)y, &two));
      same = one == two;
    }
  }
  hitmask_mask_free(other);
  return same;
}

static void looks_and_free(hitmask_mask *mask, const char *text) {
  CHECK(looks(mask, text));
  hitmask_mask_free(mask);
}

static void pixels(void) {
  // Two rows of three pixels, in rows of 16 bytes; the last row ends with its last pixel.
  uint8_t rgba[28] = {0};
  rgba[3] = 128, rgba[7] = 127, rgba[11] = 255, rgba[16 + 7] = 200;
  hitmask_mask *mask;
  OK(hitmask_mask_from_rgba(rgba, sizeof rgba, 3, 2, 16, 127, &mask));
  looks_and_free(mask, "#.#\n.#.");
  OK(hitmask_mask_from_rgba(rgba, sizeof rgba, 3, 2, 16, 0, &mask));
  looks_and_free(mask, "###\n.#.");
  const uint8_t alpha[] = {1, 0, 0, 9, 9, 0, 1, 1};
  OK(hitmask_mask_from_alpha(alpha, sizeof alpha, 3, 2, 5, 0, &mask));
  looks_and_free(mask, "#..\n.##");
  const uint8_t colors[] = {255, 0, 255, 0, 255, 0, 254, 0};
  OK(hitmask_mask_from_color_key(colors, sizeof colors, 2, 1, 8, (const uint8_t[]){255, 0, 255}, &mask));
  looks_and_free(mask, ".#");
  OK(hitmask_mask_from_alpha(NULL, 0, 0, 7, 0, 0, &mask));
  hitmask_mask_free(mask);

  // Every order, from the top and from the bottom: the pixels are clear red, opaque blue, opaque red, opaque blue.
  static const char *orders[] = {"rgba", "bgra", "argb", "abgr", "rgb", "bgr"};
  for (int32_t order = 0; order < 6; order++) {
    const char *names = orders[order];
    const size_t bytes = strlen(names), pitch = 2 * bytes + 3;
    uint8_t surface[40] = {0};
    for (size_t pixel = 0; pixel < 4; pixel++) {
      uint8_t *at = surface + pixel / 2 * pitch + pixel % 2 * bytes;
      at[strchr(names, pixel % 2 ? 'b' : 'r') - names] = 255;
      if (strchr(names, 'a')) at[strchr(names, 'a') - names] = pixel ? 255 : 0;
    }
    hitmask_pixel_layout layout = {.stride = (int32_t)pitch, .order = order};
    const size_t end = pitch + 2 * bytes;
    OK(hitmask_mask_from_pixels(surface, end, 2, 2, &layout, &mask));
    looks_and_free(mask, bytes == 4 ? ".#\n##" : "##\n##");
    layout.stride = -layout.stride;
    OK(hitmask_mask_from_pixels(surface, sizeof surface, 2, 2, &layout, &mask));
    looks_and_free(mask, bytes == 4 ? "##\n.#" : "##\n##");
    layout.rule = HITMASK_ALPHA_ABOVE, layout.threshold = 255;
    OK(hitmask_mask_from_pixels(surface, end, 2, 2, &layout, &mask));
    looks_and_free(mask, "..\n..");
    layout.rule = HITMASK_COLOR_KEY, layout.threshold = 0, layout.red = 255;
    OK(hitmask_mask_from_pixels(surface, end, 2, 2, &layout, &mask));
    looks_and_free(mask, ".#\n.#");
    layout.rule = HITMASK_LUMA_ABOVE, layout.threshold = 53, layout.red = 0; // red has a luma of 54, blue of 18
    OK(hitmask_mask_from_pixels(surface, end, 2, 2, &layout, &mask));
    looks_and_free(mask, "#.\n#.");
  }
  OK(hitmask_mask_from_pixels(rgba, 8, 2, 1, NULL, &mask));
  looks_and_free(mask, "#.");
  OK(hitmask_mask_from_pixels(NULL, 0, 0, 7, &(hitmask_pixel_layout){.stride = 1}, &mask));
  hitmask_mask_free(mask);

  // Rows of 10 pixels in 3 bytes, of which the last byte is missing in the last row.
  const uint8_t rows[] = {0x80, 0x40, 0xff, 0x01, 0x80};
  OK(hitmask_mask_from_bit_rows(rows, sizeof rows, 10, 2, 3, true, &mask));
  looks_and_free(mask, "#........#\n.......##.");
  OK(hitmask_mask_from_bit_rows(rows, sizeof rows, 10, 2, -3, true, &mask));
  looks_and_free(mask, ".......##.\n#........#");
  OK(hitmask_mask_from_bit_rows(rows, 4, 10, 2, 0, false, &mask));
  looks_and_free(mask, ".......#..\n#########.");

  const uint8_t bits[] = {0xB5, 0x01};
  OK(hitmask_mask_from_bits(bits, 2, 3, 3, &mask));
  CHECK(looks(mask, "#.#\n.##\n.##"));
  uint8_t back[2] = {0};
  OK(hitmask_mask_to_bits(mask, back, 2));
  CHECK(memcmp(bits, back, 2) == 0);

  uint8_t gray[11];
  memset(gray, 7, sizeof gray);
  OK(hitmask_mask_to_alpha(mask, gray, sizeof gray, 4, 255, 0));
  CHECK(memcmp(gray, (uint8_t[]){255, 0, 255, 7, 0, 255, 255, 7, 0, 255, 255}, 11) == 0);
  uint8_t colored[36];
  OK(hitmask_mask_to_rgba(mask, colored, sizeof colored, 12, (const uint8_t[]){1, 2, 3, 4}, (const uint8_t[]){0, 0, 0, 0}));
  CHECK(memcmp(colored, (uint8_t[]){1, 2, 3, 4, 0, 0, 0, 0, 1, 2, 3, 4}, 12) == 0);

  size_t length;
  OK(hitmask_mask_to_bytes(mask, NULL, 0, &length));
  uint8_t *saved = malloc(length);
  OK(hitmask_mask_to_bytes(mask, saved, length, &length));
  hitmask_mask *loaded;
  OK(hitmask_mask_from_bytes(saved, length, &loaded));
  looks_and_free(loaded, "#.#\n.##\n.##");
  for (size_t cut = 0; cut < length; cut++) {
    CHECK(hitmask_mask_from_bytes(saved, cut, &loaded) == HITMASK_DAMAGED);
  }
  free(saved);
  hitmask_mask_free(mask);
}

static void questions(void) {
  hitmask_mask *ring = drawn("####\n#..#\n#..#\n####"), *dot = filled(1, 1);
  uint32_t width, height;
  uint64_t count;
  bool yes;
  hitmask_rect box;
  hitmask_real real;
  hitmask_point point;
  OK(hitmask_mask_size(ring, &width, &height));
  OK(hitmask_mask_count(ring, &count));
  CHECK(width == 4 && height == 4 && count == 12);
  OK(hitmask_mask_contains(ring, -1, 0, &yes));
  CHECK(!yes);
  OK(hitmask_mask_bounds(ring, &box));
  CHECK(box.left == 0 && box.top == 0 && box.width == 4 && box.height == 4);
  OK(hitmask_mask_centroid(ring, &yes, &real));
  CHECK(yes && real.x == 1.5 && real.y == 1.5);
  OK(hitmask_mask_overlaps(ring, dot, 1, 1, &yes));
  CHECK(!yes);
  OK(hitmask_mask_overlaps(ring, dot, 3, 1, &yes));
  CHECK(yes);
  OK(hitmask_mask_overlaps(ring, dot, INT32_MIN, INT32_MAX, &yes));
  CHECK(!yes);
  OK(hitmask_mask_overlap_first(ring, dot, 3, 1, &yes, &point));
  CHECK(yes && point.x == 3 && point.y == 1);
  OK(hitmask_mask_overlap_area(ring, ring, 1, 1, &count));
  CHECK(count == 2);
  OK(hitmask_mask_overlap_bounds(ring, ring, 1, 1, &box));
  CHECK(box.left == 1 && box.top == 1 && box.width == 3 && box.height == 3);
  hitmask_mask *shared;
  OK(hitmask_mask_overlap_mask(ring, ring, 1, 1, &shared));
  looks_and_free(shared, "....\n...#\n....\n.#..");
  OK(hitmask_mask_overlaps_rect(ring, 1, 1, 2, 2, &yes));
  CHECK(!yes);
  OK(hitmask_mask_overlaps_rect(ring, 1, 1, INT32_MAX, 2, &yes));
  CHECK(yes);
  OK(hitmask_mask_overlaps_circle(ring, 2, 2, 1.4, &yes));
  CHECK(!yes);
  OK(hitmask_mask_overlap_normal(ring, dot, 3, 1, &yes, &real));
  CHECK(yes);
  OK(hitmask_mask_penetration(ring, dot, 3, 1, &yes, &point));
  CHECK(yes && point.x == -1 && point.y == 0);
  OK(hitmask_mask_penetration_along(ring, dot, 3, 1, 7, 0, &yes, &point));
  CHECK(yes && point.x == 1 && point.y == 0);
  OK(hitmask_mask_penetration_along(ring, dot, 3, 1, 0, 0, &yes, &point));
  CHECK(!yes);
  OK(hitmask_mask_nearest_free(ring, dot, 3, 1, 9, NULL, &yes, &point));
  CHECK(yes && point.x == 2 && point.y == 1);
  OK(hitmask_mask_nearest_free(ring, dot, 3, 1, 0, NULL, &yes, &point));
  CHECK(!yes && point.x == 2);
  OK(hitmask_mask_nearest_free(ring, dot, 3, 1, 9, &(hitmask_rect){3, 0, 9, 9}, &yes, &point));
  CHECK(yes && point.x == 4 && point.y == 1);
  hitmask_ray_hit ray;
  OK(hitmask_mask_cast_ray(ring, -2, 1, 9, 1, &ray));
  CHECK(ray.hit && !ray.started_inside && ray.at.x == 0 && ray.before.x == -1 && ray.step == 2 && ray.normal.x < 0);
  OK(hitmask_mask_cast_ray(ring, 1, 1, 2, 2, &ray));
  CHECK(!ray.hit);
  hitmask_sweep_hit hit;
  OK(hitmask_mask_sweep(ring, dot, 9, 1, 0, 1, &hit));
  CHECK(hit.hit && hit.first.x == 3 && hit.before.x == 4 && hit.step == 6 && !hit.started_inside);
  OK(hitmask_mask_sweep(ring, dot, 0, 0, 5, 5, &hit));
  CHECK(hit.hit && hit.started_inside && hit.step == 0);
  hitmask_mask_free(ring);
  hitmask_mask_free(dot);
}

static void edits(void) {
  hitmask_mask *mask, *dot = filled(1, 1);
  OK(hitmask_mask_new(4, 3, &mask));
  OK(hitmask_mask_set(mask, 1, 1, true));
  FAILS(hitmask_mask_set(mask, 4, 0, true), HITMASK_OUT_OF_RANGE, "4 x 3, got 4, 0");
  FAILS(hitmask_mask_set(mask, 99, -1, true), HITMASK_OUT_OF_RANGE, "-1");
  CHECK(looks(mask, "....\n.#..\n...."));
  hitmask_mask *copy;
  OK(hitmask_mask_copy(mask, &copy));
  OK(hitmask_mask_invert(mask));
  CHECK(looks(mask, "####\n#.##\n####"));
  looks_and_free(copy, "....\n.#..\n....");
  OK(hitmask_mask_fill(mask, false));
  OK(hitmask_mask_fill_rect(mask, -1, 1, 3, 9, true));
  CHECK(looks(mask, "....\n##..\n##.."));
  OK(hitmask_mask_fill_line(mask, 0, 0, 3, 0, true));
  CHECK(looks(mask, "####\n##..\n##.."));
  OK(hitmask_mask_fill_circle(mask, 0.5, 0.5, 1.0, false));
  CHECK(looks(mask, "..##\n.#..\n##.."));
  OK(hitmask_mask_fill_polygon(mask, (const hitmask_real[]){{2, 1}, {4, 1}, {4, 3}, {2, 3}}, 4, true));
  CHECK(looks(mask, "..##\n.###\n####"));
  OK(hitmask_mask_draw(mask, dot, 0, 0));
  OK(hitmask_mask_erase(mask, dot, 3, 2));
  OK(hitmask_mask_toggle(mask, dot, 1, 1));
  CHECK(looks(mask, "#.##\n..##\n###."));
  OK(hitmask_mask_intersect(mask, mask, 1, 0));
  CHECK(looks(mask, "...#\n...#\n.##."));
  hitmask_mask_free(mask);
  hitmask_mask_free(dot);
}

static void transforms(void) {
  hitmask_mask *mask = drawn("##..\n#...\n...."), *made;
  hitmask_point offset;
  OK(hitmask_mask_oriented(mask, true, 1, &made));
  looks_and_free(made, "...\n...\n..#\n.##");
  FAILS(hitmask_mask_oriented(mask, true, 4, &made), HITMASK_INVALID, "from 0 to 3, got 4");
  OK(hitmask_mask_scaled(mask, 8, 3, &made));
  looks_and_free(made, "####....\n##......\n........");
  OK(hitmask_mask_cropped(mask, &made, &offset));
  looks_and_free(made, "##\n#.");
  CHECK(offset.x == 0 && offset.y == 0);
  OK(hitmask_mask_grown(mask, 1, &made, &offset));
  looks_and_free(made, ".##...\n####..\n###...\n.#....\n......");
  CHECK(offset.x == -1 && offset.y == -1);
  OK(hitmask_mask_shrunk(mask, 1, &made, &offset));
  uint64_t count;
  OK(hitmask_mask_count(made, &count));
  CHECK(count == 0);
  hitmask_mask_free(made);
  OK(hitmask_mask_rotated(mask, 90, &made, &offset));
  OK(hitmask_mask_count(made, &count));
  CHECK(count == 3);
  hitmask_mask_free(made);
  hitmask_mask_free(mask);
}

static void shapes(void) {
  hitmask_mask *mask = drawn("##..\n..#.\n....\n###."), *made;
  hitmask_component found[3];
  size_t count, contour_count;
  OK(hitmask_mask_component_bounds(mask, true, found, 3, &count));
  CHECK(count == 2 && found[0].count == 3 && found[0].bounds.width == 3 && found[1].bounds.top == 3);
  OK(hitmask_mask_component_bounds(mask, false, found, 1, &count));
  CHECK(count == 3 && found[0].count == 2);
  hitmask_point offset;
  OK(hitmask_mask_largest_component(mask, false, &made, &offset));
  looks_and_free(made, "###");
  CHECK(offset.x == 0 && offset.y == 3);
  OK(hitmask_mask_component_at(mask, 2, 1, true, &made, &offset));
  looks_and_free(made, "##.\n..#");
  OK(hitmask_mask_component_at(mask, 3, 3, true, &made, &offset));
  CHECK(made == NULL);
  hitmask_mask_free(mask);

  mask = drawn("###\n#.#\n###");
  hitmask_point corners[8];
  hitmask_contour contours[2];
  OK(hitmask_mask_contours(mask, 0, false, NULL, 0, &count, NULL, 0, &contour_count));
  CHECK(count == 8 && contour_count == 2);
  OK(hitmask_mask_contours(mask, 0, false, corners, 8, &count, contours, 2, &contour_count));
  CHECK(contours[0].first == 0 && contours[0].count == 4 && !contours[0].is_hole && contours[1].first == 4 && contours[1].is_hole);
  CHECK(corners[0].x == 0 && corners[0].y == 0 && corners[4].x == 1 && corners[4].y == 1);
  hitmask_mask_free(mask);
}

static void more_shapes(void) {
  hitmask_mask *mask = drawn("##..\n...#\n...#"), *made, *pieces[3];
  size_t count, contour_count;
  hitmask_point points[12], places[3];
  OK(hitmask_mask_connected_components(mask, false, pieces, places, 1, &count));
  CHECK(count == 2); // there is no room, so nothing is made
  OK(hitmask_mask_connected_components(mask, false, pieces, places, 3, &count));
  CHECK(count == 2 && places[1].x == 3 && places[1].y == 1);
  looks_and_free(pieces[0], "##");
  looks_and_free(pieces[1], "#\n#");
  OK(hitmask_mask_detached_components(mask, 0, 2, 4, 1, true, pieces, places, 3, &count));
  CHECK(count == 1 && places[0].x == 0 && places[0].y == 0);
  looks_and_free(pieces[0], "##");

  OK(hitmask_mask_pixels(mask, points, 12, &count));
  CHECK(count == 4 && points[1].x == 1 && points[3].x == 3 && points[3].y == 2);
  OK(hitmask_mask_pixels(mask, points, 1, &count));
  CHECK(count == 4);
  hitmask_run runs[3];
  OK(hitmask_mask_runs(mask, runs, 3, &count));
  CHECK(count == 3 && runs[0].right == 2 && runs[2].y == 2 && runs[2].left == 3);
  hitmask_moments moments;
  OK(hitmask_mask_moments(mask, &moments));
  CHECK(moments.count == 4 && moments.x == 7 && moments.y == 3 && moments.xx == 19 && moments.xy == 9 && moments.yy == 5);
  bool found;
  double degrees;
  OK(hitmask_mask_angle(mask, &found, &degrees));
  CHECK(found && degrees < -30 && degrees > -45);
  OK(hitmask_mask_convex_hull(mask, points, 12, &count));
  CHECK(count == 6 && points[0].x == 0 && points[0].y == 0 && points[1].x == 2);
  OK(hitmask_mask_outline(mask, points, 12, &count));
  CHECK(count >= 2 && points[0].x == 0 && points[0].y == 0);
  OK(hitmask_mask_overlaps_polygon(mask, (const hitmask_real[]){{3, 1}, {4, 1}, {4, 3}, {3, 3}}, 4, &found));
  CHECK(found);
  OK(hitmask_mask_overlaps_polygon(mask, (const hitmask_real[]){{2, 1}, {3, 1}, {3, 3}, {2, 3}}, 4, &found));
  CHECK(!found);

  // Contours make the mask again.
  hitmask_contour contours[4];
  OK(hitmask_mask_contours(mask, 0, false, points, 12, &count, contours, 4, &contour_count));
  CHECK(count == 8 && contour_count == 2);
  size_t counts[2] = {contours[0].count, contours[1].count};
  OK(hitmask_mask_from_contours(4, 3, points, count, counts, 2, &made));
  looks_and_free(made, "##..\n...#\n...#");
  FAILS(hitmask_mask_from_contours(4, 3, points, count, counts, 1, &made), HITMASK_INVALID, "got 8");
  FAILS(hitmask_mask_from_contours(4, 3, points, 3, (const size_t[]){SIZE_MAX, 4}, 2, &made), HITMASK_INVALID, "got 3");

  hitmask_mask *dot = filled(1, 1);
  hitmask_point corner;
  OK(hitmask_mask_convolve(mask, dot, &made));
  looks_and_free(made, "##..\n...#\n...#");
  OK(hitmask_mask_colliding_offsets(mask, dot, &made, &corner));
  looks_and_free(made, "##..\n...#\n...#");
  CHECK(corner.x == 0 && corner.y == 0);
  OK(hitmask_mask_transformed(mask, (const double[]){2, 0, 5, 0, 1, 0}, &made, &corner));
  looks_and_free(made, "####....\n......##\n......##");
  CHECK(corner.x == 5 && corner.y == 0);
  FAILS(hitmask_mask_transformed(mask, (const double[]){NAN, 0, 0, 0, 1, 0}, &made, &corner), HITMASK_INVALID, "");
  hitmask_mask_free(dot);
  hitmask_mask_free(mask);
}

void test_masks(void) {
  pixels();
  questions();
  edits();
  transforms();
  shapes();
  more_shapes();
}

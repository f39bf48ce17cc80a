// Random calls: objects that live, ids that were never given, NULL, and awkward numbers. Every answer is a status; nothing crashes, panics or
// breaks. What a library cannot check is not passed: objects that were freed, and memory shorter than the call says.
#include "check.h"

#include <float.h>
#include <math.h>

enum { OBJECTS = 6, ROOM = 64 };

// What chooses the calls: random numbers, or the bytes of a fuzzer, if there are any.
typedef struct chance {
  uint64_t state;
  const uint8_t *input;
  size_t left;
  hitmask_mask *masks[OBJECTS];
  hitmask_world *worlds[3];
  uint64_t ids[ROOM];
  uint8_t bytes[4096];
} chance;

static uint32_t below(chance *c, uint32_t limit) {
  if (c->input != NULL) {
    uint32_t value = 0;
    for (uint32_t most = limit - 1; most > 0 && c->left > 0; most >>= 8) value = value << 8 | *c->input++, c->left--;
    return value % limit;
  }
  c->state = c->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((c->state >> 33) % limit);
}

static int32_t whole(chance *c) {
  static const int32_t awkward[] = {INT32_MIN, INT32_MIN + 1, -(1 << 30) - 1, -(1 << 30), -1, 0, 1, 1 << 30, (1 << 30) + 1, INT32_MAX};
  return below(c, 12) == 0 ? awkward[below(c, 10)] : (int32_t)below(c, 120) - 40;
}

static double number(chance *c) {
  static const double awkward[] = {0, -0.0, NAN, INFINITY, -INFINITY, DBL_MAX, DBL_MIN, -1e300, 1e9, 1e-9};
  return below(c, 12) == 0 ? awkward[below(c, 10)] : (double)below(c, 1200) / 10 - 40;
}

// Sizes are small, so that a test ends, or too large, so that nothing is made.
static uint32_t size(chance *c) { return below(c, 30) == 0 ? UINT32_MAX / (1 + below(c, 2)) - below(c, 3) : below(c, 50); }
static uint32_t layers(chance *c) { return below(c, 3) == 0 ? below(c, 8) : UINT32_MAX; }
static hitmask_point point(chance *c) { return at(whole(c), whole(c)); }
static hitmask_real real(chance *c) { return (hitmask_real){number(c), number(c)}; }
static hitmask_mask *mask(chance *c) { return below(c, 25) == 0 ? NULL : c->masks[below(c, OBJECTS)]; }
static hitmask_world *world(chance *c) { return below(c, 40) == 0 ? NULL : c->worlds[below(c, 3)]; }

static uint64_t id(chance *c) {
  if (below(c, 15) == 0) return (uint64_t)below(c, 9) << (32 * below(c, 2));
  return c->ids[below(c, ROOM)];
}

static hitmask_query query(chance *c) {
  hitmask_query query = {.without = id(c), .layers = layers(c), .has_layers = (uint8_t)below(c, 20), .with_sensors = (uint8_t)below(c, 2)};
  query.hit_from_inside = (uint8_t)below(c, 2), query.reserved[0] = below(c, 50) == 0;
  return query;
}

// Takes a mask that was made, in place of another.
static void keep_mask(chance *c, hitmask_status status, hitmask_mask *made) {
  if (status != HITMASK_OK || made == NULL) return;
  uint32_t width, height, place = below(c, OBJECTS);
  OK(hitmask_mask_size(made, &width, &height));
  if (width > 300 || height > 300) {
    hitmask_mask_free(made);
    return;
  }
  hitmask_mask_free(c->masks[place]);
  c->masks[place] = made;
}

static void keep_world(chance *c, hitmask_status status, hitmask_world *made) {
  if (status != HITMASK_OK) return;
  uint32_t place = below(c, 3);
  hitmask_world_free(c->worlds[place]);
  c->worlds[place] = made;
}

static hitmask_sprite sprite(chance *c) {
  hitmask_sprite sprite;
  OK(hitmask_sprite_init(&sprite, id(c), whole(c), whole(c)));
  if (below(c, 2) == 0) {
    sprite.angle = number(c);
    sprite.scale = below(c, 3) ? (hitmask_real){0.1 + below(c, 30) / 10.0, 0.1 + below(c, 30) / 10.0} : real(c);
    sprite.flip_x = (uint8_t)below(c, 3), sprite.flip_y = (uint8_t)below(c, 256), sprite.turn = (uint8_t)below(c, 5);
    sprite.fixed = (uint8_t)below(c, 2), sprite.sensor = (uint8_t)below(c, 2), sprite.one_way = (uint8_t)below(c, 6);
    sprite.continuous = (uint8_t)below(c, 2), sprite.layers = layers(c);
    sprite.has_origin = (uint8_t)below(c, 2), sprite.origin = real(c), sprite.reserved[0] = below(c, 50) == 0;
  }
  if (below(c, 4) == 0) sprite.fraction = below(c, 9) ? (hitmask_real){below(c, 8) / 8.0, below(c, 8) / 8.0} : real(c);
  double m[6] = {number(c), number(c), number(c), number(c), number(c), number(c)};
  switch (below(c, 12)) {
  case 0: hitmask_transform_compose(m[0], m[1], m[2], m[3] / 9, m[4] / 9, m[5], number(c), m[3], m[0], m); // fall through
  case 1: hitmask_sprite_set_transform(&sprite, size(c), size(c), m); break;
  case 2: sprite.has_transform = 1, sprite.transform = (hitmask_linear){m[0], m[1], m[2], m[3]}; break;
  }
  return sprite;
}

static hitmask_who someone(chance *c) {
  hitmask_who who = {.has_at = (uint8_t)below(c, 2), .reserved = {below(c, 50) == 0}};
  if (below(c, 4)) who.id = id(c);
  if (below(c, 3) == 0) who.sprite = sprite(c);
  if (below(c, 4) == 0) who.mask = mask(c);
  if (who.has_at || below(c, 9) == 0) who.at = point(c);
  return who;
}

static hitmask_motion motion(chance *c) {
  hitmask_motion motion = {(int32_t)below(c, 5) - 1, below(c, 9), below(c, 9), .layers = layers(c), .has_layers = (uint8_t)below(c, 20)};
  motion.with_sensors = (uint8_t)below(c, 2), motion.hit_from_inside = (uint8_t)below(c, 2), motion.reserved[0] = below(c, 50) == 0;
  return motion;
}

static hitmask_status of_masks(chance *c, hitmask_status *last) {
  hitmask_mask *made = NULL;
  bool yes;
  uint64_t many;
  size_t count, counts;
  hitmask_point way;
  hitmask_real vector;
  hitmask_rect box;
  hitmask_ray_hit ray;
  hitmask_sweep_hit hit;
  hitmask_component components[8];
  hitmask_point corners[8];
  hitmask_contour contours[2];
  hitmask_run runs[8];
  hitmask_moments moments;
  hitmask_real reals[8];
  for (int i = 0; i < 8; i++) corners[i] = point(c), reals[i] = real(c);
  size_t length = below(c, sizeof c->bytes + 1), stride = below(c, 20) ? below(c, 250) : SIZE_MAX - below(c, 2);
  for (size_t i = 0; i < 16; i++) c->bytes[below(c, sizeof c->bytes)] = (uint8_t)below(c, 256);
  bool flag = below(c, 2);
  const hitmask_rect place = {whole(c), whole(c), size(c), size(c)};
  switch (below(c, 46)) {
  case 0: *last = hitmask_mask_new(size(c), size(c), &made); break;
  case 1: *last = hitmask_mask_filled(size(c), size(c), &made); break;
  case 2: *last = hitmask_mask_from_rgba(c->bytes, length, size(c), size(c), stride, (uint8_t)below(c, 256), &made); break;
  case 3: *last = hitmask_mask_from_alpha(c->bytes, length, size(c), size(c), stride, (uint8_t)below(c, 256), &made); break;
  case 4:
    if (flag) {
      *last = hitmask_mask_from_color_key(c->bytes, length, size(c), size(c), stride, c->bytes, &made);
    } else {
      hitmask_pixel_layout layout = {.stride = (int32_t)stride, .order = (int32_t)below(c, 8) - 1, .rule = (int32_t)below(c, 6) - 1};
      if (below(c, 2)) layout.stride = -layout.stride;
      if (layout.rule == HITMASK_ALPHA_ABOVE || layout.rule == HITMASK_LUMA_ABOVE || below(c, 20) == 0) layout.threshold = (uint8_t)below(c, 256);
      if (layout.rule == HITMASK_COLOR_KEY || below(c, 20) == 0) layout.green = (uint8_t)below(c, 256);
      *last = hitmask_mask_from_pixels(c->bytes, length, size(c), size(c), below(c, 9) ? &layout : NULL, &made);
    }
    break;
  case 5:
    *last = flag ? hitmask_mask_from_bits(c->bytes, length, size(c), size(c), &made)
                 : hitmask_mask_from_bit_rows(c->bytes, length, size(c), size(c), whole(c), below(c, 2), &made);
    break;
  case 6: *last = hitmask_mask_from_text(c->bytes, length, &made); break;
  case 7: *last = hitmask_mask_from_bytes(c->bytes, length, &made); break;
  case 8: *last = hitmask_mask_copy(mask(c), &made); break;
  case 9: *last = hitmask_mask_overlap_mask(mask(c), mask(c), whole(c), whole(c), &made); break;
  case 10: *last = hitmask_mask_oriented(mask(c), flag, below(c, 9), &made); break;
  case 11: *last = hitmask_mask_scaled(mask(c), size(c), size(c), &made); break;
  case 12: *last = hitmask_mask_rotated(mask(c), number(c), &made, &way); break;
  case 13: *last = hitmask_mask_cropped(mask(c), &made, &way); break;
  case 14: *last = hitmask_mask_grown(mask(c), below(c, 9) ? below(c, 9) : number(c), &made, &way); break;
  case 15: *last = hitmask_mask_shrunk(mask(c), number(c), &made, &way); break;
  case 16: *last = hitmask_mask_component_at(mask(c), whole(c), whole(c), flag, &made, &way); break;
  case 17: *last = hitmask_mask_largest_component(mask(c), flag, &made, &way); break;
  case 18: return hitmask_mask_contains(mask(c), whole(c), whole(c), &yes);
  case 19: return hitmask_mask_count(mask(c), below(c, 9) ? &many : NULL);
  case 20: return hitmask_mask_bounds(mask(c), &box);
  case 21: return hitmask_mask_centroid(mask(c), &yes, &vector);
  case 22: return hitmask_mask_overlaps(mask(c), mask(c), whole(c), whole(c), &yes);
  case 23: return hitmask_mask_overlap_first(mask(c), mask(c), whole(c), whole(c), &yes, &way);
  case 24: return hitmask_mask_overlap_area(mask(c), mask(c), whole(c), whole(c), &many);
  case 25: return hitmask_mask_overlap_bounds(mask(c), mask(c), whole(c), whole(c), &box);
  case 26: return hitmask_mask_overlaps_rect(mask(c), whole(c), whole(c), size(c), size(c), &yes);
  case 27: return hitmask_mask_overlaps_circle(mask(c), number(c), number(c), number(c), &yes);
  case 28: return hitmask_mask_overlap_normal(mask(c), mask(c), whole(c), whole(c), &yes, &vector);
  case 29:
    if (flag) return hitmask_mask_distance(mask(c), mask(c), whole(c), whole(c), &yes, &vector.x);
    return hitmask_mask_penetration(mask(c), mask(c), whole(c), whole(c), &yes, &way);
  case 30: return hitmask_mask_penetration_along(mask(c), mask(c), whole(c), whole(c), whole(c), whole(c), &yes, &way);
  case 31: return hitmask_mask_nearest_free(mask(c), mask(c), whole(c), whole(c), below(c, 60), flag ? &place : NULL, &yes, &way);
  case 32: return hitmask_mask_cast_ray(mask(c), whole(c), whole(c), whole(c), whole(c), &ray);
  case 33: return hitmask_mask_sweep(mask(c), mask(c), (int32_t)below(c, 99), 0, 0, (int32_t)below(c, 99), &hit);
  case 34: return hitmask_mask_set(mask(c), whole(c), whole(c), flag);
  case 35: return hitmask_mask_fill_rect(mask(c), whole(c), whole(c), size(c), size(c), flag);
  case 36: return hitmask_mask_fill_circle(mask(c), number(c), number(c), number(c), flag);
  case 37: return hitmask_mask_fill_line(mask(c), whole(c), whole(c), whole(c), whole(c), flag);
  case 38:
    switch (below(c, 4)) {
    case 0: return hitmask_mask_draw(mask(c), mask(c), whole(c), whole(c));
    case 1: return hitmask_mask_erase(mask(c), mask(c), whole(c), whole(c));
    case 2: return hitmask_mask_toggle(mask(c), mask(c), whole(c), whole(c));
    default: return hitmask_mask_intersect(mask(c), mask(c), whole(c), whole(c));
    }
  case 39: return hitmask_mask_component_bounds(mask(c), flag, components, below(c, 9), &count);
  case 40: return hitmask_mask_contours(mask(c), flag ? 0 : number(c), whole(c) & 1, corners, below(c, 9), &count, contours, below(c, 3), &counts);
  case 41:
    *last = hitmask_mask_transformed(mask(c), (const double[]){number(c), number(c), number(c), number(c), number(c), number(c)}, &made, &way);
    break;
  case 42: *last = hitmask_mask_convolve(mask(c), mask(c), &made); break;
  case 43: *last = hitmask_mask_colliding_offsets(mask(c), mask(c), &made, &way); break;
  case 44:
    switch (below(c, 8)) {
    case 0: return hitmask_mask_pixels(mask(c), corners, below(c, 9), &count);
    case 1: return hitmask_mask_outline(mask(c), corners, below(c, 9), &count);
    case 2: return hitmask_mask_convex_hull(mask(c), corners, below(c, 9), &count);
    case 3: return hitmask_mask_runs(mask(c), runs, below(c, 9), &count);
    case 4: return hitmask_mask_angle(mask(c), &yes, &vector.x);
    case 5: return hitmask_mask_moments(mask(c), &moments);
    case 6: return hitmask_mask_overlaps_polygon(mask(c), reals, below(c, 9), &yes);
    default: {
      size_t some = below(c, 9), sizes[2] = {below(c, 9), below(c, 9)};
      *last = hitmask_mask_from_contours(size(c), size(c), corners, some, sizes, below(c, 3), &made);
    }
    }
    break;
  case 45: {
    hitmask_mask *pieces[8];
    size_t room = below(c, 9);
    *last = flag ? hitmask_mask_connected_components(mask(c), below(c, 2), pieces, corners, room, &count)
                 : hitmask_mask_detached_components(mask(c), whole(c), whole(c), size(c), size(c), below(c, 2), pieces, corners, room, &count);
    for (size_t i = 0; *last == HITMASK_OK && count <= room && i < count; i++) keep_mask(c, *last, pieces[i]);
    return *last;
  }
  default:
    switch (below(c, 4)) {
    case 0: return hitmask_mask_to_alpha(mask(c), c->bytes, length, stride, 1, 0);
    case 1: return hitmask_mask_to_rgba(mask(c), c->bytes, length, stride, c->bytes, NULL);
    case 2: return hitmask_mask_to_bits(mask(c), c->bytes, length);
    default: return hitmask_mask_to_bytes(mask(c), c->bytes, length, &count);
    }
  }
  keep_mask(c, *last, made);
  return *last;
}

static hitmask_status of_worlds(chance *c, hitmask_status *last) {
  hitmask_world *made = NULL, *of = world(c);
  hitmask_sprite sprites[4];
  hitmask_point points[4], way;
  hitmask_real reals[4];
  hitmask_pair pairs[4];
  hitmask_contact contacts[8];
  hitmask_impact impacts[4];
  hitmask_step step;
  hitmask_ray_hit rays[4];
  hitmask_swept swept;
  hitmask_moved moved;
  hitmask_ids lent;
  hitmask_carried carried;
  hitmask_neighbor near[4];
  hitmask_rect box;
  double m[6];
  uint64_t ids[4], found[8];
  size_t count, capacity = below(c, 5);
  uint32_t number_of = below(c, 5);
  const hitmask_query asked = query(c), *on = below(c, 2) ? &asked : NULL;
  const hitmask_who who = someone(c);
  const hitmask_motion moves = motion(c);
  const hitmask_rect place = {whole(c), whole(c), size(c), size(c)};
  bool yes, flag = below(c, 2);
  for (int i = 0; i < 4; i++) {
    ids[i] = id(c), points[i] = point(c), reals[i] = real(c), pairs[i] = (hitmask_pair){id(c), id(c)}, sprites[i] = sprite(c);
  }
  switch (below(c, 56)) {
  case 0:
    if (below(c, 40)) return HITMASK_OK;
    *last = hitmask_world_new(&made);
    keep_world(c, *last, made);
    return *last;
  case 1:
    *last = hitmask_world_copy(of, &made);
    keep_world(c, *last, made);
    return *last;
  case 2: {
    if (of == NULL) return HITMASK_NULL;
    *last = hitmask_world_to_bytes(of, NULL, 0, &count);
    if (*last != HITMASK_OK) return *last;
    uint8_t *bytes = malloc(count);
    OK(hitmask_world_to_bytes(of, bytes, count, &count));
    if (flag) bytes[below(c, (uint32_t)count)] ^= (uint8_t)(1u << below(c, 8));
    *last = hitmask_world_from_bytes(bytes, count - (below(c, 4) == 0), &made);
    free(bytes);
    keep_world(c, *last, made);
    return *last;
  }
  case 3: case 4:
    *last = hitmask_world_add_mask(of, mask(c), &found[0]);
    if (*last == HITMASK_OK) c->ids[below(c, ROOM / 2)] = found[0];
    return *last;
  case 5: return hitmask_world_replace_mask(of, id(c), mask(c));
  case 6: return hitmask_world_remove_mask(of, id(c));
  case 7: {
    hitmask_mask *shared = NULL;
    *last = hitmask_world_mask(of, id(c), &shared);
    keep_mask(c, *last, shared);
    return *last;
  }
  case 8: return hitmask_world_erase_from_mask(of, id(c), mask(c), whole(c), whole(c));
  case 9: return hitmask_world_fill_rect(of, id(c), whole(c), whole(c), size(c), size(c), flag);
  case 10: return hitmask_world_fill_circle(of, id(c), number(c), number(c), number(c), flag);
  case 11: return hitmask_world_set_angle_steps(of, id(c), below(c, 70000));
  case 12: case 13: case 14: case 15:
    *last = hitmask_world_spawn(of, sprites, number_of, found);
    for (uint32_t i = 0; *last == HITMASK_OK && i < number_of; i++) c->ids[ROOM / 2 + below(c, ROOM / 2)] = found[i];
    return *last;
  case 16: return flag ? hitmask_world_despawn(of, ids[0]) : hitmask_world_despawn_many(of, ids, number_of, &count);
  case 17: return hitmask_world_set(of, ids, sprites, number_of);
  case 18: return flag ? hitmask_world_draw_transform(of, ids[0], m) : hitmask_world_get(of, ids[0], sprites);
  case 19: return hitmask_world_set_positions(of, ids, points, number_of);
  case 20: return flag ? hitmask_world_set_real_positions(of, ids, reals, number_of) : hitmask_world_set_real_positions_by_slot(of, reals, number_of);
  case 21: return hitmask_world_set_positions_by_slot(of, points, number_of);
  case 22: return hitmask_world_jump_to(of, ids, points, number_of);
  case 23: return hitmask_world_move_by(of, ids[0], points[0].x, points[0].y);
  case 24: return hitmask_world_set_last_place(of, ids[0], points[0].x, points[0].y);
  case 25: return hitmask_world_positions_by_slot(of, points, capacity < 4 ? capacity : 4, &count);
  case 26: case 27: return hitmask_world_refresh(of);
  case 28: case 29: case 30: return hitmask_world_step(of, &step);
  case 31: return hitmask_world_contacts(of, pairs, number_of, contacts);
  case 32: return hitmask_world_penetrations(of, pairs, number_of, points);
  case 33: return hitmask_world_impacts(of, pairs, number_of, impacts);
  case 34: return hitmask_world_contacts_of(of, ids[0], contacts, capacity, &count);
  case 35: return hitmask_world_contact(of, ids[0], ids[1], contacts);
  case 36: return hitmask_world_overlapping(of, ids[0], on, found, capacity, &count);
  case 37: return hitmask_world_find_rect(of, whole(c), whole(c), size(c), size(c), on, found, capacity, &count);
  case 38: return hitmask_world_find_mask(of, mask(c), whole(c), whole(c), on, found, capacity, &count);
  case 39: return hitmask_world_find_polygon(of, reals, number_of, on, found, capacity, &count);
  case 40:
    if (flag) return hitmask_world_nearest_others(of, &who, on, near, capacity < 4 ? capacity : 4, &count);
    return hitmask_world_nearest(of, whole(c), whole(c), on, near, capacity < 4 ? capacity : 4, &count);
  case 41: return hitmask_world_cast_rays(of, points, points + 1, 3, on, rays);
  case 42: return hitmask_world_sweep(of, &who, (int32_t)below(c, 90), (int32_t)below(c, 90), on, &swept);
  case 43: return hitmask_world_nearest_free(of, &who, below(c, 60), flag ? &place : NULL, on, &yes, &way);
  case 44: return hitmask_world_touching(of, ids[0], (int32_t)below(c, 9) - 4, (int32_t)below(c, 9) - 4, on, found, capacity, &count);
  case 45:
    return hitmask_world_move_until(of, ids[0], (int32_t)below(c, 90), (int32_t)below(c, 90), flag ? &moves : NULL, &moved);
  case 46: return flag ? hitmask_world_push_out(of, ids[0], below(c, 60), below(c, 2) ? points : NULL, below(c, 2) ? &place : NULL, &yes, &way) : hitmask_world_bounds(of, ids[0], &box);
  case 47: return flag ? hitmask_world_fill_polygon(of, id(c), reals, number_of, true) : hitmask_world_push_out_many(of, ids, number_of, below(c, 60), NULL, NULL, points);
  case 48: return hitmask_world_fill_line(of, id(c), whole(c), whole(c), whole(c), whole(c), flag);
  case 49: return flag ? hitmask_world_collisions(of, pairs, capacity < 4 ? capacity : 4, &count) : hitmask_world_mask_ids(of, found, capacity, &count);
  case 50: {
    hitmask_mask *shown = NULL;
    *last = hitmask_world_shape(of, &who, &shown, &way);
    keep_mask(c, *last, shown);
    return *last;
  }
  case 51: {
    uint8_t bytes[2048];
    const hitmask_mask *masks[4] = {mask(c), mask(c), mask(c), mask(c)};
    if (of == NULL) return HITMASK_NULL;
    *last = hitmask_world_to_bytes_without_masks(of, bytes, sizeof bytes, &count);
    if (*last != HITMASK_OK || count > sizeof bytes) return *last;
    if (flag) bytes[below(c, (uint32_t)count)] ^= (uint8_t)(1u << below(c, 8));
    *last = hitmask_world_from_bytes_with_masks(bytes, count, ids, masks, number_of, &made);
    keep_world(c, *last, made);
    return *last;
  }
  case 52: return hitmask_world_own_mask(of, ids[0], found);
  case 53:
    return flag ? hitmask_world_erase_circle(of, number(c), number(c), number(c), layers(c), &lent)
                : hitmask_world_erase_mask(of, mask(c), whole(c), whole(c), layers(c), &lent);
  case 54:
    *last = hitmask_world_split(of, ids[0], &lent);
    for (size_t i = 0; *last == HITMASK_OK && i < lent.count; i++) c->ids[ROOM / 2 + below(c, ROOM / 2)] = lent.ids[i];
    return *last;
  default: return hitmask_world_carry(of, ids[0], (int32_t)below(c, 90), (int32_t)below(c, 90), flag ? NULL : ids, number_of, &carried);
  }
}

// Makes calls until there are enough, or until the bytes end. Counts how they ended.
static void play(chance *c, long calls, long *by_status) {
  for (int i = 0; i < OBJECTS; i++) c->masks[i] = filled(8, 8);
  for (int i = 0; i < 3; i++) OK(hitmask_world_new(&c->worlds[i]));
  for (long call = 0; call < calls && (c->input == NULL || c->left > 0); call++) {
    hitmask_status last = HITMASK_OK, status = below(c, 2) ? of_masks(c, &last) : of_worlds(c, &last);
    CHECK(status >= HITMASK_OK && status < HITMASK_PANIC);
    if (status != HITMASK_OK) CHECK(hitmask_last_error()[0] != 0);
    by_status[status]++;
    // A world with hundreds of sprites would make the calls slow.
    for (int i = 0; i < 3; i++) {
      size_t sprites;
      OK(hitmask_world_sprite_count(c->worlds[i], &sprites));
      if (sprites < 60) continue;
      hitmask_world_free(c->worlds[i]);
      OK(hitmask_world_new(&c->worlds[i]));
    }
  }
  for (int i = 0; i < OBJECTS; i++) hitmask_mask_free(c->masks[i]);
  for (int i = 0; i < 3; i++) hitmask_world_free(c->worlds[i]);
}

void test_random(uint64_t seed, long calls) {
  chance *c = calloc(1, sizeof *c);
  long by_status[16] = {0};
  c->state = seed;
  play(c, calls, by_status);
  CHECK(by_status[HITMASK_OK] * 5 > calls && by_status[HITMASK_NULL] && by_status[HITMASK_INVALID] && by_status[HITMASK_OUT_OF_RANGE]);
  CHECK(by_status[HITMASK_TOO_LARGE] && by_status[HITMASK_STALE] && by_status[HITMASK_NOT_REFRESHED] && by_status[HITMASK_DAMAGED]);
  free(c);
  printf("%ld random calls, of which %ld failed with a sentence\n", calls, calls - by_status[HITMASK_OK]);
}

// What the fuzz target runs.
void fuzz_calls(const uint8_t *bytes, size_t length) {
  chance *c = calloc(1, sizeof *c);
  long by_status[16] = {0};
  c->input = bytes, c->left = length;
  if (length > 0) play(c, 1000, by_status);
  free(c);
}

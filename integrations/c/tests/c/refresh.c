// What makes a refresh necessary: each call that changes a world, and after it each question about the world. A question works, or names the
// call that is missing. tests/it/header.rs checks that no call is left out, and that the header lists the changes.
#include "check.h"

typedef struct scene {
  hitmask_world *world;
  hitmask_mask *mask;
  uint64_t id, other, platform, box, spare;
} scene;

// Two boxes that overlap, and one alone, after a step.
static scene stepped(void) {
  scene s = {0};
  hitmask_sprite sprites[3];
  hitmask_step step;
  uint64_t ids[3];
  OK(hitmask_world_new(&s.world));
  s.mask = filled(4, 4);
  OK(hitmask_world_add_mask(s.world, s.mask, &s.box));
  OK(hitmask_world_add_mask(s.world, s.mask, &s.spare));
  for (int i = 0; i < 3; i++) OK(hitmask_sprite_init(&sprites[i], s.box, (int[]){0, 2, 40}[i], 0));
  OK(hitmask_world_spawn(s.world, sprites, 3, ids));
  s.id = ids[0], s.other = ids[1], s.platform = ids[2];
  OK(hitmask_world_step(s.world, &step));
  CHECK(step.pair_count == 1);
  return s;
}

// Room for what the calls write.
static hitmask_sprite sprite;
static hitmask_step step;
static hitmask_moved moved;
static hitmask_carried carried;
static hitmask_point point, points[8];
static hitmask_real real;
static double m[6];
static hitmask_rect bounds;
static hitmask_contact contact;
static hitmask_impact impact;
static hitmask_neighbor near[8];
static hitmask_pair pairs[8];
static hitmask_ray_hit hit;
static hitmask_swept swept;
static hitmask_mask *made;
static hitmask_world *copy;
static uint64_t id, ids[8];
static uint8_t bytes[4096];
static size_t count, other_count;
static bool yes;
static hitmask_ids lent;
static hitmask_limits limits;
static hitmask_who someone;
static const hitmask_motion slide = {.reaction = HITMASK_SLIDE};
static const hitmask_real corners[3] = {{0, 0}, {3, 0}, {0, 3}};
static const hitmask_point places[3] = {{1, 1}, {2, 2}, {3, 3}};
#define ALL UINT32_MAX

// The world of a scene, whose platform has two parts since the last step.
static hitmask_world *sawn(scene *s) {
  hitmask_ids lost;
  OK(hitmask_world_erase_rect(s->world, 41, 0, 1, 4, ALL, &lost));
  OK(hitmask_world_step(s->world, &step));
  return s->world;
}

// A change and its arguments. After one that CHANGES, questions about pixels need a refresh or a step, and those about the step need a step.
#define CALLS_THAT_CHANGE(X)                                                                                            \
  X(spawn, CHANGES, (s->world, &sprite, 1, &id))                                                                        \
  X(despawn, CHANGES, (s->world, s->platform))                                                                          \
  X(despawn_many, CHANGES, (s->world, &s->platform, 1, &count))                                                         \
  X(clear, CHANGES, (s->world))                                                                                         \
  X(set, CHANGES, (s->world, &s->id, &sprite, 1))                                                                       \
  X(set_positions, CHANGES, (s->world, &s->id, places, 1))                                                              \
  X(set_real_positions, CHANGES, (s->world, &s->id, corners + 1, 1))                                                    \
  X(set_positions_by_slot, CHANGES, (s->world, places, 3))                                                              \
  X(set_real_positions_by_slot, CHANGES, (s->world, corners, 3))                                                        \
  X(jump_to, CHANGES, (s->world, &s->id, places, 1))                                                                    \
  X(move_to, CHANGES, (s->world, s->id, 1, 1))                                                                          \
  X(move_by, CHANGES, (s->world, s->id, 1, 1))                                                                          \
  X(move_until, CHANGES, (s->world, s->platform, 50, 0, &slide, &moved))                                                \
  X(push_out, CHANGES, (s->world, s->id, 50, NULL, NULL, &yes, &point))                                                 \
  X(push_out_many, CHANGES, (s->world, &s->id, 1, 50, NULL, NULL, points))                                              \
  X(carry, CHANGES, (s->world, s->platform, 50, 0, NULL, 0, &carried))                                                  \
  X(replace_mask, CHANGES, (s->world, s->box, s->mask))                                                                 \
  X(erase_from_mask, CHANGES, (s->world, s->box, s->mask, 2, 2))                                                        \
  X(draw_on_mask, CHANGES, (s->world, s->box, s->mask, 2, 2))                                                           \
  X(fill_rect, CHANGES, (s->world, s->box, 0, 0, 1, 1, false))                                                          \
  X(fill_circle, CHANGES, (s->world, s->box, 0, 0, 2, false))                                                           \
  X(fill_polygon, CHANGES, (s->world, s->box, corners, 3, false))                                                       \
  X(fill_line, CHANGES, (s->world, s->box, 0, 0, 3, 3, false))                                                          \
  X(set_angle_steps, CHANGES, (s->world, s->box, 8))                                                                    \
  X(own_mask, CHANGES, (s->world, s->id, &id))                                                                          \
  X(erase_point, CHANGES, (s->world, 1, 1, ALL, &lent))                                                                 \
  X(erase_rect, CHANGES, (s->world, 1, 1, 9, 9, ALL, &lent))                                                            \
  X(erase_circle, CHANGES, (s->world, 1, 1, 1, ALL, &lent))                                                             \
  X(erase_line, CHANGES, (s->world, 1, 1, 9, 9, ALL, &lent))                                                            \
  X(erase_polygon, CHANGES, (s->world, corners, 3, ALL, &lent))                                                         \
  X(erase_mask, CHANGES, (s->world, s->mask, 1, 1, ALL, &lent))                                                         \
  X(split, CHANGES, (sawn(s), s->platform, &lent))                                                                      \
  X(add_mask, KEEPS, (s->world, s->mask, &id))                                                                          \
  X(remove_mask, KEEPS, (s->world, s->spare))                                                                           \
  X(set_data, KEEPS, (s->world, s->id, 7))                                                                              \
  X(set_last_place, KEEPS, (s->world, s->id, 1, 1))                                                                     \
  X(set_limits, KEEPS, (s->world, NULL))                                                                                \
  X(refresh, KEEPS, (s->world))                                                                                         \
  X(step, KEEPS, (s->world, &step))

// A question, and what it needs: nothing, that the world is refreshed, or that nothing has changed since the step.
#define QUESTIONS(X)                                                                                                    \
  X(copy, NOTHING, (s->world, &copy))                                                                                   \
  X(limits, NOTHING, (s->world, &limits))                                                                               \
  X(one_sided_layers, NOTHING, (s->world, pairs, 8, &count))                                                            \
  X(bytes, NOTHING, (s->world, &count, &other_count))                                                                   \
  X(mask, NOTHING, (s->world, s->box, &made))                                                                           \
  X(mask_ids, NOTHING, (s->world, ids, 8, &count))                                                                      \
  X(mask_id_at, NOTHING, (s->world, 0, &id))                                                                            \
  X(sprite_count, NOTHING, (s->world, &count))                                                                          \
  X(contains, NOTHING, (s->world, s->id, &yes))                                                                         \
  X(get, NOTHING, (s->world, s->id, &sprite))                                                                           \
  X(positions, NOTHING, (s->world, &s->id, &point, 1))                                                                  \
  X(slot_count, NOTHING, (s->world, &count))                                                                            \
  X(id_at, NOTHING, (s->world, 0, &id))                                                                                 \
  X(positions_by_slot, NOTHING, (s->world, points, 8, &count))                                                          \
  X(ids, NOTHING, (s->world, ids, 8, &count))                                                                           \
  X(to_bytes, NOTHING, (s->world, bytes, sizeof bytes, &count))                                                         \
  X(to_bytes_without_masks, NOTHING, (s->world, bytes, sizeof bytes, &count))                                           \
  X(pairs_between, THE_STEP, (s->world, 1, 1, pairs, 8, &count))                                                        \
  X(began_between, THE_STEP, (s->world, 1, 1, pairs, 8, &count))                                                        \
  X(contacts_of, THE_STEP, (s->world, s->id, &contact, 1, &count))                                                      \
  X(contacts, THE_STEP, (s->world, pairs, 1, &contact))                                                                 \
  X(penetrations, THE_STEP, (s->world, pairs, 1, points))                                                               \
  X(impacts, THE_STEP, (s->world, pairs, 1, &impact))                                                                   \
  X(first_impact, THE_STEP, (s->world, s->id, &impact))                                                                 \
  X(collisions, A_REFRESH, (s->world, pairs, 8, &count))                                                                \
  X(contact, A_REFRESH, (s->world, s->id, s->other, &contact))                                                          \
  X(penetration, A_REFRESH, (s->world, s->id, s->other, &yes, &point))                                                  \
  X(shared_pixels, A_REFRESH, (s->world, s->id, s->other, &made, &point))                                               \
  X(overlapping, A_REFRESH, (s->world, s->id, NULL, ids, 8, &count))                                                    \
  X(find_point, A_REFRESH, (s->world, 1, 1, NULL, ids, 8, &count))                                                      \
  X(find_rect, A_REFRESH, (s->world, 1, 1, 9, 9, NULL, ids, 8, &count))                                                 \
  X(find_circle, A_REFRESH, (s->world, 1, 1, 9, NULL, ids, 8, &count))                                                  \
  X(find_line, A_REFRESH, (s->world, 1, 1, 9, 9, NULL, ids, 8, &count))                                                 \
  X(find_polygon, A_REFRESH, (s->world, corners, 3, NULL, ids, 8, &count))                                              \
  X(find_mask, A_REFRESH, (s->world, s->mask, 1, 1, NULL, ids, 8, &count))                                              \
  X(nearest, A_REFRESH, (s->world, 9, 9, NULL, near, 8, &count))                                                        \
  X(nearest_others, A_REFRESH, (s->world, &someone, NULL, near, 8, &count))                                             \
  X(bounds, A_REFRESH, (s->world, s->id, &bounds))                                                                      \
  X(draw_transform, A_REFRESH, (s->world, s->id, m))                                                                    \
  X(mask_point, A_REFRESH, (s->world, s->id, 1, 1, &real))                                                              \
  X(shape, A_REFRESH, (s->world, &someone, &made, &point))                                                              \
  X(cast_ray, A_REFRESH, (s->world, 9, 9, 1, 1, NULL, &hit))                                                            \
  X(cast_ray_all, A_REFRESH, (s->world, 9, 9, 1, 1, NULL, &hit, 1, &count))                                             \
  X(cast_rays, A_REFRESH, (s->world, places, places + 1, 1, NULL, &hit))                                                \
  X(sweep, A_REFRESH, (s->world, &someone, 9, 9, NULL, &swept))                                                         \
  X(is_free, A_REFRESH, (s->world, &someone, NULL, &yes))                                                               \
  X(nearest_free, A_REFRESH, (s->world, &someone, 50, NULL, NULL, &yes, &point))                                        \
  X(touching, A_REFRESH, (s->world, s->id, 0, 1, NULL, ids, 8, &count))

enum { KEEPS, CHANGES };
enum { NOTHING, A_REFRESH, THE_STEP };

typedef struct entry {
  const char *name;
  int kind;
  hitmask_status (*call)(scene *s);
} entry;

#define FUNCTION(name, kind, arguments)                                                                                 \
  static hitmask_status call_##name(scene *s) { return hitmask_world_##name arguments; }
#define ENTRY(name, kind, arguments) {#name, kind, call_##name},
CALLS_THAT_CHANGE(FUNCTION)
QUESTIONS(FUNCTION)
static const entry changes[] = {CALLS_THAT_CHANGE(ENTRY)}, questions[] = {QUESTIONS(ENTRY)};
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static hitmask_status ask(const entry *question, scene *s) {
  someone.id = s->id;
  hitmask_status status = question->call(s);
  hitmask_mask_free(made);
  hitmask_world_free(copy);
  made = NULL, copy = NULL;
  return status;
}

static void after(const entry *change, const entry *question) {
  scene s = stepped();
  OK(hitmask_world_get(s.world, s.id, &sprite));
  sprite.position.x = 1;
  pairs[0] = (hitmask_pair){s.id, s.other};
  hitmask_status status = change->call(&s);
  if (status == HITMASK_OK) status = ask(question, &s);
  int fails = change->kind == CHANGES && question->kind != NOTHING, is_empty = change->call == call_clear;
  const char *call = question->kind == THE_STEP ? "hitmask_world_step" : "hitmask_world_refresh";
  if (is_empty && status == HITMASK_STALE) fails = 0, status = HITMASK_OK; // a question about a sprite
  if (status != (fails ? HITMASK_NOT_REFRESHED : HITMASK_OK) || (fails && strstr(hitmask_last_error(), call) == NULL)) {
    fprintf(stderr, "%s after %s: status %d (%s)\n", question->name, change->name, (int)status, hitmask_last_error());
    exit(1);
  }
  if (question->kind == THE_STEP) {
    OK(hitmask_world_step(s.world, &step));
  } else {
    OK(hitmask_world_refresh(s.world));
  }
  status = ask(question, &s);
  CHECK(status == HITMASK_OK || (is_empty && status == HITMASK_STALE));
  hitmask_mask_free(s.mask);
  hitmask_world_free(s.world);
}

void test_refresh(void) {
  for (size_t i = 0; i < LENGTH(changes); i++) {
    for (size_t j = 0; j < LENGTH(questions); j++) after(&changes[i], &questions[j]);
  }
}

// The scripts of calls that the tests of all languages play: the answers are equal, number by number.
#include "check.h"
#include "json.h"

#include <stdarg.h>

enum { MASKS = 16, IDS = 64 };

typedef struct player {
  hitmask_world *world;
  hitmask_mask *masks[MASKS];
  char names[MASKS][16];
  int mask_count;
  char answer[8192]; // as JSON
} player;

// ---- answers

static void say(player *player, const char *format, ...) {
  va_list values;
  va_start(values, format);
  size_t length = strlen(player->answer);
  int more = vsnprintf(player->answer + length, sizeof player->answer - length, format, values);
  va_end(values);
  CHECK(more >= 0 && length + (size_t)more < sizeof player->answer);
}

static void say_bool(player *player, bool yes) { say(player, yes ? "true" : "false"); }
static void say_point(player *player, hitmask_point point) { say(player, "[%d,%d]", point.x, point.y); }
static void say_real(player *player, hitmask_real real) { say(player, "[%.17g,%.17g]", real.x, real.y); }

static void say_point_if(player *player, bool found, hitmask_point point) {
  if (found) {
    say_point(player, point);
  } else {
    say(player, "null");
  }
}

static void say_rect(player *player, hitmask_rect rect) {
  say(player, rect.width == 0 ? "null" : "[%d,%d,%u,%u]", rect.left, rect.top, rect.width, rect.height);
}

static void say_ids(player *player, const uint64_t *ids, size_t count) {
  say(player, "[");
  for (size_t i = 0; i < count; i++) say(player, "%s%u", i ? "," : "", hitmask_id_slot(ids[i]));
  say(player, "]");
}

static void say_pairs(player *player, const hitmask_pair *pairs, size_t count) {
  say(player, "[");
  for (size_t i = 0; i < count; i++) {
    say(player, "%s[%u,%u]", i ? "," : "", hitmask_id_slot(pairs[i].a), hitmask_id_slot(pairs[i].b));
  }
  say(player, "]");
}

static void say_ray(player *player, hitmask_ray_hit hit, bool with_id) {
  if (!hit.hit) {
    say(player, "null");
    return;
  }
  say(player, "{\"at\":[%d,%d],\"step\":%u,\"before\":", hit.at.x, hit.at.y, hit.step);
  say_point_if(player, !hit.started_inside, hit.before);
  say(player, ",\"normal\":");
  if (hit.started_inside) {
    say(player, "null");
  } else {
    say_real(player, hit.normal);
  }
  if (with_id) say(player, ",\"id\":%u", hitmask_id_slot(hit.id));
  say(player, "}");
}

static void say_sweep(player *player, hitmask_sweep_hit hit) {
  if (!hit.hit) {
    say(player, "null");
    return;
  }
  say(player, "{\"id\":%u,\"step\":%u,\"before\":", hitmask_id_slot(hit.id), hit.step);
  say_point_if(player, !hit.started_inside, hit.before);
  say(player, ",\"first\":[%d,%d],\"normal\":", hit.first.x, hit.first.y);
  say_real(player, hit.normal);
  say(player, "}");
}

static void say_contact(player *player, hitmask_contact contact, hitmask_point penetration) {
  if (contact.area == 0) {
    say(player, "null");
    return;
  }
  say(player, "{\"a\":%u,\"b\":%u", hitmask_id_slot(contact.pair.a), hitmask_id_slot(contact.pair.b));
  say(player, ",\"area\":%llu,\"first\":", (unsigned long long)contact.area);
  say_point(player, contact.first);
  say(player, ",\"bounds\":");
  say_rect(player, contact.bounds);
  say(player, ",\"normal\":");
  say_real(player, contact.normal);
  say(player, ",\"penetration\":");
  say_point(player, penetration);
  say(player, "}");
}

// ---- arguments

// The numbers of a point and of a rectangle, for calls.
#define XY(point) (point).x, (point).y
#define BOX(rect) (rect).left, (rect).top, (rect).width, (rect).height

static double number(const json *call, const char *name) {
  const json *found = json_get(call, name);
  CHECK(found != NULL && found->kind == JSON_NUMBER);
  return found->number;
}

static hitmask_real real(const json *call, const char *name) {
  const json *list = json_get(call, name);
  CHECK(list != NULL && json_count(list) >= 2);
  return (hitmask_real){json_at(list, 0)->number, json_at(list, 1)->number};
}

static hitmask_point point(const json *call, const char *name) {
  hitmask_point point;
  OK(hitmask_pixel(XY(real(call, name)), &point));
  return point;
}

static hitmask_point place(const json *call, const char *name) {
  hitmask_point place;
  OK(hitmask_place(XY(real(call, name)), &place));
  return place;
}

static hitmask_rect rect(const json *call, const char *name) {
  const json *list = json_get(call, name);
  CHECK(list != NULL && json_count(list) == 4);
  hitmask_point corner = point(call, name);
  return (hitmask_rect){corner.x, corner.y, (uint32_t)json_at(list, 2)->number, (uint32_t)json_at(list, 3)->number};
}

static hitmask_mask *mask(const player *player, const json *call, const char *name) {
  const json *found = json_get(call, name);
  for (int i = 0; found != NULL && i < player->mask_count; i++) {
    if (strcmp(player->names[i], found->text) == 0) return player->masks[i];
  }
  CHECK(!"a mask with this name");
  return NULL;
}

static uint64_t at_slot(const player *player, double slot) {
  uint64_t id;
  OK(hitmask_world_id_at(player->world, (size_t)slot, &id));
  return id;
}

static uint64_t id(const player *player, const json *call, const char *name) { return at_slot(player, number(call, name)); }

static uint64_t mask_id(const player *player, const json *call) {
  uint64_t id;
  OK(hitmask_world_mask_id_at(player->world, (size_t)number(call, "mask"), &id));
  return id;
}

static uint32_t layers(const json *call) {
  const json *found = json_get(call, "layers");
  return found != NULL && found->kind == JSON_NUMBER ? (uint32_t)found->number : 0;
}

static bool sensors(const json *call) {
  const json *found = json_get(call, "sensors");
  return found != NULL && found->kind == JSON_TRUE;
}

// Sets the values of a sprite that are given.
static void change(hitmask_sprite *sprite, const json *changes) {
  for (const json *one = changes->first; one != NULL; one = one->next) {
    const char *name = one->name;
    uint8_t yes = one->kind == JSON_TRUE;
    if (strcmp(name, "position") == 0) sprite->position = place(changes, name);
    else if (strcmp(name, "flip_x") == 0) sprite->flip_x = yes;
    else if (strcmp(name, "flip_y") == 0) sprite->flip_y = yes;
    else if (strcmp(name, "turn") == 0) sprite->turn = (uint8_t)one->number;
    else if (strcmp(name, "angle") == 0) sprite->angle = one->number;
    else if (strcmp(name, "scale") == 0 && one->kind == JSON_NUMBER) sprite->scale = (hitmask_real){one->number, one->number};
    else if (strcmp(name, "scale") == 0) sprite->scale = real(changes, name);
    else if (strcmp(name, "pivot") == 0 && one->kind == JSON_NULL) sprite->has_pivot = 0;
    else if (strcmp(name, "pivot") == 0) sprite->pivot = point(changes, name), sprite->has_pivot = 1;
    else if (strcmp(name, "layers") == 0) sprite->layers = (uint32_t)one->number;
    else if (strcmp(name, "collides_with") == 0) sprite->collides_with = (uint32_t)one->number;
    else if (strcmp(name, "fixed") == 0) sprite->fixed = yes;
    else if (strcmp(name, "sensor") == 0) sprite->sensor = yes;
    else if (strcmp(name, "continuous") == 0) sprite->continuous = yes;
    else if (strcmp(name, "exact") == 0) sprite->exact = yes;
    else if (strcmp(name, "one_way") == 0) sprite->one_way = one->kind == JSON_NULL ? 0 : (uint8_t)(1 + one->number);
    else if (strcmp(name, "data") == 0) sprite->data = (uint64_t)one->number;
    else CHECK(!"a value of a sprite");
  }
}

// ---- calls of masks

static bool play_mask(player *player, const char *name, const json *call) {
#define IS(word) (strcmp(name, word) == 0)
  bool found;
  hitmask_point way;
  hitmask_rect box;
  hitmask_real vector;
  uint64_t count;
  if (IS("mask")) {
    const char *as = json_get(call, "as")->text;
    CHECK(player->mask_count < MASKS && strlen(as) < sizeof player->names[0]);
    strcpy(player->names[player->mask_count], as);
    player->masks[player->mask_count++] = drawn(json_get(call, "text")->text);
    say(player, "null");
  } else if (IS("overlaps")) {
    OK(hitmask_mask_overlaps(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), &found));
    say_bool(player, found);
  } else if (IS("overlap_first")) {
    OK(hitmask_mask_overlap_first(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), &found, &way));
    say_point_if(player, found, way);
  } else if (IS("overlap_area")) {
    OK(hitmask_mask_overlap_area(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), &count));
    say(player, "%llu", (unsigned long long)count);
  } else if (IS("overlap_bounds")) {
    OK(hitmask_mask_overlap_bounds(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), &box));
    say_rect(player, box);
  } else if (IS("overlap_normal")) {
    OK(hitmask_mask_overlap_normal(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), &found, &vector));
    if (found) {
      say_real(player, vector);
    } else {
      say(player, "null");
    }
  } else if (IS("penetration")) {
    OK(hitmask_mask_penetration(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), &found, &way));
    say_point_if(player, found, way);
  } else if (IS("penetration_along")) {
    OK(hitmask_mask_penetration_along(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), XY(point(call, "direction")),
                                      &found, &way));
    say_point_if(player, found, way);
  } else if (IS("nearest_free")) {
    OK(hitmask_mask_nearest_free(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")),
                                 (uint32_t)number(call, "limit"), NULL, &found, &way));
    say_point_if(player, found, way);
  } else if (IS("nearest_free_within")) {
    hitmask_rect within = rect(call, "within");
    OK(hitmask_mask_nearest_free(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "at")), (uint32_t)number(call, "limit"), &within,
                                 &found, &way));
    say_point_if(player, found, way);
  } else if (IS("remainder")) {
    hitmask_real rest = {0, 0};
    say(player, "{\"moves\":[");
    for (const json *by = json_get(call, "moves")->first; by != NULL; by = by->next) {
      OK(hitmask_remainder_take(&rest, json_at(by, 0)->number, json_at(by, 1)->number, &way));
      say_point(player, way);
      say(player, by->next ? "," : "],\"rest\":");
    }
    say_real(player, rest);
    say(player, "}");
  } else if (IS("sweep")) {
    hitmask_sweep_hit hit;
    OK(hitmask_mask_sweep(mask(player, call, "a"), mask(player, call, "b"), XY(point(call, "start")), XY(point(call, "end")), &hit));
    say(player, "{\"started_inside\":%s,\"hit\":", hit.started_inside ? "true" : "false");
    if (hit.hit) {
      say(player, "{\"at\":[%d,%d],\"step\":%u,\"before\":", hit.first.x, hit.first.y, hit.step);
      say_point_if(player, !hit.started_inside, hit.before);
      say(player, ",\"normal\":");
      say_real(player, hit.normal);
      say(player, "}}");
    } else {
      say(player, "null}");
    }
  } else if (IS("cast_ray")) {
    hitmask_ray_hit hit;
    OK(hitmask_mask_cast_ray(mask(player, call, "mask"), XY(point(call, "start")), XY(point(call, "end")), &hit));
    say_ray(player, hit, false);
  } else if (IS("count")) {
    OK(hitmask_mask_count(mask(player, call, "mask"), &count));
    say(player, "%llu", (unsigned long long)count);
  } else if (IS("bounds")) {
    OK(hitmask_mask_bounds(mask(player, call, "mask"), &box));
    say_rect(player, box);
  } else if (IS("centroid")) {
    OK(hitmask_mask_centroid(mask(player, call, "mask"), &found, &vector));
    if (found) {
      say_real(player, vector);
    } else {
      say(player, "null");
    }
  } else {
    return false;
  }
  return true;
}

// ---- calls that change a world

static void say_contacts(player *player, const hitmask_contact *contacts, size_t count) {
  say(player, "[");
  for (size_t i = 0; i < count; i++) {
    hitmask_point way;
    OK(hitmask_world_penetrations(player->world, &contacts[i].pair, 1, &way));
    if (i) say(player, ",");
    say_contact(player, contacts[i], way);
  }
  say(player, "]");
}

static bool play_world(player *player, const char *name, const json *call) {
  hitmask_world *world = player->world;
  hitmask_sprite sprite;
  hitmask_step step;
  hitmask_point way;
  hitmask_contact contacts[IDS];
  uint64_t one;
  size_t count;
  bool found;
  if (IS("add_mask")) {
    OK(hitmask_world_add_mask(world, mask(player, call, "mask"), &one));
    say(player, "%u", hitmask_mask_id_slot(one));
  } else if (IS("spawn")) {
    OK(hitmask_sprite_init(&sprite, mask_id(player, call), XY(place(call, "position"))));
    change(&sprite, json_get(call, "options"));
    OK(hitmask_world_spawn(world, &sprite, 1, &one));
    say(player, "%u", hitmask_id_slot(one));
  } else if (IS("set")) {
    one = id(player, call, "id");
    OK(hitmask_world_get(world, one, &sprite));
    change(&sprite, json_get(call, "changes"));
    OK(hitmask_world_set(world, &one, &sprite, 1));
    say(player, "null");
  } else if (IS("get")) {
    OK(hitmask_world_get(world, id(player, call, "id"), &sprite));
    say(player, "{\"mask\":%u,\"position\":[%d,%d]", hitmask_mask_id_slot(sprite.mask), sprite.position.x, sprite.position.y);
    const uint8_t flags[] = {sprite.flip_x, sprite.flip_y, sprite.fixed, sprite.sensor, sprite.continuous, sprite.exact};
    const char *names[] = {"flip_x", "flip_y", "fixed", "sensor", "continuous", "exact"};
    for (int i = 0; i < 6; i++) say(player, ",\"%s\":%s", names[i], flags[i] ? "true" : "false");
    say(player, ",\"turn\":%d,\"angle\":%.17g,\"data\":%llu", sprite.turn, sprite.angle, (unsigned long long)sprite.data);
    say(player, ",\"layers\":%u,\"collides_with\":%u,\"scale\":", sprite.layers, sprite.collides_with);
    say_real(player, sprite.scale);
    say(player, ",\"pivot\":");
    say_point_if(player, sprite.has_pivot, sprite.pivot);
    say(player, sprite.one_way ? ",\"one_way\":%d}" : ",\"one_way\":null}", sprite.one_way - 1);
  } else if (IS("move_to")) {
    OK(hitmask_world_move_to(world, id(player, call, "id"), XY(place(call, "position"))));
    say(player, "null");
  } else if (IS("jump_to")) {
    one = id(player, call, "id"), way = place(call, "position");
    OK(hitmask_world_jump_to(world, &one, &way, 1));
    say(player, "null");
  } else if (IS("move_by")) {
    OK(hitmask_world_move_by(world, id(player, call, "id"), XY(point(call, "by"))));
    say(player, "null");
  } else if (IS("despawn")) {
    OK(hitmask_world_despawn(world, id(player, call, "id")));
    say(player, "null");
  } else if (IS("step")) {
    OK(hitmask_world_step(world, &step));
    say(player, "{\"pairs\":");
    say_pairs(player, step.pairs, step.pair_count);
    say(player, ",\"began\":");
    say_pairs(player, step.began, step.began_count);
    say(player, ",\"ended\":");
    say_pairs(player, step.ended, step.ended_count);
    say(player, "}");
  } else if (IS("began_between")) {
    hitmask_pair pairs[IDS];
    OK(hitmask_world_step(world, &step));
    OK(hitmask_world_began_between(world, (uint32_t)number(call, "layers_a"), (uint32_t)number(call, "layers_b"), pairs, IDS, &count));
    CHECK(count <= IDS);
    say_pairs(player, pairs, count);
  } else if (IS("contacts")) {
    OK(hitmask_world_step(world, &step));
    CHECK(step.pair_count <= IDS);
    OK(hitmask_world_contacts(world, step.pairs, step.pair_count, contacts));
    say_contacts(player, contacts, step.pair_count);
  } else if (IS("contacts_of")) {
    OK(hitmask_world_step(world, &step));
    OK(hitmask_world_contacts_of(world, id(player, call, "id"), contacts, IDS, &count));
    CHECK(count <= IDS);
    say_contacts(player, contacts, count);
  } else if (IS("impact")) {
    hitmask_pair pair = {id(player, call, "a"), id(player, call, "b")};
    hitmask_impact impact;
    OK(hitmask_world_step(world, &step));
    OK(hitmask_world_impacts(world, &pair, 1, &impact));
    if (impact.contact.area == 0) {
      say(player, "null");
      return true;
    }
    say(player, "{\"a\":%u,\"b\":%u,\"share\":%.17g,\"places\":[", hitmask_id_slot(pair.a), hitmask_id_slot(pair.b), impact.share);
    say_point(player, impact.places[0]);
    say(player, ",");
    say_point(player, impact.places[1]);
    say(player, "],\"before\":");
    if (impact.has_before) {
      say(player, "[[%d,%d],[%d,%d]]", impact.before[0].x, impact.before[0].y, impact.before[1].x, impact.before[1].y);
    } else {
      say(player, "null");
    }
    say(player, ",\"contact\":");
    say_contact(player, impact.contact, impact.penetration);
    say(player, "}");
  } else if (IS("data")) {
    one = id(player, call, "id");
    if (one == 0) {
      say(player, "null");
    } else {
      OK(hitmask_world_get(world, one, &sprite));
      say(player, "%llu", (unsigned long long)sprite.data);
    }
  } else if (IS("positions")) {
    hitmask_point places[IDS];
    OK(hitmask_world_positions_by_slot(world, places, IDS, &count));
    CHECK(count <= IDS);
    say(player, "[");
    for (size_t i = 0; i < count; i++) {
      if (i) say(player, ",");
      say_point(player, places[i]);
    }
    say(player, "]");
  } else if (IS("draw_on_mask") || IS("erase_from_mask")) {
    bool solid = IS("draw_on_mask");
    if (json_get(call, "circle") != NULL) {
      double radius = json_at(json_get(call, "circle"), 2)->number;
      OK(hitmask_world_fill_circle(world, mask_id(player, call), XY(real(call, "circle")), radius, solid));
    } else {
      OK(hitmask_world_fill_rect(world, mask_id(player, call), BOX(rect(call, "rect")), solid));
    }
    say(player, "null");
  } else if (IS("mask_count")) {
    hitmask_mask *shared;
    OK(hitmask_world_mask(world, mask_id(player, call), &shared));
    OK(hitmask_mask_count(shared, &one));
    hitmask_mask_free(shared);
    say(player, "%llu", (unsigned long long)one);
  } else if (IS("bytes")) {
    OK(hitmask_world_to_bytes(world, NULL, 0, &count));
    uint8_t *bytes = malloc(count);
    OK(hitmask_world_to_bytes(world, bytes, count, &count));
    uint32_t hash = 0x811c9dc5;
    for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x01000193;
    free(bytes);
    say(player, "[%zu,%u]", count, hash);
  } else if (IS("move_until")) {
    const char *word = json_get(call, "motion")->text;
    hitmask_motion motion = {.layers = layers(call), .has_layers = layers(call) != 0};
    motion.reaction = strcmp(word, "stop") == 0 ? HITMASK_STOP : strcmp(word, "slide") == 0 ? HITMASK_SLIDE : HITMASK_WALK;
    if (motion.reaction == HITMASK_WALK) {
      motion.step_up = (uint32_t)number(call, "step_up"), motion.step_down = (uint32_t)number(call, "step_down");
    }
    hitmask_moved moved;
    OK(hitmask_world_move_until(world, id(player, call, "id"), XY(place(call, "to")), &motion, &moved));
    say(player, "{\"at\":[%d,%d],\"hits\":[", moved.at.x, moved.at.y);
    for (size_t i = 0; i < moved.hit_count; i++) {
      if (i) say(player, ",");
      say_sweep(player, moved.hits[i]);
    }
    say(player, "],\"started_inside\":");
    say_ids(player, moved.started_inside, moved.started_inside_count);
    say(player, ",\"blocked\":{\"left\":%s", moved.blocked_left ? "true" : "false");
    say(player, ",\"right\":%s", moved.blocked_right ? "true" : "false");
    say(player, ",\"up\":%s", moved.blocked_up ? "true" : "false");
    say(player, ",\"down\":%s}}", moved.blocked_down ? "true" : "false");
  } else if (IS("push_out")) {
    OK(hitmask_world_push_out(world, id(player, call, "id"), (uint32_t)number(call, "limit"), NULL, NULL, &found, &way));
    say_point_if(player, found, way);
  } else if (IS("push_out_along")) {
    hitmask_point along = point(call, "direction");
    OK(hitmask_world_push_out(world, id(player, call, "id"), (uint32_t)number(call, "limit"), &along, NULL, &found, &way));
    say_point_if(player, found, way);
  } else if (IS("carry")) {
    const json *given = json_get(call, "riders");
    bool is_given = given != NULL && given->kind == JSON_LIST;
    uint64_t riders[IDS];
    size_t rider_count = is_given ? json_count(given) : 0;
    for (size_t i = 0; i < rider_count; i++) riders[i] = at_slot(player, json_at(given, i)->number);
    hitmask_carried carried;
    OK(hitmask_world_carry(world, id(player, call, "id"), XY(place(call, "to")), is_given ? riders : NULL, rider_count, &carried));
    say(player, "{\"riders\":");
    say_ids(player, carried.riders, carried.rider_count);
    say(player, ",\"pushed\":");
    say_ids(player, carried.pushed, carried.pushed_count);
    say(player, ",\"crushed\":");
    say_ids(player, carried.crushed, carried.crushed_count);
    say(player, "}");
  } else {
    return false;
  }
  return true;
}

// ---- queries

static bool play_query(player *player, const char *name, const json *call) {
  hitmask_world *world = player->world;
  OK(hitmask_world_refresh(world));
  const hitmask_query query = {.layers = layers(call), .has_layers = layers(call) != 0, .with_sensors = sensors(call)}, *on = &query;
  hitmask_who who = {0};
  uint64_t ids[IDS];
  hitmask_ray_hit rays[IDS];
  hitmask_swept swept;
  hitmask_point way = {0, 0};
  size_t count;
  bool found;
  if (IS("contact")) {
    hitmask_contact contact;
    uint64_t a = id(player, call, "a"), b = id(player, call, "b");
    OK(hitmask_world_contact(world, a, b, &contact));
    OK(hitmask_world_penetration(world, a, b, &found, &way));
    CHECK(found == (contact.area > 0));
    say_contact(player, contact, way);
  } else if (IS("overlapping")) {
    OK(hitmask_world_overlapping(world, id(player, call, "id"), on, ids, IDS, &count));
    say_ids(player, ids, count);
  } else if (IS("find")) {
    const json *shape;
    if (json_get(call, "point") != NULL) {
      OK(hitmask_world_find_point(world, XY(point(call, "point")), on, ids, IDS, &count));
    } else if (json_get(call, "rect") != NULL) {
      OK(hitmask_world_find_rect(world, BOX(rect(call, "rect")), on, ids, IDS, &count));
    } else if ((shape = json_get(call, "circle")) != NULL) {
      OK(hitmask_world_find_circle(world, XY(real(call, "circle")), json_at(shape, 2)->number, on, ids, IDS, &count));
    } else if ((shape = json_get(call, "line")) != NULL) {
      hitmask_point to = at((int32_t)json_at(shape, 2)->number, (int32_t)json_at(shape, 3)->number);
      OK(hitmask_world_find_line(world, XY(point(call, "line")), XY(to), on, ids, IDS, &count));
    } else {
      shape = json_get(call, "polygon");
      hitmask_real corners[IDS];
      size_t corner_count = json_count(shape);
      CHECK(corner_count <= IDS);
      for (size_t i = 0; i < corner_count; i++) {
        const json *corner = json_at(shape, i);
        corners[i] = (hitmask_real){json_at(corner, 0)->number, json_at(corner, 1)->number};
      }
      OK(hitmask_world_find_polygon(world, corners, corner_count, on, ids, IDS, &count));
    }
    say_ids(player, ids, count);
  } else if (IS("nearest")) {
    hitmask_near near[IDS];
    OK(hitmask_world_nearest(world, XY(point(call, "point")), on, near, (size_t)number(call, "count"), &count));
    say(player, "[");
    for (size_t i = 0; i < count; i++) {
      say(player, "%s{\"id\":%u,\"distance\":%.17g}", i ? "," : "", hitmask_id_slot(near[i].id), near[i].distance);
    }
    say(player, "]");
  } else if (IS("cast_ray_world")) {
    OK(hitmask_world_cast_ray(world, XY(point(call, "start")), XY(point(call, "end")), on, rays));
    say_ray(player, rays[0], true);
  } else if (IS("cast_ray_all")) {
    OK(hitmask_world_cast_ray_all(world, XY(point(call, "start")), XY(point(call, "end")), on, rays, IDS, &count));
    say(player, "[");
    for (size_t i = 0; i < count; i++) {
      if (i) say(player, ",");
      say_ray(player, rays[i], true);
    }
    say(player, "]");
  } else if (IS("sweep_world")) {
    who.id = id(player, call, "id");
    OK(hitmask_world_sweep(world, &who, XY(place(call, "to")), on, &swept));
    say(player, "{\"at\":[%d,%d],\"hit\":", swept.at.x, swept.at.y);
    say_sweep(player, swept.hit);
    say(player, swept.started_inside ? ",\"started_inside\":%u}" : ",\"started_inside\":null}", hitmask_id_slot(swept.started_inside));
  } else if (IS("sweep_shape")) {
    who = (hitmask_who){.mask = mask(player, call, "mask"), .at = place(call, "position"), .has_at = true};
    OK(hitmask_world_sweep(world, &who, XY(place(call, "to")), on, &swept));
    say(player, "{\"at\":[%d,%d],\"hit\":", swept.at.x, swept.at.y);
    say_sweep(player, swept.hit);
    say(player, "}");
  } else if (IS("is_free")) {
    who = who_at(id(player, call, "id"), XY(place(call, "position")));
    OK(hitmask_world_is_free(world, &who, on, &found));
    say_bool(player, found);
  } else if (IS("is_free_as") || IS("nearest_free_as")) {
    who.id = id(player, call, "id");
    OK(hitmask_world_get(world, who.id, &who.sprite));
    change(&who.sprite, json_get(call, "changes"));
    if (IS("is_free_as")) {
      OK(hitmask_world_is_free(world, &who, on, &found));
      say_bool(player, found);
    } else {
      OK(hitmask_world_nearest_free(world, &who, (uint32_t)number(call, "limit"), NULL, on, &found, &way));
      say_point_if(player, found, way);
    }
  } else if (IS("nearest_free_world")) {
    who = who_at(id(player, call, "id"), XY(place(call, "position")));
    OK(hitmask_world_nearest_free(world, &who, (uint32_t)number(call, "limit"), NULL, on, &found, &way));
    say_point_if(player, found, way);
  } else if (IS("touching")) {
    OK(hitmask_world_touching(world, id(player, call, "id"), XY(point(call, "by")), on, ids, IDS, &count));
    say_ids(player, ids, count);
  } else {
    return false;
  }
  return true;
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL);
  char *text = calloc(1, 1 << 20);
  size_t length = fread(text, 1, (1 << 20) - 1, file);
  CHECK(length > 0 && length < (1 << 20) - 1);
  fclose(file);
  return text;
}

static void play(const char *path) {
  char *text = contents(path);
  json *script = json_read(text);
  free(text);
  player *player = calloc(1, sizeof *player);
  OK(hitmask_world_new(&player->world));
  int number = 0;
  for (const json *call = script->first; call != NULL; call = call->next, number++) {
    const char *name = json_get(call, "call")->text;
    player->answer[0] = 0;
    if (!play_mask(player, name, call) && !play_world(player, name, call) && !play_query(player, name, call)) {
      fprintf(stderr, "call %d: %s is unknown\n", number, name);
      exit(1);
    }
    json *answer = json_read(player->answer);
    if (!json_equal(answer, json_get(call, "answer"))) {
      fprintf(stderr, "%s: call %d, %s: got %s\n", path, number, name, player->answer);
      exit(1);
    }
    json_free(answer);
  }
  CHECK(number >= 50);
  for (int i = 0; i < player->mask_count; i++) hitmask_mask_free(player->masks[i]);
  hitmask_world_free(player->world);
  free(player);
  json_free(script);
}

void test_calls(const char *folder) {
  const char *names[] = {"script.json", "motion.json"};
  for (int i = 0; i < 2; i++) {
    char path[1024];
    CHECK((size_t)snprintf(path, sizeof path, "%s/%s", folder, names[i]) < sizeof path);
    play(path);
  }
}

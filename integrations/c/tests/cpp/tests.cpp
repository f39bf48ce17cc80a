// The header for C++: objects, exceptions, lists.
#include "hitmask.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

#define CHECK(fact)                                                                                                                         \
  do {                                                                                                                                      \
    if (!(fact)) {                                                                                                                          \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #fact);                                                               \
      std::exit(1);                                                                                                                         \
    }                                                                                                                                       \
  } while (0)

using namespace hitmask;

template <class Call> hitmask_status status_of(Call call, const char *part) {
  try {
    call();
  } catch (const error &error) {
    CHECK(std::string(error.what()).find(part) != std::string::npos);
    return error.status;
  }
  return HITMASK_OK;
}

static void masks() {
  mask ring = mask::from_text("####\n#..#\n#..#\n####"), dot = mask::filled(1, 1);
  CHECK(ring.count() == 12 && ring.width() == 4 && ring.bounds().height == 4 && ring.centroid()->x == 1.5);
  CHECK(!ring.overlaps(dot, {1, 1}) && ring.overlaps(dot, {3, 1}));
  CHECK(ring.overlap_first(dot, {3, 1})->x == 3 && !ring.overlap_first(dot, {1, 1}));
  CHECK(ring.penetration(dot, {3, 1})->x == -1 && ring.nearest_free(dot, {3, 1}, 9)->x == 2);
  CHECK(ring.penetration_along(dot, {3, 1}, {1, 0})->x == 1);
  CHECK(ring.cast_ray({-2, 1}, {9, 1}).step == 2 && ring.sweep(dot, {9, 1}, {0, 1}).first.x == 3);
  mask copy = ring;
  copy.invert();
  CHECK(copy.count() == 4 && ring.count() == 12);
  copy = std::move(ring);
  CHECK(copy.count() == 12);
  auto [cropped, at] = mask::from_text("...\n.#.").cropped();
  CHECK(cropped.width() == 1 && at.x == 1 && at.y == 1);
  CHECK(mask::from_bytes(copy.to_bytes()).count() == 12 && copy.component_bounds(false).size() == 1);
  std::vector<uint8_t> pixels(16, 255);
  CHECK(mask::from_rgba(pixels, 2, 2, 8).count() == 4);
  CHECK(status_of([&] { mask::from_rgba(pixels, 2, 3, 8); }, "") == HITMASK_INVALID);
  pixels[3] = 0;
  CHECK(mask::from_pixels(pixels, 2, 2).count() == 3);
  CHECK(mask::from_pixels(pixels, 2, 1, hitmask::pixel_layout(HITMASK_ARGB).stride(8)).count() == 2);
  CHECK(mask::from_pixels(pixels, 2, 2, hitmask::pixel_layout(HITMASK_BGRA).color_key(255, 255, 255)).count() == 0);
  CHECK(mask::from_pixels(pixels, 1, 2, hitmask::pixel_layout(HITMASK_BGR).stride(-8).luma_above(254)).count() == 2);
  CHECK(status_of([&] { mask::from_pixels(pixels, 2, 2, hitmask::pixel_layout().stride(7)); }, "stride must be at least 8 bytes") == HITMASK_INVALID);
  const uint8_t rows[] = {0x80, 0x01};
  CHECK(mask::from_bit_rows({rows, 2}, 8, 2).contains({7, 1}) && mask::from_bit_rows({rows, 2}, 8, 2, -1, false).contains({0, 0}));
  CHECK(status_of([&] { mask(INT32_MAX, INT32_MAX); }, "") == HITMASK_TOO_LARGE);
  CHECK(status_of([&] { mask(static_cast<uint32_t>(-5), 3); }, "width must be from 0 to 2^31 - 1, got -5") == HITMASK_OUT_OF_RANGE);
  // Larger than the first room of a list.
  mask noise(100, 1);
  for (int32_t x = 0; x < 100; x += 2) noise.set({x, 0});
  CHECK(noise.component_bounds(false).size() == 50 && noise.connected_components(false).size() == 50);
}

static void shapes() {
  mask two = mask::from_text("##..\n...#\n...#");
  CHECK(two.pixels().size() == 4 && two.runs().size() == 3 && two.moments().x == 7 && two.angle() < -30.0);
  CHECK(two.convex_hull().size() == 6 && two.outline()[0].x == 0 && two.contours().size() == 2);
  CHECK(two.contours()[1].points.size() == 4 && !two.contours()[1].is_hole);
  CHECK(two.contours(1, true).size() == 2);
  CHECK(two.detached_components({0, 2, 4, 1}, true)[0].first.count() == 2);
  CHECK(two.largest_component(false)->first.count() == 2 && !two.component_at({3, 0}, false));
  CHECK(two.transformed({2, 0, 5, 0, 1, 0}).second.x == 5 && two.convolve(mask::filled(1, 1)).count() == 4);
  CHECK(two.colliding_offsets(mask::filled(1, 1)).first.count() == 4);
  CHECK(two.overlaps_rect({3, 1, 9, 9}) && !two.overlaps_circle({1, 2}, 0.5) && two.nearest_free(two, {0, 0}, {9, {-9, -9, 30, 30}}));
}

static void worlds() {
  world game;
  mask_id box = game.add_mask(mask::filled(4, 4));
  sprite_id a = game.spawn(box, {0, 0}), b = game.spawn(box, {3, 2});
  auto [pairs, began, ended] = game.step();
  CHECK(pairs.size() == 1 && began[0].a == a && began[0].b == b && ended.empty());
  CHECK(game.contacts(pairs)[0].area == 2 && game.contact(b, a).normal.x > 0 && game.contacts_of(b)[0].pair.a == b);
  CHECK(game.began_between(1, 1).size() == 1 && game.overlapping(a) == std::vector<sprite_id>{b});
  world later = game;
  later.set_positions(std::vector<sprite_id>{a, b}, std::vector<point>{{0, 0}, {50, 0}});
  CHECK(later.step().ended.size() == 1 && game.step().pairs.size() == 1);
  later.set_positions(std::vector<sprite_id>{a}, std::vector<real>{{0.5, 1.5}});
  CHECK(later.sprite_of(a).position.x == 1 && later.sprite_of(a).position.y == 2);
  later.set_positions_by_slot(std::vector<real>{{0.5, 1.5}, {50, 0}});
  CHECK(status_of([&] { later.find_point({0, 0}); }, "hitmask_world_refresh") == HITMASK_NOT_REFRESHED);
  later.refresh();
  CHECK(later.find_point({1, 2}) == std::vector<sprite_id>{a} && later.find_rect({0, 0, 99, 9}).size() == 2);
  CHECK(later.find_circle({1, 2}, 3).size() == 1 && later.find_mask(mask::filled(2, 2), {0, 1}).size() == 1);
  CHECK(later.nearest({40, 0}, 5).size() == 2 && later.cast_ray({-5, 3}, {99, 3}).id == a);
  CHECK(later.sweep(a, {90, 2}).at.x == 46 && later.is_free(who(a).at({46, 0})) && later.touching(a, {46, 0}).size() == 1);
  hitmask_moved moved = later.move_until(a, {90, 2}, motion::slide());
  CHECK(moved.at.x == 46 && moved.hit_count == 1 && moved.hits[0].id == b && moved.blocked_right);
  later.move_to(a, {49, 0});
  CHECK(later.push_out(a, 9)->x == -3);
  CHECK(world::from_bytes(later.to_bytes()).size() == 2);
  mask square = mask::filled(4, 4);
  CHECK(world::from_bytes_with_masks(later.to_bytes_without_masks(), later.mask_ids(), std::vector<const mask *>{&square}).size() == 2);
  later.refresh();
  CHECK(later.collisions().empty() && later.bounds(a).width == 4 && later.shape(a).first.count() == 16);
  CHECK(later.cast_ray_all({-5, 1}, {99, 1}).size() == 2 && later.find_line({-5, 1}, {99, 1}).size() == 2);
  CHECK(later.find_polygon(std::vector<real>{{40, 0}, {60, 0}, {50, 9}}).size() == 2 && later.sweep(who(square, {0, 0}), {90, 0}).at.x == 42);
  CHECK(later.nearest_free(who(a).at({50, 0}), 9) && later.mask_point(a, {46.5, 1.5}).x == 0.5);
  remainder rest;
  CHECK(rest.take({0.3, 0}).x == 0 && rest.take({0.3, 0}).x == 1 && place({0.5, -0.6}).x == 1 && pixel({0.9, -0.1}).y == -1);
  CHECK(later.position(a).x == 46 && !later.shared_pixels(a, b) && later.carry(a, {46, 1}, std::vector<sprite_id>{}).rider_count == 0);
  later.move_to(a, {49, 0});
  later.refresh();
  CHECK(later.shared_pixels(a, b)->first.count() > 0);
  CHECK(later.touching(a, {0, 0}) == std::vector<sprite_id>{b});
  CHECK(later.push_out_many(std::vector<sprite_id>{a}, 9)[0].x == -3 && later.ids() == std::vector<sprite_id>({a, b}));
  later.refresh();
  sprite crouched = later.sprite_of(a);
  crouched.position.x = 49;
  CHECK(!later.is_free(who(a).as_if(crouched)) && later.nearest_free(who(a).as_if(crouched), 9)->x == 46 && !later.penetration(a, b));
  CHECK(later.cast_rays(std::vector<point>{{-5, 1}}, std::vector<point>{{99, 1}})[0].id == a && later.bytes().second == 0);
  CHECK(later.slot_count() == 2 && later.id_at(1) == b && id_slot(b) == 1 && later.positions_by_slot()[1].x == 50);
  CHECK(later.mask_id_at(0) == box && mask_id_slot(box) == 0);
  later.set_data(a, 7);
  CHECK(later.sprite_of(a).data == 7 && later.contains(a));
  later.despawn(a);
  CHECK(!later.contains(a));
  CHECK(status_of([&] { later.move_by(a, {1, 1}); }, "no sprite") == HITMASK_STALE);
  bool threw = false;
  try {
    later.set_positions(std::vector<sprite_id>{b, b}, std::vector<point>{{0, 0}});
  } catch (const std::invalid_argument &) {
    threw = true;
  }
  CHECK(threw);
}

// Options, and what a query asks about.
static void options() {
  world game;
  mask_id box = game.add_mask(mask::filled(4, 4)), tall = game.add_mask(mask::filled(4, 8));
  sprite values = game.default_sprite(box, {20, 0});
  values.layers = 2;
  values.collides_with = 1;
  sprite_id a = game.spawn(box, {0, 0}), b = game.spawn(values);
  values.sensor = 1;
  values.position.x = 10;
  sprite_id coin = game.spawn(values);
  game.refresh();
  CHECK(game.find_rect({0, 0, 99, 9}).size() == 3 && game.find_rect({0, 0, 99, 9}, query().on_layers(2).without(b)) == std::vector<sprite_id>{coin});
  CHECK(game.nearest({0, 0}, 1, query().without(a))[0].id == coin && game.find_point({0, 0}, query().on_layers(0)).empty());
  CHECK(game.cast_ray({5, 1}, {90, 1}).id == b && game.cast_ray({5, 1}, {90, 1}, query().with_sensors()).id == coin);
  mask dot = mask::filled(1, 1);
  CHECK(game.sweep(who(dot, {20, 0}), {0, 9}).hit.hit == 0 && game.sweep(who(dot, {20, 0}), {0, 9}, query().hit_from_inside()).hit.id == b);
  sprite taller = game.sprite_of(a);
  taller.mask = tall;
  CHECK(game.is_free(who(a).as_if(taller)) && !game.is_free(taller) && game.is_free(a) && game.shape(taller).first.height() == 8);
  CHECK(status_of([&] { game.is_free(who(a).as_if({})); }, "") == HITMASK_OK && status_of([&] { game.is_free(0); }, "who must") == HITMASK_INVALID);
  CHECK(game.move_until(a, {30, 0}, motion::stop().with_sensors()).at.x == 6 && game.move_until(a, {14, 0}).at.x == 14);
  CHECK(game.move_until(a, {90, 0}, motion::walk(1, 1).on_layers(1)).at.x == 90);
  game.move_to(a, {19, 0});
  CHECK(game.move_until(a, {0, 0}, motion::slide().hit_from_inside()).at.x == 19 && game.push_out(a, 9, point{0, -1})->y == -4);
  game.move_to(a, {19, 0});
  CHECK(game.push_out_many(std::vector<sprite_id>{a}, {9, {18, 0, 99, 99}})[0].y == 4);
  values = game.sprite_of(b);
  values.collides_with = 4;
  game.set(b, values);
  CHECK(game.one_sided_layers().size() == 1 && game.one_sided_layers()[0].b == b);
  hitmask_limits limits = game.limits();
  limits.pairs = 7;
  game.set_limits(limits);
  CHECK(game.limits().pairs == 7 && !game.limits().has_parallel_from);
  game.set_angle_steps(box, 0);
  game.set_angle_steps(box, 8);
  values = game.sprite_of(a);
  values.angle = 50;
  values.continuous = 1;
  game.set(a, values);
  game.set_last_place(a, {10, 50});
  game.move_to(a, {10, -50});
  CHECK(game.step().pairs.size() == 1 && game.pairs_between(1, 2).size() == 1);
  double turned = game.draw_transform(a)[0];
  CHECK(turned > 0.7071 && turned < 0.7072); // the cosine of 45 degrees, the nearest of 8 angles
  hitmask_impact impact = game.first_impact(a);
  CHECK(other(impact.contact.pair, a) == coin && place_of(impact, a)->y < before_of(impact, a)->y && place_of(impact, coin)->x == 10);
  CHECK(!place_of(impact, b) && !before_of(impact, b) && other(impact.contact.pair, b) == 0);
}

static void terrain() {
  world game;
  mask_id plank = game.add_mask(mask::filled(20, 4));
  sprite_id a = game.spawn(plank, {0, 0}), b = game.spawn(plank, {0, 10});
  mask_id own = game.own_mask(a);
  game.fill_line(own, {0, 0}, {19, 0}, false);
  game.fill_polygon(own, std::vector<real>{{0, 0}, {2, 0}, {2, 4}, {0, 4}}, false);
  CHECK(own != plank && game.mask_of(own).count() == 54 && game.mask_of(plank).count() == 80);
  CHECK(game.erase_point({0, 10}) == std::vector<sprite_id>{b} && game.erase_point({0, 10}).empty());
  CHECK(game.erase_rect({10, 0, 1, 99}).size() == 2 && game.erase_circle({5, 12}, 1).size() == 1);
  CHECK(game.erase_line({7, 0}, {7, 5}, 2).empty() && game.erase_line({3, 0}, {3, 5}).size() == 1);
  CHECK(game.erase_polygon(std::vector<real>{{0, 9}, {2, 9}, {2, 19}}).size() == 1 && game.erase_mask(mask::filled(1, 1), {19, 1}).size() == 1);
  CHECK(game.split(b).size() == 2 && game.size() == 4);
  CHECK(status_of([&] { game.split(99); }, "99 is not an id") == HITMASK_STALE);
  CHECK(game.despawn_many(std::vector<sprite_id>{a, b, a, 99}) == 2);
  game.clear();
  CHECK(game.size() == 0);
}

static void pictures() {
  mask half = mask::from_text("#.");
  CHECK(half.to_alpha() == std::vector<uint8_t>({255, 0}) && half.to_bits() == std::vector<uint8_t>{1});
  std::vector<uint8_t> picture = half.to_rgba({1, 2, 3, 4}, {5, 6, 7, 8});
  CHECK(picture == std::vector<uint8_t>({1, 2, 3, 4, 5, 6, 7, 8}));
  half.clear_alpha(picture.data(), picture.size(), 8);
  CHECK(picture == std::vector<uint8_t>({1, 2, 3, 4, 5, 6, 7, 0}));
  mask two = mask::from_text("##..\n...#\n...#");
  CHECK(mask::from_contours(4, 3, two.contours()).count() == 4);
  CHECK(abi_version() == HITMASK_ABI_VERSION && std::string(version()) == hitmask_version());
}

// A sprite stands as its picture is drawn, and the world tells the map that draws it.
static void drawn() {
  world game;
  mask_id plank = game.add_mask(mask::filled(40, 4));
  sprite values = game.default_sprite(plank, {0, 0});
  set_transform(values, 40, 4, compose({50, 50}, 90, {3, 1}, {20, 2}));
  CHECK(values.has_transform && values.transform.c == 3 && values.transform.b == -1 && values.position.x == 52 && values.position.y == -10);
  sprite_id id = game.spawn(values);
  game.refresh();
  CHECK(game.bounds(id).width == 4 && game.bounds(id).height == 120);
  CHECK(game.draw_transform(id) == (std::array<double, 6>{0, -1, 52, 3, 0, -10}));
  CHECK(compose({5, 6}, 0, {2, 3}, {0, 1}, {0.5, 0}) == (std::array<double, 6>{2, 1, 4, 0, 3, 3}));
  set_transform(values, 40, 4, {1, 0.5, 5.25, 0, 1, 6});
  CHECK(values.transform.b == 0.5 && values.fraction.x == 0.25 && values.position.y == 6);
  set_transform(values, 40, 4, game.draw_transform(id));
  CHECK(values.transform.c == 3 && values.fraction.x == 0 && values.position.x == 52);
  set_transform(values, 40, 4, {1, 0, 5, 0, 1, 6});
  CHECK(values.position.x == 5 && values.position.y == 6 && values.turn == 0 && !values.has_transform);
  values.has_origin = 1, values.origin = {20, 2}, values.fraction = {0.5, 0};
  game.set(id, values);
  game.refresh();
  CHECK(game.draw_transform(id) == (std::array<double, 6>{1, 0, -14, 0, 1, 4}));
  CHECK(status_of([&] { game.spawn(id, {0, 0}); }, "is the id of a sprite") == HITMASK_STALE);
  CHECK(status_of([&] { game.move_to(plank, {0, 0}); }, "is the id of a mask") == HITMASK_STALE);
  values.transform = linear{2, 0, 0, 2}, values.has_transform = 1;
  CHECK(status_of([&] { game.set(id, values); }, "a sprite with a transform has no `origin`") == HITMASK_INVALID);
  values.turn = 9;
  CHECK(status_of([&] { game.set(id, values); }, "turn must be from 0 to 3") == HITMASK_INVALID);
  CHECK(status_of([&] { game.draw_transform(99); }, "99 is not an id") == HITMASK_STALE);
  CHECK(status_of([&] { set_transform(values, 40, 4, {1, 1, 0, 1, 1, 0}); }, "m must have finite numbers") == HITMASK_INVALID);
}

int main() {
  masks();
  drawn();
  shapes();
  worlds();
  options();
  terrain();
  pictures();
  std::puts("the tests in C++ passed");
}

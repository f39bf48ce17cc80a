// hitmask: pixel-perfect collision for 2D sprites, for C++17.
//
// Objects that free themselves, exceptions instead of statuses, and lists by pointer and count. There is no logic here: hitmask.h says what
// each call does. A call that is missing here takes `get()`, the object of C.
#ifndef HITMASK_HPP
#define HITMASK_HPP

#include "hitmask.h"

#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmask {

using point = hitmask_point;
using real = hitmask_real;
using rect = hitmask_rect;
using pair = hitmask_pair;
using sprite = hitmask_sprite;

// All layers, and the ids of the header.
constexpr uint32_t all_layers = UINT32_MAX;
using id = uint64_t;
using mask_id = uint64_t;

// A call that failed. `what()` says why.
class error : public std::runtime_error {
public:
  explicit error(hitmask_status status) : std::runtime_error(hitmask_last_error()), status(status) {}
  hitmask_status status;
};

inline void check(hitmask_status status) {
  if (status != HITMASK_OK) throw error(status);
}

// A list that somebody else owns. Vectors and arrays are taken as they are.
template <class T> class span {
public:
  constexpr span() = default;
  constexpr span(const T *data, size_t size) : data_(data), size_(size) {}
  template <size_t N> constexpr span(const T (&list)[N]) : data_(list), size_(N) {}
  span(const std::vector<T> &list) : data_(list.data()), size_(list.size()) {}
  constexpr const T *data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T *begin() const { return data_; }
  constexpr const T *end() const { return data_ + size_; }
  constexpr const T &operator[](size_t index) const { return data_[index]; }

private:
  const T *data_ = nullptr;
  size_t size_ = 0;
};

namespace detail {

// Calls `write(list, capacity, &count)` until the list has room for all.
template <class T, class Write> std::vector<T> list(Write write) {
  std::vector<T> values(16);
  for (;;) {
    size_t count = 0;
    check(write(values.data(), values.size(), &count));
    bool fits = count <= values.size();
    values.resize(count);
    if (fits) return values;
  }
}

inline void same_size(size_t one, size_t other) {
  if (one != other) throw std::invalid_argument("hitmask: lists must have equal sizes, got " + std::to_string(one) + " and " + std::to_string(other));
}

} // namespace detail

class mask {
public:
  mask(uint32_t width, uint32_t height) { make([&](auto to) { return hitmask_mask_new(width, height, to); }); }
  // Takes an object of C. It is freed with this one.
  explicit mask(hitmask_mask *taken) : object(taken) {}
  mask(const mask &other) { make([&](auto to) { return hitmask_mask_copy(other.get(), to); }); }
  mask(mask &&) noexcept = default;
  mask &operator=(mask other) noexcept {
    object = std::move(other.object);
    return *this;
  }

  static mask filled(uint32_t width, uint32_t height) { return made([&](auto to) { return hitmask_mask_filled(width, height, to); }); }
  static mask from_rgba(span<uint8_t> pixels, uint32_t width, uint32_t height, size_t stride, uint8_t alpha_above = 127) {
    return made([&](auto to) { return hitmask_mask_from_rgba(pixels.data(), pixels.size(), width, height, stride, alpha_above, to); });
  }
  static mask from_alpha(span<uint8_t> pixels, uint32_t width, uint32_t height, size_t stride, uint8_t alpha_above = 127) {
    return made([&](auto to) { return hitmask_mask_from_alpha(pixels.data(), pixels.size(), width, height, stride, alpha_above, to); });
  }
  static mask from_color_key(span<uint8_t> pixels, uint32_t width, uint32_t height, size_t stride, const uint8_t (&key)[3]) {
    return made([&](auto to) { return hitmask_mask_from_color_key(pixels.data(), pixels.size(), width, height, stride, key, to); });
  }
  static mask from_bits(span<uint8_t> bits, uint32_t width, uint32_t height) {
    return made([&](auto to) { return hitmask_mask_from_bits(bits.data(), bits.size(), width, height, to); });
  }
  static mask from_text(std::string_view text) {
    auto bytes = reinterpret_cast<const uint8_t *>(text.data());
    return made([&](auto to) { return hitmask_mask_from_text(bytes, text.size(), to); });
  }
  static mask from_bytes(span<uint8_t> bytes) {
    return made([&](auto to) { return hitmask_mask_from_bytes(bytes.data(), bytes.size(), to); });
  }
  std::vector<uint8_t> to_bytes() const {
    return detail::list<uint8_t>([&](auto to, auto capacity, auto count) { return hitmask_mask_to_bytes(get(), to, capacity, count); });
  }

  uint32_t width() const { return size().first; }
  uint32_t height() const { return size().second; }
  std::pair<uint32_t, uint32_t> size() const {
    uint32_t width, height;
    check(hitmask_mask_size(get(), &width, &height));
    return {width, height};
  }
  bool contains(point at) const { return asked<bool>([&](auto to) { return hitmask_mask_contains(get(), at.x, at.y, to); }); }
  uint64_t count() const { return asked<uint64_t>([&](auto to) { return hitmask_mask_count(get(), to); }); }
  rect bounds() const { return asked<rect>([&](auto to) { return hitmask_mask_bounds(get(), to); }); }
  std::optional<real> centroid() const { return if_found<real>([&](auto found, auto to) { return hitmask_mask_centroid(get(), found, to); }); }

  bool overlaps(const mask &other, point at) const {
    return asked<bool>([&](auto to) { return hitmask_mask_overlaps(get(), other.get(), at.x, at.y, to); });
  }
  std::optional<point> overlap_first(const mask &other, point at) const {
    return if_found<point>([&](auto found, auto to) { return hitmask_mask_overlap_first(get(), other.get(), at.x, at.y, found, to); });
  }
  uint64_t overlap_area(const mask &other, point at) const {
    return asked<uint64_t>([&](auto to) { return hitmask_mask_overlap_area(get(), other.get(), at.x, at.y, to); });
  }
  rect overlap_bounds(const mask &other, point at) const {
    return asked<rect>([&](auto to) { return hitmask_mask_overlap_bounds(get(), other.get(), at.x, at.y, to); });
  }
  mask overlap_mask(const mask &other, point at) const {
    return made([&](auto to) { return hitmask_mask_overlap_mask(get(), other.get(), at.x, at.y, to); });
  }
  std::optional<real> overlap_normal(const mask &other, point at) const {
    return if_found<real>([&](auto found, auto to) { return hitmask_mask_overlap_normal(get(), other.get(), at.x, at.y, found, to); });
  }
  std::optional<point> penetration(const mask &other, point at) const {
    return if_found<point>([&](auto found, auto to) { return hitmask_mask_penetration(get(), other.get(), at.x, at.y, found, to); });
  }
  std::optional<point> penetration_along(const mask &other, point at, point direction) const {
    return if_found<point>([&](auto found, auto to) { return hitmask_mask_penetration_along(get(), other.get(), at.x, at.y, direction.x, direction.y, found, to); });
  }
  std::optional<point> nearest_free(const mask &other, point at, uint32_t limit) const {
    return if_found<point>([&](auto found, auto to) { return hitmask_mask_nearest_free(get(), other.get(), at.x, at.y, limit, found, to); });
  }
  hitmask_ray_hit cast_ray(point from, point to) const {
    return asked<hitmask_ray_hit>([&](auto hit) { return hitmask_mask_cast_ray(get(), from.x, from.y, to.x, to.y, hit); });
  }
  hitmask_sweep_hit sweep(const mask &other, point from, point to) const {
    return asked<hitmask_sweep_hit>([&](auto hit) { return hitmask_mask_sweep(get(), other.get(), from.x, from.y, to.x, to.y, hit); });
  }

  void set(point at, bool solid = true) { check(hitmask_mask_set(get(), at.x, at.y, solid)); }
  void fill(bool solid = true) { check(hitmask_mask_fill(get(), solid)); }
  void invert() { check(hitmask_mask_invert(get())); }
  void fill_rect(rect rect, bool solid = true) { check(hitmask_mask_fill_rect(get(), rect.left, rect.top, rect.width, rect.height, solid)); }
  void fill_circle(real center, double radius, bool solid = true) { check(hitmask_mask_fill_circle(get(), center.x, center.y, radius, solid)); }
  void fill_line(point from, point to, bool solid = true) { check(hitmask_mask_fill_line(get(), from.x, from.y, to.x, to.y, solid)); }
  void fill_polygon(span<real> points, bool solid = true) {
    check(hitmask_mask_fill_polygon(get(), points.data(), points.size(), solid));
  }
  void draw(const mask &other, point at) { check(hitmask_mask_draw(get(), other.get(), at.x, at.y)); }
  void erase(const mask &other, point at) { check(hitmask_mask_erase(get(), other.get(), at.x, at.y)); }
  void toggle(const mask &other, point at) { check(hitmask_mask_toggle(get(), other.get(), at.x, at.y)); }
  void intersect(const mask &other, point at) { check(hitmask_mask_intersect(get(), other.get(), at.x, at.y)); }

  mask oriented(bool flip_x, uint32_t quarter_turns) const {
    return made([&](auto to) { return hitmask_mask_oriented(get(), flip_x, quarter_turns, to); });
  }
  mask scaled(uint32_t width, uint32_t height) const { return made([&](auto to) { return hitmask_mask_scaled(get(), width, height, to); }); }
  // Masks with the offset of their top-left pixel.
  std::pair<mask, point> rotated(double degrees) const {
    return placed([&](auto to, auto at) { return hitmask_mask_rotated(get(), degrees, to, at); });
  }
  std::pair<mask, point> cropped() const { return placed([&](auto to, auto at) { return hitmask_mask_cropped(get(), to, at); }); }
  std::pair<mask, point> grown(double radius) const {
    return placed([&](auto to, auto at) { return hitmask_mask_grown(get(), radius, to, at); });
  }
  std::pair<mask, point> shrunk(double radius) const {
    return placed([&](auto to, auto at) { return hitmask_mask_shrunk(get(), radius, to, at); });
  }
  std::vector<hitmask_component> components(bool diagonal) const {
    return detail::list<hitmask_component>(
        [&](auto to, auto capacity, auto count) { return hitmask_mask_component_bounds(get(), diagonal, to, capacity, count); });
  }

  hitmask_mask *get() { return object.get(); }
  const hitmask_mask *get() const { return object.get(); }

  // For functions of C that this header does not have: `make` gets a `hitmask_mask **`.
  template <class Make> static mask made(Make make) {
    hitmask_mask *object = nullptr;
    check(make(&object));
    return mask(object);
  }

private:
  struct deleter {
    void operator()(hitmask_mask *mask) const { hitmask_mask_free(mask); }
  };
  template <class Make> void make(Make make) {
    hitmask_mask *taken = nullptr;
    check(make(&taken));
    object.reset(taken);
  }
  template <class T, class Ask> static T asked(Ask ask) {
    T value;
    check(ask(&value));
    return value;
  }
  template <class T, class Ask> static std::optional<T> if_found(Ask ask) {
    bool found;
    T value{};
    check(ask(&found, &value));
    return found ? std::optional<T>(value) : std::nullopt;
  }
  template <class Make> static std::pair<mask, point> placed(Make make) {
    point at;
    mask object = made([&](auto to) { return make(to, &at); });
    return {std::move(object), at};
  }
  std::unique_ptr<hitmask_mask, deleter> object;
};

// The lists of a step. They are valid until the next call that changes the world.
struct step {
  span<pair> pairs, began, ended;
};

class world {
public:
  world() { make([&](auto to) { return hitmask_world_new(to); }); }
  world(const world &other) { make([&](auto to) { return hitmask_world_copy(other.get(), to); }); }
  world(world &&) noexcept = default;
  world &operator=(world other) noexcept {
    object = std::move(other.object);
    return *this;
  }
  static world from_bytes(span<uint8_t> bytes) {
    hitmask_world *taken = nullptr;
    check(hitmask_world_from_bytes(bytes.data(), bytes.size(), &taken));
    return world(taken);
  }
  std::vector<uint8_t> to_bytes() const {
    return detail::list<uint8_t>([&](auto to, auto capacity, auto count) { return hitmask_world_to_bytes(get(), to, capacity, count); });
  }

  mask_id add_mask(const mask &mask) { return asked<mask_id>([&](auto to) { return hitmask_world_add_mask(get(), mask.get(), to); }); }
  void replace_mask(mask_id id, const mask &mask) { check(hitmask_world_replace_mask(get(), id, mask.get())); }
  void remove_mask(mask_id id) { check(hitmask_world_remove_mask(get(), id)); }
  hitmask::mask mask_of(mask_id id) const { return mask::made([&](auto to) { return hitmask_world_mask(get(), id, to); }); }
  void erase_from_mask(mask_id id, const mask &other, point at) { check(hitmask_world_erase_from_mask(get(), id, other.get(), at.x, at.y)); }
  void draw_on_mask(mask_id id, const mask &other, point at) { check(hitmask_world_draw_on_mask(get(), id, other.get(), at.x, at.y)); }

  // A sprite with the default values.
  static sprite default_sprite(mask_id mask, point position) {
    return asked<sprite>([&](auto to) { return hitmask_sprite_init(to, mask, position.x, position.y); });
  }
  id spawn(mask_id mask, point position) { return spawn(default_sprite(mask, position)); }
  id spawn(const sprite &sprite) { return asked<id>([&](auto to) { return hitmask_world_spawn(get(), &sprite, 1, to); }); }
  std::vector<id> spawn(span<sprite> sprites) {
    std::vector<id> ids(sprites.size());
    check(hitmask_world_spawn(get(), sprites.data(), sprites.size(), ids.data()));
    return ids;
  }
  void despawn(id id) { check(hitmask_world_despawn(get(), &id, 1)); }
  void despawn(span<id> ids) { check(hitmask_world_despawn(get(), ids.data(), ids.size())); }
  hitmask::sprite sprite_of(id id) const { return asked<sprite>([&](auto to) { return hitmask_world_get(get(), id, to); }); }
  void set(id id, const sprite &sprite) { check(hitmask_world_set(get(), &id, &sprite, 1)); }
  void move_to(id id, point position) { check(hitmask_world_move_to(get(), id, position.x, position.y)); }
  void move_by(id id, point by) { check(hitmask_world_move_by(get(), id, by.x, by.y)); }
  void jump_to(id id, point position) { check(hitmask_world_jump_to(get(), &id, &position, 1)); }
  void set_positions(span<id> ids, span<point> positions) {
    detail::same_size(ids.size(), positions.size());
    check(hitmask_world_set_positions(get(), ids.data(), positions.data(), ids.size()));
  }
  void set_positions(span<id> ids, span<real> positions) {
    detail::same_size(ids.size(), positions.size());
    check(hitmask_world_set_real_positions(get(), ids.data(), positions.data(), ids.size()));
  }
  void set_positions_by_slot(span<point> positions) {
    check(hitmask_world_set_positions_by_slot(get(), positions.data(), positions.size()));
  }
  size_t size() const { return asked<size_t>([&](auto to) { return hitmask_world_sprite_count(get(), to); }); }

  void refresh() { check(hitmask_world_refresh(get())); }
  hitmask::step step() {
    auto lists = asked<hitmask_step>([&](auto to) { return hitmask_world_step(get(), to); });
    return {{lists.pairs, lists.pair_count}, {lists.began, lists.began_count}, {lists.ended, lists.ended_count}};
  }
  std::vector<hitmask_contact> contacts(span<pair> pairs) const {
    std::vector<hitmask_contact> contacts(pairs.size());
    check(hitmask_world_contacts(get(), pairs.data(), pairs.size(), contacts.data()));
    return contacts;
  }
  std::vector<hitmask_contact> contacts_of(id id) const {
    return detail::list<hitmask_contact>(
        [&](auto to, auto capacity, auto count) { return hitmask_world_contacts_of(get(), id, to, capacity, count); });
  }
  std::vector<pair> began_between(uint32_t layers_a, uint32_t layers_b) const {
    return detail::list<pair>(
        [&](auto to, auto capacity, auto count) { return hitmask_world_began_between(get(), layers_a, layers_b, to, capacity, count); });
  }
  hitmask_contact contact(id a, id b) const {
    return asked<hitmask_contact>([&](auto to) { return hitmask_world_contact(get(), a, b, to); });
  }
  std::vector<id> overlapping(id one, uint32_t layers = all_layers) const {
    return ids([&](auto to, auto capacity, auto count) { return hitmask_world_overlapping(get(), one, layers, to, capacity, count); });
  }

  std::vector<id> find(point at, uint32_t layers = all_layers) const {
    return ids([&](auto to, auto capacity, auto count) { return hitmask_world_find_point(get(), at.x, at.y, layers, to, capacity, count); });
  }
  std::vector<id> find(rect rect, uint32_t layers = all_layers) const {
    return ids([&](auto to, auto capacity, auto count) { return hitmask_world_find_rect(get(), rect.left, rect.top, rect.width, rect.height, layers, to, capacity, count); });
  }
  std::vector<id> find(real center, double radius, uint32_t layers = all_layers) const {
    return ids(
        [&](auto to, auto capacity, auto count) { return hitmask_world_find_circle(get(), center.x, center.y, radius, layers, to, capacity, count); });
  }
  std::vector<id> find(const mask &mask, point at, uint32_t layers = all_layers) const {
    return ids(
        [&](auto to, auto capacity, auto count) { return hitmask_world_find_mask(get(), mask.get(), at.x, at.y, layers, to, capacity, count); });
  }
  std::vector<hitmask_near> nearest(point at, size_t count, uint32_t layers = all_layers) const {
    std::vector<hitmask_near> near(count);
    check(hitmask_world_nearest(get(), at.x, at.y, layers, near.data(), near.size(), &count));
    near.resize(count);
    return near;
  }
  hitmask_ray_hit cast_ray(point from, point to, uint32_t layers = all_layers, bool with_sensors = false) const {
    return asked<hitmask_ray_hit>([&](auto hit) { return hitmask_world_cast_ray(get(), from.x, from.y, to.x, to.y, layers, with_sensors, hit); });
  }
  hitmask_swept sweep(id id, point to, uint32_t layers = all_layers, bool with_sensors = false) const {
    return asked<hitmask_swept>([&](auto swept) { return hitmask_world_sweep(get(), id, to.x, to.y, layers, with_sensors, swept); });
  }
  bool is_free(id id, point at, uint32_t layers = all_layers, bool with_sensors = false) const {
    return asked<bool>([&](auto free) { return hitmask_world_is_free(get(), id, at.x, at.y, layers, with_sensors, free); });
  }
  std::vector<id> touching(id one, point by, uint32_t layers = all_layers, bool with_sensors = false) const {
    return ids([&](auto to, auto capacity, auto count) {
      return hitmask_world_touching(get(), one, by.x, by.y, layers, with_sensors, to, capacity, count);
    });
  }

  // The lists of `hitmask_moved` and `hitmask_carried` are valid until the next call that changes the world.
  hitmask_moved move_until(id id, point to, hitmask_motion motion = HITMASK_STOP, uint32_t step_up = 0, uint32_t step_down = 0,
                           uint32_t layers = all_layers) {
    return asked<hitmask_moved>(
        [&](auto moved) { return hitmask_world_move_until(get(), id, to.x, to.y, motion, step_up, step_down, layers, moved); });
  }
  std::optional<point> push_out(id id, uint32_t limit) {
    bool found;
    point by{};
    check(hitmask_world_push_out(get(), id, limit, &found, &by));
    return found ? std::optional<point>(by) : std::nullopt;
  }
  hitmask_carried carry(id id, point to) {
    return asked<hitmask_carried>([&](auto carried) { return hitmask_world_carry(get(), id, to.x, to.y, nullptr, 0, carried); });
  }

  hitmask_world *get() { return object.get(); }
  const hitmask_world *get() const { return object.get(); }

private:
  struct deleter {
    void operator()(hitmask_world *world) const { hitmask_world_free(world); }
  };
  explicit world(hitmask_world *taken) : object(taken) {}
  template <class Make> void make(Make make) {
    hitmask_world *taken = nullptr;
    check(make(&taken));
    object.reset(taken);
  }
  template <class T, class Ask> static T asked(Ask ask) {
    T value;
    check(ask(&value));
    return value;
  }
  template <class Write> static std::vector<id> ids(Write write) { return detail::list<id>(write); }
  std::unique_ptr<hitmask_world, deleter> object;
};

} // namespace hitmask

#endif // HITMASK_HPP

// hitmask: pixel-perfect collision for 2D sprites, for C++17.
//
// Objects that free themselves, exceptions instead of statuses, and lists by pointer and count. There is no logic here: hitmask.h says what
// each call does. `get()` is the object of C.
#ifndef HITMASK_HPP
#define HITMASK_HPP

#include "hitmask.h"

#include <array>
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
using linear = hitmask_linear;
using rect = hitmask_rect;
using pair = hitmask_pair;
using sprite = hitmask_sprite;

// All layers, and the ids of the header.
constexpr uint32_t all_layers = UINT32_MAX;
using sprite_id = uint64_t;
using mask_id = uint64_t;

// A call that failed. `what()` says why.
class error : public std::runtime_error {
public:
  explicit error(hitmask_status why) : std::runtime_error(hitmask_last_error()), status(why) {}
  hitmask_status status;
};

// The version of the library, and whether it fits this header: HITMASK_ABI_VERSION.
inline const char *version() { return hitmask_version(); }
inline uint32_t abi_version() { return hitmask_abi_version(); }

// The slot of a sprite or a mask: a small number, for tables of your own. A sprite's is used again from the second step after its removal.
inline uint32_t id_slot(sprite_id id) { return hitmask_id_slot(id); }
inline uint32_t mask_id_slot(mask_id id) { return hitmask_mask_id_slot(id); }

inline void check(hitmask_status status) { if (status != HITMASK_OK) throw error(status); }

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

// What a function of C writes to its last argument.
template <class T, class Call, class... Given> T asked(Call call, Given... given) {
  T value;
  check(call(given..., &value));
  return value;
}

template <class T, class Call, class... Given> std::optional<T> if_found(Call call, Given... given) {
  bool found;
  T value{};
  check(call(given..., &found, &value));
  return found ? std::optional<T>(value) : std::nullopt;
}

// Calls `write(given..., list, capacity, &count)` until the list has room for all.
template <class T, class Write, class... Given> std::vector<T> list(Write write, Given... given) {
  std::vector<T> values(16);
  for (;;) {
    size_t count = 0;
    check(write(given..., values.data(), values.size(), &count));
    bool fits = count <= values.size();
    values.resize(count);
    if (fits) return values;
  }
}

inline void same_size(size_t one, size_t other) {
  if (one != other) throw std::invalid_argument("hitmask: lists must have equal sizes, got " + std::to_string(one) + " and " + std::to_string(other));
}

} // namespace detail

// How far a search for a free place goes: a number of pixels, and optionally a rectangle in which the place must be, such as the map.
struct reach {
  reach(uint32_t pixels) : limit(pixels) {}
  reach(uint32_t pixels, rect area) : limit(pixels), within(area) {}
  const rect *inside() const { return within ? &*within : nullptr; }
  uint32_t limit;
  std::optional<rect> within;
};

namespace detail {

// The options that queries and moves share. Each returns a copy with the option.
template <class Self, class Values> class options {
public:
  // Only sprites in one of these layers count.
  Self on_layers(uint32_t layers) const {
    Self next = self();
    next.values.layers = layers;
    next.values.has_layers = 1;
    return next;
  }
  // Sensors block too.
  Self with_sensors() const {
    Self next = self();
    next.values.with_sensors = 1;
    return next;
  }
  // What starts inside a sprite hits it at step 0.
  Self hit_from_inside() const {
    Self next = self();
    next.values.hit_from_inside = 1;
    return next;
  }
  const Values *get() const { return &values; }

protected:
  const Self &self() const { return static_cast<const Self &>(*this); }
  Values values{};
};

} // namespace detail

// The options of a query: `query().on_layers(WALLS).with_sensors().without(hero)`. By default, it looks among all sprites.
class query : public detail::options<query, hitmask_query> {
public:
  query without(sprite_id id) const {
    query next = *this;
    next.values.without = id;
    return next;
  }
};

// How a sprite moves, and what is in its way: `motion::slide().on_layers(~PLATFORMS)`.
class motion : public detail::options<motion, hitmask_motion> {
public:
  static motion stop() { return motion(); }
  static motion slide() { return of(HITMASK_SLIDE); }
  // Climbs and descends up to these heights, in pixels, with each pixel of the way.
  static motion walk(uint32_t step_up, uint32_t step_down) {
    motion made = of(HITMASK_WALK);
    made.values.step_up = step_up;
    made.values.step_down = step_down;
    return made;
  }

private:
  static motion of(hitmask_reaction reaction) {
    motion made;
    made.values.reaction = reaction;
    return made;
  }
};

// How pixels lie in memory, and which are solid: `pixel_layout(HITMASK_BGRA).stride(pitch).alpha_above(20)`. By default, rows have no gaps, and
// alpha above 127 is solid. The order is that of the bytes in memory: 0xAARRGGBB on little-endian processors is HITMASK_BGRA.
class pixel_layout {
public:
  pixel_layout(hitmask_pixel_order order = HITMASK_RGBA) { values.order = order; }
  // The number of bytes from a row to the next. If it is negative, the bottom row is the first in memory.
  pixel_layout stride(int32_t bytes) const {
    pixel_layout next = *this;
    next.values.stride = bytes;
    return next;
  }
  pixel_layout alpha_above(uint8_t threshold) const { return by(HITMASK_ALPHA_ABOVE, threshold, 0, 0, 0); }
  pixel_layout color_key(uint8_t red, uint8_t green, uint8_t blue) const { return by(HITMASK_COLOR_KEY, 0, red, green, blue); }
  pixel_layout luma_above(uint8_t threshold) const { return by(HITMASK_LUMA_ABOVE, threshold, 0, 0, 0); }
  const hitmask_pixel_layout *get() const { return &values; }

private:
  pixel_layout by(hitmask_solid_rule rule, uint8_t threshold, uint8_t red, uint8_t green, uint8_t blue) const {
    pixel_layout next = *this;
    next.values = {values.stride, values.order, rule, threshold, red, green, blue};
    return next;
  }
  hitmask_pixel_layout values{};
};

// The sprite of a pair that is not `id`, or 0; and where a sprite of an impact was at the touch, and one step before it.
inline sprite_id other(const pair &two, sprite_id id) { return id == two.a ? two.b : id == two.b ? two.a : 0; }
inline std::optional<point> place_of(const hitmask_impact &impact, sprite_id id) {
  if (other(impact.contact.pair, id) == 0) return std::nullopt;
  return impact.places[id == impact.contact.pair.b];
}
inline std::optional<point> before_of(const hitmask_impact &impact, sprite_id id) {
  if (!impact.has_before || other(impact.contact.pair, id) == 0) return std::nullopt;
  return impact.before[id == impact.contact.pair.b];
}

// The pixel of a sprite at a real position, and the pixel that a real point lies in.
inline point place(real position) { return detail::asked<point>(hitmask_place, position.x, position.y); }
inline point pixel(real at) {
  return detail::asked<point>(hitmask_pixel, at.x, at.y);
}

// Keeps the fractions of moves, so that a sprite of 0.3 pixels a frame moves.
struct remainder {
  real rest{0, 0};
  point take(real by) { return detail::asked<point>(hitmask_remainder_take, &rest, by.x, by.y); }
};

// Sets the position of a sprite to a real point, after its other values, as hitmask_sprite_place_at does.
inline void place_at(sprite &values, real at) { check(hitmask_sprite_place_at(&values, at.x, at.y)); }
// Returns the map under which a renderer draws a picture: `origin` comes to `at`; about it, sheared, then scaled (negative factors mirror), then rotated.
inline std::array<double, 6> compose(real at, double degrees, real scale = {1, 1}, real origin = {0, 0}, real shear = {0, 0}) {
  std::array<double, 6> m;
  check(hitmask_transform_compose(at.x, at.y, degrees, scale.x, scale.y, origin.x, origin.y, shear.x, shear.y, m.data()));
  return m;
}
// Places a sprite as an affine map draws its picture of `width` x `height` pixels: `m` is a map of `compose`, or any other.
inline void set_transform(sprite &values, uint32_t width, uint32_t height, const std::array<double, 6> &m) {
  check(hitmask_sprite_set_transform(&values, width, height, m.data()));
}

class mask {
public:
  mask(uint32_t width, uint32_t height) { fill_in(hitmask_mask_new, width, height); }
  // Takes an object of C. It is freed with this one.
  explicit mask(hitmask_mask *taken) : object(taken) {}
  mask(const mask &other) { fill_in(hitmask_mask_copy, other.get()); }
  mask(mask &&) noexcept = default;
  mask &operator=(mask other) noexcept {
    object = std::move(other.object);
    return *this;
  }

  static mask filled(uint32_t width, uint32_t height) { return made(hitmask_mask_filled, width, height); }
  static mask from_rgba(span<uint8_t> pixels, uint32_t width, uint32_t height, size_t stride, uint8_t alpha_above = 127) {
    return made(hitmask_mask_from_rgba, pixels.data(), pixels.size(), width, height, stride, alpha_above);
  }
  static mask from_alpha(span<uint8_t> pixels, uint32_t width, uint32_t height, size_t stride, uint8_t alpha_above = 127) {
    return made(hitmask_mask_from_alpha, pixels.data(), pixels.size(), width, height, stride, alpha_above);
  }
  static mask from_color_key(span<uint8_t> pixels, uint32_t width, uint32_t height, size_t stride, const uint8_t (&key)[3]) {
    return made(hitmask_mask_from_color_key, pixels.data(), pixels.size(), width, height, stride, key);
  }
  // A surface as a program has it: any order of channels, any pitch, an alpha threshold, a color key or a brightness.
  static mask from_pixels(span<uint8_t> pixels, uint32_t width, uint32_t height, const pixel_layout &layout = {}) {
    return made(hitmask_mask_from_pixels, pixels.data(), pixels.size(), width, height, layout.get());
  }
  // A 1-bit picture whose rows begin at whole bytes. A `stride` of 0 is rows without further bytes.
  static mask from_bit_rows(span<uint8_t> bits, uint32_t width, uint32_t height, int32_t stride = 0, bool high_first = true) {
    return made(hitmask_mask_from_bit_rows, bits.data(), bits.size(), width, height, stride, high_first);
  }
  static mask from_bits(span<uint8_t> bits, uint32_t width, uint32_t height) {
    return made(hitmask_mask_from_bits, bits.data(), bits.size(), width, height);
  }
  static mask from_text(std::string_view text) {
    auto bytes = reinterpret_cast<const uint8_t *>(text.data());
    return made(hitmask_mask_from_text, bytes, text.size());
  }
  static mask from_bytes(span<uint8_t> bytes) { return made(hitmask_mask_from_bytes, bytes.data(), bytes.size()); }
  std::vector<uint8_t> to_bytes() const {
    return detail::list<uint8_t>(hitmask_mask_to_bytes, get());
  }

  // Pixels row by row, without gaps between rows: a byte or four bytes for each, and bits in the order of `from_bits`.
  std::vector<uint8_t> to_alpha(uint8_t solid = 255, uint8_t free = 0) const {
    std::vector<uint8_t> pixels(size_t{width()} * height());
    check(hitmask_mask_to_alpha(get(), pixels.data(), pixels.size(), width(), solid, free));
    return pixels;
  }
  std::vector<uint8_t> to_rgba(const uint8_t (&solid)[4], const uint8_t (&free)[4]) const {
    std::vector<uint8_t> pixels(size_t{4} * width() * height());
    check(hitmask_mask_to_rgba(get(), pixels.data(), pixels.size(), size_t{4} * width(), solid, free));
    return pixels;
  }
  std::vector<uint8_t> to_bits() const {
    std::vector<uint8_t> bits((size_t{width()} * height() + 7) / 8);
    check(hitmask_mask_to_bits(get(), bits.data(), bits.size()));
    return bits;
  }
  // Makes the pixels of an RGBA picture transparent where the mask is not solid. `stride` is the number of bytes from a row to the next.
  void clear_alpha(uint8_t *pixels, size_t length, size_t stride) const { check(hitmask_mask_clear_alpha(get(), pixels, length, stride)); }

  uint32_t width() const { return size().first; }
  uint32_t height() const { return size().second; }
  std::pair<uint32_t, uint32_t> size() const {
    uint32_t width, height;
    check(hitmask_mask_size(get(), &width, &height));
    return {width, height};
  }
  bool contains(point at) const { return detail::asked<bool>(hitmask_mask_contains, get(), at.x, at.y); }
  uint64_t count() const { return detail::asked<uint64_t>(hitmask_mask_count, get()); }
  rect bounds() const { return detail::asked<rect>(hitmask_mask_bounds, get()); }
  std::optional<real> centroid() const { return detail::if_found<real>(hitmask_mask_centroid, get()); }

  bool overlaps(const mask &other, point at) const { return detail::asked<bool>(hitmask_mask_overlaps, get(), other.get(), at.x, at.y); }
  std::optional<point> overlap_first(const mask &other, point at) const {
    return detail::if_found<point>(hitmask_mask_overlap_first, get(), other.get(), at.x, at.y);
  }
  uint64_t overlap_area(const mask &other, point at) const {
    return detail::asked<uint64_t>(hitmask_mask_overlap_area, get(), other.get(), at.x, at.y);
  }
  rect overlap_bounds(const mask &other, point at) const {
    return detail::asked<rect>(hitmask_mask_overlap_bounds, get(), other.get(), at.x, at.y);
  }
  mask overlap_mask(const mask &other, point at) const { return made(hitmask_mask_overlap_mask, get(), other.get(), at.x, at.y); }
  std::optional<real> overlap_normal(const mask &other, point at) const {
    return detail::if_found<real>(hitmask_mask_overlap_normal, get(), other.get(), at.x, at.y);
  }
  std::optional<point> penetration(const mask &other, point at) const {
    return detail::if_found<point>(hitmask_mask_penetration, get(), other.get(), at.x, at.y);
  }
  // The distance between the nearest solid pixels: 0 if the two share one, nothing if one of them has none.
  std::optional<double> distance(const mask &other, point at) const {
    return detail::if_found<double>(hitmask_mask_distance, get(), other.get(), at.x, at.y);
  }
  std::optional<point> penetration_along(const mask &other, point at, point direction) const {
    return detail::if_found<point>(hitmask_mask_penetration_along, get(), other.get(), at.x, at.y, direction.x, direction.y);
  }
  std::optional<point> nearest_free(const mask &other, point at, reach reach) const {
    return detail::if_found<point>(hitmask_mask_nearest_free, get(), other.get(), at.x, at.y, reach.limit, reach.inside());
  }
  bool overlaps_rect(rect area) const {
    return detail::asked<bool>(hitmask_mask_overlaps_rect, get(), area.left, area.top, area.width, area.height);
  }
  bool overlaps_circle(real center, double radius) const {
    return detail::asked<bool>(hitmask_mask_overlaps_circle, get(), center.x, center.y, radius);
  }
  bool overlaps_polygon(span<real> polygon) const {
    return detail::asked<bool>(hitmask_mask_overlaps_polygon, get(), polygon.data(), polygon.size());
  }
  hitmask_ray_hit cast_ray(point from, point to) const {
    return detail::asked<hitmask_ray_hit>(hitmask_mask_cast_ray, get(), from.x, from.y, to.x, to.y);
  }
  hitmask_sweep_hit sweep(const mask &other, point from, point to) const {
    return detail::asked<hitmask_sweep_hit>(hitmask_mask_sweep, get(), other.get(), from.x, from.y, to.x, to.y);
  }

  void set(point at, bool solid = true) { check(hitmask_mask_set(get(), at.x, at.y, solid)); }
  void fill(bool solid = true) { check(hitmask_mask_fill(get(), solid)); }
  void invert() { check(hitmask_mask_invert(get())); }
  void fill_rect(rect area, bool solid = true) { check(hitmask_mask_fill_rect(get(), area.left, area.top, area.width, area.height, solid)); }
  void fill_circle(real center, double radius, bool solid = true) { check(hitmask_mask_fill_circle(get(), center.x, center.y, radius, solid)); }
  void fill_line(point from, point to, bool solid = true) { check(hitmask_mask_fill_line(get(), from.x, from.y, to.x, to.y, solid)); }
  void fill_polygon(span<real> points, bool solid = true) { check(hitmask_mask_fill_polygon(get(), points.data(), points.size(), solid)); }
  void draw(const mask &other, point at) { check(hitmask_mask_draw(get(), other.get(), at.x, at.y)); }
  void erase(const mask &other, point at) { check(hitmask_mask_erase(get(), other.get(), at.x, at.y)); }
  void toggle(const mask &other, point at) { check(hitmask_mask_toggle(get(), other.get(), at.x, at.y)); }
  void intersect(const mask &other, point at) { check(hitmask_mask_intersect(get(), other.get(), at.x, at.y)); }

  mask oriented(bool flip_x, uint32_t quarter_turns) const { return made(hitmask_mask_oriented, get(), flip_x, quarter_turns); }
  mask scaled(uint32_t width, uint32_t height) const { return made(hitmask_mask_scaled, get(), width, height); }
  // Masks with the offset of their top-left pixel.
  std::pair<mask, point> rotated(double degrees) const { return placed(hitmask_mask_rotated, get(), degrees); }
  std::pair<mask, point> cropped() const { return placed(hitmask_mask_cropped, get()); }
  std::pair<mask, point> grown(double radius) const { return placed(hitmask_mask_grown, get(), radius); }
  std::pair<mask, point> shrunk(double radius) const {
    return placed(hitmask_mask_shrunk, get(), radius);
  }
  // `m` has the numbers of hitmask_mask_transformed.
  std::pair<mask, point> transformed(const std::array<double, 6> &m) const { return placed(hitmask_mask_transformed, get(), m.data()); }
  std::pair<mask, point> colliding_offsets(const mask &other) const {
    return placed(hitmask_mask_colliding_offsets, get(), other.get());
  }
  mask convolve(const mask &other) const { return made(hitmask_mask_convolve, get(), other.get()); }

  std::optional<double> angle() const { return detail::if_found<double>(hitmask_mask_angle, get()); }
  hitmask_moments moments() const {
    return detail::asked<hitmask_moments>(hitmask_mask_moments, get());
  }
  std::vector<point> pixels() const { return detail::list<point>(hitmask_mask_pixels, get()); }
  std::vector<hitmask_run> runs() const {
    return detail::list<hitmask_run>(hitmask_mask_runs, get());
  }
  std::vector<point> outline() const { return detail::list<point>(hitmask_mask_outline, get()); }
  std::vector<point> convex_hull() const {
    return detail::list<point>(hitmask_mask_convex_hull, get());
  }
  struct contour {
    std::vector<point> points;
    bool is_hole;
  };
  std::vector<contour> contours(double tolerance = 0, bool covering = false) const {
    size_t point_count, count;
    check(hitmask_mask_contours(get(), tolerance, covering, nullptr, 0, &point_count, nullptr, 0, &count));
    std::vector<point> points(point_count);
    std::vector<hitmask_contour> list(count);
    check(hitmask_mask_contours(get(), tolerance, covering, points.data(), points.size(), &point_count, list.data(), list.size(), &count));
    std::vector<contour> contours;
    for (auto &one : list) {
      auto first = points.begin() + static_cast<std::ptrdiff_t>(one.first);
      contours.push_back({{first, first + static_cast<std::ptrdiff_t>(one.count)}, one.is_hole != 0});
    }
    return contours;
  }

  static mask from_contours(uint32_t width, uint32_t height, span<contour> contours) {
    std::vector<point> points;
    std::vector<size_t> counts;
    for (auto &one : contours) {
      points.insert(points.end(), one.points.begin(), one.points.end());
      counts.push_back(one.points.size());
    }
    return made(hitmask_mask_from_contours, width, height, points.data(), points.size(), counts.data(), counts.size());
  }

  // Components: connected solid pixels. With `diagonal`, pixels that share a corner are connected too.
  std::vector<hitmask_component> component_bounds(bool diagonal) const {
    return detail::list<hitmask_component>(hitmask_mask_component_bounds, get(), diagonal);
  }
  std::vector<std::pair<mask, point>> connected_components(bool diagonal) const {
    return components(hitmask_mask_connected_components, get(), diagonal);
  }
  std::vector<std::pair<mask, point>> detached_components(rect ground, bool diagonal) const {
    return components(hitmask_mask_detached_components, get(), ground.left, ground.top, ground.width, ground.height, diagonal);
  }
  std::optional<std::pair<mask, point>> component_at(point pixel, bool diagonal) const {
    return component(hitmask_mask_component_at, get(), pixel.x, pixel.y, diagonal);
  }
  std::optional<std::pair<mask, point>> largest_component(bool diagonal) const { return component(hitmask_mask_largest_component, get(), diagonal); }

  hitmask_mask *get() { return object.get(); }
  const hitmask_mask *get() const { return object.get(); }

  // For functions of C that this header does not have: `make` gets a `hitmask_mask **` behind what is given.
  template <class Make, class... Given> static mask made(Make make, Given... given) {
    hitmask_mask *object = nullptr;
    check(make(given..., &object));
    return mask(object);
  }

private:
  struct deleter {
    void operator()(hitmask_mask *mask) const { hitmask_mask_free(mask); }
  };
  template <class Make, class... Given> void fill_in(Make make, Given... given) {
    hitmask_mask *taken = nullptr;
    check(make(given..., &taken));
    object.reset(taken);
  }
  template <class Make, class... Given> static std::pair<mask, point> placed(Make make, Given... given) {
    point at;
    mask object = made([&](auto to) { return make(given..., to, &at); });
    return {std::move(object), at};
  }
  template <class Make, class... Given> static std::optional<std::pair<mask, point>> component(Make make, Given... given) {
    auto [object, at] = placed(make, given...);
    if (object.get() == nullptr) return std::nullopt;
    return std::pair<mask, point>(std::move(object), at);
  }
  template <class Make, class... Given> static std::vector<std::pair<mask, point>> components(Make make, Given... given) {
    std::vector<hitmask_mask *> masks;
    std::vector<point> places;
    size_t count = 0;
    do {
      masks.resize(count), places.resize(count);
      check(make(given..., masks.data(), places.data(), masks.size(), &count));
    } while (count > masks.size());
    std::vector<std::pair<mask, point>> made;
    made.reserve(count);
    for (size_t i = 0; i < count; i++) made.emplace_back(mask(masks[i]), places[i]);
    return made;
  }
  std::unique_ptr<hitmask_mask, deleter> object;
};

// What a query asks about: `id`, a sprite as it stands; `who(id).at({3, 4})`, elsewhere; `who(id).as_if(values)`, as something else (it ignores
// itself); `values`, a description in no world; `who(shape, {3, 4})`, a mask in no world, which must live as long.
class who {
public:
  who(sprite_id id) { value.id = id; }
  who(const sprite &values) { value.sprite = values; }
  who(const mask &shape, point place) {
    value.mask = shape.get();
    *this = at(place);
  }
  who at(point place) const {
    who next = *this;
    next.value.at = place;
    next.value.has_at = 1;
    return next;
  }
  who as_if(const sprite &values) const {
    who next = *this;
    next.value.sprite = values;
    return next;
  }
  const hitmask_who *get() const { return &value; }

private:
  hitmask_who value{};
};

// The lists of a step. They are valid until the next step of the world.
struct step {
  span<pair> pairs, began, ended;
};

class world {
public:
  world() { fill_in(hitmask_world_new); }
  world(const world &other) { fill_in(hitmask_world_copy, other.get()); }
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
  // Worlds without masks, for games that load their pictures anyway: `ids[i]` of the saved world shows `masks[i]`.
  std::vector<uint8_t> to_bytes_without_masks() const { return detail::list<uint8_t>(hitmask_world_to_bytes_without_masks, get()); }
  static world from_bytes_with_masks(span<uint8_t> bytes, span<mask_id> ids, span<const mask *> masks) {
    detail::same_size(ids.size(), masks.size());
    std::vector<const hitmask_mask *> pointers;
    for (auto mask : masks) pointers.push_back(mask->get());
    hitmask_world *taken = nullptr;
    check(hitmask_world_from_bytes_with_masks(bytes.data(), bytes.size(), ids.data(), pointers.data(), ids.size(), &taken));
    return world(taken);
  }
  std::vector<uint8_t> to_bytes() const { return detail::list<uint8_t>(hitmask_world_to_bytes, get()); }

  mask_id add_mask(const mask &mask) { return detail::asked<mask_id>(hitmask_world_add_mask, get(), mask.get()); }
  void replace_mask(mask_id id, const mask &mask) { check(hitmask_world_replace_mask(get(), id, mask.get())); }
  void remove_mask(mask_id id) { check(hitmask_world_remove_mask(get(), id)); }
  hitmask::mask mask_of(mask_id id) const { return mask::made(hitmask_world_mask, get(), id); }
  void erase_from_mask(mask_id id, const mask &other, point at) { check(hitmask_world_erase_from_mask(get(), id, other.get(), at.x, at.y)); }
  void draw_on_mask(mask_id id, const mask &other, point at) { check(hitmask_world_draw_on_mask(get(), id, other.get(), at.x, at.y)); }
  void fill_rect(mask_id id, rect area, bool solid) {
    check(hitmask_world_fill_rect(get(), id, area.left, area.top, area.width, area.height, solid));
  }
  void fill_circle(mask_id id, real center, double radius, bool solid) {
    check(hitmask_world_fill_circle(get(), id, center.x, center.y, radius, solid));
  }
  void fill_polygon(mask_id id, span<real> points, bool solid) { check(hitmask_world_fill_polygon(get(), id, points.data(), points.size(), solid)); }
  void fill_line(mask_id id, point from, point to, bool solid) {
    check(hitmask_world_fill_line(get(), id, from.x, from.y, to.x, to.y, solid));
  }
  // With 0, each angle is as given.
  void set_angle_steps(mask_id id, uint32_t steps) { check(hitmask_world_set_angle_steps(get(), id, steps)); }
  // The id of the mask in a slot, or 0.
  mask_id mask_id_at(size_t slot) const { return detail::asked<mask_id>(hitmask_world_mask_id_at, get(), slot); }
  std::vector<mask_id> mask_ids() const {
    return detail::list<sprite_id>(hitmask_world_mask_ids, get());
  }

  // A sprite with the default values.
  static sprite default_sprite(mask_id mask, point position) {
    return detail::asked<sprite>([&](auto to) { return hitmask_sprite_init(to, mask, position.x, position.y); });
  }
  sprite_id spawn(mask_id mask, point position) { return spawn(default_sprite(mask, position)); }
  sprite_id spawn(const sprite &values) { return detail::asked<sprite_id>(hitmask_world_spawn, get(), &values, 1); }
  std::vector<sprite_id> spawn(span<sprite> sprites) {
    std::vector<sprite_id> ids(sprites.size());
    check(hitmask_world_spawn(get(), sprites.data(), sprites.size(), ids.data()));
    return ids;
  }
  void despawn(sprite_id id) { check(hitmask_world_despawn(get(), id)); }
  // Skips ids that name nothing, and returns how many sprites were removed.
  size_t despawn_many(span<sprite_id> ids) { return detail::asked<size_t>(hitmask_world_despawn_many, get(), ids.data(), ids.size()); }
  void clear() { check(hitmask_world_clear(get())); }
  bool contains(sprite_id id) const { return detail::asked<bool>(hitmask_world_contains, get(), id); }
  std::vector<sprite_id> ids() const { return detail::list<sprite_id>(hitmask_world_ids, get()); }
  size_t slot_count() const { return detail::asked<size_t>(hitmask_world_slot_count, get()); }
  // The id of the sprite in a slot, or 0.
  sprite_id id_at(size_t slot) const { return detail::asked<sprite_id>(hitmask_world_id_at, get(), slot); }
  void set_data(sprite_id id, uint64_t data) { check(hitmask_world_set_data(get(), id, data)); }
  hitmask::sprite sprite_of(sprite_id id) const { return detail::asked<sprite>(hitmask_world_get, get(), id); }
  void set(sprite_id id, const sprite &values) { check(hitmask_world_set(get(), &id, &values, 1)); }
  point position(sprite_id id) const { return detail::asked<point>([&](auto to) { return hitmask_world_positions(get(), &id, to, 1); }); }
  void move_to(sprite_id id, point position) { check(hitmask_world_move_to(get(), id, position.x, position.y)); }
  void move_by(sprite_id id, point by) { check(hitmask_world_move_by(get(), id, by.x, by.y)); }
  void jump_to(sprite_id id, point position) { check(hitmask_world_jump_to(get(), &id, &position, 1)); }
  void set_positions(span<sprite_id> ids, span<point> positions) {
    detail::same_size(ids.size(), positions.size());
    check(hitmask_world_set_positions(get(), ids.data(), positions.data(), ids.size()));
  }
  void set_positions(span<sprite_id> ids, span<real> positions) {
    detail::same_size(ids.size(), positions.size());
    check(hitmask_world_set_real_positions(get(), ids.data(), positions.data(), ids.size()));
  }
  // That of the sprite in slot i is item i. A slot without one has INT32_MIN, INT32_MIN.
  std::vector<point> positions_by_slot() const { return detail::list<point>(hitmask_world_positions_by_slot, get()); }
  void set_positions_by_slot(span<point> positions) {
    check(hitmask_world_set_positions_by_slot(get(), positions.data(), positions.size()));
  }
  void set_positions_by_slot(span<real> positions) { check(hitmask_world_set_real_positions_by_slot(get(), positions.data(), positions.size())); }
  // Where the path of a continuous sprite begins in the next step. `jump_to` its own position forgets it.
  void set_last_place(sprite_id id, point place) { check(hitmask_world_set_last_place(get(), id, place.x, place.y)); }
  hitmask_limits limits() const { return detail::asked<hitmask_limits>(hitmask_world_limits, get()); }
  void set_limits(const hitmask_limits &limits) { check(hitmask_world_set_limits(get(), &limits)); }
  // Sprites that never meet because only `a` collides with a layer of the other.
  std::vector<pair> one_sided_layers() const { return detail::list<pair>(hitmask_world_one_sided_layers, get()); }
  // What the world uses for tables of offsets, and for scaled and rotated masks.
  std::pair<size_t, size_t> bytes() const {
    size_t tables, variants;
    check(hitmask_world_bytes(get(), &tables, &variants));
    return {tables, variants};
  }
  size_t size() const { return detail::asked<size_t>(hitmask_world_sprite_count, get()); }

  void refresh() { check(hitmask_world_refresh(get())); }
  hitmask::step step() {
    auto lists = detail::asked<hitmask_step>(hitmask_world_step, get());
    return {{lists.pairs, lists.pair_count}, {lists.began, lists.began_count}, {lists.ended, lists.ended_count}};
  }
  std::vector<hitmask_contact> contacts(span<pair> pairs) const {
    std::vector<hitmask_contact> contacts(pairs.size());
    check(hitmask_world_contacts(get(), pairs.data(), pairs.size(), contacts.data()));
    return contacts;
  }
  std::vector<hitmask_contact> contacts_of(sprite_id id) const { return detail::list<hitmask_contact>(hitmask_world_contacts_of, get(), id); }
  std::vector<pair> pairs_between(uint32_t layers_a, uint32_t layers_b) const {
    return detail::list<pair>(hitmask_world_pairs_between, get(), layers_a, layers_b);
  }
  std::vector<pair> began_between(uint32_t layers_a, uint32_t layers_b) const {
    return detail::list<pair>(hitmask_world_began_between, get(), layers_a, layers_b);
  }
  std::vector<point> penetrations(span<pair> pairs) const {
    std::vector<point> moves(pairs.size());
    check(hitmask_world_penetrations(get(), pairs.data(), pairs.size(), moves.data()));
    return moves;
  }
  std::vector<hitmask_impact> impacts(span<pair> pairs) const {
    std::vector<hitmask_impact> impacts(pairs.size());
    check(hitmask_world_impacts(get(), pairs.data(), pairs.size(), impacts.data()));
    return impacts;
  }
  hitmask_impact first_impact(sprite_id id) const { return detail::asked<hitmask_impact>(hitmask_world_first_impact, get(), id); }
  // The pairs that share a pixel now, without a step.
  std::vector<pair> collisions() const { return detail::list<pair>(hitmask_world_collisions, get()); }
  hitmask_contact contact(sprite_id a, sprite_id b) const {
    return detail::asked<hitmask_contact>(hitmask_world_contact, get(), a, b);
  }
  std::optional<point> penetration(sprite_id a, sprite_id b) const { return detail::if_found<point>(hitmask_world_penetration, get(), a, b); }
  // The pixels that two sprites share now, and their top-left pixel.
  std::optional<std::pair<hitmask::mask, point>> shared_pixels(sprite_id a, sprite_id b) const {
    hitmask_mask *shared = nullptr;
    point at{};
    check(hitmask_world_shared_pixels(get(), a, b, &shared, &at));
    if (shared == nullptr) return std::nullopt;
    return std::pair<hitmask::mask, point>(hitmask::mask(shared), at);
  }
  std::vector<sprite_id> overlapping(sprite_id one, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_overlapping, get(), one, query.get());
  }

  std::vector<sprite_id> find_point(point at, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_find_point, get(), at.x, at.y, query.get());
  }
  std::vector<sprite_id> find_rect(rect area, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_find_rect, get(), area.left, area.top, area.width, area.height, query.get());
  }
  std::vector<sprite_id> find_circle(real center, double radius, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_find_circle, get(), center.x, center.y, radius, query.get());
  }
  std::vector<sprite_id> find_mask(const mask &mask, point at, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_find_mask, get(), mask.get(), at.x, at.y, query.get());
  }
  std::vector<sprite_id> find_line(point from, point to, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_find_line, get(), from.x, from.y, to.x, to.y, query.get());
  }
  std::vector<sprite_id> find_polygon(span<real> polygon, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_find_polygon, get(), polygon.data(), polygon.size(), query.get());
  }
  std::vector<hitmask_neighbor> nearest(point at, size_t count, const query &query = {}) const {
    std::vector<hitmask_neighbor> near(count);
    check(hitmask_world_nearest(get(), at.x, at.y, query.get(), near.data(), near.size(), &count));
    near.resize(count);
    return near;
  }
  // The distances are between the nearest solid pixels.
  std::vector<hitmask_neighbor> nearest_others(const who &who, size_t count, const query &query = {}) const {
    std::vector<hitmask_neighbor> near(count);
    check(hitmask_world_nearest_others(get(), who.get(), query.get(), near.data(), near.size(), &count));
    near.resize(count);
    return near;
  }
  hitmask_ray_hit cast_ray(point from, point to, const query &query = {}) const {
    return detail::asked<hitmask_ray_hit>(hitmask_world_cast_ray, get(), from.x, from.y, to.x, to.y, query.get());
  }
  std::vector<hitmask_ray_hit> cast_ray_all(point from, point to, const query &query = {}) const {
    return detail::list<hitmask_ray_hit>(hitmask_world_cast_ray_all, get(), from.x, from.y, to.x, to.y, query.get());
  }
  std::vector<hitmask_ray_hit> cast_rays(span<point> from, span<point> to, const query &query = {}) const {
    detail::same_size(from.size(), to.size());
    std::vector<hitmask_ray_hit> hits(from.size());
    check(hitmask_world_cast_rays(get(), from.data(), to.data(), hits.size(), query.get(), hits.data()));
    return hits;
  }
  rect bounds(sprite_id id) const { return detail::asked<rect>(hitmask_world_bounds, get(), id); }
  // The mask of a sprite as it looks, and its top-left pixel.
  std::pair<hitmask::mask, point> shape(const who &who) const {
    point at{};
    auto made = mask::made([&](auto to) { return hitmask_world_shape(get(), who.get(), to, &at); });
    return {std::move(made), at};
  }
  // The map under which to draw the picture of a sprite so that it covers what collides: the numbers of hitmask_world_draw_transform.
  std::array<double, 6> draw_transform(sprite_id id) const {
    std::array<double, 6> m;
    check(hitmask_world_draw_transform(get(), id, m.data()));
    return m;
  }
  real mask_point(sprite_id id, real at) const { return detail::asked<real>(hitmask_world_mask_point, get(), id, at.x, at.y); }
  hitmask_swept sweep(const who &who, point to, const query &query = {}) const {
    return detail::asked<hitmask_swept>(hitmask_world_sweep, get(), who.get(), to.x, to.y, query.get());
  }
  bool is_free(const who &who, const query &query = {}) const { return detail::asked<bool>(hitmask_world_is_free, get(), who.get(), query.get()); }
  std::optional<point> nearest_free(const who &who, reach reach, const query &query = {}) const {
    return detail::if_found<point>(hitmask_world_nearest_free, get(), who.get(), reach.limit, reach.inside(), query.get());
  }
  // What would block a move: {0, 1} for what a sprite stands on, {0, 0} for what it overlaps now.
  std::vector<sprite_id> touching(sprite_id one, point by, const query &query = {}) const {
    return detail::list<sprite_id>(hitmask_world_touching, get(), one, by.x, by.y, query.get());
  }

  // The lists of `hitmask_moved` and `hitmask_carried` are valid until the next call that changes the world.
  hitmask_moved move_until(sprite_id id, point to, const motion &motion = {}) {
    return detail::asked<hitmask_moved>(hitmask_world_move_until, get(), id, to.x, to.y, motion.get());
  }
  // The smallest move out of others, or the first along a direction.
  std::optional<point> push_out(sprite_id id, reach reach, std::optional<point> along = {}) {
    return detail::if_found<point>(hitmask_world_push_out, get(), id, reach.limit, along ? &*along : nullptr, reach.inside());
  }
  // The move of each: INT32_MIN, INT32_MIN if there is no place.
  std::vector<point> push_out_many(span<sprite_id> ids, reach reach, std::optional<point> along = {}) {
    std::vector<point> moves(ids.size());
    check(hitmask_world_push_out_many(get(), ids.data(), ids.size(), reach.limit, along ? &*along : nullptr, reach.inside(), moves.data()));
    return moves;
  }
  hitmask_carried carry(sprite_id id, point to, span<sprite_id> riders) {
    static const sprite_id none = 0; // a list that is not NULL says who rides, even if it is empty
    return detail::asked<hitmask_carried>(hitmask_world_carry, get(), id, to.x, to.y, riders.empty() ? &none : riders.data(), riders.size());
  }
  hitmask_carried carry(sprite_id id, point to) { return detail::asked<hitmask_carried>(hitmask_world_carry, get(), id, to.x, to.y, nullptr, 0); }

  // Terrain. A shape of the world is dug out of the sprites in some layers; those that lost pixels are returned.
  mask_id own_mask(sprite_id id) { return detail::asked<mask_id>(hitmask_world_own_mask, get(), id); }
  std::vector<sprite_id> erase_point(point at, uint32_t layers = all_layers) { return lent(hitmask_world_erase_point, get(), at.x, at.y, layers); }
  std::vector<sprite_id> erase_rect(rect area, uint32_t layers = all_layers) {
    return lent(hitmask_world_erase_rect, get(), area.left, area.top, area.width, area.height, layers);
  }
  std::vector<sprite_id> erase_circle(real center, double radius, uint32_t layers = all_layers) {
    return lent(hitmask_world_erase_circle, get(), center.x, center.y, radius, layers);
  }
  std::vector<sprite_id> erase_line(point from, point to, uint32_t layers = all_layers) {
    return lent(hitmask_world_erase_line, get(), from.x, from.y, to.x, to.y, layers);
  }
  std::vector<sprite_id> erase_polygon(span<real> polygon, uint32_t layers = all_layers) {
    return lent(hitmask_world_erase_polygon, get(), polygon.data(), polygon.size(), layers);
  }
  std::vector<sprite_id> erase_mask(const mask &mask, point at, uint32_t layers = all_layers) {
    return lent(hitmask_world_erase_mask, get(), mask.get(), at.x, at.y, layers);
  }
  // The sprites that the smaller parts of a sprite have become.
  std::vector<sprite_id> split(sprite_id id) { return lent(hitmask_world_split, get(), id); }

  hitmask_world *get() { return object.get(); }
  const hitmask_world *get() const { return object.get(); }

private:
  struct deleter {
    void operator()(hitmask_world *world) const { hitmask_world_free(world); }
  };
  explicit world(hitmask_world *taken) : object(taken) {}
  template <class Make, class... Given> void fill_in(Make make, Given... given) {
    hitmask_world *taken = nullptr;
    check(make(given..., &taken));
    object.reset(taken);
  }
  template <class Change, class... Given> static std::vector<sprite_id> lent(Change change, Given... given) {
    auto list = detail::asked<hitmask_ids>(change, given...);
    return {list.ids, list.ids + list.count};
  }
  std::unique_ptr<hitmask_world, deleter> object;
};

} // namespace hitmask

#endif // HITMASK_HPP

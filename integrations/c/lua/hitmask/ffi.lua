-- What hitmask.h declares, for LuaJIT. Made by `cargo xtask generate header` from the sources of integrations/c. Do not edit it.
return [[
typedef enum hitmask_status {
  HITMASK_OK = 0,
  HITMASK_NULL = 1,
  HITMASK_INVALID = 2,
  HITMASK_OUT_OF_RANGE = 3,
  HITMASK_TOO_LARGE = 4,
  HITMASK_STALE = 5,
  HITMASK_NOT_REFRESHED = 6,
  HITMASK_IN_USE = 7,
  HITMASK_TOO_MANY = 8,
  HITMASK_DAMAGED = 9,
  HITMASK_NO_MEMORY = 10,
  HITMASK_PANIC = 11,
  HITMASK_BROKEN = 12,
} hitmask_status;
typedef enum hitmask_pixel_order {
  HITMASK_RGBA = 0,
  HITMASK_BGRA = 1,
  HITMASK_ARGB = 2,
  HITMASK_ABGR = 3,
  HITMASK_RGB = 4,
  HITMASK_BGR = 5,
} hitmask_pixel_order;
typedef enum hitmask_solid_rule {
  HITMASK_ALPHA_ABOVE_127 = 0,
  HITMASK_ALPHA_ABOVE = 1,
  HITMASK_COLOR_KEY = 2,
  HITMASK_LUMA_ABOVE = 3,
} hitmask_solid_rule;
typedef enum hitmask_reaction {
  HITMASK_STOP = 0,
  HITMASK_SLIDE = 1,
  HITMASK_WALK = 2,
} hitmask_reaction;
typedef enum hitmask_side {
  HITMASK_NO_SIDE = 0,
  HITMASK_LEFT = 1,
  HITMASK_RIGHT = 2,
  HITMASK_TOP = 3,
  HITMASK_BOTTOM = 4,
} hitmask_side;
typedef enum hitmask_abi {
  HITMASK_ABI_VERSION = 1,
} hitmask_abi;
typedef struct hitmask_mask hitmask_mask;
typedef struct hitmask_world hitmask_world;
typedef struct hitmask_pixel_layout {
  int32_t stride;
  int32_t order;
  int32_t rule;
  uint8_t threshold;
  uint8_t red;
  uint8_t green;
  uint8_t blue;
} hitmask_pixel_layout;
typedef struct hitmask_rect {
  int32_t left;
  int32_t top;
  uint32_t width;
  uint32_t height;
} hitmask_rect;
typedef struct hitmask_real {
  double x;
  double y;
} hitmask_real;
typedef struct hitmask_moments {
  uint64_t count;
  uint64_t x;
  uint64_t y;
  double xx;
  double xy;
  double yy;
} hitmask_moments;
typedef struct hitmask_point {
  int32_t x;
  int32_t y;
} hitmask_point;
typedef struct hitmask_run {
  int32_t y;
  int32_t left;
  int32_t right;
} hitmask_run;
typedef struct hitmask_ray_hit {
  uint64_t id;
  struct hitmask_real normal;
  struct hitmask_point at;
  struct hitmask_point before;
  uint32_t step;
  uint8_t hit;
  uint8_t started_inside;
  uint8_t reserved[2];
} hitmask_ray_hit;
typedef struct hitmask_sweep_hit {
  uint64_t id;
  struct hitmask_real normal;
  struct hitmask_point first;
  struct hitmask_point before;
  uint32_t step;
  uint8_t hit;
  uint8_t started_inside;
  uint8_t reserved[2];
} hitmask_sweep_hit;
typedef struct hitmask_component {
  uint64_t count;
  struct hitmask_rect bounds;
} hitmask_component;
typedef struct hitmask_contour {
  size_t first;
  size_t count;
  size_t is_hole;
} hitmask_contour;
typedef struct hitmask_limits {
  size_t pairs;
  size_t parallel_from;
  size_t offset_table_bytes;
  size_t variant_bytes;
  uint8_t has_parallel_from;
  uint8_t reserved[7];
} hitmask_limits;
typedef struct hitmask_pair {
  uint64_t a;
  uint64_t b;
} hitmask_pair;
typedef struct hitmask_linear {
  double a;
  double b;
  double c;
  double d;
} hitmask_linear;
typedef struct hitmask_sprite {
  uint64_t mask;
  uint64_t data;
  double angle;
  struct hitmask_real scale;
  struct hitmask_real fraction;
  struct hitmask_real origin;
  struct hitmask_linear transform;
  struct hitmask_point position;
  uint32_t layers;
  uint32_t collides_with;
  uint8_t has_origin;
  uint8_t has_transform;
  uint8_t flip_x;
  uint8_t flip_y;
  uint8_t turn;
  uint8_t fixed;
  uint8_t sensor;
  uint8_t one_way;
  uint8_t continuous;
  uint8_t reserved[7];
} hitmask_sprite;
typedef struct hitmask_step {
  const struct hitmask_pair *pairs;
  const struct hitmask_pair *began;
  const struct hitmask_pair *ended;
  size_t pair_count;
  size_t began_count;
  size_t ended_count;
} hitmask_step;
typedef struct hitmask_contact {
  struct hitmask_pair pair;
  uint64_t area;
  struct hitmask_point first;
  struct hitmask_rect bounds;
  struct hitmask_real normal;
} hitmask_contact;
typedef struct hitmask_impact {
  struct hitmask_contact contact;
  struct hitmask_point penetration;
  struct hitmask_point places[2];
  struct hitmask_point before[2];
  double fraction;
  uint8_t has_before;
  uint8_t reserved[7];
} hitmask_impact;
typedef struct hitmask_query {
  uint64_t without;
  uint32_t layers;
  uint8_t has_layers;
  uint8_t with_sensors;
  uint8_t hit_from_inside;
  uint8_t reserved[1];
} hitmask_query;
typedef struct hitmask_neighbor {
  uint64_t id;
  double distance;
} hitmask_neighbor;
typedef struct hitmask_who {
  uint64_t id;
  const struct hitmask_mask *mask;
  struct hitmask_sprite sprite;
  struct hitmask_point at;
  uint8_t has_at;
  uint8_t reserved[7];
} hitmask_who;
typedef struct hitmask_swept {
  struct hitmask_sweep_hit hit;
  uint64_t started_inside;
  struct hitmask_point at;
} hitmask_swept;
typedef struct hitmask_motion {
  int32_t reaction;
  uint32_t step_up;
  uint32_t step_down;
  uint32_t layers;
  uint8_t has_layers;
  uint8_t with_sensors;
  uint8_t hit_from_inside;
  uint8_t reserved[1];
} hitmask_motion;
typedef struct hitmask_moved {
  const struct hitmask_sweep_hit *hits;
  const uint64_t *started_inside;
  size_t hit_count;
  size_t started_inside_count;
  struct hitmask_point at;
  uint8_t blocked_left;
  uint8_t blocked_right;
  uint8_t blocked_up;
  uint8_t blocked_down;
  uint8_t reserved[4];
} hitmask_moved;
typedef struct hitmask_carried {
  const uint64_t *riders;
  const uint64_t *pushed;
  const uint64_t *crushed;
  size_t rider_count;
  size_t pushed_count;
  size_t crushed_count;
} hitmask_carried;
typedef struct hitmask_ids {
  const uint64_t *ids;
  size_t count;
} hitmask_ids;
uint32_t hitmask_abi_version(void);
const char *hitmask_version(void);
const char *hitmask_last_error(void);
enum hitmask_status hitmask_mask_new(uint32_t width, uint32_t height, struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_filled(uint32_t width, uint32_t height, struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_from_rgba(const uint8_t *pixels,
                                           size_t length,
                                           uint32_t width,
                                           uint32_t height,
                                           size_t stride,
                                           uint8_t alpha_above,
                                           struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_from_alpha(const uint8_t *pixels,
                                            size_t length,
                                            uint32_t width,
                                            uint32_t height,
                                            size_t stride,
                                            uint8_t alpha_above,
                                            struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_from_color_key(const uint8_t *pixels,
                                                size_t length,
                                                uint32_t width,
                                                uint32_t height,
                                                size_t stride,
                                                const uint8_t *key,
                                                struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_from_pixels(const uint8_t *pixels,
                                             size_t length,
                                             uint32_t width,
                                             uint32_t height,
                                             const struct hitmask_pixel_layout *layout,
                                             struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_from_bit_rows(const uint8_t *bits,
                                               size_t length,
                                               uint32_t width,
                                               uint32_t height,
                                               int32_t stride,
                                               bool high_first,
                                               struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_from_bits(const uint8_t *bits, size_t length, uint32_t width, uint32_t height, struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_from_text(const uint8_t *text, size_t length, struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_copy(const struct hitmask_mask *mask, struct hitmask_mask **copy);
void hitmask_mask_free(struct hitmask_mask *mask);
enum hitmask_status hitmask_mask_to_alpha(const struct hitmask_mask *mask,
                                          uint8_t *pixels,
                                          size_t length,
                                          size_t stride,
                                          uint8_t solid,
                                          uint8_t free);
enum hitmask_status hitmask_mask_to_rgba(const struct hitmask_mask *mask,
                                         uint8_t *pixels,
                                         size_t length,
                                         size_t stride,
                                         const uint8_t *solid,
                                         const uint8_t *free);
enum hitmask_status hitmask_mask_clear_alpha(const struct hitmask_mask *mask, uint8_t *pixels, size_t length, size_t stride);
enum hitmask_status hitmask_mask_to_bits(const struct hitmask_mask *mask, uint8_t *bits, size_t length);
enum hitmask_status hitmask_mask_to_bytes(const struct hitmask_mask *mask, uint8_t *bytes, size_t capacity, size_t *length);
enum hitmask_status hitmask_mask_from_bytes(const uint8_t *bytes, size_t length, struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_size(const struct hitmask_mask *mask, uint32_t *width, uint32_t *height);
enum hitmask_status hitmask_mask_contains(const struct hitmask_mask *mask, int32_t x, int32_t y, bool *solid);
enum hitmask_status hitmask_mask_count(const struct hitmask_mask *mask, uint64_t *count);
enum hitmask_status hitmask_mask_bounds(const struct hitmask_mask *mask, struct hitmask_rect *bounds);
enum hitmask_status hitmask_mask_centroid(const struct hitmask_mask *mask, bool *found, struct hitmask_real *centroid);
enum hitmask_status hitmask_mask_angle(const struct hitmask_mask *mask, bool *found, double *degrees);
enum hitmask_status hitmask_mask_moments(const struct hitmask_mask *mask, struct hitmask_moments *moments);
enum hitmask_status hitmask_mask_pixels(const struct hitmask_mask *mask, struct hitmask_point *pixels, size_t capacity, size_t *count);
enum hitmask_status hitmask_mask_runs(const struct hitmask_mask *mask, struct hitmask_run *runs, size_t capacity, size_t *count);
enum hitmask_status hitmask_mask_overlaps(const struct hitmask_mask *mask,
                                          const struct hitmask_mask *other,
                                          int32_t x,
                                          int32_t y,
                                          bool *overlaps);
enum hitmask_status hitmask_mask_overlap_first(const struct hitmask_mask *mask,
                                               const struct hitmask_mask *other,
                                               int32_t x,
                                               int32_t y,
                                               bool *found,
                                               struct hitmask_point *first);
enum hitmask_status hitmask_mask_overlap_area(const struct hitmask_mask *mask,
                                              const struct hitmask_mask *other,
                                              int32_t x,
                                              int32_t y,
                                              uint64_t *area);
enum hitmask_status hitmask_mask_overlap_bounds(const struct hitmask_mask *mask,
                                                const struct hitmask_mask *other,
                                                int32_t x,
                                                int32_t y,
                                                struct hitmask_rect *bounds);
enum hitmask_status hitmask_mask_overlap_mask(const struct hitmask_mask *mask,
                                              const struct hitmask_mask *other,
                                              int32_t x,
                                              int32_t y,
                                              struct hitmask_mask **shared);
enum hitmask_status hitmask_mask_overlaps_rect(const struct hitmask_mask *mask,
                                               int32_t left,
                                               int32_t top,
                                               uint32_t width,
                                               uint32_t height,
                                               bool *overlaps);
enum hitmask_status hitmask_mask_overlaps_circle(const struct hitmask_mask *mask, double x, double y, double radius, bool *overlaps);
enum hitmask_status hitmask_mask_overlaps_polygon(const struct hitmask_mask *mask,
                                                  const struct hitmask_real *points,
                                                  size_t count,
                                                  bool *overlaps);
enum hitmask_status hitmask_mask_set(struct hitmask_mask *mask, int32_t x, int32_t y, bool solid);
enum hitmask_status hitmask_mask_fill(struct hitmask_mask *mask, bool solid);
enum hitmask_status hitmask_mask_invert(struct hitmask_mask *mask);
enum hitmask_status hitmask_mask_fill_rect(struct hitmask_mask *mask,
                                           int32_t left,
                                           int32_t top,
                                           uint32_t width,
                                           uint32_t height,
                                           bool solid);
enum hitmask_status hitmask_mask_fill_circle(struct hitmask_mask *mask, double x, double y, double radius, bool solid);
enum hitmask_status hitmask_mask_fill_line(struct hitmask_mask *mask,
                                           int32_t from_x,
                                           int32_t from_y,
                                           int32_t to_x,
                                           int32_t to_y,
                                           bool solid);
enum hitmask_status hitmask_mask_fill_polygon(struct hitmask_mask *mask, const struct hitmask_real *points, size_t count, bool solid);
enum hitmask_status hitmask_mask_draw(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);
enum hitmask_status hitmask_mask_erase(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);
enum hitmask_status hitmask_mask_toggle(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);
enum hitmask_status hitmask_mask_intersect(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);
enum hitmask_status hitmask_mask_oriented(const struct hitmask_mask *mask, bool flip_x, uint32_t quarter_turns, struct hitmask_mask **made);
enum hitmask_status hitmask_mask_scaled(const struct hitmask_mask *mask, uint32_t width, uint32_t height, struct hitmask_mask **made);
enum hitmask_status hitmask_mask_rotated(const struct hitmask_mask *mask,
                                         double degrees,
                                         struct hitmask_mask **made,
                                         struct hitmask_point *at);
enum hitmask_status hitmask_mask_transformed(const struct hitmask_mask *mask,
                                             const double *m,
                                             struct hitmask_mask **made,
                                             struct hitmask_point *at);
enum hitmask_status hitmask_mask_cropped(const struct hitmask_mask *mask, struct hitmask_mask **made, struct hitmask_point *at);
enum hitmask_status hitmask_mask_grown(const struct hitmask_mask *mask,
                                       double radius,
                                       struct hitmask_mask **made,
                                       struct hitmask_point *at);
enum hitmask_status hitmask_mask_shrunk(const struct hitmask_mask *mask,
                                        double radius,
                                        struct hitmask_mask **made,
                                        struct hitmask_point *at);
enum hitmask_status hitmask_mask_overlap_normal(const struct hitmask_mask *mask,
                                                const struct hitmask_mask *other,
                                                int32_t x,
                                                int32_t y,
                                                bool *found,
                                                struct hitmask_real *normal);
enum hitmask_status hitmask_mask_penetration(const struct hitmask_mask *mask,
                                             const struct hitmask_mask *other,
                                             int32_t x,
                                             int32_t y,
                                             bool *found,
                                             struct hitmask_point *move);
enum hitmask_status hitmask_mask_penetration_along(const struct hitmask_mask *mask,
                                                   const struct hitmask_mask *other,
                                                   int32_t x,
                                                   int32_t y,
                                                   int32_t direction_x,
                                                   int32_t direction_y,
                                                   bool *found,
                                                   struct hitmask_point *move);
enum hitmask_status hitmask_mask_distance(const struct hitmask_mask *mask,
                                          const struct hitmask_mask *other,
                                          int32_t x,
                                          int32_t y,
                                          bool *found,
                                          double *distance);
enum hitmask_status hitmask_mask_nearest_free(const struct hitmask_mask *mask,
                                              const struct hitmask_mask *other,
                                              int32_t x,
                                              int32_t y,
                                              uint32_t limit,
                                              const struct hitmask_rect *within,
                                              bool *found,
                                              struct hitmask_point *nearest);
enum hitmask_status hitmask_mask_cast_ray(const struct hitmask_mask *mask,
                                          int32_t from_x,
                                          int32_t from_y,
                                          int32_t to_x,
                                          int32_t to_y,
                                          struct hitmask_ray_hit *hit);
enum hitmask_status hitmask_mask_sweep(const struct hitmask_mask *mask,
                                       const struct hitmask_mask *other,
                                       int32_t from_x,
                                       int32_t from_y,
                                       int32_t to_x,
                                       int32_t to_y,
                                       struct hitmask_sweep_hit *hit);
enum hitmask_status hitmask_mask_colliding_offsets(const struct hitmask_mask *mask,
                                                   const struct hitmask_mask *other,
                                                   struct hitmask_mask **made,
                                                   struct hitmask_point *at);
enum hitmask_status hitmask_mask_convolve(const struct hitmask_mask *mask, const struct hitmask_mask *other, struct hitmask_mask **made);
enum hitmask_status hitmask_mask_component_bounds(const struct hitmask_mask *mask,
                                                  bool diagonal,
                                                  struct hitmask_component *components,
                                                  size_t capacity,
                                                  size_t *count);
enum hitmask_status hitmask_mask_component_at(const struct hitmask_mask *mask,
                                              int32_t x,
                                              int32_t y,
                                              bool diagonal,
                                              struct hitmask_mask **made,
                                              struct hitmask_point *at);
enum hitmask_status hitmask_mask_largest_component(const struct hitmask_mask *mask,
                                                   bool diagonal,
                                                   struct hitmask_mask **made,
                                                   struct hitmask_point *at);
enum hitmask_status hitmask_mask_connected_components(const struct hitmask_mask *mask,
                                                      bool diagonal,
                                                      struct hitmask_mask **made,
                                                      struct hitmask_point *at,
                                                      size_t capacity,
                                                      size_t *count);
enum hitmask_status hitmask_mask_detached_components(const struct hitmask_mask *mask,
                                                     int32_t left,
                                                     int32_t top,
                                                     uint32_t width,
                                                     uint32_t height,
                                                     bool diagonal,
                                                     struct hitmask_mask **made,
                                                     struct hitmask_point *at,
                                                     size_t capacity,
                                                     size_t *count);
enum hitmask_status hitmask_mask_contours(const struct hitmask_mask *mask,
                                          double tolerance,
                                          bool covering,
                                          struct hitmask_point *points,
                                          size_t point_capacity,
                                          size_t *point_count,
                                          struct hitmask_contour *contours,
                                          size_t contour_capacity,
                                          size_t *contour_count);
enum hitmask_status hitmask_mask_from_contours(uint32_t width,
                                               uint32_t height,
                                               const struct hitmask_point *points,
                                               size_t point_count,
                                               const size_t *counts,
                                               size_t contour_count,
                                               struct hitmask_mask **mask);
enum hitmask_status hitmask_mask_outline(const struct hitmask_mask *mask, struct hitmask_point *points, size_t capacity, size_t *count);
enum hitmask_status hitmask_mask_convex_hull(const struct hitmask_mask *mask, struct hitmask_point *points, size_t capacity, size_t *count);
enum hitmask_status hitmask_world_new(struct hitmask_world **world);
enum hitmask_status hitmask_world_copy(const struct hitmask_world *world, struct hitmask_world **copy);
void hitmask_world_free(struct hitmask_world *world);
enum hitmask_status hitmask_world_limits(const struct hitmask_world *world, struct hitmask_limits *limits);
enum hitmask_status hitmask_world_set_limits(struct hitmask_world *world, const struct hitmask_limits *limits);
enum hitmask_status hitmask_world_one_sided_layers(const struct hitmask_world *world,
                                                   struct hitmask_pair *pairs,
                                                   size_t capacity,
                                                   size_t *count);
enum hitmask_status hitmask_world_bytes(const struct hitmask_world *world, size_t *tables, size_t *variants);
enum hitmask_status hitmask_world_add_mask(struct hitmask_world *world, const struct hitmask_mask *mask, uint64_t *id);
enum hitmask_status hitmask_world_replace_mask(struct hitmask_world *world, uint64_t id, const struct hitmask_mask *mask);
enum hitmask_status hitmask_world_remove_mask(struct hitmask_world *world, uint64_t id);
enum hitmask_status hitmask_world_mask(const struct hitmask_world *world, uint64_t id, struct hitmask_mask **mask);
enum hitmask_status hitmask_world_erase_from_mask(struct hitmask_world *world,
                                                  uint64_t id,
                                                  const struct hitmask_mask *other,
                                                  int32_t x,
                                                  int32_t y);
enum hitmask_status hitmask_world_draw_on_mask(struct hitmask_world *world,
                                               uint64_t id,
                                               const struct hitmask_mask *other,
                                               int32_t x,
                                               int32_t y);
enum hitmask_status hitmask_world_fill_rect(struct hitmask_world *world,
                                            uint64_t id,
                                            int32_t left,
                                            int32_t top,
                                            uint32_t width,
                                            uint32_t height,
                                            bool solid);
enum hitmask_status hitmask_world_fill_circle(struct hitmask_world *world, uint64_t id, double x, double y, double radius, bool solid);
enum hitmask_status hitmask_world_fill_polygon(struct hitmask_world *world,
                                               uint64_t id,
                                               const struct hitmask_real *points,
                                               size_t count,
                                               bool solid);
enum hitmask_status hitmask_world_fill_line(struct hitmask_world *world,
                                            uint64_t id,
                                            int32_t from_x,
                                            int32_t from_y,
                                            int32_t to_x,
                                            int32_t to_y,
                                            bool solid);
enum hitmask_status hitmask_world_mask_ids(const struct hitmask_world *world, uint64_t *ids, size_t capacity, size_t *count);
uint32_t hitmask_mask_id_slot(uint64_t id);
enum hitmask_status hitmask_world_mask_id_at(const struct hitmask_world *world, size_t slot, uint64_t *id);
enum hitmask_status hitmask_world_set_angle_steps(struct hitmask_world *world, uint64_t id, uint32_t steps);
enum hitmask_status hitmask_sprite_init(struct hitmask_sprite *sprite, uint64_t mask, int32_t x, int32_t y);
enum hitmask_status hitmask_sprite_place_at(struct hitmask_sprite *sprite, double x, double y);
enum hitmask_status hitmask_transform_compose(double x,
                                              double y,
                                              double degrees,
                                              double scale_x,
                                              double scale_y,
                                              double origin_x,
                                              double origin_y,
                                              double shear_x,
                                              double shear_y,
                                              double *m);
enum hitmask_status hitmask_sprite_set_transform(struct hitmask_sprite *sprite, uint32_t width, uint32_t height, const double *m);
enum hitmask_status hitmask_world_spawn(struct hitmask_world *world, const struct hitmask_sprite *sprites, size_t count, uint64_t *ids);
enum hitmask_status hitmask_world_despawn(struct hitmask_world *world, uint64_t id);
enum hitmask_status hitmask_world_despawn_many(struct hitmask_world *world, const uint64_t *ids, size_t count, size_t *removed);
enum hitmask_status hitmask_world_clear(struct hitmask_world *world);
enum hitmask_status hitmask_world_contains(const struct hitmask_world *world, uint64_t id, bool *contains);
enum hitmask_status hitmask_world_sprite_count(const struct hitmask_world *world, size_t *count);
enum hitmask_status hitmask_world_get(const struct hitmask_world *world, uint64_t id, struct hitmask_sprite *sprite);
enum hitmask_status hitmask_world_set(struct hitmask_world *world, const uint64_t *ids, const struct hitmask_sprite *sprites, size_t count);
enum hitmask_status hitmask_world_set_positions(struct hitmask_world *world,
                                                const uint64_t *ids,
                                                const struct hitmask_point *positions,
                                                size_t count);
enum hitmask_status hitmask_world_set_real_positions(struct hitmask_world *world,
                                                     const uint64_t *ids,
                                                     const struct hitmask_real *positions,
                                                     size_t count);
enum hitmask_status hitmask_world_positions(const struct hitmask_world *world,
                                            const uint64_t *ids,
                                            struct hitmask_point *positions,
                                            size_t count);
enum hitmask_status hitmask_world_jump_to(struct hitmask_world *world,
                                          const uint64_t *ids,
                                          const struct hitmask_point *positions,
                                          size_t count);
enum hitmask_status hitmask_world_move_to(struct hitmask_world *world, uint64_t id, int32_t x, int32_t y);
enum hitmask_status hitmask_world_move_by(struct hitmask_world *world, uint64_t id, int32_t dx, int32_t dy);
enum hitmask_status hitmask_world_set_data(struct hitmask_world *world, uint64_t id, uint64_t data);
enum hitmask_status hitmask_world_set_last_place(struct hitmask_world *world, uint64_t id, int32_t x, int32_t y);
uint32_t hitmask_id_slot(uint64_t id);
enum hitmask_status hitmask_world_slot_count(const struct hitmask_world *world, size_t *slots);
enum hitmask_status hitmask_world_set_positions_by_slot(struct hitmask_world *world, const struct hitmask_point *positions, size_t count);
enum hitmask_status hitmask_world_set_real_positions_by_slot(struct hitmask_world *world,
                                                             const struct hitmask_real *positions,
                                                             size_t count);
enum hitmask_status hitmask_world_id_at(const struct hitmask_world *world, size_t slot, uint64_t *id);
enum hitmask_status hitmask_world_positions_by_slot(const struct hitmask_world *world,
                                                    struct hitmask_point *positions,
                                                    size_t capacity,
                                                    size_t *count);
enum hitmask_status hitmask_world_ids(const struct hitmask_world *world, uint64_t *ids, size_t capacity, size_t *count);
enum hitmask_status hitmask_world_refresh(struct hitmask_world *world);
enum hitmask_status hitmask_world_step(struct hitmask_world *world, struct hitmask_step *step);
enum hitmask_status hitmask_world_collisions(const struct hitmask_world *world, struct hitmask_pair *pairs, size_t capacity, size_t *count);
enum hitmask_status hitmask_world_pairs_between(const struct hitmask_world *world,
                                                uint32_t layers_a,
                                                uint32_t layers_b,
                                                struct hitmask_pair *pairs,
                                                size_t capacity,
                                                size_t *count);
enum hitmask_status hitmask_world_began_between(const struct hitmask_world *world,
                                                uint32_t layers_a,
                                                uint32_t layers_b,
                                                struct hitmask_pair *pairs,
                                                size_t capacity,
                                                size_t *count);
enum hitmask_status hitmask_world_contacts_of(const struct hitmask_world *world,
                                              uint64_t id,
                                              struct hitmask_contact *contacts,
                                              size_t capacity,
                                              size_t *count);
enum hitmask_status hitmask_world_contact(const struct hitmask_world *world, uint64_t a, uint64_t b, struct hitmask_contact *contact);
enum hitmask_status hitmask_world_penetration(const struct hitmask_world *world,
                                              uint64_t a,
                                              uint64_t b,
                                              bool *found,
                                              struct hitmask_point *move);
enum hitmask_status hitmask_world_contacts(const struct hitmask_world *world,
                                           const struct hitmask_pair *pairs,
                                           size_t count,
                                           struct hitmask_contact *contacts);
enum hitmask_status hitmask_world_penetrations(const struct hitmask_world *world,
                                               const struct hitmask_pair *pairs,
                                               size_t count,
                                               struct hitmask_point *moves);
enum hitmask_status hitmask_world_impacts(const struct hitmask_world *world,
                                          const struct hitmask_pair *pairs,
                                          size_t count,
                                          struct hitmask_impact *impacts);
enum hitmask_status hitmask_world_first_impact(const struct hitmask_world *world, uint64_t id, struct hitmask_impact *impact);
enum hitmask_status hitmask_world_shared_pixels(const struct hitmask_world *world,
                                                uint64_t a,
                                                uint64_t b,
                                                struct hitmask_mask **shared,
                                                struct hitmask_point *at);
enum hitmask_status hitmask_world_overlapping(const struct hitmask_world *world,
                                              uint64_t id,
                                              const struct hitmask_query *query,
                                              uint64_t *ids,
                                              size_t capacity,
                                              size_t *count);
enum hitmask_status hitmask_world_find_point(const struct hitmask_world *world,
                                             int32_t x,
                                             int32_t y,
                                             const struct hitmask_query *query,
                                             uint64_t *ids,
                                             size_t capacity,
                                             size_t *count);
enum hitmask_status hitmask_world_find_rect(const struct hitmask_world *world,
                                            int32_t left,
                                            int32_t top,
                                            uint32_t width,
                                            uint32_t height,
                                            const struct hitmask_query *query,
                                            uint64_t *ids,
                                            size_t capacity,
                                            size_t *count);
enum hitmask_status hitmask_world_find_circle(const struct hitmask_world *world,
                                              double x,
                                              double y,
                                              double radius,
                                              const struct hitmask_query *query,
                                              uint64_t *ids,
                                              size_t capacity,
                                              size_t *count);
enum hitmask_status hitmask_world_find_line(const struct hitmask_world *world,
                                            int32_t from_x,
                                            int32_t from_y,
                                            int32_t to_x,
                                            int32_t to_y,
                                            const struct hitmask_query *query,
                                            uint64_t *ids,
                                            size_t capacity,
                                            size_t *count);
enum hitmask_status hitmask_world_find_polygon(const struct hitmask_world *world,
                                               const struct hitmask_real *points,
                                               size_t point_count,
                                               const struct hitmask_query *query,
                                               uint64_t *ids,
                                               size_t capacity,
                                               size_t *count);
enum hitmask_status hitmask_world_find_mask(const struct hitmask_world *world,
                                            const struct hitmask_mask *mask,
                                            int32_t x,
                                            int32_t y,
                                            const struct hitmask_query *query,
                                            uint64_t *ids,
                                            size_t capacity,
                                            size_t *count);
enum hitmask_status hitmask_world_nearest(const struct hitmask_world *world,
                                          int32_t x,
                                          int32_t y,
                                          const struct hitmask_query *query,
                                          struct hitmask_neighbor *near,
                                          size_t capacity,
                                          size_t *count);
enum hitmask_status hitmask_world_nearest_others(const struct hitmask_world *world,
                                                 const struct hitmask_who *who,
                                                 const struct hitmask_query *query,
                                                 struct hitmask_neighbor *near,
                                                 size_t capacity,
                                                 size_t *count);
enum hitmask_status hitmask_world_bounds(const struct hitmask_world *world, uint64_t id, struct hitmask_rect *bounds);
enum hitmask_status hitmask_world_mask_point(const struct hitmask_world *world, uint64_t id, double x, double y, struct hitmask_real *at);
enum hitmask_status hitmask_world_shape(const struct hitmask_world *world,
                                        const struct hitmask_who *who,
                                        struct hitmask_mask **made,
                                        struct hitmask_point *at);
enum hitmask_status hitmask_world_draw_transform(const struct hitmask_world *world, uint64_t id, double *m);
enum hitmask_status hitmask_world_cast_ray(const struct hitmask_world *world,
                                           int32_t from_x,
                                           int32_t from_y,
                                           int32_t to_x,
                                           int32_t to_y,
                                           const struct hitmask_query *query,
                                           struct hitmask_ray_hit *hit);
enum hitmask_status hitmask_world_cast_ray_all(const struct hitmask_world *world,
                                               int32_t from_x,
                                               int32_t from_y,
                                               int32_t to_x,
                                               int32_t to_y,
                                               const struct hitmask_query *query,
                                               struct hitmask_ray_hit *hits,
                                               size_t capacity,
                                               size_t *count);
enum hitmask_status hitmask_world_cast_rays(const struct hitmask_world *world,
                                            const struct hitmask_point *from,
                                            const struct hitmask_point *to,
                                            size_t count,
                                            const struct hitmask_query *query,
                                            struct hitmask_ray_hit *hits);
enum hitmask_status hitmask_world_sweep(const struct hitmask_world *world,
                                        const struct hitmask_who *who,
                                        int32_t x,
                                        int32_t y,
                                        const struct hitmask_query *query,
                                        struct hitmask_swept *swept);
enum hitmask_status hitmask_world_is_free(const struct hitmask_world *world,
                                          const struct hitmask_who *who,
                                          const struct hitmask_query *query,
                                          bool *free);
enum hitmask_status hitmask_world_nearest_free(const struct hitmask_world *world,
                                               const struct hitmask_who *who,
                                               uint32_t limit,
                                               const struct hitmask_rect *within,
                                               const struct hitmask_query *query,
                                               bool *found,
                                               struct hitmask_point *nearest);
enum hitmask_status hitmask_world_touching(const struct hitmask_world *world,
                                           uint64_t id,
                                           int32_t dx,
                                           int32_t dy,
                                           const struct hitmask_query *query,
                                           uint64_t *ids,
                                           size_t capacity,
                                           size_t *count);
enum hitmask_status hitmask_world_move_until(struct hitmask_world *world,
                                             uint64_t id,
                                             int32_t x,
                                             int32_t y,
                                             const struct hitmask_motion *motion,
                                             struct hitmask_moved *moved);
enum hitmask_status hitmask_world_push_out(struct hitmask_world *world,
                                           uint64_t id,
                                           uint32_t limit,
                                           const struct hitmask_point *along,
                                           const struct hitmask_rect *within,
                                           bool *found,
                                           struct hitmask_point *move);
enum hitmask_status hitmask_world_push_out_many(struct hitmask_world *world,
                                                const uint64_t *ids,
                                                size_t count,
                                                uint32_t limit,
                                                const struct hitmask_point *along,
                                                const struct hitmask_rect *within,
                                                struct hitmask_point *moves);
enum hitmask_status hitmask_world_carry(struct hitmask_world *world,
                                        uint64_t id,
                                        int32_t x,
                                        int32_t y,
                                        const uint64_t *riders,
                                        size_t rider_count,
                                        struct hitmask_carried *carried);
enum hitmask_status hitmask_remainder_take(struct hitmask_real *rest, double dx, double dy, struct hitmask_point *move);
enum hitmask_status hitmask_place(double x, double y, struct hitmask_point *pixel);
enum hitmask_status hitmask_pixel(double x, double y, struct hitmask_point *pixel);
enum hitmask_status hitmask_world_own_mask(struct hitmask_world *world, uint64_t id, uint64_t *mask);
enum hitmask_status hitmask_world_erase_point(struct hitmask_world *world, int32_t x, int32_t y, uint32_t layers, struct hitmask_ids *ids);
enum hitmask_status hitmask_world_erase_rect(struct hitmask_world *world,
                                             int32_t left,
                                             int32_t top,
                                             uint32_t width,
                                             uint32_t height,
                                             uint32_t layers,
                                             struct hitmask_ids *ids);
enum hitmask_status hitmask_world_erase_circle(struct hitmask_world *world,
                                               double x,
                                               double y,
                                               double radius,
                                               uint32_t layers,
                                               struct hitmask_ids *ids);
enum hitmask_status hitmask_world_erase_line(struct hitmask_world *world,
                                             int32_t from_x,
                                             int32_t from_y,
                                             int32_t to_x,
                                             int32_t to_y,
                                             uint32_t layers,
                                             struct hitmask_ids *ids);
enum hitmask_status hitmask_world_erase_polygon(struct hitmask_world *world,
                                                const struct hitmask_real *points,
                                                size_t point_count,
                                                uint32_t layers,
                                                struct hitmask_ids *ids);
enum hitmask_status hitmask_world_erase_mask(struct hitmask_world *world,
                                             const struct hitmask_mask *mask,
                                             int32_t x,
                                             int32_t y,
                                             uint32_t layers,
                                             struct hitmask_ids *ids);
enum hitmask_status hitmask_world_split(struct hitmask_world *world, uint64_t id, struct hitmask_ids *ids);
enum hitmask_status hitmask_world_to_bytes(const struct hitmask_world *world, uint8_t *bytes, size_t capacity, size_t *length);
enum hitmask_status hitmask_world_from_bytes(const uint8_t *bytes, size_t length, struct hitmask_world **world);
enum hitmask_status hitmask_world_to_bytes_without_masks(const struct hitmask_world *world,
                                                         uint8_t *bytes,
                                                         size_t capacity,
                                                         size_t *length);
enum hitmask_status hitmask_world_from_bytes_with_masks(const uint8_t *bytes,
                                                        size_t length,
                                                        const uint64_t *ids,
                                                        const struct hitmask_mask *const *masks,
                                                        size_t count,
                                                        struct hitmask_world **world);
]]

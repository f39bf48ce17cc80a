// hitmask: pixel-perfect collision for 2D sprites.
//
// Made by `cargo xtask generate header` from the sources of integrations/c. Do not edit it.
//
// Rules for all functions:
//
// - x goes right and y goes down. Positions are whole pixels from -2^30 to 2^30, the top-left pixel of a mask.
// - Each call returns a hitmask_status. HITMASK_OK is 0. After any other, hitmask_last_error() is a sentence that says why.
// - Pointers must not be NULL unless the function says so, and must point to as much memory as the function says. Lists may be NULL if
//   their count is 0. hitmask copies what it keeps: your memory stays yours.
// - What a function makes (`hitmask_mask **`, `hitmask_world **`) is yours: free it once, with hitmask_mask_free or hitmask_world_free. After a
//   failure, the pointer is NULL.
// - Ids are those of one world. An id is never 0, and names no other sprite after its sprite was removed. The lower 32 bits of an id are its
//   slot, a small number, which is used again. Lists are sorted by slot, so ids in a list need not be in the order of their values.
//   despawn_many skips ids that name no sprite, and contains tells them; other calls with one fail.
//   An id of a mask has bit 31 set too, so hitmask tells it from that of a sprite. It cannot tell an id of another world.
// - Refresh. Calls about pixels (find_..., cast_ray..., touching, mask_point, draw_transform, contact, ...) answer for the world as it is since
//   its last refresh. After a change, they need hitmask_world_refresh, or hitmask_world_step, which refreshes too. They do not refresh by
//   themselves, because they may run on several threads at once. These calls are changes: hitmask_world_...
//     spawn, despawn, despawn_many, clear, set, set_positions, set_real_positions, set_positions_by_slot, set_real_positions_by_slot,
//     jump_to, move_to, move_by, move_until, push_out, push_out_many, carry,
//     own_mask, erase_point, erase_rect, erase_circle, erase_line, erase_polygon, erase_mask, split,
//     replace_mask, erase_from_mask, draw_on_mask, fill_rect, fill_circle, fill_polygon, fill_line, set_angle_steps.
//   move_until, push_out..., carry, erase_... and split see the world as it is, without a refresh before them. What they move is a change like
//   any other.
// - Calls about the last step (contacts, contacts_of, penetrations, impacts, first_impact, pairs_between, began_between) need that nothing has
//   changed since: ask them before you change the world. A refresh does not help then.
// - get, positions, copies and saves need neither.
// - Layers are two-sided: both sprites must name a layer of the other (`collides_with`), or they do not meet. one_sided_layers finds sprites of
//   which only one does.
// - A sprite blocks another if it is no sensor, if their layers fit, and, if it is one-way, from its side.
// - Options are structs by pointer (hitmask_query, hitmask_motion, hitmask_pixel_layout): NULL, or a struct whose bytes are all 0, is the defaults.
// - Functions that write a list take its `capacity`, write that many at most, and set `count` to how many there are.
// - Threads: calls that take an object as `const` may run on several threads at once. While any other call uses an object, no other thread
//   may use it. Different objects are independent. hitmask_last_error() is that of the calling thread.


#ifndef HITMASK_H
#define HITMASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>


// How a call ended. `hitmask_last_error` has a sentence for each call that failed.
//
// After a failure, what was asked to change is unchanged, unless the function says otherwise, and no result is written, but pointers to
// objects that a call makes are NULL.
typedef enum hitmask_status {
  // The call has done all that it says.
  HITMASK_OK = 0,
  // A pointer that must not be NULL is NULL.
  HITMASK_NULL = 1,
  // A value is not valid: the sentence names it, and what is valid.
  HITMASK_INVALID = 2,
  // A position or another number is out of range.
  HITMASK_OUT_OF_RANGE = 3,
  // A mask would be larger than 2^26 words of 64 pixels.
  HITMASK_TOO_LARGE = 4,
  // The world has no sprite or no mask with this id, or the id of a mask was given for a sprite, or the reverse.
  HITMASK_STALE = 5,
  // The world has changed since the last `hitmask_world_refresh` or `hitmask_world_step`, so it cannot be asked.
  HITMASK_NOT_REFRESHED = 6,
  // A mask cannot be removed, because sprites show it.
  HITMASK_IN_USE = 7,
  // A list would be longer than its limit, or the world is full.
  HITMASK_TOO_MANY = 8,
  // Saved bytes are damaged, or they are from another version.
  HITMASK_DAMAGED = 9,
  // The system refused memory. An object that was in the middle of a change is broken, as after `HITMASK_PANIC`.
  HITMASK_NO_MEMORY = 10,
  // The call met a bug of this library. An object that it was changing is broken from now on. Please report it.
  HITMASK_PANIC = 11,
  // An earlier call has left this object in the middle of a change: it can only be freed.
  HITMASK_BROKEN = 12,
} hitmask_status;

// The order of the channels of a pixel: of its bytes in memory. (Fields are `int32_t`, because other languages may set any number.)
//
// A format that is named by the digits of a 32-bit number, such as 0xAARRGGBB, has its bytes from the last to the first on little-endian
// processors. So ARGB8888 of SDL, ARGB32 of Cairo, A8R8G8B8 of Direct3D and Format32bppArgb of GDI+ are `HITMASK_BGRA`.
typedef enum hitmask_pixel_order {
  // Red, green, blue, alpha.
  HITMASK_RGBA = 0,
  // Blue, green, red, alpha: 0xAARRGGBB on little-endian processors, and so the ARGB formats of SDL, Cairo, Direct3D and GDI+.
  HITMASK_BGRA = 1,
  // Alpha, red, green, blue.
  HITMASK_ARGB = 2,
  // Alpha, blue, green, red: 0xRRGGBBAA on little-endian processors.
  HITMASK_ABGR = 3,
  // Red, green, blue: three bytes, and an alpha of 255.
  HITMASK_RGB = 4,
  // Blue, green, red: three bytes, and an alpha of 255.
  HITMASK_BGR = 5,
} hitmask_pixel_order;

// The rule that decides which pixels are solid.
typedef enum hitmask_solid_rule {
  // An alpha value above 127.
  HITMASK_ALPHA_ABOVE_127 = 0,
  // An alpha value above `threshold`.
  HITMASK_ALPHA_ABOVE = 1,
  // Any color but `red`, `green`, `blue`. Alpha does not count.
  HITMASK_COLOR_KEY = 2,
  // A brightness above `threshold`. Alpha does not count.
  HITMASK_LUMA_ABOVE = 3,
} hitmask_solid_rule;

// What a moving sprite does at another sprite in its way. (Fields are `int32_t`, because other languages may set any number.)
typedef enum hitmask_reaction {
  // It stops before the first touch.
  HITMASK_STOP = 0,
  // It slides along what is in the way.
  HITMASK_SLIDE = 1,
  // It walks over slopes and steps: see `step_up` and `step_down`.
  HITMASK_WALK = 2,
} hitmask_reaction;

// A side of the world, for one-way sprites.
typedef enum hitmask_side {
  // The sprite blocks from all sides.
  HITMASK_NO_SIDE = 0,
  // It blocks what comes from its left.
  HITMASK_LEFT = 1,
  // It blocks what comes from its right.
  HITMASK_RIGHT = 2,
  // It blocks what comes from above: a floor to jump through.
  HITMASK_TOP = 3,
  // It blocks what comes from below.
  HITMASK_BOTTOM = 4,
} hitmask_side;

// The version of the interface that a header belongs to.
typedef enum hitmask_abi {
  // What `hitmask_abi_version` returns if the library and the header fit.
  HITMASK_ABI_VERSION = 1,
} hitmask_abi;

// A mask: the solid pixels of a picture, as bits.
//
// A mask that is added to worlds is shared with them, not copied. An edit then copies it first, so worlds keep what they have.
typedef struct hitmask_mask hitmask_mask;

// Masks, and sprites that show them. It finds the sprites that share solid pixels.
typedef struct hitmask_world hitmask_world;

// How pixels lie in memory, and which are solid. A struct whose bytes are all 0 has the defaults, and so has NULL: RGBA, without gaps between
// rows, solid where alpha is above 127.
typedef struct hitmask_pixel_layout {
  // The number of bytes from a row to the next, also called the pitch. 0 is rows without gaps. If it is negative, the bottom row is the first in
  // memory, as in bitmaps of Windows.
  int32_t stride;
  // A `hitmask_pixel_order`.
  int32_t order;
  // A `hitmask_solid_rule`.
  int32_t rule;
  // The threshold of `HITMASK_ALPHA_ABOVE` and `HITMASK_LUMA_ABOVE`. With other rules, it must be 0.
  uint8_t threshold;
  // The color of `HITMASK_COLOR_KEY`, in every order. With other rules, it must be 0, 0, 0.
  uint8_t red;
  uint8_t green;
  uint8_t blue;
} hitmask_pixel_layout;

// A rectangle of pixels: the columns from `left` up to, but without, `left + width`, and the rows alike.
typedef struct hitmask_rect {
  // The first column.
  int32_t left;
  // The first row.
  int32_t top;
  // The number of columns.
  uint32_t width;
  // The number of rows.
  uint32_t height;
} hitmask_rect;

// A real point, a direction or a pair of factors, y down.
typedef struct hitmask_real {
  // To the right.
  double x;
  // Down.
  double y;
} hitmask_real;

// Sums over the solid pixels of a mask, for its middle, its size and its direction.
typedef struct hitmask_moments {
  // The number of solid pixels.
  uint64_t count;
  // The sum of x.
  uint64_t x;
  // The sum of y.
  uint64_t y;
  // The sum of x * x. It is exact up to 2^53.
  double xx;
  // The sum of x * y. It is exact up to 2^53.
  double xy;
  // The sum of y * y. It is exact up to 2^53.
  double yy;
} hitmask_moments;

// A pixel, an offset or a move, in whole pixels, y down.
typedef struct hitmask_point {
  // To the right.
  int32_t x;
  // Down.
  int32_t y;
} hitmask_point;

// Solid pixels of a row, one beside the other: from `left` up to, but without, `right`.
typedef struct hitmask_run {
  // The row.
  int32_t y;
  // The first column.
  int32_t left;
  // The column after the last one.
  int32_t right;
} hitmask_run;

// The first solid pixel on a line of pixels.
typedef struct hitmask_ray_hit {
  // The sprite that was hit, or 0 in a ray through a mask.
  uint64_t id;
  // The outward unit normal of the surface. It is 0, 0 if the line begins in a solid pixel.
  struct hitmask_real normal;
  // The first solid pixel.
  struct hitmask_point at;
  // The free pixel one step before. It is `at` if the line begins in a solid pixel.
  struct hitmask_point before;
  // The number of steps from the start of the line.
  uint32_t step;
  // Whether anything was hit. If not, all values are 0.
  uint8_t hit;
  // Whether the line begins in a solid pixel.
  uint8_t started_inside;
  // 0.
  uint8_t reserved[2];
} hitmask_ray_hit;

// Where a moving mask or sprite first touches another.
typedef struct hitmask_sweep_hit {
  // The sprite in the way, or 0 in a sweep of a mask.
  uint64_t id;
  // The direction, of length 1, out of what was hit, towards what moves.
  struct hitmask_real normal;
  // In a sweep of a sprite, the first shared pixel in the world. In a sweep of a mask, the first offset at which they share one.
  struct hitmask_point first;
  // The last place before the touch. It is the start if the two overlap there.
  struct hitmask_point before;
  // The number of steps from the start to the touch.
  uint32_t step;
  // Whether there was a touch. If not, all values are 0.
  uint8_t hit;
  // Whether the two overlap at the start: then that is the touch.
  uint8_t started_inside;
  // 0.
  uint8_t reserved[2];
} hitmask_sweep_hit;

// A component of a mask: connected solid pixels.
typedef struct hitmask_component {
  // The number of its pixels.
  uint64_t count;
  // The smallest rectangle around them.
  struct hitmask_rect bounds;
} hitmask_component;

// A polygon in a list of corners.
typedef struct hitmask_contour {
  // The index of its first corner.
  size_t first;
  // The number of its corners, at least 3.
  size_t count;
  // Whether it surrounds a hole: 0 or 1.
  size_t is_hole;
} hitmask_contour;

// The limits of a world. Apart from lists that become errors, results do not depend on them.
typedef struct hitmask_limits {
  // The maximum number of pairs in a list: 33,554,432 by default. A step with more pairs fails.
  size_t pairs;
  // The number of sprites from which a world uses several threads: 0 forces them, and `SIZE_MAX` forbids them. It counts only if
  // `has_parallel_from` is set; without it, it must be 0.
  size_t parallel_from;
  // The memory for tables of offsets, which make tests of pairs faster: 16 MiB by default. 0 forbids them.
  size_t offset_table_bytes;
  // The memory for scaled, rotated and transformed masks: 64 MiB by default. They are rendered for sprites that keep their look; without
  // room, a sprite is tested without rendering. A mask that a sprite shows is never dropped.
  size_t variant_bytes;
  // Whether `parallel_from` counts. If not, as by default, the world measures what is faster.
  uint8_t has_parallel_from;
  // Must be 0.
  uint8_t reserved[7];
} hitmask_limits;

// The ids of two sprites. In the lists of a step, the one with the smaller slot is first.
typedef struct hitmask_pair {
  // The first sprite.
  uint64_t a;
  // The second sprite.
  uint64_t b;
} hitmask_pair;

// A linear map: it sends the point x, y to `a` * x + `b` * y, `c` * x + `d` * y, y down.
typedef struct hitmask_linear {
  // The factor of x in the new x.
  double a;
  // The factor of y in the new x.
  double b;
  // The factor of x in the new y.
  double c;
  // The factor of y in the new y.
  double d;
} hitmask_linear;

// All values of a sprite. `hitmask_sprite_init` sets the defaults; change what differs.
//
// Flags are 0 or 1; any other number counts as 1.
typedef struct hitmask_sprite {
  // The id of the mask that the sprite shows.
  uint64_t mask;
  // A number of yours, which hitmask stores. The default is 0.
  uint64_t data;
  // The rotation in degrees, clockwise on the screen, after flips, quarter turns and scale. The default is 0. To draw the picture, use
  // `hitmask_world_draw_transform`.
  double angle;
  // The factors of the size, before the rotation. The default is 1, 1.
  struct hitmask_real scale;
  // The part of the position below a pixel, from 0 to less than 1 along each axis. The default is 0, 0. A sprite that is scaled, rotated or
  // transformed is shown at the sum of both. Of any other, the top-left corner is rounded to the nearest pixel, halves right and down.
  struct hitmask_real fraction;
  // The point of the picture, in pixels of the mask, that is drawn at the position and about which the sprite flips, turns, scales and
  // rotates: 0, 0 is the top-left corner, and 0.5, 0.5 the center of the first pixel. It may lie outside the mask, up to 2^26 from 0. It
  // counts only if `has_origin` is set. Without it, the sprite turns about its middle.
  struct hitmask_real origin;
  // Any map of the picture, instead of flips, turn, angle, scale and origin, which must have their defaults. The point 0, 0 of the picture
  // is drawn at the position. It counts only if `has_transform` is set. `hitmask_sprite_set_transform` sets it and the position.
  struct hitmask_linear transform;
  // The place in the world, from -2^30 to 2^30: of the origin if `has_origin` is set, of the top-left corner of the picture if
  // `has_transform` is set, else of the top-left pixel of the flipped and turned mask, before scale and rotation.
  struct hitmask_point position;
  // The layers that the sprite is in, a bit each. The default is 1.
  uint32_t layers;
  // The layers that the sprite collides with. The default is all. Both sprites must name a layer of the other, or they do not meet;
  // `hitmask_world_one_sided_layers` finds sprites of which only one does.
  uint32_t collides_with;
  // Whether `origin` counts.
  uint8_t has_origin;
  // Whether `transform` counts.
  uint8_t has_transform;
  // Whether the mask is mirrored left to right.
  uint8_t flip_x;
  // Whether the mask is mirrored top to bottom.
  uint8_t flip_y;
  // Quarter turns clockwise, 0 to 3, after the flips.
  uint8_t turn;
  // Whether the sprite seldom moves. Two fixed sprites are never a pair.
  uint8_t fixed;
  // Whether the sprite is a sensor: it is in pairs, and blocks no other sprite. Others still block it.
  uint8_t sensor;
  // The side from which the sprite blocks: a `hitmask_side`, or 0 if it blocks from all sides.
  uint8_t one_way;
  // Whether a step tests the sprite along the straight line from its position in the last step, so that it passes through nothing
  // unseen. It does not stop there: `hitmask_world_first_impact` says what it hit and where. The first line begins where the sprite was
  // spawned; `hitmask_world_jump_to` moves without a line. A sprite that moves by `hitmask_world_move_until` needs none.
  uint8_t continuous;
  // Must be 0.
  uint8_t reserved[7];
} hitmask_sprite;

// The lists of a step. They belong to the world, and are valid until its next step, or until it is freed.
typedef struct hitmask_step {
  // The pairs that share a pixel, sorted.
  const struct hitmask_pair *pairs;
  // The pairs that are not in the list of the step before.
  const struct hitmask_pair *began;
  // The pairs of the step before that share no pixel now.
  const struct hitmask_pair *ended;
  size_t pair_count;
  size_t began_count;
  size_t ended_count;
} hitmask_step;

// The details of a pair of sprites that share pixels.
typedef struct hitmask_contact {
  // The two sprites, in the order in which they were asked for.
  struct hitmask_pair pair;
  // The number of shared pixels, or 0 if the two share none. Then all that follows is 0.
  uint64_t area;
  // The topmost shared pixel, the leftmost of its row, in the world.
  struct hitmask_point first;
  // The rectangle around the shared pixels, in the world.
  struct hitmask_rect bounds;
  // The direction, of length 1, in which the first sprite leaves the second.
  struct hitmask_real normal;
} hitmask_contact;

// The first touch of two sprites in a step, of which one has moved continuously.
typedef struct hitmask_impact {
  // The contact at the touch.
  struct hitmask_contact contact;
  // The smallest move of the first sprite after which the two share nothing, there.
  struct hitmask_point penetration;
  // The positions of the two sprites at the touch.
  struct hitmask_point places[2];
  // The positions of the two sprites one step of the path before the touch, at which they share nothing: where a bullet stops or bounces.
  // It counts only if `has_before` is set.
  struct hitmask_point before[2];
  // The fraction of the path before the touch, from 0 to 1.
  double fraction;
  // 1, or 0 if the two touch where the path begins, or if neither has a path.
  uint8_t has_before;
  // 0.
  uint8_t reserved[7];
} hitmask_impact;

// The options of a query: among which sprites it looks. A struct whose bytes are all 0 has the defaults, and so has NULL: all sprites.
//
// Write `{.layers = WALLS, .has_layers = true}`. The flag tells no layers from all layers: a set of layers that your game computes may be
// empty, and then nothing is found. Layers without the flag are `HITMASK_INVALID`, so it cannot be forgotten.
typedef struct hitmask_query {
  // The id of a sprite that is left out, such as the one that asks. 0, or an id that names no sprite, leaves none out.
  uint64_t without;
  // Bits: only sprites in one of these layers are found, or are in the way. It counts only if `has_layers` is set; without it, it must be 0. The
  // layers narrow what a sprite collides with: `sweep`, `is_free`, `nearest_free` and `touching` of a sprite that collides with none of them are
  // `HITMASK_INVALID`. With 0, nothing is in the way.
  uint32_t layers;
  // Whether `layers` counts. If not, sprites of all layers are found.
  uint8_t has_layers;
  // Whether sensors block rays, sweeps and free places, and are touched. `find_...`, `nearest` and `overlapping` find them anyway.
  uint8_t with_sensors;
  // Whether a sweep that starts inside a sprite hits it at step 0, and `touching` names it. Other queries ignore it.
  uint8_t hit_from_inside;
  // Must be 0.
  uint8_t reserved[1];
} hitmask_query;

// A sprite, and how far a point, or the nearest solid pixel of another sprite, is from its nearest solid pixel.
typedef struct hitmask_neighbor {
  // The sprite.
  uint64_t id;
  // In pixels.
  double distance;
} hitmask_neighbor;

// What a query asks about. Set one of these, and leave the rest 0:
//
// - `id`: a sprite of the world, as it stands.
// - `id`, `at` and `has_at`: the sprite at another place.
// - `id` and `sprite`: the sprite as something else, with the mask, angle, place and layers of `sprite`. It ignores itself, so a hero who
//   crouches is not in the way of himself when he stands up. Begin with `hitmask_world_get`.
// - `sprite`: a description that is in no world. Its layers count. Begin with `hitmask_sprite_init`.
// - `mask`, `at` and `has_at`: a shape that is in no world. It meets every layer.
//
// Nothing moves or changes.
typedef struct hitmask_who {
  // The id of a sprite, or 0.
  uint64_t id;
  // A shape that is in no world, or NULL.
  const struct hitmask_mask *mask;
  // A description. It counts if its `mask` is not 0.
  struct hitmask_sprite sprite;
  // Another `position`, or the top-left pixel of `mask`. It counts only if `has_at` is set; without it, it must be 0, 0.
  struct hitmask_point at;
  // Whether `at` counts.
  uint8_t has_at;
  // Must be 0.
  uint8_t reserved[7];
} hitmask_who;

// How far a sprite can go in a straight line.
typedef struct hitmask_swept {
  // The first touch on the path.
  struct hitmask_sweep_hit hit;
  // A sprite that it overlaps at the start, of several the one with the smallest slot, or 0.
  uint64_t started_inside;
  // Where the sprite comes to rest.
  struct hitmask_point at;
} hitmask_swept;

// How a sprite moves, and what is in its way. A struct whose bytes are all 0 has the defaults, and so has NULL: the sprite stops before the
// first touch of anything that blocks it. From inside another sprite it can leave, but not get deeper.
typedef struct hitmask_motion {
  // A `hitmask_reaction`.
  int32_t reaction;
  // The heights, in pixels, that `HITMASK_WALK` climbs and descends with each pixel of the path. Other motions ignore them.
  uint32_t step_up;
  uint32_t step_down;
  // Bits: only sprites in one of these layers are in the way. It counts only if `has_layers` is set; without it, it must be 0. The layers narrow
  // what the sprite collides with: if it collides with none of them, the move is `HITMASK_INVALID`. With 0, it passes through everything.
  uint32_t layers;
  // Whether `layers` counts. If not, sprites of all layers are in the way.
  uint8_t has_layers;
  // Whether sensors are in the way.
  uint8_t with_sensors;
  // Whether a sprite that starts inside another hits it at step 0, and does not move: for shots from point-blank range.
  uint8_t hit_from_inside;
  // Must be 0.
  uint8_t reserved[1];
} hitmask_motion;

// How a sprite has moved. The lists belong to the world, and are valid until the next call that changes the world or frees it.
typedef struct hitmask_moved {
  // What stopped the sprite, in the order of its path.
  const struct hitmask_sweep_hit *hits;
  // The sprites that it overlapped at the start, sorted.
  const uint64_t *started_inside;
  size_t hit_count;
  size_t started_inside_count;
  // Where the sprite is now.
  struct hitmask_point at;
  // Whether the move was stopped on its left, on its right, above and below. After a move that did not go down, `blocked_down` is 0,
  // even on the ground; but after a walk, it is 1 while the sprite stands on something.
  uint8_t blocked_left;
  uint8_t blocked_right;
  uint8_t blocked_up;
  uint8_t blocked_down;
  // 0.
  uint8_t reserved[4];
} hitmask_moved;

// What a platform has moved. The lists belong to the world, and are valid until the next call that changes the world or frees it.
typedef struct hitmask_carried {
  // The sprites that rode.
  const uint64_t *riders;
  // The sprites that it pushed out of its way.
  const uint64_t *pushed;
  // The sprites that found no place.
  const uint64_t *crushed;
  size_t rider_count;
  size_t pushed_count;
  size_t crushed_count;
} hitmask_carried;

// Sprites. The list belongs to the world, and is valid until the next call that changes the world or frees it.
typedef struct hitmask_ids {
  const uint64_t *ids;
  size_t count;
} hitmask_ids;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the interface. It changes if a struct or a function of the header changes. A program whose
// `HITMASK_ABI_VERSION` differs must not call anything else.
uint32_t hitmask_abi_version(void);

// Returns the version of the library, such as "0.1.0". It must not be freed.
const char *hitmask_version(void);

// Returns why the last call of this thread that failed has failed: a sentence in UTF-8 of at most 511 bytes, or an empty string if none has
// failed.
//
// The pointer is the same for the life of the thread, and must not be freed. The next call of the thread that fails writes another sentence
// there.
const char *hitmask_last_error(void);

// Makes a mask without solid pixels.
//
// A mask of zero width or height is valid, and never collides. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_new(uint32_t width, uint32_t height, struct hitmask_mask **mask);

// Makes a mask of solid pixels. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_filled(uint32_t width, uint32_t height, struct hitmask_mask **mask);

// Makes a mask from pixels of four bytes, of which the last is alpha: RGBA or BGRA, in rows from top to bottom. Pixels with an alpha
// value greater than `alpha_above` are solid. 127 is a good number.
//
// `length` is the number of bytes of `pixels`, and `stride` the number of bytes from a row to the next: 4 * width, or more. The last
// row may end with its last pixel. The pixels are read, not kept.
enum hitmask_status hitmask_mask_from_rgba(const uint8_t *pixels,
                                           size_t length,
                                           uint32_t width,
                                           uint32_t height,
                                           size_t stride,
                                           uint8_t alpha_above,
                                           struct hitmask_mask **mask);

// Makes a mask from pixels of one byte: alpha values, or 0 and 1 with an `alpha_above` of 0. The rest is as in
// `hitmask_mask_from_rgba`.
enum hitmask_status hitmask_mask_from_alpha(const uint8_t *pixels,
                                            size_t length,
                                            uint32_t width,
                                            uint32_t height,
                                            size_t stride,
                                            uint8_t alpha_above,
                                            struct hitmask_mask **mask);

// Makes a mask from pixels of four bytes, of which all are solid except those of a key color. `key` has the first three bytes of the color,
// in the order of the pixels; the fourth does not count. The rest is as in `hitmask_mask_from_rgba`.
enum hitmask_status hitmask_mask_from_color_key(const uint8_t *pixels,
                                                size_t length,
                                                uint32_t width,
                                                uint32_t height,
                                                size_t stride,
                                                const uint8_t *key,
                                                struct hitmask_mask **mask);

// Makes a mask from a surface as a program has it: pixels in any order of channels, rows with gaps, from the top or from the bottom, with an
// alpha threshold, a color key or a brightness. `layout` says all this; NULL is the defaults.
//
// `pixels` is the first of them in memory, and `length` the number of bytes. Without a stride, that is exactly the bytes of all pixels. With
// one, the last row may end with its last pixel, and anything may follow. The pixels are read, not kept and not copied. A stride that is
// too small is `HITMASK_INVALID`.
enum hitmask_status hitmask_mask_from_pixels(const uint8_t *pixels,
                                             size_t length,
                                             uint32_t width,
                                             uint32_t height,
                                             const struct hitmask_pixel_layout *layout,
                                             struct hitmask_mask **mask);

// Makes a mask from a 1-bit picture, in which a set bit is solid: bits in rows that begin at whole bytes. `high_first` says that the leftmost
// pixel is the highest bit of a byte, as in PBM files and bitmaps of Windows; without it, it is the lowest.
//
// `stride` is the number of bytes from a row to the next: 0 is the fewest that a row needs. If it is negative, the bottom row is the first in
// memory. `length` is the number of bytes. The last row may end with the byte of its last pixel, and anything may follow.
enum hitmask_status hitmask_mask_from_bit_rows(const uint8_t *bits,
                                               size_t length,
                                               uint32_t width,
                                               uint32_t height,
                                               int32_t stride,
                                               bool high_first,
                                               struct hitmask_mask **mask);

// Makes a mask from bits, row by row, without gaps between rows. The first pixel is the lowest bit of the first byte. `length` is the
// number of bytes: width * height / 8, rounded up.
enum hitmask_status hitmask_mask_from_bits(const uint8_t *bits, size_t length, uint32_t width, uint32_t height, struct hitmask_mask **mask);

// Makes a mask from a drawing: a line for each row, `#` for a solid pixel, and `.` for a free one. `length` is the number of bytes.
enum hitmask_status hitmask_mask_from_text(const uint8_t *text, size_t length, struct hitmask_mask **mask);

// Copies a mask. The copy costs nothing until one of the two is changed.
enum hitmask_status hitmask_mask_copy(const struct hitmask_mask *mask, struct hitmask_mask **copy);

// Frees a mask. NULL is allowed. Worlds keep their masks.
void hitmask_mask_free(struct hitmask_mask *mask);

// Writes a byte for each pixel, row by row: `solid` or `free`. `stride` is the number of bytes from a row to the next, and `length` the
// number of bytes of `pixels`. Bytes beyond the width are left as they are.
enum hitmask_status hitmask_mask_to_alpha(const struct hitmask_mask *mask,
                                          uint8_t *pixels,
                                          size_t length,
                                          size_t stride,
                                          uint8_t solid,
                                          uint8_t free);

// Writes four bytes for each pixel, row by row: the color `solid` or `free`, in the order of the bytes in memory. The rest is as in
// `hitmask_mask_to_alpha`.
enum hitmask_status hitmask_mask_to_rgba(const struct hitmask_mask *mask,
                                         uint8_t *pixels,
                                         size_t length,
                                         size_t stride,
                                         const uint8_t *solid,
                                         const uint8_t *free);

// Makes the pixels of a picture transparent where a mask is not solid, for example after a game has dug into the mask of a terrain: their
// fourth bytes become 0, and all others stay. The picture has four bytes for each pixel, row by row, alpha last. `stride` is the number of
// bytes from a row to the next, and `length` the number of bytes of `pixels`.
enum hitmask_status hitmask_mask_clear_alpha(const struct hitmask_mask *mask, uint8_t *pixels, size_t length, size_t stride);

// Writes the bits of a mask, in the order of `hitmask_mask_from_bits`. `length` must be that of `hitmask_mask_from_bits`.
enum hitmask_status hitmask_mask_to_bits(const struct hitmask_mask *mask, uint8_t *bits, size_t length);

// Saves a mask: writes at most `capacity` bytes to `bytes`, and sets `length` to how many there are. If they are more than `capacity`,
// nothing is written: call it again with more room. `bytes` may be NULL if `capacity` is 0.
//
// The format is the same in every language that hitmask supports.
enum hitmask_status hitmask_mask_to_bytes(const struct hitmask_mask *mask, uint8_t *bytes, size_t capacity, size_t *length);

// Makes a mask from the bytes of `hitmask_mask_to_bytes`. The bytes are not trusted, and have a checksum: a changed byte is
// `HITMASK_DAMAGED`.
enum hitmask_status hitmask_mask_from_bytes(const uint8_t *bytes, size_t length, struct hitmask_mask **mask);

// Sets `width` and `height` to the size of a mask, in pixels.
enum hitmask_status hitmask_mask_size(const struct hitmask_mask *mask, uint32_t *width, uint32_t *height);

// Sets `solid` to whether a pixel is solid. Pixels outside the mask are not.
enum hitmask_status hitmask_mask_contains(const struct hitmask_mask *mask, int32_t x, int32_t y, bool *solid);

// Sets `count` to the number of solid pixels.
enum hitmask_status hitmask_mask_count(const struct hitmask_mask *mask, uint64_t *count);

// Sets `bounds` to the smallest rectangle around the solid pixels. It is 0, 0, 0, 0 if there are none.
enum hitmask_status hitmask_mask_bounds(const struct hitmask_mask *mask, struct hitmask_rect *bounds);

// Sets `found` to whether there are solid pixels, and if so, `centroid` to their mean position, in which the pixel x, y counts
// as x, y.
enum hitmask_status hitmask_mask_centroid(const struct hitmask_mask *mask, bool *found, struct hitmask_real *centroid);

// Sets `found` to whether a mask has a direction, and if so, `degrees` to it: that of the long axis of its solid pixels, from -90 to 90,
// as in pygame: a `/` has a positive angle, and a `\` a negative one. A square and a mask without solid pixels have none.
enum hitmask_status hitmask_mask_angle(const struct hitmask_mask *mask, bool *found, double *degrees);

// Sets `moments` to the sums over the solid pixels of a mask.
enum hitmask_status hitmask_mask_moments(const struct hitmask_mask *mask, struct hitmask_moments *moments);

// Writes the solid pixels of a mask, row by row, at most `capacity`, and sets `count` to how many there are.
enum hitmask_status hitmask_mask_pixels(const struct hitmask_mask *mask, struct hitmask_point *pixels, size_t capacity, size_t *count);

// Writes the runs of solid pixels of a mask, row by row, at most `capacity`, and sets `count` to how many there are.
enum hitmask_status hitmask_mask_runs(const struct hitmask_mask *mask, struct hitmask_run *runs, size_t capacity, size_t *count);

// Sets `overlaps` to whether two masks share a solid pixel. `x`, `y` is the offset of the top-left pixel of `other` from that of `mask`: any
// offset is allowed.
//
// Cost: a few nanoseconds for masks of up to 64 x 64 pixels.
enum hitmask_status hitmask_mask_overlaps(const struct hitmask_mask *mask,
                                          const struct hitmask_mask *other,
                                          int32_t x,
                                          int32_t y,
                                          bool *overlaps);

// Sets `found` to whether two masks share a solid pixel, and if so, `first` to the topmost shared pixel, the leftmost of its row, in the
// pixels of `mask`.
enum hitmask_status hitmask_mask_overlap_first(const struct hitmask_mask *mask,
                                               const struct hitmask_mask *other,
                                               int32_t x,
                                               int32_t y,
                                               bool *found,
                                               struct hitmask_point *first);

// Sets `area` to the number of pixels that two masks share.
enum hitmask_status hitmask_mask_overlap_area(const struct hitmask_mask *mask,
                                              const struct hitmask_mask *other,
                                              int32_t x,
                                              int32_t y,
                                              uint64_t *area);

// Sets `bounds` to the smallest rectangle around the pixels that two masks share, in the pixels of `mask`. It is 0, 0, 0, 0 if they share
// none.
enum hitmask_status hitmask_mask_overlap_bounds(const struct hitmask_mask *mask,
                                                const struct hitmask_mask *other,
                                                int32_t x,
                                                int32_t y,
                                                struct hitmask_rect *bounds);

// Makes a mask of the pixels that two masks share, as large as `mask`. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_overlap_mask(const struct hitmask_mask *mask,
                                              const struct hitmask_mask *other,
                                              int32_t x,
                                              int32_t y,
                                              struct hitmask_mask **shared);

// Sets `overlaps` to whether a rectangle has a solid pixel.
enum hitmask_status hitmask_mask_overlaps_rect(const struct hitmask_mask *mask,
                                               int32_t left,
                                               int32_t top,
                                               uint32_t width,
                                               uint32_t height,
                                               bool *overlaps);

// Sets `overlaps` to whether a circle has a solid pixel: one whose center is in the circle.
enum hitmask_status hitmask_mask_overlaps_circle(const struct hitmask_mask *mask, double x, double y, double radius, bool *overlaps);

// Sets `overlaps` to whether a mask has a solid pixel in a polygon of at least three points: one whose center is in the polygon.
enum hitmask_status hitmask_mask_overlaps_polygon(const struct hitmask_mask *mask,
                                                  const struct hitmask_real *points,
                                                  size_t count,
                                                  bool *overlaps);

// Makes a pixel of a mask solid or free. A pixel outside the mask is an error. (Calls that fill or draw leave out what is outside.)
enum hitmask_status hitmask_mask_set(struct hitmask_mask *mask, int32_t x, int32_t y, bool solid);

// Makes all pixels solid or free.
enum hitmask_status hitmask_mask_fill(struct hitmask_mask *mask, bool solid);

// Makes solid pixels free, and free ones solid.
enum hitmask_status hitmask_mask_invert(struct hitmask_mask *mask);

// Makes the pixels of a rectangle solid or free.
enum hitmask_status hitmask_mask_fill_rect(struct hitmask_mask *mask,
                                           int32_t left,
                                           int32_t top,
                                           uint32_t width,
                                           uint32_t height,
                                           bool solid);

// Makes the pixels solid or free whose centers are in a circle. The center of the pixel x, y is x + 0.5, y + 0.5.
enum hitmask_status hitmask_mask_fill_circle(struct hitmask_mask *mask, double x, double y, double radius, bool solid);

// Makes the pixels of a line solid or free, both ends included.
enum hitmask_status hitmask_mask_fill_line(struct hitmask_mask *mask,
                                           int32_t from_x,
                                           int32_t from_y,
                                           int32_t to_x,
                                           int32_t to_y,
                                           bool solid);

// Makes the pixels solid or free whose centers are in a polygon of at least three points.
enum hitmask_status hitmask_mask_fill_polygon(struct hitmask_mask *mask, const struct hitmask_real *points, size_t count, bool solid);

// Makes the pixels solid that are solid in `other`, whose top-left pixel is at `x`, `y`.
enum hitmask_status hitmask_mask_draw(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);

// Makes the pixels free that are solid in `other`, whose top-left pixel is at `x`, `y`: craters, bites.
enum hitmask_status hitmask_mask_erase(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);

// Makes the pixels free that are solid in both, and solid that are solid in `other` alone.
enum hitmask_status hitmask_mask_toggle(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);

// Makes the pixels free that are not solid in `other`, whose top-left pixel is at `x`, `y`.
enum hitmask_status hitmask_mask_intersect(struct hitmask_mask *mask, const struct hitmask_mask *other, int32_t x, int32_t y);

// Makes a mask that is mirrored left to right (`flip_x`), then turned clockwise by quarter turns, 0 to 3. A mirror from top to bottom is
// `flip_x` and two quarter turns. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_oriented(const struct hitmask_mask *mask, bool flip_x, uint32_t quarter_turns, struct hitmask_mask **made);

// Makes a mask of another size, in pixels, without smoothing. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_scaled(const struct hitmask_mask *mask, uint32_t width, uint32_t height, struct hitmask_mask **made);

// Makes a mask that is rotated clockwise by an angle in degrees, without smoothing, and sets `at` to the offset of its top-left pixel from
// that of `mask`, if both turn about the middle of `mask`. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_rotated(const struct hitmask_mask *mask,
                                         double degrees,
                                         struct hitmask_mask **made,
                                         struct hitmask_point *at);

// Makes the mask that an affine map draws, without smoothing, and sets `at` to the offset of its top-left pixel. The map sends the point
// x, y of the mask to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]`, y down. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_transformed(const struct hitmask_mask *mask,
                                             const double *m,
                                             struct hitmask_mask **made,
                                             struct hitmask_point *at);

// Makes the smallest mask with all solid pixels of a mask, and sets `at` to the offset of its top-left pixel. Free it with
// `hitmask_mask_free`.
enum hitmask_status hitmask_mask_cropped(const struct hitmask_mask *mask, struct hitmask_mask **made, struct hitmask_point *at);

// Makes a mask that is larger all around by a radius in pixels: the distance between centers of pixels. It sets `at` to the offset of its
// top-left pixel. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_grown(const struct hitmask_mask *mask,
                                       double radius,
                                       struct hitmask_mask **made,
                                       struct hitmask_point *at);

// Makes a mask that is smaller all around by a radius in pixels. The rest is as in `hitmask_mask_grown`.
enum hitmask_status hitmask_mask_shrunk(const struct hitmask_mask *mask,
                                        double radius,
                                        struct hitmask_mask **made,
                                        struct hitmask_point *at);

// Sets `found` to whether two masks share a pixel, and if so, `normal` to the direction, of length 1, in which `mask` leaves `other`.
enum hitmask_status hitmask_mask_overlap_normal(const struct hitmask_mask *mask,
                                                const struct hitmask_mask *other,
                                                int32_t x,
                                                int32_t y,
                                                bool *found,
                                                struct hitmask_real *normal);

// Sets `found` to whether two masks share a pixel, and if so, `move` to the smallest move of `mask` after which they share none: of several
// the topmost, then the leftmost.
enum hitmask_status hitmask_mask_penetration(const struct hitmask_mask *mask,
                                             const struct hitmask_mask *other,
                                             int32_t x,
                                             int32_t y,
                                             bool *found,
                                             struct hitmask_point *move);

// Sets `found` to whether two masks share a pixel and a move of `mask` along a direction frees it, and if so, `move` to the smallest such
// move. A `direction_x`, `direction_y` of 0, 0 finds none; its length does not count.
enum hitmask_status hitmask_mask_penetration_along(const struct hitmask_mask *mask,
                                                   const struct hitmask_mask *other,
                                                   int32_t x,
                                                   int32_t y,
                                                   int32_t direction_x,
                                                   int32_t direction_y,
                                                   bool *found,
                                                   struct hitmask_point *move);

// Sets `distance` to the Euclidean distance in pixels between the nearest solid pixels of two masks: 0 if they share one, 1 if they touch side
// by side. Sets `found` to whether both have a solid pixel; if not, there is no distance.
enum hitmask_status hitmask_mask_distance(const struct hitmask_mask *mask,
                                          const struct hitmask_mask *other,
                                          int32_t x,
                                          int32_t y,
                                          bool *found,
                                          double *distance);

// Sets `found` to whether there is an offset of `other`, at most `limit` pixels from `x`, `y`, at which two masks share no pixel, and if so,
// `nearest` to the nearest one: of several the topmost, then the leftmost. Unless `within` is NULL, the solid pixels of `other` must lie in
// this rectangle of the mask: so masks are packed into a picture.
enum hitmask_status hitmask_mask_nearest_free(const struct hitmask_mask *mask,
                                              const struct hitmask_mask *other,
                                              int32_t x,
                                              int32_t y,
                                              uint32_t limit,
                                              const struct hitmask_rect *within,
                                              bool *found,
                                              struct hitmask_point *nearest);

// Sets `hit` to the first solid pixel on the line of pixels from `from_x`, `from_y` to `to_x`, `to_y`, both included.
enum hitmask_status hitmask_mask_cast_ray(const struct hitmask_mask *mask,
                                          int32_t from_x,
                                          int32_t from_y,
                                          int32_t to_x,
                                          int32_t to_y,
                                          struct hitmask_ray_hit *hit);

// Moves `other` along the line of offsets from `from_x`, `from_y` to `to_x`, `to_y`, and sets `hit` to the first at which it shares a
// pixel with `mask`.
enum hitmask_status hitmask_mask_sweep(const struct hitmask_mask *mask,
                                       const struct hitmask_mask *other,
                                       int32_t from_x,
                                       int32_t from_y,
                                       int32_t to_x,
                                       int32_t to_y,
                                       struct hitmask_sweep_hit *hit);

// Makes a mask of the offsets at which two masks share a pixel, and sets `at` to the offset of its top-left pixel: its pixel x, y is solid
// if they share a pixel at offset `at` plus x, y. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_colliding_offsets(const struct hitmask_mask *mask,
                                                   const struct hitmask_mask *other,
                                                   struct hitmask_mask **made,
                                                   struct hitmask_point *at);

// Makes the convolution of two masks, as pygame defines it: its pixel x, y is solid if the two share a pixel at offset
// x - (width - 1), y - (height - 1), with the width and the height of `other`. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_convolve(const struct hitmask_mask *mask, const struct hitmask_mask *other, struct hitmask_mask **made);

// Writes the components of a mask, in the order of their first pixels, at most `capacity`, and sets `count` to how many there are.
// Pixels that share a side are connected, and if `diagonal` is set, pixels that share a corner.
enum hitmask_status hitmask_mask_component_bounds(const struct hitmask_mask *mask,
                                                  bool diagonal,
                                                  struct hitmask_component *components,
                                                  size_t capacity,
                                                  size_t *count);

// Makes a mask of the component with a pixel, and sets `at` to the offset of its top-left pixel. `made` is NULL if the pixel is not solid.
// Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_component_at(const struct hitmask_mask *mask,
                                              int32_t x,
                                              int32_t y,
                                              bool diagonal,
                                              struct hitmask_mask **made,
                                              struct hitmask_point *at);

// Makes a mask of the component with the most pixels, and sets `at` to the offset of its top-left pixel. `made` is NULL if no pixel is
// solid. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_largest_component(const struct hitmask_mask *mask,
                                                   bool diagonal,
                                                   struct hitmask_mask **made,
                                                   struct hitmask_point *at);

// Makes a mask of each component of a mask, in the order of their first pixels, and sets `at[i]` to the offset of the top-left pixel of
// `made[i]`. There is room for `capacity`. `count` is set to how many there are: if they are more than `capacity`, none is made. Free each
// with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_connected_components(const struct hitmask_mask *mask,
                                                      bool diagonal,
                                                      struct hitmask_mask **made,
                                                      struct hitmask_point *at,
                                                      size_t capacity,
                                                      size_t *count);

// Makes a mask of each component of a mask that has no pixel in a rectangle: the pieces of terrain that are cut off from the ground. The
// rest is as in `hitmask_mask_connected_components`.
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

// Writes the contours of a mask: polygons around its solid pixels and its holes, in the order of their first corners.
//
// `points` has room for `point_capacity` corners, and `point_count` is set to how many there are; `contours` has room for
// `contour_capacity`, and `contour_count` is set to how many there are. The corners of a contour are `points[first]` to
// `points[first + count - 1]`. Corners are corners of pixels: the pixel x, y has the corners x, y and x + 1, y + 1.
//
// `tolerance` is how far, in pixels, a simplified contour may be from the exact one: 0 for the exact one, and at least 0. If `covering` is set,
// no solid pixel is cut, not even in part: simplified contours lie outside of the exact ones or on them.
enum hitmask_status hitmask_mask_contours(const struct hitmask_mask *mask,
                                          double tolerance,
                                          bool covering,
                                          struct hitmask_point *points,
                                          size_t point_capacity,
                                          size_t *point_count,
                                          struct hitmask_contour *contours,
                                          size_t contour_capacity,
                                          size_t *contour_count);

// Makes a mask from contours: solid are the pixels whose centers are in an odd number of them. `points` are the corners of all contours, one
// contour after the other; `counts[i]` is the number of corners of contour i. `points` has `point_count` corners: the sum of `counts`.
// Free the mask with `hitmask_mask_free`.
enum hitmask_status hitmask_mask_from_contours(uint32_t width,
                                               uint32_t height,
                                               const struct hitmask_point *points,
                                               size_t point_count,
                                               const size_t *counts,
                                               size_t contour_count,
                                               struct hitmask_mask **mask);

// Writes the outline of a mask, as pygame defines it: the pixels on the edge of one component, clockwise from the topmost, then leftmost
// pixel of the mask. It writes at most `capacity`, and sets `count` to how many there are.
enum hitmask_status hitmask_mask_outline(const struct hitmask_mask *mask, struct hitmask_point *points, size_t capacity, size_t *count);

// Writes the corners of the convex hull of a mask, clockwise on the screen from the topmost, then leftmost corner, at most `capacity`, and
// sets `count` to how many there are. Corners are corners of pixels.
enum hitmask_status hitmask_mask_convex_hull(const struct hitmask_mask *mask, struct hitmask_point *points, size_t capacity, size_t *count);

// Makes a world without masks and sprites. Free it with `hitmask_world_free`.
enum hitmask_status hitmask_world_new(struct hitmask_world **world);

// Copies a world: masks, sprites, and the pairs of the last step. The ids of both name the same sprites. Free it with
// `hitmask_world_free`.
enum hitmask_status hitmask_world_copy(const struct hitmask_world *world, struct hitmask_world **copy);

// Frees a world. NULL is allowed.
void hitmask_world_free(struct hitmask_world *world);

// Sets `limits` to the limits of a world.
enum hitmask_status hitmask_world_limits(const struct hitmask_world *world, struct hitmask_limits *limits);

// Sets the limits of a world. Begin with `hitmask_world_limits`, and change what differs. NULL sets the defaults.
enum hitmask_status hitmask_world_set_limits(struct hitmask_world *world, const struct hitmask_limits *limits);

// Writes examples of sprites that never meet because only one of the two, `a`, collides with a layer of the other: at most `capacity`, and
// sets `count` to how many there are. It is for debugging: a hero falls through the ground if the `collides_with` of the ground lacks the layer
// of the hero. Each two kinds of sprites are named once. One side is often what you want: coins may look for the hero only.
enum hitmask_status hitmask_world_one_sided_layers(const struct hitmask_world *world,
                                                   struct hitmask_pair *pairs,
                                                   size_t capacity,
                                                   size_t *count);

// Sets `tables` and `variants` to the bytes that a world uses for tables of offsets and for mask variants.
enum hitmask_status hitmask_world_bytes(const struct hitmask_world *world, size_t *tables, size_t *variants);

// Adds a mask to a world, and sets `id` to its id. The mask is shared, not copied: free yours whenever you like.
enum hitmask_status hitmask_world_add_mask(struct hitmask_world *world, const struct hitmask_mask *mask, uint64_t *id);

// Makes all sprites with a mask show another, such as an edited one.
enum hitmask_status hitmask_world_replace_mask(struct hitmask_world *world, uint64_t id, const struct hitmask_mask *mask);

// Removes a mask that no sprite shows.
enum hitmask_status hitmask_world_remove_mask(struct hitmask_world *world, uint64_t id);

// Returns a mask of a world, shared with it. Free it with `hitmask_mask_free`. An edit copies it: hand it back with
// `hitmask_world_replace_mask`.
enum hitmask_status hitmask_world_mask(const struct hitmask_world *world, uint64_t id, struct hitmask_mask **mask);

// Makes the pixels of a world's mask free that are solid in `other`, whose top-left pixel is at `x`, `y` in the mask: craters in terrain.
// All sprites with the mask change. It takes as long as the pixels that change, however large the mask is, unless yours shares it.
enum hitmask_status hitmask_world_erase_from_mask(struct hitmask_world *world,
                                                  uint64_t id,
                                                  const struct hitmask_mask *other,
                                                  int32_t x,
                                                  int32_t y);

// Makes the pixels of a world's mask solid that are solid in `other`. The rest is as in `hitmask_world_erase_from_mask`.
enum hitmask_status hitmask_world_draw_on_mask(struct hitmask_world *world,
                                               uint64_t id,
                                               const struct hitmask_mask *other,
                                               int32_t x,
                                               int32_t y);

// Makes the pixels of a rectangle of a world's mask solid or free. The rest is as in `hitmask_world_erase_from_mask`.
enum hitmask_status hitmask_world_fill_rect(struct hitmask_world *world,
                                            uint64_t id,
                                            int32_t left,
                                            int32_t top,
                                            uint32_t width,
                                            uint32_t height,
                                            bool solid);

// Makes the pixels of a world's mask solid or free whose centers are in a circle, in the pixels of the mask. The rest is as in
// `hitmask_world_erase_from_mask`.
enum hitmask_status hitmask_world_fill_circle(struct hitmask_world *world, uint64_t id, double x, double y, double radius, bool solid);

// Makes the pixels of a world's mask solid or free whose centers are in a polygon, in the pixels of the mask. The rest is as in
// `hitmask_world_erase_from_mask`.
enum hitmask_status hitmask_world_fill_polygon(struct hitmask_world *world,
                                               uint64_t id,
                                               const struct hitmask_real *points,
                                               size_t count,
                                               bool solid);

// Makes the pixels of a world's mask solid or free that are on a line, both ends included, in the pixels of the mask. The rest is as in
// `hitmask_world_erase_from_mask`.
enum hitmask_status hitmask_world_fill_line(struct hitmask_world *world,
                                            uint64_t id,
                                            int32_t from_x,
                                            int32_t from_y,
                                            int32_t to_x,
                                            int32_t to_y,
                                            bool solid);

// Writes the ids of the masks of a world, at most `capacity`, and sets `count` to how many there are.
enum hitmask_status hitmask_world_mask_ids(const struct hitmask_world *world, uint64_t *ids, size_t capacity, size_t *count);

// Returns the slot of a mask: a small number, which is used again after the mask was removed.
uint32_t hitmask_mask_id_slot(uint64_t id);

// Sets `id` to the id of the mask in a slot, or to 0 if there is none.
enum hitmask_status hitmask_world_mask_id_at(const struct hitmask_world *world, size_t slot, uint64_t *id);

// Rounds the angles of the sprites that show a mask to the nearest of `steps` equal steps of a circle, from 1 to 65,536: faster and less
// true, for crowds that rotate. With 0, the default, each angle is as given. With 64, an angle is up to 2.8 degrees off: two pixels and a
// half at the edge of a sprite of 100 pixels. Places are rounded to half pixels, and of a transform the scale and the shear keep 12 bits.
enum hitmask_status hitmask_world_set_angle_steps(struct hitmask_world *world, uint64_t id, uint32_t steps);

// Sets all values of a sprite to their defaults, with a mask and a position.
enum hitmask_status hitmask_sprite_init(struct hitmask_sprite *sprite, uint64_t mask, int32_t x, int32_t y);

// Sets the position of a sprite to a real point, after its other values. A sprite with an angle, a scale, an origin or a transform is shown
// there, with the fraction; any other stands at the nearest pixel, halves right and down.
enum hitmask_status hitmask_sprite_place_at(struct hitmask_sprite *sprite, double x, double y);

// Sets `m` to the map under which a renderer draws a picture: its point `origin_x`, `origin_y` comes to the point `x`, `y`; about it, the
// picture is sheared by `shear_x`, `shear_y` (x grows by `shear_x` * y, y by `shear_y` * x), then scaled by `scale_x`, `scale_y` (negative
// factors mirror), then rotated clockwise by an angle in degrees. LÖVE's `love.graphics.draw` and MonoGame's `SpriteBatch.Draw` draw so, with
// an angle in radians. For `SDL_RenderCopyEx`, see examples/sdl.c.
//
// The point x, y of the picture comes to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]`, y down. The map is for
// `hitmask_sprite_set_transform` and `hitmask_mask_transformed`.
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

// Sets the place and the look of a sprite so that it covers what a renderer draws of its picture by any affine map: a picture of `width` x
// `height` pixels, whose point x, y comes to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]`, y down.
// `hitmask_transform_compose` makes the map from a place, an angle, a scale and an origin.
//
// A picture along the axes in its own size is upright: it gets flips and a turn, and its corner is rounded to the nearest pixel. Any other
// gets a `transform`. Angle, scale and origin become the defaults; the mask, the layers and the rest stay.
enum hitmask_status hitmask_sprite_set_transform(struct hitmask_sprite *sprite, uint32_t width, uint32_t height, const double *m);

// Adds sprites, and writes their ids to `ids`, which has room for `count`. If one of them is not valid, none is added, and
// later sprites get the ids that they would get without the call.
enum hitmask_status hitmask_world_spawn(struct hitmask_world *world, const struct hitmask_sprite *sprites, size_t count, uint64_t *ids);

// Removes a sprite. Its pairs end in the next step.
enum hitmask_status hitmask_world_despawn(struct hitmask_world *world, uint64_t id);

// Removes sprites, and sets `removed` to how many. Ids that name no sprite of the world are skipped, so a list may name one twice.
enum hitmask_status hitmask_world_despawn_many(struct hitmask_world *world, const uint64_t *ids, size_t count, size_t *removed);

// Removes all sprites. The masks stay, except those of `hitmask_world_own_mask`.
enum hitmask_status hitmask_world_clear(struct hitmask_world *world);

// Sets `contains` to whether the world has a sprite: not once it was removed.
enum hitmask_status hitmask_world_contains(const struct hitmask_world *world, uint64_t id, bool *contains);

// Sets `count` to the number of sprites.
enum hitmask_status hitmask_world_sprite_count(const struct hitmask_world *world, size_t *count);

// Sets `sprite` to all values of a sprite.
enum hitmask_status hitmask_world_get(const struct hitmask_world *world, uint64_t id, struct hitmask_sprite *sprite);

// Sets all values of sprites: of `ids[i]` to `sprites[i]`. If one of them is not valid, none changes. Get a sprite, change a value, and set
// it.
enum hitmask_status hitmask_world_set(struct hitmask_world *world, const uint64_t *ids, const struct hitmask_sprite *sprites, size_t count);

// Moves sprites: `ids[i]` to `positions[i]`. Their fractions stay. If one of the moves is not possible, no sprite moves.
enum hitmask_status hitmask_world_set_positions(struct hitmask_world *world,
                                                const uint64_t *ids,
                                                const struct hitmask_point *positions,
                                                size_t count);

// Moves sprites to real positions. A sprite with an angle, a scale, an origin or a transform is shown there, with the fraction; any other
// stands at the nearest pixel, halves right and down. The rest is as in `hitmask_world_set_positions`.
enum hitmask_status hitmask_world_set_real_positions(struct hitmask_world *world,
                                                     const uint64_t *ids,
                                                     const struct hitmask_real *positions,
                                                     size_t count);

// Writes the positions of sprites: that of `ids[i]` to `positions[i]`.
enum hitmask_status hitmask_world_positions(const struct hitmask_world *world,
                                            const uint64_t *ids,
                                            struct hitmask_point *positions,
                                            size_t count);

// Moves sprites to positions, `ids[i]` to `positions[i]`, without a path: a step tests a continuous sprite only where
// it stands then. If one of them is not valid, none moves.
enum hitmask_status hitmask_world_jump_to(struct hitmask_world *world,
                                          const uint64_t *ids,
                                          const struct hitmask_point *positions,
                                          size_t count);

// Moves a sprite to a position.
enum hitmask_status hitmask_world_move_to(struct hitmask_world *world, uint64_t id, int32_t x, int32_t y);

// Moves a sprite by an offset.
enum hitmask_status hitmask_world_move_by(struct hitmask_world *world, uint64_t id, int32_t dx, int32_t dy);

// Sets the number that hitmask stores for a sprite.
enum hitmask_status hitmask_world_set_data(struct hitmask_world *world, uint64_t id, uint64_t data);

// Sets the point from which the next step tests a continuous sprite, for example one that has bounced. To test it only where it stands, use
// `hitmask_world_jump_to` with its own position.
enum hitmask_status hitmask_world_set_last_place(struct hitmask_world *world, uint64_t id, int32_t x, int32_t y);

// Returns the slot of a sprite: a small number, which is used again from the second step after the sprite was removed. So it makes a key
// for tables of your own. An id of a mask gives a number of 2^31 or more.
uint32_t hitmask_id_slot(uint64_t id);

// Sets `slots` to the number of slots: all slots of sprites are smaller.
enum hitmask_status hitmask_world_slot_count(const struct hitmask_world *world, size_t *slots);

// Moves all sprites at once: the sprite in slot i to `positions[i]`. `count` must be the number of slots. Positions of slots without a
// sprite are ignored. It is the fastest way to move many.
enum hitmask_status hitmask_world_set_positions_by_slot(struct hitmask_world *world, const struct hitmask_point *positions, size_t count);

// Moves the sprite in each slot to a real position. A sprite with an angle, a scale, an origin or a transform is shown there, with the
// fraction; any other stands at the nearest pixel, halves right and down. The rest is as in `hitmask_world_set_positions_by_slot`.
enum hitmask_status hitmask_world_set_real_positions_by_slot(struct hitmask_world *world,
                                                             const struct hitmask_real *positions,
                                                             size_t count);

// Sets `id` to the id of the sprite in a slot, or to 0 if there is none.
enum hitmask_status hitmask_world_id_at(const struct hitmask_world *world, size_t slot, uint64_t *id);

// Writes the positions of all sprites: that of the sprite in slot i to `positions[i]`, at most `capacity`, and sets `count` to the number of
// slots. Slots without a sprite have the position `INT32_MIN`, `INT32_MIN`.
enum hitmask_status hitmask_world_positions_by_slot(const struct hitmask_world *world,
                                                    struct hitmask_point *positions,
                                                    size_t capacity,
                                                    size_t *count);

// Writes the ids of all sprites, sorted, at most `capacity`, and sets `count` to how many there are.
enum hitmask_status hitmask_world_ids(const struct hitmask_world *world, uint64_t *ids, size_t capacity, size_t *count);

// Brings a world up to date after changes, so that it can be asked. The cost is in proportion to the changes. Without changes, it returns
// at once.
enum hitmask_status hitmask_world_refresh(struct hitmask_world *world);

// Finds the pairs of sprites that share a pixel, and compares them with those of the last step. Call it once a frame, after all moves.
//
// The lists in `step` belong to the world. They are valid until the next step of the world, or until it is
// freed.
enum hitmask_status hitmask_world_step(struct hitmask_world *world, struct hitmask_step *step);

// Writes the pairs of sprites that share a pixel now, sorted, at most `capacity`, and sets `count` to how many there are. It is no step: it
// compares with nothing, and the next step begins where the last one was.
enum hitmask_status hitmask_world_collisions(const struct hitmask_world *world, struct hitmask_pair *pairs, size_t capacity, size_t *count);

// Writes the pairs of the last step between sprites in `layers_a` and sprites in `layers_b`, at most `capacity`, and sets `count` to how
// many there are. The sprite in `layers_a` comes first. A pair comes once, with the smaller slot first, if both orders fit.
enum hitmask_status hitmask_world_pairs_between(const struct hitmask_world *world,
                                                uint32_t layers_a,
                                                uint32_t layers_b,
                                                struct hitmask_pair *pairs,
                                                size_t capacity,
                                                size_t *count);

// Writes the pairs that began in the last step between sprites in `layers_a` and sprites in `layers_b`. The rest is as in
// `hitmask_world_pairs_between`.
enum hitmask_status hitmask_world_began_between(const struct hitmask_world *world,
                                                uint32_t layers_a,
                                                uint32_t layers_b,
                                                struct hitmask_pair *pairs,
                                                size_t capacity,
                                                size_t *count);

// Writes the contacts of a sprite in the last step, at most `capacity`, and sets `count` to how many there are. The sprite comes first in
// each, so normals point out of the others.
enum hitmask_status hitmask_world_contacts_of(const struct hitmask_world *world,
                                              uint64_t id,
                                              struct hitmask_contact *contacts,
                                              size_t capacity,
                                              size_t *count);

// Sets `contact` to the contact of two sprites as they are now. Its area is 0 if they share no pixel, or if their layers do not agree.
enum hitmask_status hitmask_world_contact(const struct hitmask_world *world, uint64_t a, uint64_t b, struct hitmask_contact *contact);

// Sets `found` to whether two sprites share pixels now, and if so, `move` to the smallest move of `a` after which they share none.
enum hitmask_status hitmask_world_penetration(const struct hitmask_world *world,
                                              uint64_t a,
                                              uint64_t b,
                                              bool *found,
                                              struct hitmask_point *move);

// Writes the contacts of pairs of the last step: that of `pairs[i]` to `contacts[i]`. The ids of a pair may come in any order. Two sprites that
// are no pair have an area of 0. A pair met only on a continuous path has the contact of its first touch.
enum hitmask_status hitmask_world_contacts(const struct hitmask_world *world,
                                           const struct hitmask_pair *pairs,
                                           size_t count,
                                           struct hitmask_contact *contacts);

// Writes the smallest moves of the first sprites of pairs after which the two share nothing: that of `pairs[i]` to `moves[i]`. It is 0, 0
// for two sprites that are no pair. It costs more than `hitmask_world_contacts`.
enum hitmask_status hitmask_world_penetrations(const struct hitmask_world *world,
                                               const struct hitmask_pair *pairs,
                                               size_t count,
                                               struct hitmask_point *moves);

// Writes where the sprites of pairs of the last step touched first, on their continuous paths: that of `pairs[i]` to `impacts[i]`. If neither
// sprite has a path, it is where they stand. Two sprites that are no pair have an area of 0.
enum hitmask_status hitmask_world_impacts(const struct hitmask_world *world,
                                          const struct hitmask_pair *pairs,
                                          size_t count,
                                          struct hitmask_impact *impacts);

// Sets `impact` to the first touch of a sprite on its path in the last step, with the sprite first: of several the one with the smallest
// fraction, then the smallest slot. Its area is 0 if the sprite is in no pair.
enum hitmask_status hitmask_world_first_impact(const struct hitmask_world *world, uint64_t id, struct hitmask_impact *impact);

// Makes a mask of the pixels that two sprites share now, and sets `at` to its top-left pixel in the world. `shared` is NULL if they share
// none. Free it with `hitmask_mask_free`.
enum hitmask_status hitmask_world_shared_pixels(const struct hitmask_world *world,
                                                uint64_t a,
                                                uint64_t b,
                                                struct hitmask_mask **shared,
                                                struct hitmask_point *at);

// Writes the ids of the sprites that share a pixel with a sprite now and whose layers agree, sorted, at most `capacity`, and sets `count`
// to how many there are. `query` has the options, or is NULL.
enum hitmask_status hitmask_world_overlapping(const struct hitmask_world *world,
                                              uint64_t id,
                                              const struct hitmask_query *query,
                                              uint64_t *ids,
                                              size_t capacity,
                                              size_t *count);

// Writes the ids of the sprites with a solid pixel at a point, sorted, at most `capacity`, and sets `count` to how many there are. `query` has
// the options, or is NULL. A real point of a pointer is the pixel that it lies in: use `floor`.
enum hitmask_status hitmask_world_find_point(const struct hitmask_world *world,
                                             int32_t x,
                                             int32_t y,
                                             const struct hitmask_query *query,
                                             uint64_t *ids,
                                             size_t capacity,
                                             size_t *count);

// Writes the ids of the sprites with a solid pixel in a rectangle. The rest is as in `hitmask_world_find_point`.
enum hitmask_status hitmask_world_find_rect(const struct hitmask_world *world,
                                            int32_t left,
                                            int32_t top,
                                            uint32_t width,
                                            uint32_t height,
                                            const struct hitmask_query *query,
                                            uint64_t *ids,
                                            size_t capacity,
                                            size_t *count);

// Writes the ids of the sprites with a solid pixel in a circle: one whose center is in the circle. The rest is as in
// `hitmask_world_find_point`.
enum hitmask_status hitmask_world_find_circle(const struct hitmask_world *world,
                                              double x,
                                              double y,
                                              double radius,
                                              const struct hitmask_query *query,
                                              uint64_t *ids,
                                              size_t capacity,
                                              size_t *count);

// Writes the ids of the sprites with a solid pixel on a line, both ends included. The rest is as in `hitmask_world_find_point`.
enum hitmask_status hitmask_world_find_line(const struct hitmask_world *world,
                                            int32_t from_x,
                                            int32_t from_y,
                                            int32_t to_x,
                                            int32_t to_y,
                                            const struct hitmask_query *query,
                                            uint64_t *ids,
                                            size_t capacity,
                                            size_t *count);

// Writes the ids of the sprites with a solid pixel in a polygon of at least three points: one whose center is in the polygon. The rest is
// as in `hitmask_world_find_point`.
enum hitmask_status hitmask_world_find_polygon(const struct hitmask_world *world,
                                               const struct hitmask_real *points,
                                               size_t point_count,
                                               const struct hitmask_query *query,
                                               uint64_t *ids,
                                               size_t capacity,
                                               size_t *count);

// Writes the ids of the sprites that share a solid pixel with a mask whose top-left pixel is at `x`, `y`. The rest is as in
// `hitmask_world_find_point`.
enum hitmask_status hitmask_world_find_mask(const struct hitmask_world *world,
                                            const struct hitmask_mask *mask,
                                            int32_t x,
                                            int32_t y,
                                            const struct hitmask_query *query,
                                            uint64_t *ids,
                                            size_t capacity,
                                            size_t *count);

// Writes the sprites whose solid pixels are nearest to a pixel, the nearest first, at most `capacity`, and sets `count` to how many were
// written. `query` has the options, or is NULL.
enum hitmask_status hitmask_world_nearest(const struct hitmask_world *world,
                                          int32_t x,
                                          int32_t y,
                                          const struct hitmask_query *query,
                                          struct hitmask_neighbor *near,
                                          size_t capacity,
                                          size_t *count);

// Writes the sprites that are nearest to `who`, the nearest first, at most `capacity`, and sets `count` to how many were written. A distance is
// the one between the nearest solid pixels, 0 if the two share one. A sprite is not its own neighbor. Layers count only in `query`, which has
// the options, or is NULL.
enum hitmask_status hitmask_world_nearest_others(const struct hitmask_world *world,
                                                 const struct hitmask_who *who,
                                                 const struct hitmask_query *query,
                                                 struct hitmask_neighbor *near,
                                                 size_t capacity,
                                                 size_t *count);

// Sets `bounds` to the smallest rectangle around the solid pixels of a sprite, in the world. It is 0, 0, 0, 0 if it has none.
enum hitmask_status hitmask_world_bounds(const struct hitmask_world *world, uint64_t id, struct hitmask_rect *bounds);

// Sets `at` to the point of a sprite's mask, in the mask's pixels, that a point of the world shows: where a crater goes in the mask of a
// rotated sprite. Pixel x, y of the mask is from x, y to x + 1, y + 1. The point may be outside the mask.
enum hitmask_status hitmask_world_mask_point(const struct hitmask_world *world, uint64_t id, double x, double y, struct hitmask_real *at);

// Makes a mask of a sprite as it looks now, flipped, turned, scaled and rotated, and sets `at` to its top-left pixel in the world. `who` may
// also be a sprite elsewhere or as something else. Free the mask with `hitmask_mask_free`.
enum hitmask_status hitmask_world_shape(const struct hitmask_world *world,
                                        const struct hitmask_who *who,
                                        struct hitmask_mask **made,
                                        struct hitmask_point *at);

// Writes the map to `m` under which to draw the picture of a sprite, without smoothing, so that it covers what collides. The map sends the
// point x, y of the picture, in pixels of the mask, to `m[0] * x + m[1] * y + m[2]`, `m[3] * x + m[4] * y + m[5]` in the world, y down.
//
// The map of an upright sprite has its rounded corner. An angle that `hitmask_world_set_angle_steps` rounds is rounded here too.
enum hitmask_status hitmask_world_draw_transform(const struct hitmask_world *world, uint64_t id, double *m);

// Sets `hit` to the first solid pixel of a sprite on the line of pixels from `from_x`, `from_y` to `to_x`, `to_y`. `query` has the options,
// or is NULL: sensors are hit only `with_sensors`.
enum hitmask_status hitmask_world_cast_ray(const struct hitmask_world *world,
                                           int32_t from_x,
                                           int32_t from_y,
                                           int32_t to_x,
                                           int32_t to_y,
                                           const struct hitmask_query *query,
                                           struct hitmask_ray_hit *hit);

// Writes what a line of pixels meets, one hit for each sprite, in the order of the line, at most `capacity`, and sets `count` to how many
// there are.
enum hitmask_status hitmask_world_cast_ray_all(const struct hitmask_world *world,
                                               int32_t from_x,
                                               int32_t from_y,
                                               int32_t to_x,
                                               int32_t to_y,
                                               const struct hitmask_query *query,
                                               struct hitmask_ray_hit *hits,
                                               size_t capacity,
                                               size_t *count);

// Casts many rays: sets `hits[i]` to what `hitmask_world_cast_ray` finds from `from[i]` to `to[i]`.
enum hitmask_status hitmask_world_cast_rays(const struct hitmask_world *world,
                                            const struct hitmask_point *from,
                                            const struct hitmask_point *to,
                                            size_t count,
                                            const struct hitmask_query *query,
                                            struct hitmask_ray_hit *hits);

// Sets `swept` to how far `who` can go in a straight line to a position. It does not move. `query` has the options, or is NULL.
enum hitmask_status hitmask_world_sweep(const struct hitmask_world *world,
                                        const struct hitmask_who *who,
                                        int32_t x,
                                        int32_t y,
                                        const struct hitmask_query *query,
                                        struct hitmask_swept *swept);

// Sets `free` to whether `who` would share no pixel with sprites that block it. `query` has the options, or is NULL: sensors count only
// `with_sensors`.
enum hitmask_status hitmask_world_is_free(const struct hitmask_world *world,
                                          const struct hitmask_who *who,
                                          const struct hitmask_query *query,
                                          bool *free);

// Sets `found` to whether there is a free place for `who`, at most `limit` pixels from its own, and if so, `nearest` to the nearest one.
// Unless `within` is NULL, the solid pixels must lie in this rectangle of the world. `query` has the options, or is NULL.
enum hitmask_status hitmask_world_nearest_free(const struct hitmask_world *world,
                                               const struct hitmask_who *who,
                                               uint32_t limit,
                                               const struct hitmask_rect *within,
                                               const struct hitmask_query *query,
                                               bool *found,
                                               struct hitmask_point *nearest);

// Writes the ids of the sprites that would block a move by `dx`, `dy`, sorted, at most `capacity`, and sets `count` to how many there are.
// With 0, 1 they are what the sprite stands on, and with 0, 0 what it overlaps now, without one-way sprites. `query` has the options, or is
// NULL.
enum hitmask_status hitmask_world_touching(const struct hitmask_world *world,
                                           uint64_t id,
                                           int32_t dx,
                                           int32_t dy,
                                           const struct hitmask_query *query,
                                           uint64_t *ids,
                                           size_t capacity,
                                           size_t *count);

// Moves a sprite towards a position until it is stopped, and sets `moved` to how it went. `motion` says how it moves and what is in its way;
// NULL stops it before the first touch.
enum hitmask_status hitmask_world_move_until(struct hitmask_world *world,
                                             uint64_t id,
                                             int32_t x,
                                             int32_t y,
                                             const struct hitmask_motion *motion,
                                             struct hitmask_moved *moved);

// Moves a sprite to the nearest place, at most `limit` pixels away, at which it shares no pixel with sprites that block it. Sets `found` to
// whether there is one, and if so, `move` to the move: 0, 0 if the sprite was free.
//
// Unless `along` is NULL, the sprite moves in this direction only, to the first free place. Unless `within` is NULL, its solid pixels must
// lie in this rectangle of the world, such as the map; a sprite that is free but sticks out is moved inside.
enum hitmask_status hitmask_world_push_out(struct hitmask_world *world,
                                           uint64_t id,
                                           uint32_t limit,
                                           const struct hitmask_point *along,
                                           const struct hitmask_rect *within,
                                           bool *found,
                                           struct hitmask_point *move);

// Moves sprites as `hitmask_world_push_out` does, one after the other: each is free of the sprites that have moved before it. Writes the
// move of `ids[i]` to `moves[i]`: `INT32_MIN`, `INT32_MIN` if there is no place. After a failure, the sprites before the one with the
// failure have moved.
enum hitmask_status hitmask_world_push_out_many(struct hitmask_world *world,
                                                const uint64_t *ids,
                                                size_t count,
                                                uint32_t limit,
                                                const struct hitmask_point *along,
                                                const struct hitmask_rect *within,
                                                struct hitmask_point *moves);

// Moves a platform with its riders, and pushes others out of its way. The platform always arrives. Sets `carried` to what it moved.
//
// `riders` are the `rider_count` sprites that ride. If `riders` is NULL, they are those that touch it from above, and those that stand on
// these.
enum hitmask_status hitmask_world_carry(struct hitmask_world *world,
                                        uint64_t id,
                                        int32_t x,
                                        int32_t y,
                                        const uint64_t *riders,
                                        size_t rider_count,
                                        struct hitmask_carried *carried);

// Sets `move` to the whole part of a move, rounded to the nearest pixel with halves right and down, and keeps the rest in `rest` for the
// next call. Begin with a rest of 0, 0. So a sprite of 0.3 pixels a frame moves.
enum hitmask_status hitmask_remainder_take(struct hitmask_real *rest, double dx, double dy, struct hitmask_point *move);

// Sets `pixel` to the top-left pixel of a sprite at a real position: the nearest pixel, halves right and down.
enum hitmask_status hitmask_place(double x, double y, struct hitmask_point *pixel);

// Sets `pixel` to the pixel that a real point lies in, such as the point of a mouse.
enum hitmask_status hitmask_pixel(double x, double y, struct hitmask_point *pixel);

// Gives a sprite a mask of its own, and sets `mask` to its id: edits of it change no other sprite. A sprite that has one keeps it. The mask
// goes in the first refresh or step after its last sprite was removed, or shows another mask.
enum hitmask_status hitmask_world_own_mask(struct hitmask_world *world, uint64_t id, uint64_t *mask);

// Digs a pixel of the world out of the sprites in at least one of `layers` (`UINT32_MAX` for all), and sets `ids` to those that lost
// pixels, sorted by slot.
//
// The sprites get masks of their own first, as `hitmask_world_own_mask` makes them, so others that show the same masks lose nothing. It
// works however a sprite is flipped, turned, scaled or rotated. A sprite without pixels stays in the world. If the system refuses memory,
// some sprites may have lost pixels.
enum hitmask_status hitmask_world_erase_point(struct hitmask_world *world, int32_t x, int32_t y, uint32_t layers, struct hitmask_ids *ids);

// Digs a rectangle of the world out of sprites. The rest is as in `hitmask_world_erase_point`.
enum hitmask_status hitmask_world_erase_rect(struct hitmask_world *world,
                                             int32_t left,
                                             int32_t top,
                                             uint32_t width,
                                             uint32_t height,
                                             uint32_t layers,
                                             struct hitmask_ids *ids);

// Digs a circle of the world out of sprites: the pixels whose centers are in it. The rest is as in `hitmask_world_erase_point`.
enum hitmask_status hitmask_world_erase_circle(struct hitmask_world *world,
                                               double x,
                                               double y,
                                               double radius,
                                               uint32_t layers,
                                               struct hitmask_ids *ids);

// Digs a line of the world, both ends included, out of sprites. The rest is as in `hitmask_world_erase_point`.
enum hitmask_status hitmask_world_erase_line(struct hitmask_world *world,
                                             int32_t from_x,
                                             int32_t from_y,
                                             int32_t to_x,
                                             int32_t to_y,
                                             uint32_t layers,
                                             struct hitmask_ids *ids);

// Digs a polygon of the world, of at least three points, out of sprites: the pixels whose centers are in it. The rest is as in
// `hitmask_world_erase_point`.
enum hitmask_status hitmask_world_erase_polygon(struct hitmask_world *world,
                                                const struct hitmask_real *points,
                                                size_t point_count,
                                                uint32_t layers,
                                                struct hitmask_ids *ids);

// Digs the solid pixels of a mask, whose top-left pixel is at `x`, `y` in the world, out of sprites. The rest is as in
// `hitmask_world_erase_point`.
enum hitmask_status hitmask_world_erase_mask(struct hitmask_world *world,
                                             const struct hitmask_mask *mask,
                                             int32_t x,
                                             int32_t y,
                                             uint32_t layers,
                                             struct hitmask_ids *ids);

// Splits a sprite into its connected parts, and sets `ids` to the new sprites, in raster order of the parts in the mask. The sprite keeps
// its largest part; each other part becomes a sprite of its own at its place, like the sprite in everything else, with a mask of its own.
// Pixels that share a side or a corner are connected.
enum hitmask_status hitmask_world_split(struct hitmask_world *world, uint64_t id, struct hitmask_ids *ids);

// Saves a world: writes at most `capacity` bytes to `bytes`, and sets `length` to how many there are. If they are more than `capacity`,
// nothing is written: call it again with more room. `bytes` may be NULL if `capacity` is 0.
//
// The format is the same in every language that hitmask supports. A loaded world goes on as the saved one: ids are equal, and the next step
// has equal lists.
enum hitmask_status hitmask_world_to_bytes(const struct hitmask_world *world, uint8_t *bytes, size_t capacity, size_t *length);

// Makes a world from the bytes of `hitmask_world_to_bytes`. The bytes are not trusted, and have a checksum: a changed byte is
// `HITMASK_DAMAGED`. Free it with `hitmask_world_free`.
enum hitmask_status hitmask_world_from_bytes(const uint8_t *bytes, size_t length, struct hitmask_world **world);

// Saves a world without its masks, for games that load their pictures anyway: a level takes 32 bytes for a sprite that shows its mask as
// it is, and more for other values. The rest is as in `hitmask_world_to_bytes`. `hitmask_world_from_bytes_with_masks` loads it.
enum hitmask_status hitmask_world_to_bytes_without_masks(const struct hitmask_world *world,
                                                         uint8_t *bytes,
                                                         size_t capacity,
                                                         size_t *length);

// Makes a world from the bytes of `hitmask_world_to_bytes_without_masks`. The mask with the id `ids[i]` becomes `masks[i]`, which is
// shared. Ids of masks count up from the first mask of a world, so a game that adds its masks in the same order has equal ids in each run.
// The bytes are not trusted. Free the world with `hitmask_world_free`.
enum hitmask_status hitmask_world_from_bytes_with_masks(const uint8_t *bytes,
                                                        size_t length,
                                                        const uint64_t *ids,
                                                        const struct hitmask_mask *const *masks,
                                                        size_t count,
                                                        struct hitmask_world **world);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HITMASK_H */

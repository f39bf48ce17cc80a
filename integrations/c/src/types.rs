//! The structs of the header. Their layouts are asserted here and in the tests of the header.

use crate::mask_handle::hitmask_mask;

/// A truth value that a caller gives: any byte but 0 is true. The header calls it `bool`, which C makes 0 or 1 and other languages may not.
#[repr(transparent)]
#[derive(Debug, Clone, Copy)]
pub struct flag(u8);

impl flag {
    #[inline]
    pub(crate) fn is_set(self) -> bool {
        self.0 != 0
    }
}

/// A pixel, an offset or a move, in whole pixels, y down.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// A real point, a direction or a pair of factors, y down.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_real {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A linear map: it sends the point x, y to `a` * x + `b` * y, `c` * x + `d` * y, y down.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_linear {
    /// The factor of x in the new x.
    pub a: f64,
    /// The factor of y in the new x.
    pub b: f64,
    /// The factor of x in the new y.
    pub c: f64,
    /// The factor of y in the new y.
    pub d: f64,
}

/// A rectangle of pixels: the columns from `left` up to, but without, `left + width`, and the rows alike.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_rect {
    /// The first column.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

/// The ids of two sprites. In the lists of a step, the one with the smaller slot is first.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_pair {
    /// The first sprite.
    pub a: u64,
    /// The second sprite.
    pub b: u64,
}

/// A component of a mask: connected solid pixels.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_component {
    /// The number of its pixels.
    pub count: u64,
    /// The smallest rectangle around them.
    pub bounds: hitmask_rect,
}

/// Sums over the solid pixels of a mask, for its middle, its size and its direction.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_moments {
    /// The number of solid pixels.
    pub count: u64,
    /// The sum of x.
    pub x: u64,
    /// The sum of y.
    pub y: u64,
    /// The sum of x * x. It is exact up to 2^53.
    pub xx: f64,
    /// The sum of x * y. It is exact up to 2^53.
    pub xy: f64,
    /// The sum of y * y. It is exact up to 2^53.
    pub yy: f64,
}

/// Solid pixels of a row, one beside the other: from `left` up to, but without, `right`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_run {
    /// The row.
    pub y: i32,
    /// The first column.
    pub left: i32,
    /// The column after the last one.
    pub right: i32,
}

/// A polygon in a list of corners.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_contour {
    /// The index of its first corner.
    pub first: usize,
    /// The number of its corners, at least 3.
    pub count: usize,
    /// Whether it surrounds a hole: 0 or 1.
    pub is_hole: usize,
}

// A new field stands in `world::bindings::sprite_fields` first. Here, a flag takes a byte of `reserved`. Then
// `cargo xtask generate header` writes it for C, C# and Lua.
/// All values of a sprite. `hitmask_sprite_init` sets the defaults; change what differs.
///
/// Flags are 0 or 1; any other number counts as 1.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_sprite {
    /// The id of the mask that the sprite shows.
    pub mask: u64,
    /// A number of yours, which hitmask stores. The default is 0.
    pub data: u64,
    /// The rotation in degrees, clockwise on the screen, after flips, quarter turns and scale. The default is 0. To draw the picture, use
    /// `hitmask_world_draw_transform`.
    pub angle: f64,
    /// The factors of the size, before the rotation. The default is 1, 1.
    pub scale: hitmask_real,
    /// The part of the position below a pixel, from 0 to less than 1 along each axis. The default is 0, 0. A sprite that is scaled, rotated or
    /// transformed is shown at the sum of both. Of any other, the top-left corner is rounded to the nearest pixel, halves right and down.
    pub fraction: hitmask_real,
    /// The point of the picture, in pixels of the mask, that is drawn at the position and about which the sprite flips, turns, scales and
    /// rotates: 0, 0 is the top-left corner, and 0.5, 0.5 the center of the first pixel. It may lie outside the mask, up to 2^26 from 0. It
    /// counts only if `has_origin` is set. Without it, the sprite turns about its middle.
    pub origin: hitmask_real,
    /// Any map of the picture, instead of flips, turn, angle, scale and origin, which must have their defaults. The point 0, 0 of the picture
    /// is drawn at the position. It counts only if `has_transform` is set. `hitmask_sprite_set_transform` sets it and the position.
    pub transform: hitmask_linear,
    /// The place in the world, from -2^30 to 2^30: of the origin if `has_origin` is set, of the top-left corner of the picture if
    /// `has_transform` is set, else of the top-left pixel of the flipped and turned mask, before scale and rotation.
    pub position: hitmask_point,
    /// The layers that the sprite is in, a bit each. The default is 1.
    pub layers: u32,
    /// The layers that the sprite collides with. The default is all. Both sprites must name a layer of the other, or they do not meet;
    /// `hitmask_world_one_sided_layers` finds sprites of which only one does.
    pub collides_with: u32,
    /// Whether `origin` counts.
    pub has_origin: u8,
    /// Whether `transform` counts.
    pub has_transform: u8,
    /// Whether the mask is mirrored left to right.
    pub flip_x: u8,
    /// Whether the mask is mirrored top to bottom.
    pub flip_y: u8,
    /// Quarter turns clockwise, 0 to 3, after the flips.
    pub turn: u8,
    /// Whether the sprite seldom moves. Two fixed sprites are never a pair.
    pub fixed: u8,
    /// Whether the sprite is a sensor: it is in pairs, and blocks no other sprite. Others still block it.
    pub sensor: u8,
    /// The side from which the sprite blocks: a `hitmask_side`, or 0 if it blocks from all sides.
    pub one_way: u8,
    /// Whether a step tests the sprite along the straight line from its position in the last step, so that it passes through nothing
    /// unseen. It does not stop there: `hitmask_world_first_impact` says what it hit and where. The first line begins where the sprite was
    /// spawned; `hitmask_world_jump_to` moves without a line. A sprite that moves by `hitmask_world_move_until` needs none.
    pub continuous: u8,
    /// Must be 0.
    pub reserved: [u8; 7],
}

/// The details of a pair of sprites that share pixels.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_contact {
    /// The two sprites, in the order in which they were asked for.
    pub pair: hitmask_pair,
    /// The number of shared pixels, or 0 if the two share none. Then all that follows is 0.
    pub area: u64,
    /// The topmost shared pixel, the leftmost of its row, in the world.
    pub first: hitmask_point,
    /// The rectangle around the shared pixels, in the world.
    pub bounds: hitmask_rect,
    /// The direction, of length 1, in which the first sprite leaves the second.
    pub normal: hitmask_real,
}

/// The first touch of two sprites in a step, of which one has moved continuously.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_impact {
    /// The contact at the touch.
    pub contact: hitmask_contact,
    /// The smallest move of the first sprite after which the two share nothing, there.
    pub penetration: hitmask_point,
    /// The positions of the two sprites at the touch.
    pub places: [hitmask_point; 2],
    /// The positions of the two sprites one step of the path before the touch, at which they share nothing: where a bullet stops or bounces.
    /// It counts only if `has_before` is set.
    pub before: [hitmask_point; 2],
    /// The fraction of the path before the touch, from 0 to 1.
    pub fraction: f64,
    /// 1, or 0 if the two touch where the path begins, or if neither has a path.
    pub has_before: u8,
    /// 0.
    pub reserved: [u8; 7],
}

/// The first solid pixel on a line of pixels.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_ray_hit {
    /// The sprite that was hit, or 0 in a ray through a mask.
    pub id: u64,
    /// The outward unit normal of the surface. It is 0, 0 if the line begins in a solid pixel.
    pub normal: hitmask_real,
    /// The first solid pixel.
    pub at: hitmask_point,
    /// The free pixel one step before. It is `at` if the line begins in a solid pixel.
    pub before: hitmask_point,
    /// The number of steps from the start of the line.
    pub step: u32,
    /// Whether anything was hit. If not, all values are 0.
    pub hit: u8,
    /// Whether the line begins in a solid pixel.
    pub started_inside: u8,
    /// 0.
    pub reserved: [u8; 2],
}

/// Where a moving mask or sprite first touches another.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_sweep_hit {
    /// The sprite in the way, or 0 in a sweep of a mask.
    pub id: u64,
    /// The direction, of length 1, out of what was hit, towards what moves.
    pub normal: hitmask_real,
    /// In a sweep of a sprite, the first shared pixel in the world. In a sweep of a mask, the first offset at which they share one.
    pub first: hitmask_point,
    /// The last place before the touch. It is the start if the two overlap there.
    pub before: hitmask_point,
    /// The number of steps from the start to the touch.
    pub step: u32,
    /// Whether there was a touch. If not, all values are 0.
    pub hit: u8,
    /// Whether the two overlap at the start: then that is the touch.
    pub started_inside: u8,
    /// 0.
    pub reserved: [u8; 2],
}

/// How far a sprite can go in a straight line.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_swept {
    /// The first touch on the path.
    pub hit: hitmask_sweep_hit,
    /// A sprite that it overlaps at the start, of several the one with the smallest slot, or 0.
    pub started_inside: u64,
    /// Where the sprite comes to rest.
    pub at: hitmask_point,
}

/// How a sprite has moved. The lists belong to the world, and are valid until the next call that changes the world or frees it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct hitmask_moved {
    /// What stopped the sprite, in the order of its path.
    pub hits: *const hitmask_sweep_hit,
    /// The sprites that it overlapped at the start, sorted.
    pub started_inside: *const u64,
    pub hit_count: usize,
    pub started_inside_count: usize,
    /// Where the sprite is now.
    pub at: hitmask_point,
    /// Whether the move was stopped on its left, on its right, above and below. After a move that did not go down, `blocked_down` is 0,
    /// even on the ground; but after a walk, it is 1 while the sprite stands on something.
    pub blocked_left: u8,
    pub blocked_right: u8,
    pub blocked_up: u8,
    pub blocked_down: u8,
    /// 0.
    pub reserved: [u8; 4],
}

/// What a platform has moved. The lists belong to the world, and are valid until the next call that changes the world or frees it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct hitmask_carried {
    /// The sprites that rode.
    pub riders: *const u64,
    /// The sprites that it pushed out of its way.
    pub pushed: *const u64,
    /// The sprites that found no place.
    pub crushed: *const u64,
    pub rider_count: usize,
    pub pushed_count: usize,
    pub crushed_count: usize,
}

/// Sprites. The list belongs to the world, and is valid until the next call that changes the world or frees it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct hitmask_ids {
    pub ids: *const u64,
    pub count: usize,
}

/// A sprite, and how far a point, or the nearest solid pixel of another sprite, is from its nearest solid pixel.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct hitmask_neighbor {
    /// The sprite.
    pub id: u64,
    /// In pixels.
    pub distance: f64,
}

/// The lists of a step. They belong to the world, and are valid until its next step, or until it is freed.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct hitmask_step {
    /// The pairs that share a pixel, sorted.
    pub pairs: *const hitmask_pair,
    /// The pairs that are not in the list of the step before.
    pub began: *const hitmask_pair,
    /// The pairs of the step before that share no pixel now.
    pub ended: *const hitmask_pair,
    pub pair_count: usize,
    pub began_count: usize,
    pub ended_count: usize,
}

/// What a moving sprite does at another sprite in its way. (Fields are `int32_t`, because other languages may set any number.)
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum hitmask_reaction {
    /// It stops before the first touch.
    HITMASK_STOP = 0,
    /// It slides along what is in the way.
    HITMASK_SLIDE = 1,
    /// It walks over slopes and steps: see `step_up` and `step_down`.
    HITMASK_WALK = 2,
}

/// How a sprite moves, and what is in its way. A struct whose bytes are all 0 has the defaults, and so has NULL: the sprite stops before the
/// first touch of anything that blocks it. From inside another sprite it can leave, but not get deeper.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_motion {
    /// A `hitmask_reaction`.
    pub reaction: i32,
    /// The heights, in pixels, that `HITMASK_WALK` climbs and descends with each pixel of the path. Other motions ignore them.
    pub step_up: u32,
    pub step_down: u32,
    /// Bits: only sprites in one of these layers are in the way. It counts only if `has_layers` is set; without it, it must be 0. The layers narrow
    /// what the sprite collides with: if it collides with none of them, the move is `HITMASK_INVALID`. With 0, it passes through everything.
    pub layers: u32,
    /// Whether `layers` counts. If not, sprites of all layers are in the way.
    pub has_layers: u8,
    /// Whether sensors are in the way.
    pub with_sensors: u8,
    /// Whether a sprite that starts inside another hits it at step 0, and does not move: for shots from point-blank range.
    pub hit_from_inside: u8,
    /// Must be 0.
    pub reserved: [u8; 1],
}

/// The options of a query: among which sprites it looks. A struct whose bytes are all 0 has the defaults, and so has NULL: all sprites.
///
/// Write `{.layers = WALLS, .has_layers = true}`. The flag tells no layers from all layers: a set of layers that your game computes may be
/// empty, and then nothing is found. Layers without the flag are `HITMASK_INVALID`, so it cannot be forgotten.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_query {
    /// The id of a sprite that is left out, such as the one that asks. 0, or an id that names no sprite, leaves none out.
    pub without: u64,
    /// Bits: only sprites in one of these layers are found, or are in the way. It counts only if `has_layers` is set; without it, it must be 0. The
    /// layers narrow what a sprite collides with: `sweep`, `is_free`, `nearest_free` and `touching` of a sprite that collides with none of them are
    /// `HITMASK_INVALID`. With 0, nothing is in the way.
    pub layers: u32,
    /// Whether `layers` counts. If not, sprites of all layers are found.
    pub has_layers: u8,
    /// Whether sensors block rays, sweeps and free places, and are touched. `find_...`, `nearest` and `overlapping` find them anyway.
    pub with_sensors: u8,
    /// Whether a sweep that starts inside a sprite hits it at step 0, and `touching` names it. Other queries ignore it.
    pub hit_from_inside: u8,
    /// Must be 0.
    pub reserved: [u8; 1],
}

/// What a query asks about. Set one of these, and leave the rest 0:
///
/// - `id`: a sprite of the world, as it stands.
/// - `id`, `at` and `has_at`: the sprite at another place.
/// - `id` and `sprite`: the sprite as something else, with the mask, angle, place and layers of `sprite`. It ignores itself, so a hero who
///   crouches is not in the way of himself when he stands up. Begin with `hitmask_world_get`.
/// - `sprite`: a description that is in no world. Its layers count. Begin with `hitmask_sprite_init`.
/// - `mask`, `at` and `has_at`: a shape that is in no world. It meets every layer.
///
/// Nothing moves or changes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct hitmask_who {
    /// The id of a sprite, or 0.
    pub id: u64,
    /// A shape that is in no world, or NULL.
    pub mask: *const hitmask_mask,
    /// A description. It counts if its `mask` is not 0.
    pub sprite: hitmask_sprite,
    /// Another `position`, or the top-left pixel of `mask`. It counts only if `has_at` is set; without it, it must be 0, 0.
    pub at: hitmask_point,
    /// Whether `at` counts.
    pub has_at: u8,
    /// Must be 0.
    pub reserved: [u8; 7],
}

/// The limits of a world. Apart from lists that become errors, results do not depend on them.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_limits {
    /// The maximum number of pairs in a list: 33,554,432 by default. A step with more pairs fails.
    pub pairs: usize,
    /// The number of sprites from which a world uses several threads: 0 forces them, and `SIZE_MAX` forbids them. It counts only if
    /// `has_parallel_from` is set; without it, it must be 0.
    pub parallel_from: usize,
    /// The memory for tables of offsets, which make tests of pairs faster: 16 MiB by default. 0 forbids them.
    pub offset_table_bytes: usize,
    /// The memory for scaled, rotated and transformed masks: 64 MiB by default. They are rendered for sprites that keep their look; without
    /// room, a sprite is tested without rendering. A mask that a sprite shows is never dropped.
    pub variant_bytes: usize,
    /// Whether `parallel_from` counts. If not, as by default, the world measures what is faster.
    pub has_parallel_from: u8,
    /// Must be 0.
    pub reserved: [u8; 7],
}

/// The order of the channels of a pixel: of its bytes in memory. (Fields are `int32_t`, because other languages may set any number.)
///
/// A format that is named by the digits of a 32-bit number, such as 0xAARRGGBB, has its bytes from the last to the first on little-endian
/// processors. So ARGB8888 of SDL, ARGB32 of Cairo, A8R8G8B8 of Direct3D and Format32bppArgb of GDI+ are `HITMASK_BGRA`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum hitmask_pixel_order {
    /// Red, green, blue, alpha.
    HITMASK_RGBA = 0,
    /// Blue, green, red, alpha: 0xAARRGGBB on little-endian processors, and so the ARGB formats of SDL, Cairo, Direct3D and GDI+.
    HITMASK_BGRA = 1,
    /// Alpha, red, green, blue.
    HITMASK_ARGB = 2,
    /// Alpha, blue, green, red: 0xRRGGBBAA on little-endian processors.
    HITMASK_ABGR = 3,
    /// Red, green, blue: three bytes, and an alpha of 255.
    HITMASK_RGB = 4,
    /// Blue, green, red: three bytes, and an alpha of 255.
    HITMASK_BGR = 5,
}

/// The rule that decides which pixels are solid.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum hitmask_solid_rule {
    /// An alpha value above 127.
    HITMASK_ALPHA_ABOVE_127 = 0,
    /// An alpha value above `threshold`.
    HITMASK_ALPHA_ABOVE = 1,
    /// Any color but `red`, `green`, `blue`. Alpha does not count.
    HITMASK_COLOR_KEY = 2,
    /// A brightness above `threshold`. Alpha does not count.
    HITMASK_LUMA_ABOVE = 3,
}

/// How pixels lie in memory, and which are solid. A struct whose bytes are all 0 has the defaults, and so has NULL: RGBA, without gaps between
/// rows, solid where alpha is above 127.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct hitmask_pixel_layout {
    /// The number of bytes from a row to the next, also called the pitch. 0 is rows without gaps. If it is negative, the bottom row is the first in
    /// memory, as in bitmaps of Windows.
    pub stride: i32,
    /// A `hitmask_pixel_order`.
    pub order: i32,
    /// A `hitmask_solid_rule`.
    pub rule: i32,
    /// The threshold of `HITMASK_ALPHA_ABOVE` and `HITMASK_LUMA_ABOVE`. With other rules, it must be 0.
    pub threshold: u8,
    /// The color of `HITMASK_COLOR_KEY`, in every order. With other rules, it must be 0, 0, 0.
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

/// The version of the interface that a header belongs to.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum hitmask_abi {
    /// What `hitmask_abi_version` returns if the library and the header fit.
    HITMASK_ABI_VERSION = 1,
}

/// A side of the world, for one-way sprites.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum hitmask_side {
    /// The sprite blocks from all sides.
    HITMASK_NO_SIDE = 0,
    /// It blocks what comes from its left.
    HITMASK_LEFT = 1,
    /// It blocks what comes from its right.
    HITMASK_RIGHT = 2,
    /// It blocks what comes from above: a floor to jump through.
    HITMASK_TOP = 3,
    /// It blocks what comes from below.
    HITMASK_BOTTOM = 4,
}

const _: () = {
    assert!(size_of::<hitmask_point>() == 8 && size_of::<hitmask_real>() == 16 && size_of::<hitmask_rect>() == 16);
    assert!(size_of::<hitmask_linear>() == 32);
    assert!(size_of::<hitmask_pair>() == 16 && size_of::<hitmask_neighbor>() == 16);
    assert!(
        size_of::<hitmask_sprite>() == 136 && size_of::<hitmask_contact>() == 64 && size_of::<hitmask_impact>() == 120
    );
    assert!(
        size_of::<hitmask_ray_hit>() == 48 && size_of::<hitmask_sweep_hit>() == 48 && size_of::<hitmask_swept>() == 64
    );
    assert!(size_of::<hitmask_pixel_layout>() == 16);
    assert!(size_of::<hitmask_query>() == 16 && size_of::<hitmask_motion>() == 20);
    assert!(
        size_of::<hitmask_who>() == 160 + size_of::<usize>()
            && size_of::<hitmask_limits>() == 8 + 4 * size_of::<usize>()
    );
};

//! Questions about one mask and about two.

use crate::convert::{optional, reach, real_vector, record, rect, vector, whole};
use crate::log;
use crate::log::given;
use crate::pixel_mask::PixelMask;
use godot::prelude::*;
use mask::Simplify;

impl PixelMask {
    /// Calls `ask` with the pixels of two resources.
    fn with<R>(&self, other: &Gd<PixelMask>, ask: impl FnOnce(&mask::Mask, &mask::Mask) -> R) -> R {
        ask(&self.mask(), &super::known::mask_of(other))
    }
}

#[godot_api(secondary)]
impl PixelMask {
    /// Returns whether this mask and another share a solid pixel, with the other's top-left pixel at [param at].
    #[func]
    fn overlaps(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> bool {
        given!("PixelMask.overlaps", other);
        self.with(&other, |a, b| a.overlaps(b, whole(at)))
    }

    /// Returns the topmost of the pixels that both share, the leftmost of its row, or [code]null[/code].
    #[func]
    fn overlap_first(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> Variant {
        given!("PixelMask.overlap_first", other);
        optional(self.with(&other, |a, b| a.overlap_first(b, whole(at))).map(vector))
    }

    /// Returns the number of pixels that both share.
    #[func]
    fn overlap_area(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> i64 {
        given!("PixelMask.overlap_area", other);
        self.with(&other, |a, b| a.overlap_area(b, whole(at))) as i64
    }

    /// Returns the smallest rectangle around the pixels that both share. Its size is 0 if there are none.
    #[func]
    fn overlap_bounds(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> Rect2i {
        given!("PixelMask.overlap_bounds", other);
        self.with(&other, |a, b| a.overlap_bounds(b, whole(at))).map_or(Rect2i::default(), rect)
    }

    /// Returns the pixels that both share, as a mask of this mask's size.
    #[func]
    fn overlap_mask(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> Option<Gd<PixelMask>> {
        given!("PixelMask.overlap_mask", other);
        Some(PixelMask::from_mask(self.with(&other, |a, b| a.overlap_mask(b, whole(at)))))
    }

    /// Returns the direction in which this mask leaves the other, a vector of length 1, or [code]null[/code].
    #[func]
    fn overlap_normal(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> Variant {
        given!("PixelMask.overlap_normal", other);
        optional(self.with(&other, |a, b| a.overlap_normal(b, whole(at))).map(real_vector))
    }

    /// Returns the shortest move of this mask after which both share nothing, or [code]null[/code] if they share
    /// nothing.
    #[func]
    fn penetration(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> Variant {
        given!("PixelMask.penetration", other);
        optional(self.with(&other, |a, b| a.penetration(b, whole(at))).map(vector))
    }

    /// Returns the move of this mask along a direction after which both share nothing, or [code]null[/code].
    #[func]
    fn penetration_along(&self, other: Option<Gd<PixelMask>>, at: Vector2i, direction: Vector2i) -> Variant {
        given!("PixelMask.penetration_along", other);
        optional(self.with(&other, |a, b| a.penetration_along(b, whole(at), whole(direction))).map(vector))
    }

    /// Returns the distance in pixels between the nearest solid pixels of both, which is 0 if they share one, and 1 if they
    /// touch side by side; or [code]null[/code] if a mask has no solid pixel.
    #[func]
    fn distance(&self, other: Option<Gd<PixelMask>>, at: Vector2i) -> Variant {
        given!("PixelMask.distance", other);
        optional(self.with(&other, |a, b| a.distance(b, whole(at))))
    }

    /// Moves the other mask from one offset to another. Returns [code]hit[/code], a dictionary that is empty if the
    /// path is free, else with [code]at[/code], [code]before[/code] (null if they overlap at the start),
    /// [code]step[/code] and [code]normal[/code], which points to the other mask; and [code]started_inside[/code].
    #[func]
    fn sweep(&self, other: Option<Gd<PixelMask>>, from: Vector2i, to: Vector2i) -> VarDictionary {
        given!("PixelMask.sweep", other);
        let sweep = self.with(&other, |a, b| a.sweep(b, whole(from), whole(to)));
        let hit = sweep.hit.map_or(VarDictionary::new(), |hit| {
            record! {
                "at" => vector(hit.at), "before" => optional(hit.before.map(vector)), "step" => i64::from(hit.step),
                "normal" => real_vector(hit.normal),
            }
        });
        record! { "hit" => hit, "started_inside" => sweep.started_inside }
    }

    /// Returns the first solid pixel on a line: [code]at[/code], [code]before[/code] (the last free pixel, or null),
    /// [code]step[/code] and [code]normal[/code] (out of the mask, or null). The dictionary is empty if there is none.
    #[func]
    fn cast_ray(&self, from: Vector2i, to: Vector2i) -> VarDictionary {
        self.mask().cast_ray(whole(from), whole(to)).map_or(VarDictionary::new(), |hit| {
            record! {
                "at" => vector(hit.at), "before" => optional(hit.before.map(vector)), "step" => i64::from(hit.step),
                "normal" => optional(hit.normal.map(real_vector)),
            }
        })
    }

    /// Returns the offset nearest to [param at] at which both share nothing, up to [param limit] pixels away, or
    /// [code]null[/code]: with the solid pixels of the other in the rectangle [param within] of this mask, unless that
    /// is empty.
    #[func]
    fn nearest_free(
        &self,
        other: Option<Gd<PixelMask>>,
        at: Vector2i,
        limit: i64,
        #[opt(default = Rect2i::default())] within: Rect2i,
    ) -> Variant {
        given!("PixelMask.nearest_free", other);
        let reach = log::ok("PixelMask.nearest_free", reach(limit, within));
        optional(reach.and_then(|reach| self.with(&other, |a, b| a.nearest_free(b, whole(at), reach)).map(vector)))
    }

    /// Returns the width in pixels.
    #[func]
    fn get_width(&self) -> i64 {
        self.mask().width().into()
    }

    /// Returns the height in pixels.
    #[func]
    fn get_height(&self) -> i64 {
        self.mask().height().into()
    }

    /// Returns the width and the height in pixels.
    #[func]
    fn get_size(&self) -> Vector2i {
        let mask = self.mask();
        Vector2i::new(mask.width() as i32, mask.height() as i32)
    }

    /// Returns whether a pixel is solid. Pixels outside the mask are not.
    #[func]
    fn contains(&self, at: Vector2i) -> bool {
        self.mask().contains(whole(at))
    }

    /// Returns whether no pixel is solid.
    #[func]
    fn is_empty(&self) -> bool {
        self.mask().is_empty()
    }

    /// Returns the number of solid pixels.
    #[func]
    fn count(&self) -> i64 {
        self.mask().count() as i64
    }

    /// Returns the mean of the centers of the solid pixels, or [code]null[/code].
    #[func]
    fn centroid(&self) -> Variant {
        optional(self.mask().centroid().map(real_vector))
    }

    /// Returns the border of the topmost solid component, as a list of pixels.
    #[func]
    fn outline(&self) -> PackedVector2Array {
        self.mask().outline().into_iter().map(crate::convert::corner).collect()
    }

    /// Returns the contours of the solid parts and of their holes, as polygons around the pixels, with corners up to
    /// [param tolerance] pixels off. If [param covering], no solid pixel is cut, not even in part. They serve
    /// [Polygon2D], [CollisionPolygon2D] and [LightOccluder2D].
    #[func]
    fn contours(
        &self,
        #[opt(default = 0.0)] tolerance: f64,
        #[opt(default = false)] covering: bool,
    ) -> Array<PackedVector2Array> {
        let plain = Simplify::new(tolerance);
        let contours = self.mask().simplified_contours(if covering { plain.covering() } else { plain });
        let Some(contours) = log::ok("PixelMask.contours", contours) else { return Array::new() };
        contours.iter().map(|contour| contour.points().iter().map(|&at| crate::convert::corner(at)).collect()).collect()
    }

    /// Returns the solid pixels, row by row.
    #[func]
    fn pixels(&self) -> PackedVector2Array {
        self.mask().pixels().map(crate::convert::corner).collect()
    }
}

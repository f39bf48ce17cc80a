//! A variant: a mask as sprites show it, with its bits as they are or under a map. Readers get a rendered mask, or a
//! mask under a map. While the map of a sprite changes, its mask is tested without being rendered.

use super::store::StoredMask;
use crate::geometry::Aabb;
use crate::sprites::{Appearance, Extras, MapExtras, Matrix, Orientation, steps};
use crate::{MaskId, PlacedMask, SpriteId, WorldError};
use mask::shared::{RoundedMap, nearest_distance_squared, upright_corner};
use mask::{Affine, DistanceField, Line, Mask, MaskError, RayHit, Rect, Shape, TransformedMask};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A mask as sprites show it.
#[derive(Clone)]
pub(crate) struct Variant {
    /// A box around the solid pixels, if the sprite is at `[0, 0]`. It is a function of the mask and the map: the tight
    /// box of an upright variant, and of one under a map the box of [`RoundedMap`], rendered or not.
    pub(crate) outer: Aabb,
    pub(crate) content: Content,
}

/// What a variant shows.
#[derive(Clone)]
pub(crate) enum Content {
    /// A mask. `corner` is the top-left pixel of the box in its frame.
    Mask { corner: [i32; 2], mask: Arc<Mask> },
    /// A mask under a map that changes, which is not rendered: its index in the list of the mapped.
    Mapped(u32),
}

const _: () = assert!(size_of::<Variant>() <= 32, "a refresh reads the variant of every sprite, so it must be small");

impl Variant {
    /// A variant without pixels.
    pub(super) fn empty() -> Variant {
        let mask = Arc::new(Mask::new(0, 0).expect("an empty mask is valid"));
        Variant { outer: Aabb::EMPTY, content: Content::Mask { corner: [0, 0], mask } }
    }

    /// A mask whose top-left pixel is at `at` if the sprite is at `[0, 0]`, in a box of the world.
    pub(super) fn placed_in(outer: Aabb, mask: Arc<Mask>, at: [i32; 2]) -> Variant {
        // Without solid pixels, the sum of the two is right all the same.
        let corner = [0, 1].map(|axis| outer.0[axis].wrapping_sub(at[axis]));
        Variant { outer, content: Content::Mask { corner, mask } }
    }

    /// A mask with its bits as they are.
    pub(super) fn upright(mask: Arc<Mask>, at: [i32; 2]) -> Variant {
        Variant::placed_in(Aabb::of_solid_pixels(&mask).translated(at), mask, at)
    }

    /// Renders a mask as it is shown.
    pub(super) fn render(stored: &StoredMask, shown: &Shown) -> Result<Variant, MaskError> {
        match shown {
            Shown::Upright { orientation, offset } => {
                let mask = match orientation.index() {
                    0 => Arc::clone(stored.mask()),
                    _ => Arc::new(orientation.apply(stored.mask())?),
                };
                Ok(Variant::upright(mask, *offset))
            }
            Shown::Mapped { by, origin } => {
                let field = stored.field()?.map(|field| &**field);
                let map = RoundedMap::new(stored.mask(), field, by, *origin)?;
                let (mask, at) = map.show(stored.mask(), field).render()?;
                Ok(Variant::placed_in(box_of(&map), Arc::new(mask), at))
            }
        }
    }

    /// About the memory of the mask, in bytes, if it is rendered.
    pub(super) fn rendered_bytes(&self) -> usize {
        if self.outer.is_empty() {
            return 0;
        }
        let [width, height] = self.outer.sides().map(|side| side as usize);
        width.div_ceil(64).saturating_mul(height).saturating_mul(8)
    }

    /// The mask and the top-left pixel of the box in its frame, if the variant is rendered.
    #[inline(always)]
    pub(crate) fn mask(&self) -> Option<(&Mask, [i32; 2])> {
        match &self.content {
            Content::Mask { corner, mask } => Some((mask, *corner)),
            Content::Mapped(_) => None,
        }
    }

    /// The mask, if the sprite is at a position and the variant is rendered.
    #[inline(always)]
    pub(crate) fn placed(&self, position: [i32; 2]) -> Option<PlacedMask<'_>> {
        let (mask, corner) = self.mask()?;
        let at = [0, 1].map(|axis| position[axis].wrapping_add(self.outer.0[axis]).wrapping_sub(corner[axis]));
        Some(PlacedMask { mask, at })
    }
}

/// The box of what a map shows.
pub(super) fn box_of(map: &RoundedMap) -> Aabb {
    map.solid_frame().map_or(Aabb::EMPTY, |frame| Aabb::of(&frame))
}

/// What a sprite shows, in the world. Reading it takes no memory.
#[derive(Clone, Copy)]
pub(crate) enum ShownMask<'a> {
    Rendered(PlacedMask<'a>),
    Mapped(TransformedMask<'a>),
}

impl<'a> ShownMask<'a> {
    /// As a mask under a map.
    fn transformed(&self) -> TransformedMask<'a> {
        match *self {
            ShownMask::Rendered(PlacedMask { mask, at }) => TransformedMask::placed(mask, at),
            ShownMask::Mapped(mapped) => mapped,
        }
    }

    /// The smallest box around the solid pixels. Returns `None` if no pixel is solid.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        match self {
            ShownMask::Rendered(placed) => placed.bounds(),
            ShownMask::Mapped(mapped) => mapped.bounds(),
        }
    }

    /// Whether the two share a solid pixel.
    #[inline(always)]
    pub(crate) fn overlaps(&self, other: &ShownMask) -> bool {
        match (self, other) {
            (ShownMask::Rendered(one), ShownMask::Rendered(other)) => one.overlaps(other),
            _ => self.transformed().overlaps(&other.transformed()),
        }
    }

    /// Whether a pixel is solid.
    #[inline(always)]
    pub(crate) fn contains(&self, at: [i32; 2]) -> bool {
        match self {
            ShownMask::Rendered(placed) => placed.mask.contains([at[0] - placed.at[0], at[1] - placed.at[1]]),
            ShownMask::Mapped(mapped) => mapped.contains(at),
        }
    }

    /// Whether a pixel of a rectangle is solid.
    #[inline(always)]
    pub(crate) fn overlaps_rect(&self, rect: &Rect) -> bool {
        match self {
            ShownMask::Rendered(placed) => placed.mask.overlaps(rect, placed.at.map(|c| -c)),
            ShownMask::Mapped(mapped) => mapped.overlaps_rect(rect),
        }
    }

    /// Whether a pixel of a shape is solid.
    #[inline(always)]
    pub(crate) fn overlaps_shape(&self, shape: &impl Shape) -> bool {
        match self {
            ShownMask::Rendered(placed) => placed.mask.overlaps(shape, placed.at.map(|c| -c)),
            ShownMask::Mapped(mapped) => mapped.overlaps_shape(shape),
        }
    }

    /// The first step of a line whose pixel is solid.
    #[inline(always)]
    pub(crate) fn first_step_on_line(&self, line: &Line) -> Option<u32> {
        match self {
            ShownMask::Rendered(placed) => placed.mask.first_step_on_line(line, placed.at.map(|c| -c)),
            ShownMask::Mapped(mapped) => mapped.first_step_on_line(line),
        }
    }

    /// The hit of a ray, given its step, in the world.
    pub(crate) fn line_hit(&self, line: &Line, step: u32) -> RayHit {
        match self {
            ShownMask::Mapped(mapped) => mapped.line_hit(line, step),
            ShownMask::Rendered(placed) => {
                let mut hit = placed.mask.line_hit(line, placed.at.map(|c| -c), step);
                (hit.at, hit.before) = (placed.to_world(hit.at), hit.before.map(|before| placed.to_world(before)));
                hit
            }
        }
    }

    /// The square of the distance from a pixel to the nearest solid one, if it is at most `limit`.
    pub(crate) fn nearest_distance_squared(&self, point: [i32; 2], limit: u128) -> Option<u128> {
        match self {
            ShownMask::Mapped(mapped) => mapped.nearest_distance_squared(point, limit),
            ShownMask::Rendered(PlacedMask { mask, at }) => {
                let point = [0, 1].map(|axis| i64::from(point[axis]) - i64::from(at[axis]));
                nearest_distance_squared(mask, point, limit)
            }
        }
    }
}

/// How a sprite at `[0, 0]` shows its mask.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shown {
    /// The bits of the mask, flipped and turned. `offset` is the top-left corner.
    Upright { orientation: Orientation, offset: [i32; 2] },
    /// The mask under a map. `origin` is the point of the mask that is drawn at the translation.
    Mapped { by: Affine, origin: [f64; 2] },
}

impl Shown {
    /// How a sprite shows a mask of a size. Its angle is rounded to the nearest of `angles`, if there is a number.
    ///
    /// A map whose linear part is a flip or a quarter turn shows the bits as they are, and its top-left corner is
    /// rounded to the nearest pixel, halves right and down.
    #[inline]
    pub(super) fn new(appearance: Appearance, extras: &Extras, size: [u32; 2], angles: Option<u32>) -> Shown {
        let orientation = appearance.orientation.canonical();
        if *extras == Extras::default() {
            return Shown::Upright { orientation, offset: [0, 0] };
        }
        let (linear, origin, at) = map_of(orientation, extras, size, angles);
        let by = affine(linear, at);
        match Orientation::of_matrix(linear).zip(upright_corner(&by, origin, size)) {
            Some((orientation, offset)) => Shown::Upright { orientation, offset },
            None => Shown::Mapped { by, origin },
        }
    }

    /// The map from the points of a mask of a size to those of the world, for a sprite at `[0, 0]`.
    pub(super) fn affine(&self, size: [u32; 2]) -> Affine {
        match *self {
            Shown::Mapped { by, origin } => Affine::translation(origin.map(|c| -c)).then(&by),
            Shown::Upright { orientation, offset } => {
                let linear = orientation.matrix();
                // The top-left corner of the picture under the linear map.
                let corner = linear.map(|[x, y]| x.min(0.0) * f64::from(size[0]) + y.min(0.0) * f64::from(size[1]));
                affine(linear, [0, 1].map(|axis| f64::from(offset[axis]) - corner[axis]))
            }
        }
    }
}

fn affine([[a, b], [c, d]]: Matrix, [x, y]: [f64; 2]) -> Affine {
    Affine::from([[a, b, x], [c, d, y]])
}

/// The map of a sprite at `[0, 0]`: its linear part, a point of the mask, and where the point is drawn. If angles are
/// rounded, fractions are rounded too: otherwise sprites at other fractions would share no mask.
fn map_of(
    orientation: Orientation,
    extras: &Extras,
    size: [u32; 2],
    angles: Option<u32>,
) -> (Matrix, [f64; 2], [f64; 2]) {
    let (angle, scale, origin) = match extras.map {
        MapExtras::Transformed { linear } => {
            return match angles {
                None => (linear, [0.0; 2], extras.fraction),
                Some(angles) => in_steps(linear, extras.fraction, size, angles),
            };
        }
        MapExtras::Turned { angle, scale, origin } => (angle, scale, origin),
    };
    let [[a, b], [c, d]] = orientation.matrix();
    let scaled = [[a * scale[0], b * scale[0]], [c * scale[1], d * scale[1]]];
    let linear = steps::rotated(scaled, angles.map_or(angle, |angles| angle.nearest_of(angles)));
    let fraction = if angles.is_some() { extras.fraction.map(rounded_number) } else { extras.fraction };
    match origin {
        Some(origin) => (linear, origin, fraction),
        None => {
            // The middle of the picture is drawn at the middle of the flipped and turned one, whose corner is [0, 0].
            let middle = size.map(|side| f64::from(side) / 2.0);
            let turned = if orientation.turn().swaps_axes() { [middle[1], middle[0]] } else { middle };
            (linear, middle, [turned[0] + fraction[0], turned[1] + fraction[1]])
        }
    }
}

/// A map whose angle is rounded. The middle of the picture stays within a quarter of a pixel along each axis: the
/// translation is a multiple of a half.
fn in_steps(linear: Matrix, fraction: [f64; 2], size: [u32; 2], angles: u32) -> (Matrix, [f64; 2], [f64; 2]) {
    let stepped = steps::of_matrix(linear, angles);
    let middle = size.map(|side| f64::from(side) / 2.0);
    let moved = |axis: usize| {
        let [x, y] = [0, 1].map(|column| (linear[axis][column] - stepped[axis][column]) * middle[column]);
        rounded_number(fraction[axis] + x + y)
    };
    (stepped, [0.0; 2], [moved(0), moved(1)])
}

/// The nearest multiple of a half, the larger of two equally near. (Places at halves belong to origins in the middle of
/// a pixel.)
fn rounded_number(number: f64) -> f64 {
    libm::floor(2.0 * number + 0.5) / 2.0
}

/// A mask, and how a sprite shows it. Sprites that show the same have equal keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VariantKey {
    pub(super) mask: MaskId,
    /// The index of an orientation, or [`Orientation::COUNT`] for a map.
    form: u8,
    /// The whole part of the translation.
    offset: [i32; 2],
    /// The bits of the linear part of a map, of the fraction of its translation, and of the point that is drawn there.
    numbers: [u64; 8],
}

impl VariantKey {
    pub(super) fn new(mask: MaskId, shown: &Shown) -> VariantKey {
        match *shown {
            Shown::Upright { orientation, offset } => {
                VariantKey { mask, form: orientation.index() as u8, offset, numbers: [0; 8] }
            }
            Shown::Mapped { by, origin } => {
                let [[a, b, x], [c, d, y]] = <[[f64; 3]; 2]>::from(by);
                let whole = [x.floor(), y.floor()];
                // The sums turn -0 into 0.
                let numbers = [a, b, c, d, x - whole[0], y - whole[1], origin[0], origin[1]];
                let numbers = numbers.map(|number| (number + 0.0).to_bits());
                VariantKey { mask, form: Orientation::COUNT as u8, offset: whole.map(|c| c as i32), numbers }
            }
        }
    }

    /// How the sprites show the mask.
    pub(super) fn shown(&self) -> Shown {
        if usize::from(self.form) < Orientation::COUNT {
            return Shown::Upright { orientation: Orientation::of_index(self.form.into()), offset: self.offset };
        }
        let [a, b, c, d, x, y, left, top] = self.numbers.map(f64::from_bits);
        let at = [f64::from(self.offset[0]) + x, f64::from(self.offset[1]) + y];
        Shown::Mapped { by: affine([[a, b], [c, d]], at), origin: [left, top] }
    }

    /// Whether the sprites show the bits as they are.
    pub(super) fn is_upright(&self) -> bool {
        usize::from(self.form) < Orientation::COUNT
    }

    /// A number whose bits depend on all parts of the key.
    pub(super) fn mixed(&self) -> u64 {
        let [x, y] = self.offset.map(|c| u64::from(c as u32));
        let words = [self.mask.to_bits(), u64::from(self.form), x | y << 32].into_iter().chain(self.numbers);
        let mixed = words.fold(0u64, |mixed, word| (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed ^ mixed >> 32
    }
}

impl Hash for VariantKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mixed());
    }
}

/// The hash of a key is [`VariantKey::mixed`]. (The default hash takes several times as long as the rest of a look-up.)
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key writes one number");
    }

    fn write_u64(&mut self, mixed: u64) {
        self.0 = mixed;
    }
}

/// The mask of a sprite under a map that has changed lately.
#[derive(Clone)]
pub(super) struct Mapped {
    id: MaskId,
    mask: Arc<Mask>,
    field: Option<Arc<DistanceField>>,
    by: Affine,
    origin: [f64; 2],
    /// The map, if the sprite is at `[0, 0]`.
    map: RoundedMap,
    /// A box around the solid pixels, if the sprite is at `[0, 0]`.
    pub(super) outer: Aabb,
    /// The sprite.
    pub(super) owner: SpriteId,
    /// The refresh in which the map changed last.
    pub(super) since: u64,
}

impl Mapped {
    /// A mask under a map. `origin` is the point of the mask that is drawn at the translation.
    ///
    /// # Errors
    /// Returns [`WorldError::CannotTransform`] if the map has no inverse or reaches too far.
    pub(super) fn new(
        id: MaskId,
        stored: &StoredMask,
        (by, origin): (&Affine, [f64; 2]),
        owner: SpriteId,
        since: u64,
    ) -> Result<Mapped, WorldError> {
        let map = rounded(id, stored, (by, origin))?;
        let (mask, field) = (Arc::clone(stored.mask()), stored.field()?.cloned());
        Ok(Mapped { id, mask, field, by: *by, origin, map, outer: box_of(&map), owner, since })
    }

    /// Changes the map, if the sprite shows the same mask. Returns whether it does. (The counts of a shared mask would
    /// take longer than the rest.)
    ///
    /// # Errors
    /// Returns the errors of [`Mapped::new`].
    pub(super) fn change(
        &mut self,
        id: MaskId,
        stored: &StoredMask,
        (by, origin): (&Affine, [f64; 2]),
        since: u64,
    ) -> Result<bool, WorldError> {
        if id != self.id {
            return Ok(false);
        }
        self.map = rounded(id, stored, (by, origin))?;
        (self.by, self.origin, self.since, self.outer) = (*by, origin, since, box_of(&self.map));
        Ok(true)
    }

    /// The mask.
    pub(super) fn mask_id(&self) -> MaskId {
        self.id
    }

    /// The key of what the sprite shows.
    pub(super) fn key(&self) -> VariantKey {
        VariantKey::new(self.id, &Shown::Mapped { by: self.by, origin: self.origin })
    }

    /// The mask under its map, if the top-left pixel of the box is at a place.
    #[inline(always)]
    pub(super) fn at(&self, corner: [i32; 2]) -> TransformedMask<'_> {
        let Aabb([left, top, ..]) = self.outer;
        let position = [corner[0].wrapping_sub(left), corner[1].wrapping_sub(top)];
        self.map.translated(position).show(&self.mask, self.field.as_deref())
    }
}

/// Rounds the map under which a sprite shows a mask.
///
/// # Errors
/// Returns [`WorldError::CannotTransform`] if the map has no inverse or reaches too far.
#[inline(always)]
pub(super) fn rounded(
    id: MaskId,
    stored: &StoredMask,
    (by, origin): (&Affine, [f64; 2]),
) -> Result<RoundedMap, WorldError> {
    let map = RoundedMap::new(stored.mask(), stored.field()?.map(|field| &**field), by, origin);
    map.map_err(|fault| WorldError::cannot_transform(id, fault))
}

//! A box around a sprite.

use crate::Bounds;
use mask::Rect;
use world::{Sprite, World, WorldError};

/// Returns the box of a sprite that is not in the world. It is empty if the sprite shows no pixel.
///
/// # Errors
/// Returns the errors of [`World::spawn`].
pub(super) fn reach(world: &World, sprite: &Sprite) -> Result<Bounds, WorldError> {
    Ok(Bounds::from(world.box_of(sprite)?.unwrap_or(Rect::new(0, 0, 0, 0))))
}

#[cfg(test)]
mod tests {
    use super::super::weight::is_transformed;
    use super::*;
    use mask::Mask;
    use world::{Angle, Turn};

    #[test]
    fn the_box_encloses_the_sprite() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut world = World::new();
        let sizes = [[1, 1], [7, 60], [33, 32], [300, 2], [2000, 1500]];
        let masks = sizes.map(|[width, height]| world.add_mask(Mask::filled(width, height).unwrap()).unwrap());
        let (mut mapped, mut loose) = (0, 0.0_f64);
        for case in 0..4000 {
            let mut sprite =
                Sprite::new(masks[rng.usize(0..5 - usize::from(case % 50 != 0))], [rng.i32(-99..99), rng.i32(-9..9)]);
            for option in 0..7 {
                sprite = match option {
                    _ if rng.bool() => sprite,
                    0 => sprite.flip_x(true),
                    1 => sprite.flip_y(true),
                    2 => sprite.turn([Turn::Quarter, Turn::Half, Turn::ThreeQuarters][rng.usize(0..3)]),
                    3 => sprite.origin([rng.i32(-70..99), rng.i32(-200..300)].map(f64::from)),
                    4 => sprite.scale([0.01 + 3.0 * rng.f64(), 0.01 + 3.0 * rng.f64()]),
                    5 => sprite.angle(Angle::degrees(360.0 * rng.f64()).unwrap()),
                    _ => sprite.fraction([rng.f64(), 0.5]),
                };
            }
            let bounds = reach(&world, &sprite).unwrap();
            let shape = world.shape_of(&sprite).unwrap();
            let (mask, tight) = (shape.mask, shape.mask.bounds());
            let Some(Rect { left, top, width, height }) = tight else { continue };
            let tight = Bounds::from(Rect::new(left + shape.at[0], top + shape.at[1], width, height));
            assert!(bounds.encloses(tight), "{sprite:?}: {bounds:?} {tight:?}");
            // Thin pictures can show few pixels of their box.
            let is_thick = sprite.scale.iter().all(|factor| *factor > 0.5);
            if is_transformed(&sprite) && is_thick && mask.bounds().is_some_and(|tight| tight.width > 8) {
                mapped += 1;
                loose = loose.max((bounds.right - bounds.left) as f64 / f64::from(width));
            }
        }
        assert!(mapped > 300 && loose < 1.2, "{mapped} {loose}");
    }
}

//! Gizmos: the boxes of entities, and the pixels that they share.

use crate::PixelWorld;
use crate::units::Units;
use bevy_app::{App, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use world::{Pair, PlacedMask, View};

/// The gizmos of the plugin: what is drawn, and in which colors. By default, nothing is drawn.
///
/// Bevy's `GizmoPlugin` can be added before or after the [`HitmaskPlugin`](crate::HitmaskPlugin).
///
/// ```
/// # use bevy_app::{App, TaskPoolPlugin};
/// # use bevy_asset::AssetPlugin;
/// # use bevy_ecs::prelude::*;
/// use bevy_gizmos::config::GizmoConfigStore;
/// use hitmask_bevy::PixelGizmos;
///
/// fn show(mut config: ResMut<GizmoConfigStore>) {
///     config.config_mut::<PixelGizmos>().1.boxes = true;
/// }
/// # let mut app = App::new();
/// # app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), bevy_time::TimePlugin));
/// # app.add_plugins((bevy_gizmos::GizmoPlugin, hitmask_bevy::HitmaskPlugin::default()));
/// # app.add_systems(bevy_app::Startup, show);
/// # app.finish(); // as `App::run` does
/// # app.update();
/// # assert!(app.world().resource::<GizmoConfigStore>().config::<PixelGizmos>().1.boxes);
/// ```
#[derive(Debug, Clone, Reflect, GizmoConfigGroup)]
pub struct PixelGizmos {
    /// Whether the tight boxes of all entities in the world are drawn, through the centers of their outermost pixels.
    pub boxes: bool,
    /// Whether the pixels that two entities share are drawn: a line through each row of shared pixels.
    pub shared_pixels: bool,
    /// The color of the boxes.
    pub box_color: Color,
    /// The color of the shared pixels.
    pub shared_color: Color,
}

impl Default for PixelGizmos {
    fn default() -> PixelGizmos {
        PixelGizmos {
            boxes: false,
            shared_pixels: false,
            box_color: Color::srgb(0.2, 0.9, 0.4),
            shared_color: Color::srgb(1.0, 0.2, 0.3),
        }
    }
}

/// Adds the gizmos to an app.
pub(crate) fn add(app: &mut App) {
    app.init_gizmo_group::<PixelGizmos>().add_systems(PostUpdate, draw);
}

/// Draws the boxes and the shared pixels of the last step.
fn draw(pixels: Res<PixelWorld>, mut gizmos: Gizmos<PixelGizmos>) {
    let pixels = pixels.read();
    let (PixelGizmos { boxes, shared_pixels, box_color, shared_color }, units) =
        (gizmos.config_ext.clone(), pixels.units);
    let Some(view) = pixels.world.view().filter(|_| boxes || shared_pixels) else { return };
    if boxes {
        for bounds in view.sprites().filter_map(|(id, _)| view.bounds(id)) {
            let rect = units.rect(bounds);
            gizmos.rect_2d(rect.center(), rect.size() - units.pixel_size(), box_color);
        }
    }
    if shared_pixels {
        // A list that is too long has stopped the step before.
        for pair in view.collisions().unwrap_or_default() {
            for [start, end] in shared_rows(view, pair, units) {
                // Bevy draws strips after lines, so a line would lie under the boxes.
                gizmos.linestrip_2d([start, end], shared_color);
            }
        }
    }
}

/// Returns a line for each run of shared pixels in a row: from its left side to its right side, in the middle of the
/// row.
fn shared_rows(view: View, pair: Pair, units: Units) -> Vec<[Vec2; 2]> {
    let Some((bounds, (a, b))) = view
        .contact(pair.a, pair.b)
        .map(|contact| contact.bounds())
        .zip(view.shape(pair.a).ok().zip(view.shape(pair.b).ok()))
    else {
        return Vec::new();
    };
    let is_shared = |x: i64, y: i64| {
        let contains = |shape: PlacedMask| shape.mask.contains([x as i32 - shape.at[0], y as i32 - shape.at[1]]);
        contains(a) && contains(b)
    };
    let mut rows = Vec::new();
    for y in i64::from(bounds.top)..bounds.bottom() {
        let mut start = None;
        for x in i64::from(bounds.left)..=bounds.right() {
            match (start, x < bounds.right() && is_shared(x, y)) {
                (None, true) => start = Some(x),
                (Some(from), false) => {
                    rows.push([from, x].map(|x| units.vector([x as f64, y as f64 + 0.5])));
                    start = None;
                }
                _ => {}
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{Sprite, World};

    #[test]
    fn a_line_goes_through_each_run_of_shared_pixels() {
        let mut world = World::new();
        let masks = ["##.##\n.....\n##.##", "#####\n#####\n#####"].map(|text| text.parse::<mask::Mask>().unwrap());
        let [a, b] = masks.map(|mask| world.add_mask(mask).unwrap()).map(|mask| Sprite::new(mask, [10, 20]));
        let (a, b) = (world.spawn(a).unwrap(), world.spawn(b).unwrap());
        let view = world.refresh().unwrap();
        let rows = shared_rows(view, Pair { a, b }, Units::default());
        let row = |y: f32| [(10.0, 12.0), (13.0, 15.0)].map(|(from, to)| [Vec2::new(from, y), Vec2::new(to, y)]);
        assert_eq!(rows, [row(-20.5), row(-22.5)].concat());
    }
}

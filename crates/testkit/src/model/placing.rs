//! Free places of sprites, from testing every place in the order of the distance, pixel by pixel.

use super::moving::{meets, obstacles};
use super::pose::Pose;
use super::{Twin, within};
use mask::Line;
use world::View;

/// Returns the free place of a sprite that is nearest to a position, by its definition.
fn nearest(poses: &[Pose], one: &Pose, layers: Option<u32>, at: [i32; 2], limit: i32) -> Option<[i32; 2]> {
    let mut moves: Vec<[i32; 2]> = (-limit..=limit).flat_map(|y| (-limit..=limit).map(move |x| [x, y])).collect();
    moves.retain(|[x, y]| x * x + y * y <= limit * limit);
    moves.sort_by_key(|&[x, y]| (x * x + y * y, y, x));
    let mut obstacles = obstacles(poses, one, layers);
    obstacles.retain(|other| other.actor.one_way.is_none());
    let places = moves.into_iter().map(|by| [0, 1].map(|axis| i64::from(at[axis]) + i64::from(by[axis])));
    let mut places = places.filter(|&place| within(place)).map(|place| place.map(|c| c as i32));
    places.find(|&place| !obstacles.iter().any(|other| meets(one, place, other)))
}

/// Checks the free place of a sprite near a position, on some layers or on all. Returns whether there is one.
#[expect(clippy::must_use_candidate, reason = "a caller may ignore what the check returns")]
pub fn placed(view: View, poses: &[Pose], one: &Pose, layers: Option<u32>, at: [i32; 2], limit: i32) -> bool {
    let expected = nearest(poses, one, layers, at, limit);
    let view = layers.map_or(view, |layers| view.on_layers(layers));
    let found = view.nearest_free(one.id, at, limit as u32).unwrap();
    assert_eq!(found, expected, "{:?} near {at:?}, up to {limit}", one.id);
    let there = one.actor.sprite().position(at);
    assert_eq!(view.is_free_as(one.id, &there), view.is_free(one.id, at));
    assert_eq!(view.nearest_free_as(one.id, &there, limit as u32), Ok(expected));
    expected.is_some()
}

/// Pushes a sprite out of all others, to the nearest place or along a direction. Returns its move.
pub fn pushed(twin: &mut Twin, poses: &[Pose], one: &Pose, limit: i32, along: Option<[i32; 2]>) -> Option<[i32; 2]> {
    let from = one.actor.at;
    let place = match along {
        None => nearest(poses, one, None, from, limit),
        Some(direction) => {
            let mut obstacles = obstacles(poses, one, None);
            obstacles.retain(|other| other.actor.one_way.is_none());
            let far = direction.map(|c| c * 1000);
            let mut moves = Line::new([0, 0], far).points().take_while(|[x, y]| x * x + y * y <= limit * limit);
            let free = |[x, y]: [i32; 2]| !obstacles.iter().any(|other| meets(one, [from[0] + x, from[1] + y], other));
            moves.find(|&by| free(by)).map(|[x, y]| [from[0] + x, from[1] + y])
        }
    };
    let expected = place.map(|[x, y]| [x - from[0], y - from[1]]);
    let moved = match along {
        None => twin.world.push_out(one.id, limit as u32),
        Some(direction) => twin.world.push_out_along(one.id, direction, limit as u32),
    };
    assert_eq!(moved, Ok(expected), "{:?} up to {limit}, along {along:?}", one.id);
    twin.model.actors.get_mut(&one.id).unwrap().at = place.unwrap_or(from);
    assert_eq!(twin.world.get(one.id).unwrap().position, place.unwrap_or(from));
    expected
}

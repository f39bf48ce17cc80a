//! Free places of sprites, from testing every place in the order of the distance, pixel by pixel.

use super::actor::within;
use super::among::Among;
use super::moving::{meets, obstacles};
use super::placed_grid::PlacedGrid;
use super::twin::Twin;
use mask::{Line, Reach, Rect};
use world::{PushOut, View};

/// Where a free place may be: up to a number of pixels away, along a direction, and with the tight box in a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of the move.
    pub limit: i32,
    /// The direction.
    pub along: Option<[i32; 2]>,
    /// The rectangle.
    pub inside: Option<Rect>,
}

impl Limits {
    /// Returns the reach for the world.
    #[must_use]
    pub fn reach(self) -> Reach {
        let reach = Reach::new(self.limit as u32);
        self.inside.map_or(reach, |rect| reach.inside(rect))
    }

    /// Returns the argument of [`World::push_out`](world::World::push_out).
    #[must_use]
    pub fn push_out(self) -> PushOut {
        self.along.map_or(self.reach().into(), |direction| PushOut::along(direction, self.reach()))
    }

    /// Returns all moves, the first one first.
    fn moves(self) -> Vec<[i32; 2]> {
        let limit = self.limit;
        let is_short = |[x, y]: &[i32; 2]| x * x + y * y <= limit * limit;
        if let Some(direction) = self.along {
            let far = Line::new([0, 0], direction.map(|c| c * 1000));
            return far.points().take_while(is_short).collect();
        }
        let mut moves: Vec<_> = (-limit..=limit).flat_map(|y| (-limit..=limit).map(move |x| [x, y])).collect();
        moves.retain(is_short);
        moves.sort_by_key(|&[x, y]| (x * x + y * y, y, x));
        moves
    }

    /// Returns whether the solid pixels of a sprite at a position are in the rectangle.
    fn allows(self, one: &PlacedGrid, at: [i32; 2]) -> bool {
        let (grid, [left, top]) = one.drawn_from(at);
        let pixels = || grid.shared(grid, [0, 0]).map(|pixel| pixel.map(|c| c as i32));
        let is_inside = |rect: Rect| pixels().all(|[x, y]| rect.contains([left + x, top + y]));
        self.inside.is_none_or(is_inside)
    }
}

/// Returns the free place of a sprite that is nearest to a position, by its definition.
fn nearest(
    placed_grids: &[PlacedGrid],
    one: &PlacedGrid,
    among: Among,
    at: [i32; 2],
    limits: Limits,
) -> Option<[i32; 2]> {
    let mut obstacles = obstacles(placed_grids, one, among);
    obstacles.retain(|other| other.actor.one_way.is_none());
    let places = limits.moves().into_iter().map(|by| [0, 1].map(|axis| i64::from(at[axis]) + i64::from(by[axis])));
    let mut places = places.filter(|&place| within(place)).map(|place| place.map(|c| c as i32));
    places.find(|&place| limits.allows(one, place) && !obstacles.iter().any(|other| meets(one, place, other)))
}

/// Checks the free place of a sprite near a position, among some sprites or all, in any direction. Returns whether there
/// is one.
#[expect(clippy::must_use_candidate, reason = "a caller may ignore what the check returns")]
pub fn placed(
    view: View,
    placed_grids: &[PlacedGrid],
    one: &PlacedGrid,
    among: Among,
    at: [i32; 2],
    limits: Limits,
) -> bool {
    let limits = Limits { along: None, ..limits };
    let expected = nearest(placed_grids, one, among, at, limits);
    let (view, reach) = (among.view(view), limits.reach());
    if let Some(refusal) = among.refusal(&one.actor) {
        assert_eq!(view.nearest_free(one.id.at(at), reach), Err(refusal));
        return false;
    }
    let found = view.nearest_free(one.id.at(at), reach).unwrap();
    assert_eq!(found, expected, "{:?} near {at:?}, {limits:?}", one.id);
    let there = one.actor.sprite().position(at);
    assert_eq!(view.nearest_free(one.id.as_if(&there), reach), Ok(expected));
    assert_eq!(view.without(one.id).nearest_free(&there, reach), Ok(expected));
    expected.is_some()
}

/// Pushes a sprite out of all others. Returns its move.
pub fn pushed(twin: &mut Twin, placed_grids: &[PlacedGrid], one: &PlacedGrid, limits: Limits) -> Option<[i32; 2]> {
    let from = one.actor.at;
    let place = nearest(placed_grids, one, Among::default(), from, limits);
    let expected = place.map(|[x, y]| [x - from[0], y - from[1]]);
    assert_eq!(twin.world.push_out(one.id, limits.push_out()), Ok(expected), "{:?}, {limits:?}", one.id);
    twin.model.actors.get_mut(&one.id).unwrap().at = place.unwrap_or(from);
    assert_eq!(twin.world.get(one.id).unwrap().position, place.unwrap_or(from));
    expected
}

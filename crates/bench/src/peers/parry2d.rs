//! parry2d: a binary tree of boxes that is kept, refitted at each step, and improved bit by bit.

use ::parry2d::bounding_volume::Aabb;
use ::parry2d::math::Vector;
use ::parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use mask::Rect;
use suites::boxes::Boxes;
use suites::peers::{BroadPhase, ordered};

/// Steps from one improvement of the tree to the next, as parry2d's documentation suggests for scenes in motion. An
/// improvement at every step is no faster, at 10,000 to a million sprites.
const IMPROVE_EVERY: u32 = 5;

/// parry2d: every box updated, the tree improved and refitted, then joined with itself.
///
/// Its boxes are closed, so they end at the last pixel; they are `f32`, exact up to 2^24 px.
#[derive(Default)]
pub struct Parry2d {
    tree: Bvh,
    workspace: BvhWorkspace,
    steps: u32,
}

/// A box of parry2d.
fn aabb(area: &Rect) -> Aabb {
    let last = [area.left + area.width as i32 - 1, area.top + area.height as i32 - 1];
    Aabb::new(Vector::new(area.left as f32, area.top as f32), Vector::new(last[0] as f32, last[1] as f32))
}

impl BroadPhase for Parry2d {
    fn name(&self) -> &'static str {
        "parry2d"
    }

    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>) {
        let boxed = boxes.iter().map(|area| aabb(&area));
        if self.tree.leaf_count() as usize == boxes.len() {
            for (aabb, index) in boxed.zip(0..) {
                self.tree.insert_or_update_partially(aabb, index, 0.0);
            }
            self.steps += 1;
            if self.steps.is_multiple_of(IMPROVE_EVERY) {
                self.tree.optimize_incremental(&mut self.workspace);
            }
            self.tree.refit(&mut self.workspace);
        } else {
            self.tree = Bvh::from_iter(BvhBuildStrategy::Binned, boxed.enumerate());
        }
        let workspace = &mut self.workspace;
        self.tree.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| pairs.push(ordered(a, b)));
    }
}

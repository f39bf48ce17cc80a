//! The normals of rays at discs: how long they take, and how far they are off the true normals.

use anyhow::Result;
use std::hash::{Hash, Hasher};
use suites::case::{Answer, Case};
use suites::suite::{Family, SEED, Spec};
use testkit::oracle::motion::{outward_normal, pixels_of_line};
use testkit::{Rng, shape};

/// The sides of the discs.
const SIDES: [u32; 6] = [16, 24, 32, 64, 128, 256];
/// The number of rays at a disc.
const RAYS: usize = 1000;

/// Returns the families.
pub(super) fn families() -> Vec<Family> {
    let spec = |side: u32| Spec {
        name: format!("ray-normal-{side}"),
        n: side as usize,
        against: vec!["naive"],
        build: Box::new(move || Ok(case(side))),
    };
    vec![Family {
        suite: "mask",
        name: "ray-normal".into(),
        title: "which normal? Rays at a disc; the answer is the angle to the direction from its center".into(),
        unit: "px",
        answer: "1/1000 degree off",
        specs: SIDES.map(spec).into(),
    }]
}

/// A normal, and its angle to the true one in thousandths of a degree.
struct Normal {
    normal: [f64; 2],
    off: u64,
}

impl Hash for Normal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The last bits of a square root do not matter.
        self.normal.map(|c| (c * 1e6).round() as i64).hash(state);
    }
}

impl Answer for Normal {
    fn number(&self) -> u64 {
        self.off
    }
}

/// Rays from outside that hit a disc.
fn case(side: u32) -> Case {
    let (grid, mut rng) = (shape::disc(side), Rng::new(SEED));
    let disc = shape::mask(&grid);
    let mut rays = Vec::new();
    while rays.len() < RAYS {
        let mut end = || [0; 2].map(|_: i32| rng.within(-(side as i32)..2 * side as i32));
        let ray = [end(), end()];
        if disc.cast_ray(ray[0], ray[1]).is_some_and(|hit| hit.normal.is_some()) {
            rays.push(ray);
        }
    }
    let answer = move |hit: Option<([i32; 2], [f64; 2])>| -> Result<Normal> {
        let (at, normal) = hit.unwrap_or_default();
        let [x, y] = at.map(|c| f64::from(c) + 0.5 - f64::from(side) / 2.0);
        let degrees = (x * normal[1] - y * normal[0]).atan2(x * normal[0] + y * normal[1]).abs().to_degrees();
        Ok(Normal { normal, off: (1000.0 * degrees).round() as u64 })
    };
    let naive = move |(): &mut (), [from, to]: &[[i32; 2]; 2]| {
        let solid = |at: [i64; 2]| grid.contains(at);
        let line = pixels_of_line(*from, *to);
        let step = line.iter().position(|at| solid(at.map(i64::from)))?;
        Some((line[step], outward_normal(solid, line[step], line[step.checked_sub(1)?])))
    };
    let ours = move |(): &mut (), [from, to]: &[[i32; 2]; 2]| {
        disc.cast_ray(*from, *to).and_then(|hit| Some((hit.at, hit.normal?)))
    };
    Case::asking(rays)
        .row_with("hitmask", (), ours, move |(), hit| answer(hit))
        .row_with("naive", (), naive, move |(), hit| answer(hit))
        .done()
}

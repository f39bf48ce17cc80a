//! Outlines and contours against walks from pixel to pixel, and simplified contours against every pair of their edges.

use super::subject::{Subject, assert_equals_grid};
use crate::naive::edges_left;
use crate::{Grid, shape};
use mask::{Connectivity, Contour, Contours, Mask, Rect, Simplify};
use std::collections::{HashMap, HashSet};

/// The edges of pixels between solid and empty, solid to the right, each from corner to corner.
fn edges(grid: &Grid) -> Vec<[[i32; 2]; 2]> {
    let solid = |at: [i32; 2]| grid.contains(at.map(i64::from));
    let mut edges = Vec::new();
    for (y, x) in (0..grid.height as i32).flat_map(|y| (0..grid.width as i32).map(move |x| (y, x))) {
        if solid([x, y]) {
            let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
            let beyond = [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];
            let open = (0..4).filter(|&side| !solid(beyond[side]));
            edges.extend(open.map(|side| [corners[side], corners[(side + 1) % 4]]));
        }
    }
    edges
}

/// Checks the outline of the first component.
pub fn outline(Subject { grid, mask }: &Subject) {
    assert_eq!(mask.outline(), walk(grid), "{mask:?}");
}

/// The walk around the first component along the edges of its pixels, listed as the pixels to its right. Pixels that
/// touch at a corner are joined.
fn walk(grid: &Grid) -> Vec<[i32; 2]> {
    let edges = edges(grid);
    let Some(&first) = edges.first() else { return Vec::new() };
    let turned = |[dx, dy]: [i32; 2], left: bool| if left { [dy, -dx] } else { [-dy, dx] };
    let known: HashSet<[[i32; 2]; 2]> = edges.iter().copied().collect();
    let mut walk: Vec<[i32; 2]> = Vec::new();
    let mut edge = first;
    loop {
        let [from, to] = edge;
        let direction = [to[0] - from[0], to[1] - from[1]];
        let right = turned(direction, false);
        let pixel = [0, 1].map(|axis| (from[axis] + to[axis] + right[axis]).div_euclid(2));
        if walk.last() != Some(&pixel) {
            walk.push(pixel);
        }
        // The leftmost edge comes first, which crosses over to pixels that only touch at a corner.
        let turns = [turned(direction, true), direction, turned(direction, false)];
        let next = turns.map(|direction| [to, [to[0] + direction[0], to[1] + direction[1]]]);
        edge = next.into_iter().find(|next| known.contains(next)).unwrap();
        if edge == first {
            break;
        }
    }
    if walk.len() > 1 && walk.last() != walk.first() {
        walk.push(walk[0]);
    }
    walk
}

/// Twice the area to the right of a polygon's edges, as seen on the screen.
fn doubled_area(points: &[[i32; 2]]) -> i64 {
    let cross = |[a, b]: [[i32; 2]; 2]| i64::from(a[0]) * i64::from(b[1]) - i64::from(a[1]) * i64::from(b[0]);
    polygon_edges(points).map(cross).sum()
}

fn polygon_edges(points: &[[i32; 2]]) -> impl Iterator<Item = [[i32; 2]; 2]> {
    points.iter().zip(points.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

fn key(&[x, y]: &[i32; 2]) -> [i32; 2] {
    [y, x]
}

/// Checks that every unit edge occurs once and in its direction, that every vertex is a corner, that no vertex occurs
/// twice in a polygon, that polygons are in raster order, and that there is one polygon for each component and each
/// hole.
pub fn exact(Subject { grid, mask }: &Subject) {
    let contours = mask.contours();
    let mut expected = edges(grid);
    let mut listed = Vec::new();
    for contour in &contours {
        let points = contour.points();
        assert_eq!(points.iter().collect::<HashSet<_>>().len(), points.len(), "a vertex twice: {mask:?}");
        assert_eq!(points.iter().map(key).min(), points.first().map(key), "{mask:?}");
        assert_eq!(contour.is_hole(), doubled_area(points) < 0);
        let mut flat = None;
        for [a, b] in polygon_edges(points) {
            assert!((a[0] == b[0]) != (a[1] == b[1]));
            assert_ne!(flat, Some(a[1] == b[1]), "a vertex on a straight edge");
            flat = Some(a[1] == b[1]);
            let steps = a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])) as i32;
            let direction = [(b[0] - a[0]).signum(), (b[1] - a[1]).signum()];
            let place = |step: i32| [a[0] + step * direction[0], a[1] + step * direction[1]];
            listed.extend((0..steps).map(|step| [place(step), place(step + 1)]));
        }
    }
    expected.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, expected, "{mask:?}");
    assert!(contours.iter().is_sorted_by_key(|contour| key(&contour.points()[0])));

    // The complement of a component, with a border: one of its components is the outside, the others are holes.
    let parts = mask.connected_components(Connectivity::Four);
    let holes = parts.iter().map(|part| {
        let but = |x: u32, y: u32| !part.mask.contains([x as i32 - 1, y as i32 - 1]);
        let rest = Mask::from_fn(part.mask.width() + 2, part.mask.height() + 2, but).unwrap();
        rest.component_bounds(Connectivity::Four).len() - 1
    });
    let holes: usize = holes.sum();
    assert_eq!(contours.iter().filter(|contour| contour.is_hole()).count(), holes, "{mask:?}");
    assert_eq!(contours.len() - holes, parts.len());

    let again = Mask::from_contours(grid.width, grid.height, &contours).unwrap();
    again.validate();
    assert_eq!(&again, mask);
    assert_eq!(mask.simplified_contours(0.0).unwrap(), contours);
}

/// The side of the line from a to b on which c lies.
fn side([a, b]: [[i32; 2]; 2], c: [i32; 2]) -> i64 {
    let [ab, ac] = [b, c].map(|p| [0, 1].map(|axis| i64::from(p[axis] - a[axis])));
    (ab[0] * ac[1] - ab[1] * ac[0]).signum()
}

fn on_edge(edge @ [a, b]: [[i32; 2]; 2], c: [i32; 2]) -> bool {
    side(edge, c) == 0 && [0, 1].iter().all(|&axis| (a[axis].min(b[axis])..=a[axis].max(b[axis])).contains(&c[axis]))
}

/// Whether two edges share any point other than a vertex of both.
fn touch(p: [[i32; 2]; 2], q: [[i32; 2]; 2]) -> bool {
    let inner = |edge: [[i32; 2]; 2], c| on_edge(edge, c) && !edge.contains(&c);
    let proper = side(p, q[0]) * side(p, q[1]) < 0 && side(q, p[0]) * side(q, p[1]) < 0;
    let same = p.contains(&q[0]) && p.contains(&q[1]);
    proper || same || q.iter().any(|&c| inner(p, c)) || p.iter().any(|&c| inner(q, c))
}

fn distance(point: [i32; 2], edge: [[i32; 2]; 2]) -> f64 {
    distance_of(point.map(f64::from), edge)
}

fn distance_of([px, py]: [f64; 2], [a, b]: [[i32; 2]; 2]) -> f64 {
    let ([ax, ay], [bx, by]) = (a.map(f64::from), b.map(f64::from));
    let (dx, dy) = (bx - ax, by - ay);
    let along = (((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (px - ax - along * dx).hypot(py - ay - along * dy)
}

/// Whether two polygons cross at a vertex that both have: the edges of one may not lie between the edges of the other
/// on both sides.
fn cross_at_corners(a: &[[i32; 2]], b: &[[i32; 2]]) -> bool {
    let neighbors: HashMap<[i32; 2], [[i32; 2]; 2]> = polygon_edges(b)
        .zip(polygon_edges(b).skip(1).chain(polygon_edges(b).take(1)))
        .map(|([p, v], [_, n])| (v, [p, n]))
        .collect();
    let angle = |from: [i32; 2], to: [i32; 2]| f64::from(to[1] - from[1]).atan2(f64::from(to[0] - from[0]));
    let around = polygon_edges(a).zip(polygon_edges(a).skip(1).chain(polygon_edges(a).take(1)));
    around.into_iter().any(|([p, v], [_, n])| {
        neighbors.get(&v).is_some_and(|&[q, m]| {
            let (low, high) = (angle(v, p).min(angle(v, n)), angle(v, p).max(angle(v, n)));
            let between = |to| (low..high).contains(&angle(v, to));
            between(q) != between(m)
        })
    })
}

/// Whether b, which does not cross a, lies inside a, tested at a point just beside b's first edge.
fn within(a: &[[i32; 2]], b: Contour<'_>) -> bool {
    let [from, to] = polygon_edges(b.points()).next().unwrap();
    let direction = [0, 1].map(|axis| f64::from(to[axis] - from[axis]));
    let length = direction[0].hypot(direction[1]);
    let beside = [-direction[1], direction[0]].map(|c| c / length * 1e-6);
    let point = [0, 1].map(|axis| f64::from(from[axis]) + direction[axis] / 2.0 + beside[axis]);
    edges_left(&a.iter().map(|at| at.map(f64::from)).collect::<Vec<_>>(), point) % 2 == 1
}

/// Checks that simplified contours have the corners and the direction of the exact ones and stay near them, that no two
/// edges touch, and that polygons lie in each other as before.
pub fn simplified(Subject { mask, .. }: &Subject, tolerance: f64) {
    let (exact, simple) = (mask.contours(), mask.simplified_contours(tolerance).unwrap());
    assert_eq!(exact.len(), simple.len());
    for (exact, simple) in exact.iter().zip(&simple) {
        let points = simple.points();
        assert!(points.len() >= 3);
        assert_eq!(exact.is_hole(), simple.is_hole());
        assert_eq!(doubled_area(points) < 0, simple.is_hole(), "orientation changed at {tolerance}: {mask:?}");
        assert!(points.iter().all(|point| exact.points().contains(point)));
        // Each removed vertex is near the edge between the remaining vertices before and after it.
        let all = exact.points();
        let first = all.iter().position(|point| *point == points[0]).unwrap();
        let mut at = 1;
        for point in all.iter().cycle().skip(first).take(all.len()) {
            let edge = [points[(at + points.len() - 1) % points.len()], points[at % points.len()]];
            assert!(distance(*point, edge) <= tolerance + 1e-9, "{tolerance} {mask:?}");
            at += usize::from(*point == edge[1]);
        }
    }
    assert_apart(mask, &exact, &simple, tolerance);
}

/// Checks that covering contours cut no solid pixel, that they and the exact ones lie within the tolerance of each other,
/// that no two edges touch, and that polygons lie in each other as before. Returns the number of corners.
pub fn covering(Subject { mask, .. }: &Subject, tolerance: f64) -> usize {
    let exact = mask.contours();
    let covering = mask.simplified_contours(Simplify::new(tolerance).covering()).unwrap();
    assert_eq!(exact.len(), covering.len());
    let context = || format!("{tolerance}\n{mask}\n{covering:?}");
    for (exact, covering) in exact.iter().zip(&covering) {
        assert!(covering.points().len() >= 3 && covering.points().len() <= exact.points().len());
        assert_eq!(exact.is_hole(), covering.is_hole());
        assert_eq!(doubled_area(covering.points()) < 0, covering.is_hole(), "{}", context());
        for (from, to) in [(exact, covering), (covering, exact)] {
            for [a, b] in polygon_edges(from.points()) {
                let steps = 2 * a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1]));
                for step in 0..steps {
                    let share = f64::from(step) / f64::from(steps);
                    let at = [0, 1].map(|axis| f64::from(a[axis]) + share * f64::from(b[axis] - a[axis]));
                    let nearest = polygon_edges(to.points()).map(|edge| distance_of(at, edge)).fold(f64::MAX, f64::min);
                    assert!(nearest <= tolerance + 1e-9, "{at:?} is {nearest} off: {}", context());
                }
            }
        }
    }
    let bounds = mask.bounds().unwrap_or(Rect::new(0, 0, 0, 0));
    let edges: Vec<[[i32; 2]; 2]> = covering.iter().flat_map(|contour| polygon_edges(contour.points())).collect();
    for edge in &edges {
        let is_within = |&[x, y]: &[i32; 2]| {
            (i64::from(bounds.left)..=bounds.right()).contains(&i64::from(x))
                && (i64::from(bounds.top)..=bounds.bottom()).contains(&i64::from(y))
        };
        assert!(edge.iter().all(is_within), "{edge:?} leaves the bounds: {}", context());
    }
    for [x, y] in mask.pixels() {
        let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        for &edge in &edges {
            let sides = corners.map(|corner| side(edge, corner));
            let apart = (0..2).any(|axis| {
                let (low, high) = (edge[0][axis].min(edge[1][axis]), edge[0][axis].max(edge[1][axis]));
                high <= [x, y][axis] || low > [x, y][axis]
            });
            let cuts = !apart && sides.contains(&1) && sides.contains(&-1);
            assert!(!cuts, "{edge:?} cuts the pixel {x}, {y}: {}", context());
        }
        let center = [x, y].map(|c| f64::from(c) + 0.5);
        let around = covering.iter().map(|contour| {
            edges_left(&contour.points().iter().map(|at| at.map(f64::from)).collect::<Vec<_>>(), center)
        });
        assert_eq!(around.sum::<usize>() % 2, 1, "{x}, {y} is outside: {}", context());
    }
    assert_apart(mask, &exact, &covering, tolerance);
    edges.len()
}

/// Checks that no two edges of simplified contours touch, and that polygons lie in each other as the exact ones do.
fn assert_apart(mask: &Mask, exact: &Contours, simple: &Contours, tolerance: f64) {
    let all: Vec<(usize, [[i32; 2]; 2])> = simple
        .iter()
        .enumerate()
        .flat_map(|(i, contour)| polygon_edges(contour.points()).map(move |edge| (i, edge)))
        .collect();
    for (i, &(of, edge)) in all.iter().enumerate() {
        for &(other, second) in &all[i + 1..] {
            assert!(!touch(edge, second), "{edge:?} touches {second:?} at {tolerance}: {mask:?}");
            let shared = edge.iter().filter(|corner| second.contains(corner)).count();
            assert!(of != other || shared == 0 || edge[1] == second[0] || edge[0] == second[1], "a vertex twice");
        }
    }
    for (i, a) in simple.iter().enumerate() {
        for (j, b) in simple.iter().enumerate().filter(|&(j, _)| j != i) {
            assert!(!cross_at_corners(a.points(), b.points()), "crossed at a vertex at {tolerance}: {mask:?}");
            assert_eq!(
                within(a.points(), b),
                within(exact.get(i).unwrap().points(), exact.get(j).unwrap()),
                "{tolerance}: {mask:?}"
            );
        }
    }
}

/// Checks filled polygons: the pixels whose centers are to the right of an odd number of edges of all polygons.
pub fn filled(width: u32, height: u32, polygons: &[Vec<[i32; 2]>]) {
    // In half pixels, in which centers are odd numbers.
    let doubled: Vec<Vec<[i128; 2]>> =
        polygons.iter().map(|points| points.iter().map(|at| at.map(|c| 2 * i128::from(c))).collect()).collect();
    let expected = shape::grid(width, height, |x, y| {
        let center = [x, y].map(|c| 2 * i128::from(c) + 1);
        doubled.iter().map(|points| edges_left(points, center)).sum::<usize>() % 2 == 1
    });
    assert_equals_grid(&Mask::from_contours(width, height, polygons).unwrap(), &expected);
}

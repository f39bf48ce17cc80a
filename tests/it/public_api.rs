//! Uses every public name of the root package once, so that a rename or a removal fails here first.

use hitmask::mask::bitvec::prelude::{BitVec, Lsb0};
use hitmask::*;
use image::{GrayImage, Rgba, RgbaImage};
use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

type Any = Result<(), Box<dyn std::error::Error>>;

fn around<N>(center: impl IntoPoint<N>) -> Result<Circle, MaskError> {
    Circle::new(center, 1)
}

#[test]
fn geometry() -> Any {
    let rect = Rect::new(1, 2, 3, 4).union(&Rect::from([0, 0, 1, 1])).translated([1, 1]);
    let Rect { left, top, width, height } = rect;
    assert_eq!(<[i32; 4]>::from(rect), [left, top, width as i32, height as i32]);
    assert!(rect.contains([4, 6]) && rect.intersection(&rect) == Some(rect));
    assert_eq!((rect.right(), rect.bottom()), (5, 7));

    let map = Affine::translation([1.0, 0.0]).then(&Affine::rotation(90.0)).about([0.0, 0.0]);
    let other = Affine::scale([2.0, 1.0]).then(&Affine::shear([0.0, 1.0]));
    assert_eq!(Affine::IDENTITY.apply([3.0, 4.0]), [3.0, 4.0]);
    assert!((map.determinant() - 1.0).abs() < 1e-9 && other.inverse().is_ok());
    let circle = Circle::new([2.0, 2.0], 1.5)?;
    assert_eq!((circle.center(), circle.radius()), ([2.0, 2.0], 1.5));
    let line = Line::new([0, 0], [3, 0]);
    assert_eq!((line.start(), line.end(), line.steps(), line.at(1)), ([0, 0], [3, 0], 3, [1, 0]));
    assert_eq!(line.points().count(), 4);
    let polygon = Polygon::new([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])?;

    struct Dot;
    impl Shape for Dot {
        fn rows(&self) -> Range<i64> {
            0..1
        }
        fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
            rows.map(|y| Span { y, left: 0, right: 1 })
        }
    }
    let mut mask = Mask::new(5, 5)?;
    mask.fill_shape(&Dot, [0, 0], true)?;
    assert_eq!(around([2, 2])?, around([2.0, 2.0])?);
    mask.fill_circle([2, 2], 1, true)?;
    mask.fill_polygon([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], true)?;
    mask.fill_line([0, 0], [4, 4], true)?;
    assert!(mask.overlaps(&circle, [0, 0]) && mask.overlaps(&polygon, [0, 0]));
    assert_eq!(mask.overlap_first(&Dot, [0, 0]), Some([0, 0]));
    assert_eq!(mask.overlap_area(&Dot, [0, 0]), 1);
    assert_eq!(mask.overlap_bounds(&Dot, [0, 0]), Some(Rect::new(0, 0, 1, 1)));
    Ok(())
}

#[test]
fn masks_are_built_edited_and_saved() -> Any {
    let mut mask = Mask::filled(4, 3)?;
    assert_eq!(u64::from(mask.width()) * u64::from(mask.height()), mask.count());
    assert!(Mask::MAX_WORDS > 0 && !mask.is_empty() && Mask::default().is_empty());
    mask.set([0, 0], false);
    mask.fill_rect(Rect::new(1, 1, 1, 1), false);
    let copy = mask.try_clone()?;
    mask.invert();
    mask.toggle(&copy, [0, 0]);
    assert_eq!(mask, Mask::filled(4, 3)?);
    mask.erase(&copy, [0, 0]);
    mask.draw(&copy, [0, 0]);
    mask.intersect(&copy, [0, 0]);
    assert_eq!(mask, copy);
    mask.clear();
    mask.fill();
    assert_eq!(mask.bounds(), Some(Rect::new(0, 0, 4, 3)));
    assert!(mask.contains([3, 2]));

    let dots = Mask::from_fn(3, 2, |x, y| (x + y) % 2 == 0)?;
    let bits: BitVec<u32, Lsb0> = dots.to_bits();
    assert_eq!(Mask::from_bits(3, 2, &bits)?, dots);
    assert_eq!(Mask::from_bytes(&dots.to_bytes())?, dots);
    assert_eq!(Mask::from_words(3, 2, &dots.to_words())?, dots);
    assert_eq!(dots.to_string().parse::<Mask>()?, dots);
    let picture: GrayImage = dots.to_image();
    assert_eq!(picture.dimensions(), (3, 2));
    let rgba = RgbaImage::from_pixel(2, 2, Rgba([1, 2, 3, 200]));
    let all = Mask::filled(2, 2)?;
    assert_eq!(Mask::from_image(&rgba, Solid::AlphaAbove(127))?, all);
    assert_eq!(Mask::from_frame(&rgba, Rect::new(0, 0, 2, 2), Solid::LumaAbove(0))?, all);
    assert_eq!(Mask::from_hot_map(&rgba, &rgba, [9, 9, 9])?, all);
    assert_eq!(Mask::from_rgba8(2, 2, &rgba, Solid::NotColor([9, 9, 9]))?, all);
    let mut dug = rgba.clone();
    Mask::new(2, 2)?.clear_alpha(&mut dug)?;
    assert_eq!(dug, RgbaImage::from_pixel(2, 2, Rgba([1, 2, 3, 0])));
    assert_eq!(Mask::from_alpha(2, 2, &rgba.as_raw()[3..], [4, 8], 127)?, all);
    assert!(Solid::default().is_solid([0, 0, 0, 255]));
    let error: MaskError = Mask::from_bytes(&[]).unwrap_err();
    assert!(!error.to_string().is_empty());
    Ok(())
}

#[test]
fn masks_are_tested_and_moved() -> Any {
    let (a, b) = (Mask::filled(4, 4)?, Mask::filled(2, 2)?);
    assert!(a.overlaps(&b, [3, 3]) && a.overlaps(&Rect::new(3, 3, 9, 9), [0, 0]));
    assert_eq!((a.overlap_first(&b, [3, 3]), a.overlap_area(&b, [3, 3])), (Some([3, 3]), 1));
    assert_eq!(a.overlap_bounds(&b, [3, 3]), Some(Rect::new(3, 3, 1, 1)));
    assert_eq!(a.overlap_mask(&b, [3, 3]).count(), 1);
    assert!(a.overlap_normal(&b, [3, 1]).is_some());
    assert_eq!(a.penetration(&b, [3, 1]), Some([-1, 0]));
    assert_eq!(a.penetration_along(&b, [3, 1], [-1, 0]), Some([-1, 0]));
    assert_eq!(a.colliding_offsets(&b)?.1, [-1, -1]);

    let Sweep { hit: Some(hit), started_inside: false, .. } = a.sweep(&b, [-9, 1], [9, 1]) else { panic!("a hit") };
    let SweepHit { at, before, step, normal, .. } = hit;
    assert_eq!((at, before, step, normal), ([-1, 1], Some([-2, 1]), 8, [-1.0, 0.0]));
    let Some(RayHit { at, before, step, normal, .. }) = a.cast_ray([-2, 0], [9, 0]) else { panic!("a hit") };
    assert_eq!((at, before, step), ([0, 0], Some([-1, 0]), 2));
    assert!(normal.is_some_and(|[x, _]| x < 0.0));
    assert_eq!(a.solid_on_line([-2, 0], [9, 0]).count(), 4);

    let half = TransformedMask::new(&a, &Affine::scale([0.5, 0.5]))?;
    assert!(half.contains([0, 0]) && half.overlaps(&half));
    assert_eq!(half.overlap_bounds(&half), Some(Rect::new(0, 0, 2, 2)));

    assert!(Level::available().any(|level| level == Level::current()) && Level::Portable.is_available());
    assert!(Level::ALL.contains(&Level::Avx2) && Level::Avx512.name() == "avx512");
    assert!(Level::current().force());
    Ok(())
}

#[test]
fn masks_are_measured_and_transformed() -> Any {
    let mask: Mask = "##..\n##..\n...#".parse()?;
    assert!(mask.centroid().is_some() && mask.angle().is_some());
    let Moments { count, x, y, xx, xy, yy, .. } = mask.moments();
    assert_eq!((count, x, y, xx, xy, yy), (5, 5, 4, 11, 7, 6));
    assert_eq!(mask.outline()[0], [0, 0]);
    let Some(Run { y, left, right, .. }) = mask.runs().next() else { panic!("a run") };
    assert_eq!((y, left, right, mask.row_runs(2).next().map(|run| run.width())), (0, 0, 2, Some(1)));
    let (runs, pixels): (Runs, Pixels) = (mask.runs(), mask.pixels());
    assert_eq!((runs.count(), pixels.count(), (&mask).into_iter().count()), (3, 5, 5));

    let components = mask.connected_components(Connectivity::Four);
    let Component { mask: square, at, count, .. } = &components[0];
    assert_eq!((square.count(), *at, *count), (4, [0, 0], 4));
    assert_eq!(mask.largest_component(Connectivity::Eight).map(|component| component.count), Some(4));
    assert_eq!(mask.detached_components(&Rect::new(0, 0, 1, 1), [0, 0], Connectivity::Four).len(), 1);
    assert_eq!(mask.component_at([3, 2], Connectivity::Four).map(|component| component.count), Some(1));
    assert_eq!(mask.component_bounds(Connectivity::Four).len(), 2);

    let contours: Contours = mask.contours();
    let mut iter: ContoursIter = contours.iter();
    let contour: Contour = iter.next().expect("a contour");
    assert!(!contour.is_hole() && contour.points().len() == 4 && contours.len() == 2 && !contours.is_empty());
    assert_eq!(contours.get(0), Some(contour));
    assert_eq!(Mask::from_contours(4, 3, &contours)?, mask);
    assert_eq!(mask.simplified_contours(0.5)?.len(), 2);
    assert!(mask.convex_hull().len() > 2 && mask.convex_parts(0.5)?.len() > 1);

    assert_eq!(mask.flipped_x().flipped_y(), mask.rotated_180());
    assert_eq!(mask.rotated_90().rotated_270(), mask);
    assert_eq!(mask.cropped().1, [0, 0]);
    assert_eq!((mask.scaled(8, 6)?.count(), mask.scaled_any(2, 2)?.width(), mask.coarsened(2)?.width()), (20, 2, 2));
    assert!(Mask::MAX_RADIUS > 1 && mask.grown(1)?.0.count() > mask.shrunk(1)?.0.count());
    assert_eq!(mask.transformed(&Affine::IDENTITY)?.0, mask);

    let table = Turntable::new(mask.clone(), 4, [2.0, 1.5])?.with_limit(Turntable::DEFAULT_LIMIT);
    assert_eq!(*table.turned(1)?.0, mask.rotated_90());
    assert!(table.bytes() > 0 && table.angles() <= Turntable::MAX_ANGLES && table.index_of(90.0)? == 1);
    Ok(())
}

#[test]
fn sprites_and_masks_have_slots() -> Any {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1)?)?;
    assert_eq!((dot.index(), world.mask_id_at(0), world.mask_ids().count()), (0, Some(dot), 1));
    let old = world.replace_mask(dot, Mask::filled(2, 2)?)?;
    assert_eq!((old.count(), world.mask(dot).map(|mask| mask.count())), (1, Some(4)));

    let [a, b] = [1, 2].map(|layers| world.spawn(Sprite::new(dot, [0, 0]).layers(layers).data(9)).unwrap());
    assert_eq!((world.slot_count(), world.id_at(1), world.data_at(1)), (2, Some(b), Some(9)));
    assert!(world.step()?.pairs_between(2, 1).eq([[b, a]]));
    assert!(world.pairs_between(&[Pair { a, b }], 2, 1).eq([[b, a]]));
    world.sync_by_slot(&[[3, 3], [4, 4]])?;
    let mut positions = Vec::new();
    world.positions_by_slot(&mut positions)?;
    assert_eq!(positions, [[3, 3], [4, 4]]);
    world.set_sprite(a, Sprite::new(dot, [5, 5]).pivot([1, 1]))?;
    world.get_mut(a)?.set_pivot(None)?;
    assert_eq!(world.get(a), Some(Sprite::new(dot, [5, 5])));
    assert_eq!(world.despawn_many([a, b, b]), 2);
    assert!(world.is_empty() && !world.contains(a));
    Ok(())
}

#[test]
fn sprites_lose_pixels_and_fall_apart() -> Any {
    let mut world = World::new();
    let plank = world.add_mask(Mask::filled(9, 2)?)?;
    let ids = world.spawn_many([0, 50].map(|x| Sprite::new(plank, [x, 0])))?;
    assert_ne!(world.own_mask(ids[0])?, plank);
    assert_eq!(world.erase(Rect::new(3, 0, 2, 9), u32::MAX)?, [ids[0]]);
    assert_eq!(world.split(ids[0])?.len(), 1);
    world.clear();
    assert_eq!((world.len(), world.mask_ids().count()), (0, 3));
    world.step()?;
    assert_eq!(world.mask_ids().count(), 1);
    assert!(world.one_sided_layers().is_empty());
    Ok(())
}

#[test]
fn worlds_are_filled_and_changed() -> Any {
    let mut world = World::new();
    let limits =
        WorldLimits::DEFAULT.pairs(1 << 25).parallel_from(WorldLimits::PARALLEL_FROM).offset_table_bytes(1 << 20);
    world.set_limits(limits);
    assert_eq!((world.limits(), world.offset_table_bytes()), (limits, 0));
    world.force_index(Index::RStar);
    world.force_index(Index::Packed);
    world.reserve(10)?;
    assert_eq!((world.len(), world.is_empty()), (0, true));

    let rock: MaskId = world.add_mask(Arc::new(Mask::filled(8, 8)?))?;
    let dot = world.add_mask(Mask::filled(1, 1)?)?;
    world.set_angle_steps(rock, 8)?;
    world.edit_mask(rock, |mask| mask.set([0, 0], false))?;
    fn edit<R: Edited>(
        world: &mut World,
        id: MaskId,
        edit: impl FnOnce(&mut Mask) -> R,
    ) -> Result<R::Value, WorldError> {
        world.edit_mask(id, edit)
    }
    edit(&mut world, rock, |mask| mask.fill_circle([4.0, 4.0], 2.0, true))?;
    assert_eq!((world.mask(rock).map(|mask| mask.count()), MaskId::from_bits(rock.to_bits())), (Some(63), rock));

    let angle = Angle::degrees(45.0)?;
    assert_eq!((angle.to_degrees(), Angle::ZERO.to_degrees()), (45.0, 0.0));
    let sprite = Sprite::new(rock, [1, 2]).flip_x(true).flip_y(true).turn(Turn::Quarter).angle(angle);
    let sprite = sprite.pivot([3, 3]).layers(0b11).collides_with(0b01).fixed(true).data(7);
    assert_eq!(
        (sprite.mask, sprite.position, sprite.flip_x, sprite.flip_y, sprite.turn),
        (rock, [1, 2], true, true, Turn::Quarter)
    );
    assert_eq!((sprite.angle, sprite.pivot, sprite.layers), (angle, Some([3, 3]), 0b11));
    assert_eq!((sprite.collides_with, sprite.fixed, sprite.data), (0b01, true, 7));
    let id = world.spawn(sprite)?;
    assert_eq!((id.index(), SpriteId::from_bits(id.to_bits()), world.data(id)), (0, id, Some(7)));
    world.set_data(id, 8)?;
    world.move_to(id, [5, 5])?;
    world.move_by(id, [1, 0])?;
    world.sync([(id, [7, 5])])?;
    world.get_mut(id)?.set_mask(dot)?;
    world.get_mut(id)?.set_flip_x(false)?;
    world.get_mut(id)?.set_flip_y(false)?;
    world.get_mut(id)?.set_turn(Turn::None)?;
    world.get_mut(id)?.set_angle(Angle::ZERO)?;
    world.get_mut(id)?.set_scale([1.0, 2.0])?;
    world.get_mut(id)?.set_exact(true)?;
    world.set_limits(limits.variant_bytes(1 << 26));
    assert!(world.limits().variant_bytes == 1 << 26 && world.variant_bytes() > 0);
    world.get_mut(id)?.set_layers(1)?;
    world.get_mut(id)?.set_fixed(false);
    assert_eq!(
        world.get(id),
        Some(Sprite::new(dot, [7, 5]).pivot([3, 3]).scale([1.0, 2.0]).exact(true).collides_with(1).data(8))
    );

    let change = |sprite: &mut SpriteMut| -> Result<(), WorldError> {
        sprite.set_mask(rock)?;
        sprite.set_flip_x(true)?;
        sprite.set_flip_y(false)?;
        sprite.set_turn(Turn::Half)?;
        sprite.set_angle(Angle::ZERO)?;
        sprite.set_scale([2.0, 1.0])?;
        sprite.set_exact(false)?;
        sprite.set_pivot(Some([3, 3]))?;
        sprite.set_layers(2)?;
        sprite.set_collides_with(2)?;
        sprite.set_fixed(true);
        sprite.set_data(9)?;
        sprite.move_by([1, 1])?;
        sprite.move_to([0, 0])
    };
    change(&mut world.get_mut(id)?)?;
    for sprite in world.sprites_mut() {
        let want = Sprite::new(rock, [0, 0]).flip_x(true).turn(Turn::Half).scale([2.0, 1.0]).pivot([3, 3]);
        let want = want.layers(2).collides_with(2).fixed(true).data(9);
        assert_eq!((sprite.id(), sprite.position(), sprite.get()), (id, [0, 0], want));
    }
    rayon::iter::ParallelIterator::try_for_each(world.par_sprites_mut(), |mut sprite| change(&mut sprite))?;
    assert_eq!(world.sprites().count(), 1);
    world.validate()?;

    let copy = world.try_clone()?;
    assert_eq!(copy.clone().len(), 1);
    let saved: World = serde_json::from_str(&serde_json::to_string(&world)?)?;
    assert_eq!(saved.get(id), world.get(id));

    let gone: Sprite = world.despawn(id)?;
    assert_eq!((gone.mask, world.despawn(id)), (rock, Err(WorldError::StaleSprite(id))));
    assert_eq!(world.remove_mask(rock)?.width(), 8);
    assert!(matches!(pixel([1e300, 0.0]), Err(WorldError::NotAPixel { .. })) && pixel([1.5, -0.5])? == [1, -1]);
    assert!(matches!(place([0.0, f64::NAN]), Err(WorldError::NotAPixel { .. })) && place([1.5, -0.5])? == [2, 0]);
    let pose: Pose = Pose::from_affine(&Affine::translation([3.5, -0.25]), [8, 8], false)?;
    assert_eq!((pose.corner, pose.sheared, pose.sprite(rock)?.position), ([3.5, -0.25], false, [4, 0]));
    assert_eq!(World::from_bytes(&world.to_bytes()?)?.len(), world.len());
    assert!(matches!(World::from_bytes(b"no world"), Err(WorldError::NotAWorld { .. })));
    assert!(MAX_PIVOT < MAX_POSITION && Turn::ThreeQuarters != Turn::None);
    Ok(())
}

#[test]
fn views_answer() -> Any {
    let mut world = World::new();
    let rock = world.add_mask(Mask::filled(8, 8)?)?;
    let [a, b, far] = [[0, 0], [6, 0], [100, 0]].map(|at| world.spawn(Sprite::new(rock, at)).unwrap());
    let view: View = world.refresh()?;
    let sprite = view.get(b).expect("it was spawned").position([20, 3]);
    assert_eq!((view.shape(&sprite)?.at, view.shape(b.as_if(&sprite))?.mask.width()), ([20, 3], 8));
    let pair = Pair { a, b };
    assert_eq!((view.collisions()?, view.candidates()?), (vec![pair], vec![pair]));
    let mut list = Vec::new();
    view.collisions_into(&mut list)?;
    view.candidates_into(&mut list)?;
    view.for_each_collision(|found| assert_eq!(found, pair));
    view.for_each_candidate(|found| assert_eq!(found, pair));
    view.par_for_each_collision(|found| assert_eq!(found, pair));
    fn visit<R: Visit>(view: View, visit: impl FnMut(Pair) -> R) -> R {
        view.for_each_collision(visit)
    }
    assert_eq!((visit(view, drop), visit(view, ControlFlow::Break)), ((), ControlFlow::Break(pair)));
    assert_eq!(view.for_each_candidate(ControlFlow::Break), ControlFlow::Break(pair));
    assert_eq!((list, pair.other(a), pair.other(far)), (vec![pair], Some(b), None));

    let contact: Contact = view.contact(a, b).expect("they collide");
    assert_eq!((contact.a, contact.b, contact.first(), contact.area()), (a, b, [6, 0], 16));
    assert_eq!((contact.bounds(), contact.other(a)), (Rect::new(6, 0, 2, 8), Some(b)));
    assert_eq!((contact.normal(), contact.normal_of(b)), ([-1.0, 0.0], Some([1.0, 0.0])));
    assert_eq!((contact.penetration(), contact.penetration_of(b)), ([-2, 0], Some([2, 0])));
    assert_eq!((view.overlapping(a), view.overlapping(far)), (vec![b], vec![]));
    assert_eq!(view.mask_point(b, [6.5, 0.5]), Some([0.5, 0.5]));
    assert_eq!(view.map_pairs(&[pair], Contact::area), [Some(16)]);

    let shape: Placed = view.shape(a)?;
    assert_eq!((shape.at, shape.mask.width(), shape.pixels().count()), ([0, 0], 8, 64));
    assert_eq!(view.bounds(far), Some(Rect::new(100, 0, 8, 8)));
    let at_placed = Placed { mask: shape.mask, at: [90, 0] };
    assert_eq!(pairs(&[shape, at_placed])?, []);
    assert_eq!(cross_pairs(&[shape], &[at_placed, shape])?, [(0, 1)]);
    assert_eq!(cross_areas(&[shape], &[at_placed, shape])?, [(0, 1, shape.mask.count())]);
    let (mut cross, mut areas) = (vec![(7, 7)], vec![(7, 7, 7)]);
    cross_pairs_into(&[shape], &[at_placed, shape], |_, b| b == 0, &mut cross)?;
    cross_areas_into(&[shape], &[at_placed, shape], |_, b| b == 1, &mut areas)?;
    assert_eq!((cross, areas), (vec![], vec![(0, 1, 64)]));

    let (circle, line) = (Circle::new([104.0, 4.0], 1.0)?, Line::new([90, 0], [110, 0]));
    let polygon = Polygon::new([[100.0, 0.0], [104.0, 0.0], [100.0, 4.0]])?;
    assert!(polygon.bounds().is_some());
    let probes: [Probe; 6] = [
        Probe::Point([100, 0]),
        Probe::Rect(Rect::new(100, 0, 1, 1)),
        Probe::Circle(circle),
        Probe::Line(line),
        Probe::Polygon(&polygon),
        Probe::Mask(Placed { mask: shape.mask, at: [95, 0] }),
    ];
    for probe in probes {
        assert_eq!(view.find(probe), [far]);
    }
    let mut ids = Vec::new();
    view.find_into((100, 0), &mut ids);
    view.for_each_found([100, 0], |id| assert_eq!(id, far));
    assert_eq!(view.for_each_found([100, 0], ControlFlow::Break), ControlFlow::Break(far));
    assert_eq!((ids, view.on_layers(2).find([100, 0])), (vec![far], vec![]));

    let hit: SpriteRayHit = view.cast_ray([20, 0], [200, 0]).expect("a hit");
    let SpriteRayHit { id, at, before, step, normal, .. } = hit;
    assert_eq!((step, id, at, before), (80, far, [100, 0], Some([99, 0])));
    assert!(normal.is_some_and(|[x, _]| x < 0.0));
    let mut hits = view.cast_ray_all([20, 0], [200, 0]);
    view.cast_ray_all_into([20, 0], [200, 0], &mut hits);
    view.for_each_on_ray([20, 0], [200, 0], |found| assert_eq!(found, hit));
    assert_eq!(view.for_each_on_ray([20, 0], [200, 0], ControlFlow::Break), ControlFlow::Break(hit));
    assert_eq!(hits, [hit]);

    let mut near: Vec<Near> = Vec::new();
    view.nearest_into([98, 0], 1, &mut near);
    assert_eq!((near[0].id, near[0].distance(), near[0].distance_squared()), (far, 2.0, 4));
    assert_eq!(view.nearest([98, 0], 1), near);

    let Swept { at, hit: Some(hit), started_inside: Some(inside), .. } = view.sweep(b, [200, 0])? else {
        panic!("a hit")
    };
    let SpriteSweepHit { id, step, before, first, normal, .. } = hit;
    assert_eq!((at, id, step, before, first), ([92, 0], far, 87, Some([92, 0]), [100, 0]));
    assert_eq!(normal, [-1.0, 0.0]);
    assert_eq!(view.hit_from_inside().sweep(b, [200, 0])?.hit.map(|hit| (hit.id, hit.step)), Some((inside, 0)));
    assert!(view.is_free(b.at([92, 0]))? && !view.is_free(b.at([93, 0]))?);
    let Moved { at, hits, started_inside, .. } = world.move_until(b, [200, 0], Motion::STOP)?;
    assert_eq!((at, hits.len(), started_inside), ([92, 0], 1, vec![inside]));
    for motion in [Motion::SLIDE, Motion::STOP.with_sensors().hit_from_inside(), Motion::walk(1, 1)] {
        assert_eq!(world.move_until(b, [200, 0], motion)?.at, at);
    }

    let step: Step = world.step()?;
    assert_eq!((step.pairs(), step.began(), step.ended()), (&[][..], &[][..], &[][..]));
    assert!(step.contacts(Contact::area).is_empty());
    assert_eq!((step.contacts_of(b).count(), step.began_between(1, 1).count()), (0, 0));
    assert_eq!(step.view().bounds(b), Some(Rect::new(92, 0, 8, 8)));
    Ok(())
}

#[test]
fn platforms_sensors_and_free_places() -> Any {
    let mut world = World::new();
    let (square, plank) = (Mask::filled(8, 8)?, Mask::filled(40, 4)?);
    assert_eq!(plank.nearest_free(&square, [10, 0], 20), Some([10, 4]));
    let within = Rect::new(-100, -100, 200, 100);
    assert_eq!(plank.nearest_free(&square, [10, 0], Reach::new(20).inside(within)), Some([10, -8]));
    let ids = [world.add_mask(square.clone())?, world.add_mask(plank)?];
    let hero = world.spawn(Sprite::new(ids[0], [10, 80]))?;
    let lift = world.spawn(Sprite::new(ids[1], [0, 100]).fixed(true).one_way(Side::Top).layers(2))?;
    let coin = world.spawn(Sprite::new(ids[0], [20, 92]).sensor(true))?;

    let Moved { at, blocked: Blocked { left, right, up, down, .. }, .. } =
        world.move_until(hero, [10, 99], Motion::SLIDE)?;
    assert_eq!((at, [left, right, up, down]), ([10, 92], [false, false, false, true]));
    let view = world.refresh()?;
    assert_eq!(view.touching(hero, [0, 1])?, [lift]);
    assert!(view.is_free(hero.at([20, 92]))? && !view.with_sensors().is_free(hero.at([20, 92]))?);
    let there = view.get(hero).ok_or("a hero")?.position([20, 92]);
    assert!(view.is_free(hero.as_if(&there))? && !view.with_sensors().is_free(&there)?);
    assert_eq!(view.nearest_free(hero.at([20, 92]), 9)?, Some([20, 92]));
    let who: Who = hero.as_if(&there);
    assert_eq!(view.with_sensors().nearest_free(who, 9)?, Some([20, 84]));
    assert_eq!(view.without(hero).nearest([10, 92], 1)[0].id, lift);
    let shape = Placed { mask: &square, at: [0, 92] };
    assert_eq!(view.with_sensors().on_layers(1).sweep(shape, [90, 92])?.hit.map(|hit| hit.id), Some(hero));

    let Carried { riders, pushed, crushed, .. } = world.carry(lift, [5, 90], None)?;
    assert_eq!((riders, pushed, crushed), (vec![hero], vec![], vec![]));
    assert_eq!(world.move_until(hero, [15, 200], Motion::STOP.on_layers(1))?.at, [15, 200]); // through the platform
    world.get_mut(coin)?.set_sensor(false)?;
    world.get_mut(lift)?.set_one_way(None)?;
    assert_eq!(world.push_out(coin, 20)?, Some([0, 2]));
    assert_eq!(world.push_out(coin, PushOut::along([1, 0], 20))?, Some([0, 0]));
    assert_eq!(world.push_out_many([hero, coin], 20)?, [Some([0, 0]); 2]);
    let coin = world.get(coin).ok_or("a coin")?;
    assert_eq!((coin.sensor, coin.one_way), (false, None));
    let mut rest = Remainder::default();
    assert_eq!((rest.take([0.75, -1.0])?, rest.rest), ([1, -1], [-0.25, 0.0]));
    Ok(())
}

#[test]
fn continuous_sprites() -> Any {
    let mut world = World::new();
    let masks = [1, 8].map(|side| Mask::filled(side, side).map(Arc::new));
    let [dot, square] = [masks[0].clone()?, masks[1].clone()?];
    let (shown, rock) = (world.add_mask(Arc::clone(&dot))?, world.add_mask(square)?);
    let rock = world.spawn(Sprite::new(rock, [50, 0]))?;
    let bullet = world.spawn(Sprite::new(shown, [0, 4]).continuous(true))?;
    world.step()?;
    world.move_to(bullet, [100, 4])?;
    let step = world.step()?;
    let Impact { a, b, share, places, before, contact, .. } = step.impact(step.pairs()[0]).ok_or("an impact")?;
    assert_eq!((before, step.first_impact(bullet).map(|impact| impact.b)), (Some([[50, 0], [49, 4]]), Some(rock)));
    assert_eq!((a, b, share, places, contact.first()), (rock, bullet, 0.5, [[50, 0], [50, 4]], [50, 4]));
    let impact = step.impact(step.pairs()[0]).ok_or("an impact")?;
    assert_eq!((impact.other(rock), impact.other(SpriteId::default())), (Some(bullet), None));
    assert_eq!((impact.place_of(bullet), impact.before_of(bullet)), (Some([50, 4]), Some([49, 4])));
    assert_eq!(step.map_pairs(step.began(), Contact::area), [Some(1)]);
    assert_eq!(step.contact(bullet, rock).map(Contact::area), Some(1));
    assert!(world.last_step().is_some());
    world.jump_to(bullet, [0, 4])?;
    assert!(world.step()?.pairs().is_empty());
    world.set_ways_by_data(true);
    world.set_last_place(bullet, [100, 4])?;
    assert_eq!(world.step()?.began().len(), 1);
    world.get_mut(bullet)?.set_continuous(false)?;
    let sprite = world.get(bullet).ok_or("a bullet")?;
    assert_eq!((sprite.draw_angle(), sprite.draw_scale()), (0.0, [1.0, 1.0]));
    let bytes = world.to_bytes_without_masks()?;
    let again = World::from_bytes_with_masks(&bytes, |_| Some(Arc::clone(&dot)))?;
    assert_eq!(again.get(bullet), world.get(bullet));
    Ok(())
}

#[test]
fn real_numbers_of_errors_are_short() {
    assert_eq!(hitmask::mask::shared::Real(1e300).to_string(), "1e300");
}

#[test]
fn errors_have_names() {
    let source = MaskError::AngleCount { angles: 0 };
    let errors = [
        WorldError::StaleMask(MaskId::default()),
        WorldError::MaskInUse { mask: MaskId::default(), sprites: 1 },
        WorldError::OutOfRange { at: [1, 2] },
        WorldError::PivotOutOfRange { pivot: [1, 2] },
        WorldError::NotAnAngle { degrees: f64::NAN },
        WorldError::NotAScale { scale: [0.0, 1.0] },
        WorldError::CannotTransform { mask: MaskId::default(), fault: source },
        WorldError::Mask(source),
        WorldError::TooManyPairs { limit: 1 },
        WorldError::Full { sprites: 1 },
        WorldError::UnknownVersion { version: 2 },
        WorldError::WrongChecksum,
        WorldError::Damaged { list: "pairs", entry: 3, what: "not sorted" },
        WorldError::NoMemory,
    ];
    let texts: BTreeSet<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), errors.len());
    let WorldError::NotAPixel { at } = pixel([f64::NAN; 2]).unwrap_err() else { panic!("not a pixel") };
    assert!(at[0].is_nan());
}

/// Every name that the libraries declare as public, except hidden ones.
fn public_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in ["crates/mask/src", "crates/world/src"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut names);
    }
    names
}

fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources of the workspace") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            collect(&path, names);
        } else {
            let text = std::fs::read_to_string(&path).expect("a readable source file");
            let mut hidden = false;
            for line in text.lines().map(str::trim) {
                if let Some(declaration) = line.strip_prefix("pub ") {
                    let mut words = declaration.split(|c: char| !c.is_alphanumeric() && c != '_');
                    let mut name = words.next().unwrap_or_default();
                    if name == "use" || name == "mod" {
                        continue;
                    }
                    while matches!(name, "const" | "fn" | "struct" | "enum" | "trait" | "type" | "unsafe" | "async") {
                        name = words.next().unwrap_or_default();
                    }
                    if !hidden {
                        names.insert(name.to_owned());
                    }
                }
                hidden = line.starts_with("#[doc(hidden)]") || hidden && line.starts_with('#');
            }
        }
    }
}

#[test]
fn every_public_name_is_used_here() {
    let text = include_str!("public_api.rs");
    let used: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let missing: Vec<String> = public_names().into_iter().filter(|name| !used.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "use these public names in tests/it/public_api.rs: {missing:?}");
}

/// The types that the sources in a folder declare as public, each with its file.
fn public_types(folder: &Path, types: &mut Vec<(String, PathBuf)>) {
    for entry in std::fs::read_dir(folder).expect("the sources of the workspace") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            public_types(&path, types);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable source file");
        for line in text.lines() {
            let declared = ["pub struct ", "pub enum ", "pub trait "].iter().find_map(|kind| line.strip_prefix(kind));
            if let Some(name) = declared.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()) {
                types.push((name.to_owned(), path.clone()));
            }
        }
    }
}

/// A reader of two crates must not meet one name for two things.
#[test]
fn no_two_types_of_the_libraries_share_a_name() {
    let mut types = Vec::new();
    for name in ["mask", "world", "sheets", "tiles"] {
        public_types(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name).join("src"), &mut types);
    }
    types.sort();
    let twice: Vec<_> = types.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(types.len() > 80, "{} types", types.len());
}

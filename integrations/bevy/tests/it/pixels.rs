//! The solid pixels of entities against slow code of its own, which reads RGBA texels and Bevy's transforms.

use crate::common::{add_image, app_with, ask, image, pixel, step};
use bevy_app::App;
use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{Quat, Rect, URect, UVec2, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::{GlobalTransform, Transform};
use fastrand::Rng;
use hitmask_bevy::{HitmaskPlugin, PixelCollider};
use std::collections::BTreeSet;
use std::f32::consts::{FRAC_PI_2, PI};

/// Solid pixels as [y, x], so that the first is the topmost, then leftmost.
type Pixels = BTreeSet<[i32; 2]>;

/// Returns the solid pixels of an entity by the rule in the documentation of `PixelCollider`, and the pixels with their
/// center on the edge of a texel, up to rounding errors.
fn oracle(app: &App, entity: Entity, per_unit: f64) -> [Pixels; 2] {
    let world = app.world();
    let (sprite, collider) = (world.get::<Sprite>(entity).unwrap(), world.get::<PixelCollider>(entity).unwrap());
    let image = world.resource::<Assets<Image>>().get(&sprite.image).unwrap();
    let affine = world.get::<GlobalTransform>(entity).unwrap().affine();
    // The frame: a rectangle of texels.
    let mut frame = [0, 0, image.width() as i32, image.height() as i32];
    let layouts = world.resource::<Assets<TextureAtlasLayout>>();
    let atlas = sprite.texture_atlas.as_ref().map(|atlas| layouts.get(&atlas.layout).unwrap().textures[atlas.index]);
    if let Some(URect { min, max }) = atlas {
        frame = [min.x, min.y, max.x, max.y].map(|c| c as i32);
    }
    if let Some(rect) = sprite.rect {
        let from = if atlas.is_some() { [frame[0], frame[1]] } else { [0, 0] };
        let [left, top, right, bottom] = [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(|c| c.round() as i32);
        frame = [left + from[0], top + from[1], right + from[0], bottom + from[1]];
    }
    let (width, height) = (frame[2] - frame[0], frame[3] - frame[1]);
    let solid = |x: i32, y: i32| {
        let (u, v) = (x + frame[0], y + frame[1]);
        let in_frame = (0..width).contains(&x) && (0..height).contains(&y);
        let in_image = (0..image.width() as i32).contains(&u) && (0..image.height() as i32).contains(&v);
        let at = 4 * (v * image.width() as i32 + u) + 3;
        in_frame && in_image && image.data.as_ref().unwrap()[at as usize] > collider.alpha_above
    };
    // The map of texels: columns of the matrix, in pixels for each texel, y down. Flips are a part of it.
    let drawn = sprite.custom_size.unwrap_or(Vec2::new(width as f32, height as f32));
    let flip = |flip: bool| if flip { -1.0 } else { 1.0 };
    let sx = flip(sprite.flip_x) * f64::from(drawn.x) / f64::from(width) * per_unit;
    let sy = flip(sprite.flip_y) * f64::from(drawn.y) / f64::from(height) * per_unit;
    let [ax, ay] = [f64::from(affine.x_axis.x) * sx, -f64::from(affine.x_axis.y) * sx];
    let [bx, by] = [-f64::from(affine.y_axis.x) * sy, f64::from(affine.y_axis.y) * sy];
    let [[ax, ay], [bx, by]] = along_axes([[ax, ay], [bx, by]]);
    let is_upright = [ax, ay, bx, by].iter().all(|c| *c == 0.0 || c.abs() == 1.0);
    let anchor = world.get::<Anchor>(entity).unwrap().0;
    let anchor = [0.5 + f64::from(anchor.x), 0.5 - f64::from(anchor.y)];
    let anchor = [
        f64::from(width) * if sprite.flip_x { 1.0 - anchor[0] } else { anchor[0] },
        f64::from(height) * if sprite.flip_y { 1.0 - anchor[1] } else { anchor[1] },
    ];
    // Bevy's map sends the anchor to the translation.
    let at = [f64::from(affine.translation.x) * per_unit, -f64::from(affine.translation.y) * per_unit];
    let mut at = [at[0] - ax * anchor[0] - bx * anchor[1], at[1] - ay * anchor[0] - by * anchor[1]];
    if is_upright {
        // The top-left corner goes to the nearest corner of pixels, left and up in the middle of two.
        let to_corner = [ax, ay].map(|c| c.min(0.0) * f64::from(width));
        let to_corner = [0, 1].map(|axis| to_corner[axis] + [bx, by][axis].min(0.0) * f64::from(height));
        at = [0, 1].map(|axis| (at[axis] + to_corner[axis] + 0.5 - 1.0 / 1024.0).floor() - to_corner[axis]);
    }
    let area = ax * by - ay * bx;
    let [left, top] = at.map(|c| c.floor() as i32);
    let reach = (ax.hypot(ay) * f64::from(width) + bx.hypot(by) * f64::from(height)).ceil() as i32 + 2;
    let [mut pixels, mut on_edges] = [Pixels::new(), Pixels::new()];
    for (y, x) in (top - reach..top + reach).flat_map(|y| (left - reach..left + reach).map(move |x| (y, x))) {
        let [dx, dy] = [f64::from(x) + 0.5 - at[0], f64::from(y) + 0.5 - at[1]];
        let [u, v] = [(by * dx - bx * dy) / area, (ax * dy - ay * dx) / area];
        if !is_upright && [u, v].iter().any(|c| (c - c.round()).abs() < 1e-6) {
            on_edges.insert([y, x]);
        }
        if solid(u.floor() as i32, v.floor() as i32) {
            pixels.insert([y, x]);
        }
    }
    [pixels, on_edges]
}

/// The axes of a map without the noise of `f32`, if they are along those of the world.
fn along_axes([[ax, ay], [bx, by]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let plain = |c: f64| {
        let near = (1..50).map(f64::from).flat_map(|n| [n, 1.0 / n]).find(|n| (c.abs() / n - 1.0).abs() < 1e-5);
        near.map_or(c, |near| near.copysign(c))
    };
    if (ay / ax).abs() < 1e-5 && (bx / by).abs() < 1e-5 {
        [[plain(ax), 0.0], [0.0, plain(by)]]
    } else if (ax / ay).abs() < 1e-5 && (by / bx).abs() < 1e-5 {
        [[0.0, plain(ay)], [plain(bx), 0.0]]
    } else {
        [[ax, ay], [bx, by]]
    }
}

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.usize(..from.len())]
}

fn within(rng: &mut Rng, low: f32, high: f32) -> f32 {
    low + (high - low) * rng.f32()
}

/// Returns a random angle: often a quarter turn.
fn angle(rng: &mut Rng) -> f32 {
    let quarter = std::f32::consts::FRAC_PI_2;
    if rng.bool() { quarter * rng.i32(-4..5) as f32 } else { within(rng, -7.0, 7.0) }
}

fn factor(rng: &mut Rng) -> f32 {
    let sign = if rng.u8(..4) == 0 { -1.0 } else { 1.0 };
    sign * if rng.bool() { pick(rng, &[1.0, 1.0, 2.0, 0.5, 3.0, 1.0 / 3.0]) } else { within(rng, 0.3, 2.5) }
}

fn place(rng: &mut Rng) -> Vec3 {
    let at = [0; 3].map(|_: i32| if rng.bool() { rng.i32(-120..120) as f32 / 4.0 } else { within(rng, -30.0, 30.0) });
    Vec3::from_array(at)
}

/// Spawns an entity with a random sprite.
fn spawn(app: &mut App, rng: &mut Rng, parent: Option<Entity>) -> Entity {
    let (width, height) = (rng.u32(1..24), rng.u32(1..24));
    let (seed, border) = (rng.u64(..), rng.bool());
    let alpha = move |x: u32, y: u32| {
        let inner = border && x > 1 && y > 1;
        if inner { 0 } else { Rng::with_seed(seed ^ u64::from(x * 31 + y)).u8(..) }
    };
    let mut sprite = Sprite::from_image(add_image(app, image(width, height, alpha)));
    (sprite.flip_x, sprite.flip_y) = (rng.bool(), rng.bool());
    if rng.u8(..3) == 0 {
        let frames = (0..3).map(|_| {
            let min = UVec2::new(rng.u32(..width), rng.u32(..height));
            URect { min, max: UVec2::new(rng.u32(min.x + 1..=width), rng.u32(min.y + 1..=height)) }
        });
        let layout = TextureAtlasLayout { size: UVec2::new(width, height), textures: frames.collect() };
        let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
        sprite.texture_atlas = Some(TextureAtlas { layout, index: rng.usize(..3) });
    }
    if rng.u8(..3) == 0 {
        // It may reach out of the image.
        let min = Vec2::new(rng.i32(-3..width as i32) as f32, rng.i32(-3..height as i32) as f32);
        sprite.rect = Some(Rect { min, max: min + Vec2::new(rng.i32(1..16) as f32, rng.i32(1..16) as f32) });
    }
    if rng.u8(..3) == 0 {
        sprite.custom_size = Some(Vec2::new(within(rng, 3.0, 30.0), rng.i32(3..30) as f32));
    }
    let anchor = match rng.u8(..3) {
        0 => Anchor::CENTER,
        1 => pick(rng, &[Anchor::TOP_LEFT, Anchor::BOTTOM_CENTER, Anchor::CENTER_RIGHT, Anchor::BOTTOM_LEFT]),
        _ => Anchor(Vec2::new(within(rng, -1.0, 1.0), within(rng, -1.0, 1.0))),
    };
    let collider = PixelCollider { alpha_above: pick(rng, &[0, 127, 200]), ..Default::default() };
    let rotation = Quat::from_rotation_z(angle(rng));
    let transform = Transform { translation: place(rng), rotation, scale: Vec3::new(factor(rng), factor(rng), 1.0) };
    let id = app.world_mut().spawn((sprite, anchor, transform, collider)).id();
    if let Some(parent) = parent {
        app.world_mut().entity_mut(id).insert(ChildOf(parent));
    }
    id
}

/// Spawns a scene: roots, and children of joints.
fn scene(app: &mut App, rng: &mut Rng) -> Vec<Entity> {
    let mut entities: Vec<Entity> = (0..3).map(|_| spawn(app, rng, None)).collect();
    for _ in 0..2 {
        let mut parent = None;
        for _ in 0..rng.u8(1..3) {
            // A rotation below other scales along x and y shears.
            let [x, y] = [factor(rng), factor(rng)];
            let rotation = Quat::from_rotation_z(angle(rng));
            let scale = if rng.bool() { Vec3::new(x, y, 1.0) } else { Vec3::splat(x.abs()) };
            let joint = app.world_mut().spawn(Transform { translation: place(rng), rotation, scale }).id();
            if let Some(parent) = parent {
                app.world_mut().entity_mut(joint).insert(ChildOf(parent));
            }
            parent = Some(joint);
        }
        entities.push(spawn(app, rng, parent));
    }
    entities
}

#[test]
fn entities_have_the_pixels_of_the_rule_in_2000_scenes() {
    let mut rng = Rng::with_seed(17);
    let (mut solid, mut edges, mut pairs) = (0, 0, 0);
    for per_unit in [1.0, 2.0] {
        let mut app = app_with(HitmaskPlugin::default().pixels_per_unit(per_unit).unwrap());
        for scene_number in 0..if per_unit == 1.0 { 1900 } else { 100 } {
            let mut entities = scene(&mut app, &mut rng);
            let mut log = step(&mut app);
            // Half of the scenes move before they are checked, so that looks and positions are updated.
            if scene_number % 2 == 0 {
                let mut transforms = app.world_mut().query::<&mut Transform>();
                for mut transform in transforms.iter_mut(app.world_mut()) {
                    transform.translation += place(&mut rng) / 4.0;
                    if rng.u8(..4) == 0 {
                        transform.scale *= Vec3::new(-1.5, 1.5, 1.0);
                    }
                }
                let mut all = log.began;
                log = step(&mut app);
                all.retain(|event| !log.ended.iter().any(|ended| [ended.a, ended.b] == [event.a, event.b]));
                // Of pairs that collided before, only the entities are compared.
                log.began.extend(all.into_iter().map(|mut event| {
                    event.depth = -1.0;
                    event
                }));
            }
            let mut shapes: Vec<Pixels> = Vec::new();
            for &entity in &entities {
                let [expected, on_edges] = oracle(&app, entity, per_unit.into());
                let found: Pixels = ask(&mut app, |view| {
                    let pixels = view.pixels(entity).into_iter().map(|point| pixel(point * per_unit));
                    pixels.map(|[x, y]| [y, x]).collect()
                });
                let of = app.world().entity(entity);
                let wrong: Vec<_> =
                    found.symmetric_difference(&expected).filter(|at| !on_edges.contains(*at)).collect();
                assert!(
                    wrong.is_empty(),
                    "scene {scene_number}: {wrong:?} of {} {:?} {:?} {:?}",
                    expected.len(),
                    of.get::<Transform>(),
                    of.get::<Sprite>(),
                    of.get::<Anchor>()
                );
                solid += found.len();
                edges += on_edges.intersection(&expected).count();
                shapes.push(found);
            }
            for (a, b) in (0..entities.len()).flat_map(|a| (a + 1..entities.len()).map(move |b| (a, b))) {
                let first = shapes[a].intersection(&shapes[b]).next();
                let event = log.began.iter().find(|event| event.other(entities[a]) == Some(entities[b]));
                assert_eq!(first.is_some(), event.is_some(), "scene {scene_number}");
                if let (Some(&[y, x]), Some(event)) = (first, event) {
                    pairs += 1;
                    if event.depth >= 0.0 {
                        assert_eq!(pixel(event.point * per_unit), [x, y], "scene {scene_number}");
                        assert!((event.normal.length() - 1.0).abs() < 1e-5 && event.depth > 0.0);
                    }
                }
            }
            entities.extend(app.world_mut().query_filtered::<Entity, With<Transform>>().iter(app.world()));
            entities.sort_unstable();
            entities.dedup();
            for entity in entities {
                let _ = app.world_mut().try_despawn(entity);
            }
            step(&mut app);
        }
    }
    println!("{solid} solid pixels, {edges} on edges, {pairs} pairs");
    assert!(solid > 500_000 && pairs > 500 && 20 * edges < solid, "the scenes must have pixels and pairs");
}

/// Sprites at rest at quarter turns are upright after 10^5 rotations of Bevy's own: by quarter turns, and by 0.9 degrees if the
/// game normalizes its quaternions. (Without that, Bevy draws the picture 1 % larger by then.)
#[test]
fn sprites_at_rest_are_upright_after_many_rotations() {
    let mut app = app_with(HitmaskPlugin::default());
    let image = add_image(&mut app, image(5, 8, |x, y| if x * y % 3 == 0 { 255 } else { 0 }));
    let sprites = [FRAC_PI_2, PI / 200.0].map(|step| {
        let entity = app.world_mut().spawn((Sprite::from_image(image.clone()), PixelCollider::default())).id();
        (entity, step, (FRAC_PI_2 / step).round() as usize)
    });
    for rotation in 1..=100_000 {
        for (entity, step, steps) in sprites {
            let mut transform = app.world_mut().get_mut::<Transform>(entity).unwrap();
            transform.rotate_z(step);
            if steps > 1 {
                transform.rotation = transform.rotation.normalize();
            }
        }
        // In each direction, early and at the end.
        if rotation % 100 == 0 && (rotation <= 400 || rotation > 99_600) {
            step(&mut app);
            for (entity, _, steps) in sprites {
                let shown = ask(&mut app, |view| view.get(entity).unwrap());
                let quarters = rotation / steps % 4;
                let turn = [0, 3, 2, 1][quarters]; // Bevy rotates counterclockwise
                let found = (shown.transform, shown.turn.quarters());
                assert_eq!(found, (None, turn), "after {rotation} rotations, {steps} a quarter");
            }
        }
    }
}

/// A crowd that rotates, at fractions of a pixel, shows one mask for each step of the angle.
#[test]
fn a_crowd_that_rotates_shares_masks_by_its_steps() {
    let mut app = app_with(HitmaskPlugin::default());
    let image = add_image(&mut app, image(9, 9, |x, y| if x + y < 12 { 255 } else { 0 }));
    let collider = |angle_steps| PixelCollider { angle_steps, ..PixelCollider::default() };
    let spawn = |app: &mut App, degrees: f32, angle_steps| {
        let place = Transform::from_xyz(1000.0 + degrees * 7.3, degrees / 3.0, 0.0);
        let rotation = Quat::from_rotation_z(degrees.to_radians());
        let entity = (Sprite::from_image(image.clone()), collider(angle_steps), place.with_rotation(rotation));
        app.world_mut().spawn(entity).id()
    };
    let crowd: Vec<Entity> = (0..64).map(|k| spawn(&mut app, k as f32 * 360.0 / 64.0, Some(8))).collect();
    let wrong = [0, 65_537].map(|steps| spawn(&mut app, 0.0, Some(steps)));
    let exact = spawn(&mut app, 45.0, None);
    step(&mut app);
    let shown = |app: &mut App, entity| ask(app, |view| view.get(entity).unwrap());
    let mut forms = Vec::new();
    for &entity in &crowd {
        let sprite = shown(&mut app, entity);
        assert_eq!(sprite.fraction, [0.0; 2]);
        if !forms.contains(&(sprite.transform, sprite.turn)) {
            forms.push((sprite.transform, sprite.turn));
        }
    }
    assert_eq!(forms.len(), 8);
    assert!(wrong.map(|entity| ask(&mut app, |view| view.get(entity).is_none())).iter().all(|is_none| *is_none));
    // At an angle of a step, the middle stands where it is drawn, but for the fraction.
    let [stepped, drawn] = [crowd[8], exact].map(|entity| ask(&mut app, |view| view.bounds(entity).unwrap().center()));
    assert!((stepped - drawn).abs().max_element() <= 1.5, "{stepped} instead of {drawn}");
    *app.world_mut().get_mut::<PixelCollider>(crowd[7]).unwrap() = collider(None);
    step(&mut app);
    assert_ne!(shown(&mut app, crowd[7]).mask, shown(&mut app, crowd[8]).mask);
}

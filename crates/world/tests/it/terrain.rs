//! Sprites that lose pixels: masks of their own, digging, and falling apart.

use mask::{Circle, Connectivity, Line, Mask, Polygon, Rect};
use std::collections::BTreeSet;
use testkit::{Rng, shape};
use world::{Angle, MaskId, PlacedMask, Probe, QuarterTurn, Sprite, SpriteId, World, WorldError};

type Pixels = BTreeSet<[i32; 2]>;

/// The pixels that a sprite shows, in the world.
fn shown(world: &mut World, id: SpriteId) -> Pixels {
    world.refresh().unwrap().shape(id).unwrap().pixels().collect()
}

/// A random way to show a mask, and whether it is a flip and a turn only.
fn any_path(rng: &mut Rng, sprite: Sprite) -> (Sprite, bool) {
    let turn = QuarterTurn::ALL[rng.below(4) as usize];
    let mut sprite = sprite.flip_x(rng.below(2) == 0).flip_y(rng.below(2) == 0).turn(turn);
    if rng.below(2) == 0 {
        sprite = sprite.origin([0; 2].map(|_: i32| f64::from(rng.within(-18..60)) / 2.0));
    }
    if rng.below(2) == 0 {
        return (sprite, true);
    }
    let factors = [0.4, 0.9, 1.0, 1.7];
    let scale = [0; 2].map(|_: i32| factors[rng.below(4) as usize]);
    let angle = Angle::degrees(f64::from(rng.below(360))).unwrap();
    (sprite.scale(scale).angle(angle), false)
}

/// A blotchy mask.
fn any_mask(rng: &mut Rng) -> Mask {
    let [width, height] = [1 + rng.below(90), 1 + rng.below(40)];
    let percent = [30, 55, 80, 100][rng.below(4) as usize];
    let coarse: Vec<bool> = (0..31 * 14).map(|_| rng.below(100) < percent).collect();
    shape::mask(&shape::grid(width, height, |x, y| coarse[(y / 3 * 31 + x / 3) as usize]))
}

#[test]
fn a_shape_takes_its_pixels_from_what_it_touches_and_from_nothing_else() {
    let mut rng = Rng::new(5);
    let (mut exact, mut rounded) = (0, 0);
    for round in 0..if cfg!(debug_assertions) { 300 } else { 3000 } {
        let mut world = World::new();
        let mask = world.add_mask(any_mask(&mut rng)).unwrap();
        let at = [0; 2].map(|_: i32| rng.within(-50..50));
        let (sprite, is_exact) = any_path(&mut rng, Sprite::new(mask, at).layers(0b10));
        let id = world.spawn(sprite).unwrap();
        let twin = world.spawn(sprite).unwrap();
        let other_layer = world.spawn(sprite.layers(0b100)).unwrap();
        world.get_mut(twin).unwrap().move_by([5000, 0]).unwrap();
        let before = shown(&mut world, id);
        let Some(&middle) = before.iter().nth(rng.below(before.len().max(1) as u32) as usize) else { continue };
        let center = middle.map(|c| f64::from(c + rng.within(-9..6)) + f64::from(rng.below(4)) / 4.0);
        let [x, y] = center.map(|c| c as i32);
        let polygon =
            Polygon::new([center, [center[0] + 30.0, center[1] - 5.0], [center[0], center[1] + 25.0]]).unwrap();
        let brush = any_mask(&mut rng);
        let probe: Probe = match rng.below(6) {
            0 => [x, y].into(),
            1 => Rect::new(x, y, rng.below(40), rng.below(40)).into(),
            2 => Line::new([x, y], [x + rng.within(-30..30), y + rng.within(-30..30)]).into(),
            3 => (&polygon).into(),
            4 => PlacedMask { mask: &brush, at: [x, y] }.into(),
            _ => Circle::new(center, f64::from(rng.below(30))).unwrap().into(),
        };
        let is_hit = |pixels: &Pixels| -> Pixels {
            let mut plain = Mask::new(1, 1).unwrap();
            plain.fill();
            let mut one = World::new();
            let dot = one.add_mask(plain).unwrap();
            let dots: Vec<SpriteId> = pixels.iter().map(|&at| one.spawn(Sprite::new(dot, at)).unwrap()).collect();
            let found: BTreeSet<SpriteId> = one.refresh().unwrap().find(probe).into_iter().collect();
            pixels.iter().zip(dots).filter(|(_, id)| found.contains(id)).map(|(&at, _)| at).collect()
        };
        let hit = is_hit(&before);
        let lost = world.erase(probe, 0b10).unwrap();
        let context = format!("round {round}: {probe:?} on {sprite:?}");
        assert_eq!(lost, if hit.is_empty() { vec![] } else { vec![id] }, "{context}");
        let after = shown(&mut world, id);
        assert!(is_hit(&after).is_empty(), "{context}: pixels stay in the shape");
        assert!(after.is_subset(&before), "{context}: pixels come from nowhere");
        if is_exact {
            assert!(after.iter().eq(before.difference(&hit)), "{context}");
            exact += usize::from(!hit.is_empty());
        } else {
            // A mask pixel that a pixel of the shape shows may be shown by its neighbors too.
            let around =
                |&[x, y]: &[i32; 2]| (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| [x + dx, y + dy])).collect();
            let far = before.difference(&after).find(|&pixel| is_hit(&around(pixel)).is_empty());
            assert_eq!(far, None, "{context}: a far pixel is lost");
            rounded += usize::from(!hit.is_empty());
        }
        let moved = |pixels: &Pixels| -> Pixels { pixels.iter().map(|[x, y]| [x + 5000, *y]).collect() };
        assert!(shown(&mut world, twin) == moved(&before) && shown(&mut world, other_layer) == before, "{context}");
        world.validate().unwrap();
    }
    assert!(exact > 80 && rounded > 80, "{exact}, {rounded}");
}

#[test]
fn the_parts_of_a_sprite_show_its_pixels_together() {
    let mut rng = Rng::new(6);
    let mut most = 0;
    for round in 0..if cfg!(debug_assertions) { 300 } else { 3000 } {
        let mut world = World::new();
        let mask = any_mask(&mut rng);
        let parts = mask.connected_components(Connectivity::Eight);
        let mask = world.add_mask(mask).unwrap();
        let at = [0; 2].map(|_: i32| rng.within(-50..50));
        let (sprite, is_exact) = any_path(&mut rng, Sprite::new(mask, at).layers(6).data(77).continuous(true));
        let id = world.spawn(sprite).unwrap();
        let twin = world.spawn(sprite).unwrap();
        let before = shown(&mut world, id);
        let ids = world.split(id).unwrap();
        let context = format!("round {round}: {sprite:?}");
        assert_eq!(ids.len() + 1, parts.len().max(1), "{context}");
        let mut together = shown(&mut world, id);
        for &part in &ids {
            let new = world.get(part).unwrap();
            let mut like = new.mask(sprite.mask).position(sprite.position).fraction(sprite.fraction);
            like.origin = sprite.origin;
            assert_eq!(like, sprite, "{context}");
            let pixels = shown(&mut world, part);
            let is_small = world.mask(new.mask).unwrap().bounds().map(|bounds| [bounds.width, bounds.height]);
            let size = [world.mask(new.mask).unwrap().width(), world.mask(new.mask).unwrap().height()];
            assert_eq!(is_small, Some(size), "{context}: the mask of a part is as small as it can be");
            assert!(!is_exact || together.is_disjoint(&pixels), "{context}");
            together.extend(pixels);
        }
        assert_eq!(together, before, "{context}");
        assert_eq!(shown(&mut world, twin), before, "{context}");
        // The largest part stays with the sprite.
        let counts = |id: &SpriteId| world.mask(world.get(*id).unwrap().mask).unwrap().count();
        assert!(ids.iter().all(|part| counts(part) <= counts(&id)), "{context}");
        assert_eq!(world.split(id).unwrap(), []);
        world.validate().unwrap();
        most = most.max(ids.len());
    }
    assert!(most > 10, "{most}");
}

#[test]
fn a_mask_of_its_own_goes_with_its_sprite() {
    let mut world = World::new();
    let square = world.add_mask(Mask::filled(9, 9).unwrap()).unwrap();
    world.set_angle_steps(square, 8).unwrap();
    let masks = |world: &World| world.mask_ids().count();
    let ids = [0, 20, 40].map(|x| world.spawn(Sprite::new(square, [x, 0])).unwrap());
    let own: Vec<MaskId> = ids.iter().map(|&id| world.own_mask(id).unwrap()).collect();
    assert_eq!((masks(&world), world.own_mask(ids[0])), (4, Ok(own[0])));
    world.refresh().unwrap();
    assert_eq!(masks(&world), 4);
    // Another sprite that shows it keeps it, and must not lose pixels with it.
    world.get_mut(ids[2]).unwrap().set_mask(own[1]).unwrap();
    world.despawn(ids[0]).unwrap();
    world.refresh().unwrap();
    assert_eq!((masks(&world), world.mask(own[0]), world.mask(own[2])), (2, None, None));
    let again = world.own_mask(ids[1]).unwrap();
    assert_ne!(again, own[1]);
    // A copy and a loaded world know which masks go.
    let mut copies = vec![world.try_clone().unwrap()];
    #[cfg(feature = "serde")]
    copies.push(serde_json::from_str(&serde_json::to_string(&world).unwrap()).unwrap());
    copies.push(world);
    for mut world in copies {
        world.step().unwrap();
        assert_eq!(masks(&world), 3);
        world.clear();
        assert!(world.is_empty() && ids.iter().all(|&id| !world.contains(id)));
        assert_eq!(masks(&world), 3, "they go in the next step, so a sprite that comes back has its mask");
        world.step().unwrap();
        assert_eq!((masks(&world), world.mask(square).is_some()), (1, true));
        assert_eq!(world.own_mask(ids[0]), Err(WorldError::StaleSprite(ids[0])));
        assert_eq!(world.split(ids[0]), Err(WorldError::StaleSprite(ids[0])));
        world.validate().unwrap();
    }
}

#[test]
fn many_sprites_come_and_go_at_once() -> Result<(), WorldError> {
    let mut world = World::new();
    let square = world.add_mask(Mask::filled(9, 9).unwrap())?;
    let ids = world.spawn_many((0..50).map(|x| Sprite::new(square, [x, 0])))?;
    assert!(ids.iter().enumerate().all(|(x, &id)| world.get(id).unwrap().position == [x as i32, 0]));
    assert_eq!(world.step()?.pairs().len(), 49 * 8 - (1..8).sum::<usize>());
    let wrong = (0..9).map(|x| Sprite::new(square, [if x == 7 { i32::MAX } else { x }, 0]));
    assert_eq!(world.spawn_many(wrong), Err(WorldError::OutOfRange { at: [i32::MAX.into(), 0] }));
    assert_eq!(world.len(), 50);
    assert_eq!(world.despawn_many([ids[3], ids[4], ids[3], SpriteId::default()]), 2);
    assert!(!world.contains(ids[3]) && world.contains(ids[5]));
    let pairs = world.step()?.pairs().len();
    world.clear();
    assert_eq!((world.len(), world.step()?.ended().len()), (0, pairs));
    assert!(world.step()?.pairs().is_empty());
    Ok(())
}

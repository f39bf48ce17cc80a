//! Views of a world without a refresh.

use mask::Mask;
use testkit::Rng;
use world::{Angle, Sprite, SpriteId, World, WorldError};

/// A change of a world, which needs a sprite and a number that was not used before.
type Change = fn(&mut World, SpriteId, i32) -> Result<(), WorldError>;

const CHANGES: [Change; 14] = [
    |world, id, n| world.move_to(id, [n, -n]),
    |world, id, n| world.get_mut(id).and_then(|mut sprite| sprite.set_angle(Angle::degrees(f64::from(n % 50) + 1.0)?)),
    |world, id, n| world.get_mut(id).and_then(|mut sprite| sprite.set_scale([1.5 + f64::from(n % 9), 2.0])),
    |world, id, n| world.get_mut(id).and_then(|mut sprite| sprite.set_origin(Some([f64::from(n), 0.5]))),
    |world, id, n| world.get_mut(id).and_then(|mut sprite| sprite.set_layers(n as u32)),
    |world, id, _| {
        let fixed = world.get(id).unwrap().fixed;
        world.get_mut(id).map(|mut sprite| sprite.set_fixed(!fixed))
    },
    |world, id, _| world.get_mut(id).and_then(|mut sprite| sprite.set_flip_x(!sprite.get().flip_x)),
    |world, id, _| world.despawn(id).map(|_| ()),
    |world, id, n| world.spawn(world.get(id).unwrap()).and_then(|id| world.move_to(id, [n, 3])),
    |world, id, _| world.edit_mask(world.get(id).unwrap().mask, |mask| mask.invert()),
    |world, id, n| world.replace_mask(world.get(id).unwrap().mask, Mask::filled(4, n as u32 % 9)?).map(|_| ()),
    |world, id, n| world.set_angle_steps(world.get(id).unwrap().mask, n as u32),
    |world, _, n| world.sync_by_slot(&vec![[n, n]; world.slot_count()]),
    |world, _, _| world.sprites_mut().try_for_each(|mut sprite| sprite.move_by([1, 0])),
];

#[test]
fn a_world_has_a_view_unless_it_has_changed() {
    let mut rng = Rng::new(5);
    let mut world = World::new();
    assert!(world.view().is_some());
    let masks = [3, 9].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    let spawn = |world: &mut World, rng: &mut Rng| {
        let at = [0; 2].map(|_: i32| rng.within(-300..300));
        world.spawn(Sprite::new(masks[rng.below(2) as usize], at)).unwrap();
    };
    (0..400).for_each(|_| spawn(&mut world, &mut rng));
    assert!(world.view().is_none());
    for n in 1..6 * CHANGES.len() {
        let view = world.refresh().unwrap();
        let expected = view.collisions().unwrap();
        assert_eq!(world.view().unwrap().collisions().unwrap(), expected);
        let ids: Vec<SpriteId> = world.sprites().map(|(id, _)| id).collect();
        let id = ids[rng.below(ids.len() as u32) as usize];
        let at = world.get(id).unwrap().position;
        world.move_to(id, at).unwrap();
        assert!(world.move_to(id, [i32::MAX, 0]).is_err() && world.view().is_some(), "nothing has changed");
        let change = n % CHANGES.len();
        CHANGES[change](&mut world, id, n as i32).unwrap();
        assert!(world.view().is_none(), "change {change}");
        spawn(&mut world, &mut rng);
        assert!(world.view().is_none());
        world.step().unwrap();
        assert!(world.view().is_some());
    }
}

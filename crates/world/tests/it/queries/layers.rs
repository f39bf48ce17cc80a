//! Moves and questions on layers with which the sprite collides, and with which it does not.

use mask::Mask;
use world::{Motion, PlacedMask, Sprite, SpriteId, World, WorldError};

/// A wall in layer 2 to the right of a sprite that collides with some layers.
fn scene(collides_with: u32) -> (World, SpriteId) {
    let mut world = World::new();
    let [dot, wall] = [(4, 4), (5, 50)].map(|(w, h)| world.add_mask(Mask::filled(w, h).unwrap()).unwrap());
    world.spawn(Sprite::new(wall, [20, 0]).layers(2).fixed(true)).unwrap();
    let agent = world.spawn(Sprite::new(dot, [0, 10]).collides_with(collides_with)).unwrap();
    (world, agent)
}

const MOTIONS: [Motion; 3] = [Motion::STOP, Motion::SLIDE, Motion::walk(1, 1)];

#[test]
fn a_sprite_that_collides_with_no_layer_of_a_move_is_an_error() {
    for (collides_with, layers) in [(1, 2), (1, !1), (0, 2), (0, !1), (1 << 31, 1)] {
        let (mut world, agent) = scene(collides_with);
        let error = WorldError::NoCommonLayer { layers, collides_with };
        for motion in MOTIONS {
            assert_eq!(world.move_until(agent, [60, 10], motion.on_layers(layers)), Err(error));
            assert_eq!(world.get(agent).unwrap().position, [0, 10]);
        }
        let view = world.refresh().unwrap().on_layers(layers);
        let sprite = view.get(agent).unwrap().position([22, 10]);
        for who in [agent.into(), agent.at([22, 10]), agent.as_if(&sprite), (&sprite).into()] {
            assert_eq!(view.sweep(who, [60, 10]), Err(error));
            assert_eq!(view.touching(who, [30, 0]), Err(error));
            assert_eq!(view.is_free(who), Err(error));
            assert_eq!(view.nearest_free(who, 9), Err(error));
            assert!(view.shape(who).is_ok(), "no other sprite matters");
        }
        let text = error.to_string();
        let named = [layers, collides_with].map(|bits| format!("layers {bits:#x}"));
        assert!(named.iter().all(|named| text.contains(named)), "{text}");
    }
}

#[test]
fn one_common_layer_no_layers_and_layers_0_are_no_errors() {
    for (collides_with, layers, at) in [
        (3, Some(2), 16),
        (u32::MAX, Some(2), 16),
        (1, None, 60),    // it does not collide with the wall
        (0, None, 60),    // a ghost
        (3, Some(0), 60), // through everything
        (0, Some(0), 60),
        (0, Some(u32::MAX), 60), // all layers narrow nothing
        (1 << 31, Some(u32::MAX), 60),
        (5, Some(4), 60), // nothing is in the common layer
    ] {
        let (mut world, agent) = scene(collides_with);
        let view = world.refresh().unwrap();
        let view = layers.map_or(view, |layers| view.on_layers(layers));
        assert_eq!(view.sweep(agent, [60, 10]).unwrap().at, [at, 10]);
        assert_eq!(view.is_free(agent.at([20, 10])), Ok(at == 60));
        assert_eq!(view.nearest_free(agent.at([17, 10]), 9), Ok(Some([if at == 60 { 17 } else { 16 }, 10])));
        assert_eq!(view.touching(agent, [30, 0]).unwrap().len(), usize::from(at == 16));
        for motion in MOTIONS {
            let motion = layers.map_or(motion, |layers| motion.on_layers(layers));
            assert_eq!(world.move_until(agent, [60, 10], motion).unwrap().at, [at, 10]);
            world.move_to(agent, [0, 10]).unwrap();
        }
    }
    // A shape has no layers: every sprite of the layers is in its way.
    let (mut world, _) = scene(1);
    let dot = Mask::filled(4, 4).unwrap();
    let view = world.refresh().unwrap().on_layers(2);
    assert_eq!(view.sweep(PlacedMask { mask: &dot, at: [0, 10] }, [60, 10]).unwrap().at, [16, 10]);
}

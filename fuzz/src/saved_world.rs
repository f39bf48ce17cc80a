//! Bytes as a saved world, in JSON or in CBOR. They are refused, or they are a world that holds together, is written back
//! the same, and lives on like the one that is read from that.

use world::{Pair, Sprite, SpriteId, World};

/// What is tried.
pub fn check(data: &[u8]) {
    let json = serde_json::from_slice::<World>(data).ok();
    let cbor = ciborium::from_reader::<World, _>(data).ok();
    json.into_iter().chain(cbor).for_each(holds);
}

fn to_cbor(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(world, &mut bytes).unwrap();
    bytes
}

/// Whatever was read is a world.
fn holds(mut world: World) {
    let bytes = to_cbor(&world);
    let text = serde_json::to_string(&world).unwrap();
    let mut copies = [
        ciborium::from_reader::<World, _>(&bytes[..]).unwrap(),
        serde_json::from_str::<World>(&text).unwrap(),
        world.clone(),
    ];
    let valid = world.validate();
    for copy in &mut copies {
        assert_eq!(to_cbor(copy), bytes, "written back differently");
        assert_eq!(copy.validate(), valid);
    }
    let lived = live(&mut world);
    for mut copy in copies {
        assert_eq!(live(&mut copy), lived, "it lives on differently");
        assert_eq!(to_cbor(&copy), to_cbor(&world), "it is another afterwards");
    }
}

/// Two steps, between which sprites come and go: what is told, and the ids that are given.
fn live(world: &mut World) -> (Vec<Vec<Pair>>, Vec<SpriteId>) {
    let (mut told, mut given) = (Vec::new(), Vec::new());
    let first = world.sprites().next();
    for _ in 0..2 {
        if let Ok(step) = world.step() {
            told.extend([step.pairs(), step.began(), step.ended()].map(<[Pair]>::to_vec));
        }
        if let Some((id, sprite)) = first {
            let _ = world.despawn(id);
            given.extend(world.spawn(Sprite::new(sprite.mask(), sprite.position())));
        }
        world.validate().ok();
    }
    (told, given)
}

//! Bytes as a saved world, in JSON, in CBOR or in the format of `World::to_bytes` (with a right checksum). They are refused, or they load as a valid world. A valid world is saved,
//! loaded and copied, and all copies behave as the first world.

use testkit::saved::reseal;
use world::{Pair, Sprite, SpriteId, World};

/// Runs the target.
pub fn check(data: &[u8]) {
    let json = serde_json::from_slice::<World>(data).ok();
    let cbor = ciborium::from_reader::<World, _>(data).ok();
    let mut bytes = data.to_vec();
    reseal(&mut bytes);
    let bytes = World::from_bytes(&bytes).ok();
    json.into_iter().chain(cbor).chain(bytes).for_each(check_world);
}

fn to_cbor(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(world, &mut bytes).unwrap();
    bytes
}

/// Checks that a loaded world is equal to its copies, before and after some steps.
fn check_world(mut world: World) {
    let bytes = to_cbor(&world);
    let text = serde_json::to_string(&world).unwrap();
    let mut copies = [
        ciborium::from_reader::<World, _>(&bytes[..]).unwrap(),
        serde_json::from_str::<World>(&text).unwrap(),
        World::from_bytes(&world.to_bytes().unwrap()).unwrap(),
        world.clone(),
    ];
    let valid = world.validate();
    for copy in &mut copies {
        assert_eq!(to_cbor(copy), bytes, "the copy is saved as other bytes");
        assert_eq!(copy.validate(), valid);
    }
    let results = run(&mut world);
    for mut copy in copies {
        assert_eq!(run(&mut copy), results, "the copy has other events or ids");
        assert_eq!(to_cbor(&copy), to_cbor(&world), "the copy is saved as other bytes after the steps");
    }
}

/// Makes two steps, each followed by a despawn and a spawn. Returns the lists of the steps, and the ids of the new
/// sprites.
fn run(world: &mut World) -> (Vec<Vec<Pair>>, Vec<SpriteId>) {
    let (mut lists, mut spawned) = (Vec::new(), Vec::new());
    let first = world.sprites().next();
    for _ in 0..2 {
        if let Ok(step) = world.step() {
            lists.extend([step.pairs(), step.began(), step.ended()].map(<[Pair]>::to_vec));
        }
        if let Some((id, sprite)) = first {
            let _ = world.despawn(id);
            spawned.extend(world.spawn(Sprite::new(sprite.mask, sprite.position)));
        }
        world.validate().ok();
    }
    (lists, spawned)
}

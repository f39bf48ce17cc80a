//! Worlds that are saved and loaded during random changes, and damaged worlds that must be refused.

use mask::{Mask, MaskError, Rect};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};
use testkit::Rng;
use testkit::model::Life;
use testkit::saved::reseal;
use world::{Angle, BroadPhase, MaskId, Pair, QuarterTurn, Side, Sprite, SpriteId, World, WorldError};

/// The number of random lives for each test.
const LIVES: u64 = if cfg!(debug_assertions) { 40 } else { 1000 };

fn to_cbor(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(world, &mut bytes).unwrap();
    bytes
}

/// Saves and loads a world, as JSON, as CBOR or as bytes, and compares the two worlds.
fn again(world: &World, form: u64) -> World {
    let again: World = match form % 3 {
        0 => serde_json::from_str(&serde_json::to_string(world).unwrap()).unwrap(),
        1 => ciborium::from_reader(&to_cbor(world)[..]).unwrap(),
        _ => World::from_bytes(&world.to_bytes().unwrap()).unwrap(),
    };
    let sprites = |world: &World| -> Vec<_> { world.sprites().collect() };
    assert_eq!(sprites(&again), sprites(world));
    assert_eq!(to_cbor(&again), to_cbor(world), "the loaded world is saved as other bytes");
    // Copies are validated: that refreshes them, and a refresh may release slots. If an edit has made a mask too large
    // for several sprites, the order in which sprites are stored decides which of them the error is about.
    let kind = |world: &World| world.clone().validate().map_err(|error| std::mem::discriminant(&error));
    assert_eq!(kind(&again), kind(world));
    again
}

#[test]
fn loaded_worlds_agree_with_the_model() {
    let (mut saves, mut checks, mut pairs) = (0, 0, 0);
    for seed in 0..LIVES {
        let mut life = Life::new(Rng::new(9000 + seed), [0, 0]);
        for round in 0..4 {
            life.operations(40, false);
            life.twin.world = again(&life.twin.world, seed + round);
            saves += 1;
        }
        life.operations(40, seed % 8 == 0);
        let twin = life.end();
        (checks, pairs) = (checks + twin.checks, pairs + twin.pairs);
    }
    println!("{saves} worlds saved and loaded, {checks} comparisons of {pairs} pairs");
}

/// A loaded world assigns the ids of the original to new sprites, and its steps report the events of the original.
#[test]
fn loaded_worlds_continue_as_their_originals() {
    for seed in 0..LIVES {
        let mut life = Life::new(Rng::new(7000 + seed), [0, 0]);
        life.operations(80, false);
        let mut copy = life.clone();
        copy.twin.world = again(&life.twin.world, seed);
        for _ in 0..40 {
            [&mut life, &mut copy].into_iter().for_each(spawn_despawn_or_step);
            assert!(life.twin.world.sprites().eq(copy.twin.world.sprites()), "seed {seed}");
            assert_eq!(life.twin.events, copy.twin.events, "seed {seed}");
        }
        // The waiting slots are saved too, in their order.
        assert_eq!(to_cbor(&life.twin.world), to_cbor(&copy.twin.world));
    }
}

/// Makes a random change whose result does not depend on the order in which sprites are stored.
fn spawn_despawn_or_step(life: &mut Life<Rng>) {
    match life.choices.below(5) {
        0 => life.spawn(),
        1 => life.despawn(),
        2 | 3 => life.relocate(),
        _ => life.twin.step(),
    }
}

/// A small world that uses every part of the format.
fn small() -> World {
    let mut world = World::new();
    let ball: Mask = ".#.\n###".parse().unwrap();
    let (ball, gone) = (world.add_mask(ball).unwrap(), world.add_mask(Mask::filled(1, 1).unwrap()).unwrap());
    world.remove_mask(gone).unwrap();
    world.set_angle_steps(ball, 8).unwrap();
    let sprite = Sprite::new(ball, [1, 1]).flip_x(true).turn(QuarterTurn::Quarter).origin([1.5, 1.5]);
    let ids = [
        sprite.angle(Angle::degrees(45.0).unwrap()).data(7),
        Sprite::new(ball, [0, 0]).scale([1.5, 0.7]).fraction([0.5, 0.25]).data(u64::MAX),
        Sprite::new(ball, [1, 1]).fixed(true).layers(3).collides_with(5),
        Sprite::new(ball, [90, 90]),
        Sprite::new(ball, [90, 90]).data(11),
    ]
    .map(|sprite| world.spawn(sprite).unwrap());
    world.despawn(ids[3]).unwrap();
    world.step().unwrap();
    world.despawn(ids[0]).unwrap();
    world.set_limits(world.limits().pairs(1000));
    world.set_limits(world.limits().parallel_from(50));
    world.set_limits(world.limits().offset_table_bytes(4096));
    world.set_limits(world.limits().variant_bytes(1 << 20));
    world.force_index(BroadPhase::RStar);
    world
}

/// The saved form of [`small`]. Worlds that users have saved depend on it.
const SMALL: &str = include_str!("small.json");

#[test]
fn the_saved_form_does_not_change() {
    let text = serde_json::to_string_pretty(&small()).unwrap();
    assert_eq!(text, SMALL.trim_end());
    let read: World = serde_json::from_str(SMALL).unwrap();
    assert_eq!(serde_json::to_string_pretty(&read).unwrap(), text);
}

/// Settings are restored, including maximum values, and values beyond `usize` on platforms with 32 bits.
/// The seeds of `fuzz` with the version of today: an older version would be refused before anything is read, and the
/// target would find nothing. `cargo xtask generate seeds` writes the binary ones from the texts.
#[test]
fn seeds_of_the_fuzzer_are_saved_worlds_of_this_version() {
    let seeds = "fuzz/seeds/saved_world";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(seeds);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    for (text, binary) in [("json", "bytes"), ("json", "cbor"), ("json_life", "cbor_life"), ("json_empty", "")] {
        let world: World = serde_json::from_slice(&read(text)).unwrap();
        let bytes = if binary == "bytes" { world.to_bytes().unwrap() } else { to_cbor(&world) };
        if binary.is_empty() {
            continue;
        } else if let Some(to) = env::var_os("XTASK_GENERATE").map(|to| Path::new(&to).join(seeds)) {
            fs::create_dir_all(&to).unwrap();
            fs::write(to.join(binary), &bytes).unwrap();
            continue;
        }
        assert!(read(binary) == bytes, "{binary} is not {text}: run: cargo xtask generate seeds");
    }
    for (text, reason) in
        [("json_twice", "another entry"), ("json_unsorted", "the smaller id"), ("json_version", "version")]
    {
        let error = serde_json::from_slice::<World>(&read(text)).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert!(serde_json::from_slice::<World>(&read("json_used_up")).is_ok());
}

#[test]
fn settings_are_restored() {
    let mut world = small();
    world.set_limits(world.limits().pairs(usize::MAX));
    assert_eq!(again(&world, 0).limits().pairs, usize::MAX);
    let mut saved: Value = serde_json::from_str(SMALL).unwrap();
    for setting in ["pair_limit", "parallel_from"] {
        saved["settings"][setting] = json!(u64::MAX);
    }
    saved["settings"]["index"] = json!("Packed");
    let world: World = serde_json::from_value(saved).unwrap();
    assert_eq!(world.limits().pairs, usize::MAX);
    let saved: Value = serde_json::to_value(&world).unwrap();
    assert_eq!(
        (&saved["settings"]["index"], &saved["settings"]["parallel_from"]),
        (&json!("Packed"), &json!(usize::MAX))
    );
}

#[test]
fn values_are_saved_on_their_own() {
    let id = SpriteId::from_bits(3 << 32 | 4);
    assert_eq!(json!(id), json!(12_884_901_892_u64));
    assert_eq!(serde_json::from_value::<MaskId>(json!(5)).unwrap(), MaskId::from_bits(5));
    assert_eq!(json!(Pair { a: id, b: id })["a"], json!(id));
    assert_eq!(json!(QuarterTurn::ThreeQuarters), "ThreeQuarters");
    let rect = Rect { left: -1, top: 2, width: 3, height: 4 };
    assert_eq!(json!(rect), json!({"left": -1, "top": 2, "width": 3, "height": 4}));
    assert_eq!(serde_json::from_value::<Rect>(json!(rect)).unwrap(), rect);
    for steps in 0..=u16::MAX {
        let angle = Angle::degrees(f64::from(steps) * 360.0 / 65_536.0).unwrap();
        let text = serde_json::to_string(&angle).unwrap();
        assert_eq!(serde_json::from_str::<Angle>(&text).unwrap(), angle, "{text}");
    }
    let refused = serde_json::from_str::<Angle>("1e999").unwrap_err().to_string();
    assert!(refused.contains("number out of range"), "{refused}");
    let mut bytes = Vec::new();
    ciborium::into_writer(&f64::NAN, &mut bytes).unwrap();
    assert!(ciborium::from_reader::<Angle, _>(&bytes[..]).is_err());
}

/// Checks that [`SMALL`] with one value replaced is refused for a reason.
fn refused(path: &str, value: Value, reason: &str) {
    let mut saved: Value = serde_json::from_str(SMALL).unwrap();
    *saved.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
    let error = serde_json::from_value::<World>(saved).expect_err(path).to_string();
    assert!(error.contains(reason), "{path}: {error}");
}

#[test]
fn damaged_worlds_are_refused_with_the_reason() {
    let saved: Value = serde_json::from_str(SMALL).unwrap();
    let at = |path: &str| saved.pointer(path).unwrap().clone();
    let id = |index: u64, generation: u64| json!(generation << 32 | index);

    refused("/version", json!(9), "version 9, but only versions 7 (as bytes) and 8");
    refused("/version", json!(6), "version 6, but only versions 7 (as bytes) and 8");
    refused("/settings/index", json!("Grid"), "unknown variant `Grid`");
    refused("/settings/pair_limit", json!(-1), "invalid value");

    // Ids and slots.
    let all = "must be less than the number of all slots";
    refused("/sprites/0/id", id(5, 1), &format!("entry 0 of its list `sprites` is not valid: its slot {all}"));
    refused("/sprites/0/id", json!(u64::MAX), all);
    refused(
        "/sprites/1/id",
        at("/sprites/0/id"),
        "entry 1 of its list `sprites` is not valid: another entry has its slot",
    );
    refused("/sprites/1/id", id(2, 2), "the upper 32 bits of its id must be odd");
    refused("/sprites/1/id", json!(0), "the upper 32 bits of its id must be odd");
    refused("/waiting_sprites/0/id", at("/sprites/0/id"), "entry 0 of its list `waiting_sprites`");
    refused("/waiting_sprites/0/id", id(0, 4), "the upper 32 bits of its id must be odd");
    refused("/vacant_sprites/0", at("/sprites/0/id"), "entry 0 of its list `vacant_sprites`");
    refused("/vacant_sprites/0", id(3, 0), "the upper 32 bits of its id must be odd");
    refused("/vacant_sprites", json!([]), all);
    refused("/vacant_sprites", json!([id(3, 1), id(3, 1)]), "another entry has its slot");
    refused("/masks/0/id", id(7, 1), "entry 0 of its list `masks`");
    refused("/masks/0/id", id(0, 2), "the upper 32 bits of its id must be odd");
    refused("/vacant_masks/0", at("/masks/0/id"), "entry 0 of its list `vacant_masks`");
    refused("/vacant_masks/0", id(1, 6), "the upper 32 bits of its id must be odd");

    // Masks and sprites.
    refused("/masks/0/angles", json!(0), "its angles must be 1 to 65536");
    refused("/masks/0/angles", json!(65_537), "its angles must be 1 to 65536");
    refused("/masks/0/mask/bits", json!("ff"), "bits after the last of 3 x 2 pixels must be zero");
    refused("/masks", json!([]), all);
    let mask = "entry 1 of its list `sprites` is not valid: its mask must be in the list of masks";
    refused("/sprites/1/sprite/mask", id(0, 3), mask);
    refused("/sprites/1/sprite/mask", at("/vacant_masks/0"), mask);
    refused("/sprites/1/sprite/mask", json!(0), mask);
    refused("/sprites/0/sprite/position", json!([0, (1 << 30) + 1]), "position (0, 1073741825) is out of range");
    refused("/sprites/0/sprite/position", json!([i64::MAX, 0]), "invalid value");
    refused("/sprites/0/sprite/origin", json!([-67_108_865.5, 0.0]), "origin (-67108865.5, 0) is out of range");
    refused("/sprites/0/sprite/fraction", json!([0.5, 1.0]), "fraction (0.5, 1) is not valid");
    refused("/sprites/0/sprite/angle", json!(null), "invalid type: null");
    refused("/sprites/0/sprite/scale", json!([1.0, 0.0]), "scale (1, 0) is not valid");
    refused("/sprites/0/sprite/scale", json!([-1.0, 1.0]), "scale (-1, 1) is not valid");
    refused("/sprites/0/sprite/scale", json!([1.0]), "invalid length 1");
    refused("/sprites/0/sprite/turn", json!("Eighth"), "unknown variant `Eighth`");
    refused("/sprites/0/sprite/flip_x", json!([true]), "invalid type: sequence");

    // Pairs.
    let (a, b, c) = (at("/waiting_sprites/0/id"), at("/sprites/0/id"), at("/sprites/1/id"));
    let pair = |a: &Value, b: &Value| json!({"a": a, "b": b});
    let pairs = |pairs: &[Value], reason: &str| refused("/pairs", json!(pairs), reason);
    pairs(
        &[pair(&b, &a)],
        "entry 0 of its list `pairs` is not valid: the first sprite of a pair must have the smaller id",
    );
    pairs(&[pair(&b, &b)], "must have the smaller id");
    let sorted = "the pairs must be sorted, each listed once";
    pairs(&[pair(&a, &c), pair(&a, &b)], &format!("entry 1 of its list `pairs` is not valid: {sorted}"));
    pairs(&[pair(&a, &b), pair(&a, &b)], sorted);
    pairs(&[pair(&a, &id(9, 1))], "its sprites must be in `sprites` or `waiting_sprites`");
    pairs(
        &[pair(&at("/sprites/0/id"), &at("/vacant_sprites/0"))],
        "its sprites must be in `sprites` or `waiting_sprites`",
    );
    refused("/stepped", json!(false), "the list must be empty if no step has succeeded");

    // Fields.
    for (path, field) in [("", "stepped"), ("/settings", "index"), ("/sprites/0", "id"), ("/sprites/0/sprite", "data")]
    {
        let mut without: Value = saved.clone();
        without.pointer_mut(path).unwrap().as_object_mut().unwrap().remove(field);
        let error = serde_json::from_value::<World>(without).unwrap_err().to_string();
        assert!(error.contains(&format!("missing field `{field}`")), "{error}");
        let mut with = saved.clone();
        with.pointer_mut(path).unwrap()["more"] = json!(1);
        let error = serde_json::from_value::<World>(with).unwrap_err().to_string();
        assert!(error.contains("unknown field `more`"), "{error}");
    }
}

#[test]
fn bytes_that_are_no_world_are_refused_with_the_reason() {
    let bytes = small().to_bytes().unwrap();
    let refused = |bytes: &[u8]| World::from_bytes(bytes).expect_err("a damaged world");
    let resealed = |mut bytes: Vec<u8>| {
        reseal(&mut bytes);
        refused(&bytes)
    };
    for end in 0..bytes.len() {
        let error = refused(&bytes[..end]);
        let expected =
            if end < 12 { matches!(error, WorldError::NotAWorld { .. }) } else { error == WorldError::WrongChecksum };
        assert!(expected, "{end}: {error}");
        let error = resealed(bytes[..end].into());
        assert!(matches!(error, WorldError::NotAWorld { .. }), "{end}: {error}");
    }
    assert!(refused(b"PK\x03\x04 and so on").to_string().contains("they do not begin with `wrld`"));
    assert!(resealed(bytes[..40].into()).to_string().contains("they end too early"));
    assert!(resealed([&bytes[..], b"\0"].concat()).to_string().contains("bytes follow the world"));
    let mut other = bytes.clone();
    other[4] = 9;
    assert_eq!(refused(&other), WorldError::UnknownVersion { version: 9 });
    // A mask is not valid.
    let mask = bytes.windows(4).position(|window| window == b"mask").unwrap();
    let mut other = bytes.clone();
    other[mask + 8] = 200;
    assert_eq!(resealed(other), WorldError::Mask(MaskError::WrongChecksum));
    // The saved form is one for all platforms and languages.
    let digest = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |digest: u64, &byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!((bytes.len(), digest), (228, 11_775_427_299_720_057_336));
}

/// A list that claims more entries than the input has is refused, and allocates no memory for them.
#[test]
fn lists_with_a_wrong_length_are_refused() {
    let bytes = to_cbor(&small());
    let name = b"sprites";
    let at = bytes.windows(name.len()).position(|window| window == name).unwrap() + name.len();
    assert_eq!(bytes[at], 0x83, "the head of a list of three entries");
    for length in [0x1a_ffff_ffff_u64, 0x1b_0fff_ffff] {
        let head: &[u8] = &length.to_be_bytes()[3..];
        let lie = [&bytes[..at], head, &bytes[at + 1..]].concat();
        assert!(ciborium::from_reader::<World, _>(&lie[..]).is_err());
    }
    let lie = [&bytes[..at], &[0x9b], &u64::MAX.to_be_bytes()[..], &bytes[at + 1..]].concat();
    assert!(ciborium::from_reader::<World, _>(&lie[..]).is_err());
}

/// Changes random bytes of a saved world. The result is refused, or loads as a valid world.
#[test]
fn damaged_bytes_are_refused_or_load_as_a_valid_world() {
    let mut rng = Rng::new(3);
    let text = serde_json::to_string(&small()).unwrap().into_bytes();
    let saved = [text, to_cbor(&small()), small().to_bytes().unwrap()];
    let (tries, mut worlds) = (if cfg!(debug_assertions) { 2_000 } else { 100_000 }, 0);
    for round in 0..tries {
        let form = round % 3;
        let mut damaged = saved[form].clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(damaged.len() as u32) as usize;
            damaged[at] = match rng.below(3) {
                0 => rng.bits() as u8,
                1 => damaged[at] ^ 1 << rng.below(8),
                _ => damaged[at].wrapping_add(1),
            };
        }
        let read = match form {
            0 => serde_json::from_slice::<World>(&damaged).ok(),
            1 => ciborium::from_reader::<World, _>(&damaged[..]).ok(),
            _ => {
                reseal(&mut damaged);
                World::from_bytes(&damaged).ok()
            }
        };
        if let Some(mut world) = read {
            worlds += 1;
            // A damaged scale can be too large for its mask, which a refresh reports.
            match world.validate() {
                Err(WorldError::CannotTransform { .. }) => continue,
                valid => valid.unwrap(),
            }
            let _ = world.step().map(|step| step.pairs().len());
            drop(again(&world, rng.bits()));
        }
    }
    println!("{tries} damaged inputs, {worlds} of them valid");
    assert!(worlds > tries / 100);
}

/// A save that lost a bit on a disk must not load as another game.
#[test]
fn a_changed_bit_of_saved_bytes_is_an_error() {
    let mut flips = 0;
    for seed in 0..if cfg!(debug_assertions) { 20 } else { 2_000 } {
        let mut life = Life::new(Rng::new(500 + seed), [0, 0]);
        life.operations(30, false);
        let world = &life.twin.world;
        for mut bytes in [world.to_bytes().unwrap(), world.to_bytes_without_masks().unwrap()] {
            let mut rng = Rng::new(seed);
            for bit in 0..8 * bytes.len() {
                // All bits of the first worlds, and then some of each.
                if seed > 3 && rng.below(100) > 0 {
                    continue;
                }
                bytes[bit / 8] ^= 1 << (bit % 8);
                let whole = World::from_bytes(&bytes);
                let without = World::from_bytes_with_masks(&bytes, |_| Some(Arc::new(Mask::filled(9, 9).unwrap())));
                assert!(whole.is_err() && without.is_err(), "seed {seed}, bit {bit}");
                bytes[bit / 8] ^= 1 << (bit % 8);
                flips += 1;
            }
        }
    }
    println!("{flips} changed bits, all of them errors");
}

/// A continuous sprite at [0, 5] after a step, and a rock at [50, 0].
fn shot() -> (World, SpriteId) {
    let mut world = World::new();
    let [dot, square] = [1, 10].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    let bullet = world.spawn(Sprite::new(dot, [0, 5]).continuous(true)).unwrap();
    world.spawn(Sprite::new(square, [50, 0])).unwrap();
    world.step().unwrap();
    (world, bullet)
}

#[test]
fn loaded_worlds_know_the_paths_of_continuous_sprites() {
    let (world, bullet) = shot();
    for form in 0..3 {
        let mut again = again(&world, form);
        again.move_to(bullet, [100, 5]).unwrap();
        assert_eq!(again.step().unwrap().began().len(), 1);
    }
    // A world that is saved between a spawn and the step knows where the sprite was spawned, or that it has jumped
    // since.
    for jumps in [false, true] {
        let mut world = world.try_clone().unwrap();
        let dot = world.mask_ids().next().unwrap();
        let late = world.spawn(Sprite::new(dot, [0, 7]).continuous(true)).unwrap();
        if jumps {
            world.jump_to(late, [0, 8]).unwrap();
        }
        for form in 0..3 {
            let mut again = again(&world, form);
            again.move_to(late, [100, 7]).unwrap();
            assert_eq!(again.step().unwrap().began().len(), usize::from(!jumps));
        }
    }
    let mut saved = serde_json::to_value(&world).unwrap();
    let id = saved["sprites"][0]["id"].clone();
    assert_eq!(saved["last_places"], json!([{"id": id, "at": [0, 5]}]));
    let faults = [
        (json!([{"id": 77, "at": [0, 5]}]), "its sprite must be in `sprites`"),
        (json!([{"id": id, "at": [0, 5]}, {"id": id, "at": [0, 5]}]), "sorted by id, each sprite listed once"),
        (json!([{"id": id, "at": [0, (1 << 30) + 1]}]), "out of range"),
    ];
    for (places, expected) in faults {
        saved["last_places"] = places;
        let error = serde_json::from_value::<World>(saved.clone()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn worlds_are_saved_without_masks() {
    let (mut world, bullet) = shot();
    let masks: Vec<Arc<Mask>> = [3, 40].map(|side| Arc::new(Mask::filled(side, side).unwrap())).into();
    let bytes = world.to_bytes_without_masks().unwrap();
    let mut again = World::from_bytes_with_masks(&bytes, |id| masks.get(id.index()).cloned()).unwrap();
    assert_eq!(again.mask(world.get(bullet).unwrap().mask), Some(&masks[0]));
    assert!(again.sprites().eq(world.sprites()));
    for world in [&mut again, &mut world] {
        world.move_to(bullet, [100, 5]).unwrap();
        assert_eq!(world.step().unwrap().began().len(), 1);
    }
    let missing = World::from_bytes_with_masks(&bytes, |id| masks.get(id.index() + 1).cloned()).unwrap_err();
    assert!(missing.to_string().contains("entry 1 of its list `masks`"), "{missing}");
    assert!(World::from_bytes(&bytes).unwrap_err().to_string().contains("from_bytes_with_masks"));
    let whole = World::from_bytes_with_masks(&world.to_bytes().unwrap(), |_| None).unwrap_err();
    assert!(matches!(whole, WorldError::NotAWorld { .. }));
}

/// A world that version 7 saved: two masks, one of them with 8 angles, and four sprites, two of them with a pivot.
const VERSION_7: &str = "77726c640700000075f3dd900780808010904e008080800880808020010280808080100800156d61736b0200000003000000\
         02000000fa1e440e3a81808080104000176d61736b020000000500000004000000de631f4affff0f00048080808010808080\
         80100202010001000001020201ffffffff0f000000000007818080801080808080100000000000804001000000000000f83f\
         000000000000e03f0001ffffffff0f000000000100828080801081808080101207000000d52a0001080603ffffffff0f0000\
         0000000083808080108180808010b401b40100000000000001ffffffff0f0000010201000000000180808080108180808010\
         018380808010b401b401";

#[test]
fn a_world_of_version_7_opens() {
    let bytes: Vec<u8> =
        (0..VERSION_7.len()).step_by(2).map(|at| u8::from_str_radix(&VERSION_7[at..at + 2], 16).unwrap()).collect();
    let mut world = World::from_bytes(&bytes).unwrap();
    let sprites: Vec<Sprite> = world.sprites().map(|(_, sprite)| sprite).collect();
    let [ball, other] = [0, 2].map(|sprite: usize| sprites[sprite].mask);
    let degrees = |degrees: f64| Angle::degrees(degrees).unwrap();
    let drawn_at = |sprite: Sprite, pivot: [f64; 2]| sprite.origin(pivot).fraction([0.5, 0.5]);
    let turned = Sprite::new(ball, [1, 1]).flip_x(true).turn(QuarterTurn::Quarter).data(7);
    // Degrees were multiples of 360 / 65536.
    let thirty = degrees(5461.0 * 360.0 / 65_536.0);
    let expected = [
        drawn_at(turned, [1.5, 1.5]),
        Sprite::new(ball, [0, 0]).scale([1.5, 0.5]).angle(degrees(45.0)),
        drawn_at(Sprite::new(other, [9, -4]).angle(thirty).layers(3), [4.5, 3.5]),
        Sprite::new(other, [90, 90]).continuous(true).one_way(Side::Top),
    ];
    assert_eq!(sprites, expected);
    world.validate().unwrap();
    // The pixel of the pivot stays at the position.
    let ids: Vec<SpriteId> = world.sprites().map(|(id, _)| id).collect();
    let view = world.refresh().unwrap();
    assert!(view.find([1, 1]).contains(&ids[0]) && view.find([9, -4]).contains(&ids[2]));
    assert_eq!(
        World::from_bytes(&world.to_bytes().unwrap()).unwrap().sprites().map(|(_, s)| s).collect::<Vec<_>>(),
        expected
    );
}

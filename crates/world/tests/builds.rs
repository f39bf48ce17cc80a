//! The same bytes from every build: with rayon and without, in debug and in release.

use mask::Mask;
use world::{Pair, Sprite, SpriteId, Turn, World};

/// More than work is shared from.
const SPRITES: usize = World::DEFAULT_PARALLEL_FROM + 4000;
/// The rows are arranged anew in the eighth step.
const STEPS: usize = 12;
/// Of all lists of all steps, by [`hash`].
const GOLDEN: u64 = 0x9e49_24c9_fa51_d265;

/// Goes on with Fowler, Noll and Vo's hash 1a, over slots as four bytes each, least significant first.
fn hash(state: u64, ids: impl Iterator<Item = SpriteId>) -> u64 {
    let bytes = ids.flat_map(|id| (id.index() as u32).to_le_bytes());
    bytes.fold(state, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Numbers below a bound, always the same ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound) as i32
    }
}

#[test]
fn all_builds_give_the_same_bytes() {
    let mut numbers = Numbers(7);
    let mut world = World::new();
    let masks: Vec<_> = (3..9)
        .map(|r: u32| {
            let far = |x: u32| (2 * x + 1).abs_diff(4 * r).pow(2);
            let half = Mask::from_fn(4 * r, 4 * r, |x, y| far(x) + far(y) <= (4 * r).pow(2) && x + y > 3 * r);
            world.add_mask(half.expect("it is small")).expect("there is memory")
        })
        .collect();
    let mut ids = Vec::new();
    let sprite = |numbers: &mut Numbers| {
        let mask = masks[numbers.below(masks.len() as u64) as usize];
        let turn = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][numbers.below(4) as usize];
        let sprite = Sprite::new(mask, [numbers.below(6000), numbers.below(6000)]).turned(turn);
        let sprite = sprite.layers(1 << numbers.below(2)).collides_with(numbers.below(3) as u32 + 1);
        if numbers.below(5) == 0 { sprite.fixed().flipped_x() } else { sprite }
    };
    for _ in 0..SPRITES {
        ids.push(world.spawn(sprite(&mut numbers)).expect("there is room"));
    }
    let (mut state, mut pairs) = (0xcbf2_9ce4_8422_2325, 0);
    let both = |list: &[Pair]| list.iter().flat_map(|pair| [pair.a, pair.b]).collect::<Vec<_>>().into_iter();
    for step in 0..STEPS {
        // In the last steps few move, so that lists are mended.
        let moved = if step < 9 { SPRITES } else { 300 };
        for &id in &ids[..moved] {
            world.move_by(id, [numbers.below(9) - 4, numbers.below(9) - 4]).expect("they stay near");
        }
        world.despawn(ids.swap_remove(moved / 2)).expect("it is there");
        ids.push(world.spawn(sprite(&mut numbers)).expect("there is room"));
        let step = world.step().expect("there are few pairs");
        for list in [step.pairs(), step.began(), step.ended(), &step.view().candidates().expect("there are few")] {
            state = hash(state, both(list));
        }
        pairs += step.pairs().len();
    }
    println!("{pairs} pairs in {STEPS} steps of {SPRITES} sprites: {state:#018x}");
    assert_eq!(state, GOLDEN, "{state:#018x}");
}

//! All builds list equal pairs in equal order: with and without rayon, in debug and in release.

use mask::Mask;
use world::{Pair, QuarterTurn, Sprite, SpriteId, World, WorldLimits};

/// The start of a [`hash`].
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;
/// The number of sprites. From [`WorldLimits::PARALLEL_FROM`] sprites on, a build with rayon uses several threads.
const SPRITES: usize = 24_000;
const _: () = assert!(SPRITES >= WorldLimits::PARALLEL_FROM);
/// The number of steps.
const STEPS: usize = 12;
/// The [`hash`] of all lists of all steps.
const GOLDEN: u64 = 0xf6e0_43d9_ca23_3d29;
/// The hash of the candidates in the order of the joins, which only a change of the trees may change.
const ORDER: u64 = 0xdbf4_4752_d9af_0ad7;

/// Continues a Fowler-Noll-Vo hash 1a over pairs of numbers, each as four bytes, least significant first.
pub(crate) fn hash(state: u64, pairs: &[(u32, u32)]) -> u64 {
    let bytes = pairs.iter().flat_map(|&(a, b)| [a.to_le_bytes(), b.to_le_bytes()].concat());
    bytes.fold(state, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The number of the last sprite in each slot. A sprite that replaces another has the number of the other.
#[derive(Default)]
struct Places(Vec<u32>);

impl Places {
    fn set(&mut self, id: SpriteId, number: u32) {
        self.0.resize(self.0.len().max(id.index() + 1), 0);
        self.0[id.index()] = number;
    }

    /// Converts pairs of ids to pairs of numbers, the smaller number first.
    fn pairs(&self, pairs: &[Pair]) -> Vec<(u32, u32)> {
        let numbers = pairs.iter().map(|pair| [pair.a, pair.b].map(|id| self.0[id.index()]));
        numbers.map(|[a, b]| (a.min(b), a.max(b))).collect()
    }

    fn sorted(&self, pairs: &[Pair]) -> Vec<(u32, u32)> {
        assert!(pairs.is_sorted());
        let mut pairs = self.pairs(pairs);
        pairs.sort_unstable();
        pairs
    }
}

/// A generator of pseudo-random numbers, equal in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound) as i32
    }
}

#[test]
fn all_builds_list_equal_pairs() {
    let mut numbers = Numbers(7);
    let mut world = World::new();
    let masks: Vec<_> = (3..9)
        .map(|r: u32| {
            let far = |x: u32| (2 * x + 1).abs_diff(4 * r).pow(2);
            let half = Mask::from_fn(4 * r, 4 * r, |x, y| far(x) + far(y) <= (4 * r).pow(2) && x + y > 3 * r);
            world.add_mask(half.expect("the mask is small")).expect("the world is below its limits")
        })
        .collect();
    let mut ids = Vec::new();
    let sprite = |numbers: &mut Numbers| {
        let mask = masks[numbers.below(masks.len() as u64) as usize];
        let turn = QuarterTurn::ALL[numbers.below(4) as usize];
        let sprite = Sprite::new(mask, [numbers.below(6000), numbers.below(6000)]).turn(turn);
        let sprite = sprite.layers(1 << numbers.below(2)).collides_with(numbers.below(3) as u32 + 1);
        if numbers.below(5) == 0 { sprite.fixed(true).flip_x(true) } else { sprite }
    };
    let mut places = Places::default();
    for number in 0..SPRITES {
        ids.push(world.spawn(sprite(&mut numbers)).expect("the world is below its limits"));
        places.set(ids[number], number as u32);
    }
    let (mut state, mut order, mut pairs) = (START, START, 0);
    for step in 0..STEPS {
        // In the last steps few sprites move, so that the list of the step before is patched.
        let moved = if step < 9 { SPRITES } else { 300 };
        for &id in &ids[..moved] {
            world.move_by(id, [numbers.below(9) - 4, numbers.below(9) - 4]).expect("the position is within the limit");
        }
        let gone = ids.swap_remove(moved / 2);
        world.despawn(gone).expect("the id is valid");
        let came = world.spawn(sprite(&mut numbers)).expect("the world is below its limits");
        ids.push(came);
        places.set(came, places.0[gone.index()]);
        let step = world.step().expect("the pairs are below the limit");
        for list in [step.pairs(), step.began(), step.ended()] {
            state = hash(state, &places.sorted(list));
        }
        let mut candidates = step.view().candidates().expect("the pairs are below the limit");
        order = hash(order, &places.pairs(&candidates));
        candidates.sort_unstable();
        state = hash(state, &places.sorted(&candidates));
        pairs += step.pairs().len();
    }
    println!("{pairs} pairs in {STEPS} steps of {SPRITES} sprites: {state:#018x}");
    assert_eq!(state, GOLDEN, "{state:#018x}");
    assert_eq!(order, ORDER, "{order:#018x}");
}

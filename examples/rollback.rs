//! Rollback: a game that keeps its own positions, and a player whose inputs arrive ten steps late.
//!
//! The game does not wait. It guesses that the far player still steers as in the last input that it knows. If a late input
//! differs from the guess, the game goes back to the state of that step and simulates the steps since then again. At the
//! end, the state must equal the state of a run without lateness, to the last bit.
//!
//! The world needs no copy: its sprites are where `World::sync` puts them, and `View::collisions` depends on nothing else.
//! In the picture, the red dots are what the game showed by a wrong guess, until it knew better.
//!
//!     cargo run --release -p show --example rollback -- rollback.png

use hitmask::{Mask, Sprite, SpriteId, World, pixel};
use image::{Rgb, RgbImage};
use std::{error::Error, time::Instant};

type Any<T> = Result<T, Box<dyn Error>>;
/// The acceleration that a player asks for, in pixels a step, added in each step.
type Input = [f64; 2];

const SIZE: [i32; 2] = [880, 420];
const STEPS: usize = 420;
const LATE: usize = 10;
/// The sides of the ships and of the rocks.
const SIDES: [i32; 14] = [26, 26, 44, 30, 52, 24, 36, 60, 28, 40, 32, 48, 22, 34];

#[derive(Clone, PartialEq, Debug)]
struct Body {
    /// The center, in pixels.
    at: [f64; 2],
    /// Pixels a step.
    velocity: [f64; 2],
}

/// All that the future depends on. It is small, so that a copy for each step costs little.
type State = Vec<Body>;

struct Game {
    world: World,
    ids: Vec<SpriteId>,
}

impl Game {
    fn new() -> Any<(Game, State)> {
        let (mut world, mut ids, mut state) = (World::new(), Vec::new(), State::new());
        for (n, side) in SIDES.into_iter().enumerate() {
            let middle = f64::from(side - 1) / 2.0;
            let disc = |x: u32, y: u32| {
                let [x, y] = [x, y].map(|c| f64::from(c) - middle);
                // The ships are rings, the rocks are discs.
                x * x + y * y <= middle * middle && (n > 1 || x * x + y * y >= 36.0)
            };
            let mask = world.add_mask(Mask::from_fn(side as u32, side as u32, disc)?)?;
            ids.push(world.spawn(Sprite::new(mask, [0, 0]).origin([f64::from(side) / 2.0; 2]))?);
            let (column, row) = ((n * 5 % 14) as f64, (n % 3) as f64);
            state.push(Body { at: [40.0 + 61.0 * column, 80.0 + 130.0 * row], velocity: [0.0; 2] });
        }
        Ok((Game { world, ids }, state))
    }

    /// Computes one step. The result depends on the state and on the inputs only.
    fn advance(&mut self, state: &mut State, inputs: [Input; 2]) -> Any<()> {
        for (n, (body, side)) in state.iter_mut().zip(SIDES).enumerate() {
            for axis in 0..2 {
                let push = inputs.get(n).map_or(0.0, |input| input[axis]);
                body.velocity[axis] = (body.velocity[axis] + push) * 0.985;
                body.at[axis] += body.velocity[axis];
                let (low, high) = (f64::from(side) / 2.0, f64::from(SIZE[axis]) - f64::from(side) / 2.0);
                if !(low..=high).contains(&body.at[axis]) {
                    body.at[axis] = body.at[axis].clamp(low, high);
                    body.velocity[axis] = -body.velocity[axis];
                }
            }
        }
        let places: Vec<[i32; 2]> = state.iter().map(|body| pixel(body.at)).collect::<Result<_, _>>()?;
        self.world.sync(self.ids.iter().copied().zip(places))?;
        let view = self.world.refresh()?;
        for pair in view.collisions()? {
            // Slots were given in the order of the bodies, so the index of an id is the number of its body.
            let [a, b] = [pair.a.index(), pair.b.index()];
            let [x, y] = view.contact(pair.a, pair.b).ok_or("a collision of two sprites")?.normal();
            let [u, v] = [0, 1].map(|axis| state[a].velocity[axis] - state[b].velocity[axis]);
            let apart = (u * x + v * y).min(0.0); // 0 if the two already part
            let [weight_a, weight_b] = [a, b].map(|n| f64::from(SIDES[n] * SIDES[n]));
            for (body, share) in [(a, -2.0 * weight_b), (b, 2.0 * weight_a)] {
                let push = apart * share / (weight_a + weight_b);
                state[body].velocity = [state[body].velocity[0] + push * x, state[body].velocity[1] + push * y];
            }
        }
        Ok(())
    }
}

/// The input of a player in a step: a new direction every 30 steps or so.
fn input(player: usize, step: usize) -> Input {
    let turn = (step + 13 * player) / 30 * 7 + 3 * player;
    [[0.3, 0.1], [-0.2, 0.25], [0.25, -0.2], [-0.3, -0.1], [0.1, 0.3], [0.15, -0.3]][turn % 6]
}

fn main() -> Any<()> {
    // The run without lateness.
    let (mut game, mut state) = Game::new()?;
    let mut prompt = vec![state.clone()];
    for step in 0..STEPS {
        game.advance(&mut state, [input(0, step), input(1, step)])?;
        prompt.push(state.clone());
    }

    let (mut game, mut state) = Game::new()?;
    // The states before each step, and the inputs of the far player that these steps used.
    let (mut before, mut used): (Vec<State>, Vec<Input>) = (Vec::new(), Vec::new());
    let (mut rollbacks, mut again, mut wrong) = (0, 0, Vec::new());
    let start = Instant::now();
    for now in 0..STEPS + LATE {
        if let Some(late) = now.checked_sub(LATE) {
            let arrived = input(1, late);
            if arrived != used[late] {
                wrong.extend(before[late + 1..].iter().chain([&state]).map(|state| state[1].at));
                state = before[late].clone();
                before.truncate(late);
                used.truncate(late);
                rollbacks += 1;
            }
        }
        while before.len() < (now + 1).min(STEPS) {
            let step = before.len();
            // The last input that has arrived, which is a guess for all later steps.
            let guess = now.checked_sub(LATE).map_or([0.0; 2], |late| input(1, late.min(step)));
            again += usize::from(step < now);
            before.push(state.clone());
            used.push(guess);
            game.advance(&mut state, [input(0, step), guess])?;
        }
    }
    let (took, steps) = (start.elapsed(), STEPS + again);
    before.push(state);
    assert!(before == prompt, "the late run must end like the prompt run");
    println!("{rollbacks} rollbacks; {STEPS} steps and {again} again; {:.1?} a step", took / steps as u32);
    println!("the two runs are equal in all {STEPS} steps");

    if let Some(path) = std::env::args().nth(1) {
        picture(&mut game.world, &before, &wrong)?.save(path)?;
    }
    Ok(())
}

/// Draws the last state, the paths of both ships, and the paths by wrong guesses.
fn picture(world: &mut World, states: &[State], wrong: &[[f64; 2]]) -> Any<RgbImage> {
    let mut picture = RgbImage::from_pixel(SIZE[0] as u32, SIZE[1] as u32, Rgb([24, 28, 38]));
    let mut dot = |at: [f64; 2], radius: f64, color: [u8; 3]| {
        for (x, y) in (-3..=3).flat_map(|y| (-3..=3).map(move |x| (x, y))) {
            if f64::from(x * x + y * y) <= radius * radius {
                let [x, y] = [at[0] as i32 + x, at[1] as i32 + y];
                if (0..SIZE[0]).contains(&x) && (0..SIZE[1]).contains(&y) {
                    picture.put_pixel(x as u32, y as u32, Rgb(color));
                }
            }
        }
    };
    const COLORS: [[u8; 3]; 2] = [[90, 200, 250], [255, 190, 60]];
    for (state, next) in states.iter().zip(&states[1..]) {
        for (ship, part) in (0..2).flat_map(|ship| (0..6).map(move |part| (ship, f64::from(part) / 6.0))) {
            let [from, to] = [state[ship].at, next[ship].at];
            dot([0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis])), 1.5, COLORS[ship].map(|c| c / 4 * 3));
        }
    }
    wrong.iter().for_each(|&at| dot(at, 2.0, [255, 70, 70]));
    let view = world.refresh()?;
    for (n, (id, _)) in view.sprites().enumerate() {
        let shape = view.shape(id)?;
        let color = COLORS.get(n).copied().unwrap_or([96, 104, 120]);
        shape.pixels().for_each(|[x, y]| dot([f64::from(x), f64::from(y)], 0.0, color));
    }
    Ok(picture)
}

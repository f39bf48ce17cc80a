//! What games ask between steps: free places, packing, sprites that are pushed out, and the frame of a platformer.

use anyhow::Result;
use mask::{Mask, Reach, Rect};
use std::rc::Rc;
use suites::case::Case;
use suites::suite::{Family, SEED, Spec};
use testkit::{Rng, shape};
use world::{Motion, Side, Sprite, SpriteId, World};

/// The size of the terrain and of the board, in pixels.
const SIZE: [u32; 2] = [1920, 1080];
/// The number of words that are packed.
const WORDS: usize = 500;
/// The limit of a push, in pixels.
const LIMIT: i32 = 256;

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let family = |name: &str, title: &str, unit, answer, n, against: Vec<&'static str>, build: fn() -> Result<Case>| {
        let specs = vec![Spec { name: name.to_owned(), n, against, build: Box::new(build) }];
        Family { suite: "games", name: name.to_owned(), title: title.to_owned(), unit, answer, specs }
    };
    vec![
        family(
            "free-place",
            "where is the free place nearest to a sprite of 64 px, 56 to 72 px deep in terrain of 1920 x 1080?",
            "px",
            "places",
            64,
            vec!["every-offset"],
            free_places,
        ),
        family(
            "pack-words",
            "where do 500 words fit into 1920 x 1080, each as near to the middle as it can be?",
            "words",
            "places",
            WORDS,
            vec!["every-offset"],
            pack,
        ),
        family(
            "push-out",
            "where do 1,000 sprites of 32 px go, out of terrain and of each other, one after the other?",
            "sprites",
            "moves",
            1000,
            vec![],
            push_out,
        ),
        family(
            "platformer",
            "a frame of a platformer: a lift that carries, a hero, a crate, four walkers, and the step",
            "sprites",
            "pairs",
            13,
            vec!["bare-moves"],
            platformer,
        ),
    ]
}

/// All moves up to a length, the nearest first, then the topmost, then the leftmost.
fn moves(length: i32) -> Vec<[i32; 2]> {
    let mut moves: Vec<[i32; 2]> = (-length..=length).flat_map(|y| (-length..=length).map(move |x| [x, y])).collect();
    moves.retain(|[x, y]| x * x + y * y <= length * length);
    moves.sort_unstable_by_key(|&[x, y]| (x * x + y * y, y, x));
    moves
}

/// Solid rock with caves.
fn terrain() -> Mask {
    let mut rng = Rng::new(SEED);
    let [width, height] = SIZE;
    let caves: Vec<[i32; 3]> =
        (0..60).map(|_| [rng.within(0..width as i32), rng.within(0..height as i32), rng.within(36..70)]).collect();
    let is_cave = |x: i32, y: i32| caves.iter().any(|[cx, cy, r]| (x - cx).pow(2) + (y - cy).pow(2) < r * r);
    shape::mask(&shape::grid(width, height, |x, y| !is_cave(x as i32, y as i32)))
}

fn free_places() -> Result<Case> {
    let (land, sprite) = (Rc::new(terrain()), Rc::new(shape::mask(&shape::ship(64))));
    let mut rng = Rng::new(SEED);
    let mut any = || [rng.within(0..SIZE[0] as i32 - 64), rng.within(0..SIZE[1] as i32 - 64)];
    let is_deep = |at: &[i32; 2]| {
        let out = sprite.penetration(&land, at.map(|c| -c));
        out.is_some_and(|[x, y]| (56 * 56..72 * 72).contains(&(x * x + y * y)))
    };
    let places: Vec<[i32; 2]> = std::iter::from_fn(|| Some(any())).filter(is_deep).take(64).collect();
    let moves = moves(80);
    let (our_land, our_sprite) = (Rc::clone(&land), Rc::clone(&sprite));
    Ok(Case::asking(places)
        .row("hitmask", move |&at| our_land.nearest_free(&our_sprite, at, 80))
        .row("every-offset", move |at| {
            let mut places = moves.iter().map(|[x, y]| [at[0] + x, at[1] + y]);
            places.find(|&place| !land.overlaps(&sprite, place))
        })
        .done())
}

/// Words of letters that are made of blocks, the large ones first, 20 to 300 px wide.
fn words() -> Vec<Mask> {
    let mut rng = Rng::new(SEED);
    let mut words: Vec<Mask> = (0..WORDS as u32)
        .map(|word| {
            let block = 1 + (WORDS as u32 - word) * 5 / WORDS as u32;
            let letters = 4 + rng.below(6);
            // A letter has 5 x 7 blocks, most of them solid.
            let solid: Vec<bool> = (0..letters * 35).map(|_| rng.below(10) < 7).collect();
            let width = (letters * 6 * block).clamp(20, 300);
            let is_solid = |x: u32, y: u32| {
                let [column, row] = [x / block, y / block];
                column % 6 < 5 && solid[((column / 6 * 7 + row) * 5 + column % 6) as usize % solid.len()]
            };
            shape::mask(&shape::grid(width, 7 * block, is_solid))
        })
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.count()));
    words
}

fn pack() -> Result<Case> {
    let words = Rc::new(words());
    let middle = |word: &Mask| [(SIZE[0] - word.width()) as i32 / 2, (SIZE[1] - word.height()) as i32 / 2];
    let within = Rect { left: 0, top: 0, width: SIZE[0], height: SIZE[1] };
    type Place = fn(&Mask, &Mask, [i32; 2], &[[i32; 2]], Rect) -> Option<[i32; 2]>;
    let pack = move |place: Place, moves: Vec<[i32; 2]>| {
        let words = Rc::clone(&words);
        move |(): &()| -> Vec<Option<[i32; 2]>> {
            let mut board = Mask::new(SIZE[0], SIZE[1]).expect("the board fits");
            let mut put = |word: &Mask| {
                let at = place(&board, word, middle(word), &moves, within)?;
                board.draw(word, at);
                Some(at)
            };
            words.iter().map(&mut put).collect()
        }
    };
    let ours: Place = |board, word, at, _, within| board.nearest_free(word, at, Reach::new(2000).inside(within));
    let every: Place = |board, word, at, moves, within| {
        let fits = |[x, y]: &[i32; 2]| {
            let last = [within.width - word.width(), within.height - word.height()].map(|c| c as i32);
            (0..=last[0]).contains(x) && (0..=last[1]).contains(y) && !board.overlaps(word, [*x, *y])
        };
        moves.iter().map(|[x, y]| [at[0] + x, at[1] + y]).find(fits)
    };
    Ok(Case::asking(vec![()])
        .row("hitmask", pack(ours, Vec::new()))
        .row("every-offset", pack(every, moves(1110)))
        .done())
}

/// A world of terrain and of sprites that lie anywhere in it.
fn heap() -> Result<(World, Vec<SpriteId>)> {
    let mut world = World::new();
    let (land, ball) = (world.add_mask(terrain())?, world.add_mask(shape::mask(&shape::disc(32)))?);
    world.spawn(Sprite::new(land, [0, 0]).fixed(true))?;
    let mut rng = Rng::new(SEED);
    // In and about the caves, and above the ground.
    let mut any = || [rng.within(-200..SIZE[0] as i32 + 200), rng.within(-400..SIZE[1] as i32)];
    let ids = (0..1000).map(|_| world.spawn(Sprite::new(ball, any()))).collect::<Result<_, _>>()?;
    Ok((world, ids))
}

fn push_out() -> Result<Case> {
    let (world, ids) = heap()?;
    let places: Vec<[i32; 2]> = ids.iter().filter_map(|&id| world.get(id)).map(|sprite| sprite.position).collect();
    let back = move |(world, ids): &mut (World, Vec<SpriteId>), _: &()| {
        let moves = ids.iter().copied().zip(places.iter().copied());
        world.sync(moves).expect("the places are in range");
        world.refresh().expect("the world is small");
    };
    let read = |(world, ids): &(World, Vec<SpriteId>), moves: Vec<Option<[i32; 2]>>| {
        // None overlaps another sprite afterwards, or it said so.
        let view = world.view().map_or_else(Vec::new, |view| {
            let stuck = |id: &SpriteId| !view.is_free(*id).expect("a sprite");
            ids.iter().zip(&moves).filter(|(id, by)| by.is_some() && stuck(id)).map(|(id, _)| *id).collect()
        });
        anyhow::ensure!(view.is_empty(), "{} sprites overlap others", view.len());
        Ok(moves)
    };
    Ok(Case::asking(vec![()])
        .prepared_row(
            "hitmask",
            (world, ids),
            back,
            |(world, ids), (): &()| {
                let moves =
                    world.push_out_many(ids.iter().copied(), LIMIT as u32).expect("the sprites are in the world");
                world.refresh().expect("the world is small");
                moves
            },
            read,
        )
        .done())
}

/// A level with a hero, a crate on a lift, four walkers, two one-way planks, three coins and the ground.
struct Level {
    world: World,
    lift: SpriteId,
    hero: SpriteId,
    crate_: SpriteId,
    walkers: [SpriteId; 4],
    frame: i32,
}

/// The number of frames after which a level is as it was.
const CYCLE: i32 = 64;

impl Level {
    fn new() -> Result<Level> {
        let mut world = World::new();
        let [ground, plank, hero, walker, coin, crate_] = [
            shape::grid(640, 80, |x, y| y > 20 + (x / 4) % 20),
            shape::grid(96, 8, |_, _| true),
            shape::ship(32),
            shape::disc(24),
            shape::disc(12),
            shape::grid(20, 20, |_, _| true),
        ]
        .map(|grid| world.add_mask(shape::mask(&grid)));
        world.spawn(Sprite::new(ground?, [0, 400]).fixed(true))?;
        let plank = plank?;
        let lift = world.spawn(Sprite::new(plank, [100, 300]).fixed(true).one_way(Side::Top))?;
        for x in [250, 400] {
            world.spawn(Sprite::new(plank, [x, 340]).fixed(true).one_way(Side::Top))?;
        }
        let coin = coin?;
        for x in [130, 280, 430] {
            world.spawn(Sprite::new(coin, [x, 380]).sensor(true))?;
        }
        let (hero, crate_) =
            (world.spawn(Sprite::new(hero?, [110, 268]))?, world.spawn(Sprite::new(crate_?, [160, 280]))?);
        let walker = walker?;
        let walkers = [200, 300, 450, 550].map(|x| world.spawn(Sprite::new(walker, [x, 380]).layers(2)));
        let [a, b, c, d] = walkers;
        Ok(Level { world, lift, hero, crate_, walkers: [a?, b?, c?, d?], frame: 0 })
    }

    /// Moves all sprites by a frame, and steps. `carries` says whether the lift carries, or only moves.
    fn step(&mut self, carries: bool) -> Result<usize> {
        let Level { world, lift, hero, crate_, walkers, frame } = self;
        let toward = if *frame % CYCLE < CYCLE / 2 { 1 } else { -1 };
        *frame += 1;
        let at = |world: &World, id: SpriteId| world.get(id).map_or([0; 2], |sprite| sprite.position);
        let [x, y] = at(world, *lift);
        match carries {
            true => _ = world.carry(*lift, [x + toward, y - toward], None)?,
            false => world.move_to(*lift, [x + toward, y - toward])?,
        }
        for id in [*hero, *crate_] {
            let [x, y] = at(world, id);
            world.move_until(id, [x, y + 2], Motion::SLIDE)?;
        }
        for &mut id in walkers {
            let [x, y] = at(world, id);
            world.move_until(id, [x + 2 * toward, y], Motion::walk(4, 4))?;
        }
        Ok(world.step()?.pairs().len())
    }
}

fn platformer() -> Result<Case> {
    let step = |carries| move |level: &mut Level, (): &()| level.step(carries);
    let read = |_: &Level, pairs: Result<usize>| Ok(u64::try_from(pairs?)?);
    Ok(Case::asking(vec![(); 8 * CYCLE as usize])
        .row_with("hitmask", Level::new()?, step(true), read)
        .row_with("bare-moves", Level::new()?, step(false), read)
        .aside()
        .done())
}

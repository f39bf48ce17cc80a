//! Draws the moving picture of the README: boxes say hit and pixels say no; a swarm of 100,000; holes are dug. It also
//! draws the picture that stands still, with "hit" and "no hit".
//!
//!     cargo run --release -p show --features gif --example moving_picture -- docs/pictures/hitmask.gif docs/pictures/hitmask.png

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use hitmask::mask::Solid;
use hitmask::{Angle, Mask, MaskId, Sprite, SpriteId, World};
use image::{ImageReader, Rgb, RgbImage, RgbaImage};
use show::Random;
use std::collections::HashMap;
use std::error::Error;

use std::fs::File;

type Any<T> = Result<T, Box<dyn Error>>;
type Color = [u8; 3];

const SIZE: [u32; 2] = [640, 360];
const NIGHT: Color = [18, 20, 30];
const WHITE: Color = [236, 240, 248];
const GRAY: Color = [118, 126, 148];
const RED: Color = [255, 70, 60];
const GREEN: Color = [96, 214, 120];
/// The display time of a frame, in hundredths of a second.
const DELAY: u16 = 7;

const PEBBLE: &str = ".###.\n#####\n#####\n#####\n.###.";

/// Letters of 5 x 5 pixels. Each is a mask.
const LETTERS: &[(char, &str)] = &[
    ('A', ".###.\n#...#\n#####\n#...#\n#...#"),
    ('B', "####.\n#...#\n####.\n#...#\n####."),
    ('C', ".####\n#....\n#....\n#....\n.####"),
    ('D', "####.\n#...#\n#...#\n#...#\n####."),
    ('E', "#####\n#....\n####.\n#....\n#####"),
    ('F', "#####\n#....\n####.\n#....\n#...."),
    ('G', ".####\n#....\n#..##\n#...#\n.####"),
    ('H', "#...#\n#...#\n#####\n#...#\n#...#"),
    ('I', "#\n#\n#\n#\n#"),
    ('L', "#....\n#....\n#....\n#....\n#####"),
    ('M', "#...#\n##.##\n#.#.#\n#...#\n#...#"),
    ('N', "#...#\n##..#\n#.#.#\n#..##\n#...#"),
    ('O', ".###.\n#...#\n#...#\n#...#\n.###."),
    ('P', "####.\n#...#\n####.\n#....\n#...."),
    ('R', "####.\n#...#\n####.\n#..#.\n#...#"),
    ('S', ".####\n#....\n.###.\n....#\n####."),
    ('T', "#####\n..#..\n..#..\n..#..\n..#.."),
    ('U', "#...#\n#...#\n#...#\n#...#\n.###."),
    ('V', "#...#\n#...#\n#...#\n.#.#.\n..#.."),
    ('W', "#...#\n#...#\n#.#.#\n##.##\n#...#"),
    ('X', "#...#\n.#.#.\n..#..\n.#.#.\n#...#"),
    ('Y', "#...#\n.#.#.\n..#..\n..#..\n..#.."),
    ('0', ".###.\n#..##\n#.#.#\n##..#\n.###."),
    ('1', "##\n.#\n.#\n.#\n.#"),
    ('2', "####.\n....#\n.###.\n#....\n#####"),
    (',', ".\n.\n.\n#\n#"),
    ('.', ".\n.\n.\n.\n#"),
    (' ', "..\n..\n..\n..\n.."),
];

/// A picture with the pixels that are solid in it.
struct Art {
    image: RgbaImage,
    mask: Mask,
}

impl Art {
    fn open(name: &str) -> Any<Art> {
        let image = ImageReader::open(format!("examples/scene/{name}"))?.decode()?.to_rgba8();
        let mask = Mask::from_image(&image, Solid::AlphaAbove(127))?;
        Ok(Art { image, mask })
    }

    /// A part of a picture in which one color means empty.
    fn cut(name: &str, [left, top, width, height]: [u32; 4], empty: Color) -> Any<Art> {
        let sheet = ImageReader::open(format!("examples/scene/{name}"))?.decode()?.to_rgba8();
        let mut image = image::imageops::crop_imm(&sheet, left, top, width, height).to_image();
        for pixel in image.pixels_mut().filter(|pixel| pixel.0[..3] == empty) {
            pixel.0[3] = 0;
        }
        let mask = Mask::from_image(&image, Solid::AlphaAbove(127))?;
        Ok(Art { image, mask })
    }
}

/// A frame that is drawn. Its own pixels are `zoom` pixels of the picture wide.
struct Canvas {
    picture: RgbImage,
    origin: [i32; 2],
    zoom: i32,
}

impl Canvas {
    fn new(color: Color) -> Canvas {
        Canvas { picture: RgbImage::from_pixel(SIZE[0], SIZE[1], Rgb(color)), origin: [0, 0], zoom: 1 }
    }

    /// From now on, (0, 0) is here and a pixel is this wide.
    fn view(&mut self, origin: [i32; 2], zoom: i32) {
        (self.origin, self.zoom) = (origin, zoom);
    }

    fn put(&mut self, [x, y]: [i32; 2], color: Color) {
        let [left, top] = [self.origin[0] + x * self.zoom, self.origin[1] + y * self.zoom];
        for (dx, dy) in (0..self.zoom).flat_map(|dy| (0..self.zoom).map(move |dx| (dx, dy))) {
            if let Some(pixel) = self.picture.get_pixel_mut_checked((left + dx) as u32, (top + dy) as u32) {
                *pixel = Rgb(color);
            }
        }
    }

    fn mask(&mut self, mask: &Mask, at: [i32; 2], color: Color) {
        mask.pixels().for_each(|[x, y]| self.put([at[0] + x, at[1] + y], color));
    }

    fn art(&mut self, art: &Art, at: [i32; 2]) {
        for (x, y, pixel) in art.image.enumerate_pixels().filter(|(.., pixel)| pixel.0[3] > 127) {
            self.put([at[0] + x as i32, at[1] + y as i32], [pixel.0[0], pixel.0[1], pixel.0[2]]);
        }
    }

    /// The border of a box, one pixel of the picture wide.
    fn frame(&mut self, [width, height]: [u32; 2], at: [i32; 2], color: Color) {
        let zoom = self.zoom;
        let origin = [0, 1].map(|axis| self.origin[axis] + at[axis] * zoom);
        let [width, height] = [width, height].map(|length| length as i32 * zoom);
        let before = (self.origin, self.zoom);
        self.view(origin, 1);
        for x in -1..=width {
            self.put([x, -1], color);
            self.put([x, height], color);
        }
        for y in -1..=height {
            self.put([-1, y], color);
            self.put([width, y], color);
        }
        (self.origin, self.zoom) = before;
    }

    fn text(&mut self, text: &str, at: [i32; 2], zoom: i32, color: Color) -> Any<()> {
        self.view(at, zoom);
        let mut x = 0;
        for letter in text.chars() {
            let (_, shape) = LETTERS.iter().find(|(one, _)| *one == letter).ok_or(format!("no letter {letter}"))?;
            let shape: Mask = shape.parse()?;
            self.mask(&shape, [x, 0], color);
            x += shape.width() as i32 + 1;
        }
        Ok(())
    }

    /// Two sprites, their boxes, the pixels that they share, and what boxes and pixels say.
    fn pair(&mut self, [a, b]: [&Art; 2], at: [i32; 2]) -> Any<()> {
        let shared = a.mask.overlap_mask(&b.mask, at);
        let hit = shared.bounds().is_some();
        for (art, at) in [(a, [0, 0]), (b, at)] {
            self.frame([art.mask.width(), art.mask.height()], at, if hit { RED } else { GRAY });
            self.art(art, at);
        }
        self.mask(&shared, [0, 0], RED);
        Ok(())
    }
}

/// The words of a result, in its color.
fn verdict(hit: bool) -> (&'static str, Color) {
    if hit { ("HIT", RED) } else { ("NO HIT", GREEN) }
}

/// The film: frames with one palette.
#[derive(Default)]
struct Film {
    palette: Vec<Color>,
    indexes: HashMap<Color, u8>,
    frames: Vec<(Vec<u8>, u16)>,
}

impl Film {
    fn add(&mut self, canvas: &Canvas, delay: u16) -> Any<()> {
        let mut frame = Vec::with_capacity((SIZE[0] * SIZE[1]) as usize);
        for Rgb(color) in canvas.picture.pixels() {
            let index = match self.indexes.get(color) {
                Some(index) => *index,
                None => {
                    let index = u8::try_from(self.palette.len() + 1).map_err(|_| "a GIF has at most 256 colors")?;
                    self.palette.push(*color);
                    self.indexes.insert(*color, index);
                    index
                }
            };
            frame.push(index);
        }
        self.frames.push((frame, delay));
        Ok(())
    }

    /// Writes the frames. The color 0 means "as in the frame before", and keeps the file small.
    fn save(&self, path: &str) -> Any<()> {
        let [width, height] = [SIZE[0] as u16, SIZE[1] as u16];
        let palette: Vec<u8> = [[0; 3]].iter().chain(&self.palette).flatten().copied().collect();
        let mut encoder = Encoder::new(File::create(path)?, width, height, &palette)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut before: &[u8] = &[];
        for (frame, delay) in &self.frames {
            let mut buffer = frame.clone();
            for (pixel, _) in buffer.iter_mut().zip(before).filter(|(pixel, before)| pixel == before) {
                *pixel = 0;
            }
            before = frame;
            let (delay, dispose, transparent) = (*delay, DisposalMethod::Keep, Some(0));
            let buffer = buffer.into();
            encoder.write_frame(&Frame { width, height, buffer, transparent, delay, dispose, ..Frame::default() })?;
        }
        Ok(())
    }
}

/// A ship flies inside a ring: its box always hits the box of the ring.
fn boxes_and_pixels(film: &mut Film) -> Any<()> {
    let (ring, ship) = (Art::open("ring.png")?, Art::open("ship.png")?);
    let way =
        [[16, 14], [21, 12], [24, 17], [29, 18], [31, 18], [24, 17], [16, 20], [9, 16], [7, 15], [12, 13], [16, 14]];
    for leg in way.windows(2) {
        for now in 0..5 {
            let at = [0, 1].map(|axis| (leg[0][axis] * (5 - now) + leg[1][axis] * now + 2) / 5);
            let mut canvas = Canvas::new(NIGHT);
            canvas.text("A SHIP IN A RING", [372, 44], 3, GRAY)?;
            let hit = ring.mask.overlaps(&ship.mask, at);
            for (name, y, (word, color)) in [("BOXES", 96, verdict(true)), ("PIXELS", 212, verdict(hit))] {
                canvas.text(name, [372, y], 4, WHITE)?;
                canvas.text(word, [372, y + 34], 8, color)?;
            }
            canvas.view([16, 15], 6);
            canvas.pair([&ring, &ship], at)?;
            film.add(&canvas, DELAY)?;
        }
    }
    Ok(())
}

/// Darts circle in a whirl, first seen from near, then as a whole. Who touches another glows, and shared pixels are white.
fn swarm(film: &mut Film) -> Any<()> {
    const COUNT: u32 = 100_000;
    const NEAR: f64 = 3.0;
    const FAR: f64 = 0.075;
    let dart: Mask = "###......\n.#####...\n..#######\n.#####...\n###......".parse()?;
    let mut world = World::new();
    let mask = world.add_mask(dart)?;
    let (mut random, mut darts) = (Random::new(7), Vec::new());
    for _ in 0..COUNT {
        let [share, turn, speed] = [(); 3].map(|()| f64::from(random.within(0..1 << 20)) / f64::from(1 << 20));
        // Two arms, denser than the space between them.
        let radius = 500.0 + 3800.0 * share.powf(0.6);
        let turn = turn + (2.0 * std::f64::consts::TAU * turn).sin() * 0.05;
        let angle = turn * std::f64::consts::TAU + radius / 900.0;
        darts.push((world.spawn(Sprite::new(mask, [0, 0]).origin([4.5, 2.5]))?, radius, angle, 3.0 + speed));
    }
    let words = format!("{},{:03} SPRITES. EVERY SHARED PIXEL.", world.len() / 1000, world.len() % 1000);
    for now in 0..36 {
        for (id, radius, angle, speed) in &mut darts {
            *angle += *speed / *radius;
            let at = [*radius * angle.cos(), 0.62 * *radius * angle.sin()];
            let heading = (0.62 * angle.cos()).atan2(-angle.sin()).to_degrees();
            let mut sprite = world.get_mut(*id)?;
            sprite.move_to(hitmask::place(at)?)?;
            sprite.set_angle(Angle::degrees(heading)?)?;
        }
        let step = world.step()?;
        let view = step.view();
        // Zooms out by equal factors in equal times, slower at both ends.
        let way = ((f64::from(now) - 9.0) / 17.0).clamp(0.0, 1.0);
        let way = way * way * (3.0 - 2.0 * way);
        let zoom = NEAR * (FAR / NEAR).powf(way);
        let mut seen = Seen::new(zoom, [0.0, -1000.0 * (1.0 / zoom - 1.0 / FAR) / (1.0 / NEAR - 1.0 / FAR)]);
        for (id, ..) in &darts {
            view.shape(*id)?.pixels().for_each(|at| seen.add(0, at));
        }
        for pair in step.pairs() {
            let [a, b] = [pair.a, pair.b].map(|id| view.shape(id).expect("a dart"));
            [a, b].iter().for_each(|shape| shape.pixels().for_each(|at| seen.add(1, at)));
            let shared = a.mask.overlap_mask(b.mask, [b.at[0] - a.at[0], b.at[1] - a.at[1]]);
            shared.pixels().for_each(|[x, y]| seen.add(2, [a.at[0] + x, a.at[1] + y]));
        }
        let mut canvas = Canvas::new(NIGHT);
        seen.draw(&mut canvas);
        caption(&mut canvas, &words)?;
        film.add(&canvas, DELAY)?;
    }
    Ok(())
}

/// A world from far away: how much of each point of the picture is solid, is hit, and is shared by two sprites.
struct Seen {
    zoom: f64,
    middle: [f64; 2],
    /// The side of a point, in pixels of the picture.
    grain: i32,
    points: Vec<[f32; 3]>,
}

impl Seen {
    /// Looks at a place of the world, which is then in the middle of the picture.
    fn new(zoom: f64, middle: [f64; 2]) -> Seen {
        let grain = if zoom < 0.7 { 2 } else { 1 };
        Seen { zoom, middle, grain, points: vec![[0.0; 3]; (SIZE[0] * SIZE[1]) as usize] }
    }

    /// Adds a pixel of the world: to the points that it covers, or its share to the point that it lies in.
    fn add(&mut self, layer: usize, at: [i32; 2]) {
        let grain = f64::from(self.grain);
        let scale = self.zoom / grain;
        let corner = |axis: usize, by: f64| {
            let middle = f64::from([SIZE[0], SIZE[1] - 34][axis]) / (2.0 * grain);
            ((f64::from(at[axis]) + by - self.middle[axis]) * scale + middle).floor() as i32
        };
        let share = (scale * scale).min(1.0) as f32;
        for y in corner(1, 0.0)..corner(1, 1.0).max(corner(1, 0.0) + 1) {
            for x in corner(0, 0.0)..corner(0, 1.0).max(corner(0, 0.0) + 1) {
                if (0..SIZE[0] as i32 / self.grain).contains(&x) && (0..SIZE[1] as i32 / self.grain).contains(&y) {
                    self.points[(y * SIZE[0] as i32 + x) as usize][layer] += share;
                }
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.view([0, 0], self.grain);
        for (n, [solid, hit, shared]) in self.points.iter().enumerate() {
            let color = match () {
                () if *shared > 0.5 => WHITE,
                () if *hit > 0.25 => [255, 150, 40],
                () if *hit > 0.06 => [150, 96, 52],
                () if *solid > 0.3 => [84, 112, 176],
                () if *solid > 0.1 => [60, 80, 128],
                () if *solid > 0.04 => [38, 48, 78],
                () => continue,
            };
            canvas.put([(n as u32 % SIZE[0]) as i32, (n as u32 / SIZE[0]) as i32], color);
        }
    }
}

/// Pebbles lie on hills; bites are taken out of the ground, and the pebbles roll and fall into the holes.
fn hole(film: &mut Film) -> Any<()> {
    let hill = |x: u32| 66.0 - 14.0 * (f64::from(x) / 37.0).sin() - 5.0 * (f64::from(x) / 13.0).cos();
    let mut world = World::new();
    let ground = world.add_mask(Mask::from_fn(320, 180, |x, y| f64::from(y) > hill(x))?)?;
    world.spawn(Sprite::new(ground, [0, 0]).fixed(true))?;
    let pebble = world.add_mask(PEBBLE.parse::<Mask>()?)?;
    let mut pebbles = Vec::new();
    for n in 0..250 {
        let at = [6 + n * 37 % 300, 12 - n / 50 * 8];
        pebbles.push(world.spawn(Sprite::new(pebble, at))?);
    }
    while fall(&mut world, &pebbles)? {}
    for now in 0..63 {
        if (8..44).contains(&now) && now % 3 == 2 {
            let (shaft, bite) = ((now - 8) / 12, (now - 8) / 3 % 4);
            let center = [70.0 + 85.0 * f64::from(shaft), 62.0 + 24.0 * f64::from(bite)];
            world.edit_mask(ground, |mask| mask.fill_circle(center, 22.0 - f64::from(bite), false))?;
        }
        film.add(&underground(&mut world, ground, &pebbles, hill)?, DELAY)?;
        fall(&mut world, &pebbles)?;
    }
    assert!(!fall(&mut world, &pebbles)?, "the pebbles still roll when the film ends");
    Ok(())
}

/// Lets each pebble fall, or roll off what it lies on: sideways into free room, if it gets lower there. Returns whether
/// one has moved.
fn fall(world: &mut World, pebbles: &[SpriteId]) -> Any<bool> {
    /// How far a pebble rolls to get a pixel lower.
    const ROLL: i32 = 5;
    /// The pixels that a pebble goes in a frame.
    const SPEED: i32 = 8;
    let mut has_moved = false;
    for (n, &id) in pebbles.iter().enumerate() {
        let mut way = 0;
        while way < SPEED {
            let [x, y] = world.get(id).ok_or("a pebble")?.position;
            let side = if n % 2 == 0 { 1 } else { -1 };
            let view = world.refresh()?;
            let is_free = |[dx, dy]: [i32; 2]| -> Any<bool> {
                Ok((1..315).contains(&(x + dx)) && view.is_free(id.at([x + dx, y + dy]))?)
            };
            let mut by = is_free([0, 1])?.then_some(0);
            for side in [side, -side] {
                for far in (1..=ROLL).map(|far| side * far) {
                    if by.is_some() || !is_free([far, 0])? {
                        break;
                    }
                    by = is_free([far, 1])?.then_some(far);
                }
            }
            let Some(by) = by else { break };
            world.move_by(id, [by, 1])?;
            (way, has_moved) = (way + by.abs().max(1), true);
        }
    }
    Ok(has_moved)
}

fn underground(world: &mut World, ground: MaskId, pebbles: &[SpriteId], hill: impl Fn(u32) -> f64) -> Any<Canvas> {
    let mut canvas = Canvas::new([150, 190, 226]);
    canvas.view([0, 0], 2);
    let earth = world.mask(ground).ok_or("the ground")?;
    for (x, y) in (0..180).flat_map(|y| (0..320).map(move |x| (x, y))) {
        let depth = f64::from(y) - hill(x as u32);
        if earth.contains([x, y]) {
            let grassy = depth < 4.0;
            canvas.put(
                [x, y],
                if grassy {
                    [104, 168, 70]
                } else if depth < 40.0 {
                    [136, 100, 68]
                } else {
                    [116, 84, 58]
                },
            );
        } else if depth > 0.0 {
            canvas.put([x, y], [62, 46, 42]);
        }
    }
    for &id in pebbles {
        let at = world.get(id).ok_or("a pebble")?.position;
        canvas.mask(&PEBBLE.parse()?, at, [250, 214, 90]);
        canvas.mask(&"##\n##".parse()?, [at[0] + 1, at[1] + 1], WHITE);
    }
    caption(&mut canvas, "DIG A HOLE. THE NEXT MOVE FALLS IN.")?;
    Ok(canvas)
}

/// White words on a dark bar at the bottom.
fn caption(canvas: &mut Canvas, text: &str) -> Any<()> {
    canvas.view([0, 0], 1);
    for (x, y) in (326..360).flat_map(|y| (0..640).map(move |x| (x, y))) {
        canvas.put([x, y], NIGHT);
    }
    canvas.text(text, [14, 336], 3, WHITE)
}

/// Six pairs whose boxes overlap, with what the pixels say.
fn still() -> Any<Canvas> {
    let (ring, ship, laser, wall) =
        (Art::open("ring.png")?, Art::open("ship.png")?, Art::open("laser.png")?, Art::open("wall.png")?);
    let mirrored = Art { image: image::imageops::flip_horizontal(&laser.image), mask: laser.mask.flipped_x() };
    let gem = Art::cut("sheet.png", [60, 0, 20, 20], [255, 0, 255])?;
    let mut canvas = Canvas::new(NIGHT);
    let pairs = [
        ([&ring, &ship], [16, 14]),
        ([&laser, &laser], [11, 4]),
        ([&wall, &gem], [18, 6]),
        ([&ring, &ship], [31, 18]),
        ([&laser, &mirrored], [6, 4]),
        ([&wall, &gem], [4, 9]),
    ];
    for (n, (pair, at)) in pairs.into_iter().enumerate() {
        let corner = [24 + 210 * (n as i32 % 3), 14 + 182 * (n as i32 / 3)];
        let width = pair[0].mask.width().max(pair[1].mask.width() + at[0] as u32) as i32;
        canvas.view([corner[0] + (165 - 3 * width) / 2, corner[1]], if width > 54 { 2 } else { 3 });
        if width > 54 {
            canvas.origin[0] = corner[0] + (165 - 2 * width) / 2;
        }
        canvas.pair(pair, at)?;
        let (word, color) = verdict(pair[0].mask.overlaps(&pair[1].mask, at));
        canvas.text(word, [corner[0] + 83 - if word == "HIT" { 20 } else { 48 }, corner[1] + 146], 3, color)?;
    }
    Ok(canvas)
}

fn main() -> Any<()> {
    let mut film = Film::default();
    boxes_and_pixels(&mut film)?;
    swarm(&mut film)?;
    hole(&mut film)?;
    println!("{} frames, {} colors", film.frames.len(), film.palette.len());
    let still = still()?;
    let mut paths = std::env::args().skip(1);
    if let Some(path) = paths.next() {
        film.save(&path)?;
    }
    if let Some(path) = paths.next() {
        still.picture.save(path)?;
    }
    Ok(())
}

//! The command line.

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args as Options, Parser, Subcommand};
use mask::Solid;
use std::path::PathBuf;

const STATUS: &str = "\
Exit status:
  0  done, whether or not anything collides
  1  an input could not be read or an output could not be written
  2  the command line is wrong";

const EXAMPLES: &str = "\
Examples:
  hitmask pairs scene.json --picture scene.png > pairs.csv
  hitmask swarm --movie swarm.gif
  hitmask show ship.png";

const PAIRS: &str = r##"A scene names masks, each made from a picture, and sprites that show them:

  { "masks": {
      "ship":  {"image": "ship.png", "alpha_threshold": 20},
      "coin":  {"image": "sheet.png", "frame": [32, 0, 32, 32], "color_key": "#ff00ff"},
      "flame": {"image": "flame.png",
                "hot_map": {"image": "flame_hot.png", "color_key": "#ff00ff"}} },
    "sprites": [
      {"mask": "ship", "x": 10, "y": -4, "flip_x": true, "rotate": 90},
      {"mask": "coin", "x": 30, "y": 0, "layers": 2, "collides_with": 1, "fixed": true} ] }

  image            a PNG, BMP, GIF, ICO, JPEG, PNM, QOI, TGA, TIFF or WebP file, relative to the
                   scene, of at most 2^28 pixels (16384 x 16384)
  frame            left, top, width and height of the part to use, as of a sprite sheet
  alpha_threshold  pixels with more alpha than this are solid, 0 to 255; 127 if not given
  color_key        or: every pixel of another colour is solid, whatever its alpha
  hot_map          or: what hits is drawn in a second picture of the same size
  x, y             the top-left pixel of the sprite as it stands, y down, within 2^30 of 0
  flip_x, flip_y   mirrored left to right, top to bottom
  rotate           0, 90, 180 or 270 degrees clockwise, after the flips
  layers, collides_with
                   sets of bits: a pair needs a.layers & b.collides_with and the reverse to have
                   one in common; layers is 1 and collides_with is all if not given
  fixed            scenery: two fixed sprites are never a pair

"sprites" may also name a CSV file with the columns mask,x,y and any of the other six. A scene has
at most 4 GiB, a string in it or a row of a CSV file 64 KiB; a CSV file has no limit.

The output is CSV, one line for each pair of sprites that shares a solid pixel, sorted:

  a,b,area,left,top,width,height

a and b count the sprites from 0, area is the number of shared pixels, the rest the smallest box
around them."##;

const SWARM: &str = "\
The lines of the report, for a median step and for the worst:

  update        every sprite moves, straight on or off a wall
  broad phase   the tree follows (World::refresh), and every pair whose boxes overlap is listed
                (View::candidates_into)
  narrow phase  what it takes beyond that to list, sorted, the pairs that share a pixel
                (View::collisions_into)
  step          what a game pays for: move, refresh, list the pairs that share a pixel; the sum of
                the three. Drawing is no part of it
  of a frame    the step's share of the time between two frames, at sixty a second

The sprites have sides from 8 to 256 pixels, half of them under 24, and one in 10,000 is a ring of
1024. The size of the world is such that there is about one pair of overlapping boxes for each.";

/// Pixel-perfect collision for 2D sprites.
///
/// Two sprites collide where they share at least one solid pixel. `pairs` finds every pair in a scene,
/// `swarm` shows how fast that is with 100,000 moving sprites, `show` prints the mask of one picture.
#[derive(Parser)]
#[command(name = "hitmask", version, max_term_width = 100, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{STATUS}"))]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Pairs(PairsArgs),
    Swarm(SwarmArgs),
    Show(ShowArgs),
}

/// Find every pair of sprites in a scene that shares a solid pixel.
///
/// Writes where and how much they overlap as CSV, and on request a picture: the sprites, boxes around
/// those whose boxes overlap (red where the sprites collide), and every shared pixel in bright red.
#[derive(Options)]
#[command(after_long_help = format!("{PAIRS}\n\n{STATUS}"))]
pub(crate) struct PairsArgs {
    /// The scene, a JSON file; --help says what is in it
    pub(crate) scene: PathBuf,
    /// Where the CSV goes; - is standard output
    #[arg(long, value_name = "FILE.csv", default_value = "-")]
    pub(crate) out: PathBuf,
    /// Draw the scene as a PNG
    #[arg(long, value_name = "FILE.png", value_parser = png())]
    pub(crate) picture: Option<PathBuf>,
    /// How many threads work, from 1 to 1024 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Give up beyond so many pairs, which take 16 bytes of memory each
    #[arg(long, value_name = "N", default_value_t = world::World::DEFAULT_PAIR_LIMIT)]
    pub(crate) pair_limit: usize,
}

/// Run many bouncing sprites and time the collision tests.
///
/// Prints what a step takes, and leaves a picture of the middle of the world after the last step: boxes
/// around sprites whose boxes overlap, red where the sprites collide, and every shared pixel in bright
/// red. A terminal shows the times while it runs. Ctrl-C ends the steps early. The same seed gives the
/// same run on any number of threads.
#[derive(Options)]
#[command(after_long_help = format!("{SWARM}\n\n{STATUS}"))]
pub(crate) struct SwarmArgs {
    /// How many sprites, up to 100 million
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) sprites: u32,
    /// How many steps
    #[arg(long, value_name = "K", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: u32,
    /// Where the sprites start, and which way they go
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Use the pictures in this folder and the folders in it, solid where alpha is over 127
    /// [default: masks that the program draws]
    #[arg(long, value_name = "DIR")]
    pub(crate) masks: Option<PathBuf>,
    /// Where the picture goes
    #[arg(long, value_name = "FILE.png", default_value = "swarm.png", value_parser = png())]
    pub(crate) picture: PathBuf,
    /// Make an animated GIF of the middle of the world, a frame for each of the first steps
    #[arg(long, value_name = "FILE.gif", value_parser = gif())]
    pub(crate) movie: Option<PathBuf>,
    /// How many frames the movie has at most
    #[arg(long, value_name = "N", default_value_t = 60, requires = "movie", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) movie_frames: u32,
    /// Write the times and the pairs of every step as JSON
    #[arg(long, value_name = "FILE.json")]
    pub(crate) report: Option<PathBuf>,
    /// How many threads work, from 1 to 1024 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,
}

/// Print the mask of a picture: its size, how much is solid, its parts, and what it looks like.
#[derive(Options)]
#[command(after_long_help = STATUS)]
pub(crate) struct ShowArgs {
    /// The picture: PNG, BMP, GIF, ICO, JPEG, PNM, QOI, TGA, TIFF or WebP
    pub(crate) image: PathBuf,
    /// Pixels with more alpha than this are solid, 0 to 255 [default: 127]
    #[arg(long, value_name = "T", conflicts_with = "color_key")]
    pub(crate) alpha_threshold: Option<u8>,
    /// Every pixel of another colour than this is solid, whatever its alpha
    #[arg(long, value_name = "RRGGBB", value_parser = color)]
    pub(crate) color_key: Option<[u8; 3]>,
}

impl ShowArgs {
    /// Which pixels are solid.
    pub(crate) fn solid(&self) -> Solid {
        match (self.color_key, self.alpha_threshold) {
            (Some(key), _) => Solid::NotColor(key),
            (None, Some(threshold)) => Solid::AlphaAbove(threshold),
            (None, None) => Solid::default(),
        }
    }
}

/// A colour written as six hexadecimal digits, with or without `#`.
pub(crate) fn color(text: &str) -> Result<[u8; 3], String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    match u32::from_str_radix(digits, 16) {
        Ok(rgb) if digits.len() == 6 && !digits.starts_with('+') => {
            let [_, r, g, b] = rgb.to_be_bytes();
            Ok([r, g, b])
        }
        _ => Err(format!("{text:?} is no colour: expected six hexadecimal digits, such as ff00ff")),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a whole number from 1 to 1024".into()),
    }
}

fn png() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| ending(path, "png"))
}

fn gif() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| ending(path, "gif"))
}

/// A path that does not promise another format than it will get.
fn ending(path: PathBuf, wanted: &str) -> Result<PathBuf, String> {
    match path.extension() {
        Some(found) if !found.eq_ignore_ascii_case(wanted) => {
            Err(format!("the file will be a {}: name it .{wanted}", wanted.to_uppercase()))
        }
        _ => Ok(path),
    }
}

//! The command line.

use crate::solid;
#[cfg(feature = "cluster")]
use crate::workers::WorkerOptions;
use clap::builder::{PathBufValueParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args as Options, Parser, Subcommand};
use mask::Solid;
use std::path::{Path, PathBuf};

const EXIT_STATUS: &str = "\
Exit status:
  0  success, with or without collisions
  1  an input cannot be read, an output cannot be written, or a process of --workers or --hosts
     failed
  2  the command line is invalid";

const EXAMPLES: &str = "\
Examples:
  hitmask pairs scene.json --picture scene.png > pairs.csv
  hitmask swarm --movie swarm.gif
  hitmask show ship.png
  hitmask show hero.aseprite";

/// A paragraph of the help that names the missing options, if the build has no cluster.
const CLUSTER: &str = if cfg!(feature = "cluster") {
    ""
} else {
    "

This build has no --workers, --hosts, --memory and --checkpoint, and reads no ICO, PNM, QOI, TGA and
TIFF. Releases have all of it. To build it: cargo build --release -p hitmask-cli --all-features"
};

const SCENE_FORMAT: &str = r##"A scene defines masks, built from pictures and sprite sheets, and sprites that show the masks:

  { "masks": {
      "ship":  {"image": "ship.png", "alpha_threshold": 20},
      "coin":  {"image": "sheet.png", "frame": [32, 0, 32, 32], "color_key": "#ff00ff"},
      "flame": {"image": "flame.png",
                "hot_map": {"image": "flame_hot.png", "color_key": "#ff00ff"}},
      "hero":  {"sheet": "hero.aseprite"} },
    "sprites": [
      {"mask": "ship", "x": 10, "y": -4, "flip_x": true, "rotate": 90},
      {"mask": "flame", "x": 8, "y": 40, "scale": [1.5, 2], "rotate": 12.5, "origin": [4, 16]},
      {"mask": "coin", "x": 30, "y": 0, "layers": 2, "collides_with": 1, "fixed": true},
      {"mask": "hero/walk 0", "x": 50, "y": 60} ] }

  image            a PNG, BMP, GIF, ICO, JPEG, PNM, QOI, TGA, TIFF or WebP file, relative to the
                   scene, at most 2^28 pixels (16384 x 16384). ICO, PNM, QOI, TGA and TIFF need a
                   build with the feature `formats`, as releases are
  frame            left, top, width and height of the rectangle to use, for sprite sheets
  alpha_threshold  pixels with a greater alpha are solid, 0 to 255; default 127
  color_key        instead: pixels of any other color are solid, alpha is ignored
  hot_map          instead: a second picture of the same size, with a color key of its own,
                   decides which pixels are solid
  sheet            instead of image: an .aseprite or .ase file, or the JSON of Aseprite or
                   TexturePacker (hash or array), the .plist of Cocos2d or the .atlas of libGDX or
                   Spine beside its picture. Every frame is a mask, named
                   NAME/TAG INDEX for each tag around the frame, with the index in the tag from 0;
                   NAME/FRAME by the name that the file gives the frame; and NAME/INDEX without a
                   tag. Or a tileset or a map of Tiled or LDtk: every tile is a mask, named NAME/ID in a
                   tileset and NAME/TILESET ID in a map. The files that a sheet names must be in its folder
  x, y             the position, y down, from -2^30 to 2^30: the top-left pixel of the sprite after
                   flips and turns by multiples of 90 degrees, before its scale and other
                   rotations; or where the origin is drawn, if there is one
  flip_x, flip_y   true mirrors the sprite left to right, top to bottom
  rotate           degrees clockwise, after the flips. Multiples of 90 turn the sprite in place
                   or about its origin; other angles rotate it about its origin or its middle,
                   after its scale
  scale            a factor greater than 0, or one for x and one for y: [x, y], along the sides of
                   the sprite after flips and turns by multiples of 90 degrees, before other
                   rotations. The origin or the middle of the sprite stays in place
  origin           a point of the picture or frame in pixels, [x, y], that is drawn at x, y of the
                   sprite, for example [8, 8] in the middle of a picture of 16 x 16; default the
                   origin of the frame, if its sheet has one
  pivot            the old name, still read: a pixel [x, y] instead of a point. [7, 7] means the
                   origin [7.5, 7.5], drawn at the center of the pixel x, y. Not beside origin
  layers, collides_with
                   bit sets: a and b are tested if a.layers & b.collides_with and
                   b.layers & a.collides_with are both nonzero; default 1 and all bits
  fixed            true for scenery: two fixed sprites are never tested

"sprites" may also name a CSV file with the columns mask,x,y and any of the others. The columns of
scale and origin are scale_x,scale_y and origin_x,origin_y. A scene file has at most 4 GiB. The CSV
file has no size limit. A string of the scene and a row of the CSV file have at most 64 KiB.

With --memory, masks stay in memory, and sprites and pairs are kept in scratch files: about 120
bytes for each sprite and 50 for each pair. The sprites of a CSV file are read one at a time. The
scene file is read at once, so it has at most 1/16 of the memory: name a CSV file for more sprites.
The output is the same. The scratch files have no names, so none of them is left, even if the
process is killed. Some systems keep the temporary folder in memory: name a folder on a disk then.
While a picture is decoded, it takes memory in addition.

The output is CSV, one line for each pair of sprites that shares a solid pixel, sorted by a and b:

  a,b,area,left,top,width,height

a and b are the indices of the sprites, from 0. area is the number of shared pixels. The other
columns are the smallest box around the shared pixels."##;

const SWARM_REPORT: &str = "\
The report shows the median step and the worst step:

  move        moves every sprite, straight ahead or back from a wall
  refresh     updates the trees (World::refresh)
  join        lists every pair whose boxes overlap (View::candidates_into)
  pixels      the additional time to list, sorted, the pairs that share a pixel
              (View::collisions_into)
  exchange    with several processes: sends and receives the sprites near other tiles, and waits
              for slower processes
  step        the sum: the time that a game spends on collisions. Drawing is not included
  of a frame  the step as a share of the time between two frames at 60 frames a second

With several processes, each time is that of the slowest process.

The sprites have sides from 8 to 256 pixels. Half of the sprites are smaller than 24 pixels, and one
in 10,000 is a ring of 1024. The size of the world gives about one pair of overlapping boxes for
each sprite.";

/// Pixel-perfect collision for 2D sprites.
///
/// Two sprites collide if they share at least one solid pixel. `pairs` finds every colliding pair of a
/// scene, `swarm` times the collision tests of 100,000 moving sprites, `show` prints the mask of a picture or the frames
/// of a sprite sheet.
#[derive(Parser)]
#[command(name = "hitmask", version, max_term_width = 100, after_help = format!("{EXAMPLES}{CLUSTER}"), after_long_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}{CLUSTER}"))]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// Parses the command line of the process.
    pub(crate) fn read() -> Result<Args, clap::Error> {
        Args::try_parse().map_err(explain)
    }
}

/// The options that only a build with the cluster has.
#[cfg(not(feature = "cluster"))]
const OF_CLUSTER: [&str; 10] = [
    "--workers",
    "--hosts",
    "--index",
    "--token",
    "--wait",
    "--memory",
    "--scratch",
    "--checkpoint",
    "--every",
    "--resume",
];

/// Says which build has an option, if this one does not.
#[cfg(not(feature = "cluster"))]
fn explain(error: clap::Error) -> clap::Error {
    use clap::CommandFactory;
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if OF_CLUSTER.contains(&option.as_str()) => {
            let text = format!(
                "this build of the command has no {option}: build it with `cargo build --release -p hitmask-cli --features cluster`"
            );
            Args::command().error(ErrorKind::UnknownArgument, text)
        }
        _ => error,
    }
}

/// Returns the error as it is.
#[cfg(feature = "cluster")]
fn explain(error: clap::Error) -> clap::Error {
    error
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Pairs(PairsArgs),
    Swarm(SwarmArgs),
    Show(ShowArgs),
}

/// Find every pair of sprites in a scene that shares a solid pixel.
///
/// Writes the position and the size of every overlap as CSV, and says on standard error which sprites collide, the first
/// twenty pairs in words. --picture draws the sprites, a box around
/// every sprite whose box overlaps another (red if the sprites collide), and every shared pixel in bright
/// red.
#[derive(Options)]
#[command(after_long_help = format!("{SCENE_FORMAT}\n\n{EXIT_STATUS}{CLUSTER}"))]
pub(crate) struct PairsArgs {
    /// The scene, a JSON file; --help describes the format
    pub(crate) scene: PathBuf,
    /// The CSV file to write; - is standard output
    #[arg(long, value_name = "FILE.csv", default_value = "-")]
    pub(crate) out: PathBuf,
    /// Draw the scene as a PNG. It needs all sprites in the memory of one process
    #[arg(long, value_name = "FILE.png", value_parser = path_to("png"))]
    #[cfg_attr(feature = "cluster", arg(conflicts_with_all = ["memory", "workers", "hosts"]))]
    pub(crate) picture: Option<PathBuf>,
    /// The number of worker threads, from 1 to 1024 [default: one for each processor; with --workers, an equal share for
    /// each process]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub(crate) threads: Option<usize>,
    /// Fail if more pairs collide; a pair takes 16 bytes of memory
    #[arg(long, value_name = "N", default_value_t = world::WorldLimits::DEFAULT.pairs)]
    pub(crate) pair_limit: usize,
    #[cfg(feature = "cluster")]
    /// For scenes larger than memory: take at most about this much, at least 32M. SIZE is in bytes, or in units of 2^10,
    /// 2^20 or 2^30 bytes if it ends with K, M or G. Sprites and pairs are kept in scratch files. It cannot be combined
    /// with --picture, --workers or --hosts
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, conflicts_with_all = ["workers", "hosts"])]
    pub(crate) memory: Option<usize>,
    #[cfg(feature = "cluster")]
    /// The folder for scratch files [default: the folder of the output file, or the temporary folder of
    /// the system]
    #[arg(long, value_name = "DIR", requires = "memory")]
    pub(crate) scratch: Option<PathBuf>,
    /// Print only warnings and errors on standard error, not the pairs in words: for scripts
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) workers: WorkerOptions,
}

impl PairsArgs {
    /// Returns the paths of all outputs.
    pub(crate) fn outputs(&self) -> Vec<&Path> {
        [Some(&self.out), self.picture.as_ref()].into_iter().flatten().map(PathBuf::as_path).collect()
    }
}

/// Run many bouncing sprites and time the collision tests.
///
/// Prints the time of a step, and writes a picture of the middle of the world after the last step: a box
/// around every sprite whose box overlaps another, red if the sprites collide, and every shared pixel in
/// bright red. A terminal shows the times during the run. Ctrl-C ends the run early, with its report.
/// Runs with equal seeds are equal on any number of threads.
#[derive(Options)]
#[command(after_long_help = format!("{SWARM_REPORT}\n\n{EXIT_STATUS}{CLUSTER}"))]
pub(crate) struct SwarmArgs {
    /// The number of sprites, at most 100 million
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) sprites: u32,
    /// The number of steps
    #[arg(long, value_name = "K", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: u32,
    /// The seed of the random positions and velocities
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Build the masks from the pictures in this folder and its subfolders; pixels with an alpha over 127
    /// are solid [default: generated masks]
    #[arg(long, value_name = "DIR")]
    pub(crate) masks: Option<PathBuf>,
    /// The picture to write
    #[arg(long, value_name = "FILE.png", default_value = "swarm.png", value_parser = path_to("png"))]
    pub(crate) picture: PathBuf,
    /// Write an animated GIF of the middle of the world, one frame a step
    #[arg(long, value_name = "FILE.gif", value_parser = path_to("gif"))]
    pub(crate) movie: Option<PathBuf>,
    /// The largest number of frames of the movie
    #[arg(long, value_name = "N", default_value_t = 60, requires = "movie", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) movie_frames: u32,
    /// Write the times and the pairs of every step as JSON
    #[arg(long, value_name = "FILE.json")]
    pub(crate) report: Option<PathBuf>,
    /// The number of worker threads, from 1 to 1024 [default: one for each processor; with --workers, an equal share for
    /// each process]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub(crate) threads: Option<usize>,
    #[cfg(feature = "cluster")]
    /// Save the sprites in this folder after every --every steps, after the last step and after a Ctrl-C, so that --resume
    /// can continue the run. The folder is created if it does not exist, and must have no checkpoints without --resume.
    /// Processes on several machines may share the folder, or have a folder each. It cannot be combined with --movie
    #[arg(long, value_name = "DIR", conflicts_with = "movie")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[cfg(feature = "cluster")]
    /// The number of steps from one checkpoint to the next
    #[arg(long, value_name = "K", default_value_t = 60, requires = "checkpoint", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: u32,
    #[cfg(feature = "cluster")]
    /// Continue from the newest checkpoint in the folder, with the same number of processes. The result is the result of an
    /// unbroken run
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) workers: WorkerOptions,
}

impl SwarmArgs {
    /// Returns the paths of all outputs.
    pub(crate) fn outputs(&self) -> Vec<&Path> {
        let paths = [Some(&self.picture), self.movie.as_ref(), self.report.as_ref()];
        paths.into_iter().flatten().map(PathBuf::as_path).collect()
    }
}

/// Print the mask of a picture: its size, its share of solid pixels, the number of its connected
/// components, and its shape. Of a sprite sheet, print every frame with its origin and its duration,
/// and every tag. Of a map, print every layer with its sprites and its solid pixels.
#[derive(Options)]
#[command(after_long_help = EXIT_STATUS)]
pub(crate) struct ShowArgs {
    /// The picture: PNG, BMP, GIF, ICO, JPEG, PNM, QOI, TGA, TIFF or WebP. Or the sheet: .aseprite, .ase, or
    /// JSON of Aseprite or TexturePacker, the .plist of Cocos2d or the .atlas of libGDX or Spine beside its
    /// picture. Or the map or tileset of Tiled or LDtk
    pub(crate) file: PathBuf,
    /// Pixels with an alpha greater than this are solid, 0 to 255 [default: 127]
    #[arg(long, value_name = "T", conflicts_with = "color_key")]
    pub(crate) alpha_threshold: Option<u8>,
    /// Pixels of any other color than this are solid, alpha is ignored
    #[arg(long, value_name = "RRGGBB", value_parser = solid::parse_color)]
    pub(crate) color_key: Option<[u8; 3]>,
    /// Refuse to read files outside this folder: for sheets and maps of strangers
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
}

impl ShowArgs {
    /// Returns the rule for solid pixels.
    pub(crate) fn solid(&self) -> Solid {
        solid::rule(self.color_key, self.alpha_threshold)
    }
}

fn threads() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::new().range(1..=1024)
}

/// The smallest value of `--memory`, in bytes: the process takes about a third of it.
#[cfg(feature = "cluster")]
const LEAST_MEMORY: usize = 32 << 20;

/// Parses a number of bytes with an optional binary unit.
#[cfg(feature = "cluster")]
fn parse_memory(text: &str) -> Result<usize, String> {
    let expected = "expected a number of bytes such as 512M or 2G, at least 32M";
    let shift = match text.as_bytes().last().map(u8::to_ascii_uppercase) {
        Some(b'K') => 10,
        Some(b'M') => 20,
        Some(b'G') => 30,
        _ => 0,
    };
    let digits = if shift == 0 { text } else { &text[..text.len() - 1] };
    let number = digits.parse::<usize>().ok().filter(|_| !digits.starts_with('+'));
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes >= LEAST_MEMORY).ok_or_else(|| expected.into())
}

/// Parses a path. The extension, if there is one, must name the format that is written.
fn path_to(extension: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match path.extension() {
        Some(found) if !found.eq_ignore_ascii_case(extension) => {
            Err(format!("the file is written as {}, expected the extension .{extension}", extension.to_uppercase()))
        }
        _ => Ok(path),
    })
}

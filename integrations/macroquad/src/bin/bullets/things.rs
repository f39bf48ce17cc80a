//! The pictures of all things, drawn by formulas, and the masks that come from the pictures.

use hitmask::{Angle, Mask, MaskError, MaskId, Solid, Sprite, World, WorldError, place};

/// The size of the field, in pixels.
pub(crate) const SIZE: [f64; 2] = [960.0, 720.0];

/// The things, in the order in which a game adds their masks to its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Thing {
    Ship,
    Shield,
    Roof,
    Boss,
    InnerRing,
    OuterRing,
    Drone,
    Shot,
    Needle,
    Rose,
    Amber,
    Violet,
}

/// A picture: RGBA, row by row. Its glow is too transparent to be solid.
pub(crate) struct Picture {
    pub(crate) size: [u32; 2],
    pub(crate) rgba: Vec<u8>,
}

type Color = [f64; 3];

const CYAN: Color = [0.35, 0.95, 1.0];
const GREEN: Color = [0.55, 1.0, 0.6];
const ROSE: Color = [1.0, 0.25, 0.55];
const AMBER: Color = [1.0, 0.65, 0.15];
const VIOLET: Color = [0.65, 0.4, 1.0];
const STEEL: Color = [0.6, 0.75, 1.0];

/// How far from its edge a body is bright, and how far it glows, in pixels.
const RIM: f64 = 4.0;
const GLOW: f64 = 9.0;
/// The alpha of the glow at the edge, below the threshold of a mask.
const GLOW_ALPHA: f64 = 0.42;

impl Thing {
    pub(crate) const ALL: [Thing; 12] = [
        Thing::Ship,
        Thing::Shield,
        Thing::Roof,
        Thing::Boss,
        Thing::InnerRing,
        Thing::OuterRing,
        Thing::Drone,
        Thing::Shot,
        Thing::Needle,
        Thing::Rose,
        Thing::Amber,
        Thing::Violet,
    ];

    /// The color of its rim.
    pub(crate) fn color(self) -> Color {
        match self {
            Thing::Ship | Thing::Shield => CYAN,
            Thing::Roof | Thing::InnerRing | Thing::OuterRing => STEEL,
            Thing::Boss | Thing::Rose => ROSE,
            Thing::Shot => GREEN,
            Thing::Drone | Thing::Needle | Thing::Amber => AMBER,
            Thing::Violet => VIOLET,
        }
    }

    /// The width and the height of its picture.
    pub(crate) fn size(self) -> [u32; 2] {
        match self {
            Thing::Ship => [56, 60],
            Thing::Shield => [120, 120],
            Thing::Roof => [280, 120],
            Thing::Boss => [120, 120],
            Thing::InnerRing => [180, 180],
            Thing::OuterRing => [244, 244],
            Thing::Drone => [84, 84],
            Thing::Shot => [20, 32],
            Thing::Needle => [20, 36],
            Thing::Rose | Thing::Amber | Thing::Violet => [24, 24],
        }
    }

    pub(crate) fn is_bullet(self) -> bool {
        matches!(self, Thing::Shot | Thing::Needle | Thing::Rose | Thing::Amber | Thing::Violet)
    }

    /// The position of a sprite whose picture has its middle at a point.
    pub(crate) fn corner(self, [x, y]: [f64; 2]) -> Result<[i32; 2], WorldError> {
        let [width, height] = self.size().map(f64::from);
        place([x - width / 2.0, y - height / 2.0])
    }

    /// The middle of the picture of a sprite at a position.
    pub(crate) fn middle(self, position: [i32; 2]) -> [f64; 2] {
        let size = self.size();
        [0, 1].map(|axis| f64::from(position[axis]) + f64::from(size[axis]) / 2.0)
    }

    /// The angle at which its picture flies in a direction. Disks look the same at every angle.
    pub(crate) fn heading(self, [x, y]: [f64; 2]) -> Result<Angle, WorldError> {
        match self {
            Thing::Rose | Thing::Amber | Thing::Violet => Ok(Angle::default()),
            _ => Angle::degrees(x.atan2(-y).to_degrees()),
        }
    }

    /// How far a point is outside, or, if negative, inside. `x` and `y` start at the middle of the picture, y down.
    fn distance(self, [x, y]: [f64; 2]) -> f64 {
        let from_middle = x.hypot(y);
        match self {
            Thing::Ship => {
                let [u, nose] = [x.abs(), y + 19.0];
                let hull = (36.0 * u - 16.0 * nose) / 39.4;
                let tail = (16.0 * (y - 9.0) - 8.0 * u) / 17.9;
                hull.max(tail)
            }
            Thing::Shield => ring([x, y], 48.0, 5.0, 1, 65.0, 90.0),
            Thing::Roof => (x.hypot(y - 160.0) - 170.0).abs().max(x.abs() - 123.0) - 1.2,
            Thing::Boss => {
                let holes = (0..6).map(|n| {
                    let angle = f64::from(n) * std::f64::consts::TAU / 6.0;
                    9.5 - (x - 29.0 * angle.cos()).hypot(y - 29.0 * angle.sin())
                });
                holes.fold(from_middle - 46.0, f64::max)
            }
            Thing::InnerRing => ring([x, y], 72.0, 5.0, 3, 22.0, 0.0),
            Thing::OuterRing => ring([x, y], 104.0, 5.0, 2, 24.0, 90.0),
            Thing::Drone => {
                let strut = (x.abs() - 2.5).max((y - 13.0).abs() - 13.0);
                ring([x, y], 26.0, 7.0, 1, 50.0, -90.0).min(from_middle - 9.0).min(strut)
            }
            Thing::Shot => x.hypot((y.abs() - 6.0).max(0.0)) - 1.5,
            Thing::Needle => x.hypot((y.abs() - 7.0).max(0.0)) - 2.0,
            Thing::Rose | Thing::Amber | Thing::Violet => from_middle - 4.5,
        }
    }

    /// A color and an alpha for a point, as for [`Thing::distance`].
    fn paint(self, at: [f64; 2]) -> ([f64; 3], f64) {
        let (color, distance) = (self.color(), self.distance(at));
        if distance > 0.0 {
            return (color, GLOW_ALPHA * (1.0 - distance / GLOW).max(0.0).powi(2));
        }
        let depth = (-distance / RIM).min(1.0);
        // Bullets are white inside, bodies are dark.
        let (inner, share) =
            if self.is_bullet() { ([1.0; 3], (1.8 * depth).min(1.0)) } else { (color.map(|c| 0.3 * c), depth) };
        (std::array::from_fn(|c| color[c] + (inner[c] - color[c]) * share), 1.0)
    }

    /// Draws its picture, with 16 samples a pixel.
    pub(crate) fn picture(self) -> Picture {
        let size @ [width, height] = self.size();
        let mut rgba = Vec::with_capacity((4 * width * height) as usize);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (f64::from(x), f64::from(y)))) {
            let (mut sum, mut sum_alpha) = ([0.0; 3], 0.0);
            for n in 0..16 {
                let within = [f64::from(n % 4), f64::from(n / 4)].map(|n| (n + 0.5) / 4.0);
                let at = [x + within[0] - f64::from(width) / 2.0, y + within[1] - f64::from(height) / 2.0];
                let (color, alpha) = self.paint(at);
                sum = std::array::from_fn(|c| sum[c] + color[c] * alpha);
                sum_alpha += alpha;
            }
            rgba.extend(sum.map(|c| (255.0 * c / sum_alpha.max(1e-9)).round() as u8));
            rgba.push((255.0 * sum_alpha / 16.0).round() as u8);
        }
        Picture { size, rgba }
    }
}

impl Picture {
    /// The solid pixels: the body, without the glow.
    pub(crate) fn mask(&self) -> Result<Mask, MaskError> {
        Mask::from_rgba8(self.size[0], self.size[1], &self.rgba, Solid::AlphaAbove(127))
    }
}

/// The masks of all things in a world.
#[derive(Debug, Clone)]
pub(crate) struct Masks(Vec<MaskId>);

impl Masks {
    pub(crate) fn add(world: &mut World) -> Result<Masks, WorldError> {
        let mut masks = Vec::new();
        for thing in Thing::ALL {
            let mask = world.add_mask(thing.picture().mask()?)?;
            world.set_angle_steps(mask, 256)?; // within a pixel of the turned picture
            masks.push(mask);
        }
        Ok(Masks(masks))
    }

    /// A sprite that shows a thing, with its middle at a point.
    pub(crate) fn sprite(&self, thing: Thing, middle: [f64; 2]) -> Result<Sprite, WorldError> {
        Ok(Sprite::new(self.0[thing as usize], thing.corner(middle)?))
    }

    /// The thing that a sprite shows.
    pub(crate) fn thing(&self, sprite: &Sprite) -> Option<Thing> {
        Thing::ALL.into_iter().find(|&thing| self.0[thing as usize] == sprite.mask)
    }
}

/// The distance from a ring with a radius and a thickness, in pixels, and with gaps. A gap reaches `half` degrees to both
/// sides of its middle. The middle of the first gap is at the angle `first`: 0 is to the right, and 90 below.
fn ring([x, y]: [f64; 2], radius: f64, thickness: f64, gaps: u32, half: f64, first: f64) -> f64 {
    let from_band = (x.hypot(y) - radius).abs() - thickness / 2.0;
    let sector = 360.0 / f64::from(gaps);
    let from_gap = ((y.atan2(x).to_degrees() - first + sector / 2.0).rem_euclid(sector) - sector / 2.0).abs();
    let in_gap = (half - from_gap).to_radians() * radius;
    if in_gap > 0.0 && from_band > 0.0 { in_gap.hypot(from_band) } else { from_band.max(in_gap) }
}

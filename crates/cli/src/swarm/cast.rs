//! What the sprites of a swarm show: the masks, how often each is seen, how much room they all need.

use super::rng::Rng;
use super::{drawn, folder};
use anyhow::Result;
use mask::Mask;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many pairs of boxes overlap at a time, for each sprite. At one the picture is full and clear.
const CANDIDATES_EACH: f64 = 1.0;
/// A picture of so many times the median area is as common as any; a larger one is rarer.
const COMMON_AREA: f64 = 4.0;
/// The world's width over its height, that of the picture.
const ASPECT: f64 = 1.5;

/// The masks of a swarm.
pub(crate) struct Cast {
    masks: Vec<Arc<Mask>>,
    /// How often each is shown, relative to the others.
    shares: Vec<f64>,
    /// The pictures that they were made from, one for each of the first sprites.
    files: Vec<PathBuf>,
}

impl Cast {
    /// Masks that the program draws, of many sizes.
    pub(crate) fn drawn(sprites: u32, seed: u64) -> Result<Cast> {
        let (masks, shares) = drawn::masks(sprites, seed)?.into_iter().unzip();
        Ok(Cast { masks, shares, files: Vec::new() })
    }

    /// The masks of the pictures in a folder. Each is shown once before one is shown twice.
    pub(crate) fn of_folder(folder: &Path) -> Result<Cast> {
        let (files, masks) = folder::read(folder)?;
        Ok(Cast { shares: shares(&masks), masks, files })
    }

    pub(crate) fn masks(&self) -> &[Arc<Mask>] {
        &self.masks
    }

    /// The pictures that they were made from, if any.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Which mask each sprite shows, from the first on.
    pub(crate) fn roles(&self) -> impl FnMut(usize, &mut Rng) -> usize {
        let mut up_to = 0.0;
        let ends: Vec<f64> = self.shares.iter().map(|share| (up_to += share, up_to).1).collect();
        let first = self.files.len();
        move |number, rng| {
            let drawn = rng.unit() * up_to;
            let drawn = ends.partition_point(|&end| end <= drawn).min(ends.len() - 1);
            if number < first { number } else { drawn }
        }
    }

    /// Width and height of the world in which so many sprites have as many boxes overlap as are wanted.
    ///
    /// Two boxes at random places in an area A overlap with probability (w1 + w2)(h1 + h2) / A. Turns make
    /// sides alike, so that the mean of the product is 2 (mean of wh + square of the mean side); there are
    /// half the square of N pairs of N sprites.
    pub(crate) fn world(&self, sprites: u32) -> [i32; 2] {
        let all: f64 = self.shares.iter().sum();
        let mean = |of: fn(f64, f64) -> f64| {
            let of = |mask: &Mask| of(mask.width().into(), mask.height().into());
            self.masks.iter().zip(&self.shares).map(|(mask, share)| share / all * of(mask)).sum::<f64>()
        };
        let met = mean(|width, height| width * height) + mean(|width, height| (width + height) / 2.0).powi(2);
        let area = f64::from(sprites) * met / CANDIDATES_EACH;
        let largest = self.masks.iter().map(|mask| mask.width().max(mask.height())).max().unwrap_or(0);
        let limit = |side: f64| (side.ceil() as i32).clamp(largest as i32, world::MAX_POSITION);
        [limit((area * ASPECT).sqrt()), limit((area / ASPECT).sqrt())]
    }
}

/// How often each mask is shown, relative to the others.
///
/// A picture much larger than the rest, such as a whole sheet in a folder of sprites, is shown more
/// rarely, or a world with room for it would be empty for all others.
fn shares(masks: &[Arc<Mask>]) -> Vec<f64> {
    let area = |mask: &Mask| f64::from(mask.width()) * f64::from(mask.height());
    let mut areas: Vec<f64> = masks.iter().map(|mask| area(mask)).collect();
    areas.sort_by(f64::total_cmp);
    let fair = COMMON_AREA * areas.get(areas.len() / 2).copied().unwrap_or(0.0).max(1.0);
    masks.iter().map(|mask| fair / area(mask).max(fair)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_sizes_span_a_wide_range_around_their_median() {
        let cast = Cast::drawn(100_000, 3).unwrap();
        let (mut role, mut rng) = (cast.roles(), Rng::new(3));
        let mut sides: Vec<u32> = (0..100_000).map(|n| cast.masks()[role(n, &mut rng)].width()).collect();
        sides.sort_unstable();
        assert_eq!((sides[0], sides[99_999]), (8, 1024));
        assert!((16..=32).contains(&sides[50_000]), "{}", sides[50_000]);
        assert!(sides[98_000] >= 64, "{}", sides[98_000]);
        let giants = sides.iter().filter(|&&side| side == 1024).count();
        assert!((1..40).contains(&giants), "{giants}");
        assert!(Cast::drawn(9_999, 3).unwrap().masks().iter().all(|mask| mask.width() <= 256));
    }
}

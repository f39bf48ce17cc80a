//! The masks of a swarm, generated or from the pictures in a folder, their weights, and the size of the world for a
//! number of sprites.

use super::procedural;
use super::rng::Rng;
use crate::progress::Progress;
use crate::scene::read_image;
use anyhow::{Context, Result, bail};
use image::ImageFormat;
use mask::{Mask, Solid};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The mean number of overlapping pairs of boxes for each sprite. At 1 the picture is full but readable.
const CANDIDATES_PER_SPRITE: f64 = 1.0;
/// The largest area with the full weight, as a multiple of the median area.
const FULL_WEIGHT_AREA: f64 = 4.0;
/// The aspect ratio of the world, equal to the one of the picture.
const ASPECT: f64 = 1.5;

/// The masks of a swarm.
pub(crate) struct MaskSet {
    masks: Vec<Arc<Mask>>,
    /// The relative frequency of each mask.
    weights: Vec<f64>,
    /// The pictures of the masks; empty for generated masks.
    files: Vec<PathBuf>,
}

/// Picks the mask of the sprite with a number.
pub(crate) type Picker = Box<dyn FnMut(usize, &mut Rng) -> usize>;

impl MaskSet {
    /// Generates masks of many sizes.
    pub(crate) fn generated(sprites: u32, seed: u64) -> Result<MaskSet> {
        let (masks, weights) = procedural::masks(sprites, seed)?.into_iter().unzip();
        Ok(MaskSet { masks, weights, files: Vec::new() })
    }

    /// Builds a mask from every picture in a folder. Every mask is shown once before a mask is shown twice.
    pub(crate) fn from_folder(folder: &Path) -> Result<MaskSet> {
        let (files, masks) = read_folder(folder)?;
        Ok(MaskSet { weights: area_weights(&masks), masks, files })
    }

    pub(crate) fn masks(&self) -> &[Arc<Mask>] {
        &self.masks
    }

    /// Iterates over the pictures of the masks, if any.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Returns a function that picks the mask of each sprite, called in the order of the sprites.
    pub(crate) fn picker(&self) -> Picker {
        let mut total = 0.0;
        let ends: Vec<f64> = self.weights.iter().map(|weight| (total += weight, total).1).collect();
        let shown_once = self.files.len();
        Box::new(move |number, rng| {
            let sample = rng.unit() * total;
            let picked = ends.partition_point(|&end| end <= sample).min(ends.len() - 1);
            if number < shown_once { number } else { picked }
        })
    }

    /// Returns the width and the height of the world in which `sprites` random sprites have the wanted number of
    /// overlapping boxes.
    ///
    /// Two boxes at random positions in an area A overlap with probability (w1 + w2)(h1 + h2) / A. Quarter turns give
    /// widths and heights equal means, so the mean of the product is 2 (mean of wh + square of the mean side). N
    /// sprites have N^2 / 2 pairs.
    pub(crate) fn world_size(&self, sprites: u32) -> [i32; 2] {
        let total: f64 = self.weights.iter().sum();
        let mean = |of: fn(f64, f64) -> f64| {
            let of = |mask: &Mask| of(mask.width().into(), mask.height().into());
            self.masks.iter().zip(&self.weights).map(|(mask, weight)| weight / total * of(mask)).sum::<f64>()
        };
        let mean_product = mean(|width, height| width * height) + mean(|width, height| (width + height) / 2.0).powi(2);
        let area = f64::from(sprites) * mean_product / CANDIDATES_PER_SPRITE;
        let largest = self.masks.iter().map(|mask| mask.width().max(mask.height())).max().unwrap_or(0);
        let limit = |side: f64| (side.ceil() as i32).clamp(largest as i32, world::MAX_POSITION);
        [limit((area * ASPECT).sqrt()), limit((area / ASPECT).sqrt())]
    }
}

/// Returns the relative frequency of each mask.
///
/// A picture much larger than the others, such as a whole sheet in a folder of sprites, has a lower weight. With a
/// full weight it would enlarge the world until the other sprites rarely meet.
fn area_weights(masks: &[Arc<Mask>]) -> Vec<f64> {
    let area = |mask: &Mask| f64::from(mask.width()) * f64::from(mask.height());
    let mut areas: Vec<f64> = masks.iter().map(|mask| area(mask)).collect();
    areas.sort_by(f64::total_cmp);
    let full = FULL_WEIGHT_AREA * areas.get(areas.len() / 2).copied().unwrap_or(0.0).max(1.0);
    masks.iter().map(|mask| full / area(mask).max(full)).collect()
}

/// Returns the pictures in a folder and its subfolders, sorted by path, with the mask of each picture.
pub(crate) fn read_folder(folder: &Path) -> Result<(Vec<PathBuf>, Vec<Arc<Mask>>)> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        list(&folder, &mut folders, &mut paths).with_context(|| folder.display().to_string())?;
    }
    if paths.is_empty() {
        bail!("{}: the folder contains no pictures, expected at least one", folder.display());
    }
    paths.sort_unstable();
    let progress = Progress::counted("reading pictures", paths.len());
    let mask = |path: &PathBuf| {
        let mask = Mask::from_image(&read_image(path)?, Solid::default())?;
        progress.add(1);
        anyhow::Ok(Arc::new(mask))
    };
    let masks = paths.iter().map(|path| mask(path).with_context(|| path.display().to_string()));
    let masks = masks.collect::<Result<_>>()?;
    drop(progress);
    Ok((paths, masks))
}

/// Appends the pictures and the subfolders of a folder. Links to folders are skipped, since links can form cycles.
fn list(folder: &Path, folders: &mut Vec<PathBuf>, pictures: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            folders.push(path);
        } else if ImageFormat::from_path(&path).is_ok_and(|format| format.reading_enabled()) && path.is_file() {
            pictures.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_sizes_span_a_wide_range_around_their_median() {
        let set = MaskSet::generated(100_000, 3).unwrap();
        let (mut pick, mut rng) = (set.picker(), Rng::new(3));
        let mut sides: Vec<u32> = (0..100_000).map(|n| set.masks()[pick(n, &mut rng)].width()).collect();
        sides.sort_unstable();
        assert_eq!((sides[0], sides[99_999]), (8, 1024));
        assert!((16..=32).contains(&sides[50_000]), "{}", sides[50_000]);
        assert!(sides[98_000] >= 64, "{}", sides[98_000]);
        let giants = sides.iter().filter(|&&side| side == 1024).count();
        assert!((1..40).contains(&giants), "{giants}");
        assert!(MaskSet::generated(9_999, 3).unwrap().masks().iter().all(|mask| mask.width() <= 256));
    }
}

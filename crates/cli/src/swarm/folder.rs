//! Builds masks from all pictures in a folder.

use crate::progress::Progress;
use crate::scene::read_image;
use anyhow::{Context, Result, bail};
use image::ImageFormat;
use mask::{Mask, Solid};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns the pictures in a folder and its subfolders, sorted by path, with the mask of each picture.
pub(crate) fn read(folder: &Path) -> Result<(Vec<PathBuf>, Vec<Arc<Mask>>)> {
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

//! Saves and loads the checkpoints of all workers together.

use super::error::CheckpointError;
use super::folder::Found;
use super::read::Target;
use super::write::Head;
use super::{folder, read, write};
use crate::{Tiles, TilesError, record};
use mask::Mask;
use std::collections::BTreeSet;
use std::fs;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use world::{MaskId, Sprite};

/// Checkpoints.
impl Tiles {
    /// Saves the sprites of all workers in a folder. Collective. It must be called right after a step.
    ///
    /// Each worker writes a file for its own sprites, with `extra`, bytes of the program. Workers may use one folder or a
    /// folder each. `job` is a number of the settings of the program: [`Tiles::load`] refuses checkpoints with another
    /// number. After every worker has its file, each worker removes its files of earlier steps, also those of another
    /// `job`. Use an empty folder for a new run: `load` picks the highest step in the folder. If a worker dies at any
    /// moment after the first `save`, the folders have a complete checkpoint of this step or of the one saved before.
    ///
    /// Disk: 13 to 26 bytes for each sprite, by its position and its id, and more with data, layers, an origin or a
    /// scale; and the masks.
    ///
    /// # Errors
    /// An error is final for the whole cluster: see [`TilesError`].
    ///
    /// - Returns [`TilesError::Checkpoints`] with [`CheckpointError::NotAfterStep`] if sprites have changed since the last
    ///   step, and with [`CheckpointError::File`] if the file cannot be written.
    /// - Returns [`TilesError::Cluster`] if another worker fails.
    pub fn save(&mut self, folder: &Path, job: u64, extra: &[u8]) -> Result<(), TilesError> {
        self.collective(|tiles| {
            if !tiles.is_after_step() {
                return Err(CheckpointError::NotAfterStep.into());
            }
            let head = Head { job, worker: tiles.worker(), workers: tiles.workers(), step: tiles.steps() };
            folder::write_atomically(folder, head, |out| {
                let sprites = tiles.sprites().map(|(id, sprite)| (id, sprite, tiles.path_start(id, &sprite)));
                write::write(out, head, tiles.world(), sprites, extra)
            })?;
            tiles.send_to_all(&[])?;
            // Every worker has this step now, so nobody needs an older one.
            for Found { step, worker, workers, path } in folder::list(folder)? {
                if (worker, workers) == (head.worker, head.workers) && step < head.step {
                    fs::remove_file(&path).map_err(|source| CheckpointError::File { path, source })?;
                }
            }
            Ok(())
        })
    }

    /// Loads the newest checkpoint that every worker has in its folder. Collective. The tiles must be new. Returns the extra
    /// bytes that this worker saved.
    ///
    /// The next step continues the saved run: its pairs and its events are those that the saved run would have listed.
    ///
    /// # Errors
    /// An error is final for the whole cluster: see [`TilesError`].
    ///
    /// - Returns [`TilesError::Checkpoints`] with [`CheckpointError::NotNew`] if the tiles are not new, with
    ///   [`CheckpointError::File`] if the folder cannot be read, with [`CheckpointError::Missing`] if no step has a
    ///   checkpoint of every worker, and with [`CheckpointError::Workers`] if the checkpoints are of another number of
    ///   workers.
    /// - Returns [`TilesError::CheckpointFile`] with the path if a file is damaged, or if it was written with another `job`.
    /// - Returns [`TilesError::Cluster`] if another worker fails.
    pub fn load(&mut self, folder: &Path, job: u64) -> Result<Vec<u8>, TilesError> {
        let extra = self.collective(|tiles| {
            if !tiles.is_new() {
                return Err(CheckpointError::NotNew.into());
            }
            let (worker, workers) = (tiles.worker(), tiles.workers());
            let found = folder::list(folder);
            tiles.wait_for_failures(found.is_err())?;
            let found = found?;
            let other_count = found.iter().map(|found| found.workers).find(|&found| found != workers);
            let mine = found.into_iter().filter(|found| (found.worker, found.workers) == (worker, workers));
            let step = tiles.newest_common(mine.map(|found| found.step).collect())?;
            tiles.wait_for_failures(step.is_none())?;
            let Some(step) = step else {
                let folder = folder.to_owned();
                return Err(match other_count {
                    Some(found) => CheckpointError::Workers { folder, found, expected: workers }.into(),
                    None => CheckpointError::Missing { folder }.into(),
                });
            };
            let extra = tiles.read_checkpoint(folder, Head { job, worker, workers, step });
            tiles.wait_for_failures(extra.is_err())?;
            Ok((extra?, step))
        });
        let (extra, step) = extra?;
        // Finds the pairs of the saved step, so that the events of the next step are right.
        self.step()?;
        self.set_steps(step);
        Ok(extra)
    }

    /// Reads a checkpoint of this worker. Returns its extra bytes.
    fn read_checkpoint(&mut self, folder: &Path, head: Head) -> Result<Vec<u8>, TilesError> {
        let path = folder.join(folder::file_name(head));
        let file = File::open(&path).map_err(|source| CheckpointError::File { path: path.clone(), source })?;
        let accept = |found: Head| match found {
            _ if found == head => Ok(()),
            Head { job, .. } if job != head.job => Err(CheckpointError::OtherJob),
            Head { worker, workers, step, .. } => Err(CheckpointError::Renamed { worker, workers, step }),
        };
        let mut input = BufReader::with_capacity(1 << 18, file);
        let read = read::read(&mut input, accept, self);
        read.map(|content| content.extra).map_err(|source| TilesError::CheckpointFile { path, source })
    }

    /// Returns the newest of the steps that every worker has.
    fn newest_common(&mut self, steps: BTreeSet<u64>) -> Result<Option<u64>, TilesError> {
        let mut bytes = Vec::new();
        record::write(&mut bytes, &steps);
        let mut common = steps;
        for (worker, bytes) in self.send_to_all(&bytes)?.iter().enumerate() {
            let theirs: BTreeSet<u64> =
                record::read(&mut &bytes[..]).map_err(|source| TilesError::Record { worker, source })?;
            common.retain(|step| theirs.contains(step));
        }
        Ok(common.last().copied())
    }
}

impl Target for Tiles {
    fn add_mask(&mut self, mask: Mask) -> Result<MaskId, CheckpointError> {
        Ok(self.insert_mask(mask)?)
    }

    fn add(&mut self, id: u64, sprite: Sprite, last: Option<[i32; 2]>) -> Result<(), CheckpointError> {
        Ok(self.insert(id, sprite, last)?)
    }
}

//! Reads the checkpoint of a worker.

use super::error::CheckpointError;
use super::format::{END, EXTRA, HEAD, MAGIC, MASK, SPRITES, VERSION};
use super::write::Head;
use super::{block, folder};
use crate::record::SpriteRecord;
use crate::{RecordError, record};
use mask::Mask;
use std::io::Read;
use std::path::Path;
use world::{MaskId, Sprite, World};

/// Takes the masks and the sprites of a checkpoint.
pub(super) trait Target {
    fn add_mask(&mut self, mask: Mask) -> Result<MaskId, CheckpointError>;
    /// `last` is where the path of the sprite began in the last step, if it had one.
    fn add(&mut self, id: u64, sprite: Sprite, last: Option<[i32; 2]>) -> Result<(), CheckpointError>;
}

/// The numbers of masks and of sprites in a checkpoint, and the extra bytes.
pub(super) struct Content {
    masks: usize,
    sprites: u64,
    pub(super) extra: Vec<u8>,
}

/// Reads a whole checkpoint. Calls `accept` with its head before anything else.
pub(super) fn read(
    input: &mut impl Read,
    accept: impl FnOnce(Head) -> Result<(), CheckpointError>,
    target: &mut impl Target,
) -> Result<Content, CheckpointError> {
    accept(read_head(input)?)?;
    let (mut masks, mut sprites, mut extra) = (Vec::new(), 0u64, Vec::new());
    let mut content = Vec::new();
    loop {
        match block::read(input, &mut content)? {
            MASK => masks.push(target.add_mask(Mask::from_bytes(&content).map_err(RecordError::Mask)?)?),
            SPRITES => {
                let mut records = &content[..];
                while !records.is_empty() {
                    let (id, sprite, last): (u64, SpriteRecord, Option<[i32; 2]>) = record::read(&mut records)?;
                    target.add(id, sprite.to_sprite(|number| masks.get(number as usize).copied())?, last)?;
                    sprites += 1;
                }
            }
            EXTRA => extra.append(&mut content),
            END => break,
            kind => return Err(CheckpointError::damaged(format!("it has a block of the unknown kind {kind}"))),
        }
    }
    let mut rest = &content[..];
    let (expected, found): ([u64; 3], _) =
        (record::read(&mut rest)?, [masks.len() as u64, sprites, extra.len() as u64]);
    if found != expected {
        let reason = format!("expected {expected:?} masks, sprites and extra bytes, got {found:?}");
        return Err(CheckpointError::damaged(reason));
    }
    if !rest.is_empty() || input.read(&mut [0]).is_ok_and(|count| count > 0) {
        return Err(CheckpointError::damaged("it goes on after its end"));
    }
    Ok(Content { masks: masks.len(), sprites, extra })
}

fn read_head(input: &mut impl Read) -> Result<Head, CheckpointError> {
    let mut content = Vec::new();
    // A file of another kind has no valid block, and none with a long content.
    let kind = block::read(&mut input.take(256), &mut content).map_err(|_| CheckpointError::NotACheckpoint)?;
    let content = content.strip_prefix(MAGIC).filter(|_| kind == HEAD).ok_or(CheckpointError::NotACheckpoint)?;
    let Some((version, mut head)) = content.split_first_chunk() else {
        return Err(CheckpointError::damaged("it has no version"));
    };
    match u32::from_le_bytes(*version) {
        VERSION => Ok(record::read(&mut head)?),
        version => Err(CheckpointError::Version { version }),
    }
}

/// The content of a checkpoint file.
///
/// ```
/// use tiles::{CheckpointError, CheckpointInfo};
///
/// let file: &[u8] = b"not a checkpoint";
/// assert!(matches!(CheckpointInfo::read(file), Err(CheckpointError::NotACheckpoint)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckpointInfo {
    /// The fingerprint of the run.
    pub job: u64,
    /// The worker that wrote the file.
    pub worker: usize,
    /// The number of workers of the run.
    pub workers: usize,
    /// The number of finished steps.
    pub step: u64,
    /// The number of masks.
    pub masks: usize,
    /// The number of sprites.
    pub sprites: usize,
}

impl CheckpointInfo {
    /// Returns whether a folder has checkpoint files of any run. A folder that does not exist has none.
    ///
    /// # Errors
    /// Returns [`CheckpointError::File`] if the folder cannot be read.
    pub fn any_in(folder: &Path) -> Result<bool, CheckpointError> {
        Ok(folder.exists() && !folder::list(folder)?.is_empty())
    }

    /// Reads a checkpoint of any run, and checks every byte.
    ///
    /// # Errors
    /// Returns a [`CheckpointError`] if the bytes are not a checkpoint, or if they are damaged.
    pub fn read(mut input: impl Read) -> Result<CheckpointInfo, CheckpointError> {
        let mut head = Head { job: 0, worker: 0, workers: 0, step: 0 };
        let accept = |found| {
            head = found;
            Ok(())
        };
        let Content { masks, sprites, .. } = read(&mut input, accept, &mut World::new())?;
        let Head { job, worker, workers, step } = head;
        Ok(CheckpointInfo { job, worker, workers, step, masks, sprites: sprites as usize })
    }
}

/// Checks sprites against a world, and drops them.
impl Target for World {
    fn add_mask(&mut self, mask: Mask) -> Result<MaskId, CheckpointError> {
        Ok(World::add_mask(self, mask)?)
    }

    fn add(&mut self, _: u64, sprite: Sprite, last: Option<[i32; 2]>) -> Result<(), CheckpointError> {
        self.box_of(&sprite)?;
        let last = sprite.position(last.unwrap_or(sprite.position));
        Ok(self.box_of(&last).map(drop)?)
    }
}

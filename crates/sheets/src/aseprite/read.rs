//! Builds a sheet from an Aseprite file.

use super::reader::parse;
use crate::cut::take_frame;
use crate::limits::{Budget, at_most};
use crate::load::Load;
use crate::slice::slices;
use crate::tags::{animations, frame_names};
use crate::{Frame, Reason, Sheet, SheetError};
use mask::Mask;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// The magic number of the header, at byte 4.
const MAGIC: [u8; 2] = 0xa5e0_u16.to_le_bytes();

/// Returns whether a file is an Aseprite file.
pub(crate) fn is_aseprite(bytes: &[u8]) -> bool {
    bytes.get(4..6) == Some(&MAGIC)
}

/// Reads the sheet `name` from its bytes.
pub(crate) fn read(name: &str, bytes: &[u8], mut load: Load) -> Result<Sheet, SheetError> {
    let options = load.options;
    let limits = &options.limits;
    let mut blends_left = Budget::new("blended pixels", limits.blended_pixels);
    let document = parse(name, bytes, &mut load)?;
    // The canvas of a frame and of each group around a layer.
    at_most("unpacked bytes", 4 * document.pixels() * (1 + document.depth()), limits.unpacked_bytes)
        .map_err(|error| SheetError::at(name, "header, width and height", error))?;

    let mut frames: Vec<Frame> = Vec::new();
    let mut drawn: HashMap<_, usize> = HashMap::new();
    for (index, &milliseconds) in document.durations.iter().enumerate() {
        let at = |field: String, reason| SheetError::at(name, format_args!("frame {index}{field}"), reason);
        let contents = document.contents(index);
        let mut frame = match drawn.get(&contents) {
            // The indices are those of frames read before.
            Some(&equal) => Frame::clone(&frames[equal]),
            None => {
                take_frame(document.size, options, &mut load.unpacked).map_err(|reason| at(String::new(), reason))?;
                let canvas = document.draw(&contents, &mut blends_left);
                let canvas = canvas.map_err(|(layer, reason)| at(format!(", layer {layer}"), reason))?;
                let mask = Mask::from_rgba8(canvas.width(), canvas.height(), &canvas, options.solid);
                let mask = mask.map_err(|error| at(String::new(), Reason::from(error)))?;
                drawn.insert(contents, index);
                let picture = options.pictures.then(|| Arc::new(canvas));
                Frame { picture, ..Frame::new(Vec::new(), Arc::new(mask)) }
            }
        };
        frame.duration = Duration::from_millis(milliseconds.into());
        frames.push(frame);
    }

    let names = frame_names(&vec![None; frames.len()], &document.tags, limits);
    let names = names.map_err(|reason| SheetError::at(name, "tags", reason))?;
    let slices = slices(frames.len(), document.slices, limits);
    let slices = slices.map_err(|reason| SheetError::at(name, "slices", reason))?;
    for ((frame, names), slices) in frames.iter_mut().zip(names).zip(slices) {
        frame.names = names;
        frame.set_slices(slices);
    }
    let durations: Vec<_> = frames.iter().map(Frame::duration).collect();
    Ok(Sheet::new(frames, animations(document.tags, &durations), load.warnings.finish(name)))
}

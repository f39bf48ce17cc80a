//! Writes Aseprite files by the public description of the format. It shares no code with the reader.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// A file to write.
#[derive(Default, Clone)]
pub(crate) struct Ase {
    pub(crate) size: [u16; 2],
    /// Bits of a pixel: 32, 16 or 8.
    pub(crate) depth: u16,
    /// 1: opacities of layers are valid; 2: groups are drawn on their own.
    pub(crate) flags: u32,
    pub(crate) transparent: u8,
    /// A duration and chunks for each frame.
    pub(crate) frames: Vec<(u16, Vec<Chunk>)>,
}

/// The type and the bytes of a chunk.
pub(crate) type Chunk = (u16, Vec<u8>);

impl Ase {
    /// Returns the bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut frames = Vec::new();
        for (duration, chunks) in &self.frames {
            let mut body = Vec::new();
            for (kind, bytes) in chunks {
                body.extend((bytes.len() as u32 + 6).to_le_bytes());
                body.extend(kind.to_le_bytes());
                body.extend(bytes);
            }
            frames.extend((body.len() as u32 + 16).to_le_bytes());
            frames.extend(0xf1fa_u16.to_le_bytes());
            frames.extend((chunks.len() as u16).to_le_bytes());
            frames.extend(duration.to_le_bytes());
            frames.extend([0; 2]);
            frames.extend((chunks.len() as u32).to_le_bytes());
            frames.extend(body);
        }
        let mut file = Vec::new();
        file.extend((frames.len() as u32 + 128).to_le_bytes());
        file.extend(0xa5e0_u16.to_le_bytes());
        file.extend((self.frames.len() as u16).to_le_bytes());
        file.extend(self.size[0].to_le_bytes());
        file.extend(self.size[1].to_le_bytes());
        file.extend(self.depth.to_le_bytes());
        file.extend(self.flags.to_le_bytes());
        file.extend(125_u16.to_le_bytes());
        file.extend([0; 8]);
        file.push(self.transparent);
        file.resize(128, 0);
        file.extend(frames);
        file
    }
}

fn string(text: &str) -> Vec<u8> {
    let mut bytes = (text.len() as u16).to_le_bytes().to_vec();
    bytes.extend(text.bytes());
    bytes
}

pub(crate) fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A layer chunk. `kind` is 0 for pixels, 1 for a group, 2 for a tile map with its tile set.
pub(crate) struct Layer {
    pub(crate) flags: u16,
    pub(crate) kind: u16,
    pub(crate) level: u16,
    pub(crate) mode: u16,
    pub(crate) opacity: u8,
    pub(crate) tileset: u32,
}

/// A visible layer of pixels.
pub(crate) const LAYER: Layer = Layer { flags: 1, kind: 0, level: 0, mode: 0, opacity: 255, tileset: 0 };

impl Layer {
    pub(crate) fn chunk(&self) -> Chunk {
        let mut bytes = Vec::new();
        for word in [self.flags, self.kind, self.level, 0, 0, self.mode] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend([self.opacity, 0, 0, 0]);
        bytes.extend(string("layer"));
        if self.kind == 2 {
            bytes.extend(self.tileset.to_le_bytes());
        }
        (0x2004, bytes)
    }
}

/// The content of a cel.
pub(crate) enum Show<'a> {
    Plain([u16; 2], &'a [u8]),
    Packed([u16; 2], &'a [u8]),
    Link(u16),
    /// Tiles with the masks 0x1fffffff for the index, 1 << 31 for x, 1 << 30 for y, 1 << 29 for the diagonal.
    Tiles([u16; 2], &'a [u32]),
}

/// A cel chunk.
pub(crate) fn cel(layer: u16, at: [i16; 2], opacity: u8, z: i16, show: &Show) -> Chunk {
    let mut bytes = layer.to_le_bytes().to_vec();
    bytes.extend(at[0].to_le_bytes());
    bytes.extend(at[1].to_le_bytes());
    bytes.push(opacity);
    let kind: u16 = match show {
        Show::Plain(..) => 0,
        Show::Link(_) => 1,
        Show::Packed(..) => 2,
        Show::Tiles(..) => 3,
    };
    bytes.extend(kind.to_le_bytes());
    bytes.extend(z.to_le_bytes());
    bytes.extend([0; 5]);
    match show {
        Show::Link(frame) => bytes.extend(frame.to_le_bytes()),
        Show::Plain([width, height], pixels) | Show::Packed([width, height], pixels) => {
            bytes.extend(width.to_le_bytes());
            bytes.extend(height.to_le_bytes());
            bytes.extend(if kind == 2 { zlib(pixels) } else { pixels.to_vec() });
        }
        Show::Tiles([columns, rows], tiles) => {
            for word in [*columns, *rows, 32] {
                bytes.extend(word.to_le_bytes());
            }
            for mask in [0x1fff_ffff_u32, 1 << 31, 1 << 30, 1 << 29] {
                bytes.extend(mask.to_le_bytes());
            }
            bytes.extend([0; 10]);
            bytes.extend(zlib(&tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect::<Vec<_>>()));
        }
    }
    (0x2005, bytes)
}

/// A tile set chunk, of which tile 0 is empty.
pub(crate) fn tileset(id: u32, tile: [u16; 2], count: u32, pixels: &[u8]) -> Chunk {
    let mut bytes = Vec::new();
    for number in [id, 2 | 4, count] {
        bytes.extend(number.to_le_bytes());
    }
    for number in [tile[0], tile[1], 1] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend([0; 14]);
    bytes.extend(string("tiles"));
    let packed = zlib(pixels);
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend(packed);
    (0x2023, bytes)
}

/// A chunk of tags: name, first frame, last frame, direction, repeat.
pub(crate) fn tags(tags: &[(&str, u16, u16, u8, u16)]) -> Chunk {
    let mut bytes = (tags.len() as u16).to_le_bytes().to_vec();
    bytes.extend([0; 8]);
    for (name, from, to, direction, repeat) in tags {
        bytes.extend(from.to_le_bytes());
        bytes.extend(to.to_le_bytes());
        bytes.push(*direction);
        bytes.extend(repeat.to_le_bytes());
        bytes.extend([0; 10]);
        bytes.extend(string(name));
    }
    (0x2018, bytes)
}

/// A slice with a pivot in each key: frame, left, top, width, height, pivot.
pub(crate) fn slice(name: &str, keys: &[(u32, [i32; 4], [i32; 2])]) -> Chunk {
    let mut bytes = Vec::new();
    for number in [keys.len() as u32, 2, 0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(string(name));
    for (frame, bounds, pivot) in keys {
        bytes.extend(frame.to_le_bytes());
        for number in bounds.iter().chain(pivot) {
            bytes.extend(number.to_le_bytes());
        }
    }
    (0x2022, bytes)
}

/// User data: a text and a color, and properties that are no properties.
pub(crate) fn user_data(text: Option<&str>, color: Option<[u8; 4]>) -> Chunk {
    let flags = u32::from(text.is_some()) | u32::from(color.is_some()) << 1 | 4;
    let mut bytes = flags.to_le_bytes().to_vec();
    bytes.extend(text.map(string).unwrap_or_default());
    bytes.extend(color.unwrap_or_default().iter().take(if color.is_some() { 4 } else { 0 }));
    bytes.extend([0x12; 40]);
    (0x2020, bytes)
}

/// A palette chunk that sets the colors from `first` on.
pub(crate) fn palette(first: u32, colors: &[[u8; 4]]) -> Chunk {
    let mut bytes = Vec::new();
    for number in [first + colors.len() as u32, first, first + colors.len() as u32 - 1, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    for (index, color) in colors.iter().enumerate() {
        // Every other color has a name.
        bytes.extend((index as u16 % 2).to_le_bytes());
        bytes.extend(color);
        if index % 2 == 1 {
            bytes.extend(string("c"));
        }
    }
    (0x2019, bytes)
}

//! Bytes as the checkpoint of a worker. The first byte says how: an even one means a file as it is; an odd one means blocks
//! (kind, two bytes of length, content), which get the right checksums. A read ends with a content whose counts agree, or with
//! an error.

use tiles::CheckpointInfo;

/// Runs the target.
pub fn check(data: &[u8]) {
    let Some((how, data)) = data.split_first() else { return };
    let file = if how % 2 == 0 { data.to_vec() } else { blocks(data) };
    match CheckpointInfo::read(&file[..]) {
        // A sprite takes at least 11 bytes, a mask at least its block.
        Ok(info) => assert!(11 * info.sprites + 9 * info.masks <= file.len(), "{info:?}"),
        Err(error) => assert!(error.to_string().starts_with("checkpoint") || error.to_string().starts_with("file ")),
    }
}

/// Returns a file of blocks with right lengths and checksums.
fn blocks(mut data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    while let Some((&[kind, low, high], rest)) = data.split_first_chunk() {
        let (content, rest) = rest.split_at(rest.len().min(u16::from_le_bytes([low, high]).into()));
        let head = [&[kind], &(content.len() as u32).to_le_bytes()[..]].concat();
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head);
        checksum.update(content);
        file.extend(head);
        file.extend(checksum.finalize().to_le_bytes());
        file.extend(content);
        data = rest;
    }
    file
}

//! Draws the pictures of the game into the folder `art`.

use rocks::{art, field};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/art");
    let (sheet, json) = art::pack(&art::frames());
    sheet.save(format!("{folder}/space.png"))?;
    std::fs::write(format!("{folder}/space.json"), json)?;
    art::ground(field::SIZE[0], field::GROUND_HEIGHT).save(format!("{folder}/ground.png"))?;
    Ok(())
}

//! Checks single pixels of a screenshot: `spots PICTURE.png SPOTS.txt`. It ends with status 1 if too many colors are wrong.

use rocks::spots;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(picture), Some(list), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("expected two arguments: PICTURE.png SPOTS.txt".into());
    };
    let spots = spots::read(&std::fs::read_to_string(&list)?).map_err(|fault| format!("{list}: {fault}"))?;
    spots::check(&image::open(&picture)?.into_rgba8(), &spots).map_err(|fault| format!("{picture}: {fault}"))?;
    println!("{picture} has the right colors at {} spots", spots.len());
    Ok(())
}

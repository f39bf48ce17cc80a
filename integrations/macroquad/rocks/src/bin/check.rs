//! Checks the screenshot of a scripted game: `check PICTURE.png REPORT.txt`. It ends with status 1 if something is missing.

use rocks::report;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(picture), Some(expected), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("expected two arguments: PICTURE.png REPORT.txt".into());
    };
    let shown = image::open(&picture)?.into_rgba8();
    report::check(&shown, &std::fs::read_to_string(expected)?.parse()?)
        .map_err(|fault| format!("{picture}: {fault}"))?;
    println!("{picture} shows what it must");
    Ok(())
}

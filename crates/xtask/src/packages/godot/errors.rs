//! The output of the tests, without errors that were expected.

/// Returns the output of the tests without errors that were expected, and whether the tests passed.
///
/// A line `EXPECT: text` expects one error or warning that contains the text, before the next line `EXPECTED`. An error
/// that is not expected fails (or a warning of hitmask: Godot has its own), and so does an expected one that does not
/// come. A line `EXPECT LINE: text` expects an output that begins with the text, before `EXPECTED`.
pub(super) fn check(output: &str) -> (String, bool) {
    let (mut text, mut has_failed, mut has_ended, mut is_quiet) = (String::new(), false, false, false);
    let mut wanted: Vec<&str> = Vec::new();
    let mut lines: Vec<(&str, u32)> = Vec::new();
    for line in output.lines() {
        if let Some(line) = line.strip_prefix("EXPECT LINE: ") {
            lines.push((line, 0));
            continue;
        } else if let Some(error) = line.strip_prefix("EXPECT: ") {
            wanted.push(error);
            continue;
        } else if line == "EXPECTED" {
            for error in wanted.drain(..) {
                text += &format!("FAILED: no error contains: {error}\n");
                has_failed = true;
            }
            for (line, _) in lines.drain(..).filter(|line| line.1 == 0) {
                text += &format!("FAILED: no output begins with: {line}\n");
                has_failed = true;
            }
            continue;
        }
        let mut is_repeated = false;
        for (_, count) in lines.iter_mut().filter(|expected| line.starts_with(expected.0)) {
            is_repeated |= *count > 0; // printed once
            *count += 1;
            if is_repeated {
                break;
            }
        }
        if is_repeated {
            continue;
        }
        if is_error(line) {
            if let Some(number) = wanted.iter().position(|error| line.contains(error)) {
                wanted.remove(number);
                is_quiet = true;
                continue;
            }
            text += "FAILED: an error that was not expected:\n";
            has_failed = true;
        }
        if is_quiet && is_place(line) {
            continue;
        }
        is_quiet = false;
        text += &format!("{line}\n");
        if let Some((passed, failed)) = line.split_once(" passed, ")
            && passed.parse::<u32>().is_ok()
            && let Some((failed, _)) = failed.split_once(" failed")
        {
            has_ended = true;
            has_failed |= failed != "0";
        }
    }
    if !has_ended {
        text += "FAILED: the tests did not end\n";
    }
    (text, has_ended && !has_failed)
}

fn is_error(line: &str) -> bool {
    let of_user = line.strip_prefix("USER ").unwrap_or(line);
    let is_warning = of_user.starts_with("WARNING: ") && line.contains("Pixel");
    is_warning || of_user.starts_with("ERROR: ") || line.starts_with("SCRIPT ERROR: ")
}

/// Tells whether a line says where an error comes from.
fn is_place(line: &str) -> bool {
    let text = line.trim_start();
    let is_entry = text
        .strip_prefix('[')
        .and_then(|text| text.split_once("] "))
        .is_some_and(|(number, _)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
    text.len() < line.len() && (text.starts_with("at: ") || text.starts_with("GDScript backtrace") || is_entry)
}

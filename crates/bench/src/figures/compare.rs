//! Compares a new run with published figures.

use super::{Figures, Row};
use crate::report::{Line, aligned, digits};

/// A factor that moved by more than this share counts.
const TOLERANCE: f64 = 0.2;

/// Lists the factors over hitmask that are more than a fifth away from the published range, as lines of a table, and
/// says how many factors both have. A time depends on the machine, a factor less so.
#[must_use]
pub fn moved(published: &Figures, now: &[Line]) -> String {
    let ours = |line: &Line| now.iter().find(|ours| ours.case == line.case).filter(|ours| ours.who != line.who);
    let both = now.iter().filter_map(|line| {
        let base = ours(line)?;
        let row = |who: &str| -> Option<&Row> { published.row(&line.case, who) };
        Some((line, line.ns / base.ns, row(&line.who)?.factors_over(row(&base.who)?)))
    });
    let mut rows = vec![["case", "who", "published", "now"].map(str::to_owned).to_vec()];
    let mut count = 0;
    for (line, factor, (least, most)) in both {
        count += 1;
        if factor < least * (1.0 - TOLERANCE) || factor > most * (1.0 + TOLERANCE) {
            let range = format!("{} to {}", digits(least), digits(most));
            rows.push(vec![line.case.clone(), line.who.clone(), range, digits(factor)]);
        }
    }
    let moved = rows.len() - 1;
    let head = format!("{moved} of {count} published factors over hitmask moved by more than a fifth");
    if moved == 0 { format!("{head}.\n") } else { format!("{head}:\n{}", aligned(&rows)) }
}

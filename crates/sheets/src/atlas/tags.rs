//! Tags and slices of Aseprite: they count the frames of the whole project, of which a sheet may have some.

use std::ops::Range;

/// The frames that the tags and the keys of slices of a sheet mean.
pub(super) enum Order {
    /// The frames in the order of the sheet.
    Listed,
    /// The frames with these numbers in the project, from the least.
    Numbered(Vec<usize>),
    /// The numbers begin again at a frame: the sheet has several projects or layers.
    Restarted(usize),
}

impl Order {
    /// Finds the order in the numbers at the ends of the names. `tags` are the first and the last frame, `keys` the
    /// frames at which slices change.
    pub(super) fn of(names: &[Option<String>], tags: &[[usize; 2]], keys: &[usize]) -> Order {
        let is_used = !tags.is_empty() || keys.iter().any(|&key| key > 0);
        let numbers: Option<Vec<usize>> = names.iter().map(|name| number_of(name.as_ref()?)).collect();
        let Some(numbers) = numbers.filter(|_| is_used) else { return Order::Listed };
        let restarts = || (1..numbers.len()).filter(|&index| numbers[index] <= numbers[index - 1]);
        if restarts().next().is_some() {
            // `TAG INDEX` begins again with each tag. Without tags, a key behind the first run counts the whole list.
            let mut restarts = restarts().filter(|index| !tags.is_empty() || keys.iter().all(|key| key < index));
            let restart = restarts.find(|&index| tags.iter().all(|tag| tag[0] != index));
            return restart.map_or(Order::Listed, Order::Restarted);
        }
        let has_gaps = numbers.windows(2).any(|pair| pair[1] != pair[0] + 1);
        // A sheet lists all tags of its project, so the keys tell only what the tags do not.
        let is_part = match tags {
            [] => numbers.first() != Some(&0) && keys.iter().any(|&key| key >= names.len()),
            tags => tags.iter().any(|tag| tag[1] >= names.len()),
        };
        if has_gaps || is_part { Order::Numbered(numbers) } else { Order::Listed }
    }

    /// Returns the frames of a tag.
    pub(super) fn frames(&self, [from, to]: [usize; 2]) -> Range<usize> {
        self.start(from)..self.start(to.saturating_add(1))
    }

    /// Returns the first frame of the sheet that is at a frame of the project or after it.
    pub(super) fn start(&self, frame: usize) -> usize {
        match self {
            Order::Numbered(numbers) => numbers.partition_point(|number| *number < frame),
            _ => frame,
        }
    }

    /// Returns what to warn of: the fault, and what is done about it.
    pub(super) fn fault(&self) -> Option<(String, &'static str)> {
        match self {
            Order::Listed => None,
            Order::Numbered(_) => Some((
                "the tags and slices count frames of the project that are not in the sheet".into(),
                "they have the frames with these numbers in their names",
            )),
            Order::Restarted(index) => Some((
                format!(
                    "the numbers of the frames begin again at frames[{index}], so the tags and slices may mean other frames: \
                     export each file and each layer to a sheet of its own"
                ),
                "they count the frames of the sheet",
            )),
        }
    }
}

/// Returns the number at the end of a name such as `door (cover) 3.aseprite`.
fn number_of(name: &str) -> Option<usize> {
    let is_extension = |end: &str| !end.is_empty() && end.bytes().any(|byte| byte.is_ascii_alphabetic());
    let stem = name.rsplit_once('.').filter(|(_, end)| is_extension(end)).map_or(name, |(stem, _)| stem);
    let digits = stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    stem[digits..].parse().ok()
}

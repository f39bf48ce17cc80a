//! Tags of Aseprite: they count the frames of the whole project, of which a sheet may have some.

/// The frames that the tags of a sheet mean.
#[derive(Debug, PartialEq)]
pub(super) enum Order {
    /// The frames in the order of the sheet.
    Listed,
    /// The frames with these numbers in the project, from the least.
    Numbered(Vec<usize>),
    /// The numbers begin again at a frame: the sheet has several projects or layers.
    Restarted(usize),
}

impl Order {
    /// Finds the order in the numbers that Aseprite puts at the end of the names. `tags` are the first and the last frame.
    pub(super) fn of(names: &[Option<String>], tags: &[[usize; 2]]) -> Order {
        let numbers: Option<Vec<usize>> = names.iter().map(|name| number_of(name.as_ref()?)).collect();
        let Some(numbers) = numbers.filter(|_| !tags.is_empty()) else { return Order::Listed };
        let restarts = || (1..numbers.len()).filter(|&index| numbers[index] <= numbers[index - 1]);
        if restarts().next().is_some() {
            // `TAG INDEX` begins again with each tag.
            let restart = restarts().find(|&index| tags.iter().all(|tag| tag[0] != index));
            return restart.map_or(Order::Listed, Order::Restarted);
        }
        let has_gaps = numbers.windows(2).any(|pair| pair[1] != pair[0] + 1);
        if has_gaps || tags.iter().any(|tag| tag[1] >= names.len()) { Order::Numbered(numbers) } else { Order::Listed }
    }
}

/// Returns the number at the end of a name such as `door (cover) 3.aseprite`.
fn number_of(name: &str) -> Option<usize> {
    let is_extension = |end: &str| !end.is_empty() && end.bytes().any(|byte| byte.is_ascii_alphabetic());
    let stem = name.rsplit_once('.').filter(|(_, end)| is_extension(end)).map_or(name, |(stem, _)| stem);
    let digits = stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    stem[digits..].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_mean_the_frames_with_the_numbers_of_their_names() {
        let order = |names: &[&str], tags: &[[usize; 2]]| {
            Order::of(&names.iter().map(|name| Some((*name).to_owned())).collect::<Vec<_>>(), tags)
        };
        assert_eq!(order(&["a 0.ase", "a 1.ase"], &[[0, 1]]), Order::Listed);
        assert_eq!(order(&["a 1", "a 2"], &[[0, 1]]), Order::Listed);
        assert_eq!(order(&["hero20.png", "hero21.png"], &[[0, 1]]), Order::Listed);
        assert_eq!(order(&["a 3.ase", "a 13.ase"], &[[0, 3]]), Order::Numbered(vec![3, 13]));
        assert_eq!(order(&["a:0", "a:1"], &[[0, 2]]), Order::Numbered(vec![0, 1]));
        assert_eq!(order(&["idle 0", "idle 1", "run 0", "run 1"], &[[0, 1], [2, 3]]), Order::Listed);
        assert_eq!(order(&["k 0", "k 1", "s 0", "s 1"], &[[0, 1], [0, 1]]), Order::Restarted(2));
        assert_eq!(order(&["a", "b"], &[[0, 5]]), Order::Listed);
        assert_eq!(order(&["k 0", "k 0"], &[]), Order::Listed);
        assert_eq!(
            ["", "9", "a.9", "v1.2 7.png", "99999999999999999999999"].map(number_of),
            [None, Some(9), Some(9), Some(7), None]
        );
    }
}

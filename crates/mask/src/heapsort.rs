//! A sort in little code, for `mask` and `world`.
//!
//! Each order of each type that `sort_unstable` sorts compiles to 4 to 8 KB. Thirteen of them took 21 of 269 KB (with
//! gzip) of the module for worlds in the browser. Heapsort has a tenth of the code, and takes up to twice as long. So
//! it sorts the lists that are short or rarely sorted. Lists of ids and of pairs, which are long, are sorted by the
//! standard library.

/// Sorts a list by a key. Items with equal keys can come in any order, which depends only on the list.
#[doc(hidden)]
#[inline(never)]
pub fn heapsort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    let mut len = list.len();
    // The first half of the rounds makes a heap. Each round after that moves the largest item of the heap behind it.
    for round in (0..len + len / 2).rev() {
        let mut parent = round.saturating_sub(list.len());
        if round < list.len() {
            list.swap(0, round);
            len = round;
        }
        while let Some(left) = Some(2 * parent + 1).filter(|&left| left < len) {
            let right = left + 1;
            let child = if right < len && key(&list[left]) < key(&list[right]) { right } else { left };
            if key(&list[parent]) >= key(&list[child]) {
                break;
            }
            list.swap(parent, child);
            parent = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::heapsort_by_key;
    use alloc::vec::Vec;

    #[test]
    fn lists_of_all_lengths_are_sorted_whatever_their_order() {
        for len in 0..200_u32 {
            for factor in [0, 1, 7, 0x9e37_79b9] {
                let mut list: Vec<u32> = (0..len).map(|n| n.wrapping_mul(factor) >> 3).collect();
                let mut expected = list.clone();
                expected.sort_unstable();
                heapsort_by_key(&mut list, |&n| n);
                assert_eq!(list, expected);
                heapsort_by_key(&mut list, |&n| core::cmp::Reverse(n));
                expected.reverse();
                assert_eq!(list, expected);
            }
        }
    }
}

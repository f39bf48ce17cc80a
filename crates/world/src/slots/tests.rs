//! Slot tables against a plain list.

use super::ids::{SlotId, SlotValue};
use super::table::{END, Slot, Slots};
use std::collections::HashSet;

/// The value of an occupied slot, or the link of a vacant slot.
type Number = u32;

impl SlotValue for Number {
    fn vacant(link: u32) -> Number {
        link
    }

    fn link(&self) -> u32 {
        *self
    }
}

fn insert(slots: &mut Slots<Number>, value: u32) -> SlotId {
    slots.try_reserve(1).unwrap();
    slots.insert_with(|_| value)
}

#[test]
fn ids_are_numbers_and_have_the_order_of_their_slots() {
    let ids = [[0, 1], [0, 3], [5, 1], [u32::MAX, 7]].map(|[index, generation]| SlotId::new(index, generation));
    assert!(ids.is_sorted());
    assert!(ids.iter().all(|&id| SlotId::from_bits(id.to_bits()) == id));
    assert_eq!((ids[2].to_bits(), format!("{:?}", ids[2])), (1 << 32 | 5, "5v1".into()));
    assert!(SlotId::default().to_bits() == 0);
    assert_eq!(size_of::<Slot<Number>>(), 8);
}

#[test]
fn ids_that_were_never_assigned_name_no_value() {
    let mut slots = Slots::default();
    let [id, gone] = [3, 4].map(|value| insert(&mut slots, value));
    slots.vacate(gone);
    for generation in [0, 2, 3, u32::MAX - 1, u32::MAX] {
        for index in [0, 1, 2, END, u32::MAX] {
            let id = SlotId::new(index, generation);
            assert!(slots.get(id).is_none() && slots.get_mut(id).is_none() && !slots.is_waiting(id), "{id:?}");
            assert!(slots.vacate(id).is_none() && slots.remove(id).is_none(), "{id:?}");
        }
    }
    assert!(slots.get(id) == Some(&3) && slots.is_waiting(gone));
    slots.release([SlotId::default(), id, SlotId::new(9, 1)].into_iter());
    assert!(!slots.is_waiting(gone));
    slots.validate();
}

#[test]
fn a_slot_whose_generations_are_used_up_is_not_reused() {
    for named in [false, true] {
        let mut slots = Slots::default();
        insert(&mut slots, 7);
        slots.slots[0].generation = u32::MAX;
        let last = SlotId::new(0, u32::MAX);
        assert_eq!(slots.vacate(last), Some(7));
        assert!(slots.is_waiting(last));
        slots.release(named.then_some(last).into_iter());
        assert_eq!(slots.is_waiting(last), named);
        slots.validate();
        slots.release([].into_iter());
        assert!(!slots.is_waiting(last) && slots.get(last).is_none());
        slots.validate();
        assert_eq!(insert(&mut slots, 8).index(), 1);
    }
    let mut slots = Slots::default();
    insert(&mut slots, 7);
    slots.slots[0].generation = u32::MAX;
    slots.remove(SlotId::new(0, u32::MAX));
    slots.validate();
    assert_eq!(insert(&mut slots, 8).index(), 1);
}

/// Random insertions, removals and releases, each repeated on plain lists.
#[test]
fn random_changes_agree_with_plain_lists() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut below = |count: usize| rng.usize(..count);
    let mut slots = Slots::default();
    let (mut alive, mut waiting) = (Vec::<(SlotId, u32)>::new(), Vec::<SlotId>::new());
    let (mut free, mut given) = (Vec::<u32>::new(), HashSet::new());
    for round in 0..20_000 {
        match below(8) {
            0..=2 => {
                let id = insert(&mut slots, round);
                let expected = free.pop().unwrap_or((alive.len() + waiting.len()) as u32);
                assert!(id.index() == expected && given.insert(id));
                alive.push((id, round));
            }
            3..=5 if !alive.is_empty() => {
                let (id, value) = alive.swap_remove(below(alive.len()));
                if below(3) == 0 {
                    assert_eq!(slots.remove(id), Some(value));
                    free.push(id.index());
                } else {
                    assert_eq!(slots.vacate(id), Some(value));
                    waiting.push(id);
                }
                assert_eq!((slots.vacate(id), slots.remove(id)), (None, None));
            }
            6 if below(4) == 0 => {
                // The order of the free slots shows in the next insertions.
                let undone: Vec<SlotId> = (0..below(9)).map(|value| insert(&mut slots, value as u32)).collect();
                for (value, &id) in undone.iter().enumerate().rev() {
                    assert_eq!(slots.undo_insert(id), Some(value as u32));
                    assert!(slots.undo_insert(id).is_none(), "it was taken back");
                }
            }
            7 if below(4) == 0 => {
                let named: Vec<SlotId> = (0..below(5)).filter_map(|_| waiting.get(below(9)).copied()).collect();
                let living = alive.first().map(|&(id, _)| id);
                slots.release(named.iter().copied().chain(living));
                free.extend(waiting.extract_if(.., |id| !named.contains(id)).map(SlotId::index));
            }
            _ => slots.try_reserve(below(3)).unwrap(),
        }
        slots.validate();
        assert!(alive.iter().all(|&(id, value)| slots.get(id) == Some(&value) && !slots.is_waiting(id)));
        assert!(waiting.iter().all(|&id| slots.is_waiting(id) && slots.get(id).is_none()));
        assert_eq!((slots.len(), slots.is_empty()), (alive.len(), alive.is_empty()));
        assert_eq!(slots.slot_count(), alive.len() + waiting.len() + free.len());
        let mut sorted = alive.clone();
        sorted.sort_unstable();
        assert!(
            slots.iter().map(|(id, &value)| (id, value)).eq(sorted),
            "the ids and values, in the order of the slots"
        );
    }
    println!("{} ids in {} slots", given.len(), slots.slot_count());
}

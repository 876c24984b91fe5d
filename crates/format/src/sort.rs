//! The one way in which things are put in order.
//!
//! Invariant: the standard library sorts nothing but positions, and only here: each type that it sorts costs five kilobytes of the
//! WebAssembly module, and it would have to sort twenty.

#![allow(clippy::disallowed_methods, reason = "the one place that sorts, and its tests")]

use std::cmp::Ordering;

/// Sorts by what `compare` says about two things; those that it calls equal keep their order.
pub fn sort_by<T>(things: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    keep_first_by(things, usize::MAX, compare);
}

/// The same for things that say themselves which is less.
pub fn sort<T: Ord>(things: &mut Vec<T>) {
    sort_by(things, T::cmp);
}

/// Sorts by a key that is made once of each thing; those with equal ones keep their order.
pub fn sort_by_key<T, K: Ord>(things: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let keys: Vec<K> = things.iter().map(key).collect();
    let places = first_places(keys.len(), usize::MAX, &|a, b| keys.get(a).cmp(&keys.get(b)));
    arrange(things, places);
}

/// Keeps so many of the things, those that sorting by `compare` would put first, in that order.
pub fn keep_first_by<T>(things: &mut Vec<T>, limit: usize, compare: impl Fn(&T, &T) -> Ordering) {
    let places = first_places(things.len(), limit, &|a, b| match (things.get(a), things.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    arrange(things, places);
}

/// Takes the things from these positions.
fn arrange<T>(things: &mut Vec<T>, places: Vec<usize>) {
    let mut slots: Vec<Option<T>> = things.drain(..).map(Some).collect();
    things.extend(places.into_iter().filter_map(|place| slots.get_mut(place)?.take()));
}

/// The positions of the first so many of `count` things in order.
fn first_places(count: usize, limit: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let compare = |a: &usize, b: &usize| compare(*a, *b).then(a.cmp(b));
    let mut places: Vec<usize> = (0..count).collect();
    if limit < count {
        places.select_nth_unstable_by(limit, compare);
        places.truncate(limit);
    }
    places.sort_unstable_by(compare);
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{keep_first_by, sort};

    proptest! {
        #[test]
        fn the_first_in_order_are_those_of_a_stable_sort(things in prop::collection::vec(0u8..20, 0..80), limit in 0usize..90) {
            let numbered: Vec<(u8, usize)> = things.iter().copied().enumerate().map(|(at, thing)| (thing, at)).collect();
            let mut wanted = numbered.clone();
            wanted.sort_by_key(|(thing, _)| *thing);
            wanted.truncate(limit);
            let mut kept = numbered;
            keep_first_by(&mut kept, limit, |(a, _), (b, _)| a.cmp(b));
            prop_assert_eq!(kept, wanted);
            let (mut sorted, mut standard) = (things.clone(), things);
            sort(&mut sorted);
            standard.sort_unstable();
            prop_assert_eq!(sorted, standard);
        }
    }
}

//! The one way in which things are put in order.
//!
//! Invariant: the standard library sorts nothing but positions, and only here: each type that it sorts costs five kilobytes of the
//! WebAssembly module, and it would have to sort twenty.

#![allow(clippy::disallowed_methods, reason = "the one place that sorts, and its tests")]
#![allow(clippy::indexing_slicing, reason = "positions are those of the things")]

use std::cmp::Ordering;

/// Sorts by what `compare` says about two things; those that it calls equal keep their order.
pub fn sort_by<T>(things: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let places = first_places(things.len(), usize::MAX, &|a, b| compare(&things[a], &things[b]));
    arrange(places, &mut |a, b| things.swap(a, b));
}

/// The same for things that say themselves which is less.
pub fn sort<T: Ord>(things: &mut [T]) {
    sort_by(things, T::cmp);
}

/// Sorts by a key that is made once of each thing; those with equal ones keep their order.
pub fn sort_by_key<T, K: Ord>(things: &mut [T], key: impl Fn(&T) -> K) {
    let keys: Vec<K> = things.iter().map(key).collect();
    let places = first_places(keys.len(), usize::MAX, &|a, b| keys[a].cmp(&keys[b]));
    arrange(places, &mut |a, b| things.swap(a, b));
}

/// Keeps so many of the things, those that sorting by `compare` would put first, in that order.
pub fn keep_first_by<T>(things: &mut Vec<T>, limit: usize, compare: impl Fn(&T, &T) -> Ordering) {
    let places = first_places(things.len(), limit, &|a, b| compare(&things[a], &things[b]));
    let kept = places.len();
    arrange(places, &mut |a, b| things.swap(a, b));
    things.truncate(kept);
}

/// Puts the things of these positions first, by swapping two at a time.
fn arrange(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for at in 0..places.len() {
        let mut place = places[at];
        // What was there has been swapped to where the thing for that place was.
        while place < at {
            place = places[place];
        }
        places[at] = place;
        swap(at, place);
    }
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

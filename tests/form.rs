//! The two forms of tests that try very many cases. `npm test` runs the short form, a sample with fixed
//! seeds. `npm run hostile` sets `HANDOFF_HOSTILE=long` and tries every case, with other seeds each day.

use std::env;

/// Returns whether every case is tried, and not a sample.
pub fn is_long() -> bool {
    env::var("HANDOFF_HOSTILE").is_ok_and(|value| value == "long")
}

/// Returns the first seed of random cases: that of `HANDOFF_SEED`, so that a failure can be repeated, or
/// a fixed one.
pub fn seed(default: u64) -> u64 {
    env::var("HANDOFF_SEED").map_or(default, |text| text.parse().expect("a number"))
}

/// Returns all places of a disturbance in the long form, one of `distance` in the short form. Samples
/// with other numbers begin elsewhere, so that together they reach all kinds of places.
pub fn sample<T>(places: impl Iterator<Item = T>, number: usize, distance: usize) -> impl Iterator<Item = T> {
    let (first, distance) = if is_long() { (0, 1) } else { (number % distance, distance) };
    places.skip(first).step_by(distance)
}

//! Three versions of a sequence, put together as far as they do not touch the same place.
//!
//! Invariant: every element that one side has added is in what comes out, in a hunk that is settled or in a clash.

use std::collections::BTreeMap;

/// So many pairs of elements are compared at most; what differs in a longer stretch differs as a whole.
const MOST_PAIRS: usize = 4_000_000;

/// A stretch of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hunk<'s, T> {
    /// All agree, or only one side has changed something.
    Settled(&'s [T]),
    /// Both sides have changed the same place.
    Clash {
        /// What was there.
        base: &'s [T],
        /// What is there on this side.
        ours: &'s [T],
        /// What is there on the other side.
        theirs: &'s [T],
    },
}

/// Puts three versions together.
pub(super) fn merge<'s, T: Ord + Copy>(base: &'s [T], ours: &'s [T], theirs: &'s [T]) -> Vec<Hunk<'s, T>> {
    let (in_ours, in_theirs) = (partners(base, ours), partners(base, theirs));
    let both = |at: usize| Some((at, in_ours.get(at).copied()??, in_theirs.get(at).copied()??));
    let mut hunks = Vec::new();
    let (mut b, mut o, mut t) = (0, 0, 0);
    loop {
        let start = b;
        while both(b) == Some((b, o, t)) {
            (b, o, t) = (b + 1, o + 1, t + 1);
        }
        if b > start {
            hunks.push(Hunk::Settled(base.get(start..b).unwrap_or_default()));
        }
        if (b, o, t) == (base.len(), ours.len(), theirs.len()) {
            return hunks;
        }
        let next = (b..base.len()).find_map(both).unwrap_or((base.len(), ours.len(), theirs.len()));
        let part = |whole: &'s [T], from, to| whole.get(from..to).unwrap_or_default();
        hunks.push(settle(part(base, b, next.0), part(ours, o, next.1), part(theirs, t, next.2)));
        (b, o, t) = next;
    }
}

fn settle<'s, T: PartialEq>(base: &'s [T], ours: &'s [T], theirs: &'s [T]) -> Hunk<'s, T> {
    if base == theirs || ours == theirs {
        Hunk::Settled(ours)
    } else if base == ours {
        Hunk::Settled(theirs)
    } else {
        Hunk::Clash { base, ours, theirs }
    }
}

/// For each element of `old`, where it is in `new`; ascending, as many as possible.
fn partners<T: Ord + Copy>(old: &[T], new: &[T]) -> Vec<Option<usize>> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let middle = between(old.get(head..old_end).unwrap_or_default(), new.get(head..new_end).unwrap_or_default());
    let first = (0..head).map(Some);
    let inner = middle.into_iter().map(|partner| partner.map(|at| at + head));
    first.chain(inner).chain((new_end..new.len()).map(Some)).collect()
}

/// The longest common subsequence, by the table of its lengths.
fn between<T: Ord + Copy>(old: &[T], new: &[T]) -> Vec<Option<usize>> {
    let mut partners = vec![None; old.len()];
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        return partners;
    }
    let (old, new) = (numbered(old, new), numbered(new, old));
    let width = new.len() + 1;
    let mut lengths = vec![0_u32; (old.len() + 1) * width];
    let length = |lengths: &[u32], row: usize, column: usize| lengths.get(row * width + column).copied().unwrap_or(0);
    for (row, left) in old.iter().enumerate().rev() {
        for (column, right) in new.iter().enumerate().rev() {
            let best = if left == right {
                length(&lengths, row + 1, column + 1) + 1
            } else {
                length(&lengths, row + 1, column).max(length(&lengths, row, column + 1))
            };
            if let Some(place) = lengths.get_mut(row * width + column) {
                *place = best;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    while let (Some(left), Some(right)) = (old.get(row), new.get(column)) {
        if left == right {
            if let Some(partner) = partners.get_mut(row) {
                *partner = Some(column);
            }
            (row, column) = (row + 1, column + 1);
        } else if length(&lengths, row + 1, column) >= length(&lengths, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    partners
}

/// Equal elements as equal numbers, the same ones whichever list comes first.
fn numbered<T: Ord + Copy>(list: &[T], other: &[T]) -> Vec<usize> {
    let mut numbers: BTreeMap<T, usize> = list.iter().chain(other).map(|element| (*element, 0)).collect();
    for (at, number) in numbers.values_mut().enumerate() {
        *number = at;
    }
    list.iter().filter_map(|element| numbers.get(element).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str) -> String {
        let letters = |text: &str| text.chars().collect::<Vec<char>>();
        let text = |letters: &[char]| letters.iter().collect::<String>();
        let (base, ours, theirs) = (letters(base), letters(ours), letters(theirs));
        let shown = merge(&base, &ours, &theirs).into_iter().map(|hunk| match hunk {
            Hunk::Settled(part) => text(part),
            Hunk::Clash { base, ours, theirs } => format!("<{}|{}|{}>", text(ours), text(base), text(theirs)),
        });
        shown.collect()
    }

    #[test]
    fn changes_of_both_sides_come_together() {
        for (base, ours, theirs, expected) in [
            ("", "", "", ""),
            ("abc", "abc", "abc", "abc"),
            ("abc", "aXbc", "abcY", "aXbcY"),
            ("abcde", "abcd", "bcde", "bcd"),
            ("abc", "aXc", "aXc", "aXc"),
            ("abc", "aXc", "aYc", "a<X|b|Y>c"),
            ("ab", "abX", "abY", "ab<X||Y>"),
            ("", "X", "Y", "<X||Y>"),
            ("abc", "", "abc", ""),
            ("abc", "", "abXc", "<|abc|abXc>"),
        ] {
            assert_eq!(merged(base, ours, theirs), expected, "{base} {ours} {theirs}");
        }
    }

    #[test]
    fn what_is_too_long_to_compare_differs_as_a_whole() {
        let numbers = |from: u32| (from..from + 3_000).collect::<Vec<u32>>();
        let (base, ours) = (numbers(0), numbers(10_000));
        assert_eq!(merge(&base, &ours, &base), [Hunk::Settled(ours.as_slice())]);
    }
}

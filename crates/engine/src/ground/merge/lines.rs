//! Three-way merge of sequences, such as lines.
//!
//! Invariant: every element that one side has added is in the result, in a settled hunk or in a
//! clash.

use std::hash::Hash;

use imara_diff::{Algorithm, Diff, InternedInput, Interner};

/// A part of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hunk<'s, T> {
    /// Both sides agree, or only one side has changes.
    Settled(&'s [T]),
    /// Both sides have changed the same place.
    Clash {
        /// The elements of the base.
        base: &'s [T],
        /// The elements of this side.
        ours: &'s [T],
        /// The elements of the other side.
        theirs: &'s [T],
    },
}

/// Merges three versions.
pub fn merge<'s, T: Hash + Eq + Copy>(base: &'s [T], ours: &'s [T], theirs: &'s [T]) -> Vec<Hunk<'s, T>> {
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

/// Returns for each element of `old` its position in `new`, ascending, or `None` if it was removed.
fn partners<T: Hash + Eq + Copy>(old: &[T], new: &[T]) -> Vec<Option<usize>> {
    let mut input =
        InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(old.len() + new.len()) };
    input.update_before(old.iter().copied());
    input.update_after(new.iter().copied());
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let mut unchanged = (0..).zip(0..new.len()).filter(|(token, _)| !diff.is_added(*token)).map(|(_, at)| at);
    (0..).zip(old).map(|(token, _)| if diff.is_removed(token) { None } else { unchanged.next() }).collect()
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
    fn changes_of_both_sides_are_merged() {
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
    fn merge_accepts_a_completely_new_version() {
        let numbers = |from: u32| (from..from + 3_000).collect::<Vec<u32>>();
        let (base, ours) = (numbers(0), numbers(10_000));
        assert_eq!(merge(&base, &ours, &base), [Hunk::Settled(ours.as_slice())]);
    }
}

//! A short run of the fuzz targets: every kept input, and many small changes to each. The same in every run.
//!
//! `fuzz/README.md` says how to run them without an end.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

mod support;

use std::fs;
use std::path::Path;

use support::checks::TARGETS;

/// Changes tried for each kept input.
const CHANGES: usize = 150;

/// Pieces that mean something in one of the languages.
const PIECES: [&str; 24] = [
    "{", "}", "[", "]", "[[", "]]", "\"", "'", "\"\"\"", ":", ",", "=", ".", "#", "\n", "\r\n", "\\", "\\u", "---\n",
    "- ", "null", "1e9", "a", "\u{feff}",
];

#[test]
fn kept_inputs_and_their_neighbours() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut dice = Dice(1);
    for (name, check) in TARGETS {
        let mut files: Vec<_> = fs::read_dir(corpus.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        handoff_format::sort(&mut files);
        assert!(!files.is_empty(), "{name} has no inputs");
        for file in files {
            let bytes = fs::read(&file).unwrap();
            check(&bytes);
            for _ in 0..CHANGES {
                let mut changed = bytes.clone();
                for _ in 0..=dice.below(3) {
                    disturb(&mut changed, &mut dice);
                }
                check(&changed);
            }
        }
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    /// A number from 0 to one less than `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// Makes one small change.
fn disturb(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(bytes.len() + 1);
    let end = (at + 1 + dice.below(20)).min(bytes.len());
    match dice.below(5) {
        0 => drop(bytes.drain(at..end)),
        1 => {
            let copy = bytes[at..end].to_vec();
            let to = dice.below(bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
        2 if at < bytes.len() => bytes[at] = u8::try_from(dice.below(256)).unwrap(),
        _ => {
            let piece = PIECES[dice.below(PIECES.len())];
            drop(bytes.splice(at..at, piece.bytes()));
        }
    }
}

//! A short, deterministic run of the fuzz target `requests`: every corpus input, and small
//! mutations of each.
//!
//! `fuzz/README.md` explains how to fuzz without end.

#[path = "../../../format/tests/support/disturb.rs"]
mod disturb;

use std::fs;
use std::path::Path;

use crate::support::requests::check_requests;
use disturb::{Dice, disturb};

/// Mutations per corpus input.
const CHANGES: usize = 30;

#[test]
fn corpus_and_mutations_are_answered() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/requests");
    let mut dice = Dice::new();
    let mut files: Vec<_> =
        fs::read_dir(corpus).expect("inputs").map(|entry| entry.expect("an input").path()).collect();
    files.sort();
    assert_ne!(files.len(), 0);
    for file in files {
        let bytes = fs::read(&file).expect("an input");
        check_requests(&bytes);
        for _ in 0..CHANGES {
            let mut changed = bytes.clone();
            for _ in 0..=dice.below(3) {
                disturb(&mut changed, &mut dice);
            }
            check_requests(&changed);
        }
    }
}

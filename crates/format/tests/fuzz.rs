//! A short, deterministic run of the fuzz targets: every input of the corpus, and many mutations of
//! each.
//!
//! `fuzz/README.md` explains how to run them indefinitely.

use std::fs;
use std::path::Path;

use crate::support::checks::TARGETS;
use crate::support::disturb::{Dice, disturb};

/// The number of mutations of each input.
const CHANGES: usize = 150;

#[test]
fn corpus_and_its_mutations_pass_the_fuzz_checks() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut dice = Dice::new();
    for (name, check) in TARGETS {
        let mut files: Vec<_> = fs::read_dir(corpus.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
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

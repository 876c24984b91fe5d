//! A short run of the fuzz target `lines`: every stored input, and small changes to each. The
//! inputs are the same in every run.

#[path = "../../../format/tests/support/disturb.rs"]
mod disturb;

use std::fs;
use std::path::Path;

use disturb::{Dice, disturb};

use crate::mcp::message_checks::lines;

#[test]
fn stored_inputs_and_variations_satisfy_the_checks() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/lines");
    let mut files: Vec<_> = fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_ne!(files.len(), 0);
    let mut dice = Dice::new();
    for bytes in files.iter().map(|file| fs::read(file).unwrap()) {
        lines(&bytes);
        for _ in 0..2000 {
            let mut changed = bytes.clone();
            for _ in 0..=dice.below(3) {
                disturb(&mut changed, &mut dice);
            }
            lines(&changed);
        }
    }
}

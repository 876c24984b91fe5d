//! Runs the check of the same name on whatever the fuzzer thinks of.
#![no_main]

#[path = "../../crates/format/tests/support/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::messages(bytes));

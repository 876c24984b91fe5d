//! Makes whatever calls the fuzzer thinks of.
#![no_main]

#[path = "../../crates/agent/tests/support/mod.rs"]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| support::requests::requests(bytes));

//! Makes whatever calls the fuzzer thinks of.
#![no_main]

#[allow(dead_code, reason = "the target uses only a part of the test support")]
#[path = "../../crates/agent/tests/support/mod.rs"]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| support::requests::check_requests(bytes));

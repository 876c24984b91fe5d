//! Reads whatever lines the fuzzer thinks of as the MCP server does.
#![no_main]
#![allow(dead_code, reason = "a part of the server is enough here")]

#[path = "../../crates/cli/src/ground/lenient_json.rs"]
mod lenient_json;

/// The module in which `message` looks for it.
mod ground {
    pub(crate) use crate::lenient_json;
}

#[path = "../../crates/cli/src/mcp/message.rs"]
mod message;

#[path = "../../crates/cli/src/mcp/message_checks.rs"]
mod message_checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| message_checks::lines(bytes));

//! Properties that hold for any input. The fuzz target `lines` runs this, and so does a short test
//! of this crate.

use serde_json::Value;

use super::message::{ClassifiedMessage, Line, classify, parse_line};

/// Parses the lines of a text. A request is delivered or answered with its own ID. Any other line
/// is answered only if it is invalid.
pub fn lines(bytes: &[u8]) {
    for line in bytes.split(|byte| *byte == b'\n') {
        match parse_line(line) {
            Line::Invalid(answer) => assert_error(&answer),
            Line::One(message) => check_message(message),
            Line::Batch(messages) => messages.into_iter().for_each(check_message),
        }
    }
}

fn check_message(message: Value) {
    let id = message.get("id").cloned();
    let is_request = message.get("method").is_some_and(Value::is_string) && id.is_some();
    match classify(message) {
        ClassifiedMessage::Answer(answer) => {
            assert_error(&answer);
            let expected = id.filter(|id| id.is_string() || id.is_number()).unwrap_or(Value::Null);
            assert_eq!(answer.get("id"), Some(&expected));
        }
        ClassifiedMessage::Deliver(message) => {
            assert_eq!(is_request, matches!(*message, rmcp::model::JsonRpcMessage::Request(_)));
        }
        ClassifiedMessage::Ignore => assert!(!is_request),
    }
}

fn assert_error(answer: &Value) {
    assert_eq!(answer.get("jsonrpc"), Some(&Value::from("2.0")));
    assert!(answer.pointer("/error/code").is_some_and(Value::is_i64));
    assert!(answer.pointer("/error/message").and_then(Value::as_str).is_some_and(|sentence| !sentence.is_empty()));
}

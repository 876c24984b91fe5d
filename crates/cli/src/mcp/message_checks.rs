//! What must hold for any lines of input at all. The fuzz target `lines` runs this, and so does a short test of this crate.

use serde_json::Value;

use super::message::{ClassifiedMessage, Line, judge, read};

/// Reads the lines of a text: what asks for an answer is taken as a request or answered with its own id, and what does not is not answered
/// unless it makes no sense.
pub fn lines(bytes: &[u8]) {
    for line in bytes.split(|byte| *byte == b'\n') {
        match read(line) {
            Line::Nothing(answer) => is_refusal(&answer),
            Line::One(message) => one(message),
            Line::Batch(messages) => messages.into_iter().for_each(one),
        }
    }
}

fn one(message: Value) {
    let id = message.get("id").cloned();
    let asks = message.get("method").is_some_and(Value::is_string) && id.is_some();
    match judge(message) {
        ClassifiedMessage::Answer(answer) => {
            is_refusal(&answer);
            let own = id.filter(|id| id.is_string() || id.is_number()).unwrap_or(Value::Null);
            assert_eq!(answer.get("id"), Some(&own));
        }
        ClassifiedMessage::Take(message) => {
            assert_eq!(asks, matches!(*message, rmcp::model::JsonRpcMessage::Request(_)));
        }
        ClassifiedMessage::Ignore => assert!(!asks),
    }
}

fn is_refusal(answer: &Value) {
    assert_eq!(answer.get("jsonrpc"), Some(&Value::from("2.0")));
    assert!(answer.pointer("/error/code").is_some_and(Value::is_i64));
    assert!(answer.pointer("/error/message").and_then(Value::as_str).is_some_and(|sentence| !sentence.is_empty()));
}

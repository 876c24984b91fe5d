//! The reply to a call.

use handoff_protocol::{Outcome, Refusal, Text};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Message;

/// The reply to a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reply {
    /// Text for clients that show text. It has everything that the value has, or is the value as
    /// JSON.
    pub text: Message,
    /// Value for clients that show values and then ignore the text. It has everything that the text
    /// has, and conforms to the tool's output schema.
    pub structured: Option<Value>,
    /// The kind of failure; `None` if the call succeeded.
    pub failed: Option<FailureKind>,
}

/// The value of an answer that consists of one sentence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DoneAnswer {
    pub(crate) done: String,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// A rule forbids it, or its target does not exist.
    Refused,
    /// A required value is missing. The lines after the first one show agents a call that has it.
    Incomplete,
    /// The arguments are invalid.
    Arguments,
    /// A required file cannot be read.
    Broken,
    /// Another program changed the same file meanwhile, or holds the lock.
    Conflict,
    /// All writes are paused.
    Paused,
    /// An I/O error.
    System,
}

impl From<HandoffError> for Reply {
    fn from(error: HandoffError) -> Reply {
        let (kind, text) = match error {
            HandoffError::Refused(text) => (FailureKind::Refused, text),
            HandoffError::Incomplete(text) => (FailureKind::Incomplete, text),
            HandoffError::Arguments(text) => (FailureKind::Arguments, text),
            HandoffError::Broken(text) => (FailureKind::Broken, text),
            HandoffError::Conflict(text) => (FailureKind::Conflict, text),
            HandoffError::Paused(text) => (FailureKind::Paused, text),
            HandoffError::System(text) => (FailureKind::System, text),
        };
        Reply::failure_of(kind, text)
    }
}

impl From<InvalidArgument> for Reply {
    fn from(invalid: InvalidArgument) -> Reply {
        HandoffError::from(invalid).into()
    }
}

impl Reply {
    /// Creates a reply without a value.
    pub fn text(text: impl Into<Message>) -> Reply {
        Reply { text: text.into(), structured: None, failed: None }
    }

    /// Creates a reply whose text is the value as compact JSON, which saves tokens.
    pub fn value(value: Value) -> Reply {
        Reply { text: value.to_string().into(), structured: Some(value), failed: None }
    }

    /// Creates a reply with a text and a value.
    pub fn with_value(text: impl Into<Message>, value: Value) -> Reply {
        Reply { text: text.into(), structured: Some(value), failed: None }
    }

    /// Creates a reply of one sentence, which is also its value.
    pub fn done(text: impl Into<String>) -> Reply {
        let text = text.into();
        let answer = DoneAnswer { done: text.clone() };
        Reply::with_value(text, json!(answer))
    }

    /// Creates a refusal: the reason and what to do.
    pub fn failure(text: impl Into<Message>) -> Reply {
        Reply::failure_of(FailureKind::Refused, text)
    }

    /// Creates a failure: the reason and what to do.
    pub fn failure_of(kind: FailureKind, text: impl Into<Message>) -> Reply {
        Reply { text: text.into(), structured: None, failed: Some(kind) }
    }

    /// Adds warnings.
    #[must_use]
    pub fn with_warnings(self, warnings: &[Text]) -> Reply {
        let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {warning}")).collect();
        if lines.is_empty() { self } else { self.with_note(&lines.join("\n")) }
    }

    /// Adds a note to the text and to the value. A text that is JSON remains JSON.
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Reply {
        let is_value = self.text.to_string().starts_with('{');
        if let Some(Value::Object(members)) = &mut self.structured {
            let notes = match members.get("note").and_then(Value::as_str) {
                Some(before) => format!("{before}\n{note}"),
                None => note.to_owned(),
            };
            members.insert("note".to_owned(), Value::from(notes));
        }
        match self.structured {
            Some(value) if is_value => Reply { failed: self.failed, ..Reply::value(value) },
            structured => Reply { text: self.text.then(format!("\n{note}")), structured, failed: self.failed },
        }
    }
}

/// Returns the reply for the outcome of a command.
pub fn outcome_to_reply(outcome: &Outcome) -> Reply {
    match (HandoffError::of_outcome(outcome), outcome) {
        (None, Outcome::Done { summary, .. }) => Reply::done(summary.to_string()),
        (error, _) => error.unwrap_or_else(HandoffError::missing_result).into(),
    }
}

/// Returns the reply for a refusal of the engine.
pub fn refusal_to_reply(refusal: &Refusal) -> Reply {
    HandoffError::from(refusal).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn note_is_added_to_text_and_value() {
        assert_eq!(Reply::text("Done.").with_note("But.").text, Message::from("Done.\nBut."));
        let reply = Reply::value(json!({"a": 1})).with_note("But.");
        assert_eq!(reply, Reply::value(json!({"a": 1, "note": "But."})));
        let reply = Reply::done("Done.").with_note("But.").with_note("And.");
        assert_eq!(reply, Reply::with_value("Done.\nBut.\nAnd.", json!({"done": "Done.", "note": "But.\nAnd."})));
    }
}

//! The inputs of a run.

use handoff_format::sha256_hex;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::secrets;

/// The inputs of a run. They are stored in the checkpoint, so that an interrupted run is finished
/// with its own inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Inputs {
    /// The note for the first layer; `None` makes it from the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The text for the second layer; `None` makes it from the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_state: Option<String>,
    /// The tag of the note; `None` uses the declared one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The arguments of the tool call that writes the session record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<Map<String, Value>>,
    /// The event of a client that started the run, such as `pre-compact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Further inputs, for steps of other programs.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Returns a text without secrets.
pub fn redacted_text(text: String) -> String {
    secrets::redact_text(text)
}

impl Inputs {
    /// Returns whether nothing was given.
    pub fn is_empty(&self) -> bool {
        *self == Inputs::default()
    }

    /// Returns the SHA-256 of the inputs as JSON, in hexadecimal digits.
    pub fn hash(&self) -> String {
        // Strings, numbers and maps with text keys are always valid JSON.
        sha256_hex(serde_json::to_string(self).unwrap_or_default().as_bytes())
    }

    /// Returns the inputs without secrets: they are stored, and notes leave the machine.
    #[must_use]
    pub fn redacted(self) -> Inputs {
        let Ok(Value::Object(members)) = serde_json::to_value(&self) else { return self };
        let clean = secrets::redact(&members).clean.and_then(|clean| serde_json::from_value(Value::Object(clean)).ok());
        clean.unwrap_or(self)
    }
}

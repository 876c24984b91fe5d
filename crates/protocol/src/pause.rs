//! Pauses of writing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::text::Text;

/// The scope of a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum PauseScope {
    /// One project: its file `.handoff/PAUSE` exists.
    Project,
    /// All projects of a person: a file in the home folder exists.
    User,
    /// All projects that a process writes: an environment variable is set.
    Variable,
}

/// A pause that is set outside of the project, so that only the shell can see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct OuterPause {
    /// Its scope.
    pub scope: PauseScope,
    /// Path of the file or name of the variable, for messages.
    pub origin: String,
    /// The content of the file or variable; may be empty.
    pub reason: String,
}

/// The pause that forbids writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct PauseView {
    /// Its scope.
    pub scope: PauseScope,
    /// The reason on one line; may be empty.
    pub reason: String,
    /// Message: that writing is paused, why, and how to resume.
    pub text: Text,
}

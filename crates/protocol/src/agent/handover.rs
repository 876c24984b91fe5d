//! Parameters of the commands for the layers of Markdown of a handover.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A note to append to the dated notes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct HandoverNote {
    /// ID of the run that writes it: one line without spaces. A run has one note for each tag.
    pub run: String,
    /// The tag, which becomes a part of the file's name.
    pub tag: String,
    /// Its text in Markdown.
    pub text: String,
    /// ID of the session that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub session: Option<String>,
}

/// A file of an existing folder of notes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct HandoverFile {
    /// Path below the root of the folder, such as `layer1/2026-11/general-2026-11-21.md`.
    pub path: String,
    pub content: String,
}

//! The note that names the files which an answer misses.

use handoff_engine::{ProjectReader, estimate_tokens};
use serde_json::Value;

use crate::FailureKind;
use crate::OtherProject;
use crate::Reply;
use crate::lines::{cut, one_line};

/// Maximum number of tokens of the note.
const MAX_TOKENS: usize = 60;
/// Maximum number of tokens of its first sentence, if other files are named after it.
const MAX_FIRST_TOKENS: usize = 30;
/// The number of tokens that the count of the other files may take.
const COUNT_TOKENS: usize = 14;

/// Returns a warning in one line that names the files of a project which could not be read, as many
/// as have room, and counts the others. `None` if everything could be read.
pub fn unread_note(reader: ProjectReader<'_>) -> Option<String> {
    let missing = reader.missing();
    let (_, sentence) = missing.first()?;
    let sentence = format!("Warning: {}", one_line(&sentence.to_string()));
    if missing.len() == 1 {
        return Some(cut(&sentence, MAX_TOKENS));
    }
    let mut note = format!("{} Also not read:", cut(&sentence, MAX_FIRST_TOKENS));
    let mut separator = " ";
    let mut others = missing.iter().skip(1);
    let mut named = 1;
    for (path, _) in others.by_ref() {
        let more = format!("{note}{separator}{}", one_line(path));
        if estimate_tokens(&more) + COUNT_TOKENS > MAX_TOKENS {
            break;
        }
        note = more;
        separator = ", ";
        named += 1;
    }
    let count = missing.len() - named;
    let files = if count == 1 { "file" } else { "files" };
    Some(match (count, named) {
        (0, _) => format!("{note}."),
        (count, 1) => format!("{note} {count} {files} (handoff doctor lists them)."),
        (count, _) => format!("{note} and {count} more {files} (handoff doctor lists them)."),
    })
}

impl OtherProject {
    /// Returns the note about its files that could not be read, with its folder.
    pub(crate) fn unread_note(&self) -> Option<String> {
        unread_note(self.engine.reader()).map(|note| format!("{}: {note}", self.folder))
    }
}

/// Adds the note to an answer that leaves the program, unless the answer has it, as the restoration
/// has within its budget. A failure for another reason than the state of the project has no note.
pub fn with_unread_note(reader: ProjectReader<'_>, reply: Reply) -> Reply {
    if !matches!(reply.failed, None | Some(FailureKind::Refused)) {
        return reply;
    }
    let Some(note) = unread_note(reader) else { return reply };
    let warning = reply.structured.as_ref().and_then(|value| value.get("warning")).and_then(Value::as_str);
    let is_said = reply.text.to_string().contains(&note) || warning.is_some_and(|warning| warning.contains(&note));
    if is_said { reply } else { reply.with_note(&note) }
}

//! What a commit is about to do, written down before its first edit, so that anyone can complete it.
//!
//! Invariant: reading back what was written gives the same steps, and no journal names a path outside `.handoff/`.

use handoff_protocol::Edit;
use serde::{Deserialize, Serialize};

/// The only form so far.
const VERSION: u32 = 1;
/// A file name may have 255 bytes; this leaves room for what a temporary name adds.
const LONGEST_STEM: usize = 120;

/// A journal as it lies in `.handoff/.journal-<nonce>.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Journal {
    version: u32,
    /// Whose commit it is.
    pub writer: String,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub since: i64,
    /// Whether its writer's replacements take two moves, removing the goal first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaces_in_two: bool,
    /// What it does, in order.
    pub steps: Vec<Step>,
}

/// One step. Logs are resolved: an addition is a write of the whole new content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum Step {
    /// Leaves content at a path, by way of a temporary file.
    Write { path: String, temp: String, before: Option<Content>, after: Content },
    /// Removes a file, by way of a temporary name under which it is looked at once more.
    Remove { path: String, temp: String, before: Content },
    /// Renames a file or folder.
    Move { from: String, to: String },
    /// Makes a folder.
    MakeFolder { path: String },
    /// Removes an empty folder.
    RemoveFolder { path: String },
}

/// The bytes of a file: as text where they are text, else in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "WrittenContent", try_from = "WrittenContent")]
pub(super) struct Content(pub Vec<u8>);

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WrittenContent {
    Text { text: String },
    Hex { digits: String },
}

impl From<Content> for WrittenContent {
    fn from(content: Content) -> WrittenContent {
        match String::from_utf8(content.0) {
            Ok(text) => WrittenContent::Text { text },
            Err(error) => {
                let digits = error.into_bytes().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
                let digits = digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect();
                WrittenContent::Hex { digits }
            }
        }
    }
}

impl TryFrom<WrittenContent> for Content {
    type Error = &'static str;

    fn try_from(written: WrittenContent) -> Result<Content, Self::Error> {
        let digits = match written {
            WrittenContent::Text { text } => return Ok(Content(text.into_bytes())),
            WrittenContent::Hex { digits } => digits,
        };
        let bytes = digits.as_bytes().chunks(2).map(|pair| {
            let digits = std::str::from_utf8(pair).ok().filter(|digits| digits.len() == 2)?;
            u8::from_str_radix(digits, 16).ok()
        });
        bytes.collect::<Option<_>>().map(Content).ok_or("not hexadecimal digits")
    }
}

impl Journal {
    pub(super) fn new(writer: &str, since: i64, replaces_in_two: bool, steps: Vec<Step>) -> Journal {
        Journal { version: VERSION, writer: writer.to_owned(), since, replaces_in_two, steps }
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        handoff_protocol::to_json(self).into_bytes()
    }

    /// None when it makes no sense, comes from a later form or names a path that is not allowed.
    pub(super) fn decode(bytes: &[u8]) -> Option<Journal> {
        let journal: Journal = serde_json::from_slice(bytes).ok()?;
        let is_sound = |step: &Step| {
            step.goals().into_iter().chain(step.temp()).all(|path| handoff_format::check_path(path).is_ok())
        };
        (journal.version == VERSION && journal.steps.iter().all(is_sound)).then_some(journal)
    }
}

impl Step {
    /// The step for an edit; none for a log, whose content must be read first, and for a write that changes nothing.
    pub(super) fn of(edit: &Edit, temps: &mut TempNames) -> Option<Step> {
        Some(match edit.clone() {
            Edit::Write { before, after, .. } if before.as_ref() == Some(&after) => return None,
            Edit::Write { path, before, after } => {
                Step::Write { temp: temps.beside(&path), path, before: before.map(Content), after: Content(after) }
            }
            Edit::Remove { path, before } => Step::Remove { temp: temps.beside(&path), path, before: Content(before) },
            Edit::Move { from, to } => Step::Move { from, to },
            Edit::MakeFolder { path } => Step::MakeFolder { path },
            Edit::RemoveFolder { path } => Step::RemoveFolder { path },
            Edit::Append { .. } => return None,
        })
    }

    /// The step that leads back.
    pub(super) fn inverse(&self, temps: &mut TempNames) -> Step {
        match self.clone() {
            Step::Write { path, before: Some(before), after, .. } => {
                Step::Write { temp: temps.beside(&path), path, before: Some(after), after: before }
            }
            Step::Write { path, before: None, after, .. } => {
                Step::Remove { temp: temps.beside(&path), path, before: after }
            }
            Step::Remove { path, before, .. } => {
                Step::Write { temp: temps.beside(&path), path, before: None, after: before }
            }
            Step::Move { from, to } => Step::Move { from: to, to: from },
            Step::MakeFolder { path } => Step::RemoveFolder { path },
            Step::RemoveFolder { path } => Step::MakeFolder { path },
        }
    }

    /// The paths that the step is about.
    pub(super) fn goals(&self) -> Vec<&str> {
        match self {
            Step::Write { path, .. }
            | Step::Remove { path, .. }
            | Step::MakeFolder { path }
            | Step::RemoveFolder { path } => vec![path],
            Step::Move { from, to } => vec![from, to],
        }
    }

    /// The temporary file that the step uses.
    pub(super) fn temp(&self) -> Option<&str> {
        match self {
            Step::Write { temp, .. } | Step::Remove { temp, .. } => Some(temp),
            _ => None,
        }
    }
}

/// Makes names for temporary files: `.<name>.tmp.<writer>-<nonce>-<number>`, each once.
pub(super) struct TempNames {
    owner: String,
    next: u32,
}

impl TempNames {
    pub(super) fn new(writer: &str, nonce: &str) -> TempNames {
        TempNames { owner: format!("{writer}-{nonce}"), next: 0 }
    }

    /// A temporary file in the same folder as a path.
    pub(super) fn beside(&mut self, path: &str) -> String {
        let name = crate::tree::name(path);
        let stem = name.char_indices().map(|(at, char)| at + char.len_utf8()).take_while(|end| *end <= LONGEST_STEM);
        let stem = name.get(..stem.last().unwrap_or(0)).unwrap_or_default();
        self.behind(&crate::tree::join(crate::tree::parent(path), &format!(".{stem}")))
    }

    /// A temporary file for a path that is hidden itself.
    pub(super) fn behind(&mut self, path: &str) -> String {
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        format!("{path}.tmp.{}-{number}", self.owner)
    }
}

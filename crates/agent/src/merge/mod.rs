//! Git merge driver: merges three versions of a project file by their values.
//!
//! Invariant: nothing that either side has added is lost. Conflicts are left between markers in the
//! text, and reported.

mod text;

use handoff_engine::merge::{self as records, Favor, RecordKind};
use handoff_format::{Container, DataFile, PathKind, Value};
use handoff_protocol::ProblemCode;

pub use crate::merge::text::Marks;
use crate::merge::text::{Clashes, merge_files};

/// The lines of `.gitattributes` that make Git merge the files of a project below `.handoff/`.
pub const ATTRIBUTES: &str = "\
.handoff/**/*.json merge=handoff
.handoff/**/*.toml merge=handoff
.handoff/handover/**/*.md merge=handoff
.handoff/activity/**/*.jsonl merge=union
.handoff/*.jsonl merge=union
.handoff/packages/*.md -text
";

/// Three versions of a file.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'a> {
    /// The common ancestor; empty if there is none.
    pub base: &'a [u8],
    /// The version on this side.
    pub ours: &'a [u8],
    /// The version on the other side.
    pub theirs: &'a [u8],
}

/// The result of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The merged file, with conflict markers.
    pub bytes: Vec<u8>,
    /// The conflicts: keys that both sides have set differently, or other descriptions.
    pub conflicts: Vec<String>,
    /// The reason if the versions were not merged at all. Both are between markers as a whole then.
    pub cause: Option<Cause>,
}

/// The reason why three versions are not of the same record.
///
/// Git does not know IDs. It treats a deleted file and a new file with similar content as a rename,
/// and merges the other side's change into the new file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// One side deleted the record and has another record at this path.
    OtherRecord {
        /// ID of the record on this side.
        ours: String,
        /// ID of the record on the other side.
        theirs: String,
    },
    /// One side deleted the record: the path is in the trash.
    Deleted,
}

/// Merges three versions of the file at a path of the repository.
pub fn merge(path: &str, versions: Versions<'_>, marks: Marks<'_>) -> Merge {
    let merged = merge_versions(path, versions, marks);
    // One side may have finished the task while the other renewed the claim of another program.
    let bytes = match handoff_format::classify(records::below_handoff(path)) {
        PathKind::TaskFile { layout, status } if !handoff_engine::keeps_peer_claim(status) => {
            handoff_engine::without_peer_claim(layout, &merged.bytes)
        }
        _ => None,
    };
    match bytes {
        Some(bytes) => Merge { bytes, ..merged },
        None => merged,
    }
}

fn merge_versions(path: &str, versions: Versions<'_>, marks: Marks<'_>) -> Merge {
    let Versions { base, ours, theirs } = versions;
    let unchanged = |bytes: &[u8]| Merge { bytes: bytes.to_vec(), conflicts: Vec::new(), cause: None };
    if ours == theirs || base == theirs {
        return unchanged(ours);
    }
    if base == ours {
        return unchanged(theirs);
    }
    if let Some(cause) = mismatch(path, versions) {
        return Merge { cause: Some(cause), ..unmerged(versions, marks) };
    }
    if let Some(bytes) = handoff_engine::handover::merge(path, base, ours, theirs) {
        return Merge { bytes, conflicts: Vec::new(), cause: None };
    }
    let resolution = merge_by_values(path, versions);
    let merged = resolution.as_ref().and_then(|resolution| resolution.write(versions, marks));
    merged.unwrap_or_else(|| merge_by_lines(path, versions, resolution.is_some(), marks))
}

/// The merged values of a record, before they are written to a file.
struct Resolution {
    container: Container,
    /// One value if there are no conflicts. Otherwise three, in which conflicts have the value of
    /// this side, of the base and of the other side.
    values: Vec<Value>,
    conflicts: Vec<String>,
}

impl Resolution {
    /// Writes the file, or returns `None` if something would be lost.
    fn write(&self, versions: Versions<'_>, marks: Marks<'_>) -> Option<Merge> {
        let texts: Option<Vec<Vec<u8>>> =
            self.values.iter().map(|value| write(self.container, versions, value)).collect();
        let bytes = match texts?.as_slice() {
            [ours, base, theirs] => merge_files(base, ours, theirs, Clashes::Marked(marks)).0,
            texts => texts.concat(),
        };
        Some(Merge { bytes, conflicts: self.conflicts.clone(), cause: None })
    }
}

/// Merges by lines, as Git does. If the values of a record could be merged but not written
/// (`has_values`), lines that merge cleanly have other values, so the result is a conflict.
fn merge_by_lines(path: &str, versions: Versions<'_>, has_values: bool, marks: Marks<'_>) -> Merge {
    let Versions { base, ours, theirs } = versions;
    let is_valid = |bytes: &[u8]| Container::of_path(path).is_none_or(|container| parse(container, bytes).is_some());
    let (bytes, clean) = merge_files(base, ours, theirs, Clashes::Marked(marks));
    let is_correct = !has_values && (is_valid(&bytes) || !is_valid(ours) || !is_valid(theirs));
    if clean && is_correct {
        return Merge { bytes, conflicts: Vec::new(), cause: None };
    }
    if clean {
        return unmerged(versions, marks);
    }
    Merge { bytes, conflicts: vec!["the text".to_owned()], cause: None }
}

/// Returns both versions between markers.
fn unmerged(versions: Versions<'_>, marks: Marks<'_>) -> Merge {
    let Versions { ours, theirs, .. } = versions;
    let bytes = merge_files(&[], ours, theirs, Clashes::Marked(marks)).0;
    Merge { bytes, conflicts: vec!["the text".to_owned()], cause: None }
}

/// Returns the reason if path or IDs show that the versions are not of the same record.
fn mismatch(path: &str, versions: Versions<'_>) -> Option<Cause> {
    if handoff_format::is_in_trash(records::below_handoff(path)) {
        return Some(Cause::Deleted);
    }
    let container = Container::of_path(path)?;
    let identity = |bytes: &[u8]| Identity::of(&parse(container, bytes)?.root());
    let (ours, theirs) = (identity(versions.ours)?, identity(versions.theirs)?);
    // Without a common ancestor, two records with the same ID are merged.
    let has_other_time = match (identity(versions.base), ours.created, theirs.created) {
        (Some(base), Some(ours_at), Some(theirs_at)) => {
            base.id == ours.id && base.created.is_some() && ours_at != theirs_at
        }
        _ => false,
    };
    let is_other = ours.id != theirs.id || has_other_time;
    is_other.then(|| Cause::OtherRecord { ours: ours.name(&theirs), theirs: theirs.name(&ours) })
}

/// Identifies a record. The ID alone is not enough: the ID of the last task is reused after the
/// task is deleted.
struct Identity {
    id: String,
    /// Time of creation in milliseconds since 1970-01-01 UTC. No program changes it.
    created: Option<i64>,
}

impl Identity {
    fn of(record: &Value) -> Option<Identity> {
        let id = record.get("id")?.as_str()?.to_owned();
        let created = record.get("created_at").and_then(records::time);
        Some(Identity { id, created: created.map(|time| time.timestamp_millis()) })
    }

    /// Returns the ID, with the time of creation if the other record has the same ID.
    fn name(&self, other: &Identity) -> String {
        match self.created.and_then(chrono::DateTime::from_timestamp_millis) {
            Some(created) if self.id == other.id => format!("{} of {}", self.id, created.to_rfc3339()),
            _ => self.id.clone(),
        }
    }
}

/// Merges by keys. Returns `None` if a version cannot be parsed, or if the IDs differ.
fn merge_by_values(path: &str, versions: Versions<'_>) -> Option<Resolution> {
    let container = Container::of_path(path)?;
    let (ours, theirs) = (parse(container, versions.ours)?.root(), parse(container, versions.theirs)?.root());
    if ours.get("id") != theirs.get("id") {
        return None;
    }
    let base = if versions.base.trim_ascii().is_empty() {
        DataFile::empty(container).root()
    } else {
        parse(container, versions.base)?.root()
    };
    // Git may have paired similar files of different records as a rename.
    let base = if base.get("id") == ours.get("id") { base } else { DataFile::empty(container).root() };
    let kind = RecordKind::of(path);
    let merged = |favor: Favor| records::merge_records(kind, favor, &base, &ours, &theirs);
    let (value, conflicts) = merged(Favor::Ours);
    let mut values = vec![value];
    if !conflicts.is_empty() {
        values.extend([merged(Favor::Base).0, merged(Favor::Theirs).0]);
    }
    let conflicts = conflicts.into_iter().map(|keys| keys.join(".")).collect();
    Some(Resolution { container, values, conflicts })
}

/// Parses a data file. Returns `None` if it has duplicate keys.
fn parse(container: Container, bytes: &[u8]) -> Option<DataFile> {
    let data = DataFile::parse(container, bytes).ok()?;
    data.findings().iter().all(|finding| finding.code != ProblemCode::DuplicateKey).then_some(data)
}

/// Writes the merged values into the line-by-line merge of the versions, so that comments and
/// spacing of both sides are kept. If that merge cannot be parsed, writes them into this side's
/// version. Returns `None` if a comment would be lost.
fn write(container: Container, versions: Versions<'_>, value: &Value) -> Option<Vec<u8>> {
    let Versions { base, ours, theirs } = versions;
    let merged_lines = |clashes: Clashes<'_>| merge_files(base, ours, theirs, clashes).0;
    let write_into = |bytes: &[u8]| {
        let mut data = parse(container, bytes)?;
        let old = data.root();
        data.change(&old, value, &[]).ok()?;
        let bytes = data.render();
        let is_correct = parse(container, &bytes).is_some_and(|data| data.root() == *value);
        (is_correct && keeps_comments(container, versions, &bytes)).then_some(bytes)
    };
    let choices = [Clashes::Ours, Clashes::Theirs, Clashes::Both];
    choices.into_iter().find_map(|clashes| write_into(&merged_lines(clashes))).or_else(|| write_into(ours))
}

/// Returns true if every comment that a side has added is in the result.
fn keeps_comments(container: Container, versions: Versions<'_>, bytes: &[u8]) -> bool {
    if container == Container::Json {
        return true;
    }
    let (old, new) = (comments(versions.base), comments(bytes));
    [versions.ours, versions.theirs].into_iter().all(|side| {
        let texts = parse(container, side).map(|data| texts_in(&data.root())).unwrap_or_default();
        // A `#` may be part of a string.
        let is_value =
            |comment: &str| texts.iter().any(|text| text.contains(comment.trim_end_matches(['"', '\'', ',', ']'])));
        comments(side).iter().all(|comment| old.contains(comment) || new.contains(comment) || is_value(comment))
    })
}

/// Returns the text from `#` on, for each line that has one.
fn comments(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let comment =
        |line: &str| line.find('#').and_then(|at| line.get(at..)).map(|comment| comment.trim_end().to_owned());
    text.lines().filter_map(comment).collect()
}

/// Returns all strings in a value.
fn texts_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(elements) => elements.iter().flat_map(texts_in).collect(),
        Value::Object(table) => table.values().flat_map(texts_in).collect(),
        _ => Vec::new(),
    }
}

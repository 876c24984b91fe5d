//! Three versions of a file of a project, merged by what they say, as Git asks for it when two branches come together.
//!
//! Invariant: nothing that either side has added is lost. What cannot be decided is left in the text between marks, and named.

mod lines;
mod list;
mod rules;
mod text;
mod values;

use handoff_format::{Container, Document, Value};
use handoff_protocol::ProblemCode;

use crate::merge::rules::Kind;
pub use crate::merge::text::Marks;
use crate::merge::text::{Clashes, merge_files};
use crate::merge::values::Favor;

/// Three versions of a file.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'a> {
    /// What both sides began with; empty where they began with nothing.
    pub base: &'a [u8],
    /// What is on this side.
    pub ours: &'a [u8],
    /// What is on the other side.
    pub theirs: &'a [u8],
}

/// What came of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The file, with marks where there are conflicts.
    pub bytes: Vec<u8>,
    /// What is between marks: the keys that both sides have set differently, or sentences.
    pub conflicts: Vec<String>,
    /// Why the versions were not merged at all; then both are between marks as a whole.
    pub cause: Option<Cause>,
}

/// Why three versions that Git pairs are not versions of one record.
///
/// Git has no ids: it takes a deleted file and a new file with similar content for a rename, and merges the other side's
/// change into the new file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// One side deleted the record and has another one at this path.
    OtherRecord {
        /// The record on this side, by its id.
        ours: String,
        /// The record on the other side, by its id.
        theirs: String,
    },
    /// One side deleted the record: the path is in the trash.
    Deleted,
}

/// Merges three versions of the file at a path of the repository.
pub fn merge(path: &str, versions: Versions<'_>, marks: Marks<'_>) -> Merge {
    let Versions { base, ours, theirs } = versions;
    let settled = |bytes: &[u8]| Merge { bytes: bytes.to_vec(), conflicts: Vec::new(), cause: None };
    if ours == theirs || base == theirs {
        return settled(ours);
    }
    if base == ours {
        return settled(theirs);
    }
    if let Some(cause) = not_one_record(path, versions) {
        return Merge { cause: Some(cause), ..unmerged(versions, marks) };
    }
    let meant = by_values(path, versions);
    let written = meant.as_ref().and_then(|meant| meant.written(versions, marks));
    written.unwrap_or_else(|| by_lines(path, versions, meant.as_ref(), marks))
}

/// What a merge comes to, key by key, whatever it looks like in a file.
struct Resolution {
    container: Container,
    /// With the answers of this side, of neither and of the other side where nobody can decide; once, where everything is decided.
    values: Vec<Value>,
    conflicts: Vec<String>,
}

impl Resolution {
    /// The file; none where it cannot be written without losing something.
    fn written(&self, versions: Versions<'_>, marks: Marks<'_>) -> Option<Merge> {
        let texts: Option<Vec<Vec<u8>>> =
            self.values.iter().map(|value| write(self.container, versions, value)).collect();
        let bytes = match texts?.as_slice() {
            [ours, base, theirs] => merge_files(base, ours, theirs, Clashes::Marked(marks)).0,
            texts => texts.concat(),
        };
        Some(Merge { bytes, conflicts: self.conflicts.clone(), cause: None })
    }

    /// Whether a file says just that.
    fn is_said_by(&self, bytes: &[u8]) -> bool {
        let said = parse(self.container, bytes).map(|document| document.root());
        self.conflicts.is_empty() && said.is_some() && said.as_ref() == self.values.first()
    }
}

/// As Git would do it. Lines that go together but do not say what is meant are a conflict as well.
fn by_lines(path: &str, versions: Versions<'_>, meant: Option<&Resolution>, marks: Marks<'_>) -> Merge {
    let Versions { base, ours, theirs } = versions;
    let makes_sense = |bytes: &[u8]| container_of(path).is_none_or(|container| parse(container, bytes).is_some());
    let (bytes, clean) = merge_files(base, ours, theirs, Clashes::Marked(marks));
    let is_good = match meant {
        Some(meant) => meant.is_said_by(&bytes),
        None => makes_sense(&bytes) || !makes_sense(ours) || !makes_sense(theirs),
    };
    if clean && is_good {
        return Merge { bytes, conflicts: Vec::new(), cause: None };
    }
    if clean {
        return unmerged(versions, marks);
    }
    Merge { bytes, conflicts: vec!["the text".to_owned()], cause: None }
}

/// Both sides' versions between marks.
fn unmerged(versions: Versions<'_>, marks: Marks<'_>) -> Merge {
    let Versions { ours, theirs, .. } = versions;
    let bytes = merge_files(&[], ours, theirs, Clashes::Marked(marks)).0;
    Merge { bytes, conflicts: vec!["the text".to_owned()], cause: None }
}

/// Why the versions are not of one record, as far as the path and the ids say so.
fn not_one_record(path: &str, versions: Versions<'_>) -> Option<Cause> {
    if handoff_format::is_in_trash(rules::below_handoff(path)) {
        return Some(Cause::Deleted);
    }
    let container = container_of(path)?;
    let identity = |bytes: &[u8]| Identity::of(&parse(container, bytes)?.root());
    let (ours, theirs) = (identity(versions.ours)?, identity(versions.theirs)?);
    // What both sides have made without a version in common is put together, as far as the id is the same.
    let has_other_time = match (identity(versions.base), ours.created, theirs.created) {
        (Some(base), Some(ours_at), Some(theirs_at)) => {
            base.id == ours.id && base.created.is_some() && ours_at != theirs_at
        }
        _ => false,
    };
    let is_other = ours.id != theirs.id || has_other_time;
    is_other.then(|| Cause::OtherRecord { ours: ours.name(&theirs), theirs: theirs.name(&ours) })
}

/// What tells a record from all others. An id alone does not: the id of the last task is free again when that task is deleted.
struct Identity {
    id: String,
    /// When the record was created, in milliseconds since 1970-01-01 UTC; no program changes that.
    created: Option<i64>,
}

impl Identity {
    fn of(record: &Value) -> Option<Identity> {
        let id = record.get("id")?.as_str()?.to_owned();
        let created = record.get("created_at").and_then(rules::time);
        Some(Identity { id, created: created.map(|time| time.timestamp_millis()) })
    }

    /// The id, with the time of creation where the other record has the same id.
    fn name(&self, other: &Identity) -> String {
        match self.created.and_then(chrono::DateTime::from_timestamp_millis) {
            Some(created) if self.id == other.id => format!("{} of {}", self.id, created.to_rfc3339()),
            _ => self.id.clone(),
        }
    }
}

/// Key by key; none where a version makes no sense, or only one has an id.
fn by_values(path: &str, versions: Versions<'_>) -> Option<Resolution> {
    let container = container_of(path)?;
    let (ours, theirs) = (parse(container, versions.ours)?.root(), parse(container, versions.theirs)?.root());
    if ours.get("id") != theirs.get("id") {
        return None;
    }
    let base = if versions.base.trim_ascii().is_empty() {
        Document::empty(container).root()
    } else {
        parse(container, versions.base)?.root()
    };
    // Git takes files that look alike for one that was renamed.
    let base = if base.get("id") == ours.get("id") { base } else { Document::empty(container).root() };
    let kind = Kind::of(path);
    let merged = |favor: Favor| values::merge(kind, favor, &base, &ours, &theirs);
    let (value, conflicts) = merged(Favor::Ours);
    let mut values = vec![value];
    if !conflicts.is_empty() {
        values.extend([merged(Favor::Base).0, merged(Favor::Theirs).0]);
    }
    let conflicts = conflicts.into_iter().map(|keys| keys.join(".")).collect();
    Some(Resolution { container, values, conflicts })
}

fn container_of(path: &str) -> Option<Container> {
    match path.rsplit_once('.')?.1 {
        "json" => Some(Container::Json),
        "toml" => Some(Container::Toml),
        _ => None,
    }
}

/// A document in which each key stands once.
fn parse(container: Container, bytes: &[u8]) -> Option<Document> {
    let document = Document::parse(container, bytes).ok()?;
    document.findings().iter().all(|finding| finding.code != ProblemCode::DuplicateKey).then_some(document)
}

/// The values written into what the versions' lines make together, so that comments and spacing of both sides stay; where those lines
/// make no sense, into one side's version. None where a comment would be lost.
fn write(container: Container, versions: Versions<'_>, value: &Value) -> Option<Vec<u8>> {
    let Versions { base, ours, theirs } = versions;
    let together = |clashes: Clashes<'_>| merge_files(base, ours, theirs, clashes).0;
    let written = |bytes: &[u8]| {
        let mut document = parse(container, bytes)?;
        let old = document.root();
        document.change(&old, value, &[]).ok()?;
        let bytes = document.render();
        let sound = parse(container, &bytes).is_some_and(|document| document.root() == *value);
        (sound && keeps_comments(container, versions, &bytes)).then_some(bytes)
    };
    let ways = [Clashes::Ours, Clashes::Theirs, Clashes::Both];
    ways.into_iter().find_map(|clashes| written(&together(clashes))).or_else(|| written(ours))
}

/// Whether every comment that a side has added is there.
fn keeps_comments(container: Container, versions: Versions<'_>, bytes: &[u8]) -> bool {
    if container == Container::Json {
        return true;
    }
    let (old, there) = (comments(versions.base), comments(bytes));
    [versions.ours, versions.theirs].into_iter().all(|side| {
        let words = parse(container, side).map(|document| texts_in(&document.root())).unwrap_or_default();
        // What looks like one may be part of a value.
        let is_value =
            |comment: &str| words.iter().any(|text| text.contains(comment.trim_end_matches(['"', '\'', ',', ']'])));
        comments(side).iter().all(|comment| old.contains(comment) || there.contains(comment) || is_value(comment))
    })
}

/// What stands behind a number sign, line by line.
fn comments(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let comment =
        |line: &str| line.find('#').and_then(|at| line.get(at..)).map(|comment| comment.trim_end().to_owned());
    text.lines().filter_map(comment).collect()
}

/// The texts in a value.
fn texts_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(elements) => elements.iter().flat_map(texts_in).collect(),
        Value::Object(table) => table.values().flat_map(texts_in).collect(),
        _ => Vec::new(),
    }
}

//! Events about sessions, memories, documents and referrals, derived from the edits of a change set. So a
//! command, its undo and a repair log the same facts.
//!
//! Invariant: nothing about a private session gets into the log, because Git stores the log.

use handoff_format::{Container, DataFile, Page, PathKind, Value, classify, is_in_trash, read_page};
use handoff_protocol::{Change, Edit, SessionAct, SessionStatus};

use crate::ground::tree::Tree;
use crate::knowledge::sessions;
use crate::knowledge::sessions::SessionEntry;
use crate::model::task_fields::shorten_text;

/// A record file before and after a change set.
struct Record {
    /// Its path and content before; `None` if there was none.
    before: Option<(String, Vec<u8>)>,
    /// Its path and content after; `None` if it is deleted.
    after: Option<(String, Vec<u8>)>,
    /// Its path in the trash, if it is moved there.
    trashed: Option<String>,
}

/// Returns the changes of sessions, memories and referrals that some edits make, each with the ID
/// of its session. `is_merge` says that sessions are added to another one; `is_repaired` returns
/// whether a file is only repaired.
pub(crate) fn record_changes(
    tree: &Tree,
    edits: &[Edit],
    is_merge: bool,
    is_repaired: impl Fn(&str) -> bool,
) -> Vec<(Option<String>, Change)> {
    let is_own = |record: &&Record| !record.before.as_ref().is_some_and(|(path, _)| is_repaired(path));
    records(tree, edits).iter().filter(is_own).filter_map(|record| describe(record, is_merge)).collect()
}

/// Returns whether [`record_changes`] makes such changes.
pub(crate) fn is_record_change(change: &Change) -> bool {
    matches!(change, Change::Session { .. } | Change::Memory { .. } | Change::Document { .. } | Change::Referral { .. })
}

/// Returns the record files that some edits touch, in the order of the first edit of each.
fn records(tree: &Tree, edits: &[Edit]) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for edit in edits {
        let path = match edit {
            Edit::Write { path, .. } | Edit::Remove { path, .. } | Edit::Move { from: path, .. } => path,
            Edit::MakeFolder { .. } | Edit::RemoveFolder { .. } | Edit::Append { .. } => continue,
        };
        let has_path = |record: &&mut Record| record.after.as_ref().is_some_and(|(current, _)| current == path);
        let record = match records.iter_mut().find(has_path) {
            Some(record) => record,
            None if is_record(path) || matches!(edit, Edit::Move { to, .. } if is_record(to)) => {
                let state = tree.file(path).map(|bytes| (path.clone(), bytes.to_vec()));
                let before = state.clone().filter(|_| is_record(path));
                records.push(Record { before, after: state, trashed: None });
                let Some(record) = records.last_mut() else { continue };
                record
            }
            None => continue,
        };
        match edit {
            Edit::Write { path, after, .. } => record.after = Some((path.clone(), after.clone())),
            Edit::Move { to, .. } => {
                record.after = record.after.take().map(|(_, bytes)| (to.clone(), bytes)).filter(|_| is_record(to));
                record.trashed = Some(to.clone()).filter(|to| is_in_trash(to));
            }
            _ => record.after = None,
        }
    }
    records
}

fn is_record(path: &str) -> bool {
    matches!(
        classify(path),
        PathKind::Session { .. } | PathKind::Memory | PathKind::Document | PathKind::Referral { .. }
    )
}

fn describe(record: &Record, is_merge: bool) -> Option<(Option<String>, Change)> {
    let path = record.after.as_ref().or(record.before.as_ref()).map(|(path, _)| path)?;
    match classify(path) {
        PathKind::Session { .. } => describe_session(record, is_merge),
        PathKind::Memory => {
            let text = |state: &Option<(String, Vec<u8>)>| Some(text(&content(state.as_ref()?), "text"));
            let (from, to) = (text(&record.before), text(&record.after));
            (from != to).then(|| (None, Change::Memory { id: id(record), from, to }))
        }
        PathKind::Document => describe_document(record),
        PathKind::Referral { .. } => {
            let status = |state: &Option<(String, Vec<u8>)>| match classify(&state.as_ref()?.0) {
                PathKind::Referral { status } => Some(status),
                _ => None,
            };
            let (from, to) = (status(&record.before), status(&record.after));
            let summary = text(&content(record.after.as_ref().or(record.before.as_ref())?), "summary");
            (from != to).then(|| (None, Change::Referral { id: id(record), from, to, summary }))
        }
        _ => None,
    }
}

/// Returns the change of a document's text. Its links and its review are not logged.
fn describe_document(record: &Record) -> Option<(Option<String>, Change)> {
    let page = |state: &Option<(String, Vec<u8>)>| Some(read_page(&state.as_ref()?.1).ok()?.0);
    let (before, after) = (page(&record.before), page(&record.after));
    let text = |page: &Option<Page>| page.as_ref().map(|page| (page.title.clone(), page.body.clone()));
    let id = after.as_ref().or(before.as_ref())?.id.clone();
    let title = |page: &Option<Page>| page.as_ref().map(|page| shorten_text(&page.title));
    (text(&before) != text(&after)).then(|| (None, Change::Document { id, from: title(&before), to: title(&after) }))
}

fn describe_session(record: &Record, is_merge: bool) -> Option<(Option<String>, Change)> {
    let parse = |(path, bytes): &(String, Vec<u8>)| sessions::parse(path.clone(), &classify(path), bytes);
    let before = record.before.as_ref().and_then(parse);
    if let (Some(before), Some(to)) = (&before, &record.trashed) {
        // The trash shows who deleted it.
        let moved = Change::Renamed { from: before.path().to_owned(), to: to.clone() };
        return (!before.is_private()).then(|| (Some(before.id()), moved));
    }
    let after = record.after.as_ref().and_then(parse)?;
    if after.is_private() || before.as_ref().is_some_and(SessionEntry::is_private) {
        return None;
    }
    let was = before.as_ref().and_then(SessionEntry::status);
    let act = match after.status() {
        Some(SessionStatus::Closed) if was != after.status() => SessionAct::Closed,
        Some(SessionStatus::Paused) if was != after.status() => SessionAct::Paused,
        Some(SessionStatus::Active) if was != after.status() && before.is_some() => SessionAct::Loaded,
        _ if is_merge => SessionAct::Merged,
        _ if before.is_some_and(|before| is_same_record(&before, &after)) => return None,
        _ => SessionAct::Saved,
    };
    let summary = shorten_text(after.text("summary").unwrap_or_default());
    Some((Some(after.id()), Change::Session { act, summary }))
}

/// Returns whether two versions of a session differ in nothing but the IDs of tasks, which change
/// with the tasks.
fn is_same_record(before: &SessionEntry, after: &SessionEntry) -> bool {
    let members = |session: &SessionEntry| {
        let mut content = session.own().clone();
        content.as_object_mut().and_then(|members| members.shift_remove("related_task_ids"));
        content
    };
    members(before) == members(after)
}

/// Returns the members of a record; null if the file cannot be parsed.
fn content((path, bytes): &(String, Vec<u8>)) -> Value {
    let data = Container::of_path(path).and_then(|container| DataFile::parse(container, bytes).ok());
    data.map_or(Value::Null, |data| data.root())
}

fn id(record: &Record) -> String {
    record.after.as_ref().or(record.before.as_ref()).map(|state| text(&content(state), "id")).unwrap_or_default()
}

fn text(content: &Value, key: &str) -> String {
    shorten_text(content.get(key).and_then(Value::as_str).unwrap_or_default())
}

//! Everything about one session.

use std::ops::Bound;

use handoff_format::Value;
use handoff_protocol::view::{ChecklistItem, RecentChanges, RelatedTask, SessionNote, SessionView};
use handoff_protocol::{Change, Event, SessionStatus};

use crate::Project;
use crate::ground::timestamp::{parse_sort_key, parse_timestamp};
use crate::knowledge::handover_score::HandoverScores;
use crate::knowledge::register::{EntryKind, Knowledge, RegisterEntry};
use crate::knowledge::sessions::{SessionEntry, authors};
use crate::read::view::card::{count, name};
use crate::read::view::changes;
use crate::read::view::sessions::register::rows_of;
use crate::read::view::sessions::{Lineage, summary};

/// The key of the environment under which Handoff keeps its record of a session.
const RECORD: &str = "handoff_record";

/// Returns the session with an ID, or `None`.
pub(crate) fn session(project: &Project, knowledge: &Knowledge, id: &str, now: i64) -> Option<SessionView> {
    let session = knowledge.sessions.iter().find(|session| session.id() == id)?;
    let record = session.record();
    let text = |key: &str| session.text(key).unwrap_or_default().to_owned();
    let rows = |kind| rows_of(session, kind, knowledge);
    Some(SessionView {
        summary: summary(
            session,
            &Lineage::of(&project.model, knowledge),
            &HandoverScores::new(project, &knowledge.sessions, now),
        ),
        timeline: text("timeline"),
        owner: record.get("owner").and_then(Value::as_str).unwrap_or_default().to_owned(),
        collaborators: strings(record.get("collaborators")),
        commit: text("commit"),
        dirty_files: strings(session.content().get("dirty_files")),
        chain: session.chain().to_vec(),
        gap: session.gap().cloned(),
        decisions: rows(EntryKind::Decision),
        notes: notes(session, knowledge),
        blockers: rows(EntryKind::Blocker),
        checklist: checklist(session, knowledge),
        pointers: rows(EntryKind::Pointer),
        references: rows(EntryKind::Reference),
        environment: environment(session.content()),
        tasks: tasks(project, session),
        changes: changes_during(project, session),
    })
}

fn strings(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns the notes, except those that programs write for each other.
fn notes(session: &SessionEntry, knowledge: &Knowledge) -> Vec<SessionNote> {
    let note = |value: &Value| {
        let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let note = value.as_str().map_or_else(|| text("note"), str::to_owned);
        let entry = knowledge.register().find(EntryKind::Caution.list(), value);
        (!note.is_empty()).then(|| SessionNote {
            note,
            category: text("category"),
            author: authors::of_entry(value).unwrap_or_default(),
            standing: entry.is_none_or(RegisterEntry::is_standing),
        })
    };
    session.list("handoff_notes").iter().filter_map(note).collect()
}

/// Returns the checklist. Only an active session can tick items of others.
fn checklist(session: &SessionEntry, knowledge: &Knowledge) -> Vec<ChecklistItem> {
    let is_active = session.status() == Some(SessionStatus::Active);
    let rows = knowledge.register().checklist(Some(session)).into_iter();
    let shown = rows.filter(|row| is_active || row.other.is_none());
    let item = |value: &Value| value.as_str().or_else(|| value.get("item")?.as_str()).map(str::to_owned);
    shown
        .map(|row| ChecklistItem {
            index: count(row.index),
            item: item(&row.value).unwrap_or_else(|| row.value.to_string()),
            owner: row.value.get("owner").and_then(Value::as_str).unwrap_or_default().to_owned(),
            checked: row.is_checked,
            other: row.other.is_some(),
            value: row.value,
        })
        .collect()
}

/// Returns the values of the environment as texts, without Handoff's own record.
fn environment(content: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match content.get("environment") {
        Some(Value::Object(members)) => {
            let shown = members.iter().filter(|(key, _)| *key != RECORD);
            shown.map(|(key, value)| (key.clone(), text(value))).collect()
        }
        None | Some(Value::Null) => Vec::new(),
        Some(other) => vec![(String::new(), text(other))],
    }
}

fn tasks(project: &Project, session: &SessionEntry) -> Vec<RelatedTask> {
    let ids = strings(session.content().get("related_task_ids"));
    let task = |id: String| RelatedTask { task: project.model.tasks.find(&id).ok().map(name), id };
    ids.into_iter().map(task).collect()
}

/// Returns the changes from the start of a session to its last save. An active session has not ended.
fn changes_during(project: &Project, session: &SessionEntry) -> RecentChanges {
    let id = session.id();
    let Some(start) = session.text("started_at").and_then(parse_timestamp) else { return RecentChanges::default() };
    let is_active = session.status() == Some(SessionStatus::Active);
    let end = parse_sort_key(session.saved_at()).filter(|_| !is_active);
    let is_shown = |event: &&Event| match &event.change {
        Change::Session { .. } | Change::Superseded { .. } | Change::Answered { .. } => {
            event.session.as_deref() == Some(id.as_str())
        }
        _ => true,
    };
    let range = (Bound::Included(start), end.map_or(Bound::Unbounded, Bound::Included));
    changes::during_session(project, project.model.activity.events_within(&range).into_iter().filter(is_shown))
}

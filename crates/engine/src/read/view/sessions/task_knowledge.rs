//! The records that name a task.

use std::collections::BTreeSet;

use handoff_format::Value;
use handoff_protocol::view::{RegisterRow, RegisterState, TaskKnowledge};

use crate::Project;
use crate::ground::words::{collect_texts, mentions};
use crate::knowledge::register::Knowledge;
use crate::knowledge::sessions::SessionEntry;
use crate::read::view::sessions::register::row;
use crate::read::view::sessions::sessions;

/// Returns the records that name a task, or `None` if no single task has the key.
pub(crate) fn task_knowledge(project: &Project, knowledge: &Knowledge, key: &str, now: i64) -> Option<TaskKnowledge> {
    let id = project.model.tasks.find(key).ok()?.id();
    let naming: BTreeSet<String> =
        knowledge.sessions.iter().filter(|session| has_mention(session.own(), id)).map(SessionEntry::id).collect();
    let sessions = sessions(project, knowledge, now).sessions.into_iter();
    let records = project.model.records.view();
    let linked = project.model.records.documents_of(id);
    Some(TaskKnowledge {
        sessions: sessions.filter(|session| naming.contains(&session.id)).collect(),
        entries: entries(knowledge, id),
        memories: records
            .memories
            .into_iter()
            .filter(|memory| memory.tags.iter().chain([&memory.text]).any(|text| mentions(text, id)))
            .collect(),
        documents: records.documents.into_iter().filter(|document| linked.contains(document.path.as_str())).collect(),
        timer: records.timers.into_iter().find(|timer| timer.task == id),
    })
}

/// Returns the entries that mention a task: standing ones first, then the newest.
fn entries(knowledge: &Knowledge, id: &str) -> Vec<RegisterRow> {
    let entries = knowledge.register().entries().iter().rev();
    let mut rows: Vec<RegisterRow> =
        entries.filter(|entry| has_mention(&entry.value, id)).map(|entry| row(entry, &entry.value)).collect();
    rows.sort_by_key(|row| row.state != RegisterState::Standing);
    rows
}

/// Returns whether a text at any depth mentions a task.
fn has_mention(value: &Value, id: &str) -> bool {
    let mut texts = Vec::new();
    collect_texts(value, &mut texts);
    texts.into_iter().any(|text| mentions(text, id))
}

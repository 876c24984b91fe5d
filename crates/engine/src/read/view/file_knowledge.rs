//! What is known about a file, and where its commits come from.

use handoff_protocol::CommitFacts;
use handoff_protocol::view::{CommitOrigin, FileKnowledge, FileNote, LineRange, OriginSession};

use crate::Project;
use crate::ground::words::paths::{mentioned_lines, normal_path};
use crate::knowledge::memory;
use crate::knowledge::register::{EntryKind, Knowledge, RegisterEntry};
use crate::read::view::origin::{Origin, origin, tasks};
use crate::read::view::sessions::row;

/// Returns what is known about a file, with the lines that texts mention. Those of pointers depend on the
/// content of the file, and are left out. `path` is relative to the project.
pub(crate) fn file_knowledge(project: &Project, knowledge: &Knowledge, path: &str) -> FileKnowledge {
    let path = normal_path(path);
    let note = |entry: &RegisterEntry| {
        let last = entry.sessions.last();
        let session = last.and_then(|id| knowledge.sessions.iter().find(|session| session.id() == *id));
        let texts = entry.texts().filter(|_| entry.kind != EntryKind::Pointer);
        let lines = texts.flat_map(|text| mentioned_lines(text, &path));
        FileNote {
            entry: row(entry, &entry.value),
            lines: lines.map(|(first, last)| LineRange { first, last }).collect(),
            change: None,
            tasks: tasks(project, entry.texts(), session),
        }
    };
    let memories = memory::of_file(project, &path).into_iter().rev().map(|entry| entry.path);
    let rows = project.model.records.view().memories;
    FileKnowledge {
        notes: knowledge.register().about_file(&path).into_iter().map(note).collect(),
        memories: memories.filter_map(|path| rows.iter().find(|row| row.path == path).cloned()).collect(),
    }
}

/// Returns where a commit comes from.
pub(super) fn commit_origin(project: &Project, knowledge: &Knowledge, commit: &CommitFacts) -> CommitOrigin {
    let Origin { session, tasks, decisions } = origin(project, knowledge, commit);
    CommitOrigin {
        session: session.map(|session| OriginSession {
            id: session.id,
            summary: session.summary,
            author: session.author,
            during: session.is_during,
        }),
        tasks,
        decisions: decisions.iter().map(|entry| row(entry, &entry.value)).collect(),
    }
}

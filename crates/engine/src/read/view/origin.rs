//! Where a commit comes from: the session in which it was made, its tasks and its decisions.

use std::collections::BTreeSet;

use handoff_protocol::CommitFacts;
use handoff_protocol::view::TaskName;

use crate::Project;
use crate::ground::timestamp::parse_timestamp;
use crate::ground::words::mentioned_ids;
use crate::knowledge::register::{EntryKind, Knowledge, RegisterEntry};
use crate::knowledge::sessions::SessionEntry;
use crate::model::TaskRef;
use crate::read::view::name;

/// For how long after a session was saved a commit counts as its own: people commit what an agent left.
const AFTER_SAVE_MS: i64 = 12 * 3_600_000;

/// Git keeps the second of a commit: it was made at most this much later.
const RESOLUTION_MS: i64 = 999;

/// Where a commit comes from, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The session in which it was made, or the last one that was saved shortly before it.
    pub session: Option<OriginSession>,
    /// The tasks that its message names, else those of the session.
    pub tasks: Vec<TaskName>,
    /// The decisions that the session stated first.
    pub decisions: Vec<RegisterEntry>,
}

/// The session of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginSession {
    /// Its ID.
    pub id: String,
    /// Its summary, or empty.
    pub summary: String,
    /// Who began it, if that is known.
    pub author: Option<String>,
    /// Whether the commit was made while it was going on. Otherwise it had been saved before.
    pub is_during: bool,
}

/// Finds the origin of a commit.
pub(crate) fn origin(project: &Project, knowledge: &Knowledge, commit: &CommitFacts) -> Origin {
    let found = session_of(knowledge, commit);
    let is_of_session = |entry: &&RegisterEntry| {
        let first = entry.sessions.first();
        entry.kind == EntryKind::Decision && found.is_some_and(|(session, _)| first == Some(&session.id()))
    };
    Origin {
        session: found.map(|(session, is_during)| OriginSession {
            id: session.id(),
            summary: session.text("summary").unwrap_or_default().to_owned(),
            author: session.author(),
            is_during,
        }),
        tasks: tasks(project, [commit.message.as_str()].into_iter(), found.map(|(session, _)| session)),
        decisions: knowledge.register().entries().iter().filter(is_of_session).cloned().collect(),
    }
}

/// Returns the tasks whose IDs are in some texts, else those of a session: the ones that it lists, and the
/// ones that were finished in it.
pub(crate) fn tasks<'t>(
    project: &Project,
    texts: impl Iterator<Item = &'t str>,
    session: Option<&SessionEntry>,
) -> Vec<TaskName> {
    let tasks = &project.model.tasks;
    let mut named = with_ids(project, texts.flat_map(mentioned_ids));
    if let (true, Some(session)) = (named.is_empty(), session) {
        named = with_ids(project, related_ids(session));
        let finished: Vec<TaskRef<'_>> = tasks
            .in_order()
            .filter(|task| is_finished_in(*task, session))
            .filter(|task| named.iter().all(|other| other.slot != task.slot))
            .collect();
        named.extend(finished);
    }
    named.into_iter().map(name).collect()
}

/// Returns the hashes of those commits whose [`Origin`] has the task, in the same order.
pub(crate) fn commits_of(project: &Project, knowledge: &Knowledge, key: &str, commits: &[CommitFacts]) -> Vec<String> {
    let Ok(task) = project.model.tasks.find(key) else { return Vec::new() };
    let is_its = |session: &SessionEntry| {
        with_ids(project, related_ids(session)).iter().any(|related| related.slot == task.slot)
            || is_finished_in(task, session)
    };
    let own: BTreeSet<String> =
        knowledge.sessions.iter().filter(|session| is_its(session)).map(SessionEntry::id).collect();
    let belongs = |commit: &&CommitFacts| {
        let named = with_ids(project, mentioned_ids(&commit.message));
        if named.is_empty() {
            return !own.is_empty()
                && session_of(knowledge, commit).is_some_and(|(session, _)| own.contains(&session.id()));
        }
        named.iter().any(|other| other.slot == task.slot)
    };
    commits.iter().filter(belongs).map(|commit| commit.id.clone()).collect()
}

/// Returns the tasks with some IDs, each once.
fn with_ids<'p, 'i>(project: &'p Project, ids: impl Iterator<Item = &'i str>) -> Vec<TaskRef<'p>> {
    let mut found: Vec<TaskRef<'p>> = Vec::new();
    for task in ids.filter_map(|id| project.model.tasks.find(id).ok()) {
        if found.iter().all(|other| other.slot != task.slot) {
            found.push(task);
        }
    }
    found
}

fn related_ids(session: &SessionEntry) -> impl Iterator<Item = &str> {
    session.list("related_task_ids").iter().filter_map(handoff_format::Value::as_str)
}

/// Returns whether a task was completed between the start of a session and its last save.
fn is_finished_in(task: TaskRef<'_>, session: &SessionEntry) -> bool {
    let completed = task.shown.task.completed_at.as_deref().and_then(millis);
    completed.zip(times(session)).is_some_and(|(at, (began, saved))| began <= at && at <= saved)
}

/// Returns the session in which a commit was made: the last one that had begun and was saved after it, or
/// saved at it; else the last one that was saved shortly before. The second value says which.
fn session_of<'k>(knowledge: &'k Knowledge, commit: &CommitFacts) -> Option<(&'k SessionEntry, bool)> {
    let timed = || knowledge.sessions.iter().filter_map(|session| Some((session, times(session)?)));
    let is_saved_at = |session: &SessionEntry| {
        session.text("commit").is_some_and(|saved| saved.len() >= 7 && commit.id.starts_with(saved))
    };
    let end = commit.at.saturating_add(RESOLUTION_MS);
    let during =
        timed().filter(|(session, (began, saved))| *began <= end && (commit.at <= *saved || is_saved_at(session)));
    if let Some((session, _)) = during.max_by_key(|(_, (began, _))| *began) {
        return Some((session, true));
    }
    let before = timed().filter(|(_, (_, saved))| *saved <= end && end - *saved <= AFTER_SAVE_MS);
    before.max_by_key(|(_, (_, saved))| *saved).map(|(session, _)| (session, false))
}

/// Returns when a session began and when it was saved last, in milliseconds since 1970-01-01 UTC.
fn times(session: &SessionEntry) -> Option<(i64, i64)> {
    let saved = session.text("ended_at").and_then(millis);
    let began = session.text("started_at").and_then(millis).or(saved)?;
    Some((began, saved.unwrap_or(began)))
}

fn millis(time: &str) -> Option<i64> {
    parse_timestamp(time).map(|time| time.timestamp_millis())
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{CommitFacts, FileState};

    use crate::Engine;

    #[test]
    fn commit_belongs_to_the_session_around_it_or_shortly_before_it() {
        let file = |path: &str, text: &str| FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() };
        let mut engine = Engine::new();
        engine.feed(
            vec![
                file("tasks/t1-a/_task.done.json", r#"{"id":"t1","title":"A","completed_at":"2026-11-01T09:30:00Z"}"#),
                file("tasks/t2-b/_task.todo.json", r#"{"id":"t2","title":"B"}"#),
                file(
                    "sessions/20261101-090000-000000.closed.json",
                    r#"{"id":"s-1","summary":"One","started_at":"2026-11-01T09:00:00Z","ended_at":"2026-11-01T10:00:00Z",
                        "commit":"abcdef0","decisions":[{"decision":"Use Rust"}]}"#,
                ),
                file(
                    "sessions/20261103-090000-000000.closed.json",
                    r#"{"id":"s-2","summary":"Two","started_at":"2026-11-03T09:00:00Z","ended_at":"2026-11-03T10:00:00Z",
                        "related_task_ids":["t2"],"decisions":[{"decision":"Use Rust"},{"decision":"Use Go"}]}"#,
                ),
            ],
            0,
        );
        let reader = engine.reader();
        for (time, id, message, session, tasks, decisions) in [
            ("2026-11-01T09:20:00Z", "1", "Parse", Some(("s-1", true)), vec!["t1"], vec!["Use Rust"]),
            ("2026-11-01T09:20:00Z", "1", "t2: Parse", Some(("s-1", true)), vec!["t2"], vec!["Use Rust"]),
            ("2026-11-01T08:59:59.500Z", "1", "Parse", Some(("s-1", true)), vec!["t1"], vec!["Use Rust"]),
            ("2026-11-01T11:00:00Z", "1", "Parse", Some(("s-1", false)), vec!["t1"], vec!["Use Rust"]),
            ("2026-11-02T09:00:00Z", "1", "Parse", None, vec![], vec![]),
            ("2026-11-02T09:00:00Z", "abcdef0123", "Parse", Some(("s-1", true)), vec!["t1"], vec!["Use Rust"]),
            ("2026-11-03T09:20:00Z", "1", "Parse", Some(("s-2", true)), vec!["t2"], vec!["Use Go"]),
            ("2026-10-01T09:20:00Z", "1", "see t1 and t1", None, vec!["t1"], vec![]),
        ] {
            let at = super::millis(time).unwrap();
            let origin = reader.origin(&CommitFacts { id: id.to_owned(), at, message: message.to_owned() });
            let found = origin.session.as_ref().map(|session| (session.id.as_str(), session.is_during));
            assert_eq!(found, session, "{time}");
            assert_eq!(origin.tasks.iter().map(|task| task.id.as_str()).collect::<Vec<_>>(), tasks, "{time} {message}");
            assert_eq!(
                origin.decisions.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(),
                decisions,
                "{time}"
            );
        }
    }
}

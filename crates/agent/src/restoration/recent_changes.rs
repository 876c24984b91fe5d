//! What happened since a time: commits, files that are not committed, and what each actor changed.

use chrono::DateTime;
use handoff_engine::sessions::SessionEntry;
use handoff_engine::{ProjectReader, is_same_holder};
use handoff_format::Value;
use handoff_protocol::{Actor, Change, Event, GitState, SessionAct, Status};

use crate::claims;
use crate::lines::{cut, first_named, one_line};

/// Maximum length of the line about commits, in tokens.
const COMMITS_TOKENS: usize = 55;
/// Maximum length of the line about files, in tokens.
const FILES_TOKENS: usize = 35;
/// Maximum length of the line about tasks and sessions, in tokens.
const CHANGES_TOKENS: usize = 45;
/// Maximum number of files that are named of a commit.
const MAX_COMMIT_FILES: usize = 3;
/// Maximum number of files that are named of those that are not committed.
const MAX_FILES: usize = 6;
/// Maximum number of changes that are named of an actor.
const MAX_CHANGES: usize = 6;
/// Maximum length of the summary of a session, in tokens.
const SUMMARY_TOKENS: usize = 12;

/// Returns the session that anybody saved last. A draft is no save.
pub(crate) fn last_save(sessions: &[SessionEntry]) -> Option<&SessionEntry> {
    let saved = sessions.iter().filter(|session| !session.saved_at().is_empty());
    saved.max_by_key(|session| session.saved_at())
}

/// Returns what happened since the last save of anybody, in at most 150 tokens with a heading: a line about
/// commits, one about files and one about tasks, each if there is anything. The activity log must be loaded.
pub(crate) fn since_last_save(
    reader: ProjectReader<'_>,
    sessions: &[SessionEntry],
    actor: &Actor,
    git: Option<&GitState>,
) -> Vec<String> {
    let Some(last) = last_save(sessions) else { return Vec::new() };
    let changes = last.text("ended_at").map(|at| changes_since(reader, at, |event| name(event, actor)));
    let changes = changes.filter(|changes| !changes.is_empty());
    let commits = git.and_then(|git| commits(git, last.text("commit")?));
    let lines = [
        commits.map(|text| cut(&format!("Commits: {text}"), COMMITS_TOKENS)),
        git.and_then(uncommitted).map(|text| cut(&format!("Not committed: {text}"), FILES_TOKENS)),
        changes.map(|changes| cut(&format!("Changed: {}", changes.join("; ")), CHANGES_TOKENS)),
    ];
    lines.into_iter().flatten().collect()
}

/// Returns the name of the author of a change of a task for the actor that reads it. Sessions have changed since the
/// last save by drafts only.
fn name(event: &Event, reader: &Actor) -> Option<String> {
    event.task.as_ref()?;
    let is_own = is_same_holder(&event.actor, reader);
    Some(if is_own { "you".to_owned() } else { claims::name(&event.actor).to_owned() })
}

/// Returns the commits after one, newest first, with their files: "1a2b3c4 Parse dates (src/dates.rs)". Those
/// that change only `.handoff/` are left out.
fn commits(git: &GitState, last: &str) -> Option<String> {
    let is_last = |line: &String| {
        let hash = line.split(' ').next().unwrap_or_default();
        hash.len() >= 4 && (hash.starts_with(last) || last.starts_with(hash))
    };
    // Without a commit at the time of the save, it is not known which ones came after it.
    if last.len() < 4 || last == "unknown" {
        return None;
    }
    let position = git.recent.iter().position(is_last);
    let describe = |(line, index): (&String, usize)| {
        let files = git.recent_files.get(index).map(Vec::as_slice).unwrap_or_default();
        let shown: Vec<&str> = files.iter().map(String::as_str).filter(|path| !is_own(path)).collect();
        match (files.is_empty(), shown.is_empty()) {
            (true, _) => Some(line.clone()),
            (false, true) => None,
            (false, false) => Some(format!("{line} ({})", first_named(shown, MAX_COMMIT_FILES).join(", "))),
        }
    };
    let newer = git.recent.iter().zip(0..).take(position.unwrap_or(usize::MAX));
    let mut texts: Vec<String> = newer.filter_map(describe).collect();
    if position.is_none() && !texts.is_empty() {
        texts.push("perhaps older ones".to_owned());
    }
    (!texts.is_empty()).then(|| one_line(&texts.join("; ")))
}

/// Returns the files that are not committed.
fn uncommitted(git: &GitState) -> Option<String> {
    let path = |line: &String| {
        let path = line.get(3..)?;
        let path = path.rsplit_once(" -> ").map_or(path, |(_, new)| new).trim_matches('"');
        (!is_own(path)).then(|| path.to_owned())
    };
    let paths: Vec<String> = git.dirty.iter().filter_map(path).collect();
    (!paths.is_empty()).then(|| one_line(&first_named(paths, MAX_FILES).join(", ")))
}

/// Returns whether a path is in the folder of a project's records.
fn is_own(path: &str) -> bool {
    path.split('/').any(|part| part == ".handoff")
}

/// Returns what each author has changed after an RFC 3339 time, the last changes first: "codex: 01.2 done, 01.3
/// created". `name` names the author of an event, `None` leaves the event out.
pub(crate) fn changes_since(
    reader: ProjectReader<'_>,
    time: &str,
    name: impl Fn(&Event) -> Option<String>,
) -> Vec<String> {
    let after = DateTime::parse_from_rfc3339(time).ok();
    let is_after = |event: &&&Event| DateTime::parse_from_rfc3339(&event.at).ok() > after;
    let events = reader.events_since(Some(time)).unwrap_or_default();
    by_author(events.iter().filter(is_after).rev().copied(), name)
}

/// Groups events, the newest first, by author and subject.
fn by_author<'e>(events: impl Iterator<Item = &'e Event>, name: impl Fn(&Event) -> Option<String>) -> Vec<String> {
    let mut authors: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for event in events {
        let Some(((subject, text), author)) = describe(event).zip(name(event)) else { continue };
        let position = authors.iter().position(|(other, _)| *other == author).unwrap_or_else(|| {
            authors.push((author, Vec::new()));
            authors.len() - 1
        });
        let Some((_, subjects)) = authors.get_mut(position) else { continue };
        match subjects.iter_mut().find(|(other, _)| *other == subject) {
            None => subjects.push((subject, text)),
            Some((_, later)) if later == CHANGED => *later = text,
            Some(_) => {}
        }
    }
    let describe = |(author, subjects): (String, Vec<(String, String)>)| {
        let texts = subjects.into_iter().map(|(subject, text)| format!("{subject} {text}"));
        format!("{}: {}", one_line(&author), first_named(texts, MAX_CHANGES).join(", "))
    };
    authors.into_iter().map(describe).collect()
}

/// Returns whether a change takes a task from review to work again.
pub(crate) fn is_sent_back(change: &Change) -> bool {
    let is = |value: &Value, status: Status| value.as_str() == Some(status.name());
    matches!(change, Change::Field { field, from, to }
        if field == "status" && is(from, Status::Review) && is(to, Status::InProgress))
}

/// What is said of a task of which another field than its status has changed.
const CHANGED: &str = "changed";

/// Returns the subject of an event, and what happened to it; `None` for one that tells nothing of the work.
fn describe(event: &Event) -> Option<(String, String)> {
    let text = match &event.change {
        Change::Created { .. } => "created".to_owned(),
        Change::Deleted { .. } => "deleted".to_owned(),
        change if is_sent_back(change) => "sent back".to_owned(),
        Change::Field { field, to, .. } if field == "status" => to.as_str()?.to_owned(),
        Change::Field { field, .. } if matches!(field.as_str(), "rank" | "boardRank" | "pinned") => return None,
        Change::Field { .. } | Change::Moved { .. } => CHANGED.to_owned(),
        Change::Session { act: SessionAct::Saved | SessionAct::Closed, summary } => {
            return Some(("session".to_owned(), format!("saved ({})", cut(&one_line(summary), SUMMARY_TOKENS))));
        }
        _ => return None,
    };
    Some((event.task.clone()?, text))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use handoff_engine::estimate_tokens;
    use serde_json::json;

    use super::*;

    fn git(recent: &[(&str, &[&str])], dirty: &[&str]) -> GitState {
        GitState {
            recent: recent.iter().map(|(line, _)| (*line).to_owned()).collect(),
            recent_files: recent
                .iter()
                .map(|(_, files)| files.iter().map(|path| (*path).to_owned()).collect())
                .collect(),
            dirty: dirty.iter().map(|line| (*line).to_owned()).collect(),
            ..GitState::default()
        }
    }

    #[test]
    fn commits_after_the_saved_one_are_named_with_their_files() {
        let recent: &[(&str, &[&str])] = &[
            ("5555555 Fix", &["a.rs", "b.rs", "c.rs", "d.rs"]),
            ("4444444 Save", &[".handoff/tasks/x", "part/.handoff/config.toml"]),
            ("3333333 Add", &["e.rs"]),
        ];
        let fix = "5555555 Fix (a.rs, b.rs, c.rs, 1 more)";
        for (last, expected) in [
            ("5555555", None),
            ("4444444", Some(fix.to_owned())),
            ("33333339999", Some(fix.to_owned())),
            ("2222222", Some(format!("{fix}; 3333333 Add (e.rs); perhaps older ones"))),
            ("unknown", None),
            ("", None),
        ] {
            assert_eq!(commits(&git(recent, &[]), last), expected, "{last}");
        }
        let without_files = GitState { recent: vec!["5555555 Fix".to_owned()], ..GitState::default() };
        assert_eq!(commits(&without_files, "1111111").as_deref(), Some("5555555 Fix; perhaps older ones"));
    }

    #[test]
    fn files_that_are_not_committed_are_named() {
        for (dirty, expected) in [
            (vec![], None),
            (vec![" M .handoff/tasks/x", "?? .handoff/"], None),
            (vec![" M a.rs", "R  b.rs -> c.rs", "?? \"d e.rs\"", "x"], Some("a.rs, c.rs, d e.rs")),
        ] {
            assert_eq!(uncommitted(&git(&[], &dirty)).as_deref(), expected, "{dirty:?}");
        }
        let many: Vec<String> = (0..9).map(|number| format!("?? f{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(uncommitted(&git(&[], &many)).unwrap().ends_with("f5, 3 more"));
    }

    fn event(author: &str, task: &str, change: Change) -> Event {
        Event {
            id: String::new(),
            at: String::new(),
            actor: Arc::new(Actor::agent(author)),
            task: Some(task.to_owned()).filter(|task| !task.is_empty()),
            session: None,
            change,
            observed: false,
            since: None,
        }
    }

    #[test]
    fn changes_are_grouped_by_author_with_the_last_status_of_each_task() {
        let field = |name: &str, to: &str| Change::Field { field: name.to_owned(), from: json!(null), to: json!(to) };
        let created = || Change::Created { title: "Parse".to_owned(), state: None };
        let saved = Change::Session { act: SessionAct::Saved, summary: "Feed\nread".to_owned() };
        let events = [
            event("codex", "01", field("notes", "x")),
            event("ann", "02", created()),
            event("codex", "", saved),
            event("codex", "01", field("status", "in_progress")),
            event("codex", "01", field("status", "done")),
            event("codex", "03", field("rank", "a")),
            event("codex", "04", Change::Claim { from: None, to: Some("codex".to_owned()) }),
            event("me", "05", created()),
            event("ann", "02", field("title", "y")),
        ];
        let name = |event: &Event| Some(event.actor.name.clone()).filter(|name| name != "me");
        let lines = by_author(events.iter().rev(), name);
        assert_eq!(lines, ["ann: 02 created", "codex: 01 done, session saved (Feed read)"]);
    }

    #[test]
    fn lines_stay_within_150_tokens() {
        let long = "a rather long subject of a commit ".repeat(20);
        let recent = [(long.as_str(), &["src/a/very/long/path/of/a/file.rs"; 5][..]); 5];
        let dirty = ["?? src/another/very/long/path/to/some/module/of/this/file.rs"; 40];
        let state = git(&recent, &dirty);
        let total: usize = [
            cut(&commits(&state, "abcdef0").unwrap(), COMMITS_TOKENS),
            cut(&uncommitted(&state).unwrap(), FILES_TOKENS),
            cut(&long, CHANGES_TOKENS),
            "\n## Since the last save\n- - - ".to_owned(),
        ]
        .iter()
        .map(|line| estimate_tokens(line))
        .sum();
        assert!(total <= 150, "{total}");
    }
}

//! What the last conversation left, as Markdown for the next one. Most useful first.

pub(crate) mod next_tasks;
pub(crate) mod token_budget;
pub(crate) mod tokens;

use std::fmt::Write as _;

use handoff_engine::Reading;
use handoff_engine::sessions::{SessionEntry, shown};
use handoff_protocol::Status;
use serde_json::Value;

use crate::AskedGit;
use crate::GitState;
use crate::Message;
use crate::Suggestion;
use crate::context_pointers::Places;
use crate::restoration::next_tasks::Tasks;
use crate::restoration::token_budget::{Lines, Section, within};
use crate::restoration::tokens::estimate_tokens;
use crate::tool_result::plain;

/// All that a restoration is made of.
#[derive(Clone, Copy)]
pub(crate) struct RestorationInput<'a> {
    pub(crate) reading: Reading<'a>,
    /// All of them, by the names of their files.
    pub(crate) sessions: &'a [SessionEntry],
    /// The one that goes on.
    pub(crate) current: Option<&'a SessionEntry>,
    /// The closed one that was saved last, among those that say anything.
    pub(crate) previous: Option<&'a SessionEntry>,
    /// What the agent should know first.
    pub(crate) warning: Option<&'a Message>,
    /// What has become of the places that pointers name.
    pub(crate) places: &'a Places,
    /// The day here, counted from 1970-01-01.
    pub(crate) today: i32,
    /// Whether the call named a session.
    pub(crate) named: bool,
}

impl<'a> RestorationInput<'a> {
    /// The session whose content is restored.
    fn session(&self) -> Option<&'a SessionEntry> {
        shown(self.sessions, self.current)
    }

    /// The session that goes on, where another one is restored because it says nothing yet.
    fn empty(&self) -> Option<&'a SessionEntry> {
        self.current.filter(|current| self.session().map(SessionEntry::path) != Some(current.path()))
    }

    /// What the agent should know first, and what of the sessions cannot be shown.
    pub(crate) fn warnings(&self) -> Option<Message> {
        let gaps = [self.empty(), self.session()].into_iter().flatten().filter_map(SessionEntry::gap);
        let unread = [self.reading.unread_sessions(), self.reading.unread_tasks().0].concat();
        let unread: Vec<String> = unread.iter().map(plain).collect();
        let others = gaps.map(ToString::to_string).chain(unread).map(Message::from);
        self.warning.cloned().into_iter().chain(others).reduce(|all, warning| all.then(" ").then(warning))
    }
}

/// What stands between what stays the same from load to load and what changes: a client may keep what is above it in a cache.
pub(crate) const BOUNDARY: &str = "<!-- handoff: above is the same until it is changed, below is of now -->";
/// The part of the budget that what stays the same may take, in hundredths.
const STABLE: usize = 35;

/// The restoration, in so many tokens at most: first what stays the same from load to load, then what is to be done now.
pub(crate) fn markdown(material: &RestorationInput<'_>, git: Option<AskedGit>, budget: usize) -> Message {
    let mut text = within(budget * STABLE / 100, project(material), stable(material));
    text.push_line("");
    text.push_line(BOUNDARY);
    let left = budget.saturating_sub(estimate_tokens(&text.to_string()));
    let tasks = Tasks::of(material.reading);
    let sections = current(material, &tasks);
    // Git has had the time until here to answer.
    let git = git.map(|git| git());
    text.then(within(left, situation(material, &tasks, git.as_ref()), sections))
}

/// What the project is.
fn project(material: &RestorationInput<'_>) -> Message {
    let config = material.reading.config();
    let mut text = Message::from(format!("# {}\n", config.name));
    if let Some(description) = &config.description {
        text.push_line(description.as_str());
    }
    if !config.settings.context_files.is_empty() {
        text.push_line(format!("Read first: {}", config.settings.context_files.join(", ")));
    }
    text
}

/// What was decided and where to read more.
fn stable(material: &RestorationInput<'_>) -> Vec<Section<'static>> {
    let Some(session) = material.session() else { return Vec::new() };
    let rest = Suggestion::GetSession(session.id());
    let section =
        |title, rank, share, lines| Section { title, lines: Lines::from(lines), rest: rest.clone(), rank, share };
    vec![
        section("Decisions", 1, 70, texts(session.list("decisions"), &["decision", "reason"])),
        section("References", 2, 30, texts(session.list("references"), &["label", "uri", "notes"])),
    ]
}

/// Where things stand, in a few lines.
fn situation(material: &RestorationInput<'_>, tasks: &Tasks<'_>, git: Option<&GitState>) -> Message {
    let mut text = Message::default();
    if let Some(warning) = material.warnings() {
        text.push_line(Message::from("Warning: ").then(warning));
    }
    if let Some(empty) = material.empty() {
        text.push_line(begun(empty));
    }
    match material.session() {
        Some(session) if material.empty().is_some() => {
            text.push_line(heading("The last session with content:", session));
            text.push_line(Message::from("To go on from it: ").then(Suggestion::BuildOn(session.id())));
        }
        Some(session) if material.current.is_some() => text.push_line(heading("Session", session)),
        Some(session) => text.push_line(heading("No active session. The last one:", session)),
        None => {
            text.push_line(Message::from("No session yet. ").then(Suggestion::BeginSession).then(" begins one."));
        }
    }
    if let Some(draft) = material.current.and_then(SessionEntry::draft) {
        text.push_line(draft);
    }
    if let Some(git) = git {
        text.push_line(working_tree(git));
    }
    text.push_line(tasks.counts(material.today));
    text
}

/// What is to be done now, and what to know for it.
fn current<'a>(material: &RestorationInput<'_>, tasks: &'a Tasks<'_>) -> Vec<Section<'a>> {
    let session = material.session();
    let id = session.map(SessionEntry::id).unwrap_or_default();
    let of_session = || Suggestion::GetSession(id.clone());
    let of_tasks = Suggestion::ListTasks;
    let section = |title, rank, share, lines, rest| Section { title, lines, rest, rank, share };
    let of = |tell: &dyn Fn(&SessionEntry) -> Vec<String>| session.map(tell).unwrap_or_default().into();
    let noted = |category: &str| of(&|session| notes(session, category));
    let listed = |key: &str, keys: &[&str]| of(&|session| texts(session.list(key), keys));
    vec![
        section("Next", 1, 25, next(material, tasks).into(), of_session()),
        section("Blockers", 2, 15, listed("blockers", &["blocker"]), of_session()),
        section("Cautions", 3, 12, noted("caution"), of_session()),
        section("In progress", 4, 25, tasks.working(), of_tasks(Status::InProgress)),
        section("Open items", 5, 15, of(&open_items), of_session()),
        section("Look at", 6, 15, of(&|session| pointers(material, session)), of_session()),
        section("Blocked", 7, 10, tasks.blocked(), of_tasks(Status::Blocked)),
        section("Ready", 8, 15, tasks.ready(), of_tasks(Status::Todo)),
        section("Context", 9, 10, noted("context"), of_session()),
        section("Other sessions", 10, 8, others(material).into(), Suggestion::ListSessions),
    ]
}

/// What was suggested; else the task to go on with, and why.
fn next(material: &RestorationInput<'_>, tasks: &Tasks<'_>) -> Vec<String> {
    let mut next: Vec<String> = Vec::new();
    for action in material.session().map(suggestions).unwrap_or_default() {
        if !next.contains(&action) {
            next.push(action);
        }
    }
    if next.is_empty() {
        next.extend(tasks.pick().map(|pick| pick.sentence()));
    }
    next
}

/// Says which session goes on although it says nothing yet.
fn begun(session: &SessionEntry) -> String {
    format!("Active session {}: {}. It has no content yet.", session.id(), session.text("summary").unwrap_or_default())
}

fn heading(kind: &str, session: &SessionEntry) -> String {
    let saved = session.text("ended_at").map_or_else(String::new, |at| {
        format!(
            " (saved {} at {})",
            at.chars().take(16).collect::<String>(),
            session.text("commit").unwrap_or("unknown")
        )
    });
    let noted = noted(session).map(|noted| format!("; {noted}")).unwrap_or_default();
    format!("{kind} {}: {}{saved}{noted}", session.id(), session.text("summary").unwrap_or_default())
}

/// On what a session builds, whose it is, and who may see it.
pub(crate) fn noted(session: &SessionEntry) -> Option<String> {
    let base = session.text("base").map(|base| match session.chain().len() {
        0 | 1 => format!("builds on {base}"),
        many => format!("builds on {base} and {} more", many - 1),
    });
    let with: Vec<&str> = session.list("collaborators").iter().filter_map(Value::as_str).collect();
    let owner = session.text("owner").map(|owner| format!("owner {owner}"));
    let with = (!with.is_empty()).then(|| format!("with {}", with.join(", ")));
    let visibility = session.text("visibility").map(str::to_owned);
    let parts: Vec<String> = [base, owner, with, visibility].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn working_tree(git: &GitState) -> String {
    let mut text = match (&git.absence, &git.branch) {
        (Some(reason), _) => format!("Git: {reason}"),
        (None, branch) => {
            let branch = branch.as_deref().unwrap_or("unknown");
            format!("Git: {branch} at {}", git.commit.as_deref().unwrap_or("no commit"))
        }
    };
    if let Some((ahead, behind)) = git.distance.filter(|distance| *distance != (0, 0)) {
        // Writing to a text cannot fail.
        let _ = write!(text, ", {ahead} ahead, {behind} behind");
    }
    if !git.dirty.is_empty() {
        let more = if git.dirty_cut { " or more" } else { "" };
        let count = git.dirty.len();
        let files = if count == 1 { "file" } else { "files" };
        let _ = write!(text, ", {count}{more} {files} changed");
    }
    if let Some(main) = &git.borrowed_from {
        let _ = write!(text, "; a worktree that uses the .handoff/ of {main}");
    }
    text
}

/// Returns what a session suggests to do next.
pub(crate) fn suggestions(session: &SessionEntry) -> Vec<String> {
    notes(session, "suggestion")
}

fn notes(session: &SessionEntry, category: &str) -> Vec<String> {
    let of = |note: &&Value| note.get("category").and_then(Value::as_str).unwrap_or("context") == category;
    let notes = session.list("handoff_notes").iter().filter(|note| !SessionEntry::is_draft(note));
    notes.filter(of).filter_map(|note| said(note, &["note"])).collect()
}

fn open_items(session: &SessionEntry) -> Vec<String> {
    let is_open = |item: &&Value| item.get("checked") != Some(&Value::Bool(true));
    session.list("checklist").iter().filter(is_open).filter_map(|item| said(item, &["item", "owner"])).collect()
}

/// "src/feed.rs 10-40 [moved to 12-42] — the parser".
fn pointers(material: &RestorationInput<'_>, session: &SessionEntry) -> Vec<String> {
    let told = |pointer: &Value| {
        let path = said(pointer, &["path"])?;
        let mut text = [Some(path), said_under(pointer, "lines")].into_iter().flatten().collect::<Vec<_>>().join(" ");
        if let Some(words) = material.places.words(pointer) {
            // Writing to a text cannot fail.
            let _ = write!(text, " [{words}]");
        }
        Some([Some(text), said_under(pointer, "reason")].into_iter().flatten().collect::<Vec<_>>().join(" — "))
    };
    session.list("context_pointers").iter().filter_map(told).collect()
}

fn said_under(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn texts(list: &[Value], keys: &[&str]) -> Vec<String> {
    list.iter().filter_map(|value| said(value, keys)).collect()
}

/// The texts under some keys of an entry; a bare text is itself.
fn said(value: &Value, keys: &[&str]) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let parts: Vec<&str> = keys.iter().filter_map(|key| value.get(*key).and_then(Value::as_str)).collect();
    (!parts.is_empty()).then(|| parts.join(" — "))
}

/// The other sessions that could be picked up.
fn others(material: &RestorationInput<'_>) -> Vec<String> {
    let waits = |session: &&SessionEntry| {
        let status = session.status().map_or("", handoff_protocol::SessionStatus::name);
        matches!(status, "open" | "active" | "paused")
            && material.current.map(SessionEntry::path) != Some(session.path())
    };
    let row = |session: &SessionEntry| {
        let status = session.status().map_or("", handoff_protocol::SessionStatus::name);
        format!("{} [{status}] {}", session.id(), session.text("summary").unwrap_or_default())
    };
    material.sessions.iter().filter(waits).map(row).collect()
}

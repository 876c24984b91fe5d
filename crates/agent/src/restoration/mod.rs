//! The restoration: the context of the last conversation as Markdown for the next one, most useful
//! parts first.

pub(crate) mod next_tasks;
pub(crate) mod token_budget;
pub(crate) mod tokens;

use std::fmt::Write as _;

use handoff_engine::ProjectReader;
use handoff_engine::sessions::{SessionEntry, session_to_load};
use handoff_protocol::Status;
use serde_json::Value;

use crate::GitState;
use crate::Message;
use crate::PendingGit;
use crate::Suggestion;
use crate::context_pointers::Places;
use crate::restoration::next_tasks::Tasks;
use crate::restoration::token_budget::{Lines, Section, fit};
use crate::restoration::tokens::estimate_tokens;
use crate::tool_result::to_english;

/// The data of a restoration.
#[derive(Clone, Copy)]
pub(crate) struct RestorationInput<'a> {
    pub(crate) reader: ProjectReader<'a>,
    /// All sessions, by file name.
    pub(crate) sessions: &'a [SessionEntry],
    /// The session to continue.
    pub(crate) current: Option<&'a SessionEntry>,
    /// The closed session that was saved last, of those with content.
    pub(crate) previous: Option<&'a SessionEntry>,
    /// A warning for the agent.
    pub(crate) warning: Option<&'a Message>,
    /// The current state of the files that context pointers refer to.
    pub(crate) places: &'a Places,
    /// Today, as days since 1970-01-01.
    pub(crate) today: i32,
    /// Whether the call named a session.
    pub(crate) is_named: bool,
}

impl<'a> RestorationInput<'a> {
    /// Returns the session whose content is restored.
    fn session(&self) -> Option<&'a SessionEntry> {
        session_to_load(self.sessions, self.current)
    }

    /// Returns the session to continue if it has no content yet, so that another one is restored.
    fn empty_session(&self) -> Option<&'a SessionEntry> {
        self.current.filter(|current| self.session().map(SessionEntry::path) != Some(current.path()))
    }

    /// Returns all warnings, with those about records that could not be read.
    pub(crate) fn warnings(&self) -> Option<Message> {
        let gaps = [self.empty_session(), self.session()].into_iter().flatten().filter_map(SessionEntry::gap);
        let unread = [self.reader.unread_sessions(), self.reader.unread_tasks().0].concat();
        let unread: Vec<String> = unread.iter().map(to_english).collect();
        let others = gaps.map(ToString::to_string).chain(unread).map(Message::from);
        self.warning.cloned().into_iter().chain(others).reduce(|all, warning| all.then(" ").then(warning))
    }
}

/// Separates the part that stays the same from load to load from the part that changes. Clients may
/// cache the part above it.
pub(crate) const BOUNDARY: &str = "<!-- handoff: above is the same until it is changed, below is of now -->";
/// Percentage of the budget for the part that stays the same.
const STABLE_PERCENT: usize = 35;

/// Returns the restoration in at most `budget` tokens: first the part that stays the same from load
/// to load, then the current state.
pub(crate) fn markdown(input: &RestorationInput<'_>, git: Option<PendingGit>, budget: usize) -> Message {
    let mut text = fit(budget * STABLE_PERCENT / 100, project(input), stable_sections(input));
    text.push_line("");
    text.push_line(BOUNDARY);
    let remaining = budget.saturating_sub(estimate_tokens(&text.to_string()));
    let tasks = Tasks::of(input.reader);
    let sections = current_sections(input, &tasks);
    // Waits for Git as late as possible, because it runs at the same time.
    let git = git.map(|git| git());
    text.then(fit(remaining, summary(input, &tasks, git.as_ref()), sections))
}

/// Describes the project.
fn project(input: &RestorationInput<'_>) -> Message {
    let config = input.reader.config();
    let mut text = Message::from(format!("# {}\n", config.name));
    if let Some(description) = &config.description {
        text.push_line(description.as_str());
    }
    if !config.settings.context_files.is_empty() {
        text.push_line(format!("Read first: {}", config.settings.context_files.join(", ")));
    }
    text
}

/// Returns the sections that stay the same: decisions and references.
fn stable_sections(input: &RestorationInput<'_>) -> Vec<Section<'static>> {
    let Some(session) = input.session() else { return Vec::new() };
    let rest = Suggestion::GetSession(session.id());
    let section =
        |title, rank, share, lines| Section { title, lines: Lines::from(lines), rest: rest.clone(), rank, share };
    vec![
        section("Decisions", 1, 70, texts(session.list("decisions"), &["decision", "reason"])),
        section("References", 2, 30, texts(session.list("references"), &["label", "uri", "notes"])),
    ]
}

/// Summarizes the current state in a few lines.
fn summary(input: &RestorationInput<'_>, tasks: &Tasks<'_>, git: Option<&GitState>) -> Message {
    let mut text = Message::default();
    if let Some(warning) = input.warnings() {
        text.push_line(Message::from("Warning: ").then(warning));
    }
    if let Some(empty) = input.empty_session() {
        text.push_line(empty_session_line(empty));
    }
    match input.session() {
        Some(session) if input.empty_session().is_some() => {
            text.push_line(heading("The last session with content:", session));
            text.push_line(Message::from("To go on from it: ").then(Suggestion::BuildOn(session.id())));
        }
        Some(session) if input.current.is_some() => text.push_line(heading("Session", session)),
        Some(session) => text.push_line(heading("No active session. The last one:", session)),
        None => {
            text.push_line(Message::from("No session yet. ").then(Suggestion::BeginSession).then(" begins one."));
        }
    }
    if let Some(draft) = input.current.and_then(SessionEntry::draft) {
        text.push_line(draft);
    }
    if let Some(git) = git {
        text.push_line(working_tree(git));
    }
    text.push_line(tasks.counts(input.today));
    text
}

/// Returns the sections of the current state: what to do, and what to know for it.
fn current_sections<'a>(input: &RestorationInput<'_>, tasks: &'a Tasks<'_>) -> Vec<Section<'a>> {
    let session = input.session();
    let id = session.map(SessionEntry::id).unwrap_or_default();
    let of_session = || Suggestion::GetSession(id.clone());
    let of_tasks = Suggestion::ListTasks;
    let section = |title, rank, share, lines, rest| Section { title, lines, rest, rank, share };
    let of = |lines: &dyn Fn(&SessionEntry) -> Vec<String>| session.map(lines).unwrap_or_default().into();
    let of_category = |category: &str| of(&|session| notes(session, category));
    let listed = |key: &str, keys: &[&str]| of(&|session| texts(session.list(key), keys));
    vec![
        section("Next", 1, 25, next_actions(input, tasks).into(), of_session()),
        section("Blockers", 2, 15, listed("blockers", &["blocker"]), of_session()),
        section("Cautions", 3, 12, of_category("caution"), of_session()),
        section("In progress", 4, 25, tasks.in_progress(), of_tasks(Status::InProgress)),
        section("Open items", 5, 15, of(&open_items), of_session()),
        section("Look at", 6, 15, of(&|session| pointers(input, session)), of_session()),
        section("Blocked", 7, 10, tasks.blocked(), of_tasks(Status::Blocked)),
        section("Ready", 8, 15, tasks.ready(), of_tasks(Status::Todo)),
        section("Context", 9, 10, of_category("context"), of_session()),
        section("Other sessions", 10, 8, other_sessions(input).into(), Suggestion::ListSessions),
    ]
}

/// Returns the suggestions of the session, or else the task to do next with its reasons.
fn next_actions(input: &RestorationInput<'_>, tasks: &Tasks<'_>) -> Vec<String> {
    let mut actions: Vec<String> = Vec::new();
    for action in input.session().map(suggestions).unwrap_or_default() {
        if !actions.contains(&action) {
            actions.push(action);
        }
    }
    if actions.is_empty() {
        actions.extend(tasks.pick().map(|pick| pick.sentence()));
    }
    actions
}

/// Names an active session without content.
fn empty_session_line(session: &SessionEntry) -> String {
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
    let attributes = attributes(session).map(|attributes| format!("; {attributes}")).unwrap_or_default();
    format!("{kind} {}: {}{saved}{attributes}", session.id(), session.text("summary").unwrap_or_default())
}

/// Describes base, owner, collaborators and visibility of a session.
pub(crate) fn attributes(session: &SessionEntry) -> Option<String> {
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
        // Writing to a string cannot fail.
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

/// Returns the suggestions of a session for the next one.
pub(crate) fn suggestions(session: &SessionEntry) -> Vec<String> {
    notes(session, "suggestion")
}

fn notes(session: &SessionEntry, category: &str) -> Vec<String> {
    let of = |note: &&Value| note.get("category").and_then(Value::as_str).unwrap_or("context") == category;
    let notes = session.list("handoff_notes").iter().filter(|note| !SessionEntry::is_draft(note));
    notes.filter(of).filter_map(|note| join_fields(note, &["note"])).collect()
}

fn open_items(session: &SessionEntry) -> Vec<String> {
    let is_open = |item: &&Value| item.get("checked") != Some(&Value::Bool(true));
    session.list("checklist").iter().filter(is_open).filter_map(|item| join_fields(item, &["item", "owner"])).collect()
}

/// Describes context pointers: "src/feed.rs 10-40 [moved to 12-42] — the parser".
fn pointers(input: &RestorationInput<'_>, session: &SessionEntry) -> Vec<String> {
    let describe = |pointer: &Value| {
        let path = join_fields(pointer, &["path"])?;
        let mut text = [Some(path), text_at(pointer, "lines")].into_iter().flatten().collect::<Vec<_>>().join(" ");
        if let Some(state) = input.places.describe(pointer) {
            // Writing to a string cannot fail.
            let _ = write!(text, " [{state}]");
        }
        Some([Some(text), text_at(pointer, "reason")].into_iter().flatten().collect::<Vec<_>>().join(" — "))
    };
    session.list("context_pointers").iter().filter_map(describe).collect()
}

fn text_at(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn texts(list: &[Value], keys: &[&str]) -> Vec<String> {
    list.iter().filter_map(|value| join_fields(value, keys)).collect()
}

/// Joins the strings at some keys of an entry. A plain string is returned as it is.
fn join_fields(value: &Value, keys: &[&str]) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let parts: Vec<&str> = keys.iter().filter_map(|key| value.get(*key).and_then(Value::as_str)).collect();
    (!parts.is_empty()).then(|| parts.join(" — "))
}

/// Lists the other sessions that can be continued.
fn other_sessions(input: &RestorationInput<'_>) -> Vec<String> {
    let is_open = |session: &&SessionEntry| {
        let status = session.status().map_or("", handoff_protocol::SessionStatus::name);
        matches!(status, "open" | "active" | "paused") && input.current.map(SessionEntry::path) != Some(session.path())
    };
    let row = |session: &SessionEntry| {
        let status = session.status().map_or("", handoff_protocol::SessionStatus::name);
        format!("{} [{status}] {}", session.id(), session.text("summary").unwrap_or_default())
    };
    input.sessions.iter().filter(is_open).map(row).collect()
}

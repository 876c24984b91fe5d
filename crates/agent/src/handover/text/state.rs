//! The text of the current state, over all sessions.

use handoff_engine::register::{EntryKind, Register, RegisterEntry};
use handoff_engine::sessions::{SessionEntry, last_saved};
use handoff_engine::{PlannedTask, ProjectReader, TaskEntry};
use handoff_format::Value;
use handoff_protocol::{SessionStatus, Status};

use crate::handover::text::{Sections, decision, pointer, task_line};
use crate::unread::unread_note;

/// The maximum number of tasks that are listed as next.
const NEXT_TASKS: usize = 10;

/// Returns the current state: sessions, decisions, cautions, open items, blockers, tasks, milestones, files
/// and open questions. Nothing of a private session is in it, because Git stores it.
///
/// `now` is in milliseconds since 1970-01-01 UTC. Claims that have ended by then are not shown.
pub fn current_state_text(reader: ProjectReader<'_>, now: i64) -> String {
    let sessions: Vec<SessionEntry> =
        reader.sessions().iter().filter(|session| !session.is_private()).cloned().collect();
    let register = Register::of(&sessions);
    let oldest_first = |kind: EntryKind| register.standing(kind).map(|entry| entry.name.clone()).collect::<Vec<_>>();
    let mut sections = Sections::default();
    sections.add("Sessions", session_lines(&sessions));
    sections.add("Decisions", register.standing(EntryKind::Decision).map(|entry| decision(&entry.value)).collect());
    sections.add("Cautions", oldest_first(EntryKind::Caution));
    sections.add("Blockers", oldest_first(EntryKind::Blocker));
    sections.add("Open items", register.standing(EntryKind::OpenItem).map(open_item).collect());
    sections.add("Open questions", questions(&register));
    let planned = reader.planned_tasks();
    let holders = reader.holders(now);
    let line = |task: TaskEntry<'_>| {
        let holder = holders.get(task.fields().id.as_str()).map(|holder| format!(", held by {}", holder.actor.name));
        task_line(task) + &holder.unwrap_or_default()
    };
    for (heading, status) in
        [("In progress", Status::InProgress), ("In review", Status::Review), ("Blocked", Status::Blocked)]
    {
        let tasks = planned.iter().filter(|planned| planned.task.status() == status);
        sections.add(heading, tasks.map(|planned| line(planned.task)).collect());
    }
    sections.add("Next tasks", next(&planned).into_iter().map(line).collect());
    sections.add("Milestones", milestones(reader));
    sections.add("Files of note", register.standing(EntryKind::Pointer).map(pointer).collect());
    sections.add("References", register.standing(EntryKind::Reference).map(pointer).collect());
    sections.add("Next steps", oldest_first(EntryKind::Suggestion));
    sections.add("Not read", unread_note(reader).into_iter().collect());
    sections.render(&format!("# {}: current state\n", title(reader)), "##")
}

fn title(reader: ProjectReader<'_>) -> String {
    let name = reader.config().name.trim();
    if name.is_empty() { "Project".to_owned() } else { crate::restoration::one_line(name) }
}

/// Returns the active sessions and the one that was closed last.
fn session_lines(sessions: &[SessionEntry]) -> Vec<String> {
    let own = |session: &SessionEntry, key: &str| session.own().get(key).and_then(Value::as_str).map(str::to_owned);
    let line = |word: &str, session: &SessionEntry, time: &str| {
        let time = own(session, time).map(|time| format!(", {time}")).unwrap_or_default();
        format!("{word}: {} ({}{time})", own(session, "summary").unwrap_or_default(), session.id())
    };
    let active = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active));
    let last = last_saved(sessions).map(|session| line("last", session, "ended_at"));
    active.map(|session| line("active", session, "started_at")).chain(last).collect()
}

fn open_item(entry: &RegisterEntry) -> String {
    let owner = entry.text("owner").filter(|owner| *owner != "ai").map(|owner| format!(" ({owner})"));
    format!("{}{}", entry.name, owner.unwrap_or_default())
}

/// Returns decisions that are not confirmed, and items and notes that are questions.
fn questions(register: &Register) -> Vec<String> {
    let is_open = |entry: &&RegisterEntry| entry.text("confidence").is_some_and(|confidence| confidence != "confirmed");
    let unconfirmed = register.standing(EntryKind::Decision).filter(is_open).map(|entry| entry.name.clone());
    let notes = [EntryKind::OpenItem, EntryKind::ContextNote, EntryKind::Suggestion];
    let notes = notes.into_iter().flat_map(|kind| register.standing(kind));
    let asked = notes.filter(|entry| entry.name.trim_end().ends_with('?')).map(|entry| entry.name.clone());
    unconfirmed.map(|name| format!("{name}: is that so?")).chain(asked).collect()
}

/// Returns the tasks that can be started, most urgent first.
fn next<'a>(planned: &[PlannedTask<'a>]) -> Vec<TaskEntry<'a>> {
    let is_ready = |task: &&PlannedTask<'a>| task.is_leaf && task.is_free && task.task.status() == Status::Todo;
    let mut ready: Vec<&PlannedTask<'a>> = planned.iter().filter(is_ready).collect();
    ready.sort_by_key(|task| task.urgency());
    ready.into_iter().take(NEXT_TASKS).map(|task| task.task).collect()
}

fn milestones(reader: ProjectReader<'_>) -> Vec<String> {
    let mut milestones: Vec<(&str, &str)> = reader
        .config()
        .milestones
        .iter()
        .map(|(name, milestone)| (milestone.date.as_deref().unwrap_or_default(), name.as_str()))
        .collect();
    milestones.sort_unstable();
    let line = |(date, name): (&str, &str)| if date.is_empty() { name.to_owned() } else { format!("{date} {name}") };
    milestones.into_iter().map(line).collect()
}

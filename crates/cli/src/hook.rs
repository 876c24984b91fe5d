//! What a client runs at certain moments of a conversation: load, leave a draft, remind.
//!
//! Invariant: it ends well whatever happens, and prints what the client understands or nothing. A conversation never fails for it.

use std::fs;
use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chrono::{DateTime, FixedOffset};
use clap::{Args, ValueEnum};
use handoff_engine::{Reading, TaskEntry};
use handoff_protocol::{Actor, ActorKind, SessionStatus, Status};
use serde_json::{Map, Value, json};

use crate::identity;
use crate::options::Common;
use crate::output::progress::NoProgress;
use crate::project::Project;
use crate::run::print;
use crate::setup::Client;
use crate::tool_calls;

/// So much of what a client tells is read.
const MOST_BYTES: u64 = 1 << 20;
/// So many tasks are named in a note or a reminder.
const MOST_TASKS: usize = 5;

/// What a client runs.
#[derive(Debug, Args)]
pub struct Options {
    /// The hook event.
    moment: Moment,
    /// The client.
    #[arg(long, default_value = "claude")]
    client: Client,
}

/// A moment of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moment {
    /// It begins, goes on, or has been compacted.
    SessionStart,
    /// It is about to be compacted.
    PreCompact,
    /// The agent has finished a turn.
    Stop,
}

/// Does what the moment asks for.
pub fn run(common: &Common, options: &Options) -> ExitCode {
    let told = told();
    let folder = folder(common, &told);
    let actor = Actor { kind: ActorKind::Agent, name: options.client.name().to_owned() };
    let mut project = Project::open(&folder, actor, false);
    let reading = project.engine().reading();
    let is_told = options.moment == Moment::SessionStart && reading.why_unreadable().is_some();
    if !reading.is_initialized() && !is_told {
        return ExitCode::SUCCESS;
    }
    let said = match options.moment {
        Moment::SessionStart => Some(begun(&mut project, common, options.client)),
        Moment::PreCompact => {
            save_draft(&mut project);
            None
        }
        Moment::Stop => reminder(&mut project, &told).map(|sentence| json!({"systemMessage": sentence})),
    };
    said.map_or(ExitCode::SUCCESS, |said| print(&format!("{said}\n")))
}

/// What the client tells on standard input.
fn told() -> Value {
    let mut text = String::new();
    if !std::io::stdin().is_terminal() {
        // Without it, the folder and the moment are enough.
        let _ = std::io::stdin().take(MOST_BYTES).read_to_string(&mut text);
    }
    serde_json::from_str(&text).unwrap_or_default()
}

/// The project's folder: the one that is named, else the nearest project at or above the one that the client tells.
fn folder(common: &Common, told: &Value) -> PathBuf {
    if common.names_folder() {
        return common.folder();
    }
    let roots = told.get("workspace_roots").and_then(|roots| roots.get(0));
    let told = roots.or(told.get("cwd")).and_then(Value::as_str).map(Path::new).filter(|path| path.is_dir());
    let folder = told.map_or_else(|| common.folder(), Path::to_path_buf);
    let project = folder.ancestors().find(|above| above.join(".handoff").is_dir()).map(Path::to_path_buf);
    project.unwrap_or(folder)
}

/// What the last conversation left, as the client wants to be told.
fn begun(project: &mut Project, common: &Common, client: Client) -> Value {
    let reply = tool_calls::answer(project, common.layout(), "handoff_load_context", &Map::new(), &mut NoProgress);
    if client == Client::Cursor {
        return json!({"additional_context": reply.text});
    }
    json!({"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": reply.text}})
}

/// Notes what is known without the agent: which tasks are in progress, and at which commit.
fn save_draft(project: &mut Project) {
    let reading = project.engine().reading();
    let tasks = in_progress(reading);
    let goes_on = reading.sessions().iter().any(|session| session.status() == Some(SessionStatus::Active));
    if !goes_on && tasks.is_empty() {
        return;
    }
    let about = if tasks.is_empty() { "no task is in progress".to_owned() } else { named(&tasks) };
    let git = reading.config().settings.auto_git_summary.then(|| project.git_state());
    let draft = handoff_agent::draft(project.engine().reading(), &about, git.as_ref());
    // While the brake is on there is no draft.
    let _ = tool_calls::execute(project, &draft, &mut NoProgress);
}

/// That tasks in progress have changed since the last save; told once in a conversation for each save.
fn reminder(project: &mut Project, told: &Value) -> Option<String> {
    let reading = project.engine().reading();
    let sessions = reading.sessions();
    let saved = sessions.iter().filter_map(|session| instant(session.text("ended_at")?)).max();
    let mut tasks = in_progress(reading);
    tasks.retain(|task| task.fields().updated_at.as_deref().and_then(instant) > saved);
    if tasks.is_empty() {
        return None;
    }
    let sentence =
        format!("Handoff: {} changed since the last save. Call handoff_save_context before you stop.", named(&tasks));
    let conversation =
        ["session_id", "conversation_id"].iter().find_map(|key| told.get(*key)?.as_str()).unwrap_or_default();
    let saved = saved.map(|at| at.to_rfc3339()).unwrap_or_default();
    is_news(&format!("{}\n{conversation}\n{saved}\n", project.folder().display())).then_some(sentence)
}

fn instant(time: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(time).ok()
}

/// Whether this is not what was told last.
fn is_news(what: &str) -> bool {
    let Some(file) = identity::state_folder().map(|folder| folder.join("handoff/reminded")) else { return true };
    let news = fs::read_to_string(&file).is_ok_and(|last| last == what);
    if !news {
        // Where nothing can be kept, it is told again.
        let _ = file.parent().map(fs::create_dir_all);
        let _ = fs::write(&file, what);
    }
    !news
}

fn in_progress(reading: Reading<'_>) -> Vec<TaskEntry<'_>> {
    reading.tasks().into_iter().filter(|task| task.status() == Status::InProgress).collect()
}

/// Tasks in a sentence: "t1 Parse (1/2), t2 Write".
fn named(tasks: &[TaskEntry<'_>]) -> String {
    let name = |task: &TaskEntry<'_>| {
        let fields = task.fields();
        let done = fields.criteria.iter().filter(|criterion| criterion.checked).count();
        let criteria =
            if fields.criteria.is_empty() { String::new() } else { format!(" ({done}/{})", fields.criteria.len()) };
        format!("{} {}{criteria}", fields.id, fields.title.replace(['\n', '\r'], " "))
    };
    let names: Vec<String> = tasks.iter().take(MOST_TASKS).map(name).collect();
    let more = tasks.len().saturating_sub(MOST_TASKS);
    if more > 0 { format!("{} and {more} more", names.join(", ")) } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::Layout;

    use super::*;
    use crate::disk::temp_dir::Scratch;

    #[test]
    fn what_another_agent_writes_between_a_look_and_a_draft_stays() {
        for layout in [Layout::Toml, Layout::Json] {
            let scratch = Scratch::new(&format!("draft-{layout:?}"));
            let open = || Project::open(&scratch.0, Actor { kind: ActorKind::Agent, name: String::new() }, false);
            let call = |tool: &str, arguments: Value| {
                let reply =
                    tool_calls::answer(&mut open(), layout, tool, arguments.as_object().unwrap(), &mut NoProgress);
                assert_eq!(reply.failed, None, "{}", reply.text);
            };
            let note = |text: &str| json!({"note": text, "category": "caution"});
            let saved = |summary: &str, notes: &[&str]| {
                let notes: Vec<Value> = notes.iter().map(|text| note(text)).collect();
                json!({"summary": summary, "session_status": "active", "handoff_notes": notes})
            };
            call("handoff_init", json!({"project_name": "Harbour"}));
            call("handoff_save_context", saved("Feed", &["Kept", "Taken back"]));
            save_draft(&mut open());
            let task = json!({"id": "parse", "title": "Parse", "schedule": {"estimate_hours": 1}});
            call("handoff_update_task", json!({ "task": task }));
            call("handoff_update_task", json!({"task": {"id": "parse", "status": "in_progress"}}));

            let mut late = open();
            call("handoff_save_context", saved("Rows", &["Kept"]));
            call("handoff_update_session", json!({"add_handoff_note": note("Added")}));
            save_draft(&mut late);

            let sessions = open().engine().reading().sessions();
            let notes: Vec<&str> =
                sessions[0].list("handoff_notes").iter().filter_map(|note| note["note"].as_str()).collect();
            assert_eq!(sessions[0].text("summary"), Some("Rows"));
            assert_eq!(notes[..2], ["Kept", "Added"]);
            assert!(notes.len() == 3 && notes[2].ends_with(": parse Parse."), "{notes:?}");
        }
    }
}

//! Hooks: commands that a client runs at events of a conversation. They load the context, save a
//! draft, remind of saving, tell what others have changed, and go along with subagents.
//!
//! Invariant: the exit code is success whatever happens, and the output is what the client
//! understands or nothing. A conversation never fails because of a hook.

mod marks;
mod needs;
mod prompt;
mod recall;
mod subagents;
mod tokens;
mod transcript_file;

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chrono::{DateTime, FixedOffset};
use clap::{Args, ValueEnum};
use handoff_agent::{Capture, first_named, news, next_instruction, unread_note};
use handoff_engine::sessions::SessionEntry;
use handoff_engine::{ProjectReader, TaskEntry};
use handoff_format::timestamp;
use handoff_protocol::{Actor, Outcome, SessionStatus, Status};
use serde_json::{Map, Value, json};

use crate::ground::client::Client;
use crate::ground::clock::now;
use crate::ground::console::print_json_line;
use crate::ground::progress::NoProgress;
use crate::ground::{git, identity, lenient_json, paths};
use crate::project::Project;
use crate::project::handover::closing;
use crate::verbs::arguments::CommonOptions;
use crate::verbs::hook::marks::{Mark, MarkKind};

/// The maximum size of the client's input that is read.
const MAX_INPUT_BYTES: u64 = 1 << 20;
/// The maximum number of tasks named in a draft or a reminder.
const MAX_TASKS: usize = 5;

/// The arguments of a hook.
#[derive(Debug, Args)]
pub struct Options {
    /// The hook event.
    event: Event,
    /// The client.
    #[arg(long, default_value = "claude")]
    client: Client,
}

/// An event of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Event {
    /// The conversation starts, resumes, or has been compacted.
    SessionStart,
    /// The conversation is about to be compacted.
    PreCompact,
    /// The agent is about to change a file.
    PreEdit,
    /// The agent has finished a turn.
    Stop,
    /// The conversation ends.
    SessionEnd,
    /// The person has asked for something.
    Prompt,
    /// The agent needs a person.
    NeedsYou,
    /// The agent goes on after it may have needed a person.
    GoesOn,
    /// A subagent starts.
    SubagentStart,
    /// A subagent ends.
    SubagentStop,
}

/// Handles the event.
pub fn run(common: &CommonOptions, options: &Options) -> ExitCode {
    let start = now();
    let input = read_input();
    let folder = folder(common, &input);
    let client = client(options.client, &input);
    let actor = |conversation| identity::agent(client.actor_name(), None, conversation);
    if let (Event::GoesOn | Event::Prompt | Event::Stop | Event::SessionEnd, Some(id)) =
        (options.event, conversation(&input))
    {
        needs::go_on(&folder, actor(Some(id)), id, start);
    }
    // Some events are handled without the whole project, because they are frequent.
    match options.event {
        Event::GoesOn => return ExitCode::SUCCESS,
        Event::NeedsYou => {
            if let Some(id) = conversation(&input) {
                needs::note_event(&folder, actor(Some(id)), id, &input);
            }
            return ExitCode::SUCCESS;
        }
        Event::Prompt => {
            let text = prompt::changes_of_others(&folder, actor(None), conversation(&input).unwrap_or(""));
            return print(text.map(|text| context_for(client, "UserPromptSubmit", &text)));
        }
        Event::PreEdit => {
            let known =
                recall::before_edit(&folder, actor(conversation(&input)), conversation(&input).unwrap_or(""), &input);
            return print(known);
        }
        _ => {}
    }
    let mut project = Project::open(&folder, actor(conversation(&input)), false);
    let reader = project.engine().reader();
    let reports_unreadable = options.event == Event::SessionStart && reader.unreadable_reason().is_some();
    if !reader.is_initialized() && !reports_unreadable {
        return ExitCode::SUCCESS;
    }
    if goes_on(options.event, &input) {
        join_conversation(&mut project);
    }
    if let (Event::PreCompact | Event::Stop | Event::SessionEnd, Some(id)) = (options.event, conversation(&input)) {
        tokens::count(&mut project, &input, "transcript_path", id);
    }
    print(match options.event {
        Event::SessionStart => {
            if source(&input) == Some("compact") {
                recall::forget(&project.home(), conversation(&input).unwrap_or(""));
            }
            session_context(&mut project, &input).map(|text| context_for(client, "SessionStart", &text))
        }
        Event::PreCompact => {
            save_before_compaction(&mut project, &input);
            None
        }
        Event::SessionEnd => {
            // Clients end a hook at this event after a second, so there is no handover.
            let captured = capture(&project, &input);
            if captured.has_work() || !unsaved_tasks(project.engine().reader()).is_empty() {
                save_draft(&mut project, "Draft at the end of the conversation", &captured);
            }
            None
        }
        Event::Stop => {
            // Copilot CLI shows no message of a hook.
            let reminder = if client == Client::Copilot { None } else { reminder(&mut project, client, &input) };
            // An agent that is reminded goes on.
            if let Some(id) = conversation(&input)
                && reminder.is_none()
                && needs::holds_task(&mut project)
            {
                needs::note(&mut project, id, next_instruction(&input));
            }
            reminder
        }
        Event::SubagentStart => {
            subagents::start(&mut project, &input).map(|text| context_for(client, "SubagentStart", &text))
        }
        Event::SubagentStop => {
            if let Some(id) = input.get("agent_id").and_then(Value::as_str) {
                tokens::count(&mut project, &input, "agent_transcript_path", id);
            }
            subagents::stop(&mut project, &input);
            None
        }
        // These were handled above.
        Event::Prompt | Event::PreEdit | Event::NeedsYou | Event::GoesOn => None,
    })
}

fn print(output: Option<Value>) -> ExitCode {
    output.map_or(ExitCode::SUCCESS, |output| print_json_line(&output))
}

/// Reads the JSON that the client passes on standard input. Returns `null` if there is none: the
/// folder and the event are enough then.
fn read_input() -> Value {
    let mut text = String::new();
    if !std::io::stdin().is_terminal() {
        // A failure leaves what was read so far, and incomplete JSON is `null`.
        let _ = std::io::stdin().take(MAX_INPUT_BYTES).read_to_string(&mut text);
    }
    lenient_json::parse(text.as_bytes()).map_or(Value::Null, |(value, _)| value)
}

/// Returns the client that runs the hook. The editor runs those of Copilot CLI, and names the event in
/// the input.
fn client(named: Client, input: &Value) -> Client {
    let is_vscode = named == Client::Copilot && input.get("hook_event_name").is_some();
    if is_vscode { Client::Vscode } else { named }
}

/// Returns the client's ID of the conversation.
fn conversation(input: &Value) -> Option<&str> {
    ["session_id", "sessionId", "conversation_id", "taskId"].iter().find_map(|key| input.get(*key)?.as_str())
}

/// Returns why a conversation starts, in the client's words.
fn source(input: &Value) -> Option<&str> {
    input.get("source").or(input.get("hookName")).and_then(Value::as_str)
}

/// Returns whether the event is one of a conversation that has begun before.
fn goes_on(event: Event, input: &Value) -> bool {
    event != Event::SessionStart || matches!(source(input), Some("compact" | "fork" | "resume" | "TaskResume"))
}

/// Speaks for the conversation of the same client that holds a task and was heard of last, else for that
/// of the client's last active session. A hook and the server of a conversation are two processes that
/// know different IDs of it, unless both were given one.
fn join_conversation(project: &mut Project) {
    if identity::is_conversation_given() {
        return;
    }
    let own = project.actor();
    let holders = project.engine().reader().holders(now());
    let same_client =
        holders.values().filter(|holder| (holder.actor.kind, &holder.actor.name) == (own.kind, &own.name));
    let last = same_client.max_by_key(|holder| parse_time(&holder.heard_at));
    let holder = last.map(|holder| holder.actor.clone());
    let of_session = || {
        let sessions = project.engine().reader().sessions();
        let is_of_client = |session: &&SessionEntry| {
            session.status() == Some(SessionStatus::Active) && session.author().as_ref() == Some(&own.name)
        };
        let session = sessions.iter().rfind(is_of_client)?;
        Some(Actor { conversation: session.conversation(), ..own.clone() })
    };
    if let Some(actor) = holder.or_else(of_session) {
        project.set_actor(actor);
    }
}

/// Returns the folder whose project is used: the one that is named, else the client's.
fn folder(common: &CommonOptions, input: &Value) -> PathBuf {
    if common.names_folder() {
        return common.folder();
    }
    let roots = input.get("workspace_roots").or(input.get("workspaceRoots"));
    let named = roots
        .and_then(|roots| roots.get(0))
        .or(input.get("cwd"))
        .and_then(Value::as_str)
        .map(Path::new)
        .filter(|path| path.is_dir());
    let folder = named.map_or_else(|| common.folder(), Path::to_path_buf);
    paths::real_path(&folder).unwrap_or(folder)
}

/// Returns the restored context. A conversation that is resumed has it already, and is told only what others have
/// changed since.
fn session_context(project: &mut Project, input: &Value) -> Option<String> {
    let id = conversation(input).unwrap_or("");
    let mark = Mark::of(MarkKind::Known, project.folder(), id).filter(|_| !id.is_empty());
    let known = mark.and_then(|mark| mark.number()).filter(|_| source(input) == Some("resume"));
    prompt::note_known(project.folder(), id);
    if let Some(known) = known {
        project.load_log_since(&timestamp(known));
        let mut actor = project.actor();
        // The server of the conversation knows another ID of it.
        actor.conversation = actor.conversation.filter(|joined| joined != id);
        return news(project.engine().reader(), &actor, known);
    }
    Some(closing::load(project, &Map::new(), &mut NoProgress).text.to_string())
}

/// Returns a text for the agent in the client's format.
fn context_for(client: Client, event: &str, text: &str) -> Value {
    match client {
        Client::Cursor => json!({"additional_context": text}),
        Client::Copilot => json!({"additionalContext": text}),
        Client::Cline => json!({"contextModification": text}),
        _ => json!({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}),
    }
}

/// Saves a draft, and then performs the handover that the project declares. Without a declaration there is none, since
/// the conversation goes on.
fn save_before_compaction(project: &mut Project, input: &Value) {
    let captured = capture(project, input);
    // If writing is paused, no draft is saved.
    if save_draft(project, "Draft before compaction", &captured).is_some() {
        // The next load reports the missing steps.
        closing::run_declared_event(project, "pre-compact");
    }
}

/// Returns what the conversation did since its last save, as far as its transcript tells.
fn capture(project: &Project, input: &Value) -> Capture {
    let transcript = transcript_file::read(input, "transcript_path");
    Capture::of(&transcript, &project.folder().display().to_string())
}

/// Returns whether a draft has content: a session is active or a task is in progress.
fn has_work(project: &mut Project) -> bool {
    let reader = project.engine().reader();
    let is_active = |session: &SessionEntry| session.status() == Some(SessionStatus::Active);
    reader.sessions().iter().any(is_active) || !in_progress(reader).is_empty()
}

/// Saves a draft with what can be found without the agent: what was captured, else the tasks in progress, and the
/// commit. Returns `None` if there is nothing to save.
fn save_draft(project: &mut Project, title: &str, captured: &Capture) -> Option<Outcome> {
    if !captured.has_work() && !has_work(project) {
        return None;
    }
    let reader = project.engine().reader();
    let tasks = in_progress(reader);
    let about = if tasks.is_empty() { "no task is in progress".to_owned() } else { task_list(&tasks) };
    let git = reader.config().settings.auto_git_summary.then(|| git::head(project.folder()));
    let actor = project.actor();
    let draft = handoff_agent::draft(project.engine().reader(), &actor, title, &about, captured, git.as_ref());
    Some(project.execute(&draft, &mut NoProgress))
}

/// Returns a reminder if tasks have changed since the last save, which a draft is not; at most one
/// in a conversation. An agent that can be asked to go on gets it itself, otherwise the person.
fn reminder(project: &mut Project, client: Client, input: &Value) -> Option<Value> {
    // The agent goes on because of a hook already.
    if input.get("stop_hook_active") == Some(&Value::Bool(true)) {
        return None;
    }
    let reader = project.engine().reader();
    let tasks = unsaved_tasks(reader);
    if tasks.is_empty() {
        return None;
    }
    let asks_agent = matches!(client, Client::Claude | Client::Codex);
    let request = if asks_agent {
        "If your work may end here, save it with handoff_save_context (session_status active if it goes on), and stop. You are asked once."
    } else {
        "Ask the agent to save the context (/handoff save) before you stop."
    };
    let sentence = format!("Handoff: {} changed since the last save. {request}", task_list(&tasks));
    let sentence = [Some(sentence), unread_note(reader)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    if let Some(mark) = Mark::of(MarkKind::Reminder, project.folder(), conversation(input).unwrap_or("")) {
        if mark.exists() {
            return None;
        }
        mark.set(now());
    } else if asks_agent {
        // Without a mark it would be asked again and again.
        return None;
    }
    Some(if asks_agent { json!({"decision": "block", "reason": sentence}) } else { json!({"systemMessage": sentence}) })
}

/// Returns the time of the last save, which a draft is not.
fn last_save(reader: ProjectReader<'_>) -> Option<DateTime<FixedOffset>> {
    reader.sessions().iter().filter_map(|session| parse_time(session.text("ended_at")?)).max()
}

/// Returns the tasks that have changed since the last save.
fn unsaved_tasks(reader: ProjectReader<'_>) -> Vec<TaskEntry<'_>> {
    let saved = last_save(reader);
    let changed = |task: &TaskEntry<'_>| {
        let fields = task.fields();
        fields.updated_at.as_deref().and_then(parse_time).max(fields.created_at.as_deref().and_then(parse_time))
    };
    let mut tasks = reader.tasks();
    tasks.retain(|task| changed(task) > saved);
    tasks
}

fn parse_time(time: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(time).ok()
}

fn in_progress(reader: ProjectReader<'_>) -> Vec<TaskEntry<'_>> {
    reader.tasks().into_iter().filter(|task| task.status() == Status::InProgress).collect()
}

/// Lists tasks for a sentence: "t1 Parse (1/2), t2 Write".
fn task_list(tasks: &[TaskEntry<'_>]) -> String {
    let name = |task: &TaskEntry<'_>| {
        let fields = task.fields();
        let done = fields.criteria.iter().filter(|criterion| criterion.checked).count();
        let criteria =
            if fields.criteria.is_empty() { String::new() } else { format!(" ({done}/{})", fields.criteria.len()) };
        format!("{} {}{criteria}", fields.id, fields.title.replace(['\n', '\r'], " "))
    };
    first_named(tasks.iter().map(name), MAX_TASKS).join(", ")
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{Actor, Layout};

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;
    use crate::project::drive;

    #[test]
    fn draft_keeps_what_another_agent_wrote_since_the_project_was_read() {
        for layout in [Layout::Toml, Layout::Json] {
            let scratch = TempDir::new(&format!("draft-{layout:?}"));
            let open = || Project::open(&scratch.0, Actor::agent(""), false);
            let call = |tool: &str, arguments: Value| {
                let mut project = open();
                project.set_layout(layout);
                let reply = drive::call(&mut project, tool, arguments.as_object().unwrap(), &mut NoProgress);
                assert_eq!(reply.failed, None, "{}", reply.text);
            };
            let note = |text: &str| json!({"note": text, "category": "caution"});
            let saved = |summary: &str, notes: &[&str]| {
                let notes: Vec<Value> = notes.iter().map(|text| note(text)).collect();
                json!({"summary": summary, "session_status": "active", "handoff_notes": notes})
            };
            call("handoff_init", json!({"project_name": "Harbour"}));
            call("handoff_save_context", saved("Feed", &["Kept", "Taken back"]));
            save_draft(&mut open(), "Draft", &Capture::default()).unwrap();
            let task = json!({"id": "parse", "title": "Parse", "schedule": {"estimate_hours": 1}});
            call("handoff_update_task", json!({ "task": task }));
            call("handoff_update_task", json!({"task": {"id": "parse", "status": "in_progress"}}));

            let mut stale = open();
            let mut rows = saved("Rows", &["Kept"]);
            rows["replace"] = json!(true);
            call("handoff_save_context", rows);
            call("handoff_update_session", json!({"add_handoff_note": note("Added")}));
            save_draft(&mut stale, "Draft", &Capture::default()).unwrap();

            let sessions = open().engine().reader().sessions();
            let notes: Vec<&str> =
                sessions[0].list("handoff_notes").iter().filter_map(|note| note["note"].as_str()).collect();
            assert_eq!(sessions[0].text("summary"), Some("Rows"));
            assert_eq!(notes[..2], ["Kept", "Added"]);
            assert!(notes.len() == 3 && notes[2].ends_with(": parse Parse."), "{notes:?}");
        }
    }
}

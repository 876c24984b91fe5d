//! Subagents: what one should know when it starts, and what is kept of its result.

use handoff_engine::register::{EntryKind, RegisterEntry};
use handoff_engine::{ProjectReader, is_same_holder, mentioned_ids};
use handoff_protocol::{Actor, Command, Context, TaskPatch, TaskUpdate};
use serde_json::Value;

use crate::Operation as _;
use crate::hooks::capture::Capture;
use crate::hooks::transcript::{Call, Entry, Outcome, Transcript};
use crate::lines::{cut, one_line};
use crate::operations::tasks::claim::ClaimTask;
use crate::restoration::next_tasks::Tasks;
use crate::restoration::token_budget::{Block, Lines, fit};
use crate::secrets::redact_text;

/// Maximum number of tokens of what a subagent is told.
const CONTEXT_TOKENS: usize = 400;
/// Maximum number of tasks that a subagent is told of.
const MAX_TASKS: usize = 3;
/// Maximum length of a result, in tokens.
const RESULT_TOKENS: usize = 150;
/// The tool that claims a task.
const CLAIM_TASK: &str = ClaimTask::DEFINITION.name;
/// The tools with which an agent starts a subagent.
const DELEGATIONS: [&str; 3] = ["Task", "Agent", "spawn_agent"];

/// Returns what a subagent of a kind should know when it starts: the tasks that its parent has given it, with the
/// cautions and the pointers of the project. `None` if there is no such task. `transcript` is that of its parent.
pub fn subagent_context(
    reader: ProjectReader<'_>,
    context: &Context,
    transcript: &Transcript,
    kind: &str,
) -> Option<String> {
    let mut ids = delegated(reader, transcript, kind);
    if ids.is_empty() {
        ids = held(reader, context, kind);
    }
    let tasks = Tasks::of(reader, context);
    let descriptions: Vec<(String, String)> =
        ids.into_iter().filter_map(|id| Some((tasks.find(&id)?.description(), id))).take(MAX_TASKS).collect();
    let (descriptions, ids): (Vec<String>, Vec<String>) = descriptions.into_iter().unzip();
    let first = ids.first()?;
    let title = if ids.len() == 1 { "Your task" } else { "Tasks of your parent's request" };
    let register = reader.register();
    let lines = |kind: EntryKind, value: u32| {
        let (own, others): (Vec<&RegisterEntry>, Vec<&RegisterEntry>) =
            register.newest(kind).into_iter().partition(|entry| mentions(entry, &ids));
        Lines::ranked(value, 2, own.into_iter().chain(others).map(text).collect())
    };
    let claim =
        format!("\nBefore you change files for it: {CLAIM_TASK} {{\"task_id\": \"{first}\", \"as\": \"{kind}\"}}.\n");
    let blocks = vec![
        Block::Fixed("# Handoff\n".into()),
        Block::tasks(title, Lines::ranked(100, 1, descriptions)),
        Block::section("Cautions", lines(EntryKind::Caution, 90)),
        Block::section("Look at", lines(EntryKind::Pointer, 89)),
        Block::section("Decisions", lines(EntryKind::Decision, 70)),
        Block::Fixed(if ids.len() == 1 { claim.into() } else { "".into() }),
    ];
    Some(fit(CONTEXT_TOKENS, blocks).to_string())
}

/// Returns the open tasks that an agent names in its running calls of subagents of a kind.
fn delegated(reader: ProjectReader<'_>, transcript: &Transcript, kind: &str) -> Vec<String> {
    let is_running = |(call, outcome): &(&Call, Option<&Outcome>)| {
        let called = call.text("subagent_type").or(call.text("agent_type"));
        outcome.is_none() && DELEGATIONS.contains(&call.name.as_str()) && called.is_none_or(|called| called == kind)
    };
    let mut ids: Vec<String> = Vec::new();
    for (call, _) in transcript.calls().filter(is_running) {
        for text in ["description", "prompt", "message"].iter().filter_map(|key| call.text(key)) {
            add_tasks(reader, text, &mut ids);
        }
    }
    ids
}

/// Adds the tasks that a text names.
fn add_tasks(reader: ProjectReader<'_>, text: &str, ids: &mut Vec<String>) {
    for id in mentioned_ids(text) {
        if reader.task(id).is_ok() && !ids.iter().any(|known| known == id) {
            ids.push(id.to_owned());
        }
    }
}

/// Returns the tasks that the actor holds for a subagent of this name, else those that it holds itself.
fn held(reader: ProjectReader<'_>, context: &Context, kind: &str) -> Vec<String> {
    let holders = reader.holders(context.now);
    let of = |subagent: Option<&str>| {
        let own = holders.iter().filter(|(_, holder)| {
            is_same_holder(&holder.actor, &context.actor) && holder.subagent.as_deref() == subagent
        });
        own.map(|(id, _)| (*id).to_owned()).collect::<Vec<String>>()
    };
    let named = of(Some(kind));
    if named.is_empty() { of(None) } else { named }
}

fn mentions(entry: &RegisterEntry, ids: &[String]) -> bool {
    let reason = entry.text("reason").unwrap_or_default();
    [entry.name.as_str(), reason].iter().any(|text| mentioned_ids(text).any(|word| ids.iter().any(|id| id == word)))
}

fn text(entry: &RegisterEntry) -> String {
    let reason = entry.text("reason").map(|reason| format!(" — {reason}")).unwrap_or_default();
    format!("{}{reason}", entry.name)
}

/// Returns the command that notes the result of a subagent at its task; `None` if it had none, or has noted it itself.
/// `transcript` is that of the subagent, `words` are its last ones.
pub fn subagent_result(
    reader: ProjectReader<'_>,
    actor: &Actor,
    now: i64,
    transcript: &Transcript,
    capture: &Capture,
    kind: &str,
    words: Option<&str>,
) -> Option<Command> {
    let id = own_task(reader, transcript).or_else(|| {
        let holders = reader.holders(now);
        let mut own = holders
            .iter()
            .filter(|(_, holder)| is_same_holder(&holder.actor, actor) && holder.subagent.as_deref() == Some(kind));
        let first = own.next().map(|(id, _)| (*id).to_owned());
        first.filter(|_| own.next().is_none())
    })?;
    let is_noted = |(call, _): (&Call, Option<&Outcome>)| has_noted(call, &id);
    if transcript.calls().any(is_noted) {
        return None;
    }
    let result = match words {
        Some(words) => capture.with_words(words).text(),
        None => capture.text(),
    };
    let note = cut(&one_line(&redact_text(format!("Subagent {kind} ended (captured): {result}"))), RESULT_TOKENS);
    let patch = TaskPatch { append_notes: Some(note), ..TaskPatch::default() };
    (!result.is_empty()).then(|| Command::UpdateTasks(TaskUpdate::of_task(id, patch)))
}

/// Returns the task at which a subagent worked: the last one that it claimed or changed, else the only one that its
/// request names.
fn own_task(reader: ProjectReader<'_>, transcript: &Transcript) -> Option<String> {
    let changed = transcript.calls().filter_map(|(call, outcome)| {
        let id = if call.is_of(CLAIM_TASK) {
            call.text("task_id").map(str::to_owned).or_else(|| claimed(&outcome?.text))
        } else if call.is_of("handoff_update_task") {
            Some(call.input.pointer("/task/id")?.as_str()?.to_owned())
        } else {
            None
        };
        id.filter(|id| reader.task(id).is_ok())
    });
    changed.last().or_else(|| {
        let first = transcript.entries.iter().find_map(|entry| match entry {
            Entry::Request(text) => Some(text),
            _ => None,
        })?;
        let mut ids = Vec::new();
        add_tasks(reader, first, &mut ids);
        ids.pop().filter(|_| ids.is_empty())
    })
}

/// Returns the ID in the answer to a claim: the value, or the text "You hold 01.2 Parse".
fn claimed(answer: &str) -> Option<String> {
    let value: Option<Value> = serde_json::from_str(answer).ok();
    let id = value.as_ref().and_then(|value| value.get("id")?.as_str());
    id.or_else(|| answer.strip_prefix("You hold ")?.split([' ', '.']).next()).map(str::to_owned)
}

/// Returns whether a call notes something at a task.
fn has_noted(call: &Call, id: &str) -> bool {
    let task = call.input.get("task").into_iter();
    let tasks = call.input.get("tasks").and_then(Value::as_array).into_iter().flatten();
    let is_noted = |task: &Value| {
        task.get("id").and_then(Value::as_str) == Some(id) && task.get("notes_append").or(task.get("notes")).is_some()
    };
    call.is_of("handoff_update_task") && task.chain(tasks).any(is_noted)
}

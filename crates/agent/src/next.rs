//! The task to do next, chosen as in the restoration.

use handoff_engine::ProjectReader;
use handoff_engine::register::EntryKind;
use handoff_engine::sessions;
use handoff_protocol::Context;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::Reply;
use crate::claims;
use crate::params::output;
use crate::restoration::next_tasks::{Pick, Tasks};
use crate::restoration::notes;

/// Maximum number of other tasks in the answer.
const ALTERNATIVES: usize = 5;

#[derive(Serialize, JsonSchema)]
struct NextAnswer {
    task: Option<NextTask>,
    /// Why there is no task.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    suggested: Vec<String>,
    also_ready: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assigned_to_others: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct NextTask {
    id: String,
    title: String,
    status: String,
    why: Vec<String>,
    open_criteria: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hours_spent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    newest_note: Option<String>,
    /// The open tasks that wait for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    then: Vec<String>,
}

/// Returns the task to continue or to start, the suggestions of the last session, and other tasks
/// that are ready. With `any`, also those that are assigned to others.
pub fn next(reader: ProjectReader<'_>, context: &Context, any: bool) -> Reply {
    let sessions = reader.sessions();
    let current = sessions::current(&sessions, &context.actor);
    let tasks = Tasks::of(reader, context);
    let mut suggested = notes(&reader.register(), current, EntryKind::Suggestion);
    suggested.dedup();
    let suggested: Vec<String> = suggested.iter().map(|text| tasks.mark_done(text)).collect();
    let pick = tasks.pick(any);
    let also_ready = tasks.alternatives(pick.as_ref(), any, ALTERNATIVES);
    let assigned_to_others = tasks.assigned_to_others().filter(|_| !any);
    let reason = pick.is_none().then(|| {
        let held = claims::held_by_others(reader, context);
        let held = held.map(|held| format!("{held} ")).unwrap_or_default();
        // Those of others are ready, too.
        let whose = if assigned_to_others.is_some() { "of yours or of nobody " } else { "" };
        format!("No task {whose}is ready to start. {held}{}", tasks.counts(context.today()))
    });
    let sentence = pick.as_ref().map(|pick| format!("{}.", pick.sentence()));
    let mut lines: Vec<String> = sentence.or_else(|| reason.clone()).into_iter().collect();
    let mut section = |title: &str, entries: &[String]| {
        if !entries.is_empty() {
            lines.push(format!("\n{title}"));
            lines.extend(entries.iter().map(|entry| format!("- {entry}")));
        }
    };
    section("The last session suggests", &suggested);
    section("Also ready", &also_ready);
    if let Some(passed_over) = &assigned_to_others {
        lines.push(format!("\n{passed_over}"));
    }
    let task = pick.as_ref().map(NextTask::of);
    let answer = NextAnswer { task, reason, suggested, also_ready, assigned_to_others };
    Reply::with_value(lines.join("\n"), json!(answer))
}

impl NextTask {
    fn of(pick: &Pick<'_, '_>) -> NextTask {
        NextTask {
            id: pick.id().to_owned(),
            title: pick.title().to_owned(),
            status: pick.status().to_owned(),
            why: pick.reasons(),
            open_criteria: pick.open_criteria().into_iter().map(str::to_owned).collect(),
            hours_spent: pick.hours_spent(),
            newest_note: pick.newest_note().map(str::to_owned),
            then: pick.dependents(),
        }
    }
}

/// Describes a task: as a value if it is open and has no subtasks, and as a text.
pub(crate) fn describe(reader: ProjectReader<'_>, context: &Context, id: &str) -> (Option<NextTask>, String) {
    let tasks = Tasks::of(reader, context);
    let pick = tasks.find(id);
    let text = pick.as_ref().map_or_else(|| id.to_owned(), Pick::description);
    (pick.as_ref().map(NextTask::of), text)
}

/// Returns the JSON Schema of the answer.
pub fn schema() -> Value {
    output::<NextAnswer>()
}

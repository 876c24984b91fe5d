//! What to do next, and why, by the rule of the restoration.

use handoff_engine::Reading;
use handoff_engine::sessions::shown;
use handoff_protocol::{Context, SessionStatus};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::Reply;
use crate::params::output;
use crate::restoration::next_tasks::Tasks;
use crate::restoration::suggestions;
use crate::today;

/// Maximum number of tasks that could be done instead.
const ALTERNATIVES: usize = 5;

#[derive(Serialize, JsonSchema)]
struct NextAnswer {
    task: Option<NextTask>,
    suggested: Vec<String>,
    also_ready: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct NextTask {
    id: String,
    title: String,
    status: String,
    why: Vec<String>,
    open_criteria: Vec<String>,
}

/// The task to go on with or to begin, what the last session suggests, and what else is ready.
pub fn next(reading: Reading<'_>, context: &Context) -> Reply {
    let sessions = reading.sessions();
    let current = sessions.iter().rfind(|session| session.status() == Some(SessionStatus::Active));
    let mut suggested = shown(&sessions, current).map(suggestions).unwrap_or_default();
    suggested.dedup();
    let tasks = Tasks::of(reading);
    let pick = tasks.pick();
    let rest = tasks.rest(pick.as_ref(), ALTERNATIVES);
    let mut lines: Vec<String> = pick.iter().map(|pick| format!("{}.", pick.sentence())).collect();
    if lines.is_empty() {
        lines.push(format!("No task is ready to start. {}", tasks.counts(today(context))));
    }
    let mut section = |title: &str, entries: &[String]| {
        if !entries.is_empty() {
            lines.push(format!("\n{title}"));
            lines.extend(entries.iter().map(|entry| format!("- {entry}")));
        }
    };
    section("The last session suggests", &suggested);
    section("Also ready", &rest);
    let task = pick.map(|pick| NextTask {
        id: pick.id().to_owned(),
        title: pick.title().to_owned(),
        status: pick.status().to_owned(),
        why: pick.why(),
        open_criteria: pick.open().into_iter().map(str::to_owned).collect(),
    });
    let answer = NextAnswer { task, suggested, also_ready: rest };
    Reply::told(lines.join("\n"), json!(answer))
}

/// JSON Schema of what is told.
pub fn shape() -> Value {
    output::<NextAnswer>()
}

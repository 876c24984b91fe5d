//! Tracking time.

use handoff_format::TimerCommand;
use handoff_protocol::Command;
use handoff_protocol::Outcome;
use serde_json::{Value, json};

use super::common::{answered, found, reading};
use crate::arguments::Arguments;
use crate::reply::{self, Trouble, plain};
use crate::schema::{done, flag, nullable, number, object, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_timer_start",
        title: "Start a timer",
        description: "Track time on a task; a paused timer goes on.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
        input: timer_input,
        output: Some(done),
        answer: |desk, arguments| switch(desk, arguments, |id| Command::StartTimer { id }),
    },
    Tool {
        name: "handoff_timer_stop",
        title: "Stop a timer",
        description: "Stop tracking and add the hours to the task.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
        input: timer_input,
        output: Some(done),
        answer: |desk, arguments| switch(desk, arguments, |id| Command::StopTimer { id }),
    },
    Tool {
        name: "handoff_timer_get_time",
        title: "Get a timer",
        description: "How long a task's timer has run.",
        set: ToolSet::Timer,
        effect: Effect::Reads,
        input: timer_input,
        output: Some(time_output),
        answer: get_time,
    },
];

fn timer_input() -> Value {
    object([("task_id", text()), ("project_dir", text())], &["task_id"])
}

fn time_output() -> Value {
    let authority = object([("owner", text()), ("alive", flag())], &["owner", "alive"]);
    let members = [
        ("task_id", text()),
        ("state", text()),
        ("elapsed_ms", number()),
        ("elapsed_hours", json!({"type": ["string", "number"]})),
        ("base_hours", number()),
        ("current_actual_hours", number()),
        ("projected_total_hours", text()),
        ("paused_by_idle", flag()),
        ("authority", nullable(authority)),
        ("asked", nullable(object([("cmd", text()), ("seconds_ago", number())], &["cmd", "seconds_ago"]))),
    ];
    object(members, &["task_id", "state", "elapsed_ms"])
}

fn switch(desk: Desk<'_>, arguments: &Arguments<'_>, command: fn(String) -> Command) -> Result<Step, Complaint> {
    let id = arguments.required_text("task_id")?.to_owned();
    if let Err(reply) = reading(desk).and_then(|reading| found(reading, &id)) {
        return Ok(Step::Done(reply));
    }
    let then = |_: Desk<'_>, outcome: Outcome| {
        Step::Done(match &outcome {
            Outcome::Done { summary, warnings, .. } => Reply::done(format!("{}.", plain(summary))).warned(warnings),
            other => reply::outcome(other),
        })
    };
    Ok(Step::Commit { command: Box::new(command(id)), then: Box::new(then) })
}

fn get_time(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("task_id")?;
    answered(reading(desk).and_then(|reading| {
        let entry = found(reading, id)?;
        if reading.config().settings.timer_provider == "off" {
            return Err(Reply::failure("Timers are switched off: settings.timer_provider is off."));
        }
        let timer = reading
            .timer(id, desk.context.now)
            .map_err(|finding| Reply::trouble(Trouble::Broken, plain(&finding.text)))?;
        let actual = entry.spent().unwrap_or_default();
        let authority = timer.authority.as_ref().map(|(owner, alive)| json!({"owner": owner, "alive": alive}));
        // Until the editor answers; a client sees by its going that the request was taken.
        let asked = timer.asked.as_ref().map(|(command, waited)| {
            let command = if *command == TimerCommand::Start { "start" } else { "stop" };
            json!({"cmd": command, "seconds_ago": waited / 1000})
        });
        let told = timer.entry.as_ref();
        let hours = |hours: f64| format!("{hours:.4}");
        Ok(Reply::value(json!({
            "task_id": id,
            "state": told.map_or("stopped", |entry| entry.state.as_str()),
            "elapsed_ms": timer.elapsed_ms,
            "elapsed_hours": told.map_or(json!(0.0), |_| json!(hours(timer.elapsed_hours))),
            "base_hours": told.map_or(0.0, |entry| entry.base_hours),
            "current_actual_hours": actual,
            "projected_total_hours": hours(actual + timer.elapsed_hours),
            "paused_by_idle": told.is_some_and(|entry| entry.paused_by_idle),
            "authority": authority,
            "asked": asked,
        })))
    }))
}

//! What a tool is.

use serde_json::{Map, Value};

use crate::InvalidArgument;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::secrets;

/// Tools that are offered together. Agents pay for each tool's schema in every conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolSet {
    /// What every conversation needs.
    Core,
    /// Metrics, capacity, schedule and the calendar.
    Planning,
    /// Assignees, milestones, referrals and other projects.
    Team,
    /// Time tracking.
    Timer,
    /// Lessons that outlive sessions.
    Memory,
    /// The handoff protocol's three tools.
    Protocol,
    /// Everything else.
    Rest,
}

impl ToolSet {
    /// Every set, in the order in which tools are listed.
    pub const ALL: [ToolSet; 7] = [
        ToolSet::Core,
        ToolSet::Planning,
        ToolSet::Team,
        ToolSet::Timer,
        ToolSet::Memory,
        ToolSet::Protocol,
        ToolSet::Rest,
    ];

    /// As people write it.
    pub const fn name(self) -> &'static str {
        match self {
            ToolSet::Core => "core",
            ToolSet::Planning => "planning",
            ToolSet::Team => "team",
            ToolSet::Timer => "timer",
            ToolSet::Memory => "memory",
            ToolSet::Protocol => "protocol",
            ToolSet::Rest => "rest",
        }
    }

    /// The sets that a text like `core,planning` or `all` names; the error is the word that names none.
    pub fn of_names(names: &str) -> Result<Vec<ToolSet>, String> {
        let mut sets = Vec::new();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match ToolSet::ALL.iter().find(|set| set.name() == name) {
                Some(set) => sets.push(*set),
                None if name == "all" => sets.extend(ToolSet::ALL),
                None => return Err(name.to_owned()),
            }
        }
        sets.sort();
        sets.dedup();
        Ok(sets)
    }
}

/// The key below `settings.custom_fields`, the one table that every program leaves alone, by which a project says which tools its agents get.
const TOOLS_KEY: &str = "handoff_tools";

/// The sets that a project's configuration names; the error is the word in it that names none.
pub fn configured_sets(ctx: ToolContext<'_>) -> Option<Result<Vec<ToolSet>, String>> {
    let reading = ctx.engine.reading();
    if !reading.is_initialized() {
        return None;
    }
    let names = match reading.config().settings.custom_fields.get(TOOLS_KEY)? {
        Value::String(names) => names.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => return Some(Err(other.to_string())),
    };
    Some(ToolSet::of_names(&names)).filter(|sets| sets.as_ref().is_ok_and(|sets| !sets.is_empty()) || sets.is_err())
}

/// What a call does to the project's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Reads,
    /// Adds to them; the same call again adds again.
    Adds,
    /// Changes them; the same call again changes nothing more.
    Changes,
    /// Takes something away.
    Removes,
}

/// A tool: how it is offered, and what answers a call.
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// As people see it.
    pub title: &'static str,
    /// What it does and when to use it, in as few words as will do.
    pub description: &'static str,
    /// With which others it is offered.
    pub set: ToolSet,
    /// What it does to files.
    pub effect: Effect,
    /// JSON Schema of its arguments.
    pub input: fn() -> Value,
    /// JSON Schema of its structured answer.
    pub output: Option<fn() -> Value>,
    pub(crate) answer: fn(ToolContext<'_>, &Map<String, Value>) -> Result<ToolOutcome, InvalidArgument>,
}

impl Tool {
    /// Answers a call, or says what to carry out for it first. Secrets never reach a tool that writes.
    pub fn call(&self, ctx: ToolContext<'_>, arguments: &Map<String, Value>) -> ToolOutcome {
        let redacted = Some(arguments).filter(|_| self.effect != Effect::Reads).and_then(secrets::redacted);
        match redacted {
            None => self.answered(ctx, arguments),
            Some((clean, found)) => {
                let note = format!("Secrets were removed before saving: {}.", found.join(", "));
                self.answered(ctx, &clean).noting(note)
            }
        }
    }

    fn answered(&self, ctx: ToolContext<'_>, arguments: &Map<String, Value>) -> ToolOutcome {
        (self.answer)(ctx, arguments).unwrap_or_else(ToolOutcome::from)
    }
}

//! Tools and the sets in which they are offered.

use serde_json::{Map, Value};

use crate::InvalidArgument;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params;
use crate::params::UnknownArguments;
use crate::secrets;

/// A set of tools that are offered together. Every offered tool costs tokens in every conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolSet {
    /// The tools that every conversation needs.
    Core,
    /// Metrics, capacity, schedule and the calendar.
    Planning,
    /// Assignees, milestones, referrals and other projects.
    Team,
    /// Time tracking.
    Timer,
    /// Lessons that outlive sessions.
    Memory,
    /// Texts that one conversation hands to another, with a time to live.
    Packages,
    /// Documents, their reviews, and the checklist of a task.
    Docs,
    /// The handoff protocol's three tools.
    Protocol,
    /// Everything else.
    Rest,
}

impl ToolSet {
    /// Every set, in the order in which tools are listed.
    pub const ALL: [ToolSet; 9] = [
        ToolSet::Core,
        ToolSet::Planning,
        ToolSet::Team,
        ToolSet::Timer,
        ToolSet::Memory,
        ToolSet::Packages,
        ToolSet::Docs,
        ToolSet::Protocol,
        ToolSet::Rest,
    ];

    /// Returns the name in configurations and options.
    pub const fn name(self) -> &'static str {
        match self {
            ToolSet::Core => "core",
            ToolSet::Planning => "planning",
            ToolSet::Team => "team",
            ToolSet::Timer => "timer",
            ToolSet::Memory => "memory",
            ToolSet::Packages => "packages",
            ToolSet::Docs => "docs",
            ToolSet::Protocol => "protocol",
            ToolSet::Rest => "rest",
        }
    }

    /// Parses a list of sets such as `core,planning` or `all`. The error is the first unknown name.
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

/// The key of `settings.custom_fields` with the tool sets that a project offers. No other program
/// changes that table.
const TOOLS_KEY: &str = "handoff_tools";

/// Returns the tool sets of a project's configuration, if it has any. The error is the first
/// unknown name.
pub fn configured_sets(ctx: ToolContext<'_>) -> Option<Result<Vec<ToolSet>, String>> {
    let reader = ctx.engine.reader();
    if !reader.is_initialized() {
        return None;
    }
    let names = match reader.config().settings.custom_fields.get(TOOLS_KEY)? {
        Value::String(names) => names.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => return Some(Err(other.to_string())),
    };
    Some(ToolSet::of_names(&names)).filter(|sets| sets.as_ref().is_ok_and(|sets| !sets.is_empty()) || sets.is_err())
}

/// The effect of a call on the project's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No changes.
    Reads,
    /// Adds to them. Not idempotent.
    Adds,
    /// Changes them. Idempotent.
    Changes,
    /// Removes something.
    Removes,
}

/// A tool: its definition and the function that answers calls.
pub struct Tool {
    /// Name for calls.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it does and when to use it. Short, because it costs tokens.
    pub description: &'static str,
    /// The set that it belongs to.
    pub set: ToolSet,
    /// Its effect on files.
    pub effect: Effect,
    /// Complete schema of its arguments.
    pub(crate) input: fn() -> Value,
    /// Complete JSON Schema of its structured answer.
    pub output: Option<fn() -> Value>,
    pub(crate) answer: fn(ToolContext<'_>, &Map<String, Value>) -> Result<ToolOutcome, InvalidArgument>,
}

impl Tool {
    /// Calls the tool. Secrets are removed from the arguments of tools that write, and the answer says so.
    pub fn call(&self, ctx: ToolContext<'_>, arguments: &Map<String, Value>) -> ToolOutcome {
        if self.effect == Effect::Reads {
            return self.answer(ctx, arguments);
        }
        let redaction = secrets::redact(arguments);
        let outcome = self.answer(ctx, redaction.clean.as_ref().unwrap_or(arguments));
        match redaction.note() {
            Some(note) => outcome.with_note(note),
            None => outcome,
        }
    }

    /// Returns the JSON Schema of its arguments, as agents get it.
    pub fn input_schema(&self) -> Value {
        params::published((self.input)())
    }

    /// Returns the JSON Schema of its structured answer, as agents get it: shortened for the tools
    /// that are offered by default, and for those of documents, whose answers are large.
    pub fn output_schema(&self) -> Option<Value> {
        let schema = (self.output?)();
        let is_brief = matches!(self.set, ToolSet::Core | ToolSet::Docs);
        Some(if is_brief { params::brief(schema) } else { schema })
    }

    /// Answers a call. Unknown arguments are named in the reply.
    fn answer(&self, ctx: ToolContext<'_>, arguments: &Map<String, Value>) -> ToolOutcome {
        let outcome = (self.answer)(ctx, arguments).unwrap_or_else(ToolOutcome::from);
        match UnknownArguments::find(arguments, &(self.input)()) {
            Some(unknown) => outcome.map_reply(move |reply| {
                let note = unknown.note(reply.failed.is_some());
                reply.with_note(&note)
            }),
            None => outcome,
        }
    }
}

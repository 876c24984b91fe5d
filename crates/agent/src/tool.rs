//! Tools and the sets in which they are offered.

pub use handoff_protocol::agent::ToolSet;
use serde_json::{Map, Value};

use crate::InvalidArgument;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params;
use crate::params::{Decoded, UnknownArguments};
use crate::secrets;

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
    /// Calls the tool. Arguments that are JSON texts are parsed, secrets are removed from the arguments
    /// of tools that write, and the answer says so.
    pub fn call(&self, ctx: ToolContext<'_>, arguments: &Map<String, Value>) -> ToolOutcome {
        match self.decode(arguments) {
            Some(decoded) => self.redact_and_answer(ctx, &decoded.arguments).with_note(decoded.note()),
            None => self.redact_and_answer(ctx, arguments),
        }
    }

    /// Returns the arguments with the values of their JSON texts, `None` if there are none.
    pub(crate) fn decode(&self, arguments: &Map<String, Value>) -> Option<Decoded> {
        Decoded::of(arguments, &(self.input)())
    }

    fn redact_and_answer(&self, ctx: ToolContext<'_>, arguments: &Map<String, Value>) -> ToolOutcome {
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

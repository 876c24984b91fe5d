//! Tools: operations that agents call with JSON, and the sets in which they are offered.

use std::sync::Arc;

use handoff_engine::conversation::Conversation;
pub use handoff_protocol::agent::{ToolSet, UnknownToolSet};
use serde_json::{Map, Value, json};

use crate::Ended;
use crate::HandoffError;
use crate::OperationRun;
use crate::Reply;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Effect, Operation};
use crate::params;
use crate::params::{Decoded, UnknownArguments};
use crate::secrets::{self, Redaction};
use crate::unread::with_unread_note;

/// The key of `settings.custom_fields` with the tool sets that a project offers. No other program
/// changes that table.
const TOOLS_KEY: &str = "handoff_tools";

/// Returns the sets that a server offers: the fixed ones of its options, else those that the project
/// configures, else the core set. Without a project, the one that creates it as well.
pub fn offered_sets(ctx: ToolContext<'_>, fixed: Option<&[ToolSet]>) -> Vec<ToolSet> {
    let configured = || configured_sets(ctx).and_then(Result::ok).unwrap_or_else(|| vec![ToolSet::Core]);
    let mut sets = fixed.map_or_else(configured, <[ToolSet]>::to_vec);
    if !ctx.engine.reader().is_initialized() && !sets.contains(&ToolSet::Start) {
        sets.insert(0, ToolSet::Start);
    }
    sets
}

/// Returns the tool sets of a project's configuration, if it has any.
fn configured_sets(ctx: ToolContext<'_>) -> Option<Result<Vec<ToolSet>, UnknownToolSet>> {
    let reader = ctx.engine.reader();
    if !reader.is_initialized() {
        return None;
    }
    let names = match reader.config().settings.custom_fields.get(TOOLS_KEY)? {
        Value::String(names) => names.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => return Some(Err(UnknownToolSet(other.to_string()))),
    };
    Some(ToolSet::of_names(&names)).filter(|sets| sets.as_ref().is_ok_and(|sets| !sets.is_empty()) || sets.is_err())
}

/// A tool: an operation whose arguments and answer are JSON.
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
    pub(crate) input: fn() -> Arc<Value>,
    /// Complete JSON Schema of its structured answer.
    pub output: Option<fn() -> Value>,
    begin: fn(Map<String, Value>) -> OperationRun<Reply>,
}

/// Begins an operation with arguments as JSON, as [`Tool::call`] does, for a program that needs the typed
/// answer.
pub fn begin_with<O: Operation>(arguments: Map<String, Value>) -> OperationRun<Ended<O::Answer>> {
    Conversation::new(|mailbox| answer::<O>(Shell::new(mailbox), arguments))
}

fn begin_as_tool<O: Operation>(arguments: Map<String, Value>) -> OperationRun<Reply> {
    Conversation::new(|mailbox| async {
        let shell = Shell::new(mailbox);
        let reply = Reply::from(answer::<O>(shell.clone(), arguments).await);
        shell.read(move |ctx| with_unread_note(ctx.engine.reader(), reply)).await
    })
}

async fn answer<O: Operation>(shell: Shell, arguments: Map<String, Value>) -> Ended<O::Answer> {
    let schema = params::input::<O::Params>();
    let Arguments { members, notes } = Arguments::read(arguments, &schema, O::DEFINITION.effect);
    let result = match params::parse(&members) {
        Ok(params) => O::run(shell.clone(), params).await,
        Err(invalid) => Err(HandoffError::from(invalid)),
    };
    let notes = notes.into_texts(result.is_err());
    Ended { result, notes: shell.take_notes().into_iter().chain(notes).collect() }
}

/// The arguments of a call, ready to be parsed.
struct Arguments {
    members: Map<String, Value>,
    notes: ArgumentNotes,
}

/// The remarks of an answer about the arguments of its call.
struct ArgumentNotes {
    unknown: Option<UnknownArguments>,
    /// About secrets that were removed.
    secrets: Option<String>,
    /// About arguments that were JSON texts.
    texts: Option<String>,
}

impl Arguments {
    /// Parses arguments that are JSON texts, and removes secrets from those of an operation that writes.
    fn read(given: Map<String, Value>, schema: &Value, effect: Effect) -> Arguments {
        let decoded = Decoded::of(&given, schema);
        let texts = decoded.as_ref().map(Decoded::note);
        let given = decoded.map_or(given, |decoded| decoded.arguments);
        let redaction = if effect == Effect::Reads { Redaction::default() } else { secrets::redact(&given) };
        let secrets = redaction.note();
        let members = redaction.clean.unwrap_or(given);
        let unknown = UnknownArguments::find(&members, schema);
        Arguments { members, notes: ArgumentNotes { unknown, secrets, texts } }
    }
}

impl ArgumentNotes {
    fn into_texts(self, has_failed: bool) -> impl Iterator<Item = String> {
        let unknown = self.unknown.map(|unknown| unknown.note(has_failed));
        unknown.into_iter().chain(self.secrets).chain(self.texts)
    }
}

impl Tool {
    /// Returns the tool of an operation.
    pub(crate) const fn of<O: Operation>() -> Tool {
        Tool {
            name: O::DEFINITION.name,
            title: O::DEFINITION.title,
            description: O::DEFINITION.description,
            set: O::DEFINITION.set,
            effect: O::DEFINITION.effect,
            input: params::input::<O::Params>,
            output: O::OUTPUT,
            begin: begin_as_tool::<O>,
        }
    }

    /// Calls the tool. Arguments that are JSON texts are parsed, secrets are removed from the arguments
    /// of tools that write, unknown arguments are ignored, and the reply says so. It also names the files
    /// that could not be read.
    pub fn call(&self, arguments: Map<String, Value>) -> OperationRun<Reply> {
        (self.begin)(arguments)
    }

    /// Returns the arguments with the values of their JSON texts, `None` if there are none.
    pub(crate) fn decode(&self, arguments: &Map<String, Value>) -> Option<Decoded> {
        Decoded::of(arguments, &(self.input)())
    }

    /// Returns the JSON Schema of its arguments, as agents get it. `project_dir` is in it where the
    /// server has no project of its own; elsewhere the refusal of a call names it.
    pub fn input_schema(&self, has_project: bool) -> Value {
        let mut schema = params::published(Value::clone(&(self.input)()));
        if !has_project && let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.insert(params::PROJECT_DIR.to_owned(), json!({"type": "string"}));
        }
        schema
    }

    /// Returns the complete JSON Schema of its arguments, with those that the definition for agents omits.
    pub fn complete_schema(&self) -> Arc<Value> {
        (self.input)()
    }

    /// Returns the JSON Schema of its structured answer, as agents get it: shortened for the tools
    /// of documents, whose answers are large, and `None` for those that every conversation pays for.
    pub fn output_schema(&self) -> Option<Value> {
        let schema = (self.output.filter(|_| self.set != ToolSet::Core)?)();
        Some(if self.set == ToolSet::Docs { params::brief(schema) } else { schema })
    }
}

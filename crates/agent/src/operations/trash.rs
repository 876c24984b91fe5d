//! The tool for the trash.

use handoff_engine::ProjectPart;
use handoff_protocol::view::TrashEntry;
use handoff_protocol::{Command, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::reader;
use crate::params::{RequiredText, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result;
use crate::tool_result::to_english;

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_trash",
    title: "List or restore deleted tasks",
    description: "Deleted tasks and other files, newest first; restore puts some back where they were.",
    set: ToolSet::Rest,
    effect: Effect::Changes,
    input: input::<TrashParams>,
    output: Some(output::<TrashAnswer>),
    work: Work::Steps(|ctx, arguments| Ok(trash(ctx, parse(arguments)?))),
}];

/// The maximum number of listed entries if the call does not give one.
const DEFAULT_LIMIT: usize = 20;

#[derive(Deserialize, JsonSchema)]
struct TrashParams {
    #[schemars(description = "IDs of deleted tasks, or paths of the list")]
    restore: Option<Vec<RequiredText>>,
    #[schemars(description = "0: all")]
    limit: Option<usize>,
}

#[derive(Default, Serialize, JsonSchema)]
struct TrashAnswer {
    /// What was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<String>,
    /// IDs of the restored tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    restored: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<EntryAnswer>>,
    /// Number of entries that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct EntryAnswer {
    path: String,
    kind: &'static str,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtasks: Option<u32>,
    /// ID of the parent that it had.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    /// The path that it had.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_by: Option<String>,
}

impl From<TrashEntry> for EntryAnswer {
    fn from(entry: TrashEntry) -> EntryAnswer {
        EntryAnswer {
            path: entry.path,
            kind: entry.kind.name(),
            title: entry.title,
            id: entry.id,
            subtasks: Some(entry.subtasks).filter(|count| *count > 0),
            parent: entry.parent,
            origin: entry.origin,
            deleted_at: entry.deleted_at,
            deleted_by: entry.deleted_by.map(|actor| actor.name).filter(|name| !name.is_empty()),
        }
    }
}

/// Restores entries of the trash, or lists it.
fn trash(ctx: ToolContext<'_>, params: TrashParams) -> ToolOutcome {
    if let Err(reply) = reader(ctx) {
        return ToolOutcome::Done(reply);
    }
    let then = move |ctx: ToolContext<'_>| match params.restore {
        Some(entries) => restore(entries.into_iter().map(|entry| entry.0).collect()),
        None => ToolOutcome::Done(list(ctx, params.limit.unwrap_or(DEFAULT_LIMIT))),
    };
    ToolOutcome::Trash { then: Box::new(then) }
}

fn list(ctx: ToolContext<'_>, limit: usize) -> Reply {
    let reader = ctx.engine.reader();
    let mut entries = reader.trash();
    let limit = if limit == 0 { entries.len() } else { limit };
    let omitted = entries.len().saturating_sub(limit);
    entries.truncate(limit);
    let entries = entries.into_iter().map(EntryAnswer::from).collect();
    let omitted = Some(omitted).filter(|count| *count > 0);
    let reply = Reply::value(json!(TrashAnswer { entries: Some(entries), omitted, ..TrashAnswer::default() }));
    reply.with_warnings(&reader.unread(ProjectPart::Trash))
}

fn restore(entries: Vec<String>) -> ToolOutcome {
    let then = |_: ToolContext<'_>, outcome: Outcome| {
        ToolOutcome::Done(match outcome {
            Outcome::Done { summary, created, warnings, .. } => {
                let done = format!("{}.", to_english(&summary));
                let answer = TrashAnswer { done: Some(done.clone()), restored: created, ..TrashAnswer::default() };
                Reply::with_value(done, json!(answer)).with_warnings(&warnings)
            }
            other => tool_result::outcome_to_reply(&other),
        })
    };
    ToolOutcome::Commit { command: Box::new(Command::RestoreTrash { entries }), then: Box::new(then) }
}

//! The trash: deleted tasks and other files.

use handoff_engine::ProjectPart;
use handoff_protocol::view::{TrashEntry, TrashKind};
use handoff_protocol::{Command, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::RequiredText;
use crate::tool::{Tool, ToolSet};

pub(super) const TOOLS: &[Tool] = &[Tool::of::<Trash>()];

/// The maximum number of listed entries if the call does not give one.
const DEFAULT_LIMIT: usize = 20;

/// Restores entries of the trash, or lists it.
pub struct Trash;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// IDs of deleted tasks, or paths of the list
    pub restore: Option<Vec<RequiredText>>,
    /// 0: all
    pub limit: Option<usize>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Answer {
    /// What was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<String>,
    /// IDs of the restored tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub restored: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<EntryAnswer>>,
    /// Number of entries that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct EntryAnswer {
    pub path: String,
    #[schemars(with = "String")]
    pub kind: TrashKind,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtasks: Option<u32>,
    /// ID of the parent that it had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The path that it had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_by: Option<String>,
}

impl From<TrashEntry> for EntryAnswer {
    fn from(entry: TrashEntry) -> EntryAnswer {
        EntryAnswer {
            path: entry.path,
            kind: entry.kind,
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

impl Operation for Trash {
    const DEFINITION: Definition = Definition {
        name: "handoff_trash",
        title: "List or restore deleted tasks",
        description: "Deleted tasks and other files, newest first; restore puts some back where they were.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        shell.read(|ctx| reader(ctx).map(drop)).await?;
        shell.load_trash().await;
        if let Some(entries) = params.restore {
            return restore(&shell, entries).await;
        }
        let limit = params.limit.unwrap_or(DEFAULT_LIMIT);
        let (answer, unread) = shell.read(move |ctx| list(ctx, limit)).await;
        shell.warn(&unread);
        Ok(answer.into())
    }
}

async fn restore(shell: &Shell, entries: Vec<RequiredText>) -> Result<Answered<Answer>, HandoffError> {
    let entries = entries.into_iter().map(String::from).collect();
    let committed = shell.commit(Command::RestoreTrash { entries }).await?;
    let done = format!("{}.", committed.summary);
    let answer = Answer { done: Some(done.clone()), restored: committed.created, ..Answer::default() };
    Ok(Answered::with_text(answer, done))
}

/// Returns what is in the trash, and warnings about what could not be read.
fn list(ctx: ToolContext<'_>, limit: usize) -> (Answer, Vec<Text>) {
    let reader = ctx.engine.reader();
    let mut entries = reader.trash();
    let limit = if limit == 0 { entries.len() } else { limit };
    let omitted = entries.len().saturating_sub(limit);
    entries.truncate(limit);
    let answer = Answer {
        entries: Some(entries.into_iter().map(EntryAnswer::from).collect()),
        omitted: Some(omitted).filter(|count| *count > 0),
        ..Answer::default()
    };
    (answer, reader.unread(ProjectPart::Trash))
}

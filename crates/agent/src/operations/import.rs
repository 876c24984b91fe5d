//! Imports tasks and a session.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::agent::{Import, Pause, SessionPatch, SessionSave, SessionTarget, TaskChange, TaskStamps};
use handoff_protocol::{Command, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::Places;
use crate::lines::first_named;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::sessions::anchors::add_files;
use crate::operations::sessions::fields::{SessionParams, list_save};
use crate::operations::tasks::task_change::subtasks;
use crate::operations::tasks::task_fields::TaskParams;
use crate::params::{MainMember, RequiredText, Short, require};
use crate::tool::{Tool, ToolSet};

pub(super) const TOOLS: &[Tool] = &[Tool::of::<ImportContext>()];

/// Adds tasks and a session from notes or another tool.
pub struct ImportContext;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[schemars(extend("takes" = "an object with description"))]
    pub source: Source,
    #[schemars(
        description = "as handoff_update_task's tasks, all new, plus created_at, updated_at, completed_at",
        extend("briefItems" = "object")
    )]
    pub tasks: Option<Vec<Short<TreeParams>>>,
    #[schemars(description = "as handoff_save_context", extend("opaque" = true))]
    pub session: Option<SessionParams>,
    pub raw_notes: Option<String>,
    pub skip_session_close: Option<bool>,
}

/// The source of an import.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Source {
    pub description: RequiredText,
    pub format: Option<Format>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Markdown,
    Json,
    Text,
    #[default]
    Other,
}

/// Maximum number of task IDs in the text of an answer; its values have all.
pub const MAX_NAMED: usize = 50;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task_ids: Vec<String>,
    pub session_id: Option<String>,
}

impl Operation for ImportContext {
    const DEFINITION: Definition = Definition {
        name: "handoff_import_context",
        title: "Import",
        description: "Add tasks, nested by children, and a session from notes or another tool. All or nothing.",
        set: ToolSet::Rest,
        effect: Effect::Adds,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let mut import = import_of(params)?;
        let asks_git = shell.read(asks_git).await?;
        if let Some(session) = &mut import.session {
            let git = if asks_git { Some(shell.git().await) } else { None };
            add_files(&shell, &mut session.patch, git.as_ref()).await;
        }
        let has_session = import.session.is_some();
        let (done, warnings) = shell.commit_with_warnings(Command::Import(import)).await?;
        for warning in warnings {
            shell.note(warning.to_string());
        }
        Ok(answer(done.created, has_session))
    }
}

/// Returns whether the state of Git is recorded.
fn asks_git(ctx: ToolContext<'_>) -> Result<bool, HandoffError> {
    Ok(reader(ctx)?.config().settings.auto_git_summary)
}

/// Describes an import by the IDs of its tasks, and of its session after them.
fn answer(mut task_ids: Vec<String>, has_session: bool) -> Answered<Answer> {
    let session_id = if has_session { task_ids.pop() } else { None };
    let mut lines = Vec::new();
    if !task_ids.is_empty() {
        lines.push(format!("Imported the tasks {}.", first_named(&task_ids, MAX_NAMED).join(", ")));
    }
    lines.extend(session_id.as_ref().map(|id| format!("Session {id} is open and can be continued.")));
    Answered::with_text(Answer { task_ids, session_id }, lines.join("\n"))
}

/// Returns what a call adds, without the state of Git and of files.
fn import_of(params: Params) -> Result<Import, InvalidArgument> {
    let RequiredText(description) = params.source.description;
    let tasks = nest(trees(params.tasks.unwrap_or_default(), "tasks")?);
    let notes = params.raw_notes.filter(|notes| !notes.trim().is_empty());
    let mut patch = match params.session {
        Some(session) => {
            require("session.summary", session.summary.as_deref())?;
            Some(SessionPatch::from(session))
        }
        None => notes.is_some().then(|| summarized(&description)),
    };
    if tasks.is_empty() && patch.is_none() {
        return Err(InvalidArgument::new("tasks", "a list of tasks, unless session or raw_notes is given"));
    }
    if let Some(patch) = &mut patch {
        complete(patch, notes, &description, params.source.format.unwrap_or_default());
    }
    let close_active = patch.is_some() && !params.skip_session_close.unwrap_or(false);
    let session = patch.map(|patch| SessionSave {
        target: SessionTarget::New,
        patch,
        status: SessionStatus::Open,
        pause: Pause::Nothing,
    });
    Ok(Import { tasks, session, close_active })
}

/// Returns a session that has only notes.
fn summarized(description: &str) -> SessionPatch {
    let mut patch = SessionPatch::default();
    patch.values.insert("summary".to_owned(), json!(format!("[import] {description}")));
    patch
}

/// Adds the notes and the source to a session.
fn complete(patch: &mut SessionPatch, notes: Option<String>, description: &str, format: Format) {
    if let Some(notes) = notes {
        let note = json!({"note": notes, "category": "context"});
        if let Some(list) = patch.lists.iter_mut().find(|list| list.key == "handoff_notes") {
            list.given.push(note);
        } else {
            patch.lists.push(list_save("handoff_notes", vec![note]));
        }
    }
    let environment = patch.values.entry("environment").or_insert_with(|| json!({}));
    if let Some(members) = environment.as_object_mut() {
        members.insert("import_source".to_owned(), json!({"description": description, "format": format}));
    }
}

/// A task of an import, with its subtasks.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct TreeParams {
    #[serde(flatten)]
    pub task: TaskParams,
    pub r#ref: Option<String>,
    pub parent_id: Option<String>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub completed_at: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "subtasks")]
    pub children: Option<Vec<Short<TreeParams>>>,
}

impl MainMember for TreeParams {
    const NAME: &'static str = "title";
}

/// Returns the tasks to create.
fn trees(entries: Vec<Short<TreeParams>>, path: &str) -> Result<Vec<TaskChange>, InvalidArgument> {
    let tree = |(index, Short(entry)): (usize, Short<TreeParams>)| {
        let TreeParams { mut task, r#ref: name, parent_id: parent, created_at, updated_at, completed_at, children } =
            entry;
        let path = format!("{path}[{index}].");
        require(format!("{path}title"), task.title.as_deref())?;
        let parts = trees(children.unwrap_or_default(), &format!("{path}children"))?;
        let (id, order) = (task.id.clone(), task.order);
        let proof =
            task.proof.take().map(|Short(proof)| proof.resolve(&format!("{path}proof"), None, &Places::default()));
        let fields = task.into_patch(&path, &[], proof.transpose()?)?;
        let stamps = Some(TaskStamps { created_at, updated_at, completed_at });
        Ok(TaskChange { id, parent, fields, place: None, name, order, stamps, parts })
    };
    entries.into_iter().enumerate().map(tree).collect()
}

/// Moves each task whose parent is another task of the list below that one, as other programs list tasks
/// flat with their parents.
fn nest(tasks: Vec<TaskChange>) -> Vec<TaskChange> {
    let mut ids = BTreeSet::new();
    add_ids(&tasks, &mut ids);
    let mut below: BTreeMap<String, Vec<TaskChange>> = BTreeMap::new();
    let mut top = Vec::new();
    for mut task in tasks {
        match task.parent.take_if(|parent| ids.contains(parent)) {
            Some(parent) => below.entry(parent).or_default().push(task),
            None => top.push(task),
        }
    }
    for task in &mut top {
        attach(task, &mut below);
    }
    // A cycle of parents cannot be nested. Its tasks keep their parents, so planning refuses them.
    let circular = below.into_iter().flat_map(|(parent, tasks)| {
        tasks.into_iter().map(move |task| TaskChange { parent: Some(parent.clone()), ..task })
    });
    top.extend(circular);
    top
}

fn add_ids(tasks: &[TaskChange], ids: &mut BTreeSet<String>) {
    for task in tasks {
        ids.extend(task.id.clone());
        add_ids(&task.parts, ids);
    }
}

fn attach(task: &mut TaskChange, below: &mut BTreeMap<String, Vec<TaskChange>>) {
    let own = task.id.as_ref().and_then(|id| below.remove(id));
    task.parts.extend(own.into_iter().flatten());
    for part in &mut task.parts {
        attach(part, below);
    }
}

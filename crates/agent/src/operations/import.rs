//! The tool that imports tasks and a session.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::agent::{Import, Pause, SessionPatch, SessionSave, SessionTarget, TaskChange, TaskStamps};
use handoff_protocol::{Command, NewTask, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::reader;
use crate::operations::fields::{SessionParams, anchor_patch, list_save};
use crate::operations::tasks::task_change::subtasks;
use crate::operations::tasks::task_fields::TaskParams;
use crate::params::{MainMember, RequiredText, Short, input, output, parse, require};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::to_english;

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_import_context",
    title: "Import",
    description: "Add tasks, nested by children, and a session from notes or another tool. All or nothing.",
    set: ToolSet::Rest,
    effect: Effect::Adds,
    input: input::<ImportParams>,
    output: Some(output::<ImportAnswer>),
    work: Work::Steps(|ctx, arguments| import_context(ctx, parse(arguments)?)),
}];

#[derive(Deserialize, JsonSchema)]
struct ImportParams {
    #[schemars(extend("takes" = "an object with description"))]
    source: Source,
    #[schemars(
        description = "as handoff_update_task's tasks, all new, plus created_at, updated_at, completed_at",
        extend("briefItems" = "object")
    )]
    tasks: Option<Vec<Short<TreeParams>>>,
    #[schemars(description = "as handoff_save_context", extend("opaque" = true))]
    session: Option<SessionParams>,
    raw_notes: Option<String>,
    skip_session_close: Option<bool>,
}

/// The source of an import.
#[derive(Deserialize, JsonSchema)]
struct Source {
    description: RequiredText,
    format: Option<Format>,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    Markdown,
    Json,
    Text,
    #[default]
    Other,
}

#[derive(Serialize, JsonSchema)]
struct ImportAnswer {
    task_ids: Vec<String>,
    session_id: Option<String>,
}

fn import_context(ctx: ToolContext<'_>, params: ImportParams) -> Result<ToolOutcome, InvalidArgument> {
    let RequiredText(description) = params.source.description;
    let tasks = nest(trees(params.tasks.unwrap_or_default(), "tasks")?);
    let notes = params.raw_notes.filter(|notes| !notes.trim().is_empty());
    let skips_close = params.skip_session_close.unwrap_or(false);
    let mut fields = match params.session {
        Some(session) => {
            require("session.summary", session.summary.as_deref())?;
            Some(SessionPatch::from(session))
        }
        None => None,
    };
    if fields.is_none() && notes.is_some() {
        let mut patch = SessionPatch::default();
        patch.values.insert("summary".to_owned(), json!(format!("[import] {description}")));
        fields = Some(patch);
    }
    let close_active = fields.is_some() && !skips_close;
    if let Some(fields) = &mut fields {
        if let Some(notes) = notes {
            let note = json!({"note": notes, "category": "context"});
            if let Some(list) = fields.lists.iter_mut().find(|list| list.key == "handoff_notes") {
                list.given.push(note);
            } else {
                fields.lists.push(list_save("handoff_notes", vec![note]));
            }
        }
        let environment = fields.values.entry("environment").or_insert_with(|| json!({}));
        if let Some(members) = environment.as_object_mut() {
            let format = params.source.format.unwrap_or_default();
            members.insert("import_source".to_owned(), json!({"description": description, "format": format}));
        }
    }
    if tasks.is_empty() && fields.is_none() {
        return Err(InvalidArgument::new("tasks", "a list of tasks, unless session or raw_notes is given"));
    }
    let session = fields.map(|patch| SessionSave {
        target: SessionTarget::New,
        patch,
        status: SessionStatus::Open,
        pause: Pause::Nothing,
    });
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let Some(session) = session else { return Ok(commit(tasks, None, close_active)) };
    let next = move |ctx: ToolContext<'_>, mut session: SessionSave, revision: Option<String>| {
        let patch = std::mem::take(&mut session.patch);
        anchor_patch(ctx, patch, revision, move |_, patch, _| {
            commit(tasks, Some(SessionSave { patch, ..session }), close_active)
        })
    };
    if reader.config().settings.auto_git_summary {
        return Ok(ToolOutcome::git(move |ctx, git| {
            let mut session = session;
            git.add_to(&mut session.patch);
            next(ctx, session, git.commit)
        }));
    }
    Ok(next(ctx, session, None))
}

fn commit(tasks: Vec<TaskChange>, session: Option<SessionSave>, close_active: bool) -> ToolOutcome {
    let with_session = session.is_some();
    ToolOutcome::commit_with(Command::Import(Import { tasks, session, close_active }), move |_, mut done| {
        let session = if with_session { done.created.pop() } else { None };
        let mut lines = vec![format!("Imported the tasks {}.", done.created.join(", "))];
        if done.created.is_empty() {
            lines.clear();
        }
        lines.extend(session.as_ref().map(|id| format!("Session {id} is open and can be continued.")));
        let answer = ImportAnswer { task_ids: done.created, session_id: session };
        let reply = Reply::with_value(lines.join("\n"), json!(answer));
        let notes = done.warnings.iter().map(to_english);
        ToolOutcome::Done(notes.fold(reply, |reply, note| reply.with_note(&note)))
    })
}

/// A task of an import, with its subtasks.
#[derive(Deserialize, JsonSchema)]
struct TreeParams {
    #[serde(flatten)]
    task: TaskParams,
    r#ref: Option<String>,
    parent_id: Option<String>,
    created_at: Option<String>,
    updated_at: Option<String>,
    completed_at: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "subtasks")]
    children: Option<Vec<Short<TreeParams>>>,
}

impl MainMember for TreeParams {
    const NAME: &'static str = "title";
}

/// Returns the tasks to create.
fn trees(entries: Vec<Short<TreeParams>>, path: &str) -> Result<Vec<TaskChange>, InvalidArgument> {
    let tree = |(index, Short(entry)): (usize, Short<TreeParams>)| {
        let TreeParams { task, r#ref: name, parent_id: parent, created_at, updated_at, completed_at, children } = entry;
        let path = format!("{path}[{index}].");
        require(format!("{path}title"), task.title.as_deref())?;
        let parts = trees(children.unwrap_or_default(), &format!("{path}children"))?;
        let (id, order) = (task.id.clone(), task.order);
        let task = NewTask { id, parent, fields: task.into_patch(&path, &[])?, place: None };
        let stamps = Some(TaskStamps { created_at, updated_at, completed_at });
        Ok(TaskChange { task, name, order, stamps, parts })
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
        match task.task.parent.take_if(|parent| ids.contains(parent)) {
            Some(parent) => below.entry(parent).or_default().push(task),
            None => top.push(task),
        }
    }
    for task in &mut top {
        attach(task, &mut below);
    }
    // A cycle of parents cannot be nested. Its tasks keep their parents, so planning refuses them.
    let circular = below.into_iter().flat_map(|(parent, tasks)| {
        tasks.into_iter().map(move |task| {
            let new = NewTask { parent: Some(parent.clone()), ..task.task };
            TaskChange { task: new, ..task }
        })
    });
    top.extend(circular);
    top
}

fn add_ids(tasks: &[TaskChange], ids: &mut BTreeSet<String>) {
    for task in tasks {
        ids.extend(task.task.id.clone());
        add_ids(&task.parts, ids);
    }
}

fn attach(task: &mut TaskChange, below: &mut BTreeMap<String, Vec<TaskChange>>) {
    let own = task.task.id.as_ref().and_then(|id| below.remove(id));
    task.parts.extend(own.into_iter().flatten());
    for part in &mut task.parts {
        attach(part, below);
    }
}

//! Tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod fields;

pub use crate::commands::task::fields::{Clearable, Fields};
use clap::{ArgGroup, Subcommand};
use handoff_agent::{Reply, next};
use handoff_protocol::{Command, Place};
use serde_json::{Map, Value, json};

use crate::commands::{one, put, said, words};
use crate::invocation::Job;
use crate::output;
use crate::project::Project;
use crate::tool_calls;

/// What is to be done with tasks.
#[derive(Debug, Subcommand)]
pub enum TaskWork {
    /// The task tree.
    #[command(after_help = "Example: handoff task list --status in_progress --assignee maya")]
    List {
        /// Only tasks with this status.
        #[arg(long, value_parser = words("handoff_list_tasks", &["status_filter"]))]
        status: Option<String>,
        /// Only this assignee.
        #[arg(long)]
        assignee: Option<String>,
        /// Only tasks of this milestone.
        #[arg(long)]
        milestone: Option<String>,
        /// Only tasks with this priority.
        #[arg(long, value_parser = words("handoff_list_tasks", &["priority_filter"]))]
        priority: Option<String>,
        /// Only tasks with this label.
        #[arg(long)]
        label: Option<String>,
        /// Include the projects inside this one.
        #[arg(long)]
        inner: bool,
    },
    /// All details of one task.
    #[command(after_help = "Example: handoff task get t1.2")]
    Get {
        /// ID.
        id: String,
        /// Include the tasks that wait for it.
        #[arg(long)]
        dependents: bool,
    },
    /// The tasks to do next, and why.
    #[command(after_help = "Example: handoff task next")]
    Next,
    /// Add a task.
    #[command(after_help = "Example: handoff task create \"Parse the feed\" --parent t1 --priority high --estimate 3")]
    Create {
        /// Title.
        title: String,
        /// The parent task.
        #[arg(long, value_name = "ID")]
        parent: Option<String>,
        /// ID; default: a new one.
        #[arg(long)]
        id: Option<String>,
        #[command(flatten)]
        fields: Fields,
    },
    /// Change fields of a task.
    #[command(after_help = "Example: handoff task update t1.2 --status review --append-notes \"Parser is in.\"")]
    Update {
        /// ID.
        id: String,
        /// The new title.
        #[arg(long)]
        title: Option<String>,
        /// Text to append to the notes, with a timestamp; - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = said, conflicts_with = "notes")]
        append_notes: Option<String>,
        /// A field to clear. Repeatable.
        #[arg(long, value_enum, value_name = "FIELD")]
        clear: Vec<Clearable>,
        #[command(flatten)]
        fields: Fields,
    },
    /// Move tasks under another task, or to the top level.
    #[command(group(ArgGroup::new("goal").required(true).args(["under", "top"])))]
    #[command(after_help = "Example: handoff task move t4 t5 --under t1")]
    Move {
        /// Task IDs.
        #[arg(required = true)]
        ids: Vec<String>,
        /// The new parent task.
        #[arg(long, value_name = "ID")]
        under: Option<String>,
        /// Move them to the top level.
        #[arg(long)]
        top: bool,
    },
    /// Tick a done criterion.
    #[command(after_help = "Example: handoff task check t1 2")]
    Check {
        /// Task ID.
        id: String,
        /// Number from 1 as task get shows it, or the text or the start of it.
        criterion: String,
        /// Untick it.
        #[arg(long)]
        uncheck: bool,
    },
    /// Add hours spent on a task.
    #[command(after_help = "Example: handoff task log t1.2 1.5")]
    Log {
        /// ID.
        id: String,
        /// Hours to add.
        hours: f64,
    },
    /// Move tasks and their subtasks to the trash.
    #[command(after_help = "Example: handoff task delete t4")]
    Delete {
        /// Task IDs.
        #[arg(required = true)]
        ids: Vec<String>,
    },
}

impl TaskWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            TaskWork::List { status, assignee, milestone, priority, label, inner } => {
                let filters = json!({
                    "status_filter": status, "assignee_filter": assignee, "milestone_filter": milestone,
                    "priority_filter": priority, "label_filter": label, "include_children": inner.then_some(true), "limit": 0,
                });
                Job::call("handoff_list_tasks", filters).shown(output::task::list)
            }
            TaskWork::Get { id, dependents: false } => {
                Job::about_task("handoff_get_task", id).shown(output::task::detail)
            }
            TaskWork::Get { id, .. } => {
                let arguments = json!({"task_id": id, "include_dependents": true});
                Job::call("handoff_get_task", arguments).shown(output::task::detail)
            }
            TaskWork::Next => Job::look(next::shape, |project| {
                let context = project.context();
                next::next(project.engine().reading(), &context)
            }),
            TaskWork::Create { title, parent, id, fields } => {
                let mut task = fields.into_task();
                put(&mut task, "id", id);
                put(&mut task, "title", Some(title));
                Job::prepared("handoff_update_task", move |project| created(project, task, parent))
            }
            TaskWork::Update { id, title, append_notes, clear, fields } => {
                let mut task = fields.into_task();
                for field in clear {
                    task.entry(field.key()).or_insert(Value::Null);
                }
                put(&mut task, "title", title);
                put(&mut task, "notes_append", append_notes);
                Job::prepared("handoff_update_task", move |project| changed(project, &id, task))
            }
            TaskWork::Move { ids, under, .. } => {
                Job::carry(Command::MoveTasks { ids, parent: under, place: Place::Last {} })
            }
            TaskWork::Check { id, criterion, uncheck } => Job::prepared("handoff_check_criterion", move |project| {
                let index = criterion_at(project, &id, &criterion)?;
                let mut arguments = one("task_id", id);
                put(&mut arguments, "criterion_index", Some(index));
                put(&mut arguments, "checked", Some(!uncheck));
                Ok(arguments)
            })
            .shown(output::task::ticked),
            TaskWork::Log { id, hours } => Job::call("handoff_log_time", json!({"task_id": id, "hours": hours})),
            TaskWork::Delete { ids } => Job::carry(Command::DeleteTasks { ids }),
        }
    }
}

/// The task with an id, or why there is none.
fn task(project: &mut Project, id: &str) -> Result<Value, Reply> {
    let reply = tool_calls::ask(project, "handoff_get_task", &one("task_id", id));
    if reply.failed.is_some() { Err(reply) } else { Ok(reply.structured.unwrap_or_default()) }
}

/// A person who adds a task does not mean one that is there; the tool would change it.
fn created(
    project: &mut Project,
    task: Map<String, Value>,
    parent: Option<String>,
) -> Result<Map<String, Value>, Reply> {
    let id = task.get("id").and_then(Value::as_str);
    if let Some(id) = id.filter(|id| project.engine().reading().task(id).is_ok()) {
        return Err(Reply::failure(format!("A task {id} already exists.")));
    }
    let mut arguments = one("task", Value::Object(task));
    put(&mut arguments, "parent_id", parent);
    Ok(arguments)
}

/// A person who changes a task means one that is there; the tool would make it.
fn changed(project: &mut Project, id: &str, mut fields: Map<String, Value>) -> Result<Map<String, Value>, Reply> {
    task(project, id)?;
    if fields.is_empty() {
        return Err(Reply::trouble(
            handoff_agent::Trouble::Arguments,
            "Specify what to change, such as --status done.",
        ));
    }
    fields.insert("id".to_owned(), id.into());
    Ok(one("task", Value::Object(fields)))
}

/// The place of the criterion that somebody means, by its number or its text.
fn criterion_at(project: &mut Project, id: &str, wanted: &str) -> Result<u64, Reply> {
    let task = task(project, id)?;
    let criteria = task.get("done_criteria").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let items: Vec<&str> = criteria.iter().filter_map(|one| one.get("item").and_then(Value::as_str)).collect();
    crate::commands::meant(&items, wanted).map_err(|count| {
        Reply::failure(match count {
            _ if items.is_empty() => format!("Task {id} has no done criteria."),
            0 => format!("Task {id} has no done criterion {wanted}; it has {} criteria.", items.len()),
            several => format!("{several} done criteria of task {id} start with “{wanted}”; use the number of one."),
        })
    })
}

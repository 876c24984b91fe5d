//! Tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod fields;

pub use crate::commands::task::fields::{Clearable, Fields};
use clap::{ArgGroup, Subcommand};
use handoff_agent::{Reply, next};
use handoff_protocol::{Command, Place};
use serde_json::{Map, Value, json};

use crate::commands::timer::duration::parse_hours;
use crate::commands::{object_with, possible_values, put, put_list, text_or_stdin};
use crate::drive;
use crate::invocation::Invocation;
use crate::output;
use crate::project::Project;

/// The verbs of tasks.
#[derive(Debug, Subcommand)]
pub enum TaskCommand {
    /// The task tree.
    #[command(after_help = "Example: handoff task list --status in_progress --assignee maya")]
    List {
        /// Only tasks with this status.
        #[arg(long, value_parser = possible_values("handoff_list_tasks", &["status_filter"]))]
        status: Option<String>,
        /// Only this assignee.
        #[arg(long)]
        assignee: Option<String>,
        /// Only tasks of this milestone.
        #[arg(long)]
        milestone: Option<String>,
        /// Only tasks with this priority.
        #[arg(long, value_parser = possible_values("handoff_list_tasks", &["priority_filter"]))]
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
    #[command(after_help = "Example: handoff task next --claim --json")]
    Next {
        /// Hold the task, so that other agents leave it alone. Several processes that ask at once
        /// get different tasks.
        #[arg(long)]
        claim: bool,
        /// Also tasks that are assigned to others. They come last.
        #[arg(long)]
        any: bool,
    },
    /// Hold a task, so that other agents leave it alone. It ends 15 minutes after your last command.
    #[command(after_help = "Example: handoff task claim t1.2")]
    Claim {
        /// ID.
        id: String,
        /// Take it over from its holder.
        #[arg(long)]
        take_over: bool,
    },
    /// Release a task that is held; without an ID all that you hold.
    #[command(after_help = "Example: handoff task release t1.2")]
    Release {
        /// ID.
        id: Option<String>,
    },
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
    #[command(
        after_help = "Example: handoff task update t1.2 --status done --check all --log-hours 1.5 --append-notes \"Parser is in.\""
    )]
    Update {
        /// ID.
        id: String,
        /// The new title.
        #[arg(long)]
        title: Option<String>,
        /// Text to append to the notes, with a timestamp; - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = text_or_stdin, conflicts_with = "notes")]
        append_notes: Option<String>,
        /// Hours worked, to add to the actual ones, such as 1.5, 1h30m or 1:30.
        #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
        log_hours: Option<f64>,
        /// A done criterion that is met: its number from 1, its text or the start of it, or all.
        /// Repeatable.
        #[arg(long, value_name = "CRITERION")]
        check: Vec<String>,
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
        /// Hours to add, such as 1.5, a span such as 1h30m, or a clock such as 1:30.
        #[arg(value_parser = parse_hours)]
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

impl TaskCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            TaskCommand::List { status, assignee, milestone, priority, label, inner } => {
                let filters = json!({
                    "status_filter": status, "assignee_filter": assignee, "milestone_filter": milestone,
                    "priority_filter": priority, "label_filter": label, "include_children": inner.then_some(true), "limit": 0,
                });
                Invocation::call("handoff_list_tasks", filters).render_with(output::task::list)
            }
            TaskCommand::Get { id, dependents: false } => {
                Invocation::single_task("handoff_get_task", id).render_with(output::task::detail)
            }
            TaskCommand::Get { id, .. } => {
                let arguments = json!({"task_id": id, "include_dependents": true});
                Invocation::call("handoff_get_task", arguments).render_with(output::task::detail)
            }
            TaskCommand::Next { claim: true, any } => {
                Invocation::call("handoff_claim_task", json!({"any": any.then_some(true)}))
            }
            TaskCommand::Claim { id, take_over } => {
                Invocation::call("handoff_claim_task", json!({"task_id": id, "take_over": take_over}))
            }
            TaskCommand::Release { id } => {
                Invocation::call("handoff_claim_task", json!({"task_id": id, "release": true}))
            }
            TaskCommand::Next { any, .. } => Invocation::read(next::schema, move |project| {
                let context = project.context();
                next::next(project.engine().reader(), &context, any)
            }),
            TaskCommand::Create { title, parent, id, fields } => {
                let mut task = fields.into_task();
                put(&mut task, "id", id);
                put(&mut task, "title", Some(title));
                Invocation::prepare_call("handoff_update_task", move |project| create_arguments(project, task, parent))
            }
            TaskCommand::Update { id, title, append_notes, log_hours, check, clear, fields } => {
                let mut task = fields.into_task();
                for field in clear {
                    task.entry(field.key()).or_insert(Value::Null);
                }
                put(&mut task, "title", title);
                put(&mut task, "notes_append", append_notes);
                put(&mut task, "log_hours", log_hours);
                Invocation::prepare_call("handoff_update_task", move |project| {
                    let check: Result<Vec<Value>, Reply> = check
                        .iter()
                        .map(|name| match name.as_str() {
                            "all" => Ok(json!("all")),
                            text => find_criterion(project, &id, text).map(Value::from),
                        })
                        .collect();
                    put_list(&mut task, "check", check?);
                    change_arguments(project, &id, task)
                })
            }
            TaskCommand::Move { ids, under, .. } => {
                Invocation::execute(Command::MoveTasks { ids, parent: under, place: Place::Last {} })
            }
            TaskCommand::Check { id, criterion, uncheck } => {
                Invocation::prepare_call("handoff_check_criterion", move |project| {
                    let index = find_criterion(project, &id, &criterion)?;
                    let mut arguments = object_with("task_id", id);
                    put(&mut arguments, "criterion_index", Some(index));
                    put(&mut arguments, "checked", Some(!uncheck));
                    Ok(arguments)
                })
                .render_with(output::task::check_result)
            }
            TaskCommand::Log { id, hours } => {
                Invocation::call("handoff_log_time", json!({"task_id": id, "hours": hours}))
            }
            TaskCommand::Delete { ids } => Invocation::execute(Command::DeleteTasks { ids }),
        }
    }
}

/// Returns a task, or the refusal if there is none.
fn get_task(project: &mut Project, id: &str) -> Result<Value, Reply> {
    drive::read_value(project, "handoff_get_task", &object_with("task_id", id))
}

/// Returns the arguments that create a task. Refuses an ID that exists, because the tool would
/// change that task.
fn create_arguments(
    project: &mut Project,
    task: Map<String, Value>,
    parent: Option<String>,
) -> Result<Map<String, Value>, Reply> {
    let id = task.get("id").and_then(Value::as_str);
    if let Some(id) = id.filter(|id| project.engine().reader().task(id).is_ok()) {
        return Err(Reply::failure(format!("A task {id} already exists.")));
    }
    let mut arguments = object_with("task", Value::Object(task));
    put(&mut arguments, "parent_id", parent);
    Ok(arguments)
}

/// Returns the arguments that change a task. Refuses an ID that does not exist, because the tool
/// would create the task.
fn change_arguments(
    project: &mut Project,
    id: &str,
    mut fields: Map<String, Value>,
) -> Result<Map<String, Value>, Reply> {
    get_task(project, id)?;
    if fields.is_empty() {
        return Err(Reply::failure_of(
            handoff_agent::FailureKind::Arguments,
            "Specify what to change, such as --status done.",
        ));
    }
    fields.insert("id".to_owned(), id.into());
    Ok(object_with("task", Value::Object(fields)))
}

/// Returns the index of the criterion that is given by number or text.
fn find_criterion(project: &mut Project, id: &str, text: &str) -> Result<u64, Reply> {
    let task = get_task(project, id)?;
    let criteria = output::list(&task, "done_criteria");
    let items: Vec<&str> =
        criteria.iter().filter_map(|criterion| criterion.get("item").and_then(Value::as_str)).collect();
    crate::commands::find_item(&items, text).map_err(|count| {
        Reply::failure(match count {
            _ if items.is_empty() => format!("Task {id} has no done criteria."),
            0 => format!("Task {id} has no done criterion {text}; it has {} criteria.", items.len()),
            several => format!("{several} done criteria of task {id} start with “{text}”; use the number of one."),
        })
    })
}

//! Commands about tasks, as calls of the tools that agents use.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand};
use handoff_protocol::{Command, Place};
use serde_json::{Map, Value, json};

use crate::run::Job;
use crate::show::Form;

/// What is to be done with tasks.
#[derive(Debug, Subcommand)]
pub enum TaskWork {
    /// The task tree.
    List {
        /// Only tasks with this status.
        #[arg(long)]
        status: Option<String>,
        /// Only this person's.
        #[arg(long)]
        assignee: Option<String>,
        /// Only those of this milestone.
        #[arg(long)]
        milestone: Option<String>,
        /// Only those with this priority.
        #[arg(long)]
        priority: Option<String>,
        /// Only those with this label.
        #[arg(long)]
        label: Option<String>,
    },
    /// Everything about one task.
    Get {
        /// Its id.
        id: String,
        /// Also the tasks that wait for it.
        #[arg(long)]
        dependents: bool,
    },
    /// Add a task.
    Create {
        /// Its title.
        title: String,
        /// The task of which it is a part.
        #[arg(long)]
        parent: Option<String>,
        #[command(flatten)]
        fields: Fields,
    },
    /// Change fields of a task.
    Update {
        /// Its id.
        id: String,
        /// Another title.
        #[arg(long)]
        title: Option<String>,
        /// Text to put behind the notes, with the time.
        #[arg(long)]
        append_notes: Option<String>,
        #[command(flatten)]
        fields: Fields,
    },
    /// Put tasks under another, or at the top.
    Move {
        /// Their ids.
        #[arg(required = true)]
        ids: Vec<String>,
        /// The task under which they go.
        #[arg(long, conflicts_with = "top", required_unless_present = "top")]
        under: Option<String>,
        /// Put them at the top.
        #[arg(long)]
        top: bool,
    },
    /// Add hours that were spent on a task.
    Log {
        /// Its id.
        id: String,
        /// How many.
        hours: f64,
    },
    /// Send tasks with all that is below them to the trash.
    Delete {
        /// Their ids.
        #[arg(required = true)]
        ids: Vec<String>,
    },
}

/// Fields of a task.
#[derive(Debug, Args)]
pub struct Fields {
    /// todo, in_progress, review, done, blocked or skipped.
    #[arg(long)]
    status: Option<String>,
    /// low, medium or high.
    #[arg(long)]
    priority: Option<String>,
    /// Who does it.
    #[arg(long)]
    assignee: Option<String>,
    /// Its milestone.
    #[arg(long)]
    milestone: Option<String>,
    /// Its first day, YYYY-MM-DD.
    #[arg(long)]
    start: Option<String>,
    /// Its last day, YYYY-MM-DD.
    #[arg(long)]
    due: Option<String>,
    /// Hours that it should take.
    #[arg(long)]
    estimate: Option<f64>,
    /// Hours that are left.
    #[arg(long)]
    remaining: Option<f64>,
    /// A label; give it again for more. Replaces those that are there.
    #[arg(long = "label")]
    labels: Vec<String>,
    /// The id of a task for which it waits; give it again for more. Replaces those that are there.
    #[arg(long = "depends-on", value_name = "ID")]
    dependencies: Vec<String>,
    /// What must hold for it to be done; give it again for more. Replaces those that are there.
    #[arg(long = "criterion", value_name = "TEXT")]
    criteria: Vec<String>,
    /// Markdown. Replaces the notes.
    #[arg(long)]
    notes: Option<String>,
}

impl Fields {
    /// The task as handoff_update_task takes it.
    fn into_task(self) -> Map<String, Value> {
        let mut task = Map::new();
        put(&mut task, "status", self.status);
        put(&mut task, "priority", self.priority);
        put(&mut task, "assignee", self.assignee);
        put(&mut task, "notes", self.notes);
        put_list(&mut task, "labels", self.labels);
        put_list(&mut task, "dependencies", self.dependencies);
        put_list(&mut task, "done_criteria", self.criteria.into_iter().map(|item| json!({"item": item})).collect());
        let mut schedule = Map::new();
        put(&mut schedule, "start_date", self.start);
        put(&mut schedule, "due_date", self.due);
        put(&mut schedule, "estimate_hours", self.estimate);
        put(&mut schedule, "remaining_hours", self.remaining);
        put(&mut schedule, "milestone", self.milestone);
        if !schedule.is_empty() {
            task.insert("schedule".to_owned(), Value::Object(schedule));
        }
        task
    }
}

fn put(members: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        members.insert(name.to_owned(), value.into());
    }
}

fn put_list(members: &mut Map<String, Value>, name: &str, list: Vec<impl Into<Value>>) {
    if !list.is_empty() {
        members.insert(name.to_owned(), Value::Array(list.into_iter().map(Into::into).collect()));
    }
}

impl TaskWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            TaskWork::List { status, assignee, milestone, priority, label } => {
                let mut filters = Map::new();
                put(&mut filters, "status_filter", status);
                put(&mut filters, "assignee_filter", assignee);
                put(&mut filters, "milestone_filter", milestone);
                put(&mut filters, "priority_filter", priority);
                put(&mut filters, "label_filter", label);
                Job::call("handoff_list_tasks", Value::Object(filters), Form::Tasks)
            }
            TaskWork::Get { id, dependents } => {
                let with_dependents = dependents.then_some(true);
                Job::call("handoff_get_task", json!({"task_id": id, "include_dependents": with_dependents}), Form::Task)
            }
            TaskWork::Create { title, parent, fields } => {
                let mut task = fields.into_task();
                put(&mut task, "title", Some(title));
                Job::call("handoff_update_task", json!({"task": task, "parent_id": parent}), Form::Text)
            }
            TaskWork::Update { id, title, append_notes, fields } => {
                let mut task = fields.into_task();
                put(&mut task, "id", Some(id));
                put(&mut task, "title", title);
                put(&mut task, "notes_append", append_notes);
                Job::Update(task)
            }
            TaskWork::Move { ids, under, .. } => {
                Job::Carry(Command::MoveTasks { ids, parent: under, place: Place::Last {} })
            }
            TaskWork::Log { id, hours } => {
                Job::call("handoff_log_time", json!({"task_id": id, "hours": hours}), Form::Text)
            }
            TaskWork::Delete { ids } => Job::Carry(Command::DeleteTasks { ids }),
        }
    }
}

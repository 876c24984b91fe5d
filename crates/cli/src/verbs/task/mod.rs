//! Tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod change;
mod fields;
mod read;

use clap::builder::TypedValueParser;
use clap::{ArgGroup, Subcommand};
use handoff_agent::RequiredText;
use handoff_agent::handover::redacted_text;
use handoff_agent::operations::tasks::check_criterion::CheckCriterion;
use handoff_agent::operations::tasks::claim::{self, ClaimTask};
use handoff_agent::operations::tasks::get::{self, GetTask};
use handoff_agent::operations::tasks::list::ListTasks;
use handoff_agent::operations::tasks::log_time::{self, LogTime};
use handoff_agent::operations::tasks::next::{self, NextTask};
use handoff_agent::operations::tasks::update::UpdateTask;
use handoff_protocol::{Command, Priority, Status, TaskUpdate};

use self::change::{Create, Proposing, Update};
use self::fields::details;
use self::read::{List, tree};
use crate::verbs::arguments::parsers::{not_blank, text_or_stdin, words_of};
use crate::verbs::arguments::times::parse_hours;
use crate::verbs::invocation::Invocation;

/// The verbs of tasks.
#[derive(Debug, Subcommand)]
pub enum TaskCommand {
    /// The task tree.
    #[command(after_help = "Example: handoff task list --status in_progress --assignee maya")]
    List(List),
    /// All details of one task.
    #[command(after_help = "Example: handoff task get t1.2")]
    Get {
        /// ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
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
    Create(Create),
    /// Change fields of a task.
    #[command(
        after_help = "Example: handoff task update t1.2 --status done --check all --log-hours 1.5 --append-notes \"Parser is in.\""
    )]
    Update(Update),
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
        #[command(flatten)]
        proposing: Proposing,
    },
    /// Tick a done criterion.
    #[command(after_help = "Example: handoff task check t1 2")]
    Check {
        /// Task ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
        /// Number from 1 as task get shows it, or the text or the start of it.
        criterion: String,
        /// Untick it.
        #[arg(long)]
        uncheck: bool,
        /// What shows that it is met: a commit, a file of the project or a URL.
        #[arg(long, value_name = "PROOF", conflicts_with = "uncheck")]
        proof: Option<String>,
    },
    /// Set the command that shows whether a done criterion is met; without words remove it. handoff verify
    /// runs it, without a shell.
    #[command(after_help = "Example: handoff task command t1 2 -- cargo test --workspace")]
    Command {
        /// Task ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
        /// Number from 1 as task get shows it, or the text or the start of it.
        criterion: String,
        /// The program and its arguments.
        #[arg(last = true)]
        words: Vec<String>,
    },
    /// Send a task in review back to work. Its agent gets the comment with its next call.
    #[command(after_help = "Example: handoff task send-back t1.2 \"Empty rows are still lost.\"")]
    SendBack {
        /// Task ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
        /// What is missing; - reads standard input.
        #[arg(value_parser = text_or_stdin)]
        comment: String,
    },
    /// Add hours spent on a task.
    #[command(after_help = "Example: handoff task log t1.2 1.5")]
    Log {
        /// ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
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
        #[command(flatten)]
        proposing: Proposing,
    },
}

impl TaskCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            TaskCommand::List(args) => Invocation::operation::<ListTasks, _>(args.into(), tree),
            TaskCommand::Get { id, dependents: false } => {
                let params = get::Params { task_id: id.clone(), include_dependents: None };
                Invocation::single_task::<GetTask, _>(id.into(), params, details)
            }
            TaskCommand::Get { id, .. } => {
                let params = get::Params { task_id: id, include_dependents: Some(true) };
                Invocation::operation::<GetTask, _>(params, details)
            }
            TaskCommand::Next { claim: true, any } => {
                let params = claim::Params { any: any.then_some(true), ..claim::Params::default() };
                Invocation::plain::<ClaimTask>(params)
            }
            TaskCommand::Next { any, .. } => Invocation::plain::<NextTask>(next::Params { any: Some(any) }),
            TaskCommand::Claim { id, take_over } => {
                let take_over = Some(take_over);
                Invocation::plain::<ClaimTask>(claim::Params {
                    task_id: Some(id),
                    take_over,
                    ..claim::Params::default()
                })
            }
            TaskCommand::Release { id } => {
                let release = Some(true);
                Invocation::plain::<ClaimTask>(claim::Params { task_id: id, release, ..claim::Params::default() })
            }
            TaskCommand::Create(args) => {
                Invocation::prepare_plain::<UpdateTask>(|project, _| change::create(project, args))
            }
            TaskCommand::Update(args) => {
                Invocation::prepare_plain::<UpdateTask>(|project, _| change::update(project, args))
            }
            TaskCommand::Move { ids, under, proposing, .. } => {
                Invocation::execute(proposing.command(Command::UpdateTasks(TaskUpdate::to_parent(ids, under))))
            }
            TaskCommand::Check { id, criterion, uncheck, proof } => Invocation::prepare_operation::<CheckCriterion, _>(
                move |project, _| change::check(project, id, &criterion, !uncheck, proof),
                change::check_result,
            ),
            TaskCommand::Command { id, criterion, words } => {
                Invocation::prepare(move |project| change::command(project, &id, &criterion, words))
            }
            TaskCommand::SendBack { id, comment } => {
                Invocation::execute(Command::SendBack { ids: vec![id.into()], comment: redacted_text(comment) })
            }
            TaskCommand::Log { id, hours } => Invocation::plain::<LogTime>(log_time::Params { task_id: id, hours }),
            TaskCommand::Delete { ids, proposing } => {
                Invocation::execute(proposing.command(Command::DeleteTasks { ids }))
            }
        }
    }
}

/// Returns a parser for statuses.
fn statuses() -> impl TypedValueParser<Value = Status> {
    words_of(Status::ALL.map(Status::name))
}

/// Returns a parser for priorities.
fn priorities() -> impl TypedValueParser<Value = Priority> {
    words_of([Priority::Low, Priority::Medium, Priority::High].map(Priority::name))
}

//! Performs operations and commands on a project, and keeps what came of them until it is printed.

use std::fmt::Write as _;

use handoff_agent::{Ended, HandoffError, Operation, OperationRun, Reply, outcome_to_reply};
use handoff_protocol::{ChangeSet, Command, Outcome, Text};
use serde::Serialize;
use serde_json::{Value, json};

use crate::ground::console::width;
use crate::ground::progress::Spinner;
use crate::ground::styled::Styled;
use crate::project::{Project, drive};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::output::{self, Page, Rendered};

/// The outcome of a call.
pub struct Performed {
    pub reply: Reply,
    pub is_dry_run: bool,
    /// The output for people, instead of the text of the reply.
    pub rendered: Option<Rendered>,
    /// Whether what it reports is a failure, so that the exit code says so.
    pub fails: bool,
}

impl From<Reply> for Performed {
    fn from(reply: Reply) -> Performed {
        Performed { reply, is_dry_run: false, rendered: None, fails: false }
    }
}

impl From<HandoffError> for Performed {
    fn from(error: HandoffError) -> Performed {
        Reply::from(error).into()
    }
}

impl Performed {
    /// Creates the reply to a dry run.
    pub fn dry_run(reply: impl Into<Reply>) -> Performed {
        Performed { is_dry_run: true, ..Performed::from(reply.into()) }
    }

    /// Returns whether it failed.
    pub fn has_failed(&self) -> bool {
        self.reply.failed.is_some()
    }

    /// Adds warnings to the reply.
    #[must_use]
    pub fn with_warnings(self, warnings: &[Text]) -> Performed {
        Performed { reply: self.reply.with_warnings(warnings), ..self }
    }

    /// Adds a note to the reply.
    #[must_use]
    pub fn with_note(self, note: &str) -> Performed {
        Performed { reply: self.reply.with_note(note), ..self }
    }

    /// Creates a reply that people see as something else than its value.
    pub fn rendered(rendered: Rendered, value: Value) -> Performed {
        Performed { rendered: Some(rendered), ..Performed::from(Reply::value(value)) }
    }

    /// Creates the reply to a dry run with a text for people.
    pub fn dry_run_of(text: Styled, value: Value) -> Performed {
        Performed { is_dry_run: true, ..Performed::rendered(Rendered::Text(text), value) }
    }
}

/// Performs an operation and renders its answer; with `--dry-run`, describes what it would change.
pub fn perform_operation<O: Operation>(
    project: &mut Project,
    common: &CommonOptions,
    params: O::Params,
    render: impl FnOnce(&O::Answer, Page<'_>) -> Option<Rendered>,
) -> Performed {
    perform_begun(project, common, handoff_agent::begin::<O>(params), render)
}

/// As [`perform_operation`], for an operation that has begun.
pub fn perform_begun<A: Serialize>(
    project: &mut Project,
    common: &CommonOptions,
    operation: OperationRun<Ended<A>>,
    render: impl FnOnce(&A, Page<'_>) -> Option<Rendered>,
) -> Performed {
    let (ended, changes) = if common.dry_run {
        drive::rehearse_begun(project, operation)
    } else {
        (drive::perform_begun(project, operation, &mut Spinner::new()), Vec::new())
    };
    performed(project, ended, &changes, render)
}

/// Renders what came of an operation, or describes the change sets of a dry run.
fn performed<A: Serialize>(
    project: &mut Project,
    ended: Ended<A>,
    changes: &[ChangeSet],
    render: impl FnOnce(&A, Page<'_>) -> Option<Rendered>,
) -> Performed {
    if !changes.is_empty() {
        return dry_run_of(changes);
    }
    let page = Page { width: width(), engine: project.engine() };
    let rendered = ended.result.as_ref().ok().and_then(|answered| render(&answered.value, page));
    Performed { rendered, ..Performed::from(Reply::from(ended)) }
}

/// Describes a change set that is not committed.
fn dry_run_of(changes: &[ChangeSet]) -> Performed {
    Performed::dry_run_of(output::describe_dry_run(changes), output::dry_run_value(changes))
}

/// Executes a command that has no tool; with `--dry-run`, describes what it would change.
pub fn perform_command(project: &mut Project, common: &CommonOptions, command: &Command) -> Performed {
    if common.dry_run {
        return plan_command(project, command);
    }
    reply_to(&project.execute(command, &mut Spinner::new())).into()
}

/// Describes what a command would change.
pub fn plan_command(project: &mut Project, command: &Command) -> Performed {
    let context = project.context();
    let planned = drive::plan(project.engine(), command, &context);
    planned.map_or_else(Performed::dry_run, |changes| {
        let summary = handoff_engine::summary_of(command, changes.summary.clone());
        dry_run_of(&[ChangeSet { summary, ..changes }])
    })
}

/// Returns the reply to a command that was executed.
pub fn reply_to(outcome: &Outcome) -> Reply {
    match outcome {
        Outcome::Done { summary, created, warnings, .. } => {
            let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            let mut text = format!("{summary}.");
            for warning in &warnings {
                // Writing to a string cannot fail.
                let _ = write!(text, "\nWarning: {warning}");
            }
            let value = json!({"done": summary.to_string(), "created": created, "warnings": warnings});
            Reply::with_value(text, value)
        }
        other => outcome_to_reply(other),
    }
}

/// Returns the JSON Schema of the reply to a command.
pub fn command_schema() -> Value {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let members = json!({"done": {"type": "string"}, "created": texts, "warnings": texts});
    json!({"type": "object", "required": ["done", "created", "warnings"], "properties": members})
}

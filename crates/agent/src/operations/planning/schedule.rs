//! Finds dates for open tasks.

use handoff_engine::ProjectReader;
use handoff_format::format_date;
use handoff_protocol::planning::{Proposal, ProposedMove};
use handoff_protocol::{Command, Reschedule, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::calendar::Week;
use crate::operations::common::{proposed_text, proposing, task_reader};
use crate::params::{Date, NamedValues, Object};
use crate::tool::ToolSet;

/// Finds dates for open tasks, and sets them unless the call is a dry run.
pub struct AutoSchedule;

/// Maximum number of changed tasks in an answer if the call names none.
const DEFAULT_CHANGE_LIMIT: u64 = 100;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub dry_run: Option<bool>,
    pub assignee_filter: Option<String>,
    /// earliest; today when absent
    pub start_date: Option<Date>,
    pub change_limit: Option<u64>,
    pub propose: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub dry_run: bool,
    pub scheduled_count: usize,
    pub changed_count: usize,
    #[schemars(with = "Vec<Object>")]
    pub changes: Vec<DateChange>,
    pub decision_recorded_in_sessions: usize,
    #[schemars(with = "Object")]
    pub calendar_config: WeekAndDays,
    #[schemars(with = "Object")]
    pub assignee_capacity: NamedValues<Week>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes_omitted: Option<usize>,
    /// The proposal that was stored instead of setting the dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub proposal: Option<String>,
}

/// The dates of a task before and after.
#[derive(Debug, Serialize)]
pub struct DateChange {
    pub task_id: String,
    pub old_start: Option<String>,
    pub new_start: Option<String>,
    pub old_due: Option<String>,
    pub new_due: Option<String>,
}

impl From<&ProposedMove> for DateChange {
    fn from(change: &ProposedMove) -> DateChange {
        DateChange {
            task_id: change.id.clone(),
            old_start: change.start_before.map(format_date),
            new_start: change.start.map(format_date),
            old_due: change.due_before.map(format_date),
            new_due: change.due.map(format_date),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct WeekAndDays {
    #[serde(flatten)]
    pub week: Week,
    pub day_hours: NamedValues<f64>,
}

impl Operation for AutoSchedule {
    const DEFINITION: Definition = Definition {
        name: "handoff_auto_schedule",
        title: "Schedule",
        description: "Find dates for open tasks; dry_run (default) only shows them.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let limit = usize::try_from(params.change_limit.unwrap_or(DEFAULT_CHANGE_LIMIT)).unwrap_or(usize::MAX);
        let (from, assignee) = (params.start_date.map(|date| date.text), params.assignee_filter);
        let command = Command::AutoSchedule { from: from.clone(), assignees: assignee.iter().cloned().collect() };
        let plan = shell.read(|ctx| plan(ctx, from, assignee)).await?;
        let dry_run = params.dry_run.unwrap_or(params.propose.is_none());
        let mut proposal = None;
        if !dry_run {
            let done = shell.commit(proposing(command, params.propose)).await?;
            if done.proposed.is_some() {
                shell.note(proposed_text(&done.summary));
            }
            proposal = done.proposed;
        }
        Ok(shell.read(move |ctx| answer(ctx.engine.reader(), &plan, limit, (dry_run, proposal))).await.into())
    }
}

/// The result of the scheduler, as a preview.
struct Plan {
    proposal: Proposal,
    /// The number of tasks that it may move.
    candidates: usize,
}

fn plan(ctx: ToolContext<'_>, from: Option<String>, assignee: Option<String>) -> Result<Plan, HandoffError> {
    let reader = task_reader(ctx)?;
    let candidates = candidates(reader, assignee.as_deref());
    let reschedule = Reschedule::Auto { from, assignees: assignee.into_iter().collect(), level: false };
    let proposal = reader.proposal(ctx.context, &reschedule);
    match &proposal.refusal {
        Some(refusal) => Err(HandoffError::refused(refusal.text.to_string())),
        None => Ok(Plan { proposal, candidates }),
    }
}

/// Counts the tasks that the scheduler may move: leaves that are not finished, started or pinned.
fn candidates(reader: ProjectReader<'_>, assignee: Option<&str>) -> usize {
    let is_pinned = |schedule: &handoff_protocol::Schedule| schedule.pinned == Some(true);
    let tasks = reader.tasks();
    let movable = tasks.iter().filter(|entry| {
        let task = entry.fields();
        entry.status() == Status::Todo
            && entry.is_leaf()
            && !task.schedule.as_ref().is_some_and(is_pinned)
            && assignee.is_none_or(|assignee| task.assignee.as_deref() == Some(assignee))
    });
    movable.count()
}

fn answer(
    reader: ProjectReader<'_>,
    Plan { proposal, candidates }: &Plan,
    limit: usize,
    (dry_run, stored): (bool, Option<String>),
) -> Answer {
    let config = reader.config();
    let calendar = &config.calendar;
    let people = config.assignees.iter();
    let omitted = proposal.moves.len().saturating_sub(limit);
    Answer {
        dry_run,
        scheduled_count: *candidates,
        changed_count: proposal.moves.len(),
        changes: proposal.moves.iter().take(limit).map(DateChange::from).collect(),
        decision_recorded_in_sessions: if dry_run || stored.is_some() || proposal.moves.is_empty() {
            0
        } else {
            reader.active_sessions()
        },
        calendar_config: WeekAndDays {
            week: Week::new(calendar, calendar),
            day_hours: calendar.day_hours.iter().cloned().collect(),
        },
        assignee_capacity: people
            .map(|(key, assignee)| (key.clone(), Week::new(&assignee.calendar, calendar)))
            .collect(),
        proposal: stored,
        changes_omitted: Some(omitted).filter(|omitted| *omitted > 0),
    }
}

//! Tools to check done criteria and to log time.

use handoff_protocol::{Command, CriterionEdit, Schedule, TaskPatch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::InvalidArgument;
use crate::Message;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::{find_task, reader, two_decimals};
use crate::params::{RequiredText, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_check_criterion",
        title: "Tick a criterion",
        description: "Tick or untick one done criterion.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: input::<CheckParams>,
        output: Some(output::<CheckAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(check_criterion(ctx, parse(arguments)?))),
    },
    Tool {
        name: "handoff_log_time",
        title: "Log time",
        description: "Add hours spent on a task; remaining hours shrink where tracked.",
        set: ToolSet::Core,
        effect: Effect::Adds,
        input: input::<LogParams>,
        output: Some(output::<LogAnswer>),
        work: Work::Steps(|ctx, arguments| log_time(ctx, parse(arguments)?)),
    },
];

#[derive(Deserialize, JsonSchema)]
struct CheckParams {
    task_id: RequiredText,
    /// from 0
    criterion_index: u32,
    checked: bool,
}

#[derive(Serialize, JsonSchema)]
struct CheckAnswer {
    task_id: String,
    criterion_index: u32,
    item: String,
    checked: bool,
    done_criteria_summary: CriteriaCount,
}

#[derive(Serialize, JsonSchema)]
struct CriteriaCount {
    total: usize,
    checked: usize,
}

fn check_criterion(ctx: ToolContext<'_>, params: CheckParams) -> ToolOutcome {
    let CheckParams { task_id: RequiredText(id), criterion_index: index, checked } = params;
    let entry = match reader(ctx).and_then(|reader| find_task(reader, &id)) {
        Ok(entry) => entry,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    let criteria = &entry.fields().criteria;
    let Some(criterion) = usize::try_from(index).ok().and_then(|index| criteria.get(index)) else {
        let text = match criteria.len() {
            0 => Message::from(format!("{id} has no criteria.")),
            count => Message::from(format!("{id} has {count} criteria, but none at "))
                .then(Message::position(usize::try_from(index).unwrap_or(usize::MAX)))
                .then(" (the first one is ")
                .then(Message::position(0))
                .then(")."),
        };
        return ToolOutcome::Done(Reply::failure(text));
    };
    let item = criterion.item.clone();
    let edit = CriterionEdit::Check { index, item: item.clone(), checked };
    let patch = TaskPatch { criterion: Some(edit), ..TaskPatch::default() };
    let command = Command::UpdateTasks { ids: vec![id.clone()], patch, seen: None, estimates: None };
    ToolOutcome::commit(command, move |ctx, _| {
        let entry = match find_task(ctx.engine.reader(), &id) {
            Ok(entry) => entry,
            Err(reply) => return reply,
        };
        let criteria = &entry.fields().criteria;
        let checked_count = criteria.iter().filter(|criterion| criterion.checked).count();
        let done_criteria_summary = CriteriaCount { total: criteria.len(), checked: checked_count };
        Reply::value(json!(CheckAnswer { task_id: id, criterion_index: index, item, checked, done_criteria_summary }))
    })
}

#[derive(Deserialize, JsonSchema)]
struct LogParams {
    task_id: RequiredText,
    #[schemars(extend("takes" = "a number above 0"))]
    hours: f64,
}

#[derive(Serialize, JsonSchema)]
struct LogAnswer {
    task_id: String,
    logged_hours: f64,
    actual_hours: f64,
    remaining_hours: Option<f64>,
}

fn log_time(ctx: ToolContext<'_>, params: LogParams) -> Result<ToolOutcome, InvalidArgument> {
    let LogParams { task_id: RequiredText(id), hours } = params;
    if hours <= 0.0 {
        return Err(InvalidArgument::new("hours", "a number above 0"));
    }
    if let Err(reply) = reader(ctx).and_then(|reader| find_task(reader, &id)) {
        return Ok(ToolOutcome::Done(reply));
    }
    let command = Command::LogTime { id: id.clone(), hours };
    Ok(ToolOutcome::commit(command, move |ctx, _| {
        let entry = match find_task(ctx.engine.reader(), &id) {
            Ok(entry) => entry,
            Err(reply) => return reply,
        };
        let Schedule { actual_hours, remaining_hours, .. } = entry.fields().schedule.clone().unwrap_or_default();
        let remaining =
            remaining_hours.map_or_else(String::new, |hours| format!(", {}h remaining", two_decimals(hours)));
        let actual_hours = actual_hours.unwrap_or_default();
        let (logged, total) = (two_decimals(hours), two_decimals(actual_hours));
        let text = format!("Logged {logged}h on {id}: {total}h in total{remaining}.");
        let answer = LogAnswer { task_id: id, logged_hours: hours, actual_hours, remaining_hours };
        Reply::with_value(text, json!(answer))
    }))
}

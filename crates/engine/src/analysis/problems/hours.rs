//! Problems of hours: tasks that have fewer than their time entries. More hours than entries are
//! none, since other programs and imports enter hours without entries.

use std::collections::BTreeMap;

use handoff_protocol::{Command, Position, Problem, ProblemCode, Repair, TaskPatch, TaskUpdate, Text};

use crate::Project;
use crate::analysis::problems::severity;
use crate::ground::hours::round_hours;
use crate::ground::texts;
use crate::knowledge::time::entries::entries;

/// Hours are rounded where they are added, so that sums differ by less.
const TOLERANCE_HOURS: f64 = 0.05;

/// Returns the problems, by the IDs of the tasks.
pub(crate) fn hour_problems(project: &Project) -> Vec<Problem> {
    let mut seconds: BTreeMap<&str, u64> = BTreeMap::new();
    for entry in entries(&project.model.activity).into_values() {
        let sum = seconds.entry(&entry.task).or_default();
        *sum = sum.saturating_add(entry.seconds);
    }
    seconds.into_iter().filter_map(|(id, seconds)| problem(project, id, seconds)).collect()
}

fn problem(project: &Project, id: &str, seconds: u64) -> Option<Problem> {
    let task = project.model.tasks.with_id(id).next()?;
    let hours = task.shown.task.schedule.as_ref().and_then(|schedule| schedule.actual_hours).unwrap_or_default();
    #[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
    let entered = round_hours(seconds as f64 / 3600.0);
    if entered - hours <= TOLERANCE_HOURS {
        return None;
    }
    let args = [("id", id.to_owned()), ("hours", hours.to_string()), ("entered", entered.to_string())];
    let patch = TaskPatch { actual_hours: Some(Some(entered)), ..TaskPatch::default() };
    let repair = Repair {
        title: Text::with(texts::REPAIR_HOURS, args.clone()),
        command: Command::UpdateTasks(TaskUpdate::of_task(id, patch)),
        proposed: false,
    };
    Some(Problem {
        code: ProblemCode::FewHours,
        severity: severity(ProblemCode::FewHours),
        path: task.shown.path.clone(),
        position: Position::default(),
        task: Some(id.to_owned()),
        text: Text::with(texts::FEW_HOURS, args),
        cost: None,
        repairs: vec![repair],
    })
}

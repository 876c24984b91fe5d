//! Baselines: the dates and estimates of all tasks, stored under a name.
//!
//! Invariant: a baseline does not change after it was saved, except that its ids follow those of
//! the tasks.

use handoff_format::{
    Baseline, PathKind, PlannedTask, baseline_slug, classify, format_date, is_date, new_baseline, timestamp,
};
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Schedule, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::one_line;
use crate::ground::texts;
use crate::ground::tree::name as last_part;
use crate::model::project::unread;
use crate::model::{TaskRef, by_id};

/// The folder of baselines.
const FOLDER: &str = "baselines";

/// Saves the current dates and estimates of all tasks.
pub(crate) fn save_baseline(project: &Project, context: &Context, name: &str) -> Result<ChangeSet, Refusal> {
    let name = name.trim();
    if name.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::EMPTY_NAME)).about_field("name"));
    }
    let name = one_line(name, "name")?;
    unread::check_tasks(project)?;
    let tasks = planned_tasks(project);
    if tasks.iter().all(|task| task.start_date.is_none() && task.due_date.is_none()) {
        return Err(refuse(RefusalCode::BadCommand, Text::plain(texts::NO_DATES)));
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    let stem = format_date(context.today()) + "-" + &baseline_slug(&name);
    let path = builder.free_file(FOLDER, &stem, ".json");
    let baseline = Baseline { name: name.clone(), created_at: timestamp(context.now), tasks };
    builder.create(path, new_baseline(&baseline).render());
    builder.log(None, Change::Baseline { from: None, to: Some(name.clone()) });
    Ok(builder.finish(Text::with(texts::SAVED_BASELINE, [("name", name)])))
}

/// Returns the plan of every task with a unique id, by id. Invalid dates are left out.
fn planned_tasks(project: &Project) -> Vec<PlannedTask> {
    let tasks = &project.model.tasks;
    let mut all: Vec<TaskRef<'_>> = tasks.all().filter(|task| tasks.is_unique(*task)).collect();
    all.sort_by(|a, b| by_id(*a, *b));
    let date = |date: Option<String>| date.filter(|date| is_date(date));
    let plan = |task: TaskRef<'_>| {
        let Schedule { start_date, due_date, estimate_hours, .. } = task.shown.task.schedule.clone()?;
        let (start_date, due_date) = (date(start_date), date(due_date));
        let has_plan = start_date.is_some() || due_date.is_some() || estimate_hours.is_some();
        has_plan.then(|| PlannedTask { id: task.id().to_owned(), start_date, due_date, estimate_hours })
    };
    all.into_iter().filter_map(plan).collect()
}

/// Moves a baseline to the trash.
pub(crate) fn delete_baseline(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    if classify(path) != PathKind::Baseline || project.tree.file(path).is_none() {
        return Err(refuse(RefusalCode::BadPath, Text::with(texts::NO_BASELINE, [("path", path.to_owned())])));
    }
    let baseline = project.model.records.baselines().into_iter().find(|baseline| baseline.path == path);
    let name = baseline.map_or_else(|| last_part(path).to_owned(), |baseline| baseline.name);
    let mut builder = ChangeSetBuilder::new(project, context);
    local_files::discard(&mut builder, context, path);
    builder.log(None, Change::Baseline { from: Some(name.clone()), to: None });
    Ok(builder.finish(Text::with(texts::DELETED_BASELINE, [("name", name)])))
}

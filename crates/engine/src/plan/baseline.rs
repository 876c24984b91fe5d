//! The present plan kept under a name.
//!
//! Invariant: a baseline tells what was planned when it was kept, so it stays as it is; only the ids in it follow those of tasks.

use handoff_format::{
    Baseline, PathKind, PlannedTask, baseline_slug, classify, is_date, new_baseline, timestamp, today,
};
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Schedule, Text};

use crate::Project;
use crate::model::{TaskRef, by_id};
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::{About, refuse};
use crate::plan::tasks::delete;
use crate::plan::tasks::patch::one_line;
use crate::project::unread;
use crate::texts;
use crate::tree::name as last_part;

/// Where baselines lie.
const FOLDER: &str = "baselines";

/// Keeps the present dates and estimates of all tasks.
pub(crate) fn save_baseline(project: &Project, context: &Context, name: &str) -> Result<ChangeSet, Refusal> {
    let name = name.trim();
    if name.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::EMPTY_NAME)).about_field("name"));
    }
    let name = one_line(name, "name")?;
    unread::check_tasks(project)?;
    let tasks = planned(project);
    if tasks.iter().all(|task| task.start_date.is_none() && task.due_date.is_none()) {
        return Err(refuse(RefusalCode::BadCommand, Text::plain(texts::NO_DATES)));
    }
    let mut draft = Draft::new(project, context);
    let stem = today(context.now, context.utc_offset_minutes) + "-" + &baseline_slug(&name);
    let path = draft.free_file(FOLDER, &stem, ".json");
    let baseline = Baseline { name: name.clone(), created_at: timestamp(context.now), tasks };
    draft.create(path, new_baseline(&baseline).render());
    draft.log(None, Change::Baseline { from: None, to: Some(name.clone()) });
    Ok(draft.finish(Text::with(texts::SAVE_BASELINE, [("name", name)])))
}

/// What is planned for every task that a name tells from all others, by id. Dates that no calendar has are left out.
fn planned(project: &Project) -> Vec<PlannedTask> {
    let tasks = &project.model.tasks;
    let mut all: Vec<TaskRef<'_>> = tasks.all().filter(|task| tasks.is_unique(*task)).collect();
    all.sort_by(|a, b| by_id(*a, *b));
    let date = |date: Option<String>| date.filter(|date| is_date(date));
    let plan = |task: TaskRef<'_>| {
        let Schedule { start_date, due_date, estimate_hours, .. } = task.shown.task.schedule.clone()?;
        let (start_date, due_date) = (date(start_date), date(due_date));
        let says_something = start_date.is_some() || due_date.is_some() || estimate_hours.is_some();
        says_something.then(|| PlannedTask { id: task.id().to_owned(), start_date, due_date, estimate_hours })
    };
    all.into_iter().filter_map(plan).collect()
}

/// Sends a baseline to the trash.
pub(crate) fn delete_baseline(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    if classify(path) != PathKind::Baseline || project.tree.file(path).is_none() {
        return Err(refuse(RefusalCode::BadPath, Text::with(texts::NO_BASELINE, [("path", path.to_owned())])));
    }
    let known = project.model.records.baselines().into_iter().find(|baseline| baseline.path == path);
    let name = known.map_or_else(|| last_part(path).to_owned(), |baseline| baseline.name);
    let mut draft = Draft::new(project, context);
    delete::discard(&mut draft, context, path);
    draft.log(None, Change::Baseline { from: Some(name.clone()), to: None });
    Ok(draft.finish(Text::with(texts::DELETE_BASELINE, [("name", name)])))
}

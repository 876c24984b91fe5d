//! The start date of a project.

use handoff_format::{FIRST_DAY, LAST_DAY, Value, format_date, parse_date};
use handoff_protocol::{ChangeSet, ConfigChange, Context, Refusal, RefusalCode, Schedule, Text, TextArg};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::config::configure::write_config;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_lookup;
use crate::ground::texts;
use crate::model::project::unread;

/// Sets the start date and, with `shift`, moves all dates of tasks by the same number of days.
pub(in crate::change::plan) fn start_project(
    project: &Project,
    context: &Context,
    date: &str,
    shift: bool,
) -> Result<ChangeSet, Refusal> {
    let first = parse_date(date).ok_or_else(|| {
        refuse(RefusalCode::BadValue, Text::with(texts::BAD_DATE, [("value", date.to_owned())]))
            .about_field("start_date")
    })?;
    let mut builder = ChangeSetBuilder::new(project, context);
    let started = ConfigChange { key: vec!["started_at".to_owned()], value: Value::from(date), seen: None };
    write_config(&mut builder, project, &[started])?;
    let day = TextArg::Date { date: date.to_owned() };
    let mut summary = Text::plain(texts::PROJECT_STARTED).with_arg("date", day.clone());
    if shift {
        unread::check_tasks(project)?;
        let days = first - earliest_start(project).unwrap_or(first);
        let count = move_dates(project, context, &mut builder, days)?;
        let args = [("count", count.to_string()), ("days", days.to_string())];
        summary = Text::with(texts::PROJECT_STARTED_AND_MOVED, args).with_arg("date", day);
    }
    Ok(builder.finish(summary))
}

/// Returns the earliest start date of a task.
fn earliest_start(project: &Project) -> Option<i32> {
    let schedules = project.model.tasks.all().filter_map(|task| task.shown.task.schedule.as_ref());
    schedules.filter_map(|schedule| parse_date(schedule.start_date.as_deref()?)).min()
}

/// Moves the dates of all tasks and returns the number of moved tasks.
fn move_dates(
    project: &Project,
    context: &Context,
    builder: &mut ChangeSetBuilder<'_>,
    days: i32,
) -> Result<usize, Refusal> {
    let tasks = &project.model.tasks;
    let mut stage = Stage::new(project, context);
    let mut count = 0;
    for task in tasks.all() {
        let schedule = task.shown.task.schedule.clone().unwrap_or_default();
        let (start_date, due_date) =
            (add_days(schedule.start_date.as_ref(), days), add_days(schedule.due_date.as_ref(), days));
        if days == 0 || (start_date.is_none() && due_date.is_none()) {
            continue;
        }
        if task_lookup::obstacle(tasks, task).is_some() {
            let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
            builder.warn(Text::with(texts::SKIPPED, args));
            continue;
        }
        let is_in_range = |day: Option<i32>| day.is_none_or(|day| (FIRST_DAY..=LAST_DAY).contains(&day));
        if !is_in_range(start_date) || !is_in_range(due_date) {
            let text = Text::with(texts::OUT_OF_RANGE, [("id", task.id().to_owned())]);
            return Err(refuse(RefusalCode::BadValue, text).about_task(task.id()));
        }
        let new = Schedule {
            start_date: start_date.map(format_date).or(schedule.start_date.clone()),
            due_date: due_date.map(format_date).or(schedule.due_date.clone()),
            ..schedule
        };
        stage.edit(&tasks.key(task))?.1.new.schedule = Some(new);
        count += 1;
    }
    stage.write(builder)?;
    Ok(count)
}

/// Returns a date plus a number of days, or `None` without a valid date.
fn add_days(date: Option<&String>, days: i32) -> Option<i32> {
    Some(parse_date(date?)?.saturating_add(days))
}

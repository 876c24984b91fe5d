//! The time entries of some days, as a list and as files for other programs.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use handoff_protocol::view::{TimeRow, TimeView, TimedActor, TimedTask};
use handoff_protocol::{Context, TimeFormat, TimeSelection, to_json};

use crate::Project;
use crate::ground::timestamp::sort_key;
use crate::knowledge::time::entries::{days, entries};
use crate::knowledge::time::source_name;
use crate::read::view::export::csv;

/// Lists time entries.
pub(crate) fn time(project: &Project, context: &Context, selection: &TimeSelection) -> TimeView {
    let mut view = TimeView::default();
    let mut actors = BTreeSet::new();
    for (id, entry) in entries(&project.model.activity) {
        let days = days(entry, selection.from..=selection.to, context);
        if days.is_empty() {
            continue;
        }
        actors.insert((entry.actor.name.clone(), entry.actor.kind));
        let is_task = selection.task.as_ref().is_none_or(|task| *task == entry.task);
        let is_actor = selection.actor.as_ref().is_none_or(|actor| *actor == entry.actor.name);
        if is_task && is_actor {
            view.entries.push(TimeRow { id: id.to_owned(), entry: entry.clone(), days });
        }
    }
    view.entries.sort_by_cached_key(|row| Reverse((sort_key(&row.entry.start), row.id.clone())));
    view.actors = actors.into_iter().map(|(name, kind)| TimedActor { name, kind }).collect();
    view.tasks = tasks(project, &view.entries);
    view
}

/// Returns the tasks of entries in the order of the tree, then those that do not exist.
fn tasks(project: &Project, entries: &[TimeRow]) -> Vec<TimedTask> {
    let mut missing: BTreeSet<&str> = entries.iter().map(|row| row.entry.task.as_str()).collect();
    let mut tasks = Vec::with_capacity(missing.len());
    for task in project.model.tasks.in_order().filter(|task| missing.remove(task.id())) {
        let schedule = task.shown.task.schedule.as_ref();
        tasks.push(TimedTask {
            id: task.id().to_owned(),
            title: Some(task.title().to_owned()),
            estimate_hours: schedule.and_then(|schedule| schedule.estimate_hours),
            actual_hours: schedule.and_then(|schedule| schedule.actual_hours),
        });
    }
    let unknown = |id: &str| TimedTask { id: id.to_owned(), title: None, estimate_hours: None, actual_hours: None };
    tasks.extend(missing.into_iter().map(unknown));
    tasks
}

/// Writes time entries, oldest first.
pub(crate) fn export(project: &Project, context: &Context, selection: &TimeSelection, format: TimeFormat) -> String {
    let mut view = time(project, context, selection);
    view.entries.reverse();
    match format {
        TimeFormat::Csv => table(&view),
        TimeFormat::Json => {
            let entries: Vec<String> = view.entries.iter().map(|row| to_json(&row.entry)).collect();
            format!("[\n{}\n]\n", entries.join(",\n"))
        }
    }
}

fn table(view: &TimeView) -> String {
    let columns = ["task", "title", "start", "end", "seconds", "source", "actor", "note"];
    let rows = view.entries.iter().map(|TimeRow { entry, .. }| {
        let task = view.tasks.iter().find(|task| task.id == entry.task);
        let title = task.and_then(|task| task.title.as_deref()).unwrap_or_default();
        [
            csv::text(&entry.task),
            csv::text(title),
            entry.start.clone(),
            entry.end.clone(),
            entry.seconds.to_string(),
            source_name(entry.source).to_owned(),
            csv::text(&entry.actor.name),
            csv::text(&entry.note),
        ]
    });
    csv::table(&columns, rows)
}

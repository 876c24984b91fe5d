//! The timers as they are after the steps that are not written yet.

use std::collections::BTreeSet;

use handoff_format::TimerEntry;
use handoff_protocol::{Actor, TimerStep, TimerView};

use crate::Project;
use crate::timers;
use crate::timers::ended_today::EndedToday;
use crate::timers::steps::{apply, running_since};

pub(super) struct Running {
    pub(super) timers: Vec<(String, TimerEntry)>,
}

impl Running {
    /// Returns the timers of some tasks, or of all of them.
    pub(super) fn of(project: &Project, pending: &[TimerStep], only: Option<&BTreeSet<String>>) -> Running {
        let file = timers::state(project).ok().flatten();
        let mut timers = file.map(|file| file.value.timers).unwrap_or_default();
        for step in pending {
            apply(&mut timers, step);
        }
        timers.retain(|(task, _)| only.is_none_or(|only| only.contains(task)));
        Running { timers }
    }

    /// Returns the tasks that have a timer.
    pub(super) fn tasks(&self) -> Vec<String> {
        self.timers.iter().map(|(task, _)| task.clone()).collect()
    }

    /// Returns the start of the stretch that a timer measures.
    pub(super) fn from(&self, task: &str) -> Option<i64> {
        self.timers.iter().find(|(id, _)| id == task).and_then(|(_, entry)| running_since(entry))
    }

    /// Returns the tasks whose timers run, with the starts of their stretches.
    pub(super) fn running(&self) -> Vec<(String, i64)> {
        let running = |(task, entry): &(String, TimerEntry)| Some((task.clone(), running_since(entry)?));
        self.timers.iter().filter_map(running).collect()
    }

    /// Returns the tasks whose timers wait for the person.
    pub(super) fn idle(&self) -> Vec<String> {
        let idle = self.timers.iter().filter(|(_, entry)| entry.paused_by_idle && running_since(entry).is_none());
        idle.map(|(task, _)| task.clone()).collect()
    }

    /// Returns what a window shows, running timers first.
    pub(super) fn views(
        &self,
        project: &Project,
        now: i64,
        worker: Option<&Actor>,
        ended: &EndedToday,
    ) -> Vec<TimerView> {
        let view = |(id, entry): &(String, TimerEntry)| {
            let elapsed_ms = timers::elapsed_ms(entry, now);
            let task = project.model.tasks.find(id).ok();
            let schedule = task.and_then(|task| task.shown.task.schedule.as_ref());
            let running = running_since(entry).is_some();
            TimerView {
                id: id.clone(),
                title: task.map(|task| task.title().to_owned()).unwrap_or_default(),
                running,
                idle: entry.paused_by_idle,
                elapsed_ms,
                today_seconds: ended.tasks.get(id).copied().unwrap_or_default().saturating_add(elapsed_ms / 1000),
                actual_hours: schedule.and_then(|schedule| schedule.actual_hours).unwrap_or_default(),
                estimate_hours: schedule.and_then(|schedule| schedule.estimate_hours),
                agent: worker.cloned().filter(|_| running),
            }
        };
        let mut views: Vec<TimerView> = self.timers.iter().map(view).collect();
        views.sort_by_key(|view| !view.running);
        views
    }
}

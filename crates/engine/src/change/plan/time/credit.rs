//! Adds measured time to tasks and to the log.
//!
//! Invariant: the hours of a task and the entry about them are in one change set.

use handoff_format::{fnv1a_hex, timestamp};
use handoff_protocol::{Actor, Change, Refusal, Schedule, Text, TimeEntry, TimeSource};

use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::staged_tasks::Stage;
use crate::ground::hours::round_hours;
use crate::ground::texts;
use crate::knowledge::time::timer_changes::Stretch;

/// The time that a command adds to tasks.
pub(super) struct Credits<'a> {
    stage: Stage<'a>,
    entries: Vec<(String, Option<TimeEntry>, Option<TimeEntry>)>,
    warnings: Vec<Text>,
}

impl<'a> Credits<'a> {
    pub(super) fn new(builder: &ChangeSetBuilder<'a>) -> Credits<'a> {
        let stage = Stage::new(builder.project(), builder.context());
        Credits { stage, entries: Vec::new(), warnings: Vec::new() }
    }

    /// Adds a stretch that a timer has measured.
    pub(super) fn add_stretch(&mut self, task: &str, stretch: Stretch, source: TimeSource, actor: Actor) {
        if stretch.seconds() == 0 {
            return;
        }
        let time = |seconds: i64| timestamp(seconds.saturating_mul(1000));
        let (start, end) = (time(stretch.start), time(stretch.end));
        let entry = TimeEntry {
            task: task.to_owned(),
            start,
            end,
            seconds: stretch.seconds(),
            source,
            actor,
            note: String::new(),
        };
        // Whoever writes the same stretch again writes the same entry.
        let key = format!("{task}\n{}\n{}\n{}", stretch.start, stretch.end, entry.actor.name);
        self.change(format!("time-{}", fnv1a_hex(key.as_bytes())), None, Some(entry));
    }

    /// Adds, changes or deletes an entry, and changes the hours of its tasks. If a task cannot be
    /// changed, the entry is logged nevertheless, with a warning.
    pub(super) fn change(&mut self, id: String, from: Option<TimeEntry>, to: Option<TimeEntry>) {
        let changes = from.iter().map(|entry| (entry, -1.0)).chain(to.iter().map(|entry| (entry, 1.0)));
        for (entry, sign) in changes {
            let hours = sign * hours(entry.seconds);
            if let Err(refusal) = self.add_hours(&entry.task, hours) {
                let why = ("why", refusal.text.to_string());
                let args = [("hours", format!("{hours:.2}")), ("id", entry.task.clone()), why];
                self.warnings.push(Text::with(texts::TIME_NOT_ADDED, args));
            }
        }
        self.entries.push((id, from, to));
    }

    /// Adds hours to the actual ones and subtracts them from the remaining ones.
    fn add_hours(&mut self, id: &str, hours: f64) -> Result<(), Refusal> {
        let schedule = self.stage.edit(id)?.1.new.schedule.get_or_insert_with(Schedule::default);
        schedule.actual_hours = Some(round_hours(schedule.actual_hours.unwrap_or_default() + hours).max(0.0));
        schedule.remaining_hours = schedule.remaining_hours.map(|remaining| round_hours(remaining - hours).max(0.0));
        Ok(())
    }

    /// Returns the actual hours of a task with the added ones.
    pub(super) fn actual_hours(&mut self, id: &str) -> f64 {
        let task = self.stage.edit(id).ok();
        let schedule = task.and_then(|(_, task)| task.new.schedule.as_ref());
        schedule.and_then(|schedule| schedule.actual_hours).unwrap_or_default()
    }

    /// Adds the tasks and the entries to a change set. Returns the number of entries.
    pub(super) fn write(self, builder: &mut ChangeSetBuilder<'_>) -> Result<usize, Refusal> {
        self.stage.write(builder)?;
        for warning in self.warnings {
            builder.warn(warning);
        }
        let count = self.entries.len();
        for (id, from, to) in self.entries {
            let task = to.as_ref().or(from.as_ref()).map(|entry| entry.task.clone());
            builder.log(task.as_deref(), Change::Entry { id, from: from.map(Box::new), to: to.map(Box::new) });
        }
        Ok(count)
    }
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
fn hours(seconds: u64) -> f64 {
    seconds as f64 / 3600.0
}

//! The time of today in stretches that have ended, written or not.

use std::collections::BTreeMap;

use handoff_format::timestamp;
use handoff_protocol::{Actor, ActorKind, Context, TimeEntry, TimeSource, TimerChange};

use crate::Project;
use crate::knowledge::time;
use crate::knowledge::time::entries::{days, entries};
use crate::knowledge::time::timer_changes::{Stretch, apply};

#[derive(Debug, Default)]
pub(super) struct EndedToday {
    /// Seconds by task, of everybody.
    pub(super) tasks: BTreeMap<String, u64>,
    /// Seconds of the person who gave the command.
    pub(super) person: u64,
}

impl EndedToday {
    pub(super) fn of(project: &Project, pending: &[TimerChange], context: &Context) -> EndedToday {
        let mut ended = EndedToday::default();
        for entry in entries(&project.model.activity).into_values() {
            ended.add(entry, context);
        }
        let file = time::state(project).ok().flatten();
        let mut timers = file.map(|file| file.value.timers).unwrap_or_default();
        for change in pending {
            if let Some(stretch) = apply(&mut timers, change) {
                ended.add(&unwritten_entry(change, stretch, &context.actor), context);
            }
        }
        ended
    }

    fn add(&mut self, entry: &TimeEntry, context: &Context) {
        let today = context.today();
        let seconds =
            days(entry, today..=today, context).iter().fold(0, |sum: u64, time| sum.saturating_add(time.seconds));
        if seconds == 0 {
            return;
        }
        let sum = self.tasks.entry(entry.task.clone()).or_default();
        *sum = sum.saturating_add(seconds);
        let is_person = entry.actor.kind == ActorKind::Human && entry.actor.name == context.actor.name;
        self.person = self.person.saturating_add(if is_person { seconds } else { 0 });
    }
}

fn unwritten_entry(change: &TimerChange, stretch: Stretch, person: &Actor) -> TimeEntry {
    TimeEntry {
        task: change.task.clone(),
        start: timestamp(stretch.start.saturating_mul(1000)),
        end: timestamp(stretch.end.saturating_mul(1000)),
        seconds: stretch.seconds(),
        source: TimeSource::Editor,
        actor: change.agent.clone().unwrap_or_else(|| person.clone()),
        note: String::new(),
    }
}

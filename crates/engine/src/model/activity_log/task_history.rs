//! The history of one task, which may be in any log, also under the IDs that the task had before.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use handoff_format::Value;
use handoff_protocol::{Change, Event};

use crate::ground::timestamp::parse_timestamp;
use crate::model::activity_log::{Activity, without_repetition};

impl Activity {
    /// Returns the newest events of a task, newest first, without duplicates. Includes the events
    /// under its former IDs.
    pub(crate) fn task_events(&self, id: &str, limit: usize) -> Vec<Event> {
        let mut events = Vec::new();
        // IDs of the task, each with the time until which it was the task's ID.
        let mut pending_ids: Vec<(&str, Option<DateTime<Utc>>)> = vec![(id, None)];
        let mut visited_ids = BTreeSet::default();
        while let Some((id, until)) = pending_ids.pop() {
            if !visited_ids.insert((id, until)) {
                continue;
            }
            for event in self.events_of(id) {
                let at = parse_timestamp(&event.at);
                if until.is_some() && at > until {
                    continue;
                }
                events.push(event);
                if at.is_some() {
                    pending_ids.extend(former_id(event).map(|former_id| (former_id, at)));
                }
            }
        }
        without_repetition(events).into_iter().rev().take(limit).cloned().collect()
    }

    /// Returns the paths of the logs that must be read for all events of a task: those whose index
    /// names it, or an ID that it had before.
    pub(crate) fn logs_of(&self, id: &str) -> Vec<&str> {
        let changes: Vec<(&str, &str)> =
            self.figure_events().filter_map(|event| Some((event.task.as_deref()?, former_id(event)?))).collect();
        let mut ids = BTreeSet::from([id]);
        let mut pending_ids = vec![id];
        while let Some(id) = pending_ids.pop() {
            let former_ids = changes.iter().filter(|(task, _)| *task == id).map(|(_, former_id)| *former_id);
            pending_ids.extend(former_ids.filter(|former_id| ids.insert(former_id)));
        }
        self.files.iter().filter(|(_, file)| file.has_indexed(&ids)).map(|(path, _)| path.as_str()).collect()
    }
}

/// Returns the ID that the task of an event had before it.
fn former_id(event: &Event) -> Option<&str> {
    match &event.change {
        Change::Field { field, from: Value::String(former_id), .. } if field == "id" => Some(former_id),
        _ => None,
    }
}

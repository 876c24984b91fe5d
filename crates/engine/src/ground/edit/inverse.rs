//! The inverse of a change set.

use handoff_format::Value;
use handoff_protocol::{Change, ChangeSet, Edit, Event};

use crate::ground::edit::paths;
use crate::ground::tree::{LOCAL, is_log, within};

/// Returns the inverse edits, last first. A change of a log has no inverse, and neither has one of a
/// file that matters on this machine only.
pub fn inverse_edits(edits: &[Edit]) -> Vec<Edit> {
    edits.iter().rev().filter(|edit| !is_local(edit)).filter_map(inverse_edit).collect()
}

/// Returns whether an edit changes a file that matters on this machine only.
pub(crate) fn is_local(edit: &Edit) -> bool {
    paths(edit).any(|path| within(path, LOCAL))
}

/// Returns the inverse change set. Events are reversed; observed events, and those that the planner
/// derives from the edits, are dropped. IDs and timestamps are kept. The planner of an undo assigns
/// new ones.
pub fn inverse(changes: &ChangeSet) -> ChangeSet {
    let own_events = changes.events.iter().rev().filter(|event| !event.observed);
    let events: Vec<Event> = own_events.filter_map(inverse_event).collect();
    let created = events
        .iter()
        .filter(|event| matches!(event.change, Change::Created { .. }))
        .filter_map(|event| event.task.clone())
        .collect();
    ChangeSet {
        summary: changes.summary.clone(),
        edits: inverse_edits(&changes.edits),
        events,
        created,
        settled: changes.settled.clone(),
        ..ChangeSet::default()
    }
}

fn inverse_edit(edit: &Edit) -> Option<Edit> {
    Some(match edit.clone() {
        Edit::Write { path, .. } if is_log(&path) => return None,
        Edit::Write { path, before: Some(before), after } => Edit::Write { path, before: Some(after), after: before },
        Edit::Write { path, before: None, after } => Edit::Remove { path, before: after },
        Edit::Remove { path, before } => Edit::Write { path, before: None, after: before },
        Edit::Move { from, to } => Edit::Move { from: to, to: from },
        Edit::MakeFolder { path } => Edit::RemoveFolder { path },
        Edit::RemoveFolder { path } => Edit::MakeFolder { path },
        Edit::Append { .. } => return None,
    })
}

fn inverse_event(event: &Event) -> Option<Event> {
    let task = match &event.change {
        // Events after a change of the ID are logged under the new one.
        Change::Field { field, from: Value::String(id), .. } if field == "id" => Some(id.clone()),
        _ => event.task.clone(),
    };
    let change = match event.change.clone() {
        Change::Created { title, state } => Change::Deleted { title, state },
        Change::Deleted { title, state } => Change::Created { title, state },
        Change::Moved { from, to } => Change::Moved { from: to, to: from },
        Change::Field { field, from, to } => Change::Field { field, from: to, to: from },
        Change::Renamed { from, to } => Change::Renamed { from: to, to: from },
        Change::Baseline { from, to } => Change::Baseline { from: to, to: from },
        Change::Repaired { path, key, from, to } => Change::Repaired { path, key, from: to, to: from },
        Change::Config { key, from, to } => Change::Config { key, from: to, to: from },
        Change::Timer { running } => Change::Timer { running: !running },
        Change::Entry { id, from, to } => Change::Entry { id, from: to, to: from },
        Change::Time { hours } => Change::Time { hours: -hours },
        Change::Criterion { item, checked } => Change::Criterion { item, checked: !checked },
        Change::Session { .. }
        | Change::Superseded { .. }
        | Change::Answered { .. }
        | Change::Memory { .. }
        | Change::Document { .. }
        | Change::Referral { .. }
        | Change::Proof { .. }
        | Change::Claim { .. } => return None,
    };
    Some(Event { task, change, ..event.clone() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use handoff_protocol::{Actor, Text};

    use super::*;

    #[test]
    fn inverse_reverses_events() {
        let event = |change| Event {
            id: "e".to_owned(),
            at: String::new(),
            actor: Arc::new(Actor::person("")),
            task: Some("t1".to_owned()),
            session: None,
            change,
            observed: false,
            since: None,
        };
        let title = "x".to_owned();
        let change = ChangeSet {
            summary: Text::plain("Delete t1"),
            events: vec![
                event(Change::Moved { from: None, to: Some("t2".to_owned()) }),
                event(Change::Deleted { title: title.clone(), state: None }),
            ],
            warnings: vec![Text::plain("w")],
            ..ChangeSet::default()
        };
        let inverted = inverse(&change);
        assert_eq!(
            inverted.events,
            [
                event(Change::Created { title, state: None }),
                event(Change::Moved { from: Some("t2".to_owned()), to: None })
            ]
        );
        assert_eq!(inverted.created, ["t1"]);
        assert_eq!(inverted.warnings, []);
        assert_eq!(inverse(&inverted).events, change.events);
    }
}

//! The fields that a call gives a task.

use handoff_protocol::{Criterion, ListPatch, Priority, Status, TaskPatch};

use crate::Complaint;
use crate::arguments::Arguments;
use crate::schema::{PRIORITIES, statuses};

/// The fields of a wish. An absent one is kept, null clears what can be cleared.
pub(super) fn patch(wish: &Arguments<'_>) -> Result<TaskPatch, Complaint> {
    let whole = |name: &str| -> Result<Option<ListPatch>, Complaint> {
        let set = wish.texts(name)?.or_else(|| wish.is_null(name).then(Vec::new));
        Ok(set.map(|set| ListPatch { set: Some(set), ..ListPatch::default() }))
    };
    let mut patch = TaskPatch {
        title: wish.text("title")?.map(str::to_owned),
        status: wish.word("status", &statuses(), Status::from_name)?,
        notes: wish.text("notes")?.map(|notes| Some(notes.to_owned())),
        priority: wish.word("priority", &PRIORITIES, Priority::from_name)?.map(Some),
        assignee: wish
            .text("assignee")?
            .map(|key| Some(key.to_owned()))
            .or_else(|| wish.is_null("assignee").then_some(None)),
        labels: whole("labels")?,
        links: whole("links")?,
        dependencies: whole("dependencies")?,
        criteria: criteria(wish)?,
        ..TaskPatch::default()
    };
    if patch.notes.is_none() {
        patch.append_notes = wish.text("notes_append")?.map(str::to_owned);
    }
    if let Some(schedule) = wish.members("schedule")? {
        patch.start_date = schedule.text("start_date")?.map(|date| Some(date.to_owned()));
        patch.due_date = schedule.text("due_date")?.map(|date| Some(date.to_owned()));
        patch.estimate_hours = schedule.number("estimate_hours")?.map(Some);
        patch.actual_hours = schedule.number("actual_hours")?.map(Some);
        patch.remaining_hours = schedule.number("remaining_hours")?.map(Some);
        patch.milestone = schedule.text("milestone")?.map(|name| Some(name.to_owned()));
        patch.pinned = schedule.flag("pinned")?.map(Some);
    }
    Ok(patch)
}

fn criteria(wish: &Arguments<'_>) -> Result<Option<Vec<Criterion>>, Complaint> {
    let Some(entries) = wish.each("done_criteria")? else {
        return Ok(wish.is_null("done_criteria").then(Vec::new));
    };
    entries.iter().map(criterion).collect::<Result<Vec<_>, Complaint>>().map(Some)
}

/// An entry of a check list.
pub(super) fn criterion(entry: &Arguments<'_>) -> Result<Criterion, Complaint> {
    let item = entry.required_text("item")?.to_owned();
    Ok(Criterion { item, checked: entry.flag("checked")?.unwrap_or(false) })
}

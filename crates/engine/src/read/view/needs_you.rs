//! The work that needs a person: tasks in review, blocked tasks, the person's items of checklists,
//! unverified decisions and proposals. Every surface that counts or lists them follows this file.

use handoff_format::Value;
use handoff_protocol::Status;
use handoff_protocol::view::{EntryList, NeedsYou};

use crate::knowledge::register::{EntryKind, Knowledge, RegisterEntry};
use crate::model::{Model, TaskRef};
use crate::read::view::card::count;
use crate::read::view::sessions;

/// The owner of checklist items that wait for the user.
const USER: &str = "user";
/// The confidence of unverified decisions.
const UNVERIFIED: &str = "unverified";

/// Counts what needs a person. The work of a task with subtasks is that of its subtasks, so it does
/// not count itself.
pub(crate) fn needs_you(model: &Model, knowledge: &Knowledge) -> NeedsYou {
    let tasks = &model.tasks;
    let with = |status: Status| {
        let is_counted = |task: &TaskRef<'_>| task.status() == status && tasks.is_leaf(task.slot);
        count(tasks.all().filter(is_counted).count())
    };
    NeedsYou {
        review: with(Status::Review),
        blocked: with(Status::Blocked),
        items: items(knowledge, 0).total,
        decisions: decisions(knowledge, 0).total,
        proposals: count(model.records.proposals().filter(|proposal| proposal.is_open()).count()),
    }
}

/// Lists at most `max` open items of checklists that the user has to do.
pub(crate) fn items(knowledge: &Knowledge, max: usize) -> EntryList {
    sessions::standing(knowledge, EntryKind::OpenItem, max, |entry| has(entry, "owner", USER))
}

/// Lists at most `max` valid decisions that are not verified.
pub(crate) fn decisions(knowledge: &Knowledge, max: usize) -> EntryList {
    sessions::standing(knowledge, EntryKind::Decision, max, |entry| has(entry, "confidence", UNVERIFIED))
}

fn has(entry: &RegisterEntry, key: &str, text: &str) -> bool {
    entry.value.get(key).and_then(Value::as_str) == Some(text)
}

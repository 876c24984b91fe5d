//! Observes what other programs do to tasks: turns the difference that a feed makes into events.
//!
//! Invariant: no event is pending that is in the log already. The first feed of a project makes no
//! events. A checkout that restores or removes tasks makes none either.

use std::collections::BTreeSet;
use std::sync::Arc;

use handoff_format::{Task, fnv1a_hex};
use handoff_protocol::{Actor, Change, Event, FileState, Status};
use serde_json::Value;

use crate::ground::timestamp::parse_timestamp;
use crate::ground::tree::{Entry, Tree, parent, within};
use crate::model::activity_log::{Activity, FactKey, FactValue, fact};
use crate::model::task_fields::{field_changes, logged_task};
use crate::model::{Model, TaskRef, Tasks};

/// A task counts as deleted after this time. Other programs delete a file before they write it
/// anew, and the move of a folder may be reported in two parts.
const DELETED_AFTER_MS: i64 = 1_000;

/// A task at one point in time.
#[derive(Clone, Debug)]
struct TaskSnapshot {
    task: Arc<Task>,
    status: Option<Status>,
    folder: String,
    /// The ID of its parent.
    parent: Option<String>,
    /// Whether there is a pending or logged event about its deletion.
    is_deletion_observed: bool,
}

impl TaskSnapshot {
    fn id(&self) -> &str {
        &self.task.id
    }

    /// Returns `updated_at`, if it is a valid timestamp.
    fn updated_at(&self) -> Option<String> {
        self.task.updated_at.clone().filter(|stamp| parse_timestamp(stamp).is_some())
    }

    /// Returns whether this is most likely the same task as `former`, with another ID.
    fn is_like(&self, former: &TaskSnapshot) -> bool {
        let (task, other) = (&self.task, &former.task);
        self.folder == former.folder
            || (task.created_at.is_some() && task.created_at == other.created_at && task.title == other.title)
    }
}

/// The tasks that a feed may change, as they are before it.
#[derive(Debug, Default)]
pub(crate) struct TasksBefore {
    folders: BTreeSet<String>,
    /// `None` once a snapshot is matched with the task after the feed.
    tasks: Vec<Option<TaskSnapshot>>,
}

/// A task before a feed, if it was there, and after it.
struct TaskChange {
    before: Option<TaskSnapshot>,
    after: TaskSnapshot,
}

/// Collects the events about what other programs did until they are written to the log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observer {
    /// The last state of tasks that are deleted, broken or share their ID at the moment.
    unavailable: Vec<TaskSnapshot>,
    /// Events that are in no log.
    pending: Vec<Event>,
}

/// Returns the task folders that some files may affect.
fn affected_folders(tree: &Tree, tasks: &Tasks, files: &[FileState]) -> BTreeSet<String> {
    let mut folders = tasks.missing_folders();
    for state in files {
        match state {
            FileState::Folder { path } => {
                folders.push(path.clone());
            }
            FileState::Gone { path } if tree.is_folder(path) => {
                let below = tasks.folders().filter(|(_, node)| within(&node.folder, path));
                folders.extend(below.map(|(_, node)| node.folder.clone()));
            }
            FileState::File { path, .. }
            | FileState::LogEnd { path, .. }
            | FileState::Link { path }
            | FileState::Unreadable { path, .. }
            | FileState::Gone { path } => {
                folders.push(parent(path).to_owned());
            }
        }
    }
    folders.into_iter().collect()
}

/// Returns the tasks in some folders that can be parsed and have a unique ID.
fn snapshots(tasks: &Tasks, folders: &BTreeSet<String>) -> Vec<TaskSnapshot> {
    let candidates = folders.iter().filter_map(|folder| tasks.task_in_folder(folder));
    let available = candidates.filter(|task| !task.shown.is_broken && tasks.is_unique(*task));
    let snapshot = |task: TaskRef<'_>| TaskSnapshot {
        task: task.shown.task.clone(),
        status: task.shown.named_status,
        folder: task.node.folder.clone(),
        parent: tasks.parent(task.slot).map(|parent| parent.id().to_owned()),
        is_deletion_observed: false,
    };
    available.map(snapshot).collect()
}

/// Returns whether nothing of a task is left, not even a file that cannot be read.
fn is_gone(tree: &Tree, tasks: &Tasks, task: &TaskSnapshot) -> bool {
    let is_unread = |entry: &Entry| matches!(entry, Entry::Link | Entry::Unreadable { .. });
    let mut folder = task.folder.as_str();
    let mut exists = tasks.with_id(task.id()).next().is_some()
        || tasks.task_in_folder(folder).is_some_and(|task| task.shown.is_broken)
        || tree.children(folder).any(|(_, entry)| is_unread(entry));
    while !exists && !folder.is_empty() {
        exists = tree.get(folder).is_some_and(is_unread);
        folder = parent(folder);
    }
    !exists
}

impl Observer {
    /// Returns the tasks that some files may change. Called before the files are fed.
    pub(crate) fn tasks_before(&self, tree: &Tree, tasks: &Tasks, files: &[FileState]) -> TasksBefore {
        if self.unavailable.is_empty() && tree.children("").next().is_none() {
            // The first feed.
            return TasksBefore::default();
        }
        let folders = affected_folders(tree, tasks, files);
        TasksBefore { tasks: snapshots(tasks, &folders).into_iter().map(Some).collect(), folders }
    }

    /// Compares tasks with their state before a feed and adds the differences as pending events.
    /// `now` is in milliseconds since 1970-01-01 UTC.
    pub(crate) fn compare(&mut self, before: TasksBefore, tree: &Tree, model: &Model, now: i64) {
        let tasks = &model.tasks;
        let mut task_changes = self.match_tasks(before, tasks);
        for change in task_changes.iter_mut().filter(|change| change.before.is_none()) {
            change.before = self.take_returned(tree, tasks, &change.after);
        }
        let is_checkout = task_changes.iter().any(|change| {
            let TaskChange { before, after } = change;
            before.as_ref().is_some_and(|before| is_older(after, before))
        });
        if is_checkout {
            self.pending.retain(|event| !may_return(event, now));
        }
        let mut events = Vec::new();
        for task in &mut self.unavailable {
            if !task.is_deletion_observed && is_gone(tree, tasks, task) {
                task.is_deletion_observed = true;
                let state = Some(logged_task((&task.task, task.status), task.parent.as_deref()));
                let change = Change::Deleted { title: task.task.title.clone(), state };
                events.push(observed_event(task.id(), change, handoff_format::timestamp(now), task.updated_at()));
            }
        }
        for TaskChange { before, after } in &task_changes {
            if let Some(before) = before {
                self.add_field_changes(before, after, now);
                if is_moved(tasks, &task_changes, before, after) {
                    let change = Change::Moved { from: before.parent.clone(), to: after.parent.clone() };
                    events.push(observed_event(
                        after.id(),
                        change,
                        changed_at(before, after, now),
                        before.updated_at(),
                    ));
                }
            } else {
                // Without a creation time, `add_task_changes` sets the current time.
                let at = after.task.created_at.clone().unwrap_or_default();
                let state = Some(logged_task((&after.task, after.status), after.parent.as_deref()));
                let change = Change::Created { title: after.task.title.clone(), state };
                events.push(observed_event(after.id(), change, at, None));
            }
        }
        if !is_checkout && !events.is_empty() {
            self.add_task_changes(&model.activity, events, now);
        }
    }

    /// Pairs the tasks after a feed with those before it, by ID. The tasks that are not there any
    /// more become unavailable.
    fn match_tasks(&mut self, mut before: TasksBefore, tasks: &Tasks) -> Vec<TaskChange> {
        let mut task_changes = Vec::new();
        let mut next = 0;
        for after in snapshots(tasks, &before.folders) {
            // Start after the last match: mostly the tasks have the same order as before.
            let has_same_id = |index: &usize| {
                before.tasks.get(*index).is_some_and(|task| task.as_ref().is_some_and(|task| task.id() == after.id()))
            };
            let index = (next..before.tasks.len()).chain(0..next).find(has_same_id);
            next = index.map_or(next, |index| index + 1);
            let matching = index.and_then(|index| before.tasks.get_mut(index)).and_then(Option::take);
            task_changes.push(TaskChange { before: matching, after });
        }
        for task in before.tasks.into_iter().flatten() {
            self.unavailable.retain(|other| other.id() != task.id());
            self.unavailable.push(task);
        }
        task_changes
    }

    /// Removes and returns the last state of a task that is available again, perhaps with another
    /// ID. Drops the event about its deletion.
    fn take_returned(&mut self, tree: &Tree, tasks: &Tasks, task: &TaskSnapshot) -> Option<TaskSnapshot> {
        let is_same =
            |former: &TaskSnapshot| former.id() == task.id() || (task.is_like(former) && is_gone(tree, tasks, former));
        let index = self.unavailable.iter().position(is_same)?;
        let former = self.unavailable.swap_remove(index);
        self.pending.retain(|event| !(is_deletion(event) && event.task.as_deref() == Some(former.id())));
        Some(former)
    }

    /// Adds events about changed fields and a changed ID.
    fn add_field_changes(&mut self, before: &TaskSnapshot, after: &TaskSnapshot, now: i64) {
        if is_older(after, before) {
            return;
        }
        let mut changes = field_changes((&before.task, before.status), (&after.task, after.status));
        if before.id() != after.id() {
            changes.push(Change::Field {
                field: "id".to_owned(),
                from: Value::from(before.id()),
                to: Value::from(after.id()),
            });
        }
        // An event of a file without a timestamp is identified by its fact and value alone.
        let stamp = after.updated_at().unwrap_or_default();
        for change in changes {
            let mut event = observed_event(after.id(), change, changed_at(before, after, now), before.updated_at());
            event.id = event_id(&event, &stamp);
            if self.pending.iter().all(|other| other.id != event.id) {
                self.pending.push(event);
            }
        }
    }

    /// Adds events about created, deleted and moved tasks. These changes have no timestamp of their
    /// own: they happened after the last event about the same fact.
    fn add_task_changes(&mut self, activity: &Activity, mut events: Vec<Event>, now: i64) {
        activity.set_since(&self.pending, &mut events);
        for mut event in events {
            if parse_timestamp(&event.at) <= event.since.as_deref().and_then(parse_timestamp) {
                event.at = handoff_format::timestamp(now);
            }
            event.id = event_id(&event, event.since.as_ref().unwrap_or(&event.at));
            self.pending.push(event);
        }
    }

    /// Drops pending events that are in a log by now.
    pub(crate) fn drop_logged(&mut self, activity: &Activity) {
        if self.pending.is_empty() {
            return;
        }
        let unlogged = activity.find_unlogged(&self.pending);
        for event in std::mem::replace(&mut self.pending, unlogged) {
            if is_deletion(&event)
                && let Some(id) = &event.task
                && self.pending.iter().all(|other| other.id != event.id)
            {
                self.unavailable.retain(|task| task.id() != id);
            }
        }
    }

    /// Returns whether there is an event to write to the log.
    pub(crate) fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Returns the events to write to the log now. Deletions wait for [`DELETED_AFTER_MS`].
    pub(crate) fn pending(&self, now: i64) -> Vec<Event> {
        self.pending.iter().filter(|event| !may_return(event, now)).cloned().collect()
    }
}

/// Returns whether a task is older than before, for example after a checkout: then nobody has
/// changed it.
fn is_older(after: &TaskSnapshot, before: &TaskSnapshot) -> bool {
    let updated_at = |task: &TaskSnapshot| task.updated_at().as_deref().and_then(parse_timestamp);
    updated_at(after).is_some_and(|time| Some(time) < updated_at(before))
}

/// Returns the time of a change: the new `updated_at`, or `now` if it has not changed, as after an
/// edit by hand.
fn changed_at(before: &TaskSnapshot, after: &TaskSnapshot, now: i64) -> String {
    let stamp = after.updated_at().filter(|_| after.updated_at() != before.updated_at());
    stamp.unwrap_or_else(|| handoff_format::timestamp(now))
}

/// Returns whether a task has another parent. A parent with a new ID is the same parent.
fn is_moved(tasks: &Tasks, task_changes: &[TaskChange], before: &TaskSnapshot, after: &TaskSnapshot) -> bool {
    let is_parent_renamed = || {
        let is_old_id_gone = before.parent.as_ref().is_some_and(|id| tasks.with_id(id).next().is_none());
        let is_new_id = |change: &TaskChange| {
            let id = change.after.id();
            after.parent.as_deref() == Some(id) && change.before.as_ref().is_none_or(|before| before.id() != id)
        };
        is_old_id_gone && task_changes.iter().any(is_new_id)
    };
    before.folder != after.folder && before.parent != after.parent && !is_parent_renamed()
}

/// Returns an event without an ID.
fn observed_event(task: &str, change: Change, at: String, since: Option<String>) -> Event {
    Event {
        id: String::new(),
        at,
        actor: Arc::new(Actor::agent("")),
        task: Some(task.to_owned()),
        session: None,
        change,
        observed: true,
        since,
    }
}

fn is_deletion(event: &Event) -> bool {
    matches!(event.change, Change::Deleted { .. })
}

/// Returns whether an event is about a task that was deleted just now and may return.
fn may_return(event: &Event, now: i64) -> bool {
    let limit = now.saturating_sub(DELETED_AFTER_MS);
    is_deletion(event) && parse_timestamp(&event.at).is_some_and(|at| at.timestamp_millis() > limit)
}

/// Returns an ID that is the same for every observer: a hash of the task, the fact, its new value
/// and a timestamp.
///
/// The old value is left out, since observers may have seen different ones.
fn event_id(event: &Event, stamp: &str) -> String {
    let (name, value) = match fact(event) {
        Some((FactKey { name, .. }, FactValue::Value(to))) => (name, to.to_string()),
        Some((FactKey { name, .. }, FactValue::Parent(to))) => (name, to.unwrap_or("").to_owned()),
        Some((FactKey { name, .. }, FactValue::Exists(to))) => (name, to.to_string()),
        None => ("", String::new()),
    };
    // `observed_event` always sets the task.
    let task = event.task.as_deref().unwrap_or("");
    let text = [task, name, &value, stamp].join("\0");
    "o-".to_owned() + &fnv1a_hex(text.as_bytes())
}

//! What other programs were seen to do to tasks: the difference that a feed makes, as events.
//!
//! Invariant: nothing is pending that the log tells already, and reading a project for the first time makes nothing pending. What a
//! checkout brings back or takes away is no event.

use std::collections::BTreeSet;
use std::sync::Arc;

use handoff_format::{Task, fnv1a_hex};
use handoff_protocol::{Actor, ActorKind, Change, Event, FileState, Status};
use serde_json::Value;

use crate::model::activity_log::{Activity, FactValue, fact};
use crate::model::field_changes::changes;
use crate::model::{Model, TaskRef, Tasks};
use crate::timestamp::instant;
use crate::tree::{Entry, Tree, parent, within};

/// A task that is away for so many milliseconds is gone: other programs take a file away before they write it, and folders that
/// move may be reported in two parts.
const GONE_AFTER: i64 = 1_000;

/// A task as it is known.
#[derive(Clone, Debug)]
struct Facts {
    task: Arc<Task>,
    status: Option<Status>,
    folder: String,
    parent: Option<String>,
    /// Of one that is away: whether something of it is still there.
    is_hidden: bool,
}

impl Facts {
    fn id(&self) -> &str {
        &self.task.id
    }

    fn stamp(&self) -> Option<String> {
        self.task.updated_at.clone().filter(|stamp| instant(stamp).is_some())
    }

    /// Whether this is most likely what another task was, with another id.
    fn is_like(&self, former: &Facts) -> bool {
        let (task, other) = (&self.task, &former.task);
        self.folder == former.folder
            || (task.created_at.is_some() && task.created_at == other.created_at && task.title == other.title)
    }
}

/// What some files are about, as it was before they were taken in.
#[derive(Debug, Default)]
pub(crate) struct TasksBefore {
    folders: BTreeSet<String>,
    /// None for those of which is known what became of them.
    tasks: Vec<Option<Facts>>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Observer {
    /// Tasks that are gone, broken or not alone with their id just now, as they were before.
    away: Vec<Facts>,
    /// What was seen and stands in no log.
    pending: Vec<Event>,
}

/// The task folders that some files concern.
fn concerned(tree: &Tree, tasks: &Tasks, files: &[FileState]) -> BTreeSet<String> {
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
            | FileState::Link { path }
            | FileState::Unreadable { path, .. }
            | FileState::Gone { path } => {
                folders.push(parent(path).to_owned());
            }
        }
    }
    folders.into_iter().collect()
}

/// The tasks in these folders that are what they seem to be.
fn facts(tasks: &Tasks, folders: &BTreeSet<String>) -> Vec<Facts> {
    let found = folders.iter().filter_map(|folder| tasks.in_folder(folder));
    let sound = found.filter(|task| !task.shown.broken && tasks.is_unique(*task));
    let facts = |task: TaskRef<'_>| Facts {
        task: task.shown.task.clone(),
        status: task.shown.named_status,
        folder: task.node.folder.clone(),
        parent: tasks.parent(task.slot).map(|parent| parent.id().to_owned()),
        is_hidden: true,
    };
    sound.map(facts).collect()
}

/// Whether nothing of a task is left, not even something that cannot be read.
fn is_gone(tree: &Tree, tasks: &Tasks, known: &Facts) -> bool {
    let is_unread = |entry: &Entry| matches!(entry, Entry::Link | Entry::Unreadable { .. });
    let mut folder = known.folder.as_str();
    let mut is_left = tasks.with_id(known.id()).next().is_some()
        || tasks.in_folder(folder).is_some_and(|task| task.shown.broken)
        || tree.children(folder).any(|(_, entry)| is_unread(entry));
    while !is_left && !folder.is_empty() {
        is_left = tree.get(folder).is_some_and(is_unread);
        folder = parent(folder);
    }
    !is_left
}

/// A task before, if it was known, and after.
type Pair = (Option<Facts>, Facts);

impl Observer {
    /// Takes note of what became of a scene, at a time in milliseconds since 1970-01-01 UTC.
    pub(crate) fn compare(&mut self, mut before: TasksBefore, tree: &Tree, model: &Model, now: i64) {
        let tasks = &model.tasks;
        let mut pairs: Vec<Pair> = Vec::new();
        let mut next = 0;
        for new in facts(tasks, &before.folders) {
            // Mostly they come in the same order.
            let is_it = |place: &usize| {
                before.tasks.get(*place).is_some_and(|old| old.as_ref().is_some_and(|old| old.id() == new.id()))
            };
            let place = (next..before.tasks.len()).chain(0..next).find(is_it);
            next = place.map_or(next, |place| place + 1);
            let old = place.and_then(|place| before.tasks.get_mut(place)).and_then(Option::take);
            pairs.push((old, new));
        }
        for left in before.tasks.into_iter().flatten() {
            self.away.retain(|known| known.id() != left.id());
            self.away.push(left);
        }
        for (old, new) in pairs.iter_mut().filter(|(old, _)| old.is_none()) {
            *old = self.back(tree, tasks, new);
        }
        let is_checkout = pairs.iter().any(|(old, new)| old.as_ref().is_some_and(|old| is_older(new, old)));
        if is_checkout {
            self.pending.retain(|event| !is_fresh(event, now));
        }
        let mut seen = Vec::new();
        for left in &mut self.away {
            if left.is_hidden && is_gone(tree, tasks, left) {
                left.is_hidden = false;
                let change = Change::Deleted { title: left.task.title.clone() };
                seen.push(observed(left.id(), change, handoff_format::timestamp(now), left.stamp()));
            }
        }
        for (old, new) in &pairs {
            if let Some(old) = old {
                self.note_fields(old, new, now);
                if is_moved(tasks, &pairs, old, new) {
                    let change = Change::Moved { from: old.parent.clone(), to: new.parent.clone() };
                    seen.push(observed(new.id(), change, moment(old, new, now), old.stamp()));
                }
            } else {
                let at = new.task.created_at.clone().unwrap_or_default();
                seen.push(observed(new.id(), Change::Created { title: new.task.title.clone() }, at, None));
            }
        }
        if !is_checkout && !seen.is_empty() {
            self.note_places(&model.activity, seen, now);
        }
    }

    /// What a task was when it went away, perhaps with another id; then it was not gone.
    fn back(&mut self, tree: &Tree, tasks: &Tasks, new: &Facts) -> Option<Facts> {
        let is_it = |left: &Facts| left.id() == new.id() || (new.is_like(left) && is_gone(tree, tasks, left));
        let left = self.away.iter().position(is_it)?;
        let left = self.away.swap_remove(left);
        self.pending.retain(|event| !(is_deletion(event) && event.task.as_deref() == Some(left.id())));
        Some(left)
    }

    /// What some files are about, before they are taken in.
    pub(crate) fn scene(&self, tree: &Tree, tasks: &Tasks, files: &[FileState]) -> TasksBefore {
        if self.away.is_empty() && tree.children("").next().is_none() {
            return TasksBefore::default();
        }
        let folders = concerned(tree, tasks, files);
        TasksBefore { tasks: facts(tasks, &folders).into_iter().map(Some).collect(), folders }
    }

    fn note_fields(&mut self, old: &Facts, new: &Facts, now: i64) {
        if is_older(new, old) {
            return;
        }
        let stamp = new.stamp();
        let mut found = changes((&old.task, old.status), (&new.task, new.status));
        if old.id() != new.id() {
            found.push(Change::Field {
                field: "id".to_owned(),
                from: Value::from(old.id()),
                to: Value::from(new.id()),
            });
        }
        for change in found {
            let mut event = observed(new.id(), change, moment(old, new, now), old.stamp());
            event.id = identity(&event, stamp.as_deref().unwrap_or_default());
            if self.pending.iter().all(|known| known.id != event.id) {
                self.pending.push(event);
            }
        }
    }

    /// Takes note of what has no stamp of its own: that a task came, went or got another parent. It happened after the last such event.
    fn note_places(&mut self, activity: &Activity, mut seen: Vec<Event>, now: i64) {
        activity.date(&self.pending, &mut seen);
        for mut event in seen {
            if instant(&event.at) <= event.since.as_deref().and_then(instant) {
                event.at = handoff_format::timestamp(now);
            }
            event.id = identity(&event, event.since.as_ref().unwrap_or(&event.at));
            self.pending.push(event);
        }
    }

    /// Drops what stands in a log by now.
    pub(crate) fn forget_told(&mut self, activity: &Activity) {
        if self.pending.is_empty() {
            return;
        }
        let left = activity.without_told(&self.pending);
        for event in std::mem::replace(&mut self.pending, left) {
            if is_deletion(&event)
                && let Some(id) = &event.task
                && self.pending.iter().all(|left| left.id != event.id)
            {
                self.away.retain(|left| left.id() != id);
            }
        }
    }

    /// Whether anything is to be written down.
    pub(crate) fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// What is to be written down at a time, as it was seen.
    pub(crate) fn pending(&self, now: i64) -> Vec<Event> {
        self.pending.iter().filter(|event| !is_fresh(event, now)).cloned().collect()
    }
}

/// Whether an older state has come back, as by a checkout: then nobody has done anything to the task.
fn is_older(new: &Facts, old: &Facts) -> bool {
    let moment = |facts: &Facts| facts.stamp().as_deref().and_then(instant);
    moment(new).is_some_and(|new| Some(new) < moment(old))
}

/// When a task became another one. Who leaves the stamp as it is, as people do by hand, does not say when.
fn moment(old: &Facts, new: &Facts, now: i64) -> String {
    new.stamp().filter(|_| new.stamp() != old.stamp()).unwrap_or_else(|| handoff_format::timestamp(now))
}

/// Whether a task has come under another parent. A parent that got another id is the same parent.
fn is_moved(tasks: &Tasks, pairs: &[Pair], old: &Facts, new: &Facts) -> bool {
    let is_renamed = || {
        let is_gone = old.parent.as_ref().is_some_and(|id| tasks.with_id(id).next().is_none());
        let is_new = |(old, new_parent): &Pair| {
            new.parent.as_deref() == Some(new_parent.id()) && old.as_ref().is_none_or(|old| old.id() != new_parent.id())
        };
        is_gone && pairs.iter().any(is_new)
    };
    old.folder != new.folder && old.parent != new.parent && !is_renamed()
}

fn observed(task: &str, change: Change, at: String, since: Option<String>) -> Event {
    Event {
        id: String::new(),
        at,
        actor: Actor { kind: ActorKind::Agent, name: String::new() },
        task: Some(task.to_owned()),
        change,
        observed: true,
        since,
    }
}

fn is_deletion(event: &Event) -> bool {
    matches!(event.change, Change::Deleted { .. })
}

/// Whether an event tells of a task that is away and may come back yet.
fn is_fresh(event: &Event, now: i64) -> bool {
    is_deletion(event) && instant(&event.at).is_some_and(|at| at.timestamp_millis() > now.saturating_sub(GONE_AFTER))
}

/// An id that every observer finds: of the task, the fact, the value to which it came, and the stamp that the file had then. The value
/// from which it came is no part of it, since who looks seldom sees another one.
fn identity(event: &Event, stamp: &str) -> String {
    let (name, to) = match fact(event) {
        Some((name, FactValue::Value(to))) => (name, to.to_string()),
        Some((name, FactValue::Parent(to))) => (name, to.unwrap_or_default().to_owned()),
        Some((name, FactValue::Exists(to))) => (name, if to { "true" } else { "false" }.to_owned()),
        None => ("", String::new()),
    };
    let text = [event.task.as_deref().unwrap_or_default(), name, &to, stamp].join("\0");
    "o-".to_owned() + &fnv1a_hex(text.as_bytes())
}

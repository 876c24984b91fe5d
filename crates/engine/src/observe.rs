//! What other programs were seen to do to tasks: the difference that a feed makes, as events.
//!
//! Invariant: nothing is pending that the log tells already, and reading a project for the first time makes nothing pending.

use std::sync::Arc;

use handoff_format::{Task, compact};
use handoff_protocol::{Actor, ActorKind, Change, Event, FileState, Status};

use crate::activity::Activity;
use crate::map::{Map, Set};
use crate::model::{TaskRef, Tasks};
use crate::moment::instant;
use crate::plan::changes;
use crate::tree::{Tree, parent, within};

/// A task as it is known.
#[derive(Debug)]
struct Facts {
    task: Arc<Task>,
    status: Option<Status>,
}

/// What some files are about, as it was before they were taken in.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    folders: Set<String>,
    /// None for those of which is known what became of them.
    tasks: Map<String, Option<Facts>>,
}

#[derive(Debug, Default)]
pub(crate) struct Observer {
    /// Tasks that are gone, broken or not alone with their id just now, as they were before.
    away: Map<String, Facts>,
    /// What was seen and stands in no log.
    pending: Vec<Event>,
}

/// The task folders that some files concern.
fn concerned(tree: &Tree, tasks: &Tasks, files: &[FileState]) -> Set<String> {
    let mut folders = Vec::new();
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
fn facts(tasks: &Tasks, folders: &Set<String>) -> Map<String, Option<Facts>> {
    let found = folders.keys().filter_map(|folder| tasks.in_folder(folder));
    let sound = found.filter(|task| !task.shown.broken && tasks.is_unique(*task));
    let facts = |task: TaskRef<'_>| Facts { task: task.shown.task.clone(), status: task.shown.named_status };
    Map::of(sound.map(|task| (task.id().to_owned(), Some(facts(task)))).collect())
}

impl Observer {
    /// Takes note of what became of a scene, at a time in milliseconds since 1970-01-01 UTC.
    pub(crate) fn compare(&mut self, mut before: Scene, tasks: &Tasks, now: i64) {
        for (id, new) in facts(tasks, &before.folders) {
            let old = before.tasks.get_mut(&id).and_then(Option::take).or_else(|| self.away.remove(&id));
            if let (Some(old), Some(new)) = (old, new) {
                self.note(&id, &old, &new, now);
            }
        }
        for (id, gone) in before.tasks {
            if let Some(gone) = gone {
                self.away.insert(id, gone);
            }
        }
    }

    /// What some files are about, before they are taken in.
    pub(crate) fn scene(&self, tree: &Tree, tasks: &Tasks, files: &[FileState]) -> Scene {
        if self.away.is_empty() && tasks.all().next().is_none() {
            return Scene::default();
        }
        let folders = concerned(tree, tasks, files);
        Scene { tasks: facts(tasks, &folders), folders }
    }

    fn note(&mut self, id: &str, old: &Facts, new: &Facts, now: i64) {
        let stamp = |facts: &Facts| facts.task.updated_at.clone().filter(|stamp| instant(stamp).is_some());
        let (since, stamp) = (stamp(old), stamp(new));
        let moments = |stamp: &Option<String>| stamp.as_deref().and_then(instant);
        if stamp.is_some() && moments(&stamp) < moments(&since) {
            // An older state has come back, as by a checkout: nobody has done anything to the task.
            return;
        }
        // Who leaves the stamp as it is, as people do by hand, does not say when.
        let at = stamp.clone().filter(|_| stamp != since).unwrap_or_else(|| handoff_format::timestamp(now));
        for change in changes((&old.task, old.status), (&new.task, new.status)) {
            let event = Event {
                id: identity(id, &change, stamp.as_deref().unwrap_or_default()),
                at: at.clone(),
                actor: Actor { kind: ActorKind::Agent, name: String::new() },
                task: Some(id.to_owned()),
                change,
                observed: true,
                since: since.clone(),
            };
            if self.pending.iter().all(|known| known.id != event.id) {
                self.pending.push(event);
            }
        }
    }

    /// Drops what stands in a log by now.
    pub(crate) fn forget_told(&mut self, activity: &Activity) {
        if !self.pending.is_empty() {
            self.pending = activity.without_told(&self.pending);
        }
    }

    /// What is to be written down, as it was seen.
    pub(crate) fn pending(&self) -> &[Event] {
        &self.pending
    }
}

/// An id that every observer finds: of the task, the field, the value to which it came, and the stamp that the file had then. The value
/// from which it came is no part of it, since who looks seldom sees another one.
fn identity(task: &str, change: &Change, stamp: &str) -> String {
    let (field, to) = match change {
        Change::Field { field, to, .. } => (field.as_str(), compact(to)),
        _ => ("", String::new()),
    };
    // FNV-1a; its result may never change, since it stands in files.
    let text = [task, field, &to, stamp].join("\0");
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("o-{hash:016x}")
}

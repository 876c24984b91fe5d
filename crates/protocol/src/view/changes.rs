//! Changes of a project, by who made them and what was changed.

use serde::Serialize;
use ts_rs::TS;

use crate::context::Actor;
use crate::event::Event;
use crate::task::Status;

/// Changes by actor and subject, without what was undone again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct RecentChanges {
    /// The actors, the last active one first.
    pub actors: Vec<ActorChanges>,
    /// Number of actors that are left out.
    pub more: u32,
}

/// The changes of an actor.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ActorChanges {
    /// The actor, without version and conversation.
    pub actor: Actor,
    /// Whether other programs made the changes and only their results were observed.
    pub observed: bool,
    /// The changes, the last one first.
    pub subjects: Vec<ChangedSubject>,
    /// Number of subjects that are left out.
    pub more: u32,
}

/// The kind of a subject of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum SubjectKind {
    Task,
    Session,
    /// Anything else, such as a setting or a memory.
    Project,
}

/// A task, a session or the rest of the project, with its changes by one actor.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ChangedSubject {
    pub kind: SubjectKind,
    /// ID of the task or session, or empty.
    pub id: String,
    /// The title of the task, its last one if it was deleted, or empty.
    pub title: String,
    /// The status of the task now; null if no single task has this ID.
    pub status: Option<Status>,
    /// The changes, the most important first. Several changes of a field are one.
    pub events: Vec<Event>,
    /// Number of changes that are left out.
    pub more: u32,
}

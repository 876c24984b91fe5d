//! The values of commands that agents and the command line use: sessions, memories, referrals, imports.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::SessionStatus;
use crate::command::NewTask;
use crate::task::{Criterion, Priority};

/// Something to remember.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct NewMemory {
    /// The words.
    pub text: String,
    /// `lesson`, `rule`, `convention` or `gotcha`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kind: Option<String>,
    /// Free tags.
    pub tags: Vec<String>,
    /// Words by which it is found.
    pub keywords: Vec<String>,
    /// Parts of paths for which it matters.
    pub scope_paths: Vec<String>,
}

/// A request that goes to another project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct NewReferral {
    /// The sender's name.
    pub source_project: String,
    /// The sender's folder.
    pub source_project_dir: String,
    /// `improvement`, `bug`, `request` or `info`.
    pub referral_type: String,
    /// One line.
    pub summary: String,
    /// Markdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub details: Option<String>,
    /// How urgent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub priority: Option<Priority>,
    /// What the sender proposes to do.
    pub tasks: Vec<ProposedWork>,
    /// Free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub context: Option<Value>,
}

/// A task that a sender proposes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProposedWork {
    /// One line.
    pub title: String,
    /// How urgent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub priority: Option<Priority>,
    /// Its check list.
    pub criteria: Vec<Criterion>,
}

/// A table of named entries in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Section {
    /// Who works on tasks.
    Assignees,
    /// Goals.
    Milestones,
}

impl Section {
    /// As the file has it.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Assignees => "assignees",
            Section::Milestones => "milestones",
        }
    }
}

/// A task that does not exist yet, with its parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskTree {
    /// The task; its parent and place are not looked at.
    pub task: NewTask,
    /// Its parts.
    pub parts: Vec<TaskTree>,
}

/// How a session is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionSave {
    /// Into which session.
    pub target: SessionTarget,
    /// What it gets.
    pub patch: SessionPatch,
    /// Where it stands afterwards, unless it is set aside.
    pub status: SessionStatus,
    /// What is set aside.
    pub pause: Pause,
}

/// Into which session something is saved. Ids may be cut short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum SessionTarget {
    /// The last active one; a new one where none is, or where sessions are set aside.
    Current,
    /// Always a new one.
    New,
    /// The active one with that id.
    Active(String),
    /// The one with that id, unless it is closed already.
    Unfinished(String),
    /// The one with exactly that id, wherever it stands.
    Exactly(String),
}

/// Which sessions are set aside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Pause {
    /// None.
    #[default]
    Nothing,
    /// All active ones.
    Active,
    /// The active or waiting one with that id.
    One(String),
}

/// What a session gets. What is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionPatch {
    /// Single values by key; null takes one away.
    #[ts(type = "{ [key in string]: unknown }")]
    pub values: Map<String, Value>,
    /// Lists. They take the place of its own, but add to them where it builds on another session.
    pub lists: Vec<ListSave>,
    /// What is noted beside its content, by key; null takes a key away. `base`: the session on which
    /// it builds. `remove`: what it takes away from that and from its own lists, in addition to what
    /// was removed before. Others: `owner`, `collaborators` and `visibility`.
    #[ts(type = "{ [key in string]: unknown }")]
    pub record: Map<String, Value>,
}

/// A list that takes the place of one that was seen. What somebody else has added to that one meanwhile stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ListSave {
    /// Its key.
    pub key: String,
    /// The new list.
    #[ts(type = "Array<unknown>")]
    pub given: Vec<Value>,
    /// The old one.
    #[ts(type = "Array<unknown>")]
    pub seen: Vec<Value>,
}

/// Changes to single entries.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionUpdate {
    /// Ticks an entry of the check list, or takes the tick away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub check: Option<Check>,
    /// New last entries of lists, by key.
    #[ts(type = "Array<[string, unknown]>")]
    pub add: Vec<(String, Value)>,
}

/// A tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Check {
    /// The entry's position.
    pub index: usize,
    /// What stood there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub seen: Option<Value>,
    /// Whether it is done.
    pub checked: bool,
}

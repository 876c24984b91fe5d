//! Parameters of the commands for sessions, memories, documents, packages, handovers, referrals and
//! imports.

pub mod documents;
pub mod handover;
pub mod packages;
mod tool_set;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::SessionStatus;
use crate::task::{Criterion, Priority};
use crate::task_patch::{Place, TaskPatch};

pub use tool_set::{ToolSet, UnknownToolSet};

/// A memory to save.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct NewMemory {
    pub text: String,
    /// `lesson`, `rule`, `convention` or `gotcha`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kind: Option<String>,
    pub tags: Vec<String>,
    pub keywords: Vec<String>,
    /// Parts of the paths for which it is relevant.
    pub scope_paths: Vec<String>,
}

/// A referral to send to another project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct NewReferral {
    /// Name of the sending project.
    pub source_project: String,
    /// Folder of the sending project.
    pub source_project_dir: String,
    /// `improvement`, `bug`, `request` or `info`.
    pub referral_type: String,
    /// Summary, one line.
    pub summary: String,
    /// Details in Markdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub details: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub priority: Option<Priority>,
    /// Tasks that the sender proposes.
    pub tasks: Vec<ProposedWork>,
    /// Any further data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub context: Option<Value>,
}

/// A task that a sender proposes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProposedWork {
    /// Title, one line.
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub priority: Option<Priority>,
    pub criteria: Vec<Criterion>,
}

/// A change to a configuration key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ConfigChange {
    /// The parts of the key, such as `["assignees", "a.b", "color"]`.
    pub key: Vec<String>,
    /// The new value; null removes the key.
    #[ts(type = "unknown")]
    pub value: serde_json::Value,
    /// The list of texts from which the new one was made. What other programs have added or removed
    /// since stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seen: Option<Vec<String>>,
}

/// A section of the configuration with named entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Section {
    /// People and agents that work on tasks.
    Assignees,
    /// Dated milestones.
    Milestones,
    /// Labels of tasks.
    Labels,
}

impl Section {
    /// Returns the name of the section in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Assignees => "assignees",
            Section::Milestones => "milestones",
            Section::Labels => "labels",
        }
    }
}

/// A new name for an assignee, a milestone or a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct EntryRename {
    /// Its section of the configuration.
    pub section: Section,
    /// Key of the assignee or name of the milestone or label.
    pub name: String,
    /// The new key or name. Refused if an entry or a task has it.
    pub to: String,
}

/// A tree of tasks, and the other imported values as a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Import {
    /// The tasks, all of them new.
    pub tasks: Vec<TaskChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionSave>,
    /// Whether to close the active sessions.
    pub close_active: bool,
}

/// A task to create or to change, with its subtasks. It is changed if a task with its ID exists, else it is
/// created.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskChange {
    /// The ID; allocated if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The parent of a new task, if that is not one of this command; absent for the top level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The fields; a new task needs a title. In dependencies, the names and the titles of tasks are accepted
    /// as well as IDs.
    #[ts(as = "TaskPatch")]
    pub fields: TaskPatch,
    /// Position of a new task among the children that its parent has before the command. Without it `order`
    /// decides, and without that it becomes the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// A name for the task in the dependencies of the same command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Order among its siblings, ascending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// The times of an imported task in the program that it comes from. Other commands ignore them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stamps: Option<TaskStamps>,
    /// Subtasks. Those that do not exist are created below it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<TaskChange>>", optional)]
    pub parts: Vec<TaskChange>,
}

/// The times of a task in another program: RFC 3339, or a day as `YYYY-MM-DD`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskStamps {
    /// When it was created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// When it was changed last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<String>,
    /// When it was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
}

/// The content and the target of a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionSave {
    pub target: SessionTarget,
    /// Changes to its content.
    pub patch: SessionPatch,
    /// Its status afterwards, unless `pause` pauses it.
    pub status: SessionStatus,
    pub pause: Pause,
}

/// The session to save to. An ID may be a prefix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum SessionTarget {
    /// The last active one. A new one if none is active, or if the save pauses sessions.
    Current,
    /// Always a new one.
    New,
    /// The active one with this ID.
    Active(String),
    /// The one with this ID, unless it is closed.
    Unfinished(String),
    /// The one with exactly this ID, whatever its status.
    Exactly(String),
}

/// A selection of sessions to pause.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Pause {
    /// None.
    #[default]
    Nothing,
    /// All active ones.
    Active,
    /// The active or open one with this ID.
    One(String),
}

/// Changes to the content of a session. Absent keys are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionPatch {
    /// Single values by key; null removes one.
    #[ts(type = "{ [key in string]: unknown }")]
    pub values: Map<String, Value>,
    /// Lists. Each adds to the session's own list, unless it replaces it.
    pub lists: Vec<ListSave>,
    /// Entries to remove from what the project knows.
    pub remove: Vec<Removal>,
    /// Metadata by key; null removes a key. `base` is the ID of the session on which it builds. The
    /// others are `owner`, `collaborators` and `visibility`.
    #[ts(type = "{ [key in string]: unknown }")]
    pub record: Map<String, Value>,
}

/// An entry to remove from what the project knows, whichever session states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Removal {
    /// The key of the list, such as `blockers`.
    pub list: String,
    /// The entry's name or ID.
    pub entry: String,
    /// Why. A decision that is removed with a reason stays in the record as withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<String>,
}

/// Entries for a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ListSave {
    pub key: String,
    /// The entries. One that the list already has by name replaces it.
    #[ts(type = "Array<unknown>")]
    pub given: Vec<Value>,
    /// Whether these are all entries: those of the old list that are not given are removed, except
    /// those that another program has added meanwhile.
    pub replace: bool,
    /// The old list, as it was when the command was made.
    #[ts(type = "Array<unknown>")]
    pub seen: Vec<Value>,
}

/// Changes to single entries of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionUpdate {
    /// Checks or unchecks a checklist item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub check: Option<Check>,
    /// Changes the text or the owner of a checklist item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub edit: Option<ItemEdit>,
    /// Entries to add to lists, with the list's key.
    #[ts(type = "Array<[string, unknown]>")]
    pub add: Vec<(String, Value)>,
    /// Entries to remove from what the project knows.
    pub remove: Vec<Removal>,
}

/// A change to the state of a checklist item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Check {
    /// Position of the item: first the items of the session itself, then the open ones of other
    /// sessions.
    pub index: usize,
    /// The item that was at the position when the command was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub seen: Option<Value>,
    /// ID of the item in the register. If given, it selects the item, and the position does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub entry: Option<String>,
    pub checked: bool,
    /// What a person answers to the item, which is ticked. It becomes a note of the session, and the agents get it with
    /// their next call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub answer: Option<String>,
}

/// A change to the text or the owner of a checklist item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ItemEdit {
    /// Position of the item, as in [`Check`].
    pub index: usize,
    /// The item that was at the position when the command was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub seen: Option<Value>,
    /// Its new text; unchanged if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub item: Option<String>,
    /// Its new owner, none if empty; unchanged if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<String>,
}

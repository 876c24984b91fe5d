//! Proposals: changes to the plan that wait for the answer of a person.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::agent::{ConfigChange, TaskChange};
use crate::context::Actor;
use crate::planning::ProposedMove;
use crate::refusal::Refusal;
use crate::task_patch::{TaskPatch, TaskUpdate};

/// Whether a proposal waits for an answer, or the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ProposalState {
    /// It waits for an answer.
    #[default]
    Open,
    /// A person has accepted it, whole or in part.
    Accepted,
    /// A person has rejected it, or its author has withdrawn it.
    Rejected,
}

impl ProposalState {
    /// Every state.
    pub const ALL: [ProposalState; 3] = [ProposalState::Open, ProposalState::Accepted, ProposalState::Rejected];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            ProposalState::Open => "open",
            ProposalState::Accepted => "accepted",
            ProposalState::Rejected => "rejected",
        }
    }

    /// Returns the state with this name in files.
    pub fn from_name(name: &str) -> Option<ProposalState> {
        ProposalState::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// What an element of a proposal does. In files it has the form of the [`Command`](crate::Command) with its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(clippy::large_enum_variant, reason = "as in `Command`: a box would show up in every pattern")]
pub enum ElementCommand {
    /// Creates or changes one task, or changes the configuration.
    ChangeTasks {
        tasks: Vec<TaskChange>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        config: Vec<ConfigChange>,
    },
    /// Moves tasks in the tree, and does nothing else.
    UpdateTasks(TaskUpdate),
    /// Deletes one task.
    DeleteTasks { ids: Vec<String> },
}

/// A change of a proposal, which can be accepted without the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProposalElement {
    pub command: ElementCommand,
    /// The values that the command changes, as they were when it was proposed, by the names of
    /// [`crate::TaskPatch`] and `parent`. A value that differs now is a conflict.
    #[serde(default)]
    pub seen: BTreeMap<String, serde_json::Value>,
}

/// A selected element of a proposal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct ProposalChoice {
    /// The number of the element, from 1.
    pub element: u32,
    /// The fields to accept, also those with a conflict. If absent, all fields without a conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<String>>,
    /// Values in place of proposed ones, of an element that changes or creates a task. Their fields are accepted
    /// too. Only fields of the element, and the title of a new task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Box<TaskPatch>>,
}

/// The proposals of a project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ProposalsView {
    pub revision: u32,
    /// Those that wait for an answer, oldest first; then the others, the last answered one first.
    pub proposals: Vec<ProposalView>,
}

/// The first proposals of a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ProposalList {
    pub total: u32,
    /// The first ones, without the dates of the plan.
    pub proposals: Vec<ProposalView>,
}

/// A proposal, with what it would change now.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProposalView {
    pub id: String,
    /// Why it was made; empty if the project's rule made the proposal.
    pub reason: String,
    pub author: Actor,
    /// When it was made, RFC 3339.
    pub at: String,
    pub state: ProposalState,
    /// What a person said with the answer, or empty.
    pub answer: String,
    /// Who has answered.
    pub answered_by: Option<Actor>,
    /// When it was answered, RFC 3339, or empty.
    pub answered_at: String,
    /// The number of its elements that were accepted.
    pub accepted: Option<u32>,
    /// The number of its elements.
    pub total: u32,
    /// Its elements; empty if it was answered.
    pub elements: Vec<ProposalRow>,
    /// Tasks that would get other dates, in tree order, if the chosen elements were accepted.
    pub moves: Vec<ProposedMove>,
    /// Why its elements cannot be accepted together at present.
    pub refusal: Option<Refusal>,
}

/// What an element of a proposal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ProposalKind {
    Change,
    Create,
    Move,
    Delete,
    /// Changes the configuration, such as milestones.
    Configure,
}

/// An element of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProposalRow {
    /// Its number, from 1.
    pub element: u32,
    pub kind: ProposalKind,
    /// ID of the task; empty if it is new.
    pub task: String,
    /// Title of the task, or of the new one.
    pub title: String,
    /// The fields that it changes.
    pub fields: Vec<ProposedField>,
    /// Whether all of it is in conflict, because the task is gone or its ID is taken.
    pub conflict: bool,
}

/// A change of a task that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct CardProposal {
    /// ID of the proposal.
    pub id: String,
    pub author: Actor,
    pub element: ProposalRow,
}

/// A field that an element changes. Values are in plain words; empty if there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ProposedField {
    /// The name, as in [`crate::TaskPatch`], `parent`, or a key of the configuration.
    pub field: String,
    /// The value when it was proposed.
    pub was: String,
    /// The present value.
    pub now: String,
    /// The value after the change.
    pub proposed: String,
    /// The whole text, if `proposed` is shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub whole: Option<String>,
    /// Whether the value has changed since it was proposed.
    pub conflict: bool,
}

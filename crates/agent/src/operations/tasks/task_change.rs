//! The tasks of a call as changes for the engine.

use handoff_engine::{ProjectReader, TaskEntry, TaskLookupError};
use handoff_protocol::agent::TaskChange;
use handoff_protocol::{Command, Criterion, FileRequest, Outcome, RefusalCode};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::change_answer::Before;
use super::proof::ProofParams;
use super::task_fields::TaskParams;
use crate::HandoffError;
use crate::InvalidArgument;
use crate::context_pointers::Places;
use crate::operations::common::{find_task, unknown_task};
use crate::params::{MainMember, Short};
use crate::proofs;

/// One of several tasks.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct ItemParams {
    #[serde(flatten)]
    pub task: TaskParams,
    pub r#ref: Option<String>,
    pub parent_id: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "subtasks")]
    pub children: Option<Vec<Short<ItemParams>>>,
}

impl MainMember for ItemParams {
    const NAME: &'static str = "title";
}

impl From<TaskParams> for ItemParams {
    fn from(task: TaskParams) -> ItemParams {
        ItemParams { task, r#ref: None, parent_id: None, children: None }
    }
}

/// Adds the proofs of a task of a call and of its subtasks, each with the ID of its task.
pub(super) fn add_proofs(task: &TaskParams, children: &[Short<ItemParams>], proofs: &mut Vec<GivenProof>) {
    proofs.extend(task.proof.iter().map(|Short(proof)| (task.id.clone(), proof.clone())));
    for Short(ItemParams { task, children, .. }) in children {
        add_proofs(task, children.as_deref().unwrap_or_default(), proofs);
    }
}

/// A proof of a call, and the ID of its task if that exists.
pub(super) type GivenProof = (Option<String>, ProofParams);

/// Returns the files to read for proofs.
pub(super) fn proof_files(reader: ProjectReader<'_>, given: &[GivenProof]) -> Vec<FileRequest> {
    proofs::requests(given.iter().flat_map(|(id, proof)| {
        let entry = id.as_deref().and_then(|id| reader.task(id).ok());
        proof.paths(entry.map(|entry| entry.fields().as_ref()))
    }))
}

/// Returns the schema of a list of tasks like the one that contains it.
pub(crate) fn subtasks(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "nested": true})
}

/// The tasks of a call, turned into changes one by one.
pub(super) struct Changes<'a> {
    reader: ProjectReader<'a>,
    /// The changes, in the order of the call.
    pub(super) tasks: Vec<TaskChange>,
    /// The tasks before the change in the order of the call, each before its subtasks.
    pub(super) before: Vec<Before>,
    pub(super) notes: Vec<String>,
    /// The files that proofs of the call are about.
    places: &'a Places,
}

/// The parent of a task of a call.
enum Parent {
    /// The task that contains it.
    Containing,
    /// The named task, or none.
    Task(Option<String>),
}

impl<'a> Changes<'a> {
    pub(super) fn new(reader: ProjectReader<'a>, places: &'a Places) -> Changes<'a> {
        Changes { reader, tasks: Vec::new(), before: Vec::new(), notes: Vec::new(), places }
    }

    /// Adds a task of the call. `path` is the path to its fields, `parent` the parent that the call gives
    /// for tasks without their own.
    pub(super) fn add(&mut self, item: ItemParams, path: &str, parent: Option<&str>) -> Result<(), HandoffError> {
        let parent = item.parent_id.clone().or_else(|| parent.map(str::to_owned));
        let change = self.change(item, path, Parent::Task(parent))?;
        self.tasks.push(change);
        Ok(())
    }

    fn change(&mut self, item: ItemParams, path: &str, parent: Parent) -> Result<TaskChange, HandoffError> {
        let ItemParams { mut task, r#ref: name, parent_id, children } = item;
        if matches!(parent, Parent::Containing) && parent_id.is_some() {
            return Err(InvalidArgument::new(format!("{path}parent_id"), "absent in children").into());
        }
        let id = task.id.clone();
        let found = id.as_ref().map(|id| self.reader.task(id));
        let existing = found.filter(|found| found.as_ref().err() != Some(&TaskLookupError::Unknown));
        let entry = existing.and_then(Result::ok);
        if existing.is_none() && task.title.is_none() {
            return Err(match id {
                Some(id) => HandoffError::refused(unknown_task(self.reader, &id)),
                None => InvalidArgument::missing(format!("{path}title"), "a new task needs one").into(),
            });
        }
        let parent = match parent {
            Parent::Task(Some(parent)) if existing.is_none() => {
                find_task(self.reader, &parent)?;
                Some(parent)
            }
            Parent::Task(Some(parent)) => {
                let is_child = entry.and_then(TaskEntry::parent).is_some_and(|own| own.fields().id == parent);
                if !is_child && let Some(id) = &id {
                    self.notes
                        .push(format!("parent_id is for new tasks: {id} was not moved under {parent}; use move_to."));
                }
                None
            }
            _ => None,
        };
        let order = task.order;
        let criteria: &[Criterion] = entry.map(|entry| entry.fields().criteria.as_slice()).unwrap_or_default();
        let record = entry.map(|entry| entry.fields().as_ref());
        let proof = task.proof.take();
        let proof =
            proof.map(|Short(proof)| proof.resolve(&format!("{path}proof"), record, self.places)).transpose()?;
        let fields = task.into_patch(path, criteria, proof)?;
        self.before.push(Before::new(existing.is_some().then_some(id.as_deref()).flatten(), entry, &fields));
        let mut parts = Vec::new();
        for (index, Short(child)) in children.into_iter().flatten().enumerate() {
            parts.push(self.change(child, &format!("{path}children[{index}]."), Parent::Containing)?);
        }
        Ok(TaskChange { id, parent, fields, place: None, name, order, stamps: None, parts })
    }
}

/// The task of a call that agents may copy.
#[derive(Default, Serialize)]
pub(super) struct ExampleTask {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
}

impl ExampleTask {
    /// Returns the first task of a command. An existing one needs no title.
    pub(super) fn of(command: &Command, before: &[Before]) -> ExampleTask {
        let Command::ChangeTasks { tasks, .. } = command else { return ExampleTask::default() };
        let Some(TaskChange { id, fields, .. }) = tasks.first() else {
            return ExampleTask::default();
        };
        let title = fields.title.clone().filter(|_| before.iter().all(Before::is_new));
        ExampleTask { id: id.clone(), title }
    }
}

/// Returns why a change was not made. If only an estimate is missing, the text shows a call with one
/// for a single task.
pub(super) fn refusal(outcome: &Outcome, example: Option<ExampleTask>) -> HandoffError {
    let error = HandoffError::of_outcome(outcome).unwrap_or_else(HandoffError::missing_result);
    match (outcome, example) {
        (Outcome::Refused { refusal }, Some(task)) if refusal.code == RefusalCode::EstimateRequired => {
            HandoffError::Incomplete(error.message().clone())
                .then("\nFor example, with your own estimate: ")
                .then(json!(ExampleCall::new(task)).to_string())
        }
        _ => error,
    }
}

/// A call of `handoff_update_task` with an estimate.
#[derive(Serialize)]
struct ExampleCall {
    task: EstimatedTask,
}

#[derive(Serialize)]
struct EstimatedTask {
    #[serde(flatten)]
    task: ExampleTask,
    schedule: Estimate,
}

#[derive(Serialize)]
struct Estimate {
    estimate_hours: u32,
}

impl ExampleCall {
    fn new(task: ExampleTask) -> ExampleCall {
        ExampleCall { task: EstimatedTask { task, schedule: Estimate { estimate_hours: 2 } } }
    }
}

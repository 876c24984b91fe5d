//! Ticks and unticks done criteria.

use handoff_protocol::{Command, Criterion, CriterionDetailPatch, CriterionEdit, TaskPatch, TaskUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Message;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::Places;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::operations::tasks::proof::ProofParams;
use crate::params::{RequiredText, Short};
use crate::proofs::{describe, detail_of, requests};
use crate::tool::ToolSet;

/// Ticks or unticks one done criterion of a task.
pub struct CheckCriterion;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    /// from 0
    pub criterion_index: u32,
    pub checked: bool,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Short<ProofParams>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task_id: String,
    pub criterion_index: u32,
    pub item: String,
    pub checked: bool,
    /// What its new proof is. Not in the schema, which every conversation with this tool pays for.
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    pub done_criteria_summary: CriteriaCount,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CriteriaCount {
    pub total: usize,
    pub checked: usize,
}

impl CriteriaCount {
    fn new(criteria: &[Criterion]) -> CriteriaCount {
        let checked = criteria.iter().filter(|criterion| criterion.checked).count();
        CriteriaCount { total: criteria.len(), checked }
    }
}

impl Operation for CheckCriterion {
    const DEFINITION: Definition = Definition {
        name: "handoff_check_criterion",
        title: "Tick a criterion",
        description: "Tick or untick one.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { task_id: RequiredText(task_id), criterion_index, checked, proof } = params;
        let id = task_id.clone();
        let item = shell.read(move |ctx| criterion(ctx, &id, criterion_index)).await?;
        let edit = CriterionEdit::Check { index: criterion_index, item: item.clone(), checked };
        let detail = match proof {
            Some(Short(proof)) => Some(vec![detail(&shell, &task_id, &item, proof).await?]),
            None => None,
        };
        let patch = TaskPatch { criterion: Some(edit), criterion_details: detail, ..TaskPatch::default() };
        shell.commit(Command::UpdateTasks(TaskUpdate::of_task(&task_id, patch))).await?;
        let (id, own) = (task_id.clone(), item.clone());
        let (done_criteria_summary, proof) = shell.read(move |ctx| outcome(ctx, &id, &own)).await?;
        Ok(Answer { task_id, criterion_index, item, checked, proof, done_criteria_summary }.into())
    }
}

/// Returns the text of a criterion.
fn criterion(ctx: ToolContext<'_>, id: &str, index: u32) -> Result<String, HandoffError> {
    let entry = find_task(reader(ctx)?, id)?;
    let criteria = &entry.fields().criteria;
    let index = usize::try_from(index).unwrap_or(usize::MAX);
    criteria.get(index).map(|criterion| criterion.item.clone()).ok_or_else(|| {
        HandoffError::refused(match criteria.len() {
            0 => Message::from(format!("{id} has no criteria.")),
            count => Message::from(format!("{id} has {count} criteria, but none at "))
                .then(Message::position(index))
                .then(" (the first one is ")
                .then(Message::position(0))
                .then(")."),
        })
    })
}

/// Returns the proof of a criterion, with the state of the files that it is about.
async fn detail(shell: &Shell, id: &str, item: &str, proof: ProofParams) -> Result<CriterionDetailPatch, HandoffError> {
    let (id, given) = (id.to_owned(), proof.clone());
    let files = move |ctx: ToolContext<'_>| {
        let task = find_task(reader(ctx)?, &id)?.fields();
        Ok::<_, HandoffError>((requests(given.paths(Some(task))), task.clone()))
    };
    let (requests, task) = shell.read(files).await?;
    let places = Places::new(requests.clone(), shell.files(requests).await);
    let proof = proof.resolve("proof", Some(&task), &places)?;
    Ok(CriterionDetailPatch { item: item.to_owned(), proof: Some(proof), ..CriterionDetailPatch::default() })
}

/// Returns how many criteria are met, and the proof of one.
fn outcome(ctx: ToolContext<'_>, id: &str, item: &str) -> Result<(CriteriaCount, Option<String>), HandoffError> {
    let task = find_task(ctx.engine.reader(), id)?.fields();
    let proof = detail_of(task, item).and_then(|detail| detail.proof.as_ref());
    Ok((CriteriaCount::new(&task.criteria), proof.map(describe)))
}

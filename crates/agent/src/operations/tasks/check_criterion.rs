//! Ticks and unticks done criteria.

use handoff_protocol::{Command, Criterion, CriterionEdit, TaskPatch, TaskUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Message;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Ticks or unticks one done criterion of a task.
pub struct CheckCriterion;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    /// from 0
    pub criterion_index: u32,
    pub checked: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task_id: String,
    pub criterion_index: u32,
    pub item: String,
    pub checked: bool,
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
        description: "Tick or untick one done criterion.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { task_id: RequiredText(task_id), criterion_index, checked } = params;
        let id = task_id.clone();
        let item = shell.read(move |ctx| criterion(ctx, &id, criterion_index)).await?;
        let edit = CriterionEdit::Check { index: criterion_index, item: item.clone(), checked };
        let patch = TaskPatch { criterion: Some(edit), ..TaskPatch::default() };
        shell.commit(Command::UpdateTasks(TaskUpdate::of_task(&task_id, patch))).await?;
        let id = task_id.clone();
        let done_criteria_summary = shell.read(move |ctx| count(ctx, &id)).await?;
        Ok(Answer { task_id, criterion_index, item, checked, done_criteria_summary }.into())
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

fn count(ctx: ToolContext<'_>, id: &str) -> Result<CriteriaCount, HandoffError> {
    Ok(CriteriaCount::new(&find_task(ctx.engine.reader(), id)?.fields().criteria))
}

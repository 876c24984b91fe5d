//! Lists requirements, with the tasks that link to them.

use handoff_engine::TaskEntry;
use handoff_engine::documents::Requirement;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::documents;
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::tool::ToolSet;

/// Lists the requirements of all documents.
pub struct ListRequirements;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: Option<String>,
    pub has_tasks: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pub has_proof: Option<bool>,
    pub incomplete: Option<bool>,
    // Of handoff-mcp, rarely needed.
    #[schemars(extend("hidden" = true))]
    pub priority: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub dev_stage: Option<String>,
    /// what is before the first - of the ID
    #[schemars(extend("hidden" = true))]
    pub category: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub has_tests: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pub limit: Option<usize>,
    pub offset: Option<usize>,
}

/// The number of requirements of an answer without `limit`.
const DEFAULT_LIMIT: usize = 100;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub items: Vec<Item>,
    pub total: usize,
    pub without_task: usize,
    pub without_proof: usize,
    pub offset: usize,
    pub limit: usize,
}

/// A requirement, under the keys of `handoff-mcp`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Item {
    pub stable_id: String,
    pub title: String,
    pub priority: Option<String>,
    pub dev_stage: String,
    pub verification_status: String,
    pub impl_refs: Vec<Value>,
    pub test_refs: Vec<Value>,
    pub doc_id: String,
    pub doc_slug: String,
    pub fragment_seq: Option<u64>,
    pub sub_item_index: u64,
    pub task_ids: Vec<String>,
    /// Whether it has a test, was verified, or needs neither.
    pub proven: bool,
}

/// Returns the IDs of those of some tasks that link to a requirement.
pub(super) fn linked_tasks(tasks: &[TaskEntry<'_>], requirement: &Requirement<'_>) -> Vec<String> {
    let linked = tasks.iter().map(|task| task.fields()).filter(|task| requirement.role_of(task).is_some());
    linked.map(|task| task.id.clone()).collect()
}

impl Item {
    fn new(tasks: &[TaskEntry<'_>], requirement: Requirement<'_>) -> Item {
        let proven = requirement.is_proven();
        Item {
            task_ids: linked_tasks(tasks, &requirement),
            stable_id: requirement.id,
            title: requirement.title,
            priority: requirement.priority,
            dev_stage: requirement.stage,
            verification_status: requirement.status,
            impl_refs: requirement.impl_refs,
            test_refs: requirement.test_refs,
            doc_id: requirement.document.page.id.clone(),
            doc_slug: requirement.document.slug.clone(),
            fragment_seq: requirement.section,
            sub_item_index: requirement.index,
            proven,
        }
    }

    fn is_wanted(&self, params: &Params) -> bool {
        let is =
            |wanted: &Option<String>, value: Option<&str>| wanted.as_deref().is_none_or(|text| Some(text) == value);
        let has = |wanted: Option<bool>, value: bool| wanted.is_none_or(|wanted| wanted == value);
        is(&params.priority, self.priority.as_deref())
            && is(&params.dev_stage, Some(&self.dev_stage))
            && is(&params.category, self.stable_id.split('-').next())
            && params.task_id.as_ref().is_none_or(|id| self.task_ids.contains(id))
            && has(params.has_tests, !self.test_refs.is_empty())
            && has(params.has_tasks, !self.task_ids.is_empty())
            && has(params.has_proof, self.proven)
            && has(params.incomplete, self.task_ids.is_empty() || !self.proven)
    }
}

impl Operation for ListRequirements {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_req_list",
        title: "List requirements",
        description: "Requirements of documents, 100 at a time. incomplete: those without a task or a proof.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        Ok(shell.read(move |ctx| answer(ctx, &params)).await?.into())
    }
}

fn answer(ctx: ToolContext<'_>, params: &Params) -> Result<Answer, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let tasks = reader.tasks();
    let items = documents.requirements().into_iter().map(|found| Item::new(&tasks, found));
    let items: Vec<Item> = items.filter(|item| item.is_wanted(params)).collect();
    let without_task = items.iter().filter(|item| item.task_ids.is_empty()).count();
    let without_proof = items.iter().filter(|item| !item.proven).count();
    let (total, offset) = (items.len(), params.offset.unwrap_or_default());
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT);
    Ok(Answer {
        items: items.into_iter().skip(offset).take(limit).collect(),
        total,
        without_task,
        without_proof,
        offset,
        limit,
    })
}

//! Joins the done criteria of a task with the reviews of its documents.

use handoff_engine::documents::{DocumentEntry, Documents, ReviewProgress, Verification};
use handoff_engine::{ProjectReader, TaskEntry};
use handoff_protocol::{Command, Criterion, TaskPatch, TaskUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::review::{Item, Progress};
use super::{documents, find};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, percentage};
use crate::params::{Object, RequiredText, output};
use crate::tool::ToolSet;

/// Shows what a task still needs, or makes done criteria from a document.
pub struct ShowChecklist;

/// The level of the headings from which criteria are made.
const CRITERION_LEVEL: u32 = 2;

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    #[default]
    View,
    Generate,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    Preview,
    Append,
    Replace,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    pub action: Option<Action>,
    /// for generate; the first linked spec or design by default
    pub doc_id: Option<String>,
    pub mode: Option<Mode>,
    /// sections without a criterion
    pub skip_seqs: Option<Vec<u32>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    Checklist(Box<Checklist>),
    NoDocuments(TaskWithoutDocuments),
    Criteria(GeneratedCriteria),
}

/// The answer about a task without documents.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskWithoutDocuments {
    pub task_id: String,
    pub title: String,
    pub no_linked_docs: bool,
}

/// What a task with documents still needs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checklist {
    pub task_id: String,
    pub title: String,
    pub no_linked_docs: bool,
    pub done_criteria: DoneCriteria,
    pub verification_coverage: Coverage,
    pub combined_readiness: Readiness,
    pub suggested_actions: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DoneCriteria {
    pub items: Vec<IndexedCriterion>,
    pub progress: CriteriaProgress,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct IndexedCriterion {
    pub index: usize,
    pub item: String,
    pub checked: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CriteriaProgress {
    pub checked: usize,
    pub total: usize,
    pub percentage: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Coverage {
    pub documents: Vec<DocumentCoverage>,
    pub overall: OverallProgress,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DocumentCoverage {
    pub doc_id: String,
    pub slug: String,
    pub title: String,
    pub doc_type: String,
    pub items: Vec<Item>,
    pub progress: Progress,
}

/// The number of items of all reviews by state. The share is that of the verified ones alone.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OverallProgress {
    pub verified: usize,
    pub pending: usize,
    pub stale: usize,
    pub total: usize,
    pub percentage: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Readiness {
    pub done_criteria_met: bool,
    pub verification_complete: bool,
    pub ready: bool,
    pub blockers: Vec<Blocker>,
}

/// A reason why a task is not ready.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Blocker {
    /// Criteria that are not met, or none at all.
    Criteria { open: usize, total: usize },
    /// A document without a review.
    VerificationMissing { doc_id: String },
    /// A document whose review is not complete.
    Verification { doc_id: String, pending: usize, stale: usize },
}

/// Done criteria that were made from the sections of a document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GeneratedCriteria {
    pub task_id: String,
    pub generated_criteria: Vec<GeneratedCriterion>,
    pub applied: bool,
    pub skipped_seqs: Vec<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct GeneratedCriterion {
    pub item: String,
    pub fragment_seq: u32,
}

impl Operation for ShowChecklist {
    const DEFINITION: Definition = Definition {
        name: "handoff_task_checklist",
        title: "Show what a task still needs",
        description: "The done criteria of a task and the reviews of its documents; or done criteria from a document.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
    };
    const OUTPUT: Option<fn() -> Value> = Some(output::<Object>);
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let (answer, command) = shell.read(|ctx| plan(ctx, params)).await?;
        if let Some(command) = command {
            shell.commit(command).await?;
        }
        Ok(answer.into())
    }
}

/// Returns the answer, and the command to commit before it is given.
fn plan(ctx: ToolContext<'_>, params: Params) -> Result<(Answer, Option<Command>), HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let task = find_task(reader, &params.task_id.0)?;
    match params.action.unwrap_or_default() {
        Action::View => Ok((view(task, &documents), None)),
        Action::Generate => generate(reader, task, &documents, params),
    }
}

/// Returns the documents of a task.
fn documents_of<'d>(task: TaskEntry<'_>, documents: &'d Documents) -> Vec<&'d DocumentEntry> {
    documents.of_task(&task.fields().id, &task.fields().task_links)
}

fn view(task: TaskEntry<'_>, documents: &Documents) -> Answer {
    let fields = task.fields();
    let (task_id, title) = (fields.id.clone(), fields.title.clone());
    let linked = documents_of(task, documents);
    if linked.is_empty() {
        return Answer::NoDocuments(TaskWithoutDocuments { task_id, title, no_linked_docs: true });
    }
    let done_criteria = DoneCriteria::new(&fields.criteria);
    let CriteriaProgress { checked, total, .. } = done_criteria.progress;
    let done_criteria_met = total > 0 && checked == total;
    let mut blockers: Vec<Blocker> = Vec::new();
    let mut suggested_actions: Vec<String> = Vec::new();
    if !done_criteria_met {
        let open = total - checked;
        blockers.push(Blocker::Criteria { open, total });
        suggested_actions.push(match total {
            0 => "Add done criteria, for example with action generate.".to_owned(),
            _ => format!("Meet the {open} open done criteria."),
        });
    }
    let mut verification_complete = true;
    let mut overall = ReviewProgress::default();
    let mut coverage: Vec<DocumentCoverage> = Vec::new();
    for document in linked {
        let review = document.verification();
        if let Some((blocker, action)) = missing_review(document, review.as_ref()) {
            verification_complete = false;
            blockers.push(blocker);
            suggested_actions.push(action);
        }
        let progress = progress(document, review.as_ref());
        overall.verified += progress.verified;
        overall.pending += progress.pending;
        overall.stale += progress.stale;
        overall.total += progress.total;
        coverage.push(DocumentCoverage::new(document, review.as_ref()));
    }
    Answer::Checklist(Box::new(Checklist {
        task_id,
        title,
        no_linked_docs: false,
        done_criteria,
        verification_coverage: Coverage { documents: coverage, overall: overall.into() },
        combined_readiness: Readiness {
            done_criteria_met,
            verification_complete,
            ready: done_criteria_met && verification_complete,
            blockers,
        },
        suggested_actions,
    }))
}

fn progress(document: &DocumentEntry, review: Option<&Verification>) -> ReviewProgress {
    review.map(|review| review.progress(&document.sections())).unwrap_or_default()
}

/// Returns what the review of a document lacks, and what to do about it.
fn missing_review(document: &DocumentEntry, review: Option<&Verification>) -> Option<(Blocker, String)> {
    let (doc_id, slug) = (document.page.id.clone(), &document.slug);
    let Some(review) = review else {
        let call = format!("handoff_doc_verify(doc_id=\"{doc_id}\", action=\"generate\")");
        return Some((Blocker::VerificationMissing { doc_id }, format!("Create the review of {slug}: {call}.")));
    };
    if review.is_complete(&document.sections()) {
        return None;
    }
    let ReviewProgress { pending, stale, .. } = progress(document, Some(review));
    let action = format!("Review {pending} pending and {stale} changed items of {slug}.");
    Some((Blocker::Verification { doc_id, pending, stale }, action))
}

impl DoneCriteria {
    fn new(criteria: &[Criterion]) -> DoneCriteria {
        let (total, checked) = (criteria.len(), criteria.iter().filter(|criterion| criterion.checked).count());
        let item = |(index, criterion): (usize, &Criterion)| IndexedCriterion {
            index,
            item: criterion.item.clone(),
            checked: criterion.checked,
        };
        DoneCriteria {
            items: criteria.iter().enumerate().map(item).collect(),
            progress: CriteriaProgress { checked, total, percentage: percentage(checked, total) },
        }
    }
}

impl DocumentCoverage {
    fn new(document: &DocumentEntry, review: Option<&Verification>) -> DocumentCoverage {
        let sections = document.sections();
        let items = review.into_iter().flat_map(|review| &review.items);
        DocumentCoverage {
            doc_id: document.page.id.clone(),
            slug: document.slug.clone(),
            title: document.page.title.clone(),
            doc_type: document.page.doc_type.clone(),
            items: items.map(|item| Item::new(item, &sections)).collect(),
            progress: progress(document, review).into(),
        }
    }
}

impl From<ReviewProgress> for OverallProgress {
    fn from(ReviewProgress { verified, pending, stale, total, .. }: ReviewProgress) -> OverallProgress {
        OverallProgress { verified, pending, stale, total, percentage: percentage(verified, total) }
    }
}

/// Returns the criteria that a document leads to, and the command that gives them to the task, which
/// a preview does not have.
fn generate(
    reader: ProjectReader<'_>,
    task: TaskEntry<'_>,
    documents: &Documents,
    params: Params,
) -> Result<(Answer, Option<Command>), HandoffError> {
    let id = task.fields().id.clone();
    let document = match &params.doc_id {
        Some(key) => find(reader, documents, key)?,
        None => documents_of(task, documents)
            .into_iter()
            .find(|document| matches!(document.page.doc_type.as_str(), "spec" | "design"))
            .ok_or_else(|| {
                HandoffError::refused(format!("No spec or design is linked to {id}. Name a document with doc_id."))
            })?,
    };
    let mut skipped_seqs = params.skip_seqs.unwrap_or_default();
    if !skipped_seqs.contains(&0) {
        skipped_seqs.insert(0, 0);
    }
    let new = criteria_of(document, &skipped_seqs);
    let present = &task.fields().criteria;
    let items = new.iter().map(|new| Criterion { item: new.item.clone(), checked: false });
    let criteria: Option<Vec<Criterion>> = match params.mode.unwrap_or_default() {
        Mode::Preview => None,
        Mode::Replace => Some(items.collect()),
        Mode::Append => {
            let is_new = |new: &Criterion| !present.iter().any(|criterion| criterion.item == new.item);
            Some(present.iter().cloned().chain(items.filter(is_new)).collect())
        }
    };
    let command = criteria.map(|criteria| {
        Command::UpdateTasks(TaskUpdate {
            seen: Some(TaskPatch { criteria: Some(present.clone()), ..TaskPatch::default() }),
            ..TaskUpdate::of_task(&id, TaskPatch { criteria: Some(criteria), ..TaskPatch::default() })
        })
    });
    let applied = command.is_some();
    let answer = GeneratedCriteria { task_id: id, generated_criteria: new, applied, skipped_seqs };
    Ok((Answer::Criteria(answer), command))
}

/// Returns a criterion for each section of the document but the skipped ones.
fn criteria_of(document: &DocumentEntry, skipped_seqs: &[u32]) -> Vec<GeneratedCriterion> {
    let doc_type = &document.page.doc_type;
    let sections = document.sections();
    let wanted =
        sections.iter().filter(|section| section.level == CRITERION_LEVEL && !skipped_seqs.contains(&section.seq));
    wanted
        .map(|section| GeneratedCriterion {
            item: format!("[{doc_type}§{}] {}", section.seq, section.heading),
            fragment_seq: section.seq,
        })
        .collect()
}

//! The tool that joins the done criteria of a task with the reviews of its documents.

use handoff_engine::documents::{DocumentEntry, Documents, ReviewProgress};
use handoff_engine::{ProjectReader, TaskEntry};
use handoff_protocol::{Command, Criterion, TaskPatch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::review::{ItemAnswer, ProgressAnswer};
use super::{documents, find};
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::{find_task, percentage};
use crate::params::{Object, RequiredText, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};

pub(in crate::operations) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_task_checklist",
    title: "Show what a task still needs",
    description: "The done criteria of a task and the reviews of its documents; or done criteria from a document.",
    set: ToolSet::Docs,
    effect: Effect::Changes,
    input: input::<ChecklistParams>,
    output: Some(output::<Object>),
    work: Work::Steps(|ctx, arguments| Ok(checklist(ctx, &parse(arguments)?))),
}];

/// The level of the headings from which criteria are made.
const CRITERION_LEVEL: u32 = 2;

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum Action {
    #[default]
    View,
    Generate,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum Mode {
    #[default]
    Preview,
    Append,
    Replace,
}

#[derive(Deserialize, JsonSchema)]
struct ChecklistParams {
    task_id: RequiredText,
    action: Option<Action>,
    /// for generate; the first linked spec or design by default
    doc_id: Option<String>,
    mode: Option<Mode>,
    /// sections without a criterion
    skip_seqs: Option<Vec<u32>>,
}

fn checklist(ctx: ToolContext<'_>, params: &ChecklistParams) -> ToolOutcome {
    let found =
        documents(ctx).and_then(|(reader, documents)| Ok((reader, find_task(reader, &params.task_id.0)?, documents)));
    let (reader, task, documents) = match found {
        Ok(found) => found,
        Err(failure) => return ToolOutcome::Done(failure),
    };
    match params.action.unwrap_or_default() {
        Action::View => ToolOutcome::Done(Reply::value(view(task, &documents))),
        Action::Generate => generate(reader, task, &documents, params).unwrap_or_else(ToolOutcome::Done),
    }
}

/// Returns the documents of a task.
fn linked<'d>(task: TaskEntry<'_>, documents: &'d Documents) -> Vec<&'d DocumentEntry> {
    documents.of_task(&task.fields().id, &task.fields().task_links)
}

#[derive(Serialize)]
struct DocumentCoverage {
    doc_id: String,
    slug: String,
    title: String,
    doc_type: String,
    items: Vec<ItemAnswer>,
    progress: ProgressAnswer,
}

fn view(task: TaskEntry<'_>, documents: &Documents) -> Value {
    let fields = task.fields();
    let linked = linked(task, documents);
    if linked.is_empty() {
        return json!({"task_id": fields.id, "title": fields.title, "no_linked_docs": true});
    }
    let criterion = |(index, criterion): (usize, &Criterion)| json!({"index": index, "item": criterion.item, "checked": criterion.checked});
    let criteria: Vec<Value> = fields.criteria.iter().enumerate().map(criterion).collect();
    let (total, checked) = (criteria.len(), fields.criteria.iter().filter(|criterion| criterion.checked).count());
    let criteria_met = total > 0 && checked == total;
    let mut overall = ReviewProgress::default();
    let mut blockers: Vec<Value> = Vec::new();
    let mut actions: Vec<String> = Vec::new();
    if !criteria_met {
        blockers.push(json!({"type": "criteria", "open": total - checked, "total": total}));
        let open = total - checked;
        actions.push(if total == 0 {
            "Add done criteria, for example with action generate.".to_owned()
        } else {
            format!("Meet the {open} open done criteria.")
        });
    }
    let mut coverage: Vec<DocumentCoverage> = Vec::new();
    for document in linked {
        let sections = document.sections();
        let review = document.verification();
        let progress = review.as_ref().map(|review| review.progress(&sections)).unwrap_or_default();
        match &review {
            None => {
                blockers.push(json!({"type": "verification_missing", "doc_id": document.page.id}));
                actions.push(format!("Create the review of {}.", document.slug));
            }
            Some(review) if !review.is_complete(&sections) => {
                let (pending, stale) = (progress.pending, progress.stale);
                blockers.push(json!({
                    "type": "verification", "doc_id": document.page.id, "pending": pending, "stale": stale,
                }));
                actions.push(format!("Review {pending} pending and {stale} changed items of {}.", document.slug));
            }
            Some(_) => {}
        }
        overall.verified += progress.verified;
        overall.pending += progress.pending;
        overall.stale += progress.stale;
        overall.total += progress.total;
        let items = review.iter().flat_map(|review| &review.items);
        coverage.push(DocumentCoverage {
            doc_id: document.page.id.clone(),
            slug: document.slug.clone(),
            title: document.page.title.clone(),
            doc_type: document.page.doc_type.clone(),
            items: items.map(|item| ItemAnswer::new(item, &sections)).collect(),
            progress: ProgressAnswer::new(progress),
        });
    }
    let is_about_review = |blocker: &Value| blocker.get("type").is_some_and(|kind| kind != "criteria");
    let verification_complete = !blockers.iter().any(is_about_review);
    json!({
        "task_id": fields.id,
        "title": fields.title,
        "done_criteria": {
            "items": criteria,
            "progress": {"checked": checked, "total": total, "percentage": percentage(checked, total)},
        },
        "verification_coverage": {
            "documents": coverage,
            "overall": {
                "verified": overall.verified, "pending": overall.pending, "stale": overall.stale,
                "total": overall.total, "percentage": percentage(overall.verified, overall.total),
            },
        },
        "combined_readiness": {
            "done_criteria_met": criteria_met,
            "verification_complete": verification_complete,
            "ready": criteria_met && verification_complete,
            "blockers": blockers,
        },
        "suggested_actions": actions,
    })
}

fn generate(
    reader: ProjectReader<'_>,
    task: TaskEntry<'_>,
    documents: &Documents,
    params: &ChecklistParams,
) -> Result<ToolOutcome, Reply> {
    let id = task.fields().id.clone();
    let document = match &params.doc_id {
        Some(key) => find(reader, documents, key)?,
        None => linked(task, documents)
            .into_iter()
            .find(|document| matches!(document.page.doc_type.as_str(), "spec" | "design"))
            .ok_or_else(|| {
                Reply::failure(format!("No spec or design is linked to {id}. Name a document with doc_id."))
            })?,
    };
    let mut skipped = params.skip_seqs.clone().unwrap_or_default();
    if !skipped.contains(&0) {
        skipped.insert(0, 0);
    }
    let doc_type = &document.page.doc_type;
    let sections = document.sections();
    let wanted = sections.iter().filter(|section| section.level == CRITERION_LEVEL && !skipped.contains(&section.seq));
    let new: Vec<(String, u32)> =
        wanted.map(|section| (format!("[{doc_type}§{}] {}", section.seq, section.heading), section.seq)).collect();
    let generated: Vec<Value> = new.iter().map(|(item, seq)| json!({"item": item, "fragment_seq": seq})).collect();
    let answer = move |is_applied: bool| json!({"task_id": id, "generated_criteria": generated, "applied": is_applied, "skipped_seqs": skipped});
    let to_criterion = |(item, _): (String, u32)| Criterion { item, checked: false };
    let criteria: Vec<Criterion> = match params.mode.unwrap_or_default() {
        Mode::Preview => return Ok(ToolOutcome::Done(Reply::value(answer(false)))),
        Mode::Replace => new.into_iter().map(to_criterion).collect(),
        Mode::Append => {
            let old = &task.fields().criteria;
            let is_new = |(item, _): &(String, u32)| !old.iter().any(|criterion| criterion.item == *item);
            old.iter().cloned().chain(new.into_iter().filter(is_new).map(to_criterion)).collect()
        }
    };
    let seen = TaskPatch { criteria: Some(task.fields().criteria.clone()), ..TaskPatch::default() };
    let patch = TaskPatch { criteria: Some(criteria), ..TaskPatch::default() };
    let ids = vec![task.fields().id.clone()];
    let command = Command::UpdateTasks { ids, patch, seen: Some(seen), estimates: None };
    Ok(ToolOutcome::commit(command, move |_, _| Reply::value(answer(true))))
}

//! Finds sections for the work at hand.

use handoff_engine::ProjectReader;
use handoff_engine::documents::{DocumentEntry, Documents, ReceivedSections, SectionMatch, sidecar_path};
use handoff_engine::estimate_tokens;
use handoff_protocol::Command;
use handoff_protocol::agent::documents::{DocumentChange, SectionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{documents, find, of_task, round};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::tool::ToolSet;

/// Finds sections that match a text, files or a task, and records which of them a session has
/// received.
pub struct QuerySections;

/// The number of sections, unless the caller says otherwise.
const DEFAULT_LIMIT: u64 = 5;
/// A longer section is only named, unless its document is always sent in full.
const MAX_INLINE_TOKENS: usize = 300;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub text: Option<String>,
    pub file_paths: Option<Vec<String>>,
    pub task_id: Option<String>,
    pub session_id: Option<String>,
    /// 5 by default
    pub limit: Option<u64>,
    pub mark_injected: Option<bool>,
    /// documents to leave out
    pub suppress_doc_ids: Option<Vec<String>>,
    /// leave them out for the session until they change
    pub suppress_until_changed: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub sections: Vec<SectionRow>,
    pub injected_count: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SectionRow {
    pub doc_id: String,
    pub slug: String,
    pub title: String,
    pub doc_type: String,
    pub seq: u32,
    pub heading: String,
    pub score: f64,
    pub tokens: usize,
    /// `None` for a long section: read it with `handoff_doc_get`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

impl SectionRow {
    fn new(found: &SectionMatch<'_>, score: f64) -> SectionRow {
        let page = &found.document.page;
        let tokens = estimate_tokens(found.section.text);
        let is_inline = match page.auto_inject.as_deref() {
            Some("full") => true,
            Some("outline") => false,
            _ => tokens <= MAX_INLINE_TOKENS,
        };
        SectionRow {
            doc_id: page.id.clone(),
            slug: found.document.slug.clone(),
            title: page.title.clone(),
            doc_type: page.doc_type.clone(),
            seq: found.section.seq,
            heading: found.section.heading.to_owned(),
            score: round(score),
            tokens,
            content: is_inline.then(|| found.section.text.to_owned()),
        }
    }
}

impl Operation for QuerySections {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_query",
        title: "Find sections",
        description: "Sections that match a text, files or a task, except those that the session has already received.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Selection { sections, to_mark } = shell.read(|ctx| find_sections(ctx, params)).await?;
        let injected_count = match to_mark {
            Some(change) => mark(&shell, change).await,
            None => 0,
        };
        Ok(Answer { sections, injected_count }.into())
    }
}

/// The sections that a session received.
struct Delivery {
    session_id: String,
    sections: Vec<SectionId>,
    /// IDs of the documents that it does not want until they change.
    suppressed: Vec<String>,
}

/// Records what a session received, and returns the number of sections that are recorded.
async fn mark(shell: &Shell, Delivery { session_id, sections, suppressed }: Delivery) -> usize {
    let count = sections.len();
    let change = DocumentChange::MarkDelivered { session_id, sections, suppressed };
    let outcome = shell.try_commit(Command::ChangeDocuments { change }).await;
    match HandoffError::of_outcome(&outcome) {
        None => count,
        // Reading is possible where writing is not.
        Some(error) => {
            shell.note(error.to_string());
            0
        }
    }
}

/// The sections that match, and what to record of them.
struct Selection {
    sections: Vec<SectionRow>,
    /// `None` if there is nothing to record.
    to_mark: Option<Delivery>,
}

fn find_sections(ctx: ToolContext<'_>, params: Params) -> Result<Selection, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let suppressed = params.suppress_doc_ids.iter().flatten();
    let suppressed: Vec<String> = suppressed
        .map(|key| Ok(find(reader, &documents, key)?.page.id.clone()))
        .collect::<Result<_, HandoffError>>()?;
    let sections = matches(reader, &documents, &params, &suppressed);
    let may_mark = params.mark_injected.unwrap_or(true);
    let marked = sections.iter().filter(|_| may_mark);
    let marked: Vec<SectionId> =
        marked.map(|found| SectionId { document: found.doc_id.clone(), seq: found.seq }).collect();
    let keeps_suppressed = params.suppress_until_changed.unwrap_or(false) && params.session_id.is_some();
    let suppressed = if keeps_suppressed { suppressed } else { Vec::new() };
    let has_delivery = !marked.is_empty() || !suppressed.is_empty();
    let session_id = params.session_id.unwrap_or_default();
    Ok(Selection { sections, to_mark: has_delivery.then_some(Delivery { session_id, sections: marked, suppressed }) })
}

/// Returns the best sections that the conversation has not received.
fn matches(
    reader: ProjectReader<'_>,
    documents: &Documents,
    params: &Params,
    suppressed: &[String],
) -> Vec<SectionRow> {
    let linked: Vec<&DocumentEntry> =
        params.task_id.as_deref().map(|id| of_task(reader, documents, id)).unwrap_or_default();
    let session = params.session_id.as_deref();
    let received = session.map(|session| ReceivedSections::read(reader.file(&sidecar_path(session))));
    let text = params.text.as_deref().unwrap_or_default();
    let paths = params.file_paths.as_deref().unwrap_or_default();
    let limit = usize::try_from(params.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX);
    let scored = documents.search_sections(text, paths, &linked).into_iter();
    scored
        .filter(|(found, _)| !suppressed.contains(&found.document.page.id))
        .filter(|(found, _)| !received.as_ref().is_some_and(|received| received.excludes(found)))
        .take(limit)
        .map(|(found, score)| SectionRow::new(&found, score))
        .collect()
}

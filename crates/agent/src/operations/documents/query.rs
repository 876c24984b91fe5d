//! The tool that finds sections for the work at hand.

use handoff_engine::ProjectReader;
use handoff_engine::documents::{DocumentEntry, Documents, ReceivedSections, SectionMatch, sidecar_path};
use handoff_protocol::agent::documents::{DocumentChange, SectionId};
use handoff_protocol::{Command, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{documents, find};
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::params::{input, output, parse};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::outcome_to_reply;
use handoff_engine::estimate_tokens;

pub(in crate::operations) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_doc_query",
    title: "Find sections",
    description: "Sections that match a text, files or a task, except those that the session has already received.",
    set: ToolSet::Docs,
    effect: Effect::Changes,
    input: input::<QueryParams>,
    output: Some(output::<QueryAnswer>),
    work: Work::Steps(|ctx, arguments| Ok(query(ctx, parse(arguments)?))),
}];

/// The number of sections, unless the caller says otherwise.
const DEFAULT_LIMIT: u64 = 5;
/// A longer section is only named, unless its document is always sent in full.
const MAX_INLINE_TOKENS: usize = 300;

#[derive(Deserialize, JsonSchema)]
struct QueryParams {
    text: Option<String>,
    file_paths: Option<Vec<String>>,
    task_id: Option<String>,
    session_id: Option<String>,
    /// 5 by default
    limit: Option<u64>,
    mark_injected: Option<bool>,
    /// documents to leave out
    suppress_doc_ids: Option<Vec<String>>,
    /// leave them out for the session until they change
    suppress_until_changed: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct QueryAnswer {
    sections: Vec<FoundSection>,
    injected_count: usize,
}

#[derive(Serialize, JsonSchema)]
struct FoundSection {
    doc_id: String,
    slug: String,
    title: String,
    doc_type: String,
    seq: u32,
    heading: String,
    score: f64,
    tokens: usize,
    /// `None` for a long section: read it with `handoff_doc_get`.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

impl FoundSection {
    fn new(found: &SectionMatch<'_>, score: f64) -> FoundSection {
        let page = &found.document.page;
        let tokens = estimate_tokens(found.section.text);
        let is_inline = match page.auto_inject.as_deref() {
            Some("full") => true,
            Some("outline") => false,
            _ => tokens <= MAX_INLINE_TOKENS,
        };
        FoundSection {
            doc_id: page.id.clone(),
            slug: found.document.slug.clone(),
            title: page.title.clone(),
            doc_type: page.doc_type.clone(),
            seq: found.section.seq,
            heading: found.section.heading.to_owned(),
            score: (score * 1000.0).round() / 1000.0,
            tokens,
            content: is_inline.then(|| found.section.text.to_owned()),
        }
    }
}

fn query(ctx: ToolContext<'_>, params: QueryParams) -> ToolOutcome {
    let (reader, documents) = match documents(ctx) {
        Ok(found) => found,
        Err(failure) => return ToolOutcome::Done(failure),
    };
    let suppressed = params.suppress_doc_ids.as_deref().unwrap_or_default();
    let suppressed: Result<Vec<String>, Reply> =
        suppressed.iter().map(|key| Ok(find(reader, &documents, key)?.page.id.clone())).collect();
    let suppressed = match suppressed {
        Ok(ids) => ids,
        Err(failure) => return ToolOutcome::Done(failure),
    };
    let sections = matches(reader, &documents, &params, &suppressed);
    let ids: Vec<SectionId> =
        sections.iter().map(|found| SectionId { document: found.doc_id.clone(), seq: found.seq }).collect();
    let keeps_suppressed = params.suppress_until_changed.unwrap_or(false) && params.session_id.is_some();
    let suppressed = if keeps_suppressed { suppressed } else { Vec::new() };
    let sections_to_mark = if params.mark_injected.unwrap_or(true) { ids } else { Vec::new() };
    let injected_count = sections_to_mark.len();
    let answer = move |injected_count| Reply::value(json!(QueryAnswer { sections, injected_count }));
    if sections_to_mark.is_empty() && suppressed.is_empty() {
        return ToolOutcome::Done(answer(0));
    }
    let session_id = params.session_id.unwrap_or_default();
    let change = DocumentChange::MarkDelivered { session_id, sections: sections_to_mark, suppressed };
    let then = move |_: ToolContext<'_>, outcome: Outcome| match outcome {
        Outcome::Done { .. } => ToolOutcome::Done(answer(injected_count)),
        // Reading is possible where writing is not.
        other => ToolOutcome::Done(answer(0)).with_note(outcome_to_reply(&other).text.to_string()),
    };
    ToolOutcome::Commit { command: Box::new(Command::ChangeDocuments { change }), then: Box::new(then) }
}

/// Returns the best sections that the conversation has not received.
fn matches(
    reader: ProjectReader<'_>,
    documents: &Documents,
    params: &QueryParams,
    suppressed: &[String],
) -> Vec<FoundSection> {
    let of_task: Vec<&DocumentEntry> = params.task_id.as_deref().map_or_else(Vec::new, |id| {
        let links = reader.task(id).map(|task| task.fields().task_links.clone()).unwrap_or_default();
        documents.of_task(id, &links)
    });
    let session = params.session_id.as_deref();
    let received = session.map(|session| ReceivedSections::read(reader.file(&sidecar_path(session))));
    let text = params.text.as_deref().unwrap_or_default();
    let paths = params.file_paths.as_deref().unwrap_or_default();
    let limit = usize::try_from(params.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX);
    let scored = documents.search_sections(text, paths, &of_task).into_iter();
    scored
        .filter(|(found, _)| !suppressed.contains(&found.document.page.id))
        .filter(|(found, _)| !received.as_ref().is_some_and(|received| received.excludes(found)))
        .take(limit)
        .map(|(found, score)| FoundSection::new(&found, score))
        .collect()
}

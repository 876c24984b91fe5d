//! Documents: created, changed, reviewed and deleted.
//!
//! Invariant: a link between a document and a task, a parent or a child is changed at both ends by
//! one change set.

mod body;
mod checks;
mod delivered;
mod links;
mod review;
mod stage;

use handoff_format::{Page, PageSource, timestamp};
use handoff_protocol::agent::documents::{BodyChange, DocumentChange, DocumentPatch, NewDocument};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::new_ids::id_stamp;
use crate::change::plan::peer_logs;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::knowledge::documents;
use stage::DocumentStage;

/// The deepest heading that begins a section, unless the caller says otherwise.
const SPLIT_LEVEL: u64 = 2;

/// Plans a change of documents.
pub(in crate::change::plan) fn change(
    project: &Project,
    context: &Context,
    change: &DocumentChange,
) -> Result<ChangeSet, Refusal> {
    match change {
        DocumentChange::Create { documents } => create(project, context, documents),
        DocumentChange::Update { id, patch, body } => update(project, context, id, patch, body.as_ref()),
        DocumentChange::Delete { id } => delete(project, context, id),
        DocumentChange::Verify { id, act } => review::verify(project, context, id, act),
        DocumentChange::MarkDelivered { session_id, sections, suppressed } => {
            Ok(delivered::mark(project, context, session_id, sections, suppressed))
        }
    }
}

fn create(project: &Project, context: &Context, new: &[NewDocument]) -> Result<ChangeSet, Refusal> {
    let mut stage = DocumentStage::new(project, context);
    let (second, rest) = id_stamp(context);
    let mut number = rest / 1_000;
    let now = timestamp(context.now);
    let mut ids: Vec<String> = Vec::new();
    for document in new {
        checks::check_slug(&document.slug)?;
        let path = documents::path_of(&document.slug);
        if project.tree.get(&path).is_some() || stage.has_path(&path) {
            let text = Text::with(texts::SLUG_TAKEN, [("path", path)]);
            return Err(refuse(RefusalCode::IdTaken, text).about_field("slug"));
        }
        let id = loop {
            let id = format!("doc-{second}-{:06}", number % 1_000_000);
            number = number.wrapping_add(1);
            if !stage.has_id(&id) {
                break id;
            }
        };
        let origin = if document.original_path.is_some() { "imported" } else { "authored" };
        let page = Page {
            id: id.clone(),
            doc_type: checks::DEFAULT_TYPE.to_owned(),
            auto_inject: Some(checks::DEFAULT_INJECTION.to_owned()),
            source: PageSource {
                origin: Some(origin.to_owned()),
                original_path: document.original_path.clone(),
                canonical_hash: None,
                content_hash_scheme: peer_logs::is_peer_project(project).then_some(documents::SECTION_SCHEME),
                body_raw_hash: None,
            },
            split_level: SPLIT_LEVEL,
            created_at: now.clone(),
            updated_at: now.clone(),
            ..Page::default()
        };
        stage.add(path, page);
        ids.push(id);
    }
    for (document, id) in new.iter().zip(&ids) {
        checks::check_title_given(&document.patch)?;
        let patch = checks::checked(&document.patch)?;
        let body = body::checked(&document.body)?;
        let page = stage.edit(id)?;
        page.has_bom = document.body.starts_with(body::BYTE_ORDER_MARK);
        body::set(page, body.text);
        apply(&mut stage, id, &patch)?;
        body::warn(&mut stage, id, &body.left_out)?;
    }
    let summary = match new {
        [document] => Text::with(texts::DOCUMENT_CREATED, [("slug", document.slug.clone())]),
        several => Text::with(texts::DOCUMENTS_CREATED, [("count", several.len().to_string())]),
    };
    stage.finish(summary, &ids)
}

fn update(
    project: &Project,
    context: &Context,
    id: &str,
    patch: &DocumentPatch,
    change: Option<&BodyChange>,
) -> Result<ChangeSet, Refusal> {
    let patch = checks::checked(patch)?;
    let mut stage = DocumentStage::new(project, context);
    let slug = stage.document(id)?.slug.clone();
    let body = change.map(|change| body::changed(stage.document(id)?, change)).transpose()?;
    let left_out = body.as_ref().map(|body| body.left_out.clone());
    if let Some(body) = body {
        body::set(stage.edit(id)?, body.text);
    }
    apply(&mut stage, id, &patch)?;
    if let Some(left_out) = left_out {
        body::warn(&mut stage, id, &left_out)?;
    }
    stage.finish(Text::with(texts::DOCUMENT_SAVED, [("slug", slug)]), &[id.to_owned()])
}

/// Applies a checked patch, with the other ends of its links.
fn apply(stage: &mut DocumentStage<'_>, id: &str, patch: &DocumentPatch) -> Result<(), Refusal> {
    let page = stage.edit(id)?;
    let set = |field: &mut String, value: &Option<String>| {
        if let Some(value) = value {
            field.clone_from(value);
        }
    };
    let set_list = |field: &mut Vec<String>, value: &Option<Vec<String>>| {
        if let Some(value) = value {
            field.clone_from(value);
        }
    };
    set(&mut page.title, &patch.title);
    set(&mut page.doc_type, &patch.doc_type);
    set_list(&mut page.tags, &patch.tags);
    set_list(&mut page.scope_paths, &patch.scope_paths);
    if let Some(auto_inject) = &patch.auto_inject {
        page.auto_inject = Some(auto_inject.clone());
    }
    if let Some(level) = patch.split_level {
        let is_saved = page.source.canonical_hash.as_ref() == Some(&documents::page_hash(page));
        page.split_level = u64::from(level);
        if is_saved {
            // Some hashes depend on the sections.
            body::set_hash(page);
        }
    }
    if let Some(related) = &patch.related {
        links::set_related(stage, id, related)?;
    }
    if let Some(parent) = &patch.parent_id {
        links::set_parent(stage, id, Some(parent.as_str()).filter(|parent| !parent.is_empty()))?;
    }
    if let Some(tasks) = &patch.task_ids {
        links::set_tasks(stage, id, tasks)?;
    }
    Ok(())
}

fn delete(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let mut stage = DocumentStage::new(project, context);
    let slug = stage.document(id)?.slug.clone();
    links::set_parent(&mut stage, id, None)?;
    links::set_tasks(&mut stage, id, &[])?;
    links::unlink_named_tasks(&mut stage, id);
    let children: Vec<String> = stage.children(id).into_iter().map(|child| child.page.id).collect();
    for child in children {
        stage.edit(&child)?.parent_id = None;
    }
    stage.discard(id)?;
    stage.finish(Text::with(texts::DOCUMENT_DELETED, [("slug", slug)]), &[])
}

//! Records which sections a conversation has received.

use handoff_format::{Container, DataFile, PathSegment, Value, timestamp};
use handoff_protocol::agent::documents::SectionId;
use handoff_protocol::{ChangeSet, Context, Text};
use serde_json::json;

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::ground::texts;
use crate::knowledge::documents::{Documents, section_key, sidecar_path};

/// Records sections and unwanted documents with their current hashes. What no longer exists is
/// skipped. A file that cannot be changed is left as it is: without it a section is only sent again.
pub(super) fn mark(
    project: &Project,
    context: &Context,
    session_id: &str,
    sections: &[SectionId],
    suppressed: &[String],
) -> ChangeSet {
    let documents = Documents::of(project);
    let mut builder = ChangeSetBuilder::new(project, context);
    let section_hash = |id: &SectionId| {
        let sections = documents.with_id(&id.document).ok()?.sections();
        let section = sections.iter().find(|section| section.seq == id.seq)?;
        Some(("injected", section_key(&id.document, id.seq), section.text_hash()))
    };
    let document_hash = |id: &String| {
        let document = documents.with_id(id).ok()?;
        Some(("suppressed", id.clone(), document.text_hash()))
    };
    let hashes: Vec<_> =
        sections.iter().filter_map(section_hash).chain(suppressed.iter().filter_map(document_hash)).collect();
    let summary = Text::with(texts::SECTIONS_MARKED, [("count", hashes.len().to_string())]);
    if let Some((path, document)) = changed(project, context, session_id, &hashes).filter(|_| !hashes.is_empty()) {
        if project.tree.file(&path).is_some() {
            builder.write(&path, document.render());
        } else {
            builder.create(path, document.render());
        }
    }
    builder.finish(summary)
}

/// Returns the file of a conversation with more hashes, `None` if it cannot be changed.
fn changed(
    project: &Project,
    context: &Context,
    session_id: &str,
    hashes: &[(&str, String, String)],
) -> Option<(String, DataFile)> {
    let path = sidecar_path(session_id);
    let mut document = match project.tree.file(&path) {
        Some(bytes) => DataFile::parse(Container::Json, bytes).ok()?,
        None => DataFile::from_value(
            Container::Json,
            &json!({"session_id": session_id, "updated_at": "", "injected": {}, "suppressed": {}}),
        )
        .ok()?,
    };
    for key in ["injected", "suppressed"] {
        if document.get(&[PathSegment::Key(key)]).is_none() {
            document.set(&[PathSegment::Key(key)], &json!({})).ok()?;
        }
    }
    document.set(&[PathSegment::Key("updated_at")], &Value::from(timestamp(context.now))).ok()?;
    for (key, name, hash) in hashes {
        document.set(&[PathSegment::Key(key), PathSegment::Key(name)], &Value::from(hash.as_str())).ok()?;
    }
    Some((path, document))
}

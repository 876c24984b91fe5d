//! The links of tasks to requirements.

use handoff_format::Task;
use handoff_protocol::{Refusal, RefusalCode, RequirementPatch, TaskLink, TaskPatch, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::knowledge::documents::{DocumentLookupError, Documents, REQUIREMENT_LINK};

/// What a task can do with a requirement: carry it out, or only run its checks.
const ROLES: [&str; 2] = ["implements", "executes"];

/// Applies a change of the requirements to a task. Links that stay keep their place and hash. An ID that
/// names no single requirement gets no link.
pub(super) fn apply(project: &Project, task: &mut Task, patch: &TaskPatch) -> Result<(), Refusal> {
    let Some(RequirementPatch { ids, roles }) = &patch.requirements else { return Ok(()) };
    if let Some(role) = roles.values().find(|role| !ROLES.contains(&role.as_str())) {
        let text = Text::with(texts::BAD_ROLE, [("value", role.clone())]);
        return Err(refuse(RefusalCode::BadValue, text).about_task(&task.id).about_field("taskLinks"));
    }
    if let Some(ids) = ids {
        let names = |label: &String| ids.iter().any(|id| id.trim() == label);
        task.task_links.retain(|link| id_of(link).is_none_or(names));
        let documents = Documents::of(project);
        for id in ids.iter().map(|id| id.trim()) {
            let is_linked = task.task_links.iter().any(|link| id_of(link).is_some_and(|label| label == id));
            if let (false, Ok(requirement)) = (is_linked, documents.requirement(id)) {
                task.task_links.push(TaskLink {
                    target: requirement.document.page.id.clone(),
                    link_type: REQUIREMENT_LINK.to_owned(),
                    label: Some(id.to_owned()),
                    role: ROLES.first().map(|&role| role.to_owned()),
                    baseline_hash: requirement.hash,
                });
            }
        }
    }
    for link in &mut task.task_links {
        if let Some(role) = id_of(link).and_then(|id| roles.get(id)) {
            link.role = Some(role.clone());
        }
    }
    Ok(())
}

/// Warns of the IDs of a change that name no single requirement.
pub(super) fn warn_of_unknown(project: &Project, patch: &TaskPatch, builder: &mut ChangeSetBuilder<'_>) {
    let Some(ids) = patch.requirements.as_ref().and_then(|patch| patch.ids.as_ref()) else { return };
    let documents = Documents::of(project);
    for id in ids.iter().map(|id| id.trim()) {
        let template = match documents.requirement(id) {
            Ok(_) => continue,
            Err(DocumentLookupError::Unknown) => texts::REQUIREMENT_UNKNOWN,
            Err(DocumentLookupError::Ambiguous) => texts::REQUIREMENT_AMBIGUOUS,
        };
        builder.warn(Text::with(template, [("id", id.to_owned())]));
    }
}

/// Returns the ID of the requirement to which a link leads.
fn id_of(link: &TaskLink) -> Option<&String> {
    link.label.as_ref().filter(|_| link.link_type == REQUIREMENT_LINK)
}

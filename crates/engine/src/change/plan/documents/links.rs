//! Links between documents and tasks, parents and children. Both ends are changed.

use handoff_format::RelatedPage;
use handoff_protocol::agent::documents::DocumentRelation;
use handoff_protocol::{Refusal, RefusalCode, TaskLink, Text};

use super::stage::DocumentStage;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::task_lookup;
use crate::ground::texts;
use crate::knowledge::documents::LINK_TYPE;

/// Sets the tasks of a document. A task that cannot be changed is named without a link back.
pub(super) fn set_tasks(stage: &mut DocumentStage<'_>, id: &str, tasks: &[String]) -> Result<(), Refusal> {
    let (old, title) = {
        let page = stage.edit(id)?;
        let old = std::mem::replace(&mut page.task_ids, tasks.to_vec());
        (old, page.title.clone())
    };
    for task in old.iter().filter(|task| !tasks.contains(task)) {
        // A task that is gone or broken has no link that could be removed.
        let _ = unlink(stage, id, task);
    }
    for task in tasks {
        if let Err(refusal) = link(stage, id, task, &title) {
            stage.warn(Text::with(
                texts::DOCUMENT_TASK_NOT_LINKED,
                [("id", task.clone()), ("why", refusal.text.to_string())],
            ));
        }
    }
    Ok(())
}

fn is_link_to(link: &TaskLink, document: &str) -> bool {
    link.link_type == LINK_TYPE && link.target == document
}

fn link(stage: &mut DocumentStage<'_>, document: &str, task: &str, title: &str) -> Result<(), Refusal> {
    task_lookup::editable(&stage.project().model.tasks, task)?;
    let (_, staged) = stage.tasks().edit(task)?;
    if !staged.new.task_links.iter().any(|link| is_link_to(link, document)) {
        staged.new.task_links.push(TaskLink {
            target: document.to_owned(),
            link_type: LINK_TYPE.to_owned(),
            label: Some(title.to_owned()).filter(|title| !title.is_empty()),
            ..TaskLink::default()
        });
    }
    Ok(())
}

fn unlink(stage: &mut DocumentStage<'_>, document: &str, task: &str) -> Result<(), Refusal> {
    task_lookup::editable(&stage.project().model.tasks, task)?;
    let (_, staged) = stage.tasks().edit(task)?;
    staged.new.task_links.retain(|link| !is_link_to(link, document));
    Ok(())
}

/// Removes the links of the tasks that name a document although it does not name them.
pub(super) fn unlink_named_tasks(stage: &mut DocumentStage<'_>, id: &str) {
    let tasks = &stage.project().model.tasks;
    let names_document = |links: &[TaskLink]| links.iter().any(|link| is_link_to(link, id));
    let named: Vec<String> =
        tasks.all().filter(|task| names_document(&task.shown.task.task_links)).map(|task| tasks.key(task)).collect();
    for task in named {
        // A task whose file is broken keeps its link.
        let _ = unlink(stage, id, &task);
    }
}

/// Sets the parent of a document, and the lists of children of the old and the new parent.
pub(super) fn set_parent(stage: &mut DocumentStage<'_>, id: &str, parent: Option<&str>) -> Result<(), Refusal> {
    if let Some(parent) = parent {
        let is_below = stage.documents().with_id(parent).is_ok_and(|other| stage.documents().is_within(other, id));
        if parent == id || is_below {
            let text = Text::with(texts::DOCUMENT_PARENT_CYCLE, [("id", parent.to_owned())]);
            return Err(refuse(RefusalCode::BadValue, text).about_field("parent_id"));
        }
    }
    let is_parent = |page: &handoff_format::Page| page.children.iter().any(|child| child == id);
    let holders: Vec<String> = (stage.documents().all().iter())
        .filter(|other| is_parent(&other.page) && Some(other.page.id.as_str()) != parent)
        .map(|other| other.page.id.clone())
        .collect();
    for holder in holders {
        if let Ok(page) = stage.edit(&holder) {
            page.children.retain(|child| child != id);
        }
    }
    stage.edit(id)?.parent_id = parent.map(str::to_owned);
    let Some(parent) = parent else { return Ok(()) };
    match stage.edit(parent) {
        Ok(page) if page.children.iter().any(|child| child == id) => {}
        Ok(page) => page.children.push(id.to_owned()),
        Err(_) => stage.warn(Text::with(texts::DOCUMENT_LINK_UNKNOWN, [("id", parent.to_owned())])),
    }
    Ok(())
}

/// Sets the relations of a document.
pub(super) fn set_related(
    stage: &mut DocumentStage<'_>,
    id: &str,
    related: &[DocumentRelation],
) -> Result<(), Refusal> {
    for other in related {
        if other.id == id {
            return Err(
                refuse(RefusalCode::BadValue, Text::plain(texts::DOCUMENT_RELATED_TO_ITSELF)).about_field("related")
            );
        }
        if !stage.has_id(&other.id) {
            stage.warn(Text::with(texts::DOCUMENT_LINK_UNKNOWN, [("id", other.id.clone())]));
        }
    }
    let to_page = |other: &DocumentRelation| RelatedPage { id: other.id.clone(), rel: other.rel.clone() };
    stage.edit(id)?.related = related.iter().map(to_page).collect();
    Ok(())
}

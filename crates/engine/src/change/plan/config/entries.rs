//! Assignees, milestones and labels in the configuration.

use handoff_format::{DataFile, PathSegment, Value};
use handoff_protocol::agent::Section;
use handoff_protocol::{ChangeSet, ConfigChange, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::config::change_summary::about;
use crate::change::plan::config::configure::{open_config, write_config, write_forced_config};
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::one_line;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_lookup;
use crate::ground::texts;
use crate::model::project::unread;

/// Changes an existing entry, or adds a new one. With `force`, the status of a milestone may go back.
pub(in crate::change::plan) fn change(
    project: &Project,
    context: &Context,
    section: Section,
    (name, new): (&str, bool),
    changes: &[ConfigChange],
    force: bool,
) -> Result<ChangeSet, Refusal> {
    one_line(name, "name")?;
    if has_entry(&open_config(project)?, section, name) == new {
        let template = if new { texts::ENTRY_TAKEN } else { texts::ENTRY_UNKNOWN };
        return Err(refuse(RefusalCode::BadCommand, about(template, section, name)).about_field("name"));
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    write_forced_config(&mut builder, project, changes, force)?;
    let done = if new { texts::ADDED_ENTRY } else { texts::CHANGED_ENTRY };
    Ok(builder.finish(about(done, section, name)))
}

/// Returns whether the configuration has an entry.
pub(super) fn has_entry(config: &DataFile, section: Section, name: &str) -> bool {
    let table = PathSegment::Key(section.name());
    match section {
        Section::Assignees | Section::Milestones => config.get(&[table, PathSegment::Key(name)]).is_some(),
        Section::Labels => match config.get(&[table]) {
            Some(Value::Array(labels)) => labels.iter().any(|label| label == name),
            _ => false,
        },
    }
}

/// Removes an assignee from the configuration and from all tasks.
pub(in crate::change::plan) fn remove_assignee(
    project: &Project,
    context: &Context,
    key: &str,
) -> Result<ChangeSet, Refusal> {
    let section = Section::Assignees.name();
    if !has_entry(&open_config(project)?, Section::Assignees, key) {
        let text = about(texts::ENTRY_UNKNOWN, Section::Assignees, key);
        return Err(refuse(RefusalCode::BadCommand, text).about_field("key"));
    }
    unread::check_tasks(project)?;
    let tasks = &project.model.tasks;
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut stage = Stage::new(project, context);
    let mut count = 0;
    for task in tasks.all().filter(|task| task.shown.task.assignee.as_deref() == Some(key)) {
        if task_lookup::obstacle(tasks, task).is_some() {
            let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
            builder.warn(Text::with(texts::SKIPPED, args));
            continue;
        }
        stage.edit(&tasks.key(task))?.1.new.assignee = None;
        count += 1;
    }
    let removal = ConfigChange { key: vec![section.to_owned(), key.to_owned()], value: Value::Null, seen: None };
    write_config(&mut builder, project, &[removal])?;
    stage.write(&mut builder)?;
    Ok(builder.finish(Text::with(texts::REMOVED_ASSIGNEE, [("name", key.to_owned()), ("count", count.to_string())])))
}

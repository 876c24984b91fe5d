//! Renames assignees, milestones and labels, in the configuration and in the tasks that name them.

use handoff_format::{DataFile, PathSegment, Task, Value};
use handoff_protocol::agent::{EntryRename, Section};
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Text, TextArg};

use crate::Project;
use crate::analysis::schedule::agent_keys;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::config::change_summary::about;
use crate::change::plan::config::configure::{broken, open_config};
use crate::change::plan::config::entries::has_entry;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::one_line;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_lookup;
use crate::ground::texts;
use crate::model::CONFIG;
use crate::model::project::unread;

const LABEL_COLORS: [&str; 3] = ["settings", "custom_fields", "label_colors"];
const AGENTS: [&str; 3] = ["settings", "custom_fields", "agents"];
const DEPENDS_ON: &str = "depends_on";
const FILTER: [&str; 2] = ["gantt_view", "filter_assignee"];

/// Renames an entry. Refused if the new name is taken, since two entries would become one.
pub(in crate::change::plan) fn rename(
    project: &Project,
    context: &Context,
    EntryRename { section, name, to }: &EntryRename,
) -> Result<ChangeSet, Refusal> {
    let to = one_line(to.trim(), "to")?;
    if to.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::ENTRY_NAME)).about_field("to"));
    }
    unread::check_tasks(project)?;
    let mut config = ConfigRename { data: open_config(project)?, changes: Vec::new() };
    let is_known = |name: &str| {
        has_entry(&config.data, *section, name)
            || project.model.tasks.all().any(|task| is_named(*section, name, &task.shown.task))
    };
    let refusal = |template, name: &str, field| {
        Err(refuse(RefusalCode::BadCommand, about(template, *section, name)).about_field(field))
    };
    if !is_known(name) {
        return refusal(texts::ENTRY_UNKNOWN, name, "name");
    }
    if is_known(&to) {
        return refusal(texts::ENTRY_TAKEN, &to, "to");
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    if project.tree.file(CONFIG).is_some() {
        config.rename(*section, name, &to, &agent_keys(project.model.config.values()))?;
        builder.write(CONFIG, config.data.render());
        for change in config.changes {
            builder.log(None, change);
        }
    }
    rename_in_tasks(&mut builder, project, context, (*section, name, &to))?;
    Ok(builder.finish(about(texts::RENAMED_ENTRY, *section, name).with_arg("to", TextArg::Plain(to))))
}

/// Returns whether a task refers to an entry.
fn is_named(section: Section, name: &str, task: &Task) -> bool {
    match section {
        Section::Assignees => task.assignee.as_deref() == Some(name),
        Section::Milestones => {
            task.schedule.as_ref().is_some_and(|schedule| schedule.milestone.as_deref() == Some(name))
        }
        Section::Labels => task.labels.iter().any(|label| label == name),
    }
}

fn rename_in_tasks(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    context: &Context,
    (section, name, to): (Section, &str, &str),
) -> Result<(), Refusal> {
    let tasks = &project.model.tasks;
    let mut stage = Stage::new(project, context);
    for task in tasks.all().filter(|task| is_named(section, name, &task.shown.task)) {
        if task_lookup::obstacle(tasks, task).is_some() {
            let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
            builder.warn(Text::with(texts::SKIPPED, args));
            continue;
        }
        let new = &mut stage.edit(&tasks.key(task))?.1.new;
        match section {
            Section::Assignees => new.assignee = Some(to.to_owned()),
            Section::Milestones => {
                if let Some(schedule) = &mut new.schedule {
                    schedule.milestone = Some(to.to_owned());
                }
            }
            Section::Labels => {
                for label in new.labels.iter_mut().filter(|label| *label == name) {
                    to.clone_into(label);
                }
            }
        }
    }
    stage.write(builder)
}

/// A configuration whose entry is renamed, with the changes to log.
struct ConfigRename {
    data: DataFile,
    changes: Vec<Change>,
}

impl ConfigRename {
    fn rename(&mut self, section: Section, name: &str, to: &str, agents: &[String]) -> Result<(), Refusal> {
        match section {
            Section::Assignees => {
                self.rename_key(&[section.name()], name, to)?;
                if agents.iter().any(|agent| agent == name) {
                    self.set(&AGENTS, replaced(agents.iter().map(|agent| Value::from(agent.as_str())), name, to))?;
                }
                if self.get(&FILTER).is_some_and(|filter| filter == name) {
                    self.set(&FILTER, Value::from(to))?;
                }
            }
            Section::Milestones => {
                self.rename_key(&[section.name()], name, to)?;
                let Some(Value::Object(milestones)) = self.get(&[section.name()]) else { return Ok(()) };
                for (other, milestone) in &milestones {
                    let Some(Value::Array(before)) = milestone.get(DEPENDS_ON) else { continue };
                    if before.iter().any(|one| one == name) {
                        let key = [section.name(), other, DEPENDS_ON];
                        self.set(&key, replaced(before.iter().cloned(), name, to))?;
                    }
                }
            }
            Section::Labels => {
                if let Some(Value::Array(labels)) = self.get(&[section.name()]) {
                    self.set(&[section.name()], replaced(labels.into_iter(), name, to))?;
                }
                self.rename_key(&LABEL_COLORS, name, to)?;
            }
        }
        Ok(())
    }

    fn get(&self, key: &[&str]) -> Option<Value> {
        self.data.get(&path_of(key))
    }

    fn set(&mut self, key: &[&str], to: Value) -> Result<(), Refusal> {
        let from = self.get(key).unwrap_or(Value::Null);
        self.data.set(&path_of(key), &to).map_err(|finding| broken(finding.text))?;
        self.log(key, from, to);
        Ok(())
    }

    fn rename_key(&mut self, table: &[&str], name: &str, to: &str) -> Result<(), Refusal> {
        let (old, new) = ([table, &[name]].concat(), [table, &[to]].concat());
        let Some(value) = self.get(&old) else { return Ok(()) };
        self.data.rename_key(&old, to).map_err(|finding| broken(finding.text))?;
        self.log(&old, value.clone(), Value::Null);
        self.log(&new, Value::Null, value);
        Ok(())
    }

    fn log(&mut self, key: &[&str], from: Value, to: Value) {
        if from != to {
            self.changes.push(Change::Config { key: key.join("."), from, to });
        }
    }
}

fn path_of<'a>(key: &[&'a str]) -> Vec<PathSegment<'a>> {
    key.iter().copied().map(PathSegment::Key).collect()
}

/// Returns the list with a new name for one of its texts.
fn replaced(list: impl Iterator<Item = Value>, name: &str, to: &str) -> Value {
    list.map(|one| if one == name { Value::from(to) } else { one }).collect()
}

//! Creates projects and changes their configuration.

use handoff_format::{Container, DataFile, PathSegment, Value, new_config, parse_weekday, weekday_of_name};
use handoff_protocol::{Change, ChangeSet, ConfigChange, Context, Layout, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::config::{change_summary, milestones, settings};
use crate::change::plan::local_files;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::check_title;
use crate::ground::texts;
use crate::model::ownership::Ownership;
use crate::model::project::unread;
use crate::model::{CONFIG, ROOT};

/// The table with the options of the chart.
const VIEW: &str = "gantt_view";

/// Creates a project in a folder without one. With `is_beside`, the folder may have files of another
/// program.
pub(crate) fn init_project(
    project: &Project,
    context: &Context,
    (name, description): (&str, Option<&str>),
    layout: Layout,
    is_beside: bool,
) -> Result<ChangeSet, Refusal> {
    match project.ownership() {
        Ownership::Project => {
            return Err(refuse(RefusalCode::AlreadyInitialized, Text::plain(texts::ALREADY_INITIALIZED)));
        }
        Ownership::OtherProgram if !is_beside => {
            return Err(refuse(RefusalCode::OtherProgram, Text::plain(texts::OTHER_PROGRAM)));
        }
        Ownership::OtherProgram | Ownership::Nobody => {}
    }
    let name = check_title(name).map_err(|refusal| refusal.about_field("name"))?;
    let description = description.map(str::trim).filter(|text| !text.is_empty());
    let mut builder = ChangeSetBuilder::new(project, context);
    for folder in ["sessions", ROOT, "memory"] {
        if !builder.is_taken(folder) {
            builder.make_folder(folder);
        }
    }
    let mut config = new_config(layout, &name, description);
    // Other programs take an absent key for `true`, so `false` is written.
    let require_estimate = [PathSegment::Key("settings"), PathSegment::Key("require_estimate_hours")];
    config.set(&require_estimate, &Value::from(false)).map_err(|finding| broken(finding.text))?;
    match project.tree.file(CONFIG) {
        None => builder.create(CONFIG.to_owned(), config.render()),
        // The keys are added to the configuration of the other program.
        Some(bytes) => {
            let mut shared = DataFile::parse(Container::Toml, bytes).map_err(|finding| broken(finding.text))?;
            for (key, value) in config.root().as_object().into_iter().flatten() {
                shared.set(&[PathSegment::Key(key)], value).map_err(|finding| broken(finding.text))?;
            }
            builder.write(CONFIG, shared.render());
        }
    }
    // Not fatal: `handoff doctor` reports files that Git would track.
    let _ = local_files::ignore(&mut builder, project);
    builder.log(
        None,
        Change::Config { key: "project.name".to_owned(), from: Value::Null, to: Value::from(name.as_str()) },
    );
    Ok(builder.finish(Text::with(texts::INITIALIZED, [("name", name)])))
}

/// Returns true if the changes only concern the options of the chart. They are stored because
/// programs share them, but they are neither logged nor undone.
pub(crate) fn is_view_choice(changes: &[ConfigChange]) -> bool {
    changes.iter().all(|change| change.key.first().is_some_and(|table| table == VIEW))
}

/// Changes keys of the configuration. Comments stay.
pub(crate) fn update_config(
    project: &Project,
    context: &Context,
    changes: &[ConfigChange],
) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let data = open_config(project)?;
    let value = |change: &ConfigChange| data.get(&path_of(&as_spelled(&data, &change.key))).unwrap_or(Value::Null);
    let before: Vec<Value> = changes.iter().map(value).collect();
    write_config(&mut builder, project, changes)?;
    Ok(builder.finish(change_summary::summary(changes, &before)))
}

/// Parses the configuration, or creates a new one if there is no file.
pub(crate) fn open_config(project: &Project) -> Result<DataFile, Refusal> {
    unread::check_config(project)?;
    match project.tree.file(CONFIG) {
        Some(bytes) => DataFile::parse(Container::Toml, bytes).map_err(|finding| broken(finding.text)),
        None => Ok(new_config(project.model.layout(), "", None)),
    }
}

pub(in crate::change::plan) fn broken(text: Text) -> Refusal {
    refuse(RefusalCode::BrokenFile, text)
}

/// Adds changes of configuration keys to the builder.
pub(in crate::change::plan) fn write_config(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    changes: &[ConfigChange],
) -> Result<(), Refusal> {
    write_forced_config(builder, project, changes, false)
}

/// Like [`write_config`]. With `force`, the status of a milestone may go back.
pub(super) fn write_forced_config(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    changes: &[ConfigChange],
    force: bool,
) -> Result<(), Refusal> {
    let mut data = open_config(project)?;
    let (mut differs, is_logged) = (false, !is_view_choice(changes));
    for ConfigChange { key, value, seen } in changes {
        settings::check(key, value)?;
        let key = &as_spelled(&data, key);
        let path = path_of(key);
        let from = data.get(&path).unwrap_or(Value::Null);
        let value = &merge_list(key, seen.as_deref(), value, &from);
        if from == *value {
            continue;
        }
        let result = if value.is_null() { data.remove(&path) } else { data.set(&path, value) };
        result.map_err(|finding| broken(finding.text).about_field(&key.join(".")))?;
        differs = true;
        if is_logged {
            builder.log(None, Change::Config { key: key.join("."), from, to: value.clone() });
        }
    }
    settings::check_tables(&data, changes)?;
    milestones::check(builder, project, &data, changes, force)?;
    let rendered = data.render();
    if project.tree.file(CONFIG).is_some() {
        builder.write(CONFIG, rendered);
    } else if differs {
        builder.create(CONFIG.to_owned(), rendered);
    }
    Ok(())
}

fn path_of(key: &[String]) -> Vec<PathSegment<'_>> {
    key.iter().map(|part| PathSegment::Key(part)).collect()
}

/// Returns a key with the spelling of the file, which may have the hours of `fri` as `Friday`. Of
/// several spellings the last one counts.
fn as_spelled(data: &DataFile, key: &[String]) -> Vec<String> {
    let spelled = || {
        let [table @ .., day] = key else { return None };
        let weekday = weekday_of_name(day).filter(|_| table.last().is_some_and(|name| name == settings::DAY_HOURS))?;
        let hours = data.get(&path_of(table))?;
        let last = hours.as_object()?.keys().rfind(|name| weekday_of_name(name) == Some(weekday))?;
        Some([table, std::slice::from_ref(last)].concat())
    };
    spelled().unwrap_or_else(|| key.to_vec())
}

/// Applies the difference between a list that was seen and its new value to the list in the file, so
/// that two programs can change different entries. Other values are replaced.
fn merge_list(key: &[String], seen: Option<&[String]>, value: &Value, from: &Value) -> Value {
    let (Some(seen), Value::Array(new), Value::Array(current)) = (seen, value, from) else { return value.clone() };
    let has_weekdays = key.last().is_some_and(|name| name == "closed_weekdays");
    // The same weekday has a number and several names.
    let same = |one: &Value, other: &Value| one == other || has_weekdays && parse_weekday(one) == parse_weekday(other);
    let contains = |list: &[Value], entry: &Value| list.iter().any(|one| same(one, entry));
    let seen: Vec<Value> = seen.iter().map(|text| Value::from(text.as_str())).collect();
    let kept = current.iter().filter(|entry| contains(new, entry) || !contains(&seen, entry));
    let added = new.iter().filter(|entry| !contains(&seen, entry) && !contains(current, entry));
    kept.chain(added).cloned().collect()
}

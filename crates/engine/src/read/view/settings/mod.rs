//! The configuration as settings with their values, defaults and descriptions.

mod working_time;

use std::collections::BTreeMap;

use handoff_format::{
    Calendar, Config, DataFile, Finding, PathSegment, Value, default_config, format_date, parse_weekday,
};
use handoff_protocol::agent::{Section, ToolSet};
use handoff_protocol::view::{Setting, SettingControl, SettingsEntry, SettingsGroup, SettingsSubject, SettingsView};
use handoff_protocol::{Status, Text, TimeZone};
use serde_json::Map;

use crate::Project;
use crate::analysis::schedule::calendar::weekday_name;
use crate::analysis::schedule::{agent_keys, project_utilization};
use crate::change::plan::catalog::{ASSIGNEE, Described, GROUPS, LABEL, LIMIT, MILESTONE};
use crate::change::plan::{control, open_config};
use crate::ground::timestamp::day_in;

/// Builds the view.
pub(crate) fn settings(project: &Project, time_zone: &TimeZone) -> SettingsView {
    let exists = project.model.config.exists();
    let config = project.model.config.values();
    let opened = open_config(project);
    let broken = opened.as_ref().err().map(|refusal| refusal.text.clone());
    let source = Source {
        data: opened.ok().filter(|_| exists),
        findings: project.model.config.findings(),
        defaults: defaults(config),
        time_zone,
    };
    let tasks = TaskCounts::of(project);
    let assignees: Vec<&str> = config.assignees.iter().map(|(key, _)| key.as_str()).collect();
    let milestones: Vec<&str> = config.milestones.iter().map(|(name, _)| name.as_str()).collect();
    let labels: Vec<&str> = config.labels.iter().map(String::as_str).collect();
    SettingsView {
        exists,
        broken,
        groups: groups(&source),
        assignees: entries(&assignees, &tasks.assignees, &|name| {
            let own = config.assignees.iter().find(|(key, _)| key == name).map(|(_, own)| &own.calendar);
            let mut inherited = working_time::defaults(&config.calendar, Some(own.unwrap_or(&Calendar::default())));
            inherited.extend(capacity_defaults(config));
            named(&source, Section::Assignees, name, ASSIGNEE, &inherited)
        }),
        milestones: entries(&milestones, &tasks.milestones, &|name| {
            named(&source, Section::Milestones, name, MILESTONE, &Map::new())
        }),
        labels: entries(&labels, &tasks.labels, &|label| vec![source.below(&LABEL, label, Text::plain(LABEL.title))]),
    }
}

/// The number of tasks without subtasks that refer to each name.
#[derive(Default)]
struct TaskCounts<'a> {
    assignees: BTreeMap<&'a str, u32>,
    milestones: BTreeMap<&'a str, u32>,
    labels: BTreeMap<&'a str, u32>,
}

impl<'a> TaskCounts<'a> {
    fn of(project: &'a Project) -> TaskCounts<'a> {
        let mut counts = TaskCounts::default();
        let tasks = &project.model.tasks;
        for task in tasks.all() {
            // A name that only parents have is listed, too.
            let one = u32::from(tasks.is_leaf(task.slot));
            let record = &task.shown.task;
            if let Some(assignee) = record.assignee.as_deref() {
                *counts.assignees.entry(assignee).or_default() += one;
            }
            if let Some(milestone) = task.shown.milestone() {
                *counts.milestones.entry(milestone).or_default() += one;
            }
            for label in &record.labels {
                *counts.labels.entry(label).or_default() += one;
            }
        }
        counts
    }
}

fn groups(source: &Source<'_>) -> Vec<SettingsGroup> {
    let group = |(name, described): &(SettingsSubject, &[Described])| SettingsGroup {
        name: *name,
        settings: described.iter().map(|one| source.setting(one.key, Text::plain(one.title), one.text, None)).collect(),
    };
    let mut groups: Vec<SettingsGroup> = GROUPS.iter().map(group).collect();
    let limit = |status: Status| source.below(&LIMIT, status.name(), Text::plain(LIMIT.title).with_status(status));
    let limits = SettingsGroup {
        name: SettingsSubject::Limits,
        settings: Status::ALL.into_iter().filter(|status| !status.is_terminal()).map(limit).collect(),
    };
    groups.push(limits);
    groups.sort_by_key(|group| group.name);
    groups
}

/// Returns the configured entries, then others that tasks name.
fn entries<'a>(
    configured: &[&'a str],
    tasks: &BTreeMap<&'a str, u32>,
    settings: &dyn Fn(&str) -> Vec<Setting>,
) -> Vec<SettingsEntry> {
    let mut entries: Vec<SettingsEntry> = Vec::new();
    let unlisted = tasks.keys().map(|name| (*name, false));
    for (name, configured) in configured.iter().map(|name| (*name, true)).chain(unlisted) {
        if entries.iter().all(|entry| entry.name != name) {
            entries.push(SettingsEntry {
                name: name.to_owned(),
                configured,
                tasks: tasks.get(name).copied().unwrap_or(0),
                settings: settings(name),
            });
        }
    }
    entries
}

/// Returns the settings of an assignee or a milestone. `inherited` has the defaults by the last part
/// of the key.
fn named(
    source: &Source<'_>,
    section: Section,
    name: &str,
    described: &[Described],
    inherited: &Map<String, Value>,
) -> Vec<Setting> {
    let setting = |one: &Described| {
        let key = [&[section.name(), name], one.key].concat();
        let default = one.key.last().and_then(|name| inherited.get(*name));
        source.setting(&key, Text::plain(one.title), one.text, default.cloned())
    };
    described.iter().map(setting).collect()
}

/// The source of values.
struct Source<'a> {
    /// `None` without a file, and if it cannot be parsed.
    data: Option<DataFile>,
    findings: &'a [Finding],
    defaults: Value,
    time_zone: &'a TimeZone,
}

impl Source<'_> {
    /// Returns the value in the file.
    fn own(&self, key: &[&str]) -> Option<Value> {
        let path: Vec<PathSegment<'_>> = key.iter().map(|part| PathSegment::Key(part)).collect();
        self.data.as_ref()?.get(&path)
    }

    fn default(&self, key: &[&str]) -> Value {
        let value = key.iter().try_fold(&self.defaults, |table, part| table.get(part));
        value.cloned().unwrap_or(Value::Null)
    }

    fn below(&self, table: &Described, name: &str, title: Text) -> Setting {
        self.setting(&[table.key, &[name]].concat(), title, table.text, None)
    }

    fn setting(&self, key: &[&str], title: Text, text: &str, inherited: Option<Value>) -> Setting {
        let default = inherited.unwrap_or_else(|| self.default(key));
        let (control, options) = control(key).unwrap_or((SettingControl::Text, Vec::new()));
        let own = self.own(key).map(|value| simplify(value, control, self.time_zone));
        Setting {
            key: key.iter().map(|part| (*part).to_owned()).collect(),
            title,
            text: Text::plain(text),
            is_set: own.is_some(),
            value: own.unwrap_or_else(|| default.clone()),
            default,
            control,
            options,
            problem: self
                .findings
                .iter()
                .find(|finding| finding.key.starts_with(&owned(key)))
                .map(|finding| finding.text.clone()),
        }
    }
}

fn owned(key: &[&str]) -> Vec<String> {
    key.iter().map(|part| (*part).to_owned()).collect()
}

/// Returns the values of absent keys.
fn defaults(config: &Config) -> Value {
    let mut defaults = default_config();
    if let Value::Object(tables) = &mut defaults {
        let mut calendar = working_time::defaults(&config.calendar, None);
        calendar.extend(capacity_defaults(&Config { calendar: Calendar::default(), ..config.clone() }));
        tables.insert("calendar".to_owned(), calendar.into());
        if let Some(Value::Object(fields)) = tables.get_mut("settings").and_then(|table| table.get_mut("custom_fields"))
        {
            fields.insert("agents".to_owned(), agent_keys(&Config::default()).into());
            fields.insert("handoff_tools".to_owned(), ToolSet::Core.name().into());
        }
    }
    defaults
}

/// Returns what applies where an assignee does not set how much is planned, and when. For the project, pass a
/// configuration with an empty calendar.
fn capacity_defaults(config: &Config) -> [(String, Value); 5] {
    let calendar = &config.calendar;
    [
        ("max_utilization", project_utilization(config).into()),
        ("overwork_limit_percent", calendar.overwork_limit_percent.unwrap_or(100.0).into()),
        ("max_parallel_tasks", calendar.max_parallel_tasks.unwrap_or(1).into()),
        ("work_start_hour", calendar.work_start_hour.unwrap_or(8).into()),
        ("work_end_hour", calendar.work_end_hour.unwrap_or(20).into()),
    ]
    .map(|(key, value)| (key.to_owned(), value))
}

/// Returns a value in the one spelling that the page reads: weekdays as `sun` to `sat`, tool sets
/// as a text with commas, and days without a time.
fn simplify(value: Value, control: SettingControl, time_zone: &TimeZone) -> Value {
    match (control, value) {
        (SettingControl::Weekdays, Value::Array(days)) => {
            days.iter().filter_map(parse_weekday).map(|day| weekday_name(usize::from(day))).collect()
        }
        (SettingControl::DayHours, Value::Object(hours)) => {
            hours.into_iter().filter_map(working_time::hours_of_day).collect()
        }
        (SettingControl::Choices, Value::Array(names)) => {
            sets(&names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","))
        }
        (SettingControl::Choices, Value::String(names)) => sets(&names),
        (SettingControl::Date, Value::String(time)) => day_in(&time, time_zone).map_or(time, format_date).into(),
        (_, value) => value,
    }
}

fn sets(names: &str) -> Value {
    let sets = ToolSet::of_names(names).unwrap_or_default();
    sets.into_iter().map(ToolSet::name).collect::<Vec<_>>().join(",").into()
}

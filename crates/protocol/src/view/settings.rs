//! The configuration, for the page of settings.

use serde::Serialize;
use ts_rs::TS;

use crate::Text;

/// The settings of a project.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SettingsView {
    /// Whether there is a configuration file. Without one, every value is a default.
    pub exists: bool,
    /// Why the configuration cannot be read or changed; null if it can.
    pub broken: Option<Text>,
    /// The settings of the project, by subject.
    pub groups: Vec<SettingsGroup>,
    /// The people and agents: configured ones first, then those that only tasks name.
    pub assignees: Vec<SettingsEntry>,
    /// The milestones, in file order, then those that only tasks name.
    pub milestones: Vec<SettingsEntry>,
    /// The labels, in file order, then those that only tasks use.
    pub labels: Vec<SettingsEntry>,
}

/// Settings of one subject.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SettingsGroup {
    pub name: SettingsSubject,
    pub settings: Vec<Setting>,
}

/// A subject of settings, in the order of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum SettingsSubject {
    /// Name, description, start and budget.
    Project,
    /// Working times of the project.
    Calendar,
    /// WIP limits of the board's columns.
    Limits,
    /// Rules for tasks.
    Rules,
    Time,
    /// What agents get, and what their sessions record.
    Agents,
    Memory,
    /// The search for other projects.
    Overview,
}

/// A person, an agent, a milestone or a label.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SettingsEntry {
    /// The name by which tasks refer to it.
    pub name: String,
    /// Whether it is configured. Otherwise only tasks refer to it.
    pub configured: bool,
    /// Number of tasks without subtasks that refer to it.
    pub tasks: u32,
    pub settings: Vec<Setting>,
}

/// A value of the configuration.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Setting {
    /// The parts of its key.
    pub key: Vec<String>,
    pub title: Text,
    /// What it does.
    pub text: Text,
    /// The form of its value.
    pub control: SettingControl,
    /// The texts to choose from.
    pub options: Vec<String>,
    /// The value in the file, or else the default. Null if it has neither.
    #[ts(type = "unknown")]
    pub value: serde_json::Value,
    /// The value without an entry in the file. Null if there is none.
    #[ts(type = "unknown")]
    pub default: serde_json::Value,
    /// Whether the file has a value.
    pub is_set: bool,
    /// The error in the value in the file.
    pub problem: Option<Text>,
}

/// The form of a setting's value. The engine checks the value when it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum SettingControl {
    /// One line of text.
    Text,
    /// True or false.
    Flag,
    Number,
    /// One of the options.
    Choice,
    /// Several of the options, as one text with commas.
    Choices,
    /// A list of texts.
    Texts,
    /// `YYYY-MM-DD`.
    Date,
    /// A list of dates.
    Dates,
    /// A list of `sun` to `sat`.
    Weekdays,
    /// Hours by `sun` to `sat` and by `YYYY-MM-DD`, each with a key of its own below that of the setting.
    /// The default has the hours of every weekday.
    DayHours,
    /// A color of CSS.
    Color,
}

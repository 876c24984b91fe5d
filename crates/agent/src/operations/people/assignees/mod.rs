//! Assignees: the people and agents who work on tasks.

pub mod add;
pub mod list;
pub mod remove;
pub mod update;

use handoff_protocol::agent::Section;
use handoff_protocol::{Command, ConfigChange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::HandoffError;
use crate::ToolContext;
use crate::operations::calendar::WorkingTime;
use crate::operations::common::reader;
use crate::operations::config::table_changes;
use crate::params::{RequiredText, Unchecked};

/// An assignee that is added or changed.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct AssigneeParams {
    pub key: RequiredText,
    #[serde(flatten)]
    pub values: AssigneeValues,
}

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct AssigneeValues {
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub display_name: Unchecked<String>,
    #[schemars(description = "CSS color")]
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub color: Unchecked<String>,
    #[serde(flatten)]
    pub working_time: WorkingTime,
}

/// Returns the command that adds an assignee, or that gives an existing one new values.
fn change(ctx: ToolContext<'_>, params: AssigneeParams, is_new: bool) -> Result<Command, HandoffError> {
    let AssigneeParams { key: RequiredText(key), values } = params;
    let reader = reader(ctx)?;
    let existing = reader.config().assignees.iter().find(|(other, _)| *other == key);
    let old = existing.map(|(_, assignee)| &assignee.calendar);
    let mut changes = table_changes(&values, &["assignees", &key], old)?;
    // An entry needs at least one value in the file.
    if is_new && changes.iter().all(|change| change.value.is_null()) {
        let name = ["assignees", key.as_str(), "display_name"].map(str::to_owned).to_vec();
        changes.push(ConfigChange { key: name, value: json!(key), seen: None });
    }
    Ok(Command::ChangeEntry { section: Section::Assignees, name: key, new: is_new, changes, force: false })
}

//! Milestones.

pub mod add;
pub mod list;
pub mod remove;
pub mod update;

use handoff_engine::ProjectReader;
use handoff_protocol::agent::Section;
use handoff_protocol::{Command, ConfigChange, MilestoneStatus};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::InvalidArgument;
use crate::operations::config::table_changes;
use crate::params::{MainMember, RequiredText, Unchecked, one_of};

/// A milestone that is added or changed.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct MilestoneParams {
    pub name: RequiredText,
    #[serde(flatten)]
    pub values: MilestoneValues,
}

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct MilestoneValues {
    /// YYYY-MM-DD
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub date: Unchecked<String>,
    #[schemars(description = "CSS color")]
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub color: Unchecked<String>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub description: Unchecked<String>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub version: Unchecked<String>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    #[schemars(schema_with = "stages")]
    pub status: Unchecked<MilestoneStatus>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub order: Unchecked<i64>,
    /// names of milestones before it
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub depends_on: Unchecked<Vec<String>>,
}

fn stages(_: &mut SchemaGenerator) -> Schema {
    one_of(&MilestoneStatus::NAMES)
}

impl MainMember for MilestoneParams {
    const NAME: &'static str = "name";
}

/// Returns the changes that add a milestone, or that give an existing one new values.
pub(crate) fn milestone_changes(
    reader: ProjectReader<'_>,
    params: &MilestoneParams,
) -> Result<Vec<ConfigChange>, InvalidArgument> {
    let is_new = reader.config().milestones.iter().all(|(name, _)| *name != params.name.0);
    changes(params, is_new)
}

/// Returns the changes that set the values of a milestone. A new one needs at least one value in the
/// file.
fn changes(params: &MilestoneParams, is_new: bool) -> Result<Vec<ConfigChange>, InvalidArgument> {
    let name = params.name.0.as_str();
    let mut changes = table_changes(&params.values, &["milestones", name], None)?;
    if is_new && changes.iter().all(|change| change.value.is_null()) {
        let key = ["milestones", name, "description"].map(str::to_owned).to_vec();
        changes.push(ConfigChange { key, value: json!(""), seen: None });
    }
    Ok(changes)
}

/// Returns the command that adds a milestone, or that gives an existing one new values.
fn change(params: MilestoneParams, is_new: bool, force: bool) -> Result<Command, InvalidArgument> {
    let changes = changes(&params, is_new)?;
    Ok(Command::ChangeEntry { section: Section::Milestones, name: params.name.0, new: is_new, changes, force })
}

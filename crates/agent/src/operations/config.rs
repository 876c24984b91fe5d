//! Tools for the configuration.

use handoff_engine::{ProjectPart, setting_accepts};
use handoff_format::{Container, Document};
use handoff_protocol::{Command, ConfigChange};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::json_text_note;
use crate::operation::Effect;
use crate::operations::common::{finish, reader};
use crate::params::{NoParams, input, output, parse};
use crate::reply::{DoneAnswer, FailureKind};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::to_english;

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_get_config",
        title: "Get the configuration",
        description: "All of config.toml.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
        input: input::<NoParams>,
        output: Some(output::<Map<String, Value>>),
        work: Work::Steps(|ctx, _| Ok(get_config(ctx))),
    },
    Tool {
        name: "handoff_update_config",
        title: "Change the configuration",
        description: "Set keys; all or none. null removes a key.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
        input: input::<UpdateParams>,
        output: Some(output::<DoneAnswer>),
        work: Work::Steps(|_, arguments| update_config(&parse(arguments)?)),
    },
    Tool {
        name: "handoff_update_labels",
        title: "Set the labels",
        description: "Replace the project's list of labels.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
        input: input::<LabelsParams>,
        output: Some(output::<DoneAnswer>),
        work: Work::Steps(|_, arguments| Ok(update_labels(&parse(arguments)?))),
    },
];

fn get_config(ctx: ToolContext<'_>) -> ToolOutcome {
    finish(reader(ctx).and_then(|reader| {
        let bytes = match (reader.file("config.toml"), reader.unread(ProjectPart::Config).first()) {
            (None, Some(text)) => return Err(Reply::failure_of(FailureKind::Broken, to_english(text))),
            // A project without the file has an empty configuration.
            (bytes, _) => bytes.unwrap_or_default(),
        };
        let document = Document::parse(Container::Toml, bytes);
        let document = document.map_err(|finding| {
            Reply::failure_of(FailureKind::Broken, format!("config.toml cannot be read: {}", to_english(&finding.text)))
        })?;
        Ok(Reply::value(document.root()))
    }))
}

#[derive(Deserialize, JsonSchema)]
struct UpdateParams {
    #[schemars(description = "like {\"settings.history_limit\": 30}; a name with dots goes in quotes")]
    #[schemars(extend("takes" = "an object of keys with their values"))]
    updates: Map<String, Value>,
}

fn update_config(params: &UpdateParams) -> Result<ToolOutcome, InvalidArgument> {
    let mut changes = Vec::new();
    for (name, value) in &params.updates {
        let key = parts(name)
            .ok_or_else(|| InvalidArgument::new("updates", "an object with keys like settings.history_limit"))?;
        flatten(key, value, &mut changes);
    }
    let mut parsed = Vec::new();
    for change in &mut changes {
        // A client may send every value as text.
        let Value::String(text) = &change.value else { continue };
        let Ok(value) = serde_json::from_str(text) else { continue };
        if !setting_accepts(&change.key, &change.value) && setting_accepts(&change.key, &value) {
            change.value = value;
            parsed.push(format!("updates.{}", change.key.join(".")));
        }
    }
    let outcome = ToolOutcome::commit_only(Command::UpdateConfig { changes });
    Ok(if parsed.is_empty() { outcome } else { outcome.with_note(json_text_note(&parsed)) })
}

/// Splits a key at its dots, except those in double quotes. Returns `None` if the key is invalid.
pub fn parts(key: &str) -> Option<Vec<String>> {
    let mut parts = vec![String::new()];
    let mut is_quoted = false;
    for character in key.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            '.' if !is_quoted => parts.push(String::new()),
            other => parts.last_mut()?.push(other),
        }
    }
    (!is_quoted && parts.iter().all(|part| !part.is_empty())).then_some(parts)
}

/// Splits a table into changes of its keys, because known tables have their own headers in the
/// file. A custom field is kept as one value.
fn flatten(key: Vec<String>, value: &Value, into: &mut Vec<ConfigChange>) {
    let is_custom =
        matches!(key.as_slice(), [first, second, _, ..] if first == "settings" && second == "custom_fields");
    match value {
        Value::Object(members) if !is_custom && !members.is_empty() => {
            for (name, value) in members {
                flatten([key.as_slice(), std::slice::from_ref(name)].concat(), value, into);
            }
        }
        value => into.push(ConfigChange { key, value: value.clone(), seen: None }),
    }
}

#[derive(Deserialize, JsonSchema)]
struct LabelsParams {
    labels: Vec<String>,
}

fn update_labels(params: &LabelsParams) -> ToolOutcome {
    let changes = vec![ConfigChange { key: vec!["labels".to_owned()], value: json!(params.labels), seen: None }];
    ToolOutcome::commit_only(Command::UpdateConfig { changes })
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn keys_are_split_at_dots_outside_quotes() {
        for (key, expected) in [
            ("labels", Some(vec!["labels"])),
            ("settings.history_limit", Some(vec!["settings", "history_limit"])),
            ("milestones.\"v1.0 公開\".date", Some(vec!["milestones", "v1.0 公開", "date"])),
            ("", None),
            ("a..b", None),
            ("a.", None),
            ("a.\"b", None),
        ] {
            let expected = expected.map(|parts| parts.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(parts(key), expected, "{key}");
        }
    }
}

//! Changes keys of the configuration.

use handoff_engine::setting_accepts;
use handoff_protocol::{Command, ConfigChange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::json_text_note;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::Object;
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Changes keys of the configuration, all or none.
pub struct UpdateConfig;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[schemars(description = "like {\"settings.history_limit\": 30}; a name with dots goes in quotes")]
    #[schemars(extend("takes" = "an object of keys with their values"))]
    pub updates: Object,
}

impl Operation for UpdateConfig {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_config",
        title: "Change the configuration",
        description: "Set keys; all or none. null removes a key.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<DoneAnswer>, HandoffError> {
        let mut changes = changes(&params.updates)?;
        let parsed = parse_texts(&mut changes);
        let done = shell.commit(Command::UpdateConfig { changes }).await;
        if !parsed.is_empty() {
            shell.note(json_text_note(&parsed));
        }
        Ok(Answered::done(format!("{}.", done?.summary)))
    }
}

fn changes(updates: &Object) -> Result<Vec<ConfigChange>, InvalidArgument> {
    let mut changes = Vec::new();
    for (name, value) in updates {
        let key = key_parts(name)
            .ok_or_else(|| InvalidArgument::new("updates", "an object with keys like settings.history_limit"))?;
        flatten(key, value, &mut changes);
    }
    Ok(changes)
}

/// Parses the values that are JSON texts where the setting takes only the parsed value, because a
/// client may send every value as text. Returns the paths of these arguments.
fn parse_texts(changes: &mut [ConfigChange]) -> Vec<String> {
    let mut parsed = Vec::new();
    for change in changes {
        let Value::String(text) = &change.value else { continue };
        let Ok(value) = serde_json::from_str(text) else { continue };
        if !setting_accepts(&change.key, &change.value) && setting_accepts(&change.key, &value) {
            change.value = value;
            parsed.push(format!("updates.{}", change.key.join(".")));
        }
    }
    parsed
}

/// Splits a key at its dots, except those in double quotes. Returns `None` if the key is invalid.
pub fn key_parts(key: &str) -> Option<Vec<String>> {
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

#[cfg(test)]
mod tests {
    use super::key_parts;

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
            assert_eq!(key_parts(key), expected, "{key}");
        }
    }
}

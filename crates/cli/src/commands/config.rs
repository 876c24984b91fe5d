//! The configuration, and the labels in it.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::{FailureKind, Reply, config_key};
use serde_json::{Map, Value, json};

use crate::commands::object_with;
use crate::drive;
use crate::invocation::Invocation;
use crate::output;
use crate::project::Project;

/// The verbs of the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show config.toml, or the value of one key.
    #[command(after_help = "Example: handoff config get settings.history_limit")]
    Get {
        /// A key with dots between its parts; put a part that contains a dot in quotes.
        key: Option<String>,
    },
    /// Set a key.
    #[command(after_help = "Example: handoff config set settings.history_limit 30")]
    Set {
        /// The key, with dots between its parts.
        key: String,
        /// Value: a number, true, false, JSON, or otherwise a string. Several values make a list.
        #[arg(required = true)]
        values: Vec<String>,
    },
    /// Remove a key.
    #[command(after_help = "Example: handoff config unset calendar.overwork_limit_percent")]
    Unset {
        /// The key, with dots between its parts.
        key: String,
    },
}

impl ConfigCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            ConfigCommand::Get { key: None } => {
                Invocation::call("handoff_get_config", json!({})).render_with(output::project::config)
            }
            ConfigCommand::Get { key: Some(key) } => Invocation::read(any_schema, move |project| {
                value_at(project, &key).map_or_else(|reply| reply, Reply::value)
            })
            .render_with(output::project::config_value),
            ConfigCommand::Set { key, values } => Invocation::prepare_call("handoff_update_config", move |project| {
                let present = value_at(project, &key).ok();
                Ok(update(key, parse_value(&values, present.as_ref().is_some_and(Value::is_array))))
            }),
            ConfigCommand::Unset { key } => Invocation::prepare_call("handoff_update_config", move |project| {
                value_at(project, &key)?;
                Ok(update(key, Value::Null))
            }),
        }
    }
}

fn any_schema() -> Value {
    json!({})
}

fn update(key: String, value: Value) -> Map<String, Value> {
    object_with("updates", Value::Object(std::iter::once((key, value)).collect()))
}

/// Returns the value of a key.
fn value_at(project: &mut Project, key: &str) -> Result<Value, Reply> {
    let parts = config_key(key);
    let parts = parts.ok_or_else(|| {
        Reply::failure_of(FailureKind::Arguments, format!("{key} is not a key like settings.history_limit."))
    })?;
    let root = drive::read_value(project, "handoff_get_config", &Map::new())?;
    let value = parts.iter().try_fold(&root, |value, part| value.get(part));
    value.cloned().ok_or_else(|| Reply::failure(format!("config.toml has no {key}.")))
}

/// Parses the words of a value. If the present value is a list, a single word makes a list of one.
fn parse_value(words: &[String], is_list: bool) -> Value {
    let parse_word = |word: &String| serde_json::from_str(word).unwrap_or_else(|_| Value::from(word.as_str()));
    let [only] = words else { return words.iter().map(parse_word).collect() };
    match parse_word(only) {
        list @ Value::Array(_) => list,
        single if is_list => Value::Array(vec![single]),
        single => single,
    }
}

/// The verbs of labels.
#[derive(Debug, Subcommand)]
pub enum LabelsCommand {
    /// The project's labels.
    #[command(after_help = "Example: handoff labels list")]
    List,
    /// Replace the project's labels.
    #[command(after_help = "Example: handoff labels update backend frontend risk")]
    Update {
        /// The new labels.
        #[arg(required_unless_present = "none")]
        labels: Vec<String>,
        /// Remove all labels.
        #[arg(long, conflicts_with = "labels")]
        none: bool,
    },
}

impl LabelsCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            LabelsCommand::List => {
                let labels =
                    |project: &mut Project| Reply::value(json!({"labels": project.engine().reader().config().labels}));
                Invocation::read(labels_schema, labels).render_with(output::project::labels)
            }
            LabelsCommand::Update { labels, .. } => {
                Invocation::call("handoff_update_labels", json!({"labels": labels}))
            }
        }
    }
}

fn labels_schema() -> Value {
    json!({"type": "object", "required": ["labels"], "properties": {"labels": {"type": "array", "items": {"type": "string"}}}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_value_reads_words_as_json_or_text() {
        for (words, is_list, expected) in [
            (&["30"][..], false, json!(30)),
            (&["true"], false, json!(true)),
            (&["Tide Atlas"], false, json!("Tide Atlas")),
            (&["\"30\""], false, json!("30")),
            (&["risk"], true, json!(["risk"])),
            (&["risk", "io"], false, json!(["risk", "io"])),
            (&["[]"], true, json!([])),
        ] {
            let owned: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(parse_value(&owned, is_list), expected, "{words:?}");
        }
    }
}

//! The configuration.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::operations::config::get::GetConfig;
use handoff_agent::operations::config::update::{self, UpdateConfig};
use handoff_agent::{HandoffError, NoParams, config_key};
use serde_json::{Value, json};

use crate::ground::progress::NoProgress;
use crate::project::{Project, drive};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, lines};

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
            ConfigCommand::Get { key: None } => Invocation::operation::<GetConfig, _>(NoParams {}, file_text),
            ConfigCommand::Get { key: Some(key) } => {
                Invocation::view_of(any_schema, move |project| Ok((value_at(project, &key)?, Vec::new())), value_text)
            }
            ConfigCommand::Set { key, values } => Invocation::prepare_plain::<UpdateConfig>(move |project, _| {
                let present = value_at(project, &key).ok();
                let value = parse_value(&values, present.as_ref().is_some_and(Value::is_array));
                Ok(update(key, value))
            }),
            ConfigCommand::Unset { key } => Invocation::prepare_plain::<UpdateConfig>(move |project, _| {
                value_at(project, &key)?;
                Ok(update(key, Value::Null))
            }),
        }
    }
}

fn any_schema() -> Value {
    json!({})
}

fn update(key: String, value: Value) -> update::Params {
    update::Params { updates: std::iter::once((key, value)).collect() }
}

/// Returns the value of a key.
fn value_at(project: &mut Project, key: &str) -> Result<Value, HandoffError> {
    let parts = config_key(key)
        .ok_or_else(|| HandoffError::Arguments(format!("{key} is not a key like settings.history_limit.").into()))?;
    let config = drive::perform::<GetConfig>(project, NoParams {}, &mut NoProgress).result?.value;
    let value = parts.iter().try_fold(&config, |value, part| value.get(part));
    value.cloned().ok_or_else(|| HandoffError::refused(format!("config.toml has no {key}.")))
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

/// Renders the configuration as the text of `config.toml`.
fn file_text(config: &Value, page: Page<'_>) -> String {
    let file = page.engine.reader().file("config.toml").map(String::from_utf8_lossy);
    file.map_or_else(|| format!("{config:#}\n"), |text| format!("{}\n", text.trim_end()))
}

/// Renders the value of one key: a text as it is, a list one item a line, anything else as JSON.
fn value_text(value: &Value, _: Page<'_>) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Array(list) => lines(list.iter().map(plain)),
        Value::Object(_) => format!("{value:#}\n"),
        single => format!("{}\n", plain(single)),
    }
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

//! The configuration.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::{Reply, Trouble, config_key};
use serde_json::{Map, Value, json};

use crate::commands::one;
use crate::invocation::Job;
use crate::output;
use crate::project::Project;
use crate::tool_calls;

/// What is to be done with the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigWork {
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

impl ConfigWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            ConfigWork::Get { key: None } => Job::call("handoff_get_config", json!({})).shown(output::config::whole),
            ConfigWork::Get { key: Some(key) } => {
                Job::look(anything, move |project| at(project, &key).map_or_else(|reply| reply, Reply::value))
                    .shown(output::config::value)
            }
            ConfigWork::Set { key, values } => Job::prepared("handoff_update_config", move |project| {
                let known = at(project, &key).ok();
                Ok(update(key, value(&values, known.as_ref().is_some_and(Value::is_array))))
            }),
            ConfigWork::Unset { key } => Job::prepared("handoff_update_config", move |project| {
                at(project, &key)?;
                Ok(update(key, Value::Null))
            }),
        }
    }
}

fn anything() -> Value {
    json!({})
}

fn update(key: String, value: Value) -> Map<String, Value> {
    one("updates", Value::Object(std::iter::once((key, value)).collect()))
}

/// What stands at a key.
fn at(project: &mut Project, key: &str) -> Result<Value, Reply> {
    let parts = config_key(key);
    let parts = parts.ok_or_else(|| {
        Reply::trouble(Trouble::Arguments, format!("{key} is not a key like settings.history_limit."))
    })?;
    let reply = tool_calls::ask(project, "handoff_get_config", &Map::new());
    if reply.failed.is_some() {
        return Err(reply);
    }
    let root = reply.structured.unwrap_or_default();
    let found = parts.iter().try_fold(&root, |value, part| value.get(part));
    found.cloned().ok_or_else(|| Reply::failure(format!("config.toml has no {key}.")))
}

/// The value that some words mean. Where a list stands, a single word is a list of one.
fn value(words: &[String], is_list: bool) -> Value {
    let read = |word: &String| serde_json::from_str(word).unwrap_or_else(|_| Value::from(word.as_str()));
    let [only] = words else { return words.iter().map(read).collect() };
    match read(only) {
        list @ Value::Array(_) => list,
        single if is_list => Value::Array(vec![single]),
        single => single,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_values() {
        for (words, is_list, wanted) in [
            (&["30"][..], false, json!(30)),
            (&["true"], false, json!(true)),
            (&["Tide Atlas"], false, json!("Tide Atlas")),
            (&["\"30\""], false, json!("30")),
            (&["risk"], true, json!(["risk"])),
            (&["risk", "io"], false, json!(["risk", "io"])),
            (&["[]"], true, json!([])),
        ] {
            let given: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(value(&given, is_list), wanted, "{words:?}");
        }
    }
}

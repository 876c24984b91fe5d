//! Tasks and a session that come in from elsewhere.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::fs;
use std::path::Path;

use clap::Args;
use handoff_agent::{Reply, Trouble};
use serde_json::{Map, Value, json};

use crate::commands::{one, said};
use crate::invocation::Job;

/// Add tasks and a session from a file.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff import plan.json")]
pub struct Import {
    /// A JSON object with tasks or a session, a JSON list of tasks, or any other text, which becomes a note of a session; - reads
    /// standard input.
    file: String,
    /// The source; default: the name of the file.
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
}

impl Import {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        Job::prepared("handoff_import_context", move |_| {
            let text = if self.file == "-" { said("-") } else { read(Path::new(&self.file)) };
            let text = text.map_err(|why| Reply::trouble(Trouble::Arguments, why))?;
            let name = if self.file == "-" { "standard input" } else { self.file.as_str() };
            arguments(&text, name, self.source)
        })
        .shown(|value, _| crate::output::imported(value))
    }
}

fn read(file: &Path) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|error| format!("{} cannot be read: {error}.", file.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8 text.", file.display()))
}

/// What a text means for the tool.
fn arguments(text: &str, name: &str, source: Option<String>) -> Result<Map<String, Value>, Reply> {
    if text.trim().is_empty() {
        return Err(Reply::trouble(Trouble::Arguments, format!("Nothing to import: {name} is empty.")));
    }
    let ends = |wanted: &str| Path::new(name).extension().is_some_and(|extension| extension == wanted);
    let (mut arguments, format) = match serde_json::from_str(text) {
        Ok(Value::Object(members)) => (members, "json"),
        Ok(list @ Value::Array(_)) => (one("tasks", list), "json"),
        Err(error) if ends("json") || text.starts_with('{') => {
            return Err(Reply::trouble(Trouble::Broken, format!("{name} is not valid JSON: {error}.")));
        }
        _ => (one("raw_notes", text), if ends("md") { "markdown" } else { "text" }),
    };
    if source.is_some() || !arguments.contains_key("source") {
        let description = source.unwrap_or_else(|| name.to_owned());
        arguments.insert("source".to_owned(), json!({"description": description, "format": format}));
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_for_what_it_is() {
        let source = |description: &str, format: &str| json!({"description": description, "format": format});
        for (text, name, wanted) in [
            ("[{\"title\": \"x\"}]", "a.json", json!({"tasks": [{"title": "x"}], "source": source("a.json", "json")})),
            (
                "{\"tasks\": [], \"source\": {\"description\": \"d\"}}",
                "a",
                json!({"tasks": [], "source": {"description": "d"}}),
            ),
            ("# Plan", "plan.md", json!({"raw_notes": "# Plan", "source": source("plan.md", "markdown")})),
            ("Plan", "standard input", json!({"raw_notes": "Plan", "source": source("standard input", "text")})),
        ] {
            assert_eq!(Value::Object(arguments(text, name, None).unwrap()), wanted, "{text}");
        }
        let broken = arguments("[1,", "x.json", None).unwrap_err();
        assert_eq!(broken.failed, Some(Trouble::Broken));
    }
}

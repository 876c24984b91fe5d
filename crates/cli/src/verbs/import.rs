//! Imports tasks and a session from a file.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::Path;

use clap::Args;
use handoff_agent::{FailureKind, Reply};
use serde_json::{Map, Value, json};

use crate::commands::{object_with, text_or_stdin};
use crate::disk::file;
use crate::invocation::Invocation;
use crate::lenient_json;
use crate::output::console;

/// Add tasks and a session from a file.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff import plan.json")]
pub struct Import {
    /// A JSON object with tasks or a session, a JSON list of tasks, or any other text, which
    /// becomes a note of a session; at most 16 MB; - reads standard input.
    file: String,
    /// The source; default: the name of the file.
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
}

impl Import {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::prepare_call("handoff_import_context", move |_| {
            let text = if self.file == "-" { text_or_stdin("-") } else { read(Path::new(&self.file)) };
            let text = text.map_err(|reason| Reply::failure_of(FailureKind::Arguments, reason))?;
            let name = if self.file == "-" { "standard input" } else { self.file.as_str() };
            arguments(&text, name, self.source)
        })
        .render_with(|value, _| crate::output::project::imported(value))
    }
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = file::read_named(path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8 text.", path.display()))
}

/// The mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the tool's arguments for a text.
fn arguments(text: &str, name: &str, source: Option<String>) -> Result<Map<String, Value>, Reply> {
    if text.trim().is_empty() {
        return Err(Reply::failure_of(FailureKind::Arguments, format!("Nothing to import: {name} is empty.")));
    }
    let has_extension = |expected: &str| Path::new(name).extension().is_some_and(|extension| extension == expected);
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let parsed = lenient_json::parse(text.as_bytes());
    if let Some(note) = parsed.as_ref().ok().and_then(|(_, replaced)| lenient_json::note(*replaced)) {
        console::warn(format!("{name}: {note}"));
    }
    let (mut arguments, format) = match parsed.map(|(value, _)| value) {
        Ok(Value::Object(members)) => (members, "json"),
        Ok(list @ Value::Array(_)) => (object_with("tasks", list), "json"),
        Err(error) if has_extension("json") || text.starts_with('{') => {
            return Err(Reply::failure_of(FailureKind::Broken, format!("{name} is not valid JSON: {error}.")));
        }
        _ => (object_with("raw_notes", text), if has_extension("md") { "markdown" } else { "text" }),
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
    fn arguments_depend_on_the_kind_of_text() {
        let source = |description: &str, format: &str| json!({"description": description, "format": format});
        for (text, name, expected) in [
            ("[{\"title\": \"x\"}]", "a.json", json!({"tasks": [{"title": "x"}], "source": source("a.json", "json")})),
            (
                "{\"tasks\": [], \"source\": {\"description\": \"d\"}}",
                "a",
                json!({"tasks": [], "source": {"description": "d"}}),
            ),
            (
                "\u{feff}{\"tasks\": [], \"source\": {\"description\": \"d\"}}",
                "a.json",
                json!({"tasks": [], "source": {"description": "d"}}),
            ),
            (
                "\u{feff}Plan",
                "standard input",
                json!({"raw_notes": "Plan", "source": source("standard input", "text")}),
            ),
            ("# Plan", "plan.md", json!({"raw_notes": "# Plan", "source": source("plan.md", "markdown")})),
            ("Plan", "standard input", json!({"raw_notes": "Plan", "source": source("standard input", "text")})),
        ] {
            assert_eq!(Value::Object(arguments(text, name, None).unwrap()), expected, "{text}");
        }
        let broken = arguments("[1,", "x.json", None).unwrap_err();
        assert_eq!(broken.failed, Some(FailureKind::Broken));
    }
}

//! Imports tasks and a session from a file.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::Path;

use clap::Args;
use handoff_agent::operations::import::{Answer, ImportContext, MAX_NAMED};
use handoff_agent::{HandoffError, Operation as _, Reply, first_named};
use serde_json::{Map, Value, json};

use crate::ground::disk::file;
use crate::ground::{console, lenient_json};
use crate::verbs::arguments::parsers::text_or_stdin;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{lines, pluralize};
use crate::verbs::performed::perform_begun;

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
        Invocation::performing(ImportContext::OUTPUT, move |project, common| match self.arguments() {
            Ok(arguments) => {
                let import = handoff_agent::begin_with::<ImportContext>(arguments);
                perform_begun(project, common, import, |answer, _| Some(imported(answer).into()))
            }
            Err(error) => Reply::from(error).into(),
        })
    }

    /// Reads the file. It has the arguments of the operation as agents give them, or a part of them.
    fn arguments(self) -> Result<Map<String, Value>, HandoffError> {
        let text = if self.file == "-" {
            text_or_stdin("-").map_err(|error| HandoffError::Arguments(error.to_string().into()))?
        } else {
            read(Path::new(&self.file))?
        };
        let name = if self.file == "-" { "standard input" } else { self.file.as_str() };
        arguments(&text, name, self.source)
    }
}

fn read(path: &Path) -> Result<String, HandoffError> {
    let invalid = |reason: String| HandoffError::Arguments(format!("{} {reason}.", path.display()).into());
    let bytes = file::read_named(path).map_err(|error| invalid(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|_| invalid("is not UTF-8 text".to_owned()))
}

/// The mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the arguments for a text.
fn arguments(text: &str, name: &str, source: Option<String>) -> Result<Map<String, Value>, HandoffError> {
    if text.trim().is_empty() {
        return Err(HandoffError::Arguments(format!("Nothing to import: {name} is empty.").into()));
    }
    let has_extension = |expected: &str| Path::new(name).extension().is_some_and(|extension| extension == expected);
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let parsed = lenient_json::parse(text.as_bytes());
    if let Some(note) = parsed.as_ref().ok().and_then(|(_, replaced)| lenient_json::note(*replaced)) {
        console::warn(format!("{name}: {note}"));
    }
    let only = |key: &str, value: Value| Map::from_iter([(key.to_owned(), value)]);
    let (mut arguments, format) = match parsed.map(|(value, _)| value) {
        Ok(Value::Object(members)) => (members, "json"),
        Ok(list @ Value::Array(_)) => (only("tasks", list), "json"),
        Err(error) if has_extension("json") || text.starts_with('{') => {
            return Err(HandoffError::Broken(format!("{name} is not valid JSON: {error}.").into()));
        }
        _ => (only("raw_notes", text.into()), if has_extension("md") { "markdown" } else { "text" }),
    };
    if source.is_some() || !arguments.contains_key("source") {
        let description = source.unwrap_or_else(|| name.to_owned());
        arguments.insert("source".to_owned(), json!({"description": description, "format": format}));
    }
    Ok(arguments)
}

/// Renders the result of an import.
fn imported(answer: &Answer) -> String {
    let ids = &answer.task_ids;
    let named = || first_named(ids, MAX_NAMED).join(", ");
    let tasks = (!ids.is_empty()).then(|| format!("Imported {}: {}.", pluralize(ids.len(), "task"), named()));
    let session = answer.session_id.as_ref().filter(|id| !id.is_empty());
    lines(tasks.into_iter().chain(session.map(|id| format!("Session {id} is open and can be continued."))))
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
        assert!(matches!(broken, HandoffError::Broken(_)));
    }
}

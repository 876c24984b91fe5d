//! The arguments of tools. One struct defines both the JSON Schema and the parser.
//!
//! A doc comment on a field or an enum becomes the description for agents, unless an attribute sets
//! another one. A doc comment on a struct with named fields does not.

mod explain;
mod json_text;
mod schema;
mod types;
mod unknown;

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub(crate) use crate::params::json_text::Decoded;
pub use crate::params::json_text::json_text_note;
pub use crate::params::schema::words;
pub(crate) use crate::params::schema::{PROJECT_DIR, brief, input, one_of, output, priorities, published, statuses};
pub(crate) use crate::params::types::name_of;
pub use crate::params::types::{
    Change, Date, Entry, MainMember, NamedValues, NoParams, RequiredText, Short, Unchecked,
};
pub(crate) use crate::params::unknown::{UnknownArguments, known_member, most_similar};

/// Any JSON object.
pub(crate) type Object = Map<String, Value>;

/// An argument that a tool does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidArgument {
    /// The argument with its path, such as `task.schedule.due_date`.
    pub argument: String,
    /// The error, as the rest of a sentence: "must be a date like 2026-12-01".
    pub problem: String,
}

impl InvalidArgument {
    /// An argument that has another value than it takes.
    pub(crate) fn new(argument: impl Into<String>, takes: impl fmt::Display) -> InvalidArgument {
        InvalidArgument { argument: argument.into(), problem: format!("must be {takes}") }
    }

    /// A required argument that is absent or blank.
    pub(crate) fn missing(argument: impl Into<String>, takes: impl fmt::Display) -> InvalidArgument {
        InvalidArgument { argument: argument.into(), problem: format!("is required: {takes}") }
    }

    /// A member of an object that takes only certain names. `meant` is the name that was probably
    /// meant.
    pub(crate) fn unknown(path: &str, name: &str, meant: Option<&str>, names: &[&str]) -> InvalidArgument {
        let meant = meant.map(|meant| format!(" ({path}{meant} is meant?)")).unwrap_or_default();
        let problem = format!("is not known{meant}; known are {}", names.join(", "));
        InvalidArgument { argument: format!("{path}{name}"), problem }
    }
}

impl fmt::Display for InvalidArgument {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "The argument {} {}.", self.argument, self.problem)
    }
}

/// Parses the arguments of a call. Null counts as absent. Unknown arguments are ignored here; the
/// reply names them.
pub(crate) fn parse<P: DeserializeOwned + JsonSchema>(arguments: &Map<String, Value>) -> Result<P, InvalidArgument> {
    parse_at(arguments, "")
}

/// Parses an object inside the arguments. `path` is the path to it and ends with a dot.
pub(crate) fn parse_at<P: DeserializeOwned + JsonSchema>(
    members: &Map<String, Value>,
    path: &str,
) -> Result<P, InvalidArgument> {
    P::deserialize(members).map_err(|error| explain::invalid(members, &schema::rules::<P>(), path, &error))
}

/// Returns an argument that only some calls require. It must not be blank.
pub(crate) fn require(argument: impl Into<String>, text: Option<&str>) -> Result<&str, InvalidArgument> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| InvalidArgument::missing(argument, "a non-empty string"))
}

#[cfg(test)]
#[allow(dead_code, reason = "the tests parse the structs and do not read their fields")]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Params {
        task: Option<Task>,
        hours: Option<f64>,
        deep: Option<String>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Task {
        title: Option<String>,
        #[serde(flatten)]
        more: More,
        notes: RequiredText,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct More {
        labels: Option<Vec<String>>,
        parts: Option<Vec<Part>>,
        day: Option<Date>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Part {
        index: Option<u32>,
    }

    fn refusal(arguments: &Value) -> Option<String> {
        parse::<Params>(arguments.as_object()?).err().map(|invalid| invalid.to_string())
    }

    #[test]
    fn refusal_names_argument_and_what_it_takes() {
        for (arguments, sentence) in [
            (json!({"task": {"title": 3, "notes": "n"}}), "The argument task.title must be a string."),
            (
                json!({"task": {"labels": ["a", 1], "notes": "n"}}),
                "The argument task.labels must be a list of strings.",
            ),
            (json!({"task": {"parts": [{}, 7], "notes": "n"}}), "The argument task.parts must be a list of objects."),
            (
                json!({"task": {"parts": [{}, {"index": -1}], "notes": "n"}}),
                "The argument task.parts[1].index must be a whole number, 0 or greater.",
            ),
            (
                json!({"task": {"day": "2026-02-30", "notes": "n"}}),
                "The argument task.day must be a date like 2026-12-01.",
            ),
            (json!({"task": {}}), "The argument task.notes is required: a non-empty string."),
            (json!({"task": {"notes": " "}}), "The argument task.notes must be a non-empty string."),
            (json!({"task": []}), "The argument task must be an object with notes."),
            (json!({"hours": "two"}), "The argument hours must be a number."),
        ] {
            assert_eq!(refusal(&arguments).as_deref(), Some(sentence), "{arguments}");
        }
    }

    #[test]
    fn null_and_unknown_arguments_are_absent() {
        assert_eq!(refusal(&json!({"task": null, "deep": null, "unknown": 1})), None);
    }

    #[test]
    fn published_schema_has_what_agents_need() {
        let schema = json!({
            "type": "object",
            "properties": {
                "task": {
                    "type": "object",
                    "properties": {
                        "title": {"type": "string"},
                        "labels": {"type": "array", "items": {"type": "string"}},
                        "parts": {
                            "type": "array",
                            "items": {"type": "object", "properties": {"index": {"type": "integer"}}},
                        },
                        "day": {"type": "string"},
                        "notes": {"type": "string"},
                    },
                    "required": ["notes"],
                },
                "hours": {"type": "number"},
                "deep": {"type": "string"},
            },
        });
        assert_eq!(published(Value::clone(&input::<Params>())), schema);
    }
}

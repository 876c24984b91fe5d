//! Translatable messages: an English template and its arguments.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::task::Status;

/// An English sentence with `{name}` placeholders. The template is the key of the translation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Text {
    /// The English sentence.
    pub template: String,
    /// The value of each placeholder, by its name.
    #[ts(type = "{ [key in string]: TextArg }")]
    pub args: BTreeMap<String, TextArg>,
}

/// The value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
#[serde(untagged)]
pub enum TextArg {
    /// Inserted as it is.
    Plain(String),
    /// A task's status. Interfaces insert its translated name; `Display` inserts its name in files.
    Status {
        /// The status.
        status: Status,
    },
    /// A task's field, as the activity log names it. Interfaces insert its translated name;
    /// `Display` inserts it in plain words.
    Field {
        /// The field.
        field: String,
    },
    /// A day. Interfaces insert it as their language writes it; `Display` inserts `YYYY-MM-DD`.
    Date {
        /// The day, `YYYY-MM-DD`.
        date: String,
    },
}

/// Returns a field of the activity log in plain words: "due date" for `dueDate`.
pub fn field_words(field: &str) -> String {
    let mut words = String::new();
    for character in field.chars() {
        if character.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(character.to_ascii_lowercase());
    }
    words
}

impl Text {
    /// Creates a sentence without arguments.
    pub fn plain(template: &str) -> Text {
        Text { template: template.to_owned(), args: BTreeMap::new() }
    }

    /// Creates a sentence with plain arguments.
    pub fn with<const N: usize>(template: &str, args: [(&str, String); N]) -> Text {
        let args = args.into_iter().map(|(name, value)| (name.to_owned(), TextArg::Plain(value))).collect();
        Text { template: template.to_owned(), args }
    }

    /// Adds the argument `{status}`, the status of a task.
    #[must_use]
    pub fn with_status(mut self, status: Status) -> Text {
        self.args.insert("status".to_owned(), TextArg::Status { status });
        self
    }

    /// Adds the argument `{field}`, a field of a task.
    #[must_use]
    pub fn with_field(mut self, field: &str) -> Text {
        self.args.insert("field".to_owned(), TextArg::Field { field: field.to_owned() });
        self
    }

    /// Adds the argument `{date}`, a day as `YYYY-MM-DD`.
    #[must_use]
    pub fn with_date(mut self, date: String) -> Text {
        self.args.insert("date".to_owned(), TextArg::Date { date });
        self
    }
}

impl fmt::Display for Text {
    /// Replaces the placeholders in one pass, so that braces in an argument stay as they are.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.template.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            out.write_str(before)?;
            let argument = after.split_once('}').and_then(|(name, tail)| Some((self.args.get(name)?, tail)));
            if let Some((value, tail)) = argument {
                value.fmt(out)?;
                rest = tail;
            } else {
                out.write_str("{")?;
                rest = after;
            }
        }
        out.write_str(rest)
    }
}

impl fmt::Display for TextArg {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextArg::Plain(text) => out.write_str(text),
            TextArg::Status { status } => out.write_str(status.name()),
            TextArg::Field { field } => out.write_str(&field_words(field)),
            TextArg::Date { date } => out.write_str(date),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Text, TextArg};
    use crate::task::Status;

    #[test]
    fn display_replaces_each_placeholder_once() {
        for (template, shown) in [
            ("plain", "plain"),
            ("task {id} waits", "task {b} waits"),
            ("{id}{id}", "{b}{b}"),
            ("unknown {x} stays", "unknown {x} stays"),
            ("open { brace", "open { brace"),
        ] {
            assert_eq!(Text::with(template, [("id", "{b}".to_owned())]).to_string(), shown);
        }
    }

    #[test]
    fn status_argument_keeps_its_type_as_json() {
        let text = Text::with("{id} is {status}", [("id", "review".to_owned())]).with_status(Status::InProgress);
        let json = crate::to_json(&text);
        assert_eq!(json, r#"{"template":"{id} is {status}","args":{"id":"review","status":{"status":"in_progress"}}}"#);
        let read: Text = serde_json::from_str(&json).unwrap();
        assert_eq!(read, text);
        assert_eq!(read.args.get("id"), Some(&TextArg::Plain("review".to_owned())));
        assert_eq!(read.to_string(), "review is in_progress");
    }

    #[test]
    fn field_argument_is_written_in_words() {
        for (field, shown) in [("dueDate", "its due date"), ("notes", "its notes"), ("boardRank", "its board rank")] {
            let text = Text::plain("its {field}").with_field(field);
            assert_eq!(text.to_string(), shown);
            assert_eq!(serde_json::from_str::<Text>(&crate::to_json(&text)).unwrap(), text);
        }
    }

    #[test]
    fn date_argument_keeps_its_type_and_is_written_as_it_is() {
        let text = Text::plain("Possible from {date}.").with_date("2026-11-27".to_owned());
        assert_eq!(text.to_string(), "Possible from 2026-11-27.");
        let json = crate::to_json(&text);
        assert_eq!(json, r#"{"template":"Possible from {date}.","args":{"date":{"date":"2026-11-27"}}}"#);
        assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text);
    }
}

//! Translatable messages: an English template and its arguments.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::task::{Priority, Status};

/// The maximum length of a task's title in a sentence, in characters. Longer titles are cut.
const MAX_TITLE_CHARS: usize = 48;

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
    Status { status: Status },
    /// A task's field, as the activity log names it. Interfaces insert its translated name;
    /// `Display` inserts it in plain words.
    Field { field: String },
    /// A day. Interfaces insert it as their language writes it; `Display` inserts `YYYY-MM-DD`.
    Date {
        /// The day, `YYYY-MM-DD`.
        date: String,
    },
    /// The days from one to another. Interfaces insert them in their short form; `Display` inserts
    /// `YYYY-MM-DD – YYYY-MM-DD`.
    Days {
        /// The first day, `YYYY-MM-DD`.
        from: String,
        /// The last day, `YYYY-MM-DD`.
        to: String,
    },
    /// A task's priority. Interfaces insert its translated name; `Display` inserts its name in files.
    Priority { priority: Priority },
    /// A task. Interfaces insert its title in quotation marks, since people know tasks by their
    /// titles; `Display` also inserts the ID, which agents and commands need.
    Task {
        /// The ID of the task.
        task: String,
        /// The title, cut if it is long.
        title: String,
    },
    /// A setting. Interfaces insert its title, since people know settings by their titles; `Display`
    /// inserts the key, which agents and commands need.
    Setting {
        /// The key, with dots between its parts.
        setting: String,
        /// The title.
        title: Text,
    },
    /// A part of the sentence that is translated on its own.
    Text(Text),
}

impl TextArg {
    /// Creates an argument that names a task.
    pub fn task(id: &str, title: &str) -> TextArg {
        TextArg::Task { task: id.to_owned(), title: cut_title(title) }
    }
}

/// Returns a title or another text for a sentence, without its end if it is long.
pub fn cut_title(title: &str) -> String {
    let mut shown: String = title.chars().take(MAX_TITLE_CHARS).collect();
    if shown.len() < title.len() {
        shown.truncate(shown.trim_end().len());
        shown.push('…');
    }
    shown
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

    /// Adds an argument.
    #[must_use]
    pub fn with_arg(mut self, name: &str, arg: TextArg) -> Text {
        self.args.insert(name.to_owned(), arg);
        self
    }

    /// Adds the argument `{task}`, a task.
    #[must_use]
    pub fn with_task(self, id: &str, title: &str) -> Text {
        self.with_arg("task", TextArg::task(id, title))
    }

    /// Adds the argument `{status}`, the status of a task.
    #[must_use]
    pub fn with_status(self, status: Status) -> Text {
        self.with_arg("status", TextArg::Status { status })
    }

    /// Adds the argument `{field}`, a field of a task.
    #[must_use]
    pub fn with_field(self, field: &str) -> Text {
        self.with_arg("field", TextArg::Field { field: field.to_owned() })
    }

    /// Adds the argument `{date}`, a day as `YYYY-MM-DD`.
    #[must_use]
    pub fn with_date(self, date: String) -> Text {
        self.with_arg("date", TextArg::Date { date })
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
            TextArg::Days { from, to } if from == to => out.write_str(from),
            TextArg::Days { from, to } => write!(out, "{from} – {to}"),
            TextArg::Priority { priority } => out.write_str(priority.name()),
            TextArg::Task { task, title } if title.is_empty() => out.write_str(task),
            TextArg::Task { task, title } => write!(out, "{task} “{title}”"),
            TextArg::Setting { setting, .. } => out.write_str(setting),
            TextArg::Text(text) => text.fmt(out),
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
    fn task_argument_has_the_id_and_the_title_cut() {
        let long = "Write down what the harbour office wants to know each morning";
        let text = Text::plain("Moved {task} to {days}")
            .with_task("t1", long)
            .with_arg("days", TextArg::Days { from: "2026-11-26".to_owned(), to: "2026-11-29".to_owned() });
        let shown = "Moved t1 “Write down what the harbour office wants to know…” to 2026-11-26 – 2026-11-29";
        assert_eq!(text.to_string(), shown);
        assert_eq!(serde_json::from_str::<Text>(&crate::to_json(&text)).unwrap(), text);
        assert_eq!(Text::plain("{task}").with_task("t1", "").to_string(), "t1");
    }

    #[test]
    fn arguments_may_be_texts() {
        let change = Text::plain("Set {task} to {status}").with_task("t1", "Map").with_status(Status::Done);
        let text = Text::plain("Undone: {change}").with_arg("change", TextArg::Text(change));
        assert_eq!(text.to_string(), "Undone: Set t1 “Map” to done");
        assert_eq!(serde_json::from_str::<Text>(&crate::to_json(&text)).unwrap(), text);
    }

    #[test]
    fn setting_argument_has_the_key_and_the_title() {
        let title = Text::plain("Budget in hours");
        let arg = TextArg::Setting { setting: "effort_budget.total_hours".to_owned(), title };
        let text = Text::plain("Changed {setting}").with_arg("setting", arg);
        assert_eq!(text.to_string(), "Changed effort_budget.total_hours");
        assert_eq!(serde_json::from_str::<Text>(&crate::to_json(&text)).unwrap(), text);
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

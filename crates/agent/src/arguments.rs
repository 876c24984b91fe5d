//! The arguments of a call. What is wrong with one is said with its name and with what it takes.

use std::fmt;

use serde_json::{Map, Value};

/// What is wrong with a call's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The argument, with the way to it where it is inside another: `task.schedule.due_date`.
    pub argument: String,
    /// What it takes.
    pub takes: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "The argument {} takes {}.", self.argument, self.takes)
    }
}

/// The arguments of a call, or the members of an argument.
#[derive(Clone)]
pub(crate) struct Arguments<'a> {
    members: &'a Map<String, Value>,
    /// The way to here, ending with a point; empty at the top.
    way: String,
}

impl<'a> Arguments<'a> {
    pub(crate) fn new(members: &'a Map<String, Value>) -> Arguments<'a> {
        Arguments { members, way: String::new() }
    }

    /// The argument as it is, null too.
    pub(crate) fn raw(&self, name: &str) -> Option<&'a Value> {
        self.members.get(name)
    }

    /// What they are called.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.members.keys().map(String::as_str)
    }

    /// Whether the argument is there as null.
    pub(crate) fn is_null(&self, name: &str) -> bool {
        self.members.get(name).is_some_and(Value::is_null)
    }

    pub(crate) fn complaint(&self, name: &str, takes: impl Into<String>) -> Complaint {
        Complaint { argument: format!("{}{name}", self.way), takes: takes.into() }
    }

    /// The argument by a reader that gives nothing for another type; null counts as absent.
    pub(crate) fn optional<T>(
        &self,
        name: &str,
        takes: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Complaint> {
        match self.members.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| self.complaint(name, takes)),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, Complaint> {
        self.optional(name, "a text", Value::as_str)
    }

    /// A text that must be there and say something.
    pub(crate) fn required_text(&self, name: &str) -> Result<&'a str, Complaint> {
        let text = self.text(name)?.filter(|text| !text.trim().is_empty());
        text.ok_or_else(|| self.complaint(name, "a text that is not empty; it is required"))
    }

    pub(crate) fn flag(&self, name: &str) -> Result<Option<bool>, Complaint> {
        self.optional(name, "true or false", Value::as_bool)
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>, Complaint> {
        self.optional(name, "a number", Value::as_f64)
    }

    pub(crate) fn texts(&self, name: &str) -> Result<Option<Vec<String>>, Complaint> {
        let read = |value: &Value| {
            value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
        };
        self.optional(name, "a list of texts", read)
    }

    /// One of some words.
    pub(crate) fn word<T>(
        &self,
        name: &str,
        words: &[&str],
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Complaint> {
        let takes = format!("one of {}", words.join(", "));
        self.optional(name, &takes, |value| value.as_str().and_then(&read))
    }

    /// The members of an argument.
    pub(crate) fn members(&self, name: &str) -> Result<Option<Arguments<'a>>, Complaint> {
        let way = format!("{}{name}.", self.way);
        let found = self.optional(name, "an object", Value::as_object)?;
        Ok(found.map(|members| Arguments { members, way }))
    }

    /// The members of each entry of a list.
    pub(crate) fn each(&self, name: &str) -> Result<Option<Vec<Arguments<'a>>>, Complaint> {
        let Some(list) = self.optional(name, "a list of objects", Value::as_array)? else { return Ok(None) };
        let entry = |(index, value): (usize, &'a Value)| {
            let members = value.as_object().ok_or_else(|| self.complaint(name, "a list of objects"))?;
            Ok(Arguments { members, way: format!("{}{name}[{index}].", self.way) })
        };
        list.iter().enumerate().map(entry).collect::<Result<_, _>>().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_the_name_and_what_it_takes() {
        let call = json!({"task": {"title": 3, "labels": ["a", 1], "parts": [{}, 7]}, "hours": "two", "deep": null});
        let empty = Map::new();
        let arguments = Arguments::new(call.as_object().unwrap_or(&empty));
        let said = |complaint: Complaint| complaint.to_string();
        let task = arguments.members("task").ok().flatten();
        assert!(task.is_some());
        let told = task.map(|task| {
            [
                task.text("title").map_err(said).err(),
                task.texts("labels").map_err(said).err(),
                task.each("parts").map(|_| ()).map_err(said).err(),
                task.required_text("notes").map_err(said).err(),
                arguments.number("hours").map_err(said).err(),
                arguments.text("deep").map_err(said).err(),
            ]
        });
        let told: Vec<Option<String>> = told.into_iter().flatten().collect();
        assert_eq!(
            told,
            [
                Some("The argument task.title takes a text.".to_owned()),
                Some("The argument task.labels takes a list of texts.".to_owned()),
                Some("The argument task.parts takes a list of objects.".to_owned()),
                Some("The argument task.notes takes a text that is not empty; it is required.".to_owned()),
                Some("The argument hours takes a number.".to_owned()),
                None,
            ]
        );
    }
}

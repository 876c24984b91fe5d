//! One thing that an agent needs in a file: how it comes into the file's text, and how it goes again.
//!
//! Invariant: an edit that is made twice changes nothing the second time, and one that is taken back leaves nothing of ours.

use handoff_format::{Container, Document, PathSegment};
use serde_json::{Value, json};

use crate::setup::block;
use crate::setup::block::Comment;
use crate::setup::json;

/// Something of ours in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The server's entry in JSON, at a path.
    JsonEntry(&'static [&'static str], Value),
    /// The same in TOML.
    TomlEntry(&'static [&'static str], Value),
    /// Commands that a client runs at certain moments.
    Hooks(Vec<Hook>),
    /// Lines between marks.
    Block(Comment, &'static str),
    /// The whole file.
    Whole(&'static str),
}

/// A command that a client runs at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// What the client calls the moment.
    pub event: &'static str,
    /// What tells our commands from others.
    pub sign: String,
    /// The element of the moment's list.
    pub element: Value,
    /// The version that the file needs beside its hooks.
    pub version: Option<u32>,
}

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Present,
    Missing,
    Different,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Present => "present",
            State::Missing => "missing",
            State::Different => "different",
        }
    }
}

impl Edit {
    /// The text with it. `known` says that the file is as we have written it.
    pub fn install(&self, text: &str, known: bool) -> Result<String, String> {
        if self.state(text)? == State::Present {
            return Ok(text.to_owned());
        }
        match self {
            Edit::JsonEntry(path, value) => json::put(text, path, value),
            Edit::TomlEntry(path, value) => {
                let mut document = toml(text)?;
                document.set(&steps(path), value).map_err(|finding| finding.text.to_string())?;
                rendered(&document)
            }
            Edit::Hooks(hooks) => hooks.iter().try_fold(text.to_owned(), |text, hook| hook.install(&text)),
            Edit::Block(comment, body) => block::put(text, *comment, body),
            Edit::Whole(whole) if text.is_empty() || known => Ok((*whole).to_owned()),
            Edit::Whole(_) => Err("it has been changed by hand; remove it and run setup again".to_owned()),
        }
    }

    /// The text without it. What somebody else has put in its place stays.
    pub fn remove(&self, text: &str, known: bool) -> Result<String, String> {
        match self {
            Edit::JsonEntry(path, _) if json::value_at(text, path)?.as_ref().is_some_and(is_ours) => {
                json::take(text, path)
            }
            Edit::TomlEntry(path, _) if toml(text)?.get(&steps(path)).as_ref().is_some_and(is_ours) => {
                let mut document = toml(text)?;
                document.remove(&steps(path)).map_err(|finding| finding.text.to_string())?;
                rendered(&document)
            }
            Edit::Hooks(hooks) => hooks.iter().try_fold(text.to_owned(), |text, hook| hook.remove(&text)),
            Edit::Block(comment, _) => block::take(text, *comment),
            Edit::Whole(whole) if text == *whole || known => Ok(String::new()),
            Edit::JsonEntry(..) | Edit::TomlEntry(..) | Edit::Whole(_) => Ok(text.to_owned()),
        }
    }

    /// How it stands in a text.
    pub fn state(&self, text: &str) -> Result<State, String> {
        let entry = |value: Option<Value>| match value {
            None => State::Missing,
            Some(value) if is_ours(&value) => State::Present,
            Some(_) => State::Different,
        };
        Ok(match self {
            Edit::JsonEntry(path, _) => entry(json::value_at(text, path)?),
            Edit::TomlEntry(path, _) => entry(toml(text)?.get(&steps(path))),
            Edit::Hooks(hooks) => {
                let states = hooks.iter().map(|hook| hook.state(text)).collect::<Result<Vec<_>, _>>()?;
                let all = |wanted: State| states.iter().all(|state| *state == wanted);
                match (all(State::Present), all(State::Missing)) {
                    (true, _) => State::Present,
                    (_, true) => State::Missing,
                    _ => State::Different,
                }
            }
            Edit::Block(comment, body) if block::put(text, *comment, body)? == text => State::Present,
            Edit::Block(comment, _) if block::take(text, *comment)? == text => State::Missing,
            Edit::Whole(whole) if text == *whole => State::Present,
            Edit::Whole(_) if text.is_empty() => State::Missing,
            Edit::Block(..) | Edit::Whole(_) => State::Different,
        })
    }
}

impl Hook {
    fn path(&self) -> [&'static str; 2] {
        ["hooks", self.event]
    }

    fn is_mine(&self, element: &Value) -> bool {
        commands(element).iter().any(|command| command.contains(&self.sign))
    }

    fn state(&self, text: &str) -> Result<State, String> {
        let list = json::value_at(text, &self.path())?;
        let mine =
            list.as_ref().and_then(Value::as_array).into_iter().flatten().filter(|element| self.is_mine(element));
        let mine: Vec<&Value> = mine.collect();
        Ok(match mine.as_slice() {
            [] => State::Missing,
            [one] if **one == self.element => State::Present,
            _ => State::Different,
        })
    }

    fn install(&self, text: &str) -> Result<String, String> {
        if self.state(text)? == State::Present {
            return Ok(text.to_owned());
        }
        let mut text = self.remove(text)?;
        if let Some(version) = self.version
            && json::value_at(&text, &["version"])?.is_none()
        {
            text = json::put(&text, &["version"], &json!(version))?;
        }
        json::push(&text, &self.path(), &self.element)
    }

    fn remove(&self, text: &str) -> Result<String, String> {
        json::pull(text, &self.path(), |element| self.is_mine(element))
    }
}

/// The commands of an entry among a client's hooks.
fn commands(element: &Value) -> Vec<&str> {
    let inner = element.get("hooks").and_then(Value::as_array).into_iter().flatten();
    inner.chain([element]).filter_map(|hook| hook.get("command")?.as_str()).collect()
}

/// Whether an entry runs our server, whatever more it says.
fn is_ours(entry: &Value) -> bool {
    let mut words: Vec<&str> = match entry.get("command") {
        Some(Value::String(command)) => vec![command],
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        _ => return false,
    };
    words.extend(entry.get("args").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str));
    let program = words.first().and_then(|command| command.rsplit(['/', '\\']).next()).unwrap_or_default();
    matches!(program, "handoff" | "handoff.exe") && words.get(1) == Some(&"mcp")
}

fn steps<'a>(path: &[&'a str]) -> Vec<PathSegment<'a>> {
    path.iter().map(|key| PathSegment::Key(key)).collect()
}

fn toml(text: &str) -> Result<Document, String> {
    Document::parse(Container::Toml, text.as_bytes()).map_err(|finding| format!("it is not TOML: {}", finding.text))
}

fn rendered(document: &Document) -> Result<String, String> {
    String::from_utf8(document.render()).map_err(|error| error.to_string())
}

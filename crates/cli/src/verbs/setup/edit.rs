//! One part that an agent needs in a file, and how it is added to and removed from the file's text.
//!
//! Invariant: installing twice changes nothing the second time, and removing leaves nothing of
//! ours.

use std::path::Path;
use std::string::FromUtf8Error;

use handoff_format::{Container, DataFile, PathSegment};
use handoff_protocol::Text;
use serde_json::{Value, json};
use thiserror::Error;

use crate::ground::program;
use crate::verbs::setup::block::{self, Comment, MissingLine};
use crate::verbs::setup::json::{self, JsonError};

/// The package that npx runs.
const PACKAGE: &str = "@handoff-tools/handoff";
/// The script of the launcher on Windows.
const SCRIPT: &str = "handoff.js";
/// The keys of an entry's variables.
const ENV_KEYS: [&str; 2] = ["env", "environment"];

/// Why a file is not changed.
#[derive(Debug, Error)]
pub enum EditError {
    #[error(transparent)]
    Json(#[from] JsonError),
    #[error(transparent)]
    Block(#[from] MissingLine),
    #[error("it is not TOML: {0}")]
    Toml(Text),
    #[error("{0}")]
    Rejected(Text),
    #[error(transparent)]
    NotText(#[from] FromUtf8Error),
    #[error("it is not as setup writes it; remove it and run setup again")]
    Foreign,
}

/// A part of ours in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum FileEdit {
    /// The server's entry in JSON, at a path.
    JsonEntry(&'static [&'static str], Value),
    /// The same in TOML.
    TomlEntry(&'static [&'static str], Value),
    /// Commands that a client runs at events of a conversation.
    Hooks(Vec<Hook>),
    /// Lines between marks.
    Block(Comment, &'static str),
    /// The whole file.
    Whole(String),
    /// Texts in a list of JSON, at a path.
    ListItems(&'static [&'static str], Vec<String>),
}

/// A command that a client runs at an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// The client's name of the event.
    pub event: &'static str,
    /// The part that identifies our command.
    pub marker: String,
    /// The element of the event's list.
    pub element: Value,
    /// The version that the file needs beside its hooks.
    pub version: Option<u32>,
}

/// The state of a part.
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

impl FileEdit {
    /// Returns the text with the part. `is_known` says that the file is as we have written it.
    pub fn install(&self, text: &str, is_known: bool) -> Result<String, EditError> {
        if self.state(text)? == State::Present {
            return Ok(text.to_owned());
        }
        match self {
            FileEdit::JsonEntry(path, wanted) => {
                let value = with_command(json::value_at(text, path)?, wanted);
                Ok(json::set(text, path, &value)?)
            }
            FileEdit::TomlEntry(path, wanted) => {
                let mut data = toml(text)?;
                let value = with_command(data.get(&segments(path)), wanted);
                data.set(&segments(path), &value).map_err(|finding| EditError::Rejected(finding.text))?;
                to_text(&data)
            }
            FileEdit::Hooks(hooks) => hooks.iter().try_fold(text.to_owned(), |text, hook| hook.install(&text)),
            FileEdit::Block(comment, body) => Ok(block::insert(text, *comment, body)?),
            FileEdit::Whole(whole) if text.is_empty() || is_known => Ok(whole.clone()),
            FileEdit::Whole(_) => Err(EditError::Foreign),
            FileEdit::ListItems(path, items) => {
                let present = listed(text, path, items)?;
                let mut missing = items.iter().filter(|item| !present.contains(item));
                missing.try_fold(text.to_owned(), |text, item| Ok(json::push(&text, path, &json!(item))?))
            }
        }
    }

    /// Returns the text without the part. What somebody else has put in its place stays.
    pub fn remove(&self, text: &str, is_known: bool) -> Result<String, EditError> {
        match self {
            FileEdit::JsonEntry(path, wanted) if is_own(json::value_at(text, path)?.as_ref(), wanted) => {
                Ok(json::remove(text, path)?)
            }
            FileEdit::TomlEntry(path, wanted) if is_own(toml(text)?.get(&segments(path)).as_ref(), wanted) => {
                let mut data = toml(text)?;
                data.remove(&segments(path)).map_err(|finding| EditError::Rejected(finding.text))?;
                to_text(&data)
            }
            FileEdit::Hooks(hooks) => hooks.iter().try_fold(text.to_owned(), |text, hook| hook.remove(&text)),
            FileEdit::Block(comment, _) => Ok(block::remove(text, *comment)?),
            FileEdit::Whole(whole) if text == *whole || is_known => Ok(String::new()),
            FileEdit::ListItems(path, items) => {
                let is_ours = |element: &Value| items.iter().any(|item| element.as_str() == Some(item));
                Ok(json::remove_elements(text, path, is_ours)?)
            }
            FileEdit::JsonEntry(..) | FileEdit::TomlEntry(..) | FileEdit::Whole(_) => Ok(text.to_owned()),
        }
    }

    /// Returns the command line of our server in a text, if its program is the one that setup writes.
    pub fn command_line(&self, text: &str) -> Option<Vec<String>> {
        let (entry, wanted) = match self {
            FileEdit::JsonEntry(path, wanted) => (json::value_at(text, path).ok()??, wanted),
            FileEdit::TomlEntry(path, wanted) => (toml(text).ok()?.get(&segments(path))?, wanted),
            _ => return None,
        };
        let is_wanted = is_own(Some(&entry), wanted) && start_words(&entry) == start_words(wanted);
        is_wanted.then(|| command_words(&entry).into_iter().map(str::to_owned).collect())
    }

    /// Returns which other program the entry of our server in a text starts.
    pub fn other_program(&self, text: &str) -> Option<String> {
        let entry = match self {
            FileEdit::JsonEntry(path, _) => json::value_at(text, path).ok()??,
            FileEdit::TomlEntry(path, _) => toml(text).ok()?.get(&segments(path))?,
            _ => return None,
        };
        let words = start_words(&entry)?;
        let missing = words.iter().find(|word| is_missing(word));
        Some(missing.map_or_else(|| format!("it starts {}", words.join(" ")), |file| format!("{file} does not exist")))
    }

    /// Returns true if any server in a text is started by a program, or a package, of this name.
    pub fn starts(&self, text: &str, name: &str) -> bool {
        let servers = match self {
            FileEdit::JsonEntry([servers @ .., _], _) => json::value_at(text, servers).ok().flatten(),
            FileEdit::TomlEntry([servers @ .., _], _) => toml(text).ok().and_then(|data| data.get(&segments(servers))),
            _ => None,
        };
        let entries = servers.as_ref().and_then(Value::as_object).into_iter().flat_map(|servers| servers.values());
        let is_named = |word: &str| {
            let file = word.rsplit(['/', '\\']).next().unwrap_or(word);
            file.split(['@', '.']).next() == Some(name)
        };
        entries.flat_map(command_words).any(is_named)
    }

    /// Returns the state of the part in a text.
    pub fn state(&self, text: &str) -> Result<State, EditError> {
        let entry = |value: Option<Value>, wanted: &Value| match value {
            None => State::Missing,
            Some(value) if is_own(Some(&value), wanted) && has_command(&value, wanted) => State::Present,
            Some(_) => State::Different,
        };
        Ok(match self {
            FileEdit::JsonEntry(path, wanted) => entry(json::value_at(text, path)?, wanted),
            FileEdit::TomlEntry(path, wanted) => entry(toml(text)?.get(&segments(path)), wanted),
            FileEdit::Hooks(hooks) => {
                let states = hooks.iter().map(|hook| hook.state(text)).collect::<Result<Vec<_>, _>>()?;
                let all = |expected: State| states.iter().all(|state| *state == expected);
                match (all(State::Present), all(State::Missing)) {
                    (true, _) => State::Present,
                    (_, true) => State::Missing,
                    _ => State::Different,
                }
            }
            FileEdit::Block(comment, body) if block::insert(text, *comment, body)? == text => State::Present,
            FileEdit::Block(comment, _) if block::remove(text, *comment)? == text => State::Missing,
            FileEdit::Whole(whole) if text == *whole => State::Present,
            FileEdit::Whole(_) if text.is_empty() => State::Missing,
            FileEdit::Block(..) | FileEdit::Whole(_) => State::Different,
            FileEdit::ListItems(path, items) => match listed(text, path, items)?.len() {
                0 => State::Missing,
                number if number == items.len() => State::Present,
                _ => State::Different,
            },
        })
    }
}

impl Hook {
    fn path(&self) -> [&'static str; 2] {
        ["hooks", self.event]
    }

    fn is_own(&self, element: &Value) -> bool {
        commands(element).iter().any(|command| command.contains(&self.marker))
    }

    fn state(&self, text: &str) -> Result<State, EditError> {
        let list = json::value_at(text, &self.path())?;
        let own = list.as_ref().and_then(Value::as_array).into_iter().flatten().filter(|element| self.is_own(element));
        let own: Vec<&Value> = own.collect();
        Ok(match own.as_slice() {
            [] => State::Missing,
            [one] if **one == self.element => State::Present,
            _ => State::Different,
        })
    }

    fn install(&self, text: &str) -> Result<String, EditError> {
        if self.state(text)? == State::Present {
            return Ok(text.to_owned());
        }
        let mut text = self.remove(text)?;
        if let Some(version) = self.version
            && json::value_at(&text, &["version"])?.is_none()
        {
            text = json::set(&text, &["version"], &json!(version))?;
        }
        Ok(json::push(&text, &self.path(), &self.element)?)
    }

    fn remove(&self, text: &str) -> Result<String, EditError> {
        Ok(json::remove_elements(text, &self.path(), |element| self.is_own(element))?)
    }
}

/// Returns the commands of an entry in a client's hooks.
fn commands(element: &Value) -> Vec<&str> {
    let inner = element.get("hooks").and_then(Value::as_array).into_iter().flatten();
    let hooks = inner.chain([element]);
    hooks.flat_map(|hook| ["command", "bash", "powershell"].map(|key| hook.get(key)?.as_str())).flatten().collect()
}

/// Returns those of the texts that a list has.
fn listed<'i>(text: &str, path: &[&str], items: &'i [String]) -> Result<Vec<&'i String>, EditError> {
    let list = json::value_at(text, path)?;
    let has = |item: &&String| list.as_ref().and_then(Value::as_array).is_some_and(|list| list.contains(&json!(item)));
    Ok(items.iter().filter(has).collect())
}

/// Returns the words of the command line with which an entry starts its server.
fn command_words(entry: &Value) -> Vec<&str> {
    let mut words: Vec<&str> = match entry.get("command") {
        Some(Value::String(command)) => vec![command],
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    words.extend(entry.get("args").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str));
    words
}

/// Returns the words with which an entry of ours starts the command, before the arguments of the server;
/// `None` if it is none of ours.
fn start_words(entry: &Value) -> Option<Vec<&str>> {
    let mut words = command_words(entry);
    words.truncate(words.iter().position(|word| *word == "mcp")?);
    let name = |word: &str| word.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let is_ours = match words.as_slice() {
        // In Node.js, the command is a script.
        [command] => matches!(name(command).as_str(), "handoff" | "handoff.exe" | "handoff.cmd" | "main.js"),
        [npx, .., package] if matches!(name(npx).as_str(), "npx" | "npx.cmd") => {
            package.strip_prefix(PACKAGE).is_some_and(|version| version.is_empty() || version.starts_with('@'))
        }
        [_, script] => name(script) == SCRIPT,
        _ => false,
    };
    is_ours.then_some(words)
}

/// Returns true if an entry is the wanted one, with any further arguments.
fn is_own(entry: Option<&Value>, wanted: &Value) -> bool {
    entry.is_some_and(|entry| start_words(entry).is_some() && has_project(entry, wanted))
}

/// Returns true unless the wanted entry names the folder of a project, and the present one names
/// another one or none.
fn has_project(present: &Value, wanted: &Value) -> bool {
    let folder = |entry: &Value| {
        let words = entry.get("args")?.as_array()?;
        let option = words.iter().position(|word| word == "--project")?;
        words.get(option + 1)?.as_str().map(str::to_owned)
    };
    folder(wanted).filter(|folder| Path::new(folder).is_absolute()).is_none_or(|wanted| folder(present) == Some(wanted))
}

/// Returns true if an entry of ours starts the wanted program. Where a name is wanted, a path is as
/// good, unless nothing is there.
fn has_command(present: &Value, wanted: &Value) -> bool {
    let (Some(words), Some(wanted_words)) = (start_words(present), start_words(wanted)) else { return false };
    let has_env = |key: &str| {
        let mut env = wanted.get(key).and_then(Value::as_object).into_iter().flatten();
        env.all(|(name, value)| present.get(key).and_then(|env| env.get(name)) == Some(value))
    };
    let is_same = words == wanted_words && ENV_KEYS.iter().all(|key| has_env(key));
    is_same || (wanted_words == [program::NAME] && !words.iter().any(|word| is_missing(word)))
}

/// Returns true if a program is named by a path at which nothing is.
fn is_missing(program: &str) -> bool {
    let path = Path::new(program);
    path.is_absolute() && !path.exists()
}

/// Returns the entry to write: the wanted one, or an entry of ours with the wanted command.
fn with_command(present: Option<Value>, wanted: &Value) -> Value {
    let Some(mut entry) = present.filter(|entry| is_own(Some(entry), wanted)) else { return wanted.clone() };
    let is_list = entry.get("command").is_some_and(Value::is_array);
    let start = start_words(wanted).unwrap_or_default();
    let present = command_words(&entry);
    let own_arguments = present.iter().skip(start_words(&entry).unwrap_or_default().len());
    let words: Vec<String> = start.iter().chain(own_arguments).map(|word| (*word).to_owned()).collect();
    let Some(members) = entry.as_object_mut() else { return wanted.clone() };
    if let (false, Some((program, arguments))) = (is_list, words.split_first()) {
        members.insert("command".to_owned(), json!(program));
        members.insert("args".to_owned(), json!(arguments));
    } else {
        members.insert("command".to_owned(), json!(words));
    }
    for key in ENV_KEYS {
        let Some(Value::Object(new)) = wanted.get(key) else { continue };
        match members.get_mut(key).and_then(Value::as_object_mut) {
            Some(env) => env.extend(new.clone()),
            None => drop(members.insert(key.to_owned(), json!(new))),
        }
    }
    entry
}

fn segments<'a>(path: &[&'a str]) -> Vec<PathSegment<'a>> {
    path.iter().map(|key| PathSegment::Key(key)).collect()
}

fn toml(text: &str) -> Result<DataFile, EditError> {
    DataFile::parse(Container::Toml, text.as_bytes()).map_err(|finding| EditError::Toml(finding.text))
}

fn to_text(data: &DataFile) -> Result<String, EditError> {
    Ok(String::from_utf8(data.render())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_is_recognised_by_its_program() {
        for (command, expected) in [
            ("handoff", true),
            ("/usr/local/bin/handoff", true),
            ("C:\\Program Files\\handoff.exe", true),
            ("/opt/node/main.js", true),
            ("C:\\npm\\handoff.cmd", true),
            ("C:\\Program Files\\Code.exe|C:\\bin\\handoff.js", true),
            ("npx|--prefer-offline|-y|@handoff-tools/handoff@0.2.0", true),
            ("npx|-y|@handoff-tools/handoff", true),
            ("npx|-y|@handoff-tools/handoff-mcp", false),
            ("node|/srv/server.js", false),
            ("handoff-mcp", false),
            ("/handoff/other", false),
        ] {
            let words: Vec<&str> = command.split('|').collect();
            let is_ours = |after: &[&str]| start_words(&json!({"command": ([&words, after].concat())})).is_some();
            assert_eq!(is_ours(&["mcp", "--tools", "all"]), expected, "{command}");
            assert!(!is_ours(&["serve"]), "{command}");
            let (program, first) = words.split_first().unwrap();
            let entry = json!({"command": program, "args": ([first, &["mcp"]].concat())});
            assert_eq!(start_words(&entry).is_some(), expected, "{command}");
        }
    }

    #[test]
    fn another_server_is_recognised_by_its_program_or_package() {
        let json = FileEdit::JsonEntry(&["mcpServers", "handoff"], json!({}));
        let toml = FileEdit::TomlEntry(&["mcp_servers", "handoff"], json!({}));
        for (edit, text, expected) in [
            (&json, r#"{"mcpServers": {"handoff": {"command": "/opt/handoff-mcp"}}}"#, true),
            (
                &json,
                r#"{"mcpServers": {"a": {"command": "b"}, "tasks": {"command": "C:\\bin\\handoff-mcp.exe"}}}"#,
                true,
            ),
            (&json, r#"{"mcpServers": {"handoff": {"command": "npx", "args": ["-y", "handoff-mcp@0.47.2"]}}}"#, true),
            (&json, r#"{"mcpServers": {"handoff": {"command": "handoff", "args": ["mcp"]}}}"#, false),
            (&json, r#"{"projects": {"/src/handoff-mcp": {}}, "mcpServers": {}}"#, false),
            (&json, "{", false),
            (&toml, "[mcp_servers.handoff]\ncommand = 'handoff-mcp'\n", true),
            (&toml, "[mcp_servers.handoff]\ncommand = 'handoff'\n", false),
        ] {
            assert_eq!(edit.starts(text, "handoff-mcp"), expected, "{text}");
        }
    }

    #[test]
    fn entry_gets_another_start_and_keeps_its_arguments_and_variables() {
        let npx = json!({"command": "npx", "args": ["-y", "@handoff-tools/handoff@0.2.0", "mcp"]});
        let editor =
            json!({"command": "C:\\Code.exe", "args": ["C:\\handoff.js", "mcp"], "env": {"ELECTRON_RUN_AS_NODE": "1"}});
        let local = json!({"command": ["handoff", "mcp"], "environment": {"A": "1"}});
        for (present, wanted, expected) in [
            (
                json!({"command": "handoff", "args": ["mcp", "--tools", "core"], "env": {"B": "2"}}),
                &editor,
                json!({"command": "C:\\Code.exe", "args": ["C:\\handoff.js", "mcp", "--tools", "core"], "env": {"B": "2", "ELECTRON_RUN_AS_NODE": "1"}}),
            ),
            (
                editor.clone(),
                &npx,
                json!({"command": "npx", "args": ["-y", "@handoff-tools/handoff@0.2.0", "mcp"], "env": {"ELECTRON_RUN_AS_NODE": "1"}}),
            ),
            (
                json!({"command": ["/a/handoff", "mcp", "--tools", "all"]}),
                &local,
                json!({"command": ["handoff", "mcp", "--tools", "all"], "environment": {"A": "1"}}),
            ),
            (json!({"command": "C:\\Code.exe", "args": ["C:\\handoff.js", "mcp"]}), &editor, editor.clone()),
            (json!({"command": "other"}), &npx, npx.clone()),
        ] {
            assert!(!has_command(&present, wanted));
            let written = with_command(Some(present), wanted);
            assert_eq!(written, expected);
            assert!(has_command(&written, wanted));
        }
    }

    #[test]
    fn entry_of_npx_is_as_good_as_the_name() {
        let npx = json!({"command": "npx", "args": ["-y", "@handoff-tools/handoff", "mcp"]});
        assert!(has_command(&npx, &json!({"command": "handoff", "args": ["mcp"]})));
    }
}

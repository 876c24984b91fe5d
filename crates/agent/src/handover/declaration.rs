//! The declaration of a handover: `.handoff/handover.toml`, or a file of `agent-handover`.
//!
//! Invariant: a key that is not understood is named in a warning, never silently ignored.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;
use toml::Value;

use crate::handover::inputs::Inputs;
use crate::handover::run::Step;

/// The path of the declaration below `.handoff/`.
pub const DECLARATION_PATH: &str = "handover.toml";
/// The tag of notes without another one.
pub const DEFAULT_TAG: &str = "general";
/// The time after which a command of a step is ended, unless the step says otherwise.
const DEFAULT_COMMAND_TIMEOUT_SECS: u64 = 300;
/// The maximum for the timeout of a command, one day.
const MAX_COMMAND_TIMEOUT_SECS: u64 = 24 * 60 * 60;

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// Collects facts for the note: the state of Git, tasks in progress, running timers.
    Facts,
    /// Writes the session record.
    Session,
    /// Appends a note to the first layer.
    Note,
    /// Writes the second layer.
    CurrentState,
    /// Moves the notes of past months to the third layer.
    Archive,
    /// Commits the files of the handover with Git, and pushes them if that is configured.
    Publish,
    /// Runs a program.
    Command,
}

impl StepKind {
    /// The kinds of a run without declared steps, in their order. Publishing follows where it is
    /// configured.
    const DEFAULT: [StepKind; 5] =
        [StepKind::Facts, StepKind::Session, StepKind::Note, StepKind::CurrentState, StepKind::Archive];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            StepKind::Facts => "facts",
            StepKind::Session => "session",
            StepKind::Note => "note",
            StepKind::CurrentState => "current_state",
            StepKind::Archive => "archive",
            StepKind::Publish => "publish",
            StepKind::Command => "command",
        }
    }
}

/// A declared step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredStep {
    /// Its name, unique in the declaration.
    pub name: String,
    /// What it does.
    pub kind: StepKind,
    /// The program and its arguments, for [`StepKind::Command`]. No shell is involved.
    pub command: Vec<String>,
    /// The time after which the program is ended, in seconds.
    pub timeout_secs: u64,
}

impl DeclaredStep {
    fn of_kind(kind: StepKind) -> DeclaredStep {
        DeclaredStep { name: kind.name().to_owned(), kind, command: Vec::new(), timeout_secs: 0 }
    }

    /// Returns the step of a run.
    pub fn to_step(&self) -> Step {
        Step { name: self.name.clone(), is_repeated: self.kind == StepKind::Publish }
    }
}

/// How the files of a handover are published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublishSettings {
    /// The branch that the file names. Any but the one that is checked out is refused.
    pub target: Option<String>,
    /// The remote; `None` means that of the branch.
    pub remote: Option<String>,
    /// Whether the commit is pushed.
    pub push: bool,
    /// The message of the commit.
    pub message: Option<String>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The tag of notes.
    pub tag: String,
    /// The steps in their order.
    pub steps: Vec<DeclaredStep>,
    /// How files are published.
    pub publish: PublishSettings,
    /// The path of the checkpoint, relative to the file; `None` means the usual place.
    pub checkpoint: Option<String>,
    /// The path of a file whose existence pauses automatic work, relative to the file.
    pub pause_file: Option<String>,
    /// The note of every run that has no other one.
    pub note: Option<String>,
    /// The current state of every run that has no other one.
    pub current_state: Option<String>,
    /// Sentences about the parts that are not understood.
    pub warnings: Vec<String>,
}

/// Why a declaration cannot be used. Each is one sentence without an end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeclarationError {
    /// The file is not UTF-8.
    #[error("it is not UTF-8 text")]
    NotText,
    /// The file is not TOML, or a value has the wrong type.
    #[error("{0}")]
    Syntax(String),
    /// A step has no name.
    #[error("step {0} has no name")]
    NoName(usize),
    /// Two steps have the same name.
    #[error("two steps are called {0:?}; names must be unique")]
    DuplicateName(String),
    /// A step that runs a program does not name it.
    #[error("step {0:?} has no command; give the program and its arguments as a list")]
    NoCommand(String),
    /// A step of another kind has a command.
    #[error("step {0:?} has a command, but its kind is not \"command\"")]
    UnexpectedCommand(String),
    /// A timeout is out of range.
    #[error("the timeout of step {0:?} must be from 1 to {MAX_COMMAND_TIMEOUT_SECS} seconds")]
    Timeout(String),
    /// The backend is not known.
    #[error("there is no backend {0:?}; use \"git\" or \"null\"")]
    Backend(String),
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    handover: HandoverTable,
    #[serde(default)]
    note: NoteTable,
    publish: Option<PublishTable>,
    backend: Option<BackendTable>,
    step: Option<Vec<StepTable>>,
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

#[derive(Default, Deserialize)]
struct HandoverTable {
    tag: Option<String>,
    publish: Option<bool>,
    checkpoint: Option<String>,
    pause_file: Option<String>,
    memory_dir: Option<String>,
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

#[derive(Default, Deserialize)]
struct NoteTable {
    session: Option<String>,
    current_state: Option<String>,
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

#[derive(Default, Deserialize)]
struct PublishTable {
    target: Option<String>,
    remote: Option<String>,
    push: Option<bool>,
    message: Option<String>,
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct BackendTable {
    #[serde(rename = "type")]
    kind: Option<String>,
    push: Option<bool>,
    branch: Option<String>,
    remote: Option<String>,
    message: Option<String>,
    repo_dir: Option<String>,
    paths: Option<Vec<String>>,
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct StepTable {
    #[serde(default)]
    name: String,
    kind: StepKind,
    command: Option<Vec<String>>,
    timeout_secs: Option<u64>,
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

impl Default for Declaration {
    /// Returns the declaration of projects without a file. It does not publish.
    fn default() -> Declaration {
        Declaration {
            tag: DEFAULT_TAG.to_owned(),
            steps: StepKind::DEFAULT.map(DeclaredStep::of_kind).to_vec(),
            publish: PublishSettings::default(),
            checkpoint: None,
            pause_file: None,
            note: None,
            current_state: None,
            warnings: Vec::new(),
        }
    }
}

impl Declaration {
    /// Parses the content of a file.
    pub fn parse(content: &[u8]) -> Result<Declaration, DeclarationError> {
        let text = str::from_utf8(content).map_err(|_| DeclarationError::NotText)?;
        let syntax = |error: toml::de::Error| DeclarationError::Syntax(describe(&error, text));
        let file: File = toml::from_str(text).map_err(syntax)?;
        let mut warnings = file.unknown_keys();
        let (publish, publishes) = file.publish_settings(&mut warnings)?;
        let mut steps = match file.step {
            Some(steps) => declared_steps(steps)?,
            None => StepKind::DEFAULT.map(DeclaredStep::of_kind).to_vec(),
        };
        if publishes && !steps.iter().any(|step| step.kind == StepKind::Publish) {
            steps.push(DeclaredStep::of_kind(StepKind::Publish));
        }
        if file.handover.memory_dir.is_some() {
            warnings.push("handover.memory_dir is ignored: the layers are in .handoff/handover/.".to_owned());
        }
        Ok(Declaration {
            tag: file.handover.tag.unwrap_or_else(|| DEFAULT_TAG.to_owned()),
            steps,
            publish,
            checkpoint: file.handover.checkpoint,
            pause_file: file.handover.pause_file,
            // As agent-handover does, a declared note is the current state as well.
            current_state: file.note.current_state.or_else(|| file.note.session.clone()),
            note: file.note.session,
            warnings,
        })
    }

    /// Returns the inputs with which a run begins: with the declared texts, and without secrets.
    #[must_use]
    pub fn inputs_of_run(&self, inputs: Inputs) -> Inputs {
        self.complete(inputs).redacted()
    }

    /// Adds the declared texts to the inputs of a run that has none.
    #[must_use]
    pub fn complete(&self, mut inputs: Inputs) -> Inputs {
        // A given note is the current state as well where the declaration says so.
        let given = inputs.note.clone().filter(|_| self.note.is_some() && self.current_state == self.note);
        inputs.current_state = inputs.current_state.or(given).or_else(|| self.current_state.clone());
        inputs.note = inputs.note.or_else(|| self.note.clone());
        inputs
    }

    /// Returns whether a step runs a program.
    pub fn has_commands(&self) -> bool {
        self.steps.iter().any(|step| step.kind == StepKind::Command)
    }

    /// Returns whether a step publishes.
    pub fn publishes(&self) -> bool {
        self.steps.iter().any(|step| step.kind == StepKind::Publish)
    }

    /// Returns the steps of a run. Without `runs_commands`, those that run a program are left out.
    pub fn steps(&self, runs_commands: bool) -> Vec<DeclaredStep> {
        let is_allowed = |step: &&DeclaredStep| runs_commands || step.kind != StepKind::Command;
        self.steps.iter().filter(is_allowed).cloned().collect()
    }
}

impl File {
    /// Returns sentences about the keys that are not understood.
    fn unknown_keys(&self) -> Vec<String> {
        let top = self.other.keys().map(String::clone);
        let tables = [
            ("handover", Some(&self.handover.other)),
            ("note", Some(&self.note.other)),
            ("publish", self.publish.as_ref().map(|table| &table.other)),
            ("backend", self.backend.as_ref().map(|table| &table.other)),
        ];
        let keys = |table: &str, other: &BTreeMap<String, Value>| -> Vec<String> {
            other.keys().map(|key| format!("{table}.{key}")).collect()
        };
        let nested = tables.into_iter().filter_map(|(table, other)| Some(keys(table, other?)));
        let steps = self.step.iter().flatten().map(|step| keys("step", &step.other));
        let names = top.chain(nested.chain(steps).flatten());
        names.map(|name| format!("The key {name} is not known and is ignored.")).collect()
    }

    /// Returns how to publish, and whether to.
    fn publish_settings(&self, warnings: &mut Vec<String>) -> Result<(PublishSettings, bool), DeclarationError> {
        let own = self.publish.as_ref();
        let backend = self.backend.as_ref();
        let publishes = match backend.and_then(|backend| backend.kind.as_deref()) {
            Some("git") => true,
            // agent-handover publishes by default. Nothing leaves the machine here unless the file
            // says so.
            None | Some("null") => own.is_some(),
            Some(other) => return Err(DeclarationError::Backend(other.to_owned())),
        };
        if backend.is_some_and(|backend| backend.repo_dir.is_some() || backend.paths.is_some()) {
            warnings.push("backend.repo_dir and backend.paths are ignored: only .handoff/ is published.".to_owned());
        }
        let settings = PublishSettings {
            target: own.and_then(|own| own.target.clone()).or_else(|| backend?.branch.clone()),
            remote: own.and_then(|own| own.remote.clone()).or_else(|| backend?.remote.clone()),
            push: own.and_then(|own| own.push).or_else(|| backend?.push).unwrap_or(false),
            message: own.and_then(|own| own.message.clone()).or_else(|| backend?.message.clone()),
        };
        Ok((settings, self.handover.publish.unwrap_or(publishes)))
    }
}

fn declared_steps(tables: Vec<StepTable>) -> Result<Vec<DeclaredStep>, DeclarationError> {
    let mut steps: Vec<DeclaredStep> = Vec::new();
    for (number, table) in (1..).zip(tables) {
        let name = table.name.trim().to_owned();
        if name.is_empty() {
            return Err(DeclarationError::NoName(number));
        }
        if steps.iter().any(|step| step.name == name) {
            return Err(DeclarationError::DuplicateName(name));
        }
        let command = table.command.unwrap_or_default();
        match (table.kind == StepKind::Command, command.first().is_some_and(|program| !program.is_empty())) {
            (true, false) => return Err(DeclarationError::NoCommand(name)),
            (false, true) => return Err(DeclarationError::UnexpectedCommand(name)),
            (true, true) | (false, false) => {}
        }
        let timeout_secs = table.timeout_secs.unwrap_or(DEFAULT_COMMAND_TIMEOUT_SECS);
        if !(1..=MAX_COMMAND_TIMEOUT_SECS).contains(&timeout_secs) {
            return Err(DeclarationError::Timeout(name));
        }
        steps.push(DeclaredStep { name, kind: table.kind, command, timeout_secs });
    }
    Ok(steps)
}

/// Describes a syntax error on one line, with its place.
fn describe(error: &toml::de::Error, text: &str) -> String {
    let message = error.message().replace('\n', ", ");
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

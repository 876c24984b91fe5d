//! Handovers: named steps with a checkpoint.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use handoff_agent::handover::{
    CheckResult, Checkpoint, Inputs, RunStatus, RunningRun, check_reason, executed_text, redacted_text, status_text,
    status_value,
};
use handoff_agent::{HandoffError, unread_note};
use handoff_protocol::agent::handover::HandoverFile;
use handoff_protocol::{Command, Outcome};
use serde_json::{Value, json};

use crate::ground::console::{self, fail, print, print_json};
use crate::ground::disk::file;
use crate::ground::exit_codes::handover_exit_code;
use crate::ground::identity;
use crate::ground::progress::Progress;
use crate::project::handover::lock::{self, Patience};
use crate::project::handover::runner::{Allowed, Begin, DeclarationFile, Handover, error_of};
use crate::project::{Part, Project, drive};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::arguments::parsers::{InvalidValue, text_or_stdin};
use crate::verbs::output;

/// The verbs of handovers.
#[derive(Debug, Subcommand)]
pub enum HandoverCommand {
    /// Perform the steps of a handover, or the rest of an interrupted one.
    #[command(after_help = "Example: handoff handover run --note \"Feed parses; dates are open.\" --tag feed")]
    Run(RunArguments),
    /// Say whether a handover was interrupted, on standard error. Exit code 0: none is recorded; 1: one
    /// has to be resumed; 2: the last one is complete.
    #[command(after_help = "Example: handoff handover check")]
    Check {
        /// The declaration; default: .handoff/handover.toml.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// The checkpoint; default: .handoff/local/handover/checkpoint.json.
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// The steps of the last handover.
    #[command(after_help = "Example: handoff handover status")]
    Status {
        /// The declaration; default: .handoff/handover.toml.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// The checkpoint; default: .handoff/local/handover/checkpoint.json.
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// Move the dated notes of past months to their archives.
    #[command(after_help = "Example: handoff handover compact --month 2026-11")]
    Compact {
        /// The month, YYYY-MM; default: all past months.
        #[arg(long, value_name = "MONTH")]
        month: Option<String>,
        /// Only notes that are older than this many days.
        #[arg(long, value_name = "DAYS", value_parser = days)]
        older_than: Option<u32>,
        /// A summary of the month, put above the notes. - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = text_or_stdin, requires = "month")]
        summary: Option<String>,
    },
    /// Add the notes of a folder of agent-handover to those of the project.
    #[command(after_help = "Example: handoff handover import memory")]
    Import {
        /// The folder, which has layer1, layer2 or layer3 in it.
        folder: PathBuf,
    },
}

/// Returns the days of a duration such as `30d`.
fn days(text: &str) -> Result<u32, InvalidValue> {
    let number = text.strip_suffix('d').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    number.and_then(|digits| digits.parse().ok()).ok_or(InvalidValue::Days)
}

/// The arguments of a run.
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The declaration; default: .handoff/handover.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The note; default: made from the session. - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    pub note: Option<String>,
    /// The current state; default: made from the project. - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    pub current_state: Option<String>,
    /// The tag of the note; default: general.
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// Push after the commit.
    #[arg(long, conflicts_with = "no_push")]
    pub push: bool,
    /// Do not push after the commit.
    #[arg(long)]
    pub no_push: bool,
    /// The checkpoint; default: .handoff/local/handover/checkpoint.json.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Allow the programs that the declaration runs, on this machine, as long as the file is the same.
    #[arg(long)]
    pub allow_commands: bool,
    /// Allow this push on this machine, as long as its remote, addresses and branch are the same.
    #[arg(long)]
    pub allow_push: bool,
    /// Drop an interrupted handover and begin a new one.
    #[arg(long)]
    pub discard: bool,
}

/// Runs a verb.
pub fn run(common: &CommonOptions, command: HandoverCommand) -> ExitCode {
    let result = match command {
        HandoverCommand::Run(arguments) => run_handover(common, arguments),
        HandoverCommand::Check { config, checkpoint } => check(common, config.as_deref(), checkpoint),
        HandoverCommand::Status { config, checkpoint } => status(common, config.as_deref(), checkpoint),
        HandoverCommand::Compact { month, older_than, summary } => {
            let summary = summary.map(redacted_text);
            execute(common, &Command::CompactHandover { month, older_than_days: older_than, summary })
        }
        HandoverCommand::Import { folder } => {
            read_notes(&folder).and_then(|files| execute(common, &Command::ImportHandover { files }))
        }
    };
    result.unwrap_or_else(|error| output::fail_with(error, handover_exit_code))
}

/// Shows the steps on standard error while they are performed, on a terminal.
struct StepLines {
    is_terminal: bool,
}

impl StepLines {
    fn new() -> StepLines {
        StepLines { is_terminal: console::stderr_is_terminal() }
    }
}

impl Progress for StepLines {
    fn report(&mut self, step: &str) {
        if self.is_terminal && step != "files written" {
            console::warn(format!("{step}…"));
        }
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

fn run_handover(common: &CommonOptions, arguments: RunArguments) -> Result<ExitCode, HandoffError> {
    let mut project = common.open_initialized()?;
    let file = DeclarationFile::read(&project, arguments.config.as_deref())?;
    if common.dry_run {
        return preview(common, &project, &file, arguments.checkpoint);
    }
    let push = match (arguments.push, arguments.no_push) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        (false, false) => None,
    };
    let inputs = Inputs {
        note: arguments.note,
        current_state: arguments.current_state,
        tag: arguments.tag,
        ..Inputs::default()
    };
    let begin = Begin {
        file,
        checkpoint: arguments.checkpoint,
        inputs,
        push,
        allowed: Some(Allowed { commands: arguments.allow_commands, push: arguments.allow_push }),
        patience: Patience::Wait,
        session_first: false,
        discard: arguments.discard,
    };
    let mut handover = Handover::begin(&mut project, begin)?;
    let result = handover.finish(&mut project, &mut StepLines::new());
    let note = unread_note(project.engine().reader());
    let remarks = handover.notices().iter().chain(handover.remarks()).map(String::as_str);
    let remarks: Vec<&str> = remarks.chain(note.as_deref()).collect();
    for remark in &remarks {
        console::warn(*remark);
    }
    if let Some(error) = error_of(result.end) {
        return Err(error);
    }
    if common.json {
        let mut value = status_value(&result.checkpoint, None, None);
        if let Some(members) = value.as_object_mut() {
            members.insert("executed".to_owned(), json!(result.executed));
            members.insert("resumed".to_owned(), json!(result.is_resumed));
            members.insert("remarks".to_owned(), json!(remarks));
        }
        return Ok(print_json(&value));
    }
    Ok(print(format!("{}\n", executed_text(&result.executed))))
}

/// Says which steps a run would perform.
fn preview(
    common: &CommonOptions,
    project: &Project,
    file: &DeclarationFile,
    named: Option<PathBuf>,
) -> Result<ExitCode, HandoffError> {
    let checkpoint = file.store(project, named)?.load()?;
    let steps = file.declaration.steps(true);
    let is_pending = |name: &str| {
        checkpoint.status != RunStatus::InProgress || !checkpoint.is_done(name) || !checkpoint.is_interrupted()
    };
    let pending: Vec<&str> = steps.iter().map(|step| step.name.as_str()).filter(|name| is_pending(name)).collect();
    if common.json {
        return Ok(print_json(&json!({"would": "Perform a handover", "steps": pending})));
    }
    Ok(print(format!("Would perform: {}\n", pending.join(", "))))
}

fn check(common: &CommonOptions, config: Option<&Path>, named: Option<PathBuf>) -> Result<ExitCode, HandoffError> {
    let state = State::read(common, config, named)?;
    if common.json {
        print_json(&state.value());
    }
    let reason = check_reason(&state.checkpoint);
    let sentence = state.paused.map_or_else(|| reason.clone(), |paused| format!("{reason} {paused}"));
    Ok(fail(&sentence, CheckResult::of(&state.checkpoint).exit_code()))
}

fn status(common: &CommonOptions, config: Option<&Path>, named: Option<PathBuf>) -> Result<ExitCode, HandoffError> {
    let state = State::read(common, config, named)?;
    if common.json {
        return Ok(print_json(&state.value()));
    }
    let mut text = status_text(&state.checkpoint, state.running.as_ref());
    if let Some(paused) = state.paused {
        text = format!("{text}\npaused: {paused}");
    }
    Ok(print(format!("{text}\n")))
}

/// The state of the last handover.
struct State {
    checkpoint: Checkpoint,
    running: Option<RunningRun>,
    /// Why automatic work is paused.
    paused: Option<String>,
}

impl State {
    /// Reads the checkpoint. Does not read the rest of the project, because hooks call it often.
    fn read(common: &CommonOptions, config: Option<&Path>, named: Option<PathBuf>) -> Result<State, HandoffError> {
        common.check_folder()?;
        let mut project = Project::open_part(&common.folder(), identity::command_actor(), Part::Nothing);
        let file = DeclarationFile::read(&project, config)?;
        let checkpoint = file.store(&project, named)?.load()?;
        let paused = file.pause_sentence(&mut project);
        Ok(State { checkpoint, running: lock::running(&project.home()), paused })
    }

    fn value(&self) -> Value {
        status_value(&self.checkpoint, self.running.as_ref(), self.paused.as_deref())
    }
}

/// Executes a command of the layers and says what it did.
fn execute(common: &CommonOptions, command: &Command) -> Result<ExitCode, HandoffError> {
    let mut project = common.open_initialized()?;
    if common.dry_run {
        let context = project.context();
        let changes = drive::plan(project.engine(), command, &context)?;
        return Ok(print(output::describe_dry_run(&[changes])));
    }
    match project.execute(command, &mut StepLines::new()) {
        Outcome::Done { summary, warnings, .. } => {
            let note = unread_note(project.engine().reader());
            let warnings: Vec<String> = warnings.iter().map(ToString::to_string).chain(note).collect();
            if common.json {
                return Ok(print_json(&json!({"done": summary.to_string(), "warnings": warnings})));
            }
            let lines: Vec<String> = std::iter::once(format!("{summary}.")).chain(warnings).collect();
            Ok(print(format!("{}\n", lines.join("\n"))))
        }
        other => Err(HandoffError::of_outcome(&other).unwrap_or_else(HandoffError::missing_result)),
    }
}

/// Reads the Markdown files of a folder of notes. Links are not followed.
fn read_notes(folder: &Path) -> Result<Vec<HandoverFile>, HandoffError> {
    if !folder.is_dir() {
        return Err(HandoffError::Arguments(format!("{} is not a folder.", folder.display()).into()));
    }
    let mut files = Vec::new();
    let mut pending = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = pending.pop() {
        let unreadable = |error| HandoffError::Broken(format!("{} cannot be read: {error}.", folder.display()).into());
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(unreadable)?;
            if kind.is_dir() {
                pending.push((entry.path(), format!("{prefix}{name}/")));
            } else if kind.is_file() && Path::new(&name).extension().is_some_and(|extension| extension == "md") {
                let unreadable = |reason: String| {
                    HandoffError::Broken(format!("{} cannot be read: {reason}.", entry.path().display()).into())
                };
                let bytes = file::read(&entry.path()).map_err(|error| unreadable(error.to_string()))?;
                let content = String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8 text".to_owned()))?;
                files.push(HandoverFile { path: format!("{prefix}{name}"), content });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

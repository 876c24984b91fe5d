//! Runs a parsed command line. The result is text on standard output or one sentence on standard
//! error, and the exit code.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap::error::ErrorKind;
use handoff_agent::{FailureKind, Reply, outcome_to_reply};
use handoff_protocol::{ChangeSet, Command, Outcome, RefusalCode, Severity};
use serde_json::{Map, Value, json};

use crate::commands::doctor;
use crate::handover;
use crate::handover::closing;
use crate::history::undo;
use crate::hook;
use crate::identity;
use crate::interrupt;
use crate::invocation::{CliAction, Invocation, Page, Render, SingleTaskRead};
use crate::mcp;
use crate::merge;
use crate::options::{CommonOptions, Dispatch, Options, is_handover};
use crate::output;
use crate::output::progress::Spinner;
use crate::packages;
use crate::project::Project;
use crate::reference;
use crate::setup;
use crate::tool_calls;

/// The refusal of commands that need a project.
pub const NO_PROJECT: &str = "There is no .handoff folder in this project. Run handoff init NAME first.";

/// Returns the exit code of a failure, an index into `options::EXIT_CODES`.
pub fn exit_code(kind: FailureKind) -> u8 {
    match kind {
        FailureKind::Refused | FailureKind::Incomplete | FailureKind::System => 1,
        FailureKind::Arguments => 2,
        FailureKind::Broken => 3,
        FailureKind::Conflict => 4,
        FailureKind::Paused => 5,
    }
}

/// Runs the parsed options.
pub fn run(options: Options) -> ExitCode {
    let Options { common, command } = options;
    let dispatch = command.dispatch(common.json);
    if let Dispatch::Invoke(_) | Dispatch::Package(_) | Dispatch::Doctor(_) | Dispatch::SetUp(_) | Dispatch::Handover(_) =
        &dispatch
        && let Some(sentence) = common.explain_folder()
    {
        return fail(&sentence, exit_code(FailureKind::Arguments));
    }
    // The server ends in its own way.
    if !matches!(dispatch, Dispatch::Serve(_)) {
        interrupt::install();
    }
    match dispatch {
        Dispatch::Invoke(invocation) => invoke(&common, invocation),
        Dispatch::Package(command) => packages::run(&common, command),
        Dispatch::Doctor(options) => run_doctor(&common, &options),
        Dispatch::SetUp(setup_options) => setup::run(&common, &setup_options),
        Dispatch::Handover(command) => handover::verbs::run(&common, command),
        Dispatch::Hook(options) => hook::run(&common, &options),
        Dispatch::Merge(driver) => merge::run(&driver),
        Dispatch::Serve(tools) => match common.mcp_options(tools.as_deref()) {
            Ok(options) => mcp::serve(options).map_or_else(|sentence| fail(&sentence, 1), |()| ExitCode::SUCCESS),
            Err(sentence) => fail(&sentence, 2),
        },
        Dispatch::Complete(shell) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Options::command(), "handoff", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Dispatch::Document => print(&reference::generate()),
    }
}

/// Prints the help if it was requested; else prints the parse error as one sentence.
pub fn report_parse_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let code = if error.use_stderr() { usage_code() } else { 0 };
        // If the output is closed, there is nowhere to report that.
        let _ = error.print();
        return ExitCode::from(code);
    }
    let rendered = error.render().to_string();
    let lines = rendered.trim_start_matches("error: ").lines().map(str::trim);
    // The lines below are the usage, which --help shows in full.
    let message_lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let mut sentence = message_lines.join(" ");
    if let Some(first) = sentence.get(..1).map(str::to_uppercase) {
        sentence.replace_range(..1, &first);
    }
    fail(&format!("{sentence}; see --help."), usage_code())
}

/// Returns the exit code of invalid arguments.
fn usage_code() -> u8 {
    if is_handover() { handover::USAGE } else { exit_code(FailureKind::Arguments) }
}

/// Opens the project for the user of the command line. It is never dropped: the process ends after the command, and
/// freeing the project piece by piece would take longer than most commands.
pub fn open(common: &CommonOptions) -> ManuallyDrop<Project> {
    let mut project = Project::open(&common.folder(), identity::command_actor(), false);
    project.recognize_person();
    ManuallyDrop::new(project)
}

/// Runs an invocation on the project and prints its reply.
pub fn invoke(common: &CommonOptions, invocation: Invocation) -> ExitCode {
    if let Some(sentence) = common.explain_missing_folder().filter(|_| invocation.needs_project) {
        return fail(&sentence, exit_code(FailureKind::Arguments));
    }
    if let Some((mut project, reply)) =
        invocation.single_task.as_ref().and_then(|single_task| read_single_task(common, single_task))
    {
        return print_reply(common, &mut project, (invocation.render, None), &reply);
    }
    let mut project = open(common);
    let home = project.home();
    if home.symlink_metadata().is_ok_and(|data| !data.is_dir()) {
        return fail(
            &format!("{} is not a folder. Move it elsewhere.", home.display()),
            exit_code(FailureKind::Broken),
        );
    }
    if invocation.needs_project && !project.engine().reader().is_initialized() {
        return no_project(&mut project);
    }
    let Invocation { action, render, output_file, note, .. } = invocation;
    let (reply, is_dry_run) = perform(&mut project, common, action);
    let reply = note.iter().fold(reply, |reply, note| reply.with_note(note));
    if !is_dry_run {
        project.renew_claims();
    }
    // Not dropped, for the same reason as the project: it can be as large.
    let reply = ManuallyDrop::new(reply);
    print_reply(common, &mut project, (render.filter(|_| !is_dry_run), output_file), &reply)
}

/// Reports that there is no project, or why it could not be read.
fn no_project(project: &mut Project) -> ExitCode {
    match project.engine().reader().unreadable_reason() {
        Some(text) => fail(&text.to_string(), exit_code(FailureKind::Broken)),
        None => fail(NO_PROJECT, exit_code(FailureKind::Refused)),
    }
}

/// Reads one task without the rest of the project. Returns `None` if that finds no answer.
fn read_single_task(common: &CommonOptions, single_task: &SingleTaskRead) -> Option<(Project, Reply)> {
    let mut project = Project::open_at_task(&common.folder(), identity::command_actor(), &single_task.id);
    let reply =
        tool_calls::call(&mut project, common.layout(), single_task.tool, &single_task.arguments, &mut Spinner::new());
    reply.failed.is_none().then_some((project, reply))
}

/// Returns the reply, and whether it describes a dry run.
fn perform(project: &mut Project, common: &CommonOptions, action: CliAction) -> (Reply, bool) {
    if let CliAction::Execute(Command::Repair { repairs }) = &action {
        for repair in repairs {
            if let Command::RemoveDamagedLines { path } = repair {
                project.feed_path(path);
            }
        }
    }
    match action {
        CliAction::Read { answer, .. } => (answer(project), false),
        CliAction::Call { tool, prepare, dry_run_argument } => match prepare(project) {
            Err(reply) => (reply, false),
            Ok(arguments) => call_tool(project, common, tool, arguments, dry_run_argument),
        },
        CliAction::Prepare(prepare) => match prepare(project) {
            Err(reply) => (reply, false),
            Ok(command) => perform(project, common, CliAction::Execute(command)),
        },
        CliAction::Execute(command) if common.dry_run => (dry_run_command(project, &command), true),
        CliAction::Execute(command) => (execute_command(project, &command), false),
        CliAction::Undo(undo::Options { skip: true, .. }) => undo::skip(project, common.dry_run),
        CliAction::Undo(undo::Options { partial: true, .. }) => undo::undo_partially(project, common.dry_run),
        CliAction::Undo(undo::Options { actor: None, .. }) => undo(project, common.dry_run),
        CliAction::Undo(undo::Options { actor: Some(name), since, yes, .. }) => {
            let mode = match (common.dry_run, yes || common.json || !undo::can_ask()) {
                (true, _) => undo::Mode::DryRun,
                (false, true) => undo::Mode::Now,
                (false, false) => undo::Mode::Ask,
            };
            undo::revert_actor(project, &name, since.as_deref(), mode)
        }
    }
}

/// Calls a tool; with `--dry-run`, describes what it would change.
fn call_tool(
    project: &mut Project,
    common: &CommonOptions,
    tool: &str,
    mut arguments: Map<String, Value>,
    dry_run_argument: Option<&str>,
) -> (Reply, bool) {
    let layout = common.layout();
    if !common.dry_run {
        let (reply, handover) = closing::call(project, layout, tool, &arguments, &mut Spinner::new());
        let problem = handover.and_then(|handover| closing::finish(handover, project, layout));
        return (problem.iter().fold(reply, |reply, sentence| reply.with_note(sentence)), false);
    }
    if let Some(argument) = dry_run_argument {
        arguments.insert(argument.to_owned(), json!(true));
    }
    match tool_calls::dry_run(project, layout, tool, &arguments) {
        Ok(changes) => (dry_run_reply(&changes), true),
        // The tool would change nothing, so its own reply is shown.
        Err(reply) => (reply, false),
    }
}

/// Describes a change set that is not committed.
fn dry_run_reply(changes: &ChangeSet) -> Reply {
    let text = output::describe_dry_run(changes).trim_end().to_owned();
    Reply::with_value(text, output::dry_run_value(changes))
}

fn dry_run_command(project: &mut Project, command: &Command) -> Reply {
    let context = project.context();
    let planned = tool_calls::plan(project.engine(), command, &context);
    planned.map_or_else(
        |reply| reply,
        |changes| {
            dry_run_reply(&ChangeSet {
                summary: handoff_engine::summary_of(command, changes.summary.clone()),
                ..changes
            })
        },
    )
}

/// Executes a command that has no tool.
fn execute_command(project: &mut Project, command: &Command) -> Reply {
    reply_to(&project.execute(command, &mut Spinner::new()))
}

/// Returns the reply to a command that was executed.
fn reply_to(outcome: &Outcome) -> Reply {
    match outcome {
        Outcome::Done { summary, created, warnings, .. } => {
            let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            let mut text = format!("{summary}.");
            for warning in &warnings {
                // Writing to a string cannot fail.
                let _ = write!(text, "\nWarning: {warning}");
            }
            let value = json!({"done": summary.to_string(), "created": created, "warnings": warnings});
            Reply::with_value(text, value)
        }
        other => outcome_to_reply(other),
    }
}

/// Undoes the last change; with `--dry-run`, describes what that would change.
fn undo(project: &mut Project, dry_run: bool) -> (Reply, bool) {
    let stored = match undo::last_own_step(project) {
        Ok(Some(last)) => last,
        Ok(None) => return (undo::nothing_to_undo(), false),
        Err(reply) => return (reply, false),
    };
    if let Some(changes) = handoff_engine::step::changes(&stored.step.source) {
        project.engine().push_step(changes);
    }
    if dry_run {
        return (dry_run_command(project, &Command::Undo {}), true);
    }
    let outcome = project.execute(&Command::Undo {}, &mut Spinner::new());
    let reply = reply_to(&outcome);
    match &outcome {
        Outcome::Done { .. } => {
            stored.forget();
            (reply, false)
        }
        // Trying again does not help.
        Outcome::Refused { refusal } if matches!(refusal.code, RefusalCode::Stale | RefusalCode::IdTaken) => {
            let text = reply.text.then(format!(" {}", undo::OTHER_WAYS));
            (Reply { text, ..reply }, false)
        }
        _ => (reply, false),
    }
}

/// Prints the problems of the files, or executes repairs.
fn run_doctor(common: &CommonOptions, options: &doctor::Options) -> ExitCode {
    if let Some(sentence) = common.explain_missing_folder() {
        return fail(&sentence, exit_code(FailureKind::Arguments));
    }
    let mut project = open(common);
    if !project.engine().reader().is_initialized() {
        return no_project(&mut project);
    }
    let problems = doctor::problems(&mut project);
    if !options.repair.is_empty() {
        return match doctor::repair(&problems, &options.repair) {
            Ok(command) => invoke(common, Invocation::execute(command)),
            Err(sentence) => fail(&sentence, exit_code(FailureKind::Arguments)),
        };
    }
    let value = doctor::to_json(&problems);
    let printed = print(&if common.json { format!("{value:#}\n") } else { doctor::to_text(&value) });
    let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    if broken { ExitCode::from(exit_code(FailureKind::Broken)) } else { printed }
}

/// Prints a reply, or its failure. The rendered text goes to a file if there is one.
fn print_reply(
    common: &CommonOptions,
    project: &mut Project,
    (render, output_file): (Option<Render>, Option<PathBuf>),
    reply: &Reply,
) -> ExitCode {
    if let Some(kind) = reply.failed {
        let text = output::cli_wording::render(&reply.text);
        let sentence = match (kind, text.split_once('\n')) {
            (FailureKind::Incomplete, Some((sentence, _))) => sentence,
            _ => &text,
        };
        return fail(sentence, exit_code(kind));
    }
    match (common.json, &reply.structured, render) {
        (true, Some(value), _) => print(&format!("{value:#}\n")),
        (true, None, _) => print(&format!("{:#}\n", json!({"text": reply.text}))),
        (false, Some(value), Some(render)) => {
            let mut text = render(value, Page { width: terminal_width(), engine: project.engine() });
            // A remark on something that was done all the same.
            if let Some(note) = value.get("note").and_then(Value::as_str) {
                text = text + &output::printable(note) + "\n";
            }
            match output_file {
                Some(file) => write_file(&file, &text),
                None => print(&text),
            }
        }
        _ => print(&format!("{}\n", output::cli_wording::render(&reply.text))),
    }
}

/// Writes a text to a file and prints its path.
fn write_file(file: &Path, text: &str) -> ExitCode {
    match std::fs::write(file, text) {
        Ok(()) => print(&format!("Written to {}.\n", file.display())),
        Err(error) => fail(
            &format!("{} cannot be written: {error}. Name another file.", file.display()),
            exit_code(FailureKind::System),
        ),
    }
}

/// Returns the width of the terminal, or `None` if standard output is no terminal.
fn terminal_width() -> Option<usize> {
    let terminal = std::io::stdout().is_terminal();
    terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0))
}

/// Prints a text, in colour on a terminal and plain elsewhere. A closed output is no failure: the
/// reader has what it wanted (as `handoff task list | head` does).
pub fn print(text: &str) -> ExitCode {
    let _ = anstream::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Prints a sentence to standard error and returns the exit code.
pub fn fail(sentence: &str, exit_code: u8) -> ExitCode {
    // If the output is closed, there is nowhere to report that.
    let _ = writeln!(anstream::stderr(), "{sentence}");
    ExitCode::from(exit_code)
}

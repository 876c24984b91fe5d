//! Runs a parsed command line. The result is text on standard output or one sentence on standard
//! error, and the exit code.

use std::fmt::Write as _;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use handoff_agent::{
    Ended, FailureKind, HandoffError, Operation, OperationRun, Reply, outcome_to_reply, with_unread_note,
};
use handoff_protocol::{ChangeSet, Command, Outcome, RefusalCode, Severity, Text};
use serde::Serialize;
use serde_json::{Value, json};

use crate::ground::console::{self, fail, print, print_data, print_json, width};
use crate::ground::disk::links;
use crate::ground::exit_codes::{exit_code, handover_exit_code};
use crate::ground::progress::Spinner;
use crate::ground::styled::Styled;
use crate::ground::{identity, interrupt};
use crate::hook;
use crate::invocation::{CliAction, Invocation, SingleTaskRead};
use crate::mcp;
use crate::merge;
use crate::options::{CommonOptions, Dispatch, Options, is_handover};
use crate::output;
use crate::output::{Page, Rendered};
use crate::project::{Project, drive};
use crate::reference;
use crate::setup;
use crate::verbs::doctor;
use crate::verbs::handover;
use crate::verbs::package;
use crate::verbs::undo;

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
        Dispatch::Package(command) => package::run(&common, command),
        Dispatch::Doctor(options) => run_doctor(&common, &options),
        Dispatch::SetUp(setup_options) => setup::run(&common, &setup_options),
        Dispatch::Handover(command) => handover::run(&common, command),
        Dispatch::Hook(options) => hook::run(&common, &options),
        Dispatch::Merge(driver) => merge::run(&driver),
        Dispatch::Serve(tools) => match common.mcp_options(tools.as_deref()) {
            Ok(options) => mcp::serve(options).map_or_else(|sentence| fail(&sentence, 1), |()| ExitCode::SUCCESS),
            Err(sentence) => fail(&sentence, 2),
        },
        Dispatch::Complete(shell) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Options::command(), "handoff", &mut script);
            print_data(&script)
        }
        Dispatch::Document => print_data(reference::generate().as_bytes()),
    }
}

/// Prints the help if it was requested; else prints the parse error as one sentence.
pub fn report_parse_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let help = console::help(&error.render());
        if error.use_stderr() {
            console::ask(help);
            return ExitCode::from(usage_code());
        }
        return print(help);
    }
    let rendered = error.render().to_string();
    let lines = rendered.trim_start_matches("error: ").lines().map(str::trim);
    // The lines below are the usage, which --help shows in full.
    let message_lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let mut sentence = message_lines.join(" ");
    if let Some(first) = sentence.get(..1).map(str::to_uppercase) {
        sentence.replace_range(..1, &first);
    }
    fail(&format!("{sentence}{}; see --help.", hint(error)), usage_code())
}

/// Returns how to give a text that looks like an option, if that can be the reason of a parse error.
fn hint(error: &clap::Error) -> &'static str {
    match (error.kind(), error.get(ContextKind::Suggested), error.get(ContextKind::ValidValue)) {
        // clap suggests the same if the command takes a text, but with a part of that text.
        (ErrorKind::UnknownArgument, Some(ContextValue::StyledStrs(tips)), _)
            if tips.iter().any(|tip| tip.to_string().contains("-- ")) =>
        {
            ". Put -- before a text that begins with a hyphen"
        }
        (ErrorKind::InvalidValue, _, Some(ContextValue::Strings(valid))) if valid.is_empty() => {
            ". Put = before a text that is the name of an option"
        }
        _ => "",
    }
}

/// Returns the exit code of invalid arguments.
fn usage_code() -> u8 {
    if is_handover() { handover_exit_code(FailureKind::Arguments) } else { exit_code(FailureKind::Arguments) }
}

/// Opens the project for the user of the command line. It is never dropped: the process ends after the command, and
/// freeing the project piece by piece would take longer than most commands.
pub fn open(common: &CommonOptions) -> ManuallyDrop<Project> {
    let mut project = Project::open(&common.folder(), identity::command_actor(), false);
    project.recognize_person();
    ManuallyDrop::new(project)
}

/// Runs an invocation on the project and prints its reply.
pub fn invoke(common: &CommonOptions, mut invocation: Invocation) -> ExitCode {
    if let Some(sentence) = common.explain_missing_folder().filter(|_| invocation.needs_project) {
        return fail(&sentence, exit_code(FailureKind::Arguments));
    }
    if let Some((mut project, performed)) =
        invocation.single_task.take().and_then(|single_task| read_single_task(common, single_task))
    {
        let reply = with_unread_note(project.engine().reader(), performed.reply);
        return print_reply(common, &project, (performed.rendered, None), &reply);
    }
    let mut project = open(common);
    if let Some(sentence) = project.refusal() {
        return fail(&sentence, exit_code(FailureKind::Broken));
    }
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
    let Invocation { action, output_file, note, .. } = invocation;
    let performed = perform(&mut project, common, action);
    let performed = note.iter().fold(performed, |performed, note| performed.with_note(note));
    if !performed.is_dry_run {
        project.renew_claims();
    }
    // Not dropped, for the same reason as the project: it can be as large.
    let reply = ManuallyDrop::new(with_unread_note(project.engine().reader(), performed.reply));
    print_reply(common, &project, (performed.rendered, output_file), &reply)
}

/// Reports that there is no project, or why it could not be read.
fn no_project(project: &mut Project) -> ExitCode {
    let reply = Reply::from(handoff_agent::no_project(project.engine().reader()));
    fail(&output::cli_wording::render(&reply.text), exit_code(reply.failed.unwrap_or(FailureKind::Refused)))
}

/// Reads one task without the rest of the project. Returns `None` if that finds no answer.
fn read_single_task(common: &CommonOptions, single_task: SingleTaskRead) -> Option<(Project, Performed)> {
    let mut project = Project::open_at_task(&common.folder(), identity::command_actor(), &single_task.id);
    project.recognize_person();
    let performed = (single_task.perform)(&mut project, common);
    performed.reply.failed.is_none().then_some((project, performed))
}

/// What came of an action.
pub struct Performed {
    reply: Reply,
    is_dry_run: bool,
    /// What people see instead of the text of the reply.
    rendered: Option<Rendered>,
}

impl From<Reply> for Performed {
    fn from(reply: Reply) -> Performed {
        Performed { reply, is_dry_run: false, rendered: None }
    }
}

impl From<HandoffError> for Performed {
    fn from(error: HandoffError) -> Performed {
        Reply::from(error).into()
    }
}

impl Performed {
    /// Creates the reply to a dry run.
    pub fn dry_run(reply: impl Into<Reply>) -> Performed {
        Performed { is_dry_run: true, ..Performed::from(reply.into()) }
    }

    /// Returns whether it failed.
    pub fn has_failed(&self) -> bool {
        self.reply.failed.is_some()
    }

    /// Adds warnings to the reply.
    #[must_use]
    pub fn with_warnings(self, warnings: &[Text]) -> Performed {
        Performed { reply: self.reply.with_warnings(warnings), ..self }
    }

    /// Adds a note to the reply.
    #[must_use]
    pub fn with_note(self, note: &str) -> Performed {
        Performed { reply: self.reply.with_note(note), ..self }
    }

    /// Creates a reply that people see as something else than its value.
    pub fn rendered(rendered: Rendered, value: Value) -> Performed {
        Performed { rendered: Some(rendered), ..Performed::from(Reply::value(value)) }
    }

    /// Creates the reply to a dry run with a text for people.
    pub fn dry_run_of(text: Styled, value: Value) -> Performed {
        Performed { is_dry_run: true, ..Performed::rendered(Rendered::Text(text), value) }
    }
}

/// Performs an action.
fn perform(project: &mut Project, common: &CommonOptions, action: CliAction) -> Performed {
    if let CliAction::Execute(Command::Repair { repairs }) = &action {
        for repair in repairs {
            if let Command::RemoveDamagedLines { path } = repair {
                project.feed_path(path);
            }
        }
    }
    match action {
        CliAction::Perform { perform, .. } => perform(project, common),
        CliAction::Prepare(prepare) => match prepare(project) {
            Err(reply) => reply.into(),
            Ok(command) => perform(project, common, CliAction::Execute(command)),
        },
        CliAction::Execute(command) if common.dry_run => dry_run_command(project, &command),
        CliAction::Execute(command) => execute_command(project, &command).into(),
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

/// Performs an operation and renders its answer; with `--dry-run`, describes what it would change.
pub fn perform_operation<O: Operation>(
    project: &mut Project,
    common: &CommonOptions,
    params: O::Params,
    render: impl FnOnce(&O::Answer, Page<'_>) -> Option<Rendered>,
) -> Performed {
    let (ended, changes) = if common.dry_run {
        drive::rehearse::<O>(project, common.layout(), params)
    } else {
        (drive::perform::<O>(project, common.layout(), params, &mut Spinner::new()), Vec::new())
    };
    performed(project, ended, &changes, render)
}

/// As [`perform_operation`], for an operation that has begun.
pub fn perform_begun<A: Serialize>(
    project: &mut Project,
    common: &CommonOptions,
    operation: OperationRun<Ended<A>>,
    render: impl FnOnce(&A, Page<'_>) -> Option<Rendered>,
) -> Performed {
    let (ended, changes) = if common.dry_run {
        drive::rehearse_begun(project, common.layout(), operation)
    } else {
        (drive::perform_begun(project, common.layout(), operation, &mut Spinner::new()), Vec::new())
    };
    performed(project, ended, &changes, render)
}

/// Renders what came of an operation, or describes the change sets of a dry run.
fn performed<A: Serialize>(
    project: &mut Project,
    ended: Ended<A>,
    changes: &[ChangeSet],
    render: impl FnOnce(&A, Page<'_>) -> Option<Rendered>,
) -> Performed {
    if !changes.is_empty() {
        return dry_run_of(changes);
    }
    let page = Page { width: width(), engine: project.engine() };
    let rendered = ended.result.as_ref().ok().and_then(|answered| render(&answered.value, page));
    Performed { rendered, ..Performed::from(Reply::from(ended)) }
}

/// Describes a change set that is not committed.
fn dry_run_of(changes: &[ChangeSet]) -> Performed {
    Performed::dry_run_of(output::describe_dry_run(changes), output::dry_run_value(changes))
}

fn dry_run_command(project: &mut Project, command: &Command) -> Performed {
    let context = project.context();
    let planned = drive::plan(project.engine(), command, &context);
    planned.map_or_else(Performed::dry_run, |changes| {
        let summary = handoff_engine::summary_of(command, changes.summary.clone());
        dry_run_of(&[ChangeSet { summary, ..changes }])
    })
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
fn undo(project: &mut Project, dry_run: bool) -> Performed {
    let stored = match crate::project::undo::last_own_step(project) {
        Ok(Some(last)) => last,
        Ok(None) => return undo::nothing_to_undo().into(),
        Err(reply) => return reply.into(),
    };
    if let Some(changes) = handoff_engine::step::changes(&stored.step.source) {
        project.engine().push_step(changes);
    }
    if dry_run {
        return dry_run_command(project, &Command::Undo {});
    }
    let outcome = project.execute(&Command::Undo {}, &mut Spinner::new());
    let reply = reply_to(&outcome);
    match &outcome {
        Outcome::Done { .. } => {
            stored.forget();
            reply.into()
        }
        // Trying again does not help.
        Outcome::Refused { refusal } if matches!(refusal.code, RefusalCode::Stale | RefusalCode::IdTaken) => {
            let text = reply.text.then(format!(" {}", undo::OTHER_WAYS));
            Reply { text, ..reply }.into()
        }
        _ => reply.into(),
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
    let printed = if common.json { print_json(&value) } else { print(doctor::to_text(&value)) };
    let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    if broken { ExitCode::from(exit_code(FailureKind::Broken)) } else { printed }
}

/// Prints a reply, or its failure. A note follows the text, or goes to standard error if the text is
/// for programs.
fn print_reply(
    common: &CommonOptions,
    project: &Project,
    (rendered, output_file): (Option<Rendered>, Option<PathBuf>),
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
    match (common.json, &reply.structured, rendered) {
        (true, Some(value), _) => print_json(value),
        (true, None, _) => print_json(&json!({"text": reply.text})),
        (false, Some(value), Some(rendered)) => {
            // A remark on something that was done all the same.
            let note = value.get("note").and_then(Value::as_str);
            match (rendered, output_file) {
                (Rendered::Text(text), Some(file)) => write_file(project.folder(), &file, &text.to_string()),
                (Rendered::Text(text), None) => {
                    print(note.into_iter().fold(text, |text, note| text.then(format!("{note}\n"))))
                }
                (Rendered::Data(data), file) => {
                    note.into_iter().for_each(console::warn);
                    let write = |file: PathBuf| write_file(project.folder(), &file, &data);
                    file.map_or_else(|| print_data(data.as_bytes()), write)
                }
            }
        }
        _ => print(format!("{}\n", output::cli_wording::render(&reply.text))),
    }
}

/// Writes a text to a file and prints its path.
fn write_file(project: &Path, file: &Path, text: &str) -> ExitCode {
    if let Some(sentence) = links::explain_outside(project, file) {
        return fail(&format!("{sentence}."), exit_code(FailureKind::Refused));
    }
    match std::fs::write(file, text) {
        Ok(()) => print(format!("Written to {}.\n", file.display())),
        Err(error) => fail(
            &format!("{} cannot be written: {error}. Name another file.", file.display()),
            exit_code(FailureKind::System),
        ),
    }
}

//! Carries out what the command line says, and says how it ended: by a text on standard output or one sentence on standard error, and by the
//! exit code.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::mem::ManuallyDrop;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap::error::ErrorKind;
use handoff_agent::{Reply, Trouble, outcome};
use handoff_engine::Engine;
use handoff_protocol::{Actor, ActorKind, ChangeSet, Command, Edit, Outcome, Severity};
use serde_json::{Map, Value, json};

use crate::commands::doctor;
use crate::history::History;
use crate::hook;
use crate::invocation::{CliAction, Job, Page, Show, SingleTaskRead};
use crate::mcp;
use crate::merge;
use crate::options::{Common, Options, Plan};
use crate::output;
use crate::output::spinner::Waiting;
use crate::project::Project;
use crate::reference;
use crate::setup;
use crate::tool_calls;

/// What is said where there is no project.
pub const NO_PROJECT: &str = "There is no .handoff folder in this project. Run handoff init NAME first.";

/// How a command ends, as a place in `options::ENDS`.
pub fn code(trouble: Trouble) -> u8 {
    match trouble {
        Trouble::Refused | Trouble::Incomplete | Trouble::System => 1,
        Trouble::Arguments => 2,
        Trouble::Broken => 3,
        Trouble::Conflict => 4,
        Trouble::Paused => 5,
    }
}

/// Does what the options say.
pub fn run(options: Options) -> ExitCode {
    let Options { common, work } = options;
    match work.plan(common.json) {
        Plan::Ask(job) => ask(&common, job),
        Plan::Doctor(options) => examine(&common, &options),
        Plan::SetUp(wish) => setup::run(&common, &wish),
        Plan::Hook(options) => hook::run(&common, &options),
        Plan::Merge(driver) => merge::drive(&driver),
        Plan::Serve(tools) => match common.serving(tools.as_deref()) {
            Ok(serving) => mcp::serve(serving).map_or_else(|sentence| fail(&sentence, 1), |()| ExitCode::SUCCESS),
            Err(sentence) => fail(&sentence, 2),
        },
        Plan::Complete(shell) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Options::command(), "handoff", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Plan::Document => print(&reference::page()),
    }
}

/// Help where it was asked for; else one sentence on what makes no sense.
pub fn misunderstood(found: &clap::Error) -> ExitCode {
    if !found.use_stderr() || found.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let code = if found.use_stderr() { 2 } else { 0 };
        // Where nobody listens any more, nothing can be said.
        let _ = found.print();
        return ExitCode::from(code);
    }
    let told = found.render().to_string();
    let lines = told.trim_start_matches("error: ").lines().map(str::trim);
    // What follows is about usage, which --help tells better.
    let words: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let mut sentence = words.join(" ");
    if let Some(first) = sentence.get(..1).map(str::to_uppercase) {
        sentence.replace_range(..1, &first);
    }
    fail(&format!("{sentence}; see --help."), 2)
}

/// The project, for a person. The command ends with it, and the system takes it back at once; giving it back piece by piece would take longer
/// than most commands.
pub fn open(common: &Common) -> ManuallyDrop<Project> {
    ManuallyDrop::new(Project::open(&common.folder(), human(), false))
}

fn human() -> Actor {
    Actor { kind: ActorKind::Human, name: String::new() }
}

/// Asks a project, and shows its answer.
pub fn ask(common: &Common, job: Job) -> ExitCode {
    if let Some((mut project, reply)) = job.alone.as_ref().and_then(|alone| glance(common, alone)) {
        return end(common, &mut project, job.show, &reply);
    }
    let mut project = open(common);
    let home = project.home();
    if home.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
        return fail(&format!("{} is not a folder. Move it elsewhere.", home.display()), code(Trouble::Broken));
    }
    if !job.anywhere && !project.engine().reading().is_initialized() {
        return no_project(&mut project);
    }
    let Job { deed, show, .. } = job;
    let (reply, rehearsed) = answered(&mut project, common, deed);
    // As the project: it can be as long.
    let reply = ManuallyDrop::new(reply);
    end(common, &mut project, show.filter(|_| !rehearsed), &reply)
}

/// Says that there is no project, or why it could not be read.
fn no_project(project: &mut Project) -> ExitCode {
    match project.engine().reading().why_unreadable() {
        Some(text) => fail(&text.to_string(), code(Trouble::Broken)),
        None => fail(NO_PROJECT, code(Trouble::Refused)),
    }
}

/// Reads one task and no other; none where that does not answer.
fn glance(common: &Common, alone: &SingleTaskRead) -> Option<(Project, Reply)> {
    let mut project = Project::open_at_task(&common.folder(), human(), &alone.id);
    let reply = tool_calls::answer(&mut project, common.layout(), alone.tool, &alone.arguments, &mut Waiting::new());
    reply.failed.is_none().then_some((project, reply))
}

/// The answer, and whether it tells of a change set that was only planned.
fn answered(project: &mut Project, common: &Common, deed: CliAction) -> (Reply, bool) {
    match deed {
        CliAction::Look { answer, .. } => (answer(project), false),
        CliAction::Call { tool, prepare, rehearsal } => match prepare(project) {
            Err(reply) => (reply, false),
            Ok(arguments) => called(project, common, tool, arguments, rehearsal),
        },
        CliAction::Carry(command) if common.dry_run => (planned(project, &command), true),
        CliAction::Carry(command) => {
            let reply = carried_out(project, &command, "Done");
            keep(project);
            (reply, false)
        }
        CliAction::TakeBack => taken_back(project, common.dry_run),
    }
}

/// Calls a tool, or says what it would change.
fn called(
    project: &mut Project,
    common: &Common,
    tool: &str,
    mut arguments: Map<String, Value>,
    rehearsal: Option<&str>,
) -> (Reply, bool) {
    let layout = common.layout();
    if !common.dry_run {
        let reply = tool_calls::answer(project, layout, tool, &arguments, &mut Waiting::new());
        keep(project);
        return (reply, false);
    }
    if let Some(argument) = rehearsal {
        arguments.insert(argument.to_owned(), json!(true));
    }
    match tool_calls::rehearse(project, layout, tool, &arguments) {
        Ok(changes) => (rehearsed(&changes), true),
        // Nothing would change: what it would say.
        Err(reply) => (reply, false),
    }
}

/// What would change.
fn rehearsed(changes: &ChangeSet) -> Reply {
    let text = output::describe_dry_run(changes).trim_end().to_owned();
    Reply { text, structured: Some(output::dry_run_value(changes)), failed: None }
}

fn planned(project: &mut Project, command: &Command) -> Reply {
    let context = project.context();
    let planned = tool_calls::plan(project.engine(), command, &context);
    planned.map_or_else(|reply| reply, |changes| rehearsed(&changes))
}

/// Carries out a command that no tool is for.
fn carried_out(project: &mut Project, command: &Command, verb: &str) -> Reply {
    match tool_calls::execute(project, command, &mut Waiting::new()) {
        Err(paused) => paused,
        Ok(Outcome::Done { summary, created, warnings, .. }) => {
            let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            let mut text = format!("{verb}: {summary}.");
            for warning in &warnings {
                let _ = write!(text, "\nWarning: {warning}");
            }
            let value = json!({"done": summary.to_string(), "created": created, "warnings": warnings});
            Reply { text, structured: Some(value), failed: None }
        }
        Ok(other) => outcome(&other),
    }
}

/// Keeps what was done, so that it can be taken back.
fn keep(project: &mut Project) {
    let home = project.home();
    let steps = project.engine().steps();
    if let (false, Some(history)) = (steps.is_empty(), History::of(&home)) {
        history.keep(steps);
    }
}

/// Takes the last step back, or says what that would change.
fn taken_back(project: &mut Project, dry_run: bool) -> (Reply, bool) {
    let history = History::of(&project.home());
    let step = history.as_ref().and_then(|history| Some((history, history.recall()?)));
    let Some((history, (name, step))) = step else {
        return (Reply::failure("Nothing to undo: you have not changed this project from the command line."), false);
    };
    for edit in &step.edits {
        if let Edit::Move { to, .. } = edit
            && !Engine::is_content(to)
        {
            project.take_in(to);
        }
    }
    project.engine().remember(step);
    if dry_run {
        return (planned(project, &Command::Undo {}), true);
    }
    let reply = carried_out(project, &Command::Undo {}, "Undone");
    if reply.failed.is_none() {
        history.forget(&name);
    }
    (reply, false)
}

/// Prints what is wrong with the files, or carries out repairs.
fn examine(common: &Common, options: &doctor::Options) -> ExitCode {
    let mut project = open(common);
    if !project.engine().reading().is_initialized() {
        return no_project(&mut project);
    }
    let problems = doctor::problems(&mut project);
    if !options.repair.is_empty() {
        return match doctor::repair(&problems, &options.repair) {
            Ok(command) => ask(common, Job::carry(command)),
            Err(sentence) => fail(&sentence, code(Trouble::Arguments)),
        };
    }
    let value = doctor::told(&problems);
    let printed = print(&if common.json { format!("{value:#}\n") } else { doctor::shown(&value) });
    let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    if broken { ExitCode::from(code(Trouble::Broken)) } else { printed }
}

/// Shows an answer.
fn end(common: &Common, project: &mut Project, show: Option<Show>, reply: &Reply) -> ExitCode {
    if let Some(trouble) = reply.failed {
        let sentence = match trouble {
            Trouble::Incomplete => reply.text.lines().next().unwrap_or_default(),
            _ => &reply.text,
        };
        return fail(&output::cli_wording::failure(sentence), code(trouble));
    }
    match (common.json, &reply.structured, show) {
        (true, Some(value), _) => print(&format!("{value:#}\n")),
        (true, None, _) => print(&format!("{:#}\n", json!({"text": reply.text}))),
        (false, Some(value), Some(show)) => {
            let mut text = show(value, Page { width: width(), engine: project.engine() });
            // What should be known although it was done.
            if let Some(note) = value.get("note").and_then(Value::as_str) {
                text = text + &output::printable(note) + "\n";
            }
            print(&text)
        }
        _ => print(&format!("{}\n", output::cli_wording::text(&reply.text))),
    }
}

/// The terminal's width; none in a pipe.
fn width() -> Option<usize> {
    let terminal = std::io::stdout().is_terminal();
    terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0))
}

/// Prints in colour on a terminal, plain elsewhere. A reader that has gone away is no failure.
pub fn print(text: &str) -> ExitCode {
    let _ = anstream::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Says why it ended, and ends it.
pub fn fail(sentence: &str, code: u8) -> ExitCode {
    // Where nobody listens any more, nothing can be said.
    let _ = writeln!(anstream::stderr(), "{sentence}");
    ExitCode::from(code)
}

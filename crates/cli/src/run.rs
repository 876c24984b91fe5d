//! Carries out what the command line says, and says how it ended: by a text on standard output or one sentence on standard error, and by the
//! exit code.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::CommandFactory as _;
use handoff_agent::{Reply, Trouble, Wish, outcome};
use handoff_protocol::{Actor, ActorKind, ChangeSet, Command, Position, Query, Severity, View};
use serde_json::{Map, Value, json};

use crate::options::{Common, Options, Work};
use crate::project::Project;
use crate::show::{self, Form};
use crate::{calls, mcp};

/// Something that a project is asked for.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub enum Job {
    /// A tool is called.
    Call {
        /// Which.
        name: &'static str,
        /// With what.
        arguments: Map<String, Value>,
        /// How its answer is shown.
        form: Form,
    },
    /// A task that must exist is changed.
    Update(Map<String, Value>),
    /// A command that no tool is for.
    Carry(Command),
}

impl Job {
    /// A tool is called. What is null was not given.
    pub fn call(name: &'static str, arguments: Value, form: Form) -> Job {
        let arguments = match arguments {
            Value::Object(members) => members.into_iter().filter(|(_, value)| !value.is_null()).collect(),
            _ => Map::new(),
        };
        Job::Call { name, arguments, form }
    }

    /// The id of the only task that it is about, where nothing else need be known, and the arguments of the call that reads it.
    fn of_one_task(&self) -> Option<(&str, &Map<String, Value>)> {
        match self {
            Job::Call { name: GET_TASK, arguments, .. } if !arguments.contains_key("include_dependents") => {
                Some((arguments.get("task_id")?.as_str()?, arguments))
            }
            _ => None,
        }
    }
}

/// The tool that tells all about a task.
const GET_TASK: &str = "handoff_get_task";

/// How a command ends, as documented: 0 done, 1 refused, 2 usage, 3 broken data, 4 conflict.
fn code(trouble: Trouble) -> u8 {
    match trouble {
        Trouble::Refused | Trouble::System => 1,
        Trouble::Arguments => 2,
        Trouble::Broken => 3,
        Trouble::Conflict => 4,
    }
}

/// Does what the options say.
pub fn run(options: Options) -> ExitCode {
    let Options { common, work } = options;
    match work {
        Work::Mcp { tools } => match common.serving(tools.as_deref()) {
            Ok(serving) => mcp::serve(serving).map_or_else(|sentence| fail(&sentence, 1), |()| ExitCode::SUCCESS),
            Err(sentence) => fail(&sentence, 2),
        },
        Work::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Options::command(), "handoff", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Work::Doctor => doctor(&common),
        Work::Init { name, description } => {
            let arguments = json!({"project_name": name, "description": description});
            carry_out(&common, Job::call("handoff_init", arguments, Form::Text))
        }
        Work::Task(work) => carry_out(&common, work.job()),
    }
}

fn open(common: &Common) -> Project {
    Project::open(&common.folder(), human(), false)
}

fn human() -> Actor {
    Actor { kind: ActorKind::Human, name: String::new() }
}

fn carry_out(common: &Common, job: Job) -> ExitCode {
    if let Some(reply) = job.of_one_task().and_then(|(id, call)| glance(common, id, call)) {
        return end(common, Form::Task, &reply);
    }
    let mut project = open(common);
    let (form, reply) = match job {
        Job::Call { name, arguments, form } => (form, call(&mut project, common, name, &arguments)),
        Job::Update(task) => (Form::Text, update(&mut project, common, task)),
        Job::Carry(command) => (Form::Text, command_reply(&mut project, common, command)),
    };
    end(common, form, &reply)
}

/// Reads one task and no other; none where that does not answer.
fn glance(common: &Common, id: &str, arguments: &Map<String, Value>) -> Option<Reply> {
    let mut project = Project::open_at_task(&common.folder(), human(), id);
    let reply = calls::answer(&mut project, common.layout(), GET_TASK, arguments);
    reply.failed.is_none().then_some(reply)
}

/// Calls a tool, or says what it would change.
fn call(project: &mut Project, common: &Common, name: &str, arguments: &Map<String, Value>) -> Reply {
    if !common.dry_run {
        return calls::answer(project, common.layout(), name, arguments);
    }
    rehearsed(calls::rehearse(project, common.layout(), name, arguments))
}

/// What would change, for people.
fn rehearsed(planned: Result<ChangeSet, Reply>) -> Reply {
    planned.map_or_else(|reply| reply, |changes| Reply::text(show::rehearsal(&changes).trim_end()))
}

/// A person who names a task means one that is there; the tool would make it.
fn update(project: &mut Project, common: &Common, task: Map<String, Value>) -> Reply {
    let id = task.get("id").cloned().unwrap_or_default();
    let known = calls::answer(project, common.layout(), "handoff_get_task", &one("task_id", id));
    if known.failed.is_some() {
        return known;
    }
    call(project, common, "handoff_update_task", &one("task", Value::Object(task)))
}

fn one(name: &str, value: Value) -> Map<String, Value> {
    std::iter::once((name.to_owned(), value)).collect()
}

fn command_reply(project: &mut Project, common: &Common, command: Command) -> Reply {
    if common.dry_run {
        let context = project.context();
        return rehearsed(calls::plan(project.engine(), &Wish::Command(command), &context));
    }
    outcome(&project.execute(&Wish::Command(command)))
}

fn doctor(common: &Common) -> ExitCode {
    let mut project = open(common);
    let context = project.context();
    if !project.engine().reading().is_initialized() {
        return fail("There is no .handoff folder in this project. handoff init makes one.", code(Trouble::Refused));
    }
    let View::Problems(problems) = project.engine().view(&Query::Problems {}, &context) else {
        return fail("The engine did not answer.", 1);
    };
    let mut text = String::new();
    for problem in &problems {
        let Position { line, column, .. } = problem.position;
        let weight = if problem.severity == Severity::Error { "error" } else { "warning" };
        let _ = writeln!(text, "{}:{}:{}: {weight}: {}", problem.path, line + 1, column + 1, problem.text);
    }
    let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    if common.json {
        text = format!("{}\n", handoff_format::wire::line(&problems));
    } else if problems.is_empty() {
        text.push_str("No problems.\n");
    }
    let printed = print(&text);
    if broken { ExitCode::from(code(Trouble::Broken)) } else { printed }
}

/// Shows an answer.
fn end(common: &Common, form: Form, reply: &Reply) -> ExitCode {
    if let Some(trouble) = reply.failed {
        return fail(&reply.text, code(trouble));
    }
    if common.json {
        let value = reply.structured.clone().unwrap_or_else(|| json!({"text": reply.text}));
        return print(&format!("{value:#}\n"));
    }
    print(&show::shown(form, &reply.text, reply.structured.as_ref(), width()))
}

/// The terminal's width; none in a pipe.
fn width() -> Option<usize> {
    let terminal = std::io::stdout().is_terminal();
    terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0))
}

/// Prints in colour on a terminal, plain elsewhere. A reader that has gone away is no failure.
fn print(text: &str) -> ExitCode {
    drop(anstream::stdout().write_all(text.as_bytes()));
    ExitCode::SUCCESS
}

fn fail(sentence: &str, code: u8) -> ExitCode {
    // Where nobody listens any more, nothing can be said.
    drop(writeln!(anstream::stderr(), "{sentence}"));
    ExitCode::from(code)
}

//! The verbs of packages. Four of them have the options, output and exit codes of the `handoff` package
//! command of another project, which scripts use.

pub mod arguments;
mod output;
pub mod stores;

use std::mem::ManuallyDrop;
use std::process::ExitCode;

use handoff_agent::{FailureKind, Reply, outcome_to_reply, with_unread_note};
use handoff_engine::packages::parse_ttl;
use handoff_protocol::agent::packages::DEFAULT_TTL;
use handoff_protocol::{Command, Outcome, PackageChange};
use serde_json::{Map, Value, json};

use crate::commands::{put, put_list};
use crate::disk::file;
use crate::drive;
use crate::identity;
use crate::options::CommonOptions;
use crate::output::console::{fail, print, print_data, print_json, warn};
use crate::output::progress::Spinner;
use crate::project::Project;
use crate::run;
use arguments::{ListOptions, PackageCommand, RetrieveOptions, StoreOptions};

type Arguments = Map<String, Value>;

/// A message on standard error, with the exit code.
struct Failure(String, u8);

impl Failure {
    fn new(text: impl Into<String>) -> Failure {
        Failure(text.into(), 1)
    }
}

impl From<Reply> for Failure {
    fn from(reply: Reply) -> Failure {
        let code = match reply.failed {
            // The other command knows no code for invalid arguments.
            None | Some(FailureKind::Arguments) => 1,
            Some(kind) => run::exit_code(kind),
        };
        Failure(crate::output::cli_wording::render(&reply.text), code)
    }
}

/// Runs a verb.
pub fn run(common: &CommonOptions, command: PackageCommand) -> ExitCode {
    let result = match command {
        PackageCommand::Store(options) => store(common, options),
        PackageCommand::Retrieve(options) => retrieve(common, options),
        PackageCommand::List(options) => list(common, options, None),
        PackageCommand::Search { words, options } => list(common, options, Some(words.join(" "))),
        PackageCommand::Show { id } => show(common, &id),
        PackageCommand::Extend { id, ttl } => {
            check_ttl("--ttl", &ttl).and_then(|()| change(common, &json!({"id": id, "action": "extend", "ttl": ttl})))
        }
        PackageCommand::Pin { id, off } => {
            change(common, &json!({"id": id, "action": if off { "unpin" } else { "pin" }}))
        }
        PackageCommand::Accept { id } => change(common, &json!({"id": id, "action": "accept"})),
        PackageCommand::Delete { id } => change(common, &json!({"id": id, "action": "delete"})),
        PackageCommand::Gc { grace, user } => collect(common, &grace, user),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(text, code)) => fail(&format!("Error: {text}"), code),
    }
}

/// Checks a time to live.
fn check_ttl(option: &str, ttl: &str) -> Result<(), Failure> {
    parse_ttl(ttl).map(drop).map_err(|error| Failure::new(format!("invalid {option}: {error}")))
}

/// Opens the project without its tasks, to read packages. Its memory is freed when the process ends.
fn open_to_read(common: &CommonOptions) -> ManuallyDrop<Project> {
    ManuallyDrop::new(Project::open_for_packages(&common.folder(), identity::command_actor()))
}

/// Calls a tool that must succeed, and returns its value. Notes go to standard error.
fn call(common: &CommonOptions, project: &mut Project, tool: &str, arguments: &Arguments) -> Result<Value, Failure> {
    let reply = drive::call(project, common.layout(), tool, arguments, &mut Spinner::new());
    let reply = with_unread_note(project.engine().reader(), reply);
    if reply.failed.is_some() {
        return Err(Failure::from(reply));
    }
    let value = reply.structured.unwrap_or_default();
    if let Some(note) = value.get("note").and_then(Value::as_str) {
        warn(note);
    }
    Ok(value)
}

/// Calls a tool that writes; with `--dry-run`, prints what it would change and returns `None`.
fn call_to_write(common: &CommonOptions, tool: &str, arguments: &Arguments) -> Result<Option<Value>, Failure> {
    let mut project = run::open(common);
    if !common.dry_run {
        return call(common, &mut project, tool, arguments).map(Some);
    }
    let changes = drive::dry_run(&mut project, common.layout(), tool, arguments).map_err(Failure::from)?;
    print_dry_run(common, &changes);
    Ok(None)
}

fn print_dry_run(common: &CommonOptions, changes: &[handoff_protocol::ChangeSet]) {
    if common.json {
        print_json(&crate::output::dry_run_value(changes));
    } else {
        print(crate::output::describe_dry_run(changes));
    }
}

fn store(common: &CommonOptions, options: StoreOptions) -> Result<(), Failure> {
    let is_from_session = options.from_session.is_some();
    if !is_from_session && options.name.as_deref().is_none_or(|name| name.trim().is_empty()) {
        return Err(Failure::new("--name is required"));
    }
    check_ttl("--ttl", options.ttl.as_deref().unwrap_or(DEFAULT_TTL))?;
    let mut arguments = Arguments::new();
    if !is_from_session {
        arguments.insert("content".to_owned(), Value::from(read_content(&options)?));
    }
    let listed = options.tags.iter().flat_map(|tags| tags.split(',')).map(str::trim).map(str::to_owned);
    let tags = listed.chain(options.tag).filter(|tag| !tag.is_empty()).collect();
    put(&mut arguments, "name", options.name);
    put(&mut arguments, "from_session", options.from_session);
    put(&mut arguments, "summary", options.summary);
    put(&mut arguments, "project", options.about);
    put_list(&mut arguments, "tags", tags);
    put(&mut arguments, "ttl", options.ttl);
    put(&mut arguments, "pin", options.pin.then_some(true));
    put(&mut arguments, "visibility", options.visibility);
    put_list(&mut arguments, "task_ids", options.tasks);
    put(&mut arguments, "base", options.base);
    put(&mut arguments, "user", options.user.then_some(true));
    let Some(value) = call_to_write(common, "handoff_store_package", &arguments)? else { return Ok(()) };
    if common.json {
        print_json(&value);
    } else {
        print(format!("{}\n", crate::output::text_of(&value, "id")));
    }
    Ok(())
}

/// Reads the content of a new package.
fn read_content(options: &StoreOptions) -> Result<String, Failure> {
    let (read, origin) = match &options.file {
        Some(path) => (file::read_named_text(path), path.display().to_string()),
        None => (file::read_standard_input(), "stdin".to_owned()),
    };
    let content = read.map_err(|error| Failure::new(format!("{origin} cannot be read: {error}")))?;
    if content.trim().is_empty() {
        let place = if options.file.is_some() { "in" } else { "on" };
        return Err(Failure::new(format!("no content provided {place} {origin}")));
    }
    Ok(content)
}

fn retrieve(common: &CommonOptions, options: RetrieveOptions) -> Result<(), Failure> {
    let is_one = options.budget.is_none();
    let mut arguments = Arguments::new();
    put(&mut arguments, "id", options.id);
    put(&mut arguments, "name", options.name);
    put(&mut arguments, "project", options.about);
    put(&mut arguments, "tag", options.tag);
    put(&mut arguments, "budget", options.budget);
    put(&mut arguments, "max_tokens", Some(0));
    let value = call(common, &mut open_to_read(common), "handoff_retrieve_package", &arguments)?;
    if options.accept {
        let id = crate::output::list(&value, "packages").first().map(|package| crate::output::text_of(package, "id"));
        let arguments = json!({"id": id.unwrap_or_default(), "action": "accept"});
        call_to_write(common, "handoff_change_package", arguments.as_object().unwrap_or(&Arguments::new()))?;
    }
    for note in crate::output::texts(&value, "notes") {
        warn(note);
    }
    let content = crate::output::text_of(&value, "content");
    if common.json {
        print_json(&value);
    } else if is_one {
        print_data(content.as_bytes());
    } else {
        print(content);
    }
    Ok(())
}

fn list(common: &CommonOptions, options: ListOptions, query: Option<String>) -> Result<(), Failure> {
    let mut arguments = Arguments::new();
    put(&mut arguments, "query", query);
    put(&mut arguments, "name", options.name);
    put(&mut arguments, "project", options.about);
    put(&mut arguments, "tag", options.tag);
    put(&mut arguments, "expired", options.expired.then_some(true));
    put(&mut arguments, "limit", Some(0));
    let value = call(common, &mut open_to_read(common), "handoff_list_packages", &arguments)?;
    if common.json {
        print_json(&value);
    } else if crate::output::list(&value, "packages").is_empty() {
        // If something could not be read, a warning was printed already.
        let is_known = value.get("note").is_none();
        warn(if is_known { "No packages found." } else { "Nothing was found in what could be read." });
    } else {
        print(output::table(&value, options.utc));
    }
    Ok(())
}

fn show(common: &CommonOptions, id: &str) -> Result<(), Failure> {
    let mut arguments = Arguments::new();
    put(&mut arguments, "id", Some(id));
    let value = call(common, &mut open_to_read(common), "handoff_list_packages", &arguments)?;
    let package = crate::output::list(&value, "packages").first().cloned().unwrap_or_default();
    if common.json {
        print_json(&package);
    } else {
        print(output::details(&package));
    }
    Ok(())
}

fn change(common: &CommonOptions, arguments: &Value) -> Result<(), Failure> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let Some(value) = call_to_write(common, "handoff_change_package", &arguments)? else { return Ok(()) };
    if common.json {
        print_json(&value);
    } else {
        print(format!("{}\n", crate::output::text_of(&value, "done")));
    }
    Ok(())
}

/// Opens the store in which `gc` removes packages.
fn open_store(common: &CommonOptions, is_user: bool) -> Result<Project, Failure> {
    if !is_user {
        let mut project = Project::open(&common.folder(), identity::command_actor(), false);
        if project.engine().reader().is_initialized() {
            project.load_packages();
            return Ok(project);
        }
        if let Some(reason) = project.engine().reader().unreadable_reason() {
            return Err(Failure::new(reason.to_string()));
        }
    }
    stores::open(identity::command_actor()).map_err(Failure::new)
}

fn collect(common: &CommonOptions, grace: &str, is_user: bool) -> Result<(), Failure> {
    let grace_ms = match grace {
        "0h" | "0d" => 0,
        grace => parse_ttl(grace).map_err(|error| Failure::new(format!("invalid --grace: {error}")))?,
    };
    let grace_hours = u32::try_from(grace_ms / 3_600_000).unwrap_or(u32::MAX);
    let mut project = open_store(common, is_user)?;
    let command = Command::ChangePackages { change: PackageChange::Collect { grace_hours } };
    let count = if common.dry_run {
        let context = project.context();
        drive::plan(project.engine(), &command, &context).map_err(Failure::from)?.created.len()
    } else {
        created(project.execute(&command, &mut Spinner::new()))?.len()
    };
    if common.json {
        print_json(&json!({"removed": count, "dry_run": common.dry_run}));
    } else {
        let verb = if common.dry_run { "Would remove" } else { "Removed" };
        print(format!("{verb} {count} expired package(s).\n"));
    }
    Ok(())
}

/// Returns the IDs of a change that was made. Warnings go to standard error.
fn created(outcome: Outcome) -> Result<Vec<String>, Failure> {
    match outcome {
        Outcome::Done { created, warnings, .. } => {
            for warning in warnings {
                warn(warning.to_string());
            }
            Ok(created)
        }
        other => Err(Failure::from(outcome_to_reply(&other))),
    }
}

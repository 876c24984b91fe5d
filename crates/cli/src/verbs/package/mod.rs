//! The verbs of packages. `store`, `retrieve`, `list` and `gc` have the options, output and exit codes of
//! the `handoff` package command of another project, which scripts use.

pub mod arguments;
mod render;

use std::mem::ManuallyDrop;
use std::process::ExitCode;

use handoff_agent::operations::packages::change::{self, Action, ChangePackage};
use handoff_agent::operations::packages::list::{self, ListPackages};
use handoff_agent::operations::packages::retrieve::RetrievePackages;
use handoff_agent::operations::packages::store::{self, StorePackage};
use handoff_agent::{
    Answered, Ended, FailureKind, HandoffError, Operation, Reply, RequiredText, outcome_to_reply, with_unread_note,
};
use handoff_engine::packages::parse_ttl;
use handoff_protocol::agent::packages::DEFAULT_TTL;
use handoff_protocol::{ChangeSet, Command, Outcome, PackageChange};
use serde_json::{Value, json};

use crate::ground::console::{self, fail, print, print_data, print_json, warn};
use crate::ground::disk::file;
use crate::ground::exit_codes::exit_code;
use crate::ground::identity;
use crate::ground::progress::Spinner;
use crate::project::{Part, Project, drive, user_store};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::output;
use crate::verbs::package::arguments::{ExchangeCommand, ListOptions, PackageCommand, RetrieveOptions, StoreOptions};

/// A message on standard error, with the exit code.
struct Failure(String, u8);

impl Failure {
    fn new(text: impl Into<String>) -> Failure {
        Failure(text.into(), 1)
    }
}

impl From<HandoffError> for Failure {
    fn from(error: HandoffError) -> Failure {
        Reply::from(error).into()
    }
}

impl From<Reply> for Failure {
    fn from(reply: Reply) -> Failure {
        let code = match reply.failed {
            // The other command knows no code for invalid arguments.
            None | Some(FailureKind::Arguments) => 1,
            Some(kind) => exit_code(kind),
        };
        Failure(output::cli_wording::render(&reply.text), code)
    }
}

/// Runs a verb that hands a package over.
pub fn run_exchange(common: &CommonOptions, command: ExchangeCommand) -> ExitCode {
    exit(match command {
        ExchangeCommand::Store(options) => store(common, options),
        ExchangeCommand::Retrieve(options) => retrieve(common, options),
        ExchangeCommand::List(options) => list(common, options, None).inspect(|()| {
            // The name of the verb does not say what it lists.
            if console::stderr_is_terminal() && !common.json {
                warn("These are packages. handoff task list lists tasks.");
            }
        }),
    })
}

/// Runs another verb.
pub fn run(common: &CommonOptions, command: PackageCommand) -> ExitCode {
    exit(match command {
        PackageCommand::Search { words, options } => list(common, options, Some(words.join(" "))),
        PackageCommand::Show { id } => show(common, id),
        PackageCommand::Extend { id, ttl } => {
            check_ttl("--ttl", &ttl).and_then(|()| change(common, id, Action::Extend, Some(ttl)))
        }
        PackageCommand::Pin { id, off } => change(common, id, if off { Action::Unpin } else { Action::Pin }, None),
        PackageCommand::Accept { id } => change(common, id, Action::Accept, None),
        PackageCommand::Delete { id } => change(common, id, Action::Delete, None),
        PackageCommand::Gc { grace, user } => collect(common, &grace, user),
    })
}

fn exit(result: Result<(), Failure>) -> ExitCode {
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
    ManuallyDrop::new(Project::open_part(&common.folder(), identity::command_actor(), Part::Packages))
}

/// The answer of an operation that succeeded, and the value that `--json` prints.
struct Success<T> {
    answer: T,
    value: Value,
    has_note: bool,
}

/// Performs an operation that must succeed. Notes go to standard error.
fn perform<O: Operation>(project: &mut Project, params: O::Params) -> Result<Success<O::Answer>, Failure> {
    let Ended { result, notes } = drive::perform::<O>(project, params, &mut Spinner::new());
    let reader = project.engine().reader();
    let Answered { value: answer, text } = result.map_err(|error| {
        let reply = Reply::from(Ended::<O::Answer> { result: Err(error), notes: notes.clone() });
        Failure::from(with_unread_note(reader, reply))
    })?;
    let ended = Ended { result: Ok(Answered { value: &answer, text }), notes };
    let value = with_unread_note(reader, Reply::from(ended)).structured.unwrap_or_default();
    let note = value.get("note").and_then(Value::as_str);
    if let Some(note) = note {
        warn(note);
    }
    Ok(Success { has_note: note.is_some(), answer, value })
}

/// Performs an operation that writes; with `--dry-run`, prints what it would change and returns `None`.
fn perform_to_write<O: Operation>(
    common: &CommonOptions,
    params: O::Params,
) -> Result<Option<Success<O::Answer>>, Failure> {
    let mut project = common.open_project();
    if !common.dry_run {
        return perform::<O>(&mut project, params).map(Some);
    }
    let (ended, changes) = drive::rehearse::<O>(&mut project, params);
    if changes.is_empty() {
        return Err(Reply::from(ended).into());
    }
    print_dry_run(common, &changes);
    Ok(None)
}

fn print_dry_run(common: &CommonOptions, changes: &[ChangeSet]) {
    if common.json {
        print_json(&output::dry_run_value(changes));
    } else {
        print(output::describe_dry_run(changes));
    }
}

fn store(common: &CommonOptions, options: StoreOptions) -> Result<(), Failure> {
    let is_from_session = options.from_session.is_some();
    if !is_from_session && options.name.as_deref().is_none_or(|name| name.trim().is_empty()) {
        return Err(Failure::new("--name is required"));
    }
    check_ttl("--ttl", options.ttl.as_deref().unwrap_or(DEFAULT_TTL))?;
    let content = if is_from_session { None } else { Some(read_content(&options)?) };
    let params = store::Params { content, ..options.into() };
    let Some(stored) = perform_to_write::<StorePackage>(common, params)? else { return Ok(()) };
    if common.json {
        print_json(&stored.value);
    } else {
        print(format!("{}\n", stored.answer.id));
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
    let (is_one, accepts) = (options.budget.is_none(), options.accept);
    let retrieved = perform::<RetrievePackages>(&mut open_to_read(common), options.into())?;
    let answer = retrieved.answer;
    if let Some(package) = answer.packages.first().filter(|_| accepts) {
        perform_to_write::<ChangePackage>(common, change_params(package.id.clone(), Action::Accept, None)?)?;
    }
    for note in answer.notes {
        warn(note);
    }
    if common.json {
        print_json(&retrieved.value);
    } else if is_one {
        print_data(answer.content.as_bytes());
    } else {
        print(answer.content);
    }
    Ok(())
}

fn list(common: &CommonOptions, options: ListOptions, query: Option<String>) -> Result<(), Failure> {
    let is_utc = options.utc;
    let params = list::Params { query, ..options.into() };
    let listed = perform::<ListPackages>(&mut open_to_read(common), params)?;
    if common.json {
        print_json(&listed.value);
    } else if listed.answer.packages.is_empty() {
        // The note says what could not be read.
        warn(if listed.has_note { "Nothing was found in what could be read." } else { "No packages found." });
    } else {
        print(render::table(&listed.answer.packages, is_utc));
    }
    Ok(())
}

fn show(common: &CommonOptions, id: String) -> Result<(), Failure> {
    let params = list::Params { id: Some(id), ..list::Params::default() };
    let listed = perform::<ListPackages>(&mut open_to_read(common), params)?;
    let package = listed.answer.packages.first();
    if common.json {
        print_json(&json!(package));
    } else {
        print(package.map(render::details).unwrap_or_default());
    }
    Ok(())
}

fn change(common: &CommonOptions, id: String, action: Action, ttl: Option<String>) -> Result<(), Failure> {
    let params = change_params(id, action, ttl)?;
    let Some(changed) = perform_to_write::<ChangePackage>(common, params)? else { return Ok(()) };
    if common.json {
        print_json(&changed.value);
    } else {
        print(format!("{}\n", changed.answer.done));
    }
    Ok(())
}

/// Returns the parameters of a change. A blank ID is refused here, because the other command has no exit
/// code for invalid arguments.
fn change_params(id: String, action: Action, ttl: Option<String>) -> Result<change::Params, Failure> {
    let id = RequiredText::try_from(id);
    let id = id.map_err(|_| Failure::new("The argument id must be a non-empty string."))?;
    Ok(change::Params { id, action, ttl })
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
    Ok(user_store::open(identity::command_actor())?)
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

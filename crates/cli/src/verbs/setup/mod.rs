//! `handoff setup`: writes, checks and removes the configuration of agents and Git.
//!
//! Invariant: a file that cannot be parsed is not changed, and is named; in all others only our
//! parts change. No link of the project is followed out of it.

mod backup;
mod block;
mod change;
mod clients;
mod edit;
mod files;
mod gitignore;
mod json;
mod merge_driver;
mod peer;
mod report;
mod server;
mod target;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use clap::Args;
use handoff_agent::HandoffError;

use crate::ground::client::Client;
use crate::ground::disk::links;
use crate::ground::exit_codes::exit_code;
use crate::ground::git;
use crate::project::Place;
use crate::verbs::arguments::CommonOptions;
use crate::verbs::output::fail_with;
use crate::verbs::setup::change::FileChange;
pub use crate::verbs::setup::clients::SKILL;
use crate::verbs::setup::clients::{PartKind, ROWS, Role, Scope};
pub use crate::verbs::setup::peer::layout_beside;
pub use crate::verbs::setup::report::schema;
use crate::verbs::setup::report::{Line, print_report};
use crate::verbs::setup::server::Probe;
use crate::verbs::setup::target::{Outcome, Part, Target};

/// The options of `handoff setup`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub struct Setup {
    /// The clients to set up; default: the ones in use.
    clients: Vec<Client>,
    /// Show what is set up and what is missing, without changes.
    #[arg(long, conflicts_with = "uninstall")]
    check: bool,
    /// Remove everything that setup wrote.
    #[arg(long)]
    uninstall: bool,
    /// For all your projects instead of this one.
    #[arg(long)]
    user: bool,
    /// Let agents call the tools that only read without asking you.
    #[arg(long, conflicts_with = "uninstall")]
    allow_reading: bool,
}

/// Sets up, checks or removes the configuration, and prints a report.
pub fn run(common: &CommonOptions, setup: &Setup) -> ExitCode {
    let project = Place::find(&common.folder()).folder;
    let clients = match select_clients(&project, setup) {
        Ok(clients) => clients,
        Err(error) => return fail_with(error, exit_code),
    };
    let scope = Scope::new(&project, setup.user, setup.allow_reading, &clients);
    let targets = targets(&scope, setup.uninstall);
    let apply_to = |target: &Target| apply(&scope, setup, target, common.dry_run);
    let results: Vec<Outcome> = if setup.uninstall {
        // In reverse order, so that a folder is removed after the files in it.
        let mut reversed: Vec<Outcome> = targets.iter().rev().map(apply_to).collect();
        reversed.reverse();
        reversed
    } else {
        targets.iter().map(apply_to).collect()
    };
    let (mut lines, mut changes) = (Vec::new(), Vec::new());
    let mut servers = Servers { project: &project, probes: BTreeMap::new() };
    for (target, (statuses, texts)) in targets.iter().zip(results) {
        let path = display_path(&project, &target.file);
        changes.extend(texts.map(|texts| FileChange { path: path.clone(), texts }));
        for (part, (state, note)) in target.parts.iter().zip(statuses) {
            if part.is_optional && state == "absent" {
                continue;
            }
            let is_there = matches!(state, "present" | "written") && !setup.uninstall;
            let server = if is_there { servers.probe(target, part) } else { None };
            lines.push(Line {
                clients: part.clients.clone(),
                kind: part.kind,
                path: path.clone(),
                state,
                note,
                server,
            });
        }
    }
    if clients.contains(&Client::Git) {
        let status = if setup.check {
            merge_driver::check(&project, setup.user)
        } else if setup.uninstall {
            merge_driver::uninstall(&project, setup.user, common.dry_run)
        } else {
            merge_driver::install(&project, setup.user, common.dry_run)
        };
        lines.push(Line::new(Client::Git, PartKind::Merges, "Git's configuration".to_owned(), status));
        if !setup.user
            && !setup.uninstall
            && let Some((line, change)) = gitignore::report_line(common, setup.check)
        {
            lines.push(line);
            changes.extend(change);
        }
    }
    for (client, for_user, note) in [
        (Client::Cline, true, "Cline stores its servers for all projects: handoff setup cline --user"),
        (Client::Antigravity, false, "the file of Antigravity for all projects is not known: without --user"),
        (Client::ClaudeDesktop, false, "Claude Desktop opens no folder, so it needs one project: without --user"),
    ] {
        if clients.contains(&client) && setup.user != for_user {
            lines.push(Line::new(client, PartKind::Server, String::new(), ("skipped", Some(note.to_owned()))));
        }
    }
    print_report(common, setup, &lines, &changes)
}

/// The servers that were started, each command line once.
struct Servers<'p> {
    project: &'p Path,
    probes: BTreeMap<Vec<String>, Rc<Probe>>,
}

impl Servers<'_> {
    /// Starts the server of a part; `None` if the part is none, or if its program is not the one that setup
    /// writes: a file of the project may name any program.
    fn probe(&mut self, target: &Target, part: &Part) -> Option<Rc<Probe>> {
        let text = files::read(&target.file).ok()??;
        let folder = self.project.display().to_string();
        let words: Vec<String> =
            part.edit.command_line(&text)?.iter().map(|word| word.replace(clients::FOLDER_VARIABLE, &folder)).collect();
        let probe = self.probes.entry(words).or_insert_with_key(|words| Rc::new(Probe::run(words, self.project)));
        Some(probe.clone())
    }
}

/// Returns the named clients, else those that are in use.
fn select_clients(project: &Path, setup: &Setup) -> Result<Vec<Client>, HandoffError> {
    let all = <Client as clap::ValueEnum>::value_variants();
    let repository = git::check_repository(project);
    if !setup.clients.is_empty() {
        if let Err(error) = &repository
            && setup.clients.contains(&Client::Git)
            && !setup.user
        {
            return Err(HandoffError::Arguments(error.to_string().into()));
        }
        return Ok(all.iter().copied().filter(|client| setup.clients.contains(client)).collect());
    }
    let used = |client: &Client| {
        clients::is_used(*client, project) || (*client == Client::Git && repository.is_ok() && !setup.user)
    };
    let clients: Vec<Client> = all.iter().copied().filter(used).collect();
    if clients.is_empty() {
        let names: Vec<&str> = all.iter().map(|client| client.name()).collect();
        let sentence = format!("No client was found here. Specify one: {}.", names.join(", "));
        return Err(HandoffError::Arguments(sentence.into()));
    }
    Ok(clients)
}

/// Returns the files to change, each once, with all its parts.
fn targets(scope: &Scope<'_>, uninstall: bool) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for row in ROWS.iter().filter(|row| scope.clients.contains(&row.client)) {
        let role = row.role(scope);
        let stale = match role {
            Role::Active => None,
            Role::Stale(reason) => Some(reason),
            Role::Unused if uninstall => None,
            Role::Unused => continue,
        };
        let Some(file) = row.file(scope) else { continue };
        let refusal = if scope.for_user { None } else { links::explain_outside(scope.project, &file) };
        let is_same = |target: &Target| match refusal {
            None => target.refusal.is_none() && files::is_same(&target.file, &file),
            // A link that leads out of the project is named by its own path.
            Some(_) => target.file == file,
        };
        let index = targets.iter().position(is_same).unwrap_or_else(|| {
            targets.push(Target { file, refusal, stale, parts: Vec::new() });
            targets.len() - 1
        });
        let Some(target) = targets.get_mut(index) else { continue };
        let (edit, is_optional) = (row.edit(scope), role != Role::Active);
        match target.parts.iter_mut().find(|part| part.edit == edit) {
            Some(part) => {
                part.clients.push(row.client);
                part.is_optional &= is_optional;
            }
            None => target.parts.push(Part { clients: vec![row.client], kind: row.kind, edit, is_optional }),
        }
    }
    targets
}

/// Returns a file's path for people: relative to the project if it is inside.
fn display_path(project: &Path, file: &Path) -> String {
    file.strip_prefix(project).unwrap_or(file).display().to_string()
}

/// Sets up, checks or removes the parts of one file.
fn apply(scope: &Scope<'_>, setup: &Setup, target: &Target, dry_run: bool) -> Outcome {
    if setup.check {
        (target::check(target), None)
    } else if setup.uninstall || target.stale.is_some() {
        target::uninstall(scope, target, dry_run)
    } else {
        target::install(target, dry_run)
    }
}

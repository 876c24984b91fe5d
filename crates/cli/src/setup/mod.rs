//! `handoff setup`: what an agent needs, written, shown and taken away again.
//!
//! Invariant: a file that makes no sense is left alone and named; in all others only what is ours changes.

mod backup;
mod block;
mod clients;
mod disk;
mod edit;
mod ignored;
mod json;
mod merge_driver;
mod report;
mod target;

use std::path::Path;
use std::process::ExitCode;

pub use crate::setup::clients::Client;
use crate::setup::clients::{ROWS, What};
pub use crate::setup::report::shape;
use crate::setup::report::{Line, print_report};
use crate::setup::target::{Part, Said, Target};
use clap::Args;

use crate::options::Common;
use crate::run::fail;

/// What is to be set up.
#[derive(Debug, Args)]
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
}

/// Does what is asked for.
pub fn run(common: &Common, setup: &Setup) -> ExitCode {
    let project = common.folder();
    let clients = match chosen(&project, setup) {
        Ok(clients) => clients,
        Err(sentence) => return fail(&sentence, 2),
    };
    let targets = targets(&project, setup.user, &clients);
    let answer = |target: &Target| asked(&project, setup, target, common.dry_run);
    let said: Vec<Said> = if setup.uninstall {
        // What was made last goes first, so that a folder goes when it is empty.
        let mut said: Vec<Said> = targets.iter().rev().map(answer).collect();
        said.reverse();
        said
    } else {
        targets.iter().map(answer).collect()
    };
    let mut lines = Vec::new();
    for (target, said) in targets.iter().zip(said) {
        let place = shown(&project, &target.file);
        lines.extend(target.parts.iter().zip(said).map(|(part, (state, more))| Line {
            clients: part.clients.clone(),
            what: part.what,
            place: place.clone(),
            state,
            more,
        }));
    }
    if clients.contains(&Client::Git) {
        let (state, more) = if setup.check {
            merge_driver::checked(&project, setup.user)
        } else if setup.uninstall {
            merge_driver::uninstalled(&project, setup.user, common.dry_run)
        } else {
            merge_driver::installed(&project, setup.user, common.dry_run)
        };
        lines.push(Line {
            clients: vec![Client::Git],
            what: What::Merges,
            place: "Git's configuration".to_owned(),
            state,
            more,
        });
        if !setup.user && !setup.uninstall {
            lines.extend(ignored::line(common, setup.check));
        }
    }
    if clients.contains(&Client::Cline) && !setup.user {
        let more = Some("Cline stores its servers for all projects: handoff setup cline --user".to_owned());
        lines.push(Line {
            clients: vec![Client::Cline],
            what: What::Server,
            place: String::new(),
            state: "skipped",
            more,
        });
    }
    print_report(common, setup, &lines)
}

/// The clients that are named, else those that are in use.
fn chosen(project: &Path, setup: &Setup) -> Result<Vec<Client>, String> {
    let all = <Client as clap::ValueEnum>::value_variants();
    let in_git = crate::git::is_repository(project);
    if !setup.clients.is_empty() {
        if setup.clients.contains(&Client::Git) && !setup.user && !in_git {
            return Err("This folder is not in a Git repository.".to_owned());
        }
        return Ok(all.iter().copied().filter(|client| setup.clients.contains(client)).collect());
    }
    let used = |client: &Client| client.is_used(project) || (*client == Client::Git && in_git && !setup.user);
    let found: Vec<Client> = all.iter().copied().filter(used).collect();
    if found.is_empty() {
        let names: Vec<&str> = all.iter().map(|client| client.name()).collect();
        return Err(format!("No client was found here. Specify one: {}.", names.join(", ")));
    }
    Ok(found)
}

/// The files that are concerned, each once.
fn targets(project: &Path, for_user: bool, clients: &[Client]) -> Vec<Target> {
    let program = if for_user { merge_driver::program() } else { "handoff".to_owned() };
    let mut targets: Vec<Target> = Vec::new();
    for row in ROWS.iter().filter(|row| clients.contains(&row.client)) {
        let Some(file) = row.file(project, for_user) else { continue };
        let (client, what, edit) = (row.client, row.what, row.edit(&program));
        let index = targets.iter().position(|target| target.file == file).unwrap_or_else(|| {
            targets.push(Target { file, parts: Vec::new() });
            targets.len() - 1
        });
        let Some(target) = targets.get_mut(index) else { continue };
        match target.parts.iter_mut().find(|part| part.edit == edit) {
            Some(part) => part.clients.push(client),
            None => target.parts.push(Part { clients: vec![client], what, edit }),
        }
    }
    targets
}

/// A file's path as people know it.
fn shown(project: &Path, file: &Path) -> String {
    file.strip_prefix(project).unwrap_or(file).display().to_string()
}

/// What is asked for, done to one file.
fn asked(project: &Path, setup: &Setup, target: &Target, dry_run: bool) -> Said {
    if setup.check {
        target::checked(target)
    } else if setup.uninstall {
        target::uninstalled(project, target, setup.user, dry_run)
    } else {
        target::installed(target, dry_run)
    }
}

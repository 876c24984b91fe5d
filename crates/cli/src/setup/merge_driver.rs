//! The merge driver in Git's configuration, which no repository carries along.

use std::env;
use std::path::{Path, PathBuf};

use crate::git;

const SECTION: &str = "merge.handoff";
const NAME: &str = "tasks and sessions of Handoff";

type Said = (&'static str, Option<String>);

/// How a file of a person's own calls the command: by name where that is found, else by its place.
pub fn program() -> String {
    if on_path().is_some() {
        return "handoff".to_owned();
    }
    env::current_exe().map_or_else(|_| "handoff".to_owned(), |path| path.display().to_string())
}

/// Where the command is found by its name.
pub fn on_path() -> Option<PathBuf> {
    let name = format!("handoff{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// What Git runs; it runs it by a shell, which the quotes are for.
fn driver() -> String {
    let program = program();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    let program = if program.chars().all(plain) { program } else { format!("'{}'", program.replace('\'', "'\\''")) };
    format!("{program} merge-driver %O %A %B %L %P %X %Y")
}

fn scope(for_user: bool) -> &'static str {
    if for_user { "--global" } else { "--local" }
}

fn get(project: &Path, for_user: bool, key: &str) -> Option<String> {
    let said = git::configured(project, &[scope(for_user), "--get", &format!("{SECTION}.{key}")]).ok()?;
    Some(said.trim_end_matches(['\r', '\n']).to_owned())
}

/// How the driver stands.
pub fn checked(project: &Path, for_user: bool) -> Said {
    match get(project, for_user, "driver") {
        None => ("missing", None),
        Some(known) if known == driver() => ("present", None),
        Some(_) => ("different", None),
    }
}

/// Registers the driver.
pub fn installed(project: &Path, for_user: bool, dry_run: bool) -> Said {
    if checked(project, for_user).0 == "present" {
        return ("present", None);
    }
    if dry_run {
        return ("to be written", None);
    }
    // Where branches have several ancestors, those are merged first, and a conflict in that would be no JSON.
    for (key, value) in [("name", NAME), ("driver", &driver()), ("recursive", "binary")] {
        if let Err(words) = git::configured(project, &[scope(for_user), &format!("{SECTION}.{key}"), value]) {
            return ("left alone", Some(words));
        }
    }
    ("written", None)
}

/// Takes the driver away; Git merges the files as text then.
pub fn uninstalled(project: &Path, for_user: bool, dry_run: bool) -> Said {
    if get(project, for_user, "driver").is_none() {
        return ("absent", None);
    }
    if dry_run {
        return ("to be removed", None);
    }
    match git::configured(project, &[scope(for_user), "--remove-section", SECTION]) {
        Ok(_) => ("removed", None),
        Err(words) => ("left alone", Some(words)),
    }
}

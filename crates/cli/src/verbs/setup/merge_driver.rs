//! The merge driver in Git's configuration, which a clone does not carry.

use std::path::Path;

use crate::ground::git;
use crate::ground::git::merging::driver;
use crate::verbs::setup::report::PartStatus;

const SECTION: &str = "merge.handoff";
const NAME: &str = "tasks and sessions of Handoff";

fn scope(for_user: bool) -> &'static str {
    if for_user { "--global" } else { "--local" }
}

fn get(project: &Path, for_user: bool, key: &str) -> Option<String> {
    let output = git::run_config(project, &[scope(for_user), "--get", &format!("{SECTION}.{key}")]).ok()?;
    Some(output.trim_end_matches(['\r', '\n']).to_owned())
}

/// Returns the state of the driver.
pub fn check(project: &Path, for_user: bool) -> PartStatus {
    match get(project, for_user, "driver") {
        None => ("missing", None),
        Some(configured) if configured == driver() => ("present", None),
        Some(_) => ("different", None),
    }
}

/// Registers the driver.
pub fn install(project: &Path, for_user: bool, dry_run: bool) -> PartStatus {
    if check(project, for_user).0 == "present" {
        return ("present", None);
    }
    if dry_run {
        return ("to be written", Some(format!("{SECTION}.driver = {}", driver())));
    }
    // `recursive`: if branches have several ancestors, Git merges those first, and a conflict in
    // the result would be no JSON.
    for (key, value) in [("name", NAME), ("driver", &driver()), ("recursive", "binary")] {
        if let Err(error) = git::run_config(project, &[scope(for_user), &format!("{SECTION}.{key}"), value]) {
            return ("left alone", Some(error.to_string()));
        }
    }
    ("written", None)
}

/// Removes the driver; Git merges the files as text then.
pub fn uninstall(project: &Path, for_user: bool, dry_run: bool) -> PartStatus {
    if get(project, for_user, "driver").is_none() {
        return ("absent", None);
    }
    if dry_run {
        return ("to be removed", None);
    }
    match git::run_config(project, &[scope(for_user), "--remove-section", SECTION]) {
        Ok(_) => ("removed", None),
        Err(error) => ("left alone", Some(error.to_string())),
    }
}

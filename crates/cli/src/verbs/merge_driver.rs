//! The merge driver: Git runs it for a file of a project that two branches have changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use handoff_agent::merge::{Cause, Marks, Versions, merge};

use crate::ground::console;
use crate::ground::disk::file::{self, MAX_PROJECT_FILE_MB};

/// The exit code of a merge that could not be tried. Git aborts then and changes nothing.
const MERGE_FAILED: u8 = 129;

/// The arguments, in the order of Git's configuration: %O %A %B %L %P %X %Y.
#[derive(Debug, Args)]
pub struct Driver {
    /// The common ancestor.
    base: PathBuf,
    /// This version; the result is written here.
    ours: PathBuf,
    /// The other version.
    theirs: PathBuf,
    /// Length of the conflict markers.
    #[arg(default_value_t = 7)]
    marks: usize,
    /// Path of the file in the repository.
    #[arg(default_value = "")]
    path: String,
    /// Name of this version.
    #[arg(default_value = "")]
    ours_name: String,
    /// Name of the other version.
    #[arg(default_value = "")]
    theirs_name: String,
}

/// Merges the files and reports conflicts.
pub fn run(driver: &Driver) -> ExitCode {
    match merge_files(driver) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(sentence)) => console::fail(&sentence, 1),
        Err(error) => console::fail(&format!("{} cannot be merged: {error}.", driver.path), MERGE_FAILED),
    }
}

/// Writes the merged file. Returns a sentence about what a person must resolve, if anything.
fn merge_files(driver: &Driver) -> io::Result<Option<String>> {
    let version = |path: &Path| file::read_bounded(path, MAX_PROJECT_FILE_MB);
    let (base, ours, theirs) = (version(&driver.base)?, version(&driver.ours)?, version(&driver.theirs)?);
    // An older Git passes placeholders that it does not know as they are.
    let name = |name: &'_ str, default: &str| {
        if name.is_empty() || name.starts_with('%') { default.to_owned() } else { name.to_owned() }
    };
    let (ours_name, theirs_name) = (name(&driver.ours_name, "ours"), name(&driver.theirs_name, "theirs"));
    let marks = Marks { size: driver.marks.clamp(1, 100), ours: &ours_name, theirs: &theirs_name };
    let merged = merge(&driver.path, Versions { base: &base, ours: &ours, theirs: &theirs }, marks);
    fs::write(&driver.ours, merged.bytes)?;
    let path = &driver.path;
    Ok(match merged.cause {
        Some(Cause::Deleted) => Some(format!("One side deleted the record that is now {path}, the other changed it.")),
        Some(Cause::OtherRecord { ours, theirs }) => Some(format!(
            "{path} is {ours} in {ours_name} and {theirs} in {theirs_name}: one side deleted a record that the other changed, and Git took a similar new file for it."
        )),
        None if merged.conflicts.is_empty() => None,
        None => Some(format!("Both sides have changed {} in {path}.", merged.conflicts.join(", "))),
    })
}

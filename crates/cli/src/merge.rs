//! What Git calls for a file of a project that two branches have changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use handoff_agent::merge::{Cause, Marks, Versions, merge};

/// A merge that could not be tried at all; Git stops then and changes nothing.
const BROKEN_OFF: u8 = 129;

/// As Git's merge.*.driver has it: %O %A %B %L %P %X %Y.
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

/// Merges the files, and says what is left to a person.
pub fn drive(driver: &Driver) -> ExitCode {
    match driven(driver) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(sentence)) => crate::run::fail(&sentence, 1),
        Err(error) => crate::run::fail(&format!("{} cannot be merged: {error}.", driver.path), BROKEN_OFF),
    }
}

/// Writes the merged file, and returns what is left to a person, if anything.
fn driven(driver: &Driver) -> io::Result<Option<String>> {
    let read = |path: &Path| fs::read(path);
    let (base, ours, theirs) = (read(&driver.base)?, read(&driver.ours)?, read(&driver.theirs)?);
    // An older Git leaves the signs of what it does not know.
    let name = |name: &'_ str, usual: &str| {
        if name.is_empty() || name.starts_with('%') { usual.to_owned() } else { name.to_owned() }
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

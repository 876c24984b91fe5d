//! Finds other projects on this machine, and reads the paths of folders that people and programs
//! write.
//!
//! Invariant: no symbolic link is followed, nothing is written, and the walk stops after
//! `ProjectSearch::MAX_FOLDERS`.

use handoff_protocol::Search;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use handoff_format::{Container, DataFile, read_config};
use handoff_protocol::view::ProjectSearch;

use crate::ground::disk::file::{self, MAX_PROJECT_FILE_MB};
use crate::ground::paths;
use crate::ground::progress::Progress;
use crate::project::place::Place;

/// Returns the folders of projects below some folders, and whether the search is incomplete because
/// of the maximum or a cancellation.
pub fn find(search: &Search, home: &Path, progress: &mut dyn Progress) -> (Vec<PathBuf>, bool) {
    let mut projects = Vec::new();
    let mut remaining = ProjectSearch::MAX_FOLDERS;
    for folder in &search.folders {
        let folder = resolve_folder(folder, home);
        let folder = paths::real_path(&folder).unwrap_or(folder);
        // Breadth first, so that a search that reaches the maximum has found the nearest projects.
        let mut level = vec![(folder, Rc::default())];
        for _ in 0..search.depth {
            let mut next = Vec::new();
            for (folder, excluded) in level {
                if remaining == 0 || progress.is_cancelled() {
                    return (sort_and_dedup(projects), true);
                }
                remaining -= 1;
                progress.report("folders searched");
                let excluded = if search.obeys_projects { with_own_patterns(excluded, &folder) } else { excluded };
                next.extend(folders_in(&folder, search, &excluded).into_iter().map(|below| (below, excluded.clone())));
            }
            projects.extend(next.iter().map(|(folder, _)| folder).filter(|folder| is_project(folder)).cloned());
            level = next;
        }
    }
    (sort_and_dedup(projects), false)
}

/// Sorts paths and removes duplicates.
fn sort_and_dedup(mut projects: Vec<PathBuf>) -> Vec<PathBuf> {
    projects.sort();
    projects.dedup();
    projects
}

/// Returns whether a folder has a project of its own. A link to that of another working tree is none.
fn is_project(folder: &Path) -> bool {
    let place = Place::at(folder);
    place.is_project && place.borrowed_from.is_none() && place.refusal.is_none()
}

/// Adds the names of folders that the project in a folder excludes, if there is one.
fn with_own_patterns(excluded: Rc<Vec<String>>, folder: &Path) -> Rc<Vec<String>> {
    let bytes = file::read_bounded(&folder.join(".handoff").join("config.toml"), MAX_PROJECT_FILE_MB).ok();
    let data = bytes.and_then(|bytes| DataFile::parse(Container::Toml, &bytes).ok());
    let patterns = data.map(|data| read_config(&data).0.dashboard.exclude_patterns).unwrap_or_default();
    if patterns.is_empty() { excluded } else { Rc::new([excluded.as_slice(), &patterns].concat()) }
}

fn folders_in(folder: &Path, search: &Search, excluded: &[String]) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut folders = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_excluded = name == ".handoff"
            || !search.hidden && name.starts_with('.')
            || search.without.iter().chain(excluded).any(|excluded| excluded == name);
        if !is_excluded && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folders.push(entry.path());
        }
    }
    folders.sort_by_key(Clone::clone);
    folders
}

/// Resolves a folder as people write it: `~/` is the home folder, and a relative path is below the
/// project.
pub fn resolve_folder(folder: &str, project: &Path) -> PathBuf {
    let rest = folder.strip_prefix("~/").or_else(|| folder.strip_prefix("~\\"));
    let home = || std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    match rest.and_then(|rest| Some((rest, home()?))) {
        Some((rest, home)) => Path::new(&home).join(rest),
        None => project.join(folder),
    }
}

/// Returns why a text is not the path of a folder: a variable or `~` in it was not replaced by the
/// program that passed it. Returns `None` for any other text. `origin` is the option, variable or
/// argument.
pub fn explain_placeholder(origin: &str, text: &str) -> Option<String> {
    if Path::new(text).exists() {
        return None;
    }
    let name = placeholder_name(text)?;
    let value = match name {
        "~" => std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")),
        name => std::env::var_os(name),
    };
    let whole = value.filter(|value| Path::new(value).is_absolute()).map(|value| {
        let rest = text.split_once(['/', '\\']).map_or("", |(_, rest)| rest);
        format!(", such as {}", Path::new(&value).join(rest).display())
    });
    // Variables of an editor have no value here.
    let example = whole.unwrap_or_default();
    Some(format!(
        "{origin} is the text {text}, because the program that passed it does not replace {}. Give the whole path of the project's folder{example}.",
        if name == "~" { "~" } else { "variables" }
    ))
}

/// Returns the name of the variable that a path begins with, `~` for the home folder.
fn placeholder_name(text: &str) -> Option<&str> {
    let (first, _) = text.split_once(['/', '\\']).unwrap_or((text, ""));
    if first == "~" {
        return Some(first);
    }
    let braced = first.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    let percent = first.strip_prefix('%').and_then(|rest| rest.strip_suffix('%'));
    let bare = first.strip_prefix('$').filter(|name| !name.starts_with('{'));
    let name = braced.or(percent).or(bare)?;
    name.starts_with(|letter: char| letter.is_ascii_alphabetic()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_placeholders_are_recognized() {
        for (text, name) in [
            ("${workspaceFolder}", Some("workspaceFolder")),
            ("${workspaceRoot}/app", Some("workspaceRoot")),
            ("${env:HOME}/app", Some("env:HOME")),
            ("$PWD", Some("PWD")),
            ("%CD%\\app", Some("CD")),
            ("~", Some("~")),
            ("~/app", Some("~")),
            ("/srv/noor/$PWD", None),
            ("app", None),
            ("~noor/app", None),
            ("$", None),
            ("%", None),
            ("${}", None),
            ("", None),
        ] {
            assert_eq!(placeholder_name(text), name, "{text}");
        }
    }

    #[test]
    fn explanation_names_the_folder_if_it_is_known() {
        let home = std::env::var("HOME").unwrap();
        let sentence = explain_placeholder("--project", "~/no such app").unwrap();
        assert!(sentence.starts_with("--project is the text ~/no such app, because"), "{sentence}");
        assert!(sentence.ends_with(&format!("such as {home}/no such app.")), "{sentence}");
        let sentence = explain_placeholder("project_dir", "${workspaceFolder}").unwrap();
        assert!(sentence.ends_with("Give the whole path of the project's folder."), "{sentence}");
    }
}

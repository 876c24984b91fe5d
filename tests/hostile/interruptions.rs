//! A command that is killed, or refused by the disk, at any call has changed everything or nothing
//! once the next command has run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::commands::{LAYOUTS, commands, project};
use crate::support::Folder;
use crate::support::contents::{Files, files};
use crate::support::form::sample;
use crate::support::tracing::{Disturbance, calls, can_trace, disturb};

/// Disturbs each command at each call, or at some calls in the short form.
fn changes_everything_or_nothing(layout: &str, disturbance: Disturbance) {
    if !can_trace() {
        return;
    }
    let template = project(layout);
    let before = files(&template);
    for (number, words) in commands(&template).iter().enumerate() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let folder = Folder::copy_of(&template);
        let calls = calls(&folder, &words);
        let after = files(&folder);
        let applicable = calls.iter().enumerate().filter(|(_, call)| disturbance.is_applicable(call));
        for (position, call) in sample(applicable, number, 17) {
            let folder = Folder::copy_of(&template);
            let output = disturb(&folder, &words, disturbance, &calls[..=position]);
            let place = format!("{layout}, {words:?}, {disturbance:?} at {call}, call {position}: {output:?}");
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!message.contains("panicked"), "{place}");
            // Like other programs, it says nothing where it was asked to end.
            if output.status.code().is_some_and(|code| ![0, 130].contains(&code)) {
                assert!(message.ends_with('\n') && message.lines().count() <= 2, "{place}");
            }
            if matches!(disturbance, Disturbance::Interrupt) {
                let left: Vec<String> = names_below(&folder.at(".handoff")).filter(|name| is_leftover(name)).collect();
                assert!(left.is_empty(), "{place}: {left:?}");
            }
            // The next command completes or reverts what is half done.
            folder.stdout(&["task", "list"]);
            if disturbed_handover(&folder) {
                folder.stdout(&["handover", "run"]);
            }
            let left = files(&folder);
            assert!(left == before || left == after, "{place}\n{:#?}", differences(&left, &before, &after));
            assert!(folder.stdout(&["doctor"]).starts_with("No problems"), "{place}");
        }
    }
}

/// Returns whether a handover was begun and is not complete.
fn disturbed_handover(folder: &Folder) -> bool {
    folder.run(&["handover", "check"]).status.code() == Some(1)
}

/// Returns the names of all files below a folder, without the locks of tasks, which stay.
fn names_below(top: &Path) -> impl Iterator<Item = String> {
    let mut pending = vec![top.to_path_buf()];
    let mut names = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                pending.push(entry.path());
            } else if folder == top || entry.file_name() != ".lock" {
                names.push(entry.file_name().into_string().unwrap());
            }
        }
    }
    names.into_iter()
}

/// Returns whether a file is a lock, a journal or a temporary file.
fn is_leftover(name: &str) -> bool {
    name.contains(".tmp") || [".lock", ".journal"].iter().any(|prefix| name.starts_with(prefix))
}

/// Returns the files that are neither as before nor as after, with the three contents.
fn differences<'f>(
    left: &'f Files,
    before: &'f Files,
    after: &'f Files,
) -> Vec<(&'f str, [Option<&'f Vec<String>>; 3])> {
    let paths: BTreeSet<&String> = left.keys().chain(before.keys()).chain(after.keys()).collect();
    let contents = paths.into_iter().map(|path| (path.as_str(), [left, before, after].map(|files| files.get(path))));
    contents.filter(|(_, [left, before, after])| !(left == before && before == after)).collect()
}

#[test]
fn killed_command_changes_everything_or_nothing() {
    for layout in LAYOUTS {
        changes_everything_or_nothing(layout, Disturbance::Kill);
    }
}

#[test]
fn interrupted_command_changes_everything_or_nothing_and_leaves_nothing() {
    for layout in LAYOUTS {
        changes_everything_or_nothing(layout, Disturbance::Interrupt);
    }
}

#[test]
fn command_on_a_full_disk_changes_everything_or_nothing() {
    for layout in LAYOUTS {
        changes_everything_or_nothing(layout, Disturbance::Full);
    }
}

#[test]
fn command_with_one_failing_call_changes_everything_or_nothing() {
    for layout in LAYOUTS {
        changes_everything_or_nothing(layout, Disturbance::Failure);
    }
}

#[test]
fn journal_in_a_copy_of_the_folder_is_not_carried_out() {
    if !can_trace() {
        return;
    }
    for layout in LAYOUTS {
        let template = project(layout);
        let words = ["task", "update", "t1", "--status", "in_progress", "--title", "Changed"];
        let calls = calls(&Folder::copy_of(&template), &words);
        // The first rename puts the journal in place.
        let mut renames = calls.iter().enumerate().filter(|(_, call)| call.starts_with("rename"));
        let (second, _) = renames.nth(1).unwrap();
        let folder = Folder::copy_of(&template);
        disturb(&folder, &words, Disturbance::Kill, &calls[..=second]);
        let copy = Folder::copy_of(&folder);
        copy.stdout(&["session", "load"]);
        let shown = copy.stdout(&["task", "list"]);
        assert!(!shown.contains("Changed"), "{shown}");
        let trash = fs::read_dir(copy.at(".handoff/trash")).unwrap();
        assert_eq!(
            trash
                .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("interrupted-"))
                .count(),
            1
        );
        // The folder itself completes it.
        assert!(folder.stdout(&["task", "list"]).contains("Changed"), "{layout}");
    }
}

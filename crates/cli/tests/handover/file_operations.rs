//! Processes that are killed, or refused by the disk, at each operation on a file. The resumed
//! handover leaves what an undisturbed one leaves.

use std::collections::BTreeSet;

use super::{CHECKPOINT, checkpoint, files, outcome, project};
use crate::support::Folder;
use crate::support::form::sample;
use crate::support::tracing::{Disturbance, calls, can_trace, disturb};

const RUN: [&str; 4] = ["handover", "run", "--note", "Dates are open."];
const SAVE: [&str; 5] = ["session", "save", "Done", "--decision", "Dates are UTC::The feed is"];

/// Disturbs a command at each call, or at a sample of them with this number, and performs it again.
/// `begins` is the command.
fn ends_like_an_undisturbed_one(number: usize, layout: &str, begins: &[&str], disturbance: Disturbance) {
    if !can_trace() {
        return;
    }
    let template = project(layout);
    let folder = Folder::copy_of(&template);
    let calls = calls(&folder, begins);
    let undisturbed = files(&folder);
    let applicable = calls.iter().enumerate().filter(|(_, call)| disturbance.is_applicable(call));
    for (position, call) in sample(applicable, number, 7) {
        let folder = Folder::copy_of(&template);
        let output = disturb(&folder, begins, disturbance, &calls[..=position]);
        let place = format!("{layout}, {disturbance:?} at {call}, call {position}: {output:?}");
        if let Some(code) = output.status.code() {
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(code == 0, message.is_empty(), "{place}");
            assert!(!message.contains("panicked"), "{place}");
        }
        if String::from_utf8_lossy(&output.stdout).contains("there is no handover") {
            // The save did not fail because of the handover around it.
            folder.stdout(&["handover", "run"]);
            assert!(folder.stdout(&["session", "load"]).contains("Dates are UTC"), "{place}");
            continue;
        }
        match outcome(&folder, &["handover", "check"]).0 {
            0 => drop(folder.stdout(begins)),
            1 => drop(folder.stdout(&["handover", "run"])),
            2 => {}
            code => panic!("code {code}, {place}"),
        }
        // A journal that could not be removed is removed by the next command.
        folder.stdout(&["task", "list"]);
        assert!(folder.at(CHECKPOINT).exists(), "{place}");
        assert_eq!(checkpoint(&folder)["status"], "completed", "{place}");
        let left = files(&folder);
        let paths: BTreeSet<&String> = left.keys().chain(undisturbed.keys()).collect();
        for path in paths {
            assert_eq!(left.get(path), undisturbed.get(path), "{path}, {place}");
        }
    }
}

#[test]
fn run_killed_at_any_call_is_completed_in_toml() {
    ends_like_an_undisturbed_one(0, "toml", &RUN, Disturbance::Kill);
}

#[test]
fn run_killed_at_any_call_is_completed_in_json() {
    ends_like_an_undisturbed_one(1, "json", &RUN, Disturbance::Kill);
}

#[test]
fn save_killed_at_any_call_is_completed_in_toml() {
    ends_like_an_undisturbed_one(2, "toml", &SAVE, Disturbance::Kill);
}

#[test]
fn save_killed_at_any_call_is_completed_in_json() {
    ends_like_an_undisturbed_one(3, "json", &SAVE, Disturbance::Kill);
}

#[test]
fn run_on_a_disk_that_becomes_full_is_completed_later() {
    ends_like_an_undisturbed_one(4, "toml", &RUN, Disturbance::Full);
}

#[test]
fn save_on_a_disk_that_becomes_full_is_completed_later() {
    ends_like_an_undisturbed_one(5, "json", &SAVE, Disturbance::Full);
}

#[test]
fn run_with_one_failing_call_is_completed_later() {
    ends_like_an_undisturbed_one(6, "json", &RUN, Disturbance::Failure);
}

#[test]
fn save_with_one_failing_call_is_completed_later() {
    ends_like_an_undisturbed_one(7, "toml", &SAVE, Disturbance::Failure);
}

//! Processes that are killed in the middle of a handover. The resumed handover leaves what an
//! undisturbed one leaves.

use std::fs;
use std::process::{Child, Stdio};

use serde_json::Value;

use super::{CHECKPOINT, LAYOUTS, checkpoint, declare, files, outcome, project};
use crate::support::Folder;

/// The kinds of the default steps.
const KINDS: [&str; 5] = ["facts", "session", "note", "current_state", "archive"];

/// Returns a declaration with the default steps and one that kills the program, once, at a position.
fn declaration(position: usize) -> String {
    let killer = "[[step]]\nname = \"kill\"\nkind = \"command\"\ncommand = [\"sh\", \"-c\", \"test -e killed || { echo > \
                  killed; kill -9 $PPID; exit 1; }\"]\n";
    let mut steps: Vec<String> =
        KINDS.iter().map(|kind| format!("[[step]]\nname = \"{kind}\"\nkind = \"{kind}\"\n")).collect();
    steps.insert(position, killer.to_owned());
    steps.concat()
}

#[test]
fn killed_between_any_two_steps_it_ends_like_an_undisturbed_one() {
    for layout in LAYOUTS {
        let run = ["handover", "run", "--allow-commands", "--note", "Dates are open.", "--tag", "feed"];
        let undisturbed = |position: usize| {
            let folder = project(layout);
            declare(&folder, &declaration(position));
            fs::write(folder.at("killed"), "").unwrap();
            folder.stdout(&run);
            files(&folder)
        };
        for position in 0..=KINDS.len() {
            let folder = project(layout);
            declare(&folder, &declaration(position));
            let output = folder.run(&run);
            assert_eq!(output.status.code(), None, "the process was killed: {output:?}");
            assert_eq!(outcome(&folder, &["handover", "check"]).0, 1);
            assert!(folder.at(".handoff/local/handover/lock").exists(), "the lock of the killed process stays");
            let executed = folder.stdout(&["handover", "run"]);
            let rest: Vec<&str> = std::iter::once("kill").chain(KINDS[position..].iter().copied()).collect();
            assert_eq!(executed, format!("handover steps executed: {}\n", rest.join(", ")));
            assert_eq!(outcome(&folder, &["handover", "check"]).0, 2);
            assert_eq!(files(&folder), undisturbed(position), "{layout}, killed at {position}");
        }
    }
}

/// Starts a handover in the background.
fn start(folder: &Folder) -> Child {
    let mut command = folder.command(&["handover", "run", "--note", "Dates are open."]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Returns how far the checkpoint is: the number of finished steps plus one, or 0 if it does not
/// exist. A checkpoint is never half written.
fn progress(folder: &Folder) -> usize {
    let Ok(content) = fs::read(folder.at(CHECKPOINT)) else { return 0 };
    let value: Value = serde_json::from_slice(&content).expect("a complete checkpoint");
    1 + value["steps"].as_object().unwrap().values().filter(|state| *state == "done").count()
}

#[test]
fn killed_at_any_moment_it_ends_like_an_undisturbed_one() {
    for layout in LAYOUTS {
        let folder = project(layout);
        folder.stdout(&["handover", "run", "--note", "Dates are open."]);
        let undisturbed = files(&folder);
        // Each round kills the process as soon as the checkpoint has reached a state, so wherever the
        // process is by then: between any two file operations of the next step.
        for reached in 0..=KINDS.len() {
            let folder = project(layout);
            let mut child = start(&folder);
            while progress(&folder) < reached && child.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
            // It may have ended just now.
            let _ = child.kill();
            child.wait().unwrap();
            if !folder.at(CHECKPOINT).exists() || checkpoint(&folder)["status"] == "in_progress" {
                folder.stdout(&["handover", "run", "--note", "Dates are open."]);
            }
            assert_eq!(checkpoint(&folder)["status"], "completed");
            assert_eq!(files(&folder), undisturbed, "{layout}, killed at {reached}");
        }
    }
}

#[test]
fn second_run_is_refused_and_names_the_first() {
    let folder = project("toml");
    let fifo = folder.at("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // The step waits until the test opens the pipe.
    declare(&folder, "[[step]]\nname = \"wait\"\nkind = \"command\"\ncommand = [\"sh\", \"-c\", \"cat fifo\"]\n");
    let mut command = folder.command(&["handover", "run", "--allow-commands"]);
    let mut first = command.stdout(Stdio::null()).spawn().unwrap();
    while !folder.at(CHECKPOINT).exists() {
        std::thread::yield_now();
    }
    let (code, _, message) = outcome(&folder, &["handover", "run"]);
    let holder = format!("process {} on ", first.id());
    assert_eq!((code, message.contains(&holder)), (75, true), "{message}");
    assert!(outcome(&folder, &["handover", "status"]).1.contains(&format!("running: wait, by {holder}")));
    assert!(!folder.stdout(&["session", "load"]).contains("half done"), "it is being performed");
    fs::write(&fifo, "").unwrap();
    assert!(first.wait().unwrap().success());
    assert!(!outcome(&folder, &["handover", "status"]).1.contains("running"));
}

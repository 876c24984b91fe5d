//! Pipes, sockets, folders and links in places where files belong: every command ends, and says what is in the way.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where something is not as it should be")]

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use support::Folder;

/// A command that has not ended after this time hangs.
const HANGS_AFTER: Duration = Duration::from_mins(2);

/// Runs a command that must end.
fn ended(folder: &Folder, arguments: &[&str], what: &str) -> (i32, String) {
    let mut command = folder.command(arguments);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = child.id().to_string();
    let (done, is_done) = channel();
    let waiter = thread::spawn(move || {
        let output: Output = child.wait_with_output().unwrap();
        done.send(()).unwrap();
        output
    });
    if is_done.recv_timeout(HANGS_AFTER).is_err() {
        Command::new("kill").args(["-9", &id]).status().unwrap();
        panic!("{what}: {arguments:?} hangs");
    }
    let output = waiter.join().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

/// What may take the place of a file.
const KINDS: [&str; 4] = ["pipe", "socket", "folder", "link"];

/// Puts something in the place of a file.
fn put(kind: &str, place: &Path) {
    if place.is_dir() {
        fs::remove_dir_all(place).unwrap();
    } else {
        let _ = fs::remove_file(place);
    }
    match kind {
        "pipe" => assert!(Command::new("mkfifo").arg(place).status().unwrap().success()),
        "socket" => drop(UnixListener::bind(place).unwrap()),
        "folder" => fs::create_dir(place).unwrap(),
        _ => symlink("elsewhere", place).unwrap(),
    }
}

/// A project with a task, and the file to which this person's changes are logged.
fn project() -> (Folder, PathBuf) {
    let folder = Folder::new();
    folder.said(&["init", "Harbour"]);
    folder.said(&["task", "create", "Quay"]);
    let months: Vec<_> =
        fs::read_dir(folder.at(".handoff/activity")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let log = fs::read_dir(months.first().unwrap()).unwrap().next().unwrap().unwrap().path();
    (folder, log)
}

const READING: [&[&str]; 3] = [&["task", "list"], &["session", "load"], &["doctor"]];

#[test]
fn what_keeps_changes_from_being_saved_is_named_and_reading_goes_on() {
    for path in [".lock", ".journal-x.json", ".journal-x.json.tmp.y"] {
        for kind in KINDS {
            let what = format!("a {kind} at {path}");
            let (folder, _) = project();
            put(kind, &folder.at(".handoff").join(path));
            for arguments in READING {
                let (code, text) = ended(&folder, arguments, &what);
                let is_doctor = arguments == ["doctor"];
                assert_eq!(code == 0, !is_doctor, "{what}: {arguments:?} says {text}");
                assert!(!is_doctor || text.contains(path), "{what}: {text}");
            }
            let (code, text) = ended(&folder, &["task", "create", "Crane"], &what);
            assert_ne!(code, 0, "{what}: {text}");
            assert!(text.contains(path), "{what}: {text}");
        }
    }
}

#[test]
fn what_is_no_regular_file_is_named_where_a_record_belongs() {
    let places: [fn(&Folder, &Path) -> PathBuf; 3] = [
        |_, log| log.to_path_buf(),
        |folder, _| folder.at(".handoff/config.toml"),
        |folder, _| folder.at(".handoff/tasks/01-todo--quay/task.toml"),
    ];
    for place in places {
        for kind in ["pipe", "socket"] {
            let (folder, log) = project();
            let place = place(&folder, &log);
            let what = format!("a {kind} at {}", place.display());
            put(kind, &place);
            for arguments in READING {
                ended(&folder, arguments, &what);
            }
            let (code, text) = ended(&folder, &["doctor"], &what);
            assert_ne!(code, 0, "{what}: {text}");
            assert!(text.contains(place.file_name().unwrap().to_str().unwrap()), "{what}: {text}");
            assert!(text.contains("it is not a regular file"), "{what}: {text}");
            ended(&folder, &["task", "create", "Crane"], &what);
            assert!(!place.is_file(), "{what} is left alone");
        }
    }
}

#[test]
fn a_log_that_cannot_be_written_stops_a_change_and_is_named() {
    let (folder, log) = project();
    put("pipe", &log);
    let (code, text) = ended(&folder, &["task", "create", "Crane"], "a pipe in place of the log");
    assert_ne!(code, 0, "{text}");
    assert!(text.contains("prevents saving: it is not a regular file"), "{text}");
    assert_eq!(fs::read_dir(folder.at(".handoff/tasks")).unwrap().count(), 1);
}

#[test]
fn a_pause_is_a_pause_whatever_says_so() {
    for kind in KINDS {
        let (folder, _) = project();
        put(kind, &folder.at(".handoff/PAUSE"));
        let (code, text) = ended(&folder, &["task", "create", "Crane"], kind);
        assert_ne!(code, 0, "{kind}: {text}");
        assert!(text.contains("Handoff is paused; remove "), "{kind}: {text}");
    }
}

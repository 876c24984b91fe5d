//! Processes that are killed, or refused by the disk, at each operation on a file. The resumed
//! handover leaves what an undisturbed one leaves.
//!
//! `strace` counts the calls that change files and disturbs one of them.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use super::{CHECKPOINT, checkpoint, files, outcome, project};
use crate::support::Folder;

/// The system calls that change files, but for `write`. Those with `?` do not exist on every machine.
const CHANGES: &str = "?rename,?renameat,renameat2,?unlink,unlinkat,?rmdir,?mkdir,mkdirat,fsync,fdatasync,ftruncate,\
                       ?link,linkat,?symlink,symlinkat";

/// How a system call is disturbed.
#[derive(Clone, Copy, Debug)]
enum Disturbance {
    /// The process is killed instead of the call.
    Kill,
    /// This call and all later ones fail: the disk is full.
    Full,
    /// This call alone fails.
    Failure,
}

impl Disturbance {
    fn at(self, position: usize) -> String {
        match self {
            Disturbance::Kill => format!("signal=SIGKILL:when={position}"),
            Disturbance::Full => format!("error=ENOSPC:when={position}+"),
            Disturbance::Failure => format!("error=EIO:when={position}"),
        }
    }

    /// Returns the system calls that are disturbed. A failing `write` would also take away the
    /// message; a file that cannot be written fails at its `fsync` instead.
    fn calls(self) -> String {
        match self {
            Disturbance::Kill => format!("{CHANGES},write,pwrite64,writev"),
            Disturbance::Full | Disturbance::Failure => CHANGES.to_owned(),
        }
    }
}

/// Runs the command with the call at a position disturbed, counted from 1.
fn disturbed(folder: &Folder, arguments: &[&str], disturbance: Disturbance, position: usize) -> Output {
    let plain = folder.command(arguments);
    let mut command = Command::new("strace");
    command.args(["-qq", "-o"]).arg(folder.at("home/calls"));
    let calls = disturbance.calls();
    command.args(["-e", &format!("trace={calls}"), "-e", &format!("inject={calls}:{}", disturbance.at(position))]);
    command.arg(plain.get_program()).args(plain.get_args()).current_dir(&folder.0);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.output().unwrap()
}

/// Returns whether this user may trace a process.
fn can_trace() -> bool {
    let traced = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    traced.is_ok_and(|status| status.success())
}

/// Returns the number of calls that change files, as counted by the last disturbed run.
fn calls(folder: &Folder) -> usize {
    std::fs::read_to_string(folder.at("home/calls")).unwrap().lines().count()
}

const RUN: [&str; 4] = ["handover", "run", "--note", "Dates are open."];
const SAVE: [&str; 5] = ["session", "save", "Done", "--decision", "Dates are UTC::The feed is"];

/// Disturbs a command at each call, and performs it again. `begins` is the command.
fn ends_like_an_undisturbed_one(layout: &str, begins: &[&str], disturbance: Disturbance) {
    if !can_trace() {
        eprintln!("skipped: this needs strace, and the right to trace a process");
        return;
    }
    let template = project(layout);
    std::fs::create_dir_all(template.at("home")).unwrap();
    let folder = Folder::copy_of(&template);
    folder.stdout(begins);
    let undisturbed = files(&folder);
    for position in 1.. {
        let folder = Folder::copy_of(&template);
        let output = disturbed(&folder, begins, disturbance, position);
        if calls(&folder) < position {
            assert!(output.status.success() && position > 20, "{output:?}");
            break;
        }
        let place = format!("{layout}, {disturbance:?} at call {position}: {output:?}");
        if let Some(code) = output.status.code() {
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(code == 0, message.is_empty(), "{place}");
            assert!(!message.contains("panicked"), "{place}");
        }
        match outcome(&folder, &["handover", "check"]).0 {
            // Nothing was begun. A session may have been saved before its handover began.
            0 => drop(folder.stdout(begins)),
            1 => drop(folder.stdout(&["handover", "run"])),
            2 => {}
            code => panic!("code {code}, {place}"),
        }
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
    ends_like_an_undisturbed_one("toml", &RUN, Disturbance::Kill);
}

#[test]
fn run_killed_at_any_call_is_completed_in_json() {
    ends_like_an_undisturbed_one("json", &RUN, Disturbance::Kill);
}

#[test]
fn save_killed_at_any_call_is_completed_in_toml() {
    ends_like_an_undisturbed_one("toml", &SAVE, Disturbance::Kill);
}

#[test]
fn save_killed_at_any_call_is_completed_in_json() {
    ends_like_an_undisturbed_one("json", &SAVE, Disturbance::Kill);
}

#[test]
fn run_on_a_disk_that_becomes_full_is_completed_later() {
    ends_like_an_undisturbed_one("toml", &RUN, Disturbance::Full);
}

#[test]
fn save_on_a_disk_that_becomes_full_is_completed_later() {
    ends_like_an_undisturbed_one("json", &SAVE, Disturbance::Full);
}

#[test]
fn run_with_one_failing_call_is_completed_later() {
    ends_like_an_undisturbed_one("json", &RUN, Disturbance::Failure);
}

#[test]
fn save_with_one_failing_call_is_completed_later() {
    ends_like_an_undisturbed_one("toml", &SAVE, Disturbance::Failure);
}

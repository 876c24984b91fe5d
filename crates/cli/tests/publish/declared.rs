//! The declared step that publishes, by `handoff handover run`.

#[cfg(unix)]
use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _},
    process::{Command, Stdio},
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

use crate::publish::{Repository, World};
use crate::support::program;

const RUN: [&str; 3] = ["handover", "run", "--allow-push"];
const PUBLISH: &str = "[publish]\npush = true\nremote = \"origin\"\nmessage = \"Hand over\"\n";

/// Creates a project that is in Git and declares to publish, with a session to close.
fn project(world: &World) -> Repository {
    let first = world.empty_repository("first");
    first.write("README.md", "Harbour\n");
    first.git(&["add", "-A"]);
    first.git(&["commit", "-qm", "First"]);
    first.git(&["init", "-q", "--bare", "../remote.git"]);
    first.git(&["remote", "add", "origin", "../remote.git"]);
    first.git(&["push", "-q", "-u", "origin", "main"]);
    first.handoff(&["init", "Harbour"]);
    first.write(".handoff/handover.toml", PUBLISH);
    first.handoff(&["session", "save", "Read the feed", "--active", "--decision", "Stream the feed"]);
    first
}

#[test]
fn run_commits_and_pushes_its_files_only() {
    let world = World::new();
    let first = project(&world);
    first.write("src/main.rs", "fn main() {}\n");
    first.git(&["add", "src/main.rs"]);
    first.write("notes.txt", "mine\n");
    let foreign = first.foreign_state();
    let (code, answer) = first.try_handoff(&RUN);
    assert_eq!(code, Some(0), "{answer}");
    assert_eq!(first.foreign_state(), foreign);
    let tip = world.remote().tip("main");
    let commit = format!(" files as {} on main.\n", tip.get(..7).unwrap());
    assert!(answer.contains("Pushed the branch main with all its commits to origin (../remote.git)."), "{answer}");
    assert!(answer.contains("publish") && answer.contains(&commit), "{answer}");
    assert_eq!((tip == first.tip("HEAD"), first.git(&["log", "-1", "--format=%s"])), (true, "Hand over".to_owned()));
    let files = first.files_of(&tip);
    assert!(files.iter().all(|file| file.starts_with(".handoff/")), "{files:?}");
    assert!(!files.iter().any(|file| file.contains("/local/")), "{files:?}");
    let sessions = files.iter().find(|file| file.contains("/sessions/")).unwrap();
    assert!(first.read(sessions).contains("Stream the feed"));
    first.handoff(&["handover", "run"]);
    let (code, _) = first.try_handoff(&["handover", "check"]);
    assert_eq!(code, Some(2));
}

#[test]
fn failed_push_is_resumed_without_the_steps_that_are_done() {
    let world = World::new();
    let first = project(&world);
    first.git(&["remote", "set-url", "origin", "../gone.git"]);
    let (code, answer) = first.try_handoff(&RUN);
    assert_ne!(code, Some(0), "{answer}");
    assert!(answer.contains("publish"), "{answer}");
    let (code, reason) = first.try_handoff(&["handover", "check"]);
    assert_eq!((code, reason.contains("publish")), (Some(1), true), "{reason}");
    let published = first.tip("HEAD");
    first.git(&["remote", "set-url", "origin", "../remote.git"]);
    let answer = first.handoff(&RUN);
    assert!(answer.contains("steps executed: publish"), "{answer}");
    assert_eq!((world.remote().tip("main"), first.tip("HEAD")), (published.clone(), published));
    assert_eq!(first.try_handoff(&["handover", "check"]).0, Some(2));
}

#[test]
fn without_push_nothing_leaves_the_machine() {
    let world = World::new();
    let first = project(&world);
    let before = world.remote().tip("main");
    first.handoff(&["handover", "run", "--no-push"]);
    assert_eq!(
        (world.remote().tip("main"), first.git(&["log", "-1", "--format=%s"])),
        (before, "Hand over".to_owned())
    );
}

#[test]
fn declared_target_other_than_the_current_branch_is_refused() {
    for (declaration, target) in [
        ("[publish]\npush = true\ntarget = \"refs/handoff/notes\"\n", "refs/handoff/notes"),
        ("[publish]\ntarget = \"notes\"\n", "notes"),
        ("[backend]\ntype = \"git\"\npush = true\nbranch = \"notes\"\n", "notes"),
    ] {
        let world = World::new();
        let first = project(&world);
        first.git(&["branch", "notes"]);
        first.write(".handoff/handover.toml", declaration);
        let references = || (first.git(&["for-each-ref"]), world.remote().git(&["for-each-ref"]));
        let files = || first.git(&["status", "--porcelain", "--untracked-files=all"]);
        let before = (references(), files());
        let sentence = format!("publishes to {target:?}, which is not the branch that is checked out");
        for arguments in [&RUN[..], &["handover", "run", "--no-push"]] {
            let (code, answer) = first.try_handoff(arguments);
            assert_eq!((code, answer.contains(&sentence)), (Some(65), true), "{answer}");
            assert!(answer.contains("Remove target from [publish]") && answer.contains("kind \"command\""), "{answer}");
            assert_eq!((references(), files()), before, "nothing is touched");
            assert_eq!(first.try_handoff(&["handover", "check"]).0, Some(0), "no handover has begun");
        }
        let answer = first.handoff(&["session", "save", "Read the feed"]);
        assert!(answer.contains(&sentence), "{answer}");
        assert_eq!(references(), before.0);
        assert_eq!(first.try_handoff(&["handover", "check"]).0, Some(2), "the other steps are done");
        first.git(&["checkout", "-q", "notes"]);
        assert_eq!(
            first.try_handoff(&["handover", "run", "--no-push"]).0,
            Some(if target == "notes" { 0 } else { 65 })
        );
    }
}

/// Ctrl-C in a terminal reaches the command alone, because each program that it runs has a process
/// group of its own.
#[cfg(unix)]
#[test]
fn interrupted_push_ends_its_programs_and_is_resumed() {
    let world = World::new();
    let first = project(&world);
    let pipe = first.folder.join(".git/pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Whatever runs for the hook keeps the pipe open.
    first.script(".git/hooks/pre-push", "exec 3>.git/pipe; echo started >&3; sleep 30; echo finished >&3");
    let mut command = first.command(program(), &RUN);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut hook = BufReader::new(File::open(&pipe).unwrap());
    let (mut begun, mut rest) = (String::new(), String::new());
    hook.read_line(&mut begun).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    hook.read_to_string(&mut rest).unwrap();
    assert_eq!((begun.as_str(), rest.as_str()), ("started\n", ""), "the hook was ended");
    std::fs::remove_file(first.folder.join(".git/hooks/pre-push")).unwrap();
    let (code, reason) = first.try_handoff(&["handover", "check"]);
    assert_eq!((code, reason.contains("publish")), (Some(1), true), "{reason}");
    let answer = first.handoff(&RUN);
    assert!(answer.contains("steps executed: publish"), "{answer}");
    assert_eq!(world.remote().tip("main"), first.tip("HEAD"));
    assert_eq!(first.try_handoff(&["handover", "check"]).0, Some(2));
}

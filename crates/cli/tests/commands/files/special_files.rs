//! Pipes, sockets, folders and links in place of files: every command ends and names the obstacle.

use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{fs, thread};

use crate::support::Folder;

/// The timeout after which a command counts as hanging.
const COMMAND_TIMEOUT: Duration = Duration::from_mins(2);

/// Runs a command that must end; returns exit code and output.
fn run_with_timeout(folder: &Folder, arguments: &[&str], what: &str) -> (i32, String) {
    let mut command = folder.command(arguments);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = child.id().to_string();
    let (result, is_done) = channel();
    let waiter = thread::spawn(move || {
        let output: Output = child.wait_with_output().unwrap();
        result.send(()).unwrap();
        output
    });
    if is_done.recv_timeout(COMMAND_TIMEOUT).is_err() {
        Command::new("kill").args(["-9", &id]).status().unwrap();
        panic!("{what}: {arguments:?} hangs");
    }
    let output = waiter.join().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

/// The entries that replace a file.
const KINDS: [&str; 4] = ["pipe", "socket", "folder", "link"];

/// Replaces a file by such an entry.
fn put(kind: &str, location: &Path) {
    if location.is_dir() {
        fs::remove_dir_all(location).unwrap();
    } else {
        // There may be no such file.
        let _ = fs::remove_file(location);
    }
    match kind {
        "pipe" => assert!(Command::new("mkfifo").arg(location).status().unwrap().success()),
        "socket" => drop(UnixListener::bind(location).unwrap()),
        "folder" => fs::create_dir(location).unwrap(),
        _ => symlink("elsewhere", location).unwrap(),
    }
}

/// Creates a project with a task; returns it with the log file of this user.
fn project() -> (Folder, PathBuf) {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Quay"]);
    let months: Vec<_> =
        fs::read_dir(folder.at(".handoff/activity")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let log = fs::read_dir(months.first().unwrap()).unwrap().next().unwrap().unwrap().path();
    (folder, log)
}

const READING: [&[&str]; 3] = [&["task", "list"], &["session", "load"], &["doctor"]];

#[test]
fn special_file_that_blocks_saving_is_named() {
    for path in [".lock", ".journal-x.json", ".journal-x.json.tmp.y"] {
        for kind in KINDS {
            let what = format!("a {kind} at {path}");
            let (folder, _) = project();
            put(kind, &folder.at(".handoff").join(path));
            for arguments in READING {
                let (code, text) = run_with_timeout(&folder, arguments, &what);
                let is_doctor = arguments == ["doctor"];
                assert_eq!(code == 0, !is_doctor, "{what}: {arguments:?} says {text}");
                assert!(!is_doctor || text.contains(path), "{what}: {text}");
            }
            let (code, text) = run_with_timeout(&folder, &["task", "create", "Crane"], &what);
            assert_ne!(code, 0, "{what}: {text}");
            assert!(text.contains(path), "{what}: {text}");
        }
    }
}

#[test]
fn special_file_in_place_of_a_record_is_named() {
    let places: [fn(&Folder, &Path) -> PathBuf; 3] = [
        |_, log| log.to_path_buf(),
        |folder, _| folder.at(".handoff/config.toml"),
        |folder, _| folder.at(".handoff/tasks/t1-todo--quay/task.toml"),
    ];
    for location in places {
        for kind in ["pipe", "socket"] {
            let (folder, log) = project();
            let location = location(&folder, &log);
            let what = format!("a {kind} at {}", location.display());
            put(kind, &location);
            for arguments in READING {
                run_with_timeout(&folder, arguments, &what);
            }
            let (code, text) = run_with_timeout(&folder, &["doctor"], &what);
            assert_ne!(code, 0, "{what}: {text}");
            assert!(text.contains(location.file_name().unwrap().to_str().unwrap()), "{what}: {text}");
            assert!(text.contains("it is not a regular file"), "{what}: {text}");
            run_with_timeout(&folder, &["task", "create", "Crane"], &what);
            assert!(!location.is_file(), "{what} is left alone");
        }
    }
}

#[test]
fn unwritable_log_stops_a_change() {
    let (folder, log) = project();
    put("pipe", &log);
    let (code, text) = run_with_timeout(&folder, &["task", "create", "Crane"], "a pipe in place of the log");
    assert_ne!(code, 0, "{text}");
    assert!(text.contains("prevents saving: it is not a regular file"), "{text}");
    assert_eq!(fs::read_dir(folder.at(".handoff/tasks")).unwrap().count(), 1);
}

#[test]
fn pause_file_of_any_kind_pauses() {
    for kind in KINDS {
        let (folder, _) = project();
        put(kind, &folder.at(".handoff/PAUSE"));
        let (code, text) = run_with_timeout(&folder, &["task", "create", "Crane"], kind);
        assert_ne!(code, 0, "{kind}: {text}");
        assert!(text.contains("Writing is paused by .handoff/PAUSE, which is not a regular file."), "{kind}: {text}");
    }
}

/// Creates a file of a size without content.
fn put_large(location: &Path, bytes: u64) {
    fs::File::create(location).unwrap().set_len(bytes).unwrap();
}

#[test]
fn file_that_a_person_names_must_be_a_regular_one_of_a_bounded_size() {
    let (folder, _) = project();
    fs::create_dir_all(folder.at("links")).unwrap();
    fs::write(folder.at("links/plan.json"), "[{\"title\": \"Pier\"}]").unwrap();
    symlink("links/plan.json", folder.at("plan.json")).unwrap();
    put("pipe", &folder.at("pipe"));
    put_large(&folder.at("large"), (16 << 20) + 1);
    for (file, reason) in [
        ("pipe", "it is not a regular file"),
        ("/dev/zero", "it is not a regular file"),
        ("large", "it is larger than 16 MB"),
    ] {
        for arguments in [&["import", file] as &[&str], &["store", "--name", "x", "--file", file]] {
            let (code, text) = run_with_timeout(&folder, arguments, file);
            assert_ne!(code, 0, "{arguments:?}: {text}");
            assert!(text.contains(&format!("{file} cannot be read: {reason}")), "{arguments:?}: {text}");
        }
    }
    let (code, text) = run_with_timeout(&folder, &["import", "plan.json"], "a link to a file");
    assert_eq!(code, 0, "{text}");
    let stored = folder.run_with_input(&["store", "--name", "x"], "Read from a pipe.\n");
    assert!(stored.status.success(), "{stored:?}");
}

#[test]
fn pipe_in_the_configuration_of_a_client_is_named() {
    for (file, arguments) in [
        (".mcp.json", &["setup", "claude"] as &[&str]),
        ("CLAUDE.md", &["setup", "claude"]),
        (".claude/settings.json", &["setup", "claude"]),
        (".gitattributes", &["setup", "git"]),
    ] {
        let (folder, _) = project();
        assert!(Command::new("git").args(["init", "-q"]).current_dir(folder.path()).status().unwrap().success());
        fs::create_dir_all(folder.at(".claude")).unwrap();
        put("pipe", &folder.at(file));
        for arguments in
            [arguments.to_vec(), [arguments, &["--check"]].concat(), [arguments, &["--uninstall"]].concat()]
        {
            let (_, text) = run_with_timeout(&folder, &arguments, file);
            assert!(text.contains("it is not a regular file"), "{file}: {arguments:?}: {text}");
        }
    }
}

#[test]
fn pipe_in_the_state_folder_hinders_no_command() {
    for name in ["writer", "reminders", "approved-commands"] {
        let (folder, _) = project();
        let state = folder.at("state/handoff");
        fs::create_dir_all(&state).unwrap();
        put("pipe", &state.join(name));
        for arguments in [&["task", "create", "Pier"] as &[&str], &["task", "list"], &["hook", "stop"]] {
            let (code, text) = run_with_timeout(&folder, arguments, name);
            assert_eq!(code, 0, "{name}: {arguments:?}: {text}");
        }
    }
}

#[test]
fn file_of_a_project_above_its_bound_is_reported_and_not_read() {
    let (folder, _) = project();
    put_large(&folder.at(".handoff/tasks/t1-todo--quay/task.toml"), (64 << 20) + 1);
    let (code, text) = run_with_timeout(&folder, &["doctor"], "a large file");
    assert_ne!(code, 0, "{text}");
    assert!(text.contains("it is larger than 64 MB"), "{text}");
    let (code, text) = run_with_timeout(&folder, &["task", "update", "t1", "--title", "x"], "a large file");
    assert_ne!(code, 0, "{text}");
}

#[test]
fn version_above_the_bound_is_not_merged() {
    let (folder, _) = project();
    for name in ["base", "ours"] {
        fs::write(folder.at(name), "{}\n").unwrap();
    }
    put_large(&folder.at("theirs"), (64 << 20) + 1);
    let merge = ["merge-driver", "base", "ours", "theirs", "7", ".handoff/tasks/t1-x/_task.todo.json"];
    let (code, text) = run_with_timeout(&folder, &merge, "a large version");
    assert_eq!(code, 129, "Git keeps both versions then: {text}");
    assert!(text.contains("_task.todo.json cannot be merged: it is larger than 64 MB."), "{text}");
    assert_eq!(fs::read_to_string(folder.at("ours")).unwrap(), "{}\n");
}

#[test]
fn standard_input_above_its_bound_is_refused() {
    let (folder, _) = project();
    let text = "x".repeat((16 << 20) + 1);
    for arguments in [&["store", "--name", "x"] as &[&str], &["task", "update", "t1", "--append-notes", "-"]] {
        let output = folder.run_with_input(arguments, &text);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(error.contains("cannot be read: it is larger than 16 MB"), "{arguments:?}: {error}");
    }
}

#[test]
fn pipe_in_another_project_or_in_place_of_git_hinders_no_search() {
    let (folder, _) = project();
    for nested in ["apps/one/.handoff", "apps/two/.handoff"] {
        fs::create_dir_all(folder.at(nested)).unwrap();
    }
    put("pipe", &folder.at("apps/one/.handoff/config.toml"));
    fs::write(folder.at("apps/two/.handoff/config.toml"), "[project]\nname = \"Two\"\n").unwrap();
    put("pipe", &folder.at(".git"));
    let (code, text) = run_with_timeout(&folder, &["dashboard", "apps"], "pipes elsewhere");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("Two"), "{text}");
    let (code, text) = run_with_timeout(&folder, &["task", "create", "Pier"], "a pipe in place of .git");
    assert_eq!(code, 0, "{text}");
}

#[test]
fn name_with_a_line_break_is_escaped_and_gets_no_repair_that_fails() {
    let (folder, _) = project();
    let place = folder.at(".handoff/tasks/t5-todo--x\ny");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("task.toml"), "id = \"t6\"\ntitle = \"Pier\"\nlabels = 5\n").unwrap();
    fs::create_dir(folder.at(".handoff/tasks/empty\u{7f}")).unwrap();
    let (code, text) = run_with_timeout(&folder, &["doctor"], "a line break");
    assert_ne!(code, 0, "{text}");
    assert!(text.contains("tasks/t5-todo--x\\ny"), "{text}");
    assert!(!text.contains("--repair"), "{text}");
    let (code, text) = run_with_timeout(&folder, &["task", "update", "t6", "--title", "Quay"], "a line break");
    assert_ne!(code, 0, "{text}");
    assert!(text.contains("contains a line break or another control character"), "{text}");
    assert!(!text.contains(".."), "{text}");
}

#[test]
fn link_in_the_way_is_named_in_a_sentence_with_one_dot() {
    let (folder, _) = project();
    put("folder", &folder.at("elsewhere"));
    fs::rename(folder.at(".handoff/activity"), folder.at("elsewhere/activity")).unwrap();
    symlink("../elsewhere/activity", folder.at(".handoff/activity")).unwrap();
    let (code, text) = run_with_timeout(&folder, &["task", "create", "Pier"], "a link");
    assert_ne!(code, 0, "{text}");
    assert!(text.contains("activity is a symbolic link") && !text.contains(".."), "{text}");
}

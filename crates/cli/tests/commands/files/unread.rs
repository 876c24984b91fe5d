//! Projects that cannot be read completely, and a low limit of open files: a partial read never
//! counts as complete.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::Folder;

/// Returns the exit code and all output.
fn exit_and_output(output: &Output) -> (i32, String) {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

fn project() -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["assignee", "add", "noor"]);
    folder.stdout(&["task", "create", "One", "--assignee", "noor", "--estimate", "1"]);
    folder.stdout(&["task", "create", "Two", "--assignee", "noor", "--estimate", "1"]);
    folder.stdout(&["session", "save", "Work", "--active"]);
    folder
}

/// Creates an entry at a path.
type Put = fn(&Path);

#[test]
fn invalid_tasks_folder_is_not_reported_as_no_tasks() {
    let kinds: [(&str, Put); 3] = [
        ("a file", |tasks| fs::write(tasks, "").unwrap()),
        ("a link", |tasks| symlink("elsewhere", tasks).unwrap()),
        ("a pipe", make_pipe),
    ];
    let template = project();
    for (kind, put) in kinds {
        let folder = Folder::copy_of(&template);
        let tasks = folder.at(".handoff/tasks");
        fs::remove_dir_all(&tasks).unwrap();
        put(&tasks);
        for arguments in
            [&["task", "list"][..], &["task", "create", "Three"], &["schedule"], &["assignee", "remove", "noor"]]
        {
            let (code, text) = exit_and_output(&folder.run(arguments));
            assert_ne!(code, 0, "{kind}: {arguments:?}: {text}");
            assert!(text.starts_with("tasks "), "{kind}: {arguments:?}: {text}");
        }
    }
}

#[test]
fn writing_where_a_folder_is_something_else_is_refused_at_once() {
    let kinds: [(&str, Put); 3] = [
        (" is not a folder, so nothing was changed. Move it elsewhere.\n", |path| fs::write(path, "").unwrap()),
        (" is a symbolic link, so nothing was changed", |path| symlink("elsewhere", path).unwrap()),
        (" could not be read (it is not a regular file), so nothing was changed", make_pipe),
    ];
    let template = project();
    for (place, arguments) in [
        ("activity", &["task", "create", "Three"][..]),
        ("memory", &["memory", "save", "Flood gates close late"]),
        ("timer", &["timer", "start", "t1"]),
        ("sessions", &["session", "save", "More"]),
    ] {
        for (says, put) in kinds {
            let (code, text) = run_with(&template, place, put, arguments);
            assert!(code == 3 && text.starts_with(&format!("{place}{says}")), "{place}: {arguments:?}: {code} {text}");
        }
    }
    let delete = ["task", "delete", "t1"];
    for put in [kinds[0].1, make_pipe] {
        let (code, text) = run_with(&template, "trash", put, &delete);
        assert_eq!((code, text.as_str()), (3, "trash is not a folder, so nothing was changed. Move it elsewhere.\n"));
    }
    let (_, text) = run_with(&template, "trash", kinds[1].1, &delete);
    assert_eq!(
        text,
        "trash could not be saved: trash contains a symbolic link, which is not followed. Nothing was changed.\n"
    );
    let add = ["assignee", "add", "kim"];
    let (code, text) = run_with(&template, "config.toml", |path| fs::create_dir(path).unwrap(), &add);
    let says = "config.toml is a folder instead of a file, so nothing was changed. Move it elsewhere.\n";
    assert_eq!((code, text.as_str()), (3, says));
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Runs a command in a copy of a project in which an entry was replaced.
fn run_with(template: &Folder, place: &str, put: Put, arguments: &[&str]) -> (i32, String) {
    let folder = Folder::copy_of(template);
    let path = folder.at(format!(".handoff/{place}"));
    if path.is_dir() {
        fs::remove_dir_all(&path).unwrap();
    } else if path.exists() {
        fs::remove_file(&path).unwrap();
    }
    put(&path);
    exit_and_output(&folder.run(arguments))
}

#[test]
fn lists_name_what_could_not_be_read() {
    let kinds: [(&str, Put); 3] = [
        ("cannot be parsed: ", |path| fs::write(path, b"\xff{").unwrap()),
        ("is a symbolic link", |path| symlink("elsewhere", path).unwrap()),
        ("could not be read (it is not a regular file)", make_pipe),
    ];
    let empty = Folder::new();
    empty.stdout(&["init", "Harbour"]);
    for (list, path) in [
        (&["session", "list"][..], "sessions/x.closed.json"),
        (&["memory", "query", "tide"], "memory/m-x.json"),
        (&["referral", "list"], "referrals/r.open.json"),
        (&["document", "list"], "docs/_doc.x.md"),
        (&["list"], "packages/x.md"),
        (&["timer", "status"], "timer/state.json"),
        (&["assignee", "list"], "config.toml"),
        (&["milestone", "list"], "config.toml"),
        (&["config", "get"], "config.toml"),
    ] {
        for (says, put) in kinds {
            let folder = Folder::copy_of(&empty);
            let place = folder.at(format!(".handoff/{path}"));
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            let _ = fs::remove_file(&place);
            put(&place);
            // A broken configuration or timer file is a failure, since there is nothing to list.
            let (_, text) = exit_and_output(&folder.run(list));
            let is_named =
                text.contains(&format!("{path} {says}")) || says.starts_with("cannot") && list != ["session", "list"];
            assert!(is_named && !text.contains("No "), "{list:?} with {path} that {says}: {text}");
            let (_, json) = exit_and_output(&folder.run(&[list, &["--json"]].concat()));
            assert!(json.contains(says) || says.starts_with("cannot"), "{list:?} with {path} that {says}: {json}");
        }
    }
    let template = project();
    for place in ["sessions", "memory", "referrals", "docs", "packages", "trash"] {
        let list = match place {
            "sessions" => &["session", "list"][..],
            "memory" => &["memory", "query", "tide"],
            "referrals" => &["referral", "list"],
            "docs" => &["document", "list"],
            "packages" => &["list"],
            _ => &["trash", "list"],
        };
        for put in [kinds[0].1, kinds[1].1, make_pipe] {
            let (code, text) = run_with(&template, place, put, list);
            let is_named =
                text.contains(&format!("{place} is ")) || text.contains(&format!("{place} could not be read ("));
            assert!(
                code == 0 && is_named && !text.contains("No ") && !text.contains("is empty"),
                "{place}: {code} {text}"
            );
        }
    }
}

#[test]
fn unknown_record_says_that_not_all_could_be_read() {
    let template = project();
    for (place, show) in [("sessions", &["session", "show", "x"][..]), ("docs", &["document", "show", "x"])] {
        let (code, text) = run_with(&template, place, |path| symlink("elsewhere", path).unwrap(), show);
        let is_named = text.contains("There is no") && text.contains(&format!("{place} is a symbolic link"));
        assert!(code == 3 && is_named, "{place}: {code} {text}");
    }
}

#[test]
fn delete_says_that_tasks_could_not_be_read() {
    let folder = project();
    let file = folder.at(".handoff/tasks/t2-todo--two/task.toml");
    fs::remove_file(&file).unwrap();
    make_pipe(&file);
    for arguments in [&["task", "delete", "t2"][..], &["task", "move", "t2", "--under", "t1"]] {
        let (code, text) = exit_and_output(&folder.run(arguments));
        let says =
            "t2 was not found among the tasks that could be read. tasks/t2-todo--two/task.toml could not be read";
        assert!(code != 0 && text.contains(says), "{arguments:?}: {code} {text}");
    }
    let (code, text) = exit_and_output(&folder.run(&["task", "delete", "t1"]));
    let says = "Warning: Tasks that could not be read may wait for t1. tasks/t2-todo--two/task.toml could not be read";
    assert!(code == 0 && text.contains(says), "{code} {text}");
}

/// Runs a command with a limit of open files.
fn run_with_open_file_limit(folder: &Folder, open_files: usize, arguments: &[&str]) -> (i32, String) {
    let command = folder.command(arguments);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -n {open_files}; exec \"$@\""), "sh"]).arg(command.get_program());
    shell.args(command.get_args()).current_dir(folder.path());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    exit_and_output(&shell.output().unwrap())
}

#[test]
fn open_file_limit_gives_all_tasks_or_an_error() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    // Nested folders, so that a walk that keeps folders open has many open.
    let mut parent = folder.value(&["task", "create", "Task 0"])["id"].as_str().unwrap().to_owned();
    for number in 1..15 {
        let title = format!("Task {number}");
        folder.stdout(&["task", "create", &format!("Beside {number}"), "--parent", &parent]);
        parent = folder.value(&["task", "create", &title, "--parent", &parent])["id"].as_str().unwrap().to_owned();
    }
    let listed = folder.stdout(&["task", "list"]);
    let mut created = 0;
    for open_files in (4..=16).rev() {
        let (code, text) = run_with_open_file_limit(&folder, open_files, &["task", "list"]);
        assert!(!text.contains("No tasks yet") && !text.contains("handoff init"), "{open_files}: {text}");
        if code == 0 && !text.contains("could not be read") {
            assert_eq!(text, listed, "{open_files}");
        }
        assert!(open_files < 8 || code == 0 && text == listed, "{open_files} are enough: {text}");
        let before = ids(&folder);
        let (code, text) = run_with_open_file_limit(&folder, open_files, &["task", "create", "Late"]);
        let after = ids(&folder);
        assert_eq!(after.len(), before.len() + usize::from(code == 0), "{open_files}: a new ID: {text}");
        if code == 0 {
            created += 1;
            let (id, _) = text.split_once(" Late").unwrap_or((text.as_str(), ""));
            let id = id.trim_end_matches(':').rsplit(' ').next().unwrap().to_owned();
            folder.stdout(&["task", "delete", &id]);
        }
    }
    assert!(created > 3, "{created}");
}

/// Returns the IDs of all tasks.
fn ids(folder: &Folder) -> BTreeSet<String> {
    fn gather(folder: &Path, entries: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, entries);
            } else if path.ends_with("task.toml") {
                let text = fs::read_to_string(&path).unwrap();
                entries.extend(text.lines().find(|line| line.starts_with("id = ")).map(str::to_owned));
            }
        }
    }
    let mut entries = BTreeSet::new();
    gather(&folder.at(".handoff/tasks"), &mut entries);
    entries
}

/// Runs a command as a user without root permissions; `None` if that is not possible here.
fn run_without_root(folder: &Folder, arguments: &[&str]) -> Option<(i32, String)> {
    let uid = Command::new("id").arg("-u").output().ok()?;
    if uid.stdout.trim_ascii() != b"0" {
        return Some(exit_and_output(&folder.run(arguments)));
    }
    let command = folder.command(arguments);
    let program = folder.at("handoff");
    if !program.exists() {
        // The build folder may be unreadable for other users.
        fs::copy(command.get_program(), &program).unwrap();
    }
    let mut other = Command::new("setpriv");
    other.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(&program).args(command.get_args());
    other.current_dir(folder.path());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => other.env(name, value),
            None => other.env_remove(name),
        };
    }
    let chown = Command::new("chown").args(["-R", "65534:65534"]).arg(folder.path()).status().ok()?;
    if !chown.success() {
        return None;
    }
    other.output().ok().map(|output| exit_and_output(&output))
}

#[test]
fn permission_errors_are_reported() {
    let folder = project();
    if run_without_root(&folder, &["task", "list"]).is_none_or(|(code, _)| code != 0) {
        eprintln!("skipped: cannot run a command without root permissions here");
        return;
    }
    let close = |path: &str| fs::set_permissions(folder.at(path), Permissions::from_mode(0o000)).unwrap();
    let open = |path: &str| fs::set_permissions(folder.at(path), Permissions::from_mode(0o755)).unwrap();
    let run = |arguments: &[&str]| run_without_root(&folder, arguments).unwrap();
    let refused = |arguments: &[&str], path: &str| {
        let (code, text) = run(arguments);
        assert_ne!(code, 0, "{arguments:?}: {text}");
        assert!(text.starts_with(&format!("{path} could not be read (Permission denied")), "{arguments:?}: {text}");
    };

    let task = ".handoff/tasks/t2-todo--two";
    close(task);
    for arguments in [&["task", "create", "Three"][..], &["assignee", "remove", "noor"], &["schedule"]] {
        refused(arguments, "tasks/t2-todo--two");
    }
    let (code, text) = run(&["task", "list"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("One") && text.contains("Warning: tasks/t2-todo--two could not be read"), "{text}");
    open(task);

    close(".handoff/sessions");
    refused(&["session", "save", "More", "--active"], "sessions");
    assert_eq!(run(&["session", "load"]).0, 0, "reading still works");
    open(".handoff/sessions");

    close(".handoff/tasks");
    refused(&["task", "list"], "tasks");
    refused(&["task", "create", "Three"], "tasks");
    open(".handoff/tasks");

    close(".handoff");
    for arguments in [&["task", "list"][..], &["task", "create", "Three"], &["init", "Again"], &["doctor"]] {
        refused(arguments, ".handoff");
    }
    open(".handoff");
    assert_eq!(run(&["task", "create", "Three"]).0, 0);
}

#[test]
fn answers_of_commands_name_what_git_left_in_conflict() {
    let folder = project();
    let session = fs::read_dir(folder.at(".handoff/sessions")).unwrap().next().unwrap().unwrap().path();
    let task = folder.at(".handoff/tasks/t1-todo--one/task.toml");
    for path in [&session, &task, &folder.at(".handoff/config.toml")] {
        let before = fs::read_to_string(path).unwrap();
        fs::write(path, format!("<<<<<<< HEAD\n{before}")).unwrap();
        for arguments in [
            &["session", "load"][..],
            &["session", "list"],
            &["task", "list"],
            &["task", "next"],
            &["task", "get", "t1"],
            &["report"],
            &["report", "summary"],
            &["metrics"],
            &["capacity"],
            &["timer", "list"],
            &["task", "create", "Three", "--estimate", "1"],
            &["session", "save", "More"],
        ] {
            // One task is read without the rest of the project.
            if arguments[1..] == ["get", "t1"] && *path != task {
                continue;
            }
            let (code, text) = exit_and_output(&folder.run(arguments));
            // Some writes need the file that cannot be parsed.
            if code == 3 {
                assert!(text.contains("not valid"), "{arguments:?} {path:?}: {text}");
                continue;
            }
            assert!(text.contains("Warning: ") && text.contains("cannot be parsed"), "{arguments:?} {path:?}: {text}");
            let (_, json) = exit_and_output(&folder.run(&[arguments, &["--json"]].concat()));
            assert!(json.contains("cannot be parsed"), "{arguments:?} {path:?}: {json}");
        }
        fs::write(path, before).unwrap();
    }
    fs::write(folder.at(".handoff/config.toml"), "<<<<<<< HEAD").unwrap();
    let csv = folder.run(&["report", "burndown", "--csv"]);
    let parts = [csv.stdout, csv.stderr].map(|bytes| String::from_utf8(bytes).unwrap().contains("Warning: "));
    assert_eq!(parts, [false, true], "data for programs has no warning in it");
}

//! What is refused while a part of the project could not be read: a partial read never counts as
//! complete.

use handoff_protocol::{Command, FileState, Outcome, Query, RefusalCode, View};

use crate::support::{self, Bench, command, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "Small"
    [assignees.noor]
    display_name = "Noor"
    === tasks/01-todo--one/task.toml
    id = "01"
    title = "One"
    assignee = "noor"
    [schedule]
    start_date = "2026-12-01"
    estimate_hours = 1.0
    === tasks/01-todo--one/01.1-done--part/task.toml
    id = "01.1"
    title = "Part"
    === tasks/02-todo--two/task.toml
    id = "02"
    title = "Two"
"#;

fn unreadable(path: &str, is_folder: bool) -> FileState {
    FileState::Unreadable { path: path.to_owned(), reason: "Permission denied".to_owned(), is_folder }
}

fn link(path: &str) -> FileState {
    FileState::Link { path: path.to_owned() }
}

fn file(path: &str, text: &str) -> FileState {
    FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
}

/// Returns a project in which one entry was replaced.
fn project(gap: FileState) -> Bench {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    bench.feed(vec![gap]);
    bench
}

const CREATE: &str = r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Three"}}]}"#;
const CREATE_NAMED: &str = r#"{"kind":"changeTasks","tasks":[{"id":"09","fields":{"title":"Nine"}}]}"#;
const BASELINE: &str = r#"{"kind":"saveBaseline","name":"Plan"}"#;
const SCHEDULE: &str = r#"{"kind":"reschedule","reschedule":{"kind":"auto"}}"#;
const CLOSE: &str = r#"{"kind":"updateTasks","ids":["01"],"patch":{"status":"done"}}"#;

#[test]
fn create_is_refused_while_tasks_may_be_hidden() {
    for (gap, path) in [
        (unreadable("tasks/02-todo--two", true), "tasks/02-todo--two could not be read (Permission denied)"),
        (unreadable("tasks/01-todo--one/01.1-done--part", true), "tasks/01-todo--one/01.1-done--part could not be"),
        (unreadable("tasks", true), "tasks could not be read (Permission denied)"),
        (unreadable("tasks", false), "tasks could not be read (Permission denied)"),
        (link("tasks"), "tasks is a symbolic link"),
        (file("tasks", "x"), "tasks is not a folder"),
        (unreadable("", true), ".handoff could not be read (Permission denied)"),
    ] {
        let mut bench = project(gap.clone());
        for request in [CREATE, CREATE_NAMED] {
            let refusal = bench.plan(&command(request)).expect_err(path);
            assert_eq!(refusal.code, RefusalCode::BrokenFile, "{gap:?}");
            assert!(refusal.text.to_string().starts_with(path), "{gap:?}: {}", refusal.text);
        }
    }
}

#[test]
fn link_in_the_place_of_a_task_is_named_but_stops_nothing() {
    for (path, is_named) in [
        ("tasks/02-todo--two", true),
        ("tasks/01-todo--one/01.1-done--part", true),
        ("tasks/notes", true),
        ("tasks/01-todo--one/attachments", false),
    ] {
        let mut bench = project(link(path));
        let reader = bench.engine.reader();
        let named: Vec<String> = reader.missing().into_iter().map(|(path, _)| path).collect();
        assert_eq!(named.contains(&path.to_owned()), is_named, "{path}: {named:?}");
        assert!(bench.plan(&command(SCHEDULE)).is_ok(), "{path}");
    }
    let mut bench = Bench::from_text(&dedent(PROJECT));
    bench.feed(vec![FileState::Folder { path: "tasks/03-todo--three/task.toml".to_owned() }]);
    let named = bench.engine.reader().missing();
    assert!(named.iter().any(|(path, _)| path == "tasks/03-todo--three/task.toml"), "{named:?}");
}

#[test]
fn create_works_if_no_task_can_be_hidden() {
    for (gap, id) in [
        (unreadable("tasks/02-todo--two/task.toml", false), "03"),
        (file("tasks/02-todo--two/task.toml", "id = "), "03"),
        (unreadable("tasks/01-todo--one/pipe", false), "03"),
        (link("tasks/07-todo--elsewhere"), "08"),
        (unreadable("sessions", true), "03"),
        (unreadable("config.toml", false), "03"),
    ] {
        let mut bench = project(gap.clone());
        let changes = bench.plan(&command(CREATE)).unwrap_or_else(|refusal| panic!("{gap:?}: {}", refusal.text));
        assert_eq!(changes.created, [id], "{gap:?}");
    }
}

#[test]
fn commands_for_all_tasks_are_refused_while_tasks_are_unread() {
    let remove = Command::RemoveAssignee { key: "noor".to_owned() };
    let start = Command::StartProject { date: "2026-12-02".to_owned(), shift: true };
    for gap in [
        unreadable("tasks/02-todo--two", true),
        unreadable("tasks/02-todo--two/task.toml", false),
        unreadable("tasks", true),
        link("tasks"),
    ] {
        let mut bench = project(gap.clone());
        for request in [BASELINE, SCHEDULE] {
            let refusal = bench.plan(&command(request)).expect_err(request);
            assert_eq!(refusal.code, RefusalCode::BrokenFile, "{request} with {gap:?}: {}", refusal.text);
        }
        for request in [&remove, &start] {
            let refusal = bench.engine.plan(request, &context()).unwrap_err();
            assert_eq!(refusal.code, RefusalCode::BrokenFile, "{request:?} with {gap:?}: {}", refusal.text);
        }
    }
    for gap in
        [link("tasks/07-todo--elsewhere"), unreadable("sessions", true), file("tasks/02-todo--two/task.toml", "id =")]
    {
        let mut bench = project(gap.clone());
        assert!(bench.plan(&command(BASELINE)).is_ok(), "{gap:?}");
        assert!(bench.engine.plan(&remove, &context()).is_ok(), "{gap:?}");
    }
}

#[test]
fn unreadable_configuration_is_not_replaced() {
    let change = r#"{"kind":"updateConfig","changes":[{"key":["project","name"],"value":"Port"}]}"#;
    for gap in [unreadable("config.toml", false), link("config.toml")] {
        let refusal = project(gap.clone()).plan(&command(change)).unwrap_err();
        assert_eq!(refusal.code, RefusalCode::BrokenFile, "{gap:?}: {}", refusal.text);
        assert!(refusal.text.to_string().starts_with("config.toml "), "{gap:?}: {}", refusal.text);
    }
}

#[test]
fn changes_are_refused_where_a_folder_or_a_file_is_something_else() {
    const MEMORY: &str = r#"{"kind":"saveMemory","memory":{"text":"Tides repeat","tags":[],"keywords":[],"scopePaths":[]},"force":false}"#;
    const TIMER: &str = r#"{"kind":"startTimer","id":"01"}"#;
    const SESSION: &str = r#"{"kind":"saveSession","save":{"target":{"kind":"new"},"patch":{"values":{"summary":"New"},"lists":[],"remove":[],"record":{}},"status":"active","pause":{"kind":"nothing"}}}"#;
    const CONFIG: &str = r#"{"kind":"updateConfig","changes":[{"key":["project","name"],"value":"Port"}]}"#;
    let pipe = |path: &str| FileState::Unreadable {
        path: path.to_owned(),
        reason: "it is not a regular file".to_owned(),
        is_folder: false,
    };
    let folder = |path: &str| FileState::Folder { path: path.to_owned() };
    for (request, path) in [(CREATE, "activity"), (MEMORY, "memory"), (TIMER, "timer"), (SESSION, "sessions")] {
        for (gap, says) in [
            (file(path, "x"), "is not a folder, so nothing was changed. Move it elsewhere."),
            (link(path), "is a symbolic link, so nothing was changed"),
            (pipe(path), "could not be read (it is not a regular file), so nothing was changed"),
        ] {
            let mut bench = project(gap.clone());
            let refusal = bench.plan(&command(request)).expect_err(path);
            assert_eq!(refusal.code, RefusalCode::BrokenFile, "{gap:?}");
            assert!(refusal.text.to_string().starts_with(&format!("{path} {says}")), "{gap:?}: {}", refusal.text);
            let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else {
                panic!("another view")
            };
            assert_eq!(problems.iter().filter(|problem| problem.path == path).count(), 1, "{gap:?}: {problems:?}");
        }
    }
    for (request, path) in [(CONFIG, "config.toml"), (TIMER, "timer/state.json"), (TIMER, "timer")] {
        let gap = if path == "timer" { link(path) } else { folder(path) };
        let refusal = project(gap).plan(&command(request)).expect_err(path);
        assert_eq!(refusal.code, RefusalCode::BrokenFile, "{path}");
    }
    let refusal = project(folder("config.toml")).plan(&command(CONFIG)).unwrap_err();
    let says = "config.toml is a folder instead of a file, so nothing was changed. Move it elsewhere.";
    assert_eq!(refusal.text.to_string(), says);
}

#[test]
fn delete_is_refused_at_once_where_the_trash_is_no_folder() {
    let delete = r#"{"kind":"deleteTasks","ids":["02"]}"#;
    let mut bench = Bench::from_text(&dedent(PROJECT));
    // The trash is not scanned: only the disk has the file.
    bench.tree.apply(file("trash", "x"));
    let Outcome::Refused { refusal } = bench.commit(&command(delete)) else { panic!("not refused") };
    assert_eq!(refusal.code, RefusalCode::BrokenFile);
    assert_eq!(refusal.text.to_string(), "trash is not a folder, so nothing was changed. Move it elsewhere.");
    assert!(bench.tree.file("tasks/02-todo--two/task.toml").is_some());
    bench.tree.remove("trash");
    assert!(matches!(bench.commit(&command(delete)), Outcome::Done { .. }));
}

#[test]
fn task_with_unreadable_subtasks_cannot_be_closed() {
    for (gap, is_refused) in [
        (unreadable("tasks/01-todo--one/01.1-done--part/task.toml", false), true),
        (unreadable("tasks/01-todo--one/01.2-todo--other", true), true),
        (unreadable("tasks/02-todo--two", true), false),
    ] {
        let refusal = project(gap.clone()).plan(&command(CLOSE)).err();
        let code = refusal.as_ref().map(|refusal| refusal.code);
        assert_eq!(code, is_refused.then_some(RefusalCode::BrokenFile), "{gap:?}: {refusal:?}");
    }
}

#[test]
fn delete_refuses_or_warns_while_tasks_are_unread() {
    let delete = |id: &str| Command::DeleteTasks { ids: vec![id.to_owned()] };
    let child = "tasks/01-todo--one/01.1-done--part";
    for gap in [unreadable(child, true), unreadable(&format!("{child}/task.toml"), false)] {
        let refusal = project(gap.clone()).plan(&delete("01")).expect_err("a subtask is unknown");
        assert_eq!(refusal.code, RefusalCode::BrokenFile, "{gap:?}: {}", refusal.text);
    }
    let other = "tasks/02-todo--two";
    for gap in [unreadable(other, true), unreadable(&format!("{other}/task.toml"), false)] {
        // A task whose file becomes unreadable later stays for a moment.
        let mut files = support::files(&dedent(PROJECT));
        files.retain(|state| !matches!(state, FileState::File { path, .. } if path.starts_with(other)));
        files.push(gap.clone());
        let mut bench = Bench::new(files);
        let changes = bench.plan(&delete("01")).unwrap_or_else(|refusal| panic!("{gap:?}: {}", refusal.text));
        let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
        let says = "Tasks that could not be read may wait for 01, 01.1. tasks/02-todo--two";
        assert!(warnings.len() == 1 && warnings[0].starts_with(says), "{gap:?}: {warnings:?}");
        let refusal = bench.plan(&delete("02")).unwrap_err();
        let says = "Task 02 was not found among the tasks that could be read. tasks/02-todo--two";
        assert!(refusal.text.to_string().starts_with(says), "{gap:?}: {}", refusal.text);
        let unknown = bench.plan(&delete("77")).unwrap_err();
        assert_eq!(unknown.code, RefusalCode::BrokenFile, "it may be there");
    }
    let refusal = Bench::from_text(&dedent(PROJECT)).plan(&delete("77")).unwrap_err();
    assert_eq!((refusal.code, refusal.text.to_string().as_str()), (RefusalCode::UnknownTask, "There is no task 77."));
}

#[test]
fn saved_memory_was_not_compared_with_unread_ones() {
    const MEMORY: &str = r#"{"kind":"saveMemory","memory":{"text":"Tides repeat","tags":[],"keywords":[],"scopePaths":[]},"force":false}"#;
    for (gap, says) in [
        (unreadable("memory/m-1.json", false), "memory/m-1.json could not be read (Permission denied)"),
        (link("memory/m-1.json"), "memory/m-1.json is a symbolic link"),
        (file("memory/m-1.json", "{"), "memory/m-1.json cannot be parsed: "),
    ] {
        let changes = project(gap.clone()).plan(&command(MEMORY)).unwrap();
        let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
        assert!(warnings.len() == 1 && warnings[0].contains(says), "{gap:?}: {warnings:?}");
    }
    assert_eq!(Bench::from_text(&dedent(PROJECT)).plan(&command(MEMORY)).unwrap().warnings, []);
}

#[test]
fn views_list_unread_paths() {
    for (gap, initialized, total, says) in [
        (unreadable("tasks", true), true, 0, "tasks could not be read (Permission denied). Check its permissions"),
        (unreadable("tasks/02-todo--two", true), true, 2, "tasks/02-todo--two could not be read (Permission denied)."),
        (link("tasks"), true, 0, "tasks is a symbolic link, which Handoff does not follow."),
        (file("tasks", "x"), true, 0, "tasks is not a folder. Move it elsewhere."),
        (unreadable("", true), false, 0, ".handoff could not be read (Permission denied)."),
    ] {
        let mut bench = project(gap.clone());
        let View::Project(view) = bench.engine.view(&Query::Project {}, &context()) else { panic!("another view") };
        assert_eq!((view.initialized, view.total), (initialized, total), "{gap:?}");
        let lines: Vec<String> = view.unread.iter().map(ToString::to_string).collect();
        assert!(lines.len() == 1 && lines[0].starts_with(says), "{gap:?}: {lines:?}");
        let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else {
            panic!("another view")
        };
        assert!(problems.iter().any(|problem| problem.text.to_string().starts_with(says)), "{gap:?}: {problems:?}");
    }
    let mut whole = Bench::from_text(&dedent(PROJECT));
    let View::Project(view) = whole.engine.view(&Query::Project {}, &context()) else { panic!("another view") };
    assert_eq!(view.unread, []);
}

#[test]
fn folder_that_is_readable_again_is_shown() {
    let text = dedent(PROJECT);
    let mut bench = project(unreadable("", true));
    assert!(bench.plan(&command(CREATE)).is_err());
    let init = r#"{"kind":"initProject","name":"New","layout":"toml"}"#;
    assert!(bench.plan(&command(init)).is_err(), "there may be a project");
    bench.feed(support::files(&text));
    assert_eq!(bench.plan(&command(CREATE)).unwrap().created, ["03"]);
}

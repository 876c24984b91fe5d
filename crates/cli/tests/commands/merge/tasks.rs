//! Changes of one task on both branches.

use serde_json::json;

use super::{LAYOUTS, SUBTASK, with_task};

#[test]
fn merge_combines_fields_notes_and_lists() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.merge_cleanly(
            |side| {
                side.handoff(&["task", "update", id, "--title", "Parse all input", "--append-notes", "From the side."]);
                side.handoff(&["task", "log", id, "1"]);
            },
            |main| {
                main.handoff(&["task", "update", id, "--priority", "high", "--append-notes", "From main."]);
                main.handoff(&["task", "log", id, "0.5"]);
                main.change(id, &["\"checked\": false", "checked = false"], &["\"checked\": true", "checked = true"]);
            },
        );
        let task = repository.task(id);
        assert_eq!((&task["title"], &task["priority"]), (&json!("Parse all input"), &json!("high")), "{task}");
        assert_eq!(task["schedule"]["actual_hours"], 1.5);
        assert_eq!(task["schedule"]["remaining_hours"], 1.5);
        assert_eq!(task["done_criteria"][0]["checked"], true);
        let notes = task["notes"].as_str().unwrap();
        assert!(notes.contains("From the side.") && notes.contains("From main."), "{notes}");
    }
}

#[test]
fn merge_combines_status_of_side_and_title_of_main() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.handoff(&["task", "create", "Read", "--parent", id]);
        repository.merge_cleanly(
            |side| drop(side.handoff(&["task", "update", id, "--status", "in_progress"])),
            |main| drop(main.handoff(&["task", "update", id, "--title", "Parse all input"])),
        );
        let task = repository.task(id);
        assert_eq!((&task["title"], &task["status"]), (&json!("Parse all input"), &json!("in_progress")));
        assert_eq!(repository.task_files().len(), 2, "one file for each task: {:?}", repository.task_files());
    }
}

#[test]
fn merge_combines_title_of_side_and_status_of_main() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.merge_cleanly(
            |side| drop(side.handoff(&["task", "update", id, "--title", "Parse all input", "--due", "2026-12-01"])),
            |main| drop(main.handoff(&["task", "update", id, "--status", "in_progress"])),
        );
        let task = repository.task(id);
        assert_eq!((&task["title"], &task["status"]), (&json!("Parse all input"), &json!("in_progress")));
    }
}

#[test]
fn two_statuses_of_one_task_conflict_without_loss() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let (is_clean, message) = repository.merge(
            |side| {
                drop(side.handoff(&["task", "update", id, "--status", "review", "--append-notes", "From the side."]));
            },
            |main| drop(main.handoff(&["task", "update", id, "--status", "blocked", "--append-notes", "From main."])),
        );
        assert!(!is_clean && message.contains("rename/rename"), "{message}");
        let files = repository.task_files();
        assert_eq!(files.len(), 2, "{files:?}");
        for file in &files {
            let text = repository.read(&format!(".handoff/tasks/{file}"));
            assert!(text.contains("From the side.") && text.contains("From main."), "{text}");
        }
        let message = repository.doctor();
        let (expected, repair) = if layout == "toml" {
            ("not the only one that contains a task", "Move tasks/t1-blocked--parse-the-input to the trash")
        } else {
            ("several task files", "Keep _task.review.json")
        };
        assert!(message.iter().any(|line| line.contains(expected)), "{message:?}");
        repository.repair(repair);
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task(id)["status"], "review");
    }
}

#[test]
fn merge_combines_renamed_folder_and_edited_task() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let child = SUBTASK;
        repository.handoff(&["task", "create", "Read the bytes", "--parent", id]);
        repository.merge_cleanly(
            |side| {
                let old = side.file(id);
                let old = old.rsplit_once('/').unwrap().0.to_owned();
                side.git(&["mv", &old, &old.replace("parse-the-input", "renamed")]);
            },
            |main| {
                main.handoff(&["task", "update", child, "--title", "Read all bytes"]);
                main.handoff(&["task", "update", id, "--append-notes", "Edited."]);
            },
        );
        assert!(repository.task_files().iter().all(|path| path.contains("renamed")), "{:?}", repository.task_files());
        assert_eq!(repository.task(child)["title"], "Read all bytes");
        assert!(repository.task(id)["notes"].as_str().unwrap().contains("Edited."));
    }
}

#[test]
fn new_subtask_of_a_renamed_parent_is_repaired() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let child = SUBTASK;
        let (is_clean, message) = repository.merge(
            |side| drop(side.handoff(&["task", "update", id, "--status", "in_progress"])),
            |main| drop(main.handoff(&["task", "create", "Read the bytes", "--parent", id])),
        );
        assert!(is_clean, "{message}");
        if layout == "toml" {
            // The parent's folder has a new name; Git leaves new files in the old folder.
            repository.repair("Move t1.1 under t1");
        }
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task(child)["title"], "Read the bytes");
        let under = format!("{}/", repository.file(id).rsplit_once('/').unwrap().0);
        assert!(repository.file(child).starts_with(&under), "{:?}", repository.task_files());
        assert_eq!(repository.task(id)["status"], "in_progress");
    }
}

#[test]
fn task_moved_on_both_branches_is_repaired() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        for title in ["Second", "Third"] {
            repository.handoff(&["task", "create", title]);
        }
        let (second, third) = ("t2", "t3");
        let (is_clean, message) = repository.merge(
            |side| drop(side.handoff(&["task", "move", id, "--under", second])),
            |main| drop(main.handoff(&["task", "move", id, "--under", third])),
        );
        assert!(!is_clean, "{message}");
        assert_eq!(repository.task_files().len(), 4, "it is in both places: {:?}", repository.task_files());
        let moved_away = repository.file(id);
        let moved_away = moved_away.strip_prefix(".handoff/").unwrap().rsplit_once('/').unwrap().0.to_owned();
        repository.repair(&format!("Move {moved_away} to the trash"));
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task_files().len(), 3);
    }
}

#[test]
fn merge_combines_move_and_edit() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.handoff(&["task", "create", "Second"]);
        let second = "t2";
        repository.merge_cleanly(
            |side| drop(side.handoff(&["task", "move", id, "--under", second])),
            |main| drop(main.handoff(&["task", "update", id, "--priority", "low"])),
        );
        assert_eq!(repository.task(id)["priority"], "low");
        assert!(repository.file(id).contains("second/"), "{}", repository.file(id));
    }
}

#[test]
fn conflicting_field_keeps_markers_and_is_reported() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let (is_clean, message) = repository.merge(
            |side| drop(side.handoff(&["task", "update", id, "--title", "Side's title", "--priority", "low"])),
            |main| drop(main.handoff(&["task", "update", id, "--title", "Main's title", "--assignee", "kim"])),
        );
        assert!(!is_clean && message.contains("Both sides have changed title in .handoff/tasks/"), "{message}");
        let path = repository.file(id);
        let text = repository.read(&path);
        let part = text.split("<<<<<<< HEAD\n").nth(1).and_then(|rest| rest.split(">>>>>>> side\n").next());
        let part = part.unwrap_or_else(|| panic!("no markers in {path}: {text}"));
        assert_eq!(part.lines().count(), 3, "{text}");
        assert!(part.contains("Side's title") && part.contains("Main's title"), "{text}");
        assert!(text.contains("low") && text.contains("kim"), "{text}");
        let doctor = repository.doctor();
        let named = |line: &String| {
            path.ends_with(line.split(':').next().unwrap()) && line.contains("There is a Git merge conflict here.")
        };
        assert!(doctor.iter().any(named), "{doctor:?}");
        let resolved: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("<<<<<<<") && !line.starts_with("=======") && !line.starts_with(">>>>>>>"))
            .filter(|line| !line.contains("Side's title"))
            .collect();
        repository.write(&path, &resolved.join("\n"));
        repository.commit();
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task(id)["title"], "Main's title");
    }
}

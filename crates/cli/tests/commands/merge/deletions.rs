//! A task deleted on one branch and changed on the other.

use std::fs;

use super::{LAYOUTS, Repository, collect, with_task};

/// Calls `check` with a repository of one task for both layouts, with and without the merge driver,
/// with the trash ignored or tracked by Git, and whether the deletion is ours.
fn for_every_repository(mut check: impl FnMut(&Repository, &str, bool, &str)) {
    for layout in LAYOUTS {
        let (plain, id) = with_task(layout);
        for (drives, tracks) in [(true, false), (true, true), (false, false), (false, true)] {
            let template = plain.copy();
            if !drives {
                template.handoff(&["setup", "git", "--uninstall"]);
                // A shared log would be a conflict of its own.
                template.write(".gitattributes", ".handoff/activity/**/*.jsonl merge=union\n");
            }
            if tracks {
                template.handoff(&["task", "create", "Gone long since", "--criterion", "works"]);
                template.handoff(&["task", "delete", "t2"]);
                fs::remove_file(template.0.at(".handoff/.gitignore")).unwrap();
                template.git(&["add", "-A"]);
                assert!(template.git(&["ls-files", ".handoff/trash"]).contains("gone-long-since"));
            }
            for is_ours in [true, false] {
                let case = format!("{layout}, driver {drives}, tracked trash {tracks}, deletion ours {is_ours}");
                check(&template.copy(), id, is_ours, &case);
            }
        }
    }
}

/// Merges both changes, in either direction.
fn merge_either_way(
    repository: &Repository,
    is_ours: bool,
    one: impl FnOnce(&Repository),
    other: impl FnOnce(&Repository),
) -> (bool, String) {
    if is_ours { repository.merge(other, one) } else { repository.merge(one, other) }
}

/// Returns whether no file in the trash contains a text.
fn is_not_in_trash(repository: &Repository, text: &str) -> bool {
    let trash = repository.0.at(".handoff/trash");
    let mut entries = Vec::new();
    if trash.exists() {
        collect(&trash, "", &mut entries);
    }
    entries.iter().all(|path| !fs::read_to_string(trash.join(path)).unwrap().contains(text))
}

#[test]
fn delete_against_change_is_a_conflict() {
    for_every_repository(|repository, id, is_ours, case| {
        let (is_clean, message) = merge_either_way(
            repository,
            is_ours,
            |one| drop(one.handoff(&["task", "delete", id])),
            |other| drop(other.handoff(&["task", "update", id, "--append-notes", "Only here."])),
        );
        assert!(!is_clean && message.contains("modify/delete"), "{case}: {message}");
        assert!(repository.task(id)["notes"].as_str().unwrap().contains("Only here."), "{case}");
        assert!(is_not_in_trash(repository, "Only here."), "{case}");
    });
}

#[test]
fn delete_against_status_change_is_a_conflict() {
    for_every_repository(|repository, id, is_ours, case| {
        let (is_clean, message) = merge_either_way(
            repository,
            is_ours,
            |one| drop(one.handoff(&["task", "delete", id])),
            |other| drop(other.handoff(&["task", "update", id, "--status", "in_progress"])),
        );
        assert!(!is_clean && message.contains("rename/delete"), "{case}: {message}");
        assert_eq!(repository.task(id)["status"], "in_progress", "{case}");
    });
}

/// Git follows a file to another path only if at least half of it is the same.
#[test]
fn doctor_names_a_deleted_task_whose_change_git_took_for_a_new_file() {
    for (layout, is_ours) in LAYOUTS.into_iter().flat_map(|layout| [(layout, true), (layout, false)]) {
        let (repository, id) = with_task(layout);
        let report = "What was found and done, in a long text. ".repeat(40);
        let (is_clean, message) = merge_either_way(
            &repository,
            is_ours,
            |one| drop(one.handoff(&["task", "delete", id])),
            |other| drop(other.handoff(&["task", "update", id, "--status", "review", "--append-notes", &report])),
        );
        assert!(is_clean, "{layout}: {message}");
        assert!(repository.task(id)["notes"].as_str().unwrap().contains("What was found"), "{layout}");
        let sentence = format!("One branch deleted the task {id} and the other changed it");
        let names_it = || repository.doctor().iter().any(|line| line.contains(&sentence));
        assert!(names_it(), "{layout}: {:?}", repository.doctor());
        repository.handoff(&["task", "delete", id]);
        assert!(!names_it(), "{layout}: the task is gone");
    }
}

#[test]
fn delete_against_change_of_a_subtask_is_a_conflict() {
    for_every_repository(|repository, id, is_ours, case| {
        repository.handoff(&["task", "create", "Read the bytes", "--parent", id]);
        let child = format!("{id}.1");
        let (is_clean, message) = merge_either_way(
            repository,
            is_ours,
            |one| drop(one.handoff(&["task", "delete", id])),
            |other| drop(other.handoff(&["task", "update", &child, "--append-notes", "Only here."])),
        );
        assert!(!is_clean && message.contains("modify/delete"), "{case}: {message}");
        assert!(repository.task(&child)["notes"].as_str().unwrap().contains("Only here."), "{case}");
        assert!(is_not_in_trash(repository, "Only here."), "{case}");
        let doctor = repository.doctor();
        assert!(doctor.iter().any(|line| line.contains("contains no task")), "{case}: {doctor:?}");
    });
}

#[test]
fn change_of_a_deleted_task_is_not_applied_to_a_similar_new_task() {
    for_every_repository(|repository, id, is_ours, case| {
        let (is_clean, message) = merge_either_way(
            repository,
            is_ours,
            |one| {
                one.handoff(&["task", "delete", id]);
                let new = ["task", "create", "Parse the output", "--estimate", "3", "--remaining", "3"];
                one.handoff(&[new.as_slice(), &["--label", "io", "--criterion", "works"]].concat());
            },
            |other| drop(other.handoff(&["task", "update", id, "--priority", "high"])),
        );
        assert!(!is_clean, "{case}: {message}");
        let files = repository.task_files();
        let path = files.iter().find(|path| path.contains("parse-the-output")).unwrap();
        let text = repository.read(&format!(".handoff/tasks/{path}"));
        for part in ["Parse the input", "Parse the output", "high", "<<<<<<<", ">>>>>>>"] {
            assert!(text.contains(part), "{case}: {part} in {text}");
        }
        let doctor = repository.doctor();
        assert!(doctor.iter().any(|line| line.contains("There is a Git merge conflict here.")), "{case}: {doctor:?}");
        if !case.contains("driver false") {
            assert!(message.contains("Git took a similar new file for it"), "{case}: {message}");
            let between = text.split("<<<<<<<").nth(1).and_then(|rest| rest.split(">>>>>>>").next()).unwrap();
            assert!(between.contains("\"high\""), "the change is no part of the new task: {text}");
        }
    });
}

#[test]
fn new_task_is_not_merged_with_a_deleted_one() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let new = "t5";
        let (is_clean, message) = repository.merge(
            |side| {
                // The times are equal, as an editor or another program leaves them.
                let old = side.file(id);
                let path = old.replacen(&format!("/{id}-"), &format!("/{new}-"), 1);
                side.write(&path, &side.read(&old).replacen(&format!("\"{id}\""), &format!("\"{new}\""), 1));
                side.handoff(&["task", "delete", id]);
            },
            |main| main.change(id, &["works"], &["works well"]),
        );
        assert!(!is_clean, "{message}");
        let text = repository.read(&repository.file(new));
        assert!(text.contains("<<<<<<<") && text.contains("works well"), "{text}");
    }
}

#[test]
fn doctor_reports_tracked_trash_until_it_is_untracked() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.handoff(&["task", "delete", id]);
        repository.git(&["add", "-f", ".handoff/trash"]);
        repository.write(".handoff/.lock.broken-x", "{}");
        repository.git(&["add", "-f", ".handoff/.lock.broken-x"]);
        repository.commit();
        let doctor = repository.doctor();
        let warning = |path: &str| format!("{path}:1:1: warning: Git tracks ");
        assert!(doctor.iter().any(|line| line.starts_with(&warning("trash"))), "{doctor:?}");
        assert!(doctor.iter().any(|line| line.starts_with(&warning(".lock.broken-x"))), "{doctor:?}");
        for line in doctor {
            let command = line.split("git rm ").nth(1).unwrap();
            repository.git(&[&["rm", "-q"], command.split(' ').collect::<Vec<_>>().as_slice()].concat());
        }
        repository.commit();
        assert_eq!(repository.doctor(), ["No problems."]);
    }
}

#[test]
fn delete_into_tracked_trash_against_change_is_a_conflict() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let (is_clean, message) = repository.merge(
            |side| {
                side.handoff(&["task", "update", id, "--title", "Parse all input"]);
                side.handoff(&["task", "delete", id]);
                side.git(&["add", "-f", ".handoff/trash"]);
            },
            |main| drop(main.handoff(&["task", "update", id, "--priority", "high"])),
        );
        assert!(!is_clean && message.contains("One side deleted the record"), "{message}");
        assert!(repository.doctor().iter().any(|line| line.contains("Git tracks the trash")));
    }
}

//! Two branches of a project brought together by Git itself.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use support::Folder;

/// A repository with a project in it, whose files the `handoff` command merges.
struct Repository(Folder);

impl Repository {
    fn new(layout: &str) -> Repository {
        let repository = Repository(Folder::new());
        repository.git(&["init", "-q", "-b", "main"]);
        repository.handoff(&["setup", "git"]);
        repository.handoff(&["init", "Harbour", "--layout", layout]);
        repository
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CLAUDE_PROJECT_DIR", "HANDOFF_LAYOUT"] {
            command.env_remove(variable);
        }
        command.env("HOME", self.0.path()).env("XDG_STATE_HOME", self.0.at(".git/state"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
        for (name, value) in [("NAME", "Kim"), ("EMAIL", "kim@example.invalid")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        command.args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = self.command("git", arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn handoff(&self, arguments: &[&str]) -> String {
        let output = self.command(env!("CARGO_BIN_EXE_handoff"), arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// What the doctor says.
    fn doctor(&self) -> Vec<String> {
        let output = self.command(env!("CARGO_BIN_EXE_handoff"), &["doctor"]);
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Carries out a repair that the doctor offers.
    fn repair(&self, title: &str) {
        let said = self.doctor();
        let line = said.iter().find(|line| line.ends_with(title)).unwrap_or_else(|| panic!("{title} in {said:?}"));
        self.handoff(&["doctor", "--repair", line.split_whitespace().nth(1).unwrap()]);
    }

    fn task(&self, id: &str) -> Value {
        serde_json::from_str(&self.handoff(&["task", "get", id, "--json"])).unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.at(path)).unwrap()
    }

    fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", "Step"]);
    }

    /// Does one thing on a branch, another on the main branch, and merges; says whether Git was content, and what it said.
    fn merge(&self, side: impl FnOnce(&Repository), main: impl FnOnce(&Repository)) -> (bool, String) {
        self.commit();
        self.git(&["checkout", "-qb", "side"]);
        side(self);
        self.commit();
        self.git(&["checkout", "-q", "main"]);
        main(self);
        self.commit();
        let output = self.command("git", &["merge", "--no-edit", "side"]);
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    }

    /// The same, where nothing may be left to do.
    fn merges(&self, side: impl FnOnce(&Repository), main: impl FnOnce(&Repository)) {
        let (content, said) = self.merge(side, main);
        assert!(content, "{said}\n{}", self.git(&["diff"]));
        assert_eq!(self.doctor(), ["No problems."]);
    }

    /// The path of a task's file.
    fn file(&self, id: &str) -> String {
        let mine = |path: &String| {
            let folder = path.rsplit('/').nth(1).unwrap();
            folder.strip_prefix(id).is_some_and(|rest| rest.starts_with('-'))
        };
        self.task_files().into_iter().find(mine).map(|path| format!(".handoff/tasks/{path}")).unwrap()
    }

    /// Replaces words in a task's file by hand; the words of either layout.
    fn change(&self, id: &str, from: &[&str], to: &[&str]) {
        let path = self.file(id);
        let old = self.read(&path);
        let new = from.iter().zip(to).fold(old.clone(), |text, (from, to)| text.replace(from, to));
        assert_ne!(old, new);
        self.write(&path, &new);
    }

    /// The paths of the files of tasks, below `tasks/`.
    fn task_files(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(&self.0.at(".handoff/tasks"), "", &mut found);
        found.sort();
        found
    }
}

fn collect(folder: &Path, above: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{above}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), found);
        } else {
            found.push(path);
        }
    }
}

/// The first top-level task's id, and its first subtask's.
fn ids(layout: &str) -> (&'static str, &'static str) {
    if layout == "toml" { ("01", "01.1") } else { ("t1", "t1.1") }
}

fn with_task(layout: &str) -> (Repository, &'static str) {
    let repository = Repository::new(layout);
    repository.handoff(&[
        "task",
        "create",
        "Parse the input",
        "--estimate",
        "3",
        "--remaining",
        "3",
        "--label",
        "io",
        "--criterion",
        "works",
    ]);
    (repository, ids(layout).0)
}

const LAYOUTS: [&str; 2] = ["json", "toml"];

#[test]
fn different_fields_notes_and_lists_of_both_branches_come_together() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.merges(
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
fn a_status_of_one_branch_and_a_title_of_the_other_come_together() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.handoff(&["task", "create", "Read", "--parent", id]);
        repository.merges(
            |side| drop(side.handoff(&["task", "update", id, "--status", "in_progress"])),
            |main| drop(main.handoff(&["task", "update", id, "--title", "Parse all input"])),
        );
        let task = repository.task(id);
        assert_eq!((&task["title"], &task["status"]), (&json!("Parse all input"), &json!("in_progress")));
        assert_eq!(repository.task_files().len(), 2, "one file for each task: {:?}", repository.task_files());
    }
}

#[test]
fn the_other_way_round_as_well() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.merges(
            |side| drop(side.handoff(&["task", "update", id, "--title", "Parse all input", "--due", "2026-12-01"])),
            |main| drop(main.handoff(&["task", "update", id, "--status", "in_progress"])),
        );
        let task = repository.task(id);
        assert_eq!((&task["title"], &task["status"]), (&json!("Parse all input"), &json!("in_progress")));
    }
}

#[test]
fn two_statuses_of_one_task_are_left_to_a_person_and_lose_nothing() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let (content, said) = repository.merge(
            |side| {
                drop(side.handoff(&["task", "update", id, "--status", "review", "--append-notes", "From the side."]));
            },
            |main| drop(main.handoff(&["task", "update", id, "--status", "blocked", "--append-notes", "From main."])),
        );
        assert!(!content && said.contains("rename/rename"), "{said}");
        let files = repository.task_files();
        assert_eq!(files.len(), 2, "{files:?}");
        for file in &files {
            let text = repository.read(&format!(".handoff/tasks/{file}"));
            assert!(text.contains("From the side.") && text.contains("From main."), "{text}");
        }
        let said = repository.doctor();
        let (expected, repair) = if layout == "toml" {
            ("not the only one that contains a task", "Move tasks/01-blocked--parse-the-input to the trash")
        } else {
            ("several task files", "Keep _task.review.json")
        };
        assert!(said.iter().any(|line| line.contains(expected)), "{said:?}");
        repository.repair(repair);
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task(id)["status"], "review");
    }
}

#[test]
fn a_renamed_folder_and_an_edited_task_come_together() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let child = ids(layout).1;
        repository.handoff(&["task", "create", "Read the bytes", "--parent", id]);
        repository.merges(
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
fn a_new_subtask_finds_its_parent_again() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let child = ids(layout).1;
        let (content, said) = repository.merge(
            |side| drop(side.handoff(&["task", "update", id, "--status", "in_progress"])),
            |main| drop(main.handoff(&["task", "create", "Read the bytes", "--parent", id])),
        );
        assert!(content, "{said}");
        if layout == "toml" {
            // The folder of the parent has another name now; Git leaves what is new in the old one.
            repository.repair("Move 01.1 under 01");
            repository.repair("Move 01-todo--parse-the-input to the trash");
        }
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task(child)["title"], "Read the bytes");
        let under = format!("{}/", repository.file(id).rsplit_once('/').unwrap().0);
        assert!(repository.file(child).starts_with(&under), "{:?}", repository.task_files());
        assert_eq!(repository.task(id)["status"], "in_progress");
    }
}

#[test]
fn a_task_moved_on_both_branches() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        for title in ["Second", "Third"] {
            repository.handoff(&["task", "create", title]);
        }
        let [second, third] = if layout == "toml" { ["02", "03"] } else { ["t2", "t3"] };
        let (content, said) = repository.merge(
            |side| drop(side.handoff(&["task", "move", id, "--under", second])),
            |main| drop(main.handoff(&["task", "move", id, "--under", third])),
        );
        assert!(!content, "{said}");
        assert_eq!(repository.task_files().len(), 4, "it is in both places: {:?}", repository.task_files());
        let away = repository.file(id);
        let away = away.strip_prefix(".handoff/").unwrap().rsplit_once('/').unwrap().0.to_owned();
        repository.repair(&format!("Move {away} to the trash"));
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task_files().len(), 3);
    }
}

#[test]
fn a_task_moved_on_one_branch_and_edited_on_the_other() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.handoff(&["task", "create", "Second"]);
        let second = if layout == "toml" { "02" } else { "t2" };
        repository.merges(
            |side| drop(side.handoff(&["task", "move", id, "--under", second])),
            |main| drop(main.handoff(&["task", "update", id, "--priority", "low"])),
        );
        assert_eq!(repository.task(id)["priority"], "low");
        assert!(repository.file(id).contains("second/"), "{}", repository.file(id));
    }
}

/// Calls a function for both layouts, with and without the driver, with Git ignoring the trash from the start and with a trash that it
/// tracks from before, each with a repository of two tasks.
fn for_every_repository(mut check: impl FnMut(&Repository, &str, &str)) {
    for layout in LAYOUTS {
        for (drives, tracks) in [(true, false), (true, true), (false, false), (false, true)] {
            let case = format!("{layout}, driver {drives}, tracked trash {tracks}");
            let (repository, id) = with_task(layout);
            if !drives {
                repository.handoff(&["setup", "git", "--uninstall"]);
                // One writer's log would be a conflict of its own.
                repository.write(".gitattributes", ".handoff/activity/**/*.jsonl merge=union\n");
            }
            if tracks {
                repository.handoff(&["task", "create", "Gone long since", "--criterion", "works"]);
                repository.handoff(&["task", "delete", if layout == "toml" { "02" } else { "t2" }]);
                fs::remove_file(repository.0.at(".handoff/.gitignore")).unwrap();
                repository.git(&["add", "-A"]);
                assert!(repository.git(&["ls-files", ".handoff/trash"]).contains("gone-long-since"));
            }
            check(&repository, id, &case);
        }
    }
}

/// Makes both changes on a branch each, either way round.
fn merge_either_way(
    repository: &Repository,
    is_ours: bool,
    one: impl FnOnce(&Repository),
    other: impl FnOnce(&Repository),
) -> (bool, String) {
    if is_ours { repository.merge(other, one) } else { repository.merge(one, other) }
}

/// Whether a text is in no file of the trash.
fn is_not_in_trash(repository: &Repository, text: &str) -> bool {
    let trash = repository.0.at(".handoff/trash");
    let mut found = Vec::new();
    if trash.exists() {
        collect(&trash, "", &mut found);
    }
    found.iter().all(|path| !fs::read_to_string(trash.join(path)).unwrap().contains(text))
}

#[test]
fn a_task_deleted_on_one_branch_and_changed_on_the_other_is_a_conflict() {
    for is_ours in [true, false] {
        for_every_repository(|repository, id, case| {
            let (content, said) = merge_either_way(
                repository,
                is_ours,
                |one| drop(one.handoff(&["task", "delete", id])),
                |other| drop(other.handoff(&["task", "update", id, "--append-notes", "Only here."])),
            );
            assert!(!content && said.contains("modify/delete"), "{case}: {said}");
            assert!(repository.task(id)["notes"].as_str().unwrap().contains("Only here."), "{case}");
            assert!(is_not_in_trash(repository, "Only here."), "{case}");
        });
    }
}

#[test]
fn a_task_deleted_on_one_branch_and_given_another_status_on_the_other_is_a_conflict() {
    for is_ours in [true, false] {
        for_every_repository(|repository, id, case| {
            let (content, said) = merge_either_way(
                repository,
                is_ours,
                |one| drop(one.handoff(&["task", "delete", id])),
                |other| drop(other.handoff(&["task", "update", id, "--status", "in_progress"])),
            );
            assert!(!content && said.contains("rename/delete"), "{case}: {said}");
            assert_eq!(repository.task(id)["status"], "in_progress", "{case}");
        });
    }
}

#[test]
fn a_task_deleted_with_a_subtask_that_the_other_branch_changed_is_a_conflict() {
    for is_ours in [true, false] {
        for_every_repository(|repository, id, case| {
            repository.handoff(&["task", "create", "Read the bytes", "--parent", id]);
            let child = format!("{id}.1");
            let (content, said) = merge_either_way(
                repository,
                is_ours,
                |one| drop(one.handoff(&["task", "delete", id])),
                |other| drop(other.handoff(&["task", "update", &child, "--append-notes", "Only here."])),
            );
            assert!(!content && said.contains("modify/delete"), "{case}: {said}");
            assert!(repository.task(&child)["notes"].as_str().unwrap().contains("Only here."), "{case}");
            assert!(is_not_in_trash(repository, "Only here."), "{case}");
            let doctor = repository.doctor();
            assert!(doctor.iter().any(|line| line.contains("contains no task")), "{case}: {doctor:?}");
        });
    }
}

#[test]
fn a_change_of_a_deleted_task_never_becomes_a_change_of_a_new_one_that_looks_like_it() {
    for is_ours in [true, false] {
        for_every_repository(|repository, id, case| {
            let (content, said) = merge_either_way(
                repository,
                is_ours,
                |one| {
                    one.handoff(&["task", "delete", id]);
                    let new = ["task", "create", "Parse the output", "--estimate", "3", "--remaining", "3"];
                    one.handoff(&[new.as_slice(), &["--label", "io", "--criterion", "works"]].concat());
                },
                |other| drop(other.handoff(&["task", "update", id, "--priority", "high"])),
            );
            assert!(!content, "{case}: {said}");
            let files = repository.task_files();
            let path = files.iter().find(|path| path.contains("parse-the-output")).unwrap();
            let text = repository.read(&format!(".handoff/tasks/{path}"));
            for part in ["Parse the input", "Parse the output", "high", "<<<<<<<", ">>>>>>>"] {
                assert!(text.contains(part), "{case}: {part} in {text}");
            }
            let doctor = repository.doctor();
            assert!(
                doctor.iter().any(|line| line.contains("There is a Git merge conflict here.")),
                "{case}: {doctor:?}"
            );
            if !case.contains("driver false") {
                assert!(said.contains("Git took a similar new file for it"), "{case}: {said}");
                let between = text.split("<<<<<<<").nth(1).and_then(|rest| rest.split(">>>>>>>").next()).unwrap();
                assert!(between.contains("\"high\""), "the change is no part of the new task: {text}");
            }
        });
    }
}

#[test]
fn a_new_task_is_no_version_of_a_deleted_one_even_where_their_lines_would_merge() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let new = if layout == "toml" { "05" } else { "t5" };
        let (content, said) = repository.merge(
            |side| {
                // As an editor or another program leaves it: the same times.
                let old = side.file(id);
                let path = old.replacen(&format!("/{id}-"), &format!("/{new}-"), 1);
                side.write(&path, &side.read(&old).replacen(&format!("\"{id}\""), &format!("\"{new}\""), 1));
                side.handoff(&["task", "delete", id]);
            },
            |main| main.change(id, &["works"], &["works well"]),
        );
        assert!(!content, "{said}");
        let text = repository.read(&repository.file(new));
        assert!(text.contains("<<<<<<<") && text.contains("works well"), "{text}");
    }
}

#[test]
fn a_tracked_trash_is_named_by_the_doctor_until_git_no_longer_has_it() {
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
fn a_deletion_into_a_tracked_trash_with_a_change_of_both_branches_is_a_conflict() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let (content, said) = repository.merge(
            |side| {
                side.handoff(&["task", "update", id, "--title", "Parse all input"]);
                side.handoff(&["task", "delete", id]);
                side.git(&["add", "-f", ".handoff/trash"]);
            },
            |main| drop(main.handoff(&["task", "update", id, "--priority", "high"])),
        );
        assert!(!content && said.contains("One side deleted the record"), "{said}");
        assert!(repository.doctor().iter().any(|line| line.contains("Git tracks the trash")));
    }
}

#[test]
fn what_git_would_take_is_named_by_the_doctor_and_a_repair_has_it_ignored() {
    for layout in LAYOUTS {
        let (repository, _) = with_task(layout);
        repository.write(".handoff/.gitignore", "# mine\r\n*.tmp.*\r\n");
        let doctor = repository.doctor();
        let expected = ".gitignore:1:1: warning: Git does not ignore /trash/, /.journal-*, /.lock* in .handoff, ";
        assert!(doctor.iter().any(|line| line.starts_with(expected)), "{doctor:?}");
        repository.repair("Update .handoff/.gitignore");
        assert!(repository.read(".handoff/.gitignore").starts_with("# mine\r\n*.tmp.*\r\n/sessions"));
        assert_eq!(repository.doctor(), ["No problems."]);
        // What a person says elsewhere counts as well, and what they take back is theirs to settle.
        repository.write(".handoff/.gitignore", "");
        repository.write(".gitignore", "trash/\n.lock*\n.journal-*\n*.tmp.*\n");
        assert_eq!(repository.doctor(), ["No problems."]);
        repository.handoff(&["setup", "git"]);
        let kept = repository.read(".handoff/.gitignore");
        repository.write(".handoff/.gitignore", &format!("{kept}!/trash/\n"));
        let doctor = repository.doctor();
        assert!(doctor.len() == 1 && doctor[0].contains("Git does not ignore /trash/ in .handoff"), "{doctor:?}");
    }
}

#[test]
fn new_tasks_with_one_id_are_named_by_the_doctor() {
    for layout in LAYOUTS {
        let (repository, _) = with_task(layout);
        let (content, said) = repository.merge(
            |side| drop(side.handoff(&["task", "create", "From the side"])),
            |main| drop(main.handoff(&["task", "create", "From main"])),
        );
        assert!(content, "{said}");
        assert_eq!(repository.task_files().len(), 3);
        repository.repair("-from-main a new ID");
        assert_eq!(repository.doctor(), ["No problems."]);
    }
}

#[test]
fn a_field_set_differently_is_left_between_marks_and_the_doctor_names_the_file() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let (content, said) = repository.merge(
            |side| drop(side.handoff(&["task", "update", id, "--title", "Side's title", "--priority", "low"])),
            |main| drop(main.handoff(&["task", "update", id, "--title", "Main's title", "--assignee", "kim"])),
        );
        assert!(!content && said.contains("Both sides have changed title in .handoff/tasks/"), "{said}");
        let path = repository.file(id);
        let text = repository.read(&path);
        let part = text.split("<<<<<<< HEAD\n").nth(1).and_then(|rest| rest.split(">>>>>>> side\n").next()).unwrap();
        assert_eq!(part.lines().count(), 3, "{text}");
        assert!(part.contains("Side's title") && part.contains("Main's title"), "{text}");
        assert!(text.contains("low") && text.contains("kim"), "{text}");
        let doctor = repository.doctor();
        let named = |line: &String| {
            path.ends_with(line.split(':').next().unwrap()) && line.contains("There is a Git merge conflict here.")
        };
        assert!(doctor.iter().any(named), "{doctor:?}");
        let settled: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("<<<<<<<") && !line.starts_with("=======") && !line.starts_with(">>>>>>>"))
            .filter(|line| !line.contains("Side's title"))
            .collect();
        repository.write(&path, &settled.join("\n"));
        repository.commit();
        assert_eq!(repository.doctor(), ["No problems."]);
        assert_eq!(repository.task(id)["title"], "Main's title");
    }
}

#[test]
fn line_ends_and_what_nobody_knows_survive() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        let path = repository.file(id);
        repository.write(".git/info/attributes", "* -text\n");
        let old = repository.read(&path);
        let strange = if layout == "toml" {
            old.replacen("title", "# a remark\nx_mine = \"?\"\ntitle", 1)
        } else {
            old.replacen("\"title\"", "\"x_mine\":   \"?\",\n  \"title\"", 1)
        };
        repository.write(&path, &strange.replace('\n', "\r\n"));
        repository.merges(
            |side| drop(side.handoff(&["task", "update", id, "--label", "io", "--label", "side"])),
            |main| drop(main.handoff(&["task", "update", id, "--label", "main", "--label", "io"])),
        );
        let text = repository.read(&repository.file(id));
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
        for part in ["x_mine", "side", "main", "io"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(text.contains(if layout == "toml" { "# a remark" } else { "\"x_mine\":   \"?\"" }), "{text}");
    }
}

#[test]
fn sessions_configuration_and_logs_come_together() {
    let repository = Repository::new("json");
    let session = ".handoff/sessions/20261121-025724-x.active.json";
    let content = |decisions: &[&str], ended: &str| {
        let decisions: Vec<Value> = decisions.iter().map(|decision| json!({"decision": decision})).collect();
        let session = json!({"version": 2, "id": "s-20261121-025724-204772", "ended_at": ended, "summary": "Work", "decisions": decisions});
        serde_json::to_string_pretty(&session).unwrap()
    };
    let log = |ids: &[&str]| -> String {
        let line = |id: &&str| {
            let change = json!({"kind": "created", "title": id});
            let actor = json!({"kind": "human", "name": "kim"});
            format!(
                "{}\n",
                json!({"id": id, "at": "2026-11-21T10:00:00+00:00", "actor": actor, "task": "t1", "change": change})
            )
        };
        ids.iter().map(line).collect()
    };
    repository.write(session, &content(&["Use TOML"], "2026-11-21T10:00:00+00:00"));
    repository.write(".handoff/activity/2026-11/a.jsonl", &log(&["1"]));
    repository.merges(
        |side| {
            side.write(session, &content(&["Use TOML", "Side"], "2026-11-21T12:00:00+00:00"));
            side.write(".handoff/activity/2026-11/a.jsonl", &log(&["1", "2"]));
            let config = side.read(".handoff/config.toml");
            side.write(
                ".handoff/config.toml",
                &format!("{config}\n# who works here\n[assignees.kim]\nname = \"Kim\"\n"),
            );
        },
        |main| {
            main.write(session, &content(&["Use TOML", "Main"], "2026-11-21T11:00:00+00:00"));
            main.write(".handoff/activity/2026-11/a.jsonl", &log(&["1", "3"]));
            let config = main.read(".handoff/config.toml");
            main.write(".handoff/config.toml", &format!("{config}\n[assignees.lee]\nname = \"Lee\" # part time\n"));
        },
    );
    let merged: Value = serde_json::from_str(&repository.read(session)).unwrap();
    let decisions: Vec<&Value> = merged["decisions"].as_array().unwrap().iter().map(|one| &one["decision"]).collect();
    assert_eq!(decisions, ["Use TOML", "Main", "Side"]);
    assert_eq!(merged["ended_at"], "2026-11-21T12:00:00+00:00");
    let log = repository.read(".handoff/activity/2026-11/a.jsonl");
    assert_eq!(log.lines().count(), 3, "{log}");
    let config = repository.read(".handoff/config.toml");
    for part in ["[assignees.kim]", "[assignees.lee]", "# who works here", "# part time"] {
        assert!(config.contains(part), "{part} in {config}");
    }
}

#[test]
fn what_makes_no_sense_is_left_as_git_leaves_it() {
    let (repository, id) = with_task("json");
    let path = repository.file(id);
    let (content, said) = repository.merge(
        |side| side.write(&path, "{ \"id\": \"t1\", side"),
        |main| drop(main.handoff(&["task", "update", id, "--title", "Main's title"])),
    );
    assert!(!content, "{said}");
    let text = repository.read(&path);
    assert!(text.contains("Main's title") && text.contains("side") && text.contains("<<<<<<<"), "{text}");
}

#[test]
fn branches_that_were_merged_into_each_other_before_are_merged_again() {
    let (repository, id) = with_task("json");
    let step = |branch: &str, arguments: &[&str]| {
        repository.git(&["checkout", "-q", branch]);
        repository.handoff(&[&["task", "update", id], arguments].concat());
        repository.commit();
    };
    repository.commit();
    for branch in ["one", "two"] {
        repository.git(&["branch", branch]);
    }
    step("one", &["--title", "One"]);
    step("two", &["--title", "Two"]);
    // Each takes the other in and settles the title in its own way, so that they have two ancestors in common.
    let heads = ["one", "two"].map(|branch| repository.git(&["rev-parse", branch]).trim().to_owned());
    for (branch, other) in [("one", &heads[1]), ("two", &heads[0])] {
        repository.git(&["checkout", "-q", branch]);
        repository.git(&["merge", "-q", "-s", "ours", "--no-edit", other]);
    }
    step("one", &["--title", "Both", "--priority", "high"]);
    step("two", &["--title", "Both", "--assignee", "kim"]);
    let output = repository.command("git", &["merge", "--no-edit", "one"]);
    assert!(output.status.success(), "{output:?}\n{}", repository.git(&["diff"]));
    let task = repository.task(id);
    assert_eq!((&task["title"], &task["priority"], &task["assignee"]), (&json!("Both"), &json!("high"), &json!("kim")));
}

#[test]
fn a_rebase_and_a_picked_commit_merge_the_same_way() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        repository.commit();
        repository.git(&["checkout", "-qb", "side"]);
        repository.handoff(&["task", "update", id, "--status", "in_progress", "--append-notes", "Side."]);
        repository.commit();
        repository.git(&["checkout", "-q", "main"]);
        repository.handoff(&["task", "update", id, "--title", "Parse all input", "--append-notes", "Main."]);
        repository.commit();
        repository.git(&["checkout", "-q", "side"]);
        repository.git(&["rebase", "-q", "main"]);
        let task = repository.task(id);
        assert_eq!((&task["title"], &task["status"]), (&json!("Parse all input"), &json!("in_progress")));
        let notes = task["notes"].as_str().unwrap();
        assert!(notes.contains("Side.") && notes.contains("Main."), "{notes}");
        assert_eq!(repository.doctor(), ["No problems."]);
    }
}

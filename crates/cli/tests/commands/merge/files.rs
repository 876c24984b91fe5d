//! Other files, other ways to merge, and what the doctor reports.

use serde_json::{Value, json};

use super::{LAYOUTS, Repository, with_task};
use crate::support::program;

#[test]
fn doctor_reports_local_files_that_git_would_add() {
    for layout in LAYOUTS {
        let (repository, _) = with_task(layout);
        repository.write(".handoff/.gitignore", "# mine\r\n*.tmp.*\r\n");
        let doctor = repository.doctor();
        let expected =
            ".gitignore:1:1: warning: Git does not ignore /trash/, /local/, /timer/, /.journal-*, .lock* in .handoff, ";
        assert!(doctor.iter().any(|line| line.starts_with(expected)), "{doctor:?}");
        repository.repair("Update .handoff/.gitignore");
        assert!(repository.read(".handoff/.gitignore").starts_with("# mine\r\n*.tmp.*\r\n/sessions"));
        assert_eq!(repository.doctor(), ["No problems."]);
        // Rules in other ignore files count as well, and a user's negated rule is kept.
        repository.write(".handoff/.gitignore", "");
        repository.write(".gitignore", "trash/\nlocal/\ntimer/\n.lock*\n.journal-*\n*.tmp.*\n");
        assert_eq!(repository.doctor(), ["No problems."]);
        repository.handoff(&["setup", "git"]);
        let content = repository.read(".handoff/.gitignore");
        repository.write(".handoff/.gitignore", &format!("{content}!/trash/\n"));
        let doctor = repository.doctor();
        assert!(doctor.len() == 1 && doctor[0].contains("Git does not ignore /trash/ in .handoff"), "{doctor:?}");
    }
}

#[test]
fn doctor_reports_a_driver_that_cannot_be_run_and_what_it_left() {
    for layout in LAYOUTS {
        let (repository, id) = with_task(layout);
        // A driver of an earlier version: Git keeps our side, as a conflict without markers.
        repository.git(&["config", "merge.handoff.driver", "/nowhere/handoff merge-driver %O %A %B"]);
        let doctor = repository.doctor();
        assert!(doctor.iter().any(|line| line.contains("its program does not exist")), "{doctor:?}");
        let (is_clean, _) = repository.merge(
            |side| drop(side.handoff(&["task", "update", id, "--notes", "from the side"])),
            |main| drop(main.handoff(&["task", "update", id, "--notes", "from main"])),
        );
        assert!(!is_clean);
        let says = |text: &str| {
            repository.doctor().iter().any(|line| line.contains(&repository.file(id)) && line.contains(text))
        };
        assert!(says("it is the same as on one of the two branches"), "{:?}", repository.doctor());
        repository.handoff(&["task", "update", id, "--priority", "high"]);
        assert!(says("no conflict markers, so the changes of one branch may be missing"), "{:?}", repository.doctor());
    }
}

#[test]
fn driver_that_a_signal_ends_leaves_markers() {
    let (repository, id) = with_task("toml");
    let driver = repository.git(&["config", "merge.handoff.driver"]);
    let (_, rest) = driver.trim().split_once(" merge-driver").unwrap();
    repository.git(&["config", "merge.handoff.driver", &format!("sh -c 'kill -9 $$' merge-driver{rest}")]);
    let (is_clean, message) = repository.merge(
        |side| drop(side.handoff(&["task", "update", id, "--notes", "from the side"])),
        |main| drop(main.handoff(&["task", "update", id, "--notes", "from main"])),
    );
    assert!(!is_clean, "{message}");
    let text = repository.read(&repository.file(id));
    assert!(text.contains("<<<<<<<") && text.contains("from the side") && text.contains("from main"), "{text}");
}

#[test]
fn doctor_reports_new_tasks_with_the_same_id() {
    for layout in LAYOUTS {
        let (repository, _) = with_task(layout);
        let (is_clean, message) = repository.merge(
            |side| drop(side.handoff(&["task", "create", "From the side"])),
            |main| drop(main.handoff(&["task", "create", "From main"])),
        );
        assert!(is_clean, "{message}");
        assert_eq!(repository.task_files().len(), 3);
        repository.repair("-from-main a new ID");
        assert_eq!(repository.doctor(), ["No problems."]);
    }
}

#[test]
fn line_endings_and_unknown_keys_survive_a_merge() {
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
        repository.merge_cleanly(
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
fn merge_combines_sessions_configuration_and_logs() {
    let repository = Repository::new("json");
    let session = ".handoff/sessions/20261121-025724-x.active.json";
    let content = |decisions: &[&str], ended_at: &str| {
        let decisions: Vec<Value> = decisions.iter().map(|decision| json!({"decision": decision})).collect();
        let session = json!({"version": 2, "id": "s-20261121-025724-204772", "ended_at": ended_at, "summary": "Work", "decisions": decisions});
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
    repository.merge_cleanly(
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
fn unparsable_files_stay_as_git_merges_them() {
    let (repository, id) = with_task("json");
    let path = repository.file(id);
    let (is_clean, message) = repository.merge(
        |side| side.write(&path, "{ \"id\": \"t1\", side"),
        |main| drop(main.handoff(&["task", "update", id, "--title", "Main's title"])),
    );
    assert!(!is_clean, "{message}");
    let text = repository.read(&path);
    assert!(text.contains("Main's title") && text.contains("side") && text.contains("<<<<<<<"), "{text}");
}

#[test]
fn criss_cross_merges_work() {
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
    // Each branch merges the other and sets the title itself, so that there are two common
    // ancestors.
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
fn rebase_and_cherry_pick_use_the_merge_driver() {
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

#[test]
fn merge_without_the_command_keeps_both_sides_with_markers() {
    for layout in LAYOUTS {
        let repository = Repository::new(layout);
        repository.handoff(&["task", "create", "Quay", "--id", "t1"]);
        let driver = repository.git(&["config", "merge.handoff.driver"]);
        let program = program();
        assert!(driver.contains(program), "{driver}");
        repository.git(&["config", "merge.handoff.driver", &driver.trim_end().replace(program, "/nowhere/handoff")]);
        let (is_clean, message) = repository.merge(
            |side| drop(side.handoff(&["task", "update", "t1", "--notes", "from the side"])),
            |main| drop(main.handoff(&["task", "update", "t1", "--priority", "high"])),
        );
        assert!(!is_clean, "{message}");
        let text = repository.read(&repository.file("t1"));
        for part in ["<<<<<<<", ">>>>>>>", "from the side", "high"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        // Merged again by the command.
        repository.handoff(&["setup", "git"]);
        repository.git(&["checkout", "-q", "--merge", "--", ".handoff"]);
        assert!(!repository.read(&repository.file("t1")).contains("<<<<<<<"));
        let task = repository.task("t1");
        assert_eq!((&task["notes"], &task["priority"]), (&"from the side".into(), &"high".into()));
    }
}

#[test]
fn doctor_names_a_merged_file_with_one_side_only() {
    let repository = Repository::new("json");
    repository.handoff(&["task", "create", "Quay", "--id", "t1"]);
    repository.git(&["config", "merge.handoff.driver", "/nowhere/handoff %A"]);
    repository.merge(
        |side| drop(side.handoff(&["task", "update", "t1", "--notes", "from the side"])),
        |main| drop(main.handoff(&["task", "update", "t1", "--priority", "high"])),
    );
    let message = repository.doctor().join("\n");
    let advice = format!("git checkout --merge -- {}", repository.file("t1"));
    assert!(message.contains("the changes of the other are missing") && message.contains(&advice), "{message}");
}

#[test]
fn doctor_names_the_line_that_ignores_records() {
    let repository = Repository::new("json");
    repository.write(".gitignore", "*.log\n.handoff/sessions/\n");
    let message = repository.doctor().join("\n");
    let line = "Git ignores sessions, so a commit leaves them out";
    assert!(message.contains(line) && message.contains(".gitignore:2: .handoff/sessions/"), "{message}");
}

//! Verbs for tasks, sessions, timers, memories and imports, in both layouts.

use std::fs;

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::git;

pub(super) const LAYOUTS: [&str; 2] = ["toml", "json"];

pub(super) fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour", "--layout", layout]);
    folder
}

#[test]
fn task_update_changes_each_field() {
    for layout in LAYOUTS {
        let folder = project(layout);
        folder.stdout(&[
            "task",
            "create",
            "Parse",
            "--id",
            "p",
            "--criterion",
            "works offline",
            "--criterion",
            "works online",
        ]);
        assert_eq!(
            folder.failure(&["task", "create", "Again", "--id", "p"]),
            (1, "A task p already exists.".to_owned())
        );
        folder.stdout(&[
            "task",
            "update",
            "p",
            "--label",
            "io",
            "--label",
            "risk",
            "--assignee",
            "maya",
            "--pinned",
            "true",
        ]);
        folder.stdout(&["task", "update", "p", "--label", "io"]);
        let task = folder.value(&["task", "get", "p"]);
        assert_eq!(task["labels"], json!(["io"]), "a single label is a list of one and clears nothing: defect 27");
        assert_eq!(task["done_criteria"].as_array().unwrap().len(), 2);
        assert_eq!(task["schedule"]["pinned"], json!(true));
        folder.stdout(&["task", "update", "p", "--clear", "labels", "--clear", "assignee"]);
        let task = folder.value(&["task", "get", "p"]);
        assert_eq!((&task["labels"], &task["assignee"]), (&json!([]), &Value::Null));

        assert!(folder.run_with_input(&["task", "update", "p", "--notes", "-"], "# Goal\n\nÄ line\n").status.success());
        assert!(folder.run_with_input(&["task", "update", "p", "--append-notes", "-"], "More.\n").status.success());
        let notes = folder.value(&["task", "get", "p"])["notes"].clone();
        let notes = notes.as_str().unwrap();
        assert!(notes.starts_with("# Goal\n\nÄ line\n") && notes.ends_with("More."), "{notes}");

        assert_eq!(folder.stdout(&["task", "check", "p", "2"]), "Ticked “works online” of task p: 1 of 2 met.\n");
        folder.stdout(&["task", "check", "p", "works off"]);
        folder.stdout(&["task", "check", "p", "2", "--uncheck"]);
        let criteria = folder.value(&["task", "get", "p"])["done_criteria"].clone();
        assert_eq!(
            criteria,
            json!([{"item": "works offline", "checked": true}, {"item": "works online", "checked": false}])
        );
        assert_eq!(
            folder.failure(&["task", "check", "p", "works"]),
            (1, "2 done criteria of task p start with “works”; use the number of one.".to_owned())
        );
        assert_eq!(folder.failure(&["task", "check", "p", "3"]).0, 1);
        assert_eq!(folder.failure(&["task", "update", "p"]).0, 2);
        let finish = ["task", "update", "p", "--check", "2", "--log-hours", "1.25", "--status", "review"];
        assert_eq!(folder.stdout(&finish), "Updated task p: Parse [review]\nHours in total: 1.25.\n");
        folder.stdout(&["task", "check", "p", "1", "--uncheck"]);
        folder.stdout(&["task", "update", "p", "--check", "all", "--status", "done"]);
        let criteria = folder.value(&["task", "get", "p"])["done_criteria"].clone();
        assert!(!criteria.to_string().contains("false"), "{criteria}");
        folder.stdout(&["task", "update", "p", "--status", "todo"]);

        folder.stdout(&["task", "create", "Feed", "--id", "t1"]);
        let moved = folder.value(&["task", "move", "p", "--under", "t1"]);
        assert_eq!(moved["warnings"], json!([]));
        assert!(moved["done"].as_str().unwrap().contains('p'), "{moved}");
        assert_eq!(folder.value(&["task", "list"])["task_tree"][0]["children"][0]["id"], "p");
        folder.stdout(&["task", "move", "p", "--top"]);
        folder.stdout(&["task", "delete", "p", "t1"]);
        assert_eq!(folder.stdout(&["task", "list"]), "No tasks yet. handoff task create TITLE adds one.\n");
    }
}

#[test]
fn task_next_gives_its_reasons() {
    let folder = project("toml");
    assert!(folder.stdout(&["task", "next"]).starts_with("No task is ready to start. No tasks yet."));
    folder.stdout(&["task", "create", "First", "--id", "t1"]);
    folder.stdout(&["task", "create", "Urgent", "--id", "t2", "--priority", "high", "--criterion", "holds"]);
    folder.stdout(&["task", "create", "Waits", "--id", "t3", "--priority", "high", "--depends-on", "t2"]);
    assert_eq!(folder.stdout(&["task", "next"]), "Begin t2 Urgent (high).\n\nAlso ready\n- t1 First\n");
    folder.stdout(&["task", "update", "t1", "--status", "in_progress", "--estimate", "1"]);
    assert!(folder.stdout(&["task", "next"]).starts_with("Go on with t1 First."));
    let value = folder.value(&["task", "next"]);
    assert_eq!(value["task"]["id"], "t1");
    assert_eq!(value["also_ready"], json!(["t2 Urgent (high)"]));
    // An agent gets its next task by the same rule.
    assert!(folder.stdout(&["session", "load"]).contains("## Next\n- Go on with t1\n\n## In progress\n- t1 First"));
}

#[test]
fn next_task_of_a_person_is_the_one_that_the_person_would_claim() {
    let folder = project("toml");
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["config", "user.name", "Maya"]);
    folder.stdout(&["task", "create", "Nobody's", "--id", "t1", "--priority", "high"]);
    folder.stdout(&["task", "create", "Zed's", "--id", "t2", "--assignee", "zed", "--priority", "high"]);
    folder.stdout(&["task", "create", "Maya's", "--id", "t3", "--assignee", "Maya"]);
    assert!(folder.stdout(&["task", "next"]).starts_with("Begin t3 Maya's"));
    assert!(folder.stdout(&["session", "load"]).contains("## Next\n- Begin t3\n\n## Ready\n- t3 Maya's"));
    assert!(folder.stdout(&["task", "next", "--claim"]).contains("t3 Maya's"));
    assert_eq!(folder.value(&["task", "get", "t3"])["held_by"], "you");
    for id in ["t1", "t3"] {
        folder.stdout(&["task", "update", id, "--status", "done", "--estimate", "1"]);
    }
    assert!(folder.stdout(&["task", "next"]).starts_with("No task of yours or of nobody is ready to start."));
}

#[test]
fn numbers_by_status_are_those_without_parents() {
    let folder = project("toml");
    for (id, parent) in [("t1", None), ("t1.1", Some("t1")), ("t1.2", Some("t1"))] {
        let place = parent.map_or(vec![], |parent| vec!["--parent", parent]);
        let words = [
            "task",
            "create",
            "Piles",
            "--id",
            id,
            "--status",
            "in_progress",
            "--estimate",
            "1",
            "--milestone",
            "Alpha",
        ];
        folder.stdout(&[words.as_slice(), &place].concat());
    }
    folder.stdout(&["task", "update", "t1.1", "--status", "done"]);
    let metrics = folder.stdout(&["metrics"]);
    assert!(
        metrics.contains("50 %: 1 of 2 without subtasks") && metrics.contains("1 in_progress, 1 done"),
        "{metrics}"
    );
    assert!(metrics.contains("1/2"), "of the milestone: {metrics}");
    assert!(folder.stdout(&["task", "list"]).contains("3 tasks; 1 of 2 without subtasks finished"));
    let value = folder.value(&["metrics"]);
    assert_eq!(
        (&value["by_status"]["in_progress"], &value["work"]["by_status"]["in_progress"]),
        (&json!(2), &json!(1))
    );
}

#[test]
fn session_is_saved_updated_forked_merged_and_closed() {
    for layout in LAYOUTS {
        let folder = project(layout);
        assert_eq!(
            folder.stdout(&["session", "list"]),
            "No sessions. handoff session save SUMMARY --active begins one.\n"
        );
        folder.stdout(&[
            "session",
            "save",
            "Parser begun",
            "--active",
            "--decision",
            "Keep SQLite :: one file",
            "--item",
            "Write tests",
            "--item",
            "Tag it",
            "--suggest",
            "Add the retry",
            "--caution",
            "Mind the feed",
            "--pointer",
            "src/feed.rs :: begins here",
            "--blocker",
            "No key",
        ]);
        let sessions = folder.value(&["session", "list"]);
        let id = sessions["sessions"][0]["id"].as_str().unwrap().to_owned();
        folder.stdout(&[
            "session",
            "update",
            "--tick",
            "2",
            "--decision",
            "No retry",
            "--reason",
            "Enough",
            "--note",
            "Half done",
        ]);
        folder.stdout(&["session", "update", "--tick", "Write"]);
        folder.stdout(&["session", "update", "--untick", "tag"]);
        let session = folder.value(&["session", "show", &id]);
        assert_eq!(session["decisions"][0]["reason"], "one file");
        assert_eq!(session["decisions"][1]["decision"], "No retry");
        assert_eq!(session["checklist"][0]["checked"], true);
        assert_eq!(session["checklist"][1]["checked"], false);
        let text = folder.stdout(&["session", "show", &id]);
        for part in [
            "status       active",
            "- Keep SQLite — one file",
            "1 [x] Write tests",
            "Suggestions\n- Add the retry",
            "- src/feed.rs — begins here",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(folder.stdout(&["session", "load"]).contains("Add the retry"));
        assert_eq!(folder.value(&["session", "load"])["session_id"], json!(id));

        folder.stdout(&["session", "pause"]);
        assert_eq!(folder.value(&["session", "list", "--status", "paused"])["sessions"][0]["id"], json!(id));
        assert_eq!(
            folder.failure(&["session", "close"]),
            (1, "No session is active; name the one to close.".to_owned())
        );
        let forked = folder.value(&["session", "fork", &id, "Try it the other way", "--label", "spike"]);
        let fork = forked["session_id"].as_str().unwrap().to_owned();
        assert_eq!(folder.value(&["session", "show", &fork])["decisions"].as_array().unwrap().len(), 2);
        let merged = folder.stdout(&["session", "merge", &id, "--into", &fork]);
        assert!(merged.contains(&format!("into {fork}.")) && merged.contains(&format!("Closed {id}.")), "{merged}");
        folder.stdout(&["session", "close"]);
        let states: Vec<Value> = folder.value(&["session", "list"])["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["status"].clone())
            .collect();
        assert_eq!(states, ["closed", "closed"]);
        assert!(folder.run_with_input(&["session", "save", "-"], "From a pipe\n").status.success());
        assert_eq!(folder.value(&["session", "list"])["sessions"][0]["summary"], "From a pipe");
    }
}

#[test]
fn timer_is_started_and_stopped() {
    let folder = project("toml");
    folder.stdout(&["task", "create", "Tracked", "--id", "t1"]);
    assert!(folder.stdout(&["timer", "get", "t1"]).contains("timer        stopped"));
    folder.stdout(&["timer", "start", "t1"]);
    assert_eq!(folder.value(&["timer", "get", "t1"])["state"], "tracking");
    folder.stdout(&["timer", "stop", "t1"]);
    assert_eq!(folder.value(&["timer", "get", "t1"])["state"], "stopped");
}

#[test]
fn memories_are_saved_queried_and_deleted() {
    let folder = project("toml");
    let text = folder.value(&[
        "memory",
        "save",
        "The feed sends each row twice on Mondays.",
        "--kind",
        "gotcha",
        "--scope",
        "src/feed",
    ]);
    let id = text["id"].as_str().unwrap().to_owned();
    assert!(folder.stdout(&["memory", "save", "The feed sends each row twice on Mondays."]).contains("Already saved"));
    let like = folder.stdout(&["memory", "save", "The feed sends each row twice on Tuesdays."]);
    assert!(like.starts_with("Not saved: it is similar to"), "{like}");
    let entries = folder.stdout(&["memory", "query", "feed row", "--file", "src/feed/parse.rs"]);
    assert!(entries.contains("The feed sends each row twice"), "{entries}");
    assert_eq!(folder.value(&["memory", "query", "feed row"])["injected_count"], 1);
    assert!(!folder.at(".handoff/memory/injected").exists(), "a query does not mark memories");
    let secret = format!("The token is ghp_{}.", "0123456789abcdefghijABCDEFGHIJ012345");
    let secret = folder.stdout(&["memory", "save", &secret, "--force"]);
    assert!(secret.starts_with("Saved as m-") && secret.contains("Secrets were removed before saving"), "{secret}");
    assert_eq!(folder.stdout(&["memory", "cleanup"]), "Nothing to clean up.\n");
    assert_eq!(folder.stdout(&["memory", "delete", &id]), format!("Deleted {id}.\n"));
    assert_eq!(folder.stdout(&["memory", "query", "dredger"]), "No memory matches.\n");
}

#[test]
fn documents_are_saved_listed_and_deleted() {
    let folder = project("toml");
    folder.stdout(&["task", "create", "One", "--id", "t1"]);
    let save = ["document", "save", "tide-tables", "--title", "Tide tables", "--body", "# Tide tables\n\n## Rows"];
    assert_eq!(folder.stdout(&save), "Saved tide-tables (docs/_doc.tide-tables.md) with 2 sections.\n");
    folder.stdout(&["document", "save", "tide-tables", "--type", "spec", "--task", "t1"]);
    assert_eq!(folder.stdout(&["document", "show", "tide-tables"]), "# Tide tables\n\n## Rows\n");
    let list = folder.stdout(&["document", "list", "--task", "t1", "--query", "rows"]);
    assert!(list.contains("tide-tables") && list.contains("spec"), "{list}");
    assert_eq!(folder.stdout(&["document", "delete", "tide-tables"]), "Deleted tide-tables.\n");
    assert!(folder.stdout(&["document", "list"]).starts_with("No documents."));
}

#[test]
fn requirements_that_lack_a_task_or_a_proof_are_listed_and_counted() {
    let folder = project("toml");
    let items = "{items: [{sub_items: [{stable_id: R-1}, {stable_id: R-2, test_refs: [a]}]}]}";
    fs::create_dir_all(folder.at(".handoff/docs")).unwrap();
    let document = format!(
        "---\nid: r\ntitle: R\ndoc_type: spec\ncreated_at: 2026-11-01T00:00:00Z\nupdated_at: 2026-11-01T00:00:00Z\nverification: {items}\n---\n"
    );
    fs::write(folder.at(".handoff/docs/_doc.r.md"), document).unwrap();
    folder.stdout(&["task", "create", "Sail", "--requirement", "R-2"]);
    let text = folder.stdout(&["requirement", "list", "--incomplete"]);
    assert!(text.contains("R-1") && !text.contains("R-2"), "{text}");
    assert!(text.ends_with("\n1 requirement: 1 without a task, 1 without a proof\n"), "{text}");
    assert!(
        folder.stdout(&["requirement", "list"]).ends_with("\n2 requirements: 1 without a task, 1 without a proof\n")
    );
}

#[test]
fn import_reads_files_and_standard_input() {
    for layout in LAYOUTS {
        let folder = project(layout);
        let tasks = r#"[{"title": "Plan", "children": [{"title": "Part"}]}]"#;
        fs::write(folder.0.join("plan.json"), tasks).unwrap();
        assert!(folder.stdout(&["import", "plan.json"]).starts_with("Imported 2 tasks: "));
        let output = folder.run_with_input(&["import", "-", "--json"], "Notes of the meeting.\n");
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        let session = folder.value(&["session", "show", value["session_id"].as_str().unwrap()]);
        assert_eq!(session["handoff_notes"][0]["note"], "Notes of the meeting.");
        fs::write(folder.0.join("torn.json"), "[{").unwrap();
        let (code, message) = folder.failure(&["import", "torn.json"]);
        assert_eq!((code, message.starts_with("torn.json is not valid JSON:")), (3, true), "{message}");
        assert_eq!(folder.failure(&["import", "missing.json"]).0, 2);
        assert_eq!(folder.run_with_input(&["import", "-"], "\n").status.code(), Some(2));
    }
}

#[test]
fn dry_run_lists_the_edits_of_each_verb() {
    for layout in LAYOUTS {
        let folder = project(layout);
        folder.stdout(&["task", "create", "One", "--id", "t1", "--criterion", "holds"]);
        folder.stdout(&["session", "save", "Begun", "--active", "--item", "x"]);
        folder.stdout(&["memory", "save", "A lesson"]);
        fs::write(folder.0.join("plan.json"), "[{\"title\": \"P\"}]").unwrap();
        let id = folder.value(&["session", "list"])["sessions"][0]["id"].as_str().unwrap().to_owned();
        let lines = [
            "task create Two",
            "task update t1 --title Uno",
            "task check t1 1",
            "task log t1 1",
            "task delete t1",
            "session save x",
            "session update --tick 1",
            "session close",
            "session pause",
            "config set settings.history_limit 5",
            "assignee add a",
            "milestone add m",
            "calendar update --hours 7",
            "labels update a",
            "timer start t1",
            "timer add t1 1h30m --at 2h",
            "import plan.json",
            "memory save Else",
            "memory delete m-",
            "document save x --title X --body Text",
            "calendar start 2027-01-01",
        ];
        let before = snapshot(&folder);
        let fork = ["session", "fork", &id, "y"];
        let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).chain([fork.to_vec()]).collect();
        for line in lines {
            let rehearsed = folder.value(&[line.as_slice(), &["--dry-run"]].concat());
            assert!(!rehearsed["edits"].as_array().unwrap().is_empty(), "{line:?}: {rehearsed}");
            assert_eq!(snapshot(&folder), before, "{line:?}");
        }
        let text = folder.stdout(&["task", "update", "t1", "--title", "Uno", "--dry-run"]);
        assert!(text.contains("- ") && text.contains("Uno"), "{text}");
    }
}

/// Returns all files of a project with their content.
fn snapshot(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let mut entries = Vec::new();
    let mut open = vec![folder.0.join(".handoff")];
    while let Some(location) = open.pop() {
        for entry in fs::read_dir(location).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                entries.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    entries.sort();
    entries
}

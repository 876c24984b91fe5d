//! Every verb, as a process, in both layouts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod support;

use std::fs;

use serde_json::{Value, json};
use support::Folder;

const LAYOUTS: [&str; 2] = ["toml", "json"];

fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    folder.said(&["init", "Harbour", "--layout", layout]);
    folder
}

#[test]
fn tasks_are_changed_field_by_field() {
    for layout in LAYOUTS {
        let folder = project(layout);
        folder.said(&[
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
            folder.failed(&["task", "create", "Again", "--id", "p"]),
            (1, "A task p already exists.".to_owned())
        );
        folder.said(&[
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
        folder.said(&["task", "update", "p", "--label", "io"]);
        let task = folder.value(&["task", "get", "p"]);
        assert_eq!(task["labels"], json!(["io"]), "a single label is a list of one and clears nothing: defect 27");
        assert_eq!(task["done_criteria"].as_array().unwrap().len(), 2);
        assert_eq!(task["schedule"]["pinned"], json!(true));
        folder.said(&["task", "update", "p", "--clear", "labels", "--clear", "assignee"]);
        let task = folder.value(&["task", "get", "p"]);
        assert_eq!((&task["labels"], &task["assignee"]), (&json!([]), &Value::Null));

        assert!(folder.fed(&["task", "update", "p", "--notes", "-"], "# Goal\n\nÄ line\n").status.success());
        assert!(folder.fed(&["task", "update", "p", "--append-notes", "-"], "More.\n").status.success());
        let notes = folder.value(&["task", "get", "p"])["notes"].clone();
        let notes = notes.as_str().unwrap();
        assert!(notes.starts_with("# Goal\n\nÄ line\n") && notes.ends_with("More."), "{notes}");

        assert_eq!(folder.said(&["task", "check", "p", "2"]), "Ticked “works online” of task p: 1 of 2 met.\n");
        folder.said(&["task", "check", "p", "works off"]);
        folder.said(&["task", "check", "p", "2", "--uncheck"]);
        let criteria = folder.value(&["task", "get", "p"])["done_criteria"].clone();
        assert_eq!(
            criteria,
            json!([{"item": "works offline", "checked": true}, {"item": "works online", "checked": false}])
        );
        assert_eq!(
            folder.failed(&["task", "check", "p", "works"]),
            (1, "2 done criteria of task p start with “works”; use the number of one.".to_owned())
        );
        assert_eq!(folder.failed(&["task", "check", "p", "3"]).0, 1);
        assert_eq!(folder.failed(&["task", "update", "p"]).0, 2);

        folder.said(&["task", "create", "Feed", "--id", "t1"]);
        let moved = folder.value(&["task", "move", "p", "--under", "t1"]);
        assert_eq!(moved["warnings"], json!([]));
        assert!(moved["done"].as_str().unwrap().contains('p'), "{moved}");
        assert_eq!(folder.value(&["task", "list"])["task_tree"][0]["children"][0]["id"], "p");
        folder.said(&["task", "move", "p", "--top"]);
        folder.said(&["task", "delete", "p", "t1"]);
        assert_eq!(folder.said(&["task", "list"]), "No tasks yet. handoff task create TITLE adds one.\n");
    }
}

#[test]
fn what_comes_next_is_told_with_its_reasons() {
    let folder = project("toml");
    assert!(folder.said(&["task", "next"]).starts_with("No task is ready to start. No tasks yet."));
    folder.said(&["task", "create", "First", "--id", "t1"]);
    folder.said(&["task", "create", "Urgent", "--id", "t2", "--priority", "high", "--criterion", "holds"]);
    folder.said(&["task", "create", "Waits", "--id", "t3", "--priority", "high", "--depends-on", "t2"]);
    assert_eq!(folder.said(&["task", "next"]), "Begin t2 Urgent (high).\n\nAlso ready\n- t1 First\n");
    folder.said(&["task", "update", "t1", "--status", "in_progress", "--estimate", "1"]);
    assert!(folder.said(&["task", "next"]).starts_with("Go on with t1 First."));
    let value = folder.value(&["task", "next"]);
    assert_eq!(value["task"]["id"], "t1");
    assert_eq!(value["also_ready"], json!(["t2 Urgent (high)"]));
    // The same rule tells an agent what to do next.
    assert!(folder.said(&["session", "load"]).contains("Go on with t1 First"));
}

#[test]
fn a_session_from_its_beginning_to_its_end() {
    for layout in LAYOUTS {
        let folder = project(layout);
        assert_eq!(
            folder.said(&["session", "list"]),
            "No sessions. handoff session save SUMMARY --active begins one.\n"
        );
        folder.said(&[
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
        folder.said(&[
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
        folder.said(&["session", "update", "--tick", "Write"]);
        folder.said(&["session", "update", "--untick", "tag"]);
        let session = folder.value(&["session", "show", &id]);
        assert_eq!(session["decisions"][0]["reason"], "one file");
        assert_eq!(session["decisions"][1]["decision"], "No retry");
        assert_eq!(session["checklist"][0]["checked"], true);
        assert_eq!(session["checklist"][1]["checked"], false);
        let told = folder.said(&["session", "show", &id]);
        for part in [
            "status       active",
            "- Keep SQLite — one file",
            "1 [x] Write tests",
            "Suggestions\n- Add the retry",
            "- src/feed.rs — begins here",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(folder.said(&["session", "load"]).contains("Add the retry"));
        assert_eq!(folder.value(&["session", "load"])["session_id"], json!(id));

        folder.said(&["session", "pause"]);
        assert_eq!(folder.value(&["session", "list", "--status", "paused"])["sessions"][0]["id"], json!(id));
        assert_eq!(
            folder.failed(&["session", "close"]),
            (1, "No session is active; name the one to close.".to_owned())
        );
        let forked = folder.value(&["session", "fork", &id, "Try it the other way", "--label", "spike"]);
        let fork = forked["session_id"].as_str().unwrap().to_owned();
        assert_eq!(folder.value(&["session", "show", &fork])["decisions"].as_array().unwrap().len(), 2);
        let merged = folder.said(&["session", "merge", &id, "--into", &fork]);
        assert!(merged.contains(&format!("into {fork}.")) && merged.contains(&format!("Closed {id}.")), "{merged}");
        folder.said(&["session", "close"]);
        let states: Vec<Value> = folder.value(&["session", "list"])["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["status"].clone())
            .collect();
        assert_eq!(states, ["closed", "closed"]);
        assert!(folder.fed(&["session", "save", "-"], "From a pipe\n").status.success());
        assert_eq!(folder.value(&["session", "list"])["sessions"][0]["summary"], "From a pipe");
    }
}

#[test]
fn the_configuration_by_key() {
    let folder = project("toml");
    folder.said(&["config", "set", "settings.history_limit", "7"]);
    assert_eq!(folder.said(&["config", "get", "settings.history_limit"]), "7\n");
    folder.said(&["config", "set", "labels", "risk", "io"]);
    folder.said(&["config", "set", "labels", "risk"]);
    assert_eq!(
        folder.value(&["config", "get", "labels"]),
        json!(["risk"]),
        "a single value is a list of one where a list stands"
    );
    folder.said(&["config", "set", "dashboard.scan_dirs", "[\"~/code\"]"]);
    assert_eq!(folder.said(&["config", "get", "dashboard.scan_dirs"]), "~/code\n");
    folder.said(&["config", "unset", "labels"]);
    assert_eq!(folder.failed(&["config", "get", "labels"]), (1, "config.toml has no labels.".to_owned()));
    assert_eq!(folder.failed(&["config", "unset", "labels"]).0, 1);
    assert_eq!(folder.failed(&["config", "get", "a..b"]).0, 2);
    assert_eq!(folder.value(&["config", "get"])["project"]["name"], "Harbour");
    let file = fs::read_to_string(folder.0.join(".handoff/config.toml")).unwrap();
    assert_eq!(folder.said(&["config", "get"]).trim_end(), file.trim_end());
    assert_eq!(folder.failed(&["config", "set", "settings.history_limit", "many"]).0, 1);
}

#[test]
fn people_goals_labels_and_the_calendar() {
    let folder = project("toml");
    assert_eq!(folder.said(&["assignee", "list"]), "No assignees yet. handoff assignee add KEY adds one.\n");
    folder.said(&["assignee", "add", "maya", "--name", "Maya Ito", "--hours", "6", "--closed-weekday", "wed"]);
    folder.said(&["assignee", "update", "maya", "--closed", "2026-12-28", "--day-hours", "fri=4"]);
    assert_eq!(folder.value(&["assignee", "list"])["assignees"]["maya"]["work_hours_per_day"], 6.0);
    let config = folder.value(&["config", "get", "assignees.maya"]);
    assert_eq!((&config["closed_weekdays"], &config["closed_dates"]), (&json!(["wed"]), &json!(["2026-12-28"])));
    folder.said(&["assignee", "update", "maya", "--clear", "closed", "--clear", "hours"]);
    assert!(folder.value(&["config", "get", "assignees.maya"])["closed_dates"].is_null());
    assert!(folder.said(&["assignee", "list"]).starts_with("KEY   NAME      HOURS/DAY"));
    folder.said(&["task", "create", "Hers", "--id", "t1", "--assignee", "maya"]);
    folder.said(&["assignee", "remove", "maya"]);
    assert_eq!(folder.value(&["task", "get", "t1"])["assignee"], Value::Null);

    assert_eq!(folder.said(&["milestone", "list"]), "No milestones yet. handoff milestone add NAME adds one.\n");
    folder.said(&["milestone", "add", "v1.0 公開", "--date", "2026-12-18", "--description", "For all"]);
    folder.said(&["milestone", "update", "v1.0 公開", "--date", "2026-12-21", "--clear", "description"]);
    assert_eq!(folder.said(&["milestone", "list"]), "NAME       DATE\nv1.0 公開  2026-12-21\n");
    folder.said(&["milestone", "remove", "v1.0 公開"]);
    assert_eq!(folder.value(&["milestone", "list"]), json!({"milestones": {}}));
    assert_eq!(folder.failed(&["milestone", "remove", "v1.0 公開"]).0, 1);

    folder.said(&["labels", "update", "io"]);
    assert_eq!(folder.said(&["labels", "list"]), "io\n");
    assert_eq!(folder.failed(&["labels", "update"]).0, 2, "nothing given is no empty list");
    folder.said(&["labels", "update", "--none"]);
    assert_eq!(folder.value(&["labels", "list"]), json!({"labels": []}));

    folder.said(&["calendar", "update", "--hours", "7", "--closed-weekday", "sun", "--mode", "auto"]);
    let calendar = folder.value(&["calendar", "show"]);
    assert_eq!((&calendar["work_hours_per_day"], &calendar["closed_weekdays"]), (&json!(7.0), &json!([0])));
    assert!(folder.said(&["calendar", "show"]).contains("\nfree         Sun\n"));
    folder.said(&["calendar", "start", "2026-12-01"]);
    assert_eq!(folder.value(&["calendar", "show"])["started_at"], "2026-12-01");
}

#[test]
fn the_plan_in_numbers_and_new_dates() {
    for layout in LAYOUTS {
        let folder = project(layout);
        assert!(folder.said(&["metrics"]).contains("No tasks to count yet."));
        folder.said(&["calendar", "update", "--hours", "8", "--closed-weekday", "sun", "--closed-weekday", "sat"]);
        folder.said(&["task", "create", "One", "--id", "t1", "--estimate", "8"]);
        folder.said(&["task", "create", "Two", "--id", "t2", "--estimate", "16", "--depends-on", "t1"]);
        assert_eq!(folder.value(&["metrics"])["total_estimate_hours"], 24.0);
        folder.said(&["task", "update", "t2", "--assignee", "maya"]);
        for (arguments, heading) in [
            (&["metrics"][..], "Harbour: 2 tasks\n"),
            (&["metrics", "--assignee", "maya"], "Harbour: 1 task of maya\n"),
            (&["metrics", "--assignee", "noor"], "Harbour: 0 tasks of noor\nNo tasks to count yet."),
        ] {
            let told = folder.said(arguments);
            assert!(told.starts_with(heading), "{told}");
        }
        let told = folder.said(&["schedule", "--dry-run", "--from", "2027-01-04"]);
        assert!(told.starts_with("ID  TITLE  START"), "{told}");
        assert!(told.ends_with("2 tasks would get new dates. Run without --dry-run to apply them.\n"), "{told}");
        assert_eq!(folder.value(&["schedule", "--dry-run", "--from", "2027-01-04"])["dry_run"], true);
        assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["start_date"], Value::Null);
        let told = folder.said(&["schedule", "--from", "2027-01-04"]);
        assert!(told.contains("2 tasks got new dates"), "{told}");
        assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["start_date"], "2027-01-04");
        assert!(folder.said(&["schedule", "--from", "2027-01-04"]).starts_with("Nothing to change"));
        let told = folder.said(&["capacity", "--from", "2027-01-04", "--to", "2027-01-10"]);
        assert_eq!(told.lines().nth(1).and_then(|line| line.get(..15)), Some("2027-01-04  Mon"), "{told}");
        assert_eq!(folder.value(&["capacity", "--from", "2027-01-04"])["days"].as_array().unwrap().len(), 14);
        assert_eq!(folder.failed(&["capacity", "--from", "soon"]).0, 2);
    }
}

#[test]
fn time_is_tracked() {
    let folder = project("toml");
    folder.said(&["task", "create", "Tracked", "--id", "t1"]);
    assert!(folder.said(&["timer", "get", "t1"]).contains("timer        stopped"));
    folder.said(&["timer", "start", "t1"]);
    assert_eq!(folder.value(&["timer", "get", "t1"])["state"], "tracking");
    folder.said(&["timer", "stop", "t1"]);
    assert_eq!(folder.value(&["timer", "get", "t1"])["state"], "stopped");
}

#[test]
fn lessons_are_kept_and_found() {
    let folder = project("toml");
    let told = folder.value(&[
        "memory",
        "save",
        "The feed sends each row twice on Mondays.",
        "--kind",
        "gotcha",
        "--scope",
        "src/feed",
    ]);
    let id = told["id"].as_str().unwrap().to_owned();
    assert!(folder.said(&["memory", "save", "The feed sends each row twice on Mondays."]).contains("Already saved"));
    let like = folder.said(&["memory", "save", "The feed sends each row twice on Tuesdays."]);
    assert!(like.starts_with("Not saved: it is similar to"), "{like}");
    let found = folder.said(&["memory", "query", "feed row", "--file", "src/feed/parse.rs"]);
    assert!(found.contains("The feed sends each row twice"), "{found}");
    assert_eq!(folder.value(&["memory", "query", "feed row"])["injected_count"], 0, "looking leaves no mark");
    let secret = folder.said(&["memory", "save", "The token is ghp_0123456789abcdefghijABCDEFGHIJ012345.", "--force"]);
    assert!(secret.starts_with("Saved as m-") && secret.contains("Secrets were removed before saving"), "{secret}");
    assert_eq!(folder.said(&["memory", "cleanup"]), "Nothing to clean up.\n");
    assert_eq!(folder.said(&["memory", "delete", &id]), format!("Deleted {id}.\n"));
    assert_eq!(folder.said(&["memory", "query", "dredger"]), "No memory matches.\n");
}

#[test]
fn what_comes_from_elsewhere() {
    for layout in LAYOUTS {
        let folder = project(layout);
        let tasks = r#"[{"title": "Plan", "children": [{"title": "Part"}]}]"#;
        fs::write(folder.0.join("plan.json"), tasks).unwrap();
        assert!(folder.said(&["import", "plan.json"]).starts_with("Imported 2 tasks: "));
        let output = folder.fed(&["import", "-", "--json"], "Notes of the meeting.\n");
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        let session = folder.value(&["session", "show", value["session_id"].as_str().unwrap()]);
        assert_eq!(session["handoff_notes"][0]["note"], "Notes of the meeting.");
        fs::write(folder.0.join("torn.json"), "[{").unwrap();
        let (code, said) = folder.failed(&["import", "torn.json"]);
        assert_eq!((code, said.starts_with("torn.json is not valid JSON:")), (3, true), "{said}");
        assert_eq!(folder.failed(&["import", "missing.json"]).0, 2);
        assert_eq!(folder.fed(&["import", "-"], "\n").status.code(), Some(2));
    }
}

#[test]
fn projects_ask_each_other_and_are_seen_together() {
    let top = Folder::new();
    for name in ["harbour", "lighthouse"] {
        fs::create_dir_all(top.0.join(name)).unwrap();
        top.said(&["init", name, "--project", name]);
    }
    top.said(&["task", "create", "Paint", "--priority", "high", "--project", "harbour"]);
    top.said(&["task", "create", "Dredge", "--status", "blocked", "--project", "harbour"]);
    top.said(&["task", "create", "Done", "--status", "skipped", "--project", "harbour"]);
    assert_eq!(
        top.said(&["dashboard", "."]),
        "## harbour (2 tasks)\n  - [blocked] Dredge\n  - [todo] Paint (high)\n\n## lighthouse (0 tasks)\n"
    );
    assert!(top.said(&["dashboard", ".", "--all", "--exclude", "lighthouse"]).ends_with("  - [skipped] Done\n"));
    assert_eq!(top.value(&["dashboard", "."])["total_blocked"], 1);
    assert!(top.said(&["dashboard", "harbour"]).starts_with("No projects found."));

    let sent = top.said(&[
        "referral",
        "send",
        "Light is out",
        "--folder",
        "../lighthouse",
        "--type",
        "bug",
        "--task",
        "Fix",
        "--project",
        "harbour",
    ]);
    assert!(sent.starts_with("Sent the referral"), "{sent}");
    let got = top.value(&["referral", "list", "--project", "lighthouse"]);
    let id = got["referrals"][0]["id"].as_str().unwrap().to_owned();
    let told = top.said(&["referral", "get", &id, "--project", "lighthouse"]);
    assert!(told.contains("from         harbour") && told.contains("Proposed tasks\n- Fix"), "{told}");
    top.said(&["referral", "update", &id, "resolved", "--project", "lighthouse"]);
    assert_eq!(top.value(&["referral", "list", "--status", "open", "--project", "lighthouse"])["total"], 0);
    assert_eq!(top.failed(&["referral", "send", "x", "--project", "harbour"]).0, 2);
}

#[test]
fn a_rehearsal_tells_what_each_verb_would_write() {
    for layout in LAYOUTS {
        let folder = project(layout);
        folder.said(&["task", "create", "One", "--id", "t1", "--criterion", "holds"]);
        folder.said(&["session", "save", "Begun", "--active", "--item", "x"]);
        folder.said(&["memory", "save", "A lesson"]);
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
            "import plan.json",
            "memory save Else",
            "memory delete m-",
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
        let told = folder.said(&["task", "update", "t1", "--title", "Uno", "--dry-run"]);
        assert!(told.contains("- ") && told.contains("Uno"), "{told}");
    }
}

/// All files of a project with their content.
fn snapshot(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.0.join(".handoff")];
    while let Some(place) = open.pop() {
        for entry in fs::read_dir(place).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

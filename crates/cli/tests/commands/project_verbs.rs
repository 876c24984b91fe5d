//! The verbs for configuration, planning and other projects.

use std::fs;

use serde_json::{Value, json};

use super::verbs::{LAYOUTS, project};
use crate::support::Folder;

#[test]
fn config_is_read_and_set_by_key() {
    let folder = project("toml");
    folder.stdout(&["config", "set", "settings.history_limit", "7"]);
    assert_eq!(folder.stdout(&["config", "get", "settings.history_limit"]), "7\n");
    folder.stdout(&["config", "set", "labels", "risk", "io"]);
    folder.stdout(&["config", "set", "labels", "risk"]);
    assert_eq!(
        folder.value(&["config", "get", "labels"]),
        json!(["risk"]),
        "a single value replaces a list by a list of one"
    );
    folder.stdout(&["config", "set", "dashboard.scan_dirs", "[\"~/code\"]"]);
    assert_eq!(folder.stdout(&["config", "get", "dashboard.scan_dirs"]), "~/code\n");
    folder.stdout(&["config", "unset", "labels"]);
    assert_eq!(folder.failure(&["config", "get", "labels"]), (1, "config.toml has no labels.".to_owned()));
    assert_eq!(folder.failure(&["config", "unset", "labels"]).0, 1);
    assert_eq!(folder.failure(&["config", "get", "a..b"]).0, 2);
    assert_eq!(folder.value(&["config", "get"])["project"]["name"], "Harbour");
    let file = fs::read_to_string(folder.0.join(".handoff/config.toml")).unwrap();
    assert_eq!(folder.stdout(&["config", "get"]).trim_end(), file.trim_end());
    assert_eq!(folder.failure(&["config", "set", "settings.history_limit", "many"]).0, 1);
}

#[test]
fn assignees_milestones_labels_and_calendar_are_edited() {
    let folder = project("toml");
    assert_eq!(folder.stdout(&["assignee", "list"]), "No assignees yet. handoff assignee add KEY adds one.\n");
    folder.stdout(&["assignee", "add", "maya", "--name", "Maya Ito", "--hours", "6", "--closed-weekday", "wed"]);
    folder.stdout(&["assignee", "update", "maya", "--closed", "2026-12-28", "--day-hours", "fri=4"]);
    assert_eq!(folder.value(&["assignee", "list"])["assignees"]["maya"]["work_hours_per_day"], 6.0);
    let config = folder.value(&["config", "get", "assignees.maya"]);
    assert_eq!((&config["closed_weekdays"], &config["closed_dates"]), (&json!(["wed"]), &json!(["2026-12-28"])));
    folder.stdout(&["assignee", "update", "maya", "--clear", "closed", "--clear", "hours"]);
    assert!(folder.value(&["config", "get", "assignees.maya"])["closed_dates"].is_null());
    assert!(folder.stdout(&["assignee", "list"]).starts_with("KEY   NAME      HOURS/DAY"));
    folder.stdout(&["task", "create", "Hers", "--id", "t1", "--assignee", "maya"]);
    folder.stdout(&["assignee", "remove", "maya"]);
    assert_eq!(folder.value(&["task", "get", "t1"])["assignee"], Value::Null);

    assert_eq!(folder.stdout(&["milestone", "list"]), "No milestones yet. handoff milestone add NAME adds one.\n");
    folder.stdout(&["milestone", "add", "v1.0 公開", "--date", "2026-12-18", "--description", "For all"]);
    folder.stdout(&["milestone", "update", "v1.0 公開", "--date", "2026-12-21", "--clear", "description"]);
    assert_eq!(
        folder.stdout(&["milestone", "list"]),
        "NAME       DATE        STATUS\nv1.0 公開  2026-12-21  planning\n"
    );
    folder.stdout(&["milestone", "remove", "v1.0 公開"]);
    assert_eq!(folder.value(&["milestone", "list"]), json!({"milestones": {}}));
    assert_eq!(folder.failure(&["milestone", "remove", "v1.0 公開"]).0, 1);

    folder.stdout(&["labels", "update", "io"]);
    assert_eq!(folder.stdout(&["labels", "list"]), "io\n");
    assert_eq!(folder.failure(&["labels", "update"]).0, 2, "no value is not an empty list");
    folder.stdout(&["labels", "update", "--none"]);
    assert_eq!(folder.value(&["labels", "list"]), json!({"labels": []}));

    folder.stdout(&["calendar", "update", "--hours", "7", "--closed-weekday", "sun", "--mode", "auto"]);
    let calendar = folder.value(&["calendar", "show"]);
    assert_eq!((&calendar["work_hours_per_day"], &calendar["closed_weekdays"]), (&json!(7.0), &json!([0])));
    assert!(folder.stdout(&["calendar", "show"]).contains("\nfree         Sun\n"));
    folder.stdout(&["calendar", "start", "2026-12-01"]);
    assert_eq!(folder.value(&["calendar", "show"])["started_at"], "2026-12-01");
}

#[test]
fn metrics_schedule_and_capacity_are_shown() {
    for layout in LAYOUTS {
        let folder = project(layout);
        assert!(folder.stdout(&["metrics"]).contains("No tasks to count yet."));
        folder.stdout(&["calendar", "update", "--hours", "8", "--closed-weekday", "sun", "--closed-weekday", "sat"]);
        folder.stdout(&["task", "create", "One", "--id", "t1", "--estimate", "8"]);
        folder.stdout(&["task", "create", "Two", "--id", "t2", "--estimate", "16", "--depends-on", "t1"]);
        assert_eq!(folder.value(&["metrics"])["total_estimate_hours"], 24.0);
        folder.stdout(&["task", "update", "t2", "--assignee", "maya"]);
        for (arguments, heading) in [
            (&["metrics"][..], "Harbour: 2 tasks\n"),
            (&["metrics", "--assignee", "maya"], "Harbour: 1 task of maya\n"),
            (&["metrics", "--assignee", "noor"], "Harbour: 0 tasks of noor\nNo tasks to count yet."),
        ] {
            let text = folder.stdout(arguments);
            assert!(text.starts_with(heading), "{text}");
        }
        let text = folder.stdout(&["schedule", "--dry-run", "--from", "2027-01-04"]);
        assert!(text.starts_with("ID  TITLE  START"), "{text}");
        assert!(text.ends_with("2 tasks would get new dates. Run without --dry-run to apply them.\n"), "{text}");
        assert_eq!(folder.value(&["schedule", "--dry-run", "--from", "2027-01-04"])["dry_run"], true);
        assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["start_date"], Value::Null);
        let text = folder.stdout(&["schedule", "--from", "2027-01-04"]);
        assert!(text.contains("2 tasks got new dates"), "{text}");
        assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["start_date"], "2027-01-04");
        assert!(folder.stdout(&["schedule", "--from", "2027-01-04"]).starts_with("Nothing to change"));
        let text = folder.stdout(&["capacity", "--from", "2027-01-04", "--to", "2027-01-10"]);
        assert_eq!(text.lines().nth(1).and_then(|line| line.get(..15)), Some("2027-01-04  Mon"), "{text}");
        assert_eq!(folder.value(&["capacity", "--from", "2027-01-04"])["days"].as_array().unwrap().len(), 14);
        assert_eq!(folder.failure(&["capacity", "--from", "soon"]).0, 2);
    }
}

#[test]
fn referrals_and_dashboard_span_projects() {
    let top = Folder::new();
    for name in ["harbour", "lighthouse"] {
        fs::create_dir_all(top.0.join(name)).unwrap();
        top.stdout(&["init", name, "--project", name]);
    }
    top.stdout(&["task", "create", "Paint", "--priority", "high", "--project", "harbour"]);
    top.stdout(&["task", "create", "Dredge", "--status", "blocked", "--project", "harbour"]);
    top.stdout(&["task", "create", "Done", "--status", "skipped", "--project", "harbour"]);
    assert_eq!(
        top.stdout(&["dashboard", "."]),
        "## harbour (2 tasks)\n  - [blocked] Dredge\n  - [todo] Paint (high)\n\n## lighthouse (0 tasks)\n"
    );
    assert!(top.stdout(&["dashboard", ".", "--all", "--exclude", "lighthouse"]).ends_with("  - [skipped] Done\n"));
    assert_eq!(top.value(&["dashboard", "."])["total_blocked"], 1);
    assert!(top.stdout(&["dashboard", "harbour"]).starts_with("No projects found."));
    assert!(top.stdout(&["dashboard"]).starts_with("No projects found."));
    let own = top.stdout(&["dashboard", "--project", "harbour"]);
    assert_eq!(own, "## harbour (2 tasks)\n  - [blocked] Dredge\n  - [todo] Paint (high)\n");
    assert_eq!(top.value(&["dashboard", "--project", "harbour"])["total_blocked"], 1);

    let sent = top.stdout(&[
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
    assert!(sent.starts_with("Referral sent: ref-"), "{sent}");
    let got = top.value(&["referral", "list", "--project", "lighthouse"]);
    let id = got["referrals"][0]["id"].as_str().unwrap().to_owned();
    let text = top.stdout(&["referral", "get", &id, "--project", "lighthouse"]);
    assert!(text.contains("from         harbour") && text.contains("Proposed tasks\n- Fix"), "{text}");
    top.stdout(&["referral", "update", &id, "resolved", "--project", "lighthouse"]);
    assert_eq!(top.value(&["referral", "list", "--status", "open", "--project", "lighthouse"])["total"], 0);
    assert_eq!(top.failure(&["referral", "send", "x", "--project", "harbour"]).0, 2);
}

#[test]
fn folder_that_does_not_exist_is_named() {
    let folder = Folder::new();
    let missing = folder.at("nope").display().to_string();
    let expected = format!("{missing} does not exist. Check --project.");
    for arguments in [&["task", "list"][..], &["task", "get", "t1"], &["session", "load"], &["doctor"]] {
        let (code, message) = folder.failure(&[arguments, &["--project", &missing]].concat());
        assert_eq!((code, message.trim()), (2, expected.as_str()), "{arguments:?}");
    }
}

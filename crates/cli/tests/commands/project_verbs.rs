//! The verbs for configuration, planning and other projects.

use std::fs;

use serde_json::{Value, json};

use super::verbs::{LAYOUTS, project};
use crate::support::Folder;

#[test]
fn config_is_read_and_set_by_key() {
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
fn assignees_milestones_labels_and_calendar_are_edited() {
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
fn metrics_schedule_and_capacity_are_shown() {
    for layout in LAYOUTS {
        let folder = project(layout);
        assert!(folder.said(&["metrics"]).contains("Nothing to count yet."));
        folder.said(&["calendar", "update", "--hours", "8", "--closed-weekday", "sun", "--closed-weekday", "sat"]);
        folder.said(&["task", "create", "One", "--id", "t1", "--estimate", "8"]);
        folder.said(&["task", "create", "Two", "--id", "t2", "--estimate", "16", "--depends-on", "t1"]);
        assert_eq!(folder.value(&["metrics"])["total_estimate_hours"], 24.0);
        folder.said(&["task", "update", "t2", "--assignee", "maya"]);
        for (arguments, heading) in [
            (&["metrics"][..], "Harbour: 2 tasks\n"),
            (&["metrics", "--assignee", "maya"], "Harbour: 1 task of maya\n"),
            (&["metrics", "--assignee", "noor"], "Harbour: 0 tasks of noor\nNothing to count yet."),
        ] {
            let told = folder.said(arguments);
            assert!(told.starts_with(heading), "{told}");
        }
        let told = folder.said(&["schedule", "--dry-run", "--from", "2027-01-04"]);
        assert!(told.starts_with("ID  TITLE  START"), "{told}");
        assert!(told.ends_with("2 tasks would get other dates; without --dry-run they get them.\n"), "{told}");
        assert_eq!(folder.value(&["schedule", "--dry-run", "--from", "2027-01-04"])["dry_run"], true);
        assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["start_date"], Value::Null);
        let told = folder.said(&["schedule", "--from", "2027-01-04"]);
        assert!(told.contains("2 tasks got other dates"), "{told}");
        assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["start_date"], "2027-01-04");
        assert!(folder.said(&["schedule", "--from", "2027-01-04"]).starts_with("Nothing to change"));
        let told = folder.said(&["capacity", "--from", "2027-01-04", "--to", "2027-01-10"]);
        assert_eq!(told.lines().nth(1).and_then(|line| line.get(..15)), Some("2027-01-04  Mon"), "{told}");
        assert_eq!(folder.value(&["capacity", "--from", "2027-01-04"])["days"].as_array().unwrap().len(), 14);
        assert_eq!(folder.failed(&["capacity", "--from", "soon"]).0, 2);
    }
}

#[test]
fn referrals_and_dashboard_span_projects() {
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
    assert!(top.said(&["dashboard", "harbour"]).starts_with("No projects there."));

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

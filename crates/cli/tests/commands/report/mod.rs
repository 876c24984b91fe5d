//! Reports read the whole activity log, which other processes have written.

mod history;

use std::fs;

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

/// Creates a project in which another process has done one of two tasks.
fn project() -> Folder {
    let folder = Folder::new();
    for arguments in [
        &["init", "Reports"][..],
        &["task", "create", "Build", "--id", "01", "--estimate", "8"],
        &["task", "create", "=Ship", "--id", "02", "--estimate", "4"],
        &["task", "update", "01", "--status", "in_progress"],
        &["task", "update", "01", "--status", "done"],
    ] {
        folder.stdout(arguments);
    }
    folder
}

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(arguments)).unwrap()
}

#[test]
fn report_reads_the_log_of_other_processes() {
    let folder = project();
    let burndown = json(&folder, &["report", "burndown", "--json"]);
    let day = &burndown["days"][0];
    assert_eq!((&burndown["source"], &burndown["exact_from"]), (&json!("log"), &day["date"]));
    assert_eq!((&day["remaining_tasks"], &day["remaining_hours"]), (&json!(1), &json!(4.0)));
    assert_eq!((&day["scope_tasks"], &day["scope_hours"]), (&json!(2), &json!(12.0)));
    let cycle = json(&folder, &["report", "cycle", "--json"]);
    assert_eq!(cycle["percentiles"], json!({"p50": 1, "p85": 1, "p95": 1}));
    let mut server = Server::start(folder.path(), &[]);
    let answer = server.call("handoff_get_metrics", &json!({"report": "cycle"}));
    assert_eq!(answer["percentiles"], cycle["percentiles"]);
}

#[test]
fn report_prints_csv_or_writes_it_to_a_file() {
    let folder = project();
    let text = folder.stdout(&["report", "throughput", "--csv"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "start,done_tasks,done_hours,mean_tasks,mean_hours");
    assert!(lines[1].ends_with(",1,8.0,1.0,8.0"), "{text}");
    assert_eq!(folder.stdout(&["report", "throughput", "--csv", "weeks.csv"]), "Written to weeks.csv.\n");
    assert_eq!(fs::read_to_string(folder.at("weeks.csv")).unwrap(), text);
    assert_eq!(folder.stdout(&["report", "throughput", "--csv", "-"]), text);
    assert!(!folder.at("-").exists());
    let failed = folder.run(&["report", "throughput", "--csv", "missing/weeks.csv"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stderr).starts_with("missing/weeks.csv cannot be written: "));
    folder.stdout(&["task", "update", "02", "--status", "done"]);
    // No spreadsheet reads a title as a formula, or an ID as a number.
    assert!(folder.stdout(&["report", "cycle", "--csv"]).contains("\n\"'02\","));
    assert!(folder.stdout(&["report", "cycle", "--csv"]).contains(",\"'=Ship\","));
}

#[test]
fn report_without_a_name_is_a_page() {
    let folder = project();
    let page = folder.stdout(&["report"]);
    for line in
        ["finished     1 of 2 tasks", "             8 of 12 h", "per week     █", "now          1 ready, 0 in work"]
    {
        assert!(page.contains(line), "{line} is missing in {page}");
    }
    let value = json(&folder, &["report", "--json"]);
    assert_eq!(value["summary"]["counts"]["done"], json!(1));
    assert!(!page.contains("with parents"), "{page}");
}

#[test]
fn sums_over_all_tasks_are_shown_where_they_differ() {
    let folder = project();
    folder.stdout(&["task", "create", "Part", "--parent", "02", "--estimate", "3"]);
    for arguments in [&["report"][..], &["report", "summary"]] {
        let text = folder.stdout(arguments);
        assert!(text.contains("             8 of 11 h\nwith parents 1 of 3 tasks, 15 h\n"), "{text}");
    }
    assert!(
        folder.stdout(&["metrics"]).contains("estimated    11 h; 15 h with parent tasks; 2.2 h with agents at 0.2")
    );
}

/// Returns a line of a log with a new status of a task.
fn line(number: usize, status: (&str, &str)) -> String {
    let event = json!({
        "id": format!("z{number}"), "at": format!("2026-11-03T08:{:02}:{:02}Z", number / 60, number % 60),
        "actor": {"kind": "human", "name": "Zoe"}, "task": "01",
        "change": {"kind": "field", "field": "status", "from": status.0, "to": status.1},
    });
    format!("{event}\n")
}

#[test]
fn report_reads_a_long_log_by_its_index() {
    let folder = Folder::new();
    folder.stdout(&["init", "Reports"]);
    let task = folder.at(".handoff/tasks/01-todo--build");
    fs::create_dir_all(&task).unwrap();
    let record = "id = \"01\"\ntitle = \"Build\"\ncreated_at = \"2026-11-02T08:00:00Z\"\n";
    fs::write(task.join("task.toml"), record).unwrap();
    let log = folder.at(".handoff/activity/2026-11/zoe.jsonl");
    fs::create_dir_all(log.parent().unwrap()).unwrap();
    let states = [("todo", "in_progress"), ("in_progress", "todo")];
    let mut text = String::from("{\"log\":1}\n");
    text.extend((0..400).map(|number| line(number, states[number % 2])));
    fs::write(&log, &text).unwrap();
    let index = folder.at(".handoff/local/activity/2026-11/zoe.json");
    assert!(!index.exists());
    let flow = json(&folder, &["report", "flow", "--json"]);
    assert_eq!(flow["days"][0]["todo"], json!(1));
    let written = fs::read(&index).unwrap();
    // What the index has is not read again: a lost line at the beginning changes nothing.
    let first = line(0, states[0]);
    fs::write(&log, text.replacen(&first, &format!("{}\n", " ".repeat(first.len() - 1)), 1)).unwrap();
    assert_eq!(json(&folder, &["report", "flow", "--json"]), flow);
    assert_eq!(fs::read(&index).unwrap(), written);
    // What was appended since is read.
    let appended = format!("{text}{}", line(401, ("todo", "review")).replace("2026-11-03", "2026-11-04"));
    fs::write(&log, appended).unwrap();
    let days = json(&folder, &["report", "flow", "--json", "--from", "2026-11-04", "--to", "2026-11-04"]);
    assert_eq!(days["days"][0]["review"], json!(1));
    // A server that has the log reads only what is new.
    let mut server = Server::start(folder.path(), &[]);
    let flow = |server: &mut Server| server.call("handoff_get_metrics", &json!({"report": "flow"}))["source"].clone();
    assert_eq!((flow(&mut server), flow(&mut server)), (json!("log"), json!("log")));
    // A damaged index is replaced by reading.
    fs::write(&index, "{}").unwrap();
    let days = json(&folder, &["report", "flow", "--json", "--from", "2026-11-04", "--to", "2026-11-04"]);
    assert_eq!(days["days"][0]["review"], json!(1));
    assert_ne!(fs::read(&index).unwrap(), b"{}");
}

#[test]
fn report_in_words_is_printed_or_written_to_a_file() {
    let folder = project();
    let weekly = folder.stdout(&["report", "weekly"]);
    assert!(weekly.starts_with("# Weekly report: Reports\n\nDays: "), "{weekly}");
    assert!(weekly.contains("\n## Finished\n\n- Build (01): "), "{weekly}");
    assert!(weekly.contains("\n- Added: =Ship (02)\n"), "{weekly}");
    assert_eq!(folder.stdout(&["report", "weekly", "--output", "week.md"]), "Written to week.md.\n");
    assert_eq!(fs::read_to_string(folder.at("week.md")).unwrap().trim_end(), weekly.trim_end());
    assert_eq!(
        json(&folder, &["report", "weekly", "--json"])["report"].as_str().unwrap().trim_end(),
        weekly.trim_end()
    );
    assert!(folder.stdout(&["report", "effort", "--markdown"]).starts_with("# Effort report: Reports\n"));
    assert!(!folder.stdout(&["report", "effort"]).contains("# Effort report"));
    for (arguments, sentence) in [
        (&["report", "weekly", "--week", "soon"][..], "a date like 2026-12-01"),
        (&["report", "weekly", "--seed", "1"], "Reports in words have no --seed. Leave it out."),
        (&["report", "weekly", "M"], "Only the report milestone takes the name of a milestone. Leave it out."),
        (&["report", "flow", "--week", "2026-11-04"], "Only reports in words have --week. Leave it out."),
        (&["report", "milestone"], "Name the milestone: handoff report milestone NAME"),
        (&["report", "milestone", "M"], "There is no milestone \"M\". The project has none."),
    ] {
        let failed = folder.run(arguments);
        assert!(!failed.status.success(), "{arguments:?}");
        let error = String::from_utf8_lossy(&failed.stderr);
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
}

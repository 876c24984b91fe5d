//! Time entries and timers on the command line.

use serde_json::{Value, json};

use crate::support::Folder;

/// A project with two tasks and an entry of a person on the first of December.
fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    for arguments in [
        &["init", "Harbour", "--layout", layout][..],
        &["task", "create", "Piles", "--id", "t1"],
        &["task", "create", "Crane", "--id", "t2"],
        &["timer", "add", "t1", "1h30m", "--at", "2024-12-01T09:00:00Z", "--note", "North"],
    ] {
        folder.stdout(arguments);
    }
    folder
}

fn list(folder: &Folder, more: &[&str]) -> Value {
    folder.value(&[&["timer", "list", "--from", "2024-11-30", "--to", "2024-12-02"], more].concat())
}

/// Returns the entries as task, start, seconds and note, by day.
fn rows(list: &Value) -> Vec<Value> {
    let days = list["days"].as_array().unwrap().iter().flat_map(|day| day["entries"].as_array().unwrap());
    days.map(|entry| json!([entry["task"], entry["start"], entry["seconds"], entry["note"]])).collect()
}

fn only_id(folder: &Folder) -> String {
    list(folder, &[])["days"][0]["entries"][0]["id"].as_str().unwrap().to_owned()
}

fn hours(folder: &Folder, id: &str) -> f64 {
    folder.value(&["task", "get", id])["schedule"]["actual_hours"].as_f64().unwrap_or_default()
}

#[test]
fn entries_are_added_changed_split_deleted_and_restored() {
    for layout in ["json", "toml"] {
        let folder = project(layout);
        let at = |time: &str| format!("2024-12-01T{time}:00+00:00");
        assert_eq!(rows(&list(&folder, &[])), [json!(["t1", at("09:00"), 5400, "North"])]);
        let id = only_id(&folder);
        // The steps, each with the entries after it and the hours of the two tasks.
        let steps: [(&[&str], Vec<Value>, [f64; 2]); 6] = [
            (&["edit", &id, "--hours", "2"], vec![json!(["t1", at("09:00"), 7200, "North"])], [2.0, 0.0]),
            (&["edit", &id, "--note", ""], vec![json!(["t1", at("09:00"), 7200, ""])], [2.0, 0.0]),
            (
                &["edit", &id, "--at", "2024-12-01T10:00:00Z", "--task", "t2"],
                vec![json!(["t2", at("10:00"), 7200, ""])],
                [0.0, 2.0],
            ),
            (
                &["split", &id, "--at", "30m", "--task", "t1"],
                vec![json!(["t2", at("10:00"), 1800, ""]), json!(["t1", at("10:30"), 5400, ""])],
                [1.5, 0.5],
            ),
            (&["delete", &id], vec![json!(["t1", at("10:30"), 5400, ""])], [1.5, 0.0]),
            (
                &["add", "t2", "0.25", "--at", "2024-12-02T08:00:00Z"],
                vec![json!(["t1", at("10:30"), 5400, ""]), json!(["t2", "2024-12-02T08:00:00+00:00", 900, ""])],
                [1.5, 0.25],
            ),
        ];
        for (arguments, entries, actual) in steps {
            let planned = folder.value(&[&["timer"], arguments, &["--dry-run"]].concat());
            assert!(!planned["edits"].as_array().unwrap().is_empty(), "{arguments:?}");
            folder.stdout(&[&["timer"], arguments].concat());
            assert_eq!(rows(&list(&folder, &[])), entries, "{arguments:?}");
            let spent = ["t1", "t2"].map(|id| hours(&folder, id).to_string());
            assert_eq!(spent, actual.map(|hours: f64| hours.to_string()), "{arguments:?}");
        }
        folder.stdout(&["undo"]);
        assert_eq!(rows(&list(&folder, &[])).len(), 1, "the entry is gone again");
        assert!(hours(&folder, "t2").abs() < 1e-9);
    }
}

#[test]
fn an_id_may_be_shortened_while_it_is_the_only_one() {
    let folder = project("toml");
    let id = only_id(&folder);
    let short = id.strip_prefix("time-").unwrap().get(..13).unwrap();
    folder.stdout(&["timer", "edit", short, "--note", "short"]);
    assert_eq!(rows(&list(&folder, &[]))[0][3], "short");
    folder.stdout(&["timer", "split", &id, "--at", "1", "--task", "t2"]);
    let (code, message) = folder.failure(&["timer", "delete", "time-"]);
    assert_eq!((code, message.as_str()), (2, "2 time entries begin with time-. Write more of the ID."));
}

#[test]
fn list_keeps_people_and_agents_apart() {
    let folder = project("toml");
    folder
        .command(&["timer", "add", "t2", "45m", "--at", "2024-12-01T23:45:00Z"])
        .env("HANDOFF_ACTOR", "codex")
        .output()
        .unwrap();
    let value = list(&folder, &[]);
    let sums: Vec<Value> = value["days"]
        .as_array()
        .unwrap()
        .iter()
        .map(|day| json!([day["date"], day["seconds"], day["people_seconds"], day["agents_seconds"]]))
        .collect();
    assert_eq!(sums, [json!(["2024-12-01", 6300, 5400, 900]), json!(["2024-12-02", 1800, 0, 1800])]);
    assert_eq!((&value["people_seconds"], &value["agents_seconds"]), (&json!(5400), &json!(2700)));
    for (filter, tasks) in [
        (&["--task", "t1"][..], vec!["t1"]),
        (&["--person", "codex"], vec!["t2", "t2"]),
        (&["--person", "nobody"], vec![]),
    ] {
        let shown = rows(&list(&folder, filter));
        let shown: Vec<&str> = shown.iter().map(|row| row[0].as_str().unwrap()).collect();
        assert_eq!(shown, tasks, "{filter:?}");
    }
    let text = folder.stdout(&["timer", "list", "--from", "2024-12-01", "--to", "2024-12-02"]);
    assert!(text.contains("1:30:00  t1    Piles") && text.contains("people 1:30:00, agents 0:15:00"), "{text}");
    let csv = folder.stdout(&["timer", "list", "--from", "2024-12-01", "--to", "2024-12-02", "--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines.len() == 3 && lines[0].starts_with("task,title,") && lines[2].starts_with("\"t2\",\"Crane\","),
        "{csv}"
    );
    folder.stdout(&["timer", "list", "--from", "2024-12-01", "--to", "2024-12-02", "--csv", "times.csv"]);
    assert_eq!(std::fs::read_to_string(folder.at("times.csv")).unwrap(), csv);
}

#[test]
fn status_shows_all_timers_and_their_program() {
    let folder = project("toml");
    assert_eq!(folder.stdout(&["timer", "status"]), "No timers.\n");
    folder.stdout(&["timer", "start", "t1"]);
    let value = folder.value(&["timer", "status"]);
    assert_eq!((&value["timers"][0]["id"], &value["timers"][0]["state"]), (&json!("t1"), &json!("tracking")));
    assert_eq!((&value["authority"]["owner"], &value["authority"]["alive"]), (&json!("mcp"), &json!(true)));
    let text = folder.stdout(&["timer", "status"]);
    assert!(text.contains("t1  Piles  running") && text.contains("the command line runs the timers."), "{text}");
    std::fs::write(folder.at(".handoff/timer/state.json"), "{").unwrap();
    assert_eq!(folder.failure(&["timer", "status"]).0, 3);
}

#[test]
fn bad_arguments_are_named() {
    let folder = project("toml");
    let id = only_id(&folder);
    for (arguments, code, part) in [
        (&["add", "t1", "soon"][..], 2, "'soon' for '<HOURS>': write hours such as 1.5"),
        (&["add", "t1", "0"], 2, "for '<HOURS>'"),
        (&["add", "t1", "1", "--at", "noon"], 2, "'noon' for '--at <START>': write a span such as 30m"),
        (&["add", "t9", "1"], 1, "There is no task t9."),
        (&["list", "--from", "yesterday"], 2, "'yesterday' for '--from <DATE>': write a day such as 2026-12-01"),
        (&["list", "--from", "2024-12-02", "--to", "2024-12-01"], 2, "--from is after --to."),
        (&["edit", &id], 2, "--task, --hours, --at or --note"),
        (&["edit", &id, "--task", "t9"], 1, "There is no task t9."),
        (&["edit", "time-x", "--hours", "1"], 1, "There is no time entry time-x."),
        (
            &["split", &id, "--at", "2h", "--task", "t2"],
            1,
            "Both parts of a split time entry need at least one second.",
        ),
        (&["split", &id, "--at", "1h", "--task", "t9"], 1, "There is no task t9."),
        (&["delete", ""], 1, "There is no time entry"),
    ] {
        let (found, message) = folder.failure(&[&["timer"], arguments].concat());
        assert!(found == code && message.contains(part), "{arguments:?}: {found} {message}");
    }
    assert_eq!(rows(&list(&folder, &[])).len(), 1);
}

/// Runs the command in a time zone, and returns its output.
fn run_in(folder: &Folder, zone: &str, arguments: &[&str]) -> String {
    let output = folder.command(arguments).env("TZ", zone).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the day and the start of each entry of a list for people.
fn shown(list: &str) -> Vec<(String, String)> {
    let rows = list.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let entries = rows.filter(|row| row.iter().any(|cell| cell.starts_with("time-")));
    entries.map(|row| (row[0].to_owned(), format!("{} {}", row[1], row[2]))).collect()
}

/// Berlin and Sydney, without the IANA database.
const BERLIN: &str = "CET-1CEST,M3.5.0,M10.5.0/3";
const SYDNEY: &str = "AEST-10AEDT,M10.1.0,M4.1.0/3";

#[test]
fn days_and_starts_follow_the_time_zone_at_their_time() {
    for (zone, at, start, expected) in [
        (BERLIN, "2024-07-01T00:30:00+02:00", "2024-06-30T22:30:00+00:00", "2024-07-01 00:30"),
        (BERLIN, "2024-07-02", "2024-07-01T22:00:00+00:00", "2024-07-02 00:00"),
        (BERLIN, "2024-01-02", "2024-01-01T23:00:00+00:00", "2024-01-02 00:00"),
        (SYDNEY, "2024-07-02", "2024-07-01T14:00:00+00:00", "2024-07-02 00:00"),
        (SYDNEY, "2024-01-02", "2024-01-01T13:00:00+00:00", "2024-01-02 00:00"),
        ("LHST-10:30LHDT-11,M10.1.0,M4.1.0", "2024-07-02", "2024-07-01T13:30:00+00:00", "2024-07-02 00:00"),
        ("NPT-5:45", "2024-07-02", "2024-07-01T18:15:00+00:00", "2024-07-02 00:00"),
    ] {
        let folder = Folder::new();
        run_in(&folder, zone, &["init", "Harbour"]);
        run_in(&folder, zone, &["task", "create", "Piles", "--id", "t1"]);
        run_in(&folder, zone, &["timer", "add", "t1", "1h", "--at", at]);
        let arguments = ["timer", "list", "--from", "2023-12-01", "--to", "2024-12-31"];
        let list: Value =
            serde_json::from_str(&run_in(&folder, zone, &[&arguments[..], &["--json"]].concat())).unwrap();
        assert_eq!(list["days"][0]["entries"][0]["start"], start, "{zone} {at}");
        let day = expected.split(' ').next().unwrap();
        assert_eq!(shown(&run_in(&folder, zone, &arguments)), [(day.to_owned(), expected.to_owned())]);
    }
}

#[test]
fn each_part_of_an_entry_over_midnight_starts_on_its_day() {
    let folder = project("toml");
    run_in(&folder, BERLIN, &["timer", "add", "t2", "2h", "--at", "2024-07-01T23:00:00+02:00"]);
    let list = run_in(&folder, BERLIN, &["timer", "list", "--from", "2024-07-01", "--to", "2024-07-02"]);
    let part = |day: &str, time: &str| (day.to_owned(), format!("{day} {time}"));
    assert_eq!(shown(&list), [part("2024-07-01", "23:00"), part("2024-07-02", "00:00")], "{list}");
}

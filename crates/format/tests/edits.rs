//! Edits of tasks and configurations in files with a layout of their own.

use handoff_format::{
    Container, DataFile, PathSegment, Task, new_config, new_task_document, read_config, read_task, task_document_in,
    write_task,
};
use handoff_protocol::{Criterion, Layout, Priority, Schedule, TaskLink};
use serde_json::json;

/// An edit of a task.
type Change = fn(&mut Task);

/// Edits the task in a text and returns the new text.
fn edit_task(container: Container, text: &str, change: impl FnOnce(&mut Task)) -> String {
    let mut data = DataFile::parse(container, text.as_bytes()).unwrap();
    let (old, _) = read_task(&data);
    let mut new = old.clone();
    change(&mut new);
    write_task(&mut data, &old, &new).unwrap();
    assert_eq!(read_task(&data).0, new);
    String::from_utf8(data.render()).unwrap()
}

fn criterion(item: &str, checked: bool) -> Criterion {
    Criterion { item: item.to_owned(), checked }
}

#[test]
fn write_task_keeps_the_style_of_json() {
    let priority: Change = |task| task.priority = Some(Priority::High);
    let labels: Change = |task| task.labels = vec!["a".to_owned(), "b".to_owned()];
    let estimate =
        |task: &mut Task| task.schedule = Some(Schedule { estimate_hours: Some(4.0), ..Schedule::default() });
    let table: [(&str, Change, &str); 12] = [
        (r#"{"id":"t1","title":"x"}"#, priority, r#"{"id":"t1","title":"x","priority":"high"}"#),
        (r#"{"id": "t1", "title": "x"}"#, priority, r#"{"id": "t1", "title": "x", "priority": "high"}"#),
        (r#"{ "id": "t1", "title": "x" }"#, priority, r#"{ "id": "t1", "title": "x", "priority": "high" }"#),
        (r#"{"id":"t1","title":"x"}"#, labels, r#"{"id":"t1","title":"x","labels":["a","b"]}"#),
        (r#"{"id":"t1","title":"x"}"#, estimate, r#"{"id":"t1","title":"x","schedule":{"estimate_hours":4.0}}"#),
        (
            "{\n\t\"id\": \"t1\",\n\t\"title\": \"x\"\n}\n",
            labels,
            "{\n\t\"id\": \"t1\",\n\t\"title\": \"x\",\n\t\"labels\": [\n\t\t\"a\",\n\t\t\"b\"\n\t]\n}\n",
        ),
        (
            "{\r\n    \"id\" : \"t1\",\r\n    \"title\" : \"x\",\r\n    \"order\" : 3\r\n}\r\n",
            estimate,
            "{\r\n    \"id\" : \"t1\",\r\n    \"title\" : \"x\",\r\n    \"schedule\" : {\r\n        \"estimate_hours\" : 4.0\r\n    },\r\n    \"order\" : 3\r\n}\r\n",
        ),
        (
            "{\n  \"id\": \"t1\"\n, \"title\": \"x\"\n}",
            priority,
            "{\n  \"id\": \"t1\"\n, \"title\": \"x\"\n, \"priority\": \"high\"\n}",
        ),
        (
            "{\n  \"id\": \"t1\",\n  \"title\": \"x\",\n  \"links\": [\"one\", \"two\"]\n}",
            labels,
            "{\n  \"id\": \"t1\",\n  \"title\": \"x\",\n  \"labels\": [\"a\", \"b\"],\n  \"links\": [\"one\", \"two\"]\n}",
        ),
        (
            "{\n  \"title\": \"x\",\n  \"mine\": {\"a\" : 1.50},\n  \"id\": \"t1\"\n}",
            priority,
            "{\n  \"title\": \"x\",\n  \"priority\": \"high\",\n  \"mine\": {\"a\" : 1.50},\n  \"id\": \"t1\"\n}",
        ),
        (
            "{\"id\":\"t1\",\"title\":\"x\",\"labels\":null}",
            labels,
            "{\"id\":\"t1\",\"title\":\"x\",\"labels\":[\"a\",\"b\"]}",
        ),
        (
            "{\"id\":\"t1\",\"title\":\"x\",\"labels\":[ \"b\" , \"z\" ]}",
            labels,
            "{\"id\":\"t1\",\"title\":\"x\",\"labels\":[ \"a\" , \"b\" ]}",
        ),
    ];
    for (before, change, after) in table {
        assert_eq!(edit_task(Container::Json, before, change), after);
    }
}

#[test]
fn write_task_keeps_unknown_keys_of_list_elements() {
    let before = r#"{
  "id": "t1",
  "title": "x",
  "done_criteria": [
    { "item": "one", "checked": false, "by": "me" },
    {"item": "two", "note": [1, 2]},
    { "item": "three", "checked": true }
  ]
}"#;
    let after = edit_task(Container::Json, before, |task| {
        task.criteria = vec![criterion("two", true), criterion("new", false), criterion("one", false)];
    });
    assert_eq!(
        after,
        r#"{
  "id": "t1",
  "title": "x",
  "done_criteria": [
    {"item": "two", "checked": true, "note": [1, 2]},
    { "item": "new", "checked": false },
    { "item": "one", "checked": false, "by": "me" }
  ]
}"#
    );
}

const TASK: &str = r#"# The handlers.
id = "01.2"
title   = 'Write handlers' # short
notes = """
PATCH is left. See `src/handlers.rs`.
"""
labels = ["api"] # more to come
created_at = 2026-11-21T02:57:24Z
dependencies = [
  "01.1", # the schema
  "01.0",
]
mine = { a = 1 }

[schedule]
# agreed with Bo
due_date = 2026-11-25
estimate_hours = 6.0

# Criteria

[[done_criteria]]
item = "All handlers answer 4xx" # all
checked = false

# the slow one
[[done_criteria]]
item = "Bench"
weight = 3

[mine2]
x = 1
"#;

/// Returns the lines that an edit removes and the lines that it adds.
fn difference(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let start = before.iter().zip(&after).take_while(|(left, right)| left == right).count();
    let end =
        before[start..].iter().rev().zip(after[start..].iter().rev()).take_while(|(left, right)| left == right).count();
    let lines = |lines: &[&str]| lines[start..lines.len() - end].iter().map(|line| (*line).to_owned()).collect();
    (lines(&before), lines(&after))
}

#[test]
fn write_task_changes_only_the_edited_lines_of_toml() {
    let table: [(Change, &[&str], &[&str]); 15] = [
        (
            |task| task.title = "Handlers".to_owned(),
            &["title   = 'Write handlers' # short"],
            &["title   = 'Handlers' # short"],
        ),
        (
            |task| task.title = "It's".to_owned(),
            &["title   = 'Write handlers' # short"],
            &["title   = \"It's\" # short"],
        ),
        (
            |task| task.notes = Some("One line".to_owned()),
            &["notes = \"\"\"", "PATCH is left. See `src/handlers.rs`.", "\"\"\""],
            &["notes = \"One line\""],
        ),
        (
            |task| task.notes.as_mut().unwrap().push_str("And \"\"\"this\"\"\".\\"),
            &["\"\"\""],
            &["And \"\"\\\"this\"\"\\\".\\\\\"\"\""],
        ),
        (
            |task| task.schedule.as_mut().unwrap().due_date = Some("2026-12-01".to_owned()),
            &["due_date = 2026-11-25"],
            &["due_date = 2026-12-01"],
        ),
        (|task| task.schedule.as_mut().unwrap().due_date = None, &["due_date = 2026-11-25"], &[]),
        (
            |task| task.schedule.as_mut().unwrap().start_date = Some("2026-11-23".to_owned()),
            &[],
            &["start_date = \"2026-11-23\""],
        ),
        (|task| task.schedule.as_mut().unwrap().pinned = Some(true), &[], &["pinned = true"]),
        (
            |task| task.updated_at = Some("2026-12-01T00:00:00Z".to_owned()),
            &[],
            &["updated_at = \"2026-12-01T00:00:00Z\""],
        ),
        (|task| task.order = Some(2), &[], &["order = 2"]),
        (
            |task| task.labels.push("db".to_owned()),
            &["labels = [\"api\"] # more to come"],
            &["labels = [\"api\", \"db\"] # more to come"],
        ),
        (|task| drop(task.dependencies.remove(0)), &["  \"01.1\", # the schema"], &[]),
        (|task| task.dependencies.push("02".to_owned()), &[], &["  \"02\","]),
        (|task| task.criteria[1].checked = true, &[], &["checked = true"]),
        (
            |task| task.criteria.insert(1, criterion("New", false)),
            &[],
            &["[[done_criteria]]", "item = \"New\"", "checked = false", ""],
        ),
    ];
    for (change, removed, added) in table {
        let after = edit_task(Container::Toml, TASK, change);
        let (left, right) = difference(TASK, &after);
        assert_eq!(
            (left, right),
            (
                removed.iter().map(|line| (*line).to_owned()).collect(),
                added.iter().map(|line| (*line).to_owned()).collect()
            ),
            "{after}"
        );
        let crlf = TASK.replace('\n', "\r\n");
        assert_eq!(edit_task(Container::Toml, &crlf, change), after.replace('\n', "\r\n"));
    }
}

#[test]
fn write_task_moves_and_removes_tables_with_their_comments() {
    let swapped = edit_task(Container::Toml, TASK, |task| task.criteria.reverse());
    assert!(swapped.contains("# Criteria\n\n# the slow one\n[[done_criteria]]\nitem = \"Bench\"\nweight = 3\n\n[[done_criteria]]\nitem = \"All"), "{swapped}");
    let one = edit_task(Container::Toml, TASK, |task| drop(task.criteria.remove(1)));
    assert_eq!(one, TASK.replace("\n# the slow one\n[[done_criteria]]\nitem = \"Bench\"\nweight = 3\n", ""));
    let none = edit_task(Container::Toml, TASK, |task| task.schedule = None);
    assert_eq!(none, TASK.replace("\n[schedule]\n# agreed with Bo\ndue_date = 2026-11-25\nestimate_hours = 6.0\n", ""));
    let linked = edit_task(Container::Toml, TASK, |task| {
        task.task_links.push(TaskLink {
            target: "doc-1".to_owned(),
            link_type: "doc".to_owned(),
            ..TaskLink::default()
        });
    });
    let expected = "\n\n[[task_links]]\ntarget = \"doc-1\"\nlink_type = \"doc\"\n\n# Criteria\n";
    assert_eq!(linked, TASK.replace("\n\n# Criteria\n", expected));
}

#[test]
fn new_task_document_writes_the_documented_toml() {
    let task = Task {
        id: "01.2".to_owned(),
        title: "Write handlers".to_owned(),
        notes: Some("PATCH is left. See `src/handlers.rs`.\n".to_owned()),
        priority: Some(Priority::High),
        created_at: Some("2026-11-21T02:57:24Z".to_owned()),
        updated_at: Some("2026-11-21T03:10:00Z".to_owned()),
        labels: vec!["api".to_owned()],
        dependencies: vec!["01.1".to_owned()],
        order: Some(1),
        assignee: Some("alice".to_owned()),
        schedule: Some(Schedule {
            start_date: Some("2026-11-23".to_owned()),
            due_date: Some("2026-11-25".to_owned()),
            estimate_hours: Some(6.0),
            ..Schedule::default()
        }),
        criteria: vec![criterion("All handlers answer 4xx on bad input", false)],
        ..Task::default()
    };
    let expected = r#"id = "01.2"
title = "Write handlers"
notes = """
PATCH is left. See `src/handlers.rs`.
"""
priority = "high"
created_at = "2026-11-21T02:57:24Z"
updated_at = "2026-11-21T03:10:00Z"
labels = ["api"]
dependencies = ["01.1"]
order = 1
assignee = "alice"

[schedule]
start_date = "2026-11-23"
due_date = "2026-11-25"
estimate_hours = 6.0

[[done_criteria]]
item = "All handlers answer 4xx on bad input"
checked = false
"#;
    assert_eq!(String::from_utf8(new_task_document(Container::Toml, &task).render()).unwrap(), expected);
}

#[test]
fn write_task_refuses_to_overwrite_invalid_values() {
    for text in [r#"{"id":"t1","title":"x","schedule":[1,2]}"#, r#"{"id":"t1","title":"x","schedule":["a"]}"#] {
        let mut data = DataFile::parse(Container::Json, text.as_bytes()).unwrap();
        let (old, findings) = read_task(&data);
        assert_eq!(findings.len(), 1);
        let new = Task { schedule: Some(Schedule { pinned: Some(true), ..Schedule::default() }), ..old.clone() };
        let refusal = write_task(&mut data, &old, &new).unwrap_err();
        assert_eq!(refusal.key, ["schedule"]);
        assert_eq!(data.render(), text.as_bytes());
    }
}

#[test]
fn set_and_remove_edit_single_configuration_keys() {
    let text = "# Ours\n\n[project]\nname = \"A\" # the name\n\n[effort_budget]\ntotal_hours = 320.0\n\n[assignees.bo]\ncolor = \"#000000\"\n";
    let mut data = DataFile::parse(Container::Toml, text.as_bytes()).unwrap();
    data.set(&[PathSegment::Key("project"), PathSegment::Key("name")], &json!("B")).unwrap();
    data.set(&[PathSegment::Key("effort_budget"), PathSegment::Key("total_hours")], &json!(200)).unwrap();
    data.set(
        &[PathSegment::Key("assignees"), PathSegment::Key("a.b"), PathSegment::Key("display_name")],
        &json!("Ann"),
    )
    .unwrap();
    data.set(&[PathSegment::Key("calendar"), PathSegment::Key("day_hours"), PathSegment::Key("fri")], &json!(4.0))
        .unwrap();
    data.set(&[PathSegment::Key("started_at")], &json!("2026-11-11")).unwrap();
    data.set(&[PathSegment::Key("calendar"), PathSegment::Key("closed_weekdays")], &json!([0, 6])).unwrap();
    data.remove(&[PathSegment::Key("assignees"), PathSegment::Key("bo"), PathSegment::Key("color")]).unwrap();
    let expected = "# Ours\n\nstarted_at = \"2026-11-11\"\n\n[project]\nname = \"B\" # the name\n\n[effort_budget]\ntotal_hours = 200.0\n\n[assignees.bo]\n\n[assignees.\"a.b\"]\ndisplay_name = \"Ann\"\n\n[calendar]\nclosed_weekdays = [0, 6]\n\n[calendar.day_hours]\nfri = 4.0\n";
    assert_eq!(String::from_utf8(data.render()).unwrap(), expected);
}

#[test]
fn rename_key_changes_only_the_key() {
    let table = [
        ("# Ours\n[assignees.bo]\ncolor = \"red\" # bright\n", "# Ours\n[assignees.ann]\ncolor = \"red\" # bright\n"),
        (
            "[ assignees . 'bo' ]\n[assignees.bo.day_hours]\nfri = 4\n",
            "[ assignees . ann ]\n[assignees.ann.day_hours]\nfri = 4\n",
        ),
        (
            "[assignees]\nbo.color = \"red\"\nbo.work_hours_per_day = 4\nal.color = \"bo\"\n",
            "[assignees]\nann.color = \"red\"\nann.work_hours_per_day = 4\nal.color = \"bo\"\n",
        ),
        ("[assignees]\nbo = { color = \"red\" }\n", "[assignees]\nann = { color = \"red\" }\n"),
        ("assignees = { bo = { bo = 1 }, al = {} }\n", "assignees = { ann = { bo = 1 }, al = {} }\n"),
        ("assignees.bo.color = \"red\"\r\n[bo]\r\nbo = 1\r\n", "assignees.ann.color = \"red\"\r\n[bo]\r\nbo = 1\r\n"),
    ];
    for (before, after) in table {
        let mut data = DataFile::parse(Container::Toml, before.as_bytes()).unwrap();
        data.rename_key(&["assignees", "bo"], "ann").unwrap();
        assert_eq!(String::from_utf8(data.render()).unwrap(), after);
    }
    let text = "[assignees.bo]\n[assignees.\"a.b\"]\n";
    let mut data = DataFile::parse(Container::Toml, text.as_bytes()).unwrap();
    assert_eq!(data.rename_key(&["assignees", "bo"], "a.b").unwrap_err().key, ["assignees", "bo"]);
    assert_eq!(data.rename_key(&["assignees", "al"], "ann").unwrap_err().key, ["assignees", "al"]);
    assert_eq!(data.render(), text.as_bytes());
    data.rename_key(&["assignees", "a.b"], "Ann Lee").unwrap();
    assert_eq!(data.render(), b"[assignees.bo]\n[assignees.\"Ann Lee\"]\n");
}

#[test]
fn new_config_equals_that_of_the_server_with_the_layout() {
    let atlas = include_str!("../../../tests/projects/tide-atlas/packages/widget/.handoff/config.toml");
    let marked = atlas.replace("[settings.custom_fields]\n", "[settings.custom_fields]\nhandoff_layout = \"toml\"\n");
    assert_eq!(String::from_utf8(new_config(Layout::Toml, "Widget", None).render()).unwrap(), marked);
    let (config, findings) = read_config(&new_config(Layout::Json, "A", Some("b")));
    assert_eq!((config.layout, config.description.as_deref(), findings.len()), (Some(Layout::Json), Some("b"), 0));
}

#[test]
fn write_task_keeps_a_byte_order_mark() {
    let text = "\u{feff}{\"id\":\"t1\",\"title\":\"x\"}";
    assert_eq!(
        edit_task(Container::Json, text, |task| task.title = "y".to_owned()),
        "\u{feff}{\"id\":\"t1\",\"title\":\"y\"}"
    );
}

#[test]
fn remove_deletes_all_values_of_a_repeated_key() {
    let mut data = DataFile::parse(Container::Json, br#"{"a":1,"b":2,"a":3}"#).unwrap();
    assert_eq!(data.get(&[PathSegment::Key("a")]), Some(json!(3)));
    data.set(&[PathSegment::Key("a")], &json!(4)).unwrap();
    assert_eq!(data.render(), br#"{"a":1,"b":2,"a":4}"#);
    data.remove(&[PathSegment::Key("a")]).unwrap();
    assert_eq!(data.render(), br#"{"b":2}"#);
}

#[test]
fn remove_reports_what_it_cannot_remove() {
    let text = "a = { b.c = 1, d = 2 }\n";
    let mut data = DataFile::parse(Container::Toml, text.as_bytes()).unwrap();
    let refusal = data.remove(&[PathSegment::Key("a"), PathSegment::Key("d")]).unwrap_err();
    assert_eq!(refusal.to_string(), "\"a.d\" cannot be written here without changing other values.");
    assert!(data.remove(&[]).is_err());
    data.remove(&[PathSegment::Key("x"), PathSegment::Key("y")]).unwrap();
    assert_eq!(data.render(), text.as_bytes());
}

#[test]
fn task_document_in_rejects_content_too_deep_for_toml() {
    let text = format!(r#"{{"id":"t1","x":{}{}}}"#, "[".repeat(100), "]".repeat(100));
    let data = DataFile::parse(Container::Json, text.as_bytes()).unwrap();
    assert!(task_document_in(Container::Json, &data).is_ok());
    let error = task_document_in(Container::Toml, &data).unwrap_err();
    assert!(error.to_string().contains("not valid TOML"), "{error}");
}

//! What is merged and what is a conflict, by example.

use handoff_agent::merge::Cause;
use handoff_format::Value;
use serde_json::json;

use super::{CONFIG, SESSION, TASK, TOML_TASK, VIEWS, file, merge_texts, text, values};

#[test]
fn pointers_into_one_file_are_matched_by_lines() {
    let pointer = |lines: &str, reason: &str| json!({"path": "src/a.rs", "lines": lines, "reason": reason});
    let list = |pointers: &[Value]| json!({"context_pointers": pointers});
    let existing = pointer("1-5", "head");
    assert_eq!(
        values(
            SESSION,
            &list(std::slice::from_ref(&existing)),
            &list(&[existing.clone(), pointer("300-320", "ours")]),
            &list(&[pointer("1-5", "header"), pointer("40-50", "theirs")]),
        ),
        list(&[pointer("1-5", "header"), pointer("300-320", "ours"), pointer("40-50", "theirs")]),
    );
}

#[test]
fn finished_task_of_one_side_has_no_claim_of_the_other() {
    for (status, is_kept) in [("in_progress", true), ("done", false), ("todo", false), ("blocked", false)] {
        let path = format!(".handoff/tasks/t1-x/_task.{status}.json");
        let lock = |heard: &str| json!({"title": "x", "lock": {"agent": "codex", "heartbeat": heard}});
        let merged = values(&path, &json!({"title": "x"}), &json!({"title": "x"}), &lock("2026-12-01T08:00:00Z"));
        assert_eq!(merged.get("lock").is_some(), is_kept, "{status}");
    }
}

#[test]
fn task_changes_of_both_sides_are_merged() {
    let item = |item: &str, checked: bool| json!({"item": item, "checked": checked});
    let cases = [
        (
            "different keys",
            json!({"title": "A"}),
            json!({"title": "B"}),
            json!({"title": "A", "assignee": "kim"}),
            json!({"title": "B", "assignee": "kim"}),
        ),
        (
            "stamps",
            json!({"updated_at": "2026-01-01T00:00:00Z", "created_at": "2026-01-01T00:00:00Z"}),
            json!({"updated_at": "2026-01-02T09:00:00+09:00", "created_at": "2026-01-01T00:00:00Z"}),
            json!({"updated_at": "2026-01-02T01:00:00Z", "created_at": "2026-01-01T00:00:00Z"}),
            json!({"updated_at": "2026-01-02T01:00:00Z", "created_at": "2026-01-01T00:00:00Z"}),
        ),
        (
            "labels",
            json!({"labels": ["a", "b", "c"]}),
            json!({"labels": ["a", "c", "x"]}),
            json!({"labels": ["a", "b", "c", "y"]}),
            json!({"labels": ["a", "c", "x", "y"]}),
        ),
        (
            "an order of dependencies",
            json!({"dependencies": ["1", "2", "3"]}),
            json!({"dependencies": ["3", "2", "1"]}),
            json!({"dependencies": ["1", "2", "3", "4"]}),
            json!({"dependencies": ["3", "4", "2", "1"]}),
        ),
        (
            "criteria ticked on one side and reworded on the other",
            json!({"done_criteria": [item("One", false), item("Two", false)]}),
            json!({"done_criteria": [item("One", true), item("Two", false)]}),
            json!({"done_criteria": [item("One, really", false), item("Two", true)]}),
            json!({"done_criteria": [item("One, really", true), item("Two", true)]}),
        ),
        (
            "criteria added and taken away",
            json!({"done_criteria": [item("One", false), item("Two", false)]}),
            json!({"done_criteria": [item("Two", false), item("Three", false)]}),
            json!({"done_criteria": [item("One", false), item("Two", true), item("Four", false)]}),
            json!({"done_criteria": [item("Two", true), item("Three", false), item("Four", false)]}),
        ),
        (
            "the same criterion added twice",
            json!({}),
            json!({"done_criteria": [item("One", true)]}),
            json!({"done_criteria": [{"item": "One"}]}),
            json!({"done_criteria": [item("One", true)]}),
        ),
        (
            "hours logged on both sides",
            json!({"schedule": {"estimate_hours": 8.0, "actual_hours": 1.0, "remaining_hours": 7.0}}),
            json!({"schedule": {"estimate_hours": 8.0, "actual_hours": 3.0, "remaining_hours": 5.0}}),
            json!({"schedule": {"estimate_hours": 9.0, "actual_hours": 1.5, "remaining_hours": 6.5}}),
            json!({"schedule": {"estimate_hours": 9.0, "actual_hours": 3.5, "remaining_hours": 4.5}}),
        ),
        (
            "places among others",
            json!({"handoff_rank": "a", "updated_at": "2026-01-01T00:00:00Z"}),
            json!({"handoff_rank": "b", "updated_at": "2026-01-01T00:00:02Z"}),
            json!({"handoff_rank": "c", "updated_at": "2026-01-01T00:00:01Z"}),
            json!({"handoff_rank": "b", "updated_at": "2026-01-01T00:00:02Z"}),
        ),
        (
            "unknown keys",
            json!({"x_other": {"deep": {"a": 1}}}),
            json!({"x_other": {"deep": {"a": 2}}}),
            json!({"x_other": {"deep": {"a": 1, "b": [1]}}}),
            json!({"x_other": {"deep": {"a": 2, "b": [1]}}}),
        ),
        (
            "a whole number and a broken one that is the same",
            json!({"order": 1}),
            json!({"order": 2, "schedule": {"estimate_hours": 4}}),
            json!({"order": 1, "schedule": {"estimate_hours": 4.0}}),
            json!({"order": 2, "schedule": {"estimate_hours": 4}}),
        ),
    ];
    cases.iter().for_each(assert_merged);
}

#[test]
fn places_stamps_hours_and_links_of_both_sides_are_merged() {
    let cases = [
        (
            "places of the same time: both merges choose the same",
            json!({"handoff_rank": "a"}),
            json!({"handoff_rank": "b"}),
            json!({"handoff_rank": "c"}),
            json!({"handoff_rank": "c"}),
        ),
        (
            "a stamp removed on one side",
            json!({"updated_at": "2026-01-01T00:00:00Z"}),
            json!({}),
            json!({"updated_at": "2026-01-02T00:00:00Z"}),
            json!({"updated_at": "2026-01-02T00:00:00Z"}),
        ),
        (
            "hours logged on one side, as they are written there",
            json!({"schedule": {"estimate_hours": 8, "actual_hours": 1, "remaining_hours": 7}}),
            json!({"schedule": {"estimate_hours": 9, "actual_hours": 1, "remaining_hours": 7}}),
            json!({"schedule": {"estimate_hours": 8, "actual_hours": 2, "remaining_hours": 6}}),
            json!({"schedule": {"estimate_hours": 9, "actual_hours": 2, "remaining_hours": 6}}),
        ),
        (
            "a link with changes of both sides",
            json!({"task_links": [{"target": "t2", "link_type": "related"}]}),
            json!({"task_links": [{"target": "t2", "link_type": "related", "x_ours": 1}]}),
            json!({"task_links": [{"target": "t2", "link_type": "related", "x_theirs": 2}]}),
            json!({"task_links": [{"target": "t2", "link_type": "related", "x_ours": 1, "x_theirs": 2}]}),
        ),
    ];
    cases.iter().for_each(assert_merged);
}

/// What is merged, the values of base, ours and theirs, and the expected ones.
type MergeCase = (&'static str, Value, Value, Value, Value);

fn assert_merged((what, base, ours, theirs, expected): &MergeCase) {
    for path in [TASK, TOML_TASK] {
        assert_eq!(&values(path, base, ours, theirs), expected, "{what} in {path}");
    }
}

#[test]
fn notes_of_both_sides_are_ordered_by_time() {
    let base = json!({"title": "T", "notes": "Start."});
    let ours = json!({"title": "T", "notes": "Start.\n\n--- 2026-03-02T09:15:00\nSecond"});
    let theirs = json!({"title": "T", "notes": "Start!\n\n--- 2026-03-02T08:15:00\nFirst"});
    let untouched = json!({"title": "T", "notes": "Start.\n\n--- 2026-03-02T08:15:00\nFirst"});
    for path in [TASK, TOML_TASK] {
        let actual = values(path, &base, &ours, &untouched);
        assert_eq!(actual["notes"], "Start.\n\n--- 2026-03-02T08:15:00\nFirst\n\n--- 2026-03-02T09:15:00\nSecond");
        let actual = merge_texts(path, &file(path, &base), &file(path, &ours), &file(path, &theirs));
        assert_eq!(actual.conflicts, ["notes"], "both sides changed adjacent lines");
    }
}

#[test]
fn session_entries_of_both_sides_are_kept() {
    let base = json!({"ended_at": "2026-01-01T00:00:00Z", "commit": "a", "dirty_files": [" M a"], "decisions": [{"decision": "D", "reason": "r"}], "checklist": [{"item": "C", "checked": false}], "handoff_notes": []});
    let ours = json!({"ended_at": "2026-01-01T02:00:00Z", "commit": "b", "dirty_files": [" M b"], "decisions": [{"decision": "D", "reason": "r", "x": 1}, {"decision": "E"}], "checklist": [{"item": "C", "checked": true}], "handoff_notes": [{"note": "one"}]});
    let theirs = json!({"ended_at": "2026-01-01T01:00:00Z", "commit": "c #1", "dirty_files": [" M a", " M c"], "decisions": [{"decision": "D", "reason": "better"}, {"decision": "F"}], "checklist": [{"item": "C", "checked": false}, {"item": "G", "checked": false}], "handoff_notes": [{"note": "two"}]});
    let expected = json!({"ended_at": "2026-01-01T02:00:00Z", "commit": "b", "dirty_files": [" M b"],
        "decisions": [{"decision": "D", "reason": "better", "x": 1}, {"decision": "E"}, {"decision": "F"}],
        "checklist": [{"item": "C", "checked": true}, {"item": "G", "checked": false}],
        "handoff_notes": [{"note": "one"}, {"note": "two"}]});
    for path in [SESSION, ".handoff/sessions/20261121-025724-x.active.toml"] {
        assert_eq!(values(path, &base, &ours, &theirs), expected, "{path}");
    }
}

#[test]
fn conflict_markers_surround_only_the_conflicting_key() {
    let actual = merge_texts(
        TASK,
        "{\r\n  \"id\": \"t1\",\r\n  \"title\": \"Old\",\r\n  \"updated_at\": \"2026-01-01T00:00:00Z\",\r\n  \"labels\": []\r\n}\r\n",
        "{\r\n  \"id\": \"t1\",\r\n  \"title\": \"Mine\",\r\n  \"updated_at\": \"2026-01-01T00:00:02Z\",\r\n  \"labels\": []\r\n}\r\n",
        "{\r\n  \"id\": \"t1\",\r\n  \"title\": \"Yours\",\r\n  \"updated_at\": \"2026-01-01T00:00:01Z\",\r\n  \"labels\": [\"a\"]\r\n}\r\n",
    );
    assert_eq!(actual.conflicts, ["title"]);
    assert_eq!(
        text(&actual),
        "{\r\n  \"id\": \"t1\",\r\n<<<<<<< ours\r\n  \"title\": \"Mine\",\r\n=======\r\n  \"title\": \"Yours\",\r\n>>>>>>> theirs\r\n  \"updated_at\": \"2026-01-01T00:00:02Z\",\r\n  \"labels\": [\r\n    \"a\"\r\n  ]\r\n}\r\n"
    );
    let actual = merge_texts(
        TOML_TASK,
        "# head\nid = \"01\"\ntitle = \"Old\" # why\n\n[schedule]\ndue_date = 2026-01-05\n",
        "# head\nid = \"01\"\ntitle = \"Old\" # why\n\n[schedule]\ndue_date = 2026-01-06\n",
        "# head, longer\nid = \"01\"\ntitle = \"New\" # why\n\n[schedule]\ndue_date = 2026-01-07\npinned = true # for the fair\n",
    );
    assert_eq!(actual.conflicts, ["schedule.due_date"]);
    assert_eq!(
        text(&actual),
        "# head, longer\nid = \"01\"\ntitle = \"New\" # why\n\n[schedule]\n<<<<<<< ours\ndue_date = 2026-01-06\n=======\ndue_date = 2026-01-07\n>>>>>>> theirs\npinned = true # for the fair\n"
    );
}

#[test]
fn removal_against_change_is_a_conflict() {
    let item = |checked: bool| json!([{"item": "One", "checked": checked}, {"item": "Two", "checked": false}]);
    let base = json!({"title": "T", "done_criteria": item(false)});
    let ours = json!({"title": "T", "done_criteria": [{"item": "Two", "checked": false}]});
    let theirs = json!({"title": "T", "done_criteria": item(true)});
    for path in [TASK, TOML_TASK] {
        let actual = merge_texts(path, &file(path, &base), &file(path, &ours), &file(path, &theirs));
        assert_eq!(actual.conflicts, ["done_criteria.One"]);
        assert!(text(&actual).contains("One"), "{}", text(&actual));
    }
}

#[test]
fn comments_of_both_sides_are_kept_or_conflict() {
    let base = "[project]\nname = \"H\"\n\n[settings]\nhistory_limit = 20\n";
    let ours = "[project]\nname = \"H\" # the harbour\n\n[settings]\nhistory_limit = 20\nmulti_session = true\n";
    let theirs = "# shared\n[project]\nname = \"H\"\n\n[settings]\nhistory_limit = 30 # longer\n\n[assignees.kim]\nname = \"Kim #1\"\n";
    let actual = merge_texts(CONFIG, base, ours, theirs);
    assert_eq!(actual.conflicts, Vec::<String>::new());
    for part in ["# shared", "# the harbour", "multi_session = true", "history_limit = 30", "name = \"Kim #1\""] {
        assert!(text(&actual).contains(part), "{part} in {}", text(&actual));
    }
    let ours = base.replace("20", "25 # mine");
    let theirs = base.replace("20", "25 # yours");
    let actual = merge_texts(CONFIG, base, &ours, &theirs);
    assert_eq!(actual.conflicts, ["the text"]);
    assert!(text(&actual).contains("# mine") && text(&actual).contains("# yours"));
}

#[test]
fn view_options_of_the_chart_are_those_of_this_side() {
    let config = |zoom: &str| format!("[project]\nname = \"H\"\n\n[gantt_view]\nzoom = \"{zoom}\"\n");
    let actual = merge_texts(CONFIG, &config("day"), &config("week"), &config("month"));
    assert_eq!((text(&actual), actual.conflicts.len()), (config("week").as_str(), 0));
}

#[test]
fn lines_that_merge_into_a_file_with_a_key_twice_conflict() {
    let base = "id = \"01\"\ntitle = \"Read\"\nnotes = \"N\"\norder = 1\n";
    let ours = base.replace("title", "assignee = \"kim\"\ntitle");
    let theirs = format!("{base}assignee = \"kim\" # by mail\n");
    let actual = merge_texts(TOML_TASK, base, &ours, &theirs);
    assert_eq!(actual.conflicts, ["the text"]);
    assert!(text(&actual).contains("<<<<<<< ours\n"), "{}", text(&actual));
    assert!(text(&actual).contains("# by mail\n>>>>>>> theirs\n"), "{}", text(&actual));
}

#[test]
fn unparsable_files_are_merged_as_text() {
    for (base, ours, theirs) in [
        ("{", "{\"a\": 1", "{\"b\": 2"),
        ("{\"id\": \"t1\"}", "{\"id\": \"t1\", \"a\": 1, \"a\": 2}", "{\"id\": \"t1\", \"b\": 2}"),
        ("", "{\"id\": \"t1\"}", "{\"id\": \"t2\"}"),
    ] {
        let actual = merge_texts(TASK, base, ours, theirs);
        assert_eq!(actual.conflicts, ["the text"], "{ours} {theirs}");
        assert!(text(&actual).contains(ours) && text(&actual).contains(theirs), "{}", text(&actual));
    }
    let lines = merge_texts(".handoff/docs/_doc.x.md", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n");
    assert_eq!((text(&lines), lines.conflicts.len()), ("A\nb\nC\n", 0));
}

#[test]
fn lines_of_a_broken_file_conflict_only_if_they_break_it() {
    let file = |head: &str, tail: &str, end: &str| {
        format!("{{\n  \"id\": \"t1\",\n{head}  \"title\": \"T\",\n  \"notes\": \"N\",\n{tail}  \"order\": 1\n{end}\n")
    };
    let (first, second) = ("  \"a\": 1,\n", "  \"b\": 2,\n");
    for (what, base, ours, theirs, is_clean) in [
        ("both sides repair it", file("", "", "]"), file(first, "", "}"), file("", second, "}"), true),
        ("the result has a key twice", file("", "", "]"), file(first, "", "}"), file("", first, "}"), false),
        ("this side breaks it", file("", "", "}"), file(first, "", "]"), file("", second, "}"), true),
        ("the other side breaks it", file("", "", "}"), file(first, "", "}"), file("", second, "]"), true),
    ] {
        let actual = merge_texts(TASK, &base, &ours, &theirs);
        assert_eq!(actual.conflicts.is_empty(), is_clean, "{what}: {}", text(&actual));
        assert_eq!(text(&actual).contains("<<<<<<< "), !is_clean, "{what}: {}", text(&actual));
    }
}

#[test]
fn file_created_on_both_sides_is_merged_with_any_base() {
    let ours = json!({"title": "T", "labels": ["a"], "created_at": "2026-01-01T00:00:00Z"});
    let theirs = json!({"title": "T", "labels": ["b"], "created_at": "2026-01-02T00:00:00Z"});
    let expected = json!({"title": "T", "labels": ["a", "b"], "created_at": "2026-01-01T00:00:00Z"});
    for base in ["", "{\"id\": \"t9\", \"title\": \"Z\", \"labels\": [\"a\"]}"] {
        let actual = merge_texts(TASK, base, &file(TASK, &ours), &file(TASK, &theirs));
        assert_eq!(actual.conflicts, Vec::<String>::new());
        let mut root: Value = serde_json::from_slice(&actual.bytes).unwrap();
        root.as_object_mut().unwrap().shift_remove("id");
        assert_eq!(root, expected);
    }
}

#[test]
fn different_records_are_never_merged() {
    let record = |id: &str, created: &str, title: &str, priority: &str| {
        let values = json!({"id": id, "title": title, "created_at": created, "priority": priority, "labels": ["a"]});
        (file(TASK, &values), file(TOML_TASK, &values))
    };
    let (first, later) = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
    let base = record("t1", first, "Read", "low");
    let changed = record("t1", first, "Read", "high");
    for (other, named) in [
        (record("t2", first, "Read", "low"), ["t1", "t2"]),
        (record("t2", later, "Write", "low"), ["t1", "t2"]),
        (record("t1", later, "Read", "low"), ["t1 of 2026-01-01T00:00:00+00:00", "t1 of 2026-01-02T00:00:00+00:00"]),
    ] {
        let [changed_id, other_id] = named.map(str::to_owned);
        for (path, base, changed, other) in
            [(TASK, &base.0, &changed.0, &other.0), (TOML_TASK, &base.1, &changed.1, &other.1)]
        {
            let forward = merge_texts(path, base, changed, other);
            let cause = Cause::OtherRecord { ours: changed_id.clone(), theirs: other_id.clone() };
            assert_eq!(
                (&forward.cause, forward.conflicts.as_slice()),
                (&Some(cause), ["the text".to_owned()].as_slice())
            );
            let back = merge_texts(path, base, other, changed);
            let cause = Cause::OtherRecord { ours: other_id.clone(), theirs: changed_id.clone() };
            assert_eq!(back.cause, Some(cause));
            for text in [text(&forward), text(&back)] {
                assert!(text.contains("<<<<<<< ") && text.contains("high") && text.contains("low"), "{text}");
            }
            // An unchanged side takes the other side, whatever it is.
            assert_eq!(
                (merge_texts(path, base, base, other).cause, merge_texts(path, base, base, other).bytes),
                (None, other.clone().into_bytes())
            );
        }
    }
}

#[test]
fn change_of_a_trashed_record_is_a_conflict() {
    let base = file(TASK, &json!({"title": "Read"}));
    let ours = file(TASK, &json!({"title": "Read all"}));
    let theirs = file(TASK, &json!({"title": "Read", "priority": "high"}));
    for path in [".handoff/trash/20261122-093118-598d8e37-t1-x/_task.todo.json", "sub/.handoff/trash/x.json"] {
        let actual = merge_texts(path, &base, &ours, &theirs);
        assert_eq!(actual.cause, Some(Cause::Deleted));
        assert!(!actual.conflicts.is_empty() && text(&actual).contains("<<<<<<< "), "{}", text(&actual));
    }
    assert_eq!(merge_texts("trash/.handoff/tasks/t1-x/_task.todo.json", &base, &ours, &theirs).cause, None);
}

#[test]
fn views_of_both_sides_are_merged_by_name() {
    let base = "# Ours.\n[views.Late.filter]\noverdue = true\n\n[views.Old.filter]\ntext = \"old\"\n";
    let ours = "# Ours.\n[views.Late.filter]\noverdue = true\nstatuses = [\"todo\"]\n\n[views.Old.filter]\ntext = \"old\"\n\n[views.Mine]\n";
    let theirs = "# Ours.\n[views.Late.filter]\noverdue = true\n\n[views.Late.displays.board] # wide\nlanes = \"label\"\n\n[views.Theirs.filter]\nlabels = [\"ops\"]\n";
    let merged = merge_texts(VIEWS, base, ours, theirs);
    assert_eq!(merged.conflicts, Vec::<String>::new());
    let data = handoff_format::DataFile::parse(handoff_format::Container::Toml, &merged.bytes).unwrap();
    let late = json!({"filter": {"overdue": true, "statuses": ["todo"]}, "displays": {"board": {"lanes": "label"}}});
    let expected = json!({"views": {"Late": late, "Mine": {}, "Theirs": {"filter": {"labels": ["ops"]}}}});
    assert_eq!(data.root(), expected, "{}", text(&merged));
    assert!(text(&merged).contains("# wide"));
    // The same condition with two values is for a person to decide.
    let set = |words: &str| format!("[views.Late.filter]\ntext = \"{words}\"\n");
    assert_eq!(merge_texts(VIEWS, &set("feed"), &set("tide"), &set("quay")).conflicts, ["views.Late.filter.text"]);
}

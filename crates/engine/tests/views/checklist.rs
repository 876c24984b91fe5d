//! Edits of checklist items, and what a merge would add.

use handoff_protocol::agent::SessionUpdate;
use handoff_protocol::view::ChecklistItem;
use handoff_protocol::{Command, View};
use serde_json::{Value, json};

use crate::support::{Bench, command, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    === sessions/20261101-090000-first.closed.json
    {"version": 2, "id": "s-1", "started_at": "2026-11-01T08:00:00Z", "summary": "First", "blockers": ["No key"],
     "checklist": [{"item": "Ask Maya", "owner": "user", "due": "soon"}, {"item": "Shared", "owner": "ai"}]}
    === sessions/20261102-090000-second.active.json
    {"version": 2, "id": "s-2", "started_at": "2026-11-02T09:00:00Z", "summary": "Second",
     "checklist": [{"item": "Shared", "owner": "ai", "note": 1}, "Plain", {"item": "Ticked", "checked": true, "owner": "ai"}]}
    === sessions/20261103-090000-third.closed.json
    {"version": 2, "id": "s-3", "started_at": "2026-11-03T09:00:00Z", "summary": "Third", "checklist": [{"item": "Secret"}],
     "environment": {"handoff_record": {"visibility": "private"}}}
"#;

fn checklist(bench: &mut Bench) -> Vec<ChecklistItem> {
    match bench.ask(&context(), r#"{"kind":"session","id":"s-2"}"#) {
        View::Session(Some(view)) => view.checklist,
        other => panic!("{other:?}"),
    }
}

/// Returns the items as text: `[x] text (owner)`, with `*` for those of other sessions.
fn shown(bench: &mut Bench) -> Vec<String> {
    let line = |item: &ChecklistItem| {
        let (mark, other) = (if item.checked { "x" } else { " " }, if item.other { "*" } else { "" });
        format!("[{mark}] {} ({}){other}", item.item, item.owner)
    };
    checklist(bench).iter().map(line).collect()
}

/// Edits the item with a text as a page does.
fn edit(bench: &mut Bench, item: &str, change: &Value) -> Result<(), String> {
    let rows = checklist(bench);
    let row = rows.iter().find(|row| row.item == item).unwrap_or_else(|| panic!("{item} is not in {rows:?}"));
    let mut edit = json!({"index": row.index, "seen": row.value});
    edit.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    let update: SessionUpdate = serde_json::from_value(json!({"edit": edit, "add": [], "remove": []})).unwrap();
    let id = Some("s-2".to_owned());
    bench.run(&Command::UpdateSession { id, update }).map(|_| ()).map_err(|refusal| refusal.text.to_string())
}

#[test]
fn edits_change_text_and_owner_and_keep_the_rest() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let before = shown(&mut bench);
    assert_eq!(before[..3], ["[ ] Shared (ai)", "[ ] Plain ()", "[x] Ticked (ai)"]);
    edit(&mut bench, "Plain", &json!({"item": " Not so plain ", "owner": "user"})).unwrap();
    edit(&mut bench, "Ticked", &json!({"item": "Still ticked", "owner": ""})).unwrap();
    // The closed session states the old text as well: it no longer stands.
    edit(&mut bench, "Shared", &json!({"item": "Ours"})).unwrap();
    let after = shown(&mut bench);
    assert_eq!(after[..3], ["[ ] Ours (ai)", "[ ] Not so plain (user)", "[x] Still ticked ()"]);
    assert!(!after.iter().any(|line| line.contains("Shared")), "{after:?}");
    let ours = checklist(&mut bench)[0].value.clone();
    assert_eq!(ours["note"], json!(1), "other members stay");
}

/// Runs an update of a person without naming a session. Returns what it says.
fn answer(bench: &mut Bench, update: &Value) -> String {
    let update = serde_json::from_value(update.clone()).expect("an update");
    let command = Command::UpdateSession { id: None, update };
    let done = bench.run(&command).unwrap_or_else(|refusal| panic!("{}", refusal.text));
    done.summary.to_string()
}

#[test]
fn an_entry_of_the_register_is_ticked_wherever_it_is() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (item, expected) in [("Ask Maya", "[x] Ask Maya (user)*"), ("Plain", "[x] Plain ()")] {
        let tick =
            json!({"check": {"index": 0, "entry": entry(&mut bench, item), "checked": true}, "add": [], "remove": []});
        assert_eq!(answer(&mut bench, &tick), format!("Ticked “{item}”"));
        let after = shown(&mut bench);
        assert!(after.contains(&expected.to_owned()), "{after:?}");
    }
    let unknown =
        r#"{"kind":"updateSession","update":{"check":{"index":0,"entry":"none","checked":true},"add":[],"remove":[]}}"#;
    let refusal = bench.plan(&command(unknown)).unwrap_err();
    assert!(refusal.text.to_string().starts_with("The checklist has changed"), "{}", refusal.text);
}

#[test]
fn without_an_active_session_a_person_answers_in_the_last_public_one() {
    let closed = dedent(PROJECT).replace("second.active.json", "second.closed.json");
    let mut bench = Bench::from_text(&closed);
    let file = |bench: &Bench| {
        let path = "sessions/20261102-090000-second.closed.json";
        String::from_utf8_lossy(bench.tree.file(path).unwrap_or_default()).into_owned()
    };
    let tick = json!({"check": {"index": 0, "entry": entry(&mut bench, "Ask Maya"), "checked": true}, "add": [], "remove": []});
    answer(&mut bench, &tick);
    assert!(file(&bench).contains("Ask Maya"), "{}", file(&bench));
    let confirm = json!({"add": [["decisions", {"decision": "Use feet", "confidence": "confirmed"}]], "remove": []});
    answer(&mut bench, &confirm);
    assert_eq!(answer(&mut bench, &confirm), "Confirmed “Use feet”");
    let withdraw = json!({"add": [], "remove": [{"list": "decisions", "entry": "Use feet", "reason": "Metres"}]});
    assert_eq!(answer(&mut bench, &withdraw), "Withdrew “Use feet”");
    let mut none = Bench::from_text("=== config.toml\n[project]\nname = \"P\"\n");
    let update = serde_json::from_value(confirm).expect("an update");
    let refusal = none.plan(&Command::UpdateSession { id: None, update }).unwrap_err();
    assert_eq!(refusal.text.to_string(), "There is no active session.");
}

/// Returns the ID of an open item in the register.
fn entry(bench: &mut Bench, item: &str) -> String {
    match bench.ask(&context(), r#"{"kind":"register"}"#) {
        View::Register(rows) => rows.into_iter().find(|row| row.text == item).expect("an entry").id,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_item_of_another_session_becomes_one_of_this_session() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    edit(&mut bench, "Ask Maya", &json!({"owner": "ai"})).unwrap();
    assert!(shown(&mut bench).contains(&"[ ] Ask Maya (ai)".to_owned()));
    edit(&mut bench, "Ask Maya", &json!({"item": "Ask Noor"})).unwrap();
    let after = shown(&mut bench);
    assert!(after.contains(&"[ ] Ask Noor (ai)".to_owned()), "{after:?}");
    assert!(!after.iter().any(|line| line.contains("Ask Maya")), "{after:?}");
    let item = checklist(&mut bench).into_iter().find(|item| item.item == "Ask Noor").unwrap();
    assert_eq!(item.value["due"], json!("soon"));
    // The old text can be stated again.
    edit(&mut bench, "Ask Noor", &json!({"item": "Ask Maya"})).unwrap();
    assert!(shown(&mut bench).contains(&"[ ] Ask Maya (ai)".to_owned()));
}

#[test]
fn edits_that_would_lose_or_leak_something_are_refused() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let before = shown(&mut bench);
    for (item, change, refusal) in [
        ("Plain", json!({"item": "  "}), "A checklist item needs a text."),
        ("Plain", json!({"item": "Ask Maya"}), "The checklist already has the item “Ask Maya”."),
        ("Secret", json!({"owner": "ai"}), "This item belongs to a private session."),
    ] {
        let sentence = edit(&mut bench, item, &change).unwrap_err();
        assert!(sentence.starts_with(refusal), "{item}: {sentence}");
    }
    let stale = r#"{"kind":"updateSession","id":"s-2","update":{"edit":{"index":1,"seen":"Other","item":"x"},"add":[],"remove":[]}}"#;
    let refusal = bench.plan(&command(stale)).unwrap_err();
    assert!(refusal.text.to_string().starts_with("The checklist has changed"), "{}", refusal.text);
    assert_eq!(shown(&mut bench), before);
}

#[test]
fn a_planned_merge_reports_checklist_items_and_blockers() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let merge = r#"{"kind":"mergeSessions","sources":["s-2","s-1"],"target":"s-2","closeSources":true}"#;
    let report = bench.plan(&command(merge)).unwrap().merged.unwrap();
    // The target has the item “Shared” already.
    assert_eq!((report.checklist, report.blockers, report.related_tasks), (1, 1, 0));
}

#[test]
fn a_planned_fork_reports_what_it_inherits() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let fork = r#"{"kind":"forkSession","source":"s-1","inherit":["checklist","decisions"],"patch":{"values":{"summary":"Fork"},"record":{},"lists":[],"remove":[]}}"#;
    let report = bench.plan(&command(fork)).unwrap().merged.unwrap();
    assert_eq!((report.checklist, report.blockers, report.decisions), (2, 0, 0));
}

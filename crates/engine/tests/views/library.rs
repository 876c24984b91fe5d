//! The view of the library.

use handoff_protocol::view::{LibraryProposal, LibraryView};
use handoff_protocol::{Command, Priority, Query, View};

use crate::support::{Bench, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "Alpha"}
    === memory/m-1.json
    {"version": 2, "id": "m-1", "text": "The FEED repeats rows", "kind": "gotcha", "tags": ["parser"],
     "keywords": ["midnight"], "scope_paths": ["src/feed"], "content_hash": "h", "hit_count": 3,
     "created_at": "2026-11-02T09:00:00Z", "updated_at": "2026-11-02T09:00:00Z", "last_referenced_at": "2026-11-20T09:00:00Z"}
    === memory/m-2.json
    {"version": 2, "id": "m-2", "text": "潮位 is in feet", "kind": "rule", "content_hash": "h",
     "created_at": "2026-11-02T08:30:00-01:00", "updated_at": "2026-11-02T08:30:00-01:00"}
    === memory/m-3.json
    {"version": 2,
    === referrals/20261101-atlas.open.json
    {"id": "ref-1", "source_project": "Atlas", "source_project_dir": "/atlas", "created_at": "2026-11-01T09:00:00Z",
     "referral_type": "bug", "summary": "Feed breaks", "details": "At **noon**", "priority": "high",
     "tasks": [{"title": "Parse gaps", "priority": "high", "done_criteria": ["No row is lost"]}, {"title": "Say why"}]}
    === referrals/20261102-atlas.resolved.json
    {"id": "ref-2", "source_project": "Atlas", "source_project_dir": "/atlas", "created_at": "2026-11-02T09:00:00Z",
     "referral_type": "info", "summary": "Harbour closes"}
    === docs/_doc.feed.md
    ---
    id: doc-1
    title: Feed format
    doc_type: spec
    tags: [parser]
    task_ids: [t1, t9]
    source:
      canonical_hash: "0"
    created_at: "2026-11-01T09:00:00Z"
    updated_at: "2026-11-03T09:00:00Z"
    verification:
      status: in_review
      items:
        - {fragment_seq: 1, heading: Rows, status: verified}
        - {fragment_seq: 2, heading: Gaps, status: pending}
    ---
    # Rows
    A row for each hour.
    # Gaps
    === docs/_doc.harbour.md
    ---
    id: doc-2
    title: Harbour
    doc_type: note
    created_at: "2026-11-01T09:00:00Z"
    updated_at: "2026-11-04T09:00:00Z"
    ---
    Opens at noon.
"#;

fn library(bench: &mut Bench, text: &str) -> LibraryView {
    match bench.engine.view(&Query::Library { text: text.to_owned() }, &context()) {
        View::Library(view) => *view,
        other => panic!("{other:?}"),
    }
}

/// The IDs of all rows: memories, referrals, documents.
fn ids(view: &LibraryView) -> Vec<&str> {
    let memories = view.memories.iter().map(|row| row.id.as_str());
    let referrals = view.referrals.iter().map(|row| row.id.as_str());
    memories.chain(referrals).chain(view.documents.iter().map(|row| row.id.as_str())).collect()
}

#[test]
fn library_lists_records_newest_first_with_their_content() {
    let view = library(&mut Bench::from_text(&dedent(PROJECT)), "");
    // The creation times of the memories have different offsets. One memory cannot be parsed.
    assert_eq!(ids(&view), ["m-2", "m-1", "ref-2", "ref-1", "doc-2", "doc-1"]);
    assert_eq!((view.totals.memories, view.totals.referrals, view.totals.documents), (2, 2, 2));
    let memory = &view.memories[1];
    assert_eq!((memory.memory_kind.as_str(), memory.hits), ("gotcha", 3));
    assert_eq!(
        (memory.scope_paths.as_slice(), memory.tags.as_slice()),
        (&["src/feed".into()][..], &["parser".into()][..])
    );
    assert_eq!((memory.last_used_at.as_str(), memory.path.as_str()), ("2026-11-20T09:00:00Z", "memory/m-1.json"));
    let referral = &view.referrals[1];
    assert_eq!((referral.status.as_str(), referral.priority.as_str()), ("open", "high"));
    assert_eq!((referral.details.as_str(), referral.source_folder.as_str()), ("At **noon**", "/atlas"));
    assert_eq!((view.referrals[0].priority.as_str(), view.referrals[0].details.as_str()), ("", ""));
}

#[test]
fn documents_have_their_tasks_and_the_state_of_their_review() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let view = library(&mut bench, "");
    let [harbour, feed] = view.documents.as_slice() else { panic!("{view:?}") };
    let tasks: Vec<_> =
        feed.tasks.iter().map(|task| (task.id.as_str(), task.task.as_ref().map(|name| name.title.as_str()))).collect();
    assert_eq!(tasks, [("t1", Some("Alpha")), ("t9", None)]);
    assert_eq!((feed.slug.as_str(), feed.doc_type.as_str(), feed.drifted), ("feed", "spec", true));
    assert_eq!(feed.review.map(|review| (review.done, review.total)), Some((1, 2)));
    assert_eq!((harbour.review, harbour.drifted, harbour.tasks.len()), (None, false, 0));
}

#[test]
fn the_text_of_a_document_is_asked_for_alone() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let mut text = |path: &str| bench.ask(&context(), &format!(r#"{{"kind":"document","path":"{path}"}}"#));
    assert_eq!(text("docs/_doc.feed.md"), View::Document(Some("# Rows\nA row for each hour.\n# Gaps".to_owned())));
    assert_eq!(text("docs/_doc.none.md"), View::Document(None));
    assert_eq!(text("config.toml"), View::Document(None));
}

#[test]
fn search_finds_records_with_all_words_in_any_text() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (text, expected) in [
        ("  ", &["m-2", "m-1", "ref-2", "ref-1", "doc-2", "doc-1"][..]),
        ("feed", &["m-1", "ref-1", "doc-1"]),
        ("Feed PARSER", &["m-1", "doc-1"]),
        ("midnight", &["m-1"]),
        ("src/feed", &["m-1"]),
        ("潮位", &["m-2"]),
        ("noon", &["ref-1", "doc-2"]),
        ("parse gaps", &["ref-1", "doc-1"]),
        ("bug gaps", &["ref-1"]),
        ("atlas resolved", &["ref-2"]),
        ("t9 hour", &["doc-1"]),
        ("feed nowhere", &[]),
    ] {
        let view = library(&mut bench, text);
        assert_eq!(ids(&view), expected, "{text}");
        assert_eq!(view.totals.memories, 2, "{text}");
    }
}

#[test]
fn proposed_task_is_created_with_its_criteria_and_known_afterwards() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let proposals = |bench: &mut Bench| library(bench, "").referrals.remove(1).tasks;
    let [gaps, why]: [LibraryProposal; 2] = proposals(&mut bench).try_into().unwrap();
    assert_eq!((gaps.title.as_str(), gaps.task.as_ref(), why.task.as_ref()), ("Parse gaps", None, None));
    let fields = serde_json::to_value(&gaps.fields).unwrap();
    let command = serde_json::json!({ "kind": "changeTasks", "tasks": [{ "fields": fields }] });
    bench.run(&serde_json::from_value::<Command>(command).unwrap()).unwrap();
    let [gaps, why]: [LibraryProposal; 2] = proposals(&mut bench).try_into().unwrap();
    let task = gaps.task.expect("the task");
    assert_eq!((task.title.as_str(), why.task), ("Parse gaps", None));
    let ask = format!(r#"{{"kind":"task","id":"{}"}}"#, task.id);
    let View::Task(Some(view)) = bench.ask(&context(), &ask) else { panic!("no task") };
    assert_eq!((view.card.priority, view.criteria[0].item.as_str()), (Some(Priority::High), "No row is lost"));
    let rename = serde_json::json!({ "kind": "updateTasks", "ids": [task.id], "patch": { "title": "Other words" } });
    bench.run(&serde_json::from_value::<Command>(rename).unwrap()).unwrap();
    assert_eq!(proposals(&mut bench)[0].task.as_ref().map(|task| task.title.as_str()), Some("Other words"));
}

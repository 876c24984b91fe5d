//! The tools for documents: what they answer, and which files they ask for.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::Bench;

fn slugs(answer: &Value, list: &str) -> Vec<String> {
    let rows = answer[list].as_array().expect("a list").iter();
    rows.map(|row| row["slug"].as_str().expect("a slug").to_owned()).collect()
}

#[test]
fn document_is_found_by_slug_and_id() {
    let mut bench = Bench::atlas();
    for key in ["storage-design", "doc-20261121-025727-411819"] {
        let answer = bench.value("handoff_doc_get", &json!({"doc_id": key, "format": "meta"}));
        assert_eq!((answer["slug"].as_str(), answer["drifted"].as_bool()), (Some("storage-design"), Some(false)));
        assert_eq!(answer.get("body"), None);
    }
    let refused = bench.refusal("handoff_doc_get", &json!({"doc_id": "storage"}));
    assert_eq!(refused, "There is no document storage. Did you mean storage-design?");
    bench.refusal("handoff_doc_get", &json!({"doc_id": "storage-design", "format": "section"}));
    bench.refusal("handoff_doc_get", &json!({"doc_id": "storage-design", "format": "section", "seq": 9}));
}

#[test]
fn list_filters_by_type_tags_task_and_text() {
    let mut bench = Bench::atlas();
    for (arguments, expected) in [
        (json!({}), vec!["feed-parser-spec", "storage-design"]),
        (json!({"doc_type": "design"}), vec!["storage-design"]),
        (json!({"tags": ["parser", "データ"]}), vec!["feed-parser-spec"]),
        (json!({"tags": ["parser", "x"]}), vec![]),
        (json!({"task_id": "t1.3.1"}), vec!["storage-design"]),
        (json!({"query": "station table"}), vec!["storage-design"]),
        (json!({"query": "エラー"}), vec!["feed-parser-spec"]),
        (json!({"query": "nothing like it"}), vec![]),
    ] {
        assert_eq!(slugs(&bench.value("handoff_doc_list", &arguments), "documents"), expected, "{arguments}");
    }
}

/// Saves a body as a new document and replaces it by itself. Returns the text of the document and the
/// notes of both answers.
fn saved_body(bench: &mut Bench, body: &str) -> (String, String) {
    let created = bench.value("handoff_doc_save", &json!({"slug": "d", "title": "T", "body": body}));
    let replaced = bench.value("handoff_doc_save", &json!({"doc_id": "d", "body": body}));
    assert_eq!(created["note"], replaced["note"]);
    let read = bench.value("handoff_doc_reassemble", &json!({"doc_id": "d"}));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&read["body"]), text(&created["note"]))
}

#[test]
fn a_rule_at_the_start_of_a_body_is_no_front_matter() {
    for body in [
        "---\n\nNever delete the backup before noon.\n\n---\n\nMore prose.\n",
        "---\nNever delete the backup.\n---\nMore\n",
        "---\n\nNote: keep the backup\n\n---\n",
        "---\n# A comment\n---\nMore\n",
        "---\n- one\n- two\n---\n",
        "---\n---\nMore\n",
        "---\ntitle: T\nThe rule is open.\n",
        "---\r\n\r\nNever\r\n---\r\n",
        "\n---\ntitle: T\n---\n",
        "---\nImportant: Never delete the backup before noon.\n---\n\nMore prose.\n",
        "---\ntitle: T\ntags: [a]\n---\n\n# D\n",
        "---\nid: t1\n---\n",
    ] {
        assert_eq!(saved_body(&mut Bench::new("toml"), body).0, body);
    }
    for body in ["---\nid: doc-1\ntitle: T\n---\n\n# D\n", "\u{feff}---\r\nid: doc-1\r\ntitle: T\r\n---\r\n# D\r\n"] {
        let (text, note) = saved_body(&mut Bench::new("toml"), body);
        assert_eq!(text.trim_end(), "# D");
        assert!(note.contains("was left out: id, title."), "{note}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_body_is_kept_byte_for_byte(parts in prop::collection::vec("(---|# a|a: b|- a|\n|\n\n| |<!-- x -->|\\.\\.\\.|\u{feff}|```|潮|[a-z:#<>-]{1,6})", 0..20)) {
        let body = parts.concat();
        let mut bench = Bench::new("toml");
        let (text, note) = saved_body(&mut bench, &body);
        if !note.contains("was left out") {
            prop_assert_eq!(&text, body.strip_prefix('\u{feff}').unwrap_or(&body));
        }
        let appended = bench.value("handoff_doc_save", &json!({"doc_id": "d", "append_body": body, "separator": "|"}));
        prop_assert!(appended["id"].is_string());
        let read = bench.value("handoff_doc_reassemble", &json!({"doc_id": "d"}));
        let separator = if text.is_empty() { "" } else { "|" };
        prop_assert_eq!(&read["body"], &json!(format!("{text}{separator}{body}")));
    }
}

#[test]
fn query_sends_a_section_once_to_a_session() {
    let mut bench = Bench::atlas();
    let query = json!({"text": "which formats", "session_id": "chat", "limit": 1});
    let first = bench.value("handoff_doc_query", &query);
    assert_eq!(first["sections"][0]["heading"], "Formats");
    assert_eq!(first["sections"][0]["content"], "## Formats\n\nFive formats are supported.\n\n");
    let next = bench.value("handoff_doc_query", &query);
    assert_ne!(next["sections"][0]["heading"], "Formats");
    let section = json!({"doc_id": "feed-parser-spec", "seq": 2, "new_content": "## Formats\n\nSeven formats.\n\n"});
    bench.value("handoff_doc_update_section", &section);
    assert_eq!(bench.value("handoff_doc_query", &query)["sections"][0]["heading"], "Formats");
    let without = json!({
        "text": "formats", "session_id": "other", "suppress_doc_ids": ["feed-parser-spec"], "suppress_until_changed": true,
    });
    assert_eq!(slugs(&bench.value("handoff_doc_query", &without), "sections"), [""; 0]);
    let later = bench.value("handoff_doc_query", &json!({"text": "formats", "session_id": "other"}));
    assert_eq!(slugs(&later, "sections"), [""; 0]);
}

#[test]
fn import_reads_files_of_the_project_only() {
    let mut bench = Bench::atlas();
    bench.around.insert("docs/Design Notes.md".to_owned(), "text\n# The design\n".to_owned());
    let analyzed = bench.value("handoff_doc_analyze", &json!({"path": "docs/Design Notes.md"}));
    let proposed = &analyzed["auto_resolved"][0];
    assert_eq!((&proposed["slug"], &proposed["title"]), (&json!("design-notes"), &json!("The design")));
    assert_eq!(proposed["doc_type"], "design");
    bench.refusal("handoff_doc_analyze", &json!({"path": "/etc/passwd"}));
    let files = json!({"auto_resolved": [{"file": "docs/Design Notes.md"}, {"file": "b.md", "body": "# B\n"}]});
    let overrides = json!([{"file": "b.md", "slug": "bee", "title": "Bee", "tags": ["x"]}]);
    let arguments = json!({"analyzed": files, "overrides": overrides, "task_ids": ["t2.1"]});
    let imported = bench.value("handoff_doc_import", &arguments);
    assert_eq!(slugs(&imported, "imported"), ["design-notes", "bee"]);
    let links = &bench.value("handoff_get_task", &json!({"task_id": "t2.1"}))["task_links"];
    assert_eq!(links.as_array().map(Vec::len), Some(2), "{links}");
    let source = bench.file("docs/_doc.bee.md").expect("a file");
    assert!(source.contains("source:\n  origin: imported\n  original_path: b.md\n"), "{source}");
    assert_eq!(bench.refusal("handoff_doc_import", &arguments).lines().count(), 1, "all or none");
}

#[test]
fn checklist_joins_criteria_and_reviews() {
    let mut bench = Bench::atlas();
    let view = bench.value("handoff_task_checklist", &json!({"task_id": "t1.2.2"}));
    assert_eq!(view["combined_readiness"]["ready"], false);
    assert_eq!(view["verification_coverage"]["overall"]["total"], 5);
    let generate = json!({"task_id": "t1.2.2", "action": "generate", "mode": "replace", "skip_seqs": [3]});
    let generated = bench.value("handoff_task_checklist", &generate);
    assert_eq!(generated["generated_criteria"], json!([{"item": "[spec§2] Formats", "fragment_seq": 2}]));
    let task = bench.value("handoff_get_task", &json!({"task_id": "t1.2.2"}));
    assert_eq!(task["done_criteria"], json!([{"item": "[spec§2] Formats", "checked": false}]));
    bench
        .value("handoff_doc_verify", &json!({"doc_id": "feed-parser-spec", "action": "check_all", "reviewer": "user"}));
    bench.value("handoff_doc_verify", &json!({"doc_id": "feed-parser-spec", "action": "check", "fragment_seq": [2]}));
    bench.value("handoff_check_criterion", &json!({"task_id": "t1.2.2", "criterion_index": 0, "checked": true}));
    let view = bench.value("handoff_task_checklist", &json!({"task_id": "t1.2.2"}));
    assert_eq!(view["combined_readiness"]["ready"], true, "{view}");
    let bare = bench.value("handoff_task_checklist", &json!({"task_id": "t2.1"}));
    assert_eq!(bare["no_linked_docs"], true);
}

#[test]
fn review_is_shown_as_a_list() {
    let mut bench = Bench::atlas();
    let text = bench.text("handoff_doc_verify_status", &json!({"doc_id": "feed-parser-spec", "format": "checklist"}));
    let expected = "# Feed parser spec\n\n- [-] §0 (before the first heading)\n- [ ] §1 Feed parser spec\n\
        - [x] §2 Formats (changed since)\n  - code: `src/tide.ts:1-10`\n- [ ] §3 エラー処理\n\
        \x20 - [ ] skips bad rows (requirement)\n- [ ] Visual check of the legend";
    assert_eq!(text, expected);
    let arguments = json!({"doc_id": "feed-parser-spec", "action": "suggest_refs"});
    assert_eq!(bench.value("handoff_doc_verify", &arguments)["sections"], json!([]));
}

#[test]
fn relations_are_traced_in_both_directions() {
    let mut bench = Bench::atlas();
    let trace = bench.value("handoff_doc_trace", &json!({"doc_id": "storage-design"}));
    assert_eq!((slugs(&trace, "up"), slugs(&trace, "down")), (vec!["feed-parser-spec".to_owned()], Vec::new()));
    let tree = bench.value("handoff_doc_tree", &json!({"doc_id": "feed-parser-spec", "depth": 0}));
    assert_eq!((tree["more"].as_bool(), tree.get("children")), (Some(true), None));
    let graph = bench.value("handoff_doc_graph", &json!({}));
    assert_eq!(graph["layers"][0]["doc_type"], "spec");
    assert_eq!(graph["edges"].as_array().map(Vec::len), Some(2), "{graph}");
}

//! Documents with the arguments and the result keys of `handoff-mcp`, beside ours.

use serde_json::{Value, json};

use crate::support::Bench;

const BODY: &str = "Intro.\n\n## Tides\n\nEvery station.\n\n## Waves\n\nEvery hour.\n";

fn bench() -> Bench {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "title": "Rows"}}));
    let save = json!({"slug": "spec", "title": "Spec", "doc_type": "spec", "body": BODY, "task_ids": ["t1"]});
    bench.value("handoff_doc_save", &save);
    bench
}

/// Returns the values of some keys of an answer.
fn keys(answer: &Value, keys: &[&str]) -> Value {
    keys.iter().map(|key| answer[key].clone()).collect()
}

fn verify(bench: &mut Bench, more: &Value) -> Value {
    let mut arguments = json!({"doc_id": "spec"});
    arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    bench.value("handoff_doc_verify", &arguments)
}

#[test]
fn answers_have_the_keys_of_both() {
    let mut bench = bench();
    for (tool, arguments, wanted, expected) in [
        (
            "handoff_doc_save",
            json!({"doc_id": "spec", "tags": ["sea"]}),
            vec!["slug", "title", "doc_type", "section_count", "warnings"],
            json!(["spec", "Spec", "spec", 3, []]),
        ),
        (
            "handoff_doc_update_section",
            json!({"doc_id": "spec", "seq": 1, "new_content": "## Tides\n\nEach station.\n\n"}),
            vec!["slug", "seq", "heading", "section_count", "warnings"],
            json!(["spec", 1, "Tides", 3, []]),
        ),
        (
            "handoff_doc_get",
            json!({"doc_id": "spec", "format": "section", "seq": 2}),
            vec!["seq", "level", "heading", "body"],
            json!([2, 2, "Waves", "## Waves\n\nEvery hour.\n"]),
        ),
        ("handoff_doc_get", json!({"doc_id": "spec", "format": "meta"}), vec!["section_count"], json!([3])),
        ("handoff_doc_reassemble", json!({"doc_id": "spec"}), vec!["drifted"], json!([false])),
        ("handoff_doc_delete", json!({"doc_id": "spec"}), vec!["deleted", "section_count"], json!([true, 3])),
    ] {
        let answer = bench.value(tool, &arguments);
        assert_eq!(keys(&answer, &wanted), expected, "{tool}");
        let is_meta = answer.get("split_level").is_some();
        assert!(answer["id"].is_string() && (is_meta || answer["doc_id"] == answer["id"]), "{tool}: {answer}");
    }
}

#[test]
fn save_warns_of_records_that_do_not_exist() {
    let mut bench = bench();
    let save = json!({
        "slug": "a", "title": "A", "body": "# A\n", "task_ids": ["t1", "t9"],
        "related": [{"id": "spec", "rel": "extends"}, {"id": "doc-gone", "rel": "extends"}],
    });
    let answer = bench.value("handoff_doc_save", &save);
    let warnings = answer["warnings"].as_array().expect("a list");
    let has = |name: &str| warnings.iter().any(|text| text.as_str().is_some_and(|text| text.contains(name)));
    assert!(has("t9") && has("doc-gone") && !has("t1,"), "{answer}");
}

#[test]
fn review_has_its_counts_and_the_fields_of_its_items() {
    let mut bench = bench();
    let counts = ["verification_status", "status", "checked", "pending", "skipped", "stale", "total", "warnings"];
    let answer = verify(&mut bench, &json!({"action": "generate"}));
    assert_eq!(keys(&answer, &counts), json!(["pending", "pending", 0, 3, 0, 0, 3, []]));
    let check = json!({"action": "check", "fragment_seq": 1, "reviewer": "ai", "notes": "read"});
    let answer = verify(&mut bench, &check);
    assert_eq!(keys(&answer, &counts), json!(["in_review", "in_review", 1, 2, 0, 0, 3, []]));
    let status = bench.value("handoff_doc_verify_status", &json!({"doc_id": "spec", "include_items": true}));
    assert_eq!(keys(&status["progress"], &["checked", "verified", "total"]), json!([1, 1, 3]));
    let item = keys(&status["items"][1], &["status", "reviewer", "notes", "category"]);
    assert_eq!(item, json!(["verified", "ai", "read", "section"]));
    assert!(status["items"][1]["verified_at"].is_string(), "{status}");
}

#[test]
fn requirements_are_named_by_index_or_id() {
    let mut bench = bench();
    verify(&mut bench, &json!({"action": "generate"}));
    verify(&mut bench, &json!({"action": "add_item", "fragment_seq": 1, "description": "Rows have a date"}));
    for (by, value) in [
        (json!({"fragment_seq": 1, "sub_item_index": 0}), 0),
        (json!({"sub_item_id": "SPEC-rows-have-a-date"}), 1),
        (json!({"sub_item_id": "SPEC-rows-have-a-date", "fragment_seq": 1}), 2),
    ] {
        let (stage, priority) = (["in_progress", "implemented", "tested"][value], ["P0", "P1", "P2"][value]);
        let refs = json!([{"path": format!("src/rows{value}.rs")}]);
        for change in [
            json!({"action": "set_dev_stage", "dev_stage": stage}),
            json!({"action": "set_priority", "priority": priority}),
            json!({"action": "set_refs", "impl_refs": refs}),
        ] {
            let mut change = change;
            change.as_object_mut().expect("an object").extend(by.as_object().expect("an object").clone());
            verify(&mut bench, &change);
        }
        let status = bench.value("handoff_doc_verify_status", &json!({"doc_id": "spec", "include_items": true}));
        let item = &status["items"][1];
        let part = keys(&item["sub_items"][0], &["dev_stage", "priority", "impl_refs", "stable_id"]);
        assert_eq!(part, json!([stage, priority, refs, "SPEC-rows-have-a-date"]), "{by}");
        assert_eq!(item["impl_refs"], json!([]), "the section keeps its own");
    }
    for wrong in [
        json!({"action": "set_dev_stage", "dev_stage": "soon", "sub_item_id": "SPEC-rows-have-a-date"}),
        json!({"action": "set_dev_stage", "sub_item_id": "SPEC-rows-have-a-date"}),
        json!({"action": "set_priority", "priority": "P9", "sub_item_id": "SPEC-rows-have-a-date"}),
        json!({"action": "set_priority", "priority": "P1", "fragment_seq": 1}),
        json!({"action": "check", "sub_item_id": "SPEC-gone"}),
        json!({"action": "check", "sub_item_id": "SPEC-rows-have-a-date", "fragment_seq": 2}),
        json!({"action": "check", "sub_item_id": "SPEC-rows-have-a-date", "sub_item_index": 1}),
    ] {
        let mut arguments = json!({"doc_id": "spec"});
        arguments.as_object_mut().expect("an object").extend(wrong.as_object().expect("an object").clone());
        bench.refusal("handoff_doc_verify", &arguments);
    }
}

#[test]
fn import_takes_an_analysis_of_the_other_server() {
    let mut bench = bench();
    let analyzed = json!({
        "files_scanned": 1, "needs_review": [], "proposed_tree": {},
        "auto_resolved": [{"file": "sea.md", "title": "Sea", "doc_type": "guide", "tags": ["sea"], "scope_paths": ["src"],
            "confidence": 0.9, "suggested_slug": "the-sea", "body": "# Sea\n\n## Salt\n"}],
    });
    let answer = bench.value("handoff_doc_import", &json!({"analyzed": analyzed}));
    assert_eq!(answer.get("note"), None, "every argument is known");
    assert_eq!((&answer["imported_count"], &answer["imported"][0]["slug"]), (&json!(1), &json!("the-sea")));
    let row = keys(&answer["documents"][0], &["slug", "title", "section_count"]);
    assert_eq!(row, json!(["the-sea", "Sea", 3]));
    assert_eq!(answer["documents"][0]["doc_id"], answer["imported"][0]["id"]);
    let meta = bench.value("handoff_doc_get", &json!({"doc_id": "the-sea", "format": "meta"}));
    assert_eq!(keys(&meta, &["tags", "scope_paths"]), json!([["sea"], ["src"]]));
}

#[test]
fn requirements_get_an_id() {
    let mut bench = bench();
    verify(&mut bench, &json!({"action": "generate"}));
    let add = |seq: u32, text: &str| json!({"action": "add_item", "fragment_seq": seq, "description": text});
    assert_eq!(verify(&mut bench, &add(1, "FR-001: Read rows"))["warnings"], json!([]));
    let warnings = verify(&mut bench, &add(2, "FR-001 again"))["warnings"].clone();
    assert!(warnings[0].as_str().is_some_and(|text| text.contains("SPEC-FR-001-2")), "{warnings}");
    let ids = |bench: &mut Bench| -> Vec<Value> {
        let list = bench.value("handoff_doc_req_list", &json!({}));
        list["items"].as_array().expect("a list").iter().map(|item| item["stable_id"].clone()).collect()
    };
    assert_eq!(ids(&mut bench), ["SPEC-FR-001", "SPEC-FR-001-2"]);
    let task = json!({"id": "t1", "requirement_ids": ["SPEC-FR-001"]});
    bench.text("handoff_update_task", &json!({"task": task}));
    let status = bench.value("handoff_doc_verify_status", &json!({"doc_id": "spec", "include_items": true}));
    assert_eq!(status["items"][1]["sub_items"][0]["task_ids"], json!(["t1"]), "{status}");

    let path = "docs/_doc.spec.md";
    let file = bench.file(path).expect("its file");
    let without: Vec<&str> = file.lines().filter(|line| !line.ends_with("SPEC-FR-001-2")).collect();
    bench.put(path, &without.join("\n"));
    assert_eq!(ids(&mut bench), ["SPEC-FR-001"]);
    let backfill = json!({"action": "backfill_stable_ids"});
    for expected in [1, 0] {
        assert_eq!(verify(&mut bench, &backfill)["backfilled"], expected);
        assert_eq!(ids(&mut bench), ["SPEC-FR-001", "SPEC-FR-001-2"]);
    }
}

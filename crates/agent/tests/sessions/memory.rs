//! Tools that save, query and delete memories.

use serde_json::{Value, json};

use crate::support::Bench;

fn save(bench: &mut Bench, arguments: &Value) -> Value {
    bench.value("handoff_memory_save", arguments)
}

fn ids(answer: &Value) -> Vec<String> {
    let id = |memory: &Value| memory["id"].as_str().expect("an id").to_owned();
    answer["memories"].as_array().expect("a list").iter().map(id).collect()
}

fn memories(bench: &Bench) -> Vec<String> {
    bench.paths().into_iter().filter(|path| path.starts_with("memory/m-")).collect()
}

#[test]
fn duplicate_memories_are_detected_and_merged() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let text = "Always write the files of a task atomically by a rename";
        let first = json!({"text": format!("  {text}  "), "kind": "rule", "tags": ["io"], "keywords": ["fsync"], "scope_paths": ["src/"]});
        let saved = save(&mut bench, &first);
        let id = saved["id"].as_str().expect("an id").to_owned();
        assert_eq!(saved["status"], "saved");
        assert_eq!(memories(&bench), [format!("memory/{id}.json")]);
        let file: Value =
            serde_json::from_str(&bench.file(&format!("memory/{id}.json")).expect("its file")).expect("JSON");
        assert_eq!(
            (&file["version"], &file["text"], &file["kind"], &file["hit_count"], &file["superseded_ids"]),
            (&json!(2), &json!(text), &json!("rule"), &json!(0), &json!([]))
        );
        let stamp = id.strip_prefix("m-20261201-0800").expect("a stamp");
        assert_eq!(stamp.len(), "01-000000".len());
        assert!(bench.problems().is_empty(), "{:?}", bench.problems());

        let same = json!({"text": text.replace(' ', "  "), "force": true});
        assert_eq!(save(&mut bench, &same), json!({"status": "duplicate_exact", "id": id, "existing_id": id}));
        let like = json!({"text": format!("{text} now"), "tags": ["io"], "keywords": ["fsync"]});
        let conflict = save(&mut bench, &like);
        assert_eq!(
            (&conflict["status"], &conflict["id"], &conflict["existing_text"], &conflict["new_text"]),
            (&json!("conflict"), &json!(id), &json!(text), &like["text"])
        );
        assert!(conflict["similarity"].as_f64().is_some_and(|alike| alike > 0.72 && alike < 1.0), "{conflict}");
        let forced = save(&mut bench, &json!({"text": format!("{text} now"), "force": true}));
        assert_eq!((forced["status"].as_str(), memories(&bench).len()), (Some("saved"), 2));

        let merged = json!({"text": "Rename, do not delete", "merge_into": id, "absorb_ids": [forced["id"]]});
        assert_eq!(save(&mut bench, &merged), json!({"status": "merged", "id": id, "absorbed_ids": [forced["id"]]}));
        let file: Value =
            serde_json::from_str(&bench.file(&format!("memory/{id}.json")).expect("its file")).expect("JSON");
        assert_eq!(
            (&file["text"], &file["kind"], &file["tags"], &file["superseded_ids"]),
            (&json!("Rename, do not delete"), &json!("rule"), &json!(["io"]), &json!([forced["id"]]))
        );
        assert_eq!(memories(&bench).len(), 1);
        bench.undo();
        assert_eq!(memories(&bench).len(), 2, "a merge is one undo step");
        for wrong in
            [json!({"text": "  "}), json!({"text": "x", "kind": "joke"}), json!({"text": "x", "merge_into": "m-0"})]
        {
            bench.refusal("handoff_memory_save", &wrong);
        }
    }
}

#[test]
fn memories_that_differ_in_a_sign_are_different() {
    for layout in ["json", "toml"] {
        for [one, other] in [
            ["Sort when a < b", "Sort when a > b"],
            ["use a == b", "use a != b"],
            ["C++ is fast here", "C# is fast here"],
            ["C is fast here", "c is fast here"],
            ["Never. Save first", "Never save first"],
            ["1.5 h", "-1.5 h"],
        ] {
            let mut bench = Bench::new(layout);
            save(&mut bench, &json!({"text": one, "force": true}));
            let like = save(&mut bench, &json!({ "text": other }));
            assert_ne!(like["status"], json!("duplicate_exact"), "{other}");
            let saved = save(&mut bench, &json!({"text": other, "force": true}));
            let expected = if like["status"] == json!("saved") { "duplicate_exact" } else { "saved" };
            assert_eq!(saved["status"], json!(expected), "{other}");
            let cleaned = bench.value("handoff_memory_cleanup", &json!({}));
            assert_eq!(cleaned["auto_merged_exact"], json!(0), "{cleaned}");
            assert_eq!(memories(&bench).len(), 2, "{one} and {other}");
        }
    }
}

#[test]
fn a_memory_that_changed_in_a_sign_is_sent_again() {
    let mut bench = Bench::new("json");
    let saved = save(&mut bench, &json!({"text": "Sort when a < b", "keywords": ["sort"]}));
    let query = json!({"text": "sort", "session_id": "chat"});
    assert_eq!(ids(&bench.value("handoff_memory_query", &query)).len(), 1);
    assert_eq!(ids(&bench.value("handoff_memory_query", &query)).len(), 0);
    save(&mut bench, &json!({"text": "Sort when a > b", "merge_into": saved["id"]}));
    assert_eq!(ids(&bench.value("handoff_memory_query", &query)).len(), 1);
}

#[test]
fn matching_memories_are_injected_once_per_conversation() {
    let mut bench = Bench::new("toml");
    let mut memory_ids = Vec::new();
    for (text, keywords, scope) in [
        ("Tide tables are parsed by the feed reader", json!(["tides"]), json!([])),
        ("Deploy on Fridays is forbidden", json!([]), json!(["deploy/"])),
        ("潮汐マップは毎朝更新する", json!([]), json!([])),
        ("Reviews need two people", json!([]), json!([])),
    ] {
        memory_ids.push(
            save(&mut bench, &json!({"text": text, "keywords": keywords, "scope_paths": scope}))["id"]
                .as_str()
                .expect("an id")
                .to_owned(),
        );
    }
    let ask = |text: &str| json!({"text": text, "session_id": "chat/1", "mark_injected": false});
    assert_eq!(ids(&bench.value("handoff_memory_query", &ask("how do tides get parsed"))), [memory_ids[0].clone()]);
    assert_eq!(ids(&bench.value("handoff_memory_query", &ask("マップの更新"))), [memory_ids[2].clone()]);
    assert_eq!(ids(&bench.value("handoff_memory_query", &ask("weather"))).len(), 0);
    let by_path = json!({"text": "weather", "file_paths": ["ci/deploy/run.sh"], "mark_injected": false});
    assert_eq!(ids(&bench.value("handoff_memory_query", &by_path)), [memory_ids[1].clone()]);

    let answer = bench.value("handoff_memory_query", &json!({"text": "tides", "session_id": "chat/1"}));
    assert_eq!((ids(&answer), &answer["injected_count"]), (vec![memory_ids[0].clone()], &json!(1)));
    assert_eq!(ids(&bench.value("handoff_memory_query", &json!({"text": "tides", "session_id": "chat/1"}))).len(), 0);
    assert_eq!(ids(&bench.value("handoff_memory_query", &json!({"text": "tides", "session_id": "chat/2"}))).len(), 1);
    let path = format!("memory/{}.json", memory_ids[0]);
    let file: Value = serde_json::from_str(&bench.file(&path).expect("its file")).expect("JSON");
    assert_eq!(file["hit_count"], json!(2));
    assert!(file["last_referenced_at"].is_string());
    let sidecar =
        bench.paths().into_iter().find(|path| path.starts_with("memory/injected/chat_1-")).expect("a sidecar");
    let sidecar: Value = serde_json::from_str(&bench.file(&sidecar).expect("its file")).expect("JSON");
    assert_eq!(sidecar["injected"][&memory_ids[0]], file["content_hash"]);
    assert_eq!((&sidecar["version"], &sidecar["session_id"]), (&json!(1), &json!("chat/1")));
    // A changed memory is injected again.
    save(&mut bench, &json!({"text": "Tides come from the new feed", "merge_into": memory_ids[0]}));
    assert_eq!(ids(&bench.value("handoff_memory_query", &json!({"text": "tides", "session_id": "chat/1"}))).len(), 1);
}

#[test]
fn first_memory_is_found() {
    let mut bench = Bench::new("json");
    save(&mut bench, &json!({"text": "Feed parsers need the whole month", "keywords": ["ingest"]}));
    for (query, count) in [("why do parsers need that", 1), ("ingest", 1), ("the weather", 0)] {
        let actual = bench.value("handoff_memory_query", &json!({"text": query, "mark_injected": false}));
        assert_eq!(ids(&actual).len(), count, "{query}");
    }
}

#[test]
fn injections_by_another_program_count() {
    let mut bench = Bench::atlas();
    let ask = |session: &str| json!({"text": "atomic write rename", "session_id": session, "mark_injected": false});
    let fresh = ids(&bench.value("handoff_memory_query", &ask("new")));
    let after_injection = ids(&bench.value("handoff_memory_query", &ask("hook/abc 1")));
    assert!(fresh.contains(&"m-20261121-025727-398154".to_owned()), "{fresh:?}");
    assert!(!after_injection.contains(&"m-20261121-025727-398154".to_owned()), "{after_injection:?}");
}

#[test]
fn memory_delete_and_cleanup_remove_files() {
    let mut bench = Bench::new("json");
    let memory = |id: &str, text: &str, created: &str| {
        let text = format!(
            "{{\"version\": 2, \"id\": \"{id}\", \"text\": \"{text}\", \"kind\": \"lesson\", \"tags\": [\"{id}\"], \"keywords\": [], \"scope_paths\": [], \"content_hash\": \"0\", \"created_at\": \"{created}\", \"updated_at\": \"{created}\", \"hit_count\": 1, \"superseded_ids\": [], \"mine\": 1}}"
        );
        (format!("memory/{id}.json"), text)
    };
    for (id, text, created) in [
        ("m-1", "Same words here", "2026-11-30T00:00:00Z"),
        ("m-2", " Same  words here", "2026-11-30T00:00:00Z"),
        ("m-3", "One two three four five six seven eight", "2026-11-30T00:00:00Z"),
        ("m-4", "One two three four five six seven", "2026-01-01T00:00:00Z"),
    ] {
        let (path, text) = memory(id, text, created);
        bench.put(&path, &text.replace("[\"m-3\"]", "[]").replace("[\"m-4\"]", "[]"));
    }
    bench.put("memory/m-broken.json", "{");
    bench.put(
        "memory/injected/old-1.json",
        "{\"version\": 1, \"session_id\": \"old\", \"updated_at\": \"2026-01-01T00:00:00Z\", \"injected\": {}}",
    );
    bench.put(
        "memory/injected/new-1.json",
        "{\"version\": 1, \"session_id\": \"new\", \"updated_at\": \"2026-11-30T00:00:00Z\", \"injected\": {}}",
    );
    let cleaned = bench.value("handoff_memory_cleanup", &json!({}));
    assert_eq!(
        (&cleaned["merged"], &cleaned["near_duplicates"], &cleaned["stale"], &cleaned["injected_sidecars_removed"]),
        (&json!([{"kept": "m-1", "removed": ["m-2"]}]), &json!([["m-3", "m-4"]]), &json!(["m-4"]), &json!(1))
    );
    let merged_file: Value = serde_json::from_str(&bench.file("memory/m-1.json").expect("its file")).expect("JSON");
    assert_eq!(
        (&merged_file["tags"], &merged_file["superseded_ids"], &merged_file["hit_count"], &merged_file["mine"]),
        (&json!(["m-1", "m-2"]), &json!(["m-2"]), &json!(2), &json!(1))
    );
    let remaining =
        ["memory/m-2.json", "memory/injected/old-1.json", "memory/injected/new-1.json", "memory/m-broken.json"];
    assert_eq!(remaining.map(|path| bench.file(path).is_some()), [false, false, true, true]);

    assert_eq!(
        bench.refusal("handoff_memory_delete", &json!({"memory_id": "m-"})),
        "Several memories have an ID that starts with m-: m-1, m-3, m-4.\nWarning: memory/m-broken.json cannot be parsed: A key in double quotes is missing here."
    );
    assert_eq!(
        bench.value("handoff_memory_delete", &json!({"memory_id": "m-4"})),
        json!({"status": "deleted", "deleted": true, "id": "m-4", "note": "Warning: memory/m-broken.json cannot be parsed: A key in double quotes is missing here."})
    );
    assert_eq!(
        bench.refusal("handoff_memory_delete", &json!({"memory_id": "m-4"})),
        "There is no memory m-4.\nWarning: memory/m-broken.json cannot be parsed: A key in double quotes is missing here."
    );
}

#[test]
fn disabled_memory_writes_nothing() {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_config", &json!({"updates": {"settings.memory_enabled": false}}));
    let before = bench.paths();
    for (tool, arguments) in [
        ("handoff_memory_save", json!({"text": "x"})),
        ("handoff_memory_query", json!({"text": "x"})),
        ("handoff_memory_delete", json!({"id": "x"})),
        ("handoff_memory_cleanup", json!({})),
    ] {
        assert_eq!(bench.value(tool, &arguments)["disabled"], true, "{tool}");
    }
    assert_eq!(bench.paths(), before);
}

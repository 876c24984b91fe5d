//! Documents of `handoff-mcp` 0.47: the hash over the sections, and keys that only it uses.

use handoff_protocol::{Command, FileState};
use serde_json::{Value, json};

use super::{JSON, change, create, done, text};
use crate::support::{Bench, files};

/// Written by that program.
const SPEC: &str = include_str!("peer/spec.md");
/// Written by that program from items in the text.
const REQUIREMENTS: &str = include_str!("peer/req.md");

fn bench(document: &str) -> Bench {
    let mut all = files(&format!("{JSON}=== version\n0.47.2"));
    all.push(FileState::File { path: "docs/_doc.a.md".to_owned(), bytes: document.as_bytes().to_vec() });
    Bench::new(all)
}

/// Returns the saved hash of the document, and whether it was edited since.
fn hash(bench: &Bench) -> (String, bool) {
    let documents = bench.engine.reader().documents();
    let document = &documents.all()[0];
    (document.page.source.canonical_hash.clone().unwrap(), document.is_drifted())
}

fn id(bench: &Bench) -> String {
    bench.engine.reader().documents().all()[0].page.id.clone()
}

fn update(bench: &Bench, patch: &Value, body: &Value) -> Command {
    change(&json!({"kind": "update", "id": id(bench), "patch": patch, "body": body}))
}

/// Returns the lines of the new text that the old one does not have.
fn new_lines(before: &str, after: &str) -> Vec<String> {
    after.lines().filter(|line| !before.lines().any(|old| old == *line)).map(str::to_owned).collect()
}

#[test]
fn hash_over_the_sections_is_known_and_written() {
    for document in [SPEC, REQUIREMENTS] {
        assert!(!hash(&bench(document)).1, "{document}");
    }
    let mut bench = bench(SPEC);
    let saved = hash(&bench);
    for (patch, body) in [
        (json!({"splitLevel": 3}), Value::Null),
        (json!({}), json!({"kind": "append", "text": "More.\n", "separator": "\n"})),
    ] {
        let command = update(&bench, &patch, &body);
        done(&mut bench, &command);
        let now = hash(&bench);
        assert!(now.0 != saved.0 && !now.1, "{patch} {body}");
    }
    assert!(text(&bench, "docs/_doc.a.md").contains("\n  content_hash_scheme: 1\n"));
    let edited = text(&bench, "docs/_doc.a.md").replace("Delta", "Epsilon");
    bench.feed(vec![FileState::File { path: "docs/_doc.a.md".to_owned(), bytes: edited.into_bytes() }]);
    assert!(hash(&bench).1);
}

#[test]
fn new_document_has_the_scheme_of_the_project() {
    for (project, is_scheme) in [(format!("{JSON}=== version\n0.47.2"), true), (JSON.to_owned(), false)] {
        let mut bench = Bench::from_text(&project);
        done(&mut bench, &create("a", "# A\n\n## B\n", &json!({"title": "A"})));
        assert_eq!(text(&bench, "docs/_doc.a.md").contains("content_hash_scheme: 1"), is_scheme);
        assert!(!hash(&bench).1);
    }
}

#[test]
fn keys_of_items_stay_byte_for_byte() {
    let mut bench = bench(REQUIREMENTS);
    let command = update(&bench, &json!({"tags": ["x"]}), &json!({"kind": "append", "text": "Z\n", "separator": "\n"}));
    done(&mut bench, &command);
    let saved = text(&bench, "docs/_doc.a.md");
    let lines = new_lines(REQUIREMENTS, &saved);
    let is_own = |line: &String| {
        ["- x", "Z", "tags:", "updated_at:", "  canonical_hash:", "content_hash:"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    assert!(lines.iter().all(is_own), "{lines:?}");
    assert_eq!(new_lines(&saved, REQUIREMENTS).len(), 4, "{saved}");

    let act = json!({"kind": "check", "items": [{"kind": "part", "seq": 1, "index": 0}], "reviewer": "user"});
    let command = change(&json!({"kind": "verify", "id": id(&bench), "act": act}));
    done(&mut bench, &command);
    let reviewed = text(&bench, "docs/_doc.a.md");
    let gone = new_lines(&reviewed, &saved);
    let is_review = |line: &String| line.trim_start().starts_with("status:") || line.contains("updated_at:");
    assert!(gone.iter().all(is_review), "{gone:?}\n{reviewed}");
}

#[test]
fn text_is_appended_to_an_empty_document_without_a_gap() {
    let mut bench = Bench::from_text(JSON);
    done(&mut bench, &create("a", "", &json!({"title": "A"})));
    let command = update(&bench, &json!({}), &json!({"kind": "append", "text": "# A\n", "separator": "\n\n"}));
    done(&mut bench, &command);
    assert!(text(&bench, "docs/_doc.a.md").ends_with("\n---\n# A\n"));
}

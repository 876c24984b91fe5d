//! Commands for documents, in both layouts: files, links, refusals and undo.

mod laws;
mod links;
mod peer;
mod requirements;
mod review;

use handoff_protocol::{Command, Outcome};
use serde_json::{Value, json};

use crate::support::{Bench, command, files};

const JSON: &str = "=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\"}\n";
const TOML: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings.custom_fields]\nhandoff_layout = \"toml\"\n=== tasks/t1-todo--a/task.toml\nid = \"t1\"\ntitle = \"A\"\n=== tasks/t2-todo--b/task.toml\nid = \"t2\"\ntitle = \"B\"\n";

/// Front matter and text of a document that people have edited.
const EDITED: &str = "---\n# Mine\nid: doc-1\ntitle: Old # the name\ndoc_type: spec\nx: {y: 1}\ncreated_at: '2026-01-01'\nupdated_at: '2026-01-01'\n---\n# Old\n\n## One\n\nText.\n\n## Two\n";

fn change(change: &Value) -> Command {
    command(&json!({"kind": "changeDocuments", "change": change}).to_string())
}

fn create(slug: &str, body: &str, patch: &Value) -> Command {
    change(&json!({"kind": "create", "documents": [{"slug": slug, "body": body, "patch": patch}]}))
}

fn update(id: &str, patch: &Value) -> Command {
    change(&json!({"kind": "update", "id": id, "patch": patch}))
}

fn section(seq: u32, text: &str, expected_hash: Option<&str>) -> Command {
    let body = json!({"kind": "section", "seq": seq, "text": text, "expectedHash": expected_hash});
    change(&json!({"kind": "update", "id": "doc-1", "patch": {}, "body": body}))
}

fn with_edited() -> Bench {
    let mut all = files(JSON);
    all.push(handoff_protocol::FileState::File {
        path: "docs/_doc.old.md".to_owned(),
        bytes: EDITED.as_bytes().to_vec(),
    });
    Bench::new(all)
}

fn text(bench: &Bench, path: &str) -> String {
    String::from_utf8(bench.tree.file(path).unwrap_or_else(|| panic!("no {path}")).to_vec()).unwrap()
}

/// Commits a command that must be done; returns the IDs that it reports and its warnings.
fn done(bench: &mut Bench, command: &Command) -> (Vec<String>, Vec<String>) {
    match bench.commit(command) {
        Outcome::Done { created, warnings, .. } => (created, warnings.iter().map(ToString::to_string).collect()),
        other => panic!("{command:?}: {other:?}"),
    }
}

fn refusal(bench: &mut Bench, command: &Command) -> String {
    bench.plan(command).map_or_else(|refusal| refusal.text.to_string(), |changes| panic!("{changes:?}"))
}

#[test]
fn create_writes_the_documented_front_matter() {
    for project in [JSON, TOML] {
        let mut bench = Bench::from_text(project);
        let (ids, warnings) =
            done(&mut bench, &create("a-1", "---\nid: doc-1\ntitle: x\n---\n\n# A: b\n", &json!({"title": " A: b "})));
        assert_eq!(ids.len(), 1);
        assert!(
            warnings[0].starts_with("The front matter of a document at the start of the text was left out: id, title."),
            "{warnings:?}"
        );
        let expected = format!(
            "---\nid: {}\ntitle: 'A: b'\ndoc_type: note\ntags: []\nscope_paths: []\nparent_id: null\nchildren: []\n\
            related: []\nauto_inject: auto\ntask_ids: []\nsource:\n  origin: authored\n  canonical_hash: {hash}\n\
            has_bom: false\nline_ending: lf\nsplit_level: 2\ncreated_at: 2026-12-01T08:00:00+00:00\n\
            updated_at: 2026-12-01T08:00:00+00:00\ncontent_hash: {hash}\n---\n# A: b\n",
            ids[0],
            hash = bench.engine.reader().documents().all()[0].content_hash(),
        );
        assert_eq!(text(&bench, "docs/_doc.a-1.md"), expected);
        done(&mut bench, &Command::Undo {});
        assert_eq!(bench.tree.file("docs/_doc.a-1.md"), None);
    }
}

#[test]
fn update_keeps_all_other_bytes() {
    let mut bench = with_edited();
    done(&mut bench, &update("doc-1", &json!({"title": "New", "tags": ["x"]})));
    let expected = EDITED
        .replace("title: Old # the name\n", "title: New\n")
        .replace("updated_at: '2026-01-01'\n", "updated_at: 2026-12-01T08:00:00+00:00\ntags:\n- x\n");
    assert_eq!(text(&bench, "docs/_doc.old.md"), expected);
    done(&mut bench, &Command::Undo {});
    assert_eq!(text(&bench, "docs/_doc.old.md"), EDITED);
}

#[test]
fn sections_are_replaced_and_removed() {
    for (seq, new, expected) in [
        (0, "Intro\n\n", "Intro\n\n# Old\n\n## One\n\nText.\n\n## Two\n"),
        (1, "# New", "# New\n\n## One\n\nText.\n\n## Two\n"),
        (2, "## One\n\nMore.", "# Old\n\n## One\n\nMore.\n\n## Two\n"),
        (2, "", "# Old\n\n## Two\n"),
        (3, "## Two\n\nEnd", "# Old\n\n## One\n\nText.\n\n## Two\n\nEnd"),
    ] {
        let mut bench = with_edited();
        done(&mut bench, &section(seq, new, None));
        let body = &bench.engine.reader().documents().all()[0].page.body.clone();
        assert_eq!(body, expected, "{seq} {new}");
        assert!(!bench.engine.reader().documents().all()[0].is_drifted());
    }
}

#[test]
fn section_hash_protects_from_lost_changes() {
    let mut bench = with_edited();
    let documents = bench.engine.reader().documents();
    let hash = documents.all()[0].sections()[2].text_hash();
    done(&mut bench, &section(2, "## One!\n\nText.\n\n", Some(&hash)));
    let refused = refusal(&mut bench, &section(2, "## One\n", Some(&hash)));
    assert!(refused.starts_with("Section 2 of old has changed"), "a sign counts: {refused}");
    let hash = bench.engine.reader().documents().all()[0].sections()[2].text_hash();
    done(&mut bench, &section(2, "## One\n\nOther words.\n\n", Some(&hash)));
    let refused = refusal(&mut bench, &section(2, "## One\n", Some(&hash)));
    assert!(refused.starts_with("Section 2 of old has changed: its hash is "), "{refused}");
}

#[test]
fn append_keeps_the_text_before() {
    let mut bench = with_edited();
    let body = json!({"kind": "append", "text": "## Three\n", "separator": "\n"});
    done(&mut bench, &change(&json!({"kind": "update", "id": "doc-1", "patch": {}, "body": body})));
    assert!(text(&bench, "docs/_doc.old.md").ends_with("Text.\n\n## Two\n\n## Three\n"));
}

#[test]
fn what_cannot_be_saved_is_refused() {
    let title = json!({"title": "T"});
    for (command, expected) in vec![
        (create("old", "# T\n", &title), "There is already a document at docs/_doc.old.md."),
        (create("crlf", "# T\n", &title), "There is already a document at docs/_doc.crlf.md."),
        (create("broken", "# T\n", &title), "There is already a document at docs/_doc.broken.md."),
        (create("A b", "# T\n", &title), "A b cannot name a document."),
        (create("../x", "# T\n", &title), "../x cannot name a document."),
        (create("", "# T\n", &title), " cannot name a document."),
        (create(&"x".repeat(61), "# T\n", &title), "x"),
        (create("x", "# T\n", &json!({})), "A document needs a title."),
        (create("x", "# T\n", &json!({"title": " "})), ""),
        (create("x", "a\r\nb\n", &title), "The text mixes LF and CRLF line ends."),
        (update("doc-1", &json!({"docType": "essay"})), "essay is not one of spec, design, adr, guide, note."),
        (update("doc-1", &json!({"splitLevel": 7})), "The level of headings must be from 1 to 6."),
        (update("doc-1", &json!({"autoInject": "yes"})), "yes is not one of auto, full, outline, none."),
        (update("doc-1", &json!({"related": [{"id": "doc-1", "rel": "extends"}]})), "A document cannot be related"),
        (update("doc-9", &title), "There is no document doc-9."),
        (section(9, "", None), "old has no section 9. Its last one is 3."),
    ] {
        let mut bench = with_edited();
        bench.feed(files("=== docs/_doc.broken.md\n---\nid: [\n---\n"));
        bench.feed(files("=== docs/_doc.crlf.md\n---\r\nid: doc-2\r\n---\r\n"));
        let refused = refusal(&mut bench, &command);
        assert!(refused.starts_with(expected), "{refused} is not {expected}");
    }
    let mut bench = with_edited();
    let twice = json!([{"slug": "x", "body": "", "patch": title}, {"slug": "x", "body": "", "patch": title}]);
    let refused = refusal(&mut bench, &change(&json!({"kind": "create", "documents": twice})));
    assert!(refused.starts_with("There is already a document at docs/_doc.x.md."), "{refused}");
}

#[test]
fn front_matter_without_lines_of_its_own_is_not_changed() {
    let mut bench = with_edited();
    let flow = EDITED.replace("# Mine\n", "").replace("---\nid", "---\n{id").replace("\n---\n#", "}\n---\n#");
    let flow = flow.replace(" # the name", "").replace("spec\nx", "spec,\nx").replace("Old\n", "Old,\n");
    let flow = flow.replace("doc-1\n", "doc-1,\n").replace("}\ncr", "},\ncr").replace("'\nup", "',\nup");
    let path = "docs/_doc.old.md".to_owned();
    bench.feed(vec![handoff_protocol::FileState::File { path, bytes: flow.into_bytes() }]);
    let refused = refusal(&mut bench, &update("doc-1", &json!({"title": "New"})));
    assert!(refused.contains("has a form that cannot be edited key by key"), "{refused}");
}

#[test]
fn drift_is_a_change_of_words_since_the_last_save() {
    let mut bench = Bench::atlas();
    let is_drifted = |bench: &Bench| bench.engine.reader().documents().all()[0].is_drifted();
    assert!(!is_drifted(&bench), "the hash of handoff-mcp is ours");
    let path = "docs/_doc.feed-parser-spec.md";
    let edited = text(&bench, path).replace("Five formats", "Six formats");
    bench.feed(vec![handoff_protocol::FileState::File { path: path.to_owned(), bytes: edited.into_bytes() }]);
    assert!(is_drifted(&bench));
}

//! What an editor shows at the lines of a file: entries with the lines where they are now.

use handoff_agent::file_knowledge;
use handoff_protocol::view::{FileKnowledge, PointerChange, RegisterKind};
use serde_json::json;

use crate::support::Bench;

/// Returns fifty numbered lines.
fn source() -> String {
    (1..=50).fold(String::new(), |text, line| text + &format!("let line_{line} = {line};\n"))
}

fn project(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    bench.around.insert("src/a.rs".to_owned(), source());
    bench.text("handoff_update_task", &json!({"task": {"title": "Parse rows"}}));
    let save = json!({
        "summary": "s", "session_status": "active",
        "decisions": [
            {"decision": "Rows of src/a.rs:12-14 are lazy", "reason": "memory", "confidence": "unverified"},
            {"decision": "src/a.rs:99 is too far"},
            {"decision": "Feet stay"},
        ],
        "handoff_notes": [{"note": "src/a.rs must stay sorted", "category": "caution"}],
        "context_pointers": [
            {"path": "src/a.rs", "lines": "10-20", "reason": "the parser"},
            {"path": "src\\a.rs", "lines": "let line_30"},
            {"path": "src"},
        ],
    });
    bench.text("handoff_save_context", &save);
    bench
}

/// Returns kind, lines and change of each note.
/// The kind of a note, its lines, and what became of its pointer.
type Note = (RegisterKind, Vec<(u32, u32)>, Option<PointerChange>);

fn notes(knowledge: &FileKnowledge) -> Vec<Note> {
    let lines =
        |note: &handoff_protocol::view::FileNote| note.lines.iter().map(|range| (range.first, range.last)).collect();
    knowledge.notes.iter().map(|note| (note.entry.kind, lines(note), note.change)).collect()
}

#[test]
fn notes_have_the_lines_where_they_are_now() {
    use PointerChange::{Gone, Moved, Unchanged};
    use RegisterKind::{Caution, Decision, Pointer};
    for layout in ["json", "toml"] {
        let bench = project(layout);
        for (text, parser, symbol) in [
            (source(), (vec![(10, 20)], Some(Unchanged)), (vec![(30, 30)], Some(Unchanged))),
            (source().replace('\n', "\r\n"), (vec![(10, 20)], Some(Unchanged)), (vec![(30, 30)], Some(Unchanged))),
            (format!("//\n//\n{}", source()), (vec![(12, 22)], Some(Moved)), (vec![(32, 32)], Some(Unchanged))),
            ("all new\n".repeat(50), (vec![], Some(Gone)), (vec![], Some(Gone))),
        ] {
            let knowledge = file_knowledge(bench.engine.reader(), "src/a.rs", &text);
            let mut found = notes(&knowledge);
            found.sort_by_key(|(kind, ..)| *kind != Pointer);
            assert!(found.contains(&(Pointer, parser.0, parser.1)), "{found:?}");
            assert!(found.contains(&(Pointer, symbol.0, symbol.1)), "{found:?}");
            assert!(found.contains(&(Caution, vec![], None)));
            assert!(found.contains(&(Decision, vec![(12, 14)], None)));
            assert!(found.contains(&(Decision, vec![], None)), "a line that the file does not have is left out");
            assert_eq!(found.len(), 5, "the pointer to the folder is left out");
        }
    }
}

#[test]
fn note_has_the_tasks_that_it_names_else_those_of_its_session() {
    let mut bench = project("json");
    let id = bench.engine.reader().tasks()[0].fields().id.clone();
    for (decision, related, expected) in [
        (format!("src/b.rs is for {id}"), json!([]), vec![id.clone()]),
        ("src/b.rs is fast".to_owned(), json!([id]), vec![id.clone()]),
        ("src/b.rs is new".to_owned(), json!([]), vec![]),
    ] {
        let save = json!({"summary": "s", "session_status": "closed", "replace": true, "related_task_ids": related,
            "decisions": [{"decision": decision}]});
        bench.text("handoff_save_context", &save);
        let knowledge = file_knowledge(bench.engine.reader(), "src/b.rs", "");
        let note = knowledge.notes.iter().find(|note| note.entry.text == decision).expect("the decision");
        assert_eq!(note.tasks.iter().map(|task| task.id.clone()).collect::<Vec<String>>(), expected, "{decision}");
    }
    for nothing in ["src/c.rs", ""] {
        assert_eq!(file_knowledge(bench.engine.reader(), nothing, ""), FileKnowledge::default());
    }
}

//! What the page of a session needs beside its view: the prompt and the state of its pointers.

use handoff_agent::{estimate_tokens, pointer_files, session_page};
use handoff_protocol::view::PointerChange;
use handoff_protocol::{Actor, Context, FileState};
use serde_json::json;

use crate::support::Bench;

fn file(path: &str, text: &str) -> FileState {
    FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
}

fn source() -> String {
    (1..=30).fold(String::new(), |text, line| text + &format!("let line_{line} = {line};\n"))
}

/// Returns a project with a session that has pointers, and the ID of the session.
fn project(status: &str) -> (Bench, String) {
    let mut bench = Bench::new("json");
    bench.around.insert("src/a.rs".to_owned(), source());
    bench.around.insert("src/b.rs".to_owned(), source());
    let pointers = json!([
        {"path": "src/a.rs", "lines": "10-20", "reason": "the parser"}, {"path": "src/b.rs"}, {"path": "src/unread.rs"},
    ]);
    let save = json!({
        "summary": "Parse rows", "session_status": status, "context_pointers": pointers,
        "decisions": [{"decision": "Keep feet"}],
    });
    bench.text("handoff_save_context", &save);
    let id = bench.engine.reader().sessions().first().expect("the session").id();
    (bench, id)
}

fn context(bench: &Bench) -> Context {
    Context {
        now: bench.now,
        time_zone: handoff_protocol::TimeZone::default(),
        actor: Actor::person("Noor"),
        writer: "noor".to_owned(),
        seed: 1,
        pause: None,
        process: None,
    }
}

#[test]
fn pointers_are_compared_with_the_files_that_the_shell_read() {
    let (bench, id) = project("active");
    let reader = bench.engine.reader();
    // Nothing was saved about the third one, whose file does not exist.
    assert_eq!(pointer_files(reader, &id), ["src/a.rs", "src/b.rs"]);
    let states = |files: &[FileState]| -> Vec<(PointerChange, String)> {
        let page = session_page(reader, &context(&bench), &id, files).expect("a page");
        page.pointers.into_iter().map(|state| (state.change, state.lines)).collect()
    };
    let moved = format!("//\n//\n{}", source());
    for (files, expected) in [
        (
            vec![file("src/a.rs", &source()), file("src/b.rs", &source())],
            vec![(PointerChange::Unchanged, ""), (PointerChange::Unchanged, "")],
        ),
        (
            vec![file("src/a.rs", &moved), FileState::Gone { path: "src/b.rs".to_owned() }],
            vec![(PointerChange::Moved, "12-22"), (PointerChange::Gone, "")],
        ),
        // A file that was not read has no state.
        (vec![file("src/b.rs", "other")], vec![(PointerChange::Changed, "")]),
        (Vec::new(), Vec::new()),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|(change, lines)| (change, lines.to_owned())).collect();
        assert_eq!(states(&files), expected);
    }
    assert_eq!(pointer_files(reader, "s-9").len(), 0);
}

#[test]
fn prompt_continues_a_session_or_builds_on_a_closed_one() {
    for (status, opening) in
        [("active", "Continue this session of the project:"), ("closed", "Build on this session of the project:")]
    {
        let (bench, id) = project(status);
        let files = [file("src/a.rs", &source())];
        let page = session_page(bench.engine.reader(), &context(&bench), &id, &files).expect("a page");
        assert!(page.prompt.starts_with(opening), "{}", page.prompt);
        for fact in ["Parse rows", "Keep feet", "src/a.rs", &id] {
            assert!(page.prompt.contains(fact), "{fact} is missing in {}", page.prompt);
        }
        assert_eq!(page.tokens as usize, estimate_tokens(&page.prompt));
    }
    let (bench, _) = project("active");
    assert_eq!(session_page(bench.engine.reader(), &context(&bench), "s-9", &[]), None);
}

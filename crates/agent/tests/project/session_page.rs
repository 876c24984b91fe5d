//! What the page of a session needs beside its view: the prompt and the state of its pointers. The page is
//! asked for by messages, as a window does.

use handoff_agent::{RemoteRun, ToolContext, estimate_tokens, session_page};
use handoff_engine::conversation::Turn;
use handoff_protocol::view::{PointerChange, SessionDetails};
use handoff_protocol::{FileAnswer, Layout, OperationAnswer, OperationRequest, PathProbe};
use serde_json::json;

use crate::support::Bench;

fn file(text: &str) -> PathProbe {
    PathProbe::File { bytes: text.as_bytes().to_vec() }
}

/// Returns the page of a session with this content of the files that it asks for.
fn page(bench: &Bench, id: &str, answer: impl Fn(&str) -> PathProbe) -> Option<SessionDetails> {
    let context = bench.context();
    let ctx = ToolContext { engine: &bench.engine, context: &context, layout: Layout::Toml };
    let mut run = RemoteRun::new(session_page(id.to_owned()));
    let mut turn = run.advance(ctx, None);
    loop {
        match turn {
            Turn::Done(page) => return page,
            Turn::Ask(OperationRequest::ReadFiles { requests }) => {
                let answers = requests.iter().map(|one| FileAnswer { renamed: None, found: answer(&one.path) });
                turn = run.advance(ctx, Some(OperationAnswer::Files { answers: answers.collect() }));
            }
            other => unreachable!("{other:?}"),
        }
    }
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

#[test]
fn pointers_are_compared_with_the_files_that_the_shell_read() {
    let (bench, id) = project("active");
    let moved = format!("//\n//\n{}", source());
    for (a, b, expected) in [
        (file(&source()), file(&source()), vec![(PointerChange::Unchanged, ""), (PointerChange::Unchanged, "")]),
        (file(&moved), PathProbe::Gone, vec![(PointerChange::Moved, "12-22"), (PointerChange::Gone, "")]),
        // A file that was not read has no state.
        (PathProbe::Closed, file("other"), vec![(PointerChange::Changed, "")]),
        (PathProbe::Closed, PathProbe::Folder, Vec::new()),
    ] {
        let answer = |path: &str| match path {
            "src/a.rs" => a.clone(),
            "src/b.rs" => b.clone(),
            // Nothing was saved about the third one, whose file did not exist.
            "src/unread.rs" => PathProbe::Gone,
            other => unreachable!("{other}"),
        };
        let page = page(&bench, &id, answer).expect("a page");
        let states: Vec<_> = page.pointers.iter().map(|state| (state.change, state.lines.as_str())).collect();
        let missing = (PointerChange::Gone, "");
        assert_eq!(states, [expected, vec![missing]].concat());
    }
}

#[test]
fn prompt_continues_a_session_or_builds_on_a_closed_one() {
    for (status, opening) in
        [("active", "Continue this session of the project:"), ("closed", "Build on this session of the project:")]
    {
        let (bench, id) = project(status);
        let page = page(&bench, &id, |_| file(&source())).expect("a page");
        assert!(page.prompt.starts_with(opening), "{}", page.prompt);
        for fact in ["Parse rows", "Keep feet", "src/a.rs", &id] {
            assert!(page.prompt.contains(fact), "{fact} is missing in {}", page.prompt);
        }
        assert_eq!(page.tokens as usize, estimate_tokens(&page.prompt));
    }
    let (bench, _) = project("active");
    assert_eq!(page(&bench, "s-9", |_| PathProbe::Gone), None);
}

#[test]
fn prompt_begins_with_what_is_next() {
    for (status, next) in [("active", "## Next"), ("closed", "## Notes")] {
        let (mut bench, id) = project(status);
        let note = json!({"note": "Try vector tiles", "category": "suggestion"});
        let save =
            json!({"session_id": id, "session_status": status, "summary": "Parse rows", "handoff_notes": [note]});
        bench.text("handoff_save_context", &save);
        let page = page(&bench, &id, |_| file(&source())).expect("a page");
        let at = |text: &str| page.prompt.find(text).unwrap_or_else(|| panic!("no {text} in {}", page.prompt));
        assert!(at(next) < at("Try vector tiles") && at("Try vector tiles") < at("## Decisions"), "{}", page.prompt);
        assert!(!page.prompt.contains("<!--"), "{}", page.prompt);
    }
}

#[test]
fn answer_that_does_not_fit_ends_the_run() {
    let (bench, id) = project("active");
    let context = bench.context();
    let ctx = ToolContext { engine: &bench.engine, context: &context, layout: Layout::Toml };
    let too_few = OperationAnswer::Files { answers: Vec::new() };
    for answer in [None, Some(OperationAnswer::Done), Some(too_few)] {
        let mut run = RemoteRun::new(session_page(id.clone()));
        assert!(matches!(run.advance(ctx, None), Turn::Ask(OperationRequest::ReadFiles { .. })));
        assert!(matches!(run.advance(ctx, answer), Turn::Unanswered));
    }
}

//! The notes on the page of a task: description, comments with their authors, and mentioned tasks.

use handoff_protocol::view::TaskView;
use handoff_protocol::{Actor, View};

use crate::support::{Bench, command, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "Alpha", "notes": "After t2, unlike t1 and t99.\n\n--- 2026-11-21T02:57:17 Kenji\nFirst.\n\n--- 2026-11-22T02:57:17\nSecond."}
    === tasks/t2-b/_task.todo.json
    {"id": "t2", "title": "Beta"}
"#;

fn page(bench: &mut Bench) -> TaskView {
    match bench.ask(&context(), r#"{"kind":"task","id":"t1"}"#) {
        View::Task(Some(view)) => *view,
        other => panic!("{other:?}"),
    }
}

fn comments(view: &TaskView) -> Vec<String> {
    let by = |author: &Option<Actor>| {
        author.as_ref().map_or_else(|| "-".to_owned(), |by| format!("{:?} {}", by.kind, by.name))
    };
    view.comments.iter().map(|comment| format!("{} {}: {}", comment.at, by(&comment.author), comment.text)).collect()
}

#[test]
fn comments_are_told_from_the_description_with_their_authors() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let update = |patch: &str| command(&format!(r#"{{"kind":"updateTasks","ids":["t1"],"patch":{patch}}}"#));
    bench.commit_as(&Actor::agent("bot"), &update(r#"{"appendNotes":"Done."}"#));
    bench.commit_as(&Actor::person("Maya Ito"), &update(r#"{"comment":"Really?\n"}"#));

    let view = page(&mut bench);
    assert_eq!(view.description, "After t2, unlike t1 and t99.");
    assert_eq!([view.subtasks_start.as_str(), view.subtasks_due.as_str()], ["", ""]);
    let expected = [
        "2026-11-21T02:57:17 Human Kenji: First.",
        "2026-11-22T02:57:17 -: Second.",
        "2026-12-01T08:00:00 Agent bot: Done.",
        "2026-12-01T08:00:00 Human Maya Ito: Really?",
    ];
    assert_eq!(comments(&view), expected);
    assert!(view.notes.ends_with("\n\n--- 2026-12-01T08:00:00\nDone.\n\n--- 2026-12-01T08:00:00 Maya Ito\nReally?"));
    assert_eq!(view.mentions.iter().map(|task| task.id.as_str()).collect::<Vec<_>>(), ["t2"]);

    bench.commit_as(&Actor::person("Maya Ito"), &command(r#"{"kind":"undo"}"#));
    assert_eq!(comments(&page(&mut bench))[..], expected[..3]);
}

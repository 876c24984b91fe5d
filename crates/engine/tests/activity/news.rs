//! What the engine tells about changes that others have just made.

use handoff_engine::Engine;
use handoff_protocol::view::RecentChanges;
use handoff_protocol::{Context, FileState};
use serde_json::json;

use crate::support::{NOW, context, files};

const PROJECT: &str = "=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";
const LOG: &str = "activity/2026-12/bot.jsonl";
/// The minute before now, 2026-12-01T08:00:00Z.
const RECENT: &str = "2026-12-01T07:59";

/// Returns a line: who set a task's title to `id`, and in which second.
fn line(id: &str, who: &str, at: &str, more: &str) -> String {
    let actor = json!({"kind": "agent", "name": who});
    let change = json!({"kind": "field", "field": "title", "from": "Before", "to": id});
    format!("{{\"id\":\"{id}\",\"at\":\"{at}Z\",\"actor\":{actor},\"task\":\"t1\"{more},\"change\":{change}}}\n")
}

fn recent(id: &str, who: &str, second: u32) -> String {
    line(id, who, &format!("{RECENT}:{second:02}"), "")
}

fn open() -> Engine {
    let mut engine = Engine::new();
    engine.feed(files(PROJECT), NOW);
    engine
}

fn feed(engine: &mut Engine, content: &str) -> RecentChanges {
    let file = FileState::File { path: LOG.to_owned(), bytes: content.as_bytes().to_vec() };
    engine.feed_places(&[LOG.to_owned()], vec![file], &context()).news
}

fn feed_end(engine: &mut Engine, offset: usize, content: &str) -> RecentChanges {
    let offset = u64::try_from(offset).expect("an offset");
    let end = FileState::LogEnd { path: LOG.to_owned(), offset, bytes: content.as_bytes().to_vec() };
    engine.feed_places(&[LOG.to_owned()], vec![end], &context()).news
}

/// Returns the actors with the events of their subjects.
fn text(news: &RecentChanges) -> String {
    let actor = |changes: &handoff_protocol::view::ActorChanges| {
        let events = changes.subjects.iter().flat_map(|subject| &subject.events);
        let ids: Vec<&str> = events.map(|event| event.id.as_str()).collect();
        format!("{}: {}", changes.actor.name, ids.join(" "))
    };
    news.actors.iter().map(actor).collect::<Vec<_>>().join(", ")
}

#[test]
fn appended_events_of_others_are_news_once() {
    let mut engine = open();
    let first = recent("a", "codex", 1);
    assert_eq!(text(&feed(&mut engine, &first)), "codex: a");
    assert_eq!(text(&feed(&mut engine, &first)), "", "the same content again");
    let both = first.clone() + &recent("b", "codex", 2) + &recent("c", "claude", 3);
    assert_eq!(text(&feed(&mut engine, &both)), "claude: c, codex: b");
    let end = recent("d", "codex", 4);
    assert_eq!(text(&feed_end(&mut engine, both.len(), &end)), "codex: d", "only the end of the log was read");
    assert_eq!(engine.feed(files(PROJECT), NOW).news, RecentChanges::default());
}

#[test]
fn a_line_is_news_when_it_is_whole() {
    let mut engine = open();
    let whole = recent("a", "codex", 1);
    let (start, end) = whole.split_at(whole.len() - 1);
    assert_eq!(text(&feed(&mut engine, start)), "");
    assert_eq!(text(&feed_end(&mut engine, start.len(), end)), "codex: a");
}

#[test]
fn own_old_and_observed_changes_are_no_news() {
    let observed = ",\"observed\":true";
    let me = Context {
        actor: serde_json::from_value(json!({"kind": "agent", "name": "codex"})).expect("an actor"),
        ..context()
    };
    let table: &[(&str, String, &Context, &str)] = &[
        ("another one's", recent("a", "codex", 1), &context(), "codex: a"),
        ("one's own", recent("a", "codex", 1), &me, ""),
        ("a minute ago", line("a", "codex", "2026-12-01T07:58:59", ""), &context(), ""),
        ("observed", line("a", "noor", &format!("{RECENT}:01"), observed), &context(), ""),
    ];
    for (name, content, context, expected) in table {
        let file = FileState::File { path: LOG.to_owned(), bytes: content.as_bytes().to_vec() };
        let fed = open().feed_places(&[LOG.to_owned()], vec![file], context);
        assert_eq!(text(&fed.news), *expected, "{name}");
    }
}

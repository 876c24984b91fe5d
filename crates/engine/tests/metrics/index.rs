//! An index of a log replaces reading its first part, and nothing else.

use handoff_engine::Engine;
use handoff_engine::tree::Tree;
use handoff_protocol::{FileState, Query, ReportName, View};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

use super::generator::{Generator, context_at, report_at, time_on};
use crate::support::files;

const LOG: &str = "activity/2026-06/noor.jsonl";
const IGNORE: &str = "=== .gitignore\n/local/\n";
const SESSION: &str = "=== sessions/20260601-080000-first.closed.json\n{\"version\": 2, \"id\": \"s-1\", \"summary\": \"First\", \"started_at\": \"2026-06-01T08:00:00Z\", \"ended_at\": \"2026-06-01T10:00:00Z\"}\n=== sessions/20260602-080000-second.closed.json\n{\"version\": 2, \"id\": \"s-2\", \"summary\": \"Second\", \"started_at\": \"2026-06-02T08:00:00Z\", \"ended_at\": \"2026-06-02T10:00:00Z\"}\n";

/// A generated project without its log, and the lines of the log.
struct Project {
    tree: Tree,
    log: Vec<u8>,
    now: i64,
}

/// Generates a project. Its log begins with an unknown line that is long enough for an index, and
/// with sessions.
fn project(seed: u64, days: usize) -> Project {
    let mut generator = Generator::new(seed);
    generator.live(days);
    let mut tree = generator.tree.clone();
    for file in files(&format!("{IGNORE}{SESSION}")) {
        tree.apply(file);
    }
    let mut log = format!("{{\"log\":1}}\n{{\"filler\":\"{}\"}}\n", "x".repeat(40_000)).into_bytes();
    for (session, act, hour) in [("s-1", "saved", 8), ("s-1", "closed", 9), ("s-2", "merged", 9)] {
        let actor = json!({"kind": "agent", "name": "codex"});
        let event = json!({"id": format!("{session}{act}"), "at": format!("2026-06-01T0{hour}:00:00+00:00"), "actor": actor, "session": session, "change": {"kind": "session", "act": act, "summary": "x"}});
        log.extend(format!("{event}\n").bytes());
    }
    let logs = tree.walk("activity").filter(|(path, _)| Engine::is_log(path)).map(|(path, _)| path);
    for path in logs.collect::<Vec<_>>() {
        log.extend_from_slice(tree.file(&path).unwrap());
    }
    tree.remove("activity");
    Project { tree, log, now: time_on(generator.last_day(), 24 * 60 - 1) }
}

impl Project {
    fn open(&self) -> Engine {
        let mut engine = Engine::new();
        let states = self.tree.walk("").map(|(path, entry)| entry.state(path)).collect();
        engine.feed(states, self.now);
        engine
    }

    fn feed_whole(&self, engine: &mut Engine, log: &[u8]) {
        engine.feed(vec![FileState::File { path: LOG.to_owned(), bytes: log.to_vec() }], self.now);
    }

    fn whole(&self, log: &[u8]) -> Engine {
        let mut engine = self.open();
        self.feed_whole(&mut engine, log);
        engine
    }

    /// Returns the index that is written after a log was read.
    fn index(&self, engine: &Engine, end: &[u8]) -> Option<Vec<u8>> {
        engine.log_index(LOG, end, &context_at(self.now))
    }

    /// Opens the project like a shell: with an index of the log, or with the whole log if the index
    /// cannot be used. Returns whether the index was used.
    fn open_indexed(&self, index: &[u8], log: &[u8]) -> (Engine, bool) {
        let mut engine = self.open();
        let offset = Engine::log_index_offset(index).and_then(|offset| usize::try_from(offset).ok());
        let end = offset.and_then(|offset| log.get(offset..));
        let is_used = end.is_some_and(|end| engine.feed_indexed(LOG, index, end));
        if !is_used {
            self.feed_whole(&mut engine, log);
        }
        (engine, is_used)
    }

    /// Returns all that figures show, as text.
    fn figures(&self, engine: &mut Engine) -> Vec<String> {
        let report = |name: &ReportName| {
            let mut report = report_at(engine, self.now, json!({"report": name}));
            report.revision = 0;
            format!("{report:?}")
        };
        let mut figures: Vec<String> = ReportName::ALL.iter().map(report).collect();
        let View::Sessions(sessions) = engine.view(&Query::Sessions {}, &context_at(self.now)) else { panic!() };
        figures.push(format!("{sessions:?}"));
        let query =
            Query::Gantt { filter: None, sort: None, group: None, baseline: None, loads: None, fold_finished: false };
        let View::Gantt(mut gantt) = engine.view(&query, &context_at(self.now)) else { panic!() };
        gantt.revision = 0;
        figures.push(format!("{gantt:?}"));
        let View::Dashboard(mut dashboard) = engine.view(&Query::Dashboard {}, &context_at(self.now)) else { panic!() };
        dashboard.revision = 0;
        figures.push(format!("{dashboard:?}"));
        figures
    }
}

/// What happens to a log after it was indexed.
#[derive(Clone, Debug)]
enum Fate {
    Appended,
    /// Cut off somewhere.
    Truncated(Index),
    /// A line was removed.
    Removed(Index),
    /// A merge has put a line before another one.
    Inserted(Index),
}

fn fates() -> impl Strategy<Value = Fate> {
    prop_oneof![
        3 => Just(Fate::Appended),
        1 => any::<Index>().prop_map(Fate::Truncated),
        1 => any::<Index>().prop_map(Fate::Removed),
        1 => any::<Index>().prop_map(Fate::Inserted),
    ]
}

fn befall(fate: &Fate, log: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = log.split_inclusive(|byte| *byte == b'\n').collect();
    let other = b"{\"id\":\"other\",\"at\":\"2026-06-02T00:00:00Z\",\"actor\":{\"kind\":\"human\",\"name\":\"Kim\"},\"task\":\"t1\",\"change\":{\"kind\":\"field\",\"field\":\"status\",\"from\":\"todo\",\"to\":\"blocked\"}}\n";
    match fate {
        Fate::Appended => {}
        Fate::Truncated(place) => return log[..place.index(log.len())].to_vec(),
        Fate::Removed(place) => {
            lines.remove(place.index(lines.len()));
        }
        Fate::Inserted(place) => lines.insert(place.index(lines.len()), other),
    }
    lines.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn figures_with_an_index_equal_those_of_the_whole_log(
        (seed, days) in (100_u64..10_000, 5_usize..25),
        (cut, second) in (any::<Index>(), any::<Index>()),
        fate in fates(),
    ) {
        let project = project(seed, days);
        // The line of 40,000 bytes is always within the indexed part.
        let first = project.log.iter().rposition(|byte| *byte == b'x').unwrap() + 4;
        let cut = first + cut.index(project.log.len() - first + 1);
        let seen = &project.log[..cut];
        let index = project.index(&project.whole(seen), seen).unwrap();
        let log = befall(&fate, &project.log);
        let (mut indexed, is_used) = project.open_indexed(&index, &log);
        prop_assert!(is_used || !matches!(fate, Fate::Appended));
        let mut whole = project.whole(&log);
        prop_assert_eq!(project.figures(&mut indexed), project.figures(&mut whole));
        // The rest may arrive in portions, also after a torn line.
        if matches!(fate, Fate::Appended) {
            let second = cut + second.index(log.len() - cut + 1);
            let (mut indexed, _) = project.open_indexed(&index, &log[..second]);
            let end = FileState::LogEnd { path: LOG.to_owned(), offset: second as u64, bytes: log[second..].to_vec() };
            indexed.feed(vec![end], project.now);
            prop_assert_eq!(project.figures(&mut indexed), project.figures(&mut whole));
        }
        // The whole log replaces the index.
        project.feed_whole(&mut indexed, &log);
        prop_assert_eq!(project.figures(&mut indexed), project.figures(&mut whole));
    }

    #[test]
    fn damaged_indexes_are_ignored(seed in 100_u64..10_000, places in proptest::collection::vec((any::<Index>(), 1_u8..), 1..4), cut in any::<Option<Index>>()) {
        let project = project(seed, 8);
        let mut index = project.index(&project.whole(&project.log), &project.log).unwrap();
        for (place, change) in places {
            let place = place.index(index.len());
            index[place] ^= change;
        }
        if let Some(cut) = cut {
            index.truncate(cut.index(index.len()));
        }
        let (mut indexed, _) = project.open_indexed(&index, &project.log);
        prop_assert_eq!(project.figures(&mut indexed), project.figures(&mut project.whole(&project.log)));
    }
}

#[test]
fn an_index_is_written_if_it_saves_reading_and_may_be_written() {
    let project = project(7, 10);
    let engine = project.whole(&project.log);
    let index = project.index(&engine, &project.log).unwrap();
    assert_eq!(Engine::log_index_path(LOG).as_deref(), Some("local/activity/2026-06/noor.json"));
    assert_eq!(Engine::log_index_path("activity/../x.jsonl"), None);
    let (indexed, is_used) = project.open_indexed(&index, &project.log);
    assert!(is_used);
    assert_eq!(project.index(&indexed, &project.log), None, "nothing was added");
    let longer = [project.log.as_slice(), format!("{{\"more\":\"{}\"}}\n", "y".repeat(40_000)).as_bytes()].concat();
    let (indexed, is_used) = project.open_indexed(&index, &longer);
    assert!(is_used && project.index(&indexed, &longer[40_000..]).is_some(), "much was added");

    let short = project.whole(b"{\"log\":1}\n");
    assert_eq!(project.index(&short, b"{\"log\":1}\n"), None, "a short log");
    let damaged = [project.log.as_slice(), b"<<<<\n"].concat();
    assert_eq!(project.index(&project.whole(&damaged), &damaged), None, "its problem would not be found again");
    for (name, change) in [
        ("Git does not ignore it", FileState::Gone { path: ".gitignore".to_owned() }),
        ("paused", FileState::File { path: "PAUSE".to_owned(), bytes: Vec::new() }),
    ] {
        let mut engine = project.whole(&project.log);
        engine.feed(vec![change], project.now);
        assert_eq!(project.index(&engine, &project.log), None, "{name}");
    }
    let newer = String::from_utf8(index).unwrap().replacen("{\"logIndex\":4", "{\"logIndex\":5", 1);
    assert_eq!(Engine::log_index_offset(newer.as_bytes()), None, "a newer version");
}

#[test]
fn a_log_whose_content_is_not_kept_gives_the_same_figures() {
    let project = project(7, 10);
    let (log, size) = (project.log.as_slice(), Some(project.log.len() as u64));
    let mut whole = project.whole(log);
    let expected = project.figures(&mut whole);
    let mut with_end = project.open();
    let middle = log.len() / 2;
    let end = FileState::LogEnd { path: LOG.to_owned(), offset: middle as u64, bytes: log[middle..].to_vec() };
    with_end.feed(vec![end], project.now);
    for (name, mut engine) in [("unread", project.open()), ("only its end was read", with_end)] {
        engine.feed_log(LOG, log);
        assert_eq!(project.figures(&mut engine), expected, "{name}");
        assert_eq!((engine.tree().file(LOG), engine.tree().size(LOG)), (None, size), "{name}");
        assert_eq!(project.index(&engine, log), project.index(&whole, log), "{name}");
        let end = FileState::LogEnd { path: LOG.to_owned(), offset: log.len() as u64, bytes: Vec::new() };
        assert!(!engine.feed(vec![end], project.now).changed, "{name}: nothing was appended");
    }
    whole.feed_log(LOG, b"{\"log\":1}\n");
    assert_eq!(whole.tree().size(LOG), size, "a log that was read stays as it is");
}

/// Returns a log that is long enough for an index, with one event about a task.
fn log_about(task: &str, field: &str, values: [&str; 2], at: &str) -> Vec<u8> {
    let event = json!({"id": format!("{task}-{field}"), "at": at, "actor": {"kind": "human", "name": "Kim"}, "task": task, "change": {"kind": "field", "field": field, "from": values[0], "to": values[1]}});
    format!("{{\"log\":1}}\n{{\"filler\":\"{}\"}}\n{event}\n", "x".repeat(40_000)).into_bytes()
}

#[test]
fn history_of_a_task_needs_only_the_logs_that_name_it() {
    const TASK: &str = "=== tasks/t2-crane/_task.todo.json\n{\"id\": \"t2\", \"title\": \"Crane\", \"created_at\": \"2026-06-01T08:00:00Z\", \"updated_at\": \"2026-06-01T08:00:00Z\"}\n";
    let logs = [
        ("activity/2026-06/a.jsonl", log_about("t1", "description", ["", "Old"], "2026-06-02T08:00:00Z")),
        ("activity/2026-06/b.jsonl", log_about("t2", "id", ["t1", "t2"], "2026-06-03T08:00:00Z")),
        ("activity/2026-06/c.jsonl", log_about("t3", "description", ["", "Other"], "2026-06-04T08:00:00Z")),
        ("activity/2026-07/a.jsonl", log_about("t2", "notes", ["", "New"], "2026-07-02T08:00:00Z")),
    ];
    let now = 1_785_000_000_000;
    let open = || {
        let mut engine = Engine::new();
        engine.feed(files(&format!("{IGNORE}{TASK}")), now);
        engine
    };
    let feed = |engine: &mut Engine, path: &str| {
        let bytes = logs.iter().find(|(own, _)| *own == path).unwrap().1.clone();
        engine.feed(vec![FileState::File { path: path.to_owned(), bytes }], now);
    };
    let history = |engine: &mut Engine| {
        let View::Task(Some(task)) = engine.view(&Query::Task { id: "t2".to_owned() }, &context_at(now)) else {
            panic!()
        };
        task.history.iter().map(|event| event.id.clone()).collect::<Vec<_>>()
    };
    let mut whole = open();
    for (path, _) in &logs {
        feed(&mut whole, path);
    }
    let mut indexed = open();
    for (path, log) in &logs {
        let index = whole.log_index(path, log, &context_at(now)).unwrap();
        let offset = usize::try_from(Engine::log_index_offset(&index).unwrap()).unwrap();
        assert!(indexed.feed_indexed(path, &index, &log[offset..]));
    }
    assert_eq!(history(&mut whole), ["t2-notes", "t2-id", "t1-description"]);
    let needed: Vec<String> = indexed.logs_of_task("t2").into_iter().map(str::to_owned).collect();
    assert_eq!(needed, [logs[0].0, logs[1].0, logs[3].0]);
    for path in needed {
        feed(&mut indexed, &path);
    }
    assert_eq!(history(&mut indexed), history(&mut whole));
    assert_eq!(indexed.logs_of_task("t2").len(), 0);
}

//! Projects without a log, or with one that begins late: what the Git history of their files knows.

use std::collections::BTreeSet;

use handoff_engine::tree::{Tree, state_path};
use handoff_engine::{Engine, HistoryCommit, ReportRequest};
use handoff_protocol::report::{BurndownDay, CycleTask, Report, ReportSeries};
use handoff_protocol::{FileState, Filter, ReportName, ReportSource};

use super::generator::{FIRST_DAY, Figures, Generator, context_at, time_on};
use crate::support::{delta, files};

const DAYS: usize = 60;

fn report(engine: &mut Engine, now: i64, name: ReportName, history: &[HistoryCommit]) -> Report {
    let filter = Filter::default();
    let request = ReportRequest { name, from: None, to: None, group: None, filter: &filter, seed: None, history };
    engine.reader().report(&context_at(now), &request)
}

fn burndown(report: &Report) -> &[BurndownDay] {
    let ReportSeries::Burndown(burndown) = &report.series else { panic!("no burndown") };
    &burndown.days
}

fn cycle(report: &Report) -> &[CycleTask] {
    let ReportSeries::Cycle(cycle) = &report.series else { panic!("no cycle") };
    &cycle.tasks
}

fn task_paths(tree: &Tree) -> BTreeSet<String> {
    let paths = delta(&Tree::default(), tree).into_iter().map(|state| state_path(&state).to_owned());
    paths.filter(|path| path.starts_with("tasks/")).collect()
}

/// Lets a project live, with a commit at the end of each day.
fn live_with_commits(generator: &mut Generator) -> Vec<HistoryCommit> {
    let mut commits = Vec::new();
    let mut before = BTreeSet::new();
    for _ in 0..DAYS {
        generator.live(1);
        let after = task_paths(&generator.tree);
        let paths = |from: &BTreeSet<String>, to: &BTreeSet<String>| to.difference(from).cloned().collect();
        let at = time_on(generator.last_day(), 24 * 60 - 1);
        commits.push(HistoryCommit { at, added: paths(&before, &after), removed: paths(&after, &before) });
        before = after;
    }
    commits
}

/// Returns the files of a project without the events before a time.
fn without_log_before(tree: &Tree, start: i64) -> Vec<FileState> {
    let start = chrono::DateTime::from_timestamp_millis(start).unwrap();
    let is_kept = |line: &str| {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        // The first line has the version of the log.
        event["at"].as_str().is_none_or(|at| chrono::DateTime::parse_from_rfc3339(at).unwrap() >= start)
    };
    let cut = |state: FileState| match state {
        FileState::File { path, bytes } if path.starts_with("activity/") => {
            let text = String::from_utf8(bytes).unwrap();
            let lines = text.lines().filter(|line| is_kept(line)).flat_map(|line| [line, "\n"]);
            FileState::File { path, bytes: lines.collect::<String>().into_bytes() }
        }
        other => other,
    };
    delta(&Tree::default(), tree).into_iter().map(cut).collect()
}

#[test]
fn commits_give_the_tasks_of_each_day_before_the_log() {
    for (seed, log_day) in [(40, None), (41, None), (42, Some(30)), (43, Some(45))] {
        let mut generator = Generator::new(seed);
        let commits = live_with_commits(&mut generator);
        let now = time_on(generator.last_day(), 24 * 60 - 1);
        let start = log_day.map_or(now + 1, |day| time_on(FIRST_DAY + day, 0));
        let mut engine = Engine::new();
        engine.feed(without_log_before(&generator.tree, start), now);
        assert!(engine.reader().has_past_before_log());
        let report = report(&mut engine, now, ReportName::Burndown, &commits);
        let source = if log_day.is_some() { ReportSource::LogAndGit } else { ReportSource::Git };
        assert_eq!(report.source, source, "seed {seed}");
        let exact = report.exact_from.map(|day| day - FIRST_DAY);
        assert_eq!(exact.is_some(), log_day.is_some(), "seed {seed}");
        assert!(exact >= log_day && exact.is_none_or(|day| day < 50), "seed {seed}: {exact:?}");
        for shown in burndown(&report) {
            let books = &generator.days[usize::try_from(shown.day - FIRST_DAY).unwrap()];
            let open = books.values().filter(|task| !task.status.is_terminal()).count();
            let expected = (books.len(), open);
            let counts = (shown.all_scope_tasks, shown.all_remaining_tasks);
            let counts = (usize::try_from(counts.0).unwrap(), usize::try_from(counts.1).unwrap());
            assert_eq!(counts, expected, "seed {seed}, day {}", shown.day - FIRST_DAY);
        }
        assert_eq!(burndown(&report).len(), DAYS, "seed {seed}");
        let last = Figures(generator.days.last().unwrap());
        assert_eq!(burndown(&report).last().unwrap().scope_tasks, last.count(|_| true));
    }
}

/// Days of November 2026 as milliseconds, at noon in UTC.
fn noon(day: i64) -> i64 {
    (20_757 + day) * 86_400_000 + 12 * 3_600_000
}

fn commit(day: i64, added: &[&str], removed: &[&str]) -> HistoryCommit {
    let paths = |paths: &[&str]| paths.iter().map(|path| format!("tasks/{path}")).collect();
    HistoryCommit { at: noon(day), added: paths(added), removed: paths(removed) }
}

fn project(text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.feed(files(&format!("=== config.toml\n[project]\nname = \"P\"\n{text}")), noon(20));
    engine
}

/// Returns the number of open tasks at the end of each of some days of November 2026.
fn open_tasks(engine: &mut Engine, history: &[HistoryCommit], days: &[i64]) -> Vec<(u32, u32)> {
    let report = report(engine, noon(20), ReportName::Burndown, history);
    let on = |day: &i64| burndown(&report).iter().find(|shown| i64::from(shown.day) == 20_757 + day).copied();
    days.iter().map(|day| on(day).map_or((0, 0), |shown| (shown.remaining_tasks, shown.scope_tasks))).collect()
}

#[test]
fn stamps_are_preferred_to_the_commits_after_them() {
    let stamps = "\"created_at\": \"2026-11-03T08:00:00Z\", \"completed_at\": \"2026-11-06T08:00:00Z\"";
    let mut engine =
        project(&format!("=== tasks/t1-a/_task.done.json\n{{\"id\": \"t1\", \"title\": \"A\", {stamps}}}\n"));
    let history = [
        commit(2, &["t9-x/_task.todo.json"], &[]),
        commit(4, &["t1-a/_task.in_progress.json"], &[]),
        commit(9, &["t1-a/_task.done.json"], &["t1-a/_task.in_progress.json", "t9-x/_task.todo.json"]),
    ];
    // t9 was deleted on the 9th, and nothing else has its ID.
    assert_eq!(open_tasks(&mut engine, &history, &[2, 3, 5, 6, 9]), [(1, 1), (2, 2), (2, 2), (1, 2), (0, 1)]);
    let report = report(&mut engine, noon(20), ReportName::Cycle, &history);
    assert_eq!(cycle(&report)[0].cycle_days, Some(4), "in progress when it was created");
}

#[test]
fn the_first_commit_says_nothing_about_the_days_before() {
    // A shallow clone, or `.handoff/` was added late: the stamps say more.
    let stamps = "\"created_at\": \"2026-11-03T08:00:00Z\", \"completed_at\": \"2026-11-06T08:00:00Z\"";
    let mut engine =
        project(&format!("=== tasks/t1-a/_task.done.json\n{{\"id\": \"t1\", \"title\": \"A\", {stamps}}}\n"));
    let history = [commit(10, &["t1-a/_task.done.json"], &[])];
    assert_eq!(open_tasks(&mut engine, &history, &[3, 5, 6, 12]), [(1, 1), (1, 1), (0, 1), (0, 1)]);
    // So everything was made from the stamps.
    assert_eq!(report(&mut engine, noon(20), ReportName::Flow, &history).source, ReportSource::Stamps);
    // Another status at that commit is a fact that no stamp has.
    let other = [commit(5, &["t1-a/_task.in_progress.json"], &[])];
    let project = project(&format!("=== tasks/t1-a/_task.done.json\n{{\"id\": \"t1\", \"title\": \"A\", {stamps}}}\n"));
    let mut engine = project;
    assert_eq!(report(&mut engine, noon(20), ReportName::Flow, &other).source, ReportSource::Git);
}

#[test]
fn uncommitted_changes_and_renamed_folders_are_followed() {
    let task = "\"created_at\": \"2026-11-02T08:00:00Z\", \"updated_at\": \"2026-11-12T08:00:00Z\"";
    let mut engine = project(&format!(
        "=== tasks/t1-a/_task.todo.json\n{{\"id\": \"t1\", \"title\": \"A\", {task}}}\n\
         === tasks/02-done--new/task.toml\nid = \"02\"\ntitle = \"B\"\ncreated_at = \"2026-11-02T08:00:00Z\"\n\
         updated_at = \"2026-11-12T08:00:00Z\"\n"
    ));
    let history = [
        commit(2, &["t1-old/_task.todo.json", "02-todo--old/task.toml", "t3-gone/_task.todo.json", "../x", "y"], &[]),
        commit(5, &["t1-a/_task.done.json"], &["t1-old/_task.todo.json"]),
        commit(8, &["02-todo--new/task.toml"], &["02-todo--old/task.toml"]),
    ];
    // t1 was reopened and 02 was done after the last commit; t3 vanished.
    assert_eq!(open_tasks(&mut engine, &history, &[4, 5, 8, 12]), [(3, 3), (2, 3), (1, 2), (1, 2)]);
}

#[test]
fn a_removed_file_that_was_never_added_was_there_before() {
    // A history that was cut off begins in the middle.
    let mut engine = project("");
    let history =
        [commit(3, &["t1-a/_task.done.json"], &["t1-a/_task.todo.json"]), commit(6, &[], &["t1-a/_task.done.json"])];
    assert_eq!(open_tasks(&mut engine, &history, &[3, 5, 6]), [(0, 1), (0, 1), (0, 0)]);
    assert_eq!(report(&mut engine, noon(20), ReportName::Flow, &[]).source, ReportSource::Stamps);
}

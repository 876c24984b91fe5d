//! Tests of slack and load. A line such as `a 12-01..12-02 4h <b:SS+1 @maya M1 done` describes a task.

use std::collections::BTreeMap;
use std::fmt::Write;

use handoff_format::{format_date, parse_date};
use handoff_protocol::FileState;
use proptest::prelude::*;

use crate::Project;
use crate::analysis::schedule::dependency_graph::NetworkTask;
use crate::analysis::schedule::milestone_order::MilestoneOrder;
use crate::analysis::schedule::{
    Network, ScheduleRequest, load, push_dependents, schedule_forward, shift_dates, slack,
};
use crate::ground::timestamp::Day;
use crate::model::dates::Dates;

/// 2026-12-01, a Tuesday.
const TODAY: Day = 20_788;

fn project(config: &str, tasks: &str) -> Project {
    let mut files = vec![("config.toml".to_owned(), format!("[project]\nname = \"P\"\n{config}"))];
    for (order, line) in tasks.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
        let mut words = line.split_whitespace();
        let id = words.next().unwrap();
        let (mut schedule, mut ids, mut links) = (Vec::new(), Vec::new(), Vec::new());
        let (mut status, mut rest) = ("todo", String::new());
        for word in words {
            if let Some((start, due)) = word.split_once("..") {
                for (key, date) in [("start_date", start), ("due_date", due)] {
                    if !date.is_empty() {
                        schedule.push(format!("\"{key}\": \"2026-{date}\""));
                    }
                }
            } else if let Some(link) = word.strip_prefix('<') {
                let (other, kind_and_lag) = link.split_once(':').unwrap_or((link, "FS0"));
                let (kind, lag) = kind_and_lag.split_at(2);
                let lag = lag.trim_start_matches('+');
                ids.push(format!("\"{other}\""));
                links.push(format!(
                    "{{\"id\": \"{other}\", \"kind\": \"{kind}\", \"lag\": {}}}",
                    if lag.is_empty() { "0" } else { lag }
                ));
            } else if let Some(key) = word.strip_prefix('@') {
                write!(rest, ", \"assignee\": \"{key}\"").unwrap();
            } else if let Some(hours) = word.strip_suffix('h') {
                schedule.push(format!("\"estimate_hours\": {hours}"));
            } else if word.starts_with('M') {
                schedule.push(format!("\"milestone\": \"{word}\""));
            } else if word == "pinned" {
                schedule.push("\"pinned\": true".to_owned());
            } else {
                status = word;
            }
        }
        let mut folder = String::from("tasks");
        for (at, _) in id.match_indices('.').chain([(id.len(), "")]) {
            write!(folder, "/{}-x", id.get(..at).unwrap()).unwrap();
        }
        let text = format!(
            "{{\"id\": \"{id}\", \"title\": \"T\", \"order\": {order}, \"schedule\": {{{}}}, \"dependencies\": [{}], \"handoff_dependencies\": [{}]{rest}}}",
            schedule.join(", "),
            ids.join(", "),
            links.join(", ")
        );
        files.push((format!("{folder}/_task.{status}.json"), text));
    }
    let mut project = Project::default();
    let file = |(path, text): (String, String)| FileState::File { path, bytes: text.into_bytes() };
    project.feed(files.into_iter().map(file).collect(), 0);
    project
}

/// Formats the slack of the stored dates, such as `a 2, b 0!, a→b broken`. `!` marks critical
/// tasks.
fn slack_text(lines: &str) -> String {
    let project =
        project("[calendar]\nclosed_dates = [\"2026-12-08\"]\n[assignees.maya]\nclosed_weekdays = [0, 3, 6]\n", lines);
    let network = Network::new(&project.model);
    let slack = slack(&network, &network.stored_dates());
    let id = |index: usize| network.tasks[index].task.id();
    let mut text: Vec<String> = Vec::new();
    for (index, days) in slack.days.iter().enumerate() {
        assert_eq!(network.index_of(network.tasks[index].task.slot), Some(index));
        let days = days.map_or("-".to_owned(), |days| days.to_string());
        text.push(format!("{} {days}{}", id(index), if slack.is_critical(index) { "!" } else { "" }));
    }
    for (link, state) in network.links.iter().zip(&slack.links) {
        let what = match (state.broken, state.critical) {
            (true, true) => "broken!",
            (true, false) => "broken",
            (false, true) => "critical",
            (false, false) => continue,
        };
        text.push(format!("{}→{} {what}", id(link.from), id(link.to)));
    }
    text.join(", ")
}

#[test]
fn slack_and_critical_path_of_stored_dates() {
    for (lines, expected) in [
        // The end is Friday 12-04. b may end as late as that, a must end before b's latest Friday.
        ("a 12-01..12-01 8h\nb 12-02..12-02 8h <a\nc 12-03..12-04 16h", "a 2, b 2, c 0!"),
        ("a 12-01..12-02 16h\nb 12-03..12-04 16h <a", "a 0!, b 0!, a→b critical"),
        // Over the weekend and the closed Tuesday it is one working day; Maya's calendar has no
        // Wednesday.
        ("a 12-03..12-03 8h\nb 12-09..12-09 8h <a", "a 2, b 0!"),
        ("a 12-01..12-01 8h @maya\nb 12-07..12-07 8h <a", "a 2, b 0!"),
        // Half a day leaves the other half to the next on the same day, a whole one does not.
        ("a 12-01..12-01 4h\nb 12-01..12-01 4h <a", "a 0!, b 0!, a→b critical"),
        ("a 12-01..12-01 8h\nb 12-01..12-01 8h <a", "a -1!, b 0!, a→b broken!"),
        ("a 12-01..12-01\nb 12-01..12-01 <a", "a -1!, b 0!, a→b broken!"),
        // Other kinds, and lag.
        ("a 12-01..12-04 8h\nb 12-01..12-10 <a:SS", "a 0!, b 0!, a→b critical"),
        ("a 12-01..12-02 8h\nb 12-04..12-10 <a:SS+1", "a 2, b 0!"),
        ("a 12-01..12-02 16h\nb 12-04..12-10 <a:FS+1", "a 0!, b 0!, a→b critical"),
        ("a 12-01..12-02 16h\nb 12-03..12-10 <a:FS+1", "a -1!, b 0!, a→b broken!"),
        ("a 12-01..12-03 8h\nb 12-02..12-03 <a:FF", "a 0!, b 0!, a→b critical"),
        ("a 12-03..12-10 8h\nb 12-02..12-03 <a:SF", "a 0!, b 4"),
        ("a 12-03..12-04 8h\nb 12-02..12-03 <a:FF-1", "a 0!, b 1"),
        // Closed tasks, tasks without dates and ancestors do not count. Parents are as critical as
        // their subtasks.
        ("a done 12-01..12-01\nb 12-01..12-01 <a\nc <b\nd 12-02..12-02", "a -, b 1, c -, d 0!"),
        (
            "p 12-20..12-24\np.1 12-01..12-01\np.2 12-02..12-02 <p.1 <p\nq 12-03..12-03 <p",
            "p 0!, p.1 0!, p.2 0!, q 0!, p.1→p.2 critical, p→q critical",
        ),
        (
            "q\nq.1 12-04..12-04\nq.2 12-03..12-03\np 12-01..12-01 <q:SS\nr 12-02..12-02\nr.1 12-02..12-02 <q.2:SF-1",
            "q 0!, q.1 0!, q.2 1, p 3, r 2, r.1 2, q→p broken",
        ),
        ("a 12-01..12-01 <b\nb 12-02..12-02 <a", "a -, b -, b→a broken"),
        ("a ..12-01\nb 12-01..12-02 <a", "a -, b 0!, a→b broken"),
    ] {
        assert_eq!(slack_text(lines), expected, "\n{lines}");
    }
}

#[test]
fn load_spreads_remaining_effort_over_remaining_days() {
    let config = "[calendar]\nmax_utilization = 50\n[calendar.day_hours]\nfri = 4\n[assignees.maya]\noverwork_limit_percent = 125\n";
    let lines = "
        a 11-26..12-02 8h @maya
        b 11-20..11-27 3h @maya
        c 12-03..12-04 6h
        d 12-04..12-07
        e done 12-03..12-03 8h
        f 12-05..12-06 1h
        p 12-01..12-24 100h
        p.1 5h
        g in_progress 12-03..12-03 0h
        h 12-11..12-11 5h @maya
        ";
    let project = project(config, lines);
    let network = Network::new(&project.model);
    let mut text = String::new();
    for (track, load) in network.resources.tracks.iter().zip(load(&network, &network.stored_dates(), TODAY)) {
        let days: Vec<String> =
            load.days.iter().map(|(day, minutes)| format!("{} {minutes}", format_date(*day).split_at(5).1)).collect();
        let (overbooked, (peak, open)) = (load.overbooked_days(track), load.peak(track));
        let days = days.join(", ");
        writeln!(text, "{:?} {}: {days}; {overbooked} over, {peak} % of {open}", track.key, load.minutes).unwrap();
    }
    // a: two days are left of its five. b is overdue. f has no working day, so it falls on Monday.
    // d takes a whole Friday of 4 hours and Monday. Maya may have a quarter more than her hours:
    // 12-01 has 7 of 8, Friday 12-11 has 5 of 4.
    assert_eq!(
        text,
        "\"\" 1440: 12-03 240, 12-04 360, 12-07 540; 2 over, 150 % of 240\n\"maya\" 960: 12-01 420, 12-02 240, 12-11 300; 0 over, 125 % of 240\n"
    );
}

/// Schedules all tasks from today on, and returns the dates, such as `a 12-01..12-02`.
fn scheduled_text(lines: &str) -> String {
    scheduled_with("[assignees.maya]\n[assignees.zoe]\n", lines)
}

fn scheduled_with(config: &str, lines: &str) -> String {
    let project = project(config, lines);
    let network = Network::new(&project.model);
    let order = MilestoneOrder::new(&project.model.config.values().milestones).unwrap();
    let milestones = BTreeMap::default();
    let request = ScheduleRequest { from: TODAY, assignees: &[], level: true, milestones, order };
    let dates = schedule_forward(&network, &request).unwrap();
    let text = |day: Option<Day>| day.map_or("?".to_owned(), |day| format_date(day).split_off(5));
    let row = |(entry, dates): (&NetworkTask<'_>, &Dates)| {
        format!("{} {}..{}", entry.task.id(), text(dates.start), text(dates.due))
    };
    network.tasks.iter().zip(&dates).map(row).collect::<Vec<_>>().join(", ")
}

#[test]
fn work_takes_the_free_minutes_behind_its_beginning() {
    // b waits for half a day, so c takes the half before it, and d begins in the other half.
    assert_eq!(
        scheduled_text("a ..12-01 4h @maya\nb ..12-01 2h <a\nc 4h\nd 4h <c @zoe"),
        "a 12-01..12-01, b 12-01..12-01, c 12-01..12-01, d 12-01..12-01"
    );
}

#[test]
fn utilization_is_a_percentage_and_old_fractions_mean_the_same() {
    for (config, due) in [
        ("", "12-02"),
        ("[calendar]\nmax_utilization = 100\n", "12-02"),
        ("[calendar]\nmax_utilization = 1\n", "12-02"),
        ("[calendar]\nmax_utilization = 50\n", "12-04"),
        ("[calendar]\nmax_utilization = 0.5\n", "12-04"),
        ("[calendar]\nmax_utilization = 200\n", "12-01"),
        ("[calendar]\nmax_utilization = 50\n[assignees.maya]\nmax_utilization = 200\n", "12-01"),
        ("[calendar]\nmax_utilization = -1\n", "12-02"),
        // The default of `handoff-mcp`: 9.6 hours of each day.
        ("[worktree]\nauto_link = true\n", "12-02"),
    ] {
        assert_eq!(scheduled_with(config, "a 16h @maya"), format!("a 12-01..{due}"), "{config}");
    }
    assert_eq!(scheduled_with("[worktree]\n", "a 9h"), "a 12-01..12-01");
}

#[test]
fn several_tasks_of_a_person_are_worked_on_at_once() {
    let config = |count: u32| format!("[calendar]\nmax_parallel_tasks = {count}\n");
    for (count, expected) in [
        (1, "a 12-01..12-01, b 12-02..12-02, c 12-03..12-03, d 12-04..12-04"),
        (2, "a 12-01..12-01, b 12-01..12-01, c 12-02..12-02, d 12-02..12-02"),
        (3, "a 12-01..12-01, b 12-01..12-01, c 12-01..12-01, d 12-02..12-02"),
    ] {
        assert_eq!(scheduled_with(&config(count), "a 8h\nb 8h\nc\nd 8h"), expected, "{count}");
    }
    let own = config(1) + "[assignees.maya]\nmax_parallel_tasks = 2\n";
    // A task that has begun holds one of the lanes.
    let lines = "a in_progress 8h 12-01..12-01 @maya\nb 8h @maya\nc 8h @maya";
    assert_eq!(scheduled_with(&own, lines), "a 12-01..12-01, b 12-01..12-01, c 12-02..12-02");
}

#[test]
fn default_estimate_is_for_tasks_without_hours_and_dates() {
    let config = "[settings]\ndefault_estimate_hours = 2\n";
    let lines = "a\nb\nc\nd\ne 16h\nf 12-01..12-02 @zoe";
    assert_eq!(
        scheduled_with(config, lines),
        "a 12-01..12-01, b 12-01..12-01, c 12-01..12-01, d 12-01..12-01, e 12-02..12-03, f 12-01..12-02"
    );
}

#[test]
fn tasks_of_a_milestone_wait_for_those_of_the_milestones_before_it() {
    let config =
        "[milestones.M3]\ndepends_on = [\"M2\", \"nobody\"]\n[milestones.M2]\ndepends_on = [\"M1\"]\n[milestones.M1]\n";
    for (lines, expected) in [
        // c has nobody else's time to wait for, but its milestone comes last.
        ("c 8h M3 @maya\nb 8h M2 @zoe\na 12h M1", "c 12-04..12-04, b 12-03..12-03, a 12-01..12-02"),
        // Finished work and other milestones hold up nothing.
        ("b 8h M2\na done 12-07..12-07 M1\nx 40h @maya", "b 12-01..12-01, a 12-07..12-07, x 12-01..12-07"),
        // Pinned dates count, and so does the milestone of the parent.
        ("p M2\np.1 8h\na pinned 12-07..12-07 8h M1", "p 12-08..12-08, p.1 12-08..12-08, a 12-07..12-07"),
        // A task that the first milestone needs is planned before, in spite of its own.
        ("b 8h M2\na 8h M1 <b", "b 12-01..12-01, a 12-02..12-02"),
    ] {
        assert_eq!(scheduled_with(config, lines), expected, "{lines}");
    }
}

#[test]
fn parent_without_open_subtasks_does_not_hold_up_others() {
    assert_eq!(scheduled_text("p\np.1 done\nb 8h <p:SS").split(", ").last(), Some("b 12-01..12-01"));
}

#[test]
fn cycle_is_found_behind_a_task_that_waits_for_it() {
    let project = project("", "c <b\na <b\nb <a");
    let network = Network::new(&project.model);
    let ids: Vec<&str> =
        network.circle.iter().flat_map(|circle| &circle.tasks).map(|index| network.tasks[*index].task.id()).collect();
    assert_eq!(ids, ["a", "b"]);
}

/// Generates chains of tasks with whole days, so that part days have no effect.
fn chain() -> impl Strategy<Value = String> {
    let task = (0usize..9, prop::sample::select(vec!["FS", "SS", "FF", "SF"]), -2..3, any::<bool>(), 1..4, 0usize..20);
    prop::collection::vec(task, 1..9).prop_map(|tasks| {
        let mut text = String::new();
        for (index, (other, kind, lag, maya, days, start)) in tasks.into_iter().enumerate() {
            let first = TODAY + Day::try_from(start).unwrap();
            let date = |day: Day| format_date(day).get(5..).unwrap().to_owned();
            write!(text, "t{index} {}..{}", date(first), date(first + days)).unwrap();
            if index > 0 && other < 7 {
                write!(text, " <t{}:{kind}{lag}", other % index).unwrap();
            }
            text.push_str(if maya { " @maya\n" } else { "\n" });
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Moving a task by its slack does not move the end of the project; one more day does.
    #[test]
    fn slack_is_the_largest_push_that_keeps_the_end(lines in chain()) {
        let project = project("[calendar]\nclosed_dates = [\"2026-12-08\"]\n[assignees.maya]\nclosed_weekdays = [0, 3, 6]\n", &lines);
        let network = Network::new(&project.model);
        let request = ScheduleRequest { from: TODAY, assignees: &[], level: true, milestones: BTreeMap::default(), order: MilestoneOrder::default() };
        let dates = schedule_forward(&network, &request).unwrap();
        let end = |dates: &[Dates]| dates.iter().filter_map(|dates| dates.due).max().unwrap();
        let slack = slack(&network, &dates);
        prop_assert!(!slack.links.iter().any(|link| link.broken));
        for (index, days) in slack.days.iter().enumerate() {
            let days = days.unwrap();
            prop_assert!(days >= 0, "{}", lines);
            for (more, later) in [(0, false), (1, true)] {
                let mut moved = dates.clone();
                let calendar = &network.track(index).hours;
                let start = moved[index].start.unwrap();
                let target = calendar.shift(start, days + more).unwrap();
                moved[index] = shift_dates(calendar, moved[index], target - start, true).unwrap();
                let mut is_requested = vec![false; dates.len()];
                is_requested[index] = true;
                push_dependents(&network, &dates, &mut moved, &is_requested).unwrap();
                prop_assert_eq!(end(&moved) > end(&dates), later, "t{} by {} more than {}\n{}", index, more, days, lines);
            }
        }
    }
}

#[test]
fn today_is_2026_12_01() {
    assert_eq!(parse_date("2026-12-01"), Some(TODAY));
}

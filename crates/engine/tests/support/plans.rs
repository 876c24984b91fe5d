//! Projects for planning with one line per task, and the resulting dates.
//!
//! A line is an ID, which implies the parent (`a.1` is below `a`), and words in any order: `@maya`,
//! `8h`, `3h-left`, `2h-spent`, `high`, `in_progress`, `pinned`, `#alpha` for the milestone,
//! `12-01..12-04`, `12-01..` or `..12-04` for dates, `<b` for a dependency on `b`, `<b:SS+2` with
//! kind and lag.

use std::fmt;

use handoff_engine::Engine;
use handoff_format::{Value, format_date, parse_date};
use handoff_protocol::planning::Proposal;
use handoff_protocol::{FileState, Priority, Query, Reschedule, Schedule, Status, View};
use serde_json::json;

use super::{Bench, context};

/// One parsed task.
#[derive(Clone, Default, PartialEq)]
pub struct Plan {
    pub id: String,
    pub status: Option<Status>,
    pub priority: Option<Priority>,
    pub assignee: Option<String>,
    pub schedule: Schedule,
    /// ID, kind and lag of each dependency.
    pub links: Vec<(String, String, i32)>,
    /// Position among the siblings; by default the position in the list.
    pub order: Option<usize>,
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { id, priority, assignee, schedule, links, .. } = self;
        write!(f, "{id} {}", self.status().name())?;
        priority.map_or(Ok(()), |priority| write!(f, " {}", priority.name()))?;
        assignee.as_ref().map_or(Ok(()), |key| write!(f, " @{key}"))?;
        for (end, hours) in
            [("h", schedule.estimate_hours), ("h-spent", schedule.actual_hours), ("h-left", schedule.remaining_hours)]
        {
            hours.map_or(Ok(()), |hours| write!(f, " {hours}{end}"))?;
        }
        if schedule.start_date.is_some() || schedule.due_date.is_some() {
            let date = |date: &Option<String>| date.clone().unwrap_or_default();
            write!(f, " {}..{}", date(&schedule.start_date), date(&schedule.due_date))?;
        }
        if schedule.pinned == Some(true) {
            write!(f, " pinned")?;
        }
        links.iter().try_for_each(|(id, kind, lag)| write!(f, " <{id}:{kind}{lag}"))
    }
}

impl Plan {
    pub fn status(&self) -> Status {
        self.status.unwrap_or(Status::Todo)
    }

    pub fn start(&self) -> Option<i32> {
        self.schedule.start_date.as_deref().and_then(parse_date)
    }

    pub fn due(&self) -> Option<i32> {
        self.schedule.due_date.as_deref().and_then(parse_date)
    }

    pub fn parse(line: &str) -> Plan {
        let mut words = line.split_whitespace();
        let mut plan = Plan { id: words.next().expect("an id").to_owned(), ..Plan::default() };
        for word in words {
            plan.apply_word(word);
        }
        plan
    }

    fn apply_word(&mut self, word: &str) {
        let date = |text: &str| (!text.is_empty()).then(|| full_date(text));
        let hours = |end: &str| word.strip_suffix(end).and_then(|number| number.parse::<f64>().ok());
        if let Some(key) = word.strip_prefix('@') {
            self.assignee = Some(key.to_owned());
        } else if let Some(name) = word.strip_prefix('#') {
            self.schedule.milestone = Some(name.to_owned());
        } else if let Some(link) = word.strip_prefix('<') {
            let (id, rest) = link.split_once(':').unwrap_or((link, "FS"));
            let (kind, lag) = rest.split_at(2);
            self.links.push((id.to_owned(), kind.to_owned(), if lag.is_empty() { 0 } else { lag.parse().unwrap() }));
        } else if let Some((start, due)) = word.split_once("..") {
            (self.schedule.start_date, self.schedule.due_date) = (date(start), date(due));
        } else if word == "pinned" {
            self.schedule.pinned = Some(true);
        } else if let Some(status) = Status::from_name(word) {
            self.status = Some(status);
        } else if let Some(priority) = Priority::from_name(word) {
            self.priority = Some(priority);
        } else if let Some(remaining) = hours("h-left") {
            self.schedule.remaining_hours = Some(remaining);
        } else if let Some(spent) = hours("h-spent") {
            self.schedule.actual_hours = Some(spent);
        } else {
            self.schedule.estimate_hours = Some(hours("h").unwrap_or_else(|| panic!("{word} is no word of a plan")));
        }
    }

    /// Returns the task file; `order` is the position in the list.
    fn file(&self, order: usize) -> FileState {
        let mut folder = String::from("tasks");
        for (at, _) in self.id.match_indices('.').chain([(self.id.len(), "")]) {
            folder = format!("{folder}/{}-x", self.id.split_at(at).0);
        }
        let mut task = json!({"id": self.id, "title": self.id.to_uppercase(), "order": self.order.unwrap_or(order)});
        let table = task.as_object_mut().unwrap();
        let mut put = |key: &str, value: Value| table.insert(key.to_owned(), value);
        if let Some(priority) = self.priority {
            put("priority", json!(priority.name()));
        }
        if let Some(assignee) = &self.assignee {
            put("assignee", json!(assignee));
        }
        let schedule = &self.schedule;
        let mut existing = serde_json::Map::new();
        for (key, value) in [
            ("start_date", schedule.start_date.as_ref().map(|date| json!(date))),
            ("due_date", schedule.due_date.as_ref().map(|date| json!(date))),
            ("estimate_hours", schedule.estimate_hours.map(|hours| json!(hours))),
            ("actual_hours", schedule.actual_hours.map(|hours| json!(hours))),
            ("remaining_hours", schedule.remaining_hours.map(|hours| json!(hours))),
            ("milestone", schedule.milestone.as_ref().map(|name| json!(name))),
            ("pinned", schedule.pinned.map(|pinned| json!(pinned))),
        ] {
            existing.extend(value.map(|value| (key.to_owned(), value)));
        }
        put("schedule", Value::Object(existing));
        put("dependencies", self.links.iter().map(|(id, _, _)| json!(id)).collect());
        let lines = self.links.iter().map(|(id, kind, lag)| json!({"id": id, "kind": kind, "lag": lag}));
        put("handoff_dependencies", lines.collect());
        let path = format!("{folder}/_task.{}.json", self.status().name());
        FileState::File { path, bytes: task.to_string().into_bytes() }
    }
}

/// Adds the year to a date of December 2026 or January 2027, unless it has one.
pub fn full_date(text: &str) -> String {
    match text.len() {
        5 if text.starts_with("01") => format!("2027-{text}"),
        5 => format!("2026-{text}"),
        _ => text.to_owned(),
    }
}

/// Returns the files of a project with this configuration.
pub fn project(config: &str, plans: &[Plan]) -> Vec<FileState> {
    let config = format!("[project]\nname = \"P\"\n{config}");
    let mut files = vec![FileState::File { path: "config.toml".to_owned(), bytes: config.into_bytes() }];
    files.extend(plans.iter().enumerate().map(|(order, plan)| plan.file(order)));
    files
}

/// Parses one task per line.
pub fn parse(lines: &str) -> Vec<Plan> {
    lines.lines().filter(|line| !line.trim().is_empty()).map(Plan::parse).collect()
}

/// Returns the proposal for a reschedule.
pub fn propose(engine: &mut Engine, reschedule: &Reschedule) -> Proposal {
    match engine.view(&Query::Proposal { reschedule: reschedule.clone() }, &context()) {
        View::Proposal(proposal) => proposal,
        other => panic!("{other:?}"),
    }
}

pub fn parse_reschedule(json: &str) -> Reschedule {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

/// Returns the tasks with the dates of a proposal.
pub fn apply_proposal(plans: &[Plan], proposal: &Proposal) -> Vec<Plan> {
    let mut plans = plans.to_vec();
    for moved in &proposal.moves {
        let plan = plans.iter_mut().find(|plan| plan.id == moved.id).expect("a known task");
        plan.schedule.start_date = moved.start.map(format_date);
        plan.schedule.due_date = moved.due.map(format_date);
    }
    plans
}

/// Formats every task as "a: 12-01 Tue to 12-02 Wed".
pub fn format_dates(plans: &[Plan]) -> String {
    const NAMES: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let name = |day: Option<i32>| {
        day.map_or("none".to_owned(), |day| {
            format!("{} {}", format_date(day).split_at(5).1, NAMES[usize::try_from(day.rem_euclid(7)).unwrap()])
        })
    };
    let line = |plan: &Plan| format!("{}: {} to {}\n", plan.id, name(plan.start()), name(plan.due()));
    plans.iter().map(line).collect()
}

/// Returns the dates of the tasks after a reschedule, or the refusal.
pub fn scheduled_dates(config: &str, lines: &str, request: &str) -> String {
    let plans = parse(lines);
    let mut bench = Bench::new(project(config, &plans));
    let reschedule = parse_reschedule(request);
    let proposal = propose(&mut bench.engine, &reschedule);
    match &proposal.refusal {
        Some(refusal) => format!("refused {:?}: {}", refusal.code, refusal.text),
        None => format_dates(&apply_proposal(&plans, &proposal)),
    }
}

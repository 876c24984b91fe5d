//! Lists of timers and of time entries, as values.

use std::collections::BTreeMap;

use handoff_agent::{FailureKind, Reply};
use handoff_engine::ProjectPart;
use handoff_format::format_date;
use handoff_protocol::view::{TimeRow, TimeView};
use handoff_protocol::{ActorKind, Query, TimeFormat, TimeSelection, View};
use serde_json::{Value, json};

use crate::commands::timer::List;
use crate::invocation::Invocation;
use crate::output;
use crate::project::{self, Project};

/// The days of a list if none are named.
const DAYS: i32 = 7;
const BACKWARDS: &str = "--from is after --to. Swap them.";

/// Returns all timers.
pub fn status(project: &mut Project) -> Reply {
    let now = project::now();
    let reader = project.engine().reader();
    let list = match reader.timers(now) {
        Ok(list) => list,
        Err(finding) => return Reply::failure_of(FailureKind::Broken, finding.text.to_string()),
    };
    let timers = list.timers.iter().map(|(id, entry, elapsed_ms)| {
        let title = reader.task(id).ok().map(|task| task.fields().title.clone());
        json!({"id": id, "title": title, "state": entry.state, "paused_by_idle": entry.paused_by_idle,
            "seconds": elapsed_ms / 1000})
    });
    let authority = list
        .authority
        .map(|(record, alive)| json!({"owner": record.owner, "instance": record.owner_instance, "alive": alive}));
    let reply = Reply::value(json!({"timers": timers.collect::<Vec<_>>(), "authority": authority}));
    reply.with_warnings(&reader.unread(ProjectPart::Timers))
}

/// Returns the JSON Schema of all timers.
pub fn status_schema() -> Value {
    let text = json!({"type": "string"});
    let timer = object(&json!({"id": text, "title": {"type": ["string", "null"]}, "state": text,
        "paused_by_idle": {"type": "boolean"}, "seconds": {"type": "integer"}}));
    let authority = object(&json!({"owner": text, "instance": text, "alive": {"type": "boolean"}}));
    let authority = json!({"anyOf": [authority, {"type": "null"}]});
    object(&json!({"timers": {"type": "array", "items": timer}, "authority": authority}))
}

/// Returns the JSON Schema of an object that has all these members.
fn object(properties: &Value) -> Value {
    let names: Vec<String> = properties.as_object().into_iter().flat_map(|members| members.keys().cloned()).collect();
    json!({"type": "object", "properties": properties, "required": names})
}

/// Reads time entries, newest first.
pub fn read(project: &mut Project, selection: TimeSelection) -> TimeView {
    project.load_figures();
    let context = project.context();
    match project.engine().view(&Query::Time { selection }, &context) {
        View::Time(view) => *view,
        _ => TimeView::default(),
    }
}

impl List {
    /// Returns the invocation.
    pub fn invocation(mut self) -> Invocation {
        match self.csv.take() {
            Some(file) => Invocation::read(csv_schema, move |project| {
                self.selection().map_or_else(|reply| reply, |selection| csv(project, selection))
            })
            .render_with(output::time::csv)
            .write_to(file),
            None => Invocation::read(schema, move |project| {
                self.selection().map_or_else(|reply| reply, |selection| days(project, selection))
            })
            .render_with(output::time::days),
        }
    }

    fn selection(self) -> Result<TimeSelection, Reply> {
        let to = self.to.unwrap_or_else(project::today);
        let from = self.from.unwrap_or_else(|| to.saturating_sub(DAYS - 1));
        if from > to {
            return Err(Reply::failure_of(FailureKind::Arguments, BACKWARDS));
        }
        Ok(TimeSelection { from, to, task: self.task, actor: self.person })
    }
}

/// Returns the entries by day, oldest first. An entry over midnight is part of both days.
fn days(project: &mut Project, selection: TimeSelection) -> Reply {
    let (from, to) = (format_date(selection.from), format_date(selection.to));
    let view = read(project, selection);
    let mut days: BTreeMap<i32, (Sum, Vec<Value>)> = BTreeMap::new();
    let mut total = Sum::default();
    for row in view.entries.iter().rev() {
        let title = view.tasks.iter().find(|task| task.id == row.entry.task).and_then(|task| task.title.as_deref());
        for part in &row.days {
            let (sum, entries) = days.entry(part.day).or_default();
            sum.add(part.seconds, row.entry.actor.kind);
            total.add(part.seconds, row.entry.actor.kind);
            entries.push(entry(row, title, part.seconds));
        }
    }
    let days = days.into_iter().map(|(day, (sum, entries))| {
        json!({"date": format_date(day), "seconds": sum.all(), "people_seconds": sum.people, "agents_seconds": sum.agents,
            "entries": entries})
    });
    Reply::value(json!({"from": from, "to": to, "days": days.collect::<Vec<_>>(), "seconds": total.all(),
        "people_seconds": total.people, "agents_seconds": total.agents}))
}

/// The time of people and of agents.
#[derive(Default)]
struct Sum {
    people: u64,
    agents: u64,
}

impl Sum {
    fn add(&mut self, seconds: u64, kind: ActorKind) {
        let sum = if kind == ActorKind::Agent { &mut self.agents } else { &mut self.people };
        *sum = sum.saturating_add(seconds);
    }

    fn all(&self) -> u64 {
        self.people.saturating_add(self.agents)
    }
}

fn entry(row: &TimeRow, title: Option<&str>, seconds: u64) -> Value {
    let TimeRow { id, entry, .. } = row;
    json!({"id": id, "task": entry.task, "title": title, "start": entry.start, "end": entry.end, "seconds": seconds,
        "source": entry.source, "actor": entry.actor.name, "is_agent": entry.actor.kind == ActorKind::Agent,
        "note": entry.note})
}

fn schema() -> Value {
    let (text, number) = (json!({"type": "string"}), json!({"type": "integer"}));
    let entry = object(&json!({"id": text, "task": text, "title": {"type": ["string", "null"]}, "start": text,
        "end": text, "seconds": number, "source": text, "actor": text, "is_agent": {"type": "boolean"}, "note": text}));
    let day = object(&json!({"date": text, "seconds": number, "people_seconds": number, "agents_seconds": number,
        "entries": {"type": "array", "items": entry}}));
    object(&json!({"from": text, "to": text, "days": {"type": "array", "items": day}, "seconds": number,
        "people_seconds": number, "agents_seconds": number}))
}

fn csv(project: &mut Project, selection: TimeSelection) -> Reply {
    project.load_figures();
    let context = project.context();
    let query = Query::TimeExport { selection, format: TimeFormat::Csv };
    match project.engine().view(&query, &context) {
        View::TimeExport(text) => Reply::value(json!({"csv": text})),
        _ => Reply::failure_of(FailureKind::System, "The time entries cannot be exported."),
    }
}

fn csv_schema() -> Value {
    object(&json!({"csv": {"type": "string"}}))
}

//! What happened in a span of time, by task and by actor, from the activity log.

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::ProjectReader;
use handoff_engine::register::EntryKind;
use handoff_engine::round_hours;
use handoff_protocol::{Change, Event, Status};
use schemars::JsonSchema;
use serde::Serialize;

use crate::claims;
use crate::cost::{Cost, CostGroup, cost};
use crate::lines::one_line;

/// What happened.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Digest {
    /// The tasks that were changed, in the order of their states, then as they changed last.
    pub tasks: Vec<TaskDigest>,
    /// The decisions that were stated.
    pub decisions: Vec<DecisionDigest>,
    /// Who has changed tasks, the one with the most tasks first.
    pub actors: Vec<ActorDigest>,
    /// The tokens that agents have used since the first day, by task.
    pub tokens: Cost,
}

/// What happened to a task.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskDigest {
    /// Its ID.
    pub id: String,
    /// Its title; the last one if it was deleted.
    pub title: String,
    /// Its status now; `deleted` without one.
    pub status: String,
    /// Its status before; absent if that is the same, or if the task is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Whether it was created in the span.
    pub is_new: bool,
    /// Who has changed it.
    pub by: Vec<String>,
    /// Hours that were added, in hours.
    pub hours: f64,
    /// Done criteria that were met and still are.
    pub criteria_met: u32,
    /// Proofs that were given, such as "command (exit 0)".
    pub proofs: Vec<String>,
    /// How often it went from review or a final status back to work.
    pub sent_back: u32,
    /// Whether all changes of its fields were taken back.
    pub is_reverted: bool,
}

/// A decision that was stated.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecisionDigest {
    /// The decision.
    pub text: String,
    /// Who stated it last, if recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether it is still valid.
    pub stands: bool,
}

/// What an actor did.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ActorDigest {
    /// Its name.
    pub name: String,
    /// Whether it is an agent.
    pub is_agent: bool,
    /// Number of tasks that it has changed.
    pub tasks: u32,
    /// Hours that were added in changes of the actor.
    pub hours: f64,
}

/// Returns what happened from a time on, RFC 3339, which is on a day of the person, `YYYY-MM-DD`. The activity log must be
/// loaded from then on.
pub fn digest(reader: ProjectReader<'_>, since: &str, day: &str) -> Digest {
    let events = reader.events_since(Some(since)).unwrap_or_default();
    let mut of_task: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
    for event in &events {
        if let Some(id) = event.task.as_deref().filter(|_| is_told(&event.change)) {
            of_task.entry(id).or_default().push(event);
        }
    }
    let last = |task: &TaskDigest| of_task.get(task.id.as_str()).and_then(|events| Some(events.last()?.at.clone()));
    let mut tasks: Vec<TaskDigest> = of_task.iter().map(|(id, events)| of(reader, id, events)).collect();
    tasks.sort_by_cached_key(|task| (state_order(&task.status), std::cmp::Reverse(last(task))));
    let tokens = cost(reader, CostGroup::Task, Some(day));
    Digest { tasks, decisions: decisions(reader, since), actors: actors(&of_task), tokens }
}

/// Returns whether a change tells something of the work.
fn is_told(change: &Change) -> bool {
    match change {
        Change::Field { field, .. } => !matches!(field.as_str(), "rank" | "boardRank" | "pinned"),
        Change::Claim { .. } | Change::Timer { .. } | Change::Renamed { .. } | Change::Repaired { .. } => false,
        _ => true,
    }
}

fn state_order(status: &str) -> usize {
    const ORDER: [Status; 6] =
        [Status::Done, Status::Review, Status::Blocked, Status::InProgress, Status::Todo, Status::Skipped];
    ORDER.iter().position(|known| known.name() == status).unwrap_or(ORDER.len())
}

fn of(reader: ProjectReader<'_>, id: &str, events: &[&Event]) -> TaskDigest {
    let entry = reader.task(id).ok();
    let mut digest = TaskDigest {
        id: id.to_owned(),
        title: entry.as_ref().map(|entry| one_line(&entry.fields().title)).unwrap_or_default(),
        status: entry.as_ref().map_or("deleted", |entry| entry.status().name()).to_owned(),
        before: None,
        is_new: false,
        by: Vec::new(),
        hours: 0.0,
        criteria_met: 0,
        proofs: Vec::new(),
        sent_back: 0,
        is_reverted: false,
    };
    let mut fields: BTreeMap<&str, (&serde_json::Value, &serde_json::Value)> = BTreeMap::new();
    let mut met: BTreeSet<&str> = BTreeSet::new();
    let mut has_only_fields = true;
    for event in events {
        let name = claims::name(&event.actor).to_owned();
        if !digest.by.contains(&name) {
            digest.by.push(name);
        }
        has_only_fields &= matches!(event.change, Change::Field { .. });
        match &event.change {
            Change::Created { .. } => digest.is_new = true,
            Change::Deleted { title, .. } if entry.is_none() => digest.title = one_line(title),
            Change::Field { field, from, to } => {
                digest.sent_back += u32::from(field == "status" && goes_back(from.as_str(), to.as_str()));
                fields.entry(field).and_modify(|(_, last)| *last = to).or_insert((from, to));
            }
            Change::Time { hours } => digest.hours += hours,
            Change::Criterion { item, checked: true } => drop(met.insert(item)),
            Change::Criterion { item, checked: false } => drop(met.remove(item.as_str())),
            Change::Proof { proof, exit_code, .. } => {
                let code = exit_code.map(|code| format!(" (exit {code})")).unwrap_or_default();
                digest.proofs.push(format!("{}{code}", proof.name()));
            }
            _ => {}
        }
    }
    digest.hours = round_hours(digest.hours);
    digest.criteria_met = u32::try_from(met.len()).unwrap_or(u32::MAX);
    let status = fields.get("status").and_then(|(from, _)| from.as_str());
    digest.before = status.filter(|before| *before != digest.status && !digest.is_new).map(str::to_owned);
    digest.is_reverted = has_only_fields && fields.values().all(|(from, to)| from == to);
    digest
}

/// Returns whether a change of the status puts a task that was given away back to work.
fn goes_back(from: Option<&str>, to: Option<&str>) -> bool {
    let status = |name: Option<&str>| Status::ALL.into_iter().find(|known| Some(known.name()) == name);
    let was_given = matches!(status(from), Some(Status::Review | Status::Done | Status::Skipped));
    was_given && matches!(status(to), Some(Status::Todo | Status::InProgress | Status::Blocked))
}

fn decisions(reader: ProjectReader<'_>, since: &str) -> Vec<DecisionDigest> {
    let register = reader.register();
    let since = chrono::DateTime::parse_from_rfc3339(since).ok();
    let stated = |at: Option<&str>| at.and_then(|at| chrono::DateTime::parse_from_rfc3339(at).ok());
    let decisions = register.entries().iter().filter(|entry| entry.kind == EntryKind::Decision && !entry.is_private);
    let new = decisions.filter(|entry| stated(entry.since.as_deref()) >= since);
    new.map(|entry| DecisionDigest {
        text: one_line(&entry.name),
        by: entry.author.clone(),
        stands: entry.is_standing(),
    })
    .collect()
}

fn actors(of_task: &BTreeMap<&str, Vec<&Event>>) -> Vec<ActorDigest> {
    let mut actors: BTreeMap<(bool, &str), (BTreeSet<&str>, f64)> = BTreeMap::new();
    for (id, events) in of_task {
        for event in events {
            let is_agent = event.actor.kind == handoff_protocol::ActorKind::Agent;
            let (tasks, hours) = actors.entry((is_agent, claims::name(&event.actor))).or_default();
            tasks.insert(id);
            if let Change::Time { hours: added } = &event.change {
                *hours += added;
            }
        }
    }
    let actor = |((is_agent, name), (tasks, hours)): ((bool, &str), (BTreeSet<&str>, f64))| ActorDigest {
        name: name.to_owned(),
        is_agent,
        tasks: u32::try_from(tasks.len()).unwrap_or(u32::MAX),
        hours: round_hours(hours),
    };
    let mut actors: Vec<ActorDigest> = actors.into_iter().map(actor).collect();
    actors.sort_by_key(|actor| std::cmp::Reverse(actor.tasks));
    actors
}

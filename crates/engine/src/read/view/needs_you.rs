//! The work that needs a person: agents that wait, tasks in review, blocked tasks, the person's items of
//! checklists, unverified decisions, and errors in files. Every surface that counts or lists them follows this file.

use handoff_format::Value;
use handoff_protocol::view::{EntryList, NeedsYou, WaitingAgent};
use handoff_protocol::{Actor, AgentNeed, Severity, Status};

use crate::analysis::problems::Problems;
use crate::knowledge::register::{EntryKind, Knowledge, RegisterEntry};
use crate::knowledge::{agent_needs, claims};
use crate::model::{Model, TaskRef};
use crate::read::view::card::{count, name};
use crate::read::view::sessions;

/// The owner of checklist items that wait for the user.
const USER: &str = "user";
/// Maximum number of agents that are listed.
const MAX_WAITING: usize = 20;
/// The confidence of unverified decisions.
const UNVERIFIED: &str = "unverified";

/// Counts what needs a person. The work of a task with subtasks is that of its subtasks, so it does
/// not count itself.
pub(crate) fn needs_you(model: &Model, problems: &Problems, knowledge: &Knowledge, now: i64) -> NeedsYou {
    let tasks = &model.tasks;
    let with = |status: Status| {
        let is_counted = |task: &TaskRef<'_>| task.status() == status && tasks.is_leaf(task.slot);
        count(tasks.all().filter(is_counted).count())
    };
    NeedsYou {
        agents: count(agent_needs::current(model, now).len()),
        review: with(Status::Review),
        blocked: with(Status::Blocked),
        items: items(knowledge, 0).total,
        decisions: decisions(knowledge, 0).total,
        problems: count(problems.count(Severity::Error)),
    }
}

/// Lists the agents that wait for a person, at most 20, the longest waiting first. `now` is in milliseconds since
/// 1970-01-01 UTC.
pub(crate) fn waiting_agents(model: &Model, now: i64) -> Vec<WaitingAgent> {
    let held_by = |actor: &Actor| {
        let holders = claims::holders(model, now);
        let (id, _) = holders.into_iter().find(|(_, holder)| claims::is_same_holder(&holder.actor, actor))?;
        model.tasks.with_id(id).next().map(name)
    };
    let waiting = |(key, need): (&str, &AgentNeed)| WaitingAgent {
        key: key.to_owned(),
        actor: need.actor.clone(),
        need: need.kind,
        text: need.text.clone(),
        since: need.since.clone(),
        task: held_by(&need.actor),
    };
    agent_needs::current(model, now).into_iter().take(MAX_WAITING).map(waiting).collect()
}

/// Lists at most `max` open items of checklists that the user has to do.
pub(crate) fn items(knowledge: &Knowledge, max: usize) -> EntryList {
    sessions::standing(knowledge, EntryKind::OpenItem, max, |entry| has(entry, "owner", USER))
}

/// Lists at most `max` valid decisions that are not verified.
pub(crate) fn decisions(knowledge: &Knowledge, max: usize) -> EntryList {
    sessions::standing(knowledge, EntryKind::Decision, max, |entry| has(entry, "confidence", UNVERIFIED))
}

fn has(entry: &RegisterEntry, key: &str, text: &str) -> bool {
    entry.value.get(key).and_then(Value::as_str) == Some(text)
}

//! The session browser: all sessions, one session, full-text search, and the register. What sessions
//! and other records say of a task.

mod comparison;
mod register;
mod search;
mod session;
mod task_knowledge;

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::Value;
use handoff_protocol::view::{ActiveSession, Progress, SessionSummary, SessionsView};
use handoff_protocol::{Change, SessionAct, SessionStatus};

use crate::Project;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::handover_score::HandoverScores;
use crate::knowledge::register::Knowledge;
use crate::knowledge::sessions::{SessionEntry, authors, by_time};
use crate::model::Model;
use crate::model::project::unread;
use crate::model::project::unread::ProjectPart;
use crate::read::view::card::count;

pub(crate) use comparison::comparison;
pub(crate) use register::{register, row, standing};
pub(crate) use search::{SessionTexts, search, texts_of};
pub(crate) use session::session;
pub(crate) use task_knowledge::task_knowledge;

/// Returns all sessions, the one that began last first.
pub(crate) fn sessions(project: &Project, knowledge: &Knowledge, now: i64) -> SessionsView {
    let lineage = Lineage::of(&project.model, knowledge);
    let scores = HandoverScores::new(project, &knowledge.sessions, now);
    let ordered = by_time(&knowledge.sessions);
    let sessions = ordered.into_iter().rev().map(|session| summary(session, &lineage, &scores)).collect();
    SessionsView { sessions, unread: unread::part_gaps(project, ProjectPart::Sessions) }
}

/// Returns the active sessions, newest first.
pub(crate) fn active(knowledge: &Knowledge) -> Vec<ActiveSession> {
    let active = by_time(&knowledge.sessions).into_iter().rev();
    let active = active.filter(|session| session.status() == Some(SessionStatus::Active));
    let text = |session: &SessionEntry, key: &str| session.text(key).unwrap_or_default().to_owned();
    let to_row = |session: &SessionEntry| ActiveSession {
        id: session.id(),
        summary: text(session, "summary"),
        label: text(session, "label"),
        author: authors::of_session(session.own()).unwrap_or_default(),
        started_at: started_at(session),
    };
    active.map(to_row).collect()
}

/// Which session came from which ones.
struct Lineage {
    ids: BTreeSet<String>,
    /// The sessions that were merged into each.
    merged: BTreeMap<String, Vec<String>>,
}

impl Lineage {
    /// Reads merges from the log: a merge closes its sources at the same time.
    fn of(model: &Model, knowledge: &Knowledge) -> Lineage {
        let ids: BTreeSet<String> = knowledge.sessions.iter().map(SessionEntry::id).collect();
        let mut closed: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        let mut targets: Vec<((&str, &str), &str)> = Vec::new();
        for event in model.activity.figure_events() {
            let (Change::Session { act, .. }, Some(session)) = (&event.change, &event.session) else { continue };
            let key = (event.at.as_str(), event.actor.name.as_str());
            match act {
                SessionAct::Closed => closed.entry(key).or_default().push(session),
                SessionAct::Merged => targets.push((key, session)),
                _ => {}
            }
        }
        let mut merged: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (key, target) in targets {
            let sources = closed.get(&key).into_iter().flatten().map(|id| (*id).to_owned());
            merged.entry(target.to_owned()).or_default().extend(sources);
        }
        Lineage { ids, merged }
    }

    /// Returns the IDs of the sessions from which a session came, each once.
    fn parents(&self, session: &SessionEntry) -> Vec<String> {
        let own = session.id();
        let stated = [session.chain().first().map(String::as_str), session.text("parent_session_id")];
        let merged = self.merged.get(&own).into_iter().flatten().map(String::as_str);
        let mut parents: Vec<String> = Vec::new();
        for id in stated.into_iter().flatten().chain(merged) {
            if id != own && self.ids.contains(id) && parents.iter().all(|known| known != id) {
                parents.push(id.to_owned());
            }
        }
        parents
    }
}

fn summary(session: &SessionEntry, lineage: &Lineage, scores: &HandoverScores<'_>) -> SessionSummary {
    let text = |key: &str| session.text(key).unwrap_or_default().to_owned();
    let checklist = session.own_list("checklist");
    let is_checked = |item: &&Value| item.get("checked") == Some(&Value::Bool(true));
    SessionSummary {
        id: session.id(),
        status: session.status(),
        summary: text("summary"),
        label: text("label"),
        branch: text("branch"),
        actors: actors(session),
        started_at: started_at(session),
        ended_at: text("ended_at"),
        minutes: minutes(session),
        decisions: count(session.own_list("decisions").len()),
        blockers: count(session.own_list("blockers").len()),
        checklist: Progress { done: count(checklist.iter().filter(is_checked).count()), total: count(checklist.len()) },
        parents: lineage.parents(session),
        score: scores.score(session, |_| None).map(|score| score.total),
        private: session.is_private(),
        path: session.path().to_owned(),
    }
}

/// Returns the actors whose names a session has: of its author, then of its entries.
fn actors(session: &SessionEntry) -> Vec<String> {
    let lists = session.own().as_object().into_iter().flat_map(|members| members.values()).filter_map(Value::as_array);
    let entries = lists.flatten().filter_map(authors::of_entry);
    let mut actors: Vec<String> = Vec::new();
    for name in authors::of_session(session.own()).into_iter().chain(entries) {
        if !name.is_empty() && !actors.contains(&name) {
            actors.push(name);
        }
    }
    actors
}

/// Returns the start in UTC, to the second: as recorded, else from the file's name.
fn started_at(session: &SessionEntry) -> String {
    // The key that sorts begins with the time in UTC.
    let begun = session.began_at();
    begun
        .get(..19)
        .map(|stamp| format!("{stamp}Z"))
        .filter(|stamp| parse_timestamp(stamp).is_some())
        .unwrap_or_default()
}

/// Returns the minutes from the start to the last save. Programs that record no start name the file
/// after the last save.
fn minutes(session: &SessionEntry) -> Option<u32> {
    let start = parse_timestamp(session.text("started_at")?)?;
    let end = parse_timestamp(session.text("ended_at")?)?;
    u32::try_from(end.signed_duration_since(start).num_minutes()).ok()
}

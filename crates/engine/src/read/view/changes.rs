//! Changes by actor and subject. What was undone again is left out.

use std::collections::BTreeMap;

use handoff_protocol::view::{ActorChanges, ChangedSubject, RecentChanges, SubjectKind};
use handoff_protocol::{Actor, Change, Context, Event};

use crate::Project;
use crate::knowledge::claims::is_same_holder;
use crate::model::TaskRef;
use crate::read::view::card::count;

/// How many changes a list names.
#[derive(Clone, Copy)]
struct Limits {
    /// Maximum number of actors.
    actors: usize,
    /// Maximum number of subjects of an actor.
    subjects: usize,
    /// Maximum number of changes of a subject.
    changes: usize,
}

const FIRST: Limits = Limits { actors: 5, subjects: 6, changes: 3 };
const ALL: Limits = Limits { actors: usize::MAX, subjects: usize::MAX, changes: usize::MAX };
const OF_SESSION: Limits = Limits { actors: usize::MAX, subjects: 100, changes: 6 };

type SubjectKey = (SubjectKind, String);

/// The subjects of an actor, the last changed first, each with its events, newest first.
struct Actions {
    actor: Actor,
    observed: bool,
    subjects: Vec<(SubjectKey, Vec<Event>)>,
    /// The position of each subject.
    positions: BTreeMap<SubjectKey, usize>,
}

impl Actions {
    fn events(&mut self, key: SubjectKey) -> Option<&mut Vec<Event>> {
        let position = *self.positions.entry(key.clone()).or_insert_with(|| {
            self.subjects.push((key, Vec::new()));
            self.subjects.len() - 1
        });
        self.subjects.get_mut(position).map(|(_, events)| events)
    }
}

/// Hours that differ by less are the same: sums of decimals are not exact.
const SAME_HOURS: f64 = 1e-6;
/// An event that is older than this when it is read is no news. Git may bring a log of last week.
const NEWS_MS: i64 = 60_000;

/// Returns what everybody except the actor of the context has changed since a time in milliseconds:
/// all of it, or the first entries of each list.
///
/// Changes by programs that write no log have the name of the observer, so they are another actor's.
pub(crate) fn since(project: &Project, context: &Context, since: i64, all: bool) -> RecentChanges {
    let limits = if all { ALL } else { FIRST };
    by_others(project, context, project.model.activity.events_after(since), limits)
}

/// Returns what anybody has changed during a session: the first entries of each list. The events are
/// sorted by time.
pub(crate) fn during_session<'e>(
    project: &Project,
    events: impl DoubleEndedIterator<Item = &'e Event>,
) -> RecentChanges {
    by_actors(project, events, OF_SESSION)
}

/// Returns what others have just changed: the events of logs that were read after `counts`. Without
/// observed changes, which have no actor.
pub(crate) fn news(project: &Project, context: &Context, counts: &BTreeMap<String, usize>) -> RecentChanges {
    let mut events = project.model.activity.events_read_since(counts, context.now.saturating_sub(NEWS_MS));
    events.retain(|event| !event.observed);
    by_others(project, context, events, FIRST)
}

/// Returns the changes of others among events that are sorted by time.
fn by_others(project: &Project, context: &Context, events: Vec<&Event>, limits: Limits) -> RecentChanges {
    let me = identity(&context.actor);
    let is_of_others = |event: &&Event| event.observed || !is_same_holder(&identity(&event.actor), &me);
    by_actors(project, events.into_iter().filter(is_of_others), limits)
}

/// Returns the changes of each actor among events that are sorted by time.
fn by_actors<'e>(
    project: &Project,
    events: impl DoubleEndedIterator<Item = &'e Event>,
    limits: Limits,
) -> RecentChanges {
    let mut actors: Vec<Actions> = Vec::new();
    for event in events.rev().filter(|event| is_news(&event.change)) {
        let actor = identity(&event.actor);
        let is_own = |other: &Actions| {
            other.observed == event.observed && (event.observed || is_same_holder(&other.actor, &actor))
        };
        let index = actors.iter().position(is_own).unwrap_or_else(|| {
            let positions = BTreeMap::new();
            actors.push(Actions { actor, observed: event.observed, subjects: Vec::new(), positions });
            actors.len() - 1
        });
        if let Some(events) = actors.get_mut(index).and_then(|actions| actions.events(key_of(event))) {
            add(events, event);
        }
    }
    let to_changes = |actions| actor_changes(project, actions, limits);
    let mut changes: Vec<ActorChanges> = actors.into_iter().map(to_changes).collect();
    // Changes that were taken back leave nothing.
    changes.retain(|changes| !changes.subjects.is_empty());
    let more = count(changes.len().saturating_sub(limits.actors));
    changes.truncate(limits.actors);
    RecentChanges { actors: changes, more }
}

/// Returns an actor without version and conversation: agents of one client are one actor here.
fn identity(actor: &Actor) -> Actor {
    Actor { kind: actor.kind, name: actor.name.clone(), version: None, conversation: None }
}

/// Returns whether a change tells about the work, and not only about its order or its files.
fn is_news(change: &Change) -> bool {
    match change {
        Change::Field { field, .. } => !matches!(field.as_str(), "rank" | "boardRank" | "pinned"),
        Change::Renamed { .. } | Change::Repaired { .. } | Change::Timer { .. } | Change::Claim { .. } => false,
        _ => true,
    }
}

fn key_of(event: &Event) -> SubjectKey {
    match (&event.task, &event.session) {
        (Some(task), _) => (SubjectKind::Task, task.clone()),
        (None, Some(session)) => (SubjectKind::Session, session.clone()),
        (None, None) => (SubjectKind::Project, String::new()),
    }
}

/// Adds an event that is older than the others. Several changes of one thing become one, such as those of
/// a field or the saves of a session. A change that a later one takes back is removed with it.
fn add(events: &mut Vec<Event>, event: &Event) {
    let is_joined = |later: &Event| is_repeated(&event.change, &later.change);
    let Some(position) = events.iter().position(is_joined) else {
        events.push(event.clone());
        return;
    };
    match (&event.change, events.get_mut(position).map(|later| &mut later.change)) {
        (Change::Field { from: first, .. }, Some(Change::Field { from, .. })) => from.clone_from(first),
        (Change::Moved { from: first, .. }, Some(Change::Moved { from, .. })) => from.clone_from(first),
        (Change::Time { hours: first }, Some(Change::Time { hours })) => *hours += first,
        // The task was not there before and is not there now, whatever happened to it.
        (Change::Created { .. }, Some(Change::Deleted { .. })) => events.clear(),
        (Change::Deleted { .. } | Change::Criterion { .. }, _) => {
            events.remove(position);
        }
        _ => {}
    }
}

/// Returns whether two changes of one subject become one, or take each other back.
fn is_repeated(earlier: &Change, later: &Change) -> bool {
    match (earlier, later) {
        (Change::Field { field, .. }, Change::Field { field: other, .. }) => field == other,
        (Change::Session { act, .. }, Change::Session { act: other, .. }) => act == other,
        (Change::Criterion { item, checked }, Change::Criterion { item: other, checked: later }) => {
            item == other && checked != later
        }
        (Change::Moved { .. }, Change::Moved { .. })
        | (Change::Time { .. }, Change::Time { .. })
        | (Change::Created { .. }, Change::Deleted { .. })
        | (Change::Deleted { .. }, Change::Created { .. }) => true,
        _ => false,
    }
}

/// Returns whether anything is left of a change after those that became one with it.
fn is_kept(change: &Change) -> bool {
    match change {
        Change::Field { from, to, .. } => from != to,
        Change::Moved { from, to } => from != to,
        Change::Time { hours } => hours.abs() > SAME_HOURS,
        _ => true,
    }
}

/// Returns whether a change comes before the others of its subject: whether a task is there, and its
/// status.
fn is_important(change: &Change) -> bool {
    match change {
        Change::Created { .. } | Change::Deleted { .. } | Change::Session { .. } => true,
        Change::Field { field, .. } => field == "status",
        _ => false,
    }
}

fn actor_changes(project: &Project, actions: Actions, limits: Limits) -> ActorChanges {
    let Actions { actor, observed, mut subjects, .. } = actions;
    for (_, events) in &mut subjects {
        events.retain(|event| is_kept(&event.change));
    }
    subjects.retain(|(_, events)| !events.is_empty());
    let more = count(subjects.len().saturating_sub(limits.subjects));
    let to_subject = |(key, events)| changed_subject(project, key, events, limits);
    ActorChanges {
        actor,
        observed,
        subjects: subjects.into_iter().take(limits.subjects).map(to_subject).collect(),
        more,
    }
}

fn changed_subject(project: &Project, (kind, id): SubjectKey, events: Vec<Event>, limits: Limits) -> ChangedSubject {
    let task = (kind == SubjectKind::Task).then_some(&id);
    let task = task.and_then(|id| project.model.tasks.find(id).ok());
    let former_title = || {
        events.iter().find_map(|event| match &event.change {
            Change::Created { title, .. } | Change::Deleted { title, .. } => Some(title.clone()),
            _ => None,
        })
    };
    let title = task.map(|task| task.title().to_owned()).or_else(former_title).unwrap_or_default();
    let more = count(events.len().saturating_sub(limits.changes));
    let (first, others): (Vec<Event>, Vec<Event>) = events.into_iter().partition(|event| is_important(&event.change));
    let events = first.into_iter().chain(others).take(limits.changes).collect();
    ChangedSubject { kind, id, title, status: task.map(TaskRef::status), events, more }
}

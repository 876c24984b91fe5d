//! The facts behind the score, from the sessions, the tasks and the activity log.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use handoff_format::Value;
use handoff_protocol::SessionStatus;
use handoff_protocol::view::{HandoverScore, PointerChange};

use crate::Project;
use crate::ground::timestamp::{parse_sort_key, sort_key};
use crate::ground::words::{collect_texts, mentioned_ids, mentions};
use crate::knowledge::handover_score::specific::is_specific;
use crate::knowledge::handover_score::{HandoverFacts, Piece, score};
use crate::knowledge::sessions::{SessionEntry, by_time};

/// The milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// Computes the scores of sessions.
pub struct HandoverScores<'a> {
    project: &'a Project,
    /// In the order in which they began.
    sessions: Vec<&'a SessionEntry>,
    /// In milliseconds since 1970-01-01 UTC.
    now: i64,
    /// The times of the events of the tasks that sessions name.
    events: OnceCell<BTreeMap<&'a str, Vec<String>>>,
}

impl<'a> HandoverScores<'a> {
    /// Prepares the scores of sessions, which are all of the project with the content of their
    /// bases.
    pub(crate) fn new(project: &'a Project, sessions: &'a [SessionEntry], now: i64) -> HandoverScores<'a> {
        HandoverScores { project, sessions: by_time(sessions), now, events: OnceCell::new() }
    }

    /// Returns the score of a session, `None` unless it is closed. `pointer_change` says how the file
    /// of a context pointer has changed, as far as that is known.
    pub fn score(
        &self,
        session: &SessionEntry,
        pointer_change: impl Fn(&Value) -> Option<PointerChange>,
    ) -> Option<HandoverScore> {
        if session.status() != Some(SessionStatus::Closed) {
            return None;
        }
        // A fork that was closed by another command was never saved.
        let saved = Some(session.saved_at()).filter(|saved| !saved.is_empty()).unwrap_or_else(|| session.began_at());
        let next = self.next(session, saved);
        let steps = steps(session);
        let state = |pointer: &Value| Some((path(pointer)?.to_owned(), pointer_change(pointer)?));
        let facts = HandoverFacts {
            pieces: pieces(session, !steps.is_empty()),
            pointers: session.list("context_pointers").iter().filter_map(state).collect(),
            is_read: next.is_some(),
            age_days: self.age_days(saved, next.map(SessionEntry::began_at)),
            uses: next
                .filter(|next| next.status() == Some(SessionStatus::Closed))
                .map(|next| self.uses(session, saved, next)),
            steps: steps
                .into_iter()
                .map(|step| (step.to_owned(), is_specific(step, |id| self.project.model.tasks.find(id).is_ok())))
                .collect(),
        };
        Some(score(&facts))
    }

    /// Returns the first session that began after a session was saved.
    fn next(&self, session: &SessionEntry, saved: &str) -> Option<&'a SessionEntry> {
        let from = self.sessions.partition_point(|session| session.began_at() <= saved);
        self.sessions.get(from..)?.iter().copied().find(|other| other.path() != session.path())
    }

    /// Returns the whole days from the save until the next session began, or until now.
    fn age_days(&self, saved: &str, read: Option<&str>) -> u32 {
        let time = |key: &str| parse_sort_key(key).map(|time| time.timestamp_millis());
        let until = read.and_then(time).unwrap_or(self.now);
        // A session of another program may have no time. Then its age is not held against it.
        let age = time(saved).map_or(0, |saved| until.saturating_sub(saved) / DAY_MS);
        u32::try_from(age.max(0)).unwrap_or(u32::MAX)
    }

    /// Returns the pointers and tasks that a session names, and whether the next one touched each.
    fn uses(&self, session: &SessionEntry, saved: &str, next: &SessionEntry) -> Vec<(String, bool)> {
        let mut texts = Vec::new();
        collect_texts(next.own(), &mut texts);
        let until = next.saved_at();
        let paths: BTreeSet<&str> = session.list("context_pointers").iter().filter_map(path).collect();
        let is_path_used = |path: &str| texts.iter().any(|text| text.contains(path));
        let is_task_used = |id: &str| {
            let is_within = |time: &String| time.as_str() > saved && time.as_str() <= until;
            texts.iter().any(|text| mentions(text, id)) || self.times_of(id).iter().any(is_within)
        };
        let tasks = self.named_tasks(session);
        let paths = paths.into_iter().map(|path| (path.to_owned(), is_path_used(path)));
        paths.chain(tasks.into_iter().map(|id| (id.to_owned(), is_task_used(id)))).collect()
    }

    /// Returns the IDs of the tasks that a session names as related or in its next steps.
    fn named_tasks<'s>(&self, session: &'s SessionEntry) -> BTreeSet<&'s str> {
        let related = session.list("related_task_ids").iter().filter_map(Value::as_str);
        let mentioned = steps(session).into_iter().flat_map(mentioned_ids);
        related.chain(mentioned).filter(|id| self.project.model.tasks.find(id).is_ok()).collect()
    }

    /// Returns the times when a task was changed, as texts that sort by time. Without the activity log,
    /// only its file says one.
    fn times_of(&self, id: &str) -> Vec<String> {
        let mut times = self.events().get(id).cloned().unwrap_or_default();
        if let Ok(task) = self.project.model.tasks.find(id) {
            let task = &task.shown.task;
            times.extend([&task.updated_at, &task.completed_at].into_iter().flatten().map(|time| sort_key(time)));
        }
        times
    }

    fn events(&self) -> &BTreeMap<&'a str, Vec<String>> {
        self.events.get_or_init(|| {
            let named: BTreeSet<&str> = self.sessions.iter().flat_map(|session| self.named_tasks(session)).collect();
            let mut times: BTreeMap<&'a str, Vec<String>> = BTreeMap::new();
            for event in self.project.model.activity.figure_events() {
                if let Some(task) = event.task.as_deref().filter(|task| named.contains(task)) {
                    times.entry(task).or_default().push(sort_key(&event.at));
                }
            }
            times
        })
    }
}

/// Returns what of a complete handover a session has.
fn pieces(session: &SessionEntry, has_steps: bool) -> Vec<Piece> {
    let has = |list: &str| !session.list(list).is_empty();
    let is_background = |note: &Value| !is_suggestion(note) && !SessionEntry::is_draft(note);
    let has_background = has("blockers") || session.list("handoff_notes").iter().any(is_background);
    let pieces = [
        (Piece::Next, has_steps),
        (Piece::Places, has("context_pointers") || has("references")),
        (Piece::Background, has_background),
        (Piece::Decisions, has("decisions")),
        (Piece::Summary, session.text("summary").is_some_and(|summary| !summary.trim().is_empty())),
    ];
    pieces.into_iter().filter(|(_, is_there)| *is_there).map(|(piece, _)| piece).collect()
}

/// Returns the next steps: suggestions, then open checklist items.
fn steps(session: &SessionEntry) -> Vec<&str> {
    let suggestions = session.list("handoff_notes").iter().filter(|note| is_suggestion(note));
    let suggestions = suggestions.filter_map(|note| note.get("note")?.as_str());
    let is_open = |item: &&Value| item.get("checked") != Some(&Value::Bool(true));
    let items = session.list("checklist").iter().filter(is_open);
    let items = items.filter_map(|item| item.as_str().or_else(|| item.get("item")?.as_str()));
    suggestions.chain(items).filter(|step| !step.trim().is_empty()).collect()
}

fn is_suggestion(note: &Value) -> bool {
    note.get("category").and_then(Value::as_str) == Some("suggestion")
}

/// Returns the path of a context pointer, without a fragment. A plain text is a path.
fn path(pointer: &Value) -> Option<&str> {
    let text = pointer.as_str().or_else(|| pointer.get("path")?.as_str())?;
    let path = text.split_once('#').map_or(text, |(path, _)| path);
    (!path.is_empty()).then_some(path)
}

//! The fields of sessions, as calls give them.

use handoff_engine::sessions::{SessionEntry, target};
use handoff_protocol::agent::{ListSave, SessionPatch, SessionSave};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ToolContext;
use crate::ToolOutcome;
use crate::context_pointers;
use crate::params::{Change, Entry, MainMember};
use crate::tools::people::entries::{ChecklistItem, Decision, Note, Pointer, Reference};
use crate::tools::people::team::TeamParams;

/// The content of a session. An absent field is kept; null clears single values and empties lists.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct SessionParams {
    /// one line
    pub(super) summary: Option<String>,
    related_task_ids: Option<Vec<String>>,
    decisions: Change<Vec<Entry<Decision>>>,
    blockers: Change<Vec<String>>,
    checklist: Change<Vec<Entry<ChecklistItem>>>,
    handoff_notes: Change<Vec<Entry<Note>>>,
    references: Change<Vec<Entry<Reference>>>,
    context_pointers: Change<Vec<Entry<Pointer>>>,
    #[schemars(with = "Map<String, Value>")]
    environment: Option<Value>,
    timeline: Change<String>,
    label: Change<String>,
    #[serde(flatten)]
    team: TeamParams,
}

impl From<SessionParams> for SessionPatch {
    fn from(session: SessionParams) -> SessionPatch {
        let mut patch = SessionPatch::default();
        let values = [
            ("summary", session.summary.map(Value::from)),
            ("timeline", session.timeline.into_value()),
            ("label", session.label.into_value()),
            ("environment", session.environment),
        ];
        patch.values.extend(values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
        let related = session.related_task_ids.filter(|ids| !ids.is_empty());
        let lists = [
            ("decisions", entries(session.decisions)),
            ("checklist", entries(session.checklist)),
            ("handoff_notes", entries(session.handoff_notes)),
            ("references", entries(session.references)),
            (POINTERS, entries(session.context_pointers)),
            ("blockers", session.blockers.into_list().map(texts)),
            ("related_task_ids", related.map(texts)),
        ];
        let lists = lists.into_iter().filter_map(|(key, given)| Some(list_save(key, given?)));
        patch.lists.extend(lists);
        session.team.record(&mut patch);
        patch
    }
}

fn entries<T: MainMember>(list: Change<Vec<Entry<T>>>) -> Option<Vec<Value>> {
    list.into_list().map(|list| list.into_iter().map(Entry::into_value).collect())
}

fn texts(texts: Vec<String>) -> Vec<Value> {
    texts.into_iter().map(Value::from).collect()
}

/// A list that is not compared yet with the one that it replaces.
pub(super) fn list_save(key: &str, given: Vec<Value>) -> ListSave {
    ListSave { key: key.to_owned(), given, seen: Vec::new() }
}

/// Lets pointers remember the files as they are, and tells at which paths nothing is.
pub(super) fn remember(
    ctx: ToolContext<'_>,
    given: Vec<Value>,
    commit: Option<String>,
    then: impl FnOnce(ToolContext<'_>, Vec<Value>, Vec<String>) -> ToolOutcome + Send + 'static,
) -> ToolOutcome {
    let looks = context_pointers::to_remember(&given);
    ToolOutcome::files(ctx, looks.clone(), move |ctx, sights| {
        let (given, missing) = context_pointers::remembering(given, &looks, &sights, commit.as_deref());
        then(ctx, given, missing)
    })
}

/// The same for the pointers of a patch.
pub(super) fn with_memory(
    ctx: ToolContext<'_>,
    mut patch: SessionPatch,
    commit: Option<String>,
    then: impl FnOnce(ToolContext<'_>, SessionPatch, Vec<String>) -> ToolOutcome + Send + 'static,
) -> ToolOutcome {
    let pointers = patch.lists.iter_mut().find(|list| list.key == POINTERS);
    let given = pointers.map(|list| std::mem::take(&mut list.given)).unwrap_or_default();
    remember(ctx, given, commit, move |ctx, given, missing| {
        if let Some(list) = patch.lists.iter_mut().find(|list| list.key == POINTERS) {
            list.given = given;
        }
        then(ctx, patch, missing)
    })
}

pub(super) const POINTERS: &str = "context_pointers";

/// What is said of pointers to nothing.
pub(super) fn nothing_at(missing: &[String]) -> Option<String> {
    (!missing.is_empty()).then(|| format!("Not found: {}.", missing.join(", ")))
}

/// Records the lists as they are now, to distinguish what others add before the save from what the
/// call leaves out.
pub(super) fn with_current_lists(sessions: &[SessionEntry], mut save: SessionSave) -> SessionSave {
    let there = target(sessions, &save).ok().flatten();
    for list in &mut save.patch.lists {
        list.seen = there.map(|session| session.list(&list.key).to_vec()).unwrap_or_default();
    }
    save
}

/// What is noted of a session beside its content, as answers have it.
pub(super) const NOTED: [&str; 4] = ["base", "owner", "collaborators", "visibility"];

/// A session as the lists of other answers have it; keys without a value are left out.
pub(super) fn members(session: &SessionEntry, keys: &[&str]) -> Map<String, Value> {
    let given = |key: &&str| {
        let value = session.content().get(*key)?;
        let says = !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
        says.then(|| ((*key).to_owned(), value.clone()))
    };
    keys.iter().filter_map(given).collect()
}

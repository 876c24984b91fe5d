//! How much history is kept.

use handoff_format::{PathKind, classify, sort_by_key};
use handoff_protocol::{Context, SessionStatus, Text};

use crate::Project;
use crate::plan::delete;
use crate::plan::draft::Draft;
use crate::sessions::FOLDER;
use crate::tree::{join, name};

const PRUNED: &str = "{count} closed sessions beyond the history limit of {limit} went to the trash.";

/// Sends the oldest closed sessions to the trash beyond the configured number, by the names of their files. `saved` is the closed one that this change
/// leaves, which counts and stays.
pub(super) fn prune(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    saved: Option<&str>,
    leaving: &[&str],
) {
    let limit = usize::try_from(project.model.config.values().settings.history_limit).unwrap_or(usize::MAX);
    let mut closed: Vec<String> = project.tree.children(FOLDER).map(|(name, _)| join(FOLDER, name)).collect();
    closed.retain(|path| is_closed(path) && !leaving.contains(&path.as_str()));
    sort_by_key(&mut closed, |path| name(path).to_owned());
    let surplus = (closed.len() + usize::from(saved.is_some())).saturating_sub(limit).min(closed.len());
    for path in closed.iter().take(surplus) {
        delete::discard(draft, context, path);
    }
    if surplus > 0 {
        draft.warn(Text::with(PRUNED, [("count", surplus.to_string()), ("limit", limit.to_string())]));
    }
}

fn is_closed(path: &str) -> bool {
    matches!(classify(path), PathKind::Session { status: Some(SessionStatus::Closed), .. })
}

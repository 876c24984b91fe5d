//! How much history is kept.

use handoff_format::{PathKind, classify};
use handoff_protocol::{Context, Refusal, SessionStatus, Text};

use crate::Project;
use crate::plan::change_set_builder::Draft;
use crate::plan::session::rewrite;
use crate::plan::tasks::delete;
use crate::sessions::inheritance;
use crate::sessions::{FOLDER, SessionEntry};
use crate::tree::{join, name};

const PRUNED: &str = "{count} closed sessions beyond the history limit of {limit} went to the trash.";

/// The oldest closed sessions beyond the configured number, by the names of their files. `saves` says whether the change leaves a closed one more,
/// which counts and stays; `leaving` are those that it moves away.
pub(in crate::plan) fn surplus(project: &Project, saves: bool, leaving: &[&str]) -> Vec<String> {
    let limit = limit(project);
    let mut closed: Vec<String> = project.tree.children(FOLDER).map(|(name, _)| join(FOLDER, name)).collect();
    closed.retain(|path| is_closed(path) && !leaving.contains(&path.as_str()));
    closed.sort_by_key(|path| name(path).to_owned());
    let surplus = (closed.len() + usize::from(saves)).saturating_sub(limit).min(closed.len());
    closed.truncate(surplus);
    closed
}

fn limit(project: &Project) -> usize {
    usize::try_from(project.model.config.values().settings.history_limit).unwrap_or(usize::MAX)
}

/// Sends these sessions to the trash. What builds on one of them gets all of it before; `written` is the session that the change writes anyway.
pub(in crate::plan) fn prune(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    sessions: &[SessionEntry],
    surplus: &[String],
    written: Option<&str>,
) -> Result<(), Refusal> {
    let gone = ids(sessions, surplus);
    for session in sessions {
        let stays = !surplus.iter().any(|path| path == session.path()) && written != Some(session.path());
        if stays && inheritance::base(session.content()).is_some_and(|base| gone.contains(&base)) {
            let whole = inheritance::whole(&session.id(), session.content(), sessions);
            rewrite(draft, project, session, &whole.content)?;
        }
    }
    for path in surplus {
        delete::discard(draft, context, path);
    }
    if !surplus.is_empty() {
        let args = [("count", surplus.len().to_string()), ("limit", limit(project).to_string())];
        draft.warn(Text::with(PRUNED, args));
    }
    Ok(())
}

/// The ids of the sessions in some files.
pub(in crate::plan) fn ids(sessions: &[SessionEntry], paths: &[String]) -> Vec<String> {
    let is_there = |session: &&SessionEntry| paths.iter().any(|path| path == session.path());
    sessions.iter().filter(is_there).map(SessionEntry::id).collect()
}

fn is_closed(path: &str) -> bool {
    matches!(classify(path), PathKind::Session { status: Some(SessionStatus::Closed), .. })
}

//! The history limit: moves the oldest closed sessions to the trash.

use handoff_format::{PathKind, classify};
use handoff_protocol::{Context, Refusal, SessionStatus, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::session::rewrite;
use crate::ground::texts;
use crate::ground::tree::{join, name};
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::{FOLDER, SessionEntry};

/// Returns the paths of the oldest closed sessions beyond the limit. With `adds_closed` the change
/// adds a closed session, which counts but stays. `excluded` are sessions that the change writes or
/// moves itself.
pub(in crate::change::plan) fn surplus(project: &Project, adds_closed: bool, excluded: &[&str]) -> Vec<String> {
    let limit = limit(project);
    let mut closed: Vec<String> = project.tree.children(FOLDER).map(|(name, _)| join(FOLDER, name)).collect();
    closed.retain(|path| is_closed(path) && !excluded.contains(&path.as_str()));
    closed.sort_by_key(|path| name(path).to_owned());
    let surplus = (closed.len() + usize::from(adds_closed)).saturating_sub(limit).min(closed.len());
    closed.truncate(surplus);
    closed
}

fn limit(project: &Project) -> usize {
    usize::try_from(project.model.config.values().settings.history_limit).unwrap_or(usize::MAX)
}

/// Moves sessions to the trash. A session that builds on one of them is rewritten with its complete
/// content first, except `written`, which the change writes anyway.
pub(in crate::change::plan) fn prune(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    context: &Context,
    sessions: &[SessionEntry],
    surplus: &[String],
    written: Option<&str>,
) -> Result<(), Refusal> {
    let removed = ids(sessions, surplus);
    for session in sessions {
        let stays = !surplus.iter().any(|path| path == session.path()) && written != Some(session.path());
        if stays && inheritance::base(session.content()).is_some_and(|base| removed.contains(&base)) {
            let whole = inheritance::resolve(&session.id(), session.content(), sessions);
            rewrite(builder, project, session, &whole.content)?;
        }
    }
    for path in surplus {
        local_files::discard(builder, context, path);
    }
    if !surplus.is_empty() {
        let args = [("count", surplus.len().to_string()), ("limit", limit(project).to_string())];
        builder.warn(Text::with(texts::SESSIONS_PRUNED, args));
    }
    Ok(())
}

/// Returns the ids of the sessions in some files.
pub(in crate::change::plan) fn ids(sessions: &[SessionEntry], paths: &[String]) -> Vec<String> {
    let is_listed = |session: &&SessionEntry| paths.iter().any(|path| path == session.path());
    sessions.iter().filter(is_listed).map(SessionEntry::id).collect()
}

fn is_closed(path: &str) -> bool {
    matches!(classify(path), PathKind::Session { status: Some(SessionStatus::Closed), .. })
}

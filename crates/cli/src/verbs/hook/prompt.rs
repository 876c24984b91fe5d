//! Tells a conversation at a request what others have changed meanwhile. Only claims and logs are read, and those only
//! if one has changed.

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use handoff_agent::news;
use handoff_format::timestamp;
use handoff_protocol::Actor;

use crate::ground::clock::now;
use crate::project::{Part, Project};
use crate::verbs::hook::marks::{Mark, MarkKind};

/// Returns what others have changed since the conversation was told last, `None` if that is nothing or not known.
pub fn changes_of_others(folder: &Path, actor: Actor, conversation: &str) -> Option<String> {
    let mut project = Project::open_part(folder, actor, Part::Claims);
    let mark = Mark::of(MarkKind::Known, project.folder(), conversation)?;
    let known = mark.number();
    let now = now();
    mark.set(now);
    let known = known.filter(|known| is_log_changed(&project.home(), *known))?;
    super::join_conversation(&mut project);
    project.load_log_since(&timestamp(known));
    let actor = project.actor();
    news(project.engine().reader(), &actor, known)
}

/// Notes that a conversation knows the project as it is.
pub fn note_known(project: &Path, conversation: &str) {
    if let Some(mark) = Mark::of(MarkKind::Known, project, conversation) {
        mark.set(now());
    }
}

/// Returns whether a log was written since a time in milliseconds since 1970-01-01 UTC.
fn is_log_changed(home: &Path, since_ms: i64) -> bool {
    let since = UNIX_EPOCH + Duration::from_millis(u64::try_from(since_ms).unwrap_or_default());
    // Some file systems round times to whole seconds.
    let since = since - Duration::from_secs(2);
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut logs = entries(&home.join("activity")).flat_map(|month| entries(&month.path()).collect::<Vec<_>>());
    logs.any(|log| log.metadata().and_then(|data| data.modified()).is_ok_and(|time| time >= since))
}

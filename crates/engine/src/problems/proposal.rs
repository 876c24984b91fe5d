//! The repairs that are proposed as a set.
//!
//! Invariant: no two proposed repairs contradict each other: a folder gets one new name or id, an id goes to one task, and no dependency
//! is removed on an id that a task is about to get.

use std::collections::BTreeSet;

use handoff_protocol::{Command, Repair};

use crate::problems::Trouble;

/// Withdraws the proposal of each repair that contradicts one of an earlier problem. Where an id is already promised to another task, a
/// new one is proposed instead.
pub(super) fn withdraw_contradictions(troubles: &mut [Trouble]) {
    let mut claims = Claims::default();
    for trouble in troubles.iter_mut() {
        let repairs = &mut trouble.problem.repairs;
        let Some(proposed) = repairs.iter_mut().find(|repair| repair.proposed) else { continue };
        proposed.proposed = claims.add(&proposed.command);
        if !proposed.proposed
            && let Some(other) = repairs.iter_mut().find(|repair| gives_new_id(repair))
        {
            other.proposed = claims.add(&other.command);
        }
    }
    // An id may be given by the repair of a later problem.
    let repairs = troubles.iter_mut().flat_map(|trouble| &mut trouble.problem.repairs);
    for repair in repairs.filter(|repair| repair.proposed) {
        if let Command::UpdateTasks { patch, .. } = &repair.command {
            let mut removed = patch.dependencies.iter().flat_map(|list| &list.remove).flatten();
            repair.proposed = removed.all(|id| !claims.ids.contains(id));
        }
    }
}

fn gives_new_id(repair: &Repair) -> bool {
    matches!(repair.command, Command::ChangeId { id: None, .. })
}

/// What proposed repairs change that can be changed only once.
#[derive(Default)]
struct Claims {
    folders: BTreeSet<String>,
    ids: BTreeSet<String>,
}

impl Claims {
    /// Whether a command contradicts none that was added before.
    fn add(&mut self, command: &Command) -> bool {
        let (folder, id) = match command {
            Command::ChangeId { folder, id } => (folder, id.as_ref()),
            Command::RenameFolder { folder } => (folder, None),
            _ => return true,
        };
        let is_free = !self.folders.contains(folder) && id.is_none_or(|id| !self.ids.contains(id));
        if is_free {
            self.folders.insert(folder.clone());
            self.ids.extend(id.cloned());
        }
        is_free
    }
}

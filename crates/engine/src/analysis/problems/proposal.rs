//! The selection of repairs that are proposed together.
//!
//! Invariant: proposed repairs do not contradict each other. A folder gets one new name or id, an
//! id goes to one task, and no dependency on an id is removed while a task gets that id.

use std::collections::BTreeSet;

use handoff_protocol::{Command, Repair};

use crate::analysis::problems::ProblemEntry;

/// Withdraws repairs that contradict one of an earlier problem. If an id already goes to another
/// task, a new id is proposed instead.
pub(super) fn withdraw_contradictions(problems: &mut [ProblemEntry]) {
    let mut claims = Claims::default();
    for entry in problems.iter_mut() {
        let repairs = &mut entry.problem.repairs;
        let Some(proposed) = repairs.iter_mut().find(|repair| repair.proposed) else { continue };
        proposed.proposed = claims.add(&proposed.command);
        if !proposed.proposed
            && let Some(other) = repairs.iter_mut().find(|repair| assigns_new_id(repair))
        {
            other.proposed = claims.add(&other.command);
        }
    }
    // A later problem's repair may assign the id, so this runs after all others.
    let repairs = problems.iter_mut().flat_map(|entry| &mut entry.problem.repairs);
    for repair in repairs.filter(|repair| repair.proposed) {
        if let Command::UpdateTasks(update) = &repair.command {
            let mut removed = update.patch.dependencies.iter().flat_map(|list| &list.remove).flatten();
            repair.proposed = removed.all(|id| !claims.ids.contains(id));
        }
    }
}

fn assigns_new_id(repair: &Repair) -> bool {
    matches!(repair.command, Command::ChangeId { id: None, .. })
}

/// The folders and ids that proposed repairs change, each of which can change only once.
#[derive(Default)]
struct Claims {
    folders: BTreeSet<String>,
    ids: BTreeSet<String>,
}

impl Claims {
    /// Adds a command. Returns false if it contradicts an earlier one.
    fn add(&mut self, command: &Command) -> bool {
        let (folder, id) = match command {
            Command::ChangeId { folder, id, .. } => (folder, id.as_ref()),
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

//! What a commit carries out.
//!
//! Invariant: an intent says what is wanted, not what to write. It is planned anew whenever other programs have changed what it was planned
//! from.

use handoff_protocol::{ChangeSet, Command, Context, Refusal};

use crate::Project;
use crate::history::History;
use crate::plan::is_view_choice;

/// Anything that can be planned. Commands come over the wire; a kind of its own keeps what only native programs want out of the module.
pub(crate) trait Intent: Send + Sync {
    /// What it would write, or why it is refused.
    fn plan(&self, project: &Project, history: &History, context: &Context) -> Result<ChangeSet, Refusal>;

    /// What undo and redo make of it.
    fn trace(&self) -> Trace;
}

/// What is kept of an intent that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trace {
    /// A step that can be taken back.
    Step,
    /// The last step was taken back.
    TakenBack,
    /// What was taken back was done again.
    DoneAgain,
    /// Nothing that anybody would take back.
    None,
}

impl Intent for Command {
    fn plan(&self, project: &Project, history: &History, context: &Context) -> Result<ChangeSet, Refusal> {
        crate::plan::plan(project, history, self, context)
    }

    fn trace(&self) -> Trace {
        match self {
            Command::UpdateConfig { changes } if is_view_choice(changes) => Trace::None,
            Command::Undo {} => Trace::TakenBack,
            Command::Redo {} => Trace::DoneAgain,
            _ => Trace::Step,
        }
    }
}

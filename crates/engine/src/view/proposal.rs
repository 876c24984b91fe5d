//! What other dates would mean, before they are given.

use handoff_protocol::planning::Proposal;
use handoff_protocol::{Context, Reschedule};

use crate::Project;

pub(crate) fn proposal(project: &Project, _context: &Context, _reschedule: &Reschedule) -> Proposal {
    Proposal { revision: project.model.revision, ..Proposal::default() }
}

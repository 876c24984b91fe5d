//! Tasks given other dates.

use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Reschedule, Text};

use super::refusal::refuse;
use crate::Project;
use crate::texts;

pub(crate) fn reschedule(
    _project: &Project,
    _context: &Context,
    _reschedule: &Reschedule,
) -> Result<ChangeSet, Refusal> {
    Err(refuse(RefusalCode::BadCommand, Text::plain(texts::NOT_INITIALIZED)))
}

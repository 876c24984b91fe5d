//! The present plan kept under a name.

use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use super::refusal::refuse;
use crate::Project;
use crate::texts;

pub(crate) fn save_baseline(_project: &Project, _context: &Context, _name: &str) -> Result<ChangeSet, Refusal> {
    Err(refuse(RefusalCode::BadCommand, Text::plain(texts::NOT_INITIALIZED)))
}

pub(crate) fn delete_baseline(_project: &Project, _context: &Context, _path: &str) -> Result<ChangeSet, Refusal> {
    Err(refuse(RefusalCode::BadCommand, Text::plain(texts::NOT_INITIALIZED)))
}

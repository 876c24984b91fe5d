//! The plan in other programs' forms.

use handoff_protocol::{Context, ExportFormat};

use crate::Project;

pub(crate) fn export(_project: &Project, _context: &Context, _format: ExportFormat) -> String {
    String::new()
}

//! Constructors of refusals.

use handoff_protocol::{Refusal, RefusalCode, Text};

/// Creates a refusal without a task or field.
pub(crate) fn refuse(code: RefusalCode, text: Text) -> Refusal {
    Refusal { code, text, task: None, field: None, by: None }
}

/// Adds the task and the field that a refusal is about.
pub(crate) trait About: Sized {
    fn about_task(self, id: &str) -> Self;
    fn about_field(self, field: &str) -> Self;
}

impl About for Refusal {
    fn about_task(self, id: &str) -> Refusal {
        Refusal { task: Some(id.to_owned()), ..self }
    }

    fn about_field(self, field: &str) -> Refusal {
        Refusal { field: Some(field.to_owned()), ..self }
    }
}

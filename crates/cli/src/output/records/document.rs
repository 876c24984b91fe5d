//! Documents.

use handoff_engine::ProjectPart;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::table::{Align, Table};
use crate::output::{empty_list, list, local_time, number, pluralize, text_of, texts};

/// Renders a list of documents.
pub fn documents(value: &Value, page: Page<'_>) -> Styled {
    let documents = list(value, "documents");
    if documents.is_empty() {
        return empty_list(page, ProjectPart::Documents, "No documents. Create one with handoff document save.").into();
    }
    let mut table = Table::new(&[
        ("DOCUMENT", Align::Left),
        ("TYPE", Align::Left),
        ("TITLE", Align::Flexible),
        ("SECTIONS", Align::Right),
        ("TASKS", Align::Left),
        ("SAVED", Align::Left),
    ])
    .with_optional(&["SAVED", "SECTIONS", "TASKS"]);
    for document in documents {
        let edited = document.get("drifted") == Some(&Value::Bool(true));
        let saved = local_time(text_of(document, "updated_at"));
        table.row(vec![
            text_of(document, "slug").into(),
            text_of(document, "doc_type").into(),
            text_of(document, "title").into(),
            number(document, "section_count").to_string().into(),
            texts(document, "task_ids").join(", ").into(),
            if edited { format!("{saved}, edited since") } else { saved }.into(),
        ]);
    }
    table.text(page.width)
}

/// Renders the text of a document.
pub fn text(value: &Value, _: Page<'_>) -> String {
    let body = text_of(value, "body");
    format!("{body}{}", if body.ends_with('\n') { "" } else { "\n" })
}

/// Renders the result of saving a document.
pub fn save_result(value: &Value, _: Page<'_>) -> String {
    let sections = list(value, "sections").len().saturating_sub(1);
    format!("Saved {} ({}) with {}.\n", text_of(value, "slug"), text_of(value, "path"), pluralize(sections, "section"))
}

/// Renders the result of deleting a document.
pub fn delete_result(value: &Value, _: Page<'_>) -> String {
    format!("Deleted {}.\n", text_of(value, "slug"))
}

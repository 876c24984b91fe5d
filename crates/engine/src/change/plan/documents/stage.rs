//! The documents that a command changes, before and after.
//!
//! Invariant: a command writes each document's file at most once.

use handoff_format::{Page, new_page, write_page};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_file::next_timestamp;
use crate::ground::texts;
use crate::knowledge::documents::{DocumentEntry, DocumentLookupError, Documents, slug_of};

/// All documents with the changes of a command, and the tasks that it changes.
pub(super) struct DocumentStage<'a> {
    project: &'a Project,
    context: &'a Context,
    before: Documents,
    after: Documents,
    /// The path of the document that is deleted.
    discarded: Option<String>,
    tasks: Stage<'a>,
    warnings: Vec<Text>,
}

impl<'a> DocumentStage<'a> {
    pub(super) fn new(project: &'a Project, context: &'a Context) -> DocumentStage<'a> {
        let before = Documents::of(project);
        let after = before.clone();
        let tasks = Stage::new(project, context);
        DocumentStage { project, context, before, after, discarded: None, tasks, warnings: Vec::new() }
    }

    pub(super) fn project(&self) -> &'a Project {
        self.project
    }

    /// Returns the time of the change.
    pub(super) fn now(&self) -> i64 {
        self.context.now
    }

    /// Returns the tasks that the command changes.
    pub(super) fn tasks(&mut self) -> &mut Stage<'a> {
        &mut self.tasks
    }

    /// Returns all documents with the changes so far.
    pub(super) fn documents(&self) -> &Documents {
        &self.after
    }

    /// Returns the document with an ID, with the changes so far.
    pub(super) fn document(&self, id: &str) -> Result<&DocumentEntry, Refusal> {
        self.after.with_id(id).map_err(|error| refuse_lookup(id, error))
    }

    /// Returns the content of the document with an ID for changing it.
    pub(super) fn edit(&mut self, id: &str) -> Result<&mut Page, Refusal> {
        let path = self.document(id)?.path.clone();
        let document = self.after.all_mut().iter_mut().find(|document| document.path == path);
        document.map(|document| &mut document.page).ok_or_else(|| refuse_lookup(id, DocumentLookupError::Unknown))
    }

    /// Returns copies of the children of a document.
    pub(super) fn children(&self, id: &str) -> Vec<DocumentEntry> {
        let children = self.after.with_id(id).map(|document| self.after.children(document)).unwrap_or_default();
        children.into_iter().cloned().collect()
    }

    pub(super) fn has_id(&self, id: &str) -> bool {
        self.after.all().iter().any(|document| document.page.id == id)
    }

    pub(super) fn has_path(&self, path: &str) -> bool {
        self.after.all().iter().any(|document| document.path == path)
    }

    /// Adds a document that does not exist yet.
    pub(super) fn add(&mut self, path: String, page: Page) {
        let slug = slug_of(&path).to_owned();
        self.after.push(DocumentEntry { path, slug, page });
    }

    /// Deletes the document with an ID.
    pub(super) fn discard(&mut self, id: &str) -> Result<(), Refusal> {
        self.discarded = Some(self.document(id)?.path.clone());
        Ok(())
    }

    pub(super) fn warn(&mut self, text: Text) {
        self.warnings.push(text);
    }

    /// Returns the change set, with the documents that it reports as created or changed.
    pub(super) fn finish(self, summary: Text, ids: &[String]) -> Result<ChangeSet, Refusal> {
        let mut builder = ChangeSetBuilder::new(self.project, self.context);
        for document in self.after.all() {
            let before = self.before.all().iter().find(|before| before.path == document.path);
            match before {
                _ if self.discarded.as_ref() == Some(&document.path) => {
                    local_files::discard(&mut builder, self.context, &document.path);
                }
                None => builder.create(document.path.clone(), new_page(&document.page)),
                Some(before) if before.page != document.page => {
                    let updated_at = next_timestamp(self.context.now, Some(&before.page.updated_at));
                    let page = Page { updated_at, ..document.page.clone() };
                    let missing = || {
                        let text = Text::with(texts::NOTHING_THERE, [("path", document.path.clone())]);
                        refuse(RefusalCode::Stale, text)
                    };
                    let bytes = self.project.tree.file(&document.path).ok_or_else(missing)?;
                    let written = write_page(bytes, &before.page, &page).map_err(|finding| {
                        let args = [("path", document.path.clone()), ("why", finding.text.to_string())];
                        refuse(RefusalCode::BrokenFile, Text::with(texts::CANNOT_WRITE, args))
                    })?;
                    builder.write(&document.path, written);
                }
                Some(_) => {}
            }
        }
        self.tasks.write(&mut builder)?;
        for id in ids {
            builder.add_created(id);
        }
        for text in self.warnings {
            builder.warn(text);
        }
        Ok(builder.finish(summary))
    }
}

fn refuse_lookup(id: &str, error: DocumentLookupError) -> Refusal {
    let template = match error {
        DocumentLookupError::Unknown => texts::DOCUMENT_UNKNOWN,
        DocumentLookupError::Ambiguous => texts::DOCUMENT_AMBIGUOUS,
    };
    refuse(RefusalCode::BadCommand, Text::with(template, [("id", id.to_owned())])).about_field("doc_id")
}

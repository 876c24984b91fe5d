//! Documents of a project: Markdown with sections, links to tasks and to each other, and a review.
//!
//! Invariant: a document that cannot be parsed, or has no ID, is left out.

mod relations;
mod requirement_ids;
mod requirements;
mod search;
mod sections;
mod verification;

use handoff_format::{Page, PathKind, classify, fnv1a_hex, read_page};

use crate::Project;
use crate::ground::tree::{Entry, join};

pub use relations::{DocumentEdge, DocumentLayer, TracedDocument};
pub use requirements::{REQUIREMENT_LINK, Requirement};
pub use search::{ReceivedSections, SectionMatch, sidecar_path};
pub use sections::Section;
pub use verification::{ReviewProgress, ReviewStatus, SubItem, Verification, VerificationItem};

pub(crate) use search::section_key;

/// The folder of the documents.
pub(crate) const FOLDER: &str = "docs";
/// The start of the name of each document's file.
const PREFIX: &str = "_doc.";
/// The end of the name of each document's file.
const EXTENSION: &str = ".md";
/// The type of a task's link to a document.
pub(crate) const LINK_TYPE: &str = "doc";

/// A document with its file.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentEntry {
    /// The path of the file below `.handoff/`.
    pub path: String,
    /// The name in the path.
    pub slug: String,
    /// The content.
    pub page: Page,
}

/// The reason why a key names no document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentLookupError {
    /// No document has it.
    Unknown,
    /// Several documents have it as their ID.
    Ambiguous,
}

/// The documents of a project, by slug.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Documents(Vec<DocumentEntry>);

/// Returns the path of the document with a slug.
pub(crate) fn path_of(slug: &str) -> String {
    format!("{FOLDER}/{PREFIX}{slug}{EXTENSION}")
}

/// Returns the slug in the path of a document.
pub(crate) fn slug_of(path: &str) -> &str {
    let name = crate::ground::tree::name(path);
    name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(EXTENSION)).unwrap_or(name)
}

/// Returns the hash of a text's words, as other programs compute it. A text without words has the
/// hash of nothing.
pub(crate) fn content_hash(text: &str) -> String {
    lexsim::content_hash(text)
}

/// The scheme of hashes over the hashes of the sections, each on a line, which `handoff-mcp` writes since 0.47.
pub(crate) const SECTION_SCHEME: u64 = 1;

/// Returns the hash of a document's words, by the scheme in its front matter.
pub(crate) fn page_hash(page: &Page) -> String {
    if page.source.content_hash_scheme != Some(SECTION_SCHEME) {
        return content_hash(&page.body);
    }
    let sections = sections::sections(&page.body, page.split_level);
    let hashes: String = sections.iter().flat_map(|section| [section.content_hash(), "\n".to_owned()]).collect();
    fnv1a_hex(hashes.as_bytes())
}

impl Documents {
    pub(crate) fn of(project: &Project) -> Documents {
        let mut documents = Vec::new();
        for (name, entry) in project.tree.children(FOLDER) {
            let path = join(FOLDER, name);
            let (Entry::File(bytes), PathKind::Document) = (entry, classify(&path)) else { continue };
            let Ok((page, _)) = read_page(bytes) else { continue };
            if !page.id.is_empty() {
                documents.push(DocumentEntry { slug: slug_of(&path).to_owned(), path, page });
            }
        }
        Documents(documents)
    }

    /// Returns every document.
    pub fn all(&self) -> &[DocumentEntry] {
        &self.0
    }

    /// Returns every document for changing it.
    pub(crate) fn all_mut(&mut self) -> &mut [DocumentEntry] {
        &mut self.0
    }

    /// Adds a document.
    pub(crate) fn push(&mut self, document: DocumentEntry) {
        self.0.push(document);
    }

    /// Returns the document with a slug or an ID. The slug is tried first.
    pub fn find(&self, key: &str) -> Result<&DocumentEntry, DocumentLookupError> {
        self.0.iter().find(|document| document.slug == key).map_or_else(|| self.with_id(key), Ok)
    }

    /// Returns the document with an ID.
    pub fn with_id(&self, id: &str) -> Result<&DocumentEntry, DocumentLookupError> {
        let mut matches = self.0.iter().filter(|document| document.page.id == id);
        match (matches.next(), matches.next()) {
            (Some(document), None) => Ok(document),
            (None, _) => Err(DocumentLookupError::Unknown),
            (Some(_), Some(_)) => Err(DocumentLookupError::Ambiguous),
        }
    }

    /// Returns the documents that a task has, by the document's list or by the task's links.
    pub fn of_task(&self, id: &str, linked: &[handoff_protocol::TaskLink]) -> Vec<&DocumentEntry> {
        let is_linked = |document: &&DocumentEntry| {
            let names_task = document.page.task_ids.iter().any(|task| task == id);
            names_task || linked.iter().any(|link| link.link_type == LINK_TYPE && link.target == document.page.id)
        };
        self.0.iter().filter(is_linked).collect()
    }
}

impl DocumentEntry {
    /// Returns the sections of the text.
    pub fn sections(&self) -> Vec<Section<'_>> {
        sections::sections(&self.page.body, self.page.split_level)
    }

    /// Returns the hash of the text, which differs for texts that differ in a sign.
    pub fn text_hash(&self) -> String {
        fnv1a_hex(self.page.body.as_bytes())
    }

    /// Returns the hash of the words, as the front matter has it.
    pub fn content_hash(&self) -> String {
        page_hash(&self.page)
    }

    /// Returns whether the words of the text were changed since a program saved it.
    pub fn is_drifted(&self) -> bool {
        self.page.source.canonical_hash.as_ref().is_some_and(|saved| *saved != self.content_hash())
    }

    /// Returns the review, `None` if there is none or if it has another form.
    pub fn verification(&self) -> Option<Verification> {
        self.page.verification.as_ref().and_then(Verification::read)
    }
}

impl Section<'_> {
    /// Returns the hash of the text, which differs for texts that differ in a sign.
    pub fn text_hash(&self) -> String {
        fnv1a_hex(self.text.as_bytes())
    }

    /// Returns the hash of the words, as reviews have it.
    pub fn content_hash(&self) -> String {
        content_hash(self.text)
    }
}

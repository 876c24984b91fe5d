//! Documents and their reviews.

texts! {
    // Labels.
    DOCUMENT_CREATED = "Created the document {slug}";
    DOCUMENTS_CREATED = "Created {count} documents";
    DOCUMENT_SAVED = "Saved the document {slug}";
    DOCUMENT_DELETED = "Deleted the document {slug}";
    REVIEW_CHANGED = "Changed the review of {slug}";
    SECTIONS_MARKED = "Recorded {count} sections as received";

    // Warnings.
    FRONT_MATTER_LEFT_OUT = "The front matter of a document at the start of the text was left out: {keys}. Arguments set its values.";
    DOCUMENT_WITHOUT_HEADING = "The text does not begin with a heading of level 1.";
    DOCUMENT_TASK_NOT_LINKED = "The document names the task {id}, which cannot be linked: {why}";
    DOCUMENT_LINK_UNKNOWN = "There is no document {id}. The document refers to it anyway.";

    // Refusals.
    DOCUMENT_UNKNOWN = "There is no document {id}.";
    DOCUMENT_AMBIGUOUS = "Several documents have the ID {id}. Change the ID in the front matter of all but one.";
    DOCUMENT_NEEDS_TITLE = "A document needs a title.";
    SLUG_INVALID = "{slug} cannot name a document. Use 1 to 60 characters of a-z, 0-9 and hyphens.";
    SLUG_TAKEN = "There is already a document at {path}. Choose another slug, or change that document.";
    LEVEL_INVALID = "The level of headings must be from 1 to 6.";
    LINE_ENDS_MIXED = "The text mixes LF and CRLF line ends. Use one of them in the whole text.";
    SECTION_UNKNOWN = "{slug} has no section {seq}. Its last one is {last}.";
    SECTION_CHANGED = "Section {seq} of {slug} has changed: its hash is {hash} now. Read it again.";
    DOCUMENT_PARENT_CYCLE = "{id} cannot be the parent, because it is the document itself or below it.";
    DOCUMENT_RELATED_TO_ITSELF = "A document cannot be related to itself.";

    // Reviews.
    REVIEW_EXISTS = "{slug} already has a review. Adapt it to the current sections with the action sync.";
    REVIEW_MISSING = "{slug} has no review. Create one with the action generate.";
    REVIEW_BROKEN = "The review of {slug} has a form that cannot be read. Correct or remove it in {path}.";
    REVIEW_ITEM_UNKNOWN = "The review of {slug} has no item {item}.";
    REQUIREMENT_ID_USED = "Another requirement has the ID that the text leads to, so the new one is {ids}.";
    REVIEW_ITEM_EMPTY = "An item of a review needs a text.";
}

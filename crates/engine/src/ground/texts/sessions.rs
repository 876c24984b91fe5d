//! Sessions and their checklists.

texts! {
    // Checklists.
    ITEM_EMPTY = "A checklist item needs a text.";
    ITEM_EXISTS = "The checklist already has the item “{item}”.";
    ITEM_PRIVATE = "This item belongs to a private session. Activate that session to change the item.";
}

//! Memories.

texts! {
    // Labels.
    MEMORY_SAVED = "Saved the memory {id}";
    MEMORY_CHANGED = "Changed the memory {id}";
    MEMORY_DELETED = "Deleted the memory {id}";
    MEMORIES_MERGED = "Merged {count} memories into {id}";
    MEMORIES_MARKED = "Recorded {count} memories as received";
    MEMORIES_CLEANED_UP = "Merged duplicate memories and removed outdated records";

    // Warnings and refusals.
    MEMORY_COMPARED = "The memory was compared only with those that could be read, so it may be there twice. {why}";
    MEMORY_EMPTY = "A memory needs a text.";
    MEMORY_UNKNOWN = "There is no memory {id}.";
    MEMORY_EXISTS = "A memory like this exists already: {id}. Change that one instead.";
    MEMORY_REPLACES_ITSELF = "{id} cannot replace itself.";
}

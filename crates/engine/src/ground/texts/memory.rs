//! Memories.

texts! {
    MEMORY_CHANGED = "Changed the memory {id}";
    MEMORY_DELETED = "Deleted the memory {id}";
    MEMORY_COMPARED = "The memory was compared only with those that could be read, so it may be there twice. {why}";
    MEMORY_EMPTY = "A memory needs a text.";
    MEMORY_UNKNOWN = "There is no memory {id}.";
    MEMORY_BROKEN = "{path} cannot be written: {why}";
}

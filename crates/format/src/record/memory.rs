//! A fact that a project remembers across sessions.

use super::declaration::{Always, List, Optional, Required, new_record, read_record, record, write_record};
use crate::{Container, DataFile, Finding};

record! {
    /// A memory as stored in its file.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Memory {
        /// The version of the format, 1 or 2.
        pub version: u64 = "version" as Required,
        /// `m-…`, by convention the name of the file.
        pub id: String = "id" as Required,
        /// The text.
        pub text: String = "text" as Required,
        /// `lesson`, `rule`, `convention` or `gotcha` by convention.
        pub kind: String = "kind" as Required,
        /// Free tags.
        pub tags: Vec<String> = "tags" as Always<List>,
        /// Search terms.
        pub keywords: Vec<String> = "keywords" as Always<List>,
        /// Parts of the paths to which it applies.
        pub scope_paths: Vec<String> = "scope_paths" as Always<List>,
        /// A hash of the text, computed by the writer.
        pub content_hash: String = "content_hash" as Required,
        /// RFC 3339.
        pub created_at: String = "created_at" as Required,
        /// RFC 3339.
        pub updated_at: String = "updated_at" as Required,
        /// RFC 3339, the time of the last use.
        pub last_referenced_at: Option<String> = "last_referenced_at" as Optional,
        /// The number of uses.
        pub hit_count: u64 = "hit_count" as Optional,
        /// IDs of the memories that were merged into this one.
        pub superseded_ids: Vec<String> = "superseded_ids" as Always<List>,
    }
}

/// Reads a memory, with findings for invalid values.
pub fn read_memory(data: &DataFile) -> (Memory, Vec<Finding>) {
    read_record(data)
}

/// Writes the difference between two memories. `old` was read from the data file.
pub fn write_memory(data: &mut DataFile, old: &Memory, new: &Memory) -> Result<(), Finding> {
    write_record(data, old, new)
}

/// Returns the data file of a new memory.
pub fn new_memory(memory: &Memory) -> DataFile {
    new_record(Container::Json, memory)
}

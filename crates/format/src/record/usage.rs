//! The tokens of a conversation. Each conversation has a file of its own, so branches never change the same one.

use handoff_protocol::{Actor, ConversationUsage, UsedTokens};

use super::declaration::{Always, Optional, Record as _, Required, Tables, record};
use super::fields::RecordReader;
use super::members;
use crate::{Container, DataFile, Finding, Value};

/// The version of the format.
const VERSION: u64 = 1;

record!(for ConversationUsage {
    actor: Actor = "actor" as Required,
    position: u64 = "position" as Required,
    tokens: Vec<UsedTokens> = "tokens" as Always<Tables>,
});

record!(for UsedTokens {
    day: String = "day" as Required,
    task: Option<String> = "task" as Optional,
    model: String = "model" as Required,
    input: u64 = "input" as Optional,
    cached: u64 = "cached" as Optional,
    output: u64 = "output" as Optional,
});

/// Reads the tokens of a conversation, with findings for invalid values.
pub fn read_usage(data: &DataFile) -> (ConversationUsage, Vec<Finding>) {
    let mut reader = RecordReader::new(data);
    let root = reader.root();
    reader.required_count(&root, "version");
    let usage = ConversationUsage::read(&mut reader, &root);
    (usage, reader.findings)
}

/// Returns the data file of the tokens of a conversation.
pub fn new_usage(usage: &ConversationUsage) -> DataFile {
    let mut value = members(vec![("version", Some(VERSION.into()))]);
    value.extend(usage.to_members());
    DataFile::from_record(Container::Json, &Value::Object(value))
}

//! A proposal: changes to the plan that wait for the answer of a person.

use handoff_protocol::{Actor, ProposalState};

use super::declaration::{
    Always, Form, Free, Optional, Required, Table, Tables, Time, new_record, read_record, record, write_record,
};
use super::fields::{RecordReader, RecordTable};
use crate::{Container, DataFile, Finding, Value};

record! {
    /// A proposal as stored in its file.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Proposal {
        /// Its ID.
        pub id: String = "id" as Required,
        /// Why it was made, in the words of the author; empty if the project's rule made the proposal.
        pub reason: Option<String> = "reason" as Optional,
        /// Whether it waits for an answer, or the answer.
        pub state: ProposalState = "state" as State,
        /// Who made it.
        pub author: Actor = "author" as Required,
        /// RFC 3339, the time at which it was made.
        pub created_at: String = "created_at" as Time,
        /// What a person said with the answer.
        pub answer: Option<String> = "answer" as Optional,
        /// Who has answered.
        pub answered_by: Option<Actor> = "answered_by" as Table,
        /// RFC 3339, the time of the answer.
        pub answered_at: Option<String> = "answered_at" as Time,
        /// The number of elements that were accepted, whole or in part.
        pub accepted: Option<u32> = "accepted" as Optional,
        /// The changes.
        pub elements: Vec<ProposedChange> = "elements" as Always<Tables>,
    }
}

record! {
    /// A change of a proposal, with the values that it was made for. The engine knows their types.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct ProposedChange {
        /// The command.
        pub command: Option<Value> = "command" as Free,
        /// The values of the changed fields at the time of the proposal.
        pub seen: Option<Value> = "seen" as Free,
        /// The values that a person has accepted in place of the proposed ones, by field.
        pub edited: Option<Value> = "edited" as Free,
    }
}

struct State;

impl Form<ProposalState> for State {
    const IS_REQUIRED: bool = true;

    fn schema() -> Value {
        serde_json::json!({"type": "string", "enum": ProposalState::ALL.map(ProposalState::name)})
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> ProposalState {
        let name = reader.required_text(table, key);
        // Of an unknown state, nothing is certain but that it waits for no answer.
        ProposalState::from_name(&name).unwrap_or(ProposalState::Rejected)
    }

    fn write(value: &ProposalState) -> Option<Value> {
        Some(value.name().into())
    }
}

/// Reads a proposal, with findings for invalid values.
pub fn read_proposal(data: &DataFile) -> (Proposal, Vec<Finding>) {
    read_record(data)
}

/// Returns the data file of a new proposal.
pub fn new_proposal(proposal: &Proposal) -> DataFile {
    new_record(Container::Json, proposal)
}

/// Writes the difference between two proposals. `old` was read from the data file.
pub fn write_proposal(data: &mut DataFile, old: &Proposal, new: &Proposal) -> Result<(), Finding> {
    write_record(data, old, new)
}

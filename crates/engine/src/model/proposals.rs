//! Stored proposals.
//!
//! Invariant: a proposal with a finding is in no list, so nothing of it is shown, accepted or overwritten.

use handoff_format::{Container, DataFile, Finding, Proposal, ProposedChange, read_proposal};
use handoff_protocol::{ElementCommand, ProblemCode, ProposalElement, ProposalState, TaskPatch, TaskUpdate, Text};
use serde_json::{Value, json};

use crate::ground::texts;

/// The folder of proposals.
pub(crate) const PROPOSALS: &str = "proposals";
/// The maximum number of elements of a proposal.
pub(crate) const MAX_ELEMENTS: usize = 500;

/// A proposal with its file.
#[derive(Clone, Debug)]
pub(crate) struct StoredProposal {
    /// The path of its file below `.handoff/`.
    pub(crate) path: String,
    pub(crate) record: Proposal,
    /// The elements of the record with their types.
    pub(crate) elements: Vec<ProposalElement>,
}

impl StoredProposal {
    pub(crate) fn is_open(&self) -> bool {
        self.record.state == ProposalState::Open
    }
}

/// Parses the file of a proposal. Returns its findings in place of the proposal if there are any.
pub(super) fn parse(path: &str, bytes: &[u8]) -> Result<StoredProposal, Vec<Finding>> {
    let data = DataFile::parse(Container::Json, bytes).map_err(|finding| vec![finding])?;
    let mut findings = data.findings();
    let (record, record_findings) = read_proposal(&data);
    findings.extend(record_findings);
    if record.elements.len() > MAX_ELEMENTS {
        let args = [("limit", MAX_ELEMENTS.to_string()), ("count", record.elements.len().to_string())];
        findings.push(finding(Text::with(texts::PROPOSAL_TOO_LARGE, args), Vec::new()));
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let mut elements = Vec::with_capacity(record.elements.len());
    for (index, change) in record.elements.iter().enumerate() {
        if let Some(element) = element(change) {
            elements.push(element);
        } else {
            let text = Text::with(texts::PROPOSAL_ELEMENT, [("number", (index + 1).to_string())]);
            findings.push(finding(text, vec!["elements".to_owned(), index.to_string()]));
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    Ok(StoredProposal { path: path.to_owned(), record, elements })
}

/// Returns an element with its types; `None` for a command that no proposal contains.
fn element(change: &ProposedChange) -> Option<ProposalElement> {
    let value = json!({"command": change.command, "seen": change.seen.clone().unwrap_or_else(|| json!({}))});
    serde_json::from_value(value).ok().filter(|element: &ProposalElement| is_allowed(&element.command))
}

/// Returns an element as it is stored.
pub(crate) fn to_stored(element: &ProposalElement) -> ProposedChange {
    let seen = (!element.seen.is_empty()).then(|| Value::Object(element.seen.clone().into_iter().collect()));
    ProposedChange { command: Some(json!(element.command)), seen, edited: None }
}

/// Returns whether a command may be an element: what [`ElementCommand`] says.
fn is_allowed(command: &ElementCommand) -> bool {
    match command {
        ElementCommand::ChangeTasks { tasks, config } => {
            (tasks.len(), config.is_empty()) == (1, true) || tasks.is_empty()
        }
        ElementCommand::UpdateTasks(TaskUpdate { ids, patch, seen, estimates, position, card }) => {
            let only_moves = seen.is_none() && estimates.is_none() && position.is_some() && card.is_none();
            only_moves && !ids.is_empty() && *patch == TaskPatch::default()
        }
        ElementCommand::DeleteTasks { ids } => ids.len() == 1,
    }
}

fn finding(text: Text, key: Vec<String>) -> Finding {
    Finding { code: ProblemCode::Syntax, position: None, text, key }
}

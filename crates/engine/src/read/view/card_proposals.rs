//! What open proposals would do to the tasks of cards, and the cards of tasks that they would create.

use std::collections::BTreeMap;

use handoff_protocol::agent::TaskChange;
use handoff_protocol::view::{Card, Progress};
use handoff_protocol::{CardProposal, Context, ElementCommand, ListPatch, ProposalElement, ProposalKind, Status};

use crate::Project;
use crate::change::plan::proposal_row;
use crate::model::TaskRef;
use crate::model::proposals::StoredProposal;

/// The elements of the open proposals. Their values are computed for the tasks that are shown.
pub(crate) struct CardProposals<'a> {
    project: &'a Project,
    context: &'a Context,
    open: Vec<&'a StoredProposal>,
    /// By the key of the task: the positions of the proposal and of its element.
    by_task: BTreeMap<String, Vec<(usize, usize)>>,
}

impl<'a> CardProposals<'a> {
    pub(crate) fn of(project: &'a Project, context: &'a Context) -> CardProposals<'a> {
        let tasks = &project.model.tasks;
        let open = project.model.records.open_proposals();
        let mut by_task: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (proposal, stored) in open.iter().enumerate() {
            for (position, element) in stored.elements.iter().enumerate() {
                for task in ids(element).into_iter().filter_map(|id| tasks.find(id).ok()) {
                    by_task.entry(tasks.key(task)).or_default().push((proposal, position));
                }
            }
        }
        CardProposals { project, context, open, by_task }
    }

    /// Returns the proposed changes of a task, oldest first.
    pub(crate) fn changes(&self, key: &str) -> Vec<CardProposal> {
        let of = self.by_task.get(key).into_iter().flatten();
        let shown = of.filter_map(|(proposal, position)| self.card_proposal(*proposal, *position));
        // A new task whose ID is taken is no change of that task.
        shown.filter(|proposal| proposal.element.kind != ProposalKind::Create).collect()
    }

    fn card_proposal(&self, proposal: usize, position: usize) -> Option<CardProposal> {
        let StoredProposal { record, elements, .. } = self.open.get(proposal)?;
        let element = proposal_row(self.project, self.context, position.saturating_add(1), elements.get(position)?);
        Some(CardProposal { id: record.id.clone(), author: record.author.clone(), element })
    }

    /// Returns the cards of the tasks that would be created, without those that have subtasks.
    pub(crate) fn new_tasks(&self) -> Vec<Card> {
        let mut cards = Vec::new();
        for (proposal, stored) in self.open.iter().enumerate() {
            for (position, element) in stored.elements.iter().enumerate() {
                let (Some(change), Some(proposed)) = (task_change(element), self.card_proposal(proposal, position))
                else {
                    continue;
                };
                if proposed.element.kind == ProposalKind::Create && !proposed.element.conflict {
                    let parent = change.parent.as_deref().and_then(|id| self.project.model.tasks.find(id).ok());
                    let key = format!("{}.{}", proposed.id, proposed.element.element);
                    let base = Card {
                        parent: parent.map(|parent| self.project.model.tasks.key(parent)),
                        parent_title: parent.map(TaskRef::title).map(str::to_owned),
                        key,
                        proposed: vec![proposed],
                        ..no_card()
                    };
                    add_new(&mut cards, change, base);
                }
            }
        }
        cards
    }
}

/// Adds the card of a new task, or the cards of its subtasks if it has any.
fn add_new(cards: &mut Vec<Card>, change: &TaskChange, base: Card) {
    let fields = &change.fields;
    let title = fields.title.clone().unwrap_or_default();
    for (number, part) in (1..).zip(&change.parts) {
        let key = format!("{}.{number}", base.key);
        add_new(cards, part, Card { key, parent: None, parent_title: Some(title.clone()), ..base.clone() });
    }
    if change.parts.is_empty() {
        cards.push(Card {
            title,
            status: fields.status.unwrap_or(Status::Todo),
            priority: fields.priority.flatten(),
            assignee: fields.assignee.clone().flatten(),
            milestone: fields.milestone.clone().flatten(),
            labels: fields.labels.as_ref().map(values).unwrap_or_default(),
            due_date: fields.due_date.clone().flatten(),
            criteria: Progress { done: 0, total: number(fields.criteria.as_ref().map_or(0, Vec::len)) },
            ..base
        });
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn values(list: &ListPatch) -> Vec<String> {
    [&list.set, &list.add].into_iter().flatten().flatten().cloned().collect()
}

fn task_change(element: &ProposalElement) -> Option<&TaskChange> {
    let ElementCommand::ChangeTasks { tasks, .. } = &element.command else { return None };
    tasks.first()
}

/// Returns the IDs of the tasks that an element changes.
fn ids(element: &ProposalElement) -> Vec<&str> {
    match &element.command {
        ElementCommand::ChangeTasks { tasks, .. } => tasks.iter().filter_map(|task| task.id.as_deref()).collect(),
        ElementCommand::UpdateTasks(update) => update.ids.iter().map(String::as_str).collect(),
        ElementCommand::DeleteTasks { ids } => ids.iter().map(String::as_str).collect(),
    }
}

fn no_card() -> Card {
    Card {
        key: String::new(),
        id: String::new(),
        title: String::new(),
        status: Status::Todo,
        priority: None,
        assignee: None,
        milestone: None,
        labels: Vec::new(),
        due_date: None,
        overdue: false,
        criteria: Progress { done: 0, total: 0 },
        subtasks: Progress { done: 0, total: 0 },
        blocked_by: Vec::new(),
        parent: None,
        parent_title: None,
        path: String::new(),
        troubled: false,
        holder: None,
        ended: None,
        found_in_notes: None,
        proposed: Vec::new(),
    }
}

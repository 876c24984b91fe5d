//! Changes single entries of a session.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::operations::sessions::entries::{Category, Confidence, Decision, Note, Owner, Pointer};
use handoff_agent::operations::sessions::lookup::find_session;
use handoff_agent::operations::sessions::update::{Params, UpdateSession, checklist_items};
use handoff_agent::{Entry, HandoffError, RequiredText};

use crate::project::Project;
use crate::verbs::arguments::parsers::{find_item, not_blank, required_text, words};
use crate::verbs::invocation::Invocation;
use crate::verbs::session::save::{only_active, pointer};

#[derive(Debug, Args)]
pub struct Update {
    /// Tick a checklist item, by its number as session load and session show print it, or by its text.
    #[arg(long, value_name = "ITEM", conflicts_with = "untick")]
    tick: Option<String>,
    /// Untick an item.
    #[arg(long, value_name = "ITEM")]
    untick: Option<String>,
    /// Add an item to the checklist.
    #[arg(long, value_name = "TEXT")]
    item: Option<String>,
    /// Owner of the new item.
    #[arg(long, requires = "item", value_parser = words::<Owner>())]
    owner: Option<Owner>,
    /// Add a decision.
    #[arg(long, value_name = "TEXT", value_parser = not_blank)]
    decision: Option<RequiredText>,
    /// Reason of the decision.
    #[arg(long, value_name = "TEXT", requires = "decision")]
    reason: Option<String>,
    /// Confidence of the decision.
    #[arg(long, requires = "decision", value_parser = words::<Confidence>())]
    confidence: Option<Confidence>,
    /// Add a note; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = required_text)]
    note: Option<RequiredText>,
    /// Category of the note.
    #[arg(long, requires = "note", value_parser = words::<Category>())]
    category: Option<Category>,
    /// Add a context pointer; add :: and the reason after it.
    #[arg(long, value_name = "PATH", value_parser = pointer)]
    pointer: Option<Pointer>,
    /// Session ID; default: the active session.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

/// Changes single entries of a session.
pub fn updating(args: Update) -> Invocation {
    Invocation::prepare_plain::<UpdateSession>(move |project, _| args.into_params(project))
}

impl Update {
    fn into_params(self, project: &mut Project) -> Result<Params, HandoffError> {
        let is_ticked = self.tick.is_some();
        let item = self.tick.or(self.untick);
        let index = item.map(|item| find_checklist_item(project, self.session.as_deref(), &item)).transpose()?;
        let adds = self.item.is_some() || self.decision.is_some() || self.note.is_some() || self.pointer.is_some();
        if index.is_none() && !adds {
            let advice = "Specify what to tick or add, such as --item \"Write the tests\".";
            return Err(HandoffError::Arguments(advice.into()));
        }
        let (reason, confidence, category) = (self.reason, self.confidence, self.category);
        let decision = self.decision.map(|decision| Decision { decision, reason, confidence, supersedes: None });
        Ok(Params {
            session_id: self.session,
            checklist_index: index,
            checklist_checked: index.map(|_| is_ticked),
            add_checklist_item: self.item,
            checklist_owner: self.owner,
            add_decision: decision.map(Entry::from),
            add_handoff_note: self.note.map(|note| Entry::from(Note { note, category })),
            add_context_pointer: self.pointer.map(Entry::from),
            ..Params::default()
        })
    }
}

/// Returns the index of the checklist item that is given by number or text.
fn find_checklist_item(project: &mut Project, id: Option<&str>, text: &str) -> Result<usize, HandoffError> {
    let id = match id {
        Some(id) => id.to_owned(),
        None => only_active(project, "name one with --session")?,
    };
    let reader = project.engine().reader();
    let sessions = reader.sessions();
    // Also the open items of other sessions, which session load shows.
    let items = checklist_items(reader, find_session(reader, &sessions, &id)?);
    let texts: Vec<&str> = items.iter().map(String::as_str).collect();
    let index = find_item(&texts, text).map_err(|count| {
        HandoffError::refused(match count {
            _ if items.is_empty() => format!("The checklist of session {id} is empty."),
            0 => format!("The checklist of session {id} has no item {text}; it has {} items.", items.len()),
            several => format!("{several} items of session {id} start with “{text}”; use the number of one."),
        })
    })?;
    usize::try_from(index).map_err(|_| HandoffError::missing_result())
}

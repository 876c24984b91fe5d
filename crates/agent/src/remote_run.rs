//! An operation whose shell is reached by messages, as one in JavaScript is.

use handoff_engine::conversation::Turn;
use handoff_protocol::{FileAnswer, GitState, OperationAnswer, OperationRequest, Outcome, PathProbe, Text};

use crate::{HandoffError, OperationRun, Question, Survey, ToolContext};

/// An operation that asks by messages.
pub struct RemoteRun<T> {
    run: OperationRun<T>,
    /// The question that waits for its answer.
    question: Option<Question>,
}

impl<T> RemoteRun<T> {
    /// Creates the run of an operation that has not been advanced.
    pub fn new(run: OperationRun<T>) -> RemoteRun<T> {
        RemoteRun { run, question: None }
    }

    /// Works with the answer to the last request until the next one, or to the end. The first call has
    /// no answer. Returns [`Turn::Unanswered`] if the answer does not fit the request.
    pub fn advance(&mut self, ctx: ToolContext<'_>, answer: Option<OperationAnswer>) -> Turn<OperationRequest, T> {
        if let (Some(question), Some(answer)) = (self.question.take(), answer) {
            fill(question, answer);
        }
        loop {
            match self.run.advance() {
                Turn::Ask(Question::Read(read)) => read(ctx),
                Turn::Ask(question) => match request(&question) {
                    Some(request) => {
                        self.question = Some(question);
                        return Turn::Ask(request);
                    }
                    None => return Turn::Unanswered,
                },
                Turn::Done(result) => return Turn::Done(result),
                Turn::Unanswered => return Turn::Unanswered,
            }
        }
    }
}

/// Returns a question as a message; `None` for one that lends the project, which no message can.
fn request(question: &Question) -> Option<OperationRequest> {
    Some(match question {
        Question::Read(_) => return None,
        Question::Commit(command, _) => OperationRequest::Commit { command: (**command).clone() },
        Question::CommitElsewhere { folder, is_found, command, .. } => OperationRequest::CommitElsewhere {
            folder: folder.clone(),
            is_found: *is_found,
            command: (**command).clone(),
        },
        Question::CommitForUser(command, _) => OperationRequest::CommitForUser { command: (**command).clone() },
        Question::PrepareFolder { nested, beside, .. } => {
            OperationRequest::PrepareFolder { nested: *nested, beside: *beside }
        }
        Question::FindProjects(search, _) => OperationRequest::FindProjects { search: search.clone() },
        Question::Git(_) => OperationRequest::ReadGit,
        Question::History(_) => OperationRequest::ReadHistory,
        Question::Files(requests, _) => OperationRequest::ReadFiles { requests: requests.clone() },
        Question::LoadPackages(_) => OperationRequest::LoadPackages,
        Question::LoadTrash(_) => OperationRequest::LoadTrash,
        Question::LoadLog(_) | Question::LoadRecentLog(..) => OperationRequest::LoadLog,
        Question::Undo(_) => OperationRequest::Undo,
    })
}

/// Answers a question, unless the answer does not fit it. What a shell cannot do is refused where it
/// would have written, and is missing where it would have read.
fn fill(question: Question, answer: OperationAnswer) {
    use OperationAnswer::{Committed, Done, Files, Git, Unavailable};
    match (question, answer) {
        (Question::Commit(_, slot) | Question::CommitForUser(_, slot), Committed { outcome }) => slot.fill(outcome),
        (Question::Commit(_, slot) | Question::CommitForUser(_, slot), Unavailable { reason }) => {
            slot.fill(Outcome::Failed { path: String::new(), text: Text::plain(&reason) });
        }
        (Question::CommitElsewhere { slot, .. }, Committed { outcome }) => slot.fill(Ok(outcome)),
        (Question::CommitElsewhere { slot, .. }, Unavailable { reason }) => {
            slot.fill(Err(HandoffError::refused(reason)));
        }
        (Question::PrepareFolder { slot, .. }, Done) => slot.fill(Ok(())),
        (Question::PrepareFolder { slot, .. }, Unavailable { reason }) => slot.fill(Err(HandoffError::refused(reason))),
        (Question::FindProjects(_, slot), Unavailable { .. }) => slot.fill(Survey::default()),
        (Question::Git(slot), Git { state }) => slot.fill(Box::new(|| state)),
        (Question::Git(slot), Unavailable { reason }) => {
            slot.fill(Box::new(|| GitState { absence: Some(reason), ..GitState::default() }));
        }
        (Question::History(slot), Unavailable { .. }) => slot.fill(Vec::new()),
        (Question::Files(requests, slot), Files { answers }) if answers.len() == requests.len() => slot.fill(answers),
        (Question::Files(requests, slot), Unavailable { .. }) => {
            let unread = |_| FileAnswer { renamed: None, found: PathProbe::Closed };
            slot.fill(requests.iter().map(unread).collect());
        }
        (Question::LoadPackages(slot), Done | Unavailable { .. }) => slot.fill(None),
        (
            Question::LoadTrash(slot) | Question::LoadLog(slot) | Question::LoadRecentLog(_, slot),
            Done | Unavailable { .. },
        ) => slot.fill(()),
        (Question::Undo(slot), Unavailable { reason }) => slot.fill(Err(HandoffError::refused(reason))),
        _ => {}
    }
}

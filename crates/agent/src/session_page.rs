//! The content of a session's page besides its view: a prompt to continue it, and how the files of
//! its context pointers have changed.

use std::sync::Arc;

use handoff_engine::ProjectReader;
use handoff_engine::conversation::Conversation;
use handoff_engine::register::{EntryKind, Register};
use handoff_engine::sessions::{SessionEntry, last_closed};
use handoff_format::Value;
use handoff_protocol::view::{PointerState, SessionDetails};
use handoff_protocol::{Context, FileRequest, SessionStatus};

use crate::context_pointers::{Places, requests_for_stored_pointers};
use crate::handover_score::change;
use crate::restoration;
use crate::restoration::RestorationInput;
use crate::{OperationRun, Shell, estimate_tokens};

/// Maximum number of tokens of a prompt, as of a load.
const BUDGET: usize = 2000;

/// A session with what is needed to describe it.
struct Page<'a> {
    reader: ProjectReader<'a>,
    sessions: Arc<[SessionEntry]>,
    register: Arc<Register>,
}

impl<'a> Page<'a> {
    fn of(reader: ProjectReader<'a>) -> Page<'a> {
        Page { reader, sessions: reader.sessions(), register: reader.register() }
    }

    fn session(&self, id: &str) -> Option<&SessionEntry> {
        self.sessions.iter().find(|session| session.id() == id)
    }

    /// Returns the pointers of a session, then those that a restoration shows.
    fn pointers<'p>(&'p self, session: &'p SessionEntry) -> impl Iterator<Item = &'p Value> {
        let standing = self.register.newest(EntryKind::Pointer).into_iter().map(|entry| &entry.value);
        session.list(EntryKind::Pointer.list()).iter().chain(standing)
    }
}

/// Begins to describe a session, whose result is `None` if there is no session with this ID.
pub fn session_page(id: String) -> OperationRun<Option<SessionDetails>> {
    Conversation::new(|mailbox| describe(Shell::new(mailbox), id))
}

async fn describe(shell: Shell, id: String) -> Option<SessionDetails> {
    let session = id.clone();
    let requests = shell.read(move |ctx| requests(&Page::of(ctx.engine.reader()), &session)).await?;
    let places = Places::new(requests.clone(), shell.files(requests).await);
    shell.read(move |ctx| details(&Page::of(ctx.engine.reader()), ctx.context, &id, &places)).await
}

/// Returns the files of a session's pointers; `None` if there is no such session.
fn requests(page: &Page<'_>, id: &str) -> Option<Vec<FileRequest>> {
    page.session(id).map(|session| requests_for_stored_pointers(page.pointers(session)))
}

/// Returns the prompt of a session and the state of its pointers.
fn details(page: &Page<'_>, context: &Context, id: &str, places: &Places) -> Option<SessionDetails> {
    let session = page.session(id)?;
    let prompt = prompt(page, session, places, context);
    let tokens = u32::try_from(estimate_tokens(&prompt)).unwrap_or(u32::MAX);
    let scores = page.reader.handover_scores(&page.sessions, context.now);
    let score = scores.score(session, |pointer| change(places, pointer));
    Some(SessionDetails { pointers: pointer_states(page, session, places), score, prompt, tokens })
}

/// Returns the state of each context pointer of a session that was saved with data about its file.
fn pointer_states(page: &Page<'_>, session: &SessionEntry, places: &Places) -> Vec<PointerState> {
    let list = EntryKind::Pointer.list();
    let state = |pointer: &Value| {
        let entry = page.register.find(list, pointer)?;
        let (change, lines) = places.change(pointer)?;
        Some(PointerState { id: entry.id.clone(), change, lines })
    };
    session.list(list).iter().filter_map(state).collect()
}

/// Returns a prompt that continues a session. Of a closed session, which is not continued, it has
/// the content.
fn prompt(page: &Page<'_>, session: &SessionEntry, places: &Places, context: &Context) -> String {
    let input = RestorationInput {
        reader: page.reader,
        sessions: &page.sessions,
        current: Some(session),
        register: &page.register,
        previous: last_closed(&page.sessions),
        warning: None,
        places,
        context,
        today: context.today(),
        is_named: true,
        is_continued: session.status() != Some(SessionStatus::Closed),
        begins_with_state: true,
        nested: &[],
    };
    if session.status() == Some(SessionStatus::Closed) {
        let text = restoration::session_markdown(&input, session, BUDGET);
        format!("Build on this session of the project:\n\n{text}")
    } else {
        let text = restoration::markdown(&input, None, BUDGET);
        format!("Continue this session of the project:\n\n{text}")
    }
}

//! How the work of a commit asks: for actions of the shell, and for calls on the host.
//!
//! Invariant: a failure that may pass is tried again a bounded number of times, and the caller sees only what is left of it.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use handoff_protocol::{Action, Answer, Capabilities, Fault, FileState, Process};

use crate::commit::Host;

/// Pauses between attempts at an action that fails for the moment, in milliseconds.
const RETRY_PAUSES: [u32; 7] = [10, 20, 40, 80, 160, 320, 640];

/// The mailbox across which the work and the shell talk.
pub(super) struct Mailbox {
    asked: Option<Request>,
    told: Option<Answer>,
    now: i64,
}

/// What the work waits for.
pub(super) enum Request {
    Action(Action),
    Host(HostCall),
}

type HostCall = Box<dyn FnOnce(&mut dyn Host) + Send>;

impl Mailbox {
    pub(super) fn new(now: i64) -> Mailbox {
        Mailbox { asked: None, told: None, now }
    }

    pub(super) fn answer(&mut self, answer: Answer, now: i64) {
        self.told = Some(answer);
        self.now = now;
    }

    pub(super) fn take_asked(&mut self) -> Option<Request> {
        self.asked.take()
    }
}

/// Locks without caring whether another holder panicked: the data are plain values that are never left half written.
pub(super) fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An action that the system refused for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fail {
    /// Where.
    pub path: String,
    /// How it may be handled.
    pub fault: Fault,
    /// In the system's words.
    pub reason: String,
}

pub(super) type IoResult<T> = Result<T, Fail>;

/// What came of an action that compares first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// It was carried out.
    Yes,
    /// Something else than expected is there; nothing was changed.
    No,
}

/// The state of the editors that a commit concerns.
pub(super) enum Editors {
    /// None has unsaved changes.
    Clean,
    /// These files were saved just now.
    Saved(Vec<FileState>),
    /// The user keeps one unsaved.
    Declined,
}

/// The work's side of the mailbox.
#[derive(Clone)]
pub(super) struct Io {
    mailbox: Arc<Mutex<Mailbox>>,
    /// A replacement may remove its goal before it renames the source, and fail or be broken off in between.
    replaces_in_two: bool,
}

impl Io {
    pub(super) fn new(mailbox: Arc<Mutex<Mailbox>>, capabilities: &Capabilities) -> Io {
        Io { mailbox, replaces_in_two: !capabilities.atomic_replace }
    }

    pub(super) fn replaces_in_two(&self) -> bool {
        self.replaces_in_two
    }

    /// The time of the last answer, in milliseconds since 1970-01-01 UTC.
    pub(super) fn now(&self) -> i64 {
        hold(&self.mailbox).now
    }

    /// Calls the host.
    pub(super) async fn host<R: Send + 'static>(&self, call: impl FnOnce(&mut dyn Host) -> R + Send + 'static) -> R {
        let result = Arc::new(Mutex::new(None));
        let slot = result.clone();
        hold(&self.mailbox).asked = Some(Request::Host(Box::new(move |host| *hold(&slot) = Some(call(host)))));
        poll_fn(|_| hold(&result).take().map_or(Poll::Pending, Poll::Ready)).await
    }

    /// The content of a file; none when it is not there.
    pub(super) async fn read(&self, path: &str) -> IoResult<Option<Vec<u8>>> {
        match self.ask(Action::Read { path: path.to_owned() }).await? {
            (Answer::Bytes { bytes }, _) => Ok(Some(bytes)),
            (Answer::Missing {}, _) => Ok(None),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// The names in a folder; none when it is not there.
    pub(super) async fn list(&self, path: &str) -> IoResult<Option<Vec<String>>> {
        match self.ask(Action::List { path: path.to_owned() }).await? {
            (Answer::Names { names }, _) => Ok(Some(names)),
            (Answer::Missing {}, _) => Ok(None),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Creates a file unless something is there.
    pub(super) async fn create(&self, path: &str, bytes: &[u8]) -> IoResult<Done> {
        match self.ask(Action::Create { path: path.to_owned(), bytes: bytes.to_vec() }).await? {
            (Answer::Ok {}, _) => Ok(Done::Yes),
            (Answer::Exists {}, _) => Ok(Done::No),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Writes a file of our own.
    pub(super) async fn write(&self, path: &str, bytes: &[u8]) -> IoResult<()> {
        match self.ask(Action::Write { path: path.to_owned(), bytes: bytes.to_vec() }).await? {
            (Answer::Ok {}, _) => Ok(()),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Writes new content through a temporary file in place of the expected one. The temporary file is gone afterwards.
    pub(super) async fn exchange(
        &self,
        temp: &str,
        path: &str,
        expected: Option<&[u8]>,
        bytes: &[u8],
    ) -> IoResult<Done> {
        self.write(temp, bytes).await?;
        let replace =
            Action::Replace { from: temp.to_owned(), to: path.to_owned(), expected: expected.map(<[u8]>::to_vec) };
        let again = match self.ask(replace).await? {
            (Answer::Ok {}, _) => return Ok(Done::Yes),
            (Answer::Differs {} | Answer::Missing {}, again) => again,
            (other, _) => return Err(unexpected(path, &other)),
        };
        if again && self.replaces_in_two && expected.is_some() {
            self.complete_replacement(temp, path, bytes).await?;
        }
        self.remove(temp).await?;
        // An attempt that was reported as failed may have had its effect all the same.
        Ok(if self.read(path).await?.as_deref() == Some(bytes) { Done::Yes } else { Done::No })
    }

    /// Completes a replacement that removed its goal and came no further.
    pub(super) async fn complete_replacement(&self, temp: &str, path: &str, bytes: &[u8]) -> IoResult<()> {
        if self.read(path).await?.is_none() && self.read(temp).await?.as_deref() == Some(bytes) {
            self.rename(temp, path).await?;
        }
        Ok(())
    }

    /// Renames a file or folder unless the source is gone or something is at the goal.
    pub(super) async fn rename(&self, from: &str, to: &str) -> IoResult<Done> {
        match self.ask(Action::Move { from: from.to_owned(), to: to.to_owned() }).await? {
            // After an attempt that was reported as failed, a missing source means that it had its effect.
            (Answer::Ok {}, _) | (Answer::Missing {}, true) => Ok(Done::Yes),
            (Answer::Missing {} | Answer::Exists {}, _) => Ok(Done::No),
            (other, _) => Err(unexpected(from, &other)),
        }
    }

    /// Removes a file; `No` when there was none.
    pub(super) async fn remove(&self, path: &str) -> IoResult<Done> {
        match self.ask(Action::Remove { path: path.to_owned() }).await? {
            (Answer::Ok {}, _) | (Answer::Missing {}, true) => Ok(Done::Yes),
            (Answer::Missing {}, false) => Ok(Done::No),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Makes a folder and its parents.
    pub(super) async fn make_folder(&self, path: &str) -> IoResult<()> {
        match self.ask(Action::MakeFolder { path: path.to_owned() }).await? {
            (Answer::Ok {}, _) => Ok(()),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Removes an empty folder; `No` when something is in it. A folder that is gone is as good as removed.
    pub(super) async fn remove_folder(&self, path: &str) -> IoResult<Done> {
        match self.ask(Action::RemoveFolder { path: path.to_owned() }).await? {
            (Answer::Ok {} | Answer::Missing {}, _) => Ok(Done::Yes),
            (Answer::Exists {}, _) => Ok(Done::No),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Whether a process of this host is running; `None` when the shell cannot say.
    pub(super) async fn is_running(&self, process: &Process) -> Option<bool> {
        let Process { pid, started, .. } = process.clone();
        match self.act(Action::CheckProcess { pid, started }).await {
            Answer::Ok {} => Some(true),
            Answer::Missing {} => Some(false),
            _ => None,
        }
    }

    /// Offers to save unsaved editors of files at or below some paths.
    pub(super) async fn settle_editors(&self, paths: Vec<String>) -> Editors {
        match self.act(Action::SettleEditors { paths }).await {
            Answer::Ok {} => Editors::Clean,
            Answer::Saved { files } => Editors::Saved(files),
            // A shell that cannot ask must not let an unsaved change be lost.
            _ => Editors::Declined,
        }
    }

    /// Waits so many milliseconds.
    pub(super) async fn wait(&self, ms: u32) {
        self.act(Action::Wait { ms }).await;
    }

    /// The answer to an action, and whether it took more than one attempt.
    async fn ask(&self, action: Action) -> IoResult<(Answer, bool)> {
        let mut pauses = RETRY_PAUSES.into_iter();
        let mut again = false;
        loop {
            match self.act(action.clone()).await {
                Answer::Failed { fault: Fault::Transient, reason } => match pauses.next() {
                    Some(ms) => self.wait(ms).await,
                    None => return Err(Fail { path: place(&action), fault: Fault::Transient, reason }),
                },
                Answer::Failed { fault, reason } => return Err(Fail { path: place(&action), fault, reason }),
                answer => return Ok((answer, again)),
            }
            again = true;
        }
    }

    async fn act(&self, action: Action) -> Answer {
        hold(&self.mailbox).asked = Some(Request::Action(action));
        poll_fn(|_| hold(&self.mailbox).told.take().map_or(Poll::Pending, Poll::Ready)).await
    }
}

fn place(action: &Action) -> String {
    match action {
        Action::Create { path, .. }
        | Action::Read { path }
        | Action::List { path }
        | Action::Write { path, .. }
        | Action::Remove { path }
        | Action::MakeFolder { path }
        | Action::RemoveFolder { path } => path.clone(),
        Action::Replace { to, .. } | Action::Move { to, .. } => to.clone(),
        Action::CheckProcess { .. } | Action::SettleEditors { .. } | Action::Wait { .. } | Action::End { .. } => {
            String::new()
        }
    }
}

/// A shell that answers something else than the action allows.
fn unexpected(path: &str, answer: &Answer) -> Fail {
    let kind = match answer {
        Answer::Ok {} => "ok",
        Answer::Bytes { .. } => "bytes",
        Answer::Names { .. } => "names",
        Answer::Missing {} => "missing",
        Answer::Exists {} => "exists",
        Answer::Differs {} => "differs",
        Answer::Unknown {} => "unknown",
        Answer::Saved { .. } => "saved",
        Answer::Declined {} => "declined",
        Answer::Failed { .. } => "failed",
    };
    Fail { path: path.to_owned(), fault: Fault::Other, reason: format!("the file system answered “{kind}”") }
}

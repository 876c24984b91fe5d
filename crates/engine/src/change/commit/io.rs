//! Requests of a commit: actions for the shell, and calls on the host.
//!
//! Invariant: a transient failure is retried a bounded number of times before the caller sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use handoff_protocol::{Action, Answer, Fault, FileState, Process, Text};

use crate::change::commit::Host;
use crate::ground::conversation::{AnswerSlot, Mailbox};
use crate::ground::texts;

/// Delays between the attempts at an action that fails transiently.
const RETRY_DELAYS_MS: [u32; 7] = [10, 20, 40, 80, 160, 320, 640];

/// A question of a commit.
pub(super) enum Question {
    /// The shell performs an action, and answers with the result and the time, in milliseconds since
    /// 1970-01-01 UTC.
    Action(Action, AnswerSlot<(Answer, i64)>),
    /// A call on the host.
    Host(HostCall),
}

type HostCall = Box<dyn FnOnce(&mut dyn Host) + Send>;

/// A permanent failure of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fail {
    pub path: String,
    pub fault: Fault,
    /// The operating system's message.
    pub reason: String,
}

pub(super) type IoResult<T> = Result<T, Fail>;

/// The result of an action that compares before it acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// It was done.
    Yes,
    /// The disk differs from the expectation. Nothing was changed.
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

/// The side of the work that asks.
#[derive(Clone)]
pub(super) struct Io {
    mailbox: Mailbox<Question>,
    /// The time of the last answer.
    now: Arc<AtomicI64>,
    /// A replacement may remove its target before it renames the source, and can be interrupted in
    /// between.
    replaces_in_two: bool,
}

impl Io {
    pub(super) fn new(mailbox: Mailbox<Question>, now: i64, is_atomic: bool) -> Io {
        Io { mailbox, now: Arc::new(AtomicI64::new(now)), replaces_in_two: !is_atomic }
    }

    pub(super) fn replaces_in_two(&self) -> bool {
        self.replaces_in_two
    }

    /// Returns the time of the last answer, in milliseconds since 1970-01-01 UTC.
    pub(super) fn now(&self) -> i64 {
        self.now.load(Ordering::Relaxed)
    }

    /// Calls the host and returns the result.
    pub(super) async fn host<R: Send + 'static>(&self, call: impl FnOnce(&mut dyn Host) -> R + Send + 'static) -> R {
        let question = move |slot: AnswerSlot<R>| Question::Host(Box::new(move |host| slot.fill(call(host))));
        self.mailbox.ask(question).await
    }

    /// Feeds the host with files that were found on disk.
    pub(super) async fn feed(&self, files: Vec<FileState>) {
        if !files.is_empty() {
            let now = self.now();
            self.host(move |host| host.feed(files, now)).await;
        }
    }

    /// Returns the content of a file, or `None` if it does not exist.
    pub(super) async fn read(&self, path: &str) -> IoResult<Option<Vec<u8>>> {
        match self.ask(Action::Read { path: path.to_owned() }).await? {
            (Answer::Bytes { bytes }, _) => Ok(Some(bytes)),
            (Answer::Missing {}, _) => Ok(None),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Returns the size of a file and its content from an offset on, or `None` if it does not exist.
    pub(super) async fn read_from(&self, path: &str, offset: u64) -> IoResult<Option<(u64, Vec<u8>)>> {
        match self.ask(Action::ReadFrom { path: path.to_owned(), offset }).await? {
            (Answer::Part { size, bytes }, _) => Ok(Some((size, bytes))),
            (Answer::Missing {}, _) => Ok(None),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Appends to a file that has this size.
    pub(super) async fn append(&self, path: &str, size: u64, bytes: &[u8], flush: bool) -> IoResult<Done> {
        match self.ask(Action::Append { path: path.to_owned(), size, bytes: bytes.to_vec(), flush }).await? {
            (Answer::Ok {}, _) => Ok(Done::Yes),
            (Answer::Differs {}, _) => Ok(Done::No),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Returns the names in a folder, or `None` if it does not exist.
    pub(super) async fn list(&self, path: &str) -> IoResult<Option<Vec<String>>> {
        match self.ask(Action::List { path: path.to_owned() }).await? {
            (Answer::Names { names }, _) => Ok(Some(names)),
            (Answer::Missing {}, _) => Ok(None),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Creates a file unless the path exists.
    pub(super) async fn create(&self, path: &str, bytes: &[u8]) -> IoResult<Done> {
        match self.ask(Action::Create { path: path.to_owned(), bytes: bytes.to_vec() }).await? {
            (Answer::Ok {}, _) => Ok(Done::Yes),
            (Answer::Exists {}, _) => Ok(Done::No),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Writes a temporary file.
    async fn write(&self, path: &str, bytes: &[u8], flush: bool) -> IoResult<()> {
        match self.ask(Action::Write { path: path.to_owned(), bytes: bytes.to_vec(), flush }).await? {
            (Answer::Ok {}, _) => Ok(()),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Replaces the expected content of a file (`None`: the file must not exist), by way of a
    /// temporary file that does not exist afterwards.
    pub(super) async fn exchange(
        &self,
        temp: &str,
        path: &str,
        expected: Option<&[u8]>,
        bytes: &[u8],
        flush: bool,
    ) -> IoResult<Done> {
        // People know the file, not its temporary one.
        self.write(temp, bytes, flush).await.map_err(|fail| Fail { path: path.to_owned(), ..fail })?;
        let (from, to) = (temp.to_owned(), path.to_owned());
        let replace = Action::Replace { from, to, expected: expected.map(<[u8]>::to_vec), flush };
        let was_retried = match self.ask(replace).await? {
            (Answer::Ok {}, _) => return Ok(Done::Yes),
            (Answer::Differs {} | Answer::Missing {}, was_retried) => was_retried,
            (other, _) => return Err(unexpected(path, &other)),
        };
        if was_retried && self.replaces_in_two && expected.is_some() {
            self.complete_replacement(temp, path, bytes).await?;
        }
        self.remove(temp).await?;
        // An attempt that was reported as failed may have taken effect. Without one, equal bytes are another
        // process's: two that claim a task in the same millisecond write the same.
        let has_taken_effect = was_retried && self.read(path).await?.as_deref() == Some(bytes);
        Ok(if has_taken_effect { Done::Yes } else { Done::No })
    }

    /// Completes a replacement that removed its target and was interrupted.
    pub(super) async fn complete_replacement(&self, temp: &str, path: &str, bytes: &[u8]) -> IoResult<()> {
        if self.read(path).await?.is_none() && self.read(temp).await?.as_deref() == Some(bytes) {
            self.rename(temp, path).await?;
        }
        Ok(())
    }

    /// Renames a file or folder. Returns `No` if the source is missing or the target exists.
    pub(super) async fn rename(&self, from: &str, to: &str) -> IoResult<Done> {
        match self.ask(Action::Move { from: from.to_owned(), to: to.to_owned() }).await? {
            // After an attempt that was reported as failed, a missing source means that it took effect.
            (Answer::Ok {}, _) | (Answer::Missing {}, true) => Ok(Done::Yes),
            (Answer::Missing {} | Answer::Exists {}, _) => Ok(Done::No),
            (other, _) => Err(unexpected(from, &other)),
        }
    }

    /// Removes a file. Returns `No` if it did not exist.
    pub(super) async fn remove(&self, path: &str) -> IoResult<Done> {
        self.remove_with(path, true).await
    }

    /// Removes a file. Without a flush, it may be there again after a loss of power.
    pub(super) async fn remove_with(&self, path: &str, flush: bool) -> IoResult<Done> {
        match self.ask(Action::Remove { path: path.to_owned(), flush }).await? {
            (Answer::Ok {}, _) | (Answer::Missing {}, true) => Ok(Done::Yes),
            (Answer::Missing {}, false) => Ok(Done::No),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Creates a folder and its parents.
    pub(super) async fn make_folder(&self, path: &str) -> IoResult<()> {
        match self.ask(Action::MakeFolder { path: path.to_owned() }).await? {
            (Answer::Ok {}, _) => Ok(()),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Removes an empty folder. Returns `No` if it is not empty, and `Yes` if it does not exist.
    pub(super) async fn remove_folder(&self, path: &str) -> IoResult<Done> {
        match self.ask(Action::RemoveFolder { path: path.to_owned() }).await? {
            (Answer::Ok {} | Answer::Missing {}, _) => Ok(Done::Yes),
            (Answer::Exists {}, _) => Ok(Done::No),
            (other, _) => Err(unexpected(path, &other)),
        }
    }

    /// Takes the operating system's lock on a file. Returns `No` if another program holds it, and `None`
    /// if there is nothing to lock.
    pub(super) async fn lock_file(&self, path: &str) -> Option<Done> {
        match self.act(Action::LockFile { path: path.to_owned() }).await {
            Answer::Ok {} => Some(Done::Yes),
            Answer::Exists {} => Some(Done::No),
            // The write that follows reports what is wrong with the folder.
            _ => None,
        }
    }

    /// Releases the lock on a file.
    pub(super) async fn unlock_file(&self, path: &str) {
        self.act(Action::UnlockFile { path: path.to_owned() }).await;
    }

    /// Returns whether a process of this host is running; `None` if the shell cannot tell.
    pub(super) async fn is_running(&self, process: &Process) -> Option<bool> {
        let Process { pid, started, .. } = process.clone();
        match self.act(Action::CheckProcess { pid, started }).await {
            Answer::Ok {} => Some(true),
            Answer::Missing {} => Some(false),
            _ => None,
        }
    }

    /// Returns what other programs have changed; `None` if the shell cannot tell.
    pub(super) async fn find_changes(&self) -> Option<Vec<FileState>> {
        match self.act(Action::FindChanges {}).await {
            Answer::Changes { states } => Some(states),
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

    /// Waits.
    pub(super) async fn wait(&self, ms: u32) {
        self.act(Action::Wait { ms }).await;
    }

    /// Returns the answer to an action, and whether it was retried.
    async fn ask(&self, action: Action) -> IoResult<(Answer, bool)> {
        let mut delays = RETRY_DELAYS_MS.into_iter();
        let mut was_retried = false;
        loop {
            match self.act(action.clone()).await {
                Answer::Failed { fault: Fault::Transient, reason } => match delays.next() {
                    Some(ms) => self.wait(ms).await,
                    None => return Err(Fail { path: path_of(&action), fault: Fault::Transient, reason }),
                },
                Answer::Failed { fault, reason } => return Err(Fail { path: path_of(&action), fault, reason }),
                answer => return Ok((answer, was_retried)),
            }
            was_retried = true;
        }
    }

    async fn act(&self, action: Action) -> Answer {
        let (answer, now) = self.mailbox.ask(|slot| Question::Action(action, slot)).await;
        self.now.store(now, Ordering::Relaxed);
        answer
    }
}

/// Returns the path that a failure of an action is reported with.
fn path_of(action: &Action) -> String {
    match action {
        Action::Create { path, .. }
        | Action::Read { path }
        | Action::ReadFrom { path, .. }
        | Action::Append { path, .. }
        | Action::List { path }
        | Action::Write { path, .. }
        | Action::Remove { path, .. }
        | Action::MakeFolder { path }
        | Action::RemoveFolder { path }
        | Action::LockFile { path }
        | Action::UnlockFile { path } => path.clone(),
        Action::Replace { to, .. } => to.clone(),
        // People know a file by the place where it is.
        Action::Move { from, .. } => from.clone(),
        Action::CheckProcess { .. }
        | Action::FindChanges {}
        | Action::SettleEditors { .. }
        | Action::Wait { .. }
        | Action::End { .. } => String::new(),
    }
}

/// Returns the failure for an answer that the action does not allow.
fn unexpected(path: &str, answer: &Answer) -> Fail {
    let kind = match answer {
        Answer::Ok {} => "ok",
        Answer::Bytes { .. } => "bytes",
        Answer::Part { .. } => "part",
        Answer::Names { .. } => "names",
        Answer::Missing {} => "missing",
        Answer::Exists {} => "exists",
        Answer::Differs {} => "differs",
        Answer::Unknown {} => "unknown",
        Answer::Changes { .. } => "changes",
        Answer::Saved { .. } => "saved",
        Answer::Declined {} => "declined",
        Answer::Failed { .. } => "failed",
    };
    let reason = Text::with(texts::UNEXPECTED_ANSWER, [("answer", kind.to_owned())]).to_string();
    Fail { path: path.to_owned(), fault: Fault::Other, reason }
}

//! Executes one command: plan, lock, compare, journal, edit, unlock.
//!
//! Invariant: the edits were planned from exactly the files that are on disk. If a file differs, the
//! host is fed and the command is planned again.

use std::collections::BTreeSet;
use std::sync::Arc;

use handoff_protocol::{Capabilities, Change, ChangeSet, Command, Context, Edit, Event, Outcome};

use crate::change::commit::execute;
use crate::change::commit::execute::ExecutionResult;
use crate::change::commit::identity::Identity;
use crate::change::commit::io::{Done, Fail, Io, IoResult};
use crate::change::commit::journal::{Journal, JournalEdit, TempNames};
use crate::change::commit::journal_progress;
use crate::change::commit::journal_progress::{ExpectedState, ExpectedStates};
use crate::change::commit::lock::{LOCK, Lock, Patience};
use crate::change::commit::logs;
use crate::change::commit::outcome;
use crate::change::commit::pause;
use crate::change::commit::planning::{journal_edits, plan_again, plan_with_saved_editors};
use crate::change::commit::recover;
use crate::change::commit::rescan;
use crate::ground::texts;
use crate::ground::tree::{is_activity_log, parent};
use crate::model::project::unread;

/// The folder of the task tree.
const TASKS: &str = "tasks";
/// Maximum number of attempts before the commit ends with a conflict.
const MAX_ATTEMPTS: usize = 12;
/// The first attempts also compare the neighbours of new names. Later ones compare only what the
/// plan touches, so that a busy folder cannot block a commit.
const STRICT_ATTEMPTS: usize = 6;
/// After this attempt, which is not the first, the folders are looked at: something else may be there.
const SUSPECT_ATTEMPT: usize = 1;
/// Delay before the next attempt, times the number of the attempt.
const RETRY_DELAY_MS: u32 = 15;

/// The result of one attempt.
enum Attempt {
    /// The commit is over.
    Ended(Outcome),
    /// The file or folder at this path is not as planned. The host was fed.
    Retry(String),
}

/// One command on its way to the disk.
struct Transaction {
    io: Io,
    identity: Identity,
    command: Arc<Command>,
    context: Context,
    capabilities: Capabilities,
    lock: Lock,
    temps: TempNames,
    journal: OpenJournal,
    /// A path where an attempt could not be reverted, because another program built on it.
    unreverted: Option<String>,
}

/// The journal of this commit.
struct OpenJournal {
    path: String,
    edits: Vec<JournalEdit>,
    /// The content on disk; `None` if there is no file.
    bytes: Option<Vec<u8>>,
    /// Whether it survives a loss of power.
    is_flushed: bool,
}

/// Runs a command from its plan to the outcome.
pub(super) async fn run(io: Io, command: Command, mut context: Context, capabilities: Capabilities) -> Outcome {
    let command = Arc::new(command);
    let Some(identity) = Identity::new(&context, &capabilities) else {
        return Outcome::Refused { refusal: outcome::refuse_writer(&context) };
    };
    let changes = match plan_with_saved_editors(&io, &command, &mut context, capabilities.editors).await {
        Ok(changes) if changes.edits.is_empty() => return unchanged(&io, &command, changes).await,
        Ok(changes) => changes,
        Err(outcome) => return *outcome,
    };
    let lock = match Lock::acquire(&io, &identity, &capabilities, Patience::Wait).await {
        Ok(lock) => lock,
        Err(no_lock) => return outcome::no_lock(no_lock),
    };
    let temps = TempNames::new(&identity.writer, &identity.nonce);
    let journal =
        OpenJournal { path: recover::journal_path(&identity), edits: Vec::new(), bytes: None, is_flushed: true };
    let mut transaction =
        Transaction { io, identity, command, context, capabilities, lock, temps, journal, unreverted: None };
    let outcome = transaction.run(changes).await;
    let Transaction { io, lock, .. } = transaction;
    lock.release(&io).await;
    outcome
}

/// Ends a commit that has nothing to write.
async fn unchanged(io: &Io, command: &Command, changes: ChangeSet) -> Outcome {
    let revision = io.host(|host| host.revision()).await;
    outcome::done(revision, command, changes, false)
}

impl Transaction {
    async fn run(&mut self, changes: ChangeSet) -> Outcome {
        let outcome = self.attempts(changes).await.unwrap_or_else(|fail| self.failed(fail));
        if !matches!(outcome, Outcome::Failed { .. }) && self.journal.bytes.is_some() {
            // An attempt was not reverted completely and no later one replaced its journal. If this
            // fails as well, the next open completes the journal.
            let _ = recover::complete_journal(&self.io, &mut self.lock, &self.identity, &self.journal.path).await;
        }
        match (&outcome, self.unreverted.take()) {
            (Outcome::Refused { .. } | Outcome::Conflict { .. }, Some(path)) => {
                outcome::conflict(path, texts::PARTLY_SAVED)
            }
            _ => outcome,
        }
    }

    async fn attempts(&mut self, changes: ChangeSet) -> IoResult<Outcome> {
        // The lock may have been held by another program for seconds.
        if let Some(paused) = pause::check(&self.io, Some(&self.command), &self.context).await {
            return Ok(paused);
        }
        let was_recovered = recover::complete_journals(&self.io, &mut self.lock, &self.identity).await?;
        let mut planned = (!was_recovered).then_some(changes);
        let mut path = String::new();
        for (number, delay_factor) in (0..MAX_ATTEMPTS).zip(1..) {
            let changes = match planned.take() {
                Some(changes) => changes,
                None => match plan_again(&self.io, &self.command, &mut self.context).await {
                    Ok(changes) => changes,
                    Err(refusal) => return Ok(Outcome::Refused { refusal }),
                },
            };
            if changes.edits.is_empty() {
                return Ok(unchanged(&self.io, &self.command, changes).await);
            }
            let is_suspect = number == SUSPECT_ATTEMPT;
            let folders = if is_suspect { rescan::folders_of_targets(&changes.edits) } else { BTreeSet::new() };
            match self.attempt(changes, number < STRICT_ATTEMPTS).await? {
                Attempt::Ended(outcome) => return Ok(outcome),
                Attempt::Retry(differing) => path = differing,
            }
            if let Some(path) = rescan::find_blocked_folder(&self.io, &folders).await? {
                return Ok(Outcome::Refused { refusal: unread::no_folder(&path) });
            }
            // With a lock, nothing is in the way after the lines of another writer of ours.
            if !(is_activity_log(&path) && self.lock.is_held()) {
                self.io.wait(RETRY_DELAY_MS * delay_factor).await;
            }
        }
        Ok(outcome::conflict(path, texts::KEEPS_CHANGING))
    }

    /// Compares the disk with the plan, then writes the journal and executes it.
    async fn attempt(&mut self, changes: ChangeSet, is_strict: bool) -> IoResult<Attempt> {
        if self.lock.renew_if_old(&self.io).await? == Done::No {
            return Ok(match self.retake_lock().await? {
                Some(outcome) => Attempt::Ended(outcome),
                None => Attempt::Retry(LOCK.to_owned()),
            });
        }
        if let Some(path) = self.feed_logs_of_others(&changes.edits).await? {
            return Ok(Attempt::Retry(path));
        }
        let mut edits = journal_edits(&self.io, &changes.edits, &mut self.temps, self.capabilities.append).await;
        let flush_logs = !is_log_observable(&edits, &changes.events);
        let flush = flush_logs || !self.is_whole_after_power_loss(&edits);
        if !flush && let Some(JournalEdit::Write { temp, .. }) = edits.first_mut() {
            // A recovery without the journal looks for temporary files only in this folder.
            *temp = self.temps.hidden_temp_path(&self.journal.path);
        }
        self.lock.tasks.take_for(&self.io, &edits).await?;
        if let Some(path) = self.find_difference(&edits, &changes.relies_on, is_strict).await? {
            return Ok(Attempt::Retry(path));
        }
        match self.write_journal(edits, flush).await {
            Ok(Done::Yes) => {}
            Ok(Done::No) => return Ok(Attempt::Retry(self.journal.path.clone())),
            Err(fail) => return Ok(Attempt::Ended(self.after_failed_journal(fail).await)),
        }
        match execute::run_all(&self.io, &mut self.lock, &self.journal.edits, flush_logs).await {
            Ok(ExecutionResult::All) => self.finish(changes).await.map(Attempt::Ended),
            Ok(ExecutionResult::Stopped { done, path }) => {
                let forward = self.journal.edits.clone();
                if self.revert(done).await? == Done::No {
                    return self.after_lost_lock(&forward, changes).await.map(Attempt::Ended);
                }
                self.rescan_around(&path).await?;
                Ok(Attempt::Retry(path))
            }
            Ok(ExecutionResult::Lost) => {
                let forward = self.journal.edits.clone();
                self.after_lost_lock(&forward, changes).await.map(Attempt::Ended)
            }
            Err(fail) => self.after_failed_edit(changes, fail).await.map(Attempt::Ended),
        }
    }

    /// Returns whether a loss of power leaves all of a change or nothing, although only the file is flushed:
    /// one file gets other content.
    fn is_whole_after_power_loss(&self, edits: &[JournalEdit]) -> bool {
        let is_one_file = matches!(
            edits,
            [JournalEdit::Write { before: Some(_), .. }]
                | [JournalEdit::Write { before: Some(_), .. }, JournalEdit::Append { .. }]
        );
        is_one_file && self.identity.boot().is_some() && !self.io.replaces_in_two()
    }

    /// Writes edits into the journal, in place of the present ones. Returns `No` if another program
    /// has changed the file.
    async fn write_journal(&mut self, edits: Vec<JournalEdit>, flush: bool) -> IoResult<Done> {
        let replaces_in_two = self.io.replaces_in_two();
        let mut content = Journal::new(&self.identity, self.io.now(), replaces_in_two, edits.clone());
        content.boot = if flush { None } else { self.identity.boot() };
        let bytes = content.encode();
        let temp = self.temps.hidden_temp_path(&self.journal.path);
        let journal = &mut self.journal;
        let written = self.io.exchange(&temp, &journal.path, journal.bytes.as_deref(), &bytes, flush).await;
        match &written {
            Ok(Done::Yes) => (journal.edits, journal.bytes, journal.is_flushed) = (edits, Some(bytes), flush),
            Ok(Done::No) => journal.bytes = None,
            Err(_) => {
                // The failure to write is reported; a temporary file that stays is removed later.
                let _ = self.io.remove(&temp).await;
            }
        }
        written
    }

    /// Feeds what other writers have added to log files, and then all tasks. Returns a log's path if
    /// there were any: IDs may be taken now, tasks may have moved in folders that the plan does not
    /// touch, and an observed change may be logged already.
    async fn feed_logs_of_others(&mut self, edits: &[Edit]) -> IoResult<Option<String>> {
        let Some(log) = edits.iter().find_map(|edit| match edit {
            Edit::Append { path, .. } if is_activity_log(path) => Some(path),
            _ => None,
        }) else {
            return Ok(None);
        };
        let (logs, is_news) = logs::rescan_logs(&self.io, log).await?;
        self.io.feed(logs).await;
        if !is_news {
            return Ok(None);
        }
        let states = match self.io.find_changes().await {
            Some(states) => states,
            None => rescan::rescan_subtree(&self.io, TASKS).await?,
        };
        self.io.feed(states).await;
        Ok(Some(log.clone()))
    }

    /// Compares the disk with what the edits expect and with the files that the plan relies on.
    /// Feeds every difference. Returns the path of one.
    async fn find_difference(
        &mut self,
        edits: &[JournalEdit],
        relies_on: &[String],
        is_strict: bool,
    ) -> IoResult<Option<String>> {
        let paths = relies_on.to_vec();
        let dependencies: Vec<(String, Option<Vec<u8>>)> = self
            .io
            .host(move |host| {
                let content = |path: &String| host.tree().file(path).map(<[u8]>::to_vec);
                paths.into_iter().map(|path| (path.clone(), content(&path))).collect()
            })
            .await;
        let mut expected = ExpectedStates::before_all(edits);
        for (path, content) in &dependencies {
            expected.require(path, content.as_deref().map_or(ExpectedState::Present, ExpectedState::Content));
        }
        let findings = journal_progress::read_expected(&self.io, &expected).await?;
        let mut differing = expected.contradicted_paths(&findings).next().map(str::to_owned);
        let mut states = rescan::rescan_contradicted(&self.io, &expected, &findings).await?;
        // A new name was chosen by the names that exist in its folder.
        let folders_of_new_names =
            findings.folders.keys().filter(|folder| is_strict && handoff_format::is_content(folder));
        let missing_dependencies = dependencies.iter().filter(|(_, content)| content.is_none()).map(|(path, _)| path);
        for folder in folders_of_new_names.chain(missing_dependencies) {
            if differing.is_some() {
                break;
            }
            let listed = match findings.folders.get(folder) {
                Some(listed) => listed.clone(),
                // A folder that does not exist has no names.
                None => self.io.list(folder).await?.unwrap_or_default().into_iter().collect(),
            };
            states.extend(rescan::rescan_names(&self.io, folder, &listed).await?);
            differing = (!states.is_empty()).then(|| folder.clone());
        }
        self.io.feed(states).await;
        Ok(differing)
    }

    /// Feeds what is different around a path at which an edit stopped.
    async fn rescan_around(&self, path: &str) -> IoResult<()> {
        let states = rescan::rescan_path(&self.io, path).await?;
        self.io.feed(states).await;
        let folder = parent(path);
        if self.io.list(folder).await?.is_some_and(|names| names.is_empty()) {
            // The file did not come back. Most likely another program renamed the folder, and our
            // temporary file created the old one again.
            self.io.remove_folder(folder).await?;
            let states = rescan::rescan_path(&self.io, path).await?;
            self.io.feed(states).await;
        }
        Ok(())
    }

    /// Takes the change set over into the host and removes the journal.
    async fn finish(&mut self, changes: ChangeSet) -> IoResult<Outcome> {
        let command = self.command.clone();
        let (committed, now) = (changes.clone(), self.io.now());
        let revision = self.io.host(move |host| host.committed(&command, &committed, now)).await;
        if self.journal.bytes.take().is_some() {
            // Every edit is done. A journal that stays is found complete by the next recovery.
            let _ = self.io.remove_with(&self.journal.path, self.journal.is_flushed).await;
        }
        Ok(outcome::done(revision, &self.command, changes, true))
    }

    /// Reverts the first edits of the journal and keeps what other programs changed meanwhile. If
    /// something was kept, the journal stays until the next attempt replaces it. Returns `No` if
    /// the lock was lost and another program has completed the journal.
    async fn revert(&mut self, done: usize) -> IoResult<Done> {
        // An append that failed may have added a part.
        let executed = self.journal.edits.iter().enumerate().rev();
        let executed = executed.filter(|(index, edit)| *index < done || (*index == done && edit.is_repeatable()));
        let inverse: Vec<JournalEdit> = executed.map(|(_, edit)| edit.inverse(&mut self.temps)).collect();
        if !inverse.is_empty() {
            if self.write_journal(inverse, true).await? == Done::No {
                return Ok(Done::No);
            }
            match execute::run_possible(&self.io, &mut self.lock, &self.journal.edits).await? {
                None => return Ok(Done::No),
                Some(kept) => {
                    if let Some(path) = kept.into_iter().next() {
                        self.unreverted = Some(path);
                        return Ok(Done::Yes);
                    }
                }
            }
        }
        self.journal.bytes = None;
        self.io.remove(&self.journal.path).await?;
        Ok(Done::Yes)
    }

    /// Ends the commit after its journal could not be written.
    async fn after_failed_journal(&mut self, fail: Fail) -> Outcome {
        // The file may exist in spite of the failure, and would be executed later.
        let is_gone =
            self.io.remove(&self.journal.path).await.is_ok() || self.io.read(&self.journal.path).await == Ok(None);
        if is_gone { outcome::start_failure(fail) } else { outcome::failure(fail, texts::SAVE_BROKEN_OFF) }
    }

    /// Ends the commit after the system refused an edit. Reverts what was done, as far as possible.
    async fn after_failed_edit(&mut self, changes: ChangeSet, fail: Fail) -> IoResult<Outcome> {
        for edit in &self.journal.edits {
            // A temporary file that stays is removed by the next recovery.
            let _ = execute::remove_temp_file(&self.io, edit, self.io.replaces_in_two()).await;
        }
        let Ok(findings) = journal_progress::read_for_edits(&self.io, &self.journal.edits).await else {
            return Ok(outcome::failure(fail, texts::SAVE_BROKEN_OFF));
        };
        let boundary = journal_progress::find_boundary(&self.journal.edits, &findings);
        let mut done = boundary.done;
        for (index, edit) in self.journal.edits.iter().enumerate().take(boundary.done) {
            if !logs::is_appended(&self.io, edit).await.unwrap_or(false) {
                done = done.min(index);
            }
        }
        if done == self.journal.edits.len() && boundary.foreign.is_empty() {
            return self.finish(changes).await;
        }
        match self.revert(done).await {
            Ok(Done::Yes) => Ok(self.failed(fail)),
            Ok(Done::No) | Err(_) => Ok(outcome::failure(fail, texts::SAVE_BROKEN_OFF)),
        }
    }

    /// Returns the outcome of a failure. It depends on whether a journal is left to complete.
    fn failed(&self, fail: Fail) -> Outcome {
        if self.journal.bytes.is_some() {
            return outcome::failure(fail, texts::SAVE_BROKEN_OFF);
        }
        outcome::save_failure(fail)
    }

    /// Ends the commit after this process stood still and another one took its lock. That one has
    /// completed the journal with these edits, or this one does now.
    async fn after_lost_lock(&mut self, edits: &[JournalEdit], changes: ChangeSet) -> IoResult<Outcome> {
        if let Some(outcome) = self.retake_lock().await? {
            return Ok(outcome);
        }
        let expected = ExpectedStates::after_all(edits);
        let findings = journal_progress::read_expected(&self.io, &expected).await?;
        if let Some(path) = expected.contradicted_paths(&findings).next() {
            return Ok(outcome::conflict(path.to_owned(), texts::LOST_LOCK));
        }
        self.journal.bytes = None;
        self.finish(changes).await
    }

    /// Takes the lock again after it was lost, and completes every journal. Returns an outcome if
    /// another program holds the lock.
    async fn retake_lock(&mut self) -> IoResult<Option<Outcome>> {
        self.lock.tasks.release_all(&self.io).await;
        match Lock::acquire(&self.io, &self.identity, &self.capabilities, Patience::Wait).await {
            Ok(lock) => self.lock = lock,
            Err(no_lock) => return Ok(Some(outcome::no_lock(no_lock))),
        }
        recover::complete_journals(&self.io, &mut self.lock, &self.identity).await?;
        Ok(None)
    }
}

/// Returns whether a log may lose its lines with a loss of power: it exists, and they say only what is observed
/// without them as well.
fn is_log_observable(edits: &[JournalEdit], events: &[Event]) -> bool {
    let has_new_log = edits.iter().any(|edit| matches!(edit, JournalEdit::Append { size: None, .. }));
    !has_new_log && events.iter().all(|event| matches!(event.change, Change::Field { .. }))
}

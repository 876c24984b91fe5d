//! Carrying out a command: plan, lock, compare, journal, edit, unlock.
//!
//! Invariant: what is written was planned from exactly what lies on disk. Otherwise the host is fed and the command is planned again.

use std::sync::Arc;

use handoff_protocol::{Capabilities, ChangeSet, Command, Context, Edit, FileState, Outcome, Process, Refusal};

use crate::commit::execute;
use crate::commit::execute::Carried;
use crate::commit::io::{Done, Editors, Fail, Io, IoResult};
use crate::commit::journal::{Content, Journal, Step, TempNames};
use crate::commit::journal_progress;
use crate::commit::journal_progress::{Fact, Facts};
use crate::commit::lock::{LOCK, Lock, Patience};
use crate::commit::outcome;
use crate::commit::recover;
use crate::commit::rescan;
use crate::edit::appended;
use crate::model::activity_log;
use crate::texts;
use crate::tree::{Tree, parent, within};

/// The folder of the task tree.
const TASKS: &str = "tasks";
/// So often is a command planned before other programs' changes count as endless.
const ROUNDS: usize = 12;
/// From this round on, new neighbours of a file no longer count: only what the plan itself touches.
const PATIENT_ROUNDS: usize = 6;
/// Pause before planning again, in milliseconds, times the number of the round.
const ROUND_PAUSE: u32 = 15;

/// Who commits: the names of its lock, journal and temporary files.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    /// The writer of the context.
    pub writer: String,
    /// Different for each commit.
    pub nonce: String,
    /// The process that commits, where others can look it up.
    pub process: Option<Process>,
}

impl Identity {
    /// None when the writer's name cannot be part of a file's name.
    pub(super) fn of(context: &Context, capabilities: &Capabilities) -> Option<Identity> {
        let fits = (1..=64).contains(&context.writer.len())
            && context.writer.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        let nonce = format!("{:08x}{:x}", context.seed, context.now);
        fits.then(|| Identity { writer: context.writer.clone(), nonce, process: capabilities.process.clone() })
    }
}

/// What a round came to.
enum Round {
    /// The commit is over.
    Over(Outcome),
    /// Something at this path is not as planned; the host has heard of it.
    Again(String),
}

/// One command on its way to the disk.
struct Save {
    io: Io,
    me: Identity,
    command: Arc<Command>,
    context: Context,
    capabilities: Capabilities,
    lock: Lock,
    temps: TempNames,
    journal: OpenJournal,
    /// Where something of an attempt could not be taken back, since another program has built on it.
    partly_saved: Option<String>,
}

pub(super) async fn save(io: Io, command: Command, mut context: Context, capabilities: Capabilities) -> Outcome {
    let command = Arc::new(command);
    let Some(me) = Identity::of(&context, &capabilities) else {
        return Outcome::Refused { refusal: outcome::bad_writer(&context) };
    };
    let changes = match plan_with_saved_editors(&io, &command, &mut context, capabilities.editors).await {
        Ok(changes) if changes.edits.is_empty() => return unchanged(&io, changes).await,
        Ok(changes) => changes,
        Err(outcome) => return outcome,
    };
    let lock = match Lock::take(&io, &me, &capabilities, Patience::Wait).await {
        Ok(lock) => lock,
        Err(no_lock) => return outcome::not_locked(no_lock),
    };
    let temps = TempNames::new(&me.writer, &me.nonce);
    let journal = OpenJournal::new(&me);
    let mut save = Save { io, me, command, context, capabilities, lock, temps, journal, partly_saved: None };
    let mut outcome = save.rounds(changes).await.unwrap_or_else(|fail| save.failed(fail));
    if !matches!(outcome, Outcome::Failed { .. }) && save.journal.bytes.is_some() {
        // An attempt could not be taken back whole, and no other has replaced it. A failure to report that leaves it to the next open.
        let _ = recover::complete(&save.io, &mut save.lock, &save.me, &save.journal.path).await;
    }
    if let (Outcome::Refused { .. } | Outcome::Conflict { .. }, Some(path)) = (&outcome, save.partly_saved.take()) {
        outcome = outcome::conflict(path, texts::PARTLY_SAVED);
    }
    let Save { io, lock, .. } = save;
    lock.release(&io).await;
    outcome
}

async fn plan(io: &Io, command: &Arc<Command>, context: &Context) -> Result<ChangeSet, Refusal> {
    let (command, context) = (command.clone(), context.clone());
    io.host(move |host| host.plan(&command, &context)).await
}

/// Plans the command, and plans again after the user has saved editors of the files that it changes.
/// Runs before the lock is taken, so that no other program waits for the user's answer.
async fn plan_with_saved_editors(
    io: &Io,
    command: &Arc<Command>,
    context: &mut Context,
    has_editors: bool,
) -> Result<ChangeSet, Outcome> {
    loop {
        let changes = plan(io, command, context).await.map_err(|refusal| Outcome::Refused { refusal })?;
        if !has_editors || changes.edits.is_empty() {
            return Ok(changes);
        }
        match io.settle_editors(edited_paths(&changes.edits)).await {
            Editors::Clean => return Ok(changes),
            Editors::Declined => return Err(outcome::unsaved_editor()),
            Editors::Saved(files) => {
                feed(io, files).await;
                context.now = context.now.max(io.now());
            }
        }
    }
}

/// Returns the paths at or below which edits change files. Logs are left out: they only grow.
fn edited_paths(edits: &[Edit]) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for edit in edits {
        match edit {
            Edit::Write { path, .. } | Edit::Remove { path, .. } => paths.push(path.clone()),
            Edit::MakeFolder { path } | Edit::RemoveFolder { path } => paths.push(path.clone()),
            Edit::Move { from, to } => paths.extend([from.clone(), to.clone()]),
            Edit::Append { .. } => {}
        }
    }
    paths
}

async fn feed(io: &Io, files: Vec<FileState>) {
    if !files.is_empty() {
        let now = io.now();
        io.host(move |host| host.feed(files, now)).await;
    }
}

async fn unchanged(io: &Io, changes: ChangeSet) -> Outcome {
    let revision = io.host(|host| host.revision()).await;
    outcome::finished(revision, changes, false)
}

impl Save {
    async fn rounds(&mut self, changes: ChangeSet) -> IoResult<Outcome> {
        let found_journal = recover::complete_all(&self.io, &mut self.lock, &self.me).await?;
        let mut planned = (!found_journal).then_some(changes);
        let mut path = String::new();
        for round in 0..ROUNDS {
            let changes = match planned.take() {
                Some(changes) => changes,
                None => match self.plan_again().await {
                    Ok(changes) => changes,
                    Err(refusal) => return Ok(Outcome::Refused { refusal }),
                },
            };
            if changes.edits.is_empty() {
                return Ok(unchanged(&self.io, changes).await);
            }
            match self.round(changes, round < PATIENT_ROUNDS).await? {
                Round::Over(outcome) => return Ok(outcome),
                Round::Again(here) => path = here,
            }
            self.io.wait(ROUND_PAUSE * u32::try_from(round + 1).unwrap_or(1)).await;
        }
        Ok(outcome::conflict(path, texts::KEEPS_CHANGING))
    }

    async fn plan_again(&mut self) -> Result<ChangeSet, Refusal> {
        self.context.now = self.context.now.max(self.io.now());
        plan(&self.io, &self.command, &self.context).await
    }

    /// One attempt: compare, then journal and edit.
    async fn round(&mut self, changes: ChangeSet, patient: bool) -> IoResult<Round> {
        if self.lock.keep(&self.io).await? == Done::No {
            return Ok(match self.lock_again().await? {
                Some(outcome) => Round::Over(outcome),
                None => Round::Again(LOCK.to_owned()),
            });
        }
        if let Some(path) = self.hear_of_others(&changes.edits).await? {
            return Ok(Round::Again(path));
        }
        let steps = self.steps(&changes.edits).await?;
        if let Some(path) = self.differs(&steps, &changes.relies_on, patient).await? {
            return Ok(Round::Again(path));
        }
        match self.note(steps).await {
            Ok(Done::Yes) => {}
            Ok(Done::No) => return Ok(Round::Again(self.journal.path.clone())),
            Err(fail) => {
                // It may be there in spite of the failure, and would be carried out later.
                let is_gone = self.io.remove(&self.journal.path).await.is_ok()
                    || self.io.read(&self.journal.path).await == Ok(None);
                return Ok(Round::Over(if is_gone {
                    outcome::not_begun(fail)
                } else {
                    outcome::failed(fail, texts::SAVE_BROKEN_OFF)
                }));
            }
        }
        match execute::all(&self.io, &mut self.lock, &self.journal.steps).await {
            Ok(Carried::All) => self.complete(changes).await.map(Round::Over),
            Ok(Carried::Stopped { done, path }) => {
                let forward = self.journal.steps.clone();
                if self.take_back(done).await? == Done::No {
                    return self.after_loss(&forward, changes).await.map(Round::Over);
                }
                self.look_around(&path).await?;
                Ok(Round::Again(path))
            }
            Ok(Carried::Lost) => {
                let forward = self.journal.steps.clone();
                self.after_loss(&forward, changes).await.map(Round::Over)
            }
            Err(fail) => self.after_failure(changes, fail).await.map(Round::Over),
        }
    }

    /// Writes steps into the journal, in place of those that stand there. `No` when somebody else has touched it.
    async fn note(&mut self, steps: Vec<Step>) -> IoResult<Done> {
        let bytes = Journal::new(&self.me.writer, self.io.now(), self.io.replaces_in_two(), steps.clone()).encode();
        let temp = self.temps.behind(&self.journal.path);
        let journal = &mut self.journal;
        let written = self.io.exchange(&temp, &journal.path, journal.bytes.as_deref(), &bytes).await;
        match &written {
            Ok(Done::Yes) => (journal.steps, journal.bytes) = (steps, Some(bytes)),
            Ok(Done::No) => journal.bytes = None,
            Err(_) => {
                let _ = self.io.remove(&temp).await;
            }
        }
        written
    }

    /// Looks into the logs for what other programs of ours have done; gives a log's path where they did something. Then ids may be taken and
    /// tasks may have moved in folders that the change does not touch, and what was observed may have been told by who did it.
    async fn hear_of_others(&mut self, edits: &[Edit]) -> IoResult<Option<String>> {
        let Some(log) = edits.iter().find_map(|edit| match edit {
            Edit::Append { path, .. } if within(path, activity_log::FOLDER) => Some(path),
            _ => None,
        }) else {
            return Ok(None);
        };
        let logs = rescan::logs(&self.io, log).await?;
        if logs.is_empty() {
            return Ok(None);
        }
        feed(&self.io, logs).await;
        let states = rescan::everything(&self.io, TASKS).await?;
        feed(&self.io, states).await;
        Ok(Some(log.clone()))
    }

    /// The steps of some edits, with what is added to logs put behind what they hold.
    async fn steps(&mut self, edits: &[Edit]) -> IoResult<Vec<Step>> {
        let mut steps = Vec::with_capacity(edits.len());
        for edit in edits {
            let Edit::Append { path, lines } = edit else {
                steps.extend(Step::of(edit, &mut self.temps));
                continue;
            };
            let log = path.clone();
            let (before, missing) = self.io.host(move |host| log_and_missing_folders(host.tree(), &log)).await;
            steps.extend(missing.into_iter().map(|path| Step::MakeFolder { path }));
            let after = Content(appended(before.as_deref(), lines));
            let temp = self.temps.beside(path);
            steps.push(Step::Write { path: path.clone(), temp, before: before.map(Content), after });
        }
        Ok(steps)
    }

    /// Compares the disk with what the steps expect and with what the plan was judged by, and feeds what is different; gives a path
    /// where something is.
    async fn differs(&mut self, steps: &[Step], relies_on: &[String], patient: bool) -> IoResult<Option<String>> {
        let paths = relies_on.to_vec();
        let known: Vec<(String, Option<Vec<u8>>)> = self
            .io
            .host(move |host| {
                let content = |path: &String| host.tree().file(path).map(<[u8]>::to_vec);
                paths.into_iter().map(|path| (path.clone(), content(&path))).collect()
            })
            .await;
        let mut facts = Facts::before_all(steps);
        for (path, content) in &known {
            facts.require(path, content.as_deref().map_or(Fact::Present, Fact::Content));
        }
        let findings = journal_progress::find_for(&self.io, &facts).await?;
        let mut path = facts.contradicted(&findings).next().map(str::to_owned);
        let mut states = rescan::news(&self.io, &facts, &findings).await?;
        // Where a name is about to appear, the plan chose it by the names around it.
        let near = findings.folders.keys().filter(|folder| patient && handoff_format::is_content(folder));
        let judged_by = known.iter().filter(|(_, content)| content.is_none()).map(|(path, _)| path);
        for folder in near.chain(judged_by) {
            if path.is_some() {
                break;
            }
            let listed = match findings.folders.get(folder) {
                Some(listed) => listed.clone(),
                None => self.io.list(folder).await?.unwrap_or_default().into_iter().collect(),
            };
            states.extend(rescan::names(&self.io, folder, &listed).await?);
            path = (!states.is_empty()).then(|| folder.clone());
        }
        feed(&self.io, states).await;
        Ok(path)
    }

    /// Feeds what is different around a path at which a step stopped.
    async fn look_around(&self, path: &str) -> IoResult<()> {
        let states = rescan::around(&self.io, path).await?;
        feed(&self.io, states).await;
        let folder = parent(path);
        if self.io.list(folder).await?.is_some_and(|names| names.is_empty()) {
            // Its file stays away. Most likely the folder was renamed, and our temporary file has brought back its old name.
            self.io.remove_folder(folder).await?;
            let states = rescan::around(&self.io, path).await?;
            feed(&self.io, states).await;
        }
        Ok(())
    }

    async fn complete(&mut self, changes: ChangeSet) -> IoResult<Outcome> {
        let command = self.command.clone();
        let (noted, now) = (changes.clone(), self.io.now());
        let revision = self.io.host(move |host| host.committed(&command, &noted, now)).await;
        if self.journal.bytes.take().is_some() {
            // Everything is in place. A journal that cannot be removed is found complete later.
            let _ = self.io.remove(&self.journal.path).await;
        }
        Ok(outcome::finished(revision, changes, true))
    }

    /// Takes back the first steps of the journal, keeping what another program changed meanwhile; then the journal stays until the next
    /// attempt replaces it. `No` when somebody else has completed the journal, since the lock was lost.
    async fn take_back(&mut self, done: usize) -> IoResult<Done> {
        let first = self.journal.steps.iter().take(done).rev();
        let back: Vec<Step> = first.map(|step| step.inverse(&mut self.temps)).collect();
        if !back.is_empty() {
            if self.note(back).await? == Done::No {
                return Ok(Done::No);
            }
            match execute::possible(&self.io, &mut self.lock, &self.journal.steps).await? {
                None => return Ok(Done::No),
                Some(left) => {
                    if let Some(path) = left.into_iter().next() {
                        self.partly_saved = Some(path);
                        return Ok(Done::Yes);
                    }
                }
            }
        }
        self.journal.bytes = None;
        self.io.remove(&self.journal.path).await?;
        Ok(Done::Yes)
    }

    /// The system refused a step. What was begun is taken back, as far as the system lets it be.
    async fn after_failure(&mut self, changes: ChangeSet, fail: Fail) -> IoResult<Outcome> {
        for step in &self.journal.steps {
            let _ = execute::clear(&self.io, step, self.io.replaces_in_two()).await;
        }
        let Ok(findings) = journal_progress::find_all(&self.io, &self.journal.steps).await else {
            return Ok(outcome::failed(fail, texts::SAVE_BROKEN_OFF));
        };
        let boundary = journal_progress::boundary(&self.journal.steps, &findings);
        if boundary.done == self.journal.steps.len() && boundary.foreign.is_empty() {
            return self.complete(changes).await;
        }
        match self.take_back(boundary.done).await {
            Ok(Done::Yes) => Ok(self.failed(fail)),
            Ok(Done::No) | Err(_) => Ok(outcome::failed(fail, texts::SAVE_BROKEN_OFF)),
        }
    }

    /// The end by a failure; whether anything is left to do, the journal tells.
    fn failed(&self, fail: Fail) -> Outcome {
        if self.journal.bytes.is_some() {
            return outcome::failed(fail, texts::SAVE_BROKEN_OFF);
        }
        outcome::nothing_saved(fail)
    }

    /// Another program took the lock while this one stood still, and has completed the journal with these steps, or this one does now.
    async fn after_loss(&mut self, steps: &[Step], changes: ChangeSet) -> IoResult<Outcome> {
        if let Some(outcome) = self.lock_again().await? {
            return Ok(outcome);
        }
        let facts = Facts::after_all(steps);
        let findings = journal_progress::find_for(&self.io, &facts).await?;
        if let Some(path) = facts.contradicted(&findings).next() {
            return Ok(outcome::conflict(path.to_owned(), texts::LOST_LOCK));
        }
        self.journal.bytes = None;
        self.complete(changes).await
    }

    /// Takes the lock anew after it was lost, and completes what lies about; an outcome when somebody else holds it.
    async fn lock_again(&mut self) -> IoResult<Option<Outcome>> {
        match Lock::take(&self.io, &self.me, &self.capabilities, Patience::Wait).await {
            Ok(lock) => self.lock = lock,
            Err(no_lock) => return Ok(Some(outcome::not_locked(no_lock))),
        }
        recover::complete_all(&self.io, &mut self.lock, &self.me).await?;
        Ok(None)
    }
}

/// A log's content, and the folders that must be made for it, the topmost first.
fn log_and_missing_folders(tree: &Tree, log: &str) -> (Option<Vec<u8>>, Vec<String>) {
    let mut missing = Vec::new();
    let mut folder = parent(log);
    while !tree.is_folder(folder) {
        missing.insert(0, folder.to_owned());
        folder = parent(folder);
    }
    (tree.file(log).map(<[u8]>::to_vec), missing)
}

/// The journal of this commit.
struct OpenJournal {
    path: String,
    steps: Vec<Step>,
    /// What lies on disk.
    bytes: Option<Vec<u8>>,
}

impl OpenJournal {
    /// One that is not written yet.
    fn new(me: &Identity) -> OpenJournal {
        OpenJournal { path: recover::path_of(me), steps: Vec::new(), bytes: None }
    }
}

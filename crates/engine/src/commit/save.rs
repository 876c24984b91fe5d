//! Carrying out a command: plan, lock, compare, journal, edit, unlock.
//!
//! Invariant: what is written was planned from exactly what lies on disk. Otherwise the host is fed and the command is planned again.

use std::collections::BTreeSet;

use handoff_protocol::{
    Capabilities, ChangeSet, Command, Context, Edit, FileState, Outcome, Refusal, RefusalCode, Text,
};

use super::carry::{self, Carried};
use super::evidence::{self, Facts};
use super::io::{Done, Fail, Io, Tried};
use super::journal::{Content, Journal, Step, TempNames};
use super::lock::{Lock, NoLock};
use super::{look, recover};
use crate::edit::appended;
use crate::texts;
use crate::tree::parent;

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
}

impl Identity {
    /// None when the writer's name cannot be part of a file's name.
    pub(super) fn of(context: &Context) -> Option<Identity> {
        let fits = (1..=64).contains(&context.writer.len())
            && context.writer.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        let nonce = format!("{:08x}{:x}", context.seed, context.now);
        fits.then(|| Identity { writer: context.writer.clone(), nonce })
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
    command: Command,
    context: Context,
    capabilities: Capabilities,
    lock: Lock,
    temps: TempNames,
}

pub(super) async fn save(io: Io, command: Command, context: Context, capabilities: Capabilities) -> Outcome {
    let Some(me) = Identity::of(&context) else {
        return Outcome::Refused { refusal: bad_writer(&context) };
    };
    let changes = match plan(&io, &command, &context).await {
        Ok(changes) if changes.edits.is_empty() => return unchanged(&io, changes).await,
        Ok(changes) => changes,
        Err(refusal) => return Outcome::Refused { refusal },
    };
    let lock = match Lock::take(&io, &me, capabilities).await {
        Ok(lock) => lock,
        Err(no_lock) => return not_locked(no_lock),
    };
    let temps = TempNames::new(&me.writer, &me.nonce);
    let mut save = Save { io, me, command, context, capabilities, lock, temps };
    let outcome = save.rounds(changes).await.unwrap_or_else(|fail| failed(fail, texts::SAVE_FAILED));
    let Save { io, lock, .. } = save;
    lock.release(&io).await;
    outcome
}

/// The refusal of a context whose writer cannot name a file.
pub(super) fn bad_writer(context: &Context) -> Refusal {
    let text = Text::with(texts::BAD_WRITER, [("writer", context.writer.clone())]);
    Refusal { code: RefusalCode::BadCommand, text, task: None, field: None }
}

/// How a commit ends that gets no lock.
pub(super) fn not_locked(no_lock: NoLock) -> Outcome {
    match no_lock {
        NoLock::Refused(refusal) => Outcome::Refused { refusal },
        NoLock::Failed(fail) => failed(fail, texts::SAVE_FAILED),
    }
}

/// How a commit ends that the system stopped.
pub(super) fn failed(fail: Fail, template: &str) -> Outcome {
    let text = Text::with(template, [("path", fail.path.clone()), ("reason", fail.reason)]);
    Outcome::Failed { path: fail.path, text }
}

async fn plan(io: &Io, command: &Command, context: &Context) -> Result<ChangeSet, Refusal> {
    let (command, context) = (command.clone(), context.clone());
    io.host(move |host| host.plan(&command, &context)).await
}

async fn unchanged(io: &Io, changes: ChangeSet) -> Outcome {
    let revision = io.host(|host| host.revision()).await;
    done(revision, changes, false)
}

fn done(revision: u32, changes: ChangeSet, changed: bool) -> Outcome {
    let ChangeSet { summary, created, warnings, .. } = changes;
    Outcome::Done { revision, summary, created, warnings, changed }
}

impl Save {
    async fn rounds(&mut self, changes: ChangeSet) -> Tried<Outcome> {
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
        Ok(conflict(path, texts::KEEPS_CHANGING))
    }

    async fn plan_again(&mut self) -> Result<ChangeSet, Refusal> {
        self.context.now = self.context.now.max(self.io.now());
        plan(&self.io, &self.command, &self.context).await
    }

    /// One attempt: compare, then journal and edit.
    async fn round(&mut self, changes: ChangeSet, patient: bool) -> Tried<Round> {
        if self.lock.keep(&self.io).await? == Done::No {
            return Ok(Round::Over(conflict(String::new(), texts::LOST_LOCK)));
        }
        let steps = self.steps(&changes.edits).await?;
        if let Some(path) = self.differs(&steps, patient).await? {
            return Ok(Round::Again(path));
        }
        let mut journal = OpenJournal::write(&self.io, &self.me, &mut self.temps, steps).await?;
        match carry::all(&self.io, &mut self.lock, &journal.steps).await {
            Ok(Carried::All) => self.complete(&journal, changes).await.map(Round::Over),
            Ok(Carried::Stopped { done, path }) => {
                self.take_back(&mut journal, done).await?;
                let states = look::around(&self.io, &path).await?;
                self.feed(states).await;
                Ok(Round::Again(path))
            }
            Ok(Carried::Lost) => self.after_loss(&journal, changes).await.map(Round::Over),
            Err(fail) => self.after_failure(journal, changes, fail).await.map(Round::Over),
        }
    }

    /// The steps of some edits, with what is to be added to logs read now.
    async fn steps(&mut self, edits: &[Edit]) -> Tried<Vec<Step>> {
        let mut steps = Vec::with_capacity(edits.len());
        for edit in edits {
            let Edit::Append { path, lines } = edit else {
                steps.extend(Step::of(edit, &mut self.temps));
                continue;
            };
            let before = self.io.read(path).await?;
            if let Some(bytes) = before.clone() {
                // The host adds the lines to the log that it knows, so it must know this one.
                self.feed(vec![FileState::File { path: path.clone(), bytes }]).await;
            }
            let after = Content(appended(before.as_deref(), lines));
            let temp = self.temps.beside(path);
            steps.push(Step::Write { path: path.clone(), temp, before: before.map(Content), after });
        }
        Ok(steps)
    }

    /// Compares the disk with what the steps expect and feeds what is different; gives a path where something is.
    async fn differs(&mut self, steps: &[Step], patient: bool) -> Tried<Option<String>> {
        let facts = Facts::before_all(steps);
        let found = evidence::find_for(&self.io, &facts).await?;
        let failing = facts.iter().find(|(path, fact)| found.get(*path).is_some_and(|found| !fact.holds(found)));
        let mut states = look::news(&self.io, &facts, &found).await?;
        let mut path = failing.map(|(path, _)| path.clone());
        if path.is_none() && patient {
            // Where a name is about to appear, the plan chose it by the names around it.
            let folders: BTreeSet<&str> = facts
                .iter()
                .filter(|(_, fact)| *fact == evidence::Fact::Absent)
                .map(|(path, _)| parent(path))
                .collect();
            for folder in folders.into_iter().filter(|folder| handoff_format::is_content(folder)) {
                states.extend(look::names(&self.io, folder).await?);
                path = path.or_else(|| (!states.is_empty()).then(|| folder.to_owned()));
            }
        }
        self.feed(states).await;
        Ok(path)
    }

    async fn feed(&self, states: Vec<FileState>) {
        if !states.is_empty() {
            let now = self.io.now();
            self.io.host(move |host| host.feed(states, now)).await;
        }
    }

    async fn complete(&mut self, journal: &OpenJournal, changes: ChangeSet) -> Tried<Outcome> {
        let command = self.command.clone();
        let (noted, now) = (changes.clone(), self.io.now());
        let revision = self.io.host(move |host| host.committed(&command, &noted, now)).await;
        // Everything is in place. A journal that cannot be removed is found complete later.
        let _ = self.io.remove(&journal.path).await;
        Ok(done(revision, changes, true))
    }

    /// Takes back the first steps of a journal, keeping what another program changed meanwhile.
    async fn take_back(&mut self, journal: &mut OpenJournal, done: usize) -> Tried<()> {
        let back: Vec<Step> = journal.steps.iter().take(done).rev().map(|step| step.inverse(&mut self.temps)).collect();
        if !back.is_empty() {
            journal.rewrite(&self.io, &self.me, &mut self.temps, back).await?;
            carry::possible(&self.io, &mut self.lock, &journal.steps).await?;
        }
        self.io.remove(&journal.path).await?;
        Ok(())
    }

    /// The system refused a step. What was begun is taken back, as far as the system lets it be.
    async fn after_failure(&mut self, mut journal: OpenJournal, changes: ChangeSet, fail: Fail) -> Tried<Outcome> {
        let Ok(found) = evidence::find_all(&self.io, &journal.steps).await else {
            return Ok(failed(fail, texts::SAVE_BROKEN_OFF));
        };
        let boundary = evidence::boundary(&journal.steps, &found);
        if boundary.done == journal.steps.len() && boundary.foreign.is_empty() {
            return self.complete(&journal, changes).await;
        }
        let left: Vec<String> = journal.temps().map(str::to_owned).collect();
        for temp in left {
            let _ = self.io.remove(&temp).await;
        }
        match self.take_back(&mut journal, boundary.done).await {
            Ok(()) => Ok(failed(fail, texts::SAVE_FAILED)),
            Err(_) => Ok(failed(fail, texts::SAVE_BROKEN_OFF)),
        }
    }

    /// Another program took the lock while this one stood still. It has completed the journal, or this one does.
    async fn after_loss(&mut self, journal: &OpenJournal, changes: ChangeSet) -> Tried<Outcome> {
        self.lock = match Lock::take(&self.io, &self.me, self.capabilities).await {
            Ok(lock) => lock,
            Err(no_lock) => return Ok(not_locked(no_lock)),
        };
        recover::complete_all(&self.io, &mut self.lock, &self.me).await?;
        let facts = Facts::after_all(&journal.steps);
        let found = evidence::find_for(&self.io, &facts).await?;
        if let Some((path, _)) =
            facts.iter().find(|(path, fact)| found.get(*path).is_some_and(|found| !fact.holds(found)))
        {
            return Ok(conflict(path.clone(), texts::LOST_LOCK));
        }
        self.complete(journal, changes).await
    }
}

fn conflict(path: String, template: &str) -> Outcome {
    let text = Text::with(template, [("path", path.clone())]);
    Outcome::Conflict { path, text }
}

/// A journal on disk.
struct OpenJournal {
    path: String,
    steps: Vec<Step>,
    bytes: Vec<u8>,
}

impl OpenJournal {
    async fn write(io: &Io, me: &Identity, temps: &mut TempNames, steps: Vec<Step>) -> Tried<OpenJournal> {
        let path = format!("{}{}.json", recover::JOURNAL, me.nonce);
        let mut journal = OpenJournal { path, steps: Vec::new(), bytes: Vec::new() };
        journal.put(io, me, temps, steps, None).await?;
        Ok(journal)
    }

    /// Puts other steps in place of the ones that stand there.
    async fn rewrite(&mut self, io: &Io, me: &Identity, temps: &mut TempNames, steps: Vec<Step>) -> Tried<()> {
        let before = std::mem::take(&mut self.bytes);
        self.put(io, me, temps, steps, Some(before)).await
    }

    async fn put(
        &mut self,
        io: &Io,
        me: &Identity,
        temps: &mut TempNames,
        steps: Vec<Step>,
        before: Option<Vec<u8>>,
    ) -> Tried<()> {
        let bytes = Journal::new(&me.writer, io.now(), steps.clone()).encode();
        let temp = temps.beside(&self.path);
        let written = io.exchange(&temp, &self.path, before.as_deref(), &bytes).await;
        if written != Ok(Done::Yes) {
            let _ = io.remove(&temp).await;
            let fail =
                Fail { path: self.path.clone(), reason: "the journal was changed by another program".to_owned() };
            return written.and(Err(fail));
        }
        (self.steps, self.bytes) = (steps, bytes);
        Ok(())
    }

    fn temps(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().filter_map(|step| match step {
            Step::Write { temp, .. } => Some(temp.as_str()),
            _ => None,
        })
    }
}

//! The lock of runs: one handover of a project at a time. The file has the form of the lock of
//! commits, and the engine's rules decide whether its holder still holds it.
//!
//! Invariant: if several processes find an abandoned lock, only one gets it: the lock is renamed to a
//! name that is made of its own content, and a rename never replaces a file.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use handoff_agent::HandoffError;
use handoff_agent::handover::{LOCK_PATH, RunningRun};
use handoff_engine::{
    HolderProcess, LOCK_RENEW_AFTER_MS, LockHolder, LockState, LockWatch, broken_lock_names, is_old_broken_lock,
    lock_retry_delays, parse_lock,
};
use handoff_protocol::{Action, Answer, Process};
use serde_json::{Value, json};

use crate::ground::clock::now;
use crate::ground::disk::Disk;
use crate::ground::disk::process;
use crate::ground::disk::roots::Roots;
use crate::ground::{identity, threads};

/// The key of the time at which the run began, beside those of the holder.
const BEGAN: &str = "began";

/// The beginning of the names that abandoned locks are renamed to.
const BROKEN_PREFIX: &str = "local/handover/lock.broken-";

/// How long to wait for another run.
#[derive(Clone, Copy, Debug)]
pub enum Patience {
    /// About five seconds.
    Wait,
    /// About a second, because a client waits for an answer. A torn lock is taken within it.
    Hurry,
}

impl Patience {
    const fn attempts(self) -> usize {
        match self {
            Patience::Wait => 420,
            Patience::Hurry => 105,
        }
    }
}

/// A held lock. It is renewed by a thread, or without threads before each step, and released on drop.
#[derive(Debug)]
pub struct RunLock {
    shared: Arc<(Mutex<Held>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Held {
    disk: Disk,
    content: Vec<u8>,
    is_released: bool,
    /// Whether another process has taken the lock.
    is_lost: bool,
}

impl RunLock {
    /// Takes the lock of the project with this `.handoff` folder.
    pub fn acquire(home: &Path, patience: Patience) -> Result<RunLock, HandoffError> {
        let disk = disk(home);
        let nonce = format!("{:08x}{:x}", identity::seed(), now());
        let mut watch = LockWatch::default();
        let mut last = None;
        for delay in lock_retry_delays(patience.attempts()) {
            let mine = content(now(), now(), &nonce);
            match disk.perform(&Action::Create { path: LOCK_PATH.to_owned(), bytes: mine.clone() }) {
                Answer::Ok {} => return Ok(RunLock::hold(disk, mine)),
                Answer::Exists {} => {}
                other => return Err(unavailable(&other)),
            }
            let Answer::Bytes { bytes } = disk.perform(&Action::Read { path: LOCK_PATH.to_owned() }) else {
                // It was released just now, or cannot be read.
                disk.perform(&Action::Wait { ms: delay });
                continue;
            };
            let holder = parse_lock(&bytes);
            last = Some(bytes.clone());
            match watch.observe(&bytes, holder.as_ref().map_or(LockState::Uncertain, state_of)) {
                LockState::Abandoned => break_lock(&disk, &bytes, holder.as_ref()),
                LockState::Held | LockState::Uncertain => {
                    disk.perform(&Action::Wait { ms: delay });
                }
            }
        }
        let holder = last.as_deref().and_then(describe);
        let holder = holder.map_or_else(String::new, |run| format!(": {} since {}", run.holder, run.since));
        Err(HandoffError::Conflict(format!("Another handover is running{holder}. Wait until it has ended.").into()))
    }

    /// Returns whether another process has taken the lock, for example while this computer slept. Then
    /// the checkpoint is that of the other process.
    pub fn is_lost(&self) -> bool {
        let mut held = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        if self.thread.is_none() {
            held.renew();
        }
        held.is_lost
    }

    fn hold(disk: Disk, content: Vec<u8>) -> RunLock {
        remove_old_broken_locks(&disk);
        let shared = Arc::new((Mutex::new(Held { disk, content, is_released: false, is_lost: false }), Condvar::new()));
        let renewed = Arc::clone(&shared);
        let thread = threads::ARE_AVAILABLE.then(|| thread::spawn(move || renew(&renewed)));
        RunLock { shared, thread }
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        {
            let mut held = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
            held.is_released = true;
            let is_own = matches!(
                held.disk.perform(&Action::Read { path: LOCK_PATH.to_owned() }),
                Answer::Bytes { bytes } if bytes == held.content
            );
            if is_own {
                // A lock that stays counts as abandoned when this process ends.
                held.disk.perform(&Action::Remove { path: LOCK_PATH.to_owned(), flush: false });
            }
        }
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread leaves a lock that was not renewed.
            let _ = thread.join();
        }
    }
}

/// Renews the lock until it is released or another process has taken it.
fn renew(shared: &(Mutex<Held>, Condvar)) {
    let delay = Duration::from_millis(LOCK_RENEW_AFTER_MS.unsigned_abs());
    let mut held = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let (next, timeout) = shared.1.wait_timeout(held, delay).unwrap_or_else(PoisonError::into_inner);
        held = next;
        if held.is_released {
            return;
        }
        if !timeout.timed_out() {
            continue;
        }
        held.renew();
        if held.is_lost {
            return;
        }
    }
}

impl Held {
    /// Renews the lock, or finds that another process has taken it.
    fn renew(&mut self) {
        let value: Value = serde_json::from_slice(&self.content).unwrap_or_default();
        let began = value.get(BEGAN).and_then(Value::as_i64).unwrap_or_else(now);
        let nonce = value.get("nonce").and_then(Value::as_str).unwrap_or_default().to_owned();
        let renewed = content(now(), began, &nonce);
        let temporary = format!("{LOCK_PATH}.tmp.{nonce}");
        self.disk.perform(&Action::Write { path: temporary.clone(), bytes: renewed.clone(), flush: false });
        let (from, expected) = (temporary.clone(), Some(self.content.clone()));
        let replace = Action::Replace { from, to: LOCK_PATH.to_owned(), expected, flush: false };
        match self.disk.perform(&replace) {
            Answer::Ok {} => self.content = renewed,
            Answer::Differs {} => {
                self.is_lost = true;
                self.disk.perform(&Action::Remove { path: temporary, flush: false });
            }
            // Tried again after the next delay.
            _ => {}
        }
    }
}

/// Returns who performs a run of a project at the moment, or `None`.
pub fn running(home: &Path) -> Option<RunningRun> {
    let Answer::Bytes { bytes } = disk(home).perform(&Action::Read { path: LOCK_PATH.to_owned() }) else { return None };
    let is_held = parse_lock(&bytes).is_some_and(|holder| state_of(&holder) == LockState::Held);
    is_held.then(|| describe(&bytes)).flatten()
}

fn disk(home: &Path) -> Disk {
    Disk::new(Roots::new(home.to_path_buf(), None), false)
}

/// Returns the content of a lock file.
fn content(now: i64, began: i64, nonce: &str) -> Vec<u8> {
    let holder =
        LockHolder { writer: identity::writer(), since: now, nonce: nonce.to_owned(), process: process::current() };
    let mut value = serde_json::to_value(&holder).unwrap_or_default();
    if let Some(members) = value.as_object_mut() {
        members.insert(BEGAN.to_owned(), json!(began));
    }
    value.to_string().into_bytes()
}

fn state_of(holder: &LockHolder) -> LockState {
    let own = process::current();
    let is_running = match holder.process_seen_from(own.as_ref()) {
        HolderProcess::Ended => Some(false),
        HolderProcess::Local(Process { pid, started, .. }) => process::is_running(*pid, started.as_deref()),
        HolderProcess::Unknown => None,
    };
    holder.state(now(), is_running)
}

/// Describes the holder in a lock file.
fn describe(bytes: &[u8]) -> Option<RunningRun> {
    let holder = parse_lock(bytes)?;
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let began = value.get(BEGAN).and_then(Value::as_i64).unwrap_or(holder.since);
    let name = match &holder.process {
        // The host's name comes first, before the ID of the machine.
        Some(Process { host, pid, .. }) => {
            format!(
                "process {pid} on {}",
                host.split('/').next().filter(|name| !name.is_empty()).unwrap_or("this host")
            )
        }
        None => holder.writer.clone(),
    };
    let since = chrono::DateTime::from_timestamp_millis(began).unwrap_or_default();
    Some(RunningRun { holder: name, since: since.to_rfc3339_opts(chrono::SecondsFormat::Secs, true) })
}

/// Renames an abandoned lock, so that it can be taken.
fn break_lock(disk: &Disk, content: &[u8], holder: Option<&LockHolder>) {
    let contains_lock = |path: &str| {
        matches!(
            disk.perform(&Action::Read { path: path.to_owned() }),
            Answer::Bytes { bytes } if bytes == content
        )
    };
    for name in broken_lock_names(holder, now()) {
        let broken = format!("{BROKEN_PREFIX}{name}");
        // The renamed file stays for a while: it stops a process that still sees the old lock from
        // renaming the new one.
        if matches!(disk.perform(&Action::Move { from: LOCK_PATH.to_owned(), to: broken.clone() }), Answer::Ok {}) {
            if !contains_lock(&broken) {
                // Another process has taken the lock since it was read: put its file back.
                disk.perform(&Action::Move { from: broken, to: LOCK_PATH.to_owned() });
            }
            return;
        }
        // Usually another process has broken it just now.
        if !contains_lock(LOCK_PATH) {
            return;
        }
    }
}

/// Removes the files of locks that were broken long ago.
fn remove_old_broken_locks(disk: &Disk) {
    let Some((folder, _)) = LOCK_PATH.rsplit_once('/') else { return };
    let Answer::Names { names } = disk.perform(&Action::List { path: folder.to_owned() }) else { return };
    for path in names.iter().map(|name| format!("{folder}/{name}")).filter(|path| path.starts_with(BROKEN_PREFIX)) {
        let Answer::Bytes { bytes } = disk.perform(&Action::Read { path: path.clone() }) else { continue };
        if is_old_broken_lock(&bytes, now()) {
            // A file that stays is removed by the next run.
            disk.perform(&Action::Remove { path, flush: false });
        }
    }
}

fn unavailable(answer: &Answer) -> HandoffError {
    let reason = match answer {
        Answer::Failed { reason, .. } => reason.clone(),
        _ => "it is no regular file".to_owned(),
    };
    HandoffError::System(format!(
        "The handover was not begun: .handoff/{LOCK_PATH} cannot be written ({reason}). Check the permissions and the disk."
    ).into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn lock_is_exclusive_and_released_on_drop() {
        let scratch = TempDir::new("run-lock");
        let lock = RunLock::acquire(&scratch.0, Patience::Hurry).unwrap();
        let running = running(&scratch.0).unwrap();
        assert!(running.holder.contains(&std::process::id().to_string()), "{running:?}");
        let busy = RunLock::acquire(&scratch.0, Patience::Hurry).unwrap_err();
        assert!(matches!(&busy, HandoffError::Conflict(text) if text.to_string().contains(&running.holder)), "{busy}");
        drop(lock);
        assert_eq!(super::running(&scratch.0), None);
        assert_eq!(fs::read_dir(scratch.0.join("local/handover")).unwrap().count(), 0);
    }

    #[test]
    fn lock_of_an_ended_process_or_a_torn_one_is_taken() {
        let scratch = TempDir::new("run-lock-ended");
        let file = scratch.0.join(LOCK_PATH);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let own = process::current().unwrap();
        let ended = Process { started: Some("another time".to_owned()), ..own };
        let holder = LockHolder { writer: "w".to_owned(), since: now(), nonce: "n".to_owned(), process: Some(ended) };
        for content in [serde_json::to_vec(&holder).unwrap(), b"{\"writer\":".to_vec()] {
            // A copy of the folder may bring the same lock back.
            for _ in 0..3 {
                fs::write(&file, &content).unwrap();
                drop(RunLock::acquire(&scratch.0, Patience::Hurry).unwrap());
                assert!(!file.exists());
            }
        }
    }
}

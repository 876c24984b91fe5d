//! A double of the server `handoff-mcp` 0.47, from the specification of how it reads and writes.
//!
//! It replaces whole files, with what it read before and its change, by a rename of a temporary file. It changes
//! a task under the lock of the system on the file `.lock` in its folder, and writes the file of a new status
//! before it removes the old one. A claim is a key of the task with a lease; when it is over, the task is put back
//! to `todo`. For everything else, also for hours, it takes no lock. Each replacement swaps two names in one step,
//! so the double knows which bytes it replaced.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::{Value, json};

use crate::support::random::Random;

/// The agent that the double is.
const AGENT: &str = "a-20261130-080000-000001";
/// The time that a claim lasts.
const LEASE: TimeDelta = TimeDelta::minutes(30);

/// A write of the double: what it read, what it replaced a moment later, and what it wrote.
#[derive(Debug)]
pub struct Overwrite {
    /// The record: the ID of a task, or the path of a file.
    pub record: String,
    /// The number of the write in the order of all calls.
    pub at: u64,
    pub read: String,
    /// The last content that it took away: that of the deleted file, or of the replaced one.
    pub replaced: Option<String>,
    /// Whether it wrote a file that was no longer there.
    pub is_stale_name: bool,
    /// Whether it held the lock of the task meanwhile.
    pub is_locked: bool,
    pub written: String,
}

/// A task as the double finds it.
pub struct Found {
    pub id: String,
    pub folder: PathBuf,
    pub file: PathBuf,
    pub text: String,
}

pub struct Double<'a> {
    root: PathBuf,
    random: Random,
    order: &'a AtomicU64,
    /// The maximum time between a read and the write that follows, in microseconds.
    delay: u64,
    files: u64,
    pub overwrites: Vec<Overwrite>,
}

impl<'a> Double<'a> {
    pub fn new(root: &Path, seed: u64, order: &'a AtomicU64, delay: u64) -> Double<'a> {
        Double { root: root.to_owned(), random: Random(seed), order, delay, files: 0, overwrites: Vec::new() }
    }

    fn wait(&mut self) {
        if self.delay > 0 {
            std::thread::sleep(Duration::from_micros(self.random.below(self.delay)));
        }
    }

    fn temporary(&mut self, path: &Path) -> PathBuf {
        self.files += 1;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        path.with_file_name(format!(".{name}.tmp.{}.{}", std::process::id(), self.files))
    }

    /// Replaces a file; returns the content that was there.
    fn replace(&mut self, path: &Path, text: &str) -> io::Result<Option<String>> {
        let temporary = self.temporary(path);
        let mut file = fs::File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        match renameat_with(CWD, &temporary, CWD, path, RenameFlags::EXCHANGE) {
            Ok(()) => {
                let old = fs::read_to_string(&temporary)?;
                fs::remove_file(&temporary)?;
                Ok(Some(old))
            }
            Err(error) if io::Error::from(error).kind() == ErrorKind::NotFound => {
                fs::rename(&temporary, path)?;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a file; returns the content that was there.
    fn delete(&mut self, path: &Path) -> io::Result<String> {
        let temporary = self.temporary(path);
        fs::rename(path, &temporary)?;
        let old = fs::read_to_string(&temporary)?;
        fs::remove_file(&temporary)?;
        Ok(old)
    }

    fn record(&mut self, record: String, read: &str, replaced: Option<String>, is_stale_name: bool, written: &str) {
        let at = self.order.fetch_add(1, Ordering::SeqCst);
        let (read, written) = (read.to_owned(), written.to_owned());
        self.overwrites.push(Overwrite { record, at, read, replaced, is_stale_name, is_locked: false, written });
    }

    /// Rewrites a file with what was read and a change.
    fn rewrite(&mut self, path: &Path, change: impl FnOnce(&str) -> String) -> io::Result<()> {
        let read = fs::read_to_string(path)?;
        self.wait();
        let written = change(&read);
        let replaced = self.replace(path, &written)?;
        let is_stale_name = replaced.is_none();
        self.record(path.to_string_lossy().into_owned(), &read, replaced, is_stale_name, &written);
        Ok(())
    }

    /// Creates a task with the next number of its parent; returns its ID.
    pub fn create(&mut self, parent: Option<&str>, title: &str) -> io::Result<String> {
        let (folder, prefix) = match parent {
            Some(id) => (self.find(id)?.folder, format!("{id}.")),
            None => (self.root.join("tasks"), "t".to_owned()),
        };
        let number = |name: &str| name.strip_prefix(&prefix)?.split('-').next()?.parse::<u32>().ok();
        let names = fs::read_dir(&folder)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let id = format!("{prefix}{}", names.filter_map(|name| number(&name)).max().unwrap_or_default() + 1);
        self.wait();
        let folder = folder.join(format!("{id}-{title}"));
        fs::create_dir_all(&folder)?;
        let now = now();
        let task = json!({"id": id, "title": title, "created_at": now, "updated_at": now});
        self.replace(&folder.join("_task.todo.json"), &pretty(&task))?;
        Ok(id)
    }

    /// Changes a task. A claim of its own is renewed, even one that was over; what is done has no claim.
    pub fn update(&mut self, id: &str, status: Option<&str>, change: impl FnOnce(&mut Value)) -> io::Result<()> {
        let change = |task: &mut Value, present: &str| {
            change(task);
            if status == Some("done") {
                return unclaimed(task, "done");
            }
            if task["lock"]["agent_id"] == AGENT {
                task["lock"]["lease_expires_at"] = (chrono::Utc::now() + LEASE).to_rfc3339().into();
            }
            status.unwrap_or(present).to_owned()
        };
        self.update_if(id, |_| true, change)
    }

    /// Writes a task whose lock is held: the file of a new status first, then it removes the old one.
    fn write(&mut self, found: Found, status: &str, mut task: Value) -> io::Result<()> {
        task["updated_at"] = now().into();
        self.wait();
        let path = found.folder.join(format!("_task.{status}.json"));
        let written = pretty(&task);
        let mut replaced = self.replace(&path, &written)?;
        if path != found.file {
            self.wait();
            replaced = replaced.or(Some(self.delete(&found.file)?));
        }
        let is_stale_name = replaced.is_none();
        self.record(found.id, &found.text, replaced, is_stale_name, &written);
        self.overwrites.last_mut().unwrap().is_locked = true;
        Ok(())
    }

    /// Claims a task for half an hour, unless it is claimed. What was not begun is begun.
    pub fn claim(&mut self, id: &str) -> io::Result<()> {
        self.scan_leases()?;
        let is_free = |task: &Value| task["lock"].is_null();
        self.update_if(id, is_free, |task, status| {
            let (now, end) = (chrono::Utc::now(), chrono::Utc::now() + LEASE);
            task["lock"] = json!({
                "agent_id": AGENT, "session_id": "unknown", "claimed_at": now.to_rfc3339(),
                "lease_expires_at": end.to_rfc3339(), "lease_ttl_seconds": LEASE.num_seconds(),
            });
            if matches!(status, "todo" | "blocked") { "in_progress".to_owned() } else { status.to_owned() }
        })
    }

    /// Releases a task that it holds, and puts it back.
    pub fn release(&mut self, id: &str) -> io::Result<()> {
        self.scan_leases()?;
        self.update_if(id, |task| task["lock"]["agent_id"] == AGENT, |task, _| unclaimed(task, "todo"))
    }

    /// Lets the lease of a claimed task be over.
    pub fn end_lease(&mut self, id: &str) -> io::Result<()> {
        let is_claimed = |task: &Value| !task["lock"].is_null();
        self.update_if(id, is_claimed, |task, status| {
            task["lock"]["lease_expires_at"] = "2026-01-01T00:00:00+00:00".into();
            status.to_owned()
        })
    }

    /// Puts back every task whose lease is over, whatever its status is.
    pub fn scan_leases(&mut self) -> io::Result<()> {
        let is_over = |task: &Value| {
            let end = task["lock"]["lease_expires_at"].as_str().and_then(|end| DateTime::parse_from_rfc3339(end).ok());
            end.is_some_and(|end| end < chrono::Utc::now())
        };
        for found in tasks(&self.root.join("tasks"))? {
            if serde_json::from_str(&found.text).is_ok_and(|task: Value| is_over(&task)) {
                // It may be gone or changed by now.
                let _ = self.update_if(&found.id, is_over, |task, _| unclaimed(task, "todo"));
            }
        }
        Ok(())
    }

    /// Changes a task under its lock if a test of it holds there. The change returns the new status.
    fn update_if(
        &mut self,
        id: &str,
        test: impl FnOnce(&Value) -> bool,
        change: impl FnOnce(&mut Value, &str) -> String,
    ) -> io::Result<()> {
        let lock = fs::File::create(self.find(id)?.folder.join(".lock"))?;
        lock.lock()?;
        let found = self.find(id)?;
        let mut task: Value = serde_json::from_str(&found.text)?;
        if !test(&task) {
            return Err(io::Error::other("another agent holds it"));
        }
        let name = found.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let status = change(&mut task, name.split('.').nth(1).unwrap_or_default());
        self.write(found, &status, task)
    }

    /// Adds hours: reads the task again before the rename, and starts over if it has changed.
    pub fn log(&mut self, id: &str, hours: f64) -> io::Result<()> {
        for _ in 0..=5 {
            let found = self.find(id)?;
            let mut task: Value = serde_json::from_str(&found.text)?;
            let before = task["updated_at"].clone();
            let actual = task["schedule"]["actual_hours"].as_f64().unwrap_or_default();
            task["schedule"]["actual_hours"] = (actual + hours).into();
            task["updated_at"] = now().into();
            self.wait();
            let again: Value = serde_json::from_str(&self.find(id)?.text)?;
            if again["updated_at"] == before {
                let written = pretty(&task);
                let replaced = self.replace(&found.file, &written)?;
                let is_stale_name = replaced.is_none();
                self.record(found.id, &found.text, replaced, is_stale_name, &written);
                return Ok(());
            }
        }
        Err(io::Error::other("the task changes all the time"))
    }

    /// Removes the folder of a task.
    pub fn remove(&mut self, id: &str) -> io::Result<()> {
        let folder = self.find(id)?.folder;
        self.files += 1;
        let away = self.root.with_file_name(format!("removed-{}", self.files));
        fs::rename(folder, &away)?;
        fs::remove_dir_all(away)
    }

    /// Finds a task as its name says.
    pub fn find(&self, id: &str) -> io::Result<Found> {
        let is_it = |found: &Found| found.id == id;
        // Of two status files, the newest counts.
        let newest = |found: &Found| fs::metadata(&found.file).and_then(|data| data.modified()).ok();
        tasks(&self.root.join("tasks"))?
            .into_iter()
            .filter(is_it)
            .max_by_key(newest)
            .ok_or_else(|| ErrorKind::NotFound.into())
    }

    /// Returns the file of the active session, the last by name.
    fn session(&self) -> io::Result<Option<PathBuf>> {
        let files = fs::read_dir(self.root.join("sessions"))?.map(|entry| Ok(entry?.path()));
        let files: Vec<PathBuf> = files.collect::<io::Result<_>>()?;
        Ok(files.into_iter().filter(|path| path.to_string_lossy().ends_with(".active.json")).max())
    }

    pub fn decide(&mut self, decision: &str) -> io::Result<()> {
        let path = self.session()?.ok_or(ErrorKind::NotFound)?;
        self.rewrite(&path, |text| {
            let mut session: Value = serde_json::from_str(text).unwrap();
            if session["decisions"].is_null() {
                session["decisions"] = json!([]);
            }
            session["decisions"].as_array_mut().unwrap().push(json!({"decision": decision}));
            pretty(&session)
        })
    }

    /// Saves the active session, or a new one; closes it if asked.
    pub fn save(&mut self, summary: &str, close: bool) -> io::Result<()> {
        let now = now();
        let stamp: String = now.replace(['-', ':'], "").replace('T', "-").chars().take(15).collect();
        let name = |status: &str| format!("{stamp}-{summary}.{status}.json");
        let path = self.session()?;
        let active = path.clone().unwrap_or_else(|| self.root.join("sessions").join(name("active")));
        if path.is_some() {
            self.rewrite(&active, |text| {
                let mut session: Value = serde_json::from_str(text).unwrap();
                session["summary"] = summary.into();
                session["ended_at"] = now.as_str().into();
                pretty(&session)
            })?;
        } else {
            let id = format!("s-{stamp}-{summary}");
            let session = json!({"version": 2, "id": id, "ended_at": now, "summary": summary});
            self.replace(&active, &pretty(&session))?;
        }
        if close {
            fs::rename(&active, active.with_file_name(name("closed")))?;
        }
        Ok(())
    }

    /// Changes the configuration, keeping its other lines.
    pub fn configure(&mut self, key: &str, value: &str) -> io::Result<()> {
        const TABLE: &str = "[settings.custom_fields]\n";
        let path = self.root.join("config.toml");
        self.rewrite(&path, |text| text.replacen(TABLE, &format!("{TABLE}{key} = \"{value}\"\n"), 1))
    }

    pub fn add_milestone(&mut self, name: &str) -> io::Result<()> {
        let path = self.root.join("config.toml");
        self.rewrite(&path, |text| format!("{}\n\n[milestones.{name}]\ndate = \"2026-12-24\"\n", text.trim_end()))
    }

    /// Saves a memory; returns its ID.
    pub fn remember(&mut self, text: &str) -> io::Result<String> {
        let (now, id) = (now(), format!("m-{text}"));
        let memory = json!({
            "version": 2, "id": id, "text": text, "kind": "lesson", "tags": [], "keywords": [], "scope_paths": [],
            "content_hash": "64bed771f98fb58c", "created_at": now, "updated_at": now, "hit_count": 0,
            "superseded_ids": [],
        });
        self.replace(&self.root.join(format!("memory/{id}.json")), &pretty(&memory))?;
        Ok(id)
    }

    pub fn forget(&mut self, id: &str) -> io::Result<()> {
        fs::remove_file(self.root.join(format!("memory/{id}.json")))
    }
}

/// Removes the claim of a task. Returns its new status.
fn unclaimed(task: &mut Value, status: &str) -> String {
    if let Some(task) = task.as_object_mut() {
        task.remove("lock");
    }
    status.to_owned()
}

/// Makes `.handoff` of a linked working tree a link to that of the primary one. Replaces a link that is broken
/// or leads elsewhere.
pub fn link(primary: &Path, at: &Path) -> io::Result<()> {
    if fs::read_link(at).is_ok_and(|target| target != primary) {
        fs::remove_file(at)?;
    }
    symlink(primary, at)
}

/// Returns the tasks below a folder, with every status file that is there.
pub fn tasks(folder: &Path) -> io::Result<Vec<Found>> {
    let mut tasks = Vec::new();
    for entry in fs::read_dir(folder)? {
        let folder = entry?.path();
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !folder.is_dir() || name.starts_with('.') {
            continue;
        }
        let id = name.split('-').next().unwrap_or_default().to_owned();
        // A folder may be gone by now.
        for file in fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())) {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with("_task.")
                && let Ok(text) = fs::read_to_string(&file)
            {
                tasks.push(Found { id: id.clone(), folder: folder.clone(), file, text });
            }
        }
        tasks.append(&mut self::tasks(&folder).unwrap_or_default());
    }
    Ok(tasks)
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap()
}

fn now() -> String {
    chrono::Utc::now().to_rfc3339()
}

//! What is left of the confirmed calls of two programs, and what explains each one that is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::calls::{Author, Call, Kind};
use super::double::{Overwrite, tasks};
use super::state::quarters;

/// A call with its place in the order of all calls, and its answer.
#[derive(Debug)]
pub struct Fact {
    pub call: Call,
    pub begin: u64,
    pub end: u64,
    pub result: Result<Option<String>, String>,
}

/// The texts of the records: tasks by ID, other files by path.
type Records = BTreeMap<String, Vec<(String, String)>>;

pub struct Verdict<'f> {
    facts: &'f [Fact],
    overwrites: &'f [Overwrite],
    records: Records,
    session: String,
    config: String,
    /// Calls of ours that a stale write of the double took away.
    overwritten: usize,
    /// Calls of the double that ours took away, between our comparison and our rename.
    pub windows: Vec<String>,
    /// Losses that nothing explains.
    pub unexplained: Vec<String>,
    /// Tasks with two files, and pairs of tasks with one ID.
    several: usize,
    twins: usize,
    pub is_consistent: bool,
}

fn overlap(one: &Fact, other: &Fact) -> bool {
    one.begin < other.end && other.begin < one.end
}

fn hours(text: &str) -> i64 {
    let task: Value = serde_json::from_str(text).unwrap_or_default();
    i64::try_from(quarters(task["schedule"]["actual_hours"].as_f64().unwrap_or_default())).unwrap()
}

impl<'f> Verdict<'f> {
    pub fn new(root: &Path, facts: &'f [Fact], overwrites: &'f [Overwrite]) -> Verdict<'f> {
        let mut records = Records::new();
        for found in tasks(&root.join("tasks")).unwrap() {
            records.entry(found.id).or_default().push((found.file.to_string_lossy().into_owned(), found.text));
        }
        let mut session = String::new();
        for folder in ["sessions", "memory", ""] {
            for path in fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
                let name = path.to_string_lossy().into_owned();
                if path.is_file()
                    && path.extension().is_some_and(|extension| extension == "json" || extension == "toml")
                {
                    let text = fs::read_to_string(&path).unwrap();
                    records.entry(name.clone()).or_default().push((name.clone(), text));
                }
                if name.ends_with(".active.json") {
                    session = name;
                }
            }
        }
        let config = root.join("config.toml").to_string_lossy().into_owned();
        let mut verdict = Verdict {
            facts,
            overwrites,
            records,
            session,
            config,
            overwritten: 0,
            windows: Vec::new(),
            unexplained: Vec::new(),
            several: 0,
            twins: 0,
            is_consistent: true,
        };
        facts.iter().filter(|fact| fact.result.is_ok()).for_each(|fact| verdict.judge(fact));
        verdict.judge_tasks();
        verdict
    }

    pub fn summary(&self) -> String {
        let count = |author: Author, ok: bool| {
            let is_it = |fact: &&Fact| fact.call.author == author && fact.result.is_ok() == ok;
            self.facts.iter().filter(is_it).count()
        };
        format!(
            "confirmed {} of ours and {} of the double, refused {} and {}; {} stale writes, {} of ours taken away by them, \
             {} of the double's lost to ours, {} tasks with two files, {} IDs given twice",
            count(Author::Ours, true),
            count(Author::Double, true),
            count(Author::Ours, false),
            count(Author::Double, false),
            self.overwrites.iter().filter(|write| write.replaced.as_ref() != Some(&write.read)).count(),
            self.overwritten,
            self.windows.len(),
            self.several,
            self.twins,
        )
    }

    /// Returns the record that a call changes.
    fn record(&self, fact: &Fact) -> Option<String> {
        match &fact.call.kind {
            Kind::Create(_) => fact.result.clone().ok().flatten(),
            Kind::Assign(id)
            | Kind::Label(id)
            | Kind::AppendNotes(id)
            | Kind::SetStatus(id, _)
            | Kind::LogTime(id)
            | Kind::Delete(id) => Some(id.clone()),
            Kind::Decide | Kind::Save | Kind::Close => Some(self.session.clone()),
            Kind::AddMilestone | Kind::Configure => Some(self.config.clone()),
            Kind::Remember | Kind::Forget(_) => None,
        }
    }

    /// Returns whether somebody deleted the task of a record after a call had begun.
    fn is_deleted(&self, record: &str, since: u64) -> bool {
        self.facts.iter().any(|fact| {
            let Kind::Delete(id) = &fact.call.kind else { return false };
            let is_it = record == id || record.starts_with(&format!("{id}."));
            // A refused call of the double may have moved the folder.
            is_it && fact.end > since && (fact.result.is_ok() || fact.call.author == Author::Double)
        })
    }

    /// Returns whether another call has set the same value later, or at the same time.
    fn is_superseded(&self, fact: &Fact) -> bool {
        let is_same = |other: &Kind| match (&fact.call.kind, other) {
            (Kind::Assign(id), Kind::Assign(other))
            | (Kind::Label(id), Kind::Label(other))
            | (Kind::SetStatus(id, _), Kind::SetStatus(other, _)) => id == other,
            (Kind::Save, Kind::Save) => true,
            _ => false,
        };
        self.facts.iter().any(|other| !std::ptr::eq(other, fact) && is_same(&other.call.kind) && other.end > fact.begin)
    }

    /// Returns whether both programs gave an ID to a new task at once: the double reserves no number.
    fn is_given_twice(&self, id: &str) -> bool {
        let is_new = |fact: &&Fact| {
            matches!(fact.call.kind, Kind::Create(_))
                && fact.result.as_ref().is_ok_and(|new| new.as_deref() == Some(id))
        };
        let new: Vec<&Fact> = self.facts.iter().filter(is_new).collect();
        new.iter().any(|one| new.iter().any(|other| one.begin < other.begin && overlap(one, other)))
    }

    fn judge(&mut self, fact: &Fact) {
        let word = fact.call.word.clone();
        let memory = |id: &str| self.records.keys().any(|name| name.ends_with(&format!("/memory/{id}.json")));
        let Some(record) = self.record(fact) else {
            let (id, must_exist) = match &fact.call.kind {
                Kind::Forget(id) => (id.clone(), false),
                _ => (fact.result.clone().unwrap().unwrap(), true),
            };
            let is_forgotten = self.facts.iter().any(|other| other.call.kind == Kind::Forget(id.clone()));
            if memory(&id) != (must_exist && !is_forgotten) && !(must_exist && is_forgotten) {
                self.unexplained.push(format!("{} is not as confirmed", fact.call));
            }
            return;
        };
        let texts = self.records.get(&record).map(Vec::as_slice).unwrap_or_default();
        let count: usize = texts
            .iter()
            .map(|(_, text)| {
                text.matches(&format!("{word}\"")).count()
                    + text.matches(&format!("{word}\\n")).count()
                    + text.matches(&format!("{word}]")).count()
                    + text.matches(&format!("{word} =")).count()
            })
            .sum();
        match &fact.call.kind {
            Kind::Delete(id) => {
                let is_new = |other: &Fact| {
                    matches!(other.call.kind, Kind::Create(_))
                        && other.result == Ok(Some(id.clone()))
                        && other.end > fact.begin
                };
                if !texts.is_empty() && !self.facts.iter().any(is_new) && !self.is_given_twice(id) {
                    self.unexplained.push(format!("{} is there again", fact.call));
                }
            }
            Kind::LogTime(_) => {}
            Kind::SetStatus(_, status) => {
                let is_set = texts.iter().any(|(path, _)| path.ends_with(&format!("_task.{status}.json")));
                if !is_set && !self.is_deleted(&record, fact.begin) && !self.is_superseded(fact) {
                    self.explain(fact, &record, |write| write.is_stale_name);
                }
            }
            _ if count > 1 && texts.len() == 1 => {
                self.unexplained.push(format!("{} is there {count} times", fact.call));
            }
            _ if count == 0 && !self.is_deleted(&record, fact.begin) && !self.is_superseded(fact) => {
                let has = |text: &String| text.contains(&word);
                self.explain(fact, &record, |write| {
                    write.replaced.as_ref().is_some_and(has) && !has(&write.written) && !has(&write.read)
                });
            }
            _ => {}
        }
    }

    /// Finds what took a call away.
    fn explain(&mut self, fact: &Fact, record: &str, is_cause: impl Fn(&Overwrite) -> bool) {
        let mut writes = self.overwrites.iter().filter(|write| write.record == record && write.at > fact.begin);
        match fact.call.author {
            Author::Ours if writes.any(is_cause) => self.overwritten += 1,
            Author::Ours => self.unexplained.push(format!("{} is lost", fact.call)),
            Author::Double => self.explain_window(&fact.call.to_string(), record, |other| overlap(fact, other)),
        }
    }

    /// Finds a call of ours on the same record at the same time as one of the double.
    fn explain_window(&mut self, loss: &str, record: &str, is_at_once: impl Fn(&Fact) -> bool) {
        let is_cause = |other: &&Fact| {
            other.call.author == Author::Ours && is_at_once(other) && self.record(other).as_deref() == Some(record)
        };
        match self.facts.iter().find(is_cause) {
            Some(cause) => self.windows.push(format!("{loss} is lost to {}", cause.call)),
            None => self.unexplained.push(format!("{loss} is lost, and no call of ours was under way")),
        }
    }

    /// Checks the files of each task: one, with all hours, and an ID of its own.
    fn judge_tasks(&mut self) {
        let records = std::mem::take(&mut self.records);
        for (id, texts) in records.iter().filter(|(id, _)| !id.starts_with('/')) {
            let mut folders: Vec<&str> = texts.iter().filter_map(|(path, _)| Some(path.rsplit_once('/')?.0)).collect();
            folders.dedup();
            let mut writes = self.overwrites.iter().filter(|write| write.record == *id);
            if folders.len() > 1 {
                (self.twins, self.is_consistent) = (self.twins + 1, false);
                if !self.is_given_twice(id) {
                    self.unexplained.push(format!("{id} was given twice, and not at once"));
                }
            } else if texts.len() > 1 {
                (self.several, self.is_consistent) = (self.several + 1, false);
                if !writes.any(|write| write.is_stale_name) {
                    let is_status = |fact: &Fact| matches!(fact.call.kind, Kind::SetStatus(..));
                    let theirs = |other: &Fact| {
                        self.facts
                            .iter()
                            .any(|fact| fact.call.author == Author::Double && is_status(fact) && overlap(fact, other))
                    };
                    let overlapping = self.facts.iter().any(|fact| {
                        fact.call.author == Author::Ours && self.record(fact).as_ref() == Some(id) && theirs(fact)
                    });
                    let message = format!("{id} has several files: {texts:?}");
                    if overlapping { self.windows.push(message) } else { self.unexplained.push(message) }
                }
            } else if !self.is_deleted(id, 0) {
                let confirmed =
                    self.facts.iter().filter(|fact| fact.call.kind == Kind::LogTime(id.clone()) && fact.result.is_ok());
                let confirmed = i64::try_from(confirmed.count()).unwrap();
                let taken: i64 =
                    writes.filter_map(|write| Some(hours(write.replaced.as_ref()?) - hours(&write.read))).sum();
                let is_hours = |fact: &Fact| fact.call.kind == Kind::LogTime(id.clone());
                match confirmed - hours(&texts[0].1) - taken {
                    0 => {}
                    lost if lost > 0 => {
                        self.explain_window(&format!("{lost} quarters of an hour of {id}"), id, |other| {
                            self.facts.iter().any(|fact| {
                                fact.call.author == Author::Double && is_hours(fact) && overlap(fact, other)
                            })
                        });
                    }
                    more => self.unexplained.push(format!("{id} has {} quarters of an hour too many", -more)),
                }
                self.overwritten += usize::try_from(taken.max(0)).unwrap();
            }
        }
        self.records = records;
    }
}

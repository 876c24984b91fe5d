//! The steps in `.handoff/local/history/`: the change sets that commands and the server have
//! committed on this machine. Each is a file of its own, so that processes that run at the same time
//! do not conflict.
//!
//! Invariant: no symbolic link is followed. A step that cannot be stored fails nothing; one that cannot be
//! read is named, never passed over, because an undo would take an older step for the last one.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use handoff_agent::HandoffError;
use handoff_engine::undo_step;
use handoff_protocol::{Actor, ActorKind, ChangeSet, Text, UndoStep};

use crate::ground::disk::file;
use crate::ground::{clock, identity};

/// The path of the folder below `.handoff/`.
const FOLDER: [&str; 2] = ["local", "history"];
/// The maximum number of stored steps of people.
const MAX_STEPS_OF_PEOPLE: usize = 20;
/// The maximum number of stored steps of agents.
const MAX_STEPS_OF_AGENTS: usize = 200;
/// The maximum size of a step that is read.
const MAX_STEP_MB: u64 = 20;
/// The maximum number of bytes of all steps.
const MAX_BYTES: u64 = 20_000_000;
/// The time after which a step is removed.
const MAX_AGE_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// The time after which a temporary file is a leftover.
const MAX_WRITE_MS: u64 = 10 * 60 * 1000;
/// The end of the names of temporary files.
const TEMPORARY: &str = ".tmp";
/// The number of digits of the time in a file's name.
const TIME_DIGITS: usize = 14;
/// The ends of the names of steps: of people, and of agents.
const SUFFIXES: [(ActorKind, &str); 2] = [(ActorKind::Human, "-person.json"), (ActorKind::Agent, "-agent.json")];

/// The sizes of the files of steps that this process has seen, by name. A step never changes.
pub type StepSizes = BTreeMap<String, u64>;

/// The stored steps of one project.
#[derive(Debug)]
pub struct History {
    folder: PathBuf,
}

/// A step with the path of its file.
#[derive(Debug)]
pub struct StoredUndoStep {
    /// The file.
    pub path: PathBuf,
    /// The content.
    pub step: UndoStep,
}

impl StoredUndoStep {
    /// Removes the file. If that fails, the step is offered again; its undo changes nothing then.
    pub fn forget(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A path of the history that could not be read.
#[derive(Debug)]
pub struct Unread {
    /// The file or folder.
    pub path: PathBuf,
    reason: String,
    /// Whether it is a step, which can be removed, and not the whole history.
    pub is_step: bool,
}

impl Unread {
    /// Returns the sentence that says what could not be read and what to do.
    fn text(&self) -> String {
        let Unread { path, reason, is_step } = self;
        let path = path.display();
        if *is_step {
            format!(
                "The stored change {path} cannot be read ({reason}), and it may be the last one. Run handoff undo --skip to go on to the change before it."
            )
        } else {
            format!("The stored changes in {path} cannot be read: {reason}.")
        }
    }

    /// Returns the sentence about a step that is left out.
    pub fn omission(&self) -> Text {
        let args = [("path", self.path.display().to_string()), ("reason", self.reason.clone())];
        Text::with("The stored change {path} cannot be read ({reason}), so it is left out.", args)
    }
}

impl From<Unread> for HandoffError {
    fn from(unread: Unread) -> HandoffError {
        HandoffError::Broken(unread.text().into())
    }
}

impl History {
    /// Returns the history of the project with this `.handoff` folder, or the path if a symbolic link or a
    /// file is in its place.
    pub fn of(home: &Path) -> Result<History, Unread> {
        let mut folder = home.to_path_buf();
        for part in FOLDER {
            folder.push(part);
            if folder.symlink_metadata().is_ok_and(|data| !data.is_dir()) {
                return Err(Unread { path: folder, reason: "it is not a folder".to_owned(), is_step: false });
            }
        }
        Ok(History { folder })
    }

    /// Stores change sets of an actor, and removes the oldest steps beyond the limits. A failure is
    /// ignored: the change itself succeeded, it just cannot be undone.
    pub fn save(&self, actor: &Actor, steps: &[ChangeSet], sizes: &mut StepSizes) {
        if sizes.is_empty() {
            // The folder may be one that is not private yet. Without it, each step fails.
            let _ = self.make_folders();
        }
        let now = clock::now();
        let mut names = self.file_names().unwrap_or_default();
        let last = names.iter().rfind(|name| is_step(name)).and_then(|name| time_of(name));
        // The names keep the order in which things happened, even if the clock was set back.
        let time = format!("{:0TIME_DIGITS$}-", now.max(last.unwrap_or(now)));
        // Steps of the same millisecond are counted on.
        let first = names.iter().filter(|name| is_step(name) && name.starts_with(&time)).count();
        for (number, changes) in (first..).zip(steps) {
            let name = format!("{time}{number:04}-{:08x}{}", identity::seed(), suffix_of(actor.kind));
            let temporary = self.folder.join(format!("{name}{TEMPORARY}"));
            let bytes = undo_step::encode(now, actor, changes);
            let write = || file::create_private(&temporary, &bytes);
            let written = write().or_else(|_| self.make_folders().and_then(|()| write()));
            if written.and_then(|()| fs::rename(&temporary, self.folder.join(&name))).is_err() {
                // The rest of it is never read, and removed a little later.
                let _ = fs::remove_file(&temporary);
            } else {
                names.push(name);
            }
        }
        names.sort();
        // If the clock is ahead for a while, nothing is old because of that.
        self.prune(&names, now, now.min(last.unwrap_or(now)), sizes);
    }

    /// Creates `local/` for everybody; only the history is private.
    fn make_folders(&self) -> io::Result<()> {
        self.folder.parent().map_or(Ok(()), fs::create_dir_all)?;
        file::make_private_folder(&self.folder)
    }

    /// Returns the last step of an actor, or `None` if there is none. A later step that cannot be read is an
    /// error, because it may be the actor's.
    pub fn last_of(&self, actor: &Actor) -> Result<Option<StoredUndoStep>, Unread> {
        for name in self.names()?.into_iter().rev().filter(|name| name.ends_with(suffix_of(actor.kind))) {
            let stored = self.read(&name)?;
            if is_same_actor(&stored.step.actor, actor) {
                return Ok(Some(stored));
            }
        }
        Ok(None)
    }

    /// Returns all steps, the oldest first, and those that cannot be read.
    pub fn all(&self) -> Result<(Vec<UndoStep>, Vec<Unread>), Unread> {
        let (mut steps, mut unread) = (Vec::new(), Vec::new());
        for name in self.names()? {
            match self.read(&name) {
                Ok(stored) => steps.push(stored.step),
                Err(fault) => unread.push(fault),
            }
        }
        Ok((steps, unread))
    }

    fn read(&self, name: &str) -> Result<StoredUndoStep, Unread> {
        let path = self.folder.join(name);
        let parsed = match file::read_bounded(&path, MAX_STEP_MB) {
            Ok(bytes) => undo_step::parse(&bytes).ok_or_else(|| "it is damaged".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match parsed {
            Ok(step) => Ok(StoredUndoStep { path, step }),
            Err(reason) => Err(Unread { path, reason, is_step: true }),
        }
    }

    /// Returns the names of the files of steps, the oldest first.
    fn names(&self) -> Result<Vec<String>, Unread> {
        let mut names = self.file_names()?;
        names.retain(|name| is_step(name));
        Ok(names)
    }

    /// Returns the names of the files that begin with a time, the oldest first.
    fn file_names(&self) -> Result<Vec<String>, Unread> {
        let unread = |error: io::Error| Unread { path: self.folder.clone(), reason: error.to_string(), is_step: false };
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(unread)?,
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry.map_err(unread)?.file_name().into_string());
        }
        names.retain(|name| time_of(name).is_some());
        names.sort();
        Ok(names)
    }

    /// Removes what is beyond the limits, the oldest first, of the files with these names: steps that are too
    /// old at the time `reference`, and what interrupted writes have left.
    fn prune(&self, names: &[String], now: i64, reference: i64, sizes: &mut StepSizes) {
        let (mut people, mut agents, mut bytes) = (0, 0, 0);
        let mut kept = StepSizes::new();
        for name in names.iter().rev() {
            let path = self.folder.join(name);
            let is_old = time_of(name).is_none_or(|time| {
                if is_step(name) { reference - time > MAX_AGE_MS } else { now.abs_diff(time) > MAX_WRITE_MS }
            });
            let (count, limit) = if name.ends_with(suffix_of(ActorKind::Human)) {
                (&mut people, MAX_STEPS_OF_PEOPLE)
            } else {
                (&mut agents, MAX_STEPS_OF_AGENTS)
            };
            *count += 1;
            let size = sizes.get(name).copied();
            let size = size.unwrap_or_else(|| path.symlink_metadata().map_or(0, |data| data.len()));
            bytes += size;
            if is_old || *count > limit || bytes > MAX_BYTES {
                // It is tried again with the next step.
                let _ = fs::remove_file(path);
            } else if is_step(name) {
                kept.insert(name.clone(), size);
            }
        }
        *sizes = kept;
    }
}

/// Returns whether a file is a step, and no temporary file.
fn is_step(name: &str) -> bool {
    SUFFIXES.iter().any(|(_, suffix)| name.ends_with(suffix))
}

fn suffix_of(kind: ActorKind) -> &'static str {
    SUFFIXES.iter().find(|(other, _)| *other == kind).map_or("", |(_, suffix)| suffix)
}

/// Returns the time in the name of a file, in milliseconds since 1970-01-01 UTC.
fn time_of(name: &str) -> Option<i64> {
    name.get(..TIME_DIGITS)?.parse().ok()
}

/// Returns whether two actors are the same. All people in the folder are its owner, under whatever
/// name: only the owner may enter it.
fn is_same_actor(one: &Actor, other: &Actor) -> bool {
    one.kind == other.kind
        && (one.kind == ActorKind::Human || (one.name == other.name && one.conversation == other.conversation))
}

#[cfg(test)]
mod tests {
    use handoff_protocol::Edit;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    fn changes(name: &str, size: usize) -> ChangeSet {
        let write = Edit::Write { path: "tasks/x".to_owned(), before: None, after: vec![b'x'; size] };
        ChangeSet { summary: Text::plain(name), edits: vec![write], ..ChangeSet::default() }
    }

    fn summaries(history: &History) -> Vec<String> {
        history.all().unwrap().0.into_iter().map(|step| step.summary.template).collect()
    }

    #[test]
    fn steps_of_people_agents_and_large_ones_have_limits() {
        let scratch = TempDir::new("history");
        let history = History::of(&scratch.0).unwrap();
        let (person, agent) = (Actor::person("Ana"), Actor::agent("codex"));
        let many = |letter: &str, count: usize| -> Vec<ChangeSet> {
            (0..count).map(|number| changes(&format!("{letter}{number}"), 1)).collect()
        };
        history.save(&person, &many("p", 25), &mut StepSizes::new());
        assert_eq!(summaries(&history).len(), 20);
        history.save(&agent, &many("a", 210), &mut StepSizes::new());
        let kept = summaries(&history);
        assert_eq!(kept.iter().filter(|name| name.starts_with('p')).count(), 20);
        assert_eq!(kept.iter().filter(|name| name.starts_with('a')).count(), 200);
        assert!(!kept.contains(&"a9".to_owned()) && kept.contains(&"a10".to_owned()), "the oldest are removed");
        assert_eq!(history.last_of(&agent).unwrap().unwrap().step.summary.template, "a209");
        let other = Actor { conversation: Some("c-1".to_owned()), ..agent.clone() };
        assert!(history.last_of(&other).unwrap().is_none(), "another conversation");
        let large = ["large 1", "large 2", "large 3"].map(|name| changes(name, 8_000_000));
        history.save(&other, &large, &mut StepSizes::new());
        assert_eq!(summaries(&history), ["large 2", "large 3"]);
        history.save(&other, &[changes("too large", 21_000_000)], &mut StepSizes::new());
        assert_eq!(summaries(&history).len(), 0);
    }

    #[test]
    fn damaged_steps_are_named_and_removed_by_age_alone() {
        let scratch = TempDir::new("damaged");
        let history = History::of(&scratch.0).unwrap();
        history.save(&Actor::person("Ana"), &[changes("first", 1)], &mut StepSizes::new());
        let now = clock::now();
        // After the step of the same millisecond.
        let file = |time: i64, end: &str| format!("{time:014}-9999-00000000{end}");
        let old = now - MAX_AGE_MS - 1000;
        let names = [
            (file(now, "-person.json"), true),
            (file(now, "-agent.json.tmp"), true),
            (file(old, "-person.json"), false),
            (file(old, "-agent.json.tmp"), false),
            ("notes.json".to_owned(), true),
        ];
        for (name, _) in &names {
            fs::write(history.folder.join(name), "{torn").unwrap();
        }
        history.save(&Actor::agent("codex"), &[changes("second", 1)], &mut StepSizes::new());
        for (name, stays) in names {
            assert_eq!(history.folder.join(&name).exists(), stays, "{name}");
        }
        assert_eq!(summaries(&history), ["first", "second"]);
        let unread = history.last_of(&Actor::person("")).unwrap_err();
        assert!(unread.text().contains("it is damaged"), "a later step may be the last one: {unread:?}");
        assert_eq!(history.all().unwrap().1.len(), 1);
        fs::remove_file(&unread.path).unwrap();
        assert_eq!(history.last_of(&Actor::person("")).unwrap().unwrap().step.summary.template, "first");
    }

    #[test]
    fn steps_keep_their_order_and_stay_if_the_clock_is_wrong() {
        let days = 40 * 24 * 60 * 60 * 1000;
        // The third step shows that the first one is old, and removes it.
        for (shift, later_steps) in [(-days, ["second"].as_slice()), (days, &["second", "third"])] {
            let scratch = TempDir::new("clock");
            let history = History::of(&scratch.0).unwrap();
            let ana = Actor::person("Ana");
            history.save(&ana, &[changes("first", 1)], &mut StepSizes::new());
            // The clock was wrong when the first step was stored.
            let name = history.names().unwrap().pop().unwrap();
            let shifted =
                format!("{:0TIME_DIGITS$}{}", time_of(&name).unwrap() + shift, name.get(TIME_DIGITS..).unwrap());
            fs::rename(history.folder.join(&name), history.folder.join(shifted)).unwrap();
            for later in later_steps {
                history.save(&ana, &[changes(later, 1)], &mut StepSizes::new());
                assert_eq!(history.last_of(&ana).unwrap().unwrap().step.summary.template, *later, "{shift}");
                assert_eq!(summaries(&history)[0], "first", "{shift}");
            }
        }
    }

    #[test]
    fn steps_of_one_millisecond_keep_their_order() {
        let scratch = TempDir::new("order");
        let history = History::of(&scratch.0).unwrap();
        let names: Vec<String> = (0..15).map(|number| format!("step {number:02}")).collect();
        for name in &names {
            history.save(&Actor::agent("codex"), &[changes(name, 1)], &mut StepSizes::new());
        }
        assert_eq!(summaries(&history), names);
    }

    #[cfg(unix)]
    #[test]
    fn links_in_the_place_of_the_history_are_not_followed() {
        let scratch = TempDir::new("links");
        let outside = scratch.0.join("outside");
        fs::create_dir(&outside).unwrap();
        for link in ["a/local", "b/local/history"] {
            let link = scratch.0.join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(&outside, link).unwrap();
        }
        assert!(History::of(&scratch.0.join("a")).unwrap_err().text().contains("is not a folder"));
        assert!(!History::of(&scratch.0.join("b")).unwrap_err().is_step, "an undo does not remove the link");
        // Nor is a step that is a link.
        let history = History::of(&scratch.0.join("c")).unwrap();
        history.save(&Actor::person("Ana"), &[changes("first", 1)], &mut StepSizes::new());
        let stored = history.folder.join(&history.names().unwrap()[0]);
        fs::rename(&stored, outside.join("step")).unwrap();
        std::os::unix::fs::symlink(outside.join("step"), &stored).unwrap();
        let (steps, unread) = history.all().unwrap();
        assert_eq!((steps.len(), unread.len()), (0, 1));
    }
}

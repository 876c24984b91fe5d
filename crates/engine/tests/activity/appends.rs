//! Appending: each acknowledged event is in the log exactly once, and a write costs the same however
//! long the log is.

use std::collections::BTreeSet;

use handoff_engine::Engine;
use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Answer, Capabilities, Command, Fault, FileState, Layout, Outcome};
use proptest::prelude::*;

use crate::commit::project::{LOCKING, LOCKLESS, Person, harbour, is_done};
use crate::support::disk::{Disk, Torn, leftovers};
use crate::support::{NOW, command};

const FOLDER: &str = "activity/2026-12";

fn retitle(title: &str) -> Command {
    command(&format!(r#"{{"kind":"updateTasks","ids":["t3"],"patch":{{"title":"{title}"}}}}"#))
}

/// Returns the complete lines of the writer's logs.
fn lines(tree: &Tree) -> Vec<String> {
    let logs = tree.children(FOLDER).filter(|(name, _)| name.starts_with("noor."));
    let texts =
        logs.map(|(name, _)| String::from_utf8_lossy(tree.file(&format!("{FOLDER}/{name}")).unwrap()).into_owned());
    texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// What happens next.
#[derive(Clone, Debug)]
enum Step {
    /// A program retitles the task.
    Write { is_new_program: bool },
    /// A program ends in the middle of that: before this action, or after some bytes of an append.
    Crash { action: usize, bytes: usize },
    /// The disk takes some bytes of an append and is full then.
    Full { bytes: usize },
    /// Another program leaves a torn line.
    Tear { bytes: usize },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        any::<bool>().prop_map(|is_new_program| Step::Write { is_new_program }),
        (0usize..30, 0usize..400).prop_map(|(action, bytes)| Step::Crash { action, bytes }),
        (0usize..400).prop_map(|bytes| Step::Full { bytes }),
        (1usize..30).prop_map(|bytes| Step::Tear { bytes }),
    ]
}

/// Performs the first bytes of an append.
fn append_part(disk: &mut Disk, action: &Action, count: usize) {
    if let Action::Append { path, size, bytes, .. } = action {
        let bytes = bytes[..count.min(bytes.len())].to_vec();
        disk.perform(&Action::Append { path: path.clone(), size: *size, bytes, flush: true });
    }
}

/// A story of writes and interruptions, and the titles that were acknowledged.
struct Story {
    disk: Disk,
    person: Person,
    capabilities: Capabilities,
    number: u32,
    acknowledged: BTreeSet<String>,
}

impl Story {
    fn new(capabilities: Capabilities) -> Story {
        let disk = Disk::of(&harbour(Layout::Json), &capabilities);
        let person = Person::open(&disk, "noor", NOW, capabilities.clone());
        Story { disk, person, capabilities, number: 0, acknowledged: BTreeSet::new() }
    }

    /// Opens the project in another process, late enough for the locks and journals of others to be
    /// abandoned.
    fn reopen(&mut self) {
        let (now, seed) = (self.person.now + 60_000, self.person.seed);
        self.person = Person::open(&self.disk, "noor", now, self.capabilities.clone());
        self.person.seed = seed + 1;
        let outcome = self.person.recover(&mut self.disk);
        assert!(is_done(&outcome), "{outcome:?}");
    }

    fn take(&mut self, step: &Step) {
        self.number += 1;
        let title = format!("title {}", self.number);
        match step {
            Step::Write { is_new_program } => {
                if *is_new_program {
                    self.reopen();
                }
                let outcome = self.person.run(&mut self.disk, &retitle(&title));
                assert!(is_done(&outcome), "{outcome:?}");
                self.acknowledged.insert(title);
            }
            Step::Crash { action, bytes } => {
                let mut next = self.person.begin(&retitle(&title));
                for _ in 0..*action {
                    if matches!(next, Action::End { .. }) {
                        break;
                    }
                    let answer = self.disk.perform(&next);
                    self.person.tick(&next);
                    next = self.person.engine.answer(answer, self.person.now);
                }
                match next {
                    Action::End { .. } => drop(self.acknowledged.insert(title)),
                    Action::Append { .. } => append_part(&mut self.disk, &next, *bytes),
                    next => self.disk.perform_torn(&next, Torn::Half),
                }
                self.reopen();
            }
            Step::Full { bytes } => {
                let first = self.person.begin(&retitle(&title));
                let disk = &mut self.disk;
                let mut was_full = false;
                let outcome = self.person.finish_with(first, |_, action| match action {
                    Action::Append { .. } => {
                        was_full = true;
                        append_part(disk, action, *bytes);
                        Answer::Failed { fault: Fault::Full, reason: "full".to_owned() }
                    }
                    action => disk.perform(action),
                });
                match outcome {
                    Outcome::Done { .. } => drop(self.acknowledged.insert(title)),
                    outcome => assert!(was_full && matches!(outcome, Outcome::Failed { .. }), "{outcome:?}"),
                }
            }
            Step::Tear { bytes } => {
                let path = format!("{FOLDER}/noor.jsonl");
                let torn = &b"{\"id\":\"torn\",\"at\":\"2026-12-01T"[..*bytes];
                let content = [self.disk.tree.file(&path).unwrap_or_default(), torn].concat();
                self.disk.tree.apply(FileState::File { path, bytes: content });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn each_acknowledged_event_is_in_the_log_once(steps in proptest::collection::vec(step(), 1..9), locks in any::<bool>()) {
        let mut story = Story::new(if locks { LOCKING } else { LOCKLESS });
        for step in &steps {
            story.take(step);
        }
        story.reopen();
        prop_assert_eq!(leftovers(&story.disk.tree), [""; 0]);
        let lines = lines(&story.disk.tree);
        for number in 1..=story.number {
            let title = format!("title {number}");
            let to = format!("\"to\":\"{title}\"");
            let count = lines.iter().filter(|line| {
                serde_json::from_str::<serde_json::Value>(line).is_ok() && line.contains(&to)
            }).count();
            let expected = usize::from(story.acknowledged.contains(&title));
            prop_assert!(count == expected || (count == 1 && expected == 0), "{} is there {} times: {:?}", title, count, lines);
        }
        let damaged = lines.iter().filter(|line| serde_json::from_str::<serde_json::Value>(line).is_err()).count();
        let torn = steps.iter().filter(|step| matches!(step, Step::Tear { .. })).count();
        prop_assert!(damaged <= torn, "an interrupted append is completed or removed: {:?}", lines);
    }
}

/// The bytes and actions that a write needs, and the logs after it.
fn cost(logs: &[(String, usize)], is_read: bool) -> (usize, usize, Vec<String>) {
    let mut disk = Disk::new(&harbour(Layout::Json));
    disk.tree.remove("activity");
    for (path, size) in logs {
        let bytes = "{\"log\":1}\n".repeat(size / 10).into_bytes();
        disk.tree.apply(FileState::File { path: path.clone(), bytes });
    }
    let unread = |state: FileState| match state {
        FileState::File { path, bytes } if path.starts_with("activity/") && !is_read => {
            FileState::LogEnd { path, offset: bytes.len() as u64, bytes: Vec::new() }
        }
        state => state,
    };
    let mut person = Person::open(&Disk::default(), "noor", NOW, LOCKING);
    person.engine = Engine::new();
    person.engine.feed(disk.scan().into_iter().map(unread).collect(), NOW);
    let mut bytes = 0;
    let mut count = |action: &Action, answer: &Answer| {
        bytes += match action {
            Action::Create { bytes, .. } | Action::Write { bytes, .. } | Action::Append { bytes, .. } => bytes.len(),
            Action::Replace { expected, .. } => expected.as_ref().map_or(0, Vec::len),
            _ => 0,
        };
        bytes += match answer {
            Answer::Bytes { bytes } | Answer::Part { bytes, .. } => bytes.len(),
            _ => 0,
        };
    };
    let first = person.begin(&retitle("Lamps"));
    let outcome = person.finish_with(first, |_, action| {
        let answer = disk.perform(action);
        count(action, &answer);
        answer
    });
    assert!(is_done(&outcome), "{outcome:?}");
    let names = disk.tree.children(FOLDER).map(|(name, _)| name.to_owned()).collect();
    (bytes, person.actions, names)
}

#[test]
fn a_write_beside_a_million_lines_costs_what_it_costs_beside_none() {
    let full = 600_000;
    let mut logs: Vec<(String, usize)> =
        (2..20).map(|number| (format!("{FOLDER}/noor.{number}.jsonl"), full)).collect();
    logs.extend([(format!("{FOLDER}/noor.jsonl"), full), (format!("{FOLDER}/noor.20.jsonl"), 400_000)]);
    logs.extend([(format!("{FOLDER}/maya.jsonl"), full), (format!("{FOLDER}/maya.2.jsonl"), 300_000)]);
    logs.extend((1..12).map(|month| (format!("activity/2026-{month:02}/noor.jsonl"), full)));
    let few: Vec<(String, usize)> = vec![(format!("{FOLDER}/noor.jsonl"), 100), (format!("{FOLDER}/maya.jsonl"), 100)];
    for is_read in [false, true] {
        let (bytes, actions, _) = cost(&few, is_read);
        let (bytes_beside_many, actions_beside_many, _) = cost(&logs, is_read);
        // The path of the log and its size have some digits more.
        assert!(bytes_beside_many <= bytes + 20, "{bytes_beside_many} instead of {bytes} bytes");
        assert_eq!(actions_beside_many, actions);
    }
}

#[test]
fn a_full_log_is_continued_in_another_file() {
    let path = |name: &str| format!("{FOLDER}/{name}");
    for (logs, expected) in [
        (vec![], vec!["noor.jsonl"]),
        (vec![("noor.jsonl", 1_000)], vec!["noor.jsonl"]),
        (vec![("noor.jsonl", 600_000)], vec!["noor.2.jsonl", "noor.jsonl"]),
        (vec![("noor.jsonl", 600_000), ("noor.2.jsonl", 10)], vec!["noor.2.jsonl", "noor.jsonl"]),
        (vec![("noor.jsonl", 10), ("noor.9.jsonl", 600_000)], vec!["noor.10.jsonl", "noor.9.jsonl", "noor.jsonl"]),
        (vec![("noor-2.jsonl", 600_000)], vec!["noor-2.jsonl", "noor.jsonl"]),
    ] {
        let logs: Vec<(String, usize)> = logs.into_iter().map(|(name, size)| (path(name), size)).collect();
        assert_eq!(cost(&logs, false).2, expected);
        assert_eq!(cost(&logs, true).2, expected);
    }
}

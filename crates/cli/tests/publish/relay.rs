//! Two clones hand over to each other, with changes of the same data on both sides.

use std::fs;
use std::path::Path;

use handoff_agent::handover::publish::{PublishFault, PublishReport};

use crate::publish::{Repository, World};
use crate::support::form::is_long;

impl Repository {
    /// Hands over: a session with a decision, and the task that both sides change.
    fn work(&self, decision: &str, changes: &[&str]) {
        self.handoff(&["session", "save", &format!("Session of {decision}"), "--decision", decision]);
        let task = ["task", "update", "t1", "--append-notes", &format!("Note of {decision}")];
        self.handoff(&[&task[..], changes].concat());
    }

    /// Publishes. Resolves a conflict as a person does who takes what the others have.
    fn hand_over(&self) -> (PublishReport, bool) {
        match self.publish(|request| request.push = true) {
            Ok(report) => (report, false),
            Err(failure) => {
                assert_eq!(failure.fault, PublishFault::Conflict, "{}", failure.text);
                assert!(!self.try_git(&["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"]));
                let files = self.git(&["diff", "--name-only", "--diff-filter=U"]);
                for file in files.lines() {
                    assert!(failure.text.to_string().contains(file), "{} without {file}", failure.text);
                    self.git(&["checkout", "--theirs", "--", file]);
                    self.git(&["add", "--", file]);
                }
                self.git(&["commit", "-q", "--no-edit"]);
                (self.push(), true)
            }
        }
    }

    /// Returns the text of all files in a folder.
    fn texts_in(&self, folder: &str) -> String {
        let mut text = String::new();
        collect(&self.folder.join(folder), &mut text);
        text
    }
}

fn collect(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, text);
        } else {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_decision_arrives_on_both_sides() {
    let world = World::new();
    let first = world.empty_repository("first");
    first.handoff(&["init", "Harbour"]);
    first.handoff(&["setup", "git"]);
    first.handoff(&["task", "create", "Build the pier"]);
    first.git(&["add", "-A"]);
    first.git(&["commit", "-qm", "First"]);
    first.git(&["init", "-q", "--bare", "../remote.git"]);
    first.git(&["remote", "add", "origin", "../remote.git"]);
    first.git(&["push", "-q", "-u", "origin", "main"]);
    first.git(&["clone", "-q", "../remote.git", "../second"]);
    let second = world.at("second");
    second.handoff(&["setup", "git"]);

    let rounds = if is_long() { 20 } else { 4 };
    let mut conflicts = 0;
    for round in 1..=rounds {
        let (estimate, one, two) = (round.to_string(), format!("Pier {round}"), format!("Quay {round}"));
        // In every fourth round, both sides change the same field.
        let clash = round % 4 == 0;
        let (one, two) = if clash {
            (["--title", &one], ["--title", &two])
        } else {
            (["--estimate", &estimate], ["--label", &estimate])
        };
        first.work(&format!("D{round}-first."), &one);
        second.work(&format!("D{round}-second."), &two);
        let (earlier, later) = if round % 2 == 0 { (&first, &second) } else { (&second, &first) };
        assert!(!earlier.hand_over().1, "nobody has pushed before");
        let (report, was_conflict) = later.hand_over();
        assert!(was_conflict || report.merged, "{report:?}");
        assert!(!clash || was_conflict, "round {round}");
        conflicts += usize::from(was_conflict);
        // The other side has nothing of its own and follows.
        earlier.git(&["pull", "-q", "--ff-only"]);
        assert_eq!(earlier.tip("HEAD"), later.tip("HEAD"));
    }
    assert!(conflicts >= rounds / 4);
    for side in [&first, &second] {
        let sessions = side.texts_in(".handoff/sessions");
        for round in 1..=rounds {
            for name in ["first", "second"] {
                let decision = format!("D{round}-{name}.");
                assert!(sessions.contains(&decision), "{decision} is lost in {}", side.folder.display());
            }
        }
        assert_eq!(side.handoff(&["doctor"]), "No problems.\n");
        assert_eq!(side.git(&["status", "--porcelain"]), "");
    }
}

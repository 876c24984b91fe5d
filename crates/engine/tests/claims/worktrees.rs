//! Claims of several worktrees at once: they share the claims, but neither the lock nor the tasks.

use std::collections::BTreeSet;

use handoff_engine::tree::{Entry, Tree, within};
use handoff_protocol::{Action, Answer, Command, Layout, Outcome, RefusalCode};

use crate::commit::project::{LOCKING, Person, harbour, id};
use crate::support::NOW;
use crate::support::disk::Disk;
use crate::support::random::Random;

const SHARED: &str = "local/claims";

/// A worktree with a person in it.
struct Worktree {
    person: Person,
    disk: Disk,
    /// The next action, or the outcome.
    action: Action,
    /// Whether the shell has compared the file that it is about to replace. On a real disk, others
    /// can write between the two.
    is_compared: bool,
}

impl Worktree {
    fn open(tree: &Tree, shared: &Disk, name: &str, command: &Command) -> Worktree {
        let mut tree = tree.clone();
        for (path, entry) in shared.tree.walk(SHARED) {
            tree.insert(&path, entry.clone());
        }
        let mut person = Person::open(&Disk::new(&tree), name, NOW, LOCKING);
        let action = person.begin(command);
        tree.remove(SHARED);
        Worktree { person, disk: Disk::new(&tree), action, is_compared: false }
    }

    fn step(&mut self, shared: &mut Disk) {
        if let Action::Replace { to, expected: Some(expected), .. } = &mut self.action
            && within(to, SHARED)
        {
            let content = shared.tree.file(to);
            if !self.is_compared && content == Some(expected.as_slice()) {
                self.is_compared = true;
                return;
            }
            if let Some(content) = content.filter(|_| self.is_compared) {
                *expected = content.to_vec();
            }
            self.is_compared = false;
        }
        let answer = perform(&mut self.disk, shared, &self.action);
        self.person.tick(&self.action);
        self.action = self.person.engine.answer(answer, self.person.now);
    }

    fn outcome(&self) -> Option<&Outcome> {
        match &self.action {
            Action::End { outcome } => Some(outcome),
            _ => None,
        }
    }
}

/// Performs an action as the shells do: the paths of claims are in the shared folder.
fn perform(own: &mut Disk, shared: &mut Disk, action: &Action) -> Answer {
    let path = match action {
        Action::Create { path, .. }
        | Action::Read { path }
        | Action::ReadFrom { path, .. }
        | Action::List { path }
        | Action::Write { path, .. }
        | Action::Append { path, .. }
        | Action::Replace { to: path, .. }
        | Action::Move { to: path, .. }
        | Action::Remove { path, .. }
        | Action::MakeFolder { path }
        | Action::RemoveFolder { path } => path.as_str(),
        _ => "",
    };
    if within(path, SHARED) { shared.perform(action) } else { own.perform(action) }
}

/// Runs a command in several worktrees at once, in a random order of actions. Returns the outcomes
/// and the shared folder.
fn race(names: &[&str], claims: &Tree, command: &Command, seed: u64) -> (Vec<Outcome>, Tree) {
    let mut random = Random::new(seed);
    let mut shared = Disk::new(claims);
    let mut tree = harbour(Layout::Json);
    let task = br#"{"id": "t9", "title": "Nets"}"#;
    tree.insert("tasks/t9-nets/_task.todo.json", Entry::File(task.to_vec()));
    let mut worktrees: Vec<Worktree> = names.iter().map(|name| Worktree::open(&tree, &shared, name, command)).collect();
    while worktrees.iter().any(|worktree| worktree.outcome().is_none()) {
        let worktree = &mut worktrees[random.below(names.len())];
        if worktree.outcome().is_none() {
            worktree.step(&mut shared);
        }
    }
    (worktrees.iter().filter_map(|worktree| worktree.outcome().cloned()).collect(), shared.tree)
}

/// Returns the text of a claim file.
fn claim(tree: &Tree, id: &str) -> String {
    String::from_utf8(tree.file(&format!("{SHARED}/{id}.json")).unwrap_or_default().to_vec()).unwrap()
}

#[test]
fn one_of_several_worktrees_gets_a_free_or_abandoned_task() {
    let names = ["ana", "ben", "eve"];
    let abandoned = r#"{"version": 1, "task": "t1", "actor": {"kind": "agent", "name": "codex"}, "since": "2026-12-01T07:00:00Z", "heard_at": "2026-12-01T07:00:00Z"}"#;
    let mut taken = Tree::default();
    taken.insert(&format!("{SHARED}/t1.json"), Entry::File(abandoned.as_bytes().to_vec()));
    let command = Command::ClaimTask { id: Some(id(Layout::Json, "1")), take_over: false, any: None, subagent: None };
    for claims in [Tree::default(), taken] {
        for seed in 1..=300 {
            let (outcomes, shared) = race(&names, &claims, &command, seed);
            let winners: Vec<usize> =
                (0..names.len()).filter(|at| matches!(outcomes[*at], Outcome::Done { .. })).collect();
            assert_eq!(winners.len(), 1, "{seed}: {outcomes:?}");
            let is_refused = |outcome: &Outcome| matches!(outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::Held);
            assert_eq!(outcomes.iter().filter(|outcome| is_refused(outcome)).count(), 2, "{seed}: {outcomes:?}");
            assert!(claim(&shared, "t1").contains(&format!("\"name\": \"{}\"", names[winners[0]])), "{seed}");
            assert_eq!(shared.walk(SHARED).count(), 1, "{seed}: nothing else is left");
        }
    }
}

#[test]
fn several_worktrees_get_different_next_tasks() {
    // Two processes of one actor write the same bytes if they claim in the same millisecond.
    for names in [["ana", "ben"], ["ana", "ana"]] {
        for seed in 1..=300 {
            let (outcomes, _) = race(
                &names,
                &Tree::default(),
                &Command::ClaimTask { id: None, take_over: false, any: None, subagent: None },
                seed,
            );
            let ids = outcomes.iter().map(|outcome| match outcome {
                Outcome::Done { created, .. } => created.concat(),
                other => panic!("{seed}: {other:?}"),
            });
            assert_eq!(ids.collect::<BTreeSet<_>>().len(), names.len(), "{names:?}, {seed}: {outcomes:?}");
        }
    }
}

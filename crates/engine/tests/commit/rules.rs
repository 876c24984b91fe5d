//! Rules across several files hold while other programs write.

use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Answer, Capabilities, FileState, Layout, Outcome, RefusalCode};

use super::project::{LAYOUTS, LOCKING, LOCKLESS, Person, context, harbour, id, is_done};
use crate::support::disk::{Disk, leftovers};
use crate::support::random::Random;
use crate::support::states::delta;
use crate::support::{NOW, command};

/// Returns a command that adds a dependency between two tasks of [`harbour`].
fn add_dependency(layout: Layout, task: &str, other: &str) -> String {
    let (task, other) = (id(layout, task), id(layout, other));
    format!(r#"{{"kind":"updateTasks","ids":["{task}"],"patch":{{"dependencies":{{"add":["{other}"]}}}}}}"#)
}

fn problems(tree: &Tree) -> String {
    let mut fresh = Person::open(&Disk::new(tree), "fresh", NOW, LOCKING);
    let query = handoff_protocol::Query::Problems {};
    handoff_protocol::to_json(&fresh.engine.view(&query, &context("x", 1, NOW)))
}

/// Runs two windows without any feed between them, with their actions randomly interleaved.
fn run_interleaved(
    layout: Layout,
    capabilities: &Capabilities,
    commands: [&str; 2],
    random: &mut Random,
) -> (Disk, [Outcome; 2]) {
    let mut disk = Disk::of(&harbour(layout), capabilities);
    let mut people = ["noor", "ali"].map(|name| Person::open(&disk, name, NOW, capabilities.clone()));
    people[1].seed = 500_000;
    let mut next = [0, 1].map(|who| people[who].begin(&command(commands[who])));
    // Sometimes one is far ahead, sometimes they alternate.
    let stride = 1 + random.below(12);
    loop {
        let open: Vec<usize> = (0..2).filter(|who| !matches!(next[*who], Action::End { .. })).collect();
        let Some(who) = open.get(random.below(open.len().max(1))).copied() else { break };
        for _ in 0..=random.below(stride) {
            if matches!(next[who], Action::End { .. }) {
                break;
            }
            let answer = disk.perform(&next[who]);
            people[who].tick(&next[who]);
            let now = people[who].now;
            next[who] = people[who].engine.answer(answer, now);
        }
    }
    let outcomes = next.map(|action| match action {
        Action::End { outcome } => outcome,
        other => panic!("{other:?}"),
    });
    (disk, outcomes)
}

#[test]
fn lock_prevents_two_halves_of_a_cycle() {
    let (mut first_done, mut cycles) = ([0, 0], 0);
    for (seed, layout) in (1..=150).flat_map(|seed| LAYOUTS.map(|layout| (seed, layout))) {
        // 2 depends on 1 already, so these close the cycle 1 → 3 → 2 → 1.
        let pair = [add_dependency(layout, "1", "3"), add_dependency(layout, "3", "2")];
        let (disk, outcomes) = run_interleaved(layout, &LOCKING, [&pair[0], &pair[1]], &mut Random::new(seed));
        let what = format!("{layout:?} seed {seed}: {outcomes:?}");
        assert!(!problems(&disk.tree).contains("dependency-cycle"), "{what}");
        assert_eq!(leftovers(&disk.tree), [""; 0], "{what}");
        let done_index = outcomes.iter().position(is_done).expect("one is done");
        first_done[done_index] += 1;
        let Outcome::Refused { refusal } = &outcomes[1 - done_index] else { panic!("{what}") };
        // The clock advances while one waits, so it can also run into the timeout.
        assert!([RefusalCode::DependencyCycle, RefusalCode::Locked].contains(&refusal.code), "{what}");
        cycles += usize::from(refusal.code == RefusalCode::DependencyCycle);
    }
    assert!(first_done.iter().all(|count| *count > 50) && cycles > 150, "{first_done:?}, {cycles} refused as cycles");
}

#[test]
fn unlocked_changes_are_noticed_until_the_journal_is_written() {
    let refused = |layout: Layout, request: &str, change: &dyn Fn(&mut Tree), code: RefusalCode| {
        let mut visible = 0;
        for at in 0..40 {
            let mut disk = Disk::new(&harbour(layout));
            let mut person = Person::open(&disk, "noor", NOW, LOCKING);
            let first = person.begin(&command(request));
            let (mut is_noted, mut in_time) = (false, false);
            let outcome = person.finish_with(first, |here, action| {
                is_noted |= matches!(action, Action::Write { path, .. } if path.starts_with(".journal"));
                if here == at {
                    in_time = !is_noted;
                    change(&mut disk.tree);
                }
                disk.perform(action)
            });
            // A change after its file was compared counts as later than the command.
            if in_time && !is_done(&outcome) {
                let Outcome::Refused { refusal } = outcome else { panic!("{outcome:?}") };
                assert_eq!(refusal.code, code, "{layout:?} at {at}");
                assert_eq!(leftovers(&disk.tree), [""; 0]);
                visible += 1;
            }
        }
        assert!(visible > 4, "{layout:?} {request}: {visible}");
    };
    let edit = |path: &'static str, from: &'static str, to: &'static str| {
        move |tree: &mut Tree| {
            let text = String::from_utf8_lossy(tree.file(path).expect("a file")).replacen(from, to, 1);
            tree.apply(FileState::File { path: path.to_owned(), bytes: text.into_bytes() });
        }
    };
    let json =
        edit("tasks/t1-quay/_task.in_progress.json", "\"created_at\"", "\"dependencies\": [\"t3\"], \"created_at\"");
    refused(Layout::Json, &add_dependency(Layout::Json, "3", "2"), &json, RefusalCode::DependencyCycle);
    let toml = edit("tasks/01-in_progress--quay/task.toml", "title", "dependencies = [\"03\"]\ntitle");
    refused(Layout::Toml, &add_dependency(Layout::Toml, "3", "2"), &toml, RefusalCode::DependencyCycle);

    let close = r#"{"kind":"updateTasks","ids":["t1.2","t1"],"patch":{"status":"skipped"}}"#;
    let open = |tree: &mut Tree| {
        let from = "tasks/t1-quay/t1.1-piles/_task.skipped.json";
        tree.rename(from, "tasks/t1-quay/t1.1-piles/_task.todo.json");
    };
    let mut start = harbour(Layout::Json);
    start.rename("tasks/t1-quay/t1.1-piles/_task.todo.json", "tasks/t1-quay/t1.1-piles/_task.skipped.json");
    let mut refusals = 0;
    for at in 0..40 {
        let mut disk = Disk::new(&start);
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let first = person.begin(&command(close));
        let outcome = person.finish_with(first, |here, action| {
            if here == at {
                open(&mut disk.tree);
            }
            disk.perform(action)
        });
        refusals +=
            usize::from(matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::OpenChild));
    }
    assert!(refusals > 4, "{refusals}");
}

#[test]
fn undo_rereads_the_path_of_a_possible_cycle() {
    let mut refusals = 0;
    for at in 0..40 {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let no_longer = r#"{"kind":"updateTasks","ids":["t2"],"patch":{"dependencies":{"remove":["t1"]}}}"#;
        assert!(is_done(&person.run(&mut disk, &command(no_longer))));
        let first = person.begin(&command(r#"{"kind":"undo"}"#));
        let (mut is_noted, mut in_time) = (false, false);
        let outcome = person.finish_with(first, |here, action| {
            is_noted |= matches!(action, Action::Write { path, .. } if path.starts_with(".journal"));
            if here == at {
                in_time = !is_noted;
                let path = "tasks/t1-quay/_task.in_progress.json";
                let text = String::from_utf8_lossy(disk.tree.file(path).expect("a file")).into_owned();
                let text = text.replacen("\"created_at\"", "\"dependencies\": [\"t2\"], \"created_at\"", 1);
                disk.tree.apply(FileState::File { path: path.to_owned(), bytes: text.into_bytes() });
            }
            disk.perform(action)
        });
        if in_time && !is_done(&outcome) {
            let Outcome::Refused { refusal } = outcome else { panic!("{outcome:?}") };
            assert_eq!(refusal.code, RefusalCode::DependencyCycle, "at {at}");
            assert!(!problems(&disk.tree).contains("dependency-cycle"), "at {at}");
            assert_eq!(leftovers(&disk.tree), [""; 0]);
            refusals += 1;
        }
    }
    assert!(refusals > 4, "{refusals}");
}

#[test]
fn without_lock_both_halves_stay_and_the_cycle_is_reported() {
    let (mut cycles, mut refusals) = (0, 0);
    for (seed, layout) in (1..=150).flat_map(|seed| LAYOUTS.map(|layout| (seed, layout))) {
        let pair = [add_dependency(layout, "1", "3"), add_dependency(layout, "3", "2")];
        let (disk, outcomes) = run_interleaved(layout, &LOCKLESS, [&pair[0], &pair[1]], &mut Random::new(seed));
        let done_index = outcomes.iter().filter(|outcome| is_done(outcome)).count();
        let is_cycle = problems(&disk.tree).contains("dependency-cycle");
        assert_eq!(is_cycle, done_index == 2, "{layout:?} seed {seed}: {outcomes:?}");
        assert!(done_index > 0, "{layout:?} seed {seed}: {outcomes:?}");
        assert_eq!(leftovers(&disk.tree), [""; 0]);
        cycles += usize::from(is_cycle);
        refusals += usize::from(!is_cycle);
    }
    assert!(cycles > 5 && refusals > 5, "{cycles} cycles, {refusals} refusals");
}

#[test]
fn only_relied_on_files_are_read_again() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let first = person.begin(&command(&add_dependency(Layout::Json, "3", "2")));
    let mut read = Vec::new();
    let outcome = person.finish_with(first, |_, action| {
        if let Action::Read { path } = action {
            read.extend(path.starts_with("tasks").then(|| path.clone()));
        }
        let answer = disk.perform(action);
        assert!(!matches!(answer, Answer::Failed { .. }), "{action:?}");
        answer
    });
    assert!(is_done(&outcome), "{outcome:?}");
    read.sort();
    assert_eq!(
        read,
        [
            "tasks/t1-quay/_task.in_progress.json",
            "tasks/t2-boats/_task.todo.json",
            "tasks/t3-lights/_task.blocked.json"
        ]
    );
}

#[test]
fn folders_are_listed_only_if_the_shell_cannot_tell_what_changed() {
    let create =
        |title: &str| command(&format!(r#"{{"kind":"changeTasks","tasks":[{{"fields":{{"title":"{title}"}}}}]}}"#));
    for (layout, can_tell) in LAYOUTS.into_iter().flat_map(|layout| [(layout, true), (layout, false)]) {
        let mut disk = Disk::new(&harbour(layout));
        let before = disk.tree.clone();
        let [mut noor, mut ali] = ["noor", "ali"].map(|name| Person::open(&disk, name, NOW, LOCKING));
        assert!(is_done(&ali.run(&mut disk, &create("By Ali"))));
        let mut is_listed = false;
        let first = noor.begin(&create("By Noor"));
        let outcome = noor.finish_with(first, |_, action| match action {
            Action::FindChanges {} if can_tell => Answer::Changes { states: delta(&before, &disk.tree) },
            _ => {
                is_listed |= matches!(action, Action::List { path } if path.contains("quay"));
                disk.perform(action)
            }
        });
        assert!(is_done(&outcome), "{outcome:?}");
        assert_eq!(
            disk.tree.children("tasks").count(),
            5,
            "{layout:?}, {can_tell}: both tasks have an ID of their own"
        );
        assert_eq!(is_listed, !can_tell, "{layout:?}");
    }
}

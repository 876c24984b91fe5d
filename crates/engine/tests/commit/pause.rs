//! While writing is paused, no command and no recovery changes a file, except the commands that
//! pause and resume.

use handoff_engine::tree::Entry;
use handoff_protocol::{
    Action, Answer, Command, Context, Fault, Layout, Outcome, OuterPause, PauseScope, PauseView, ProblemCode, Query,
    RefusalCode, View,
};

use super::project::{LAYOUTS, LOCKING, LOCKLESS, Person, commands, context, harbour, id, is_done};
use crate::support::disk::{Disk, Torn, leftovers, without_traces};
use crate::support::{NOW, command};

const NO_FILE: &str =
    "Writing is paused by .handoff/PAUSE, which is not a regular file. Delete it yourself to continue.";
const HOW: &str = "Delete .handoff/PAUSE (or run `handoff resume`) to continue.";

fn pause(reason: &str) -> Command {
    Command::PauseWriting { reason: reason.to_owned() }
}

const RESUME: Command = Command::ResumeWriting {};

fn rename(layout: Layout) -> Command {
    command(&format!(r#"{{"kind":"updateTasks","ids":["{}"],"patch":{{"title":"Ships"}}}}"#, id(layout, "2")))
}

/// Returns the sentence of a refusal because of a pause.
fn refusal(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Refused { refusal } if refusal.code == RefusalCode::Paused => refusal.text.to_string(),
        other => panic!("not paused: {other:?}"),
    }
}

fn view(person: &mut Person, context: &Context) -> Option<PauseView> {
    match person.engine.view(&Query::Project {}, context) {
        View::Project(project) => project.paused,
        other => panic!("{other:?}"),
    }
}

fn project_pause(person: &mut Person) -> Option<PauseView> {
    view(person, &context("noor", 1, NOW))
}

/// Passes every read and no write to the disk.
fn read_only(disk: &mut Disk, action: &Action) -> Answer {
    assert!(matches!(action, Action::Read { .. } | Action::List { .. }), "{action:?}");
    disk.perform(action)
}

#[test]
fn pause_refuses_every_command_without_a_write() {
    for layout in LAYOUTS {
        for commands in commands(layout) {
            let mut disk = Disk::of(&harbour(layout), &LOCKING);
            let mut person = Person::open(&disk, "noor", NOW, LOCKING);
            let (last, before) = commands.split_last().expect("a command");
            for command in before {
                assert!(is_done(&person.run(&mut disk, command)));
            }
            assert!(is_done(&person.run(&mut disk, &pause("Release\ntoday."))));
            assert_eq!(disk.tree.file("PAUSE"), Some(b"Release\ntoday.\n".as_slice()));
            let first = person.begin(last);
            let outcome = person.finish_with(first, |_, action| read_only(&mut disk, action));
            assert_eq!(refusal(&outcome), format!("Writing is paused: Release today. {HOW}"), "{last:?}");
            assert!(person.engine.plan(last, &context("noor", 1, NOW)).is_ok(), "a dry run is possible");

            assert!(is_done(&person.run(&mut disk, &RESUME)));
            assert!(is_done(&person.run(&mut disk, last)), "{last:?}: a pause is not a step of undo");
        }
    }
}

#[test]
fn pause_is_found_however_it_is_set() {
    let outer = |scope, origin: &str, reason: &str| {
        let pause = OuterPause { scope, origin: origin.to_owned(), reason: reason.to_owned() };
        Context { pause: Some(pause), ..context("noor", 1, NOW) }
    };
    let plain = || context("noor", 1, NOW);
    let (user, variable) = (PauseScope::User, PauseScope::Variable);
    let table = [
        (Some(Entry::File(Vec::new())), plain(), format!("Writing is paused. {HOW}")),
        (Some(Entry::File(b"\xff\xfe".to_vec())), plain(), format!("Writing is paused: \u{fffd}\u{fffd}. {HOW}")),
        (Some(Entry::Folder(std::collections::BTreeMap::new())), plain(), NO_FILE.to_owned()),
        (Some(Entry::Link), plain(), NO_FILE.to_owned()),
        (Some(Entry::File(b"Here".to_vec())), outer(user, "~/P", "all"), format!("Writing is paused: Here. {HOW}")),
        (
            None,
            outer(user, "/srv/noor/.handoff/PAUSE", "Holidays."),
            "Writing is paused in all your projects: Holidays. Delete /srv/noor/.handoff/PAUSE to continue.".to_owned(),
        ),
        (
            None,
            outer(user, "~/PAUSE", " \n"),
            "Writing is paused in all your projects. Delete ~/PAUSE to continue.".to_owned(),
        ),
        (
            None,
            outer(variable, "HANDOFF_PAUSE", "Demo"),
            "Writing is paused by the environment variable HANDOFF_PAUSE: Demo. Unset it to continue.".to_owned(),
        ),
        (
            None,
            outer(variable, "HANDOFF_PAUSE", ""),
            "Writing is paused by the environment variable HANDOFF_PAUSE. Unset it to continue.".to_owned(),
        ),
    ];
    for (entry, context, expected) in table {
        let mut tree = harbour(Layout::Toml);
        let is_file = matches!(entry, Some(Entry::File(_)) | None);
        if let Some(entry) = entry {
            tree.insert("PAUSE", entry);
        }
        let mut disk = Disk::of(&tree, &LOCKING);
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        assert_eq!(view(&mut person, &context).expect("a pause").text.to_string(), expected);
        let action = person.engine.begin(rename(Layout::Toml), context, LOCKING);
        let outcome = person.finish_with(action, |_, action| read_only(&mut disk, action));
        assert_eq!(refusal(&outcome), expected);
        if !is_file {
            let outcome = person.run(&mut disk, &RESUME);
            assert!(matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::BrokenFile));
        }
        assert_eq!(disk.tree, tree);
    }
}

#[test]
fn pause_that_no_scan_has_seen_counts() {
    for layout in LAYOUTS {
        // The file appears before each action in turn: the command is refused, unless it has looked
        // for the file after it took the lock.
        let mut done = 0;
        for at in 0..200 {
            let mut disk = Disk::of(&harbour(layout), &LOCKING);
            let mut person = Person::open(&disk, "noor", NOW, LOCKING);
            let old = disk.tree.clone();
            let first = person.begin(&rename(layout));
            let (mut looks, mut looks_before, mut has_begun) = (0, 0, false);
            let outcome = person.finish_with(first, |number, action| {
                if number == at {
                    disk.tree.insert("PAUSE", Entry::File(b"Now".to_vec()));
                    looks_before = looks;
                }
                looks += usize::from(matches!(action, Action::Read { path } if path == "PAUSE"));
                has_begun |= number < at && matches!(action, Action::Write { .. });
                disk.perform(action)
            });
            if person.actions <= at {
                assert!(at > 5, "the command has more actions");
                break;
            }
            if is_done(&outcome) {
                assert_eq!(looks_before, 2, "at {at}");
                done += 1;
                continue;
            }
            assert!(!has_begun, "a command that writes is not interrupted");
            assert_eq!(refusal(&outcome), format!("Writing is paused: Now. {HOW}"));
            assert_eq!(project_pause(&mut person).expect("a pause").reason, "Now");
            disk.tree.remove("PAUSE");
            assert_eq!(without_traces(&disk.tree), old);
            assert!(is_done(&person.run(&mut disk, &rename(layout))), "the file is gone again");
        }
        assert!(done > 0);
    }
}

#[test]
fn new_entry_that_cannot_be_read_pauses() {
    let unreadable = Entry::Unreadable { reason: "denied".to_owned(), is_folder: false };
    for entry in [Entry::Folder(std::collections::BTreeMap::new()), Entry::Link, unreadable] {
        let mut disk = Disk::of(&harbour(Layout::Toml), &LOCKING);
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        disk.tree.insert("PAUSE", entry);
        let first = person.begin(&rename(Layout::Toml));
        let outcome = person.finish_with(first, |_, action| read_only(&mut disk, action));
        assert_eq!(refusal(&outcome), NO_FILE);
    }
}

#[test]
fn paused_project_is_recovered_when_it_is_resumed() {
    for (layout, capabilities) in LAYOUTS.into_iter().flat_map(|layout| [(layout, LOCKING), (layout, LOCKLESS)]) {
        let mut disk = Disk::of(&harbour(layout), &capabilities);
        let mut person = Person::open(&disk, "noor", NOW, capabilities.clone());
        // A crash directly after the journal was written.
        let mut action = person.begin(&rename(layout));
        loop {
            let is_journal = matches!(&action, Action::Replace { to, .. } if to.starts_with(".journal-"));
            let answer = disk.perform(&action);
            if is_journal {
                break;
            }
            action = person.engine.answer(answer, person.now);
        }
        disk.tree.insert("PAUSE", Entry::File(Vec::new()));
        let interrupted = disk.tree.clone();

        let mut other = Person::open(&disk, "other", NOW + 60_000, capabilities);
        other.seed = 1000;
        let first = other.begin_recovery();
        let outcome = other.finish_with(first, |_, action| read_only(&mut disk, action));
        refusal(&outcome);
        assert_eq!(disk.tree, interrupted);
        assert!(reports_half_done_change(&mut other));
        assert!(is_done(&other.run(&mut disk, &RESUME)));
        assert!(!reports_half_done_change(&mut other));
        assert_eq!(leftovers(&disk.tree), [""; 0]);
        assert_eq!(disk.tree.file("PAUSE"), None);
        let title = other.engine.reader().tasks().iter().any(|task| task.fields().title == "Ships");
        assert!(title, "the interrupted change is complete");
    }
}

/// Returns whether the problems, and the reasons why tasks may be missing, name a half-done change.
fn reports_half_done_change(person: &mut Person) -> bool {
    let View::Problems(problems) = person.engine.view(&Query::Problems {}, &context("noor", 1, NOW)) else {
        panic!("no problems")
    };
    let is_problem = problems.iter().any(|problem| problem.code == ProblemCode::InterruptedCommit);
    let (unread, _) = person.engine.reader().unread_tasks();
    let is_named = unread.iter().any(|text| text.to_string().starts_with("A change was interrupted"));
    assert_eq!(is_problem, is_named);
    assert_eq!(is_problem, person.engine.has_pending_interruption());
    is_problem
}

#[test]
fn running_change_of_another_program_is_no_half_done_one() {
    let mut disk = Disk::of(&harbour(Layout::Toml), &LOCKING);
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let mut action = person.begin(&rename(Layout::Toml));
    while !matches!(&action, Action::Replace { to, .. } if to.starts_with(".journal-")) {
        let answer = disk.perform(&action);
        action = person.engine.answer(answer, person.now);
    }
    disk.perform(&action);
    disk.tree.insert("PAUSE", Entry::File(Vec::new()));
    let mut other = Person::open(&disk, "other", NOW + 1_000, LOCKING);
    other.seed = 1000;
    let first = other.begin_recovery();
    refusal(&other.finish_with(first, |_, action| read_only(&mut disk, action)));
    assert!(!reports_half_done_change(&mut other), "its lock is fresh");
}

#[test]
fn change_that_has_just_been_interrupted_is_a_half_done_one_only_where_locks_show_that() {
    for (capabilities, is_reported) in [(LOCKING, true), (LOCKLESS, false)] {
        let mut disk = Disk::of(&harbour(Layout::Toml), &capabilities);
        let step = r#"{"kind":"move","from":"tasks/02-boats","to":"tasks/02-ships"}"#;
        let journal = format!(r#"{{"version":1,"writer":"x","since":{NOW},"steps":[{step}]}}"#);
        disk.tree.insert(".journal-1.json", Entry::File(journal.into_bytes()));
        disk.tree.insert("PAUSE", Entry::File(Vec::new()));
        let mut other = Person::open(&disk, "other", NOW + 1_000, capabilities);
        let first = other.begin_recovery();
        refusal(&other.finish_with(first, |_, action| read_only(&mut disk, action)));
        assert_eq!(reports_half_done_change(&mut other), is_reported);
    }
}

#[test]
fn failure_to_look_for_a_pause_is_no_pause() {
    let mut disk = Disk::of(&harbour(Layout::Toml), &LOCKING);
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let first = person.begin(&rename(Layout::Toml));
    let outcome = person.finish_with(first, |_, action| match action {
        Action::Read { path } if path == "PAUSE" => {
            Answer::Failed { fault: Fault::Denied, reason: "the disk says no".to_owned() }
        }
        _ => disk.perform(action),
    });
    assert!(is_done(&outcome), "there is no such file in the folder: {outcome:?}");
}

#[test]
fn observed_changes_wait_for_the_end_of_a_pause() {
    let layout = Layout::Json;
    let mut disk = Disk::of(&harbour(layout), &LOCKING);
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    assert!(is_done(&person.run(&mut disk, &pause(""))));
    disk.tree.rename("tasks/t2-boats/_task.todo.json", "tasks/t2-boats/_task.review.json");
    let fed = person.engine.feed_places(&["tasks".to_owned()], disk.scan(), &context("noor", 1, NOW + 5_000));
    assert_eq!((fed.changed, fed.record_after_ms), (true, None));
    person.now = NOW + 10_000;
    refusal(&person.run(&mut disk, &Command::RecordObserved {}));
    assert!(is_done(&person.run(&mut disk, &RESUME)));
    let log = disk.tree.file("activity/2026-12/noor.jsonl").map(|log| String::from_utf8_lossy(log).into_owned());
    assert!(log.is_some_and(|log| log.contains("\"review\"")), "the end of the pause logs them");
}

#[test]
fn pause_can_be_changed_and_ended_once() {
    let mut disk = Disk::of(&harbour(Layout::Toml), &LOCKING);
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let steps = person.engine.undo_steps().len();
    let outcome = person.run(&mut disk, &RESUME);
    assert!(
        matches!(&outcome, Outcome::Refused { refusal } if refusal.text.to_string() == "Writing is not paused in this project.")
    );
    assert!(is_done(&person.run(&mut disk, &pause("One"))));
    assert!(is_done(&person.run(&mut disk, &pause("  Two\n"))));
    assert_eq!(disk.tree.file("PAUSE"), Some(b"Two\n".as_slice()));
    assert!(matches!(person.run(&mut disk, &pause("Two")), Outcome::Done { changed: false, .. }));
    assert_eq!(project_pause(&mut person).map(|pause| pause.reason), Some("Two".to_owned()));

    // A pause from outside remains, and is a warning.
    let outer = OuterPause { scope: PauseScope::Variable, origin: "HANDOFF_PAUSE".to_owned(), reason: String::new() };
    let outside = Context { pause: Some(outer), ..context("noor", 77, NOW) };
    let action = person.engine.begin(RESUME, outside.clone(), LOCKING);
    match person.finish(&mut disk, action) {
        Outcome::Done { warnings, .. } => assert!(warnings[0].to_string().contains("HANDOFF_PAUSE"), "{warnings:?}"),
        other => panic!("{other:?}"),
    }
    let action = person.engine.begin(RESUME, outside, LOCKING);
    assert!(refusal(&person.finish(&mut disk, action)).contains("HANDOFF_PAUSE"));
    assert_eq!(project_pause(&mut person), None);
    assert_eq!(person.engine.undo_steps().len(), steps, "undo ignores pauses");
}

#[test]
fn crash_while_pausing_leaves_a_project_that_resumes() {
    let actions = {
        let mut disk = Disk::of(&harbour(Layout::Toml), &LOCKING);
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        assert!(is_done(&person.run(&mut disk, &pause("Crash"))));
        person.actions
    };
    for at in 0..actions {
        let mut disk = Disk::of(&harbour(Layout::Toml), &LOCKING);
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let mut action = person.begin(&pause("Crash"));
        for _ in 0..at {
            let answer = disk.perform(&action);
            action = person.engine.answer(answer, person.now);
        }
        disk.perform_torn(&action, Torn::Whole);
        let mut other = Person::open(&disk, "other", NOW + 60_000, LOCKING);
        other.seed = 1000;
        other.recover(&mut disk);
        if project_pause(&mut other).is_some() {
            assert!(is_done(&other.run(&mut disk, &RESUME)), "crash at {at}");
        }
        assert!(is_done(&other.run(&mut disk, &rename(Layout::Toml))), "crash at {at}");
        assert_eq!(leftovers(&disk.tree), [""; 0]);
    }
}

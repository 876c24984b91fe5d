//! The lock: waiting for it, breaking it after a crash, and mutual exclusion.

use handoff_protocol::{Action, Answer, Command, Layout, Outcome, Process, RefusalCode};

use super::project::{LOCKING, LOCKLESS, Person, harbour, is_done, locking_as, process};
use crate::support::disk::{Disk, hidden_entries, leftovers};
use crate::support::{NOW, command};

pub(super) fn rename(title: &str) -> Command {
    command(&format!(r#"{{"kind":"updateTasks","ids":["t1"],"patch":{{"title":"{title}"}}}}"#))
}

fn lock_by(since: i64) -> Action {
    let bytes = format!(r#"{{"writer":"maya","since":{since},"nonce":"abc"}}"#).into_bytes();
    Action::Create { path: ".lock".to_owned(), bytes }
}

/// Returns the action that creates a lock held by this process.
fn lock_of(holder: &Process, since: i64) -> Action {
    let process = handoff_protocol::to_json(holder);
    let bytes = format!(r#"{{"writer":"maya","since":{since},"nonce":"abc","process":{process}}}"#).into_bytes();
    Action::Create { path: ".lock".to_owned(), bytes }
}

/// Returns a disk on a host with these running processes, and a process on that host that is about
/// to write.
fn host(running: &[Process]) -> (Disk, Person) {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let mine = process(1);
    let all = running.iter().chain([&mine]);
    disk.running = Some(all.map(|process| (process.pid, process.started.clone().expect("a time"))).collect());
    let person = Person::open(&disk, "noor", NOW, locking_as(mine));
    (disk, person)
}

/// Runs a conversation to its end; returns the outcome and the milliseconds waited.
fn run_and_measure_wait(person: &mut Person, disk: &mut Disk, first: Action) -> (Outcome, u32) {
    let mut waited = 0;
    let outcome = person.finish_with(first, |_, action| {
        if let Action::Wait { ms } = action {
            waited += ms;
        }
        disk.perform(action)
    });
    (outcome, waited)
}

#[test]
fn lock_of_an_ended_process_is_broken_at_once() {
    let later = Process { started: Some("later".to_owned()), ..process(9) };
    let earlier_boot = Process { boot: Some("zeroth".to_owned()), ..process(9) };
    for (what, holder, running) in [
        ("killed", process(9), vec![]),
        ("its ID was reused", process(9), vec![later]),
        ("before a boot", earlier_boot.clone(), vec![Process { started: earlier_boot.started, ..process(9) }]),
    ] {
        for since in [NOW - 1_000, NOW, NOW + 7_200_000] {
            let (mut disk, mut person) = host(&running);
            disk.perform(&lock_of(&holder, since));
            let first = person.begin(&rename("x"));
            let (outcome, waited) = run_and_measure_wait(&mut person, &mut disk, first);
            assert!(is_done(&outcome), "{what}, {since}: {outcome:?}");
            assert_eq!(waited, 0, "{what}, {since}");
            assert_eq!(leftovers(&disk.tree), [""; 0]);

            let (mut disk, mut person) = host(&running);
            disk.perform(&lock_of(&holder, since));
            let first = person.begin_recovery();
            assert_eq!(run_and_measure_wait(&mut person, &mut disk, first).1, 0, "{what}, {since}");
            assert_eq!(leftovers(&disk.tree), [""; 0], "recovery clears it away");
        }
    }
}

#[test]
fn lock_of_the_next_process_is_left_alone_if_the_holder_ends_after_releasing_its_own() {
    let (mut disk, mut person) = host(&[process(8)]);
    disk.perform(&lock_of(&process(9), NOW));
    let first = person.begin(&rename("x"));
    let mut is_taken = false;
    let outcome = person.finish_with(first, |_, action| {
        match action {
            // The holder has released its lock and ended since it was read.
            Action::CheckProcess { pid: 9, .. } if !is_taken => {
                disk.perform(&Action::Remove { path: ".lock".to_owned(), flush: true });
                disk.perform(&lock_of(&process(8), NOW));
                is_taken = true;
            }
            Action::Move { from, .. } => assert_ne!(from, ".lock", "the lock of a running process"),
            Action::Wait { .. } => {
                disk.perform(&Action::Remove { path: ".lock".to_owned(), flush: true });
            }
            _ => {}
        }
        disk.perform(action)
    });
    assert!(is_done(&outcome) && is_taken, "{outcome:?}");
}

#[test]
fn lock_of_a_running_process_holds_until_stale() {
    for (since, is_broken) in [(NOW + 7_200_000, false), (NOW, false), (NOW - 4_000, false), (NOW - 11_000, true)] {
        let (mut disk, mut person) = host(&[process(9)]);
        disk.perform(&lock_of(&process(9), since));
        let first = person.begin(&rename("x"));
        let (outcome, waited) = run_and_measure_wait(&mut person, &mut disk, first);
        if is_broken {
            assert!(is_done(&outcome), "{since}: {outcome:?}");
            assert_eq!(waited, 0, "{since}");
        } else {
            let is_locked = matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::Locked);
            assert!(is_locked, "{since}: {outcome:?}");
        }
    }
}

#[test]
fn lock_from_another_host_is_judged_by_age() {
    let foreign = Process { host: "ferry".to_owned(), ..process(9) };
    let cases = [(NOW - 4_000, None), (NOW + 4_000, None), (NOW - 11_000, Some(0)), (NOW + 7_200_000, Some(884))];
    for (since, broken_after) in cases {
        let (mut disk, mut person) = host(&[]);
        disk.perform(&lock_of(&foreign, since));
        let first = person.begin(&rename("x"));
        let (outcome, waited) = run_and_measure_wait(&mut person, &mut disk, first);
        assert_eq!(is_done(&outcome), broken_after.is_some(), "{since}: {outcome:?}");
        assert!(broken_after.is_none_or(|ms| waited == ms), "{since}: waited {waited} ms");
    }
}

#[test]
fn future_lock_that_is_renewed_holds() {
    let foreign = Process { host: "ferry".to_owned(), ..process(9) };
    let (mut disk, mut person) = host(&[]);
    disk.perform(&lock_of(&foreign, NOW + 7_200_000));
    let first = person.begin(&rename("x"));
    let mut waits = 0;
    let outcome = person.finish_with(first, |_, action| {
        if let Action::Wait { .. } = action {
            waits += 1;
            if waits % 10 == 0 {
                let Action::Create { path, bytes } = lock_of(&foreign, NOW + 7_200_000 + waits) else {
                    panic!("a lock is created");
                };
                disk.perform(&Action::Write { path, bytes, flush: true });
            }
        }
        disk.perform(action)
    });
    assert!(matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::Locked), "{outcome:?}");
}

#[test]
fn future_lock_without_process_is_broken_at_once() {
    let (mut disk, mut person) = host(&[]);
    disk.perform(&lock_by(NOW + 7_200_000));
    let first = person.begin(&rename("x"));
    let (outcome, waited) = run_and_measure_wait(&mut person, &mut disk, first);
    assert!(is_done(&outcome), "{outcome:?}");
    assert_eq!(waited, 0);
}

#[test]
fn fresh_lock_holds_if_processes_cannot_be_looked_up() {
    let (mut disk, mut person) = host(&[]);
    disk.running = None;
    disk.perform(&lock_of(&process(9), NOW - 1_000));
    let outcome = person.run(&mut disk, &rename("x"));
    assert!(matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::Locked), "{outcome:?}");
}

#[test]
fn recovery_does_not_wait_for_a_running_save() {
    let many = command(r#"{"kind":"updateTasks","ids":["t1","t1.1","t2","t3"],"patch":{"priority":"high"}}"#);
    let mut stops = 0;
    for stop in 0..200 {
        let (mut disk, mut reader) = host(&[process(9)]);
        let mut slow = Person::open(&disk, "slow", NOW, locking_as(process(9)));
        let mut action = slow.begin(&many);
        for _ in 0..stop {
            let answer = disk.perform(&action);
            slow.tick(&action);
            action = slow.engine.answer(answer, slow.now);
            if matches!(action, Action::End { .. }) {
                break;
            }
        }
        if matches!(action, Action::End { .. }) {
            break;
        }
        stops += 1;
        let before = disk.tree.clone();
        let first = reader.begin_recovery();
        let (_, waited) = run_and_measure_wait(&mut reader, &mut disk, first);
        assert_eq!(waited, 0, "stopped at {stop}");
        let is_at_work = before.file(".lock").is_some();
        assert!(!is_at_work || disk.tree == before, "stopped at {stop}: what the other one does is left alone");
    }
    assert!(stops > 20, "{stops}");
}

#[test]
fn recovery_takes_no_lock_for_a_fresh_trace() {
    let (mut disk, mut person) = host(&[]);
    disk.perform(&lock_of(&process(9), NOW));
    assert!(is_done(&person.run(&mut disk, &rename("x"))));
    assert_ne!(hidden_entries(&disk.tree), [""; 0], "the trace of the broken lock is kept");
    for (passes, is_locked) in [(1_000, false), (3_600_000, true)] {
        person.now += passes;
        let first = person.begin_recovery();
        let mut locks = 0;
        person.finish_with(first, |_, action| {
            locks += usize::from(matches!(action, Action::Create { .. }));
            disk.perform(action)
        });
        assert_eq!(locks > 0, is_locked, "after {passes} ms");
    }
    assert_eq!(hidden_entries(&disk.tree), [""; 0]);
}

#[test]
fn held_lock_is_refused_with_its_owner_after_waiting() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    disk.perform(&lock_by(NOW - 1000));
    let before = disk.tree.clone();
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let outcome = person.run(&mut disk, &rename("x"));
    let Outcome::Refused { refusal } = outcome else { panic!("{outcome:?}") };
    assert_eq!(refusal.code, RefusalCode::Locked);
    assert_eq!(refusal.text.to_string(), "maya has been saving in this project for 6 seconds. Try again in a moment.");
    assert!((4_900..5_200).contains(&(person.now - NOW)), "{}", person.now - NOW);
    assert_eq!(disk.tree, before);
}

#[test]
fn lock_released_while_waiting_is_acquired() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    disk.perform(&lock_by(NOW));
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let first = person.begin(&rename("x"));
    let outcome = person.finish_with(first, |at, action| {
        if at == 12 {
            disk.perform(&Action::Remove { path: ".lock".to_owned(), flush: true });
        }
        disk.perform(action)
    });
    assert!(is_done(&outcome), "{outcome:?}");
    assert_eq!(leftovers(&disk.tree), [""; 0]);
}

#[test]
fn lockless_shell_ignores_locks() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    disk.perform(&lock_by(NOW));
    let outcome = Person::open(&disk, "noor", NOW, LOCKLESS).run(&mut disk, &rename("x"));
    assert!(is_done(&outcome), "{outcome:?}");
    assert_eq!(leftovers(&disk.tree), [".lock"]);
}

#[test]
fn abandoned_lock_is_broken() {
    for content in [
        format!(r#"{{"writer":"maya","since":{},"nonce":"abc"}}"#, NOW - 11_000),
        format!(r#"{{"writer":"maya","since":{},"nonce":"../../abc"}}"#, NOW - 11_000),
        format!(r#"{{"writer":"maya","since":{},"nonce":"abc"}}"#, NOW + 1_000_000_000),
        String::new(),
        r#"{"writer":"#.to_owned(),
    ] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        disk.perform(&Action::Create { path: ".lock".to_owned(), bytes: content.clone().into_bytes() });
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let outcome = person.run(&mut disk, &rename("x"));
        assert!(is_done(&outcome), "{content}: {outcome:?}");
        // The trace stays until no process can still be checking the broken lock.
        assert_eq!(leftovers(&disk.tree), [""; 0], "{content}");
        person.now += 2_000_000_000;
        assert!(is_done(&person.run(&mut disk, &rename("y"))), "{content}");
        assert_eq!(hidden_entries(&disk.tree), [""; 0], "{content}");
    }
}

#[test]
fn lock_that_is_restored_again_and_again_is_broken_each_time() {
    for since in [NOW - 11_000, NOW + 7_200_000] {
        let (mut disk, mut person) = host(&[]);
        for number in 0..4 {
            disk.perform(&lock_of(&process(9), since));
            let first = person.begin(&rename(&number.to_string()));
            let (outcome, waited) = run_and_measure_wait(&mut person, &mut disk, first);
            assert!(is_done(&outcome), "{since}, restored {number} times: {outcome:?}");
            assert_eq!(waited, 0, "{since}, restored {number} times");
        }
        person.now = since.max(NOW) + 3_600_000;
        assert!(is_done(&person.run(&mut disk, &rename("later"))));
        assert_eq!(hidden_entries(&disk.tree), [""; 0], "{since}");
    }
}

/// Tries every interleaving of two programs that find a lock that was restored after it was broken.
#[test]
fn only_one_of_two_breaks_a_restored_lock() {
    only_one_of_two_breaks(1);
}

/// Tries every interleaving of two programs that find an abandoned lock at the same time.
#[test]
fn only_one_of_two_breaks_a_lock() {
    only_one_of_two_breaks(0);
}

/// Tries every interleaving after the lock was broken and restored this many times.
fn only_one_of_two_breaks(restored: usize) {
    let mut stale = Disk::new(&harbour(Layout::Json));
    for _ in 0..restored {
        stale.perform(&lock_by(NOW - 60_000));
        assert!(is_done(&Person::open(&stale, "lena", NOW, LOCKING).run(&mut stale, &rename("lena"))));
    }
    let mut turns = vec![Vec::new()];
    for _ in 0..11 {
        turns = turns
            .into_iter()
            .flat_map(|turn: Vec<usize>| [0, 1].map(|who| [turn.clone(), vec![who]].concat()))
            .collect();
    }
    for turns in turns {
        let mut disk = stale.clone();
        disk.perform(&lock_by(NOW - 60_000));
        let mut people: Vec<Person> =
            ["noor", "ali"].iter().map(|name| Person::open(&disk, name, NOW, LOCKING)).collect();
        people[1].seed = 77;
        people[1].now += 5_000;
        let mut actions: Vec<Action> =
            people.iter_mut().map(|person| person.begin(&rename(&person.writer.clone()))).collect();
        let mut holds = [false, false];
        for who in turns {
            let answer = disk.perform(&actions[who]);
            holds[who] |= matches!(actions[who], Action::Create { .. }) && answer == Answer::Ok {};
            let action = actions[who].clone();
            people[who].tick(&action);
            let now = people[who].now;
            actions[who] = people[who].engine.answer(answer, now);
            // A program that writes a journal assumes that it holds the lock.
            let writing = actions
                .iter()
                .filter(|action| matches!(action, Action::Write { path, .. } if path.contains("journal")))
                .count();
            assert!(writing < 2, "both write");
        }
        assert!(!(holds[0] && holds[1]), "both hold the lock");
    }
}

//! Both programs claim and release tasks, in turns and at the same time. Each respects the claims of the
//! other, what is done stays done when a lease is over, and work on a task renews its lease.

use std::sync::atomic::AtomicU64;
use std::thread;

use serde_json::{Value, json};

use super::calls::ask;
use super::double::Double;
use super::{History, project};
use crate::random;
use crate::support::form::{is_long, seed};
use crate::support::server::Server;

/// The tasks of a project.
const TASKS: [&str; 4] = ["t1", "t2", "t3", "t4"];

/// Who holds a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Nobody,
    Ours,
    Double,
}

/// What is expected of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Claimed {
    holder: Holder,
    status: String,
}

fn claim(server: &mut Server, id: &str) -> Result<Value, String> {
    ask(server, "handoff_claim_task", &json!({"task_id": id}))
}

#[test]
fn claims_in_turns_with_the_peer_are_respected() {
    let (projects, calls) = if is_long() { (20, 400) } else { (1, 120) };
    let first = seed(13);
    for seed in first..first + projects {
        claim_in_turns(seed, calls);
        eprintln!("claims in turns with the peer, seed {seed}: {calls} calls, all respected");
    }
}

fn claim_in_turns(seed: u64, calls: usize) {
    let (folder, order) = (project(), AtomicU64::new(0));
    let mut server = Server::start(folder.path(), &["--tools", "all"]);
    let mut double = Double::new(&folder.at(".handoff"), seed, &order, 0);
    let (mut random, mut history) = (random(seed), History::new(seed));
    for id in TASKS {
        assert_eq!(double.create(None, id).unwrap(), id);
    }
    let todo = Claimed { holder: Holder::Nobody, status: "todo".to_owned() };
    let mut expected = TASKS.map(|_| todo.clone());
    for _ in 0..calls {
        let index = usize::try_from(random.below(4)).unwrap();
        let (id, task) = (TASKS[index], &mut expected[index]);
        let number = random.below(10);
        history.add(format!("{number} {id} {task:?}"));
        match number {
            0 | 1 => {
                let is_free = task.holder != Holder::Double && task.status != "done";
                let answer = claim(&mut server, id);
                assert_eq!(answer.is_ok(), is_free, "{answer:?}: {history}");
                if is_free {
                    task.holder = Holder::Ours;
                }
            }
            2 | 3 => {
                let is_free = task.holder == Holder::Nobody;
                assert_eq!(double.claim(id).is_ok(), is_free, "{history}");
                if is_free {
                    // It begins what it claims; ours sets the status apart.
                    let status = if task.status == "todo" { "in_progress".to_owned() } else { task.status.clone() };
                    *task = Claimed { holder: Holder::Double, status };
                }
            }
            4 => {
                let answer = ask(&mut server, "handoff_claim_task", &json!({"task_id": id, "release": true}));
                match task.holder {
                    Holder::Double if task.status != "done" => assert!(answer.is_err(), "{answer:?}: {history}"),
                    // What is left of a claim of finished work is removed.
                    _ => task.holder = Holder::Nobody,
                }
            }
            5 => {
                let is_own = task.holder == Holder::Double;
                assert_eq!(double.release(id).is_ok(), is_own, "{history}");
                if is_own {
                    *task = todo.clone();
                }
            }
            6 => {
                // Ours finishes, or reviews, what anybody holds.
                let status = *random.pick(&["review", "done", "todo"]).unwrap();
                ask(&mut server, "handoff_update_task", &json!({"task": {"id": id, "status": status}})).unwrap();
                // A status that needs no worker ends the claim of the double, even if the task has it already.
                if task.status != status || task.holder == Holder::Double {
                    *task = Claimed { holder: Holder::Nobody, status: status.to_owned() };
                }
            }
            7 => {
                // The double works on it: a claim of its own lasts, one of ours is left alone.
                let is_own = task.holder == Holder::Double;
                if is_own {
                    double.end_lease(id).unwrap();
                }
                double.update(id, None, |task| task["labels"] = json!([number.to_string()])).unwrap();
                double.scan_leases().unwrap();
                let answer = claim(&mut server, id);
                let is_free = !is_own && task.status != "done";
                assert_eq!(answer.is_ok(), is_free, "{answer:?}: {history}");
                if is_free {
                    task.holder = Holder::Ours;
                }
            }
            8 if task.holder != Holder::Ours => {
                // The double finishes what it holds, or what nobody holds.
                double.update(id, Some("done"), |_| ()).unwrap();
                *task = Claimed { holder: Holder::Nobody, status: "done".to_owned() };
            }
            _ => {
                // Half an hour later, if nothing was renewed meanwhile.
                if task.holder == Holder::Double {
                    double.end_lease(id).unwrap();
                    *task = todo.clone();
                }
                double.scan_leases().unwrap();
            }
        }
        let found = double.find(id).unwrap();
        let name = found.file.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(name, format!("_task.{}.json", task.status), "{task:?}: {history}");
        let file: Value = serde_json::from_str(&found.text).unwrap();
        assert_eq!(file.get("lock").is_some(), task.holder != Holder::Nobody, "{task:?}, {file}: {history}");
        let answer = ask(&mut server, "handoff_get_task", &json!({"task_id": id})).unwrap();
        assert_eq!(answer["status"], task.status.as_str(), "{answer}: {history}");
        // Nobody works on what is done, whatever claim is left.
        let is_held = task.holder != Holder::Nobody && task.status != "done";
        assert_eq!(answer.get("held_by").is_some(), is_held, "{answer}: {history}");
        assert_eq!(answer["held_by"] == "you", task.holder == Holder::Ours, "{answer}: {history}");
    }
    let report = String::from_utf8_lossy(&folder.run(&["doctor"]).stdout).into_owned();
    assert!(report.starts_with("No problems"), "{report}: {history}");
}

#[test]
fn task_that_both_claim_at_once_has_one_holder() {
    let rounds = if is_long() { 300 } else { 25 };
    let (folder, order) = (project(), AtomicU64::new(0));
    let root = folder.at(".handoff");
    let mut server = Server::start(folder.path(), &["--tools", "all"]);
    let (mut theirs, mut ours) = (0, 0);
    for round in 0..rounds {
        let mut double = Double::new(&root, seed(14) + round, &order, 2_000);
        let id = double.create(None, &format!("round{round}")).unwrap();
        let (is_theirs, answer) = thread::scope(|scope| {
            let other = scope.spawn(|| double.claim(&id).is_ok());
            let answer = claim(&mut server, &id);
            (other.join().unwrap(), answer)
        });
        assert!(is_theirs != answer.is_ok(), "round {round}: {is_theirs}, {answer:?}");
        (theirs, ours) = (theirs + usize::from(is_theirs), ours + usize::from(answer.is_ok()));
        let task = ask(&mut server, "handoff_get_task", &json!({"task_id": id})).unwrap();
        assert_eq!(task["held_by"] == "you", answer.is_ok(), "round {round}: {task}");
        assert_eq!(task["status"], if is_theirs { "in_progress" } else { "todo" }, "round {round}: {task}");
    }
    eprintln!("claims at once with the peer: {ours} ours, {theirs} of the double");
}

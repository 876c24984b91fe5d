//! Our server and the double of the peer change one project in turns. After each call both see
//! everything that was confirmed so far.

use std::sync::atomic::AtomicU64;

use serde_json::json;

use super::calls::{Author, Call, Choice, Kind, ask, run_double, run_ours};
use super::double::Double;
use super::state::{Session, State, Task};
use super::{History, project};
use crate::random;
use crate::support::form::{is_long, seed};
use crate::support::server::Server;

/// Calls between two comparisons of all records.
const DISTANCE: usize = 25;

#[test]
fn calls_in_turns_with_the_peer_lose_and_duplicate_nothing() {
    let (projects, calls) = if is_long() { (20, 500) } else { (1, 200) };
    let first = seed(11);
    for seed in first..first + projects {
        take_turns(seed, calls);
        eprintln!("in turns with the peer, seed {seed}: {calls} calls, nothing lost");
    }
}

fn take_turns(seed: u64, calls: usize) {
    let (folder, order) = (project(), AtomicU64::new(0));
    let root = folder.at(".handoff");
    let mut server = Server::start(folder.path(), &["--tools", "all"]);
    let mut double = Double::new(&root, seed, &order, 0);
    let (mut choices, mut expected, mut history) = (random(seed), State::of_files(&root).unwrap(), History::new(seed));
    for number in 0..calls {
        let choice = Choice {
            tasks: expected.tasks.keys().cloned().collect(),
            memories: expected.memories.keys().cloned().collect(),
            max_tasks: 20,
        };
        let author = if choices.below(2) == 0 { Author::Ours } else { Author::Double };
        let kind = match choice.kind(&mut choices, true) {
            Kind::Decide if expected.active().is_none() => Kind::Save,
            kind => kind,
        };
        let call = Call { author, kind, word: format!("w{number}x") };
        history.add(call.to_string());
        let new = match author {
            Author::Ours => run_ours(&mut server, &folder, &call),
            Author::Double => run_double(&mut double, &call).map_err(|error| error.to_string()),
        };
        let new = new.unwrap_or_else(|message| panic!("{message}: {history}"));
        expected.apply(&call.kind, &call.word, new.clone());
        let files = State::of_files(&root).unwrap_or_else(|message| panic!("{message}: {history}")).without_ids();
        assert!(files == expected.clone().without_ids(), "{history}\nfiles: {files:#?}\nexpected: {expected:#?}");
        check_record(&mut server, &call, &mut expected, new, &history);
        if number % DISTANCE == 0 {
            check_all(&mut server, &expected, &history);
        }
    }
    check_all(&mut server, &expected, &history);
    let doctor = folder.run(&["doctor"]);
    let report = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(report.starts_with("No problems"), "{report}: {history}");
}

/// Compares what the running server says about the record of a call.
fn check_record(server: &mut Server, call: &Call, expected: &mut State, new: Option<String>, history: &History) {
    match &call.kind {
        Kind::Create(_)
        | Kind::Assign(_)
        | Kind::Label(_)
        | Kind::AppendNotes(_)
        | Kind::SetStatus(..)
        | Kind::LogTime(_) => {
            let (Kind::Assign(id)
            | Kind::Label(id)
            | Kind::AppendNotes(id)
            | Kind::SetStatus(id, _)
            | Kind::LogTime(id)) = &call.kind
            else {
                return check_task(server, &new.unwrap(), expected, history);
            };
            check_task(server, id, expected, history);
        }
        Kind::Delete(id) => {
            let answer = ask(server, "handoff_get_task", &json!({"task_id": id}));
            assert!(answer.is_err(), "{id} is deleted, and shown: {answer:?}: {history}");
        }
        Kind::Decide | Kind::Save => {
            let sessions = ask(server, "handoff_list_sessions", &json!({})).unwrap();
            let sessions = sessions["sessions"].as_array().unwrap();
            let active: Vec<_> = sessions.iter().filter(|session| session["status"] == "active").collect();
            assert!(active.len() == 1, "{active:?}: {history}");
            let decisions = expected.active().map(|session: &mut Session| session.decisions.len());
            assert_eq!(
                active[0]["decisions_count"].as_u64().map(|count| usize::try_from(count).unwrap()),
                decisions,
                "{history}"
            );
        }
        Kind::Remember => {
            let answer = ask(server, "handoff_memory_query", &json!({"text": call.word})).unwrap();
            let memories = answer["memories"].to_string();
            assert!(memories.contains(&call.word), "{memories}: {history}");
        }
        Kind::Forget(id) => {
            let answer = ask(server, "handoff_memory_delete", &json!({"memory_id": id}));
            assert!(answer.is_err(), "{id} is deleted, and found: {answer:?}: {history}");
        }
        Kind::Close | Kind::AddMilestone | Kind::Configure => {}
    }
}

fn check_task(server: &mut Server, id: &str, expected: &State, history: &History) {
    let value = ask(server, "handoff_get_task", &json!({"task_id": id}));
    let value = value.unwrap_or_else(|message| panic!("{message}: {history}"));
    let task = Task::new(&value, value["status"].as_str().unwrap());
    assert!(Some(&task) == expected.tasks.get(id), "{task:?}, not {:?}: {history}", expected.tasks.get(id));
}

fn check_all(server: &mut Server, expected: &State, history: &History) {
    let answered = State::of_server(server).unwrap_or_else(|message| panic!("{message}: {history}"));
    let answered = State { memories: expected.memories.clone(), ..answered }.without_ids();
    let expected = expected.clone().without_ids();
    assert!(answered == expected, "{history}\nserver: {answered:#?}\nexpected: {expected:#?}");
}

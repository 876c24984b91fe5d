//! Our server and the double of the peer change one project at the same time.
//!
//! Without a lock the double writes whole files that it read a moment before, so it can take away what ours
//! wrote in between. Nothing else may be lost, and nothing under the lock of a task: each missing change is
//! compared with the writes of the double.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::calls::{Author, Call, Choice, Kind, run_double, run_ours};
use super::double::{Double, Overwrite};
use super::verdict::{Fact, Verdict};
use super::{History, project};
use crate::random;
use crate::support::form::{is_long, seed};
use crate::support::random::Random;
use crate::support::server::Server;

/// The maximum delay between two calls.
const DELAY_US: u64 = 3_000;

/// The maximum delay between a read and a write of the double.
const WINDOW_US: u64 = 15_000;

/// The maximum number of calls that one program is ahead of the other, so that both work to the end.
const MAX_LEAD: usize = 2;

/// What both threads share.
#[derive(Default)]
struct Shared {
    order: AtomicU64,
    choice: Mutex<Choice>,
    /// The calls that each program has made.
    made: [AtomicUsize; 2],
}

/// Makes the calls of one program.
fn work(
    mut random: Random,
    author: Author,
    calls: usize,
    Shared { order, choice, made }: &Shared,
    mut run: impl FnMut(&Call) -> Result<Option<String>, String>,
) -> Vec<Fact> {
    /// Lets the other program go on, also after a panic.
    struct End<'a>(&'a AtomicUsize);
    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.store(usize::MAX / 2, Ordering::SeqCst);
        }
    }
    let mut facts = Vec::new();
    let (own, other) = if author == Author::Ours { (&made[0], &made[1]) } else { (&made[1], &made[0]) };
    let _end = End(own);
    for number in 0..calls {
        own.store(number, Ordering::SeqCst);
        while number > other.load(Ordering::SeqCst) + MAX_LEAD {
            thread::yield_now();
        }
        let kind = choice.lock().unwrap().kind(&mut random, false);
        let call = Call { author, kind, word: format!("{}{number}x", if author == Author::Ours { 'o' } else { 'd' }) };
        let begin = order.fetch_add(1, Ordering::SeqCst);
        let result = run(&call);
        let end = order.fetch_add(1, Ordering::SeqCst);
        let mut choice = choice.lock().unwrap();
        match (&call.kind, &result) {
            // A number that both gave at once is left alone from then on.
            (Kind::Create(_), Ok(Some(id))) if choice.tasks.contains(id) => choice.tasks.retain(|other| other != id),
            (Kind::Create(_), Ok(Some(id))) => choice.tasks.push(id.clone()),
            (Kind::Remember, Ok(Some(id))) => choice.memories.push(id.clone()),
            (Kind::Delete(id), Ok(_)) => {
                choice.tasks.retain(|other| other != id && !other.starts_with(&format!("{id}.")));
            }
            (Kind::Forget(id), Ok(_)) => choice.memories.retain(|other| other != id),
            _ => {}
        }
        drop(choice);
        facts.push(Fact { call, begin, end, result });
        if random.below(3) == 0 {
            thread::sleep(Duration::from_micros(random.below(DELAY_US)));
        }
    }
    facts
}

#[test]
fn calls_beside_the_peer_are_lost_only_to_its_stale_writes() {
    let (projects, calls) = if is_long() { (20, 250) } else { (1, 120) };
    let first = seed(12);
    (first..first + projects).for_each(|seed| work_at_once(seed, calls));
}

fn work_at_once(seed: u64, calls: usize) {
    let (folder, shared) = (project(), Shared::default());
    shared.choice.lock().unwrap().max_tasks = 3;
    let root = folder.at(".handoff");
    let mut server = Server::start(folder.path(), &["--tools", "all"]);
    let (ours, (theirs, overwrites)): (Vec<Fact>, (Vec<Fact>, Vec<Overwrite>)) = thread::scope(|scope| {
        let double = scope.spawn(|| {
            let mut double = Double::new(&root, seed, &shared.order, WINDOW_US);
            let run = |call: &Call| run_double(&mut double, call).map_err(|error| error.to_string());
            let facts = work(random(seed + 1), Author::Double, calls, &shared, run);
            (facts, double.overwrites)
        });
        let run = |call: &Call| run_ours(&mut server, &folder, call);
        let facts = work(random(seed + 2), Author::Ours, calls, &shared, run);
        (facts, double.join().unwrap())
    });
    let mut facts: Vec<Fact> = ours.into_iter().chain(theirs).collect();
    facts.sort_by_key(|fact| fact.begin);
    let mut history = History::new(seed);
    for fact in &facts {
        history.add(format!("[{}-{}] {} {:?}", fact.begin, fact.end, fact.call, fact.result));
    }
    let verdict = Verdict::new(&root, &facts, &overwrites);
    eprintln!("beside the peer, seed {seed}: {}", verdict.summary());
    let broken = overwrites.iter().find(|write| write.is_locked && write.replaced.as_ref() != Some(&write.read));
    assert!(broken.is_none(), "changed in spite of the lock: {broken:#?}\n{history}");
    assert!(verdict.unexplained.is_empty(), "{:#?}\n{history}", verdict.unexplained);
    // A write of the double between our comparison and our rename cannot be kept out.
    assert!(verdict.windows.len() <= 1 + calls / 500, "{:#?}\n{history}", verdict.windows);
    let names = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<_> = names.filter(|name| name.to_string_lossy().contains(".tmp")).collect();
    assert!(names.is_empty(), "{names:?}: {history}");
    if verdict.is_consistent {
        let report = String::from_utf8_lossy(&folder.run(&["doctor"]).stdout).into_owned();
        assert!(report.starts_with("No problems"), "{report}: {history}");
        let files = super::state::State::of_files(&root).unwrap();
        let answered = super::state::State::of_server(&mut server).unwrap();
        let answered = super::state::State { memories: files.memories.clone(), ..answered };
        assert!(answered == files, "{history}\nserver: {answered:#?}\nfiles: {files:#?}");
    }
}

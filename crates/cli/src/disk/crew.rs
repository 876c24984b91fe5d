//! Several threads share jobs that lead to more jobs, such as the folders below a folder.
//!
//! Invariant: it ends when no job is left and nobody is at one that could lead to more, even where somebody breaks down.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// So few jobs are sooner done than shared.
const FEW: usize = 32;

/// More threads than this would only wait for one another.
const MOST: usize = 4;

/// Does all jobs, those last that were there first, so that few are left open at a time. Each thread begins with something of its own, into
/// which it works; all of these are given back.
pub fn share<J: Send, W: Send>(
    mut jobs: Vec<J>,
    begin: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, J, &mut Vec<J>) + Sync,
) -> Vec<W> {
    let mut own = begin();
    while jobs.len() <= FEW {
        let Some(job) = jobs.pop() else { return vec![own] };
        work(&mut own, job, &mut jobs);
    }
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST);
    let pile = Pile { state: Mutex::new(State { jobs, busy: 0, waiting: 0 }), changed: Condvar::new() };
    thread::scope(|scope| {
        let help = || pile.clear(begin(), &work);
        // Where the system has no thread to spare, it takes longer.
        let helpers: Vec<_> =
            (1..threads).filter_map(|_| thread::Builder::new().spawn_scoped(scope, help).ok()).collect();
        let mut all = vec![pile.clear(own, &work)];
        all.extend(helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|broken| resume_unwind(broken))));
        all
    })
}

struct Pile<J> {
    state: Mutex<State<J>>,
    changed: Condvar,
}

struct State<J> {
    jobs: Vec<J>,
    /// So many are at a job.
    busy: usize,
    /// So many wait for one.
    waiting: usize,
}

impl<J> Pile<J> {
    fn state(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn clear<W>(&self, mut own: W, work: &impl Fn(&mut W, J, &mut Vec<J>)) -> W {
        while let Some((job, mut turn)) = self.turn() {
            work(&mut own, job, &mut turn.more);
        }
        own
    }

    /// The next job; none when all are done.
    fn turn(&self) -> Option<(J, Turn<'_, J>)> {
        let mut state = self.state();
        loop {
            if let Some(job) = state.jobs.pop() {
                state.busy += 1;
                return Some((job, Turn { pile: self, more: Vec::new() }));
            }
            if state.busy == 0 {
                return None;
            }
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}

/// Somebody is at a job. It ends with that, however that ends.
struct Turn<'a, J> {
    pile: &'a Pile<J>,
    /// What the job has led to.
    more: Vec<J>,
}

impl<J> Drop for Turn<'_, J> {
    fn drop(&mut self) {
        let mut state = self.pile.state();
        state.jobs.append(&mut self.more);
        state.busy -= 1;
        // Nobody is called in vain: that would be a call of the system for each job.
        if state.waiting > 0 && (state.busy == 0 || !state.jobs.is_empty()) {
            self.pile.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_however_many_come_of_it() {
        for (width, depth) in [(0, 0), (1, 500), (3, 8), (100, 1)] {
            let first = vec![depth; width];
            let all = share(
                first,
                || 0,
                |done, left, more| {
                    *done += 1;
                    more.extend(vec![left - 1; if left == 0 { 0 } else { width }]);
                },
            );
            let expected: usize = (1..=depth + 1).map(|level| width.pow(u32::try_from(level).unwrap())).sum();
            assert_eq!(all.into_iter().sum::<usize>(), expected, "{width} wide, {depth} deep");
        }
    }

    #[test]
    #[should_panic = "as planned"]
    fn who_breaks_down_lets_the_others_end() {
        let jobs = (0..1_000).collect();
        share(jobs, || (), |(), job, _| assert_ne!(job, 500, "as planned"));
    }
}

//! Runs jobs that create more jobs, such as the folders below a folder, on all cores.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::Scope;

/// Runs all jobs and those that `work` adds to its list. Each thread collects into a state of its
/// own, and all states are returned. A panic in a job is passed on when the other jobs have ended.
pub fn run_all<J: Send, S: Send>(
    jobs: Vec<J>,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J, &mut Vec<J>) + Sync,
) -> Vec<S> {
    let idle = Mutex::new(Vec::new());
    let run = |job| {
        let mut state = lock(&idle).pop().unwrap_or_else(&begin);
        let mut more = Vec::new();
        work(&mut state, job, &mut more);
        lock(&idle).push(state);
        more
    };
    rayon::scope(|scope| spawn_all(scope, jobs, &run));
    idle.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn spawn_all<'s, J: Send + 's>(scope: &Scope<'s>, jobs: Vec<J>, run: &'s (impl Fn(J) -> Vec<J> + Sync)) {
    for job in jobs {
        scope.spawn(move |scope| spawn_all(scope, run(job), run));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_all_runs_each_job_once() {
        for (width, levels) in [(0, 0), (1, 500), (3, 8), (100, 1)] {
            let first = vec![levels; width];
            let all = run_all(
                first,
                || 0,
                |done, depth, more| {
                    *done += 1;
                    more.extend(vec![depth - 1; if depth == 0 { 0 } else { width }]);
                },
            );
            let expected: usize = (1..=levels + 1).map(|level| width.pow(u32::try_from(level).unwrap())).sum();
            assert_eq!(all.into_iter().sum::<usize>(), expected, "{width} wide, {levels} deep");
        }
    }

    #[test]
    #[should_panic = "as planned"]
    fn run_all_passes_a_panic_on() {
        let jobs = (0..1_000).collect();
        run_all(jobs, || (), |(), job, _| assert_ne!(job, 500, "as planned"));
    }
}

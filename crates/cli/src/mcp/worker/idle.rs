//! The jobs run when nothing else is to be done, because as WebAssembly the server has one thread.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use handoff_engine::ServerEvent;

use super::{Job, finish, perform};
use crate::ground::clock;
use crate::mcp::projects::Projects;

/// Queues work.
#[derive(Clone)]
pub struct Worker {
    jobs: Arc<Mutex<VecDeque<Job>>>,
    projects: Arc<Mutex<Projects>>,
}

/// The projects of the server.
pub struct Running(Worker);

impl Worker {
    /// Starts with these projects.
    pub fn start(projects: Projects) -> (Worker, Running) {
        let worker = Worker { jobs: Arc::default(), projects: Arc::new(Mutex::new(projects)) };
        (worker.clone(), Running(worker))
    }

    /// Queues work without waiting for its result.
    pub fn submit(&self, work: impl FnOnce(&mut Projects) + Send + 'static) {
        lock(&self.jobs).push_back(Box::new(work));
    }

    /// Performs all jobs. If there were none, returns how long to wait for others: until the time of
    /// timers is measured again.
    pub fn perform_all(&self) -> Option<Duration> {
        let mut projects = lock(&self.projects);
        let mut is_idle = true;
        loop {
            // The queue is unlocked during a job, which may queue others.
            let Some(job) = lock(&self.jobs).pop_front() else { break };
            perform(job, &mut projects);
            is_idle = false;
        }
        let tick = projects.next_tick();
        let wait = tick.map(|tick| tick.saturating_duration_since(clock::instant()));
        if wait.is_some_and(|wait| wait.is_zero()) {
            projects.track_time(ServerEvent::Tick);
            is_idle = false;
        }
        is_idle.then(|| wait.unwrap_or(Duration::MAX))
    }
}

impl Running {
    /// Does the rest of the work. Call it when every other `Worker` is dropped.
    pub fn finish(self) {
        self.0.perform_all();
        if let Some(projects) = Arc::into_inner(self.0.projects) {
            finish(projects.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The jobs run on a thread of their own, while the server goes on reading.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use handoff_engine::ServerEvent;

use super::{Job, finish, perform};
use crate::ground::clock;
use crate::mcp::projects::Projects;

/// Sends work to the thread.
#[derive(Clone)]
pub struct Worker {
    jobs: mpsc::Sender<Job>,
}

/// The running thread.
pub struct Running(JoinHandle<()>);

impl Worker {
    /// Starts with these projects.
    pub fn start(mut projects: Projects) -> (Worker, Running) {
        let (jobs, queue) = mpsc::channel::<Job>();
        let thread = thread::spawn(move || {
            while let Some(job) = next_job(&queue, projects.next_tick()) {
                perform(job, &mut projects);
            }
            finish(projects);
        });
        (Worker { jobs }, Running(thread))
    }

    /// Queues work without waiting for its result.
    pub fn submit(&self, work: impl FnOnce(&mut Projects) + Send + 'static) {
        // The thread ends only when every `Worker` is gone.
        let _ = self.jobs.send(Box::new(work));
    }
}

impl Running {
    /// Returns when the work that has begun is done. Call it when every `Worker` is dropped.
    pub fn finish(self) {
        // A panic outside of a job ends the server anyway.
        let _ = self.0.join();
    }
}

/// Waits for the next job, `None` if no more can come. If the time of timers has to be measured
/// before, that is the job.
fn next_job(queue: &mpsc::Receiver<Job>, tick: Option<Instant>) -> Option<Job> {
    let Some(tick) = tick else { return queue.recv().ok() };
    let wait = tick.saturating_duration_since(clock::instant());
    match if wait.is_zero() { Err(RecvTimeoutError::Timeout) } else { queue.recv_timeout(wait) } {
        Ok(job) => Some(job),
        Err(RecvTimeoutError::Timeout) => Some(Box::new(|projects| projects.track_time(ServerEvent::Tick))),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

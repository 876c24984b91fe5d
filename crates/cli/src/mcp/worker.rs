//! The worker thread that owns the projects: it runs requests in order, one after another, while
//! the server goes on reading. Between them it measures the time of running timers.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use handoff_engine::ServerEvent;
use rmcp::ErrorData;
use tokio::sync::oneshot;

use crate::ground::clock;
use crate::mcp::projects::Projects;

type Job = Box<dyn FnOnce(&mut Projects) + Send>;

/// Sends work to the thread.
#[derive(Clone)]
pub struct Worker {
    jobs: mpsc::Sender<Job>,
}

impl Worker {
    /// Starts the thread with these projects. It ends when the last `Worker` is dropped.
    pub fn start(mut projects: Projects) -> (Worker, thread::JoinHandle<()>) {
        let (jobs, queue) = mpsc::channel::<Job>();
        let thread = thread::spawn(move || {
            while let Some(job) = next_job(&queue, projects.next_tick()) {
                if catch_unwind(AssertUnwindSafe(|| job(&mut projects))).is_err() {
                    // In-memory state may be inconsistent after a panic: drop it and reload from
                    // disk.
                    projects.clear();
                }
            }
            projects.finish_handovers();
            projects.track_time(ServerEvent::End);
            projects.release_claims();
            // The server ends. Freeing the projects piece by piece would make the client wait; the
            // process ends anyway.
            mem::forget(projects);
        });
        (Worker { jobs }, thread)
    }

    /// Queues work without waiting for its result.
    pub fn submit(&self, work: impl FnOnce(&mut Projects) + Send + 'static) {
        // The thread ends only when every `Worker` is gone.
        let _ = self.jobs.send(Box::new(work));
    }

    /// Runs work and returns its result, or an error if it panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Projects) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let (sender, receiver) = oneshot::channel();
        // A panic drops the sender, so the receiver fails.
        self.submit(move |projects| {
            // The caller may have been cancelled.
            let _ = sender.send(work(projects));
        });
        receiver.await.map_err(|_| ErrorData::internal_error(PANIC_MESSAGE, None))
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

const PANIC_MESSAGE: &str = "An error in the server ended this request, and the server goes on with the next one. What was written before is complete; handoff \
                          doctor checks the files.";

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used, reason = "the test panics on purpose")]
mod tests {
    use handoff_protocol::Layout;

    use super::*;

    #[test]
    fn worker_survives_a_panic() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (worker, thread) = Worker::start(Projects::new(std::env::temp_dir(), Layout::Toml));
        runtime.block_on(async {
            let broken: Result<(), ErrorData> = worker.run(|_| panic!("as planned")).await;
            assert_eq!(broken.unwrap_err().message, PANIC_MESSAGE);
            assert_eq!(worker.run(|_| 7).await.unwrap(), 7);
        });
        drop(worker);
        thread.join().unwrap();
    }
}

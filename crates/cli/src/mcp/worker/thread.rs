//! The jobs run on a thread of their own, while the server goes on reading.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

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
pub struct Running {
    thread: JoinHandle<()>,
    /// Receives something after a job, and fails when the thread has ended.
    progress: mpsc::Receiver<()>,
}

/// How long a job may go on when the client is gone. Longer than any on real projects takes.
const LONGEST_LAST_JOB: Duration = Duration::from_secs(10);

impl Worker {
    /// Starts with these projects.
    pub fn start(mut projects: Projects) -> (Worker, Running) {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (performed, progress) = mpsc::sync_channel(1);
        let thread = thread::spawn(move || {
            while let Some(job) = next_job(&queue, projects.next_tick()) {
                perform(job, &mut projects);
                // Nobody listens before the end, when one message says as much as many.
                let _ = performed.try_send(());
            }
            finish(projects);
        });
        (Worker { jobs }, Running { thread, progress })
    }

    /// Queues work without waiting for its result.
    pub fn submit(&self, work: impl FnOnce(&mut Projects) + Send + 'static) {
        // The thread ends only when every `Worker` is gone.
        let _ = self.jobs.send(Box::new(work));
    }
}

impl Running {
    /// Returns when the work that has begun is done, or when one job takes too long: nobody waits for its
    /// answer, and a change that is cut short is completed or reverted by whoever opens the project next. Call it when
    /// every `Worker` is dropped.
    pub fn finish(self) {
        self.finish_unless_longer(LONGEST_LAST_JOB);
    }

    fn finish_unless_longer(self, longest_job: Duration) {
        loop {
            match self.progress.recv_timeout(longest_job) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // A panic outside of a job ends the server anyway.
        let _ = self.thread.join();
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail loudly")]
mod tests {
    use handoff_protocol::Layout;

    use super::*;

    #[test]
    fn a_job_without_an_end_does_not_keep_the_server_alive() {
        let (worker, running) = Worker::start(Projects::new(std::env::temp_dir(), Layout::Toml, None, false));
        let (begun, has_begun) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        worker.submit(move |_| {
            begun.send(()).unwrap();
            released.recv().unwrap();
        });
        has_begun.recv().unwrap();
        drop(worker);
        running.finish_unless_longer(Duration::from_millis(1));
        assert!(release.send(()).is_ok(), "the job still waits");
    }

    #[test]
    fn all_jobs_that_were_taken_are_performed() {
        let (worker, running) = Worker::start(Projects::new(std::env::temp_dir(), Layout::Toml, None, false));
        let (sender, receiver) = mpsc::channel();
        for number in 0..100 {
            let sender = sender.clone();
            worker.submit(move |_| sender.send(number).unwrap());
        }
        drop((worker, sender));
        running.finish();
        assert_eq!(receiver.iter().count(), 100);
    }
}

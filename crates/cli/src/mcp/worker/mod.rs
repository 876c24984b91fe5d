//! Runs requests on the projects in order, one after another. Between them it measures the time of
//! running timers.

#[cfg(target_os = "wasi")]
mod idle;
#[cfg(not(target_os = "wasi"))]
mod thread;

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use handoff_engine::ServerEvent;
use rmcp::ErrorData;
use tokio::sync::oneshot;

use crate::mcp::projects::Projects;

#[cfg(target_os = "wasi")]
pub use idle::Worker;
#[cfg(not(target_os = "wasi"))]
pub use thread::Worker;

type Job = Box<dyn FnOnce(&mut Projects) + Send>;

impl Worker {
    /// Runs work and returns its result, or an error if it panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Projects) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let (sender, receiver) = oneshot::channel();
        // A panic drops the sender, so the receiver fails.
        self.submit(move |projects: &mut Projects| {
            // The caller may have been cancelled.
            let _ = sender.send(work(projects));
        });
        receiver.await.map_err(|_| ErrorData::internal_error(PANIC_MESSAGE, None))
    }
}

/// Performs a job.
fn perform(job: Job, projects: &mut Projects) {
    if catch_unwind(AssertUnwindSafe(|| job(projects))).is_err() {
        // In-memory state may be inconsistent after a panic: drop it and reload from disk.
        projects.clear();
    }
}

/// Does what is to be done when the server ends.
fn finish(mut projects: Projects) {
    projects.finish_handovers();
    projects.track_time(ServerEvent::End);
    projects.release_claims();
    // The server ends. Freeing the projects piece by piece would make the client wait; the process ends
    // anyway.
    mem::forget(projects);
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
        let (worker, running) = Worker::start(Projects::new(std::env::temp_dir(), Layout::Toml, None, false));
        runtime.block_on(async {
            let broken: Result<(), ErrorData> = worker.run(|_| panic!("as planned")).await;
            assert_eq!(broken.unwrap_err().message, PANIC_MESSAGE);
            assert_eq!(worker.run(|_| 7).await.unwrap(), 7);
        });
        drop(worker);
        running.finish();
    }
}

//! The thread on which projects are worked with: in the order of the requests, one after another, while the server goes on listening.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;

use rmcp::ErrorData;
use tokio::sync::oneshot;

use crate::mcp::projects::Projects;

type Job = Box<dyn FnOnce(&mut Projects) + Send>;

/// Hands work to the thread.
#[derive(Clone)]
pub struct Worker {
    jobs: mpsc::Sender<Job>,
}

impl Worker {
    /// A thread with these projects. It ends when nobody can hand it work any more.
    pub fn start(mut projects: Projects) -> (Worker, thread::JoinHandle<()>) {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let thread = thread::spawn(move || {
            for job in waiting {
                if catch_unwind(AssertUnwindSafe(|| job(&mut projects))).is_err() {
                    // What it was in the middle of, nobody knows; what is on disk, everybody does.
                    projects.forget();
                }
            }
            // The server ends. The system takes a project back at once; giving it back piece by piece would make the client wait.
            mem::forget(projects);
        });
        (Worker { jobs }, thread)
    }

    /// Has a piece of work done that nobody waits for.
    pub fn follow(&self, work: impl FnOnce(&mut Projects) + Send + 'static) {
        let _ = self.jobs.send(Box::new(work));
    }

    /// Has a piece of work done. One that breaks down is answered all the same.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Projects) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let (done, told) = oneshot::channel();
        // A thread that is gone drops the job, and so tells.
        self.follow(move |projects| drop(done.send(work(projects))));
        told.await.map_err(|_| ErrorData::internal_error(BROKE_DOWN, None))
    }
}

const BROKE_DOWN: &str = "The server broke down over this request, and is ready for the next one. What was written before is complete; handoff doctor \
                          says whether anything is amiss.";

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used, reason = "a breakdown is what is tried")]
mod tests {
    use handoff_protocol::Layout;

    use super::*;

    #[test]
    fn a_request_that_breaks_down_is_answered_and_the_next_one_works() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (worker, thread) = Worker::start(Projects::new(std::env::temp_dir(), Layout::Toml));
        runtime.block_on(async {
            let broken: Result<(), ErrorData> = worker.run(|_| panic!("as planned")).await;
            assert_eq!(broken.unwrap_err().message, BROKE_DOWN);
            assert_eq!(worker.run(|_| 7).await.unwrap(), 7);
        });
        drop(worker);
        thread.join().unwrap();
    }
}

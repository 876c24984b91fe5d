//! Progress notifications of a call, and its cancellation by the client.

use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::ground::clock;
use crate::ground::progress::Progress;

/// The minimum interval between notifications.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// Reports the progress of one call.
pub struct ProgressNotifier {
    is_cancelled: Box<dyn Fn() -> bool + Send>,
    sender: Option<mpsc::UnboundedSender<(u32, String)>>,
    steps: u32,
    last_sent: Option<Instant>,
}

/// Returns the notifier of a call, and the task that sends the notifications. The task ends when
/// the notifier is dropped.
pub fn for_request(context: &RequestContext<RoleServer>) -> (ProgressNotifier, Option<JoinHandle<()>>) {
    let (sender, task) = match context.meta.get_progress_token() {
        None => (None, None),
        Some(token) => {
            let (sender, mut receiver) = mpsc::unbounded_channel::<(u32, String)>();
            let peer = context.peer.clone();
            let task = tokio::spawn(async move {
                while let Some((done, step)) = receiver.recv().await {
                    let notification =
                        ProgressNotificationParam::new(token.clone(), f64::from(done)).with_message(step);
                    // A client that has disconnected needs no progress.
                    let _ = peer.notify_progress(notification).await;
                }
            });
            (Some(sender), Some(task))
        }
    };
    let stop = context.ct.clone();
    (ProgressNotifier { is_cancelled: Box::new(move || stop.is_cancelled()), sender, steps: 0, last_sent: None }, task)
}

impl Progress for ProgressNotifier {
    fn report(&mut self, step: &str) {
        self.steps = self.steps.saturating_add(1);
        let Some(sender) = &self.sender else { return };
        if self.last_sent.is_none_or(|time| time.elapsed() >= MIN_INTERVAL) {
            self.last_sent = Some(clock::instant());
            // The receiver ends only after the notifier.
            let _ = sender.send((self.steps, step.to_owned()));
        }
    }

    fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }
}

//! Progress of a call, for a client that asked for it, and the end of one that nobody waits for.

use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::output::progress::Progress;

/// A client hears of progress no more often than this.
const PAUSE: Duration = Duration::from_millis(100);

/// Beats for one call.
pub struct ProgressNotifier {
    is_stopped: Box<dyn Fn() -> bool + Send>,
    listener: Option<mpsc::UnboundedSender<(u32, String)>>,
    beats: u32,
    last: Option<Instant>,
}

/// The heart of a call, and the task that tells its beats; that one ends when the heart is gone.
pub fn of(context: &RequestContext<RoleServer>) -> (ProgressNotifier, Option<JoinHandle<()>>) {
    let (listener, telling) = match context.meta.get_progress_token() {
        None => (None, None),
        Some(token) => {
            let (sender, mut beats) = mpsc::unbounded_channel::<(u32, String)>();
            let peer = context.peer.clone();
            let telling = tokio::spawn(async move {
                while let Some((done, what)) = beats.recv().await {
                    let told = ProgressNotificationParam::new(token.clone(), f64::from(done)).with_message(what);
                    // Who has hung up need not know.
                    let _ = peer.notify_progress(told).await;
                }
            });
            (Some(sender), Some(telling))
        }
    };
    let stop = context.ct.clone();
    (ProgressNotifier { is_stopped: Box::new(move || stop.is_cancelled()), listener, beats: 0, last: None }, telling)
}

/// For measuring how long something takes.
#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
pub fn now() -> Instant {
    Instant::now()
}

impl Progress for ProgressNotifier {
    fn beat(&mut self, what: &str) {
        self.beats = self.beats.saturating_add(1);
        let Some(listener) = &self.listener else { return };
        if self.last.is_none_or(|last| last.elapsed() >= PAUSE) {
            self.last = Some(now());
            let _ = listener.send((self.beats, what.to_owned()));
        }
    }

    fn is_stopped(&self) -> bool {
        (self.is_stopped)()
    }
}

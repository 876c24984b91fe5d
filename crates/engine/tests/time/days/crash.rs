//! Windows that die in the middle of a write: of a heartbeat, or of what the person did.

use std::collections::BTreeSet;

use handoff_protocol::TimerAction;

use super::{Day, Fact};

impl Day {
    /// The window with the focus dies, perhaps in the middle of a write. The other windows die with it,
    /// or one goes on and takes the lead. The person returns later.
    pub fn crash(&mut self) {
        let id = self.task();
        let action = match self.random.below(3) {
            0 => Some(TimerAction::Start { id: id.to_owned(), alone: !self.several }),
            1 => Some(TimerAction::Stop { id: id.to_owned() }),
            _ => None,
        };
        let dies_after = self.random.below(22);
        let lives = self.touch(action.clone(), Some(dies_after));
        self.facts.pop();
        let died = self.axis;
        // Until then the dead one seems to be saving.
        self.world.pass(20);
        self.axis += 20;
        let dead = self.windows.remove(self.front);
        drop(dead);
        let survives = !self.windows.is_empty() && self.random.one_in(2);
        if !survives {
            self.windows.clear();
            self.opened += 1;
            let name = format!("window-{}", self.opened);
            let window = self.world.open(&name);
            self.windows.push(window);
        }
        self.front = 0;
        self.world.recover(&mut self.windows[0]);
        // The action is either done or not, whatever was written of it.
        let is_done = match &action {
            Some(TimerAction::Start { .. }) => self.timers_on_disk().contains(id),
            Some(TimerAction::Stop { .. }) => !self.timers_on_disk().contains(id),
            _ => false,
        };
        assert!(is_done || !lives || action.is_none(), "what was written completely is there");
        let lost = u64::try_from(self.since_heartbeat()).unwrap().saturating_sub(20);
        assert!(lost <= 60, "a crash loses at most a minute, not {lost} s");
        // What happened after the last heartbeat is not known to anybody.
        self.facts.retain(|(at, _)| *at <= died - lost);
        self.facts.push((died - lost, Fact::Died));
        // The action was the last thing that happened.
        let now = std::mem::replace(&mut self.axis, died);
        match action {
            Some(TimerAction::Start { alone, .. }) if is_done => self.note_start(id, alone),
            Some(TimerAction::Stop { .. }) if is_done => self.note_stop(id),
            _ => {}
        }
        self.axis = now;
        let seconds = 100 + self.pick(900);
        if survives {
            self.wait(seconds);
        } else {
            self.world.pass(seconds);
            self.axis += seconds;
            self.tick_all();
            self.wait(7);
        }
        self.touch(None, None);
    }

    /// Returns the seconds since the last heartbeat, which is in the future if the clock was set back.
    pub fn since_heartbeat(&self) -> i64 {
        let file = self.world.json("timer/authority.json").expect("a record");
        let heartbeat = chrono::DateTime::parse_from_rfc3339(file["heartbeat_at"].as_str().unwrap()).unwrap();
        (self.world.wall - heartbeat.timestamp_millis()).max(0) / 1000
    }

    fn timers_on_disk(&self) -> BTreeSet<String> {
        let file = self.world.json("timer/state.json").expect("a state");
        file["timers"].as_object().expect("an object").keys().cloned().collect()
    }
}

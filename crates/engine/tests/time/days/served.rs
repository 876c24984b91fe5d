//! A part of a day in which the server of an agent runs a timer.

use handoff_engine::ServerEvent;
use handoff_protocol::{Command, Outcome, TimerAction, TimerStart, TimerStop};

use super::{Day, Fact, TIMEOUT};
use crate::time::world::Window;

impl Day {
    /// The windows close, and the server of an agent runs a timer until it stops the timer, ends, or is
    /// killed.
    pub fn server_takes_over(&mut self) {
        for id in std::mem::take(&mut self.running) {
            self.touch(Some(TimerAction::Stop { id: id.to_owned() }), None);
            self.note(Fact::Stop(id));
        }
        self.touch(Some(TimerAction::Close {}), None);
        self.windows.clear();
        self.opened += 1;
        let mut server = self.world.open(&format!("c-{}", self.opened));
        let mut id = self.task();
        let outcome = self.world.tool(&mut server, &Command::StartTimer(TimerStart::of(id)));
        assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{outcome:?}");
        let mut from = self.axis;
        self.note(Fact::Start(id));
        self.serve(&mut server);
        let other = self.task();
        if other != id && self.random.one_in(2) {
            // Another timer of the same agent is a switch.
            self.served.push(from..self.axis);
            self.world.tool(&mut server, &Command::StartTimer(TimerStart::of(other)));
            self.note(Fact::Stop(id));
            self.note(Fact::Start(other));
            (id, from) = (other, self.axis);
        }
        self.serve(&mut server);
        let is_killed = self.serve_end(&mut server, id);
        // A server that was killed is silent, so what it ran counts until it was heard of last.
        let silent = if is_killed { u64::try_from(self.since_heartbeat()).unwrap() } else { 0 };
        let until = self.axis - silent;
        self.served.push(from..until);
        self.facts.push((until, Fact::Stop(id)));
        let seconds = if is_killed { TIMEOUT + 200 } else { 10 };
        self.world.pass(seconds);
        self.axis += seconds;
        self.opened += 1;
        let window = self.world.open(&format!("window-{}", self.opened));
        self.windows.push(window);
        self.front = 0;
        self.tick_all();
        // Until then a window leaves the timers to the server.
        self.wait(120);
        self.touch(None, None);
        if is_killed {
            // The window has adopted the timer, which waited for somebody.
            self.running.push(id);
            self.note(Fact::Start(id));
        }
    }

    /// Lets time pass in a server, while no window is open.
    fn serve(&mut self, server: &mut Window) {
        for _ in 0..=self.random.below(20) {
            self.world.pass(10);
            self.axis += 10;
            self.world.serve(server, ServerEvent::Tick);
        }
    }

    /// The computer sleeps. When it wakes up, the server of an agent starts a timer before the windows
    /// notice that they slept.
    pub fn server_claims_in_sleep(&mut self) {
        // To the server, the windows are there until their last heartbeat.
        self.wait(self.tick - self.axis % self.tick);
        self.note(Fact::Slept);
        let seconds = 120 + self.pick(5000);
        self.world.wall += i64::try_from(seconds).unwrap() * 1000;
        if self.random.one_in(2) {
            self.world.monotonic += seconds * 1000;
        }
        for id in std::mem::take(&mut self.running) {
            self.note(Fact::Stop(id));
        }
        self.opened += 1;
        let mut server = self.world.open(&format!("c-{}", self.opened));
        let id = self.task();
        let outcome = self.world.tool(&mut server, &Command::StartTimer(TimerStart::of(id)));
        assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{outcome:?}");
        let from = self.axis;
        self.note(Fact::Start(id));
        self.tick_all();
        for _ in 0..=self.random.below(40) {
            self.world.pass(10);
            self.axis += 10;
            self.world.serve(&mut server, ServerEvent::Tick);
            self.tick_all();
        }
        self.world.tool(&mut server, &Command::StopTimer(TimerStop::now(id)));
        self.served.push(from..self.axis);
        self.note(Fact::Stop(id));
        // The windows leave the timers to the server until its heartbeat expires.
        self.wait(120);
        self.touch(None, None);
    }

    /// Ends the timer of a server in one of three ways. Returns whether the server was killed.
    fn serve_end(&mut self, server: &mut Window, id: &str) -> bool {
        match self.random.below(3) {
            0 => {
                self.world.tool(server, &Command::StopTimer(TimerStop::now(id)));
            }
            1 => {
                self.world.serve(server, ServerEvent::End);
            }
            _ => return true,
        }
        false
    }
}

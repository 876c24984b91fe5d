//! Who worked in which second of a simulated day, by the rules that docs/time.md gives.

use handoff_protocol::ActorKind;

use super::{Day, Fact, TIMEOUT};

/// Returns who worked in each second, if a timer ran.
pub fn workers(facts: &[(u64, Fact)], end: u64) -> Vec<Option<ActorKind>> {
    let mut workers = vec![None; usize::try_from(end).unwrap()];
    let mut set = |from: u64, to: u64, kind| {
        for second in from..to {
            workers[usize::try_from(second).unwrap()] = Some(kind);
        }
    };
    // The last sign of the person; `None` after the tracker has died.
    let mut person = Some(0);
    let last = (end, Fact::Person);
    for (to, fact) in facts.iter().chain([&last]).filter(|(_, fact)| !matches!(fact, Fact::Start(_) | Fact::Stop(_))) {
        let Some(from) = person else {
            person = matches!(fact, Fact::Person).then_some(*to);
            continue;
        };
        if matches!(fact, Fact::Agent) {
            continue;
        }
        // An agent's time goes on from sign to sign.
        let mut agent = from;
        for (at, _) in facts.iter().filter(|(at, fact)| matches!(fact, Fact::Agent) && (from..=*to).contains(at)) {
            agent = if at - agent <= TIMEOUT { *at } else { agent };
        }
        let is_persons = to - from <= TIMEOUT;
        let is_agents = !is_persons && agent > from;
        let is_running = is_persons || is_agents && to - agent <= TIMEOUT;
        if is_persons {
            set(from, *to, ActorKind::Human);
        } else if is_agents {
            set(from, if is_running { *to } else { agent }, ActorKind::Agent);
        }
        match fact {
            // Sleep does not resume a timer that waits for the person.
            Fact::Slept if !is_running => {}
            Fact::Died => person = None,
            _ => person = Some(*to),
        }
    }
    workers
}

/// Panics if a second is in two entries of a person or an agent.
pub fn check_overlaps(day: &Day, seed: u64) {
    if day.several || day.is_set_back {
        return;
    }
    let mut entries: Vec<_> = day.world.entries().into_values().collect();
    entries.sort_by(|left, right| (left.actor.kind, &left.start).cmp(&(right.actor.kind, &right.start)));
    for pair in entries.windows(2).filter(|pair| pair[0].actor.kind == pair[1].actor.kind) {
        assert!(pair[0].end <= pair[1].start, "seed {seed}: {pair:#?}");
    }
}

//! Timers that a server runs for its agent.

use std::collections::BTreeMap;

use handoff_engine::ServerEvent;
use handoff_protocol::{Actor, Command, FileState, Outcome, TimeSource, TimerAction, TimerLead, TimerStart, TimerStop};

use super::world::{Call, Window, World, hours};

fn start(id: &str) -> Command {
    Command::StartTimer(TimerStart::of(id))
}

fn stop(id: &str) -> Command {
    Command::StopTimer(TimerStop::now(id))
}

fn note() -> Command {
    let note = serde_json::json!({"kind": "updateTasks", "ids": ["t3"], "patch": {"appendNotes": "half"}});
    serde_json::from_value(note).unwrap()
}

/// Lets time pass. The server is called as often as it wants.
fn tick(world: &mut World, server: &mut Window, seconds: u64) {
    for _ in 0..seconds / 10 {
        world.pass(10);
        world.serve(server, ServerEvent::Tick);
    }
}

/// Returns the entries as task and seconds, and checks that the tasks have these hours.
fn entries(world: &World) -> Vec<(String, u64)> {
    let mut entries: Vec<_> = world.entries().into_values().collect();
    entries.sort_by(|left, right| (&left.start, &left.task).cmp(&(&right.start, &right.task)));
    for task in ["t1", "t2"] {
        let seconds = entries.iter().filter(|entry| entry.task == task).map(|entry| entry.seconds).sum();
        let actual = world.actual_hours(task);
        assert!((actual - hours(seconds)).abs() < 1e-6, "{task}: {actual} h, {entries:?}");
    }
    entries.into_iter().map(|entry| (entry.task, entry.seconds)).collect()
}

fn expected(entries: &[(&str, u64)]) -> Vec<(String, u64)> {
    entries.iter().map(|(task, seconds)| ((*task).to_owned(), *seconds)).collect()
}

fn timer(world: &World, id: &str) -> serde_json::Value {
    world.json("timer/state.json").unwrap()["timers"][id].clone()
}

fn heartbeat(world: &World) -> String {
    world.json("timer/authority.json").unwrap()["heartbeat_at"].as_str().unwrap().to_owned()
}

#[test]
fn server_renews_its_heartbeat_while_its_timer_runs_and_writes_nothing_else() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    let before = world.disk.tree.clone();
    tick(&mut world, &mut server, 60);
    assert_eq!(world.disk.tree, before, "no timer, no writes");
    world.tool(&mut server, &start("t1"));
    assert_eq!(world.json("timer/authority.json").unwrap()["owner_instance"], "c-1");
    tick(&mut world, &mut server, 60);
    assert_eq!(heartbeat(&world), "2026-12-01T08:02:00+00:00");
    world.tool(&mut server, &stop("t1"));
    assert!(!world.serve(&mut server, ServerEvent::Tick));
    let after = world.disk.tree.clone();
    tick(&mut world, &mut server, 600);
    assert_eq!(world.disk.tree, after);
    assert_eq!(entries(&world), expected(&[("t1", 60)]));
    assert_eq!(world.entries().into_values().next().unwrap().source, TimeSource::Agent);
    world.tool(&mut server, &start("t1"));
    tick(&mut world, &mut server, 30);
    world.tool(&mut server, &stop("t1"));
    assert_eq!(entries(&world), expected(&[("t1", 60), ("t1", 30)]), "nothing of the time between counts");
}

#[test]
fn time_of_an_agent_ends_with_its_last_call_and_goes_on_with_the_next_one() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &start("t1"));
    tick(&mut world, &mut server, 300);
    world.tool(&mut server, &note());
    tick(&mut world, &mut server, 900);
    assert_eq!(entries(&world), expected(&[("t1", 300)]));
    assert!(timer(&world, "t1")["paused_by_idle"].as_bool().unwrap());
    assert!(!world.serve(&mut server, ServerEvent::Tick), "an idle timer needs no heartbeat");
    let waiting = world.disk.tree.clone();
    tick(&mut world, &mut server, 900);
    assert_eq!(world.disk.tree, waiting);
    world.tool(&mut server, &note());
    tick(&mut world, &mut server, 100);
    world.tool(&mut server, &stop("t1"));
    assert_eq!(entries(&world), expected(&[("t1", 300), ("t1", 100)]));
}

#[test]
fn agent_that_returns_from_sleep_to_stop_its_timer_is_not_paid_for_it() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &start("t1"));
    tick(&mut world, &mut server, 120);
    // The monotonic clock stands still while the computer sleeps.
    world.wall += 7_200_000;
    world.tool(&mut server, &stop("t1"));
    assert_eq!(entries(&world), expected(&[("t1", 120)]));
}

#[test]
fn server_that_ends_writes_its_time_and_releases_the_timers() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &start("t1"));
    tick(&mut world, &mut server, 70);
    world.serve(&mut server, ServerEvent::End);
    assert_eq!(entries(&world), expected(&[("t1", 70)]));
    assert_eq!(heartbeat(&world), "1970-01-01T00:00:00+00:00", "nobody waits for its heartbeat to expire");
    let mut window = world.open("w");
    world.pass(10);
    let begin = TimerAction::Start { id: "t2".to_owned(), alone: true };
    world.call(&mut window, &Call { active: true, focused: true, action: Some(begin), ..Call::default() });
    assert_eq!(window.last.as_ref().unwrap().lead, TimerLead::Own {});
    assert_eq!(entries(&world), expected(&[("t1", 70)]));
}

#[test]
fn time_of_a_killed_server_counts_while_an_agent_was_at_work() {
    for (away, seconds) in [(60, 120 + 60), (5 * 3600, 120)] {
        let mut world = World::new();
        let mut server = world.open("c-1");
        world.tool(&mut server, &start("t1"));
        tick(&mut world, &mut server, 120);
        drop(server);
        let mut next = world.open("c-2");
        world.pass(away);
        world.tool(&mut next, &note());
        let outcome = world.tool(&mut next, &stop("t1"));
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
        assert_eq!(entries(&world), expected(&[("t1", seconds)]), "after {away} s");
    }
}

#[test]
fn timers_that_were_left_running_do_not_become_time_of_the_next_agent() {
    let mut world = World::new();
    let mut window = world.open("w");
    let begin = TimerAction::Start { id: "t1".to_owned(), alone: true };
    world.call(&mut window, &Call { active: true, focused: true, action: Some(begin), ..Call::default() });
    drop(window);
    // The editor dies, and the next day an agent starts a timer of its own.
    world.pass(16 * 3600);
    let mut server = world.open("c-1");
    world.tool(&mut server, &start("t2"));
    tick(&mut world, &mut server, 300);
    world.tool(&mut server, &stop("t2"));
    assert_eq!(entries(&world), expected(&[("t2", 300)]));
    assert_eq!(timer(&world, "t1")["state"], "paused");
}

#[test]
fn timer_of_a_killed_server_waits_while_the_next_one_starts_another() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &start("t1"));
    tick(&mut world, &mut server, 120);
    drop(server);
    world.pass(300);
    let mut next = world.open("c-2");
    world.tool(&mut next, &start("t2"));
    tick(&mut world, &mut next, 60);
    world.tool(&mut next, &stop("t2"));
    world.tool(&mut next, &stop("t1"));
    assert_eq!(entries(&world).into_iter().collect::<BTreeMap<_, _>>()["t1"], 120);
    assert_eq!(entries(&world).len(), 2);
}

#[test]
fn timer_that_a_person_started_at_the_shell_is_not_the_agents() {
    let mut world = World::new();
    let (mut shell, mut server) = (world.open("shell"), world.open("c-1"));
    world.run(&mut shell, Actor::person("noor"), &start("t1"));
    world.pass(60);
    world.tool(&mut server, &start("t2"));
    tick(&mut world, &mut server, 3600);
    assert_eq!(timer(&world, "t1")["state"], "tracking", "the agent has been idle, not the person");
    world.serve(&mut server, ServerEvent::End);
    world.run(&mut shell, Actor::person("noor"), &stop("t1"));
    assert_eq!(entries(&world), expected(&[("t1", 3660)]));
    assert_eq!(world.entries().into_values().next().unwrap().actor, Actor::person("noor"));
}

#[test]
fn editor_that_took_over_during_a_sleep_keeps_the_timers() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &start("t1"));
    tick(&mut world, &mut server, 120);
    world.wall += 1_800_000;
    let mut window = world.open("w");
    let touch = || Call { active: true, focused: true, ..Call::default() };
    world.call(&mut window, &touch());
    let adopted = world.json("timer/authority.json").unwrap()["owner_instance"].clone();
    assert_eq!(adopted, "w");
    let before = world.disk.tree.clone();
    tick(&mut world, &mut server, 60);
    world.serve(&mut server, ServerEvent::End);
    assert_eq!(world.disk.tree, before, "the server leaves it alone");
}

#[test]
fn two_servers_count_the_time_of_each_timer_once() {
    let mut world = World::new();
    let (mut one, mut two) = (world.open("c-1"), world.open("c-2"));
    world.tool(&mut one, &start("t1"));
    tick(&mut world, &mut one, 60);
    world.tool(&mut two, &start("t2"));
    let both = |world: &mut World, one: &mut Window, two: &mut Window, seconds: u64| {
        for _ in 0..seconds / 10 {
            world.pass(10);
            world.serve(one, ServerEvent::Tick);
            world.serve(two, ServerEvent::Tick);
        }
    };
    both(&mut world, &mut one, &mut two, 60);
    assert_eq!(world.json("timer/authority.json").unwrap()["owner_instance"], "c-2");
    // The one that leads ends. Its own timer is paused, and the other server goes on.
    world.serve(&mut two, ServerEvent::End);
    drop(two);
    assert_eq!(entries(&world), expected(&[("t2", 60)]));
    for _ in 0..20 {
        world.pass(10);
        world.tool(&mut one, &note());
    }
    assert_eq!(world.json("timer/authority.json").unwrap()["owner_instance"], "c-1");
    world.tool(&mut one, &stop("t1"));
    let total: u64 = entries(&world).iter().filter(|(task, _)| task == "t1").map(|(_, seconds)| seconds).sum();
    assert_eq!(total, 60 + 60 + 200);
}

#[test]
fn time_during_a_pause_of_writing_is_written_after_it() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &start("t1"));
    tick(&mut world, &mut server, 60);
    world.tool(&mut server, &note());
    world.disk.tree.apply(FileState::File { path: "PAUSE".to_owned(), bytes: Vec::new() });
    tick(&mut world, &mut server, 900);
    assert_eq!(entries(&world), []);
    world.disk.tree.apply(FileState::Gone { path: "PAUSE".to_owned() });
    tick(&mut world, &mut server, 10);
    assert_eq!(entries(&world), expected(&[("t1", 60)]));
}

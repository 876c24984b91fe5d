//! One program takes the lead from another: what was measured until then is counted once.

use handoff_engine::ServerEvent;
use handoff_protocol::{Actor, Command, FileState, Outcome, TimerAction, TimerLead, TimerStart, TimerStop};

use super::actions::{
    act, configure, entries, lead, note, pause, serve, spans, start, status, stop, tick, timers, touch, unpause,
};
use super::world::{Call, Window, World};

fn owner(world: &World) -> String {
    world.json("timer/authority.json").unwrap()["owner"].as_str().unwrap().to_owned()
}

#[test]
fn server_that_claims_during_a_sleep_keeps_its_timer_and_the_sleep_is_not_counted() {
    for stands_still in [true, false] {
        let mut world = World::new();
        let mut window = world.open("w");
        act(&mut world, &mut window, start("t1"));
        tick(&mut world, &mut window, 300);
        world.wall += 7_200_000;
        world.monotonic += if stands_still { 0 } else { 7_200_000 };
        let mut server = world.open("c-1");
        world.tool(&mut server, &Command::StartTimer(TimerStart::of("t2")));
        world.call(&mut window, &Call { focused: true, ..Call::default() });
        assert_eq!(spans(&world), ["t1 08:00:00-08:05:00 noor"]);
        assert_eq!(timers(&world).as_object().unwrap().keys().collect::<Vec<_>>(), ["t2"]);
        assert_eq!((owner(&world).as_str(), timers(&world)["t2"]["state"].as_str()), ("mcp", Some("tracking")));
        assert_eq!(world.json("timer/state.json").unwrap()["owner"], "mcp");
        serve(&mut world, &mut server, 60);
        world.tool(&mut server, &Command::StopTimer(TimerStop::now("t2")));
        assert_eq!(spans(&world), ["t1 08:00:00-08:05:00 noor", "t2 10:05:00-10:06:00 codex"]);
    }
}

#[test]
fn time_of_a_person_on_a_timer_that_an_agent_has_started_stays_the_persons() {
    // When the person comes, the agent's time goes on, or the timer waits.
    for (away, agents) in [(200, "08:00:00-08:05:20 codex"), (2000, "08:00:00-08:02:00 codex")] {
        let mut world = World::new();
        let mut server = world.open("c-1");
        world.tool(&mut server, &Command::StartTimer(TimerStart::of("t1")));
        serve(&mut world, &mut server, 120);
        drop(server);
        world.pass(away);
        let mut window = world.open("w");
        touch(&mut world, &mut window);
        let came = world.wall;
        tick(&mut world, &mut window, 300);
        // The computer sleeps, and when it wakes up an agent starts the same timer before the window is heard of.
        world.wall += 7_200_000;
        let mut next = world.open("c-2");
        world.tool(&mut next, &Command::StartTimer(TimerStart::of("t1")));
        let clock = |wall: i64| chrono::DateTime::from_timestamp_millis(wall).unwrap().format("%H:%M:%S").to_string();
        let persons = format!("t1 {}-{} noor", clock(came), clock(came + 300_000));
        assert_eq!(spans(&world), [format!("t1 {agents}"), persons], "after {away} s");
    }
}

#[test]
fn sleep_is_not_counted_if_a_server_of_another_program_claims_meanwhile() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 300);
    world.wall += 7_200_000;
    // handoff-mcp leaves the timers of others as they are.
    let at = "2026-12-01T10:05:00+00:00";
    let authority = format!(
        "{{\"version\":1,\"owner\":\"mcp\",\"owner_instance\":\"77\",\"heartbeat_at\":\"{at}\",\"ttl_secs\":90,\"updated_at\":\"{at}\"}}"
    );
    let mut state = world.json("timer/state.json").unwrap();
    state["owner"] = "mcp".into();
    state["timers"]["t2"] = serde_json::json!({"state": "tracking", "elapsed_ms": 0, "started_at": at, "paused_by_idle": false, "base_hours": 0.0});
    for (path, text) in [("timer/authority.json", authority), ("timer/state.json", state.to_string())] {
        world.disk.tree.apply(FileState::File { path: path.to_owned(), bytes: text.into_bytes() });
    }
    world.call(&mut window, &Call { focused: true, ..Call::default() });
    assert_eq!(spans(&world), ["t1 08:00:00-08:05:00 noor"]);
    assert_eq!(timers(&world).as_object().unwrap().keys().collect::<Vec<_>>(), ["t2"]);
    assert!(matches!(lead(&window), TimerLead::Server { .. }));
    assert_eq!(owner(&world), "mcp");
}

#[test]
fn window_that_takes_over_from_another_one_counts_the_time_of_the_agent() {
    let mut world = World::new();
    let (mut one, mut two, mut agent) = (world.open("w1"), world.open("w2"), world.open("agent"));
    act(&mut world, &mut one, start("t1"));
    for second in (10..=840).step_by(10) {
        world.pass(10);
        if second <= 720 && second % 180 == 0 {
            world.agent(&mut agent, &note());
        }
        world.call(&mut one, &Call { focused: true, ..Call::default() });
        world.call(&mut two, &Call::default());
    }
    touch(&mut world, &mut two);
    assert_eq!(*lead(&two), TimerLead::Own {});
    act(&mut world, &mut two, stop("t1"));
    assert_eq!(spans(&world), ["t1 08:00:00-08:14:00 codex"]);
}

#[test]
fn window_that_opens_during_a_pause_starts_timers_if_the_last_one_was_closed() {
    let mut world = World::new();
    let mut first = world.open("w1");
    act(&mut world, &mut first, start("t1"));
    tick(&mut world, &mut first, 60);
    act(&mut world, &mut first, stop("t1"));
    act(&mut world, &mut first, TimerAction::Close {});
    pause(&mut world);
    let mut next = world.open("w2");
    act(&mut world, &mut next, start("t2"));
    assert_eq!((lead(&next), status(&next).not_done.clone()), (&TimerLead::Own {}, None));
    tick(&mut world, &mut next, 60);
    unpause(&mut world);
    tick(&mut world, &mut next, 10);
    act(&mut world, &mut next, stop("t2"));
    assert_eq!(spans(&world), ["t1 08:00:00-08:01:00 noor", "t2 08:01:00-08:02:10 noor"]);
}

#[test]
fn action_that_is_not_done_is_reported() {
    let mut world = World::new();
    let (mut one, mut two) = (world.open("w1"), world.open("w2"));
    act(&mut world, &mut one, start("t1"));
    let reason = |world: &mut World, window: &mut super::world::Window| {
        act(world, window, start("t2"));
        status(window).not_done.as_ref().map(ToString::to_string).unwrap_or_default()
    };
    pause(&mut world);
    assert!(reason(&mut world, &mut two).starts_with("Writing is paused, and another window"));
    unpause(&mut world);
    tick(&mut world, &mut one, 10);
    world.wall += 3_600_000;
    assert!(reason(&mut world, &mut two).starts_with("Another window may still measure"), "the first one wakes up too");
    configure(&mut world, "timer_provider = \"off\"");
    assert!(reason(&mut world, &mut two).starts_with("Timers are turned off"));
    configure(&mut world, "");
    tick(&mut world, &mut one, 60);
    assert_eq!(reason(&mut world, &mut two), "", "it takes the lead");
    assert!(status(&two).timers.iter().any(|timer| timer.id == "t2" && timer.running));
}

#[test]
fn timer_of_a_person_at_the_shell_runs_on_in_a_window_that_opens() {
    let mut world = World::new();
    let mut shell = world.open("shell");
    let noor = || Actor::person("noor");
    world.run(&mut shell, noor(), &Command::StartTimer(TimerStart::of("t1")));
    world.pass(3600);
    let mut server = world.open("c-1");
    world.tool(&mut server, &Command::StartTimer(TimerStart::of("t2")));
    serve(&mut world, &mut server, 60);
    drop(server);
    world.pass(3540);
    let mut window = world.open("w");
    touch(&mut world, &mut window);
    assert_eq!(status(&window).away, None, "the time was counted");
    tick(&mut world, &mut window, 60);
    act(&mut world, &mut window, stop("t1"));
    assert_eq!(spans(&world), ["t1 08:00:00-10:01:00 noor", "t2 09:00:00-09:01:00 codex"]);
}

#[test]
fn of_several_timers_that_are_adopted_the_last_one_runs_on() {
    for several in [false, true] {
        let mut world = World::new();
        let (mut one, mut two) = (world.open("c-1"), world.open("c-2"));
        world.tool(&mut one, &Command::StartTimer(TimerStart::of("t1")));
        world.pass(10);
        world.tool(&mut two, &Command::StartTimer(TimerStart::of("t2")));
        world.pass(120);
        let mut window = world.open("w");
        world.call(&mut window, &Call { active: true, focused: true, several, ..Call::default() });
        let running: Vec<_> =
            status(&window).timers.iter().filter(|timer| timer.running).map(|timer| &timer.id).collect();
        assert_eq!(running.len(), if several { 2 } else { 1 }, "{running:?}");
        assert!(running.iter().any(|id| *id == "t2"));
    }
}

#[test]
fn closing_a_window_is_no_activity() {
    let mut world = World::new();
    let mut window = world.open("w1");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 3600);
    act(&mut world, &mut window, TimerAction::Close {});
    assert_eq!(status(&window).away, None, "nobody could answer");
    world.pass(60);
    let mut next = world.open("w2");
    touch(&mut world, &mut next);
    let away = status(&next).away.clone().expect("the next window asks");
    assert_eq!((away.from.as_str(), away.to.as_str()), ("2026-12-01T08:00:00+00:00", "2026-12-01T09:01:00+00:00"));
    let mut other = world.open("w3");
    act(&mut world, &mut other, TimerAction::Close {});
    assert_eq!(world.json("timer/authority.json").unwrap()["owner_instance"], "w2", "closing takes no lead");
}

#[test]
fn absence_keeps_its_length_when_the_clock_is_set() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 1200);
    world.wall -= 1_800_000;
    tick(&mut world, &mut window, 1200);
    touch(&mut world, &mut window);
    let away = status(&window).away.clone().expect("an absence");
    assert_eq!((away.from.as_str(), away.to.as_str()), ("2026-12-01T07:30:00+00:00", "2026-12-01T08:10:00+00:00"));
}

#[test]
fn absence_from_several_timers_is_divided_among_them() {
    let mut world = World::new();
    let mut window = world.open("w");
    for id in ["t1", "t2", "t3"] {
        let action = Some(TimerAction::Start { id: id.to_owned(), alone: false });
        world.call(&mut window, &Call { active: true, focused: true, several: true, action, ..Call::default() });
    }
    tick(&mut world, &mut window, 1000);
    touch(&mut world, &mut window);
    let parts = status(&window).away.clone().expect("an absence").parts;
    assert_eq!(parts.iter().map(|part| part.seconds).collect::<Vec<_>>(), [333, 333, 334]);
    assert_eq!((&parts[0].to, &parts[1].to), (&parts[1].from, &parts[2].from));
}

#[test]
fn change_of_a_program_without_a_log_is_a_sign_of_an_agent() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    for round in 0..6 {
        tick(&mut world, &mut window, 200);
        let text = format!("{{\"id\": \"t3\", \"title\": \"Round {round}\"}}");
        let path = "tasks/t3-c/_task.todo.json".to_owned();
        world.disk.tree.apply(FileState::File { path, bytes: text.into_bytes() });
    }
    tick(&mut world, &mut window, 20);
    touch(&mut world, &mut window);
    act(&mut world, &mut window, stop("t1"));
    assert_eq!(spans(&world), ["t1 08:00:00-08:20:20 "]);
}

#[test]
fn timer_that_an_agent_starts_while_the_person_is_away_counts_from_its_start() {
    let mut world = World::new();
    let mut window = world.open("w");
    touch(&mut world, &mut window);
    tick(&mut world, &mut window, 3600);
    let mut agent = world.open("agent");
    world.agent(&mut agent, &Command::StartTimer(TimerStart::of("t1")));
    tick(&mut world, &mut window, 120);
    world.agent(&mut agent, &Command::StopTimer(TimerStop::now("t1")));
    tick(&mut world, &mut window, 10);
    assert_eq!(spans(&world), ["t1 09:00:00-09:02:00 codex"]);
}

#[test]
fn pause_soon_after_a_sleep_leaves_the_timers_to_the_window_in_use() {
    let mut world = World::new();
    let (mut other, mut window) = (world.open("w1"), world.open("w2"));
    let mut tick_both = |world: &mut World, window: &mut Window, seconds: u64| {
        for _ in 0..seconds / 10 {
            world.pass(10);
            world.call(&mut other, &Call::default());
            world.call(window, &Call { focused: true, ..Call::default() });
        }
    };
    touch(&mut world, &mut window);
    tick_both(&mut world, &mut window, 60);
    world.wall += 3_600_000;
    tick_both(&mut world, &mut window, 10);
    pause(&mut world);
    act(&mut world, &mut window, start("t1"));
    tick_both(&mut world, &mut window, 300);
    unpause(&mut world);
    tick_both(&mut world, &mut window, 10);
    act(&mut world, &mut window, stop("t1"));
    assert_eq!(spans(&world), ["t1 09:01:10-09:06:20 noor"]);
}

#[test]
fn turning_timers_off_writes_what_was_measured() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &Command::StartTimer(TimerStart::of("t1")));
    serve(&mut world, &mut server, 60);
    configure(&mut world, "timer_provider = \"off\"");
    serve(&mut world, &mut server, 10);
    assert_eq!(spans(&world), ["t1 08:00:00-08:01:10 codex"]);
    assert_eq!(timers(&world), serde_json::json!({}));
    assert!(!world.serve(&mut server, ServerEvent::Tick));

    // A window whose start is not written yet.
    let mut world = World::new();
    let mut window = world.open("w");
    pause(&mut world);
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 60);
    configure(&mut world, "timer_provider = \"off\"");
    unpause(&mut world);
    tick(&mut world, &mut window, 10);
    assert_eq!(entries(&world).len(), 1, "{:?}", spans(&world));
    assert_eq!(timers(&world), serde_json::json!({}));
}

#[test]
fn timer_that_was_left_running_can_be_stopped_while_timers_are_off() {
    let mut world = World::new();
    let mut shell = world.open("shell");
    world.run(&mut shell, Actor::person("noor"), &Command::StartTimer(TimerStart::of("t1")));
    let before = world.json("timer/authority.json");
    world.pass(60);
    configure(&mut world, "timer_provider = \"off\"");
    let outcome = world.run(&mut shell, Actor::person("noor"), &Command::StopTimer(TimerStop::now("t1")));
    assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    assert_eq!(spans(&world), ["t1 08:00:00-08:01:00 noor"]);
    assert_eq!(world.json("timer/authority.json"), before, "nobody claims the timers");
    let outcome = world.run(&mut shell, Actor::person("noor"), &Command::StopTimer(TimerStop::now("t1")));
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
}

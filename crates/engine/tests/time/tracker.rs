//! What the tracker does beside other programs, case by case.

use handoff_protocol::{ActorKind, Command, FileState, TimeSource, TimerAction, TimerLead, TimerStart, TimerStop};

use super::actions::{act, configure, entries, lead, start, stop, tick, touch};
use super::world::{Call, World};
use crate::support::zone;

#[test]
fn pause_resume_and_switch_write_one_entry_for_each_stretch() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 300);
    act(&mut world, &mut window, TimerAction::Pause { id: "t1".to_owned() });
    tick(&mut world, &mut window, 100);
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 60);
    act(&mut world, &mut window, start("t2"));
    tick(&mut world, &mut window, 40);
    act(&mut world, &mut window, stop("t2"));
    let editor = TimeSource::Editor;
    let expected = [("t1", 300, editor), ("t1", 60, editor), ("t2", 40, editor)];
    assert_eq!(entries(&world), expected.map(|(task, seconds, source)| (task.to_owned(), seconds, source)));
    assert_eq!(world.json("timer/state.json").unwrap()["timers"], serde_json::json!({}));
}

#[test]
fn server_that_is_alive_keeps_the_lead_and_a_stale_one_is_adopted() {
    let mut world = World::new();
    let mut server = world.open("server");
    world.agent(&mut server, &Command::StartTimer(TimerStart::of("t1")));
    let mut window = world.open("w");
    world.pass(20);
    act(&mut world, &mut window, start("t2"));
    assert!(matches!(lead(&window), TimerLead::Server { .. }), "{:?}", lead(&window));
    assert_eq!(world.json("timer/authority.json").unwrap()["owner"], "mcp");
    // After its time to live the window leads, and the agent's timer runs on.
    tick(&mut world, &mut window, 80);
    assert_eq!(*lead(&window), TimerLead::Own {});
    assert_eq!(world.json("timer/state.json").unwrap()["timers"]["t1"]["state"], "tracking");
    touch(&mut world, &mut window);
    tick(&mut world, &mut window, 50);
    world.agent(&mut server, &Command::StopTimer(TimerStop::now("t1")));
    assert!(entries(&world).len() < 2, "the window answers");
    tick(&mut world, &mut window, 10);
    let expected = [("t1", 100, TimeSource::Agent), ("t1", 50, TimeSource::Editor)];
    assert_eq!(entries(&world), expected.map(|(task, seconds, source)| (task.to_owned(), seconds, source)));
}

#[test]
fn timer_of_a_server_that_was_left_alone_counts_until_the_last_sign() {
    let mut world = World::new();
    let mut server = world.open("server");
    world.agent(&mut server, &Command::StartTimer(TimerStart::of("t1")));
    world.pass(400);
    let note = serde_json::json!({"kind": "updateTasks", "ids": ["t1"], "patch": {"appendNotes": "half"}});
    let note: Command = serde_json::from_value(note).unwrap();
    world.agent(&mut server, &note);
    // Whatever it does after a longer break is other work.
    world.pass(1200);
    world.agent(&mut server, &note);
    world.pass(40_000);
    let mut window = world.open("w");
    tick(&mut world, &mut window, 10);
    assert_eq!(entries(&world), [("t1".to_owned(), 400, TimeSource::Agent)]);
    assert_eq!(world.entries().into_values().next().unwrap().actor.kind, ActorKind::Agent);
}

#[test]
fn provider_setting_decides_who_leads_and_a_change_ends_the_timers() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 30);
    for provider in ["mcp", "off"] {
        configure(&mut world, &format!("timer_provider = \"{provider}\""));
        tick(&mut world, &mut window, 10);
        assert!(matches!(lead(&window), TimerLead::Off { .. }), "{:?}", lead(&window));
        assert_eq!(world.json("timer/state.json").unwrap()["timers"], serde_json::json!({}));
        act(&mut world, &mut window, start("t1"));
        assert_eq!(world.json("timer/state.json").unwrap()["timers"], serde_json::json!({}), "nothing starts");
    }
    assert_eq!(entries(&world), [("t1".to_owned(), 40, TimeSource::Editor)]);
}

#[test]
fn requests_are_answered_once_and_bad_ones_do_not_block_the_queue() {
    let mut world = World::new();
    let mut window = world.open("w");
    tick(&mut world, &mut window, 10);
    let request = |id: &str, cmd: &str, task: &str, at: &str| {
        format!(
            "{{\"version\":1,\"id\":\"{id}\",\"cmd\":\"{cmd}\",\"task_id\":\"{task}\",\"issued_by\":\"mcp\",\"issued_at\":\"2026-12-01T{at}Z\"}}"
        )
    };
    let files = [
        ("1", "{".to_owned()),
        ("2", request("2", "start", "t9", "08:00:00")),
        ("3", request("3", "jump", "t1", "08:00:00")),
        ("4", request("4", "start", "t1", "05:00:00")),
        ("5", request("5", "start", "t2", "08:00:12")),
        ("6", request("6", "start", "t3", "07:45:00")),
    ];
    for (id, text) in files {
        let path = format!("timer/requests/{id}.json");
        world.disk.tree.apply(FileState::File { path, bytes: text.into_bytes() });
    }
    world.pass(10);
    world.call(&mut window, &Call { active: true, focused: true, several: true, ..Call::default() });
    assert_eq!(world.disk.tree.children("timer/requests").count(), 0);
    let timers = world.json("timer/state.json").unwrap()["timers"].clone();
    assert_eq!(timers.as_object().unwrap().keys().collect::<Vec<_>>(), ["t2", "t3"], "an expired start is not done");
    assert_eq!(timers["t2"]["started_at"], "2026-12-01T08:00:12+00:00");
    assert_eq!(timers["t3"]["started_at"], "2026-12-01T08:00:20+00:00", "a start that waited long counts from now");
    assert!(world.disk.tree.walk("trash").any(|(path, _)| path.ends_with("1.json")), "what cannot be read is kept");
}

#[test]
fn return_after_a_break_is_reported_once_and_a_night_ends_the_timers() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 1200);
    touch(&mut world, &mut window);
    let away = window.last.as_ref().unwrap().away.clone().expect("a break");
    assert_eq!((away.tasks.as_slice(), away.resumed), (["t1".to_owned()].as_slice(), true));
    assert_eq!((away.from.as_str(), away.to.as_str()), ("2026-12-01T08:00:00+00:00", "2026-12-01T08:20:00+00:00"));
    tick(&mut world, &mut window, 10);
    touch(&mut world, &mut window);
    assert_eq!(window.last.as_ref().unwrap().away, None);
    let mut sleep = |world: &mut World, hours: i64| {
        world.wall += hours * 3_600_000;
        tick(world, &mut window, 10);
        touch(world, &mut window);
        let status = window.last.as_ref().unwrap();
        let runs = status.timers.iter().any(|timer| timer.running || timer.idle);
        (status.away.as_ref().map(|away| away.resumed), runs)
    };
    assert_eq!(sleep(&mut world, 8), (Some(true), true), "until the afternoon");
    assert_eq!(sleep(&mut world, 8), (Some(false), false), "until after midnight");
    act(&mut world, &mut window, start("t1"));
    world.wall += 13 * 3_600_000;
    tick(&mut world, &mut window, 10);
    touch(&mut world, &mut window);
    assert_eq!(window.last.as_ref().unwrap().away, None, "nobody works for half a day without a break");
}

#[test]
fn night_in_which_the_clock_changes_ends_at_its_own_midnight() {
    // The start in UTC, and whether the timer goes on after eight hours: at 00:30 and at 23:30 in Berlin.
    for (minutes, resumed) in [(-90, true), (-150, false)] {
        let mut world = World::new();
        world.time_zone = zone("Europe/Berlin");
        // 2026-10-25T00:00:00Z.
        world.wall = 1_792_886_400_000 + minutes * 60_000;
        let mut window = world.open("w");
        act(&mut world, &mut window, start("t1"));
        world.wall += 8 * 3_600_000;
        tick(&mut world, &mut window, 10);
        touch(&mut world, &mut window);
        let away = window.last.as_ref().unwrap().away.clone().expect("a sleep");
        assert_eq!(away.resumed, resumed, "{}", away.from);
    }
}

#[test]
fn window_that_closes_lets_the_next_one_go_on_at_once() {
    let mut world = World::new();
    let mut window = world.open("w1");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 60);
    act(&mut world, &mut window, TimerAction::Close {});
    let mut next = world.open("w2");
    world.pass(5);
    touch(&mut world, &mut next);
    assert_eq!(*lead(&next), TimerLead::Own {});
    tick(&mut world, &mut next, 30);
    act(&mut world, &mut next, stop("t1"));
    let expected = [("t1", 60, TimeSource::Editor), ("t1", 30, TimeSource::Editor)];
    assert_eq!(entries(&world), expected.map(|(task, seconds, source)| (task.to_owned(), seconds, source)));
}

#[test]
fn broken_files_are_left_alone_and_named() {
    for path in ["timer/state.json", "timer/authority.json"] {
        let mut world = World::new();
        let mut window = world.open("w");
        world.disk.tree.apply(FileState::File { path: path.to_owned(), bytes: b"{".to_vec() });
        act(&mut world, &mut window, start("t1"));
        match lead(&window) {
            TimerLead::Broken { reason } => assert!(reason.to_string().contains(path), "{reason}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(world.disk.tree.file(path), Some(b"{".as_slice()));
    }
}

#[test]
fn project_in_which_nobody_used_a_timer_is_left_as_it_is() {
    let mut world = World::new();
    world.disk.tree.apply(FileState::Gone { path: "timer".to_owned() });
    let mut window = world.open("w");
    touch(&mut world, &mut window);
    tick(&mut world, &mut window, 60);
    assert_eq!(world.json("timer/authority.json"), None);
    act(&mut world, &mut window, start("t1"));
    assert_eq!(world.json("timer/authority.json").unwrap()["owner"], "vscode");
    let ignored = world.disk.tree.file(".gitignore").unwrap_or_default();
    assert!(ignored.split(|byte| *byte == b'\n').any(|line| line == b"/timer/"), "Git ignores the timers");
}

#[test]
fn status_adds_up_the_time_of_today_with_what_is_not_written() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 300);
    act(&mut world, &mut window, TimerAction::Pause { id: "t1".to_owned() });
    tick(&mut world, &mut window, 100);
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 60);
    world.disk.tree.apply(FileState::File { path: "PAUSE".to_owned(), bytes: Vec::new() });
    act(&mut world, &mut window, start("t2"));
    tick(&mut world, &mut window, 40);
    let status = window.last.as_ref().expect("a call");
    let shown: Vec<_> = status.timers.iter().map(|timer| (timer.id.as_str(), timer.today_seconds)).collect();
    assert_eq!((shown, status.today_seconds), (vec![("t2", 40)], 400));
}

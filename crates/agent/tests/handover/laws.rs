//! The semantics of a run: each example, and a kill at every action.

use handoff_agent::handover::{CheckResult, Checkpoint, FailedStep, RunEnd, RunStatus};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::world::{Kill, World};

const STEPS: [&str; 4] = ["facts", "session", "note", "publish"];

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn run_performs_each_step_once_and_completes() {
    let mut world = World::default();
    assert_eq!(CheckResult::of(&world.checkpoint()), CheckResult::Clean);
    let end = world.run("h-1", "Feed", &STEPS, Kill::Never);
    assert_eq!(end, Some((RunEnd::Completed, owned(&STEPS))));
    assert_eq!(CheckResult::of(&world.checkpoint()), CheckResult::Completed);
    // A completed checkpoint begins a new run, also with the same inputs.
    world.run("h-2", "Feed", &STEPS, Kill::Never).unwrap();
    assert_eq!(world.performed, owned(&[STEPS, STEPS].concat()));
    assert_eq!(world.written.len(), 8);
}

#[test]
fn checkpoint_has_the_documented_form() {
    let mut world = World { failing: owned(&["note"]), ..World::default() };
    world.run("h-1", "潮", &STEPS[..3], Kill::Never).unwrap();
    let text = world.checkpoint.clone().unwrap();
    let hash = super::world::inputs("潮").hash();
    let expected = format!(
        "{{\n  \"status\": \"in_progress\",\n  \"steps\": {{\n    \"facts\": \"done\",\n    \"session\": \"done\",\n    \
         \"note\": \"pending\"\n  }},\n  \"started_at\": \"1970-01-01T00:00:01.000000+00:00\",\n  \"finished_at\": null,\n  \
         \"run\": \"h-1\",\n  \"inputs\": {{\n    \"note\": \"潮\"\n  }},\n  \"inputs_hash\": \"{hash}\",\n  \"failed\": {{\n    \
         \"step\": \"note\",\n    \"message\": \"It broke.\"\n  }}\n}}"
    );
    assert_eq!(text, expected);
    world.failing.clear();
    world.run("h-2", "", &STEPS[..3], Kill::Never).unwrap();
    let value: Value = serde_json::from_str(&world.checkpoint.unwrap()).unwrap();
    assert_eq!((&value["status"], &value["run"], value.get("failed")), (&json!("completed"), &json!("h-1"), None));
}

#[test]
fn failed_step_is_resumed_and_done_steps_are_not_repeated() {
    let mut world = World { failing: owned(&["note"]), ..World::default() };
    let failed = FailedStep { step: "note".to_owned(), message: "It broke.".to_owned() };
    let end = world.run("h-1", "Feed", &STEPS, Kill::Never);
    assert_eq!(end, Some((RunEnd::Failed(failed), owned(&["facts", "session"]))));
    assert_eq!(CheckResult::of(&world.checkpoint()), CheckResult::Resume);
    world.failing.clear();
    let end = world.run("h-2", "Feed", &STEPS, Kill::Never);
    assert_eq!(end, Some((RunEnd::Completed, owned(&["note", "publish"]))));
}

#[test]
fn failing_publication_does_not_hold_up_the_next_run() {
    let mut world = World { failing: owned(&["publish"]), ..World::default() };
    world.run("h-1", "Old", &STEPS, Kill::Never).unwrap();
    let (end, executed) = world.run("h-2", "New", &STEPS, Kill::Never).unwrap();
    assert!(matches!(end, RunEnd::Failed(failed) if failed.step == "publish"));
    assert_eq!(executed, owned(&["facts", "session", "note"]));
    assert_eq!(world.checkpoint().run.as_deref(), Some("h-2"));
    // Without other inputs, it is published again.
    world.failing.clear();
    assert_eq!(world.run("h-3", "", &STEPS, Kill::Never), Some((RunEnd::Completed, owned(&["publish"]))));
}

#[test]
fn missing_last_mark_is_only_added() {
    let text =
        r#"{"status": "in_progress", "steps": {"a": "done", "b": "done"}, "started_at": "x", "finished_at": null}"#;
    let mut world = World { checkpoint: Some(text.to_owned()), ..World::default() };
    assert_eq!(CheckResult::of(&world.checkpoint()), CheckResult::Completed);
    assert_eq!(world.run("h-1", "", &["a", "b"], Kill::Never), Some((RunEnd::Completed, Vec::new())));
    assert_eq!(world.checkpoint().status, RunStatus::Completed);
    assert_eq!(world.checkpoint().started_at.as_deref(), Some("x"));
}

#[test]
fn run_with_other_inputs_finishes_the_interrupted_one_first() {
    let mut world = World { failing: owned(&["note"]), ..World::default() };
    world.run("h-1", "Old", &STEPS, Kill::Never).unwrap();
    world.failing.clear();
    let end = world.run("h-2", "New", &STEPS, Kill::Never);
    assert_eq!(end, Some((RunEnd::Completed, owned(&["note", "publish", "facts", "session", "note", "publish"]))));
    let note = |run: &str| world.written[&(run.to_owned(), "note".to_owned())].as_str();
    assert_eq!((note("h-1"), note("h-2")), ("Old", "New"), "no text is lost");
}

#[test]
fn vanished_step_does_not_block() {
    let mut world = World { failing: owned(&["gone"]), ..World::default() };
    world.run("h-1", "", &["a", "gone", "b"], Kill::Never).unwrap();
    let end = world.run("h-2", "", &["a", "new", "b"], Kill::Never);
    assert_eq!(end, Some((RunEnd::Completed, owned(&["new", "b"]))));
    assert_eq!(world.checkpoint().orphaned, ["gone"]);
    assert_eq!(CheckResult::of(&world.checkpoint()), CheckResult::Completed);
    assert_eq!(world.checkpoint().pending(), [""; 0]);
}

#[test]
fn publish_is_repeated_on_resume_after_later_changes() {
    let mut world = World { failing: owned(&["after"]), ..World::default() };
    world.run("h-1", "", &["note", "publish", "after"], Kill::Never).unwrap();
    world.failing.clear();
    let end = world.run("h-2", "", &["note", "publish", "after"], Kill::Never);
    assert_eq!(end, Some((RunEnd::Completed, owned(&["publish", "after"]))));
}

#[test]
fn pause_stops_before_anything_is_touched_and_between_steps() {
    let paused = RunEnd::Paused("Writing is paused.".to_owned());
    let mut world = World { pause: Some("Writing is paused.".to_owned()), ..World::default() };
    assert_eq!(world.run("h-1", "", &STEPS, Kill::Never), Some((paused.clone(), Vec::new())));
    assert_eq!(world.checkpoint, None);
    world.pause = None;
    world.run("h-1", "", &STEPS, Kill::Before(6));
    assert_eq!(world.performed, ["facts"]);
    world.pause = Some("Writing is paused.".to_owned());
    assert_eq!(world.run("h-2", "", &STEPS, Kill::Never), Some((paused, Vec::new())));
    assert_eq!(world.performed, ["facts"]);
    world.pause = None;
    assert_eq!(world.run("h-3", "", &STEPS, Kill::Never).unwrap().0, RunEnd::Completed);
    assert_eq!(world.performed, STEPS);
}

#[test]
fn full_disk_stops_the_run_before_its_first_step() {
    let mut world = World { is_full: true, ..World::default() };
    let end = world.run("h-1", "", &STEPS, Kill::Never);
    assert_eq!(end, Some((RunEnd::NotSaved("No space is left.".to_owned()), Vec::new())));
    assert_eq!(world.performed.len(), 0);
}

#[test]
fn invalid_checkpoint_is_an_error_and_unknown_keys_are_kept() {
    for text in ["", "{", "[]", "{}", r#"{"status": "soon"}"#, r#"{"status": "completed", "steps": {"a": "half"}}"#] {
        assert!(Checkpoint::parse(Some(text.as_bytes())).is_err(), "{text}");
    }
    let text = r#"{"status": "in_progress", "steps": {"a": "pending"}, "later": {"key": 1}}"#;
    let mut world = World { checkpoint: Some(text.to_owned()), ..World::default() };
    world.run("h-1", "", &["a"], Kill::Never).unwrap();
    let value: Value = serde_json::from_str(&world.checkpoint.unwrap()).unwrap();
    assert_eq!((&value["later"]["key"], &value["status"]), (&json!(1), &json!("completed")));
}

proptest! {
    /// A run that is killed anywhere, several times, and then resumed leaves what an undisturbed run
    /// leaves: each step has written once for each run, with the inputs of that run. Only what the next
    /// run repeats is left to it.
    #[test]
    fn killed_runs_end_like_an_undisturbed_one(
        kills in prop::collection::vec((any::<bool>(), 0_usize..20), 0..6),
        notes in prop::collection::vec("[ab]", 1..4),
    ) {
        let mut disturbed = World::default();
        for (number, (is_before, at)) in kills.iter().enumerate() {
            let kill = if *is_before { Kill::Before(*at) } else { Kill::After(*at) };
            let note = &notes[number % notes.len()];
            // A process that is killed before it has saved anything has not begun a run.
            disturbed.run(&format!("h-{number}"), note, &STEPS, kill);
        }
        disturbed.run("h-last", "", &STEPS, Kill::Never).unwrap();
        prop_assert_eq!(CheckResult::of(&disturbed.checkpoint()), CheckResult::Completed);
        prop_assert!(disturbed.checkpoint().pending().is_empty());
        let mut runs: Vec<&str> = disturbed.written.keys().map(|(run, _)| run.as_str()).collect();
        runs.dedup();
        for run in runs {
            let of_run: Vec<(&str, &str)> = disturbed
                .written
                .iter()
                .filter(|((other, step), _)| other == run && step != "publish")
                .map(|((_, step), note)| (step.as_str(), note.as_str()))
                .collect();
            prop_assert_eq!(of_run.len(), STEPS.len() - 1, "run {} is complete", run);
            prop_assert!(of_run.iter().all(|(_, note)| *note == of_run[0].1), "run {} has its own inputs", run);
        }
    }

    /// A single kill at any action changes nothing of the result.
    #[test]
    fn one_kill_changes_nothing(at in 0_usize..14, is_before in any::<bool>()) {
        let mut undisturbed = World::default();
        undisturbed.run("h-1", "Feed", &STEPS, Kill::Never).unwrap();
        let mut disturbed = World::default();
        let kill = if is_before { Kill::Before(at) } else { Kill::After(at) };
        disturbed.run("h-1", "Feed", &STEPS, kill);
        let resumed = disturbed.run("h-1", "Feed", &STEPS, Kill::Never).unwrap();
        prop_assert_eq!(resumed.0, RunEnd::Completed);
        let names = |world: &World| world.written.keys().map(|(_, step)| step.clone()).collect::<Vec<_>>();
        prop_assert_eq!(names(&disturbed), names(&undisturbed));
        prop_assert_eq!(disturbed.effects(), undisturbed.effects());
        prop_assert_eq!(disturbed.checkpoint().steps, undisturbed.checkpoint().steps);
    }
}

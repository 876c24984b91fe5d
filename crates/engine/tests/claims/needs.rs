//! What agents need from a person: how long it counts, and where it shows.

use handoff_format::timestamp;
use handoff_protocol::view::{NeedsYou, WaitingAgent};
use handoff_protocol::{Context, Edit, FileState, NeedKind, Process, Query, View};

use super::{CLAIM_T1, Desk, MINUTE, RELEASE_T1};
use crate::support::{NOW, command};

const ASK: &str = r#"{"kind":"needPerson","conversation":"s1","need":"permission","text":"Bash: npm test"}"#;
const ASK_MORE: &str = r#"{"kind":"needPerson","conversation":"s1","need":"answer","text":"Which port?"}"#;
const GO_ON: &str = r#"{"kind":"goOn","conversation":"s1"}"#;
const HOUR: i64 = 60 * MINUTE;

impl Desk {
    fn view(&mut self, ms: i64, query: &Query) -> View {
        self.0.engine.view(query, &Desk::context("Noor", ms))
    }

    fn waiting(&mut self, ms: i64) -> (NeedsYou, Vec<WaitingAgent>) {
        let View::Project(project) = self.view(ms, &Query::Project {}) else { unreachable!() };
        (project.needs_you, project.waiting_agents)
    }

    /// Returns what the holder of `t1` needs, by its card.
    fn on_card(&mut self, ms: i64) -> Option<NeedKind> {
        let View::Task(Some(page)) = self.view(ms, &Query::Task { id: "t1".to_owned() }) else { unreachable!() };
        page.card.holder?.needs
    }
}

#[test]
fn waiting_agent_shows_with_its_task_until_it_goes_on() {
    let mut desk = Desk::new();
    desk.run(0, "codex/1", CLAIM_T1);
    desk.run(0, "codex/1", ASK);
    let (counts, waiting) = desk.waiting(MINUTE);
    assert_eq!((counts.agents, counts.total()), (1, 1));
    let [agent] = waiting.as_slice() else { panic!("{waiting:?}") };
    assert_eq!(
        (agent.need, agent.text.as_str(), &agent.since),
        (NeedKind::Permission, "Bash: npm test", &timestamp(NOW))
    );
    assert_eq!(agent.task.as_ref().map(|task| task.id.as_str()), Some("t1"));
    assert_eq!(desk.on_card(MINUTE), Some(NeedKind::Permission));

    desk.run(2 * MINUTE, "codex/1", ASK);
    assert_eq!(desk.waiting(2 * MINUTE).1[0].since, timestamp(NOW), "the same need keeps its time");
    desk.run(3 * MINUTE, "codex/1", ASK_MORE);
    assert_eq!(desk.waiting(3 * MINUTE).1[0].since, timestamp(NOW + 3 * MINUTE), "another need replaces it");

    desk.run(4 * MINUTE, "codex/1", RELEASE_T1);
    assert_eq!((desk.waiting(4 * MINUTE).1[0].task.clone(), desk.on_card(4 * MINUTE)), (None, None));
    desk.run(5 * MINUTE, "codex/1", GO_ON);
    assert_eq!(desk.waiting(5 * MINUTE), (NeedsYou::default(), Vec::new()));
    assert_eq!(desk.plan(6 * MINUTE, "codex/1", GO_ON).unwrap().edits, [], "there is nothing left to remove");
}

#[test]
fn need_ends_after_12_hours_and_with_its_process() {
    let mut desk = Desk::new();
    desk.run(0, "codex/1", ASK);
    assert_eq!(desk.waiting(12 * HOUR).0.agents, 1);
    assert_eq!(desk.waiting(12 * HOUR + 1).0.agents, 0);

    let process = |pid| Process { host: "h".to_owned(), boot: Some("b".to_owned()), pid, started: None };
    let mut desk = Desk::new();
    let server = Context { process: Some(process(7)), ..Desk::context("codex/1", 0) };
    let claim = desk.0.engine.plan(&command(CLAIM_T1), &server).unwrap();
    desk.0.apply(&claim);
    // The hook is another process, which ends at once.
    desk.run(0, "codex/1", ASK);
    assert_eq!(desk.0.engine.claim_processes(&process(1)), [process(7)]);
    desk.0.engine.set_ended_processes(&process(1), vec![process(7)]);
    assert_eq!(desk.waiting(0).0.agents, 0);
}

#[test]
fn need_is_neither_logged_nor_undone_and_a_broken_one_counts_nothing() {
    let mut desk = Desk::new();
    let changes = desk.plan(0, "codex/1", ASK).unwrap();
    assert_eq!((changes.edits.len(), changes.events.len()), (1, 0));
    desk.run(0, "codex/1", ASK);
    let Edit::Write { path, .. } = changes.edits[0].clone() else { unreachable!() };
    for text in ["{", "{}", r#"{"version": 1, "kind": "permission", "text": 7}"#] {
        let broken = FileState::File { path: path.clone(), bytes: text.as_bytes().to_vec() };
        desk.0.feed(vec![broken]);
        let (counts, waiting) = desk.waiting(0);
        assert_eq!((counts.agents, waiting.len(), counts.problems > 0), (0, 0, true), "{text}");
    }
}

#[test]
fn card_says_which_agent_has_left_its_task() {
    let mut desk = Desk::new();
    let begin = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress"}}"#;
    desk.run(0, "codex/1", begin);
    let ended = |desk: &mut Desk, ms: i64| {
        let View::Task(Some(page)) = desk.view(ms, &Query::Task { id: "t1".to_owned() }) else { unreachable!() };
        page.card.ended.map(|holder| holder.actor.name)
    };
    assert_eq!(ended(&mut desk, 15 * MINUTE), None, "it still holds the task");
    assert_eq!(ended(&mut desk, 16 * MINUTE).as_deref(), Some("codex"));
    desk.run(17 * MINUTE, "Noor", CLAIM_T1);
    assert_eq!(ended(&mut desk, 17 * MINUTE), None, "somebody has taken it over");
    desk.run(18 * MINUTE, "Noor", RELEASE_T1);
    assert_eq!(ended(&mut desk, 18 * MINUTE), None, "it was released");
}

//! Proposals: what they store, and that to accept one is the same as to make its changes.

use handoff_engine::tree::Tree;
use handoff_protocol::{Actor, Command, Outcome, ProposalKind, ProposalState, ProposalView, Query, RefusalCode, View};

use crate::support::{Bench, command, context};

const PROJECT: &str = r#"=== config.toml
[project]
name = "P"
=== tasks/t1-a/_task.todo.json
{"id": "t1", "title": "A", "schedule": {"estimate_hours": 8, "start_date": "2026-12-01", "due_date": "2026-12-04"}}
=== tasks/t2-b/_task.todo.json
{"id": "t2", "title": "B", "schedule": {"estimate_hours": 8}, "dependencies": ["t1"], "labels": ["x"]}
=== tasks/t2-b/03-todo--c/task.toml
id = "03" # c
title = "C"
"#;

/// The commands that can be proposed.
const COMMANDS: [&str; 9] = [
    r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Draft"},"name":"d","parts":[{"fields":{"title":"Part"}}]},{"fields":{"title":"Print","dependencies":{"add":["d","t2"]}}}]}"#,
    r#"{"kind":"changeTasks","tasks":[{"id":"t1","fields":{"priority":"high","estimateHours":3},"parts":[{"fields":{"title":"Below"}}]},{"id":"t2","fields":{"title":"BB"},"order":1}]}"#,
    r#"{"kind":"changeTasks","tasks":[{"id":"t1","fields":{"milestone":"M"}}],"config":[{"key":["milestones","M","date"],"value":"2026-12-24"}]}"#,
    r#"{"kind":"updateTasks","ids":["t1","03"],"patch":{"dueDate":"2026-12-11","startDate":"2026-12-10"}}"#,
    r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dueDate":null,"labels":{"add":["y"]},"appendNotes":"Later."}}"#,
    r#"{"kind":"updateTasks","ids":["03"],"patch":{},"position":{"parent":"t1","place":{"kind":"last"}}}"#,
    r#"{"kind":"updateTasks","ids":["t2"],"patch":{"dependency":{"id":"t1","kind":"startToStart","lag":2}}}"#,
    r#"{"kind":"reschedule","reschedule":{"kind":"shift","ids":["t1"],"days":7,"workingDays":false}}"#,
    r#"{"kind":"deleteTasks","ids":["t2"]}"#,
];

fn agent() -> Actor {
    Actor { conversation: Some("c-1".to_owned()), ..Actor::agent("codex") }
}

fn propose(command: &str) -> Command {
    Command::Propose { command: Box::new(crate::support::command(command)), reason: "Too late.".to_owned() }
}

/// Stores a proposal of the agent; returns its ID.
fn proposed(bench: &mut Bench, command: &str) -> String {
    let outcome = bench.commit_as(&agent(), &propose(command));
    let Outcome::Done { proposed: Some(id), changed: true, created, .. } = outcome else {
        panic!("{command}: {outcome:?}")
    };
    assert_eq!(created, std::slice::from_ref(&id));
    id
}

fn accept(id: &str, rest: &str) -> Command {
    command(&format!(r#"{{"kind":"acceptProposal","id":"{id}"{rest}}}"#))
}

fn reject(id: &str, answer: &str) -> Command {
    Command::RejectProposal { id: id.to_owned(), answer: answer.to_owned() }
}

fn proposals(bench: &mut Bench) -> Vec<ProposalView> {
    match bench.engine.view(&Query::Proposals { id: None, only: None }, &context()) {
        View::Proposals(view) => view.proposals,
        other => panic!("{other:?}"),
    }
}

/// Returns the files that a command changes for other programs.
fn plan_files(tree: &Tree) -> Vec<(String, String)> {
    let is_plan = |path: &str| path == "config.toml" || path.starts_with("tasks/");
    let files = tree.walk("").filter(|(path, _)| is_plan(path));
    files
        .map(|(path, _)| (path.clone(), String::from_utf8_lossy(tree.file(&path).unwrap_or_default()).into_owned()))
        .collect()
}

fn refusal(outcome: Outcome) -> (RefusalCode, String) {
    match outcome {
        Outcome::Refused { refusal } => (refusal.code, refusal.text.to_string()),
        other => panic!("{other:?}"),
    }
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { changed: true, .. })
}

/// Sets a field of a task as a person.
fn set(bench: &mut Bench, id: &str, patch: &str) {
    let request = format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{patch}}}"#);
    assert!(is_done(&bench.commit(&command(&request))), "{request}");
}

#[test]
fn accepting_does_what_the_command_does_and_undo_opens_it_again() {
    for request in COMMANDS {
        let mut direct = Bench::from_text(PROJECT);
        assert!(is_done(&direct.commit(&command(request))), "{request}");
        let mut bench = Bench::from_text(PROJECT);
        let before = plan_files(&bench.tree);
        let id = proposed(&mut bench, request);
        assert_eq!(plan_files(&bench.tree), before, "{request}: a proposal changes nothing");
        let [view] = proposals(&mut bench).try_into().expect("one proposal");
        assert_eq!((view.refusal, view.state), (None, ProposalState::Open), "{request}");
        assert!(is_done(&bench.commit(&accept(&id, ""))), "{request}");
        assert_eq!(plan_files(&bench.tree), plan_files(&direct.tree), "{request}");
        assert_eq!(proposals(&mut bench)[0].state, ProposalState::Accepted);
        assert!(is_done(&bench.commit(&Command::Undo {})), "{request}");
        assert_eq!(plan_files(&bench.tree), before, "{request}: undo is one step");
        assert_eq!(proposals(&mut bench)[0].state, ProposalState::Open);
    }
}

#[test]
fn proposal_is_a_file_that_people_can_read() {
    let mut bench = Bench::from_text(PROJECT);
    let id = proposed(&mut bench, r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dueDate":"2026-12-11"}}"#);
    assert!(is_done(&bench.commit(&accept(&id, r#","answer":"Fine.""#))));
    let text = String::from_utf8(bench.tree.file(&format!("proposals/{id}.json")).unwrap().to_vec()).unwrap();
    let expected = r#"{
  "id": "ID",
  "reason": "Too late.",
  "state": "accepted",
  "author": {
    "kind": "agent",
    "name": "codex",
    "conversation": "c-1"
  },
  "created_at": "2026-12-01T08:00:00+00:00",
  "answer": "Fine.",
  "answered_by": {
    "kind": "human",
    "name": "Noor"
  },
  "answered_at": "2026-12-01T08:00:00+00:00",
  "accepted": 1,
  "elements": [
    {
      "command": {
        "kind": "changeTasks",
        "tasks": [
          {
            "id": "t1",
            "fields": {
              "dueDate": "2026-12-11"
            }
          }
        ]
      },
      "seen": {
        "dueDate": "2026-12-04"
      }
    }
  ]
}"#;
    assert_eq!(text.replace(&id, "ID"), expected);
    assert!(matches!(bench.ask(&context(), r#"{"kind":"problems"}"#), View::Problems(problems) if problems.is_empty()));
}

#[test]
fn some_elements_and_some_fields_can_be_accepted() {
    let request = COMMANDS[1];
    let mut bench = Bench::from_text(PROJECT);
    let id = proposed(&mut bench, request);
    let [view] = proposals(&mut bench).try_into().unwrap();
    let kinds: Vec<_> = view.elements.iter().map(|row| (row.element, row.kind, row.task.as_str())).collect();
    let (change, create) = (ProposalKind::Change, ProposalKind::Create);
    assert_eq!(kinds, [(1, change, "t1"), (2, create, ""), (3, change, "t2")]);
    let fields: Vec<_> =
        view.elements[0].fields.iter().map(|field| [&*field.field, &field.was, &field.now, &field.proposed]).collect();
    assert_eq!(fields, [["priority", "", "", "high"], ["estimateHours", "8", "8", "3"]]);
    let only = r#","only":[{"element":1,"fields":["priority"]},{"element":3}]"#;
    let Outcome::Done { summary, .. } = bench.commit(&accept(&id, only)) else { panic!("not accepted") };
    assert_eq!(summary.to_string(), format!("Accepted 2 of 3 changes of the proposal {id} of codex"));
    let tasks = plan_files(&bench.tree).into_iter().map(|(_, text)| text).collect::<String>();
    assert!(tasks.contains(r#""priority": "high""#) && tasks.contains(r#""estimate_hours": 8"#), "{tasks}");
    assert!(tasks.contains(r#""title": "BB""#) && !tasks.contains("Below"), "{tasks}");
    for (only, sentence) in [
        (r#"[{"element":9}]"#, "has no change 9"),
        (r#"[{"element":1,"fields":["title"]}]"#, "Change 1 of the proposal ID does not change title."),
    ] {
        let mut bench = Bench::from_text(PROJECT);
        let id = proposed(&mut bench, request);
        let (_, text) = refusal(bench.commit(&accept(&id, &format!(r#","only":{only}"#))));
        assert!(text.contains(&sentence.replace("ID", &id)), "{text}");
    }
}

#[test]
fn field_that_has_changed_since_is_a_conflict_until_it_is_named() {
    let request = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dueDate":"2026-12-11","priority":"low"}}"#;
    for (only, due, priority) in [
        ("", "2026-12-08", true),
        (r#","only":[{"element":1}]"#, "2026-12-08", true),
        (r#","only":[{"element":1,"fields":["dueDate"]}]"#, "2026-12-11", false),
    ] {
        let mut bench = Bench::from_text(PROJECT);
        let id = proposed(&mut bench, request);
        set(&mut bench, "t1", r#"{"dueDate":"2026-12-08"}"#);
        let [view] = proposals(&mut bench).try_into().unwrap();
        let fields: Vec<_> = view.elements[0].fields.iter().collect();
        let due_field = fields.iter().find(|field| field.field == "dueDate").unwrap();
        let values = [&*due_field.was, &due_field.now, &due_field.proposed];
        assert_eq!((values, due_field.conflict), (["2026-12-04", "2026-12-08", "2026-12-11"], true));
        assert!(fields.iter().all(|field| field.conflict == (field.field == "dueDate")));
        assert!(is_done(&bench.commit(&accept(&id, only))), "{only}");
        let text = plan_files(&bench.tree).into_iter().map(|(_, text)| text).collect::<String>();
        assert!(text.contains(&format!(r#""due_date": "{due}""#)), "{only}: {text}");
        assert_eq!(text.contains(r#""priority": "low""#), priority, "{only}: {text}");
    }
    // Nothing is left.
    let mut bench = Bench::from_text(PROJECT);
    let id = proposed(&mut bench, r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dueDate":"2026-12-11"}}"#);
    set(&mut bench, "t1", r#"{"dueDate":"2026-12-08"}"#);
    let (code, text) = refusal(bench.commit(&accept(&id, "")));
    assert!(code == RefusalCode::Stale && text.contains("have changed since"), "{text}");
    // The value that somebody has set meanwhile is the proposed one: no conflict.
    set(&mut bench, "t1", r#"{"dueDate":"2026-12-11"}"#);
    assert!(!proposals(&mut bench)[0].elements[0].fields[0].conflict);
}

#[test]
fn task_that_is_gone_or_taken_is_a_conflict_of_its_element_alone() {
    let request = r#"{"kind":"changeTasks","tasks":[{"id":"t2","fields":{"priority":"low"}},{"id":"n","fields":{"title":"New"}},{"id":"t1","fields":{"priority":"low"}}]}"#;
    let mut bench = Bench::from_text(PROJECT);
    let id = proposed(&mut bench, request);
    assert!(is_done(&bench.commit(&command(r#"{"kind":"deleteTasks","ids":["t2"]}"#))));
    let taken = r#"{"kind":"changeTasks","tasks":[{"id":"n","fields":{"title":"Mine"}}]}"#;
    assert!(is_done(&bench.commit(&command(taken))));
    let conflicts: Vec<bool> = proposals(&mut bench)[0].elements.iter().map(|row| row.conflict).collect();
    assert_eq!(conflicts, [true, true, false]);
    refusal(bench.commit(&accept(&id, r#","only":[{"element":2,"fields":[]}]"#)));
    assert!(is_done(&bench.commit(&accept(&id, ""))));
    let text = plan_files(&bench.tree).into_iter().map(|(_, text)| text).collect::<String>();
    assert!(text.contains(r#""title": "Mine""#) && text.contains(r#""priority": "low""#), "{text}");
    assert_eq!(proposals(&mut bench)[0].accepted, Some(1));
}

#[test]
fn only_people_answer_and_only_once() {
    let request = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"priority":"low"}}"#;
    let other = Actor { conversation: Some("c-2".to_owned()), ..agent() };
    let mut bench = Bench::from_text(PROJECT);
    let id = proposed(&mut bench, request);
    assert_eq!(refusal(bench.commit_as(&agent(), &accept(&id, ""))).0, RefusalCode::NotHolder);
    assert_eq!(refusal(bench.commit_as(&other, &reject(&id, "No."))).0, RefusalCode::NotHolder);
    assert!(refusal(bench.commit(&reject(&id, " "))).1.contains("so that codex knows what to do next"));
    assert!(is_done(&bench.commit(&reject(&id, "Not now."))));
    let view = &proposals(&mut bench)[0];
    assert_eq!((view.state, &*view.answer), (ProposalState::Rejected, "Not now."));
    for again in [accept(&id, ""), reject(&id, "No.")] {
        assert_eq!(refusal(bench.commit(&again)).0, RefusalCode::Stale);
    }
    assert!(refusal(bench.commit(&accept("p-x", ""))).1.contains("There is no proposal p-x."));
    // The author withdraws without a word.
    let own = proposed(&mut bench, request);
    assert!(is_done(&bench.commit_as(&agent(), &reject(&own, ""))));
}

#[test]
fn refused_and_empty_changes_are_not_stored() {
    let mut bench = Bench::from_text(PROJECT);
    for (request, sentence) in [
        (r#"{"kind":"updateTasks","ids":["t9"],"patch":{"priority":"low"}}"#, "t9"),
        (r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dependencies":{"add":["t2"]}}}"#, "t1 → t2 → t1"),
        (r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"A"}}"#, "nothing to propose"),
        (r#"{"kind":"saveBaseline","name":"B"}"#, "Only changes of the plan"),
        (r#"{"kind":"propose","reason":"x","command":{"kind":"undo"}}"#, "Nothing to undo"),
    ] {
        let (_, text) = refusal(bench.commit_as(&agent(), &propose(request)));
        assert!(text.contains(sentence), "{request}: {text}");
    }
    let without = command(r#"{"kind":"propose","reason":" ","command":{"kind":"deleteTasks","ids":["t1"]}}"#);
    assert!(refusal(bench.commit_as(&agent(), &without)).1.contains("needs a reason"));
    let many: Vec<String> = (0..501).map(|number| format!(r#"{{"fields":{{"title":"T{number}"}}}}"#)).collect();
    let many = format!(r#"{{"kind":"changeTasks","tasks":[{}]}}"#, many.join(","));
    assert!(refusal(bench.commit_as(&agent(), &propose(&many))).1.contains("at most 500 changes"));
    assert!(proposals(&mut bench).is_empty());
}

#[test]
fn rule_makes_proposals_of_what_agents_plan_and_of_nothing_else() {
    let ruled = PROJECT.replace("name = \"P\"", "name = \"P\"\n[settings.custom_fields]\nplans_need_approval = true");
    for request in COMMANDS {
        let mut bench = Bench::from_text(&ruled);
        let before = plan_files(&bench.tree);
        let outcome = bench.commit_as(&agent(), &command(request));
        assert!(matches!(&outcome, Outcome::Done { proposed: Some(_), .. }), "{request}: {outcome:?}");
        assert_eq!(plan_files(&bench.tree), before, "{request}");
        assert!(matches!(bench.commit(&command(request)), Outcome::Done { proposed: None, .. }), "a person");
    }
    for request in [
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress","appendNotes":"Begun.","addHours":1}}"#,
        r#"{"kind":"changeTasks","tasks":[{"id":"t1","fields":{"criteria":[{"item":"Tested","checked":true}]}}]}"#,
        r#"{"kind":"claimTask","id":"t1","takeOver":false}"#,
    ] {
        let outcome = Bench::from_text(&ruled).commit_as(&agent(), &command(request));
        assert!(matches!(&outcome, Outcome::Done { proposed: None, changed: true, .. }), "{request}: {outcome:?}");
    }
    let (_, text) =
        refusal(Bench::from_text(&ruled).commit_as(&agent(), &command(r#"{"kind":"duplicateTask","id":"t1"}"#)));
    assert!(text.contains("need the approval of a person"), "{text}");
}

#[test]
fn broken_and_hostile_files_are_problems_and_stay_as_they_are() {
    let head = r#"{"id": "p-1", "state": "open", "author": {"kind": "agent", "name": "x"}, "created_at": "2026-12-01T08:00:00Z", "elements": ["#;
    let many = vec![r#"{"command": {"kind": "deleteTasks", "ids": ["t1"]}}"#; 10_000].join(",");
    for (text, sentence) in [
        ("{\"id\":".to_owned(), "missing here"),
        (r#"{"state": "open", "elements": []}"#.to_owned(), "\"id\" is missing"),
        (
            format!(r#"{head}{{"command": {{"kind": "initProject", "name": "x", "layout": "toml"}}}}]}}"#),
            "Change 1 of the proposal",
        ),
        (
            format!(r#"{head}{{"command": {{"kind": "deleteTasks", "ids": ["t1"]}}}}, {{"seen": {{}}}}]}}"#),
            "Change 2 of the proposal",
        ),
        (format!("{head}{many}]}}"), "The proposal has 10000 changes. At most 500"),
    ] {
        let mut bench = Bench::from_text(&format!("{PROJECT}=== proposals/p-1.json\n{text}\n"));
        assert!(proposals(&mut bench).is_empty(), "{sentence}");
        let View::Problems(problems) = bench.ask(&context(), r#"{"kind":"problems"}"#) else { panic!("no problems") };
        let told = problems.iter().any(|problem| {
            problem.path == "proposals/p-1.json"
                && problem.text.to_string().contains(sentence)
                && problem.repairs.is_empty()
        });
        assert!(told, "{sentence}: {problems:?}");
        refusal(bench.commit(&accept("p-1", "")));
        refusal(bench.commit(&reject("p-1", "No.")));
        assert_eq!(bench.tree.file("proposals/p-1.json"), Some(text.as_bytes()));
    }
    // An ID that is a path names a task that does not exist.
    let path = format!(
        r#"{head}{{"command": {{"kind": "changeTasks", "tasks": [{{"id": "../../x", "fields": {{"title": "X"}}}}]}}}}]}}"#
    );
    let mut bench = Bench::from_text(&format!("{PROJECT}=== proposals/p-1.json\n{path}\n"));
    let before = plan_files(&bench.tree);
    assert_eq!(refusal(bench.commit(&accept("p-1", ""))).0, RefusalCode::BadId);
    assert_eq!(proposals(&mut bench)[0].refusal.as_ref().map(|refusal| refusal.code), Some(RefusalCode::BadId));
    assert_eq!(plan_files(&bench.tree), before);
}

#[test]
fn dates_of_the_accepted_plan_are_shown() {
    let mut bench = Bench::from_text(PROJECT);
    proposed(&mut bench, COMMANDS[3]);
    let [view] = proposals(&mut bench).try_into().unwrap();
    let moves: Vec<_> = view.moves.iter().map(|row| (row.id.as_str(), row.due_before.is_some(), row.follows)).collect();
    assert_eq!(moves, [("t1", true, false), ("t2", false, true), ("03", false, false)]);
}

/// Returns the due dates that some elements of the first proposal lead to, by task.
fn due_dates(bench: &mut Bench, only: &str) -> Vec<(String, Option<String>)> {
    let [view] = proposals(bench).try_into().unwrap();
    let query = format!(r#"{{"kind":"proposals","id":"{}","only":{only}}}"#, view.id);
    let View::Proposals(view) = bench.ask(&context(), &query) else { panic!("no proposals") };
    let moves = view.proposals.iter().flat_map(|proposal| &proposal.moves);
    moves.map(|row| (row.id.clone(), row.due.map(handoff_format::format_date))).collect()
}

#[test]
fn dates_of_chosen_elements_and_of_other_values_are_shown() {
    let mut bench = Bench::from_text(PROJECT);
    proposed(&mut bench, COMMANDS[3]);
    for (only, expected) in [
        (r#"[{"element":1}]"#, &[("t1", "2026-12-11")][..]),
        (r#"[{"element":2}]"#, &[("t2", "2026-12-11"), ("03", "2026-12-11")]),
        (r#"[{"element":1,"values":{"dueDate":"2026-12-15"}}]"#, &[("t1", "2026-12-15")]),
    ] {
        let dates = due_dates(&mut bench, only);
        let dates: Vec<_> = dates.iter().map(|(id, due)| (id.as_str(), due.as_deref().unwrap_or_default())).collect();
        assert_eq!(dates, expected, "{only}");
    }
}

#[test]
fn values_of_a_person_replace_proposed_ones_and_are_kept() {
    let mut bench = Bench::from_text(PROJECT);
    let id = proposed(&mut bench, COMMANDS[1]);
    // The edited field has changed since: the value of the person decides.
    set(&mut bench, "t1", r#"{"priority":"medium"}"#);
    let only = r#","only":[{"element":1,"values":{"priority":"low"}},{"element":2,"values":{"title":"Under it"}}]"#;
    assert!(is_done(&bench.commit(&accept(&id, only))));
    let tasks = plan_files(&bench.tree).into_iter().map(|(_, text)| text).collect::<String>();
    for text in [r#""priority": "low""#, r#""estimate_hours": 3"#, "Under it"] {
        assert!(tasks.contains(text), "{text}: {tasks}");
    }
    let path = format!("proposals/{id}.json");
    let file = |bench: &Bench| serde_json::from_slice::<serde_json::Value>(bench.tree.file(&path).unwrap()).unwrap();
    let stored = file(&bench);
    assert_eq!(stored["elements"][0]["edited"], serde_json::json!({"priority": "low"}));
    assert_eq!(stored["elements"][0]["command"]["tasks"][0]["fields"]["priority"], "high");
    assert_eq!(stored["elements"][1]["edited"], serde_json::json!({"title": "Under it"}));
    assert!(stored["elements"][2].get("edited").is_none());
    assert!(is_done(&bench.commit(&Command::Undo {})));
    assert_eq!(file(&bench)["elements"][0].get("edited"), None);
    for (only, field) in [
        (r#"[{"element":1,"values":{"title":"Other"}}]"#, "title"),
        (r#"[{"element":2,"values":{"status":"done"}}]"#, "status"),
    ] {
        let (_, text) = refusal(bench.commit(&accept(&id, &format!(r#","only":{only}"#))));
        assert!(text.contains(&format!("does not change {field}")), "{text}");
    }
}

#[test]
fn cards_say_what_is_proposed_and_new_tasks_are_ghosts() {
    let mut bench = Bench::from_text(PROJECT);
    for request in &COMMANDS[..2] {
        proposed(&mut bench, request);
    }
    let board = |bench: &mut Bench, filter: &str| {
        let query = format!(r#"{{"kind":"board","filter":{filter},"sort":"manual","leavesOnly":true,"unlimited":[]}}"#);
        let View::Board(view) = bench.ask(&context(), &query) else { panic!("no board") };
        view.columns.into_iter().next().expect("a column")
    };
    let column = board(&mut bench, "{}");
    let ghosts: Vec<_> = column.ghosts.iter().map(|card| (&*card.title, card.parent_title.as_deref())).collect();
    assert_eq!(ghosts, [("Part", Some("Draft")), ("Print", None), ("Below", Some("A"))]);
    let t1 = column.cards.iter().find(|card| card.id == "t1").unwrap();
    let [change] = t1.proposed.as_slice() else { panic!("{:?}", t1.proposed) };
    let fields: Vec<_> = change.element.fields.iter().map(|field| (&*field.field, &*field.proposed)).collect();
    assert_eq!((change.author.name.as_str(), fields), ("codex", vec![("priority", "high"), ("estimateHours", "3")]));
    assert!(board(&mut bench, r#"{"text":"a"}"#).ghosts.is_empty(), "a filter");
    let ids: Vec<String> = proposals(&mut bench).into_iter().map(|proposal| proposal.id).collect();
    for id in ids {
        assert!(is_done(&bench.commit(&reject(&id, "No."))));
    }
    let column = board(&mut bench, "{}");
    assert!(column.ghosts.is_empty() && column.cards.iter().all(|card| card.proposed.is_empty()));
}

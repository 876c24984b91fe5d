//! Proposals of agents: how they make one, and how they learn the answer.

use handoff_protocol::{Actor, Command, ProposalState};
use serde_json::json;

use crate::support::Bench;

fn agent(conversation: &str) -> Actor {
    Actor { conversation: Some(conversation.to_owned()), ..Actor::agent("codex") }
}

fn project(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    let dates = json!({"start_date": "2026-12-01", "due_date": "2026-12-04", "estimate_hours": 8});
    bench.text(
        "handoff_update_task",
        &json!({"tasks": [{"id": "a", "title": "Feed", "schedule": dates}, {"id": "b", "title": "Rows"}]}),
    );
    bench.actor = agent("c-1");
    bench
}

fn accept(id: &str) -> Command {
    Command::AcceptProposal { id: id.to_owned(), only: None, answer: Some("Go on.".to_owned()) }
}

/// Returns what a conversation is told of answers.
fn told(bench: &Bench, conversation: &str) -> Vec<String> {
    let answers = handoff_agent::sent_back(bench.engine.reader(), &agent(conversation), 0);
    answers.into_iter().map(|answer| answer.sentence).collect()
}

#[test]
fn call_with_a_reason_changes_nothing_and_names_the_proposal() {
    for layout in ["json", "toml"] {
        let mut bench = project(layout);
        for (tool, arguments) in [
            ("handoff_update_task", json!({"task": {"id": "a", "priority": "high"}, "propose": "It blocks b."})),
            ("handoff_update_task", json!({"task": {"id": "b"}, "move_to": "a", "propose": "Part of it."})),
            ("handoff_update_task", json!({"tasks": [{"title": "New"}], "propose": "Missing."})),
            ("handoff_auto_schedule", json!({"propose": "It fits."})),
        ] {
            let before = bench.value("handoff_get_task", &json!({"task_id": "a"}));
            let answer = bench.value(tool, &arguments);
            assert!(answer["proposal"].as_str().is_some_and(|id| id.starts_with("p-")), "{arguments}: {answer}");
            assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "a"})), before, "{arguments}");
        }
        let text =
            bench.text("handoff_update_task", &json!({"task": {"id": "a", "priority": "low"}, "propose": "Later."}));
        assert!(text.contains("Nothing is changed yet: a person decides"), "{text}");
        bench.refusal("handoff_update_task", &json!({"task": {"id": "a", "priority": "low"}, "propose": " "}));
    }
}

#[test]
fn rule_makes_a_proposal_of_a_plan_and_not_of_progress() {
    let mut bench = project("toml");
    let rule = json!({"updates": {"settings.custom_fields.plans_need_approval": true}});
    bench.text("handoff_update_config", &rule);
    let text = bench.text("handoff_bulk_update_tasks", &json!({"updates": [{"task_id": "a", "priority": "high"}]}));
    assert!(text.contains("Proposed as p-"), "{text}");
    let text = bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "in_progress"}}));
    assert!(!text.contains("Proposed"), "{text}");
    let text = bench.text("handoff_update_task", &json!({"task": {"title": "New"}}));
    assert!(text.contains("Proposed as p-"), "{text}");
}

#[test]
fn agent_learns_the_answer_to_its_proposal() {
    let mut bench = project("json");
    let propose =
        json!({"tasks": [{"id": "a", "priority": "high"}, {"id": "b", "priority": "low"}], "propose": "It blocks b."});
    let id = bench.value("handoff_update_task", &propose)["proposal"].as_str().expect("an ID").to_owned();
    assert_eq!(told(&bench, "c-1"), Vec::<String>::new());
    bench.actor = Actor::person("Ana");
    bench.now += 1000;
    bench.command(&accept(&id));
    assert_eq!(told(&bench, "c-1"), [format!("Ana accepted {id}: Go on.")]);
    assert_eq!(told(&bench, "c-2"), Vec::<String>::new(), "another conversation");
    let news = handoff_agent::news(bench.engine.reader(), &agent("c-1"), 0).expect("news");
    assert!(news.contains(&format!("Handoff: Ana accepted {id}: Go on.")), "{news}");

    bench.actor = agent("c-1");
    bench.now += 1000;
    let id = bench.value("handoff_update_task", &json!({"task": {"title": "New"}, "propose": "x"}))["proposal"].clone();
    let id = id.as_str().expect("an ID").to_owned();
    bench.actor = Actor::person("Ana");
    bench.command(&Command::RejectProposal { id: id.clone(), answer: "Release\nfirst.".to_owned() });
    assert!(told(&bench, "c-1").contains(&format!("Ana rejected {id}: Release first.")));
    bench.actor = agent("c-1");
    bench.now += 1000;
    let both = json!({"tasks": [{"id": "a", "priority": "low"}, {"title": "Print it"}], "propose": "x"});
    let id = bench.value("handoff_update_task", &both)["proposal"].as_str().expect("an ID").to_owned();
    bench.actor = Actor::person("Ana");
    let only = json!([{"element": 1, "values": {"priority": null}}, {"element": 2, "values": {"title": "Print"}}]);
    let accept = json!({"kind": "acceptProposal", "id": id, "only": only});
    bench.command(&serde_json::from_value(accept).expect("a command"));
    let sentence = format!("Ana accepted {id} with other values (a: priority none; Print it: title Print).");
    assert!(told(&bench, "c-1").contains(&sentence), "{:?}", told(&bench, "c-1"));

    let states: Vec<_> = bench.engine.reader().proposal_records().map(|proposal| proposal.state).collect();
    assert!(states.contains(&ProposalState::Accepted) && states.contains(&ProposalState::Rejected));
}

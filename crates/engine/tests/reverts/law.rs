//! The law of reverts, over random changes of an agent and a person in turn.
//!
//! After the changes of the agent are reverted, every task has the parent, the status and the fields
//! that it would have if only the person's changes had been made. The law holds if the values that
//! the two set are different, and the person neither deletes nor moves tasks.

use handoff_protocol::Outcome;
use proptest::prelude::*;

use super::Story;
use crate::support::command;

const TASKS: [&str; 4] = ["t1", "t1.1", "t1.1.1", "t2"];

fn project(layout: usize) -> String {
    let folders: [&str; 4] = match layout {
        0 => ["t1-todo--a", "t1-todo--a/t1.1-todo--b", "t1-todo--a/t1.1-todo--b/t1.1.1-todo--c", "t2-todo--d"],
        _ => ["t1-a", "t1-a/t1.1-b", "t1-a/t1.1-b/t1.1.1-c", "t2-d"],
    };
    let file = |(folder, id): (&str, &str)| match layout {
        0 => format!("=== tasks/{folder}/task.toml\nid = \"{id}\"\ntitle = \"{id}\"\n"),
        _ => format!("=== tasks/{folder}/_task.todo.json\n{{\"id\": \"{id}\", \"title\": \"{id}\"}}\n"),
    };
    let config = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n";
    config.to_owned() + &folders.into_iter().zip(TASKS).map(file).collect::<String>()
}

/// One change: who makes it, its kind, and the tasks that it is about.
#[derive(Clone, Copy, Debug)]
struct Draft {
    by_agent: bool,
    kind: usize,
    task: usize,
    other: usize,
}

/// Returns the command of a draft. Its values depend on its number, so that no two drafts set the
/// same.
fn request(number: usize, draft: Draft, agents: &[String]) -> String {
    let Draft { by_agent, kind, task, other } = draft;
    let who = if by_agent { "agent" } else { "person" };
    let all: Vec<&str> = TASKS.into_iter().chain(agents.iter().map(String::as_str).filter(|_| by_agent)).collect();
    let id = all[task % all.len()];
    let update = |patch: &str| format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{patch}}}"#);
    let create = || {
        format!(
            r#"{{"kind":"changeTasks","tasks":[{{"id":"{who}-{number}","parent":"{id}","fields":{{"title":"{number}"}}}}]}}"#
        )
    };
    match kind {
        0 => update(&format!(r#"{{"title":"{who} {number}"}}"#)),
        1 => update(&format!(r#"{{"assignee":"{who}{number}","dueDate":"20{:02}-01-01"}}"#, 30 + number)),
        2 => update(&format!(r#"{{"labels":{{"add":["{who}{number}"]}}}}"#)),
        3 => update(&format!(r#"{{"addHours":{number}.25}}"#)),
        4 => update(&format!(r#"{{"criterion":{{"kind":"add","index":{number},"item":"{who}{number}"}}}}"#)),
        5 => update(&format!(r#"{{"appendNotes":"{who} {number}"}}"#)),
        6 => update(&format!(
            r#"{{"status":"{}"}}"#,
            ["review", "skipped", "in_progress", "blocked"][number % 2 + if by_agent { 0 } else { 2 }]
        )),
        7 if by_agent => {
            let parent = all[other % all.len()];
            format!(
                r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{}},"position":{{"parent":"{parent}","place":{{"kind":"last"}}}}}}"#
            )
        }
        8 if by_agent => format!(r#"{{"kind":"deleteTasks","ids":["{id}"]}}"#),
        _ => create(),
    }
}

fn draft() -> impl Strategy<Value = Draft> {
    let parts = (any::<bool>(), 0..10_usize, 0..8_usize, 0..8_usize);
    parts.prop_map(|(by_agent, kind, task, other)| Draft { by_agent, kind, task, other })
}

proptest! {
    #[test]
    fn revert_leaves_what_the_others_did(layout in 0..2_usize, drafts in proptest::collection::vec(draft(), 1..14)) {
        let mut story = Story::of(&project(layout));
        let mut alone = Story::of(&project(layout));
        let (mut agents, mut requests): (Vec<String>, Vec<(bool, String)>) = (Vec::new(), Vec::new());
        for (number, draft) in drafts.into_iter().enumerate() {
            let request = request(number, draft, &agents);
            // What is refused or changes nothing is no part of the story.
            if !story.bench.plan(&command(&request)).is_ok_and(|changes| !changes.edits.is_empty()) {
                continue;
            }
            if draft.by_agent {
                story.agent(&request);
                agents.push(format!("agent-{number}"));
            } else {
                story.person(&request);
                // Without the agent's changes, the task may have that value already.
                let outcome = alone.bench.commit(&command(&request));
                prop_assert!(matches!(outcome, Outcome::Done { .. }), "{}: {:?}", request, outcome);
            }
            requests.push((draft.by_agent, request));
        }
        prop_assume!(!story.steps.is_empty());
        let before = story.tasks();
        let warnings = story.revert(None);
        prop_assert_eq!(story.tasks(), alone.tasks(), "after {:#?} from {:#?}: {:?}", requests, before, warnings);
    }
}

//! The law of the register: after any calls, the standing entries are those that were said and not
//! taken back.

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::register::EntryKind;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::register::standing;
use crate::support::Bench;

/// A call of an agent, with the numbers of entries.
#[derive(Clone, Debug)]
enum Call {
    Say(EntryKind, u8),
    Remove(EntryKind, u8),
    Supersede(u8, u8),
    Withdraw(u8),
    Tick(u8),
    Fork,
    Merge,
    /// The client compacts the conversation.
    Draft,
    /// The next conversation begins, whether the last one was closed or not.
    Load,
}

/// How a call is made.
#[derive(Clone, Copy, Debug)]
enum How {
    Close,
    KeepActive,
    Update,
}

fn call() -> impl Strategy<Value = (Call, How)> {
    let kind = prop_oneof![
        Just(EntryKind::Decision),
        Just(EntryKind::Caution),
        Just(EntryKind::Blocker),
        Just(EntryKind::OpenItem),
        Just(EntryKind::Pointer),
        Just(EntryKind::Reference),
    ];
    let number = 0_u8..4;
    let call = prop_oneof![
        6 => (kind.clone(), number.clone()).prop_map(|(kind, number)| Call::Say(kind, number)),
        3 => (kind, number.clone()).prop_map(|(kind, number)| Call::Remove(kind, number)),
        3 => (number.clone(), number.clone()).prop_map(|(new, old)| Call::Supersede(new, old)),
        1 => number.clone().prop_map(Call::Withdraw),
        2 => number.prop_map(Call::Tick),
        1 => Just(Call::Fork),
        1 => Just(Call::Merge),
        1 => Just(Call::Draft),
        1 => Just(Call::Load),
    ];
    (call, prop_oneof![Just(How::Close), Just(How::KeepActive), Just(How::Update)])
}

fn name(kind: EntryKind, number: u8) -> String {
    match kind {
        EntryKind::Pointer => format!("src/{number}.rs 1-{number}"),
        EntryKind::Reference => format!("label{number} uri{number}"),
        _ => format!("{} {number}", kind.nouns().0),
    }
}

fn entry(kind: EntryKind, number: u8) -> Value {
    let name = name(kind, number);
    match kind {
        EntryKind::Decision => json!({"decision": name}),
        EntryKind::Caution => json!({"note": name, "category": "caution"}),
        EntryKind::Suggestion => json!({"note": name, "category": "suggestion"}),
        EntryKind::ContextNote => json!({"note": name, "category": "context"}),
        EntryKind::Blocker => json!(name),
        EntryKind::OpenItem => json!({"item": name}),
        EntryKind::Pointer => json!({"path": format!("src/{number}.rs"), "lines": format!("1-{number}")}),
        EntryKind::Reference => json!({"label": format!("label{number}"), "uri": format!("uri{number}")}),
    }
}

/// What was said, as a reader of all calls would note it.
#[derive(Default)]
struct Log {
    /// Whether each entry that is no decision stands.
    entries: BTreeMap<(EntryKind, u8), bool>,
    /// What was said about decisions, in order. Removing one takes back what it said itself.
    decisions: Vec<Decided>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Decided {
    Say(u8),
    Supersede(u8, u8),
    Withdraw(u8),
}

impl Log {
    fn say(&mut self, kind: EntryKind, number: u8) {
        if kind == EntryKind::Decision {
            self.decisions.push(Decided::Say(number));
        } else {
            self.entries.insert((kind, number), true);
        }
    }

    fn remove(&mut self, kind: EntryKind, number: u8) {
        if kind == EntryKind::Decision {
            self.decisions
                .retain(|decided| !matches!(decided, Decided::Say(new) | Decided::Supersede(new, _) if *new == number));
        } else if let Some(stands) = self.entries.get_mut(&(kind, number)) {
            *stands = false;
        }
    }

    /// Returns the decisions that are stated, and whether each stands.
    fn decided(&self) -> BTreeMap<u8, bool> {
        let mut stated = BTreeSet::new();
        let mut stands = BTreeMap::new();
        for decided in &self.decisions {
            match *decided {
                Decided::Say(number) => {
                    stated.insert(number);
                    stands.entry(number).or_insert(true);
                }
                Decided::Supersede(new, old) => {
                    stated.insert(new);
                    stands.insert(new, true);
                    stands.insert(old, false);
                }
                Decided::Withdraw(number) => drop(stands.insert(number, false)),
            }
        }
        stands.retain(|number, _| stated.contains(number));
        stands
    }

    fn is_stated(&self, kind: EntryKind, number: u8) -> bool {
        match kind {
            EntryKind::Decision => self.decided().contains_key(&number),
            _ => self.entries.contains_key(&(kind, number)),
        }
    }

    fn stands(&self, kind: EntryKind, number: u8) -> bool {
        self.standing(kind).contains(&name(kind, number))
    }

    fn standing(&self, kind: EntryKind) -> BTreeSet<String> {
        if kind == EntryKind::Decision {
            let standing = self.decided().into_iter().filter(|(_, stands)| *stands);
            return standing.map(|(number, _)| name(kind, number)).collect();
        }
        let standing = self.entries.iter().filter(|((other, _), stands)| *other == kind && **stands);
        standing.map(|((_, number), _)| name(kind, *number)).collect()
    }
}

fn active(bench: &Bench) -> bool {
    bench.engine.reader().active_sessions() > 0
}

/// Sends content in one of the ways, which must succeed.
fn send(bench: &mut Bench, how: How, list: &str, entry: &Value, mut content: Value) {
    content["summary"] = json!("saved");
    let argument = match list {
        "decisions" => "add_decision",
        "handoff_notes" => "add_handoff_note",
        "blockers" => "add_blocker",
        "context_pointers" => "add_context_pointer",
        _ => "",
    };
    match how {
        How::Update if !argument.is_empty() && active(bench) && *entry != Value::Null => {
            bench.text("handoff_update_session", &json!({argument: entry}));
        }
        _ => {
            if *entry != Value::Null {
                content[list] = json!([entry]);
            }
            if !matches!(how, How::Close) {
                content["session_status"] = json!("active");
            }
            bench.text("handoff_save_context", &content);
        }
    }
}

fn perform(bench: &mut Bench, log: &mut Log, call: &Call, how: How) {
    match *call {
        Call::Say(kind, number) => {
            // An item that is given again keeps its tick.
            if kind == EntryKind::OpenItem && log.is_stated(kind, number) && !log.stands(kind, number) {
                return;
            }
            send(bench, how, kind.list(), &entry(kind, number), json!({}));
            log.say(kind, number);
        }
        Call::Remove(kind, number) => {
            let remove = json!({"remove": {kind.list(): [name(kind, number)]}});
            if matches!(how, How::Update) && active(bench) {
                bench.text("handoff_update_session", &remove);
            } else {
                send(bench, how, kind.list(), &Value::Null, remove);
            }
            log.remove(kind, number);
        }
        Call::Supersede(new, old) => {
            if new == old || !log.is_stated(EntryKind::Decision, old) {
                return;
            }
            let mut entry = entry(EntryKind::Decision, new);
            entry["supersedes"] = json!(name(EntryKind::Decision, old));
            send(bench, how, "decisions", &entry, json!({}));
            log.decisions.push(Decided::Supersede(new, old));
        }
        Call::Withdraw(number) => {
            if log.is_stated(EntryKind::Decision, number) {
                let withdrawal = json!({"decision": name(EntryKind::Decision, number), "reason": "because"});
                send(bench, How::Close, "", &Value::Null, json!({"withdraw": [withdrawal]}));
                log.decisions.push(Decided::Withdraw(number));
            }
        }
        Call::Tick(number) => {
            if log.stands(EntryKind::OpenItem, number) {
                let mut entry = entry(EntryKind::OpenItem, number);
                entry["checked"] = json!(true);
                send(bench, how, "checklist", &entry, json!({}));
                log.entries.insert((EntryKind::OpenItem, number), false);
            }
        }
        Call::Fork | Call::Merge => {
            let listed = bench.value("handoff_list_sessions", &json!({}));
            let ids: Vec<Value> =
                listed["sessions"].as_array().expect("a list").iter().map(|row| row["id"].clone()).collect();
            match (call, ids.as_slice()) {
                (Call::Fork, [.., oldest]) => {
                    bench.text("handoff_fork_session", &json!({"source_session_id": oldest, "summary": "fork"}));
                }
                (Call::Merge, [newest, .., oldest]) => {
                    let sources = json!([newest, oldest]);
                    let merge = json!({"source_session_ids": sources, "target_session_id": oldest});
                    bench.text("handoff_merge_sessions", &merge);
                }
                _ => {}
            }
        }
        Call::Draft => {
            bench.agent_command(&handoff_agent::draft(
                bench.engine.reader(),
                &bench.actor,
                "Draft",
                "t1",
                &handoff_agent::Capture::default(),
                None,
            ));
        }
        Call::Load => drop(bench.text("handoff_load_context", &json!({}))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn register_is_the_log_of_what_was_said(calls in vec(call(), 1..16), is_json in any::<bool>()) {
        let mut bench = Bench::new(if is_json { "json" } else { "toml" });
        let mut log = Log::default();
        for (call, how) in &calls {
            perform(&mut bench, &mut log, call, *how);
            for kind in EntryKind::ALL {
                let standing: BTreeSet<String> = standing(&bench, kind).into_iter().collect();
                prop_assert_eq!(standing, log.standing(kind), "{:?} after {:?} of {:?}", kind, call, calls);
            }
        }
    }
}

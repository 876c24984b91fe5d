//! Token estimates: `tokens.json` has passages of documents, code, translations and example data
//! with the counts of gpt-tokenizer's o200k. None of them was used to fit the estimate.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use handoff_agent::{Effect, ToolSet, estimate_tokens, tools};
use serde_json::{Value, json};

#[test]
fn token_estimate_is_within_a_tenth() {
    let passages: Vec<Value> = serde_json::from_str(include_str!("tokens.json")).expect("JSON");
    let mut kinds: Vec<&str> = Vec::new();
    for passage in &passages {
        let (kind, text) = (passage["kind"].as_str().expect("a kind"), passage["text"].as_str().expect("a string"));
        let count = passage["tokens"].as_u64().expect("a count");
        let estimate = estimate_tokens(text) as u64;
        assert!(estimate.abs_diff(count) * 10 <= count, "{estimate} instead of {count} for {kind}: {text}");
        kinds.push(kind);
    }
    for kind in ["English", "Japanese", "code", "JSON"] {
        assert!(kinds.iter().filter(|existing| **existing == kind).count() >= 4, "{kind}");
    }
}

#[test]
fn token_estimate_of_short_and_odd_texts_is_in_range() {
    for (text, least, most) in [
        ("", 0, 0),
        ("a", 1, 2),
        (" ", 1, 2),
        ("\n\n\n", 1, 2),
        ("12345678", 3, 4),
        ("🙂🙂", 1, 4),
        ("-".repeat(80).as_str(), 1, 3),
    ] {
        let estimate = estimate_tokens(text);
        assert!((least..=most).contains(&estimate), "{estimate} for {text:?}");
    }
}

#[test]
fn tool_lists_stay_within_their_token_budget() {
    assert!(tools(&[ToolSet::Core]).count() <= 9);
    let (core, all) = (cost(&[ToolSet::Core]), cost(&ToolSet::ALL));
    assert!(core <= 1_020, "{core} tokens");
    assert!(all <= 13_500, "{all} tokens");
}

/// The settings page shows what each set costs in every conversation.
#[test]
fn the_costs_for_the_settings_page_are_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../webviews/contract/generated/toolTokens.json");
    let costs: BTreeMap<&str, usize> = ToolSet::ALL.into_iter().map(|set| (set.name(), cost(&[set]))).collect();
    let wanted = serde_json::to_string_pretty(&costs).expect("JSON") + "\n";
    if fs::read_to_string(&file).ok().as_deref() != Some(wanted.as_str()) {
        fs::write(&file, &wanted).expect("the costs");
        panic!("toolTokens.json was out of date and is written anew: commit it");
    }
}

/// Returns the tokens of a list of tools. The estimate is within a tenth of the tokenizer's count.
fn cost(sets: &[ToolSet]) -> usize {
    let offered: Vec<_> = tools(sets)
        .map(|tool| {
            json!({
                "name": tool.name, "title": tool.title, "description": tool.description, "inputSchema": tool.input_schema(true),
                "outputSchema": tool.output_schema(),
                "annotations": match tool.effect {
                    Effect::Reads => json!({"readOnlyHint": true}),
                    Effect::Adds | Effect::Changes => json!({"destructiveHint": false}),
                    Effect::Removes => json!({"destructiveHint": true}),
                },
            })
        })
        .collect();
    estimate_tokens(&json!(offered).to_string())
}

#[test]
fn tool_names_are_unique_and_schemas_are_objects() {
    let all: Vec<_> = tools(&ToolSet::ALL).collect();
    for (at, tool) in all.iter().enumerate() {
        assert!(all.iter().skip(at + 1).all(|other| other.name != tool.name), "{}", tool.name);
        let schema = tool.input_schema(true);
        assert_eq!(schema.get("type"), Some(&json!("object")), "{}", tool.name);
        for required in schema.get("required").and_then(|names| names.as_array().cloned()).unwrap_or_default() {
            let existing = schema
                .get("properties")
                .is_some_and(|members| members.get(required.as_str().expect("a name")).is_some());
            assert!(existing, "{} requires {required}, which it does not describe", tool.name);
        }
    }
}

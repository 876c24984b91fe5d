//! What the tools' schemas cost an agent in every conversation.

use handoff_agent::{Effect, ToolSet, estimate_tokens, tools};
use serde_json::json;

#[test]
fn the_core_is_small_and_all_of_them_are_no_burden() {
    assert!(tools(&[ToolSet::Core]).count() <= 12);
    let (core, all) = (cost(&[ToolSet::Core]), cost(&ToolSet::ALL));
    assert!(core <= 2_700, "{core} tokens");
    assert!(all <= 9_050, "{all} tokens");
}

/// What a list of tools costs. The estimate is within a tenth of the tokeniser's count.
fn cost(sets: &[ToolSet]) -> usize {
    let offered: Vec<_> = tools(sets)
        .map(|tool| {
            json!({
                "name": tool.name, "title": tool.title, "description": tool.description, "inputSchema": (tool.input)(),
                "outputSchema": tool.output.map(|schema| schema()),
                "annotations": match tool.effect {
                    Effect::Reads => json!({"readOnlyHint": true, "openWorldHint": false}),
                    Effect::Adds => json!({"destructiveHint": false, "openWorldHint": false}),
                    Effect::Changes => {
                        json!({"destructiveHint": false, "idempotentHint": true, "openWorldHint": false})
                    }
                    Effect::Removes => json!({"idempotentHint": true, "openWorldHint": false}),
                },
            })
        })
        .collect();
    estimate_tokens(&json!(offered).to_string())
}

#[test]
fn every_name_is_there_once_and_every_schema_is_one_of_an_object() {
    let all: Vec<_> = tools(&ToolSet::ALL).collect();
    for (at, tool) in all.iter().enumerate() {
        assert!(all.iter().skip(at + 1).all(|other| other.name != tool.name), "{}", tool.name);
        assert_eq!((tool.input)().get("type"), Some(&json!("object")), "{}", tool.name);
        for required in (tool.input)().get("required").and_then(|names| names.as_array().cloned()).unwrap_or_default() {
            let known = (tool.input)()
                .get("properties")
                .is_some_and(|members| members.get(required.as_str().unwrap_or_default()).is_some());
            assert!(known, "{} requires {required}, which it does not describe", tool.name);
        }
    }
}

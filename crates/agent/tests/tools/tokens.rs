//! The estimate of tokens beside the tokeniser's own counts: `tokens.json` holds passages of this project's documents, code, translations and
//! example data with what gpt-tokenizer's o200k gave for each. None of them was used to fit the estimate.

use handoff_agent::estimate_tokens;
use serde_json::Value;

#[test]
fn an_estimate_is_within_a_tenth_of_the_tokenisers_count() {
    let passages: Vec<Value> = serde_json::from_str(include_str!("tokens.json")).expect("JSON");
    let mut kinds: Vec<&str> = Vec::new();
    for passage in &passages {
        let (kind, text) = (passage["kind"].as_str().expect("a kind"), passage["text"].as_str().expect("a text"));
        let count = passage["tokens"].as_u64().expect("a count");
        let estimate = estimate_tokens(text) as u64;
        assert!(estimate.abs_diff(count) * 10 <= count, "{estimate} instead of {count} for {kind}: {text}");
        kinds.push(kind);
    }
    for kind in ["English", "Japanese", "code", "JSON"] {
        assert!(kinds.iter().filter(|known| **known == kind).count() >= 4, "{kind}");
    }
}

#[test]
fn short_texts_and_odd_ones_have_a_cost() {
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

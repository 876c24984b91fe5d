//! The examples of each rule.

use std::collections::BTreeSet;

use super::template::{Random, expand};
use crate::secrets::rules::{self, Certainty};
use crate::secrets::{redact_text, scan};

#[test]
fn rules_are_valid_and_have_examples() {
    assert_eq!(scan::invalid_rules(), [""; 0]);
    let ids: BTreeSet<&str> = rules::all().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), rules::all().count(), "an ID is used twice");
    for rule in rules::all() {
        assert!(!rule.matches.is_empty() && !rule.kind.is_empty(), "{}", rule.id);
    }
}

#[test]
fn rules_find_their_examples() {
    let mut faults = Vec::new();
    for rule in rules::all() {
        for (template, seed) in rule.matches.iter().flat_map(|template| (1..20).map(move |seed| (template, seed))) {
            let (text, parts) = expand(template, &mut Random::new(seed));
            let found = scan::find(&text);
            let is_found = found.iter().any(|found| found.kind == rule.kind && found.certainty == rule.certainty);
            let clean = redact_text(text.clone());
            let is_left =
                rule.certainty == Certainty::Certain && parts.iter().any(|part| clean.contains(part.as_str()));
            if !is_found || is_left {
                faults.push(format!("{}: {text}: {clean}: {found:?}", rule.id));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn rules_keep_similar_texts() {
    let mut faults = Vec::new();
    for (rule, template) in rules::all().flat_map(|rule| rule.keeps.iter().map(move |template| (rule, template))) {
        let (text, _) = expand(template, &mut Random::new(7));
        let found = scan::find(&text);
        if !found.is_empty() {
            faults.push(format!("{}: {text}: {found:?}", rule.id));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

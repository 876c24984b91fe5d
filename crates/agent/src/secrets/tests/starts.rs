//! The literals with which the rules begin. Their extraction takes some milliseconds, which every
//! command that writes would spend, so the product contains the result.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::Extractor;

use crate::secrets::rules;

const HEAD: &str = "\
//! The literals with which the matches of the rules begin. A test writes this file.

/// Each literal, in small letters, with the positions of the rules to try where it is the longest
/// one found: those that begin with it or with a part of it.
#[rustfmt::skip]
pub(in crate::secrets) const STARTS: &[(&[u8], &[usize])] = &[
";

/// Returns the literals with which the matches of a pattern begin, in small letters.
fn literals(pattern: &str) -> Vec<Vec<u8>> {
    /// Characters that tell a rule from words; longer literals would be too many.
    const MAX_LENGTH: usize = 4;
    let mut extractor = Extractor::new();
    extractor.limit_literal_len(MAX_LENGTH).limit_total(2000).limit_repeat(2);
    let literals = extractor.extract(&ParserBuilder::new().utf8(false).build().parse(pattern).unwrap());
    literals.literals().unwrap().iter().map(|literal| literal.as_bytes().to_ascii_lowercase()).collect()
}

#[test]
fn starts_are_those_of_the_rules() {
    let mut rules_of: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
    for (index, rule) in rules::all().enumerate() {
        let mut literals = literals(rule.pattern);
        literals.sort();
        literals.dedup();
        assert!(!literals.is_empty() && literals.iter().all(|literal| literal.len() >= 2), "{}", rule.id);
        for literal in literals {
            rules_of.entry(literal).or_default().push(index);
        }
    }
    let mut wanted = HEAD.to_owned();
    for literal in rules_of.keys() {
        let mut indexes: Vec<usize> = rules_of
            .iter()
            .filter(|(start, _)| literal.starts_with(start))
            .flat_map(|(_, rules)| rules.clone())
            .collect();
        indexes.sort_unstable();
        indexes.dedup();
        writeln!(wanted, "    (b\"{}\", &{indexes:?}),", literal.escape_ascii()).unwrap();
    }
    wanted.push_str("];\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/secrets/rules/starts.rs");
    if fs::read_to_string(&path).ok().as_deref() != Some(wanted.as_str()) {
        fs::write(&path, &wanted).unwrap();
        panic!("starts.rs was out of date and is written anew: commit it");
    }
}

//! Every sentence that the engine says. The English template is the key of its translation.
//!
//! Invariant: `webviews/contract/generated/texts.json` lists all of them except `untranslated`, so that
//! a missing translation is found.

macro_rules! texts {
    ($($name:ident = $text:literal;)*) => {
        $(pub(crate) const $name: &str = $text;)*
        /// All templates of the module.
        #[cfg(test)]
        pub(super) const ALL: &[&str] = &[$($text),*];
    };
}

mod claims;
mod commits;
mod documents;
mod handover;
mod history;
mod phrases;
mod problems;
mod project;
mod proposals;
mod records;
mod reports;
mod sessions;
mod settings;
mod tasks;
mod time;
mod untranslated;
mod written_reports;

pub(crate) use self::claims::*;
pub(crate) use self::commits::*;
pub(crate) use self::documents::*;
pub(crate) use self::handover::*;
pub(crate) use self::history::*;
pub(crate) use self::phrases::*;
pub(crate) use self::problems::*;
pub(crate) use self::project::*;
pub(crate) use self::proposals::*;
pub(crate) use self::records::*;
pub(crate) use self::reports::*;
pub(crate) use self::sessions::*;
pub(crate) use self::settings::*;
pub(crate) use self::tasks::*;
pub(crate) use self::time::*;
pub(crate) use self::untranslated::*;
pub(crate) use self::written_reports::*;

/// Maximum number of tasks that a text about a circle names.
const MAX_NAMED: usize = 10;

/// Tasks that wait for each other, the last for the first: "a → b → a". Of many tasks, the first ones
/// and the number of the others: "a → b → … (+12) → a".
pub(crate) fn circle(ids: &[&str]) -> String {
    let named = ids.iter().take(MAX_NAMED).copied().map(str::to_owned);
    let more = ids.len().saturating_sub(MAX_NAMED);
    let rest = (more > 0).then(|| format!("… (+{more})"));
    let first = ids.first().map(|id| (*id).to_owned());
    named.chain(rest).chain(first).collect::<Vec<_>>().join(" → ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{
        claims, commits, documents, handover, history, phrases, problems, project, proposals, records, reports,
        sessions, settings, tasks, time, untranslated, written_reports,
    };

    fn translated() -> impl Iterator<Item = &'static str> {
        [
            claims::ALL,
            commits::ALL,
            documents::ALL,
            handover::ALL,
            history::ALL,
            phrases::ALL,
            problems::ALL,
            project::ALL,
            proposals::ALL,
            records::ALL,
            reports::ALL,
            sessions::ALL,
            settings::ALL,
            tasks::ALL,
            time::ALL,
            written_reports::ALL,
        ]
        .into_iter()
        .flatten()
        .copied()
    }

    #[test]
    fn the_list_for_translators_is_fresh() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../webviews/contract/generated/texts.json");
        let all: BTreeSet<String> = translated().map(str::to_owned).chain(of_the_format()).collect();
        let wanted = serde_json::to_string_pretty(&all).unwrap() + "\n";
        if std::fs::read_to_string(&path).ok().as_deref() != Some(wanted.as_str()) {
            std::fs::write(&path, &wanted).unwrap();
            panic!("texts.json was out of date and is written anew: commit it");
        }
    }

    /// The sentences about a single file, from the layer below.
    fn of_the_format() -> Vec<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../format/src/texts.rs");
        let source = std::fs::read_to_string(path).unwrap();
        let literals = source.split("&str =").skip(1).map(|rest| {
            let (literal, _) = rest.split_once("\";").unwrap();
            serde_json::from_str(&format!("{}\"", literal.trim())).unwrap()
        });
        literals.collect()
    }

    #[test]
    fn no_sentence_is_said_twice() {
        let all: Vec<&str> = translated().chain(untranslated::ALL.iter().copied()).collect();
        let different: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(different.len(), all.len());
    }
}

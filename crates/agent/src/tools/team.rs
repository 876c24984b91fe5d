//! Whose a session is, and who may see it.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::SessionPatch;
use serde_json::{Value, json};

use crate::Complaint;
use crate::arguments::Arguments;
use crate::schema::{list, meaning, one_of, text};

/// `private` never leaves this machine; one that says nothing is of the team.
const VISIBILITIES: [&str; 3] = ["private", "team", "public"];
const USUAL: &str = "team";

/// What a save takes.
pub(super) fn team_schemas() -> [(&'static str, Value); 3] {
    [
        ("owner", text()),
        ("collaborators", list(&text())),
        ("visibility", meaning(one_of(&VISIBILITIES), "private: kept out of Git")),
    ]
}

/// What a list takes.
pub(super) fn filter_schemas() -> [(&'static str, Value); 2] {
    [("owner", meaning(text(), "or collaborator")), ("visibility", one_of(&VISIBILITIES))]
}

fn visibility(arguments: &Arguments<'_>) -> Result<Option<&'static str>, Complaint> {
    let read = |word: &str| VISIBILITIES.iter().find(|known| **known == word).copied();
    arguments.word("visibility", &VISIBILITIES, read)
}

/// Notes what a save says of it; null takes it away.
pub(super) fn note(arguments: &Arguments<'_>, patch: &mut SessionPatch) -> Result<(), Complaint> {
    let collaborators = arguments.texts("collaborators")?;
    let given = [
        ("owner", arguments.text("owner")?.map(Value::from)),
        ("collaborators", collaborators.map(|names| if names.is_empty() { Value::Null } else { json!(names) })),
        ("visibility", visibility(arguments)?.map(Value::from)),
    ];
    for (key, value) in given {
        if let Some(value) = value.or_else(|| arguments.is_null(key).then_some(Value::Null)) {
            patch.record.insert(key.to_owned(), value);
        }
    }
    Ok(())
}

/// Which sessions a list is to show.
pub(super) struct Filter<'a> {
    who: Option<&'a str>,
    visibility: Option<&'static str>,
}

impl<'a> Filter<'a> {
    pub(super) fn new(arguments: &Arguments<'a>) -> Result<Filter<'a>, Complaint> {
        Ok(Filter { who: arguments.text("owner")?, visibility: visibility(arguments)? })
    }

    pub(super) fn shows(&self, session: &SessionEntry) -> bool {
        let is_of = |who: &str| {
            session.text("owner") == Some(who)
                || session.list("collaborators").iter().any(|name| name.as_str() == Some(who))
        };
        let seen_by = session.text("visibility").unwrap_or(USUAL);
        self.who.is_none_or(is_of) && self.visibility.is_none_or(|visibility| visibility == seen_by)
    }
}

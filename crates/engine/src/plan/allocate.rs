//! Ids and layouts for tasks that do not exist yet.
//!
//! Invariant: an allocated number is greater than every number of its kind in ids and folder names of the whole tree, so
//! that moving tasks about never makes two ids equal.

use std::collections::BTreeSet;

use handoff_format::{check_id, parse_task_folder};
use handoff_protocol::{Layout, Refusal, RefusalCode, Text};

use super::refusal::{About, refuse};
use crate::Project;
use crate::model::{Model, Slot};
use crate::texts;

/// Ids given out within one command.
#[derive(Default)]
pub(crate) struct Allocator {
    given: BTreeSet<String>,
}

impl Allocator {
    /// A new id for a task of that layout under a parent (none: at the top).
    pub(crate) fn next(&mut self, project: &Project, layout: Layout, parent: Option<&str>) -> String {
        let prefix = match (parent, layout) {
            (Some(parent), _) => format!("{parent}."),
            (None, Layout::Json) => "t".to_owned(),
            (None, Layout::Toml) => String::new(),
        };
        let tasks = &project.model.tasks;
        let ids = tasks.all().map(|task| task.id().to_owned());
        let names = tasks.folders().flat_map(|(_, node)| named_ids(node.name()));
        let used = ids.chain(names).chain(self.given.iter().cloned());
        let greatest = used.filter_map(|id| number_behind(&id, &prefix)).max().unwrap_or(0);
        let number = greatest.saturating_add(1);
        let id = match (parent, layout) {
            (None, Layout::Toml) => format!("{number:02}"),
            _ => format!("{prefix}{number}"),
        };
        self.given.insert(id.clone());
        id
    }

    /// Takes an id of the person's choice.
    pub(crate) fn take(&mut self, project: &Project, id: &str) -> Result<String, Refusal> {
        check_id(id).map_err(|text| refuse(RefusalCode::BadId, text).about_field("id"))?;
        if !self.given.insert(id.to_owned()) || project.model.tasks.with_id(id).next().is_some() {
            let text = Text::with(texts::ID_TAKEN, [("id", id.to_owned())]);
            return Err(refuse(RefusalCode::IdTaken, text).about_task(id).about_field("id"));
        }
        Ok(id.to_owned())
    }
}

/// The ids that a folder's name may stand for.
fn named_ids(name: &str) -> Vec<String> {
    let start = name.split('-').next().unwrap_or_default().to_owned();
    parse_task_folder(name).into_iter().map(|name| name.id).chain([start]).collect()
}

/// The number of an id that is the prefix and a number.
fn number_behind(id: &str, prefix: &str) -> Option<u64> {
    let number = id.strip_prefix(prefix)?;
    let decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    decimal.then(|| number.parse().ok()).flatten()
}

/// The layout of a new task: that of its siblings, else of the project's majority.
pub(crate) fn layout(model: &Model, parent: Option<Slot>) -> Layout {
    let siblings = model.tasks.children(parent);
    let toml = siblings.iter().filter(|task| task.shown.layout == Layout::Toml).count();
    match (siblings.len(), toml * 2) {
        (0, _) => model.layout(),
        (all, twice) if twice >= all => Layout::Toml,
        _ => Layout::Json,
    }
}

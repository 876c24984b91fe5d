//! The configuration changed, and a project begun.

use handoff_format::{Container, Document, Step, Value, new_config};
use handoff_protocol::{Change, ChangeSet, ConfigChange, Context, Layout, Refusal, RefusalCode, Text};

use serde_json::json;

use super::draft::Draft;
use super::patch::check_title;
use super::refusal::{About, refuse};
use super::settings;
use crate::Project;
use crate::model::{CONFIG, ROOT};
use crate::texts;

/// Starts a project in a folder that has none.
pub(crate) fn init_project(
    project: &Project,
    context: &Context,
    name: &str,
    description: Option<&str>,
    layout: Layout,
) -> Result<ChangeSet, Refusal> {
    if project.is_initialized() {
        return Err(refuse(RefusalCode::AlreadyInitialized, Text::plain(texts::ALREADY_INITIALIZED)));
    }
    let name = check_title(name).map_err(|refusal| refusal.about_field("name"))?;
    let description = description.map(str::trim).filter(|text| !text.is_empty());
    let mut draft = Draft::new(project, context);
    for folder in ["sessions", ROOT, "memory"] {
        if !draft.is_taken(folder) {
            draft.make_folder(folder);
        }
    }
    draft.create(CONFIG.to_owned(), new_config(layout, &name, description).render());
    draft.log(None, Change::Config { key: "project.name".to_owned(), from: Value::Null, to: json!(name) });
    Ok(draft.finish(Text::with(texts::INIT_PROJECT, [("name", name)])))
}

/// Changes configuration keys; comments stay.
pub(crate) fn update_config(
    project: &Project,
    context: &Context,
    changes: &[ConfigChange],
) -> Result<ChangeSet, Refusal> {
    let broken = |text| refuse(RefusalCode::BrokenFile, text);
    let bytes = project.tree.file(CONFIG);
    let mut document = match bytes {
        Some(bytes) => Document::parse(Container::Toml, bytes).map_err(|finding| broken(finding.text))?,
        None => new_config(project.model.layout(), "", None),
    };
    let mut draft = Draft::new(project, context);
    for ConfigChange { key, value } in changes {
        settings::check(key, value)?;
        let path: Vec<Step<'_>> = key.iter().map(|part| Step::Key(part)).collect();
        let from = document.get(&path).unwrap_or(Value::Null);
        if from == *value {
            continue;
        }
        if value.is_null() {
            document.remove(&path);
        } else {
            document.set(&path, value).map_err(|finding| broken(finding.text).about_field(&key.join(".")))?;
        }
        draft.log(None, Change::Config { key: key.join("."), from, to: value.clone() });
    }
    let rendered = document.render();
    match bytes {
        Some(_) => draft.write(CONFIG, rendered),
        None if draft.has_changes() => draft.create(CONFIG.to_owned(), rendered),
        None => {}
    }
    let keys: Vec<String> = changes.iter().map(|change| change.key.join(".")).collect();
    Ok(draft.finish(Text::with(texts::CHANGE_CONFIG, [("keys", keys.join(", "))])))
}

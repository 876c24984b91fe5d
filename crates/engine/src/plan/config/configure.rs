//! The configuration changed, and a project begun.

use handoff_format::{Container, Document, PathSegment, Value, new_config};
use handoff_protocol::{Change, ChangeSet, ConfigChange, Context, Layout, Refusal, RefusalCode, Text};

use crate::Project;
use crate::model::{CONFIG, ROOT};
use crate::plan::change_set_builder::Draft;
use crate::plan::config::ignore;
use crate::plan::config::settings;
use crate::plan::refusal::{About, refuse};
use crate::plan::tasks::patch::check_title;
use crate::project::unread;
use crate::texts;

/// The table with the choices of views.
const VIEW: &str = "gantt_view";

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
    let mut config = new_config(layout, &name, description);
    // Absent means on, for every program that reads the file: so it is written.
    let require_estimate = [PathSegment::Key("settings"), PathSegment::Key("require_estimate_hours")];
    config.set(&require_estimate, &Value::from(false)).map_err(|finding| broken(finding.text))?;
    draft.create(CONFIG.to_owned(), config.render());
    // A project can do without it; doctor reports what Git would take.
    let _ = ignore::add(&mut draft, project);
    draft.log(
        None,
        Change::Config { key: "project.name".to_owned(), from: Value::Null, to: Value::from(name.as_str()) },
    );
    Ok(draft.finish(Text::with(texts::INIT_PROJECT, [("name", name)])))
}

/// Whether changes of the configuration are no more than how somebody looks at the plan. Files keep that, since programs share it; but it is
/// nothing to take back, and nothing that happened to the project.
pub(crate) fn is_view_choice(changes: &[ConfigChange]) -> bool {
    changes.iter().all(|change| change.key.first().is_some_and(|table| table == VIEW))
}

/// Changes configuration keys; comments stay.
pub(crate) fn update_config(
    project: &Project,
    context: &Context,
    changes: &[ConfigChange],
) -> Result<ChangeSet, Refusal> {
    let mut draft = Draft::new(project, context);
    write_config(&mut draft, project, changes)?;
    let keys: Vec<String> = changes.iter().map(|change| change.key.join(".")).collect();
    Ok(draft.finish(Text::with(texts::CHANGE_CONFIG, [("keys", keys.join(", "))])))
}

/// The configuration as it stands in its file; a new one where there is none.
pub(in crate::plan) fn open_config(project: &Project) -> Result<Document, Refusal> {
    unread::check_config(project)?;
    match project.tree.file(CONFIG) {
        Some(bytes) => Document::parse(Container::Toml, bytes).map_err(|finding| broken(finding.text)),
        None => Ok(new_config(project.model.layout(), "", None)),
    }
}

fn broken(text: Text) -> Refusal {
    refuse(RefusalCode::BrokenFile, text)
}

/// Puts changes of configuration keys into a draft.
pub(in crate::plan) fn write_config(
    draft: &mut Draft<'_>,
    project: &Project,
    changes: &[ConfigChange],
) -> Result<(), Refusal> {
    let mut document = open_config(project)?;
    let (mut differs, logged) = (false, !is_view_choice(changes));
    for ConfigChange { key, value } in changes {
        settings::check(key, value)?;
        let path: Vec<PathSegment<'_>> = key.iter().map(|part| PathSegment::Key(part)).collect();
        let from = document.get(&path).unwrap_or(Value::Null);
        if from == *value {
            continue;
        }
        let written = if value.is_null() { document.remove(&path) } else { document.set(&path, value) };
        written.map_err(|finding| broken(finding.text).about_field(&key.join(".")))?;
        differs = true;
        if logged {
            draft.log(None, Change::Config { key: key.join("."), from, to: value.clone() });
        }
    }
    let rendered = document.render();
    if project.tree.file(CONFIG).is_some() {
        draft.write(CONFIG, rendered);
    } else if differs {
        draft.create(CONFIG.to_owned(), rendered);
    }
    Ok(())
}

//! The views of a project: saved, renamed and deleted in `views.toml`.
//!
//! Invariant: a file that cannot be parsed is not overwritten, and no view takes the place of another
//! one that was not named. Views say how work is looked at, so the activity log has nothing about them.

use handoff_format::{Container, DataFile, Finding, MAX_VIEWS, PathSegment, VIEWS, check_view, write_view};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SavedView, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::model::VIEWS_FILE;

/// Saves a view, in place of the one with its name if `replaces`.
pub(super) fn save(
    project: &Project,
    context: &Context,
    view: &SavedView,
    replaces: bool,
) -> Result<ChangeSet, Refusal> {
    let view = SavedView { name: view.name.trim().to_owned(), ..view.clone() };
    check(&view)?;
    let mut file = open(project)?;
    check_name(&file, &view.name, replaces, "name")?;
    if !replaces && count(&file) >= MAX_VIEWS {
        let text = Text::with(texts::TOO_MANY_VIEWS, [("count", MAX_VIEWS.to_string())]);
        return Err(refuse(RefusalCode::BadCommand, text));
    }
    write_view(&mut file, &view).map_err(|finding| broken(&finding))?;
    let done = if replaces { texts::REPLACED_VIEW } else { texts::SAVED_VIEW };
    Ok(write(project, context, &file, named(done, &view.name)))
}

/// Renames a view. Its comments and unknown keys stay.
pub(super) fn rename(project: &Project, context: &Context, name: &str, to: &str) -> Result<ChangeSet, Refusal> {
    let to = to.trim();
    check(&SavedView { name: to.to_owned(), ..SavedView::default() })?;
    let mut file = open(project)?;
    check_name(&file, name, true, "name")?;
    if name != to {
        check_name(&file, to, false, "to")?;
        file.rename_key(&[VIEWS, name], to).map_err(|finding| broken(&finding))?;
    }
    let args = [("name", name.to_owned()), ("to", to.to_owned())];
    Ok(write(project, context, &file, Text::with(texts::RENAMED_VIEW, args)))
}

/// Deletes a view. The file stays, with its comments.
pub(super) fn delete(project: &Project, context: &Context, name: &str) -> Result<ChangeSet, Refusal> {
    let mut file = open(project)?;
    check_name(&file, name, true, "name")?;
    file.remove(&path_of(name)).map_err(|finding| broken(&finding))?;
    Ok(write(project, context, &file, named(texts::DELETED_VIEW, name)))
}

fn check(view: &SavedView) -> Result<(), Refusal> {
    check_view(view).map_or(Ok(()), |text| Err(refuse(RefusalCode::BadValue, text).about_field("name")))
}

fn open(project: &Project) -> Result<DataFile, Refusal> {
    project.tree.file(VIEWS_FILE).map_or_else(
        || Ok(DataFile::empty(Container::Toml)),
        |bytes| DataFile::parse(Container::Toml, bytes).map_err(|finding| broken(&finding)),
    )
}

fn broken(finding: &Finding) -> Refusal {
    let args = [("path", VIEWS_FILE.to_owned()), ("why", finding.text.to_string())];
    refuse(RefusalCode::BrokenFile, Text::with(texts::CANNOT_WRITE, args))
}

fn path_of(name: &str) -> [PathSegment<'_>; 2] {
    [PathSegment::Key(VIEWS), PathSegment::Key(name)]
}

fn count(file: &DataFile) -> usize {
    file.get(&[PathSegment::Key(VIEWS)]).and_then(|views| Some(views.as_object()?.len())).unwrap_or_default()
}

/// Refuses a name that is unknown if the view must exist, and else one that is taken.
fn check_name(file: &DataFile, name: &str, exists: bool, field: &str) -> Result<(), Refusal> {
    if file.get(&path_of(name)).is_some() == exists {
        return Ok(());
    }
    let template = if exists { texts::VIEW_UNKNOWN } else { texts::VIEW_TAKEN };
    Err(refuse(RefusalCode::BadCommand, named(template, name)).about_field(field))
}

fn named(template: &str, name: &str) -> Text {
    Text::with(template, [("name", name.to_owned())])
}

fn write(project: &Project, context: &Context, file: &DataFile, summary: Text) -> ChangeSet {
    let mut builder = ChangeSetBuilder::new(project, context);
    if project.tree.file(VIEWS_FILE).is_some() {
        builder.write(VIEWS_FILE, file.render());
    } else {
        builder.create(VIEWS_FILE.to_owned(), file.render());
    }
    builder.finish(summary)
}

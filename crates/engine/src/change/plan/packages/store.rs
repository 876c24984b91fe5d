//! Stores new packages.

use std::collections::BTreeSet;

use handoff_format::{Package, is_hidden, new_package, package_slug, sha256_hex, timestamp};
use handoff_protocol::agent::packages::DEFAULT_TTL;
use handoff_protocol::{ChangeSet, Context, NewPackage, Refusal, RefusalCode, Text};

use super::{existing, ttl_ms, write};
use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files::{self, NotText, PRIVATE_PACKAGES};
use crate::change::plan::new_ids::compact_time;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::one_line;
use crate::ground::texts;
use crate::ground::tree::join;
use crate::ground::words::estimate_tokens;
use crate::knowledge::packages::{self, FOLDER};

const VISIBILITIES: [&str; 3] = ["private", "team", "public"];
/// The visibility of a package that Git ignores.
const PRIVATE: &str = "private";
/// The slug of a private package, which does not reveal its name.
const PRIVATE_SLUG: &str = "private_package";

/// Stores a package. Earlier ones with the same name and project are superseded.
pub(super) fn store(project: &Project, context: &Context, new: &NewPackage) -> Result<ChangeSet, Refusal> {
    let refuse_field =
        |template: &str, field: &str| Err(refuse(RefusalCode::BadValue, Text::plain(template)).about_field(field));
    if new.name.trim().is_empty() {
        return refuse_field(texts::PACKAGE_NAME, "name");
    }
    let ttl = ttl_ms(new.ttl.as_deref().unwrap_or(DEFAULT_TTL))?;
    if new.content.trim().is_empty() {
        return refuse_field(texts::PACKAGE_EMPTY, "content");
    }
    if let Some(visibility) = &new.visibility
        && !VISIBILITIES.contains(&visibility.as_str())
    {
        let text = Text::with(texts::NOT_ONE_OF, [("value", visibility.clone()), ("wanted", VISIBILITIES.join(", "))]);
        return Err(refuse(RefusalCode::BadValue, text).about_field("visibility"));
    }
    refuse_several_lines(new)?;
    let entries = packages::all(project, context.now);
    let mut builder = ChangeSetBuilder::new(project, context);
    let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.package().id.as_str()).collect();
    let candidates = (0..=u32::MAX).map(|number| format!("{:08x}", context.seed.wrapping_add(number)));
    let id = candidates.into_iter().find(|id| !ids.contains(id.as_str())).unwrap_or_default();
    let package = Package {
        id: id.clone(),
        name: new.name.clone(),
        summary: new.summary.clone().unwrap_or_default(),
        project: new.project.clone().unwrap_or_default(),
        tags: clean_tags(&new.tags),
        created_at: timestamp(context.now),
        expires_at: timestamp(context.now.saturating_add(ttl)),
        pinned: new.pinned,
        visibility: new.visibility.clone(),
        actor: Some(context.actor.clone()),
        session_id: new.session_id.clone(),
        task_ids: new.task_ids.clone(),
        base: new.base.clone(),
        git: new.git.clone().filter(|git| git.branch.is_some() || git.commit.is_some()),
        sha256: sha256_hex(new.content.as_bytes()),
        tokens: u32::try_from(estimate_tokens(&new.content)).unwrap_or(u32::MAX),
        ..Package::default()
    };
    if package.visibility.as_deref() == Some(PRIVATE) {
        let cannot_ignore = |NotText| refuse(RefusalCode::BrokenFile, Text::plain(texts::PACKAGE_NOT_IGNORED));
        local_files::ignore_with(&mut builder, project, &[PRIVATE_PACKAGES]).map_err(cannot_ignore)?;
    }
    for entry in &entries {
        let earlier = entry.package();
        if earlier.superseded_by.is_none() && (&earlier.name, &earlier.project) == (&package.name, &package.project) {
            let superseded = Package { superseded_by: Some(id.clone()), ..earlier.clone() };
            write(project, &mut builder, &existing(&entries, &earlier.id)?, &superseded)?;
        }
    }
    create(&mut builder, &package, context.now, &new.content);
    Ok(builder.finish(Text::with(texts::PACKAGE_STORED, [("id", id), ("name", new.name.clone())])))
}

/// Refuses values that are not one line each, and names with characters that are not shown.
fn refuse_several_lines(new: &NewPackage) -> Result<(), Refusal> {
    let branch = new.git.as_ref().and_then(|git| git.branch.as_deref());
    let commit = new.git.as_ref().and_then(|git| git.commit.as_deref());
    let single = [
        ("name", Some(new.name.as_str())),
        ("summary", new.summary.as_deref()),
        ("project", new.project.as_deref()),
        ("session_id", new.session_id.as_deref()),
        ("base", new.base.as_deref()),
        ("git", branch),
        ("git", commit),
    ];
    let lists = [("tags", &new.tags), ("task_ids", &new.task_ids)];
    let items = lists.into_iter().flat_map(|(field, items)| items.iter().map(move |item| (field, item.as_str())));
    let given = single.into_iter().filter_map(|(field, text)| Some((field, text?)));
    given.chain(items).try_for_each(|(field, text)| one_line(text, field).map(drop))?;
    // Two names that look the same would be taken for one another.
    match new.name.chars().find(|character| is_hidden(*character)) {
        Some(character) => {
            let text =
                Text::with(texts::PACKAGE_NAME_CHARACTER, [("character", format!("U+{:04X}", u32::from(character)))]);
            Err(refuse(RefusalCode::BadValue, text).about_field("name"))
        }
        None => Ok(()),
    }
}

/// Creates the file of a package.
fn create(builder: &mut ChangeSetBuilder<'_>, package: &Package, created_ms: i64, content: &str) {
    let is_private = package.visibility.as_deref() == Some(PRIVATE);
    let slug = if is_private { PRIVATE_SLUG.to_owned() } else { package_slug(&package.name) };
    let name = format!("{}-{}-{slug}.md", compact_time(created_ms), package.id);
    builder.create(join(FOLDER, &name), new_package(package, content));
    builder.add_created(&package.id);
}

/// Trims tags, and leaves out empty and repeated ones.
fn clean_tags(tags: &[String]) -> Vec<String> {
    let mut clean: Vec<String> = Vec::new();
    for tag in tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()) {
        if !clean.iter().any(|other| other == tag) {
            clean.push(tag.to_owned());
        }
    }
    clean
}

//! Renders packages for people.

use chrono::DateTime;
use handoff_agent::operations::packages::PackageAnswer;
use unicode_width::UnicodeWidthStr as _;

use crate::ground::clock;
use crate::ground::console::clean;

const HEADINGS: [&str; 5] = ["ID", "NAME", "PROJECT", "TAGS", "EXPIRES"];

/// Renders a list of packages as aligned columns, each two spaces from the next.
pub fn table(packages: &[PackageAnswer], is_utc: bool) -> String {
    let cell = |text: &str| clean(text).replace(['\n', '\t'], " ");
    let mut rows: Vec<[String; 5]> = vec![HEADINGS.map(str::to_owned)];
    rows.extend(packages.iter().map(|package| {
        let tags: Vec<String> = package.tags.iter().map(|tag| cell(tag)).collect();
        let PackageAnswer { id, name, project, .. } = package;
        [cell(id), cell(name), cell(project), tags.join(","), expiry(package, is_utc)]
    }));
    let widths: Vec<usize> = (0..4)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    let mut page = String::new();
    for row in rows {
        for (cell, width) in row.iter().zip(&widths) {
            page.push_str(cell);
            page.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.width()) + 2));
        }
        page.push_str(row.last().map_or("", String::as_str));
        page.push('\n');
    }
    page
}

/// Returns when a package expires, in local time or UTC.
fn expiry(package: &PackageAnswer, is_utc: bool) -> String {
    if package.pinned {
        return "never".to_owned();
    }
    match DateTime::parse_from_rfc3339(&package.expires_at) {
        Ok(time) if is_utc => time.to_utc().format("%Y-%m-%d %H:%M").to_string(),
        Ok(time) => clock::format_local(time.timestamp_millis()),
        Err(_) => package.expires_at.clone(),
    }
}

/// Renders what is known about a package, one value a line, with the names that the value has in JSON.
pub fn details(package: &PackageAnswer) -> String {
    let (tags, task_ids) = (package.tags.join(", "), package.task_ids.join(", "));
    let (store, tokens, size) = (package.store.to_string(), package.tokens.to_string(), package.size.to_string());
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let fields = [
        ("id", package.id.clone()),
        ("name", package.name.clone()),
        ("project", package.project.clone()),
        ("tags", tags),
        ("summary", package.summary.clone()),
        ("state", package.state.name().to_owned()),
        ("store", store),
        ("created_at", package.created_at.clone()),
        ("expires_at", package.expires_at.clone()),
        ("pinned", if package.pinned { "true".to_owned() } else { String::new() }),
        ("visibility", text(&package.visibility)),
        ("tokens", tokens),
        ("size", size),
        ("superseded_by", text(&package.superseded_by)),
        ("accepted_at", text(&package.accepted_at)),
        ("accepted_by", text(&package.accepted_by)),
        ("stored_by", text(&package.stored_by)),
        ("session_id", text(&package.session_id)),
        ("task_ids", task_ids),
        ("base", text(&package.base)),
        ("branch", text(&package.branch)),
        ("commit", text(&package.commit)),
        ("path", package.path.clone()),
    ];
    let given = fields.iter().filter(|(_, text)| !text.is_empty());
    given.fold(String::new(), |page, (name, text)| page + name + ": " + &text.replace('\n', " ") + "\n")
}

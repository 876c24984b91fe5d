//! Reads the SQLite database of the `handoff` package command of another project.
//!
//! Invariant: the database is never written.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, NaiveDateTime, Utc};
use handoff_format::timestamp;
use handoff_protocol::ImportedPackage;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};

use crate::disk::file::{NotAFile, check_size};

/// The environment variable that names the database.
const VARIABLE: &str = "HANDOFF_DB";
/// The time to wait for a program that writes to the database.
const BUSY_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum size of a database. All its packages are in memory at once.
const MAX_DATABASE_MB: u64 = 256;
const QUERY: &str = "SELECT id, name, summary, content, tags, project, created_at, expires_at FROM packages";

/// Returns the database of the user, if it exists. `home` is the home folder.
pub fn default_path(home: &Path) -> Option<PathBuf> {
    let named = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let path = named.unwrap_or_else(|| home.join(".handoff").join("handoff.db"));
    path.is_file().then_some(path)
}

/// Reads all packages of a database. The error is a sentence.
pub fn read(path: &Path) -> Result<Vec<ImportedPackage>, String> {
    let sentence =
        |error: rusqlite::Error| format!("{} cannot be read as a database of packages: {error}.", path.display());
    let data = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("{} does not exist.", path.display()),
        _ => format!("{} cannot be read: {error}.", path.display()),
    })?;
    // Opening a pipe would wait for its other end.
    let checked = if data.is_file() { check_size(data.len(), MAX_DATABASE_MB) } else { Err(NotAFile::error()) };
    checked.map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(sentence)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(sentence)?;
    let mut statement = connection.prepare(QUERY).map_err(sentence)?;
    let rows = statement.query_map([], package).map_err(sentence)?;
    rows.collect::<Result<Vec<_>, _>>().map_err(sentence)
}

/// Reads a row. A time that cannot be read becomes empty, so that the package is reported as invalid.
fn package(row: &Row<'_>) -> rusqlite::Result<ImportedPackage> {
    let text = |index: usize| {
        row.get_ref(index).map(|value| match value {
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        })
    };
    let time = |index: usize| {
        row.get_ref(index).map(|value| match value {
            ValueRef::Text(bytes) => parse_time(&String::from_utf8_lossy(bytes)).unwrap_or_default(),
            ValueRef::Integer(seconds) => timestamp(seconds.saturating_mul(1000)),
            _ => String::new(),
        })
    };
    Ok(ImportedPackage {
        id: text(0)?,
        name: text(1)?,
        summary: text(2)?,
        content: text(3)?,
        tags: serde_json::from_str(&text(4)?).unwrap_or_default(),
        project: text(5)?,
        created_at: time(6)?,
        expires_at: time(7)?,
    })
}

/// Returns a time as packages have it. The other program writes it as Go or as SQLite prints times.
fn parse_time(text: &str) -> Option<String> {
    // A monotonic clock reading and the name of the zone are no part of the time.
    let text = text.split(" m=").next().unwrap_or(text).trim_end_matches(" UTC").trim();
    let offset = DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f %z"))
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f%:z"))
        .map(|time| time.to_utc());
    let without_zone = || {
        ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f"]
            .into_iter()
            .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok().map(|time| time.and_utc()))
    };
    let time: DateTime<Utc> = offset.ok().or_else(without_zone)?;
    Some(timestamp(time.timestamp_millis()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_go_and_sqlite_are_read() {
        for text in [
            "2026-11-24 06:00:00.25 +0000 UTC",
            "2026-11-24 06:00:00.25 +0000 UTC m=+0.001",
            "2026-11-24 15:00:00.25+09:00",
            "2026-11-24T06:00:00.25Z",
            "2026-11-24 06:00:00.25",
        ] {
            assert_eq!(parse_time(text).as_deref(), Some("2026-11-24T06:00:00.250+00:00"), "{text}");
        }
        assert_eq!(parse_time("yesterday"), None);
    }
}

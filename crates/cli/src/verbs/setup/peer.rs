//! The layout of a new project where `handoff-mcp`, which reads only JSON, may work on it as well.

use std::path::Path;

use handoff_engine::PEER_SIGNS;
use handoff_protocol::Layout;

use crate::project::FOLDER;
use crate::verbs::setup::clients::{PartKind, ROWS, Scope};
use crate::verbs::setup::files;

/// The program and the package.
const PEER: &str = "handoff-mcp";

/// Returns JSON where `handoff-mcp` is registered with a client or has left files, else TOML.
pub fn layout_beside(project: &Path) -> Layout {
    let has_left = |name: &&str| project.join(FOLDER).join(name).exists();
    if PEER_SIGNS.iter().any(has_left) || is_registered(project) { Layout::Json } else { Layout::Toml }
}

/// Returns true if a client starts it, for the project or for all projects of the person.
fn is_registered(project: &Path) -> bool {
    [false, true].into_iter().any(|for_user| {
        let scope = Scope::new(project, for_user, false, &[]);
        let mut servers = ROWS.iter().filter(|row| row.kind == PartKind::Server);
        servers.any(|row| {
            // A file that cannot be read registers nothing.
            let text = row.file(&scope).and_then(|file| files::read(&file).ok().flatten());
            text.is_some_and(|text| row.edit(&scope).starts(&text, PEER))
        })
    })
}

//! Questions to the client: its root folders, and a choice by the person.
//!
//! Invariant: a client that does not support a question is not asked, and a client that does not
//! answer blocks nothing for long.

use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use rmcp::RoleServer;
use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitationAction, ElicitationSchema, EnumSchema, ServerRequest,
};
#[expect(deprecated, reason = "the newest revision has given roots up; the clients of the older ones have them")]
use rmcp::model::{ListRootsRequest, ListRootsResult};
use rmcp::service::{Peer, PeerRequestOptions};
use serde_json::Value;

use crate::ground::paths;

/// The timeout for the list of roots, which needs no person.
const ROOTS_TIMEOUT: Duration = Duration::from_secs(5);
/// The name of the property that a person chooses.
const PROPERTY: &str = "project";

/// Returns the root folders of the client, or none if it does not support roots or does not answer.
#[expect(deprecated, reason = "clients of the older revisions have roots")]
pub async fn list_roots(peer: &Peer<RoleServer>) -> Vec<PathBuf> {
    if peer.peer_info().is_none_or(|client| client.capabilities.roots.is_none()) {
        return Vec::new();
    }
    let request = ServerRequest::ListRootsRequest(ListRootsRequest::default());
    let options = PeerRequestOptions::with_timeout(ROOTS_TIMEOUT);
    let Ok(handle) = peer.send_request_with_option(request, options).await else { return Vec::new() };
    let Ok(ClientResult::ListRootsResult(ListRootsResult { roots, .. })) = handle.await_response().await else {
        return Vec::new();
    };
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in roots.iter().filter_map(|root| folder_of_uri(&root.uri)) {
        let folder = paths::real_path(&folder).unwrap_or(folder);
        if folder.is_dir() && !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// Lets the person choose one of several folders. Returns `None` if the client cannot ask, or the
/// person chooses none.
pub async fn choose(peer: &Peer<RoleServer>, message: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let client = peer.peer_info()?;
    let elicitation = client.capabilities.elicitation.as_ref()?;
    // A client that names no mode supports forms.
    if elicitation.form.is_none() && elicitation.url.is_some() {
        return None;
    }
    let names: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let schema = EnumSchema::builder(names.clone()).title("Project").build();
    let requested_schema = ElicitationSchema::builder().required_enum_schema(PROPERTY, schema).build().ok()?;
    let params =
        ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema };
    let answer = peer.send_request(ServerRequest::ElicitRequest(ElicitRequest::new(params))).await.ok()?;
    let ClientResult::ElicitResult(result) = answer else { return None };
    if result.action != ElicitationAction::Accept {
        return None;
    }
    let content = result.content?;
    let chosen = content.get(PROPERTY).and_then(Value::as_str)?;
    let position = names.iter().position(|name| name == chosen)?;
    folders.get(position).cloned()
}

/// Returns the path of a `file:` URI on this machine.
fn folder_of_uri(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path.strip_prefix('/')?).decode_utf8().ok()?;
    // `file:///C:/x` is `C:/x`, and `file:///x` is `/x`.
    let has_drive = cfg!(windows) && path.as_bytes().get(1) == Some(&b':');
    Some(PathBuf::from(if has_drive { path.into_owned() } else { format!("/{path}") }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_uri_is_decoded() {
        for (uri, path) in [
            ("file:///srv/noor/tide%20atlas", Some("/srv/noor/tide atlas")),
            ("file://localhost/srv/%E6%BD%AE", Some("/srv/潮")),
            ("file:///", Some("/")),
            ("file://server/share", None),
            ("https://example.invalid/", None),
            ("file:///%ff", None),
        ] {
            assert_eq!(folder_of_uri(uri), path.map(PathBuf::from), "{uri}");
        }
    }
}

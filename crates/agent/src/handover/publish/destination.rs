//! Where a push sends what. A push needs the approval of the person for exactly these values.

use serde::{Deserialize, Serialize};

use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};

/// Where a push sends what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destination {
    /// The remote, as it is named: a name, an address or a path.
    pub remote: String,
    /// The addresses that Git pushes to, with its configuration applied.
    pub addresses: Vec<String>,
    /// The branch, here and on the remote. It is sent with all of its commits.
    pub branch: String,
}

impl Destination {
    /// Returns the text whose hash is stored as the approval of these values.
    pub fn approval_text(&self) -> String {
        serde_json::json!(["push", self.remote, self.addresses, self.branch]).to_string()
    }

    /// Says what is sent where, as the object of a sentence.
    pub fn describe(&self) -> String {
        format!("the branch {} with all its commits to {}", self.branch, self.place())
    }

    /// Returns the failure of a push that is not approved, which says how to approve it.
    pub fn refusal(&self) -> PublishFailure {
        let args = [("destination", self.describe())];
        PublishFailure::new(PublishFault::NotApproved, texts::NOT_APPROVED, args)
    }

    /// Returns the remote with its addresses.
    fn place(&self) -> String {
        let addresses: Vec<String> = self.addresses.iter().map(|address| without_password(address)).collect();
        let addresses = addresses.join(", ");
        let remote = without_password(&self.remote);
        if addresses == remote { remote } else { format!("{remote} ({addresses})") }
    }
}

/// Returns an address on one line without the user and the password of a URL. What could be its host
/// stays.
fn without_password(address: &str) -> String {
    let address: String = address.chars().filter(|character| !character.is_control()).collect();
    let Some((scheme, rest)) = address.split_once("://") else { return address };
    let (authority, path) = rest.find(['/', '?', '#', '\\']).map_or((rest, ""), |at| rest.split_at(at));
    // Git decodes other addresses before it looks for the host.
    let is_encoded = |user: &str| user.contains('%') && !["http", "https"].contains(&scheme);
    match authority.rsplit_once('@') {
        Some((user, host)) if !is_encoded(user) => format!("{scheme}://{host}{path}"),
        _ => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_a_password() {
        for (address, expected) in [
            ("https://kim:secret@host/a/b@c", "https://host/a/b@c"),
            ("https://token@host", "https://host"),
            ("https://a@b:c@host/x", "https://host/x"),
            ("https://a:%2F@host/x", "https://host/x"),
            ("https://evil?@host/x", "https://evil?@host/x"),
            ("https://evil#@host/x", "https://evil#@host/x"),
            ("https://evil\\@host/x", "https://evil\\@host/x"),
            ("https://kim:secret@evil?@host/x", "https://evil?@host/x"),
            ("ssh://evil%2f@host/x", "ssh://evil%2f@host/x"),
            ("ssh://git@host/a", "ssh://host/a"),
            ("git@host:a/b", "git@host:a/b"),
            ("../a@b", "../a@b"),
            ("/a\u{1b}[2J/b\nc", "/a[2J/bc"),
        ] {
            assert_eq!(without_password(address), expected);
        }
    }

    #[test]
    fn every_value_is_part_of_the_approval() {
        let first = Destination {
            remote: "origin".to_owned(),
            addresses: vec!["https://host/a".to_owned()],
            branch: "main".to_owned(),
        };
        let second = || vec!["https://host/a".to_owned(), "https://host/b".to_owned()];
        for other in [
            Destination { remote: "fork".to_owned(), ..first.clone() },
            Destination { addresses: second(), ..first.clone() },
            Destination { branch: "side".to_owned(), ..first.clone() },
        ] {
            assert_ne!(other.approval_text(), first.approval_text());
        }
    }
}

//! Finds secrets by their context: a password in a URL, or a value with the name of a secret.

use crate::secrets::SecretMatches;
use crate::secrets::identifier::is_identifier;

/// Finds passwords between the user and the host of a URL.
pub(super) fn connection_strings(text: &str, matches: &mut SecretMatches) {
    for (at, _) in text.match_indices("://") {
        let start = at + 3;
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(|character: char| character.is_whitespace() || "/\"'`<>?#".contains(character));
        let authority = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let Some((login, host)) = authority.rsplit_once('@') else { continue };
        let Some((user, password)) = login.split_once(':') else { continue };
        if !is_placeholder(password) && !is_port(user, password, host) {
            let start = start + user.len() + 1;
            matches.push((start..start + password.len(), "password"));
        }
    }
}

/// Returns true if `user:password@host` is a host with a port and a suffix, as in
/// `localhost:3000@v2`.
fn is_port(user: &str, password: &str, host: &str) -> bool {
    let is_host = |name: &str| name == "localhost" || name.contains('.') || name.ends_with(']');
    password.parse::<u16>().is_ok() && is_host(user) && !is_host(host)
}

/// Finds values that are assigned to the name of a secret.
pub(super) fn assignments(text: &str, matches: &mut SecretMatches) {
    for (at, _) in text.match_indices(['=', ':']) {
        let before = text.get(..at).unwrap_or_default().trim_end_matches([' ', '"', '\'', '`']);
        let name_start = before.rfind(|character: char| !is_name_character(character)).map_or(0, |place| {
            place + before.get(place..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
        });
        let name = before.get(name_start..).unwrap_or_default();
        let is_header = name.eq_ignore_ascii_case("authorization");
        if !is_header && !is_secret_name(name) {
            continue;
        }
        let after = text.get(at + 1..).unwrap_or_default();
        let value = after.trim_start_matches([' ', '"', '\'', '`']);
        let value = if is_header { value.strip_prefix("Bearer ").unwrap_or_default() } else { value };
        let stop = |character: char| character.is_whitespace() || "\"'`,;)}]<>".contains(character);
        let length = value.find(stop).unwrap_or(value.len());
        let start = text.len() - value.len();
        let value = value.get(..length).unwrap_or_default().trim_end_matches('.');
        if is_password(value, if is_header { 20 } else { min_length(name) }) {
            matches.push((start..start + value.len(), "password or key"));
        }
    }
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// Returns true if a name is that of a secret, such as `db_password`.
pub(super) fn is_secret_name(name: &str) -> bool {
    const ENDS: [&str; 14] = [
        "password",
        "passwd",
        "pwd",
        "secret",
        "apikey",
        "accesskey",
        "secretkey",
        "accountkey",
        "sharedaccesskey",
        "secretaccesskey",
        "privatekey",
        "accesstoken",
        "authtoken",
        "refreshtoken",
    ];
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    ENDS.iter().any(|end| plain.ends_with(end))
}

/// Returns the minimum length of a secret with a name. Passwords are shorter than keys.
pub(super) fn min_length(name: &str) -> usize {
    let name = name.to_ascii_lowercase();
    if name.ends_with("password") || name.ends_with("passwd") || name.ends_with("pwd") { 8 } else { 12 }
}

/// Returns true if a value looks like a password or key: long enough, with letters and digits, and
/// not a name, path, call or placeholder.
pub(super) fn is_password(value: &str, min_length: usize) -> bool {
    let is_path = value.contains('/') && value.len() < 40;
    value.len() >= min_length
        && !is_placeholder(value)
        && !is_path
        && !value.contains(['(', '\\', ' '])
        && !value.contains("::")
        && !is_identifier(value)
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Returns true if a value is a placeholder.
fn is_placeholder(value: &str) -> bool {
    const NAMES: [&str; 8] = ["password", "passwd", "pass", "pwd", "secret", "changeme", "example", "redacted"];
    let lower = value.to_ascii_lowercase();
    value.is_empty()
        || value.starts_with(['$', '<', '{', '[', '%', '*'])
        || NAMES.contains(&lower.as_str())
        || lower.contains("env.")
        || lower.contains("environ")
        || lower.chars().all(|character| matches!(character, 'x' | '*' | '.' | '…'))
}

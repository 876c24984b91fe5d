//! Secrets that what stands before them gives away: a login in a URL, the name of a password.

use crate::secrets::Found;
use crate::secrets::identifier::is_identifier;

/// The password between the user and the host of a URL.
pub(super) fn connection_strings(text: &str, found: &mut Found) {
    for (at, _) in text.match_indices("://") {
        let start = at + 3;
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(|character: char| character.is_whitespace() || "/\"'`<>?#".contains(character));
        let authority = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let Some((login, host)) = authority.rsplit_once('@') else { continue };
        let Some((user, password)) = login.split_once(':') else { continue };
        if !is_placeholder(password) && !is_port(user, password, host) {
            let start = start + user.len() + 1;
            found.push((start..start + password.len(), "password"));
        }
    }
}

/// Whether `user:password@host` is rather a host with a port and something else behind it, as in `localhost:3000@v2`.
fn is_port(user: &str, password: &str, host: &str) -> bool {
    let is_host = |name: &str| name == "localhost" || name.contains('.') || name.ends_with(']');
    password.parse::<u16>().is_ok() && is_host(user) && !is_host(host)
}

/// What is assigned to a name that says what it is.
pub(super) fn assignments(text: &str, found: &mut Found) {
    for (at, _) in text.match_indices(['=', ':']) {
        let before = text.get(..at).unwrap_or_default().trim_end_matches([' ', '"', '\'', '`']);
        let name_start = before.rfind(|character: char| !is_of_name(character)).map_or(0, |place| {
            place + before.get(place..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
        });
        let name = before.get(name_start..).unwrap_or_default();
        let bearer = name.eq_ignore_ascii_case("authorization");
        if !bearer && !is_secret_name(name) {
            continue;
        }
        let behind = text.get(at + 1..).unwrap_or_default();
        let value = behind.trim_start_matches([' ', '"', '\'', '`']);
        let value = if bearer { value.strip_prefix("Bearer ").unwrap_or_default() } else { value };
        let stop = |character: char| character.is_whitespace() || "\"'`,;)}]<>".contains(character);
        let length = value.find(stop).unwrap_or(value.len());
        let start = text.len() - value.len();
        let value = value.get(..length).unwrap_or_default().trim_end_matches('.');
        if is_password(value, if bearer { 20 } else { least(name) }) {
            found.push((start..start + value.len(), "password or key"));
        }
    }
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// Whether a name is one under which a secret stands.
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

/// How many characters a value needs to count: passwords are shorter than keys.
pub(super) fn least(name: &str) -> usize {
    let name = name.to_ascii_lowercase();
    if name.ends_with("password") || name.ends_with("passwd") || name.ends_with("pwd") { 8 } else { 12 }
}

/// Whether a value looks chosen or drawn: long enough, with letters and digits, and no name, path, call or placeholder.
pub(super) fn is_password(value: &str, least: usize) -> bool {
    let is_path = value.contains('/') && value.len() < 40;
    value.len() >= least
        && !is_placeholder(value)
        && !is_path
        && !value.contains(['(', '\\', ' '])
        && !value.contains("::")
        && !is_identifier(value)
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Whether a value only stands for another one.
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

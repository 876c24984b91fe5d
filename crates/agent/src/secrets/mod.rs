//! Finds secrets in texts before they are saved, and redacts them.
//!
//! Certain secrets are replaced; doubtful ones are kept and reported. Hashes, IDs, encoded images
//! and names in source code are neither.

mod identifier;
mod private_key;
mod reader;
mod rules;
mod scan;
#[cfg(test)]
mod tests;
mod value;

use handoff_protocol::{NewPackage, RedactedPackage};
use serde_json::{Map, Value};

use crate::secrets::rules::Certainty;
use crate::secrets::scan::{Match, find_member};

/// Secrets in the arguments of a call.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Redaction {
    /// The arguments without certain secrets, or `None` if they have none.
    pub clean: Option<Map<String, Value>>,
    /// Kind and place of each secret that was replaced.
    pub replaced: Vec<String>,
    /// Kind and place of each text that may be a secret.
    pub doubtful: Vec<String>,
}

impl Redaction {
    /// Says what was replaced, what was kept and how to remove it, or returns `None` if there is
    /// nothing to say.
    pub fn note(&self) -> Option<String> {
        let mut sentences = Vec::new();
        if !self.replaced.is_empty() {
            sentences.push(format!("Secrets were removed before saving: {}.", self.replaced.join(", ")));
        }
        if !self.doubtful.is_empty() {
            sentences.push(format!(
                "Saved unchanged, but may be secret: {}. If one is, save that text again with [redacted] in its place.",
                self.doubtful.join(", ")
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

/// Redacts the certain secrets in the arguments of a call, in keys as in values. Copies the
/// arguments only if there is one.
pub(crate) fn redact(arguments: &Map<String, Value>) -> Redaction {
    let mut redaction = Redaction::default();
    redaction.examine_members(arguments, "");
    if !redaction.replaced.is_empty() {
        redaction.clean = Some(clean_members(arguments));
    }
    redaction
}

/// Returns a text without its certain secrets.
pub(crate) fn redact_text(text: String) -> String {
    let matches = find_member("", &text);
    if matches.is_empty() { text } else { replace(&text, &matches) }
}

/// Returns a package with the secrets in its texts redacted.
pub fn redact_package(package: NewPackage) -> RedactedPackage {
    let summary = package.summary.clone().unwrap_or_default();
    let texts = [("name", package.name.clone()), ("summary", summary), ("content", package.content.clone())];
    let members = texts.into_iter().map(|(key, text)| (key.to_owned(), Value::from(text))).collect();
    let Redaction { clean, replaced, doubtful } = redact(&members);
    let (secrets, doubtful) = (replaced.len(), doubtful.len());
    let Some(clean) = clean else { return RedactedPackage { package, secrets, doubtful } };
    let text = |key: &str| clean.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let summary = package.summary.is_some().then(|| text("summary"));
    let package = NewPackage { name: text("name"), content: text("content"), summary, ..package };
    RedactedPackage { package, secrets, doubtful }
}

/// Returns the certain secrets in a text, in order and without overlaps.
pub(crate) fn find(text: &str) -> Vec<Match> {
    scan::find(text).into_iter().filter(|found| found.certainty == Certainty::Certain).collect()
}

impl Redaction {
    fn examine_members(&mut self, members: &Map<String, Value>, path: &str) {
        for (key, value) in members {
            let name = redact_text(key.clone());
            let path = if path.is_empty() { name } else { format!("{path}.{name}") };
            self.report(&find_member("", key), &format!("the name {path}"));
            self.examine_value(key, value, &path);
        }
    }

    fn examine_value(&mut self, key: &str, value: &Value, path: &str) {
        match value {
            Value::String(text) => self.report(&find_member(key, text), path),
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    self.examine_value(key, value, &format!("{path}[{index}]"));
                }
            }
            Value::Object(members) => self.examine_members(members, path),
            _ => {}
        }
    }

    fn report(&mut self, matches: &[Match], path: &str) {
        for found in matches {
            let list = match found.certainty {
                Certainty::Certain => &mut self.replaced,
                Certainty::Doubtful => &mut self.doubtful,
            };
            list.push(format!("{} in {path}", found.kind));
        }
    }
}

/// Returns members without certain secrets. Keys that become equal are numbered.
fn clean_members(members: &Map<String, Value>) -> Map<String, Value> {
    let mut clean = Map::new();
    for (key, value) in members {
        let name = redact_text(key.clone());
        let mut free = name.clone();
        let mut number = 2;
        while free != *key && (clean.contains_key(&free) || members.contains_key(&free)) {
            free = format!("{name} {number}");
            number += 1;
        }
        clean.insert(free, clean_value(key, value));
    }
    clean
}

fn clean_value(key: &str, value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(replace(text, &find_member(key, text))),
        Value::Array(values) => values.iter().map(|value| clean_value(key, value)).collect(),
        Value::Object(members) => Value::Object(clean_members(members)),
        other => other.clone(),
    }
}

/// Replaces the certain secrets in a text.
fn replace(text: &str, matches: &[Match]) -> String {
    let mut clean = text.to_owned();
    for found in matches.iter().rev().filter(|found| found.certainty == Certainty::Certain) {
        clean.replace_range(found.range.clone(), &format!("[redacted: {}]", found.kind));
    }
    clean
}

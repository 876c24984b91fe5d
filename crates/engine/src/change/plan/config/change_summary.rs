//! The sentence about a change of the configuration, in the words of the settings page.

use handoff_format::{Value, is_date};
use handoff_protocol::agent::Section;
use handoff_protocol::view::SettingControl;
use handoff_protocol::{ConfigChange, Text, TextArg};

use crate::change::plan::config::{catalog, settings};
use crate::ground::texts;

/// Returns a sentence about an entry of a section.
pub(super) fn about(template: &str, section: Section, name: &str) -> Text {
    let section = match section {
        Section::Assignees => texts::ASSIGNEES,
        Section::Milestones => texts::MILESTONES,
        Section::Labels => texts::LABELS,
    };
    Text::with(template, [("name", name.to_owned())]).with_arg("section", TextArg::Text(Text::plain(section)))
}

/// Returns the sentence. `before` has the value of each key before the change.
pub(super) fn summary(changes: &[ConfigChange], before: &[Value]) -> Text {
    let in_words = removed_label(changes, before).or_else(|| match (changes, before) {
        ([change], [from]) => removed_entry(change).or_else(|| of_setting(change, from)),
        _ => None,
    });
    in_words.unwrap_or_else(|| {
        let keys: Vec<String> = changes.iter().map(|change| change.key.join(".")).collect();
        Text::with(texts::CHANGED_CONFIG, [("keys", keys.join(", "))])
    })
}

/// Names the person, agent or milestone that a change removes.
fn removed_entry(ConfigChange { key, value, .. }: &ConfigChange) -> Option<Text> {
    let [section, name] = key.as_slice() else { return None };
    let section = [Section::Assignees, Section::Milestones].into_iter().find(|known| known.name() == section)?;
    value.is_null().then(|| about(texts::REMOVED_ENTRY, section, name))
}

/// Names the label that a change removes, whose color goes with it.
fn removed_label(changes: &[ConfigChange], before: &[Value]) -> Option<Text> {
    let (list, others) = changes.split_first()?;
    let (Value::Array(from), Value::Array(to)) = (before.first()?, &list.value) else { return None };
    if list.key != [Section::Labels.name()] || others.iter().any(|other| !other.value.is_null()) {
        return None;
    }
    let mut removed = from.iter().filter(|label| !to.contains(label));
    let (label, None) = (removed.next()?, removed.next()) else { return None };
    (to.len() < from.len()).then(|| about(texts::REMOVED_ENTRY, Section::Labels, label.as_str().unwrap_or_default()))
}

/// Names the setting, with its old and new value if both are short.
fn of_setting(ConfigChange { key, value, .. }: &ConfigChange, from: &Value) -> Option<Text> {
    let parts: Vec<&str> = key.iter().map(String::as_str).collect();
    let title = catalog::title(&parts)?;
    let setting = TextArg::Setting { setting: key.join("."), title };
    let has_words = settings::control(&parts).is_none_or(|(control, _)| {
        matches!(
            control,
            SettingControl::Text
                | SettingControl::Flag
                | SettingControl::Number
                | SettingControl::Date
                | SettingControl::Color
        )
    });
    let values = has_words.then(|| Some((words(from)?, words(value)?))).flatten();
    Some(match values {
        Some((from, to)) => {
            Text::plain(texts::CHANGED_SETTING).with_arg("setting", setting).with_arg("from", from).with_arg("to", to)
        }
        None => Text::plain(texts::CHANGED_SETTING_ALONE).with_arg("setting", setting),
    })
}

/// The maximum length of a value in the sentence, in characters.
const MAX_VALUE_CHARS: usize = 40;

/// Returns a short value for people; `None` for a long one, a list and a table.
fn words(value: &Value) -> Option<TextArg> {
    let text = |template: &str| Some(TextArg::Text(Text::plain(template)));
    match value {
        Value::Null => text(texts::NOT_SET),
        Value::Bool(true) => text(texts::SWITCHED_ON),
        Value::Bool(false) => text(texts::SWITCHED_OFF),
        // Files have 420.0 where people write 420.
        Value::Number(number) => number.as_f64().map(|number| TextArg::Plain(number.to_string())),
        Value::String(day) if is_date(day) => Some(TextArg::Date { date: day.clone() }),
        Value::String(words) if words.is_empty() => text(texts::NOT_SET),
        Value::String(words) => (words.chars().count() <= MAX_VALUE_CHARS).then(|| TextArg::Plain(words.clone())),
        Value::Array(_) | Value::Object(_) => None,
    }
}
